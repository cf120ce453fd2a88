"""Foreign text in a prompt: between tags that it cannot close, or open once more."""

import regex


def fenced(tag: str, text: str, **attributes: str) -> str:
    """The text between `<tag …>` and `</tag>`, each on a line of its own, for a model to read.

    What looks like one of these tags inside, in any spelling, has a `‹` for its `<`; nothing
    else of the text is changed. Attributes are one line each, without what ends them.
    """
    shown = "".join(f' {name}="{_attribute(value)}"' for name, value in attributes.items())
    look_alike = rf"[<＜﹤](?=[\s\p{{Cf}}/／]*{regex.escape(tag)}(?![\p{{L}}\d]))"
    inside = regex.sub(look_alike, "‹", text, flags=regex.IGNORECASE)
    return f"<{tag}{shown}>\n{inside}\n</{tag}>"


def _attribute(value: str) -> str:
    return " ".join(value.split()).translate({ord("<"): "‹", ord(">"): "›", ord('"'): "'"})
