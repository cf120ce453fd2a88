"""Every word that tools say to people, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.contract import Language, Words


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language. Braces are filled in by `str.format`."""

    failed: str
    too_slow: str
    bad_call: str
    no_answer: str
    nothing: str
    cut: str
    part_of_page: str


EN = Texts(
    failed="Tool failed: {why}",
    too_slow="It took too long.",
    bad_call="It cannot be used like that.",
    no_answer="It gave no answer.",
    nothing="(Nothing.)",
    cut="(Cut: {all:,} characters in all.)",
    part_of_page="(Parts of {all:,} characters.)",
)
ZH = Texts(
    failed="工具没有成功：{why}",
    too_slow="耗时太长。",
    bad_call="不能这样使用。",
    no_answer="没有返回结果。",
    nothing="（没有内容）",
    cut="（已截断，全文共 {all:,} 个字符）",
    part_of_page="（节选，全文共 {all:,} 个字符）",
)
TEXTS: Mapping[Language, Texts] = {"en": EN, "zh": ZH}

CALCULATOR: Words = {
    "en": "Works out one arithmetic expression of numbers with + - * / // % ** ( ), and round, "
    "abs, min, max, sqrt. Percent as /100.",
    "zh": "计算一个算式：数字和 + - * / // % ** ( )，以及 round、abs、min、max、sqrt。"
    "百分比写成 /100。",
}
SEARCH: Words = {
    "en": "Searches for a few words; gives titles, addresses and the passages found.",
    "zh": "用几个关键词搜索，返回标题、地址和找到的段落。",
}
READ: Words = {
    "en": "Reads what is at an address that a search found or the task names; gives the parts "
    "about something.",
    "zh": "读取搜索找到的或任务里给出的地址，返回与某个主题相关的部分。",
}
NOT_AN_EXPRESSION: Words = {
    "en": "This is no arithmetic expression.",
    "zh": "这不是一个算式。",
}
NOT_ALLOWED: Words = {
    "en": "The calculator only takes numbers, + - * / // % ** and a few functions.",
    "zh": "计算器只支持数字、+ - * / // % ** 和少数几个函数。",
}
TOO_LARGE: Words = {"en": "The numbers get too large.", "zh": "数字太大了。"}
DIVISION_BY_ZERO: Words = {"en": "That is a division by zero.", "zh": "除数是零，没有结果。"}
NO_RESULT: Words = {"en": "It has no result.", "zh": "没有结果。"}
UNKNOWN_ADDRESS: Words = {
    "en": "The address comes neither from a search of this run nor from the task.",
    "zh": "这个地址既不是本次搜索找到的，任务里也没有。",
}
NOTHING_FOUND: Words = {"en": "Nothing was found.", "zh": "没有找到相关内容。"}
