"""Private lines to somebody who chose a shortcut on a message, where no run begins."""

from bot.cards import limits, text
from bot.cards.catalogue import words
from bot.cards.replies import Reply, unchanged
from graphs.contract import Language


def old_shortcut(language: Language) -> Reply:
    """A shortcut of an older manifest, or of a workflow that this bot does not have."""
    return Reply(words(language).given.old_shortcut)


def no_text(language: Language, *, thread: bool) -> Reply:
    """A message, or a whole thread, has no text to start with."""
    w = words(language).given
    return unchanged(w.empty_thread if thread else w.empty_message, language)


def cannot_read(code: str, language: Language) -> Reply:
    """Slack does not show us the messages of a conversation; `code` says why."""
    shown = text.line(code, limits.NAME_TEXT)
    return unchanged(words(language).given.cannot_read.format(code=shown), language)
