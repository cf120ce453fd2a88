"""From files and entry points to workflows: each graph is opened once, looked at and closed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from langgraph.checkpoint.memory import InMemorySaver

from bot.adapters.graph_look import Graph
from bot.adapters.graph_open import NotAGraphError, opened
from bot.projects import code, fitting, modules
from bot.projects.langgraph_json import Entry, Project, read_project
from bot.projects.modules import CodeError
from bot.projects.offers import probe, workflow
from bot.projects.trouble import ProjectError, Trouble, raised
from graphs import registry, standalone
from graphs.contract import Workflow
from graphs.model import OfflineModel

GROUP = "signoff.workflows"
"""The entry points that hold a `Workflow`."""
OWN_CHECKPOINTER = "was compiled with a checkpointer of its own; Signoff's is used in its place."


@dataclass(frozen=True, slots=True)
class Loaded:
    """Graphs that can be offered, by workflow name, and what is wrong with the others.

    `troubles` also has what is good to know of those that are offered.
    """

    workflows: Mapping[str, Workflow]
    graphs: Mapping[str, Graph]
    troubles: tuple[Trouble, ...]
    theirs: frozenset[str] = frozenset()
    """The workflows of files."""

    @property
    def refused(self) -> tuple[Trouble, ...]:
        """Why graphs are not offered."""
        return tuple(trouble for trouble in self.troubles if trouble.fatal)


class Loading:
    """Collects what is offered; the first of a name or command has it."""

    def __init__(self, slow: code.Slow = code.log_slow) -> None:
        self._slow = slow
        self.workflows: dict[str, Workflow] = {}
        self.graphs: dict[str, Graph] = {}
        self.troubles: list[Trouble] = []
        self._folders: list[Path] = []
        self._theirs: set[str] = set()
        self._taken = {registry.SIGNOFF: "Signoff itself"}
        """Name or command -> what has it."""

    def loaded(self) -> Loaded:
        """What was found so far."""
        troubles = tuple(dict.fromkeys(self.troubles))
        return Loaded(self.workflows, self.graphs, troubles, frozenset(self._theirs))

    async def built_in(self) -> None:
        """Load the workflows that come with Signoff."""
        for found in registry.workflows().values():
            where = f'the built-in workflow "{found.name}"'
            with self._noting(where):
                await self._open(found, where, _as_it_is(found))

    async def installed(self) -> None:
        """Load the workflows that installed packages offer."""
        for point in sorted(entry_points(group=GROUP)):
            await self._point(point)

    async def files(self, files: Iterable[Path]) -> None:
        """Load all graphs of these `langgraph.json` files, each file once."""
        ours = {*self.workflows}
        for file in dict.fromkeys(file.absolute() for file in files):
            try:
                await self._project(read_project(file))
            except ProjectError as error:
                self.troubles.append(error.trouble)
        self._theirs |= self.workflows.keys() - ours

    async def _project(self, project: Project) -> None:
        self.troubles += project.troubles
        self.troubles += code.shadowed(project.folders)
        code.prepare(project.folders, project.variables)
        with modules.first(project.folders, self._folders) as doubled:
            for entry in project.entries:
                await self._entry(entry)
        self.troubles += [
            Trouble(
                str(file),
                f'is called "{name}" like a module of an earlier project: rename it, or import it '
                "at the top of files only; an import inside a function finds the other one.",
                fatal=False,
            )
            for name, file in doubled
        ]
        self._folders += project.folders

    async def _entry(self, entry: Entry) -> None:
        where = f"{entry.where} ({entry.path}:{entry.attribute})"
        with self._noting(where):
            found = await code.imported(lambda: code.attribute(entry), where=where, slow=self._slow)
            plan = probe(entry, found)
            await self._open(plan, where, lambda graph: workflow(entry, plan.build, graph))

    async def _point(self, point: EntryPoint) -> None:
        where = f"entry point {point.name} ({point.value})"
        with self._noting(where):
            found = await code.imported(point.load, where=where, slow=self._slow)
            if not isinstance(found, Workflow):
                raise NotAGraphError(f"it is a {type(found).__name__}, not a Workflow.")
            await self._open(found, where, _as_it_is(found))

    async def _open(
        self, found: Workflow, where: str, described: Callable[[Graph], Workflow]
    ) -> None:
        """Open its graph, close it again, and offer it if all of that went well."""
        with code.quiet():
            async with opened(
                found, InMemorySaver(), model=OfflineModel(), sources=standalone.sources()
            ) as built:
                offered = described(built.graph)
                problems = [*self._doubles(offered), *fitting.problems(offered, built.graph)]
        self.troubles += [Trouble(where, problem) for problem in problems]
        if problems:
            return
        if built.own_checkpointer:
            self.troubles.append(Trouble(where, OWN_CHECKPOINTER, fatal=False))
        self.workflows[offered.name] = offered
        self.graphs[offered.name] = built.graph
        self._taken |= {offered.name: where, offered.command: where}

    def _doubles(self, offered: Workflow) -> Iterator[str]:
        names = {"name": offered.name, "command": offered.command}
        for what, name in names.items():
            if name and (other := self._taken.get(name)):
                yield f'its {what} "{name}" is taken by {other}: give it another one.'

    @contextmanager
    def _noting(self, where: str) -> Iterator[None]:
        """Whatever somebody's code raises is a trouble, and the others are loaded."""
        try:
            yield
        except (CodeError, NotAGraphError) as error:
            self.troubles.append(raised(where, str(error), error.__cause__))
        except BaseException as error:
            if not code.own_failure(error):
                raise
            self.troubles.append(raised(where, code.why(error, "opening it raised"), error))


def _as_it_is(found: Workflow) -> Callable[[Graph], Workflow]:
    return lambda _: found


async def load(files: Iterable[Path], *, slow: code.Slow = code.log_slow) -> Loaded:
    """Load what comes with Signoff, what installed packages offer, and these files.

    `slow` is told of a graph that takes long to load.
    """
    loading = Loading(slow)
    await loading.built_in()
    await loading.installed()
    await loading.files(files)
    return loading.loaded()
