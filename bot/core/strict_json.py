"""JSON that somebody typed, read strictly: what it says can be stored, and comes back the same."""

import json
import math
from collections.abc import Iterable

from bot.core.problems import Fault, Problem

MAX_DEPTH = 64
"""Levels of JSON."""
MAX_STORED = 2**63 - 1
"""The largest integer inside JSON that every store of ours gives back."""


def json_of(text: str) -> object:
    """The value of strict JSON, or a `Problem`: no NaN, nothing infinite, no half characters.

    Integers are those of 64 bits: a graph could not keep others.
    """
    try:
        value: object = json.loads(
            text, parse_float=_finite, parse_constant=_finite, parse_int=_whole
        )
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        return Problem(Fault.NOT_JSON, line=error.lineno, column=error.colno)
    except _TooLongError as error:
        return error.problem
    except ValueError:
        return Problem(Fault.NOT_JSON)
    except RecursionError:
        return Problem(Fault.TOO_DEEP, bound=MAX_DEPTH)
    return Problem(Fault.TOO_DEEP, bound=MAX_DEPTH) if _deep(value) else value


class _TooLongError(Exception):
    """An integer that nothing can store."""

    def __init__(self, *, small: bool) -> None:
        super().__init__()
        fault = Fault.TOO_SMALL if small else Fault.TOO_LARGE
        self.problem = Problem(fault, bound=-MAX_STORED if small else MAX_STORED)


def _whole(text: str) -> int:
    """Read an integer; one of thousands of digits, which Python refuses, is too long as well."""
    value = int(text) if len(text) <= len(str(-MAX_STORED)) else None
    if value is None or abs(value) > MAX_STORED:
        raise _TooLongError(small=text.startswith("-"))
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _deep(value: object) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
