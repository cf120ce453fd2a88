"""The names that Slack hands back to us: actions, views, blocks. No literal twice."""

APPROVE = "gate.approve"
REVISE = "gate.revise"
EDIT = "gate.edit"
RETRY = "run.retry"
CANCEL = "run.cancel"
START = "run.start"
"""A button that opens a start form; its value is the workflow's name."""
NEW_VERSION = "run.new_version"
OPEN = "run.open"
"""A link button: nothing happens but an acknowledgement."""

VIEW_START = "view.start"
VIEW_REVISE = "view.revise"
VIEW_EDIT = "view.edit"

FIELD = "field"
"""The action id of every input; its block id says which field (and part) it is."""


def gate_value(run_id: str, gate_key: str) -> str:
    """What a gate's button carries."""
    return f"{run_id} {gate_key}"


def parse_value(value: str) -> tuple[str, str]:
    """Run id and gate key of a button's value; the key is empty on run-wide buttons."""
    run_id, _, gate_key = value.partition(" ")
    return run_id, gate_key
