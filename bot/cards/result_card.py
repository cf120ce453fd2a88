"""The result of a run: in full where it fits one message, else its beginning and a file."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.cards import blocks, limits, links, markup, phrases, readable, tables, text
from bot.cards.catalogue import pick, words
from bot.cards.tables import Table
from bot.core.model import Run, RunState, Snapshot
from bot.core.ports.messenger import File, Message
from graphs.contract import Language, Workflow

Part: TypeAlias = str | Table
"""Markdown, or a table that is drawn as one."""

_FENCE = "```"
_ISOLATES = "\u2068\u2069"
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A character that would be Markdown."""


def result(snapshot: Snapshot, about: Workflow | None) -> Message | None:
    """The message, once the run is done."""
    run = snapshot.run
    if run.state is not RunState.DONE:
        return None
    source = text.visible(run.result or "").strip()
    if not source:
        return _message(run, about, (blocks.section(words(run.language).run.empty_result),))
    if readable.is_json(source):
        return _data(run, about, source)
    start, rest = text.split_head(_below_title(source, run, about), limits.MARKDOWN_TOTAL)
    parts = _parts(start, run.language, draws=tables.fits)
    if not rest and _fits(parts, run):
        return _message(run, about, _full(parts, run), plain=_plain(parts, run))
    parts = _beginning(_parts(start, run.language, draws=tables.can_begin))
    return _in_file(run, about, source, _full(parts, run), _plain(parts, run))


def _data(run: Run, about: Workflow | None, source: str) -> Message:
    """JSON, as it is: as Markdown, some of it would be markup."""
    fits = text.size(source) <= limits.RESULT_TEXT
    start = source if fits else text.cut(source, limits.SUMMARY_TEXT)
    pieces = text.split(start, limits.SECTION_TEXT)
    shown = (blocks.rich_text([blocks.preformatted(start)]),)
    plain = tuple(blocks.verbatim(piece) for piece in pieces if piece.strip())
    if fits:
        return _message(run, about, shown, plain=plain)
    return _in_file(run, about, source, shown, plain)


def _below_title(source: str, run: Run, about: Workflow | None) -> str:
    """Leave out a heading that says once more what the message's own header says."""
    first, _, rest = source.partition("\n")
    if first.startswith("# ") and rest.strip() and _in_header(first[2:], run, about):
        return rest.strip()
    return source


def _in_header(heading: str, run: Run, about: Workflow | None) -> bool:
    """Whether it is the title, or what the run is about, as far as the header has room for it.

    Some graphs put a word of their own and a colon before that.
    """
    said = _ESCAPED.sub(r"\1", " ".join(heading.split()))
    if about is not None and said == pick(about.title, run.language):
        return True
    subject = phrases.subject(run, about).strip(_ISOLATES)
    start = subject.removesuffix(text.MARK)
    if not start or start not in said:
        return False
    before, _, after = said.partition(start)
    named = not before or before.rstrip().endswith((":", "："))
    return named and (not after or start != subject)


def _in_file(
    run: Run,
    about: Workflow | None,
    source: str,
    shown: tuple[blocks.Block, ...],
    plain: tuple[blocks.Block, ...],
) -> Message:
    where = blocks.context(words(run.language).run.result_in_file)
    file = File(name=f"{run.run_id}.md", title=phrases.full_title(run, about), content=source)
    return _message(run, about, (*shown, where), plain=(*plain, where), file=file)


def _message(
    run: Run,
    about: Workflow | None,
    body: tuple[blocks.Block, ...],
    *,
    plain: tuple[blocks.Block, ...] | None = None,
    file: File | None = None,
) -> Message:
    title = phrases.full_title(run, about)
    mark, figures = phrases.offline(run), _figures(run)
    foot = (blocks.context(figures),) if figures else ()
    ready = words(run.language).run.ready.format(title=title)
    heading = blocks.section(f"*{text.escape(title)}*")
    return Message(
        slot="result",
        text=phrases.notice(ready, mark),
        blocks=(blocks.header(title), *body, *foot),
        plain=(heading, *(body if plain is None else plain), *foot),
        file=file,
    )


def _figures(run: Run) -> str:
    """How long it took from the command to the end, and what the model took."""
    took = ""
    if run.ended_at is not None:
        time = phrases.duration(run.ended_at - run.created_at, run.language)
        took = words(run.language).run.took.format(time=time)
    return phrases.dotted(took, phrases.usage(run.usage, run.language), phrases.offline(run))


def _parts(source: str, language: Language, *, draws: Callable[[Table], bool]) -> tuple[Part, ...]:
    """The text with one table that is drawn as such; the others are lists in the text."""
    parts: list[Part] = [""]
    for part in tables.parted(source):
        if isinstance(part, str):
            parts[-1] = f"{parts[-1]}{part}"
        elif len(parts) == 1 and draws(part):
            parts += [part, ""]
        else:
            before = str(parts[-1]).rstrip("\n")
            parts[-1] = f"{before}\n\n{tables.listed(part, language)}\n\n"
    trimmed = (part.strip("\n").rstrip() if isinstance(part, str) else part for part in parts)
    return tuple(part for part in trimmed if part)


def _full(parts: Sequence[Part], run: Run) -> tuple[blocks.Block, ...]:
    return tuple(
        tables.block(part)
        if isinstance(part, Table)
        else blocks.markdown(text.escape(markup.markdown(part, links=run.links)))
        for part in parts
    )


def _plain(parts: Sequence[Part], run: Run) -> tuple[blocks.Block, ...]:
    told = text.cut(_told(parts, run), limits.RESULT_TEXT)  # the rest is in the file
    pieces = text.split(told, limits.SECTION_TEXT)
    shown = (links.live(text.escape(piece)) for piece in pieces if piece.strip())
    return tuple(blocks.section(piece) for piece in shown)


def _told(parts: Sequence[Part], run: Run) -> str:
    """All of it as Slack's own markup, the table line by line."""
    lists = (tables.listed(p, run.language) if isinstance(p, Table) else p for p in parts)
    return markup.mrkdwn("\n\n".join(lists), links=run.links)


def _fits(parts: Sequence[Part], run: Run) -> bool:
    drawn = [part for part in parts if isinstance(part, Table)]
    texts = (part for part in parts if isinstance(part, str))
    markdown = "\n\n".join(markup.markdown(part, links=run.links) for part in texts)
    size = text.size(markdown) + sum(map(tables.size, drawn))
    told = text.size(_told(parts, run))
    whole = _opening(markdown, limits.RESULT_BLOCKS - len(drawn)) == markdown
    return whole and max(size, told) <= limits.RESULT_TEXT


def _opening(markdown: str, paragraphs: int) -> str:
    """As many paragraphs and headings: Slack makes a block of each, and counts them."""
    lines = markdown.split("\n")
    before = ""
    for index, line in enumerate(lines):
        begins = line.strip() and (not before.strip() or line.lstrip().startswith("#"))
        paragraphs -= bool(begins)
        if paragraphs < 0:
            return "\n".join(lines[:index])
        before = line
    return markdown


def _beginning(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Whole paragraphs and rows as far as a summary goes; an open code block is closed."""
    room, kept = limits.SUMMARY_TEXT, list[Part]()
    for part in parts:
        begun = _begun(part, room)
        if begun is None:
            break
        kept.append(begun)
        room -= tables.size(begun) if isinstance(begun, Table) else text.size(begun)
        if begun != part:
            break
    *before, last = kept or [""]
    if isinstance(last, Table):
        return (*before, last, text.MARK)
    start = f"{last.rstrip()} {text.MARK}".strip()
    return (*before, f"{start}\n{_FENCE}" if start.count(_FENCE) % 2 else start)


def _begun(part: Part, room: int) -> Part | None:
    """As much of a part as fits; None where that is nothing."""
    if isinstance(part, Table):
        return tables.cut(part, room)
    start, _ = text.split_head(part, max(room, 0))
    return _opening(start, limits.RESULT_BLOCKS // 2).rstrip() or None
