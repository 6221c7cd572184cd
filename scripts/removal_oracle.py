#!/usr/bin/env python3
"""An independent reference for rules that remove parts of graphs and posets: moves by definition, the rest by exhaustive search.

    removal_oracle.py solve RULE POSITION        the answer as JSON
    removal_oracle.py corpus                     writes testdata/removal.toml (deterministic)

Each rule stands here as a Python function beside its text; positions are sets of vertices and sets of edges, and nothing is
split into parts: whole positions are searched. Standard library only.
"""

import itertools
import json
import random
import sys
from functools import lru_cache
from pathlib import Path

sys.setrecursionlimit(100_000)
OUT = Path(__file__).resolve().parent.parent / "testdata" / "removal.toml"

# ---------------------------------------------------------------------------------------------------------------------
# Families: (names, edges); in a poset an edge (a, b) says that a is above b


def splitmix(seed):
    mask = (1 << 64) - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def squares(rows, columns):
    return [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]


def by_test(cells, test):
    name = lambda cell: f"r{cell[0]}c{cell[1]}"
    edges = {(name(a), name(b)) for a, b in itertools.combinations(cells, 2) if test(abs(a[0] - b[0]), abs(a[1] - b[1]))}
    return [name(cell) for cell in cells], edges


PIECES = {
    "grid": lambda r, c: r + c == 1,
    "king": lambda r, c: max(r, c) == 1,
    "knight": lambda r, c: {r, c} == {1, 2},
    "rook": lambda r, c: r == 0 or c == 0,
    "bishop": lambda r, c: r == c,
    "queen": lambda r, c: r == 0 or c == 0 or r == c,
}


def graph_family(kind, size):
    if kind in PIECES or kind in ("torus", "cylinder"):
        rows, columns = map(int, size.split("x"))
        if kind in PIECES:
            return by_test(squares(rows, columns), PIECES[kind])

        def near(r, c):
            around = lambda d, n, joined: d == 1 or (joined and n > 1 and d == n - 1)
            return (r == 0 and around(c, columns, True)) or (c == 0 and around(r, rows, kind == "torus"))

        return by_test(squares(rows, columns), near)
    if kind == "petersen":
        n, k = map(int, size.split(","))
        edges = set()
        for i in range(n):
            edges |= {(f"o{i + 1}", f"o{(i + 1) % n + 1}"), (f"o{i + 1}", f"i{i + 1}"), (f"i{i + 1}", f"i{(i + k) % n + 1}")}
        return [f"o{i + 1}" for i in range(n)] + [f"i{i + 1}" for i in range(n)], edges
    if kind == "tree":
        parents = size.split(",")
        return [str(i) for i in range(len(parents) + 1)], {(str(p), str(i + 1)) for i, p in enumerate(parents)}
    if kind == "random":
        n, p, seed = size.split(",")
        names, source = [str(i + 1) for i in range(int(n))], splitmix(int(seed))
        return names, {pair for pair in itertools.combinations(names, 2) if next(source) / 2**64 < float(p)}
    n = int(size)
    names = [str(i) for i in range(1, n + 1)]
    if kind == "path":
        return names, set(zip(names, names[1:]))
    if kind == "cycle":
        return names, set(zip(names, names[1:] + names[:1]))
    if kind == "complete":
        return names, set(itertools.combinations(names, 2))
    if kind == "star":
        return ["0"] + names, {("0", name) for name in names}
    if kind == "wheel":
        return ["0"] + names, {("0", name) for name in names} | set(zip(names, names[1:] + names[:1]))
    if kind == "hypercube":
        names = [str(i) for i in range(2**n)]
        return names, {(str(i), str(i ^ 1 << b)) for i in range(2**n) for b in range(n) if not i >> b & 1}
    raise ValueError(kind)


def poset_family(kind, size):
    if kind == "chain":
        names = [str(i) for i in range(1, int(size) + 1)]
        return names, set(zip(names[1:], names))
    if kind == "boolean":
        d = int(size)
        sets = [s for k in range(1, d) for s in itertools.combinations(range(1, d + 1), k)]
        name = lambda s: "".join(map(str, s))
        return [name(s) for s in sets], {(name(a), name(b)) for a in sets for b in sets if set(a) > set(b)}
    rows, columns = map(int, size.split("x"))
    cells = [cell for cell in squares(rows, columns) if kind == "grid" or cell != (1, 1)]
    name = lambda cell: f"r{cell[0]}c{cell[1]}"
    above = {(name(a), name(b)) for a in cells for b in cells if a != b and a[0] >= b[0] and a[1] >= b[1]}
    return [name(cell) for cell in cells], above


def read(text, poset):
    """Vertices, and pairs: unordered edges as frozensets, or (above, below) with all that follows."""
    vertices, pairs = set(), set()
    for index, word in enumerate(text.split()):
        if ":" in word:
            names, edges = (poset_family if poset else graph_family)(*word.split(":"))
            # Each family is a part of its own, whatever its names.
            vertices |= {f"{index}/{name}" for name in names}
            pairs |= {(f"{index}/{a}", f"{index}/{b}") for a, b in edges}
        elif ">" in word or "-" in word:
            ends = tuple(word.split(">" if poset else "-"))
            vertices |= set(ends)
            pairs.add(ends)
        else:
            vertices.add(word)
    if not poset:
        return frozenset(vertices), frozenset(frozenset(pair) for pair in pairs)
    while True:
        more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
        if not more:
            return frozenset(vertices), frozenset(pairs)
        pairs |= more


# ---------------------------------------------------------------------------------------------------------------------
# Rules: functions of vertices and pairs that yield (vertices removed, edges removed)


def neighbours(v, pairs):
    return {w for pair in pairs for w in pair if v in pair and w != v}


def degree(v, pairs):
    return sum(v in pair for pair in pairs)


def above(v, pairs):
    return {a for a, b in pairs if b == v}


def below(v, pairs):
    return {b for a, b in pairs if a == v}


def each_vertex(test=lambda v, pairs: True, more=lambda v, pairs: set()):
    return lambda vertices, pairs: (({v} | more(v, pairs), set()) for v in vertices if test(v, pairs))


def each_pair(test, removed=lambda u, v, pairs: {u, v}):
    return lambda vertices, pairs: (
        (removed(u, v, pairs), set()) for u in vertices for v in vertices if test(u, v, pairs)
    )


def edge(u, v, pairs):
    return frozenset((u, v)) in pairs and u != v


GRAPH_RULES = {
    "on graph ; remove v, N(v)": each_vertex(more=neighbours),
    "on graph ; remove N(v), v ; remove v, N(v)": each_vertex(more=neighbours),
    "on graph ; remove u, v where u-v": each_pair(edge),
    "on graph ; remove b, a where a != b, a-b": each_pair(edge),
    "on graph ; remove v where deg(v) odd": each_vertex(lambda v, pairs: degree(v, pairs) % 2 == 1),
    "on graph ; remove v where deg(v) even": each_vertex(lambda v, pairs: degree(v, pairs) % 2 == 0),
    "on graph ; remove u-v": lambda vertices, pairs: ((set(), {pair}) for pair in pairs),
    "on graph ; remove v where deg(v) = 1": each_vertex(lambda v, pairs: degree(v, pairs) == 1),
    "on graph ; remove v where deg(v) > 0": each_vertex(lambda v, pairs: degree(v, pairs) > 0),
    "on graph ; remove v": each_vertex(),
    "on graph ; remove N(v)": lambda vertices, pairs: ((neighbours(v, pairs), set()) for v in vertices),
    "on graph ; remove u, v": each_pair(lambda u, v, pairs: True),
    "on graph ; remove u, v where u != v, not u-v": each_pair(lambda u, v, pairs: u != v and not edge(u, v, pairs)),
    "on graph ; remove v where u-v, deg(u) = 1": each_pair(
        lambda u, v, pairs: edge(u, v, pairs) and degree(u, pairs) == 1, lambda u, v, pairs: {v}
    ),
    "on graph\nremove u-v where deg(u) + deg(v) odd\nremove v where deg(v) in {0, 3}": lambda vertices, pairs: itertools.chain(
        ((set(), {pair}) for pair in pairs if sum(degree(v, pairs) for v in pair) % 2 == 1),
        (({v}, set()) for v in vertices if degree(v, pairs) in (0, 3)),
    ),
    "on graph ; remove v where deg(v) <= 1 or deg(v) > 2": each_vertex(lambda v, pairs: degree(v, pairs) != 2),
    "on graph ; param k = 2 ; remove v, N(v) where deg(v) = k": each_vertex(lambda v, pairs: degree(v, pairs) == 2, neighbours),
    "on graph ; remove u, v, w where u-v, v-w, u != w": lambda vertices, pairs: (
        ({u, v, w}, set())
        for v in vertices
        for u in vertices
        for w in vertices
        if edge(u, v, pairs) and edge(v, w, pairs) and u != w
    ),
}
# A move may touch parts that no edge links, so that vertices without edges count.
UNLINKED = {"on graph ; remove u, v", "on graph ; remove u, v where u != v, not u-v"}
POSET_RULES = {
    "on poset ; remove v, up(v)": each_vertex(more=above),
    "on poset ; remove up(v), v, down(v)": each_vertex(more=lambda v, pairs: above(v, pairs) | below(v, pairs)),
    "on poset ; remove up(v)": lambda vertices, pairs: ((above(v, pairs), set()) for v in vertices),
    "on poset ; remove v, down(v)": each_vertex(more=below),
    "on poset ; remove u, v where u > v": each_pair(lambda u, v, pairs: (u, v) in pairs),
}


class Removal:
    def __init__(self, rule):
        self.poset = rule in POSET_RULES
        self.moves = (POSET_RULES if self.poset else GRAPH_RULES)[rule]
        self.linked = rule not in UNLINKED
        self.grundy, self.lost = lru_cache(None)(self.grundy), lru_cache(None)(self.lost)

    def after(self, position):
        vertices, pairs = position
        out = set()
        for gone, cut in self.moves(vertices, pairs):
            if gone or cut:
                left = vertices - gone
                kept = frozenset(pair for pair in pairs - cut if all(end in left for end in pair))
                out.add((frozenset(left), kept))
        return out

    def grundy(self, position):
        values = {self.grundy(after) for after in self.after(position)}
        return next(value for value in itertools.count() if value not in values)

    def lost(self, position, misere):
        moves = self.after(position)
        return not misere if not moves else not any(self.lost(after, misere) for after in moves)

    def written(self, position):
        """The vertices that are named: all but lone ones that the rule cannot remove."""
        vertices, pairs = position
        lone = {v for v in vertices if not any(v in pair for pair in pairs)}
        if self.linked and not self.after((frozenset("x"), frozenset())):
            vertices -= lone
        return vertices, pairs

    def answer(self, position):
        results = {True: set(), False: set()}
        for misere in results:
            results[misere] = {self.written(after) for after in self.after(position) if self.lost(after, misere)}
        return {
            "grundy": self.grundy(position),
            "misere": "P" if self.lost(position, True) else "N",
            "winning": len(results[False]),
            "misere_winning": len(results[True]),
        }


def solve(rule, text):
    game = Removal(rule)
    return game.answer(read(text, game.poset))


def sample(poset, rng):
    if poset:
        families = ["chain:3", "boolean:3", "grid:2x3", "chomp:2x3", "chomp:3x3", "chain:5 chain:2", "grid:2x2 a>b"]
        if rng.random() < 0.4:
            return rng.choice(families)
        names = "abcdefg"[: rng.randint(2, 7)]
        pairs = [pair for pair in itertools.combinations(names, 2) if rng.random() < 0.35]
        lone = [name for name in names if rng.random() < 0.2]
        return " ".join([f"{a}>{b}" for a, b in pairs] + lone) or "a"
    families = [
        "path:6", "cycle:6", "cycle:3", "grid:2x3", "torus:2x3", "torus:3x3", "cylinder:2x3", "king:2x3", "knight:3x3",
        "rook:2x3", "bishop:3x3", "queen:2x3", "complete:4", "star:4", "wheel:4", "petersen:3,1", "petersen:4,2",
        "hypercube:3", "tree:0,0,1,1", "tree:0,1,1,0,2", "random:7,0.4,1", "random:7,0.4,2", "path:3 a-b b-c", "star:3 star:2",
        "torus:1x4", "torus:2x2",
    ]
    if rng.random() < 0.5:
        return rng.choice(families)
    names = "abcdefg"[: rng.randint(2, 7)]
    edges = [pair for pair in itertools.combinations(names, 2) if rng.random() < 0.4]
    lone = [name for name in names if rng.random() < 0.2]
    return " ".join([f"{a}-{b}" for a, b in edges] + lone) or "a"


def corpus():
    rng = random.Random(8)
    out = ["# Written by `scripts/removal_oracle.py corpus`: do not edit by hand.", "# Whole positions, searched exhaustively."]
    for rule in [*GRAPH_RULES, *POSET_RULES]:
        game = Removal(rule)
        for text in dict.fromkeys(["a"] + [sample(game.poset, rng) for _ in range(26)]):
            answer = game.answer(read(text, game.poset))
            out += ["", "[[case]]", f"rule = {json.dumps(rule)}", f"position = {json.dumps(text)}"]
            out += [f"{key} = {json.dumps(value)}" for key, value in answer.items()]
    OUT.write_text("\n".join(out) + "\n", encoding="utf-8")
    print(f"{sum(line == '[[case]]' for line in out)} cases")


if __name__ == "__main__":
    if sys.argv[1] == "solve":
        print(json.dumps(solve(sys.argv[2], sys.argv[3])))
    else:
        corpus()
