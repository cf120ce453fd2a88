"""A small workflow that takes a transcript: typed, from a file, or from messages in Slack."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from bot import manifest
from bot.core.model import Run
from bot.sandbox import Timing
from graphs.contract import FormField, Shortcut, Workflow
from tests.slack.bolt_office import Office, Transport, open_office

MOST = 2_000
THREAD, MESSAGE, TONED = "Minutes of this thread", "Minutes of one message", "Minutes in a tone"
BOTH_WAYS = "Write at least a few words here, or add a file under “File”."


class State(TypedDict, total=False):
    """What the graph gets and gives."""

    transcript: str
    language: str
    report: str


def build(**_: object) -> StateGraph[State]:
    """One step that counts the lines."""
    graph = StateGraph(State)
    graph.add_node("count", lambda s: {"report": f"# {len(s['transcript'].splitlines())} lines"})
    graph.add_edge(START, "count")
    graph.add_edge("count", END)
    return graph


def words(text: str) -> dict[Any, str]:
    """The same in both languages."""
    return {"en": text, "zh": text}


NOTES = FormField(key="transcript", label=words("Text"), hint=words(""), max_chars=MOST)
FILE = FormField(
    key="file", label=words("File"), hint=words("Or this"), kind="file", fills="transcript"
)
TONE = FormField(key="tone", label=words("Tone"), hint=words(""))
SHORTCUTS = (
    Shortcut(callback_id="minutes_thread", name=THREAD, fills="transcript", reads="thread"),
    Shortcut(callback_id="minutes_message", name=MESSAGE, fills="transcript"),
)


def workflow(name: str, *form: FormField, shortcuts: tuple[Shortcut, ...] = ()) -> Workflow:
    """A workflow with this form."""
    return Workflow(
        name=name,
        command=f"/{name}",
        title=words(name.capitalize()),
        description=words("Counts lines."),
        form=form,
        steps={"count": words("Count")},
        result="report",
        build=build,
        own_model=False,
        shortcuts=shortcuts,
    )


WORKFLOWS = (
    workflow("minutes", NOTES, FILE, shortcuts=SHORTCUTS),
    workflow(
        "toned",
        TONE,
        NOTES,
        FILE,
        shortcuts=(Shortcut(callback_id="toned", name=TONED, fills="transcript"),),
    ),
)


@asynccontextmanager
async def transcript_office(
    redis_url: str,
    *,
    transport: Transport = "socket",
    app: Mapping[str, Any] | None = None,
    timing: Timing | None = None,
) -> AsyncIterator[Office]:
    """The bot with these workflows, in a workspace whose app has their manifest."""
    rendered = app or manifest.parsed(manifest.render(WORKFLOWS))
    serves = {about.name: about for about in WORKFLOWS}
    async with open_office(
        redis_url, serves=serves, transport=transport, app=rendered, timing=timing
    ) as it:
        yield it


async def recorded(office: Office) -> Run:
    """The only run that there is."""
    [run_id] = await office.runs()
    return (await office.bot.store.load(run_id)).run
