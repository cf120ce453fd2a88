"""The result of a run: in full where it fits one message, else its beginning and a file."""

from bot.cards import blocks, limits, markup, phrases, readable, text
from bot.cards.catalogue import pick, words
from bot.core.model import Run, RunState, Snapshot
from bot.core.ports.messenger import File, Message
from graphs.contract import Workflow

_FENCE = "```"


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
    source = _below_title(source, run, about)
    if _fits(markup.markdown(source)):
        return _message(run, about, _full(source), plain=_plain(source))
    return _with_file(run, about, source)


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
    title = "" if about is None else pick(about.title, run.language)
    return rest.strip() if first == f"# {title}" and rest.strip() else source


def _with_file(run: Run, about: Workflow | None, source: str) -> Message:
    start = _beginning(source)
    return _in_file(run, about, source, _full(start), _plain(start))


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
    mark = phrases.offline(run)
    foot = (blocks.context(mark),) if mark else ()
    ready = words(run.language).run.ready.format(title=title)
    heading = blocks.section(f"*{text.escape(title)}*")
    return Message(
        slot="result",
        text=phrases.notice(ready, mark),
        blocks=(blocks.header(title), *body, *foot),
        plain=(heading, *(body if plain is None else plain), *foot),
        file=file,
    )


def _full(source: str) -> tuple[blocks.Block, ...]:
    return (blocks.markdown(text.escape(markup.markdown(source))),)


def _plain(source: str) -> tuple[blocks.Block, ...]:
    pieces = text.split(markup.mrkdwn(source), limits.SECTION_TEXT)
    return tuple(blocks.section(text.escape(piece)) for piece in pieces if piece.strip())


def _fits(markdown: str) -> bool:
    whole = _opening(markdown, limits.RESULT_BLOCKS) == markdown
    return whole and text.size(markdown) <= limits.RESULT_TEXT


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


def _beginning(source: str) -> str:
    """Whole paragraphs as far as a summary goes; an open code block is closed."""
    start, _ = text.split_head(source, limits.SUMMARY_TEXT)
    start = f"{_opening(start, limits.RESULT_BLOCKS // 2).rstrip()} {text.MARK}"
    return f"{start}\n{_FENCE}" if start.count(_FENCE) % 2 else start
