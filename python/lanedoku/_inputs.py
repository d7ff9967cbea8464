"""Puzzles in any form, as the compiled part reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import _lanedoku
from ._arrays import numpy

__all__ = ["candidates", "is_missing", "rows"]


def rows(puzzles: Any) -> _lanedoku.Rows:
    """Converts puzzles in any form for the compiled part."""
    if isinstance(puzzles, _lanedoku.Rows):
        return puzzles
    # A `Board`.
    if hasattr(puzzles, "_cells"):
        return _lanedoku.Rows([puzzles])
    if hasattr(puzzles, "_cell_rows"):
        return _lanedoku.Rows(puzzles._cell_rows())
    # Tested before `dtype`, because a numpy string also has one.
    if isinstance(puzzles, (str, bytes)):
        return _lanedoku.Rows(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        try:
            return _lanedoku.Rows(puzzles)
        except OverflowError:
            # pandas reads a column of 81 digits as Python's integers, which Arrow does not have.
            return _lanedoku.Rows([None if is_missing(value) else value for value in puzzles])
    dtype = getattr(puzzles, "dtype", None)
    if dtype is not None and numpy is not None:
        # A pandas column backed by Arrow.
        if getattr(dtype, "storage", None) == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
            return _lanedoku.Rows(puzzles.array.__arrow_array__())
        # Arrays of other libraries, such as torch.
        if not isinstance(puzzles, numpy.ndarray) and not hasattr(puzzles, "iloc") and hasattr(puzzles, "__array__"):
            return rows(numpy.asarray(puzzles))
        # Columns of numbers.
        if hasattr(puzzles, "iloc") and getattr(dtype, "kind", "") in ("i", "u", "f"):
            return rows(numpy.asarray(puzzles))
        # Columns of Python objects, such as those of pandas.
        if dtype == object or not isinstance(puzzles, numpy.ndarray):
            values = puzzles.tolist() if hasattr(puzzles, "tolist") else list(puzzles)
            return _lanedoku.Rows([None if is_missing(value) else value for value in values])
        return _lanedoku.Rows(_of_array(puzzles))
    if isinstance(puzzles, Iterator):
        return _lanedoku.Rows(list(puzzles))
    return _lanedoku.Rows(puzzles)


_AS_TEXT = "; read a column of puzzles as text (dtype=str)"


def _of_array(puzzles: Any) -> Any:
    """Converts a numpy array to one that the compiled part reads: of integers, or of texts."""
    kind = puzzles.dtype.kind
    if kind not in "iuSU":
        hint = _AS_TEXT if kind == "f" and puzzles.ndim == 1 else ""
        raise TypeError(f"expected cells of an integer type, or texts, found {puzzles.dtype}{hint}")
    if isinstance(puzzles, numpy.ma.MaskedArray):
        if kind in "SU" and puzzles.ndim == 1:
            return puzzles.tolist()
        # A masked cell is open.
        puzzles = puzzles.filled(0)
    if kind in "iu":
        return puzzles
    texts = numpy.asarray(puzzles)
    width = texts.dtype.itemsize // numpy.dtype(f"{kind}1").itemsize
    if texts.ndim > 1 or (width == 1 and texts.shape == (81,)):
        if width != 1 or texts.shape[1:] not in ((81,), (9, 9)):
            raise ValueError(
                "expected texts of shape (n,), or characters of shape (n, 81) or (n, 9, 9), "
                f"found {texts.dtype} of shape {texts.shape}{_one(texts.shape)}"
            )
        texts = numpy.ascontiguousarray(texts.reshape(len(texts), 81)).view(f"{kind}81").reshape(-1)
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
