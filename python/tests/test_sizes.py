"""Boards of 4x4, 16x16 and 25x25 in batches."""

from __future__ import annotations

import pickle
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import EASY
from lanedoku import Board, Status

CHARACTERS = ".123456789ABCDEFGHIJKLMNOP"
SIDES = {4: 2, 9: 3, 16: 4, 25: 5}


def units(side: int) -> list[list[int]]:
    box = SIDES[side]
    rows = [[side * row + column for column in range(side)] for row in range(side)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    boxes = [
        [side * (box * i + r) + box * j + c for r in range(box) for c in range(box)] for i in range(box) for j in range(box)
    ]
    return rows + columns + boxes


def is_full(cells: Any, side: int) -> bool:
    return all({int(cells[cell]) for cell in unit} == set(range(1, side + 1)) for unit in units(side))


def grid(side: int, seed: int) -> list[int]:
    """A random grid: the usual pattern with its rows in each band, and its digits, in another order."""
    box, random = SIDES[side], Random(seed)
    digits = random.sample(range(1, side + 1), side)
    rows = [box * band + row for band in random.sample(range(box), box) for row in random.sample(range(box), box)]
    return [digits[(box * (row % box) + row // box + column) % side] for row in rows for column in range(side)]


def puzzles(side: int, count: int, share: float) -> tuple[list[list[int]], list[list[int]]]:
    grids = [grid(side, seed) for seed in range(count)]
    return grids, [[cell if Random(f"{row} {place}").random() < share else 0 for place, cell in enumerate(cells)] for row, cells in enumerate(grids)]


def line(cells: Any) -> str:
    return "".join(CHARACTERS[int(cell)] for cell in cells)


@pytest.mark.parametrize("side", SIDES)
def test_every_form_of_every_size(side: int) -> None:
    grids, some = puzzles(side, 4, 0.92)
    cells = np.array(some)
    lines = [line(board) for board in some]
    squares = cells.reshape(-1, side, side)
    forms: list[Any] = [cells, cells.astype("uint8"), squares, np.asfortranarray(cells), cells.repeat(2, 0)[::2], some, squares.tolist(), list(cells),
                        list(squares), lines, "\n".join(lines), "\n".join(lines).encode(), iter(lines), np.array(lines), np.array(lines, object),
                        [Board(text, side) for text in lines], np.array([list(text) for text in lines]), [repr(Board(text, side)) for text in lines]]
    pd, pa, pl = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "polars"))
    forms += [pd.Series(lines), pa.array(lines), pa.array(some), pl.Series(lines), pl.Series(some)]
    for form in forms:
        form = list(form) if iter(form) is form else form
        for threads in (1, 3) if form is cells else (2,):
            batch = lanedoku.solve_batch(form, side=side, threads=threads)
            assert batch.status.tolist() == [Status.UNIQUE] * 4 and batch.solutions.tolist() == grids, type(form)
        assert lanedoku.count(form, side=side).count.tolist() == [1] * 4
        assert lanedoku.is_solution(grids, form, side=side).all()
    result = batch[2]
    assert str(result.puzzle) == lines[2] and str(result.solution) == line(grids[2]) and result.solution is not None
    assert np.asarray(result.solution).shape == (side, side) and result.solution.side == side
    assert lanedoku.solve(lines[2], side=side) == result or side == 9
    assert result.solution[side - 1, 0] == grids[2][side * (side - 1)]
    assert batch[1:3].to_pandas()["solution"].tolist() == [line(board) for board in grids[1:3]]
    again = pickle.loads(pickle.dumps(batch[::-1]))
    assert str(again[0].puzzle) == lines[3] and pickle.loads(pickle.dumps(result.solution)) == result.solution
    assert Board(repr(result.solution), side) == result.solution and f">{line(grids[2])[0]}<" in result.solution._repr_html_()


@pytest.mark.parametrize("side", [4, 16, 25])
def test_answers_by_their_definition(side: int) -> None:
    grids, some = puzzles(side, 3, 0.92)
    # Without a solution, with several, with equal clues, and rows that are no boards.
    first = [cell for cell in range(side * side) if some[0][cell]]
    twice = [0] * (side * side)
    twice[0] = twice[1] = 1
    rows = [*some, [0] * (side * side), twice, [side + 1] + [0] * (side * side - 1), [0] * (side * side - 1), None, "x"]
    batch = lanedoku.solve_batch(rows, side=side)
    assert batch.status.tolist() == [1, 1, 1, 2, 5, 5, 5, 5, 5] and is_full(batch.solutions[3], side)
    assert [batch.reason(row) is None for row in range(9)] == [True] * 4 + [False] * 5
    assert list(batch.reasons()) == [4, 5, 6, 7, 8] and batch.reason(7) == "the value is missing"
    counts = lanedoku.count(rows, side=side, max=3)
    assert counts.count.tolist() == [1, 1, 1, 3, 0, 0, 0, 0, 0] and counts.exact.tolist()[:4] == [True] * 3 + [False]
    swapped = [*grids[0]]
    swapped[0], swapped[1] = swapped[1], swapped[0]
    clue = next(cell for cell in first if cell > 1)
    opened = [0 if cell == clue else digit for cell, digit in enumerate(grids[0])]
    answers = [grids[0], swapped, opened, grids[1], None, grids[0]]
    grades = lanedoku.grade(answers, [some[0]] * 5 + [None], side=side)
    assert grades.is_solution.tolist() == [True] + [False] * 5
    assert grades.is_complete.tolist() == [True, True, False, True, False, True]
    assert grades.is_consistent.tolist() == [True, False, True, True, False, True]
    keeps = [all(not clue or clue == digit for clue, digit in zip(some[0], answer, strict=True)) for answer in (grids[0], swapped, opened, grids[1])]
    assert grades.keeps_clues.tolist() == [*keeps, False, False] and grades.reason(4) is not None
    assert lanedoku.solve_batch(rows, side=side, step_limit=1).status[3] == Status.LIMIT or side == 4
    assert len(lanedoku.solve_batch([], side=side)) == 0 and lanedoku.solve_batch([], side=side).solutions.shape == (0, side * side)


@pytest.mark.parametrize("side", SIDES)
def test_solutions_go_into_an_array_of_the_user(side: int) -> None:
    grids, some = puzzles(side, 3, 0.92)
    rows = [*some, None, [0] * (side * side - 1) + [side + 1]]
    expected = [*grids, [0] * side**2, [0] * side**2]
    for shape in ((5, side * side), (5, side, side)):
        out = np.full(shape, 7, "uint8")
        batch = lanedoku.solve_batch(rows, side=side, out=out)
        assert batch.solutions is out and out.reshape(5, -1).tolist() == expected
        assert str(batch[1].solution) == line(grids[1]) and batch[3].solution is None
        assert pickle.loads(pickle.dumps(batch[:2])).solutions.reshape(2, -1).tolist() == grids[:2]
        assert lanedoku.solve_batch(rows, side=side, out=memoryview(out)).status.tolist() == [1, 1, 1, 5, 5]
    over = np.array(some, "uint8")
    assert lanedoku.solve_batch(over, side=side, out=over)[0].status == 1 and over.tolist() == grids
    assert lanedoku.solve_batch([], side=side, out=np.zeros((0, side, side), "uint8")).solutions.size == 0
    other = 16 if side == 9 else 9
    for wrong, error, text in (
        (np.zeros((5, other * other), "uint8"), ValueError, rf"shape \(5, {side**2}\) or \(5, {side}, {side}\), found \(5, {other**2}\)"),
        (np.zeros((4, side * side), "uint8"), ValueError, rf"found \(4, {side**2}\)"),
        (np.zeros((5, side * side), "int64"), TypeError, "out: not an array of the right type"),
        (np.zeros((side * side, 5), "uint8").T, ValueError, "out is not contiguous"),
        (np.broadcast_to(np.uint8(0), (5, side, side)), ValueError, "out is read-only"),
        ([[0] * side**2] * 5, TypeError, "list"),
    ):
        with pytest.raises(error, match=text):
            lanedoku.solve_batch(rows, side=side, out=wrong)


@pytest.mark.parametrize("side", SIDES)
def test_right_cells_of_every_size(side: int) -> None:
    (first, other), (puzzle, _) = puzzles(side, 2, 0.92)
    answers = [first, other, puzzle, first, first, None]
    grades = lanedoku.grade(answers, [puzzle] * 4 + [None, puzzle], solutions=[first, first, first, other, first, first], side=side)
    same = sum(map(int.__eq__, first, other))
    assert grades.right_cells is not None
    assert grades.right_cells.tolist() == [side**2, same, sum(cell > 0 for cell in puzzle), same, side**2, 0]
    assert grades.is_solution.tolist() == [True, other == first, False, True, False, False]
    assert grades.right_cells.dtype == ("uint8" if side == 9 else "uint32")
    assert grades.to_pandas()["right_cells"].tolist() == grades.right_cells.tolist()
    missing = lanedoku.grade([first] * 2, [puzzle] * 2, solutions=["x", None], side=side)
    assert missing.right_cells is not None and missing.right_cells.tolist() == [0, 0]


def test_all_grids_of_4x4_are_counted() -> None:
    full = [list(cells) for rows in permutations(permutations(range(1, 5)), 4) if is_full(cells := sum(map(list, rows), []), 4)]
    for random in map(Random, range(30)):
        clues = [random.choice([0, 0, 1, 2, 3, 4]) if random.random() < 0.3 else 0 for _ in range(16)]
        expected = sorted(cells for cells in full if all(not clue or clue == cell for clue, cell in zip(clues, cells, strict=True)))
        assert lanedoku.count([clues], side=4).count[0] == len(expected)
        solved = lanedoku.solve_batch([clues], side=4).solutions[0].tolist()
        assert solved == (expected[0] if expected else [0] * 16)


def test_wrong_sizes_and_types_are_errors() -> None:
    for call in (lanedoku.solve_batch, lanedoku.count, lambda rows, side: lanedoku.is_solution(rows, rows, side=side)):
        for side in (0, 3, 8, 36):
            with pytest.raises(ValueError, match="side: expected 4, 9, 16 or 25"):
                call(["." * 16], side=side)
        for rows, error, text in (
            (np.zeros((2, 81), int), ValueError, r"shape \(n, 16\) or \(n, 4, 4\), found int64 of \(2, 81\)"),
            (np.zeros((2, 16)), ValueError, "found float64"),
            ([[0.5] * 16], TypeError, "row 0: expected integers, found float"),
            ([[True] * 16], TypeError, "row 0: expected integers, found bool"),
            ([5], TypeError, "row 0: expected text or cells, found int"),
            ({}, TypeError, "found dict"),
            (None, TypeError, "found NoneType"),
            (Board("." * 16, 4), TypeError, "found Board"),
        ):
            with pytest.raises(error, match=text):
                call(rows, side=4)
    with pytest.raises(ValueError, match="a solution for each of 1 puzzles, found 2"):
        lanedoku.grade(["." * 16], ["." * 16], side=4, solutions=["." * 16] * 2)
    with pytest.raises(ValueError, match=r"found int64 of \(1, 81\)"):
        lanedoku.grade(["." * 16], ["." * 16], side=4, solutions=np.zeros((1, 81), int))
    for text in ("." * 15, EASY, "5" + "." * 15):
        with pytest.raises(ValueError):
            Board(text, 4)
        with pytest.raises(ValueError):
            lanedoku.solve(text, side=4)
