"""People type commands and post; an unchanged Bolt app hears of it."""

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox import NotPossibleError, NotSeenError, Sandbox, Workspace
from tests.sandbox.bolt import (
    QUICK,
    Kept,
    declared,
    nothing,
    running,
)


async def test_a_command_arrives_with_all_its_fields_and_is_answered_privately() -> None:
    kept = Kept()
    async with running(kept.on_command) as slack:
        said = await slack.ws.slash("/report", text=" a & b ", as_="chen", channel="leads")
    assert (said.text, said.error, said.modal) == ("ok", "", None)
    assert kept.last["text"] == "a &amp; b"
    assert kept.last["channel_name"] == "privategroup"
    assert kept.last["user_name"] == "chen"
    for key in ("response_url", "trigger_id", "team_id", "channel_id", "user_id", "api_app_id"):
        assert kept.last[key]


async def test_a_command_nobody_takes_says_so_after_the_time_is_up() -> None:
    async with running(nothing, timing=QUICK) as slack:
        said = await slack.ws.slash("/report")
        assert said.error == '/report failed with the error "operation_timeout"'
        assert said.text == said.error


async def test_without_a_connection_the_person_is_told_at_once() -> None:
    async with Sandbox() as sandbox:
        said = await Workspace(sandbox).slash("/report")
        assert said.error == '/report failed with the error "dispatch_failed"'


async def test_commands_must_be_declared_and_are_refused_in_threads() -> None:
    async with Sandbox(declared()) as sandbox:
        ws = Workspace(sandbox)
        assert (await ws.slash("/other")).error == "/other is not a valid command."
        root = await ws.post("root")
        said = await ws.slash("/report", thread=root.ts)
        assert said.error == "/report is not supported in threads. Sorry!"
        assert len(sandbox.deliveries) == 0


TYPED: dict[str, tuple[str, str, str]] = {
    "a person": ("for @ben", "for <@U0000000BEN|ben>", "for @ben"),
    "a person in brackets": ("(@ben)", "(<@U0000000BEN|ben>)", "(@ben)"),
    "nobody": ("@nobody", "@nobody", "@nobody"),
    "an address": ("ana@ben.com", "ana@ben.com", "ana@ben.com"),
    "a channel": ("in #team.", "in <#C0000TEAM00|team>.", "in #team."),
    "everybody": ("@channel", "@channel", "@channel"),
    "a link": (
        "see https://example.com/a?b=1&c",
        "see <https://example.com/a?b=1&amp;c>",
        "see https://example.com/a?b=1&amp;c",
    ),
    "what looks like markup": ("<@U0000000BEN>", "&lt;@U0000000BEN&gt;", "&lt;@U0000000BEN&gt;"),
}


@pytest.mark.parametrize("should_escape", [True, False])
@pytest.mark.parametrize(("typed", "escaped", "plain"), TYPED.values(), ids=TYPED)
async def test_names_in_a_command_are_resolved_where_the_manifest_asks_for_it(
    typed: str, escaped: str, plain: str, *, should_escape: bool
) -> None:
    manifest = declared(commands={"/report": {"should_escape": should_escape}})
    async with Sandbox(manifest) as sandbox:
        await Workspace(sandbox).slash("/report", text=typed)
        (delivery,) = sandbox.deliveries
    assert delivery.payload["text"] == (escaped if should_escape else plain)


async def test_nobody_types_where_there_is_no_composer() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        with pytest.raises(NotPossibleError, match="chen is not a member"):
            await ws.slash("/report", as_="chen", channel="ana-ben")
        ws.archive("team")
        with pytest.raises(NotPossibleError, match="archived"):
            await ws.slash("/report", channel="team")
        with pytest.raises(NotPossibleError, match="archived"):
            await ws.post("x", channel="team")


async def test_a_bad_answer_to_a_command_is_an_error_line() -> None:
    def listen(app: AsyncApp) -> None:
        @app.command("/report")
        async def report(ack: AsyncAck) -> None:
            await ack(text="x", blocks=[{"type": "nonsense"}])

    async with running(listen) as slack:
        said = await slack.ws.slash("/report")
        assert said.error == '/report failed with the error "invalid_blocks"'


async def test_waiting_in_vain_shows_the_channel() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        await ws.post("hello there")
        with pytest.raises(NotSeenError, match="ana:\n  hello there"):
            await ws.wait_for_card("Review", within=0.01)
        with pytest.raises(NotSeenError, match="saw a form"):
            await ws.wait_for_modal("x", within=0.01)
