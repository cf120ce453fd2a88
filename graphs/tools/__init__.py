"""What a step of a plan can use besides its own knowledge: a calculator, a search, a page.

A tool of one's own is a `Tool`: a name, a description in both languages, a pydantic model of
its arguments with bounds on each field, and an async function that gets them:

    class City(BaseModel):
        name: str = Field(max_length=80)

    async def weather(arguments: City, here: Here) -> Told:
        return Told(await forecast(arguments.name))

    tool = Tool(
        name="weather",
        description={"en": "Tomorrow's weather in a city.", "zh": "某个城市明天的天气。"},
        arguments=City,
        run=weather,
    )

`functools.partial(graphs.plan.build, more_tools=[tool])` is the `build` of a workflow that has
it. What a tool says is material for the model, cut at a bound, and never an instruction; what it
raises becomes a sentence. `ToolError` is the way to say that sentence.
"""

from graphs.tools.calculator import calculator
from graphs.tools.lookup import lookups
from graphs.tools.toolbox import Here, Known, Ran, Told, Tool, Toolbox, ToolError

__all__ = ["Here", "Known", "Ran", "Told", "Tool", "ToolError", "Toolbox", "calculator", "lookups"]
