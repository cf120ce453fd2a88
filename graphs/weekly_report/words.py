"""Every word that people read in a weekly report, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.contract import Language


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language. Braces are filled in by `str.format`."""

    title: str
    highlights: str
    risks: str
    comments: str
    no_risk: str
    """The fixed sentence. Nothing else stands for "no risk"."""
    no_highlight: str
    review: str
    no_round_left: str
    not_understood: str
    highlights_failed: str
    risks_failed: str
    report_failed: str
    step_failed: str
    only_part: str
    dropped: str
    other_language: str
    from_comment: str
    reading: str
    looking: str
    revising: str
    writing: str


EN = Texts(
    title="Weekly report",
    highlights="Highlights",
    risks="Risks",
    comments="From the review",
    no_risk="No evident risk this week.",
    no_highlight="No highlight in this week's notes.",
    review="Review the highlights and risks",
    no_round_left="Nothing was revised. The comment is kept for the report.",
    not_understood="The last answer could not be used, and nothing changed. Decide again.",
    highlights_failed="(Highlights could not be picked out. To be filled in by hand.)",
    risks_failed="(Risks could not be looked for. To be filled in by hand.)",
    report_failed="⚠ The model did not write this report. It was put together from the "
    "approved parts.",
    step_failed="This step failed.",
    only_part="Only the first {read:,} of {all:,} characters of the notes were read.",
    dropped="Left out {count} of the model's lines: the notes do not say so.",
    other_language="⚠ Parts of this report may be in another language.",
    from_comment="{text} (reviewer's comment)",
    reading="Reading {count:,} characters of notes",
    looking="Looking for risks and obstacles",
    revising="Taking the comment into account, round {round} of {of}",
    writing="Writing the report",
)
ZH = Texts(
    title="周报",
    highlights="本周亮点",
    risks="风险与阻塞",
    comments="审阅意见",
    no_risk="本周无明显风险。",
    no_highlight="本周记录里没有亮点。",
    review="请确认亮点和风险",
    no_round_left="没有再改，你的意见会带到周报里。",
    not_understood="上一次的操作没能识别，内容没有变化，请重新选择。",
    highlights_failed="（亮点没能提炼出来，请手动填写）",
    risks_failed="（风险没能识别出来，请手动填写）",
    report_failed="⚠ 模型没能写出周报，以下内容由已确认的部分直接拼成。",
    step_failed="这一步没有成功。",
    only_part="内容太长，只读了前 {read:,} 个字（共 {all:,} 个）。",
    dropped="有 {count} 条内容在原文里找不到依据，已去掉。",
    other_language="⚠ 这份周报里可能混入了其他语言。",
    from_comment="{text}（审阅意见）",
    reading="正在阅读 {count:,} 个字的工作内容",
    looking="正在查找风险和阻塞",
    revising="正在按意见修改，第 {round} 轮，共 {of} 轮",
    writing="正在撰写周报",
)
TEXTS: Mapping[Language, Texts] = {"en": EN, "zh": ZH}
