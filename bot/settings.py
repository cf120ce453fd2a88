"""Settings: from the environment or `.env`, checked once, secrets kept secret."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import CannotStartError
from graphs import library

Mode = Literal["run", "web", "worker"]
"""The commands that serve, by how what people do in Slack comes to them: over Socket Mode,
over HTTP, not at all."""

SLACK_API = "https://slack.com/api/"
OPENAI_API = "https://api.openai.com/v1"

_MISSING = {
    "SLACK_BOT_TOKEN": "copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions",
    "SLACK_APP_TOKEN": "make an App-Level Token (xapp-…) with connections:write under "
    "Basic Information",
    "SLACK_SIGNING_SECRET": "copy the Signing Secret from Basic Information",
    "OPENAI_API_KEY": "put the key of your model endpoint there, or set "
    "SIGNOFF_OFFLINE_MODEL=true to try without a model",
}

_NOT_NEEDED = SecretStr("not needed")

_WRONG = {
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "finite_number": "must be a number",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "literal_error": "must be {expected}",
    "greater_than": "must be more than {gt:g}",
    "greater_than_equal": "must be {ge:g} or more",
    "less_than_equal": "must be {le:g} or less",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
}
"""What to say for pydantic's kinds of errors, filled in with what it knows of them."""


class Settings(BaseSettings):
    """What a Signoff process runs with. `.env.example` explains each to operators.

    Prices are US dollars per million tokens; both or none.
    """

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    slack_bot_token: SecretStr = Field(default=SecretStr(""), alias="SLACK_BOT_TOKEN")
    slack_app_token: SecretStr = Field(default=SecretStr(""), alias="SLACK_APP_TOKEN")
    slack_signing_secret: SecretStr | None = Field(default=None, alias="SLACK_SIGNING_SECRET")
    slack_api_url: str = Field(default=SLACK_API, alias="SLACK_API_URL")
    redis_url: str = Field(default="redis://localhost:6379/0", alias="REDIS_URL")
    openai_api_key: SecretStr | None = Field(default=None, alias="OPENAI_API_KEY")
    openai_base_url: str = Field(default=OPENAI_API, alias="OPENAI_BASE_URL")
    model: str = Field(default="gpt-4o-mini", alias="SIGNOFF_MODEL")
    model_temperature: bool = Field(default=True, alias="SIGNOFF_MODEL_TEMPERATURE")
    model_time_limit_s: float = Field(default=120, gt=0, le=3600, alias="SIGNOFF_MODEL_TIME_LIMIT")
    price_input: float | None = Field(default=None, ge=0, alias="SIGNOFF_PRICE_INPUT")
    price_output: float | None = Field(default=None, ge=0, alias="SIGNOFF_PRICE_OUTPUT")
    offline: bool = Field(default=False, alias="SIGNOFF_OFFLINE_MODEL")
    offline_pause_s: float = Field(default=0, ge=0, le=60, alias="SIGNOFF_OFFLINE_PAUSE")
    graphs: Annotated[tuple[Path, ...], NoDecode] = Field(default=(), alias="SIGNOFF_GRAPHS")
    """`langgraph.json` files of other people's graphs."""
    library: Path | None = Field(default=None, alias="SIGNOFF_LIBRARY")
    """A folder of documents."""
    web_search: Literal["none", "tavily", "ddgs", "searxng"] = Field(
        default="none", alias="SIGNOFF_WEB_SEARCH"
    )
    tavily_api_key: SecretStr | None = Field(default=None, alias="TAVILY_API_KEY")
    searxng_url: str | None = Field(default=None, alias="SIGNOFF_SEARXNG_URL")
    run_calls: int = Field(default=120, ge=0, alias="SIGNOFF_RUN_CALLS")
    run_tokens: int = Field(default=400_000, ge=0, alias="SIGNOFF_RUN_TOKENS")
    run_cost: float = Field(default=0, ge=0, alias="SIGNOFF_RUN_COST")
    """What one run may spend before people are asked; 0 is without a bound. US dollars."""
    finished_days: float = Field(default=30, gt=0, le=3650, alias="SIGNOFF_FINISHED_DAYS")
    log: Literal["console", "json"] = Field(default="console", alias="SIGNOFF_LOG")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", alias="SIGNOFF_LOG_LEVEL"
    )

    @field_validator("graphs", mode="before")
    @classmethod
    def _split(cls, given: object) -> object:
        """Several stand with a comma between them, or with what PATH has there."""
        if not isinstance(given, str):
            return given
        return tuple(filter(None, map(str.strip, re.split(f"[,{os.pathsep}]", given))))

    @field_validator("slack_bot_token")
    @classmethod
    def _is_bot_token(cls, token: SecretStr) -> SecretStr:
        return _starts(token, "xoxb-", "a Bot User OAuth Token")

    @field_validator("slack_app_token")
    @classmethod
    def _is_app_token(cls, token: SecretStr) -> SecretStr:
        return _starts(token, "xapp-", "an App-Level Token")

    @field_validator("redis_url")
    @classmethod
    def _is_redis_url(cls, url: str) -> str:
        if not url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("must begin with redis://, rediss:// or unix://")
        return url

    @field_validator("library")
    @classmethod
    def _is_folder(cls, folder: Path | None) -> Path | None:
        if folder is not None and not folder.is_dir():
            raise ValueError("must be a folder that is there")
        return folder

    @field_validator("slack_api_url", "openai_base_url", "searxng_url")
    @classmethod
    def _is_web_url(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("http://", "https://")):
            raise ValueError("must begin with https:// (or http://)")
        return url

    @model_validator(mode="after")
    def _both_prices(self) -> "Settings":
        if (self.price_input is None) != (self.price_output is None):
            raise ValueError("set both SIGNOFF_PRICE_INPUT and SIGNOFF_PRICE_OUTPUT, or none")
        return self

    @model_validator(mode="after")
    def _searchable(self) -> "Settings":
        if self.web_search == "tavily" and not self.tavily_api_key:
            raise ValueError("SIGNOFF_WEB_SEARCH=tavily needs TAVILY_API_KEY")
        if self.web_search == "searxng" and not self.searxng_url:
            raise ValueError("SIGNOFF_WEB_SEARCH=searxng needs SIGNOFF_SEARXNG_URL")
        return self

    def offering(self, files: Sequence[Path] | None) -> "Settings":
        """The same with these graphs; with its own where there are none."""
        return self.model_copy(update={"graphs": tuple(files)}) if files else self

    def secrets(self) -> frozenset[str]:
        """What must never be shown: for the log to cut out."""
        slack = (self.slack_bot_token, self.slack_app_token, self.slack_signing_secret)
        given = (*slack, self.openai_api_key, self.tavily_api_key)
        texts = {secret.get_secret_value() for secret in given if secret}
        for url in (self.redis_url, self.openai_base_url, self.searxng_url):
            texts.update(_passwords(url or ""))
        return frozenset(texts - {""})


def _passwords(url: str) -> tuple[str, ...]:
    """The password in an address, as written and as meant."""
    try:
        password = urlsplit(url).password or ""
    except ValueError:
        return ()
    return (password, unquote(password))


def _starts(token: SecretStr, prefix: str, what: str) -> SecretStr:
    value = token.get_secret_value()
    if value == prefix:  # as `.env.example` has it: still missing, which `load` says
        return SecretStr("")
    if value and not value.startswith(prefix):
        raise ValueError(f"is not {what}: those begin with {prefix}")
    return token


def load(mode: Mode = "run", *, env_file: Path | str | None = ".env") -> Settings:
    """Read the settings. CannotStartError names all that are wrong, or all that `mode` lacks."""
    settings = _read(env_file)
    if lacking := missing(settings, mode):
        raise CannotStartError(*lacking)
    return settings


def missing(settings: Settings, mode: Mode) -> list[str]:
    """A sentence for each setting that `signoff run`, `web` or `worker` needs and has not."""
    given = {
        "SLACK_BOT_TOKEN": settings.slack_bot_token,
        "SLACK_APP_TOKEN": settings.slack_app_token if mode == "run" else _NOT_NEEDED,
        "SLACK_SIGNING_SECRET": settings.slack_signing_secret if mode == "web" else _NOT_NEEDED,
        "OPENAI_API_KEY": _NOT_NEEDED if settings.offline else settings.openai_api_key,
    }
    return [_is_missing(name) for name, secret in given.items() if not secret]


def alone() -> Settings:
    """What is chosen for model, graphs and log. What is there for Slack and Redis may be wrong."""
    return _read(
        ".env",
        SLACK_BOT_TOKEN="",
        SLACK_APP_TOKEN="",
        SLACK_SIGNING_SECRET=None,
        SLACK_API_URL=SLACK_API,
        REDIS_URL="redis://",
        SIGNOFF_OFFLINE_PAUSE=0,
    )


def for_sandbox(
    *,
    bot_token: str,
    app_token: str,
    signing_secret: str,
    api_url: str,
    redis_url: str,
    pause_s: float,
    chosen: Settings | None = None,
) -> Settings:
    """The settings of a bot in a local Slack; the rest is as `chosen`, or read now.

    Where no library is chosen, it has the one that comes with Signoff.
    """
    settings = chosen or alone()
    return settings.model_copy(
        update={
            "slack_bot_token": SecretStr(bot_token),
            "slack_app_token": SecretStr(app_token),
            "slack_signing_secret": SecretStr(signing_secret),
            "slack_api_url": api_url,
            "redis_url": redis_url,
            "offline_pause_s": pause_s,
            "offline": settings.openai_api_key is None,
            "library": settings.library or library.FOLDER,
        }
    )


def _read(env_file: Path | str | None, **given: object) -> Settings:
    try:
        return Settings(_env_file=env_file, **given)  # type: ignore[arg-type, call-arg] # by alias
    except ValidationError as error:
        raise CannotStartError(*_lines(error)) from None


def _is_missing(name: str) -> str:
    return f"{name} is missing: {_MISSING[name]}."


def _lines(error: ValidationError) -> list[str]:
    lines = []
    for problem in error.errors(include_url=False, include_input=False):
        name = str(problem["loc"][0]) if problem["loc"] else ""
        what = _what(problem["type"], problem["msg"], problem.get("ctx", {}))
        lines.append(f"{name}: {what}.".removeprefix(": "))
    return lines


def _what(kind: str, message: str, context: dict[str, Any]) -> str:
    """What is wrong, in our own words where it is not one of our own checks."""
    if kind in _WRONG:
        return _WRONG[kind].format_map(context).replace("'", "")  # quoted names of choices
    return message.removeprefix("Value error, ")
