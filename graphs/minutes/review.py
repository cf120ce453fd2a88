"""The review gate: what people see, and what their answer changes. Pure."""

from collections.abc import Mapping, Sequence

from graphs.contract import ActionName, GatePayload, ItemPayload, RetryPayload, SectionPayload
from graphs.lines import bullets, tidy
from graphs.minutes import entries, evidence
from graphs.minutes.state import (
    MAX_ROUNDS,
    PARTS,
    STEPS,
    Action,
    MinutesState,
    Step,
    language_of,
    warned,
    without,
)
from graphs.minutes.words import TEXTS, Texts

_QUOTES = "quotes"


def question(state: MinutesState) -> GatePayload:
    """The payload of the interrupt: the very parts that the minutes are made from."""
    texts = TEXTS[language_of(state)]
    asked = state.get("round", 1)
    # An edit asks for no further round, so it is there in the last one, too.
    more: list[ActionName] = ["revise"] if asked < MAX_ROUNDS else []
    payload = GatePayload(
        type="minutes_review",
        title=texts.review,
        sections=[_section(state, key, value) for key, value in shown(state).items()],
        actions=["approve", *more, "edit"],
        round=asked,
        max_rounds=MAX_ROUNDS,
    )
    if items := state.get("actions", []):
        payload["items"] = [_item(action) for action in items]
        payload["items_label"] = texts.entries
    if failed := state.get("failed", []):
        payload["retries"] = [
            RetryPayload(id=s, label=_labels(texts)[s]) for s in STEPS if s in failed
        ]
    if summary := _summary(state):
        payload["summary"] = summary
    return payload


def shown(state: MinutesState) -> dict[str, str]:
    """The sections as people see them, the quotes before the entries that they belong to.

    Action items are entries; a section where there are none.
    """
    texts, actions = TEXTS[language_of(state)], state.get("actions", [])
    values = {
        "participants": bullets(state.get("participants", [])),
        "topics": bullets(state.get("topics", [])) or _fixed(state, "topics"),
        "conclusions": entries.listed(state.get("conclusions", []), colon=texts.colon)
        or _fixed(state, "conclusions"),
    }
    if not actions:
        return {**values, "actions": _fixed(state, "actions")}
    quotes = evidence.listed(actions, texts)
    return {**values, _QUOTES: quotes} if quotes else values


def leads_to(state: MinutesState) -> str:
    """Where the review leads: on, to one step, back to all of them, or to the same question."""
    if state.get("approved"):
        return "minutes"
    if step := state.get("again"):
        return step
    return "review" if state.get("notice") else "topics"


def decided(state: MinutesState, answer: object) -> MinutesState:
    """What an answer changes. One that cannot be used changes nothing and is asked again."""
    texts = TEXTS[language_of(state)]
    if not isinstance(answer, Mapping):
        return _again(texts.not_understood)
    heard = _heard(state, answer.get("comment"))
    match answer:
        case {"action": "approve"}:
            return {**heard, "approved": True, "again": "", "notice": ""}
        case {"action": "edit", "values": Mapping()} | {"action": "edit", "items": list()}:
            edited = _edited(state, answer.get("values"), answer.get("items"))
            return {**heard, **edited, "approved": True, "again": "", "notice": ""}
        case {"action": "retry", "retry": str(name)} if step := _failed(state, name):
            return {**heard, "approved": False, "again": step, "notice": ""}
        case {"action": "revise"}:
            return {**heard, **_revised(state)}
        case _:
            return _again(texts.not_understood)


def _revised(state: MinutesState) -> MinutesState:
    """One more round. Where none is left never an approval: the person wanted something else."""
    following = state.get("round", 1) + 1
    if following > MAX_ROUNDS:
        return _again(TEXTS[language_of(state)].no_round_left)
    return {"round": following, "approved": False, "again": "", "notice": ""}


def _again(notice: str) -> MinutesState:
    return {"approved": False, "again": "", "notice": notice}


def _heard(state: MinutesState, comment: object) -> MinutesState:
    if not isinstance(comment, str) or not comment.strip():
        return {}
    return {"feedback": [*state.get("feedback", []), comment.strip()]}


def _failed(state: MinutesState, name: str) -> Step | None:
    return next((step for step in state.get("failed", []) if step == name), None)


def _edited(state: MinutesState, values: object, items: object) -> MinutesState:
    """What people wrote, as they wrote it: only they check it.

    A part that was really changed has no warning any more, and its step has not failed.
    """
    before, actions = shown(state), state.get("actions", [])
    changed = MinutesState()
    for key, value in values.items() if isinstance(values, Mapping) else ():
        if not isinstance(value, str) or value.strip() == before.get(key, value).strip():
            continue
        if key == _QUOTES:
            actions = evidence.read(value, actions, TEXTS[language_of(state)])
            changed["actions"] = actions
        else:
            # What stood for an empty part is none of its lines, where people wrote below it.
            none = "" if state.get(key) else before[key]
            written = "\n".join(line for line in value.splitlines() if line.strip() != none)
            changed = {**changed, **_part(key, written), **_cured({**state, **changed}, key)}
    if isinstance(items, list) and actions:
        people = changed.get("participants", state.get("participants", []))
        changed["actions"] = _actions(actions, items, people)
    return {**changed, "removed": [p for p in PARTS if state.get(p) and not changed.get(p, "kept")]}


def _part(key: str, text: str) -> MinutesState:
    lines = tidy(text.splitlines())
    match key:
        case "participants":
            return {"participants": lines}
        case "topics":
            return {"topics": lines}
        case "conclusions":
            return {"conclusions": entries.read_conclusions(text)}
        case _:
            made = (entries.read_entry(x, f"new-{n}", None) for n, x in enumerate(lines, start=1))
            return {"actions": list(made)}


def _cured(state: MinutesState, key: str) -> MinutesState:
    cured = MinutesState(warnings=warned(state, key, ""))
    step: Sequence[Step] = [name for name in STEPS if name == key]
    return {**cured, "failed": without(state, step[0])} if step else cured


def _actions(
    before: Sequence[Action], items: Sequence[object], participants: Sequence[str]
) -> list[Action]:
    """The entries as they come back, in their order; those that nobody touched as they were."""
    known = {action["id"]: action for action in before}
    made: list[Action] = []
    for place, item in enumerate(items, start=1):
        fields: Mapping[str, object] = item if isinstance(item, Mapping) else {"text": item}
        text, id_ = str(fields.get("text", "")).strip(), str(fields.get("id", f"added-{place}"))
        old = known.get(id_)
        if old and text == entries.entry(old):
            made.append(old)
        elif text:
            made.append(entries.read_entry(text, id_, old, participants))
    return made


def _section(state: MinutesState, key: str, value: str) -> SectionPayload:
    texts = TEXTS[language_of(state)]
    labels = {**_labels(texts), "actions": texts.entries, _QUOTES: texts.quoted}
    section = SectionPayload(key=key, label=labels[key], value=value)
    if warning := state.get("warnings", {}).get(key):
        section["warning"] = warning
    return section


def _labels(texts: Texts) -> Mapping[str, str]:
    return {
        "participants": texts.participants,
        "topics": texts.topics,
        "conclusions": texts.conclusions,
        "actions": texts.actions,
    }


def _fixed(state: MinutesState, step: Step) -> str:
    """What stands for an empty part."""
    texts = TEXTS[language_of(state)]
    if step in state.get("failed", []):
        return texts.failed[step]
    none = {"topics": texts.no_topic, "conclusions": texts.no_conclusion}
    return none.get(step, texts.no_action)


def _item(action: Action) -> ItemPayload:
    return ItemPayload(id=action["id"], text=entries.entry(action))


def _summary(state: MinutesState) -> str:
    """A notice, how much was read, and what is wrong with the entries."""
    texts, actions = TEXTS[language_of(state)], state.get("actions", [])
    told = [state.get("notice", ""), unread(state)]
    if actions and (warning := state.get("warnings", {}).get("actions")):
        told.append(f"⚠ {texts.actions}: {warning}")
    return "\n".join(line for line in told if line)


def unread(state: MinutesState) -> str:
    """What to say of a transcript that was not read to its end; "" where it was."""
    texts, read, chars = TEXTS[language_of(state)], state.get("read", 0), state.get("chars", 0)
    return f"⚠ {texts.only_part.format(read=read, all=chars)}" if 0 < read < chars else ""
