"""Connections that go to checked addresses only.

A name is resolved once, each address is checked, and the connection goes to one of those: a
name server that says something else the next time changes nothing.
"""

import socket
import ssl

import aiohttp
import certifi
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from graphs.sources.addresses import Rules


class RefusedError(OSError):
    """A name leads to no public address."""


class CheckedResolver(AbstractResolver):
    """Resolves names to the addresses that `rules` allow, and to no others.

    aiohttp connects to what this gives. It asks for no address that is written as one; those
    are for `Rules.checked`.
    """

    def __init__(self, rules: Rules, *, inner: AbstractResolver | None = None) -> None:
        self._rules = rules
        self._inner = inner or ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a host. RefusedError where none of them is allowed."""
        found = await self._inner.resolve(host, port, family)
        allowed = [one for one in found if self._rules.allow(one["host"])]
        if found and not allowed:
            raise RefusedError(host)
        return allowed

    async def close(self) -> None:
        """End the resolver behind it."""
        await self._inner.close()


def session(rules: Rules, *, inner: AbstractResolver | None = None) -> aiohttp.ClientSession:
    """A session for pages: no cookies, no proxy of the environment, a new connection each time."""
    connector = aiohttp.TCPConnector(
        resolver=CheckedResolver(rules, inner=inner),
        use_dns_cache=False,
        force_close=True,
        ssl=ssl.create_default_context(cafile=certifi.where()),
    )
    return aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
        trust_env=False,
    )
