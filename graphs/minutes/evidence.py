"""What was said for each action item, as lines that people read and edit, and back."""

from collections.abc import Sequence

from graphs.lines import bare, bullets, shortened
from graphs.minutes.state import Action
from graphs.minutes.words import Texts

_SHOWN = 80
_NAMED = 40
"""Characters of a quote, and of what it is about: the most action items fit into a form."""
_MARKS = '“”"「」 '


def quote(action: Action, texts: Texts, *, longest: int = _SHOWN) -> str:
    """What was said, in quotation marks, and where that is a reviewer's comment. "" for none."""
    if not action["quote"]:
        return ""
    text = texts.quote.format(quote=shortened(action["quote"], longest))
    return texts.from_comment.format(text=text) if action["source"] == "comment" else text


def listed(actions: Sequence[Action], texts: Texts) -> str:
    """The quotes, each behind the words of its action item: numbers change with the entries."""
    return bullets([_line(action, texts) for action in actions if action["quote"]])


def read(text: str, actions: Sequence[Action], texts: Texts) -> list[Action]:
    """The action items with the quotes as people left them; one without a line has none.

    Lines that do not begin with the words of an action item belong to none, and are left out.
    """
    lines = [bare(line) for line in text.splitlines()]
    return [_left(action, lines, texts) for action in actions]


def _left(action: Action, lines: Sequence[str], texts: Texts) -> Action:
    if not action["quote"] or bare(_line(action, texts)) in lines:
        return action
    name = bare(_named(action, texts))
    said = next((line.removeprefix(name) for line in lines if line.startswith(name)), "")
    plain = said.removesuffix(texts.from_comment.format(text="")).strip(_MARKS)
    return {**action, "quote": plain, "source": action["source"] if plain else ""}


def _line(action: Action, texts: Texts) -> str:
    return f"{_named(action, texts)}{texts.between_sentences}{quote(action, texts)}"


def _named(action: Action, texts: Texts) -> str:
    return f"{shortened(action['what'], _NAMED)}{texts.colon}"
