"""What is said in subtitles: WebVTT and SubRip, without times and markup."""

import html

import regex

from graphs.sources.refusals import MAX_CHARS, DocumentError

_MOST_CUES = 100_000
_MOST_MARKED = 5 * MAX_CHARS
_TIMES = regex.compile(r"\s*[\d:]{4,}[.,]\d{1,3}\s*-->")
_VOICE = regex.compile(r"<v(?:\.[^\s<>]{1,100})?\s([^<>]{1,200})>")
_TAG = regex.compile(r"</?[A-Za-z\d][^<>]{0,200}>|\{\\[^{}]{1,40}\}")
_ASIDE = regex.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")


def cues_text(text: str) -> str:
    """What is said in subtitles, one line for each cue, as `Ana: We begin.` where they name her.

    DocumentError where they are too many.
    """
    cues = regex.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(cues) > _MOST_CUES or len(text) > _MOST_MARKED:
        raise DocumentError("too_long")
    return "\n".join(said for cue in cues if (said := _said(cue)))


def _said(cue: str) -> str:
    """The lines behind the times of a cue; before them stand its number or name."""
    lines = cue.strip().split("\n")
    timed = next((n for n, line in enumerate(lines) if _TIMES.match(line)), -1)
    if timed < 0 and _ASIDE.match(lines[0]):
        return ""
    voiced = _VOICE.sub(r"\n\1: ", " ".join(lines[timed + 1 :]))
    plain = html.unescape(_TAG.sub("", voiced))
    return "\n".join(said for part in plain.split("\n") if (said := " ".join(part.split())))
