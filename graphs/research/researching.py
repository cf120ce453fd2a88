"""Research into one question: queries, sources, claims; and what is said where that fails."""

from typing import Annotated

import structlog
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from graphs.budget import Meter
from graphs.contract import Language, status
from graphs.events import tell
from graphs.lines import shortened, tidy
from graphs.model import Ask, Model, ModelError
from graphs.research import offline, prompts
from graphs.research.claims import Reading, claims
from graphs.research.gathering import Gathered, SearchFailedError, Shelf, gather
from graphs.research.state import Cause, Finding, Question, ResearchState, SourceRecord
from graphs.research.words import TEXTS

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

_QUERY_CHARS = 120
_MOST_QUERIES = 3
_TOKENS = 300


class Queries(BaseModel):
    """What is searched for."""

    queries: list[Annotated[str, Field(max_length=2 * _QUERY_CHARS)]] = Field(
        max_length=2 * _MOST_QUERIES, description="a few words each"
    )


class Task(TypedDict):
    """All that one branch gets. `attempt` tells a question that is tried again from before."""

    topic: str
    question: Question
    language: Language
    comments: list[str]
    attempt: int


async def research(model: Model, shelf: Shelf, task: Task) -> ResearchState:
    """The finding, its sources, and what it took. Never raises ModelError or SourceError.

    Driven again after a crash it writes to the same ids, so nothing is there twice.
    """
    said, number, meter = TEXTS[task["language"]], task["question"]["id"], Meter(model)
    tell(status(said.searching.format(id=number)))
    try:
        made = await _found(meter, shelf, task)
    except SearchFailedError as error:
        made = _failed(number, "search", said.search_failed.format(why=error))
    except ModelError as error:
        log.warning("step.defaulted", step="research", error=type(error).__name__)
        made = _failed(number, "model", said.model_failed)
    finding = made["findings"][0]
    counts = {"claims": len(finding["claims"]), "sources": len(made.get("sources", []))}
    tell(status(finding["error"] or said.answered.format(id=number, **counts)))
    return {**made, "spent": {f"research:{number}:{task['attempt']}": meter.spent()}}


async def _found(model: Model, shelf: Shelf, task: Task) -> ResearchState:
    said, number = TEXTS[task["language"]], task["question"]["id"]
    queries = await _queries(model, task)
    gathered = await gather(shelf, queries, question=number, language=task["language"])
    if gathered.found and not gathered.read:
        why = said.none_read.format(count=gathered.unread, why=gathered.why)
        return _failed(number, "search", why)
    reading = Reading(
        topic=task["topic"],
        question=task["question"]["question"],
        comments=task["comments"],
        read=gathered.read,
        language=task["language"],
    )
    made = await claims(model, reading) if gathered.read else None
    finding = Finding(
        id=number,
        claims=made.claims if made else [],
        found=len(gathered.read),
        unread=gathered.unread,
        dropped=made.dropped if made else 0,
        foreign=bool(made and made.foreign),
        cause="",
        error="",
    )
    return {"findings": [finding], "sources": _cited(gathered, finding)}


def _cited(gathered: Gathered, finding: Finding) -> list[SourceRecord]:
    """The records that a claim names, or that were cut: the others are not told of."""
    named = {claim["source"] for claim in finding["claims"]}
    records = [it.record for it in gathered.read]
    return [r for r in records if r["id"] in named or r["kept"] < r["chars"]]


async def _queries(model: Model, task: Task) -> list[str]:
    """What is searched for. Where the model gives nothing usable, the question itself."""
    topic, question = task["topic"], task["question"]["question"]
    own = [shortened(text, _QUERY_CHARS) for text in offline.queries(topic, question)]
    about = prompts.about(task["language"], topic, question)
    ask = Ask(
        task="queries",
        system=prompts.system(task["language"], "queries"),
        user="\n\n".join((*about, *prompts.commented(task["language"], task["comments"]))),
        offline=lambda: Queries(queries=own),
        temperature=0.0,
        max_tokens=_TOKENS,
    )
    try:
        lines = tidy((await model.structured(Queries, ask)).queries)
    except ModelError as error:
        log.warning("step.defaulted", step="queries", error=type(error).__name__)
        return own
    found = [line for line in lines if any(c.isalnum() for c in line)][:_MOST_QUERIES]
    return [shortened(line, _QUERY_CHARS) for line in found] or own


def _failed(number: int, cause: Cause, error: str) -> ResearchState:
    finding = Finding(
        id=number, claims=[], found=0, unread=0, dropped=0, foreign=False, cause=cause, error=error
    )
    return {"findings": [finding]}
