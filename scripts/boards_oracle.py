#!/usr/bin/env python3
"""An independent reference for games on boards: moves by definition, the rest by looking at whole positions.

    boards_oracle.py solve GAME POSITION... [--misere]   the answer as JSON
    boards_oracle.py perft GAME POSITION                 how many lines of play there are, by length
    boards_oracle.py corpus                              writes testdata/boards.toml (deterministic)

No theorem is used: boards are neither cut into regions nor turned. Standard library only.
"""

import argparse
import json
import random
import sys
from pathlib import Path

from families_oracle import Solver

ROOT = Path(__file__).resolve().parent.parent


class Boards:
    """Positions are tuples of boards, boards tuples of rows, squares `.` or `mark`."""

    mark = "#"

    def read(self, text):
        return tuple(self.board(word) for word in text.split())

    def board(self, word):
        if word[0].isdigit():
            rows, columns = map(int, word.split("x"))
            return tuple("." * columns for _ in range(rows))
        return tuple(word.replace("x", self.mark).replace("#", self.mark).split("/"))

    def show(self, position):
        return " ".join(map(self.show_board, position))

    def show_board(self, board):
        if all(square == "." for row in board for square in row):
            return f"{len(board)}x{len(board[0])}"
        return "/".join(board)

    @staticmethod
    def key(position):
        return tuple(sorted(position))

    def take(self, board, squares):
        return tuple(
            "".join(self.mark if (r, c) in squares else square for c, square in enumerate(row))
            for r, row in enumerate(board)
        )

    def moves(self, position):
        for place, board in enumerate(position):
            for after in self.board_moves(board):
                yield position[:place] + (after,) + position[place + 1:], (place, after)


def free(board):
    return {(r, c) for r, row in enumerate(board) for c, square in enumerate(row) if square == "."}


class Cram(Boards):
    def board_moves(self, board):
        squares = free(board)
        for r, c in sorted(squares):
            for other in ((r, c + 1), (r + 1, c)):
                if other in squares:
                    yield self.take(board, {(r, c), other})


class Notakto(Boards):
    mark = "x"

    @staticmethod
    def is_dead(board):
        crosses = {(r, c) for r, row in enumerate(board) for c, square in enumerate(row) if square != "."}
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        return any(
            (r + d, c + e) in crosses and (r + 2 * d, c + 2 * e) in crosses for r, c in crosses for d, e in steps
        )

    def board_moves(self, board):
        if not self.is_dead(board):
            for square in sorted(free(board)):
                yield self.take(board, {square})


class Chomp:
    """The squares are a set; a bite takes those that are neither above nor to the left."""

    @staticmethod
    def read(text):
        if "x" in text:
            rows, columns = map(int, text.split("x"))
            return (columns,) * rows
        return tuple(map(int, text.split(",")))

    @staticmethod
    def show(rows):
        return ",".join(map(str, rows))

    @staticmethod
    def key(rows):
        return rows

    @staticmethod
    def moves(rows):
        squares = {(r, c) for r, length in enumerate(rows) for c in range(length)}
        for r, c in sorted(squares - {(0, 0)}):
            left = {(x, y) for x, y in squares if x < r or y < c}
            after = tuple(sum((x, y) in left for y in range(length)) for x, length in enumerate(rows))
            yield after, after


GAMES = {"cram": Cram, "chomp": Chomp, "notakto": Notakto}
FIXED = {
    "cram": ["", "1x1", "1x2", "2x2", "3x3", "2x5", "3x4", "1x9", "4x3", "2x2 3x3", "1x4 2x3", ".../.#./...", "#", "0x3"],
    "chomp": ["1x1", "1x5", "5x1", "2x2", "3x4", "4x3", "4x4", "3,2", "4,0,0", "4,4,2", "3,1,1", "0", "2,2,2,1"],
    "notakto": ["", "3x3", "1x3", "1x6", "2x2", "2x3", "xx./.../..x", "xxx/.../...", ".../.x./...", "2x2 1x4"],
}


def sample(name, rng):
    if name == "chomp":
        return ",".join(map(str, sorted((rng.randint(0, 6) for _ in range(rng.randint(1, 4))), reverse=True)))
    rows, columns = rng.choice([(2, 3), (3, 3), (3, 4), (2, 5), (1, 8)])
    taken = rng.choice([0.2, 0.4]) if name == "cram" else 0.35
    mark = GAMES[name].mark
    return "/".join("".join(mark if rng.random() < taken else "." for _ in range(columns)) for _ in range(rows))


def case(name, text, misere, solver):
    answer = solver.answer(solver.game.read(text), misere)
    lines = ["[[case]]", f"game = {json.dumps(name)}", f"position = {json.dumps(text)}"]
    if misere:
        lines.append(f'misere = "{answer["outcome"]}"')
    else:
        lines += [f'grundy = {answer["grundy"]}', f'outcome = "{answer["outcome"]}"']
    lines += [f'winning_moves = {len(answer["results"])}', f'results = {json.dumps(answer["results"])}']
    return "\n".join(lines + ['source = "exhaustive search (scripts/boards_oracle.py)"']) + "\n"


def corpus():
    rng = random.Random(7)
    tables = []
    for name, build in GAMES.items():
        solver = Solver(build())
        for text in FIXED[name]:
            tables += [case(name, text, misere, solver) for misere in (False, True)]
        for text in dict.fromkeys(sample(name, rng) for _ in range(40)):
            tables.append(case(name, text, rng.random() < 0.4, solver))
    header = "# Written by `scripts/boards_oracle.py corpus`: do not edit by hand.\n" \
             "# Games on boards: value, outcome and the whole position after every winning move.\n\n"
    (ROOT / "testdata" / "boards.toml").write_text(header + "\n".join(tables), encoding="utf-8")
    print(f"boards.toml: {len(tables)} entries", file=sys.stderr)
    return 0


def perft(game, position):
    """The number of lines of play of length 0, 1, 2, ..."""
    lines, counts = {position: 1}, []
    while lines:
        counts.append(sum(lines.values()))
        after = {}
        for position, count in lines.items():
            for option, _ in game.moves(position):
                after[option] = after.get(option, 0) + count
        lines = after
    return counts


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("solve", "perft"):
        one = commands.add_parser(name)
        one.add_argument("game")
        one.add_argument("position", nargs="*")
        one.add_argument("--misere", action="store_true")
    commands.add_parser("corpus")
    options = parser.parse_args(arguments)
    if options.command == "corpus":
        return corpus()
    game = GAMES[options.game]()
    position = game.read(" ".join(options.position))
    if options.command == "perft":
        print(json.dumps(perft(game, position)))
    else:
        print(json.dumps(Solver(game).answer(position, options.misere)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
