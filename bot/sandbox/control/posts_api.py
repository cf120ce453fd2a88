"""What people do without the app, over HTTP: post, edit, delete, react, join, leave."""

from collections.abc import Mapping

from aiohttp import web

from bot.sandbox.control.places import Places
from bot.sandbox.control.requests import Action, acted, flag_of, text_of
from bot.sandbox.people.posts import Posts
from bot.sandbox.wire import Json


class PostsApi:
    """Serves the part of `/person/…` that is about conversations."""

    def __init__(self, posts: Posts, places: Places) -> None:
        self._posts = posts
        self._places = places

    def add_routes(self, app: web.Application) -> None:
        """The addresses, each a POST."""
        actions: Mapping[str, Action] = {
            "post": self._post,
            "edit": self._edit,
            "unsend": self._unsend,
            "react": self._react,
            "join": self._join,
            "leave": self._leave,
        }
        for name, action in actions.items():
            app.router.add_post(f"/person/{name}", acted(action))

    async def _post(self, body: Json) -> Json:
        """`channel`, `text`, `thread_ts`; answers with the `ts`."""
        person = self._places.person(body)
        message = self._posts.post(
            person,
            self._places.channel(body, person),
            text_of(body, "text"),
            thread_ts=text_of(body, "thread_ts", "") or None,
        )
        return {"ts": message.ts}

    async def _edit(self, body: Json) -> Json:
        """`channel`, `ts`, `text`."""
        person = self._places.person(body)
        message = self._places.message(body, person)
        return {"ts": self._posts.edit(person, message, text_of(body, "text")).ts}

    async def _unsend(self, body: Json) -> Json:
        """`channel`, `ts`: an own message."""
        person = self._places.person(body)
        self._posts.unsend(person, self._places.message(body, person))
        return {}

    async def _react(self, body: Json) -> Json:
        """`channel`, `ts`, `name` without colons; `on` false takes it away."""
        person = self._places.person(body)
        message, on = self._places.message(body, person), flag_of(body, "on", default=True)
        self._posts.react(person, message, text_of(body, "name"), on=on)
        return {}

    async def _join(self, body: Json) -> Json:
        """`channel`."""
        person = self._places.person(body)
        self._posts.join(person, self._places.channel(body, person))
        return {}

    async def _leave(self, body: Json) -> Json:
        """`channel`."""
        person = self._places.person(body)
        self._posts.leave(person, self._places.channel(body, person))
        return {}
