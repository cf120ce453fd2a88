"""Fields that take a file: which files are read."""

from bot.cards import ids
from bot.cards.catalogue import words
from graphs.contract import Language
from graphs.sources.documents import MAX_BYTES, SUFFIXES


def element() -> dict[str, object]:
    """A place for one file. Slack looks at its kind "for convenience only" (its docs)."""
    return {
        "type": "file_input",
        "action_id": ids.FIELD,
        "filetypes": [suffix.removeprefix(".") for suffix in sorted(SUFFIXES)],
        "max_files": 1,
    }


def hint(language: Language) -> str:
    """Which files are read."""
    return words(language).given.file_hint.format(kinds=kinds(language), size=megabytes())


def kinds(language: Language) -> str:
    """The kinds of files that are read, by the ends of their names."""
    return words(language).units.comma.join(sorted(SUFFIXES))


def megabytes() -> int:
    """How big a file may be."""
    return MAX_BYTES // 1024**2
