"""The workspace for scripts: what people do and see, in the words of people.

    async with Workspace(manifest="manifest.yml") as ws:
        ...  # start your app with ws.sandbox.bot_token, .app_token and .api_url
        await ws.slash("/weekly-report", text="Login shipped", as_="ana", channel="general")
        card = await ws.wait_for_card("Review")
        await card.click("Approve", as_="ana")

Every action returns once the app acknowledged it, or did not within Slack's three seconds; what
the app does later is waited for.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack

from bot.sandbox.client.screen import Card, Home, Said, said
from bot.sandbox.client.stage import WITHIN, Stage
from bot.sandbox.client.waits import Looks
from bot.sandbox.delivery.timing import Timing
from bot.sandbox.server import Sandbox


class SandboxOptions(TypedDict, total=False):
    """How to start a sandbox; `Sandbox` says what each means."""

    manifest: Mapping[str, Any] | Path | str | None
    port: int
    state_file: Path | None
    real_rates: bool
    timing: Timing | None


class Workspace(Looks):
    """People in a sandbox. Names: `as_` is a person, `channel` a channel, without marks.

    With a sandbox it works in that one, which somebody else starts and stops. Without, it has
    one of its own, made with the options of `Sandbox`, and is an async context manager that
    starts and stops it.
    """

    def __init__(self, sandbox: Sandbox | None = None, **options: Unpack[SandboxOptions]) -> None:
        if sandbox and options:
            raise TypeError(f"a sandbox that is there already takes no options: {list(options)}")
        works_in = sandbox or Sandbox(**options)
        self._own = None if sandbox else works_in
        super().__init__(Stage(works_in))

    async def __aenter__(self) -> Self:
        if self._own:
            await self._own.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._own:
            await self._own.__aexit__(*exc)

    async def slash(
        self,
        command: str,
        *,
        text: str = "",
        as_: str = "ana",
        channel: str = "general",
        thread: str = "",
    ) -> Said:
        """Type a slash command; returns once the app acknowledged it, or did not.

        `thread` is the ts of a message in whose thread it is typed, where Slack takes none.
        """
        person = self.person(as_)
        outcome = await self._stage.do.slash(
            person, self.channel(channel), command, text, thread_ts=thread
        )
        return said(self._stage, person, outcome)

    async def post(
        self, text: str, *, as_: str = "ana", channel: str = "general", thread: str | None = None
    ) -> Card:
        """Post a message. Raises NotPossibleError in a channel that the person is not in."""
        message = await self._stage.do.post(
            self.person(as_), self.channel(channel), text, thread_ts=thread
        )
        return Card(self._stage, message)

    async def shortcut(self, name: str, *, as_: str = "ana") -> Said:
        """Choose a global shortcut, by its name or callback id."""
        person = self.person(as_)
        callback_id = self._stage.shortcut("global", name)
        return said(self._stage, person, await self._stage.do.shortcuts.run(person, callback_id))

    async def open_home(self, *, as_: str = "ana", within: float = WITHIN) -> Home:
        """Open the app's home, and wait until the app has published one for this person."""
        person = self.person(as_)
        await self._stage.do.home.open(person)
        return await self.wait_for_home(as_=as_, within=within)

    def dm(self, name: str = "ana") -> str:
        """The id of a person's direct message with the bot, for `channel`; made if new."""
        return self.sandbox.mischief.dm(self.person(name)).id

    def join(self, channel: str, *, as_: str = "ana") -> None:
        """Join a channel."""
        self.world.join(self.channel(channel).id, self.person(as_).id)

    def invite_bot(self, channel: str) -> None:
        """Make the bot a member of a channel."""
        self.sandbox.mischief.invite_bot(self.channel(channel))

    def kick_bot(self, channel: str) -> None:
        """Remove the bot from a channel."""
        self.sandbox.mischief.kick_bot(self.channel(channel))

    def archive(self, channel: str, *, archived: bool = True) -> None:
        """Archive a channel, or take it back."""
        self.sandbox.mischief.archive(self.channel(channel), archived=archived)

    def delete(self, card: Card) -> None:
        """Delete a message."""
        self.sandbox.mischief.delete(self._stage.current(card.message))

    def revoke(self) -> None:
        """Revoke the bot's token."""
        self.sandbox.mischief.revoke()

    def reinstall(self) -> None:
        """Make the bot's token work again."""
        self.sandbox.mischief.reinstall()
