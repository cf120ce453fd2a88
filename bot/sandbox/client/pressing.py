"""How things on a screen are used: pressed past the dialog that guards them, and searched."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.sandbox.client.given import typed
from bot.sandbox.client.seen import Thing
from bot.sandbox.client.stage import Stage
from bot.sandbox.errors import NotPossibleError, NotSeenError
from bot.sandbox.people.outcome import Outcome
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Message, Person
from bot.sandbox.wire import Json

NOTHING_GIVEN: Final = object()
"""In place of a value: the thing is pressed, nothing is chosen in it."""

Press = Callable[[Json, object], Awaitable[Outcome]]


async def use(
    stage: Stage, person: Person, thing: Thing, press: Press, *, value: object, confirm: bool
) -> Outcome:
    """Press a thing, past the dialog that guards it; nothing is sent when that is declined.

    Raises NotPossibleError where there is nothing to decline.
    """
    if not confirm:
        if not thing.element.get("confirm"):
            raise NotPossibleError("nothing asks for a confirmation here, so nothing is declined")
        return Outcome(view=stage.sandbox.hub.modals.top(person.id))
    given = thing.entry if value is NOTHING_GIVEN else typed(value)
    return await press(thing.element, given)


async def search(
    stage: Stage, person: Person, thing: Thing, place: Message | View, query: str
) -> list[str]:
    """Type into a menu whose options the app finds; the texts that it offers.

    Raises NotSeenError where they could not be loaded.
    """
    offered = await stage.do.suggestions.ask(person, place, thing.element, query)
    if offered.error:
        raise NotSeenError(f"{person.name} saw no options for {query!r}: {offered.error}")
    grouped = [option for group in offered.groups for option in group["options"]]
    return [option["text"]["text"] for option in [*offered.options, *grouped]]
