"""Grading answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _lanedoku
from ._arrays import Progress, call_of
from ._columns import Graded
from ._inputs import boards as boards_of
from ._results import Grades

if TYPE_CHECKING:
    from ._arrays import Bools

__all__ = ["grade", "is_solution"]


def is_solution(
    answers: Any, puzzles: Any, *, side: int = 9, threads: int | None = None, progress: Progress | None = None
) -> Bools:
    """Returns whether each answer is a solution of the puzzle in the same row: ``bool[n]``. :func:`grade` says more about
    a wrong answer.

    An answer is wrong if it has an open cell, breaks a rule, or lacks a clue of the puzzle. ``side`` is as for
    :func:`solve_batch`.

    Raises:
        ValueError: if the numbers of answers and puzzles differ.

    >>> from lanedoku import solve
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> is_solution([solve(puzzle).solution, "1" * 81], [puzzle, puzzle]).tolist()
    [True, False]
    """
    call, given, asked = call_of(threads, progress), boards_of(answers, side), boards_of(puzzles, side)
    found = _lanedoku.grade(given, asked, None, False, call) if side == 9 else _lanedoku.grade_sized(given, asked, None, call)
    right: Bools = found["is_solution"]
    return right


def grade(
    answers: Any,
    puzzles: Any,
    *,
    solutions: Any = None,
    side: int = 9,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Grades:
    """Grades each answer to the puzzle in the same row: whether it is complete, is consistent and keeps the clues. With
    ``solutions``, also counts the cells that are right.

    Args:
        answers, puzzles, solutions: in any form that the module documentation lists. ``solve_batch(puzzles).solutions``
            is one.
        side: as for :func:`solve_batch`.

    Raises:
        ValueError: if the numbers of answers, puzzles or solutions differ.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> grades = grade([puzzle, "1" * 81], [puzzle, puzzle])
    >>> grades
    Grades of 2: 0 solutions, 1 complete, 1 consistent, 1 with all clues
    >>> grades.reason(1)  # doctest: +ELLIPSIS
    'answer: 1 appears twice in row 1: row 1, column 1 and row 1, column 2; 1 appears...'
    """
    given, asked = boards_of(answers, side), boards_of(puzzles, side)
    known, call = None if solutions is None else boards_of(solutions, side), call_of(threads, progress)
    if side == 9:
        return Grades(_lanedoku.grade(given, asked, known, True, call), Graded(given, asked))
    return Grades(_lanedoku.grade_sized(given, asked, known, call), Graded(given, asked))
