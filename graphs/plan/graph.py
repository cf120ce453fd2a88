"""Plan, execute, replan as a graph: planner -> review -> (select -> execute -> replanner)*.

The review shows what the state holds, and what it showed is what runs. With tools, one node
chooses and the next one does it, so that a crash between them asks no model twice; without
any there is no `select`. After each step comes an evaluation, then the next step or the end.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from graphs import budget
from graphs.budget import Limits
from graphs.model import Model
from graphs.plan import review
from graphs.plan.nodes import Nodes
from graphs.plan.state import (
    TIME_LIMIT_S,
    PlanState,
    achieved,
    all_done,
    language_of,
    seconds,
)
from graphs.plan.words import TEXTS
from graphs.sources.combined import Nothing
from graphs.tools import Tool, Toolbox, calculator, lookups


def build(
    *,
    model: Model,
    sources: Mapping[str, Any],
    tools: Sequence[Tool[Any]] | None = None,
    more_tools: Sequence[Tool[Any]] = (),
    clock: Callable[[], float] = time.monotonic,
) -> StateGraph[PlanState]:
    """The graph, uncompiled.

    It has a calculator, and searches where `sources` has a "search"; `tools` are others in
    place of these, `more_tools` besides. "limits" of `sources` are the budget of a run.
    """
    if tools is None:
        found = sources.get("search") or Nothing()
        tools = [calculator, *(() if isinstance(found, Nothing) else lookups(found))]
    box = Toolbox([*tools, *more_tools])
    nodes = Nodes(model, tools=box, clock=clock)
    ways = _Ways("select" if box else "execute", sources.get("limits") or Limits())
    return _graph(nodes, ways)


async def ask_people(state: PlanState) -> PlanState:
    """Wait for people. Nothing happens before the interrupt, so that it may run twice."""
    return review.decided(state, interrupt(review.question(state)))


async def ask_for_more(state: PlanState) -> PlanState:
    """Wait for people: the budget is used up. An answer of no use is asked for again."""
    language, done = language_of(state), achieved(state.get("completed", []))
    so_far = TEXTS[language].so_far.format(done=done, of=len(state["plan"]))
    asked = budget.question(language, state.get("spent", {}), done=so_far)
    answer = interrupt(asked)
    if budget.goes_on(answer):
        return {"grants": state.get("grants", 0) + 1}
    return {"stopped": "budget"} if budget.delivers(answer) else {}


class _Ways:
    """Where each node leads. `work` is the first node of a step."""

    def __init__(self, work: str, limits: Limits) -> None:
        self.work = work
        self._limits = limits

    def after_review(self, state: PlanState) -> str:
        """To the first step, to a new draft, or to the same question."""
        if state.get("approved"):
            return self.onward(state)
        return "review" if state.get("notice") else "planner"

    def onward(self, state: PlanState) -> str:
        """The end, or the next step if the bounds of the run allow one."""
        if state.get("result"):
            return END
        out_of_time = seconds(state.get("took", {})) >= TIME_LIMIT_S
        if state.get("stopped") or out_of_time or all_done(state):
            return "deliver"
        spent, grants = state.get("spent", {}), state.get("grants", 0)
        return "budget" if budget.used_up(spent, self._limits, grants=grants) else self.work


def _graph(nodes: Nodes, ways: _Ways) -> StateGraph[PlanState]:
    graph = StateGraph(PlanState)
    graph.add_node("planner", nodes.planner)
    graph.add_node("review", ask_people)
    graph.add_node("replanner", nodes.replanner)
    graph.add_node("budget", ask_for_more)
    graph.add_node("deliver", nodes.deliver)
    if ways.work == "select":
        graph.add_node("select", nodes.select)
        graph.add_node("execute", nodes.execute)
        graph.add_edge("select", "execute")
    else:
        graph.add_node("execute", nodes.answer)
    onward = [ways.work, "budget", "deliver"]
    graph.add_edge(START, "planner")
    graph.add_edge("planner", "review")
    graph.add_conditional_edges("review", ways.after_review, ["planner", "review", *onward])
    graph.add_edge("execute", "replanner")
    graph.add_conditional_edges("replanner", ways.onward, [*onward, END])
    graph.add_conditional_edges("budget", ways.onward, onward)
    graph.add_edge("deliver", END)
    return graph
