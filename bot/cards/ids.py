"""The names that Slack hands back to us: actions, views, blocks. No literal twice."""

import re

from bot.core.question import Action

APPROVE = "gate.approve"
REVISE = "gate.revise"
EDIT = "gate.edit"
ANSWER = "gate.answer"
SKIP = "gate.skip"
REJECT = "gate.reject"
TRY_AGAIN = "gate.retry"
"""Tries one failed thing again; its value carries the place of that in the question."""
SUBMIT = "gate.submit"
"""Sends what was chosen for all rows; its value carries how often somebody chose."""
APPROVE_REST = "gate.approve_rest"
REJECT_REST = "gate.reject_rest"
ROW_APPROVE = "row.approve"
ROW_EDIT = "row.edit"
ROW_ANSWER = "row.answer"
ROW_SKIP = "row.skip"
ROW_REJECT = "row.reject"
ROW_MENU = "row.menu"
"""A menu of what one row allows. An option's value is the action; a value may be too long."""
RETRY = "run.retry"
CANCEL = "run.cancel"
START = "run.start"
"""A button that opens a start form; its value is the workflow's name."""
NEW_VERSION = "run.new_version"
GO_ON = "run.go_on"
"""Goes on from what a run had: a retry, or where it ended, the next version."""
AGAIN = "run.again"
"""Opens the list of steps that an ended run can be run again from."""
OPEN = "run.open"
"""A link button: nothing happens but an acknowledgement."""

VIEW_START = "view.start"
VIEW_REVISE = "view.revise"
VIEW_EDIT = "view.edit"
VIEW_ANSWER = "view.answer"
VIEW_REJECT = "view.reject"
VIEW_ROW_EDIT = "view.row_edit"
VIEW_ROW_ANSWER = "view.row_answer"
VIEW_ROW_REJECT = "view.row_reject"

VIEW_AGAIN = "view.again"

FIELD = "field"
"""The action id of every input; its block id says which field (and part) it is."""

OF_GATE = {
    Action.APPROVE: APPROVE,
    Action.ANSWER: ANSWER,
    Action.REVISE: REVISE,
    Action.EDIT: EDIT,
    Action.SKIP: SKIP,
    Action.REJECT: REJECT,
}
"""What can be pressed for a question as a whole, in the order of its buttons."""
OF_ROW = {
    Action.APPROVE: ROW_APPROVE,
    Action.EDIT: ROW_EDIT,
    Action.ANSWER: ROW_ANSWER,
    Action.REJECT: ROW_REJECT,
    Action.SKIP: ROW_SKIP,
}
"""What can be pressed for one row, in the order of its buttons."""
_MENU = re.compile(rf"{re.escape(ROW_MENU)} (.*)", re.DOTALL)


def gate_value(run_id: str, gate_key: str, more: object = "") -> str:
    """What a gate's button carries; `more` is a row's key, a count or a place."""
    return f"{run_id} {gate_key} {more}".rstrip()


def parse_value(value: str) -> tuple[str, str]:
    """Run id and gate key of a button's value; the key is empty on run-wide buttons."""
    run_id, gate_key, _ = parse_row(value)
    return run_id, gate_key


def parse_row(value: str) -> tuple[str, str, str]:
    """Run id, gate key and what stands behind them; empty where nothing does."""
    run_id, _, rest = value.partition(" ")
    gate_key, _, more = rest.partition(" ")
    return run_id, gate_key, more


def numbered(action: str, number: int) -> str:
    """An action of which a message has several: ids must be unique in it."""
    return f"{action}#{number}" if number else action


def action_of(action_id: str) -> str:
    """The action without its number."""
    return action_id.partition("#")[0]


def menu(value: str) -> str:
    """The action id of a row's menu, which carries what a button has as its value."""
    return f"{ROW_MENU} {value}"


def value_of_menu(action_id: str) -> str:
    """What a menu carries; empty for anything else."""
    found = _MENU.fullmatch(action_id)
    return found[1] if found else ""
