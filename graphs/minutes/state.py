"""What minutes know while they are made. Plain JSON types: every checkpoint holds it."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from typing_extensions import TypedDict

from graphs.budget import Spent, merged
from graphs.contract import Language
from graphs.language import detect

MAX_ROUNDS = 3
BEGINNING = 2_000
"""Characters of a transcript that stay in the state; a longer one is put away."""

Step = Literal["topics", "conclusions", "actions"]
STEPS: tuple[Step, ...] = get_args(Step)
Part = Literal["participants", "topics", "conclusions", "actions"]
PARTS: tuple[Part, ...] = get_args(Part)


class Conclusion(TypedDict):
    """What was agreed, and the topic that it belongs to; "" for none."""

    text: str
    topic: str


class Action(TypedDict):
    """What somebody is to do.

    `owner` and `due` are "" where nobody said; `quote` is what was said, "" where people
    added the action; `source` says where the quote is from.
    """

    what: str
    id: str
    owner: str
    due: str
    quote: str
    source: Literal["transcript", "comment", ""]


class MinutesState(TypedDict, total=False):
    """Each step returns what it changes, and that replaces what was there, but for `spent`.

    One step at a time runs, so nothing else needs a reducer; and a step that is driven
    twice after a crash cannot double anything.
    """

    transcript: str
    """As it came. A long one is replaced once, by its beginning, when it is put away."""
    text_id: str
    """Where the whole of a long transcript is: set once. "" for a short one."""
    chars: int
    """How long the whole transcript is: set once."""
    read: int
    """How many characters the last step read: replaced by each step."""
    language: Language
    """Never changed. Where it is missing, the transcript decides, once."""
    speakers: list[str]
    """Who speaks in the transcript, by plain code: set once. Empty where it does not say."""
    participants: list[str]
    """Replaced by each draft, and by an edit."""
    topics: list[str]
    """Replaced by each draft, and by an edit."""
    conclusions: list[Conclusion]
    """Replaced by each draft, and by an edit."""
    actions: list[Action]
    """Replaced by each draft, and by an edit. Entries of a draft have ids of their places."""
    warnings: dict[str, str]
    """What is wrong with a part, by section: replaced by itself with one part changed."""
    failed: list[Step]
    """The steps that failed last time: replaced by itself with one step added or taken out."""
    removed: list[Part]
    """The parts that people emptied: replaced by each edit."""
    feedback: list[str]
    """Every comment so far, oldest first: replaced by itself and one more."""
    round: int
    """Which review this is, from 1: replaced by one more at each revision."""
    approved: bool
    """Whether the last review said yes: replaced by each review."""
    again: Step | Literal[""]
    """The one step that is to be tried again: replaced by each review."""
    notice: str
    """What people are told when their last answer could not be used and the same is asked
    again: replaced by each review."""
    spent: Annotated[dict[str, Spent], merged]
    """What each step took, by step and number: merged by key, newer entries replace."""
    gist: str
    """What the last step found, in a line for those who watch: replaced by each step."""
    minutes: str
    """The result, Markdown: set once."""


def language_of(state: MinutesState) -> Language:
    """The language that the run speaks."""
    return state.get("language") or detect(state.get("transcript", "")) or "en"


def warned(state: MinutesState, part: str, warning: str) -> dict[str, str]:
    """The warnings with this part's replaced; an empty one takes it away."""
    others = {key: text for key, text in state.get("warnings", {}).items() if key != part}
    return {**others, part: warning} if warning else others


def without(state: MinutesState, step: Step) -> list[Step]:
    """The failed steps but this one."""
    return [name for name in state.get("failed", []) if name != step]


def counted(state: MinutesState, step: str, spent: Spent) -> Mapping[str, Spent]:
    """What a step took, under a key that a step which is driven again after a crash has again."""
    times = sum(key.partition(":")[0] == step for key in state.get("spent", {}))
    return {f"{step}:{times + 1}": spent}
