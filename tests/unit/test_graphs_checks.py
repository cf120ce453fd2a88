"""Lines a model gives, against the notes: bounds, numbers, words; and the repair of any of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.contract import Language
from graphs.ground import Ground, numbers, numbers_in_prose
from graphs.lines import bare, shortened, tidy
from graphs.weekly_report import offline
from graphs.weekly_report.checks import LEAST, LONGEST, MOST, Bounds, Kind, faults, repaired
from graphs.weekly_report.notes import facts
from graphs.weekly_report.trouble import in_trouble, says_none

NOTES = {
    "en": "Login v2 shipped to 1,200 customers\nErrors fell to 0.4%\nMei joined\nAudit blocked",
    "zh": "登录二期上线，覆盖1200家客户\n错误率降到0.4%\n小梅入职\n审计受阻\n完成培训3场",
}
languages = st.sampled_from(["en", "zh"])
bits = st.sampled_from(
    [
        "Login",
        "shipped",
        "1,200",
        "99",
        "客户",
        "登录二期上线",
        "审计",
        "•",
        "- ",
        "1. ",
        "👩‍👩‍👧",
        " ",
    ]
)
garbage = st.lists(st.one_of(st.text(max_size=200), st.lists(bits, max_size=40).map(" ".join)))


def bounds(language: Language, *, least: int = LEAST) -> Bounds:
    return Bounds(Ground.of([NOTES[language]]), language, least=least)


@settings(max_examples=40)
@given(lines=garbage, language=languages)
def test_whatever_comes_in_three_to_five_true_lines_within_their_bounds_come_out(
    lines: list[str], language: Language
) -> None:
    spare = offline.highlights(NOTES[language], [], language)
    limits = bounds(language)
    done = repaired(tidy(lines), limits, spare=spare)
    assert LEAST <= len(done.lines) <= MOST
    assert all(0 < len(line) <= LONGEST[language] for line in done.lines)
    assert all(limits.ground.carries(line) for line in done.lines)
    assert all(bare(line) == line for line in done.lines)
    assert len(set(done.lines)) == len(done.lines)


@settings(max_examples=40)
@given(notes=st.text(), lines=garbage, language=languages)
def test_notes_of_any_kind_never_lead_to_a_number_that_is_not_in_them(
    notes: str, lines: list[str], language: Language
) -> None:
    spare = offline.highlights(notes, [], language)
    limits = Bounds(Ground.of([notes]), language, least=min(LEAST, len(spare)))
    done = repaired(tidy(lines), limits, spare=spare)
    assert limits.least <= len(done.lines) <= MOST
    assert numbers("\n".join(done.lines)) <= limits.ground.numbers


@settings(max_examples=40)
@given(text=st.text(), longest=st.integers(15, 100))
def test_a_shortened_text_fits_and_is_a_beginning(text: str, longest: int) -> None:
    short = shortened(text, longest)
    assert len(short) <= longest
    assert short == text or text.startswith(short[:-1])


@pytest.mark.parametrize(
    ("text", "longest", "short"),
    [
        ("Shipped to everybody today", 20, "Shipped to…"),
        ("We now have 1,200 customers", 16, "We now have…"),
        ("Down to 0.4% since the release", 12, "Down to…"),
        ("支付失败率从2.1%降到0.4%，全员参与", 16, "支付失败率从2.1%降到…"),
        ("收入增长3万元", 6, "收入增长…"),
        ("完成接口联调，修复登录问题", 8, "完成接口联调…"),
        ("x" * 30, 10, "x" * 9 + "…"),
        ("Fits", 4, "Fits"),
    ],
)
def test_cuts_are_made_where_nothing_changes_its_meaning(
    text: str, longest: int, short: str
) -> None:
    assert shortened(text, longest) == short


def test_each_broken_rule_is_named_with_its_line() -> None:
    long = "Login shipped " * 10
    said = faults([long, "Revenue rose by 30%", "Une fois encore"], bounds("en", least=4))
    assert [(f.kind, f.line) for f in said] == [
        (Kind.LONG, long),
        (Kind.FOREIGN, "Revenue rose by 30%"),
        (Kind.FOREIGN, "Une fois encore"),
        (Kind.FEW, ""),
    ]
    assert [f.kind for f in faults(["Login"] * 6, bounds("en"))] == [Kind.MANY]
    assert Kind.LANGUAGE in {f.kind for f in faults(["Login shipped"] * 3, bounds("zh"))}


@pytest.mark.parametrize("line", ["Login v2 reached 1200 customers", "1,200"])
def test_a_line_in_the_words_and_numbers_of_the_notes_is_true_to_them(line: str) -> None:
    assert Ground.of([NOTES["en"]]).carries(line)


@pytest.mark.parametrize(
    "line",
    [
        "Login v3 reached 1,200 customers",
        "Errors at 0.40%",
        "A rocket was launched",
        "the and of",
        "!!!",
    ],
)
def test_a_line_with_a_foreign_number_or_no_word_in_common_is_not(line: str) -> None:
    assert not Ground.of([NOTES["en"]]).carries(line)


def test_numbers_are_one_in_every_spelling() -> None:
    assert numbers("1,200 or 1200, 003, １２, v2.1") == {"1200", "3", "12", "2.1"}
    assert "2" in Ground.of(["blocked for two weeks"]).numbers
    assert "2" in Ground.of(["阻塞两周"]).numbers
    assert numbers_in_prose("1. First\n## 2. Second\n3、第三\nWith 4 items") == {"4"}


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("Two weeks, a two-week delay, two周", {"2"}),
        ("A dozen of us", {"12"}),
        ("It happens often; phone the height and weight of the network's tent", set()),
        ("Someone waits twenty-two weeks", set()),
        ("阻塞两周", {"2"}),
        ("十二个团队，二十三人，第三季度", {"12", "23", "3"}),
        ("等十分钟，完成三分之一", {"10", "3", "1"}),
        ("十分重要", set()),
        ("一些、一起、一直、一样、万一、统一版本、同一个、这一点、进一步", set()),
        ("三五个，几十个，三百个", set()),
    ],
)
def test_a_spelt_number_is_known_where_it_counts_something_and_not_inside_a_word(
    text: str, spelt: set[str]
) -> None:
    assert Ground.of([text]).numbers == spelt


@pytest.mark.parametrize(
    ("notes", "line"),
    [
        ("Checkout often failed by phone", "Checkout failed 10 times"),
        ("支付十分慢，有一些投诉", "支付投诉10次"),
    ],
)
def test_a_word_that_holds_the_letters_of_a_number_allows_no_number(notes: str, line: str) -> None:
    assert not Ground.of([notes]).carries(line)


def test_a_number_of_forty_thousand_digits_is_only_a_number() -> None:
    assert numbers("9" * 40_000) == {"9" * 40_000}


def test_notes_come_apart_into_statements_with_their_mood() -> None:
    found = facts(
        "# Done\n- Shipped v2.1. Hired Mei!\n\nRisks:\n\n* The vendor is quiet\n\n"
        "2) Docs written\n--"
    )
    assert [(fact.text, fact.trouble) for fact in found] == [
        ("Shipped v2.1", False),
        ("Hired Mei!", False),
        ("The vendor is quiet", True),
        ("Docs written", False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Audit blocked by the vendor",
        "The release is two weeks late",
        "Waiting for legal",
        "测试环境宕机两次",
        "项目延期一周",
        "供应商迟迟没有回复，等待中",
    ],
)
def test_trouble_is_known_by_its_words(text: str) -> None:
    assert in_trouble(text)


@pytest.mark.parametrize(
    "text",
    [
        "No blockers this week",
        "Fixed the login bug",
        "Resolved 3 open issues",
        "Shipped without delays",
        "Incidents are down from 4 to 1",
        "Lately we ship more",
        "解决了支付故障",
        "没有延期",
        "投诉量下降一半",
        "线上问题已全部修复",
    ],
)
def test_the_same_words_can_tell_of_the_opposite(text: str) -> None:
    assert not in_trouble(text)


@pytest.mark.parametrize(
    "line", ["None.", "N/A", "No evident risk this week.", "No blockers", "无", "本周无明显风险。"]
)
def test_there_are_many_ways_to_say_none(line: str) -> None:
    assert says_none(line)


@pytest.mark.parametrize(
    "line", ["No testers are left", "None of the scripts ran", "没有测试人员", "无法登录"]
)
def test_a_lack_of_something_is_not_a_lack_of_risk(line: str) -> None:
    assert not says_none(line)
