"""Which sources and limits the settings open, and what is said of them before a start."""

import builtins
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot import checks
from bot.adapters.redis_texts import RedisTexts
from bot.errors import CannotStartError
from bot.resources import limits, open_resources, open_search
from bot.settings import Settings, alone, for_sandbox
from graphs.budget import Limits
from graphs.library import FOLDER
from tests.contract.sites import Site, open_site, says

HIT = '{"results": [{"url": "https://a.example/", "title": "A", "content": "weather"}]}'


@pytest.fixture(autouse=True)
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test leaves an index in a person's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documents"
    made.mkdir()
    (made / "bees.md").write_text("# Bees\n\nThe weather decides when bees fly.")
    (made / "broken.pdf").write_text("nothing")
    return made


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with open_site() as opened:
        opened.answers("/search", says(HIT, "application/json"))
        yield opened


def given(**settings: Any) -> Settings:  # noqa: ANN401 # of any kind
    return alone().model_copy(update=settings)


def indexes(caches: Path) -> list[Path]:
    return [*caches.rglob("*.sqlite3")]


async def lines(settings: Settings) -> tuple[bool, tuple[str, ...]]:
    """What the doctor says of the sources."""
    [found] = [found async for found in checks.findings(settings, ("Sources",))]
    return found.ok, found.lines


async def test_without_settings_there_is_nothing_and_the_doctor_says_so() -> None:
    async with open_search(given()) as source:
        assert source.name == "nothing"
    ok, [line] = await lines(given())
    assert ok
    assert line == (
        "no sources: /research will find nothing; set SIGNOFF_LIBRARY or SIGNOFF_WEB_SEARCH"
    )


async def test_library_and_web_are_searched_at_once(folder: Path, site: Site) -> None:
    settings = given(library=folder, web_search="searxng", searxng_url=site.url())
    async with open_search(settings) as source:
        assert source.name == "library and the web (SearXNG)"
        hits = [hit.address for hit in await source.search("weather")]
        assert hits == ["library:bees.md", "https://a.example/"]
        assert (await source.read("library:bees.md")).title == "Bees"
    ok, said = await lines(settings)
    assert ok
    unread = "broken.pdf is damaged, or is not what its name says"
    assert said == (
        f"documents in the library: 1; left out: {unread}",
        "the web (SearXNG) answers",
    )


async def test_the_index_of_a_library_is_kept_in_the_cache_and_ours_is_not(
    folder: Path, caches: Path
) -> None:
    for library, kept in ((FOLDER, 0), (folder, 1)):
        async with open_search(given(library=library)) as source:
            await source.search("bees")
        assert len(indexes(caches)) == kept


async def test_many_unreadable_documents_are_counted_and_not_all_named(folder: Path) -> None:
    for n in range(20):
        (folder / f"{n:02}.pdf").write_text("nothing")
    _, [line] = await lines(given(library=folder))
    assert line.count(".pdf") == checks.NAMED
    assert line.endswith("and 16 more")


async def test_a_library_or_search_that_fails_is_a_line_of_the_doctor(
    folder: Path, tmp_path: Path, site: Site
) -> None:
    ok, said = await lines(given(library=tmp_path / "gone"))
    assert (ok, said) == (False, ("The folder of the library cannot be read.",))
    site.answers("/search", says("{}", status=403))
    ok, [line] = await lines(given(web_search="searxng", searxng_url=site.url(), library=folder))
    assert not ok
    assert "SearXNG" in line
    site.answers("/search", says('{"results": []}', "application/json"))
    ok, [line] = await lines(given(web_search="searxng", searxng_url=site.url()))
    assert (ok, line) == (True, "the web (SearXNG) answers, and finds nothing")


@pytest.mark.parametrize("name", ["tavily", "ddgs"])
async def test_a_search_whose_package_is_not_there_stops_the_start(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = builtins.__import__

    def without(module: str, *args: Any, **more: Any) -> object:  # noqa: ANN401 # import's own
        if module.partition(".")[0] == name:
            raise ImportError(module)
        return found(module, *args, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    settings = given(web_search=name, tavily_api_key=given().slack_bot_token)
    with pytest.raises(CannotStartError, match="install `signoff\\[web\\]`"):
        async with open_search(settings):
            raise AssertionError


@pytest.mark.parametrize(("name", "called"), [("tavily", "Tavily"), ("ddgs", "ddgs")])
async def test_a_search_that_is_chosen_is_opened_without_asking_it(name: str, called: str) -> None:
    settings = given(web_search=name, tavily_api_key=given().slack_bot_token)
    async with open_search(settings) as source:
        assert source.name == f"the web ({called})"


async def test_a_workflow_gets_sources_texts_and_limits(redis: Redis) -> None:
    async with open_resources(given(run_calls=5, run_tokens=0, run_cost=2.5), redis) as resources:
        assert resources.keys() == {"search", "texts", "limits"}
        assert isinstance(resources["texts"], RedisTexts)
        assert resources["limits"] == Limits(calls=5, tokens=None, cost=2.5)
    assert limits(given()) == Limits()


def test_a_bot_in_the_local_slack_has_our_library_unless_another_is_chosen(folder: Path) -> None:
    names = ("bot_token", "app_token", "signing_secret", "api_url", "redis_url")
    access = dict.fromkeys(names, "x")
    assert for_sandbox(**access, pause_s=0, chosen=given()).library == FOLDER
    assert for_sandbox(**access, pause_s=0, chosen=given(library=folder)).library == folder
