"""Private lines: what one person is told, with buttons where there is something to do.

Everything in a `Reply` is markup, ready to send. Texts are in the person's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.cards import blocks, ids, limits, phrases, rows, text
from bot.cards.blocks import Block
from bot.cards.catalogue import pick, words
from bot.cards.markup import channel, date, link, mention
from bot.cards.run_cards import state_line, who_decides
from bot.cards.start_forms import command_of
from bot.core.model import Gate, Run, RunState, Snapshot
from bot.core.policy import Circle
from bot.core.question import Decision
from bot.core.standing import Phase, standing
from graphs.contract import Language, Workflow

_DIRECT = "D"
"""What the ids of direct messages begin with."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A private line. Without `blocks` the text alone is sent."""

    text: str
    blocks: tuple[Block, ...] = ()


def already_decided(decision: Decision, language: Language) -> Reply:
    """Somebody was first: who, what, when."""
    w = words(language)
    line = w.rows.already_sent if len(decision.choices) > 1 else w.replies.already[decision.action]
    tally = rows.tally(decision.choices, language)
    said = line.format(who=mention(decision.by), when=date(decision.at), tally=tally)
    return unchanged(said, language)


def unfinished(gate: Gate, language: Language) -> Reply:
    """Some actions have no choice yet, so nothing was sent."""
    keys = [row.key for row in gate.question.rows]
    count = sum(key not in gate.choices for key in keys)
    line = words(language).replies.unfinished.format(count=count, total=len(keys))
    return unchanged(line, language)


def moved(language: Language) -> Reply:
    """Somebody chose otherwise since the card was shown."""
    return unchanged(words(language).replies.moved, language)


def unknown_keys(
    about: Workflow, unknown: Sequence[str], known: Sequence[str], language: Language
) -> Reply:
    """A command names a field that the form does not have; the fields that it has."""
    w = words(language)
    line = w.replies.unknown_key if known else w.replies.no_keys
    said = line.format(
        title=text.line(pick(about.title, language), limits.LABEL_TEXT),
        unknown=_codes(unknown, language),
        known=_codes(known, language),
    )
    return unchanged(said, language)


def earlier_round(language: Language, *, current_url: str = "") -> Reply:
    """The card asks an old question; `current_url` is the permalink of the current one."""
    w = words(language).replies
    if not current_url:
        return unchanged(w.superseded, language)
    there = link(current_url, w.the_current_one)
    return unchanged(w.superseded_at.format(link=there), language)


def only_deciders(circle: Circle, language: Language) -> Reply:
    """The person may not decide; who may."""
    w = words(language).replies
    if circle.nobody:
        return unchanged(w.nobody_may, language)
    if circle.anyone:
        return unchanged(w.only_anyone, language)
    return unchanged(w.only.format(who=phrases.people(circle, language)), language)


def only_owners(circle: Circle, language: Language) -> Reply:
    """The person may not cancel or retry; who may."""
    line = words(language).replies.not_owner
    return unchanged(line.format(who=phrases.people(circle, language)), language)


def run_ended(run: Run, language: Language) -> Reply:
    """The run is over: how, by whom, when. Also for a second Cancel."""
    w = words(language).replies
    when = date(run.created_at if run.ended_at is None else run.ended_at)
    if run.state is RunState.DONE:
        line = w.ended_done.format(when=when)
    elif run.state is not RunState.CANCELLED:
        line = w.ended_dead.format(when=when)
    elif run.ended_by is None:
        line = w.ended_cancelled_by_nobody.format(when=when)
    else:
        line = w.ended_cancelled.format(who=mention(run.ended_by), when=when)
    return unchanged(line, language)


def is_direct(channel: str) -> bool:
    """Whether this is the id of a direct message."""
    return channel.startswith(_DIRECT)


def invite(language: Language, *, channel: str = "", bot: str = "signoff") -> Reply:
    """No run starts where the bot is no member, and into a direct message nobody can invite it.

    `channel` is where somebody tried, `bot` the bot's name in Slack.
    """
    w = words(language).replies
    if is_direct(channel):
        return Reply(w.not_in_direct)
    return Reply(w.not_in_channel.format(bot=text.line(bot, limits.NAME_TEXT)))


def nothing_recorded(language: Language) -> Reply:
    """The store does not answer."""
    return Reply(words(language).replies.nothing_recorded)


def slack_silent(language: Language) -> Reply:
    """Slack did not say in time what had to be known first."""
    return Reply(words(language).replies.slack_silent)


def uninstalled(language: Language) -> Reply:
    """Slack does not take our token any more."""
    return Reply(words(language).replies.uninstalled)


def report_exists(
    snapshot: Snapshot,
    about: Workflow | None,
    language: Language,
    *,
    url: str = "",
    may_go_on: bool = False,
) -> Reply:
    """There is a run for this already, and where it stands. `url` leads to its root message.

    `may_go_on`: whether the person may have it gone on with.
    """
    w, run = words(language).buttons, snapshot.run
    line = exists_line(snapshot, about, language, url=url)
    buttons = [blocks.link_button(w.open, ids.OPEN, url)] if url else []
    buttons.append(blocks.button(w.new_version, ids.NEW_VERSION, run.run_id))
    if run.state.final:  # there is nothing to do at the old one
        buttons.reverse()
    first = way_on(snapshot, language) if may_go_on else None
    return Reply(
        line, (blocks.section(line), blocks.actions([*([first] if first else []), *buttons]))
    )


def way_on(snapshot: Snapshot, language: Language) -> Block | None:
    """The button that goes on from what a run had; None where it did not break off."""
    if not standing(snapshot).can_go_on:
        return None
    return blocks.button(words(language).buttons.go_on, ids.GO_ON, snapshot.run.run_id)


def exists_line(snapshot: Snapshot, about: Workflow | None, language: Language, *, url: str) -> str:
    """The same as a line of markup alone, for a form."""
    w, run = words(language).replies, replace(snapshot.run, language=language)
    return w.exists.format(
        title=text.escape(phrases.full_title(run, about)),
        who=mention(run.starter),
        state=_where_it_stands(replace(snapshot, run=run), about),
        link=link(url, w.the_run) if url else text.escape(run.run_id),
    )


def _where_it_stands(snapshot: Snapshot, about: Workflow | None) -> str:
    run, now = snapshot.run, standing(snapshot)
    w = words(run.language).replies
    if now.phase is Phase.CANCELLED:
        who = "" if run.ended_by is None else mention(run.ended_by)
        return w.state[now.phase].format(who=who) if who else w.state_cancelled_by_nobody
    return w.state[now.phase].format(who=who_decides(run, now, about) if now.waiting else "")


def unknown_workflow(name: str, workflows: Sequence[Workflow], language: Language) -> Reply:
    """No workflow of that name; those that exist."""
    shown = text.line(name, limits.LABEL_TEXT)
    return _list(words(language).replies.unknown_workflow.format(name=shown), workflows, language)


def workflow_list(workflows: Sequence[Workflow], language: Language) -> Reply:
    """What can be started here, each with a button that opens its form."""
    return _list(words(language).replies.workflows, workflows, language)


def outdated_card(language: Language) -> Reply:
    """An action or view that this version does not know."""
    return unchanged(words(language).replies.outdated, language)


def nothing_to_retry(language: Language) -> Reply:
    """Nothing failed, or somebody asked for the retry already."""
    return unchanged(words(language).replies.nothing_to_retry, language)


def too_long(count: int, bound: int, language: Language) -> Reply:
    """The text is over the bound (characters)."""
    line = words(language).forms.too_long.format(bound=f"{bound:,}", count=f"{count:,}")
    return unchanged(line, language)


def went_wrong(ref: str, language: Language) -> Reply:
    """Something broke; `ref` finds it in the log."""
    shown = text.line(ref, limits.NAME_TEXT)
    return Reply(words(language).replies.went_wrong.format(ref=shown))


def cannot_speak(snapshot: Snapshot, about: Workflow | None) -> Reply:
    """To the starter, in the run's language: Slack refuses us the channel; where the run stands."""
    run = snapshot.run
    w = words(run.language).replies
    title = text.escape(phrases.full_title(run, about))
    first = w.cannot_speak.format(channel=channel(run.channel), title=title)
    state = state_line(run, standing(snapshot), about)
    return Reply(f"{first}\n{state}\n{w.cannot_speak_next}")


def unchanged(line: str, language: Language) -> Reply:
    """A line (markup), and that nothing changed."""
    w = words(language)
    return Reply(f"{line}{w.units.between_sentences}{w.replies.nothing_changed}")


def _list(intro: str, workflows: Sequence[Workflow], language: Language) -> Reply:
    w = words(language)
    shown = list(workflows)[: limits.MESSAGE_BLOCKS - 1]
    if not shown:
        return Reply(w.replies.no_workflows)
    rows = [
        blocks.section(
            _entry(about, language),
            accessory=blocks.button(w.buttons.start, ids.numbered(ids.START, place), about.name),
        )
        for place, about in enumerate(shown)
    ]
    commands = w.units.comma.join(map(_command, shown))
    return Reply(f"{intro} {commands}", (blocks.section(intro), *rows))


def _entry(about: Workflow, language: Language) -> str:
    title = text.line(pick(about.title, language), limits.LABEL_TEXT)
    description = text.line(pick(about.description, language), limits.LABEL_TEXT)
    return phrases.dotted(f"*{title}*", _command(about), description)


def _command(about: Workflow) -> str:
    return f"`{text.line(command_of(about), limits.LABEL_TEXT)}`"


def _codes(names: Sequence[str], language: Language) -> str:
    shown = (f"`{text.line(name, limits.NAME_TEXT)}`" for name in names[: limits.CARD_PARTS])
    return words(language).units.comma.join(shown)
