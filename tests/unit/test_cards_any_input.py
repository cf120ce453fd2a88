"""Whatever a run holds, Slack takes its messages, and nothing of it is lost or comes alive."""

import re
from collections.abc import Iterable

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.cards.forms import can_edit
from bot.cards.modals import closed_view, edit_form, revise_form
from bot.cards.render import render
from bot.core.model import (
    Action,
    Decision,
    Failure,
    FailureKind,
    Gate,
    GateState,
    NodeProgress,
    NodeState,
    Question,
    Run,
    RunState,
    Section,
    Slot,
    Snapshot,
    Usage,
)
from bot.core.ports.messenger import Message
from graphs.contract import LANGUAGES, FormField, Language, Workflow
from tests.unit.cards_limits_check import buttons, check_message, check_view, mentions, texts
from tests.unit.cards_samples import ANA, AT, BEN, CAT, RUN, WEEKLY


class Sample(str):
    """A text with a short repr, so that a failing example can be read."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self[:30]!a} x{len(self)}>"


NASTY = (
    "",
    " \n",
    "plain words",
    "<!channel> <@U9EVIL> <https://evil.example|bank> & &lt;",
    "[bank](https://evil.example) [a][b]\n\n[b]: https://evil.example",
    "\x00\x1b[31mred\x7f\r\nnext\u2028line",
    "file\u202egpj.exe\u2066 שלום עולם مرحبا ١٢",
    "👨‍👩‍👧🇩🇪👍🏽" * 60,
    "e" + "\u0301" * 5_000,
    "\ud83d lone",
    "`code` ```\nfence\n• point\n# head\n**bold** *x* _y_ :rocket:",
    "中文标题，第一点。" * 40,
    "&" * 3_001,
    "x" * 10_000,
    "\n" * 3_500 + "end",
    "# h\n" * 300,
)
HUGE = "".join(f"{n} words of a very long text,\n" for n in range(3_400))
SAMPLES = [Sample(text) for text in NASTY]
TEXT = st.sampled_from(SAMPLES) | st.text(max_size=20)
LONG = st.sampled_from([*SAMPLES, Sample(HUGE)]) | st.text(max_size=20)
MS = st.integers(AT, AT + 10**9)
PEOPLE = st.sampled_from([ANA, BEN, CAT])
ODD = PEOPLE | st.sampled_from(["", "not an id <!here>", "U" * 500])

KNOWN = {ANA, BEN, CAT}


words_of = st.fixed_dictionaries({}, optional={"en": TEXT, "zh": TEXT})
sections = st.lists(st.builds(Section, TEXT, TEXT, LONG, TEXT), max_size=4) | st.integers(
    20, 60
).map(lambda n: [Section(f"k{i}", f"Part {i}", f"value {i}", "warned " * 40) for i in range(n)])
questions = st.builds(
    Question,
    kind=st.just("k"),
    title=TEXT,
    summary=LONG,
    sections=sections.map(tuple),
    actions=st.lists(st.sampled_from(Action), max_size=4).map(tuple),
    round=st.integers(1, 4),
    max_rounds=st.integers(0, 4),
    approvers=st.none() | st.lists(ODD, max_size=8).map(tuple),
)
decisions = st.builds(
    Decision,
    action=st.sampled_from(Action),
    by=PEOPLE,
    at=MS,
    comment=LONG,
    values=st.dictionaries(st.just("k1") | TEXT, LONG, max_size=2),
)
gates = st.builds(
    Gate,
    key=st.sampled_from(["0123456789abcdef0123456789abcdef.01234567", "i.1", "j.2"]),
    interrupt_id=st.just("i"),
    node=st.sampled_from(["n0", "n1", "hidden"]),
    checkpoint=st.just("c"),
    question=questions,
    opened_at=MS,
    state=st.sampled_from([*[GateState.OPEN] * 5, *GateState]),
    decision=st.none() | decisions,
    problem=TEXT,
)
failures = st.builds(
    Failure,
    kind=st.sampled_from(FailureKind),
    ref=TEXT,
    at=MS,
    nodes=st.lists(st.sampled_from(["n0", "n1", "n2", "hidden"]), max_size=60).map(tuple),
)
progress = st.builds(
    NodeProgress,
    node=st.sampled_from(["n0", "n1", "n2", "hidden"]),
    state=st.sampled_from(NodeState),
    started_at=st.none() | MS,
    took_ms=st.none() | st.integers(0, 10**9),
    note=LONG,
)
runs = st.builds(
    Run,
    run_id=st.just(RUN.run_id) | st.just("w-" + "a" * 118),
    workflow=TEXT,
    team=st.just("T0"),
    channel=st.just("C0TEAM"),
    starter=PEOPLE,
    language=st.sampled_from(LANGUAGES),
    timezone=st.just("UTC"),
    period=st.just("2026-W48") | TEXT,
    version=st.integers(1, 3),
    inputs=st.just({}),
    trigger_id=st.just("t"),
    created_at=MS,
    offline=st.booleans(),
    state=st.sampled_from([*[RunState.ACTIVE] * 5, *RunState]),
    ended_at=st.none() | MS,
    ended_by=st.none() | PEOPLE,
    failure=st.none() | failures,
    retry_by=st.none() | PEOPLE,
    result=st.none() | LONG,
    progress=st.lists(progress, max_size=4).map(tuple),
    usage=st.builds(
        Usage, st.just(1), st.integers(0, 10**9), st.integers(0, 10), st.none() | st.just(0.5)
    ),
)
workflows = st.builds(
    Workflow,
    name=st.just("w"),
    command=st.just("/w"),
    title=words_of,
    description=words_of,
    form=st.just((FormField("f", {}, {}),)),
    steps=st.lists(words_of, max_size=3).map(lambda ws: {f"n{i}": w for i, w in enumerate(ws)})
    | words_of.map(lambda w: {f"n{i}": w for i in range(60)}),
    result=st.just("r"),
    build=st.just(lambda: None),
    deciders=st.sampled_from(["starter", "channel", (), (ANA, BEN), (ANA,) * 9])
    | st.lists(ODD, max_size=9).map(tuple),
)
records = st.builds(
    Snapshot,
    run=runs,
    gates=st.lists(gates, max_size=2).map(lambda found: {gate.key: gate for gate in found}),
    slots=st.sampled_from([{}, {"failure": Slot("failure", ts="1")}]),
)
MODEST = settings(
    max_examples=15,
    deadline=None,
    # Examples are built of a few samples: shrinking them takes minutes and shows no more.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z0-9]+|[\u4e00-\u9fff]+", text))


def lost(texts: Iterable[str], said: str) -> set[str]:
    """Words that are not found again, whatever stands around them."""
    missing = set().union(*map(words, texts)) - words(said)
    return {word for word in missing if word not in said}


def shown(message: Message) -> str:
    """All that a message says, with its file. Plain text is not escaped: `&lt;` is said as such."""
    found = "\n".join(texts(message.blocks))
    read = found.replace("&lt;", "<").replace("&amp;", "&")
    return f"{found}\n{read}\n{message.file.content if message.file else ''}"


def edited(gate: Gate) -> bool:
    return gate.decision is not None and gate.decision.action is Action.EDIT


def approved(gate: Gate) -> list[str]:
    """The texts of a question, as its answer left them."""
    edits = gate.decision.values if gate.decision and edited(gate) else {}
    return [edits.get(section.key, section.value) for section in gate.question.sections]


@MODEST
@given(records, workflows | st.none())
def test_slack_takes_every_message_and_no_word_is_lost(
    record: Snapshot, about: Workflow | None
) -> None:
    run = record.run
    messages = {message.slot: message for message in render(record, about)}
    values = {run.run_id, *(f"{run.run_id} {key}" for key in record.gates)}
    for message in messages.values():
        check_message(message)
        assert {value for _, value in buttons(message.blocks)} <= values
        assert mentions(message.blocks) <= KNOWN
    for gate in record.gates.values():
        said = shown(messages[f"gate:{gate.key}"])
        warnings = [] if edited(gate) else [s.warning for s in gate.question.sections]
        assert not lost([gate.question.title, *approved(gate), *warnings], said)
    if run.state is RunState.DONE:
        said = shown(messages["result"])
        assert not lost([run.result or ""], said)
    assert render(record, about) == tuple(messages.values())


@MODEST
@given(gates, st.sampled_from(LANGUAGES))
def test_slack_takes_every_form_of_a_question(gate: Gate, language: Language) -> None:
    check_view(revise_form(RUN, gate, WEEKLY, language=language, comment=gate.question.summary))
    typed = {section.key: section.value for section in gate.question.sections}
    check_view(closed_view("Late.", language=language, typed=typed))
    if can_edit(gate.question):
        check_view(edit_form(RUN.run_id, gate, language=language))
