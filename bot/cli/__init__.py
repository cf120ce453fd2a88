"""The command `signoff`: run, worker, doctor, demo."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli import demo as demos
from bot.cli import doctor as doctors
from bot.cli import service
from bot.cli.process import finish

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
    finish(service.run(ingress=True))


@app.command()
def worker() -> None:
    """Drive runs beside `signoff run`, on this or another machine."""
    finish(service.run(ingress=False))


@app.command()
def doctor() -> None:
    """Check settings, tokens, scopes, Redis and the model endpoint."""
    finish(doctors.examine())


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
        finish(demos.walk(text=text, file=file, as_json=json, redis=redis))
    else:
        finish(demos.serve(fresh=fresh, port=port, redis=redis))


def main() -> None:
    """The entry point."""
    app()
