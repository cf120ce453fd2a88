"""Which questions ask the same."""

import pytest

from graphs.research.alike import distinct, same

TOPIC = "Solar panels on old roofs"
TOPIC_ZH = "老屋顶上的太阳能板"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What do they cost?", "what do they cost"),
        ("Which benefits do solar panels have?", "What are the benefits of solar panels?"),
        ("What are the legal limits for old roofs?", "Which legal limits are there?"),
        ("How long do they last?", "How long do solar panels last?"),
    ],
)
def test_other_words_for_the_same_question_are_told(one: str, other: str) -> None:
    assert same(one, other, topic=TOPIC)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Which advantages do solar panels have?", "Which disadvantages do solar panels have?"),
        ("What are the benefits of solar panels?", "What are the costs of solar panels?"),
        ("What is a solar panel?", "Why a solar panel?"),
        ("What did panels cost in 2014?", "What did panels cost in 2024?"),
        ("Which roofs carry panels?", "Which roofs carry panels in winter storms and snow?"),
        ("What is known?", "Which fires were there?"),
    ],
)
def test_questions_of_different_things_are_kept(one: str, other: str) -> None:
    assert not same(one, other, topic=TOPIC)


def test_chinese_questions_are_compared_without_what_only_asks() -> None:
    assert same("老屋顶上的太阳能板有哪些好处？", "太阳能板有什么好处？", topic=TOPIC_ZH)
    assert not same("太阳能板有哪些优点？", "太阳能板有哪些缺点？", topic=TOPIC_ZH)


def test_the_first_of_several_alike_is_kept() -> None:
    asked = ["Which laws hold?", "What laws hold?", "Which storms came?"]
    assert distinct(asked, topic=TOPIC) == ["Which laws hold?", "Which storms came?"]
