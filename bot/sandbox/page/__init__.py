"""The workspace in a browser: a page, its scripts and its styles, served as they are."""

from importlib.resources import files
from typing import Final

from aiohttp import web

_TYPES: Final = {"js": "text/javascript", "css": "text/css", "json": "application/json"}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere, and no script but ours: a message could not run one if it got in."""


def _content(name: str, kind: str) -> web.Response:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return web.Response(
        text=text,
        content_type=kind,
        headers={
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )


async def _index(_: web.Request) -> web.Response:
    return _content("index.html", "text/html")


async def _asset(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    kind = _TYPES.get(name.rpartition(".")[2])
    if kind is None or name not in {file.name for file in files(__package__).iterdir()}:
        raise web.HTTPNotFound
    return _content(name, kind)


def add_page(app: web.Application) -> None:
    """The page itself, also under the addresses of channels and permalinks, and its files."""
    app.router.add_get("/", _index)
    app.router.add_get("/archives/{channel}", _index)
    app.router.add_get("/archives/{channel}/{ts}", _index)
    app.router.add_get("/page/{name}", _asset)
