"""The nodes that ask a model or use a tool. Each returns what it changes, and what it took."""

from collections.abc import Callable

import structlog

from graphs.budget import Meter, merged
from graphs.contract import status
from graphs.events import tell
from graphs.lines import shortened
from graphs.model import Model
from graphs.plan import evaluating, planning, working
from graphs.plan.evaluating import Judged
from graphs.plan.prompts import Material
from graphs.plan.result import result
from graphs.plan.state import (
    MAX_REPLANS,
    MAX_ROUNDS,
    MAX_STEPS,
    Chosen,
    PlanState,
    achieved,
    all_done,
    by_key,
    language_of,
    seconds,
    steps,
)
from graphs.plan.words import TEXTS, tool_name
from graphs.tools import Toolbox
from graphs.tools.lookup import addresses

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()
_MOST_LINE = 160


class Nodes:
    """What runs between the questions. `clock` gives seconds."""

    def __init__(self, model: Model, *, tools: Toolbox, clock: Callable[[], float]) -> None:
        self._model = model
        self._tools = tools
        self._clock = clock

    async def planner(self, state: PlanState) -> PlanState:
        """1 to 12 steps; the task itself as one where nothing better comes."""
        begun, meter = self._clock(), Meter(self._model)
        texts, asked = TEXTS[language_of(state)], state.get("round", 1)
        again = texts.replanning.format(round=asked, of=MAX_ROUNDS)
        tell(status(again if asked > 1 else texts.planning))
        tools = self._tools.described(language_of(state))
        made = await planning.draft(meter, _material(state), tools=tools)
        # Drafts are counted: one that is asked for again keeps what the last one took.
        drafts = sum(key.startswith("planner:") for key in state.get("spent", {}))
        return {
            "shown": texts.planned.format(count=len(made.plan), first=made.plan[0]["text"]),
            "plan": made.plan,
            "remarks": made.remarks,
            "unsplit": made.unsplit,
            **self._bill(f"planner:{drafts + 1}", begun, meter),
        }

    async def select(self, state: PlanState) -> PlanState:
        """How the next step is done: with a tool, or with an answer."""
        begun, meter, task = self._clock(), Meter(self._model), self._task(state)
        _tell_step(state)
        chosen = await working.choose(meter, task, self._tools)
        bill = self._bill(f"select:{task.id}", begun, meter)
        return {"shown": _choice_line(state, chosen), "chosen": chosen, **bill}

    async def execute(self, state: PlanState) -> PlanState:
        """Do it as it was chosen. The entry of a step has the step's id."""
        begun, task, chosen = self._clock(), self._task(state), state["chosen"]
        _tell_step(state, chosen)
        done, found = await working.use(chosen, task, self._tools)
        return {
            "shown": shortened(done["result"], _MOST_LINE),
            "completed": [done],
            "known": dict(found),
            "index": task.index + 1,
            **self._bill(f"execute:{task.id}", begun, None),
        }

    async def answer(self, state: PlanState) -> PlanState:
        """Do the next step where there are no tools at all."""
        begun, meter, task = self._clock(), Meter(self._model), self._task(state)
        _tell_step(state)
        done = working.entry(task, await working.answer(meter, task))
        return {
            "shown": shortened(done["result"], _MOST_LINE),
            "completed": [done],
            "index": task.index + 1,
            **self._bill(f"execute:{task.id}", begun, meter),
        }

    async def replanner(self, state: PlanState) -> PlanState:
        """The result, or the rest of the plan and what it lacks."""
        begun, meter, language = self._clock(), Meter(self._model), language_of(state)
        plan, index, replans = state["plan"], state["index"], state.get("replans", 0)
        words = TEXTS[language].summarising if all_done(state) else TEXTS[language].evaluating
        tell(status(words.format(n=index, of=len(plan))))
        room = MAX_STEPS - len(plan) if replans < MAX_REPLANS else 0
        judged = await evaluating.judge(meter, _material(state), may_add=max(room, 0))
        bill = self._bill(f"replanner:{plan[index - 1]['id']}", begun, meter)
        if judged.ends:
            return {**self._ended(_with(state, bill), judged), **bill}
        longer = [*plan, *steps(judged.more, first=len(plan) + 1, added=True)]
        going = TEXTS[language].going_on_added if judged.more else TEXTS[language].going_on
        done = achieved(state["completed"])
        return {
            "shown": going.format(n=done, of=len(longer), added=len(judged.more)),
            "plan": longer,
            "replans": replans + bool(judged.more),
            **bill,
        }

    async def deliver(self, state: PlanState) -> PlanState:
        """What there is, without another call: a bound was reached."""
        why = state.get("stopped") or ("" if all_done(state) else "time")
        return {**self._ended({**state, "stopped": why}, Judged(ends=True)), "stopped": why}

    def _ended(self, state: PlanState, judged: Judged) -> PlanState:
        done = state.get("completed", [])
        log.info(
            "plan.ended",
            steps=len(done),
            stopped=state.get("stopped", ""),
            took_s=round(seconds(state.get("took", {})), 1),
        )
        answer = judged.answer or (done[-1]["result"] if done else "")
        made = result(state, judged, without_model=self._model.offline)
        return {"shown": shortened(answer, _MOST_LINE), "result": made}

    def _task(self, state: PlanState) -> working.Task:
        named = {address: address for address in addresses(state.get("task", ""))}
        known = {**named, **state.get("known", {})}
        return working.Task(it=_material(state), index=state.get("index", 0), known=known)

    def _bill(self, key: str, begun: float, meter: Meter | None) -> PlanState:
        took = {key: round(self._clock() - begun, 3)}
        return {"took": took, "spent": {key: meter.spent()} if meter else {}}


def _material(state: PlanState) -> Material:
    return Material(
        task=state.get("task", ""),
        language=language_of(state),
        comments=state.get("comments", []),
        plan=state.get("plan", []),
        completed=state.get("completed", []),
    )


def _with(state: PlanState, bill: PlanState) -> PlanState:
    """The state as it is once this is merged into it."""
    spent, took = state.get("spent", {}), state.get("took", {})
    return {**state, "spent": merged(spent, bill["spent"]), "took": by_key(took, bill["took"])}


def _tell_step(state: PlanState, chosen: Chosen | None = None) -> None:
    """`[2/3] Look up the price`, and while a tool works, `[2/3] search: the price`."""
    texts, language = TEXTS[language_of(state)], language_of(state)
    place = {"n": state.get("index", 0) + 1, "of": len(state["plan"])}
    if chosen and chosen["tool"]:
        name, what = tool_name(chosen["tool"], language), _given(chosen)
        tell(status(texts.using.format(**place, tool=name, what=what)))
    else:
        step = state["plan"][state.get("index", 0)]["text"]
        tell(status(texts.working.format(**place, step=step)))


def _choice_line(state: PlanState, chosen: Chosen) -> str:
    texts, language = TEXTS[language_of(state)], language_of(state)
    if chosen["tool"]:
        return texts.uses.format(tool=tool_name(chosen["tool"], language), what=_given(chosen))
    return texts.answers


def _given(chosen: Chosen) -> str:
    return shortened(" ".join(dict.fromkeys(chosen["arguments"].values())), _MOST_LINE)
