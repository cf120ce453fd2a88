"""Statements that answer a question, each with its source and the words there, checked."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from graphs import asking
from graphs.contract import Language
from graphs.language import strays
from graphs.lines import shortened
from graphs.material import fenced
from graphs.model import Ask, Model
from graphs.research import offline, prompts
from graphs.research.gathering import Read
from graphs.research.marks import plain
from graphs.research.passages import best
from graphs.research.quotes import located, supports
from graphs.research.state import CLAIM_CHARS, MOST_CLAIMS, QUOTE_CHARS, Claim

_TEMPERATURE = 0.0
_TOKENS = 2_000
_PASSAGES = 3
"""Of one source."""
_MOST_CHARS = 16_000
"""Of passages in one prompt."""
_SHARE = 0.6
"""Of what a prompt should carry; the rest is for rules, topic and comments."""
_FAULTS = 8


class Said(BaseModel):
    """One statement of the model."""

    text: Annotated[str, Field(max_length=2 * CLAIM_CHARS)]
    source: Annotated[str, Field(max_length=20, description="the id of the source, as S2.1")]
    quote: Annotated[str, Field(max_length=2 * QUOTE_CHARS, description="copied from the source")]


class Statements(BaseModel):
    """What a model gives for a question; empty when the sources do not answer."""

    statements: list[Said] = Field(max_length=2 * MOST_CLAIMS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What is read, and for what."""

    topic: str
    question: str
    comments: Sequence[str]
    read: Sequence[Read]
    language: Language


@dataclass(frozen=True, slots=True)
class Claims:
    """Checked claims. `dropped` did not stand in the source; `foreign`: in another language."""

    claims: list[Claim]
    dropped: int
    foreign: bool


async def claims(model: Model, reading: Reading) -> Claims:
    """Up to six claims whose quotes stand in their sources. ModelError when none came."""
    chars = min(_MOST_CHARS, int(model.input_chars * _SHARE))
    return await asking.fitting(lambda room: _asked(model, reading, room), room=chars)


async def _asked(model: Model, reading: Reading, chars: int) -> Claims:
    texts = await asyncio.to_thread(_passages, reading, chars)
    made = await asking.structured(
        model,
        Statements,
        _ask(reading, texts),
        language=reading.language,
        faults=lambda it: _faults(it, reading),
    )
    kept = [claim for said in made.value.statements if (claim := _checked(said, reading))]
    once = list({claim["text"]: claim for claim in kept}.values())[:MOST_CLAIMS]
    foreign = strays("\n".join(claim["text"] for claim in once), reading.language)
    return Claims(once, dropped=len(made.value.statements) - len(kept), foreign=foreign)


def _passages(reading: Reading, chars: int) -> dict[str, list[str]]:
    each = max(chars // max(len(reading.read), 1), _PASSAGES)
    about = f"{reading.topic} {reading.question}"
    return {
        it.record["id"]: best(it.text, about, most=_PASSAGES, chars=each) for it in reading.read
    }


def _ask(reading: Reading, texts: Mapping[str, Sequence[str]]) -> Ask[Statements]:
    titles = {it.record["id"]: it.record["title"] for it in reading.read}
    shown = (
        fenced("source", "\n[…]\n".join(parts), id=name, title=titles[name])
        for name, parts in texts.items()
    )
    about = prompts.about(reading.language, reading.topic, reading.question)
    user = (*about, *prompts.commented(reading.language, reading.comments), *shown)
    return Ask(
        task="claims",
        system=prompts.system(reading.language, "claims"),
        user="\n\n".join(user),
        offline=lambda: _offline(reading, texts),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _offline(reading: Reading, texts: Mapping[str, Sequence[str]]) -> Statements:
    found = offline.claims(
        texts, topic=reading.topic, question=reading.question, language=reading.language
    )
    return Statements(statements=[Said.model_validate(claim) for claim in found])


def _checked(said: Said, reading: Reading) -> Claim | None:
    text, source = plain(said.text), said.source.strip().strip("[]")
    quote = located(said.quote, _text_of(source, reading))
    if not text or not quote or not supports(quote, text):
        return None
    return Claim(text=shortened(text, CLAIM_CHARS), source=source, quote=quote)


def _text_of(source: str, reading: Reading) -> str:
    return next((it.text for it in reading.read if it.record["id"] == source), "")


def _faults(made: Statements, reading: Reading) -> list[str]:
    told = prompts.PROMPTS[reading.language]
    wrong = [fault for said in made.statements if (fault := _fault(said, reading))]
    if strays("\n".join(said.text for said in made.statements), reading.language):
        wrong.append(told.other_language)
    return wrong[:_FAULTS]


def _fault(said: Said, reading: Reading) -> str:
    told, source = prompts.PROMPTS[reading.language], said.source.strip().strip("[]")
    text = _text_of(source, reading)
    if not text:
        return told.unknown_source.format(id=source)
    if not (quote := located(said.quote, text)):
        return told.no_quote.format(id=source, quote=shortened(said.quote, 80))
    return "" if supports(quote, plain(said.text)) else told.foreign_number.format(text=said.text)
