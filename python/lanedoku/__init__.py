"""Lanedoku, a Sudoku solver for arrays of puzzles.

>>> import lanedoku
>>> lanedoku.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").status
<Status.UNIQUE: 1>

Functions over many puzzles accept any of these forms, one puzzle per row:

- ``uint8[n, 81]`` or ``uint8[n, 9, 9]``, or any other integer type: digits, 0 for an open cell (any buffer in C order, and
  any array of numpy, which is copied if it is not contiguous, such as ``puzzles[::2]``; a masked cell is open);
- ``S81`` or ``U81``: an array of strings of 81 characters, ``.`` or ``0`` for an open cell; or ``S1`` or ``U1`` of shape
  ``(n, 81)`` or ``(n, 9, 9)``, one character for a cell;
- ``bytes`` or ``str``: text with one puzzle per line;
- a list, an iterator or a sequence of ``str``, ``bytes``, :class:`Board`, or lists or arrays of 81 integers or of 9 rows of 9; or :class:`Boards` from
  another function;
- a column of pyarrow, polars, pandas or Hugging Face, or any Arrow column: of strings, of categories, or of lists of cells.
  Strings of Arrow are read in place. A column of pandas that was read as integers of up to 81 digits gets its leading zeros
  back. Of a table with one column, such as a frame, a data set or records, the column is taken; with several, pass
  ``table["puzzle"]``. A frame with an integer column for each cell is an array of digits.

Boards of 4x4, 16x16 and 25x25 are solved, counted and graded with ``side=4``, ``16`` or ``25``. :class:`Layout` does more,
with boards of other boxes, regions and houses, too: 6x6, 12x12, jigsaw, diagonals, windoku.

:func:`read` reads a file of boards in any format: lines, tables, JSON, drawn boards.

A row that is not a board is ``INVALID``, and ``reason(row)`` returns the reason; the other rows are not affected.
These functions use all cores, unless ``threads`` is given or they take less than about a millisecond. They release the
GIL and can be interrupted.

A puzzle with several solutions is answered with the least one: the least number, if the digits are read row by row. So
the answer does not depend on the other rows, the threads or the machine. ``any_solution=True`` takes the first solution
that the engine finds, which saves about half the time for such puzzles.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from . import _lanedoku
from ._boards import Board, Status
from ._explaining import (
    HODOKU_CLASSES,
    TECHNIQUES,
    all_steps,
    Difficulties,
    Link,
    Part,
    Step,
    difficulty,
    explain,
    explain_batch,
    hint,
    hint_batch,
    traces,
)
from ._grading import grade, is_solution
from ._layouts import Layout
from ._making import RATING_VERSION, canonical, generate, minimize, random_grids, rate, shuffle
from ._possible import keeps_solution, possible, possible_candidates, wrong_clues
from ._reading import read
from ._related import is_minimal, minimal_subpuzzles, neighbours, redundant_clues
from ._results import Batch, Boards, Counts, Grades, Ratings, Result
from ._solving import count, count_with_progress, enumerate, solve, solve_batch, solve_candidates

# Without `enumerate`, which would shadow the built-in function after `from lanedoku import *`.
__all__ = [
    "Batch",
    "Board",
    "Boards",
    "Counts",
    "Difficulties",
    "Grades",
    "HODOKU_CLASSES",
    "Layout",
    "Link",
    "Part",
    "RATING_VERSION",
    "Ratings",
    "Result",
    "Status",
    "Step",
    "TECHNIQUES",
    "all_steps",
    "canonical",
    "count",
    "count_with_progress",
    "difficulty",
    "explain",
    "explain_batch",
    "generate",
    "grade",
    "hint",
    "hint_batch",
    "is_minimal",
    "is_solution",
    "keeps_solution",
    "kernel",
    "minimal_subpuzzles",
    "minimize",
    "neighbours",
    "possible",
    "possible_candidates",
    "random_grids",
    "rate",
    "read",
    "redundant_clues",
    "shuffle",
    "wrong_clues",
    "solve",
    "solve_batch",
    "solve_candidates",
    "traces",
]

try:
    __version__ = version("lanedoku")
except PackageNotFoundError:  # running from the sources, without an installation
    __version__ = "unknown"

def kernel() -> str:
    """Returns the name of the kernel that is used on this machine: ``avx512``, ``avx2`` or ``portable``."""
    return _lanedoku.kernel()
