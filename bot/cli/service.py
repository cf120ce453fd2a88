"""`signoff run` and `signoff worker`: the real thing."""

import structlog

from bot import checks, logs, settings
from bot.app import open_signoff
from bot.cli.process import until_told
from bot.errors import CannotStartError
from graphs.registry import RegistryError, checked, workflows

log = structlog.get_logger(__name__)


async def run(*, ingress: bool) -> int:
    """Serve until told to stop; with `ingress`, also take what people do in Slack."""
    chosen = settings.load(ingress=ingress)
    logs.configure(chosen.log, chosen.log_level)
    try:
        served = checked(workflows().values())
    except RegistryError as error:
        raise CannotStartError(str(error)) from error
    await checks.require(chosen, checks.BEFORE_RUN if ingress else checks.BEFORE_WORK)
    stopping = until_told()
    async with open_signoff(chosen, served) as bot, bot.serving(stopping, ingress=ingress):
        log.info("signoff.ready", workflows=sorted(served), ingress=ingress)
        await stopping.wait()
    log.info("signoff.stopped")
    return 0
