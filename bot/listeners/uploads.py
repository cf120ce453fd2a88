"""A start form with files in it: their texts go where somebody could have typed them."""

import asyncio
from collections.abc import Mapping

from bot.cards import start_forms
from bot.core.entries import Entered
from bot.core.inputs import form_fields, with_texts
from bot.core.ports.documents import Documents, SentFile, UnreadableFileError
from bot.core.problems import FileFault
from bot.listeners.answers import Wrong
from bot.listeners.front import Front
from bot.listeners.payloads import Sent
from graphs.contract import Language, Workflow


async def read_form(
    front: Front, sent: Sent, workflow: Workflow, language: Language
) -> Entered | Wrong:
    """What a start form gave. What is wrong is marked in it, and nothing of it gets lost."""
    typed = start_forms.read(workflow, sent.state, language)
    if typed.problems:
        return Wrong(start_forms.errors(workflow, typed.problems, language))
    files = start_forms.files(workflow, sent.state, language)
    texts, faults = await _texts(front.documents, files)
    if faults:
        return Wrong(start_forms.file_errors(workflow, faults, language))
    whole = with_texts(form_fields(workflow, language), typed, texts)
    if whole.problems:
        return Wrong(start_forms.errors(workflow, whole.problems, language))
    return whole


async def _texts(
    documents: Documents, files: Mapping[str, SentFile]
) -> tuple[dict[str, str], dict[str, tuple[FileFault, str]]]:
    """The texts of files, and why others have none, by field key. All at once: time is short."""
    texts: dict[str, str] = {}
    faults: dict[str, tuple[FileFault, str]] = {}

    async def read(key: str, file: SentFile) -> None:
        try:
            texts[key] = await documents.text(file)
        except UnreadableFileError as error:
            faults[key] = error.fault, file.name

    await asyncio.gather(*(read(key, file) for key, file in files.items()))
    return texts, faults
