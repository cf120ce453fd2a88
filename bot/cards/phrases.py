"""Parts of sentences that several cards share. Markup unless it says otherwise."""

import re

from bot.cards import blocks, limits, text
from bot.cards.catalogue import pick, words
from bot.cards.markup import mention
from bot.core.model import Run, Usage
from bot.core.policy import Circle
from graphs.contract import Language, Workflow

_WEEK = re.compile(r"\d{4}-W(\d{2})")
_DOT = " · "
_EXACT, _MINUTE, _HOUR, _DAY = 10, 60, 3_600, 86_400
"""Seconds; below the first a decimal place tells something."""
_CENT = 0.01


def dotted(*parts: str) -> str:
    """Put the parts that say something on one line."""
    return _DOT.join(part for part in parts if part)


def notice(what: str, state: str) -> str:
    """A message's text for notifications: a title, not escaped yet, and a line of markup."""
    room = max(limits.NOTICE_BYTES - len(state.encode()), limits.NOTICE_TITLE_BYTES)
    return dotted(text.escape(text.cut(what, room, measure=text.byte_size)), state)


def title(run: Run, about: Workflow | None) -> str:
    """The workflow's title, one line, not escaped; its name where it is not registered."""
    found = "" if about is None else pick(about.title, run.language)
    return text.short(found or run.workflow, limits.LABEL_TEXT)


def period(run: Run, language: Language) -> str:
    """What the run is about in time, not escaped: `week 48`; empty where it has none."""
    week = _WEEK.fullmatch(run.period)
    if week:
        return words(language).units.week.format(number=int(week[1]))
    return text.short(run.period, limits.NAME_TEXT)


def subject(run: Run, about: Workflow | None) -> str:
    """The beginning of the text that a run is about, one line, not escaped; often empty."""
    key = "" if about is None else about.subject or about.business_key
    said = run.inputs.get(key) if key else None
    if not isinstance(said, str):
        return ""
    flat = " ".join(text.visible(said).split())
    if text.size(flat) > limits.SUBJECT:
        start, _ = text.split_head(flat, limits.SUBJECT)
        flat = start.rstrip() + text.MARK
    return text.short(flat, limits.LABEL_TEXT)


def named(run: Run, about: Workflow | None) -> str:
    """Title and subject, not escaped: what tells runs of a workflow apart."""
    what, of = title(run, about), subject(run, about)
    return words(run.language).units.titled.format(title=what, subject=of) if of else what


def full_title(run: Run, about: Workflow | None) -> str:
    """The same with period and version, not escaped."""
    units = words(run.language).units
    version = units.version.format(number=run.version) if run.version > 1 else ""
    return dotted(named(run, about), period(run, run.language), version)


def people(circle: Circle, language: Language) -> str:
    """Name a circle, as one of whom: mentions of five or fewer, else how many they are."""
    w = words(language)
    if circle.nobody:
        return w.people.nobody
    named = [mention(user) for user in circle.users[: limits.MENTIONS]]
    if len(circle.users) > limits.MENTIONS:
        named = [w.people.several.format(count=len(circle.users))]
    *most, last = [*named, w.people.anyone] if circle.anyone else named
    return w.units.either.join([w.units.comma.join(most), last] if most else [last])


def duration(ms: int, language: Language) -> str:
    """How long something took, in the two largest units that matter."""
    units = words(language).units
    seconds = max(ms, 0) / 1000
    if seconds < _MINUTE:
        return units.seconds.format(number=int(seconds) if seconds >= _EXACT else f"{seconds:.1f}")
    if seconds < _HOUR:
        return units.minutes.format(number=int(seconds // _MINUTE))
    larger, smaller, pattern = (
        (_HOUR, _MINUTE, units.hours) if seconds < _DAY else (_DAY, _HOUR, units.days)
    )
    number, rest = divmod(int(seconds), larger)
    return pattern.format(number=number, rest=rest // smaller)


def usage(used: Usage, language: Language) -> str:
    """Tokens and, where prices are known, dollars; empty before the first call."""
    count = used.input_tokens + used.output_tokens
    if not count:
        return ""
    return dotted(words(language).units.tokens.format(count=f"{count:,}"), _cost(used.cost))


def _cost(cost: float | None) -> str:
    if cost is None:
        return ""
    return f"${cost:,.2f}" if cost >= _CENT else "&lt; $0.01"


def offline(run: Run) -> str:
    """The mark of everything that the offline model wrote."""
    return words(run.language).run.offline if run.offline else ""


def confirm_cancel(language: Language) -> blocks.Confirm:
    """The question before a run is cancelled."""
    w = words(language).buttons
    return blocks.Confirm(w.confirm_title, w.confirm_text, w.confirm_yes, w.confirm_no)
