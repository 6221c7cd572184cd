#!/usr/bin/env python3
"""Writes testdata/far.toml: positions far out of games with theorems, by tables and searches that know none of them.

Every value comes from the definition (mex over all options, heap after heap) or, where only the winner is asked for, from
the definition of lost positions. Nothing is factored, no formula is used. Standard library only; takes about a minute.
"""

import random
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "testdata" / "far.toml"
SOURCE = "table from the definition (scripts/far.py)"


def mex(values):
    values = set(values)
    least = 0
    while least in values:
        least += 1
    return least


def equal_split(most):
    """g(0..most): every heap passes its value on to the heaps that split into several of it."""
    splits = [0] * (most + 1)
    values = [0] * (most + 1)
    for n in range(1, most + 1):
        seen = splits[n] | 1 << values[n - 1]
        value = 0
        while seen >> value & 1:
            value += 1
        values[n] = value
        # d heaps of n, d = 2, 3, ...: the nim-sum is the value or 0.
        for copies, multiple in enumerate(range(2 * n, most + 1, n), 2):
            splits[multiple] |= 1 << (value if copies % 2 else 0)
    return values


def equal_split_moves(values, heaps):
    """How many options of the sum have value 0."""
    total = 0
    for heap in heaps:
        total ^= values[heap]
    count = 0
    for heap in heaps:
        target = values[heap] ^ total
        if heap and values[heap - 1] == target and total:
            count += 1
        for copies in range(2, heap + 1):
            if heap % copies == 0 and total and (values[heap // copies] if copies % 2 else 0) == target:
                count += 1
    return total, count


def triangular_split(most):
    values = [0] * (most + 1)
    side, triangle = 2, 3
    for n in range(1, most + 1):
        options = [values[n - 1]]
        if n == triangle:
            split = 0
            for part in range(1, side + 1):
                split ^= values[part]
            options.append(split)
            side, triangle = side + 1, triangle + side + 1
        values[n] = mex(options)
    return values


def legendre(most, k):
    values = [0] * (most + 1)
    for n in range(1, most + 1):
        options = [values[n - 1]]
        if n % 2 == 0:
            options.append(values[n // 2] if k % 2 else 0)
        values[n] = mex(options)
    return values


def wythoff_partners(most):
    """The partner of each number up to `most`: pairs in order, the least unused number with the next difference."""
    partner = {0: 0}
    least, difference = 1, 1
    while least <= most:
        if least not in partner:
            partner[least], partner[least + difference] = least + difference, least
            difference += 1
        least += 1
    return partner


def wythoff_moves(partner, a, b):
    lost = partner[a] == b
    if lost:
        return True, 0
    moves = sum(partner[a] == y for y in range(b)) + sum(partner[x] == b for x in range(a))
    moves += sum(partner[a - k] == b - k for k in range(1, min(a, b) + 1))
    return False, moves


def fibonacci_table(most):
    """least[n]: the least number of tokens whose taking wins with n tokens; it decides every q."""
    least = [0] * (most + 1)
    least[0] = 10**9
    for n in range(1, most + 1):
        least[n] = next(k for k in range(1, n + 1) if least[n - k] > 2 * k)
    return least


def fibonacci_moves(least, n, q):
    return least[n] > q, sum(least[n - k] > 2 * k for k in range(1, min(q, n) + 1))


def euclid_values(most):
    """All values up to (most, most) by the definition."""
    table = [[0] * (most + 1) for _ in range(most + 1)]
    for a in range(1, most + 1):
        for b in range(a, most + 1):
            options = [table[min(a, rest)][max(a, rest)] for rest in range(b - a, -1, -a)]
            if a == b:
                options.append(table[0][b])
            table[a][b] = mex(options)
    return lambda a, b: table[min(a, b)][max(a, b)]


def euclid_moves(value, tuples):
    total = 0
    for a, b in tuples:
        total ^= value(a, b)
    count = 0
    for a, b in tuples:
        options = {(a - k * b, b) for k in range(1, a // b + 1)} if b else set()
        options |= {(a, b - k * a) for k in range(1, b // a + 1)} if a else set()
        count += sum(total > 0 and value(*option) == value(a, b) ^ total for option in options)
    return total, count


def main():
    random.seed(603)
    cases = []

    def add(game, position, grundy, lost, moves):
        cases.append((game, position, grundy, "P" if lost else "N", moves))

    values = equal_split(1_300_000)
    picks = [[720_720], [1_081_080], [1_048_576], [1_299_709], [1_200_000, 1_200_001]]
    picks += [[random.randrange(1_000_000, 1_300_000) for _ in range(random.choice((1, 1, 2, 3)))] for _ in range(25)]
    for heaps in picks:
        total, moves = equal_split_moves(values, heaps)
        add("equal-split", " ".join(map(str, heaps)), total, total == 0, moves)
    values = triangular_split(1_000_000)
    for heaps in [[999_999], [1_000_000], [500_500], [999_000, 3], [500_500, 6], [499_500, 3, 1]]:
        total = 0
        for heap in heaps:
            total ^= values[heap]
        moves = 0
        for heap in heaps:
            target = values[heap] ^ total
            moves += total > 0 and values[heap - 1] == target
            k = next((k for k in range(2, 2000) if k * (k + 1) // 2 == heap), None)
            if k and total:
                split = 0
                for part in range(1, k + 1):
                    split ^= values[part]
                moves += split == target
        add("triangular-split", " ".join(map(str, heaps)), total, total == 0, int(moves))
    for k in (0, 1, 2, 3, 10**9 + 7):
        values = legendre(1_200_000, k)
        for heaps in [[1_048_576], [1_199_998], [1_000_001], [786_432, 3], [random.randrange(10**6, 12 * 10**5), 4]]:
            total = 0
            for heap in heaps:
                total ^= values[heap]
            moves = 0
            for heap in heaps:
                target = values[heap] ^ total
                moves += total > 0 and values[heap - 1] == target
                # With one half, heap 2 has one option twice.
                if heap % 2 == 0 and total and (values[heap // 2] if k % 2 else 0) == target:
                    moves += not (k == 1 and heap == 2)
            add(f"legendre:k={k}", " ".join(map(str, heaps)), total, total == 0, int(moves))
    partner = wythoff_partners(400_000)
    pairs = [(100_000, partner[100_000]), (partner[99_999], 99_999), (150_000, 150_000), (0, 200_000), (200_000, 1)]
    pairs += [(random.randrange(20_000, 240_000), random.randrange(20_000, 240_000)) for _ in range(15)]
    for a, b in pairs:
        add("wythoff", f"{a},{b}", None, *wythoff_moves(partner, a, b))
    least = fibonacci_table(20_000)
    for n, q in [(10_946, 10_945), (17_711, 17_711), (17_710, 3), (20_000, 0)] + [
        (random.randrange(5_000, 20_000), random.choice((1, 2, 3, 20, 500, 30_000))) for _ in range(25)
    ]:
        add("fibonacci-nim", f"{n},{q}", None, *fibonacci_moves(least, n, q))
    value = euclid_values(400)
    for _ in range(20):
        tuples = [(random.randrange(401), random.randrange(401)) for _ in range(random.choice((1, 1, 2, 3)))]
        total, moves = euclid_moves(value, tuples)
        text = " ".join(f"({a},{b})" for a, b in tuples) if len(tuples) > 1 else "{},{}".format(*tuples[0])
        add("euclid", text, total, total == 0, moves)

    lines = ["# Written by `scripts/far.py`: do not edit by hand.", "# Large positions of games with theorems; a case without a value asks for the winner alone."]
    for game, position, grundy, outcome, moves in cases:
        lines += ["", "[[case]]", f'game = "{game}"', f'position = "{position}"']
        lines += [] if grundy is None else [f"grundy = {grundy}"]
        lines += [f'outcome = "{outcome}"', f"winning_moves = {moves}", f'source = "{SOURCE}"']
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(cases)} cases in {OUT.name}")


if __name__ == "__main__":
    main()
