"""What is on people's screens, to act on: cards, forms, the app's home, and what came of it.

They are in one file because each leads to the others: a click on a card opens a form, and a
form that was sent leaves private lines, which are cards again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from bot.sandbox.client.given import files, typed
from bot.sandbox.client.pressing import NOTHING_GIVEN, search, use
from bot.sandbox.client.seen import SeenMessage, SeenView
from bot.sandbox.client.stage import WITHIN, Stage
from bot.sandbox.errors import NotPossibleError, NotSeenError
from bot.sandbox.people.outcome import Outcome
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Person
from bot.sandbox.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a person saw right after doing something.

    `text` is all private lines together as read, `error` Slack's own error line or "", `notices`
    the private lines one by one, `modal` the form that is open now.
    """

    text: str
    error: str
    notices: tuple[Card, ...]
    modal: Modal | None


def said(stage: Stage, person: Person, outcome: Outcome) -> Said:
    """An outcome in the words of the screen."""
    reader = stage.reader(person)
    return Said(
        text="\n".join(reader.message(notice) for notice in outcome.notices),
        error=outcome.error,
        notices=tuple(Card(stage, notice) for notice in outcome.notices),
        modal=Modal(stage, outcome.view) if outcome.view else None,
    )


class Card(SeenMessage):
    """A message as it was when it was found; `refresh` looks again."""

    def refresh(self) -> Card:
        """The message as it is now. Raises NotSeenError when it is gone."""
        return Card(self._stage, self._stage.current(self.message))

    def thread(self) -> list[Card]:
        """The replies in its thread, without its root, the oldest first."""
        replies = self._stage.world.replies(self.message.channel, self.thread_ts)
        return [Card(self._stage, reply) for reply in replies]

    async def click(
        self, label: str, *, as_: str = "ana", stale: bool = False, confirm: bool = True
    ) -> Said:
        """Press a button or an entry of an overflow menu, and confirm where it asks.

        `stale` presses it as it was when the card was found, although the message may have
        changed meanwhile: what happens when an update has not reached the person's screen.
        `confirm=False` declines in the dialog that it opens (`asks` has its words). Raises
        NotPossibleError when there is no such button, or nothing to decline.
        """
        card = self if stale else self.refresh()
        return await card._use(label, as_=as_, confirm=confirm)  # noqa: SLF001 - same class

    async def choose(
        self, label: str, value: object, *, as_: str = "ana", confirm: bool = True
    ) -> Said:
        """Choose in a menu: the text of an option, a name, a date, or a list of them."""
        card = self.refresh()
        return await card._use(label, as_=as_, value=value, confirm=confirm)  # noqa: SLF001

    async def _use(
        self, label: str, *, as_: str, value: object = NOTHING_GIVEN, confirm: bool
    ) -> Said:
        person = self._stage.person(as_)

        async def press(element: Json, given: object) -> Outcome:
            return await self._stage.do.press(person, self.message, element, given)

        thing = self.find(label)
        outcome = await use(self._stage, person, thing, press, value=value, confirm=confirm)
        return said(self._stage, person, outcome)

    async def search(self, label: str, query: str, *, as_: str = "ana") -> list[str]:
        """Type into a menu whose options the app finds; their texts, to `choose` from."""
        card = self.refresh()
        person = self._stage.person(as_)
        return await search(self._stage, person, card.find(label), card.message, query)

    async def shortcut(self, name: str, *, as_: str = "ana") -> Said:
        """Choose an entry of the message's menu, by its name or callback id."""
        stage, person = self._stage, self._stage.person(as_)
        callback_id = stage.shortcut("message", name)
        outcome = await stage.do.shortcuts.run_on(person, self.refresh().message, callback_id)
        return said(stage, person, outcome)

    def react(self, emoji: str, *, as_: str = "ana", on: bool = True) -> Card:
        """React with an emoji, by its name without colons, or take the reaction back."""
        stage, current = self._stage, self.refresh().message
        return Card(stage, stage.do.posts.react(stage.person(as_), current, emoji, on=on))

    async def reply(self, text: str, *, as_: str = "ana") -> Card:
        """Post a message into its thread."""
        stage, message = self._stage, self.message
        place = stage.world.channels[message.channel]
        made = await stage.do.post(stage.person(as_), place, text, thread_ts=self.thread_ts)
        return Card(stage, made)

    async def wait_until(
        self, predicate: Callable[[Card], bool], *, within: float = WITHIN, what: str = "a change"
    ) -> Card:
        """The message once it fits. Raises NotSeenError with the channel as text."""

        def find() -> Card | None:
            card = self.refresh()
            return card if predicate(card) else None

        return await self._stage.until(
            find, within=within, what=f"{what} of {self!r}", channel=self.message.channel
        )

    async def wait_closed(self, *, within: float = WITHIN) -> Card:
        """The message once it has no buttons any more."""
        return await self.wait_until(
            lambda card: not card.buttons, within=within, what="the buttons go away"
        )


class Surface(SeenView):
    """A view of one person, to type and press on: a modal or the app's home."""

    async def _press(self, element: Json, given: object) -> Outcome:
        raise NotImplementedError

    def _enter(self, block: Json, given: object) -> None:
        raise NotImplementedError

    @property
    def _person(self) -> Person:
        return self._stage.person(self._last.person)

    def fill(self, values: Mapping[str, object]) -> Self:
        """Fill in fields by their labels; nothing is sent yet.

        A value is a text, the text of an option, the name of a person or channel, a date, or a
        list of those where several can be chosen; for files a path, or a pair of name and bytes.
        Raises NotPossibleError for a field or an
        option that is not there.
        """
        for label, value in values.items():
            block = self.inputs.get(label)
            if block is None:
                raise NotPossibleError(f"there is no field {label!r}, only {list(self.inputs)}")
            self._enter(block, self._given(block, value))
        return self

    def _given(self, block: Json, value: object) -> object:
        if block["element"]["type"] != "file_input":
            return typed(value)
        uploads, person = self._stage.do.uploads, self._person
        return [uploads.add(person, name, content).id for name, content in files(value)]

    async def click(self, label: str, *, confirm: bool = True) -> Said:
        """Press a button or an entry of an overflow menu, as `Card.click` does."""
        return await self._use(label, confirm=confirm)

    async def choose(self, label: str, value: object, *, confirm: bool = True) -> Said:
        """Choose in a menu that tells the app at once, as `Card.choose` does."""
        return await self._use(label, value=value, confirm=confirm)

    async def _use(self, label: str, *, value: object = NOTHING_GIVEN, confirm: bool) -> Said:
        thing = self.find(label)
        person = self._person
        outcome = await use(self._stage, person, thing, self._press, value=value, confirm=confirm)
        return said(self._stage, person, outcome)

    async def search(self, label: str, query: str) -> list[str]:
        """Type into a menu whose options the app finds; their texts, to fill in or choose."""
        return await search(self._stage, self._person, self.find(label), self.view, query)

    async def wait_until(
        self, predicate: Callable[[Self], bool], *, within: float = WITHIN, what: str = "a change"
    ) -> Self:
        """The view once it fits. Raises NotSeenError with what it shows instead."""
        changes = self._stage.world.changes
        found = await changes.until(
            lambda: self if predicate(self) else None, within=within, kinds=("view",)
        )
        if found is None:
            raise NotSeenError(f"nobody saw {what} within {within:g} s; the view is\n{self.text}")
        return found


class Modal(Surface):
    """A modal. It always shows the view as it is now, while it is open."""

    def _look(self) -> View:
        return self._stage.sandbox.hub.modals.find(view_id=self._last.id)

    async def _press(self, element: Json, given: object) -> Outcome:
        self._check_open()
        return await self._stage.do.forms.press(self._person, self.view, element, given)

    def _enter(self, block: Json, given: object) -> None:
        self._check_open()
        self._stage.do.forms.enter(self.view, block, given)

    @property
    def is_open(self) -> bool:
        """Whether the person still sees it."""
        top = self._stage.sandbox.hub.modals.top(self._last.person)
        return top is not None and top.id == self._last.id

    async def submit(self) -> Said:
        """Press the submit button; `errors` says afterwards what was wrong, if anything."""
        self._check_open()
        outcome = await self._stage.do.forms.submit(self._person, self.view)
        return said(self._stage, self._person, outcome)

    async def close(self, *, all_: bool = False) -> None:
        """Press the close button; `all_` takes the forms below it off the screen as well."""
        self._check_open()
        await self._stage.do.forms.close(self._person, self.view, all_=all_)

    def _check_open(self) -> None:
        if not self.is_open:
            raise NotPossibleError(f"the form {self.title!r} is not on the screen any more")


class Home(Surface):
    """The app's home of one person, always as it is now."""

    def _look(self) -> View:
        return self._stage.sandbox.hub.homes.find(self._last.id)

    async def _press(self, element: Json, given: object) -> Outcome:
        return await self._stage.do.home.press(self._person, self.view, element, given)

    def _enter(self, block: Json, given: object) -> None:
        self._stage.do.home.enter(self.view, block, given)
