"""What people read about what they start a run with: files and messages, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.problems import FileFault


@dataclass(frozen=True, slots=True)
class GivenWords:
    """Files in forms, and shortcuts of messages."""

    file_hint: str
    faults: Mapping[FileFault, str]
    empty_or_file: str
    old_shortcut: str
    empty_message: str
    empty_thread: str
    left_out: str
    cannot_read: str


ENGLISH = GivenWords(
    file_hint="Kinds: {kinds}. At most {size} MB.",
    faults={
        FileFault.UNKNOWN: "“{name}” is of a kind that cannot be read. These can: {kinds}.",
        FileFault.ENCRYPTED: "“{name}” is protected by a password. Paste its text instead.",
        FileFault.EMPTY: "“{name}” has no text in it; a scan has none, either. Paste the text.",
        FileFault.TOO_BIG: "“{name}” is over {size} MB. Add a smaller file, or paste its text.",
        FileFault.TOO_LONG: "“{name}” has more pages or text than can be read. Shorten it.",
        FileFault.BROKEN: "“{name}” is damaged, or is not what its name says. Paste its text.",
        FileFault.LATE: "“{name}” takes too long to read. Paste its text instead.",
        FileFault.UNREACHED: "Slack did not hand out “{name}”. Try again, or paste its text.",
    },
    empty_or_file="Write at least a few words here, or add a file under “{label}”.",
    old_shortcut="This shortcut is not known any more. Type `/signoff` to see what can be started.",
    empty_message="There is no text in this message.",
    empty_thread="There is no text in this thread.",
    left_out="(Only the first {count} messages of the thread were read.)",
    cannot_read="Slack does not let me read the messages here ({code}).",
)

CHINESE = GivenWords(
    file_hint="支持 {kinds}，最大 {size} MB。",
    faults={
        FileFault.UNKNOWN: "无法读取“{name}”这种文件。可以用：{kinds}。",
        FileFault.ENCRYPTED: "“{name}”设了密码。请直接粘贴文字。",
        FileFault.EMPTY: "“{name}”里没有文字（扫描件也没有）。请直接粘贴文字。",
        FileFault.TOO_BIG: "“{name}”超过 {size} MB。请换小一点的文件，或直接粘贴文字。",
        FileFault.TOO_LONG: "“{name}”的页数或文字太多，读不了。请缩短后再试。",
        FileFault.BROKEN: "“{name}”已损坏，或内容和文件名不符。请直接粘贴文字。",
        FileFault.LATE: "读取“{name}”花的时间太长。请直接粘贴文字。",
        FileFault.UNREACHED: "Slack 没有给出“{name}”。请再试一次，或直接粘贴文字。",
    },
    empty_or_file="请在这里至少写几个字，或者在“{label}”里添加文件。",
    old_shortcut="这个快捷方式已经失效。输入 `/signoff` 可以查看能发起什么。",
    empty_message="这条消息里没有文字。",
    empty_thread="这个消息列里没有文字。",
    left_out="（只读取了这个消息列的前 {count} 条消息。）",
    cannot_read="Slack 不允许我读取这里的消息（{code}）。",
)
