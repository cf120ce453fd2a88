"""Asking with one correction, counting what is spent, and texts kept outside of the state."""

from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from graphs import asking, budget, texts
from graphs.contract import UsageEvent
from graphs.events import counted, tell
from graphs.model import Ask, MalformedReplyError, OfflineModel
from tests.unit.graphs_scripted import ScriptedModel

USED = UsageEvent(type="signoff.usage", input_tokens=1, output_tokens=1, cost=None)


class Lines(BaseModel):
    """What a step gives."""

    lines: list[str]


def ask() -> Ask[Lines]:
    return Ask(task="pick", system="Pick.", user="a b c", offline=lambda: Lines(lines=["a"]))


def too_few(value: Lines) -> Iterator[str]:
    if len(value.lines) < 2:
        yield "Give two lines."


async def test_an_answer_without_a_fault_is_taken_at_once() -> None:
    model = ScriptedModel(pick=[["a", "b"]])
    got = await asking.structured(model, Lines, ask(), language="en", faults=too_few)
    assert got == asking.Checked(Lines(lines=["a", "b"]), ())
    assert model.tasks() == ["pick"]


async def test_a_faulty_answer_is_corrected_once_and_the_model_is_told_why() -> None:
    model = ScriptedModel(pick=[["a"], ["a", "b"]])
    got = await asking.structured(model, Lines, ask(), language="en", faults=too_few)
    assert got == asking.Checked(Lines(lines=["a", "b"]), [])
    complaint = model.last("pick").messages()[-1].text
    assert "- Give two lines." in complaint
    assert "Give the whole answer again." in complaint


async def test_a_chinese_run_is_corrected_in_chinese() -> None:
    model = ScriptedModel(pick=[["a"], ["a"]])
    got = await asking.structured(model, Lines, ask(), language="zh", faults=too_few)
    assert got.faults == ["Give two lines."]
    assert "请重新给出完整答案" in model.last("pick").messages()[-1].text


async def test_a_correction_that_does_not_come_leaves_the_first_answer_and_its_faults() -> None:
    model = ScriptedModel(pick=[["a"], MalformedReplyError("no JSON")])
    got = await asking.structured(model, Lines, ask(), language="en", faults=too_few)
    assert got == asking.Checked(Lines(lines=["a"]), ["Give two lines."])


async def test_a_correction_that_is_worse_is_not_taken() -> None:
    def faults(value: Lines) -> list[str]:
        return ["wrong"] * (1 if value.lines == ["first"] else 2)

    model = ScriptedModel(pick=[["first"], ["second"]])
    got = await asking.structured(model, Lines, ask(), language="en", faults=faults)
    assert got.value.lines == ["first"]


async def test_a_text_comes_without_fence_and_title_and_is_corrected_once() -> None:
    model = ScriptedModel(write=["```markdown\n# Title\n\nshort\n```", "long enough"])
    written: Ask[str] = Ask(task="write", system="", user="", offline=str)
    got = await asking.text(
        model,
        written,
        language="en",
        faults=lambda text: ["Too short."] if text == "short" else [],
    )
    assert got == asking.Checked("long enough", [])


async def test_an_empty_correction_of_a_text_leaves_the_first_one() -> None:
    model = ScriptedModel(write=["short", "# Only a title"])
    written: Ask[str] = Ask(task="write", system="", user="", offline=str)
    got = await asking.text(model, written, language="en", faults=lambda _: ["Too short."])
    assert got == asking.Checked("short", ["Too short."])


async def test_a_meter_counts_each_question_of_an_offline_model() -> None:
    meter = budget.Meter(OfflineModel())
    await meter.structured(Lines, ask())
    await meter.structured(Lines, ask())
    assert meter.spent() == {"calls": 2, "tokens": 0, "cost": 0.0}
    assert meter.offline


async def test_a_meter_counts_every_call_that_one_question_took() -> None:
    class Repairing(ScriptedModel):
        async def text(self, ask: Ask[str]) -> str:
            for tokens in (10, 20):
                tell(
                    UsageEvent(type="signoff.usage", input_tokens=tokens, output_tokens=1, cost=0.5)
                )
            return await super().text(ask)

    meter = budget.Meter(Repairing(write=["text"]))
    await meter.text(Ask(task="write", system="", user="", offline=str))
    assert meter.spent() == {"calls": 2, "tokens": 32, "cost": 1.0}


def test_calls_outside_of_a_count_are_not_counted() -> None:
    noted: list[UsageEvent] = []
    with counted(noted.append):
        tell(USED)
    tell(USED)
    assert noted == [USED]


def spent(calls: int, tokens: int = 0, cost: float = 0.0) -> budget.Spent:
    return budget.Spent(calls=calls, tokens=tokens, cost=cost)


def test_a_step_that_is_driven_again_replaces_its_own_count() -> None:
    once = budget.merged({}, {"plan": spent(3)})
    assert budget.total(budget.merged(once, {"plan": spent(2), "write": spent(1)}))["calls"] == 3


@pytest.mark.parametrize(
    ("so_far", "limits"),
    [
        (spent(5), budget.Limits(calls=5)),
        (spent(1, tokens=100), budget.Limits(tokens=100)),
        (spent(1, cost=0.2), budget.Limits(cost=0.1)),
    ],
)
def test_each_bound_is_reached_by_itself_and_a_grant_doubles_it(
    so_far: budget.Spent, limits: budget.Limits
) -> None:
    assert budget.used_up({"all": so_far}, limits)
    assert not budget.used_up({"all": so_far}, limits, grants=2)


def test_without_bounds_nothing_is_used_up() -> None:
    nothing = budget.Limits(calls=None, tokens=None, cost=None)
    assert not budget.used_up({"all": spent(10**9, 10**9, 10**9)}, nothing)


def test_the_card_says_what_was_used_and_what_there_is() -> None:
    asked = budget.question("en", {"all": spent(120, 4_000, 0.5)}, done="Two of three are done.")
    assert asked["summary"] == (
        "So far: 120 model calls, 4,000 tokens, $0.50.\nTwo of three are done."
    )
    assert asked["labels"] == {"approve": "Go on, as much again", "skip": "Deliver what there is"}
    assert "用完了" in budget.question("zh", {}, done="")["title"]


@pytest.mark.parametrize("answer", [None, "approve", {}, {"action": "skip"}, {"action": 1}])
def test_anything_but_a_clear_yes_does_not_spend_more(answer: object) -> None:
    assert not budget.goes_on(answer)
    assert budget.goes_on({"action": "approve"})
    assert budget.delivers(answer) is (answer == {"action": "skip"})


async def test_a_text_is_found_by_its_id_in_its_own_run_only() -> None:
    kept = texts.TextsInMemory()
    text_id = await kept.put("one", "a long text")
    assert await kept.put("one", "a long text") == text_id
    assert await kept.get("one", text_id) == "a long text"
    with pytest.raises(texts.TextGoneError):
        await kept.get("two", text_id)
