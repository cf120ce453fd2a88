"""The report: sections under their questions, references, and what people should know about it.

Everything here is put together by code. A report without sources says so and has no list.
"""

from collections.abc import Iterator, Mapping, Sequence

from graphs.research.citing import Cited, linked, literal, numbered, reference
from graphs.research.gaps import failed
from graphs.research.state import (
    INTRODUCTION,
    Finding,
    ResearchState,
    Section,
    language_of,
    topic_of,
)
from graphs.research.words import TEXTS

_MOST_CUT = 5


def report(state: ResearchState) -> str:
    """The whole of it, Markdown under the topic as its title."""
    said = TEXTS[language_of(state)]
    opening = [f"# {literal(topic_of(state))}"]
    if state.get("stopped"):
        opening.append(said.partial)
    if _all_failed(state):
        return "\n\n".join((*opening, said.nothing, *_causes(state)))
    if _found_nothing(state):
        return "\n\n".join((*opening, said.no_sources))
    return "\n\n".join((*opening, *_body(state), *_notes(state)))


def links(state: ResearchState) -> list[str]:
    """The web addresses of the references, each once: the links that the report has."""
    return list(dict.fromkeys(filter(None, map(linked, _cited(state).references))))


def _all_failed(state: ResearchState) -> bool:
    plan = state.get("plan", [])
    return bool(plan) and len(failed(state)) == len(plan)


def _found_nothing(state: ResearchState) -> bool:
    """Whether the search was answered for every question, each time without a source."""
    if failed(state) or state.get("stopped"):
        return False
    return bool(state.get("findings")) and not _found_some(state)


def _found_some(state: ResearchState) -> bool:
    return any(finding["found"] for finding in state.get("findings", []))


def _causes(state: ResearchState) -> Iterator[str]:
    errors = {finding["id"]: finding["error"] for finding in failed(state)}
    for question in state.get("plan", []):
        yield f"- {literal(question['question'])}: {literal(errors[question['id']])}"


def _body(state: ResearchState) -> Iterator[str]:
    """The summary, each question with its section, and the references."""
    said = TEXTS[language_of(state)]
    sections = _sections(state)
    cited = _cited(state)
    if cited.texts[0]:
        yield _section(state, sections.get(INTRODUCTION), cited.texts[0])
    elif not cited.references and not state.get("stopped") and _found_some(state):
        yield said.no_answers
    for question, text in zip(state.get("plan", []), cited.texts[1:], strict=True):
        yield f"## {literal(question['question'])}"
        yield _section(state, sections.get(question["id"]), text) or _absent(state, question["id"])
    if cited.references:
        listed = (f"{n}. {reference(source)}" for n, source in enumerate(cited.references, 1))
        yield f"## {said.references}"
        yield "\n".join(listed)


def _cited(state: ResearchState) -> Cited:
    """The summary and each question's text, in order, with the references that they name."""
    sections = _sections(state)
    ids = [INTRODUCTION, *(q["id"] for q in state.get("plan", []))]
    texts = [sections[n]["text"] if n in sections else "" for n in ids]
    return numbered(texts, state.get("sources", []))


def _sections(state: ResearchState) -> Mapping[int, Section]:
    return {section["id"]: section for section in state.get("sections", [])}


def _section(state: ResearchState, section: Section | None, text: str) -> str:
    """A section's text, after what is wrong with it."""
    if section is None or not text:
        return ""
    said = TEXTS[language_of(state)]
    finding = _finding(state, section["id"])
    foreign = section["foreign"] or (finding is not None and finding["foreign"])
    marked = (
        said.by_code if section["failed"] else "",
        said.other_language if foreign else "",
        said.uncited.format(count=section["uncited"]) if section["uncited"] else "",
    )
    return "\n\n".join(filter(None, (*marked, text)))


def _absent(state: ResearchState, number: int) -> str:
    """Why a question has no section."""
    said, finding = TEXTS[language_of(state)], _finding(state, number)
    if finding is None:
        return said.not_researched
    if finding["cause"]:
        return said.failed_section.format(error=literal(finding["error"]))
    if finding["found"]:
        return said.nothing_said.format(count=finding["found"])
    return said.no_sources_for


def _finding(state: ResearchState, number: int) -> Finding | None:
    return next((f for f in state.get("findings", []) if f["id"] == number), None)


def _notes(state: ResearchState) -> Iterator[str]:
    lines = [*_counted(state), *_cut(state), *_criticism(state)]
    if lines:
        yield f"## {TEXTS[language_of(state)].notes}"
        yield "\n".join(f"- {line}" for line in lines)


def _counted(state: ResearchState) -> Iterator[str]:
    said, findings = TEXTS[language_of(state)], state.get("findings", [])
    sections = state.get("sections", [])
    if wrong := failed(state):
        yield said.note_failed.format(failed=len(wrong), all=len(state.get("plan", [])))
    for line, count in (
        (said.note_dropped, sum(finding["dropped"] for finding in findings)),
        (said.note_unknown, sum(section["unknown"] for section in sections)),
        (said.note_addresses, sum(section["addresses"] for section in sections)),
        (said.note_unread, sum(finding["unread"] for finding in findings)),
    ):
        if count:
            yield line.format(count=count)


def _cut(state: ResearchState) -> Sequence[str]:
    said = TEXTS[language_of(state)]
    cut = {s["text"]: s for s in state.get("sources", []) if s["kept"] < s["chars"]}
    return [
        said.note_cut.format(kept=s["kept"], chars=s["chars"], title=literal(s["title"]))
        for s in list(cut.values())[:_MOST_CUT]
    ]


def _criticism(state: ResearchState) -> Iterator[str]:
    said = TEXTS[language_of(state)]
    if state.get("uncriticised"):
        yield said.note_critic_failed
    asked = {q["id"]: f"“{literal(q['question'])}”" for q in state.get("plan", [])}
    for remark in state.get("remarks", []):
        section = asked.get(remark["section"], said.introduction)
        yield said.note_remark.format(section=section, text=literal(remark["text"]))
