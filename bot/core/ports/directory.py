"""What Slack knows of people and channels, for those who answer people."""

from typing import Protocol

from bot.core.model import Person


class Directory(Protocol):
    """Look-ups that a listener has time for: none waits for its turn or tries twice."""

    async def person(self, team: str, user: str) -> Person:
        """Who this is; with a default locale and time zone where Slack gives no answer."""
        ...

    async def members(self, channel: str) -> frozenset[str]:
        """The user ids in a channel; none where Slack refuses to say.

        GaveWayError where Slack gave no answer in time.
        """
        ...

    async def permalink(self, channel: str, ts: str) -> str | None:
        """A link to a message; None where Slack gives none."""
        ...

    async def can_speak(self, channel: str) -> bool:
        """Whether the bot is in the channel, or could join it; true where nobody can tell.

        CannotSpeakError where the workspace does not let the bot in at all any more.
        """
        ...
