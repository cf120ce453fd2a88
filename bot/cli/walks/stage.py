"""What a walk does and sees: as people in the channel, printed as it happens."""

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cards import ids
from bot.cli.numbers import of_run
from bot.core.ports.store import Store
from bot.sandbox.client import Card, Modal, NotSeenError, Said, Workspace

CHANNEL = "general"
STARTER, OTHER = "ana", "ben"
SLOW = 120.0
"""Seconds that a step may take: a real model writes the report."""
_TO_COME = "○"
"""What marks a step that is still to come."""
_ENDED = ("✓", "⚠", "✕")
"""How a step that has ended begins in the progress."""

Change = Callable[[Mapping[str, str]], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where walks are walked. `marks`: what messages say in place of a step that failed."""

    workspace: Workspace
    store: Store
    as_json: bool
    marks: Mapping[str, str]
    out: Callable[[str], None] = print


class Stage:
    """People at work in one channel. NotSeenError at what does not come.

    `failed` are the steps of the graph that a message says to have failed.
    """

    def __init__(self, place: Place) -> None:
        self.failed: list[str] = []
        self.root: Card | None = None
        self._place = place
        self._ws = place.workspace
        self._began = time.monotonic()

    async def command(self, command: str, text: str) -> Card:
        """Start with a command and its text; gives the run's first message."""
        self._does(STARTER, f"{command} {text}")
        said = await self._ws.slash(command, text=text, as_=STARTER, channel=CHANNEL)
        must(not said.error and not said.text, said.error or said.text)
        self.root = await self._seen("root", lambda c: c.thread_ts == c.ts and has(c, ids.CANCEL))
        return self.root

    async def card(self, *, after: str = "", with_: str = ids.APPROVE) -> Card:
        """The next question, and the progress as it stands then."""
        card = await self._seen("card", lambda c: has(c, with_) and c.ts > after)
        progress = await self._progress(card).wait_until(
            lambda c: any(mark in c.text for mark in _ENDED), within=SLOW, what="the progress"
        )
        self.sees("progress", progress)
        return card

    async def press(self, card: Card, action: str) -> Card:
        """Press a button that decides at once; gives the card as it is afterwards."""
        self._does(STARTER, f"presses {label(card, action)}")
        said = await card.click(action, as_=STARTER)
        must(not said.error and not said.text, said.error or said.text)
        return await self._closed(card)

    async def fill(self, card: Card, action: str, change: Change, *, note: str) -> Card:
        """Press a button that opens a form, fill it in and send it; the card afterwards.

        `change` gives what to type, from what the form begins with, both by label.
        """
        self._does(STARTER, f"presses {label(card, action)} and {note}")
        said = await card.click(action, as_=STARTER)
        form = said.modal
        if form is None:
            raise NotSeenError(said.text or said.error or "no form opened")
        sent = await form.fill(change(_begun(form))).submit()
        wrong = "; ".join(sent.modal.errors.values()) if sent.modal else sent.text
        must(not sent.error and sent.modal is None, sent.error or wrong)
        return await self._closed(card)

    async def refused(self, card: Card, action: str) -> None:
        """Somebody presses who may not decide: a private line, and nothing changes."""
        self._does(OTHER, f"presses {label(card, action)}")
        said = await card.click(action, as_=OTHER)
        must(bool(said.text) and not said.error, "ben was told nothing")
        self._private(OTHER, said)
        must(has(card.refresh(), action), "a refused click changed the card")

    async def end(self, *, after: str) -> None:
        """The result, and the run's messages once it is done."""
        root = self.root
        if root is None:
            raise NotSeenError("no run was started")
        await self._seen(
            "result", lambda c: c.ts > after and c.thread_ts == root.ts and not c.buttons
        )
        done = await root.wait_until(
            lambda c: not has(c, ids.CANCEL), within=SLOW, what="the run's end"
        )
        self.sees("root", done)
        progress = await self._progress(root).wait_until(
            lambda c: _TO_COME not in c.text, within=SLOW, what="the last progress"
        )
        self.sees("progress", progress)
        await self._numbers(root)

    async def _closed(self, card: Card) -> Card:
        closed = await card.wait_until(
            lambda c: not c.buttons, within=SLOW, what="the card decided"
        )
        self.sees("card", closed)
        return closed

    def _progress(self, card: Card) -> Card:
        """The first message of the card's thread."""
        return self._ws.thread(CHANNEL, card.thread_ts)[0]

    async def _seen(self, what: str, fits: Callable[[Card], bool]) -> Card:
        card = await self._ws.wait_for(fits, channel=CHANNEL, within=SLOW, what=f"the {what}")
        self.sees(what, card)
        return card

    async def _numbers(self, root: Card) -> None:
        store = self._place.store
        run_id = await store.run_at(self._ws.channel(CHANNEL).id, root.ts)
        if run_id is None:
            raise NotSeenError("the store does not know the run")
        calls = Counter(call.method for call in self._ws.sandbox.calls)
        numbers = {
            **of_run(await store.load(run_id)),
            "walk_seconds": round(time.monotonic() - self._began, 1),
            "messages": 1 + len(self._ws.thread(CHANNEL, root.ts)),
            "slack_calls": sum(calls.values()),
            **dict(sorted(calls.items())),
        }
        if self._place.as_json:
            failed = {"failed": self.failed} if self.failed else {}
            self._place.out(json.dumps({"numbers": numbers, **failed}))
        else:
            lines = (f"{name:>28} {value}" for name, value in numbers.items())
            self._place.out("\n" + "\n".join(lines))

    def sees(self, what: str, card: Card) -> None:
        """Print a message as people see it."""
        inside = card.thread_ts != card.ts
        files = [f"[file]\n{content}" for content in card.files]
        text = "\n".join([card.text, *files])
        failed = [step for mark, step in self._place.marks.items() if mark in text]
        self.failed += [step for step in failed if step not in self.failed]
        self._line(
            {"who": "Signoff", "shows": what, "thread": inside, "text": text},
            f"{'  ↳ ' if inside else ''}Signoff ({what}): {_indented(text)}",
        )

    def _does(self, who: str, what: str) -> None:
        self._line({"who": who, "does": what}, f"{who}: {_indented(what)}")

    def _private(self, who: str, said: Said) -> None:
        self._line({"who": who, "told": said.text}, f"  (only {who} sees) {said.text}")

    def _line(self, record: Mapping[str, object], text: str) -> None:
        seconds = round(time.monotonic() - self._began, 2)
        self._place.out(
            json.dumps({"at": seconds, **record}, ensure_ascii=False)
            if self._place.as_json
            else f"{seconds:6.2f}  {text}"
        )


def has(card: Card, action_id: str) -> bool:
    """Whether a card has the button of an action."""
    return any(element.get("action_id") == action_id for element in card.elements)


def label(card: Card, action_id: str) -> str:
    """What a button of a card says."""
    return str(card.button(action_id)["text"]["text"])


def must(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - reads as a sentence
    """End the walk unless this holds."""
    if not holds:
        raise NotSeenError(otherwise)


def _begun(form: Modal) -> Mapping[str, str]:
    """What the inputs of a form begin with, by label; "" where they are empty.

    Of boxes the texts of those that are ticked, a line each.
    """
    return {name: _first(block.get("element", {})) for name, block in form.inputs.items()}


def _first(element: Mapping[str, Any]) -> str:
    ticked = (str(option["text"]["text"]) for option in element.get("initial_options", ()))
    return str(element.get("initial_value", "")) or "\n".join(ticked)


def _indented(text: str) -> str:
    return text.replace("\n", "\n            ")
