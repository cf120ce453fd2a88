"""What an app streams into a message, chunk by chunk, and the blocks that people see of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import short_id
from bot.sandbox.kit.limits import LIMITS, MARKDOWN_TEXT_MOST
from bot.sandbox.kit.rules import Report, Rule, array, by_type, one_of, shape, string
from bot.sandbox.kit.surface import message_blocks
from bot.sandbox.markup import normalise
from bot.sandbox.state.records import Stream
from bot.sandbox.wire import Blocks, Json

MARKDOWN: Final = "markdown_text"
CHUNKS: Final = "chunks"
DISPLAYS: Final = ("timeline", "plan", "dense")

_CARD_TEXT_MOST: Final = 256
"""Characters of a title, and of the details or the output in one chunk (public reports)."""


def _unchecked(_: object, __: str, ___: Report) -> None:
    """Blocks in a chunk are checked as those of a message are."""


_KIND: Final[Mapping[str, Rule]] = {"type": string()}
_SOURCE: Final[Rule] = shape({"type": one_of("url"), "url": string(), "text": string()})
_CHUNKS: Final[Rule] = array(
    by_type(
        {
            MARKDOWN: shape({**_KIND, "text": string("any")}),
            "plan_update": shape({**_KIND, "title": string()}),
            "blocks": shape({**_KIND, "blocks": _unchecked}),
            "task_update": shape(
                {
                    **_KIND,
                    "id": string("task_card.id"),
                    "title": string(),
                    "status": one_of("pending", "in_progress", "complete", "error"),
                },
                {
                    "details": string("any"),
                    "output": string("any"),
                    "sources": array(_SOURCE, "any_items"),
                },
            ),
        }
    ),
    "any_items",
)


def appended(
    stream: Stream, fields: Mapping[str, object], *, refused: Collection[str] = ()
) -> Stream:
    """The stream with what one call adds to it; unchanged where the call brings nothing.

    Raises SlackError: `cannot_provide_both_markdown_text_and_chunks`, `invalid_chunks`,
    `streaming_mode_mismatch`, `msg_too_long`, `msg_blocks_too_many`, `invalid_blocks`.
    """
    mode, chunks = _chunks(fields)
    if not chunks:
        return stream
    if stream.mode not in {"", mode}:
        raise SlackError("streaming_mode_mismatch")
    stream = replace(stream, mode=mode)
    for chunk in chunks:
        stream = _with(stream, chunk)
    if not LIMITS["message.blocks"].holds(len(stream.parts)):
        raise SlackError("msg_blocks_too_many")
    if any(part["type"] in refused for part in stream.parts):
        raise SlackError("invalid_chunks")
    return stream


def text_of(stream: Stream) -> str:
    """The text of the message, for notifications and for readers without blocks."""
    lines = []
    for part in stream.parts:
        tasks = part.get("tasks") or ()
        found = [part.get("text"), part.get("title"), *(task["title"] for task in tasks)]
        lines += [normalise(item) for item in found if isinstance(item, str)]
    return "\n".join(lines)


def _chunks(fields: Mapping[str, object]) -> tuple[str, list[Json]]:
    text, chunks = fields.get(MARKDOWN), fields.get(CHUNKS)
    if text and chunks:
        raise SlackError("cannot_provide_both_markdown_text_and_chunks")
    mode = CHUNKS if chunks else MARKDOWN
    given = chunks or ([{"type": MARKDOWN, "text": text}] if text else [])
    report = Report()
    _CHUNKS(given, "/chunks", report)
    if report.problems or not isinstance(given, list):
        raise SlackError("invalid_chunks", messages=report.problems)
    _check_sizes(given)
    return mode, given


def _check_sizes(chunks: Sequence[Json]) -> None:
    text = sum(len(chunk["text"]) for chunk in chunks if chunk["type"] == MARKDOWN)
    cards = (chunk.get(key) or "" for chunk in chunks for key in ("title", "details", "output"))
    if text > MARKDOWN_TEXT_MOST or any(len(card) > _CARD_TEXT_MOST for card in cards):
        raise SlackError("msg_too_long")


def _with(stream: Stream, chunk: Json) -> Stream:
    match chunk["type"]:
        case "plan_update":
            return _titled(replace(stream, title=chunk["title"]))
        case "task_update":
            return _with_task(stream, chunk)
        case "blocks":
            return replace(stream, parts=(*stream.parts, *message_blocks(chunk["blocks"])))
        case _:
            return replace(stream, parts=_with_text(stream.parts, chunk["text"]))


def _with_text(parts: Blocks, text: str) -> Blocks:
    if not text:
        return parts
    if parts and parts[-1]["type"] == "markdown":
        last = parts[-1]
        return (*parts[:-1], {**last, "text": last["text"] + text})
    return (*parts, {"type": "markdown", "text": text, "block_id": short_id()})


def _titled(stream: Stream) -> Stream:
    """The plan under its title; only the display "plan" has one."""
    if stream.display != "plan":
        return stream
    plans = [part for part in stream.parts if part["type"] == "plan"]
    if not plans:
        plan = {"type": "plan", "title": stream.title, "tasks": [], "block_id": short_id()}
        return replace(stream, parts=(*stream.parts, plan))
    return _replaced(stream, plans[0], {**plans[0], "title": stream.title})


def _replaced(stream: Stream, old: Json, new: Json) -> Stream:
    return replace(stream, parts=tuple(new if part is old else part for part in stream.parts))


def _with_task(stream: Stream, chunk: Json) -> Stream:
    if stream.display == "plan":
        if not any(part["type"] == "plan" for part in stream.parts):
            # A plan that has no title yet goes by its first task.
            stream = _titled(replace(stream, title=stream.title or chunk["title"]))
        plan = next(part for part in stream.parts if part["type"] == "plan")
        tasks = _merged(plan["tasks"], chunk)
        if not LIMITS["plan.tasks"].holds(len(tasks)):
            raise SlackError("msg_blocks_too_many")
        return _replaced(stream, plan, {**plan, "tasks": tasks})
    return replace(stream, parts=tuple(_merged(stream.parts, chunk, block_id=short_id())))


def _merged(cards: Sequence[Json], chunk: Json, **new: object) -> list[Json]:
    """The cards with one task brought up to date, or with a new one at the end."""
    known = [card for card in cards if card.get("task_id") == chunk["id"]]
    if not known:
        return [*cards, _card({"type": "task_card", "task_id": chunk["id"], **new}, chunk)]
    return [_card(card, chunk) if card is known[0] else card for card in cards]


def _card(card: Json, chunk: Json) -> Json:
    """Title and status replace what was there; details, output and sources are added to it."""
    made = {**card, "title": chunk["title"], "status": chunk["status"]}
    for key in ("details", "output"):
        if chunk.get(key):
            made[key] = _longer(card.get(key), chunk[key])
    if chunk.get("sources"):
        made["sources"] = [*(card.get("sources") or ()), *chunk["sources"]]
    return made


def _longer(before: Json | None, text: str) -> Json:
    known = before["elements"][0]["elements"][0]["text"] if before else ""
    run = {"type": "text", "text": known + text}
    section = {"type": "rich_text_section", "elements": [run]}
    return {"type": "rich_text", "elements": [section]}
