"""`python -m tests.bench [--json] [--only name]`: print every figure as it is found."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable

from bot import logs
from tests.bench import acks, byo, gates, recovery, runs, slack_traffic, workflows
from tests.bench.rows import Row, rows_of

MEASURES: dict[str, Callable[[], Awaitable[Row | list[Row]]]] = {
    "ack_cost_ratio": acks.measure,
    "run_cost_ratio": runs.measure,
    "byo_cost_ratio": byo.measure,
    "slack_calls_per_run": slack_traffic.calls_per_run,
    "workflows": workflows.measure,
    "open_gates_ratio": gates.measure,
    "redis_bytes_per_waiting_run": runs.memory,
    "burst": slack_traffic.burst,
    "recovery_seconds": recovery.measure,
}


async def main(*, as_json: bool, only: str) -> None:
    """Measure all, or the one that is named."""
    logs.configure("console", "error")
    for name, measure in MEASURES.items():
        if only in {"", name}:
            for row in rows_of(await measure()):
                sys.stdout.write((row.as_json() if as_json else row.as_text()) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON line a row")
    parser.add_argument("--only", default="", choices=["", *MEASURES], metavar="NAME")
    given = parser.parse_args()
    asyncio.run(main(as_json=given.json, only=given.only))
