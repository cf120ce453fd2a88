"""The weekly report, walked: sent back once, refused to somebody else, approved."""

from bot.cards import ids
from bot.cards.catalogue import words
from bot.cli.walks.stage import Stage
from graphs.weekly_report.words import TEXTS

SAMPLE = """\
Login v2 shipped to all customers on Tuesday
Moved 14 services to Redis 8, no downtime
Security audit is blocked: the auditor needs another two weeks
Support backlog fell from 120 to 45 tickets
Hired two backend engineers, they start in January
Payment export is delayed, waiting for the bank's test account"""

REMARK = "Mention the hiring freeze"
MARKS = {
    text: step
    for texts in TEXTS.values()
    for step, text in (
        ("highlights", texts.highlights_failed),
        ("risks", texts.risks_failed),
        ("report", texts.report_failed),
    )
}
"""What a message says in place of what a step should have made."""


async def walk(at: Stage, notes: str) -> None:
    """Command, card, revision, second card, a refused click, approval, report."""
    await at.command("/weekly-report", notes)
    first = await at.card()
    comment = words("en").forms.revise_label
    await at.fill(first, ids.REVISE, lambda _: {comment: REMARK}, note=f"writes: {REMARK}")
    second = await at.card(after=first.ts)
    await at.refused(second, ids.APPROVE)
    await at.press(second, ids.APPROVE)
    await at.end(after=second.ts)
