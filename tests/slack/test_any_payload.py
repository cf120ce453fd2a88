"""Whatever a graph interrupts with: a card that Slack takes, and an answer that the graph gets."""

import json
import pickle
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.sandbox import Card
from tests.slack.bolt_office import form
from tests.slack.project_office import Project, open_project, write

ASKING = Path(__file__).parent / "theirs" / "asking.py"
RUNS, EACH = 20, 10
LONG_TEXT = "漢字 and words, on and on. " * 1_200
DEEP: dict[str, Any] = {"a": {"b": {"c": [1, 2.5, {"d": None, "e": [True]}]}}, "empty": {}}

integers = st.integers(-(2**63), 2**63 - 1)
scalars = st.none() | st.booleans() | integers | st.floats(allow_nan=False) | st.text()
payloads = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=20), inner, max_size=5)
    ),
    max_leaves=30,
)


@asynccontextmanager
async def asking(redis_url: str, folder: Path, *parts: Sequence[object]) -> AsyncIterator[Project]:
    """A bot whose graph asks for all of a part, one thing after the other."""
    graphs = {"asking": {"path": "./asking.py:graph", "signoff": {"title": "Asking"}}}
    file = write(folder, {}, graphs)
    shutil.copy(ASKING, folder)
    (folder / "payloads.pickle").write_bytes(pickle.dumps(parts))
    async with open_project(redis_url, file) as office:
        assert office.loaded.troubles == ()
        yield office


SHOWN: list[tuple[object, str]] = [
    ("Delete the *old* <!channel> backups?", "Delete the *old* "),
    (42, "42"),
    (2.5, "2.5"),
    (True, "true"),
    (None, "Ask"),
    ("", "Ask"),
    ({}, "Ask"),
    (["apples", "pears"], "- apples\n- pears"),
    ({"to": "ann", "urgent": False}, "to\nann\nurgent\nfalse"),
    (DEEP, '"c": ['),
    ("🚀 ship it? 👩‍👩‍👧", "🚀 ship it? 👩‍👩‍👧"),
    ({"城市": "里昂", "天数": 3}, "城市\n里昂\n天数\n3"),
]


async def test_what_it_shows_can_be_read_and_pings_nobody_else(
    redis_url: str, tmp_path: Path
) -> None:
    async with asking(redis_url, tmp_path, [payload for payload, _ in SHOWN]) as office:
        root = await office.start("asking part=0")
        after = root.ts
        for payload, shown in SHOWN:
            card = await office.asked("Ask", after=after)
            after = card.ts
            assert shown in card.text, payload
            assert card.buttons == ["Approve", "Answer…", "Reject…", "Cancel"]
            assert set(card.pings) == {f"@{office.ws.person('ana').id}"}
            await card.click("Approve")
        answers = (await office.gave(root))["given"]
        assert [answer["action"] for answer in answers] == ["approve"] * len(SHOWN)


async def test_what_is_too_long_for_a_card_is_in_a_file_below_it(
    redis_url: str, tmp_path: Path
) -> None:
    async with asking(redis_url, tmp_path, [{"draft": LONG_TEXT}]) as office:
        root = await office.start("asking part=0")
        card = await office.asked("all of it in the file below")
        file = await office.ws.wait_for(lambda c: bool(c.files))
        assert LONG_TEXT.strip() in file.files[0]
        await card.click("Approve")
        await office.ended(root)


async def test_the_answer_is_documented(redis_url: str, tmp_path: Path) -> None:
    async with asking(redis_url, tmp_path, ["a", "b", "c", "d"]) as office:
        root = await office.start("asking part=0")
        card = await office.asked()
        await card.click("Approve")
        card = await office.asked(after=card.ts)
        await (await form(card, "Reject…")).fill({"Why?": "Not yet."}).submit()
        card = await office.asked(after=card.ts)
        await (await form(card, "Answer…")).fill({"Your answer": "[1, 2]"}).submit()
        card = await office.asked(after=card.ts)
        answer = await form(card, "Answer…")
        await answer.fill({"Your answer": "[1, 2", "Read it as JSON?": "Yes"}).submit()
        assert answer.errors == {"Your answer": "This is no JSON (line 1, column 6)."}
        await answer.fill({"Your answer": '{"n": [1, 2]}'}).submit()
        given_ = (await office.gave(root))["given"]
        signed = {"by": {"user": office.ws.person("ana").id}}
        for one in given_:
            assert one.pop("at").endswith("+00:00")
        assert given_ == [
            {"action": "approve", **signed},
            {"action": "reject", "comment": "Not yet.", **signed},
            {"action": "answer", "answer": "[1, 2]", **signed},
            {"action": "answer", "answer": {"n": [1, 2]}, **signed},
        ]


def some(count: int) -> list[object]:
    """As many payloads of any kind."""
    found: list[object] = []

    @settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(payloads)
    def collect(payload: object) -> None:
        found.append(payload)

    collect()
    return found


@pytest.mark.timeout(300)  # twenty seconds, on a machine that has nothing else to do
async def test_any_json_at_all_is_shown_and_answered(redis_url: str, tmp_path: Path) -> None:
    found = some(RUNS * EACH)
    parts = [found[n::RUNS] for n in range(RUNS)]
    async with asking(redis_url, tmp_path, *parts) as office:
        for number, part in enumerate(parts):
            root = await office.start(f"asking part={number}")
            after = root.ts
            for n in range(len(part)):
                card = await office.asked(after=after)
                after = card.ts
                await _decide(card, n)
            answers = (await office.gave(root))["given"]
            assert [a["action"] for a in answers] == [_ACTIONS[n % 3] for n in range(len(part))]
            said = [a["answer"] for a in answers if a["action"] == "answer"]
            assert said == [[n] for n in range(len(part)) if n % 3 == 2]


_ACTIONS = ("approve", "reject", "answer")


async def _decide(card: Card, number: int) -> None:
    match _ACTIONS[number % 3]:
        case "approve":
            await card.click("Approve")
        case "reject":
            await (await form(card, "Reject…")).submit()
        case _:
            answer = await form(card, "Answer…")
            typed = json.dumps([number])
            await answer.fill({"Your answer": typed, "Read it as JSON?": "Yes"}).submit()
