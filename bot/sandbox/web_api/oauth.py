"""oauth.v2.access: the last step of an installation, a code for tokens."""

import secrets

from bot.sandbox.errors import SlackError
from bot.sandbox.state.changes import Change
from bot.sandbox.state.sample import ANA, APP_ID, BOT_USER
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json


async def access(call: Call) -> Json:
    """oauth.v2.access, with the client's id and secret as arguments or by HTTP Basic."""
    tokens, args = call.hub.tokens, call.args
    if args.optional("client_id") != tokens.client_id:
        raise SlackError("invalid_client_id")
    secret = (args.optional("client_secret") or "").encode()
    if not secrets.compare_digest(secret, tokens.client_secret.encode()):
        raise SlackError("bad_client_secret")
    if args.optional("grant_type") not in {None, "", "authorization_code"}:
        raise SlackError("invalid_grant_type")
    code, redirect_uri = args.optional("code") or "", args.optional("redirect_uri") or ""
    call.hub.codes.use(code, redirect_uri=redirect_uri)
    call.hub.gate.install()
    call.hub.world.changes.tell(Change("app"))
    return _installed(call)


def _installed(call: Call) -> Json:
    app, team, tokens = call.hub.app, call.hub.world.team, call.hub.tokens
    person: Json = {"id": ANA}
    if app.user_scopes:
        person |= {
            "scope": ",".join(sorted(app.user_scopes)),
            "access_token": tokens.user,
            "token_type": "user",
        }
    return {
        "ok": True,
        "app_id": APP_ID,
        "authed_user": person,
        "scope": ",".join(sorted(app.bot_scopes)),
        "token_type": "bot",
        "access_token": tokens.bot,
        "bot_user_id": BOT_USER,
        "team": {"id": team.id, "name": team.name},
        "enterprise": None,
        "is_enterprise_install": False,
    }
