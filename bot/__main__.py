"""`python -m bot` is the command `signoff`."""

from bot.cli import main

main()
