"""The workspace for scripts: what people do and see, in the words of people.

`Workspace` is where to start; `stage` holds what its objects share, `seen` reads, `screen` acts
(`pressing` knows how), `waits` waits.
"""

from bot.sandbox.client.screen import Card, Home, Modal, Said
from bot.sandbox.client.workspace import Workspace
from bot.sandbox.errors import NotPossibleError, NotSeenError

__all__ = ["Card", "Home", "Modal", "NotPossibleError", "NotSeenError", "Said", "Workspace"]
