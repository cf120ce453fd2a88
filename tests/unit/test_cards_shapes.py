"""The cards of questions in every vocabulary, their forms, and what is decided with them."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards import edits, entered, gate_forms, ids, modals
from bot.cards.edits import Edited
from bot.cards.render import render
from bot.core.fields import REST
from bot.core.model import FailureKind, Gate, GateState, Run
from bot.core.payloads import question
from bot.core.ports.messenger import Message
from bot.core.question import Action, Choice, Decision, Item, Question, Section
from graphs.contract import LANGUAGES, Language
from tests.unit.cards_forms import field, inputs, submitted
from tests.unit.cards_limits_check import buttons, check_message, check_view, texts
from tests.unit.cards_rows import MAIL, at_breakpoint, gate_of, tools
from tests.unit.cards_samples import (
    AT,
    BEN,
    FAILURE,
    GATE,
    MINUTE,
    RUN,
    WEEKLY,
    chinese,
    outline,
    snapshot,
)

LIVE = replace(RUN, offline=False)
PLAN = question(
    {
        "type": "plan",
        "title": "Check the plan",
        "summary": "For the next sprint",
        "sections": [{"key": "goal", "label": "Goal", "value": "Faster sign-in"}],
        "items": [{"id": "a", "text": "Measure", "hours": 2}, {"id": "b", "text": "Fix\nall"}],
        "actions": ["approve", "edit", "skip", "reject"],
    },
    node="plan",
)
ASKED = question(
    {
        "type": "ask",
        "title": "Before I go on",
        "questions": [
            {"id": "who", "label": "Who tests?", "kind": "person"},
            {
                "id": "env",
                "label": "Where?",
                "kind": "choice",
                "options": ["staging", "production"],
            },
            {"id": "when", "label": "When?", "kind": "date", "required": False},
            {"id": "how", "label": "How?", "kind": "several", "options": ["by hand", "in CI"]},
            {"id": "n", "label": "How often?", "kind": "number", "default": 2},
        ],
    },
    node="ask",
)
SCHEMA = {
    "type": "object",
    "properties": {
        "ok": {"type": "boolean", "title": "Is it right?"},
        "limit": {"type": "integer", "title": "Limit", "maximum": 10},
    },
    "required": ["ok"],
}
ANYTHING = question({"draft": "Hello", "score": 0.5}, node="review")
STATE = {"draft": "Hello", "tries": 2, "open": True, "notes": [], "extra": {"a": 1}}


def card(gate: Gate, *, run: Run = LIVE) -> Message:
    [found] = [m for m in render(snapshot(run, gate), WEEKLY) if m.slot == f"gate:{gate.key}"]
    check_message(found)
    return found


def decided(
    asked: Question,
    action: Action,
    *,
    comment: str = "",
    values: Mapping[str, object] | None = None,
    items: tuple[Item, ...] | None = None,
) -> Gate:
    decision = Decision(action, BEN, AT + 5 * MINUTE, comment, values or {}, items=items)
    return gate_of(asked, state=GateState.APPLIED, decision=decision)


def checked(view: modals.View) -> modals.View:
    check_view(view)
    return view


# Our own vocabulary


def test_a_list_is_numbered_and_every_action_has_its_button() -> None:
    assert outline(card(gate_of(PLAN))) == expect("""\
(Check the plan · @ana, this needs your decision)
# Check the plan
~ @ana, this needs your decision
For the next sprint
*Goal*
Faster sign-in
*Entries*
1. Measure
2. Fix
    all
[Approve] [Edit…] [Skip] [Reject…] [Cancel]\
""")
    every = replace(PLAN, actions=tuple(Action), fields=ASKED.fields)
    assert outline(card(gate_of(every))).splitlines()[-1] == expect(
        "[Approve] [Answer…] [Revise…] [Edit…] [Skip] [Reject…] [Cancel]"
    )
    assert outline(card(gate_of(every), run=chinese(LIVE))).splitlines()[-1] == expect(
        "[批准] [回答…] [退回修改…] [编辑…] [跳过] [否决…] [取消]"
    )


def test_a_graph_names_its_list_on_the_card_and_in_its_form() -> None:
    named = replace(PLAN, items_label="Steps <!channel>")
    assert "\n*Steps &lt;!channel&gt;*\n1. Measure\n" in outline(card(gate_of(named)))
    view = checked(gate_forms.edit_form(LIVE, gate_of(named), language="en"))
    assert "Steps <!channel>" in list(texts(view))


def test_the_edit_form_has_the_entries_one_a_line() -> None:
    view = checked(gate_forms.edit_form(LIVE, gate_of(PLAN), language="en"))
    assert list(texts(view))[3:] == expect(
        [
            "Goal",
            "Faster sign-in",
            "Entries",
            """\
Measure
"Fix\\nall"\
""",
            "One entry a line.",
            "Approve",
        ]
    )
    untouched = gate_forms.read_edit(PLAN, submitted(view)).values
    assert edits.taken(PLAN, untouched) == Edited({"goal": "Faster sign-in"}, PLAN.items)
    typed = submitted(view, {"Entries": "Ask\nMeasure\nFix all now", "Goal": None})
    assert edits.taken(PLAN, gate_forms.read_edit(PLAN, typed).values) == Edited(
        {"goal": ""},
        (
            Item("new-1", "Ask"),
            Item("a", "Measure", {"hours": 2}),
            Item("b", "Fix all now"),
        ),
    )
    emptied = gate_forms.read_edit(PLAN, submitted(view, {"Entries": None})).values
    assert edits.taken(PLAN, emptied).items == ()


def test_an_edited_list_is_shown_as_it_was_left() -> None:
    values = {"goal": "Faster sign-in"}
    gate = decided(PLAN, Action.EDIT, values=values, items=(Item("new-1", "Ship"),))
    assert outline(card(gate)).splitlines()[3:] == expect(
        [
            "*Goal*",
            "Faster sign-in",
            "*Entries* · edited",
            "1. Ship",
            "✎ Edited and approved by @ben · 14:05",
        ]
    )
    emptied = decided(PLAN, Action.EDIT, values=values, items=())
    assert "*Entries* · edited\n(empty)" in outline(card(emptied))
    kept = decided(PLAN, Action.EDIT, values=values, items=PLAN.items)
    assert "edited" not in outline(card(kept)).replace("Edited", "")


def test_what_was_rejected_or_skipped_says_so() -> None:
    rejected = decided(PLAN, Action.REJECT, comment="Too soon")
    assert outline(card(rejected)).splitlines()[-2:] == expect(
        ["✕ Rejected by @ben · 14:05", "“Too soon”"]
    )
    assert outline(card(decided(PLAN, Action.SKIP))).splitlines()[-1] == expect(
        "⤼ Skipped by @ben · 14:05"
    )
    form = checked(modals.reject_form(LIVE, gate_of(PLAN), WEEKLY, language="en"))
    assert list(texts(form)) == expect(
        [
            "Reject",
            "Close",
            "You are rejecting *Check the plan*.",
            "Why?",
            "The run gets to know it. You can leave it empty.",
            "Reject",
        ]
    )
    assert inputs(form)[0]["optional"]


def test_questions_are_asked_in_a_form_and_the_answers_are_shown() -> None:
    gate = gate_of(ASKED)
    assert outline(card(gate)).splitlines()[1:] == expect(
        ["# Before I go on", "~ @ana, this needs your decision", "[Answer…] [Cancel]"]
    )
    view = checked(gate_forms.answer_form(LIVE, gate, WEEKLY, language="en"))
    assert [block["label"]["text"] for block in inputs(view)] == expect(
        ["Who tests?", "Where?", "When?", "How?", "How often?"]
    )
    typed = {"Who tests?": BEN, "Where?": "production", "How?": ["by hand", "in CI"]}
    found = gate_forms.read_answer(ASKED, submitted(view, typed))
    assert found.values == expect(
        {"who": "U0BEN", "env": "production", "how": ["by hand", "in CI"], "n": 2}
    )
    answered = decided(ASKED, Action.ANSWER, values=found.values)
    assert outline(card(answered)).splitlines()[2:] == expect(
        [
            "*↳ Who tests?* @ben",
            "*↳ Where?*",
            "production",
            "*↳ How?*",
            "by hand, in CI",
            "*↳ How often?*",
            "2",
            "✓ Answered by @ben · 14:05",
        ]
    )
    missing = gate_forms.read_answer(ASKED, submitted(view)).problems
    assert entered.errors(gate_forms.answer_fields(ASKED), missing, "en") == expect(
        {"f0#0": "Fill this in.", "f1#0": "Fill this in.", "f3#0": "Fill this in."}
    )


def test_an_answer_that_nothing_in_particular_was_asked_for_is_one_text() -> None:
    asked = question({"title": "Anything else?", "actions": ["answer"]}, node="ask")
    view = checked(gate_forms.answer_form(LIVE, gate_of(asked), WEEKLY, language="zh"))
    found = gate_forms.read_answer(asked, submitted(view, {"你的回答": "没有"}))
    assert found.values == {"answer": "没有"}
    assert "*↳ Your answer*\n没有" in outline(
        card(decided(asked, Action.ANSWER, values=found.values))
    )


def test_more_questions_than_a_form_holds_are_answered_as_json() -> None:
    many = [{"id": f"q.{n}", "label": f"Q{n}", "default": "x" * 5_000} for n in range(40)]
    asked = question({"title": "All of it", "questions": many}, node="ask")
    view = checked(gate_forms.answer_form(LIVE, gate_of(asked), WEEKLY, language="en"))
    assert "A form has no room for all of it, so it is one field of JSON." in list(texts(view))
    [label] = [block["label"]["text"] for block in inputs(view)]
    found = gate_forms.read_answer(asked, submitted(view, {label: '{"q.1": "yes", "other": 1}'}))
    assert found.values == {"q.1": "yes", "other": 1}
    shown = card(decided(asked, Action.ANSWER, values=found.values))
    assert "*↳ Q1*\nyes" in outline(shown)
    assert "*↳ other*\n1" in outline(shown)


def test_answers_beyond_what_a_card_holds_are_in_its_file() -> None:
    asked = question(
        {"title": "Many", "questions": [{"id": f"q{n}", "label": f"Q{n}"} for n in range(20)]},
        node="ask",
    )
    values = {f"q{n}": f"answer {n}" for n in range(20)}
    message = card(decided(asked, Action.ANSWER, values=values))
    assert "~ 5 more parts are in the file below." in outline(message)
    assert message.file is not None
    assert message.file.name.endswith("-decided.md")
    assert "## Q19\n\nanswer 19" in message.file.content


# A schema for the answer


def test_an_answer_with_a_schema_has_a_form_made_of_it() -> None:
    asked = question({"draft": "Hello"}, node="review", response_schema=SCHEMA)
    gate = gate_of(asked)
    assert outline(card(gate)) == expect("""\
(Review · @ana, this needs your decision)
# Review
~ @ana, this needs your decision
*draft*
Hello
[Answer…] [Cancel]\
""")
    view = checked(gate_forms.answer_form(LIVE, gate, WEEKLY, language="en"))
    assert list(texts(view))[2:] == expect(
        [
            "Your answer to *Review*.",
            "Is it right?",
            "Yes",
            "No",
            "Limit",
            "A whole number. At most 10.",
            "Send",
        ]
    )
    typed = submitted(view, {"Is it right?": "Yes", "Limit": "11"})
    problems = gate_forms.read_answer(asked, typed).problems
    assert entered.errors(gate_forms.answer_fields(asked), problems, "en") == expect(
        {"f1#0": "The most is 10."}
    )
    found = gate_forms.read_answer(asked, submitted(view, {"Is it right?": "Yes"}))
    assert found.values == {"ok": True}
    assert "*↳ Is it right?*\nYes" in outline(
        card(decided(asked, Action.ANSWER, values=found.values))
    )


def test_a_refused_answer_is_said_on_the_card_and_above_the_form() -> None:
    asked = question({"draft": "Hello"}, node="review", response_schema=SCHEMA)
    gate = gate_of(asked, problem="limit must be <even>")
    assert "~ The last answer could not be used: limit must be &lt;even&gt;" in outline(card(gate))
    view = checked(gate_forms.answer_form(LIVE, gate, WEEKLY, language="en"))
    assert "The last answer could not be used: limit must be &lt;even&gt;" in list(texts(view))[2]


def test_an_answer_that_is_one_value_has_one_field() -> None:
    asked = question("Sure?", node="ask", response_schema={"type": "string", "title": "Why"})
    view = checked(gate_forms.answer_form(LIVE, gate_of(asked), WEEKLY, language="en"))
    found = gate_forms.read_answer(asked, submitted(view, {"Why": "because"}))
    assert found.values == {"": "because"}
    assert "*↳ Why*\nbecause" in outline(card(decided(asked, Action.ANSWER, values=found.values)))


def test_an_answer_that_needs_nothing_is_a_button() -> None:
    asked = question("Sure?", node="ask", response_schema={"type": "object", "properties": {}})
    assert not asked.fields
    assert outline(card(gate_of(asked))).splitlines()[-1] == "[Submit] [Cancel]"


def test_an_answer_that_no_form_holds_is_typed_as_json() -> None:
    wide = {f"k{n}": {"type": "string"} for n in range(70)}
    asked = question("?", node="ask", response_schema={"type": "object", "properties": wide})
    [whole] = gate_forms.answer_fields(asked)
    assert whole.key == REST
    long = {"type": "string", "title": "Why", "default": "x" * 160_000}
    alone = question("?", node="ask", response_schema=long)
    [only] = gate_forms.answer_fields(alone)
    assert (only.key, only.default) == ("", None)


# Breakpoints


def test_a_breakpoint_shows_the_state_and_goes_on() -> None:
    gate = gate_of(at_breakpoint(STATE))
    assert outline(card(gate)) == expect("""\
(About to run send · @ana, this needs your decision)
# About to run send
~ @ana, this needs your decision
*Draft*
Hello
*Tries*
2
*Open*
true
*Extra*
{
  "a": 1
}
[Continue] [Edit state…] [Cancel]\
""")
    assert outline(card(gate, run=chinese(LIVE))).splitlines()[1] == expect("# 即将执行 send")
    after = at_breakpoint(STATE, when="after")
    assert outline(card(gate_of(after))).splitlines()[1] == expect("# send has run")
    assert outline(card(gate_of(after), run=chinese(LIVE))).splitlines()[1] == expect(
        "# send 已执行"
    )
    labelled = replace(at_breakpoint(STATE), title="review, other")
    assert outline(card(gate_of(labelled))).splitlines()[1] == "# About to run Review, other"


def test_of_an_edited_state_only_what_changed_is_written() -> None:
    asked = at_breakpoint(STATE)
    view = checked(gate_forms.edit_form(LIVE, gate_of(asked), language="en"))
    assert list(texts(view))[:3] == expect(
        ["Edit state", "Close", "The run goes on with what stands here when you press Continue."]
    )
    same = gate_forms.read_edit(asked, submitted(view)).values
    assert edits.taken(asked, same) == Edited({})
    typed = submitted(view, {"Draft": None, "Open": "No", "Tries": "3"})
    found = edits.taken(asked, gate_forms.read_edit(asked, typed).values)
    assert found == Edited({"draft": "", "tries": 3, "open": False})
    done = decided(asked, Action.EDIT, values=found.values)
    assert outline(card(done)).splitlines()[2:] == expect(
        [
            "*Draft* · edited",
            "(empty)",
            "*Tries* · edited",
            "3",
            "*Open* · edited",
            "false",
            "*Extra*",
            "{",
            '  "a": 1',
            "}",
            "✎ State edited, then continued by @ben · 14:05",
        ]
    )
    new = decided(asked, Action.EDIT, values={"notes": ["one"]})
    assert '*Notes* · edited\n[\n  "one"\n]' in outline(card(new))


def test_a_breakpoint_says_afterwards_who_let_it_go_on() -> None:
    asked = at_breakpoint(STATE)
    assert outline(card(decided(asked, Action.APPROVE))).splitlines()[-1] == expect(
        "▶ Continued by @ben · 14:05"
    )
    shown = outline(card(decided(asked, Action.APPROVE), run=chinese(LIVE)))
    assert shown.splitlines()[-1] == expect("▶ @ben 已放行 · 14:05")


def test_a_state_that_no_form_holds_is_one_field_of_json() -> None:
    wide = {f"k.{n}": n for n in range(70)}
    asked = at_breakpoint(wide)
    view = checked(gate_forms.edit_form(LIVE, gate_of(asked), language="en"))
    [label] = [block["label"]["text"] for block in inputs(view)]
    assert edits.taken(asked, gate_forms.read_edit(asked, submitted(view)).values) == Edited({})
    typed = submitted(view, {label: '{"k.1": 1, "k.2": 5}'})
    assert edits.taken(asked, gate_forms.read_edit(asked, typed).values) == Edited({"k.2": 5})
    huge = at_breakpoint({"text": "x" * 160_000})
    assert outline(card(gate_of(huge))).splitlines()[-2] == "[Continue] [Cancel]"


# Anything


def test_any_payload_is_shown_with_a_plain_approval() -> None:
    assert outline(card(gate_of(ANYTHING))) == expect("""\
(Review · @ana, this needs your decision)
# Review
~ @ana, this needs your decision
*draft*
Hello
*score*
0.5
[Approve] [Answer…] [Reject…] [Cancel]\
""")
    elsewhere = question("Deploy?", node="deploy_step")
    gate = replace(gate_of(elsewhere), node="deploy_step")
    assert outline(card(gate)).splitlines()[1] == "# deploy_step"


@pytest.mark.parametrize(
    ("text", "as_json", "value"),
    [("[1, 2]", "No", "[1, 2]"), ("[1, 2]", "Yes", [1, 2]), ("yes", "No", "yes")],
)
def test_any_payload_is_answered_with_text_or_json(text: str, as_json: str, value: object) -> None:
    view = checked(gate_forms.answer_form(LIVE, gate_of(ANYTHING), WEEKLY, language="en"))
    typed = submitted(view, {"Your answer": text, "Read it as JSON?": as_json})
    assert gate_forms.read_answer(ANYTHING, typed).values == {"answer": value}


def test_json_that_is_none_is_told_with_its_place() -> None:
    view = checked(gate_forms.answer_form(LIVE, gate_of(ANYTHING), WEEKLY, language="en"))
    typed = submitted(view, {"Your answer": "{\n  oops", "Read it as JSON?": "Yes"})
    problems = gate_forms.read_answer(ANYTHING, typed).problems
    listed = gate_forms.answer_fields(ANYTHING)
    assert entered.errors(listed, problems, "en") == {"f0#0": "This is no JSON (line 2, column 3)."}
    blank = gate_forms.read_answer(ANYTHING, submitted(view)).problems
    assert entered.errors(listed, blank, "en") == {"f0#0": "Write at least one word."}


# The forms of one action


def test_the_arguments_of_an_action_are_edited_in_a_form() -> None:
    asked = tools(("send_email", MAIL))
    [row] = asked.rows
    view = checked(gate_forms.row_form(LIVE, gate_of(asked), row, language="en"))
    assert list(texts(view))[:3] == expect(
        ["Edit", "Close", "*send_email* runs with what stands here when you press Approve."]
    )
    assert [block["label"]["text"] for block in inputs(view)] == expect(
        ["To", "Subject", "Body", "Urgent"]
    )
    assert list(texts(view))[-1] == "Approve"
    assert view["private_metadata"] == f"{RUN.run_id} {GATE.key} 0"
    values, problems = gate_forms.read_row(
        gate_of(asked), row, submitted(view, {"Subject": "News"})
    )
    assert values == {**MAIL, "subject": "News"}
    assert not problems
    assert field(view, "Urgent")["element"]["type"] == "radio_buttons"


@pytest.mark.parametrize(
    ("language", "said", "button"),
    [
        ("en", "*search* runs with what stands here once all are submitted.", "Keep"),
        ("zh", "全部提交后，*search* 就按这里的内容执行。", "保留"),
    ],
)
def test_the_form_of_one_of_several_actions_keeps_until_all_are_submitted(
    language: Language, said: str, button: str
) -> None:
    asked = tools(("search", {"q": "snow"}), ("send_email", MAIL))
    view = checked(gate_forms.row_form(LIVE, gate_of(asked), asked.rows[0], language=language))
    shown = list(texts(view))
    assert said in shown
    assert button in shown


def test_arguments_that_are_wrong_are_told_at_their_field() -> None:
    asked = tools(("search", {"limit": 3}))
    [row] = asked.rows
    view = checked(gate_forms.row_form(LIVE, gate_of(asked), row, language="en"))
    _, problems = gate_forms.read_row(gate_of(asked), row, submitted(view, {"Limit": "many"}))
    assert entered.errors(edits.row_fields(row), problems, "en") == {
        "f0#0": "Type a whole number, like 12."
    }


def test_many_arguments_are_one_field_of_json() -> None:
    asked = tools(("write", {f"k{n}": n for n in range(70)}))
    [row] = asked.rows
    view = checked(gate_forms.row_form(LIVE, gate_of(asked), row, language="en"))
    [label] = [block["label"]["text"] for block in inputs(view)]
    values, _ = gate_forms.read_row(gate_of(asked), row, submitted(view, {label: '{"k1": 5}'}))
    assert values == {"k1": 5}


def test_an_action_is_responded_to_or_rejected_in_words() -> None:
    asked = tools(("send_email", MAIL))
    [row] = asked.rows
    respond = checked(modals.respond_form(LIVE, gate_of(asked), row, language="en"))
    assert list(texts(respond)) == expect(
        [
            "Respond",
            "Close",
            "*send_email* does not run; the run gets your words in its place.",
            "Your response",
            "Send",
        ]
    )
    reject = checked(modals.row_reject_form(LIVE, gate_of(asked), row, language="zh"))
    assert list(texts(reject)) == expect(
        [
            "否决",
            "关闭",
            "要否决的是：*send_email*",
            "为什么？",
            "流程会知道这个原因，也可以不填。",
            "否决",
        ]
    )


def test_the_form_of_an_action_begins_with_what_was_edited_before() -> None:
    asked = tools(("send_email", MAIL), ("search", {}))
    row = asked.rows[0]
    before = Choice(Action.EDIT, BEN, AT, values={**MAIL, "subject": "News", "cc": "ana"})
    gate = gate_of(asked, choices={"0": before})
    view = checked(gate_forms.row_form(LIVE, gate, row, language="en"))
    assert field(view, "Subject")["element"]["initial_value"] == "News"
    values, _ = gate_forms.read_row(gate, row, submitted(view, {"To": "ben@example.com"}))
    assert values == {**before.values, "to": "ben@example.com"}


# Around it


def test_a_question_of_a_workflow_that_was_changed_says_so() -> None:
    changed = replace(LIVE, failure=replace(FAILURE, kind=FailureKind.CHANGED))
    gate = replace(GATE, state=GateState.SUPERSEDED)
    assert outline(card(gate, run=changed)).splitlines()[-1] == expect(
        "↻ The workflow was changed, so this question does not stand any more"
    )
    assert outline(card(gate, run=chinese(changed))).splitlines()[-1] == expect(
        "↻ 流程已被修改，这个问题不再有效"
    )


def test_buttons_carry_the_gate_and_nothing_else() -> None:
    value = f"{RUN.run_id} {GATE.key}"
    assert buttons(card(gate_of(PLAN)).blocks) == [
        (ids.APPROVE, value),
        (ids.EDIT, value),
        (ids.SKIP, value),
        (ids.REJECT, value),
        (ids.CANCEL, value),
    ]
    assert ids.parse_row(f"{value} 3") == (RUN.run_id, GATE.key, "3")
    assert ids.parse_value(RUN.run_id) == (RUN.run_id, "")
    assert ids.value_of_menu("gate.approve") == ""


def test_a_section_that_is_only_a_section_is_no_entry() -> None:
    asked = replace(PLAN, items=(), sections=(Section("a", "A", "x"),))
    assert edits.as_it_is(asked) == Edited({"a": "x"})
    assert edits.as_it_is(PLAN) == Edited({"goal": "Faster sign-in"}, PLAN.items)


def test_people_and_channels_are_named_and_other_values_are_plain() -> None:
    asked = question(
        {"title": "Where?"},
        node="ask",
        response_schema={
            "type": "object",
            "properties": {
                "room": {"type": "string", "x-signoff": "channel"},
                "none": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            },
        },
    )
    answered = decided(asked, Action.ANSWER, values={"room": "C0TEAM", "none": None, "more": 7})
    assert outline(card(answered)).splitlines()[2:-1] == [
        "*↳ Room* <#C0TEAM>",
        "*↳ None*",
        "(empty)",
        "*↳ more*",
        "7",
    ]


def test_an_answer_to_anything_that_is_no_text_is_a_problem() -> None:
    assert gate_forms.read_answer(ANYTHING, {}).problems.keys() == {"answer"}


def test_a_list_that_is_all_there_is_to_decide_cannot_be_emptied() -> None:
    alone = replace(PLAN, sections=(), actions=(Action.APPROVE, Action.EDIT))
    view = checked(gate_forms.edit_form(LIVE, gate_of(alone), language="en"))
    assert not field(view, "Entries")["optional"]
    for typed in (None, " \n"):
        found = gate_forms.read_edit(alone, submitted(view, {"Entries": typed}))
        said = {
            language: entered.errors(edits.fields_of(alone), found.problems, language)
            for language in LANGUAGES
        }
        assert said == {
            "en": {"f0#0": "Keep at least one line, or cancel the run."},
            "zh": {"f0#0": "请至少保留一行，或取消这次运行。"},
        }


def test_a_list_beside_other_parts_may_be_emptied() -> None:
    view = checked(gate_forms.edit_form(LIVE, gate_of(PLAN), language="en"))
    assert field(view, "Entries")["optional"]
    found = gate_forms.read_edit(PLAN, submitted(view, {"Entries": None}))
    assert not found.problems
