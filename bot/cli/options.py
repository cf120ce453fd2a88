"""Options that several commands share."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

Graphs: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--graphs",
        metavar="LANGGRAPH.JSON",
        help="Offer the graphs of this file, too. Repeatable; SIGNOFF_GRAPHS names them as well.",
    ),
]
