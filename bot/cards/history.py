"""The form that lists what a run went through, as steps to run it again from."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.cards import blocks, ids, limits, modals, phrases, text
from bot.cards.catalogue import words
from bot.cards.modals import View
from bot.cards.steps import label_of, names_of
from bot.core.identity import local_minute, local_second
from bot.core.model import Gate, Run, Snapshot
from bot.core.ports.engine import Moment
from graphs.contract import Language, Workflow

BLOCK = "moment"
_FEW = 10
"""Radio buttons show all there is at once; Slack takes so many of them."""


def history_form(
    snapshot: Snapshot,
    moments: Sequence[Moment],
    about: Workflow | None,
    *,
    language: Language,
    timezone: str,
) -> View:
    """What comes next and when, newest first; below each, small, the checkpoint for debugging.

    Steps that people have no name for are left out, unless there are no others. `timezone`
    is the person's. Without moments it says that they are gone.
    """
    w = words(language).versions
    run = replace(snapshot.run, language=language)
    if not moments:
        return gone_view(language)
    title = text.escape(phrases.full_title(run, about))
    listed = _named(moments, run, about) or list(moments)
    options = [
        _option(moment, _label(moment, run, about, _gate(snapshot, moment)), when)
        for moment, when in zip(listed, _times(listed, timezone), strict=True)
    ]
    return modals.form(
        ids.VIEW_AGAIN,
        w.again_title,
        [
            blocks.section(w.again_line.format(title=title)),
            _choice(options[: limits.SELECT_OPTIONS], w.again_label),
            blocks.context(f"`{text.line(run.run_id, limits.LABEL_TEXT)}`"),
        ],
        language=language,
        submit=w.again_submit,
        metadata=run.run_id,
    )


def gone_view(language: Language) -> View:
    """Nothing is left to run again from."""
    w = words(language).versions
    return modals.told_view(w.again_title, w.gone, language=language)


def chosen(state: object) -> str:
    """The checkpoint that was chosen; empty where none was. Never raises."""
    found = state
    for key in ("values", BLOCK, ids.FIELD, "selected_option", "value"):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else ""


def _named(moments: Sequence[Moment], run: Run, about: Workflow | None) -> list[Moment]:
    """The moments with a step that people have a name for, without the other steps of them."""
    named = (
        replace(moment, nodes=tuple(n for n in moment.nodes if label_of(run, n, about)))
        for moment in moments
    )
    return [moment for moment in named if moment.nodes]


def _times(moments: Sequence[Moment], timezone: str) -> list[str]:
    """When each was; to the second where minutes do not tell them apart."""
    minutes = [local_minute(moment.at, timezone) for moment in moments]
    if len(set(minutes)) == len(minutes):
        return minutes
    return [local_second(moment.at, timezone) for moment in moments]


def _gate(snapshot: Snapshot, moment: Moment) -> Gate | None:
    """The question that was asked there."""
    found = (g for g in snapshot.gates.values() if g.checkpoint == moment.checkpoint)
    return next(found, None)


def _label(moment: Moment, run: Run, about: Workflow | None, gate: Gate | None) -> str:
    """What comes next, not escaped: `Review · round 2`."""
    names = names_of(run, moment.nodes, about)
    if gate is None or gate.question.round <= 1:
        return names
    number = words(run.language).units.round_unbounded.format(number=gate.question.round)
    return phrases.dotted(names, number)


def _option(moment: Moment, label: str, when: str) -> blocks.Block:
    room = limits.OPTION_TEXT - len(phrases.dotted("…", when))
    return {
        "text": blocks.plain(phrases.dotted(text.cut(label, room), when), limits.OPTION_TEXT),
        "description": blocks.plain(moment.checkpoint, limits.OPTION_TEXT),
        "value": moment.checkpoint,
    }


def _choice(options: Sequence[blocks.Block], label: str) -> blocks.Block:
    return {
        "type": "input",
        "block_id": BLOCK,
        "label": blocks.plain(label, limits.INPUT_LABEL),
        "element": {
            "type": "radio_buttons" if len(options) <= _FEW else "static_select",
            "action_id": ids.FIELD,
            "options": list(options),
        },
    }
