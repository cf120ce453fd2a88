"""Tasks to try plans out with: each looks something up in the library that comes along."""

from collections.abc import Mapping

from graphs.contract import Language

TASKS: Mapping[Language, str] = {
    "en": "Find out how many hours a year counting bees takes in a city, "
    "then look up when ivy flowers for bees, and work out 12 * 6 * 0.5.",
    "zh": "查一下热泵室外机的声功率是多少分贝，然后查一下老房子装热泵要注意什么，"
    "并计算 12000 × 0.25 + 800。",
}
