"""What workflows get beside their model, as the settings say: sources, texts, limits."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import platformdirs
from redis.asyncio import Redis

from bot.adapters.redis_texts import RedisTexts
from bot.errors import CannotStartError
from bot.settings import Settings
from graphs.budget import Limits
from graphs.library import FOLDER
from graphs.sources import Source
from graphs.sources.combined import Combined, Nothing, Part
from graphs.sources.ddgs_search import open_ddgs
from graphs.sources.library import Library, index_of, open_library
from graphs.sources.pages import open_pages
from graphs.sources.searxng import open_searxng
from graphs.sources.tavily_search import open_tavily
from graphs.sources.web import Web, WebSearch


@asynccontextmanager
async def open_resources(settings: Settings, redis: Redis) -> AsyncIterator[Mapping[str, object]]:
    """Open all that `Workflow.sources` can name. CannotStartError."""
    async with open_search(settings) as search:
        yield {"search": search, "texts": RedisTexts(redis), "limits": limits(settings)}


@asynccontextmanager
async def open_search(settings: Settings) -> AsyncIterator[Source]:
    """Open the sources that are chosen, as one. CannotStartError."""
    async with AsyncExitStack() as stack:
        parts: list[Part] = []
        if settings.library is not None:
            index = _index(settings.library)
            parts.append(
                await stack.enter_async_context(open_library(settings.library, index=index))
            )
        if (web := await stack.enter_async_context(open_web(settings))) is not None:
            parts.append(web)
        yield Combined(parts) if parts else Nothing()


@asynccontextmanager
async def open_folder(settings: Settings) -> AsyncIterator[Library | None]:
    """Open the library that is chosen, if any."""
    if settings.library is None:
        yield None
        return
    async with open_library(settings.library, index=_index(settings.library)) as library:
        yield library


@asynccontextmanager
async def open_web(settings: Settings) -> AsyncIterator[Web | None]:
    """Open the web search that is chosen, if any. CannotStartError."""
    async with AsyncExitStack() as stack:
        service = await _service(settings, stack)
        pages = await stack.enter_async_context(open_pages()) if service else None
        yield Web(service, pages) if service and pages else None


def limits(settings: Settings) -> Limits:
    """What one run may spend."""
    return Limits(
        calls=settings.run_calls or None,
        tokens=settings.run_tokens or None,
        cost=settings.run_cost or None,
    )


def _index(folder: Path) -> Path | None:
    """Where the index of a folder is kept. That of our own few documents is soon made anew."""
    if folder == FOLDER:
        return None
    return index_of(folder, caches=Path(platformdirs.user_cache_dir("signoff", appauthor=False)))


async def _service(settings: Settings, stack: AsyncExitStack) -> WebSearch | None:
    try:
        match settings.web_search:
            case "tavily" if settings.tavily_api_key is not None:
                return await stack.enter_async_context(open_tavily(settings.tavily_api_key))
            case "ddgs":
                return stack.enter_context(open_ddgs())
            case "searxng" if settings.searxng_url is not None:
                return await stack.enter_async_context(open_searxng(settings.searxng_url))
            case _:
                return None
    except ImportError as error:
        raise CannotStartError(
            f"SIGNOFF_WEB_SEARCH={settings.web_search} needs a package that is not there: "
            "install `signoff[web]`."
        ) from error
