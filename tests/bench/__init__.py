"""Figures with goals: `python -m tests.bench`. A missed goal is printed and fails nothing."""
