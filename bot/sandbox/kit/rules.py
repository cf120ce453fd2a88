"""Small rules that say what a JSON value must look like, and how Slack words a refusal."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.sandbox.kit.forms import Form
from bot.sandbox.kit.limits import LIMITS, Limit
from bot.sandbox.wire import Json


@dataclass(slots=True)
class Report:
    """What is wrong with a payload, each as Slack words it, with the place as a JSON pointer."""

    problems: list[str] = field(default_factory=list)

    def add(self, message: str, at: str) -> None:
        """Note one problem at a place."""
        self.problems.append(f"[ERROR] {message} [json-pointer:{at}]")


Rule: TypeAlias = Callable[[object, str, Report], None]
"""Checks a value at a JSON pointer and adds to the report what is wrong with it."""

Extra: TypeAlias = Callable[[Json, str, Report], None]
"""Checks how the fields of an object, each valid alone, fit together."""


def check_size(size: int, limit: Limit, at: str, report: Report) -> bool:
    """Whether a text or list has an allowed size; a wrong one is reported."""
    if limit.holds(size):
        return True
    if limit.unit == "items":
        too_many = f"no more than {limit.most} items allowed"
        too_few = f"no fewer than {limit.least} items required"
    else:
        too_many = f"must be less than {limit.most + 1} characters"
        too_few = f"must be more than {limit.least - 1} characters"
    report.add(too_many if size > limit.most else too_few, at)
    return False


def string(limit: str = "some", *, of: Form | None = None) -> Rule:
    """A string within a limit of the table, and of a form where one is given."""
    bounds = LIMITS[limit]

    def check(value: object, at: str, report: Report) -> None:
        if not isinstance(value, str):
            report.add("must provide a string", at)
        elif check_size(len(value), bounds, at, report) and of and not of.holds(value):
            report.add(f"must be {of.name}", at)

    return check


def one_of(*choices: str) -> Rule:
    """A string out of a few."""

    def check(value: object, at: str, report: Report) -> None:
        if value not in choices:
            report.add("must be a valid enum value", at)

    return check


def boolean(value: object, at: str, report: Report) -> None:
    """True or false."""
    if not isinstance(value, bool):
        report.add("must provide a boolean", at)


def anything(value: object, at: str, report: Report) -> None:
    """Whatever Slack's reference leaves open."""


def number(value: object, at: str, report: Report) -> None:
    """A number, with or without decimals."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        report.add("must provide a number", at)


def integer(limit: str | None = None) -> Rule:
    """A whole number, within a limit of the table where one is named."""
    bounds = LIMITS[limit] if limit else None

    def check(value: object, at: str, report: Report) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            report.add("must provide an integer", at)
        elif bounds and not bounds.holds(value):
            edge = (
                f"less than {bounds.most + 1}"
                if value > bounds.most
                else f"more than {bounds.least - 1}"
            )
            report.add(f"must be {edge}", at)

    return check


def array(item: Rule, limit: str) -> Rule:
    """A list within a limit of the table, each item by the same rule."""
    bounds = LIMITS[limit]

    def check(value: object, at: str, report: Report) -> None:
        if not isinstance(value, list):
            report.add("must provide an array", at)
        elif check_size(len(value), bounds, at, report):
            for index, entry in enumerate(value):
                item(entry, f"{at}/{index}", report)

    return check


def nullable(rule: Rule) -> Rule:
    """What the rule says, or null."""

    def check(value: object, at: str, report: Report) -> None:
        if value is not None:
            rule(value, at, report)

    return check


def shape(
    required: Mapping[str, Rule],
    optional: Mapping[str, Rule] | None = None,
    *extras: Extra,
) -> Rule:
    """An object with these fields and no others."""
    optional = optional or {}

    def check(value: object, at: str, report: Report) -> None:
        if not isinstance(value, dict):
            report.add("must provide an object", at)
            return
        before = len(report.problems)
        for name in required:
            if name not in value or value[name] is None:
                report.add(f"missing required field: {name}", at)
        for name, entry in value.items():
            _check_field(name, entry, required.get(name) or optional.get(name), at, report)
        if len(report.problems) == before:
            for extra in extras:
                extra(value, at, report)

    return check


def _check_field(name: str, entry: object, rule: Rule | None, at: str, report: Report) -> None:
    if rule is None:
        report.add(f"invalid additional property: {name}", at)
    elif entry is not None:
        rule(entry, f"{at}/{pointer(name)}", report)


def pointer(name: str) -> str:
    """A field name as a part of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def by_type(table: Mapping[str, Rule], allowed: Collection[str] | None = None) -> Rule:
    """An object whose `type` says which rule of the table it must follow."""
    names = set(table) if allowed is None else set(allowed)

    def check(value: object, at: str, report: Report) -> None:
        if not isinstance(value, dict):
            report.add("must provide an object", at)
        elif "type" not in value:
            report.add("missing required field: type", at)
        elif not isinstance(value["type"], str) or value["type"] not in names:
            report.add(f"unsupported type: {value['type']}", f"{at}/type")
        else:
            table[value["type"]](value, at, report)

    return check


def exactly_one(*names: str) -> Extra:
    """Exactly one of these fields is there."""

    def check(value: Json, at: str, report: Report) -> None:
        if sum(value.get(name) is not None for name in names) != 1:
            report.add(f"must define exactly one of: {', '.join(names)}", at)

    return check


def at_least_one(*names: str) -> Extra:
    """At least one of these fields is there."""

    def check(value: Json, at: str, report: Report) -> None:
        if all(value.get(name) is None for name in names):
            report.add(f"must define at least one of: {', '.join(names)}", at)

    return check


def at_most_one(*names: str) -> Extra:
    """No two of these fields are there."""

    def check(value: Json, at: str, report: Report) -> None:
        if sum(value.get(name) is not None for name in names) > 1:
            report.add(f"must define at most one of: {', '.join(names)}", at)

    return check


def unique(field_name: str, list_name: str) -> Extra:
    """No two items of a list have the same value in a field."""

    def check(value: Json, at: str, report: Report) -> None:
        seen: set[object] = set()
        for index, item in enumerate(value.get(list_name) or ()):
            key = item.get(field_name)
            if key is not None and key in seen:
                place = f"{at}/{list_name}/{index}/{field_name}"
                report.add(f"`{field_name}` {key!r} already exists", place)
            seen.add(key)

    return check
