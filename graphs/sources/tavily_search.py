"""Tavily as the search service, by its own client."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pydantic import SecretStr

from graphs.sources.protocol import Found
from graphs.sources.web import SECONDS, failed, garbled, late, listed, silent

if TYPE_CHECKING:
    from tavily import AsyncTavilyClient

NAME = "Tavily"
MOST = 20
"""What it gives at most."""


@asynccontextmanager
async def open_tavily(
    key: SecretStr, *, url: str | None = None, seconds: float = SECONDS
) -> AsyncIterator["Tavily"]:
    """Open it with a key, at its own address or at `url`. ImportError without its client."""
    from tavily import AsyncTavilyClient  # noqa: PLC0415 # an extra, and it loads a lot

    async with AsyncTavilyClient(key.get_secret_value(), api_base_url=url) as client:
        yield Tavily(client, seconds=seconds)


class Tavily:
    """Asks Tavily."""

    name = NAME

    def __init__(self, client: "AsyncTavilyClient", *, seconds: float) -> None:
        self._client = client
        self._seconds = seconds

    async def find(self, query: str, *, most: int) -> Iterable[Found]:
        """Its results. SourceError."""
        import httpx  # noqa: PLC0415 # comes with its client
        from tavily import errors  # noqa: PLC0415 # as above

        try:
            async with asyncio.timeout(self._seconds):
                answer = await self._client.search(
                    query, max_results=min(most, MOST), timeout=self._seconds
                )
        except (TimeoutError, errors.TimeoutError) as error:
            raise late(NAME) from error
        except errors.UsageLimitExceededError as error:
            raise failed(NAME, 429) from error
        except (errors.InvalidAPIKeyError, errors.ForbiddenError) as error:
            raise failed(NAME, 401) from error
        except errors.BadRequestError as error:
            raise failed(NAME, 400) from error
        except httpx.HTTPStatusError as error:
            raise failed(NAME, error.response.status_code) from error
        except httpx.HTTPError as error:
            raise silent(NAME) from error
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            raise garbled(NAME) from error
        return list(listed(NAME, answer["results"], text="content"))
