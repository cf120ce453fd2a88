"""Runs, gates and workflows to show, and a way to read a message as people do."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.cards.render import render
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
from bot.core.ports.messenger import Message
from bot.core.question import Action, Decision, Question, Section
from graphs.contract import FormField, Workflow
from tests.unit.cards_limits_check import check_message

ANA, BEN, CAT = "U0ANA", "U0BEN", "U0CAT"
AT = 1_795_960_800_000
"""2026-11-29 14:00 UTC."""
MINUTE = 60_000

WEEKLY = Workflow(
    name="weekly-report",
    command="/weekly-report",
    title={"en": "Weekly report", "zh": "周报"},
    description={"en": "Turns notes into a report.", "zh": "把笔记整理成周报。"},
    form=(
        FormField(
            key="points",
            label={"en": "What happened this week?", "zh": "这周做了什么？"},
            hint={"en": "One point a line is enough.", "zh": "一行一条就够了。"},
        ),
    ),
    steps={
        "highlights": {"en": "Highlights", "zh": "亮点"},
        "risks": {"en": "Risks", "zh": "风险"},
        "review": {"en": "Review", "zh": "审核"},
        "report": {"en": "Report", "zh": "成稿"},
    },
    result="report",
    build=lambda: None,
    period="week",
)

RUN = Run(
    run_id="weekly-report-ana-0123abcd",
    workflow="weekly-report",
    team="T0",
    channel="C0TEAM",
    starter=ANA,
    language="en",
    timezone="Europe/Berlin",
    period="2026-W48",
    version=1,
    inputs={"points": "Login v2 shipped"},
    trigger_id="t",
    created_at=AT,
    offline=True,
    usage=Usage(calls=2, input_tokens=1_000, output_tokens=240),
    progress=(
        NodeProgress(
            "highlights", NodeState.DONE, AT, 1_200, "• Login v2 shipped to all customers"
        ),
        NodeProgress("risks", NodeState.DONE, AT, 900, "• Security audit blocked for two weeks"),
        NodeProgress("review", NodeState.WAITING, AT + 2_100),
        NodeProgress("report"),
    ),
)

QUESTION = Question(
    kind="report_review",
    title="Review the highlights and risks",
    sections=(
        Section("highlights", "Highlights", "• Login v2 shipped\n• Two customers moved"),
        Section("risks", "Risks", "• Security audit blocked"),
    ),
    actions=(Action.APPROVE, Action.REVISE, Action.EDIT),
    round=1,
    max_rounds=3,
)

GATE = Gate(
    key="a1b2c3d4.0f0f0f0f",
    interrupt_id="a1b2c3d4",
    node="review",
    checkpoint="c1",
    question=QUESTION,
    opened_at=AT + 2_100,
)

FAILURE = Failure(kind=FailureKind.STEP, ref="k7f3", at=AT + MINUTE, nodes=("risks",))


DONE = replace(RUN, state=RunState.DONE, ended_at=AT + 2 * MINUTE + 500, result="All shipped.")
CANCELLED = replace(RUN, state=RunState.CANCELLED, ended_at=AT + MINUTE, ended_by=BEN)
LOST = Failure(kind=FailureKind.LOST, ref="k7f3", at=AT)
DEAD = replace(RUN, state=RunState.DEAD, ended_at=AT + MINUTE, failure=LOST)


def snapshot(run: Run = RUN, *gates: Gate, slots: Sequence[str] = ()) -> Snapshot:
    """A record of a run with these gates."""
    return Snapshot(
        run=run,
        gates={gate.key: gate for gate in gates},
        slots={name: Slot(name=name, ts="1.2") for name in slots},
    )


def decided(
    action: Action = Action.APPROVE, *, comment: str = "", values: Mapping[str, str] | None = None
) -> Gate:
    """The gate with ben's answer."""
    decision = Decision(action, BEN, AT + 5 * MINUTE, comment, values or {})
    return replace(GATE, state=GateState.APPLIED, decision=decision)


def read(markup: str) -> str:
    """Markup as people read it, with their names and the time in UTC."""
    for user, name in ((ANA, "@ana"), (BEN, "@ben"), (CAT, "@cat")):
        markup = markup.replace(f"<@{user}>", name)
    return re.sub(r"<!date\^[^|]*\|(?:2026-11-29 )?([^>]*) UTC>", r"\1", markup)


def slot(record: Snapshot, name: str, about: Workflow | None = WEEKLY) -> str:
    """What a slot of the run shows, checked against Slack's limits; empty without one."""
    for message in render(record, about):
        check_message(message)
        if message.slot == name:
            return outline(message)
    return ""


def chinese(run: Run) -> Run:
    """The run in the other language."""
    return replace(run, language="zh")


def outline(message: Message) -> str:
    """A message as lines, buttons in brackets; plan and cards as Slack would draw them."""
    lines = [line for block in message.blocks for line in _lines(block)]
    if message.file is not None:
        lines.append(f"file {message.file.name}: {len(message.file.content)} characters")
    return read("\n".join([f"({message.text})", *lines]))


def _lines(block: Mapping[str, Any]) -> list[str]:
    kind = block["type"]
    if kind == "actions":
        return [" ".join(f"[{button['text']['text']}]" for button in block["elements"])]
    if kind == "context":
        return [f"~ {element['text']}" for element in block["elements"]]
    if kind == "plan":
        return [block["title"], *(_task(task) for task in block["tasks"])]
    if kind == "rich_text":
        return ["".join(map(_styled, part["elements"])) for part in block["elements"]]
    if kind == "table":
        return [" | ".join(line for cell in row for line in _lines(cell)) for row in block["rows"]]
    text = block["text"] if kind == "markdown" else block["text"]["text"]
    accessory, below = block.get("accessory"), [f["text"] for f in block.get("fields", ())]
    shown = [f"# {text}" if kind == "header" else text, *below]
    return [*shown, *(_lines_of(accessory) if accessory else [])]


def _styled(element: Mapping[str, Any]) -> str:
    text: str = element["text"]
    return f"*{text}*" if "bold" in element.get("style", {}) else text


def _lines_of(accessory: Mapping[str, Any]) -> list[str]:
    if accessory["type"] == "overflow":
        return ["[⋮ " + " | ".join(o["text"]["text"] for o in accessory["options"]) + "]"]
    return [f"[{accessory['text']['text']}]"]


def _task(task: Mapping[str, Any]) -> str:
    rich = [
        part.get("text", part.get("fallback"))
        for key in ("details", "output")
        if key in task
        for part in task[key]["elements"][0]["elements"]
    ]
    return f"  {task['status']}: {task['title']} {''.join(rich)}".rstrip()
