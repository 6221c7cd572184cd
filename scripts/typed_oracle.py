#!/usr/bin/env python3
"""An independent reference for games that are Rust types: moves by definition, everything else by exhaustive search.

    typed_oracle.py solve GAME POSITION [--misere]   outcome, value and the result of every winning move, as JSON
    typed_oracle.py facts                            checks the facts of these games in games/*.game
    typed_oracle.py corpus                           writes testdata/typed.toml (deterministic)

A game here is three functions: a text read as a position (a tuple), a position written, and all positions one move
away. No theorem is used. Standard library only.
"""

import argparse
import itertools
import json
import random
import re
import sys
from functools import lru_cache
from pathlib import Path

sys.setrecursionlimit(100_000)
ROOT = Path(__file__).resolve().parent.parent


def numbers(text):
    return tuple(int(word) for word in text.split())


def show(position):
    return " ".join(map(str, position))


def put(position, index, value):
    return position[:index] + (value,) + position[index + 1:]


class Lists:
    """Positions are lists of numbers; `moves` yields lists."""

    def __init__(self, moves, ordered=lambda position: position):
        self.list_moves = moves
        self.ordered = ordered

    def read(self, text):
        return self.ordered(numbers(text))

    show = staticmethod(show)

    def moves(self, position):
        return {self.ordered(after) for after in self.list_moves(position)}


def strip(squares):
    for index, square in enumerate(squares):
        low = squares[index - 1] + 1 if index else 0
        for after in range(low, square):
            yield put(squares, index, after)


def welter(squares):
    for index, square in enumerate(squares):
        for after in range(square):
            if after not in squares:
                yield put(squares, index, after)


def monotone(heaps):
    for index, heap in enumerate(heaps):
        for after in range(heap):
            changed = put(heaps, index, after)
            if list(changed) == sorted(changed):
                yield changed


def ordered(heaps):
    for index, heap in enumerate(heaps):
        if heap:
            for after in range(heap):
                yield put(heaps, index, after)
            return


def slow(k, exact):
    def moves(heaps):
        for choice in itertools.product((0, 1), repeat=len(heaps)):
            touched = sum(choice)
            allowed = touched == k if exact else 1 <= touched <= k
            if touched and allowed and all(heap >= taken for heap, taken in zip(heaps, choice)):
                yield tuple(heap - taken for heap, taken in zip(heaps, choice))

    return moves


def moore(k):
    def moves(heaps):
        for after in itertools.product(*(range(heap + 1) for heap in heaps)):
            if 1 <= sum(a != b for a, b in zip(heaps, after)) <= k:
                yield after

    return moves


class Bank:
    """A position is the heaps and, last, the bank."""

    def __init__(self, bank):
        self.bank = bank

    def read(self, text):
        heaps, bank = [], self.bank
        for word in text.split():
            if word.startswith("bank="):
                bank = int(word[5:])
            else:
                heaps.append(int(word))
        return (*heaps, bank)

    def show(self, position):
        return f"{show(position[:-1])} bank={position[-1]}".strip()

    def moves(self, position):
        *heaps, bank = position
        out = set()
        for index, heap in enumerate(heaps):
            for after in range(heap + bank + 1) if heap else ():
                if after != heap:
                    out.add((*put(tuple(heaps), index, after), bank - max(after - heap, 0)))
        return out


class Poker:
    """A position is the heaps and, last, the reserves of the player to move and of the other."""

    def __init__(self, mine, theirs):
        self.mine, self.theirs = mine, theirs

    def read(self, text):
        heaps, reserves = [], {"mine": self.mine, "theirs": self.theirs}
        for word in text.split():
            name, equals, value = word.partition("=")
            if equals:
                reserves[name] = int(value)
            else:
                heaps.append(int(word))
        return (*heaps, reserves["mine"], reserves["theirs"])

    def show(self, position):
        return f"{show(position[:-2])} mine={position[-2]} theirs={position[-1]}".strip()

    def moves(self, position):
        *heaps, mine, theirs = position
        out = set()
        for index, heap in enumerate(heaps):
            for after in range(heap + mine + 1) if heap else ():
                if after != heap:
                    out.add((*put(tuple(heaps), index, after), theirs, mine - max(after - heap, 0)))
        return out


def read_game(text):
    name, _, rest = text.partition(":")
    given = dict(item.split("=") for item in rest.split(",")) if rest else {}
    by_square = lambda position: tuple(sorted(position))
    k = int(given.get("k", 2))
    games = {
        "strip": lambda: Lists(strip, by_square),
        "welter": lambda: Lists(welter, by_square),
        "monotone-nim": lambda: Lists(monotone),
        "ordered-nim": lambda: Lists(ordered),
        "slow-nim": lambda: Lists(slow(k, given.get("exact") == "true")),
        "another-game": lambda: Lists(slow(10**9, False)),
        "moore": lambda: Lists(moore(k)),
        "nim-with-bank": lambda: Bank(int(given.get("bank", 5))),
        "poker-nim": lambda: Poker(int(given.get("mine", 2)), int(given.get("theirs", 3))),
    }
    return games[name]()


class Solver:
    def __init__(self, game):
        self.game = game
        self.moves = lru_cache(None)(lambda position: sorted(game.moves(position)))
        self.grundy = lru_cache(None)(self.grundy)
        self.lost = lru_cache(None)(self.lost)

    def grundy(self, position):
        values = {self.grundy(after) for after in self.moves(position)}
        return next(value for value in itertools.count() if value not in values)

    def lost(self, position, misere):
        moves = self.moves(position)
        if not moves:
            return not misere
        return not any(self.lost(after, misere) for after in moves)

    def answer(self, position, misere=False):
        lost = self.lost(position, misere)
        winning = [self.game.show(after) for after in self.moves(position) if self.lost(after, misere)]
        return {
            "outcome": "P" if lost else "N",
            "grundy": None if misere else self.grundy(position),
            "results": sorted(winning),
        }


# ---------------------------------------------------------------------------------------------------------------------
# Facts and corpus


def facts():
    wrong = 0
    for path in sorted((ROOT / "games").glob("*.game")):
        text = path.read_text(encoding="utf-8")
        name = re.search(r"^name: (.*)$", text, re.M)
        kind = re.search(r"^type: (.*)$", text, re.M)
        if not kind:
            continue
        try:
            game = read_game(name[1])
        except KeyError:
            print(f"{'not known':12}{name[1]}")
            continue
        solver = Solver(game)
        for fact in re.findall(r"^fact: (.*)$", text, re.M):
            word, _, rest = fact.partition(" ")
            position, _, value = rest.rpartition(" = ") if word == "grundy" else (rest, "", "0")
            position = game.read(position)
            if word == "misere-lost":
                good = solver.lost(position, True)
            else:
                good = solver.grundy(position) == int(value)
            wrong += not good
            print(f"{'ok' if good else 'WRONG':12}{name[1]}: {fact}")
    return 1 if wrong else 0


def sample(name, rng):
    """A position of the game as text."""
    count = rng.randint(0, 5)
    if name in ("strip", "welter"):
        return show(sorted(rng.sample(range(11), min(count, 4))))
    if name == "monotone-nim":
        return show(sorted(rng.randint(0, 7) for _ in range(count)))
    if name == "ordered-nim":
        return show(rng.randint(0, 6) for _ in range(count))
    if name.startswith("nim-with-bank"):
        heaps = show(rng.randint(0, 5) for _ in range(min(count, 3)))
        return f"{heaps} bank={rng.randint(0, 3)}".strip() if rng.random() < 0.5 else heaps
    if name.startswith("poker-nim"):
        heaps = show(rng.randint(0, 4) for _ in range(min(count, 3)))
        return f"{heaps} mine={rng.randint(0, 2)} theirs={rng.randint(0, 2)}".strip()
    if name.startswith("moore"):
        return show(rng.randint(0, 5) for _ in range(min(count, 4)))
    return show(rng.randint(0, 4) for _ in range(count))


NAMES = """
strip welter monotone-nim ordered-nim another-game
nim-with-bank:bank=2 nim-with-bank poker-nim poker-nim:mine=1,theirs=2
slow-nim slow-nim:k=1 slow-nim:k=3 slow-nim:k=2,exact=true slow-nim:k=3,exact=true
moore moore:k=1 moore:k=3
""".split()


def corpus():
    rng = random.Random(7)
    tables = []
    for name in NAMES:
        game = read_game(name)
        solver = Solver(game)
        seen = set()
        for text in ["", "0", "1", *(sample(name, rng) for _ in range(40))]:
            misere = rng.random() < 0.3
            if (text, misere) in seen:
                continue
            seen.add((text, misere))
            answer = solver.answer(game.read(text), misere)
            value = [f"misere = {json.dumps(answer['outcome'])}"]
            if not misere:
                value = [f"grundy = {answer['grundy']}", f"outcome = {json.dumps(answer['outcome'])}"]
            tables.append("\n".join([
                "[[case]]", f"game = {json.dumps(name)}", f"position = {json.dumps(text)}", *value,
                f"winning_moves = {len(answer['results'])}", f"results = {json.dumps(answer['results'])}",
                'source = "exhaustive search (scripts/typed_oracle.py)"',
            ]) + "\n")
    header = "# Written by `scripts/typed_oracle.py corpus`: do not edit by hand.\n" \
             "# Games that are Rust types: value, outcome and the whole position after every winning move.\n\n"
    (ROOT / "testdata" / "typed.toml").write_text(header + "\n".join(tables), encoding="utf-8")
    print(f"typed.toml: {len(tables)} entries", file=sys.stderr)
    return 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("solve")
    one.add_argument("game")
    one.add_argument("position", nargs="*")
    one.add_argument("--misere", action="store_true")
    commands.add_parser("facts")
    commands.add_parser("corpus")
    options = parser.parse_args(arguments)
    if options.command == "solve":
        game = read_game(options.game)
        print(json.dumps(Solver(game).answer(game.read(" ".join(options.position)), options.misere)))
        return 0
    return facts() if options.command == "facts" else corpus()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
