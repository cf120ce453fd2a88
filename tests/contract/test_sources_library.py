"""A folder of documents: what is in it is found, now, and nothing beside it."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from graphs.library import FOLDER
from graphs.sources import Found, SourceError
from graphs.sources import folder as folders
from graphs.sources import library as libraries
from graphs.sources.documents import MAX_BYTES
from graphs.sources.library import Library, index_of, open_library
from graphs.sources.protocol import MAX_PAGE_CHARS
from tests.unit.test_graphs_documents import pdf, word

HEAT = "# Heat pumps\n\nA heat pump takes heat from the air.\n\n## Costs\n\nIt costs 12,000 euros."
BEES = "# Bees\n\nBees live in cities, and few of them harm anybody."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documents"
    made.mkdir()
    (made / "heat.md").write_text(HEAT)
    (made / "bees.txt").write_text(BEES)
    return made


@pytest.fixture
async def library(folder: Path, tmp_path: Path) -> AsyncIterator[Library]:
    async with open_library(folder, index=tmp_path / "cache" / "index.sqlite3") as opened:
        yield opened


async def found(library: Library, query: str, *, most: int = 5) -> list[str]:
    return [hit.address for hit in await library.search(query, most=most)]


async def test_a_hit_has_an_address_a_title_and_the_passage_that_fits(library: Library) -> None:
    [hit] = await library.search("What does a heat pump cost?")
    assert hit == Found(
        address="library:heat.md", title="Heat pumps", snippet="Costs: It costs 12,000 euros."
    )
    page = await library.read(hit.address)
    assert (page.title, page.text, page.chars) == ("Heat pumps", HEAT, len(HEAT))


async def test_a_title_weighs_more_than_a_word_in_passing(library: Library, folder: Path) -> None:
    (folder / "other.md").write_text("# Gardens\n\nSome have a heat pump, and most have not.")
    assert await found(library, "heat pump") == ["library:heat.md", "library:other.md"]


async def test_the_snippet_is_from_the_right_place_of_a_long_document(
    library: Library, folder: Path
) -> None:
    filler = "\n\n".join(f"Paragraph {n} is about the weather in general." for n in range(500))
    (folder / "long.md").write_text(f"# Long\n\n{filler}\n\nMarmots whistle.\n\n{filler}")
    [hit] = await library.search("marmots")
    assert "Marmots whistle." in hit.snippet
    assert len(hit.snippet) <= 1_000


async def test_each_document_is_found_once_however_often_it_fits(
    library: Library, folder: Path
) -> None:
    (folder / "many.md").write_text("\n\n".join(["Marmots whistle. " * 30] * 20))
    assert await found(library, "marmots") == ["library:many.md"]


async def test_what_does_not_fit_is_not_found(library: Library) -> None:
    assert await found(library, "quantum computing for heat engines in finance") == []
    assert await found(library, "") == []


async def test_a_long_question_finds_what_has_a_few_of_its_words(library: Library) -> None:
    question = "What are the main benefits and drawbacks of a heat pump for owners in practice?"
    assert await found(library, question) == ["library:heat.md"]


@pytest.mark.parametrize(
    "question", ["remote work from other cities for software teams", "量子计算的应用前景"]
)
async def test_one_word_in_common_with_a_long_question_is_no_hit(
    library: Library, folder: Path, question: str
) -> None:
    (folder / "zh.md").write_text("# 热泵\n\n热泵的应用很广。")
    assert await found(library, question) == []


async def test_no_more_is_given_than_was_asked_for(library: Library, folder: Path) -> None:
    for n in range(8):
        (folder / f"{n}.md").write_text(f"# Marmots {n}\n\nMarmots whistle.")
    assert len(await found(library, "marmots", most=3)) == 3
    assert len(await found(library, "marmots", most=20)) == 8


async def test_files_of_each_kind_are_read(library: Library, folder: Path) -> None:
    inner = folder / "more" / "inside"
    inner.mkdir(parents=True)
    (inner / "a.pdf").write_bytes(pdf("Marmots whistle."))
    (inner / "b.docx").write_bytes(word(lambda it: it.add_paragraph("Marmots whistle.")))
    (inner / "c.html").write_text("<h1>Marmots</h1><p>They whistle.</p>")
    (inner / "土拨鼠 d.txt").write_text("Marmots whistle.")
    (inner / "e.png").write_text("Marmots whistle.")
    names = ["a.pdf", "b.docx", "c.html", "土拨鼠 d.txt"]
    addresses = [f"library:more/inside/{name}" for name in names]
    assert sorted(await found(library, "marmots whistle")) == addresses
    for address in addresses:
        assert "whistle" in (await library.read(address)).text


async def test_what_changes_in_the_folder_is_seen_by_the_next_search(
    library: Library, folder: Path
) -> None:
    assert await found(library, "marmots") == []
    (folder / "new.md").write_text("Marmots whistle.")
    assert await found(library, "marmots") == ["library:new.md"]
    (folder / "new.md").write_text("Badgers dig.")
    assert await found(library, "marmots") == []
    assert await found(library, "badgers") == ["library:new.md"]
    (folder / "new.md").rename(folder / "newer.md")
    assert await found(library, "badgers") == ["library:newer.md"]
    (folder / "newer.md").unlink()
    assert await found(library, "badgers") == []


async def test_files_that_did_not_change_are_not_read_again(folder: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    async with open_library(folder, index=index) as library:
        assert await found(library, "heat pump")
    before = (folder / "heat.md").stat()
    async with open_library(folder, index=index) as library:
        with capture_logs() as logs:
            assert await found(library, "heat pump") == ["library:heat.md"]
    assert not logs
    assert (folder / "heat.md").stat().st_mtime_ns == before.st_mtime_ns
    rows = sqlite3.connect(index)
    assert rows.execute("SELECT max(rowid), count(*) FROM passage").fetchone() == (3, 3)
    rows.close()


async def test_a_file_that_cannot_be_read_is_left_out_and_logged_once(
    library: Library, folder: Path
) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    (folder / "locked.pdf").write_bytes(pdf("Bees.", owner="a", reader="b"))
    (folder / "empty.md").write_text("")
    with (folder / "huge.txt").open("wb") as huge:
        huge.truncate(MAX_BYTES + 1)
    with capture_logs() as logs:
        assert await found(library, "bees in cities") == ["library:bees.txt"]
        assert await found(library, "bees in cities") == ["library:bees.txt"]
    told = {entry["document"]: entry["why"] for entry in logs}
    assert told == {
        "broken.pdf": "is damaged, or is not what its name says",
        "empty.md": "has no text in it",
        "huge.txt": "is over 20 MB",
        "locked.pdf": "is protected by a password",
    }
    assert len(logs) == 4
    stock = await library.stock()
    assert (stock.documents, stock.troubles) == (2, told)
    with pytest.raises(SourceError, match="protected by a password") as raised:
        await library.read("library:locked.pdf")
    assert raised.value.said("zh") == "资料库里的一份文档无法使用：有密码保护。"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_a_file_without_permission_is_read_once_it_has_it(
    library: Library, folder: Path
) -> None:
    secret = folder / "secret.md"
    secret.write_text("Marmots whistle.")
    secret.chmod(0)
    assert await found(library, "marmots") == []
    secret.chmod(0o600)
    assert await found(library, "marmots") == ["library:secret.md"]


async def test_links_are_not_followed_and_hidden_files_left_out(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("Marmots whistle.")
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "links").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    (folder / "inside.md").symlink_to(folder / "heat.md")
    (folder / ".hidden.md").write_text("Marmots whistle.")
    (folder / ".git").mkdir()
    (folder / ".git" / "a.md").write_text("Marmots whistle.")
    assert await found(library, "marmots") == []
    assert await found(library, "heat pump") == ["library:heat.md"]
    for path in ("link.md", "links/secret.md", "loop/heat.md", "inside.md", ".hidden.md"):
        with pytest.raises(SourceError, match="no such document"):
            await library.read(f"library:{path}")


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "..",
        "../outside.md",
        "more/../heat.md",
        "./heat.md",
        "/etc/passwd",
        "//heat.md",
        "heat.md/",
        "heat.md\0.txt",
        "more",
        "nothing.md",
        "a" * 5_000,
        "\ud800.md",
        "~/heat.md",
        "%2e%2e/outside.md",
    ],
)
async def test_a_path_that_no_search_gives_is_not_read(
    library: Library, folder: Path, path: str
) -> None:
    (folder.parent / "outside.md").write_text("Secret.")
    (folder / "more").mkdir()
    with pytest.raises(SourceError, match="no such document"):
        await library.read(f"library:{path}")


@pytest.mark.parametrize("address", ["heat.md", "https://example.org/", "Library:heat.md", ""])
async def test_an_address_of_another_kind_is_not_read(library: Library, address: str) -> None:
    with pytest.raises(SourceError, match="no address in the library"):
        await library.read(address)


async def test_a_long_document_is_cut_and_says_how_long_it_is(
    library: Library, folder: Path
) -> None:
    (folder / "long.txt").write_text("Bees fly. " * 100_000)
    page = await library.read("library:long.txt")
    assert (len(page.text), page.chars) == (MAX_PAGE_CHARS, 999_999)


async def test_names_that_cannot_be_shown_are_left_out(library: Library, folder: Path) -> None:
    (folder / "two\nlines.md").write_text("Marmots whistle.")
    (folder / os.fsdecode(b"\xff.md")).write_text("Marmots whistle.")
    assert await found(library, "marmots") == []


async def test_a_folder_that_is_gone_is_said_to_be_so_and_found_again(
    library: Library, folder: Path
) -> None:
    assert await found(library, "heat pump")
    away = folder.with_name("away")
    shutil.move(folder, away)
    with pytest.raises(SourceError, match="cannot be read"):
        await library.search("heat pump")
    shutil.move(away, folder)
    assert await found(library, "heat pump") == ["library:heat.md"]


async def test_a_damaged_index_is_made_anew(folder: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    index.write_bytes(b"no database at all, but long enough to look at" * 50)
    async with open_library(folder, index=index) as library:
        assert await found(library, "heat pump") == ["library:heat.md"]


async def test_an_index_that_has_no_place_is_kept_in_memory(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with capture_logs() as logs:
        async with open_library(folder, index=tmp_path / "file" / "index.sqlite3") as library:
            assert await found(library, "heat pump") == ["library:heat.md"]
    assert [entry["event"] for entry in logs] == ["library.index_in_memory"]


async def test_an_index_that_another_process_holds_is_an_error_of_the_source(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    await found(library, "heat pump")
    other = sqlite3.connect(tmp_path / "cache" / "index.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await library._done(lambda: library._index._database.execute("PRAGMA busy_timeout = 1"))
    (folder / "new.md").write_text("Marmots whistle.")
    with pytest.raises(SourceError, match="index of the library cannot be used"):
        await library.search("marmots")
    other.execute("ROLLBACK")
    other.close()
    assert await found(library, "marmots") == ["library:new.md"]


async def test_two_processes_can_have_the_same_index(folder: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    async with open_library(folder, index=index) as one, open_library(folder, index=index) as two:
        both = await asyncio.gather(*(found(library, "heat pump") for library in (one, two) * 5))
        assert both == [["library:heat.md"]] * 10
        (folder / "heat.md").unlink()
        assert await found(one, "heat pump") == []
        assert await found(two, "heat pump") == []


def test_each_folder_has_an_index_of_its_own(tmp_path: Path) -> None:
    one, two = index_of(tmp_path / "one", caches=tmp_path), index_of(tmp_path, caches=tmp_path)
    assert one != two
    assert one == index_of(tmp_path / "two" / ".." / "one", caches=tmp_path)


async def test_many_new_documents_are_taken_in_over_several_searches(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries, "INDEXING_S", -1.0)
    assert await found(library, "heat pump") == []
    monkeypatch.undo()
    assert await found(library, "heat pump") == ["library:heat.md"]


async def test_a_folder_of_too_many_files_has_its_first_ones(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MAX_FILES", 1)
    with capture_logs() as logs:
        assert await found(library, "bees in cities") == ["library:bees.txt"]
        assert await found(library, "heat pump") == []
    assert {entry["event"] for entry in logs} == {"library.too_many"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(), max_size=80))
async def test_any_question_has_an_answer_and_no_address_leads_outside(
    library: Library, text: str
) -> None:
    for hit in await library.search(text):
        await library.read(hit.address)
    try:
        page = await library.read(f"library:{text}")
    except SourceError:
        return
    assert page.text in {HEAT, BEES}


SHIPPED = [
    ("How do bees find food through the year in a city?", "bees/food-through-the-year.md"),
    ("Which flow temperature do old radiators need?", "heat-pumps/radiators-and-flow-"),
    ("What does a heat pump in an old house cost?", "heat-pumps/what-it-costs.md"),
    ("老房子能用热泵吗", "heat-pumps/老房子里的热泵.md"),
    ("热泵的噪音", "heat-pumps/热泵的噪音和费用.md"),
    ("野蜂", "bees/城市里的野蜂.md"),
]


@pytest.mark.parametrize(("question", "answer"), SHIPPED)
async def test_the_documents_that_come_along_answer_different_questions(
    question: str, answer: str
) -> None:
    async with open_library(FOLDER) as library:
        assert any(answer in address for address in (await found(library, question))[:2])


async def test_the_documents_that_come_along_are_all_readable_and_two_are_one_work() -> None:
    async with open_library(FOLDER) as library:
        stock = await library.stock()
        hits = await library.search("Which flowers help city bees through the year?", most=20)
    assert stock.troubles == {}
    assert stock.documents >= 20
    titles = [hit.title for hit in hits]
    assert len(titles) == len(set(titles)) + 1
