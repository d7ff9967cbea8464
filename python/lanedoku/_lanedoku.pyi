"""The compiled part. The package itself documents the public functions."""

from collections.abc import Callable
from typing import Any, final

__all__ = [
    "ArrowTable",
    "CountWithProgress",
    "Found",
    "Rows",
    "canonical",
    "count",
    "difficulty",
    "digits",
    "explain",
    "generate",
    "grade",
    "grids",
    "hint",
    "keeps_solution",
    "kernel",
    "minimize",
    "plain_batch",
    "possible",
    "possible_candidates",
    "rate",
    "redundant_clues",
    "shuffle",
    "wrong_clues",
    "solve",
    "solve_candidates",
    "solve_one",
    "techniques",
    "traces",
]

_Progress = Callable[[int, int], object] | None
_Array = Any
# Steps and seconds. 0 steps and None seconds are no limit.
_Limits = tuple[int, float | None]

@final
class Rows:
    def __new__(cls, puzzles: object) -> Rows: ...
    def __len__(self) -> int: ...
    def reason(self, row: int) -> str | None: ...
    def reasons(self, threads: int) -> list[tuple[int, str]]: ...
    def digits(self, row: int) -> bytes | None: ...
    def cells(self) -> bytes: ...

@final
class Found:
    @staticmethod
    def solutions(digits: bytes, most: int, step_limit: int) -> Found: ...
    @staticmethod
    def minimal_subpuzzles(digits: bytes, most: int) -> Found: ...
    @staticmethod
    def neighbours(digits: bytes, most: int, remove: int, add: int) -> Found: ...
    def __iter__(self) -> Found: ...
    def __next__(self) -> bytes: ...

@final
class CountWithProgress:
    def __new__(cls, digits: bytes, most: int) -> CountWithProgress: ...
    def __iter__(self) -> CountWithProgress: ...
    def __next__(self) -> tuple[float, int]: ...

@final
class ArrowTable:
    def __new__(cls, columns: list[tuple[str, str, _Array, _Array | None]]) -> ArrowTable: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...

def digits(puzzle: object) -> bytes: ...
def kernel() -> str: ...
def plain_batch(puzzles: Rows) -> tuple[float, int]: ...
def solve(
    puzzles: Rows,
    solutions: _Array,
    status: _Array,
    guesses: _Array,
    steps: _Array,
    limits: _Limits,
    any_solution: bool,
    threads: int,
    progress: _Progress,
) -> None: ...
def solve_one(
    puzzle: object, step_limit: int, any_solution: bool
) -> tuple[bytes, int, bytes | None, int, int] | None: ...
def solve_candidates(
    candidates: object,
    solutions: _Array,
    status: _Array,
    guesses: _Array,
    steps: _Array,
    limits: _Limits,
    any_solution: bool,
    threads: int,
    progress: _Progress,
) -> None: ...
def count(
    puzzles: Rows,
    count: _Array,
    exact: _Array,
    status: _Array,
    most: int,
    limits: _Limits,
    threads: int,
    progress: _Progress,
) -> None: ...
def grade(
    answers: Rows,
    puzzles: Rows,
    solutions: Rows | None,
    is_solution: _Array,
    parts: dict[str, _Array] | None,
    right_cells: _Array | None,
    threads: int,
    progress: _Progress,
) -> None: ...
def canonical(boards: Rows, forms: _Array, valid: _Array, threads: int, progress: _Progress) -> None: ...
def shuffle(
    boards: Rows,
    shuffled: _Array,
    valid: _Array,
    copies: int,
    seed: int,
    first_index: int,
    numbers: _Array | None,
    threads: int,
    progress: _Progress,
) -> None: ...
def minimize(
    puzzles: Rows,
    minimal: _Array,
    valid: _Array,
    seed: int,
    first_index: int,
    threads: int,
    progress: _Progress,
) -> None: ...
def generate(
    options: dict[str, Any],
    first_index: int,
    puzzles: _Array,
    valid: _Array,
    count: int,
    threads: int,
    progress: _Progress,
) -> None: ...
def grids(
    seed: int, first_index: int, boards: _Array, valid: _Array, count: int, threads: int, progress: _Progress
) -> None: ...
def rate(puzzles: Rows, ratings: dict[str, _Array], images: int, threads: int, progress: _Progress) -> None: ...
def redundant_clues(
    puzzles: Rows, minimal: _Array, redundant: _Array | None, threads: int, progress: _Progress
) -> None: ...
def possible(
    puzzles: Rows, possible: _Array, status: _Array, steps: int, threads: int, progress: _Progress
) -> None: ...
def possible_candidates(
    candidates: Any, possible: _Array, status: _Array, steps: int, threads: int, progress: _Progress
) -> None: ...
def keeps_solution(
    puzzles: Rows, cells: bytes, digits: bytes, keeps: _Array, threads: int, progress: _Progress
) -> None: ...
def wrong_clues(puzzles: Rows, wrong_clues: _Array, threads: int, progress: _Progress) -> None: ...

_Candidate = tuple[int, int]
# The technique, the level, the placement, the eliminations, the deciding candidates, the units, the links, the hints.
_Step = tuple[
    int,
    float,
    _Candidate | None,
    list[_Candidate],
    list[_Candidate],
    list[str],
    list[tuple[int, int, bool, int]],
    list[str],
]

# Names, None for the scale; and whether techniques count that rely on the puzzle having one solution.
_Techniques = tuple[list[str] | None, bool]

def techniques() -> list[str]: ...
def difficulty(
    puzzles: Rows, arrays: dict[str, _Array], techniques: _Techniques, threads: int, progress: _Progress
) -> None: ...
def traces(puzzles: Rows, traces: _Array, techniques: _Techniques, threads: int, progress: _Progress) -> None: ...
def explain(puzzle: object, techniques: _Techniques) -> tuple[list[_Step], bool]: ...
def hint(board: object, candidates: list[int] | None, techniques: _Techniques) -> _Step | None: ...
