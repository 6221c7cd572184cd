#!/usr/bin/env python3
"""Writes testdata/hashes.toml: hashes, matches, counts, cycles and texts by the definitions, with nothing clever.

Shares no code with the library: Python's integers, sets and slices, and a Mersenne Twister written from its paper.
Usage: scripts/hash_oracle.py > testdata/hashes.toml
"""

import random

MASK = (1 << 64) - 1


def poly(text, base, modulus, offset):
    return sum((byte - offset) * base**i for i, byte in enumerate(text)) % modulus


def positions(needle, text):
    return [i for i in range(len(text) - len(needle) + 1) if text[i:i + len(needle)] == needle]


def substrings(text):
    return [text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)]


def outputs(seed, count):
    """mt19937_64 after Nishimura and Matsumoto."""
    state = [seed]
    for i in range(1, 312):
        state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & MASK)
    for i in range(312, 312 + count):
        x = (state[i - 312] & 0xFFFFFFFF80000000) | (state[i - 311] & 0x7FFFFFFF)
        state.append(state[i - 156] ^ (x >> 1) ^ (0xB5026F5AA96619E9 if x & 1 else 0))
    result = []
    for x in state[312:]:
        x ^= (x >> 29) & 0x5555555555555555
        x ^= (x << 17) & 0x71D67FFFEDA60000
        x ^= (x << 37) & 0xFFF7EEE000000000
        result.append(x ^ (x >> 43))
    return result


def lecture_text(seed):
    u, text = outputs(seed, 1)[0], ""
    while u > 0:
        text += chr(ord("a") + u % 26)
        u //= 26
    return text


def cycle(successors, start):
    path, seen = [], {}
    at = start
    while at not in seen:
        seen[at] = len(path)
        path.append(at)
        at = successors[at - 1]
    tail = seen[at]
    previous = [path[tail - 1], path[-1]] if tail else []
    return at, len(path) - tail, tail, previous


def quoted(text):
    return "[" + ", ".join(str(byte) for byte in text) + "]"


def words(rng):
    """Texts with and without structure, and all kinds of bytes."""
    yield b""
    yield b"a"
    yield bytes(range(256))
    yield "né\0naïve".encode()
    for letters in (b"a", b"ab", b"abc", bytes(range(256))):
        for length in (2, 7, 30):
            yield bytes(rng.choice(letters) for _ in range(length))
    yield b"ab" * 20
    yield b"abaababaabaababaababa"
    yield bytes(97 + bin(i).count("1") % 2 for i in range(64))


def main():
    rng = random.Random(2022)
    print("# Written by scripts/hash_oracle.py. Texts are lists of bytes; numbers beyond 2^63 - 1 are strings.\n")
    moduli = [1, 2, 97, 10**9 + 7, 10**9 + 9, 2**32, 2**61 - 1, 2**63, 2**64 - 59, 2**64]
    for text in words(rng):
        for modulus in rng.sample(moduli, 4):
            base, offset = rng.choice([0, 1, 31, 131, rng.getrandbits(64)]), rng.choice([0, 96])
            print(f'[[hash]]\ntext = {quoted(text)}\nbase = "{base}"\nmodulus = "{modulus}"\noffset = {offset}')
            print(f'value = "{poly(text, base, modulus, offset)}"\n')
    for text in words(rng):
        everything = substrings(text)
        mirrored = [word for word in everything if word == word[::-1]]
        print(f"[[text]]\ntext = {quoted(text)}\ndistinct = {len(set(everything))}")
        print(f"palindromes = {len(mirrored)}\ndistinct_palindromes = {len(set(mirrored))}")
        print(f"longest_palindrome = {max(map(len, mirrored), default=0)}\n")
        length = rng.randrange(0, 5)
        start = rng.randrange(0, max(1, len(text) - length))
        for needle in (b"", text[start:start + length], b"ab", text):
            print(f"[[find]]\nneedle = {quoted(needle)}\ntext = {quoted(text)}\npositions = {positions(needle, text)}\n")
    for size in (1, 2, 3, 10, 50, 50, 50):
        successors = [rng.randint(1, size) for _ in range(size)]
        first, length, tail, previous = cycle(successors, 1)
        print(f"[[cycle]]\nsuccessors = {successors}\nfirst = {first}\nlength = {length}\ntail = {tail}\nprevious = {previous}\n")
    for seed in (0, 1, 3, 5489, 42954140, MASK):
        found = [f'"{number}"' for number in outputs(seed, 3)]
        print(f'[[twister]]\nseed = "{seed}"\noutputs = [{", ".join(found)}]\ntext = "{lecture_text(seed)}"\n')


if __name__ == "__main__":
    main()
