#!/usr/bin/env python3
"""An independent reference for rules of words: rows, rings, boards, tori and cylinders, by the definitions alone.

Every choice of symbols and numbers is tried at every place, words are compared as words, and a position is solved by
memoised recursion. Nothing is cut into parts, turned round or recognised.

    words_oracle.py solve RULE POSITION [--misere]     outcome, value and results of winning moves, as JSON
    words_oracle.py corpus                             writes testdata/words.toml (deterministic)
    words_oracle.py compare BINARY SEED COUNT          asks a binary about random rules and words

Conditions are read by a small evaluator: comparisons, `in`, `or`, `not`, `even`, `odd`. Standard library only.
"""

import itertools
import json
import random
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

sys.setrecursionlimit(100_000)
ROOT = Path(__file__).resolve().parent.parent


def pieces(text):
    """What stands between semicolons outside quotes."""
    out, now, quote = [], "", None
    at = 0
    while at < len(text):
        c = text[at]
        if quote:
            now += c
            if c == "\\":
                at += 1
                now += text[at]
            elif c == quote:
                quote = None
        elif c in "\"'":
            quote = c
            now += c
        elif c in ";\n":
            out.append(now.strip())
            now = ""
        else:
            now += c
        at += 1
    out.append(now.strip())
    return [piece for piece in out if piece]


def strings(text):
    """The first double-quoted text and what follows it."""
    assert text[0] == '"', text
    at = 1
    while text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return text[1:at], text[at + 1 :].strip()


def pattern(text, lines):
    """Rows of items (kind, what, count): ('c', '.', 1), ('v', 'x', 'k'), ('_', None, 1)."""
    rows, at, start, end = [[]], 0, False, False
    while at < len(text):
        c = text[at]
        at += 1
        if c == "\\":
            rows[-1].append(("c", text[at], 1))
            at += 1
        elif c == "_":
            rows[-1].append(("_", None, 1))
        elif c == "^" and at == 1:
            start = True
        elif c == "$" and at == len(text):
            end = True
        elif c == "/" and lines:
            rows.append([])
        elif c == "{":
            close = text.index("}", at)
            inside = text[at:close]
            at = close + 1
            count, what = (inside.split("*", 1) if "*" in inside else ("1", inside))
            count, what = count.strip(), what.strip()
            count = int(count) if count.isdigit() else count
            rows[-1].append(("c", what[1], count) if what[0] == "'" else ("v", what, count))
        else:
            rows[-1].append(("c", c, 1))
    return rows, start, end


class Rule:
    def __init__(self, text):
        self.ground, self.turned, self.mirrored, self.start, self.clauses = "row", False, False, None, []
        for piece in pieces(text):
            if piece.startswith("on "):
                words = piece.split()[1:]
                self.ground, self.turned, self.mirrored = words[0], "turned" in words, "mirrored" in words
            elif piece.startswith("start "):
                self.start = strings(piece[6:].strip())[0].split("/" if self.is_board() else "\0")
            elif piece.startswith("measure"):
                pass
            else:
                left, rest = strings(piece)
                right, rest = strings(rest[2:].strip())
                conditions = rest[5:].strip() if rest.startswith("where") else ""
                self.clauses.append((left, right, conditions))
        self.text = text
        self.parsed = []
        for left, right, conditions in self.clauses:
            l, start, end = pattern(left, self.is_board())
            r, _, _ = pattern(right, self.is_board())
            self.parsed.append((l, r, start, end, conditions))

    def is_board(self):
        return self.ground in ("board", "torus", "cylinder")

    def wraps(self):
        return self.ground == "torus", self.ground in ("ring", "torus", "cylinder")

    def first(self):
        for left, *_ in self.parsed:
            for row in left:
                for kind, what, _ in row:
                    if kind == "c":
                        return what
        return None

    def images(self, cells):
        """The images of a pattern, cells a dict place -> (left, right), as a list of dicts from (0, 0) on."""
        def normal(dict_):
            top = min(r for r, _ in dict_)
            left = min(c for _, c in dict_)
            return {(r - top, c - left): v for (r, c), v in dict_.items()}

        turn = lambda d: {(c, -r): v for (r, c), v in d.items()}
        across = lambda d: {(r, -c): v for (r, c), v in d.items()}
        down = lambda d: {(-r, c): v for (r, c), v in d.items()}
        all_ = [cells]
        if self.turned:
            for _ in range(3):
                all_.append(turn(all_[-1]))
        if self.mirrored:
            if self.is_board():
                all_ += [across(d) for d in all_] + [down(d) for d in all_] + [across(down(d)) for d in all_]
            else:
                all_ += [across(d) for d in all_]
        out = []
        for d in map(normal, all_):
            if d not in out:
                out.append(d)
        return out


def holds(text, symbols, numbers):
    """Whether conditions hold."""
    if not text:
        return True
    names = dict(numbers)
    names.update(symbols)
    code = re.sub(r"\{([^}]*)\}", r"[\1]", text)
    code = re.sub(r"(\w+)\s+(not\s+)?in\s+(-?\w+)\s*\.\.\s*(-?\w+)", r"(\1 \2in range(\3, \4 + 1))".replace(r"\2in", r"\g<2>in"), code)
    code = re.sub(r"(\w+)\s+even", r"(\1 % 2 == 0)", code)
    code = re.sub(r"(\w+)\s+odd", r"(\1 % 2 == 1)", code)
    code = re.sub(r"(?<![<>!=])=(?!=)", "==", code)
    parts, depth, now, quote = [], 0, "", False
    for c in code:
        if c == "'":
            quote = not quote
        depth += (c in "([") - (c in ")]") if not quote else 0
        if c == "," and depth == 0 and not quote:
            parts.append(now)
            now = ""
        else:
            now += c
    parts.append(now)
    return all(eval(part, {"range": range}, names) for part in parts)


def bounded_below(text, name):
    return re.search(rf"\b{name}\b\s*(>=|>|=|in\b)", text) or re.search(rf"(<=|<|=)\s*\b{name}\b", text)


def options(rule, word):
    """All different words after one move; a word is a tuple of rows."""
    rows, columns = len(word), len(word[0]) if word else 0
    wrap_rows, wrap_columns = rule.wraps()
    out = set()
    length = max(rows, columns)
    alphabet = sorted({c for row in word for c in row})
    for left, right, start, end, conditions in rule.parsed:
        names = sorted({c for row in left + right for _, _, c in row if isinstance(c, str)})
        free = sorted({w for row in left for k, w, _ in row if k == "v"})
        others = [n for n in set(re.findall(r"[a-z]\w*", re.sub(r"'[^']*'", "", conditions)))
                  if n not in names + free + ["in", "or", "not", "even", "odd", "and"]]
        for values in itertools.product(range(0, length + 1), repeat=len(names) + len(others)):
            numbers = dict(zip(names + others, values))
            if any(numbers[n] < 1 and not bounded_below(conditions, n) for n in names):
                continue
            spell = lambda side: [[(k, w) for k, w, c in row for _ in range(numbers.get(c, c) if isinstance(c, str) else c)] for row in side]
            l, r = spell(left), spell(right)
            width = max(map(len, l))
            for chosen in itertools.product(alphabet, repeat=len(free)):
                symbols = dict(zip(free, chosen))
                if not holds(conditions, symbols, numbers):
                    continue
                value = lambda item: item if item[0] == "_" else ("c", symbols[item[1]] if item[0] == "v" else item[1])
                if not rule.is_board() and len(l[0]) != len(r[0]):
                    assert not rule.mirrored
                    want = [value(item)[1] for item in l[0]]
                    write = [value(item)[1] for item in r[0]]
                    line, n, size = list(word[0]), columns, len(want)
                    for s in range(n if wrap_columns else n - size + 1):
                        if size > n or (start and s != 0) or (end and s + size != n):
                            continue
                        if all(line[(s + i) % n] == want[i] for i in range(size)):
                            if s + size > n:
                                rest = line[(s + size) % n : s]
                                out.add(("".join(write + rest),))
                            else:
                                out.add(("".join(line[:s] + write + line[s + size :]),))
                    continue
                cells = {}
                for i in range(len(l)):
                    for j in range(width):
                        cells[i, j] = (value(l[i][j]) if j < len(l[i]) else ("_", None), value(r[i][j]) if j < len(r[i]) else ("_", None))
                if all(a[0] == "_" for a, _ in cells.values()):
                    continue
                for image in rule.images(cells):
                    tall = max(i for i, _ in image) + 1
                    wide = max(j for _, j in image) + 1
                    tops = range(rows) if wrap_rows else range(-tall, rows + tall)
                    lefts = range(columns) if wrap_columns else range(-wide, columns + wide)
                    for r0 in tops:
                        for c0 in lefts:
                            after = occur(word, image, r0, c0, rows, columns, wrap_rows, wrap_columns, start, end, wide)
                            if after is not None:
                                out.add(after)
    return out


def occur(word, image, r0, c0, rows, columns, wrap_rows, wrap_columns, start, end, wide):
    if start and c0 != 0 or end and c0 + wide != columns:
        return None
    used, writes = set(), []

    def place(i, j):
        r, c = r0 + i, c0 + j
        if wrap_rows:
            r %= rows
        if wrap_columns:
            c %= columns
        return (r, c) if 0 <= r < rows and 0 <= c < columns else None

    for (i, j), (before, write) in sorted(image.items()):
        if before[0] == "_":
            continue
        p = place(i, j)
        if p is None or p in used or word[p[0]][p[1]] != before[1]:
            return None
        used.add(p)
        writes.append((p, write))
    for (i, j), (before, write) in sorted(image.items()):
        if before[0] != "_":
            continue
        p = place(i, j)
        if p is None or p in used:
            continue
        used.add(p)
        writes.append((p, write))
    grid = [list(row) for row in word]
    for (r, c), write in writes:
        if write[0] != "_":
            grid[r][c] = write[1]
    return tuple("".join(row) for row in grid)


class Endless(Exception):
    pass


class TooBig(Exception):
    pass


class Solver:
    def __init__(self, rule, most=20_000):
        self.rule, self.most = rule, most
        self.values, self.lost, self.made = {}, {}, {}
        self.open = set()

    def options(self, word):
        if word not in self.made:
            if len(self.made) > self.most:
                raise TooBig
            self.made[word] = options(self.rule, word) if word and word[0] else set()
        return self.made[word]

    def value(self, word):
        if word not in self.values:
            if word in self.open or len(self.open) > 400:
                raise Endless
            self.open.add(word)
            seen = {self.value(option) for option in self.options(word)}
            self.open.discard(word)
            least = 0
            while least in seen:
                least += 1
            self.values[word] = least
        return self.values[word]

    def misere_lost(self, words):
        """Whether the player to move loses a sum under misère play."""
        words = tuple(sorted(word for word in words if word and word[0]))
        if words not in self.lost:
            moves = [words[:i] + (option,) + words[i + 1 :] for i in range(len(words)) for option in self.options(words[i])]
            self.lost[words] = bool(moves) and not any(self.misere_lost(move) for move in moves)
        return self.lost[words]


def read(rule, text):
    out = []
    for word in text.split():
        size = re.fullmatch(r"(\d+)x(\d+)", word)
        fill = lambda r, c: rule.start[r % len(rule.start)][c % len(rule.start[0])] if rule.start else rule.first()
        if rule.is_board():
            if size:
                out.append(tuple("".join(fill(r, c) for c in range(int(size[2]))) for r in range(int(size[1]))))
            else:
                out.append(tuple(word.split("/")))
        elif word.isdigit() and not re.search(r"[0-9]", rule.text.replace("1..2", "")):
            out.append(("".join(fill(0, c) for c in range(int(word))),))
        else:
            out.append((word,))
    return [word for word in out if word and word[0]]


def write(words):
    return " ".join("/".join(word) for word in words if word and word[0])


def solve(rule, text, misere=False, most=20_000):
    words = read(rule, text)
    solver = Solver(rule, most)
    if misere:
        lost = solver.misere_lost(tuple(words))
        wins = [] if lost else [
            (i, option) for i, word in enumerate(words) for option in sorted(solver.options(word))
            if solver.misere_lost(tuple(words[:i] + [option] + words[i + 1 :]))
        ]
        value = None
    else:
        values = [solver.value(word) for word in words]
        value = 0
        for v in values:
            value ^= v
        lost = value == 0
        wins = [(i, option) for i, word in enumerate(words) for option in sorted(solver.options(word))
                if solver.value(option) == values[i] ^ value] if value else []
    results = sorted(write(words[:i] + [option] + words[i + 1 :]) for i, option in wins)
    if misere and not any(solver.options(word) for word in words):
        lost = False
    return {"grundy": value, "outcome": "P" if lost else "N", "results": results}


# Rules of the book and the catalogue, with words that fit.
FIXED = [
    ('"++" -> "--"', ["++++-+++", "5 4", "+-+", "++", ""]),
    ('on ring ; ".." -> "xx"', ["9", "5", "2", "1", "3 4", "..x..", "x...x."]),
    ("\"{k*'.'}\" -> \"{k*'x'}\" where k in 1..2", ["7", "..x.x...", "3 4"]),
    ('"{x}{x}" -> ""', ["aabba", "abba", "aaaa", "abcab", "aab bba"]),
    ('"__.__" -> "xx#xx"', ["9", "..x......", "5 3", ".x.", ".xx."]),
    ("\"^{x}\" -> \"\" ; \"{x}$\" -> \"\" where x != 'b'", ["abab", "bb", "bab", "ab ba"]),
    ('on board turned ; ".." -> "##"', ["2x3", "3x3", "..#/...", "1x6 2x2", "../.#"]),
    ('on board ; "___/_._/___" -> "###/###/###"', ["2x3", "3x4", "1x5", "..#/.../#.."]),
    ('on board turned mirrored ; "../." -> "##/#"', ["2x2", "3x3", "2x4"]),
    ('on board turned mirrored ; start "xo/ox" ; "xo" -> ".x" ; "ox" -> ".o"', ["2x2", "2x3", "3x3", "1x5", "xox/o.x"]),
    ('on torus turned ; ".." -> "##"', ["2x2", "2x3", "3x3", "1x4", "1x1"]),
    ('on cylinder turned ; ".." -> "##"', ["2x2", "2x3", "3x3", "3x1"]),
    ('on torus ; "___/_._/___" -> "###/###/###"', ["2x2", "3x3", "2x5", "1x1", "4x4"]),
    ('on ring ; "__.__" -> "xx#xx"', ["1", "2", "3", "4", "5", "6", "7", "8", ".x..x"]),
    ('on ring ; "ab" -> "c" ; "cc" -> ""', ["abab", "babab", "bcab", "ccc"]),
    ("on board turned ; \"{k*'.'}\" -> \"{k*'#'}\" where k in 2..3", ["2x3", "3x3", "1x7"]),
    ('on board mirrored ; "._/.." -> "#_/##"', ["2x3", "3x3"]),
    ('on board turned ; "._/.." -> "#_/##"', ["2x3", "3x3"]),
    ('"a{x}" -> "{x}b"', ["aaa", "abab", "acca"]),
    ('"_a_" -> "_bb"', ["aaa", "caca", "a"]),
    ("\"{k*x}y\" -> \"y\" where x in {'a','b'}, k odd", ["aaby", "abay", "ccy", "aaay"]),
    ('on ring ; "ab" -> "cc" ; "{x}{x}{x}" -> "{x}d{x}" where x != \'d\'', ["abab", "ccc", "aabb"]),
    ("\"{k*'a'}b\" -> \"{k*'b'}c\" where k >= 0, k <= 2", ["aab", "abab", "b", "aaab"]),
    ('measure length ; "aa" -> "b" ; "bb" -> "a"', ["aaaa", "abba", "bbbb"]),
    ("\"a_b\" -> \"c_c\" ; \"b_a\" -> \"_cc\"", ["aabb", "abab", "ababa"]),
]


def random_rule(rng):
    """A rule that may or may not end."""
    ground = rng.choice(["", "", "on ring ; ", "on board ; ", "on board turned ; ", "on board mirrored ; ",
                         "on board turned mirrored ; ", "on torus ; ", "on cylinder turned ; ", "on torus turned mirrored ; "])
    board = "board" in ground or "torus" in ground or "cylinder" in ground
    symbols = rng.choice(["ab", "abc", ".x", ".#", "01"])
    if board:
        symbols = symbols.replace("01", "ab")
    clauses = []
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        height = rng.choice([1, 1, 2]) if board else 1
        left, right, where = [], [], ""
        keeps = board or rng.random() < 0.75
        any_used = keeps and rng.random() < 0.4
        variable = rng.random() < 0.25
        repeat = rng.random() < 0.2 and height == 1
        for _ in range(height):
            width = rng.choice([1, 2, 2, 3])
            l = [rng.choice(symbols) for _ in range(width)]
            r = [rng.choice(symbols + "x#"[:1]) for _ in range(width)]
            for i in range(width):
                if any_used and rng.random() < 0.4:
                    l[i] = "_"
                if any_used and rng.random() < 0.25:
                    r[i] = "_"
                if variable and rng.random() < 0.5 and l[i] != "_":
                    l[i] = "{x}"
            left.append(l)
            right.append(r)
        if not keeps and not any_used:
            right = [right[0][: rng.randrange(0, len(right[0]) + 1)]]
        if any("{x}" in line for line in left):
            for line in right:
                for i in range(len(line)):
                    if line[i] not in "_" and rng.random() < 0.4:
                        line[i] = "{x}"
            if rng.random() < 0.5:
                where = f" where x {rng.choice(['!=', '='])} '{rng.choice(symbols)}'"
        if all(c == "_" for line in left for c in line):
            left[0][0] = symbols[0]
        if repeat and left[0][0] not in ("_", "{x}"):
            name = left[0][0]
            left[0][0] = "{k*'" + name + "'}"
            if right[0]:
                right[0][0] = "{k*'" + (right[0][0] if right[0][0] not in ("_", "{x}") else symbols[-1]) + "'}"
            if rng.random() < 0.7:
                where += (", " if where else " where ") + rng.choice(["k in 1..2", "k <= 2", "k odd", "k >= 2", "k in {1, 3}"])
            if not right[0] and (board or any_used):
                continue
        join = lambda side: "/".join("".join(line) for line in side)
        clauses.append(f'"{join(left)}" -> "{join(right)}"{where}')
    return ground + " ; ".join(clauses) if clauses else None


def random_word(rng, rule):
    symbols = sorted(set(re.findall(r"[a-d.x#01]", re.sub(r"\{[xk][^}]*\}|where.*?(;|$)|on \w+|turned|mirrored", "", rule.text))) or "ab")
    extra = rng.choice(["", "", "", "d"])
    pick = lambda n: "".join(rng.choice(symbols + list(extra)) for _ in range(n))
    if rule.is_board():
        r, c = rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (1, 1), (4, 2)])
        first = rule.first()
        if first and rng.random() < 0.4:
            return f"{r}x{c}"
        return "/".join(pick(c) for _ in range(r))
    return " ".join(pick(rng.randrange(1, 8)) for _ in range(rng.choice([1, 1, 1, 2])))


def cases(seed, count):
    rng = random.Random(seed)
    while count:
        text = random_rule(rng)
        if text is None:
            continue
        try:
            rule = Rule(text)
            word = random_word(rng, rule)
            normal = solve(rule, word, most=1500)
            misere = solve(rule, word, True, most=1500) if len(word) < 7 else None
        except (Endless, TooBig, RecursionError):
            continue
        yield text, word, normal, misere
        count -= 1


def toml(value):
    return json.dumps(value, ensure_ascii=False)


def case(rule, position, answer, misere):
    lines = ["[[case]]", f"game = {toml(rule)}", f"position = {toml(position)}"]
    if misere:
        lines.append(f"misere = {toml(answer['outcome'])}")
    else:
        lines += [f"grundy = {answer['grundy']}", f"outcome = {toml(answer['outcome'])}"]
    lines += [f"winning_moves = {len(answer['results'])}", f"results = {toml(answer['results'])}"]
    lines.append('source = "exhaustive search (scripts/words_oracle.py)"')
    return "\n".join(lines) + "\n"


def ask(binary, rule, position, misere=False):
    command = [binary, "solve", rule, *position.split(), "--json"] + (["--misere"] if misere else [])
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)


def compare(binary, seed, count):
    wrong = refused = 0
    for rule, position, normal, misere in cases(seed, count):
        for expected, convention in [(normal, False), (misere, True)]:
            if expected is None:
                continue
            found = ask(binary, rule, position, convention)
            if "error" in found:
                refused += 1
                if "may never end" not in found["error"]["message"]:
                    print(f"{rule!r} {position!r}: {found['error']['message']}")
                break
            results = sorted(move["result"] for move in found["winning_moves"])
            if found["outcome"] != expected["outcome"] or results != expected["results"] or (
                not convention and found["grundy"] != expected["grundy"]
            ):
                wrong += 1
                print(f"WRONG {rule!r} {position!r} misere={convention}: {expected} but {found['outcome']} {found['grundy']} {results}")
    print(f"seed {seed}: {count} rules, {wrong} wrong, {refused} refused", file=sys.stderr)
    return wrong


def corpus(binary):
    """The fixed rules, and random ones that the binary accepts (whether play provably ends is the language's to say)."""
    tables = []
    for text, words in FIXED:
        rule = Rule(text)
        for word in words:
            tables.append(case(text, word, solve(rule, word), False))
            if len(word) < 6:
                tables.append(case(text, word, solve(rule, word, True), True))
    for text, word, normal, misere in cases(6, 500):
        if "error" not in ask(binary, text, word):
            tables.append(case(text, word, normal, False))
            if misere:
                tables.append(case(text, word, misere, True))
    header = "# Written by `scripts/words_oracle.py corpus BINARY`: do not edit by hand.\n# Rules of words: value, outcome and the whole position after every winning move.\n\n"
    (ROOT / "testdata" / "words.toml").write_text(header + "\n".join(tables), encoding="utf-8")
    print(f"words.toml: {len(tables)} entries", file=sys.stderr)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "solve":
        print(json.dumps(solve(Rule(rest[0]), " ".join(w for w in rest[1:] if w != "--misere"), "--misere" in rest)))
    elif command == "corpus":
        corpus(rest[0])
    elif command == "compare":
        sys.exit(compare(rest[0], int(rest[1]), int(rest[2])) > 0)
