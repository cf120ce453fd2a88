"""Research as a graph: plan -> review -> research side by side -> write -> criticise -> report.

One step makes, the next asks: the review shows what the state holds, and what it showed is what
is researched. Every way from one step to another goes through an edge, and each loop has a bound:
plans, drafts, or a person who asks for it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt

from graphs.budget import Limits
from graphs.model import Model
from graphs.research import allowance, gaps, review
from graphs.research.report import links, report
from graphs.research.researching import Task
from graphs.research.state import ResearchState
from graphs.research.steps import Steps
from graphs.research.tasks import WritingTask, to_research, to_write

_ASKED = "budget"


def build(*, model: Model, sources: Mapping[str, Any]) -> StateGraph[ResearchState]:
    """The graph, uncompiled. `sources` has "search", "texts" and "limits"."""
    steps = Steps(model, search=sources["search"], texts=sources["texts"])
    ways = Ways(sources["limits"])
    graph = StateGraph(ResearchState)
    graph.add_node("plan", steps.plan)
    graph.add_node("review", ask_about_plan)
    graph.add_node("research", steps.research, input_schema=Task)
    graph.add_node("collect", collect)
    graph.add_node("recheck", steps.recheck)
    graph.add_node("gaps", ask_about_gaps)
    graph.add_node(_ASKED, ask_about_budget)
    graph.add_node("write", steps.write, input_schema=WritingTask)
    graph.add_node("summary", steps.summary)
    graph.add_node("critique", steps.critique)
    graph.add_node("report", finish)
    graph.add_edge(START, "plan")
    graph.add_edge("plan", "review")
    graph.add_edge("research", "collect")
    graph.add_edge("write", "summary")
    graph.add_edge("report", END)
    written = ["write", "summary", "critique", "report", _ASKED]
    graph.add_conditional_edges("review", ways.on, ["plan", "review", "research", _ASKED])
    graph.add_conditional_edges("collect", ways.on, ["gaps", "recheck", *written])
    graph.add_conditional_edges("recheck", ways.on, ["research", "review", _ASKED])
    graph.add_conditional_edges("gaps", ways.on, ["gaps", "research", "review", *written])
    graph.add_conditional_edges(_ASKED, ways.on, ["research", "review", *written])
    graph.add_conditional_edges("summary", ways.on, written)
    graph.add_conditional_edges("critique", ways.on, written)
    return graph


class Ways:
    """Where a run goes from a step that leads to more than one: pure, and asked at every edge."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def on(self, state: ResearchState) -> str | Sequence[Send]:
        """The next step; a branch for each question or section that is pending."""
        if allowance.asks(state, self._limits):
            return _ASKED
        match following := state.get("next", "report"):
            case "research":
                # A plan that nobody approved is asked about; an empty fan-out would just end.
                return to_research(state) or "review"
            case "write":
                return to_write(state) or "summary"
            case _:
                return following


async def ask_about_plan(state: ResearchState) -> ResearchState:
    """Wait for people. Nothing happens before the interrupt, so that it may run twice."""
    return review.decided(state, interrupt(review.question(state)))


async def ask_about_gaps(state: ResearchState) -> ResearchState:
    """Wait for people, with a button for each question that failed."""
    return gaps.decided(state, interrupt(gaps.question(state)))


async def ask_about_budget(state: ResearchState) -> ResearchState:
    """Wait for people: go on, or deliver what there is."""
    return allowance.decided(state, interrupt(allowance.question(state)))


async def collect(state: ResearchState) -> ResearchState:
    """Runs once after all branches, and looks which of them failed."""
    return gaps.standing(state)


async def finish(state: ResearchState) -> ResearchState:
    """The report, from what there is."""
    return {"report": report(state), "links": links(state)}
