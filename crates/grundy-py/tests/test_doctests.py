"""Every example of every docstring runs."""

import doctest
import importlib
import importlib.util
import pkgutil
import unittest

import grundy

#: Examples that need a package which may not be there.
NEEDS = {"grundy.graph.Graph.arrays": "numpy", "grundy.graph.Graph.networkx": "networkx"}


def load_tests(loader, tests, pattern):
    names = ["grundy"] + [f"grundy.{found.name}" for found in pkgutil.iter_modules(grundy.__path__)]
    for name in names:
        if name in ("grundy._native", "grundy.__main__"):
            continue
        for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
            needed = NEEDS.get(test.name)
            if test.examples and (needed is None or importlib.util.find_spec(needed)):
                tests.addTest(doctest.DocTestCase(test))
    return tests


class Documented(unittest.TestCase):
    """What is public has a docstring."""

    def test_all_that_is_public_is_documented(self):
        for name in grundy.__all__:
            thing = getattr(grundy, name)
            self.assertTrue(thing.__doc__, name)
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                        self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_most_of_it_has_an_example(self):
        without = [name for name in grundy.__all__ if ">>>" not in (getattr(grundy, name).__doc__ or "")]
        # Errors share the example of what they are raised by; a tablebase has to be built first.
        self.assertEqual(without, ["Error", "Tablebase"])


if __name__ == "__main__":
    unittest.main()
