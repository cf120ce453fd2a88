"""The state file: what survives a restart, written whole or not at all."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as validated

from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Channel, File, Message, Person, Scheduled
from bot.sandbox.state.schedule import plan
from bot.sandbox.state.tokens import TokenKind, Tokens


@validated(
    frozen=True, kw_only=True, config=ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
)
class Snapshot:
    """All that is kept.

    Private lines, trigger ids, response_urls and the lines that say what an app is doing end
    with the process; so do streams, as Slack ends them after a while.
    """

    tokens: Tokens
    people: tuple[Person, ...]
    channels: tuple[Channel, ...]
    messages: tuple[Message, ...]
    files: tuple[File, ...]
    modals: tuple[View, ...] = ()
    homes: tuple[View, ...] = ()
    scheduled: tuple[Scheduled, ...] = ()
    installed: bool = True
    revoked: tuple[TokenKind, ...] = ()


_SNAPSHOT: Final = TypeAdapter(Snapshot)


class StateFileError(ValueError):
    """The state file is damaged, in use or out of reach. The text says which and what to do."""


def read(path: Path) -> Snapshot | None:
    """What was kept, or None where there is no file yet. Raises StateFileError."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StateFileError(f"{path} cannot be read: {error.strerror}") from error
    try:
        return _SNAPSHOT.validate_json(text)
    except ValidationError as error:
        raise StateFileError(
            f"{path} is not a state file of this workspace; move it away to start afresh"
        ) from error


def restore(snapshot: Snapshot, hub: Hub) -> None:
    """Put back what was kept."""
    hub.tokens = hub.gate.tokens = snapshot.tokens
    hub.gate.resume(installed=snapshot.installed, revoked=snapshot.revoked)
    world = hub.world
    for person in snapshot.people:
        world.put_person(person)
    for channel in snapshot.channels:
        world.put_channel(channel)
    for file in snapshot.files:
        world.put_file(file)
    for message in snapshot.messages:
        world.put(replace(message, streaming=False))
    hub.modals.restore(snapshot.modals)
    for view in snapshot.homes:
        hub.homes.put(view)
    for scheduled in snapshot.scheduled:
        plan(world, hub.agenda, scheduled)


def taken(hub: Hub) -> Snapshot:
    """What is to be kept now."""
    world = hub.world
    return Snapshot(
        tokens=hub.tokens,
        people=tuple(world.people.values()),
        channels=tuple(world.channels.values()),
        messages=tuple(world.all_messages()),
        files=tuple(world.files.values()),
        modals=hub.modals.all(),
        homes=hub.homes.all(),
        scheduled=tuple(world.scheduled.values()),
        installed=hub.gate.installed,
        revoked=tuple(sorted(hub.gate.revoked)),
    )


def write(path: Path, snapshot: Snapshot) -> None:
    """Write beside the file, then put it in place in one step. Only its owner may read it."""
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(made, "wb") as file:
        file.write(_SNAPSHOT.dump_json(snapshot))
    beside.replace(path)
