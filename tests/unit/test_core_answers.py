"""What a person decided becomes what `interrupt()` returns."""

from bot.core.answers import answer
from bot.core.model import Action, Decision, Question, Section

QUESTION = Question(
    kind="report_review",
    title="Week 48",
    sections=(Section("highlights", "Highlights", "- shipped"), Section("risks", "Risks", "none")),
)


def decision(
    action: Action, *, comment: str = "", values: dict[str, str] | None = None
) -> Decision:
    return Decision(
        action=action, by="U1", at=1_764_000_000_000, comment=comment, values=values or {}
    )


def test_an_approval_says_who_and_when() -> None:
    assert answer(QUESTION, decision(Action.APPROVE)) == {
        "action": "approve",
        "by": {"user": "U1"},
        "at": "2025-11-24T16:00:00+00:00",
    }


def test_a_revision_carries_the_comment() -> None:
    assert answer(QUESTION, decision(Action.REVISE, comment="shorter"))["comment"] == "shorter"


def test_an_edit_carries_only_sections_that_the_question_has() -> None:
    given = {"risks": "one", "elsewhere": "x"}
    assert answer(QUESTION, decision(Action.EDIT, values=given))["values"] == {"risks": "one"}


def test_an_edit_without_changes_is_still_an_edit() -> None:
    assert answer(QUESTION, decision(Action.EDIT))["values"] == {}


def test_values_of_anything_but_an_edit_are_dropped() -> None:
    assert "values" not in answer(QUESTION, decision(Action.APPROVE, values={"risks": "one"}))
