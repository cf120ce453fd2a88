"""A model that says what a test tells it to and remembers what it was asked; and a driven run."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from graphs.contract import Language
from graphs.model import Ask, Model
from graphs.weekly_report import build
from graphs.weekly_report.state import WeeklyState

M = TypeVar("M", bound=BaseModel)
Reply = str | list[str] | Mapping[str, Any] | Exception
"""A text; lines; the fields of what a step gives; or what is raised."""

NOTES = """\
Login v2 shipped to all 1,200 customers
Checkout errors fell from 2.1% to 0.4%
- Hired Mei for the data team
Security audit blocked for two weeks
Data migration slips to next week, 3 of 5 scripts are done
"""
NOTES_ZH = """\
登录二期已上线，覆盖全部1200家客户
支付失败率从2.1%降到0.4%
组织了两次新人培训，参加人数26人
安全评审被阻塞两周，供应商没有回复
数据迁移完成3/5，其余延期到下周
"""


class ScriptedModel:
    """Plays the replies of each task in order; without any left it answers as offline."""

    offline = False

    def __init__(self, *, input_chars: int = 100_000, **replies: list[Reply]) -> None:
        self.input_chars = input_chars
        self.asked: list[Ask[Any]] = []
        self._replies = defaultdict[str, list[Reply]](list, replies)

    def tasks(self) -> list[str]:
        return [ask.task for ask in self.asked]

    def fail(self, task: str, error: Exception) -> None:
        self._replies[task].append(error)

    def last(self, task: str) -> Ask[Any]:
        return next(ask for ask in reversed(self.asked) if ask.task == task)

    async def text(self, ask: Ask[str]) -> str:
        reply = self._next(ask)
        return ask.offline() if reply is None else str(reply)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        reply = self._next(ask)
        if reply is None:
            return ask.offline()
        fields = reply if isinstance(reply, Mapping) else {"lines": reply}
        return schema.model_validate(fields)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        yield await self.text(ask)

    async def check(self) -> str:
        return "scripted"

    def _next(self, ask: Ask[Any]) -> Reply | None:
        self.asked.append(ask)
        left = self._replies[ask.task]
        reply = left.pop(0) if left else None
        if isinstance(reply, Exception):
            raise reply
        return reply


class Driven:
    """One weekly report on an in-memory saver: start it, answer it, look at it."""

    def __init__(self, model: Model) -> None:
        self._graph = build(model=model, sources={}).compile(checkpointer=InMemorySaver())
        self._config: RunnableConfig = {"configurable": {"thread_id": "weekly"}}

    async def start(self, points: str, language: Language | None = "en") -> dict[str, Any]:
        """The first question."""
        notes = WeeklyState(points=points)
        await self._graph.ainvoke(
            WeeklyState(**notes, language=language) if language else notes, self._config
        )
        return await self.question()

    async def answer(self, action: str, **more: object) -> dict[str, Any]:
        """Answer what is asked; the next question, or nothing."""
        return await self.reply({"action": action, **more})

    async def reply(self, answer: Mapping[str, object] | str) -> dict[str, Any]:
        state = await self._graph.aget_state(self._config)
        asked = [i.id for task in state.tasks for i in task.interrupts]
        await self._graph.ainvoke(Command(resume={asked[0]: answer}), self._config)
        return await self.question()

    async def question(self) -> dict[str, Any]:
        state = await self._graph.aget_state(self._config)
        found = [i.value for task in state.tasks for i in task.interrupts]
        return found[0] if found else {}

    async def state(self) -> WeeklyState:
        values: WeeklyState = (await self._graph.aget_state(self._config)).values  # type: ignore[assignment]  # LangGraph says dict
        return values

    async def waits(self) -> bool:
        return bool((await self._graph.aget_state(self._config)).next)


def lines(question: Mapping[str, Any], key: str) -> list[str]:
    """A section of a question, line by line as shown."""
    section = next(part for part in question["sections"] if part["key"] == key)
    return str(section["value"]).splitlines()
