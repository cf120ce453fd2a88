"""What a research run knows while it runs. Plain JSON types: every checkpoint holds it.

Long texts are not in it: a source has the id of its text (`graphs.texts`).
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar

from typing_extensions import TypedDict

from graphs.budget import Spent, merged
from graphs.contract import Language
from graphs.language import detect

MAX_ROUNDS = 5
"""Plans that people are shown."""
MAX_DRAFTS = 3
"""Drafts in all, and critiques in all."""
LEAST_QUESTIONS = 3
MOST_QUESTIONS = 5
"""What a plan of the model has; people may write more."""
MOST_EDITED = 10
LONGEST_QUESTION = 300
QUOTE_CHARS = 300
CLAIM_CHARS = 300
MOST_CLAIMS = 6
"""Claims of one finding."""
MOST_COMMENTS = 10
COMMENT_CHARS = 3_000
"""What a form takes."""

INTRODUCTION = 0
"""The id of the section before the first question's."""

Cause = Literal["", "search", "model"]
Next = Literal["plan", "review", "research", "recheck", "gaps", "write", "critique", "report"]


class Question(TypedDict):
    """One sub-question of a plan. Ids are 1..n, in order."""

    id: int
    question: str


class Statement(TypedDict):
    """One statement with the id of the source that says so: what a writer gets."""

    text: str
    source: str


class Claim(Statement):
    """The same with the very words of the source."""

    quote: str


class Finding(TypedDict):
    """What research into one question gave. `id` is the question's.

    `cause` tells what failed, "" where nothing did, and `error` says it to people. `dropped`
    claims did not stand in the source they named; `unread` pages could not be opened.
    """

    id: int
    claims: list[Claim]
    found: int
    unread: int
    dropped: int
    foreign: bool
    cause: Cause
    error: str


class SourceRecord(TypedDict):
    """One text that was read. `chars` is its real length; `kept` of them were read.

    `print` is a fingerprint of the text by which near-copies are told.
    """

    id: str
    address: str
    title: str
    text: str
    chars: int
    kept: int
    print: str


class Section(TypedDict):
    """One part of the report, with markers such as [S2.1]. `id` is the question's.

    `unknown` marks and `addresses` were taken out of what the model wrote; `uncited`
    paragraphs carry no mark. `failed`: the model did not write it.
    """

    id: int
    text: str
    unknown: int
    addresses: int
    uncited: int
    foreign: bool
    failed: bool


class Remark(TypedDict):
    """What the critic would have changed in a section."""

    section: int
    text: str


N = TypeVar("N", bound=Mapping[str, Any])


def by_id(old: Sequence[N], new: Sequence[N]) -> list[N]:
    """The reducer: entries by id, newer ones replace. The order of branches does not matter."""
    both: dict[Any, N] = {entry["id"]: entry for entry in (*old, *new)}
    return [both[key] for key in sorted(both)]


class ResearchState(TypedDict, total=False):
    """Where no reducer is named, a field is replaced by the one step that runs at that time."""

    topic: str
    """Never changed."""
    language: Language
    """Never changed. Where it is missing, the topic decides."""
    plan: list[Question]
    """Replaced by each plan of the model, and by an edit."""
    approved: str
    """The digest of the plan that people approved: replaced by each review."""
    round: int
    """How many plans people were shown: replaced by one more with each new plan."""
    plans: int
    """How often the planner ran, failures too: replaced by one more each time."""
    comments: list[str]
    """Every comment so far, oldest first: replaced by itself and one more."""
    notice: str
    """What the next question says first: replaced by each step that asks, and the planner."""
    next: Next
    """Where the run goes: replaced by each step from which more than one way leads."""
    pending: list[int]
    """Ids of what is to be researched or written next: replaced by each step that decides it."""
    tries: int
    """How often questions were tried again: replaced by one more each time."""
    rechecked: bool
    """Whether the model was looked at again after every question had failed: set once."""
    findings: Annotated[list[Finding], by_id]
    """Merged by question, newer ones replace: branches side by side write here."""
    sources: Annotated[list[SourceRecord], by_id]
    """Merged by id, newer ones replace: branches side by side write here."""
    sections: Annotated[list[Section], by_id]
    """Merged by question, newer ones replace: branches side by side write here."""
    drafts: int
    """How many drafts are finished: replaced by one more each time, never added up."""
    remarks: list[Remark]
    """What the last critique said: replaced by each."""
    uncriticised: bool
    """Whether the last critique failed: replaced by each."""
    said: str
    """What the progress shows of a step that runs alone: replaced by each of them."""
    spent: Annotated[dict[str, Spent], merged]
    """Merged by step, newer ones replace: branches side by side write here."""
    grants: int
    """How often people gave the budget once more: replaced by one more each time."""
    stopped: bool
    """Whether people asked for what there is: the model is not asked any more. Set once."""
    report: str
    """The result, Markdown: set once."""
    links: list[str]
    """The web addresses of the references in it, which may be links: set once, with it."""


def language_of(state: ResearchState) -> Language:
    """The language that the run speaks."""
    return state.get("language") or detect(topic_of(state)) or "en"


def topic_of(state: ResearchState) -> str:
    """The topic, on one line."""
    return " ".join(state.get("topic", "").split())


def digest(plan: Sequence[Question]) -> str:
    """Eight hex that name a plan: ids and questions, in order."""
    canonical = "\n".join(f"{q['id']}\t{q['question']}" for q in plan)
    return sha256(canonical.encode()).hexdigest()[:8]


def numbered(questions: Sequence[str]) -> list[Question]:
    """Texts as a plan."""
    return [Question(id=n, question=text) for n, text in enumerate(questions, 1)]


def heard(state: ResearchState, comment: object) -> ResearchState:
    """The comments with one more, where there is one. The newest stay if there are many."""
    if not isinstance(comment, str) or not comment.strip():
        return {}
    said = [*state.get("comments", []), comment.strip()[:COMMENT_CHARS]]
    return {"comments": said[-MOST_COMMENTS:]}
