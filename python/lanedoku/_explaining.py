"""Solving as a person does: how hard puzzles are, steps, hints, traces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _lanedoku
from ._arrays import Progress, call_of, raw
from ._columns import Columns
from ._inputs import candidates as candidates_of
from ._inputs import rows as rows_of
from ._results import _STATUSES

if TYPE_CHECKING:
    from ._arrays import Bytes, Doubles, Words

__all__ = ["Difficulties", "HODOKU_CLASSES", "Link", "Part", "Step", "TECHNIQUES", "all_steps", "difficulty", "explain", "explain_batch", "hint", "hint_batch", "traces"]

TECHNIQUES: tuple[str, ...] = ("", *_lanedoku.techniques())
"""The names of the techniques, in the order of the scale. The number of a technique is its index, from 1."""

HODOKU_CLASSES: tuple[str, ...] = ("", *_lanedoku.hodoku_classes())
"""The names of HoDoKu's classes, the easiest first. The number of a class is its index, from 1."""

Candidate: TypeAlias = tuple[int, int]
"""A cell, numbered row by row from 0, and a digit from 1."""


@dataclass(frozen=True)
class Link:
    """One statement of a chain: that a candidate is true or false."""

    cell: int
    """Numbered row by row from 0."""
    digit: int
    """From 1 to 9."""
    is_true: bool
    """Whether the cell holds the digit."""
    follows_from: int
    """The index of the statement it follows from; its own index for an assumption."""
    is_strong: bool | None
    """Whether the link to it is strong or weak; None for an assumption, and where it follows from several statements."""
    cells: list[int]
    """The cells of a group, of which one holds the digit, or none; else the one cell."""
    causes: list[int]
    """The indices of all statements that it follows from, of which ``follows_from`` is one; none for an assumption."""


@dataclass(frozen=True)
class Part:
    """A part of a step: units, or candidates."""

    role: str
    """What it is: ``base``, ``cover``, ``fins``, ``pivot``, ``pincers``, ``set A``, ``set B``, ``pivot set``,
    ``restricted common``, ``colour A`` to ``colour D``, ``corners``, ``subset``, ``empty rectangle``, ``strong link``,
    ``aligned``, ``excluders``."""
    units: list[str]
    """The units that it consists of; none for a part that is cells."""
    candidates: list[Candidate]
    """Its candidates, those that decide the step and those that it removes."""


@dataclass(frozen=True)
class Step:
    """A human solving step. Cells are numbered row by row from 0."""

    technique: str
    """One of :data:`TECHNIQUES`."""
    level: float
    """How hard the step is, on the scale of Sudoku Explainer."""
    placement: Candidate | None
    """The cell and the digit that it places."""
    eliminations: list[Candidate]
    """The candidates that it removes, beside those that a placement removes."""
    deciding: list[Candidate] = field(repr=False)
    """The candidates that decide it: the pattern."""
    units: list[str] = field(repr=False)
    """The rows, columns and boxes that it is about, such as ``box 5``."""
    links: list[Link] = field(repr=False)
    """The statements of a chain."""
    text: str
    """The step as a sentence."""
    where: str = field(repr=False)
    """A smaller hint: where to look."""
    what: str = field(repr=False)
    """A hint between the two: the technique, and where it is."""
    lines: list[str] = field(repr=False)
    """The text; of a chain in which a statement follows from several others, a line for each statement."""
    eureka: str | None = field(repr=False)
    """A chain without branches in the notation of players, such as ``(5)r1c1=(5-7)r1c4=(7)r6c4 => r6c1<>5``."""
    parts: list[Part] = field(repr=False)
    """The parts of a step that is not a chain, by their roles, so that a program can draw it."""

    def __str__(self) -> str:
        return self.text


def step_of(parts: Any) -> Step:
    technique, level, placement, eliminations, deciding, units, links, hints, eureka, roles = parts
    chain = [Link(*link) for link in links]
    where, what, text, lines = hints
    return Step(
        TECHNIQUES[technique],
        level,
        placement,
        eliminations,
        deciding,
        units,
        chain,
        text,
        where,
        what,
        lines.split("\n"),
        eureka,
        [Part(*part) for part in roles],
    )


Techniques: TypeAlias = str | Iterable[str] | None
"""Names of techniques and of sets, one by one or with commas between them; None for those of the scale."""


def chosen(techniques: Techniques, uniqueness: bool) -> tuple[str | None, bool]:
    names = techniques if techniques is None or isinstance(techniques, str) else ",".join(techniques)
    return names, bool(uniqueness)


def _masks(candidates: Any) -> list[int] | None:
    return None if candidates is None else [int(digits) for digits in candidates]


def explain(
    puzzle: Any, *, candidates: Any = None, techniques: Techniques = None, uniqueness: bool = True
) -> list[Step]:
    """Returns the steps with which a person solves a puzzle, always the easiest. If the last step does not complete
    the board, the puzzle needs more than the techniques.

    Args:
        puzzle: as for :func:`lanedoku.solve`.
        candidates: the digits that each open cell has left, 81 integers with bit ``d - 1`` for digit ``d``. By default, those
            that no clue excludes. With a board without digits they are pencil marks of all cells: a cell with one candidate
            has this digit if no cell that it sees has the candidate.
        techniques: names of :data:`TECHNIQUES`, and of sets: ``scale`` (Sudoku Explainer's, the default), ``all``, ``hodoku``
            (HoDoKu's, tried in its order), ``singles``, ``locked candidates``, ``subsets``, ``basic fish``,
            ``finned fish``, ``wings``, ``uniqueness``, ``colouring``, ``almost locked sets``, ``forcing chains``,
            ``dynamic chains``, ``nested chains``. A list, or one text with commas, such as ``singles,x-wing``; a ``-`` before a name leaves it out, as in ``scale,-uniqueness``.
        uniqueness: whether to use the techniques that rely on the puzzle having one solution. Without them, a puzzle
            with several solutions is explained as far as the steps lead.

    Raises:
        ValueError: if it is not a board, or has no solution, or several with ``uniqueness``; or for an unknown technique.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> steps = explain(puzzle)
    >>> len(steps), str(steps[0])
    (51, 'Hidden single: in box 2, 8 has one cell, r1c6.')
    """
    return [step_of(parts) for parts in _lanedoku.explain(puzzle, _masks(candidates), chosen(techniques, uniqueness))]


def hint(
    board: Any, *, candidates: Any = None, techniques: Techniques = None, uniqueness: bool = True
) -> Step | None:
    """Returns the next step on a board: the first of the easiest technique that finds one. None if the board is complete,
    or needs more than the techniques.

    Args:
        board: one board, as for :func:`lanedoku.solve`.
        candidates, techniques, uniqueness: as for :func:`explain`.

    Raises:
        ValueError: if it is not a board, or two digits collide; if it has no solution with these candidates, as with a wrong
            digit, or several with ``uniqueness``; or for an unknown technique.

    >>> step = hint("53467891267219534819834256785976142342685379171392485696153728428741963534528617.")
    >>> print(step.where, step.what, step.text, sep="\\n")
    Look at box 9.
    Full house in box 9.
    Full house: in box 9, only r9c9 is open, so r9c9 is 9.
    """
    found = _lanedoku.hint(board, _masks(candidates), chosen(techniques, uniqueness))
    return None if found is None else step_of(found)


def all_steps(
    board: Any, *, candidates: Any = None, techniques: Techniques = None, uniqueness: bool = True
) -> list[Step]:
    """Returns all steps on a board, by technique; of chains from one candidate to one result, the shortest. Errors are those
    of :func:`hint`. With nested chains, it can take some ten seconds. Of each family of techniques, there are 2,048
    at most: boards with few digits have millions.

    Args:
        board, candidates, techniques, uniqueness: as for :func:`hint`.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [step.technique for step in all_steps(puzzle, techniques="singles")].count("hidden single")
    20
    """
    return [step_of(parts) for parts in _lanedoku.all_steps(board, _masks(candidates), chosen(techniques, uniqueness))]


def explain_batch(
    puzzles: Any,
    *,
    candidates: Any = None,
    techniques: Techniques = None,
    uniqueness: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[list[Step] | None]:
    """Returns the steps of each puzzle, as :func:`explain` does; None for a row for which it raises ValueError: one that is
    not a board, or has no solution, or several with ``uniqueness``.

    Args:
        candidates: as for :func:`hint_batch`.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [steps and len(steps) for steps in explain_batch([puzzle, "?"])]
    [51, None]
    """
    names, call = chosen(techniques, uniqueness), call_of(threads, progress)
    masks = None if candidates is None else candidates_of(candidates)
    found = _lanedoku.explain_batch(rows_of(puzzles), masks, names, call)
    return [None if steps is None else [step_of(parts) for parts in steps] for steps in found]


def hint_batch(
    boards: Any,
    *,
    candidates: Any = None,
    techniques: Techniques = None,
    uniqueness: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Step | None]:
    """Returns the next step on each board, as :func:`hint` does; None also for a row for which it raises ValueError.

    Args:
        candidates: the digits that each open cell has left, in a form that :func:`lanedoku.solve_candidates` takes, such as
            ``uint16[n, 81]``.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(*hint_batch([puzzle, "?"]))
    Hidden single: in box 2, 8 has one cell, r1c6. None
    """
    masks = None if candidates is None else candidates_of(candidates)
    found = _lanedoku.hint_batch(rows_of(boards), masks, chosen(techniques, uniqueness), call_of(threads, progress))
    return [None if parts is None else step_of(parts) for parts in found]


class Difficulties(Columns):
    """How hard puzzles are for a person.

    Levels are numbers on the scale of Sudoku Explainer, from 1.0. The columns are zero if ``status`` is not ``UNIQUE``.

    Attributes:
        level: ``float64[n]``, the highest level of all steps: the rating that players mean.
        pearl: ``float64[n]``, the highest level of the steps up to the first that places a digit.
        diamond: ``float64[n]``, the level of the first step.
        hardest: ``uint8[n]``, the number of the hardest technique, an index of :data:`TECHNIQUES`. ``hardest_names()`` names
            them. ``needs more`` if the techniques do not solve the puzzle.
        counts: ``uint32[n, t]``, the steps of each technique: ``counts[:, i]`` is about ``TECHNIQUES[i + 1]``.
        hodoku_score: ``uint32[n]``, with ``techniques="hodoku"``, HoDoKu's score: the sum over all steps. Zero in another
            order, or if the techniques do not solve the puzzle.
        hodoku_class: ``uint8[n]``, likewise, an index of :data:`HODOKU_CLASSES`.
        status: ``uint8[n]``, see :class:`Status`.
    """

    level: Doubles
    pearl: Doubles
    diamond: Doubles
    hardest: Bytes
    counts: Words
    hodoku_score: Words
    hodoku_class: Bytes
    status: Bytes

    def hardest_names(self) -> list[str]:
        """Returns the name of each puzzle's hardest technique.

        It is an empty string for a puzzle without one solution, or without an open cell.
        """
        return [TECHNIQUES[number] for number in raw(self.hardest)]

    def _exported(self) -> list[tuple[str, str, Any, Any]]:
        levels = ("level", "pearl", "diamond")
        return [
            *((name, "float64", getattr(self, name), None) for name in levels),
            ("hardest", ",".join(TECHNIQUES), self.hardest, None),
            ("hodoku_score", "uint32", self.hodoku_score, None),
            ("hodoku_class", ",".join(HODOKU_CLASSES), self.hodoku_class, None),
            ("status", _STATUSES, self.status, None),
        ]


def difficulty(
    puzzles: Any,
    *,
    candidates: Any = None,
    techniques: Techniques = None,
    uniqueness: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Difficulties:
    """Returns how hard each puzzle is for a person: the levels of its steps and how many of each technique it takes.

    ``techniques`` and ``uniqueness`` are as for :func:`explain`, ``candidates`` as for :func:`hint_batch`. The levels compare
    with those of other programs only for the techniques of the scale. A puzzle with several solutions is not rated.

    >>> puzzles = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]
    >>> hard = difficulty(puzzles)
    >>> hard.level, hard.hardest_names()
    (array([1.2]), ['hidden single'])
    >>> hard = difficulty(puzzles, techniques="hodoku")
    >>> int(hard.hodoku_score[0]), HODOKU_CLASSES[hard.hodoku_class[0]]
    (204, 'easy')
    """
    taken = rows_of(puzzles)
    masks = None if candidates is None else candidates_of(candidates)
    names, call = chosen(techniques, uniqueness), call_of(threads, progress)
    return Difficulties(_lanedoku.difficulty(taken, masks, names, call), taken)


def traces(
    puzzles: Any,
    *,
    techniques: Techniques = None,
    uniqueness: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Bytes:
    """Returns each puzzle as the sequence in which a person fills it, ``uint8[n, 325]``, on which language models are
    trained: the number of clues, then four numbers for each of the 81 cells: row, column, digit, technique. The clues come
    first, row by row, then the cells in the order in which they are filled.

    Rows and columns count from 0, digits from 1. The technique is 0 for a clue, otherwise the number of the hardest
    technique since the cell before, an index of :data:`TECHNIQUES`. The row of a puzzle that is not solved step by step is
    zero: it is not a board, does not have one solution, or needs more than the techniques. ``techniques`` and
    ``uniqueness`` are as for :func:`explain`.

    The layout is that of the data set of "Causal language modeling can elicit search and reasoning capabilities on logic
    puzzles" (2024). It numbers fewer techniques, in another way.

    >>> trace = traces(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])[0]
    >>> clues, cells = trace[0], trace[1:].reshape(81, 4)
    >>> int(clues), cells[0].tolist(), cells[clues].tolist()
    (30, [0, 0, 5, 0], [0, 5, 8, 2])
    """
    found = _lanedoku.traces(rows_of(puzzles), chosen(techniques, uniqueness), call_of(threads, progress))
    return found["traces"]
