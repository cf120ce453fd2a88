"""Links in a result: live for exactly the addresses that the graph's own code vouches for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inline_snapshot import snapshot as expect
from markdown_it import MarkdownIt

from bot.cards import limits, links, markup, text
from bot.cards.render import render
from bot.core.links import vouched
from bot.core.ports.messenger import Message
from tests.unit.cards_limits_check import check_message
from tests.unit.cards_samples import DONE, WEEKLY, outline, snapshot

GOOD = "https://good.example/a?x=1&y=2"
OTHER = "http://other.example/b"
EVIL = "https://evil.example/c"
_SLACKS = re.compile(r"<([^<>|]*)(?:\|[^<>]*)?>")


def message(result: str, *addresses: str) -> Message:
    """The result's message of a graph that vouches for these."""
    run = replace(DONE, result=result, links=vouched(list(addresses)))
    [found] = [m for m in render(snapshot(run), WEEKLY) if m.slot == "result"]
    check_message(found, links=run.links)
    return found


def both(source: str, *addresses: str) -> tuple[str, str]:
    """A text as the markdown block has it, and as Slack's own markup."""
    shown = text.escape(markup.markdown(source, links=addresses))
    return shown, links.live(text.escape(markup.mrkdwn(source, links=addresses)))


def texts(body: object, kind: str) -> Iterator[str]:
    """The texts of all objects of a type."""
    if isinstance(body, Mapping):
        if body.get("type") == kind:
            yield body["text"]
        for inner in body.values():
            yield from texts(inner, kind)
    elif isinstance(body, list | tuple):
        for inner in body:
            yield from texts(inner, kind)


def led(source: str) -> set[str]:
    """Where the links and pictures of a Markdown text lead, written as they are there.

    Without bare addresses, which say themselves where they lead.
    """
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # as it is written
    parser.validateLink = bool  # type: ignore[method-assign, assignment]  # wherever it leads
    found: set[str] = set()
    for token in (token for block in parser.parse(source) for token in block.children or []):
        if token.markup != "autolink":
            found |= {str(token.attrs[name]) for name in ("href", "src") if name in token.attrs}
    return found


def live(found: Message) -> set[str]:
    """All addresses that a click in either body of a message may lead to."""
    addresses = set()
    for body in (found.blocks, found.plain):
        for shown in texts(body, "markdown"):
            # Whether Slack takes its entities back before it reads Markdown or after.
            addresses |= led(shown) | led(text.unescape(shown))
        for shown in texts(body, "mrkdwn"):
            inside = {m[1] for m in _SLACKS.finditer(shown) if not m[1].startswith(("@", "!date^"))}
            addresses |= set(map(text.unescape, inside))
    return addresses


def test_a_link_that_is_vouched_for_is_live_in_both_bodies_and_another_is_text() -> None:
    found = message(f"See [A & B]({GOOD}), [the bank]({EVIL}) and {OTHER}.", GOOD, OTHER)
    assert live(found) == {GOOD}
    assert outline(found).splitlines()[2] == expect(
        "See [A &amp; B](https://good.example/a?x=1&amp;y=2), the bank"
        " (`https://evil.example/c`) and `http://other.example/b`."
    )
    assert outline(replace(found, blocks=found.plain)).splitlines()[2] == expect(
        "See <https://good.example/a?x=1&amp;y=2|A &amp; B>, the bank"
        " (https://evil.example/c) and http://other.example/b."
    )


@pytest.mark.parametrize(
    ("source", "shown", "told"),
    [
        (f"[{GOOD}]({GOOD})", GOOD, GOOD),
        (f"[Bees [PDF] in cities]({GOOD})", "Bees (PDF) in cities", "Bees (PDF) in cities"),
        (rf"[\[1\] \*of\* \<b\>]({GOOD})", r"(1) \*of\* <b>", "(1) *of* <b>"),
        (f"[a | b]({GOOD})", "a | b", "a ¦ b"),
        (f"[**Bold**  words]({GOOD})", "Bold words", "Bold words"),
        (rf"[a \\]({GOOD})", r"a \\", "a \\"),
        (f"[good.example]({GOOD})", "good.example", "good.example"),
        (f"[Node.js in use]({GOOD})", "Node.js in use", "Node.js in use"),
        (f"[שלום]({GOOD})", "\u2068שלום\u2069", "\u2068שלום\u2069"),
    ],
)
def test_a_title_is_one_line_that_ends_no_link(source: str, shown: str, told: str) -> None:
    assert both(source, GOOD) == (
        text.escape(f"[{shown}]({GOOD})"),
        f"<{text.escape(GOOD)}|{text.escape(told)}>",
    )


@pytest.mark.parametrize(
    "source",
    [
        f"[{EVIL}]({GOOD})",
        f"[see {EVIL} there]({GOOD})",
        f"[WWW.evil.example]({GOOD})",
        f"[mailto:a@evil.example]({GOOD})",
        f"[evil.example]({GOOD})",
        f"[evil.example/login?x]({GOOD})",
        f"[good.example.evil.example]({GOOD})",
        f"[**evil.example**]({GOOD})",
        f"[{GOOD}z]({GOOD})",
        f"[x]({GOOD}z)",
        f"[x]({GOOD.upper()})",
        f'[x]({GOOD} "said")',
        f"[ ]({GOOD})",
        f"[]({GOOD})",
        f"![x]({GOOD})",
        rf"\[x]({GOOD})",
        f"`[x]({GOOD})`",
        f"```\n[x]({GOOD})\n```",
        f"[x\ny]({GOOD})",
        f"[x][1]\n\n[1]: {GOOD}",
        f"[a [b]({EVIL})]({GOOD})",
        f"<{GOOD}|x>",
        "[x](" + GOOD.replace("&", "&amp;") + ")",
        "[" + "x" * limits.LINK_TITLE + f"]({GOOD})",
    ],
)
def test_what_is_no_plain_link_to_it_or_names_another_address_is_text(source: str) -> None:
    assert not live(message(source, GOOD))


@pytest.mark.parametrize(
    "source",
    [
        f"[a [b]({GOOD})]({EVIL})",
        f"![]({EVIL}!)[b]({GOOD})",
        f"[x]({EVIL})[b]({GOOD})",
        f"{EVIL}[b]({GOOD})",
        f"[x]({EVIL}/[b]({GOOD}))",
        f"[x][b]({GOOD})",
        rf"[](x\)[b]({GOOD})",
        f"## [b]({GOOD})\n- **[b]({GOOD})**\n1. [b]({GOOD})[b]({GOOD})",
        f"*[b]({GOOD})*\\![b]({GOOD})",
    ],
)
def test_beside_anything_else_it_stays_the_only_link(source: str) -> None:
    found = message(source, GOOD)
    assert live(found) == {GOOD}
    assert any(led(shown) == {GOOD} for shown in texts(found.blocks, "markdown"))
    assert not any(re.search(r"[!\]]\[", shown) for shown in texts(found.blocks, "markdown"))
    assert any(f"<{text.escape(GOOD)}|b>" in shown for shown in texts(found.plain, "mrkdwn"))


def test_a_heading_and_a_list_keep_their_looks_around_links() -> None:
    source = f"## [a]({GOOD})\n- **see [a]({GOOD})** - b\n1. [a]({GOOD}) - c"
    url = text.escape(GOOD)
    assert both(source, GOOD)[1] == (f"*<{url}|a>*\n• *see <{url}|a>* - b\n1. <{url}|a> - c")


def test_a_title_that_is_a_long_address_is_cut() -> None:
    long = "https://good.example/" + "x" * 900
    found = message(f"[{long}]({long})", long)
    assert live(found) == {long}
    assert "xx…](https" in outline(found)


def test_a_link_that_is_too_long_for_a_section_is_told_as_text() -> None:
    long = "https://good.example/?" + "&" * 1_900
    found = message(f"[Title]({long})", long)
    assert live(found) == {long}
    assert not any(_SLACKS.search(shown) for shown in texts(found.plain, "mrkdwn"))
    assert any(shown.startswith("Title (https") for shown in texts(found.plain, "mrkdwn"))


def test_links_stay_whole_where_a_result_is_told_in_sections() -> None:
    many = [f"https://good.example/{n}?{'x' * 100}" for n in range(60)]
    listed = "\n".join(f"{n}. [Title of the {n}th page]({one})" for n, one in enumerate(many))
    found = message(listed, *many)
    told = "\n".join(texts(found.plain, "mrkdwn"))
    assert sum(block["type"] == "section" for block in found.plain) > 2
    assert all(f"<{one}|Title of the {n}th page>" in told for n, one in enumerate(many))


def test_a_table_that_is_drawn_has_none_and_the_file_has_the_markdown_as_it_is() -> None:
    table = f"| a | b |\n|---|---|\n| [x]({GOOD}) | [y]({EVIL}) |"
    found = message(table, GOOD)
    assert GOOD in outline(found)
    assert not any(texts(found.blocks, "markdown"))
    long = f"[x]({GOOD}) and [y]({EVIL})\n\n" + "Words. " * 3_000
    found = message(long, GOOD)
    assert found.file is not None
    assert found.file.content == long.strip()
    assert live(found) == {GOOD}


def test_without_anybody_to_vouch_no_link_is_live() -> None:
    assert not live(message(f"[x]({GOOD})"))


PIECES = st.sampled_from(
    [
        *("[", "]", "(", ")", "](", "][", "]:", "!", "\\", "`", "```", "<", ">", "|", "*", "**"),
        *("_", "~~", "\n", "\n\n", " ", "    ", "# ", "- ", "1. ", "x", "title", "中"),
        *("\x02", "\x03", "0", "\x1f", "\x1e", "&", "&amp;", "&lt;", "&#x5b;", "'", '"', ":", "1"),
        *("[1]: ", "[1]", "javascript:alert(1)", "mailto:a@evil.example", "www.evil.example"),
        *(GOOD, OTHER, EVIL, f"[x]({GOOD})", f"[y]({EVIL})", f"[{EVIL}]({GOOD})", f"![z]({GOOD})"),
        *(f"<{EVIL}>", f"<{GOOD}|x>", "| a | b |\n|---|---|\n"),
        *("שלום", "\u202e", "[t", f"]({GOOD})", f"]({OTHER})", f"]({EVIL})"),
    ]
)  # fmt: skip
SOURCES = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=60)
SETS: st.SearchStrategy[list[Any]] = st.lists(
    st.sampled_from([GOOD, OTHER, "https://e.org/(x)", "https://e.org|x", "https://e.org/&copy;"])
    | st.text(max_size=10),
    max_size=4,
)


@given(SOURCES, SETS)
@example(f"[{EVIL} ` b\n[ti\\`tle]({GOOD})", [GOOD])
@example(f"a ` b\n[x]({GOOD}) ` [y]({EVIL})", [GOOD])
def test_whatever_a_result_says_no_link_leads_elsewhere(source: str, said: list[Any]) -> None:
    known = vouched(said)
    found = message(source, *known)
    assert live(found) <= set(known)


@given(
    st.lists(st.tuples(st.text(max_size=400), st.sampled_from([GOOD, OTHER, EVIL])), max_size=90)
)
def test_slack_takes_results_of_many_links(listed: list[tuple[str, str]]) -> None:
    found = message("\n".join(f"- [{title}]({address})" for title, address in listed), GOOD, OTHER)
    assert live(found) <= {GOOD, OTHER}
