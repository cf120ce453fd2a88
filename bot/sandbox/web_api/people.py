"""users.*, team.info, bots.info: who is here."""

from bot.sandbox.errors import SlackError
from bot.sandbox.messages import shown
from bot.sandbox.state.sample import BOT_ID
from bot.sandbox.web_api.call import Call
from bot.sandbox.web_api.conversations import page
from bot.sandbox.wire import Json


async def info(call: Call) -> Json:
    """users.info; the locale only with `include_locale`."""
    person = call.person()
    with_locale = call.args.flag("include_locale")
    return {"ok": True, "user": shown.user(call.hub, person, with_locale=with_locale)}


async def list_(call: Call) -> Json:
    """users.list."""
    some, metadata = page(call, list(call.hub.world.people.values()))
    with_locale = call.args.flag("include_locale")
    people = [shown.user(call.hub, person, with_locale=with_locale) for person in some]
    return {
        "ok": True,
        "members": people,
        "cache_ts": int(call.hub.world.now()),
        "response_metadata": metadata,
    }


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
