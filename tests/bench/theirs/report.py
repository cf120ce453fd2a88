"""The weekly report as somebody's own graph, of which Signoff knows no more than the file says."""

from langgraph.graph import StateGraph

from graphs.model import OfflineModel
from graphs.weekly_report import build
from graphs.weekly_report.state import WeeklyState


def graph() -> StateGraph[WeeklyState]:
    """The graph of the built-in workflow, node for node."""
    return build(model=OfflineModel(), sources={})
