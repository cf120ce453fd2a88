"""The third step, the hardest: who does what by when, and the words that show it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from pydantic import BaseModel, Field

from graphs.ground import Ground
from graphs.lines import bare, shortened
from graphs.minutes import offline, prompts
from graphs.minutes.bounds import LONGEST, MOST, MOST_IN_PART, Line, Name, Quote
from graphs.minutes.quotes import Said, bared, known, squeezed
from graphs.minutes.reading import Found, Material, Reading, ask_in_parts, long, warning
from graphs.minutes.state import Action
from graphs.minutes.windows import in_turn
from graphs.minutes.words import TEXTS
from graphs.model import Model

_NOBODY = frozenset("i me we us you he she they it 我 我们 咱们 你 你们 他 她 他们 大家".split())  # noqa: SIM905


class Todo(BaseModel):
    """One action item."""

    what: Line
    owner: Name = Field(default="", description="a name from the transcript, or empty")
    due: Name = Field(default="", description="a date in the words of the transcript, or empty")
    quote: Quote = Field(description="a sentence of the transcript, word by word")


class Actions(BaseModel):
    """The action items of a part of a transcript; empty when there are none."""

    actions: list[Todo] = Field(max_length=MOST_IN_PART)


@dataclass(frozen=True, slots=True)
class _Witness:
    """What can be quoted, and who can own something."""

    transcript: Said
    comments: Said
    participants: Sequence[str]
    ground: Ground

    def quoted(self, todo: Todo) -> bool:
        return any(said.place(todo.quote) is not None for said in self._all())

    def owner(self, todo: Todo) -> str:
        """The owner as the participants spell it; "" where nobody says so."""
        name = squeezed(todo.owner).lstrip("@")
        if name in _NOBODY:
            return ""
        if there := known(name, self.participants):
            return there
        return todo.owner.strip() if Said.of(todo.quote).names(name) else ""

    def due(self, todo: Todo) -> str:
        """The date as said near the quote; "" where it is not."""
        for said in self._all():
            place = said.place(todo.quote)
            if place is not None and said.names(todo.due, near=place):
                return " ".join(todo.due.split())
        return ""

    def action(self, todo: Todo, number: int, longest: int) -> Action:
        in_transcript = self.transcript.place(todo.quote) is not None
        return Action(
            # A bar stands between the parts of an entry.
            what=shortened(bare(todo.what).replace("|", "/"), longest),
            id=f"a{number}",
            owner=self.owner(todo),
            due=self.due(todo),
            quote=bared(todo.quote),
            source="transcript" if in_transcript else "comment",
        )

    def _all(self) -> tuple[Said, Said]:
        return self.transcript, self.comments


async def find(model: Model, material: Material) -> Found[list[Action]]:
    """Action items that keep their bounds. ModelError when the model gives nothing.

    One whose quote nobody said is dropped; an owner or a date that nobody named is emptied.
    """
    witness = _Witness(
        Said.of(material.transcript),
        Said.of("\n".join(material.comments)),
        material.participants,
        material.ground(),
    )
    reading = Reading(
        step="actions",
        schema=Actions,
        rules=prompts.PROMPTS[material.language].actions,
        offline=lambda part: Actions(
            actions=[
                Todo(what=a.what, owner=a.owner, due=a.due, quote=a.quote)
                for a in offline.actions(part, material.comments, material.language)
            ]
        ),
        faults=lambda answer: _faults(answer, witness, material),
        lines=lambda answer: [todo.what for todo in answer.actions],
    )
    answers = await ask_in_parts(model, reading, material)
    return _kept([a.actions for a in answers.made], answers.chars, witness, material)


def _kept(
    every: Sequence[Sequence[Todo]], chars: int, witness: _Witness, material: Material
) -> Found[list[Action]]:
    language, texts = material.language, TEXTS[material.language]
    quoted = [_apart(t for t in part if bare(t.what) and witness.quoted(t)) for part in every]
    true = [[t for t in part if witness.ground.carries(t.what)] for part in quoted]
    no_quote = len(_apart(chain(*every))) - len(_apart(chain(*quoted)))
    foreign = len(_apart(chain(*quoted))) - len(_apart(chain(*true)))
    todos = _apart(in_turn(true, MOST))
    found = [witness.action(t, n, LONGEST[language]) for n, t in enumerate(todos, start=1)]
    emptied = sum(
        bool(said.strip()) and not kept
        for todo, action in zip(todos, found, strict=True)
        for said, kept in ((todo.owner, action["owner"]), (todo.due, action["due"]))
    )
    told = (
        texts.no_quote.format(count=no_quote) if no_quote else "",
        texts.dropped.format(count=foreign) if foreign else "",
        texts.not_named.format(count=emptied) if emptied else "",
    )
    return Found(found, warning(language, [a["what"] for a in found], *told), chars)


def _faults(answer: Actions, witness: _Witness, material: Material) -> list[str]:
    told, wrong = prompts.PROMPTS[material.language], []
    for todo in answer.actions:
        wrong += long(todo.what, material.language)
        if not witness.quoted(todo):
            wrong.append(told.no_quote.format(line=todo.quote))
            continue
        if not witness.ground.carries(todo.what):
            wrong.append(told.foreign.format(line=todo.what))
        if todo.owner.strip() and not witness.owner(todo):
            wrong.append(told.no_owner.format(line=f"{todo.owner}, {todo.what}"))
        if todo.due.strip() and not witness.due(todo):
            wrong.append(told.no_due.format(line=f"{todo.due}, {todo.what}"))
    return wrong


def _apart(todos: Iterable[Todo]) -> list[Todo]:
    """Each once, in order."""
    return list({squeezed(f"{todo.what}|{todo.owner}"): todo for todo in todos}.values())
