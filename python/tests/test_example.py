"""Runs the example `dataset.py` on the Spark cluster of the tests."""

import csv
import sys
from collections import Counter
from pathlib import Path

import pytest
from test_spark import HARD, pa, session  # noqa: F401 - the cluster

import lanedoku

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import dataset  # noqa: E402

BAD = ["x", "!" * 81, "11" + "." * 79, HARD[:80]]
SEVERAL = ["." * 81, "1" + "." * 80]
NO_SOLUTION = "12345678." + "." * 17 + "9" + "." * 54


def lines_of(path):
    from pyarrow import parquet

    return parquet.read_table(path).to_pylist()


def forms(boards):
    return set(lanedoku.canonical(boards).lines())


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """A CSV with the columns in one order, a folder of CSV with another, and Parquet with equivalent puzzles."""
    from pyarrow import parquet

    folder = tmp_path_factory.mktemp("inputs")
    made = lanedoku.generate(150, seed=1)
    # Two puzzles with equivalent full grids must be on the same side.
    grids = lanedoku.solve_batch(made.cells[:60]).solutions
    loose = made.cells.copy()[:60]
    loose[:, :9] = grids[:, :9]
    loose = lanedoku.shuffle(loose, seed=2).lines()
    shuffled = lanedoku.shuffle(made.cells[:50], 2, seed=3).lines()

    plain = [*made.lines(), *BAD, *SEVERAL]
    with open(folder / "first.csv", "w", newline="") as file:
        csv.writer(file).writerows([["quiz", "note"], *([line, "a, b"] for line in plain)])
    (folder / "more.csv").mkdir()
    for part in (0, 1):
        with open(folder / "more.csv" / f"{part}.csv", "w", newline="") as file:
            csv.writer(file).writerows([["note", "quiz"], *(["c", line] for line in loose[part::2])])
    texts = [*shuffled, None, NO_SOLUTION, made.lines()[0]]
    parquet.write_table(pa.table({"quiz": texts, "number": range(len(texts))}), folder / "third.parquet")
    return folder, [*plain, *loose, *texts]


def test_the_data_set_is_as_documented(session, inputs, tmp_path, capsys):  # noqa: F811
    folder, lines = inputs
    paths = [str(folder / name) for name in ("first.csv", "more.csv", "third.parquet")]
    counts = dataset.main([*paths, "--column", "quiz", "--test", "0.3", "--out", f"{tmp_path}/out"])

    train, test, rejected = (lines_of(tmp_path / "out" / name) for name in ("train", "test", "rejected"))
    solved = lanedoku.solve_batch(lines)
    unique = [line for line, result in zip(lines, solved, strict=True) if result.status == lanedoku.Status.UNIQUE]
    assert counts == {
        "input": len(lines),
        "rejected": len(lines) - len(unique),
        "duplicates": len(unique) - len(forms(unique)),
        "train": len(train),
        "test": len(test),
    }
    printed = capsys.readouterr().out
    assert f"{len(lines)} rows: 5 invalid, 2 multiple, 1 none, {len(unique)} unique" in printed
    assert f"{len(train)} train, {len(test)} test" in printed

    # No row is lost, and no two puzzles are equivalent.
    assert len(train) + len(test) + counts["duplicates"] + len(rejected) == len(lines)
    kept = [row["puzzle"] for row in train + test]
    assert set(kept) <= set(unique) and len(forms(kept)) == len(kept) and forms(kept) == forms(unique)
    assert Counter(row["puzzle"] for row in rejected) == Counter(lines) - Counter(unique)
    reasons = {row["puzzle"]: row["reason"] for row in rejected}
    assert reasons[SEVERAL[0]] == "more than one solution" and reasons[NO_SOLUTION] == "no solution"
    assert reasons[None] == "the value is missing" and all(reasons.values())

    # No test puzzle is equivalent to a training puzzle, nor are their full grids.
    assert train and test
    for column in ("puzzle", "solution"):
        assert not forms([row[column] for row in train]) & forms([row[column] for row in test])
    sides = {form: side for side, rows in ((0, train), (1, test)) for form in forms([row["solution"] for row in rows])}
    assert len(sides) < len(kept), "no two puzzles share a grid, so this tests nothing"

    # The other columns are right.
    rows = sorted(train + test, key=lambda row: row["puzzle"])
    puzzles = [row["puzzle"] for row in rows]
    assert [row["solution"] for row in rows] == [str(result.solution) for result in lanedoku.solve_batch(puzzles)]
    assert [row["canonical"] for row in rows] == lanedoku.canonical(puzzles).lines()
    assert [row["grid"] for row in rows] == lanedoku.canonical([row["solution"] for row in rows]).lines()
    ratings = pa.record_batch(lanedoku.rate(puzzles)).to_pylist()
    for row, rating in zip(rows, ratings, strict=True):
        assert rating.items() - {("status", "unique")} <= row.items()
    added = {"puzzle", "source", "solution", "canonical", "grid", *ratings[0]} - {"status"}
    assert set(rows[0]) == added | {"note", "number"} and set(rejected[0]) >= {"note", "number", "reason"}
    notes = {"first.csv": "a, b", "0.csv": "c", "1.csv": "c", "third.parquet": None}
    for row in train + test + rejected:
        assert row["note"] == notes[Path(row["source"]).name]
        assert (row["number"] is None) == (Path(row["source"]).name != "third.parquet")
    assert {Path(row["source"]).name for row in rows} >= {"first.csv", "0.csv", "1.csv"}


def test_a_wrong_column_is_an_error_before_any_work(session, inputs, tmp_path):  # noqa: F811
    folder, _ = inputs
    with pytest.raises(SystemExit, match="no column 'puzzle'; it has quiz, note; see --column"):
        dataset.main([str(folder / "first.csv"), "--out", str(tmp_path / "out")])
    assert not (tmp_path / "out").exists()


def test_given_answers_are_checked(session):  # noqa: F811
    puzzles = lanedoku.generate(5, seed=9).lines()
    answers = [str(result.solution) for result in lanedoku.solve_batch(puzzles)]
    rows = [
        (puzzles[0], answers[0], "unique"),
        (puzzles[1], answers[0], "wrong"),
        (puzzles[2], None, "unique"),
        (puzzles[3], answers[3][:80], "wrong"),
        (puzzles[4], f" {answers[4]} ", "unique"),
        ("x", answers[0], "invalid"),
        ("." * 81, "", "multiple"),
    ]
    frame = session.createDataFrame(rows, "puzzle string, `an answer` string, expected string")
    for row in dataset.check_answers(dataset.spark.solve(frame), "an answer").collect():
        assert row["status"] == row["expected"]
        assert (row["reason"] == "the given answer is wrong") == (row["expected"] == "wrong")


def test_a_wrong_answer_column_is_an_error(session, inputs, tmp_path):  # noqa: F811
    folder, _ = inputs
    arguments = [str(folder / "first.csv"), "--column", "quiz", "--answer", "answer", "--out", str(tmp_path / "out")]
    with pytest.raises(SystemExit, match="no column 'answer'; it has quiz, note; see --answer"):
        dataset.main(arguments)
