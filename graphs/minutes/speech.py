"""A transcript, taken apart by plain code: who says what, and who is said to be there."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

MOST_SPEAKERS = 40
LONGEST_NAME = 40

_TIME = r"(?<!\d)\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:[.,]\d{1,3})?(?:\s*[AaPp]\.?[Mm]\.?)?"
_STAMP = rf"(?:[\[(（【]\s*{_TIME}\s*[\])）】]|{_TIME})"
_NAME = r"[\p{L}][\p{L}\p{M}\p{N} .·'’_-]{0,38}[\p{L}\p{M}\p{N}.]|[\p{L}]"
_MARK = r"(?:\*\*|__|\*)"
# "[10:02] **Ana** (10:02): what she says"; what is optional may stand on either side.
_LABEL = regex.compile(
    rf"^\s*(?:[-•>]\s+)?(?:(?P<before>{_STAMP})\s*[-–]?\s*)?{_MARK}?[<@]?"
    rf"(?P<name>{_NAME})>?(?:\s*{_MARK})?\s*(?P<after>{_STAMP})?\s*(?!(?<=\d)[:：]\d\d)[:：]"
    rf"(?:\s*{_MARK})?(?!//)\s*(?P<said>.*)$"
)
# "**Ana** 10:02" alone on a line, what she says below; a plain name needs the time.
_HEADER = regex.compile(
    rf"^\s*(?:{_MARK}(?P<name>{_NAME}){_MARK}\s*(?P<after>{_STAMP})?"
    rf"|(?P<name>{_NAME})\s*(?P<after>{_STAMP})|(?P<before>{_STAMP})\s*(?P<name>{_NAME}))\s*$"
)
_VOICE = regex.compile(r"^\s*<v(?:\.[\w.]+)?\s+(?P<name>[^>]{1,40})>(?P<said>.*?)(?:</v>)?\s*$")
# What every label has; most lines of prose have none of it, and the patterns above are slow.
_WORTH_A_LOOK = regex.compile(r"[:：]|\*|__|<v")
_PRESENT = regex.compile(
    r"^\s*+(?:[-*•#]++\s*+)*+(?:attendees|participants|present|people|参会人员?|与会人员?|与会者|出席|参加人员?)"
    r"\**\s*[:：]\**\s*(?P<names>.+)$",
    regex.IGNORECASE,
)
_BETWEEN_NAMES = regex.compile(r"\s*(?:[,，;；、/]|\band\b|&|和)\s*")
_NO_NAME = frozenset(
    "action actions agenda agreed also but conclusion conclusions date decided decision decisions "  # noqa: SIM905
    "due example fyi how http https idea item link location meeting minutes next no note notes ok "
    "okay once owner place plan ps question re reminder result so status subject summary time "
    "title to todo topic topics update warning what when where who why yes attendees participants "
    "present people 主题 议题 议程 会议 时间 地点 日期 结论 决定 决议 待办 行动项 备注 记录 "
    "记录人 主持人 说明 问题 总结 参会人 参会人员 与会人员 与会者 出席 参加人员 负责人 注意 提醒 "
    "背景 下一步 第一 第二 第三".split()
)
_PARTICLES = frozenset("al bin da das de del den der di dos du el la le van von y".split())  # noqa: SIM905
_FRONT = 160
"""Characters of a line in which its speaker stands; patterns are slow on endless lines."""
_HAN_NAME = 12
_WORDS = 5
_LONGEST_LIST = 2_000
_HAN = regex.compile(r"\p{Han}")
_SENTENCE = regex.compile(r"(?<=[.!?…])\s+(?=\S)|(?<=[。！？；])\s*")


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody says without a break. `speaker` is "" where the transcript does not say."""

    speaker: str
    said: str


@dataclass(frozen=True, slots=True)
class Label:
    """A name in front of a line, what is said on it, and whether the time stands beside it."""

    name: str
    said: str
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """A transcript, taken apart. `hear` makes it."""

    turns: tuple[Turn, ...]
    speakers: tuple[str, ...]
    """In the order of their first words; one spelling for each."""
    present: tuple[str, ...]
    """Who a line such as "Attendees: Ana, Ben" names."""

    @property
    def names(self) -> list[str]:
        """Everybody who takes part, as far as it says."""
        every = [*self.speakers, *self.present]
        return list({name.casefold(): name for name in reversed(every)}.values())[::-1]


def hear(transcript: str) -> Talk:
    """Take a transcript apart. Lines without a speaker of their own go on with the one before."""
    lines = [line.strip() for line in transcript.splitlines() if line.strip()]
    labels = [labelled(line) for line in lines]
    names = _speakers(labels)
    known = {name.casefold() for name in names}
    found: list[Turn] = []
    speaker = ""
    for line, label in zip(lines, labels, strict=True):
        said = line
        if label and label.name.casefold() in known:
            speaker, said = label.name, label.said
        if said:
            found.append(Turn(speaker, said))
    return Talk(tuple(found), tuple(names), tuple(_present(lines)))


def _speakers(lines: Sequence[Label | None]) -> list[str]:
    """Whose names the labels are.

    A label that is a common heading ("Agenda:") is nobody. Others are names where most lines
    have one, where they come again, or where the time stands beside them; beside such, also one
    that comes once with a capital.
    """
    labels = [label for label in lines if label]
    mostly = len(labels) * 2 >= len(lines)
    times = Counter(label.name.casefold() for label in labels)
    sure = {name for name, count in times.items() if mostly or count > 1}
    sure |= {label.name.casefold() for label in labels if label.timed}
    first: dict[str, str] = {}
    for name in (label.name for label in labels):
        if name.casefold() in sure or (sure and not name[0].islower()):
            first.setdefault(name.casefold(), name)
    return list(first.values())[:MOST_SPEAKERS]


def _present(lines: Sequence[str]) -> list[str]:
    found = (match["names"] for line in lines if (match := _PRESENT.match(line)))
    listed = (names[:_LONGEST_LIST].rstrip(".。") for names in found)
    names = (_tidy(name) for text in listed for name in _BETWEEN_NAMES.split(text))
    return list(dict.fromkeys(name for name in names if name))[:MOST_SPEAKERS]


def labelled(line: str) -> Label | None:
    """The name in front of a line; None where there is none."""
    front = line.strip()[:_FRONT]
    if not _WORTH_A_LOOK.search(front):
        return None
    rest = line.strip()[_FRONT:]
    for pattern in (_VOICE, _LABEL, *(() if rest else (_HEADER,))):
        if (match := pattern.match(front)) and (name := _tidy(match["name"])):
            groups = match.groupdict()
            timed = bool(groups.get("before") or groups.get("after"))
            return Label(name, f"{groups.get('said', '')}{rest}".strip(), timed)
    return None


def sentences(turn: Turn) -> Iterator[str]:
    """What is said, sentence by sentence, with its full stop."""
    yield from (part.strip() for part in _SENTENCE.split(turn.said) if part.strip())


def _tidy(name: str) -> str:
    """The name without what stands around it; "" for what is no name."""
    plain = " ".join(name.strip(" *_<>@").split()).rstrip(".")
    words = plain.split()
    if not words or len(words) > _WORDS or len(plain) > LONGEST_NAME:
        return ""
    if {plain.casefold(), words[0].casefold().rstrip(".")} & _NO_NAME:
        return ""
    if len(words) > 1 and any(w[0].islower() and w not in _PARTICLES for w in words):
        return ""
    return "" if _HAN.search(plain) and len(plain) > _HAN_NAME else plain
