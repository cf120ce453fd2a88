"""views.*: modals on people's screens, and what they see in the app's home."""

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
    payload = _payload(call, "modal")
    trigger = call.hub.triggers.exchange(_trigger(call))
    return _shown(call, call.hub.modals.open(trigger.person, payload))


async def push(call: Call) -> Json:
    """views.push: a second or third view on an open modal."""
    payload = _payload(call, "modal")
    trigger = call.hub.triggers.exchange(_trigger(call))
    return _shown(call, call.hub.modals.push(trigger.person, payload))


async def update(call: Call) -> Json:
    """views.update, by `view_id` or `external_id`, guarded by `hash` where it is given."""
    view_id = call.args.optional("view_id") or ""
    external_id = call.args.optional("external_id") or ""
    if not view_id and not external_id:
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: view_id"])
    view = _find(call, view_id, external_id)
    payload = _payload(call, view.payload["type"], but=view.id)
    if view.payload["type"] == "home":
        return _shown(call, call.hub.homes.publish(view.person, payload, hash_=_hash(call)))
    return _shown(call, call.hub.modals.update(view, payload, hash_=_hash(call)))


async def publish(call: Call) -> Json:
    """views.publish: what one person sees in the app's home, if the app has one."""
    person = call.hub.world.people.get(call.args.text("user_id"))
    if person is None:
        raise SlackError("invalid_arguments", messages=["invalid `user_id`"])
    known = call.hub.homes.of(person.id)
    payload = _payload(call, "home", but=known.id if known else "")
    if not call.hub.app.home_tab:
        raise SlackError("not_enabled")
    return _shown(call, call.hub.homes.publish(person.id, payload, hash_=_hash(call)))


def _hash(call: Call) -> str | None:
    return call.args.optional("hash") or None


def _find(call: Call, view_id: str, external_id: str) -> View:
    """An open modal or a published home. Raises `not_found`."""
    for view in (*call.hub.modals.all(), *call.hub.homes.all()):
        if view.is_called(view_id, external_id):
            return view
    raise SlackError("not_found")


def _payload(call: Call, kind: str, *, but: str = "") -> object:
    """The view that was sent, if its type fits and no other view has its external id."""
    payload = call.args.data("view")
    if payload is None or payload == "":
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: view"])
    if isinstance(payload, dict):
        if payload.get("type") == ("home" if kind == "modal" else "modal"):
            message = f"[ERROR] must be a {kind} [json-pointer:/view/type]"
            raise SlackError("invalid_arguments", messages=[message])
        _check_unused(call, payload.get("external_id"), but)
    return payload


def _check_unused(call: Call, external_id: object, but: str) -> None:
    views = (*call.hub.modals.all(), *call.hub.homes.all())
    others = (view.payload.get("external_id") for view in views if view.id != but)
    if external_id and any(external_id == other for other in others):
        raise SlackError("duplicate_external_id")
