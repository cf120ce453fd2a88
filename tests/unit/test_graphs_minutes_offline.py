"""What plain code finds in a transcript: topics, conclusions, promises, by the words of people."""

import asyncio
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.contract import Language
from graphs.minutes import offline, phrases
from graphs.minutes.promises import Promises
from graphs.minutes.speech import Turn, hear
from graphs.minutes.words import TEXTS
from graphs.model import Ask, OfflineModel
from tests.unit.minutes_driven import Driven

NAMES = ["Ana", "Ben", "chen"]


@pytest.mark.parametrize(
    "said",
    [
        "So we agreed to ship.",
        "We decided that it is enough",
        "Decision: we ship",
        "我们决定发布",
        "大家一致同意",
        "结论：先发布",
        "那就这么定了",
    ],
)
def test_words_of_agreement_make_a_conclusion(said: str) -> None:
    assert phrases.decides(said)


@pytest.mark.parametrize(
    "said",
    [
        "Have we decided?",
        "It is not decided yet",
        "That is to be decided",
        "If we agreed to that, fine",
        "We ship on Friday",
        "还没决定",
        "我不同意",
        "决定了吗？",
        "时间待定",
    ],
)
def test_questions_and_open_points_are_no_conclusions(said: str) -> None:
    assert not phrases.decides(said)


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("I will do it by Friday.", "Friday"),
        ("I will do it before next Monday", "before next Monday"),
        ("Until the end of January, then", "the end of January"),
        ("by 4 December", "4 December"),
        ("by December 4th", "December 4th"),
        ("by 2026-12-04", "2026-12-04"),
        ("I will do it tomorrow", "tomorrow"),
        ("周五前完成", "周五前"),
        ("下周一之前给你", "下周一之前"),
        ("12月4日前发布", "12月4日前"),
        ("十二月四号交", "十二月四号"),
        ("月底前搞定", "月底前"),
        ("I will do it", ""),
        ("我来做", ""),
    ],
)
def test_a_date_is_found_in_the_words_that_were_said(said: str, due: str) -> None:
    assert phrases.due(said) == due


@pytest.mark.parametrize(
    ("speaker", "said", "what", "owner", "due"),
    [
        ("Ana", "I will call them by Friday.", "Call them", "Ana", "Friday"),
        ("Ana", "OK, I'll call them", "Call them", "Ana", ""),
        ("Ana", "I will ﬁx the bugs", "Fix the bugs", "Ana", ""),
        ("Ana", "I’m going to call them", "Call them", "Ana", ""),
        ("Ana", "Ben, could you call them by Friday?", "Call them", "Ben", "Friday"),
        ("Ana", "Chen will call them", "Call them", "chen", ""),
        ("Ana", "Ben to call them tomorrow", "Call them", "Ben", "tomorrow"),
        ("Ana", "We need to call them by Friday", "Call them", "", "Friday"),
        ("Ana", "TODO: call them by Friday", "Call them", "", "Friday"),
        ("", "Ben calls them by Friday", "Calls them", "Ben", "Friday"),
        ("Ana", "我来给他们打电话", "给他们打电话", "Ana", ""),
        ("Ana", "那我周五前打电话", "打电话", "Ana", "周五前"),
        ("Ana", "请Ben周五前打电话", "打电话", "Ben", "周五前"),
        ("Ana", "由chen负责打电话", "打电话", "chen", ""),
        ("Ana", "打电话这件事交给Ben", "打电话这件事", "Ben", ""),
        ("Ana", "需要有人周五前打电话", "打电话", "", "周五前"),
    ],
)
def test_a_promise_has_its_owner_and_its_date(
    speaker: str, said: str, what: str, owner: str, due: str
) -> None:
    (found,) = Promises(NAMES).of(Turn(speaker, said))
    assert (found.what, found.owner, found.due) == (what, owner, due)
    assert found.quote == said


@pytest.mark.parametrize(
    "said",
    [
        "Hello, I can hear you well.",
        "I can't do that",
        "Will do.",
        "We agreed to ship by Friday",
        "Who does it by Friday?",
        "It rains",
        "我们会后再聊",
        "没问题。",
    ],
)
def test_what_promises_nothing_is_no_action(said: str) -> None:
    assert Promises(NAMES).of(Turn("Ana", said)) == []


@pytest.mark.parametrize(
    ("said", "topics"),
    [
        ("Agenda: release, hiring and the office.", ["Release", "Hiring", "Office"]),
        ("Let's talk about the release date.", ["Release date"]),
        ("Next topic: hiring", ["Hiring"]),
        ("议题：发布、招聘和办公室。", ["发布", "招聘", "办公室"]),
        ("接下来讨论招聘。", ["招聘"]),
        ("What is on the agenda?", []),
    ],
)
def test_an_agenda_or_a_turn_of_the_talk_names_topics(said: str, topics: list[str]) -> None:
    assert offline.topics(f"Ana: {said}", [], "en") == topics


def test_without_an_agenda_the_words_that_come_most_often_are_topics() -> None:
    english = "Ana: The invoices are late.\nBen: Which invoices?\nAna: All invoices of May.\n"
    assert offline.topics(english, [], "en") == ["Invoices"]
    chinese = "ana：发票来晚了。\nben：哪些发票？\nana：五月的发票。\n"
    assert offline.topics(chinese, [], "zh") == ["发票"]


def test_a_conclusion_belongs_to_the_topic_that_was_in_hand() -> None:
    talk = "Ana: Let's talk about hiring.\nAna: We agreed to wait.\n"
    found = offline.conclusions(talk, [], "en", ["Release", "Hiring"])
    assert found == [("We agreed to wait", "Hiring")]


def test_what_reviewers_ask_for_has_room_in_a_long_list() -> None:
    talk = "".join(f"Ana: I will do part {n} by Friday.\n" for n in range(30))
    asked = "Add: Ana will write it down"
    assert offline.actions(talk, [asked], "en")[-1].what == "Write it down"


async def test_others_go_on_while_plain_code_reads_a_long_transcript() -> None:
    begun, gone_on = threading.Event(), threading.Event()

    def reads() -> str:
        begun.set()
        return "beside others" if gone_on.wait(2) else "alone"

    async def others() -> None:
        await asyncio.to_thread(begun.wait)
        gone_on.set()

    ask = Ask(task="topics", system="", user="", offline=reads)
    said, _ = await asyncio.gather(OfflineModel().text(ask), others())
    assert said == "beside others"


def words(language: Language) -> st.SearchStrategy[str]:
    """Words that mean something to one of the patterns, in any order."""
    english = "Ana: Ben: Agenda: I will agreed by Friday not please decided to | ， “ ” \n \n , ."
    chinese = (
        "ana： ben： 议题： 我来 决定 周五前 请ben 负责 没有 讨论 和 、 。 ？ \n \n （ ） | 4日"
    )
    chosen = (english if language == "en" else chinese).split(" ")
    return st.lists(st.sampled_from(chosen), max_size=30).map(" ".join)


@pytest.mark.parametrize("language", ["en", "zh"])
@given(data=st.data())
async def test_any_talk_becomes_minutes_in_which_every_quote_was_said(
    language: Language, data: st.DataObject
) -> None:
    talk = data.draw(words(language))
    run = Driven(OfflineModel())
    shown = await run.start(talk, language)
    for taken_out in (TEXTS[language].no_quote, TEXTS[language].not_named):
        assert taken_out.partition("{count}")[2] not in shown.get("summary", "")
    squeezed = " ".join(talk.split())
    for action in (await run.state())["actions"]:
        assert action["quote"] in squeezed
        assert action["owner"] in {"", *hear(talk).names}
    await run.answer("approve")
    assert (await run.result()).startswith(f"# {TEXTS[language].title}")
