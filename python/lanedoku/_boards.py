"""Boards and how they are displayed."""

from __future__ import annotations

import html
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from . import _lanedoku
from ._arrays import numpy


class Status(IntEnum):
    """The result of a search. Arrays of statuses hold these numbers as uint8."""

    UNIQUE = 1
    """Exactly one solution."""
    MULTIPLE = 2
    """Two solutions or more."""
    NONE = 3
    """No solution, although no two clues collide."""
    LIMIT = 4
    """The search reached its step limit or its timeout first."""
    INVALID = 5
    """Two clues collide, or the row is not a board. There was no search."""

    def __str__(self) -> str:
        return self.name.lower()


def rows(puzzles: Any) -> _lanedoku.Rows:
    """Converts puzzles in any form for the compiled part."""
    if isinstance(puzzles, _lanedoku.Rows):
        return puzzles
    if isinstance(puzzles, Board):
        return _lanedoku.Rows([puzzles])
    if hasattr(puzzles, "_cell_rows"):
        return _lanedoku.Rows(puzzles._cell_rows())
    # Tested before `dtype`, because a numpy string also has one.
    if isinstance(puzzles, (str, bytes)):
        return _lanedoku.Rows(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _lanedoku.Rows(puzzles)
    dtype = getattr(puzzles, "dtype", None)
    if dtype is not None and numpy is not None:
        if dtype == bool:
            raise TypeError("expected cells of uint8, found bool")
        # A pandas column backed by Arrow.
        if getattr(dtype, "storage", None) == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
            return _lanedoku.Rows(puzzles.array.__arrow_array__())
        # Arrays of other libraries, such as torch.
        if not isinstance(puzzles, numpy.ndarray) and not hasattr(puzzles, "iloc") and hasattr(puzzles, "__array__"):
            return rows(numpy.asarray(puzzles))
        # Columns of Python objects, such as those of pandas.
        if dtype == object or not isinstance(puzzles, numpy.ndarray):
            values = puzzles.tolist() if hasattr(puzzles, "tolist") else list(puzzles)
            return _lanedoku.Rows([None if _is_missing(value) else value for value in values])
        if dtype.kind == "U":
            return _lanedoku.Rows(puzzles.ravel().tolist())
        if dtype.kind == "S" and dtype.itemsize != 81:
            return _lanedoku.Rows(puzzles.ravel().tolist())
    elif isinstance(puzzles, Iterator):
        return _lanedoku.Rows(list(puzzles))
    return _lanedoku.Rows(puzzles)


def _is_missing(value: Any) -> bool:
    # NaN differs from itself. pandas.NA is recognized by its name, without importing pandas.
    return value is None or isinstance(value, float) and value != value or type(value).__name__ == "NAType"


def digits(puzzle: Any) -> bytes:
    """Converts one puzzle in any form to 81 digits; raises ValueError if it is not a board."""
    if isinstance(puzzle, Board):
        return puzzle._cells
    if isinstance(puzzle, (str, bytes, bytearray)):
        one = _lanedoku.Rows([puzzle if isinstance(puzzle, str) else bytes(puzzle)])
    else:
        try:
            view = memoryview(puzzle)
        except TypeError:
            raise TypeError(f"expected a board, text, or an array of uint8, found {type(puzzle)}") from None
        if view.format not in ("B", "<B") or view.shape not in ((81,), (9, 9)):
            raise ValueError(
                f"expected text, or uint8 of shape (81,) or (9, 9), found {view.format!r} of shape {view.shape}"
            )
        cells = view.tobytes()
        one = _lanedoku.Rows(memoryview(cells).cast("B", (1, 81)))
    found = one.digits(0)
    if found is None:
        raise ValueError(one.reason(0))
    return found


class Board:
    """A 9x9 board: a puzzle or a solution.

    ``str(board)`` is a line of 81 characters, ``.`` for an open cell. ``board[row, column]`` is a digit, 0 for an open
    cell; rows and columns count from 0. ``numpy.asarray(board)`` is ``uint8[9, 9]``. Two boards are equal if all
    their cells are equal.

    Args:
        puzzle: text of one board in any format of the command line (a line, a drawn board, a record with other
            fields), or ``uint8[81]`` or ``uint8[9, 9]``, 0 for an open cell.

    Raises:
        ValueError: if it is not a board; the message names the cell.

    >>> board = Board("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    >>> board[0, 0], board.clues
    (8, 21)
    """

    __slots__ = ("_cells",)
    _cells: bytes

    def __init__(self, puzzle: Any) -> None:
        self._cells = digits(puzzle)

    @classmethod
    def _of(cls, cells: bytes) -> Board:
        board = cls.__new__(cls)
        board._cells = cells
        return board

    @property
    def clues(self) -> int:
        """The number of cells that have a digit."""
        return 81 - self._cells.count(0)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        row, column = cell
        if not (0 <= row < 9 and 0 <= column < 9):
            raise IndexError(f"expected a row and a column from 0 to 8, found {row}, {column}")
        return self._cells[9 * row + column]

    def __bytes__(self) -> bytes:
        return str(self).encode()

    def __iter__(self) -> Iterator[int]:
        """Iterates over the 81 digits, row by row."""
        return iter(self._cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("a board can only be copied into an array")
        array = numpy.frombuffer(self._cells, "uint8").reshape(9, 9)
        return array.astype(dtype or "uint8")

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._cells)

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (str(self),)

    def __str__(self) -> str:
        return "".join(str(cell) if cell else "." for cell in self._cells)

    def __repr__(self) -> str:
        lines = []
        for row in range(9):
            if row in (3, 6):
                lines.append("------+-------+------")
            cells = [str(cell) if cell else "." for cell in self._cells[9 * row : 9 * row + 9]]
            lines.append(" | ".join(" ".join(cells[start : start + 3]) for start in (0, 3, 6)))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return html_of(self, None)


def html_of(board: Board, puzzle: Board | None) -> str:
    """Returns an HTML table for notebooks, with the clues of ``puzzle`` in bold."""
    lines = ["<table style='border-collapse:collapse;border:2px solid;font-size:120%'>"]
    for row in range(9):
        lines.append("<tr>")
        for column in range(9):
            digit = board[row, column]
            text = html.escape(str(digit)) if digit else "&nbsp;"
            if puzzle is not None and puzzle[row, column]:
                text = f"<b>{text}</b>"
            style = "width:1.6em;height:1.6em;text-align:center;border:1px solid;"
            style += "border-right-width:2px;" if column in (2, 5) else ""
            style += "border-bottom-width:2px;" if row in (2, 5) else ""
            lines.append(f"<td style='{style}'>{text}</td>")
        lines.append("</tr>")
    lines.append("</table>")
    return "".join(lines)
