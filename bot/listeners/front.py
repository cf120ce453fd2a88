"""What the listeners share: the use cases, and words for what came of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.cards import replies
from bot.cards.replies import Reply
from bot.core.language import language_of_locale
from bot.core.model import Gate, GateState, Person, Snapshot
from bot.core.ports.directory import Directory
from bot.core.ports.documents import Documents
from bot.core.ports.threads import Threads
from bot.desk import Desk, Done, Moved, NotOffered, NotYours, Outcome, TooLate, Unfinished
from bot.listeners.payloads import Who
from graphs.contract import Language, Workflow


@dataclass(frozen=True, slots=True)
class Front:
    """Handed to every listener."""

    desk: Desk
    directory: Directory
    workflows: Mapping[str, Workflow]
    documents: Documents
    threads: Threads

    async def person(self, who: Who) -> Person:
        """Who somebody is to Slack: language and time zone."""
        return await self.directory.person(who.team, who.user)

    async def language(self, who: Who) -> Language:
        """The language of private lines and forms."""
        return language_of_locale((await self.person(who)).locale)

    async def refusal(self, outcome: Outcome, language: Language) -> Reply | None:
        """What to tell a person whose request changed nothing; None where it did."""
        match outcome:
            case Done():
                return None
            case NotYours(_, circle):
                return replies.only_deciders(circle, language)
            case TooLate(snapshot, gate):
                return await self._too_late(snapshot, gate, language)
            case NotOffered(snapshot, _):
                return replies.earlier_round(language, current_url=await self.current(snapshot))
            case _:
                return _not_sent(outcome, language)

    async def _too_late(self, snapshot: Snapshot, gate: Gate | None, language: Language) -> Reply:
        if gate and gate.decision and gate.state in {GateState.DECIDED, GateState.APPLIED}:
            return replies.already_decided(gate.decision, language)
        if snapshot.run.state.final:
            return replies.run_ended(snapshot.run, language)
        if gate:
            return replies.earlier_round(language, current_url=await self.current(snapshot))
        return replies.nothing_to_retry(language)

    async def current(self, snapshot: Snapshot) -> str:
        """The permalink of the card that waits now; empty where there is none."""
        for gate in snapshot.gates_in(GateState.OPEN):
            slot = snapshot.slots.get(f"gate:{gate.key}")
            if slot and slot.ts:
                return await self.directory.permalink(snapshot.run.channel, slot.ts) or ""
        return ""

    async def root_url(self, snapshot: Snapshot) -> str:
        """The permalink of a run's root message; empty where there is none."""
        root = snapshot.slots.get("root")
        if root is None or root.ts is None:
            return ""
        return await self.directory.permalink(snapshot.run.channel, root.ts) or ""


def _not_sent(outcome: Outcome, language: Language) -> Reply:
    match outcome:
        case Unfinished(_, gate):
            return replies.unfinished(gate, language)
        case Moved():
            return replies.moved(language)
        case _:
            return replies.outdated_card(language)
