"""Puzzles as questions in words."""

from __future__ import annotations

from typing import Any

from .._boards import Board

__all__ = ["question"]

_ASKED = """Solve this Sudoku: fill each open cell (.) with a digit from 1 to 9, so that each row, each column and each \
3x3 box has every digit once.

{}

Give the full grid as nine lines of nine digits between <answer> and </answer>."""


def question(puzzle: Any) -> str:
    """Returns a puzzle as a question for a language model. :func:`grade` reads the answer.

    >>> print(question("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    Solve this Sudoku: fill each open cell (.) with a digit from 1 to 9, so that each row, each column and each 3x3 box has every digit once.
    <BLANKLINE>
    53..7....
    6..195...
    .98....6.
    8...6...3
    4..8.3..1
    7...2...6
    .6....28.
    ...419..5
    ....8..79
    <BLANKLINE>
    Give the full grid as nine lines of nine digits between <answer> and </answer>.
    """
    line = str(puzzle if isinstance(puzzle, Board) else Board(puzzle))
    return _ASKED.format("\n".join(line[start : start + 9] for start in range(0, 81, 9)))
