"""Whole families of games, one row each, as they are found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from . import _native
from ._terms import Memory, memory


class Sweep:
    """An iterator of rows; ``frame()`` is what is left of them as a pandas DataFrame.

    >>> import grundy
    >>> with grundy.sweep("octal", digits=1, limit=1000) as rows:
    ...     [(row["code"], row["period"]) for row in rows][:3]
    [('0.1', 1), ('0.2', 2), ('0.3', 2)]
    """

    def __init__(self, native: _native.Sweep) -> None:
        self._native = native

    def __len__(self) -> int:
        """How many games the family has."""
        return self._native.games

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        line = self._native.next()
        if line is None:
            raise StopIteration
        row: dict[str, Any] = json.loads(line)
        del row["schema"]
        return row

    def __enter__(self) -> Sweep:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends it."""
        self._native.close()

    def frame(self) -> Any:
        """The rows that are left, as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(list(self))


def sweep(
    family: str,
    *,
    digits: int | None = None,
    largest: int | None = None,
    rules: Iterable[str] = (),
    splits: bool = False,
    size: int | None = None,
    symmetric: bool = False,
    limit: int | None = None,
    max_time: float | None = None,
    max_memory: Memory = None,
    threads: int | None = None,
) -> Sweep:
    """All games of a family: ``"octal"`` or ``"hexadecimal"`` codes with so many ``digits``, ``"subtraction"`` sets with numbers up to
    ``largest`` (of one ``size``, or only the ``symmetric`` ones), or ``"rules"``.

    >>> import grundy
    >>> rows = list(grundy.sweep("rules", rules=["kayles", "take{1,2}"]))
    >>> [(row["code"], row["period"], row["status"]) for row in rows]
    [('kayles', 12, 'proved'), ('take{1,2}', 3, 'proved')]
    >>> len(grundy.sweep("subtraction", largest=4))
    11
    """
    extents = {"octal": digits, "hexadecimal": digits, "subtraction": largest, "rules": 0}
    if family not in extents:
        raise ValueError("a family is 'octal', 'hexadecimal', 'subtraction' or 'rules'")
    extent = extents[family]
    if extent is None:
        raise ValueError("codes need `digits`, subtraction sets need `largest`")
    kinds = {"octal": "splits" if splits else "octal", "subtraction": "symmetric" if symmetric else "subtraction"}
    kind, text = kinds.get(family, family), "\n".join(rules)
    return Sweep(_native.Sweep(kind, extent, text, size, limit, max_time, memory(max_memory), threads))
