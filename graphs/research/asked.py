"""What a question asks for besides the topic, and whether a text touches on that."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from graphs.contract import Language
from graphs.ground import tokens
from graphs.research.alike import ASKING, ASKING_ZH
from graphs.research.angles import ANGLES

_STEM = 5
_FAMILIAR = 4
"""Letters from which on one word may be the beginning of the other: "nest" and "nesting"."""
_EMPTY = frozenset("about any enough if many more much not some still use used uses very".split())  # noqa: SIM905
_PARTICLES = regex.compile(rf"{ASKING_ZH.pattern}|[得吧着过多少要]")
_HAN_ALONE = regex.compile(r"\p{Han}")


def _kin(english: str, chinese: str) -> regex.Pattern[str]:
    return regex.compile(rf"\b(?:{english})|{chinese}", regex.IGNORECASE)


# People ask for these in one word and sources tell of them in another.
_KIN: Sequence[regex.Pattern[str]] = (
    _kin(
        r"costs?\b|prices?\b|pric(?:ing|ey)|expens|cheap|afford|money|euros?\b|dollars?\b|pounds?\b|[€$£]",
        r"钱|费用|价格|成本|花费|贵|便宜|[欧美]元|人民币",
    ),
    _kin(
        r"nois[ey]|loud|quiet|decibels?\b|sounds?\b",
        r"噪音|噪声|声音|声功率|分贝|吵|安静",
    ),
    _kin(r"benefit|advantage|improv|helps?\b", r"好处|优点|优势|收益|改善|帮助"),
    _kin(r"risk|danger|threat|harm|drawback|disadvantage", r"风险|危险|威胁|缺点|危害|伤害"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question that are not the topic's, and what its kin call the same.

    For a question that plain code asks from an angle, the words that tell of that angle.
    """

    words: frozenset[str]
    kin: tuple[regex.Pattern[str], ...]

    @property
    def anything(self) -> bool:
        """Whether it asks for more than the topic."""
        return bool(self.words or self.kin)

    def hits(self, text: str) -> int:
        """How much of it a text touches on; 0 where it is about something else."""
        said = tokens(text)
        shared = sum(any(_akin(word, other) for other in said) for word in self.words)
        return shared + sum(min(len(pattern.findall(text)), 3) for pattern in self.kin)


@lru_cache(maxsize=256)
def asked(question: str, topic: str, language: Language) -> Asked:
    """What a question asks for."""
    for angle in ANGLES[language]:
        if question == angle.question:
            return Asked(frozenset(), (angle.cues,) if angle.cues else ())
    return named(question, topic)


@lru_cache(maxsize=256)
def named(question: str, topic: str) -> Asked:
    """The same by the question's own words alone, whoever asks it."""
    known = tokens(topic)
    empty = {word[:_STEM] for word in ASKING | _EMPTY}
    words = (word for word in tokens(_PARTICLES.sub(" ", question)) - known if word not in empty)
    kin = tuple(pattern for pattern in _KIN if pattern.search(question))
    return Asked(frozenset(word for word in words if not _HAN_ALONE.fullmatch(word)), kin)


def _akin(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _FAMILIAR and long.startswith(short)
