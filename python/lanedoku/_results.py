"""Results: columns with a row for each puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, overload

from ._arrays import numpy, raw
from ._boards import CHARACTERS, Board, Status, html_of
from ._columns import Columns, Input, Many, Picked, index_of, is_many

if TYPE_CHECKING:
    from ._arrays import Bools, Bytes, Longs, Words
    from ._layouts import Layout

_STATUSES = ",".join(["", *(str(status) for status in Status)])
_STATUS_OF = {status.value: status for status in Status}
_NEEDS = ("", "singles", "locked", "guesses")


@dataclass(frozen=True)
class Result:
    """The answer for one puzzle."""

    puzzle: Board | None
    """The puzzle; None if the row is not a board."""
    status: Status
    """See :class:`Status`."""
    solution: Board | None
    """The solution, or the least of several; None if there is none, or at a limit."""
    guesses: int
    """Search nodes that branched."""
    steps: int
    """Sweeps: every rule applied once to all cells of a search node."""

    @classmethod
    def _of(cls, puzzle: bytes, status: int, solution: bytes | None, guesses: int, steps: int) -> Result:
        result = cls.__new__(cls)
        # The constructor of a frozen class takes longer than a search.
        result.__dict__.update(
            puzzle=Board._of(puzzle),
            status=_STATUS_OF[status],
            solution=None if solution is None else Board._of(solution),
            guesses=guesses,
            steps=steps,
        )
        return result

    def __repr__(self) -> str:
        head = f"{self.status}, {self.guesses} guesses, {self.steps} steps"
        return head if self.solution is None else f"{head}\n{self.solution!r}"

    def _repr_html_(self) -> str:
        board = self.puzzle if self.solution is None else self.solution
        table = "" if board is None else html_of(board, self.puzzle)
        return f"{table}<p>{self.status}, {self.guesses} guesses, {self.steps} steps</p>"


def _text_of(solved: Any, row: int, width: int, layout: Layout | None) -> Board:
    return Board._of(raw(solved)[width * row : width * row + width].tobytes(), layout)


class Batch(Columns):
    """The answers for many puzzles.

    Attributes:
        solutions: ``uint8[n, 81]`` (``[n, side**2]`` for other sizes), the solution of each puzzle, or the least of several;
            zeros if there is none, or at a limit.
        status: ``uint8[n]``, see :class:`Status`.
        guesses: ``uint64[n]``, search nodes that branched.
        steps: ``uint64[n]``, sweeps.

    ``batch[i]`` is a :class:`Result`, ``len(batch)`` the number of puzzles; ``batch[10:20]`` and ``batch[mask]`` are
    batches. Guesses and steps may depend on the other puzzles of the batch. ``puzzle`` and ``reason`` read the array of
    puzzles again, so do not change or resize it before you use them.
    """

    solutions: Bytes
    status: Bytes
    guesses: Longs
    steps: Longs
    _keeps_puzzles = True
    _layout: Layout | None = None

    @overload
    def __getitem__(self, row: int) -> Result: ...
    @overload
    def __getitem__(self, row: Many) -> Self: ...
    def __getitem__(self, row: Any) -> Any:
        if is_many(row):
            return self._picked(row)
        row = index_of(row, len(self))
        status = Status(int(self.status[row]))
        solution = None
        puzzle = None if self._rows is None else self._rows.digits(row)
        found = _text_of(self.solutions, row, self._width, self._layout)
        if found.clues:
            solution = found
        board = None if puzzle is None else Board._of(puzzle, self._layout)
        return Result(board, status, solution, int(self.guesses[row]), int(self.steps[row]))

    def __iter__(self) -> Iterator[Result]:
        return (self[row] for row in range(len(self)))

    @property
    def _width(self) -> int:
        """The number of cells of a board."""
        return len(raw(self.solutions)) // max(len(self), 1) or 81

    def summary(self) -> dict[Status, int]:
        """Returns the number of puzzles with each status."""
        codes = raw(self.status).tobytes()
        return {status: count for status in Status if (count := codes.count(status.value))}

    def __repr__(self) -> str:
        found = ", ".join(f"{count} {status}" for status, count in self.summary().items())
        return f"Batch of {len(self)}: {found or 'nothing'}"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        # A solution has no open cell.
        found = bytearray(raw(self.solutions)[:: self._width])
        return [
            ("solution", "cells", self.solutions, found),
            ("status", _STATUSES, self.status, None),
            ("guesses", "uint64", self.guesses, None),
            ("steps", "uint64", self.steps, None),
        ]


class Boards(Columns):
    """Boards, one for each row of the input, or ``k`` from :func:`shuffle`.

    Attributes:
        cells: ``uint8[n, 81]``, 0 for an open cell; ``uint8[n, k, 81]`` from :func:`shuffle`. Boards of a
            :class:`Layout` have as many cells as it has.
        valid: ``bool[n]``, whether the row has a board. Without one, its ``cells`` are zeros, like
            those of an empty board: use ``cells[valid]``.

    ``numpy.asarray(boards)`` is ``cells``. ``boards[i]`` is a :class:`Board`, or None if the row is not valid; the
    ``k`` boards of a row are consecutive. ``boards[10:20]`` and ``boards[mask]`` are :class:`Boards`. ``boards.lines()``
    returns strings. Other functions accept ``boards``; for them, a row that is not valid is ``INVALID``.
    """

    cells: Bytes
    valid: Bools
    tried: int | None = None
    """How many puzzles were rated for those of :func:`generate` with a technique or a rating."""
    undecided: Words | None = None
    """``uint32[n]`` of :meth:`Layout.generate` and :meth:`Layout.minimize`: how many clues stayed because a search took
    too long."""
    _counted = "valid"
    _layout: Layout | None = None

    def __init__(self, columns: dict[str, Any], rows: Input, copies: int = 1, *, why: str = "") -> None:
        super().__init__(columns, rows)
        self._copies, self._why = copies, why

    def __len__(self) -> int:
        return self._height() * self._copies

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return numpy.array(self.cells, dtype, copy=copy)

    @overload
    def __getitem__(self, row: int) -> Board | None: ...
    @overload
    def __getitem__(self, row: Many) -> Self: ...
    def __getitem__(self, row: Any) -> Any:
        if is_many(row):
            return self._picked(row)
        row = index_of(row, len(self))
        return _text_of(self.cells, row, self._width, self._layout) if self.valid[row // self._copies] else None

    def __iter__(self) -> Iterator[Board | None]:
        return (self[row] for row in range(len(self)))

    def _picked(self, rows: Any) -> Any:
        if self._copies == 1 or numpy is None:
            return super()._picked(rows)
        # One row for each board.
        given = numpy.repeat(numpy.arange(len(self.valid)), self._copies)
        base = None if self._rows is None else Picked(self._rows, given)
        each = {"cells": self.cells.reshape(-1, self._width), "valid": self.valid[given], "_layout": self._layout}
        return Boards(each, base, why=self._why)._picked(rows)

    @property
    def _width(self) -> int:
        """The number of cells of a board."""
        return len(raw(self.cells)) // max(len(self), 1) or 81

    def lines(self) -> list[str | None]:
        """Returns each board as a line of 81 characters, ``.`` for an open cell; None for a row without a board."""
        text, width = raw(self.cells).tobytes().translate(CHARACTERS).decode(), self._width
        valid = raw(self.valid).tobytes()
        return [
            text[width * row : width * row + width] if valid[row // self._copies] else None for row in range(len(self))
        ]

    def reason(self, row: int) -> str | None:
        """Returns the reason why a row of the input has no board, or its colliding clues; None if it is valid."""
        found = super().reason(row)
        return self._why if found is None and not self.valid[row] else found

    def reasons(self, *, threads: int | None = None) -> dict[int, str]:
        """Returns the invalid rows of the input and their reasons."""
        failed = (row for row, valid in enumerate(raw(self.valid)) if not valid)
        found = {**dict.fromkeys(failed, self._why), **super().reasons(threads=threads)}
        return dict(sorted(found.items()))

    def _cell_rows(self) -> Any:
        if 0 in raw(self.valid).tobytes():
            return self.lines()
        # An array of no rows may have any shape.
        return raw(self.cells).cast("B", (len(self), self._width)) if len(self) else []

    def __repr__(self) -> str:
        made = raw(self.valid).tobytes().count(1) * self._copies
        return f"Boards: {made} of {len(self)} rows"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        if self._copies == 1:
            return [("puzzle", "cells", self.cells, raw(self.valid))]
        there = b"".join(bytes([valid]) * self._copies for valid in raw(self.valid))
        return [("puzzle", "cells", self.cells, there)]


class Counts(Columns):
    """The number of solutions of many puzzles.

    Attributes:
        count: ``uint64[n]``, the number found, at most the maximum.
        exact: ``bool[n]``, whether these are all solutions.
        status: ``uint8[n]``, see :class:`Status`: ``MULTIPLE`` also if the count was cut after two solutions.
    """

    count: Longs
    exact: Bools
    status: Bytes

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        return [
            ("count", "uint64", self.count, None),
            ("exact", "bool", raw(self.exact), None),
            ("status", _STATUSES, self.status, None),
        ]


class Ratings(Columns):
    """The difficulty of puzzles for a plain search, by version :data:`RATING_VERSION` of the rating.

    The ratings are not comparable with those of other programs. They are zero if ``status`` is not ``UNIQUE``.

    Attributes:
        least_guesses, median_guesses, least_sweeps, median_sweeps: ``uint32[n]``, over equivalent
            puzzles.
        needs: ``uint8[n]``: 1 if singles solve it, 2 with locked candidates, 3 with guesses. ``needs_names()`` names
            them.
        status: ``uint8[n]``, see :class:`Status`.
    """

    least_guesses: Words
    median_guesses: Words
    least_sweeps: Words
    median_sweeps: Words
    needs: Bytes
    status: Bytes

    def needs_names(self) -> list[str]:
        """Returns the technique that each puzzle needs: ``singles``, ``locked``, ``guesses``, or an empty string if unrated."""
        return [_NEEDS[need] for need in raw(self.needs)]

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        numbers = ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps")
        return [
            *((name, "uint32", getattr(self, name), None) for name in numbers),
            ("needs", ",".join(_NEEDS), self.needs, None),
            ("status", _STATUSES, self.status, None),
        ]


class Grades(Columns):
    """The grades of answers.

    Attributes:
        is_solution: ``bool[n]``, whether the answer is a solution of its puzzle: whether the next three hold.
        is_complete: ``bool[n]``, whether every cell has a digit.
        is_consistent: ``bool[n]``, whether no row, column or box has a digit twice. Open cells do not count.
        keeps_clues: ``bool[n]``, whether the answer has all clues of the puzzle.
        right_cells: ``uint8[n]`` (``uint32[n]`` for other sizes than 9x9), how many cells have the digit of the solution;
            None if no solutions were given.

    For an answer that is not a board, all are false or 0. ``reason(row)`` names the errors of the answer and of the puzzle
    as boards, such as two equal digits in a row.
    """

    is_solution: Bools
    is_complete: Bools
    is_consistent: Bools
    keeps_clues: Bools
    right_cells: Bytes | Words | None = None
    _counted = "is_solution"

    def __repr__(self) -> str:
        words = {
            "is_solution": "solutions",
            "is_complete": "complete",
            "is_consistent": "consistent",
            "keeps_clues": "with all clues",
        }
        found = ", ".join(f"{raw(getattr(self, name)).tobytes().count(1)} {word}" for name, word in words.items())
        return f"Grades of {len(self)}: {found}"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        names = ("is_solution", "is_complete", "is_consistent", "keeps_clues")
        columns = [(name, "bool", raw(getattr(self, name)), None) for name in names]
        right: Any = self.right_cells
        if right is None:
            return columns
        return [*columns, ("right_cells", "uint8" if memoryview(right).itemsize == 1 else "uint32", right, None)]
