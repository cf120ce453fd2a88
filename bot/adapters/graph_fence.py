"""The fence of one drive: who may still write, and what went wrong when nobody may.

The check and the write that follows are two steps: a lease that is lost between them,
within milliseconds, lets one write through.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError
from redisvl.exceptions import RedisVLError  # type: ignore[import-untyped]  # it ships no types

from bot.core.ports.engine import LeaseGuard
from bot.core.ports.store import FencedError, StoreUnavailableError


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn what the Redis libraries raise into StoreUnavailableError."""
    try:
        yield
    except (RedisError, RedisVLError, OSError) as error:
        raise StoreUnavailableError(str(error)) from error


class Fence:
    """Lets the writes of one drive through while its lease stands and nobody stopped it.

    `trouble` is why the outside world stopped the drive: its lease was lost, or Redis
    did not answer. None while it is well, and when it was closed by ourselves.
    """

    def __init__(self, lease: LeaseGuard) -> None:
        self._lease = lease
        self._closed = False
        self.trouble: FencedError | StoreUnavailableError | None = None

    def close(self) -> None:
        """Refuse every write from now on."""
        self._closed = True

    async def check(self) -> None:
        """FencedError when this drive may not write any more."""
        self._refuse_if_closed()
        with self.noted():
            await self._lease.check()
        # Somebody may have closed it while the lease was being asked.
        self._refuse_if_closed()

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Keep the first trouble: LangGraph swallows errors of background writes."""
        try:
            with store_errors():
                yield
        except (FencedError, StoreUnavailableError) as error:
            self._closed = True
            self.trouble = self.trouble or error
            raise

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise FencedError("this drive was stopped")
