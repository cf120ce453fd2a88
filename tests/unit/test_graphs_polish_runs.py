"""Whole runs of polishing: the samples offline, and what a run may take at most."""

import pytest

from graphs.contract import Language
from graphs.language import detect
from graphs.model import OfflineModel
from graphs.polish.sample import SAMPLES
from graphs.polish.state import MAX_CHARS, MAX_ROUNDS, MOST
from graphs.polish.words import EN, TEXTS, ZH
from tests.unit.polish_driven import (
    HAPPY,
    Driven,
    found,
    passages_shown,
    polished_text,
    wordings,
)
from tests.unit.scripted_model import ScriptedModel


async def test_the_language_is_set_once_and_spoken_throughout() -> None:
    run = Driven(OfflineModel())
    shown = await run.start(SAMPLES["zh"], language=None)
    assert shown["title"] == ZH.choose
    await run.answer("approve")
    assert (await run.result()).startswith(f"# {ZH.title}")
    assert detect(await run.result()) == "zh"


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_offline_every_problem_of_the_sample_is_really_fixed(language: Language) -> None:
    run = Driven(OfflineModel())
    await run.start(SAMPLES[language], language=language)
    await run.answer("approve")
    assert TEXTS[language].refused not in await run.result()
    again = Driven(OfflineModel())
    assert await again.start(polished_text(await run.result())) == {}


async def test_offline_a_comment_takes_back_what_it_quotes_and_says_that_this_is_all() -> None:
    run = Driven(OfflineModel())
    assert HAPPY.split()[0] in passages_shown(await run.start())
    shown = await run.answer("revise", comment='"very" is meant')
    assert passages_shown(shown) == ["The the"]
    assert EN.offline_comment in shown["summary"]


async def test_the_number_of_model_calls_is_bounded_whatever_the_model_says() -> None:
    text = " ".join(f"Sentence {n} is very{' very' * 80} long." for n in range(MOST))
    passages = [f"Sentence {n} is" for n in range(MOST)]
    replies = [found(*passages[:-1], "nowhere")] * 9
    worse = [wordings(*["No 99 at all"] * MOST)] * 99
    model = ScriptedModel(problems=replies, polish=worse)
    run = Driven(model)
    await run.start(text)
    await run.answer("revise", comment="a")
    await run.answer("revise", comment="b")
    await run.answer("approve")
    assert EN.unusable_line in await run.result()
    assert len(model.asked) <= 2 + 2 * MAX_ROUNDS + 2 * MOST + 2
    spent = (await run.state())["spent"]
    assert sum(entry["calls"] for entry in spent.values()) == len(model.asked)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_largest_text_makes_checkpoints_of_at_most_300_kilobytes(
    language: Language,
) -> None:
    sample = SAMPLES[language]
    run = Driven(OfflineModel())
    shown = await run.start((sample * 100)[:MAX_CHARS], language=language)
    assert len(shown["questions"][0]["options"]) == MOST
    assert TEXTS[language].at_most.format(count=MOST) in shown["summary"]
    await run.answer("approve")
    assert await run.biggest() <= 300_000
