"""Each web search, against a local server in its place."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp.web import Request, StreamResponse
from ddgs.engines.duckduckgo import Duckduckgo
from pydantic import SecretStr

from graphs.language import detect
from graphs.sources import SourceError
from graphs.sources.ddgs_search import open_ddgs
from graphs.sources.pages import open_pages
from graphs.sources.searxng import open_searxng
from graphs.sources.tavily_search import open_tavily
from graphs.sources.web import Web, WebSearch
from tests.contract.sites import HERE, Answer, Names, Site, open_site, rules, says

KEY = "tvly-local-secret"
Opens = Callable[[Site, float], AbstractAsyncContextManager[WebSearch]]

HITS = [
    {"url": "https://a.example/bees", "title": "Bees  in\ncities", "text": "Bees live\n here."},
    {"url": "https://b.example/热泵", "title": "", "text": ""},
    {"url": "https://a.example/bees", "title": "Once more", "text": "The same."},
    {"url": "javascript:alert(1)", "title": "Bad", "text": "Not a page."},
    {"url": "", "title": "None", "text": ""},
    {"url": "https://c.example/", "title": "T" * 500, "text": "S" * 5_000},
]


@dataclass(frozen=True)
class Service:
    """A search service, at `path` of a local site, and how it gives its hits."""

    name: str
    path: str
    opens: Opens
    listed: Callable[[list[dict[str, str]]], Answer]
    asked: Callable[[Request], Awaitable[str]]


@asynccontextmanager
async def tavily(site: Site, seconds: float) -> AsyncIterator[WebSearch]:
    async with open_tavily(SecretStr(KEY), url=site.url(), seconds=seconds) as service:
        yield service


@asynccontextmanager
async def searxng(site: Site, seconds: float) -> AsyncIterator[WebSearch]:
    async with open_searxng(site.url("/searx/"), seconds=seconds) as service:
        yield service


@asynccontextmanager
async def ddgs(site: Site, seconds: float) -> AsyncIterator[WebSearch]:
    """Ddgs has no setting for where its engines are; one of them is led here by hand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Duckduckgo, "search_url", site.url("/html/"))
        with open_ddgs(engines="duckduckgo", seconds=seconds) as service:
            yield service


def objects(text: str) -> Callable[[list[dict[str, str]]], Answer]:
    def listed(hits: list[dict[str, str]]) -> Answer:
        results = [{"url": h["url"], "title": h["title"], text: h["text"]} for h in hits]
        return says(json.dumps({"query": "q", "results": results}), "application/json")

    return listed


def html(hits: list[dict[str, str]]) -> Answer:
    rows = [
        f'<div class="body"><h2>{h["title"]}</h2><a href="{h["url"]}">{h["text"]}</a></div>'
        for h in hits
    ]
    return says(f"<html><body>{''.join(rows)}</body></html>", charset="utf-8")


async def of_body(request: Request) -> str:
    return str((await request.json())["query"])


async def of_query(request: Request) -> str:
    return str(request.query["q"])


async def of_form(request: Request) -> str:
    return str((await request.post())["q"])


TAVILY = Service("Tavily", "/search", tavily, objects("content"), of_body)
SEARXNG = Service("SearXNG", "/searx/search", searxng, objects("content"), of_query)
DDGS = Service("ddgs", "/html/", ddgs, html, of_form)
each = pytest.mark.parametrize("service", [TAVILY, SEARXNG, DDGS], ids=lambda s: s.name)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with open_site() as opened:
        yield opened


@asynccontextmanager
async def web(service: Service, site: Site, *, seconds: float = 10) -> AsyncIterator[Web]:
    names = Names(site=[HERE])
    async with (
        service.opens(site, seconds) as opened,
        open_pages(rules(site), resolver=names) as pages,
    ):
        yield Web(opened, pages)


async def refusal(service: Service, site: Site, *, seconds: float = 10) -> str:
    async with web(service, site, seconds=seconds) as source:
        with pytest.raises(SourceError) as raised:
            await source.search("bees")
    assert detect(raised.value.said("zh")) == "zh"
    return str(raised.value)


@each
async def test_hits_have_an_address_a_title_and_a_snippet_in_one_line(
    service: Service, site: Site
) -> None:
    site.answers(service.path, service.listed(HITS))
    async with web(service, site) as source:
        hits = {hit.address: hit for hit in await source.search("bees", most=5)}
    assert hits.keys() == {"https://a.example/bees", "https://b.example/热泵", "https://c.example/"}
    assert all(hit.title and "\n" not in hit.title + hit.snippet for hit in hits.values())
    assert hits["https://b.example/热泵"].title in {"", "https://b.example/热泵"} - {""}
    assert len(hits["https://c.example/"].title) <= 300
    assert len(hits["https://c.example/"].snippet) <= 1_000


@each
async def test_what_is_asked_for_is_sent_as_it_is_in_one_line(service: Service, site: Site) -> None:
    asked: list[str] = []

    async def take(request: Request) -> StreamResponse:
        asked.append(await service.asked(request))
        return await service.listed(HITS)(request)

    site.answers(service.path, take)
    async with web(service, site) as source:
        await source.search("bees &\n cities? 蜂", most=2)
        await source.search("x" * 2_000, most=2)
    assert asked == ["bees & cities? 蜂", "x" * 400]


@each
async def test_no_hits_are_no_error(service: Service, site: Site) -> None:
    site.answers(service.path, service.listed([]))
    async with web(service, site) as source:
        assert list(await source.search("bees")) == []


@each
async def test_an_empty_question_is_not_sent(service: Service, site: Site) -> None:
    async with web(service, site) as source:
        assert list(await source.search(" \n ")) == []
    assert not site.requests


@each
async def test_no_more_hits_are_given_than_asked_for(service: Service, site: Site) -> None:
    many = [{"url": f"https://{n}.example/", "title": f"{n}", "text": "bees"} for n in range(30)]
    site.answers(service.path, service.listed(many))
    async with web(service, site) as source:
        assert len(await source.search("bees", most=3)) == 3


@each
async def test_a_service_that_takes_too_long_is_given_up(service: Service, site: Site) -> None:
    site.answers(service.path, site.hangs())
    assert "took over" in await refusal(service, site, seconds=0.2)


@each
async def test_a_service_that_is_not_there_does_not_answer(service: Service) -> None:
    async with open_site() as gone:
        pass
    assert "does not answer" in await refusal(service, gone)


@pytest.mark.parametrize(
    ("service", "status", "why"),
    [
        (TAVILY, 429, "is asked too often"),
        (TAVILY, 401, "refuses us (401)"),
        (TAVILY, 403, "refuses us"),
        (TAVILY, 432, "refuses us"),
        (TAVILY, 400, "answered with 400"),
        (TAVILY, 500, "answered with 500"),
        (TAVILY, 204, "something else than a list"),
        (SEARXNG, 429, "is asked too often"),
        (SEARXNG, 403, "`json` has to be among its formats"),
        (SEARXNG, 500, "answered with 500"),
        (SEARXNG, 204, "answered with 204"),
    ],
    ids=str,
)
async def test_a_service_that_refuses_is_quoted(
    service: Service, status: int, why: str, site: Site
) -> None:
    site.answers(service.path, says("{}", "application/json", status=status))
    assert why in await refusal(service, site)


@pytest.mark.parametrize("status", [202, 403, 429, 500])
async def test_engines_that_refuse_are_no_hits_to_ddgs(status: int, site: Site) -> None:
    """It takes every status but 200 for an engine without results."""
    site.answers(DDGS.path, says("<html>busy</html>", status=status))
    async with web(DDGS, site) as source:
        assert list(await source.search("bees")) == []


@pytest.mark.parametrize("service", [TAVILY, SEARXNG], ids=lambda s: s.name)
@pytest.mark.parametrize(
    "body",
    [
        "<html>Log in</html>",
        "",
        "[]",
        "null",
        '{"results": null}',
        '{"results": "a"}',
        "{",
        "[" * 9_000,
    ],
)
async def test_what_is_no_list_of_pages_is_said_to_be_none(
    service: Service, body: str, site: Site
) -> None:
    site.answers(service.path, says(body, "application/json"))
    assert "something else than a list" in await refusal(service, site)


@pytest.mark.parametrize("service", [TAVILY, SEARXNG], ids=lambda s: s.name)
async def test_hits_of_a_wrong_shape_are_left_out(service: Service, site: Site) -> None:
    results: list[object] = [
        1,
        None,
        "a",
        [],
        {},
        {"url": 5},
        {"url": ["https://a.example"]},
        {"url": None},
    ]
    good = {"url": "https://a.example/", "title": None, "content": {"a": 1}}
    body = json.dumps({"results": [*results, good]})
    site.answers(service.path, says(body, "application/json"))
    async with web(service, site) as source:
        assert [hit.address for hit in await source.search("bees")] == ["https://a.example/"]


async def test_html_without_hits_is_no_hits_to_ddgs(site: Site) -> None:
    site.answers(DDGS.path, says("<html><body>Are you a robot?</body></html>"))
    async with web(DDGS, site) as source:
        assert list(await source.search("bees")) == []


async def test_tavily_gets_the_key_and_how_many(site: Site) -> None:
    bodies: list[dict[str, Any]] = []

    async def take(request: Request) -> StreamResponse:
        bodies.append(await request.json())
        return await TAVILY.listed([])(request)

    site.answers(TAVILY.path, take)
    async with web(TAVILY, site) as source:
        await source.search("bees", most=50)
    assert site.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    assert bodies[0]["max_results"] == 20


async def test_the_engines_are_asked_in_the_language_of_the_question(site: Site) -> None:
    regions: list[object] = []

    async def take(request: Request) -> StreamResponse:
        regions.append((await request.post())["l"])
        return await DDGS.listed(HITS)(request)

    site.answers(DDGS.path, take)
    async with web(DDGS, site) as source:
        await source.search("bees in cities")
        await source.search("城市里的蜂")
    assert regions == ["us-en", "cn-zh"]


async def test_an_endless_answer_is_not_read_to_its_end(site: Site) -> None:
    site.answers(SEARXNG.path, says(b"[" + b"1," * 4_000_000, "application/json"))
    assert "something else than a list" in await refusal(SEARXNG, site)


@each
async def test_a_page_that_was_found_is_read(service: Service, site: Site) -> None:
    page = site.answers("/page", says("Bees live in cities.", "text/plain"))
    hit = {"url": page, "title": "Bees", "text": "bees"}
    site.answers(service.path, service.listed([hit]))
    async with web(service, site) as source:
        [found] = await source.search("bees")
        assert source.takes(found.address)
        assert (await source.read(found.address)).text == "Bees live in cities."
        assert source.name == f"the web ({service.name})"
        assert not source.takes("library:a.md")
