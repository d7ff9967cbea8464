"""Some rows of a result, and its other forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, EMPTY, HARD, NONE, TWO
from lanedoku import Board, Status

LINES = [HARD, "x", EMPTY, COLLIDES, NONE, TWO, EASY, None]

RESULTS: dict[str, Any] = {
    "solve_batch": lanedoku.solve_batch(LINES),
    "count": lanedoku.count(LINES, max=2),
    "rate": lanedoku.rate(LINES),
    "canonical": lanedoku.canonical(LINES),
    "minimize": lanedoku.minimize(LINES),
    "shuffle": lanedoku.shuffle(LINES, seed=1),
    "grade": lanedoku.grade(LINES, LINES, solutions=LINES),
}

PICKED = {
    "the first": slice(3),
    "a slice": slice(2, 5),
    "backwards": slice(None, None, -2),
    "beyond the end": slice(5, 100),
    "no rows": slice(4, 4),
    "a mask": np.arange(8) % 3 == 0,
    "a list of booleans": [True, False] * 4,
    "row numbers": np.array([6, 1, 1, -1]),
    "a list": [7, 0],
    "an empty list": [],
}


@pytest.mark.parametrize("which", PICKED)
@pytest.mark.parametrize("name", RESULTS)
def test_some_rows(name: str, which: str) -> None:
    whole, rows = RESULTS[name], PICKED[which]
    numbers = np.arange(8)[rows if len(np.atleast_1d(rows)) else slice(0, 0)].tolist()
    part = whole[rows]
    assert type(part) is type(whole) and len(part) == len(numbers)
    for column, array in vars(whole).items():
        if isinstance(array, np.ndarray):
            np.testing.assert_array_equal(getattr(part, column), array[numbers], column)
    reasons = {row: whole.reason(number) for row, number in enumerate(numbers) if whole.reason(number)}
    assert part.reasons() == reasons
    assert {row: part.reason(row) for row in reasons} == reasons
    if isinstance(whole, (lanedoku.Batch, lanedoku.Boards)):
        assert list(part) == [whole[number] for number in numbers]
    # Rows of rows.
    assert part[::-1].reasons() == {len(numbers) - 1 - row: reason for row, reason in sorted(reasons.items(), reverse=True)}


def test_a_slice_shares_memory_and_a_mask_does_not() -> None:
    batch = lanedoku.solve_batch([HARD, EASY])
    assert np.shares_memory(batch[:1].solutions, batch.solutions)
    assert not np.shares_memory(batch[[0]].solutions, batch.solutions)


def test_some_of_the_copies() -> None:
    boards = lanedoku.shuffle([HARD, "x", EASY], 3, seed=1)
    part = boards[2:7]
    assert list(part) == list(boards)[2:7] and len(part) == 5 and part.cells.shape == (5, 81)
    assert list(part.reasons()) == [1, 2, 3] and part.reason(1) == boards.reason(1)
    assert lanedoku.canonical(boards[[0, 8]]).lines() == lanedoku.canonical([HARD, EASY]).lines()


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([8], IndexError),
        ([-9], IndexError),
        (np.ones(7, bool), IndexError),
        (np.ones((8, 1), bool), TypeError),
        ([0.5], TypeError),
        ("x", TypeError),
        (None, TypeError),
        (0.0, TypeError),
        ((0, 1, "x"), TypeError),
    ],
    ids=repr,
)
def test_no_such_rows(rows: Any, error: type[Exception]) -> None:
    for whole in RESULTS.values():
        with pytest.raises(error):
            whole[rows]


def test_pandas_and_arrow() -> None:
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    for name, result in RESULTS.items():
        table = result.to_arrow()
        assert isinstance(table, pa.Table) and table.equals(pa.Table.from_batches([pa.record_batch(result)])), name
        assert result.to_pandas().equals(table.to_pandas())
        assert result[:0].to_arrow().num_rows == 0
        assert result[1::3].to_arrow().equals(table.take([1, 4, 7]))
    frame = RESULTS["solve_batch"].to_pandas()
    assert frame["status"].tolist() == ["unique", "invalid", "multiple", "invalid", "none", "multiple", "unique", "invalid"]
    assert frame["solution"][0] == str(lanedoku.solve(HARD).solution) and pd.isna(frame["solution"][1])


def test_a_table_larger_than_an_arrow_array(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("lanedoku._columns._MOST_EXPORTED", 3)
    for result in RESULTS.values():
        table = result.to_arrow()
        assert table.num_rows == 8 and table.column(0).num_chunks == 3
    table = lanedoku.shuffle([HARD, EASY], 4, seed=1).to_arrow()
    assert table["puzzle"].to_pylist() == lanedoku.shuffle([HARD, EASY], 4, seed=1).lines()


COLUMNS = {
    **{name: ("uint8", (81,)) for name in ("solutions", "cells")},
    **{name: ("uint8", ()) for name in ("status", "needs", "right_cells", "hardest")},
    **{name: ("uint32", ()) for name in ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps")},
    **{name: ("uint64", ()) for name in ("guesses", "steps", "count")},
    **{name: ("float64", ()) for name in ("level", "pearl", "diamond")},
    **{name: ("bool", ()) for name in ("valid", "exact", "is_solution", "is_complete", "is_consistent", "keeps_clues")},
    "counts": ("uint32", (len(lanedoku.TECHNIQUES) - 1,)),
}


def test_every_column_is_an_array_of_its_own() -> None:
    results = [
        *(result for name, result in RESULTS.items() if name != "shuffle"),
        lanedoku.solve_candidates(np.full((8, 81), 511, "uint16"), step_limit=10),
        lanedoku.generate(8, seed=1),
        lanedoku.generate(8, seed=1, clues=30),
        lanedoku.random_grids(8, seed=1),
        lanedoku.difficulty(LINES),
    ]
    arrays = [(*COLUMNS[name], array) for result in results for name, array in vars(result).items() if name in COLUMNS]
    assert len(arrays) == 4 + 3 + 6 + 2 + 2 + 5 + 4 + 2 + 2 + 2 + 6
    shuffled = lanedoku.shuffle(LINES, 3, seed=1)
    arrays += [("uint8", (3, 81), shuffled.cells), ("bool", (), shuffled.valid)]
    arrays += [
        ("bool", (), lanedoku.is_solution(LINES, LINES)),
        ("bool", (), lanedoku.is_minimal(LINES)),
        ("bool", (81,), lanedoku.redundant_clues(LINES)),
        ("bool", (81,), lanedoku.wrong_clues(LINES)),
        ("bool", (), lanedoku.keeps_solution(LINES, [0] * 8, [1] * 8)),
        ("bool", (81, 9), lanedoku.possible(LINES)),
        ("bool", (81, 9), lanedoku.possible_candidates(np.full((8, 81), 511, "uint16"))),
        ("uint8", (325,), lanedoku.traces(LINES)),
    ]
    for dtype, shape, array in arrays:
        assert type(array) is np.ndarray and array.dtype == dtype and array.shape == (8, *shape)
        assert array.flags.carray and array.flags.owndata


def test_a_pair_is_shuffled_alike() -> None:
    puzzles = lanedoku.generate(20, seed=3).cells
    solutions = lanedoku.solve_batch(puzzles).solutions
    boards, answers = lanedoku.shuffle(puzzles, 4, seed=5, first=7, solutions=solutions)
    assert boards.lines() == lanedoku.shuffle(puzzles, 4, seed=5, first=7).lines()
    assert answers.lines() == lanedoku.shuffle(solutions, 4, seed=5, first=7).lines()
    assert lanedoku.is_solution(answers, boards).all()
    outs = np.zeros((20, 4, 81), "uint8"), np.zeros((20, 4, 9, 9), "uint8")
    pair = lanedoku.shuffle(puzzles, 4, seed=5, first=7, solutions=solutions, out=outs)
    assert pair[0].cells is outs[0] and pair[1].cells is outs[1] and pair[1].lines() == answers.lines()
    # A row without a board has none in the result; the other rows keep their symmetries.
    some = lanedoku.shuffle([HARD, "x", EASY], seed=1, solutions=["x", EASY, EASY])
    assert some[0].valid.tolist() == [True, False, True] and some[1].valid.tolist() == [False, True, True]
    assert some[0][2] == some[1][2]


def test_no_limit_is_none() -> None:
    for limit in (None, 0):
        assert lanedoku.solve(HARD, step_limit=limit).status == Status.UNIQUE
        assert lanedoku.solve_batch([HARD], step_limit=limit).status.tolist() == [1]
        assert lanedoku.solve_candidates(np.full((1, 81), 511), step_limit=limit).status.tolist() == [2]
        assert lanedoku.count([TWO], step_limit=limit).count.tolist() == [2]
        assert len(list(lanedoku.enumerate(TWO, step_limit=limit))) == 2


def test_one_puzzle_has_the_answer_of_a_batch() -> None:
    hard = lanedoku.generate(50, seed=2).lines()
    for puzzle in [line for line in LINES if line and line != "x"] + hard:
        batch = lanedoku.solve_batch([puzzle])
        assert lanedoku.solve(puzzle) == batch[0]
        assert lanedoku.solve(Board(puzzle), timeout=100.0) == batch[0]
        assert lanedoku.solve(puzzle, step_limit=3).status == lanedoku.solve_batch([puzzle], step_limit=3)[0].status


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_counts_up_to_two_are_those_of_a_longer_count(most: int) -> None:
    lines = [*LINES, *lanedoku.generate(300, seed=2).lines(), EMPTY, NONE] * 3
    found, all_found = lanedoku.count(lines, max=most), lanedoku.count(lines, max=10)
    # At `max`, there may be another solution: the status is known from two on.
    cut = (all_found.status != Status.INVALID) & (all_found.count >= most)
    status = np.where(cut, Status.MULTIPLE if most > 1 else Status.STOPPED, all_found.status)
    np.testing.assert_array_equal(found.status, status)
    np.testing.assert_array_equal(found.exact, ~cut & (all_found.status != Status.INVALID))
    np.testing.assert_array_equal(found.count, np.minimum(all_found.count, most))
