"""Who speaks in a transcript, however it was written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.minutes.sample import TRANSCRIPT, TRANSCRIPT_ZH
from graphs.minutes.speech import Turn, hear, labelled, sentences


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        ("Ana: We ship", "Ana", "We ship"),
        ("ana：我们发布", "ana", "我们发布"),
        ("[10:02] Ana：We ship", "Ana", "We ship"),
        ("(00:10:02) Ana Lee: We ship", "Ana Lee", "We ship"),
        ("10:02 - Ana: We ship", "Ana", "We ship"),
        ("Ana (10:02): We ship", "Ana", "We ship"),
        ("Ana [10:02 AM]: We ship", "Ana", "We ship"),
        ("**Ana:** We ship", "Ana", "We ship"),
        ("**Ana**: We ship", "Ana", "We ship"),
        ("**Ana** 10:02", "Ana", ""),
        ("Ana 10:02 AM", "Ana", ""),
        ("张三(00:00:10)：", "张三", ""),
        ("发言人1 00:10", "发言人1", ""),
        ("<v Ana>We ship</v>", "Ana", "We ship"),
        ("- Ben: We ship", "Ben", "We ship"),
        ("@chen: 好", "chen", "好"),
        ("Dr. Ana de la Cruz: We ship", "Dr. Ana de la Cruz", "We ship"),
        ("Ana: at 10:30", "Ana", "at 10:30"),
    ],
)
def test_a_speaker_is_found_in_front_of_a_line(line: str, name: str, said: str) -> None:
    label = labelled(line)
    assert label
    assert (label.name, label.said) == (name, said)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "We ship on Friday",
        "We meet at 10:30",
        "10:30 we meet",
        "https://example.com/minutes",
        "Agenda: release, hiring",
        "Next: hiring",
        "结论：上线",
        "The meeting starts at: ten",
        "so this is what we decided: we ship",
        "00:00:01.000 --> 00:00:04.000",
        "One long line that nobody would take for the name of a person: yes",
    ],
)
def test_a_line_without_a_speaker_has_none(line: str) -> None:
    assert labelled(line) is None


@pytest.mark.parametrize(("transcript"), [TRANSCRIPT, TRANSCRIPT_ZH])
def test_speakers_come_in_the_order_of_their_first_words(transcript: str) -> None:
    assert [name.casefold() for name in hear(transcript).speakers] == ["ana", "ben", "chen"]


def test_one_person_in_two_spellings_is_one_speaker() -> None:
    assert list(hear("Ana: Hello\nana: Again\nANA: And again").speakers) == ["Ana"]


def test_notes_with_a_colon_here_and_there_have_no_speakers() -> None:
    notes = "We met.\nThe mood was good.\nBudget: 10k\nWe went home.\nAll of us.\nVery late."
    assert list(hear(notes).speakers) == []


def test_a_name_with_the_time_beside_it_is_a_speaker_even_once() -> None:
    assert list(hear("[10:02] Ana: We met.\nAll of us.\nVery late.\nAnd cold.").speakers) == ["Ana"]


def test_people_named_as_present_are_found_in_both_languages() -> None:
    assert list(hear("x\n**Attendees:** Ana, Ben and Chen.").present) == ["Ana", "Ben", "Chen"]
    assert list(hear("参会人：ana、ben、chen").present) == ["ana", "ben", "chen"]


def test_lines_without_a_name_belong_to_whoever_spoke_before() -> None:
    heard = hear("**Ana** 10:02\nWe ship.\nOn Friday.\n**Ben** 10:03\nAgenda: none").turns
    assert heard == (
        Turn("Ana", "We ship."),
        Turn("Ana", "On Friday."),
        Turn("Ben", "Agenda: none"),
    )


def test_what_is_said_falls_into_sentences_of_either_language() -> None:
    assert list(sentences(Turn("", "Good. We ship! Really? Yes"))) == [
        "Good.",
        "We ship!",
        "Really?",
        "Yes",
    ]
    assert list(sentences(Turn("", "好。发布！真的？是"))) == ["好。", "发布！", "真的？", "是"]


@given(st.text(alphabet=st.sampled_from("Anab :：[]()**10:02<v>\n-@。.张三"), max_size=80))
def test_every_word_of_any_text_is_in_some_turn_or_is_a_name(text: str) -> None:
    talk = hear(text)
    kept = "".join([*talk.names, *(turn.speaker + turn.said for turn in talk.turns)])
    assert {c for c in text if c in "张三"} <= set(kept)
