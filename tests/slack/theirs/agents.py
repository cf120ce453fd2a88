"""LangChain agents with three tools that people are asked about, in both modes."""

import json
from typing import Literal

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain.agents.middleware.human_in_the_loop import InterruptOnConfig
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolCall, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult

CALLS = [
    ToolCall(name="transfer", args={"account": "DE12", "amount": 500}, id="c1"),
    ToolCall(name="delete", args={"path": "/srv/old"}, id="c2"),
    ToolCall(name="ask_user", args={"question": "Which region?"}, id="c3"),
]
NOTICE = "Tool response:\n"
"""What a model is told about an edited call ends so."""
ASKS: dict[str, bool | InterruptOnConfig] = {
    "transfer": {"allowed_decisions": ["approve", "edit", "reject"]},
    "delete": {"allowed_decisions": ["approve", "reject"]},
    "ask_user": {"allowed_decisions": ["respond"]},
}


class Scripted(BaseChatModel):
    """Calls all three tools, or the first one alone; then says what they gave."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, *_: object, **__: object) -> "Scripted":
        return self

    def _generate(self, messages: list[BaseMessage], *_: object, **__: object) -> ChatResult:
        results = [m for m in messages if isinstance(m, ToolMessage)]
        given = [[m.tool_call_id, str(m.content).rpartition(NOTICE)[2]] for m in results]
        calls = CALLS[:1] if messages[0].content == "one" else CALLS
        said = AIMessage(json.dumps(given)) if given else AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=said)])


def transfer(account: str, amount: int) -> str:
    """Transfer money."""
    return f"{amount} to {account}"


def delete(path: str) -> str:
    """Delete files."""
    return f"deleted {path}"


def ask_user(question: str) -> str:
    """Ask the user."""
    raise NotImplementedError(question)


def _agent(mode: Literal["batched", "per_call"]) -> object:
    asks = HumanInTheLoopMiddleware(interrupt_on=ASKS, interrupt_mode=mode)
    return create_agent(Scripted(), tools=[transfer, delete, ask_user], middleware=[asks])


def batched() -> object:
    """All calls of a turn in one question."""
    return _agent("batched")


def per_call() -> object:
    """A question for each call."""
    return _agent("per_call")
