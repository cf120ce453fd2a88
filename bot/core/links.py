"""Addresses that a graph's own code vouches for: only these may be links in a result."""

import re

MOST = 100
"""Addresses of one result."""
LONGEST = 2_000
"""Characters of one."""
ADDRESS = r"https?://[^\s()<>|\[\]\\`\"]+"
"""As a pattern. What has brackets or quotes could end in the middle; code writes %28 for (."""

_ADDRESS = re.compile(rf"(?!.*&#?\w+;){ADDRESS}")  # Markdown reads `&copy;` as another character


def vouched(value: object) -> tuple[str, ...]:
    """The addresses in what a state holds, each once, the first `MOST`. What is none is left out.

    Of the web only, with nothing that Slack or Markdown could read as the end of it.
    """
    listed = value if isinstance(value, list | tuple) else ()
    return tuple(dict.fromkeys(one for one in listed if _is_address(one)))[:MOST]


def _is_address(one: object) -> bool:
    return isinstance(one, str) and len(one) <= LONGEST and bool(_ADDRESS.fullmatch(one))
