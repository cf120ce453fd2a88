"""What a model may not do to a text: each try ends with the sentence as it was, and a reason."""

import pytest

from graphs.polish.kept import broken
from graphs.polish.words import EN, ZH
from tests.unit.polish_driven import (
    DOUBLE,
    HAPPY,
    TEXT,
    Driven,
    found,
    passages_shown,
    polished_text,
    wordings,
)
from tests.unit.scripted_model import ScriptedModel

OLD = "We are very happy that Mei shipped 3 fixes on Monday."
OLD_LINK = "The the notes are at https://docs.example/notes, please read them."


async def polished_with(*texts: str, passage: str = HAPPY, times: int = 2) -> Driven:
    """A run whose model gives these wordings, and again after its correction."""
    run = Driven(ScriptedModel(problems=[found(passage)], polish=[wordings(*texts)] * times))
    await run.start()
    await run.answer("approve")
    return run


@pytest.mark.parametrize(
    ("passage", "new", "reason"),
    [
        (HAPPY, "We are glad that Mei shipped 4 fixes on Monday.", "3, 4"),
        (HAPPY, "We are glad that Mei shipped fixes on Monday.", "3"),
        (HAPPY, "We are glad that Ben shipped 3 fixes on Monday.", "Mei, Ben"),
        (HAPPY, "We are glad that Mei shipped 3 fixes on Friday.", "Monday, Friday"),
        (HAPPY, "We are glad that she shipped 3 fixes on Monday.", "Mei"),
        (HAPPY, "We are glad that Mei and Ben shipped 3 fixes on Monday.", "Ben"),
        (DOUBLE, "The notes are at https://docs.example/other, please read them.", "https://"),
        (DOUBLE, "The notes are there, please read them.", "https://docs.example/notes"),
        (HAPPY, "We are not happy that Mei shipped 3 fixes on Monday.", EN.why_turned),
        (HAPPY, "我们很高兴 Mei 在 Monday 发布了 3 个修复。", EN.why_language),
        (HAPPY, "Bananas.", EN.why_facts.split("{")[0]),
        (DOUBLE, "   ", EN.why_missing),
        (HAPPY, "Hello team. We are glad Mei shipped 3 fixes on Monday. " * 4, "3"),
        (HAPPY, OLD, EN.why_still),
        (HAPPY, OLD.replace("shipped", "released"), EN.why_still),
    ],
)
async def test_a_wording_that_breaks_something_is_not_in_the_result(
    passage: str, new: str, reason: str
) -> None:
    run = await polished_with(new, passage=passage)
    said = await run.result()
    assert TEXT in said
    assert said.startswith(f"# {EN.unchanged}\n\n{EN.unusable_line}")
    refused = (await run.state())["refused"]["1"]
    assert reason in refused
    assert f"## {EN.refused}\n\n- “{passage}”: " in said


async def test_a_passage_that_only_begins_a_sentence_now_is_not_called_fixed() -> None:
    text = "The release slipped at noon; due to the fact that Mei asked for it."
    new = "The release slipped at noon. Due to the fact that Mei asked for it."
    run = Driven(
        ScriptedModel(problems=[found("due to the fact that")], polish=[wordings(new)] * 2)
    )
    await run.start(text)
    await run.answer("approve")
    assert (await run.state())["refused"] == {"1": EN.why_still}
    assert f"## {EN.fixed}" not in await run.result()


async def test_capitals_can_be_what_is_fixed() -> None:
    text = "We meet all of them on monday again."
    new = text.replace("monday", "Monday")
    run = Driven(ScriptedModel(problems=[found("monday")], polish=[wordings(new)] * 2))
    await run.start(text)
    await run.answer("approve")
    assert (await run.state())["refused"] == {}


async def test_one_correction_says_what_is_wrong_and_a_better_answer_is_taken() -> None:
    good = "We are happy that Mei shipped 3 fixes on Monday."
    model = ScriptedModel(
        problems=[found(HAPPY)],
        polish=[wordings(good.replace("3", "5")), wordings(good)],
    )
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    assert polished_text(await run.result()) == TEXT.replace(HAPPY, "happy")
    assert "this must stay as it was: 3, 5" in model.last("polish").earlier[-1].text


async def test_only_the_sentence_whose_wording_breaks_something_stays_as_it_was() -> None:
    good = "The notes are at https://docs.example/notes, please read them."
    bad = "We are glad that Ben shipped 3 fixes on Monday."
    run = Driven(ScriptedModel(problems=[found(HAPPY, DOUBLE)], polish=[wordings(bad, good)] * 2))
    await run.start()
    await run.answer("approve")
    assert polished_text(await run.result()) == TEXT.replace("The the", "The")
    assert (await run.state())["done"] == "Fixed 1 of 2."


async def test_wordings_of_what_was_not_asked_for_are_not_taken_and_counted() -> None:
    good = "We are happy that Mei shipped 3 fixes on Monday."
    run = await polished_with(good, "Bye bye.", "Hello.")
    assert polished_text(await run.result()) == TEXT.replace(HAPPY, "happy")
    assert EN.undone.format(count=2) in await run.result()


async def test_a_sentence_changed_elsewhere_than_in_its_passage_is_put_back_and_counted() -> None:
    run = await polished_with(OLD.replace("shipped", "released"))
    assert TEXT in await run.result()
    assert EN.undone.format(count=1) in await run.result()


async def test_a_wording_with_its_neighbour_in_it_is_not_taken() -> None:
    text = "All of the customers are happy now. This is really good for all of us. Bye."
    run = Driven(
        ScriptedModel(
            problems=[found("really good")],
            polish=[wordings("All of the customers are happy now. This is good for all of us.")]
            * 2,
        )
    )
    await run.start(text)
    await run.answer("approve")
    assert text in await run.result()
    assert (await run.state())["refused"] == {"1": EN.why_other}


async def test_line_ends_and_quotation_marks_around_a_wording_are_taken_off() -> None:
    run = await polished_with('"We are happy that Mei\nshipped 3 fixes on Monday."')
    assert polished_text(await run.result()) == TEXT.replace(HAPPY, "happy")


async def test_passages_that_are_not_in_the_text_are_dropped_and_counted() -> None:
    model = ScriptedModel(
        problems=[found("never said", HAPPY, "https://docs.example/notes")] * 2,
    )
    shown = await Driven(model).start()
    assert passages_shown(shown) == [HAPPY]
    assert EN.dropped.format(count=2) in shown["summary"]
    told = model.last("problems").earlier[-1].text
    assert "never said" in told
    assert HAPPY not in told


async def test_passages_that_are_all_invented_leave_nothing_to_fix() -> None:
    run = Driven(ScriptedModel(problems=[found("never said")] * 2))
    assert await run.start() == {}
    assert EN.nothing_line in await run.result()
    assert EN.dropped.format(count=1) in await run.result()


async def test_reasons_in_another_language_are_corrected_once_and_then_marked() -> None:
    said = {"passage": HAPPY, "why": "这里读起来不太通顺。", "direction": "请换一个说法。"}
    model = ScriptedModel(problems=[{"problems": [said]}] * 2)
    shown = await Driven(model).start()
    assert model.tasks() == ["tone", "problems", "problems"]
    assert EN.other_language in shown["summary"]


async def test_a_tone_in_another_language_is_corrected_once_and_then_marked() -> None:
    said = {"tone": "语气很客气，读起来舒服。", "purpose": "希望读者看一下。"}
    model = ScriptedModel(tone=[said, said])
    shown = await Driven(model).start()
    assert model.tasks() == ["tone", "tone", "problems"]
    assert shown["sections"][0]["warning"] == EN.other_language


async def test_chinese_names_and_numbers_stay_or_the_sentence_does() -> None:
    text = "大家好。王小明负责的模块其实完成了三个，一共花了12天。谢谢。"
    for new in (
        "李小明负责的模块完成了三个，一共花了12天。",
        "王小明负责的模块完成了四个，一共花了12天。",
        "王小明负责的模块完成了三个，一共花了15天。",
        "王小明负责的模块没有完成三个，一共花了12天。",
        "Wang finished three modules in 12 days.",
    ):
        run = Driven(ScriptedModel(problems=[found("其实")], polish=[wordings(new)] * 2))
        await run.start(text, "zh")
        await run.answer("approve")
        assert text in await run.result()
        assert ZH.unusable_line in await run.result()


async def test_of_a_passage_that_stands_there_twice_only_the_first_is_touched() -> None:
    text = "It is very good here today. It is very good there today."
    run = Driven(
        ScriptedModel(problems=[found("very good")], polish=[wordings("It is good here today.")])
    )
    await run.start(text)
    await run.answer("approve")
    assert polished_text(await run.result()) == (
        "It is good here today. It is very good there today."
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It cost 1,200 euros in total.", "In total, it cost 1200 euros."),
        ("It grew by 5 percent.", "It grew by 5%."),
        ("Acme's plan was approved by Mei.", "Mei approved Acme's plan."),
        ("We did the deployment on Friday.", "Deploying took place on Friday; we did it."),
        ("He utilised it in order to help.", "Using it, he tried to help."),
        ("It is not only fast but cheap.", "It is fast and cheap."),
        ("其实我们基本上完成了三个模块。", "我们完成了三个模块。"),
        ("我们不断对 Redis 进行优化。", "我们优化 redis。"),
        ("这个功能不错，大家非常非常喜欢。", "这个功能很好，大家非常喜欢。"),
    ],
)
def test_other_words_for_the_same_may_be_used(before: str, after: str) -> None:
    assert not broken(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It grew by 5%.", "It grew by 5."),
        ("It cost $5 for all of us.", "It cost €5 for all of us."),
        ("It is 5 km away from here.", "It is 5 m away from here."),
        ("Two builds failed, two of three.", "Two builds failed, one of three."),
        ("He broke it again on purpose.", "Bob broke it again on purpose."),
        ("Run `make all` before that.", "Run `make test` before that."),
        ("Ask @ana before you change it.", "Ask @ben before you change it."),
        ("Look at batch_size in conf.yml first.", "Look at the batch size in conf.yml first."),
        ("Write to ana@example.com about it.", "Write to ben@example.com about it."),
        ("They call it “the blob” in there.", "They call it the thing in there."),
        ("It works without the new cache.", "It works with the new cache."),
        ("We never delete the old files.", "We delete the old files."),
        ("See <@U123> about the new plan.", "See <@U124> about the new plan."),
        ("The API of v2 is ready for use.", "The API of v3 is ready for use."),
        ("支付系统的《安全规范》已更新。", "支付系统的《支付规范》已更新。"),
        ("我们没有发布这个新版本。", "我们发布了这个新版本。"),
        ("我们和腾讯公司签了合同。", "我们和百度公司签了合同。"),
    ],
)
def test_what_must_stay_is_seen_to_be_changed(before: str, after: str) -> None:
    assert broken(before, after)
