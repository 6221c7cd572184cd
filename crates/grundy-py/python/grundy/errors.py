"""Why there is no answer."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["Error", "GameError", "PositionError", "RuleError", "Stopped"]


class Error(Exception):
    """What all exceptions of this package are."""


class GameError(Error, ValueError):
    """No such game, or a game that does not serve the question.

    >>> import grundy
    >>> try:
    ...     grundy.Game("kalyes")
    ... except grundy.GameError as error:
    ...     print(error.message)
    ...     print(error.hint)
    unknown game `kalyes`
    did you mean `kayles`? `grundy games` lists all
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class RuleError(Error, ValueError):
    """A rule that is wrong; its text shows the place, and ``diagnostics`` are the mistakes as data.

    >>> import grundy
    >>> try:
    ...     grundy.Game("n -> n - k where k >> 0")
    ... except grundy.RuleError as error:
    ...     print(error.diagnostics[0]["line"], error.diagnostics[0]["column"] > 0)
    1 True
    """

    def __init__(self, text: str, report: str) -> None:
        super().__init__(text, report)
        fields = json.loads(report)["error"]
        #: Each mistake: ``message``, ``hint``, ``line``, ``column`` and ``code``.
        self.diagnostics: list[dict[str, Any]] = fields.pop("all", None) or [fields]

    def __str__(self) -> str:
        return str(self.args[0])


class PositionError(Error, ValueError):
    """A position that cannot be read; ``column`` counts characters from 1.

    >>> import grundy
    >>> try:
    ...     grundy.Game("nim").solve("3 four")
    ... except grundy.PositionError as error:
    ...     print(error.column)
    3
    """

    def __init__(self, text: str, message: str, column: int) -> None:
        super().__init__(text, message, column)
        self.message = message
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class Stopped(Error):
    """A limit was reached: ``reason`` says which, ``known`` is what was found until then, or None.

    >>> import grundy
    >>> try:
    ...     grundy.Game("grundy").values(10**8, max_time=0.05)
    ... except grundy.Stopped as stopped:
    ...     print(stopped.reason, len(stopped.known) > 0)
    time-limit True
    """

    def __init__(self, message: str, reason: str, known: Any = None) -> None:
        super().__init__(message, reason, known)
        self.message = message
        #: ``time-limit``, ``memory-limit`` or ``position-limit``.
        self.reason = reason
        self.known = known

    def __str__(self) -> str:
        return self.message
