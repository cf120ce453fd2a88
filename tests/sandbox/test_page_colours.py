"""The colours of the page can be read, in light and in dark."""

import re
from importlib.resources import files

import pytest

_CSS = files("bot.sandbox.page").joinpath("colors.css").read_text(encoding="utf-8")
_SETS = [
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3}(?:[0-9a-f]{3})?);", block))
    for block in re.findall(r"\{([^{}]*)\}", _CSS)
]
_LIGHT, _DARK, _DARK_BY_SYSTEM = _SETS
SCHEMES = {"light": _LIGHT, "dark": {**_LIGHT, **_DARK}}

_GROUNDS = ("ground", "raised", "hover", "private", "waits", "marked")
READ = [
    *((text, ground) for text in ("ink", "soft", "link") for ground in _GROUNDS),
    *(("danger", ground) for ground in ("ground", "raised", "waits")),
    *((f"{name}-ink", name) for name in ("accent", "danger", "mention", "loud", "waits", "top")),
    ("accent-ink", "accent-hover"),
    ("top-soft", "top"),
    ("side-ink", "side"),
    ("side-ink", "side-hover"),
    ("side-on-ink", "side-on"),
    ("code", "code-ground"),
    ("good", "ground"),
    *(("top-ink", f"face-{kind}") for kind in (*range(6), "app")),
]
"""What stands on what: both names of a pair."""


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    digits = colour.removeprefix("#")
    wide = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = (int(wide[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("text", "ground"), READ, ids=str)
def test_a_text_stands_out_from_its_ground(scheme: str, text: str, ground: str) -> None:
    colours = SCHEMES[scheme]
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_edge_of_a_field_is_seen(scheme: str) -> None:
    assert contrast(SCHEMES[scheme]["edge"], SCHEMES[scheme]["ground"]) >= 3


def test_dark_is_the_same_by_the_system_and_by_the_switch() -> None:
    assert _DARK == _DARK_BY_SYSTEM
