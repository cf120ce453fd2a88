"""The angles from which plain code looks at a topic: a question each, and words that tell of it.

The topic is the title of what answers them, and not named again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import regex

from graphs.contract import Language


@dataclass(frozen=True, slots=True)
class Angle:
    """`cues` are words of those who answer the question; None where the topic's own do."""

    question: str
    cues: regex.Pattern[str] | None


def _angle(question: str, cues: str) -> Angle:
    return Angle(question, regex.compile(rf"\b(?:{cues})", regex.IGNORECASE))


def _angle_zh(question: str, cues: str) -> Angle:
    return Angle(question, regex.compile(cues))


ANGLES: Mapping[Language, tuple[Angle, ...]] = {
    "en": (
        Angle("What is known?", None),
        _angle(
            "How does it work?",
            r"works?\b|how\b|because|by means|process|mechanism|depends?\b|needs?\b|through\b"
            r"|when\b",
        ),
        _angle(
            "Which benefits are there?",
            r"benefit|advantage|helps?\b|improv|saves?\b|saving|better",
        ),
        _angle(
            "Which costs, risks and limits are there?",
            r"cost|price|risk|problem|limit|drawback|loss|lose|threat|declin|harm|too\b|not\b|but\b"
            r"|however|difficult|fail|noise|disease",
        ),
        _angle(
            "Which examples and experiences are there?",
            r"for example|experience|case|project|study|studies|trial|survey|measured|counted"
            r"|city of|in \d{4}|found that|showed",
        ),
    ),
    "zh": (
        Angle("目前了解哪些基本情况？", None),
        _angle_zh("原理和过程是怎样的？", r"原理|过程|机制|通过|依靠|因为|需要|当|时候|取决于"),
        _angle_zh(
            "带来哪些好处？",
            r"好处|优点|优势|收益|提高|改善|帮助|节省|更多|更好|有利",
        ),
        _angle_zh(
            "有哪些成本、风险和局限？",
            r"成本|费用|价格|风险|问题|局限|缺点|损失|威胁|下降|减少|但|然而|不足|困难|噪声|疾病",
        ),
        _angle_zh(
            "有哪些案例和经验？", r"案例|例如|比如|经验|项目|研究|试验|调查|统计|发现|\d{4}年"
        ),
    ),
}


def is_angle(question: str) -> bool:
    """Whether a question is one of these: alone it has no subject."""
    return any(question == angle.question for angles in ANGLES.values() for angle in angles)
