"""Minutes on an in-memory saver, with a model that says what a test tells it to."""

from collections.abc import Mapping
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from graphs.budget import Limits
from graphs.contract import Language
from graphs.minutes import build
from graphs.minutes.state import MinutesState
from graphs.model import Model
from graphs.texts import Texts, TextsInMemory

M = TypeVar("M", bound=BaseModel)
Reply = str | Mapping[str, object] | Exception

SHORT = """\
Ana: Today's agenda: the release date and hiring.
Ben: 14 of 16 bugs are fixed.
Ana: Then we agreed to release on 4 December.
Ben: I will fix the last two bugs by Wednesday.
Chen: Hiring goes slowly.
"""
SHORT_ZH = """\
ana：今天的议题有：发布日期和招聘。
ben：16个缺陷修好了14个。
ana：那就决定12月4日发布。
ben：我会在周三前修好最后两个缺陷。
chen：招聘进展不快。
"""
TOPICS = {"participants": ["Ana", "Ben", "Chen"], "topics": ["Release date", "Hiring"]}
NOTHING: Mapping[str, object] = {"conclusions": []}


def concluded(*pairs: tuple[str, int]) -> Reply:
    """What a model answers to the second step."""
    return {"conclusions": [{"text": text, "topic": topic} for text, topic in pairs]}


def todos(*listed: Mapping[str, str]) -> Reply:
    """What a model answers to the third step."""
    return {"actions": list(listed)}


FIX = {
    "what": "Fix the last two bugs",
    "owner": "Ben",
    "due": "Wednesday",
    "quote": "I will fix the last two bugs by Wednesday.",
}


class Driven:
    """One run: start it, answer it, look at it."""

    def __init__(
        self, model: Model, *, texts: Texts | None = None, limits: Limits | None = None
    ) -> None:
        self.saver = InMemorySaver()
        self.texts = texts or TextsInMemory()
        built = build(model=model, sources={"texts": self.texts, "limits": limits or Limits()})
        self._graph = built.compile(checkpointer=self.saver)
        self.config: RunnableConfig = {"configurable": {"thread_id": "minutes"}}

    async def start(
        self, transcript: str = SHORT, language: Language | None = "en"
    ) -> dict[str, Any]:
        """The first question."""
        given = MinutesState(transcript=transcript)
        await self._graph.ainvoke(
            MinutesState(**given, language=language) if language else given, self.config
        )
        return await self.question()

    async def answer(self, action: str, **more: object) -> dict[str, Any]:
        """Answer what is asked; the next question, or nothing."""
        return await self.reply({"action": action, **more})

    async def reply(self, answer: object) -> dict[str, Any]:
        state = await self._graph.aget_state(self.config)
        asked = [i.id for task in state.tasks for i in task.interrupts]
        await self._graph.ainvoke(Command(resume={asked[0]: answer}), self.config)
        return await self.question()

    async def question(self) -> dict[str, Any]:
        state = await self._graph.aget_state(self.config)
        found = [i.value for task in state.tasks for i in task.interrupts]
        return found[0] if found else {}

    async def state(self) -> MinutesState:
        values: MinutesState = (await self._graph.aget_state(self.config)).values  # type: ignore[assignment]  # LangGraph says dict
        return values

    async def gists(self) -> list[str]:
        """What each step left for those who watch, in order."""
        past = [s.values async for s in self._graph.aget_state_history(self.config)]
        found = [values["gist"] for values in reversed(past) if "gist" in values]
        return list(dict.fromkeys(found))

    async def result(self) -> str:
        """The minutes."""
        return (await self.state())["minutes"]


def section(question: Mapping[str, Any], key: str) -> dict[str, str]:
    """A section of a question."""
    found: dict[str, str] = next(part for part in question["sections"] if part["key"] == key)
    return found


def lines(question: Mapping[str, Any], key: str) -> list[str]:
    """A section of a question, line by line as shown."""
    return section(question, key)["value"].splitlines()


def items(question: Mapping[str, Any]) -> list[str]:
    """The entries of a question."""
    return [item["text"] for item in question.get("items", [])]
