"""The workspace for scripts: what people do and see, in the words of people."""

from bot.sandbox.client.card import Card
from bot.sandbox.client.modal import Modal
from bot.sandbox.client.workspace import Said, Workspace
from bot.sandbox.errors import NotSeenError

__all__ = ["Card", "Modal", "NotSeenError", "Said", "Workspace"]
