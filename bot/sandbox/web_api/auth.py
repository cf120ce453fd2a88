"""auth.test, api.test: who the caller is, and whether anybody is there."""

from bot.sandbox.state.sample import BOT_ID
from bot.sandbox.state.tokens import TokenKind
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json


async def auth_test(call: Call) -> Json:
    """auth.test."""
    team, person = call.hub.world.team, call.hub.world.people[call.user]
    answer: Json = {
        "ok": True,
        "url": call.hub.root_url,
        "team": team.name,
        "user": person.name,
        "team_id": team.id,
        "user_id": person.id,
        "is_enterprise_install": False,
    }
    if call.principal.kind is TokenKind.BOT:
        answer["bot_id"] = BOT_ID
    return answer


async def api_test(call: Call) -> Json:
    """api.test gives back what it got, the error too."""
    args = {key: value for key, value in call.args.values.items() if key != "token"}
    error = call.args.optional("error")
    if error:
        return {"ok": False, "error": error, "args": args}
    return {"ok": True, "args": args}
