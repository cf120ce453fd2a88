"""Somebody's project on the bot, in the local Slack: written, loaded, started, decided."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from structlog.testing import capture_logs

from bot import manifest
from bot.adapters.slack_calls import SlackCalls
from bot.adapters.slack_messenger import SlackMessenger
from bot.adapters.slack_pacing import Clock
from bot.app import Signoff, open_signoff, open_slack
from bot.cards import ids
from bot.core.model import Run, RunState
from bot.projects.loading import Loaded, load
from bot.sandbox import Card, Sandbox, Workspace
from graphs.model import OfflineModel
from tests.slack.bolt_office import LONG, People, has, settings_for, slot_of

HOUR_S = 3_600


class Project(People):
    """People who start a project's graphs and decide what these ask."""

    def __init__(self, ws: Workspace, bot: Signoff, loaded: Loaded) -> None:
        super().__init__(ws)
        self.bot = bot
        self.loaded = loaded

    async def start(self, what: str, *, as_: str = "ana") -> Card:
        """Type `/signoff start …`; gives the run's first message, once it is there."""
        before = self.newest
        said = await self.ws.slash("/signoff", text=f"start {what}", as_=as_)
        assert not said.error, said.error
        assert not said.text, said.text
        assert said.modal is None, said.modal.text
        return await self.root_after(before)

    @property
    def newest(self) -> str:
        """The ts of the channel's newest message."""
        return max((card.ts for card in self.ws.messages()), default="")

    async def root_after(self, ts: str = "") -> Card:
        """The first message of a run that was started after that."""
        return await self.ws.wait_for(
            lambda c: slot_of(c) == "root" and c.ts > ts, within=LONG, what="a run"
        )

    async def asked(self, text: str = "", *, after: str = "", button: str = "") -> Card:
        """The newest question that waits, with a text in it."""
        return await self.ws.wait_for(
            lambda c: bool(
                slot_of(c).startswith("gate:")
                and c.ts > after
                and text in c.text
                and c.buttons
                and (not button or button in c.buttons)
            ),
            within=LONG,
            what=f"a question with {text!r} and {button!r}",
        )

    async def run(self, root: Card) -> Run:
        """A run, by its first message, as it is on record."""
        metadata = root.message.metadata or {}
        return (await self.bot.store.load(str(metadata["event_payload"]["run_id"]))).run

    async def ended(self, root: Card) -> Run:
        """A run, by its first message, once that says that it is done."""
        await root.wait_until(lambda c: not has(c, ids.CANCEL), within=LONG, what="the end")
        run = await self.run(root)
        assert run.state is RunState.DONE, root.refresh().text
        return run

    async def gave(self, root: Card) -> Any:  # noqa: ANN401 - any JSON
        """The result of a run, which is JSON, once it ended."""
        return json.loads((await self.ended(root)).result or "")


@contextmanager
def own_imports() -> Iterator[None]:
    """A process of its own, as far as somebody's modules and variables go."""
    path, modules, variables = [*sys.path], {*sys.modules}, {**os.environ}
    try:
        yield
    finally:
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(variables)
        for name in [n for n in sys.modules if n not in modules and n.startswith(_THEIRS)]:
            del sys.modules[name]


_THEIRS = ("signoff_project", "theirs_")
"""What modules of somebody's project are called in these tests."""


@asynccontextmanager
async def open_slack_for_projects() -> AsyncIterator[Sandbox]:
    """A workspace that outlives the bot in it."""
    async with Sandbox(manifest.load()) as sandbox:
        Workspace(sandbox).invite_bot("general")
        yield sandbox


@asynccontextmanager
async def working(sandbox: Sandbox, redis_url: str, *files: Path) -> AsyncIterator[Project]:
    """A bot that serves these files, at work until the end. Each time as in a new process.

    It never waits for its turn with Slack: an hour passes between any two of its calls.
    """
    async with AsyncExitStack() as stack:
        # A failure's traceback, drawn for a terminal, takes seconds.
        stack.enter_context(capture_logs())
        stack.enter_context(own_imports())
        loaded = await load(files)
        settings = settings_for(sandbox, redis_url)
        client = await stack.enter_async_context(open_slack(settings))
        clock = Clock(monotonic=(HOUR_S * n for n in count()).__next__)
        bot = await stack.enter_async_context(
            open_signoff(
                settings,
                loaded.workflows,
                model=OfflineModel(),
                messenger=SlackMessenger(SlackCalls(client, clock)),
            )
        )
        stopping = asyncio.Event()
        await stack.enter_async_context(bot.serving(stopping, ingress=True))
        stack.callback(stopping.set)
        yield Project(Workspace(sandbox), bot, loaded)


@asynccontextmanager
async def open_project(redis_url: str, *files: Path) -> AsyncIterator[Project]:
    """A workspace and a bot in it that serves these files."""
    async with (
        open_slack_for_projects() as sandbox,
        working(sandbox, redis_url, *files) as project,
    ):
        yield project


def write(
    folder: Path, files: Mapping[str, str], graphs: Mapping[str, object] | None = None
) -> Path:
    """Write a project's files, and a `langgraph.json` of these graphs; gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = folder / "langgraph.json"
    if graphs is not None:
        found.write_text(json.dumps({"graphs": graphs}), encoding="utf-8")
    return found
