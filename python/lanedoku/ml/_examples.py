"""Puzzles with their solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .._boards import Status
from .._columns import index_of, is_many
from .._grading import grade
from .._inputs import column_of, is_missing, listed
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
        ratings: a number for each puzzle, such as ``difficulty(puzzles).level``; None or NaN where it is missing.

    Attributes:
        puzzles: ``uint8[n, 81]``, 0 for an open cell.
        solutions: ``uint8[n, 81]``.
        sources: an array of ``n`` Python strings, or None.
        ratings: ``float64[n]``, NaN where it is missing; or None, also if all are missing.

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
    ratings: NDArray[np.float64] | None

    def __init__(self, puzzles: Any, solutions: Any = None, *, sources: Any = None, ratings: Any = None) -> None:
        found, fault = _checked(puzzles, solutions)
        if fault is not None:
            raise ValueError(f"puzzle {fault[0]}: {fault[1]}")
        self.puzzles, self.solutions = found
        self.sources = None if sources is None else np.asarray(column_of(sources), object)
        self.ratings = None if ratings is None else _numbers(column_of(ratings))
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
        (string) and ``rating`` (float64) if there are any. Other packages write it: ``pyarrow.csv.write_csv``,
        ``pyarrow.parquet.write_table``, ``datasets.Dataset(table)``, ``table.to_pandas()``. Requires pyarrow.
        """
        import pyarrow as pa

        columns: dict[str, Any] = {} if self.sources is None else {"source": pa.array(self.sources, pa.string())}
        columns |= {"question": _strings(self.puzzles), "answer": _strings(self.solutions)}
        columns |= {} if self.ratings is None else {"rating": pa.array(self.ratings, from_pandas=True)}
        return pa.table(columns)

    @classmethod
    def from_arrow(cls, table: Any, *, question: str | None = None, answer: str | None = None) -> Examples:
        """Returns the examples of a table or a batch of Arrow, a frame of pandas or polars, or a data set of Hugging Face.
        Requires pyarrow.

        Args:
            table: with the columns of :meth:`to_arrow`, of which only that of the puzzles must be there. A column of
                ratings without any is left out. Of a CSV file, pandas reads puzzles as text with ``dtype=str``.
            question: the name of the column of the puzzles; by default ``question``, ``puzzle``, ``puzzles``, ``quiz`` or
                ``quizzes``.
            answer: the name of the column of their solutions; by default ``answer``, ``solution`` or ``solutions``. If none
                of these is there, the puzzles are solved.

        Raises:
            ValueError: as for the constructor, or if a column is missing.

        >>> import io, pandas
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> Examples.from_arrow(pandas.read_csv(io.StringIO(f"puzzle,rating\\n{puzzle},1.2"), dtype=str)).ratings
        array([1.2])
        """
        import pyarrow as pa

        table = table.with_format("arrow")[:] if hasattr(table, "with_format") else table
        table = pa.Table.from_batches([table]) if isinstance(table, pa.RecordBatch) else table
        there = list(table.columns if not hasattr(table, "column_names") else table.column_names)

        def column(given: str | None, *known: str, required: bool = False) -> Any:
            names = (given,) if given is not None else known
            name = next((name for name in names if name in there), None)
            if name is None and (required or given is not None):
                raise ValueError(f"no column {names[0]!r}; there are {', '.join(map(str, there)) or 'none'}")
            return None if name is None else table[name]

        sources, ratings = column(None, "source"), column(None, "rating")
        return cls(
            column(question, "question", "puzzle", "puzzles", "quiz", "quizzes", required=True),
            column(answer, "answer", "solution", "solutions"),
            sources=None if sources is None else listed(sources),
            ratings=None if ratings is None else listed(ratings),
        )


Parts: TypeAlias = Examples | Iterable[Examples]
"""Examples, whole or in parts, such as those of a file that is read in batches."""


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


def _numbers(values: Any) -> NDArray[np.float64] | None:
    """Returns ratings, or None if all are missing."""
    found = np.asarray(values)
    if found.dtype.kind not in "iuf":
        try:
            # Texts of a table, and missing ones.
            empty = [None if is_missing(value) or value == "" else value for value in found.reshape(-1).tolist()]
            found = np.array([np.nan if value is None else float(value) for value in empty]).reshape(found.shape)
        except (TypeError, ValueError) as error:
            raise TypeError(f"ratings: expected numbers, found {np.asarray(values).dtype} ({error})") from None
    found = found.astype("float64")
    return None if found.size and np.isnan(found).all() else found


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
