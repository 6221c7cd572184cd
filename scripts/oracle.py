#!/usr/bin/env python3
"""An independent reference for rule games: slow, short of ideas, and meant to be obviously right.

It reads the rule language, codes and the catalogue in `games/`, and solves positions by the definitions alone:
every variable of a clause loops over 0..largest component, every condition is tested, and a position is solved by
memoised recursion over whole positions (multisets of components). Nothing is recognised, nothing is solved for.

    oracle.py solve GAME POSITION... [--misere]   outcome, value and every winning move, as JSON
    oracle.py seq GAME N                          Grundy values of heaps 0 .. N-1, as JSON
    oracle.py facts [NAME...]                     checks the facts written in games/*.game
    oracle.py corpus                              writes testdata/*.toml (deterministic)

Standard library only. `scripts/differential.py` compares a binary with this file.
"""

import argparse
import itertools
import json
import math
import random
import re
import sys
from pathlib import Path

sys.setrecursionlimit(100_000)

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"
TESTDATA = ROOT / "testdata"

LARGEST = 2**127 - 1
SMALLEST = -(2**127)


class RuleError(Exception):
    """The game or the position is not written correctly."""


class ProgressError(Exception):
    """A move that does not come nearer to the end."""


class TooBig(Exception):
    """The search met more positions than it was allowed to."""


class Illegal(Exception):
    """Raised while a move is evaluated: this choice of variables is no move."""


# ---------------------------------------------------------------------------------------------------------------------
# Tokens

KEYWORDS = {
    "param", "where", "of", "each", "in", "step", "or", "not", "even", "odd", "square", "prime", "power", "min", "max",
}
SPELLINGS = {"→": "->", "=>": "->", "≤": "<=", "≥": ">=", "≠": "!=", "×": "*"}
TOKEN = re.compile(
    r"(?P<space>[ \t\r]+|\#[^\n]*)|(?P<newline>\n)|(?P<int>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<op>->|=>|→|<=|>=|!=|≤|≥|≠|×|\.\.|[-+*/%^(){},;|<>=])"
)


def tokenize(text):
    """The tokens of a rule as (kind, text) pairs; kinds are int, name, word (a keyword), op, newline and end."""
    tokens = []
    place = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise RuleError(f"unexpected character {text[place]!r}")
        kind, word = match.lastgroup, match.group()
        place = match.end()
        if kind == "space":
            continue
        if kind == "int" and place < len(text) and (text[place].isalpha() or text[place] == "_"):
            raise RuleError(f"a name may not start with a digit: {word + text[place]!r}")
        if kind == "name" and word in KEYWORDS:
            kind = "word"
        tokens.append((kind, SPELLINGS.get(word, word)))
    tokens.append(("end", ""))
    return tokens


# ---------------------------------------------------------------------------------------------------------------------
# Expressions and conditions are read into functions of an environment (a dictionary of names).


def checked(value):
    if not SMALLEST <= value <= LARGEST:
        raise Illegal("a value beyond 128 bits")
    return value


def power(base, exponent):
    if exponent < 0:
        raise Illegal("a negative exponent")
    if abs(base) > 1 and exponent > 127:
        raise Illegal("a value beyond 128 bits")
    return checked(base**exponent) if abs(base) > 1 else base ** (exponent % 2 if base == -1 else min(exponent, 1))


def divide(a, b):
    if b == 0:
        raise Illegal("a division by zero")
    return checked(a // b)


def modulo(a, b):
    if b == 0:
        raise Illegal("a division by zero")
    return checked(a % b)


ARITHMETIC = {
    "+": lambda a, b: checked(a + b),
    "-": lambda a, b: checked(a - b),
    "*": lambda a, b: checked(a * b),
    "/": divide,
    "%": modulo,
    "^": power,
}
COMPARISON = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "|": lambda a, b: a != 0 and b % a == 0,
}


def is_prime(value):
    return value > 1 and all(value % d for d in range(2, math.isqrt(value) + 1))


def is_power(value, base):
    if value < 1:
        return False
    if base < 2:
        return value == 1
    while value % base == 0:
        value //= base
    return value == 1


PREDICATES = {
    "even": lambda v: v % 2 == 0,
    "odd": lambda v: v % 2 == 1,
    "square": lambda v: v >= 0 and math.isqrt(v) ** 2 == v,
    "prime": is_prime,
}


class Clause:
    """One line `pattern -> parts where conditions`."""

    def __init__(self, pattern, parts, conditions, variables):
        self.pattern = pattern
        self.parts = parts  # functions of the environment that give lists of components
        self.conditions = conditions
        self.variables = variables

    def moves(self, component, params, grey):
        """Every legal choice of variables, as a list of parts (repeats included)."""
        env = dict(params)
        env.update(zip(self.pattern, component))
        reach = range(max(component) + 1)
        if len(reach) ** len(self.variables) > 20_000_000:
            raise TooBig("too many choices of the variables")
        for choice in itertools.product(reach, repeat=len(self.variables)):
            env.update(zip(self.variables, choice))
            try:
                if all(condition(env) for condition in self.conditions):
                    yield [part for leave in self.parts for part in leave(env, grey)]
            except Illegal:
                continue


class Parser:
    """Recursive descent over the tokens of a rule."""

    def __init__(self, text):
        self.tokens = tokenize(text)
        self.at = 0
        self.names = set()  # the names met in the clause being read

    # Reading tokens

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def accept(self, *texts):
        kind, text = self.peek()
        if kind in ("op", "word") and text in texts:
            self.at += 1
            return text
        return None

    def expect(self, text):
        if not self.accept(text):
            raise RuleError(f"expected `{text}`, found `{self.peek()[1] or 'the end'}`")

    def name(self):
        kind, text = self.peek()
        if kind != "name":
            raise RuleError(f"expected a name, found `{text or 'the end'}`")
        self.at += 1
        return text

    def separator(self):
        """Newlines with at most one `;` among them. True when something was read."""
        start = self.at
        semicolons = 0
        while self.peek()[0] == "newline" or self.peek() == ("op", ";"):
            semicolons += self.peek()[1] == ";"
            self.at += 1
        if semicolons > 1:
            raise RuleError("nothing stands between two `;`")
        if semicolons and self.peek()[0] == "end":
            raise RuleError("nothing stands after the last `;`")
        return self.at > start

    # Rules

    def rule(self):
        params = {}
        while self.peek()[0] == "newline":
            self.at += 1
        while self.accept("param"):
            name = self.name()
            if name in params:
                raise RuleError(f"the parameter `{name}` is declared twice")
            self.expect("=")
            kind, text = self.peek()
            if kind != "int":
                raise RuleError("a parameter needs a whole number")
            params[name] = int(text)
            self.at += 1
            if not self.separator():
                raise RuleError("expected `;` after a parameter")
        clauses = [self.clause(params)]
        while self.separator():
            if self.peek()[0] == "end":
                break
            clauses.append(self.clause(params))
        if self.peek()[0] != "end":
            raise RuleError(f"unexpected `{self.peek()[1]}`")
        if len({len(clause.pattern) for clause in clauses}) > 1 or len({clause.tuples for clause in clauses}) > 1:
            raise RuleError("the clauses speak of positions of different shape")
        return params, clauses

    def clause(self, params):
        tuples = self.accept("(") is not None
        pattern = [self.name()]
        if tuples:
            while self.accept(","):
                pattern.append(self.name())
            self.expect(")")
        if len(set(pattern)) < len(pattern):
            raise RuleError("a name stands twice in the pattern")
        if set(pattern) & set(params):
            raise RuleError("a name is both parameter and pattern")
        self.expect("->")
        self.names = set()
        parts = [self.part(tuples, len(pattern))]
        while self.accept(","):
            parts.append(self.part(tuples, len(pattern)))
        conditions = []
        if self.accept("where"):
            conditions.append(self.condition())
            while self.accept(","):
                conditions.append(self.condition())
        variables = sorted(self.names - set(pattern) - set(params))
        clause = Clause(pattern, parts, conditions, variables)
        clause.tuples = tuples
        return clause

    # Parts: functions (environment, grey) -> list of components; a component is a tuple of numbers

    def part(self, tuples, arity):
        if self.accept("each"):
            if tuples:
                raise RuleError("`each` leaves heaps, not tuples")
            low = self.expr()
            self.expect("..")
            high = self.expr()
            return lambda env, grey: [component([v]) for v in several(low(env), high(env) + 1)]
        count = None
        if tuples:
            entries = self.attempt(lambda: self.tuple(arity))
            if entries is None:
                count = self.expr()
                self.expect("of")
                entries = self.tuple(arity)
        else:
            entries = [self.expr()]
            if self.accept("of"):
                count, entries = entries[0], [self.expr()]

        def leave(env, grey):
            times = 1 if count is None else count(env)
            values = [entry(env) for entry in entries]
            if times < 0:
                raise Illegal("a negative count")
            if times == 0:
                grey.append("a count of zero")
            part = component(values)
            return [part for _ in several(0, times)]

        return leave

    def tuple(self, arity):
        self.expect("(")
        entries = [self.expr()]
        while self.accept(","):
            entries.append(self.expr())
        self.expect(")")
        if len(entries) != arity:
            raise RuleError(f"a tuple of {arity} numbers was expected, not of {len(entries)}")
        kind, text = self.peek()
        if not (kind in ("newline", "end") or text in (",", ";", "where")):
            raise RuleError(f"unexpected `{text}` after a tuple")
        return entries

    def attempt(self, read):
        """The result of `read`, or None with nothing consumed when it fails."""
        start, names = self.at, set(self.names)
        try:
            return read()
        except RuleError:
            self.at, self.names = start, names
            return None

    # Conditions: functions of the environment to bool

    def condition(self):
        choices = [self.negation()]
        while self.accept("or"):
            choices.append(self.negation())
        if len(choices) == 1:
            return choices[0]
        return lambda env: any(choice(env) for choice in choices)

    def negation(self):
        if self.accept("not"):
            inner = self.negation()
            return lambda env: not inner(env)
        if self.peek() == ("op", "("):
            simple = self.attempt(self.simple_condition)
            if simple is not None:
                return simple
            self.expect("(")
            inner = self.condition()
            self.expect(")")
            return inner
        return self.simple_condition()

    def simple_condition(self):
        left = self.expr()
        if self.accept("in"):
            return self.membership(left)
        predicate = self.accept(*PREDICATES)
        if predicate:
            holds = PREDICATES[predicate]
            return lambda env: holds(left(env))
        if self.accept("power"):
            self.expect("of")
            kind, text = self.peek()
            if kind != "int":
                raise RuleError("`power of` needs a number")
            self.at += 1
            return lambda env: is_power(left(env), int(text))
        operands, relations = [left], []
        while relation := self.accept(*COMPARISON):
            relations.append(COMPARISON[relation])
            operands.append(self.expr())
        if not relations:
            raise RuleError(f"expected a comparison, found `{self.peek()[1] or 'the end'}`")

        def chain(env):
            values = [operand(env) for operand in operands]
            return all(holds(a, b) for holds, a, b in zip(relations, values, values[1:]))

        return chain

    def membership(self, left):
        if self.accept("{"):
            members = []
            if not self.accept("}"):
                members.append(self.expr())
                while self.accept(","):
                    members.append(self.expr())
                self.expect("}")

            def among(env):
                value = left(env)
                return value in [member(env) for member in members]

            return among
        low = self.expr()
        self.expect("..")
        high = self.expr()
        step = self.expr() if self.accept("step") else lambda env: 1

        def within(env):
            value, first, last, stride = left(env), low(env), high(env), step(env)
            if stride < 1:
                raise Illegal("a step below 1")
            return first <= value <= last and (value - first) % stride == 0

        return within

    # Expressions: functions of the environment to int

    def expr(self):
        left = self.term()
        while operator := self.accept("+", "-"):
            left = self.binary(operator, left, self.term())
        return left

    def term(self):
        left = self.unary()
        while operator := self.accept("*", "/", "%"):
            left = self.binary(operator, left, self.unary())
        return left

    def unary(self):
        if self.accept("-"):
            inner = self.unary()
            return lambda env: checked(-inner(env))
        base = self.atom()
        if self.accept("^"):
            return self.binary("^", base, self.unary())
        return base

    def binary(self, operator, left, right):
        apply = ARITHMETIC[operator]
        return lambda env: apply(left(env), right(env))

    def atom(self):
        kind, text = self.peek()
        if kind == "int":
            self.at += 1
            value = int(text)
            if value > LARGEST:
                raise RuleError("a number beyond 128 bits")
            return lambda env: value
        if kind == "name":
            self.at += 1
            self.names.add(text)
            return lambda env: env[text]
        if self.accept("("):
            inner = self.expr()
            self.expect(")")
            return inner
        function = self.accept("min", "max")
        if function:
            self.expect("(")
            arguments = [self.expr()]
            while self.accept(","):
                arguments.append(self.expr())
            self.expect(")")
            pick = min if function == "min" else max
            return lambda env: pick([argument(env) for argument in arguments])
        raise RuleError(f"expected an expression, found `{text or 'the end'}`")


def several(start, end):
    """range(start, end), unless that is more parts than a reference should ever hold."""
    if end - start > 100_000:
        raise TooBig("a move that leaves too many parts")
    return range(start, end)


def component(values):
    """A component is a tuple of numbers, none negative; a heap is a tuple of one."""
    if min(values) < 0:
        raise Illegal("a negative part")
    return tuple(values)


# ---------------------------------------------------------------------------------------------------------------------
# Games: what one component may become


def partitions(total, count, least=1):
    """The ways to write `total` as `count` numbers >= `least`, in non-decreasing order."""
    if count == 0:
        if total == 0:
            yield []
        return
    for first in range(least, total // count + 1):
        for rest in partitions(total - first, count - 1, first):
            yield [first, *rest]


class Game:
    """A game on components (tuples of `arity` numbers; heaps are tuples of one) whose moves leave sums."""

    def __init__(self, text, arity, tuples, moves, opening=None):
        self.text = text
        self.arity = arity
        self.tuples = tuples
        self.moves = moves  # component -> iterable of lists of parts
        self.opening = opening  # number -> component, for tuple games that are opened by one number
        self.grey = []  # what was met that the language leaves open
        self.known = {}
        self.zero_is_dead = not tuples and not any(True for _ in self.raw_moves((0,)))

    def raw_moves(self, component):
        return self.moves(component, self.grey)

    def canonical(self, parts):
        """The sum of the parts: a sorted tuple, without the empty heaps that nobody can move in."""
        return tuple(sorted(part for part in parts if not (self.zero_is_dead and part == (0,))))

    def options(self, component):
        """The different options of one component, each a sum of parts."""
        if component not in self.known:
            self.known[component] = sorted({self.canonical(parts) for parts in self.raw_moves(component)})
        return self.known[component]

    def offence(self, component):
        """A move of a heap that leaves a part as large as the heap, or None."""
        for parts in self.raw_moves(component):
            if any(part >= component for part in parts):
                return component, self.canonical(parts)
        return None

    # Notation

    def parse(self, words):
        text = words if isinstance(words, str) else " ".join(words)
        if not self.tuples:
            return [(parse_number(word),) for word in text.split()]
        components = []
        rest = text.strip()
        while rest:
            match = re.match(r"\(([^()]*)\)\s*|([^\s()]+)(\s+|$)", rest)
            if not match:
                raise RuleError(f"not a sum of tuples: {text!r}")
            rest = rest[match.end():]
            numbers = [parse_number(word) for word in (match.group(1) or match.group(2) or "").split(",")]
            if len(numbers) == 1 and self.opening:
                components.append(self.opening(numbers[0]))
            elif len(numbers) == self.arity:
                components.append(tuple(numbers))
            else:
                raise RuleError(f"a tuple of {self.arity} numbers was expected")
        return components

    def show(self, components):
        if self.tuples:
            return " ".join("(" + ",".join(map(str, part)) + ")" for part in components)
        return " ".join(str(part[0]) for part in components)


NUMBER = re.compile(r"([0-9][0-9_]*)(?:e([0-9]+)|([kM]))?")


def parse_number(word):
    """A whole number to 2^64 - 1, written 12, 1_000, 1e6, 10k or 5M."""
    match = NUMBER.fullmatch(word.strip())
    if not match:
        raise RuleError(f"not a whole number: {word!r}")
    value = int(match[1].replace("_", ""))
    if match[2]:
        if int(match[2]) > 30:
            raise RuleError(f"too large: {word!r}")
        value *= 10 ** int(match[2])
    value *= {"k": 1000, "M": 1_000_000, None: 1}[match[3]]
    if value > 2**64 - 1:
        raise RuleError(f"too large: {word!r}")
    return value


def rule_game(text, label=None, params=None, opening=None):
    declared, clauses = Parser(text).rule()
    for name in params or {}:
        if name not in declared:
            raise RuleError(f"no parameter `{name}`")
    values = {**declared, **(params or {})}

    def moves(component, grey):
        for clause in clauses:
            yield from clause.moves(component, values, grey)

    return Game(label or text, len(clauses[0].pattern), clauses[0].tuples, moves, opening)


# Codes: digits[k] says in how many non-empty heaps the rest may be left when k tokens are taken

DIGIT = re.compile(r"(?P<digit>[0-9A-F])(?P<a>[!=?]?)|\{(?P<list>[0-9]+(?:,[0-9]+)*)\}(?P<b>[!=?]?)")
CODE = re.compile(r"(?P<hex>hex:)?(?P<left>[^.\[\]]*)\.(?P<plain>[^.\[\]]*)(?:\[(?P<loop>[^.\[\]]+)\])?")
CONSTRAINTS = {
    "": lambda parts: True,
    "!": lambda parts: len(set(parts)) == len(parts),
    "=": lambda parts: len(set(parts)) <= 1,
    "?": lambda parts: len(parts) < 2 or len(set(parts)) > 1,
}


def read_digits(text):
    """A list of (part counts, constraint)."""
    digits = []
    place = 0
    while place < len(text):
        match = DIGIT.match(text, place)
        if not match:
            raise RuleError(f"not a digit: {text[place]!r}")
        place = match.end()
        if match["digit"]:
            bits = int(match["digit"], 16)
            counts = {count for count in range(4) if bits >> count & 1}
        else:
            counts = {int(count) for count in match["list"].split(",")}
        digits.append((counts, match["a"] or match["b"] or ""))
    return digits


def code_game(text):
    match = CODE.fullmatch(text)
    if not match:
        raise RuleError(f"not a code: {text!r}")
    left, plain, loop = (read_digits(match[name] or "") for name in ("left", "plain", "loop"))
    if not plain and not loop:
        raise RuleError("a code needs digits after the point")
    if len(left) > 1:
        raise RuleError("at most one digit stands left of the point")
    if left and left[0][0] & {0, 1}:
        raise RuleError("taking nothing must split the heap")
    before = (left or [(set(), "")]) + plain

    def digit(taken):
        if taken < len(before):
            return before[taken]
        return loop[(taken - len(before)) % len(loop)] if loop else (set(), "")

    def moves(component, grey):
        for taken in range(component[0] + 1):
            counts, constraint = digit(taken)
            for count in counts:
                for parts in partitions(component[0] - taken, count):
                    if CONSTRAINTS[constraint](parts):
                        yield [(part,) for part in parts]

    return Game(text, 1, False, moves)


def taking_game(text, takes):
    """`takes(k)`: may k tokens be taken?"""

    def moves(component, grey):
        for taken in range(1, component[0] + 1):
            if takes(taken):
                yield [(component[0] - taken,)]

    return Game(text, 1, False, moves)


# ---------------------------------------------------------------------------------------------------------------------
# The catalogue and the words that name a game


class Entry:
    """A file of games/: its keys (lists of values) and the text of its rule."""

    def __init__(self, path):
        self.keys = {}
        lines = path.read_text(encoding="utf-8").splitlines()
        body = []
        inside = False
        for line in lines:
            if inside and (line.startswith((" ", "\t")) or not line.strip()):
                body.append(line)
            elif line.startswith("#") or not line.strip():
                continue
            else:
                key, _, value = line.partition(":")
                inside = key.strip() == "rule"
                if inside:
                    body.append(value)
                else:
                    self.keys.setdefault(key.strip(), []).append(value.strip())
        self.rule = "\n".join(line for line in body if line.strip())

    @property
    def name(self):
        return self.keys["name"][0]

    def names(self):
        aliases = [alias.strip() for line in self.keys.get("aliases", []) for alias in line.split(",")]
        return [self.name, *aliases]

    def opening(self):
        """The component that a single number stands for, e.g. `n,n-1`; nothing goes below 0."""
        if "opening" not in self.keys:
            return None
        entries = [Parser(text).expr() for text in self.keys["opening"][0].split(",")]
        return lambda n: tuple(max(entry({"n": n}), 0) for entry in entries)


def catalogue():
    """The games that have a rule; those of `type:` are the business of typed_oracle.py."""
    return [entry for entry in map(Entry, sorted(GAMES.glob("*.game"))) if entry.rule]


_entries = None


def find_entry(name):
    global _entries
    if _entries is None:
        _entries = {}
        for entry in catalogue():
            for spelling in entry.names():
                _entries.setdefault(spelling, entry)
    return _entries.get(name)


def read_game(text):
    """The game that a GAME argument stands for."""
    word = text.strip()
    if word.endswith(".game") and Path(word).is_file():
        entry = Entry(Path(word))
        rule = entry.rule or Path(word).read_text(encoding="utf-8")
        return rule_game(rule, word, opening=entry.opening())
    if CODE.fullmatch(word) and re.fullmatch(r"(hex:)?[0-9A-F{},!=?\[\].]+", word):
        return code_game(word)
    name, colon, rest = word.partition(":")
    entry = find_entry(name)
    if entry:
        params = {}
        for setting in rest.split(",") if colon else []:
            key, equals, value = setting.partition("=")
            if not equals or key in params:
                raise RuleError(f"a parameter is written name=number: {setting!r}")
            params[key] = parse_number(value)
        return rule_game(entry.rule, word, params, entry.opening())
    match = re.fullmatch(r"(take|allbut)\s*\{([0-9,\s]*)\}", word)
    if match:
        amounts = {parse_number(amount) for amount in match[2].split(",")} if match[2].strip() else set()
        if 0 in amounts:
            raise RuleError("nobody may take 0")
        return taking_game(word, (lambda k: k in amounts) if match[1] == "take" else (lambda k: k not in amounts))
    match = re.fullmatch(r"take\s+([0-9]+)\s*\.\.\s*([0-9]+)", word)
    if match:
        low, high = int(match[1]), int(match[2])
        if low == 0 or low > high:
            raise RuleError("not a range of amounts")
        return taking_game(word, lambda k: low <= k <= high)
    if any(sign in text for sign in ("->", "→", "=>", ";", "where", "\n")):
        return rule_game(text)
    raise RuleError(f"no game is called {text!r}")


# ---------------------------------------------------------------------------------------------------------------------
# Progress: heaps must shrink, tuples must go down in some fixed order

ORDERS = {"sum": lambda c: (sum(c),), "lexicographic": lambda c: c}


def reachable(game, components, limit=20_000):
    """Every component that play can reach, with its options; heaps stop at the first offence."""
    orders = list(ORDERS.values())
    seen = {}
    waiting = list(components)
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        if len(seen) > limit:
            raise TooBig("too many components")
        if not game.tuples:
            offence = game.offence(current)
            if offence:
                raise ProgressError(f"{game.show([offence[0]])} -> {game.show(offence[1])}")
        seen[current] = game.options(current)
        parts = [part for option in seen[current] for part in option]
        orders = [rank for rank in orders if all(rank(part) < rank(current) for part in parts)]
        if not orders:
            limit = min(limit, len(seen) + 300)  # it may grow without end
        waiting += parts
    return seen


def has_cycle(graph):
    """Does a component come back to itself? `graph` maps components to options (sums)."""
    done, path = set(), set()

    def visit(current):
        if current in done:
            return False
        if current in path:
            return True
        path.add(current)
        found = any(visit(part) for option in graph[current] for part in option)
        path.discard(current)
        done.add(current)
        return found

    return any(visit(current) for current in graph)


def progress(game, components):
    """`ends` (must be answered), `refused` (must be refused) or `open` (it ends, but neither named order shows it)."""
    try:
        graph = reachable(game, components)
    except ProgressError:
        return "refused"
    if not game.tuples:
        return "ends"
    moves = [(current, part) for current in graph for option in graph[current] for part in option]
    if any(all(rank(part) < rank(current) for current, part in moves) for rank in ORDERS.values()):
        return "ends"
    return "refused" if has_cycle(graph) else "open"


# ---------------------------------------------------------------------------------------------------------------------
# Solving


def mex(values):
    values = set(values)
    return next(v for v in itertools.count() if v not in values)


class Solver:
    """Answers about sums of components of one game.

    `value` and `misere_won` recurse over whole positions and use no theorem. `single` and `sum_value` are the same
    values by Sprague and Grundy's theorem, for positions that are too big to be searched whole.
    """

    def __init__(self, game, limit=5_000_000):
        self.game = game
        self.limit = limit  # components written down while positions are searched whole
        self.work = 0
        self.values = {}
        self.misere = {}
        self.singles = {}

    def moves(self, position):
        """The winning moves are counted by (index of the component, option): every such pair, with its result."""
        for index, current in enumerate(position):
            others = position[:index] + position[index + 1:]
            for option in self.game.options(current):
                self.work += 1 + len(others) + len(option)
                yield index, option, self.game.canonical(others + option)

    def results(self, position):
        return {result for _, _, result in self.moves(position)}

    def value(self, position):
        """Grundy value: the mex of the values of all positions one move away."""
        if position not in self.values:
            if self.work > self.limit:
                raise TooBig("too many positions")
            self.values[position] = None
            found = mex(self.value(result) for result in self.results(position))
            self.values[position] = found
        return self.values[position]

    def misere_won(self, position):
        """Does the player to move win when the last move loses?"""
        if position not in self.misere:
            if self.work > self.limit:
                raise TooBig("too many positions")
            self.misere[position] = None
            results = self.results(position)
            self.misere[position] = not results or not all(self.misere_won(result) for result in results)
        return self.misere[position]

    def single(self, current):
        """Grundy value of one component, by sums."""
        if current not in self.singles:
            self.singles[current] = mex([self.sum_value(option) for option in self.game.options(current)])
        return self.singles[current]

    def sum_value(self, position):
        total = 0
        for part in position:
            total ^= self.single(part)
        return total


class Answer:
    def __init__(self, position, grundy, outcome, winning, method):
        self.position = position
        self.grundy = grundy
        self.outcome = outcome
        self.winning = winning  # whole positions after each winning move
        self.method = method


def solve(game, components, misere=False, limit=5_000_000, solver=None):
    """The answer for a sum of components; raises ProgressError, or TooBig for a misère search that is too long."""
    if progress(game, components) == "refused":
        raise ProgressError("a move makes no progress")
    solver = solver or Solver(game, limit)
    position = game.canonical(components)
    method = "exhaustive search"
    if misere:
        try:
            outcome = "N" if solver.misere_won(position) else "P"
            winning = [result for _, _, result in solver.moves(position) if not solver.misere_won(result)]
        except TooBig:
            solver.misere.clear()
            raise
        return Answer(position, None, outcome, winning, method)
    try:
        grundy = solver.value(position)
        assert grundy == solver.sum_value(position), f"{game.text} at {game.show(position)}"
        winning = [result for _, _, result in solver.moves(position) if solver.value(result) == 0]
    except TooBig:
        solver.values.clear()
        method = "sums of single values"
        grundy = solver.sum_value(position)
        winning = [result for _, _, result in solver.moves(position) if solver.sum_value(result) == 0]
    return Answer(position, grundy, "N" if grundy else "P", winning, method)


def sequence(game, count):
    """Grundy values of the heaps 0 .. count-1."""
    if game.tuples:
        raise RuleError("not a game on single heaps")
    for heap in range(count):
        offence = game.offence((heap,))
        if offence:
            raise ProgressError(f"{game.show([offence[0]])} -> {game.show(offence[1])}")
    solver = Solver(game)
    return [solver.single((heap,)) for heap in range(count)]


# ---------------------------------------------------------------------------------------------------------------------
# Facts of the catalogue


def check_fact(entry, game, fact):
    """True or False; None for facts that a search cannot check (periods) or should not (big heaps)."""
    kind, _, rest = fact.partition(" ")
    if kind == "values":
        values = [int(word) for word in rest.split()]
        return sequence(game, len(values)) == values
    if kind in ("lost", "grundy"):
        position, _, value = rest.partition("=")
        components = game.parse(position.strip())
        if max((max(c) for c in components), default=0) > 300:
            return None
        return Solver(game).sum_value(game.canonical(components)) == int(value or 0)
    if kind == "misere-lost":
        try:
            return solve(game, game.parse(rest), misere=True).outcome == "P"
        except TooBig:
            return None
    return None


def facts(names):
    wrong = 0
    for entry in catalogue():
        if names and entry.name not in names:
            continue
        game = read_game(entry.name)
        for fact in entry.keys.get("fact", []):
            verdict = check_fact(entry, game, fact)
            wrong += verdict is False
            word = {True: "ok", False: "WRONG", None: "not checked"}[verdict]
            print(f"{word:12}{entry.name}: {fact[:70]}")
    return 1 if wrong else 0


# ---------------------------------------------------------------------------------------------------------------------
# The corpus: rules written by hand, one a line, then rules that need more than a line

HEAP_RULES = r"""
n -> k where k < n
n->k where k<n
heap -> rest where rest < heap
n -> n - k where k in 1..3
n -> n - k where k in {1,3,4}
n -> n - k where k in { 2, 5 }
n -> n - k where 1 <= k <= 4
n -> n - k where 4 >= k > 0
n -> n - k where k = 1 or k = 3 or k = 4
n -> n - k where not k in {1, 2}, k > 0
n -> n - k where k > 0, k != 2
n -> n - k where k > 0, not (k = 2 or k = 5)
n -> n - k where k in 1..n step 2
n -> n - k where k in 2..n step 3
n -> n - k where k in 1..n/2
n -> n - k where k odd
n -> n - k where k even, k > 0
n -> n - k where k prime
n -> n - k where k prime or k = 1
n -> n - k where k square, k > 0
n -> n - k where k square, k != 0, k odd
n -> n - k where k power of 2
n -> n - k where not k power of 2, k > 0
n -> n - k where k > 0, n - k square
n -> n - k where k > 0, n - k prime
n -> n - k where k | n, k < n
n -> n - k where 1 < k | n
n -> n - k where k | n - 1, k > 0
n -> n - k where 2 | k, k > 0
n -> k where k < n, k | n, k > 0
n -> k where 0 < k < n, not k | n
n -> n - k where n % 3 = 0, k in 1..2 or n % 3 != 0, k = 1
n -> n - k where n % 3 = 1, k in 1..2
n -> n - 1 where n odd ; n -> n / 2 where n even, n > 0
n -> n - 1 ; n -> n - 4
n -> n - 1; n -> n - 4; n -> n - 9
n -> n / 2 where n > 0
n -> n / 2 where n > 0 ; n -> n / 3 where n > 0
n -> n - n / 3 where n > 2
n -> n * 2 / 3 where n > 0
n -> n % 5 where n >= 5
n -> n % k where k in 2..n
n -> k where k < n, (n - k) % 4 = 1
n -> k where k < n, (k - n) % 4 = 1
n -> k where k < n, (k - n) / 2 = -2
n -> k where k < n, (k - n) / -2 = 1
n -> k where k < n, (n - k) % -3 = -1
n -> k where k < n, k - n > -4
n -> -k + n where k in 1..2
n -> n - min(k, 3) where k > 0
n -> min(k, n - 1) where k > 2, n > 0
n -> max(n - k, 2) where k > 0, n > 2
n -> max(a, b) where a < n, b < n, a + b = n
n -> min(a, b, 3) where a + b = n, a > 0, b > 0
n -> n - max(1, k) where k <= 2
n -> n - k^2 where k > 0
n -> n - 2^k
n -> n - (k + 1)^2 where k even
n -> n - k*(k+1)/2 where k > 0
n -> n - k*k*k where k > 0
n -> n - ((k)) where (k > 0), ((k < 4))
n -> (n - 1) where (n) > (2)
n -> ((n - 1) / 2) where n > 0
n -> n - (k - (1 - 1)) where ((k = 1) or (k = (2 + 1)))
n -> n - k where (k = 1 or k = 4) , not (k = 4 or n < 6)
n -> n - k where not not k = 2
n -> n - k where not k = 0, not k > 3
n -> n - k where not (n even or k odd), k > 0 or n = 5, k = 2
n -> n - k where k = 2 or n / (k - 2) > 0, k > 0
n -> n - k where n / (k - 2) > 0 or k = 2, k > 0
n -> n - k where k > 0, n % (k - 1) = 1
n -> n - n / k where k < 4, n > k
n -> n - k where k > 0, n / k = 2
n -> n - k where k > 0, k^40 > 0
n -> k where k < n, 2^(n - k - 3) > 0
n -> k where 2^(n - k - 3) > 0 or k = 0, k < n
n -> k where k < n, (n - k) * 100000000000000000000 * 1000000000000000000 < 0 or n - k < 3
n -> n - k where k > 0, 170141183460469231731687303715884105727 - 2 + k > 0
n -> n - k where k in 1..2, k * 100000000000000000000000000000000000000 < 0 or k > 0
n -> n - k where k in 1..3, k + 170141183460469231731687303715884105725 < 0 or k > 0
n -> n - k where k in 1..3, k > 2 or k * k * 100000000000000000000000000000000000000 > 0
n -> n - k where 0 | k or k = 1, k > 0
n -> a, b where a + b = n - 1
n -> a, b where a + b = n - 1 or a + b = n - 2
n -> a, b where n - 1 = a + b or n - 2 = b + a
n -> a, b where a = n - 1 - b
n -> a, n - 1 - a
n -> a, n - 1 - a ; n -> a, n - 2 - a
n -> a, b where a + b + 2 = n
n -> a, b where a + b < n, a + b >= n - 2
n -> a, b where n - 2 <= a + b <= n - 1
n -> a, b where n - a - b in {1, 3}
n -> a, b where n - a - b in 1..2
n -> a, b where n - a - b = k, k in 2..3
n -> a, b where a + b + k = n, k in {1,4}, a > 0, b > 0
n -> a, b where a + b = n, 0 < a < b
n -> a, b where a + b = n, a != b, a > 0, b > 0
n -> a, b where a + b = n, not a = b, min(a, b) > 0
n -> a, b where a + b = n, a >= b > 0
n -> a, b where a + b = n, 0 < a <= b < n
n -> a, b where a + b = n, a odd, b odd
n -> a, b where a + b = n, a even, a > 0, b > 0
n -> a, b where a + b = n, a prime, b > 0
n -> a, b where a * b = n, a > 1, b > 1
n -> a, b where a * b = n - 1, a > 0, b > 0
n -> a, b where a < n, b < n
n -> a, b where a < b < n, a + b > n
n -> a, b where b = 2*a, a + b < n, a > 0
n -> a, a where a < n
n -> a, a where 2*a = n, n > 0
n -> a, a, b where 2*a + b = n - 1
n -> a, b, c where a + b + c = n - 1, a <= b <= c
n -> a, b, c where a + b + c = n, 0 < a < b < c
n -> a, b, c where a + b + c = n - 2 ; n -> n - 1
n -> n - 1, 1 where n > 1
n -> 0, n - 2
n -> 0, 0 where n > 2
n -> 1, k where k < n - 1
n -> d of n/d where d | n, d > 1
n -> d of n/d where 1 < d | n
n -> 2 of n/2 where n > 0
n -> 2 of a where a < n, a odd
n -> k of 1 where 1 < k < n
n -> k of k where k*k <= n, k < n, k > 0
n -> d of n/d, 1 where d | n - 1, 1 < d
n -> d of 1, n - d where 1 < d < n
n -> 3 of k, 1 where 3*k = n - 1
n -> each 1..k where k*(k+1)/2 = n, k > 1
n -> each 1..k where k < n, k > 0
n -> each k..n-1 where 0 < k < n
n -> each a..b where 0 < a < b < n
n -> each 1..2, k where k < n, n > 2
n -> each a..a+1 where 2*a + 1 = n, n > 1
n -> each 1..n-1
n -> each 2..n-1 where n > 0
param k = 3 ; n -> n - t where t in 1..k
param k = 2; param m = 5; n -> n - k ; n -> n - m
param k = 4 ; n -> n - k ; n -> n - 1 where n % k != 0
param k = 2 ; n -> n - 1 ; n -> k of n/2 where n even, n > 0
param k = 3 ; n -> n - 1 ; n -> k of n/2 where n even, n > 0
param k = 3 ; n -> k of n/k where k | n, n > 0 ; n -> n - 1
param low = 2 ; param high = 4 ; n -> n - t where low <= t <= high
param s = 2 ; n -> a, b where a + b = n - s
n → k where k < n
n → n - k where 1 ≤ k ≤ 3
n → n - k where k ≥ 1, k ≠ 2, k < 5
n → n - k×k where k > 0
n => n - 1 ; n => n - 3
n => a, b where a + b = n - 2, a ≠ b
n -> n - 1 ; m -> m - 2 where m even
n -> n - 1 where n > 3 ; n -> 0 where n = 3
n -> k where k + 1 < n # a comment at the end
n -> n - k where k*k - 4*k + 3 = 0
n -> n - k where k^3 - 6*k^2 + 11*k - 6 = 0
n -> n - k where 3*k = n or 4*k = n, k > 0
n -> n - k - j where k in 1..2, j in {1, 3}
n -> n - a*b where 1 <= a <= b <= 2
n -> n - 1 where k > 3, k prime
n -> n - k where k > 0, n - k > 2 or n < 3, k > 0
n -> n - k where n even, k in 1..2 or n odd, k in {1, 3}
n -> n - k where n even or k = 1, 0 < k < 3
n -> n - k where n > 2*k > 0
n -> n - k where 0 < k = n - 3 or k = 1
n -> n where n > 50 ; n -> n - 1
"""

LONG_HEAP_RULES = [
    "n -> n - 1\nn -> n - 3",
    "n -> n - 1\n\nn -> n - 4 where n odd\n",
    "\n  n -> a, b where a + b = n - 1\n  n -> a, b where a + b = n - 2\n",
    "# Kayles, with remarks\nn -> a, b where a + b = n - 1   # one pin\nn -> a, b where a + b = n - 2   # two pins",
    "param k = 2 ; n -> n - k\nn -> n - 1 where n > 5",
    "n → n - 1\r\nn → a, b where a + b = n, a ≥ b, b > 1\r\n",
    "n -> 0 where n = 1\nn -> n - 2\nn -> a, b where a + b = n - 3",
    "n -> k where k < n ; n -> a, b where a + b = n, a > 0, b > 0",
    "\tn -> n - k\twhere\tk in {1,2,6}",
]

TUPLE_RULES = r"""
(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0
(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0
(a, b) -> (c, d) where c <= a, d <= b, c + d < a + b, c = a or d = b or a - c = b - d
(a,b)->(a-1,b);(a,b)->(a,b-1)
(a, b) -> (a - 1, b) ; (a, b) -> (a, b - 1) ; (a, b) -> (a - 1, b - 1)
(a, b) -> (a - 2, b + 1) ; (a, b) -> (a + 1, b - 2)
(a, b) -> (a - k*b, b) where k > 0, b > 0 ; (a, b) -> (a, b - k*a) where k > 0, a > 0
(a, b) -> (b, a % b) where a >= b
(a, b) -> (min(a, b), max(a, b) - k) where k in 1..3
(a, b) -> (b, a - k) where k in 1..2
(a, b) -> (a - j, b - k) where 1 <= j + k <= 3
(a, b) -> (a - j, b - k) where j + k = 2
(a, b) -> (a - j, b - k) where j > 0, k > 0, j != k
(a, b) -> (a - k, b) where 0 < k <= b ; (a, b) -> (a, b - k) where 0 < k <= a
(a, b) -> (a - k, b - 1) where k in 0..a
(a, b) -> (a, b - 1) where b > a ; (a, b) -> (a - 1, b) where a > 0
(a, b) -> (a / 2, b) where a > 0 ; (a, b) -> (a, b / 2) where b > 0
(a, b) -> (a - 1, k) where k <= b
(a, b) -> (a - 1, 2*k) where k <= b ; (a, b) -> (a, k) where k < b
(n, q) -> (n - k, 2*k) where 1 <= k <= q
(n, q) -> (n - k, k + 1) where 1 <= k <= q
(n, q) -> (n - k, k - 1) where 1 <= k <= q
(n, q) -> (n - k, k) where k > 0, k != q
(n, last) -> (n - k, k) where k in {1, 2, 3}, k != last
(a, b) -> (c, b), (a, d), (c, d) where c < a, d < b
(a, b) -> (c, b), (a - c - 1, b) where c < a
(a, b) -> (c, b), (a - c, b) where 0 < c < a ; (a, b) -> (a, c), (a, b - c) where 0 < c < b
(a, b) -> 2 of (a - 1, b) where a > 0 ; (a, b) -> 2 of (a, b - 1) where b > 0
(a, b) -> 2 of (a/2, b) where a > 1
(a, b) -> d of (a/d, b) where d | a, d > 1, a > 0 ; (a, b) -> d of (a, b/d) where d | b, d > 1, b > 0
(a, b) -> b of (a - 1, b) where a > 0, b > 0
(a, b) -> (a - k, b) where k | b, k > 0 ; (a, b) -> (a, b - k) where k | a, k > 0
(a, b) -> (a - k, b) where k prime ; (a, b) -> (a, b - k) where k square, k > 0
(a, b) -> (a - k, b) where k power of 2 or k = b, k > 0
(a, b) -> (a - 1, b + 2) where a odd ; (a, b) -> (a, b - 1)
(a, b) -> (a - 1, b * 2 % 7) ; (a, b) -> (a, b - 1) where not b in {2, 4}
(a, b) -> (a ^ 2 / (a + 1), b) where a > 0
(a, b) -> (a - b, b) where a >= b > 0 ; (a, b) -> (a, b - a) where b >= a > 0
(a, b) -> (a, b - k) where k > 0, a % k = 0
(a, b) → (a - k, b) where k ≥ 1, k ≤ 2 ; (a, b) => (a, b - k) where k ≠ 0
(x, y, z) -> (x - k, y, z) where k > 0 ; (x, y, z) -> (x, y - k, z) where k > 0 ; (x, y, z) -> (x, y, z - k) where k > 0
(x, y, z) -> (x - 1, y, z) ; (x, y, z) -> (x, y - 1, z + 1) ; (x, y, z) -> (x, y, z - 1)
(x, y, z) -> (x - 1, y + 1, z) ; (x, y, z) -> (x, y - 1, z + 1) ; (x, y, z) -> (x, y, z - 1)
(x, y, z) -> (x - i, y - j, z - k) where 1 <= i + j + k <= 2
(x, y, z) -> (y, z, x - k) where k in 1..2
(x, y, z) -> (x - k, y - k, z - k) where k > 0 ; (x, y, z) -> (x - 1, y, z)
(x, y, z) -> (x - k, y, z), (x, y, z - k) where 0 < k <= min(x, z)
(w, x, y, z) -> (w - 1, x, y, z) ; (w, x, y, z) -> (w, x - 2, y, z) ; (w, x, y, z) -> (w, x, y - 1, z - 1)
param k = 2 ; (a, b) -> (a - t, b) where t in 1..k ; (a, b) -> (a, b - t) where t in 1..k
param r = 3 ; (n, q) -> (n - k, r*k) where 1 <= k <= q
"""

CODES = """
0.77 .77 0.07 0.137 .137 0.7 0.3 0.03 0.33 0.333 0.1 0.01 0.0 0.6 0.4 0.04 0.5 0.15 0.34 0.17 0.165 0.156 0.56 0.007
0.0007 0.7777 0.77777 0.123 0.144 0.145 0.153 0.115 0.454 0.16 0.26 0.45 0.644 0.356 0.351 0.053 0.414 0.2 0.22 0.23
4.07 4.7 4.77 4.3 4.33 4.726 4.0 4.04 4.4 4.12 hex:0.137 hex:0.77 hex:4.07 hex:0.3F hex:0.F8 0.F8 0.3F 0.F 0.8 0.08
0.9 0.0F 0.B 0.D3 0.E 0.8E 0.C 0.0C 0.7F 0.A 0.F0F 8.0 8.3 C.3 C.0 hex:C.07 8.07 .F .3F hex:.3F
0.[3] .[3] 4.[3] 0.[7] 0.[1] 0.[2] 0.[4] 0.[30] 0.[03] 0.1[3] 0.0[3] 0.77[0] 0.1[37] 0.7[01] 4.[2] 4.[7] 0.[F] 0.3[07]
4!.0 4=.0 4?.0 8!.0 8=.0 8?.0 4!.3 4=.3 0.4! 0.4= 0.4? 0.04! 0.7! 0.7= 0.7!7 0.77! 0.7!7! 0.7=7= 0.77= 0.8! 0.8? 0.8=
0.C? 0.C! 0.F! 0.F= C!.0 C=.3 4!.[3] 4=.[3] 0.[4!] 0.[7=] 0.34! 0.34= 0.34? 0.6! 0.6= 0.5! 0.5=7
0.{0,2} 0.{0,1} 0.{0,1,2} 0.{0,1,2}{0,1,2} 0.{1,3} 0.{2} 0.{3} 0.{2,3} 0.{0,3}7 0.3{0,1,2,3} {2}.0 {2}!.0 {2}=.3 {3}.0
{2,3}.0 {2,3}!.0 0.{0,1,2}! 0.{2}= 0.7{0,2} 0.[{0,1}] 0.{0}{1} 0.{1}{0,2}
""".split()

TAKING = """
take{1,3,4} take{1,2} take{1,2,3} take{2} take{2,5} take{3,5,7} take{1,4,9,16} take{4,1,3} take{1,1,3} take{1,3,4,10}
take{2,4,6} take{1} take{} take{5,6,7} take{1,100} allbut{1,2} allbut{1} allbut{2} allbut{1,3} allbut{2,4} allbut{}
allbut{1,2,3} allbut{5}
""".split() + ["take 1..3", "take 2..4", "take 1..1", "take 3..7", "take 1..2", "take{ 1, 3, 4 }"]

CODE_SPELLINGS = {
    "0.77": "n -> a, b where a + b = n - 1 or a + b = n - 2",
    "0.07": "n -> a, b where a + b = n - 2",
    "0.137": "n -> 0 where n = 1 ; n -> n - 2 ; n -> a, b where a + b = n - 3",
    "0.33": "n -> n - k where k in 1..2",
    "0.[3]": "n -> k where k < n",
    "4.[3]": "n -> k where k < n ; n -> a, b where a + b = n, a > 0, b > 0",
    "4!.0": "n -> a, b where a + b = n, 0 < a < b",
    "0.6": "n -> a, b where a + b = n - 1, a > 0",
    "0.3F": "n -> n - 1 ; n -> a, b, c where a + b + c = n - 2",
    "take{1,3,4}": "n -> n - k where k in {1,3,4}",
    "allbut{1,2}": "n -> n - k where k > 0, not k in {1, 2}",
    "0.15": "n -> 0 where n = 1 or n = 2 ; n -> a, b where a + b = n - 2, a > 0, b > 0",
    "0.2": "n -> n - 1 where n > 1",
    "0.4=": "n -> a, a where 2*a = n - 1, a > 0",
    "4.07": "n -> a, b where a + b = n, a > 0, b > 0 ; n -> a, b where a + b = n - 2",
}

# The same terms one heap later
SHIFTED = {"A002187": ["dawsons-kayles", "0.07"], "A046695": ["couples-are-forever"]}

# Published sequences: number in the OEIS, heap of the first term, games that have these values, the terms
OEIS = [
    ("A002186", 0, ["kayles", "0.77", "n -> a, b where a + b = n - 1 or a + b = n - 2"], """
     0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7
     4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1"""),
    ("A002187", 0, ["dawsons-chess", "0.137"], """
     0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1
     3 0 2 1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2
     2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4"""),
    ("A002188", 0, ["grundy", "4!.0", "4?.0"], """
     0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0 2 1 0 2 1 5
     2 1 3 2 1 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 5 2 4 5 2 4 3 7 4 3 7 4 3 7 4 3 5 2 3 5 2 3 5 2 3"""),
    ("A014587", 0, ["n -> n - k where k in {1, 2, 6, 24, 120}", "take{1,2,6,24,120}"], """
     0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2 3 0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2 3 0 1 2 0 1 2 3
     0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2 3 0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2 0 1 2 3 0 1 2"""),
    ("A014589", 0, ["subtract-a-prime", "n -> n - k where k prime"], """
     0 0 1 1 2 2 3 3 4 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 0 4 1 5 2 6 3 4 7 0 0 1 1 2 2 3 3 4 8 5 7 6 8 9 0 4 1 5 2 6 0 4
     1 5 2 6 3 4 7 5 8 4 10 5 7 6 8 4 7 5 8 6 10 9 7 4 8 5 10 6 0 4 1 5 2 6 0 4 1 5 2 6 3"""),
    ("A019509", 0, ["subtract-a-triangular", "n -> k where k < n, 8*(n - k) + 1 square"], """
     0 1 0 1 0 1 2 3 2 0 1 0 1 0 1 2 3 2 0 1 0 1 0 1 2 3 2 0 1 0 1 0 1 2 3 2 3 2 3 4 5 4 5 4 5 3 2 3 4 5 4 0 1 0 1 2 3
     2 3 2 0 1 0 1 2 3 2 3 2 0 1 0 1 4 5 2 3 2 3 5 4 5 4 5 6 0 1 3 5 4 5 4 5 6 0 1 3 6 7"""),
    ("A046695", 0, ["officers", "0.6"], """
     0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1 0 2 1 4 5 1 4 5 1 2 0 1 2 3 1 2 3 4 2 3 4 2 3 4 2 1 0 2 8 4 5 3 4 5 6 2 5
     1 2 3 1 2 3 4 2 3 4 2 3 4 2 3 0 2 3 4 5 3 4 5 6 4 5 6 2 3 1 2 3 4 2 3 4 2 3 4 2 3 0 2 3 4"""),
    ("A071436", 1, ["0.56", "0.563"], """
     1 0 2 2 4 1 1 3 2 4 4 6 6 2 1 1 7 6 8 4 1 1 6 5 4 8 1 1 12 4 5 6 1 1 3 12 6 6 8 9 2 11 6 6 4 2 1 1 12 13 4 10 8 1
     12 12 5 11 1 16 2 2 12 6 1 1 2 13 12 6 6 8 1 1 7 6 11 4 16 16 6 5 5 19 1 1 12 4 14 16 1 1"""),
    ("A125829", 1, ["0.115"], """
     1 1 1 0 1 1 1 2 2 2 1 2 2 2 1 1 1 0 1 1 1 2 2 2 1 2 2 2 1 1 1 0 1 1 1 2 2 2 1 2 2 2 1 1 1 0 1 1 1 2 2 2 1 2 2 2 1
     1 1 0 1 1 1 2 2 2 1 2 2 2 1 1 1 0 1 1 1 2 2 2"""),
    ("A125913", 1, ["0.144"], """
     1 0 0 1 2 2 2 2 4 4 1 1 1 1 2 2 2 2 4 4 1 1 1 1 2 2 2 2 4 4 1 1 1 1 2 2 2 2 4 4 1 1 1 1 2 2 2 2 4 4 1 1 1 1 2 2 2
     2 4 4 1 1 1 1 2 2 2 2 4 4 1 1 1 1 2 2 2 2 4 4"""),
    ("A125914", 1, ["0.145"], """
     1 0 1 1 2 2 2 2 4 1 1 1 1 2 2 2 2 4 1 1 1 1 2 2 2 2 4 1 1 1 1 2 2 2 2 4 1 1 1 1 2 2 2 2 4 1 1 1 1 2 2 2 2 4 1 1 1
     1 2 2 2 2 4 1 1 1 1 2 2 2 2 4 1 1 1 1 2 2 2 2"""),
    ("A125917", 1, ["0.153"], """
     1 1 1 2 2 2 1 1 0 2 2 2 4 4 0 1 1 2 2 2 1 1 1 2 2 2 4 4 1 1 1 2 2 2 1 1 1 2 2 2 4 4 1 1 1 2 2 2 1 1 1 2 2 2 4 4 1
     1 1 2 2 2 1 1 1 2 2 2 4 4 1 1 1 2 2 2 1 1 1 2"""),
    ("A125944", 1, ["4.726"], """
     1 2 4 6 1 2 7 4 1 8 2 4 1 8 7 11 1 2 4 8 1 2 7 4 1 8 2 4 1 8 7 11 1 2 4 8 1 2 7 4 1 8 2 4 1 8 7 11 1 2 4 8 1 2 7
     4 1 8 2 4 1 8 7 11 1 2 4 8 1 2 7 4 1 8 2 4 1 8 7 11"""),
]

# OEIS A004481: Wythoff's game by antidiagonals, T(s - j, j) for s = 0, 1, ... and j = 0 .. s
WYTHOFF_TABLE = """
     0 1 1 2 2 2 3 0 0 3 4 4 1 4 4 5 5 5 5 5 5 6 3 3 6 3 3 6 7 7 4 2 2 4 7 7 8 8 8 0 7 0 8 8 8 9 6 6 1 6 6 1 6 6 9 10
     10 7 9 9 8 9 9 7 10 10 11 11 11 10 0 10 10 0 10 11 11 11 12 9 9 12 1 1 3 1 1 12 9 9 12"""

# OEIS A227691: the won heaps of Subtract a Prime, in order
PRIME_WINS = """
     2 3 4 5 6 7 8 11 12 13 14 15 16 17 18 19 20 21 22 23 24 26 27 28 29 30 31 32 33 36 37 38 39 40 41 42 43 44 45 46
     47 48 50 51 52 53 54 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74"""

# What must be refused with exit code 2: game, position, what is wrong
MALFORMED = [
    # Clauses
    ("n -> ", "3", "nothing stands after the arrow"),
    ("-> n - 1", "3", "nothing stands before the arrow"),
    ("n -> n - 1 where", "3", "nothing stands after `where`"),
    ("n -> where k < n", "3", "no part before `where`"),
    ("n - 1 where n > 0", "3", "no arrow"),
    ("n -> n - 1 n -> n - 2", "3", "no separator between two clauses"),
    ("n -> n - 1 -> n - 2", "3", "two arrows in a clause"),
    ("n -> a, where a < n", "3", "no part after the comma"),
    ("n -> , a where a < n", "3", "no part before the comma"),
    ("n -> a,, b where a + b = n - 1", "3", "no part between two commas"),
    ("n -> k where k < n,", "3", "no condition after the comma"),
    ("n -> k where , k < n", "3", "no condition before the comma"),
    ("n -> k where k < n where k > 0", "3", "`where` stands twice"),
    ("n -> k k < n", "3", "`where` is missing"),
    ("3 -> 2", "3", "the pattern is a number"),
    ("n + 1 -> n", "3", "the pattern is an expression"),
    ("where n -> n - 1", "3", "a word of the language as pattern"),
    ("n -> n - 1 ; (a, b) -> (a - 1, b)", "3", "clauses of different shape"),
    ("(a, b) -> (a - 1, b) ; (x, y, z) -> (x - 1, y, z)", "3,3", "clauses of different shape"),
    # Expressions
    ("n -> n -", "3", "nothing after the minus sign"),
    ("n -> n - * 2", "3", "two operators in a row"),
    ("n -> (n - 1", "3", "a parenthesis is not closed"),
    ("n -> n - 1)", "3", "a parenthesis is not opened"),
    ("n -> ()", "3", "empty parentheses"),
    ("n -> n - 2 3", "3", "two numbers without an operator"),
    ("n -> n - 2k where k > 0", "3", "a product without its sign"),
    ("n -> n - 1.5", "3", "a number that is not whole"),
    ("n -> n $ 1", "3", "an unknown sign"),
    ("n -> n - k! where k > 0", "3", "an unknown sign"),
    ("n -> n & 1", "3", "an unknown sign"),
    ("n -> min() where n > 0", "3", "`min` of nothing"),
    ("n -> min(n - 1, ) where n > 0", "3", "an argument is missing"),
    ("n -> max n, 1", "3", "`max` without parentheses"),
    ("n -> gcd(n, 2)", "3", "an unknown function"),
    ("n -> n - 'a'", "3", "a quoted letter"),
    ("n -> \"n - 1\"", "3", "a quoted text"),
    # Conditions
    ("n -> k where k", "3", "a condition that is no comparison"),
    ("n -> k where k <", "3", "nothing after the comparison"),
    ("n -> k where < n", "3", "nothing before the comparison"),
    ("n -> k where k < < n", "3", "two comparisons in a row"),
    ("n -> k where k <> n", "3", "an unknown comparison"),
    ("n -> k where k =< n", "3", "an unknown comparison"),
    ("n -> k where (k < n", "3", "a parenthesis is not closed"),
    ("n -> k where k < n)", "3", "a parenthesis is not opened"),
    ("n -> k where k < n or", "3", "nothing after `or`"),
    ("n -> k where or k < n", "3", "nothing before `or`"),
    ("n -> k where not", "3", "nothing after `not`"),
    ("n -> n - k where k in", "3", "nothing after `in`"),
    ("n -> n - k where k in {1,3", "3", "a brace is not closed"),
    ("n -> n - k where k in 1,3}", "3", "a brace is not opened"),
    ("n -> n - k where k in {1,,3}", "3", "a member is missing"),
    ("n -> n - k where k in {1 3}", "3", "a comma is missing"),
    ("n -> n - k where k in 1..", "3", "a range without end"),
    ("n -> n - k where k in ..3", "3", "a range without start"),
    ("n -> n - k where k in 1...3", "3", "a range with three points"),
    ("n -> n - k where k in 1..9 step", "3", "`step` without a number"),
    ("n -> n - k where k in 5", "3", "`in` a single number"),
    ("n -> n - k where k evne", "3", "an unknown predicate"),
    ("n -> n - k where even k", "3", "the predicate comes first"),
    ("n -> n - k where k power of", "3", "`power of` without a number"),
    ("n -> n - k where k power 2", "3", "`power` without `of`"),
    ("n -> n - k where k + (k < 2)", "3", "a condition inside a sum"),
    ("n -> k wher k < n", "3", "a misspelt `where`"),
    # Parts
    ("n -> 2 of", "3", "`of` without a heap"),
    ("n -> of n - 1", "3", "`of` without a count"),
    ("n -> 2 of 3 of n", "3", "`of` stands twice"),
    ("n -> each 1.. where n > 0", "3", "`each` without an end"),
    ("n -> each ..k where k < n", "3", "`each` without a start"),
    ("n -> each k where k < n", "3", "`each` without a range"),
    ("n -> each", "3", "`each` alone"),
    ("(a, b) -> (a - 1)", "3,3", "a part with too few numbers"),
    ("(a, b) -> (a - 1, b, 0)", "3,3", "a part with too many numbers"),
    ("(a, b) -> a - 1", "3,3", "a heap where a tuple belongs"),
    ("(a, b) -> a - 1, b", "3,3", "heaps where a tuple belongs"),
    ("(a, b) -> each 1..a", "3,3", "`each` where tuples belong"),
    ("n -> (n - 1, 0)", "3", "a tuple where a heap belongs"),
    # Names and parameters
    ("(a, a) -> (a - 1, a)", "3,3", "a name twice in the pattern"),
    ("(a, ) -> (a - 1)", "3", "a name is missing in the pattern"),
    ("() -> ()", "3", "an empty pattern"),
    ("(a, b -> (a - 1, b)", "3,3", "the pattern is not closed"),
    ("param n = 2 ; n -> n - 1", "3", "a parameter that is also the pattern"),
    ("param a = 2 ; (a, b) -> (a - 1, b)", "3,3", "a parameter that is also in the pattern"),
    ("param k = 2 ; param k = 3 ; n -> n - k", "3", "a parameter declared twice"),
    ("param k ; n -> n - k", "3", "a parameter without a value"),
    ("param k = ; n -> n - k", "3", "a parameter without a value"),
    ("param = 2 ; n -> n - 2", "3", "a parameter without a name"),
    ("param k = x ; n -> n - k", "3", "a parameter that is no number"),
    ("param k = 2 n -> n - k", "3", "no `;` after a parameter"),
    ("param k = 2 ;", "3", "no clause after the parameters"),
    # Moves that make no progress
    ("n -> n", "5", "a move to the same heap"),
    ("n -> n + 1", "5", "a heap that grows"),
    ("n -> k where k <= n", "5", "a move to the same heap"),
    ("n -> k", "5", "a move to the same heap"),
    ("n -> a, b where a + b = n", "5", "a split that may leave the heap whole"),
    ("n -> a, b where a + b = n + 1, a > 0, b > 0", "5", "a part as large as the heap"),
    ("n -> n - k", "5", "taking nothing"),
    ("n -> n - 1 ; n -> n where n = 3", "7", "a move to the same heap, met later"),
    ("n -> d of n/d where d | n", "6", "one heap of the same size"),
    ("n -> 2*n where n > 0", "4", "a heap that grows"),
    ("n -> 0", "4", "an empty heap that stays empty"),
    ("n -> n / 2", "4", "an empty heap that stays empty"),
    ("n -> each 1..n where n > 0", "4", "a part as large as the heap"),
    ("(a, b) -> (b, a)", "2,3", "a move that can be taken back"),
    ("(a, b) -> (a, b)", "2,3", "a move to the same tuple"),
    ("(a, b) -> (a - k, b)", "2,3", "taking nothing"),
    ("(a, b) -> (a - 1, b + 1) ; (a, b) -> (a + 1, b - 1)", "2,3", "moves that undo each other"),
    ("(a, b) -> (a - k, b + k)", "2,3", "moving nothing"),
    # Codes
    ("0.7G", "3", "not a digit"),
    (".", "3", "no digits"),
    ("0..7", "3", "two points"),
    ("0.7.7", "3", "two points"),
    ("2.7", "3", "taking nothing leaves the heap as it is"),
    ("3.7", "3", "taking nothing leaves the heap as it is"),
    ("44.7", "3", "two digits left of the point"),
    ("hex:", "3", "no code"),
    ("hex:0.7G", "3", "not a digit"),
    ("hex:kayles", "3", "not a code"),
    ("0.[3", "3", "a bracket is not closed"),
    ("0.3]", "3", "a bracket is not opened"),
    ("0.[]", "3", "an empty block"),
    ("0.{0,2", "3", "a brace is not closed"),
    ("0.{0,,2}", "3", "a count is missing"),
    ("0.{x}", "3", "a count that is no number"),
    ("0.!7", "3", "a mark without its digit"),
    ("0.-7", "3", "a negative digit"),
    ("take{0}", "3", "taking nothing"),
    ("take{1,0,3}", "3", "taking nothing"),
    ("take{1,,3}", "3", "an amount is missing"),
    ("take{1,3", "3", "a brace is not closed"),
    ("take{a}", "3", "an amount that is no number"),
    ("take{-1}", "3", "a negative amount"),
    ("take{1.5}", "3", "an amount that is not whole"),
    ("take", "3", "no amounts"),
    ("take 0..3", "3", "taking nothing"),
    ("take 1..", "3", "a range without end"),
    ("allbut", "3", "no amounts"),
    ("allbut{1,2", "3", "a brace is not closed"),
    ("allbut{x}", "3", "an amount that is no number"),
    # Names
    ("kaylse", "3", "an unknown name"),
    ("no-such-game", "3", "an unknown name"),
    ("", "3", "an empty name"),
    ("bounded-nim:j=3", "3", "an unknown parameter"),
    ("bounded-nim:k=x", "3", "a parameter that is no number"),
    ("bounded-nim:k=", "3", "a parameter without a value"),
    ("bounded-nim:k", "3", "a parameter without a value"),
    ("bounded-nim:k=2,k=3", "3", "a parameter given twice"),
    ("kayles:k=3", "3", "a parameter of a game that has none"),
    ("no-such-file.game", "3", "a file that does not exist"),
    # Positions of heaps
    ("kayles", "-1", "a negative heap"),
    ("kayles", "3 -4 5", "a negative heap"),
    ("kayles", "2.5", "a heap that is not whole"),
    ("kayles", "x", "a heap that is no number"),
    ("kayles", "3 four 5", "a heap that is no number"),
    ("kayles", "3;4", "heaps are separated by spaces"),
    ("nim", "18446744073709551616", "a heap beyond 2^64 - 1"),
    ("nim", "99999999999999999999999999999999999999999999", "a heap beyond 2^64 - 1"),
    ("nim", "1e20", "a heap beyond 2^64 - 1"),
    ("nim", "1e400", "a heap beyond 2^64 - 1"),
    ("nim", "99999999999999999999k", "a heap beyond 2^64 - 1"),
    ("nim", "1e", "an exponent is missing"),
    ("nim", "1e-3", "a negative exponent"),
    ("nim", "k", "a unit without a number"),
    ("nim", "3q", "an unknown unit"),
    ("nim", "0x10", "not a decimal number"),
    ("nim", "_", "no digits"),
    ("nim", "3 +", "a sign that is no number"),
    ("nim", "(3,4)", "a tuple where heaps belong"),
    ("nim", "٣", "a digit of another script"),
    # Positions of tuples
    ("wythoff", "3", "a heap where a tuple belongs"),
    ("wythoff", "3,4,5", "a tuple with too many numbers"),
    ("wythoff", "3,", "a number is missing"),
    ("wythoff", ",3", "a number is missing"),
    ("wythoff", "3,,4", "a number is missing"),
    ("wythoff", "(3,4", "a tuple is not closed"),
    ("wythoff", "3,4)", "a tuple is not opened"),
    ("wythoff", "((3,4))", "a tuple in a tuple"),
    ("wythoff", "()", "an empty tuple"),
    ("wythoff", "(3,-4)", "a negative number"),
    ("wythoff", "(3,4.5)", "a number that is not whole"),
    ("wythoff", "(3,x)", "a number that is none"),
    ("wythoff", "(3,4) 5", "a heap among tuples"),
    ("wythoff", "3,18446744073709551616", "a number beyond 2^64 - 1"),
    ("(x, y, z) -> (x - 1, y, z)", "3,4", "a tuple with too few numbers"),
    ("fibonacci-nim", "3,4,5", "a tuple with too many numbers"),
]


def catalogue_games():
    """Names of the rule games, some with other parameters."""
    return [entry.name for entry in catalogue()] + [
        "bounded-nim:k=1", "bounded-nim:k=2", "bounded-nim:k=5", "legendre:k=3", "legendre:k=1", "legendre:k=4",
    ]


def random_code(rng):
    """A random code: octal or hexadecimal, sometimes with a digit left of the point, marks, or a repeating block."""
    alphabet = rng.choice(["01234567", "01234567", "0137", "0123456789ABCDEF"])
    digits = [rng.choice(alphabet) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.2:
        place = rng.randrange(len(digits))
        if digits[place] in "4C8":
            digits[place] += rng.choice("!=?")
        else:
            digits[place] += rng.choice("!=")
    if rng.random() < 0.15:
        place = rng.randrange(len(digits))
        digits[place] = "{" + ",".join(map(str, sorted(rng.sample(range(4), rng.randint(1, 3))))) + "}"
    if rng.random() < 0.15:
        place = rng.randrange(len(digits))
        digits[place] = "[" + digits[place]
        digits[-1] += "]"
    left = rng.choice(["0", "0", "0", "0", "", "4", "4", "4!", "8", "C"])
    return left + "." + "".join(digits)


def random_taking(rng):
    amounts = sorted(rng.sample(range(1, 13), rng.randint(1, 4)))
    return rng.choice(["take", "take", "allbut"]) + "{" + ",".join(map(str, amounts)) + "}"


def random_components(game, rng, largest, most):
    """A random position of one to `most` components, zeros included; many components are small ones."""
    count = rng.choice([1, 1, 2, 2, 3, most])
    reach = max(2, largest * 2 // (count + 1))
    low = 0 if rng.random() < 0.15 else 1
    while True:
        components = [tuple(rng.randint(low, reach) for _ in range(game.arity)) for _ in range(count)]
        if any(any(c) for c in components):
            return components


def answered(game, rng, largest, most, misere=False, limit=400_000, tries=8):
    """A random position and its answer: the first one, going down in size, that a search can manage."""
    for attempt in range(tries):
        size = max(2, largest - attempt * largest // tries)
        components = random_components(game, rng, size, most)
        if misere and sum(map(sum, components)) < 2:
            continue
        try:
            if progress(game, components) != "ends":
                continue
            answer = solve(game, components, misere, limit)
        except TooBig:
            continue
        if game.grey:
            raise AssertionError(f"the corpus keeps to what is settled: {game.text}: {game.grey[0]}")
        if answer.method == "exhaustive search" or attempt > tries // 2:
            return components, answer
    return None


HEADER = "# Written by `scripts/oracle.py corpus`: do not edit by hand.\n"


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def table(kind, **fields):
    lines = [f"[[{kind}]]"]
    lines += [f"{key} = {value if isinstance(value, (int, list)) else quoted(value)}" for key, value in fields.items()]
    return "\n".join(lines) + "\n"


def write(name, about, tables):
    text = HEADER + "".join(f"# {line}\n" for line in about) + "\n" + "\n".join(tables)
    (TESTDATA / name).write_text(text, encoding="utf-8")
    print(f"{name}: {len(tables)} entries, {len(text.encode())} bytes", file=sys.stderr)


class Collector:
    """Cases of one file, each question once."""

    def __init__(self, rng):
        self.rng = rng
        self.seen = set()
        self.tables = []

    def add(self, text, components, answer, source=None):
        game = read_game(text)
        position = game.show(components)
        if (text, position) in self.seen or not position:
            return
        self.seen.add((text, position))
        source = source or f"{answer.method} (scripts/oracle.py)"
        moves = len(answer.winning)
        if answer.grundy is None:
            fields = {"misere": answer.outcome}
        else:
            fields = {"grundy": answer.grundy, "outcome": answer.outcome}
        self.tables.append(
            table("case", game=text, position=position, **fields, winning_moves=moves, source=source)
        )

    def sample(self, text, count, largest, most, misere=False):
        game = read_game(text)
        for _ in range(count):
            found = answered(game, self.rng, largest, most, misere)
            if found:
                self.add(text, *found)

    def large(self, text, low, high):
        """Two heaps too large to be searched whole."""
        game = read_game(text)
        high = affordable(find_entry(text.partition(":")[0]).rule, high)
        components = [(self.rng.randint(low, high),), (self.rng.randint(low, high),)]
        self.add(text, components, solve(game, components, limit=0))


def heap_texts():
    return [line for line in HEAP_RULES.splitlines() if line.strip()] + LONG_HEAP_RULES


def tuple_texts():
    return [line for line in TUPLE_RULES.splitlines() if line.strip()]


def corpus_heaps():
    cases = Collector(random.Random(1))
    for text in catalogue_games():
        if not read_game(text).tuples:
            cases.sample(text, 4, 16, 4)
            cases.large(text, 25, 60)
    for text in heap_texts():
        cases.sample(text, 3, 14, 4)
    game = read_game("subtract-a-prime")
    wins = {int(word) for word in PRIME_WINS.split()}
    for heap in (1, 9, 10, 25, 34, 35, 49, 55, 64, 74):
        answer = solve(game, [(heap,)])
        assert (heap in wins) == (answer.outcome == "N")
        cases.add("subtract-a-prime", [(heap,)], answer, "OEIS A227691")
    for text, position in [("kayles", "0"), ("kayles", "0 0"), ("nim", "0 3 0 5"), ("grundy", "1 2"), ("nim", "7 7")]:
        game = read_game(text)
        components = game.parse(position)
        cases.add(text, components, solve(game, components))
    write("heaps.toml", ["Sums of heaps, normal play: value, outcome and the number of winning moves,",
                         "counted as pairs of a heap and a different option of it."], cases.tables)


def corpus_tuples():
    cases = Collector(random.Random(2))
    for text in catalogue_games():
        if read_game(text).tuples:
            cases.sample(text, 6, 7, 3)
    for text in tuple_texts():
        cases.sample(text, 4, 6, 2)
    terms = iter(int(word) for word in WYTHOFF_TABLE.split())
    game = read_game("wythoff")
    for s in range(13):
        for j in range(s + 1):
            value = next(terms)
            if (s * 7 + j * 3) % 5 == 0:
                answer = solve(game, [(s - j, j)])
                assert answer.grundy == value
                cases.add("wythoff", [(s - j, j)], answer, "OEIS A004481")
    game = read_game("fibonacci-nim")
    for heap in (0, 1, 2, 5, 8, 9, 12, 13, 20, 21):
        answer = solve(game, game.parse(str(heap)))
        assert (answer.outcome == "P") == (heap in (0, 1, 2, 3, 5, 8, 13, 21))
        cases.tables.append(
            table("case", game="fibonacci-nim", position=str(heap), grundy=answer.grundy, outcome=answer.outcome,
                  winning_moves=len(answer.winning), source=f"{answer.method} (scripts/oracle.py)")
        )
    write("tuples.toml", ["Sums of tuples, normal play."], cases.tables)


def corpus_codes():
    rng = random.Random(3)
    cases = Collector(rng)
    for text in CODES + TAKING:
        cases.sample(text, 2, 14, 4)
    for text in sorted({random_code(rng) for _ in range(35)} | {random_taking(rng) for _ in range(15)}):
        cases.sample(text, 2, 14, 4)
    for code, spelling in CODE_SPELLINGS.items():
        assert sequence(read_game(code), 30) == sequence(read_game(spelling), 30), code
        for _ in range(2):
            found = answered(read_game(code), rng, 12, 3)
            if found:
                cases.add(code, *found)
                cases.add(spelling, found[0], solve(read_game(spelling), found[0]))
    write("codes.toml", ["Codes, normal play; the last ones stand beside the same game written as a rule."], cases.tables)


def corpus_misere():
    rng = random.Random(4)
    cases = Collector(rng)
    for text in catalogue_games():
        tuples = read_game(text).tuples
        cases.sample(text, 3, 5 if tuples else 12, 2 if tuples else 4, misere=True)
    for text in heap_texts()[::2]:
        cases.sample(text, 1, 11, 4, misere=True)
    for text in tuple_texts()[::2]:
        cases.sample(text, 1, 5, 2, misere=True)
    for text in CODES[::2] + TAKING[::2] + sorted({random_code(rng) for _ in range(25)}):
        cases.sample(text, 1, 12, 4, misere=True)
    write("misere.toml", ["Misère play: the player who makes the last move loses. Every case by exhaustive search."],
          cases.tables)


def corpus_wild():
    """Codes with wild heaps, which a misère quotient answers for and a search confirms."""
    rng = random.Random(8)
    cases = Collector(rng)
    wild = ["0.77", "0.07", "0.75", "0.34", "0.53", "0.72", "0.71", "0.15", "0.123", "0.152", "0.6", "0.26", "0.35", "4.7"]
    for text in wild + sorted({random_code(rng) for _ in range(20)}):
        cases.sample(text, 3, 16, 4, misere=True)
    write("wild.toml", ["Misère play of codes with wild heaps. Every case by exhaustive search."], cases.tables)


def affordable(text, wanted):
    """Fewer terms for rules with three or more variables in a clause: each costs a loop over the heap."""
    try:
        variables = max(len(clause.variables) for clause in Parser(text).rule()[1])
    except RuleError:
        return wanted
    return {0: wanted, 1: wanted, 2: min(wanted, 80)}.get(variables, 36)


def corpus_sequences():
    rng = random.Random(5)
    tables, seen = [], set()

    def add(text, values, source):
        if text not in seen:
            seen.add(text)
            tables.append(table("sequence", game=text, values=values, source=source))

    for number, first, games, terms in OEIS:
        terms = [int(word) for word in terms.split()]
        for shift, texts in ((first, games), (first + 1, SHIFTED.get(number, []))):
            values = [0] * shift + terms
            for text in texts:
                assert sequence(read_game(text), len(values)) == values, (number, text)
                add(text, values, f"OEIS {number}")
    ours = "sums of single values (scripts/oracle.py)"
    for text in catalogue_games():
        game = read_game(text)
        if not game.tuples:
            entry = find_entry(text.partition(":")[0])
            add(text, sequence(game, affordable(entry.rule, 80)), ours)
    for text in rng.sample(CODES, 24) + rng.sample(TAKING, 6):
        add(text, sequence(read_game(text), 60 if re.search(r"[89A-F]|3[,}]", text) else 100), ours)
    for text in sorted({random_code(rng) for _ in range(30)}):
        add(text, sequence(read_game(text), 60 if re.search(r"[89A-F]|3[,}]", text) else 150), ours)
    for text in sorted({random_taking(rng) for _ in range(8)}):
        add(text, sequence(read_game(text), 200), ours)
    for text in heap_texts():
        if rng.random() < 0.5:
            try:
                add(text, sequence(read_game(text), affordable(text, 60)), ours)
            except (ProgressError, TooBig):
                continue
    for code, spelling in CODE_SPELLINGS.items():
        add(spelling, sequence(read_game(spelling), affordable(spelling, 100)), ours)
    write("sequences.toml", ["Grundy values of the heaps 0, 1, 2, ... of one game each."], tables)


def corpus_malformed():
    tables = []
    for text, position, about in MALFORMED:
        try:
            game = read_game(text)
            solve(game, game.parse(position))
        except (RuleError, ProgressError):
            tables.append(table("malformed", game=text, position=position, exit=2, about=about))
        else:
            raise AssertionError(f"not malformed: {text!r} at {position!r}")
    write("malformed.toml", ["Games and positions that are refused: exit code 2 and a message that says why."], tables)


def corpus():
    TESTDATA.mkdir(exist_ok=True)
    for part in (corpus_malformed, corpus_heaps, corpus_tuples, corpus_codes, corpus_misere, corpus_wild, corpus_sequences):
        part()
    return 0


# ---------------------------------------------------------------------------------------------------------------------
# The command line


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("solve")
    command.add_argument("--misere", action="store_true")
    command.add_argument("game")
    command.add_argument("position", nargs="*")
    command = commands.add_parser("seq")
    command.add_argument("game")
    command.add_argument("count", type=int)
    command = commands.add_parser("facts")
    command.add_argument("names", nargs="*")
    commands.add_parser("corpus")
    given = parser.parse_args(arguments)
    if given.command == "facts":
        return facts(given.names)
    if given.command == "corpus":
        return corpus()
    try:
        game = read_game(given.game)
        if given.command == "seq":
            print(json.dumps({"game": given.game, "first": 0, "values": sequence(game, given.count)}))
            return 0
        components = game.parse(given.position)
        answer = solve(game, components, given.misere)
    except (RuleError, ProgressError, TooBig) as error:
        print(json.dumps({"error": {"message": f"{type(error).__name__}: {error}"}}, ensure_ascii=False))
        return 3 if isinstance(error, TooBig) else 2
    fields = {
        "game": given.game,
        "position": game.show(components),
        "convention": "misere" if given.misere else "normal",
        "outcome": answer.outcome,
        "grundy": answer.grundy,
        "winning_moves": [{"result": game.show(result)} for result in answer.winning],
        "winning_moves_total": len(answer.winning),
        "engine": answer.method,
    }
    print(json.dumps(fields, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
