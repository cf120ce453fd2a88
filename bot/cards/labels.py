"""What the buttons of a question are called: as we call them, or by the graph's own words."""

from collections.abc import Mapping

from bot.cards import limits, text
from bot.cards.catalogue import words
from bot.core.question import Action, Question, Shape
from graphs.contract import Language


def on_button(question: Question, action: Action, language: Language) -> str:
    """The text of a button, not escaped."""
    own = text.short(question.labels.get(action, ""), limits.BUTTON_TEXT)
    return own or _ours(question, language)[action]


def on_form(question: Question, action: Action) -> str:
    """The graph's own words for the title and the button of a form, not escaped; often empty."""
    return text.short(question.labels.get(action, "").rstrip(" .…"), limits.VIEW_TITLE)


def afterwards(question: Question, action: Action) -> str:
    """The graph's own words, escaped, without the dots that say that a form comes next."""
    return text.line(question.labels.get(action, "").rstrip(" .…"), limits.LABEL_TEXT)


def in_sentences(question: Question, language: Language) -> Mapping[str, str]:
    """The same for sentences that name a button, by the action's name; markup."""
    w = words(language)
    return {action.value: _named(question, action, language) for action in w.gate.names}


def _named(question: Question, action: Action, language: Language) -> str:
    w = words(language)
    own = afterwards(question, action)
    return w.units.quoted.format(text=own) if own else w.gate.names[action]


def _ours(question: Question, language: Language) -> Mapping[Action, str]:
    w, passing = words(language).buttons, question.shape is Shape.BREAKPOINT
    return {
        Action.APPROVE: w.go_on if passing else w.approve,
        Action.REVISE: w.revise,
        Action.EDIT: w.edit_state if passing else w.edit,
        Action.ANSWER: w.answer if question.fields else w.submit,
        Action.SKIP: w.skip,
        Action.REJECT: w.reject,
    }
