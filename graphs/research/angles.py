"""The angles from which plain code looks at a topic: a question each, and words that tell of it."""

from collections.abc import Mapping
from dataclasses import dataclass

import regex

from graphs.contract import Language


@dataclass(frozen=True, slots=True)
class Angle:
    """`question` has a place for the topic. `cues` are found in questions and in answers."""

    question: str
    cues: regex.Pattern[str]


def _angle(question: str, cues: str) -> Angle:
    return Angle(question, regex.compile(rf"\b(?:{cues})", regex.IGNORECASE))


def _angle_zh(question: str, cues: str) -> Angle:
    return Angle(question, regex.compile(cues))


ANGLES: Mapping[Language, tuple[Angle, ...]] = {
    "en": (
        _angle(
            "{topic}: what is known?",
            r"known|overview|defined?|definition|means?\b|consists?\b|is an?\b|are the\b|kinds?\b"
            r"|types?\b|species|sorts?\b",
        ),
        _angle(
            "{topic}: how does it work?",
            r"works?\b|how\b|because|by means|process|mechanism|depends?\b|needs?\b|through\b"
            r"|when\b",
        ),
        _angle(
            "{topic}: which benefits are there?",
            r"benefit|advantage|helps?\b|improv|increase|gain|saves?\b|saving|rais|better",
        ),
        _angle(
            "{topic}: which costs, risks and limits are there?",
            r"cost|price|risk|problem|limit|drawback|loss|lose|threat|declin|harm|too\b|not\b|but\b"
            r"|however|difficult|fail|noise|disease",
        ),
        _angle(
            "{topic}: which examples and experiences are there?",
            r"example|experience|case|project|study|studies|trial|survey|measured|counted|city of"
            r"|in \d{4}|found that|showed",
        ),
    ),
    "zh": (
        _angle_zh(
            "{topic}：目前了解哪些基本情况？",
            r"基本|情况|了解|是一种|包括|指的是|种类|类型|分为|定义",
        ),
        _angle_zh(
            "{topic}：原理和过程是怎样的？", r"原理|过程|机制|通过|依靠|因为|需要|当|时候|取决于"
        ),
        _angle_zh(
            "{topic}：带来哪些好处？",
            r"好处|优点|优势|收益|提高|增加|改善|帮助|节省|更多|更好|有利",
        ),
        _angle_zh(
            "{topic}：有哪些成本、风险和局限？",
            r"成本|费用|价格|风险|问题|局限|缺点|损失|威胁|下降|减少|但|然而|不足|困难|噪声|疾病",
        ),
        _angle_zh(
            "{topic}：有哪些案例和经验？", r"案例|例如|比如|经验|项目|研究|试验|调查|统计|发现|年"
        ),
    ),
}


def angle_of(question: str, language: Language) -> Angle | None:
    """The angle whose words a question uses most; None where it uses none of any."""
    counted = [(len(a.cues.findall(question)), -n, a) for n, a in enumerate(ANGLES[language])]
    best = max(counted, key=lambda entry: entry[:2])
    return best[2] if best[0] else None
