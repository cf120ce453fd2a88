"""Message shortcuts: a run about a message, or about the thread that it stands in."""

import asyncio

from bot.cards import replies, shortcut_replies
from bot.cards.catalogue import words
from bot.cards.replies import Reply
from bot.core.assignments import Words
from bot.core.inputs import start_fields
from bot.core.ports.messenger import GaveWayError
from bot.core.ports.threads import MOST_MESSAGES, ReadText, UnreadablePlaceError
from bot.listeners import starts
from bot.listeners.answers import Answer, Private
from bot.listeners.front import Front
from bot.listeners.payloads import Marked
from graphs.contract import Language, Shortcut, Workflow

IN_TIME = 1.8
"""Seconds for all that is asked of Slack: it waits three for the acknowledgement, and is
reported to deliver again before that (bolt-js#2188)."""


async def chosen(front: Front, marked: Marked) -> Answer:
    """Start the workflow of a shortcut on what it reads, or open its form where that asks more."""
    found = _found(front, marked.callback_id)
    if found is None:
        return Private(shortcut_replies.old_shortcut(await front.language(marked.who)))
    workflow, shortcut = found
    try:
        async with asyncio.timeout(IN_TIME):
            language = await front.language(marked.who)
            text = await _read(front, marked, shortcut, language)
    except TimeoutError:
        raise GaveWayError("too_late") from None
    if isinstance(text, Private):
        return text
    if refused := _refused(workflow, shortcut, text, language):
        return Private(refused)
    return await starts.start_with(front, marked, workflow, Words(values={shortcut.fills: text}))


def _found(front: Front, callback_id: str) -> tuple[Workflow, Shortcut] | None:
    offered = ((w, s) for w in front.workflows.values() for s in w.shortcuts)
    return next((pair for pair in offered if pair[1].callback_id == callback_id), None)


async def _read(
    front: Front, marked: Marked, shortcut: Shortcut, language: Language
) -> str | Private:
    """The text that the run is to begin with, or why it cannot be read."""
    who = marked.who
    if not await front.directory.can_speak(who.channel):
        return Private(replies.invite(language, channel=who.channel))
    if shortcut.reads == "message":
        return _told(await front.threads.message(who.team, marked.message), language)
    try:
        read = await front.threads.thread(who.team, who.channel, marked.thread_ts)
    except UnreadablePlaceError as error:
        return Private(shortcut_replies.cannot_read(error.code, language))
    return _told(read, language)


def _told(read: ReadText, language: Language) -> str:
    """The text, and below it that it is not all of the thread."""
    if not read.left_out:
        return read.text
    cut = words(language).given.left_out.format(count=f"{MOST_MESSAGES:,}")
    return f"{read.text}\n{cut}"


def _refused(workflow: Workflow, shortcut: Shortcut, text: str, language: Language) -> Reply | None:
    if not text:
        return shortcut_replies.no_text(language, thread=shortcut.reads == "thread")
    most = next(f.most for f in start_fields(workflow, language) if f.key == shortcut.fills)
    return replies.too_long(len(text), int(most), language) if most and len(text) > most else None
