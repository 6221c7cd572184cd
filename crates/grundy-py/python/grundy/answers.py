"""Answers: what a question brings back, as data, as text and as a picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from textwrap import fill
from typing import Any, Union

from . import _native, drawing

#: A value: a number; a text such as ``"∞{0,2}"`` where play may go on for ever; None where it is not known.
Value = Union[int, str, None]
#: Where a move touches the drawing: an index, a square, a vertex or an edge.
Place = Union[int, str, tuple[Any, ...]]


@dataclass(frozen=True)
class Move:
    """A move as data.

    >>> import grundy
    >>> move = grundy.Game("kayles").solve("3 4 5").winning_moves[0]
    >>> move.text, move.component, move.removed, move.added, move.result
    ('5 -> 1 3', 2, '5', '1 3', '3 4 1 3')
    """

    #: The move as a reader is shown it.
    text: str
    #: The position after it.
    result: str
    #: The component it touches, from 0.
    component: int
    #: What goes.
    removed: str
    #: What comes.
    added: str
    #: The places it touches on a drawing, where it has any.
    places: tuple[Place, ...] | None

    @staticmethod
    def _of(data: dict[str, Any]) -> Move:
        return Move(data["text"], data["result"], *_parts(data["move"]))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Choice(Move):
    """A move with what it leads to.

    >>> import grundy
    >>> [(move.text, move.grundy) for move in grundy.Game("nim").moves(2)]
    [('2 -> 0', 0), ('2 -> 1', 1)]
    """

    #: The value of the position after it.
    grundy: Value
    #: Who wins that position: N, P or D; None where it is not known.
    outcome: str | None
    #: Whether the move wins.
    winning: bool
    #: Moves from there to the end, when the winner hurries and the loser delays.
    remoteness: int | None
    #: The points it makes, in games for points.
    gain: int | None

    @staticmethod
    def _of(data: dict[str, Any]) -> Choice:
        made = (data["text"], data["result"], *_parts(data["move"]))
        known = (data["grundy"], data["outcome"], data["winning"], data["remoteness"], data.get("gain"))
        return Choice(*made, *known)


def _parts(data: dict[str, Any]) -> tuple[int, str, str, tuple[Place, ...] | None]:
    places = data["places"]
    if places is not None:
        places = tuple(tuple(place) if isinstance(place, list) else place for place in places)
    return data["component"], data["removed"], data["added"], places


class Answer:
    """Who wins a position, with what value, by which moves, and why.

    >>> import grundy
    >>> answer = grundy.Game("nim").solve("3 4 5")
    >>> answer.winner, answer.grundy, [str(move) for move in answer.winning_moves]
    ('first', 2, ['3 -> 1'])
    >>> answer
    Answer(nim 3 4 5: the first player wins, Grundy value 2)
    """

    __slots__ = ("_data", "_kind", "_native")

    def __init__(self, native: _native.Solved | None, kind: str, data: dict[str, Any] | None = None) -> None:
        self._native = native
        self._kind = kind
        self._data = data

    @property
    def data(self) -> dict[str, Any]:
        """The whole answer, with the fields of ``grundy solve --json``."""
        if self._data is None:
            assert self._native is not None
            self._data = json.loads(self._native.json())
        return self._data

    @property
    def winner(self) -> str:
        """``'first'`` (the player to move), ``'second'`` or ``'draw'``."""
        return self._native.winner if self._native is not None else self.data["winner"]

    @property
    def outcome(self) -> str:
        """``'N'``: the next player wins; ``'P'``: the previous one; ``'D'``: a draw."""
        return self._native.outcome if self._native is not None else self.data["outcome"]

    @property
    def grundy(self) -> Value:
        """The Grundy value; None under misère play and where only the winner is known."""
        if self._native is not None:
            found = self._native.grundy
            if found is not None:
                return found
        return self.data["grundy"]

    @property
    def winning_moves(self) -> list[Move]:
        """The winning moves, up to a thousand."""
        return [Move._of(move) for move in self.data["winning_moves"]]

    @property
    def winning_moves_total(self) -> int | None:
        """How many there are; None when a limit ended the count."""
        return self.data["winning_moves_total"]

    @property
    def line(self) -> list[Move]:
        """A line of best play, where the engine knows one."""
        return [Move._of(move) for move in self.data.get("line", [])]

    @property
    def game(self) -> str:
        """The game as it was asked for."""
        return self.data["game"]

    @property
    def rule(self) -> str:
        """Its rule."""
        return self.data["rule"]

    @property
    def position(self) -> str:
        """The position."""
        return self.data["position"]

    @property
    def convention(self) -> str:
        """``'normal'`` or ``'misere'``."""
        return self.data["convention"]

    @property
    def remoteness(self) -> int | None:
        """Moves to the end, where play may go on for ever."""
        return self.data.get("remoteness")

    @property
    def score(self) -> dict[str, int] | None:
        """The points of best play, ``first``, ``second`` and ``difference``, in games for points."""
        return self.data.get("score")

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The parts of a sum of different games, each with ``game``, ``position`` and ``grundy``."""
        return self.data.get("parts", [])

    @property
    def engine(self) -> str:
        """The engine that answered."""
        return self.data["engine"]

    @property
    def reason(self) -> str:
        """Why that engine, or the theorem it rests on."""
        return self.data["reason"]

    @property
    def proved(self) -> bool:
        """Whether the answer is proved; always so for whole answers."""
        return self.data["proved"]

    @property
    def work(self) -> int:
        """Steps of work."""
        return self.data["work"]

    @property
    def stop(self) -> str:
        """``'done'``, or what cut the list of winning moves short."""
        return self.data["stop"]

    @property
    def notes(self) -> list[str]:
        """Remarks about the rule."""
        return self.data.get("notes", [])

    def _verdict(self) -> str:
        words = {"N": "the first player wins", "P": "the second player wins", "D": "a draw"}[self.outcome]
        if self.score is not None:
            return f"{words}, {self.score['first']} to {self.score['second']} points"
        return words if self.grundy is None else f"{words}, Grundy value {self.grundy}"

    def __repr__(self) -> str:
        misere = ", misère play" if self.convention == "misere" else ""
        return f"Answer({self.game} {self.position}: {self._verdict()}{misere})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.game, self.position, self.convention))

    def __reduce__(self) -> tuple[Any, ...]:
        return Answer, (None, self._kind, self.data)

    def svg(self) -> str | None:
        """The position drawn, where it is one that can be."""
        return drawing.svg(self._kind, self.position)

    def _repr_html_(self) -> str:
        picture = self.svg() or f"<code>{escape(self.position)}</code>"
        moves = self.winning_moves[:12]
        rows = "".join(
            f"<tr><td style='text-align:left'><code>{escape(move.text)}</code></td>"
            f"<td style='text-align:left'>leaves <code>{escape(move.result)}</code></td></tr>"
            for move in moves
        )
        total = self.winning_moves_total
        more = "" if total is None or total <= len(moves) else f"<p>and {total - len(moves)} more winning moves</p>"
        misere = ", misère play" if self.convention == "misere" else ""
        return (
            f"<div>{picture}<p><b>{escape(self._verdict())}</b>{misere}</p>"
            f"{f'<table>{rows}</table>' if rows else ''}{more}"
            f"<p style='font-size:smaller'>{escape(self.engine)}: {escape(self.reason)}</p></div>"
        )

    def _repr_latex_(self) -> str | None:
        """The value as a nimber."""
        if not isinstance(self.grundy, int):
            return None
        star = {0: "0", 1: r"{\ast}"}.get(self.grundy, rf"{{\ast}}{self.grundy}")
        return rf"$\mathcal{{{self.outcome}}},\ {star}$"


class Values(list[Any]):
    """Values of consecutive heaps or positions: a list that draws itself.

    >>> import grundy
    >>> values = grundy.Game("kayles").values(8)
    >>> values
    [0, 1, 2, 3, 1, 4, 3, 2]
    >>> values.svg().startswith("<svg")
    True
    """

    def __init__(self, values: Iterable[Any] = (), title: str = "", first: int = 0, engine: str = "") -> None:
        super().__init__(values)
        self.title = title
        #: The heap, or the n, of the first value.
        self.first = first
        #: The engine that found them.
        self.engine = engine

    def svg(self) -> str | None:
        """The picture of ``grundy seq --plot``; None when there is a value that is no number below 2^32."""
        letters = {"P": 0, "N": 1, "D": 2}
        numbers: list[Any] = [letters.get(value, value) if isinstance(value, str) else value for value in self]
        if not all(isinstance(number, int) and 0 <= number < 2**32 for number in numbers):
            return None
        axis = "0 = P, 1 = N" if any(isinstance(value, str) for value in self) else "g(n)"
        return _native.plot(self.title, axis, self.first, numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        return Values, (list(self), self.title, self.first, self.engine)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """A notebook shows long lists in lines, not in a column."""
        more = f", and {len(self) - 1000} more" if len(self) > 1000 else ""
        printer.text(fill(f"{list(self[:1000])}{more}", 100))

    def _repr_html_(self) -> str:
        shown = " ".join(map(str, self[:100])) + (" …" if len(self) > 100 else "")
        return f"<div>{self.svg() or ''}<p><code>{escape(shown)}</code></p></div>"


class Period:
    """The period of a sequence of values, and its proof.

    >>> import grundy
    >>> period = grundy.Game("kayles").period()
    >>> period
    Period(length=12, preperiod=71, proved=True)
    >>> grundy.verify(period.certificate()).valid
    True
    """

    __slots__ = ("_certificate", "data")

    def __init__(self, data: dict[str, Any], certificate: bytes | None) -> None:
        #: The fields of ``grundy period --json``.
        self.data = data
        self._certificate = certificate

    @property
    def length(self) -> int | None:
        """The least period; None if none was found."""
        return self.data["period"]

    @property
    def preperiod(self) -> int | None:
        """The least heap from which it holds."""
        return self.data["preperiod"]

    @property
    def saltus(self) -> int:
        """What each period adds to the values."""
        return self.data["saltus"] or 0

    @property
    def proved(self) -> bool:
        """Whether it is proved, for all heaps."""
        return self.data["proved"]

    @property
    def theorem(self) -> str | None:
        """By which theorem."""
        return self.data.get("theorem")

    @property
    def computed(self) -> int:
        """How many values it rests on."""
        return self.data["computed"]

    @property
    def exceptions(self) -> list[int]:
        """The heaps that the period does not describe, up to a hundred thousand."""
        return self.data.get("exceptions") or []

    def certificate(self) -> bytes:
        """The proof, to be checked by :func:`verify` or ``grundy verify``, which trust nothing."""
        if self._certificate is None:
            raise ValueError("this period has no certificate: it is not proved, or its proof is a formula")
        return self._certificate

    def __bool__(self) -> bool:
        return self.length is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Period) and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.length, self.preperiod, self.saltus))

    def __reduce__(self) -> tuple[Any, ...]:
        return Period, (self.data, self._certificate)

    def __repr__(self) -> str:
        saltus = f", saltus={self.saltus}" if self.saltus else ""
        return f"Period(length={self.length}, preperiod={self.preperiod}{saltus}, proved={self.proved})"

    def _repr_latex_(self) -> str | None:
        if self.length is None:
            return None
        added = f" + {self.saltus}" if self.saltus else ""
        seen = "" if self.proved else r"\quad\text{(observed)}"
        return rf"$g(n + {self.length}) = g(n){added}\quad\text{{for}}\ n \ge {self.preperiod}{seen}$"


class Quotient:
    """Misère play of a game on heaps: genus, tame or wild, and the misère quotient.

    >>> import grundy
    >>> quotient = grundy.Game("kayles").misere(heaps=20)
    >>> quotient.tame, quotient.first_wild, quotient.order
    (False, 5, 24)
    >>> quotient.genus[5]
    '4^146'
    >>> grundy.verify(quotient.certificate()).valid
    True
    """

    __slots__ = ("_certificate", "data")

    def __init__(self, data: dict[str, Any], certificate: bytes | None) -> None:
        #: The fields of ``grundy misere --json``.
        self.data = data
        self._certificate = certificate

    @property
    def tame(self) -> bool:
        """Whether no wild heap was met."""
        return self.data["tame"]

    @property
    def first_wild(self) -> Any:
        """The first wild heap, if there is one."""
        return self.data["first_wild"]

    @property
    def genus(self) -> list[str]:
        """The genus of each heap, as ``4^146``."""
        return [f"{genus['normal']}^{''.join(map(str, genus['misere']))}" for genus in self.data["genus"]]

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return self.data["quotient"]["order"]

    @property
    def complete(self) -> bool:
        """Whether it is the quotient of all heaps."""
        return self.data["quotient"]["complete"]

    @property
    def phi(self) -> list[str]:
        """The element of each heap."""
        return self.data["quotient"]["phi"]

    @property
    def p_positions(self) -> list[str]:
        """The elements that are lost for the player to move."""
        return self.data["quotient"]["p"]

    @property
    def relations(self) -> list[str]:
        """Relations that present it."""
        return self.data["relations"]

    def certificate(self) -> bytes:
        """The proof, to be checked by :func:`verify`."""
        if self._certificate is None:
            raise ValueError("quotients of several kinds of heaps have no certificates")
        return self._certificate

    def __reduce__(self) -> tuple[Any, ...]:
        return Quotient, (self.data, self._certificate)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quotient) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.order)

    def __repr__(self) -> str:
        kind = "tame" if self.tame else f"wild at {self.first_wild}"
        return f"Quotient({kind}, order={self.order}, complete={self.complete})"

    def _repr_latex_(self) -> str:
        letters = ", ".join(generator["name"] for generator in self.data["generators"])

        def power(word: str) -> str:
            return "".join(f"^{{{c}}}" if c.isdigit() and i else c for i, c in enumerate(word))

        relations = ", ".join("=".join(power(side) for side in relation.split("=")) for relation in self.relations)
        return rf"$\langle {letters} \mid {relations} \rangle$"


class Table:
    """A grid of values, outcomes or remoteness.

    >>> import grundy
    >>> table = grundy.Game("cram").table("{a}x{b}", a=range(1, 4), b=range(1, 5))
    >>> table[2, 3], table.lost
    (1, [(1, 1), (2, 2), (2, 4), (3, 3)])
    >>> print(table)
          1 2 3 4
       1  0 1 1 2
       2  1 0 1 0
       3  1 1 0 1
    """

    __slots__ = ("_svg", "data")

    def __init__(self, data: dict[str, Any], svg: str | None) -> None:
        #: The fields of ``grundy table --json``.
        self.data = data
        self._svg = svg

    @property
    def a(self) -> list[int]:
        """The numbers of the rows."""
        return self.data["a"]

    @property
    def b(self) -> list[int] | None:
        """The numbers of the columns; None for a single column."""
        return self.data.get("b")

    @property
    def values(self) -> list[Any]:
        """The rows; None where there is no position or nothing is known."""
        return self.data["values"]

    @property
    def lost(self) -> list[tuple[int, ...]]:
        """The cells that are lost for the player to move."""
        return [tuple(cell) if isinstance(cell, list) else (cell,) for cell in self.data["lost"]]

    def __getitem__(self, cell: int | tuple[int, int]) -> Any:
        """The entry for the numbers a and b, or for a alone."""
        if isinstance(cell, tuple):
            if self.b is None:
                raise KeyError(cell)
            return self.values[self.a.index(cell[0])][self.b.index(cell[1])]
        return self.values[self.a.index(cell)]

    def frame(self) -> Any:
        """The table as a pandas DataFrame."""
        import pandas

        if self.b is None:
            return pandas.DataFrame({self.data["what"]: self.values}, index=pandas.Index(self.a, name="a"))
        columns = pandas.Index(self.b, name="b")
        return pandas.DataFrame(self.values, index=pandas.Index(self.a, name="a"), columns=columns)

    def svg(self) -> str | None:
        """The heat map of ``grundy table --plot``; None for very large tables."""
        return self._svg

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.data, self._svg)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        columns = "" if self.b is None else f" x {len(self.b)}"
        return f"Table({self.data['game']} {self.data['template']}: {len(self.a)}{columns})"

    def __str__(self) -> str:
        rows = self.values if self.b is not None else [[value] for value in self.values]
        texts = [["." if value is None else str(value) for value in row] for row in rows]
        heads = [str(number) for number in self.b or []]
        width = max((len(text) for row in [heads, *texts] for text in row), default=1)
        first = max(4, *(len(str(number)) for number in self.a))

        def line(head: str, cells: Iterable[str]) -> str:
            return f"{head:>{first}}  " + " ".join(f"{cell:>{width}}" for cell in cells)

        lines = [line(str(number), row) for number, row in zip(self.a, texts)]
        return "\n".join([line("", heads), *lines] if heads else lines)

    def _repr_html_(self) -> str:
        return self._svg or f"<pre>{escape(str(self))}</pre>"


class Explanation:
    """An argument that a person can follow.

    >>> import grundy
    >>> print(grundy.Game("nim").explain("3 5"))  # doctest: +ELLIPSIS
    Question
      nim: 3 5
      rule: n -> k where k < n; whoever cannot move loses
    ...
    """

    __slots__ = ("_text", "data")

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self._text = text
        #: The fields of ``grundy explain --json``.
        self.data = data

    @property
    def sections(self) -> list[tuple[str, list[str]]]:
        """Titles with their lines."""
        return [(section["title"], section["lines"]) for section in self.data["sections"]]

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def __repr__(self) -> str:
        return f"Explanation({', '.join(title for title, _ in self.sections)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Explanation, (self._text, self.data)

    def _repr_html_(self) -> str:
        return "".join(
            f"<h4>{escape(title)}</h4><pre>{escape(chr(10).join(lines))}</pre>" for title, lines in self.sections
        )


@dataclass(frozen=True)
class Guess:
    """What numbers look like: observed, never proved.

    >>> import grundy
    >>> grundy.guess([0, 1, 2, 0, 1, 2, 0, 1, 2])[0].formula
    'a(n) = a(n-3) for n >= 3'
    """

    #: The kind of formula.
    kind: str
    #: The formula, or the game.
    formula: str
    #: How many terms it was fitted on.
    fitted: int
    #: How many it then predicted.
    predicted: int


@dataclass(frozen=True)
class Verdict:
    """What a check of a certificate found.

    >>> import grundy
    >>> verdict = grundy.verify(grundy.Game("kayles").period().certificate())
    >>> verdict.valid, verdict.fault
    (True, None)
    """

    #: Whether the claim is true.
    valid: bool
    #: What is wrong first, if anything is.
    fault: str | None
    #: The fields of ``grundy verify --json``.
    data: dict[str, Any]

    def __bool__(self) -> bool:
        return self.valid

    def __iter__(self) -> Iterator[Any]:
        return iter((self.valid, self.fault))
