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


def _serve(*, ingress: bool) -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load(ingress=ingress)
    logs.configure(chosen.log, chosen.log_level, hide=chosen.secrets())
    from bot.cli import service

    return service.run(chosen, ingress=ingress)


def _examine() -> Coroutine[None, None, int]:
    from bot import logs, settings

    chosen = settings.load()
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
