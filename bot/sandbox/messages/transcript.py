"""Messages as text, the way people read them: for tests that fail, and for the demo."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bot.sandbox.messages.mrkdwn import format_date, resolve
from bot.sandbox.state.records import Message
from bot.sandbox.state.world import World
from bot.sandbox.wire import Json

TASK_MARKS: Final[Mapping[str, str]] = {
    "pending": "○",
    "in_progress": "▶",
    "complete": "✓",
    "error": "✕",
}


class Reader:
    """Reads messages with the names of a world, dates in one time zone."""

    def __init__(self, world: World, *, tz: str = "Etc/UTC") -> None:
        self._world = world
        self._tz = tz

    def text(self, text: str) -> str:
        """A text with Slack's markup."""
        return resolve(text, self._world, tz=self._tz)

    def name(self, person_id: str) -> str:
        """The name of a person."""
        person = self._world.people.get(person_id)
        return person.name if person else person_id

    def _group(self, group_id: str) -> str:
        group = self._world.groups.get(group_id)
        return f"@{group.handle if group else group_id}"

    def message(self, message: Message) -> str:
        """All that is seen of a message: its blocks or else its text, attachments, files."""
        lines = self.blocks(message.blocks) if message.blocks else [self.text(message.text)]
        for attachment in message.attachments:
            lines += self.blocks(attachment.get("blocks") or ())
            lines += [self.text(str(attachment["text"]))] if attachment.get("text") else []
        files = (self._world.files[file_id] for file_id in message.file_ids)
        lines += [f"[file] {file.title} ({file.name}, {file.length} bytes)" for file in files]
        return "\n".join(line for line in lines if line)

    def blocks(self, blocks: Iterable[Json]) -> list[str]:
        """The lines of some blocks."""
        return [line for block in blocks for line in self._block(block)]

    def _block(self, block: Json) -> list[str]:
        readers: Mapping[str, Callable[[Json], list[str]]] = {
            "section": self._section,
            "context": self._context,
            "actions": self._actions,
            "context_actions": self._actions,
            "input": self._input,
            "markdown": lambda b: self.text(str(b["text"])).splitlines(),
            "rich_text": lambda b: [self.rich_text(b)],
            "image": lambda b: [f"[image] {b['alt_text']}"],
            "table": self._table,
            "data_table": self._table,
            "plan": self._plan,
            "task_card": self._task,
            "divider": lambda _: ["---"],
            "video": lambda b: [f"[video] {b['alt_text']}"],
            "file": lambda b: [f"[file] {b['external_id']}"],
            "call": lambda b: [f"[call] {b['call_id']}"],
            "auth_provider": lambda b: self._texts(b["name"], b.get("description")),
            "carousel": lambda b: self.blocks(b["elements"]),
            "container": self._container,
            "card": self._card,
        }
        return readers.get(block["type"], self._titled)(block)

    def _titled(self, block: Json) -> list[str]:
        return self._texts(block.get("text"))

    def _texts(self, *objects: Json | None) -> list[str]:
        found = []
        for item in objects:
            if item:
                text = str(item["text"])
                shown = self.text(text) if item["type"] == "mrkdwn" else text
                found += shown.splitlines() or [""]
        return found

    def _section(self, block: Json) -> list[str]:
        lines = self._texts(block.get("text"), *(block.get("fields") or ()))
        accessory = block.get("accessory")
        return [*lines, self.element(accessory)] if accessory else lines

    def _context(self, block: Json) -> list[str]:
        parts = [
            f"[image] {item['alt_text']}" if item["type"] == "image" else self._texts(item)
            for item in block["elements"]
        ]
        return [" ".join(p if isinstance(p, str) else "\n".join(p) for p in parts)]

    def _actions(self, block: Json) -> list[str]:
        return ["  ".join(self.element(element) for element in block["elements"])]

    def _input(self, block: Json) -> list[str]:
        return [f"{block['label']['text']}: {self.element(block['element'])}"]

    def _container(self, block: Json) -> list[str]:
        rich = block.get("rich_text_title")
        return [
            *(self.rich_text(rich).splitlines() if rich else ()),
            *self._texts(block.get("title"), block.get("subtitle")),
            *self.blocks(block["child_blocks"]),
        ]

    def _card(self, block: Json) -> list[str]:
        lines = self._texts(block.get("title"), block.get("subtitle"), block.get("body"))
        buttons = "  ".join(self.element(element) for element in block.get("actions") or ())
        return [*lines, buttons] if buttons else lines

    def element(self, element: Json) -> str:
        """An element as one sees it: buttons in brackets."""
        label = element.get("text") or element.get("placeholder")
        if element["type"] == "image":
            return f"[image] {element['alt_text']}"
        if element["type"] == "feedback_buttons":
            pair = (element["positive_button"], element["negative_button"])
            return "  ".join(f"[{button['text']['text']}]" for button in pair)
        return f"[{label['text']}]" if label else f"[{element['type']}]"

    def _plan(self, block: Json) -> list[str]:
        tasks = [line for task in block.get("tasks") or () for line in self._task(task)]
        return [str(block["title"]), *(f"  {line}" for line in tasks)]

    def _task(self, task: Json) -> list[str]:
        parts = [TASK_MARKS[task["status"]], str(task["title"])]
        texts = (task[key] for key in ("details", "output") if task.get(key))
        parts += [self.rich_text(text).replace("\n", " ") for text in texts]
        sources = [f"{source['text']} ({source['url']})" for source in task.get("sources") or ()]
        return [" ".join([*parts, *sources])]

    def _table(self, block: Json) -> list[str]:
        return [" | ".join(self._cell(cell) for cell in row) for row in block["rows"]]

    def _cell(self, cell: Json) -> str:
        if cell["type"] == "rich_text":
            return self.rich_text(cell)
        return str(cell.get("text", cell.get("value", "")))

    def rich_text(self, block: Json) -> str:
        """Rich text without its styles; list items with a bullet."""
        return "\n".join(self._part(part) for part in block["elements"])

    def _part(self, part: Json) -> str:
        if part["type"] == "rich_text_list":
            return "\n".join(f"• {self._inline(item['elements'])}" for item in part["elements"])
        text = self._inline(part["elements"])
        return f"> {text}" if part["type"] == "rich_text_quote" else text

    def _inline(self, items: Sequence[Json]) -> str:
        return "".join(self._run(item) for item in items)

    def _run(self, item: Json) -> str:
        readers: Mapping[str, Callable[[], str]] = {
            "text": lambda: str(item["text"]),
            "link": lambda: f"{item['text']} ({item['url']})" if item.get("text") else item["url"],
            "user": lambda: self.text(f"<@{item['user_id']}>"),
            "channel": lambda: self.text(f"<#{item['channel_id']}>"),
            "broadcast": lambda: f"@{item['range']}",
            "emoji": lambda: f":{item['name']}:",
            "date": lambda: format_date(item["timestamp"], item["format"], self._tz),
            "usergroup": lambda: self._group(str(item["usergroup_id"])),
        }
        return readers.get(item["type"], lambda: str(item.get("value", "")))()


def transcript(world: World, channel_id: str, *, tz: str = "Etc/UTC") -> str:
    """A channel with its threads, and the private lines where they came up, as text."""
    reader = Reader(world, tz=tz)
    everything = [*world.messages(channel_id), *_private(world, channel_id)]
    roots = [m for m in everything if not m.is_reply]
    orphans = [m for m in everything if m.is_reply and not any(r.ts == m.thread_ts for r in roots)]
    lines: list[str] = []
    for root in sorted([*roots, *orphans], key=lambda m: m.ts):
        lines += _entry(reader, root, "")
        replies = (m for m in everything if m.is_reply and m.thread_ts == root.ts)
        for reply in sorted(replies, key=lambda m: m.ts):
            lines += _entry(reader, reply, "    ")
    return "\n".join(lines)


def _private(world: World, channel_id: str) -> list[Message]:
    return [m for m in world.ephemerals if m.channel == channel_id]


def _entry(reader: Reader, message: Message, indent: str) -> list[str]:
    private = f" (only visible to {reader.name(message.only_for)})" if message.only_for else ""
    edited = " (edited)" if message.edited_ts else ""
    head = f"{indent}{reader.name(message.user)}{private}{edited}:"
    return [head, *(f"{indent}  {line}" for line in reader.message(message).splitlines())]
