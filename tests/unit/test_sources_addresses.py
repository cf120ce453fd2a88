"""Which addresses may be fetched, however they are written."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.language import detect
from graphs.sources.addresses import Rules, is_public
from graphs.sources.protocol import SourceError

RULES = Rules()


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"]
)
def test_public_addresses_are_fetched(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104 # what is refused
        "10.1.2.3",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.9.9.9",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.251",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "3fff::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%1",
        "fec0::1",
        "ff02::1",
    ],
)
def test_other_addresses_are_not(address: str) -> None:
    assert not is_public(ip_address(address))


@given(st.ip_addresses(v=4))
def test_an_address_dressed_as_another_is_public_only_if_it_is_itself(inner: IPv4Address) -> None:
    number = int(inner)
    assert is_public(IPv6Address((0x64FF9B << 96) | number)) == is_public(inner)
    for prefix in (0xFFFF << 32, 0, 0x2002 << 112, 0x20010000 << 96):
        assert not is_public(IPv6Address(prefix | number))


@pytest.mark.parametrize(
    ("address", "fetched"),
    [
        ("https://example.org/a?b=c#part", "https://example.org/a?b=c"),
        ("http://example.org", "http://example.org"),
        ("HTTPS://EXAMPLE.org:443/x", "https://example.org/x"),
        ("https://例子.example/热泵", "https://xn--fsqu00a.example/%E7%83%AD%E6%B3%B5"),
    ],
)
def test_a_web_address_is_fetched_without_its_fragment(address: str, fetched: str) -> None:
    assert str(RULES.checked(address)) == fetched


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("ftp://example.org/", "http://"),
        ("file:///etc/passwd", "http://"),
        ("javascript:alert(1)", "http://"),
        ("//example.org", "http://"),
        ("example.org", "http://"),
        ("", "http://"),
        ("http://", "http://"),
        ("http:///path", "http://"),
        ("http://ana@example.org/", "user name"),
        ("http://ana:secret@example.org/", "user name"),
        ("http://example.org\\@127.0.0.1/", "no web address"),
        ("http://example.org:22/", "ports"),
        ("http://example.org:8080/", "ports"),
        ("http://example.org:0/", "ports"),
        ("http://example.org:99999/", "no web address"),
        ("http://127.0.0.1/", "public"),
        ("http://127.1/", "public"),
        ("http://2130706433/", "public"),
        ("http://0/", "public"),
        ("http://[::1]/", "public"),
        ("http://[::ffff:127.0.0.1]/", "public"),
        ("http://[fe80::1%25eth0]/", "public"),
        ("http://169.254.169.254/latest/meta-data/", "public"),
        ("http://exa mple.org/", "no web address"),
        ("http://example.org/\r\nHost: x", "no web address"),
        ("http://example.org/" + "a" * 3_000, "no web address"),
        ("http://[half/", "no web address"),
    ],
)
def test_what_is_not_to_be_fetched_is_refused_in_one_sentence(address: str, why: str) -> None:
    with pytest.raises(SourceError, match=why) as raised:
        RULES.checked(address)
    assert raised.value.said("en") == str(raised.value)
    assert str(raised.value).endswith(".")
    assert detect(raised.value.said("zh")) == "zh"


@given(st.text(max_size=60))
def test_any_text_is_an_address_to_fetch_or_is_refused(text: str) -> None:
    for address in (text, f"http://{text}", f"https://example.org/{text}"):
        try:
            url = RULES.checked(address)
        except SourceError:
            continue
        assert url.scheme in {"http", "https"}
        assert url.port in {80, 443}
        assert url.host
        assert (url.user, url.password) == (None, None)


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/b", "https://example.org/b"),
        ("b?c=d", "https://example.org/x/b?c=d"),
        ("//example.net/", "https://example.net/"),
        ("http://example.net/b#c", "http://example.net/b"),
    ],
)
def test_a_redirect_leads_to_what_is_checked_again(location: str, target: str) -> None:
    assert str(RULES.next_hop(RULES.checked("https://example.org/x/a"), location)) == target


@pytest.mark.parametrize(
    "location", ["http://127.0.0.1/", "//10.0.0.1/", "file:///etc/passwd", "http://[", "//a:b@c/"]
)
def test_a_redirect_to_anything_else_is_refused(location: str) -> None:
    with pytest.raises(SourceError):
        RULES.next_hop(RULES.checked("https://example.org/"), location)
