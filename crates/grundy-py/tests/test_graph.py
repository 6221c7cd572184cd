"""Graphs against the definition, and with the packages that know graphs and arrays."""

import importlib.util
import random
import unittest

import grundy


def outcomes(options, misere=False):
    """Who wins each vertex, by going round until nothing changes."""
    found = {}
    changed = True
    while changed:
        changed = False
        for vertex, after in options.items():
            if vertex in found:
                continue
            if not after:
                found[vertex] = "N" if misere else "P"
            elif any(found.get(option) == "P" for option in after):
                found[vertex] = "N"
            elif all(found.get(option) == "N" for option in after):
                found[vertex] = "P"
            changed = changed or vertex in found
    return {vertex: found.get(vertex, "D") for vertex in options}


class Graphs(unittest.TestCase):
    def test_random_graphs(self):
        chance = random.Random(1)
        for _ in range(200):
            count = chance.randrange(1, 9)
            options = {v: {chance.randrange(count) for _ in range(chance.randrange(4))} for v in range(count)}
            for misere in (False, True):
                graph = grundy.Graph(options, misere=misere)
                self.assertEqual(graph.outcomes, outcomes(options, misere))
                for vertex, best in graph.best.items():
                    self.assertTrue(best is None or best in options[vertex])

    def test_values_without_cycles(self):
        chance = random.Random(2)
        for _ in range(50):
            options = {v: {chance.randrange(v) for _ in range(chance.randrange(4))} if v else set() for v in range(12)}
            values = {}
            for vertex in range(12):
                values[vertex] = grundy.mex(values[option] for option in options[vertex])
            self.assertEqual(grundy.Graph(options).values, values)

    def test_names_that_look_alike(self):
        graph = grundy.Graph([(1, "1"), ("1", 2.5)])
        self.assertEqual(graph.outcomes, {1: "P", "1": "N", 2.5: "P"})

    def test_empty(self):
        self.assertEqual(grundy.Graph([]).outcomes, {})
        self.assertEqual(grundy.Graph([], vertices="ab").outcomes, {"a": "P", "b": "P"})

    def test_of_a_position(self):
        graph = grundy.Game("kayles").graph("5")
        self.assertEqual(graph.values["5"], 4)

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy")
    def test_arrays(self):
        import numpy

        edges = numpy.array([[1, 0], [2, 1], [2, 0], [3, 2], [3, 3]])
        for kind in (numpy.int64, numpy.uint32, numpy.int32, numpy.uint8):
            graph = grundy.Graph(edges.astype(kind))
            self.assertEqual(graph.values, grundy.Graph([tuple(edge) for edge in edges.tolist()], vertices=range(4)).values)
        self.assertEqual(grundy.Graph(edges[::-1]).arrays()["outcomes"].tolist(), [b"P", b"N", b"N", b"D"])
        for wrong in ([[1.5, 2]], [1, 2], [[-1, 2]], [[1, 2, 3]]):
            with self.assertRaises(ValueError):
                grundy.Graph(numpy.array(wrong))
        values = grundy.Game("kayles").values(1000, numpy=True)
        self.assertEqual((values.dtype, values.tolist()), (numpy.uint32, grundy.Game("kayles").values(1000)))
        self.assertTrue(values.flags.writeable)
        large = grundy.Game("nim").values(5, start=2**32 - 2, numpy=True)
        self.assertEqual((large.dtype, large.tolist()), (numpy.uint64, list(range(2**32 - 2, 2**32 + 3))))
        self.assertEqual(grundy.Game("cram").values(4, "2x{n}", numpy=True).tolist(), grundy.Game("cram").values(4, "2x{n}"))

    @unittest.skipUnless(importlib.util.find_spec("networkx"), "networkx")
    def test_networkx(self):
        import networkx

        graph = networkx.gnp_random_graph(12, 0.2, seed=3, directed=True)
        found = grundy.Graph(graph)
        self.assertEqual(found.outcomes, outcomes({vertex: set(graph[vertex]) for vertex in graph}))
        again = found.networkx()
        self.assertEqual(set(again.edges), set(graph.edges))
        self.assertEqual(again.nodes[0]["outcome"], found.outcomes[0])
        with self.assertRaises(ValueError):
            grundy.Graph(networkx.path_graph(3))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas")
    def test_pandas(self):
        frame = grundy.sweep("subtraction", largest=3).frame()
        self.assertIn("period", frame.columns)
        table = grundy.Game("wythoff").table("{a},{b}", a=range(3), b=range(4)).frame()
        self.assertEqual(table.loc[1, 2], 0)


if __name__ == "__main__":
    unittest.main()
