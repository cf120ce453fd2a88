"""The result as people read it: the text, what changed in it, what was fixed and what not. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphs.contract import Language
from graphs.lines import shortened
from graphs.polish import difference
from graphs.polish.sentences import Span, neighbours, sentences
from graphs.polish.state import PolishState, Problem, Rewrite, language_of, polished
from graphs.polish.words import TEXTS, Texts

SHORT = 1_200
"""Characters of a text whose changes are shown in all of it."""
_CONTEXT = 80
_QUOTE = 100
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Mood:
    """Tone and purpose, in a sentence each; empty where they could not be judged."""

    tone: str
    purpose: str


def nothing(state: PolishState) -> str:
    """The result where there was nothing to choose from."""
    said = TEXTS[language_of(state)]
    notes = [state["notes"]] if state.get("notes") else []
    return _joined([f"# {said.nothing}", said.nothing_line, *notes, *_before(state, said)])


def left(state: PolishState) -> str:
    """The result where people left the text as it is."""
    said = TEXTS[language_of(state)]
    return _joined(
        [
            f"# {said.unchanged}",
            said.left_line,
            _whole(state),
            *_list(said.left, _entries(state.get("problems", []), said)),
        ]
    )


def written(state: PolishState, after: Mood | None) -> str:
    """The result after rewording. `after` is the mood of the new text."""
    said, rewrites = TEXTS[language_of(state)], state.get("rewrites", [])
    lists = _lists(state, said)
    if not rewrites:
        return _joined([f"# {said.unchanged}", said.unusable_line, _whole(state), *lists])
    tone = [*_before(state, said), *_after(state, after, said)]
    return _joined(
        [
            f"# {said.title}",
            _closed(polished(state.get("text", ""), rewrites)),
            f"## {said.changes}",
            *changes(state.get("text", ""), rewrites),
            *lists,
            *_headed(said.tone, tone),
        ]
    )


def changes(text: str, rewrites: Sequence[Rewrite]) -> list[str]:
    """What changed, as quotations: all of a short text; of a long one the sentences around."""
    if len(text) <= SHORT:
        return [_quotation(difference.markdown(_all_parts(text, rewrites)))]
    among = sentences(text)
    return [_quotation(_hunk(text, rewrite, among)) for rewrite in rewrites]


def _all_parts(text: str, rewrites: Sequence[Rewrite]) -> list[difference.Part]:
    made: list[difference.Part] = []
    at = 0
    for one in sorted(rewrites, key=lambda rewrite: rewrite["start"]):
        made.append(difference.Part("kept", text[at : one["start"]]))
        made += difference.parts(text[one["start"] : one["end"]], one["text"])
        at = one["end"]
    return [part for part in (*made, difference.Part("kept", text[at:])) if part.text]


def _hunk(text: str, one: Rewrite, among: Sequence[Span]) -> str:
    span = Span(one["start"], one["end"])
    before, after = (_context(beside) for beside in neighbours(text, span, among))
    changed = difference.parts(text[slice(*span)], one["text"])
    shown = [before, difference.markdown(changed), after]
    return "\n".join(part for part in shown if part)


def _context(sentence: str) -> str:
    short = shortened(" ".join(sentence.split()), _CONTEXT)
    return difference.markdown([difference.Part("kept", short)])


def _quotation(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.strip().split("\n"))


def _lists(state: PolishState, said: Texts) -> list[str]:
    """What was fixed, what could not be, what nobody chose."""
    chosen, refused = state.get("chosen", []), state.get("refused", {})
    problems = state.get("problems", [])
    wanted = [p for p in problems if p["id"] in chosen]
    others = [p for p in problems if p["id"] not in chosen]
    fixed = [p for p in wanted if p["id"] not in refused]
    failed = [_entry(p, refused[p["id"]], said) for p in wanted if p["id"] in refused]
    undone = state.get("undone", 0)
    return [
        *_list(said.fixed, _entries(fixed, said)),
        *_list(said.refused, failed),
        *_list(said.left, _entries(others, said)),
        *([said.undone.format(count=undone)] if undone else []),
    ]


def _entries(problems: Iterable[Problem], said: Texts) -> list[str]:
    return [_entry(p, p["why"], said) for p in problems]


def _entry(problem: Problem, why: str, said: Texts) -> str:
    short = shortened(" ".join(problem["passage"].split()), _QUOTE)
    return said.entry.format(text=_plain(short), why=_plain(why))


def _plain(text: str) -> str:
    return difference.markdown([difference.Part("kept", " ".join(text.split()))])


def _list(title: str, entries: Sequence[str]) -> list[str]:
    return _headed(title, ["\n".join(f"- {entry}" for entry in entries)] if entries else [])


def _headed(title: str, blocks: Sequence[str]) -> list[str]:
    return [f"## {title}", *blocks] if blocks else []


def _before(state: PolishState, said: Texts) -> list[str]:
    mood = Mood(state.get("tone", ""), state.get("purpose", ""))
    return [said.before.format(text=_mood(mood, said))]


def _after(state: PolishState, after: Mood | None, said: Texts) -> list[str]:
    if after is None:
        return []
    same = after == Mood(state.get("tone", ""), state.get("purpose", ""))
    return [said.after.format(text=said.same if same else _mood(after, said))]


def _mood(mood: Mood, said: Texts) -> str:
    return _plain(said.gap.join(filter(None, (mood.tone, mood.purpose))))


def _whole(state: PolishState) -> str:
    return _closed(state.get("text", ""))


def _closed(text: str) -> str:
    """The text; a fence that it leaves open would take in what follows."""
    opened = sum(line.lstrip().startswith(_FENCE) for line in text.splitlines()) % 2
    return f"{text.rstrip()}\n{_FENCE}" if opened else text.strip("\n")


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(block for block in blocks if block)


def counted(language: Language, *, fixed: int, chosen: int) -> str:
    """One line on what was done."""
    return TEXTS[language].fixed_count.format(fixed=fixed, chosen=chosen)
