"""The second step: what was agreed, each tied to a topic."""

from collections.abc import Sequence
from itertools import chain

from pydantic import BaseModel, Field

from graphs.ground import tokens
from graphs.lines import bare, shortened
from graphs.minutes import offline, prompts
from graphs.minutes.bounds import LONGEST, MOST, MOST_IN_PART, Line
from graphs.minutes.quotes import squeezed
from graphs.minutes.reading import Found, Material, Reading, ask_in_parts, long, warning
from graphs.minutes.state import Conclusion
from graphs.minutes.windows import in_turn
from graphs.minutes.words import TEXTS
from graphs.model import Model


class Concluded(BaseModel):
    """One conclusion."""

    text: Line
    topic: int = Field(ge=0, le=MOST, description="number of its topic, 0 for none")


class Conclusions(BaseModel):
    """The conclusions of a part of a transcript; empty when there are none."""

    conclusions: list[Concluded] = Field(max_length=MOST_IN_PART)


async def find(model: Model, material: Material) -> Found[list[Conclusion]]:
    """Conclusions that keep their bounds. ModelError when the model gives nothing."""
    language, ground = material.language, material.ground()
    told, last = prompts.PROMPTS[language], len(material.topics)

    def faults(answer: Conclusions) -> list[str]:
        listed = answer.conclusions
        wrong = [f for c in listed for f in long(c.text, language)]
        wrong += [told.foreign.format(line=c.text) for c in listed if not ground.carries(c.text)]
        strange = (c for c in listed if c.topic > last > 0)
        return wrong + [told.no_topic.format(number=c.topic, line=c.text) for c in strange]

    reading = Reading(
        step="conclusions",
        schema=Conclusions,
        rules=told.conclusions,
        offline=lambda part: _offline(part, material),
        faults=faults,
        lines=lambda answer: [c.text for c in answer.conclusions],
    )
    answers = await ask_in_parts(model, reading, material)
    every = [[c for c in a.conclusions if bare(c.text)] for a in answers.made]
    true = [[c for c in listed if ground.carries(c.text)] for listed in every]
    dropped = len(list(chain(*every))) - len(list(chain(*true)))
    found = _in_order([_tied(c, material) for c in in_turn(true, MOST)], material.topics)
    left_out = TEXTS[language].dropped.format(count=dropped) if dropped else ""
    texts = [c["text"] for c in found]
    return Found(found, warning(language, texts, left_out), answers.chars)


def nearest(text: str, topics: Sequence[str]) -> str:
    """The topic that has most words in common with a text; "" where none has any."""
    own = tokens(text)
    shared = {topic: len(own & tokens(topic)) for topic in topics}
    best = max(shared, key=lambda topic: shared[topic], default="")
    return best if shared.get(best) else ""


def _tied(said: Concluded, material: Material) -> Conclusion:
    topics = material.topics
    right = 0 < said.topic <= len(topics)
    text = shortened(bare(said.text), LONGEST[material.language])
    return Conclusion(text=text, topic=topics[said.topic - 1] if right else nearest(text, topics))


def _in_order(found: Sequence[Conclusion], topics: Sequence[str]) -> list[Conclusion]:
    """By topic, those of none last; each text once."""
    apart = list({squeezed(c["text"]): c for c in reversed(found)}.values())[::-1]
    place = {topic: n for n, topic in enumerate(topics)}
    return sorted(apart, key=lambda c: place.get(c["topic"], len(topics)))


def _offline(part: str, material: Material) -> Conclusions:
    picked = offline.conclusions(part, material.comments, material.language, material.topics)
    return Conclusions(
        conclusions=[
            Concluded(text=text, topic=material.topics.index(topic) + 1 if topic else 0)
            for text, topic in picked
        ]
    )
