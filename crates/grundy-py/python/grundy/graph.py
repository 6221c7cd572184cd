"""Games on graphs: a token moves along the edges, and who cannot move loses."""

from __future__ import annotations

import re
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from . import _native
from ._terms import Memory, Reporting, terms

#: What stands for no number.
_NONE = 2**32 - 1
#: Vertices that a picture can show.
_DRAWN = 500


class Graph:
    """A graph: outcomes, remoteness and values of all vertices.

    Edges are pairs of any hashable things, a networkx DiGraph, or a numpy array of two columns with numbers from 0 on, which is taken
    as one block. Play may go round, and is then a draw; the value of such a vertex is a text like ``"∞{0}"``.

    >>> import grundy
    >>> graph = grundy.Graph([("a", "b"), ("b", "a"), ("b", "c")])
    >>> graph.outcomes
    {'a': 'P', 'b': 'N', 'c': 'P'}
    >>> graph.remoteness, graph.values, graph.best["b"]
    ({'a': 2, 'b': 1, 'c': 0}, {'a': 0, 'b': 1, 'c': 0}, 'c')
    >>> grundy.Graph([("a", "b"), ("b", "a")]).outcomes
    {'a': 'D', 'b': 'D'}
    """

    def __init__(
        self,
        edges: Any,
        *,
        vertices: Iterable[Hashable] = (),
        misere: bool = False,
        max_time: float | None = None,
        max_memory: Memory = None,
        progress: Reporting = None,
    ) -> None:
        self.misere = misere
        self._terms = terms(max_time, max_memory, None, progress)
        names: list[Any] | range
        if hasattr(edges, "__array_interface__"):
            names, block = _of_array(edges)
        else:
            names, block = _of_pairs(edges, vertices)
        self._names = names
        texts = None if isinstance(names, range) else [str(name) for name in names]
        self._block = block
        self._native = _native.Graph(len(names), block, texts, self._terms)
        self._analysis: tuple[bytes, Any, Any, Any, list[tuple[int, list[int]]]] | None = None

    def _found(self) -> tuple[bytes, Any, Any, Any, list[tuple[int, list[int]]]]:
        if self._analysis is None:
            outcomes, *numbers, sets = self._native.analyse(self.misere, self._terms)
            remoteness, best, values = (memoryview(block).cast("I") for block in numbers)
            self._analysis = (outcomes, remoteness, best, values, sets)
        return self._analysis

    @property
    def vertices(self) -> list[Any]:
        """The vertices in order."""
        return list(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def edges(self) -> int:
        """How many edges there are; parallel ones are one."""
        return self._native.size()[1]

    @property
    def outcomes(self) -> dict[Any, str]:
        """For each vertex N (the player to move wins), P (the other wins) or D (a draw)."""
        return dict(zip(self._names, self._found()[0].decode()))

    @property
    def remoteness(self) -> dict[Any, int | None]:
        """Moves to the end when the winner hurries and the loser delays; None for draws."""
        return dict(zip(self._names, _numbers(self._found()[1])))

    @property
    def values(self) -> dict[Any, Any]:
        """Grundy values; ``"∞{0,2}"`` where play may go on for ever; None under misère play."""
        _, _, _, values, sets = self._found()
        found: list[Any] = list(_numbers(values))
        for vertex, options in sets:
            found[vertex] = f"∞{{{','.join(map(str, options))}}}" if options else "∞"
        return dict(zip(self._names, found))

    @property
    def best(self) -> dict[Any, Any]:
        """A best move from each vertex; None where there is no move."""
        moves = _numbers(self._found()[2])
        return {name: None if move is None else self._names[move] for name, move in zip(self._names, moves)}

    def line(self, start: Any) -> list[Any]:
        """Best play from a vertex, until it ends or goes round.

        >>> import grundy
        >>> grundy.Graph([(3, 2), (2, 1), (1, 0), (3, 1)]).line(3)
        [3, 2, 1, 0]
        """
        best, line = self.best, [start]
        while (move := best[line[-1]]) is not None:
            line.append(move)
            if move in line[:-1]:
                break
        return line

    def arrays(self) -> dict[str, Any]:
        """Outcomes (as bytes), remoteness and values as numpy arrays in the order of vertices; 2^32 - 1 where there is none.

        >>> import numpy, grundy
        >>> edges = numpy.array([[1, 0], [2, 1], [2, 0]])
        >>> grundy.Graph(edges).arrays()["values"].tolist()
        [0, 1, 2]
        """
        import numpy

        outcomes, remoteness, _, values, _ = self._found()
        blocks = {"remoteness": remoteness, "values": values}
        found = {name: numpy.frombuffer(block, numpy.uint32) for name, block in blocks.items()}
        return {"outcomes": numpy.frombuffer(outcomes, "S1"), **found}

    def networkx(self) -> Any:
        """The graph as a networkx DiGraph whose vertices have ``outcome``, ``remoteness`` and ``grundy``.

        >>> import grundy
        >>> grundy.Graph([("a", "b")]).networkx().nodes["a"]
        {'outcome': 'N', 'remoteness': 1, 'grundy': 1}
        """
        import networkx

        made = networkx.DiGraph()
        outcomes, remoteness, values = self.outcomes, self.remoteness, self.values
        for name in self._names:
            made.add_node(name, outcome=outcomes[name], remoteness=remoteness[name], grundy=values[name])
        ends = memoryview(self._block).cast("I")
        names = self._names
        made.add_edges_from((names[ends[i]], names[ends[i + 1]]) for i in range(0, len(ends), 2))
        return made

    def svg(self) -> str | None:
        """The graph drawn in layers, as ``grundy graph --plot`` does; None for more than 500 vertices."""
        return self._native.picture(self.misere, False, self._terms) if len(self) <= _DRAWN else None

    def dot(self) -> str:
        """The graph in the language of Graphviz."""
        return self._native.picture(self.misere, True, self._terms)

    def _repr_html_(self) -> str | None:
        # Several pictures in one notebook must not share the names of their arrowheads.
        picture = self.svg()
        return None if picture is None else re.sub(r"\btip\b", f"tip{id(self)}", picture)

    def __repr__(self) -> str:
        return f"Graph({len(self)} vertices, {self.edges} edges{', misère play' if self.misere else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._names, self._block, self.misere)


def _restored(names: list[Any] | range, block: bytes, misere: bool) -> Graph:
    graph = Graph((), misere=misere)
    graph._names, graph._block = names, block
    texts = None if isinstance(names, range) else [str(name) for name in names]
    graph._native = _native.Graph(len(names), block, texts, None)
    return graph


def _numbers(block: Any) -> Iterator[int | None]:
    return (None if number == _NONE else number for number in block)


def _of_array(edges: Any) -> tuple[range, bytes]:
    """Vertices and edges of an array of two columns: one copy of the block, none of its edges."""
    import numpy

    table = numpy.asarray(edges)
    if table.ndim != 2 or table.shape[1] != 2 or not numpy.issubdtype(table.dtype, numpy.integer):
        raise ValueError("an array of edges has two columns of whole numbers")
    if table.size and (int(table.min()) < 0 or int(table.max()) >= 2**31 - 1):
        raise ValueError("vertices are numbers from 0 to 2^31 - 2")
    count = int(table.max()) + 1 if table.size else 0
    return range(count), numpy.ascontiguousarray(table, dtype=numpy.uint32).tobytes()


def _of_pairs(edges: Any, vertices: Iterable[Hashable]) -> tuple[list[Any], bytes]:
    """Vertices, in the order in which they come, and edges of pairs, of a mapping to options, or of a networkx graph."""
    numbers: dict[Any, int] = {}
    for vertex in vertices:
        numbers.setdefault(vertex, len(numbers))
    if hasattr(edges, "nodes") and hasattr(edges, "edges"):
        if not edges.is_directed():
            raise ValueError("edges have no direction here: give a DiGraph, or `graph.to_directed()` for moves both ways")
        for vertex in edges.nodes:
            numbers.setdefault(vertex, len(numbers))
        edges = edges.edges()
    elif isinstance(edges, Mapping):
        for vertex in edges:
            numbers.setdefault(vertex, len(numbers))
        edges = ((vertex, option) for vertex, options in edges.items() for option in options)
    block = array("I")
    for edge in edges:
        try:
            start, end = edge
        except (TypeError, ValueError):
            raise ValueError(f"an edge is a pair, not {edge!r}") from None
        block.append(numbers.setdefault(start, len(numbers)))
        block.append(numbers.setdefault(end, len(numbers)))
    return list(numbers), block.tobytes()
