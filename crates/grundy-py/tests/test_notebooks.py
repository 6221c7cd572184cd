"""The notebooks of the documentation: they run, and say what is written in them."""

import importlib.util
import os
import unittest
from pathlib import Path

NOTEBOOKS = sorted((Path(__file__).resolve().parents[3] / "docs" / "notebooks").glob("*.ipynb"))


def texts(notebook):
    """What each cell shows as text."""
    shown = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            shown.append(output.get("text") or output.get("data", {}).get("text/plain"))
    return shown


@unittest.skipUnless(os.environ.get("GRUNDY_ALL") or importlib.util.find_spec("nbclient"), "nbclient")
class Notebooks(unittest.TestCase):
    def test_all_run_and_say_what_is_written(self):
        import nbformat
        from nbclient import NotebookClient

        self.assertEqual(len(NOTEBOOKS), 2)
        for path in NOTEBOOKS:
            with self.subTest(path.name):
                written = nbformat.read(path, as_version=4)
                run = nbformat.read(path, as_version=4)
                NotebookClient(run, timeout=300, kernel_name="python3").execute()
                self.assertEqual(texts(run), texts(written))
                pictures = [
                    output.data
                    for cell in run.cells
                    for output in cell.get("outputs", [])
                    if "text/html" in output.get("data", {})
                ]
                self.assertTrue(pictures)


if __name__ == "__main__":
    unittest.main()
