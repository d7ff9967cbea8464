"""Many puzzles that are filled at once, for reinforcement learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from .._arrays import unsigned
from .._making import shuffle
from ._examples import Examples
from ._grading import PEERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._arrays import Bools, Bytes

__all__ = ["Games", "Played"]

_WORDS = 12
"""Words of 64 bits for 729 actions."""


class Played(NamedTuple):
    """The outcome of an action in each game."""

    rewards: NDArray[np.float64]
    """``float64[count]``"""
    is_right: Bools
    """``bool[count]``, whether the digit is that of the solution."""
    is_solved: Bools
    """``bool[count]``, whether the board is complete and right."""
    is_over: Bools
    """``bool[count]``, whether the game is over. It must be started again before its next action counts."""


class Games:
    """Games of filling a puzzle, many at once, as arrays.

    An action is a number: ``9 * cell + digit - 1``, 0 to 728. A right digit is worth 1 divided by the number of cells that
    were open at the start, so a game without a mistake is worth 1. A wrong one, or a digit in a cell that is not open, is
    worth ``penalty`` times that. A game is over if it is solved, if no action is left, and as ``wrong`` says.

    Args:
        examples: the puzzles. Game ``i`` starts with row ``i``, then takes row ``i + count``, and so on, around the end.
        count: the number of games.
        seed: the puzzles are disguised: the ``p``-th start of game ``i`` is shuffled as number ``i + p * count`` of the
            seed. None for the puzzles as they are.
        wrong: a wrong digit in an open cell is written and ends the game (``end``), is not written (``undo``), or is
            written and stays (``keep``): then the game goes on until no action is left.
        penalty: see above.

    Attributes:
        boards: ``uint8[count, 81]``, 0 for an open cell.
        solutions: ``uint8[count, 81]``.

    >>> from lanedoku import generate
    >>> games = Games(Examples(generate(100, seed=1)), 3, seed=2)
    >>> cells = (games.boards == 0).argmax(1)
    >>> played = games.play(9 * cells + games.solutions[range(3), cells] - 1)
    >>> played.is_right, games.mask().shape
    (array([ True,  True,  True]), (3, 729))
    """

    boards: Bytes
    solutions: Bytes

    def __init__(
        self,
        examples: Examples,
        count: int,
        *,
        seed: int | None = None,
        wrong: Literal["end", "undo", "keep"] = "end",
        penalty: float = -1.0,
    ) -> None:
        if not len(examples):
            raise ValueError("examples: expected at least one")
        if wrong not in ("end", "undo", "keep"):
            raise ValueError(f"wrong: expected 'end', 'undo' or 'keep', found {wrong!r}")
        self.examples, self.wrong, self.penalty = examples, wrong, float(penalty)
        self.count = unsigned(count, "count", 2**24, least=1)
        self.seed = None if seed is None else unsigned(seed, "seed")
        self._all = np.arange(self.count)
        self.boards = np.zeros((self.count, 81), "uint8")
        self.solutions = np.zeros((self.count, 81), "uint8")
        self._open = np.zeros(self.count, "int64")
        self._share = np.zeros(self.count)
        self._lost = np.zeros(self.count, bool)
        self._actions = np.zeros((self.count, _WORDS), "uint64")
        self.restart()

    def restart(self) -> None:
        """Starts all games as they started first."""
        self._starts = np.zeros(self.count, "int64")
        self.start(self._all)

    def start(self, games: NDArray[np.int64]) -> None:
        """Starts some games with their next puzzles.

        Args:
            games: their numbers, each at most once.
        """
        if not len(games):
            return
        numbers = games + self._starts[games] * self.count
        self._starts[games] += 1
        rows = numbers % len(self.examples)
        boards, solutions = self.examples.puzzles[rows], self.examples.solutions[rows]
        if self.seed is not None:
            made = shuffle(boards, solutions=solutions, seed=self.seed, first=numbers)
            boards, solutions = (board.cells[:, 0] for board in made)
        self.boards[games], self.solutions[games] = boards, solutions
        self._open[games] = left = (boards == 0).sum(1)
        self._share[games] = 1 / np.maximum(left, 1)
        self._lost[games] = False
        self._actions[games] = _actions_of(boards)

    def play(self, actions: Any) -> Played:
        """Plays one action in each game.

        Args:
            actions: ``int[count]``, 0 to 728.

        Raises:
            ValueError: for other actions.
        """
        asked = np.asarray(actions)
        if asked.shape != (self.count,) or asked.dtype.kind not in "iu":
            raise ValueError(f"actions: expected {self.count} integers from 0 to 728, found {asked.dtype} of {asked.shape}")
        outside = np.flatnonzero((asked < 0) | (asked >= 729))
        if len(outside):
            raise ValueError(f"actions: game {outside[0]}: expected 0 to 728, found {asked[outside[0]]}")
        cell, digit = np.divmod(asked.astype("int64"), 9)
        digit += 1
        is_open = self.boards[self._all, cell] == 0
        is_right = is_open & (self.solutions[self._all, cell] == digit)
        written = is_right if self.wrong == "undo" else is_open
        games = np.flatnonzero(written)
        self.boards[games, cell[games]] = digit[games]
        self._open[games] -= 1
        self._actions[games] &= _KEPT[asked[games]]
        self._lost |= is_open & ~is_right & written
        is_solved = (self._open == 0) & ~self._lost
        if self.wrong == "end":
            is_over = is_solved | self._lost
        else:
            is_over = is_solved | ~self._actions.any(1)
        return Played(np.where(is_right, 1.0, self.penalty) * self._share, is_right, is_solved, is_over)

    def mask(self) -> Bools:
        """Returns the actions that no rule forbids, ``bool[count, 729]``: a digit in an open cell that does not occur in the
        cell's row, column or box. They may be wrong.
        """
        return np.unpackbits(self._actions.view("uint8"), axis=1, count=729).view(bool)


def _words(masks: Any) -> Any:
    """Packs masks of 729 actions into words."""
    packed = np.zeros((len(masks), 8 * _WORDS), "uint8")
    bits = np.packbits(masks, axis=1)
    packed[:, : bits.shape[1]] = bits
    return packed.view("uint64")


def _kept() -> Any:
    """Returns the actions that are left after each action."""
    kept = np.ones((729, 81, 9), bool)
    for action in range(729):
        cell, digit = divmod(action, 9)
        kept[action, cell] = False
        kept[action, PEERS[cell], digit] = False
    return _words(kept.reshape(729, 729))


def _actions_of(boards: Any) -> Any:
    """Returns the actions that no rule forbids on each board."""
    # The boards last, so that each operation goes over many of them.
    digits: Any = np.take(_BITS, np.ascontiguousarray(boards.T)).reshape(9, 9, -1)
    rows: Any = np.bitwise_or.reduce(digits, 1)
    columns: Any = np.bitwise_or.reduce(digits, 0)
    boxes: Any = np.bitwise_or.reduce(np.bitwise_or.reduce(digits.reshape(3, 3, 3, 3, -1), 3), 1)
    used = rows[:, None] | columns[None] | boxes.repeat(3, 0).repeat(3, 1)
    used = np.where(digits != 0, np.uint16(511), used).reshape(81, -1)
    free = np.take(_FREE, np.ascontiguousarray(used.T))
    return _words(free.view(bool).reshape(-1, 729))


_KEPT = _kept()
_BITS = np.array([0, *(1 << digit for digit in range(9))], "uint16")
_FREE = (np.arange(512)[:, None] >> np.arange(9) & 1 == 0).view("V9").reshape(-1)
"""For each set of digits, whether each digit is not in it: nine booleans as one value."""
