"""External selects: a person types, the app says what can be chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Kind
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.kit.objects import OPTION, OPTION_GROUP, options_of
from bot.sandbox.kit.rules import Report, Rule, array, exactly_one, shape
from bot.sandbox.people.actions import block_of, place_of
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Message, Person
from bot.sandbox.wire import Json

MIN_QUERY: Final = 3
"""Characters that are typed before the app is asked, unless the element says otherwise."""
INVALID: Final = "invalid_options"
NOT_LOADED: Final = "The options could not be loaded."

_ANSWER: Final[Rule] = shape(
    {},
    {
        "options": array(OPTION, "select.options"),
        "option_groups": array(OPTION_GROUP, "select.option_groups"),
    },
    exactly_one("options", "option_groups"),
)
_NOTHING_FOUND: Final[tuple[Json, ...]] = ({"options": []}, {"option_groups": []})


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggested:
    """What can be chosen: single options, or groups of them. `error` is what the person reads."""

    options: tuple[Json, ...] = ()
    groups: tuple[Json, ...] = ()
    error: str = ""


class Suggestions:
    """Asks the app, and remembers what it offered to whom: nothing else can be chosen."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier
        self._offered: dict[tuple[str, ...], dict[str, Json]] = {}

    async def ask(
        self, person: Person, place: Message | View, element: Json, query: str
    ) -> Suggested:
        """Type `query` into an external select of a message, a modal or App Home.

        Nothing is asked before as many characters are typed as the element wants.
        """
        if not element["type"].endswith("external_select"):
            raise NotPossibleError("the options of this menu do not come from the app")
        block, attachment = _placed(place, element)
        if len(query) < element.get("min_query_length", MIN_QUERY):
            return Suggested()
        payload = payloads.suggestion(
            self._hub,
            person,
            place,
            block=block,
            element=element,
            query=query,
            attachment=attachment,
        )
        delivery = await self._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=True)
        problems = _problems(delivery.answer)
        if delivery.error or problems:
            delivery.notes = tuple(problems) if not delivery.error else ()
            self._courier.refuse(delivery, delivery.error or INVALID)
            return Suggested(error=NOT_LOADED)
        return self._keep(person, place, block, element, delivery.answer)

    def _keep(
        self, person: Person, place: Message | View, block: Json, element: Json, answer: Json
    ) -> Suggested:
        known = self._offered.setdefault(_key(person, place, block, element), {})
        known |= {option["value"]: option for option in options_of(answer)}
        return Suggested(
            options=tuple(answer.get("options") or ()),
            groups=tuple(answer.get("option_groups") or ()),
        )

    def offered(
        self, person: Person, place: Message | View, block: Json, element: Json
    ) -> Sequence[Json]:
        """What the app offered to a person in this place so far."""
        return tuple(self._offered.get(_key(person, place, block, element), {}).values())


def _placed(place: Message | View, element: Json) -> tuple[Json, int | None]:
    if isinstance(place, View):
        return block_of(place.payload["blocks"], element), None
    return place_of(place, element)


def _key(person: Person, place: Message | View, block: Json, element: Json) -> tuple[str, ...]:
    where = (place.id,) if isinstance(place, View) else (place.channel, place.ts)
    return (person.id, *where, block["block_id"], element["action_id"])


def _problems(answer: Json) -> list[str]:
    if answer in _NOTHING_FOUND:
        return []
    report = Report()
    _ANSWER(answer, "", report)
    return report.problems
