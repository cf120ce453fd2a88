"""What is handed to each branch: only what that branch needs. Pure."""

from langgraph.types import Send
from typing_extensions import TypedDict

from graphs.contract import Language
from graphs.research.researching import Task
from graphs.research.state import (
    Finding,
    Question,
    Remark,
    ResearchState,
    Statement,
    digest,
    language_of,
    topic_of,
)


class WritingTask(TypedDict):
    """One section to write. `by_code`: the model is not asked any more."""

    topic: str
    question: Question
    language: Language
    comments: list[str]
    claims: list[Statement]
    remarks: list[Remark]
    earlier: str
    draft: int
    by_code: bool


def to_research(state: ResearchState) -> list[Send]:
    """A branch for each pending question of the plan that was approved, and of no other."""
    plan, pending = state.get("plan", []), state.get("pending", [])
    if state.get("approved") != digest(plan):
        return []
    return [
        Send(
            "research",
            Task(
                topic=topic_of(state),
                question=question,
                language=language_of(state),
                comments=state.get("comments", []),
                attempt=state.get("tries", 0),
            ),
        )
        for question in plan
        if question["id"] in pending
    ]


def to_write(state: ResearchState) -> list[Send]:
    """A branch for each pending section that has claims to write from."""
    claims = {f["id"]: _statements(f) for f in state.get("findings", [])}
    earlier = {section["id"]: section["text"] for section in state.get("sections", [])}
    pending = state.get("pending", [])
    return [
        Send(
            "write",
            WritingTask(
                topic=topic_of(state),
                question=question,
                language=language_of(state),
                comments=state.get("comments", []),
                claims=claims[number],
                remarks=[r for r in state.get("remarks", []) if r["section"] == number],
                earlier=earlier.get(number, ""),
                draft=state.get("drafts", 0) + 1,
                by_code=state.get("stopped", False),
            ),
        )
        for question in state.get("plan", [])
        if (number := question["id"]) in pending and claims.get(number)
    ]


def _statements(finding: Finding) -> list[Statement]:
    """Without the quotes: each checkpoint holds what is handed over as well."""
    return [Statement(text=c["text"], source=c["source"]) for c in finding["claims"]]
