"""What a run may spend on its model: counted at each step, asked about when it is used up.

A step makes a `Meter` of the model, and returns what it spent under a key of its own:

    meter = Meter(model)
    ...
    return {"spent": {"planner:1": meter.spent()}}

The state's `spent` is merged by `merged`: a step that is driven again replaces its own count.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel
from typing_extensions import TypedDict

from graphs.contract import Answer, GatePayload, Language, UsageEvent
from graphs.events import counted
from graphs.model import Ask, Model, ModelError

M = TypeVar("M", bound=BaseModel)


class Spent(TypedDict):
    """What something took. `cost` is in US dollars, 0 where prices are unknown."""

    calls: int
    tokens: int
    cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may spend before people are asked. None: without a bound."""

    calls: int | None = 120
    tokens: int | None = 400_000
    cost: float | None = None


def merged(old: Mapping[str, Spent], new: Mapping[str, Spent]) -> dict[str, Spent]:
    """The reducer: entries by key, newer ones replace. Any order of branches gives the same."""
    return {**old, **new}


def total(spent: Mapping[str, Spent]) -> Spent:
    """All of it."""
    each = spent.values()
    return Spent(
        calls=sum(s["calls"] for s in each),
        tokens=sum(s["tokens"] for s in each),
        cost=sum(s["cost"] for s in each),
    )


def used_up(spent: Mapping[str, Spent], limits: Limits, *, grants: int = 0) -> bool:
    """Whether a bound is reached; every grant of people adds the whole budget once more."""
    so_far, times = total(spent), 1 + grants
    pairs = (
        (so_far["calls"], limits.calls),
        (so_far["tokens"], limits.tokens),
        (so_far["cost"], limits.cost),
    )
    return any(bound is not None and amount >= bound * times for amount, bound in pairs)


def question(language: Language, spent: Mapping[str, Spent], *, done: str) -> GatePayload:
    """Ask whether to go on. `done` says in one sentence what there is so far."""
    said, so_far = _WORDS[language], total(spent)
    cost = said["cost"].format(cost=so_far["cost"]) if so_far["cost"] else ""
    used = said["used"].format(calls=so_far["calls"], tokens=so_far["tokens"], cost=cost)
    return GatePayload(
        type="budget",
        title=said["title"],
        summary=f"{used}\n{done}",
        actions=["approve", "skip"],
        labels={"approve": said["go_on"], "skip": said["deliver"]},
    )


def goes_on(answer: Answer | object) -> bool:
    """Whether people let the run spend as much again."""
    return isinstance(answer, Mapping) and answer.get("action") == "approve"


def delivers(answer: Answer | object) -> bool:
    """Whether people take what there is. What is neither this nor `goes_on` is asked again."""
    return isinstance(answer, Mapping) and answer.get("action") == "skip"


class BudgetSpentError(ModelError):
    """The budget of the run is used up, so the model was not asked."""


class Meter:
    """A model that counts what is asked of it.

    With `limits` it asks nothing more once these and what was spent `before` are used up:
    BudgetSpentError, which a step treats as any failure of its model.
    """

    def __init__(
        self,
        model: Model,
        *,
        limits: Limits | None = None,
        before: Mapping[str, Spent] | None = None,
    ) -> None:
        self._model = model
        self._limits = limits
        self._before = before or {}
        self._questions = 0
        self._events: list[UsageEvent] = []

    @property
    def offline(self) -> bool:
        """Whether this is plain code in place of a language model."""
        return self._model.offline

    @property
    def input_chars(self) -> int:
        """How many characters of material fit into one prompt."""
        return self._model.input_chars

    async def text(self, ask: Ask[str]) -> str:
        """A complete text, counted."""
        self._count()
        with counted(self._events.append):
            return await self._model.text(ask)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        """A typed value, counted."""
        self._count()
        with counted(self._events.append):
            return await self._model.structured(schema, ask)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        """A text in pieces; it counts as one call."""
        self._count()
        async for piece in self._model.stream(ask):
            yield piece

    async def check(self) -> str:
        """As the model says."""
        return await self._model.check()

    def _count(self) -> None:
        so_far = {**self._before, "": self.spent()}
        if self._limits is not None and used_up(so_far, self._limits):
            raise BudgetSpentError("The budget of this run is used up.")
        self._questions += 1

    def spent(self) -> Spent:
        """What was spent through this meter: a repaired answer took more than one call."""
        events = self._events
        return Spent(
            calls=max(self._questions, len(events)),
            tokens=sum(e["input_tokens"] + e["output_tokens"] for e in events),
            cost=sum(e["cost"] or 0.0 for e in events),
        )


_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "title": "The budget of this run is used up",
        "used": "So far: {calls:,} model calls, {tokens:,} tokens{cost}.",
        "cost": ", ${cost:.2f}",
        "go_on": "Go on, as much again",
        "deliver": "Deliver what there is",
    },
    "zh": {
        "title": "这次运行的预算用完了",
        "used": "目前用了 {calls:,} 次模型调用、{tokens:,} 个 token{cost}。",
        "cost": "，约 {cost:.2f} 美元",
        "go_on": "继续，再给一份预算",
        "deliver": "就用现有的结果",
    },
}
