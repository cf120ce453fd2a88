"""`signoff run`, `signoff web` and `signoff worker`: the real thing."""

import socket

import structlog

from bot import checks
from bot.app import open_signoff
from bot.cli.process import until_told
from bot.settings import Settings
from bot.web import address_of, listen_at

log = structlog.get_logger(__name__)


async def run(settings: Settings, *, ingress: bool) -> int:
    """Serve until told to stop; with `ingress`, also take what people do in Slack."""
    await checks.require(settings, checks.BEFORE_RUN if ingress else checks.BEFORE_WORK)
    return await _serve(settings, ingress=ingress)


async def web(settings: Settings, *, host: str, port: int) -> int:
    """Serve until told to stop, and take what people do in Slack over HTTP at this address."""
    with listen_at(host, port) as at:
        await checks.require(settings, checks.BEFORE_WORK)
        return await _serve(settings, ingress=True, at=at)


async def _serve(settings: Settings, *, ingress: bool, at: socket.socket | None = None) -> int:
    served = (await checks.served(settings.graphs)).workflows
    stopping = until_told()
    async with (
        open_signoff(settings, served) as bot,
        bot.serving(stopping, ingress=ingress, at=at),
    ):
        where = {"address": address_of(at)} if at else {}
        log.info("signoff.ready", workflows=sorted(served), ingress=ingress, **where)
        await stopping.wait()
    log.info("signoff.stopped")
    return 0
