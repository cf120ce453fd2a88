"""Files in forms: people add them, the app gets them with the form and downloads them."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import Modal, NotPossibleError, Sandbox
from bot.sandbox.manifest import EVERY_SCOPE
from tests.sandbox.blocks import Json, field, modal, plain
from tests.sandbox.bolt import Kept, Running, running
from tests.sandbox.test_forms import asking
from tests.sandbox.test_page import do

ANA = "U0000000ANA"
ELEMENT: Json = {"type": "file_input", "action_id": "it", "filetypes": ["txt"], "max_files": 2}
FORM = modal(field(ELEMENT, block_id="files", label=plain("Files")), callback_id="form")


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
async def slack(kept: Kept) -> AsyncIterator[Running]:
    answers: list[Json] = [{"response_action": "errors", "errors": {"files": "No."}}, {}]
    async with running(asking(FORM, answers, kept)) as it:
        yield it


@pytest.fixture
async def browser(slack: Running) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(base_url=slack.sandbox.page_url) as session:
        yield session


async def opened(slack: Running) -> Modal:
    said = await slack.ws.slash("/form")
    assert said.modal
    return said.modal


def files_in(body: Json) -> list[Json]:
    state: Json = body["view"]["state"]["values"]["files"]["it"]
    assert state["type"] == "file_input"
    listed: list[Json] = state["files"]
    return listed


async def test_an_app_gets_the_files_of_a_form_and_downloads_them(
    slack: Running, kept: Kept, tmp_path: Path
) -> None:
    path = tmp_path / "b.md"
    path.write_text("two")
    form = await opened(slack)
    form.fill({"Files": [("a.txt", b"one"), path]})
    assert form.values == {"Files": ["a.txt", "b.md"]}
    await form.submit()
    assert form.errors == {"Files": "No."}
    await form.submit()  # what was added stays in the form
    first, second = files_in(kept.last)
    assert (first["name"], first["size"], first["filetype"], first["user"]) == (
        "a.txt",
        3,
        "text",
        ANA,
    )
    assert (second["mimetype"], second["mode"]) == ("text/plain", "hosted")
    headers = {"Authorization": f"Bearer {slack.sandbox.bot_token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for file, content in ((first, b"one"), (second, b"two")):
            async with session.get(file["url_private_download"]) as response:
                assert await response.read() == content


async def test_a_field_without_files_is_an_empty_list(slack: Running, kept: Kept) -> None:
    form = await opened(slack)
    await form.submit()
    assert form.errors == {"Files": "Please complete this required field."}
    form.fill({"Files": ("a.txt", b"one")}).fill({"Files": None})
    assert form.values == {"Files": []}
    assert kept.bodies == []


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([("a", b"1"), ("b", b"2"), ("c", b"3")], "at most 2"),
        ("nowhere/a.txt", "cannot be read"),
        (7, "is no path"),
        (("", b"1"), "needs a name"),
        (("..", b"1"), "needs a name"),
        (("x" * 256, b"1"), "needs a name"),
    ],
)
async def test_what_cannot_be_added_is_refused(slack: Running, given: object, says: str) -> None:
    form = await opened(slack)
    with pytest.raises(NotPossibleError, match=says):
        form.fill({"Files": given})
    assert form.values == {"Files": []}


async def test_the_page_uploads_a_file_and_sends_its_id(
    slack: Running, browser: aiohttp.ClientSession, kept: Kept
) -> None:
    await opened(slack)
    answer = await upload(browser, "会议.txt", b"one")
    assert answer["file"]["name"] == "会议.txt"
    values = {"files": [answer["file"]["id"]]}
    shown = await do(browser, "submit", values=values)
    assert shown["view"]["errors"] == {"files": "No."}
    assert shown["view"]["state"]["values"]["files"]["it"]["files"] == files_in(kept.last)
    again = await do(browser, "submit", values=values)
    assert again["view"] is None
    assert files_in(kept.last) == [answer["file"]]


async def test_nobody_sends_a_file_of_somebody_else(
    slack: Running, browser: aiohttp.ClientSession
) -> None:
    await opened(slack)
    answer = await upload(browser, "a.txt", b"one", as_="ben")
    sent = await do(browser, "submit", values={"files": [answer["file"]["id"]]})
    assert (sent["ok"], "has not uploaded" in sent["error"]) == (False, True)


async def upload(
    browser: aiohttp.ClientSession, name: str, content: bytes, *, as_: str = "ana"
) -> Json:
    async with browser.post(
        "/person/upload",
        params={"as": as_, "name": name},
        data=content,
        headers={"Content-Type": "application/octet-stream"},
    ) as response:
        answer: Json = await response.json()
        assert response.status == 200, answer
        return answer


@pytest.mark.parametrize(
    ("headers", "params", "status"),
    [
        ({"Content-Type": "text/plain"}, {"name": "a.txt"}, 415),
        ({"Content-Type": "application/octet-stream"}, {}, 400),
        ({"Content-Type": "application/octet-stream"}, {"name": "/"}, 400),
        ({"Content-Type": "application/octet-stream"}, {"name": "a", "as": "nobody"}, 400),
    ],
)
async def test_another_upload_is_refused_with_a_sentence(
    browser: aiohttp.ClientSession, headers: dict[str, str], params: dict[str, str], status: int
) -> None:
    async with browser.post(
        "/person/upload", params=params, data=b"x", headers=headers
    ) as response:
        answer = await response.json()
        assert (response.status, answer["ok"], bool(answer["error"])) == (status, False, True)


async def test_without_the_scope_a_download_leads_to_a_page() -> None:
    scopes = [scope for scope in EVERY_SCOPE if scope != "files:read"]
    manifest: Json = {
        "display_information": {"name": "Small"},
        "features": {"bot_user": {"display_name": "small"}},
        "oauth_config": {"scopes": {"bot": sorted(scopes)}},
        "settings": {"socket_mode_enabled": True, "interactivity": {"is_enabled": True}},
    }
    async with Sandbox(manifest) as sandbox, aiohttp.ClientSession() as session:
        ana = sandbox.world.person("ana")
        file = sandbox.interactions.uploads.add(ana, "a.txt", b"one")
        address = f"{sandbox.page_url}files-pri/{sandbox.world.team.id}-{file.id}/download/a.txt"
        for token in (sandbox.bot_token, "xoxb-wrong"):
            headers = {"Authorization": f"Bearer {token}"}
            async with session.get(address, headers=headers) as response:
                assert (response.content_type, response.history[0].status) == ("text/html", 302)
                assert "redir=%2Ffiles-pri%2F" in response.history[0].headers["Location"]
