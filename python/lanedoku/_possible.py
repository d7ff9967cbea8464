"""Possible digits, moves that keep a solution, wrong clues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _lanedoku
from ._arrays import Progress, call_of
from ._inputs import candidates as candidates_of
from ._inputs import column_of, listed
from ._inputs import rows as rows_of

if TYPE_CHECKING:
    from ._arrays import Bools

__all__ = ["keeps_solution", "possible", "possible_candidates", "wrong_clues"]


def possible(
    puzzles: Any,
    *,
    threads: int | None = None,
    step_limit: int | None = None,
    status: Any = None,
    progress: Progress | None = None,
) -> Bools:
    """Returns the digits that each puzzle allows in each cell, ``bool[n, 81, 9]``: those that occur there in some solution,
    also known as the true candidates. ``possible(puzzles)[i, c, d - 1]`` is about digit ``d`` in cell ``c``.

    A clue is the only digit of its cell. A puzzle without a solution, or a row that is not a board, allows nothing. A
    puzzle with one solution takes as long as :func:`solve_batch`, one with several takes about fifteen searches.

    Args:
        puzzles: in any form that the module documentation lists.
        step_limit: the maximum number of steps of all searches for a puzzle; None or 0 means no limit. Of a puzzle that
            reaches it, only the digits are returned that were found until then, and its status is ``LIMIT``.
        status: an array to write the status of each puzzle to, ``uint8[n]``, as in :class:`Batch`.

    >>> allowed = possible(["8" + "." * 80])
    >>> allowed[0, 0].nonzero()[0] + 1, allowed[0, 1].sum()
    (array([8]), np.int64(8))
    """
    return _lanedoku.possible(rows_of(puzzles), status, call_of(threads, progress, step_limit))["possible"]


def possible_candidates(
    candidates: Any,
    *,
    threads: int | None = None,
    step_limit: int | None = None,
    status: Any = None,
    progress: Progress | None = None,
) -> Bools:
    """Returns the digits that each set of pencil marks allows in each cell, ``bool[n, 81, 9]``.

    ``candidates`` is in any form that :func:`solve_candidates` takes; the other arguments are those of :func:`possible`.

    >>> marks = "12......." * 2 + "123456789" * 79  # 1 and 2 are in the first two cells
    >>> possible_candidates([marks])[0, 2].nonzero()[0] + 1
    array([3, 4, 5, 6, 7, 8, 9])
    """
    call = call_of(threads, progress, step_limit)
    return _lanedoku.possible_candidates(candidates_of(candidates), status, call)["possible"]


def keeps_solution(
    boards: Any, cells: Any, digits: Any, *, threads: int | None = None, progress: Progress | None = None
) -> Bools:
    """Returns whether each board still has a solution after its move: ``bool[n]``. For several moves on one board, use
    :func:`possible`.

    Args:
        boards: the boards, in any form that the module documentation lists.
        cells: a cell for each board, numbered row by row from 0.
        digits: the digit, 1 to 9, that is written into this cell. A digit already there is replaced.

    Raises:
        ValueError: if the numbers of boards, cells and digits differ, or if there is no such cell or digit.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> keeps_solution([puzzle, puzzle], [1, 1], [1, 2]).tolist()
    [True, False]
    """
    taken = rows_of(boards)
    places, written = _numbers(cells, "cells", 0, 80), _numbers(digits, "digits", 1, 9)
    for name, found in (("cells", places), ("digits", written)):
        if len(found) != len(taken):
            raise ValueError(f"{name}: expected one for each of {len(taken)} boards, found {len(found)}")
    return _lanedoku.keeps_solution(taken, places, written, call_of(threads, progress))["keeps_solution"]


def _numbers(values: Any, name: str, least: int, most: int) -> bytes:
    numbers = listed(column_of(values))
    for number in numbers:
        if not isinstance(number, int):
            raise TypeError(f"{name}: expected integers, found {number!r}")
        if not least <= number <= most:
            raise ValueError(f"{name}: expected {least} to {most}, found {number}")
    return bytes(numbers)


def wrong_clues(boards: Any, *, threads: int | None = None, progress: Progress | None = None) -> Bools:
    """Returns the clues of each board without a solution that may be wrong, ``bool[n, 81]``: those whose removal, each
    alone, leaves a solution. A board with a solution has no wrong clues. With two or more wrong clues, there is usually no such
    clue.

    >>> board = "9" + "34678912672195348198342567859761423426853791713924856961537284287419635345286179"
    >>> wrong_clues([board])[0].nonzero()[0].tolist()
    [0]
    """
    return _lanedoku.wrong_clues(rows_of(boards), call_of(threads, progress))["wrong_clues"]
