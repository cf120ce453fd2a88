"""The text that the walk of `signoff demo` is given."""

from pathlib import Path

from bot.errors import CannotStartError


def notes_of(text: str | None, file: Path | None) -> str | None:
    """What to walk with; None for the sample."""
    if text is None and file is None:
        return None
    if text is not None and file is not None:
        raise CannotStartError("--text and --file are both given: leave one out.")
    notes = text if file is None else _read(file)
    if not notes or not notes.strip():
        raise CannotStartError("the text is empty: write at least one line.")
    return notes


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CannotStartError(f"{file} is not a UTF-8 text: save it as one.") from error
    except OSError as error:
        raise CannotStartError(f"{file} cannot be read: {error.strerror}.") from error
