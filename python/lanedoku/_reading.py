"""Files of boards."""

from __future__ import annotations

import os
import warnings
from typing import Any

from . import _lanedoku
from ._arrays import numpy
from ._results import Boards

__all__ = ["read"]


def read(source: str | bytes | os.PathLike[Any]) -> Boards:
    """Reads the boards of a file, or of a text, in any format of the command line: lines, tables, JSON, drawn boards.

    Args:
        source: a path, or the name of a file that exists; or the text itself.

    Returns:
        the boards in order. They are not checked for colliding clues.

    Warns:
        UserWarning: if lines are left out because they are no puzzles, such as a title beside a drawn board.

    Raises:
        ValueError: for the first part that is not a 9x9 board; the message has its line, its column and the reason.
        OSError: if the file cannot be read.

    >>> boards = read('{"puzzles": ["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]}')
    >>> len(boards), boards[0].clues
    (1, 21)
    """
    text: Any = source
    if isinstance(source, os.PathLike) or isinstance(source, str) and "\n" not in source and os.path.isfile(source):
        with open(source, "rb") as file:
            text = file.read()
    cells, left_out = _lanedoku.read(text)
    if left_out:
        others = f" (and {len(left_out) - 1} others)" if len(left_out) > 1 else ""
        warnings.warn(left_out[0] + others, stacklevel=2)
    count = len(cells) // 81
    if numpy is None:
        rows = memoryview(cells).cast("B", (count, 81)) if count else memoryview(cells)
        return Boards({"cells": rows, "valid": memoryview(b"\1" * count).cast("?")}, None)
    digits = numpy.frombuffer(bytearray(cells), "uint8").reshape(-1, 81)
    return Boards({"cells": digits, "valid": numpy.ones(count, bool)}, None)
