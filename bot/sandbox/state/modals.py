"""Open modals: a stack of at most three views for each person."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import record_id
from bot.sandbox.kit import surface
from bot.sandbox.kit.limits import VIEW_STACK_MOST
from bot.sandbox.state.changes import Change
from bot.sandbox.state.forms import kept, state_values
from bot.sandbox.state.sample import APP_ID, BOT_ID
from bot.sandbox.state.world import World
from bot.sandbox.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A view on a person's screen: `entered` is what they typed, `errors` what is wrong with it."""

    id: str
    person: str
    payload: Json
    hash: str
    root_id: str
    previous_id: str | None = None
    entered: Json = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def values(self) -> Json:
        """`state.values` as Slack sends it."""
        return state_values(self.payload["blocks"], self.entered)

    def is_called(self, view_id: str, external_id: str) -> bool:
        """Whether one of these, where it is given, names this view."""
        if view_id:
            return view_id == self.id
        return bool(external_id) and external_id == self.payload.get("external_id")

    def with_entry(self, block_id: str, action_id: str, state: Mapping[str, Any]) -> "View":
        """The view with what a person typed or chose in one of its elements."""
        block = {**self.entered.get(block_id, {}), action_id: dict(state)}
        return replace(self, entered={**self.entered, block_id: block})

    def wire(self, team_id: str) -> Json:
        """The view as it stands in payloads and answers."""
        payload = self.payload
        return {
            "id": self.id,
            "team_id": team_id,
            "type": payload["type"],
            "blocks": payload["blocks"],
            "private_metadata": payload.get("private_metadata") or "",
            "callback_id": payload.get("callback_id") or "",
            "external_id": payload.get("external_id") or "",
            "state": {"values": self.values},
            "hash": self.hash,
            "title": payload.get("title"),
            "submit": payload.get("submit"),
            "close": payload.get("close"),
            "clear_on_close": bool(payload.get("clear_on_close")),
            "notify_on_close": bool(payload.get("notify_on_close")),
            "submit_disabled": False,
            "root_view_id": self.root_id,
            "previous_view_id": self.previous_id,
            "app_id": APP_ID,
            "app_installed_team_id": team_id,
            "bot_id": BOT_ID,
        }


class Modals:
    """What is open on whose screen."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._stacks: dict[str, tuple[View, ...]] = {}

    def top(self, person: str) -> View | None:
        """The view that a person sees."""
        stack = self._stacks.get(person, ())
        return stack[-1] if stack else None

    def stack(self, person: str) -> tuple[View, ...]:
        """All views of a person, the visible one last."""
        return self._stacks.get(person, ())

    def all(self) -> tuple[View, ...]:
        """What is open on anybody's screen, the views of one person from below."""
        return tuple(view for stack in self._stacks.values() for view in stack)

    def restore(self, views: Iterable[View]) -> None:
        """Open again what `all` gave."""
        for view in views:
            self._set(view.person, (*self.stack(view.person), view))

    def find(self, *, view_id: str = "", external_id: str = "") -> View:
        """An open view. Raises SlackError `not_found`."""
        found = next((view for view in self.all() if view.is_called(view_id, external_id)), None)
        if found is None:
            raise SlackError("not_found")
        return found

    def open(self, person: str, payload: object) -> View:
        """Put a new modal on a person's screen, in place of any other."""
        checked = self._checked(payload)
        view_id = record_id("V")
        view = View(id=view_id, person=person, payload=checked, hash=self._hash(), root_id=view_id)
        return self._set(person, (view,))[-1]

    def push(self, person: str, payload: object) -> View:
        """Lay a view on the open modal. Raises SlackError `not_found`, `push_limit_reached`."""
        stack = self._stacks.get(person, ())
        if not stack:
            raise SlackError("not_found")
        if len(stack) >= VIEW_STACK_MOST:
            raise SlackError("push_limit_reached")
        view = View(
            id=record_id("V"),
            person=person,
            payload=self._checked(payload),
            hash=self._hash(),
            root_id=stack[0].id,
            previous_id=stack[-1].id,
        )
        return self._set(person, (*stack, view))[-1]

    def update(self, view: View, payload: object, *, hash_: str | None = None) -> View:
        """Show something else in an open view. Raises SlackError `hash_conflict`."""
        if hash_ is not None and hash_ != view.hash:
            raise SlackError("hash_conflict")
        checked = self._checked(payload, but=view.id)
        entered = kept(checked["blocks"], view.entered)
        return self.put(
            replace(view, payload=checked, hash=self._hash(), entered=entered, errors={})
        )

    def put(self, view: View) -> View:
        """Keep a changed view in its place on the stack."""
        stack = self._stacks.get(view.person, ())
        self._set(view.person, tuple(view if v.id == view.id else v for v in stack))
        return view

    def enter(self, view: View, block_id: str, action_id: str, state: Mapping[str, Any]) -> View:
        """Note what a person typed or chose in an element."""
        return self.put(view.with_entry(block_id, action_id, state))

    def close(self, view: View) -> None:
        """Take a view, and what lies on it, off the screen."""
        stack = self._stacks.get(view.person, ())
        below = [v.id for v in stack].index(view.id) if view in stack else len(stack)
        self._set(view.person, stack[:below])

    def clear(self, person: str) -> None:
        """Take everything off a person's screen."""
        self._set(person, ())

    def _set(self, person: str, stack: tuple[View, ...]) -> tuple[View, ...]:
        self._stacks[person] = stack
        self._world.changes.tell(Change("view", person=person))
        return stack

    def _checked(self, payload: object, *, but: str = "") -> Json:
        checked = surface.view(payload)
        external_id = checked.get("external_id")
        others = (view for view in self.all() if view.id != but)
        if external_id and any(v.payload.get("external_id") == external_id for v in others):
            raise SlackError("duplicate_external_id")
        return checked

    def _hash(self) -> str:
        return f"{int(self._world.now())}.{secrets.token_hex(4)}"
