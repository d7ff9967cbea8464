"""Measures the overhead of Spark, and the gain of a second worker.

    python measure_spark.py --rows 2000000

Generates puzzles, checks the answers, then times the plain batch with one thread, Spark with one worker of one core, and
Spark with two workers. Spark reads Parquet, solves, and discards the answers (``noop``), so that no disk is measured.
"Without solving" is the same job, except that Python returns the rows unchanged. Each ratio comes from one run.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time

import pyspark
import pyarrow
from lanedoku import spark
from pyarrow import parquet
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import lanedoku


def session_of(workers: int) -> SparkSession:
    os.environ.update(SPARK_HOME=os.path.dirname(pyspark.__file__), SPARK_LOCAL_IP="127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local-cluster[{workers},1,1024]").config("spark.driver.host", "127.0.0.1")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    return builder.config("spark.log.level", "ERROR").getOrCreate()


def seconds(work, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def by_hand(parts):
    """Solves as one writes it without the package's functions for Spark."""
    for part in parts:
        found = pyarrow.record_batch(lanedoku.solve_batch(part.column(0), threads=1))
        columns = [part.column(0), found.column(0), found.column(1)]
        yield pyarrow.RecordBatch.from_arrays(columns, ["puzzle", "solution", "status"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures Spark against the plain batch.")
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/puzzles"
        figures = {}
        for workers in (1, 2):
            session = session_of(workers)
            if not figures:
                # A tenth of the puzzles is generated; the others are equivalent to these, which is faster.
                made = lanedoku.generate(options.rows // 10, seed=1)
                lines = pyarrow.table(lanedoku.shuffle(made.cells, 10, seed=2))
                os.mkdir(path)
                for part in range(8):
                    length = -(-len(lines) // 8)
                    parquet.write_table(lines.slice(part * length, length), f"{path}/{part}.parquet")
            puzzles = lines.column("puzzle")
            frame = session.read.parquet(path)
            solved = spark.solve(frame)
            right = pyarrow.table(lanedoku.solve_batch(puzzles))
            expected = dict(zip(puzzles.to_pylist(), right.column("solution").to_pylist(), strict=True))
            sample = solved.where(F.pmod(F.xxhash64("puzzle"), F.lit(20)) == 0).collect()
            assert solved.where("status = 'unique'").count() == len(lines)
            assert len(sample) > len(lines) // 40 and all(expected[row[0]] == row[1] for row in sample)
            del expected, right, sample

            plain = seconds(lambda: lanedoku.solve_batch(puzzles, threads=1), options.rounds)
            copied = frame.mapInArrow(lambda parts: parts, frame.schema)
            empty = seconds(lambda: copied.write.format("noop").mode("overwrite").save(), options.rounds)
            manual = frame.mapInArrow(by_hand, "puzzle string, solution string, status string")
            hand = seconds(lambda: manual.write.format("noop").mode("overwrite").save(), options.rounds)
            full = seconds(lambda: solved.write.format("noop").mode("overwrite").save(), options.rounds)
            load = os.getloadavg()[0]
            rows = len(lines)
            print(
                f"{workers} workers (load {load:.1f}): plain {rows / plain:,.0f} rows a second; "
                f"Spark {rows / full:,.0f} (mapInArrow by hand {rows / hand:,.0f}), "
                f"{rows / full / workers:,.0f} for each worker; without solving {rows / empty:,.0f}; "
                f"each worker has {plain / full / workers:.2f} of the speed of the plain batch",
                flush=True,
            )
            figures[workers] = full
            application = session.sparkContext.applicationId
            session.stop()
            # The workers write their logs beside the installed Spark.
            shutil.rmtree(os.path.join(os.environ["SPARK_HOME"], "work", application), ignore_errors=True)
        print(f"one to two workers: {figures[1] / figures[2]:.2f} times as many rows a second")


if __name__ == "__main__":
    main()
