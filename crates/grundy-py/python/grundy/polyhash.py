"""Texts: exact search, counts, polynomial hashes, and collisions of them.

>>> from grundy import polyhash
>>> polyhash.find("ana", "banana")
[1, 3]
>>> first, second = polyhash.collide(base=31, modulus=10**9 + 9).texts
>>> polyhash.poly(first, base=31, modulus=10**9 + 9) == polyhash.poly(second, base=31, modulus=10**9 + 9)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Union

from . import _native
from ._terms import Memory, Reporting, terms

__all__ = ["Collision", "Palindromes", "collide", "distinct", "find", "find_many", "palindromes", "poly"]

Text = Union[str, bytes]
Numbers = Union[int, Sequence[int]]

#: The modulus 2^61 - 1.
MERSENNE_61 = 2**61 - 1


def _bytes(text: Text) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


def _pairs(base: Numbers, modulus: Numbers) -> list[tuple[int, int]]:
    """Bases and moduli in pairs; a single one serves all of the others."""
    bases = [base] if isinstance(base, int) else list(base)
    moduli = [modulus] if isinstance(modulus, int) else list(modulus)
    count = max(len(bases), len(moduli))
    if not bases or not moduli or {len(bases), len(moduli)} - {1, count}:
        raise ValueError(f"{len(bases)} bases and {len(moduli)} moduli do not go together")
    return list(zip(bases * (count // len(bases)), moduli * (count // len(moduli))))


def find(needle: Text, text: Text) -> list[int]:
    """All places of a needle, also those that overlap, in bytes from 0.

    >>> from grundy import polyhash
    >>> polyhash.find("aa", "aaaa")
    [0, 1, 2]
    """
    return _native.find(_bytes(needle), _bytes(text))


def find_many(needles: Iterable[Text], text: Text) -> list[tuple[int, int]]:
    """All places of many needles: the place and the number of the needle.

    >>> from grundy import polyhash
    >>> polyhash.find_many(["an", "na"], "banana")
    [(1, 0), (2, 1), (3, 0), (4, 1)]
    """
    return _native.find_many([_bytes(needle) for needle in needles], _bytes(text))


def distinct(text: Text) -> int:
    """How many different substrings a text has.

    >>> from grundy import polyhash
    >>> polyhash.distinct("banana")
    15
    """
    return _native.count_distinct(_bytes(text))


@dataclass(frozen=True)
class Palindromes:
    """The palindromes in a text."""

    #: How many substrings read the same backwards.
    count: int
    #: The place of the longest.
    start: int
    #: Where it ends.
    end: int


def palindromes(text: Text) -> Palindromes:
    """The palindromes in a text.

    >>> from grundy import polyhash
    >>> polyhash.palindromes("banana")
    Palindromes(count=10, start=1, end=6)
    """
    return Palindromes(*_native.palindromes(_bytes(text)))


def poly(text: Text, *, base: Numbers = 31, modulus: Numbers = 10**9 + 9, letters: bool = True) -> Any:
    """The polynomial hash of a text, low power first; a list when there are several functions.

    ``letters=True`` counts a as 1, b as 2, and so on; otherwise bytes count as they are.

    >>> from grundy import polyhash
    >>> polyhash.poly("ab")
    63
    """
    found = _native.hash_text(_bytes(text), _pairs(base, modulus), letters)
    return found[0] if isinstance(base, int) and isinstance(modulus, int) else found


@dataclass(frozen=True)
class Collision:
    """Two different texts with equal hashes, hashed and compared when they were found."""

    #: The texts.
    texts: tuple[str, str]
    #: Their hash under each function.
    hashes: tuple[int, ...]
    #: How they were found.
    method: str
    #: How much work it was.
    steps: int


def collide(
    *,
    base: Numbers = 31,
    modulus: Numbers = 10**9 + 9,
    letters: bool = True,
    alphabet: Text | None = None,
    length: int | None = None,
    shortest: bool = False,
    max_time: float | None = None,
    max_memory: Memory = None,
    progress: Reporting = None,
) -> Collision:
    """Two texts with one hash, under one function or several.

    >>> from grundy import polyhash
    >>> found = polyhash.collide(base=131, modulus=2**61 - 1)
    >>> found.texts[0] != found.texts[1], found.method
    (True, 'lattice')
    """
    asked = terms(max_time, max_memory, None, progress)
    allowed = None if alphabet is None else _bytes(alphabet)
    first, second, hashes, method, steps = _native.collide(
        _pairs(base, modulus), letters, allowed, length, shortest, asked
    )
    texts = (bytes(first).decode("latin-1"), bytes(second).decode("latin-1"))
    return Collision(texts, tuple(hashes), method, steps)
