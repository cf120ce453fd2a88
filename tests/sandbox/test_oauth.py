"""The end of an installation: a code for the tokens."""

import aiohttp
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.state.tokens import CODE_SECONDS
from tests.sandbox.bolt import refused, web_client
from tests.sandbox.method_calls import install


async def test_a_code_is_exchanged_once_for_tokens_that_work(sandbox: Sandbox) -> None:
    sandbox.mischief.revoke()
    code = sandbox.hub.codes.new()
    answer = await install(sandbox, code=code)
    assert (answer["token_type"], answer["bot_user_id"]) == ("bot", sandbox.bot_user_id)
    assert answer["team"] == {"id": sandbox.team_id, "name": "Local Workspace"}
    assert "chat:write" in answer["scope"].split(",")
    assert answer["authed_user"]["access_token"] == sandbox.user_token
    await web_client(sandbox, answer["access_token"]).auth_test()
    await refused(install(sandbox, code=code), "invalid_code")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"client_id": "1.2"}, "invalid_client_id"),
        ({"client_secret": "x"}, "bad_client_secret"),
        ({"client_secret": "密"}, "bad_client_secret"),
        ({"code": "x"}, "invalid_code"),
        ({"code": ""}, "invalid_code"),
        ({"redirect_uri": "https://example.com/other"}, "bad_redirect_uri"),
        ({"grant_type": "refresh_token"}, "invalid_grant_type"),
    ],
)
async def test_an_installation_is_refused(
    sandbox: Sandbox, args: dict[str, str], code: str
) -> None:
    uri = "https://example.com/installed"
    known = {
        "client_id": sandbox.hub.tokens.client_id,
        "client_secret": sandbox.hub.tokens.client_secret,
        "code": sandbox.hub.codes.new(redirect_uri=uri),
        "redirect_uri": uri,
    }
    client = web_client(sandbox)
    await refused(client.api_call("oauth.v2.access", data={**known, **args}), code)
    if "code" not in args and "redirect_uri" not in args:
        await client.api_call("oauth.v2.access", data=known)


async def test_a_code_lives_ten_minutes() -> None:
    clock = [0.0]
    async with Sandbox(now=lambda: clock[0]) as sandbox:
        in_time, late = sandbox.hub.codes.new(), sandbox.hub.codes.new()
        clock[0] = CODE_SECONDS
        await install(sandbox, code=in_time)
        clock[0] += 1
        await refused(install(sandbox, code=late), "invalid_code")


async def test_no_secret_is_kept_in_the_record_of_calls(sandbox: Sandbox) -> None:
    code = sandbox.hub.codes.new()
    await install(sandbox, code=code)
    kept = str(list(sandbox.calls))
    tokens = sandbox.hub.tokens
    for secret in (code, tokens.client_secret, tokens.bot, tokens.user):
        assert secret not in kept
    assert tokens.client_secret not in repr(tokens)


@pytest.mark.parametrize("header", ["Basic !", "Basic eA==", "Basic gIA=", "Basic"])
async def test_a_broken_basic_header_names_no_client(sandbox: Sandbox, header: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{sandbox.api_url}oauth.v2.access", headers={"Authorization": header}
        ) as response,
    ):
        assert (await response.json())["error"] == "invalid_client_id"
