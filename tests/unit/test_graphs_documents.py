"""The text of documents, whatever is in the file."""

import io
import zipfile
from collections.abc import Callable

import docx
import pypdf
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from graphs.sources import pdf_files
from graphs.sources.documents import (
    MAX_BYTES,
    MAX_CHARS,
    MAX_PAGES,
    SUFFIXES,
    DocumentError,
    Kind,
    refusal,
    text_of,
)

MIXED = "会议记录：Login v2 已经上线，下周三发布。"
FRENCH = "L'élève était déjà à l'école. Très sûr, n'est-ce pas?"


def word(build: Callable[[docx.document.Document], object]) -> bytes:
    made, kept = docx.Document(), io.BytesIO()
    build(made)
    made.save(kept)
    return kept.getvalue()


def pdf(*pages: str, owner: str = "", reader: str = "") -> bytes:
    """A PDF whose pages show these lines of ASCII; who may change it, and read it, knows a word."""
    made, kept = pypdf.PdfWriter(), io.BytesIO()
    for text in pages:
        page = made.add_blank_page(600, 800)
        font = DictionaryObject({NameObject("/F1"): _FONT})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): font})
        content = DecodedStreamObject()
        content.set_data(f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET".encode("ascii"))
        page[NameObject("/Contents")] = made._add_object(content)
    if owner:
        made.encrypt(reader, owner, algorithm="RC4-128")
    made.write(kept)
    return kept.getvalue()


_FONT = DictionaryObject(
    {
        NameObject("/Type"): NameObject("/Font"),
        NameObject("/Subtype"): NameObject("/Type1"),
        NameObject("/BaseFont"): NameObject("/Helvetica"),
    }
)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain", "plain"),
        (MIXED.encode(), MIXED),
        (b"\xef\xbb\xbf" + MIXED.encode(), MIXED),
        (MIXED.encode("utf-16"), MIXED),
        (b"\xfe\xff" + MIXED.encode("utf-16-be"), MIXED),
        (MIXED.encode("gb18030"), MIXED),
        (FRENCH.encode("cp1252"), FRENCH),
        ("naïve café".encode("cp1252"), "naïve café"),
        (b"one\r\ntwo\rthree  \n\n\n\nfour\x07\n", "one\ntwo\nthree\n\nfour"),
    ],
)
def test_a_text_is_read_in_the_encoding_that_it_is_in(data: bytes, text: str) -> None:
    assert text_of("notes.txt", data) == text
    assert text_of("NOTES.MD", data) == text


def test_subtitles_are_read_as_who_says_what() -> None:
    cues = (
        "WEBVTT - call\n\nNOTE not said\n\nSTYLE\n::cue{}\n\n"
        "1\n00:00:01.000 --> 00:00:03.000 align:start\n<v Ana Li>We <i>ship</i>\n"
        "on Friday &amp; rest</v>\n\nname\n00:04.000 --> 00:05.000\n<v.loud Ben>Good.</v>\n"
        "<v Ana Li>Then\n\n"
        "00:06.000 --> 00:07.000\nBen: 3 < 4\n"
    )
    said = "Ana Li: We ship on Friday & rest\nBen: Good.\nAna Li: Then\nBen: 3 < 4"
    assert text_of("call.vtt", cues.encode()) == said


def test_subrip_loses_its_numbers_and_times() -> None:
    cues = "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<b>Ana:</b> Hello\r\nall\r\n\r\n2\r\n"
    cues += "00:00:03,000 --> 00:00:04,000\r\n12 of us\r\n"
    assert text_of("call.srt", cues.encode()) == "Ana: Hello all\n12 of us"


def test_a_page_is_read_as_it_is_seen() -> None:
    page = (
        "<html><head><title>Unseen</title><style>p {}</style></head><body><h1>Big\n title</h1>"
        "<p>One <b>bold</b> word<br>next<script>run()</script> line</p><!-- unseen -->"
        "<ul><li>first<li>second</ul><table><tr><th>a<th>b</tr><tr><td>1</td><td>2</td></tr>"
        "</table>after<pre>x\n   y</pre></body></html>"
    )
    assert text_of("page.html", page.encode()) == (
        "Big title\n\nOne bold word\nnext line\n\nfirst\nsecond\n\na | b\n1 | 2\nafter\nx\n   y"
    )


def test_a_tag_with_hundreds_of_attributes_is_read_as_text() -> None:
    many = " ".join(f"a{n}" for n in range(300))
    assert text_of("page.html", f"<p>Before</p><p {many}>After</p>".encode()).startswith(
        "Before\n<p a0 a1 a2"
    )
    few = " ".join(f"a{n}" for n in range(30))
    assert text_of("page.html", f"<p {few}>After</p>".encode()) == "After"


def test_a_page_says_its_encoding_itself() -> None:
    page = '<meta charset="big5"><p>會議紀錄'.encode("big5")
    assert text_of("page.htm", page) == "會議紀錄"


def test_a_word_document_is_read_in_its_order_with_rows_on_one_line() -> None:
    def build(made: docx.document.Document) -> None:
        made.add_heading("Minutes")
        made.add_paragraph("One\ttab\nbreak")
        table = made.add_table(2, 2)
        for cell, text in zip(table._cells, ("a", "b", "c\nc2", "d"), strict=True):
            cell.text = text
        made.add_paragraph("会议")

    assert text_of("a.docx", word(build)) == "Minutes\nOne\ttab\nbreak\na | b\nc\nc2 | d\n会议"


def test_tracked_insertions_of_a_word_document_are_text_and_deletions_are_none() -> None:
    def build(made: docx.document.Document) -> None:
        made.element.body.insert(
            0,
            parse_xml(
                f"<w:p {nsdecls('w')}><w:r><w:t>kept </w:t></w:r><w:ins><w:r><w:t>added</w:t></w:r>"
                "</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
            ),
        )

    assert text_of("a.docx", word(build)) == "kept added"


def test_a_pdf_is_read_page_by_page() -> None:
    assert text_of("a.pdf", pdf("First page", "Second page")) == "First page\n\nSecond page"


def printed(shapes: str) -> bytes:
    """A PDF as browsers print it: each code of its font is a shape, and says which character."""
    made, kept = pypdf.PdfWriter(), io.BytesIO()
    pairs = "\n".join(f"<{n:02X}> <{ord(c):04X}>" for n, c in enumerate(shapes, start=1))
    mapping, content = DecodedStreamObject(), DecodedStreamObject()
    mapping.set_data(
        f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        f"{len(shapes)} beginbfchar\n{pairs}\nendbfchar endcmap".encode("ascii")
    )
    codes = "".join(f"{n:02X}" for n in range(1, len(shapes) + 1))
    content.set_data(f"BT /F1 12 Tf 50 700 Td <{codes}> Tj ET".encode("ascii"))
    page = made.add_blank_page(600, 800)
    font = DictionaryObject({**_FONT, NameObject("/ToUnicode"): made._add_object(mapping)})
    fonts = DictionaryObject({NameObject("/F1"): font})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    page[NameObject("/Contents")] = made._add_object(content)
    made.write(kept)
    return kept.getvalue()


@pytest.mark.parametrize(
    ("shapes", "written"),
    [
        ("I will ﬁx the oﬃce ﬂoor.", "I will fix the office floor."),
        ("发布⽇期：12⽉4⽇，⽤⼾⼀致同意！", "发布日期：12月4日，用户一致同意！"),
        ("组⻓看⻚⾯，⾏吗？", "组长看页面，行吗？"),
        ("½ ① ２ Ⅳ ™", "½ ① ２ Ⅳ ™"),
    ],
)
def test_a_printed_page_is_read_as_it_was_written(shapes: str, written: str) -> None:
    assert text_of("a.pdf", printed(shapes)) == written


def test_a_pdf_that_only_its_owner_may_change_is_read_all_the_same() -> None:
    assert text_of("a.pdf", pdf("Open to read", owner="word")) == "Open to read"


def bomb() -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", b" " * (21 * 1024 * 1024))
    return kept.getvalue()


def locked_zip() -> bytes:
    data = bytearray(word(lambda made: made.add_paragraph("x")))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


REFUSED: dict[str, tuple[str, bytes, Kind]] = {
    "a program": ("a.exe", b"MZ", "unknown"),
    "no suffix": ("README", b"text", "unknown"),
    "an older Word": ("a.doc", b"\xd0\xcf\x11\xe0", "unknown"),
    "nothing": ("a.txt", b"", "empty"),
    "blanks": ("a.md", b" \n\t ", "empty"),
    "only times": ("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\n", "empty"),
    "a page of scripts": ("a.html", b"<script>x</script>", "empty"),
    "a Word file without words": ("a.docx", word(lambda _: None), "empty"),
    "a scan": ("a.pdf", pdf(""), "empty"),
    "bytes": ("a.txt", bytes(range(256)), "broken"),
    "half a mark": ("a.txt", b"\xff\xfea", "broken"),
    "no zip": ("a.docx", b"PK\x03\x04", "broken"),
    "another zip": ("a.docx", b"PK\x05\x06" + bytes(18), "broken"),
    "no PDF": ("a.pdf", b"%PDF-1.7 and no more", "broken"),
    "a locked PDF": ("a.pdf", pdf("x", owner="word", reader="word"), "encrypted"),
    "a locked Word": ("a.docx", b"\xd0\xcf" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    "a locked zip": ("a.docx", locked_zip(), "encrypted"),
    "a zip bomb": ("a.docx", bomb(), "too_long"),
    "many pages": ("a.pdf", pdf(*("x" for _ in range(MAX_PAGES + 1))), "too_long"),
    "many elements": ("a.html", b"<p>x" * 450_000, "too_long"),
    "many table cells": ("a.html", b"<td>x" * 110_000, "too_long"),
    "many cues": ("a.vtt", b"00:00.000 --> 00:01.000\nx\n\n" * 100_001, "too_long"),
    "many markers": ("a.srt", b"<v " * 4_000_000, "too_long"),
    "many characters": ("a.txt", b"x" * (MAX_CHARS + 1), "too_long"),
    "many bytes": ("a.txt", b"x" * (MAX_BYTES + 1), "too_big"),
}


@pytest.mark.parametrize(("name", "data", "kind"), REFUSED.values(), ids=REFUSED)
def test_a_file_without_a_text_is_refused_with_its_kind(name: str, data: bytes, kind: Kind) -> None:
    with pytest.raises(DocumentError) as caught:
        text_of(name, data)
    assert caught.value.kind == kind


def test_long_runs_of_space_and_markers_cost_no_time() -> None:
    """Each took minutes with an expression that tries every beginning to every end."""
    assert text_of("a.txt", (b" " * 1_000 + b"x") * 1_500).count("x") == 1_500
    cue = b"00:00.000 --> 00:01.000\n" + b"<v " * 300_000
    assert text_of("a.vtt", cue).startswith("<v <v")


def test_a_pdf_that_takes_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_files, "MAX_SECONDS", -1.0)
    with pytest.raises(DocumentError) as caught:
        text_of("a.pdf", pdf("x"))
    assert caught.value.kind == "too_long"


def test_a_file_is_judged_by_name_and_size_before_it_is_read() -> None:
    assert refusal("a.PDF", 1) is None
    assert refusal("a.zip", 1) == "unknown"
    assert refusal("a.pdf", MAX_BYTES + 1) == "too_big"
    assert refusal("a.pdf", 0) == "empty"


@given(st.sampled_from(sorted(SUFFIXES)), st.binary(max_size=400))
def test_any_bytes_give_a_text_or_a_refusal(suffix: str, data: bytes) -> None:
    try:
        text = text_of(f"a{suffix}", data)
    except DocumentError:
        return
    assert text == text.strip()
    assert text.encode()
    assert "\r" not in text
