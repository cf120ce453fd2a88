"""Turns of phrase of meetings: what tells, without a model, a topic, a conclusion or a date."""

import regex

_FLAGS = regex.IGNORECASE
_FILLER = regex.compile(
    r"^(?:(?:so|ok|okay|good|great|right|well|then|all right|yes|yeah|fine|sure|thanks|and|but"
    r"|also)\b[\s,.!:;–-]*|(?:好的?|那么?|嗯|行|对|是的|所以|没问题|可以)[，,。！!、\s]+|那就|那么)+",
    _FLAGS,
)
_AGENDA = regex.compile(
    r"(?:\bagenda|\btopics|议程|议题)(?: for today| of today| today)?"
    r"\s*(?:[:：]|\bis\b|\bare\b|有[一二两三四五六七八九\d]*个?[:：，,]?|是[:：]?)\s*(?P<what>.+)",
    _FLAGS,
)
_OPENED = regex.compile(
    r"(?:\b(?:let'?s|let us|we|now)\s+(?:now\s+)?"
    r"(?:talk about|discuss|start with|begin with|move on to|go on to|turn to|look at|come to)"
    r"|\b(?:first|second|third|next|last)\s+(?:topic|item|point)\s*(?:is|[:：,])"
    r"|\b(?:topic|item)\s*\d*\s*[:：]"
    r"|(?:第[一二三四五六]个?|下一个|最后一个)(?:议题|话题)(?:是|[:：，,])?|(?:议题|话题)[:：]"
    r"|(?:首?先|接下来|下面|再|然后|最后)(?:我们)?(?:来)?(?:讨论|聊聊|聊|看看|看|说说|说|谈谈|谈)(?:一下)?"
    r")\s*(?P<what>.+)",
    _FLAGS,
)
_DECIDED = regex.compile(
    r"\b(?:agreed|agree (?:to|on|that)|decided|decide to|decision|conclu(?:de[ds]?|sions?)|settled"
    r"|approved|(?:we|it) (?:go|goes) with|it is final)\b"
    r"|决定|同意|结论|一致|定了|定下|定为|定在|确定了|敲定|拍板|通过了|就这么定",
    _FLAGS,
)
_UNDECIDED = regex.compile(
    r"[?？]\s*$|\b(?:not|n't|never|nothing|yet to|to be)\s+(?:\w+\s+)?"
    r"(?:agreed?|decided?|settled)\b"
    r"|\bif (?:we|you|they)\b|(?:没有?|还没|尚未|未|不)\s*(?:决定|同意|确定|定|结论|一致)|待定",
    _FLAGS,
)
_HEADED = regex.compile(
    r"^(?:the\s+)?(?:decision|conclusion|decided|agreed|结论|决定|决议)(?:是|\s+is)?\s*[:：]\s*",
    _FLAGS,
)
_ORDER = regex.compile(
    r"^(?:please\s+|also\s+)*(?:mention|add|include|say|note|write)(?:\s+(?:that|about))?\s*[:：]?\s*"
    r"|^(?:请|麻烦)?(?:再|也)?(?:提一下|提到|提及|加上|加一条|补充|补上|写上|说明|注明)(?:一下)?\s*[:：，,]?",
    _FLAGS,
)
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SOME_DAY = (
    rf"(?:(?:next|this)\s+)?{_DAYS}(?:\s+(?:morning|noon|afternoon|evening))?"
    rf"|(?:next|this)\s+(?:week|month|quarter|year)|\d{{1,2}}(?:[snr][td]|th)?\s+(?:of\s+)?(?:{_MONTHS})"
    rf"|(?:{_MONTHS})\s+\d{{1,2}}(?:[snr][td]|th)?|\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}"
    r"|tomorrow|today|tonight|noon|EOD|COB|(?:the\s+)?end\s+of\s+(?:the\s+)?(?:\w+\s+)?"
    rf"(?:day|week|month|quarter|year|{_MONTHS})"
)
CHINESE_DAY = (
    r"(?:(?:本|这个?|下个?)?(?:周|星期|礼拜)[一二三四五六日天末](?:[上下]午|晚上)?"
    r"|(?:本|这个?|下个?)周|(?:本|这个|下个)?月底|年底|今天|明天|后天|今晚"
    r"|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"
    r"|\d{1,2}[日号])"
)
_DUE = regex.compile(
    rf"\b(?:(?:by|until|till|no later than)\s+(?P<due>{_SOME_DAY})"
    rf"|(?P<due>before\s+(?:{_SOME_DAY}))|(?:on\s+)?(?P<due>{_SOME_DAY}))\b"
    rf"|(?:在|于)?(?P<due>{CHINESE_DAY}(?:下班)?(?:之前|以前|前|之内|以内|内)?)",
    _FLAGS,
)


def bare_statement(sentence: str) -> str:
    """A sentence without "so, well" in front and without its full stop; a capital first."""
    plain = _HEADED.sub("", _FILLER.sub("", sentence.strip())).strip().rstrip(" .。!！;；,，")
    return plain[:1].title() + plain[1:]


def agenda(sentence: str) -> list[str]:
    """The topics that an agenda lists; none where the sentence is none."""
    match = _AGENDA.search(sentence)
    if not match or "?" in sentence:
        return []
    listed = regex.split(r"\s*[,;，；、]\s*", match["what"].rstrip(".。"))
    last = regex.split(r"\s+and\s+|以及|和", listed[-1], maxsplit=1)
    return [text for part in (*listed[:-1], *last) if (text := _topic(part))]


def opened(sentence: str) -> str:
    """The topic that a sentence turns to; "" for none."""
    match = _OPENED.search(sentence)
    return _topic(regex.split(r"[,，。.!！?？;；]", match["what"])[0]) if match else ""


def decides(sentence: str) -> bool:
    """Whether the words tell of something agreed; "not decided yet" and questions do not."""
    return bool(_DECIDED.search(sentence)) and not _UNDECIDED.search(sentence)


def due(sentence: str) -> str:
    """The date by which something is to be done, in the words of the sentence; "" for none."""
    match = _DUE.search(sentence)
    return match["due"] if match else ""


def without_due(text: str) -> str:
    """What is to be done, without its date."""
    return " ".join(_DUE.sub(" ", text, count=1).split())


def is_date(text: str) -> bool:
    """Whether a text is nothing but a date, as "by Friday"."""
    return bool(_DUE.fullmatch(text.strip()))


def order(comment: str) -> str:
    """What a comment asks to mention, or ""."""
    match = _ORDER.match(comment.strip())
    return bare_statement(comment.strip()[match.end() :]) if match and match.end() else ""


def _topic(text: str) -> str:
    plain = regex.sub(
        r"^(?:the|our|and|with|以及|和)\s*\b|吧$|这个?问题$", "", text.strip(" .。：:")
    )
    plain = plain.strip(" .。")
    return plain[:1].title() + plain[1:]
