"""Equivalent boards in data sets: groups, duplicates, splits and their audit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arrays import unsigned
from .._boards import Status
from .._inputs import rows as rows_of
from .._making import canonical
from .._solving import solve_batch
from ._examples import Examples, cells_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._arrays import Bools

__all__ = ["Audit", "audit", "dedupe", "group", "split"]


def group(boards: Any, *, threads: int | None = None) -> NDArray[np.int64]:
    """Returns the group of each board, ``int64[n]``: the number of the first row that is equivalent to it; -1 for a row that
    is not a board. Two boards are equivalent if one is the other in disguise: with its digits renamed, its rows, columns,
    bands or stacks exchanged, or transposed.

    Args:
        boards: puzzles or solutions, in any form that the documentation of :mod:`lanedoku` lists; or :class:`Examples`,
            of which the puzzles are compared. Their canonical forms take 125 bytes of memory a row.

    >>> from lanedoku import generate, shuffle
    >>> puzzles = generate(2, seed=1)
    >>> group([*puzzles.lines(), *shuffle(puzzles, seed=2).lines()]).tolist()
    [0, 1, 0, 1]
    """
    forms, valid = _forms(cells_of(boards), threads)
    groups = np.full(len(valid), -1)
    there = np.flatnonzero(valid)
    _, first, inverse = np.unique(forms[there], return_index=True, return_inverse=True)
    groups[there] = there[first][inverse.reshape(-1)]
    return groups


def dedupe(boards: Any, *, threads: int | None = None) -> NDArray[np.int64]:
    """Returns the numbers of the rows without a disguise before them, ``int64[m]`` in ascending order: the first row of each
    :func:`group`. Rows that are not boards are left out.

    >>> from lanedoku import generate, shuffle
    >>> puzzles = shuffle(generate(3, seed=1), 1000, seed=2).cells.reshape(-1, 81)
    >>> dedupe(puzzles)
    array([   0, 1000, 2000])
    """
    groups = group(boards, threads=threads)
    return np.flatnonzero(groups == np.arange(len(groups)))


def split(
    puzzles: Any, shares: Mapping[str, float], *, seed: int, threads: int | None = None
) -> dict[str, NDArray[np.int64]]:
    """Splits puzzles so that neither a puzzle of one part nor its solution is a disguise of one in another part.

    Args:
        puzzles: in any form that the documentation of :mod:`lanedoku` lists, or :class:`Examples`. Each must have exactly one
            solution. Disguises of one puzzle, or of puzzles with one solution grid, are always in one part.
        shares: the name of each part and its share of the solution grids. The shares add up to 1. The parts have these
            shares only on average, and count grids: a grid with many puzzles brings all of them into its part.
        seed: another seed gives another split.

    Returns:
        The row numbers of each part, ``int64[m]``, in ascending order.

    The part of a puzzle depends on its solution, on the seed and on the shares, not on the other puzzles: puzzles can be
    added and split later, or on another machine. It is computed from the canonical form of the solution, written as 81 digits:
    the first 8 bytes of its keyed BLAKE2b hash (``digest_size=8``, the key being the seed in 8 bytes, little-endian) are a
    big-endian number, which is divided by 2**64. The first part takes the numbers below its share, the
    next part the numbers from there, and so on. Put ``test`` first, so that it does not depend on the other shares.

    Raises:
        ValueError: if a puzzle does not have exactly one solution, or if the shares do not add up to 1.

    >>> from lanedoku import generate, shuffle
    >>> puzzles = shuffle(generate(100, seed=1), 10, seed=1).cells.reshape(-1, 81)
    >>> parts = split(puzzles, {"test": 0.2, "train": 0.8}, seed=1)
    >>> {name: len(rows) for name, rows in parts.items()}
    {'test': 190, 'train': 810}
    >>> str(audit(puzzles[parts["train"]], puzzles[parts["test"]])).splitlines()[0]
    '0 of 190 test puzzles are disguises of training puzzles (0 of them are copies).'
    """
    seed = unsigned(seed, "seed")
    values = list(shares.values())
    if not values or min(values) < 0 or abs(sum(values) - 1) > 1e-9:
        raise ValueError(f"shares: expected numbers from 0 that add up to 1, found {dict(shares)}")
    examples = puzzles if isinstance(puzzles, Examples) else Examples(puzzles)
    forms = canonical(examples.solutions, threads=threads).cells
    # Each form is hashed once.
    lines, inverse = np.unique(_joined(forms + ord("0")), return_inverse=True)
    key = seed.to_bytes(8, "little")
    hashes = [int.from_bytes(blake2b(line.tobytes(), digest_size=8, key=key).digest(), "big") for line in lines]
    # The last bound is above all numbers.
    bounds = [int(share * 2**64) for share in np.cumsum(values)[:-1].tolist()]
    part = np.array([sum(number >= bound for bound in bounds) for number in hashes], "int64")[inverse.reshape(-1)]
    return {name: np.flatnonzero(part == number) for number, name in enumerate(shares)}


@dataclass(frozen=True)
class Audit:
    """How much of a test set is in the training set. ``str(audit)`` says it in sentences."""

    test: int
    """The number of test puzzles."""
    train: int
    """The number of training puzzles."""
    copies: Bools
    """``bool[test]``: the test puzzle is a training puzzle, cell by cell."""
    puzzles: Bools
    """``bool[test]``: the test puzzle is a disguise of a training puzzle. Copies count, too."""
    solutions: Bools
    """``bool[test]``: the solution of the test puzzle is a disguise of that of a training puzzle."""
    unlike_test: int
    """The number of test puzzles, if disguises count once."""
    unlike_train: int
    """The number of training puzzles, if disguises count once."""
    unclear: int
    """The number of rows of both sets that are not boards or do not have exactly one solution. Their solutions are not
    compared."""

    @property
    def leaks(self) -> bool:
        """Whether any test puzzle, or its solution, is a disguise of one in the training set."""
        return bool(self.puzzles.any() or self.solutions.any())

    def __str__(self) -> str:
        n = self.test
        lines = [
            f"{self.puzzles.sum()} of {n} test puzzles are disguises of training puzzles "
            f"({self.copies.sum()} of them are copies).",
            f"{self.solutions.sum()} of {n} test puzzles have a solution that is a disguise of a training solution.",
            f"Without disguises, the {n} test puzzles are {self.unlike_test}, "
            f"and the {self.train} training puzzles are {self.unlike_train}.",
        ]
        if self.unclear:
            lines.append(f"{self.unclear} rows are not boards or do not have exactly one solution.")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Audit>\n{self}"


def audit(train: Any, test: Any, *, threads: int | None = None) -> Audit:
    """Finds the test puzzles that are disguises of training puzzles, or whose solutions are disguises of training solutions.

    Args:
        train, test: puzzles in any form that the documentation of :mod:`lanedoku` lists, or :class:`Examples`. They need
            not have one solution each.

    >>> from lanedoku import generate, shuffle
    >>> train = generate(100, seed=1).cells
    >>> test = [*shuffle(train[:20], seed=1).lines(), *generate(80, seed=2).lines()]
    >>> print(audit(train, test))
    20 of 100 test puzzles are disguises of training puzzles (0 of them are copies).
    20 of 100 test puzzles have a solution that is a disguise of a training solution.
    Without disguises, the 100 test puzzles are 100, and the 100 training puzzles are 100.
    """
    sides = [_sides(boards, threads) for boards in (train, test)]
    (known, grids_known), (asked, grids_asked) = ((side.forms, side.grids) for side in sides)
    return Audit(
        len(sides[1].cells),
        len(sides[0].cells),
        _isin(sides[1].cells, sides[1].valid, sides[0].cells[sides[0].valid]),
        _isin(asked, sides[1].valid, known[sides[0].valid]),
        _isin(grids_asked, sides[1].unique, grids_known[sides[0].unique]),
        len(np.unique(asked[sides[1].valid])),
        len(np.unique(known[sides[0].valid])),
        sum(int((~side.unique).sum()) for side in sides),
    )


@dataclass(frozen=True)
class _Side:
    cells: Any
    forms: Any
    valid: Any
    grids: Any
    unique: Any


def _sides(boards: Any, threads: int | None) -> _Side:
    if isinstance(boards, Examples):
        cells, solutions = boards.puzzles, boards.solutions
        unique = np.ones(len(cells), bool)
    else:
        boards = rows_of(cells_of(boards))
        solved = solve_batch(boards, threads=threads)
        cells = np.frombuffer(boards.cells(), "uint8").reshape(-1, 81)
        solutions, unique = solved.solutions, solved.status == Status.UNIQUE
    forms, valid = _forms(cells_of(boards), threads)
    return _Side(_packed(np.where(cells <= 9, cells, 0)), forms, valid, _forms(solutions, threads)[0], unique)


def _isin(asked: Any, clear: Any, known: Any) -> Any:
    return np.isin(asked, known) & clear


def _forms(boards: Any, threads: int | None) -> tuple[Any, Any]:
    """Returns the canonical form of each board, packed, and whether the row is a board."""
    formed = canonical(boards, threads=threads)
    return _packed(formed.cells), formed.valid


def _packed(cells: Any) -> Any:
    """Returns each row of 81 digits as one value of 44 bytes that can be compared."""
    wide = np.zeros((len(cells), 88), "uint8")
    wide[:, :81] = cells
    # The texts of numpy end at zeros, so none of the bytes may be zero.
    return _joined((wide[:, ::2] << 4 | wide[:, 1::2]) + 1)


def _joined(rows: Any) -> Any:
    """Returns each row of bytes, none of them zero, as one text."""
    return np.ascontiguousarray(rows).view(f"S{rows.shape[1]}").reshape(-1)
