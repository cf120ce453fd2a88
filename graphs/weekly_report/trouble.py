"""Words of trouble: what tells, without a model, a risk from an achievement."""

import re
from itertools import chain

_ENGLISH = (
    "at risk|behind schedule|block|blocked|blocker|blockers|blocking|broke|broken|bugs?|canceled"
    "|cancelled|cannot|can't|churn|churned|concerns?|delay|delayed|delays|escalated|escalation|fail"
    "|failed|failing|fails|failures?|freeze|frozen|incidents?|issues?|late|losing|lost|miss|missed"
    "|misses|missing|not done|not finished|not ready|not started|on hold|outages?|over budget"
    "|overdue|overrun|postponed|problems?|regressed|regressions?|resigned|resigns|risks?|risky"
    "|short of|shortage|sick|slip|slipped|slips|stuck|unable|unclear|understaffed|unresolved"
    "|vulnerability|vulnerabilities|waiting for|waiting on"
)
_CURED = (
    "closed|closes|fixed|fixes|handled|handles|removed|removes|resolved|resolves|solved|solves"
    "|unblocked|unblocks"
)
_CHINESE = (
    "风险|延期|延迟|延误|推迟|阻塞|受阻|卡住|卡在|卡点|逾期|超期|滞后|落后|失败|故障|宕机|事故|缺陷|漏洞"
    "|问题|投诉|流失|离职|缺人|人手不足|不足|缺少|未完成|没完成|未达|等待|暂停|冻结|取消|超支|回滚|隐患"
    "|不确定|无法"
)
# The same words where they tell of the opposite: nothing happened, or it is over.
_ENGLISH_BETTER = (
    r"\b(?:no|zero|without|never|0)\s+(?:\w+\s+){0,2}?(?:" + _ENGLISH + r")\b",
    r"\bnot\s+(?:" + _ENGLISH + r")\b",
    r"\b(?:" + _CURED + r")\s+(?:[\w'-]+\s+){0,4}?(?:" + _ENGLISH + r")\b",
    r"\b(?:" + _ENGLISH + r")\b[^.;,]{0,20}?\b(?:decreased|down|dropped|fell|halved|reduced)\b",
)
_CHINESE_BETTER = (
    r"(?:无|没有|没|未出现|未发生|零|解决|修复|排除|消除|处理|关闭)(?:了|掉|完)?"
    r"[^，,。；;、]{0,6}?(?:" + _CHINESE + r")",
    r"(?:风险|阻塞|故障|问题|缺陷|漏洞|隐患)(?:均|都|已|全部)*(?:解决|修复|排除|消除|解除|关闭)",
    r"(?:失败|故障|流失|投诉|延迟|缺陷|问题)(?:率|数|量)?[^，,。；;]{0,12}?(?:降|减少)",
)

_TROUBLE = re.compile(rf"\b(?:{_ENGLISH})\b|(?:{_CHINESE})", re.IGNORECASE)
_BETTER = re.compile("|".join(chain(_ENGLISH_BETTER, _CHINESE_BETTER)), re.IGNORECASE)
_NONE = re.compile(
    r"(?:none|nothing|n/?a)(?: (?:this week|to report|found|identified))?"
    r"|(?:there (?:are|is|were|was) )?no(?: (?:evident|obvious|major|significant|known|open|new))?"
    r" (?:risks?|blockers?|issues?|concerns?)(?: (?:or|and) (?:risks?|blockers?|issues?))?"
    r"(?: (?:this week|to report|found|identified|in the notes))*"
    r"|(?:本周)?暂?(?:无|没有)(?:任何)?(?:明显|重大)?的?(?:风险)?(?:[和或与、]?阻塞)?项?",
    re.IGNORECASE,
)


def in_trouble(text: str) -> bool:
    """Whether the words tell of a risk or an obstacle. "No delays" and "fixed a bug" do not."""
    # The second look is the slow one, and most lines do not need it.
    return bool(_TROUBLE.search(text) and _TROUBLE.search(_BETTER.sub(" ", text)))


def says_none(line: str) -> bool:
    """Whether the line is one of the many ways to say that there is no risk."""
    return bool(_NONE.fullmatch(line.strip().rstrip(".。!！").strip()))
