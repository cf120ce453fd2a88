"""Rich text: sections, lists, quotes and code, and what can stand inside them."""

from collections.abc import Mapping
from typing import Final

from bot.sandbox.kit.forms import COLOR
from bot.sandbox.kit.rules import (
    Rule,
    array,
    boolean,
    by_type,
    integer,
    one_of,
    shape,
    string,
)

_TYPE: Final[Mapping[str, Rule]] = {"type": string()}
_MARKS: Final = (
    "bold",
    "italic",
    "strike",
    "code",
    "underline",
    "highlight",
    "client_highlight",
    "unlink",
)
_STYLE: Final[Rule] = shape({}, dict.fromkeys(_MARKS, boolean))
_STYLED: Final[Mapping[str, Rule]] = {"style": _STYLE}

INLINE: Final[Mapping[str, Rule]] = {
    "text": shape({**_TYPE, "text": string()}, _STYLED),
    "link": shape(
        {**_TYPE, "url": string()}, {**_STYLED, "text": string("any"), "unsafe": boolean}
    ),
    "emoji": shape(
        {**_TYPE, "name": string()}, {**_STYLED, "unicode": string(), "skin_tone": integer()}
    ),
    "user": shape({**_TYPE, "user_id": string()}, _STYLED),
    "usergroup": shape({**_TYPE, "usergroup_id": string()}, _STYLED),
    "team": shape({**_TYPE, "team_id": string()}, _STYLED),
    "channel": shape({**_TYPE, "channel_id": string()}, _STYLED),
    "broadcast": shape({**_TYPE, "range": one_of("here", "channel", "everyone")}, _STYLED),
    "date": shape(
        {**_TYPE, "timestamp": integer(), "format": string()},
        {**_STYLED, "url": string(), "fallback": string()},
    ),
    "color": shape({**_TYPE, "value": string(of=COLOR)}, _STYLED),
}

_INLINES: Final[Rule] = array(by_type(INLINE), "any_items")
_SECTION: Final[Rule] = shape({**_TYPE, "elements": _INLINES})

PARTS: Final[Mapping[str, Rule]] = {
    "rich_text_section": _SECTION,
    "rich_text_list": shape(
        {
            **_TYPE,
            "style": one_of("bullet", "ordered"),
            "elements": array(by_type({"rich_text_section": _SECTION}), "any_items"),
        },
        {
            "indent": integer("rich_text.indent"),
            "offset": integer("rich_text.offset"),
            "border": integer("rich_text.border"),
        },
    ),
    "rich_text_preformatted": shape(
        {**_TYPE, "elements": _INLINES},
        {"border": integer("rich_text.border"), "language": string()},
    ),
    "rich_text_quote": shape(
        {**_TYPE, "elements": _INLINES}, {"border": integer("rich_text.border")}
    ),
}

RICH_TEXT: Final[Rule] = shape(
    {"type": one_of("rich_text"), "elements": array(by_type(PARTS), "any_items")},
    {"block_id": string("block_id")},
)
