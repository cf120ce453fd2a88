"""What people do in forms: choose, send, close; and what the app answers to that."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind, Reply
from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.markup import escape
from bot.sandbox.people.actions import action_of, block_of
from bot.sandbox.people.outcome import Eyes, Outcome
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Person
from bot.sandbox.wire import Json

_TYPED: Final = frozenset({"plain_text_input", "email_text_input", "url_text_input"})
TROUBLE: Final = "We had some trouble connecting. Try again?"


class FormActions:
    """The person's side of modals."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier

    async def press(
        self, person: Person, view: View, element: Json, given: object = None
    ) -> Outcome:
        """Press or choose an element of a modal that sends its action at once."""
        eyes = Eyes(self._hub, person)
        block = block_of(view.payload["blocks"], element)
        action, state = action_of(self._hub, block, element, given)
        if state:
            view = self._hub.modals.enter(view, block["block_id"], element["action_id"], state)
        if block["type"] == "input" and not block.get("dispatch_action"):
            return eyes.outcome()
        payload = payloads.view_action(self._hub, person, view, action)
        reply = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)
        return eyes.outcome(TROUBLE if reply.error else "")

    def enter(self, view: View, block: Json, given: object) -> View:
        """Type or choose something in a field; nothing is sent yet."""
        element = block["element"]
        if isinstance(given, str) and self._hub.forms_escaped and element["type"] in _TYPED:
            given = escape(given)
        state = forms.entered(element, given)
        return self._hub.modals.enter(view, block["block_id"], element["action_id"], state)

    async def submit(self, person: Person, view: View) -> Outcome:
        """Send a form, if Slack's own screen has no objections."""
        eyes = Eyes(self._hub, person)
        if not view.payload.get("submit"):
            raise NotPossibleError("this modal has no submit button")
        problems = forms.problems(view.payload["blocks"], view.entered)
        if problems:
            self._hub.modals.put(replace(view, errors=problems))
            return eyes.outcome()
        payload = payloads.view_submission(self._hub, person, view)
        reply = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=True)
        error = self._settle(view, reply)
        return eyes.outcome(error)

    def _settle(self, view: View, reply: Reply) -> str:
        """Do what the app answered to a form."""
        try:
            current = self._hub.modals.find(view_id=view.id)
        except SlackError:
            return ""
        if not reply.error and self._follow(current, reply.body or {}):
            return ""
        self._hub.modals.put(replace(current, errors={"": TROUBLE}))
        return TROUBLE

    def _follow(self, view: View, body: Mapping[str, Any]) -> bool:
        """Whether the answer to a form was one that Slack takes; it is done then."""
        try:
            self._do(view, body)
        except SlackError:
            return False
        return True

    def _do(self, view: View, body: Mapping[str, Any]) -> None:
        match body.get("response_action"):
            case None if not body:
                self._hub.modals.close(view)
            case "clear":
                self._hub.modals.clear(view.person)
            case "update":
                self._hub.modals.update(view, body.get("view"))
            case "push":
                self._hub.modals.push(view.person, body.get("view"))
            case "errors":
                self._hub.modals.put(replace(view, errors=_errors(view, body.get("errors"))))
            case _:
                raise SlackError("invalid_response")

    async def close(self, person: Person, view: View, *, all_: bool = False) -> None:
        """Close a modal; the app hears of it if it asked for that."""
        closed = view
        if all_ or view.payload.get("clear_on_close"):
            self._hub.modals.clear(person.id)
        else:
            self._hub.modals.close(view)
        if closed.payload.get("notify_on_close"):
            payload = payloads.view_closed(self._hub, person, closed, is_cleared=all_)
            await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)


def _errors(view: View, errors: object) -> dict[str, str]:
    inputs = {b["block_id"] for b in view.payload["blocks"] if b["type"] == "input"}
    valid = isinstance(errors, dict) and errors and set(errors) <= inputs
    if not isinstance(errors, dict) or not valid:
        raise SlackError("invalid_errors")
    return {str(key): str(text) for key, text in errors.items()}
