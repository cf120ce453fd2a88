"""What a plan knows while it runs. Plain JSON types: every checkpoint holds it.

One step at a time runs. What has a reducer is merged by key, so that a step that is driven
twice after a crash replaces its own entry and doubles nothing.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from graphs.budget import Spent, merged
from graphs.contract import Language
from graphs.language import detect

MAX_TASK = 8_000
"""Characters of a task."""
MAX_STEPS = 12
"""Steps of a plan, those that are added later included."""
MAX_REPLANS = 2
"""How often steps may be added to an approved plan."""
MAX_ROUNDS = 5
"""Reviews of a plan."""
TIME_LIMIT_S = 1_200.0
"""Seconds of work, people's time not counted. Looked at before each step."""
DRIVE_LIMIT_S = 1_800.0
"""Between two questions; there a drive fails. One more step with its evaluation fits in between:
two model calls of 120 s, each corrected once, and a tool."""


class Step(TypedDict):
    """One step. `added` after the plan was approved."""

    id: str
    text: str
    added: NotRequired[bool]


class Done(TypedDict):
    """What came of a step. `n` is its number, from 1; `failed`: it has no real result.

    `sources` are addresses; their titles are in `known`.
    """

    id: str
    n: int
    text: str
    result: str
    tool: NotRequired[str]
    sources: NotRequired[list[str]]
    failed: NotRequired[bool]


class Chosen(TypedDict):
    """How the step of that id is to be done: by a tool, or with this answer."""

    id: str
    tool: str
    arguments: dict[str, str]
    answer: str


Stopped = Literal["", "budget", "time", "steps"]


def by_id(old: list[Done], new: list[Done]) -> list[Done]:
    """The reducer of `completed`: one entry a step, in the order of the plan."""
    entries = {done["id"]: done for done in [*old, *new]}
    return sorted(entries.values(), key=lambda done: done["n"])


def by_key(old: dict[str, float], new: dict[str, float]) -> dict[str, float]:
    """The reducer of `took`: entries by key, newer ones replace."""
    return {**old, **new}


def titles(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """The reducer of `known`: titles by address, newer ones replace."""
    return {**old, **new}


class PlanState(TypedDict, total=False):
    """Each step returns what it changes; without a reducer that replaces what was there."""

    shown: str
    """What people see of the last step that ended: replaced by each. The first key, so that
    it is what a preview takes."""
    task: str
    """As it came. Never changed."""
    language: Language
    """Never changed. Where it is missing, the task decides."""
    plan: list[Step]
    """Replaced by each draft, by an edit, and by itself and more steps at the end."""
    remarks: list[str]
    """What people should know of the draft, a sentence each: replaced by each draft."""
    unsplit: bool
    """Whether the draft is the task itself: replaced by each draft."""
    comments: list[str]
    """Every comment so far, oldest first: replaced by itself and one more."""
    round: int
    """Which review this is, from 1: replaced by one more at each revision."""
    approved: bool
    """Whether the last review said yes: replaced by each review."""
    digest: str
    """Of the plan that was approved: set once."""
    notice: str
    """Why the same is asked again: replaced by each review."""
    index: int
    """How many steps were done: replaced by one more. The next one is `plan[index]`."""
    chosen: Chosen
    """How the next step is done: replaced before each."""
    completed: Annotated[list[Done], by_id]
    """What came of the steps: merged by id, newer ones replace."""
    known: Annotated[dict[str, str], titles]
    """Titles by address that searches found: merged by address."""
    replans: int
    """How often steps were added: replaced by one more."""
    spent: Annotated[dict[str, Spent], merged]
    """What each step took of the model: merged by the step's key."""
    took: Annotated[dict[str, float], by_key]
    """Seconds that each step took: merged by the step's key."""
    grants: int
    """How often people let it spend as much again: replaced by one more."""
    stopped: Stopped
    """Which bound ended it early: replaced where it is reached."""
    result: str
    """Markdown, not empty = done: set once."""


def language_of(state: PlanState) -> Language:
    """The language that the run speaks."""
    return state.get("language") or detect(state.get("task", "")) or "en"


def steps(texts: Iterable[str], *, first: int = 1, added: bool = False) -> list[Step]:
    """Steps with ids of their own, from a number on."""
    numbered = enumerate(texts, first)
    if added:
        return [Step(id=f"added-{n}", text=text, added=True) for n, text in numbered]
    return [Step(id=str(n), text=text) for n, text in numbered]


def digest(plan: Iterable[Step]) -> str:
    """Eight characters that stand for the texts of a plan, in their order."""
    texts = "\n".join(" ".join(step["text"].split()) for step in plan)
    return sha256(texts.encode()).hexdigest()[:8]


def seconds(took: Mapping[str, float]) -> float:
    """All of the work so far."""
    return sum(took.values())


def achieved(completed: Iterable[Done]) -> int:
    """How many steps have a real result."""
    return sum(not done.get("failed") for done in completed)


def all_done(state: PlanState) -> bool:
    """Whether no step of the plan is left."""
    return state.get("index", 0) >= len(state.get("plan", []))
