"""files.*: the upload in three steps, and the way back."""

from dataclasses import replace
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import digits, record_id
from bot.sandbox.messages import shown_files
from bot.sandbox.messages.compose import Content, content
from bot.sandbox.state.records import Channel, File
from bot.sandbox.web_api.call import Call, wrong
from bot.sandbox.web_api.chat import message_from
from bot.sandbox.wire import Json

_BYTES_MOST: Final = 50_000_000


async def get_upload_url(call: Call) -> Json:
    """files.getUploadURLExternal: where to send the bytes, and the id of the file to be."""
    name = call.args.text("filename")
    length = _length(call)
    file = File(
        id=record_id("F"),
        name=name,
        title=name,
        length=length,
        user=call.user,
        created=int(call.hub.world.now()),
        ticket=digits(20),
    )
    call.hub.world.put_file(file)
    url = f"{call.hub.root_url}upload/v1/{file.ticket}"
    return {"ok": True, "upload_url": url, "file_id": file.id}


def _length(call: Call) -> int:
    try:
        length = int(call.args.text("length"))
    except ValueError:
        raise wrong("length", "must provide an integer") from None
    if length < 1:
        raise wrong("length", "must be more than 0")
    if length > _BYTES_MOST:
        raise SlackError("file_upload_size_restricted")
    return length


async def complete_upload(call: Call) -> Json:
    """files.completeUploadExternal: share it where the caller is a member (nao#1372)."""
    files = _sent_files(call)
    channel = _channel(call)
    if channel is None:
        for file in files:
            call.hub.world.put_file(file)
    else:
        _share(call, channel, files)
    answer = [{"id": file.id, "title": file.title} for file in files]
    return {"ok": True, "files": answer}


def _sent_files(call: Call) -> list[File]:
    wanted = call.args.data("files")
    if not isinstance(wanted, list) or not wanted:
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: files"])
    found = []
    for item in wanted:
        file = call.hub.world.files.get(str(item.get("id"))) if isinstance(item, dict) else None
        if file is None or file.content is None or file.user != call.user:
            raise SlackError("file_not_found")
        found.append(replace(file, title=str(item.get("title") or file.name)))
    return found


def _channel(call: Call) -> Channel | None:
    if not call.args.optional("channel_id"):
        return None
    # Only ids: a channel's name is `channel_not_found` here (python-slack-sdk#1359).
    channel = call.channel("channel_id")
    if channel.archived:
        raise SlackError("is_archived")
    if call.user not in channel.members:
        raise SlackError("not_in_channel")
    call.check_messages_tab(channel)
    return channel


def _share(call: Call, channel: Channel, files: list[File]) -> None:
    thread_ts = call.thread(channel)
    comment = call.args.optional("initial_comment")
    made = Content(text="", blocks=None, attachments=None, metadata=None, cut=False)
    if comment or call.args.has("blocks"):
        made = content(call.hub, {"text": comment, "blocks": call.args.data("blocks")})
    message = replace(
        message_from(call, channel, made),
        thread_ts=thread_ts,
        file_ids=tuple(file.id for file in files),
    )
    for file in files:
        share = (channel.id, message.ts, thread_ts or "")
        call.hub.world.put_file(replace(file, shares=(*file.shares, share)))
    call.hub.world.put(message)


async def info(call: Call) -> Json:
    """files.info."""
    file = call.hub.world.files.get(call.args.text("file"))
    if file is None or file.content is None:
        raise SlackError("file_not_found")
    return {"ok": True, "file": shown_files.file(call.hub, file)}
