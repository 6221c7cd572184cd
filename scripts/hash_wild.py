#!/usr/bin/env python3
"""Checks `grundy hash` in every dialect against definitions written here once more: orders, maps, signed remainders,
packed words, generators, proofs by all texts, floods by simulation, other families.

Usage: scripts/hash_wild.py [PATH OF grundy]
"""

import ctypes
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile

GRUNDY = sys.argv[1] if len(sys.argv) > 1 else "grundy"


def ask(*words, code=0):
    run = subprocess.run([GRUNDY, "hash", *words, "--json"], capture_output=True, text=True)
    assert run.returncode == code, (words, run.returncode, run.stdout, run.stderr)
    return json.loads(run.stdout)


def remainder(a, m):
    return int(math.fmod(a, m)) if abs(a) < 2**50 else (abs(a) % m) * (1 if a >= 0 else -1)


def poly(values, base, modulus, order, signed=False):
    h, p = 0, 1
    for v in values:
        h = h * base + v if order == "high" else h + v * p
        h = remainder(h, modulus) if signed else h % modulus
        p = p * base % modulus
    return h


def values(text, first):
    return text if isinstance(text, list) else [ord(c) - 97 + first for c in text]


def pairs(rng):
    for _ in range(40):
        base, modulus = rng.choice([31, 131, 257, 1000003]), rng.choice([10**9 + 7, 2**61 - 1, 2**32, 2**64, 998244353])
        first = rng.choice([0, 1, 97, -5])
        answer = ask("break", "--base", str(base), "--mod", str(modulus), "--map", f"offset:{first}")
        for order in ("low", "high"):
            pair = answer["orders"][order]
            one, other = values(pair["first"], first), values(pair["second"], first)
            assert one != other and poly(one, base, modulus, order) == poly(other, base, modulus, order) == pair["hash"]
    for _ in range(15):
        order, modulus = rng.choice(["low", "high"]), rng.choice([10**9 + 7, 10007, 2**61 - 1])
        answer = ask("break", "--base", "131", "--mod", str(modulus), "--map", "offset:-12", "--signed-remainder", "--order", order)
        one, other = values(answer["first"], -12), values(answer["second"], -12)
        assert one != other and poly(one, 131, modulus, order, True) == poly(other, 131, modulus, order, True) == answer["hash"]


def shortest(rng):
    """Every proof by hashing all texts."""
    for _ in range(60):
        base, modulus = rng.randrange(2, 300), rng.randrange(3, 3000)
        letters = rng.choice(["ab", "abc", "a-e", "acz"])
        alphabet = {"a-e": "abcde"}.get(letters, letters)
        for any_length in (False, True):
            words = ["break", "--base", str(base), "--mod", str(modulus), "--alphabet", letters, "--shortest", "--order", "low"]
            answer = ask(*words, *(["--any-length"] if any_length else []))
            seen, length = {}, 0
            while True:
                length += 1
                if not any_length:
                    seen = {}
                hashes = [poly(values("".join(t), 1), base, modulus, "low") for t in itertools.product(alphabet, repeat=length)]
                if len(set(hashes)) < len(hashes) or any(h in seen for h in hashes):
                    break
                seen.update(dict.fromkeys(hashes))
            assert answer["proof"] == {"kind": "any-length" if any_length else "equal-length", "below": length}, (answer, length)
            assert answer["shortest"] and max(len(answer["first"]), len(answer["second"])) == length


def dense(rng):
    for base, modulus, count, length in ((31, 10**9 + 9, 200, 8), (131, 10**9 + 7, 5000, 10), (7, 101, 300, 4)):
        answer = ask("break", "--base", str(base), "--mod", str(modulus), "--count", str(count), "--length", str(length), "--order", "high")
        texts = answer["texts"]
        assert len(set(texts)) == count and {len(t) for t in texts} == {length}
        assert len({poly(values(t, 1), base, modulus, "high") for t in texts}) == 1


def mt19937(seed):
    state = [seed & 0xFFFFFFFF]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) & 0xFFFFFFFF)
    y = (state[0] & 0x80000000) | (state[1] & 0x7FFFFFFF)
    y = state[397] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    return y ^ (y >> 18)


def generators(rng):
    libc = ctypes.CDLL("libc.so.6")

    def rand(seed):
        libc.srand(seed)
        return libc.rand()

    def java(seed):
        state = (seed ^ 0x5DEECE66D) & (2**48 - 1)
        return ((state * 0x5DEECE66D + 0xB) & (2**48 - 1)) >> 17

    known = {"mt19937": mt19937, "rand": rand, "minstd": lambda s: (s % 2147483647 or 1) * 48271 % 2147483647, "java-random": java}
    for name, first in known.items():
        start = rng.randrange(0, 2**31)
        answer = ask("break", "--seed-range", f"{start}..{start + 5}", "--generator", name, "--mod", "2^61-1", "--draw", "BASE = 256 + x % 1000000")
        assert answer["functions"] == answer["reached"] == 5
        for entry in answer["seeds"]:
            assert entry["base"] == 256 + first(entry["seed"]) % 1000000, (name, entry)
            one, other = values(answer["first"], 1), values(answer["second"], 1)
            assert poly(one, entry["base"], 2**61 - 1, "low") == poly(other, entry["base"], 2**61 - 1, "low")


def flood(rng):
    for table in ("unordered_map", "gp_hash_table", "python-dict", "python-set"):
        for count in (50, 333, 1000, 3000):
            answer = ask("flood", table, "--count", str(count))
            assert len(set(answer["keys"])) == count and answer["steps"] >= count * count / 16, (table, count, answer["steps"])
    # CPython's own table, as far as time shows it.
    keys = ask("flood", "python-dict", "--count", "20000")["keys"]
    import time
    times = []
    for batch in (keys, list(range(20000))):
        start = time.perf_counter()
        table = {}
        for key in batch:
            table[key] = 1
        times.append(time.perf_counter() - start)
    print(f"20000 keys in a dict: {times[0]:.3f} s flooded, {times[1]:.4f} s otherwise")
    assert times[0] > 20 * times[1]


def families(rng):
    with tempfile.NamedTemporaryFile("w") as file:
        table = [rng.getrandbits(60) for _ in range(70)]
        file.write("\n".join(map(str, table)))
        file.flush()
        answer = ask("break", "--family", "xor", "--table", file.name)
        total = lambda places: __import__("functools").reduce(lambda x, i: x ^ table[i - 1], places, 0)
        assert total(answer["first"]) == total(answer["second"]) and not set(answer["first"]) & set(answer["second"])
        for words, modulus in (([], None), (["--mod", "2^61-1"], 2**61 - 1)):
            answer = ask("break", "--family", "sum", "--table", file.name, *words)
            sums = [sum(table[i - 1] for i in answer[part]) for part in ("first", "second")]
            assert sums[0] == sums[1] or (modulus and (sums[0] - sums[1]) % modulus == 0)
            assert answer["first"] != answer["second"] and not set(answer["first"]) & set(answer["second"])
    primes = [p for p in range(2, 60000) if all(p % q for q in range(2, int(p**0.5) + 1))]

    def tree(parents, modulus):
        children = [[] for _ in range(len(parents) + 1)]
        for vertex, parent in enumerate(parents, 1):
            children[parent].append(vertex)

        def visit(v):
            size, h, shape = 1, 1, []
            for c in children[v]:
                s, x, inner = visit(c)
                size, h = size + s, (h + x * primes[s - 1]) % modulus
                shape.append(inner)
            return size, h, tuple(sorted(shape))

        return visit(children[0][0])

    for modulus in (97, 10**9 + 7, 2**61 - 1):
        answer = ask("break", "--family", "tree", "--mod", str(modulus))
        one, other = tree(answer["first"], modulus), tree(answer["second"], modulus)
        assert one[1] == other[1] and one[2] != other[2], modulus
    answer = ask("break", "--family", "grid", "--rows", "4", "--columns", "3", "--base", "31", "--base", "37", "--mod", "10007")
    grid = lambda rows: sum((ord(c) - 96) * 31**i * 37**j for i, row in enumerate(rows) for j, c in enumerate(row)) % 10007
    assert grid(answer["first"]) == grid(answer["second"]) and answer["first"] != answer["second"]


def main():
    for check in (pairs, shortest, dense, generators, families, flood):
        check(random.Random(7))
        print(check.__name__, "agree")


if __name__ == "__main__":
    main()
