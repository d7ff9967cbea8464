"""Spark on a small cluster: two executors, each a process with one core."""

import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
pytest.importorskip("pandas", reason="pandas is not installed, which Spark needs for Arrow")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
if shutil.which("java", path=os.path.join(os.environ.get("JAVA_HOME", ""), "bin")) is None and not shutil.which("java"):
    pytest.skip("there is no Java", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

import lanedoku  # noqa: E402
from lanedoku import Board, Status, spark  # noqa: E402

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.fixture(scope="session")
def session(tmp_path_factory):
    home = os.path.dirname(pyspark.__file__)
    os.environ.update(SPARK_HOME=home, SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.local.dir": str(tmp_path_factory.mktemp("local")),
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("lanedoku")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    application = session.sparkContext.applicationId
    yield session
    session.stop()
    # The workers write their logs beside the installed Spark.
    shutil.rmtree(os.path.join(home, "work", application), ignore_errors=True)


@pytest.fixture
def setting(session):
    """Changes settings for one test."""
    changed = {}

    def change(name, value):
        changed.setdefault(name, session.conf.get(name))
        session.conf.set(name, value)

    yield change
    for name, value in changed.items():
        session.conf.set(name, value)


def boards():
    """Returns boards of every kind, and texts that are not boards."""
    made = lanedoku.generate(120, seed=3).lines()
    more = [line.replace(line.strip(".")[0], ".", 2) for line in lanedoku.generate(40, seed=4).lines()]
    # The last cell of the first row has no candidate, although no two clues collide.
    hopeless = "12345678." + "." * 17 + "9" + "." * 54
    drawn = repr(Board(HARD))
    bad = [None, "", "!" * 81, HARD[:80], HARD + "1", "11" + "." * 79, "NaN", "é" * 81, "5" * 81, "\0" * 81]
    return [*made, *bad, HARD, *more, "." * 81, hopeless, drawn, *bad, HARD.replace(".", "0")]


def frame_of(session, lines, partitions=5):
    rows = [(number, line) for number, line in enumerate(lines)]
    return session.createDataFrame(rows, "number int, puzzle string").repartition(partitions)


def sorted_rows(frame):
    return sorted(map(tuple, frame.collect()), key=repr)


def expected(answers, lines):
    """Returns the answers of the plain functions, as rows."""
    names = [status.name.lower() for status in Status]
    table = pa.record_batch(answers).to_pylist()
    assert {row["status"] for row in table if "status" in row} <= set(names)
    # They may depend on the other puzzles of a batch.
    table = [{name: value for name, value in row.items() if name not in ("guesses", "steps")} for row in table]
    return [
        (number, line, *row.values(), answers.reason(number))
        for number, (line, row) in enumerate(zip(lines, table, strict=True))
    ]


def test_every_row_gets_the_answer_of_the_plain_functions(session, setting):
    # Batches that end in odd places.
    setting("spark.sql.execution.arrow.maxRecordsPerBatch", "7")
    lines = boards()
    frame = frame_of(session, lines)
    # No call that solves is stopped: that is a count.
    assert set(lanedoku.solve_batch(lines).summary()) == set(Status) - {Status.LIMIT, Status.STOPPED}
    solved = expected(lanedoku.solve_batch(lines), lines)
    for divided in (frame, frame.repartition(1), frame.repartition(31)):
        assert sorted(map(tuple, spark.solve(divided).collect())) == solved
    assert sorted(map(tuple, spark.rate(frame, images=4).collect())) == expected(lanedoku.rate(lines, images=4), lines)
    assert sorted(map(tuple, spark.canonical(frame).collect())) == expected(lanedoku.canonical(lines), lines)


def test_a_step_limit_reaches_the_tasks(session):
    statuses = [row["status"] for row in spark.solve(frame_of(session, [HARD, HARD[::-1]], 1), step_limit=5).collect()]
    assert statuses == ["limit", "limit"]


def test_any_solution_reaches_the_tasks(session, setting):
    # One row in each batch, so that no row depends on another.
    setting("spark.sql.execution.arrow.maxRecordsPerBatch", "1")
    puzzles = ["." * 81, HARD]
    rows = sorted(spark.solve(frame_of(session, puzzles), any_solution=True).collect())
    alone = [lanedoku.solve(puzzle, any_solution=True) for puzzle in puzzles]
    assert [(row["status"], row["solution"]) for row in rows] == [(str(one.status), str(one.solution)) for one in alone]
    assert rows[0]["solution"] != str(lanedoku.solve("." * 81).solution)


def test_the_schema_is_as_documented(session):
    frame = frame_of(session, [HARD])
    own = "number:int,puzzle:string"
    assert spark.solve(frame).schema.simpleString() == (
        f"struct<{own},solution:string,status:string,reason:string>"
    )
    assert spark.rate(frame).schema.simpleString() == (
        f"struct<{own},least_guesses:int,median_guesses:int,least_sweeps:int,median_sweeps:int,"
        "needs:string,status:string,reason:string>"
    )
    assert spark.canonical(frame, name="form").schema.simpleString() == f"struct<{own},form:string,reason:string>"
    assert spark.dedupe(frame).schema.simpleString() == f"struct<{own},canonical:string,reason:string>"
    assert spark.generate(session, 3, seed=1).schema.simpleString() == "struct<number:bigint,puzzle:string>"


@pytest.mark.parametrize("function", [spark.solve, spark.rate, spark.canonical, spark.dedupe])
def test_a_frame_that_does_not_fit_is_an_error_before_any_job(session, function):
    frame = frame_of(session, [HARD])
    with pytest.raises(ValueError, match="no column 'board'; it has number, puzzle"):
        function(frame, "board")
    with pytest.raises(TypeError, match="column 'number': expected strings, one puzzle a row, found int"):
        function(frame, "number")
    with pytest.raises(ValueError, match="more than one column 'puzzle'"):
        function(frame.join(frame.select("puzzle")))
    with pytest.raises(ValueError, match="already has a column 'reason'; drop or rename"):
        function(frame.withColumn("Reason", F.lit(1)))
    with pytest.raises(TypeError, match="found array<tinyint>"):
        function(frame.select(F.array().cast("array<tinyint>").alias("puzzle")))


def test_wrong_options_are_errors_before_any_job(session):
    frame = frame_of(session, [HARD])
    with pytest.raises(ValueError, match="step_limit"):
        spark.solve(frame, step_limit=-1)
    with pytest.raises(ValueError, match="name: the reasons"):
        spark.canonical(frame, name="Reason")
    with pytest.raises(ValueError, match="images"):
        spark.rate(frame, images=1000)
    with pytest.raises(ValueError, match="symmetry"):
        spark.generate(session, 1, seed=1, symmetry="no such")
    with pytest.raises(TypeError, match="threads"):
        spark.generate(session, 1, seed=1, threads=8)
    with pytest.raises(ValueError, match="partitions"):
        spark.generate(session, 1, seed=1, partitions=0)
    with pytest.raises(ValueError, match="expected n"):
        spark.generate(session, -1, seed=1)


def test_frames_with_few_rows_or_none(session):
    empty = session.createDataFrame([], "number int, puzzle string")
    sparse = frame_of(session, [HARD], partitions=4)
    for function in (spark.solve, spark.rate, spark.canonical, spark.dedupe):
        assert function(empty).collect() == []
        assert len(function(sparse).collect()) == 1
    assert spark.generate(session, 0, seed=1).collect() == []


def test_columns_of_pandas(session):
    pandas = pytest.importorskip("pandas")
    texts = pandas.Series([HARD, float("nan"), HARD, "NaN"])
    frame = session.createDataFrame(pandas.DataFrame({"a.b": texts.astype("category"), "number": [0.0, 1.0, 2.0, 3.0]}))
    rows = spark.solve(frame.withColumn("nan", F.lit(float("nan"))), "a.b").collect()
    assert [row["status"] for row in rows] == ["unique", "invalid", "unique", "invalid"]
    assert [row["number"] for row in rows] == [0.0, 1.0, 2.0, 3.0] and all(row["nan"] != row["nan"] for row in rows)
    assert spark.dedupe(frame, "a.b").count() == 3


def test_columns_of_other_types_stay_as_they_are(session):
    frame = session.createDataFrame(
        [(bytearray(HARD.encode()), {"a": 1}, [1, None], (2, "x")), (None, None, None, None)],
        "puzzle binary, map map<string, int>, list array<int>, `two parts` struct<`a.b`: int, b: string>",
    )
    for function in (spark.solve, spark.dedupe):
        found = {row["reason"]: row for row in function(frame).collect()}
        assert tuple(found[None])[:4] == tuple(frame.collect()[0])
        assert tuple(found["the value is missing"])[:4] == (None,) * 4


def test_a_partition_in_one_large_batch(session, setting):
    setting("spark.sql.execution.arrow.maxRecordsPerBatch", "0")
    lines = lanedoku.generate(500, seed=5).lines()
    solutions = lanedoku.solve_batch(lines)
    count = spark._MOST_ROWS + 1000
    made = session.createDataFrame(list(enumerate(lines)), "place int, puzzle string")
    many = session.range(0, count, 1, 1).withColumn("place", (F.col("id") % 500).cast("int"))
    solved = spark.solve(many.join(F.broadcast(made), "place"))
    groups = solved.groupBy("puzzle", "solution", "status").agg(F.count_distinct("id").alias("rows")).collect()
    assert {(row["puzzle"], row["solution"]) for row in groups} == {
        (line, str(result.solution)) for line, result in zip(lines, solutions, strict=True)
    }
    assert sum(row["rows"] for row in groups) == count and len(groups) == 500


def equivalent_puzzles():
    """Returns puzzles with their equivalent puzzles and rows that are not boards; and the rows that dedupe keeps."""
    made = lanedoku.generate(40, seed=6)
    copies = lanedoku.shuffle(made.cells, 5, seed=7).lines()
    groups = [[line, *copies[5 * row : 5 * row + 5]] for row, line in enumerate(made.lines())]
    bad = [None, None, "x", "x", ""]
    lines = [line for group in groups for line in (*group, group[0])] + bad
    return lines, sorted([*map(min, groups), *bad], key=repr)


def test_dedupe_keeps_one_of_each_class_and_every_bad_row(session):
    lines, kept = equivalent_puzzles()
    found = []
    for partitions in (1, 7):
        # Rows of equal text differ in another column; the same one is always kept.
        frame = frame_of(session, lines, partitions)
        rows = sorted_rows(spark.dedupe(frame))
        assert sorted((row[1] for row in rows), key=repr) == kept
        found.append(rows)
    assert found[0] == found[1]
    assert len({row[2] for row in found[0] if row[2]}) == 40


@pytest.mark.parametrize("partitions", [1, 3, 8])
def test_generate_does_not_depend_on_the_partitions(session, setting, partitions):
    setting("spark.sql.execution.arrow.maxRecordsPerBatch", "19")
    made = spark.generate(session, 100, seed=8, partitions=partitions, clues=(24, 28), symmetry="half-turn")
    assert made.rdd.getNumPartitions() == partitions
    plain = lanedoku.generate(100, seed=8, clues=(24, 28), symmetry="half-turn").lines()
    assert sorted(map(tuple, made.collect())) == list(enumerate(plain))


def test_generate_gives_null_for_puzzles_not_found(session):
    made = spark.generate(session, 5, seed=8, partitions=2, clues=17, attempts=1)
    assert [row["puzzle"] for row in made.orderBy("number").collect()] == [None] * 5


def held(frame, folder, free):
    """Returns the frame. Each task creates a file in the folder, named by its executor. All tasks except the first ``free``
    then wait for the file ``go``."""
    place = str(folder)

    def hold(parts):
        # This function runs in the executors, which cannot import this file.
        import os
        import time

        from pyspark import TaskContext

        process = os.getpid()
        while True:
            with open(f"/proc/{process}/cmdline") as line:
                if "CoarseGrainedExecutorBackend" in line.read():
                    break
            with open(f"/proc/{process}/stat") as line:
                process = int(line.read().rpartition(")")[2].split()[1])
        partition = TaskContext.get().partitionId()
        with open(os.path.join(place, f"{partition}-{process}-{os.getpid()}"), "w"):
            pass
        until = time.monotonic() + 90
        while partition >= free and not os.path.exists(os.path.join(place, "go")):
            if time.monotonic() > until:
                raise TimeoutError("the tasks were not released")
            time.sleep(0.02)
        yield from parts

    return frame.mapInArrow(hold, frame.schema)


def executors(folder, least):
    """Waits until ``least`` tasks have begun, and returns their executors: partition to process."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        begun = [name.split("-") for name in os.listdir(folder) if name != "go"]
        if len(begun) >= least:
            return {int(partition): int(process) for partition, process, _ in begun}
        time.sleep(0.02)
    raise TimeoutError(f"{len(begun)} tasks began, not {least}")


def in_background(work):
    """Runs ``work`` in a thread. Returns the thread, and a list that gets the result."""
    done = []
    thread = threading.Thread(target=lambda: done.append(work()))
    thread.start()
    return thread, done


@needs_proc
def test_both_executors_work(session, tmp_path):
    lines = lanedoku.generate(50, seed=9).lines()
    frame = held(frame_of(session, lines, 2), tmp_path, free=0)
    thread, done = in_background(spark.solve(frame).collect)
    # Each executor has one core, and both tasks wait.
    assert len(set(executors(tmp_path, 2).values())) == 2
    (tmp_path / "go").touch()
    thread.join()
    assert sorted(map(tuple, done[0])) == expected(lanedoku.solve_batch(lines), lines)


@needs_proc
def test_a_lost_executor_loses_nothing(session, tmp_path):
    def function(frame):
        return spark.dedupe(spark.solve(frame).drop("reason"))

    lines, _ = equivalent_puzzles()
    frame = frame_of(session, lines, 8)
    undisturbed = sorted_rows(function(frame))
    # The first four tasks end. The next two are running when one of the executors is killed.
    thread, done = in_background(function(held(frame, tmp_path, free=4)).collect)
    begun = executors(tmp_path, 6)
    killed = begun[max(begun)]
    command = Path(f"/proc/{killed}/cmdline").read_text()
    assert session.sparkContext.applicationId in command, "an executor of this session, and of no other"
    assert sum(process == killed for process in begun.values()) > 1, "it had also finished tasks"
    os.kill(killed, signal.SIGKILL)
    (tmp_path / "go").touch()
    thread.join()
    assert sorted(map(tuple, done[0]), key=repr) == undisturbed
    names = [name.split("-") for name in os.listdir(tmp_path) if name != "go"]
    again = [int(partition) for partition, process, _ in names if int(process) != killed]
    assert {partition for partition, process in begun.items() if process == killed} <= set(again), "all ran again"


def test_workers_on_this_machine_use_this_interpreter(session, monkeypatch):
    context = session.sparkContext
    monkeypatch.setattr(context, "pythonExec", "/nowhere/python3")
    # A named interpreter is kept, also if it is wrong.
    spark._use_this_python(session)
    assert context.pythonExec == "/nowhere/python3"
    monkeypatch.delenv("PYSPARK_PYTHON")
    frame = session.sql(f"SELECT '{HARD}' AS puzzle")
    assert [row["status"] for row in spark.solve(frame).collect()] == ["unique"]
    context.pythonExec = "/nowhere/python3"
    assert spark.generate(session, 3, seed=1).count() == 3
