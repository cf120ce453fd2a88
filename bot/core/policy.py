"""Who may decide at a gate, and who may cancel or retry a run.

Nobody may unless a rule says so: an empty list refuses, and so does a channel
whose members nobody could read.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.model import Run
from bot.core.question import Question
from graphs.contract import Deciders as Policy
from graphs.contract import Workflow


@dataclass(frozen=True, slots=True)
class Circle:
    """The people a rule allows. `users` are Slack ids, in the order to name them.

    `anyone`: every member of the run's channel besides. `members_only`: those in
    `users` must be members of the channel as well.
    """

    users: tuple[str, ...] = ()
    anyone: bool = False
    members_only: bool = False

    @property
    def nobody(self) -> bool:
        """Whether the rule allows no one at all."""
        return not self.users and not self.anyone

    @property
    def asks_members(self) -> bool:
        """Whether `may_decide` has to know the members of the channel."""
        return self.anyone or self.members_only


def deciders(run: Run, question: Question, about: Workflow | None) -> Circle:
    """Who may decide: the workflow's policy, narrowed by the question's `approvers`.

    Nobody where the workflow is not registered any more.
    """
    if about is None:
        return Circle()
    circle = _circle(about.deciders, run)
    return circle if question.approvers is None else _narrowed(circle, question.approvers)


def deciders_of(run: Run, questions: Iterable[Question], about: Workflow | None) -> Circle:
    """Those who may decide any of these questions, in one circle to name them by."""
    circles = [deciders(run, question, about) for question in questions]
    users = dict.fromkeys(user for circle in circles for user in circle.users)
    return Circle(users=tuple(users), anyone=any(circle.anyone for circle in circles))


def owners(run: Run, about: Workflow | None) -> Circle:
    """Who may cancel and retry: the starter, and those of the policy."""
    circle = Circle() if about is None else _circle(about.deciders, run)
    users = dict.fromkeys((run.starter, *circle.users))
    return Circle(users=tuple(users), anyone=circle.anyone)


def may_decide(user: str, circle: Circle, *, channel_members: frozenset[str] | None = None) -> bool:
    """Whether the person is in the circle. `channel_members` None: they could not be read."""
    member = channel_members is not None and user in channel_members
    if user in circle.users:
        return member or not circle.members_only
    return circle.anyone and member


def _circle(policy: Policy, run: Run) -> Circle:
    if policy == "starter":
        return Circle(users=(run.starter,))
    if policy == "channel":
        return Circle(anyone=True)
    return Circle(users=tuple(dict.fromkeys(policy)))


def _narrowed(circle: Circle, approvers: tuple[str, ...]) -> Circle:
    named = tuple(dict.fromkeys(approvers))
    if circle.anyone:
        return Circle(users=named, members_only=True)
    return Circle(users=tuple(user for user in named if user in circle.users))
