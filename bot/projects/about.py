"""What a project says of its graphs for people: the optional `signoff` object of each.

It stands in `langgraph.json` beside a graph's `path`, or in `signoff.toml` beside that file as a
table by the graph's name.
"""

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bot.projects.trouble import ProjectError, Trouble
from graphs.contract import Deciders

TOML = "signoff.toml"

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
UserId = Annotated[str, StringConstraints(pattern=r"^[UW][A-Z0-9]+$")]


class About(BaseModel):
    """All of it is optional; without it, names are derived from the graph."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: Line | None = None
    description: Line | None = None
    command: Annotated[str, StringConstraints(pattern=r"^/[a-z0-9_-]{1,31}$")] | None = None
    """A slash command of its own, beside `/signoff start <name>`."""
    deciders: Literal["starter", "channel"] | Annotated[list[UserId], Field(min_length=1)] = (
        "starter"
    )
    """Whoever started the run, any member of the channel, or these Slack user ids."""
    labels: dict[str, Line] = {}
    """Node -> what people read. With it, only these nodes are shown as steps."""
    result: str = ""
    """The state key that holds the result."""
    links: str = ""
    """The state key of the addresses that may be links in it."""
    business_key: str = ""
    """The input of whose value there is one run a channel."""
    time_limit_s: Annotated[float, Field(gt=0, le=86_400)] = 900.0
    """Seconds that one drive may take, waiting for people not counted."""

    @property
    def policy(self) -> Deciders:
        """Who may decide, as a workflow has it."""
        return tuple(self.deciders) if isinstance(self.deciders, list) else self.deciders


def merged(inside: object, beside: object) -> About:
    """The object in the file, over the table beside it. ValidationError."""
    found: dict[str, Any] = {}
    for table in (beside, inside):
        if isinstance(table, dict):
            found |= table
        elif table is not None:
            return About.model_validate(table)
    return About.model_validate(found)


def read_toml(file: Path, *, names: Collection[str]) -> tuple[Mapping[str, object], list[Trouble]]:
    """The tables of a `signoff.toml` by graph, `{}` where there is no such file. ProjectError.

    What cannot be read, or says who decides for a graph that is not there, may be the policy of
    one that is: then none of the project is offered.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        raise ProjectError(Trouble(str(file), f"cannot be read: {error.strerror}.")) from error
    except UnicodeDecodeError as error:
        place = f"{file}, byte {error.start + 1}"
        raise ProjectError(Trouble(place, "is no text in UTF-8.")) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ProjectError(Trouble(str(file), f"is not TOML: {error}.")) from error
    return content, [_stranger(file, name, content[name]) for name in content if name not in names]


def _stranger(file: Path, name: str, table: object) -> Trouble:
    trouble = Trouble(f"{file}, {name}", "there is no graph of that name.", fatal=False)
    if isinstance(table, dict) and "deciders" in table:
        raise ProjectError(trouble)
    return trouble


def explained(error: ValidationError, where: str) -> tuple[str, str]:
    """The place and the one sentence of the first thing that is wrong."""
    first = error.errors(include_url=False)[0]
    steps = [str(step) for step in first["loc"] if step not in _BRANCHES]
    place = ".".join([where, *steps])
    if first["type"] == "extra_forbidden":
        return place, f"is none of {', '.join(About.model_fields)}."
    if steps[:1] == ["deciders"]:
        return (
            place,
            'must be "starter", "channel", or a list of Slack user ids, like ["U012AB3CD"].',
        )
    if first["type"] == "string_pattern_mismatch":
        return place, "must be a slash and up to 31 of a-z, 0-9, - and _."
    if first["type"] in _TYPES:
        return place, f"must be {_TYPES[first['type']]}."
    return place, f"must {first['msg'].partition(' should ')[2]}."


_TYPES = {
    "string_type": "a text",
    "float_type": "a number",
    "dict_type": "an object",
    "model_type": "an object",
}
_BRANCHES = ("literal['starter','channel']", "constrained-str", "list[constrained-str]")
"""Steps that pydantic adds for the members of a union."""
