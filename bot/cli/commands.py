"""The commands and their options. What a command runs on is loaded when it is asked for.

Loading takes seconds, and help and most errors need none of it.
"""

# ruff: noqa: PLC0415 - see above
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.given import notes_of
from bot.cli.options import Graphs
from bot.cli.process import finish
from bot.errors import CannotStartError

WALKED = "weekly-report"
"""The workflow that is walked where none is named."""

app = typer.Typer(
    name="signoff",
    help="People in charge of LangGraph runs, in Slack.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def run(*, graphs: Graphs = None) -> None:
    """Connect to Slack and drive runs, in one process. Settings: the environment, or .env."""
    finish(partial(_serve, ingress=True, graphs=graphs))


@app.command()
def web(
    *,
    host: Annotated[
        str, typer.Option(help="Where to listen; a proxy in front speaks TLS.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Slack posts to /slack/events there.")
    ] = 3000,
    graphs: Graphs = None,
) -> None:
    """As run, but Slack posts over HTTP: it takes a signing secret in place of an app token."""
    finish(partial(_serve_web, host=host, port=port, graphs=graphs))


@app.command()
def worker(*, graphs: Graphs = None) -> None:
    """Drive runs beside `signoff run`, on this or another machine."""
    finish(partial(_serve, ingress=False, graphs=graphs))


@app.command()
def doctor(*, graphs: Graphs = None) -> None:
    """Check settings, workflows, tokens, scopes, Redis and the model endpoint."""
    finish(partial(_examine, graphs=graphs))


@app.command()
def demo(
    *,
    headless: Annotated[
        bool, typer.Option("--headless", help="Walk the main job by itself and print what is seen.")
    ] = False,
    workflow: Annotated[
        str, typer.Option(metavar="NAME", help="Which built-in workflow to walk.")
    ] = "",
    text: Annotated[
        str | None, typer.Option(help="What to type behind the command in the walk.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, readable=True, help="The same, from a file."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the walk as JSON lines.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget earlier demos first.")] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; the next free one if taken.")
    ] = 8420,
    redis: Annotated[
        str | None, typer.Option(help="Use this Redis instead of an embedded one.")
    ] = None,
    graphs: Graphs = None,
) -> None:
    """Try everything in a local Slack workspace: no account, no key, no Docker."""
    if headless or json:
        given = partial(_walk, workflow or WALKED, text=text, file=file)
        finish(partial(given, as_json=json, redis=redis, graphs=graphs))
    else:
        walked = bool(workflow) or text is not None or file is not None
        finish(partial(_show, walked=walked, fresh=fresh, port=port, redis=redis, graphs=graphs))


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="LANGGRAPH.JSON", help="The project's graphs.")],
    *,
    walk: Annotated[
        bool, typer.Option("--walk", help="Start each graph in a local Slack, to its first card.")
    ] = False,
) -> None:
    """Draw somebody's graphs and say what will not work with people in Slack."""
    finish(partial(_check, file=file, walk=walk))


@app.command()
def manifest(
    *,
    graphs: Graphs = None,
    check: Annotated[
        Path | None, typer.Option(help="Say what differs in this file; 1 where anything does.")
    ] = None,
    http: Annotated[
        str, typer.Option(help="Slack posts to this address, in place of Socket Mode.")
    ] = "",
) -> None:
    """Print manifest.yml with the commands of all workflows."""
    finish(partial(_manifest, graphs=graphs, check=check, http=http))


@app.command()
def sandbox(
    *,
    manifest: Annotated[
        Path | None,
        typer.Option(help="The app's manifest, YAML or JSON. Without: every scope and command."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; the next free one if taken.")
    ] = 8421,
    json: Annotated[
        bool, typer.Option("--json", help="Print addresses and tokens as one line of JSON.")
    ] = False,
    state: Annotated[
        Path | None, typer.Option(help="Keep messages and tokens in this file over a restart.")
    ] = None,
    real_rates: Annotated[
        bool, typer.Option("--real-rates", help="Limit calls as Slack does.")
    ] = False,
    request_url: Annotated[
        str | None,
        typer.Option(help="Post payloads here, signed, instead of by Socket Mode."),
    ] = None,
) -> None:
    """Serve a local Slack workspace, for any Slack app, on this machine only."""
    finish(
        partial(
            _serve_sandbox,
            manifest=manifest,
            port=port,
            as_json=json,
            state=state,
            real_rates=real_rates,
            request_url=request_url,
        )
    )


def _serve(*, ingress: bool, graphs: list[Path] | None) -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load("run" if ingress else "worker").offering(graphs)
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import service

    return service.run(chosen, ingress=ingress)


def _serve_web(*, host: str, port: int, graphs: list[Path] | None) -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load("web").offering(graphs)
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import service

    return service.web(chosen, host=host, port=port)


def _examine(*, graphs: list[Path] | None) -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load("worker").offering(graphs)
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import doctor as doctors

    return doctors.examine(chosen)


def _walk(
    workflow: str,
    *,
    text: str | None,
    file: Path | None,
    as_json: bool,
    redis: str | None,
    graphs: list[Path] | None,
) -> Coroutine[None, None, int]:
    notes = notes_of(text, file)
    from bot.cli import demo as demos
    from bot.cli.walks import WALKS

    if workflow not in WALKS:
        raise CannotStartError(f'there is no walk of "{workflow}": choose of {", ".join(WALKS)}.')
    return demos.walk(workflow, notes, as_json=as_json, redis=redis, graphs=graphs)


def _show(
    *, walked: bool, fresh: bool, port: int, redis: str | None, graphs: list[Path] | None
) -> Coroutine[None, None, int]:
    if walked:
        raise CannotStartError(
            "--workflow, --text and --file are for the walk: add --headless, or type in the page."
        )
    from bot.cli import demo as demos

    return demos.serve(fresh=fresh, port=port, redis=redis, graphs=graphs)


def _check(*, file: Path, walk: bool) -> Coroutine[None, None, int]:
    from bot.cli import check as checking

    return checking.check(file, walk=walk)


def _manifest(
    *, graphs: list[Path] | None, check: Path | None, http: str
) -> Coroutine[None, None, int]:
    from bot.cli import manifest as manifests

    return manifests.show(graphs, check=check, http=http)


def _serve_sandbox(  # the options of `signoff sandbox`, one to one
    *,
    manifest: Path | None,
    port: int,
    as_json: bool,
    state: Path | None,
    real_rates: bool,
    request_url: str | None,
) -> Coroutine[None, None, int]:
    from bot.cli import sandbox as sandboxes

    return sandboxes.serve(
        manifest=manifest,
        port=port,
        as_json=as_json,
        state=state,
        real_rates=real_rates,
        request_url=request_url,
    )
