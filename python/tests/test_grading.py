"""Grades of answers, against their definition."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, HARD, collides, fits

NAMES = ("is_solution", "is_complete", "is_consistent", "keeps_clues")


def damaged(random: Random, solution: str) -> str:
    """A solution with some cells changed, opened or exchanged."""
    cells = list(solution)
    for _ in range(random.randrange(4)):
        cell, other = random.randrange(81), random.randrange(81)
        if random.random() < 0.5:
            cells[cell], cells[other] = cells[other], cells[cell]
        else:
            cells[cell] = random.choice(".123456789")
    return "".join(cells)


def test_grades_are_those_of_the_definition() -> None:
    random = Random(1)
    puzzles = [str(board) for board in lanedoku.generate(400, seed=5)]
    solutions = [str(result.solution) for result in lanedoku.solve_batch(puzzles)]
    answers = [damaged(random, solution) for solution in solutions]
    cells = np.array([list(answer.replace(".", "0")) for answer in answers]).astype("int64")
    for given in (answers, cells, cells.astype("uint8")):
        for threads in (1, 3):
            grades = lanedoku.grade(given, puzzles, solutions=solutions, threads=threads)
            assert grades.right_cells is not None
            for row, (answer, puzzle, solution) in enumerate(zip(answers, puzzles, solutions, strict=True)):
                complete = "." not in answer
                kept = all(clue in (".", digit) for clue, digit in zip(puzzle, answer, strict=True))
                assert grades.is_solution[row] == (complete and fits(answer, puzzle))
                assert grades.is_complete[row] == complete
                assert grades.is_consistent[row] == (not collides(answer))
                assert grades.keeps_clues[row] == kept
                assert grades.right_cells[row] == sum(map(str.__eq__, answer, solution))
    assert 0 < grades.is_solution.sum() < 300 and len(set(grades.right_cells.tolist())) > 3
    np.testing.assert_array_equal(lanedoku.is_solution(answers, puzzles), grades.is_solution)
    assert lanedoku.grade(answers, puzzles).right_cells is None


def test_what_is_no_board_has_no_grade() -> None:
    right = str(lanedoku.solve(HARD).solution)
    given = [right, None, right[:80], "w" + right[1:], right, right, [256 + int(right[0]), *map(int, right[1:])]]
    grades = lanedoku.grade(given, [HARD, HARD, HARD, HARD, "x", COLLIDES, HARD], solutions=[right] * 7)
    assert grades.is_solution.tolist() == [True] + [False] * 6
    assert [getattr(grades, name).tolist()[1:4] for name in NAMES] == [[False] * 3] * 4
    assert grades.right_cells is not None and grades.right_cells.tolist()[:4] == [81, 0, 0, 0]
    reasons = grades.reasons()
    assert list(reasons) == [1, 2, 3, 4, 5, 6] and reasons[1] == "answer: the value is missing"
    assert reasons[4].startswith("puzzle: ") and reasons[5].startswith("puzzle: 1 appears twice")
    assert f"found {256 + int(right[0])}" in reasons[6]
    assert grades[[2, 0]].reasons() == {0: reasons[2]}
    assert pickle.loads(pickle.dumps(grades)).reasons() == reasons
    # A number above 9 in an array is an open cell.
    cells = np.array([list(right)] * 3).astype("int64")
    cells[1, 0], cells[2, 80] = 300, -1
    grades = lanedoku.grade(cells, [HARD] * 3)
    assert grades.is_complete.tolist() == [True, False, False] and grades.is_solution.tolist() == [True, False, False]


def test_grades_in_other_forms() -> None:
    grades = lanedoku.grade([HARD, lanedoku.solve(EASY).solution], [HARD, EASY])
    assert repr(grades) == "Grades of 2: 1 solutions, 1 complete, 2 consistent, 2 with all clues"
    pa = pytest.importorskip("pyarrow")
    assert pa.record_batch(grades).column_names == list(NAMES)
    more = lanedoku.grade([HARD], [HARD], solutions=[EASY]).to_arrow()
    assert more.column_names == [*NAMES, "right_cells"]
    assert more.to_pylist()[0]["is_complete"] is False


def test_numbers_of_rows_that_differ() -> None:
    for answers, solutions, text in (([HARD], None, "an answer for each of 2"), ([HARD] * 2, [], "a solution for each of 2")):
        with pytest.raises(ValueError, match=text):
            lanedoku.grade(answers, [HARD, EASY], solutions=solutions)
