"""The examples of README, of the page of the package and of the chapter of the book run."""

import doctest
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def load_tests(loader, tests, pattern):
    for name in ("README.md", "crates/grundy-py/README.md", "docs/src/python.md"):
        path = ROOT / name
        # A fence ends an example as an empty line does.
        text = path.read_text(encoding="utf-8")
        test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
        assert len(test.examples) > 2, path
        tests.addTest(doctest.DocTestCase(test))
    return tests


if __name__ == "__main__":
    unittest.main()
