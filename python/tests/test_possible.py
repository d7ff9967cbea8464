"""Possible digits, moves and wrong clues, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest

import lanedoku
from lanedoku import Status
from boards import COLLIDES, EMPTY, HARD, NONE, TWO, solutions


def boards() -> list[str]:
    """Boards with few solutions: puzzles without some of their clues."""
    lines = lanedoku.generate(12, seed=3, clues=27).lines()
    found = []
    for number, line in enumerate(lines):
        assert line is not None
        clues = [cell for cell in range(81) if line[cell] != "."]
        dropped = clues[:: 9 - number % 4][:3]
        found.append("".join("." if cell in dropped else clue for cell, clue in enumerate(line)))
    return [board for board in found if len(solutions(board, 2000)) < 2000]


def allowed_by(board: str) -> list[list[bool]]:
    found = {(cell, digit) for solution in solutions(board, 2000) for cell, digit in enumerate(str(solution))}
    return [[(cell, digit) in found for digit in "123456789"] for cell in range(81)]


def test_possible_digits_are_those_of_all_solutions() -> None:
    rows = [*boards(), HARD, TWO]
    assert len(rows) > 8
    for threads in (1, 3):
        allowed = lanedoku.possible(rows * 60, threads=threads)
        assert allowed.dtype == bool and allowed.shape == (60 * len(rows), 81, 9)
        np.testing.assert_array_equal(allowed, [allowed_by(row) for row in rows] * 60)
    assert lanedoku.possible([EMPTY]).all()


def test_rows_without_a_solution_allow_nothing() -> None:
    assert not lanedoku.possible([NONE, COLLIDES, "x", None]).any()
    assert lanedoku.possible([]).shape == (0, 81, 9)
    assert lanedoku.wrong_clues([]).shape == (0, 81)


def test_a_limit_leaves_digits_out_and_says_so() -> None:
    rows = [*boards(), HARD, EMPTY, NONE, COLLIDES, None]
    status = np.zeros(len(rows), "uint8")
    whole = lanedoku.possible(rows, status=status)
    assert status.tolist()[-5:] == [Status.UNIQUE, Status.MULTIPLE, Status.NONE, Status.INVALID, Status.INVALID]
    limited = lanedoku.possible(rows, step_limit=10**7, threads=2)
    np.testing.assert_array_equal(limited, whole)
    stopped = 0
    for steps in (1, 5, 40, 300):
        found = lanedoku.possible(rows, step_limit=steps, status=status)
        assert not (found & ~whole).any()
        stopped += (status == Status.LIMIT).sum()
        decided = status != Status.LIMIT
        np.testing.assert_array_equal(found[decided], whole[decided])
    assert stopped > 5
    with pytest.raises(ValueError, match="status"):
        lanedoku.possible(rows, status=status[:2])
    with pytest.raises(ValueError, match="step_limit"):
        lanedoku.possible(rows, step_limit=-1)


def test_possible_digits_of_pencil_marks() -> None:
    rows = [*boards(), HARD, EMPTY]
    marks = np.array([[[cell in (".", digit) for digit in "123456789"] for cell in row] for row in rows])
    status = np.zeros(len(rows), "uint8")
    for threads in (1, 3):
        found = lanedoku.possible_candidates(marks, threads=threads, status=status)
        np.testing.assert_array_equal(found, lanedoku.possible(rows))
    assert status.tolist() == [Status.MULTIPLE] * (len(rows) - 2) + [Status.UNIQUE, Status.MULTIPLE]
    # What is not a candidate is not possible.
    marks[:, 0, 0] = False
    assert not lanedoku.possible_candidates(marks)[:, 0, 0].any()
    lanedoku.possible_candidates(marks, step_limit=1, status=status)
    assert (status == Status.LIMIT).any()
    assert lanedoku.possible_candidates(marks[:0]).shape == (0, 81, 9)


def test_moves_keep_a_solution_if_the_digit_is_possible() -> None:
    board = boards()[0]
    moves = [(cell, digit) for cell in range(81) if board[cell] == "." for digit in range(1, 10)]
    cells, digits = np.array(moves).T
    allowed = lanedoku.possible([board])[0]
    for threads in (1, 3):
        kept = lanedoku.keeps_solution([board] * len(moves), cells, digits, threads=threads)
        np.testing.assert_array_equal(kept, allowed[cells, digits - 1])
    assert lanedoku.keeps_solution(["x", EMPTY], [0, 80], [1, 9]).tolist() == [False, True]


@pytest.mark.parametrize(
    ("cells", "digits", "error", "message"),
    [
        ([0], [1, 2], ValueError, "cells: expected one for each of 2 boards, found 1"),
        ([0, 81], [1, 2], ValueError, "cells: expected 0 to 80, found 81"),
        ([0, 1], [1, 0], ValueError, "digits: expected 1 to 9, found 0"),
        ([0, 1.0], [1, 1], TypeError, "cells: expected integers, found 1.0"),
    ],
)
def test_wrong_moves_are_errors(cells: list[int], digits: list[int], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        lanedoku.keeps_solution([EMPTY, EMPTY], cells, digits)


def test_wrong_clues_are_the_clues_whose_removal_leaves_a_solution() -> None:
    full = str(lanedoku.solve(HARD).solution)
    # One digit is wrong, and the cells of its row, column and box that would collide with it are open.
    wrong = "".join("." if digit == "1" else digit for digit in full)
    wrong = wrong[:9] + "1" + wrong[10:]
    rows = [HARD, EMPTY, NONE, COLLIDES, wrong, "2" + HARD[1:], None]
    for row, wrong_clues in zip(rows, lanedoku.wrong_clues(rows), strict=True):
        for cell, found in enumerate(wrong_clues):
            without = row and row[:cell] + "." + row[cell + 1 :]
            # A board that has a solution has no wrong clues.
            is_wrong = without is not None and row[cell] != "." and not solutions(row, 1) and solutions(without, 1)
            assert found == bool(is_wrong)
    assert lanedoku.wrong_clues([wrong])[0].nonzero()[0].tolist() == [9]
    assert lanedoku.wrong_clues(rows * 40, threads=3).tolist() == lanedoku.wrong_clues(rows).tolist() * 40
