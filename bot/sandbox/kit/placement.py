"""Where each element may stand."""

from typing import Final

from bot.sandbox.kit.elements import ELEMENTS

_SELECTS: Final = frozenset(
    f"{many}{kind}_select"
    for many in ("", "multi_")
    for kind in ("static", "external", "users", "conversations", "channels")
)
_CHOICES: Final = _SELECTS | {"checkboxes", "radio_buttons", "datepicker", "timepicker"}

_BUTTONS: Final = frozenset({"button", "workflow_button", "overflow"})

IN_ACTIONS: Final = _CHOICES | _BUTTONS | {"datetimepicker"}
IN_SECTION: Final = _CHOICES | _BUTTONS | {"image"}
IN_CONTEXT: Final = frozenset({"image", "mrkdwn", "plain_text"})
IN_CONTEXT_ACTIONS: Final = frozenset({"feedback_buttons", "icon_button"})
IN_INPUT: Final = _CHOICES | {
    "datetimepicker",
    "plain_text_input",
    "number_input",
    "email_text_input",
    "url_text_input",
    "rich_text_input",
    "file_input",
}
INTERACTIVE: Final = frozenset(ELEMENTS) - IN_CONTEXT
"""Elements that get an action id."""

ONLY_IN_MODALS: Final = frozenset({"file_input"})
"""Elements that only a modal takes."""
