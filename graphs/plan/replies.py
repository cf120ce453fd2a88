"""What the model is asked to give at each step, and how much malformed is still understood."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from graphs.lines import shortened, tidy
from graphs.plan.state import MAX_STEPS

MAX_STEP = 300
"""Characters of a step that a model wrote."""
MAX_ANSWER = 2_400
"""Characters of one step's answer."""
MAX_RESULT = 8_000
_MOST_READ = 40  # more is a list that does not end
_MOST_ARGUMENTS = 8
_DONE = {"done", "finished", "complete", "completed", "完成", "已完成"}


def step_texts(value: object) -> list[str]:
    """The steps in whatever a model gives for a list of them: texts, or objects that hold one."""
    entries = value if isinstance(value, list) else [value]
    found = [shortened(text, MAX_STEP) for text in tidy([_text_in(e) for e in entries])]
    return [text for text in found if any(c.isalnum() for c in text)][:_MOST_READ]


def _text_in(entry: object) -> str:
    if isinstance(entry, Mapping):
        return next((v for v in entry.values() if isinstance(v, str) and _says(v)), "")
    return entry if isinstance(entry, str) else ""


def _says(text: str) -> bool:
    return any(c.isalpha() for c in text)


def _text(value: object) -> object:
    """Texts as they are, what is missing as nothing, numbers as they are written."""
    if value is None:
        return ""
    return str(value) if isinstance(value, bool | int | float) else value


def _arguments(value: object) -> object:
    if not isinstance(value, Mapping):
        return {}
    given = {str(k): _text(v) for k, v in value.items()}
    return {k: v for k, v in given.items() if v != ""}


_Step = Annotated[str, Field(max_length=MAX_STEP)]
_Steps = Annotated[list[_Step], Field(max_length=_MOST_READ), BeforeValidator(step_texts)]
_Word = Annotated[str, Field(max_length=40), BeforeValidator(_text)]
_Argument = Annotated[str, Field(max_length=600)]


class Steps(BaseModel):
    """A plan."""

    steps: _Steps = Field(description=f"1 to {MAX_STEPS} texts, one step each")

    @model_validator(mode="before")
    @classmethod
    def _bare_list(cls, value: Any) -> Any:  # noqa: ANN401 - whatever the model gave
        return {"steps": value} if isinstance(value, list) else value


class Choice(BaseModel):
    """How a step is done: with a tool and its arguments, or with an answer."""

    tool: _Word = Field(default="", description="the tool's name; empty for an answer")
    arguments: Annotated[
        dict[_Word, _Argument], Field(max_length=_MOST_ARGUMENTS), BeforeValidator(_arguments)
    ] = Field(default_factory=dict, description="the tool's arguments by name")
    answer: Annotated[str, Field(max_length=MAX_ANSWER), BeforeValidator(_text)] = Field(
        default="", description="the result of the step, where no tool is used"
    )

    @property
    def tool_name(self) -> str:
        """The tool's name; nothing where none is meant."""
        name = self.tool.strip()
        return "" if name.casefold() in {"none", "null", "answer", "no", "无"} else name


class Verdict(BaseModel):
    """Whether the task is done: its result, or what is still to do."""

    status: _Word = Field(default="", description='"continue" or "done"')
    result: Annotated[str, Field(max_length=MAX_RESULT), BeforeValidator(_text)] = Field(
        default="", description="the answer to the task, Markdown, when done"
    )
    more_steps: _Steps = Field(default_factory=list, description="steps that are missing")

    @property
    def done(self) -> bool:
        """Whether it says so, in one of the ways to say it, and gives a result."""
        return self.status.strip().casefold() in _DONE and bool(self.result.strip())
