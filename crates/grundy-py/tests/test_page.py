"""The first page of the documentation, typed in; needs nothing but the wheel."""

import contextlib
import importlib.metadata
import io
import json
import pickle
import subprocess
import sys
import sysconfig
import threading
import time
import unittest
from pathlib import Path

import grundy


class Subtract(grundy.PythonGame):
    def options(self, position):
        return [position - k for k in (1, 3, 4) if position >= k]


class Page(unittest.TestCase):
    def test_answers(self):
        game = grundy.Game("n -> a, b where a + b = n, 0 < a < b")
        for position in ("8 13", [8, 13], (8, 13)):
            answer = game.solve(position)
            self.assertEqual((answer.winner, answer.grundy), ("first", 1))
        self.assertEqual(answer.winning_moves[0].text, "8 -> 3 5")
        self.assertEqual(answer.winning_moves[0].result, "3 5 13")
        self.assertEqual(game.values(8), [0, 0, 0, 1, 0, 2, 1, 0])
        self.assertIsInstance(game.values(100), list)
        self.assertIn("8 -> 3 5", str(game.explain("8 13")))

    def test_periods(self):
        period = grundy.Game("kayles").period()
        self.assertEqual((period.length, period.preperiod, period.proved), (12, 71, True))
        certificate = period.certificate()
        self.assertTrue(grundy.verify(certificate).valid)
        broken = bytearray(certificate)
        broken[len(broken) // 2] ^= 1
        try:
            self.assertFalse(grundy.verify(bytes(broken)).valid)
        except ValueError as error:
            self.assertIn("certificate", str(error))

    def test_misere_and_tables(self):
        quotient = grundy.Game("kayles").misere(heaps=20)
        self.assertFalse(quotient.tame)
        self.assertTrue(grundy.verify(quotient.certificate()))
        table = grundy.Game("cram").table("{a}x{b}", a=range(1, 5), b=range(1, 7))
        self.assertEqual(len(table.values), 4)
        self.assertEqual(table[2, 2], 0)

    def test_own_game(self):
        self.assertEqual(Subtract().solve(20).grundy, 2)
        self.assertEqual(Subtract().period().length, 7)

    def test_graph_and_texts(self):
        graph = grundy.Graph([("a", "b"), ("b", "a"), ("b", "c")])
        self.assertEqual(graph.outcomes["b"], "N")
        self.assertEqual(grundy.polyhash.find("ana", "banana"), [1, 3])
        found = grundy.polyhash.collide(base=31, modulus=10**9 + 9)
        hashes = {grundy.polyhash.poly(text) for text in found.texts}
        self.assertEqual(len(hashes), 1)
        self.assertEqual(hashes, set(found.hashes))

    def test_nothing_else_is_imported(self):
        code = "import sys, grundy; grundy.Game('nim').solve('3 4'); print(sorted(set(sys.modules) & set(%r)))"
        optional = ["numpy", "pandas", "networkx", "IPython"]
        shown = subprocess.run([sys.executable, "-c", code % optional], capture_output=True, text=True, check=True)
        self.assertEqual(shown.stdout.strip(), "[]")

    def test_files_of_the_wheel(self):
        files = {str(file) for file in importlib.metadata.files("grundy")}
        self.assertIn("grundy/py.typed", files)
        self.assertIn("grundy/_native.pyi", files)


class Command(unittest.TestCase):
    def command(self, *arguments):
        path = Path(sysconfig.get_path("scripts")) / "grundy"
        return subprocess.run([path, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def test_the_wheel_carries_the_command(self):
        done = self.command("solve", "nim", "3", "4", "5", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["grundy"], 2)

    def test_exit_codes(self):
        self.assertEqual(self.command("solve", "kalyes", "3").returncode, 2)
        self.assertEqual(self.command("--no-such-flag").returncode, 2)
        self.assertEqual(self.command("period", "n -> k where k < n").returncode, 0)
        self.assertEqual(json.loads(self.command("solve", "--json").stdout)["schema"], 1)


class Objects(unittest.TestCase):
    def test_pickles(self):
        game = grundy.Game("kayles")
        values = [game, game.solve("3 4 5"), game.period(), game.misere(heaps=8), game.table("{a} {b}", range(3), range(3))]
        values += [game.values(10), game.explain(5), grundy.Graph([(1, 0)]).outcomes, *game.moves(5)]
        for value in values:
            again = pickle.loads(pickle.dumps(value))
            self.assertEqual(type(again), type(value))
            if not isinstance(value, grundy.Explanation):
                self.assertEqual(again, value)
        period = pickle.loads(pickle.dumps(game.period()))
        self.assertTrue(grundy.verify(period.certificate()))
        answer = pickle.loads(pickle.dumps(game.solve("3 4 5")))
        self.assertEqual((answer.winner, answer.grundy, answer.winning_moves), ("first", 6, game.solve("3 4 5").winning_moves))
        graph = pickle.loads(pickle.dumps(grundy.Graph([("a", "b")])))
        self.assertEqual(graph.outcomes, {"a": "N", "b": "P"})
        own = pickle.loads(pickle.dumps(Subtract()))
        self.assertEqual(own.solve(20).grundy, 2)
        for error in (grundy.Stopped("x", "time-limit", [1]), grundy.GameError("x", "y")):
            self.assertEqual(pickle.loads(pickle.dumps(error)).args, error.args)

    def test_pictures(self):
        game = grundy.Game("nim")
        shown = [game.solve("3 4 5"), game.values(20), game.table("{a} {b}"), game.explain("3 5"), game.play("3 4"), game]
        shown.append(grundy.Graph([("a", "b")]))
        for thing in shown:
            self.assertIn("<", thing._repr_html_(), thing)
        self.assertIn("<svg", game.solve("3 4 5")._repr_html_())
        self.assertIn("<svg", game.values(20).svg())
        self.assertIn("<svg", game.table("{a} {b}").svg())
        self.assertIn("<svg", grundy.Graph([("a", "b")]).svg())
        self.assertIn("<svg", grundy.Game("cram").solve("2x3").svg())
        self.assertEqual(grundy.Game("kayles").period()._repr_latex_(), r"$g(n + 12) = g(n)\quad\text{for}\ n \ge 71$")
        self.assertEqual(game.solve("3 4 5")._repr_latex_(), r"$\mathcal{N},\ {\ast}2$")

    def test_html_is_escaped(self):
        class Named(grundy.PythonGame):
            def options(self, position):
                return []

            def text(self, position):
                return "<script>"

        self.assertNotIn("<script>", Named().solve(0)._repr_html_())


class Wrong(unittest.TestCase):
    def test_rules(self):
        with self.assertRaises(grundy.RuleError) as caught:
            grundy.Game("n -> n - k where k >")
        self.assertIsInstance(caught.exception, ValueError)
        self.assertIn("^", str(caught.exception))
        self.assertEqual(caught.exception.diagnostics[0]["line"], 1)
        self.assertTrue(caught.exception.diagnostics[0]["code"])

    def test_positions(self):
        for position in ("3 x", "-1", "3.5", "99999999999999999999999"):
            with self.assertRaises(grundy.PositionError, msg=position):
                grundy.Game("nim").solve(position)
        for position in (None, 3.5, object(), {"a": 1}):
            with self.assertRaises((TypeError, ValueError), msg=position):
                grundy.Game("nim").solve(position)
        with self.assertRaises((TypeError, ValueError)):
            grundy.Game("nim").solve([-1])

    def test_questions_that_do_not_fit(self):
        for number, ask in enumerate((
            lambda: grundy.Game("cram").values(5),
            lambda: grundy.Game("cram").period(),
            lambda: grundy.Game("nim").solve(3, method="magic"),
            lambda: grundy.Game("nim").table("{a} {b}", what="luck"),
            lambda: grundy.Game("nim").play("3", level="divine"),
            lambda: grundy.Game("nim").values(5, max_memory="lots"),
            lambda: grundy.Game("nim").values(5, threads=0),
            lambda: grundy.Game("kayles").values(5, kind="ring"),
            lambda: grundy.verify(b"no certificate"),
            lambda: grundy.sweep("octal"),
            lambda: grundy.sweep("octal", digits=9),
            lambda: grundy.Graph([("a", "b", "c")]),
            lambda: grundy.polyhash.collide(base=[31, 37], modulus=[7, 11, 13]),
            lambda: grundy.polyhash.poly("a", modulus=0),
            lambda: grundy.Tablebase("no/such/folder"),
        )):
            with self.assertRaises(ValueError, msg=number):
                ask()

    def test_a_stream_goes_on(self):
        game = grundy.Game("nim")
        found = list(game.solve_many(["3 4", "x", "5"], errors="return"))
        self.assertEqual(found[0].grundy, 7)
        self.assertIsInstance(found[1], grundy.PositionError)
        self.assertEqual(found[2].grundy, 5)
        with self.assertRaises(grundy.PositionError):
            list(game.solve_many(["3 4", "x"]))


class Limits(unittest.TestCase):
    def test_time(self):
        with self.assertRaises(grundy.Stopped) as caught:
            grundy.Game("grundy").values(10**9, max_time=0.1, max_memory="8GiB")
        self.assertEqual(caught.exception.reason, "time-limit")
        known = caught.exception.known
        self.assertEqual(known[:8], [0, 0, 0, 1, 0, 2, 1, 0])

    def test_memory(self):
        with self.assertRaises(grundy.Stopped) as caught:
            grundy.Game("0.007").values(10**9, max_memory=1000)
        self.assertEqual(caught.exception.reason, "memory-limit")

    def test_progress(self):
        told = []
        with contextlib.suppress(grundy.Stopped):
            grundy.Game("cram").solve("9x9", max_time=0.5, progress=lambda *said: told.append(said))
        self.assertTrue(told)
        self.assertTrue(all(steps >= 0 and seconds > 0 for steps, seconds in told))

    def test_a_callback_that_raises_ends_the_work(self):
        def stop(steps, seconds):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            grundy.Game("cram").solve("9x9", max_time=20, progress=stop)

    def test_ctrl_c(self):
        """A signal ends work that would take minutes, with one thread and with several; benches/python.py says how fast."""
        code = (
            "import grundy, os, signal, sys, threading, time\n"
            # Whoever is started in the background of a shell has Ctrl-C ignored.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "sent = []\n"
            "def send():\n"
            "    time.sleep(0.5); sent.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
            "threading.Thread(target=send).start()\n"
            "try:\n"
            "    {}\n"
            "except KeyboardInterrupt:\n"
            "    print(time.monotonic() - sent[0])\n"
        )
        for question in (
            "grundy.Game('cram').solve('9x9')",
            "grundy.Game('0.007').values(10**9, max_memory='8GiB')",
            "grundy.Game('0.6').period(limit=10**8, threads=2)",
            "list(grundy.sweep('octal', digits=3))",
        ):
            done = subprocess.run(
                [sys.executable, "-c", code.format(question)], capture_output=True, text=True, timeout=60
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            # Far more than it takes, for a machine with other things to do; far less than the work.
            self.assertLess(float(done.stdout), 10.0, question)

    def test_threads_work_side_by_side(self):
        """The interpreter is released: Python goes on while the library works, and several threads may ask."""
        counted = 0
        over = threading.Event()

        def work():
            with contextlib.suppress(grundy.Stopped):
                grundy.Game("cram").solve("9x9", max_time=0.5)
            over.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not over.is_set():
            counted += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(counted, 20)
        game, found = grundy.Game("kayles"), []
        threads = [threading.Thread(target=lambda: found.append(game.solve("3 4 5").grundy)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [6] * 8)


class Sweeps(unittest.TestCase):
    def test_rows_come_one_by_one(self):
        rows = grundy.sweep("subtraction", largest=5)
        first = next(rows)
        self.assertIn("code", first)
        self.assertEqual(1 + len(list(rows)), len(rows))

    def test_it_can_be_left(self):
        with grundy.sweep("octal", digits=3, threads=2) as rows:
            self.assertEqual(next(rows)["status"], "proved")


class Playing(unittest.TestCase):
    def test_a_match_is_won_by_hints(self):
        match = grundy.Game("nim").play("3 4 5")
        while not match.over:
            match.move(match.hint())
        self.assertEqual(match.winner, "me")
        with self.assertRaises(ValueError):
            match.move(0)

    def test_the_computer_wins_what_is_lost(self):
        match = grundy.Game("nim").play("3 3", first="me")
        while not match.over:
            match.move(0)
        self.assertEqual(match.winner, "computer")
        with self.assertRaises(ValueError):
            grundy.Game("nim").play("3 3").move("3 -> 9")


class Tablebases(unittest.TestCase):
    def test_query(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "base"
            command = [sys.executable, "-m", "grundy", "tablebase", "build", "cram", "3x3", "--out", str(path)]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            base = grundy.Tablebase(path)
            found = base.query("3x3")
            self.assertEqual(found["outcome"], grundy.Game("cram").solve("3x3").outcome)
            self.assertIsNone(base.query("4x4"))
            self.assertGreater(base.stats["positions"], 0)


class Shown(unittest.TestCase):
    def test_progress_on_a_line(self):
        text = io.StringIO()
        with contextlib.redirect_stderr(text), contextlib.suppress(grundy.Stopped):
            grundy.Game("cram").solve("9x9", max_time=0.4, progress=True)
        self.assertIn("steps", text.getvalue())


if __name__ == "__main__":
    unittest.main()
