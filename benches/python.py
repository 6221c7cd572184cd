"""The Python package beside the command and beside plain Python: python benches/python.py PATH_OF_THE_COMMAND [BEST_OF]"""

import subprocess
import sys
import tempfile
import time

import numpy

import grundy

COMMAND = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3


def best(work):
    """The least time of some rounds, and the last result."""
    times, result = [], None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def row(name, ours, rival, other, goal):
    print(f"| {name} | {ours * 1e3:.3f} ms | {rival} | {other * 1e3:.3f} ms | {ours / other:.2f} | ours/rival ≤ {goal} | "
          f"{'yes' if ours / other <= goal else 'no'} |", flush=True)


def command(*arguments, stdin=None):
    return subprocess.run([COMMAND, *arguments], stdin=stdin, stdout=subprocess.DEVNULL, check=True)


class Subtract(grundy.PythonGame):
    def options(self, position):
        return [position - k for k in (1, 3, 4, 7) if position >= k]


class Wythoff(grundy.PythonGame):
    def options(self, position):
        a, b = position
        return [(i, b) for i in range(a)] + [(a, i) for i in range(b)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


class Pins(grundy.PythonGame):
    """Kayles, a row of pins that falls apart."""

    def options(self, pins):
        return [grundy.Sum((i, pins - k - i)) for k in (1, 2) for i in range((pins - k) // 2 + 1 if pins >= k else 0)]


def whole(rows):
    """The same on all rows at once."""
    found = []
    for i, pins in enumerate(rows):
        rest = rows[:i] + rows[i + 1 :]
        for k in (1, 2):
            for x in range((pins - k) // 2 + 1 if pins >= k else 0):
                found.append(tuple(sorted(rest + tuple(part for part in (x, pins - k - x) if part))))
    return found


def by_hand(options, start):
    """The memoised search that one writes by hand."""
    sys.setrecursionlimit(100_000)
    memo = {}

    def value(position):
        if position not in memo:
            seen, mex = {value(option) for option in options(position)}, 0
            while mex in seen:
                mex += 1
            memo[position] = mex
        return memo[position]

    return value(start)


INTERRUPTED = """
import grundy, os, signal, threading, time
sent = []
def send():
    time.sleep(0.7)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    {}
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""


def interrupted(question):
    """How long work goes on after Ctrl-C: the longest of all rounds."""
    code = INTERRUPTED.format(question)
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(ROUNDS)]
    return max(float(run.stdout) for run in runs)


def main():
    for question in ("Game('cram').solve('9x9')", "Game('0.007').values(10**9, max_memory='8GiB')",
                     "Game('0.6').period(limit=10**8, threads=2)"):
        row(f"python: Ctrl-C in `{question}`", interrupted("grundy." + question), "allowance", 0.2, 1)

    ours, _ = best(lambda: grundy.Game("grundy").values(10**7, numpy=True))
    other, _ = best(lambda: command("seq", "grundy", "-n", "10000000", "--format", "npy"))
    row("python: values of 10^7 heaps as an array", ours, "the command, `--format npy`", other, 1.1)

    nim, kayles = grundy.Game("nim"), grundy.Game("kayles")
    for name, game in (("Nim", nim), ("Kayles", kayles)):
        ours, _ = best(lambda game=game: [game.solve("3 4 5").grundy for _ in range(1000)])
        row(f"python: one solve of {name} 3 4 5", ours / 1000, "allowance", 20e-6, 1)

    lines = [f"{i % 97} {i % 89} {i % 83}" for i in range(10**6)]
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        ours, _ = best(lambda: sum(1 for answer in nim.solve_many(lines) if answer.grundy))
        other, _ = best(lambda: command("solve", "nim", "-", stdin=open(file.name)))
    row("python: a stream of 10^6 positions of Nim", ours, "the command", other, 1.5)

    for name, game, start in (("subtraction, 3000", Subtract, 3000), ("Wythoff, (40, 40)", Wythoff, (40, 40))):
        ours, found = best(lambda game=game, start=start: game().solve(start).grundy)
        other, known = best(lambda game=game, start=start: by_hand(game().options, start))
        assert found == known
        row(f"python: a game as a class, {name}", ours, "memoised by hand", other, 1.3)
    ours, found = best(lambda: Pins().solve(grundy.Sum((9, 10, 11))).grundy)
    other, known = best(lambda: by_hand(whole, (9, 10, 11)))
    assert found == known
    row("python: a game as a class, three rows of Kayles", ours, "memoised by hand", other, 0.1)

    chance = numpy.random.default_rng(1)
    ends = chance.integers(0, 200_000, (10**6, 2))
    ends = ends[ends[:, 0] > ends[:, 1]]
    ours, _ = best(lambda: grundy.Graph(ends).arrays())
    other, _ = best(lambda: grundy.Graph(list(map(tuple, ends.tolist()))).arrays())
    row(f"python: values of a graph of {len(ends)} edges from an array", ours, "from a list of pairs", other, 1)


if __name__ == "__main__":
    main()
