"""The app manifest: what it may say, what it needs, and the app that it declares."""

from bot.sandbox.manifest.app import EVERYTHING, App, Command, Shortcut
from bot.sandbox.manifest.events import silent
from bot.sandbox.manifest.reading import read_manifest
from bot.sandbox.manifest.scopes import BOT_SCOPES as EVERY_SCOPE

__all__ = ["EVERYTHING", "EVERY_SCOPE", "App", "Command", "Shortcut", "read_manifest", "silent"]
