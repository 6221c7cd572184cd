#!/usr/bin/env python3
"""An independent reference for staircases, words and games for points: moves by definition, the rest by exhaustive search.

    families_oracle.py solve GAME POSITION... [--misere]   the answer as JSON
    families_oracle.py corpus                              writes testdata/families.toml (deterministic)

No theorem is used: staircases and words are solved by looking at whole positions, games for points by plain minimax.
Standard library only.
"""

import argparse
import itertools
import json
import random
import sys
from functools import lru_cache
from pathlib import Path

sys.setrecursionlimit(100_000)
ROOT = Path(__file__).resolve().parent.parent


def numbers(text):
    return tuple(int(word) for word in text.split())


def show(position):
    return " ".join(map(str, position))


# ---------------------------------------------------------------------------------------------------------------------
# Games without points: `moves` yields (position after the move, what makes moves the same)


class Staircase:
    def __init__(self, floor):
        self.below = floor == "below"

    read = staticmethod(numbers)
    show = staticmethod(show)

    @staticmethod
    def key(position):
        return position

    def moves(self, steps):
        for index in range(0 if self.below else 1, len(steps)):
            for coins in range(1, steps[index] + 1):
                after = list(steps)
                after[index] -= coins
                if index > 0:
                    after[index - 1] += coins
                yield tuple(after), tuple(after)


class Palindromes:
    show = staticmethod(show)

    @staticmethod
    def read(text):
        return tuple(text.split())

    @staticmethod
    def key(position):
        """Words are a sum: their order does not matter."""
        return tuple(sorted(position))

    def moves(self, words):
        for place, word in enumerate(words):
            for index in range(1, len(word) - 1):
                if word[index - 1] == word[index + 1]:
                    parts = (word[:index], word[index], word[index + 1:])
                    yield words[:place] + parts + words[place + 1:], (place, tuple(sorted(parts)))


class Solver:
    def __init__(self, game):
        self.game = game
        self.grundy = lru_cache(None)(self.grundy)
        self.lost = lru_cache(None)(self.lost)

    def after(self, position):
        return {self.game.key(after) for after, _ in self.game.moves(position)}

    def grundy(self, position):
        values = {self.grundy(after) for after in self.after(position)}
        return next(value for value in itertools.count() if value not in values)

    def lost(self, position, misere):
        moves = self.after(position)
        if not moves:
            return not misere
        return not any(self.lost(after, misere) for after in moves)

    def answer(self, position, misere=False):
        key = self.game.key
        winning = {}
        for after, same in self.game.moves(position):
            if self.lost(key(after), misere):
                winning.setdefault(same, self.game.show(after))
        return {
            "outcome": "P" if self.lost(key(position), misere) else "N",
            "grundy": None if misere else self.grundy(key(position)),
            "results": sorted(winning.values()),
        }


# ---------------------------------------------------------------------------------------------------------------------
# Games for points: `moves` yields (position after the move, points gained)


class StoneII:
    @staticmethod
    def read(text):
        words = text.split()
        m = int(words.pop()[2:]) if words and words[-1].startswith("m=") else 1
        return numbers(" ".join(words)), m

    @staticmethod
    def show(state):
        piles, m = state
        return show(piles) + (f" m={m}" if piles and m > 1 else "")

    @staticmethod
    def moves(state):
        piles, m = state
        for x in range(1, min(2 * m, len(piles)) + 1):
            yield (piles[x:], max(m, x)), sum(piles[:x])


class Row:
    read = staticmethod(numbers)
    show = staticmethod(show)


class StoneIII(Row):
    @staticmethod
    def moves(row):
        for x in range(1, min(3, len(row)) + 1):
            yield row[x:], sum(row[:x])


class StoneVI:
    """The player to move owns the first number of every stone."""

    @staticmethod
    def read(text):
        return tuple(tuple(int(number) for number in word.split(",")) for word in text.split())

    @staticmethod
    def show(stones):
        return " ".join(f"{mine},{theirs}" for mine, theirs in stones)

    @staticmethod
    def moves(stones):
        for index, stone in enumerate(stones):
            rest = stones[:index] + stones[index + 1:]
            yield tuple((theirs, mine) for mine, theirs in rest), stone[0]


class StoneVII(Row):
    @staticmethod
    def moves(row):
        if row:
            yield row[1:], sum(row[1:])
            yield row[:-1], sum(row[:-1])


class StoneVIII(Row):
    @staticmethod
    def moves(row):
        for x in range(2, len(row) + 1):
            yield (sum(row[:x]), *row[x:]), sum(row[:x])


class Points:
    def __init__(self, game):
        self.game = game
        self.difference = lru_cache(None)(self.difference)

    def difference(self, state):
        return max((gain - self.difference(after) for after, gain in self.game.moves(state)), default=0)

    def answer(self, state):
        best = self.difference(state)
        results = {}
        for after, gain in self.game.moves(state):
            if best >= 0 and gain - self.difference(after) == best:
                # Stones that may be taken in any order are the same in any order.
                same = tuple(sorted(after)) if isinstance(self.game, StoneVI) else after
                results.setdefault(same, self.game.show(after))
        return {
            "outcome": "N" if best > 0 else "P" if best < 0 else "D",
            "difference": best,
            "results": sorted(results.values()),
        }


STONES = {
    "stone-ii": StoneII, "stone-iii": StoneIII, "stone-vi": StoneVI, "stone-vii": StoneVII, "stone-viii": StoneVIII,
}
PLAIN = {
    "staircase": lambda: Staircase("first"),
    "staircase:floor=first": lambda: Staircase("first"),
    "staircase:floor=below": lambda: Staircase("below"),
    "palindromes": Palindromes,
}


# ---------------------------------------------------------------------------------------------------------------------
# Corpus


def sample(name, rng):
    """A position of the game as text."""
    if name.startswith("staircase"):
        return show(rng.randint(0, 4) for _ in range(rng.randint(1, 5)))
    if name == "palindromes":
        letters = rng.choice(["a", "ab", "ab", "abc"])
        words = ["".join(rng.choice(letters) for _ in range(rng.randint(1, 9))) for _ in range(rng.randint(1, 2))]
        return " ".join(words)
    if name == "stone-vi":
        return " ".join(f"{rng.randint(-1, 5)},{rng.randint(-1, 5)}" for _ in range(rng.randint(1, 7)))
    low = rng.choice([-6, 1])
    row = show(rng.randint(low, 9) for _ in range(rng.randint(1, 9)))
    return f"{row} m={rng.randint(2, 3)}" if name == "stone-ii" and rng.random() < 0.3 else row


def case(kind, name, text, fields):
    lines = [f"[[{kind}]]", f"game = {json.dumps(name)}", f"position = {json.dumps(text)}"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
    return "\n".join(lines + ['source = "exhaustive search (scripts/families_oracle.py)"']) + "\n"


def plain_case(name, text, misere, solver):
    answer = solver.answer(solver.game.read(text), misere)
    fields = {"misere": answer["outcome"]}
    if not misere:
        fields = {"grundy": answer["grundy"], "outcome": answer["outcome"]}
    fields["winning_moves"] = len(answer["results"])
    # The parts of a split word may stand in any order.
    if name != "palindromes":
        fields["results"] = answer["results"]
    return case("case", name, text, fields)


def corpus():
    rng = random.Random(11)
    tables = []
    for name, build in PLAIN.items():
        solver = Solver(build())
        texts = ["", "0", "3", "0 0 2"] if name.startswith("staircase") else ["", "a", "aaa", "aaaaaa aba"]
        for text in dict.fromkeys(texts + [sample(name, rng) for _ in range(40)]):
            tables.append(plain_case(name, text, rng.random() < 0.3, solver))
    for name, build in STONES.items():
        points = Points(build())
        texts = ["", "1,1", "2,2 2,2 2,2"] if name == "stone-vi" else ["", "5", "-5", "2 2 2 2", "0 0 0"]
        for text in dict.fromkeys(texts + [sample(name, rng) for _ in range(40)]):
            tables.append(case("points", name, text, points.answer(points.game.read(text))))
    header = "# Written by `scripts/families_oracle.py corpus`: do not edit by hand.\n" \
             "# Staircases and words with the results of winning moves; games for points with the best difference.\n\n"
    (ROOT / "testdata" / "families.toml").write_text(header + "\n".join(tables), encoding="utf-8")
    print(f"families.toml: {len(tables)} entries", file=sys.stderr)
    return 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("solve")
    one.add_argument("game")
    one.add_argument("position", nargs="*")
    one.add_argument("--misere", action="store_true")
    commands.add_parser("corpus")
    options = parser.parse_args(arguments)
    if options.command == "corpus":
        return corpus()
    text = " ".join(options.position)
    if options.game in STONES:
        points = Points(STONES[options.game]())
        print(json.dumps(points.answer(points.game.read(text))))
    else:
        solver = Solver(PLAIN[options.game]())
        print(json.dumps(solver.answer(solver.game.read(text), options.misere)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
