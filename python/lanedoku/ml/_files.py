"""Data sets as CSV, as Parquet, and as `.npy` of traces."""

from __future__ import annotations

import csv
import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import IO, Any, TypeAlias

import numpy as np

from .._arrays import unsigned
from .._explaining import traces
from ._examples import Examples, Parts, _checked, _integers, parts_of, texts
from ._npy import NpyWriter

__all__ = ["read_csv", "read_parquet", "scan_csv", "scan_parquet", "write_csv", "write_parquet", "write_traces"]

Path: TypeAlias = "str | os.PathLike[str]"

_ROWS = 1 << 16
"""The rows in memory at a time."""


def _opened(path: Path, file: Path, mode: str) -> IO[str]:
    """Opens a file of text, compressed if the name ``path`` says so."""
    # Spreadsheets put a mark before the header, which is no part of a name.
    encoding = "utf-8-sig" if mode == "r" else "utf-8"
    if os.fspath(path).endswith(".gz"):
        return gzip.open(file, f"{mode}t", encoding=encoding, newline="")  # type: ignore[return-value]
    return open(file, mode, encoding=encoding, newline="")


@contextmanager
def _replaced(path: Path) -> Iterator[str]:
    """Gives the name of a file that takes the place of ``path`` at the end, or is removed after an exception: the parts that
    are written may be read from ``path``. A device or a pipe is written at once.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        yield os.fspath(path)
        return
    # The target of a symbolic link is replaced, not the link.
    path = os.path.realpath(path)
    part = path + ".part"
    try:
        yield part
        os.replace(part, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(part)
        raise


def write_csv(path: Path, examples: Parts) -> int:
    """Writes the columns ``source,question,answer,rating`` with a header, and returns the number of rows. Open cells are
    ``.``. A missing source is empty, a missing rating 0. A name that ends in ``.gz`` makes a compressed file.

    Args:
        examples: :class:`Examples`, or an iterable of them, of which one at a time is in memory.
    """
    rows = 0
    with _replaced(path) as place, _opened(path, place, "w") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["source", "question", "answer", "rating"])
        for part in parts_of(examples, _ROWS):
            sources = [""] * len(part) if part.sources is None else part.sources
            ratings = [0] * len(part) if part.ratings is None else part.ratings.tolist()
            writer.writerows(zip(sources, texts(part.puzzles), texts(part.solutions), ratings, strict=True))
            rows += len(part)
    return rows


def scan_csv(path: Path, rows: int = _ROWS, *, question: str = "question", answer: str = "answer") -> Iterator[Examples]:
    """Iterates over the examples of a CSV file with a header, ``rows`` at a time. The arguments and the errors are those of
    :func:`read_csv`.
    """
    rows = unsigned(rows, "rows", 2**32, least=1)
    with _opened(path, path, "r") as file:
        lines = _lines(path, file)
        _, header = next(lines, (0, []))
        if question not in header:
            raise ValueError(f"{os.fspath(path)}: no column {question!r}; there are {', '.join(header) or 'none'}")
        places = [header.index(name) if name in header else None for name in (question, answer, "source", "rating")]
        while read := list(islice(lines, rows)):
            for line, fields in read:
                if len(fields) != len(header):
                    raise ValueError(
                        f"{os.fspath(path)}, line {line}: expected {len(header)} fields, found {len(fields)}"
                    )
            puzzles, solutions, sources, ratings = (
                None if place is None else [fields[place] for _, fields in read] for place in places
            )
            assert puzzles is not None, "the column is there"
            found, fault = _checked(puzzles, solutions)
            if fault is not None:
                raise ValueError(f"{os.fspath(path)}, line {read[fault[0]][0]}: {fault[1]}")
            numbers = None if ratings is None else _ratings(path, ratings, read)
            yield Examples._of(*found, None if sources is None else np.array(sources, object), numbers)


def _lines(path: Path, file: IO[str]) -> Iterator[tuple[int, list[str]]]:
    """Iterates over the lines that are not empty, with their numbers."""
    reader = csv.reader(file)
    try:
        yield from ((reader.line_num, fields) for fields in reader if fields)
    except (EOFError, UnicodeError, csv.Error, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{os.fspath(path)}, after line {reader.line_num}: {error}") from None


def _ratings(path: Path, ratings: list[str], read: list[tuple[int, Any]]) -> Any:
    for (line, _), rating in zip(read, ratings, strict=True):
        if not rating.removeprefix("-").isdecimal():
            raise ValueError(f"{os.fspath(path)}, line {line}: rating: expected an integer, found {rating!r}")
    return np.array([int(rating) for rating in ratings], "int64")


def read_csv(path: Path, *, question: str = "question", answer: str = "answer") -> Examples:
    """Reads a CSV file with a header. :func:`scan_csv` reads one that does not fit into memory.

    Args:
        path: the file; it is compressed if its name ends in ``.gz``.
        question: the name of the column of the puzzles.
        answer: the name of the column of their solutions. If there is no such column, the puzzles are solved.

    The columns ``source`` and ``rating`` are read if they are there; others are ignored.

    Raises:
        ValueError: if a puzzle does not have exactly one solution, an answer is not this solution, or a rating is not an
            integer. The message names the line.

    >>> import tempfile
    >>> from lanedoku import generate
    >>> path = tempfile.mkdtemp() + "/puzzles.csv"
    >>> write_csv(path, Examples(generate(3, seed=1), sources=["a", "b", "c"], ratings=[0, 5, 7]))
    3
    >>> read_csv(path)
    Examples: 3 with sources and ratings
    """
    return Examples.concat(scan_csv(path, question=question, answer=answer))


def write_parquet(path: Path, examples: Parts) -> int:
    """Writes the columns of :meth:`Examples.to_arrow`, and returns the number of rows. Requires pyarrow.

    Args:
        examples: :class:`Examples`, or an iterable of them, of which one at a time is in memory. All have the same
            columns.
    """
    from pyarrow import parquet

    rows, writer = 0, None
    with _replaced(path) as place:
        try:
            for part in parts_of(examples, _ROWS):
                table = part.to_arrow()
                if writer is None:
                    writer = parquet.ParquetWriter(place, table.schema)
                writer.write_table(table)
                rows += len(part)
            if writer is None:
                writer = parquet.ParquetWriter(place, Examples([]).to_arrow().schema)
        finally:
            if writer is not None:
                writer.close()
    return rows


def scan_parquet(
    path: Path, rows: int = _ROWS, *, question: str = "question", answer: str = "answer"
) -> Iterator[Examples]:
    """Iterates over the examples of a Parquet file, ``rows`` at a time. The arguments and the errors are those of
    :func:`read_parquet`.
    """
    from pyarrow import parquet

    rows = unsigned(rows, "rows", 2**32, least=1)
    before = 0
    try:
        # Otherwise pyarrow holds whole row groups, which may be the whole file.
        with parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
            there = file.schema_arrow.names
            if question not in there:
                raise ValueError(f"no column {question!r}; there are {', '.join(there) or 'none'}")
            wanted = (question, answer, "source", "rating")
            for batch in file.iter_batches(rows, columns=[name for name in wanted if name in there]):
                puzzles, solutions, sources, ratings = (
                    batch.column(name).to_pylist() if name in there else None for name in wanted
                )
                found, fault = _checked(puzzles, solutions)
                if fault is not None:
                    raise ValueError(f"row {before + fault[0]}: {fault[1]}")
                yield Examples._of(
                    *found,
                    None if sources is None else np.array(sources, object),
                    None if ratings is None else _integers(ratings, before),
                )
                before += batch.num_rows
    except FileNotFoundError:
        raise
    except (OSError, TypeError, ValueError) as error:
        raise type(error)(f"{os.fspath(path)}, after row {before}: {error}") from None


def read_parquet(path: Path, *, question: str = "question", answer: str = "answer") -> Examples:
    """Reads a Parquet file with the columns of :meth:`Examples.to_arrow`. :func:`scan_parquet` reads one that does not fit
    into memory. ``question`` and ``answer`` are as for :func:`read_csv`. Requires pyarrow.

    Raises:
        ValueError: as for :func:`read_csv`; the message names the row.
    """
    return Examples.concat(scan_parquet(path, question=question, answer=answer))


def write_traces(path: Path, examples: Parts, *, drop: bool = False, **options: Any) -> int:
    """Writes the sequences of :func:`lanedoku.traces` as a ``.npy`` file, ``uint8[n, 325]``, and returns ``n``. To read it:
    ``numpy.load(path, mmap_mode="r")``.

    Args:
        examples: :class:`Examples`, or an iterable of them, of which one at a time is in memory.
        drop: True to leave out puzzles that are not solved step by step, of which the row is otherwise zero.
        options: those of :func:`lanedoku.traces`.

    >>> import tempfile
    >>> from lanedoku import generate
    >>> path = tempfile.mkdtemp() + "/traces.npy"
    >>> write_traces(path, Examples(generate(10, seed=1)), techniques=["full house", "hidden single"], drop=True)
    2
    """
    with NpyWriter(path, "uint8", (325,)) as writer:
        # A puzzle takes longer than in other functions.
        for part in parts_of(examples, _ROWS >> 4):
            found = traces(part.puzzles, **options)
            writer.append(found[found[:, 0] > 0] if drop else found)
        return writer.rows
