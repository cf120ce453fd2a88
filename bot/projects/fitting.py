"""Whether a workflow and its graph fit together, and fit Slack."""

from collections.abc import Iterator

from bot.adapters.graph_look import Graph
from bot.cards.fields import too_big
from bot.core.inputs import start_fields
from graphs import registry
from graphs.contract import Workflow


def problems(offered: Workflow, graph: Graph) -> Iterator[str]:
    """Why a graph cannot be offered; one sentence each."""
    try:
        registry.check(offered)
    except registry.RegistryError as error:
        yield str(error)
    fields = start_fields(offered, "en")
    if problem := too_big(fields):
        yield problem
    if offered.business_key and offered.business_key not in {field.key for field in fields}:
        yield f'its business_key "{offered.business_key}" is no field of its input.'
    yield from _graph_problems(offered, graph)


def _graph_problems(offered: Workflow, graph: Graph) -> Iterator[str]:
    for node in offered.steps:
        if node not in graph.nodes:
            yield f'it labels "{node}", which is no node of it.'
    inputs = (field.key for field in offered.form if field.kind != "file")
    needed = [offered.result, offered.links, *inputs]
    for key in filter(None, needed):
        if key not in graph.channels:
            yield f'it needs "{key}", which is not in its state.'
