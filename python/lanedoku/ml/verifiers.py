"""Puzzles as a taskset of verifiers, for reinforcement learning of language models. Requires verifiers 0.4.

verifiers finds a taskset by the name of an installed module. Such a module has two lines::

    from lanedoku.ml.verifiers import SudokuTaskset
    __all__ = ["SudokuTaskset"]

>>> from lanedoku.ml.verifiers import SudokuConfig, SudokuTaskset
>>> tasks = list(SudokuTaskset(SudokuConfig(tasks=3, seed=1)))
>>> len(tasks), tasks[0].data.prompt.splitlines()[2]
(3, '98....3.2')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf  # pyright: ignore[reportMissingImports]

from .._making import generate
from ._examples import Examples
from ._files import scan_csv, scan_parquet
from ._grading import grade
from ._texts import question

__all__ = ["SudokuConfig", "SudokuData", "SudokuTask", "SudokuTaskset"]

_ROWS = 1024


class SudokuConfig(vf.TasksetConfig):
    """The settings of the taskset."""

    path: str | None = None
    """A CSV or Parquet file, as :func:`lanedoku.ml.read_csv` or :func:`lanedoku.ml.read_parquet` reads it. By default, the
    puzzles are generated."""
    tasks: int = 1000
    """The number of puzzles that are generated."""
    seed: int = 1
    """The seed of :func:`lanedoku.generate`; task ``i`` has its puzzle ``i``."""
    clues: int | None = None
    """The number of clues. By default, the puzzles are minimal, with about 24 clues."""


class SudokuData(vf.TaskData):
    """A puzzle and its solution, lines of 81 characters."""

    puzzle: str
    solution: str


class SudokuTask(vf.Task[SudokuData, vf.State, vf.TaskConfig]):
    """A puzzle to solve in one answer, which :func:`lanedoku.ml.grade` reads."""

    @vf.reward
    async def is_solution(self, trace: Any) -> float:
        """1 for the solution, 0 otherwise."""
        return float(self._grade(trace).is_solution[0])

    @vf.metric
    async def grades(self, trace: Any) -> dict[str, float]:
        """The other grades of :class:`lanedoku.ml.Scores`: ``has_format``, ``keeps_clues``, ``is_complete``,
        ``is_consistent``, ``is_solvable``, and ``right``, the share of the open cells that are right.
        """
        scores = self._grade(trace)
        names = ("has_format", "keeps_clues", "is_complete", "is_consistent", "is_solvable", "right")
        return {name: float(getattr(scores, name)[0]) for name in names}

    def _grade(self, trace: Any) -> Any:
        return grade([trace.last_reply], [self.data.puzzle], threads=1)

    async def validate(self, runtime: Any) -> bool:
        """Whether the solution is that of the puzzle."""
        return bool(grade([self.data.solution], [self.data.puzzle], threads=1).is_solution[0])


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    """Puzzles from a file, or generated."""

    def load(self) -> Iterator[SudokuTask]:
        number = 0
        for part in self._parts():
            for puzzle, solution in part.lines():
                data = SudokuData(name=f"sudoku-{number}", prompt=question(puzzle), puzzle=puzzle, solution=solution)
                yield SudokuTask(data, self.config.task)
                number += 1

    def _parts(self) -> Iterator[Examples]:
        path = self.config.path
        if path is not None:
            yield from (scan_parquet if path.endswith(".parquet") else scan_csv)(path, _ROWS)
            return
        for first in range(0, self.config.tasks, _ROWS):
            count = min(_ROWS, self.config.tasks - first)
            yield Examples(generate(count, seed=self.config.seed, first=first, clues=self.config.clues))
