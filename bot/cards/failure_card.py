"""The card of a failure: what could not be done, what is kept, who can do what about it."""

from bot.cards import blocks, ids, limits, phrases, text
from bot.cards.catalogue import words
from bot.cards.markup import mention
from bot.cards.run_cards import cancel_button, cancelled_line
from bot.cards.steps import label_of
from bot.core.model import Failure, Run, RunState, Snapshot
from bot.core.policy import owners
from bot.core.ports.messenger import Message
from bot.core.standing import Standing, standing
from graphs.contract import Workflow

SLOT = "failure"


def failure(snapshot: Snapshot, about: Workflow | None) -> Message | None:
    """The card where there is a failure, or where a shown one was overcome since."""
    failed = snapshot.run.failure
    if failed is not None and snapshot.run.state is not RunState.DONE:
        return _failed(snapshot, failed, about)
    return _recovered(snapshot, about) if SLOT in snapshot.slots else None


def _failed(snapshot: Snapshot, failed: Failure, about: Workflow | None) -> Message:
    run, now = snapshot.run, standing(snapshot)
    what = sentence(run, failed, about)
    body = (
        blocks.section(f"✕ {text.escape(what)}"),
        *_kept(run, now, failed),
        *_also_waiting(run, now),
        blocks.context(phrases.dotted(_state(run, now, about), _reference(run, failed))),
        *_buttons(run, now),
    )
    line = phrases.notice(what, _state(run, now, about))
    return Message(slot=SLOT, text=line, blocks=body, plain=body)


def sentence(run: Run, failed: Failure, about: Workflow | None) -> str:
    """What could not be done, not escaped. Steps without a label are not named."""
    w = words(run.language)
    labels = [label_of(run, node, about) for node in failed.nodes]
    named = w.units.comma.join(dict.fromkeys(w.units.quoted.format(text=n) for n in labels if n))
    steps = text.cut(named, limits.LABEL_TEXT) or w.run.a_step
    detail = text.short(failed.detail.replace("`", ""), limits.NAME_TEXT)
    said = w.run.unstorable if detail else w.run.failures[failed.kind]
    return said.format(steps=steps, detail=detail)


def _recovered(snapshot: Snapshot, about: Workflow | None) -> Message:
    """The buttons of a failure that is overcome must not look live."""
    run = snapshot.run
    done = words(run.language).run.recovered
    body = (blocks.context(done),)
    line = phrases.notice(phrases.title(run, about), done)
    return Message(slot=SLOT, text=line, blocks=body, plain=body)


def _kept(run: Run, now: Standing, failed: Failure) -> tuple[blocks.Block, ...]:
    """What remains and how to go on; not where it speaks of a button that is gone."""
    if failed.kind.can_retry and not now.can_retry:
        return ()
    return (blocks.section(words(run.language).run.kept[failed.kind]),)


def _also_waiting(run: Run, now: Standing) -> tuple[blocks.Block, ...]:
    return (blocks.section(words(run.language).run.also_waiting),) if now.waiting else ()


def _state(run: Run, now: Standing, about: Workflow | None) -> str:
    w = words(run.language).run
    if run.state is RunState.CANCELLED:
        return cancelled_line(run)
    if now.can_retry:
        who = phrases.people(owners(run, about), run.language)
        return (w.who_can_ask_again if now.changed else w.who_can_retry).format(who=who)
    return "" if run.retry_by is None else w.retried.format(who=mention(run.retry_by))


def _reference(run: Run, failed: Failure) -> str:
    shown = text.line(failed.ref, limits.NAME_TEXT)
    return words(run.language).run.reference.format(ref=shown)


def _buttons(run: Run, now: Standing) -> tuple[blocks.Block, ...]:
    if now.failure is None or now.final:
        return ()
    w = words(run.language).buttons
    label = w.ask_again if now.changed else w.retry
    retry = blocks.button(label, ids.RETRY, run.run_id, style="primary")
    return (blocks.actions([*([retry] if now.can_retry else []), cancel_button(run)]),)
