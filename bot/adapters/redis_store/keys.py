"""The one place that names keys and says which of them belong together.

Everything of a run, and of the versions beside it, carries the hash tag
`{base}`: the run id without its version. So one script may touch all of it, on
a Redis Cluster too. Keys without that tag are look-ups from outside; they are
written before the record they lead to, and mean nothing without one.
"""

import re
from dataclasses import dataclass

PREFIX = "signoff"
DUE = f"{PREFIX}:due"
"""Sorted set of run ids by the time (ms) from which somebody should look at them."""

_VERSION = re.compile(r"\.(\d+)$")


def base_of(run_id: str) -> str:
    """Give the run id without its version. The only thing ever read out of an id."""
    return _VERSION.sub("", run_id)


def version_of(run_id: str) -> int:
    """Give the version: 1 where the id names none."""
    found = _VERSION.search(run_id)
    return int(found.group(1)) if found else 1


def versioned(base: str, version: int) -> str:
    """Give the id of a version: `base`, `base.2`, `base.3`."""
    return base if version == 1 else f"{base}.{version}"


@dataclass(frozen=True, slots=True)
class RunKeys:
    """The keys of one run: three hashes, and the index it shares with its other versions."""

    run: str
    gates: str
    slots: str
    index: str

    @property
    def record(self) -> tuple[str, str, str]:
        """Run, gates and slots: what a snapshot is read from."""
        return (self.run, self.gates, self.slots)

    @property
    def everything(self) -> tuple[str, str, str, str]:
        """All keys of the run, in the order in which the scripts expect them."""
        return (self.run, self.gates, self.slots, self.index)


def keys_of(run_id: str) -> RunKeys:
    """Name the keys of a run."""
    base = base_of(run_id)
    tagged = f"{PREFIX}:{{{base}}}"
    own = f"{tagged}:{version_of(run_id)}"
    return RunKeys(
        run=f"{own}:run", gates=f"{own}:gates", slots=f"{own}:slots", index=f"{tagged}:index"
    )


def thread_key(channel: str, root_ts: str) -> str:
    """Name the look-up from a Slack thread to its run id."""
    return f"{PREFIX}:thread:{channel}:{root_ts}"


def draft_key(run_id: str, user: str) -> str:
    """Name what a person typed for a new version of a run."""
    return f"{PREFIX}:{{{base_of(run_id)}}}:draft:{user}"


def texts_key(run_id: str) -> str:
    """Name the hash of the long texts of a run, by their ids."""
    return f"{PREFIX}:{{{base_of(run_id)}}}:{version_of(run_id)}:texts"


def request_key(digest: str) -> str:
    """Name the memory of one signed request."""
    return f"{PREFIX}:request:{digest}"
