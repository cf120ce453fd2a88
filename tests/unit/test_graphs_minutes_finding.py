"""What the steps make of a model's answers: true to the transcript, bounded, in one language."""

import pytest

from graphs.budget import Limits
from graphs.minutes.bounds import LONGEST, MOST
from graphs.minutes.quotes import Said, known
from graphs.minutes.state import BEGINNING
from graphs.minutes.windows import MOST as MOST_WINDOWS
from graphs.minutes.windows import in_turn, windows
from graphs.minutes.words import EN, TEXTS, ZH
from graphs.model import ModelTimeoutError, OfflineModel, PromptTooLongError
from graphs.texts import TextsInMemory
from tests.unit.minutes_driven import (
    FIX,
    NOTHING,
    SHORT,
    SHORT_ZH,
    TOPICS,
    Driven,
    Reply,
    concluded,
    items,
    lines,
    section,
    todos,
)
from tests.unit.scripted_model import ScriptedModel

INVENTED = {**FIX, "what": "Fix the login", "quote": "I will fix the login by Wednesday."}
STEPS = ["topics", "conclusions", "actions"]
LABELS = dict(zip(STEPS, ("Topics", "Conclusions", "Action items"), strict=True))


# Quotes, owners, dates


async def test_an_action_whose_quote_nobody_said_is_corrected_once_then_dropped_and_counted() -> (
    None
):
    model = ScriptedModel(actions=[todos(FIX, INVENTED), todos(FIX, INVENTED)])
    shown = await Driven(model).start()
    assert items(shown) == ["Fix the last two bugs | Ben | Wednesday"]
    assert f"⚠ Action items: {EN.no_quote.format(count=1)}" in shown["summary"]
    assert model.tasks() == [*STEPS, "actions"]
    assert INVENTED["quote"] in model.last("actions").messages()[-1].text


async def test_where_every_quote_is_invented_the_part_is_empty_and_says_why() -> None:
    shown = await Driven(ScriptedModel(actions=[todos(INVENTED)] * 2)).start()
    assert lines(shown, "actions") == [EN.no_action]
    assert section(shown, "actions")["warning"] == EN.no_quote.format(count=1)


async def test_a_correction_that_is_right_is_taken() -> None:
    shown = await Driven(ScriptedModel(actions=[todos(INVENTED), todos(FIX)])).start()
    assert items(shown) == ["Fix the last two bugs | Ben | Wednesday"]
    assert "summary" not in shown


@pytest.mark.parametrize(
    "quote",
    [
        "I will  fix\nthe last two bugs",
        "“I will fix the last two bugs by Wednesday.”",
        "i will fix the LAST two bugs",
        "Ben: I will fix the last two bugs",
    ],
)
async def test_spaces_case_and_quotation_marks_make_no_difference_to_a_quote(quote: str) -> None:
    shown = await Driven(ScriptedModel(actions=[todos({**FIX, "quote": quote})])).start()
    assert len(items(shown)) == 1


@pytest.mark.parametrize("quote", ["", "I", "…", "Wednesday I will fix"])
def test_too_little_or_another_order_is_no_quote(quote: str) -> None:
    assert Said.of(SHORT).place(quote) is None


@pytest.mark.parametrize("owner", ["Zoë", "I", "we", "somebody else"])
async def test_an_owner_that_nobody_named_is_taken_out_and_counted(owner: str) -> None:
    model = ScriptedModel(actions=[todos({**FIX, "owner": owner})] * 2)
    shown = await Driven(model).start()
    assert items(shown) == ["Fix the last two bugs | – | Wednesday"]
    assert EN.not_named.format(count=1) in shown["summary"]


async def test_an_owner_who_is_named_in_the_quote_need_not_take_part() -> None:
    transcript = f"{SHORT}Ana: Dana will book the room by Friday.\n"
    todo = {
        "what": "Book the room",
        "owner": "Dana",
        "due": "Friday",
        "quote": "Dana will book the room by Friday.",
    }
    shown = await Driven(ScriptedModel(actions=[todos(todo)])).start(transcript)
    assert items(shown) == ["Book the room | Dana | Friday"]


async def test_an_owner_is_written_as_the_participants_are() -> None:
    shown = await Driven(ScriptedModel(actions=[todos({**FIX, "owner": "@ben"})])).start()
    assert items(shown) == ["Fix the last two bugs | Ben | Wednesday"]


def test_a_first_name_is_known_where_one_person_has_it() -> None:
    assert known("ana", ["Ana Lee", "Ben"]) == "Ana Lee"
    assert known("ana", ["Ana Lee", "Ana Wu"]) == ""


@pytest.mark.parametrize("due", ["Friday", "2026-12-02", "4 December, surely"])
async def test_a_date_that_was_not_said_there_is_taken_out_and_counted(due: str) -> None:
    model = ScriptedModel(actions=[todos({**FIX, "due": due})] * 2)
    shown = await Driven(model).start()
    assert items(shown) == ["Fix the last two bugs | Ben"]
    assert EN.not_named.format(count=1) in shown["summary"]


async def test_a_date_far_from_the_quote_is_not_its_date() -> None:
    filler = "Chen: Hiring goes slowly.\n" * 5
    transcript = f"{SHORT}{filler}Ana: I travel on Friday.\n"
    model = ScriptedModel(actions=[todos({**FIX, "due": "Friday"})] * 2)
    assert items(await Driven(model).start(transcript)) == ["Fix the last two bugs | Ben"]


async def test_an_action_with_a_number_that_nobody_said_is_dropped_and_counted() -> None:
    model = ScriptedModel(actions=[todos({**FIX, "what": "Fix 99 bugs"})] * 2)
    shown = await Driven(model).start()
    assert section(shown, "actions")["warning"] == EN.dropped.format(count=1)


async def test_what_a_reviewer_states_can_be_quoted_and_is_marked_as_such() -> None:
    cake = {"what": "Order a cake", "owner": "Chen", "due": "Monday", "quote": "Chen orders a cake"}
    model = ScriptedModel()
    run = Driven(model)
    await run.start()
    model.says("actions", todos(cake))
    shown = await run.answer("revise", comment="Chen orders a cake by Monday")
    assert items(shown) == ["Order a cake | Chen | Monday"]
    assert lines(shown, "quotes") == ["• Order a cake: “Chen orders a cake” (reviewer's comment)"]


# Topics, participants, conclusions


async def test_speakers_are_participants_whatever_the_model_says() -> None:
    said: Reply = {"participants": ["Ben", "Zoë"], "topics": ["Hiring"]}
    model = ScriptedModel(topics=[said, said])
    shown = await Driven(model).start()
    assert lines(shown, "participants") == ["• Ana", "• Ben", "• Chen"]
    assert "Zoë" in model.last("topics").messages()[-1].text


async def test_topics_that_nobody_spoke_about_are_dropped_and_counted() -> None:
    said: Reply = {"participants": [], "topics": ["Hiring", "Volcanoes", "99 bugs"]}
    shown = await Driven(ScriptedModel(topics=[said, said])).start()
    assert lines(shown, "topics") == ["• Hiring"]
    assert section(shown, "topics")["warning"] == EN.dropped.format(count=2)


async def test_where_every_topic_is_invented_the_plain_ones_stand() -> None:
    said: Reply = {"participants": [], "topics": ["Volcanoes"]}
    shown = await Driven(ScriptedModel(topics=[said, said])).start()
    assert lines(shown, "topics") == ["• Release date", "• Hiring"]


async def test_conclusions_that_nobody_drew_are_dropped_and_counted() -> None:
    said = concluded(("Release is on 5 December", 1), ("Hiring goes slowly", 2))
    model = ScriptedModel(topics=[TOPICS], conclusions=[said, said])
    shown = await Driven(model).start()
    assert lines(shown, "conclusions") == ["Hiring:", "• Hiring goes slowly"]
    assert section(shown, "conclusions")["warning"] == EN.dropped.format(count=1)


async def test_a_conclusion_of_no_such_topic_goes_to_the_one_it_has_words_of() -> None:
    said = concluded(("Hiring goes slowly", 7))
    model = ScriptedModel(topics=[TOPICS], conclusions=[said, said])
    shown = await Driven(model).start()
    assert lines(shown, "conclusions") == ["Hiring:", "• Hiring goes slowly"]
    assert "no topic 7" in model.last("conclusions").messages()[-1].text


async def test_long_lines_are_cut_where_a_word_ends() -> None:
    said = concluded((f"Hiring goes slowly {'and slowly ' * 20}", 2))
    shown = await Driven(ScriptedModel(conclusions=[said, said])).start()
    line = lines(shown, "conclusions")[-1].removeprefix("• ")
    assert len(line) <= LONGEST["en"]
    assert line.endswith("slowly…")


@pytest.mark.parametrize(
    ("task", "part", "reply"),
    [
        ("topics", "topics", {"participants": [], "topics": ["14号发布日期和招聘进展 Release"]}),
        ("conclusions", "conclusions", concluded(("14号发布，招聘进展不快 Hiring", 2))),
    ],
)
async def test_a_step_in_another_language_is_corrected_once_then_marked(
    task: str, part: str, reply: Reply
) -> None:
    model = ScriptedModel()
    model.says(task, reply, reply)
    shown = await Driven(model).start()
    assert "Write English." in model.last(task).messages()[-1].text
    assert section(shown, part)["warning"] == EN.other_language


async def test_action_items_in_another_language_are_corrected_once_then_marked() -> None:
    todo = {**FIX, "what": "修好最后两个缺陷 bugs"}
    model = ScriptedModel(actions=[todos(todo), todos(todo)])
    shown = await Driven(model).start()
    assert f"⚠ Action items: {EN.other_language}" in shown["summary"]


async def test_a_chinese_run_asks_for_chinese() -> None:
    said: Reply = {"participants": [], "topics": ["ben 缺陷 release dates"]}
    model = ScriptedModel(topics=[said, said])
    shown = await Driven(model).start(SHORT_ZH, "zh")
    assert "请用中文。" in model.last("topics").messages()[-1].text
    assert section(shown, "topics")["warning"] == ZH.other_language


# Failures


@pytest.mark.parametrize("step", STEPS)
async def test_a_step_that_fails_is_marked_and_can_be_tried_again_alone(step: str) -> None:
    model = ScriptedModel()
    model.says(step, ModelTimeoutError(5))
    run = Driven(model)
    shown = await run.start()
    assert model.tasks() == STEPS
    assert shown["retries"] == [{"id": step, "label": LABELS[step]}]
    assert section(shown, step)["warning"] == EN.step_failed
    assert lines(shown, step) == [EN.failed[step]]  # type: ignore[index]  # a step's name
    before = await run.state()
    again = await run.answer("retry", retry=step)
    assert model.tasks() == [*STEPS, step]
    assert "retries" not in again
    assert again["round"] == 1
    after = await run.state()
    assert after["warnings"] == {}
    for other in set(STEPS) - {step}:
        assert after[other] == before[other]  # type: ignore[literal-required]  # keys of the state


async def test_a_step_that_fails_again_can_be_tried_once_more() -> None:
    model = ScriptedModel(conclusions=[ModelTimeoutError(5), ModelTimeoutError(5)])
    run = Driven(model)
    await run.start()
    again = await run.answer("retry", retry="conclusions")
    assert [r["id"] for r in again["retries"]] == ["conclusions"]
    assert "retries" not in await run.answer("retry", retry="conclusions")


async def test_all_steps_failing_still_gives_a_review_that_people_can_fill_in() -> None:
    error = ModelTimeoutError(5)
    model = ScriptedModel(topics=[error], conclusions=[error], actions=[error], minutes=[error])
    run = Driven(model)
    shown = await run.start()
    assert [r["id"] for r in shown["retries"]] == STEPS
    assert lines(shown, "participants") == ["• Ana", "• Ben", "• Chen"]
    values = {part["key"]: part["value"] for part in shown["sections"]}
    assert await run.answer("edit", values={**values, "topics": "Release"}) == {}
    minutes = await run.result()
    assert "## Topics\n\n- Release" in minutes
    assert f"## Conclusions\n\n{EN.failed['conclusions']}" in minutes
    assert f"## Action items\n\n{EN.failed['actions']}" in minutes


async def test_a_step_that_fails_in_a_revision_leaves_the_version_before_and_says_so() -> None:
    model = ScriptedModel()
    run = Driven(model)
    first = await run.start()
    model.says("conclusions", ModelTimeoutError(5))
    shown = await run.answer("revise", comment="Shorter")
    assert lines(shown, "conclusions") == lines(first, "conclusions")
    assert section(shown, "conclusions")["warning"] == EN.version_before
    assert [r["id"] for r in shown["retries"]] == ["conclusions"]


# Long transcripts


def long_transcript(chars: int) -> str:
    """Every line of it can be told from the others."""
    made = "".join(f"Ana: We agreed to ship part {n} on Friday.\n" for n in range(chars // 30))
    return made[:chars]


@pytest.mark.parametrize("text", ["", "x", "a\nb\nc", "x" * 5_000, "line\n" * 1_000])
def test_windows_lose_nothing_of_what_fits(text: str) -> None:
    parts = windows(text, 1_000)
    assert "".join(parts) == text
    assert all(len(part) <= 1_001 for part in parts)


def test_each_window_gets_its_share_of_what_is_kept() -> None:
    assert in_turn([[1, 2, 3], [], [4], [5, 6, 7]], 5) == [1, 2, 4, 5, 6]


async def test_a_long_transcript_is_put_away_and_only_its_beginning_stays_in_the_state() -> None:
    transcript = long_transcript(120_000)
    texts = TextsInMemory()
    run = Driven(OfflineModel(), texts=texts)
    await run.start(transcript)
    state = await run.state()
    assert len(state["transcript"]) <= BEGINNING
    assert await texts.get("minutes", state["text_id"]) == transcript
    assert state["chars"] == 120_000


async def test_a_long_transcript_is_read_part_by_part_and_its_topics_are_merged() -> None:
    transcript = long_transcript(5_000)
    replies: list[Reply] = [
        {"participants": [], "topics": ["Part 1", "ship"]},
        {"participants": [], "topics": ["Ship", "Part 100"]},
        {"participants": [], "topics": []},
    ]
    model = ScriptedModel(input_chars=2_000, topics=replies)
    shown = await Driven(model).start(transcript)
    assert lines(shown, "topics") == ["• Part 1", "• ship", "• Part 100"]
    asked = [ask.user for ask in model.asked if ask.task == "topics"]
    assert ["part 2 of 3" in told for told in asked] == [False, True, False]
    assert "only the first" not in shown.get("summary", "").casefold()


async def test_what_does_not_fit_is_left_unread_and_people_are_told() -> None:
    transcript = long_transcript(40_000)
    model = ScriptedModel(input_chars=1_500)
    run = Driven(model)
    shown = await run.start(transcript)
    assert model.tasks() == [step for step in STEPS for _ in range(MOST_WINDOWS)]
    read = (await run.state())["read"]
    assert 8_000 < read <= 1_500 * MOST_WINDOWS
    told = f"⚠ {EN.only_part.format(read=read, all=40_000)}"
    assert shown["summary"].splitlines()[0] == told
    await run.answer("approve")
    assert told in await run.result()


async def test_a_model_that_finds_a_part_too_long_gets_halves() -> None:
    too_long = PromptTooLongError("too long")
    model = ScriptedModel(topics=[too_long, too_long])
    await Driven(model).start(long_transcript(8_000))
    read = [len(ask.user) for ask in model.asked if ask.task == "topics"]
    assert read[0] > 1.9 * read[1] > 3.5 * read[2]


async def test_a_model_that_takes_nothing_at_all_fails_the_step_in_the_end() -> None:
    model = ScriptedModel(topics=[PromptTooLongError("too long")] * 40)
    shown = await Driven(model).start(long_transcript(8_000))
    assert section(shown, "topics")["warning"] == EN.step_failed


async def test_a_transcript_that_expired_is_read_as_far_as_it_is_there() -> None:
    class Forgetful(TextsInMemory):
        """Keeps nothing."""

        async def put(self, run_id: str, text: str) -> str:
            text_id = await super().put(run_id, text)
            self._kept.clear()
            return text_id

    shown = await Driven(OfflineModel(), texts=Forgetful()).start(long_transcript(9_000))
    assert "characters were read" in shown["summary"]


# Bounds


def greedy() -> dict[str, list[Reply]]:
    """As much as the schemas let through, and every answer wrong in some way."""
    line = "We agreed to ship part 7 on Friday. " * 8
    todo = {"what": line[:290], "owner": "x" * 60, "due": "y" * 60, "quote": f"{line[:35]}"}
    return {
        "topics": [{"participants": ["Z" * 60] * 30, "topics": [line[:290]] * 10}] * 99,
        "conclusions": [concluded(*((f"{n} {line}"[:290], 20) for n in range(10)))] * 99,
        "actions": [todos(*({**todo, "what": f"{n} {line}"[:290]} for n in range(10)))] * 99,
        "minutes": ["77 99 " * 400] * 99,
    }


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_calls_are_bounded_whatever_the_model_says(language: str) -> None:
    model = ScriptedModel(input_chars=1_500, **greedy())
    run = Driven(model)
    await run.start(long_transcript(40_000), "zh" if language == "zh" else "en")
    await run.answer("revise", comment="more")
    await run.answer("revise", comment="more")
    await run.answer("approve")
    rounds, steps, corrected = 3, 3, 2
    assert len(model.asked) <= rounds * steps * corrected * MOST_WINDOWS + corrected
    state = await run.state()
    assert sum(spent["calls"] for spent in state["spent"].values()) == len(model.asked)
    for part in ("topics", "conclusions", "actions"):
        assert len(state[part]) <= MOST


async def test_the_biggest_checkpoint_after_listening_stays_under_sixty_kilobytes() -> None:
    run = Driven(ScriptedModel(input_chars=20_000, **greedy()))
    await run.start(long_transcript(120_000))
    await run.answer("revise", comment="x" * 3_000)
    await run.answer("approve")
    sizes: list[int] = []
    async for saved in run.saver.alist(run.config):
        values = saved.checkpoint["channel_values"]
        if "chars" in values:
            sizes.append(len(run.saver.serde.dumps_typed(values)[1]))
    assert len(sizes) > 8
    assert max(sizes) < 60_000


async def test_what_was_spent_is_counted_step_by_step() -> None:
    run = Driven(ScriptedModel(conclusions=[NOTHING]))
    await run.start()
    await run.answer("revise", comment="again")
    assert set((await run.state())["spent"]) == {f"{s}:{n}" for s in STEPS for n in (1, 2)}


def test_both_languages_have_words_for_every_step() -> None:
    for texts in TEXTS.values():
        assert set(texts.failed) == set(texts.looking) == set(STEPS)


async def test_a_run_whose_budget_is_used_up_asks_no_more_and_delivers_what_there_is() -> None:
    model = ScriptedModel()
    run = Driven(model, limits=Limits(calls=2))
    shown = await run.start()
    assert model.tasks() == ["topics", "conclusions"]
    assert [retry["label"] for retry in shown["retries"]] == ["Action items"]
    await run.answer("approve")
    assert EN.no_prose in (await run.state())["minutes"]
    assert len(model.asked) == 2
