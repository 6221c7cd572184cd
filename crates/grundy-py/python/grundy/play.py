"""Playing against the engine, and looking back at a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import drawing
from ._terms import terms
from .answers import Choice

if TYPE_CHECKING:
    from .game import Game


#: How well the engine plays.
_LEVELS = ("easy", "medium", "strong", "perfect", "0", "1", "2", "3")


@dataclass(frozen=True)
class PlayedRow:
    """A position of a game that was played.

    >>> import grundy
    >>> row = grundy.Game("nim").history(["3 4 5", "3 4 4"])[0]
    >>> row.outcome, row.blunder, row.better
    ('N', True, '3 -> 1')
    """

    #: Moves before it.
    ply: int
    #: The position.
    position: str
    #: Who wins it, seen from the player to move.
    outcome: str | None
    #: Its value.
    grundy: int | None
    #: Whether the move that was made lost a won position.
    blunder: bool
    #: A move that would have won.
    better: str | None

    @staticmethod
    def _of(row: dict[str, Any]) -> PlayedRow:
        return PlayedRow(*(row.get(name) for name in ("ply", "position", "outcome", "grundy", "blunder", "better")))  # type: ignore[arg-type]


class Match:
    """A match against the engine: say your moves, and it replies.

    >>> import grundy
    >>> match = grundy.Game("nim").play("1 2")
    >>> [str(move) for move in match.moves]
    ['1 -> 0', '2 -> 0', '2 -> 1']
    >>> match.move("2 -> 1").position, match.over
    ('1', False)
    >>> match.move("1 -> 0").winner
    'me'
    """

    def __init__(
        self, game: Game, position: str, level: str, misere: bool, seed: int, first: str, max_time: float | None
    ) -> None:
        if first not in ("me", "computer"):
            raise ValueError("first is 'me' or 'computer'")
        if level.lower() not in _LEVELS:
            raise ValueError(f"a level is one of {', '.join(_LEVELS)}")
        self._game, self._level, self._misere, self._seed, self._time = game, level, misere, seed, max_time
        #: The position; it is your turn, unless the match is over.
        self.position = position
        #: All positions so far.
        self.positions = [position]
        #: The computer's last move.
        self.reply: Choice | None = None
        #: ``'me'`` or ``'computer'`` when the match is over.
        self.winner: str | None = None
        if first == "computer":
            self._reply()
        elif not self.moves:
            self._end("me")

    @property
    def moves(self) -> list[Choice]:
        """Your moves, if it is your turn."""
        return [] if self.winner else self._game.moves(self.position, misere=self._misere, max_time=self._time)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return self.winner is not None

    def move(self, move: Choice | str | int) -> Match:
        """Makes your move, given as data, as text, as the position it leaves, or by its number; the computer replies."""
        if self.over:
            raise ValueError("the match is over")
        choices = self.moves
        if isinstance(move, int):
            chosen = choices[move]
        else:
            wanted = move if isinstance(move, str) else move.text
            fitting = [choice for choice in choices if wanted in (choice.text, choice.result)]
            if not fitting:
                raise ValueError(f"no such move: {wanted}; the moves are {', '.join(map(str, choices[:20]))}")
            chosen = fitting[0]
        self._go(chosen.result)
        self._reply()
        return self

    def hint(self) -> Choice | None:
        """A winning move, if there is one."""
        return next((choice for choice in self.moves if choice.winning), None)

    def _go(self, position: str) -> None:
        self.position = position
        self.positions.append(position)

    def _reply(self) -> None:
        asked = terms(self._time, None, None, None)
        seed = self._seed + len(self.positions)
        found = self._game._native.play(self.position, self._misere, self._level, seed, asked)
        choice = json.loads(found)["move"]
        if choice is None:
            return self._end("computer")
        self.reply = Choice._of(choice)
        self._go(self.reply.result)
        if not self.moves:
            self._end("me")

    def _end(self, stuck: str) -> None:
        """Nobody can move any more, and this player is to move."""
        other = {"me": "computer", "computer": "me"}[stuck]
        self.winner = stuck if self._misere else other

    def __repr__(self) -> str:
        state = f"{self.winner} won" if self.winner else "your move"
        return f"Match({self._game.name} {self.position}: {state})"

    def _repr_html_(self) -> str:
        from html import escape

        picture = drawing.svg(self._game.kind, self.position) or f"<code>{escape(self.position)}</code>"
        said = f"<p>computer: <code>{escape(self.reply.text)}</code></p>" if self.reply else ""
        state = f"{self.winner} won" if self.winner else "your move"
        return f"<div>{said}{picture}<p><b>{state}</b></p></div>"
