"""Questions: a form of what only people know, and a second question that builds on the answers.

`language` comes from Signoff: that of the text that started the run, else of the person. Texts of
yours can follow it.
"""

from typing import Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from typing_extensions import TypedDict


class Wish(TypedDict):
    """What the start form asks for; nobody is asked for the language."""

    place: str
    language: NotRequired[Literal["en", "zh"]]


class Trip(Wish, total=False):
    """The wish, the answers, and the plan made of them."""

    answers: dict[str, object]
    remark: str
    plan: str


WORDS = {
    "en": {
        "title": "A trip to {place}",
        "day": "First day",
        "nights": "Nights",
        "by": "How do you travel?",
        "needs": "What do you need there?",
        "host": "Who hosts you?",
        "train": "Train",
        "plane": "Plane",
        "desk": "Desk",
        "room": "Meeting room",
        "plan": "{place} from {day}, {nights} nights, by {by}. Needed: {needs}.",
        "check": "Is this the plan?",
    },
    "zh": {
        "title": "去{place}出差",
        "day": "出发日期",
        "nights": "住几晚",
        "by": "怎么去？",
        "needs": "在那边需要什么？",
        "host": "谁接待？",
        "train": "火车",
        "plane": "飞机",
        "desk": "工位",
        "room": "会议室",
        "plan": "{day}去{place}，住{nights}晚，交通：{by}。需要：{needs}。",
        "check": "这样安排可以吗？",
    },
}


def words(state: Trip) -> dict[str, str]:
    """Look up the texts in the language of the run."""
    return WORDS[state.get("language", "en")]


def ask(state: Trip) -> Trip:
    """Ask for all of it in one form."""
    w = words(state)
    answer = interrupt(
        {
            "type": "questions",
            "title": w["title"].format(place=state["place"]),
            "questions": [
                {"id": "day", "label": w["day"], "kind": "date"},
                {"id": "nights", "label": w["nights"], "kind": "number", "default": 2},
                {
                    "id": "by",
                    "label": w["by"],
                    "kind": "choice",
                    "options": [{"value": v, "label": w[v]} for v in ("train", "plane")],
                },
                {
                    "id": "needs",
                    "label": w["needs"],
                    "kind": "several",
                    "options": [{"value": v, "label": w[v]} for v in ("desk", "room")],
                    "required": False,
                },
                {"id": "host", "label": w["host"], "kind": "person", "required": False},
            ],
        }
    )
    return {"answers": answer["answers"]}


def write(state: Trip) -> Trip:
    """Make the plan. A node of its own: the next one asks about exactly this text."""
    w, given = words(state), state["answers"]
    comma = "、" if w is WORDS["zh"] else ", "
    plan = w["plan"].format(
        place=state["place"],
        day=given["day"],
        nights=given["nights"],
        by=w[str(given["by"])],
        needs=comma.join(w[need] for need in given.get("needs", [])) or "—",
    )
    return {"plan": f"{plan} {state.get('remark', '')}".strip()}


def check(state: Trip) -> Command:
    """Show the plan. Sent back, it is written again: through an edge, not in a loop."""
    answer = interrupt(
        {
            "type": "review",
            "title": words(state)["check"],
            "sections": [{"key": "plan", "label": "Plan", "value": state["plan"]}],
            "actions": ["approve", "revise", "edit"],
        }
    )
    if answer["action"] == "revise":
        return Command(update={"remark": answer["comment"]}, goto="write")
    return Command(update=answer.get("values", {}), goto=END)


graph = (
    StateGraph(Trip, input_schema=Wish)
    .add_node("ask", ask)
    .add_node("write", write)
    .add_node("check", check, destinations=("write", END))
    .add_edge(START, "ask")
    .add_edge("ask", "write")
    .add_edge("write", "check")
)
