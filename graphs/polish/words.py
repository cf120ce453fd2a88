"""Every word that people read in polishing, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.contract import Language


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language. Braces are filled in by `str.format`."""

    title: str
    unchanged: str
    nothing: str
    nothing_line: str
    left_line: str
    unusable_line: str
    changes: str
    fixed: str
    left: str
    refused: str
    tone: str
    before: str
    after: str
    same: str
    """In place of what is after, where it is as before."""
    quote: str
    entry: str
    gap: str
    """Between two sentences."""
    choose: str
    tone_label: str
    problem_label: str
    pick: str
    pick_hint: str
    fix_chosen: str
    fix_all: str
    leave: str
    retry_tone: str
    retry_problems: str
    tone_failed: str
    step_failed: str
    found_one: str
    found: str
    at_most: str
    only_part: str
    dropped: str
    other_language: str
    nothing_new: str
    offline_comment: str
    look_failed: str
    not_understood: str
    none_chosen: str
    no_round_left: str
    why_facts: str
    why_turned: str
    why_language: str
    why_other: str
    why_missing: str
    why_still: str
    why_failed: str
    undone: str
    fixed_count: str
    picked: str
    reading: str
    looking: str
    looking_again: str
    polishing: str
    comparing: str


EN = Texts(
    title="Polished text",
    unchanged="Text left as it is",
    nothing="Nothing to fix",
    nothing_line="No problem was found, so the text stays as it is.",
    left_line="Nothing was changed, as you chose.",
    unusable_line="None of the new wordings could be used, so nothing was changed.",
    changes="What changed",
    fixed="Fixed",
    left="Left as it is",
    refused="Could not be fixed",
    tone="Tone and purpose",
    before="Before: {text}",
    after="After: {text}",
    same="unchanged.",
    quote="“{text}”",
    entry="“{text}”: {why}",
    gap=" ",
    choose="Choose what to fix",
    tone_label="Tone and purpose",
    problem_label="Problem {number}",
    pick="What should be fixed?",
    pick_hint="Everything else stays to the letter.",
    fix_chosen="Fix the chosen…",
    fix_all="Fix all",
    leave="Leave as it is",
    retry_tone="Tone and purpose",
    retry_problems="Problems",
    tone_failed="(The tone could not be judged.)",
    step_failed="This step failed.",
    found_one="1 problem found.",
    found="{count} problems found.",
    at_most="More than {count} are not listed at once: polish the result again to go on.",
    only_part="Only the first {read:,} of {all:,} characters were looked at.",
    dropped="Left out {count} of the model's remarks: the text does not say what they quote.",
    other_language="Parts of this may be in another language.",
    nothing_new="With the comment nothing was found. These are the problems from before.",
    offline_comment="Without a language model, a comment only takes back what it quotes.",
    look_failed="Looking again failed. These are the problems from before.",
    not_understood="The last answer could not be used, and nothing changed. Choose again.",
    none_chosen='Nothing was chosen. Choose at least one, or press "Leave as it is".',
    no_round_left="There is no further round. The comment is kept for the new wording.",
    why_facts="the new wording changed {items}",
    why_turned="the new wording turned what it says into its opposite",
    why_language="the new wording was in another language",
    why_other="the new wording said something else",
    why_missing="there was no new wording",
    why_still="the new wording still had it",
    why_failed="the model gave no usable answer",
    undone="Changes elsewhere that were not taken: {count}.",
    fixed_count="Fixed {fixed} of {chosen}.",
    picked="{chosen} of {count} are to be fixed.",
    reading="Reading {count:,} characters",
    looking="Looking for what could be worded better",
    looking_again="Looking again with the comment, round {round} of {of}",
    polishing="Rewording {count} places",
    comparing="Comparing before and after",
)
ZH = Texts(
    title="润色后的文字",
    unchanged="文字未改动",
    nothing="没有需要改的地方",
    nothing_line="没有发现问题，文字保持原样。",
    left_line="按你的选择，没有改动。",
    unusable_line="新的写法都不能用，没有改动。",
    changes="改动对照",
    fixed="已修改",
    left="保留原样",
    refused="没能修改",
    tone="语气与目的",
    before="润色前：{text}",
    after="润色后：{text}",
    same="没有变化。",
    quote="“{text}”",
    entry="“{text}”：{why}",
    gap="",
    choose="请选择要改的地方",
    tone_label="语气与目的",
    problem_label="问题 {number}",
    pick="要改哪些？",
    pick_hint="其余部分一字不动。",
    fix_chosen="只改选中的…",
    fix_all="全部修改",
    leave="保持原样",
    retry_tone="语气与目的",
    retry_problems="问题",
    tone_failed="（语气没能判断出来）",
    step_failed="这一步没有成功。",
    found_one="找到 1 处问题。",
    found="找到 {count} 处问题。",
    at_most="一次最多列 {count} 处，其余的请把结果再润色一次。",
    only_part="内容太长，只看了前 {read:,} 个字（共 {all:,} 个）。",
    dropped="模型有 {count} 条意见引用的内容原文里没有，已去掉。",
    other_language="这里可能混入了其他语言。",
    nothing_new="按意见没有找到问题，下面是之前的问题。",
    offline_comment="没有语言模型时，意见只用来撤回其中引号里的内容。",
    look_failed="重新查找没有成功，下面是之前的问题。",
    not_understood="上一次的操作没能识别，内容没有变化，请重新选择。",
    none_chosen="一处也没有选。请至少选一处，或点“保持原样”。",
    no_round_left="不能再退回了，你的意见会在改写时用上。",
    why_facts="新写法改动了 {items}",
    why_turned="新写法把意思说反了",
    why_language="新写法换了语言",
    why_other="新写法说的是别的事",
    why_missing="没有给出新写法",
    why_still="新写法里问题还在",
    why_failed="模型没有给出可用的答复",
    undone="其他地方的 {count} 处改动没有采用。",
    picked="共 {count} 处，要改 {chosen} 处。",
    fixed_count="选了 {chosen} 处，改好 {fixed} 处。",
    reading="正在阅读 {count:,} 个字",
    looking="正在查找可以改进的地方",
    looking_again="正在按意见重新查找，第 {round} 轮，共 {of} 轮",
    polishing="正在改写 {count} 处",
    comparing="正在对照前后",
)
TEXTS: Mapping[Language, Texts] = {"en": EN, "zh": ZH}
