"""Minimal puzzles, redundant clues and neighbours, against their definitions."""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EMPTY, HARD, NONE, TWO, fits, solutions
from lanedoku import Board


def is_unique(puzzle: str) -> bool:
    return len(solutions(puzzle, 2)) == 1


def without(puzzle: str, cells: tuple[int, ...]) -> str:
    return "".join("." if cell in cells else clue for cell, clue in enumerate(puzzle))


def some_puzzles() -> list[str]:
    """Puzzles with several redundant clues, and minimal ones."""
    return [*lanedoku.generate(4, seed=1, clues=26).lines(), *lanedoku.generate(2, seed=2).lines()]  # type: ignore[list-item]


def test_redundant_clues_are_those_of_the_definition() -> None:
    puzzles = some_puzzles()
    expected = [
        [clue != "." and is_unique(without(puzzle, (cell,))) for cell, clue in enumerate(puzzle)] for puzzle in puzzles
    ]
    for threads in (1, 3):
        redundant = lanedoku.redundant_clues(puzzles, threads=threads)
        assert redundant.dtype == bool and redundant.tolist() == expected
        np.testing.assert_array_equal(lanedoku.is_minimal(puzzles, threads=threads), ~redundant.any(1))
    assert redundant[:4].any() and lanedoku.is_minimal(puzzles)[4:].all()


def test_a_puzzle_without_one_solution_is_not_minimal() -> None:
    rows = [HARD, EMPTY, NONE, COLLIDES, TWO, "x", None]
    assert lanedoku.is_minimal(rows).tolist() == [True] + [False] * 6
    assert not lanedoku.redundant_clues(rows).any()
    assert lanedoku.is_minimal([]).shape == (0,) and lanedoku.redundant_clues([]).shape == (0, 81)
    many = [HARD, EMPTY] * 700
    assert lanedoku.is_minimal(many, threads=3).tolist() == [True, False] * 700


def test_minimal_subpuzzles_are_all_of_them() -> None:
    for puzzle in some_puzzles():
        redundant = np.flatnonzero(lanedoku.redundant_clues([puzzle])[0]).tolist()
        # A clue that is needed in the puzzle is needed in each of its subpuzzles.
        subsets = (cells for size in range(len(redundant) + 1) for cells in combinations(redundant, size))
        if len(redundant) > 8:
            continue
        unique = {without(puzzle, cells) for cells in subsets if is_unique(without(puzzle, cells))}
        minimal = lanedoku.is_minimal(sorted(unique))
        expected = {line for line, kept in zip(sorted(unique), minimal, strict=True) if kept}
        found = [str(board) for board in lanedoku.minimal_subpuzzles(puzzle)]
        assert len(found) == len(set(found)) and set(found) == expected
        assert [str(board) for board in lanedoku.minimal_subpuzzles(puzzle, max=1)] == found[:1]
    assert list(lanedoku.minimal_subpuzzles(Board(HARD), max=0)) == []
    # Far too many to list: the search goes on as they are taken.
    full = str(lanedoku.solve(HARD).solution)
    assert lanedoku.is_minimal(list(islice(lanedoku.minimal_subpuzzles(full), 5))).all()


def test_neighbours_are_all_of_them() -> None:
    puzzle = str(lanedoku.generate(1, seed=1)[0])
    clues = 81 - puzzle.count(".")
    found = [str(board) for board in lanedoku.neighbours(puzzle)]
    assert len(found) == len(set(found)) > 0 and puzzle not in found
    expected = set()
    for cell in range(81):
        if puzzle[cell] == ".":
            continue
        rest = without(puzzle, (cell,))
        # Each solution of the rest shows which digits can be added, and a digit of exactly one of them is a neighbour.
        grids = b"".join(grid._cells for grid in lanedoku.enumerate(rest))
        seen = np.frombuffer(grids, "uint8").reshape(-1, 81)
        for place in range(81):
            if rest[place] == ".":
                digits = np.flatnonzero(np.bincount(seen[:, place]) == 1)
                expected |= {rest[:place] + str(digit) + rest[place + 1 :] for digit in digits}
    assert set(found) == expected - {puzzle}
    assert all(board.clues == clues - 1 for board in islice(lanedoku.neighbours(puzzle, remove=2, add=1), 3))
    assert [str(board) for board in lanedoku.neighbours(puzzle, max=2)] == found[:2]
    (more,) = lanedoku.neighbours(puzzle, remove=0, add=1, max=1)
    assert more.clues == clues + 1 and fits(str(lanedoku.solve(puzzle).solution), str(more))


def test_a_list_with_gaps_is_an_error() -> None:
    # Without its clues, a puzzle has more solutions than are kept.
    with pytest.raises(RuntimeError, match="1 choices of clues to remove were passed over, because more than 200000"):
        list(lanedoku.neighbours(HARD, remove=21, add=1))


@pytest.mark.parametrize("puzzle", [EMPTY, NONE, COLLIDES, TWO])
def test_only_a_puzzle_with_one_solution_has_them(puzzle: str) -> None:
    for function in (lanedoku.minimal_subpuzzles, lanedoku.neighbours):
        with pytest.raises(ValueError, match="expected a puzzle with one solution, found one that is (none|multiple|invalid)"):
            function(puzzle)


def test_wrong_arguments() -> None:
    for name in ("remove", "add"):
        with pytest.raises(ValueError, match=f"{name}: expected 0 to 81, found 82"):
            lanedoku.neighbours(HARD, **{name: 82})
        with pytest.raises(TypeError, match=f"{name}: "):
            lanedoku.neighbours(HARD, **{name: "1"})
    with pytest.raises(ValueError, match="max: "):
        lanedoku.minimal_subpuzzles(HARD, max=-1)
    with pytest.raises(ValueError, match="column 1"):
        lanedoku.neighbours("w" * 81)
