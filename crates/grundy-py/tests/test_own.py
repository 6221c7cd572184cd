"""Games written in Python against the obvious search, written here once more."""

import random
import unittest
from functools import lru_cache

import grundy


def mex(values):
    value = 0
    while value in values:
        value += 1
    return value


class Reference:
    """Values and misère outcomes by the definition."""

    def __init__(self, game):
        self.game = game
        self.value = lru_cache(None)(self.value)
        self.misere = lru_cache(None)(self.misere)

    def value(self, position):
        found = set()
        for option in self.game.options(position):
            total = 0
            for part in option.parts if isinstance(option, grundy.Sum) else [option]:
                total ^= self.value(part)
            found.add(total)
        return mex(found)

    def misere(self, parts):
        """Whether the player to move wins a sum, given as a sorted tuple."""
        after = []
        for index, part in enumerate(parts):
            for option in self.game.options(part):
                new = option.parts if isinstance(option, grundy.Sum) else (option,)
                after.append(tuple(sorted(parts[:index] + parts[index + 1 :] + tuple(new))))
        return not after or any(not self.misere(option) for option in after)


class Octal(grundy.PythonGame):
    """An octal code on heaps."""

    def __init__(self, digits):
        self.digits = digits

    def options(self, heap):
        for taken, digit in enumerate(self.digits, 1):
            rest = heap - taken
            if digit & 1 and rest == 0:
                yield grundy.Sum([])
            if digit & 2 and rest > 0:
                yield rest
            if digit & 4:
                for a in range(1, rest // 2 + 1):
                    yield grundy.Sum([a, rest - a])


class Grid(grundy.PythonGame):
    """Cram on a set of free squares, without and with symmetry."""

    def options(self, free):
        for row, column in free:
            for other in ((row, column + 1), (row + 1, column)):
                if other in free:
                    yield free - {(row, column), other}

    def text(self, free):
        return " ".join(f"{row}{column}" for row, column in sorted(free))


class SymmetricGrid(Grid):
    def options(self, free):
        for option in super().options(free):
            yield grundy.Sum(pieces(option))

    def canonical(self, free):
        if not free:
            return free
        forms = []
        for turn in range(8):
            form = [(c, r) if turn & 1 else (r, c) for r, c in free]
            form = [(-r if turn & 2 else r, -c if turn & 4 else c) for r, c in form]
            top, left = min(r for r, _ in form), min(c for _, c in form)
            forms.append(sorted((r - top, c - left) for r, c in form))
        return frozenset(min(forms))


def pieces(free):
    left, found = set(free), []
    while left:
        stack, piece = [left.pop()], set()
        while stack:
            row, column = stack.pop()
            piece.add((row, column))
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in left:
                    left.remove(near)
                    stack.append(near)
        found.append(frozenset(piece))
    return found


def board(height, width):
    return frozenset((row, column) for row in range(height) for column in range(width))


class Own(unittest.TestCase):
    def test_octal_codes(self):
        chance = random.Random(7)
        for _ in range(30):
            digits = [chance.randrange(8) for _ in range(chance.randrange(1, 4))]
            game, reference = Octal(digits), Reference(Octal(digits))
            self.assertEqual(game.values(14), [reference.value(heap) for heap in range(14)], digits)
            named = grundy.Game("0." + "".join(map(str, digits)) if any(digits) else "0.0")
            if any(digits):
                self.assertEqual(game.values(14), named.values(14), digits)
            for _ in range(3):
                heaps = tuple(sorted(chance.randrange(1, 6) for _ in range(chance.randrange(1, 4))))
                answer = game.solve(grundy.Sum(heaps), misere=True)
                self.assertEqual(answer.winner == "first", reference.misere(heaps), (digits, heaps))

    def test_boards_with_and_without_symmetry(self):
        known = grundy.Game("cram")
        for height, width in ((1, 4), (2, 2), (2, 3), (3, 3), (2, 5)):
            value = known.solve(f"{height}x{width}").grundy
            self.assertEqual(Grid().solve(board(height, width)).grundy, value)
            self.assertEqual(SymmetricGrid().solve(board(height, width)).grundy, value)

    def test_winning_moves_are_those_of_the_definition(self):
        game, reference = Octal([7, 7]), Reference(Octal([7, 7]))
        for heap in range(1, 12):
            after = game.winning(heap)
            total = sum(
                1
                for option in set(game.options(heap))
                if not any_value(reference, option.parts if isinstance(option, grundy.Sum) else [option])
            )
            self.assertEqual(len(after), total, heap)

    def test_loopy_play(self):
        class Walk(grundy.PythonGame):
            graph = {0: [1], 1: [0, 2], 2: [], 3: [4], 4: [3], 5: [3, 1]}

            def options(self, vertex):
                return self.graph[vertex]

        graph = grundy.Graph(Walk.graph)
        for vertex in Walk.graph:
            for misere in (False, True):
                there = grundy.Graph(Walk.graph, misere=misere).outcomes[vertex]
                self.assertEqual(Walk().solve(vertex, loopy=True, misere=misere).outcome, there, (vertex, misere))
        self.assertEqual(graph.outcomes[3], "D")
        with self.assertRaises(grundy.GameError):
            Walk().solve(3)

    def test_what_the_class_raises_is_raised(self):
        class Broken(grundy.PythonGame):
            def options(self, position):
                if position == 3:
                    raise KeyError("three")
                return [position - 1] if position else []

        with self.assertRaises(KeyError):
            Broken().solve(5)
        self.assertEqual(Broken().solve(2).grundy, 0)

        class Unhashable(grundy.PythonGame):
            def options(self, position):
                return [[1]]

        with self.assertRaises(TypeError):
            Unhashable().solve(0)

        class NoList(grundy.PythonGame):
            def options(self, position):
                return 5

        with self.assertRaises(TypeError):
            NoList().solve(0)
        with self.assertRaises(NotImplementedError):
            grundy.PythonGame().solve(0)

    def test_limits(self):
        class Long(grundy.PythonGame):
            def options(self, position):
                return [position + 1, position + 2]

        with self.assertRaises(grundy.Stopped):
            Long().solve(0, max_time=0.2)

    def test_options_are_asked_for_once(self):
        asked = []

        class Counted(grundy.PythonGame):
            def options(self, position):
                asked.append(position)
                return range(position)

        game = Counted()
        self.assertEqual([game.solve(6).grundy, game.solve(6).grundy, game.solve(4).grundy], [6, 6, 4])
        self.assertEqual(sorted(asked), list(range(7)))

    def test_numbers_that_are_equal_are_one_position(self):
        class Halves(grundy.PythonGame):
            def options(self, position):
                return [position / 2] if position > 1 else []

        self.assertEqual(Halves().solve(8).grundy, 1)

    def test_remoteness_and_play(self):
        game = Octal([7])
        self.assertEqual(game.values(5, what="remoteness"), grundy.Game("0.7").table("{a}", (0, 4), what="remoteness").values)
        self.assertIsNone(game.play(grundy.Sum([])))


def any_value(reference, parts):
    total = 0
    for part in parts:
        total ^= reference.value(part)
    return total


if __name__ == "__main__":
    unittest.main()
