"""The card of actions that wait, one or many: what each is, and what is chosen for it."""

from dataclasses import replace

from inline_snapshot import snapshot as expect

from bot.cards import ids, limits
from bot.cards.render import render
from bot.core.model import Gate, Run
from bot.core.ports.messenger import Message
from bot.core.question import Action, Choice
from graphs.contract import Workflow
from tests.unit.cards_limits_check import buttons, check_message, menus
from tests.unit.cards_rows import MAIL, chosen, gate_of, inbox, sent, tools
from tests.unit.cards_samples import ANA, AT, CAT, RUN, WEEKLY, chinese, outline, snapshot

LIVE = replace(RUN, offline=False)
PAIR = tools(("send_email", MAIL), ("search", {"q": "weather"}))


def card(gate: Gate, *, run: Run = LIVE, about: Workflow = WEEKLY) -> Message:
    [found] = [m for m in render(snapshot(run, gate), about) if m.slot == f"gate:{gate.key}"]
    check_message(found)
    return found


def many(count: int, *, allowed: list[str] | None = None) -> Gate:
    calls = [(f"tool_{n}", {"path": f"notes/{n}"}) for n in range(count)]
    listed = {f"tool_{n}": allowed for n in range(count)} if allowed else None
    return gate_of(tools(*calls, allowed=listed))


def test_one_action_is_asked_for_by_name_and_decided_at_once() -> None:
    gate = gate_of(tools(("send_email", MAIL), description="Sends an email to a customer."))
    assert outline(card(gate)) == expect("""\
(Run send_email? · @ana, this needs your decision)
# Run send_email?
~ @ana, this needs your decision
Sends an email to a customer.
to: zoe@example.com
subject: Release
body:
Hi Zoe,
it is out.
urgent: true
[Approve] [Edit…] [Respond…] [Reject…] [Cancel]\
""")
    assert outline(card(gate, run=chinese(LIVE))) == expect("""\
(执行 send_email？ · @ana，请你来决定)
# 执行 send_email？
~ @ana，请你来决定
Sends an email to a customer.
to: zoe@example.com
subject: Release
body:
Hi Zoe,
it is out.
urgent: true
[批准] [编辑…] [回复…] [否决…] [取消]\
""")
    row = f"{RUN.run_id} {gate.key} 0"
    assert buttons(card(gate).blocks)[:4] == [
        (ids.ROW_APPROVE, row),
        (ids.ROW_EDIT, row),
        (ids.ROW_ANSWER, row),
        (ids.ROW_REJECT, row),
    ]


def test_one_action_says_afterwards_what_became_of_it() -> None:
    gate = gate_of(tools(("search", {"q": "weather"})))
    done = sent(chosen(gate, Action.REJECT, comment="Not now"))
    assert outline(card(done)) == expect("""\
(Run search? · ✕ Rejected by @ben · 14:05)
# Run search?
q: weather
✕ Rejected by @ben · 14:05
“Not now”\
""")
    ways = (Action.APPROVE, Action.EDIT, Action.ANSWER)
    lines = [outline(card(sent(chosen(gate, way)))).splitlines()[-1] for way in ways]
    assert lines == expect(
        [
            "✓ Approved by @ben · 14:05",
            "✎ Edited and approved by @ben · 14:05",
            "✓ Answered by @ben · 14:05",
        ]
    )


def test_edited_arguments_are_shown_and_marked() -> None:
    gate = gate_of(tools(("search", {"q": "weather", "limit": 3})))
    choice = Choice(Action.EDIT, ANA, AT, values={"q": "snow", "limit": 3, "deep": True})
    done = sent(replace(gate, choices={"0": choice}))
    assert outline(card(done)).splitlines()[2:] == expect(
        [
            "q (edited): snow",
            "limit: 3",
            "deep (edited): true",
            "✎ Edited and approved by @ben · 14:05",
        ]
    )


def test_several_actions_are_decided_one_by_one_and_sent_together() -> None:
    gate = gate_of(PAIR)
    assert outline(card(gate)) == expect("""\
(2 actions are waiting · @ana, this needs your decision)
# 2 actions are waiting
~ @ana, this needs your decision
*1 · send_email*
to: zoe@example.com
subject: Release
body:
Hi Zoe,
it is out.
urgent: true
[Approve] [Edit…] [Respond…] [Reject…]
*2 · search*
q: weather
[Approve] [Edit…] [Respond…] [Reject…]
~ 2 of 2 still to decide. Nothing is sent before all are.
[Cancel]\
""")
    half = chosen(gate, Action.REJECT, comment="Wrong person")
    assert [line for line in outline(card(half)).splitlines() if "· " in line or "~" in line] == (
        expect(
            [
                "(2 actions are waiting · @ana, this needs your decision)",
                "~ @ana, this needs your decision",
                "*1 · send_email* · ✕ Reject · @ana · “Wrong person”",
                "*2 · search*",
                "~ 1 of 2 still to decide. Nothing is sent before all are.",
            ]
        )
    )
    ready = chosen(gate, Action.REJECT, Action.EDIT)
    assert outline(card(ready)).splitlines()[-2:] == expect(
        [
            "~ All are decided. Submit sends them; until then each can be changed.",
            "[Submit] [Cancel]",
        ]
    )
    assert (ids.SUBMIT, f"{RUN.run_id} {gate.key} 2") in buttons(card(ready).blocks)
    assert outline(card(sent(ready))) == expect("""\
(2 actions are waiting · ✓ Sent by @ben · 14:05)
# 2 actions are waiting
*1 · send_email* · ✕ Reject · @ana
to: zoe@example.com
subject: Release
body:
Hi Zoe,
it is out.
urgent: true
*2 · search* · ✎ Approve with changes · @ana
q: weather
✓ Sent by @ben · 14:05
1 changed and approved, 1 rejected\
""")
    assert outline(card(sent(ready), run=chinese(LIVE))).splitlines()[-2:] == expect(
        ["✓ @ben 已提交 · 14:05", "修改后批准 1 个、否决 1 个"]
    )


def test_only_what_a_call_allows_has_a_button() -> None:
    asked = tools(("send", {}), ("drop", {"table": "t"}), allowed={"send": ["approve"], "drop": []})
    lines = outline(card(gate_of(asked))).splitlines()
    assert "[Approve]" in lines
    assert "This action takes no answer that can be given here." in lines
    assert lines[-1] == "[Cancel]"


def test_agent_inbox_says_respond_and_ignore() -> None:
    assert "[Approve] [Edit…] [Respond…] [Ignore] [Cancel]" in outline(
        card(gate_of(inbox("reply")))
    )
    less = inbox("reply", edit=False, respond=False)
    assert "[Approve] [Ignore] [Cancel]" in outline(card(gate_of(less)))


def test_where_nobody_may_decide_no_action_has_buttons() -> None:
    message = card(gate_of(replace(PAIR, approvers=(CAT,))))
    assert [action for action, _ in buttons(message.blocks)] == [ids.CANCEL]


def test_many_actions_have_a_menu_each() -> None:
    gate = many(limits.ROWS)
    message = card(gate)
    assert len(message.blocks) <= limits.MESSAGE_BLOCKS
    found = menus(message.blocks)
    assert len(found) == limits.ROWS
    assert found[39] == (
        f"row.menu {RUN.run_id} {gate.key} 39",
        ["row.approve", "row.edit", "row.answer", "row.reject"],
    )
    assert outline(message).splitlines()[-1] == "[Approve the rest] [Reject the rest] [Cancel]"
    shown = outline(card(chosen(gate, *[Action.APPROVE] * 40)))
    assert shown.splitlines()[-1] == "[Submit] [Cancel]"


def test_the_rest_is_only_offered_for_what_allows_it() -> None:
    message = card(many(13, allowed=["reject"]))
    assert outline(message).splitlines()[-1] == "[Reject the rest] [Cancel]"


def test_of_too_many_actions_those_without_a_choice_are_shown_first() -> None:
    gate = many(60)
    message = card(gate)
    assert len(menus(message.blocks)) == limits.ROWS
    assert "~ 20 more are in the file below; they move up as these are decided." in outline(message)
    assert message.file is not None
    assert "tool_59" in message.file.content
    later = outline(card(chosen(gate, *[Action.APPROVE] * 30)))
    assert "tool_59" in later
    assert "*10 · tool_9* · ✓ Approve" in later
    assert "tool_10*" not in later
    assert message.file == card(chosen(gate, *[Action.APPROVE] * 30)).file
    done = card(sent(chosen(gate, *[Action.APPROVE] * 59, Action.REJECT)))
    assert done.file is not None
    assert done.file.name.endswith("-decided.md")
    assert "✕ Reject" in done.file.content
    assert "59 approved, 1 rejected" in outline(done)


def test_long_arguments_are_cut_and_whole_in_the_file() -> None:
    gate = gate_of(tools(("write", {"text": "word " * 2_000 + "END"}), description="x" * 4_000))
    message = card(gate)
    assert message.file is not None
    assert "END" in message.file.content
    assert "END" not in outline(message)


def test_arguments_that_no_form_holds_cannot_be_edited() -> None:
    lines = outline(card(gate_of(tools(("write", {"text": "x" * 160_000}))))).splitlines()
    assert "Too long to edit in Slack." in lines
    assert "[Approve] [Respond…] [Reject…] [Cancel]" in lines


def test_what_langchain_says_twice_is_shown_once() -> None:
    said = "Needs approval\n\nTool: search\nArgs: {'q': 'weather'}"
    gate = gate_of(tools(("search", {"q": "weather"}), description=said))
    assert "Needs approval\nq: weather" in outline(card(gate))


def test_an_action_without_name_or_arguments_is_still_one() -> None:
    message = card(gate_of(tools(("", {}))))
    assert outline(message).splitlines()[1:4] == expect(
        ["# Run this action?", "~ @ana, this needs your decision", "(no arguments)"]
    )
