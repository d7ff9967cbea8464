"""Wrong input gives an error or an invalid row, and never crashes the interpreter."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, EMPTY, HARD, digits
from lanedoku import Board, Status

CELLS = np.array([digits(HARD)] * 3, "uint8")

MANY: dict[str, Callable[..., Any]] = {
    "solve_batch": lanedoku.solve_batch,
    "count": lambda puzzles: lanedoku.count(puzzles, max=2),
    "is_solution": lambda puzzles: lanedoku.is_solution(puzzles, puzzles),
    "canonical": lanedoku.canonical,
    "shuffle": lambda boards: lanedoku.shuffle(boards, seed=1),
    "minimize": lanedoku.minimize,
    "rate": lanedoku.rate,
}


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize(
    ("puzzles", "error", "text"),
    [
        (None, TypeError, "expected an array of digits, text, a list of texts or an Arrow column, found .*NoneType"),
        ({}, TypeError, "found .*dict"),
        (5, TypeError, "found .*int"),
        (object(), TypeError, "found .*object"),
        ({HARD}, TypeError, "found .*set"),
        ([HARD, 5], TypeError, "row 1 of the list: expected text.*, found .*int"),
        ([[1] * 9] * 9, ValueError, "row 0 of the list: .* found 9 cells; pass one puzzle to solve"),
        ([1] * 81, TypeError, "row 0 of the list: expected text.*, found .*int.*; pass one puzzle to solve"),
        ([HARD, [1] * 80 + [5.0]], TypeError, "row 1 of the list: cell 80: expected an integer, found .*float"),
        ([[True] * 81], TypeError, "row 0 of the list: cell 0: expected an integer, found .*bool"),
        ([CELLS[0] > 1], TypeError, "row 0 of the list: cell 0: expected an integer, found .*bool"),
        ([CELLS[0] / 1], TypeError, "row 0 of the list: cell 0: expected an integer, found .*float"),
        (CELLS.astype("float64"), TypeError, "expected cells of an integer type, or texts, found float64$"),
        (memoryview(CELLS / 1), TypeError, "expected cells of an integer type, or texts, found .*\"d\"$"),
        (memoryview(CELLS > 1), TypeError, 'expected cells of an integer type, or texts, found .*"\\?"$'),
        (CELLS.astype("bool"), TypeError, "expected cells of an integer type, or texts, found bool$"),
        (np.ma.masked_array(CELLS / 1), TypeError, "expected cells of an integer type, or texts, found float64$"),
        (CELLS[0], ValueError, r"expected .* of shape \(n, 81\) or \(n, 9, 9\), found \(81,\); pass one puzzle"),
        (CELLS.reshape(-1, 9, 9)[0], ValueError, r"found \(9, 9\); pass one puzzle"),
        (np.array(list(HARD)), ValueError, r"found <U1 of shape \(81,\); pass one puzzle"),
        (np.array([[HARD, EASY]]), ValueError, r"expected texts of shape \(n,\).* found <U81 of shape \(1, 2\)"),
        (np.array([[HARD, EASY]], "S81"), ValueError, r"found .S81 of shape \(1, 2\)"),
        (np.zeros((3, 80), "U1"), ValueError, r"found <U1 of shape \(3, 80\)"),
        (np.zeros((3, 81), "S2"), ValueError, r"found .S2 of shape \(3, 81\)"),
        (CELLS.T, ValueError, r"found \(81, 3\)"),
        (CELLS.reshape(-1), ValueError, r"found \(243,\)"),
        (np.zeros((2, 9, 9, 9), "uint8"), ValueError, r"found \(2, 9, 9, 9\)"),
        (np.zeros((0, 80), "uint8"), ValueError, r"found \(0, 80\)"),
        (np.zeros((3, 0, 81), "uint8"), ValueError, r"found \(3, 0, 81\)"),
        (np.zeros((0, 81, 0), "uint8"), ValueError, r"found \(0, 81, 0\)"),
        (memoryview(CELLS)[::2], ValueError, "not contiguous; numpy.ascontiguousarray"),
        (np.array([object(), 1.5], object), TypeError, "row 0 of the list"),
        (np.array([np.zeros(3), None], object), TypeError, "row 0 of the list: cell 0: expected an integer"),
        (np.array(["2026-11-23"], "datetime64[D]"), (TypeError, ValueError), ""),
        (np.zeros(3, [("cells", "u1", 81), ("id", "i4")]), TypeError, "pass one of its columns"),
        (array("i", [1, 2, 3]), ValueError, r"found \(3,\)"),
        (array("d", [1, 2, 3]), TypeError, "elements of type \"d\""),
        (memoryview(b"a").cast("B", ()), (TypeError, ValueError), ""),
    ],
)
def test_unsupported_arguments_are_errors(
    name: str, puzzles: Any, error: type[Exception] | tuple[type[Exception], ...], text: str
) -> None:
    with pytest.raises(error, match=text):
        MANY[name](puzzles)


BAD = {
    "short": ("1" + "." * 79, "81"),
    "long": ("." * 82, "82"),
    "a letter": ("." * 40 + "w" + "." * 40, "column 41: 'w'"),
    "not ASCII": ("." * 40 + "é" + "." * 40, ""),
    "a lone surrogate": ("." * 80 + "\ud800", ""),
    "empty": ("", ""),
    "a zero byte": ("." * 80 + "\0", ""),
    "missing": (None, "the value is missing"),
    "80 cells": ([0] * 80, "found 80 cells"),
    "cells beyond a byte": ([0] * 80 + [256], "row 9, column 9: expected a digit from 0 to 9, found 256"),
    "a cell of two characters": (["."] * 80 + ["12"], "row 9, column 9: expected a digit from 0 to 9, found '12'"),
    "cells of letters": (list("." * 40 + "w" + "." * 40), "column 41: 'w'"),
    "clues that collide": (COLLIDES, "row 1, column 1 and row 1, column 2|row 1"),
}


@pytest.mark.parametrize("flaw", BAD)
def test_one_bad_row_does_not_stop_the_others(flaw: str) -> None:
    row, text = BAD[flaw]
    rows = [HARD, row, EASY]
    batch = lanedoku.solve_batch(rows)
    assert batch.status.tolist() == [1, 5, 1]
    assert batch.reason(0) is None and batch.reason(2) is None
    reason = batch.reason(1)
    assert reason is not None
    assert list(batch.reasons()) == [1] and batch.reasons()[1] == reason
    if text:
        assert any(part in reason for part in text.split("|")), reason
    with pytest.raises(ValueError, match="^puzzle 1: ") as error:
        batch.raise_if_invalid()
    assert reason in str(error.value)
    assert not batch.solutions[1].any() and batch[1].solution is None
    # The other functions treat the row in the same way.
    counted = lanedoku.count(rows, max=2)
    assert counted.status.tolist() == [1, 5, 1] and counted.count.tolist() == [1, 0, 1]
    assert lanedoku.rate(rows).status.tolist() == [1, 5, 1]
    assert lanedoku.minimize(rows).valid.tolist() == [True, False, True]
    assert lanedoku.is_solution([str(batch[0].solution), row, str(batch[2].solution)], rows).tolist() == [
        True,
        False,
        True,
    ]
    if flaw != "clues that collide":
        assert lanedoku.shuffle(rows, 2, seed=1).lines()[2:4] == [None, None]
        assert lanedoku.canonical(rows).valid.tolist() == [True, False, True]
        assert lanedoku.canonical(rows)[1] is None


def test_a_wrong_digit_is_named_with_its_cell() -> None:
    cells = CELLS.copy()
    cells[1, 40] = 10
    batch = lanedoku.solve_batch(cells)
    assert batch.status.tolist() == [1, 5, 1]
    assert batch.reason(1) == "row 5, column 5: expected a digit from 0 to 9, found 10"
    # Text in an array of bytes is a frequent mistake.
    text = np.frombuffer(HARD.encode(), "uint8").reshape(1, 81)
    assert "(pass text as bytes or as an array of S81)" in str(lanedoku.solve_batch(text).reason(0))
    for wrong in (255, 128, 11):
        assert lanedoku.solve_batch(np.full((100, 81), wrong, "uint8")).status.tolist() == [5] * 100


def test_collisions_are_named() -> None:
    batch = lanedoku.solve_batch(["1" * 81, COLLIDES])
    assert "more" in str(batch.reason(0))
    assert "row 1" in str(batch.reason(1)) and "1" in str(batch.reason(1))


def test_rows_out_of_range() -> None:
    batch = lanedoku.solve_batch([HARD, "x"])
    boards = lanedoku.shuffle([HARD], 3, seed=1)
    assert batch[-1].status == Status.INVALID and batch.reason(-1) == batch.reason(1)
    assert boards[-1] == boards[2]
    for row in (2, -3, 10**30):
        with pytest.raises(IndexError):
            batch[row]
        with pytest.raises(IndexError):
            batch.reason(row)
    with pytest.raises(IndexError):
        boards[3]


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", ""), ("1" * 80, "81"), ("w" * 81, "column 1"), ("." * 80 + "!", "column 81")],
)
def test_one_invalid_puzzle_is_an_error(text: str, reason: str) -> None:
    for function in (lanedoku.solve, lanedoku.enumerate, lanedoku.count_with_progress, Board):
        with pytest.raises(ValueError, match=reason):
            function(text)


@pytest.mark.parametrize("puzzle", [None, {}, 5, 5.0, object(), np.uint8(5), {1}])
def test_one_puzzle_of_an_unsupported_type(puzzle: Any) -> None:
    for function in (lanedoku.solve, lanedoku.enumerate, lanedoku.count_with_progress, Board):
        with pytest.raises(TypeError, match="^expected text, a Board, or 81 cells in a list or an array, found"):
            function(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "error", "text"),
    [
        (np.zeros(80, "uint8"), ValueError, "^expected 81 cells, or 9 rows of 9, found 80 cells$"),
        (np.zeros((1, 81), "uint8"), ValueError, "found a row of 81 in 1$"),
        (CELLS, ValueError, "found a row of 81 in 3$"),
        ([[1] * 27] * 3, ValueError, "found a row of 27 in 3$"),
        ([], ValueError, "found 0 cells$"),
        (np.zeros(81), TypeError, "^cell 0: expected an integer, found .*float"),
        (np.zeros((9, 9), bool), TypeError, "^cell 0: expected an integer, found .*bool"),
        ([[0] * 9] * 8 + [[0] * 8 + ["12"]], ValueError, "^row 9, column 9: expected a digit from 0 to 9, found '12'$"),
        ([[0] * 9] * 8 + [[0] * 8 + [261]], ValueError, "^row 9, column 9: expected a digit from 0 to 9, found 261$"),
        ([2**70] + [0] * 80, ValueError, "^row 1, column 1: .* found 1180591620717411303424$"),
    ],
)
def test_one_puzzle_of_the_wrong_shape_or_type(puzzle: Any, error: type[Exception], text: str) -> None:
    for function in (lanedoku.solve, lanedoku.enumerate, lanedoku.count_with_progress, Board):
        with pytest.raises(error, match=text):
            function(puzzle)


@pytest.mark.parametrize("kind", ["int8", "int16", "uint16", ">i2", "int32", ">u4", "int64", ">i8", "uint64"])
def test_no_integer_wraps(kind: str) -> None:
    least, most = np.iinfo(kind).min, np.iinfo(kind).max
    wrong = [value for value in (least, -1, 10, 255, 256 + 5, 5 << 8, (1 << 16) + 5, (1 << 32) + 5, most) if value < 0 or value > 9]
    wrong = [value for value in wrong if least <= value <= most]
    cells = np.array([digits(HARD)] * (len(wrong) + 1), kind)
    for row, value in enumerate(wrong):
        cells[row, 40] = value
    batch = lanedoku.solve_batch(cells)
    assert batch.status.tolist() == [5] * len(wrong) + [1]
    for row, value in enumerate(wrong):
        assert batch.reason(row) == f"row 5, column 5: expected a digit from 0 to 9, found {value}"
        assert batch[row].puzzle is None


def frozen() -> Any:
    array = np.zeros((3, 81), "uint8")
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("out", "error", "text"),
    [
        (frozen(), ValueError, "read-only"),
        (bytes(243), ValueError, "read-only|shape"),
        (np.zeros((2, 81), "uint8"), ValueError, r"out: expected an array of shape \(3, 81\) or \(3, 9, 9\), found"),
        (np.zeros((4, 81), "uint8"), ValueError, r"found \(4, 81\)"),
        (np.zeros((81, 3), "uint8"), ValueError, r"found \(81, 3\)"),
        (np.zeros(243, "uint8"), ValueError, r"found \(243,\)"),
        (np.zeros((3, 81), "int8"), TypeError, "not an array of the right type"),
        (np.zeros((3, 81), "uint16"), TypeError, "not an array of the right type"),
        (np.zeros((3, 81), "bool"), TypeError, "not an array of the right type"),
        (np.zeros((3, 162), "uint8")[:, ::2], ValueError, "not contiguous"),
        (np.zeros((3, 81), "uint8", order="F"), ValueError, "not contiguous"),
        (np.zeros((3, 81), "uint8")[::-1], ValueError, "not contiguous"),
        (np.zeros((), "uint8"), ValueError, r"found \(\)"),
        ([0] * 243, TypeError, ""),
        ("x", TypeError, ""),
        (5, TypeError, ""),
    ],
)
def test_an_out_that_does_not_fit(out: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        lanedoku.solve_batch(CELLS, out=out)
    with pytest.raises(error, match=text):
        lanedoku.solve_candidates(np.full((3, 81), 511, "uint16"), out=out)
    for function in (lanedoku.canonical, lanedoku.minimize):
        with pytest.raises(error, match=text):
            function(CELLS, out=out)
    for make in (lanedoku.generate, lanedoku.random_grids):
        with pytest.raises(error, match=text):
            make(3, seed=1, out=out)


def test_an_out_that_fits() -> None:
    for out in (np.full((3, 81), 7, "uint8"), np.full((3, 9, 9), 7, "uint8")):
        batch = lanedoku.solve_batch([HARD, COLLIDES, EASY], out=out)
        assert batch.solutions is out
        assert not out[1].any() and out[0].all()
        assert str(batch[0].solution) == str(lanedoku.solve(HARD).solution)


def test_boards_go_into_an_out_that_fits() -> None:
    calls: list[tuple[Callable[..., Any], tuple[int, ...]]] = [
        (lambda **out: lanedoku.canonical(CELLS, **out), (3, 9, 9)),
        (lambda **out: lanedoku.minimize(CELLS, **out), (3, 81)),
        (lambda **out: lanedoku.generate(3, seed=1, **out), (3, 81)),
        (lambda **out: lanedoku.generate(3, seed=1, clues=30, **out), (3, 9, 9)),
        (lambda **out: lanedoku.random_grids(3, seed=1, **out), (3, 81)),
        (lambda **out: lanedoku.shuffle(CELLS, seed=1, **out), (3, 1, 81)),
        (lambda **out: lanedoku.shuffle(CELLS, 2, seed=1, **out), (3, 2, 9, 9)),
    ]
    for call, shape in calls:
        out = np.full(shape, 7, "uint8")
        made = call(out=out)
        assert made.cells is out
        np.testing.assert_array_equal(out.ravel(), call().cells.ravel())
        assert made.lines() == call().lines()


def test_answers_may_overwrite_the_puzzles() -> None:
    expected = lanedoku.solve_batch(np.repeat(CELLS, 1000, 0))
    puzzles = np.repeat(CELLS, 1000, 0)
    batch = lanedoku.solve_batch(puzzles, out=puzzles, threads=4)
    np.testing.assert_array_equal(puzzles, expected.solutions)
    np.testing.assert_array_equal(batch.status, expected.status)
    # If the arrays overlap in part, answers may be wrong, but there is no crash.
    memory = np.zeros((3001, 81), "uint8")
    memory[:3000] = np.repeat(CELLS, 1000, 0)
    batch = lanedoku.solve_batch(memory[:3000], out=memory[1:], threads=4)
    assert len(batch) == 3000 and set(batch.summary()) <= set(Status)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: lanedoku.solve_batch([HARD], threads=0), ValueError, "threads: expected 1 to 1024, found 0"),
        (lambda: lanedoku.solve_batch([HARD], threads=-1), ValueError, "threads: .* found -1"),
        (lambda: lanedoku.solve_batch([HARD], threads=10**30), ValueError, "threads: "),
        (lambda: lanedoku.solve_batch([HARD], threads="2"), TypeError, "threads: expected an integer, found '2'"),
        (lambda: lanedoku.solve_batch([HARD], threads=1.5), TypeError, "threads: expected an integer, found 1.5"),
        (lambda: lanedoku.solve_batch([HARD], step_limit=-1), ValueError, "step_limit: expected 0 to .*, found -1"),
        (lambda: lanedoku.solve_batch([HARD], step_limit=2**64), ValueError, "step_limit: "),
        (lambda: lanedoku.solve_batch([HARD], step_limit="5"), TypeError, "step_limit: "),
        (lambda: lanedoku.shuffle([HARD], [HARD], seed=1), TypeError, "k: .* for a pair, pass solutions="),
        (lambda: lanedoku.shuffle([HARD], seed=1, solutions=[]), ValueError, "a solution for each of 1 boards, found 0"),
        (lambda: lanedoku.shuffle([HARD], seed=1, solutions=[HARD], out=[CELLS]), ValueError, "out: expected an array for"),
        (lambda: lanedoku.solve(HARD, step_limit=-1), ValueError, "step_limit: "),
        (lambda: lanedoku.solve(HARD, timeout=-1), ValueError, "timeout: expected seconds from 0, found -1"),
        (lambda: lanedoku.solve_candidates([], timeout=float("nan")), ValueError, "timeout: .* found nan"),
        (lambda: lanedoku.count([HARD], timeout="1"), TypeError, "timeout: expected seconds or None, found '1'"),
        (lambda: lanedoku.solve_batch([HARD], any_solution=None), TypeError, "any_solution"),
        (lambda: lanedoku.count([HARD], max=-1), ValueError, "max: expected 0 to .*, found -1"),
        (lambda: lanedoku.enumerate(HARD, max=-1), ValueError, "max: "),
        (lambda: lanedoku.count_with_progress(HARD, max=-1), ValueError, "max: "),
        (lambda: lanedoku.enumerate(HARD, step_limit=-1), ValueError, "step_limit: "),
        (lambda: lanedoku.shuffle([HARD], -1, seed=1), ValueError, "k: expected 0 to .*, found -1"),
        (lambda: lanedoku.shuffle([HARD], 2, seed=-1), ValueError, "seed: "),
        (lambda: lanedoku.shuffle([HARD], 2, seed=1, first=-1), ValueError, "first: "),
        (lambda: lanedoku.rate([HARD], images=-1), ValueError, "images: "),
        (lambda: lanedoku.rate([HARD], images=257), ValueError, "images: expected .* to 256, found 257"),
        (lambda: lanedoku.minimize([HARD], seed=-1), ValueError, "seed: "),
        (lambda: lanedoku.generate(-1, seed=1), ValueError, "n: expected 0 to .*, found -1"),
        (lambda: lanedoku.generate(2**40 + 1, seed=1), ValueError, "n: "),
        (lambda: lanedoku.generate("3", seed=1), TypeError, "n: expected an integer, found '3'"),
        (lambda: lanedoku.generate(1, seed=None), TypeError, "seed: "),
        (lambda: lanedoku.generate(1, seed=1, first=2**64), ValueError, "first: "),
        (lambda: lanedoku.generate(1, seed=1, attempts=-1), ValueError, "attempts: "),
        (lambda: lanedoku.generate(1, seed=1, attempts=2**32), ValueError, "attempts: "),
        (lambda: lanedoku.generate(1, seed=1, clues=16), ValueError, "clues: a puzzle with one solution has 17 to 81"),
        (lambda: lanedoku.generate(1, seed=1, clues=82), ValueError, "clues: .* found 82 to 82"),
        (lambda: lanedoku.generate(1, seed=1, clues=(30, 25)), ValueError, "clues: .* found 30 to 25"),
        (lambda: lanedoku.generate(1, seed=1, clues="25"), TypeError, "clues: "),
        (lambda: lanedoku.generate(1, seed=1, clues=(25,)), TypeError, "clues: "),
        (lambda: lanedoku.generate(1, seed=1, symmetry="round"), ValueError, 'one of none, half-turn, .*found "round"'),
        (lambda: lanedoku.generate(1, seed=1, symmetry=""), ValueError, "symmetry: expected one of"),
        (lambda: lanedoku.generate(1, seed=1, symmetry=None), TypeError, "symmetry: "),
        (lambda: lanedoku.generate(1, seed=1, pattern="z"), ValueError, "column 1"),
        (lambda: lanedoku.generate(1, seed=1, pattern=5), TypeError, "expected text, a Board"),
        (lambda: lanedoku.random_grids(-1, seed=1), ValueError, "n: "),
        (lambda: lanedoku.is_solution([HARD], [HARD, HARD]), ValueError, "expected an answer for each of 2 puzzles, found 1"),
        (lambda: lanedoku.is_solution([HARD], []), ValueError, "each of 0 puzzles, found 1"),
        (lambda: lanedoku.solve_batch([HARD] * 2, progress=5), TypeError, "progress: expected a function"),
    ],
)
def test_wrong_numbers_and_names(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(
    ("candidates", "error", "text"),
    [
        (None, TypeError, ""),
        (5, TypeError, ""),
        ({}, TypeError, ""),
        ([None], TypeError, ""),
        (np.full((3, 80), 511, "uint16"), ValueError, r"expected an array of shape \(n, 81\) or \(n, 9, 9\), found \(3, 80\)"),
        (np.full((3, 81), 512, "uint16"), ValueError, "row 0, cell 0: expected the bits of 9 candidates, found 512"),
        (np.full((3, 81), 512), ValueError, "row 0, cell 0: expected the bits of 9 candidates, found 512"),
        (np.full((3, 9, 9), -1), ValueError, "row 0, cell 0: expected the bits of 9 candidates, found -1"),
        (np.full((3, 81), (1 << 16) + 1, ">u4"), ValueError, "row 0, cell 0: .*, found 65537"),
        (np.full((3, 81), 511.0), TypeError, "expected uint16"),
        (np.ma.masked_array(np.full((3, 81), 511), mask=True), TypeError, "found a masked array"),
        (np.zeros((3, 81), "uint8"), ValueError, r"expected an array of shape \(n, 729\)"),
        (np.zeros((3, 81, 8), "bool"), ValueError, r"found \(3, 81, 8\)"),
        (np.zeros((), "uint16"), (TypeError, ValueError), ""),
        (["123456789" * 81, "1" * 728], ValueError, "row 1: "),
        (["w" * 729], ValueError, "row 0: "),
    ],
)
def test_invalid_candidates_are_errors(candidates: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        lanedoku.solve_candidates(candidates)


def test_candidates_with_a_wrong_mask_far_down() -> None:
    masks = np.full((2000, 81), 511, "uint16")
    masks[1234, 56] = 1 << 15
    with pytest.raises(ValueError, match="row 1234, cell 56: "):
        lanedoku.solve_candidates(masks)


HUGE = """
import resource
import lanedoku
gigabyte = 1 << 30
resource.setrlimit(resource.RLIMIT_AS, (2 * gigabyte, 2 * gigabyte))
puzzle = "." * 81
calls = [
    lambda: lanedoku.generate(2**40, seed=1),
    lambda: lanedoku.random_grids(2**40, seed=1),
    lambda: lanedoku.shuffle([puzzle], 2**32, seed=1),
    lambda: lanedoku.shuffle([puzzle] * 1000, 2**32, seed=1),
]
for call in calls:
    try:
        call()
    except MemoryError as error:
        print("out of memory")
print(lanedoku.solve_batch([puzzle]))
"""


def test_huge_counts_are_errors() -> None:
    pytest.importorskip("resource")
    assert run(HUGE) == ["out of memory"] * 4 + ["Batch of 1: 1 multiple"]


def run(code: str) -> list[str]:
    """Runs a program in another interpreter, and returns the lines that it prints."""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, f"exit code {ended.returncode}: {ended.stderr[-2000:]}"
    return ended.stdout.split("\n")[:-1]


def test_empty_input_is_valid() -> None:
    none = np.zeros((0, 81), "uint8")
    assert len(lanedoku.count(none)) == 0
    assert lanedoku.is_solution(none, []).shape == (0,)
    assert lanedoku.canonical(none).cells.shape == (0, 81)
    assert lanedoku.shuffle(none, 3, seed=1).cells.shape == (0, 3, 81)
    assert lanedoku.shuffle([HARD], 0, seed=1).cells.shape == (1, 0, 81)
    assert len(lanedoku.shuffle([HARD], 0, seed=1)) == 0 and lanedoku.shuffle([HARD], 0, seed=1).lines() == []
    assert lanedoku.minimize(none).lines() == []
    assert lanedoku.rate(none).needs_names() == []
    assert lanedoku.generate(0, seed=1).lines() == []
    assert lanedoku.random_grids(0, seed=1).lines() == []
    assert len(lanedoku.solve_candidates(np.zeros((0, 81), "uint16"))) == 0
    assert len(lanedoku.solve_candidates([])) == 0
    assert list(lanedoku.enumerate(HARD, max=0)) == []
    calls: list[object] = []
    lanedoku.solve_batch(none, progress=lambda *seen: calls.append(seen))
    assert calls in ([], [(0, 0)])


class Garbage:
    """An object with the methods of an Arrow column."""

    def __init__(self, **answers: Any) -> None:
        for name, answer in answers.items():
            setattr(self, f"__arrow_c_{name}__", lambda requested_schema=None, answer=answer: answer)


@pytest.mark.parametrize("garbage", [None, 5, "x", (), (1,), (1, 2), (None, None), [], b"arrow_array"], ids=repr)
def test_garbage_in_place_of_capsules(garbage: Any) -> None:
    for name in ("array", "stream"):
        with pytest.raises((TypeError, ValueError, IndexError)):
            lanedoku.solve_batch(Garbage(**{name: garbage}))


def test_capsules_of_another_kind() -> None:
    pa = pytest.importorskip("pyarrow")
    array = pa.array([HARD])
    schema, data = array.__arrow_c_array__()
    for pair in ((data, schema), (schema, schema), (data, data), (schema,)):
        with pytest.raises((TypeError, ValueError, IndexError)):
            lanedoku.solve_batch(Garbage(array=pair))
    with pytest.raises((TypeError, ValueError)):
        lanedoku.solve_batch(Garbage(stream=data))
    # Rejected capsules can still be used.
    assert lanedoku.solve_batch(Garbage(array=(schema, data))).status.tolist() == [1]


def test_capsules_that_were_used_before() -> None:
    pa = pytest.importorskip("pyarrow")
    capsules = pa.array([HARD]).__arrow_c_array__()
    lanedoku.solve_batch(Garbage(array=capsules))
    with pytest.raises(ValueError, match="Arrow: "):
        lanedoku.solve_batch(Garbage(array=capsules))
    capsule = pa.chunked_array([[HARD]]).__arrow_c_stream__()
    lanedoku.solve_batch(Garbage(stream=capsule))
    with pytest.raises(ValueError, match="Arrow: .*released"):
        lanedoku.solve_batch(Garbage(stream=capsule))


def test_a_schema_of_another_array() -> None:
    pa = pytest.importorskip("pyarrow")
    for other in (pa.array([1, 2, 3]), pa.array([True])):
        schema, _ = pa.array([HARD]).__arrow_c_array__()
        _, data = other.__arrow_c_array__()
        with pytest.raises(ValueError, match="Arrow: "):
            lanedoku.solve_batch(Garbage(array=(schema, data)))


def test_a_stream_that_breaks_off() -> None:
    pa = pytest.importorskip("pyarrow")

    def batches() -> Any:
        yield pa.record_batch({"puzzle": [HARD]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("puzzle", pa.string())]), batches())
    with pytest.raises((TypeError, ValueError)):
        lanedoku.solve_batch(reader)


def test_columns_without_strings() -> None:
    pa = pytest.importorskip("pyarrow")
    columns = [
        pa.array([1, 2]),
        pa.array([1.5]),
        pa.array([True]),
        pa.record_batch({"puzzle": [1]}),
        pa.table({"puzzle": [True]}),
        pa.chunked_array([[1], [2]]),
    ]
    for column in columns:
        with pytest.raises(TypeError, match="expected an Arrow column of strings, found "):
            lanedoku.solve_batch(column)
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="expected an Arrow column of strings, found "):
        lanedoku.solve_batch(polars.Series([1]))
    with pytest.raises(TypeError, match="expected an Arrow column of strings, found "):
        lanedoku.solve_batch(polars.DataFrame({"puzzle": [1]}))


def test_a_binary_column_of_another_width_has_no_boards() -> None:
    pa = pytest.importorskip("pyarrow")
    assert lanedoku.solve_batch(pa.array([b"12", b"34"], pa.binary(2))).status.tolist() == [5, 5]
    assert lanedoku.solve_batch(pa.array([b"", None], pa.binary(0))).status.tolist() == [5, 5]


def strange_buffers() -> list[Any]:
    random = np.random.default_rng(1)
    base = random.integers(0, 256, 4 * 81 * 9, "uint8")
    buffers: list[Any] = [
        (ctypes.c_int * 81)(),
        (ctypes.c_uint8 * 81)(),
        (ctypes.c_char * 81)(),
        (ctypes.c_char * 81 * 2)(),
        (ctypes.c_uint8 * 9 * 9 * 2)(),
        (ctypes.c_uint8 * 81 * 0)(),
        ctypes.c_uint8(1),
        array("B", bytes(81)),
        array("b", bytes(81)),
        array("d", [1.0] * 81),
        array("w" if sys.version_info >= (3, 13) else "u", HARD),
        memoryview(bytes(162)).cast("B", (2, 81)),
        memoryview(bytes(162)).cast("c"),
        memoryview(bytes(162)).cast("b", (2, 81)),
        memoryview(bytes(162)).cast("?", (2, 81)),
        memoryview(bytes(1)).cast("B", ()),
        memoryview(bytes(162))[::-1],
        memoryview(bytes(162))[::2],
        memoryview(bytes(162)).cast("B", (2, 81))[::-1],
        memoryview(np.zeros((2, 0, 81), "uint8")),
        memoryview(np.zeros((0, 81), "uint8")),
        memoryview(np.array([HARD], "S81")),
        np.zeros((2, 81), "V1"),
        np.zeros(2, "V81"),
        np.zeros((2, 81), "S1"),
        np.array("x", "S81"),
        np.zeros(2, "S0"),
        np.zeros((2, 2), "S81"),
        np.zeros(2, [("a", "u1", (81,))]),
        np.zeros((2, 81), [("a", "u1")]),
        np.zeros((2, 81), "complex128"),
        np.zeros((2, 81), ">u1"),
        np.zeros((1,) * 30 + (81,), "uint8"),
        np.array([float("nan"), None, HARD, b"x", np.nan], object),
        np.ma.masked_array(np.zeros((2, 81), "uint8"), mask=True),
        np.matrix(np.zeros((2, 81), "uint8")),
        np.uint8(5),
        np.array(["x", "\ud800"], "U81"),
    ]
    for _ in range(200):
        shape = tuple(random.integers(0, 10, random.integers(0, 5)).tolist()) + ((81,) if random.random() < 0.5 else ())
        strides = tuple(random.integers(-81, 82, len(shape)).tolist())
        reach = sum(abs(stride) * max(length - 1, 0) for stride, length in zip(strides, shape, strict=True))
        if 2 * reach < len(base):
            buffers.append(np.lib.stride_tricks.as_strided(base[len(base) // 2 :], shape, strides))
    return buffers


def test_strange_buffers_are_answered_or_refused() -> None:
    for buffer in strange_buffers():
        for call in (lanedoku.solve_batch, lanedoku.canonical, lanedoku.solve, lanedoku.solve_candidates):
            try:
                answer = call(buffer)
            except (TypeError, ValueError, BufferError, NotImplementedError):
                continue
            repr(answer)
            if isinstance(answer, lanedoku.Batch):
                assert set(answer.status.tolist()) <= set(range(1, 6))
                answer.reasons()


def test_an_object_that_lies_about_its_dtype() -> None:
    class Liar:
        dtype = np.dtype("uint8")

        def __iter__(self) -> Any:
            return iter([HARD, 5])

    with pytest.raises(TypeError, match="row 1 of the list"):
        lanedoku.solve_batch(Liar())


def test_a_list_that_changes_while_it_is_read() -> None:
    class Text(str):
        pass

    class Shrinks(list):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            while self:
                yield self.pop()

        def __len__(self) -> int:
            return 10**9 if len(list(super().__iter__())) else 0

    assert lanedoku.solve_batch([Text(HARD)]).status.tolist() == [1]
    try:
        lanedoku.solve_batch(Shrinks([HARD] * 5))
    except (MemoryError, ValueError, TypeError):
        pass


def test_an_array_that_another_thread_writes_to() -> None:
    puzzles = np.repeat(CELLS, 2000, 0)
    noise = np.random.default_rng(1).integers(0, 256, puzzles.shape, "uint8")
    original = puzzles.copy()
    ended = threading.Event()

    def write() -> None:
        while not ended.is_set():
            puzzles[:] = noise
            puzzles[:] = original

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(5):
            batch = lanedoku.solve_batch(puzzles, threads=2)
            assert set(batch.status.tolist()) <= set(range(1, 6))
            batch.reasons()
            lanedoku.canonical(puzzles[:50])
            lanedoku.is_solution(puzzles, puzzles)
    finally:
        ended.set()
        writer.join()


def test_errors_leave_nothing_behind() -> None:
    # A bytearray cannot grow while a buffer of it is held.
    out, text = bytearray(81), bytearray(HARD.encode())
    with pytest.raises(ValueError):
        lanedoku.solve_batch([HARD, EMPTY], out=out)
    lanedoku.solve_batch(text)
    out.append(1)
    text.append(1)
