"""Which sources are one and the same work: by address, by DOI, by text.

An address is compared without what does not name the page: tracking parameters, the fragment,
www and m in front of the host, http or https, a slash at the end, the order of parameters.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

import regex

from graphs.research.state import SourceRecord

_DOI = regex.compile(r"\b10\.\d{4,9}/[^\s\"'<>?#&]+", regex.IGNORECASE)
_TRACKING = regex.compile(
    r"utm_\w+|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|ref|ref_src|ref_url"
    r"|referrer|source|share|spm|s_cid|cmpid|hss_channel",
    regex.IGNORECASE,
)
_HOST = regex.compile(r"^(?:www\d?|m|mobile|amp)\.(?=[^.]+\.)", regex.IGNORECASE)
_INDEX = regex.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$", regex.IGNORECASE)
_LOOSE = "./),;"
_UNIT = regex.compile(r"\p{Han}|[^\W_]+")
_RUN = 3
_BITS = 64
_LEAST_UNITS = 40
"""Words or Han characters below which only the very same text counts as a copy."""
_PRINTED = 8_000
"""Characters of which a fingerprint is made: it takes a hundredth of a second."""
_NEAR = 3
"""Bits in which the fingerprints of near-copies may differ."""


def canonical(address: str) -> str:
    """An address under which the same page is always found. Others than the web's stay."""
    parts = _split(address)
    if parts is None or parts.scheme.lower() not in {"http", "https"} or not parts.hostname:
        return address.strip()
    host = _HOST.sub("", parts.hostname.rstrip("."))
    port = "" if parts.port in {None, 80, 443} else f":{parts.port}"
    path = _INDEX.sub("", unquote(parts.path)).rstrip("/")
    asked = parse_qsl(parts.query, keep_blank_values=True)
    query = urlencode(sorted(pair for pair in asked if not _TRACKING.fullmatch(pair[0])))
    return f"{host}{port}{path}{'?' if query else ''}{query}"


def without_tracking(address: str) -> str:
    """A web address as a reader may open it: without the parameters that only track."""
    parts = _split(address)
    if parts is None or not parts.query:
        return address
    asked = parse_qsl(parts.query, keep_blank_values=True)
    kept = [pair for pair in asked if not _TRACKING.fullmatch(pair[0])]
    return address if kept == asked else parts._replace(query=urlencode(kept)).geturl()


def doi(address: str) -> str:
    """The DOI in an address, in lower case; "" where there is none."""
    found = _DOI.search(unquote(address))
    return found[0].rstrip(_LOOSE).lower() if found else ""


def fingerprint(text: str) -> str:
    """16 hex of which near-copies share almost all bits; "" for a text too short to tell."""
    units = _UNIT.findall(text[:_PRINTED].casefold())
    if len(units) < _LEAST_UNITS:
        return ""
    weights = [0] * _BITS
    for run in {" ".join(units[n : n + _RUN]) for n in range(len(units) - _RUN + 1)}:
        bits = int.from_bytes(blake2b(run.encode(), digest_size=_BITS // 8).digest())
        for n in range(_BITS):
            weights[n] += 1 if bits >> n & 1 else -1
    made = sum(1 << n for n, weight in enumerate(weights) if weight > 0)
    return f"{made:016x}"


def works(sources: Iterable[SourceRecord]) -> Mapping[str, str]:
    """For each source's id, that of the first source which is the same work."""
    listed = list(sources)
    first = {source["id"]: source["id"] for source in listed}
    for one, other in combinations(listed, 2):
        if _same(one, other):
            _join(first, one["id"], other["id"], [s["id"] for s in listed])
    return first


def _join(first: dict[str, str], one: str, other: str, order: Sequence[str]) -> None:
    roots = sorted((first[one], first[other]), key=order.index)
    for key, root in first.items():
        if root == roots[1]:
            first[key] = roots[0]


def _same(one: SourceRecord, other: SourceRecord) -> bool:
    if one["text"] == other["text"] or canonical(one["address"]) == canonical(other["address"]):
        return True
    if (first := doi(one["address"])) and first == doi(other["address"]):
        return True
    return _near(one["print"], other["print"])


def _near(one: str, other: str) -> bool:
    return bool(one and other) and (int(one, 16) ^ int(other, 16)).bit_count() <= _NEAR


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address.strip())
        _ = parts.port  # read now: it raises for a port that is none
    except ValueError:
        return None
    return parts
