"""The commands and their options. What a command runs on is loaded when it is asked for.

Loading takes seconds, and help and most errors need none of it.
"""

# ruff: noqa: PLC0415 - see above
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.process import finish
from bot.errors import CannotStartError

app = typer.Typer(
    name="signoff",
    help="People in charge of LangGraph runs, in Slack.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def run() -> None:
    """Connect to Slack and drive runs, in one process. Settings: the environment, or .env."""
    finish(partial(_serve, ingress=True))


@app.command()
def web(
    *,
    host: Annotated[
        str, typer.Option(help="Where to listen; a proxy in front speaks TLS.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Slack posts to /slack/events there.")
    ] = 3000,
) -> None:
    """As run, but Slack posts over HTTP: it takes a signing secret in place of an app token."""
    finish(partial(_serve_web, host=host, port=port))


@app.command()
def worker() -> None:
    """Drive runs beside `signoff run`, on this or another machine."""
    finish(partial(_serve, ingress=False))


@app.command()
def doctor() -> None:
    """Check settings, tokens, scopes, Redis and the model endpoint."""
    finish(_examine)


@app.command()
def demo(
    *,
    headless: Annotated[
        bool, typer.Option("--headless", help="Walk the main job by itself and print what is seen.")
    ] = False,
    text: Annotated[str | None, typer.Option(help="Notes for the walk.")] = None,
    file: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, readable=True, help="Notes, from a file."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the walk as JSON lines.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget earlier demos first.")] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; the next free one if taken.")
    ] = 8420,
    redis: Annotated[
        str | None, typer.Option(help="Use this Redis instead of an embedded one.")
    ] = None,
) -> None:
    """Try everything in a local Slack workspace: no account, no key, no Docker."""
    if headless or json:
        finish(partial(_walk, text=text, file=file, as_json=json, redis=redis))
    else:
        notes = text is not None or file is not None
        finish(partial(_show, notes=notes, fresh=fresh, port=port, redis=redis))


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


def _serve(*, ingress: bool) -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load("run" if ingress else "worker")
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import service

    return service.run(chosen, ingress=ingress)


def _serve_web(*, host: str, port: int) -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load("web")
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import service

    return service.web(chosen, host=host, port=port)


def _examine() -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load("worker")
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import doctor as doctors

    return doctors.examine(chosen)


def _walk(
    *, text: str | None, file: Path | None, as_json: bool, redis: str | None
) -> Coroutine[None, None, int]:
    notes = _notes(text, file)
    from bot.cli import demo as demos

    return demos.walk(notes, as_json=as_json, redis=redis)


def _show(*, notes: bool, fresh: bool, port: int, redis: str | None) -> Coroutine[None, None, int]:
    if notes:
        raise CannotStartError(
            "--text and --file are for the walk: add --headless, or type the notes in the page."
        )
    from bot.cli import demo as demos

    return demos.serve(fresh=fresh, port=port, redis=redis)


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


def _notes(text: str | None, file: Path | None) -> str | None:
    """What to walk with; None for the sample."""
    if text is None and file is None:
        return None
    if text is not None and file is not None:
        raise CannotStartError("--text and --file are both given: leave one out.")
    notes = text if file is None else _read(file)
    if not notes or not notes.strip():
        raise CannotStartError("the notes are empty: write at least one line.")
    return notes


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CannotStartError(f"{file} is not a UTF-8 text: save it as one.") from error
    except OSError as error:
        raise CannotStartError(f"{file} cannot be read: {error.strerror}.") from error
