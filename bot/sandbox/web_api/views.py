"""views.*: modals on people's screens."""

from bot.sandbox.errors import SlackError
from bot.sandbox.state.modals import View
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json


def _shown(call: Call, view: View) -> Json:
    return {"ok": True, "view": view.wire(call.hub.world.team.id)}


def _trigger(call: Call) -> str:
    return call.args.optional("trigger_id") or call.args.text("interactivity_pointer")


async def open_(call: Call) -> Json:
    """views.open: uses up the trigger id, also where the view is refused."""
    payload = _modal(call)
    trigger = call.hub.triggers.exchange(_trigger(call))
    return _shown(call, call.hub.modals.open(trigger.person, payload))


async def push(call: Call) -> Json:
    """views.push: a second or third view on an open modal."""
    payload = _modal(call)
    trigger = call.hub.triggers.exchange(_trigger(call))
    return _shown(call, call.hub.modals.push(trigger.person, payload))


async def update(call: Call) -> Json:
    """views.update, by `view_id` or `external_id`, guarded by `hash` where it is given."""
    view_id = call.args.optional("view_id") or ""
    external_id = call.args.optional("external_id") or ""
    if not view_id and not external_id:
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: view_id"])
    view = call.hub.modals.find(view_id=view_id, external_id=external_id)
    hash_ = call.args.optional("hash") or None
    return _shown(call, call.hub.modals.update(view, _modal(call), hash_=hash_))


def _modal(call: Call) -> object:
    payload = call.args.data("view")
    if payload is None:
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: view"])
    if isinstance(payload, dict) and payload.get("type") == "home":
        message = "[ERROR] must be a modal [json-pointer:/view/type]"
        raise SlackError("invalid_arguments", messages=[message])
    return payload
