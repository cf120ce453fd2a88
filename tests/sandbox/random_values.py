"""Values of every kind for the arguments of the Web API, and for what stands inside them."""

from typing import Any

from hypothesis import strategies as st

from bot.sandbox.kit.blocks import BLOCKS
from bot.sandbox.kit.elements import ELEMENTS

KEYS = [
    "type",
    "text",
    "elements",
    "element",
    "fields",
    "accessory",
    "options",
    "value",
    "action_id",
    "block_id",
    "confirm",
    "label",
    "title",
    "tasks",
    "rows",
    "blocks",
    "initial_option",
    "task_id",
    "status",
    "output",
    "details",
    "url",
]
TYPES = [*BLOCKS, *ELEMENTS, "rich_text_section", "text", "link", "raw_text", "modal", "home"]

ARGUMENTS = {
    "limit",
    "cursor",
    "thread_ts",
    "metadata",
    "blocks",
    "parse",
    "link_names",
    "hash",
    "ts",
    "timestamp",
    "user",
    "users",
    "user_id",
    "channel",
    "channel_id",
    "text",
    "attachments",
    "markdown_text",
    "chunks",
    "task_display_mode",
    "recipient_team_id",
    "recipient_user_id",
    "reply_broadcast",
    "view",
    "view_id",
    "external_id",
    "trigger_id",
    "files",
    "file",
    "filename",
    "length",
    "inclusive",
    "types",
    "oldest",
    "latest",
    "post_at",
    "scheduled_message_id",
    "name",
    "email",
    "usergroup",
    "status",
    "force",
    "loading_messages",
    "client_id",
    "client_secret",
    "code",
    "include_users",
    "unfurl_links",
}

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=8),
    st.sampled_from(TYPES),
    st.floats(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    ),
    max_leaves=12,
)
names = st.sampled_from(sorted(ARGUMENTS))
useful = st.sampled_from(
    [
        "C0000TEAM00",
        "U0000000ANA",
        "U0000000ANA,U0000000BEN",
        "C000LEADS00",
        "D000ANABEN0",
        "1.000000",
        "0",
        "-1",
        "1e999",
        "@channel #team",
        "$root",
        "$stream",
        "$scheduled",
        "$upload",
        "$file",
        "$trigger",
        "$view",
    ]
)
arguments = st.dictionaries(names, st.one_of(values, useful), max_size=6)

GARBAGE: list[Any] = [
    None,
    "",
    0,
    True,
    -1,
    "x" * 13_000,
    "\u0000",
    "\U0001f600 报",
    "NaN",
    [],
    [None],
    [{}],
    {},
    {"type": []},
    [[[]]],
    '{"a":',
]
