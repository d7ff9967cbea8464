"""Columns of equal length, and the input that they belong to."""

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from . import _lanedoku
from ._arrays import numpy, threads_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Columns", "Graded", "Input", "Many", "Picked", "index_of", "is_many"]

Many: TypeAlias = "slice | Sequence[int] | Sequence[bool] | NDArray[Any]"
"""Several rows: a slice, a mask, or row numbers."""

AnyRows: TypeAlias = _lanedoku.Rows | _lanedoku.SizedRows

_MOST_EXPORTED = 16_000_000


class Picked:
    """Some rows of an input."""

    def __init__(self, rows: AnyRows | Picked | Kept | Graded, numbers: Any) -> None:
        self._base, self._numbers = rows, numbers

    def digits(self, row: int) -> bytes | None:
        return self._base.digits(int(self._numbers[row]))

    def reason(self, row: int) -> str | None:
        return self._base.reason(int(self._numbers[row]))

    def reasons(self, threads: int) -> list[tuple[int, str]]:
        found = dict(self._base.reasons(threads))
        rows = numpy.flatnonzero(numpy.isin(self._numbers, list(found))) if found else ()
        return [(int(row), found[int(self._numbers[row])]) for row in rows]

    def cells(self) -> bytes:
        cells = numpy.frombuffer(self._base.cells(), "uint8").reshape(max(len(self._base), 1), -1)
        return bytes(cells[numpy.asarray(self._numbers, "int64")].tobytes())

    def __len__(self) -> int:
        return len(self._numbers)


class Kept:
    """The rows of an input as a pickle keeps them: the cells, if results show them, and the reasons of the invalid rows."""

    def __init__(self, cells: bytes | None, reasons: dict[int, str], count: int) -> None:
        self._cells, self._reasons, self._count = cells, reasons, count

    def digits(self, row: int) -> bytes | None:
        if self._cells is None:
            return None
        width = len(self._cells) // self._count
        digits = self._cells[width * row : width * row + width]
        return digits if max(digits) <= math.isqrt(width) else None

    def reason(self, row: int) -> str | None:
        return self._reasons.get(row)

    def reasons(self, threads: int) -> list[tuple[int, str]]:
        return list(self._reasons.items())

    def cells(self) -> bytes:
        assert self._cells is not None, "only asked of results that keep them"
        return self._cells

    def __len__(self) -> int:
        return self._count


class Graded:
    """Answers and their puzzles."""

    def __init__(self, answers: AnyRows, puzzles: AnyRows) -> None:
        self._inputs: dict[str, AnyRows] = {"answer": answers, "puzzle": puzzles}

    def digits(self, row: int) -> bytes | None:
        return self._inputs["puzzle"].digits(row)

    def reason(self, row: int) -> str | None:
        found = ((name, rows.reason(row)) for name, rows in self._inputs.items())
        return "; ".join(f"{name}: {reason}" for name, reason in found if reason is not None) or None

    def reasons(self, threads: int) -> list[tuple[int, str]]:
        rows = sorted({row for rows in self._inputs.values() for row, _ in rows.reasons(threads)})
        return [(row, self.reason(row) or "") for row in rows]

    def cells(self) -> bytes:
        return self._inputs["puzzle"].cells()

    def __len__(self) -> int:
        return len(self._inputs["puzzle"])


Input: TypeAlias = AnyRows | Picked | Kept | Graded | None


class Columns:
    """Columns of equal length, with a row for each puzzle.

    Every column is an attribute: a numpy array, or without numpy a memoryview of the same shape. ``columns[10:20]``,
    ``columns[mask]`` and ``columns[[3, 1]]`` select rows; this requires numpy. A slice of successive rows shares the memory
    of the arrays; any other selection is a copy.

    ``to_arrow()`` and ``to_pandas()`` convert all columns, as ``pyarrow.record_batch(columns)`` and
    ``polars.DataFrame(columns)`` do. In Arrow, boards are strings, and statuses are words.
    """

    _rows: Input = None
    """The input, from which the reasons of invalid rows are read."""

    _keeps_puzzles = False
    """Whether a pickle contains the puzzles."""

    _counted = "status"
    """The name of a column with one element for each row of the input."""

    def __init__(self, columns: dict[str, Any], rows: Input) -> None:
        self.__dict__.update(columns)
        self._rows = rows

    def to_arrow(self) -> Any:
        """Returns a ``pyarrow.Table``. Numbers are not copied."""
        import pyarrow

        # An Arrow array of strings has at most 2 GB.
        parts = [self._picked(slice(start, start + _MOST_EXPORTED)) for start in range(0, len(self), _MOST_EXPORTED)]
        return pyarrow.Table.from_batches([pyarrow.record_batch(part) for part in parts or [self]])

    def to_pandas(self) -> Any:
        """Returns a ``pandas.DataFrame``; requires pyarrow, too."""
        return self.to_arrow().to_pandas()

    def _picked(self, rows: Any) -> Any:
        """Returns the same columns with some of the rows: a slice, a mask, or row numbers."""
        if numpy is None:
            raise TypeError(f"expected the number of one row, found {rows!r}; slices and masks require numpy")
        kept = _row_numbers(rows, self._height())
        numbers = range(self._height()) if isinstance(kept, slice) else numpy.arange(self._height())
        picked = copy.copy(self)
        for name, column in vars(self).items():
            if isinstance(column, numpy.ndarray):
                setattr(picked, name, numpy.ascontiguousarray(column[kept]))
        picked._rows = None if self._rows is None else Picked(self._rows, numbers[kept])
        return picked

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        raise NotImplementedError

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return _lanedoku.ArrowTable(self._exported()).__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return _lanedoku.ArrowTable(self._exported()).__arrow_c_schema__()

    def reason(self, row: int) -> str | None:
        """Returns the reason why a row is not a board, or its colliding clues; None if it is valid. ``row`` counts from 0;
        rows and columns of a board, in the reason, count from 1.
        """
        row = index_of(row, self._height())
        return None if self._rows is None else self._rows.reason(row)

    def reasons(self, *, threads: int | None = None) -> dict[int, str]:
        """Returns the invalid rows and their reasons."""
        return {} if self._rows is None else dict(self._rows.reasons(threads_of(threads)))

    def raise_if_invalid(self) -> None:
        """Raises ValueError for the first invalid row."""
        for row, reason in self.reasons().items():
            raise ValueError(f"puzzle {row}: {reason}")

    def _height(self) -> int:
        """The number of rows of the input."""
        return len(getattr(self, self._counted))

    def __len__(self) -> int:
        return self._height()

    def __getitem__(self, rows: Many) -> Self:
        picked: Self = self._picked(rows)
        return picked

    def __repr__(self) -> str:
        return f"{type(self).__name__} of {len(self)}"

    def __getstate__(self) -> dict[str, Any]:
        # The input may be of any size and kind, such as a mapped file.
        kept = None
        if self._rows is not None:
            cells = self._rows.cells() if self._keeps_puzzles else None
            kept = Kept(cells, dict(self._rows.reasons(threads_of(None))), self._height())
        return {**self.__dict__, "_rows": kept}


def is_many(row: Any) -> bool:
    """Returns whether an index is a slice, a mask or a list of rows."""
    return isinstance(row, (slice, Sequence)) or getattr(row, "ndim", 0) > 0 or not hasattr(row, "__index__")


def index_of(row: int, count: int) -> int:
    """Resolves a row number; a negative number counts from the end."""
    row = operator.index(row)
    place = row + count if row < 0 else row
    if not 0 <= place < count:
        raise IndexError(f"row {row} of {count}")
    return place


def _row_numbers(rows: Any, count: int) -> Any:
    """Checks a slice, a mask or a list of rows."""
    if isinstance(rows, slice):
        return rows
    picked = numpy.asarray(rows)
    if picked.size == 0 and picked.ndim == 1 and picked.dtype.kind == "f":
        # An empty list.
        picked = picked.astype("int64")
    if picked.ndim != 1 or picked.dtype.kind not in "biu":
        raise TypeError(f"expected a slice, a mask or row numbers, found {rows!r}")
    if picked.dtype.kind == "b" and len(picked) != count:
        raise IndexError(f"a mask of {len(picked)} for {count} rows")
    return picked
