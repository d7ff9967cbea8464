"""Boards of other layouts, against a plain search over lists of houses that the test makes itself."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, HARD, NONE, TWO
from lanedoku import Board, Layout, Status

CHARACTERS = ".123456789ABCDEFGHIJKLMNOP"
JIGSAW = "aaabbb aaabbb cccddd cceedd ceeedf efffff".replace(" ", "")
JIGSAW_FIVE = "AAABB AABBB CCCDD CCDDD EEEEE".replace(" ", "")
SMALL = [(0, 9, 18), (1, 10, 19, 28), (0, 35)]


def lines(side: int, rows: int, columns: int) -> list[list[int]]:
    """The rows, the columns and the boxes."""
    units = [[side * row + column for column in range(side)] for row in range(side)]
    units += [[side * row + column for row in range(side)] for column in range(side)]
    corners = [(row, column) for row in range(0, side, rows) for column in range(0, side, columns)]
    return units + [[side * (r + i) + c + j for i in range(rows) for j in range(columns)] for r, c in corners]


def regions(names: str, side: int) -> list[list[int]]:
    named = [[cell for cell, name in enumerate(names) if name == region] for region in dict.fromkeys(names)]
    return lines(side, 1, side)[: 2 * side] + named


def diagonals(side: int) -> list[list[int]]:
    return [[row * side + row for row in range(side)], [row * side + side - 1 - row for row in range(side)]]


def windows() -> list[list[int]]:
    """The four windows, and the five houses that follow from them."""
    parts = [[1, 2, 3], [5, 6, 7], [0, 4, 8]]
    return [[9 * row + column for row in rows for column in columns] for rows in parts for columns in parts]


def small() -> Layout:
    layout = Layout("6x6")
    for house in SMALL:
        layout = layout.with_house(house)
    return layout


LAYOUTS: dict[str, tuple[Layout, list[list[int]]]] = {
    "4x4+diagonal": (Layout("4x4+diagonal"), lines(4, 2, 2) + diagonals(4)),
    "jigsaw 5": (Layout.jigsaw(JIGSAW_FIVE), regions(JIGSAW_FIVE, 5)),
    "6x6": (Layout("6x6"), lines(6, 2, 3)),
    "boxes 3x2": (Layout.boxes(3, 2), lines(6, 3, 2)),
    "jigsaw 6": (Layout(f"jigsaw:{JIGSAW}"), regions(JIGSAW, 6)),
    "small houses": (small(), lines(6, 2, 3) + [list(house) for house in SMALL]),
    "diagonal": (Layout("diagonal"), lines(9, 3, 3) + diagonals(9)),
    "windoku": (Layout("9x9+windoku"), lines(9, 3, 3) + windows()),
    "8x8": (Layout("8x8+diagonal"), lines(8, 2, 4) + diagonals(8)),
}


class Judge:
    """A plain search: the open cell with the fewest digits first."""

    def __init__(self, units: list[list[int]]) -> None:
        self.side = len(units[0])
        self.peers = [{other for unit in units if cell in unit for other in unit} - {cell} for cell in range(self.side**2)]

    def collides(self, board: list[int]) -> bool:
        return any(digit and any(board[peer] == digit for peer in self.peers[cell]) for cell, digit in enumerate(board))

    def search(self, board: list[int]) -> Iterator[list[int]]:
        free = [
            (cell, set(range(1, self.side + 1)) - {board[peer] for peer in self.peers[cell]})
            for cell, digit in enumerate(board)
            if not digit
        ]
        if not free:
            yield [*board]
            return
        cell, digits = min(free, key=lambda pair: len(pair[1]))
        for digit in digits:
            board[cell] = digit
            yield from self.search(board)
        board[cell] = 0

    def solutions(self, board: list[int], most: int | None = None) -> list[list[int]]:
        found: list[list[int]] = []
        if self.collides(board):
            return found
        for solution in self.search([*board]):
            found.append(solution)
            if len(found) == most:
                break
        return found

    def has_solution(self, board: list[int]) -> bool:
        return bool(self.solutions(board, 1))

    def status(self, board: list[int]) -> Status:
        if self.collides(board):
            return Status.INVALID
        return [Status.NONE, Status.UNIQUE, Status.MULTIPLE][len(self.solutions(board, 2))]


def without(board: list[int], cell: int) -> list[int]:
    return [0 if place == cell else digit for place, digit in enumerate(board)]


def arbitrary(name: str, count: int) -> list[list[int]]:
    """Boards with many clues, some of them wrong, so that the judge can find all solutions."""
    layout, units = LAYOUTS[name]
    random, judge = Random(name), Judge(units)
    made: list[list[int]] = []
    while len(made) < count:
        order = [*range(layout.cells)]
        random.shuffle(order)
        seed = [0] * layout.cells
        for cell, digit in zip(order, range(1, layout.side), strict=False):
            seed[cell] = digit
        full = judge.solutions(seed, 1)
        for solution in full * 4:
            share = random.uniform(0.2, 0.6) if layout.side < 8 else random.uniform(0.4, 0.6)
            board = [digit if random.random() < share else 0 for digit in solution]
            wrong = random.choice(order)
            seen = {board[peer] for peer in judge.peers[wrong]}
            # Now and then a wrong clue, which may be equal to another.
            if random.random() < 0.5:
                board[wrong] = random.choice([digit for digit in range(1, layout.side + 1) if digit not in seen or len(made) % 3 == 0])
            made.append(board)
    return made[:count]


@pytest.mark.parametrize("name", LAYOUTS)
def test_answers_of_a_plain_search(name: str) -> None:
    layout, units = LAYOUTS[name]
    judge, boards = Judge(units), arbitrary(name, 40)
    assert sorted(map(sorted, layout.units())) == sorted(map(sorted, units))
    found = [judge.solutions(board) for board in boards]
    expected = [judge.status(board) for board in boards]
    assert len(set(expected)) == 4, "of each status, there is a board"
    batch, counts = layout.solve_batch(boards), layout.count(boards)
    assert batch.status.tolist() == expected
    assert batch.solutions.tolist() == [min(some) if some else [0] * layout.cells for some in found]
    assert counts.count.tolist() == [len(some) for some in found] and counts.status.tolist() == expected
    assert [layout.solve(board).status for board in boards[:5]] == expected[:5]
    status = np.zeros(len(boards), "uint8")
    possible = layout.possible(boards, status=status)
    assert status.tolist() == expected and possible.shape == (40, layout.cells, layout.side)
    wrong, redundant = layout.wrong_clues(boards), layout.redundant_clues(boards, status=status)
    assert status.tolist() == expected and wrong.shape == redundant.shape == (40, layout.cells)
    for row, (board, some) in enumerate(zip(boards, found, strict=True)):
        shown = np.zeros((layout.cells, layout.side), bool)
        for solution in some:
            shown[range(layout.cells), np.array(solution) - 1] = True
        assert (possible[row] == shown).all()
        assert sorted(map(list, layout.enumerate(board))) == sorted(some)
        clues = [cell for cell, digit in enumerate(board) if digit]
        assert wrong[row].nonzero()[0].tolist() == [
            cell for cell in clues if not some and judge.has_solution(without(board, cell))
        ]
        assert redundant[row].nonzero()[0].tolist() == [
            cell for cell in clues if len(some) == 1 and len(judge.solutions(without(board, cell), 2)) == 1
        ]


@pytest.mark.parametrize("name", LAYOUTS)
def test_made_puzzles(name: str) -> None:
    layout, units = LAYOUTS[name]
    judge = Judge(units)
    puzzles = layout.generate(6, seed=3)
    assert puzzles.valid.all() and puzzles.undecided is not None and not puzzles.undecided.any()
    assert (layout.generate(3, seed=3, first=2).cells == puzzles.cells[2:5]).all()
    assert (layout.generate(6, seed=4).cells != puzzles.cells).any()
    solved = layout.solve_batch(puzzles)
    loose = np.where(np.arange(layout.cells) % 3 > 0, solved.solutions, puzzles.cells)
    for cells in [*puzzles.cells, *layout.minimize(loose, seed=2).cells]:
        board, clues = cells.tolist(), np.flatnonzero(cells)
        # The judge would take minutes for larger boards.
        ask = judge.status if layout.side < 8 else lambda board: layout.solve(board).status
        assert ask(board) == Status.UNIQUE
        assert all(ask(without(board, cell)) == Status.MULTIPLE for cell in clues)
    # A row without one solution has no minimal puzzle.
    minimal = layout.minimize([loose[0], [0] * layout.cells, "x"], seed=1)
    assert minimal.valid.tolist() == [True, False, False] and list(minimal.reasons()) == [1, 2]
    assert ((minimal.cells[0] == 0) | (minimal.cells[0] == loose[0])).all()
    some = layout.generate(4, seed=5, symmetry="half-turn", clues=(layout.cells // 2, layout.cells * 2 // 3))
    assert some.valid.all() and (layout.solve_batch(some).status == Status.UNIQUE).all()
    for cells in some.cells:
        assert ((cells > 0) == (cells > 0)[::-1]).all()
        assert layout.cells // 2 <= np.count_nonzero(cells) <= layout.cells * 2 // 3
    images, answers = layout.shuffle(puzzles, 5, seed=1), layout.shuffle(solved.solutions, 5, seed=1)
    assert images.cells.shape == (6, 5, layout.cells)
    assert layout.grade(answers, images).is_solution.all()
    assert all(not judge.collides(board.tolist()) for board in answers.cells.reshape(-1, layout.cells))
    assert (layout.shuffle(puzzles.cells[2:], 5, seed=1, first=2).cells == images.cells[2:]).all()
    assert np.count_nonzero(images.cells, axis=2).tolist() == [[board.clues] * 5 for board in puzzles if board]


def test_all_of_a_small_layout_are_counted() -> None:
    assert Layout("4x4").count(["." * 16]).count[0] == 288
    assert Layout("4x4+diagonal").count(["." * 16]).count[0] == len(Judge(LAYOUTS["4x4+diagonal"][1]).solutions([0] * 16))
    assert len({str(board) for board in Layout("6x6").enumerate("." * 36, max=1000)}) == 1000


def test_a_9x9_layout_answers_like_the_package() -> None:
    layout = Layout("9x9")
    rows = [EASY, HARD, TWO, NONE, COLLIDES, EASY[:80], None, str(lanedoku.solve(EASY).solution), *lanedoku.generate(30, seed=1).lines()]
    for mine, theirs, names in (
        (layout.solve_batch(rows), lanedoku.solve_batch(rows), ("solutions", "status")),
        (layout.count(rows, max=5), lanedoku.count(rows, max=5), ("count", "exact", "status")),
        (layout.count(rows, max=0), lanedoku.count(rows, max=0), ("count", "exact", "status")),
        (layout.count(rows, max=1), lanedoku.count(rows, max=1), ("count", "exact", "status")),
    ):
        for name in names:
            assert (getattr(mine, name) == getattr(theirs, name)).all(), name
        assert list(mine.reasons()) == list(theirs.reasons()) == [4, 5, 6]
    for name in ("possible", "wrong_clues", "redundant_clues"):
        assert (getattr(layout, name)(rows) == getattr(lanedoku, name)(rows)).all(), name
    answers = [str(lanedoku.solve(HARD).solution)] * len(rows)
    mine, theirs = layout.grade(answers, rows, solutions=answers), lanedoku.grade(answers, rows, solutions=answers)
    for name in ("is_solution", "is_complete", "is_consistent", "keeps_clues", "right_cells"):
        assert (getattr(mine, name) == getattr(theirs, name)).all(), name
    assert mine.reason(4) == "puzzle: 1 appears twice in row 1: row 1, column 1 and row 1, column 2" and theirs.reason(4) is not None
    direct = "-direct pointing,-direct claiming,-direct hidden pair,-direct hidden triple,-locked pair,-locked triple"
    techniques = f"singles,locked candidates,subsets,basic fish,{direct}"
    hard, usual = layout.difficulty(rows), lanedoku.difficulty(rows, techniques=techniques)
    assert usual.hardest_names().count("needs more") < 20
    for name in ("level", "status"):
        assert (getattr(hard, name) == getattr(usual, name)).all(), name
    alone, usual_alone = layout.solve(EASY), lanedoku.solve(EASY)
    assert alone.solution == usual_alone.solution and repr(alone.solution) == repr(usual_alone.solution)


def test_steps_lead_to_the_solution() -> None:
    for name, (layout, _) in LAYOUTS.items():
        puzzles = layout.generate(10, seed=7)
        hard = layout.difficulty(puzzles)
        assert (hard.status == Status.UNIQUE).all()
        for row, puzzle in enumerate(puzzles):
            assert puzzle is not None
            steps, cells = layout.explain(puzzle), [*puzzle]
            solution = layout.solve(puzzle).solution
            assert solution is not None
            for step in steps:
                assert step.technique in lanedoku.TECHNIQUES and step.text.lower().startswith(step.technique.lower())
                if step.placement is not None:
                    cell, digit = step.placement
                    assert cells[cell] == 0 and [*solution][cell] == digit
                    cells[cell] = digit
                assert all([*solution][cell] != digit for cell, digit in step.eliminations)
            assert (0 in cells) == (hard.hardest_names()[row] == "needs more"), name
            assert hard.counts[row].sum() - (0 in cells) in (len(steps), len(steps) - 1)
            hint = layout.hint(puzzle)
            assert (hint is None) == (not steps) and (hint is None or hint == steps[0])
            assert hint is None or hint.where.startswith("Look at ") and hint.lines == [hint.text]
        first = layout.explain(puzzles[0], techniques="naked single")
        assert {step.technique for step in first} <= {"naked single"}
        assert layout.hint(layout.solve(puzzles[0]).solution) is None
        for wrong, text in (("." * layout.cells, "several"), ("11" + "." * (layout.cells - 2), "two equal digits")):
            for ask in (layout.explain, layout.hint):
                with pytest.raises(ValueError, match=text):
                    ask(wrong)
        assert layout.difficulty(["." * layout.cells, None]).status.tolist() == [Status.MULTIPLE, Status.INVALID]
    with pytest.raises(ValueError, match="techniques: expected"):
        Layout("6x6").explain("." * 36, techniques="magic")


def test_every_form_of_rows() -> None:
    layout = Layout("12x12")
    cells = layout.generate(3, seed=1, clues=(90, 144)).cells
    texts = ["".join(CHARACTERS[digit] for digit in board) for board in cells]
    assert any("C" in text for text in texts)
    drawn = [layout.draw(text) for text in texts]
    solutions = layout.solve_batch(texts).solutions
    pd, pa, pl = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "polars"))
    forms: list[Any] = [cells, cells.astype("int64"), cells.reshape(3, 12, 12), cells.tolist(), "\n".join(texts), drawn,
                        [Board._of(bytes(board), layout) for board in cells], np.array(texts), pd.Series(texts), pa.array(texts),
                        pl.Series(texts), [text + ";easy" for text in texts], [text.lower() for text in texts]]
    for form in forms:
        assert (layout.solve_batch(form).solutions == solutions).all(), form
    for one in (cells[0], cells[0].reshape(12, 12), texts[0], drawn[0], cells[0].tolist()):
        assert list(layout.solve(one).solution or ()) == solutions[0].tolist()
        assert layout.read(one).tolist() == cells[0].tolist() and layout.text(one) == texts[0] and layout.draw(one) == drawn[0]
    assert layout.solve_batch([]).solutions.shape == (0, 144) and len(layout.generate(0, seed=1)) == 0


def test_results_know_their_layout() -> None:
    layout = Layout("6x6+diagonal")
    puzzles = layout.generate(3, seed=1)
    batch = layout.solve_batch(puzzles)
    assert puzzles.lines()[1] == str(puzzles[1]) == layout.text(puzzles.cells[1])
    assert repr(batch[1].solution) == layout.draw(batch.solutions[1]) and " | " in repr(puzzles[1])
    again = pickle.loads(pickle.dumps((batch, puzzles, puzzles[0], layout)))
    assert repr(again[0][1:][0]) == repr(batch[1]) and repr(again[1][[2, 0]][0]) == repr(puzzles[2])
    assert again[2] == puzzles[0] and repr(again[2]) == repr(puzzles[0]) and again[3] == layout
    assert batch.to_pandas()["solution"].tolist() == [layout.text(board) for board in batch.solutions]
    images = layout.shuffle(puzzles, 2, seed=1)
    assert str(images[::2][1]) == layout.text(images.cells[1, 0]) and repr(images[5]) == layout.draw(images.cells[2, 1])
    html = layout.solve(puzzles[0])._repr_html_()
    # One edge between boxes in each row, and two rows with an edge below each of their cells.
    assert html.count("border-right-width") == 6 and html.count("border-bottom-width") == 12
    assert Layout.jigsaw(JIGSAW).solve("." * 36)._repr_html_().count("border-right-width") == 0


def test_a_layout_is_a_value() -> None:
    six = Layout("6x6")
    assert six == Layout.boxes(2, 3) == Layout("boxes:2x3") and hash(six) == hash(Layout.boxes(2, 3)) and six != "6x6"
    assert (six.side, six.cells, six.box_shape, six.houses) == (6, 36, (2, 3), 0)
    assert small().houses == 3 and small() == small() and small() != six and len({small(), small(), six}) == 2
    assert Layout.jigsaw(JIGSAW) == Layout.jigsaw("\n".join(JIGSAW[at : at + 6] for at in range(0, 36, 6)).upper())
    assert Layout.jigsaw(JIGSAW.replace("a", "+").replace("b", "é")) == Layout.jigsaw(JIGSAW)
    assert Layout.jigsaw(JIGSAW).box_shape is None and Layout("diagonal") == Layout("9x9+diagonal")
    for layout, _ in LAYOUTS.values():
        assert eval(repr(layout)) == layout == pickle.loads(pickle.dumps(layout))
    assert repr(six.with_house(range(2))) == "Layout('6x6').with_house([0, 1])"
    with pytest.raises(AttributeError):
        six.side = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        six._text = "9x9"


def test_wrong_layouts_are_errors() -> None:
    six = Layout("6x6")
    for make, text in (
        (lambda: Layout("6x7"), "expected a layout such as"),
        (lambda: Layout("7"), "expected a layout such as"),
        (lambda: Layout("26x26"), "a side of 26: boards have from 4 to 25 rows"),
        (lambda: Layout.boxes(1, 3), "a side of 3"),
        (lambda: Layout.boxes(-1, 3), "rows: expected 0 to"),
        (lambda: Layout("6x6+windoku"), "do not have such houses"),
        (lambda: Layout.jigsaw("aab"), "3 regions of cells: expected a square number"),
        (lambda: Layout.jigsaw("a" * 5 + "b" * 3 + "c" * 4 + "d" * 4), "the region of cell 1 has 5 cells: expected 4"),
        (lambda: Layout.jigsaw("".join(map(chr, range(200, 236)))), "the region of cell 1 has 1 cells"),
        (lambda: six.with_house([0]), "a house of 1 cells"),
        (lambda: six.with_house([3, 3]), "a house with cell 4 twice"),
        (lambda: six.with_house([3, 36]), "a house with cell 37: there is no such cell"),
        (lambda: six.with_house([-1]), "cells: expected 0 to"),
    ):
        with pytest.raises(ValueError, match=text):
            make()
    for wrong in (6, None, b"6x6"):
        with pytest.raises(TypeError, match="expected the text of a layout"):
            Layout(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected an integer"):
        six.with_house(["a"])  # type: ignore[list-item]


def test_wrong_rows_and_arguments_are_errors() -> None:
    layout = Layout("6x6+diagonal")
    good = layout.generate(1, seed=1).cells[0].tolist()
    twice = [1] + [0] * 34 + [1]
    rows: list[Any] = [good, [0] * 35, [7] + [0] * 35, twice, "." * 35 + "7", "." * 37, None, [-1] + [0] * 35, "", good]
    batch = layout.solve_batch(rows)
    assert batch.status.tolist() == [1] + [5] * 8 + [1]
    reasons = batch.reasons()
    assert list(reasons) == [*range(1, 9)]
    for row, text in (
        (1, "expected 36 cells, found 35"),
        (2, "row 1, column 1: 7 is not a digit of a 6x6 board"),
        (3, "1 appears twice in house 1: row 1, column 1 and row 6, column 6"),
        (4, "column 36: '7' is not valid on a 6x6 board"),
        (6, "the value is missing"),
    ):
        assert reasons[row] == text
    assert layout.possible(rows).any(axis=(1, 2)).tolist() == [True] + [False] * 8 + [True]
    assert layout.count(rows, max=1).status.tolist() == [6] + [5] * 8 + [6]
    assert layout.shuffle(rows, 2, seed=1).valid.tolist() == [True, False, False, True, False, False, False, False, False, True]
    assert not layout.redundant_clues(rows).any() and layout.wrong_clues(rows)[3].nonzero()[0].tolist() == [0, 35]
    for ask in (layout.solve, layout.enumerate, layout.explain, layout.hint, layout.read, layout.text, layout.draw):
        with pytest.raises(ValueError, match="expected 36 cells, found 35"):
            ask([0] * 35)
    for call, error, text in (
        (lambda: layout.solve_batch(np.zeros((2, 81), int)), ValueError, r"shape \(n, 36\) or \(n, 6, 6\), found"),
        (lambda: layout.solve_batch(np.zeros((2, 36))), ValueError, "found float64"),
        (lambda: layout.solve_batch(None), TypeError, "found NoneType"),
        (lambda: layout.solve_batch([5]), TypeError, "row 0: expected text or cells, found int"),
        (lambda: layout.solve_batch([good], threads=0), ValueError, "threads"),
        (lambda: layout.solve_batch([good], progress=5), TypeError, "progress"),  # type: ignore[arg-type]
        (lambda: layout.solve(good, timeout=-1), ValueError, "timeout"),
        (lambda: layout.possible([good], status=np.zeros(2, "uint8")), ValueError, "status: expected 1 rows"),
        (lambda: layout.grade([good], [good] * 2), ValueError, "expected an answer for each of 2 puzzles, found 1"),
        (lambda: layout.generate(1, seed=1, symmetry="random"), ValueError, "symmetry: expected one of none, .*full, found"),
        (lambda: layout.generate(1, seed=1, symmetry=5), TypeError, "symmetry: expected a name"),  # type: ignore[arg-type]
        (lambda: layout.generate(1, seed=1, clues=37), ValueError, "clues: a puzzle with one solution has 0 to 36 clues"),
        (lambda: layout.generate(1, seed=-1), ValueError, "seed"),
    ):
        with pytest.raises(error, match=text):
            call()
    few = layout.generate(2, seed=1, clues=3, attempts=2)
    assert not few.valid.any() and few.reason(0) == "no puzzle was found in 2 attempts; attempts= allows more"


def test_answers_do_not_depend_on_the_threads() -> None:
    layout = Layout("diagonal")
    puzzles = layout.generate(120, seed=2, threads=1)
    assert (layout.generate(120, seed=2, threads=2).cells == puzzles.cells).all()
    done: list[tuple[int, int]] = []
    asks: list[Any] = [
        lambda threads: layout.solve_batch(puzzles, threads=threads, progress=lambda *counts: done.append(counts)).solutions,
        lambda threads: layout.count(puzzles.cells // 2 * 2, max=50, threads=threads).count,
        lambda threads: layout.possible(puzzles, threads=threads),
        lambda threads: layout.redundant_clues(puzzles, threads=threads),
        lambda threads: layout.minimize(layout.solve_batch(puzzles).solutions, threads=threads).cells,
        lambda threads: layout.shuffle(puzzles, 3, seed=1, threads=threads).cells,
        lambda threads: layout.difficulty(puzzles, threads=threads).level,
    ]
    for ask in asks:
        assert (ask(1) == ask(2)).all()
    assert done[-1] == (120, 120)


OPEN = ["." * 256]


def stuck() -> tuple[Layout, list[int]]:
    """A layout and a board whose search finds nothing and does not end: a house has 13 cells for 12 digits."""
    full = [[(4 * (row % 4) + row // 4 + column) % 16 + 1 for column in range(16)] for row in range(16)]
    house: list[int] = []
    for row in range(13):
        taken = {cell % 16 for cell in house}
        house.append(next(16 * row + column for column in range(16) if column not in taken and full[row][column] <= 12))
    return Layout("16x16").with_house(house), [digit if digit > 12 else 0 for digits in full for digit in digits]


LARGE, STUCK = stuck()


@pytest.mark.parametrize("name", ["9x9", "diagonal", "windoku", "9x9+house:1,10,81"])
def test_many_boards_have_the_answers_of_boards_alone(name: str) -> None:
    layout, random = Layout(name), Random(name)
    puzzles = layout.generate(600, seed=7).cells.copy()
    for board in puzzles[::3]:
        board[random.randrange(81)] = random.randrange(10)
    for board in puzzles[1::3]:
        board[: random.randrange(81)] = 0
    together, alone = layout.solve_batch(puzzles), layout.solve_batch(puzzles, step_limit=10**15)
    assert together.status.tolist() == alone.status.tolist()
    assert together.solutions.tolist() == alone.solutions.tolist()
    assert len(set(together.status.tolist())) == 4
    assert together.reasons() == alone.reasons()


def test_limits() -> None:
    layout = Layout("9x9+diagonal")
    some = layout.generate(5, seed=1)
    limited = layout.solve_batch(some, step_limit=1)
    assert (limited.status == Status.LIMIT).all() and not limited.solutions.any()
    assert layout.solve(some[0], step_limit=1).status == Status.LIMIT and limited[0].solution is None
    status = np.zeros(5, "uint8")
    for name in ("possible", "redundant_clues", "wrong_clues"):
        getattr(layout, name)(some, step_limit=1, status=status)
        assert (status == Status.LIMIT).all(), name
        getattr(layout, name)(some, timeout=0, status=status)
        assert (status == Status.LIMIT).all(), name
    assert (layout.difficulty(some, step_limit=1).status == Status.LIMIT).all()
    assert not layout.minimize(some, timeout=0).valid.any() and not layout.generate(2, seed=1, timeout=0).valid.any()
    begin = time.monotonic()
    assert LARGE.solve_batch([STUCK] * 2, timeout=0.2, threads=2).summary() == {Status.LIMIT: 2}
    assert LARGE.solve(STUCK, timeout=0.2).status == Status.LIMIT
    count = LARGE.count(OPEN * 2, timeout=0.2, threads=2)
    assert count.count.min() > 2 and not count.exact.any() and (count.status == Status.MULTIPLE).all()
    assert time.monotonic() - begin < 120
    with pytest.raises(RuntimeError, match="the step limit was reached"):
        list(layout.enumerate("." * 81, step_limit=5000))
    assert layout.count(["." * 81], max=0).status.tolist() == [Status.STOPPED]
    assert list(layout.enumerate("." * 81, max=0)) == []


DROPPED = """
import os, time
from lanedoku import Layout

threads = lambda: len(os.listdir("/proc/self/task"))
layout, before = {layout!r}, threads()
iterators = [layout.enumerate({board}), layout.enumerate("." * 256)]
assert next(iterators[1]) != next(iterators[1]) and threads() == before + 2
del iterators
while threads() > before:
    time.sleep(0.05)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs Linux to count threads")
def test_the_search_of_a_dropped_iterator_ends() -> None:
    # In a process of its own, where no other threads end.
    subprocess.run([sys.executable, "-c", DROPPED.format(layout=LARGE, board=STUCK)], check=True, timeout=120)


def test_an_interrupt_ends_a_call() -> None:
    # In the background of a script, interrupts are ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    calls: list[Callable[[], object]] = [
        lambda: LARGE.solve(STUCK),
        lambda: LARGE.count(OPEN, threads=2),
        lambda: LARGE.possible([STUCK] * 3, threads=2),
        lambda: LARGE.explain(STUCK),
        lambda: next(LARGE.enumerate(STUCK)),
    ]
    for call in calls:
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        begin = time.monotonic()
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            call()
        assert time.monotonic() - begin < 120
    signal.signal(signal.SIGINT, before)
