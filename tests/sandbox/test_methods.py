"""Every method of the Web API: a call that succeeds, one without scope, one with a wrong token."""

from dataclasses import replace

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.manifest import App
from bot.sandbox.state.tokens import Gatekeeper, TokenKind
from bot.sandbox.web_api.methods import METHODS
from tests.sandbox.bolt import refused
from tests.sandbox.method_calls import CALLS, Scene, prepared, token_for

SCOPED = sorted(name for name, method in METHODS.items() if method.scopes)
CHOOSY = sorted(
    name for name, method in METHODS.items() if method.tokens and method.tokens != {*TokenKind}
)


def allow_only(scene: Scene, *scopes: str) -> None:
    """From now on the app has just these scopes."""
    app = App(bot_scopes=frozenset(scopes), user_scopes=frozenset(scopes))
    scene.sandbox.hub.gate = Gatekeeper(scene.sandbox.hub.tokens, app)


def test_every_method_has_a_call_that_succeeds() -> None:
    assert set(CALLS) == set(METHODS)


@pytest.mark.parametrize("method", sorted(METHODS))
async def test_a_method_does_its_work(method: str) -> None:
    async with Sandbox() as sandbox:
        scene = await prepared(sandbox)
        await CALLS[method](scene.by(token_for(sandbox, method)))
        assert sandbox.calls.of(method)[-1].ok


@pytest.mark.parametrize("method", [name for name in SCOPED if name != "apps.connections.open"])
async def test_a_method_names_the_scope_that_is_missing(method: str) -> None:
    async with Sandbox() as sandbox:
        scene = await prepared(sandbox)
        allow_only(scene, "commands")
        answer = await refused(CALLS[method](scene), "missing_scope")
        assert answer["needed"] == ",".join(METHODS[method].scopes)
        assert answer["provided"] == "commands"


def test_the_scope_of_an_app_level_token_cannot_be_missing() -> None:
    gate = Sandbox().hub.gate
    assert gate.admit(gate.tokens.app).scopes == set(METHODS["apps.connections.open"].scopes)


@pytest.mark.parametrize("method", CHOOSY)
async def test_a_method_refuses_a_token_of_another_kind(method: str) -> None:
    async with Sandbox() as sandbox:
        scene = await prepared(sandbox)
        tokens = {
            TokenKind.BOT: sandbox.bot_token,
            TokenKind.USER: sandbox.user_token,
            TokenKind.APP: sandbox.app_token,
        }
        for kind in set(tokens) - METHODS[method].tokens:
            await refused(CALLS[method](scene.by(tokens[kind])), "not_allowed_token_type")


def test_tokens_of_every_kind_have_scopes_of_their_own() -> None:
    hub = Sandbox().hub
    narrow = replace(hub.app, user_scopes=frozenset({"chat:write"}))
    gate = Gatekeeper(hub.tokens, narrow)
    assert gate.admit(hub.tokens.user).scopes == {"chat:write"}
    assert "users:read" in gate.admit(hub.tokens.bot).scopes
