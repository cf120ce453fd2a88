"""A model that says what a test tells it to, and a polishing run on an in-memory saver."""

from collections.abc import Mapping
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from graphs.contract import Language
from graphs.model import Model
from graphs.polish import build
from graphs.polish.state import PolishState

M = TypeVar("M", bound=BaseModel)
Reply = Mapping[str, object] | Exception

TEXT = (
    "Hello team. We are very happy that Mei shipped 3 fixes on Monday. "
    "The the notes are at https://docs.example/notes, please read them. Bye."
)
HAPPY = "very happy"
DOUBLE = "The the notes"


def remark(passage: str, why: str = "It reads badly.", direction: str = "Reword it.") -> Any:  # noqa: ANN401 - any JSON
    return {"passage": passage, "why": why, "direction": direction}


def found(*quoted: str) -> Reply:
    """What the look for problems gives."""
    return {"problems": [remark(passage) for passage in quoted]}


def wordings(*texts: str) -> Reply:
    """What rewording gives, numbered from 1."""
    return {"passages": [{"number": n, "text": text} for n, text in enumerate(texts, 1)]}


class Driven:
    """One run: start it, answer it, look at it."""

    def __init__(self, model: Model) -> None:
        self._graph = build(model=model, sources={}).compile(checkpointer=InMemorySaver())
        self._config: RunnableConfig = {"configurable": {"thread_id": "polish"}}

    async def start(self, text: str = TEXT, language: Language | None = "en") -> dict[str, Any]:
        """The first question, or nothing."""
        given = PolishState(text=text)
        await self._graph.ainvoke(
            PolishState(**given, language=language) if language else given, self._config
        )
        return await self.question()

    async def answer(self, action: str, **more: object) -> dict[str, Any]:
        """Answer what is asked; the next question, or nothing."""
        return await self.reply({"action": action, **more})

    async def choose(self, *ids: str) -> dict[str, Any]:
        """Fix these."""
        return await self.answer("answer", answers={"problems": list(ids)})

    async def reply(self, answer: object) -> dict[str, Any]:
        state = await self._graph.aget_state(self._config)
        asked = [i.id for task in state.tasks for i in task.interrupts]
        await self._graph.ainvoke(Command(resume={asked[0]: answer}), self._config)
        return await self.question()

    async def question(self) -> dict[str, Any]:
        state = await self._graph.aget_state(self._config)
        listed = [i.value for task in state.tasks for i in task.interrupts]
        return listed[0] if listed else {}

    async def again(self) -> dict[str, Any]:
        """Go on where a step failed."""
        await self._graph.ainvoke(None, self._config)
        return await self.question()

    async def state(self) -> PolishState:
        values: PolishState = (await self._graph.aget_state(self._config)).values  # type: ignore[assignment]  # LangGraph says dict
        return values

    async def result(self) -> str:
        return (await self.state())["result"]

    async def biggest(self) -> int:
        """Bytes of the largest checkpoint, as the saver writes it."""
        saver = InMemorySaver()
        history = [s async for s in self._graph.aget_state_history(self._config)]
        return max(len(saver.serde.dumps_typed(s.values)[1]) for s in history)


def polished_text(result: str) -> str:
    """The text that a result gives: what stands between its title and the next heading."""
    return result.split("\n\n", 1)[1].split("\n\n## ", 1)[0]


def passages_shown(question: Mapping[str, Any]) -> list[str]:
    """The quoted passages of a question."""
    sections = [part for part in question["sections"] if part["key"] != "tone"]
    return [str(part["value"]).splitlines()[0].strip("“”") for part in sections]
