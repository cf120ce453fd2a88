"""Doing one step: choose a tool or answer, use the tool. Whatever happens, an entry comes out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphs.asking import fitting, structured, text, unusable
from graphs.language import strays
from graphs.lines import shortened
from graphs.model import Ask, Model, ModelError
from graphs.plan import offline, prompts
from graphs.plan.prompts import PROMPTS, Material
from graphs.plan.replies import MAX_ANSWER, Choice
from graphs.plan.state import Chosen, Done
from graphs.plan.words import TEXTS
from graphs.tools import Here, Ran, Toolbox

_TEMPERATURE = 0.0  # what is found out or worked out should not vary
_TOKENS = 1_200
_MOST_SOURCES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A step to do: what the run is about, which step it is, and what can be read."""

    it: Material
    index: int
    known: Mapping[str, str]

    @property
    def id(self) -> str:
        """The step's id."""
        return self.it.plan[self.index]["id"]

    @property
    def step(self) -> str:
        """The step's text."""
        return self.it.plan[self.index]["text"]


async def choose(model: Model, task: Task, tools: Toolbox) -> Chosen:
    """A tool with its arguments, or an answer; neither where the model gave nothing usable.

    ModelError where the endpoint does not answer.
    """
    try:
        found = await fitting(
            lambda room: structured(
                model,
                Choice,
                _choice(task, tools, room=room),
                language=task.it.language,
                faults=lambda reply: _faults(reply, task, tools),
            ),
            room=model.input_chars,
        )
    except ModelError as error:
        if not unusable(error):
            raise
        return Chosen(id=task.id, tool="", arguments={}, answer="")
    return _chosen(found.value, task, tools)


def _chosen(said: Choice, task: Task, tools: Toolbox) -> Chosen:
    # A tool that there is not, with an answer beside it: the answer is what was meant.
    tool = said.tool_name if said.tool_name in tools or not said.answer.strip() else ""
    arguments = said.arguments if tool else {}
    answer = "" if tool else said.answer.strip()
    return Chosen(id=task.id, tool=tool, arguments=arguments, answer=answer)


async def use(chosen: Chosen, task: Task, tools: Toolbox) -> tuple[Done, Mapping[str, str]]:
    """Do as was chosen: the step's entry, and the addresses that were come upon."""
    if not chosen["tool"]:
        return entry(task, chosen["answer"]), {}
    here = Here(task.it.language, task.known)
    ran = await tools.run(chosen["tool"], chosen["arguments"], here=here)
    return _by_tool(task, chosen["tool"], ran), ran.found


async def answer(model: Model, task: Task) -> str:
    """The answer to a step without any tool; empty where the model gave nothing usable."""
    try:
        found = await fitting(
            lambda room: text(
                model,
                _answer(task, room=room),
                language=task.it.language,
                faults=lambda said: _language_faults(said, task),
            ),
            room=model.input_chars,
        )
    except ModelError as error:
        if not unusable(error):
            raise
        return ""
    return shortened(found.value, MAX_ANSWER)


def entry(task: Task, said: str) -> Done:
    """A step's entry for an answer; marked where there is none, or one in another language."""
    texts = TEXTS[task.it.language]
    done = Done(id=task.id, n=task.index + 1, text=task.step, result=said)
    if not said:
        return {**done, "result": texts.step_failed, "failed": True}
    if said == texts.offline_only:
        return {**done, "failed": True}
    if strays(said, task.it.language):
        return {**done, "result": f"⚠ {texts.other_language}\n{said}"}
    return done


def _by_tool(task: Task, tool: str, ran: Ran) -> Done:
    done = Done(id=task.id, n=task.index + 1, text=task.step, result=ran.text, tool=tool)
    if ran.failed or ran.empty:
        done["failed"] = True
    # A search says the addresses itself; of a page that was read, it is only known here.
    if unsaid := [address for address in ran.found if address not in ran.text]:
        done["sources"] = unsaid[:_MOST_SOURCES]
    return done


def _faults(said: Choice, task: Task, tools: Toolbox) -> Iterable[str]:
    if said.tool_name:
        yield from tools.faults(said.tool_name, said.arguments)
    elif not said.answer.strip():
        yield PROMPTS[task.it.language].no_choice
    yield from _language_faults(said.answer, task)


def _language_faults(said: str, task: Task) -> Iterable[str]:
    if strays(said, task.it.language):
        yield PROMPTS[task.it.language].language


def _choice(task: Task, tools: Toolbox, *, room: int) -> Ask[Choice]:
    described = tools.described(task.it.language)
    return Ask(
        task="select",
        system=PROMPTS[task.it.language].select,
        user=prompts.to_do(task.it, index=task.index, tools=described, known=task.known, room=room),
        offline=lambda: offline.choose(task.it, task.step, tools=tools, known=task.known),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )


def _answer(task: Task, *, room: int) -> Ask[str]:
    return Ask(
        task="execute",
        system=PROMPTS[task.it.language].answer,
        user=prompts.to_do(task.it, index=task.index, tools="", known={}, room=room),
        offline=lambda: offline.answer(task.it, task.step),
        temperature=_TEMPERATURE,
        max_tokens=_TOKENS,
    )
