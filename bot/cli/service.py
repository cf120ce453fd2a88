"""`signoff run` and `signoff worker`: the real thing."""

import structlog

from bot import checks
from bot.app import open_signoff
from bot.cli.process import until_told
from bot.settings import Settings

log = structlog.get_logger(__name__)


async def run(settings: Settings, *, ingress: bool) -> int:
    """Serve until told to stop; with `ingress`, also take what people do in Slack."""
    served = checks.served()
    await checks.require(settings, checks.BEFORE_RUN if ingress else checks.BEFORE_WORK)
    stopping = until_told()
    async with open_signoff(settings, served) as bot, bot.serving(stopping, ingress=ingress):
        log.info("signoff.ready", workflows=sorted(served), ingress=ingress)
        await stopping.wait()
    log.info("signoff.stopped")
    return 0
