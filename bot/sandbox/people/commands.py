"""Slash commands: typed by people, answered by the app's acknowledgement."""

from typing import Final

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Delivery, Kind
from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.manifest import App
from bot.sandbox.people import typed
from bot.sandbox.people.outcome import Eyes, Outcome
from bot.sandbox.people.responses import say
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, Person
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.state.triggers import Hook

FAILED: Final = '{} failed with the error "{}"'
TURNED_OFF: Final = "Sending messages to this app has been turned off."


class Commands:
    """The person's side of slash commands."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier

    async def run(
        self, person: Person, channel: Channel, command: str, text: str, *, thread_ts: str = ""
    ) -> Outcome:
        """Type a slash command. Slack takes none in a thread (bolt-python#873).

        Raises NotPossibleError where the person has nothing to type into.
        """
        check_can_type(self._hub.app, person, channel)
        eyes = Eyes(self._hub, person)
        refusal = self._refusal(command, thread_ts)
        if refusal:
            eyes.tell(channel, refusal, thread_ts or None)
            return eyes.outcome(refusal)
        payload = payloads.slash(
            self._hub, person, channel, command=command, text=self._text(command, text)
        )
        delivery = await self._courier.deliver(Kind.SLASH, payload, accepts_reply=True)
        if not delivery.error and delivery.answer:
            self._show(person, channel, delivery)
        error = FAILED.format(command, delivery.error) if delivery.error else ""
        if error:
            eyes.tell(channel, error)
        return eyes.outcome(error)

    def _refusal(self, command: str, thread_ts: str) -> str:
        commands = self._hub.app.commands
        unknown = commands is not None and command not in commands
        if unknown or not self._courier.installed:
            return f"{command} is not a valid command."
        if thread_ts:
            return f"{command} is not supported in threads. Sorry!"
        return ""

    def _text(self, command: str, text: str) -> str:
        declared = (self._hub.app.commands or {}).get(command)
        should_escape = declared is not None and declared.should_escape
        return typed.in_command(self._hub.world, text.strip(), should_escape=should_escape)

    def _show(self, person: Person, channel: Channel, delivery: Delivery) -> None:
        hook = Hook(person=person.id, channel=channel.id, ts="", thread_ts=None, made_at=0)
        try:
            say(self._hub, hook, delivery.answer, via="ack")
        except SlackError as refused:
            delivery.notes = refused.messages
            self._courier.refuse(delivery, refused.code)


def check_can_type(app: App, person: Person, channel: Channel) -> None:
    """Whether there is a composer for this person. Raises NotPossibleError."""
    if person.id not in channel.members:
        raise NotPossibleError(f"{person.name} is not a member of #{channel.name}")
    if channel.archived:
        raise NotPossibleError(f"#{channel.name} is archived")
    writable = app.messages_tab and not app.messages_tab_read_only
    if channel.kind is ChannelKind.IM and BOT_USER in channel.members and not writable:
        raise NotPossibleError(TURNED_OFF)
