#!/usr/bin/env python3
"""An independent reference for graphs and the games played on them: definitions and exhaustive search, no theorem.

    graphs_oracle.py corpus      writes testdata/graphs.toml (deterministic)
    graphs_oracle.py facts       checks the facts of these games in games/*.game

Vertices of any graph: outcome and remoteness by applying the definition until nothing changes; the value of a vertex is m
if the sum with a heap of m tokens is lost, which the graph of both together tells. Node Kayles, Arc Kayles, Hackenbush and geography: moves
by definition on named vertices and edges. Standard library only.
"""

import random
import re
import sys
from pathlib import Path

sys.setrecursionlimit(100_000)
ROOT = Path(__file__).resolve().parent.parent


def mex(values):
    values = set(values)
    m = 0
    while m in values:
        m += 1
    return m


# Any graph: options[v] is a set of vertices.


def outcomes(options, misere=False):
    """For each vertex (outcome, remoteness); draws have remoteness None."""
    found = {}
    depth = 0
    while True:
        new = {}
        for v, nexts in options.items():
            if v in found:
                continue
            if not nexts:
                if depth == 0:
                    new[v] = ("N" if misere else "P", 0)
                continue
            lost = [found[w][1] for w in nexts if w in found and found[w][0] == "P"]
            if lost:
                if min(lost) + 1 == depth:
                    new[v] = ("N", depth)
            elif all(w in found for w in nexts) and max(found[w][1] for w in nexts) + 1 == depth:
                new[v] = ("P", depth)
        found.update(new)
        depth += 1
        if depth > 2 * len(options) + 2:
            return {v: found.get(v, ("D", None)) for v in options}


def values(options):
    """For each vertex a number, or the set of numbers among its options."""
    most = max((len(nexts) for nexts in options.values()), default=0)
    both = {}
    for v, nexts in options.items():
        for heap in range(most + 1):
            both[v, heap] = {(w, heap) for w in nexts} | {(v, less) for less in range(heap)}
    found = outcomes(both)
    finite = {v: next((m for m in range(most + 1) if found[v, m][0] == "P"), None) for v in options}
    return {
        v: finite[v] if finite[v] is not None else {finite[w] for w in nexts if finite[w] is not None}
        for v, nexts in options.items()
    }


# Games on graphs: a position is hashable, moves yields the different positions after a move.


class NodeKayles:
    """A position is a set of vertices; edges never change."""

    def __init__(self, vertices, edges):
        self.edges = edges
        self.start = frozenset(vertices)

    def moves(self, alive):
        for v in alive:
            near = {v} | {b for a, b in self.edges if a == v} | {a for a, b in self.edges if b == v}
            yield alive - near

    def shown(self, alive):
        return alive


class ArcKayles(NodeKayles):
    def moves(self, alive):
        for a, b in self.edges:
            if a in alive and b in alive:
                yield alive - {a, b}

    def shown(self, alive):
        """Vertices without edges are not seen."""
        return frozenset((a, b) for a, b in self.edges if a in alive and b in alive)


def fallen(edges):
    """The edges that hang together with the ground."""
    standing = {"0"}
    grew = True
    while grew:
        grew = False
        for a, b in edges:
            if (a in standing) != (b in standing):
                standing |= {a, b}
                grew = True
    return tuple(sorted((a, b) for a, b in edges if a in standing))


class Hackenbush:
    def __init__(self, edges):
        self.start = fallen([tuple(sorted(edge)) for edge in edges])

    def moves(self, edges):
        for index in range(len(edges)):
            yield fallen(edges[:index] + edges[index + 1:])

    def shown(self, edges):
        return edges


class Geography:
    def __init__(self, edges, start, undirected):
        self.edges = set(edges) | ({(b, a) for a, b in edges} if undirected else set())
        self.start = (start, frozenset([start]))

    def moves(self, position):
        at, visited = position
        for a, b in self.edges:
            if a == at and b not in visited:
                yield (b, visited | {b})

    def shown(self, position):
        return position


def grundy(game, position, known):
    if position not in known:
        known[position] = mex([grundy(game, after, known) for after in set(game.moves(position))])
    return known[position]


def wins(game, position, misere, known):
    """Whether the player to move wins, without values."""
    if position not in known:
        after = set(game.moves(position))
        known[position] = (misere and not after) or any(not wins(game, p, misere, known) for p in after)
    return known[position]


# Notation.


def pairs(words, sign):
    return [tuple(word.split(sign)) for word in words if sign in word]


def grid(rows, columns):
    edges = []
    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns:
                edges.append(((r, c), (r, c + 1)))
            if r + 1 < rows:
                edges.append(((r, c), (r + 1, c)))
    return {(r, c) for r in range(rows) for c in range(columns)}, edges


def single(word):
    kind, _, size = word.partition(":")
    if kind == "grid":
        return grid(*map(int, size.split("x")))
    n = int(size)
    edges = [(i, i + 1) for i in range(n - 1)]
    return set(range(n)), edges + ([(n - 1, 0)] if kind == "cycle" else [])


def read(game, text):
    words = text.split()
    name, _, setting = game.partition(":")
    if name in ("node-kayles", "arc-kayles"):
        vertices, edges = set(), []
        for index, word in enumerate(words):
            if ":" in word:
                more, joins = single(word)
                vertices |= {(index, v) for v in more}
                edges += [((index, a), (index, b)) for a, b in joins]
            else:
                ends = word.split("-")
                vertices |= set(ends)
                edges += [tuple(ends)] if len(ends) == 2 else []
        return (NodeKayles if name == "node-kayles" else ArcKayles)(vertices, edges)
    if name == "hackenbush":
        return Hackenbush(pairs(words, "-"))
    body, start = text.split("@")
    undirected = "true" in setting
    return Geography(pairs(body.split(), "-" if undirected else ">"), start.strip(), undirected)


def solve(name, text, misere):
    game = read(name, text)
    lost = {}
    won = wins(game, game.start, misere, lost)
    results = {game.shown(after) for after in game.moves(game.start) if not wins(game, after, misere, lost)}
    value = None if misere else grundy(game, game.start, {})
    return value, "N" if won else "P", len(results)


# The corpus.


def random_edges(rng, names, count, sign, loops=False):
    words = []
    while len(words) < count:
        a, b = rng.choice(names), rng.choice(names)
        if a != b or loops:
            words.append(f"{a}{sign}{b}")
    return words


def positions():
    rng = random.Random(20261116)
    for name in ("node-kayles", "arc-kayles"):
        for n in range(13):
            yield name, f"path:{n}", True
        for n in range(3, 12):
            yield name, f"cycle:{n}", True
        for text in ("grid:2x3", "grid:3x3", "grid:3x4", "grid:2x7", "grid:4x4"):
            yield name, text, True
        yield name, "path:4 cycle:5 a-b b-c c-a", True
        yield name, "path:3 path:3 grid:2x2", True
        for index in range(40):
            names = "abcdefgh"[: rng.randint(2, 8)]
            yield name, " ".join(random_edges(rng, names, rng.randint(1, 10), "-")), False
    for index in range(80):
        names = "0123456"[: rng.randint(2, 7)]
        edges = random_edges(rng, names, rng.randint(0, 8), "-", loops=index % 4 == 0)
        yield "hackenbush", " ".join(edges), False
    for index in range(60):
        names = "abcdefgh"[: rng.randint(2, 8)]
        edges = random_edges(rng, names, rng.randint(0, 14), ">", loops=index % 5 == 0)
        yield "geography", " ".join(edges + [f"@{rng.choice(names)}"]), False
    for index in range(60):
        names = "abcdefgh"[: rng.randint(2, 8)]
        edges = random_edges(rng, names, rng.randint(0, 10), "-")
        yield "geography:undirected=true", " ".join(edges + [f"@{rng.choice(names)}"]), False


def cases(out):
    for index, (name, text, words_only) in enumerate(positions()):
        misere = index % 6 == 5
        # Words without names have moves that are the same up to symmetry: only their values are compared.
        value, outcome, moves = solve(name, text, misere)
        out.append("[[case]]")
        out.append(f'game = "{name}"')
        out.append(f'position = "{text}"')
        if value is not None:
            out.append(f"grundy = {value}")
        out.append(f'{"misere" if misere else "outcome"} = "{outcome}"')
        if not words_only:
            out.append(f"winning_moves = {moves}")
        out.append('source = "exhaustive search, scripts/graphs_oracle.py"\n')


def graphs(out):
    rng = random.Random(5)
    for index in range(120):
        count = rng.randint(1, 9)
        names = rng.sample("abcdefghijk", count) if index % 2 else [str(n) for n in rng.sample(range(30), count)]
        options = {name: set() for name in names}
        for _ in range(rng.randint(0, int(2.2 * count))):
            a, b = rng.randrange(count), rng.randrange(count)
            if index % 3 == 0:
                if a == b:
                    continue
                a, b = max(a, b), min(a, b)
            options[names[a]].add(names[b])
        lines = [f"{a} {b}" for a in names for b in sorted(options[a])] + [a for a in names if not options[a]]
        rng.shuffle(lines)
        normal, misere, worth = outcomes(options), outcomes(options, True), values(options)
        out.append("[[graph]]")
        out.append(f'text = "{"/".join(lines)}"')
        rows = []
        for name in sorted(names):
            level = -1 if normal[name][1] is None else normal[name][1]
            value = worth[name]
            text = str(value) if isinstance(value, int) else "∞{" + ",".join(map(str, sorted(value))) + "}"
            far = -1 if misere[name][1] is None else misere[name][1]
            rows.append(f'  ["{name}", "{normal[name][0]}", "{level}", "{text}", "{misere[name][0]}", "{far}"],')
        out.append("vertices = [\n" + "\n".join(rows) + "\n]\n")


def corpus():
    out = [
        "# Written by scripts/graphs_oracle.py; do not edit. The lines of a graph are separated by `/`; each vertex has its",
        "# outcome, remoteness (-1 for a draw) and value, then outcome and remoteness of misère play.\n",
    ]
    cases(out)
    graphs(out)
    (ROOT / "testdata/graphs.toml").write_text("\n".join(out))


def facts():
    checked = 0
    for name in ("node-kayles", "arc-kayles", "hackenbush", "geography"):
        for line in (ROOT / f"games/{name}.game").read_text().splitlines():
            if match := re.match(r"fact: grundy (.*) = (\d+)$", line):
                expected, text, misere = int(match[2]), match[1], False
            elif match := re.match(r"fact: (misere-)?lost ?(.*)$", line):
                expected, text, misere = "P", match[2], bool(match[1])
            else:
                continue
            value, outcome, _ = solve(name, text, misere)
            found = outcome if expected == "P" else value
            if found != expected:
                sys.exit(f"{name} {text}: {found}, not {expected}")
            checked += 1
    print(f"{checked} facts hold")


if __name__ == "__main__":
    {"corpus": corpus, "facts": facts}[sys.argv[1]]()
