#!/usr/bin/env python3
"""Compares a `grundy` binary with scripts/oracle.py on random rules, codes and positions.

    differential.py BINARY [--seed S] [--count N] [--verbose]   N random games (--no-extremes: no numbers near 2^127)
    differential.py BINARY --corpus                             everything in testdata/*.toml

Every game is asked three times: `solve --json -- GAME -` with positions on stdin, the same with `--misere`, and (heaps)
`seq --json`. Outcome, value, the number of winning moves and their results must agree; a position from which a move
without progress can be met must be refused. Each disagreement is printed with the command that shows it again; the
exit code is 1 if there was any. What the language leaves open is not compared.

Standard library only.
"""

import argparse
import collections
import json
import random
import re
import shlex
import subprocess
import sys
import tomllib

import oracle

TIMEOUT = 120


# ---------------------------------------------------------------------------------------------------------------------
# Random expressions and conditions. They are written as text: the oracle and the binary both read the text.

RELATIONS = ["<", "<=", ">", ">=", "=", "!="]
PREDICATES = ["even", "odd", "square", "prime", "power of 2"]


class Writer:
    """Writes random pieces of rules over some names."""

    extremes = True

    def __init__(self, rng):
        self.rng = rng
        self.params = {}

    def chance(self, probability):
        return self.rng.random() < probability

    def number(self, low=0, high=6):
        """A literal, or a parameter."""
        if self.params and self.chance(0.25):
            return self.rng.choice(sorted(self.params))
        return str(self.rng.randint(low, high))

    def atom(self, names):
        return self.rng.choice(names) if self.chance(0.75) else self.number()

    def expr(self, names, depth=2, risky=False):
        """An expression; `risky` ones may divide by zero, overflow or have a negative exponent."""
        if depth == 0 or self.chance(0.35):
            return self.atom(names)
        left = self.operand(names, depth, risky)
        right = self.operand(names, depth, risky)
        kind = self.rng.choice(["+", "+", "-", "-", "*", "/", "%", "^", "min", "max", "neg"])
        if kind in ("+", "-", "*"):
            return f"{left} {kind} {right}"
        if kind in ("/", "%"):
            divisor = right if risky else str(self.rng.randint(1, 5))
            if risky and self.chance(0.2):
                divisor = f"(-{self.rng.randint(1, 3)})"
            return f"{left} {kind} {divisor}"
        if kind == "^":
            base = f"({left})" if not re.fullmatch(r"\w+|\(.*\)", left) else left
            if risky:
                exponent = self.rng.choice(["2", "3", "30", "40", f"({right})"])
            else:
                exponent = self.rng.choice(["0", "1", "2", "2", "3"])
            return f"({base}) ^ {exponent}" if base.startswith("(") else f"{base}^{exponent}"
        if kind == "neg":
            return f"{left} + (-{right})" if re.fullmatch(r"\w+", right) else f"{left} - ({right})"
        extra = f", {self.atom(names)}" if self.chance(0.2) else ""
        return f"{kind}({left}, {right}{extra})"

    def operand(self, names, depth, risky):
        inner = self.expr(names, depth - 1, risky)
        return inner if re.fullmatch(r"\w+|min\([^()]*\)|max\([^()]*\)", inner) else f"({inner})"

    def plain(self, names):
        """An expression without risk, for places where the order of evaluation would matter."""
        return self.expr(names, 1)

    def members(self, names):
        return ", ".join(self.number(0, 9) if self.chance(0.85) else self.plain(names)
                         for _ in range(self.rng.randint(1, 4)))

    def condition(self, names, depth=2):
        kind = self.rng.choice(["compare", "compare", "compare", "chain", "set", "range", "step", "divides", "chain|",
                                "predicate", "predicate", "or", "or", "not", "paren"])
        if depth == 0 and kind in ("or", "not", "paren"):
            kind = "compare"
        if kind == "compare":
            risky = self.chance(0.3)
            left, right = self.expr(names, 2, risky), self.expr(names, 1)
            if self.chance(0.05) and self.extremes:  # close to the end of 128 bits
                left = self.rng.choice([f"({left}) * {10**38}", f"{10**37} * {self.atom(names)}", f"({left}) + {2**127 - 3}",
                                        f"({left}) - {2**127 - 2}"])
            if self.chance(0.1):
                right = f"-{self.rng.randint(1, 4)}"
            return f"{left} {self.rng.choice(RELATIONS)} {right}"
        if kind == "chain":
            first, second = self.rng.choice([("<", "<="), ("<=", "<"), ("<", "<"), (">", ">="), ("<", "!="), ("=", "=")])
            return f"{self.plain(names)} {first} {self.plain(names)} {second} {self.plain(names)}"
        if kind == "chain|":
            return f"{self.number(0, 2)} < {self.rng.choice(names)} | {self.plain(names)}"
        if kind == "divides":
            return f"{self.atom(names)} | {self.plain(names)}"
        if kind == "set":
            return f"{self.plain(names)} in {{{self.members(names)}}}"
        if kind == "range":
            return f"{self.plain(names)} in {self.number(0, 3)}..{self.plain(names)}"
        if kind == "step":
            return f"{self.plain(names)} in {self.number(0, 3)}..{self.plain(names)} step {self.rng.randint(1, 4)}"
        if kind == "predicate":
            return f"{self.plain(names)} {self.rng.choice(PREDICATES)}"
        if kind == "paren":
            return f"({self.condition(names, depth - 1)})"
        if kind == "not":
            inner = self.condition(names, depth - 1)
            return f"not {inner}" if " or " not in inner and self.chance(0.5) else f"not ({inner})"
        parts = [self.condition(names, depth - 1) for _ in range(self.rng.choice([2, 2, 3]))]
        return " or ".join(parts)

    def conditions(self, names, most=2):
        return [self.condition(names) for _ in range(self.rng.randint(0, most))]


# ---------------------------------------------------------------------------------------------------------------------
# Random clauses on heaps


def joined(head, conditions, rng):
    conditions = [condition for condition in conditions if condition]
    rng.shuffle(conditions)
    return head + (" where " + ", ".join(conditions) if conditions else "")


class HeapRules(Writer):
    def clause(self):
        rng = self.rng
        n = rng.choice(["n", "n", "n", "m", "x", "heap"])
        shapes = [self.take, self.take, self.leave, self.leave, self.expression, self.split, self.split, self.bounded_split,
                  self.three, self.copies, self.equal_parts, self.each, self.clamp, self.constant, self.two_expressions]
        return rng.choice(shapes)(n)

    def guard(self, text):
        """A condition that keeps the move progressing; now and then it is forgotten."""
        return "" if self.chance(0.03) else text

    def take(self, n):
        rng = self.rng
        k = rng.choice(["k", "t", "s"])
        amount = rng.choice([k, k, k, f"{k}*{k}", f"{k}*({k} + 1)/2", f"2*{k}", f"{k}^2", f"2^{k}", f"({k} + 1)", f"min({k}, 4)"])
        positive = rng.choice([f"{k} > 0", f"{k} >= 1", f"1 <= {k}", f"{k} != 0", f"0 < {k}", f"not {k} = 0",
                               f"{k} in 1..{rng.randint(1, 6)}", f"{k} in {{{', '.join(map(str, rng.sample(range(1, 9), rng.randint(1, 4))))}}}",
                               f"{k} prime", f"{k} odd", f"{k} power of 2", f"1 <= {k} <= {rng.randint(1, 5)}",
                               f"{k} = {rng.randint(1, 3)} or {k} = {rng.randint(2, 6)}"])
        extra = self.conditions([n, k], rng.choice([0, 0, 1, 2]))
        return joined(f"{n} -> {n} - {amount}", [self.guard(positive), *extra], rng)

    def leave(self, n):
        k = self.rng.choice(["k", "r"])
        below = self.rng.choice([f"{k} < {n}", f"{n} > {k}", f"{k} + 1 <= {n}", f"{k} <= {n} - 1", f"{n} - {k} > 0",
                                 f"0 < {k} < {n}", f"{n} > {k} >= {n} - {self.rng.randint(1, 5)}", f"{n} - {k} in 1..{self.rng.randint(1, 5)}",
                                 f"{n} - {k} in {{1, {self.rng.randint(2, 7)}}}"])
        return joined(f"{n} -> {k}", [self.guard(below), *self.conditions([n, k])], self.rng)

    def expression(self, n):
        names = [n, n] + self.rng.sample(["k", "j"], self.rng.randint(0, 2))
        part = self.expr(names, 2, risky=True)
        return joined(f"{n} -> {part}", [self.guard(f"{part} < {n}"), *self.conditions(names)], self.rng)

    def two_expressions(self, n):
        names = [n, n, "k"]
        first, second = self.expr(names, 1, risky=True), self.expr(names, 2)
        guards = [self.guard(f"{first} < {n}"), self.guard(f"{n} > {second}")]
        return joined(f"{n} -> {first}, {second}", guards + self.conditions(names, 1), self.rng)

    def split(self, n):
        """Two parts with a fixed sum, in many spellings."""
        rng = self.rng
        c = rng.choice(["1", "2", "3", "0", "1", "2"])
        style = rng.randrange(9)
        extra = self.conditions([n, "a", "b"], rng.choice([0, 0, 1, 2]))
        if c == "0":
            extra.append(self.guard(rng.choice(["a > 0, b > 0", "0 < a < b", "a >= b > 0", "a * b > 0", "min(a, b) >= 1"])))
        rest = n if c == "0" else f"{n} - {c}"
        if style == 0:
            return joined(f"{n} -> a, b", [f"a + b = {rest}", *extra], rng)
        if style == 1:
            return joined(f"{n} -> a, b", [f"{rest} = b + a", *extra], rng)
        if style == 2:
            return joined(f"{n} -> a, b", [f"a = {rest} - b", *extra], rng)
        if style == 3:
            return joined(f"{n} -> a, b", [f"{n} - a - b = {c}", *extra], rng)
        if style == 4:
            return joined(f"{n} -> a, b", [f"a + b + {c} = {n}", *extra], rng)
        if style == 5:
            return joined(f"{n} -> a, {rest} - a", [re.sub(r"\bb\b", f"({rest} - a)", text) for text in extra], rng)
        if style == 6 and c != "0":
            d = rng.randint(2, 4)
            return joined(f"{n} -> a, b", [f"a + b = {n} - {c} or a + b = {n} - {d}", *extra], rng)
        if style == 7 and c != "0":
            d = rng.randint(2, 4)
            return joined(f"{n} -> a, b", [f"{n} - {d} <= a + b < {n}", *extra], rng)
        return joined(f"{n} -> a, b", [f"2*a + 2*b = 2*({rest})", *extra], rng)

    def bounded_split(self, n):
        rng = self.rng
        bounds = rng.choice([[f"a < {n}", f"b < {n}"], [f"a < b < {n}"], [f"a <= b < {n}"], [f"max(a, b) < {n}"], [f"a + b < {n}"],
                             [f"a * b < {n}", f"a < {n}", f"b < {n}"], [f"a*a + b*b <= {n}", f"a < {n}", f"b < {n}"]])
        return joined(f"{n} -> a, b", [*map(self.guard, bounds), *self.conditions([n, "a", "b"], 2)], rng)

    def three(self, n):
        rng = self.rng
        c = rng.randint(0, 2)
        extra = self.conditions([n, "a", "b", "c"], 1)
        if c == 0:
            extra.append(self.guard("0 < a <= b <= c"))
        if self.chance(0.3):
            return joined(f"{n} -> a, a, b", [f"2*a + b = {n} - {c + 1}", *self.conditions([n, "a", "b"], 1)], rng)
        return joined(f"{n} -> a, b, c", [f"a + b + c = {n} - {c}", *extra], rng)

    def copies(self, n):
        rng = self.rng
        count = rng.choice(["2", "3", "d", "(k % 3 + 1)"])
        guards = [self.guard(f"k < {n}")]
        if count == "d":
            guards += ["1 <= d <= 4"]
        names = [n, "k"] + (["d"] if count == "d" else [])
        more = rng.choice(["", "", ", 1", f", {n} - k - 1"])
        if more == ", 1":
            guards.append(f"{n} > 1")
        return joined(f"{n} -> {count} of k{more}", guards + self.conditions(names, 1), rng)

    def equal_parts(self, n):
        guard = self.rng.choice(["d > 1", "1 < d", "d >= 2", "d prime", "d in 2..4"])
        divides = self.rng.choice([f"d | {n}", f"{n} % d = 0", f"d * ({n} / d) = {n}"])
        extra = self.conditions([n, "d"], 1)
        return joined(f"{n} -> d of {n}/d", [divides, self.guard(guard), f"{n} > 0", *extra], self.rng)

    def each(self, n):
        rng = self.rng
        low, high, guards = rng.choice([
            ("1", "k", [f"k < {n}"]), ("1", "k", [f"k*(k+1)/2 = {n}", "k > 1"]), ("k", f"{n} - 1", ["k > 0"]),
            ("a", "b", [f"a <= b < {n}"]), ("a", "a + 1", [f"a + 1 < {n}"]), ("k", "k + 2", [f"k + 2 < {n}"]),
            ("1", f"{n} - 1", []), ("k", "2*k", [f"2*k < {n}", "k > 0"]),
        ])
        names = [n] + [name for name in "kab" if re.search(rf"\b{name}\b", low + " " + high)]
        return joined(f"{n} -> each {low}..{high}", guards + self.conditions(names, 1), rng)

    def clamp(self, n):
        part = self.rng.choice([f"min(k, {n} - 1)", f"max({n} - k, 1)", f"min({n} - 1, k, 4)", f"max(k, {n} / 2)", f"{n} - max(1, k)"])
        return joined(f"{n} -> {part}", [self.guard(f"{part} < {n}"), *self.conditions([n, "k"], 2)], self.rng)

    def constant(self, n):
        c = self.rng.randint(1, 5)
        return self.rng.choice([f"{n} -> {n} - {c}", f"{n} -> {n} / {c + 1} where {n} > 0", f"{n} -> {c} where {n} > {c}",
                                f"{n} -> 0 where {n} = {c}", f"{n} -> {n} % {c + 1} where {n} > {c}",
                                f"{n} -> {n} - {c} where {self.condition([n])}"])


# ---------------------------------------------------------------------------------------------------------------------
# Random clauses on tuples, codes, and codes written out as clauses


class TupleRules(Writer):
    def __init__(self, rng):
        super().__init__(rng)
        self.names = rng.choice([["a", "b"], ["a", "b"], ["x", "y"], ["n", "q"], ["x", "y", "z"], ["a", "b", "c"]])
        self.style = rng.choice(["sum", "sum", "sum", "lexicographic"])
        self.several = self.chance(0.15)

    def clause(self):
        names = self.names
        pattern = "(" + ", ".join(names) + ")"
        if self.several:
            shape = self.rng.choice([self.break_in_two, self.copies])
        elif self.style == "sum":
            shape = self.rng.choice([self.one_coordinate, self.one_coordinate, self.several_coordinates, self.turned, self.sorted_pair,
                                     self.trade, self.expressions])
        else:
            shape = self.rng.choice([self.one_coordinate, self.reset, self.reset])
        parts, guards, free = shape()
        extra = self.conditions(names + free, 1)
        return joined(f"{pattern} -> {parts}", guards + extra, self.rng)

    def guard(self, text):
        return "" if self.chance(0.03) else text

    def written(self, entries):
        return "(" + ", ".join(entries) + ")"

    def one_coordinate(self):
        entries = list(self.names)
        place = self.rng.randrange(len(entries))
        other = self.rng.choice(self.names)
        name = entries[place]
        entries[place] = f"{name} - k"
        positive = self.rng.choice(["k > 0", "k >= 1", "k in 1..2", f"0 < k <= {other}", "k prime", f"k | {other}, k > 0", "k power of 2"])
        if self.chance(0.2):
            entries[place], positive, multiple = f"{name} - k*{other}", "k > 0", f"{other} > 0"
            return self.written(entries), [self.guard(positive), self.guard(multiple)], ["k"]
        if self.chance(0.15):
            entries[place] = self.rng.choice([f"{name} - 1", f"{name} - 2", f"{name} / 2"])
            return self.written(entries), [f"{name} > 0"], []
        return self.written(entries), [self.guard(positive)], ["k"]

    def several_coordinates(self):
        entries = list(self.names)
        amounts = ["j", "k"]
        places = self.rng.sample(range(len(entries)), 2)
        for place, amount in zip(places, amounts):
            entries[place] = f"{entries[place]} - {amount}"
        guard = self.rng.choice(["j + k > 0", "j + k = 2", "1 <= j + k <= 3", "j = k, k > 0", "j > 0", "0 < j < k", "j * k = 2", "j != k"])
        return self.written(entries), [self.guard(guard)], amounts

    def turned(self):
        entries = list(self.names)
        place = self.rng.randrange(len(entries))
        entries[place] = f"{entries[place]} - k"
        turn = self.rng.randrange(len(entries))
        return self.written(entries[turn:] + entries[:turn]), [self.guard("k > 0")], ["k"]

    def sorted_pair(self):
        a, b, *rest = self.names
        entries = [f"min({a}, {b})", f"max({a}, {b}) - k", *rest]
        return self.written(entries), [self.guard(self.rng.choice(["k in 1..3", "k > 0", f"1 <= k <= {b}"]))], ["k"]

    def trade(self):
        entries = list(self.names)
        first, second = self.rng.sample(range(len(entries)), 2)
        entries[first] = f"{entries[first]} - 2*k"
        entries[second] = f"{entries[second]} + k"
        return self.written(entries), [self.guard("k > 0")], ["k"]

    def expressions(self):
        entries = [self.expr(self.names + ["k"], 1, risky=True) for _ in self.names]
        total = " + ".join(f"({entry})" for entry in entries)
        return self.written(entries), [self.guard(f"{total} < {' + '.join(self.names)}")], ["k"]

    def reset(self):
        """The first coordinate falls, the others may rise."""
        first, *rest = self.names
        entries = [f"{first} - k"] + [self.rng.choice([name, "2*k", "k", f"{name} + 1", "k + 1", f"{name} * 2 % 5"]) for name in rest]
        return self.written(entries), [self.guard(self.rng.choice(["k > 0", f"1 <= k <= {rest[0]}", "k in 1..3"]))], ["k"]

    def break_in_two(self):
        first, *rest = self.names
        tail = ", ".join(rest)
        return f"(k, {tail}), ({first} - k - 1, {tail})", [self.guard(f"k < {first}")], ["k"]

    def copies(self):
        first, *rest = self.names
        tail = ", ".join(rest)
        return f"2 of ({first} - k, {tail})", [self.guard("k > 0")], ["k"]


def code_as_rule(rng):
    """A random code written as clauses, each digit in one of several spellings."""
    digits = [rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 12, 15] if rng.random() < 0.3 else [0, 1, 2, 3, 4, 5, 6, 7]) for _ in range(rng.randint(1, 3))]
    if not any(digits):
        digits[-1] = 3
    clauses = []
    if rng.random() < 0.2:
        clauses.append("n -> a, b where a + b = n, " + rng.choice(["a > 0, b > 0", "0 < a <= b", "a >= b > 0", "min(a, b) > 0"]))
    for taken, digit in enumerate(digits, 1):
        rest = rng.choice([f"a + b = n - {taken}", f"n = a + b + {taken}", f"a = n - b - {taken}", f"n - a - b = {taken}"])
        if digit & 7 == 7 and rng.random() < 0.7:
            clauses.append(rng.choice([f"n -> a, b where {rest}", f"n -> a, n - {taken} - a"]))
            digit &= 8
        elif digit & 7 == 6 and rng.random() < 0.7:
            clauses.append(f"n -> a, b where {rest}, " + rng.choice(["a > 0", "a >= 1", f"n > {taken}"]))
            digit &= 8
        elif digit & 3 == 3 and rng.random() < 0.7:
            clauses.append(rng.choice([f"n -> n - {taken}", f"n -> k where k = n - {taken}", f"n -> k where n - k = {taken}"]))
            digit &= 12
        if digit & 1:
            clauses.append(rng.choice([f"n -> 0 where n = {taken}", f"n -> n - {taken} where n <= {taken}", f"n -> n - {taken}, 0 where n = {taken}"]))
        if digit & 2:
            clauses.append(rng.choice([f"n -> n - {taken} where n > {taken}", f"n -> k where k + {taken} = n, k > 0"]))
        if digit & 4:
            clauses.append(f"n -> a, b where {rest}, " + rng.choice(["a > 0, b > 0", "0 < a <= b", "a * b > 0", "not (a = 0 or b = 0)"]))
        if digit & 8:
            clauses.append(f"n -> a, b, c where a + b + c = n - {taken}, " + rng.choice(["a > 0, b > 0, c > 0", "0 < a <= b <= c"]))
    rng.shuffle(clauses)
    return clauses


# ---------------------------------------------------------------------------------------------------------------------
# Whole games as text, in changing dress

UNICODE = [("->", "→"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("*", "×")]


def dressed(rng, params, clauses):
    """Clauses as one rule: separators, arrows, spaces, comments."""
    lines = rng.random() < 0.35
    text = (rng.choice(["\n", "\n", "\n  "]) if lines else rng.choice([" ; ", "; ", ";"])).join(clauses)
    if rng.random() < 0.25:
        for ascii_sign, sign in UNICODE:
            if rng.random() < 0.6:
                text = text.replace(ascii_sign, sign)
    elif rng.random() < 0.15:
        text = text.replace("->", "=>")
    if rng.random() < 0.1:
        text = re.sub(r" ?(<=|>=|!=|<|>|=|\+|\*|/|,) ?", r"\1", text)
    elif rng.random() < 0.1:
        text = re.sub(r" (?=[<>=+*/(-])", "  ", text)
    text = "".join(f"param {name} = {value} ; " for name, value in sorted(params.items())) + text
    if rng.random() < 0.1:
        text += "  # a remark, where n -> n"
    if lines and rng.random() < 0.2:
        text = "# a first line ; of remarks\n" + text + "\n"
    return text


def random_game(rng):
    kind = rng.random()
    if kind < 0.08:
        return oracle.random_code(rng)
    if kind < 0.12:
        return oracle.random_taking(rng)
    if kind < 0.17:
        texts = oracle.catalogue_games() + oracle.heap_texts() + oracle.tuple_texts()
        return rng.choice([text for text in texts if Writer.extremes or not re.search("[0-9]{18}", text)])
    if kind < 0.25:
        return dressed(rng, {}, code_as_rule(rng))
    writer = TupleRules(rng) if kind < 0.45 else HeapRules(rng)
    if rng.random() < 0.2:
        writer.params = {name: rng.randint(1, 5) for name in rng.sample(["p", "r", "step_size"], rng.randint(1, 2))}
        if isinstance(writer, HeapRules) and "r" in writer.params:
            writer.params["r1"] = writer.params.pop("r")
    return dressed(rng, writer.params, [writer.clause() for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))])


# ---------------------------------------------------------------------------------------------------------------------
# What the oracle expects


def variables(text):
    """The largest number of variables in a clause (0 for names and codes)."""
    try:
        return max(len(clause.variables) for clause in oracle.Parser(text).rule()[1])
    except oracle.RuleError:
        return 2


def random_positions(game, rng, loops):
    """A few positions, small enough for loops over every variable."""
    if game.tuples:
        largest = {0: 7, 1: 7, 2: 6}.get(loops, 4)
        sizes = [largest] * 4 + [3] * 3
        counts = [1, 1, 1, 2]
    else:
        largest = {0: 30, 1: 30, 2: 20, 3: 12}.get(loops, 7)
        sizes = [largest] * 4 + [9, 9, 7, 6, 5, 4]
        counts = [1, 1, 2, 2, 3, 4]
    positions = []
    for size in sizes:
        size = min(size, largest)
        count = 1 if size == largest and rng.random() < 0.5 else rng.choice(counts)
        positions.append([tuple(rng.randint(0, size) for _ in range(game.arity)) for _ in range(count)])
    if not game.tuples:
        positions += [[(0,)], [(1,), (0,)]]
    return positions


class Expectation:
    """What must be answered at one position; `status` is answered, refused, or either."""

    def __init__(self, game, components, misere):
        self.status, self.answer = "either", None
        try:
            progress = oracle.progress(game, components)
        except oracle.TooBig:
            return
        if progress == "refused":
            self.status = "refused"
            return
        self.status = "answered" if progress == "ends" else "either"
        if not game.tuples and any(game.offence((heap,)) for heap in range(max(c[0] for c in components) + 1)):
            self.status = "either"  # a smaller heap offends, though play cannot reach it
        try:
            self.answer = oracle.solve(game, components, misere, limit=150_000)
        except oracle.TooBig:
            pass


# ---------------------------------------------------------------------------------------------------------------------
# Asking the binary


class Run:
    def __init__(self, binary, arguments, lines=None):
        self.command = " ".join(map(shlex.quote, [binary, *arguments]))
        if lines is not None:
            self.command = "printf '%s\\n' " + " ".join(map(shlex.quote, lines)) + " | " + self.command
        text = None if lines is None else "".join(line + "\n" for line in lines)
        try:
            done = subprocess.run([binary, *arguments], input=text, capture_output=True, text=True, timeout=TIMEOUT,
                                  encoding="utf-8", errors="replace")
            self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            self.code, self.out, self.err = None, "", f"no answer after {TIMEOUT} s"
        self.objects, self.unreadable = [], None
        for line in self.out.splitlines():
            try:
                self.objects.append(json.loads(line))
            except ValueError:
                self.unreadable = line


class Reporter:
    def __init__(self, verbose):
        self.verbose = verbose
        self.wrong = 0
        self.tally = collections.Counter()

    def differ(self, what, command, expected=None, found=None):
        self.wrong += 1
        print(f"DISAGREEMENT: {what}")
        if expected is not None or found is not None:
            print(f"  oracle: {expected}")
            print(f"  binary: {found}")
        print(f"  {command}", flush=True)


def refused(answer):
    return isinstance(answer, dict) and "error" in answer


def message(answer):
    error = answer.get("error")
    return error.get("message") if isinstance(error, dict) else error


def compare_answer(report, game, components, expected, answer, misere, command):
    """One position: the fields of an answer against the expectation."""
    if expected.status == "refused":
        report.tally["refused"] += 1
        if not refused(answer):
            report.differ("a move without progress was not refused", command, "refused", f"outcome {answer.get('outcome')}")
        return
    if refused(answer):
        if expected.status == "answered":
            report.differ("refused without need", command, "an answer", message(answer))
        return
    report.tally["answered"] += 1
    wanted = expected.answer
    for field, value in (("outcome", wanted.outcome), ("grundy", wanted.grundy),
                         ("convention", "misere" if misere else "normal"),
                         ("winner", "first" if wanted.outcome == "N" else "second")):
        if answer.get(field, "missing") != value:
            report.differ(f"field `{field}`", command, value, answer.get(field, "missing"))
    total = answer.get("winning_moves_total")
    results = [move.get("result") for move in answer.get("winning_moves", [])]
    try:
        found = collections.Counter(game.canonical(game.parse(result)) for result in results)
    except (oracle.RuleError, AttributeError):
        report.differ("a result is not a position", command, found=results)
        return
    shown = sorted(game.show(result) for result in wanted.winning)
    if total != len(wanted.winning):
        report.differ("winning_moves_total", command, f"{len(wanted.winning)}: {shown}", f"{total}: {sorted(results)}")
    elif () in wanted.winning and "0" in results and not game.tuples and not game.zero_is_dead:
        report.differ("the empty position is written `0` though a heap of 0 has moves", command, shown, sorted(results))
    elif len(results) == total and found != collections.Counter(wanted.winning):
        report.differ("results of winning moves", command, shown, sorted(results))
    elif total <= 1000 and len(results) != total:
        report.differ("winning moves listed", command, total, len(results))


def notation(game, components, turn):
    """A position as text; a single tuple is written now `(3,5)`, now `3,5`."""
    text = game.show(components)
    return text[1:-1] if game.tuples and len(components) == 1 and turn % 2 else text


def compare_solve(report, binary, text, game, positions, misere):
    flags = ["solve", "--json", *(["--misere"] if misere else [])]
    expectations = [Expectation(game, components, misere) for components in positions]
    if game.grey:
        report.tally["left open"] += 1
        return
    known = [i for i, expected in enumerate(expectations) if expected.answer or expected.status == "refused"]
    positions, expectations = [positions[i] for i in known], [expectations[i] for i in known]
    if not positions:
        return
    lines = [notation(game, components, i) for i, components in enumerate(positions)]
    run = Run(binary, [*flags, "--", text, "-"], lines)
    statuses = [expected.status for expected in expectations]
    if run.code is None or run.unreadable is not None or run.code not in (0, 2):
        report.differ(f"no readable answer, exit code {run.code}", run.command, found=run.unreadable or run.err[-500:])
        return
    if len(run.objects) == 1 and refused(run.objects[0]) and len(lines) > 1:
        if "answered" in statuses:
            report.differ("the whole game was refused", run.command, "an answer", message(run.objects[0]))
        return
    if len(run.objects) != len(lines):
        report.differ("number of answers", run.command, len(lines), f"{len(run.objects)} {run.err[-300:]}")
        return
    for components, line, expected, answer in zip(positions, lines, expectations, run.objects):
        command = f"printf '%s\\n' {shlex.quote(line)} | " + " ".join(map(shlex.quote, [binary, *flags, "--", text, "-"]))
        compare_answer(report, game, components, expected, answer, misere, command)
    wanted = 2 if any(map(refused, run.objects)) else 0
    if run.code != wanted:
        report.differ("exit code", run.command, wanted, run.code)


def compare_sequence(report, binary, text, game, count):
    run = Run(binary, ["seq", "--json", "-n", str(count), "--", text])
    try:
        values = oracle.sequence(game, count)
    except oracle.ProgressError as error:
        if run.code != 2 or len(run.objects) != 1 or not refused(run.objects[0]):
            report.differ(f"a move without progress was not refused: {error}", run.command, "exit code 2", f"exit code {run.code}")
        return
    except oracle.TooBig:
        return
    if game.grey:
        return
    found = run.objects[0].get("values") if len(run.objects) == 1 else None
    if found != values or run.code != 0:
        report.differ(f"values of the heaps, exit code {run.code}", run.command, values, found or run.out[-300:] or run.err[-300:])
    else:
        report.tally["sequences"] += 1


def random_round(report, binary, seed):
    """One random game; the round depends on the seed alone."""
    rng = random.Random(seed)
    text = random_game(rng)
    if report.verbose:
        print(f"{seed}: {text!r}", flush=True)
    game = oracle.read_game(text)
    loops = variables(text)
    positions = random_positions(game, rng, loops)
    report.tally["games"] += 1
    try:
        compare_solve(report, binary, text, game, positions, misere=False)
        compare_solve(report, binary, text, game, positions, misere=True)
        if not game.tuples and not game.grey:
            compare_sequence(report, binary, text, game, {0: 40, 1: 40, 2: 40, 3: 24}.get(loops, 10))
    except oracle.TooBig:
        report.tally["too large"] += 1


# ---------------------------------------------------------------------------------------------------------------------
# The corpus


def corpus_cases(report, binary, name):
    """Cases of one file, grouped by game so that each game starts one process."""
    groups = collections.defaultdict(list)
    for case in tomllib.loads((oracle.TESTDATA / name).read_text(encoding="utf-8"))["case"]:
        groups[case["game"]].append(case)
    for text, cases in groups.items():
        flags = ["solve", "--json", *(["--misere"] if "misere" in cases[0] else []), "--", text, "-"]
        run = Run(binary, flags, [case["position"] for case in cases])
        if len(run.objects) != len(cases):
            report.differ(f"{name}: number of answers, exit code {run.code}", run.command, len(cases), run.out[:300] or run.err[-300:])
            continue
        for case, answer in zip(cases, run.objects):
            report.tally["cases"] += 1
            expected = (case.get("outcome", case.get("misere")), case.get("grundy"), case["winning_moves"])
            found = (answer.get("outcome"), answer.get("grundy"), answer.get("winning_moves_total"))
            if expected != found:
                single = f"printf '%s\\n' {shlex.quote(case['position'])} | " + " ".join(map(shlex.quote, [binary, *flags]))
                report.differ(f"{name}: outcome, value, winning moves", single, expected, message(answer) if refused(answer) else found)


def corpus(report, binary):
    for name in ("heaps.toml", "tuples.toml", "codes.toml", "misere.toml"):
        corpus_cases(report, binary, name)
    for row in tomllib.loads((oracle.TESTDATA / "sequences.toml").read_text(encoding="utf-8"))["sequence"]:
        report.tally["sequences"] += 1
        run = Run(binary, ["seq", "--json", "-n", str(len(row["values"])), "--", row["game"]])
        found = run.objects[0].get("values") if len(run.objects) == 1 else None
        if found != row["values"]:
            report.differ(f"values of the heaps ({row['source']})", run.command, row["values"], found or run.out[-300:] or run.err[-300:])
    for row in tomllib.loads((oracle.TESTDATA / "malformed.toml").read_text(encoding="utf-8"))["malformed"]:
        report.tally["malformed"] += 1
        run = Run(binary, ["solve", "--json", "--", row["game"], *row["position"].split()])
        if run.code != row["exit"] or len(run.objects) != 1 or not refused(run.objects[0]):
            report.differ(f"malformed: {row['about']}", run.command, f"exit code {row['exit']} and an error object",
                          f"exit code {run.code}: {run.out[:200]}{run.err[-200:]}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=1, help="round i uses the seed S + i")
    parser.add_argument("--count", type=int, default=200, help="number of random games")
    parser.add_argument("--corpus", action="store_true", help="run testdata/*.toml instead")
    parser.add_argument("--no-extremes", action="store_true", help="keep away from numbers near 2^127")
    parser.add_argument("--verbose", action="store_true", help="print every game")
    given = parser.parse_args(arguments)
    Writer.extremes = not given.no_extremes
    report = Reporter(given.verbose)
    if given.corpus:
        corpus(report, given.binary)
    else:
        for seed in range(given.seed, given.seed + given.count):
            before = report.wrong
            random_round(report, given.binary, seed)
            if report.wrong > before:
                print(f"  (--seed {seed} --count 1)\n", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(report.tally.items())))
    print(f"{report.wrong} disagreements")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
