"""Positions as small pictures, in the colours of the page that ``grundy serve`` shows."""

from __future__ import annotations

import re
from html import escape

_STONE, _EDGE, _SQUARE, _GONE = "#56b4e9", "#1b5e8c", "#f3e3bf", "#6b5a3a"
#: Stones of a pile that are drawn one by one.
_MOST_STONES = 15
_MOST_PILES = 40
_MOST_SIDE = 40


def svg(kind: str, position: str) -> str | None:
    """The picture of a position, or None where its text says all.

    >>> svg("heaps", "3 4")[:4], svg("board", "2x3")[:4], svg("other", "x") is None
    ('<svg', '<svg', True)
    """
    if kind in ("heaps", "staircase"):
        return _piles([[int(word)] for word in position.split() if word.isdigit()])
    if kind == "tuples":
        found = re.findall(r"\(([\d,]+)\)", position) or [position]
        tuples = [[int(number) for number in text.split(",") if number.isdigit()] for text in found]
        return _piles(tuples)
    if kind == "board":
        return _boards(position)
    return None


def _svg(width: float, height: float, title: str, body: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="sans-serif" font-size="12" '
        f'text-anchor="middle"><title>{escape(title)}</title>{"".join(body)}</svg>'
    )


def _piles(groups: list[list[int]]) -> str | None:
    """Piles of stones, those of a tuple side by side; tall piles are bars with their number."""
    sizes = [size for group in groups for size in group]
    if not sizes or len(sizes) > _MOST_PILES:
        return None
    tall = min(max(sizes), _MOST_STONES)
    base, body, x = 12.0 * tall + 10, [], 8.0
    for group in groups:
        for size in group:
            if size > _MOST_STONES:
                body.append(
                    f'<rect x="{x}" y="10" width="20" height="{base - 10}" rx="6" fill="{_STONE}" stroke="{_EDGE}"/>'
                    f'<path d="M{x} {base / 2 + 6}l20 -8m-20 14l20 -8" stroke="#fff" stroke-width="3"/>'
                )
            else:
                body += [
                    f'<ellipse cx="{x + 10}" cy="{base - 6 - 12 * stone}" rx="10" ry="5" fill="{_STONE}" '
                    f'stroke="{_EDGE}"/>'
                    for stone in range(size)
                ]
            body.append(f'<text x="{x + 10}" y="{base + 14}" fill="currentColor">{size}</text>')
            x += 24
        x += 12
    return _svg(x, base + 20, "piles of " + " ".join(map(str, sizes)), body)


def _boards(position: str) -> str | None:
    """Boards of squares: ``3x4``, rows of ``.`` and ``#``, or the lengths of rows."""
    body, x, deepest = [], 8.0, 0
    for word in position.split():
        rows = _rows(word)
        if rows is None or len(rows) > _MOST_SIDE or any(len(row) > _MOST_SIDE for row in rows):
            return None
        for down, row in enumerate(rows):
            for across, square in enumerate(row):
                fill = _SQUARE if square == "." else _GONE
                body.append(
                    f'<rect x="{x + 18 * across}" y="{8 + 18 * down}" width="18" height="18" fill="{fill}" stroke="#8a7a5a"/>'
                )
        deepest = max(deepest, len(rows))
        x += 18 * max((len(row) for row in rows), default=0) + 14
    return _svg(x, 18 * deepest + 16, f"board {position}", body) if body else None


def _rows(word: str) -> list[str] | None:
    if found := re.fullmatch(r"(\d+)x(\d+)", word):
        height, width = int(found[1]), int(found[2])
        return ["." * width] * height if max(height, width) <= _MOST_SIDE else None
    if re.fullmatch(r"[.#/]+", word):
        return word.split("/")
    if re.fullmatch(r"\d+(,\d+)*", word):
        lengths = [int(length) for length in word.split(",")]
        return ["." * length for length in lengths] if max(lengths) <= _MOST_SIDE else None
    return None
