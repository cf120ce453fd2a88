"""A message on the screen, for scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.sandbox.errors import NotPossibleError, NotSeenError
from bot.sandbox.messages.transcript import Reader
from bot.sandbox.state import forms
from bot.sandbox.state.records import Message
from bot.sandbox.wire import Json

if TYPE_CHECKING:
    from bot.sandbox.client.workspace import Said, Workspace


class Card:
    """A message as it was when it was found; `refresh` looks again."""

    def __init__(self, workspace: Workspace, message: Message) -> None:
        self._workspace = workspace
        self.message = message

    def __repr__(self) -> str:
        return f"<Card {self.ts} {self.text!r}>"

    @property
    def ts(self) -> str:
        """Its name in the channel."""
        return self.message.ts

    @property
    def thread_ts(self) -> str:
        """The ts of the root of its thread, or its own."""
        return self.message.thread_ts or self.message.ts

    @property
    def text(self) -> str:
        """Everything that is seen of it, as read."""
        return Reader(self._workspace.world).message(self.message)

    @property
    def author(self) -> str:
        """Who wrote it."""
        return Reader(self._workspace.world).name(self.message.user)

    @property
    def pings(self) -> tuple[str, ...]:
        """The live mentions in it."""
        return self.message.pings

    @property
    def elements(self) -> list[Json]:
        """What can be pressed or chosen."""
        return [element for _, element in forms.elements(self.message.blocks)]

    @property
    def buttons(self) -> list[str]:
        """The names of its buttons."""
        return [e["text"]["text"] for e in self.elements if e["type"] == "button"]

    @property
    def files(self) -> list[str]:
        """The contents of its files, as text."""
        files = (self._workspace.world.files[file_id] for file_id in self.message.file_ids)
        return [(file.content or b"").decode() for file in files]

    def refresh(self) -> Card:
        """The message as it is now. Raises NotSeenError when it is gone."""
        return Card(self._workspace, self._workspace._current(self.message))  # noqa: SLF001

    def button(self, label: str) -> Json:
        """A button by its name, or by its action id. Raises NotPossibleError."""
        for element in self.elements:
            name = (element.get("text") or element.get("placeholder") or {}).get("text")
            if label in {name, element["action_id"]}:
                return element
        raise NotPossibleError(
            f"there is no button {label!r}, only {self.buttons}; on\n{self.text}"
        )

    async def click(self, label: str, *, as_: str = "ana", stale: bool = False) -> Said:
        """Press a button, and confirm where it asks.

        `stale` presses it as it was when the card was found, although the message may have
        changed meanwhile: what happens when an update has not reached the person's screen.
        """
        card = self if stale else self.refresh()
        return await card._press(card.button(label), as_=as_)  # noqa: SLF001 - same class

    async def choose(self, label: str, value: object, *, as_: str = "ana") -> Said:
        """Choose something in a menu, found by its placeholder or action id."""
        card = self.refresh()
        return await card._press(card.button(label), as_=as_, given=value)  # noqa: SLF001

    async def _press(self, element: Json, *, as_: str, given: object = None) -> Said:
        workspace = self._workspace
        person = workspace.person(as_)
        outcome = await workspace.sandbox.interactions.press(person, self.message, element, given)
        return workspace._said(person, outcome)  # noqa: SLF001 - the client is one thing

    async def wait_until(
        self, predicate: Callable[[Card], bool], *, within: float = 10, what: str = "a change"
    ) -> Card:
        """The message once it fits. Raises NotSeenError with what it shows instead."""

        def find() -> Card | None:
            card = self.refresh()
            return card if predicate(card) else None

        found = await self._workspace.world.changes.until(find, within=within)
        if found is None:
            raise NotSeenError(f"nobody saw {what}; the card says\n{self.refresh().text}")
        return found

    async def wait_closed(self, *, within: float = 10) -> Card:
        """The message once it has no buttons any more."""
        return await self.wait_until(
            lambda card: not card.buttons, within=within, what="the buttons go away"
        )
