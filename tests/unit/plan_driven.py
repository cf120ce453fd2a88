"""A model that plays replies to a plan's steps, a library of three texts, and a driven run."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from graphs.budget import Limits
from graphs.contract import Language
from graphs.model import Model
from graphs.plan import build
from graphs.plan.state import PlanState
from graphs.sources import Found, Page, Source, SourceError
from graphs.tools import Tool
from tests.unit.scripted_model import ScriptedModel

M = TypeVar("M", bound=BaseModel)
Reply = str | dict[str, Any] | list[Any] | Exception

TASK = "Find where the trams run, look up the fare and work out 12 * 3.50"
THREE: dict[str, Any] = {"steps": ["Find the lines", "Look up the fare", "Work out 12 * 3.50"]}
DONE: dict[str, Any] = {"status": "done", "result": "Twelve rides cost 42."}
GO_ON: dict[str, Any] = {"status": "continue"}
ANSWERS = ["Line 1", "3.50 a ride", "42"]
PAGES = {
    "library:trams.md": ("Trams of the city", "Line 1 runs to the harbour.\n\nA ride costs 3.50."),
    "library:ferry.md": ("The ferry", "The ferry leaves at eight.\n\nA crossing costs 5.00."),
    "library:电车.md": ("城市电车", "一号线开往港口。\n\n单程票价为 3.50 元。"),
}


class Library:
    """Finds pages by a word of theirs; `fails` has it refuse everything."""

    name = "library"

    def __init__(self, pages: Mapping[str, tuple[str, str]] = PAGES, *, fails: str = "") -> None:
        self.pages = dict(pages)
        self.fails = fails
        self.queries: list[str] = []
        self.read_at: list[str] = []

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        self.queries.append(query)
        if self.fails:
            raise SourceError(self.fails, f"（{self.fails}）")
        words = query.casefold().split()
        hits = [
            Found(address=address, title=title, snippet=paragraph)
            for address, (title, text) in self.pages.items()
            for paragraph in text.split("\n\n")
            if any(word in f"{title} {paragraph}".casefold() for word in words if len(word) > 1)
        ]
        return hits[:most]

    async def read(self, address: str) -> Page:
        self.read_at.append(address)
        if self.fails or address not in self.pages:
            raise SourceError(self.fails or "There is no such page.", "没有这个网页。")
        title, text = self.pages[address]
        return Page(address=address, title=title, text=text, chars=len(text))


class Clock:
    """Seconds that only pass when a test lets them."""

    def __init__(self, *, step_s: float = 0.0) -> None:
        self.now = 0.0
        self.step_s = step_s

    def __call__(self) -> float:
        self.now += self.step_s
        return self.now


class Driven:
    """One plan on an in-memory saver: start it, answer it, look at it."""

    def __init__(
        self,
        model: Model,
        *,
        library: Source | None = None,
        limits: Limits | None = None,
        tools: Sequence[Tool[Any]] | None = None,
        more_tools: Sequence[Tool[Any]] = (),
        clock: Clock | None = None,
        saver: BaseCheckpointSaver[str] | None = None,
    ) -> None:
        graph = build(
            model=model,
            sources={"search": library, "limits": limits},
            tools=tools,
            more_tools=more_tools,
            clock=clock or Clock(),
        )
        self.saver = saver or InMemorySaver()
        self.graph = graph.compile(checkpointer=self.saver)
        self.config: RunnableConfig = {"configurable": {"thread_id": "plan"}}
        self.told: list[str] = []

    async def start(self, task: str = TASK, language: Language | None = "en") -> dict[str, Any]:
        """The first question."""
        state = PlanState(task=task, language=language) if language else PlanState(task=task)
        return await self.drive(state)

    async def answer(self, action: str, **more: object) -> dict[str, Any]:
        """Answer what is asked; the next question, or nothing."""
        return await self.reply({"action": action, **more})

    async def reply(self, answer: object) -> dict[str, Any]:
        state = await self.graph.aget_state(self.config)
        asked = [i.id for task in state.tasks for i in task.interrupts]
        return await self.drive(Command(resume={asked[0]: answer}))

    async def drive(self, given: PlanState | Command[Any] | None) -> dict[str, Any]:
        """Go on until something is asked or the run is over; status lines are kept in `told`."""
        async for event in self.graph.astream(given, self.config, stream_mode="custom"):
            if event["type"] == "signoff.status":
                self.told.append(event["text"])
        return await self.question()

    async def question(self) -> dict[str, Any]:
        state = await self.graph.aget_state(self.config)
        found = [i.value for task in state.tasks for i in task.interrupts]
        return found[0] if found else {}

    async def state(self) -> PlanState:
        values: PlanState = (await self.graph.aget_state(self.config)).values  # type: ignore[assignment]  # LangGraph says dict
        return values

    async def result(self) -> str:
        """The result; empty while there is none."""
        return (await self.state()).get("result", "")


def texts(question: Mapping[str, Any]) -> list[str]:
    """The steps of a question."""
    return [item["text"] for item in question["items"]]


def items(*lines: str) -> list[dict[str, str]]:
    """Entries as an edit carries them."""
    return [{"id": str(n), "text": line} for n, line in enumerate(lines, 1)]


def three_steps() -> ScriptedModel:
    """Three steps that are answered without tools."""
    return ScriptedModel(
        planner=[THREE],
        execute=[*ANSWERS],
        select=[{"answer": answer} for answer in ANSWERS],
        replanner=[GO_ON, GO_ON, DONE],
    )
