"""Boards and how they are displayed."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from ._arrays import numpy
from ._inputs import sized
from ._lanedoku import digits

if TYPE_CHECKING:
    from ._layouts import Layout

CHARACTERS = b".123456789ABCDEFGHIJKLMNOP" + bytes(230)


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
    """A board: a puzzle or a solution.

    ``str(board)`` is a line of 81 characters, ``.`` for an open cell. ``board[row, column]`` is a digit, 0 for an open
    cell; rows and columns count from 0. ``numpy.asarray(board)`` is ``uint8[9, 9]``. Two boards are equal if all
    their cells are equal. Boards of other sizes have as many rows and columns as ``side`` says; ``A`` is the digit 10.
    A board in an answer of a :class:`Layout` is drawn with its boxes.

    Args:
        side: the number of rows: 4, 9, 16 or 25.
        puzzle: text of one board in any format of the command line (a line, a drawn board, a record with other
            fields), or 81 cells in a list, or in an array of integers of shape ``(81,)`` or ``(9, 9)``, 0 for an open
            cell.

    Raises:
        ValueError: if it is not a board; the message names the cell.

    >>> board = Board("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    >>> board[0, 0], board.clues
    (8, 21)
    """

    __slots__ = ("_cells", "_layout")
    _cells: bytes
    _layout: Layout | None

    def __init__(self, puzzle: Any, side: int = 9) -> None:
        self._layout = None
        if side == 9:
            self._cells = digits(puzzle)
            return
        rows = sized([puzzle], side)
        found = rows.digits(0)
        if found is None:
            raise ValueError(rows.reason(0))
        self._cells = found

    @classmethod
    def _of(cls, cells: bytes, layout: Layout | None = None) -> Board:
        board = cls.__new__(cls)
        board._cells, board._layout = cells, layout
        return board

    @property
    def clues(self) -> int:
        """The number of cells that have a digit."""
        return len(self._cells) - self._cells.count(0)

    @property
    def side(self) -> int:
        """The number of rows, of columns and of boxes."""
        return math.isqrt(len(self._cells))

    def __getitem__(self, cell: tuple[int, int]) -> int:
        row, column = cell
        side = self.side
        if not (0 <= row < side and 0 <= column < side):
            raise IndexError(f"expected a row and a column from 0 to {side - 1}, found {row}, {column}")
        return self._cells[side * row + column]

    def __bytes__(self) -> bytes:
        return str(self).encode()

    def __iter__(self) -> Iterator[int]:
        """Iterates over the digits, row by row."""
        return iter(self._cells)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("a board can only be copied into an array")
        array = numpy.frombuffer(self._cells, "uint8").reshape(self.side, self.side)
        return array.astype(dtype or "uint8")

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._cells)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._layout is not None:
            return (Board._of, (self._cells, self._layout))
        return (Board, (str(self),)) if self.side == 9 else (Board, (str(self), self.side))

    def __str__(self) -> str:
        return self._cells.translate(CHARACTERS).decode()

    def __repr__(self) -> str:
        if self._layout is not None:
            return self._layout.draw(self)
        line, side = str(self), self.side
        box = math.isqrt(side)
        # The first and the last box of a row have one dash less beside them.
        dashes = ["-" * (2 * box + (0 if place in (0, box - 1) else 1)) for place in range(box)]
        lines = []
        for start in range(0, side * side, side):
            if start and start % (side * box) == 0:
                lines.append("+".join(dashes))
            cells = line[start : start + side]
            lines.append(" | ".join(" ".join(cells[at : at + box]) for at in range(0, side, box)))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return html_of(self, None)


def html_of(board: Board, puzzle: Board | None) -> str:
    """Returns an HTML table for notebooks, with the clues of ``puzzle`` in bold."""
    lines = ["<table style='border-collapse:collapse;border:2px solid;font-size:120%'>"]
    line, side = str(board), board.side
    box = math.isqrt(side)
    high, wide = (box, box) if board._layout is None else board._layout.box_shape or (side, side)
    for row in range(side):
        lines.append("<tr>")
        for column in range(side):
            text = html.escape(line[side * row + column]) if board[row, column] else "&nbsp;"
            if puzzle is not None and puzzle[row, column]:
                text = f"<b>{text}</b>"
            style = "width:1.6em;height:1.6em;text-align:center;border:1px solid;"
            style += "border-right-width:2px;" if (column + 1) % wide == 0 and column + 1 < side else ""
            style += "border-bottom-width:2px;" if (row + 1) % high == 0 and row + 1 < side else ""
            lines.append(f"<td style='{style}'>{text}</td>")
        lines.append("</tr>")
    lines.append("</table>")
    return "".join(lines)
