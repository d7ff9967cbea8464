"""Generating, minimizing and shuffling puzzles; canonical forms; ratings."""

from __future__ import annotations

from typing import Any, overload

from . import _lanedoku
from ._arrays import Progress, call_of, numpy, unsigned
from ._explaining import Techniques, chosen
from ._inputs import column_of
from ._inputs import rows as rows_of
from ._results import Boards, Ratings

__all__ = ["RATING_VERSION", "canonical", "generate", "minimize", "random_grids", "rate", "shuffle"]

RATING_VERSION = 1
"""The version of the rule that :func:`rate` follows."""


def generate(
    n: int,
    *,
    seed: int,
    clues: int | tuple[int, int] | None = None,
    minimal: bool | None = None,
    symmetry: str = "none",
    pattern: Any = None,
    attempts: int = 100_000,
    technique: str | None = None,
    hardest: tuple[float, float] | None = None,
    techniques: Techniques = None,
    uniqueness: bool = True,
    first: int = 0,
    threads: int | None = None,
    out: Any = None,
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
        attempts: the maximum number of full grids to try for each puzzle, and with ``technique`` or ``hardest`` of puzzles
            to rate. If all fail, the row is not ``valid``.
        technique: the technique of the hardest step, one of :data:`TECHNIQUES`.
        hardest: the least and the highest rating, on the scale of Sudoku Explainer.
        techniques, uniqueness: what to rate with, as for :func:`explain`.
        first: the number of the first puzzle.
        out: an array for the puzzles, as for :func:`solve_batch`.

    A minimal puzzle takes 20 microseconds on one core. With ``clues``, fewer clues take longer: about a millisecond for 24,
    tens of milliseconds for 21, seconds for 19; 17 are out of reach. After an interrupt, each thread
    finishes its current puzzle in the background. To generate one puzzle at a
    time, call ``generate(1, seed=seed, first=number, threads=1)``. With ``technique`` or ``hardest``, most of the time
    goes into rating: some 30 microseconds a puzzle. One in 500 needs an X-wing, one in 4,000 a swordfish. ``tried`` of the
    answer is the number of puzzles that were rated.

    Raises:
        ValueError: if an argument is out of range; the message names it.

    >>> from lanedoku import solve_batch
    >>> puzzles = generate(3, seed=1)
    >>> solve_batch(puzzles.cells)
    Batch of 3: 3 unique
    >>> from lanedoku import TECHNIQUES, difficulty
    >>> wings = generate(2, seed=1, technique="X-wing")
    >>> [TECHNIQUES[number] for number in difficulty(wings.cells).hardest]
    ['X-wing', 'X-wing']
    """
    n = unsigned(n, "n", 2**40)
    if minimal is False and clues is None and pattern is None:
        raise ValueError("minimal: False requires clues or a pattern")
    if clues is not None:
        clues = clues_of(clues, 17, 81)
    options: dict[str, Any] = {
        "seed": unsigned(seed, "seed"),
        "clues": clues,
        "minimal": bool(minimal),
        "symmetry": name_of(symmetry),
        "pattern": None if pattern is None else _lanedoku.digits(pattern),
        "attempts": unsigned(attempts, "attempts", 10**7),
        "wish": None,
    }
    if technique is not None or hardest is not None:
        if hardest is not None and not (isinstance(hardest, (tuple, list)) and len(hardest) == 2):
            raise TypeError(f"hardest: expected the least and the highest rating, found {hardest!r}")
        low, high = hardest or (1, 20)
        if not 1 <= low <= high <= 20:
            raise ValueError(f"hardest: ratings are 1 to 20, found {low} to {high}")
        options["wish"] = (chosen(techniques, uniqueness), technique, (float(low), float(high)))
    made = _lanedoku.generate(options, unsigned(first, "first"), n, out, call_of(threads, progress))
    tried = made.pop("tried", None)
    boards = Boards(made, None, why=f"no puzzle was found in {attempts} attempts; attempts= allows more")
    boards.tried = None if tried is None else sum(memoryview(tried).tolist())
    return boards


def clues_of(clues: Any, fewest: int, cells: int) -> tuple[int, int]:
    """Checks a number of clues, or a pair."""
    pair: Any = clues if isinstance(clues, (tuple, list)) and len(clues) == 2 else (clues, clues)
    least, most = (unsigned(number, "clues") for number in pair)
    if not fewest <= least <= most <= cells:
        raise ValueError(f"clues: a puzzle with one solution has {fewest} to {cells} clues, found {least} to {most}")
    return least, most


def name_of(symmetry: Any) -> str:
    """Checks the type of a name of a symmetry."""
    if not isinstance(symmetry, str):
        raise TypeError(f"symmetry: expected a name, found {symmetry!r}")
    return symmetry


def random_grids(
    n: int, *, seed: int, first: int = 0, threads: int | None = None, out: Any = None, progress: Progress | None = None
) -> Boards:
    """Generates full grids at random. The distribution is not uniform. ``out`` is an array for them, as for
    :func:`solve_batch`.

    >>> from lanedoku import is_solution
    >>> is_solution(random_grids(2, seed=1).cells, ["." * 81] * 2).tolist()
    [True, True]
    """
    n = unsigned(n, "n", 2**40)
    seed, first = unsigned(seed, "seed"), unsigned(first, "first")
    return Boards(_lanedoku.grids(seed, first, n, out, call_of(threads, progress)), None)


def minimize(
    puzzles: Any,
    *,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    out: Any = None,
    progress: Progress | None = None,
) -> Boards:
    """Minimizes each puzzle: removes clues in random order while the solution stays unique. If a puzzle has no solution, or
    several, its row is not ``valid``.

    The order for row ``i`` depends on the seed and on ``first + i``. ``out`` is an array for the puzzles, as for
    :func:`solve_batch`.
    """
    taken = rows_of(puzzles)
    seed, first = unsigned(seed, "seed"), unsigned(first, "first")
    made = _lanedoku.minimize(taken, seed, first, out, call_of(threads, progress))
    return Boards(made, taken, why="it has no solution, or several")


def canonical(boards: Any, *, threads: int | None = None, out: Any = None, progress: Progress | None = None) -> Boards:
    """Returns the canonical form of each board: the first of its 1,218,998,108,160 equivalent boards in the order of their
    lines, where an open cell comes before 1. Two boards are equivalent exactly if their forms are equal. ``out`` is an array
    for the forms, as for :func:`solve_batch`.

    >>> grids = random_grids(1, seed=1)
    >>> forms = canonical(shuffle(grids.cells, 100, seed=1))
    >>> len(set(forms.lines()))
    1
    """
    taken = rows_of(boards)
    return Boards(_lanedoku.canonical(taken, out, call_of(threads, progress)), taken)


@overload
def shuffle(
    boards: Any,
    k: int = 1,
    *,
    seed: int,
    solutions: None = None,
    first: Any = 0,
    threads: int | None = None,
    out: Any = None,
    progress: Progress | None = None,
) -> Boards: ...
@overload
def shuffle(
    boards: Any,
    k: int = 1,
    *,
    seed: int,
    solutions: Any,
    first: Any = 0,
    threads: int | None = None,
    out: Any = None,
    progress: Progress | None = None,
) -> tuple[Boards, Boards]: ...
def shuffle(
    boards: Any,
    k: int = 1,
    *,
    seed: int,
    solutions: Any = None,
    first: Any = 0,
    threads: int | None = None,
    out: Any = None,
    progress: Progress | None = None,
) -> Any:
    """Returns ``k`` random equivalent boards for each board: ``cells`` is ``uint8[n, k, 81]``.

    Board ``j`` of row ``i`` depends only on the seed and on ``(first + i) * k + j``. To shuffle in chunks, pass the number
    of preceding rows as ``first``; to shuffle a selection of rows, an array with the number of each.

    Args:
        first: the number of the first row; or numbers for all rows, ``uint64[n]`` or another integer type, which then take
            the place of ``first + i``. An array requires numpy.
        solutions: one board for each row of ``boards``, to be shuffled in the same way. The result is then a pair: the
            shuffled boards and the shuffled solutions.
        out: an array of shape ``(n, k, 81)`` or ``(n, k, 9, 9)`` for the shuffled boards; with ``solutions``, a pair of
            arrays. The other rules are those of :func:`solve_batch`.

    >>> shuffle(["." * 81] * 2, 3, seed=1).cells.shape
    (2, 3, 81)
    >>> from lanedoku import is_solution, solve
    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> puzzles, answers = shuffle([puzzle], 10, solutions=[solve(puzzle).solution], seed=1)
    >>> is_solution(answers, puzzles).all()
    np.True_
    """
    if not hasattr(k, "__index__"):
        raise TypeError(f"k: expected an integer, found {type(k).__name__}; for a pair, pass solutions=...")
    k, seed = unsigned(k, "k", 2**32), unsigned(seed, "seed")
    first = column_of(first)
    first = _numbers_of(first) if getattr(first, "ndim", 0) else unsigned(first, "first")
    taken = [rows_of(boards)] if solutions is None else [rows_of(boards), rows_of(solutions)]
    outs = [out] if solutions is None else [None, None] if out is None else list(out)
    if len(taken[0]) != len(taken[-1]):
        raise ValueError(f"expected a solution for each of {len(taken[0])} boards, found {len(taken[-1])}")
    if len(outs) != len(taken):
        raise ValueError(f"out: expected an array for the boards and one for the solutions, found {len(outs)}")
    call = call_of(threads, progress)
    made = [
        Boards(_lanedoku.shuffle(rows, k, seed, first, out, call), rows, k) for rows, out in zip(taken, outs, strict=True)
    ]
    return made[0] if solutions is None else tuple(made)


def _numbers_of(first: Any) -> Any:
    """Checks the numbers of rows."""
    if first.ndim != 1 or first.dtype.kind not in "iu":
        raise TypeError(f"first: expected an integer or an array of integers, found {first.dtype} of shape {first.shape}")
    if first.dtype.kind == "i" and len(first) and first.min() < 0:
        raise ValueError(f"first: expected 0 to {2**64 - 1}, found {first.min()}")
    return numpy.ascontiguousarray(first, "uint64")


def rate(
    puzzles: Any, *, images: int = 16, threads: int | None = None, progress: Progress | None = None
) -> Ratings:
    """Rates the difficulty of each puzzle for a plain search: the guesses and sweeps over ``images`` equivalent puzzles, and
    whether singles or locked candidates solve it.

    >>> rate(["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]).needs_names()
    ['guesses']
    """
    taken = rows_of(puzzles)
    images = unsigned(images, "images", 256, least=1)
    return Ratings(_lanedoku.rate(taken, images, call_of(threads, progress)), taken)
