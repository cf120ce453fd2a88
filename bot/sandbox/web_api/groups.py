"""usergroups.*: people who are mentioned together."""

from bot.sandbox.errors import SlackError
from bot.sandbox.state.records import SLACKBOT, Group
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Json


async def list_(call: Call) -> Json:
    """usergroups.list; members and their number only where they are asked for."""
    with_users, with_count = call.args.flag("include_users"), call.args.flag("include_count")
    groups = [_shown(call, group) for group in call.hub.world.groups.values()]
    for shown in groups:
        if with_count:
            shown["user_count"] = len(shown["users"])
        if not with_users:
            del shown["users"]
    return {"ok": True, "usergroups": groups}


def _shown(call: Call, group: Group) -> Json:
    return {
        "id": group.id,
        "team_id": call.hub.world.team.id,
        "is_usergroup": True,
        "is_external": False,
        "name": group.name,
        "description": "",
        "handle": group.handle,
        "date_create": 0,
        "date_update": 0,
        "date_delete": 0,
        "auto_type": None,
        "created_by": SLACKBOT,
        "updated_by": SLACKBOT,
        "deleted_by": None,
        "prefs": {"channels": [], "groups": []},
        "users": list(group.members),
    }


async def users(call: Call) -> Json:
    """usergroups.users.list."""
    group = call.hub.world.groups.get(call.args.text("usergroup"))
    if group is None:
        raise SlackError("no_such_subteam")
    return {"ok": True, "users": list(group.members)}
