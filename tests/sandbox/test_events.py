"""What happens in the workspace, as the Events API tells it to an app that subscribed."""

from collections.abc import Awaitable, Callable

import pytest

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.delivery.envelopes import Delivery
from bot.sandbox.state.records import Channel, Message, Person
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import declared, web_client
from tests.sandbox.test_transports import EVENTS

TEAM, LEADS, BOT, BEN, ANA = (
    "C0000TEAM00",
    "C000LEADS00",
    "U0LOCALBOT1",
    "U0000000BEN",
    "U0000000ANA",
)


class Life:
    """A workspace in which things happen; the bot is in #team, and there is a message of ben."""

    def __init__(self, sandbox: Sandbox, root: Message) -> None:
        self.sandbox = sandbox
        self.ws = Workspace(sandbox)
        self.client = web_client(sandbox)
        self.posts = sandbox.interactions.posts
        self.mischief = sandbox.mischief
        self.root = root

    @property
    def ben(self) -> Person:
        return self.ws.person("ben")

    async def says(self, text: str, channel: str = "team", thread: str | None = None) -> None:
        await self.ws.post(text, as_="ben", channel=channel, thread=thread)

    async def app_posts(self) -> str:
        return str((await self.client.chat_postMessage(channel=TEAM, text="from the app"))["ts"])

    async def uploads(self) -> None:
        await self.client.files_upload_v2(channel=TEAM, content="words", filename="a.txt")

    def reply(self) -> Message:
        return self.posts.post(self.ben, self.ws.channel("team"), "re", thread_ts=self.root.ts)

    def current(self) -> Message:
        found = self.sandbox.world.message(TEAM, self.root.ts)
        assert found
        return found


Happening = Callable[[Life], Awaitable[object]]


def once(act: Callable[[Life], object]) -> Happening:
    async def happen(life: Life) -> object:
        return act(life)

    return happen


def seq(*acts: Callable[[Life], object]) -> Happening:
    async def happen(life: Life) -> object:
        return [act(life) for act in acts]

    return happen


def team(life: Life) -> Channel:
    return life.ws.channel("team")


def _archive_and_back(life: Life) -> None:
    life.mischief.archive(team(life))
    life.mischief.archive(team(life), archived=False)


NEW = {"channel": TEAM, "channel_type": "channel"}
TOLD: dict[str, tuple[Happening, list[tuple[str, Json]]]] = {
    "a message": (
        lambda life: life.says("hello <all>"),
        [("message", {**NEW, "user": BEN, "text": "hello &lt;all&gt;"})],
    ),
    "a reply": (
        once(lambda life: life.reply()),
        [("message", {**NEW, "text": "re"})],
    ),
    "a mention": (
        lambda life: life.says("@small help"),
        [
            ("message", {"text": f"<@{BOT}> help"}),
            ("app_mention", {"channel": TEAM, "user": BEN, "text": f"<@{BOT}> help"}),
        ],
    ),
    "a message where the bot is not": (lambda life: life.says("x", "general"), []),
    "a mention where the bot is not": (lambda life: life.says("@small", "general"), []),
    "a message in a private channel": (
        lambda life: life.says("x", "leads"),
        [("message", {"channel": LEADS, "channel_type": "group"})],
    ),
    "a mention in a direct message": (
        lambda life: life.says("@small x", life.ws.dm("ben")),
        [("message", {"channel_type": "im", "text": f"<@{BOT}> x"})],
    ),
    "a message of the app": (
        lambda life: life.app_posts(),
        [("message", {"user": BOT, "bot_id": "B0LOCALBOT1", "text": "from the app"})],
    ),
    "a private line of the app": (
        lambda life: life.client.chat_postEphemeral(channel=TEAM, user=BEN, text="x"),
        [],
    ),
    "an edit": (
        once(lambda life: life.posts.edit(life.ben, life.root, "better")),
        [("message", {**NEW, "subtype": "message_changed", "hidden": True})],
    ),
    "a choice in a card": (
        once(lambda life: life.sandbox.world.put(life.root)),
        [],
    ),
    "a deleted message": (
        once(lambda life: life.posts.unsend(life.ben, life.root)),
        [("message", {**NEW, "subtype": "message_deleted"})],
    ),
    "a deleted root with replies": (
        seq(lambda life: life.reply(), lambda life: life.mischief.delete(life.current())),
        [("message", {"text": "re"}), ("message", {"subtype": "message_changed"})],
    ),
    "a reaction": (
        once(lambda life: life.posts.react(life.ben, life.root, "thumbsup")),
        [
            (
                "reaction_added",
                {"user": BEN, "reaction": "thumbsup", "item_user": BEN},
            )
        ],
    ),
    "a reaction that goes": (
        seq(
            lambda life: life.posts.react(life.ben, life.current(), "eyes"),
            lambda life: life.posts.react(life.ben, life.current(), "eyes", on=False),
        ),
        [("reaction_added", {"reaction": "eyes"}), ("reaction_removed", {"reaction": "eyes"})],
    ),
    "somebody leaves": (
        once(lambda life: life.posts.leave(life.ben, team(life))),
        [("member_left_channel", {"user": BEN, "channel": TEAM, "channel_type": "C"})],
    ),
    "somebody joins": (
        once(lambda life: life.sandbox.world.join(TEAM, "U0000000OLD")),
        [("member_joined_channel", {"user": "U0000000OLD", "channel": TEAM})],
    ),
    "the bot is invited": (
        once(lambda life: life.mischief.invite_bot(life.ws.channel("general"))),
        [("member_joined_channel", {"user": BOT, "channel": "C00GENERAL0"})],
    ),
    "the bot is removed": (
        once(lambda life: life.mischief.kick_bot(team(life))),
        [("channel_left", {"channel": TEAM})],
    ),
    "a channel is archived": (
        once(lambda life: life.mischief.archive(team(life), by=BEN)),
        [("channel_archive", {"channel": TEAM, "user": BEN})],
    ),
    "a channel comes back": (
        once(_archive_and_back),
        [("channel_archive", {"channel": TEAM}), ("channel_unarchive", {"channel": TEAM})],
    ),
    "a file": (
        lambda life: life.uploads(),
        [("message", {"user": BOT}), ("file_shared", {"user_id": BOT, "channel_id": TEAM})],
    ),
    "a revoked token": (
        once(lambda life: life.mischief.revoke()),
        [("tokens_revoked", {"tokens": {"oauth": [], "bot": [BOT]}})],
    ),
    "an uninstalled app": (
        once(lambda life: life.mischief.uninstall()),
        [
            ("app_uninstalled", {}),
            ("tokens_revoked", {"tokens": {"oauth": [], "bot": [BOT]}}),
        ],
    ),
}


def events_of(sandbox: Sandbox) -> list[Delivery]:
    return [d for d in sandbox.deliveries.of("events_api") if d.payload["type"] == "event_callback"]


async def told(sandbox: Sandbox) -> list[Json]:
    """The events since this was asked last; a marker that is posted after them ends them."""
    ws, marker = Workspace(sandbox), f"marker {sandbox.deliveries.total}"
    await ws.post(marker, channel=ws.dm("chen"), as_="chen")

    def find() -> list[Json] | None:
        seen = [d.payload["event"] for d in events_of(sandbox)]
        return seen if any(event.get("text") == marker for event in seen) else None

    seen = await sandbox.world.changes.until(find, within=5, kinds={"delivery"}) or []
    markers = [at for at, e in enumerate(seen) if str(e.get("text")).startswith("marker")]
    start = markers[-2] + 1 if len(markers) > 1 else 0
    return seen[start : markers[-1]]


async def life_in(sandbox: Sandbox) -> Life:
    ws = Workspace(sandbox)
    old = Person(id="U0000000OLD", name="old", real_name="Old")
    sandbox.world.put_person(old)
    ws.invite_bot("leads")
    root = await ws.post("root", as_="ben", channel="team")
    return Life(sandbox, root.message)


@pytest.mark.parametrize(("happen", "expected"), TOLD.values(), ids=TOLD)
async def test_the_app_is_told(happen: Happening, expected: list[tuple[str, Json]]) -> None:
    async with Sandbox(declared(*EVENTS)) as sandbox:
        life = await life_in(sandbox)
        await told(sandbox)
        await happen(life)
        sandbox.mischief.reinstall()
        seen = await told(sandbox)
    assert [event["type"] for event in seen] == [kind for kind, _ in expected]
    for event, (_, fields) in zip(seen, expected, strict=True):
        assert {key: event.get(key) for key in fields} == fields
        assert event.get("event_ts") or event["type"] in {"tokens_revoked", "app_uninstalled"}
