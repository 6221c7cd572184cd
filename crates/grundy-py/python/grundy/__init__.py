"""Impartial games: rules in one line, Grundy values, winning moves, and the evidence for them.

>>> import grundy
>>> game = grundy.Game("n -> a, b where a + b = n, 0 < a < b")
>>> answer = game.solve("8 13")
>>> answer.winner, answer.grundy
('first', 1)
>>> answer.winning_moves[0].text, answer.winning_moves[0].result
('8 -> 3 5', '3 5 13')

A game of your own is a class with a method ``options``:

>>> class Subtract(grundy.PythonGame):
...     def options(self, position):
...         return [position - k for k in (1, 3, 4) if position >= k]
>>> Subtract().solve(20).grundy
2

Everything that may take long takes ``max_time`` (seconds), ``max_memory`` (bytes, or a text such as ``"500M"``), ``threads`` and
``progress``; a limit raises :class:`Stopped` with what is known so far, and Ctrl-C raises KeyboardInterrupt at once. numpy, pandas,
networkx and IPython are used when they are there, and not needed.
"""

from . import polyhash
from .answers import Answer, Choice, Explanation, Guess, Move, Period, Quotient, Table, Values, Verdict
from .errors import Error, GameError, PositionError, RuleError, Stopped
from .game import Game, games, guess, mex, nimber, verify
from .graph import Graph
from .own import PythonGame, Sum
from .play import Match, PlayedRow
from .sweep import Sweep, sweep
from .tablebase import Tablebase

__all__ = [
    "Answer",
    "Choice",
    "Error",
    "Explanation",
    "Game",
    "GameError",
    "Graph",
    "Guess",
    "Match",
    "Move",
    "Period",
    "PlayedRow",
    "PositionError",
    "PythonGame",
    "Quotient",
    "RuleError",
    "Stopped",
    "Sum",
    "Sweep",
    "Table",
    "Tablebase",
    "Values",
    "Verdict",
    "games",
    "guess",
    "mex",
    "nimber",
    "polyhash",
    "sweep",
    "verify",
]

from importlib.metadata import PackageNotFoundError as _NotInstalled, version as _version

try:
    __version__ = _version("grundy")
except _NotInstalled:  # from a folder that was never installed
    __version__ = "0"
