"""Minimal puzzles, redundant clues, neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _lanedoku
from ._arrays import Progress, call_of, most_of, unsigned
from ._boards import Board, Status
from ._inputs import rows as rows_of
from ._solving import solve

if TYPE_CHECKING:
    from ._arrays import Bools

__all__ = ["is_minimal", "minimal_subpuzzles", "neighbours", "redundant_clues"]


def is_minimal(puzzles: Any, *, threads: int | None = None, progress: Progress | None = None) -> Bools:
    """Returns whether each puzzle is minimal, ``bool[n]``: it has one solution, and several if any clue is removed.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> is_minimal([puzzle, "." * 81]).tolist()
    [True, False]
    """
    return _lanedoku.is_minimal(rows_of(puzzles), call_of(threads, progress))["is_minimal"]


def redundant_clues(puzzles: Any, *, threads: int | None = None, progress: Progress | None = None) -> Bools:
    """Returns the redundant clues of each puzzle, ``bool[n, 81]``. A clue is redundant if the puzzle still has one solution
    when this clue alone is removed. Several redundant clues cannot always be removed together.

    A puzzle with no solution or several has no redundant clues; :func:`is_minimal` distinguishes it from a minimal one.

    >>> puzzle = "81.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> redundant_clues([puzzle])[0].nonzero()[0].tolist()
    [1]
    """
    return _lanedoku.redundant_clues(rows_of(puzzles), call_of(threads, progress))["redundant_clues"]


def minimal_subpuzzles(puzzle: Any, *, max: int | None = None) -> Iterator[Board]:
    """Iterates over all minimal puzzles that consist of some of a puzzle's clues, each once. A puzzle with a dozen
    redundant clues has thousands of them, a full grid far too many.

    Args:
        puzzle: as for :func:`lanedoku.solve`.
        max: the maximum number of puzzles, the first found; all by default.

    Raises:
        ValueError: if it is not a board, or has no solution, or several.

    >>> puzzle = "81.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> [board.clues for board in minimal_subpuzzles(puzzle)]
    [21]
    """
    return map(Board._of, _lanedoku.Found.minimal_subpuzzles(_unique(puzzle), most_of(max)))


def neighbours(puzzle: Any, *, remove: int = 1, add: int = 1, max: int | None = None) -> Iterator[Board]:
    """Iterates over the neighbours of a puzzle, each once: the puzzles with one solution that result from removing
    ``remove`` of its clues and adding ``add`` others. A removed clue is not added again, but its cell may get another digit.

    Args:
        puzzle: as for :func:`lanedoku.solve`.
        remove, add: one or two take milliseconds to seconds; each more takes about a hundred times as long.
        max: the maximum number of puzzles, the first found; all by default.

    Raises:
        ValueError: if it is not a board, or has no solution, or several.
        RuntimeError: from the iterator, after the last neighbour, if some removals were skipped because they leave more
            than 200,000 solutions.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> {board.clues for board in neighbours(puzzle)}
    {21}
    """
    removed, added = unsigned(remove, "remove", 81), unsigned(add, "add", 81)
    return map(Board._of, _lanedoku.Found.neighbours(_unique(puzzle), most_of(max), removed, added))


def _unique(puzzle: Any) -> bytes:
    """Returns the digits of a puzzle with one solution."""
    status = solve(puzzle).status
    if status != Status.UNIQUE:
        raise ValueError(f"expected a puzzle with one solution, found one that is {status}")
    return _lanedoku.digits(puzzle)
