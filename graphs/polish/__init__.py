"""Polish: a text in, its problems for people to choose from, only those fixed."""

from graphs.contract import FormField, Shortcut, Workflow
from graphs.polish.graph import build
from graphs.polish.state import MAX_CHARS

polish = Workflow(
    name="polish",
    command="/polish",
    title={"en": "Polish", "zh": "润色"},
    description={
        "en": "Finds what could be worded better in your text, and fixes what you choose.",
        "zh": "找出文字里可以改进的地方，只改你选中的部分。",
    },
    form=(
        FormField(
            key="text",
            label={"en": "Which text should be polished?", "zh": "要润色哪段文字？"},
            hint={
                "en": "Paste it as it is. You choose what is changed; facts, numbers, names and "
                "links stay.",
                "zh": "原样粘贴即可。改哪里由你选，事实、数字、名称和链接都不会动。",
            },
            max_chars=MAX_CHARS,
        ),
    ),
    steps={
        "tone": {"en": "Tone and purpose", "zh": "语气与目的"},
        "problems": {"en": "Problems", "zh": "问题"},
        "choose": {"en": "Choice", "zh": "选择"},
        "polish": {"en": "Polishing", "zh": "润色"},
        "result": {"en": "Result", "zh": "结果"},
    },
    result="result",
    build=build,
    deciders="starter",
    shortcuts=(Shortcut(callback_id="polish_message", name="Polish this message", fills="text"),),
)

__all__ = ["build", "polish"]
