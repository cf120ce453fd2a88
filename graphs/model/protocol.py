"""What graphs ask of a model, and the one interface that every model has."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


class Message(NamedTuple):
    """One message of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Generic[T]):
    """One thing asked of a model.

    `task` names the step, for logs and tests. `offline` does the same work without
    a model, as well as plain code can, from the same typed input; the offline model
    calls it and reads no prompt. `temperature` None leaves it to the endpoint.
    `max_tokens` bounds the answer. `earlier` is what was said since: replies and
    complaints about them.
    """

    task: str
    system: str
    user: str
    offline: Callable[[], T]
    temperature: float | None = None
    max_tokens: int = 1_000
    earlier: tuple[Message, ...] = ()

    def messages(self) -> tuple[Message, ...]:
        """The whole conversation, in order."""
        return Message("system", self.system), Message("user", self.user), *self.earlier

    def again(self, reply: str, complaint: str) -> "Ask[T]":
        """The same, after this reply and what is wrong with it."""
        said = Message("assistant", reply), Message("user", complaint)
        return replace(self, earlier=(*self.earlier, *said))


class Model(Protocol):
    """A chat model. Every method that asks raises ModelError and nothing else.

    `offline` tells people that no language model wrote what they read.
    `input_chars` is how many characters of material a prompt should carry at most.
    """

    @property
    def offline(self) -> bool:
        """Whether this is plain code in place of a language model."""
        ...

    @property
    def input_chars(self) -> int:
        """How many characters of material fit into one prompt."""
        ...

    async def text(self, ask: Ask[str]) -> str:
        """A complete text, without the model's thinking. Never blank."""
        ...

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        """A value of this type. Bound every string and list in it.

        Without bounds a small model may never stop writing.
        """
        ...

    def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        """The text in pieces as they arrive. An error can come after some of them."""
        ...

    async def check(self) -> str:
        """One line that describes the model, after it has really answered."""
        ...
