"""The tools of a plan's steps: a calculator, a lookup, and how others are added and bounded."""

import asyncio
import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from graphs.sources import Page, SourceError
from graphs.sources.library import open_library
from graphs.tools import Here, Told, Tool, Toolbox, ToolError, calculator, lookups
from graphs.tools.calculator import spelt, worked_out
from graphs.tools.lookup import addresses
from graphs.tools.passages import about
from graphs.tools.toolbox import MOST_CHARS
from graphs.tools.words import (
    DIVISION_BY_ZERO,
    EN,
    NO_RESULT,
    NOT_ALLOWED,
    NOT_AN_EXPRESSION,
    NOTHING_FOUND,
    TOO_LARGE,
    UNKNOWN_ADDRESS,
    ZH,
)
from tests.unit.plan_driven import (
    GO_ON,
    THREE,
    Driven,
    Library,
)
from tests.unit.scripted_model import ScriptedModel

HERE = Here("en", {"library:trams.md": "Trams of the city"})
CHINESE = Here("zh", {})


class City(BaseModel):
    """Where the weather is asked for."""

    name: str = Field(max_length=20)
    days: int = Field(default=1, ge=1, le=7)


async def forecast(arguments: City, here: Here) -> Told:
    if arguments.name == "Atlantis":
        raise ToolError({"en": "There is no such city.", "zh": "没有这个城市。"})
    if arguments.name == "Ys":
        raise RuntimeError("secret internals")
    if arguments.name == "Thule":
        await asyncio.Event().wait()
    return Told(f"{arguments.name} in {arguments.days} days: dry ({here.language})")


WEATHER = Tool(
    name="weather",
    description={"en": "The weather in a city.", "zh": "某个城市的天气。"},
    arguments=City,
    run=forecast,
    limit_s=0.01,
)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("12 * 3.50", "42"),
        ("1,200 × 3", "3600"),
        ("７＋８", "15"),
        ("15/100*80", "12"),
        ("2^10 =", "1024"),
        ("2**-1", "0.5"),
        ("7 // 2 + 7 % 2", "4"),
        ("0.1 + 0.2", "0.3"),
        ("10 / 3", "3.33333333333"),
        ("-(3 - 5)", "2"),
        ("max(1, 200)", "200"),
        ("round(2.567, 1) + abs(-1)", "3.6"),
        ("sqrt(2 * 8)", "4"),
        ("1e3 + 1", "1001"),
        ("(" * 90 + "1" + ")" * 90, "1"),
        ("10000000000000000 * 3", "30000000000000000"),
    ],
)
def test_the_calculator_works_out_an_expression(expression: str, value: str) -> None:
    assert worked_out(spelt(expression)) == value


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("9**9**9", TOO_LARGE),
        ("10**31", TOO_LARGE),
        ("9" * 150, TOO_LARGE),
        ("1e400", TOO_LARGE),
        ("(10**20) * (10**20)", TOO_LARGE),
        ("round(5, -100000000)", TOO_LARGE),
        ("1/0", DIVISION_BY_ZERO),
        ("1%0", DIVISION_BY_ZERO),
        ("0**-1", DIVISION_BY_ZERO),
        ("(0-8)**0.5", NO_RESULT),
        ("sqrt(-1)", NO_RESULT),
        ("2 +", NOT_AN_EXPRESSION),
        ("2; 3", NOT_AN_EXPRESSION),
        ("'a' * 9", NOT_AN_EXPRESSION),
        ("the fare", NOT_AN_EXPRESSION),
        ("二加三", NOT_AN_EXPRESSION),
        ("__import__(1)", NOT_ALLOWED),
        ("(1).real", NOT_ALLOWED),
        ("(1, 2)", NOT_ALLOWED),
        ("1 if 2 else 3", NOT_ALLOWED),
        ("2 < 3", NOT_AN_EXPRESSION),
        ("True + 1", NOT_ALLOWED),
        ("fare * 2", NOT_ALLOWED),
        ("max()", NOT_ALLOWED),
    ],
)
def test_what_the_calculator_does_not_do_is_one_sentence(
    expression: str, says: dict[str, str]
) -> None:
    with pytest.raises(ToolError) as caught:
        worked_out(spelt(expression))
    assert caught.value.words == says


@given(st.text(alphabet="0123456789+-*/%().,eE asqrtmxound_", max_size=200))
def test_the_calculator_is_quick_and_never_raises_anything_else(expression: str) -> None:
    begun = time.monotonic()
    with contextlib.suppress(ToolError):
        worked_out(spelt(expression))
    assert time.monotonic() - begun < 1


async def test_an_expression_that_is_too_long_is_not_even_looked_at() -> None:
    box = Toolbox([calculator])
    long = {"expression": "1+" * 200 + "1"}
    assert "at most 200 characters" in box.faults("calculator", long)[0]
    assert (await box.run("calculator", long, here=HERE)).text == f"Tool failed: {EN.bad_call}"


async def test_a_search_gives_passages_with_their_titles_and_remembers_the_addresses() -> None:
    ran = await Toolbox(lookups(Library())).run("search", {"query": "harbour"}, here=HERE)
    assert ran.text == "“Line 1 runs to the harbour.” — Trams of the city (library:trams.md)"
    assert ran.found == {"library:trams.md": "Trams of the city"}


@pytest.mark.parametrize("here", [HERE, CHINESE])
async def test_a_search_that_finds_nothing_says_so_in_the_runs_language(here: Here) -> None:
    ran = await Toolbox(lookups(Library())).run("search", {"query": "unicorns"}, here=here)
    assert (ran.text, ran.failed, ran.empty) == (NOTHING_FOUND[here.language], False, True)


@pytest.mark.parametrize(
    ("text", "query", "passage"),
    [
        ("# Tram\n\n## At night: trams\n\nA tram runs at two.", "tram", "A tram runs at two."),
        ("# 电车\n\n## 夜间\n\n电车两点开。", "电车", "电车两点开。"),
    ],
)
async def test_a_passage_is_quoted_without_the_heading_above_it(
    tmp_path: Path, text: str, query: str, passage: str
) -> None:
    (tmp_path / "tram.md").write_text(text, encoding="utf-8")
    async with open_library(tmp_path) as library:
        ran = await Toolbox(lookups(library)).run("search", {"query": query}, here=HERE)
    assert f"“{passage}”" in ran.text


@pytest.mark.parametrize(
    ("subject", "first"),
    [
        ("harbour", "library:trams.md"),
        ("ferry crossing costs", "library:ferry.md"),
        ("crossing to the islands by ferry at night", ""),
        ("单程票价", "library:电车.md"),
        ("单程机票价格和航班延误赔偿", ""),
    ],
)
async def test_of_what_a_search_finds_only_what_has_most_of_the_words_is_about_them(
    subject: str, first: str
) -> None:
    asked = {"query": f"{subject} ferry 票价", "about": subject}
    ran = await Toolbox(lookups(Library())).run("search", asked, here=HERE)
    assert next(iter(ran.found), "") == first


async def test_only_an_address_that_the_run_knows_is_read() -> None:
    library = Library()
    box = Toolbox(lookups(library))
    ran = await box.run("read", {"address": "library:ferry.md"}, here=HERE)
    assert ran.text == f"Tool failed: {UNKNOWN_ADDRESS['en']}"
    assert library.read_at == []
    ran = await box.run("read", {"address": "library:trams.md"}, here=HERE)
    assert "A ride costs 3.50." in ran.text


async def test_a_long_page_is_cut_to_the_parts_about_something_and_says_so() -> None:
    page = "\n\n".join([*(f"Paragraph {n} is filler. " * 20 for n in range(2_000)), "The fare: 5"])

    class Long(Library):
        async def read(self, address: str) -> Page:
            return Page(address=address, title="Trams", text=page, chars=len(page))

    box = Toolbox(lookups(Long()))
    ran = await box.run("read", {"address": "library:trams.md", "about": "the fare"}, here=HERE)
    assert len(page) > 900_000
    assert len(ran.text) <= MOST_CHARS
    assert "The fare: 5" in ran.text
    assert ran.text.endswith(f"(Parts of {len(page):,} characters.)")


async def test_a_source_that_does_not_answer_is_a_sentence_and_no_crash() -> None:
    box = Toolbox(lookups(Library(fails="The library is closed.")))
    for name, arguments in (("search", {"query": "x"}), ("read", {"address": "library:trams.md"})):
        ran = await box.run(name, arguments, here=HERE)
        assert (ran.text, ran.failed) == ("Tool failed: The library is closed.", True)


@pytest.mark.parametrize(
    ("city", "why"),
    [("Atlantis", "没有这个城市。"), ("Ys", ZH.no_answer), ("Thule", ZH.too_slow)],
)
async def test_whatever_a_tool_raises_becomes_one_sentence(city: str, why: str) -> None:
    ran = await Toolbox([WEATHER]).run("weather", {"name": city}, here=CHINESE)
    assert (ran.text, ran.failed) == (f"工具没有成功：{why}", True)


async def test_what_a_tool_says_is_cut_at_a_bound_and_says_so() -> None:
    async def talks(arguments: City, here: Here) -> Told:
        del here
        return Told("words " * 1_000 if arguments.name == "much" else " \n")

    box = Toolbox([Tool(name="talk", description=WEATHER.description, arguments=City, run=talks)])
    ran = await box.run("talk", {"name": "much"}, here=HERE)
    assert len(ran.text) <= MOST_CHARS
    assert ran.text.endswith("(Cut: 5,999 characters in all.)")
    assert (await box.run("talk", {"name": "none"}, here=HERE)).text == EN.nothing


async def test_a_tool_that_is_added_is_offered_chosen_run_and_named() -> None:
    model = ScriptedModel(
        planner=[THREE],
        select=[{"tool": "weather", "arguments": {"name": "Bergen", "days": 3}}],
        replanner=[GO_ON],
    )
    run = Driven(model, more_tools=[WEATHER])
    await run.start()
    await run.answer("approve")
    told = next(ask for ask in model.asked if ask.task == "select").user
    assert "- weather(name, days?): The weather in a city." in told
    assert "- calculator(expression): " in told
    done = (await run.state())["completed"][0]
    assert (done["tool"], done["result"]) == ("weather", "Bergen in 3 days: dry (en)")
    assert "[1/3] weather: Bergen 3" in run.told
    assert "1. **Find the lines** (tool: weather)" in await run.result()


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"tool": "teleport"}, "teleport: unknown tool; there are calculator, weather"),
        ({"tool": "weather"}, "weather: name: Field required"),
        ({"tool": "weather", "arguments": {"name": "Bergen", "days": "9"}}, "weather: days: "),
        ({"tool": "none", "answer": " "}, "Neither a tool nor an answer"),
        ({"tool": None, "arguments": [], "answer": None}, "Neither a tool nor an answer"),
    ],
)
async def test_a_call_that_cannot_be_made_is_corrected_once_and_then_marked(
    said: dict[str, object], complaint: str
) -> None:
    model = ScriptedModel(planner=[{"steps": ["Look outside"]}], select=[said, said])
    run = Driven(model, more_tools=[WEATHER])
    await run.start()
    await run.answer("approve")
    corrections = [ask.messages()[-1].text for ask in model.asked if ask.task == "select"]
    assert complaint in corrections[1]
    assert (await run.state())["completed"][0]["failed"]
    assert "⚠ Without a real result: step 1." in await run.result()


async def test_an_answer_beside_a_tool_that_there_is_not_counts_as_the_answer() -> None:
    said = {"tool": "memory", "arguments": {"x": 1}, "answer": "It is known."}
    model = ScriptedModel(planner=[{"steps": ["Recall it"]}], select=[said, said])
    run = Driven(model)
    await run.start()
    await run.answer("approve")
    assert (await run.state())["completed"][0]["result"] == "It is known."


@pytest.mark.parametrize("names", [["weather", "weather"], ["Weather"], [""], ["a" * 40]])
def test_tools_need_names_that_can_be_told_apart(names: list[str]) -> None:
    tools = [
        Tool(name=name, description=WEATHER.description, arguments=City, run=forecast)
        for name in names
    ]
    with pytest.raises(ValueError, match="names of their own"):
        Toolbox(tools)


async def test_an_address_in_the_task_can_be_read_and_any_other_cannot() -> None:
    model = ScriptedModel(
        planner=[{"steps": ["Read it", "Read another"]}],
        select=[
            {"tool": "read", "arguments": {"address": "library:ferry.md"}},
            {"tool": "read", "arguments": {"address": "https://invented.example/"}},
        ],
    )
    library = Library()
    run = Driven(model, library=library)
    await run.start("What does library:ferry.md say?")
    await run.answer("approve")
    assert library.read_at == ["library:ferry.md"]
    first, second = (await run.state())["completed"]
    assert "The ferry leaves at eight." in first["result"]
    assert second["result"] == f"Tool failed: {UNKNOWN_ADDRESS['en']}"


async def test_a_search_that_always_fails_ends_the_run_with_the_cause() -> None:
    model = ScriptedModel(
        planner=[THREE], select=[{"tool": "search", "arguments": {"query": "x"}}] * 3
    )
    run = Driven(model, library=Library(fails="The library is closed."))
    await run.start()
    await run.answer("approve")
    result = await run.result()
    assert "⚠ Without a real result: step 1, 2, 3." in result
    assert result.count("⚠ Tool failed: The library is closed.") == 3


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://example.org/a?b=1, please.", ["https://example.org/a?b=1"]),
        ("看看https://example.org/页面，谢谢", ["https://example.org/"]),
        ("library:bees.md and (library:bees.md)", ["library:bees.md"]),
        ("ftp://example.org javascript:alert(1) " + "https://" + "a" * 500, []),
    ],
)
def test_the_addresses_of_a_text_are_found_and_nothing_else(text: str, found: list[str]) -> None:
    assert addresses(text) == found


def test_the_passages_about_something_keep_the_order_of_the_text() -> None:
    text = "Bees fly.\n\nNothing here.\n\n" + "filler " * 100 + "\n\nBees sleep."
    assert about(text, "bees", most=60) == "Bees fly.\n\nBees sleep."
    assert about(text, "zebras", most=9) == "Bees fly."
    assert about("Short.", "zebras", most=60) == "Short."


async def test_a_source_error_has_only_its_sentence() -> None:
    async def refuses(arguments: City, here: Here) -> Told:
        del arguments, here
        raise SourceError("The page is too large.", "网页太大。")

    tool = Tool(name="t", description=WEATHER.description, arguments=City, run=refuses)
    box = Toolbox([tool])
    ran = await box.run("t", {"name": "x"}, here=HERE)
    assert ran.text == "Tool failed: The page is too large."
    ran = await box.run("t", {"name": "x"}, here=CHINESE)
    assert ran.text == "工具没有成功：网页太大。"
