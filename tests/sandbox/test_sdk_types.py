"""Every block, element and object of slack_sdk: taken where Slack takes it, refused elsewhere."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from slack_sdk.models import blocks as sdk
from slack_sdk.models.basic_objects import JsonObject
from slack_sdk.models.blocks import basic_components, block_elements
from slackblocks import _surfaces as theirs

from bot.sandbox.kit.blocks import BLOCKS, ON_HOME, ON_MESSAGE, ON_MODAL
from bot.sandbox.kit.elements import ELEMENTS
from bot.sandbox.kit.rich_text import INLINE, PARTS
from bot.sandbox.kit.surface import message_blocks, view
from tests.sandbox.blocks import Json, modal, refused
from tests.sandbox.sdk_element_samples import ELEMENT_SAMPLES, Place
from tests.sandbox.sdk_object_samples import OBJECT_SAMPLES
from tests.sandbox.sdk_samples import BLOCK_SAMPLES, HOME, MESSAGE, MODAL

ABSTRACT = {
    sdk.Block,
    sdk.BlockElement,
    sdk.InteractiveElement,
    sdk.InputInteractiveElement,
    sdk.RichTextElement,
    sdk.TextObject,
}
NOT_IN_SDK = {"data_table"}
"""Blocks that Slack's reference has, and slack_sdk 3.48 has no class for."""


def subclasses(kind: type[JsonObject]) -> Iterator[type[JsonObject]]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def concrete(kind: type[Any], *modules: object) -> set[type[Any]]:
    names = {getattr(module, "__name__", "") for module in modules}
    return {
        one
        for one in subclasses(kind)
        if one not in ABSTRACT
        and one.__module__.startswith("slack_sdk.models.blocks")
        and (not names or one.__module__ in names)
    }


def kinds(samples: Iterable[tuple[JsonObject, object]]) -> set[type[JsonObject]]:
    return {type(sample) for sample, _ in samples}


def test_each_class_has_a_sample() -> None:
    elements = concrete(sdk.BlockElement)
    assert kinds(BLOCK_SAMPLES) == concrete(sdk.Block)
    assert kinds(ELEMENT_SAMPLES) == elements
    assert (
        kinds(OBJECT_SAMPLES) == concrete(JsonObject, basic_components, block_elements) - elements
    )


def test_each_type_has_a_rule() -> None:
    assert {sample.to_dict()["type"] for sample, _ in BLOCK_SAMPLES} == set(BLOCKS) - NOT_IN_SDK
    of_elements = {sample.to_dict()["type"] for sample, _ in ELEMENT_SAMPLES} - {"url"}
    assert of_elements == {*ELEMENTS, *PARTS, *INLINE} - {"mrkdwn", "plain_text"}


def taken(block: Json, surface: str) -> None:
    if surface == MESSAGE:
        message_blocks([block])
    elif surface == MODAL:
        view(modal(block))
    else:
        view({"type": "home", "blocks": [block]})


def not_taken(block: Json, surface: str) -> None:
    code = "invalid_blocks" if surface == MESSAGE else "invalid_arguments"
    place = "/blocks/0" if surface == MESSAGE else "/view/blocks/0"
    refused(lambda: taken(block, surface), code, place)


def surfaces_of(block: Json) -> frozenset[str]:
    return next(
        surfaces for sample, surfaces in BLOCK_SAMPLES if sample.to_dict()["type"] == block["type"]
    )


def name(value: object) -> str | None:
    return None if isinstance(value, str) else type(value).__qualname__


@pytest.mark.parametrize("surface", [MESSAGE, MODAL, HOME])
@pytest.mark.parametrize(("sample", "surfaces"), BLOCK_SAMPLES, ids=name)
def test_a_block_passes_on_the_surfaces_that_take_it(
    sample: sdk.Block, surfaces: frozenset[str], surface: str
) -> None:
    (taken if surface in surfaces else not_taken)(sample.to_dict(), surface)


def test_the_surfaces_are_those_that_slackblocks_has() -> None:
    ours = {MESSAGE: ON_MESSAGE, MODAL: ON_MODAL, HOME: ON_HOME}
    # It knows neither calls nor providers; slack_sdk has no class for charts.
    known = {surface: set(types) - {"call", "auth_provider"} for surface, types in ours.items()}
    assert known == {
        surface: set(types) - {"data_visualization"}
        for surface, types in theirs._BLOCK_TYPES_BY_SURFACE.items()
    }


@pytest.mark.parametrize("surface", [MESSAGE, MODAL, HOME])
@pytest.mark.parametrize(("sample", "place"), [*ELEMENT_SAMPLES, *OBJECT_SAMPLES], ids=name)
def test_an_element_or_object_passes_where_its_block_does(
    sample: JsonObject, place: Place, surface: str
) -> None:
    block = place(sample.to_dict())
    takes = surface == MODAL if is_only_in_modals(sample) else surface in surfaces_of(block)
    (taken if takes else not_taken)(block, surface)


def is_only_in_modals(sample: JsonObject) -> bool:
    return sample.to_dict().get("type") == "file_input"
