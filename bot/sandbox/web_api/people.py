"""users.*, team.info, bots.info: who is here."""

from bot.sandbox.errors import SlackError
from bot.sandbox.messages import shown, shown_people
from bot.sandbox.state.sample import BOT_ID
from bot.sandbox.web_api.call import Call
from bot.sandbox.web_api.conversations import page
from bot.sandbox.wire import Json


async def info(call: Call) -> Json:
    """users.info; the locale only with `include_locale`."""
    person = call.person()
    with_locale = call.args.flag("include_locale")
    return {"ok": True, "user": shown_people.user(call.hub, person, with_locale=with_locale)}


async def list_(call: Call) -> Json:
    """users.list."""
    everybody = call.hub.world.people.values()
    known = [person for person in everybody if not shown_people.is_stranger(call.hub, person)]
    some, metadata = page(call, known)
    with_locale = call.args.flag("include_locale")
    members = [shown_people.user(call.hub, person, with_locale=with_locale) for person in some]
    return {
        "ok": True,
        "members": members,
        "cache_ts": int(call.hub.world.now()),
        "response_metadata": metadata,
    }


async def lookup_by_email(call: Call) -> Json:
    """users.lookupByEmail: people of this workspace, bots have no address."""
    email = call.args.text("email").strip().lower()
    own = (p for p in call.hub.world.people.values() if not p.is_bot and not p.team)
    person = next((p for p in own if p.email == email), None)
    if person is None:
        raise SlackError("users_not_found")
    return {"ok": True, "user": shown_people.user(call.hub, person)}


async def team_info(call: Call) -> Json:
    """team.info."""
    team = call.hub.world.team
    return {
        "ok": True,
        "team": {"id": team.id, "name": team.name, "domain": team.domain, "icon": {}},
    }


async def bot_info(call: Call) -> Json:
    """bots.info."""
    if call.args.optional("bot") not in {None, BOT_ID}:
        raise SlackError("bot_not_found")
    return {"ok": True, "bot": shown.bot(call.hub)}
