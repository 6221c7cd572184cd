"""The package is typed: a checker agrees with it, and with a program that uses it."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = """
import grundy

game = grundy.Game("nim")
answer: grundy.Answer = game.solve([3, 4, 5], max_time=1.5, max_memory="1GiB", threads=2, progress=False)
text: str = answer.winning_moves[0].text
length: int | None = game.period().length
certificate: bytes = game.period().certificate()
valid: bool = grundy.verify(certificate).valid


class Subtract(grundy.PythonGame):
    def options(self, position: int) -> list[int]:
        return [position - k for k in (1, 3, 4) if position >= k]


values: grundy.Values = Subtract().values(10)
outcomes: dict[str, str] = grundy.Graph([("a", "b")]).outcomes
"""

WRONG = """
import grundy

grundy.Game(5)
grundy.Game("nim").solve("3", misere="yes", depth=3)
"""


@unittest.skipUnless(os.environ.get("GRUNDY_ALL") or importlib.util.find_spec("mypy"), "mypy")
class Types(unittest.TestCase):
    def check(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, *arguments]
            return subprocess.run(command, capture_output=True, text=True, cwd=folder)

    def test_the_package(self):
        # The optional packages may have no types, and answers are read from JSON.
        others = ("--ignore-missing-imports", "--disable-error-code=import-untyped", "--allow-untyped-calls")
        done = self.check(*others, "--no-warn-return-any", "-p", "grundy")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, errors in ((PROGRAM, 0), (WRONG, 3)):
                path = Path(folder) / "program.py"
                path.write_text(text)
                done = self.check(str(path))
                self.assertEqual(done.stdout.count(": error:"), errors, done.stdout)


if __name__ == "__main__":
    unittest.main()
