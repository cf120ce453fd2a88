"""Runs a command that dies with its parent. A program of its own: it imports nothing of ours.

Called as `python redis_launcher.py PARENT_PID COMMAND...`. It asks the kernel for a
SIGTERM when the parent's thread ends, then becomes the command, under the same pid.
Linux only; elsewhere the command is started directly.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, command: list[str]) -> None:
    """Bind this process to its parent and become the command."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    if os.getppid() != parent:  # it died before we asked: no signal would come
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606 - that is the purpose


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
