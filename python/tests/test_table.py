"""The calls that every language makes, with the answers of the table in ``tests/agree/table.tsv`` and
``steps/tests/table.tsv``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lanedoku
from lanedoku import Status

TABLE = Path(__file__).parents[2] / "tests" / "agree" / "table.tsv"
STEPS = TABLE.parents[2] / "steps" / "tests" / "table.tsv"
ROWS = [line.split("\t") for table in (TABLE, STEPS) for line in table.read_text().splitlines()]
NAMES = {str(status): status for status in Status}


def rows(name: str) -> list[list[str]]:
    """The rows of a call on a 9x9 board: its arguments and its answer."""
    found = [row[2:] for row in ROWS if row[:2] == [name, "9"]]
    assert found
    return found


def limit(text: str) -> int | None:
    return None if text == "-" else int(text)


def solution(board: lanedoku.Board | None) -> str:
    return "-" if board is None else str(board)


def test_solve() -> None:
    for puzzle, steps, status, expected in rows("solve"):
        found = (
            lanedoku.solve_candidates([puzzle] * 3, step_limit=limit(steps))
            if len(puzzle) == 729
            else lanedoku.solve_batch([puzzle] * 3, step_limit=limit(steps))
        )
        for result in found:
            assert (str(result.status), solution(result.solution)) == (status, expected), puzzle
        if len(puzzle) == 81:
            result = lanedoku.solve(puzzle, step_limit=limit(steps))
            assert (str(result.status), solution(result.solution)) == (status, expected), puzzle


@pytest.mark.parametrize("threads", [1, 3])
def test_count(threads: int) -> None:
    for puzzle, most, steps, status, number, exact in rows("count"):
        if len(puzzle) == 729:
            continue
        found = lanedoku.count([puzzle] * 2, max=limit(most), step_limit=limit(steps), threads=threads)
        context = (puzzle, most, steps, found.count.tolist())
        assert [str(Status(code)) for code in found.status] == [status] * 2, context
        assert found.exact.tolist() == [exact == "true"] * 2, context
        if steps == "-" or exact == "true" or lanedoku.kernel() == "portable":
            assert found.count.tolist() == [int(number)] * 2, context
        # At a limit, another kernel may find another number, but the status tells.
        assert (found.count >= 2).tolist() == [status == "multiple"] * 2, context
        if steps == "-":
            *_, (done, solutions) = lanedoku.count_with_progress(puzzle, max=limit(most))
            assert (solutions, done == 1) == (int(number), exact == "true"), context


def test_possible() -> None:
    for puzzle, status, marks in rows("possible"):
        found = np.zeros(1, "uint8")
        allowed = lanedoku.possible([puzzle], status=found)
        digits = "".join(str(1 + mark % 9) if there else "." for mark, there in enumerate(allowed.ravel()))
        assert (Status(found[0]), digits) == (NAMES[status], marks), puzzle


def test_wrong_and_redundant_clues() -> None:
    for name, call in (("wrong-clues", lanedoku.wrong_clues), ("redundant", lanedoku.redundant_clues)):
        for puzzle, *answer in rows(name):
            cells = answer[1] if name == "wrong-clues" else answer[0]
            expected = [] if cells == "-" else [int(cell) for cell in cells.split(",")]
            assert np.flatnonzero(call([puzzle])[0]).tolist() == expected, puzzle


def test_grade() -> None:
    for puzzle, answer, *flags in rows("grade"):
        found = lanedoku.grade([answer], [puzzle])
        columns = (found.is_solution, found.is_complete, found.is_consistent, found.keeps_clues)
        assert [bool(column[0]) for column in columns] == [flag == "true" for flag in flags], (puzzle, answer)


def test_makers() -> None:
    for puzzle, seed, expected in rows("minimize"):
        assert str(lanedoku.minimize([puzzle], seed=int(seed))[0]) == expected, puzzle
    for puzzle, seed, index, expected in rows("shuffle"):
        assert str(lanedoku.shuffle([puzzle], seed=int(seed), first=int(index))[0]) == expected, puzzle
    for seed, index, expected in rows("generate"):
        assert str(lanedoku.generate(1, seed=int(seed), first=int(index))[0]) == expected, (seed, index)


def test_rate() -> None:
    for puzzle, *expected in rows("rate"):
        found = lanedoku.difficulty([puzzle])
        if len(expected) == 1:
            assert Status(found.status[0]) == NAMES[expected[0]], puzzle
            continue
        levels = [f"{column[0]:.1f}" for column in (found.level, found.pearl, found.diamond)]
        assert [*levels, found.hardest_names()[0], str(found.counts[0].sum())] == expected, puzzle


def test_hint() -> None:
    for puzzle, technique, sentence in rows("hint"):
        if technique != "-":
            found = lanedoku.hint(puzzle)
            assert found is not None
            assert (found.technique, str(found)) == (technique, sentence), puzzle
