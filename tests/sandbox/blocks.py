"""Small pieces of Block Kit for the tests of the local Slack."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.sandbox.errors import SlackError

Json = dict[str, Any]


def plain(text: str = "x") -> Json:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str = "x") -> Json:
    return {"type": "mrkdwn", "text": text}


def section(text: str = "x", **more: object) -> Json:
    return {"type": "section", "text": mrkdwn(text), **more}


def button(action_id: str = "go", text: str = "Go", **more: object) -> Json:
    return {"type": "button", "action_id": action_id, "text": plain(text), **more}


def actions(*elements: Json, **more: object) -> Json:
    return {"type": "actions", "elements": list(elements or (button(),)), **more}


def option(value: str = "a", text: str = "A", **more: object) -> Json:
    return {"text": plain(text), "value": value, **more}


def options(count: int) -> list[Json]:
    return [option(str(index)) for index in range(count)]


def text_input(**more: object) -> Json:
    return {"type": "plain_text_input", "action_id": "field", **more}


def field(element: Json | None = None, *, block_id: str = "what", **more: object) -> Json:
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain("What?"),
        "element": element or text_input(),
        **more,
    }


def modal(*blocks: Json, **more: object) -> Json:
    return {
        "type": "modal",
        "title": plain("Form"),
        "submit": plain("Send"),
        "blocks": list(blocks),
        **more,
    }


def rich_text(text: str = "x", **more: object) -> Json:
    part = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [part], **more}


def task(task_id: str = "a", **more: object) -> Json:
    return {"task_id": task_id, "title": "Do it", "status": "pending", **more}


def plan(*tasks: Json) -> Json:
    return {"type": "plan", "title": "Plan", "tasks": list(tasks)}


def image(**more: object) -> Json:
    return {"type": "image", "image_url": "https://example.com/a.png", "alt_text": "a", **more}


def table(rows: int = 1, cells: int = 1, text: str = "x") -> Json:
    row = [{"type": "raw_text", "text": text} for _ in range(cells)]
    return {"type": "table", "rows": [row] * rows}


def data_table(rows: int = 2, cells: int = 1, text: str = "x", **more: object) -> Json:
    return {**table(rows, cells, text), "type": "data_table", "caption": "c", **more}


def auth_provider(**more: object) -> Json:
    return {"type": "auth_provider", "value": "p", "name": plain(), "is_connected": True, **more}


def element(**more: object) -> Json:
    return actions({"action_id": "go", **more})


def select(**more: object) -> Json:
    return element(**{"type": "static_select", "options": [option()], **more})


def confirmed(**more: object) -> Json:
    confirm = {"title": plain(), "text": plain(), "confirm": plain(), "deny": plain(), **more}
    return actions(button(confirm=confirm))


def rich(kind: str, **more: object) -> Json:
    return {"type": "rich_text", "elements": [{"type": kind, "elements": [], **more}]}


def video(**more: object) -> Json:
    url = "https://example.com/v"
    fields = {"alt_text": "v", "title": plain(), "video_url": url, "thumbnail_url": url}
    return {"type": "video", **fields, **more}


def container(**more: object) -> Json:
    return {"type": "container", "title": plain(), "child_blocks": [section()], **more}


def refused(check: Callable[[], object], code: str, place: str) -> SlackError:
    with pytest.raises(SlackError) as error:
        check()
    assert error.value.code == code
    assert error.value.messages
    assert all(f"[json-pointer:{place}" in message for message in error.value.messages)
    return error.value
