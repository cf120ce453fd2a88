"""Runs, gates and workflows of any content: nasty texts, odd people, every shape of question."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.core.model import (
    Failure,
    FailureKind,
    Gate,
    GateState,
    NodeProgress,
    NodeState,
    Run,
    RunState,
    Slot,
    Snapshot,
    Usage,
)
from bot.core.payloads import question
from bot.core.plain import readable
from bot.core.question import Action, Choice, Decision, Item, Question, Retry, Section
from graphs.contract import LANGUAGES, FormField, Workflow
from tests.unit.any_json import payloads
from tests.unit.cards_rows import INBOX, at_breakpoint
from tests.unit.cards_samples import ANA, AT, BEN, CAT, RUN


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


KEYS = st.sampled_from(["a", "b.c", "*", "", "Key of some length", "\x00k", "<!here>"])
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.sampled_from([0.5, [], {}, ["x"], ["x", "y\nz"], {"a": {"b": [1]}}, [1, "2"]])
    | LONG
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4) | st.integers(50, 120).map(
    lambda n: {f"key {i}": i for i in range(n)}
)
TYPES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "format": "date"},
        {"type": "string", "format": "date-time", "default": "2026-11-30T12:00:00+01:00"},
        {"type": "string", "x-signoff": "person"},
        {"type": "integer", "minimum": 3, "default": 5},
        {"type": "number", "exclusiveMaximum": 1},
        {"type": "boolean", "default": True},
        {"type": "array", "items": {"type": "string"}},
        {"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]},
        {"enum": ["red", 1, True]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
        {},
    ]
)
SCHEMAS = st.builds(
    lambda properties, needed: {
        "type": "object",
        "properties": properties,
        "required": [key for key in properties if needed],
    },
    st.dictionaries(KEYS, TYPES, max_size=4),
    st.booleans(),
)
DECISIONS = st.lists(st.sampled_from(["approve", "edit", "reject", "respond", "odd"]), max_size=4)

words_of = st.fixed_dictionaries({}, optional={"en": TEXT, "zh": TEXT})
sections = st.lists(st.builds(Section, TEXT, TEXT, LONG, TEXT), max_size=4) | st.integers(
    20, 60
).map(lambda n: [Section(f"k{i}", f"Part {i}", f"value {i}", "warned " * 40) for i in range(n)])
items = st.lists(TEXT, max_size=4).map(
    lambda texts: tuple(Item(f"i{n}", text, {"n": n}) for n, text in enumerate(texts))
)
FIELDS = st.sampled_from(["text", "long_text", "choice", "several", "number", "date", "person"])
asked_for = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "id": KEYS,
            "label": TEXT,
            "kind": FIELDS,
            "hint": TEXT,
            "options": st.lists(TEXT, max_size=12)
            | st.integers(90, 210).map(lambda n: [f"option {i}" for i in range(n)]),
            "required": st.booleans(),
            "default": VALUES,
        },
    ),
    max_size=3,
)
retries = st.lists(
    st.fixed_dictionaries({}, optional={"id": KEYS, "label": TEXT}), max_size=3
) | st.integers(9, 40).map(lambda n: [{"id": f"q{i}", "label": f"part {i}"} for i in range(n)])
contract = st.builds(
    lambda title, texts, asked, actions, entries, labels, again: question(
        {
            "title": f"T{title}",
            "summary": title,
            "sections": texts,
            "questions": asked,
            "actions": actions,
            "items": entries,
            "labels": labels,
            "items_label": title,
            "retries": again,
        },
        node="n0",
    ),
    TEXT,
    st.lists(st.fixed_dictionaries({"key": KEYS, "label": TEXT, "value": LONG}), max_size=3),
    asked_for,
    st.lists(st.sampled_from([action.value for action in Action]), max_size=6),
    st.lists(TEXT, max_size=4),
    st.dictionaries(st.sampled_from([action.value for action in Action]), TEXT, max_size=3),
    retries,
)
calls = st.lists(st.tuples(TEXT, OBJECTS, TEXT, DECISIONS), min_size=1, max_size=4) | st.tuples(
    st.integers(10, 90), OBJECTS, DECISIONS
).map(lambda many: [(f"tool {n}", many[1], "", many[2]) for n in range(many[0])])
hitl = calls.map(
    lambda found: question(
        {
            "action_requests": [
                {"name": f"{name}{n}", "args": args, "description": said}
                for n, (name, args, said, _) in enumerate(found)
            ],
            "review_configs": [
                {"action_name": f"{name}{n}", "allowed_decisions": allowed}
                for n, (name, _, _, allowed) in enumerate(found)
            ],
        },
        node="n0",
    )
)
inboxes = st.builds(
    lambda found, flags: question(
        [
            {
                "action_request": {"action": name, "args": args},
                "config": {f"allow_{n}": n in flags for n in INBOX},
                "description": said,
            }
            for name, args, said, _ in found
        ],
        node="n0",
    ),
    calls,
    st.sets(st.sampled_from(INBOX)),
)
schemas = st.builds(
    lambda said, schema: question(said, node="n0", response_schema=schema),
    OBJECTS | VALUES,
    SCHEMAS | TYPES,
)
breakpoints = st.builds(at_breakpoint, OBJECTS, when=st.sampled_from(["before", "after"]))
anything = st.builds(lambda said: question(said, node="n0"), payloads | OBJECTS)
own = st.builds(
    Question,
    kind=st.just("k"),
    title=TEXT,
    summary=LONG,
    sections=sections.map(tuple),
    actions=st.lists(st.sampled_from(Action), max_size=4).map(tuple),
    round=st.integers(1, 4),
    max_rounds=st.integers(0, 4),
    approvers=st.none() | st.lists(ODD, max_size=8).map(tuple),
    items=items,
    labels=st.dictionaries(st.sampled_from(Action), TEXT, max_size=3),
    items_label=TEXT,
    retries=st.lists(st.builds(Retry, TEXT, TEXT), max_size=12).map(tuple),
)
shaped = st.one_of(contract, hitl, inboxes, schemas, breakpoints, anything)
questions = own | shaped
chosen = st.builds(
    Choice,
    action=st.sampled_from([action for action in Action if action is not Action.RETRY]),
    by=PEOPLE,
    at=MS,
    comment=LONG,
    values=OBJECTS,
)
decisions = st.builds(
    Decision,
    action=st.sampled_from(Action),
    by=PEOPLE,
    at=MS,
    comment=LONG,
    values=st.dictionaries(st.just("k1") | TEXT, LONG, max_size=2) | OBJECTS,
    items=st.none() | items,
    retry=TEXT,
)


@st.composite
def gates_of(draw: st.DrawFn, asked: st.SearchStrategy[Question]) -> Gate:
    """A gate in any state, with choices where it has rows."""
    gate = draw(bare_gates(asked))
    keys = [row.key for row in gate.question.rows]
    if not keys:
        return gate
    some = keys[: draw(st.integers(0, len(keys)))]
    choices = dict.fromkeys(some, draw(chosen)) | dict.fromkeys(some[:2], draw(chosen))
    if gate.decision is None:
        return replace(gate, choices=choices, chosen=len(choices))
    sent = dict.fromkeys(keys, draw(chosen)) | choices
    return replace(gate, decision=replace(gate.decision, values={}, items=None, choices=sent))


def bare_gates(asked: st.SearchStrategy[Question]) -> st.SearchStrategy[Gate]:
    """A gate in any state."""
    return st.builds(
        Gate,
        key=st.sampled_from(["0123456789abcdef0123456789abcdef.01234567", "i.1", "j.2"]),
        interrupt_id=st.just("i"),
        node=st.sampled_from(["n0", "n1", "hidden"]),
        checkpoint=st.just("c"),
        question=asked,
        opened_at=MS,
        state=st.sampled_from([*[GateState.OPEN] * 5, *GateState]),
        decision=st.none() | decisions,
        problem=TEXT,
    )


gates = gates_of(questions)
failures = st.builds(
    Failure,
    kind=st.sampled_from(FailureKind),
    ref=TEXT,
    at=MS,
    nodes=st.lists(st.sampled_from(["n0", "n1", "n2", "hidden"]), max_size=60).map(tuple),
    detail=st.just("") | TEXT,
)
progress = st.builds(
    NodeProgress,
    node=st.sampled_from(["n0", "n1", "n2", "hidden"]),
    state=st.sampled_from(NodeState),
    started_at=st.none() | MS,
    took_ms=st.none() | st.integers(0, 10**9),
    note=LONG,
)
CELLS = TEXT.filter(lambda said: len(said) < 300) | st.sampled_from(
    ["**Owner**", "`code | more`", "[plan](https://example.org)", "", "a \\| b", "x | y", "|" * 30]
)
LINES = st.lists(CELLS, max_size=5).map(" | ".join) | st.just("| owner | due |")
tables = st.builds(
    lambda header, sides, rows: "\n".join([header, sides, *rows]),
    LINES,
    st.sampled_from(["| --- | --- |", "---|:-:", "|---|", ":--|--:|---", "|-" * 21 + "|"]),
    st.lists(LINES, max_size=4) | LINES.map(lambda row: [row] * 120),
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
    result=st.none()
    | LONG
    | st.lists(tables | TEXT, max_size=4).map("\n\n".join)
    | VALUES.map(readable)
    | LONG.map(lambda said: readable([said])),
    links=st.sampled_from(
        [(), ("https://example.org",), ("https://evil.example", "http://b.example")]
    ),
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
