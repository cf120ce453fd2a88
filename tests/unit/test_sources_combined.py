"""Several sources as one."""

from collections.abc import Sequence

import pytest

from graphs import standalone
from graphs.sources import Found, Page, SourceError
from graphs.sources.combined import Combined, Nothing


class Shelf:
    """A source with these addresses, or a failing one."""

    def __init__(self, name: str, *addresses: str, fails: str = "") -> None:
        self.name = name
        self._addresses = addresses
        self._fails = fails

    def takes(self, address: str) -> bool:
        return address.startswith(f"{self.name}:")

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        if self._fails:
            raise SourceError(self._fails, f"{self.name}没有响应。")
        hits = [Found(address=one, title=one, snippet=query) for one in self._addresses]
        return hits[:most]

    async def read(self, address: str) -> Page:
        return Page(address=address, title=self.name, text=self.name, chars=len(self.name))


async def addresses(*parts: Shelf, most: int = 5) -> list[str]:
    return [hit.address for hit in await Combined(parts).search("bees", most=most)]


async def test_hits_of_each_source_come_in_turn_and_each_address_once() -> None:
    one, two = Shelf("one", "one:1", "one:2", "x:1"), Shelf("two", "two:1", "x:1", "two:3")
    assert await addresses(one, two) == ["one:1", "two:1", "one:2", "x:1", "two:3"]
    assert await addresses(one, two, most=3) == ["one:1", "two:1", "one:2"]


async def test_a_failing_source_does_not_hide_what_another_found() -> None:
    assert await addresses(Shelf("one", fails="Down."), Shelf("two", "two:1")) == ["two:1"]


async def test_nothing_found_beside_a_failure_is_the_failure() -> None:
    with pytest.raises(SourceError, match=r"^Down\.$"):
        await addresses(Shelf("one", fails="Down."), Shelf("two"))


async def test_where_all_fail_each_cause_is_told() -> None:
    with pytest.raises(SourceError, match=r"^Down\. Late\.$") as raised:
        await addresses(Shelf("one", fails="Down."), Shelf("two", fails="Late."))
    assert raised.value.said("en") == "Down. Late."
    assert raised.value.said("zh") == "one没有响应。two没有响应。"


async def test_an_address_is_read_by_the_source_that_it_is_one_of() -> None:
    both = Combined([Shelf("one"), Shelf("two")])
    assert (await both.read("two:1")).text == "two"
    assert both.name == "one and two"


@pytest.mark.parametrize("address", ["three:1", "", "two", "/etc/passwd", "one two:1"])
async def test_what_is_an_address_of_none_is_refused(address: str) -> None:
    with pytest.raises(SourceError, match="such an address"):
        await Combined([Shelf("one"), Shelf("two")]).read(address)


async def test_without_any_source_nothing_is_found_or_read() -> None:
    assert await Nothing().search("bees") == ()
    with pytest.raises(SourceError, match="No source is set up"):
        await Nothing().read("library:a.md")


def test_without_a_bot_a_workflow_gets_all_that_it_can_name() -> None:
    assert standalone.sources().keys() == {"search", "texts", "limits"}
