"""What a weekly report knows while it runs. Plain JSON types: every checkpoint holds it."""

from typing_extensions import TypedDict

from graphs.contract import Language
from graphs.language import detect

MAX_ROUNDS = 3


class WeeklyState(TypedDict, total=False):
    """Each step returns what it changes, and what it returns replaces what was there.

    One step at a time runs, so nothing needs a reducer; and a step that is driven
    twice after a crash cannot double anything.
    """

    points: str
    """The notes, as they came. Never changed."""
    language: Language
    """Never changed. Where it is missing, the notes decide."""
    highlights: list[str]
    """Replaced by each draft, and by an edit."""
    risks: list[str]
    """Replaced by each draft, and by an edit. The fixed sentence alone when there is none."""
    feedback: list[str]
    """Every comment so far, oldest first: replaced by itself and one more."""
    round: int
    """Which review this is, from 1: replaced by one more at each revision."""
    warnings: dict[str, str]
    """What is wrong with a part, by section: replaced by itself with one part changed."""
    approved: bool
    """Whether the last review said yes: replaced by each review."""
    notice: str
    """What people are told when their last answer could not be used and the same is asked
    again: replaced by each review."""
    report: str
    """The result, Markdown: set once."""


def language_of(state: WeeklyState) -> Language:
    """The language that the run speaks."""
    return state.get("language") or detect(state.get("points", "")) or "en"


def warned(state: WeeklyState, part: str, warning: str) -> dict[str, str]:
    """The warnings with this part's replaced; an empty one takes it away."""
    others = {key: text for key, text in state.get("warnings", {}).items() if key != part}
    return {**others, part: warning} if warning else others
