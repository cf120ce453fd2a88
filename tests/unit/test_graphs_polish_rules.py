"""What plain code finds and fixes without a model: each rule, and that it changes no fact."""

import pytest

from graphs.contract import Language
from graphs.polish import offline
from graphs.polish.kept import broken
from graphs.polish.rules import applied, findings
from graphs.polish.sample import SAMPLES
from graphs.polish.sentences import Span
from graphs.polish.state import MAX_CHARS, MOST, Problem


def fixed(text: str, language: Language) -> str:
    """The text with everything fixed that the rules find."""
    edits = [edit for finding in findings(text, language) for edit in finding.edits]
    return applied(text, Span(0, len(text)), edits)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We we shipped the the fix.", "We shipped the fix."),
        ("One  space is enough.", "One space is enough."),
        ("First ,second,third.", "First, second, third."),
        ("Look at this!!", "Look at this!"),
        ("Basically, we are done.", "We are done."),
        ("It is a very important step.", "It is an important step."),
        ("We came here in order to help.", "We came here to help."),
        ("Due to the fact that it failed, we wait.", "Because it failed, we wait."),
        ("It should be noted that Mei left.", "Mei left."),
        ("The plan was approved by the board.", "The board approved the plan."),
        ("Redis was upgraded by Ana.", "Ana upgraded Redis."),
    ],
)
def test_english_is_really_fixed(before: str, after: str) -> None:
    assert fixed(before, "en") == after
    assert not broken(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我们我们完成了上线。", "我们完成了上线。"),
        ("安全 审计推迟了 。", "安全审计推迟了。"),
        ("大家好,今天上线.", "大家好，今天上线。"),
        ("错误率降到２%。", "错误率降到2%。"),
        ("其实，问题已经解决。", "问题已经解决。"),
        ("我们对系统进行了优化。", "我们优化了系统。"),
        ("由于供应商的原因，上线推迟。", "由于供应商，上线推迟。"),
        ("推迟了大约2周左右。", "推迟了约2周。"),
        ("回滚方案被董事会批准了。", "董事会批准了回滚方案。"),
        ("太好了！！", "太好了！"),
        ("太好了!!! 上线完成。", "太好了！上线完成。"),
        ("OK！!！真的吗???", "OK！真的吗？"),
    ],
)
def test_chinese_is_really_fixed(before: str, after: str) -> None:
    assert fixed(before, "zh") == after
    assert not broken(before, after)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("It had had its day. I know that that is so.", "en"),
        ("It is not really done. It was so very kind, thank you very much.", "en"),
        ("It was postponed by the end of May. It was moved by hand.", "en"),
        ("It was finished by Friday. He was asked by them.", "en"),
        ("Run `a  b ,c` and read https://a.example/x,y?a,b now.", "en"),
        ("We paid 1,200 at 9:30, e.g. for v2.1.", "en"),
        ("我们讨论讨论再看看。版本是 v2.1，见 https://a.example/x,y。", "zh"),
        ("比例是3:2，时间是9:30。价格是1,200元。", "zh"),
    ],
)
def test_what_only_looks_like_a_problem_is_left_alone(text: str, language: Language) -> None:
    assert fixed(text, language) == text


def test_a_sentence_that_is_too_long_becomes_two() -> None:
    long = f"We moved {'all of it ' * 10}to the new queue, and the team watches it every day now."
    assert fixed(long, "en").endswith("to the new queue. The team watches it every day now.")
    long = f"我们把{'这一批任务和下一批任务' * 6}都搬到了新队列，但是团队每天都要看一次结果。"
    assert fixed(long, "zh").endswith("新队列。但是团队每天都要看一次结果。")


@pytest.mark.parametrize(
    "rest",
    [
        "; because Ana and the board asked for it again and again",
        "; although the board asked for it again and again and again",
        ", so that the board had no time for it again and again",
    ],
)
def test_a_long_sentence_is_not_split_before_what_is_no_sentence_of_its_own(rest: str) -> None:
    text = f"The release {'of the new login page ' * 4}slipped at 09:30{rest}."
    assert fixed(text, "en") == text


def test_a_long_sentence_is_split_after_its_wordy_part_was_shortened() -> None:
    begun = f"The release {'of the new login page ' * 4}slipped at 09:30"
    text = f"{begun}; it should be noted that the board asked for it."
    problems = [
        Problem(id="", start=text.index(remark["passage"]), **remark)  # type: ignore[typeddict-item]  # they are its other keys
        for remark in offline.remarks(text, [], "en")
    ]
    assert len(problems) == 2
    said = offline.reworded(text, Span(0, len(text)), problems, "en")
    assert said == f"{begun}. The board asked for it."


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("错误率降到了4% 。由于供应商，推迟了。", "错误率降到了4% 。"),
        ("大家好，上线完成了！！！谢谢。", "上线完成了！！！"),
        ("大家好，总额是1,200元 。谢谢。", "总额是1,200元 。"),
        ("测试完成了。 我们今天上线，谢谢。", "测试完成了。 我们今天上线，"),
    ],
)
def test_a_chinese_passage_is_a_whole_clause(text: str, passage: str) -> None:
    assert [remark["passage"] for remark in offline.remarks(text, [], "zh")] == [passage]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_fixed_sample_has_nothing_left_to_fix_and_the_same_facts(language: Language) -> None:
    text = SAMPLES[language]
    assert findings(text, language)
    assert not findings(fixed(text, language), language)
    assert not broken(text, fixed(text, language))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "piece",
    ["a", " ", "a  ", "very ", "我们 ", "@a", "a_", "/a", "1,", "`", "。", "the board was "],
)
def test_the_same_few_characters_over_and_over_are_looked_at_in_no_time(
    piece: str, language: Language
) -> None:
    text = (piece * MAX_CHARS)[:MAX_CHARS]
    remarks = offline.remarks(text, [], language)
    assert len(remarks) <= MOST
    assert all(remark["passage"] in text for remark in remarks)


@pytest.mark.parametrize(
    ("text", "tone", "purpose"),
    [
        ("Please have a look, thanks.", "Polite", "It asks"),
        ("You must fix it immediately!", "Urgent", "It informs"),
        ("Hey guys, it's done!", "Casual", "It informs"),
        ("We shipped the login.", "Matter-of-fact", "It informs"),
        ("Did we ship it?", "Matter-of-fact", "It asks"),
    ],
)
def test_tone_and_purpose_are_told_by_their_words(text: str, tone: str, purpose: str) -> None:
    said = offline.tone(text, "en")
    assert said["tone"].startswith(tone)
    assert said["purpose"].startswith(purpose)


@pytest.mark.parametrize(
    ("text", "language", "tone"),
    [
        ("Hey, all is done!", "en", "Casual (spoken forms: 1, exclamation marks: 1)."),
        ("All is done!!", "en", "Casual (exclamation marks: 2)."),
        ("Go.", "en", "Matter-of-fact."),
        ("We shipped it on time. It works.", "en", "Matter-of-fact (2 sentences of about 16"),
        ("必须马上完成。", "zh", "语气急迫：催促的词 2 处。"),
        ("完成了。", "zh", "语气平实。"),
    ],
)
def test_a_tone_tells_no_count_that_says_nothing(text: str, language: Language, tone: str) -> None:
    assert offline.tone(text, language)["tone"].startswith(tone)
