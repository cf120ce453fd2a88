"""What a request of `/person/…` names: who acts, and where: channel, message, view, element."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.sandbox.control.requests import text_of
from bot.sandbox.control.screen import Screen
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import SLACKBOT, Channel, Message, Person
from bot.sandbox.wire import Json

Found = TypeVar("Found", Person, Channel)


class Places:
    """Finds things as one person sees them. Raises NotPossibleError for what is not there."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.screen = Screen(hub)

    def person(self, body: Mapping[str, Any]) -> Person:
        """Who acts: `as` of the request."""
        person = _found(self._hub.world.person, text_of(body, "as", "ana"))
        if person.is_bot or person.id == SLACKBOT:
            raise NotPossibleError(f"{person.name} is no person")
        return person

    def insider(self, body: Mapping[str, Any]) -> Person:
        """Who acts, where only people of this workspace can: outside of shared channels."""
        person = self.person(body)
        if person.team:
            raise NotPossibleError(f"{person.name} is here in shared channels only")
        return person

    def channel(self, body: Mapping[str, Any], person: Person) -> Channel:
        """The channel that the request names, if the person sees it."""
        channel = _found(self._hub.world.channel, text_of(body, "channel"))
        if not channel.seen_by(person):
            raise NotPossibleError(f"{person.name} does not see this channel")
        return channel

    def message(self, body: Mapping[str, Any], person: Person) -> Message:
        """The message that the request names, if the person sees it."""
        channel, ts = self.channel(body, person), text_of(body, "ts")
        found = self._hub.world.message(channel.id, ts) or self._hub.world.ephemeral(channel.id, ts)
        if found is None or found.only_for not in {None, person.id}:
            raise NotPossibleError("this message is not there any more")
        return found

    def modal(self, body: Mapping[str, Any], person: Person) -> View:
        """The form on top of the person's screen."""
        view = self._hub.modals.top(person.id)
        if view is None or view.id != text_of(body, "view_id", view.id):
            raise NotPossibleError("this form is not open any more")
        return view

    def view(self, body: Mapping[str, Any], person: Person) -> View:
        """The person's home, if `view_id` names that, else the form on top."""
        home = self._hub.homes.of(person.id)
        if home is not None and text_of(body, "view_id", "") == home.id:
            return home
        return self.modal(body, person)

    def element(self, body: Mapping[str, Any], place: Message | View) -> Json:
        """The element with `action_id`, in the block `block_id` where that is given."""
        action_id, block_id = text_of(body, "action_id"), text_of(body, "block_id", "")
        for block, element in forms.elements(_blocks(place)):
            if element["action_id"] == action_id and block_id in ("", block["block_id"]):
                return element
        raise NotPossibleError("this button is not there any more")


def _found(find: Callable[[str], Found], name: str) -> Found:
    """Somebody or something by name or id. Raises NotPossibleError."""
    try:
        return find(name)
    except KeyError as unknown:
        raise NotPossibleError(str(unknown.args[0])) from None


def _blocks(place: Message | View) -> Sequence[Json]:
    if isinstance(place, View):
        blocks: Sequence[Json] = place.payload["blocks"]
        return blocks
    attached = [block for a in place.attachments for block in a.get("blocks") or ()]
    return [*place.blocks, *attached]
