"""Grades of a model's answers and moves, and rewards for them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arrays import call_of, raw
from .._boards import Board, Status
from .._columns import Columns
from .._grading import grade as grade_boards
from .._inputs import column_of, is_missing
from .._inputs import rows as rows_of
from .._lanedoku import answers as read_answers
from .._lanedoku import digits as digits_of
from .._possible import possible
from .._results import Batch, Boards, Result
from .._solving import solve_batch
from ._examples import Examples, cells_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._arrays import Bools, Bytes

__all__ = ["Moves", "Scores", "grade", "grade_moves"]

_ROWS = 1 << 14
"""The puzzles of which the possible digits are in memory at a time, 729 bytes each."""

class Scores(Columns):
    """The grades of answers. Slices, masks, ``to_arrow()`` and ``to_pandas()`` are those of other results.

    Attributes:
        has_format: ``bool[n]``, whether there is a board in the answer. If not, all other columns are false or 0.
        keeps_clues: ``bool[n]``, whether the board has all clues of the puzzle.
        is_complete: ``bool[n]``, whether every cell has a digit.
        is_consistent: ``bool[n]``, whether no row, column or box has a digit twice.
        is_solution: ``bool[n]``, whether the board is a solution of the puzzle: whether the last three hold.
        is_solvable: ``bool[n]``, whether the puzzle has a solution with all digits of the board.
        right_cells: ``uint8[n]``, how many of the puzzle's open cells have the digit of the solution; if the puzzle has
            several solutions, the digit of any of them.
        open_cells: ``uint8[n]``, how many open cells the puzzle has.
    """

    has_format: Bools
    keeps_clues: Bools
    is_complete: Bools
    is_consistent: Bools
    is_solution: Bools
    is_solvable: Bools
    right_cells: Bytes
    open_cells: Bytes
    _counted = "has_format"

    def __repr__(self) -> str:
        words = {
            "has_format": "with a board",
            "keeps_clues": "with all clues",
            "is_complete": "complete",
            "is_consistent": "consistent",
            "is_solvable": "solvable",
            "is_solution": "solutions",
        }
        return f"Scores of {len(self)}: " + ", ".join(f"{getattr(self, name).sum()} {word}" for name, word in words.items())

    @property
    def right(self) -> NDArray[np.float64]:
        """``float64[n]``, the share of the puzzle's open cells that are right, from 0 to 1; 1 if none is open."""
        return np.where(self.open_cells > 0, self.right_cells / np.maximum(self.open_cells, 1), self.has_format * 1.0)

    def reward(self, **weights: float) -> NDArray[np.float64]:
        """Returns a reward for each answer, ``float64[n]``: the sum of columns, each times its weight.

        Args:
            weights: the names of columns, or ``right``, and their weights. By default the reward is 1 for a solution and 0
                otherwise, which is ``is_solution=1``.

        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> grade([puzzle, "no idea"], [puzzle, puzzle]).reward(is_solution=1, keeps_clues=0.1, right=0.5)
        array([0.1, 0. ])
        """
        total = np.zeros(len(self))
        names = [name for name, *_ in self._exported()]
        for name, weight in (weights or {"is_solution": 1.0}).items():
            if name not in names:
                raise ValueError(f"{name}: no such column; there are {', '.join(names)}")
            total += weight * getattr(self, name)
        return total

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        flags = ("has_format", "keeps_clues", "is_complete", "is_consistent", "is_solution", "is_solvable")
        counts = (("right_cells", "uint8"), ("open_cells", "uint8"), ("right", "float64"))
        return [
            *((name, "bool", raw(getattr(self, name)), None) for name in flags),
            *((name, kind, getattr(self, name), None) for name, kind in counts),
        ]


def grade(answers: Any, puzzles: Any, *, threads: int | None = None) -> Scores:
    """Grades each answer of a model to the puzzle in the same row.

    Args:
        answers: an array of integers, ``[n, 81]`` or ``[n, 9, 9]``, 0 for an open cell (a number that is no digit makes the
            answer none); or a list or a column of texts, or a list of boards or cells. Of a text, the last board counts, in any
            form in which people, programs and models write one: lines, drawn, in Markdown, LaTeX, JSON, code, after a
            thought, after the puzzle. If it has a part between ``<answer>`` and ``</answer>``, the last such part counts
            alone. None is an answer without a board.
        puzzles: in any form that the documentation of :mod:`lanedoku` lists, or :class:`Examples`. They may have several
            solutions.

    Raises:
        ValueError: if the numbers of answers and puzzles differ, if a puzzle is not a board, or if most answers are tokens
            from 1 to 10.
        TypeError: if an answer is neither text nor cells, such as an array of floats.

    >>> from lanedoku import solve
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> right = str(solve(puzzle).solution)
    >>> scores = grade([f"The answer is <answer>{right}</answer>.", right[:80] + ".", "1" * 81, "?"], [puzzle] * 4)
    >>> scores
    Scores of 4: 3 with a board, 1 with all clues, 2 complete, 2 consistent, 1 solvable, 1 solutions
    >>> scores.right_cells
    array([51, 51,  6,  0], dtype=uint8)
    """
    cells, has_format = _answers(answers, threads)
    taken = rows_of(cells_of(puzzles))
    if len(taken) != len(cells):
        raise ValueError(f"expected an answer for each of {len(taken)} puzzles, found {len(cells)}")
    asked = np.frombuffer(taken.cells(), "uint8").reshape(-1, 81)
    for row in np.flatnonzero((asked > 9).any(1))[:1].tolist():
        raise ValueError(f"puzzles: row {row}: {taken.reason(row)}")
    grades = grade_boards(cells, taken, threads=threads)
    columns = {name: getattr(grades, name) & has_format for name in ("keeps_clues", "is_complete", "is_consistent")}
    columns["is_solution"] = grades.is_solution & has_format
    is_open = asked == 0
    solved = solve_batch(taken, threads=threads, any_solution=True)
    right = ((cells == solved.solutions) & is_open).sum(1).astype("uint8")
    several = np.flatnonzero(solved.status != Status.UNIQUE)
    for start in range(0, len(several), _ROWS):
        part = several[start : start + _ROWS]
        allowed = possible(asked[part], threads=threads)
        placed = np.maximum(cells[part], 1) - 1
        found = np.take_along_axis(allowed, placed[:, :, None].astype("int64"), 2)[:, :, 0]
        right[part] = (found & is_open[part] & (cells[part] > 0)).sum(1)
    # A board that is complete is solvable if it is a solution.
    solvable = columns["is_solution"].copy()
    rows = np.flatnonzero(columns["keeps_clues"] & columns["is_consistent"] & ~columns["is_complete"])
    solvable[rows] = _has_solution(cells[rows], threads)
    columns |= {"has_format": has_format, "is_solvable": solvable, "right_cells": right * has_format}
    return Scores({**columns, "open_cells": is_open.sum(1).astype("uint8")}, taken)


def _has_solution(boards: Any, threads: int | None) -> Any:
    solutions: Any = solve_batch(boards, threads=threads, any_solution=True).solutions
    return solutions[:, 0] > 0


def _answers(answers: Any, threads: int | None) -> tuple[Any, Any]:
    """Returns the cells of each answer, zeros if it has no board, and whether it has one."""
    answers = answers.lines() if isinstance(answers, Boards) else column_of(answers)
    if isinstance(answers, (str, bytes, Board)):
        raise TypeError(f"answers: expected a list, found one {type(answers).__name__}; pass [answer]")
    if isinstance(answers, (Columns, Examples, Mapping, Set)) or hasattr(answers, "arrays"):
        raise TypeError(f"answers: expected texts or cells, found {type(answers).__name__}{_CURES.get(type(answers), '')}")
    if not isinstance(answers, (list, tuple)) and hasattr(answers, "__array__"):
        answers = _array("answers", answers)
    if isinstance(answers, (list, tuple)) and answers and all(isinstance(answer, (list, np.ndarray)) for answer in answers):
        # Of equal lengths, and of integers, they are an array; of any others, each is read alone.
        with suppress(ValueError, OverflowError):
            made = np.array(answers)
            answers = made if made.dtype.kind in "iu" and made.shape[1:] in ((81,), (9, 9)) else answers
    if isinstance(answers, np.ndarray):
        kind, shape = answers.dtype.kind, answers.shape
        if kind in "iu" and shape[1:] in ((81,), (9, 9)):
            return _of_cells(answers.reshape(len(answers), 81))
        if kind in "SU" and shape[1:] in ((81,), (9, 9)):
            # Characters.
            return _of_cells(np.frombuffer(rows_of(answers).cells(), "uint8").reshape(-1, 81))
        if kind not in "OSUT" or len(shape) != 1:
            expected = "integers of shape (n, 81) or (n, 9, 9), or n texts"
            cure = "; pass astype(int)" if kind == "f" and shape[1:] in ((81,), (9, 9)) else ""
            raise TypeError(f"answers: expected {expected}, found {answers.dtype} of {shape}{cure}")
        answers = answers.tolist()
    try:
        answers = list(answers)
    except TypeError:
        raise TypeError(f"answers: expected texts or cells, found {type(answers).__name__}") from None
    found = read_answers([_answer(row, answer) for row, answer in enumerate(answers)], call_of(threads, None))
    return found["cells"], found["has_format"]


_CHARACTERS = b"0123456789" + bytes(246)

_CURES: dict[type, str] = {
    Batch: "; pass its solutions",
    Examples: "; pass its solutions",
    Result: "; pass its solution",
    dict: "; pass the list of its values, or the text",
}


def _array(name: str, values: Any) -> Any:
    """Returns an array of another library as one of numpy. A wrong one is never a wrong answer."""
    try:
        return np.asarray(values)
    except Exception as error:
        cure = "on another device, or with a gradient, it has a copy: values.detach().cpu()"
        raise TypeError(f"{name}: {type(values).__name__} cannot be read as an array ({error}); {cure}") from error


def _of_cells(cells: Any) -> tuple[Any, Any]:
    """Returns the cells of answers in an array, and which of them are boards."""
    tokens = ((cells >= 1) & (cells <= 10)).all(1) & (cells == 10).any(1)
    if 2 * tokens.sum() > len(cells):
        raise ValueError("answers: expected digits from 0 to 9, found tokens from 1 to 10; pass answers - 1")
    has_format = ((cells >= 0) & (cells <= 9)).all(1)
    return np.where(has_format[:, None], cells, 0).astype("uint8"), has_format


def _answer(row: int, answer: Any) -> bytes | None:
    """Returns the text of an answer, or its cells as a line."""
    if isinstance(answer, (list, tuple)) and answer and all(isinstance(part, str) for part in answer):
        # Characters, or rows.
        answer = ("" if all(len(part) == 1 for part in answer) else "\n").join(answer)
    if isinstance(answer, str):
        answer = answer.encode(errors="replace")
    if isinstance(answer, (bytes, bytearray)):
        return bytes(answer)
    if is_missing(answer):
        return None
    # A column of texts may be read as integers.
    is_long = isinstance(answer, int) and answer >= 1 << 64
    if not is_long and not isinstance(answer, (list, tuple, Board)):
        if type(answer) in _CURES or not hasattr(answer, "__array__"):
            cure = _CURES.get(type(answer), "")
            raise TypeError(f"answers: row {row}: expected text or cells, found {type(answer).__name__}{cure}")
        return _cells_of_one(row, _array(f"answers: row {row}", answer))
    try:
        return digits_of(answer).translate(_CHARACTERS)
    except ValueError:
        return None
    except TypeError as error:
        raise TypeError(f"answers: row {row}: {error}") from None


def _cells_of_one(row: int, cells: Any) -> bytes | None:
    if cells.dtype.kind not in "iuSUO":
        cure = "; pass astype(int)" if cells.dtype.kind == "f" else ""
        raise TypeError(f"answers: row {row}: expected integers, found {cells.dtype} of {cells.shape}{cure}")
    return _answer(row, cells.tolist())


class Moves:
    """The grades of moves, in columns of shape ``[n, t]``.

    Attributes:
        is_move: ``bool``, whether there is a move: whether the cell is not negative.
        is_open: ``bool``, whether the cell was open.
        is_consistent: ``bool``, whether no other cell of the row, column or box had the digit.
        is_right: ``bool``, whether the cell was open and the board has a solution after the move.
        boards: ``uint8[n, 81]``, the boards after all moves.
        open_cells: ``uint8[n]``, how many cells were open before the first move.
    """

    is_move: Bools
    is_open: Bools
    is_consistent: Bools
    is_right: Bools
    boards: Bytes
    open_cells: Bytes

    def __init__(self, **columns: Any) -> None:
        self.__dict__.update(columns)

    def __len__(self) -> int:
        return len(self.is_move)

    def __repr__(self) -> str:
        return f"Moves on {len(self)} boards: {self.is_move.sum()}, of which {self.is_right.sum()} are right"

    def reward(self, right: float = 1.0, wrong: float = -1.0) -> NDArray[np.float64]:
        """Returns a reward for each move, ``float64[n, t]``: ``right`` or ``wrong``, divided by the number of cells that were
        open before the first move. So the rewards for solving a puzzle without a mistake add up to ``right``.
        """
        share = np.where(self.is_right, right, wrong) * self.is_move
        found: NDArray[np.float64] = share / np.maximum(self.open_cells, 1)[:, None]
        return found


def grade_moves(
    puzzles: Any, cells: Any, digits: Any, *, undo: bool = True, threads: int | None = None
) -> Moves:
    """Grades moves that are made on each board one after the other.

    Args:
        puzzles: in any form that the documentation of :mod:`lanedoku` lists, or :class:`Examples`. They may have several
            solutions.
        cells: ``int[n, t]``: the cell of each move, numbered row by row from 0; a negative number is no move.
        digits: ``int[n, t]``: the digit of each move, 1 to 9.
        undo: whether a move that is not right is taken back, so that the next one is graded alone. Otherwise it stays, if
            the cell was open, and no later move is right.

    Raises:
        ValueError: if the shapes differ, or for a cell above 80 or a digit that is not 1 to 9.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> moves = grade_moves([puzzle], [[2, 3, 3, -1]], [[4, 4, 6, 0]])
    >>> moves.is_right, moves.reward().sum().round(4)
    (array([[ True, False,  True, False]]), np.float64(0.0196))
    """
    places, written = (np.asarray(values) for values in (cells, digits))
    taken = rows_of(cells_of(puzzles))
    for name, values, least, most in (("cells", places, None, 80), ("digits", written, 1, 9)):
        if values.ndim != 2 or values.dtype.kind not in "iu" or len(values) != len(taken) or values.shape != places.shape:
            shape = (len(taken), places.shape[1] if places.ndim == 2 else "t")
            raise ValueError(f"{name}: expected integers of shape {shape}, found {values.dtype} of {values.shape}")
        asked = values[places >= 0]
        if asked.size and (asked.max() > most or (least is not None and asked.min() < least)):
            raise ValueError(f"{name}: expected at most {most}" + (f" and at least {least}" if least else ""))
    boards = np.frombuffer(taken.cells(), "uint8").reshape(-1, 81).copy()
    columns = {name: np.zeros(places.shape, bool) for name in ("is_move", "is_open", "is_consistent", "is_right")}
    columns["is_move"] = places >= 0
    opened = (boards == 0).sum(1).astype("uint8")
    for step in range(places.shape[1]):
        rows = np.flatnonzero(places[:, step] >= 0)
        cell, digit = places[rows, step], written[rows, step].astype("uint8")
        is_open = boards[rows, cell] == 0
        columns["is_open"][rows, step] = is_open
        others = boards[rows][np.arange(len(rows))[:, None], PEERS[cell]]
        consistent = (others != digit[:, None]).all(1)
        columns["is_consistent"][rows, step] = consistent
        moved, cell, digit = rows[is_open], cell[is_open], digit[is_open]
        boards[moved, cell] = digit
        right = _has_solution(boards[moved], threads)
        columns["is_right"][moved, step] = right
        if undo:
            boards[moved[~right], cell[~right]] = 0
    return Moves(**columns, boards=boards, open_cells=opened)


def _peers() -> Any:
    """Returns the 20 cells that share a row, column or box with each cell."""
    cell = np.arange(81)
    row, column, box = cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3
    shares = np.zeros((81, 81), bool)
    for unit in (row, column, box):
        shares |= unit[:, None] == unit
    np.fill_diagonal(shares, False)
    return np.nonzero(shares)[1].reshape(81, 20)


PEERS = _peers()
