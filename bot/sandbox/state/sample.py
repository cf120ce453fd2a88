"""What a fresh workspace starts with: its people, channels, a user group, a direct message."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.sandbox.state.records import SLACKBOT, Channel, ChannelKind, Group, Person, Team
from bot.sandbox.state.world import World

TEAM: Final = Team(id="T0LOCALTEAM", name="Local Workspace", domain="local-workspace")
APP_ID: Final = "A0LOCALBOT1"
BOT_ID: Final = "B0LOCALBOT1"
BOT_USER: Final = "U0LOCALBOT1"
ANA: Final = "U0000000ANA"
BEN: Final = "U0000000BEN"
CHEN: Final = "U000000CHEN"
PARTNER_TEAM: Final = "T00PARTNERS"
DANA: Final = "U000000DANA"

PEOPLE: Final = (
    Person(id=ANA, name="ana", real_name="Ana Ortiz", tz="Europe/Berlin"),
    Person(id=BEN, name="ben", real_name="Ben Clarke", locale="en-GB", tz="Europe/London"),
    Person(id=CHEN, name="chen", real_name="陈晨", locale="zh-CN", tz="Asia/Shanghai"),
    Person(id=DANA, name="dana", real_name="Dana Novak", team=PARTNER_TEAM),
    Person(id=SLACKBOT, name="slackbot", real_name="Slackbot"),
)

_EVERYBODY: Final = frozenset({ANA, BEN, CHEN})
CHANNELS: Final = (
    Channel(id="C00GENERAL0", name="general", kind=ChannelKind.PUBLIC, members=_EVERYBODY),
    Channel(
        id="C0000TEAM00", name="team", kind=ChannelKind.PUBLIC, members=_EVERYBODY | {BOT_USER}
    ),
    Channel(id="C000LEADS00", name="leads", kind=ChannelKind.PRIVATE, members=_EVERYBODY),
    Channel(
        id="C00PARTNERS",
        name="partners",
        kind=ChannelKind.PUBLIC,
        members=_EVERYBODY | {DANA},
        shared=True,
    ),
    Channel(id="D000ANABEN0", name="ana-ben", kind=ChannelKind.IM, members=frozenset({ANA, BEN})),
)
"""The bot is a member of `team` only. It can join the public ones, but not the two others.

`partners` is shared with another workspace, where dana comes from.
"""

GROUPS: Final = (Group(id="S00000LEADS", handle="leads", name="Leads", members=(ANA, BEN)),)


def sample_world(bot_name: str, *, now: Callable[[], float]) -> World:
    """A fresh workspace with an app called `bot_name` installed."""
    world = World(TEAM, now=now)
    bot = Person(id=BOT_USER, name=bot_name.lower(), real_name=bot_name, is_bot=True)
    for person in (*PEOPLE, bot):
        world.put_person(person)
    for channel in CHANNELS:
        world.put_channel(replace(channel, created=int(now())))
    world.groups = {group.id: group for group in GROUPS}
    return world
