"""Who may decide, cancel and retry. Whatever is unclear refuses."""

from dataclasses import replace

import pytest

from bot.core.policy import Circle, deciders, deciders_of, may_decide, owners
from graphs.contract import Deciders
from tests.unit.cards_samples import ANA, BEN, CAT, QUESTION, RUN, WEEKLY

EVERYONE = frozenset({ANA, BEN, CAT})


def circle(policy: Deciders, approvers: tuple[str, ...] | None = None) -> Circle:
    question = replace(QUESTION, approvers=approvers)
    return deciders(RUN, question, replace(WEEKLY, deciders=policy))


def allowed(rule: Circle, members: frozenset[str] | None = EVERYONE) -> set[str]:
    return {u for u in (ANA, BEN, CAT, "") if may_decide(u, rule, channel_members=members)}


def test_the_starter_decides_where_nothing_else_is_said() -> None:
    assert allowed(circle("starter")) == {ANA}
    assert allowed(circle("starter"), None) == {ANA}


def test_listed_people_decide() -> None:
    assert allowed(circle((BEN, CAT, BEN))) == {BEN, CAT}
    assert circle((BEN, CAT, BEN)).users == (BEN, CAT)


def test_members_of_the_channel_decide_and_nobody_else() -> None:
    rule = circle("channel")
    assert allowed(rule, frozenset({BEN})) == {BEN}
    assert rule.asks_members


def test_members_that_could_not_be_read_refuse_everybody() -> None:
    assert allowed(circle("channel"), None) == set()
    assert allowed(circle("channel", (BEN,)), None) == set()


@pytest.mark.parametrize(
    ("policy", "approvers", "who"),
    [
        ("starter", (ANA, BEN), {ANA}),
        ("starter", (BEN,), set()),
        ((ANA, BEN), (BEN, CAT), {BEN}),
        ("channel", (BEN, CAT, BEN), {BEN, CAT}),
        ("channel", (), set()),
        ((ANA, BEN), (), set()),
    ],
)
def test_a_question_can_only_narrow_the_policy(
    policy: Deciders, approvers: tuple[str, ...], who: set[str]
) -> None:
    rule = circle(policy, approvers)
    assert allowed(rule) == who
    assert rule.nobody == (not who)


def test_named_people_of_a_channel_must_still_be_its_members() -> None:
    rule = circle("channel", (BEN, CAT))
    assert rule.asks_members
    assert allowed(rule, frozenset({ANA, BEN})) == {BEN}


def test_nobody_decides_in_a_workflow_that_is_gone() -> None:
    rule = deciders(RUN, QUESTION, None)
    assert rule.nobody
    assert not rule.asks_members
    assert allowed(rule) == set()


def test_several_questions_name_all_who_may_decide_one() -> None:
    about = replace(WEEKLY, deciders=(ANA, BEN))
    narrow = replace(QUESTION, approvers=(BEN,))
    assert deciders_of(RUN, [narrow, QUESTION], about).users == (BEN, ANA)
    channel = replace(WEEKLY, deciders="channel")
    assert deciders_of(RUN, [QUESTION, narrow], channel) == Circle(users=(BEN,), anyone=True)


def test_the_starter_and_those_of_the_policy_own_a_run() -> None:
    assert allowed(owners(RUN, WEEKLY), None) == {ANA}
    assert allowed(owners(RUN, replace(WEEKLY, deciders=(BEN,))), None) == {ANA, BEN}
    assert allowed(owners(RUN, replace(WEEKLY, deciders="channel"))) == {ANA, BEN, CAT}
    assert allowed(owners(RUN, None)) == {ANA}
