"""Topics to try research out with: the library that comes along has documents on them."""

from collections.abc import Mapping

from graphs.contract import Language

TOPICS: Mapping[Language, str] = {
    "en": "Bees and pollination in cities",
    "zh": "老房子里的热泵",
}
