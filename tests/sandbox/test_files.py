"""The addresses of files: by name and type, for apps and for people, whatever the name is."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox
from tests.sandbox.blocks import Json

PNG = b"\x89PNG\r\n\x1a\n\x00\xff"


@pytest.fixture
async def session(sandbox: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Authorization": f"Bearer {sandbox.bot_token}"}
    async with aiohttp.ClientSession(headers=headers) as it:
        yield it


async def uploaded(client: AsyncWebClient, name: str, content: bytes = b"hello") -> Json:
    sent = await client.files_upload_v2(channel="C0000TEAM00", filename=name, content=content)
    info: Json = (await client.files_info(file=sent["file"]["id"]))["file"]
    return info


NAMES = ["a/b.txt", "../../x", "..", "/", "a b?c=d#e.txt", "%2e%2e%2f", "报告.md", "x" * 300, "\\a"]


@pytest.mark.parametrize("name", NAMES)
async def test_every_name_leads_to_the_file_and_nowhere_else(
    client: AsyncWebClient, session: aiohttp.ClientSession, name: str
) -> None:
    file = await uploaded(client, name)
    assert file["name"] == name
    for address in (file["url_private"], file["url_private_download"], file["permalink"]):
        async with session.get(address) as response:
            assert (response.status, await response.text()) == (200, "hello")
    assert file["id"] in file["url_private"]


TYPES: dict[str, tuple[bytes, str, str]] = {
    "a.txt": (b"x", "text/plain", "text"),
    "A.MD": (b"x", "text/plain", "markdown"),
    "a.py": (b"x", "text/plain", "python"),
    "a.html": (b"<script>", "text/plain", "html"),
    "a.csv": (b"x", "text/plain", "csv"),
    "a.yml": (b"x", "text/plain", "yaml"),
    "notes": (b"x", "text/plain", "text"),
    "data": (PNG, "application/octet-stream", "binary"),
    "a.json": (b"{}", "application/json", "json"),
    "a.pdf": (b"%PDF", "application/pdf", "pdf"),
    "a.png": (PNG, "image/png", "png"),
    "a.jpeg": (PNG, "image/jpeg", "jpg"),
    "a.svg": (b"<svg>", "image/svg+xml", "svg"),
    "a.txt.gz": (b"\x1f\x8b", "application/octet-stream", "gz"),
    "data:text/html,x": (PNG, "application/octet-stream", "binary"),
}


@pytest.mark.parametrize("name", TYPES)
async def test_the_type_of_a_file_is_guessed_and_it_is_served_as_text_or_as_bytes(
    client: AsyncWebClient, session: aiohttp.ClientSession, name: str
) -> None:
    content, mimetype, filetype = TYPES[name]
    file = await uploaded(client, name, content)
    assert (file["mimetype"], file["filetype"]) == (mimetype, filetype)
    async with session.get(file["url_private_download"]) as response:
        served = "text/plain" if mimetype == "text/plain" else "application/octet-stream"
        assert (response.content_type, await response.read()) == (served, content)
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in response.headers["Content-Security-Policy"]


async def test_people_open_a_file_by_its_permalink_without_a_token(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    file = await uploaded(client, "a.txt")
    gone = f"{sandbox.page_url}files/U0/F0/a.txt"
    async with aiohttp.ClientSession() as browser:
        async with browser.get(file["permalink"]) as response:
            assert (response.status, await response.text()) == (200, "hello")
        async with browser.get(file["url_private"]) as response:
            assert (response.status, response.content_type) == (200, "text/html")
            assert [hop.status for hop in response.history] == [302]
        async with browser.get(gone) as response:
            assert response.status == 404


async def test_a_file_says_where_it_is(client: AsyncWebClient) -> None:
    file = await uploaded(client, "a.txt")
    assert (file["channels"], file["groups"], file["ims"]) == (["C0000TEAM00"], [], [])
    assert (file["is_public"], file["mode"]) == (True, "hosted")
    sent = await client.files_upload_v2(
        channel=(await client.conversations_open(users="U0000000ANA"))["channel"]["id"],
        filename="b.txt",
        content="x",
    )
    direct = (await client.files_info(file=sent["file"]["id"]))["file"]
    assert (direct["channels"], len(direct["ims"]), direct["is_public"]) == ([], 1, False)
