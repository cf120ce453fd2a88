"""What a start form with files gives: texts of both kinds, bounded, one of them needed."""

from dataclasses import replace

import pytest

from bot.core.entries import Entered, read
from bot.core.fields import Kind
from bot.core.inputs import form_fields, start_fields, unfilled, with_texts
from bot.core.problems import Fault, Problem
from graphs.contract import FormField
from graphs.weekly_report import weekly_report

TEXT = FormField(key="text", label={"en": "T"}, hint={"en": ""}, max_chars=10)
FILE = FormField(
    key="file", label={"en": "F"}, hint={"en": ""}, kind="file", fills="text", max_chars=1
)
OTHER = FormField(key="other", label={"en": "O"}, hint={"en": ""}, required=False)
ABOUT = replace(weekly_report, form=(TEXT, FILE, OTHER))
FIELDS = form_fields(ABOUT, "en")


def given(typed: dict[str, object], **texts: str) -> Entered:
    return with_texts(FIELDS, read(FIELDS, typed), texts)


def test_a_file_is_in_the_form_and_in_nothing_else() -> None:
    text, file, _ = FIELDS
    assert (file.kind, file.fills, file.most, file.required) == (Kind.FILE, "text", None, False)
    assert (text.filled_by, text.required) == ("file", True)
    assert [field.key for field in start_fields(ABOUT, "en")] == ["text", "other"]
    assert read(FIELDS, {"file": "x", "text": "y"}).values == {"text": "y"}


@pytest.mark.parametrize(
    ("typed", "file", "values"),
    [
        ("typed", "", {"text": "typed"}),
        ("", "file", {"text": "file"}),
        ("ab", "cdef", {"text": "ab\n\ncdef"}),
    ],
)
def test_typed_text_comes_before_the_text_of_a_file(
    typed: str, file: str, values: dict[str, object]
) -> None:
    entered = given({"text": typed}, **({"file": file} if file else {}))
    assert (entered.values, entered.problems) == (values, {})


def test_without_both_the_field_asks() -> None:
    entered = given({"other": "x"})
    assert entered.problems == {"text": Problem(Fault.REQUIRED)}
    assert unfilled(FIELDS, {"text": "x"}) == {}
    free = replace(ABOUT, form=(replace(TEXT, required=False), FILE))
    assert with_texts(form_fields(free, "en"), Entered(), {}).problems == {}


def test_what_is_too_long_together_is_a_problem_of_the_file() -> None:
    entered = given({"text": "12345"}, file="12345")
    assert entered.problems == {"file": Problem(Fault.TOO_LONG, bound=10, count=12)}
    assert given({"text": "123"}, file="12345").problems == {}


@pytest.mark.parametrize("typed", ["?", "… !!", "—", "🐝"])
def test_a_needed_text_without_a_word_is_as_good_as_none(typed: str) -> None:
    assert given({"text": typed}).problems == {"text": Problem(Fault.REQUIRED)}
    assert given({"text": "y", "other": typed}).values == {"text": "y", "other": typed}


@pytest.mark.parametrize("typed", ["?7", "é", "蜜", "نحل", "C#"])
def test_one_letter_or_digit_of_any_script_is_a_word(typed: str) -> None:
    assert given({"text": typed}) == Entered({"text": typed})
