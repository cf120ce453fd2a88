"""A local OpenAI-compatible endpoint that answers what a test tells it to, fault by fault."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
KEY = "sk-local-secret"
USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


class Endpoint:
    """Plays the scripted answers in order; the last one stays. `requests` are the bodies it got."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.requests: list[dict[str, Any]] = []
        self._script: list[Answer] = []

    def answers(self, *script: Answer) -> None:
        self._script = list(script)

    async def take(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(await request.json())
        answer = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        return await answer(request)


@asynccontextmanager
async def endpoint() -> AsyncIterator[Endpoint]:
    app = web.Application()
    server = TestServer(app)
    played = Endpoint("")

    async def handle(request: web.Request) -> web.StreamResponse:
        return await played.take(request)

    app.router.add_post("/v1/chat/completions", handle)
    await server.start_server(shutdown_timeout=0.1)
    played.base_url = str(server.make_url("/v1"))
    try:
        yield played
    finally:
        await server.close()


def completion(
    text: str | None, *, finish: str | None = "stop", usage: object = USAGE, **message: object
) -> dict[str, Any]:
    said = {"role": "assistant", "content": text, **message}
    choice = {"index": 0, "message": said, "finish_reason": finish}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


def says(
    text: str | None, *, finish: str | None = "stop", usage: object = USAGE, **message: object
) -> Answer:
    """A whole reply."""
    return sends(json.dumps(completion(text, finish=finish, usage=usage, **message)))


def sends(
    body: str,
    *,
    status: int = 200,
    content_type: str = "application/json",
    headers: dict[str, str] | None = None,
) -> Answer:
    """These bytes, whatever they are."""

    async def answer(request: web.Request) -> web.StreamResponse:
        del request
        return web.Response(
            text=body, status=status, content_type=content_type, headers=headers or {}
        )

    return answer


def refuses(status: int, message: str, *, code: str | None = None, wait_s: str = "0.01") -> Answer:
    """An error body as OpenAI sends it, with a wait that keeps the retries quick."""
    body = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    return sends(json.dumps(body), status=status, headers={"Retry-After": wait_s})


async def stalls(request: web.Request) -> web.StreamResponse:
    """Takes the request and never answers."""
    del request
    await asyncio.sleep(30)
    raise AssertionError("nobody waits that long")


def chunk(text: str | None, *, finish: str | None = None) -> str:
    delta = {} if text is None else {"content": text}
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    body = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return json.dumps({**body, "choices": [choice]})


def usage_chunk() -> str:
    body = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return json.dumps({**body, "choices": [], "usage": USAGE})


def streams(lines: Iterable[str], *, pause_s: float = 0.0, broken: bool = False) -> Answer:
    """These events, then [DONE]; `broken` closes the connection in the middle instead."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for line in lines:
            await response.write(f"data: {line}\n\n".encode())
            await asyncio.sleep(pause_s)
        if broken and request.transport is not None:
            request.transport.abort()
            return response
        await response.write(b"data: [DONE]\n\n")
        return response

    return answer


def drips(text: str, *, pause_s: float) -> Answer:
    """A whole reply, one byte at a time: no single read is ever late."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        for byte in json.dumps(completion(text)).encode():
            await response.write(bytes([byte]))
            await asyncio.sleep(pause_s)
        return response

    return answer
