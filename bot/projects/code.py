"""Loads the code of somebody's graph, with its own folders on the import path."""

import asyncio
import contextlib
import inspect
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import structlog

from bot.projects import modules
from bot.projects.langgraph_json import Entry
from bot.projects.modules import OURS, CodeError
from bot.projects.trouble import Trouble

SLOW_S: Final = 10.0
"""Seconds of loading after which it is said what is waited for."""
TOO_SLOW_S: Final = 120.0
"""Seconds of loading after which a graph is not offered."""

T = TypeVar("T")
Slow: TypeAlias = Callable[[str], None]
"""Told where the graph is that is not loaded yet."""

_NOT_THEIRS = ("<", str(Path(os.__file__).parent), str(modules.OUR_ROOT / "bot") + os.sep)
"""How the files of Python and of Signoff begin."""

log = structlog.get_logger(__name__)


def prepare(folders: Iterable[Path], variables: Mapping[str, str]) -> None:
    """Put a project's folders on the import path and its variables into the environment.

    Both come behind what is there already.
    """
    for folder in map(str, folders):
        if folder not in sys.path:
            sys.path.append(folder)
    for name, value in variables.items():
        os.environ.setdefault(name, value)


def shadowed(folders: Iterable[Path]) -> list[Trouble]:
    """Packages of the project that ours hide, with the ways out."""
    return [
        Trouble(
            str(folder / name),
            f'is hidden by Signoff\'s own package "{name}": rename it, import its modules '
            "relatively, or name it in langgraph.json as a file.",
            fatal=False,
        )
        for folder in folders
        for name in OURS
        if folder != modules.OUR_ROOT and modules.is_in(folder, name)
    ]


def log_slow(where: str) -> None:
    """Log that a graph is not loaded after `SLOW_S`."""
    log.warning("graph.loads_slowly", where=where)


async def imported(get: Callable[[], T], *, where: str, slow: Slow = log_slow) -> T:
    """What `get` gives, which imports somebody's code. CodeError.

    `slow` is told of one that takes more than `SLOW_S`.

    It runs in a thread of its own: code that runs an event loop while it is imported works,
    and one that never ends does not keep the others from being offered.
    """
    done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    with quiet():
        threading.Thread(target=_get, args=(get, done), daemon=True).start()
        return await _patiently(done, where, slow)


def attribute(entry: Entry) -> Any:  # noqa: ANN401 - somebody else's
    """What the entry names. Its module is imported if it is not yet. CodeError."""
    found: Any = modules.module(entry.path, root=entry.root)
    for name in entry.attribute.split("."):
        try:
            found = getattr(found, name)
        except AttributeError:
            raise CodeError(f'{entry.path} has no "{entry.attribute}".') from None
    return found


def call(factory: Any) -> Any:  # noqa: ANN401 - somebody else's
    """Call a factory. One that takes an argument gets an empty config. CodeError."""
    if isinstance(factory, AbstractAsyncContextManager | AbstractContextManager):
        raise CodeError("it is a context manager: name the function that makes it.")
    if inspect.isawaitable(factory):
        raise CodeError("it is awaited once only: name the function that makes it.")
    if not callable(factory):
        raise CodeError(f"it is a {type(factory).__name__}, not a graph or what makes one.")
    needed = _needed(factory)
    if len(needed) > 1:
        names = ", ".join(needed)
        raise CodeError(f"its factory takes {names}; it may take the config and no more.")
    config: dict[str, object] = {"configurable": {}}
    with quiet():
        return factory(*(config for _ in needed))


def quiet() -> contextlib.redirect_stdout[Any]:
    """Send what somebody's code prints to standard error: our output is for other programs."""
    return contextlib.redirect_stdout(sys.stderr)


def why(error: BaseException, what: str) -> str:
    """What somebody's code raised, in one sentence that says what can be done where we know."""
    text = " ".join(str(error).split())
    said = f"{what} {type(error).__name__}{f': {text}' if text else ''}".rstrip(".")
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] in OURS:
        return (
            f"{said}. Signoff's own package of that name hides the project's: rename it, import "
            "relatively, or name it in langgraph.json as a file."
        )
    return f"{said}{_place(error)}."


def own_failure(error: BaseException) -> bool:
    """Whether somebody's code raised this; else it is for us: Ctrl-C, or that we are to stop."""
    if isinstance(error, KeyboardInterrupt):
        return False
    if not isinstance(error, asyncio.CancelledError):
        return True
    task = asyncio.current_task()
    return task is not None and not task.cancelling()


def _needed(factory: Any) -> list[str]:  # noqa: ANN401 - somebody else's
    """The names of the arguments that a factory has to get."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except ValueError:  # of some that are written in C nothing is known
        return []
    return [
        parameter.name
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}
    ]


def _get(get: Callable[[], T], done: "asyncio.Future[T]") -> None:
    """In the thread: import, and tell how it went."""
    found, failed = None, None
    try:
        found = get()
    except CodeError as error:
        failed = error
    except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises
        failed = CodeError(why(error, "loading it raised"))
        failed.__cause__ = error
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
        done.get_loop().call_soon_threadsafe(_tell, done, found, failed)


def _tell(done: "asyncio.Future[Any]", found: object, failed: CodeError | None) -> None:
    if done.done():
        return
    if failed:
        done.set_exception(failed)
    else:
        done.set_result(found)


async def _patiently(done: "asyncio.Future[T]", where: str, slow: Slow) -> T:
    ready, _ = await asyncio.wait({done}, timeout=SLOW_S)
    if not ready:
        slow(where)
        ready, _ = await asyncio.wait({done}, timeout=TOO_SLOW_S - SLOW_S)
    if not ready:
        done.cancel()
        raise CodeError(f"loading it did not end within {TOO_SLOW_S:g} s.")
    return done.result()


def _place(error: BaseException) -> str:
    """Where it was raised, as far as that is no library's."""
    if isinstance(error, SyntaxError):  # says it itself
        return ""
    places = [
        f"{frame.filename}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if "site-packages" not in frame.filename and not frame.filename.startswith(_NOT_THEIRS)
    ]
    return f" ({places[-1]})" if places else ""
