"""One part of the report at a time: written from claims, checked, marked where it falls short."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import structlog

from graphs import asking
from graphs.contract import Language
from graphs.ground import Ground
from graphs.language import strays
from graphs.lines import head
from graphs.model import Ask, Model, ModelError
from graphs.research import offline, prompts
from graphs.research.marks import MARK, cleaned, uncited
from graphs.research.state import INTRODUCTION, Remark, Section, Statement

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

_TEMPERATURE = 0.7
_TOKENS = 1_200
SECTION_CHARS = 4_000
"""Of what a model writes for one section; longer ones are cut at the end of a paragraph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be written. `earlier` and `remarks` are of the draft before."""

    id: int
    topic: str
    question: str
    claims: Sequence[Statement]
    comments: Sequence[str]
    remarks: Sequence[Remark]
    earlier: str
    language: Language


async def section(model: Model, order: Order) -> Section:
    """The section; put together by code where the model gives nothing that keeps to the claims."""
    about = prompts.about(order.language, order.topic, order.question)
    user = [*about, prompts.statements(order.language, order.claims)]
    user += prompts.commented(order.language, order.comments)
    if order.remarks and order.earlier:
        user.append(prompts.rewriting(order.language, order.earlier, order.remarks))
    ask = Ask(
        task="section",
        system=prompts.system(order.language, "section"),
        user="\n\n".join(user),
        offline=lambda: offline.section(offline.after_leading(order.claims)),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )
    said = (claim["text"] for claim in order.claims)
    ground = Ground.of([order.topic, order.question, *said])
    return await _written(model, ask, order, ground)


async def introduction(model: Model, order: Order, sections: Sequence[Section]) -> Section:
    """The summary, from the sections; put together from the first claims where that fails."""
    room = max(model.input_chars // 2, 1_000)
    report = head("\n\n".join(part["text"] for part in sections), room)
    said = prompts.PROMPTS[order.language].sections.format(text=report)
    ask = Ask(
        task="summary",
        system=prompts.system(order.language, "summary"),
        user="\n\n".join((*prompts.about(order.language, order.topic), said)),
        offline=lambda: offline.section(
            offline.leading(order.claims) or offline.firsts(order.claims)
        ),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )
    said_there = (claim["text"] for claim in order.claims)
    ground = Ground.of([order.topic, MARK.sub("", report), *said_there])
    return await _written(model, ask, order, ground)


def assembled(number: int, claims: Sequence[Statement], *, failed: bool) -> Section:
    """A section put together by code. `failed`: that should have been the model's work.

    Where all is by code, a sentence stands in the summary or in a section.
    """
    if number == INTRODUCTION:
        said: Sequence[Statement] = offline.firsts(claims) if failed else offline.leading(claims)
    else:
        said = claims if failed else offline.after_leading(claims)
    return Section(
        id=number,
        text=offline.section(said),
        unknown=0,
        addresses=0,
        uncited=0,
        foreign=False,
        failed=failed,
    )


async def _written(model: Model, ask: Ask[str], order: Order, ground: Ground) -> Section:
    known = {claim["source"] for claim in order.claims}
    try:
        made = await asking.text(
            model,
            ask,
            language=order.language,
            faults=lambda text: _faults(text, known, ground, order.language),
        )
    except ModelError as error:
        log.warning("step.defaulted", step=ask.task, error=type(error).__name__)
        return assembled(order.id, order.claims, failed=True)
    clean = cleaned(made.value, known)
    text = head(clean.text, SECTION_CHARS)
    if not MARK.search(text) or _foreign(text, ground):
        return assembled(order.id, order.claims, failed=True)
    return Section(
        id=order.id,
        text=text,
        unknown=len(clean.unknown),
        addresses=clean.addresses,
        uncited=uncited(text),
        foreign=strays(MARK.sub("", text), order.language),
        failed=False,
    )


def _faults(text: str, known: Collection[str], ground: Ground, language: Language) -> list[str]:
    told, clean = prompts.PROMPTS[language], cleaned(text, known)
    if not clean.text:
        return [told.empty]
    wrong = [told.other_language] if strays(MARK.sub("", clean.text), language) else []
    if clean.unknown:
        wrong.append(told.unknown_marks.format(marks=", ".join(dict.fromkeys(clean.unknown))))
    if clean.addresses:
        wrong.append(told.addresses)
    if uncited(clean.text):
        wrong.append(told.uncited)
    if foreign := _foreign(clean.text, ground):
        wrong.append(told.numbers.format(numbers=", ".join(sorted(foreign))))
    return wrong


def _foreign(text: str, ground: Ground) -> frozenset[str]:
    return ground.foreign_numbers(MARK.sub("", text))
