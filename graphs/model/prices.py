"""What tokens cost. Prices are settings: they change too often to be code."""

from dataclasses import dataclass

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, for input and for output.

    Discounts (cached input, batches) are not known here: the cost is an upper bound.
    """

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """What that many tokens cost, in US dollars."""
        return (self.input * input_tokens + self.output * output_tokens) / _MILLION
