"""Games written in Python: a class with a method ``options``, served by the same engines as every other game."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from typing import Any, final

from . import _native
from ._terms import Memory, Reporting, terms
from .answers import Answer, Choice, Guess, Period, Values
from .errors import Stopped
from .game import _whole, guess
from .graph import Graph

#: Terms that are looked at for a period unless told otherwise.
_TERMS = 200


@final
class Sum:
    """Independent positions, a move in one of them: what a move leaves when the position falls apart.

    >>> import grundy
    >>> class Kayles(grundy.PythonGame):
    ...     def options(self, pins):
    ...         taken = [(i, pins - i - k) for k in (1, 2) for i in range((pins - k) // 2 + 1) if pins >= k]
    ...         return [grundy.Sum(pair) for pair in taken]
    >>> Kayles().values(8)
    [0, 1, 2, 3, 1, 4, 3, 2]
    >>> Kayles().solve(grundy.Sum([3, 4, 5])).grundy
    6
    """

    __slots__ = ("parts",)

    def __init__(self, parts: Iterable[Hashable]) -> None:
        self.parts = tuple(parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Sum({list(self.parts)!r})"


class PythonGame:
    """A game of your own: ``options`` is all it needs.

    Positions are any hashable objects; an option is a position, or a :class:`Sum` of positions that have nothing more to do with each
    other. ``options`` is called once for a position as long as the game lives, so it must always return the same.

    >>> import grundy
    >>> class Subtract(grundy.PythonGame):
    ...     def options(self, position):
    ...         return [position - k for k in (1, 3, 4) if position >= k]
    >>> game = Subtract()
    >>> game.solve(20).winner, game.winning(20)
    ('first', [16])
    >>> game.solve(20, misere=True).winner
    'first'

    Three methods may help: ``canonical(position)`` returns one and the same position for all that play alike, so that symmetry is
    searched once; ``text(position)`` says how a position is shown; and the attribute ``rule`` is the rule in words.
    """

    #: The rule in words.
    rule = "the moves of a Python class"
    #: Returns the representative of all positions that play alike; None where there is no symmetry to use.
    canonical: Callable[[Any], Hashable] | None = None

    def options(self, position: Any) -> Iterable[Any]:
        """The positions that each move leaves."""
        raise NotImplementedError("a game says its moves in `options`")

    def text(self, position: Any) -> str:
        """How a position is shown."""
        return str(position)

    def _game(self, loopy: bool = False) -> _native.Game:
        """The game as the engines know it, with all that Python has said so far."""
        games = self.__dict__.setdefault("_native_games", {})
        if loopy not in games:
            games[loopy] = _native.Game.own(type(self).__name__, self, loopy)
        return games[loopy]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_native_games"}

    def forget(self) -> None:
        """Forgets all positions that were met."""
        self.__dict__.pop("_native_games", None)

    def solve(
        self,
        position: Any,
        *,
        misere: bool = False,
        loopy: bool = False,
        moves: bool = True,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> Answer:
        """Who wins, the value, every winning move; ``loopy=True`` if play may go on for ever, which is then a draw.

        >>> import grundy
        >>> class Circle(grundy.PythonGame):
        ...     def options(self, hour):
        ...         return [] if hour == 0 else [(hour - 2) % 12, (hour - 3) % 12]
        >>> Circle().solve(1, loopy=True).winner in ("first", "second", "draw")
        True
        """
        asked = terms(max_time, max_memory, None, progress, moves)
        found = self._game(loopy).solve(position, misere, None, asked)
        return _whole(Answer(found, "other"), found.stop)

    def winning(
        self,
        position: Any,
        *,
        misere: bool = False,
        loopy: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
    ) -> list[Any]:
        """The positions that the winning moves leave, as objects."""
        return self._game(loopy).winning(position, misere, terms(max_time, max_memory, None, None))

    def moves(self, position: Any, *, misere: bool = False, loopy: bool = False) -> list[Choice]:
        """Every move as data, with what it leads to."""
        found = json.loads(self._game(loopy).moves(position, misere, None))
        return [Choice._of(move) for move in found["moves"]]

    def values(
        self,
        count: int,
        position: Callable[[int], Any] = lambda n: n,
        *,
        start: int = 0,
        what: str = "value",
        misere: bool = False,
        loopy: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> Values:
        """Values of the positions that a function makes of n, n + 1, ...; outcomes under misère play.

        >>> import grundy
        >>> class Subtract(grundy.PythonGame):
        ...     def options(self, position):
        ...         return [position - k for k in (1, 3, 4) if position >= k]
        >>> Subtract().seq(8)
        [0, 1, 0, 1, 2, 3, 2, 0]
        """
        asked = terms(max_time, max_memory, None, progress)
        what = "outcome" if misere and what == "value" else what
        positions = [position(n) for n in range(start, start + count)]
        found, stop = self._game(loopy).answers(positions, what, misere, asked)
        known = Values(found, f"{type(self).__name__}: {what}", start, "python")
        if stop != "done":
            raise Stopped(f"{len(known)} of {count} values are known: {stop.replace('-', ' ')}", stop, known)
        return known

    seq = values

    def table(
        self,
        position: Callable[[int, int], Any],
        a: range,
        b: range,
        *,
        what: str = "value",
        misere: bool = False,
        loopy: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> list[list[Any]]:
        """Rows of values, outcomes or remoteness of the positions that a function makes of a and b.

        >>> import grundy
        >>> class Nim(grundy.PythonGame):
        ...     def options(self, heaps):
        ...         a, b = heaps
        ...         return [(i, b) for i in range(a)] + [(a, i) for i in range(b)]
        >>> Nim().table(lambda a, b: (a, b), range(3), range(3))
        [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
        """
        asked = terms(max_time, max_memory, None, progress)
        what = "outcome" if misere and what == "value" else what
        cells = [position(i, j) for i in a for j in b]
        found, stop = self._game(loopy).answers(cells, what, misere, asked)
        found = found + [None] * (len(cells) - len(found))
        rows = [found[i * len(b) : (i + 1) * len(b)] for i in range(len(a))]
        if stop != "done":
            raise Stopped(f"the table is not finished: {stop.replace('-', ' ')}", stop, rows)
        return rows

    def guess(self, count: int = _TERMS, position: Callable[[int], Any] = lambda n: n) -> list[Guess]:
        """What the values look like: observed, never proved."""
        return guess(self.values(count, position))

    def period(self, limit: int = _TERMS, position: Callable[[int], Any] = lambda n: n) -> Period:
        """The period that the values show at least three times: observed, never proved.

        >>> import grundy
        >>> class Subtract(grundy.PythonGame):
        ...     def options(self, position):
        ...         return [position - k for k in (1, 3, 4) if position >= k]
        >>> Subtract().period()
        Period(length=7, preperiod=0, proved=False)
        """
        values = self.values(limit, position)
        found = _native.eventual_period([value for value in values if isinstance(value, int)], values.first)
        length, preperiod, saltus = found or (None, None, None)
        data = {"period": length, "preperiod": preperiod, "saltus": saltus, "proved": False, "computed": limit}
        return Period(data, None)

    def graph(self, position: Any, *, misere: bool = False, most: int = 2000) -> Graph:
        """The positions that can be reached, with their moves, as a graph whose vertices are texts."""
        found = json.loads(self._game(True).graph(position, misere, most, None))
        names = [vertex["position"] for vertex in found["vertices"]]
        return Graph(((names[a], names[b]) for a, b in found["edges"]), vertices=names, misere=misere)

    def play(self, position: Any, *, misere: bool = False, level: str | int = "perfect", seed: int = 1) -> Choice | None:
        """The engine's move, or None when there is none.

        >>> import grundy
        >>> class Subtract(grundy.PythonGame):
        ...     def options(self, position):
        ...         return [position - k for k in (1, 3, 4) if position >= k]
        >>> Subtract().play(20).result
        '16'
        """
        found = json.loads(self._game().play(position, misere, str(level), seed, None))["move"]
        return None if found is None else Choice._of(found)
