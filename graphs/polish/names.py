"""Names in a text, as far as plain code can tell them from words.

In Latin letters: what is capitalised in the middle of a sentence. In Chinese: people before
a title or what they do, organisations, and every Latin word. What is in quotation marks and
book title marks is a name, too. It misses some; and what it takes for one only has to stay.
"""

import unicodedata
from collections.abc import Iterator

import regex

from graphs.language import detect
from graphs.polish.literals import masked
from graphs.polish.sentences import sentences

_WORD = regex.compile(r"(?!\p{Han})\p{L}(?:(?!\p{Han})[\p{L}\p{M}\p{N}'’-])*")
_POSSESSIVE = regex.compile(r"['’]s?$")
_CONTRACTION = regex.compile(r"['’](?:m|re|ve|ll|d|t)$", regex.IGNORECASE)
_DERIVED = regex.compile(
    r"(?:ing|ed|ly|tion|sion|ement|yment|pment|nment|ness|ity|ies|ers|ive|ous|ful|less|able)$"
)
_OPENERS = frozenset(
    "a about above according across after again all almost already also although always among an"  # noqa: SIM905
    " and another any anyone are around as at because been before below better between both but by"
    " can clearly could despite did do does done due during each either enough even every everybody"
    " everyone everything few fewer finally first for from further get give given has have he her"
    " here hers his how however i if in indeed instead into is it its just keep last later least"
    " less let like made make many may maybe meanwhile might more most much must my need neither"
    " never new next no nobody none nor not nothing now of off often on once one only onto or other"
    " others our out over own part people per perhaps please plus put rather read same second see"
    " several shall she should since so some somebody someone something soon still such take tell"
    " thank thanks that the their them then there therefore these they third this those though"
    " through thus to today together tomorrow too under unless unlike until up upon us use was way"
    " we well were what when where whether which while who whole whom whose why will with within"
    " without would yes yesterday yet you your".split()
)
_QUOTED = regex.compile(
    r"\"([^\"\n]{1,80})\"|“([^”\n]{1,80})”|「([^」\n]{1,80})」|『([^』\n]{1,80})』|《([^》\n]{1,80})》"
)
_SURNAME = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜谢邹喻苏潘葛范彭鲁韦马方俞任袁柳"
    "鲍史唐薛雷贺倪汤罗毕郝安常于傅齐康伍余顾孟黄萧尹姚邵汪祁毛狄米戴宋庞熊纪舒屈项祝董梁杜阮蓝闵"
    "季贾路江童郭梅林钟徐邱骆高夏蔡田胡凌霍万柯卢莫房丁邓洪包左石崔龚程陆翁荀段焦巴侯宁刘叶白蒲温庄"
)
_TITLE = "总|总监|经理|老师|先生|女士|主任|工程师|同学|教授|博士|主管|组长|部长"
_DOES = "负责|表示|提出|认为|反馈|提醒|确认|牵头|说|同意|批准|写道|指出"
_HAN_NAME = regex.compile(
    rf"[{_SURNAME}]\p{{Han}}{{0,2}}?(?={_TITLE})|[{_SURNAME}]\p{{Han}}{{1,2}}?(?={_DOES})"
    r"|\p{Han}{2}(?:公司|集团|银行|大学|医院|科技)|[老小]"
    rf"[{_SURNAME}](?!\p{{Han}}?(?:度|级|型|于|量|部))(?={_TITLE}|{_DOES}|和|与|跟|的|，|、|在|已)"
)


def names(text: str) -> frozenset[str]:
    """Names that a text surely has, in one spelling."""
    plain = unicodedata.normalize("NFKC", masked(text))
    han = frozenset(match[0] for match in _HAN_NAME.finditer(plain))
    if detect(plain) == "zh":
        return han | frozenset(word for word in words(plain) if len(word) > 1)
    return han | frozenset(_plain(w) for w, first in _latin(plain) if _is_name(w, first=first))


def openers(text: str) -> frozenset[str]:
    """Words that begin a sentence and could be names: capitalised, and no common word."""
    plain = unicodedata.normalize("NFKC", masked(text))
    firsts = (word for word, first in _latin(plain) if first and word[0].isupper())
    return frozenset(
        w for word in firsts if (w := _plain(word)) not in _OPENERS and not _DERIVED.search(w)
    )


def words(text: str) -> frozenset[str]:
    """Every word in Latin letters, in one spelling."""
    plain = unicodedata.normalize("NFKC", text)
    return frozenset(_plain(match[0]) for match in _WORD.finditer(plain))


def quoted(text: str) -> list[str]:
    """What stands in quotation marks or book title marks, without them."""
    return [next(filter(None, m.groups())).strip() for m in _QUOTED.finditer(masked(text))]


def _latin(text: str) -> Iterator[tuple[str, bool]]:
    """Every word, and whether it is the first of a sentence."""
    for start, end in sentences(text):
        for number, match in enumerate(_WORD.finditer(text, start, end)):
            yield match[0], number == 0


def _is_name(word: str, *, first: bool) -> bool:
    if _CONTRACTION.search(word) or _plain(word) in _OPENERS or not word[0].isupper():
        return False
    return not first or (len(word) > 1 and word.isupper())


def _plain(word: str) -> str:
    return _POSSESSIVE.sub("", word).casefold()
