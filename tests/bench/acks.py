"""What a click costs until it is acknowledged, beside a bare Bolt app that does one SET."""

import json
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from urllib.parse import urlencode

from redis.asyncio import Redis
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.signature import SignatureVerifier

from bot.adapters.redis_store import RedisStore
from bot.app import Signoff, open_signoff, open_slack
from bot.cards import ids
from bot.settings import Settings
from graphs.registry import workflows
from tests.bench.asks import ANA, CARD_TS, CHANNEL, TEAM, a_waiting_run
from tests.bench.rows import Row, ratio
from tests.bench.stage import Mute, a_redis, a_workspace

CLICKS = 150


async def measure() -> Row:
    """Signed clicks, one after the other, through both apps."""
    async with (
        a_redis() as (url, client),
        a_workspace(url) as (sandbox, settings),
        open_signoff(settings, workflows(), messenger=Mute()) as bot,
        open_slack(settings) as slack,
    ):
        store = RedisStore(client)
        bare = AsyncApp(
            client=slack, signing_secret=sandbox.signing_secret, process_before_response=True
        )
        bare.action(ids.APPROVE)(_one_set(client))

        async def ours() -> float:
            clicks = [_click(settings, *await _gate(store)) for _ in range(CLICKS)]
            return await _timed(partial(_checked, bot), clicks)

        async def theirs() -> float:
            clicks = [_click(settings, f"run{nth}", "gate") for nth in range(CLICKS)]
            return await _timed(bare.async_dispatch, clicks)

        return Row("ack_cost_ratio", await ratio(ours, theirs), "x", goal=2)


def _one_set(client: Redis) -> Callable[..., Awaitable[None]]:
    async def listener(ack: AsyncAck, body: dict[str, object]) -> None:
        await client.set("bench:click", json.dumps(body["actions"]))
        await ack()

    return listener


async def _gate(store: RedisStore) -> tuple[str, str]:
    run, key = await a_waiting_run(store)
    return run.run_id, key


async def _checked(bot: Signoff, click: AsyncBoltRequest) -> BoltResponse:
    """As `bot.web` takes it: whether Slack signed it comes first."""
    headers = {name: values[0] for name, values in click.headers.items()}
    if why := await bot.signed.refusal(headers, click.raw_body.encode()):
        raise RuntimeError(f"refused: {why}")
    return await bot.bolt.async_dispatch(click)


async def _timed(
    answer: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]], clicks: list[AsyncBoltRequest]
) -> float:
    began = time.perf_counter()
    for click in clicks:
        response = await answer(click)
        if response.status != 200:
            raise RuntimeError(f"not acknowledged: {response.status} {response.body}")
    return time.perf_counter() - began


def _click(settings: Settings, run_id: str, gate_key: str) -> AsyncBoltRequest:
    action = {
        "type": "button",
        "action_id": ids.APPROVE,
        "block_id": "b",
        "value": ids.gate_value(run_id, gate_key),
    }
    payload = {
        "type": "block_actions",
        "team": {"id": TEAM},
        "user": {"id": ANA, "team_id": TEAM},
        "channel": {"id": CHANNEL},
        "container": {"type": "message", "channel_id": CHANNEL, "message_ts": CARD_TS},
        "trigger_id": run_id,
        "response_url": "http://127.0.0.1:9/unused",
        "actions": [action],
    }
    body = urlencode({"payload": json.dumps(payload)})
    secret = settings.slack_signing_secret
    verifier = SignatureVerifier(secret.get_secret_value() if secret else "")
    stamp = str(int(time.time()))
    signature = verifier.generate_signature(timestamp=stamp, body=body) or ""
    headers: dict[str, str | Sequence[str]] = {
        "content-type": ["application/x-www-form-urlencoded"],
        "x-slack-request-timestamp": [stamp],
        "x-slack-signature": [signature],
    }
    return AsyncBoltRequest(body=body, headers=headers)
