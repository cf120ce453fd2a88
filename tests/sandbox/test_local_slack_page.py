"""The page about the local Slack (docs/local-slack.md) names what is there, and nothing else."""

import re
from pathlib import Path

from bot.sandbox.kit.blocks import ON_HOME, ON_MESSAGE, ON_MODAL
from bot.sandbox.manifest.events import SENT
from bot.sandbox.state.rates import Tier
from bot.sandbox.web_api.methods import METHODS

PAGE = (Path(__file__).parents[2] / "docs" / "local-slack.md").read_text()
TIERS = {
    Tier.ONE: "1",
    Tier.TWO: "2",
    Tier.THREE: "3",
    Tier.FOUR: "4",
    Tier.POSTING: "posting",
    Tier.NONE: "none",
}


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_method_is_listed_with_its_tokens_scopes_and_tier() -> None:
    assert rows("Methods of the Web API") == [
        [
            f"`{name}`",
            ", ".join(sorted(method.tokens)) or "none",
            ", ".join(f"`{scope}`" for scope in method.scopes),
            TIERS[method.tier],
        ]
        for name, method in METHODS.items()
    ]


def test_every_block_is_listed_with_its_surfaces() -> None:
    surfaces = (ON_MESSAGE, ON_MODAL, ON_HOME)
    assert rows("Surfaces") == [
        [f"`{kind}`", *("yes" if kind in surface else "" for surface in surfaces)]
        for kind in sorted({kind for surface in surfaces for kind in surface})
    ]


def test_every_event_that_comes_is_listed() -> None:
    listed = section("Deliveries").partition("These come:")[2]
    assert set(re.findall(r"`([^`]+)`", listed)) == SENT
