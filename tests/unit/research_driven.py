"""A driven research run: a model that says what a test tells it to, and a shelf of documents."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from bot.adapters.graph_events import Narrator
from bot.core.ports.engine import StatusLine, StepEnded
from graphs.budget import Limits
from graphs.contract import Language
from graphs.model import Ask, Model, OfflineModel
from graphs.research import build, research
from graphs.research.state import ResearchState
from graphs.sources import Found, Page, Source, SourceError
from graphs.texts import TextsInMemory

M = TypeVar("M", bound=BaseModel)
Said = str | Mapping[str, Any] | Exception | None
Reply = Said | Callable[[Ask[Any]], Said]

PAGE = "https://www.example.org/yield"
TOPIC = "Bees and pollination in cities"
TOPIC_ZH = "城市里的蜜蜂与授粉"
QUESTIONS = [
    "Which bees live in cities?",
    "What does pollination bring to allotments?",
    "What harms bees in cities?",
]
SECOND = QUESTIONS[1]
PLAN = {"questions": QUESTIONS}

BEES = """\
# Bees in cities

A survey of 2018 counted 110 species of bees in one city. Cities are warmer than farms, so some \
bees fly earlier in the year.

Wild bees live in cities from spring to autumn. Allotments without bees hardly bear any fruit.

Honey bees compete with wild bees in cities: more than 7 hives per square kilometre are a risk."""
YIELD = """\
Pollination by bees improves the harvest of allotments. In a trial, allotments with more bees \
had 25 percent more fruit.

Noise and lights at night harm some of the bees in cities."""
BEES_ZH = """\
# 城市里的蜜蜂

2018年的一次调查在一座城市里统计到110种蜜蜂。城市比农田更暖和，所以有些蜜蜂一年里出现得更早。

蜜蜂授粉能提高城市菜园的产量。蜂箱太多是一种风险，因为家养蜜蜂会和野生蜜蜂争夺食物。"""
SHELF = {"library:bees/in-cities.md": BEES, f"{PAGE}?utm_source=x": YIELD}
SHELF_ZH = {"library:bees/zh.md": BEES_ZH}


class Shelf:
    """Documents by address; each search finds all of them. `title` is a document's first line.

    `broken` makes searches whose query has that word fail; "" is in every query.
    """

    name = "shelf"

    def __init__(self, documents: Mapping[str, str], *, broken: str | None = None) -> None:
        self.documents = dict(documents)
        self.broken = broken
        self.unreadable: set[str] = set()
        self.queries: list[str] = []
        self.opened: list[str] = []

    async def search(self, query: str, *, most: int = 5) -> Sequence[Found]:
        self.queries.append(query)
        if self.broken is not None and self.broken.casefold() in query.casefold():
            raise SourceError("The search is not reachable.", "搜索没有响应。")
        return [
            Found(address=address, title=text.lstrip("# ").splitlines()[0][:60], snippet=text[:99])
            for address, text in self.documents.items()
        ][:most]

    async def read(self, address: str) -> Page:
        self.opened.append(address)
        if address in self.unreadable:
            raise SourceError("The page did not answer.", "网页没有响应。")
        text = self.documents[address]
        return Page(address=address, title="", text=text, chars=len(text))


class Talk:
    """Plays the replies of each task in order; without any left it answers as offline.

    A reply that is a function gets the ask, and stays for all later ones.
    """

    offline = False

    def __init__(self, *, input_chars: int = 100_000, **replies: Reply | list[Reply]) -> None:
        self.input_chars = input_chars
        self.asked: list[Ask[Any]] = []
        self.checks: list[Exception | None] = []
        self._replies: dict[str, list[Reply]] = defaultdict(list)
        for task, said in replies.items():
            self._replies[task] = said if isinstance(said, list) else [said]

    def count(self, task: str) -> int:
        return Counter(ask.task for ask in self.asked)[task]

    def told(self, task: str) -> list[str]:
        return [ask.user for ask in self.asked if ask.task == task]

    def says(self, task: str, *replies: Reply) -> None:
        self._replies[task] = list(replies)

    async def text(self, ask: Ask[str]) -> str:
        said = self._next(ask)
        return ask.offline() if said is None else str(said)

    async def structured(self, schema: type[M], ask: Ask[M]) -> M:
        said = self._next(ask)
        return ask.offline() if said is None else schema.model_validate(said)

    async def stream(self, ask: Ask[str]) -> AsyncIterator[str]:
        yield await self.text(ask)

    async def check(self) -> str:
        error = self.checks.pop(0) if self.checks else None
        if error:
            raise error
        return "there"

    def _next(self, ask: Ask[Any]) -> Said:
        self.asked.append(ask)
        left = self._replies[ask.task]
        stays = bool(left) and callable(left[0])
        said = (left[0] if stays else left.pop(0)) if left else None
        if callable(said):
            said = said(ask)
        if isinstance(said, Exception):
            raise said
        return said


class Driven:
    """One run on an in-memory saver: start it, answer it, look at it.

    It searches the shelf, or `search`.
    """

    def __init__(
        self,
        model: Model | None = None,
        *,
        shelf: Shelf | None = None,
        search: Source | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.shelf = shelf or Shelf(SHELF)
        self.shown: dict[str, str] = {}
        self.texts = TextsInMemory()
        self.saver = InMemorySaver()
        self.model = model or OfflineModel()
        sources = {
            "search": search or self.shelf,
            "texts": self.texts,
            "limits": limits or Limits(),
        }
        self._graph = build(model=self.model, sources=sources).compile(checkpointer=self.saver)
        self.config: RunnableConfig = {
            "configurable": {"thread_id": "research"},
            "recursion_limit": 60,
        }

    async def start(self, topic: str = TOPIC, language: Language | None = "en") -> dict[str, Any]:
        """The first question."""
        given = ResearchState(topic=topic)
        return await self._drive(
            ResearchState(topic=topic, language=language) if language else given
        )

    async def answer(self, action: str, **more: object) -> dict[str, Any]:
        """Answer what is asked; the next question, or nothing."""
        return await self.reply({"action": action, **more})

    async def reply(self, answer: object) -> dict[str, Any]:
        state = await self._graph.aget_state(self.config)
        asked = [i.id for task in state.tasks for i in task.interrupts]
        return await self._drive(Command(resume={asked[0]: answer}))

    async def go_on(self) -> dict[str, Any]:
        """Continue after a failure."""
        return await self._drive(None)

    async def _drive(self, given: ResearchState | Command[Any] | None) -> dict[str, Any]:
        """Until something is asked or the run is over. `shown` is what progress shows of steps."""
        narrator = Narrator(research.steps)
        async for part in self._graph.astream(
            given, self.config, stream_mode=["tasks", "custom"], version="v2", subgraphs=True
        ):
            for event in narrator.read(part, finished=()):
                if isinstance(event, StatusLine):
                    self.shown[event.node] = event.text
                elif isinstance(event, StepEnded) and event.preview:
                    self.shown[event.node] = event.preview
        return await self.question()

    async def question(self) -> dict[str, Any]:
        state = await self._graph.aget_state(self.config)
        found = [i.value for task in state.tasks for i in task.interrupts]
        return found[0] if found else {}

    async def state(self) -> ResearchState:
        values: ResearchState = (await self._graph.aget_state(self.config)).values  # type: ignore[assignment]  # LangGraph says dict
        return values

    async def report(self) -> str:
        """The result, once nothing is left to do."""
        assert not (await self._graph.aget_state(self.config)).next
        return (await self.state())["report"]

    async def done(self, topic: str = TOPIC, language: Language = "en") -> str:
        """The result of a run whose plan is approved as it is."""
        await self.start(topic, language)
        assert await self.answer("approve") == {}
        return await self.report()

    def biggest_checkpoint(self) -> int:
        """Bytes of the biggest checkpoint of the run, with all its values."""
        sizes = []
        for saved in self.saver.list(self.config):
            _, raw = self.saver.serde.dumps_typed(dict(saved.checkpoint))
            sizes.append(len(raw))
        return max(sizes)


def of(question: str, said: Said) -> Callable[[Ask[Any]], Said]:
    """A reply to the asks that are about one question; the others are answered as offline."""
    return lambda ask: said if f"<question>\n{question}" in ask.user else None


def section_of(report: str, question: str) -> str:
    """The text of a section, without its heading."""
    return report.partition(f"## {question}\n")[2].partition("\n## ")[0]


def shown(question: Mapping[str, Any]) -> list[str]:
    """The questions of a plan as a card shows them."""
    return [item["text"] for item in question["items"]]
