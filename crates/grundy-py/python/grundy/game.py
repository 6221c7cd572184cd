"""Games by name, code, rule or file, and every question that can be put to them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import index
from typing import Any, Union

from . import _native
from ._terms import Memory, Reporting, Terms, terms
from .answers import Answer, Choice, Explanation, Guess, Period, Quotient, Table, Values, Verdict
from .errors import Stopped
from .graph import Graph
from .play import Match, PlayedRow

#: A text; a number for a single heap; numbers for heaps, or for the parts of a tuple; tuples for a sum of them.
Position = Union[str, int, Sequence[Any]]

#: Positions of a stream that are read ahead.
_CHUNK = 4096


def _tuple(numbers: Sequence[Any]) -> str:
    return "(" + ",".join(str(index(number)) for number in numbers) + ")"


def _range(numbers: range | tuple[int, int]) -> tuple[int, int]:
    """Both ends of a range, included."""
    if isinstance(numbers, range):
        if numbers.step != 1 or len(numbers) == 0:
            raise ValueError(f"rows and columns are consecutive numbers, not {numbers}")
        return numbers.start, numbers.stop - 1
    return index(numbers[0]), index(numbers[1])


class Game:
    """A game: a name (``grundy.games()``), a code, a rule, a file ending in ``.game``, or a sum of games.

    >>> import grundy
    >>> grundy.Game("kayles").rule
    'n -> a, b where a + b = n - 1 or a + b = n - 2'
    >>> grundy.Game("0.77").solve(7).grundy == grundy.Game("kayles").solve(7).grundy
    True
    >>> grundy.Game("nim + kayles").solve("nim 3 + kayles 5").grundy
    7

    ``loopy=True`` says that play may go on for ever, which is then a draw.

    >>> grundy.Game("n -> n - 1 ; n -> n + 1 where n in {2, 3}", loopy=True).solve(1).winner
    'first'
    """

    __slots__ = ("_loopy", "_native", "_text")

    def __init__(self, text: str, *, loopy: bool = False) -> None:
        self._text = text
        self._loopy = loopy
        self._native = _native.Game(text, loopy)

    @property
    def name(self) -> str:
        """How it was asked for."""
        return self._native.name

    @property
    def rule(self) -> str:
        """Its rule."""
        return self._native.rule

    @property
    def kind(self) -> str:
        """What it is played on: ``heaps``, ``tuples``, ``board``, ``graph``, ``word``, ``strip``, ``staircase`` or ``other``."""
        return self._native.kind

    @property
    def notes(self) -> list[str]:
        """Remarks about the rule: what is legal in it but probably not meant."""
        return self._native.notes

    @property
    def title(self) -> str | None:
        """Its name in the catalogue, if it is there or was recognised.

        >>> import grundy
        >>> grundy.Game("0.77").title
        'Kayles'
        """
        info = self._native.info()
        return info[0] if info else None

    def __repr__(self) -> str:
        return f"Game({self._text!r}{', loopy=True' if self._loopy else ''})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self._text, self._loopy) == (other._text, other._loopy)

    def __hash__(self) -> int:
        return hash((self._text, self._loopy))

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self._text, self._loopy)

    def _repr_html_(self) -> str:
        from html import escape

        title = self.title
        return f"<b>{escape(title or self.name)}</b><br><code>{escape(self.rule)}</code>"

    def _position(self, position: Any) -> Any:
        """A position as the native half takes it."""
        if isinstance(position, str):
            return position
        if isinstance(position, (list, tuple)) or hasattr(position, "__iter__"):
            parts = list(position)
            if self._native.kind == "tuples" and parts and not hasattr(parts[0], "__iter__"):
                return _tuple(parts)
            return " ".join(
                part if isinstance(part, str) else _tuple(part) if hasattr(part, "__iter__") else str(index(part))
                for part in parts
            )
        return str(index(position))

    def solve(
        self,
        position: Position,
        *,
        misere: bool = False,
        method: str | None = None,
        moves: bool = True,
        max_time: float | None = None,
        max_memory: Memory = None,
        threads: int | None = None,
        progress: Reporting = None,
    ) -> Answer:
        """Who wins, the value, every winning move.

        ``method`` is one of those of ``grundy solve --method``; ``moves=False`` asks for the winner and the value only, which is
        faster where a game is searched.

        >>> import grundy
        >>> grundy.Game("nim").solve([3, 4, 5]).winning_moves[0].result
        '1 4 5'
        >>> grundy.Game("nim").solve("1 1 1", misere=True).winner
        'second'
        >>> grundy.Game("wythoff").solve((3, 5)).winner
        'second'
        """
        asked = terms(max_time, max_memory, threads, progress, moves)
        found = self._native.solve(self._position(position), misere, method, asked)
        return _whole(Answer(found, self._native.kind), found.stop)

    def solve_many(
        self,
        positions: Iterable[Position],
        *,
        misere: bool = False,
        errors: str = "raise",
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> Iterator[Answer]:
        """The answers for a stream of positions, one after the other; ``max_time`` is for each block of them.

        With ``errors="return"`` a position that is refused gives its exception instead of an answer and does not end the stream.

        >>> import grundy
        >>> [answer.grundy for answer in grundy.Game("nim").solve_many(["1 2", [3, 3], 7])]
        [3, 0, 7]
        """
        if errors not in ("raise", "return"):
            raise ValueError("errors is 'raise' or 'return'")
        asked = terms(max_time, max_memory, None, progress)
        return self._stream(iter(positions), misere, errors == "raise", asked)

    def _stream(self, positions: Iterator[Any], misere: bool, raising: bool, asked: Terms | None) -> Iterator[Answer]:
        kind, size = self._native.kind, 1
        while True:
            chunk = list(islice(positions, size))
            if not chunk:
                return
            # The first answer comes at once; blocks grow when they are quick.
            size = min(_CHUNK, 4 * size)
            texts = [text if type(text) is str else self._position(text) for text in chunk]
            done = 0
            while done < len(texts):
                found = self._native.solve_chunk(texts, done, misere, asked)
                done += len(found)
                for one in found:
                    if isinstance(one, BaseException):
                        if raising:
                            raise one
                        yield one  # type: ignore[misc]
                    else:
                        yield Answer(one, kind)

    def moves(
        self,
        position: Position,
        *,
        misere: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> list[Choice]:
        """Every move as data, with what it leads to.

        >>> import grundy
        >>> [(move.text, move.grundy, move.winning) for move in grundy.Game("kayles").moves(3)]
        [('3 -> 1', 1, False), ('3 -> 1 1', 0, True), ('3 -> 2', 2, False)]
        """
        asked = terms(max_time, max_memory, None, progress)
        found = json.loads(self._native.moves(self._position(position), misere, asked))
        return [Choice._of(move) for move in found["moves"]]

    def explain(
        self,
        position: Position | None = None,
        *,
        misere: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> Explanation:
        """The answer as a worked argument; without a position, the rule in words.

        >>> import grundy
        >>> [title for title, _ in grundy.Game("kayles").explain(5).sections][-1]
        'Where this comes from'
        """
        asked = terms(max_time, max_memory, None, progress)
        shown = None if position is None else self._position(position)
        text, data = self._native.explain(shown, misere, asked)
        return Explanation(text, json.loads(data))

    def values(
        self,
        count: int,
        template: str | None = None,
        *,
        start: int | None = None,
        kind: str | None = None,
        misere: bool = False,
        numpy: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        threads: int | None = None,
        progress: Reporting = None,
    ) -> Any:
        """The Grundy values of heaps 0, 1, 2, ..., or of a family of positions.

        A list; with ``numpy=True`` an array of 32-bit numbers, or of 64-bit numbers where values need them. ``template`` is a position
        with ``{n}`` in it; under misère play there are outcomes instead of values.

        >>> import grundy
        >>> grundy.Game("kayles").values(10)
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
        >>> grundy.Game("cram").values(5, "3x{n}", start=1)
        [1, 1, 0, 1, 1]
        >>> grundy.Game("kayles").values(4, misere=True)
        ['N', 'P', 'N', 'N']
        """
        asked = terms(max_time, max_memory, threads, progress)
        array = numpy and template is None and not misere
        found = self._native.values(index(count), start, template, kind, misere, array, asked)
        first, numbers, width, stop, engine = found
        known: Any
        if numpy:
            import numpy as np

            dtype = {0: None, 4: np.uint32, 8: np.uint64}[width]
            known = np.array(numbers) if dtype is None else np.frombuffer(numbers, dtype)
        else:
            subject = f"{self.name} {template}" if template else self.name
            title = f"Misère outcomes of {subject}" if misere else f"Grundy values of {subject}"
            known = Values(numbers, title, first, engine)
        if stop != "done":
            raise Stopped(f"{len(known)} of {count} values are known: {stop.replace('-', ' ')}", stop, known)
        return known

    seq = values

    def period(
        self,
        template: str | None = None,
        *,
        limit: int | None = None,
        kind: str | None = None,
        max_time: float | None = None,
        max_memory: Memory = None,
        threads: int | None = None,
        progress: Reporting = None,
    ) -> Period:
        """The period of the values, with its proof; with a template, what is seen, which is not proved.

        >>> import grundy
        >>> grundy.Game("take{1,3,4}").period()
        Period(length=7, preperiod=0, proved=True)
        >>> grundy.Game("kayles").period("{n} {n}").proved
        False
        """
        asked = terms(max_time, max_memory, threads, progress)
        data, certificate = self._native.period(limit, kind, template, asked)
        return _whole(Period(json.loads(data), certificate))

    def misere(
        self,
        *,
        heaps: int | None = None,
        limit: int | None = None,
        max_order: int | None = None,
        kind: str | None = None,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> Quotient:
        """Genus, tame or wild, and the misère quotient: of the heaps up to ``heaps``, or as far as it takes to be complete.

        >>> import grundy
        >>> grundy.Game("nim").misere(heaps=4).tame
        True
        >>> grundy.Game("0.123").misere().order
        20
        """
        asked = terms(max_time, max_memory, None, progress)
        data, certificate = self._native.misere(heaps, limit, max_order, kind, asked)
        return Quotient(json.loads(data), certificate)

    def table(
        self,
        template: str,
        a: range | tuple[int, int] = (0, 20),
        b: range | tuple[int, int] | None = None,
        *,
        what: str | None = None,
        misere: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        threads: int | None = None,
        progress: Reporting = None,
    ) -> Table:
        """A grid over ``{a}`` and ``{b}`` of values, outcomes or remoteness.

        >>> import grundy
        >>> grundy.Game("wythoff").table("{a},{b}", a=range(4), b=range(6), what="outcome").lost
        [(0, 0), (1, 2), (2, 1), (3, 5)]
        """
        asked = terms(max_time, max_memory, threads, progress)
        columns = (0, 20) if b is None and "{b" in template.replace(" ", "") else b
        ends = None if columns is None else _range(columns)
        usual = "outcome" if misere else "value"
        data, svg = self._native.table(template, _range(a), ends, what or usual, misere, asked)
        return _whole(Table(json.loads(data), svg))

    def guess(self, count: int = 1000, template: str | None = None, **limits: Any) -> list[Guess]:
        """What the values look like: observed, never proved.

        >>> import grundy
        >>> any("n%4" in guess.formula for guess in grundy.Game("take{1,2,3}").guess(60))
        True
        """
        values = self.values(count, template, **limits)
        return guess(values, start=values.first)

    def play(
        self,
        position: Position | None = None,
        *,
        level: str | int = "perfect",
        misere: bool = False,
        seed: int = 1,
        first: str = "me",
        max_time: float | None = None,
    ) -> Match:
        """A match against the engine; ``level`` is easy, medium, strong or perfect, or 0 to 3, ``first`` is me or computer.

        >>> import grundy
        >>> match = grundy.Game("nim").play("3 4 5")
        >>> match.move("3 -> 1").reply.text
        '1 -> 0'
        """
        if position is None:
            info = self._native.info()
            position = info[3][0] if info and info[3] else "3 4 5"
        return Match(self, self._position(position), str(level), misere, seed, first, max_time)

    def puzzle(
        self, *, level: str | int = "medium", misere: bool = False, seed: int = 1, max_time: float | None = None
    ) -> str:
        """A position with exactly one winning move.

        >>> import grundy
        >>> game = grundy.Game("nim")
        >>> game.solve(game.puzzle(seed=3)).winning_moves_total
        1
        """
        asked = terms(max_time, None, None, None)
        return json.loads(self._native.puzzle(misere, str(level), seed, asked))["position"]

    def history(self, positions: Iterable[Position], *, misere: bool = False) -> list[PlayedRow]:
        """Where a game was won and lost: a row for each position that was played.

        >>> import grundy
        >>> [row.blunder for row in grundy.Game("nim").history(["3 4 5", "3 4 4", "4 4"])]
        [True, False, False]
        """
        texts = [self._position(position) for position in positions]
        rows = json.loads(self._native.history(texts, misere, None))["rows"]
        return [PlayedRow._of(row) for row in rows]

    def graph(self, position: Position, *, misere: bool = False, most: int = 2000, max_time: float | None = None) -> Graph:
        """The positions that can be reached, with their moves, as a graph.

        >>> import grundy
        >>> graph = grundy.Game("nim").graph("2 1")
        >>> len(graph), graph.values["2"]
        (5, 2)
        """
        found = json.loads(self._native.graph(self._position(position), misere, most, terms(max_time, None, None, None)))
        names = [vertex["position"] or "0" for vertex in found["vertices"]]
        return Graph(((names[a], names[b]) for a, b in found["edges"]), vertices=names, misere=misere)


def _opened(text: str, loopy: bool) -> Game:
    return Game(text, loopy=loopy)


def _whole(found: Any, stop: str | None = None) -> Any:
    """What was found, unless a limit that was set cut it short."""
    stop = found.data.get("stop", "done") if stop is None else stop
    if stop in ("time-limit", "memory-limit"):
        raise Stopped(f"not finished: {stop.replace('-', ' ')}", stop, found)
    return found


def games(*words: str) -> list[dict[str, Any]]:
    """The games of the catalogue that match all words.

    >>> import grundy
    >>> "kayles" in [game["name"] for game in grundy.games("dudeney")]
    True
    """
    return json.loads(_native.games(list(words)))["games"]


def guess(numbers: Iterable[int], *, start: int = 0) -> list[Guess]:
    """What numbers look like: periods, digits, recurrences, games; observed, never proved.

    >>> import grundy
    >>> [guess.formula for guess in grundy.guess([0, 1, 0, 1, 0, 1, 0, 1])][0]
    'a(n) = a(n-2) for n >= 2'
    """
    found = json.loads(_native.guess([index(number) for number in numbers], start))["guesses"]
    return [Guess(one["kind"], one["formula"], one["fitted"], one["predicted"]) for one in found]


def verify(
    certificate: bytes,
    *,
    max_time: float | None = None,
    max_memory: Memory = None,
    threads: int | None = None,
    progress: Reporting = None,
) -> Verdict:
    """Checks a certificate of a period or a quotient, trusting nothing.

    >>> import grundy
    >>> grundy.verify(grundy.Game("take{1,3,4}").period().certificate()).valid
    True
    """
    data = json.loads(_native.verify(bytes(certificate), terms(max_time, max_memory, threads, progress)))
    fault = data.get("fault")
    return Verdict(data["valid"], fault["message"] if isinstance(fault, dict) else fault, data)


def mex(numbers: Iterable[int]) -> int:
    """The least number that is not there.

    >>> import grundy
    >>> grundy.mex([0, 1, 3])
    2
    """
    return _native.mex([index(number) for number in numbers])


def nimber(expression: str) -> int:
    """The value of an expression of nimbers, such as ``6*7+2``.

    >>> import grundy
    >>> grundy.nimber("6*7+2"), grundy.nimber("3/2")
    (1, 2)
    """
    return _native.nimber(expression)
