"""What chat.startStream refuses, each with Slack's code, and what it just takes."""

from tests.sandbox.blocks import Json

NEVER = "1.000000"
REFUSED: dict[str, tuple[Json, str]] = {
    "no thread": ({"thread_ts": ""}, "invalid_arguments"),
    "unknown thread": ({"thread_ts": NEVER}, "thread_not_found"),
    "no team": ({"recipient_team_id": ""}, "missing_recipient_team_id"),
    "no person": ({"recipient_user_id": ""}, "missing_recipient_user_id"),
    "unknown person": ({"recipient_user_id": "U0NOBODY"}, "user_not_found"),
    "person of another team": ({"recipient_user_id": "U000000DANA"}, "user_not_found"),
    "hidden channel": ({"channel": "C000LEADS00"}, "channel_not_found"),
    "display": ({"task_display_mode": "x"}, "invalid_arguments"),
    "both": (
        {"markdown_text": "x", "chunks": [{"type": "markdown_text", "text": "x"}]},
        "cannot_provide_both_markdown_text_and_chunks",
    ),
    "long text": ({"markdown_text": "x" * 12_001}, "msg_too_long"),
    "long chunks": (
        {"chunks": [{"type": "markdown_text", "text": "x" * 6001}] * 2},
        "msg_too_long",
    ),
    "long title": ({"chunks": [{"type": "plan_update", "title": "x" * 257}]}, "msg_too_long"),
    "no list": ({"chunks": {"type": "markdown_text", "text": "x"}}, "invalid_chunks"),
    "unknown chunk": ({"chunks": [{"type": "x"}]}, "invalid_chunks"),
    "status": (
        {"chunks": [{"type": "task_update", "id": "1", "title": "x", "status": "x"}]},
        "invalid_chunks",
    ),
    "blocks": ({"chunks": [{"type": "blocks", "blocks": [{"type": "x"}]}]}, "invalid_blocks"),
    "many blocks": (
        {"chunks": [{"type": "blocks", "blocks": [{"type": "divider"}] * 26}] * 2},
        "msg_blocks_too_many",
    ),
}

FITS: dict[str, Json] = {
    "text": {"markdown_text": "x" * 12_000},
    "chunks": {"chunks": [{"type": "markdown_text", "text": "x" * 6000}] * 2},
    "blocks": {"chunks": [{"type": "blocks", "blocks": [{"type": "divider"}] * 25}] * 2},
    "title": {
        "chunks": [{"type": "task_update", "id": "1", "title": "x" * 256, "status": "pending"}]
    },
}
