"""What a person sees right after doing something, and what Slack itself tells them."""

from dataclasses import dataclass
from typing import Final

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.markup import escape
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import SLACKBOT, Channel, Message, Person

NO_ANSWER: Final = "The app did not respond. Try again in a moment."


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a person sees right after doing something.

    `error` is Slack's own error line, or "". `notices` are the private lines that came up, `view`
    the modal that is open now, or None.
    """

    error: str = ""
    notices: tuple[Message, ...] = ()
    view: View | None = None

    @property
    def text(self) -> str:
        """All private lines and the error, as stored."""
        lines = [notice.text for notice in self.notices]
        return "\n".join([*lines, self.error] if self.error not in lines else lines).strip()


class Eyes:
    """Notes what comes up on a person's screen while something happens."""

    def __init__(self, hub: Hub, person: Person) -> None:
        self._hub = hub
        self._person = person
        self._before = {m.ts for m in self._mine()}

    def _mine(self) -> list[Message]:
        return [m for m in self._hub.world.ephemerals if m.only_for == self._person.id]

    def outcome(self, error: str = "") -> Outcome:
        """What came up since."""
        new = tuple(m for m in self._mine() if m.ts not in self._before)
        return Outcome(error=error, notices=new, view=self._hub.modals.top(self._person.id))

    def tell(self, channel: Channel, text: str, thread_ts: str | None = None) -> None:
        """A line from Slack itself, for this person."""
        line = Message(
            channel=channel.id,
            ts=self._hub.world.new_ts(),
            user=SLACKBOT,
            text=escape(text),
            thread_ts=thread_ts,
            only_for=self._person.id,
            via="slack",
        )
        self._hub.world.put(line)

    def unanswered(self, message: Message) -> Outcome:
        """The app did not answer to something done with a message: it is said where that stands."""
        channel = self._hub.world.channels[message.channel]
        self.tell(channel, NO_ANSWER, message.thread_ts if message.is_reply else None)
        return self.outcome(NO_ANSWER)


def check_sees(hub: Hub, person: Person, message: Message) -> None:
    """Whether a message is on a person's screen. Raises NotPossibleError."""
    visible = hub.world.channels[message.channel].seen_by(person)
    if not visible or message.only_for not in {None, person.id}:
        raise NotPossibleError(f"{person.name} does not see this message")
