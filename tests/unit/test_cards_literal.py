"""What another program says stands on its card as it is: that is the text people approve."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.cards import limits
from bot.cards.render import render
from bot.core.model import Gate, GateState
from bot.core.payloads import question
from bot.core.ports.messenger import Message
from bot.core.question import Action, Choice, Decision, Question
from tests.unit.cards_limits_check import check_message
from tests.unit.cards_rows import at_breakpoint, gate_of, tools
from tests.unit.cards_samples import ANA, AT, BEN, DONE, RUN, WEEKLY, outline, snapshot

MARKED = "*Hello* & `code` :tada:\n# x\n- a**b**c ~d~ <@U0ANA>\n> _e_ ```\n  [a](http://b.example)"
NESTED = {"list": [MARKED, 1], "deep": {"a": True}}
SHOWN = """\
{
  "list": [
    "*Hello* & `code` :tada:\\n# x\\n- a**b**c ~d~ <@U0ANA>\\n> _e_ ```\\n  [a](http://b.example)",
    1
  ],
  "deep": {
    "a": true
  }
}"""


def card(gate: Gate) -> Message:
    record = snapshot(replace(RUN, offline=False), gate)
    [found] = [m for m in render(record, WEEKLY) if m.slot == f"gate:{gate.key}"]
    check_message(found)
    return found


def literal(blocks: object, kind: str = "") -> Iterator[str]:
    """Texts in which Slack gives nothing a meaning; those of rich text by the kind around them."""
    if isinstance(blocks, Mapping):
        if blocks.get("type") == "plain_text" and not kind:
            assert blocks.get("emoji") is False or "emoji" not in blocks
            yield blocks["text"]
        if blocks.get("type") == kind:
            yield "".join(element["text"] for element in blocks["elements"])
        for inner in blocks.values():
            yield from literal(inner, kind)
    elif isinstance(blocks, list | tuple):
        for inner in blocks:
            yield from literal(inner, kind)


def live(blocks: object) -> str:
    """All that Slack reads as markup."""
    if isinstance(blocks, Mapping):
        said = blocks["text"] if blocks.get("type") in {"mrkdwn", "markdown"} else ""
        return said + "".join(map(live, blocks.values()))
    return "".join(map(live, blocks)) if isinstance(blocks, list | tuple) else ""


ASKED: list[Any] = [
    pytest.param(tools(("send", {"text": MARKED, "data": NESTED})), id="one call"),
    pytest.param(
        tools(("send", {"text": MARKED, "data": NESTED}), ("other", {})), id="several calls"
    ),
    pytest.param(at_breakpoint({"text": MARKED, "data": NESTED}), id="breakpoint"),
    pytest.param(question({"text": MARKED, "data": NESTED}, node="n"), id="anything"),
    pytest.param(
        question({"text": MARKED, "data": NESTED}, node="n", response_schema={"type": "string"}),
        id="schema",
    ),
]


@pytest.mark.parametrize("asked", ASKED)
def test_what_another_program_says_is_shown_as_it_is(asked: Question) -> None:
    message = card(gate_of(asked))
    shown = list(literal(message.blocks, "rich_text_section"))
    assert any(text in {MARKED, f"text:\n{MARKED}"} for text in shown)
    assert SHOWN in literal(message.blocks, "rich_text_preformatted")
    assert "Hello" not in live(message.blocks)
    assert message.file is None


@pytest.mark.parametrize("asked", ASKED)
def test_without_rich_text_it_still_is_as_it_is(asked: Question) -> None:
    message = card(gate_of(asked))
    shown = "\n".join(literal(message.plain))
    assert MARKED in shown
    assert SHOWN in shown
    assert "Hello" not in live(message.plain)


def test_of_many_calls_each_is_as_it_is_beside_its_menu() -> None:
    said = "*Hello* & `code`\n# x ```"
    message = card(gate_of(tools(*[(f"t{n}", {"text": said}) for n in range(limits.ROWS)])))
    assert list(literal(message.blocks)).count(f"text:\n{said}") == limits.ROWS
    assert "Hello" not in live(message.blocks)


def test_many_calls_with_many_arguments_are_whole_in_the_file() -> None:
    calls = [(f"t{n}", {f"k{i}": "x" * 100 for i in range(40)}) for n in range(13)]
    message = card(gate_of(tools(*calls)))
    assert message.file is not None
    assert "all of it in the file below" in outline(message)


def test_an_answer_is_shown_as_it_was_given() -> None:
    asked = question("Sure?", node="n", response_schema={"type": "string", "title": "Why"})
    for value in (MARKED, NESTED):
        decision = Decision(Action.ANSWER, BEN, AT, values={"": value})
        message = card(gate_of(asked, state=GateState.APPLIED, decision=decision))
        assert "Hello" not in live(message.blocks)
        assert (MARKED if value is MARKED else SHOWN) in "\n".join(literal(message.plain))


def test_edited_arguments_are_shown_as_they_are() -> None:
    asked = tools(("send", {"data": {}}))
    choice = Choice(Action.EDIT, ANA, AT, values={"data": NESTED})
    message = card(gate_of(asked, choices={"0": choice}))
    assert "data (edited):" in literal(message.blocks, "rich_text_section")
    assert SHOWN in literal(message.blocks, "rich_text_preformatted")


def test_our_own_contract_has_markup() -> None:
    said = {"title": "T", "summary": "**Sum**", "sections": [{"key": "k", "value": "**Bold**"}]}
    message = card(gate_of(question(said, node="n")))
    assert "*Sum*" in live(message.blocks)
    assert "*Bold*" in live(message.blocks)
    answered = question(said, node="n", response_schema={"type": "string"})
    assert "*Bold*" in live(card(gate_of(answered)).blocks)


@pytest.mark.parametrize("said", ["x" * 9_000, "{" + MARKED * 400], ids=["words", "no JSON"])
def test_a_long_text_says_that_it_is_cut(said: str) -> None:
    message = card(gate_of(question({"text": said, "after": "end"}, node="n")))
    assert message.file is not None
    assert said in message.file.content
    assert "… all of it in the file below" in literal(message.blocks, "rich_text_section")


def test_what_a_card_has_no_room_for_at_all_is_a_mark() -> None:
    listed = {f"k{n}": "word " * 300 for n in range(12)} | {"data": {"a": "y" * 1_400}}
    message = card(gate_of(tools(("t", listed))))
    assert "… all of it in the file below" in literal(message.blocks, "rich_text_section")


def test_keys_beyond_what_a_card_holds_are_called_the_rest() -> None:
    asked = at_breakpoint({f"k{n}": "v" for n in range(60)})
    message = card(gate_of(asked))
    assert message.file is not None
    assert "## …" in message.file.content


def test_text_that_only_looks_like_json_is_text() -> None:
    for said in ("{not json", "[" * 100_000, "{}x"):
        message = card(gate_of(question({"text": said}, node="n")))
        assert not list(literal(message.blocks, "rich_text_preformatted"))


# Of LangChain's approvals


def described(args: Mapping[str, Any], *, about: Mapping[str, Any] | None = None) -> Message:
    said = f"Needs approval\n\nTool: search\nArgs: {dict(args if about is None else about)}"
    return card(gate_of(tools(("search", args), description=said)))


def test_what_langchain_says_twice_needs_no_file() -> None:
    message = described({"q": "weather", "deep": {"a": [1, None, True]}})
    assert message.file is None
    assert "Args:" not in outline(message)


def test_a_description_of_other_arguments_is_shown() -> None:
    message = described({"q": "weather"}, about={"q": "something else"})
    assert "Args: {'q': 'something else'}" in outline(message)


# Results


@pytest.mark.parametrize("said", [SHOWN, "[]", '{"a": "__send__ \\n *x*"}'])
def test_a_result_of_json_is_shown_as_it_is(said: str) -> None:
    [*_, message] = render(snapshot(replace(DONE, result=said)), WEEKLY)
    check_message(message)
    assert list(literal(message.blocks, "rich_text_preformatted")) == [said]
    assert said in literal(message.plain)
    assert message.file is None


def test_a_long_result_of_json_begins_on_the_card_and_is_in_the_file() -> None:
    said = '{"a": "' + "__send__ " * 3_000 + '"}'
    [*_, message] = render(snapshot(replace(DONE, result=said)), WEEKLY)
    check_message(message)
    [start] = literal(message.blocks, "rich_text_preformatted")
    assert start.startswith('{"a": "__send__ ')
    assert start.endswith("…")
    assert message.file is not None
    assert message.file.content == said
