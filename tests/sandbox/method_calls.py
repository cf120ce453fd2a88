"""One call of every method that succeeds, by the methods of an unchanged slack_sdk."""

import warnings
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.sandbox import Sandbox
from bot.sandbox.state.records import Person
from bot.sandbox.state.tokens import TokenKind
from bot.sandbox.web_api.methods import METHODS
from tests.sandbox.blocks import Json, field, modal, section
from tests.sandbox.bolt import web_client

ANA, GENERAL, TEAM = "U0000000ANA", "C00GENERAL0", "C0000TEAM00"
NEWCOMER = Person(id="U0NEWCOMER0", name="newcomer", real_name="New Comer")
HOME: Json = {"type": "home", "blocks": [section()]}

Call = Callable[["Scene"], Awaitable[Any]]


class Scene(NamedTuple):
    """A workspace in which there is something for every method to work on."""

    sandbox: Sandbox
    client: AsyncWebClient
    root: str
    reacted: str
    stream: str
    scheduled: str
    upload: str
    file: str

    @property
    def trigger(self) -> str:
        return self.sandbox.hub.triggers.new(ANA)

    @property
    def view(self) -> str:
        """The id of a modal that is open."""
        return self.sandbox.hub.modals.open(ANA, modal(field())).id

    def by(self, token: str) -> "Scene":
        """The same, called with another token."""
        return self._replace(client=web_client(self.sandbox, token))


async def prepared(sandbox: Sandbox) -> Scene:
    client = web_client(sandbox)
    sandbox.world.put_person(NEWCOMER)

    async def posted() -> str:
        return str((await client.chat_postMessage(channel=TEAM, text="x"))["ts"])

    root, reacted = await posted(), await posted()
    await client.reactions_add(channel=TEAM, timestamp=reacted, name="eyes")
    stream = await client.chat_startStream(
        channel=TEAM, thread_ts=root, recipient_team_id=sandbox.team_id, recipient_user_id=ANA
    )
    later = int(sandbox.world.now()) + 3600
    waiting = await client.chat_scheduleMessage(channel=TEAM, text="x", post_at=later)
    upload = await client.files_getUploadURLExternal(filename="a.md", length=1)
    async with (
        aiohttp.ClientSession() as session,
        session.post(upload["upload_url"], data=b"x") as response,
    ):
        assert response.status == 200
    shared = await client.files_upload_v2(filename="b.md", content="x")
    return Scene(
        sandbox,
        client,
        root,
        reacted,
        stream["ts"],
        waiting["scheduled_message_id"],
        upload["file_id"],
        shared["file"]["id"],
    )


async def _pushed(scene: Scene) -> object:
    assert scene.view
    return await scene.client.views_push(trigger_id=scene.trigger, view=modal(field()))


async def _installed(scene: Scene) -> object:
    return await install(scene.sandbox, code=scene.sandbox.hub.codes.new())


async def install(sandbox: Sandbox, **arguments: str) -> AsyncSlackResponse:
    """oauth.v2.access, with the id and the secret of this workspace unless others are given."""
    tokens = sandbox.hub.tokens
    known = {"client_id": tokens.client_id, "client_secret": tokens.client_secret}
    with warnings.catch_warnings():
        # What aiohttp says of the class that slack_sdk passes the two by.
        warnings.simplefilter("ignore", DeprecationWarning)
        return await AsyncWebClient(base_url=sandbox.api_url).oauth_v2_access(
            **{**known, "code": "", **arguments}
        )


CALLS: Mapping[str, Call] = {
    "api.test": lambda s: s.client.api_test(),
    "auth.test": lambda s: s.client.auth_test(),
    "apps.connections.open": lambda s: s.client.apps_connections_open(
        app_token=str(s.client.token)
    ),
    "assistant.threads.setStatus": lambda s: s.client.assistant_threads_setStatus(
        channel_id=TEAM, thread_ts=s.root, status="is thinking…"
    ),
    "bots.info": lambda s: s.client.bots_info(bot="B0LOCALBOT1"),
    "chat.appendStream": lambda s: s.client.chat_appendStream(
        channel=TEAM, ts=s.stream, markdown_text="x"
    ),
    "chat.delete": lambda s: s.client.chat_delete(channel=TEAM, ts=s.reacted),
    "chat.deleteScheduledMessage": lambda s: s.client.chat_deleteScheduledMessage(
        channel=TEAM, scheduled_message_id=s.scheduled
    ),
    "chat.getPermalink": lambda s: s.client.chat_getPermalink(channel=TEAM, message_ts=s.root),
    "chat.postEphemeral": lambda s: s.client.chat_postEphemeral(channel=TEAM, user=ANA, text="x"),
    "chat.postMessage": lambda s: s.client.chat_postMessage(channel=TEAM, text="x"),
    "chat.scheduleMessage": lambda s: s.client.chat_scheduleMessage(
        channel=TEAM, text="x", post_at=int(s.sandbox.world.now()) + 60
    ),
    "chat.scheduledMessages.list": lambda s: s.client.chat_scheduledMessages_list(channel=TEAM),
    "chat.startStream": lambda s: s.client.chat_startStream(
        channel=TEAM,
        thread_ts=s.root,
        recipient_team_id=s.sandbox.team_id,
        recipient_user_id=ANA,
    ),
    "chat.stopStream": lambda s: s.client.chat_stopStream(
        channel=TEAM, ts=s.stream, markdown_text="x"
    ),
    "chat.update": lambda s: s.client.chat_update(channel=TEAM, ts=s.root, text="y"),
    "conversations.history": lambda s: s.client.conversations_history(channel=TEAM),
    "conversations.info": lambda s: s.client.conversations_info(channel=TEAM),
    "conversations.invite": lambda s: s.client.conversations_invite(
        channel=TEAM, users=NEWCOMER.id
    ),
    "conversations.join": lambda s: s.client.conversations_join(channel=GENERAL),
    "conversations.list": lambda s: s.client.conversations_list(),
    "conversations.members": lambda s: s.client.conversations_members(channel=TEAM),
    "conversations.open": lambda s: s.client.conversations_open(users=ANA),
    "conversations.replies": lambda s: s.client.conversations_replies(channel=TEAM, ts=s.root),
    "files.completeUploadExternal": lambda s: s.client.files_completeUploadExternal(
        files=[{"id": s.upload, "title": "x"}], channel_id=TEAM
    ),
    "files.getUploadURLExternal": lambda s: s.client.files_getUploadURLExternal(
        filename="a", length=1
    ),
    "files.info": lambda s: s.client.files_info(file=s.file),
    "oauth.v2.access": _installed,
    "reactions.add": lambda s: s.client.reactions_add(channel=TEAM, timestamp=s.root, name="tada"),
    "reactions.get": lambda s: s.client.reactions_get(channel=TEAM, timestamp=s.reacted),
    "reactions.remove": lambda s: s.client.reactions_remove(
        channel=TEAM, timestamp=s.reacted, name="eyes"
    ),
    "team.info": lambda s: s.client.team_info(),
    "usergroups.list": lambda s: s.client.usergroups_list(),
    "usergroups.users.list": lambda s: s.client.usergroups_users_list(usergroup="S00000LEADS"),
    "users.info": lambda s: s.client.users_info(user=ANA),
    "users.list": lambda s: s.client.users_list(),
    "users.lookupByEmail": lambda s: s.client.users_lookupByEmail(email="ana@example.com"),
    "views.open": lambda s: s.client.views_open(trigger_id=s.trigger, view=modal(field())),
    "views.publish": lambda s: s.client.views_publish(user_id=ANA, view=HOME),
    "views.push": _pushed,
    "views.update": lambda s: s.client.views_update(view_id=s.view, view=modal(field())),
}


def token_for(sandbox: Sandbox, method: str) -> str:
    """A token of a kind that the method takes."""
    kinds = METHODS[method].tokens
    return sandbox.app_token if kinds == {TokenKind.APP} else sandbox.bot_token
