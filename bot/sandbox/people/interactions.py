"""What people do: type commands, press buttons, post; forms are in a file of their own."""

from dataclasses import replace
from typing import Final

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind
from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.markup import all_pings, escape
from bot.sandbox.people.actions import action_of, block_of
from bot.sandbox.people.form_actions import FormActions
from bot.sandbox.people.outcome import Eyes, Outcome
from bot.sandbox.people.responses import say
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, Message, Person
from bot.sandbox.state.triggers import Hook
from bot.sandbox.wire import Json

NO_ANSWER: Final = "The app did not respond. Try again in a moment."


class Interactions:
    """The person's side of the workspace."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier
        self.forms = FormActions(hub, courier)

    async def slash(
        self, person: Person, channel: Channel, command: str, text: str, *, thread_ts: str = ""
    ) -> Outcome:
        """Type a slash command. Slack takes none in a thread (bolt-python#873)."""
        eyes = Eyes(self._hub, person)
        refusal = self._refuse_command(command, thread_ts)
        if refusal:
            eyes.tell(channel, refusal, thread_ts or None)
            return eyes.outcome(refusal)
        payload = payloads.slash(
            self._hub, person, channel, command=command, text=escape(text.strip())
        )
        reply = await self._courier.deliver(Kind.SLASH, payload, accepts_reply=True)
        error = f'{command} failed with the error "{reply.error}"' if reply.error else ""
        if reply.body and not error:
            error = self._say_reply(person, channel, command, reply.body)
        if error:
            eyes.tell(channel, error)
        return eyes.outcome(error)

    def _refuse_command(self, command: str, thread_ts: str) -> str:
        commands = self._hub.app.commands
        if commands is not None and command not in commands:
            return f"{command} is not a valid command."
        if thread_ts:
            return f"{command} is not supported in threads. Sorry!"
        return ""

    def _say_reply(self, person: Person, channel: Channel, command: str, body: Json) -> str:
        hook = Hook(person=person.id, channel=channel.id, ts="", thread_ts=None, made_at=0)
        try:
            say(self._hub, hook, body, via="ack")
        except SlackError as refused:
            return f'{command} failed with the error "{refused.code}"'
        return ""

    async def press(
        self, person: Person, message: Message, element: Json, given: object = None
    ) -> Outcome:
        """Press or choose an element of a message, as it is on the person's screen."""
        self._check_sees(person, message)
        eyes = Eyes(self._hub, person)
        block = block_of(message.blocks, element)
        action, state = action_of(self._hub, block, element, given)
        if state:
            message = self._remember(message, block, element, state)
        payload = payloads.message_action(self._hub, person, message, action)
        reply = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        error = NO_ANSWER if reply.error else ""
        if error:
            channel = self._hub.world.channels[message.channel]
            eyes.tell(channel, error, message.thread_ts if message.is_reply else None)
        return eyes.outcome(error)

    def _remember(self, message: Message, block: Json, element: Json, state: Json) -> Message:
        chosen = {**message.state.get(block["block_id"], {}), element["action_id"]: state}
        changed = replace(message, state={**message.state, block["block_id"]: chosen})
        return self._hub.world.put(changed)

    def _check_sees(self, person: Person, message: Message) -> None:
        channel = self._hub.world.channels[message.channel]
        visible = channel.kind is ChannelKind.PUBLIC or person.id in channel.members
        if not visible or message.only_for not in {None, person.id}:
            raise NotPossibleError(f"{person.name} does not see this message")

    async def post(
        self, person: Person, channel: Channel, text: str, *, thread_ts: str | None = None
    ) -> Message:
        """Post a message; the app hears of it where it subscribed to that."""
        if person.id not in channel.members:
            raise NotPossibleError(f"{person.name} is not a member of #{channel.name}")
        typed = self._with_mentions(escape(text))
        message = Message(
            channel=channel.id,
            ts=self._hub.world.new_ts(),
            user=person.id,
            text=typed,
            thread_ts=thread_ts,
            pings=all_pings(typed, ()),
            via="person",
        )
        self._hub.world.put(message)
        await self._courier.announce(message)
        return message

    def _with_mentions(self, text: str) -> str:
        for person in self._hub.world.people.values():
            text = text.replace(f"@{person.name}", f"<@{person.id}>")
        return text
