"""Puzzles as a task of reasoning-gym. Requires reasoning-gym. To import this module registers the data set ``lanedoku``.

>>> import lanedoku.ml.reasoning_gym, reasoning_gym
>>> tasks = reasoning_gym.create_dataset("lanedoku", size=10, seed=1)
>>> entry = tasks[3]
>>> tasks.score_answer(entry["answer"], entry), tasks.score_answer("I give up.", entry)
(1.0, 0.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.dataset import ProceduralDataset  # pyright: ignore[reportMissingImports]
from reasoning_gym.factory import DATASETS, register_dataset  # pyright: ignore[reportMissingImports]

from .._making import generate
from .._solving import solve
from ._grading import grade
from ._texts import question

__all__ = ["NAME", "Config", "Sudoku"]

NAME = "lanedoku"


@dataclass
class Config:
    """The settings of the data set."""

    size: int = 500
    """The number of puzzles."""
    seed: int | None = None
    """The seed of :func:`lanedoku.generate`; number ``i`` of the set is its puzzle ``i``."""
    min_clues: int | None = None
    """The least number of clues. By default, the puzzles are minimal, with about 24 clues."""
    max_clues: int | None = None
    """The largest number of clues."""
    partial: float = 0.0
    """The score of a wrong answer is this number times the share of the open cells that are right, if it keeps all
    clues."""

    def validate(self) -> None:
        """Raises ValueError if a setting is out of range."""
        if (self.min_clues is None) != (self.max_clues is None):
            raise ValueError("min_clues and max_clues: expected both or none")
        if not 0 <= self.partial <= 1:
            raise ValueError(f"partial: expected 0 to 1, found {self.partial}")
        generate(0, seed=0, clues=self.clues)

    @property
    def clues(self) -> tuple[int, int] | None:
        """The least and the largest number of clues, or None for minimal puzzles."""
        return None if self.min_clues is None or self.max_clues is None else (self.min_clues, self.max_clues)


class Sudoku(ProceduralDataset):
    """Generated puzzles by number."""

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(f"puzzle {idx} of {self.size}")
        made = generate(1, seed=self.seed, first=idx, threads=1, clues=self.config.clues)
        puzzle = made[0]
        if puzzle is None:
            raise ValueError(made.reason(0))
        answer = str(solve(puzzle).solution)
        metadata = {"source_dataset": NAME, "source_index": idx, "puzzle": str(puzzle), "clues": puzzle.clues}
        lines = "\n".join(answer[start : start + 9] for start in range(0, 81, 9))
        return {"question": question(puzzle), "answer": lines, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Returns 1 for the solution, otherwise a score by :attr:`Config.partial`. :func:`lanedoku.ml.grade` reads the
        answer.
        """
        scores = grade([answer or ""], [entry["metadata"]["puzzle"]], threads=1)
        if scores.is_solution[0]:
            return 1.0
        return float(self.config.partial * scores.right[0] * scores.keeps_clues[0])


if NAME not in DATASETS:
    register_dataset(NAME, Sudoku, Config)
