"""Solving, counting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import _lanedoku
from ._arrays import Progress, call_of, limits_of, most_of
from ._boards import Board
from ._inputs import boards as boards_of
from ._inputs import candidates as candidates_of
from ._results import Batch, Counts, Result

__all__ = ["count", "count_with_progress", "enumerate", "solve", "solve_batch", "solve_candidates"]


def solve(
    puzzle: Any,
    *,
    side: int = 9,
    step_limit: int | None = None,
    timeout: float | None = None,
    any_solution: bool = False,
) -> Result:
    """Solves one puzzle.

    Args:
        puzzle: a :class:`Board`, text, or 81 integers, 0 for an open cell, in a list, in 9 lists of 9, or in an array
            of shape ``(81,)`` or ``(9, 9)``.
        side, step_limit, timeout, any_solution: as for :func:`solve_batch`.

    Raises:
        ValueError: if it is not a board; the message names the cell. Colliding clues are not an error: the status is
            ``INVALID``.

    >>> result = solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    >>> str(result.solution)[:9]
    '812753649'
    """
    limits = limits_of(step_limit, timeout)
    found = _lanedoku.solve_one(puzzle, limits[0], any_solution) if side == 9 else None
    if found is not None:
        return Result._of(*found)
    # Another size, or a long search: one that can be interrupted.
    options: dict[str, Any] = {"step_limit": step_limit, "timeout": timeout, "any_solution": any_solution}
    return solve_batch([Board(puzzle, side)], side=side, threads=1, **options)[0]


def solve_batch(
    puzzles: Any,
    *,
    side: int = 9,
    threads: int | None = None,
    step_limit: int | None = None,
    timeout: float | None = None,
    any_solution: bool = False,
    out: Any = None,
    progress: Progress | None = None,
) -> Batch:
    """Solves many puzzles.

    Args:
        puzzles: in any form that the module documentation lists.
        side: the number of rows of a board: 4, 9, 16 or 25. Arrays of other sizes than 9x9 have shape ``(n, side**2)`` or
            ``(n, side, side)``; they are copied, and solved one by one.
        threads: the number of threads; by default one for each core.
        step_limit: the maximum number of steps for each puzzle; None or 0 means no limit. A puzzle that reaches it is ``LIMIT``
            and has no solution.
        timeout: the maximum time for each puzzle in seconds, after the first milliseconds of its search; None means no
            limit. A puzzle that reaches it is ``LIMIT``, too.
        any_solution: True if any solution of a puzzle with several will do; it may depend on the other puzzles and on
            the machine. By default the solution is the least one.
        out: an array for the solutions, writable and in C order: ``uint8[n, side**2]`` or ``uint8[n, side, side]``. It may be
            the puzzles themselves; then, of 9x9 boards, no reasons are available. The row of a puzzle without a solution
            becomes zeros, even if the puzzle was there. An interrupted call leaves it partly written.
        progress: a function, called a few times a second with the number of puzzles done and the total. If it raises an
            exception, the call ends.

    Raises:
        TypeError, ValueError: if ``puzzles`` is not an array of puzzles, or if ``out`` does not fit.

    >>> batch = solve_batch(["." * 81, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."])
    >>> batch
    Batch of 2: 1 unique, 1 multiple
    >>> batch.solutions.shape
    (2, 81)
    """
    taken = boards_of(puzzles, side)
    call = call_of(threads, progress, step_limit, timeout)
    if side != 9:
        return Batch(_lanedoku.solve_sized(taken, out, any_solution, call), taken)
    return Batch(_lanedoku.solve(taken, out, any_solution, call), taken)


def solve_candidates(
    candidates: Any,
    *,
    threads: int | None = None,
    step_limit: int | None = None,
    timeout: float | None = None,
    any_solution: bool = False,
    out: Any = None,
    progress: Progress | None = None,
) -> Batch:
    """Solves puzzles given as pencil marks: each cell with its own set of candidates.

    Args:
        candidates: ``uint16[n, 81]`` or another integer type, bit 0 for digit 1; or ``bool`` or ``uint8`` of shape
            ``(n, 729)``, ``(n, 81, 9)`` or ``(n, 9, 9, 9)``; or a list of texts of 729 characters.

    The other arguments are those of :func:`solve_batch`. An invalid text or mask raises ValueError; the message names
    its row.
    """
    call = call_of(threads, progress, step_limit, timeout)
    return Batch(_lanedoku.solve_candidates(candidates_of(candidates), out, any_solution, call), None)


def count(
    puzzles: Any,
    *,
    side: int = 9,
    max: int | None = None,
    threads: int | None = None,
    step_limit: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Counts the solutions of many puzzles, each up to ``max``, or all of them.

    A board with few clues has too many solutions to count: an empty one has 6,670,903,752,021,072,936,960. Give ``max``,
    ``step_limit`` or ``timeout`` (seconds for each puzzle) for puzzles from untrusted sources. At one of them,
    the count is the number found by then, and ``exact`` is false. The status is ``MULTIPLE`` as soon as two solutions are
    found; with fewer, a count that was cut has the status ``LIMIT``, or ``STOPPED`` at ``max``. The count can be
    interrupted. ``side`` is as for :func:`solve_batch`.

    >>> count(["." * 16], side=4).count.tolist()
    [288]
    >>> count(["." * 81], max=1000).count.tolist()
    [1000]
    """
    taken = boards_of(puzzles, side)
    call = call_of(threads, progress, step_limit, timeout)
    if side != 9:
        return Counts(_lanedoku.count_sized(taken, most_of(max), call), taken)
    return Counts(_lanedoku.count(taken, most_of(max), call), taken)


def count_with_progress(puzzle: Any, *, max: int | None = None) -> Iterator[tuple[float, int]]:
    """Counts the solutions of one puzzle, and tells how much is done.

    Iterates over how much of the count is done, from 0 to 1, and the number of solutions found so far, about ten times a
    second. The last pair has the whole count. Neither number falls. The first is 1 only in the last pair, and there
    unless the count stopped at ``max`` or clues collide. It does not grow evenly.

    The count runs on one thread, and only while the next pair is asked for: to stop it, leave the loop.

    Args:
        puzzle: as for :func:`solve`. If its clues collide, it has no solutions.
        max: the maximum number of solutions; all by default.

    Raises:
        ValueError: if it is not a board.

    >>> for done, solutions in count_with_progress("123456789" + "." * 72, max=1_000_000):
    ...     assert done <= 1 and solutions <= 1_000_000
    >>> solutions
    1000000
    """
    return _lanedoku.CountWithProgress(_lanedoku.digits(puzzle), most_of(max))


def enumerate(puzzle: Any, *, max: int | None = None, step_limit: int | None = None) -> Iterator[Board]:
    """Iterates over the solutions of one puzzle as they are found. They are not sorted: the first need not be the one that
    :func:`solve` returns, and another machine may have another order.

    Args:
        puzzle: as for :func:`solve`. If its clues collide, it has no solutions.
        max: the maximum number of solutions, the first found; all by default.
        step_limit: the maximum number of steps; None or 0 means no limit.

    Raises:
        ValueError: if it is not a board.
        RuntimeError: from the iterator, if the search reaches the step limit.

    >>> from itertools import islice
    >>> len({str(solution) for solution in islice(enumerate("." * 81), 100)})
    100
    """
    steps, _ = limits_of(step_limit, None)
    return map(Board._of, _lanedoku.Found.solutions(_lanedoku.digits(puzzle), most_of(max), steps))
