"""Every word that people read in a plan, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.contract import Language


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language. Braces are filled in by `str.format`."""

    title: str
    steps: str
    review: str
    about: str
    digest: str
    agreed: str
    unsplit: str
    too_many: str
    other_language: str
    plan_again: str
    no_step: str
    over_edited: str
    no_round_left: str
    not_understood: str
    planning: str
    replanning: str
    planned: str
    working: str
    using: str
    evaluating: str
    summarising: str
    going_on: str
    going_on_added: str
    uses: str
    answers: str
    step_failed: str
    no_summary: str
    partial: str
    why: Mapping[str, str]
    failed_steps: str
    not_needed: str
    not_done: str
    added: str
    by_tool: str
    source: str
    cut: str
    remarks: str
    foot: str
    calls: str
    so_far: str
    offline_only: str
    offline_comment: str
    quoted: str
    named: str


EN = Texts(
    title="Plan: {task}",
    steps="Steps",
    review="Is this the plan?",
    about="Task: {task}",
    digest="Plan `{digest}`, as proposed · steps: {count}",
    agreed="Approved: plan `{digest}` · steps: {count}",
    unsplit="The task could not be split into steps; it is one step.",
    too_many="Only the first {most} of {count} steps were kept.",
    other_language="Parts of it may be in another language.",
    plan_again="Split it again",
    no_step="A plan needs at least one step. Nothing changed.",
    over_edited="A plan has {most} steps at most; take some out. The edit is kept.",
    no_round_left="Nothing was planned anew. The comment is kept for the steps.",
    not_understood="The last answer could not be used, and nothing changed. Decide again.",
    planning="Planning",
    replanning="Planning again with the comments, round {round} of {of}",
    planned="Steps: {count} · {first}",
    working="[{n}/{of}] {step}",
    using="[{n}/{of}] {tool}: {what}",
    evaluating="Evaluating after step {n} of {of}",
    summarising="All steps are done, summarising ({n}/{of})",
    going_on="Going on: {n} of {of} done",
    going_on_added="Going on: {n} of {of} done, {added} added",
    uses="{tool}: {what}",
    answers="Answered without a tool",
    step_failed="(This step failed: the model gave no usable answer.)",
    no_summary="⚠ The model wrote no summary. These are the results of the steps.",
    partial="⚠ Partial: {why} Steps done: {done} of {of}.",
    why={
        "budget": "the budget of this run is used up.",
        "time": "the time for this run is used up.",
        "steps": "more steps were wanted than a run may have.",
    },
    failed_steps="⚠ Without a real result: step {numbers}.",
    not_needed="Not needed for the answer: {step}",
    not_done="Not done: {step}",
    added="added later",
    by_tool="tool: {tool}",
    source="Source: {title} ({address})",
    cut="… (shortened)",
    remarks="({remarks})",
    foot="Steps done: {done} of {of} · {calls}plan `{digest}`",
    calls="model calls: {calls} · ",
    so_far="Steps done: {done} of {of}.",
    offline_only="Without a language model, rules can only calculate and quote from what a search "
    "finds.",
    offline_comment="Without a language model, rules only take over what a comment asks to add, "
    "and leave out a step that it clearly names.",
    quoted="{text} (step {n})",
    named="{title}, {file}",
)
ZH = Texts(
    title="计划：{task}",
    steps="步骤",
    review="按这个计划执行吗？",
    about="任务：{task}",
    digest="提出的计划 `{digest}`，共 {count} 步",
    agreed="已确认的计划 `{digest}`，共 {count} 步",
    unsplit="这个任务没能拆分成步骤，整个任务作为一步。",
    too_many="共 {count} 步，只保留了前 {most} 步。",
    other_language="其中可能混入了其他语言。",
    plan_again="重新拆分",
    no_step="计划至少要有一步，内容没有变化。",
    over_edited="计划最多 {most} 步，请删掉几步。你的修改已保留。",
    no_round_left="没有重新规划，你的意见会带到执行步骤里。",
    not_understood="上一次的操作没能识别，内容没有变化，请重新选择。",
    planning="正在制定计划",
    replanning="正在按意见重新规划，第 {round} 轮，共 {of} 轮",
    planned="共 {count} 步：{first}",
    working="[{n}/{of}] {step}",
    using="[{n}/{of}] {tool}：{what}",
    evaluating="正在评估，已完成第 {n} 步，共 {of} 步",
    summarising="步骤全部完成，正在总结（{n}/{of}）",
    going_on="继续执行：已完成 {n}/{of}",
    going_on_added="继续执行：已完成 {n}/{of}，新增 {added} 步",
    uses="{tool}：{what}",
    answers="不用工具，直接回答",
    step_failed="（这一步没有成功：模型没有给出可用的回答）",
    no_summary="⚠ 模型没有写出总结，以下是各步骤的结果。",
    partial="⚠ 部分结果：{why}完成了 {done}/{of} 步。",
    why={
        "budget": "这次运行的预算用完了，",
        "time": "这次运行的时间用完了，",
        "steps": "需要的步骤超过了一次运行的上限，",
    },
    failed_steps="⚠ 没有真正结果的步骤：{numbers}。",
    not_needed="得出答案不再需要：{step}",
    not_done="未执行：{step}",
    added="后来追加",
    by_tool="工具：{tool}",
    source="来源：{title}（{address}）",
    cut="……（已缩短）",
    remarks="（{remarks}）",
    foot="完成 {done}/{of} 步 · {calls}已确认的计划 `{digest}`",
    calls="模型调用 {calls} 次 · ",
    so_far="已完成 {done}/{of} 步。",
    offline_only="没有语言模型时，规则只会计算，或者引用搜索到的内容。",
    offline_comment="没有语言模型时，规则只会加上意见里要求增加的步骤，去掉意见里明确指出的步骤。",
    quoted="{text}（第 {n} 步）",
    named="{title}，{file}",
)
TEXTS: Mapping[Language, Texts] = {"en": EN, "zh": ZH}
TOOL_NAMES: Mapping[Language, Mapping[str, str]] = {
    "en": {"calculator": "calculator", "search": "search", "read": "read"},
    "zh": {"calculator": "计算器", "search": "搜索", "read": "阅读"},
}


def tool_name(name: str, language: Language) -> str:
    """What people call a tool; those that others added keep their own names."""
    return TOOL_NAMES[language].get(name, name)
