"""A form on the screen, for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.messages.transcript import Reader
from bot.sandbox.state import forms
from bot.sandbox.state.modals import Modals, View
from bot.sandbox.wire import Json

if TYPE_CHECKING:
    from bot.sandbox.client.workspace import Said, Workspace


class Modal:
    """A modal of one person. It always shows the view as it is now, while it is open."""

    def __init__(self, workspace: Workspace, view: View) -> None:
        self._workspace = workspace
        self._last = view

    @property
    def view(self) -> View:
        """The view now, or as it was when it closed."""
        try:
            self._last = self._modals.find(view_id=self._last.id)
        except SlackError:
            return self._last
        return self._last

    @property
    def is_open(self) -> bool:
        """Whether the person still sees it."""
        top = self._modals.top(self._last.person)
        return top is not None and top.id == self._last.id

    @property
    def _modals(self) -> Modals:
        return self._workspace.sandbox.hub.modals

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.view.payload["title"]["text"])

    @property
    def text(self) -> str:
        """All that it shows, as read."""
        reader = Reader(self._workspace.world)
        return "\n".join([self.title, *reader.blocks(self.view.payload["blocks"])])

    @property
    def inputs(self) -> dict[str, Json]:
        """Its fields: label -> input block."""
        blocks = (b for b in self.view.payload["blocks"] if b["type"] == "input")
        return {block["label"]["text"]: block for block in blocks}

    @property
    def values(self) -> dict[str, object]:
        """What stands in its fields: label -> text, name of the option, or list of them."""
        values = self.view.values
        return {
            label: _shown(values[block["block_id"]][block["element"]["action_id"]])
            for label, block in self.inputs.items()
        }

    @property
    def errors(self) -> dict[str, str]:
        """What is wrong: label -> sentence; "" for the form as a whole."""
        labels = {block["block_id"]: label for label, block in self.inputs.items()}
        return {labels.get(key, ""): text for key, text in self.view.errors.items()}

    def fill(self, values: Mapping[str, object]) -> Modal:
        """Fill in fields by their labels. Raises NotPossibleError for one that is not there."""
        for label, value in values.items():
            block = self.inputs.get(label)
            if block is None:
                raise NotPossibleError(f"there is no field {label!r}, only {list(self.inputs)}")
            self._workspace.sandbox.interactions.forms.enter(self.view, block, value)
        return self

    async def submit(self) -> Said:
        """Press the submit button."""
        person = self._workspace.person(self._last.person)
        self._check_open()
        outcome = await self._workspace.sandbox.interactions.forms.submit(person, self.view)
        return self._workspace._said(person, outcome)  # noqa: SLF001 - the client is one thing

    async def click(self, label: str, value: object = None) -> Said:
        """Press a button, or choose in a menu, inside the form."""
        person = self._workspace.person(self._last.person)
        self._check_open()
        for _, element in forms.elements(self.view.payload["blocks"]):
            name = (element.get("text") or element.get("placeholder") or {}).get("text")
            if label in {name, element["action_id"]}:
                outcome = await self._workspace.sandbox.interactions.forms.press(
                    person, self.view, element, value
                )
                return self._workspace._said(person, outcome)  # noqa: SLF001
        raise NotPossibleError(f"there is no {label!r} on\n{self.text}")

    async def close(self) -> None:
        """Press the close button."""
        self._check_open()
        person = self._workspace.person(self._last.person)
        await self._workspace.sandbox.interactions.forms.close(person, self.view)

    def _check_open(self) -> None:
        if not self.is_open:
            raise NotPossibleError(f"the form {self.title!r} is not on the screen any more")


def _shown(state: Json) -> object:
    """The state of an element in the words of the screen."""
    value = state[forms.STATE_KEYS[state["type"]][0]]
    if isinstance(value, dict) and "text" in value:
        return value["text"]["text"]
    if isinstance(value, list):
        return [item["text"]["text"] if isinstance(item, dict) else item for item in value]
    return value
