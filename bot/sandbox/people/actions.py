"""The entry of `actions` that a pressed or chosen element makes."""

from collections.abc import Sequence

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json


def block_of(blocks: Sequence[Json], element: Json) -> Json:
    """The block that an element stands in. Raises NotPossibleError."""
    for block, candidate in forms.elements(blocks):
        if candidate == element:
            return block
    raise NotPossibleError("this element is not there any more")


def action_of(hub: Hub, block: Json, element: Json, given: object) -> tuple[Json, Json | None]:
    """The entry of `actions` in a payload, and the state of the element where it has one."""
    action = {
        "type": element["type"],
        "action_id": element["action_id"],
        "block_id": block["block_id"],
        "action_ts": hub.world.new_ts(),
    }
    if element["type"] in forms.STATE_KEYS:
        state = forms.entered(element, given)
        return {**action, **state}, state
    if element["type"] == "overflow":
        option = forms.chosen_option(element, given)
        return {**action, "selected_option": option}, None
    kept: Json = {key: element[key] for key in ("text", "value", "style", "url") if key in element}
    return {**action, **kept}, None
