"""Pages are fetched from public addresses within bounds, and become texts."""

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator
from ipaddress import ip_address

import pytest
from aiohttp import web

from graphs.language import detect
from graphs.sources import SourceError
from graphs.sources.addresses import Rules
from graphs.sources.pages import MAX_BYTES, MAX_REDIRECTS, Pages, open_pages
from graphs.sources.protocol import MAX_PAGE_CHARS
from tests.contract.sites import HERE, Names, Site, leads, open_site, rules, says
from tests.unit.test_graphs_documents import pdf

ARTICLE = """
<html><head><title>Bees &amp; cities</title><script>var x = "not read"</script></head><body>
<nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<article><h1>Bees and cities</h1>
<p>Many bees find more to eat in a town than on the farmland around it, since gardens flower.</p>
<p>城市里的野蜂也有花可采，从三月到十月都是这样，公园和菜园里都有它们的食物。</p>
</article><footer>All rights reserved</footer></body></html>
"""


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with open_site() as opened:
        yield opened


@pytest.fixture
async def names() -> Names:
    return Names(site=[HERE], public=["93.184.215.14"])


@pytest.fixture
async def pages(site: Site, names: Names) -> AsyncIterator[Pages]:
    async with open_pages(rules(site), resolver=names) as opened:
        yield opened


async def refusal(pages: Pages, address: str) -> str:
    """Why a page is not read."""
    with pytest.raises(SourceError) as raised:
        await pages.read(address)
    assert detect(raised.value.said("zh")) == "zh"
    return str(raised.value)


async def test_a_page_is_its_title_and_what_a_reader_reads(pages: Pages, site: Site) -> None:
    page = await pages.read(site.answers("/a", says(ARTICLE)))
    assert page.title == "Bees & cities"
    assert page.address == f"http://site.example:{site.port}/a"
    assert "Many bees find more to eat" in page.text
    assert "城市里的野蜂" in page.text
    assert page.chars == len(page.text)
    for unread in ("not read", "About us", "<p>"):
        assert unread not in page.text


async def test_what_is_sent_names_no_person_and_no_cookie(pages: Pages, site: Site) -> None:
    address = site.answers("/a", says(ARTICLE, Set_Cookie="a=b"))
    await pages.read(address)
    await pages.read(address)
    for request in site.requests:
        assert request.headers["User-Agent"] == "Signoff"
        assert not {"Cookie", "Referer", "Authorization"} & {*request.headers}


@pytest.mark.parametrize(
    ("encoding", "charset", "meta"),
    [
        ("utf-8", None, ""),
        ("gb18030", "gb18030", ""),
        ("gb18030", "GB2312", ""),
        ("gb18030", None, '<meta charset="gbk">'),
        ("utf-8", "no-such-charset", ""),
    ],
)
async def test_chinese_is_read_in_the_encoding_that_site_or_page_name(
    pages: Pages, site: Site, encoding: str, charset: str | None, meta: str
) -> None:
    data = ARTICLE.replace("<head>", f"<head>{meta}").encode(encoding)
    page = await pages.read(site.answers("/a", says(data, charset=charset)))
    assert "城市里的野蜂也有花可采" in page.text


async def test_plain_text_and_pdf_are_read_too(pages: Pages, site: Site) -> None:
    plain = await pages.read(site.answers("/a.txt", says("Bees\r\nfly.", "text/plain")))
    assert plain.text == "Bees\nfly."
    read = await pages.read(site.answers("/a.pdf", says(pdf("Bees fly."), "application/pdf")))
    assert read.text == "Bees fly."


@pytest.mark.parametrize("packing", ["gzip", "deflate"])
async def test_a_packed_page_is_unpacked(pages: Pages, site: Site, packing: str) -> None:
    pack = gzip.compress if packing == "gzip" else zlib.compress
    address = site.answers("/a", says(pack(ARTICLE.encode()), Content_Encoding=packing))
    assert "Many bees" in (await pages.read(address)).text


async def test_a_long_page_is_cut_and_says_how_long_it_is(pages: Pages, site: Site) -> None:
    text = "Bees fly. " * 100_000
    page = await pages.read(site.answers("/a.txt", says(text, "text/plain")))
    assert len(page.text) == MAX_PAGE_CHARS
    assert page.chars == len(text.strip())


async def test_a_page_of_a_million_elements_is_cut_before_it_takes_long(
    pages: Pages, site: Site
) -> None:
    body = "<html><body>" + "<p>Bees fly far.</p>" * 220_000 + "<p>The end."
    page = await pages.read(site.answers("/a", says(body)))
    assert page.text.count("Bees fly far.") > 10_000
    assert "The end." not in page.text
    assert page.chars > 3_000_000


@pytest.mark.parametrize("before", ["", "b='>'", '<script>a<b c="</script><p '])
async def test_a_tag_of_half_a_million_attributes_takes_no_time(
    pages: Pages, site: Site, before: str
) -> None:
    """One of fifty thousand took half a minute, and four times as much each time it doubled."""
    names = " ".join(f"a{n}" for n in range(500_000))
    body = f'<html><body><p>Bees fly far.</p><p {before} {names}>"</body></html>'
    page = await pages.read(site.answers("/a", says(body)))
    assert "Bees fly far." in page.text


async def test_usual_attributes_are_no_text(pages: Pages, site: Site) -> None:
    tag = """<p class="a b" x-if="1 > 0" data-a='{"b": "<c>"}' hidden id=p lang = 'en' />"""
    body = f"<html><body><article>{tag}" + "They fly far. " * 20 + "<br/>a <b</article></body>"
    text = (await pages.read(site.answers("/a", says(body)))).text
    assert text.startswith("They fly far.")
    assert "class" not in text


async def test_a_page_with_a_title_only_in_its_heading_has_that(pages: Pages, site: Site) -> None:
    body = "<html><body><article><h1>Bees</h1><p>" + "They fly far. " * 20 + "</p></article></body>"
    assert (await pages.read(site.answers("/a", says(body)))).title == "Bees"


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        ("<html><body></body></html>", "text/html", "no text"),
        ("", "text/html", "no text"),
        ("", "text/plain", "no text"),
        ("%PDF-1.7 broken", "application/pdf", "damaged"),
        ("GIF89a", "image/gif", "no page, text or PDF"),
        ('{"a": 1}', "application/json", "no page, text or PDF"),
    ],
)
async def test_what_has_no_text_is_refused_in_one_sentence(
    pages: Pages, site: Site, body: str, kind: str, why: str
) -> None:
    assert why in await refusal(pages, site.answers("/a", says(body, kind)))


async def test_an_answer_without_a_kind_is_refused(pages: Pages, site: Site) -> None:
    async def bare(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nBees")
        request.transport.close()
        return web.Response()

    assert "no page, text or PDF" in await refusal(pages, site.answers("/a", bare))


@pytest.mark.parametrize("status", [204, 304, 401, 403, 404, 429, 500, 503])
async def test_a_site_that_answers_otherwise_is_quoted(
    pages: Pages, site: Site, status: int
) -> None:
    address = site.answers("/a", says("", status=status))
    assert await refusal(pages, address) == f"The site site.example answered with {status}."


async def test_a_page_over_the_bound_is_not_read_to_its_end(pages: Pages, site: Site) -> None:
    sent = 0

    async def endless(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        while not site.ends.is_set():
            await response.write(b"x" * 65_536)
            sent += 65_536
        return response

    assert "over 5 MB" in await refusal(pages, site.answers("/a", endless))
    assert sent < 4 * MAX_BYTES


async def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(pages: Pages, site: Site) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    assert len(bomb) < MAX_BYTES
    assert "over 5 MB" in await refusal(
        pages, site.answers("/a", says(bomb, Content_Encoding="gzip"))
    )


@pytest.mark.parametrize("packing", ["br", "zstd", "gzip, gzip"])
async def test_a_page_packed_in_another_way_is_refused(
    pages: Pages, site: Site, packing: str
) -> None:
    why = await refusal(pages, site.answers("/a", says("x", Content_Encoding=packing)))
    assert "packed in an unknown way" in why


async def test_a_damaged_packing_is_refused(pages: Pages, site: Site) -> None:
    address = site.answers("/a", says("no gzip at all", Content_Encoding="gzip"))
    assert "damaged" in await refusal(pages, address)


async def test_a_page_that_takes_too_long_is_given_up(site: Site, names: Names) -> None:
    async with open_pages(rules(site), resolver=names, seconds=0.2) as pages:
        why = await refusal(pages, site.answers("/a", site.hangs()))
    assert why == "The page took over 0.2 seconds."


async def test_a_page_that_comes_in_drops_is_given_up_too(site: Site, names: Names) -> None:
    async def drops(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        while not site.ends.is_set():
            await response.write(b"x")
            await asyncio.sleep(0.02)
        return response

    async with open_pages(rules(site), resolver=names, seconds=0.2) as pages:
        assert "took over" in await refusal(pages, site.answers("/a", drops))


async def test_redirects_are_followed_and_the_page_has_its_last_address(
    pages: Pages, site: Site
) -> None:
    end = site.answers("/end", says(ARTICLE))
    site.answers("/2", leads(end, status=308))
    site.answers("/1", leads("/2", status=301))
    page = await pages.read(site.answers("/0", leads("1")))
    assert page.address == end


async def test_a_page_that_leads_on_and_on_is_given_up(pages: Pages, site: Site) -> None:
    assert "on and on" in await refusal(pages, site.answers("/a", leads("/a")))
    assert len(site.requests) == 1 + MAX_REDIRECTS


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.2:{port}/secret",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]:{port}/secret",
        "http://inside.example:{port}/secret",
        "http://2130706433:{port}/secret",
        "file:///etc/passwd",
        "http://site.example:6379/",
        "http://ana:b@site.example:{port}/secret",
    ],
)
async def test_a_redirect_into_the_own_network_is_not_followed(site: Site, location: str) -> None:
    names = Names(site=[HERE], inside=["127.0.0.2"])
    async with open_pages(rules(site), resolver=names) as pages:
        address = site.answers("/a", leads(location.format(port=site.port)))
        await refusal(pages, address)
    assert [request.path for request in site.requests] == ["/a"]


@pytest.mark.parametrize(
    "inside", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1"]
)
async def test_a_name_that_leads_inside_is_refused(site: Site, inside: str) -> None:
    public_only = Rules(ports={site.port})
    async with open_pages(public_only, resolver=Names(site=[inside])) as pages:
        why = await refusal(pages, site.answers("/a", says(ARTICLE)))
    assert why == "Only public addresses are read."
    assert not site.requests


async def test_a_name_with_an_address_inside_is_reached_by_the_other_one_only(site: Site) -> None:
    names = Names(site=[f"10.0.0.1 {HERE} 192.168.0.1"])
    async with open_pages(rules(site), resolver=names) as pages:
        await pages.read(site.answers("/a", says(ARTICLE)))
    assert len(site.requests) == 1


async def test_a_name_that_leads_elsewhere_the_second_time_is_checked_the_second_time(
    site: Site,
) -> None:
    """A name server of an attacker gives a good address first, and then one inside."""
    names = Names(site=[HERE, "127.0.0.2"])
    async with open_pages(rules(site), resolver=names) as pages:
        address = site.answers("/a", says(ARTICLE))
        await pages.read(address)
        assert await refusal(pages, address) == "Only public addresses are read."
    assert names.asked == ["site.example"] * 2
    assert len(site.requests) == 1


async def test_without_rules_of_a_test_nothing_on_this_machine_is_read(site: Site) -> None:
    """The proxies of the environment are not asked either."""
    async with open_pages() as pages:
        assert await refusal(pages, f"http://{HERE}/") == "Only public addresses are read."
        assert await refusal(pages, "http://localhost/") == "Only public addresses are read."
        assert "ports" in await refusal(pages, site.url("/a"))
    assert not site.requests


async def test_a_proxy_of_the_environment_is_not_used(
    pages: Pages, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    await pages.read(site.answers("/a", says(ARTICLE)))


async def test_a_site_that_is_not_there_is_said_to_be_so(pages: Pages, site: Site) -> None:
    assert await refusal(pages, "https://nowhere.example/") == (
        "The site nowhere.example does not answer."
    )
    closed = Rules(ports={1}, extra={ip_address(HERE)})
    async with open_pages(closed) as other:
        assert "does not answer" in await refusal(other, f"http://{HERE}:1/")
    assert not site.requests


async def test_a_connection_that_breaks_off_is_said_to_be_so(pages: Pages, site: Site) -> None:
    async def breaks(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={"Content-Type": "text/html", "Content-Length": "5000"}
        )
        await response.prepare(request)
        await response.write(b"<p>half")
        assert request.transport is not None
        request.transport.abort()
        return response

    assert "does not answer" in await refusal(pages, site.answers("/a", breaks))


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 20_000,
        "<a href='" * 5_000,
        "<!--" * 1_000,
        "\0\1\2<p>x",
        "]]>" * 100,
        "&#x110000;",
    ],
)
async def test_whatever_a_page_is_made_of_it_is_a_text_or_refused(
    pages: Pages, site: Site, body: str
) -> None:
    address = site.answers("/a", says(body))
    try:
        page = await pages.read(address)
    except SourceError:
        return
    assert page.text
    assert "\0" not in page.text
