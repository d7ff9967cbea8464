"""Grading answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _lanedoku
from ._arrays import Progress, as_bytes, make, threads_of
from ._inputs import rows as rows_of
from ._results import Grades

if TYPE_CHECKING:
    from ._arrays import Bools

__all__ = ["grade", "is_solution"]


def is_solution(
    answers: Any, puzzles: Any, *, threads: int | None = None, progress: Progress | None = None
) -> Bools:
    """Returns whether each answer is a solution of the puzzle in the same row: ``bool[n]``. :func:`grade` says more about
    a wrong answer.

    An answer is wrong if it has an open cell, breaks a rule, or lacks a clue of the puzzle.

    Raises:
        ValueError: if the numbers of answers and puzzles differ.

    >>> from lanedoku import solve
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> is_solution([solve(puzzle).solution, "1" * 81], [puzzle, puzzle]).tolist()
    [True, False]
    """
    given, asked = rows_of(answers), rows_of(puzzles)
    right: Bools = make((len(asked),), "bool")
    _lanedoku.grade(given, asked, None, as_bytes(right), None, None, threads_of(threads), progress)
    return right


def grade(
    answers: Any,
    puzzles: Any,
    *,
    solutions: Any = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Grades:
    """Grades each answer to the puzzle in the same row: whether it is complete, is consistent and keeps the clues. With
    ``solutions``, also counts the cells that are right.

    Args:
        answers, puzzles, solutions: in any form that the module documentation lists. ``solve_batch(puzzles).solutions``
            is one.

    Raises:
        ValueError: if the numbers of answers, puzzles or solutions differ.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> grades = grade([puzzle, "1" * 81], [puzzle, puzzle])
    >>> grades
    Grades of 2: 0 solutions, 1 complete, 1 consistent, 1 with all clues
    >>> grades.reason(1)  # doctest: +ELLIPSIS
    'answer: 1 appears twice in row 1: row 1, column 1 and row 1, column 2; 1 appears...'
    """
    given, asked = rows_of(answers), rows_of(puzzles)
    known = None if solutions is None else rows_of(solutions)
    names = ("is_solution", "is_complete", "is_consistent", "keeps_clues")
    columns = {name: make((len(asked),), "bool") for name in names}
    views = {name: as_bytes(column) for name, column in columns.items()}
    right_cells = None if known is None else make((len(asked),), "uint8")
    is_solution = views.pop("is_solution")
    _lanedoku.grade(given, asked, known, is_solution, views, right_cells, threads_of(threads), progress)
    return Grades(columns, right_cells, given, asked)
