"""A language model behind an endpoint: complete answers, typed answers, bounded in time."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlsplit

import openai
from pydantic import BaseModel, SecretStr, ValidationError

from graphs.contract import UsageEvent
from graphs.events import tell
from graphs.model import structured, wire
from graphs.model.dialect import Dialect
from graphs.model.endpoint import Endpoint
from graphs.model.errors import MalformedReplyError, ModelTimeoutError, TruncatedError
from graphs.model.prices import Price
from graphs.model.protocol import Ask
from graphs.model.replies import ThinkingFilter

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

OPENAI_URL = "https://api.openai.com/v1"
_CONNECT_S = 10.0
# A model that thinks may spend the whole bound on it; it is asked again with this many times more.
_PATIENCE = 4
_GO_ON = "You were cut off. Go on exactly where you stopped, in the same language; repeat nothing."


class OpenAIModel:
    """Chat completions with bounds on time, length and retries.

    `time_limit_s` is for a whole question: retries, simpler requests, continuation
    and repair included. (The client's own timeout is per read; a dripping stream
    never meets it.) `retries` are the client's, for connection errors, 408, 409, 429
    and 5xx; it honours Retry-After, and nothing else here retries.
    `temperature=False` never sends one. `report` gets the usage of every call, 0
    tokens where the endpoint does not count; by default it goes into the run's stream.
    """

    offline = False

    def __init__(
        self,
        *,
        model: str,
        api_key: SecretStr | str,
        base_url: str = OPENAI_URL,
        temperature: bool = True,
        time_limit_s: float = 120.0,
        retries: int = 2,
        input_chars: int = 24_000,
        price: Price | None = None,
        report: Callable[[UsageEvent], None] = tell,
    ) -> None:
        self.model = model
        self.input_chars = input_chars
        self._base_url = base_url
        self._time_limit_s = time_limit_s
        client = openai.AsyncOpenAI(
            api_key=api_key if isinstance(api_key, str) else api_key.get_secret_value(),
            base_url=base_url,
            max_retries=retries,
            timeout=openai.Timeout(time_limit_s, connect=min(_CONNECT_S, time_limit_s)),
        )
        dialect = Dialect(temperature=temperature)
        self._endpoint = Endpoint(client, model=model, dialect=dialect, price=price, report=report)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._endpoint.aclose()

    async def text(self, ask: Ask[str]) -> str:
        """A complete text. One that hits its bound is continued once, then it is an error."""
        async with self._limit():
            first = await self._endpoint.complete(ask)
            if not first.was_cut():
                return _not_blank(first.text)
            second = await self._endpoint.complete(_further(ask, first.text))
            if second.was_cut():
                raise TruncatedError("The answer is longer than its bound allows.")
            return _not_blank(first.text + second.text)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        """A value of this type, after one repair turn at most."""
        async with self._limit():
            reply = await self._endpoint.complete(ask, schema=schema)
            try:
                if not reply.was_cut():
                    return structured.parse(reply.text, schema)
                wrong = structured.CUT
            except ValidationError as error:
                wrong = structured.complaint(error)
            return await self._repaired(schema, ask, reply.text, wrong)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        """The text in pieces. At its bound it goes on once, like `text`."""
        deadline = asyncio.get_running_loop().time() + self._time_limit_s
        shown, question = "", ask
        for _ in range(2):
            ending: str | None = None
            thinking = ThinkingFilter()
            async with aclosing(self._until(deadline, self._endpoint.pieces(question))) as pieces:
                async for piece in pieces:
                    ending = piece.finish_reason or ending
                    if text := thinking.feed(piece.text):
                        shown += text
                        yield text
            if held := thinking.finish():
                shown += held
                yield held
            if not wire.ended(ending):
                _not_blank(shown)
                return
            question = _further(ask, shown)
        raise TruncatedError("The answer is longer than its bound allows.")

    async def check(self) -> str:
        """Ask for one word. ModelError says in one sentence what is wrong."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        ask = Ask(task="check", system="Be brief.", user="Say OK.", offline=str, max_tokens=16)
        async with self._limit():
            await self._endpoint.complete(ask)
        return f"{self.model} at {address(self._base_url)}: answered in {loop.time() - begun:.1f} s"

    async def _repaired(self, schema: type[M], ask: Ask[M], reply: str, wrong: str) -> M:
        again = ask.again(reply, wrong) if reply else _further(ask, reply)
        second = await self._endpoint.complete(again, schema=schema)
        if second.was_cut():
            raise TruncatedError("The answer is longer than its bound allows.")
        try:
            return structured.parse(second.text, schema)
        except ValidationError:
            raise MalformedReplyError(
                f"The model did not give the JSON that was asked for ({schema.__name__})."
            ) from None

    @asynccontextmanager
    async def _limit(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._time_limit_s):
                yield
        except TimeoutError as error:
            raise ModelTimeoutError(self._time_limit_s) from error

    async def _until(
        self, deadline: float, pieces: AsyncGenerator[wire.Piece]
    ) -> AsyncGenerator[wire.Piece]:
        # A limit around each piece and not around the loop: between two pieces
        # the time belongs to whoever reads them, and so would the cancellation.
        async with aclosing(pieces):
            while True:
                try:
                    async with asyncio.timeout_at(deadline):
                        piece = await anext(pieces)
                except StopAsyncIteration:
                    return
                except TimeoutError as error:
                    raise ModelTimeoutError(self._time_limit_s) from error
                yield piece


def address(base_url: str) -> str:
    """Where an endpoint is, without a password and without a query."""
    place = urlsplit(base_url)
    port = f":{place.port}" if place.port else ""
    return f"{place.scheme}://{place.hostname}{port}{place.path}"


def _further(ask: Ask[T], text: str) -> Ask[T]:
    """The question that gets the rest of a reply which hit its bound."""
    if text.strip():
        return ask.again(text, _GO_ON)
    # Nothing but thinking so far.
    return replace(ask, max_tokens=ask.max_tokens * _PATIENCE)


def _not_blank(text: str) -> str:
    if not text.strip():
        raise MalformedReplyError("The model answered with nothing.")
    return text.strip()
