"""The same steps without a model: rules that split, calculate, look up and quote."""

from collections.abc import Mapping, Sequence

import regex

from graphs.contract import Language
from graphs.ground import numbers, tokens
from graphs.lines import bare, bullets, shortened, tidy
from graphs.plan import remarked
from graphs.plan.arithmetic import expression
from graphs.plan.prompts import Material
from graphs.plan.replies import MAX_RESULT, Choice, Verdict, step_texts
from graphs.plan.state import MAX_STEPS, Done
from graphs.plan.words import TEXTS
from graphs.tools import Toolbox
from graphs.tools.lookup import addresses
from graphs.tools.words import NOTHING_FOUND

_DOING = (
    "add|calculate|check|compare|compute|count|describe|divide|explain|find|gather|give|list"
    "|look|make|multiply|name|note|read|search|subtract|sum|summari[sz]e|tell|work|write"
)
_SPLIT = regex.compile(
    r"(?<=[.!?;])\s+(?=\S)|(?<=[。！？；;])\s*"
    rf"|,?\s+(?:and\s+)?then\s+|,?\s+and\s+(?=(?:{_DOING})\b)|,\s+(?=(?:{_DOING})\b)"
    r"|[，,]?\s*(?:然后再?|接着|随后|最后|其次|并且|并(?=[计查找比搜总列写算说读])|再(?=[计查找比搜总列写算说读]))",
    regex.IGNORECASE,
)
_LEAD = regex.compile(
    r"^(?:first(?:ly)?|then|next|finally|lastly|please)[,:\s]+|^(?:首先|先|请)(?=\p{Han})",
    regex.IGNORECASE,
)
_ASKS_TO_LOOK = regex.compile(
    r"^(?:please\s+)?(?:search(?:\s+for)?|look\s+up|find(?:\s+out)?|read(?:\s+about)?|check|gather)"
    r"(?:\s+about)?\s+|^(?:请)?(?:搜索|搜一下|查找|查一下|查明|查|找出|找)(?:一下)?",
    regex.IGNORECASE,
)
_ASKS_TO_SUM_UP = regex.compile(
    r"^(?:please\s+)?(?:summari[sz]e|sum up|write|compare|list|conclude)\b"
    r"|^(?:请)?(?:总结|归纳|比较|整理|写)",
    regex.IGNORECASE,
)
_ASKS_HOW = regex.compile(
    r"\b(?:how (?:many|much|long|often)|what|which|when|where|whether|why|how)\b"
    r"|有?(?:多大|多少|多久|多长|多高)|是?(?:什么|怎样|怎么样?)|需?要?注意|哪些|哪里|如何|为什么|是否|能不能",
    regex.IGNORECASE,
)
_ASKS_FOR_NUMBER = regex.compile(
    r"\bhow (?:many|much|long|often|loud|big|large|small|high|tall|deep|wide|far|fast|old|hot|cold"
    r"|heavy|expensive)\b|多少|多大|多久|多长|多高|多远|多快|多重|几"
)
_HIT = regex.compile(r"“(?P<passage>.+)” — (?P<title>.+) \((?P<address>\S+)\)")
_SENTENCE = regex.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")
_MOST_LINE = 320
_MOST_QUOTED = 200
_MOST_QUERY = 200


def split(task: str, comments: Sequence[str]) -> list[str]:
    """The steps that the task names itself, with what reviewers added or took out."""
    lines = tidy(task.splitlines())
    listed = [bare(line) for line in lines if not line.endswith((":", "："))] or lines
    parts = listed if len(listed) > 1 else _SPLIT.split(task)
    wanted = step_texts([_step(part) for part in parts if part])
    for comment in comments:
        wanted = step_texts([*remarked.left(wanted, comment), _step(remarked.added(comment))])
    return wanted[:MAX_STEPS]


def _step(part: str) -> str:
    text = _LEAD.sub("", bare(part)).strip(" ,，;；。.")
    return text[:1].upper() + text[1:]


def choose(it: Material, step: str, *, tools: Toolbox, known: Mapping[str, str]) -> Choice:
    """The calculator for a calculation, a page for its address, a search for anything else."""
    if "calculator" in tools and (sum_ := expression(step)):
        return Choice(tool="calculator", arguments={"expression": sum_})
    named = [address for address in addresses(step) if address in known]
    if "read" in tools and named:
        return Choice(tool="read", arguments={"address": named[0], "about": step[:_MOST_QUERY]})
    if it.completed and _ASKS_TO_SUM_UP.search(step):
        return Choice(answer=answer(it, step))
    if "search" in tools:
        return Choice(tool="search", arguments={"query": _query(step), "about": _query(step)})
    return Choice(answer=answer(it, step))


def answer(it: Material, step: str) -> str:
    """What can be said without a tool: the results so far, where that is what is asked for."""
    told = [line for done in it.completed if (line := _first_line(done, it.language))]
    if told and _ASKS_TO_SUM_UP.search(step):
        return bullets(told)
    return TEXTS[it.language].offline_only


def judge(it: Material, *, last: bool) -> Verdict:
    """Done after the last step, with what the steps found."""
    if not last:
        return Verdict(status="continue")
    texts = TEXTS[it.language]
    in_vain = {NOTHING_FOUND[it.language], texts.offline_only}
    remarks = [texts.offline_only] if any(d["result"] in in_vain for d in it.completed) else []
    parts = [summary(it.completed, it.language) or _why_not(it), *remarks]
    said = "\n\n".join(part for part in parts if part)
    return Verdict(status="done", result=said or texts.offline_only)


def _why_not(it: Material) -> str:
    """What the steps say of themselves where none has a real result."""
    said = dict.fromkeys(done["result"].partition("\n")[0] for done in it.completed)
    return "\n".join(line for line in said if line != TEXTS[it.language].offline_only)


def summary(completed: Sequence[Done], language: Language) -> str:
    """The first line of each step's result, with the step's number; nothing twice."""
    quoted = TEXTS[language].quoted
    first: dict[str, int] = {}
    for done in completed:
        if line := _first_line(done, language):
            first.setdefault(line, done["n"])
    lines = [quoted.format(text=line, n=n) for line, n in first.items()]
    return shortened("\n".join(f"- {line}" for line in lines), MAX_RESULT // 2)


def _first_line(done: Done, language: Language) -> str:
    if done.get("failed"):
        return ""
    lines = [line.strip() for line in done["result"].splitlines() if line.strip()]
    if not lines:
        return ""
    return shortened(_to_the_point(bare(lines[0]), done["text"], language), _MOST_LINE)


def _to_the_point(line: str, step: str, language: Language) -> str:
    """Of a passage that a search found, the sentence nearest to the step, and where it stands."""
    hit = _HIT.fullmatch(line)
    if hit is None:
        return line
    wanted, counts = tokens(step), bool(_ASKS_FOR_NUMBER.search(step))

    def nearness(sentence: str) -> int:
        return len(tokens(sentence) & wanted) + 2 * (counts and bool(numbers(sentence)))

    sentences = [s.strip() for s in _SENTENCE.split(hit["passage"]) if s.strip()]
    best = max(sentences, key=nearness, default="")  # of equal ones the first
    file = hit["address"].rpartition("/")[2].removeprefix("library:")
    named = TEXTS[language].named.format(title=hit["title"], file=file)
    source = named if hit["address"].startswith("library:") else hit["title"]
    return f"“{shortened(best, _MOST_QUOTED)}” — {source}"


def _query(step: str) -> str:
    wanted = _ASKS_HOW.sub(" ", _ASKS_TO_LOOK.sub("", step))
    return (" ".join(wanted.split()).strip("，,。.？?") or step)[:_MOST_QUERY]
