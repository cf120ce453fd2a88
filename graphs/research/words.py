"""Every word that people read in a research run, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.contract import Language


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language. Braces are filled in by `str.format`."""

    review: str
    questions: str
    plan_line: str
    approved_line: str
    merged: str
    by_rules: str
    unchanged: str
    no_plan: str
    no_plan_why: str
    own_plan: str
    own_plan_hint: str
    try_again: str
    kept_plan: str
    emptied: str
    too_many: str
    too_long: str
    no_round_left: str
    not_understood: str
    gaps: str
    gaps_all: str
    retry_one: str
    retry_this: str
    retry_all: str
    go_without: str
    planning: str
    revising: str
    searching: str
    answered: str
    rechecking: str
    section_begun: str
    section_done: str
    summing_up: str
    criticising: str
    passed: str
    remarked: str
    partial: str
    nothing: str
    no_sources: str
    no_answers: str
    no_sources_for: str
    nothing_said: str
    not_researched: str
    failed_section: str
    by_code: str
    uncited: str
    other_language: str
    references: str
    notes: str
    note_failed: str
    note_dropped: str
    note_unknown: str
    note_addresses: str
    note_cut: str
    note_unread: str
    note_critic_failed: str
    note_remark: str
    introduction: str
    search_failed: str
    none_read: str
    model_failed: str
    done_research: str
    done_writing: str
    done_draft: str


EN = Texts(
    review="Review the research plan",
    questions="Questions",
    plan_line="Plan {digest} as proposed · questions: {count}. What you approve, as it is or "
    "edited, is what is researched.",
    approved_line="Plan {digest} · questions: {count}",
    merged=" · merged, since they ask the same: {count}",
    by_rules="There is no language model: a comment adds its subject as a question, and one with "
    "“no”, “without” or “leave out” takes out the questions that it names. For all else, edit.",
    unchanged="The comment changed nothing in the plan.",
    no_plan="The topic could not be split",
    no_plan_why="The model gave no sub-questions for “{topic}”. Write it yourself, or let the "
    "model try again.",
    own_plan="Your questions, one a line",
    own_plan_hint="Each line is researched on its own, as you write it.",
    try_again="the plan",
    kept_plan="The plan could not be revised: this is the one from before. Your comment is kept.",
    emptied="A plan needs at least one question. Nothing changed.",
    too_many="{count} questions are more than the {most} that one run researches. Take some out.",
    too_long="A question may have {most} characters. Shorten the long ones.",
    no_round_left="Nothing was revised. The comment is kept for the research; the plan can still "
    "be edited.",
    not_understood="The last answer could not be used, and nothing changed. Decide again.",
    gaps="{failed} of {all} questions could not be researched",
    gaps_all="The others are done and stay as they are.",
    retry_one="question {id}",
    retry_this="this question",
    retry_all="all of them",
    go_without="Go on without",
    planning="Splitting the topic into questions",
    revising="Taking the comment into account, plan {round} of {of}",
    searching="Question {id}: searching",
    answered="Question {id} is researched: statements {claims}, sources {sources}",
    rechecking="No question could be researched. Looking whether the model answers again",
    section_begun="Writing section {id}, draft {draft} of {of}",
    section_done="Section {id} is written, statements used: {claims}",
    summing_up="Writing the summary",
    criticising="Critique {round} of {of}",
    passed="The critic has no remarks.",
    remarked="Remarks of the critic: {count}",
    partial="⚠ This report is partial: the budget of the run was used up, and it was delivered "
    "with what there was.",
    nothing="⚠ No question could be researched, so there is no report. Start the topic again to "
    "try once more.",
    no_sources="No sources were found for this topic, so there is nothing to report. Start again "
    "with other words, put documents on it into the library, or have a web search set up.",
    no_answers="None of the sources that were found answers a question of the plan, so this report "
    "names none.",
    no_sources_for="No sources were found for this question.",
    nothing_said="None of the sources that were found ({count}) answers this question.",
    not_researched="This question was not researched.",
    failed_section="⚠ This question could not be researched. {error}",
    by_code="⚠ The model did not write this part. It was put together from the statements found.",
    uncited="⚠ Paragraphs here that name no source: {count}.",
    other_language="⚠ Some of this may be in another language.",
    references="References",
    notes="About this report",
    note_failed="{failed} of {all} questions could not be researched.",
    note_dropped="Statements of the model left out, since the source they named does not say so: "
    "{count}.",
    note_unknown="Marks removed, since they belong to no source: {count}.",
    note_addresses="Addresses removed, since the model wrote them itself: {count}.",
    note_cut="Only the first {kept:,} of {chars:,} characters of “{title}” were read.",
    note_unread="Pages that could not be opened: {count}.",
    note_critic_failed="The last draft was not checked by the critic: that step failed.",
    note_remark="The critic still had a remark on {section}: {text}",
    introduction="the summary",
    search_failed="The search failed: {why}",
    none_read="Not one of the pages found ({count}) could be read: {why}",
    model_failed="The model gave no usable answer.",
    done_research="Questions researched: {count}.",
    done_writing="A first draft is written.",
    done_draft="A whole draft is written; the critic has remarks on it.",
)
ZH = Texts(
    review="请确认研究计划",
    questions="子问题",
    plan_line="计划 {digest}，提出时共 {count} 个问题。原样确认或编辑之后，按确认的那一份研究。",
    approved_line="计划 {digest} · 共 {count} 个问题",
    merged=" · 合并了 {count} 个重复的问题",
    by_rules="没有语言模型：意见里提到的内容会作为问题加入；带“不要”“去掉”“别”的意见，"
    "会去掉它提到的问题。其他改动请直接编辑。",
    unchanged="这条意见没有改动计划。",
    no_plan="这个主题没能拆开",
    no_plan_why="模型没有为“{topic}”给出子问题。可以重试，也可以自己写计划。",
    own_plan="你的问题，一行一个",
    own_plan_hint="每一行单独研究，照你写的原文。",
    try_again="拆分主题",
    kept_plan="计划没能修改，这还是上一版。你的意见已保留。",
    emptied="计划至少要有一个问题，内容没有变化。",
    too_many="一次最多研究 {most} 个问题，现在有 {count} 个，请删掉一些。",
    too_long="每个问题最多 {most} 个字，请把太长的缩短。",
    no_round_left="没有再改计划，你的意见会带到研究里；计划仍然可以直接编辑。",
    not_understood="上一次的操作没能识别，内容没有变化，请重新选择。",
    gaps="{all} 个问题里有 {failed} 个没能完成研究",
    gaps_all="其余的已经完成，保持不变。",
    retry_one="问题 {id}",
    retry_this="这个问题",
    retry_all="全部问题",
    go_without="跳过，继续",
    planning="正在把主题拆成问题",
    revising="正在按意见修改，第 {round} 版计划，共 {of} 版",
    searching="问题 {id}：正在搜索",
    answered="问题 {id} 已研究：{sources} 个来源，{claims} 条陈述",
    rechecking="所有问题都没能完成研究，正在确认模型是否恢复",
    section_begun="正在写第 {id} 节，第 {draft} 稿，最多 {of} 稿",
    section_done="第 {id} 节已写完，依据 {claims} 条陈述",
    summing_up="正在写摘要",
    criticising="第 {round} 次评审，最多 {of} 次",
    passed="评审没有意见。",
    remarked="评审意见 {count} 条",
    partial="⚠ 这份报告不完整：运行的预算用完了，这里只有已经得到的内容。",
    nothing="⚠ 所有问题都没能完成研究，因此没有报告。可以用同一个主题再开始一次。",
    no_sources="没有找到与这个主题有关的来源，因此没有可写的内容。"
    "可以换一种说法重新开始、往资料库里放入相关文档，或者请人配置网络搜索。",
    no_answers="找到的来源都没有回答计划里的问题，因此这份报告没有参考来源。",
    no_sources_for="这个问题没有找到来源。",
    nothing_said="找到了 {count} 个来源，但都没有回答这个问题。",
    not_researched="这个问题没有研究。",
    failed_section="⚠ 这个问题没能完成研究。{error}",
    by_code="⚠ 这一部分不是模型写的，由找到的陈述直接拼成。",
    uncited="⚠ 这里有 {count} 段没有注明来源。",
    other_language="⚠ 这里可能混入了其他语言。",
    references="参考来源",
    notes="关于这份报告",
    note_failed="{all} 个问题里有 {failed} 个没能完成研究。",
    note_dropped="去掉了模型的 {count} 条陈述：所写的来源里并没有这样说。",
    note_unknown="去掉了 {count} 个不对应任何来源的标记。",
    note_addresses="去掉了模型自己写的 {count} 个网址。",
    note_cut="“{title}”共 {chars:,} 个字符，只读了前 {kept:,} 个。",
    note_unread="有 {count} 个页面没能打开。",
    note_critic_failed="最后一稿没有经过评审：这一步没有成功。",
    note_remark="评审对{section}仍有意见：{text}",
    introduction="摘要",
    search_failed="搜索失败：{why}",
    none_read="找到的 {count} 个页面都没能打开：{why}",
    model_failed="模型没有给出可用的答案。",
    done_research="已经研究了 {count} 个问题。",
    done_writing="第一稿已经写完。",
    done_draft="已有一份完整的稿子，评审还有意见。",
)
TEXTS: Mapping[Language, Texts] = {"en": EN, "zh": ZH}
