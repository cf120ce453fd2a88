"""Editing a tool's arguments: an agent of LangChain's, whose mails go out after you saw them.

The middleware asks; the card has a row for each mail, with the decisions that it allows. The model
here follows three lines of rules in place of a real one: put yours there.
"""

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult


class Rules(BaseChatModel):
    """Writes to everybody who is named `somebody@somewhere`, then says what came of it."""

    @property
    def _llm_type(self) -> str:
        return "rules"

    def bind_tools(self, *_: object, **__: object) -> BaseChatModel:
        """Know the tools already."""
        return self

    def _generate(self, messages: list[BaseMessage], *_: object, **__: object) -> ChatResult:
        done = [str(m.content) for m in messages if isinstance(m, ToolMessage)]
        said = AIMessage("\n".join(done)) if done else self._written(str(messages[-1].content))
        return ChatResult(generations=[ChatGeneration(message=said)])

    def _written(self, text: str) -> AIMessage:
        people = [word.strip(".,") for word in text.split() if "@" in word]
        if not people:
            return AIMessage("Name somebody to write to, like ana@example.com.")
        calls = [
            {"name": "send_mail", "args": {"to": to, "subject": "News", "body": text}, "id": to}
            for to in people
        ]
        return AIMessage("", tool_calls=calls)


def send_mail(to: str, subject: str, body: str) -> str:
    """Send a mail."""
    return f"Sent “{subject}” to {to}: {body}"


graph = create_agent(
    Rules(),
    tools=[send_mail],
    middleware=[
        HumanInTheLoopMiddleware(
            interrupt_on={"send_mail": {"allowed_decisions": ["approve", "edit", "reject"]}}
        )
    ],
)
