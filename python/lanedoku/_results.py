"""What the functions return: columns with a row for each puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _lanedoku
from ._arrays import as_bytes, numpy, raw, threads_of
from ._boards import Board, Status, html_of

if TYPE_CHECKING:
    from ._arrays import Bools, Bytes, Longs, Words

_STATUSES = ",".join(["", *(str(status) for status in Status)])
_NEEDS = ("", "singles", "locked", "guesses")


@dataclass(frozen=True)
class Result:
    """The answer for one puzzle."""

    puzzle: Board
    """The puzzle."""
    status: Status
    """Whether it has no solution, one, or more."""
    solution: Board | None
    """The first solution, if there is one."""
    guesses: int
    """Search nodes that branched."""
    steps: int
    """Sweeps: every rule applied once to all cells of a search node."""

    def __repr__(self) -> str:
        head = f"{self.status}, {self.guesses} guesses, {self.steps} steps"
        return head if self.solution is None else f"{head}\n{self.solution!r}"

    def _repr_html_(self) -> str:
        board = self.puzzle if self.solution is None else self.solution
        text = f"{self.status}, {self.guesses} guesses, {self.steps} steps"
        return f"{html_of(board, self.puzzle)}<p>{text}</p>"


class Columns:
    """Arrays that go together, a row for each puzzle.

    Every column is an attribute. It is a numpy array; without numpy, a memoryview of the same shape. The whole goes
    into Arrow: ``pyarrow.record_batch(columns)``, ``polars.DataFrame(columns)``. Boards are strings there.
    """

    _rows: _lanedoku.Rows | None = None

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        raise NotImplementedError

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return _lanedoku.Exported(self._exported()).__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return _lanedoku.Exported(self._exported()).__arrow_c_schema__()

    def reason(self, row: int) -> str | None:
        """What is wrong with a row, if it is no board or its clues collide. It names the cell; None if all is well."""
        if self._rows is None:
            return None
        if not -len(self._rows) <= row < len(self._rows):
            raise IndexError(f"row {row} of {len(self._rows)}")
        return self._rows.reason(row % len(self._rows))

    def reasons(self, *, threads: int | None = None) -> dict[int, str]:
        """All rows that something is wrong with, and what."""
        return {} if self._rows is None else dict(self._rows.reasons(threads_of(threads)))

    def raise_if_invalid(self) -> None:
        """Raises ValueError for the first row that something is wrong with."""
        for row, reason in self.reasons().items():
            raise ValueError(f"row {row}: {reason}")


def _text_of(solved: Any, row: int) -> Board:
    return Board._of(raw(solved)[81 * row : 81 * row + 81].tobytes())


class Batch(Columns):
    """The answers for many puzzles.

    Attributes:
        solutions: ``uint8[n, 81]``, the first solution of each puzzle; zeros where there is none.
        status: ``uint8[n]``, see :class:`Status`.
        guesses: ``uint64[n]``, search nodes that branched.
        steps: ``uint64[n]``, sweeps.

    ``batch[i]`` is a :class:`Result`, ``len(batch)`` the number of puzzles. Guesses and steps may depend on the puzzles
    that are solved together. The puzzles are read again for ``puzzle`` and ``reason``: they must not change before.
    """

    solutions: Bytes
    status: Bytes
    guesses: Longs
    steps: Longs

    def __init__(self, solutions: Any, status: Any, guesses: Any, steps: Any, rows: _lanedoku.Rows | None) -> None:
        self.solutions, self.status, self.guesses, self.steps = solutions, status, guesses, steps
        self._rows = rows

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, row: int) -> Result:
        if row < 0:
            row += len(self)
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        status = Status(int(self.status[row]))
        solution = None
        puzzle = None if self._rows is None else self._rows.digits(row)
        found = _text_of(self.solutions, row)
        if found.clues:
            solution = found
        board = Board._of(puzzle if puzzle is not None else bytes(81))
        return Result(board, status, solution, int(self.guesses[row]), int(self.steps[row]))

    def __iter__(self) -> Iterator[Result]:
        return (self[row] for row in range(len(self)))

    def summary(self) -> dict[Status, int]:
        """How many puzzles have each status."""
        codes = raw(self.status).tobytes()
        return {status: count for status in Status if (count := codes.count(status.value))}

    def __repr__(self) -> str:
        found = ", ".join(f"{count} {status}" for status, count in self.summary().items())
        return f"Batch of {len(self)}: {found or 'nothing'}"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        # A solution has no open cell.
        found = bytearray(raw(self.solutions)[::81])
        return [
            ("solution", "cells", self.solutions, found),
            ("status", _STATUSES, self.status, None),
            ("guesses", "uint64", self.guesses, None),
            ("steps", "uint64", self.steps, None),
        ]


class Boards(Columns):
    """Boards that were made, one for each row or more.

    Attributes:
        cells: ``uint8[n, 81]``, 0 for an open cell; ``uint8[n, k, 81]`` from :func:`shuffle`. Zeros where ``valid`` is
            False.
        valid: ``bool[n]``, whether the row has a board.

    ``numpy.asarray(boards)`` is ``cells``. ``boards[i]`` is a :class:`Board`, or None. ``boards.lines()`` are strings.
    """

    cells: Bytes
    valid: Bools

    def __init__(self, cells: Any, valid: Any, rows: _lanedoku.Rows | None, copies: int = 1) -> None:
        self.cells, self.valid, self._rows, self._copies = cells, valid, rows, copies

    def __len__(self) -> int:
        return len(self.valid) * self._copies

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return numpy.array(self.cells, dtype, copy=copy)

    def __getitem__(self, row: int) -> Board | None:
        if row < 0:
            row += len(self)
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        return _text_of(self.cells, row) if self.valid[row // self._copies] else None

    def __iter__(self) -> Iterator[Board | None]:
        return (self[row] for row in range(len(self)))

    def _cell_rows(self) -> Any:
        # An array of no rows may have any shape.
        return raw(self.cells).cast("B", (len(self), 81)) if len(self) else []

    def lines(self) -> list[str | None]:
        """Each board as a line of 81 characters, ``.`` for an open cell."""
        return [None if board is None else str(board) for board in self]

    def __repr__(self) -> str:
        made = raw(self.valid).tobytes().count(1) * self._copies
        return f"Boards: {made} of {len(self)} rows"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        if self._copies == 1:
            return [("puzzle", "cells", self.cells, as_bytes(self.valid))]
        there = b"".join(bytes([valid]) * self._copies for valid in raw(self.valid).tobytes())
        return [("puzzle", "cells", self.cells, there)]


class Counts(Columns):
    """The number of solutions of many puzzles.

    Attributes:
        count: ``uint64[n]``, the number found, no more than the maximum.
        status: ``uint8[n]``, see :class:`Status`. With ``LIMIT`` the count is not finished.
    """

    count: Longs
    status: Bytes

    def __init__(self, count: Any, status: Any, rows: _lanedoku.Rows | None) -> None:
        self.count, self.status, self._rows = count, status, rows

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"Counts of {len(self)}"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        return [("count", "uint64", self.count, None), ("status", _STATUSES, self.status, None)]


class Ratings(Columns):
    """How hard puzzles are for a plain search, by the rule of version :data:`RATING_VERSION`.

    No other program's rating is like it. Zeros stand where ``status`` is not ``UNIQUE``.

    Attributes:
        least_guesses, median_guesses, least_sweeps, median_sweeps: ``uint32[n]``, over boards that are symmetric to the
            puzzle.
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

    def __init__(self, columns: dict[str, Any], rows: _lanedoku.Rows | None) -> None:
        self.__dict__.update(columns)
        self._rows = rows

    def __len__(self) -> int:
        return len(self.status)

    def needs_names(self) -> list[str]:
        """What each puzzle needs: ``singles``, ``locked`` or ``guesses``; an empty string if it is not rated."""
        return [_NEEDS[need] for need in raw(self.needs)]

    def __repr__(self) -> str:
        return f"Ratings of {len(self)}"

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        numbers = ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps")
        return [
            *((name, "uint32", getattr(self, name), None) for name in numbers),
            ("needs", ",".join(_NEEDS), self.needs, None),
            ("status", _STATUSES, self.status, None),
        ]
