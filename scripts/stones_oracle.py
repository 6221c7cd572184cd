#!/usr/bin/env python3
"""An independent reference for NoGo, Col, Snort, Amazons and Fission played impartially: whole boards, exhaustive search.

    stones_oracle.py solve GAME BOARD     the answer as JSON
    stones_oracle.py corpus               writes testdata/stones.toml (deterministic)

Boards are tuples of strings; nothing is split, turned or exchanged. Standard library only.
"""

import itertools
import json
import random
import sys
from functools import lru_cache
from pathlib import Path

sys.setrecursionlimit(100_000)
OUT = Path(__file__).resolve().parent.parent / "testdata" / "stones.toml"
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
STAR = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))


def look(board, r, c):
    return board[r][c] if 0 <= r < len(board) and 0 <= c < len(board[0]) else "#"


def put(board, changes):
    rows = [list(row) for row in board]
    for (r, c), letter in changes.items():
        rows[r][c] = letter
    return tuple("".join(row) for row in rows)


def cells(board, letter):
    return [(r, c) for r, row in enumerate(board) for c, found in enumerate(row) if found == letter]


def sides(board, r, c):
    return [look(board, r + a, c + b) for a, b in SIDES]


def breathes(board):
    """Whether every group has a free neighbour: groups grow until nothing is new."""
    for colour in "xo":
        left = set(cells(board, colour))
        while left:
            group = {left.pop()}
            while True:
                more = {(r + a, c + b) for r, c in group for a, b in SIDES} & left
                if not more:
                    break
                group |= more
                left -= more
            if not any("." in sides(board, r, c) for r, c in group):
                return False
    return True


def nogo(board):
    for cell, colour in itertools.product(cells(board, "."), "xo"):
        after = put(board, {cell: colour})
        if breathes(after):
            yield after


def col(board):
    for (r, c), colour in itertools.product(cells(board, "."), "xo"):
        if colour not in sides(board, r, c):
            yield put(board, {(r, c): colour})


def snort(board):
    for (r, c), colour in itertools.product(cells(board, "."), "xo"):
        if ("o" if colour == "x" else "x") not in sides(board, r, c):
            yield put(board, {(r, c): colour})


def runs(board, r, c):
    for a, b in STAR:
        at = (r + a, c + b)
        while look(board, *at) == ".":
            yield at
            at = (at[0] + a, at[1] + b)


def amazons(board):
    for cell in cells(board, "x"):
        lifted = put(board, {cell: "."})
        for to in runs(lifted, *cell):
            moved = put(lifted, {to: "x"})
            for shot in runs(moved, *to):
                yield put(moved, {shot: "#"})


def fission(board):
    for r, c in cells(board, "x"):
        for a, b in ((0, 1), (1, 0)):
            if look(board, r + a, c + b) == "." == look(board, r - a, c - b):
                yield put(board, {(r, c): ".", (r + a, c + b): "x", (r - a, c - b): "x"})


GAMES = {"nogo": nogo, "col": col, "snort": snort, "amazons": amazons, "fission": fission}


class Solver:
    def __init__(self, game):
        self.moves = GAMES[game]
        self.grundy, self.lost = lru_cache(None)(self.grundy), lru_cache(None)(self.lost)

    def grundy(self, board):
        values = {self.grundy(after) for after in set(self.moves(board))}
        return next(value for value in itertools.count() if value not in values)

    def lost(self, board):
        after = set(self.moves(board))
        return bool(after) and not any(self.lost(board) for board in after)

    def answer(self, board):
        return {
            "grundy": self.grundy(board),
            "misere": "P" if self.lost(board) else "N",
            "winning": sum(self.grundy(after) == 0 for after in set(self.moves(board))),
        }


def sample(game, rng):
    rows, columns = rng.choice([(1, 5), (1, 6), (2, 3), (2, 4), (3, 3)] if game != "amazons" else [(2, 3), (2, 4), (3, 3), (1, 6)])
    letters = "...x" if game in ("amazons", "fission") else "....xo"
    while True:
        board = tuple("".join(rng.choice(letters + "." + "#" * (rng.random() < 0.3)) for _ in range(columns)) for _ in range(rows))
        if (game != "nogo" or breathes(board)) and not (game == "amazons" and len(cells(board, ".")) > 7):
            return board


def corpus():
    rng = random.Random(25)
    out = ["# Written by `scripts/stones_oracle.py corpus`: do not edit by hand.", "# Whole boards, searched exhaustively."]
    for game in GAMES:
        solver = Solver(game)
        boards = [("....",), ("..", ".."), ("...", "...")] + [sample(game, rng) for _ in range(32)]
        for board in dict.fromkeys(boards):
            out += ["", "[[case]]", f'game = "{game}"', f'position = "{"/".join(board)}"']
            out += [f"{key} = {json.dumps(value)}" for key, value in solver.answer(board).items()]
    OUT.write_text("\n".join(out) + "\n", encoding="utf-8")
    print(f"{sum(line == '[[case]]' for line in out)} cases")


if __name__ == "__main__":
    if sys.argv[1] == "solve":
        print(json.dumps(Solver(sys.argv[2]).answer(tuple(sys.argv[3].split("/")))))
    else:
        corpus()
