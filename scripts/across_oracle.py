#!/usr/bin/env python3
"""An independent reference for moves across heaps, intervals with a measure, and rules that may go round.

It reads the clauses with the parser of `oracle.py`, and knows nothing but definitions: a position is the whole sum (or bag),
its moves are tried one variable after the other, who wins is found by going round until nothing changes, and the value of a
position is the size of the Nim heap that turns it into a lost position when added.

    across_oracle.py solve RULE POSITION [--misere]   outcome, value, remoteness and winning moves, as JSON
    across_oracle.py corpus                           writes testdata/across.toml (deterministic)
    across_oracle.py compare GRUNDY [SEED [COUNT]]    compares a binary with random rules
"""

import itertools
import json
import random
import re
import subprocess
import sys

from oracle import TESTDATA, Illegal, Parser, RuleError

SOURCE = "exhaustive search (scripts/across_oracle.py)"


class TooMany(Exception):
    """More positions than a reference should look at."""


class Across:
    """A rule: what it is played on, and its clauses as functions."""

    def __init__(self, text):
        self.text = text
        body = text.strip()
        self.loopy = bool(re.match(r"loopy\b", body))
        body = re.sub(r"^loopy\b\s*;?", "", body)
        body = re.sub(r"(^|;)\s*measure[^;]*(;|$)", r"\1", body).strip().strip(";")
        self.bags = body.startswith("{")
        self.clauses = [Picked(clause, self.bags) for clause in body.split(";")]
        self.arity = 1 if self.bags else len(self.clauses[0].pattern)
        self.known = {}
        # Nothing can be done with an empty heap, unless the rule says so.
        self.dead = not self.bags and self.arity == 1 and not self.options((0,))

    def options(self, component):
        """The different sums (sorted tuples of components) that one move leaves."""
        if component not in self.known:
            found = set()
            for clause in self.clauses:
                found |= clause.across(component) if self.bags else clause.moves(component)
            if not self.bags and getattr(self, "dead", False):
                found = {tuple(part for part in parts if part != (0,)) for parts in found}
            self.known[component] = sorted(found)
        return self.known[component]

    def parse(self, text):
        if self.bags:
            return (tuple(sorted(int(word) for word in text.split() if int(word) > 0)),)
        if self.arity == 1:
            return tuple((int(word),) for word in text.split())
        return tuple(tuple(map(int, word.strip("()").split(","))) for word in text.split())

    def show(self, parts):
        if self.bags:
            return " ".join(map(str, parts[0])) or "0"
        if self.arity == 1:
            return " ".join(str(part[0]) for part in parts) or ("0" if self.dead else "")
        if len(parts) == 1:
            return ",".join(map(str, parts[0]))
        return " ".join("(" + ",".join(map(str, part)) + ")" for part in parts)


class Picked:
    """A clause `pattern -> parts where conditions`, with or without braces."""

    def __init__(self, text, braces):
        parser = Parser(text)
        opening, closing = ("{", "}") if braces else ("(", ")")
        several = parser.accept(opening)
        self.pattern = [parser.name()]
        while several and parser.accept(","):
            self.pattern.append(parser.name())
        if several:
            parser.expect(closing)
        parser.expect("->")
        parser.names = set()
        self.parts = []
        if braces:
            parser.expect("{")
            while not parser.accept("}"):
                self.parts.append(parser.part(False, 1))
                parser.accept(",")
        else:
            tuples = several is not None
            self.parts.append(parser.part(tuples, len(self.pattern)))
            while parser.accept(","):
                self.parts.append(parser.part(tuples, len(self.pattern)))
        self.conditions = []
        if parser.accept("where"):
            self.conditions.append(parser.condition())
            while parser.accept(","):
                self.conditions.append(parser.condition())
        if parser.peek()[0] != "end":
            raise RuleError(f"unexpected `{parser.peek()[1]}`")
        self.variables = sorted(parser.names - set(self.pattern))

    def moves(self, numbers):
        """Every legal choice of variables: the parts it leaves, sorted."""
        found = set()
        env = dict(zip(self.pattern, numbers))
        for choice in itertools.product(range(max(numbers) + 1), repeat=len(self.variables)):
            env.update(zip(self.variables, choice))
            try:
                if all(condition(env) for condition in self.conditions):
                    found.add(tuple(sorted(part for leave in self.parts for part in leave(env, []))))
            except Illegal:
                continue
        return found

    def across(self, bag):
        """Every choice of different heaps for the names: the bags that are left."""
        found = set()
        for places in itertools.permutations(range(len(bag)), len(self.pattern)):
            rest = [heap for place, heap in enumerate(bag) if place not in places]
            for parts in self.moves([bag[place] for place in places]):
                found.add((tuple(sorted(rest + [part[0] for part in parts if part[0] > 0])),))
        return found


def successors(game, position):
    """Each position (a sorted sum and a Nim heap) after one move."""
    parts, heap = position
    for index, part in enumerate(parts):
        for option in game.options(part):
            yield tuple(sorted(parts[:index] + option + parts[index + 1:])), heap
    for smaller in range(heap):
        yield parts, smaller


def outcomes(game, start, misere, limit=6000):
    """Who wins every position that can be reached, and how soon: level by level, whoever is never reached draws."""
    graph, todo = {}, [start]
    while todo:
        position = todo.pop()
        if position not in graph:
            graph[position] = set(successors(game, position))
            todo.extend(graph[position])
            if len(graph) > limit:
                raise TooMany
    found = {}
    level = 0
    while True:
        new = {}
        for position, options in graph.items():
            if position in found:
                continue
            if not options:
                new[position] = ("N" if misere else "P", 0)
            elif any(found.get(option, ("", 0))[0] == "P" for option in options):
                new[position] = ("N", level)
            elif all(found.get(option, ("", 0))[0] == "N" for option in options):
                new[position] = ("P", level)
        if not new and level > 0:
            return {position: found.get(position, ("D", None)) for position in graph}
        found.update(new)
        level += 1


def value(game, parts):
    """The Nim heap that makes a lost position of it, or None for infinity."""
    most = max(sum(len(game.options(part)) for part in parts), 0)
    for size in range(most + 1):
        start = (tuple(sorted(parts)), size)
        if outcomes(game, start, False)[start][0] == "P":
            return size
    return None


def solve(text, position, misere=False):
    game = Across(text)
    parts = game.parse(position)
    start = (tuple(sorted(parts)), 0)
    known = outcomes(game, start, misere)
    outcome, remoteness = known[start]
    results = []
    for index, part in enumerate(parts):
        for option in game.options(part):
            after = parts[:index] + option + parts[index + 1:]
            if known[(tuple(sorted(after)), 0)][0] == "P":
                alive = tuple(part for part in after if not (game.dead and part == (0,)))
                results.append(game.show(alive))
    answer = {"game": text, "position": position}
    if misere:
        answer["misere"] = outcome
    else:
        answer["outcome"] = outcome
        finite = value(game, parts)
        if finite is not None:
            answer["grundy"] = finite
        else:
            options = {value(game, after) for after, _ in set(successors(game, start))}
            answer["infinity"] = sorted(options - {None})
    if game.loopy and outcome != "D":
        answer["remoteness"] = remoteness
    answer["winning_moves"] = len(results)
    answer["results"] = sorted(results)
    return answer


RULES = {
    "{a, b} -> {a - k, b - k} where k > 0 ; {a} -> {c} where c < a": ["", "3", "1 2", "3 4 5", "2 2 2", "1 1 1 1"],
    "{a, b} -> {a + b}": ["5", "1 2", "3 4 5", "1 1 1 1 1"],
    "{a, b} -> {a + b} ; {a} -> {a - 1}": ["2 3", "1 1 2", "4"],
    "{a, b} -> {a - 1, b - 1} ; {a, b} -> {a + b - 1}": ["3 2", "2 2 2"],
    "{a, b} -> {} where a = b ; {a} -> {c} where c < a": ["3 3", "2 2 3", "1 2 3"],
    "{a} -> {b, c} where b + c = a - 1, 0 < b <= c ; {a, b} -> {} where a = b": ["4", "5 2", "3 3 1"],
    "{a, b} -> {a - k, b + k - 1} where k > 1, b + k < a": ["5 1", "6 2 1"],
    "{a} -> {2 of (a - 1)/2} where a > 1 ; {a, b} -> {a}": ["5 2", "6 3"],
    "{a} -> {each 1..k} where k*(k+1)/2 = a - 1, k > 1 ; {a, b} -> {b}": ["7 1", "4 4"],
    "{a, b, c} -> {a - 1, b - 1, c - 1} ; {a} -> {a - 1}": ["2 2 2", "3 1 2 1"],
    "measure total ; {a, b} -> {a - k, b + j} where 0 <= j < k": ["3 2", "2 2 1"],
    "{a, b} -> {max(a, b)} ; measure count": ["3 2", "2 2 1 5"],
    "(l, r) -> (l, a), (b, r) where l <= a <= b <= r, a < r, l < b": ["0,3", "2,6", "(0,4) (1,3)", "5,2"],
    "(l, r) -> (l + 1, r) where l < r ; (l, r) -> (l, r - k) where k in 1..2, r - k >= l": ["0,7", "(0,5) (2,9)"],
    "measure b - a ; (a, b) -> (a + k, b) where k in 1..3, a + k <= b": ["0,9", "(1,5) (0,7)"],
    "(a, b) -> (a - 2, b + 1) ; (x, y) -> (x, y - 1) ; measure a + b": ["6,2", "(3,3) (4,0)"],
    "n -> n + k where k in {1, 3}, k <= n, n + k <= 9 ; measure 9 - n": ["2", "0 4 6", "9"],
    "loopy ; n -> n": ["3", "1 1"],
    "loopy n -> n - 1 ; n -> n + 1 where n in {2, 3}": ["1", "2", "3", "4", "3 1", "2 3"],
    "loopy ; n -> n - k where k in 1..3 ; n -> n + 2 where n < 6, n odd": ["4", "5", "6 5", "9 2"],
    "loopy ; n -> n - k where k in {1, 4} ; n -> n where n = 3": ["3", "4", "7 3", "8"],
    "loopy ; n -> k where k < n ; n -> n + 1 where n = 5": ["5", "6", "3 6", "2 5 4"],
    "loopy ; (a, b) -> (b, a) where a > b ; (a, b) -> (a - 1, b) where b > 0 ; (a, b) -> (a, b - 1) where a < b": [
        "3,2", "2,3", "(2,1) (1,2)"],
    "loopy ; (a, b) -> (a - 1, b + 1) ; (a, b) -> (a + 1, b - 1) where a < 2 ; (a, b) -> (a, b - 2)": ["2,3", "(1,1) (0,2)"],
    "loopy ; {a, b} -> {a - 1, b + 1} ; {a, b} -> {a} where a = b": ["2 1", "2 2", "3 1 1"],
    "loopy ; {a} -> {a - 1} ; {a, b} -> {a - b, b} where a > b ; {a, b} -> {a + 1, b} where a = b, a < 3": ["2 2", "3 1", "1 1"],
}


def quoted(item):
    return json.dumps(item, ensure_ascii=False)


def corpus():
    lines = ["# Written by `scripts/across_oracle.py corpus`: do not edit by hand.",
             "# Moves across heaps, measures, and rules that may go round, with the results of winning moves."]
    for rule, positions in RULES.items():
        for position in positions:
            for misere in (False, True):
                answer = solve(rule, position, misere)
                lines += ["", "[[case]]"] + [f"{name} = {quoted(item)}" for name, item in answer.items()]
                lines.append(f"source = {quoted(SOURCE)}")
    (TESTDATA / "across.toml").write_text("\n".join(lines) + "\n")


def random_rule(rng):
    """A random rule with a few small positions."""
    kind = rng.choice(["bag", "loopy", "loopy-bag", "loopy-tuple", "interval"])
    number = lambda: rng.randint(1, 3)
    if kind == "interval":
        choices = ["(l, r) -> (l, a), (b, r) where l <= a < b <= r", "(l, r) -> (l + {0}, r) where l + {0} <= r",
                   "(l, r) -> (l, r - {0}) where r - {0} >= l", "(l, r) -> (m, m + {0}) where l < m, m + {0} <= r",
                   "(l, r) -> (l + 1, r - {0}) where l + 1 <= r - {0}"]
        positions = [f"{rng.randint(0, 2)},{rng.randint(2, 7)}"]
    elif kind == "loopy-tuple":
        choices = ["(a, b) -> (b, a)", "(a, b) -> (a - {0}, b)", "(a, b) -> (a, b - {0}) where a > {1}",
                   "(a, b) -> (a + 1, b - 1)", "(a, b) -> (a, b + 1) where a + b < 5", "(a, b) -> (a, b) where a = {0}"]
        positions = [f"{rng.randint(0, 4)},{rng.randint(0, 4)}", f"({rng.randint(0, 2)},2) (1,{rng.randint(0, 2)})"]
    elif kind == "loopy":
        choices = ["n -> n - {0}", "n -> n + {0} where n < 6", "n -> n where n = {0}", "n -> k where k < n, n > {1}",
                   "n -> n + 1 where n odd, n < 8", "n -> n/2 where n > 0", "n -> n - k where k in {{1, {0}}}"]
        positions = [str(rng.randint(0, 8)), f"{rng.randint(0, 8)} {rng.randint(0, 8)}"]
    else:
        choices = ["{{a}} -> {{a - {0}}}", "{{a}} -> {{c}} where c < a", "{{a, b}} -> {{a - {0}, b - {1}}}",
                   "{{a, b}} -> {{a + b}}", "{{a, b}} -> {{a - k, b - k}} where k in 1..{0}", "{{a, b}} -> {{a}} where a >= b",
                   "{{a, b}} -> {{}} where a = b", "{{a}} -> {{a - {0}, 0}} where a even", "{{a, b}} -> {{a - b}} where a > b",
                   "{{a, b}} -> {{max(a, b) - {0}, min(a, b)}} where k = a, k > b"]
        if kind == "bag":
            choices += ["{{a}} -> {{b, c}} where b + c < a, b > 0, c > 0"]
        else:
            choices += ["{{a, b}} -> {{a - 1, b + 1}}", "{{a}} -> {{a}} where a = {0}"]
        positions = [" ".join(str(rng.randint(1, 4)) for _ in range(rng.randint(1, 4)))]
    clauses = rng.sample(choices, rng.randint(1, 3))
    first = "loopy ; " if kind.startswith("loopy") else ""
    return first + " ; ".join(clause.format(number(), number()) for clause in clauses), positions


def compare(binary, seed=1, count=300):
    rng = random.Random(int(seed))
    done = refused = 0
    for _ in range(int(count)):
        rule, positions = random_rule(rng)
        for position, misere in itertools.product(positions, (False, True)):
            command = [binary, "solve", "--json", rule, *position.split()] + (["--misere"] if misere else [])
            found = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
            if "error" in found:
                # A rule without an order is refused; anything else is a mistake.
                assert "progress" in found["error"]["message"] and not rule.startswith("loopy"), (command, found)
                refused += 1
                continue
            try:
                wanted = solve(rule, position, misere)
            except TooMany:
                continue
            outcome = wanted.get("outcome", wanted.get("misere"))
            number = wanted.get("grundy", {"infinity": wanted["infinity"]} if "infinity" in wanted else None)
            results = sorted(move["result"] for move in found["winning_moves"])
            got = (found["outcome"], found["grundy"], found.get("remoteness"), found["winning_moves_total"], results)
            want = (outcome, number, wanted.get("remoteness"), wanted["winning_moves"], wanted["results"])
            assert got == want, f"{command}\n got {got}\nwant {want}"
            done += 1
    print(f"{done} answers agree, {refused} rules without an order were refused")


def main(arguments):
    if arguments[:1] == ["corpus"]:
        corpus()
    elif arguments[:1] == ["compare"]:
        compare(*arguments[1:])
    elif arguments[:1] == ["solve"]:
        misere = "--misere" in arguments
        rule, *words = [word for word in arguments[1:] if word != "--misere"]
        print(json.dumps(solve(rule, " ".join(words), misere)))
    else:
        print(__doc__)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
