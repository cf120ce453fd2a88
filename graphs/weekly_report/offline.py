"""The same steps without a model: it picks, sorts and joins lines, and writes none itself."""

from collections.abc import Sequence

import regex

from graphs.contract import Language
from graphs.lines import bare, shortened
from graphs.weekly_report.checks import LONGEST, MOST
from graphs.weekly_report.notes import facts
from graphs.weekly_report.trouble import in_trouble, says_none
from graphs.weekly_report.words import TEXTS

_ORDER = regex.compile(
    r"^(?:please\s+|also\s+)*(?:mention|add|include|say|note|write)(?:\s+(?:that|about))?"
    r"(?:\s+the)?\s+|^(?:请|麻烦)?(?:再|也)?(?:提一下|提到|提及|加上|补充|补上|写上|说明|注明)(?:一下)?",
    regex.IGNORECASE,
)


def highlights(notes: str, comments: Sequence[str], language: Language) -> list[str]:
    """The first good news, and what a reviewer asked to mention."""
    asked = _asked(comments, language, trouble=False)
    good = [fact.text for fact in facts(notes) if not fact.trouble and not says_none(fact.text)]
    return _bounded(good, language)[: MOST - len(asked)] + asked


def risks(notes: str, comments: Sequence[str], language: Language) -> list[str]:
    """The first bad news, and the troubles that a reviewer asked to mention; empty for none."""
    asked = _asked(comments, language, trouble=True)
    bad = [fact.text for fact in facts(notes) if fact.trouble and not says_none(fact.text)]
    return _bounded(bad, language)[: MOST - len(asked)] + asked


def report(
    highlights: Sequence[str], risks: Sequence[str], comments: Sequence[str], language: Language
) -> str:
    """The approved parts under their headings, without a title."""
    texts = TEXTS[language]
    parts = [f"## {texts.highlights}", _list(highlights)]
    parts += [f"## {texts.risks}", _list(risks) if risks else texts.no_risk]
    if comments:
        parts += [f"## {texts.comments}", _list(comments)]
    return "\n\n".join(parts)


def _asked(comments: Sequence[str], language: Language, *, trouble: bool) -> list[str]:
    """Comments as lines that say where they come from, the newest ones if there are many."""
    wanted = [text for text in comments if text.strip() and in_trouble(text) is trouble]
    return list(dict.fromkeys(_marked(text, language) for text in wanted[-(MOST - 1) :]))


def _marked(comment: str, language: Language) -> str:
    mark = TEXTS[language].from_comment
    room = LONGEST[language] - len(mark.format(text=""))
    text = _ORDER.sub("", bare(comment)).strip().rstrip(".。!！") or bare(comment)
    return mark.format(text=shortened(text[:1].upper() + text[1:], room))


def _bounded(lines: Sequence[str], language: Language) -> list[str]:
    short = dict.fromkeys(shortened(line, LONGEST[language]) for line in lines)
    return [line for line in short if any(c.isalnum() for c in line)]


def _list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {' '.join(line.split())}" for line in lines)
