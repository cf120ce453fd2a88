"""How messages read as text, block by block."""

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.kit.blocks import BLOCKS
from bot.sandbox.messages.transcript import Reader
from tests.sandbox.blocks import (
    Json,
    actions,
    auth_provider,
    button,
    field,
    image,
    mrkdwn,
    plain,
    plan,
    rich_text,
    section,
    table,
    task,
    video,
)


def rich(*parts: Json) -> Json:
    return {"type": "rich_text", "elements": list(parts)}


def part(kind: str, *items: Json, **more: object) -> Json:
    return {"type": kind, "elements": list(items), **more}


RUNS = (
    {"type": "user", "user_id": "U0000000ANA"},
    {"type": "text", "text": " in "},
    {"type": "channel", "channel_id": "C0000TEAM00"},
    {"type": "text", "text": " "},
    {"type": "link", "url": "https://e.co", "text": "link"},
    {"type": "text", "text": " "},
    {"type": "date", "timestamp": 0, "format": "{date_num}"},
    {"type": "emoji", "name": "tada"},
    {"type": "broadcast", "range": "here"},
    {"type": "usergroup", "usergroup_id": "S1"},
    {"type": "color", "value": "#ffffff"},
)
FEEDBACK = {"text": plain("Good"), "value": "1"}

READ: dict[str, tuple[Json, str]] = {
    "section": (
        {
            "type": "section",
            "text": mrkdwn("<#C0000TEAM00> <!here> <!subteam^S1|@team>"),
            "fields": [plain("a"), plain("b")],
            "accessory": button(text="Open"),
        },
        "#team @here @team\na\nb\n[Open]",
    ),
    "header": ({"type": "header", "text": plain("Title")}, "Title"),
    "divider": ({"type": "divider"}, "---"),
    "context": ({"type": "context", "elements": [plain("a"), image()]}, "a [image] a"),
    "actions": (actions(button("a", "A"), button("b", "B")), "[A]  [B]"),
    "context_actions": (
        {
            "type": "context_actions",
            "elements": [
                {
                    "type": "feedback_buttons",
                    "positive_button": FEEDBACK,
                    "negative_button": FEEDBACK,
                }
            ],
        },
        "[Good]  [Good]",
    ),
    "input": (field(), "What?: [plain_text_input]"),
    "markdown": (
        {"type": "markdown", "text": "# T\n**b** &amp; <@U0000000ANA>"},
        "# T\n**b** & @ana",
    ),
    "rich_text": (
        rich(
            part("rich_text_section", *RUNS),
            part("rich_text_list", part("rich_text_section", RUNS[1]), style="bullet"),
            part("rich_text_quote", RUNS[1]),
        ),
        "@ana in #team link (https://e.co) 1970-01-01:tada:@here@S1#ffffff\n•  in \n>  in ",
    ),
    "image": (image(), "[image] a"),
    "table": (table(2, 2), "x | x\nx | x"),
    "data_table": ({**table(2, 1), "type": "data_table", "caption": "c"}, "x\nx"),
    "plan": (plan(task(), task("b", status="error")), "Plan\n  ○ Do it\n  ✕ Do it"),
    "task_card": (
        {
            "type": "task_card",
            **task(
                status="in_progress",
                details=rich_text("why"),
                sources=[{"type": "url", "url": "https://e.co", "text": "src"}],
            ),
        },
        "▶ Do it why src (https://e.co)",
    ),
    "call": ({"type": "call", "call_id": "R1"}, "[call] R1"),
    "auth_provider": (auth_provider(description=plain("Files")), "x\nFiles"),
    "file": ({"type": "file", "external_id": "F1", "source": "remote"}, "[file] F1"),
    "video": (video(), "[video] v"),
    "alert": ({"type": "alert", "text": plain("Careful")}, "Careful"),
    "card": (
        {"type": "card", "title": plain("T"), "body": mrkdwn("B"), "actions": [button()]},
        "T\nB\n[Go]",
    ),
    "carousel": ({"type": "carousel", "elements": [{"type": "card", "title": plain("T")}]}, "T"),
    "container": (
        {"type": "container", "title": plain("T"), "child_blocks": [section("in")]},
        "T\nin",
    ),
}


def test_every_block_is_tested() -> None:
    assert set(READ) == set(BLOCKS)


@pytest.mark.parametrize("kind", sorted(READ))
def test_a_block_reads_as_people_see_it(kind: str) -> None:
    block, text = READ[kind]
    assert "\n".join(Reader(Sandbox().world).blocks([block])) == text


def test_a_container_can_have_a_rich_title() -> None:
    block = {"type": "container", "rich_text_title": rich_text("T"), "child_blocks": [section()]}
    assert Reader(Sandbox().world).blocks([block]) == ["T", "x"]


def test_a_user_group_reads_as_its_handle() -> None:
    run = {"type": "usergroup", "usergroup_id": "S00000LEADS"}
    reader = Reader(Sandbox().world)
    assert reader.blocks([rich(part("rich_text_section", run))]) == ["@leads"]
    assert reader.text("<!subteam^S00000LEADS> <!subteam^S0>") == "@leads @subteam"


def test_cells_can_be_rich_text_and_numbers() -> None:
    cells = [rich_text("a"), {"type": "raw_number", "value": 1.5}]
    block = {"type": "table", "rows": [cells]}
    assert Reader(Sandbox().world).blocks([block]) == ["a | 1.5"]


def test_names_nobody_knows_stay_as_they_are() -> None:
    reader = Reader(Sandbox().world)
    assert (
        reader.text("<@U0NOBODY> <#C0NOWHERE> <https://e.co>") == "@U0NOBODY #unknown https://e.co"
    )
    assert reader.text("<!date^99999999999999999^{date}|then>") == "then"
