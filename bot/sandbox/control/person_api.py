"""The person's side over HTTP, for the page and for scripts in other processes.

Every request is a JSON object with `as` (a name) and what the action needs; the answer is
`{"ok": true, ...}`, or `{"ok": false, "error": sentence}` for what a person could not do. Only
JSON is taken: another site in the same browser cannot send that without being asked first, and
the guard of the server refuses it then.

What reaches the app answers with `error_line` (Slack's own line, or ""), `notices` (the private
lines that came up) and `view` (the form that is open now, or null).
"""

from collections.abc import Mapping
from typing import Final

from aiohttp import web

from bot.sandbox.control.places import Places
from bot.sandbox.control.requests import Action, acted, flag_of, object_of, text_of
from bot.sandbox.people.interactions import Interactions
from bot.sandbox.people.outcome import Outcome
from bot.sandbox.people.suggestions import MIN_QUERY
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Message, Person
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json

_HOME: Final = "home"


class PersonApi:
    """Serves `/person/…` for what people do with the app."""

    def __init__(self, hub: Hub, interactions: Interactions, places: Places) -> None:
        self._hub = hub
        self._do = interactions
        self._places = places

    def add_routes(self, app: web.Application) -> None:
        """A POST for each action."""
        actions: Mapping[str, Action] = {
            "slash": self._slash,
            "shortcut": self._shortcut,
            "message_shortcut": self._message_shortcut,
            "click": self._click,
            "suggest": self._suggest,
            "open_home": self._open_home,
            "enter": self._enter,
            "press": self._press,
            "submit": self._submit,
            "close": self._close,
        }
        for name, action in actions.items():
            app.router.add_post(f"/person/{name}", acted(action))

    def _outcome(self, person: Person, outcome: Outcome) -> Json:
        screen = self._places.screen
        return {
            "error_line": outcome.error,
            "notices": [screen.message(notice) for notice in outcome.notices],
            "view": screen.view(person),
        }

    async def _slash(self, body: Json) -> Json:
        """`channel`, `command`, `text`, `thread_ts`."""
        person = self._places.person(body)
        outcome = await self._do.slash(
            person,
            self._places.channel(body, person),
            text_of(body, "command"),
            text_of(body, "text", ""),
            thread_ts=text_of(body, "thread_ts", ""),
        )
        return self._outcome(person, outcome)

    async def _shortcut(self, body: Json) -> Json:
        """`callback_id`."""
        person = self._places.insider(body)
        callback_id = text_of(body, "callback_id")
        return self._outcome(person, await self._do.shortcuts.run(person, callback_id))

    async def _message_shortcut(self, body: Json) -> Json:
        """`channel`, `ts`, `callback_id`."""
        person = self._places.person(body)
        message, callback_id = self._places.message(body, person), text_of(body, "callback_id")
        outcome = await self._do.shortcuts.run_on(person, message, callback_id)
        return self._outcome(person, outcome)

    async def _click(self, body: Json) -> Json:
        """`channel`, `ts`, `action_id`, `block_id`, `value`."""
        person = self._places.person(body)
        message = self._places.message(body, person)
        element = self._places.element(body, message)
        outcome = await self._do.press(person, message, element, body.get("value"))
        return self._outcome(person, outcome)

    async def _suggest(self, body: Json) -> Json:
        """`query`, `action_id`, `block_id`; `channel` and `ts` in a message, else `view_id`."""
        person = self._places.person(body)
        place: Message | View = (
            self._places.message(body, person) if "ts" in body else self._places.view(body, person)
        )
        element = self._places.element(body, place)
        offered = await self._do.suggestions.ask(person, place, element, text_of(body, "query"))
        return {
            "options": offered.options,
            "option_groups": offered.groups,
            "min_query_length": element.get("min_query_length", MIN_QUERY),
            "error_line": offered.error,
        }

    async def _open_home(self, body: Json) -> Json:
        """The home as it is before the app hears that somebody looks at it."""
        person = self._places.insider(body)
        await self._do.home.open(person)
        channel = open_im(self._hub.world, {person.id, BOT_USER})
        return {"tab": self._do.home.tab, "channel": channel.id, "home": self._home(person)}

    def _home(self, person: Person) -> Json | None:
        view = self._hub.homes.of(person.id)
        return view.wire(self._hub.world.team.id) if view else None

    async def _enter(self, body: Json) -> Json:
        """`block_id`, `value`, `view_id`."""
        person = self._places.person(body)
        view = self._places.view(body, person)
        self._fill(view, {text_of(body, "block_id"): body.get("value")})
        return {}

    def _fill(self, view: View, values: Mapping[str, object]) -> View:
        enter = self._do.home.enter if _is_home(view) else self._do.forms.enter
        for block in view.payload["blocks"]:
            if block["type"] == "input" and block["block_id"] in values:
                view = enter(view, block, values[block["block_id"]])
        return view

    async def _press(self, body: Json) -> Json:
        """`action_id`, `block_id`, `value`, `view_id`."""
        person = self._places.person(body)
        view = self._places.view(body, person)
        element = self._places.element(body, view)
        press = self._do.home.press if _is_home(view) else self._do.forms.press
        outcome = await press(person, view, element, body.get("value"))
        return {**self._outcome(person, outcome), "home": self._home(person)}

    async def _submit(self, body: Json) -> Json:
        """`values` (block id -> value), `view_id`."""
        person = self._places.person(body)
        view = self._fill(self._places.modal(body, person), object_of(body, "values"))
        return self._outcome(person, await self._do.forms.submit(person, view))

    async def _close(self, body: Json) -> Json:
        """`view_id`, `all`."""
        person = self._places.person(body)
        view = self._places.modal(body, person)
        await self._do.forms.close(person, view, all_=flag_of(body, "all", default=False))
        return {"view": self._places.screen.view(person)}


def _is_home(view: View) -> bool:
    return bool(view.payload["type"] == _HOME)
