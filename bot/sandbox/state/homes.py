"""App Home: the view that the app published for each person."""

import secrets

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import record_id
from bot.sandbox.kit import surface
from bot.sandbox.state.changes import Change
from bot.sandbox.state.modals import View
from bot.sandbox.state.world import World


class Homes:
    """One view a person, as `View`s of type "home". They stay until something else is published."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._views: dict[str, View] = {}

    def of(self, person: str) -> View | None:
        """What a person sees in the app's home; None before the app published anything."""
        return self._views.get(person)

    def all(self) -> tuple[View, ...]:
        """What is published for anybody."""
        return tuple(self._views.values())

    def find(self, view_id: str) -> View:
        """A published view. Raises SlackError `not_found`."""
        found = next((v for v in self._views.values() if v.id == view_id), None)
        if found is None:
            raise SlackError("not_found")
        return found

    def publish(self, person: str, payload: object, *, hash_: str | None = None) -> View:
        """Show a view. Raises SlackError: `hash_conflict`, or what is wrong with the view."""
        known = self._views.get(person)
        if known and hash_ is not None and hash_ != known.hash:
            raise SlackError("hash_conflict")
        view_id = known.id if known else record_id("V")
        view = View(
            id=view_id,
            person=person,
            payload=surface.view(payload),
            hash=f"{int(self._world.now())}.{secrets.token_hex(4)}",
            root_id=view_id,
        )
        return self.put(view)

    def put(self, view: View) -> View:
        """Keep a changed view."""
        self._views[view.person] = view
        self._world.changes.tell(Change("view", person=view.person))
        return view
