"""What people read of going on from an older version, in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VersionWords:
    """Continue, and running again from a step. Titles and buttons of forms have 24 characters."""

    again: str
    again_title: str
    again_line: str
    again_label: str
    again_submit: str
    gone: str
    again_from: str
    goes_on_from: str
    going_on_title: str
    going_on: str
    retried: str


ENGLISH = VersionWords(
    again="Run again from…",
    again_title="Run again",
    again_line=(
        "*{title}* runs again as a new version, from the step that you choose, with the workflow "
        "as it is now. Nothing before that step runs again, and this version stays as it is."
    ),
    again_label="Which step comes next?",
    again_submit="Run again from here",
    gone=(
        "The saved steps of this run are gone, so nothing can go on from them. "
        "Start again with the command."
    ),
    again_from="↻ again from *{steps}* of version {version}, on {who}'s word",
    goes_on_from="↻ goes on where version {version} ended, on {who}'s word",
    going_on_title="Going on",
    going_on="It goes on as version {version}, in the channel. What you typed here was not used.",
    retried="It goes on, in the channel. What you typed here was not used.",
)

CHINESE = VersionWords(
    again="从某一步重跑…",
    again_title="重跑",
    again_line=(
        "*{title}* 会另起一版，按现在的流程从你选的那一步重跑。"
        "那一步之前的内容不会重跑，这一版保持不变。"
    ),
    again_label="接下来从哪一步开始？",
    again_submit="从这里重跑",
    gone="这次运行的各步存档已经不在了，无法接着跑。请用命令重新发起。",
    again_from="↻ 从第 {version} 版的 *{steps}* 重跑，由 {who} 提出",
    goes_on_from="↻ 接着第 {version} 版继续，由 {who} 提出",
    going_on_title="已继续",
    going_on="已在频道里以第 {version} 版继续。这里填写的内容没有用上。",
    retried="已在频道里继续。这里填写的内容没有用上。",
)
