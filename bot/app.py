"""The composition root: opens everything, wires it, closes it in reverse."""

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from secrets import token_hex

import aiohttp
import certifi
from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.adapters import redis_health
from bot.adapters.docket_jobs import DocketJobs, open_docket
from bot.adapters.graph_engine import GraphEngine, open_engine
from bot.adapters.graph_open import UnopenedError
from bot.adapters.graph_saver import open_saver
from bot.adapters.redis_connection import open_redis
from bot.adapters.redis_requests import SeenRequests
from bot.adapters.redis_store import RedisStore
from bot.adapters.slack_calls import SlackCalls
from bot.adapters.slack_directory import SlackDirectory
from bot.adapters.slack_documents import SlackDocuments
from bot.adapters.slack_messenger import SlackMessenger
from bot.adapters.slack_threads import SlackThreads
from bot.cards.render import render
from bot.conductor import Conductor
from bot.core.model import Snapshot
from bot.core.ports.messenger import Message, Messenger
from bot.core.ports.store import Store
from bot.desk import Desk
from bot.driver import Surroundings
from bot.errors import CannotStartError
from bot.listeners import register
from bot.listeners.front import Front
from bot.listeners.requests import REMEMBERED, SignedRequests
from bot.resources import open_resources
from bot.settings import Settings
from bot.show import Show
from bot.speechless import Speechless
from bot.web import Web, serve
from graphs.contract import Workflow
from graphs.model import Model, OfflineModel, OpenAIModel, Price

REDELIVERY = timedelta(seconds=10)
"""How soon a dead worker's jobs start elsewhere, about."""


@dataclass(frozen=True, slots=True)
class Signoff:
    """An open bot."""

    bolt: AsyncApp
    desk: Desk
    conductor: Conductor
    jobs: DocketJobs
    show: Show
    store: Store
    settings: Settings
    signed: SignedRequests
    redis_state: Callable[[], Awaitable[str]]
    working: asyncio.Event = field(default_factory=asyncio.Event)
    listening: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def serving(
        self, stopping: asyncio.Event, *, ingress: bool, at: socket.socket | None = None
    ) -> AsyncIterator[None]:
        """Work, and with `ingress` listen, until `stopping` is set; then end both.

        What people do comes over HTTP where there is a socket to listen `at`, else over
        Socket Mode.
        """
        async with asyncio.TaskGroup() as parts:
            parts.create_task(self.work(stopping))
            if ingress:
                parts.create_task(self.listen(stopping, at=at))
                await self.listening.wait()
            yield

    async def work(self, stopping: asyncio.Event) -> None:
        """Drive runs until `stopping`; then hand them over at once."""
        worker = asyncio.create_task(self.jobs.work(stopping, redelivery=REDELIVERY))
        stop = asyncio.create_task(stopping.wait())
        self.working.set()
        await asyncio.wait({worker, stop}, return_when=asyncio.FIRST_COMPLETED)
        self.working.clear()
        stop.cancel()
        self.conductor.stop()
        await self.show.aclose()
        await worker

    async def listen(self, stopping: asyncio.Event, *, at: socket.socket | None = None) -> None:
        """Take what people do in Slack until `stopping`: over HTTP `at`, or Socket Mode."""
        if at is not None:
            parts = {"redis": self.redis_state, "worker": self._worker_state}
            app = Web(self.bolt, self.signed, parts).app()
            await serve(app, at, stopping=stopping, listening=self.listening)
            return
        token = self.settings.slack_app_token.get_secret_value()
        handler = AsyncSocketModeHandler(self.bolt, token)
        await handler.connect_async()  # type: ignore[no-untyped-call] # Bolt has no types here
        self.listening.set()
        try:
            await stopping.wait()
        finally:
            await handler.close_async()  # type: ignore[no-untyped-call] # as above

    async def _worker_state(self) -> str:
        return "" if self.working.is_set() else "is not running"


@asynccontextmanager
async def open_signoff(
    settings: Settings,
    workflows: Mapping[str, Workflow],
    *,
    model: Model | None = None,
    messenger: Messenger | None = None,
) -> AsyncIterator[Signoff]:
    """Open a bot on these workflows. Checks nothing that `bot.checks` checks.

    `model` and `messenger` take the place of those that the settings name.
    """
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(open_redis(settings.redis_url))
        saver = await stack.enter_async_context(open_saver(redis))
        docket = await stack.enter_async_context(open_docket(settings.redis_url))
        client = await stack.enter_async_context(open_slack(settings))
        if model is None:
            model = await stack.enter_async_context(open_model(settings))
        resources = await stack.enter_async_context(open_resources(settings, redis))

        finished = timedelta(days=settings.finished_days)
        store = RedisStore(redis, finished_ttl=finished)
        jobs = DocketJobs(docket)
        calls = SlackCalls(client)
        directory = SlackDirectory(calls)
        messenger = messenger or SlackMessenger(calls)
        show = Show(store, messenger, partial(_render, workflows), new_nonce=partial(token_hex, 8))
        around = Surroundings(
            store=store,
            engine=await stack.enter_async_context(
                _open_engine(saver, workflows, model=model, sources=resources)
            ),
            show_soon=show.soon,
            now=_now,
            new_ref=partial(token_hex, 4),
            steps_of=lambda name: tuple(workflows[name].steps) if name in workflows else (),
        )
        conductor = Conductor(
            around,
            show=show,
            jobs=jobs,
            speechless=Speechless(store, messenger, workflows),
            finished_ttl=finished,
            new_id=partial(token_hex, 8),
        )
        jobs.serve(look=conductor.wake, tidy=conductor.sweep)
        desk = Desk(
            store,
            jobs,
            workflows,
            members=directory.members,
            histories=around.engine,
            offline=model.offline,
        )
        seen = SeenRequests(redis, keep=timedelta(seconds=REMEMBERED))
        bolt = make_bolt(client)
        front = Front(
            desk=desk,
            directory=directory,
            workflows=workflows,
            documents=SlackDocuments(client),
            threads=SlackThreads(calls, directory.person),
        )
        register(bolt, front)
        secret = settings.slack_signing_secret
        signed = SignedRequests(secret.get_secret_value() if secret else "", seen.first_time)
        stack.push_async_callback(show.aclose)
        redis_state = partial(redis_health.missing, redis)
        yield Signoff(bolt, desk, conductor, jobs, show, store, settings, signed, redis_state)


@asynccontextmanager
async def open_slack(settings: Settings) -> AsyncIterator[AsyncWebClient]:
    """A Slack client with one session and no retries of its own (`slack_calls` has them)."""
    async with aiohttp.ClientSession() as session:
        yield AsyncWebClient(
            token=settings.slack_bot_token.get_secret_value(),
            base_url=settings.slack_api_url,
            session=session,
            ssl=ssl.create_default_context(cafile=certifi.where()),
            retry_handlers=[],
            timeout=10,
        )


@asynccontextmanager
async def open_model(settings: Settings) -> AsyncIterator[Model]:
    """The model that the settings name."""
    if settings.openai_api_key is None:
        yield OfflineModel(pause_s=settings.offline_pause_s)
        return
    price = None
    if settings.price_input is not None and settings.price_output is not None:
        price = Price(input=settings.price_input, output=settings.price_output)
    async with OpenAIModel(
        model=settings.model,
        api_key=settings.openai_api_key,
        base_url=settings.openai_base_url,
        temperature=settings.model_temperature,
        time_limit_s=settings.model_time_limit_s,
        price=price,
    ) as model:
        yield model


@asynccontextmanager
async def _open_engine(
    saver: AsyncRedisSaver,
    workflows: Mapping[str, Workflow],
    *,
    model: Model,
    sources: Mapping[str, object],
) -> AsyncIterator[GraphEngine]:
    """The engine. CannotStartError where a graph, which was opened once to look at it, is not."""
    async with AsyncExitStack() as stack:
        try:
            engine = await stack.enter_async_context(
                open_engine(saver, workflows, model=model, sources=sources)
            )
        except UnopenedError as error:
            raise CannotStartError(str(error)) from error
        yield engine


def make_bolt(client: AsyncWebClient) -> AsyncApp:
    """A Bolt app that answers after its listener returned: recorded, then acknowledged."""
    return AsyncApp(
        client=client,
        process_before_response=True,
        # Ours is stricter, and comes before anything is read: `bot.web`.
        request_verification_enabled=False,
        # Then `listeners` acknowledges it.
        raise_error_for_unhandled_request=True,
        ignoring_self_events_enabled=True,
    )


def _render(workflows: Mapping[str, Workflow], snapshot: Snapshot) -> tuple[Message, ...]:
    return render(snapshot, workflows.get(snapshot.run.workflow))


def _now() -> int:
    return time.time_ns() // 1_000_000
