"""The progress message: a plan with a card a step, or the same lines as plain text."""

import regex

from bot.cards import blocks, limits, phrases, text
from bot.cards.catalogue import words
from bot.cards.markup import date, date_element
from bot.cards.steps import Step, steps
from bot.core.model import NodeState, Run, Snapshot
from bot.core.ports.messenger import Message
from bot.core.standing import standing
from graphs.contract import Language, Workflow

_MARKS = {
    NodeState.IDLE: "○",
    NodeState.RUNNING: "▶",
    NodeState.DONE: "✓",
    NodeState.WAITING: "⏸",
    NodeState.FAILED: "✕",
}
_STATUS = {
    NodeState.IDLE: "pending",
    NodeState.RUNNING: "in_progress",
    NodeState.DONE: "complete",
    NodeState.WAITING: "pending",  # in progress would spin for as long as people think
    NodeState.FAILED: "error",
}
_LINE_FRAME = 120
"""Characters of a line around its preview: mark, name, duration, date."""
_WORTH_SAYING_MS = 100
"""A step that took less is said to have taken nothing."""
_WARNED = "⚠"
# Between two numbers it is arithmetic: "2 * 3" must not become "2 3".
_MARKDOWN = regex.compile(r"(?:^|\s)(?:#{1,6}|(?<![\d)]\s)[-*]|[-*](?!\s[\d(]))(?=\s)")
_HEADING = regex.compile(r"(?:^|\s)#{1,6}\s[^#.:。：⚠]{1,60}?(?=\s(?:#{1,6}|[-*•]|\d+\.)\s)")
"""A heading right before another or a list: a preview has no line ends that would tell more."""


def progress(snapshot: Snapshot, about: Workflow | None) -> Message:
    """How far the run is, step by step."""
    run = snapshot.run
    title = _title(snapshot, about)
    found = steps(snapshot, about)
    shown = found[: limits.PLAN_TASKS]
    rest = _rest(len(found) - len(shown), run.language)
    plain = (*_plain(run, title, shown), *rest)
    tasks = _tasks(shown, run.language)
    return Message(
        slot="progress",
        text=phrases.notice(title, ""),
        blocks=(blocks.plan(title, tasks), *rest) if tasks else plain,
        plain=plain,
    )


def _title(snapshot: Snapshot, about: Workflow | None) -> str:
    run = snapshot.run
    w, now = words(run.language).run, standing(snapshot)
    said = w.progress_changed if now.changed else w.progress[now.phase]
    return said.format(title=phrases.title(run, about))


def _rest(count: int, language: Language) -> tuple[blocks.Block, ...]:
    if not count:
        return ()
    return (blocks.context(words(language).run.more_steps.format(count=count)),)


def _plain(run: Run, title: str, shown: tuple[Step, ...]) -> tuple[blocks.Block, ...]:
    notes = _notes(shown)
    lines = [_line(step, note, run.language) for step, note in zip(shown, notes, strict=True)]
    return tuple(blocks.section(part) for part in _packed([f"*{text.escape(title)}*", *lines]))


def _packed(lines: list[str]) -> list[str]:
    """Whole lines, as many to a section as fit."""
    packed = [lines[0]]
    for line in lines[1:]:
        joined = f"{packed[-1]}\n{line}"
        if len(joined.encode()) <= limits.SECTION_TEXT:
            packed[-1] = joined
        else:
            packed.append(line)
    return packed


def _line(step: Step, note: str, language: Language) -> str:
    w = words(language).run
    remark = w.warned if step.warned else ""
    if step.since is not None:
        remark = w.since.format(when=date(step.since, "time"))
    label = phrases.dotted(
        text.escape(step.label), _count(step, language), _took(step, language), remark
    )
    mark = _WARNED if step.warned else _MARKS[step.state]
    return f"{mark} {label}" + (f"   {text.escape(note)}" if note else "")


def _tasks(shown: tuple[Step, ...], language: Language) -> list[blocks.Block]:
    lines = zip(shown, _notes(shown), strict=True)
    return [_task(index, step, note, language) for index, (step, note) in enumerate(lines)]


def _task(index: int, step: Step, note: str, language: Language) -> blocks.Block:
    return blocks.task(
        f"step-{index}",
        # Slack draws a mark for the status.
        phrases.dotted(step.label, _count(step, language), _took(step, language)),
        _STATUS[step.state],
        details=_remark(step, language),
        output=note,
    )


def _remark(step: Step, language: Language) -> list[blocks.Block]:
    """`waiting since 14:02` in rich text, which has an element of its own for a date."""
    w = words(language).run
    if step.warned:
        return [{"type": "text", "text": f"{_WARNED} {w.warned}"}]
    if step.since is None:
        return []
    before, _, after = w.since.partition("{when}")
    parts: list[blocks.Block] = [
        {"type": "text", "text": before},
        date_element(step.since),
        {"type": "text", "text": after},
    ]
    return [part for part in parts if part.get("text") != ""]


def _unmarked(note: str) -> str:
    """Leave Markdown's headings, and the marks of lists, out of what is one line here."""
    return _MARKDOWN.sub(" ", _HEADING.sub("", note)).strip()


def _count(step: Step, language: Language) -> str:
    """`3 of 5`."""
    if step.of is None:
        return ""
    done, total = step.of
    return words(language).units.so_many.format(count=f"{done:,}", total=f"{total:,}")


def _took(step: Step, language: Language) -> str:
    took = step.took_ms or 0
    return phrases.duration(took, language) if took >= _WORTH_SAYING_MS else ""


def _notes(shown: tuple[Step, ...]) -> list[str]:
    """The previews, not escaped, all of them within what the message has room for."""
    share = limits.PROGRESS_TEXT // max(len(shown), 1) - _LINE_FRAME
    limit = min(share, limits.STEP_NOTE)
    return [
        text.preview(_unmarked(step.note), graphemes=limits.PREVIEW_GRAPHEMES, limit=limit)
        for step in shown
    ]
