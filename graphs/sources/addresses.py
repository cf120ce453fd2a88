"""Which web addresses may be fetched: public ones only, whatever a page or a model names.

A search result, a redirect or a model may name the router, the Redis or the metadata service of
a cloud. What counts is the address that a connection goes to, so the name is checked for its
form here, and what it resolves to where the connection is made (`connecting`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from yarl import URL

from graphs.sources.protocol import SourceError

MAX_URL_CHARS = 2_048
PORTS = frozenset({80, 443})
"""What public sites use. Services inside a network are on others."""
NOT_PUBLIC = "Only public addresses are read.", "只能读取公网地址。"
"""What a SourceError says of all others."""

_NO_ADDRESS = "That is no web address.", "这不是一个网址。"
_REFUSED_4 = (
    IPv4Network("192.0.0.0/24"),  # for protocols; one cloud has its metadata there
    IPv4Network("192.88.99.0/24"),  # relays into IPv6
    IPv4Network("168.63.129.16/32"),  # the metadata of one cloud, at an address like others
)
_GLOBAL_6 = IPv6Network("2000::/3")
_REFUSED_6 = (
    IPv6Network("2001::/32"),  # Teredo, and
    IPv6Network("2002::/16"),  # 6to4: an IPv4 address is in them, and a relay unpacks it
    IPv6Network("3fff::/20"),  # documentation
)
_TRANSLATED = IPv6Network("64:ff9b::/96")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the public internet, for single hosts.

    An IPv4 address that is translated for an IPv6 network counts as itself; one that is
    dressed as IPv6 in any other way is refused.
    """
    if isinstance(address, IPv6Address):
        if address in _TRANSLATED:
            return is_public(IPv4Address(int(address) & 0xFFFF_FFFF))
        refused = any(address in net for net in _REFUSED_6) or address not in _GLOBAL_6
    else:
        refused = any(address in net for net in _REFUSED_4)
    return not refused and address.is_global and not address.is_multicast


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What may be fetched. Tests widen it by hand; no setting does."""

    ports: Collection[int] = PORTS
    extra: Collection[IPv4Address | IPv6Address] = ()
    """Addresses that are fetched though they are not public."""

    def allow(self, address: str) -> bool:
        """Whether a connection may go to this address."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return parsed in self.extra or is_public(parsed)

    def checked(self, address: str) -> URL:
        """The address, taken apart as it is fetched. SourceError where it is not to be fetched."""
        if len(address) > MAX_URL_CHARS or not address.isprintable() or " " in address:
            raise SourceError(*_NO_ADDRESS)
        try:
            url = URL(address)
            host, port = url.host, url.port
        except ValueError:
            raise SourceError(*_NO_ADDRESS) from None
        if url.scheme not in {"http", "https"} or not host:
            raise SourceError(
                "Only addresses with http:// or https:// are read.",
                "只能读取以 http:// 或 https:// 开头的地址。",
            )
        if url.user is not None or url.password is not None:
            raise SourceError(
                "An address with a user name in it is not read.", "带有用户名的地址不能读取。"
            )
        if port not in self.ports:
            raise SourceError(
                "Only the ports 80 and 443 of a site are read.", "只能读取网站的 80 和 443 端口。"
            )
        if _is_number(host) and not self.allow(host):
            raise SourceError(*NOT_PUBLIC)
        return url.with_fragment(None)

    def next_hop(self, url: URL, location: str) -> URL:
        """Where a redirect leads to. SourceError."""
        try:
            target = url.join(URL(location))
        except ValueError:
            raise SourceError(
                "The page leads to no web address.", "网页跳转到的不是网址。"
            ) from None
        return self.checked(str(target))


def looks_like_web(address: str) -> bool:
    """Whether something is written like the address of a web page."""
    return address.startswith(("http://", "https://"))


def _is_number(host: str) -> bool:
    """Whether a host is no name: nothing resolves it, and `127.1` is an address to a socket."""
    return ":" in host or host.replace(".", "").isdigit()
