"""Start forms that take a file: what its text becomes, and what is said of files without one."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import docx
import pypdf
import pytest

from bot import manifest
from bot.sandbox import Modal, Said
from tests.slack.bolt_office import TRANSPORTS, Office, Transport
from tests.slack.transcripts import BOTH_WAYS, MOST, WORKFLOWS, recorded, transcript_office

CUES = b"WEBVTT\n\n1\n00:00.000 --> 00:02.000\n<v Ana>We ship on Friday.\n"
READ = "Ana: We ship on Friday."
Given = Path | tuple[str, bytes]


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    chosen: Transport = request.param
    return chosen


@pytest.fixture
async def office(redis_url: str, transport: Transport) -> AsyncIterator[Office]:
    async with transcript_office(redis_url, transport=transport) as it:
        yield it


async def opened(office: Office, command: str = "/minutes", *, as_: str = "ana") -> Modal:
    said = await office.ws.slash(command, as_=as_)
    assert said.modal, said.text
    return said.modal


async def sent(office: Office, *, text: str = "", file: Given, as_: str = "ana") -> Modal:
    modal = await opened(office, as_=as_)
    await modal.fill({"Text": text, "File": file}).submit()
    return modal


def word(text: str) -> bytes:
    made, kept = docx.Document(), io.BytesIO()
    made.add_paragraph(text)
    made.save(kept)
    return kept.getvalue()


def locked_pdf() -> bytes:
    made, kept = pypdf.PdfWriter(), io.BytesIO()
    made.add_blank_page(100, 100)
    made.encrypt("secret", algorithm="RC4-128")
    made.write(kept)
    return kept.getvalue()


async def test_the_text_of_a_file_is_what_the_run_gets(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "call.vtt"
    path.write_bytes(CUES)
    modal = await opened(office)
    assert modal.fill({"File": path}).values == {"Text": None, "File": ["call.vtt"]} | {
        label: None for label in modal.inputs if label not in {"Text", "File"}
    }
    await modal.submit()
    assert not modal.is_open
    assert (await recorded(office)).inputs == {"transcript": READ}
    assert "1 lines" in (await office.result()).text


async def test_what_was_typed_stands_above_the_text_of_the_file(office: Office) -> None:
    await sent(office, text="About the launch", file=("会议.docx", word("我们周五发布。")))
    assert (await recorded(office)).inputs == {"transcript": "About the launch\n\n我们周五发布。"}


async def test_neither_text_nor_file_is_said_at_the_text_with_both_ways(office: Office) -> None:
    modal = await opened(office)
    await modal.submit()
    assert modal.errors == {"Text": BOTH_WAYS}
    await modal.fill({"Text": "We ship."}).submit()
    assert (await recorded(office)).inputs == {"transcript": "We ship."}


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (("plan.exe", b"MZ"), "“plan.exe” is of a kind that cannot be read"),
        (("no suffix", b"text"), "“no suffix” is of a kind"),
        (("empty.txt", b""), "“empty.txt” has no text"),
        (("blank.md", b" \n "), "“blank.md” has no text"),
        (("locked.pdf", locked_pdf()), "“locked.pdf” is protected by a password"),
        (("torn.docx", b"PK\x03\x04"), "“torn.docx” is damaged"),
        (("big.txt", b"x" * (20 * 1024 * 1024 + 1)), "“big.txt” is over 20 MB"),
        (("huge.txt", b"x" * 2_000_001), "“huge.txt” has more pages or text"),
        (("long.txt", b"x" * (MOST + 1)), "At most 2,000 characters. This has 2,001."),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
async def test_a_file_without_a_usable_text_is_named_with_the_reason_and_the_form_stays(
    office: Office, file: tuple[str, bytes], says: str
) -> None:
    modal = await sent(office, file=file)
    [said] = modal.errors.values()
    assert says in said
    assert [*modal.errors] == ["File"]
    assert modal.is_open
    assert await office.runs() == []
    await modal.fill({"File": ("notes.txt", b"We ship.")}).submit()
    assert (await recorded(office)).inputs == {"transcript": "We ship."}


async def test_typed_text_and_file_together_are_bounded(office: Office) -> None:
    modal = await sent(office, text="y" * 1_500, file=("a.txt", b"x" * 1_500))
    assert modal.errors == {"File": "At most 2,000 characters. This has 3,002."}


async def test_what_is_wrong_with_a_file_is_said_in_chinese(office: Office) -> None:
    modal = await sent(office, file=("图.png", b"x"), as_="chen")
    [said] = modal.errors.values()
    assert said.startswith("无法读取“图.png”这种文件。可以用：")


async def test_a_command_with_text_needs_no_file(office: Office) -> None:
    said: Said = await office.ws.slash("/minutes", text="We ship on Friday.")
    assert not said.modal
    assert (await recorded(office)).inputs == {"transcript": "We ship on Friday."}


async def test_a_command_that_fills_another_field_opens_the_form(office: Office) -> None:
    said = await office.ws.slash("/toned", text="friendly")
    assert said.modal
    assert said.modal.values["Tone"] == "friendly"
    await said.modal.fill({"File": ("a.txt", b"We ship.")}).submit()
    assert (await recorded(office)).inputs == {"tone": "friendly", "transcript": "We ship."}


async def test_without_the_scope_the_form_says_that_slack_did_not_hand_it_out(
    redis_url: str, transport: Transport
) -> None:
    app = manifest.parsed(manifest.render(WORKFLOWS))
    app["oauth_config"]["scopes"]["bot"].remove("files:read")
    async with transcript_office(redis_url, transport=transport, app=app) as office:
        modal = await sent(office, file=("a.txt", b"We ship."))
        assert modal.errors == {
            "File": "Slack did not hand out “a.txt”. Try again, or paste its text."
        }
