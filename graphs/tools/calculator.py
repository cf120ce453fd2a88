"""A calculator: one expression of numbers. Its length, its numbers and its powers are bounded."""

import ast
import math
import operator
import unicodedata
import warnings
from collections.abc import Callable

import regex
from pydantic import BaseModel, Field
from simpleeval import SimpleEval  # type: ignore[import-untyped]  # it has no types

from graphs.tools.toolbox import Here, Told, Tool, ToolError
from graphs.tools.words import (
    CALCULATOR,
    DIVISION_BY_ZERO,
    NO_RESULT,
    NOT_ALLOWED,
    NOT_AN_EXPRESSION,
    TOO_LARGE,
)

MOST_CHARS = 200
LARGEST = 10.0**30
"""No number on the way may be larger."""
_WHOLE = 10**15  # up to here a float holds every whole number
_DIGITS = 12  # what a float can be trusted for, after a few operations
_THOUSANDS = regex.compile(r"(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d])")
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**"})
_ALLOWED = regex.compile(r"[\d\s.+\-*/%(),a-zA-Z_]+")
_LETTER = regex.compile(r"[a-zA-Z]")
_AROUND = regex.compile(r" ?(\*\*|//|[*/%]) ?")
_END = regex.compile(r"[=?？\s]+$")


class Expression(BaseModel):
    """What to work out."""

    expression: str = Field(min_length=1, max_length=MOST_CHARS)


async def _run(arguments: Expression, here: Here) -> Told:
    del here
    tidy = spelt(arguments.expression)
    return Told(f"`{tidy}` = {worked_out(tidy)}")


def spelt(expression: str) -> str:
    """In the calculator's own spelling: × is *, ^ is **, 1,200 is 1200."""
    plain = _END.sub("", unicodedata.normalize("NFKC", expression)).translate(_SIGNS)
    if not _LETTER.search(plain):  # else the comma stands between the arguments of a function
        plain = _THOUSANDS.sub(lambda m: m[0].replace(",", ""), plain)
    return _AROUND.sub(r"\1", " ".join(plain.split()))


def worked_out(expression: str) -> str:
    """The value of an expression in that spelling, at most 12 digits of a fraction. ToolError."""
    if not _ALLOWED.fullmatch(expression):
        raise ToolError(NOT_AN_EXPRESSION)
    try:
        with warnings.catch_warnings():  # Python's own, about what looks odd in a program
            warnings.simplefilter("ignore")
            parsed = ast.parse(expression, mode="eval").body
        value = _evaluator().eval(expression, previously_parsed=parsed)
    except ToolError:
        raise
    except SyntaxError:
        raise ToolError(NOT_AN_EXPRESSION) from None
    except ZeroDivisionError:
        raise ToolError(DIVISION_BY_ZERO) from None
    except ArithmeticError:
        raise ToolError(NO_RESULT) from None
    except Exception:  # noqa: BLE001 - whatever the evaluator does not have is not allowed
        raise ToolError(NOT_ALLOWED) from None
    return _written(value)


def _written(value: object) -> str:
    number = _number(value)
    if isinstance(number, int):
        return str(number)
    if number == int(number) and abs(number) < _WHOLE:
        return str(int(number))
    return f"{number:.{_DIGITS}g}"


def _number(value: object) -> float:
    """The number, if it is one of those that are worked with. ToolError."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ToolError(NOT_ALLOWED)
    if abs(value) > LARGEST:
        raise ToolError(TOO_LARGE)
    return value


def _power(base: float, exponent: float) -> float:
    # Before it is worked out: the power itself could take for ever.
    if base and exponent * math.log10(abs(base)) > math.log10(LARGEST):
        raise ToolError(TOO_LARGE)
    result = base**exponent
    if isinstance(result, complex):
        raise ToolError(NO_RESULT)
    return float(result) if isinstance(result, float) else int(result)


def _root(value: float) -> float:
    if value < 0:
        raise ToolError(NO_RESULT)
    return math.sqrt(value)


def _rounded(value: float, digits: float = 0) -> float:
    if abs(digits) > _DIGITS:  # of an integer, Python would work out that power of ten
        raise ToolError(TOO_LARGE)
    return round(value, int(digits)) if digits else round(value)


def _checked(function: Callable[..., float]) -> Callable[..., float]:
    def bounded(*given: float) -> float:
        return _number(function(*map(_number, given)))

    return bounded


_OPERATORS: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "abs": abs,
    "max": max,
    "min": min,
    "round": _rounded,
    "sqrt": _root,
}
_NODES = (ast.BinOp, ast.UnaryOp, ast.Call, ast.Constant)


def _evaluator() -> SimpleEval:
    """An evaluator that knows numbers, these operators and these functions, and nothing else."""
    evaluator = SimpleEval(
        operators={kind: _checked(function) for kind, function in _OPERATORS.items()},
        functions={name: _checked(function) for name, function in _FUNCTIONS.items()},
        names={},
    )
    evaluator.nodes = {kind: evaluator.nodes[kind] for kind in _NODES}
    return evaluator


calculator: Tool[Expression] = Tool(
    name="calculator", description=CALCULATOR, arguments=Expression, run=_run, limit_s=5.0
)
