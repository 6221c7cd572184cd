#!/usr/bin/env python3
"""Writes testdata/contests.toml: inputs of contest problems and the answers that exhaustive search gives.

Every game is played out by its rules over whole positions; no theorem of the library is used, not even nim-sums. The inputs are
therefore small. `contests.py BINARY` instead compares random inputs with what `BINARY contest ID` prints.

Standard library only.
"""

import random
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

sys.setrecursionlimit(1_000_000)

OUT = Path(__file__).resolve().parent.parent / "testdata" / "contests.toml"


# ---------------------------------------------------------------------------------------------------------------------
# Who wins: a game is a function from a position to the positions one move away.


def winner(options, misere=False):
    known = {}

    def wins(position):
        if position not in known:
            after = set(options(position))
            known[position] = misere if not after else any(not wins(other) for other in after)
        return known[position]

    return wins


def heaps(single):
    """Sums of heaps: `single(n)` yields the tuples of heaps that n may become. Empty heaps are dropped."""

    def options(position):
        for index, heap in enumerate(position):
            for parts in single(heap):
                yield tuple(sorted(position[:index] + position[index + 1 :] + tuple(p for p in parts if p)))

    wins = winner(options)
    return lambda position: wins(tuple(sorted(heap for heap in position if heap)))


def taking(numbers):
    return heaps(lambda n: [(n - k,) for k in numbers if 0 < k <= n])


def nim_options(position):
    for index, heap in enumerate(position):
        for rest in range(heap):
            yield position[:index] + (rest,) + position[index + 1 :]


NIM = winner(nim_options)
MISERE = winner(nim_options, misere=True)
BOUNDED = taking((1, 2, 3))
SQUARES = taking([k * k for k in range(1, 40)])
SPLIT = heaps(lambda n: [(a, b) for a in range(n) for b in range(a, n)])
GRUNDY = heaps(lambda n: [(a, n - a) for a in range(1, (n + 1) // 2)])
EQUAL = heaps(lambda n: ([(n - 1,)] if n else []) + [(n // d,) * d for d in range(2, n + 1) if n % d == 0])
TRIANGULAR = heaps(
    lambda n: ([(n - 1,)] if n else []) + [tuple(range(1, k + 1)) for k in range(2, n + 1) if k * (k + 1) // 2 == n]
)


@lru_cache(None)
def legendre(k):
    return heaps(lambda n: ([(n - 1,)] if n else []) + ([(n // 2,) * k] if n and n % 2 == 0 else []))


def another_options(position):
    full = [index for index, heap in enumerate(position) if heap]
    for chosen in range(1, 1 << len(full)):
        after = list(position)
        for bit, index in enumerate(full):
            after[index] -= chosen >> bit & 1
        yield tuple(after)


ANOTHER = winner(another_options)


def stair_options(position):
    for index in range(1, len(position)):
        for coins in range(1, position[index] + 1):
            after = list(position)
            after[index] -= coins
            after[index - 1] += coins
            yield tuple(after)


STAIR = winner(stair_options)


def wythoff_options(position):
    a, b = position
    yield from ((x, b) for x in range(a))
    yield from ((a, y) for y in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


WYTHOFF = winner(wythoff_options)


# ---------------------------------------------------------------------------------------------------------------------
# Games for points: the best difference for the player to move


def stone_ii(piles):
    @lru_cache(None)
    def best(i, m):
        if i == len(piles):
            return 0
        return max(sum(piles[i : i + x]) - best(i + x, max(m, x)) for x in range(1, min(2 * m, len(piles) - i) + 1))

    return (sum(piles) + best(0, 1)) // 2


def stone_iii(row):
    @lru_cache(None)
    def best(i):
        if i == len(row):
            return 0
        return max(sum(row[i : i + x]) - best(i + x) for x in range(1, min(3, len(row) - i) + 1))

    return best(0)


def stone_vi(first, second):
    @lru_cache(None)
    def best(left, turn):
        worth = (first, second)[turn]
        return max((worth[i] - best(left & ~(1 << i), 1 - turn) for i in range(len(first)) if left >> i & 1), default=0)

    return best((1 << len(first)) - 1, 0)


def stone_vii(row):
    @lru_cache(None)
    def best(i, j):
        if j - i <= 1:
            return 0
        return max(sum(row[i + 1 : j]) - best(i + 1, j), sum(row[i : j - 1]) - best(i, j - 1))

    return best(0, len(row))


def ends(row):
    @lru_cache(None)
    def best(i, j):
        if i == j:
            return 0
        return max(row[i] - best(i + 1, j), row[j - 1] - best(i, j - 1))

    return best(0, len(row))


def counted(answer, low):
    row = [random.randint(low, 9) for _ in range(random.randint(0, 9))]
    return f"{len(row)}\n{numbers(row)}\n", [str(answer(row))]


def told(test):
    return lambda row: "true" if test(ends(row)) else "false"


def stone_viii(row):
    @lru_cache(None)
    def best(stones):
        if len(stones) < 2:
            return 0
        merged = (sum(stones[:x]) - best((sum(stones[:x]),) + stones[x:]) for x in range(2, len(stones) + 1))
        return max(merged)

    return best(tuple(row))


# ---------------------------------------------------------------------------------------------------------------------
# Words and trees


def lot_of_games(words, rounds):
    """Does the player who opens the first round win the last one? The loser of a round opens the next."""
    beginnings = {word[:length] for word in words for length in range(len(word) + 1)} | {""}

    @lru_cache(None)
    def last(left, text):
        """Whether the player to move wins the last round, with `left` rounds to play, this one included."""
        after = [text + c for c in "abcdefghijklmnopqrstuvwxyz" if text + c in beginnings]
        if not after:
            # The player to move has lost this round and opens the next, if there is one.
            return last(left - 1, "") if left > 1 else False
        return any(not last(left, other) for other in after)

    return last(rounds, "")


def palindrome_options(position):
    for index, word in enumerate(position):
        for place in range(1, len(word) - 1):
            if word[place - 1] == word[place + 1]:
                yield tuple(sorted(position[:index] + position[index + 1 :] + (word[:place], word[place], word[place + 1 :])))


PALINDROMES = winner(palindrome_options)


def palindromes(word):
    for place in range(1, len(word) - 1):
        if word[place - 1] == word[place + 1]:
            if not PALINDROMES(tuple(sorted((word[:place], word[place], word[place + 1 :])))):
                return f"First\n{place + 1}"
    return "Second"


def hang(count, edges):
    """The parent of each node when node 0 is the root."""
    parent = {0: None}
    waiting = [0]
    while waiting:
        node = waiting.pop()
        for a, b in edges + [(b, a) for a, b in edges]:
            if a == node and b not in parent:
                parent[b] = node
                waiting.append(b)
    return parent


def move_the_coins(coins, edges, u, v):
    parent = hang(len(coins), edges)
    above = v
    while above is not None:
        if above == u:
            return "INVALID"
        above = parent[above]
    parent[u] = v

    def options(position):
        for node, held in enumerate(position):
            if parent[node] is not None:
                for moved in range(1, held + 1):
                    after = list(position)
                    after[node] -= moved
                    after[parent[node]] += moved
                    yield tuple(after)

    return "YES" if winner(options)(tuple(coins)) else "NO"


# ---------------------------------------------------------------------------------------------------------------------
# One function a problem: a random small input, and its answer


def numbers(values):
    return " ".join(map(str, values))


def some(most_count, most, least=0):
    return [random.randint(least, most) for _ in range(random.randint(0, most_count))]


def cases(wins, most_count, most):
    rows = [some(most_count, most) for _ in range(random.randint(0, 6))]
    text = f"{len(rows)}\n" + "".join(f"{len(row)}\n{numbers(row)}\n" for row in rows)
    return text, [("first" if wins(tuple(row)) else "second") for row in rows]


def once(wins, most_count, most, words=("Yes", "No")):
    row = some(most_count, most)
    return f"{len(row)}\n{numbers(row)}\n", [words[not wins(tuple(row))]]


def ufpr_nim():
    text, lines = "", []
    for _ in range(random.randint(0, 5)):
        row = some(4, 7)
        text += f"{len(row)} {numbers(row)}\n"
        moves = (
            f"{heap - rest} {index + 1}"
            for index, heap in enumerate(row)
            for rest in range(heap)
            if not NIM(tuple(row[:index] + [rest] + row[index + 1 :]))
        )
        lines.append(next(moves, "-1"))
    return text, lines


def grundy():
    row = some(8, 40)
    return f"{len(row)}\n{numbers(row)}\n", [("first" if GRUNDY((heap,)) else "second") for heap in row]


def set_nim():
    taken, row = some(4, 6), some(4, 9)
    answer = "Yes" if taking(sorted(set(taken)))(tuple(row)) else "No"
    return f"{len(taken)}\n{numbers(taken)}\n{len(row)}\n{numbers(row)}\n", [answer]


def listed(row):
    return "[" + ",".join(map(str, row)) + "]\n"


def leetcode_1406():
    row = some(9, 9, -9)
    best = stone_iii(tuple(row))
    return listed(row), ["Alice" if best > 0 else "Bob" if best < 0 else "Tie"]


def leetcode_1686():
    first = some(6, 9)
    second = [random.randint(0, 9) for _ in first]
    best = stone_vi(tuple(first), tuple(second))
    return listed(first) + listed(second), [str((best > 0) - (best < 0))]


def row_of(solve, least):
    row = some(8, 12, least)
    return listed(row), [str(solve(tuple(row)))]


def leetcode_1510():
    heap = random.randint(0, 200)
    return f"{heap}\n", ["true" if SQUARES((heap,)) else "false"]


def codeforces_455b():
    words = ["".join(random.choice("ab") for _ in range(random.randint(1, 4))) for _ in range(random.randint(0, 4))]
    rounds = random.randint(1, 5)
    text = f"{len(words)} {rounds}\n" + "".join(f"{word}\n" for word in words)
    return text, ["First" if lot_of_games(words, rounds) else "Second"]


def codeforces_603c():
    row, k = some(3, 9), random.randint(1, 4)
    return f"{len(row)} {k}\n{numbers(row)}\n", ["Kevin" if legendre(k)(tuple(row)) else "Nicky"]


def codeforces_305e():
    word = "".join(random.choice("aab") for _ in range(random.randint(0, 11)))
    return f"{word}\n", palindromes(word).split("\n")


def hackerrank():
    count = random.randint(1, 5)
    coins = [random.randint(0, 2) for _ in range(count)]
    names = list(range(1, count))
    random.shuffle(names)
    order = [0, *names]
    edges = [(order[i], order[random.randrange(i)]) for i in range(1, count)]
    edges = [edge if random.random() < 0.5 else edge[::-1] for edge in edges]
    asked = [(random.randrange(count), random.randrange(count)) for _ in range(random.randint(0, 5))]
    text = f"{count}\n{numbers(coins)}\n" + "".join(f"{a + 1} {b + 1}\n" for a, b in edges)
    text += f"{len(asked)}\n" + "".join(f"{u + 1} {v + 1}\n" for u, v in asked)
    lines = ["INVALID" if u == 0 else move_the_coins(coins, edges, u, v) for u, v in asked]
    return text, lines


def luogu():
    a, b = random.randint(0, 30), random.randint(0, 30)
    if random.random() < 0.3:
        a, b = random.choice([(1, 2), (2, 1), (3, 5), (7, 4), (6, 10), (0, 0), (13, 8)])
    return f"{a} {b}\n", ["1" if WYTHOFF((a, b)) else "0"]


# ---------------------------------------------------------------------------------------------------------------------
# Texts, by the definitions


def text_of(least=1, most=14):
    """A random text over few letters, often with a period."""
    text = "".join(random.choice("aab") for _ in range(random.randint(least, most)))
    if random.random() < 0.4:
        text = (text[: random.randint(1, 3)] * 20)[: random.randint(least, most)]
    return text


def on_text(solve):
    text = text_of()
    return f"{text}\n", [solve(text)]


def substrings(text):
    return [(i, j) for i in range(len(text)) for j in range(i + 1, len(text) + 1)]


def is_palindrome(text):
    return text == text[::-1]


def string_matching():
    text, pattern = text_of(), text_of(1, 3)
    return f"{text}\n{pattern}\n", [str(sum(text[i : i + len(pattern)] == pattern for i in range(len(text))))]


def distinct_substrings(text):
    return str(len({text[i:j] for i, j in substrings(text)}))


def finding_periods(text):
    n = len(text)
    return numbers(p for p in range(1, n + 1) if (text[:p] * n)[:n] == text)


def minimal_rotation(text):
    return min(text[i:] + text[:i] for i in range(len(text)))


def longest_palindrome(text):
    return max((text[i:j] for i, j in substrings(text) if is_palindrome(text[i:j])), key=len)


def palindrome_queries():
    text = text_of()
    letters, lines, out = list(text), [], []
    for _ in range(random.randint(0, 8)):
        a, b = sorted(random.randint(1, len(text)) for _ in range(2))
        if random.random() < 0.4:
            x = random.choice("ab")
            letters[a - 1] = x
            lines.append(f"1 {a} {x}\n")
        else:
            lines.append(f"2 {a} {b}\n")
            out.append("YES" if is_palindrome(letters[a - 1 : b]) else "NO")
    return f"{len(text)} {len(lines)}\n{text}\n" + "".join(lines), out


def common(one, other):
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length


def enumerate_palindromes(text):
    n = len(text)
    longest = [0] * (2 * n - 1)
    for i, j in substrings(text):
        if is_palindrome(text[i:j]):
            longest[i + j - 1] = max(longest[i + j - 1], j - i)
    return numbers(longest)


def tree_shapes():
    count = random.randint(1, 10)
    parents = [random.randint(0, i - 1) for i in range(1, count)]

    def shape(vertex):
        children = (i + 1 for i, parent in enumerate(parents) if parent == vertex)
        return "(" + "".join(sorted(map(shape, children))) + ")"

    shapes = [shape(vertex) for vertex in range(count)]
    # The site takes any names; ours are numbered as they first appear.
    names = list(dict.fromkeys(shapes))
    return f"{count}\n{numbers(parents)}\n", [str(len(names)), numbers(map(names.index, shapes))]


PROBLEMS = {
    "ufpr-nim": ufpr_nim,
    "ufpr-grundy": grundy,
    "ufpr-misere": lambda: cases(MISERE, 4, 4),
    "ufpr-stair": lambda: cases(STAIR, 4, 2),
    "cses-1730": lambda: cases(NIM, 4, 7),
    "cses-1098": lambda: cases(BOUNDED, 4, 8),
    "cses-1099": lambda: cases(STAIR, 4, 2),
    "cses-2207": grundy,
    "cses-2208": lambda: cases(ANOTHER, 3, 4),
    "acwing-891": lambda: once(NIM, 4, 7),
    "acwing-892": lambda: once(lambda steps: STAIR((0, *steps)), 3, 2),
    "acwing-893": set_nim,
    "acwing-894": lambda: once(SPLIT, 3, 3),
    "leetcode-1140": lambda: row_of(stone_ii, 0),
    "leetcode-1406": leetcode_1406,
    "leetcode-1510": leetcode_1510,
    "leetcode-1686": leetcode_1686,
    "leetcode-1690": lambda: row_of(stone_vii, 0),
    "leetcode-1872": lambda: row_of(stone_viii, -12),
    "codeforces-455b": codeforces_455b,
    "codeforces-603c": codeforces_603c,
    "codeforces-305e": codeforces_305e,
    "hackerrank-move-the-coins": hackerrank,
    "luogu-p2252": luogu,
    "equal-split": lambda: once(EQUAL, 2, 12, ("first", "second")),
    "triangular-split": lambda: once(TRIANGULAR, 3, 11, ("first", "second")),
    "cses-1753": string_matching,
    "cses-2105": lambda: on_text(distinct_substrings),
    "cses-1733": lambda: on_text(finding_periods),
    "cses-1110": lambda: on_text(minimal_rotation),
    "cses-2420": palindrome_queries,
    "cses-1111": lambda: on_text(longest_palindrome),
    "library-checker-zalgorithm": lambda: on_text(lambda text: numbers(common(text, text[i:]) for i in range(len(text)))),
    "library-checker-suffixarray": lambda: on_text(lambda text: numbers(sorted(range(len(text)), key=lambda i: text[i:]))),
    "library-checker-enumerate_palindromes": lambda: on_text(enumerate_palindromes),
    "library-checker-rooted_tree_isomorphism_classification": tree_shapes,
    "cses-1097": lambda: counted(lambda row: (sum(row) + ends(row)) // 2, -9),
    "atcoder-edpc-l": lambda: counted(ends, 1),
    "leetcode-486": lambda: row_of(told(lambda difference: difference >= 0), 0),
    "leetcode-877": lambda: row_of(told(lambda difference: difference > 0), 1),
}


def corpus():
    random.seed(1730)
    out = ["# Written by `scripts/contests.py`: do not edit by hand.", "# Inputs of contest problems; the answers come from exhaustive search."]
    for name, make in PROBLEMS.items():
        seen = set()
        while len(seen) < 12:
            text, lines = make()
            if text in seen:
                continue
            seen.add(text)
            answer = "".join(f"{line}\n" for line in lines)
            out += ["", "[[contest]]", f'id = "{name}"', f"input = {quoted(text)}", f"output = {quoted(answer)}"]
    OUT.write_text("\n".join(out) + "\n", encoding="utf-8")
    print(f"{len(PROBLEMS)} problems in {OUT.name}")


def quoted(text):
    return '"' + text.replace("\n", "\\n") + '"'


def compare(binary, rounds=60):
    wrong = 0
    for name, make in PROBLEMS.items():
        for _ in range(rounds):
            text, lines = make()
            expected = "".join(f"{line}\n" for line in lines)
            run = subprocess.run([binary, "contest", name], input=text, capture_output=True, text=True)
            if (run.returncode, run.stdout) != (0, expected):
                wrong += 1
                print(f"{name}: {text!r}: expected {expected!r}, found {run.stdout!r} {run.stderr!r}")
    print(f"{rounds} inputs for each of {len(PROBLEMS)} problems, {wrong} wrong answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(compare(sys.argv[1]))
    corpus()
