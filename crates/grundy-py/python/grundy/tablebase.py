"""Tablebases: every position that can be reached, solved on files by ``grundy tablebase build``."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _native
from ._terms import Memory, terms


class Tablebase:
    """A folder that ``grundy tablebase build`` has made.

    ``query`` returns a dict with ``outcome``, ``remoteness``, ``grundy``, ``winning_moves`` and ``best``, or None for a position that
    cannot be reached from the one it was built from; ``stats`` the counts of all positions.
    """

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self.directory = os.fspath(directory)
        self._native = _native.Tablebase(self.directory)

    def query(
        self, position: str, *, max_time: float | None = None, max_memory: Memory = None
    ) -> dict[str, Any] | None:
        """What it says about a position."""
        found = self._native.query(position, terms(max_time, max_memory, None, None))
        return None if found is None else json.loads(found)

    @property
    def stats(self) -> dict[str, Any]:
        """The game, the position it was built from, and counts."""
        return json.loads(self._native.stats())

    def __reduce__(self) -> tuple[Any, ...]:
        return Tablebase, (self.directory,)

    def __repr__(self) -> str:
        return f"Tablebase({self.directory!r})"
