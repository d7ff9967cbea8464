"""Makes a data set of puzzles with one solution each, no two of them equivalent, rated, split into train and test.

    python dataset.py puzzles.csv more.parquet folder/ --column puzzle --answer solution --out dataset

The input has one puzzle per row, in a column of CSV files with a header or of Parquet files. Its other columns are copied;
if a column has the name of an added one, its name gets the prefix ``given_``. Spark runs on this machine, or with
``spark-submit`` on a cluster, for lists too large for one machine. The folder ``--out`` gets:

- ``train/`` and ``test/``: Parquet with the puzzle, its solution, its canonical form, the canonical form of its
  solution (``grid``), and its rating. No test puzzle is equivalent to a training puzzle, and no
  solution of a test puzzle is equivalent to one of a training puzzle. So a model cannot answer the test from memory.
- ``rejected/``: Parquet with the puzzles that do not have exactly one solution, and the reason. With ``--answer``, also
  the rows whose answer in that column (81 digits) is not the solution. A row is not rejected for a missing answer.

Every row of the input is in one of the three, or is equivalent to one that is.
"""

import argparse
from functools import reduce

from lanedoku import spark
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

SHARES = 1_000_000

REASONS = {"multiple": "more than one solution", "none": "no solution"}

RATINGS = ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps", "needs")
ADDED = {"puzzle", "source", "solution", "status", "reason", "canonical", "grid", "split", "_place", *RATINGS}
"""The columns that are added."""


def read(session: SparkSession, options: argparse.Namespace) -> DataFrame:
    """Reads the rows of all files and folders, each with the name of its file. The columns of the files may differ."""
    frames = []
    for path in options.paths:
        is_csv = path.endswith((".csv", ".csv.gz", ".csv.zst")) if options.format is None else options.format == "csv"
        # It is an error if files of one folder have different columns.
        frame = session.read.csv(path, header=True, enforceSchema=False) if is_csv else session.read.parquet(path)
        for column, option in ((options.column, "--column"), (options.answer, "--answer")):
            if column is not None and column not in frame.columns:
                raise SystemExit(f"{path}: no column {column!r}; it has {', '.join(frame.columns)}; see {option}")
        others = [
            frame[f"`{name}`"].alias(f"given_{name}" if name.lower() in ADDED or name == options.answer else name)
            for name in frame.columns
            if name != options.column
        ]
        puzzle = frame[f"`{options.column}`"].alias("puzzle")
        frames.append(frame.select(puzzle, F.input_file_name().alias("source"), *others))
    return reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), frames)


def check_answers(solved: DataFrame, column: str) -> DataFrame:
    """Gives the status ``wrong`` to solved puzzles whose answer is not the solution. A missing answer is not wrong."""
    is_wrong = (F.col("status") == "unique") & (F.trim(F.col(f"`{column}`")) != F.col("solution"))
    reason = F.when(is_wrong, "the given answer is wrong").otherwise(F.col("reason"))
    status = F.when(is_wrong, "wrong").otherwise(F.col("status"))
    return solved.withColumns({"reason": reason, "status": status})


def split(frame: DataFrame, share: float, seed: int) -> DataFrame:
    """Adds the column ``split``: ``train`` or ``test``.

    A hash puts equivalent solutions, and so equivalent puzzles, on the same side. The side of a puzzle does not change when
    the list grows.
    """
    place = F.pmod(F.xxhash64("grid", F.lit(seed)), F.lit(SHARES))
    return frame.withColumn("split", F.when(place < round(share * SHARES), "test").otherwise("train"))


def tally(frame: DataFrame, column: str) -> dict[str, int]:
    """Counts the rows with each value."""
    return {row[0]: row[1] for row in frame.groupBy(column).count().orderBy(column).collect()}


def main(arguments: list[str] | None = None) -> dict[str, int]:
    parser = argparse.ArgumentParser(description="Makes a data set of puzzles, split into train and test.")
    parser.add_argument("paths", nargs="+", help="files or folders of CSV or Parquet")
    parser.add_argument("--column", default="puzzle", help="the column of the puzzles (default: puzzle)")
    parser.add_argument("--answer", help="the column of given solutions, which are checked")
    parser.add_argument("--format", choices=["csv", "parquet"], help="the format of all paths (default: by the file extension)")
    parser.add_argument("--test", type=float, default=0.1, help="the share of the grids in the test set (default: 0.1)")
    parser.add_argument("--seed", type=int, default=1, help="selects the grids of the test set (default: 1)")
    parser.add_argument("--out", required=True, help="the folder to write; it must not contain a data set")
    options = parser.parse_args(arguments)
    if not 0 <= options.test <= 1:
        parser.error("--test: expected a share from 0 to 1")

    session = SparkSession.builder.appName("dataset").getOrCreate()
    puzzles = read(session, options)

    solved = spark.solve(puzzles)
    if options.answer:
        solved = check_answers(solved, f"given_{options.answer}")
    # Kept on disk, because it is used more than once.
    solved = solved.persist(StorageLevel.DISK_ONLY)
    found = tally(solved, "status")
    print(f"{sum(found.values())} rows:", ", ".join(f"{count} {status}" for status, count in found.items()))

    why = F.coalesce("reason", *(F.when(F.col("status") == status, text) for status, text in REASONS.items()))
    rejected = solved.where("status != 'unique'").withColumn("reason", why).drop("solution")
    rejected.write.parquet(f"{options.out}/rejected")

    unique = solved.where("status = 'unique'").drop("status", "reason")
    if options.answer:
        # The answer is the solution, or missing.
        unique = unique.drop(f"given_{options.answer}")
    unlike = spark.dedupe(unique).drop("reason")
    formed = spark.canonical(unlike, "solution", name="grid").drop("reason")
    rated = spark.rate(formed).drop("status", "reason")
    done = split(rated, options.test, options.seed).persist(StorageLevel.DISK_ONLY)
    sides = tally(done, "split")
    for side in ("train", "test"):
        done.where(F.col("split") == side).drop("split").write.parquet(f"{options.out}/{side}")

    counts = {
        "input": sum(found.values()),
        "rejected": sum(found.values()) - found.get("unique", 0),
        "duplicates": found.get("unique", 0) - sum(sides.values()),
        "train": sides.get("train", 0),
        "test": sides.get("test", 0),
    }
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    done.unpersist()
    solved.unpersist()
    return counts


if __name__ == "__main__":
    main()
