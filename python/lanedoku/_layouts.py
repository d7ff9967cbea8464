"""Boards of other layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, cast

from . import _lanedoku
from ._arrays import Progress, call_of, limits_of, most_of, numpy, unsigned
from ._boards import CHARACTERS, Board
from ._columns import Graded
from ._explaining import Difficulties, Step, Techniques, chosen, step_of
from ._inputs import sized
from ._making import clues_of, name_of
from ._results import Batch, Boards, Counts, Grades, Result

if TYPE_CHECKING:
    from ._arrays import Bools, Bytes

__all__ = ["Layout"]

_Answers = TypeVar("_Answers", Batch, Boards)


class Layout:
    """How a board is divided: its side, its regions (boxes of any shape), and further houses, which must not hold a
    digit twice either. A layout cannot be changed.

    Args:
        text: a board such as ``6x6``, ``9x9`` or ``12x12``, whose boxes are wider than high; ``boxes:3x2`` for boxes of
            three rows and two columns; or ``jigsaw:`` and a letter or digit for the region of each cell. ``+diagonal``,
            ``+windoku`` and ``+centre-dots`` add houses, ``+house:1,8,15`` one of these cells, counted from 1;
            ``diagonal`` alone is on a 9x9 board. ``windoku`` adds nine: numbers 1, 2, 4 and 5 are its squares, and the
            others follow from them.

    Raises:
        ValueError: if it is not a layout; the message says why. Sides are 4 to 25.

    The functions are those of the package, for boards of this layout. They take puzzles in the same forms:
    ``uint8[n, cells]`` or ``uint8[n, side, side]``, lists, texts, columns; the digits from 10 are letters. Rows are
    read before the search, and solved one by one. ``threads``, ``progress``, ``step_limit`` (steps for each puzzle) and
    ``timeout`` (seconds for each puzzle) are those of :func:`solve_batch`. A search looks at the time, and at Ctrl-C,
    about ten times a second. They can take very long: give one of the limits for
    puzzles from untrusted sources.

    >>> layout = Layout("6x6+diagonal")
    >>> layout.side, layout.box_shape, layout.houses
    (6, (2, 3), 2)
    >>> layout.solve(".......6.......4......3.....2.1.....").status
    <Status.UNIQUE: 1>
    """

    __slots__ = ("_core", "_houses", "_text")
    _core: _lanedoku.Layout
    _houses: tuple[tuple[int, ...], ...]
    _text: str

    def __new__(cls, text: str) -> Layout:
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a layout, found {type(text).__name__}")
        return cls._of(text, ())

    @classmethod
    def _of(cls, text: str, houses: tuple[tuple[int, ...], ...]) -> Layout:
        layout = super().__new__(cls)
        object.__setattr__(layout, "_core", _lanedoku.Layout(text, [list(house) for house in houses]))
        object.__setattr__(layout, "_houses", houses)
        object.__setattr__(layout, "_text", text)
        return layout

    @classmethod
    def boxes(cls, rows: int, columns: int) -> Layout:
        """Creates a layout with boxes of so many rows and columns.

        >>> Layout.boxes(3, 4) == Layout("12x12")
        True
        """
        return cls._of(f"boxes:{unsigned(rows, 'rows')}x{unsigned(columns, 'columns')}", ())

    @classmethod
    def jigsaw(cls, regions: str) -> Layout:
        """Creates a layout from a character for the region of each cell, row by row. White space does not count.

        >>> layout = Layout.jigsaw("aabb acbb accd cddd")
        >>> layout.side, layout.units()[8]
        (4, [0, 1, 4, 8])
        """
        names = "".join(regions.split())
        # A board has at most 25 regions; the names of one with more are left to the error.
        letters = {name: chr(65 + min(number, 25)) for number, name in enumerate(dict.fromkeys(names))}
        return cls._of("jigsaw:" + "".join(letters[name] for name in names), ())

    def with_house(self, cells: Iterable[int]) -> Layout:
        """Returns the layout with another house: some cells, numbered row by row from 0, that must not hold a digit
        twice.

        >>> Layout("4x4").with_house([0, 5, 10]).count(["." * 16]).count.tolist()
        [144]
        """
        house = tuple(unsigned(cell, "cells", 2**32) for cell in cells)
        return self._of(self._text, (*self._houses, house))

    @property
    def side(self) -> int:
        """The number of rows, of columns, of cells in a region, and of digits."""
        return self._core.side()

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.side**2

    @property
    def box_shape(self) -> tuple[int, int] | None:
        """The rows and columns of a box; None for regions of other shapes."""
        return self._core.box_shape()

    @property
    def houses(self) -> int:
        """The number of further houses."""
        return len(self._core.units()) - 3 * self.side

    def units(self) -> list[list[int]]:
        """Returns the cells of each row, column, region and further house, in this order."""
        return self._core.units()

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a layout cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return self._core == other._core if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._core)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Layout._of, (self._text, self._houses))

    def __repr__(self) -> str:
        return f"Layout({self._text!r})" + "".join(f".with_house({list(house)})" for house in self._houses)

    def _rows(self, puzzles: Any) -> _lanedoku.SizedRows:
        return sized(puzzles, self.side, self._core)

    def _digits(self, puzzle: Any) -> bytes:
        rows = self._rows([puzzle])
        found = rows.digits(0)
        if found is None:
            raise ValueError(rows.reason(0))
        return found

    def _own(self, answers: _Answers) -> _Answers:
        answers._layout = self
        return answers

    def read(self, text: Any) -> Bytes:
        """Reads one board: ``uint8[cells]``. All its cells are on one line, or one row is on each, perhaps with a
        drawing between them. Raises ValueError if it is not a board; the message names the cell.

        >>> Layout("4x4").read("12.. 3... .... ...4")[:4]
        array([1, 2, 0, 0], dtype=uint8)
        """
        digits = bytearray(self._digits(text))
        return cast("Bytes", memoryview(digits)) if numpy is None else numpy.frombuffer(digits, "uint8")

    def text(self, digits: Any) -> str:
        """Returns the characters of one board in one line, which :meth:`read` reads."""
        return self._digits(digits).translate(CHARACTERS).decode()

    def draw(self, digits: Any) -> str:
        """Draws one board: a line for each row, and lines between boxes, but not between regions of other shapes.

        >>> print(Layout("boxes:1x4").draw("1234" + "." * 12).splitlines()[0])
        1 2 3 4
        """
        return self._core.draw(self._digits(digits))

    def solve(self, puzzle: Any, *, step_limit: int | None = None, timeout: float | None = None) -> Result:
        """Solves one puzzle, as :func:`lanedoku.solve` does. Raises ValueError if it is not a board.

        >>> Layout("6x6").solve("2" + "." * 35).solution
        2 1 3 | 4 5 6
        4 5 6 | 1 2 3
        ------+------
        1 2 4 | 3 6 5
        3 6 5 | 2 1 4
        ------+------
        5 3 1 | 6 4 2
        6 4 2 | 5 3 1
        """
        board = Board._of(self._digits(puzzle), self)
        return self.solve_batch([board], threads=1, step_limit=step_limit, timeout=timeout)[0]

    def solve_batch(
        self,
        puzzles: Any,
        *,
        threads: int | None = None,
        step_limit: int | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Batch:
        """Solves many puzzles, as :func:`lanedoku.solve_batch` does: ``solutions`` is ``uint8[n, cells]``. With AVX2 or
        AVX-512 and without ``step_limit``, 9x9 boards with boxes and up to nine further houses are solved many at a time;
        steps and guesses then depend on the other boards.

        >>> Layout("6x6").solve_batch(["2" + "." * 35, "22" + "." * 34]).reasons()
        {1: '2 appears twice in row 1: row 1, column 1 and row 1, column 2'}
        """
        rows, call = self._rows(puzzles), call_of(threads, progress, step_limit, timeout)
        return self._own(Batch(self._core.solve(rows, call), rows))

    def count(
        self,
        puzzles: Any,
        *,
        max: int | None = None,
        threads: int | None = None,
        step_limit: int | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Counts:
        """Counts the solutions of many puzzles, as :func:`lanedoku.count` does.

        >>> Layout("4x4+diagonal").count(["." * 16]).count.tolist()
        [48]
        """
        rows, call = self._rows(puzzles), call_of(threads, progress, step_limit, timeout)
        return Counts(self._core.count(rows, most_of(max), call), rows)

    def enumerate(self, puzzle: Any, *, max: int | None = None, step_limit: int | None = None) -> Iterator[Board]:
        """Iterates over the solutions of one puzzle, as :func:`lanedoku.enumerate` does: not sorted, and with a
        RuntimeError at the step limit.

        >>> sum(1 for _ in Layout("4x4").enumerate("." * 16))
        288
        """
        steps, _ = limits_of(step_limit, None)
        found = self._core.solutions(self._digits(puzzle), most_of(max), steps)
        return (Board._of(cells, self) for cells in found)

    def possible(
        self,
        puzzles: Any,
        *,
        threads: int | None = None,
        step_limit: int | None = None,
        timeout: float | None = None,
        status: Any = None,
        progress: Progress | None = None,
    ) -> Bools:
        """Returns the digits that occur in some solution of each puzzle, ``bool[n, cells, side]``, as
        :func:`lanedoku.possible` does.

        The limits are for all searches of a puzzle together. At one of them, the status is ``LIMIT``, and some digits
        may be missing. ``status`` is an array to write it to, ``uint8[n]``. The same holds for the next two functions.

        >>> Layout("4x4").possible(["12" + "." * 14])[0, 2].tolist()
        [False, False, True, True]
        """
        call = call_of(threads, progress, step_limit, timeout)
        return self._core.possible(self._rows(puzzles), status, call)["possible"]

    def wrong_clues(
        self,
        boards: Any,
        *,
        threads: int | None = None,
        step_limit: int | None = None,
        timeout: float | None = None,
        status: Any = None,
        progress: Progress | None = None,
    ) -> Bools:
        """Returns the clues of each board without a solution whose removal, each alone, leaves one: ``bool[n, cells]``.

        >>> Layout("4x4").wrong_clues(["12..2..........."])[0].nonzero()[0].tolist()
        [1, 4]
        """
        call = call_of(threads, progress, step_limit, timeout)
        return self._core.clues(self._rows(boards), True, status, call)["clues"]

    def redundant_clues(
        self,
        puzzles: Any,
        *,
        threads: int | None = None,
        step_limit: int | None = None,
        timeout: float | None = None,
        status: Any = None,
        progress: Progress | None = None,
    ) -> Bools:
        """Returns the redundant clues of each puzzle, ``bool[n, cells]``: those without which, each alone, it still has
        one solution.

        >>> Layout("4x4").redundant_clues(["123.3..22..3.321"]).sum()
        np.int64(10)
        """
        call = call_of(threads, progress, step_limit, timeout)
        return self._core.clues(self._rows(puzzles), False, status, call)["clues"]

    def minimize(
        self,
        puzzles: Any,
        *,
        seed: int = 0,
        first: int = 0,
        threads: int | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Boards:
        """Minimizes each puzzle, as :func:`lanedoku.minimize` does. A clue stays, too, if its search takes more than
        200,000 steps, or if the time is over: ``undecided`` counts these.

        >>> Layout("4x4").minimize(["1234341221434321"])[0].clues < 7
        True
        """
        rows, numbers = self._rows(puzzles), (unsigned(seed, "seed"), unsigned(first, "first"))
        made = self._core.minimize(rows, *numbers, call_of(threads, progress, None, timeout))
        return self._own(Boards(made, rows, why="it has no solution, or several, or its search took too long"))

    def generate(
        self,
        n: int,
        *,
        seed: int,
        clues: int | tuple[int, int] | None = None,
        symmetry: str = "none",
        attempts: int = 1_000,
        first: int = 0,
        threads: int | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Boards:
        """Generates puzzles with one solution, as :func:`lanedoku.generate` does, which describes the arguments.
        Without ``clues``, they are minimal, except for clues that stayed as in :meth:`minimize`. With ``symmetry``,
        clues are removed by orbit.

        Puzzle number ``first + i`` of a seed is the same on every machine, unless there is a ``timeout``. A row is not
        ``valid`` if no full board was found, or no puzzle with so few clues.

        >>> layout = Layout("6x6")
        >>> puzzles = layout.generate(3, seed=1, clues=(14, 16))
        >>> layout.solve_batch(puzzles), [14 <= board.clues <= 16 for board in puzzles]
        (Batch of 3: 3 unique, [True, True, True])
        """
        range = (unsigned(first, "first"), unsigned(n, "n", 2**40))
        number = None if clues is None else clues_of(clues, 0, self.cells)
        options = (number, name_of(symmetry), unsigned(attempts, "attempts", 10**7))
        made = self._core.generate(unsigned(seed, "seed"), range, *options, call_of(threads, progress, None, timeout))
        return self._own(Boards(made, None, why=f"no puzzle was found in {attempts} attempts; attempts= allows more"))

    def shuffle(
        self,
        boards: Any,
        k: int = 1,
        *,
        seed: int,
        first: int = 0,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Boards:
        """Returns ``k`` random equivalent boards for each board: ``cells`` is ``uint8[n, k, cells]``. The digits are
        renamed, and rows, columns, bands and stacks are swapped, turned and reflected as far as this leaves regions and
        houses as they are.

        Board ``j`` of row ``i`` depends only on the seed and on ``(first + i) * k + j``: solutions are shuffled like
        their puzzles if they are shuffled with the same numbers.

        >>> layout = Layout("6x6+diagonal")
        >>> puzzles = layout.generate(2, seed=1)
        >>> solutions = layout.solve_batch(puzzles).solutions
        >>> layout.grade(layout.shuffle(solutions, 3, seed=1), layout.shuffle(puzzles, 3, seed=1))
        Grades of 6: 6 solutions, 6 complete, 6 consistent, 6 with all clues
        """
        rows, k, call = self._rows(boards), unsigned(k, "k", 2**32), call_of(threads, progress)
        made = self._core.shuffle(rows, k, unsigned(seed, "seed"), unsigned(first, "first"), call)
        return self._own(Boards(made, rows, k))

    def grade(
        self,
        answers: Any,
        puzzles: Any,
        *,
        solutions: Any = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Grades:
        """Grades each answer to the puzzle in the same row, as :func:`lanedoku.grade` does.

        >>> Layout("4x4+diagonal").grade(["1234341221434321"], ["." * 16]).reason(0)
        'answer: 4 appears twice in house 1: row 2, column 2 and row 3, column 3'
        """
        given, asked, known = (None if rows is None else self._rows(rows) for rows in (answers, puzzles, solutions))
        assert given is not None and asked is not None
        return Grades(_lanedoku.grade_sized(given, asked, known, call_of(threads, progress)), Graded(given, asked))

    def explain(self, puzzle: Any, *, techniques: Techniques = None) -> list[Step]:
        """Returns the steps with which a person solves a puzzle, as :func:`lanedoku.explain` does: with singles, locked
        candidates, subsets and fish without fins. Other ``techniques`` are left out.

        Raises:
            ValueError: if it is not a board, or has no solution, or several; or for an unknown technique.

        >>> [step.text for step in Layout("6x6").explain(".2...441........16.....35....2....3.")][0]
        'Hidden single: in box 2, 1 has one cell, r1c4.'
        """
        return [step_of(parts) for parts in self._steps(puzzle, 2**32, techniques)]

    def hint(self, board: Any, *, techniques: Techniques = None) -> Step | None:
        """Returns the next step on a board; None if it is complete, or needs more than the techniques. ``where`` and
        ``what`` of the step are smaller hints. The errors are those of :meth:`explain`.

        >>> step = Layout("6x6").hint(".2...441........16.....35....2....3.")
        >>> step.where, step.what
        ('Look at box 2.', 'Hidden single in box 2.')
        """
        return next(map(step_of, self._steps(board, 1, techniques)), None)

    def _steps(self, puzzle: Any, most: int, techniques: Techniques) -> Iterable[Any]:
        return self._core.steps(self._digits(puzzle), most, chosen(techniques, True))

    def difficulty(
        self,
        puzzles: Any,
        *,
        techniques: Techniques = None,
        threads: int | None = None,
        step_limit: int | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Difficulties:
        """Returns how hard each puzzle is for a person, as :func:`lanedoku.difficulty` does, with the techniques of
        :meth:`explain`. The levels are those of 9x9 boards. ``hodoku_score`` and ``hodoku_class`` are 0.

        >>> Layout("6x6+diagonal").difficulty([".......6.......4......3.....2.1....."]).hardest_names()
        ['pointing']
        """
        rows, call = self._rows(puzzles), call_of(threads, progress, step_limit, timeout)
        return Difficulties(self._core.difficulty(rows, chosen(techniques, True), call), rows)
