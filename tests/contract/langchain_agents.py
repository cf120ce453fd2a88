"""LangChain agents with a scripted chat model, and tools that note what they were called with."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from bot.core.question import Action, Choice

Call = tuple[str, Mapping[str, Any]]


def calls(*wanted: Call) -> AIMessage:
    """A message of a model that calls tools."""
    return AIMessage(
        content="",
        tool_calls=[
            {"name": name, "args": dict(args), "id": f"call-{n}", "type": "tool_call"}
            for n, (name, args) in enumerate(wanted)
        ],
    )


def choice(action: Action, comment: str = "", **values: object) -> Choice:
    return Choice(action, by="UANA", at=0, comment=comment, values=values)


APPROVED = choice(Action.APPROVE)


class Scripted(BaseChatModel):
    """Calls these tools first, then says how the tools answered."""

    first: AIMessage

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: object,
    ) -> ChatResult:
        answers = [f"{m.text}" for m in messages if m.type == "tool"]
        said = AIMessage(content=" | ".join(answers)) if answers else self.first
        return ChatResult(generations=[ChatGeneration(message=said)])

    def bind_tools(self, tools: Sequence[Any], **_: object) -> Runnable[Any, AIMessage]:
        """Take any tools: the script knows which it calls."""
        return self


class Tools:
    """Two tools, and what they were called with."""

    def __init__(self) -> None:
        self.called: list[tuple[str, dict[str, Any]]] = []

    def listed(self) -> list[Callable[..., str]]:
        """Give them to an agent."""

        def send_email(to: str, body: str, copies: int = 1) -> str:
            """Send an email."""
            self.called.append(("send_email", {"to": to, "body": body, "copies": copies}))
            return f"sent to {to}"

        def delete_file(path: str) -> str:
            """Delete a file."""
            self.called.append(("delete_file", {"path": path}))
            return f"deleted {path}"

        return [send_email, delete_file]
