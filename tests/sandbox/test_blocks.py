"""What Slack refuses in blocks and views beside sizes, where it points, and what it fills in."""

import pytest

from bot.sandbox.kit.surface import message_blocks, view
from tests.sandbox.block_cases import REFUSED_BLOCKS
from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    container,
    field,
    modal,
    plain,
    refused,
    section,
)
from tests.sandbox.element_cases import REFUSED_ELEMENTS

REFUSED = {**REFUSED_BLOCKS, **REFUSED_ELEMENTS}


@pytest.mark.parametrize(("block", "place", "words"), REFUSED.values(), ids=REFUSED)
def test_a_message_is_refused_for(block: Json, place: str, words: str) -> None:
    error = refused(lambda: message_blocks([section(), block]), "invalid_blocks", "/blocks/1")
    assert f"[ERROR] {words} [json-pointer:/blocks/1{place}]" in error.messages
    assert f"{words} [json-pointer:/blocks/1{place}]" in error.answer()["errors"]


@pytest.mark.parametrize("blocks", ["x", {}, 1, [1], [None], [[]]])
def test_what_is_no_list_of_blocks_is_refused(blocks: object) -> None:
    refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")


REFUSED_TOGETHER: dict[str, tuple[list[Json], str, str]] = {
    "a block id twice": (
        [section(block_id="a"), section(block_id="a")],
        "/1/block_id",
        "`block_id` 'a' already exists",
    ),
    "a block id again in a container": (
        [section(block_id="a"), container(child_blocks=[section(block_id="a")])],
        "/1/child_blocks/0/block_id",
        "`block_id` 'a' already exists",
    ),
    "an action id twice in a block": (
        [actions(button("a"), button("b"), button("a"))],
        "/0/elements/2/action_id",
        "`action_id` 'a' already exists",
    ),
    "an action id twice in a card": (
        [{"type": "card", "actions": [button("a"), button("a")]}],
        "/0/actions/1/action_id",
        "`action_id` 'a' already exists",
    ),
}


@pytest.mark.parametrize(
    ("blocks", "place", "words"), REFUSED_TOGETHER.values(), ids=REFUSED_TOGETHER
)
def test_blocks_are_refused_for(blocks: list[Json], place: str, words: str) -> None:
    error = refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")
    assert error.messages == (f"[ERROR] {words} [json-pointer:/blocks{place}]",)


def test_action_ids_are_unique_in_their_block_only() -> None:
    message_blocks([actions(button("a")), section(accessory=button("a"))])
    view(modal(field(block_id="a"), field(block_id="b")))
    container_of_two = container(child_blocks=[actions(button("a")), actions(button("a"))])
    message_blocks([container_of_two])


def test_all_that_is_wrong_is_said_at_once() -> None:
    blocks = [section(extra=1), actions(button(style="loud", value=""))]
    error = refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")
    assert error.messages == (
        "[ERROR] invalid additional property: extra [json-pointer:/blocks/0]",
        "[ERROR] must be a valid enum value [json-pointer:/blocks/1/elements/0/style]",
        "[ERROR] must be more than 0 characters [json-pointer:/blocks/1/elements/0/value]",
    )


def test_slack_fills_in_ids_and_gives_markdown_blocks_its_own() -> None:
    kept, markdown, again = message_blocks(
        [
            section(block_id="mine"),
            {"type": "markdown", "text": "x", "block_id": "mine"},
            {"type": "markdown", "text": "y", "block_id": "mine"},
        ]
    )
    assert kept["block_id"] == "mine"
    assert len({kept["block_id"], markdown["block_id"], again["block_id"]}) == 3
    (row,) = message_blocks(
        [{"type": "actions", "elements": [{"type": "button", "text": plain()}]}]
    )
    assert row["elements"][0]["action_id"]
