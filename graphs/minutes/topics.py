"""The first step, the easiest: who takes part, and what is talked about."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from graphs.lines import shortened, tidy
from graphs.minutes import offline, prompts
from graphs.minutes.bounds import LONGEST, MOST, MOST_IN_PART, MOST_PEOPLE, Line, Name
from graphs.minutes.quotes import Said, known, squeezed
from graphs.minutes.reading import Found, Material, Reading, ask_in_parts, long, warning
from graphs.minutes.windows import in_turn
from graphs.minutes.words import TEXTS
from graphs.model import Model


class Topics(BaseModel):
    """Participants and topics of a part of a transcript."""

    participants: list[Name] = Field(max_length=MOST_PEOPLE, description="names, one each")
    topics: list[Line] = Field(max_length=MOST_IN_PART, description="short phrases, in order")


@dataclass(frozen=True, slots=True)
class Heard:
    """Participants and topics of the whole transcript."""

    participants: list[str]
    topics: list[str]


async def find(model: Model, material: Material, speakers: Sequence[str]) -> Found[Heard]:
    """Participants and topics that keep their bounds. ModelError when the model gives nothing.

    The speakers that plain code found are participants whatever the model says; where it found
    none there are no participants.
    """
    language, ground = material.language, material.ground()
    said, told = Said.of(material.transcript), prompts.PROMPTS[language]

    def faults(answer: Topics) -> list[str]:
        wrong = [f for topic in answer.topics for f in long(topic, language)]
        wrong += [told.foreign.format(line=t) for t in answer.topics if not ground.carries(t)]
        return wrong + [
            told.nobody.format(line=n) for n in answer.participants if not said.names(n)
        ]

    reading = Reading(
        step="topics",
        schema=Topics,
        rules=told.topics,
        offline=lambda part: Topics(
            participants=list(speakers)[:MOST_PEOPLE],
            topics=offline.topics(part, material.comments, language),
        ),
        faults=faults,
        lines=lambda answer: answer.topics,
    )
    answers = await ask_in_parts(model, reading, material)
    named = [n for a in answers.made for n in tidy(a.participants) if said.names(n)]
    every = [tidy(a.topics) for a in answers.made]
    true = [[t for t in topics if ground.carries(t)] for topics in every]
    dropped = sum(map(len, every)) - sum(map(len, true))
    found = _apart([shortened(t, LONGEST[language]) for t in in_turn(true, MOST)])
    if dropped and not found:  # what is said in plain words is better than silence
        found = offline.topics(material.transcript, material.comments, language)
    left_out = TEXTS[language].dropped.format(count=dropped) if dropped else ""
    heard = Heard(_people(speakers, named), found)
    return Found(heard, warning(language, found, left_out), answers.chars)


def _people(speakers: Sequence[str], named: Sequence[str]) -> list[str]:
    if not speakers:
        return []
    return _apart([*speakers, *(n for n in named if not known(n, speakers))])[:MOST_PEOPLE]


def _apart(lines: Sequence[str]) -> list[str]:
    """Without those that say the same in other letters."""
    return list({squeezed(line): line for line in reversed(lines)}.values())[::-1]
