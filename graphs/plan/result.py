"""The result as Markdown: the answer, and below it what each step gave."""

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from graphs import budget
from graphs.contract import Language
from graphs.lines import shortened
from graphs.plan import offline
from graphs.plan.evaluating import Judged
from graphs.plan.state import Done, PlanState, Step, achieved, language_of
from graphs.plan.words import TEXTS, tool_name

_MOST_TITLE = 80
_MOST_SHOWN = 600
"""Characters of a step's result in the list of steps."""
_LINK = regex.compile(r"!?\[([^\[\]\n]*)\]\(\s*([^\s()]*)[^()\n]*\)")
_HEADING = regex.compile(r"^\s{0,3}#{1,6}\s+", regex.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Whole:
    """All that the result is made from."""

    state: PlanState
    judged: Judged
    without_model: bool

    @property
    def language(self) -> Language:
        return language_of(self.state)

    @property
    def plan(self) -> Sequence[Step]:
        return self.state.get("plan", [])

    @property
    def completed(self) -> Sequence[Done]:
        return self.state.get("completed", [])


def result(state: PlanState, judged: Judged, *, without_model: bool) -> str:
    """The result of a run that is over. `state` as it is then; a bound that ended it is marked."""
    whole, texts = _Whole(state, judged, without_model), TEXTS[language_of(state)]
    task = shortened(_unlinked(" ".join(state.get("task", "").split())), _MOST_TITLE)
    parts = [
        f"# {texts.title.format(task=task)}",
        *_marks(whole),
        _unlinked(judged.answer) or offline.summary(whole.completed, whole.language),
        f"## {texts.steps}",
        _steps(whole),
        f"_{_foot(whole)}_",
    ]
    return "\n\n".join(part for part in parts if part)


def _marks(whole: _Whole) -> list[str]:
    texts, state = TEXTS[whole.language], whole.state
    marks = []
    why = state.get("stopped") or ("steps" if whole.judged.wanted_more else "")
    if why:
        done, of = achieved(whole.completed), len(whole.plan)
        marks.append(texts.partial.format(why=texts.why[why], done=done, of=of))
    failed = [str(done["n"]) for done in whole.completed if done.get("failed")]
    if failed:
        marks.append(texts.failed_steps.format(numbers=", ".join(failed)))
    if not whole.judged.answer:
        marks.append(texts.no_summary)
    if whole.judged.other_language:
        marks.append(f"⚠ {texts.other_language}")
    return marks


def _steps(whole: _Whole) -> str:
    done = {entry["id"]: entry for entry in whole.completed}
    texts = TEXTS[whole.language]
    left = texts.not_done if whole.state.get("stopped") else texts.not_needed
    lines = []
    for n, step in enumerate(whole.plan, 1):
        if step["id"] in done:
            lines.append(f"{n}. {_done(done[step['id']], step, whole)}")
        else:
            lines.append(f"{n}. {left.format(step=_line(step['text']))}")
    return "\n".join(lines)


def _done(entry: Done, step: Step, whole: _Whole) -> str:
    language, known = whole.language, whole.state.get("known", {})
    texts = TEXTS[language]
    remarks = [texts.added] if step.get("added") else []
    if "tool" in entry:
        remarks.append(texts.by_tool.format(tool=tool_name(entry["tool"], language)))
    heading = f"**{_line(step['text'])}**" + (_remarks(remarks, texts.remarks))
    mark = "⚠ " if entry.get("failed") else ""
    short = _short(entry["result"], language)
    sources = [
        texts.source.format(title=_line(known.get(address, address)), address=address)
        for address in entry.get("sources", [])
    ]
    return "\n   ".join([heading, *f"{mark}{short}".splitlines(), *sources])


def _remarks(said: Sequence[str], around: str) -> str:
    return f" {around.format(remarks=', '.join(said))}" if said else ""


def _short(text: str, language: Language) -> str:
    lines = [line.strip() for line in _HEADING.sub("", _unlinked(text)).splitlines()]
    whole = "\n".join(line for line in lines if line)
    if len(whole) <= _MOST_SHOWN:
        return whole
    start, line_end, _ = whole[: _MOST_SHOWN + 1].rpartition("\n")
    # Whole lines where there are any: a search has one a hit.
    shown = start if line_end else shortened(whole, _MOST_SHOWN).removesuffix("…")
    return f"{shown}\n{TEXTS[language].cut}" if line_end else f"{shown}{TEXTS[language].cut}"


def _foot(whole: _Whole) -> str:
    state, texts = whole.state, TEXTS[whole.language]
    calls = budget.total(state.get("spent", {}))["calls"]
    return texts.foot.format(
        done=achieved(whole.completed),
        of=len(whole.plan),
        calls="" if whole.without_model else texts.calls.format(calls=calls),
        digest=state.get("digest", ""),
    )


def _line(text: str) -> str:
    """A text in one line that breaks no list and no bold."""
    return " ".join(_unlinked(text).replace("**", "").split())


def _unlinked(text: str) -> str:
    """What a model or a page wrote has no live links: a label can hide where it leads."""
    return _LINK.sub(lambda m: f"{m[1]} ({m[2]})" if m[1] else m[2], text)
