"""The index of a folder of documents: SQLite with FTS5, in a file or in memory.

Each document is there in passages. What is indexed are terms as digits (`terms.encoded`), so
no text can be taken for the index's own query language. It blocks, and is of one thread.
"""

import math
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from graphs.sources import terms
from graphs.sources.passages import passages

LAYOUT = 1
"""Counts up with the tables, and with what makes terms and passages: older files are left."""
FITS = 0.2
"""The share of a query, by what its terms tell, that a passage has to hold, and"""
FITTING_TERMS = 2
"""how many of them, where it asks for twice as many: one word in common is chance."""

_MOST_TELLING = 2.0
_OTHERS = 100
_TITLE_WEIGHT = 4.0
_CANDIDATES = 200
_BUSY_S = 5.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS document (
  path TEXT PRIMARY KEY, stamp TEXT NOT NULL, title TEXT NOT NULL, trouble TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS passage (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS passage_of ON passage (path);
CREATE VIRTUAL TABLE IF NOT EXISTS term USING fts5 (title, body, tokenize = 'ascii');
CREATE VIRTUAL TABLE IF NOT EXISTS frequency USING fts5vocab (term, row);
"""
_BEST = """
SELECT passage.path, document.title, passage.text, term.title || ' ' || term.body
FROM term JOIN passage ON passage.id = term.rowid JOIN document USING (path)
WHERE term MATCH ? ORDER BY bm25(term, ?, 1.0), passage.id LIMIT ?
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A document of the index. `stamp` changes with the file; `trouble` is why it has no text."""

    path: str
    stamp: str
    title: str = ""
    text: str = ""
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """The best passage of a document."""

    path: str
    title: str
    passage: str


class Index:
    """One index. It is used in the thread that made it. All of it raises sqlite3.Error.

    Several processes may have the same file open.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._database = _opened(file)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def stamps(self) -> Mapping[str, str]:
        """The stamp of each document, by path."""
        return dict(self._database.execute("SELECT path, stamp FROM document"))

    def troubles(self) -> Mapping[str, str]:
        """Why documents have no text, by path."""
        found = "SELECT path, trouble FROM document WHERE trouble != '' ORDER BY path"
        return dict(self._database.execute(found))

    def put(self, entry: Entry) -> None:
        """Index a document, in place of what was indexed of its path."""
        title = terms.encoded(terms.of_text(entry.title))
        texts = list(passages(entry.text))
        bodies = [terms.encoded(terms.of_text(text)) for text in texts]
        with self._changing() as database:
            _forget(database, entry.path)
            row = (entry.path, entry.stamp, entry.title, entry.trouble)
            database.execute("INSERT INTO document VALUES (?, ?, ?, ?)", row)
            for text, body in zip(texts, bodies, strict=True):
                sql = "INSERT INTO passage (path, text) VALUES (?, ?)"
                rowid = database.execute(sql, (entry.path, text)).lastrowid
                sql = "INSERT INTO term (rowid, title, body) VALUES (?, ?, ?)"
                database.execute(sql, (rowid, title, body))

    def drop(self, path: str) -> None:
        """Forget a document."""
        with self._changing() as database:
            _forget(database, path)

    def search(self, query: str, *, most: int) -> Sequence[Hit]:
        """The documents that fit best, each once, best first; none where nothing fits."""
        asked = [terms.encoded([term]) for term in terms.of_query(query)]
        if not asked:
            return ()
        weights = _weights(self._database, asked)
        hits: dict[str, Hit] = {}
        best = self._database.execute(_BEST, (" OR ".join(asked), _TITLE_WEIGHT, _CANDIDATES))
        for path, title, passage, indexed in best:
            if _fits(weights, set(indexed.split())):
                hits.setdefault(path, Hit(path=path, title=title, passage=passage))
        return tuple(hits.values())[:most]

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        with self._database:
            # At once: two processes that read first and then both write would fail.
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database


def _opened(file: Path | None) -> sqlite3.Connection:
    """The database. One that is damaged, or that an interrupted copy left, is made anew."""
    if file is None:
        return _prepared(":memory:")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _prepared(str(file))
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for part in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
            part.unlink(missing_ok=True)
        return _prepared(str(file))


def _prepared(name: str) -> sqlite3.Connection:
    database = sqlite3.connect(name, timeout=_BUSY_S, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.executescript(_SCHEMA)
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            database.close()
        raise
    return database


def _forget(database: sqlite3.Connection, path: str) -> None:
    passages_of = "SELECT id FROM passage WHERE path = ?"
    database.execute(f"DELETE FROM term WHERE rowid IN ({passages_of})", (path,))  # noqa: S608 # constant
    database.execute("DELETE FROM passage WHERE path = ?", (path,))
    database.execute("DELETE FROM document WHERE path = ?", (path,))


def _weights(database: sqlite3.Connection, asked: Sequence[str]) -> Mapping[str, float]:
    """How much each term tells: less where it is everywhere, up to a bound where it is rare.

    Without the bound a word that is nowhere, as half of a long question's are, would outweigh
    all that there is. In a few documents it means little that a word is in each of them.
    """
    there = _OTHERS + database.execute("SELECT count(*) FROM passage").fetchone()[0]
    places = ", ".join("?" * len(asked))
    sql = f"SELECT term, doc FROM frequency WHERE term IN ({places})"  # noqa: S608 # question marks
    known = dict(database.execute(sql, asked))
    rare = {term: there / (0.5 + known.get(term, 0)) for term in asked}
    return {term: min(_MOST_TELLING, math.log1p(rarity)) for term, rarity in rare.items()}


def _fits(weights: Mapping[str, float], there: AbstractSet[str]) -> bool:
    held = [weight for term, weight in weights.items() if term in there]
    enough = FITTING_TERMS if len(weights) >= 2 * FITTING_TERMS else 1
    return len(held) >= enough and sum(held) >= FITS * sum(weights.values())
