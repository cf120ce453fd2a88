"""What is sent when Slack refuses a message as it was meant."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.adapters.slack_errors import Trouble
from bot.adapters.slack_fallbacks import Blocks, Body, bodies, shorten, simpler
from bot.cards.text import byte_size, escape
from bot.core.ports.messenger import Message

RICH: Blocks = ({"type": "plan"}, {"type": "actions", "elements": ["rich"]})
PLAIN: Blocks = ({"type": "section"}, {"type": "actions", "elements": ["plain"]})


def shown(blocks: Blocks, plain: Blocks) -> list[Blocks]:
    message = Message("gate", "Please decide", blocks, plain)
    found = list(bodies(message))
    assert {body.text for body in found} == {"Please decide"}
    return [body.blocks for body in found]


def test_the_buttons_are_the_last_to_go() -> None:
    assert shown(RICH, PLAIN) == [RICH, PLAIN, PLAIN[1:], ()]


def test_without_plain_blocks_the_text_goes_with_the_buttons_of_the_card() -> None:
    assert shown(RICH, ()) == [RICH, RICH[1:], ()]


def test_a_message_without_buttons_ends_as_text() -> None:
    assert shown(RICH[:1], PLAIN[:1]) == [RICH[:1], PLAIN[:1], ()]


def test_nothing_is_tried_twice() -> None:
    assert shown(PLAIN, PLAIN) == [PLAIN, PLAIN[1:], ()]
    assert shown(RICH[1:], RICH[1:]) == [RICH[1:], ()]
    assert shown((), ()) == [()]


def test_refused_blocks_lead_to_the_next_body_and_other_refusals_to_none() -> None:
    rest = iter([Body("a", PLAIN), Body("b")])
    assert simpler(Body("a", RICH), rest, Trouble.BLOCKS) == Body("a", PLAIN)
    assert simpler(Body("a", RICH), rest, Trouble.MUTE) is None
    assert simpler(Body("a", RICH), rest, Trouble.BLOCKS) == Body("b")
    assert simpler(Body("b"), rest, Trouble.BLOCKS) is None


def test_a_text_that_is_too_long_is_cut_before_blocks_are_given_up() -> None:
    rest = iter([Body("short")])
    cut = simpler(Body("x" * 9_000, RICH), rest, Trouble.TOO_LONG)
    assert cut == Body("x" * 3_997 + "…", RICH)
    assert simpler(cut, rest, Trouble.TOO_LONG) == Body("short")


def test_text_without_blocks_carries_no_blocks_argument() -> None:
    assert Body("a").args() == {"text": "a"}
    assert Body("a", RICH).args() == {"text": "a", "blocks": list(RICH)}


def test_a_cut_breaks_no_entity_and_no_link() -> None:
    assert shorten("ab &amp; cd", 12) == "ab…"
    assert shorten("see <https://x.test/abcdefgh|it> now", 20) == "see…"


@settings(max_examples=40)
@given(st.text("ab &<>;'é周🙂\u0301", max_size=150), st.integers(20, 100))
def test_a_cut_text_is_within_the_limit_and_as_escaped_as_before(raw: str, limit: int) -> None:
    text = escape(raw)
    cut = shorten(text, limit)
    assert byte_size(cut) <= limit or cut == text
    assert "<" not in cut
    assert ">" not in cut
    assert text.startswith(cut.removesuffix("…").rstrip())
