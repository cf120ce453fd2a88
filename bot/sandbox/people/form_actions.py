"""What people do in forms: choose, send, close; and what the app answers to that."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Delivery, Kind
from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.markup import escape
from bot.sandbox.people.outcome import Eyes, Outcome
from bot.sandbox.people.suggestions import Suggestions
from bot.sandbox.people.view_actions import ViewActions
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Person
from bot.sandbox.wire import Json

_TYPED: Final = frozenset({"plain_text_input", "email_text_input", "url_text_input"})
TROUBLE: Final = "We had some trouble connecting. Try again?"


class FormActions(ViewActions):
    """The person's side of modals."""

    def __init__(self, hub: Hub, courier: Courier, suggestions: Suggestions) -> None:
        super().__init__(hub, courier, suggestions, views=hub.modals, unanswered=TROUBLE)

    def enter(self, view: View, block: Json, given: object) -> View:
        """Type or choose something in a field; nothing is sent yet."""
        escaped = self._hub.forms_escaped and block["element"]["type"] in _TYPED
        given = escape(given) if escaped and isinstance(given, str) else given
        return super().enter(view, block, given)

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
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=True)
        return eyes.outcome(self._settle(view, delivery))

    def _settle(self, view: View, delivery: Delivery) -> str:
        """Do what the app answered to a form. One that is closed by now is left alone."""
        try:
            current = self._hub.modals.find(view_id=view.id)
        except SlackError:
            return ""
        if not delivery.error:
            self._follow(current, delivery)
        if not delivery.error:
            return ""
        self._hub.modals.put(replace(current, errors={"": TROUBLE}))
        return TROUBLE

    def _follow(self, view: View, delivery: Delivery) -> None:
        """Do it, or note why it is an answer that Slack does not take."""
        try:
            self._do(view, delivery.answer)
        except SlackError as refused:
            delivery.notes = refused.messages
            self._courier.refuse(delivery, refused.code)

    def _do(self, view: View, body: Mapping[str, Any]) -> None:
        match body.get("response_action"):
            case None if not body:
                self._hub.modals.close(view)
            case "clear":
                self._hub.modals.clear(view.person)
            case "update":
                self._hub.modals.update(view, _modal(body))
            case "push":
                self._hub.modals.push(view.person, _modal(body))
            case "errors":
                self._hub.modals.put(replace(view, errors=_errors(view, body.get("errors"))))
            case action:
                wanted = "must be clear, errors, push or update"
                message = f"`response_action` {wanted}; it is {action!r}"
                raise SlackError("invalid_response", messages=[message])

    async def close(self, person: Person, view: View, *, all_: bool = False) -> None:
        """Close a modal (`all_`: with those below it); the app hears of it if it asked for that."""
        cleared = all_ or bool(view.payload.get("clear_on_close"))
        if cleared:
            self._hub.modals.clear(person.id)
        else:
            self._hub.modals.close(view)
        if view.payload.get("notify_on_close"):
            payload = payloads.view_closed(self._hub, person, view, is_cleared=cleared)
            await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=False)


def _modal(body: Mapping[str, Any]) -> object:
    """The view in an answer, which must be for a modal."""
    view = body.get("view")
    if isinstance(view, dict) and view.get("type") == "home":
        raise SlackError("invalid_arguments", messages=["a home cannot be shown as a modal"])
    return view


def _errors(view: View, errors: object) -> dict[str, str]:
    """The errors in an answer: a sentence for each block id. Raises `invalid_errors`."""
    inputs = [b["block_id"] for b in view.payload["blocks"] if b["type"] == "input"]
    if not isinstance(errors, dict) or not errors:
        raise SlackError("invalid_errors", messages=["`errors` must map block ids to texts"])
    known = f"the block ids of the inputs are {inputs}"
    wrong = [
        *(f"there is no input block {key!r}: {known}" for key in errors if key not in inputs),
        *(
            f"the error of the block {key!r} must be a text that is not empty"
            for key, text in errors.items()
            if not isinstance(text, str) or not text
        ),
    ]
    if wrong:
        raise SlackError("invalid_errors", messages=wrong)
    return errors
