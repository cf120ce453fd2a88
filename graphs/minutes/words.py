"""Every word that people read in minutes, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.contract import Language
from graphs.minutes.state import Part, Step


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language. Braces are filled in by `str.format`."""

    title: str
    participants: str
    topics: str
    conclusions: str
    actions: str
    table: tuple[str, str, str, str]
    no_speaker: str
    """The fixed sentences. Nothing else stands for "none"."""
    no_topic: str
    no_conclusion: str
    no_action: str
    removed: str
    """What stands for a part that people emptied: "none" would not be true of the talk."""
    review: str
    entries: str
    """The list of action items, and how an entry of it is written."""
    quoted: str
    quote: str
    no_round_left: str
    not_understood: str
    failed: Mapping[Step, str]
    step_failed: str
    version_before: str
    no_prose: str
    prose_left_out: str
    only_part: str
    dropped: str
    no_quote: str
    not_named: str
    other_language: str
    from_comment: str
    listening: str
    speaking: str
    looking: Mapping[Step, str]
    part: str
    revising: str
    writing: str
    between: str
    between_sentences: str
    last: str
    colon: str
    about: str
    """What the offline model says above the lists, as far as it is known."""
    counted: Mapping[Part, str]
    no_topics_told: str
    nobody: str
    nothing_left: str


EN = Texts(
    title="Minutes",
    participants="Participants",
    topics="Topics",
    conclusions="Conclusions",
    actions="Action items",
    table=("What", "Who", "By when", "Said"),
    no_speaker="The transcript does not say who speaks, so no participants are listed.",
    no_topic="No topics were found.",
    no_conclusion="No conclusions were reached.",
    no_action="No action items were agreed.",
    removed="Removed in the review.",
    review="Review the minutes",
    entries="Action items: what | who | by when",
    quoted="What was said for each action item",
    quote="“{quote}”",
    no_round_left="Nothing was revised. The comment is kept for the minutes.",
    not_understood="The last answer could not be used, and nothing changed. Decide again.",
    failed={
        "topics": "(Topics could not be found. To be filled in by hand.)",
        "conclusions": "(Conclusions could not be found. To be filled in by hand.)",
        "actions": "(Action items could not be found. To be filled in by hand.)",
    },
    step_failed="This step failed.",
    version_before="This step failed: what you see is the version before.",
    no_prose="⚠ The model did not write a summary.",
    prose_left_out="⚠ The model's summary is left out: it has numbers that nobody approved.",
    only_part="Only the first {read:,} of {all:,} characters were read.",
    dropped="Left out {count} of the model's lines: the transcript does not say so.",
    no_quote="Left out {count} action items: their quotes are not in the transcript.",
    not_named="Took out {count} owners or dates that were not named.",
    other_language="Parts of this may be in another language.",
    from_comment="{text} (reviewer's comment)",
    listening="Listening to {count:,} characters",
    speaking="No speakers are named",
    looking={
        "topics": "Looking for participants and topics",
        "conclusions": "Looking for conclusions",
        "actions": "Looking for action items and their owners",
    },
    part="{text}, part {number} of {of}",
    revising="{text}, round {round} of {of}",
    writing="Writing the minutes",
    between=", ",
    between_sentences=" ",
    last=" and ",
    colon=":",
    about="{who} spoke about {topics}.",
    counted={"conclusions": "Conclusions: {count}.", "actions": "Action items: {count}."},
    no_topics_told="several things",
    nobody="The participants",
    nothing_left="Everything that was found in the transcript was removed in the review.",
)
ZH = Texts(
    title="会议纪要",
    participants="参会人",
    topics="议题",
    conclusions="结论",
    actions="行动项",
    table=("事项", "负责人", "期限", "原话"),
    no_speaker="记录里看不出发言人，所以没有列参会人。",
    no_topic="没有找到议题。",
    no_conclusion="会上没有形成结论。",
    no_action="会上没有定下行动项。",
    removed="审阅时已删除。",
    review="请确认会议纪要",
    entries="行动项：事项 | 负责人 | 期限",
    quoted="各行动项的原话",
    quote="“{quote}”",
    no_round_left="没有再改，你的意见会带到纪要里。",
    not_understood="上一次的操作没能识别，内容没有变化，请重新选择。",
    failed={
        "topics": "（议题没能提炼出来，请手动填写）",
        "conclusions": "（结论没能提炼出来，请手动填写）",
        "actions": "（行动项没能提炼出来，请手动填写）",
    },
    step_failed="这一步没有成功。",
    version_before="这一步没有成功，显示的是上一版。",
    no_prose="⚠ 模型没能写出概述。",
    prose_left_out="⚠ 模型写的概述里有未经确认的数字，已略去。",
    only_part="内容太长，只读了前 {read:,} 个字（共 {all:,} 个）。",
    dropped="有 {count} 条内容在记录里找不到依据，已去掉。",
    no_quote="有 {count} 个行动项的引文不在记录里，已去掉。",
    not_named="有 {count} 处负责人或期限没有人提到，已去掉。",
    other_language="这里可能混入了其他语言。",
    from_comment="{text}（审阅意见）",
    listening="正在听取 {count:,} 个字的记录",
    speaking="看不出发言人",
    looking={
        "topics": "正在梳理参会人和议题",
        "conclusions": "正在梳理结论",
        "actions": "正在梳理行动项和负责人",
    },
    part="{text}，第 {number} 部分，共 {of} 部分",
    revising="{text}，第 {round} 轮，共 {of} 轮",
    writing="正在撰写纪要",
    between="、",
    between_sentences="",
    last="和",
    colon="：",
    about="{who}讨论了{topics}。",
    counted={"conclusions": "结论 {count} 条。", "actions": "行动项 {count} 个。"},
    no_topics_told="若干事项",
    nobody="会上",
    nothing_left="从记录里整理出的内容，审阅时都删除了。",
)
TEXTS: Mapping[Language, Texts] = {"en": EN, "zh": ZH}
