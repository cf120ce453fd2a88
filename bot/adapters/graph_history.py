"""What a thread went through, as places to go on from."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from time import monotonic

from langgraph.checkpoint.redis.aio import AsyncRedisSaver
from langgraph.types import StateSnapshot

from bot.adapters.graph_keys import OF_A_TASK, ROOT, pages
from bot.adapters.graph_look import Graph
from bot.core.ports.engine import Moment

_AT_ONCE = 10
"""Checkpoints that are read at a time: each holds the whole state, which can be large."""
_INSIDE = "|"
"""In a namespace, between a subgraph's and that of a subgraph in it."""


async def history(
    graph: Graph, saver: AsyncRedisSaver, thread_id: str, *, limit: int, within: timedelta
) -> tuple[Moment, ...]:
    """The newest `limit` checkpoints from which some step of the graph follows, newest first.

    As many of them as can be begun to read `within` a time.
    """
    known, remembers = await _checkpoints(saver, thread_id)
    place = {"thread_id": thread_id, "checkpoint_ns": ""}
    newest, seen, until = known[-limit:][::-1], [], monotonic() + within.total_seconds()
    for some in (newest[at : at + _AT_ONCE] for at in range(0, len(newest), _AT_ONCE)):
        looks = (
            graph.aget_state({"configurable": {**place, "checkpoint_id": checkpoint}})
            for checkpoint in some
        )
        seen += await asyncio.gather(*looks)
        if monotonic() > until:
            break
    found = _moments(seen[::-1], frozenset(known))
    return tuple(m for m in found if not _from_memory(m, remembers))[::-1]


async def _checkpoints(saver: AsyncRedisSaver, thread_id: str) -> tuple[list[str], dict[str, str]]:
    """Ids of the graph's own checkpoints, and since which one a subgraph has a memory, by node."""
    known: list[str] = []
    remembers: dict[str, str] = {}
    async for page in pages(saver, thread_id):
        for one in page:
            inner, checkpoint = str(one["checkpoint_ns"]), str(one["checkpoint_id"])
            if inner == ROOT:
                known.append(checkpoint)
            elif OF_A_TASK not in inner:
                remembers.setdefault(inner.partition(_INSIDE)[0], checkpoint)
    return known, remembers


def _from_memory(moment: Moment, remembers: Mapping[str, str]) -> bool:
    """Whether a step of it runs a subgraph that remembers (`checkpointer=True`).

    Driven again, LangGraph (1.2) gives what that subgraph came to the last time, for whatever
    it is asked now.
    """
    return any(remembers.get(node, moment.checkpoint) < moment.checkpoint for node in moment.nodes)


def _moments(snapshots: Sequence[StateSnapshot], known: frozenset[str]) -> Iterator[Moment]:
    """From the oldest on, with what ran before each.

    One whose predecessor is not there cannot be gone on from: it could not be told any more
    which nodes ran last. That is where a thread begins that is itself a copy.
    """
    ran: set[str] = set()
    for one in snapshots:
        nodes = tuple(dict.fromkeys(t.name for t in one.tasks if not t.name.startswith("__")))
        parent = (one.parent_config or {}).get("configurable", {}).get("checkpoint_id")
        if nodes and one.created_at and (not parent or parent in known):
            yield Moment(
                checkpoint=one.config["configurable"]["checkpoint_id"],
                at=int(datetime.fromisoformat(one.created_at).timestamp() * 1000),
                nodes=nodes,
                ran=frozenset(ran),
            )
        ran.update(nodes)
