"""Two people in turn: nothing is paid before both have agreed.

`approvers` narrows who may decide a question; the workflow's own policy ("deciders": "channel")
has to allow these people as well.
"""

from typing import Annotated

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from pydantic import Field
from typing_extensions import TypedDict

Person = Annotated[str, Field(json_schema_extra={"x-signoff": "person"})]


class Order(TypedDict):
    """What the start form asks for."""

    payee: str
    amount: Annotated[float, Field(gt=0, description="In euros.")]
    first: Annotated[Person, Field(description="Who signs first.")]
    second: Annotated[Person, Field(description="Who signs after that.")]


class Payment(Order, total=False):
    """The order, who signed it, and what became of it."""

    signed: list[str]
    outcome: str


def ask(state: Payment, who: str) -> str | None:
    """Ask one person. Gives who signed, or None where the answer was no."""
    answer = interrupt(
        {
            "type": "review",
            "title": f"Pay {state['amount']:,.2f} € to {state['payee']}?",
            "actions": ["approve", "reject"],
            "approvers": [who],
        }
    )
    return answer["by"]["user"] if answer["action"] == "approve" else None


def first(state: Payment) -> Command:
    """Ask the first person."""
    signed = ask(state, state["first"])
    return Command(update={"signed": [signed]}, goto="second") if signed else refused()


def second(state: Payment) -> Command:
    """Ask the second person."""
    signed = ask(state, state["second"])
    if signed is None:
        return refused()
    return Command(update={"signed": [*state["signed"], signed]}, goto="pay")


def pay(state: Payment) -> Payment:
    """Pay: in a node of its own, which runs once both questions are answered."""
    signed = " and ".join(f"<@{user}>" for user in state["signed"])
    return {"outcome": f"Paid {state['amount']:,.2f} € to {state['payee']}, signed by {signed}."}


def refused() -> Command:
    """End without paying."""
    return Command(update={"outcome": "Nothing was paid."}, goto=END)


graph = (
    StateGraph(Payment, input_schema=Order)
    .add_node("first", first, destinations=("second", END))
    .add_node("second", second, destinations=("pay", END))
    .add_node("pay", pay)
    .add_edge(START, "first")
)
