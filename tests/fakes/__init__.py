"""Fakes with the interface of the real thing, held to it by the contract tests."""

from tests.fakes.clock import FakeClock
from tests.fakes.store import FakeStore

__all__ = ["FakeClock", "FakeStore"]
