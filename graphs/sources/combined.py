"""Several sources as one, and none at all as one."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Protocol

import structlog

from graphs.sources.protocol import Found, Page, Source, SourceError

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()


class Part(Source, Protocol):
    """A source that knows its own addresses."""

    def takes(self, address: str) -> bool:
        """Whether `read` can be given this address."""
        ...


class Nothing:
    """A source that finds nothing, where none is set up."""

    name = "nothing"

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:  # noqa: ARG002 # the protocol's
        """Nothing."""
        return ()

    async def read(self, address: str) -> Page:  # noqa: ARG002 # the protocol's
        """Nothing: SourceError."""
        raise SourceError("No source is set up.", "没有设置任何来源。")


class Combined:
    """Sources that are searched at once. What one of them finds is there if the others fail."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts

    @property
    def name(self) -> str:
        """The names of all of them."""
        return " and ".join(part.name for part in self._parts)

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        """Hits of each in turn, each address once.

        SourceError where there are none and a source failed: then nobody knows whether
        there is nothing.
        """
        each = await asyncio.gather(
            *(part.search(query, most=most) for part in self._parts), return_exceptions=True
        )
        found = [hits for hits in each if not isinstance(hits, BaseException)]
        failures = list(self._failures(each))
        hits = {hit.address: hit for hit in chain(*zip_longest(*found)) if hit is not None}
        if failures and not hits:
            raise SourceError(
                " ".join(failure.said("en") for failure in failures),
                "".join(failure.said("zh") for failure in failures),
            ) from failures[0]
        return tuple(hits.values())[:most]

    async def read(self, address: str) -> Page:
        """The text at an address, by the source whose kind of address it is. SourceError."""
        for part in self._parts:
            if part.takes(address):
                return await part.read(address)
        raise SourceError(
            "No source that is set up has such an address.", "已设置的来源里没有这个地址。"
        )

    def _failures(self, each: Sequence[Sequence[Found] | BaseException]) -> Iterator[SourceError]:
        for part, failure in zip(self._parts, each, strict=True):
            if isinstance(failure, SourceError):
                log.warning("source.failed", source=part.name, why=str(failure))
                yield failure
            elif isinstance(failure, BaseException):
                raise failure
