"""The main job, walked by itself: each step is done as a person would, and seen in the channel."""

import json
import time
from collections import Counter
from collections.abc import Callable

from bot.cards import ids
from bot.cards.catalogue import words
from bot.cli.numbers import of_run
from bot.core.ports.store import Store
from bot.sandbox.client import Card, NotSeenError, Said, Workspace
from graphs.weekly_report.words import TEXTS

__all__ = ["SAMPLE_NOTES", "NotSeenError", "Walk"]

SAMPLE_NOTES = """\
Login v2 shipped to all customers on Tuesday
Moved 14 services to Redis 8, no downtime
Security audit is blocked: the auditor needs another two weeks
Support backlog fell from 120 to 45 tickets
Hired two backend engineers, they start in January
Payment export is delayed, waiting for the bank's test account"""

CHANNEL = "general"
STARTER, OTHER = "ana", "ben"
REMARK = "Mention the hiring freeze"
SLOW = 120.0
"""Seconds that a step may take: a real model writes the report."""
TO_COME = "○"
"""What marks a step that is still to come."""
ENDED = ("✓", "⚠", "✕")
"""How a step that has ended begins in the progress."""
FAILED_STEPS = {
    text: step
    for texts in TEXTS.values()
    for step, text in (
        ("highlights", texts.highlights_failed),
        ("risks", texts.risks_failed),
        ("report", texts.report_failed),
    )
}
"""What a message says in place of what a step should have made."""


class Walk:
    """Walks, and prints what people see as it happens. NotSeenError at what does not come.

    `failed` are the steps of the graph that a message says to have failed.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        *,
        as_json: bool,
        out: Callable[[str], None] = print,
    ) -> None:
        self.failed: list[str] = []
        self._ws = workspace
        self._store = store
        self._as_json = as_json
        self._out = out
        self._began = time.monotonic()

    async def run(self, notes: str) -> None:
        """Command, card, revision, second card, a refused click, approval, report."""
        self._does(STARTER, f"/weekly-report {notes}")
        said = await self._ws.slash("/weekly-report", text=notes, as_=STARTER, channel=CHANNEL)
        _must(not said.error, said.error)
        root = await self._seen("root", lambda c: c.thread_ts == c.ts and _has(c, ids.CANCEL))
        first = await self._card()
        second = await self._revise(first)
        await self._refused(second)
        await self._approve(second)
        await self._report(root, second)
        await self._numbers(root)

    async def _card(self, after: str = "") -> Card:
        card = await self._seen("card", lambda c: _has(c, ids.APPROVE) and c.ts > after)
        progress = await self._progress(card).wait_until(
            lambda c: any(mark in c.text for mark in ENDED), within=SLOW, what="the progress"
        )
        self._sees("progress", progress)
        return card

    async def _revise(self, card: Card) -> Card:
        self._does(STARTER, f"presses {_label(card, ids.REVISE)} and writes: {REMARK}")
        said = await card.click(ids.REVISE, as_=STARTER)
        _must(said.modal is not None, said.text)
        if said.modal is not None:
            field = words("en").forms.revise_label
            _must(field in said.modal.inputs, said.modal.text)
            await said.modal.fill({field: REMARK}).submit()
        closed = await card.wait_until(
            lambda c: not c.buttons and REMARK in c.text, within=SLOW, what="the card sent back"
        )
        self._sees("card", closed)
        return await self._card(after=card.ts)

    async def _refused(self, card: Card) -> None:
        self._does(OTHER, f"presses {_label(card, ids.APPROVE)}")
        said = await card.click(ids.APPROVE, as_=OTHER)
        _must(bool(said.text) and not said.error, "ben was told nothing")
        self._private(OTHER, said)
        _must(_has(card.refresh(), ids.APPROVE), "a refused click changed the card")

    async def _approve(self, card: Card) -> None:
        self._does(STARTER, f"presses {_label(card, ids.APPROVE)}")
        said = await card.click(ids.APPROVE, as_=STARTER)
        _must(not said.error and not said.text, said.text)
        self._sees("card", await card.wait_closed(within=SLOW))

    async def _report(self, root: Card, card: Card) -> None:
        await self._seen("report", lambda c: c.ts > card.ts and c.thread_ts == root.ts)
        done = await root.wait_until(lambda c: not c.buttons, within=SLOW, what="the run's end")
        self._sees("root", done)
        progress = await self._progress(card).wait_until(
            lambda c: TO_COME not in c.text, within=SLOW, what="the last progress"
        )
        self._sees("progress", progress)

    def _progress(self, card: Card) -> Card:
        """The first message of the card's thread."""
        return self._ws.thread(CHANNEL, card.thread_ts)[0]

    async def _seen(self, what: str, fits: Callable[[Card], bool]) -> Card:
        card = await self._ws.wait_for(fits, channel=CHANNEL, within=SLOW, what=f"the {what}")
        self._sees(what, card)
        return card

    async def _numbers(self, root: Card) -> None:
        run_id = await self._store.run_at(self._ws.channel(CHANNEL).id, root.ts)
        _must(run_id is not None, "the store does not know the run")
        calls = Counter(call.method for call in self._ws.sandbox.calls)
        numbers = {
            **of_run(await self._store.load(run_id or "")),
            "walk_seconds": round(time.monotonic() - self._began, 1),
            "messages": 1 + len(self._ws.thread(CHANNEL, root.ts)),
            "slack_calls": sum(calls.values()),
            **dict(sorted(calls.items())),
        }
        if self._as_json:
            failed = {"failed": self.failed} if self.failed else {}
            self._out(json.dumps({"numbers": numbers, **failed}))
        else:
            self._out("\n" + "\n".join(f"{name:>28} {value}" for name, value in numbers.items()))

    def _does(self, who: str, what: str) -> None:
        self._line({"who": who, "does": what}, f"{who}: {_indented(what)}")

    def _private(self, who: str, said: Said) -> None:
        self._line({"who": who, "told": said.text}, f"  (only {who} sees) {said.text}")

    def _sees(self, what: str, card: Card) -> None:
        inside = card.thread_ts != card.ts
        files = [f"[file]\n{content}" for content in card.files]
        text = "\n".join([card.text, *files])
        failed = [step for said, step in FAILED_STEPS.items() if said in text]
        self.failed += [step for step in failed if step not in self.failed]
        self._line(
            {"who": "Signoff", "shows": what, "thread": inside, "text": text},
            f"{'  ↳ ' if inside else ''}Signoff ({what}): {_indented(text)}",
        )

    def _line(self, record: dict[str, object], text: str) -> None:
        seconds = round(time.monotonic() - self._began, 2)
        self._out(
            json.dumps({"at": seconds, **record}, ensure_ascii=False)
            if self._as_json
            else f"{seconds:6.2f}  {text}"
        )


def _indented(text: str) -> str:
    return text.replace("\n", "\n            ")


def _has(card: Card, action_id: str) -> bool:
    return any(element.get("action_id") == action_id for element in card.elements)


def _label(card: Card, action_id: str) -> str:
    return str(card.button(action_id)["text"]["text"])


def _must(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise NotSeenError(otherwise)
