"""A private line to the person who started a run."""

import asyncio
from datetime import timedelta

import aiohttp
import structlog
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.adapters.slack_answers import ChannelInfo, read
from bot.adapters.slack_calls import SlackCalls, Terms
from bot.adapters.slack_errors import SlackTroubleError
from bot.core.model import Run

_URL_LIVES = timedelta(minutes=30)
"""How long Slack takes lines at a response_url, five at most (Slack's docs)."""
_MARGIN = timedelta(minutes=1)
_TIMEOUT = 5
_OK = 200

log = structlog.get_logger(__name__)


class SlackPrivate:
    """Speaks to one person, through whatever still works."""

    def __init__(self, calls: SlackCalls) -> None:
        self._calls = calls

    async def tell(self, run: Run, text: str) -> None:
        """Say a line by the command's response_url while it lives, else as a direct message.

        The first needs no membership anywhere. Where Slack lets us reach the person in neither
        way, that is logged: nobody can do more about it. A line whose answer was lost may come
        twice. Raises DeliveryError where a later try may help.
        """
        if await self._by_url(run, text):
            return
        try:
            await self._directly(run, text)
        except SlackTroubleError as error:
            code = error.complaint.code
            log.warning("slack.untold", run_id=run.run_id, channel=run.channel, code=code)

    async def _by_url(self, run: Run, text: str) -> bool:
        age = self._calls.clock.wall() - run.created_at / 1000
        if not run.response_url or age > (_URL_LIVES - _MARGIN).total_seconds():
            return False
        line = {"text": text, "response_type": "ephemeral", "replace_original": False}
        try:
            async with asyncio.timeout(_TIMEOUT):
                answer = await self._hook(run.response_url).send_dict(line)
        except (aiohttp.ClientError, TimeoutError) as error:
            # The error's text would name the URL, which lets anybody write.
            log.info("slack.url_failed", run_id=run.run_id, why=type(error).__name__)
            return False
        if answer.status_code != _OK:
            log.info("slack.url_failed", run_id=run.run_id, why=f"http_{answer.status_code}")
        return answer.status_code == _OK

    def _hook(self, url: str) -> AsyncWebhookClient:
        client = self._calls.client
        return AsyncWebhookClient(
            url,
            ssl=client.ssl,
            proxy=client.proxy,
            session=client.session,
            retry_handlers=[],
        )

    async def _directly(self, run: Run, text: str) -> None:
        opened = await self._calls.call("conversations.open", {"users": [run.starter]})
        channel = read(ChannelInfo, opened).channel.id
        args = {
            "channel": channel,
            "text": text,
            "parse": "none",
            "link_names": False,
            "unfurl_links": False,
            "unfurl_media": False,
        }
        await self._calls.call("chat.postMessage", args, Terms(channel=channel))
