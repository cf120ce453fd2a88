"""Each limit of Block Kit: at the limit it passes, one over it is refused with the place."""

from collections.abc import Callable
from functools import partial

import pytest
from slack_sdk.errors import SlackApiError

from bot.sandbox import Sandbox
from bot.sandbox.errors import SlackError
from bot.sandbox.kit.limits import LIMITS, VIEW_BYTES_MOST, Limit
from bot.sandbox.kit.surface import message_blocks, view
from bot.sandbox.wire import dumps
from tests.sandbox.blocks import (
    Json,
    container,
    data_table,
    modal,
    refused,
    rich_text,
    section,
    table,
)
from tests.sandbox.bolt import web_client
from tests.sandbox.limit_cases import IN_MESSAGE, IN_VIEW, PLACES, Make, url

TOGETHER = {
    "message.blocks",
    "message.attachments",
    "message.markdown",
    "message.table",
    "data_table.text",
}
"""Limits over a whole message, tested one by one below."""

NO_END = {"any", "some", "any_items", "some_items"}
"""No limits, but names for that."""

UNBOUNDED = 10**9
"""A row with this upper end has none in Slack's reference; only its lower end is tested."""


def test_every_limit_of_the_table_is_tested() -> None:
    assert set(LIMITS) == set(IN_MESSAGE) | set(IN_VIEW) | TOGETHER | NO_END
    ends = {name for name, limit in LIMITS.items() if limit.least or limit.most != UNBOUNDED}
    assert set(PLACES) == ends - TOGETHER - NO_END


def words(limit: Limit, *, too_much: bool) -> str:
    """How Slack says that a size is wrong."""
    if limit.unit == "items" and too_much:
        return f"no more than {limit.most} items allowed"
    if limit.unit == "items":
        return f"no fewer than {limit.least} items required"
    unit = " characters" if limit.unit == "characters" else ""
    edge = f"less than {limit.most + 1}" if too_much else f"more than {limit.least - 1}"
    return f"must be {edge}{unit}"


def check(name: str, make: Make, call: Callable[[Json], object], code: str) -> None:
    """At both ends it passes; one over or under is refused in Slack's words, with the place."""
    limit, shortest = LIMITS[name], SHORTEST.get(name)
    bounded = limit.most != UNBOUNDED
    call(make(limit.most if bounded else 10))
    call(make(shortest or limit.least))
    over = [limit.most + 1] if bounded else []
    under = [limit.least - 1] if limit.least and not shortest else []
    for size in over + under:
        error = refused(partial(call, make(size)), code, "/")
        told = words(limit, too_much=size > limit.most)
        assert f"[ERROR] {told} [json-pointer:{PLACES[name]}]" in error.messages


SHORTEST = {name: len(url(13)) for name in LIMITS if name.endswith("url")}
"""What has a form of its own cannot be as short as its limit."""


@pytest.mark.parametrize("name", sorted(IN_MESSAGE))
def test_a_message_at_a_limit_passes_and_one_over_or_under_is_refused(name: str) -> None:
    check(name, IN_MESSAGE[name], lambda block: message_blocks([block]), "invalid_blocks")


@pytest.mark.parametrize("name", sorted(IN_VIEW))
def test_a_view_at_a_limit_passes_and_one_over_or_under_is_refused(name: str) -> None:
    check(name, IN_VIEW[name], view, "invalid_arguments")


def test_a_refusal_says_what_is_wrong_where_in_the_words_of_slack() -> None:
    error = refused(lambda: message_blocks([section("x" * 3001)]), "invalid_blocks", "/blocks/0")
    assert error.answer() == {
        "ok": False,
        "error": "invalid_blocks",
        "errors": [
            "failed to match all allowed schemas [json-pointer:/blocks/0/text]",
            "must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
        ],
        "response_metadata": {
            "messages": [
                "[ERROR] failed to match all allowed schemas [json-pointer:/blocks/0/text]",
                "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
            ]
        },
    }


def test_fifty_blocks_pass_and_fifty_one_are_refused() -> None:
    message_blocks([{"type": "divider"}] * 50)
    error = refused(lambda: message_blocks([{"type": "divider"}] * 51), "invalid_blocks", "/blocks")
    assert error.messages == ("[ERROR] no more than 50 items allowed [json-pointer:/blocks]",)


async def test_a_hundred_attachments_pass_and_one_more_is_refused() -> None:
    async with Sandbox() as sandbox:
        client = web_client(sandbox)
        attachments = [{"text": "x"}] * 100
        await client.chat_postMessage(channel="C0000TEAM00", text="x", attachments=attachments)
        with pytest.raises(SlackApiError, match="too_many_attachments"):
            await client.chat_postMessage(
                channel="C0000TEAM00", text="x", attachments=[*attachments, {"text": "x"}]
            )


def test_markdown_counts_together_over_the_whole_message() -> None:
    half = {"type": "markdown", "text": "x" * 6000}
    message_blocks([half, half])
    over = {"type": "markdown", "text": "x" * 6001}
    refused(lambda: message_blocks([half, over]), "invalid_blocks", "/blocks]")


def test_a_table_holds_ten_thousand_characters_and_there_is_only_one() -> None:
    message_blocks([table(100, 10, "x" * 10)])
    refused(lambda: message_blocks([table(100, 10, "x" * 11)]), "invalid_blocks", "/blocks]")
    refused(lambda: message_blocks([table(), table()]), "invalid_blocks", "/blocks]")
    inside = container(child_blocks=[table()])
    refused(lambda: message_blocks([table(), inside]), "invalid_blocks", "/blocks]")


def test_data_tables_hold_twenty_thousand_characters_together() -> None:
    full = data_table(rows=100, text="x" * 100)
    home = {"type": "home", "blocks": [full, full]}
    view(home)
    over = {"type": "home", "blocks": [full, full, data_table(text="x")]}
    refused(lambda: view(over), "invalid_arguments", "/view/blocks]")


def test_all_blocks_together_stay_below_thirteen_thousand_and_two_hundred() -> None:
    parts = [section("x" * 3000)] * 4
    message_blocks([*parts, section("x" * 1199)])
    with pytest.raises(SlackError, match="msg_blocks_too_long"):
        message_blocks([*parts, section("x" * 1200)])


def test_a_view_of_250_kilobytes_passes_and_one_more_byte_is_refused() -> None:
    def sized(size: int) -> Json:
        full = [rich_text("x" * 2390) for _ in range(100)]
        made = modal(*full, private_metadata="")
        return {**made, "private_metadata": "x" * (size - len(dumps(made)))}

    view(sized(VIEW_BYTES_MOST))
    with pytest.raises(SlackError, match="view_too_large"):
        view(sized(VIEW_BYTES_MOST + 1))
