"""What polishing knows while it runs. Plain JSON types: every checkpoint holds it."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from graphs.budget import Spent, merged
from graphs.contract import Language
from graphs.language import detect

MAX_CHARS = 20_000
"""Characters of a text."""
MAX_ROUNDS = 3
MOST = 12
"""Problems that are shown at once: what one card has room for."""

Decision = Literal["", "fix", "leave", "again", "retry"]


class Problem(TypedDict):
    """One thing to fix. `passage` is what stands in the text at `start`, to the letter."""

    id: str
    passage: str
    start: int
    why: str
    direction: str


class Rewrite(TypedDict):
    """A new text for the characters from `start` to `end` of the original."""

    start: int
    end: int
    text: str


class PolishState(TypedDict, total=False):
    """Each step returns what it changes. All but `spent` replaces what was there.

    One step at a time runs, so only `spent` has a reducer; and a step that is driven
    twice after a crash cannot double anything.
    """

    text: str
    """The text, as it came. Never changed."""
    language: Language
    """Never changed. Where it is missing, the text decides."""
    tone: str
    """One sentence: set by the first step, and again when that is tried again."""
    purpose: str
    """The same."""
    found: str
    """One line on what was found: replaced by each look at the text."""
    notes: str
    """What people should know about the look, a line each: replaced by each look."""
    problems: list[Problem]
    """Replaced by each look at the text that finds something."""
    round: int
    """Which choice this is, from 1: replaced by one more at each revision."""
    feedback: list[str]
    """Every comment so far, oldest first: replaced by itself and one more."""
    warnings: dict[str, str]
    """What failed, by step: replaced by itself with one step changed."""
    decision: Decision
    """What the last choice was: replaced by each. Empty: asked again."""
    picked: str
    """One line on what was chosen: replaced by each choice that goes on."""
    retry: str
    """The step that is tried again, empty otherwise: replaced by each choice."""
    notice: str
    """What people are told when their last answer could not be used and the same is asked
    again: replaced by each choice."""
    chosen: list[str]
    """Ids of the problems to fix: replaced by each choice."""
    done: str
    """One line on what was rewritten: set once."""
    rewrites: list[Rewrite]
    """What is put into the text, in its order: set once."""
    refused: dict[str, str]
    """Why a chosen problem was not fixed, by its id: set once."""
    undone: int
    """Changes elsewhere that were not taken: set once."""
    result: str
    """The result, Markdown: set once."""
    spent: Annotated[dict[str, Spent], merged]
    """What each step took, by step and round: merged by key, a newer entry replaces."""


def language_of(state: PolishState) -> Language:
    """The language that the run speaks."""
    return state.get("language") or detect(state.get("text", "")) or "en"


def warned(state: PolishState, step: str, warning: str) -> dict[str, str]:
    """The warnings with this step's replaced; an empty one takes it away."""
    others = {key: text for key, text in state.get("warnings", {}).items() if key != step}
    return {**others, step: warning} if warning else others


def polished(text: str, rewrites: list[Rewrite]) -> str:
    """The text with the rewrites put in. Everything else stays to the letter."""
    pieces, at = [], 0
    for rewrite in sorted(rewrites, key=lambda one: one["start"]):
        pieces += [text[at : rewrite["start"]], rewrite["text"]]
        at = rewrite["end"]
    return "".join([*pieces, text[at:]])
