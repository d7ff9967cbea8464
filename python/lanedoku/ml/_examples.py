"""Puzzles with their solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .._boards import Status
from .._columns import index_of, is_many
from .._grading import grade
from .._inputs import rows as rows_of
from .._results import Boards
from .._solving import solve_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._arrays import Bytes

__all__ = ["Examples", "Parts", "cells_of", "parts_of", "texts"]


class Examples:
    """Puzzles that have exactly one solution each, with this solution.

    Args:
        puzzles: in any form that the documentation of :mod:`lanedoku` lists.
        solutions: one for each puzzle, in any form. By default the puzzles are solved.
        sources: a text for each puzzle, which says where it is from.
        ratings: an integer for each puzzle.

    Attributes:
        puzzles: ``uint8[n, 81]``, 0 for an open cell.
        solutions: ``uint8[n, 81]``.
        sources: an array of ``n`` Python strings, or None.
        ratings: ``int64[n]``, or None.

    ``len(examples)`` is ``n``; ``examples[10:20]``, ``examples[mask]`` and ``examples[[3, 1]]`` are examples. Slices of
    successive rows share the memory of the arrays.

    Raises:
        ValueError: if a row is not a board, if a puzzle has no solution or several, if a given solution is wrong, or if the
            lengths differ. The message names the row, from 0.

    >>> examples = Examples(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> examples, examples.solutions.shape, examples.solutions[0, :9]
    (Examples: 1, (1, 81), array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8))
    """

    puzzles: Bytes
    solutions: Bytes
    sources: NDArray[Any] | None
    ratings: NDArray[np.int64] | None

    def __init__(self, puzzles: Any, solutions: Any = None, *, sources: Any = None, ratings: Any = None) -> None:
        found, fault = _checked(puzzles, solutions)
        if fault is not None:
            raise ValueError(f"puzzle {fault[0]}: {fault[1]}")
        self.puzzles, self.solutions = found
        self.sources = None if sources is None else np.asarray(sources, object)
        self.ratings = None if ratings is None else _integers(ratings)
        for name, column in (("sources", self.sources), ("ratings", self.ratings)):
            if column is not None and column.shape != (len(self),):
                raise ValueError(f"{name}: expected one for each of {len(self)} puzzles, found shape {column.shape}")

    @classmethod
    def _of(cls, puzzles: Any, solutions: Any, sources: Any = None, ratings: Any = None) -> Examples:
        """Returns examples that are known to be right."""
        made = cls.__new__(cls)
        made.puzzles, made.solutions, made.sources, made.ratings = puzzles, solutions, sources, ratings
        return made

    @classmethod
    def concat(cls, parts: Iterable[Examples]) -> Examples:
        """Joins examples. The result has sources, or ratings, if all parts have them.

        >>> len(Examples.concat([Examples([]), Examples([])]))
        0
        """
        parts = list(parts)
        empty = [cls(np.zeros((0, 81), "uint8"))] if not parts else []

        def joined(name: str) -> Any:
            columns = [getattr(part, name) for part in parts or empty]
            return None if any(column is None for column in columns) else np.concatenate(columns)

        return cls._of(*(joined(name) for name in ("puzzles", "solutions", "sources", "ratings")))

    def __len__(self) -> int:
        return len(self.puzzles)

    def __getitem__(self, rows: Any) -> Examples:
        if not is_many(rows):
            row = index_of(rows, len(self))
            rows = slice(row, row + 1)
        elif not isinstance(rows, slice):
            rows = np.asarray(rows)
            rows = rows.astype("int64") if rows.size == 0 else rows
        columns = (self.puzzles, self.solutions, self.sources, self.ratings)
        return Examples._of(*(None if column is None else np.ascontiguousarray(column[rows]) for column in columns))

    def __repr__(self) -> str:
        also = [name for name in ("sources", "ratings") if getattr(self, name) is not None]
        return f"Examples: {len(self)}" + (f" with {' and '.join(also)}" if also else "")

    def lines(self) -> list[tuple[str, str]]:
        """Returns each puzzle, ``.`` for an open cell, and its solution, as lines of 81 characters."""
        return list(zip(texts(self.puzzles), texts(self.solutions), strict=True))

    def to_arrow(self) -> Any:
        """Returns a ``pyarrow.Table`` with the columns ``question`` and ``answer``, strings of 81 characters, and ``source``
        (string) and ``rating`` (int64) if there are any. Requires pyarrow.
        """
        import pyarrow as pa

        columns: dict[str, Any] = {} if self.sources is None else {"source": pa.array(self.sources, pa.string())}
        columns |= {"question": _strings(self.puzzles), "answer": _strings(self.solutions)}
        columns |= {} if self.ratings is None else {"rating": pa.array(self.ratings)}
        return pa.table(columns)

    @classmethod
    def from_arrow(cls, table: Any, *, question: str = "question", answer: str = "answer") -> Examples:
        """Returns the examples of an Arrow table with the columns of :meth:`to_arrow`, of which only ``question`` must be
        there. ``question`` and ``answer`` are the names of two of them. Of a data set of Hugging Face, the table is
        ``dataset.with_format("arrow")[:]``. Requires pyarrow.

        Raises:
            ValueError: as for the constructor, or if the column ``question`` is missing.
        """
        import pyarrow as pa

        table = pa.table(table)
        if question not in table.column_names:
            raise ValueError(f"no column {question!r}; there are {', '.join(table.column_names) or 'none'}")

        def column(name: str) -> Any:
            return table[name].to_pylist() if name in table.column_names else None

        return cls(column(question), column(answer), sources=column("source"), ratings=column("rating"))


Parts: TypeAlias = Examples | Iterable[Examples]
"""Examples, whole or in parts, such as those of :func:`scan_csv`."""


def cells_of(boards: Any) -> Any:
    """Returns the puzzles of examples; other boards as they are."""
    return boards.puzzles if isinstance(boards, Examples) else boards


def parts_of(examples: Parts, rows: int) -> Iterator[Examples]:
    """Iterates over parts of at most ``rows`` rows."""
    for part in [examples] if isinstance(examples, Examples) else examples:
        if not isinstance(part, Examples):
            raise TypeError(f"expected Examples, or an iterable of them, found {type(part).__name__}")
        for start in range(0, len(part), rows):
            yield part[start : start + rows]


def texts(cells: Any) -> list[str]:
    """Returns boards as lines."""
    return [line for line in _boards(cells).lines() if line is not None]


def _boards(cells: Any) -> Boards:
    return Boards({"cells": np.ascontiguousarray(cells), "valid": np.ones(len(cells), bool)}, None)


def _strings(cells: Any) -> Any:
    return _boards(cells).to_arrow().column(0)


def _integers(values: Any, first: int = 0) -> NDArray[np.int64]:
    """Returns ratings, of which the first one is that of row ``first``."""
    found = np.asarray(values)
    if found.size and found.dtype.kind not in "iu":
        missing = [row for row, value in enumerate(found.reshape(-1)) if value is None]
        if missing:
            raise ValueError(f"ratings: row {first + missing[0]}: the value is missing")
        raise TypeError(f"ratings: expected integers, found {found.dtype}")
    return found.astype("int64")


def _checked(puzzles: Any, solutions: Any) -> tuple[tuple[Any, Any], tuple[int, str] | None]:
    """Returns the cells of the puzzles and of their solutions, and the first row with a fault and its reason, if any."""
    taken = rows_of(cells_of(puzzles))
    solved = solve_batch(taken)
    faults: list[tuple[int, str]] = []
    odd = np.flatnonzero(solved.status != Status.UNIQUE)
    if len(odd):
        row = int(odd[0])
        words = {Status.NONE: "it has no solution", Status.MULTIPLE: "it has more than one solution"}
        faults.append((row, words.get(Status(int(solved.status[row]))) or solved.reason(row) or "it is not a board"))
    if solutions is not None:
        given = rows_of(cells_of(solutions))
        if len(given) != len(taken):
            raise ValueError(f"solutions: expected one for each of {len(taken)} puzzles, found {len(given)}")
        graded = grade(given, taken)
        wrong = np.flatnonzero(~graded.is_solution)
        if len(wrong):
            row = int(wrong[0])
            faults.append((row, graded.reason(row) or "the given solution is not the solution of the puzzle"))
    # A copy, because an array over bytes cannot be written to, of which torch warns.
    cells = np.frombuffer(taken.cells(), "uint8").reshape(-1, 81).copy()
    return (cells, solved.solutions), min(faults) if faults else None
