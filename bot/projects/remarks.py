"""What in a graph's nodes will surprise people who wait for its questions.

Read from the source of the functions themselves, not of what they call.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from langgraph import types
from langgraph.errors import GraphInterrupt

from bot.projects.sources import Source, dotted, own

_COSTLY = {"invoke", "ainvoke", "batch", "abatch", "stream", "astream", "create", "urlopen"}
_CLIENTS = {"requests", "httpx", "subprocess", "urllib", "smtplib"}


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence on what to do, with its place. A `serious` one does not work as it is."""

    where: str
    what: str
    serious: bool = False


def remarks(source: Source) -> Iterator[Remark]:
    """What one function does around its questions."""
    around = dict(_parents(source.tree))
    asked = [call for call in _calls(source.tree) if _asks(call, source)]
    for call in asked:
        yield from _swallowed(call, around, source)
        yield from _looped(call, around, source)
    if asked:
        yield from _repeated(min(asked, key=_at), around, source)


def _parents(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    for part in [tree, *own(tree)]:
        for child in ast.iter_child_nodes(part):
            yield child, part


def _calls(tree: ast.AST) -> list[ast.Call]:
    return [part for part in own(tree) if isinstance(part, ast.Call)]


def _asks(call: ast.Call, source: Source) -> bool:
    name = dotted(call.func)
    return name.rpartition(".")[2] == "interrupt" or source.found(name) is types.interrupt


def _at(part: ast.AST) -> tuple[int, int]:
    return getattr(part, "lineno", 0), getattr(part, "col_offset", 0)


def _outward(part: ast.AST, around: dict[ast.AST, ast.AST]) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What is around a part, from the inside; each with the part of it that leads there."""
    while part in around:
        yield around[part], part
        part = around[part]


def _swallowed(call: ast.Call, around: dict[ast.AST, ast.AST], source: Source) -> Iterator[Remark]:
    for outer, inner in _outward(call, around):
        if (
            isinstance(outer, ast.Try | ast.TryStar)
            and inner in outer.body
            and _catches(outer, source)
        ):
            what = "`except`"
        elif isinstance(outer, ast.With) and inner in outer.body and _suppresses(outer, source):
            what = "`suppress`"
        else:
            continue
        yield Remark(
            source.place(call),
            f"{source.node}: the {what} around interrupt() catches the pause, so the run goes on "
            "without an answer: move interrupt() out of it.",
            serious=True,
        )


def _catches(tried: ast.Try | ast.TryStar, source: Source) -> bool:
    """Whether the first handler that takes the pause keeps it."""
    for handler in tried.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        if any(kind is None or _takes_pause(kind, source) for kind in kinds):
            first = handler.body[0]
            return not (isinstance(first, ast.Raise) and first.exc is None)
    return False


def _takes_pause(kind: ast.expr, source: Source) -> bool:
    name = dotted(kind)
    found = source.found(name)
    if isinstance(found, type):
        return issubclass(GraphInterrupt, found)
    return name in {"Exception", "BaseException"}


def _suppresses(block: ast.With, source: Source) -> bool:
    return any(
        isinstance(item.context_expr, ast.Call)
        and dotted(item.context_expr.func).rpartition(".")[2] == "suppress"
        and any(_takes_pause(kind, source) for kind in item.context_expr.args)
        for item in block.items
    )


def _looped(call: ast.Call, around: dict[ast.AST, ast.AST], source: Source) -> Iterator[Remark]:
    if any(isinstance(outer, ast.While) for outer, _ in _outward(call, around)):
        yield Remark(
            source.place(call),
            f"{source.node}: interrupt() in a `while` runs all of the node again with each answer; "
            "ask again through an edge back to the node.",
        )


def _repeated(asked: ast.Call, around: dict[ast.AST, ast.AST], source: Source) -> Iterator[Remark]:
    """Costly calls that come before the first question, or make what it shows."""
    inside = set(ast.walk(asked))
    for call in _calls(source.tree):
        before = _at(call) < _at(asked) or call in inside
        if call is asked or not before or not _is_costly(call, around, source):
            continue
        if _apart(call, asked, around):
            continue
        yield Remark(
            source.place(call),
            f"{source.node}: {ast.unparse(call.func)}() runs again when the answer comes, and may "
            "give something else than what was approved: make it in the node before.",
        )


def _is_costly(call: ast.Call, around: dict[ast.AST, ast.AST], source: Source) -> bool:
    name = dotted(call.func)
    found = source.found(name)
    if type(found).__name__ == "_TaskFunction":  # LangGraph keeps its result
        return False
    if isinstance(around.get(call), ast.Await):
        return name != "asyncio.sleep"
    last = call.func.attr if isinstance(call.func, ast.Attribute) else name
    return last in _COSTLY or name.partition(".")[0] in _CLIENTS


def _apart(one: ast.AST, other: ast.AST, around: dict[ast.AST, ast.AST]) -> bool:
    """Whether only one of them runs: they are in the two branches of an `if`."""
    ways = dict(_outward(one, around))
    for outer, inner in _outward(other, around):
        if isinstance(outer, ast.If) and outer in ways:
            return (inner in outer.body) != (ways[outer] in outer.body)
    return False
