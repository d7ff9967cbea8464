"""Boards and how they are displayed."""

from __future__ import annotations

import html
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from ._arrays import numpy
from ._lanedoku import digits


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
    STOPPED = 6
    """A count stopped at a ``max`` of one solution or none, which does not tell."""

    def __str__(self) -> str:
        return self.name.lower()


class Board:
    """A 9x9 board: a puzzle or a solution.

    ``str(board)`` is a line of 81 characters, ``.`` for an open cell. ``board[row, column]`` is a digit, 0 for an open
    cell; rows and columns count from 0. ``numpy.asarray(board)`` is ``uint8[9, 9]``. Two boards are equal if all
    their cells are equal.

    Args:
        puzzle: text of one board in any format of the command line (a line, a drawn board, a record with other
            fields), or 81 cells in a list, or in an array of integers of shape ``(81,)`` or ``(9, 9)``, 0 for an open
            cell.

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
