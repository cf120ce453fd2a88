"""What people do with messages of the app; each other kind of interaction has a file of its own."""

from dataclasses import replace

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind
from bot.sandbox.people.actions import action_of, place_of
from bot.sandbox.people.commands import Commands
from bot.sandbox.people.form_actions import FormActions
from bot.sandbox.people.home import HomeActions
from bot.sandbox.people.outcome import Eyes, Outcome, check_sees
from bot.sandbox.people.posts import Posts
from bot.sandbox.people.shortcuts import Shortcuts
from bot.sandbox.people.suggestions import Suggestions
from bot.sandbox.people.uploads import Uploads
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, Message, Person
from bot.sandbox.wire import Json


class Interactions:
    """The person's side of the workspace."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier
        self.commands = Commands(hub, courier)
        self.suggestions = Suggestions(hub, courier)
        self.forms = FormActions(hub, courier, self.suggestions)
        self.home = HomeActions(hub, courier, self.suggestions)
        self.shortcuts = Shortcuts(hub, courier)
        self.posts = Posts(hub)
        self.uploads = Uploads(hub)

    async def slash(
        self, person: Person, channel: Channel, command: str, text: str, *, thread_ts: str = ""
    ) -> Outcome:
        """Type a slash command; see `Commands.run`."""
        return await self.commands.run(person, channel, command, text, thread_ts=thread_ts)

    async def post(
        self, person: Person, channel: Channel, text: str, *, thread_ts: str | None = None
    ) -> Message:
        """Post a message; see `Posts.post`."""
        return self.posts.post(person, channel, text, thread_ts=thread_ts)

    async def press(
        self, person: Person, message: Message, element: Json, given: object = None
    ) -> Outcome:
        """Press or choose an element of a message, as it is on the person's screen."""
        check_sees(self._hub, person, message)
        eyes = Eyes(self._hub, person)
        block, attachment = place_of(message, element)
        offered = self.suggestions.offered(person, message, block, element)
        action, state = action_of(
            self._hub, person, block=block, element=element, given=given, offered=offered
        )
        if state:
            message = self._remember(message, block, element, state)
        if block["type"] == "input" and not block.get("dispatch_action"):
            return eyes.outcome()
        payload = payloads.message_action(self._hub, person, message, action, attachment=attachment)
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        return eyes.unanswered(message) if delivery.error else eyes.outcome()

    def _remember(self, message: Message, block: Json, element: Json, state: Json) -> Message:
        """Keep what was chosen, also where the person looks at an older state of the message."""
        world, channel, ts = self._hub.world, message.channel, message.ts
        chosen = {**message.state.get(block["block_id"], {}), element["action_id"]: state}
        kept = {**message.state, block["block_id"]: chosen}
        current = world.message(channel, ts) or world.ephemeral(channel, ts)
        if current is not None:
            world.put(replace(current, state=kept))
        return replace(message, state=kept)
