"""Lanedoku, a Sudoku solver for arrays of puzzles.

>>> import lanedoku
>>> lanedoku.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").status
<Status.UNIQUE: 1>

Functions over many puzzles accept any of these forms, one puzzle per row:

- ``uint8[n, 81]`` or ``uint8[n, 9, 9]``, or any other integer type, in C order: digits, 0 for an open cell (any buffer,
  numpy's arrays for example; a masked cell is open);
- ``S81`` or ``U81``: an array of strings of 81 characters, ``.`` or ``0`` for an open cell; or ``S1`` or ``U1`` of shape
  ``(n, 81)`` or ``(n, 9, 9)``, one character for a cell;
- ``bytes`` or ``str``: text with one puzzle per line;
- a list of ``str``, ``bytes``, :class:`Board`, or lists or arrays of 81 integers or of 9 rows of 9; or :class:`Boards` from
  another function;
- an Arrow column of strings, from pyarrow, polars, DuckDB or pandas.

A row that is not a board is ``INVALID``, and ``reason(row)`` returns the reason; the other rows are not affected. All functions use all
cores unless ``threads`` is given, release the GIL, and can be interrupted.

A puzzle with several solutions is answered with the least one: the least number, if the digits are read row by row. So
the answer does not depend on the other rows, the threads or the machine. ``any_solution=True`` takes the first solution
that the engine finds, which saves about half the time for such puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from . import _lanedoku
from ._arrays import as_bytes, make, seconds_of, threads_of, unsigned
from ._boards import Board, Status
from ._inputs import candidates as _candidates
from ._inputs import digits
from ._inputs import rows as _rows
from ._results import Batch, Boards, Counts, Ratings, Result

if TYPE_CHECKING:
    from ._arrays import Bools

# Without `enumerate`, which would shadow the built-in function after `from lanedoku import *`.
__all__ = [
    "Batch",
    "Board",
    "Boards",
    "Counts",
    "RATING_VERSION",
    "Ratings",
    "Result",
    "Status",
    "canonical",
    "count",
    "generate",
    "is_solution",
    "kernel",
    "minimize",
    "random_grids",
    "rate",
    "shuffle",
    "solve",
    "solve_batch",
    "solve_candidates",
]

try:
    __version__ = version("lanedoku")
except PackageNotFoundError:  # running from the sources, without an installation
    __version__ = "unknown"

Progress = Callable[[int, int], object]

RATING_VERSION = 1
"""The version of the rule that :func:`rate` follows."""


def kernel() -> str:
    """Returns the name of the kernel that is used on this machine: ``avx512``, ``avx2`` or ``portable``."""
    return _lanedoku.kernel()


def solve(
    puzzle: Any, *, step_limit: int = 0, timeout: float | None = None, any_solution: bool = False
) -> Result:
    """Solves one puzzle.

    Args:
        puzzle: a :class:`Board`, text, or 81 integers, 0 for an open cell, in a list, in 9 lists of 9, or in an array
            of shape ``(81,)`` or ``(9, 9)``.
        step_limit, timeout, any_solution: as for :func:`solve_batch`.

    Raises:
        ValueError: if it is not a board; the message names the cell. Colliding clues are not an error: the status is
            ``INVALID``.

    >>> result = solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    >>> str(result.solution)[:9]
    '812753649'
    """
    board = puzzle if isinstance(puzzle, Board) else Board(puzzle)
    batch = solve_batch([board], threads=1, step_limit=step_limit, timeout=timeout, any_solution=any_solution)
    return batch[0]


def _limits(step_limit: int, timeout: float | None) -> tuple[int, float | None]:
    return unsigned(step_limit, "step_limit"), seconds_of(timeout)


def _answers(count: int, out: Any) -> tuple[Any, Any, Any, Any]:
    if out is None:
        solutions = make((count, 81), "uint8")
    else:
        solutions, shape = out, memoryview(out).shape
        if shape not in ((count, 81), (count, 9, 9)):
            raise ValueError(f"out: expected an array of shape ({count}, 81) or ({count}, 9, 9), found {shape}")
    return solutions, make((count,), "uint8"), make((count,), "uint64"), make((count,), "uint64")


def solve_batch(
    puzzles: Any,
    *,
    threads: int | None = None,
    step_limit: int = 0,
    timeout: float | None = None,
    any_solution: bool = False,
    out: Any = None,
    progress: Progress | None = None,
) -> Batch:
    """Solves many puzzles.

    Args:
        puzzles: in any form that the module documentation lists.
        threads: the number of threads; by default one for each core.
        step_limit: the maximum number of steps for each puzzle; 0 means no limit. A puzzle that reaches it is ``LIMIT``
            and has no solution.
        timeout: the maximum time for each puzzle in seconds, after the first milliseconds of its search; None means no
            limit. A puzzle that reaches it is ``LIMIT``, too.
        any_solution: True if any solution of a puzzle with several will do; it may depend on the other puzzles and on
            the machine. By default the solution is the least one.
        out: an array for the solutions, writable and in C order: ``uint8[n, 81]`` or ``uint8[n, 9, 9]``. It may be the
            puzzles themselves; then no reasons are available. An interrupted call leaves it partly written.
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
    taken = _rows(puzzles)
    solutions, status, guesses, steps = _answers(len(taken), out)
    limits, workers = _limits(step_limit, timeout), threads_of(threads)
    _lanedoku.solve(taken, solutions, status, guesses, steps, limits, any_solution, workers, progress)
    return Batch(solutions, status, guesses, steps, taken)


def solve_candidates(
    candidates: Any,
    *,
    threads: int | None = None,
    step_limit: int = 0,
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
    candidates = _candidates(candidates)
    count = len(candidates)
    solutions, status, guesses, steps = _answers(count, out)
    limits, workers = _limits(step_limit, timeout), threads_of(threads)
    _lanedoku.solve_candidates(candidates, solutions, status, guesses, steps, limits, any_solution, workers, progress)
    return Batch(solutions, status, guesses, steps, None)


def count(
    puzzles: Any,
    *,
    max: int | None = None,
    threads: int | None = None,
    step_limit: int = 0,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Counts the solutions of many puzzles, each up to ``max``, or all of them.

    A board with few clues has too many solutions to count: an empty one has 6,670,903,752,021,072,936,960. Give ``max``,
    ``step_limit`` or ``timeout`` (seconds for each puzzle) for puzzles from untrusted sources. At one of the last two,
    the status is ``LIMIT`` and the count is the number found by then. The count can be interrupted. The status
    distinguishes one solution from several for any ``max``.

    >>> count(["." * 81], max=1000).count.tolist()
    [1000]
    """
    taken = _rows(puzzles)
    counts, status = make((len(taken),), "uint64"), make((len(taken),), "uint8")
    most = 2**64 - 1 if max is None else unsigned(max, "max")
    limits, workers = _limits(step_limit, timeout), threads_of(threads)
    _lanedoku.count(taken, counts, status, most, limits, workers, progress)
    return Counts(counts, status, taken)


def enumerate(puzzle: Any, *, max: int | None = None, step_limit: int = 0) -> Iterator[Board]:
    """Iterates over the solutions of one puzzle as they are found. They are not sorted: the first need not be the one that
    :func:`solve` returns, and another machine may have another order.

    Args:
        puzzle: as for :func:`solve`. If its clues collide, it has no solutions.
        max: the maximum number of solutions, the first found; all by default.
        step_limit: the maximum number of steps; 0 means no limit.

    Raises:
        ValueError: if it is not a board.
        RuntimeError: from the iterator, if the search reaches the step limit.

    >>> from itertools import islice
    >>> len({str(solution) for solution in islice(enumerate("." * 81), 100)})
    100
    """
    most = 2**64 - 1 if max is None else unsigned(max, "max")
    found = _lanedoku.Solutions(digits(puzzle), most, unsigned(step_limit, "step_limit"))
    return map(Board._of, found)


def is_solution(
    answers: Any, puzzles: Any, *, threads: int | None = None, progress: Progress | None = None
) -> Bools:
    """Returns whether each answer is a solution of the puzzle in the same row: ``bool[n]``.

    An answer is wrong if it has an open cell, breaks a rule, or lacks a clue of the puzzle.

    Raises:
        ValueError: if the numbers of answers and puzzles differ.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> is_solution([solve(puzzle).solution, "1" * 81], [puzzle, puzzle]).tolist()
    [True, False]
    """
    given, asked = _rows(answers), _rows(puzzles)
    right: Bools = make((len(asked),), "bool")
    _lanedoku.is_solution(given, asked, as_bytes(right), threads_of(threads), progress)
    return right


def generate(
    n: int,
    *,
    seed: int,
    clues: int | tuple[int, int] | None = None,
    minimal: bool | None = None,
    symmetry: str = "none",
    pattern: Any = None,
    attempts: int = 100_000,
    first: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Generates puzzles with one solution; they are minimal unless ``clues`` or ``pattern`` is given.

    Puzzle number ``first + i`` of a seed is the same on every machine, for any number of threads, and for any division of
    the numbers into calls.

    Args:
        n: the number of puzzles.
        seed: the same seed gives the same puzzles.
        clues: the number of clues, or a pair of the minimum and the maximum.
        minimal: True for minimal puzzles together with ``clues`` or ``pattern``.
        symmetry: the symmetry of the clue cells: ``none``, ``half-turn``, ``quarter-turn``, ``left-right``, ``top-bottom``,
            ``diagonal``, ``antidiagonal``, ``both-mirrors``, ``both-diagonals``, ``full``, or ``random`` for any of them.
        pattern: a board; the puzzles have clues in the cells where it has clues.
        attempts: the maximum number of full grids to try for each puzzle. If all fail, the row is not ``valid``.
        first: the number of the first puzzle.

    A minimal puzzle takes 20 microseconds on one core. With ``clues``, fewer clues take longer: about a millisecond for 24,
    tens of milliseconds for 21, seconds for 19; 17 are out of reach. After an interrupt, each thread
    finishes its current puzzle in the background. To generate one puzzle at a
    time, call ``generate(1, seed=seed, first=number, threads=1)``.

    Raises:
        ValueError: if an argument is out of range; the message names it.

    >>> puzzles = generate(3, seed=1)
    >>> solve_batch(puzzles.cells)
    Batch of 3: 3 unique
    """
    n = unsigned(n, "n", 2**40)
    if minimal is False and clues is None and pattern is None:
        raise ValueError("minimal: False requires clues or a pattern")
    if clues is not None:
        least, most = clues if isinstance(clues, (tuple, list)) and len(clues) == 2 else (clues, clues)
        least, most = unsigned(least, "clues"), unsigned(most, "clues")
        if not 17 <= least <= most <= 81:
            raise ValueError(f"clues: a puzzle with one solution has 17 to 81 clues, found {least} to {most}")
        clues = (least, most)
    if not isinstance(symmetry, str):
        raise TypeError(f"symmetry: expected a name, found {symmetry!r}")
    options = {
        "seed": unsigned(seed, "seed"),
        "clues": clues,
        "minimal": bool(minimal),
        "symmetry": symmetry,
        "pattern": None if pattern is None else digits(pattern),
        "attempts": unsigned(attempts, "attempts", 10**7),
    }
    cells, valid = make((n, 81), "uint8"), make((n,), "bool")
    _lanedoku.generate(
        options, unsigned(first, "first"), cells, as_bytes(valid), n, threads_of(threads), progress
    )
    return Boards(cells, valid, None, why=f"no puzzle was found in {attempts} attempts")


def random_grids(
    n: int, *, seed: int, first: int = 0, threads: int | None = None, progress: Progress | None = None
) -> Boards:
    """Generates full grids at random. The distribution is not uniform.

    >>> is_solution(random_grids(2, seed=1).cells, ["." * 81] * 2).tolist()
    [True, True]
    """
    n = unsigned(n, "n", 2**40)
    cells, valid = make((n, 81), "uint8"), make((n,), "bool")
    _lanedoku.grids(
        unsigned(seed, "seed"), unsigned(first, "first"), cells, as_bytes(valid), n, threads_of(threads), progress
    )
    return Boards(cells, valid, None)


def minimize(
    puzzles: Any,
    *,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Minimizes each puzzle: removes clues in random order while the solution stays unique. If a puzzle has no solution, or
    several, its row is not ``valid``.

    The order for row ``i`` depends on the seed and on ``first + i``.
    """
    taken = _rows(puzzles)
    cells, valid = make((len(taken), 81), "uint8"), make((len(taken),), "bool")
    _lanedoku.minimize(
        taken,
        cells,
        as_bytes(valid),
        unsigned(seed, "seed"),
        unsigned(first, "first"),
        threads_of(threads),
        progress,
    )
    return Boards(cells, valid, taken, why="it has no solution, or several")


def canonical(boards: Any, *, threads: int | None = None, progress: Progress | None = None) -> Boards:
    """Returns the canonical form of each board: the first of its 1,218,998,108,160 equivalent boards in the order of their
    lines, where an open cell comes before 1. Two boards are equivalent exactly if their forms are equal.

    >>> grids = random_grids(1, seed=1)
    >>> forms = canonical(shuffle(grids.cells, 100, seed=1))
    >>> len(set(forms.lines()))
    1
    """
    taken = _rows(boards)
    cells, valid = make((len(taken), 81), "uint8"), make((len(taken),), "bool")
    _lanedoku.canonical(taken, cells, as_bytes(valid), threads_of(threads), progress)
    return Boards(cells, valid, taken)


def shuffle(
    boards: Any,
    k: int = 1,
    *,
    seed: int,
    first: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Boards:
    """Returns ``k`` random equivalent boards for each board: ``cells`` is ``uint8[n, k, 81]``.

    Board ``j`` of row ``i`` depends only on the seed and on ``(first + i) * k + j``. So a puzzle and its solution are
    shuffled in the same way if they have the same row, ``seed``, ``k`` and ``first``. To shuffle in chunks, pass the number
    of preceding rows as ``first``.

    >>> shuffle(["." * 81] * 2, 3, seed=1).cells.shape
    (2, 3, 81)
    """
    taken = _rows(boards)
    k = unsigned(k, "k", 2**32)
    cells, valid = make((len(taken), k, 81), "uint8"), make((len(taken),), "bool")
    _lanedoku.shuffle(
        taken,
        cells,
        as_bytes(valid),
        k,
        unsigned(seed, "seed"),
        unsigned(first, "first"),
        threads_of(threads),
        progress,
    )
    return Boards(cells, valid, taken, k)


def rate(
    puzzles: Any, *, images: int = 16, threads: int | None = None, progress: Progress | None = None
) -> Ratings:
    """Rates the difficulty of each puzzle for a plain search: the guesses and sweeps over ``images`` equivalent puzzles, and
    whether singles or locked candidates solve it.

    >>> rate(["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]).needs_names()
    ['guesses']
    """
    taken = _rows(puzzles)
    names = ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps")
    columns = {name: make((len(taken),), "uint32") for name in names}
    columns["needs"] = make((len(taken),), "uint8")
    columns["status"] = make((len(taken),), "uint8")
    images = unsigned(images, "images", 256, least=1)
    _lanedoku.rate(taken, columns, images, threads_of(threads), progress)
    return Ratings(columns, taken)
