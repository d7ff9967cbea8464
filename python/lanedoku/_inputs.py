"""Puzzles in any form, as the compiled part reads them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from numbers import Number
from types import NoneType
from typing import Any

from . import _lanedoku
from ._arrays import numpy, unsigned

__all__ = ["boards", "candidates", "is_missing", "rows", "sized"]


def rows(puzzles: Any) -> _lanedoku.Rows:
    """Converts puzzles in any form for the compiled part."""
    if isinstance(puzzles, _lanedoku.Rows):
        return puzzles
    # A `Board`.
    if hasattr(puzzles, "_cells"):
        return _lanedoku.Rows([puzzles])
    if hasattr(puzzles, "_cell_rows"):
        return _lanedoku.Rows(puzzles._cell_rows())
    if isinstance(puzzles, (str, bytes)):
        return _lanedoku.Rows(puzzles)
    if numpy is not None and isinstance(puzzles, numpy.ndarray):
        return _lanedoku.Rows(_of_array(puzzles))
    dtype = getattr(puzzles, "dtype", None)
    # In Arrow, Python's objects of polars would be their addresses.
    if str(dtype) == "Object":
        return _lanedoku.Rows(puzzles.to_list())
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _of_arrow(puzzles)
    if dtype is not None and numpy is not None:
        # A pandas column backed by Arrow, or its array.
        if getattr(dtype, "storage", None) == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
            return _of_arrow(getattr(puzzles, "array", puzzles).__arrow_array__())
        # Arrays of other libraries, such as torch, and columns of numbers.
        is_column = hasattr(puzzles, "iloc")
        if hasattr(puzzles, "__array__") and (not is_column or getattr(dtype, "kind", "") in ("i", "u", "f")):
            return rows(numpy.asarray(puzzles))
        return _lanedoku.Rows(list(puzzles))
    try:
        return _lanedoku.Rows(puzzles)
    except TypeError as error:
        names = getattr(puzzles, "column_names", None)
        if names is not None or hasattr(puzzles, "collect"):
            cure = f"; pass one of its columns: {', '.join(names)}" if names else "; collect it, and pass one of its columns"
            raise TypeError(f"{error}{cure}") from None
        if isinstance(puzzles, (Mapping, Set)) or not isinstance(puzzles, Iterable) or _is_buffer(puzzles):
            raise
    # An iterator, or a sequence of another library, such as a column of Hugging Face.
    return _lanedoku.Rows(list(puzzles))


def boards(puzzles: Any, side: int) -> Any:
    """Converts boards of a size for the compiled part."""
    return rows(puzzles) if unsigned(side, "side") == 9 else sized(puzzles, side)


def sized(puzzles: Any, side: int) -> _lanedoku.SizedRows:
    """Converts boards of any size: texts, or a byte for each cell."""
    if isinstance(puzzles, (bytes, bytearray)):
        puzzles = puzzles.decode(errors="replace")
    if isinstance(puzzles, str):
        return _lanedoku.SizedRows(side, puzzles.splitlines())
    if isinstance(puzzles, (Mapping, Set, Number, NoneType)) or hasattr(puzzles, "_cells"):
        raise TypeError(f"expected a list, an array or a column of boards, found {type(puzzles).__name__}")
    if getattr(puzzles, "ndim", 1) > 1:
        shape, kind = puzzles.shape, getattr(puzzles.dtype, "kind", "iu")
        if shape[1:] not in ((side * side,), (side, side)) or kind not in "iuSU":
            expected = f"integers or characters of shape (n, {side * side}) or (n, {side}, {side})"
            raise ValueError(f"expected {expected}, found {puzzles.dtype} of {tuple(shape)}")
        puzzles = numpy.asarray(puzzles).reshape(len(puzzles), -1)
    listed = getattr(puzzles, "to_pylist", None) or getattr(puzzles, "tolist", None) or getattr(puzzles, "to_list", None)
    items = listed() if listed is not None else list(puzzles)
    return _lanedoku.SizedRows(side, [_sized_item(row, item, side) for row, item in enumerate(items)])


def _sized_item(row: int, item: Any, side: int) -> str | bytes | None:
    """Returns the text of a board, or a byte for each cell: one above all digits for a number that is no digit."""
    if hasattr(item, "_cells"):
        return bytes(item._cells)
    if isinstance(item, str) or is_missing(item):
        return item if isinstance(item, str) else None
    if isinstance(item, (bytes, bytearray)):
        return item.decode(errors="replace")
    item = item.tolist() if hasattr(item, "tolist") else item
    if not isinstance(item, (list, tuple)):
        raise TypeError(f"row {row}: expected text or cells, found {type(item).__name__}")
    cells = [cell for part in item for cell in (part if isinstance(part, (list, tuple)) else [part])]
    if cells and all(isinstance(cell, (str, bytes)) for cell in cells):
        return "".join(cell.decode(errors="replace") if isinstance(cell, bytes) else cell for cell in cells)
    numbers = [0 if cell is None else _digit(row, cell) for cell in cells]
    return bytes(number if 0 <= number <= side else 255 for number in numbers)


def _digit(row: int, cell: Any) -> int:
    if isinstance(cell, bool) or not hasattr(cell, "__index__"):
        raise TypeError(f"row {row}: expected integers, found {type(cell).__name__}")
    return operator.index(cell)


def _is_buffer(puzzles: Any) -> bool:
    try:
        memoryview(puzzles)
    except TypeError:
        return False
    return True


def _of_arrow(column: Any) -> _lanedoku.Rows:
    """Reads a column with Arrow's interface: texts in place, others, such as lists of cells, as Python's objects."""
    try:
        return _lanedoku.Rows(column)
    except (OverflowError, TypeError, ValueError) as error:
        # pandas reads a column of 81 digits as Python's integers, which Arrow does not have, nor other objects.
        is_pandas = hasattr(column, "iloc")
        listed = getattr(column, "to_pylist", None) or getattr(column, "to_list", None)
        if listed is None or hasattr(column, "column_names") or isinstance(error, ValueError) and not is_pandas:
            raise
        values = listed()
        if isinstance(error, TypeError) and all(isinstance(value, (Number, dict, NoneType)) for value in values):
            raise
    return _lanedoku.Rows(values)


_AS_TEXT = "; read a column of puzzles as text (dtype=str)"


def _of_array(puzzles: Any) -> Any:
    """Converts a numpy array to one that the compiled part reads: of integers, or of texts."""
    kind = puzzles.dtype.kind
    if kind in "OT":
        return puzzles.tolist()
    if kind not in "iuSU":
        hint = _AS_TEXT if kind == "f" and puzzles.ndim == 1 else ""
        hint = f"; pass one of its fields: {', '.join(puzzles.dtype.names)}" if puzzles.dtype.names else hint
        raise TypeError(f"expected cells of an integer type, or texts, found {puzzles.dtype}{hint}")
    if isinstance(puzzles, numpy.ma.MaskedArray):
        if kind in "SU" and puzzles.ndim == 1:
            return puzzles.tolist()
        # A masked cell is open.
        puzzles = puzzles.filled(0)
    if kind in "iu":
        # Every second row, or Fortran's order, is copied.
        is_board = puzzles.shape[1:] in ((81,), (9, 9))
        return numpy.ascontiguousarray(puzzles) if is_board else puzzles
    texts = numpy.ascontiguousarray(puzzles)
    width = texts.dtype.itemsize // numpy.dtype(f"{kind}1").itemsize
    if texts.ndim > 1 or (width == 1 and texts.shape == (81,)):
        if width != 1 or texts.shape[1:] not in ((81,), (9, 9)):
            raise ValueError(
                "expected texts of shape (n,), or characters of shape (n, 81) or (n, 9, 9), "
                f"found {texts.dtype} of shape {texts.shape}{_one(texts.shape)}"
            )
        texts = texts.reshape(len(texts), 81).view(f"{kind}81").reshape(-1)
    return texts if texts.dtype == "S81" else texts.tolist()


def _one(shape: tuple[int, ...]) -> str:
    return "; pass one puzzle to solve, or as [puzzle]" if shape in ((81,), (9, 9)) else ""


def is_missing(value: Any) -> bool:
    """Returns whether a value of a column is missing."""
    # NaN differs from itself. pandas.NA is recognized by its name, without importing pandas.
    return value is None or isinstance(value, float) and value != value or type(value).__name__ == "NAType"


def candidates(marks: Any) -> Any:
    """Converts pencil marks in any form for the compiled part."""
    if numpy is None or not isinstance(marks, numpy.ndarray):
        return marks
    if isinstance(marks, numpy.ma.MaskedArray):
        raise TypeError("expected candidates without a mask, found a masked array; filled() returns one without")
    dtype = marks.dtype
    if dtype.kind == "b":
        return marks.view("uint8")
    if dtype.kind not in "iu" or (dtype.name in ("uint8", "uint16") and dtype.isnative):
        return marks
    if marks.shape[1:] not in ((81,), (9, 9)):
        return (marks != 0).view("uint8")
    wrong = numpy.argwhere((marks.reshape(-1, 81) < 0) | (marks.reshape(-1, 81) >= 1 << 9))
    if len(wrong):
        row, cell = wrong[0]
        found = marks.reshape(-1, 81)[row, cell]
        raise ValueError(f"row {row}, cell {cell}: expected the bits of 9 candidates, found {found}")
    return marks.astype("uint16")
