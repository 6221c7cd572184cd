"""What a question may take, and the sign of life that long work gives."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any, Union

#: Called with the steps so far and the seconds so far, a few times a second.
Progress = Callable[[int, float], object]
#: A callback; True for a line on stderr or in the notebook, False for none; None for one in a notebook when work takes long.
Reporting = Union[Progress, bool, None]
#: Bytes, or a text such as ``"500M"`` or ``"4GiB"``.
Memory = Union[int, str, None]
Terms = tuple[Union[float, None], Union[int, None], Union[int, None], bool, Union[Progress, None]]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
#: Seconds before a notebook is told that something is going on.
_PATIENCE = 2.0


def memory(size: Memory) -> int | None:
    """The bytes of a size.

    >>> memory("4GiB"), memory("500M"), memory(12)
    (4294967296, 500000000, 12)
    """
    if size is None or isinstance(size, int):
        if isinstance(size, int) and size < 0:
            raise ValueError("max_memory is not negative")
        return size
    found = re.fullmatch(r"\s*(\d+)\s*([kmgt]?i?)b?\s*", size, re.IGNORECASE)
    if found is None or found[2].lower() not in _UNITS:
        raise ValueError(f"not a size: {size!r}; write a number of bytes, or 500M, or 4GiB")
    return int(found[1]) * _UNITS[found[2].lower()]


def terms(
    max_time: float | None, max_memory: Memory, threads: int | None, progress: Reporting, moves: bool = True
) -> Terms | None:
    """The terms as the native half takes them; None for the usual ones."""
    if max_time is None and max_memory is None and threads is None and progress is None and moves:
        return (None, None, None, True, _Display(_PATIENCE)) if _in_notebook() else None
    if max_time is not None and not max_time >= 0:
        raise ValueError("max_time is a number of seconds")
    if threads is not None and threads < 1:
        raise ValueError("threads is at least 1")
    told: Progress | None
    if callable(progress):
        told = progress
    elif progress is True:
        told = _Display(0.0) if _in_notebook() else _Line()
    elif progress is None and _in_notebook():
        told = _Display(_PATIENCE)
    else:
        told = None
    return (max_time, memory(max_memory), threads, moves, told)


def _in_notebook() -> bool:
    """Whether a notebook shows what is displayed."""
    ipython = sys.modules.get("IPython")
    if ipython is None:
        return False
    shell: Any = ipython.get_ipython()
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _words(steps: int, seconds: float) -> str:
    return f"{steps:,} steps, {seconds:.0f} s"


class _Line:
    """A line on stderr that is written over."""

    def __call__(self, steps: int, seconds: float) -> None:
        print(f"\r{_words(steps, seconds)} ", end="", file=sys.stderr, flush=True)


class _Display:
    """A bar in a notebook that goes away when the work is done."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.handle: Any = None

    def __call__(self, steps: int, seconds: float) -> None:
        if seconds < self.patience:
            return
        from IPython.display import HTML, display

        shown = HTML(f"<progress style='vertical-align: middle'></progress> {_words(steps, seconds)}")
        if self.handle is None:
            self.handle = display(shown, display_id=True)
        elif self.handle is not None:
            self.handle.update(shown)

    def __del__(self) -> None:
        if self.handle is not None:
            try:
                from IPython.display import HTML

                self.handle.update(HTML(""))
            except Exception:  # the notebook may be gone
                pass
