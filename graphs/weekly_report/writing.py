"""The report itself: written from the approved parts, checked, marked where it fell short."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphs.contract import Language
from graphs.ground import Ground, tokens
from graphs.language import strays
from graphs.markdown import body
from graphs.model import Ask, Model, ModelError
from graphs.weekly_report import offline, prompts
from graphs.weekly_report.words import TEXTS

_TEMPERATURE = 0.7
_TOKENS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What people approved. `risks` is empty when there is none."""

    highlights: Sequence[str]
    risks: Sequence[str]
    comments: Sequence[str]
    language: Language


async def write(model: Model, parts: Parts) -> str:
    """The report, Markdown under a title. ModelError when the model gives nothing.

    A report that still has foreign numbers or leaves out a line after one correction
    is put together by code instead; one in the wrong language is kept and marked.
    """
    texts = TEXTS[parts.language]
    ask = _ask(parts)
    said = body(await model.text(ask))
    if wrong := _faults(said, parts):
        told = prompts.PROMPTS[parts.language].correct.format(faults="\n".join(wrong))
        said = await _second(model, ask.again(said, told)) or said
    if not said or _foreign(said, parts) or _lacking(said, parts):
        return assembled(parts)
    mark = f"{texts.other_language}\n\n" if _other_language(said, parts) else ""
    return f"# {texts.title}\n\n{mark}{said}"


def assembled(parts: Parts) -> str:
    """The report put together by code, and marked as such."""
    texts = TEXTS[parts.language]
    return f"# {texts.title}\n\n{texts.report_failed}\n\n{_plain(parts)}"


async def _second(model: Model, ask: Ask[str]) -> str:
    try:
        return body(await model.text(ask))
    except ModelError:  # the first version is there, and can be marked
        return ""


def _ask(parts: Parts) -> Ask[str]:
    return Ask(
        task="report",
        system=prompts.PROMPTS[parts.language].report,
        user=prompts.approved(
            parts.language,
            highlights=parts.highlights,
            risks=parts.risks,
            comments=parts.comments,
        ),
        offline=lambda: _plain(parts),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _plain(parts: Parts) -> str:
    return offline.report(parts.highlights, parts.risks, parts.comments, parts.language)


def _faults(said: str, parts: Parts) -> list[str]:
    told = prompts.PROMPTS[parts.language]
    wrong = [told.report_language] if _other_language(said, parts) else []
    if foreign := _foreign(said, parts):
        wrong.append(told.report_numbers.format(numbers=", ".join(sorted(foreign))))
    return wrong + [told.report_lacks.format(line=line) for line in _lacking(said, parts)]


def _other_language(said: str, parts: Parts) -> bool:
    return strays(said, parts.language)


def _foreign(said: str, parts: Parts) -> frozenset[str]:
    return Ground.of([*parts.highlights, *parts.risks, *parts.comments]).foreign_numbers(said)


def _lacking(said: str, parts: Parts) -> list[str]:
    """Approved lines of which not one word is in the report. One in other words may pass."""
    words = tokens(said)
    approved = [*parts.highlights, *parts.risks]
    return [line for line in approved if (own := tokens(line)) and not own & words]
