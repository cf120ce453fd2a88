"""One call to an OpenAI-compatible endpoint: in its dialect, counted, its errors named."""

from collections.abc import AsyncGenerator, Callable
from typing import Any

import openai
import structlog
from pydantic import BaseModel

from graphs.contract import UsageEvent
from graphs.model import failures, wire
from graphs.model.dialect import Dialect, request, simpler
from graphs.model.errors import MalformedReplyError
from graphs.model.prices import Price
from graphs.model.protocol import Ask

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()


class Endpoint:
    """A client, the dialect that it has learnt, and the count of what was used."""

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        *,
        model: str,
        dialect: Dialect,
        price: Price | None,
        report: Callable[[UsageEvent], None],
    ) -> None:
        self._client = client
        self._model = model
        self._dialect = dialect
        self._price = price
        self._report = report

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def complete(
        self, ask: Ask[Any], *, schema: type[BaseModel] | None = None
    ) -> wire.Completion:
        """A whole reply. ModelError, but not for one that is cut."""
        body = await self._send(ask, schema=schema)
        # Before anything else is read: a useless reply was paid for as well.
        self._count(ask, wire.usage(body))
        return wire.completion(body)

    async def pieces(self, ask: Ask[Any]) -> AsyncGenerator[wire.Piece]:
        """The reply in pieces. ModelError, also after some of them."""
        stream = await self._send(ask, stream=True)
        if not isinstance(stream, openai.AsyncStream):
            raise MalformedReplyError("The endpoint sent something else than a stream.")
        used: wire.Tokens | None = None
        anything = False
        try:
            async for body in stream:
                piece = wire.piece(body)
                anything = True
                used = piece.usage or used
                yield piece
        except (openai.OpenAIError, ValueError) as error:
            failures.raise_named(error)
        finally:
            await stream.close()
            self._count(ask, used)
        if not anything:
            raise MalformedReplyError("The endpoint sent a stream without a piece.")

    async def _send(
        self,
        ask: Ask[Any],
        *,
        schema: type[BaseModel] | None = None,
        stream: bool = False,
    ) -> object:
        """Send it, more simply after each refusal, and remember what was taken."""
        dialect = self._dialect
        while True:
            arguments = request(dialect, ask, model=self._model, schema=schema, stream=stream)
            try:
                answer: object = await self._client.chat.completions.create(**arguments)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                refusal = failures.refusal(error)
                next_try = simpler(dialect, refusal, structured=schema is not None)
                if next_try is None:
                    failures.raise_named(error)
                dialect = next_try
            except (openai.OpenAIError, ValueError) as error:
                failures.raise_named(error)
            else:
                self._dialect = dialect
                return answer

    def _count(self, ask: Ask[Any], used: wire.Tokens | None) -> None:
        tokens_in = (used and used.prompt_tokens) or 0
        tokens_out = (used and used.completion_tokens) or 0
        known = self._price is not None and used is not None
        cost = self._price.of(tokens_in, tokens_out) if self._price and known else None
        log.info("model.answered", task=ask.task, tokens_in=tokens_in, tokens_out=tokens_out)
        self._report(
            {
                "type": "signoff.usage",
                "input_tokens": tokens_in,
                "output_tokens": tokens_out,
                "cost": cost,
            }
        )
