"""`signoff check`: what a project's graphs look like from Slack, and what will not work there."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bot import logs
from bot.adapters.graph_look import Graph
from bot.cli.process import FAILED, say_slow
from bot.core.fields import Field, Kind
from bot.core.inputs import start_fields
from bot.errors import CannotStartError
from bot.projects import loading
from bot.projects.langgraph_json import read_project
from bot.projects.loading import Loaded
from bot.projects.remarks import Remark, remarks
from bot.projects.sources import sources
from bot.projects.trouble import ProjectError, Trouble, report
from bot.projects.writes import shared
from bot.settings import alone
from graphs.contract import Workflow

QUIET = "error"
FINE, LOOK, WRONG = "  ok  ", "  may ", "  WRONG "


async def check(file: Path, *, walk: bool) -> int:
    """Print what is found; 1 where something will not work. CannotStartError for no project."""
    chosen = alone()
    logs.configure("console", QUIET, hide=chosen.secrets())
    try:
        read_project(file)
    except ProjectError as error:
        raise CannotStartError(str(error)) from error
    found = await loading.load([file], slow=say_slow)
    report(found.troubles)
    names = [name for name in found.workflows if name in found.theirs]
    wrong = sum(_graph(found, name) for name in names)
    wrong += _troubles(found.troubles)
    if walk and names:
        from bot.cli import first_gate  # noqa: PLC0415 - opens a whole Slack

        wrong += await first_gate.walk(found, names, chosen)
    return FAILED if wrong else 0


def _graph(found: Loaded, name: str) -> int:
    """Print one graph; how much of it will not work."""
    workflow, graph = found.workflows[name], found.graphs[name]
    _say(f"# {workflow.title['en']} ({workflow.command or f'/signoff start {name}'})", "")
    _say("```mermaid", graph.get_graph().draw_mermaid().rstrip(), "```", "")
    for label, text in _facts(workflow, graph):
        _say(f"{label:<12} {text}")
    seen = [remark for source in sources(graph) for remark in remarks(source)]
    return _remarks(dict.fromkeys([*seen, *shared(graph)]))


def _facts(workflow: Workflow, graph: Graph) -> Iterator[tuple[str, str]]:
    yield "Starts with", "; ".join(map(_field, start_fields(workflow, "en"))) or "nothing"
    yield "Nodes", _listed(name for name in graph.nodes if not name.startswith("__"))
    inner = [name.replace("|", ".") for name, _ in graph.get_subgraphs(recurse=True)]
    yield "Subgraphs", _listed(inner)
    stops = {"before": graph.interrupt_before_nodes, "after": graph.interrupt_after_nodes}
    told = [f"{when} {_stops(nodes)}" for when, nodes in stops.items() if nodes]
    yield "Breakpoints", _listed(told)
    yield "Result", workflow.result or "the last message, or all of the output"
    who = workflow.deciders
    yield "Decided by", who if isinstance(who, str) else _listed(who)


def _field(field: Field) -> str:
    name = field.key or field.label
    parts = [field.kind.replace("_", " "), *([] if field.required else ["optional"])]
    if field.kind in {Kind.CHOICE, Kind.SEVERAL}:
        parts.append(" | ".join(option.label for option in field.options[:5]))
    if field.default is not None:
        parts.append(f"{field.default!r:.40} at first")
    return f"{name} ({', '.join(parts)})"


def _stops(nodes: Sequence[str]) -> str:
    return "every node" if nodes == "*" else _listed(nodes)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _remarks(found: Iterable[Remark]) -> int:
    wrong = 0
    for remark in found:
        wrong += remark.serious
        _say(f"{WRONG if remark.serious else LOOK} {remark.where}: {remark.what}")
    _say("")
    return wrong


def _troubles(troubles: Iterable[Trouble]) -> int:
    wrong = 0
    for trouble in troubles:
        wrong += trouble.fatal
        _say(f"{WRONG if trouble.fatal else LOOK} {trouble}")
    return wrong


def _say(*lines: str) -> None:
    for line in lines:
        print(line)  # noqa: T201 - this is the command line
