"""The app manifest that Slack was given: which scopes the bot counts on."""

from pathlib import Path
from typing import Any

import yaml


def path() -> Path:
    """Where manifest.yml lies: beside the code in a wheel, above it in a checkout."""
    inside = Path(__file__).parent / "manifest.yml"
    return inside if inside.exists() else Path(__file__).parent.parent / "manifest.yml"


def load() -> dict[str, Any]:
    """The manifest as Slack would read it."""
    content: dict[str, Any] = yaml.safe_load(path().read_text(encoding="utf-8"))
    return content


def bot_scopes() -> frozenset[str]:
    """The scopes that the manifest asks for."""
    return frozenset(load()["oauth_config"]["scopes"]["bot"])
