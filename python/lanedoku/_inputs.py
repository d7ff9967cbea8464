"""Puzzles in any form, as the compiled part reads them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from numbers import Number
from types import NoneType
from typing import Any

from . import _lanedoku
from ._arrays import numpy, unsigned

__all__ = ["boards", "candidates", "column_of", "is_missing", "listed", "rows", "sized"]


def rows(puzzles: Any) -> _lanedoku.Rows:
    """Converts puzzles in any form for the compiled part."""
    if isinstance(puzzles, _lanedoku.Rows):
        return puzzles
    # A `Board`.
    if hasattr(puzzles, "_cells"):
        return _lanedoku.Rows([puzzles])
    if hasattr(puzzles, "_cell_rows"):
        return _lanedoku.Rows(puzzles._cell_rows())
    if isinstance(puzzles, (str, bytes, list)):
        return _lanedoku.Rows(puzzles)
    puzzles = column_of(puzzles)
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
    except TypeError:
        if isinstance(puzzles, (Mapping, Set)) or not isinstance(puzzles, Iterable) or _is_buffer(puzzles):
            raise
    # An iterator, or a sequence of another library, such as a column of Hugging Face.
    return _lanedoku.Rows(list(puzzles))


def column_of(table: Any) -> Any:
    """Returns the only column of a table, such as a frame, a data set or records; of a table with integers in as many columns
    as a board has cells, an array; any other value as it is.

    Raises TypeError for a table with several columns, or none. The message names them.
    """
    # Of Dask, which has not read it yet.
    table = table.compute() if hasattr(type(table), "compute") else table
    kind, names = type(table), None
    if numpy is not None and isinstance(table, numpy.ndarray):
        names = table.dtype.names
        if names is None and table.dtype.kind in "OSUT" and table.shape[1:] == (1,):
            return table[:, 0]
    else:
        # Asked of the class: a column of pandas has its labels as attributes.
        attribute = next((name for name in ("column_names", "columns") if hasattr(kind, name)), None)
        if attribute is not None and hasattr(kind, "collect"):
            raise TypeError(f"expected a column, found {kind.__name__}; collect it, and pass one of its columns")
        names = None if attribute is None else getattr(table, attribute)
    if names is None:
        return table
    if isinstance(names, Mapping):
        # A data set of Hugging Face in parts.
        paths = [f"table[{part!r}][{name!r}]" for part, columns in names.items() for name in columns or ()]
    else:
        paths = [f"table[{name!r}]" for name in names]
        if len(paths) == 1:
            column = table[names[0]]
            if type(column) is not kind or hasattr(column, "dtype"):
                return column
            # A column of DuckDB is another table.
            import pyarrow

            return pyarrow.table(column).column(0)
        if len(paths) in (16, 81, 256, 625) and numpy is not None and hasattr(kind, "__array__"):
            cells = numpy.asarray(table)
            if cells.dtype.kind in "iu":
                return cells
    found = f"; pass one of its columns: {', '.join(paths[:9])}{', ...' * (len(paths) > 9)}" if paths else " without columns"
    raise TypeError(f"expected a column, found {kind.__name__}{found}")


def boards(puzzles: Any, side: int) -> Any:
    """Converts boards of a size for the compiled part."""
    return rows(puzzles) if unsigned(side, "side") == 9 else sized(puzzles, side)


def sized(puzzles: Any, side: int, layout: _lanedoku.Layout | None = None) -> _lanedoku.SizedRows:
    """Converts boards of any size, or of a layout with this side: texts, or a byte for each cell."""
    if isinstance(puzzles, (bytes, bytearray)):
        puzzles = puzzles.decode(errors="replace")
    if isinstance(puzzles, str):
        return _lanedoku.SizedRows(side, puzzles.splitlines(), layout)
    puzzles = column_of(puzzles)
    if isinstance(puzzles, (Mapping, Set, Number, NoneType)) or hasattr(puzzles, "_cells"):
        raise TypeError(f"expected a list, an array or a column of boards, found {type(puzzles).__name__}")
    if getattr(puzzles, "ndim", 1) > 1:
        shape, kind = puzzles.shape, getattr(puzzles.dtype, "kind", "iu")
        if shape[1:] not in ((side * side,), (side, side)) or kind not in "iuSU":
            expected = f"integers or characters of shape (n, {side * side}) or (n, {side}, {side})"
            raise ValueError(f"expected {expected}, found {puzzles.dtype} of {tuple(shape)}")
        puzzles = numpy.asarray(puzzles).reshape(len(puzzles), -1)
    items = [_sized_item(row, item, side) for row, item in enumerate(listed(puzzles))]
    return _lanedoku.SizedRows(side, items, layout)


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
    return bytes(number if 0 <= number <= 255 else 255 for number in numbers)


def listed(column: Any) -> list[Any]:
    """Returns the values of a column, an array or another iterable as Python's objects."""
    found = (getattr(column, name, None) for name in ("to_pylist", "tolist", "to_list"))
    return list(next((convert for convert in found if convert is not None), column.__iter__)())


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
        convert = getattr(column, "to_pylist", None) or getattr(column, "to_list", None)
        if convert is None or isinstance(error, ValueError) and not is_pandas:
            raise
        values = convert()
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
    marks = marks if isinstance(marks, list) else column_of(marks)
    if numpy is None or not isinstance(marks, numpy.ndarray):
        is_column = hasattr(marks, "to_pylist") or hasattr(marks, "to_list")
        return listed(marks) if is_column else marks
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
