"""Puzzles in columns of Spark data frames, for lists too large for one machine: :func:`solve`, :func:`rate`,
:func:`canonical`, :func:`dedupe` and :func:`generate`. ``mapInArrow`` calls any other function, at the same cost.

Each function adds columns after those of the frame, and uses one thread in each Spark task. No row is lost: a row that is
not a board gets nulls and a ``reason``. The answers depend only on the rows, not on their division into partitions and
batches, nor on lost executors.

The column must be of strings (or binary), one puzzle a row. If the frame already has a column of an
added name, or the column is missing or of another type, ValueError or TypeError is raised before any job runs. To call
two functions one after the other, drop or rename the columns that both add::

    rated = spark.rate(spark.solve(frame).drop("status", "reason"))

The executors need this package, pyarrow and pandas (``pip install lanedoku[spark]``). On a cluster, the environment
variable ``PYSPARK_PYTHON`` or the setting ``spark.pyspark.python`` names their interpreter. On one machine (master
``local``), workers use the interpreter of the caller if neither is set.

>>> from lanedoku import spark
>>> solved = spark.solve(session.read.parquet("puzzles"), "puzzle")  # doctest: +SKIP
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.types import AtomicType, BinaryType, IntegerType, LongType, StringType, StructField, StructType

import lanedoku

from ._columns import Columns
from ._inputs import rows as _rows

__all__ = ["canonical", "dedupe", "generate", "rate", "solve"]

_STRING, _INTEGER, _LONG = StringType(), IntegerType(), LongType()

_MOST_ROWS = 1 << 16
"""The most rows in one call, even if Spark's batches are larger (``spark.sql.execution.arrow.maxRecordsPerBatch``),
so that an executor needs only tens of megabytes."""


def solve(
    frame: DataFrame, column: str = "puzzle", *, step_limit: int | None = None, any_solution: bool = False
) -> DataFrame:
    """Solves the puzzles of a column, see :func:`lanedoku.solve_batch`.

    Adds:
        ``solution`` (string): the solution, or the least of several; null if there is none.
        ``status`` (string): ``unique``, ``multiple``, ``none``, ``limit`` or ``invalid``, see :class:`lanedoku.Status`.
        ``reason`` (string): why a row is ``invalid``; null for other rows.

    The guesses and steps of :func:`lanedoku.solve_batch` are left out: they may depend on the other puzzles of a batch.
    With ``any_solution=True``, so may the solution of a puzzle with several. To rate puzzles, use :func:`rate`.
    """
    options: dict[str, Any] = {"threads": 1, "step_limit": step_limit, "any_solution": any_solution}
    lanedoku.solve_batch([], **options)  # A wrong option is an error here, not in a task.
    fields = {"solution": _STRING, "status": _STRING}
    return _add(frame, column, fields, lambda rows: lanedoku.solve_batch(rows, **options))


def rate(frame: DataFrame, column: str = "puzzle", *, images: int = 16) -> DataFrame:
    """Rates the puzzles of a column, see :func:`lanedoku.rate`.

    Adds:
        ``least_guesses``, ``median_guesses``, ``least_sweeps``, ``median_sweeps`` (int): zeros if the puzzle is not
        ``unique``.
        ``needs`` (string): ``singles``, ``locked`` or ``guesses``; null if the puzzle is not ``unique``.
        ``status`` (string), ``reason`` (string): as for :func:`solve`.
    """
    lanedoku.rate([], images=images)
    numbers = ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps")
    fields = {**dict.fromkeys(numbers, _INTEGER), "needs": _STRING, "status": _STRING}
    return _add(frame, column, fields, lambda rows: lanedoku.rate(rows, threads=1, images=images))


def canonical(frame: DataFrame, column: str = "puzzle", *, name: str = "canonical") -> DataFrame:
    """Adds the canonical forms of the boards of a column, puzzles or solutions, see :func:`lanedoku.canonical`.

    Adds:
        ``name`` (string): the form; null if the row is not a board. The default name is ``canonical``.
        ``reason`` (string): why the row is not a board, or which clues collide. A board with colliding clues has a form.
    """
    if name.lower() == "reason":
        raise ValueError("name: the reasons already have a column of this name")
    return _add(frame, column, {name: _STRING}, lambda rows: lanedoku.canonical(rows, threads=1))


def dedupe(frame: DataFrame, column: str = "puzzle") -> DataFrame:
    """Keeps one row of each class of equivalent boards: the one whose text comes first. Keeps all rows that are not boards.

    Adds ``canonical`` and ``reason``, as :func:`canonical` does.
    """
    _check(frame, column, ["_place"])
    formed = canonical(frame, column)
    form = F.col("canonical")
    # The kept row must not depend on the order of arrival, so rows of equal text are ordered by their other columns.
    rest = F.xxhash64(*(_comparable(field) for field in frame.schema.fields))
    # Otherwise all rows without a form would be one group, in one task.
    group = Window.partitionBy(form, F.when(form.isNull(), rest)).orderBy(_quoted(column), rest)
    placed = formed.withColumn("_place", F.row_number().over(group))
    return placed.where(form.isNull() | (F.col("_place") == 1)).drop("_place")


def generate(
    session: SparkSession, n: int, *, seed: int, partitions: int | None = None, **options: Any
) -> DataFrame:
    """Generates ``n`` puzzles with one solution, with the options of :func:`lanedoku.generate`. Puzzle number ``i`` of a
    seed is the same as from :func:`lanedoku.generate`, for any number of partitions and any size of the cluster.

    The columns are:
        ``number`` (bigint): 0 to ``n - 1``.
        ``puzzle`` (string): null if none was found in ``attempts`` attempts.
    """
    lanedoku.generate(0, seed=seed, first=0, threads=1, **options)
    if n < 0 or (partitions is not None and partitions < 1):
        raise ValueError(f"expected n from 0 and partitions from 1, found {n} and {partitions}")

    def make(parts: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for part in _pieces(parts):
            # The numbers of a batch follow each other: it is a piece of a range.
            first = part.column(0)[0].as_py()
            made = lanedoku.generate(part.num_rows, seed=seed, first=first, threads=1, **options)
            puzzles = pa.record_batch(made).column(0)
            yield pa.RecordBatch.from_arrays([part.column(0), puzzles], ["number", "puzzle"])

    _use_this_python(session)
    fields = [StructField("number", _LONG, False), StructField("puzzle", _STRING)]
    numbers = session.range(0, n, 1, partitions).withColumnRenamed("id", "number")
    return numbers.mapInArrow(make, StructType(fields))


def _add(
    frame: DataFrame, column: str, fields: Mapping[str, AtomicType], answer: Callable[[Any], Columns]
) -> DataFrame:
    """Adds the answers for a column, and the reasons."""
    added = [StructField(name, kind) for name, kind in {**fields, "reason": _STRING}.items()]
    _check(frame, column, (field.name for field in added))
    _use_this_python(frame.sparkSession)
    schema = StructType([*frame.schema.fields, *added])
    names, place = schema.fieldNames(), frame.columns.index(column)
    kinds = [{_STRING: pa.string(), _INTEGER: pa.int32()}[kind] for kind in fields.values()]

    def answers(parts: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for part in _pieces(parts):
            rows = _rows(part.column(place))
            found = answer(rows)
            # Only rows of status INVALID have a reason. Checking every row would take a quarter of the time of solving.
            status = getattr(found, "status", None)
            flawed = () if status is None else (status == lanedoku.Status.INVALID).nonzero()[0].tolist()
            reasons = dict(rows.reasons(1)) if status is None else {row: rows.reason(row) for row in flawed}
            texts = pa.array(map(reasons.get, range(part.num_rows)), pa.string()) if reasons else pa.nulls(part.num_rows, pa.string())
            # The guesses and steps of a batch are left out.
            columns = [array.cast(kind) for array, kind in zip(pa.record_batch(found).columns, kinds, strict=False)]
            yield pa.RecordBatch.from_arrays([*part.columns, *columns, texts], names)

    # Spark does not find columns with a dot in their names here. The schema restores the names.
    return frame.toDF(*(str(number) for number in range(len(frame.columns)))).mapInArrow(answers, schema)


def _use_this_python(session: SparkSession) -> None:
    """Makes workers on this machine use this interpreter, unless another is named. By default, Spark takes the first
    ``python3`` of the ``PATH``. It lacks this package if the package is in an environment that is not active.
    """
    # A session of Spark Connect has no context.
    context = getattr(session, "_sc", None)
    if context is None or "PYSPARK_PYTHON" in os.environ or context.getConf().contains("spark.pyspark.python"):
        return
    if context.master.startswith("local"):
        context.pythonExec = sys.executable


def _check(frame: DataFrame, column: str, fields: Iterable[str]) -> None:
    """Checks that the frame has the column, and none of the new names."""
    if frame.columns.count(column) != 1:
        count = "more than one" if column in frame.columns else "no"
        raise ValueError(f"the frame has {count} column {column!r}; it has {', '.join(frame.columns) or 'none at all'}")
    kind = frame.schema.fields[frame.columns.index(column)].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise TypeError(f"column {column!r}: expected strings, one puzzle a row, found {kind.simpleString()}")
    # By default, Spark ignores the case of names.
    present = {name.lower() for name in frame.columns}
    for name in fields:
        if name.lower() in present:
            raise ValueError(f"the frame already has a column {name!r}; drop or rename it first")


def _pieces(parts: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Splits batches into slices of one to ``_MOST_ROWS`` rows."""
    for part in parts:
        for start in range(0, part.num_rows, _MOST_ROWS):
            yield part.slice(start, _MOST_ROWS)


def _quoted(name: str) -> Any:
    """Returns a column by its name, which may contain a dot."""
    return F.col("`" + name.replace("`", "``") + "`")


def _comparable(field: StructField) -> Any:
    """Returns a column in a form that Spark can hash: Spark does not hash maps."""
    kind = field.dataType.simpleString()
    return F.to_json(F.struct(_quoted(field.name))) if "map<" in kind or "variant" in kind else _quoted(field.name)
