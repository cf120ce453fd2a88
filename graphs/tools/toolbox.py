"""The registry of tools: what a model reads about them, and how one is run within bounds."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import regex
import structlog
from pydantic import BaseModel, ValidationError

from graphs.contract import Language, Words
from graphs.lines import head
from graphs.sources import SourceError
from graphs.tools.words import TEXTS

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()
A = TypeVar("A", bound=BaseModel)
Known: TypeAlias = Mapping[str, str]
"""The addresses that a run came upon or was given: titles by address."""

MOST_CHARS = 2_400
"""Characters that are kept of what a tool says."""
_NAME = regex.compile(r"[a-z][a-z0-9_]{0,29}")
_FAULTS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Here:
    """The run that a tool is used in: its language, and the addresses that it knows."""

    language: Language
    known: Known


class ToolError(Exception):
    """A tool cannot do what it was asked for. One sentence for people, in each language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words["en"])
        self.words = words


@dataclass(frozen=True, slots=True)
class Told:
    """What a tool says, and the addresses that it came upon: titles by address.

    `empty`: it worked, and there was nothing to say.
    """

    text: str
    found: Known = field(default_factory=dict)
    empty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[A]):
    """Something that a step can use. Bound every field of `arguments`.

    `run` gets them, checked, and where it is used. It may be called again with the same
    arguments after a crash, and has `limit_s` seconds.
    """

    name: str
    description: Words
    arguments: type[A]
    run: Callable[[A, Here], Awaitable[Told]]
    limit_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a tool: its text within bounds, or the sentence that says why there is none.

    `failed`: it did not work. `empty`: it did, and there was nothing to say.
    """

    text: str
    found: Known = field(default_factory=dict)
    failed: bool = False
    empty: bool = False


class Toolbox:
    """The tools of a workflow, by name. ValueError for names that cannot be told apart."""

    def __init__(self, tools: Sequence[Tool[Any]]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        wrong = [tool.name for tool in tools if not _NAME.fullmatch(tool.name)]
        if wrong or len(self._tools) < len(tools):
            raise ValueError(f"Tools need names of their own, of a-z, 0-9 and _: {wrong}")

    def __bool__(self) -> bool:
        return bool(self._tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def described(self, language: Language) -> str:
        """One line a tool, with its arguments, for a prompt."""
        return "\n".join(_described(tool, language) for tool in self._tools.values())

    def faults(self, name: str, arguments: Mapping[str, str]) -> list[str]:
        """What is wrong with a call, for the model; nothing where it can be run."""
        if name not in self._tools:
            return [f"{name}: unknown tool; there are {', '.join(self._tools)}"]
        try:
            self._tools[name].arguments.model_validate(arguments)
        except ValidationError as error:
            return [f"{name}: {fault}" for fault in _faults(error)]
        return []

    async def run(self, name: str, arguments: Mapping[str, str], *, here: Here) -> Ran:
        """Use a tool. Whatever goes wrong becomes one sentence in the run's language."""
        language = here.language
        try:
            tool = self._tools[name]
            checked = tool.arguments.model_validate(arguments)
            async with asyncio.timeout(tool.limit_s):
                told = await tool.run(checked, here)
        except Exception as error:  # noqa: BLE001 - a tool is anybody's code, and must not end a run
            log.warning("tool.failed", tool=name, error=type(error).__name__)
            why = _why(error, language)
            return Ran(TEXTS[language].failed.format(why=why), failed=True)
        empty = told.empty or not told.text.strip()
        return Ran(_bounded(told.text, language), told.found, empty=empty)


def _why(error: Exception, language: Language) -> str:
    texts = TEXTS[language]
    match error:
        case ToolError():
            return error.words[language]
        case SourceError():
            return error.said(language)
        case TimeoutError():
            return texts.too_slow
        case KeyError() | ValidationError():
            return texts.bad_call
        case _:
            return texts.no_answer


def _bounded(text: str, language: Language) -> str:
    """As much as is kept, and said so."""
    text = text.strip()
    if not text:
        return TEXTS[language].nothing
    if len(text) <= MOST_CHARS:
        return text
    mark = TEXTS[language].cut.format(all=len(text))
    return f"{head(text, MOST_CHARS - len(mark) - 1).rstrip()}\n{mark}"


def _described(tool: Tool[Any], language: Language) -> str:
    fields = tool.arguments.model_fields
    names = ", ".join(n if f.is_required() else f"{n}?" for n, f in fields.items())
    return f"- {tool.name}({names}): {tool.description[language]}"


def _faults(error: ValidationError) -> list[str]:
    listed = error.errors(include_url=False, include_context=False)[:_FAULTS_SHOWN]
    return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in listed]
