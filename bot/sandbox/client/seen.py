"""What a person sees of a message or a view, and how things on it are named. Nothing is done here.

A thing is found by what stands on it or beside it: the text of a button, the placeholder of a
menu, the label of a field, the text of the section that it stands in, an entry of an overflow
menu; or by its action id.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.client.stage import Stage
from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.kit.objects import options_of
from bot.sandbox.state import forms
from bot.sandbox.state.modals import View
from bot.sandbox.state.records import Message
from bot.sandbox.wire import Json

_FEEDBACK: Final = ("positive_button", "negative_button")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to press or choose. `entry` is the one entry of it that was named, or None."""

    element: Json
    entry: object = None


class SeenBlocks:
    """Blocks on a screen. `text` and `blocks` are given by what shows them."""

    @property
    def blocks(self) -> Sequence[Json]:
        """The blocks as the app sent them, with the ids that Slack added."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """Everything that is seen, as read."""
        raise NotImplementedError

    @property
    def elements(self) -> list[Json]:
        """What can be pressed or chosen."""
        return [element for _, element in forms.elements(self.blocks)]

    @property
    def buttons(self) -> list[str]:
        """The names of the buttons."""
        return [e["text"]["text"] for e in self.elements if e["type"] == "button"]

    def button(self, label: str) -> Json:
        """A button or menu by its name. Raises NotPossibleError."""
        return self.find(label).element

    def find(self, label: str) -> Thing:
        """A thing by its name, the first one of that name. Raises NotPossibleError."""
        for names in (_own_names, _names_beside):
            for block, element in forms.elements(self.blocks):
                if label in names(block, element):
                    return Thing(element)
        for element in self.elements:
            for name, entry in _entries(element):
                if name == label:
                    return Thing(element, entry)
        raise NotPossibleError(f"there is no {label!r}, only {self._all_names()}; on\n{self.text}")

    def asks(self, label: str) -> str:
        """What the dialog that guards a button says: title, text and buttons; "" for none."""
        guard = self.find(label).element.get("confirm")
        if not guard:
            return ""
        buttons = [(guard.get(key) or {}).get("text") or key for key in ("confirm", "deny")]
        shown = "  ".join(f"[{button}]" for button in buttons)
        return f"{guard['title']['text']}\n{guard['text']['text']}\n{shown}"

    def options(self, label: str) -> list[str]:
        """The texts in a menu, or beside checkboxes and radio buttons."""
        return [option["text"]["text"] for option in options_of(self.find(label).element)]

    def _all_names(self) -> list[str]:
        """One name of each thing, and the entries inside."""
        found: list[str] = []
        for block, element in forms.elements(self.blocks):
            found.append([*_own_names(block, element), *_names_beside(block, element)][-1])
            found += [name for name, _ in _entries(element)]
        return found


def _own_names(_: Json, element: Json) -> list[str]:
    """What stands on an element, after its action id."""
    shown = (element.get(key) for key in ("placeholder", "text"))
    own = [str(item["text"]) for item in shown if isinstance(item, dict)]
    return [element["action_id"], *own]


def _names_beside(block: Json, element: Json) -> list[str]:
    """What stands beside it, or is read out for it."""
    inside = block.get("accessory") == element or block.get("element") == element
    beside = [block.get("label"), block.get("text")] if inside else []
    labels = [str(item["text"]) for item in beside if isinstance(item, dict)]
    spoken = element.get("accessibility_label")
    return [*labels, *([str(spoken)] if spoken else [])]


def _entries(element: Json) -> Iterator[tuple[str, object]]:
    """What can be pressed inside an element: name and what is given for it."""
    if element["type"] == "overflow":
        for option in options_of(element):
            yield option["text"]["text"], option["value"]
    if element["type"] == "feedback_buttons":
        for key in _FEEDBACK:
            yield element[key]["text"]["text"], element[key]["value"]


class SeenMessage(SeenBlocks):
    """A message as it was when it was found."""

    def __init__(self, stage: Stage, message: Message) -> None:
        self._stage = stage
        self.message = message

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.ts} {self.text!r}>"

    @property
    def blocks(self) -> Sequence[Json]:
        """Its blocks, and those in its attachments."""
        attached = (attachment.get("blocks") or () for attachment in self.message.attachments)
        return [*self.message.blocks, *(block for blocks in attached for block in blocks)]

    @property
    def ts(self) -> str:
        """Its name in the channel."""
        return self.message.ts

    @property
    def thread_ts(self) -> str:
        """The ts of the root of its thread, or its own."""
        return self.message.thread_ts or self.message.ts

    @property
    def text(self) -> str:
        """Everything that is seen of it, as read."""
        return self._stage.reader().message(self.message)

    @property
    def author(self) -> str:
        """Who wrote it."""
        return self._stage.reader().name(self.message.user)

    @property
    def pings(self) -> tuple[str, ...]:
        """The live mentions in it."""
        return self.message.pings

    @property
    def reactions(self) -> dict[str, list[str]]:
        """Who reacted: name of the emoji -> names of people, in the order they came."""
        name = self._stage.reader().name
        return {emoji: [name(p) for p in people] for emoji, people in self.message.reactions}

    @property
    def files(self) -> list[str]:
        """The contents of its files, as text."""
        files = (self._stage.world.files[file_id] for file_id in self.message.file_ids)
        return [(file.content or b"").decode() for file in files]


class SeenView(SeenBlocks):
    """A modal or a home as it is now, or as it was when it was last seen."""

    def __init__(self, stage: Stage, view: View) -> None:
        self._stage = stage
        self._last = view

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}>"

    def _look(self) -> View:
        """The view as it is now. Raises SlackError when it is gone."""
        raise NotImplementedError

    @property
    def view(self) -> View:
        """The view now, or as it was when it closed."""
        try:
            self._last = self._look()
        except SlackError:
            return self._last
        return self._last

    @property
    def blocks(self) -> Sequence[Json]:
        """Its blocks."""
        blocks: Sequence[Json] = self.view.payload["blocks"]
        return blocks

    @property
    def title(self) -> str:
        """Its title; "" for a home, which has none."""
        return str((self.view.payload.get("title") or {}).get("text", ""))

    @property
    def text(self) -> str:
        """All that it shows, as read."""
        lines = self._stage.reader(self._stage.person(self._last.person)).blocks(self.blocks)
        return "\n".join([self.title, *lines] if self.title else lines)

    @property
    def inputs(self) -> dict[str, Json]:
        """Its fields: label -> input block."""
        return {b["label"]["text"]: b for b in self.blocks if b["type"] == "input"}

    @property
    def values(self) -> dict[str, object]:
        """What stands in its fields: label -> text, name of the option, or list of them."""
        values = self.view.values
        return {
            label: self._shown(values[block["block_id"]][block["element"]["action_id"]])
            for label, block in self.inputs.items()
        }

    def _shown(self, state: Json) -> object:
        """The state of an element in the words of the screen."""
        value = state[forms.STATE_KEYS[state["type"]][0]]
        if isinstance(value, list):
            return [self._word(item) for item in value]
        return self._word(value)

    def _word(self, value: Any) -> object:  # noqa: ANN401 - any value of any element
        if isinstance(value, dict) and "elements" in value:
            return self._stage.reader().rich_text(value)
        if isinstance(value, dict):
            return value["text"]["text"] if "text" in value else value.get("name", value)
        world = self._stage.world
        known = world.people.get(value) or world.channels.get(value)
        return known.name if known else value

    @property
    def errors(self) -> dict[str, str]:
        """What is wrong: label -> sentence; "" for the form as a whole."""
        labels = {block["block_id"]: label for label, block in self.inputs.items()}
        return {labels.get(key, ""): text for key, text in self.view.errors.items()}
