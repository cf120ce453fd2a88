"""Errors that end a command: one clear line that says what to do, exit code 2."""


class CannotStartError(Exception):
    """Something outside is missing or wrong. `lines` are for people, one each."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
