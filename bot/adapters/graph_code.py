"""Which code a graph runs on: told apart from one release to the next.

The same place of a graph can ask something else after a deploy. Nobody can see that from
outside before the node has run again, so a run notes on which code its questions were asked.
"""

import functools
import inspect
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from langgraph.pregel import Pregel

FILES = 500
"""Files of one folder that are looked at."""
DEPTH = 12
"""Layers between a node and its function."""
_LAYERS = ("bound", "func", "afunc", "runnable", "steps", "first", "middle", "last")


def code_of(graph: Pregel[Any, Any, Any, Any]) -> str:
    """Digest the Python files in the folders of the nodes' functions.

    A release that changes anything beside a node is another code, also where the question
    stays the same: the node then asks once more, and nobody sees it.
    """
    digest = sha256()
    for folder in sorted(_folders(graph)):
        for file in sorted(folder.glob("*.py"))[:FILES]:
            digest.update(file.name.encode() + b"\0" + _content(file))
    return digest.hexdigest()[:16]


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # gone meanwhile, or not ours to read
        return b""


def _folders(graph: Pregel[Any, Any, Any, Any]) -> set[Path]:
    files = (_file(function) for node in graph.nodes.values() for function in _functions(node))
    return {file.parent for file in files if file is not None}


def _file(function: object) -> Path | None:
    try:
        found = inspect.getsourcefile(inspect.unwrap(function))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    path = Path(found) if found else None
    return path if path and path.is_file() else None


def _functions(layer: object, *, depth: int = DEPTH) -> Iterator[object]:
    """The functions behind a node, whatever they are wrapped in; those of subgraphs, too."""
    if depth == 0 or layer is None:
        return
    if isinstance(layer, functools.partial):
        yield from _functions(layer.func, depth=depth - 1)
    elif inspect.isroutine(layer):
        yield layer
    elif isinstance(layer, list | tuple):
        for inner in layer:
            yield from _functions(inner, depth=depth - 1)
    elif isinstance(layer, Pregel):
        yield from _functions(list(layer.nodes.values()), depth=depth - 1)
    else:
        yield type(layer).__call__ if callable(layer) else layer
        for name in _LAYERS:
            yield from _functions(getattr(layer, name, None), depth=depth - 1)
