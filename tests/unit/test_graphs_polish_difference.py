"""What changed, readable and complete: each side can be read out of it again."""

import regex
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from graphs.polish import report
from graphs.polish.difference import markdown, parts
from graphs.polish.sentences import LONGEST, sentences
from graphs.polish.state import Rewrite, polished
from graphs.polish.units import units

WORDS = st.sampled_from(
    ["the", "plan", "1,200", "it's", "Mei", "好", "我们", "很", "。", "，", ",", ".", "(x)", "*",
     "_", "~~", "`code`", "`", "#", "-", "1.", "\\", "snake_case", "!", "“q”", "https://a.example/b_c"]
)  # fmt: skip
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from(["", " ", "  ", "\n"])), max_size=25).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)
ANYTHING = st.text(max_size=60)
_SHOWN_SPACE = regex.compile(r"[\s␣⏎⇥]+")


def read(source: str) -> tuple[str, str]:
    """The old and the new text as somebody reads them in rendered Markdown, without spaces."""
    old, new, state = "", "", {"s": 0, "strong": 0}
    for block in MarkdownIt("commonmark").enable("strikethrough").parse(source):
        for token in block.children or []:
            name, _, end = token.type.rpartition("_")
            if end in {"open", "close"} and name in state:
                state[name] += 1 if end == "open" else -1
            elif token.content:
                old += token.content if not state["strong"] else ""
                new += token.content if not state["s"] else ""
    return old, new


def bare(text: str) -> str:
    return _SHOWN_SPACE.sub("", text.replace("`", ""))


@given(ANYTHING | TEXTS, ANYTHING | TEXTS)
def test_the_parts_make_both_texts(before: str, after: str) -> None:
    listed = parts(before, after)
    assert "".join(p.text for p in listed if p.kind != "added") == before
    assert "".join(p.text for p in listed if p.kind != "deleted") == after


@given(TEXTS, TEXTS)
def test_the_rendered_difference_reads_as_the_old_and_the_new_text(before: str, after: str) -> None:
    old, new = read(markdown(parts(before, after)))
    assert (bare(old), bare(new)) == (bare(before), bare(after))


@given(TEXTS)
def test_a_text_that_did_not_change_has_no_marks(text: str) -> None:
    assert all(part.kind == "kept" for part in parts(text, text))


def test_words_are_compared_in_english_and_characters_in_chinese() -> None:
    assert markdown(parts("We ship it soon.", "We release it soon.")) == (
        "We ~~ship~~**release** it soon."
    )
    assert markdown(parts("我们很快发布", "我们立刻发布")) == "我们~~很快~~**立刻**发布"


def test_the_same_word_a_thousand_times_is_compared_at_once_and_completely() -> None:
    before, after = "a b " * 1_000, "a b " * 400 + "c " + "a b " * 500
    listed = parts(before, after)
    assert "".join(p.text for p in listed if p.kind != "added") == before
    assert "".join(p.text for p in listed if p.kind != "deleted") == after
    assert len(listed) <= 4


def test_a_space_that_went_can_be_seen() -> None:
    assert "␣" in markdown(parts("安全 审计", "安全审计"))


def test_of_a_long_text_only_changed_sentences_are_shown_with_what_stands_around() -> None:
    lines = [f"Sentence {n} is really here." for n in range(100)]
    text = " ".join(lines)
    start = text.index(lines[50])
    rewrite = Rewrite(start=start, end=start + len(lines[50]), text="Sentence 50 is here.")
    [shown] = report.changes(text, [rewrite])
    assert shown.splitlines() == [
        "> Sentence 49 is really here.",
        "> Sentence 50 is ~~really~~ here.",
        "> Sentence 51 is really here.",
    ]


def test_of_a_short_text_all_is_shown() -> None:
    text = "Hi. It is really here. Bye."
    rewrite = Rewrite(start=4, end=22, text="It is here.")
    assert report.changes(text, [rewrite]) == ["> Hi. It is ~~really~~ here. Bye."]


@given(st.text(max_size=300) | TEXTS)
def test_sentences_never_overlap_and_leave_out_only_space(text: str) -> None:
    spans = sentences(text)
    ends = [0, *(span.end for span in spans)]
    between = [text[a : s.start] for a, s in zip(ends, spans, strict=False)]
    assert not "".join([*between, text[ends[-1] :]]).strip()
    assert all(0 < span.end - span.start <= LONGEST for span in spans)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=5))
def test_only_the_sentences_of_the_chosen_passages_can_change(
    text: str, places: list[tuple[int, int]]
) -> None:
    listed = [
        {"id": str(n), "passage": text[a : a + size], "start": a, "why": "", "direction": ""}
        for n, (a, size) in enumerate(places)
        if text[a : a + size].strip()
    ]
    found = units(text, listed)  # type: ignore[arg-type]  # typed dicts made in a row
    assert sorted(p["id"] for unit in found for p in unit.problems) == [p["id"] for p in listed]
    same = [Rewrite(start=u.span.start, end=u.span.end, text=u.text) for u in found]
    assert polished(text, same) == text
    marked = [{**one, "text": ""} for one in same]
    left = polished(text, marked)  # type: ignore[arg-type]  # the same typed dicts
    assert len(left) == len(text) - sum(len(u.text) for u in found)
