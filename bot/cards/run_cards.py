"""The root message of a run: what runs, who started it, where it stands."""

from bot.cards import blocks, ids, limits, phrases, text
from bot.cards.catalogue import words
from bot.cards.markup import mention
from bot.cards.steps import names_of, step_of
from bot.core.model import Gate, Run, Snapshot
from bot.core.policy import deciders_of, owners
from bot.core.ports.messenger import Message
from bot.core.standing import Phase, Standing, standing
from graphs.contract import Workflow


def root(snapshot: Snapshot, about: Workflow | None) -> Message:
    """The one message in the channel."""
    run = snapshot.run
    now = standing(snapshot)
    what, state = phrases.full_title(run, about), state_line(run, now, about)
    started = words(run.language).run.started_by.format(who=mention(run.starter))
    line = blocks.section(
        phrases.dotted(f"*{text.escape(what)}*", started),
        accessory=cancel_button(run) if now.can_cancel else _again_button(run, now, about),
    )
    shown = (
        line,
        *_origin(run, about),
        blocks.context(phrases.dotted(state, _figures(snapshot, now, about))),
    )
    return Message(slot="root", text=phrases.notice(what, state), blocks=shown, plain=shown)


def state_line(run: Run, now: Standing, about: Workflow | None) -> str:
    """Where the run stands, in a few words that name the person."""
    w = words(run.language).run
    if now.phase is Phase.DONE:
        return w.done.format(took=_took(run))
    if now.phase is Phase.CANCELLED:
        return cancelled_line(run)
    if now.phase is Phase.DEAD:
        return w.dead
    return phrases.dotted(_failed(run, now, about), _waiting(run, now, about)) or w.running


def cancelled_line(run: Run) -> str:
    """Who cancelled the run, as far as that is known."""
    w = words(run.language).run
    if run.ended_by is None:
        return w.cancelled_by_nobody
    return w.cancelled.format(who=mention(run.ended_by))


def cancel_button(run: Run, *, gate: Gate | None = None) -> blocks.Block:
    """Ends the run, after a question. `gate` is whose card it stands on, if any."""
    return blocks.button(
        words(run.language).buttons.cancel,
        ids.CANCEL,
        run.run_id if gate is None else ids.gate_value(run.run_id, gate.key),
        style="danger",
        confirm=phrases.confirm_cancel(run.language),
    )


def _again_button(run: Run, now: Standing, about: Workflow | None) -> blocks.Block | None:
    """Lists the steps that an ended run can be run again from, if it ever took one."""
    if about is None or not run.fingerprint or not now.left_something:
        return None
    return blocks.button(words(run.language).versions.again, ids.AGAIN, run.run_id)


def _origin(run: Run, about: Workflow | None) -> tuple[blocks.Block, ...]:
    """Which version it goes on from, where, and on whose word."""
    if (origin := run.origin) is None:
        return ()
    w = words(run.language).versions
    steps = text.line(names_of(run, origin.nodes, about), limits.LABEL_TEXT)
    line = w.again_from if origin.nodes else w.goes_on_from
    who = mention(origin.by)
    return (blocks.context(line.format(steps=steps, version=origin.version, who=who)),)


def who_decides(run: Run, now: Standing, about: Workflow | None) -> str:
    """Those whom the open questions wait for."""
    circle = deciders_of(run, [gate.question for gate in now.waiting], about)
    return phrases.people(circle, run.language)


def _waiting(run: Run, now: Standing, about: Workflow | None) -> str:
    if not now.waiting:
        return ""
    w = words(run.language).run
    parts = [part for gate in now.waiting for part in gate.question.sections]
    warned = w.part_warned if any(part.warning for part in parts) else ""
    return phrases.dotted(w.waiting.format(who=who_decides(run, now, about)), warned)


def _failed(run: Run, now: Standing, about: Workflow | None) -> str:
    w = words(run.language).run
    if now.failure is None:
        return ""
    if not now.can_retry:
        return w.failed_for_good
    who = phrases.people(owners(run, about), run.language)
    return (w.changed if now.changed else w.failed).format(who=who)


def _took(run: Run) -> str:
    ended = run.created_at if run.ended_at is None else run.ended_at
    return phrases.duration(ended - run.created_at, run.language)


def _figures(snapshot: Snapshot, now: Standing, about: Workflow | None) -> str:
    """Step and tokens. Not while it runs: each of them would be an update of its own."""
    run = snapshot.run
    if now.phase is Phase.RUNNING:
        return phrases.offline(run)
    step = "" if now.final else step_of(snapshot, about)
    return phrases.dotted(step, phrases.usage(run.usage, run.language), phrases.offline(run))
