"""Claims are dealt out over the questions before writing: a sentence is used once. Pure."""

from collections.abc import Callable, Sequence
from itertools import chain

from graphs.research import offline
from graphs.research.state import Claim, Finding, ResearchState, language_of, topic_of


def dealt(state: ResearchState) -> list[Finding]:
    """The findings in which each claim stands where it answers best.

    A question that has only one claim keeps it, so that none is left without an answer.
    """
    asked = {question["id"]: question["question"] for question in state.get("plan", [])}

    def fits(finding: Finding, claim: Claim) -> int:
        return offline.fit(
            claim["text"],
            topic=topic_of(state),
            question=asked.get(finding["id"], ""),
            language=language_of(state),
        )

    return _dealt(state.get("findings", []), fits)


def _dealt(findings: Sequence[Finding], fits: Callable[[Finding, Claim], int]) -> list[Finding]:
    order = sorted(
        ((finding, claim) for finding in findings for claim in finding["claims"]),
        key=lambda pair: (len(pair[0]["claims"]) > 1, -fits(*pair), pair[0]["id"]),
    )
    held: dict[int, list[str]] = {finding["id"]: [] for finding in findings}
    for finding, claim in order:
        if not any(_repeats(claim["text"], text) for text in chain.from_iterable(held.values())):
            held[finding["id"]].append(claim["text"])
    return [_with(finding, held[finding["id"]]) for finding in findings]


def _with(finding: Finding, texts: Sequence[str]) -> Finding:
    kept = [claim for claim in finding["claims"] if claim["text"] in texts]
    return {**finding, "claims": kept or finding["claims"][:1]}


def _repeats(one: str, other: str) -> bool:
    return one in other or other in one
