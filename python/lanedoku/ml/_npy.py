"""Writing `.npy` files in parts."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.lib import format as npy

from .._explaining import traces
from ._examples import Parts, parts_of

__all__ = ["NpyWriter", "write_traces"]

_ROWS = 1 << 12
"""The puzzles whose traces are in memory at a time."""


class NpyWriter:
    """Writes a ``.npy`` file in parts, so that it may be larger than memory. The file is that of ``numpy.save`` with all
    parts at once. ``numpy.load(path, mmap_mode="r")`` reads it without loading all of it.

    Args:
        path: the file. It appears when the writer is closed; until then, its name has the suffix ``.part``.
        dtype: the type of the elements.
        row_shape: the shape of one row; ``()`` for numbers.

    Used as a context, it closes the file at the end, or removes it after an exception.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/boards.npy"
    >>> with NpyWriter(path, "uint8", (81,)) as writer:
    ...     for part in range(3):
    ...         writer.append(np.full((10, 81), part))
    >>> np.load(path, mmap_mode="r").shape
    (30, 81)
    """

    def __init__(self, path: str | os.PathLike[str], dtype: Any, row_shape: tuple[int, ...] = ()) -> None:
        self.path, self.dtype, self.row_shape, self.rows = Path(path), np.dtype(dtype), row_shape, 0
        self._part = self.path.with_name(self.path.name + ".part")
        self._file = open(self._part, "wb")
        self._write_header()
        self._start = self._file.tell()

    def _write_header(self) -> None:
        shape = (self.rows, *self.row_shape)
        header = {"descr": npy.dtype_to_descr(self.dtype), "fortran_order": False, "shape": shape}
        npy.write_array_header_1_0(self._file, header)

    def append(self, rows: Any) -> None:
        """Writes rows: an array of shape ``(n, *row_shape)``.

        Raises:
            ValueError: if the shape differs, or if a number does not fit into the type.
        """
        rows = np.asarray(rows)
        if rows.shape[1:] != self.row_shape or rows.ndim == 0:
            raise ValueError(f"{self.path}: expected rows of shape {self.row_shape}, found {rows.shape}")
        cast = np.ascontiguousarray(rows, self.dtype)
        if not np.can_cast(rows.dtype, self.dtype) and not np.array_equal(cast, rows):
            raise ValueError(f"{self.path}: a number does not fit into {self.dtype}")
        self._file.write(cast.data)
        self.rows += len(rows)

    def close(self) -> None:
        """Completes the file."""
        self._file.seek(0)
        self._write_header()
        # numpy leaves room for a longer number of rows.
        assert self._file.tell() == self._start, "the header has a fixed length"
        self._file.close()
        os.replace(self._part, self.path)

    def __enter__(self) -> NpyWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if kind is None:
            self.close()
        else:
            self._file.close()
            os.unlink(self._part)


def write_traces(path: str | os.PathLike[str], examples: Parts, *, drop: bool = False, **options: Any) -> int:
    """Writes the sequences of :func:`lanedoku.traces` as a ``.npy`` file, ``uint8[n, 325]``, and returns ``n``. To read it:
    ``numpy.load(path, mmap_mode="r")``.

    Args:
        examples: :class:`Examples`, or an iterable of them, of which one at a time is in memory.
        drop: True to leave out puzzles that are not solved step by step, of which the row is otherwise zero.
        options: those of :func:`lanedoku.traces`.

    >>> import tempfile
    >>> from lanedoku import generate
    >>> from lanedoku.ml import Examples
    >>> path = tempfile.mkdtemp() + "/traces.npy"
    >>> write_traces(path, Examples(generate(10, seed=1)), techniques=["full house", "hidden single"], drop=True)
    2
    """
    with NpyWriter(path, "uint8", (325,)) as writer:
        for part in parts_of(examples, _ROWS):
            found = traces(part.puzzles, **options)
            writer.append(found[found[:, 0] > 0] if drop else found)
        return writer.rows
