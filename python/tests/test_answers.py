"""Compares answers with those of a plain solver in Python."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import (
    COLLIDES,
    EASY,
    EMPTY,
    HARD,
    NONE,
    SEVENTEEN,
    TWO,
    collides,
    digits,
    fits,
    is_full,
    line,
    random_board,
    solutions,
    solutions_of,
)
from lanedoku import Board, Status

SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"


def arbitrary(count: int) -> list[str]:
    """Boards of every kind: with one solution, several, none, and clues that collide."""
    random = Random(14)
    grids = [str(grid) for grid in lanedoku.random_grids(20, seed=3)]
    boards = []
    while len(boards) < count:
        boards.append(random_board(random, random.choice(grids), random.randint(24, 60), random.choice((0, 0, 1, 2, 3))))
    return boards


def status_of(puzzle: str, found: int) -> Status:
    if collides(puzzle):
        return Status.INVALID
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(found, 2)]


def test_the_oracle_is_right() -> None:
    assert solutions(HARD, 3) == [SOLVED]
    assert len(solutions(TWO, 3)) == 2 and solutions(NONE, 3) == [] and solutions(COLLIDES, 3) == []
    assert is_full(SOLVED) and not is_full("21" + SOLVED[2:])
    assert not is_full("1" * 81) and not fits(SOLVED, "1" + "." * 80) and fits(SOLVED, HARD)


def test_arbitrary_boards() -> None:
    boards = arbitrary(400)
    batch = lanedoku.solve_batch(boards)
    counts = lanedoku.count(boards, max=20)
    for row, puzzle in enumerate(boards):
        expected = solutions(puzzle, 20)
        assert batch.status[row] == status_of(puzzle, len(expected)), puzzle
        assert counts.count[row] == len(expected), puzzle
        assert counts.status[row] == batch.status[row]
        result = batch[row]
        if expected:
            assert fits(str(result.solution), puzzle)
            # Of fewer than 20 solutions, all are known.
            assert str(result.solution) <= min(expected) if len(expected) == 20 else str(result.solution) == min(expected)
        else:
            assert result.solution is None and not batch.solutions[row].any()
    # The sample has boards of each kind.
    assert all(batch.summary()[status] >= 10 for status in (Status.UNIQUE, Status.MULTIPLE, Status.NONE, Status.INVALID))


def loose(count: int) -> list[str]:
    """Puzzles with several solutions: minimal ones, each without two or three of its clues."""
    random, boards = Random(24), []
    for puzzle in lanedoku.generate(count, seed=24).lines():
        cells = list(str(puzzle))
        for cell in random.sample([cell for cell in range(81) if cells[cell] != "."], random.randint(2, 3)):
            cells[cell] = "."
        boards.append("".join(cells))
    return boards


def test_an_answer_does_not_depend_on_threads_or_other_puzzles() -> None:
    boards = [*loose(300), *arbitrary(300), EMPTY, HARD]
    whole = lanedoku.solve_batch(boards, threads=1)
    assert whole.summary()[Status.MULTIPLE] > 300
    n = len(boards)

    def check(batch: lanedoku.Batch, rows: slice | list[int] = slice(None)) -> None:
        # Only the guesses and the steps may differ.
        np.testing.assert_array_equal(batch.status, whole.status[rows])
        np.testing.assert_array_equal(batch.solutions, whole.solutions[rows])

    twice = lanedoku.solve_batch(boards * 2)
    assert twice.solutions[:n].tolist() == twice.solutions[n:].tolist() == whole.solutions.tolist()
    check(lanedoku.solve_batch(boards, threads=5))
    check(lanedoku.solve_batch(boards, threads=3, progress=lambda done, total: None))
    check(lanedoku.solve_batch(boards[::-1]), slice(None, None, -1))
    for size in (2, 7, 40):
        check(lanedoku.solve_batch(boards[:size]), slice(size))
    for row, board in enumerate(boards):
        check(lanedoku.solve_batch([board]), slice(row, row + 1))
        check(lanedoku.solve_batch([board], progress=lambda done, total: None), slice(row, row + 1))
        result = lanedoku.solve(board)
        assert (result.status, result.solution) == (whole[row].status, whole[row].solution)
    valid = [row for row in range(n) if whole.status[row] != Status.INVALID]
    marks = np.array([marks_of(boards[row]) for row in valid], "uint16")
    check(lanedoku.solve_candidates(marks), valid)
    for row, mark in zip(valid[:40], marks, strict=False):
        check(lanedoku.solve_candidates(mark[None]), [row])


def test_the_solution_is_the_least() -> None:
    puzzles = [puzzle for puzzle in loose(300) if lanedoku.count([puzzle], max=301).count[0] <= 300]
    assert len(puzzles) > 50
    batch = lanedoku.solve_batch(puzzles)
    assert set(batch.summary()) == {Status.MULTIPLE}
    for row, puzzle in enumerate(puzzles):
        found = sorted(map(str, lanedoku.enumerate(puzzle)))
        assert line(batch.solutions[row]) == found[0]
        if row < 5:
            assert found == sorted(solutions(puzzle, 301))
    assert str(lanedoku.solve(EMPTY).solution).startswith("123456789456789123789123456214365897")


def test_any_solution() -> None:
    puzzles = [*loose(300), EMPTY, HARD, NONE, COLLIDES, "x"]
    least = lanedoku.solve_batch(puzzles)
    marks = np.array([marks_of(puzzle) for puzzle in puzzles[:301]], "uint16")
    for found in (
        lanedoku.solve_batch(puzzles, any_solution=True),
        lanedoku.solve_candidates(marks, any_solution=True),
    ):
        n = len(found)
        np.testing.assert_array_equal(found.status, least.status[:n])
        solved = np.isin(found.status, (Status.UNIQUE, Status.MULTIPLE))
        assert (lanedoku.is_solution(found.solutions, puzzles[:n]) == solved).all()
        others = (found.solutions != least.solutions[:n]).any(1)
        assert others.any() and (found.status[others] == Status.MULTIPLE).all()
    alone = [lanedoku.solve(puzzle, any_solution=True).solution for puzzle in puzzles[:300]]
    assert all(solution is not None and fits(str(solution), puzzle) for solution, puzzle in zip(alone, puzzles[:300], strict=True))
    assert alone != [result.solution for result in least][:300]


def test_one_puzzle() -> None:
    result = lanedoku.solve(HARD)
    assert result.status is Status.UNIQUE and str(result.status) == "unique"
    assert str(result.solution) == SOLVED and str(result.puzzle) == HARD
    assert result.guesses > 0 and result.steps > result.guesses
    assert lanedoku.solve(SOLVED).solution == Board(SOLVED)
    assert lanedoku.solve(COLLIDES).status is Status.INVALID


def test_a_step_limit_ends_the_search() -> None:
    batch = lanedoku.solve_batch([HARD, SEVENTEEN, EASY], step_limit=1)
    assert Status.LIMIT in batch.status.tolist()
    assert (batch.steps <= 64).all()
    assert lanedoku.solve_batch([HARD], step_limit=10**9).status.tolist() == [1]
    assert lanedoku.solve(HARD, step_limit=2).status is Status.LIMIT
    # At the limit there is no solution, also if one was found but not yet known to be the least.
    boards = loose(100)
    for limit in (1, 5, 10, 20, 50):
        for rows in (boards, boards[:3], boards[:1]):
            batch = lanedoku.solve_batch(rows, step_limit=limit)
            np.testing.assert_array_equal(batch.solutions.any(1), batch.status != Status.LIMIT)
            alone = [lanedoku.solve(board, step_limit=limit) for board in rows]
            assert [result.status for result in alone] == batch.status.tolist()
            assert [result.solution for result in alone] == [result.solution for result in batch]
    # With two solutions, the status is known; the number is that found by then.
    counts = lanedoku.count([EMPTY, EMPTY], step_limit=1000)
    assert counts.status.tolist() == [Status.MULTIPLE] * 2 and not counts.exact.any()
    assert counts.count[0] == counts.count[1] > 100
    assert lanedoku.count([EMPTY], step_limit=5).status.tolist() == [Status.LIMIT]


def test_counts() -> None:
    # Each third column is open.
    puzzle = "".join("." if cell % 3 == 0 else digit for cell, digit in enumerate(SOLVED))
    expected = len(solutions(puzzle, 10**6))
    assert lanedoku.count([puzzle]).count.tolist() == [expected]
    for most in (0, 1, 2, 1000):
        assert lanedoku.count([puzzle, EMPTY], max=most).count.tolist() == [min(most, expected), most]
    # Two bands are given.
    band = SOLVED[:54] + "." * 27
    assert lanedoku.count([band]).count.tolist() == [len(solutions(band, 10**6))]
    exact = lanedoku.count([SOLVED, NONE, COLLIDES, TWO])
    assert exact.count.tolist() == [1, 0, 0, 2] and exact.status.tolist() == [1, 3, 5, 2]
    # More than the fast count finds.
    many = SOLVED[:27] + SOLVED[27:36] + "." * 45
    assert lanedoku.count([many], max=50_000).count.tolist() == [50_000]


def test_a_count_with_progress_agrees_with_count() -> None:
    puzzles = [*arbitrary(60), HARD, TWO, NONE, COLLIDES, SOLVED, SOLVED[:36] + "." * 45]
    counts = lanedoku.count(puzzles, max=50_000)
    for puzzle, expected, exact in zip(puzzles, counts.count, counts.exact, strict=True):
        seen = list(lanedoku.count_with_progress(puzzle, max=50_000))
        assert seen == sorted(seen) and all(share < 1 for share, _ in seen[:-1])
        assert seen[-1][1] == expected
        assert seen[-1][0] == 1 if exact else 0 <= seen[-1][0] < 1
    assert list(lanedoku.count_with_progress(HARD, max=0)) == [(0, 0)]


def test_a_count_with_progress_tells_its_share() -> None:
    # Many seconds in all: the loops end while the counts are running.
    shares, found = zip(*islice(lanedoku.count_with_progress(EMPTY), 3), strict=True)
    assert shares == (0, 0, 0) and 0 < found[0] < found[1] < found[2]
    counting = lanedoku.count_with_progress(SOLVED[:30] + "." * 51)
    share, solutions = next((share, found) for share, found in counting if share > 0)
    assert 0 < share < 1 and solutions > 0
    # It goes on where it stopped.
    later = next(counting)
    assert share <= later[0] and solutions < later[1]


def test_enumerate_agrees_with_count() -> None:
    for puzzle in (*arbitrary(60), HARD, TWO, NONE, COLLIDES, SOLVED[:45] + "." * 36):
        counted = int(lanedoku.count([puzzle], max=3000).count[0])
        found = [str(solution) for solution in lanedoku.enumerate(puzzle, max=3000)]
        assert len(found) == len(set(found)) == counted
        assert all(fits(solution, puzzle) for solution in found)
        if counted < 100:
            assert set(found) == set(solutions(puzzle, 100))


def test_a_dropped_iterator_ends_its_search() -> None:
    threads = pytest.importorskip("os").path.isdir("/proc/self/task")
    for _ in range(50):
        assert len(list(islice(lanedoku.enumerate(EMPTY), 3))) == 3
    assert len(list(lanedoku.enumerate(EMPTY, max=1000))) == 1000
    assert len(list(lanedoku.enumerate(EMPTY, max=1))) == 1
    found = lanedoku.enumerate(TWO)
    assert len(list(found)) == 2 and list(found) == [] and list(found) == []
    if threads:
        import os
        import time

        # Nothing signals the end of a thread. If the searches did not end, 50 threads would remain.
        deadline = time.monotonic() + 120
        while len(os.listdir("/proc/self/task")) >= 30:
            assert time.monotonic() < deadline, "the searches do not end"
            time.sleep(0.01)


# The limit up to which a puzzle alone is searched without a check for signals.
STEPS_ALONE = 1024
ATTACK = Path(__file__).parents[2] / "tests" / "attack"


def test_a_long_search_has_the_answer_of_a_short_one() -> None:
    texts = (ATTACK / "hard_candidates.txt").read_text().split()
    together = lanedoku.solve_candidates(texts)
    boards = (ATTACK / "climbed.txt").read_text().split()
    batch = lanedoku.solve_batch(boards)
    for found, alone in (
        (together, [lanedoku.solve_candidates([text])[0] for text in texts]),
        (batch, [lanedoku.solve(board) for board in boards]),
    ):
        assert any(result.steps > STEPS_ALONE for result in alone)
        assert [result.status for result in alone] == found.status.tolist()
        assert [result.solution for result in alone] == [result.solution for result in found]
    assert all(fits(str(result.solution), board) for result, board in zip(batch, boards, strict=True) if result.solution)


def test_a_timeout_ends_the_search() -> None:
    # Without the timeout, it would not end.
    counts = lanedoku.count([EMPTY, HARD, EMPTY], timeout=0.05, threads=2)
    assert counts.status.tolist() == [Status.MULTIPLE, Status.UNIQUE, Status.MULTIPLE]
    assert counts.exact.tolist() == [False, True, False]
    counts = lanedoku.count([EMPTY, "x", COLLIDES], timeout=0)
    assert counts.status.tolist() == [Status.LIMIT, Status.INVALID, Status.LIMIT] and not counts.count.any()
    (text,) = (ATTACK / "hard_candidates.txt").read_text().split()[:1]
    slow = lanedoku.solve_candidates([text])
    assert slow.steps[0] > STEPS_ALONE
    late = lanedoku.solve_candidates([text], timeout=0)
    assert late.status.tolist() == [Status.LIMIT] and not late.solutions.any()
    for timeout in (3600, 3600.5, np.float32(3600), 1e300, float("inf"), None):
        in_time = lanedoku.solve_candidates([text], timeout=timeout)
        assert (in_time.status.tolist(), in_time.steps.tolist()) == (slow.status.tolist(), slow.steps.tolist())
    # What is decided at once is decided within any time.
    assert lanedoku.solve(HARD, timeout=0).status is Status.UNIQUE
    assert lanedoku.solve_batch([HARD, TWO], timeout=0).status.tolist() == [1, 2]


def test_is_solution() -> None:
    wrong = "21" + SOLVED[2:]
    answers = [SOLVED, wrong, HARD, SOLVED, "1" * 81, "", None, SOLVED, SOLVED]
    puzzles: list[Any] = [HARD, HARD, HARD, "1" + "." * 80, EMPTY, HARD, HARD, "x", None]
    right = lanedoku.is_solution(answers, puzzles)
    assert right.dtype == bool
    assert right.tolist() == [True] + [False] * 8
    # One wrong cell is found in any position.
    cells = np.tile(np.array(digits(SOLVED), "uint8"), (82, 1))
    for cell in range(81):
        cells[cell, cell] = cells[cell, cell] % 9 + 1
    assert lanedoku.is_solution(cells, [EMPTY] * 82).tolist() == [False] * 81 + [True]
    assert lanedoku.is_solution(cells[:0], []).tolist() == []


def marks_of(puzzle: str) -> list[int]:
    return [1 << digit - 1 if digit else 511 for digit in digits(puzzle)]


def test_candidates_in_every_form() -> None:
    random = Random(5)
    grid = digits(SOLVED)
    rows = [marks_of(HARD), [511] * 81, [0] + [511] * 80, marks_of(TWO)]
    for _ in range(40):
        rows.append([1 << digit - 1 | random.randrange(512) & random.randrange(512) for digit in grid])
    for _ in range(40):
        rows.append([(random.randrange(512) | random.randrange(512)) & random.randrange(512) for _ in grid])
    masks = np.array(rows, "uint16")
    bits = (masks[:, :, None] >> np.arange(9, dtype="uint16") & 1).astype(bool)
    texts = ["".join(str(digit + 1) if is_there else "." for cell in row for digit, is_there in enumerate(cell)) for row in bits]
    batch = lanedoku.solve_candidates(masks)
    for form in (
        masks.reshape(-1, 9, 9),
        masks[::-1][::-1],
        bits,
        bits.reshape(-1, 729),
        bits.reshape(-1, 9, 9, 9),
        bits.astype("uint8"),
        bits.astype("uint8") * 255,
        bits.astype("int64"),
        masks.astype("int64"),
        masks.astype(">u2").reshape(-1, 9, 9),
        texts,
        np.repeat(masks, 2, 0)[::2],
    ):
        again = lanedoku.solve_candidates(form)
        np.testing.assert_array_equal(again.solutions, batch.solutions)
        np.testing.assert_array_equal(again.status, batch.status)
    seen = set()
    for row, marks in enumerate(rows):
        found = solutions_of(marks, 2)
        status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[len(found)]
        assert batch.status[row] == status or status == Status.NONE and batch.status[row] == Status.INVALID
        seen.add(status)
        if found:
            solution = batch.solutions[row]
            assert is_full(line(solution))
            assert all(mark >> int(digit) - 1 & 1 for mark, digit in zip(marks, solution, strict=True))
    assert seen == {Status.NONE, Status.UNIQUE, Status.MULTIPLE}
    assert batch.reason(0) is None and batch.reasons() == {}


def is_minimal(puzzle: str) -> bool:
    clues = [cell for cell in range(81) if puzzle[cell] != "."]
    lesser = [puzzle[:cell] + "." + puzzle[cell + 1 :] for cell in clues]
    return (lanedoku.count(lesser, max=2).count == 2).all()


def test_generated_puzzles_are_unique_and_minimal() -> None:
    puzzles = lanedoku.generate(300, seed=9)
    assert puzzles.valid.all() and repr(puzzles) == "Boards: 300 of 300 rows"
    lines = puzzles.lines()
    assert len(set(lines)) == 300
    assert (lanedoku.solve_batch(puzzles.cells).status == Status.UNIQUE).all()
    for puzzle in lines[:3]:
        assert puzzle is not None and is_minimal(puzzle)
        assert len(solutions(puzzle, 2)) == 1
        # The plain solver agrees.
        for cell in [cell for cell in range(81) if puzzle[cell] != "."][:5]:
            assert len(solutions(puzzle[:cell] + "." + puzzle[cell + 1 :], 2)) == 2


def test_a_seed_always_makes_the_same_puzzles() -> None:
    whole = lanedoku.generate(600, seed=7, threads=1).lines()
    assert lanedoku.generate(600, seed=7, threads=5).lines() == whole
    for first, n in ((0, 1), (1, 3), (255, 3), (256, 256), (599, 1)):
        assert lanedoku.generate(n, seed=7, first=first).lines() == whole[first : first + n]
    assert not set(lanedoku.generate(600, seed=8).lines()) & set(whole)
    # The largest numbers are valid, too.
    assert lanedoku.generate(1, seed=2**64 - 1, first=2**64 - 1).valid.all()
    grids = lanedoku.random_grids(100, seed=7)
    assert lanedoku.random_grids(50, seed=7, first=50, threads=3).lines() == grids.lines()[50:]
    assert all(is_full(str(grid)) for grid in grids)


def test_generate_finds_puzzles_of_a_technique_or_rating() -> None:
    wings = lanedoku.generate(2, seed=1, technique="x-wing", threads=1)
    # Those of the command line.
    assert wings.lines() == [
        "..5..7.4..18..2...3..58...686......49.3.5..28....1....1.43.5...7.....4.........37",
        "...3926.......6.2.9..4..7...3..4..8.4.1.........9.8..151.6...3.......2.98........",
    ]
    assert wings.tried is not None and wings.tried > 100 and lanedoku.generate(1, seed=1).tried is None
    assert lanedoku.generate(1, seed=1, first=1, technique="X-wing").lines() == wings.lines()[1:]
    rated = lanedoku.generate(20, seed=3, hardest=(2.5, 4), techniques="scale,-uniqueness")
    levels = lanedoku.difficulty(rated.cells, uniqueness=False).level
    assert rated.valid.all() and levels.min() >= 2.5 and levels.max() <= 4
    rare = lanedoku.generate(1, seed=1, technique="jellyfish", attempts=10)
    assert not rare.valid.any() and rare.tried == 10
    for wrong in ({"technique": "y-wing"}, {"hardest": (5, 4)}, {"hardest": (0, 3)}, {"hardest": 3}, {"technique": "X-wing", "techniques": "singles"}):
        with pytest.raises((ValueError, TypeError), match="technique|hardest"):
            lanedoku.generate(1, seed=1, **wrong)


def test_generate_keeps_to_clues_symmetry_and_pattern() -> None:
    exact = lanedoku.generate(20, seed=1, clues=27)
    assert exact.valid.all() and ((exact.cells != 0).sum(1) == 27).all()
    between = lanedoku.generate(20, seed=1, clues=(24, 30), minimal=True)
    clues = (between.cells != 0).sum(1)[between.valid]
    assert ((clues >= 24) & (clues <= 30)).all() and between.valid.any()
    assert all(is_minimal(str(puzzle)) for puzzle in list(between)[:3] if puzzle)
    assert ((lanedoku.generate(3, seed=1, clues=[28, 29]).cells != 0).sum(1) >= 28).all()
    assert ((lanedoku.generate(3, seed=1, clues=np.int64(28)).cells != 0).sum(1) == 28).all()
    for symmetry, turned in {
        "half-turn": lambda cells: cells[:, ::-1, ::-1],
        "quarter-turn": lambda cells: np.rot90(cells, axes=(1, 2)),
        "left-right": lambda cells: cells[:, :, ::-1],
        "top-bottom": lambda cells: cells[:, ::-1],
        "diagonal": lambda cells: cells.transpose(0, 2, 1),
    }.items():
        made = lanedoku.generate(10, seed=1, symmetry=symmetry)
        there = (made.cells.reshape(-1, 9, 9) != 0)[made.valid]
        assert len(there) and (there == turned(there)).all(), symmetry
    assert lanedoku.generate(10, seed=1, symmetry="random").valid.any()
    pattern = Board(EASY)
    shaped = lanedoku.generate(5, seed=1, pattern=pattern)
    assert shaped.valid.any()
    assert ((shaped.cells[shaped.valid] != 0) == (np.asarray(pattern).ravel() != 0)).all()
    assert (lanedoku.solve_batch(shaped.cells[shaped.valid]).status == 1).all()


def test_puzzles_not_found_are_not_valid() -> None:
    made = lanedoku.generate(3, seed=1, pattern="1" * 10 + "." * 71, attempts=10)
    assert not made.valid.any() and not made.cells.any() and made.lines() == [None] * 3
    assert repr(made) == "Boards: 0 of 3 rows"
    assert lanedoku.generate(3, seed=1, clues=81).valid.all()


def test_minimize() -> None:
    rows = [SOLVED, HARD, TWO, NONE, COLLIDES, None, EASY, EMPTY]
    made = lanedoku.minimize(rows, seed=2)
    assert made.valid.tolist() == [True, True, False, False, False, False, True, False]
    for row in (0, 1, 6):
        puzzle, origin = str(made[row]), rows[row]
        assert origin is not None and is_minimal(puzzle)
        assert all(clue in (".", there) for clue, there in zip(puzzle, origin, strict=True))
        assert len(solutions(puzzle, 2)) == 1
    assert made.reason(4) and made.reason(5) == "the value is missing"
    many = [SOLVED] * 600
    whole = lanedoku.minimize(many, seed=2, threads=3).lines()
    assert len(set(whole)) > 590
    assert lanedoku.minimize(many[:40], seed=2, first=300).lines() == whole[300:340]
    assert lanedoku.minimize(many[:40], seed=3).lines() != whole[:40]


def test_equivalent_boards_have_equal_canonical_forms() -> None:
    puzzles = [HARD, EASY, SEVENTEEN, TWO, SOLVED, EMPTY, "1" + "." * 80]
    forms = lanedoku.canonical(puzzles).lines()
    images = lanedoku.shuffle(puzzles, 20, seed=1)
    assert images.cells.shape == (7, 20, 81)
    again = lanedoku.canonical(images.cells.reshape(-1, 81)).lines()
    assert lanedoku.canonical(images).lines() == again
    for row, form in enumerate(forms):
        assert set(again[20 * row : 20 * row + 20]) == {form}
        assert lanedoku.canonical([form]).lines() == [form]
        assert form is not None and form <= images.lines()[20 * row] and form.count(".") == puzzles[row].count(".")
    assert len(set(forms)) == 7
    assert forms[5] == EMPTY and forms[6] == "." * 80 + "1"
    # Different puzzles are different, and one clue makes a difference.
    made = lanedoku.generate(500, seed=5)
    assert len(set(lanedoku.canonical(made.cells).lines())) == 500
    assert lanedoku.canonical([SOLVED[:80] + "."])[0] != lanedoku.canonical([SOLVED])[0]


def test_shuffled_puzzles_and_solutions_belong_together() -> None:
    puzzles = lanedoku.generate(30, seed=3).lines()
    answers = lanedoku.solve_batch(puzzles).solutions
    images = lanedoku.shuffle(puzzles, 7, seed=11, first=5)
    solved = lanedoku.shuffle(answers, 7, seed=11, first=5)
    flat = images.cells.reshape(-1, 81)
    assert lanedoku.is_solution(solved.cells.reshape(-1, 81), flat).all()
    assert (lanedoku.solve_batch(flat).status == 1).all()
    assert len(images) == 210 and len(set(images.lines())) == 210
    assert ((flat != 0).sum(1) == np.repeat([81 - str(puzzle).count(".") for puzzle in puzzles], 7)).all()
    # An equivalent puzzle depends only on its number.
    np.testing.assert_array_equal(lanedoku.shuffle(puzzles, 7, seed=11, first=5, threads=3).cells, images.cells)
    np.testing.assert_array_equal(lanedoku.shuffle(puzzles[10:], 7, seed=11, first=15).cells, images.cells[10:])
    assert lanedoku.shuffle(puzzles, 7, seed=12, first=5).lines() != images.lines()
    assert lanedoku.shuffle(puzzles, seed=1).cells.shape == (30, 1, 81)
    for row in (0, 8, 209, -1):
        assert str(images[row]) == images.lines()[row]


def test_ratings() -> None:
    puzzles = [HARD, EASY, SEVENTEEN, TWO, NONE, COLLIDES, None, SOLVED]
    ratings = lanedoku.rate(puzzles)
    assert ratings.status.tolist() == [1, 1, 1, 2, 3, 5, 5, 1]
    names = ratings.needs_names()
    assert names[0] == "guesses" and names[1] == "singles" and names[3:7] == [""] * 4 and names[7] == "singles"
    assert ratings.least_guesses[0] > 0 and (ratings.least_guesses <= ratings.median_guesses).all()
    assert (ratings.least_sweeps <= ratings.median_sweeps).all()
    assert ratings.least_guesses[1] == 0
    # Equivalent puzzles have the same rating.
    images = lanedoku.rate(lanedoku.shuffle(puzzles[:3], 6, seed=1).cells.reshape(-1, 81))
    for column in ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps", "needs"):
        expected = np.repeat(getattr(ratings, column)[:3], 6)
        np.testing.assert_array_equal(getattr(images, column), expected, column)
    assert lanedoku.rate([HARD], images=1).status.tolist() == [1]
    assert ratings.reason(6) == "the value is missing"


def address(column: Any) -> int:
    """Returns the address of the values of a pyarrow column."""
    return int(column.buffers()[1].address)


def test_answers_go_into_arrow_without_a_copy() -> None:
    pa = pytest.importorskip("pyarrow")
    batch = lanedoku.solve_batch([HARD, NONE, None, COLLIDES, TWO])
    table = pa.record_batch(batch)
    table.validate(full=True)
    assert table.schema.names == ["solution", "status", "guesses", "steps"]
    found = table.to_pydict()
    assert found["solution"][:4] == [SOLVED, None, None, None] and fits(found["solution"][4], TWO)
    assert found["status"] == ["unique", "none", "invalid", "invalid", "multiple"]
    assert found["guesses"] == batch.guesses.tolist() and found["steps"] == batch.steps.tolist()
    for name in ("guesses", "steps"):
        column = table.column(name)
        assert column.type == pa.uint64()
        assert address(column) == getattr(batch, name).ctypes.data
    assert pa.schema(batch) == table.schema
    # The numbers remain valid after the batch is deleted.
    expected = batch.steps.tolist()
    del batch
    np.full(1000, 255, "uint8")
    assert table.column("steps").to_pylist() == expected


def test_all_results_go_into_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    rows = [HARD, None, TWO]
    counts = pa.record_batch(lanedoku.count(rows, max=9)).to_pydict()
    exact = [True, False, True]
    assert counts == {"count": [1, 0, 2], "exact": exact, "status": ["unique", "invalid", "multiple"]}
    ratings = lanedoku.rate(rows)
    table = pa.record_batch(ratings)
    assert table.column("needs").to_pylist() == ["guesses", None, None]
    assert table.column("median_sweeps").to_pylist() == ratings.median_sweeps.tolist()
    assert address(table.column("median_sweeps")) == ratings.median_sweeps.ctypes.data
    assert pa.record_batch(lanedoku.canonical(rows)).to_pydict() == {"puzzle": lanedoku.canonical(rows).lines()}
    images = lanedoku.shuffle(rows, 2, seed=1)
    assert pa.record_batch(images).column("puzzle").to_pylist() == images.lines()
    out = lanedoku.solve_batch([HARD, TWO], out=np.zeros((2, 9, 9), "uint8"))
    assert pa.record_batch(out).column("solution")[0].as_py() == SOLVED
    for empty in (
        lanedoku.solve_batch([]),
        lanedoku.count([]),
        lanedoku.rate([]),
        lanedoku.generate(0, seed=1),
        lanedoku.shuffle([], 3, seed=1),
        lanedoku.shuffle([HARD], 0, seed=1),
    ):
        assert pa.record_batch(empty).num_rows == 0
    # Out, and in again.
    puzzles = lanedoku.generate(300, seed=6)
    column = pa.record_batch(puzzles).column("puzzle")
    np.testing.assert_array_equal(lanedoku.solve_batch(column).solutions, lanedoku.solve_batch(puzzles.cells).solutions)
    answers = pa.record_batch(lanedoku.solve_batch(column)).column("solution")
    assert lanedoku.is_solution(answers, column).all()


def test_answers_go_into_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(lanedoku.solve_batch([HARD, None, TWO]))
    assert frame.columns == ["solution", "status", "guesses", "steps"]
    assert frame["solution"].null_count() == 1 and frame["solution"][0] == SOLVED
    assert frame["status"].to_list() == ["unique", "invalid", "multiple"]
    assert lanedoku.solve_batch(frame["solution"]).status.tolist() == [1, 5, 1]


def test_boards() -> None:
    board = Board(HARD)
    assert str(board) == HARD and board.clues == 21 and list(board) == list(digits(HARD))
    assert board[0, 0] == 8 and board[8, 8] == 0 and board[1, 3] == 6
    assert board == Board(np.asarray(board)) == Board(repr(board)) and board != Board(EASY)
    assert board != HARD and len({board, Board(HARD), Board(EASY)}) == 2
    assert np.asarray(board).shape == (9, 9) and np.asarray(board).dtype == "uint8"
    assert np.array(board, "int64").dtype == "int64"
    for cell in ((9, 0), (0, 9), (-1, 0)):
        with pytest.raises(IndexError, match="a row and a column from 0 to 8"):
            board[cell]
    made = lanedoku.generate(3, seed=1)
    assert np.asarray(made) is not None and np.asarray(made).shape == (3, 81)
    assert np.array_equal(np.array(made), made.cells)


def test_the_status_of_a_count_is_what_it_has_seen() -> None:
    for most in (0, 1, 2, None):
        puzzles = [HARD, "." * 81] if most is not None else [HARD]
        counts = lanedoku.count(puzzles, max=most)
        known = [Status.UNIQUE, Status.MULTIPLE] if most is None or most > 1 else [Status.STOPPED] * 2
        assert counts.status.tolist() == known[: len(puzzles)]
        assert counts.exact.tolist() == [most is None or most > 1, False][: len(puzzles)]
        assert all(count <= (2**64 if most is None else most) for count in counts.count.tolist())


def test_enumerate_raises_at_the_step_limit() -> None:
    with pytest.raises(RuntimeError, match="step limit"):
        list(lanedoku.enumerate("." * 81, step_limit=5))
    assert list(lanedoku.enumerate("11" + "." * 79)) == []


def test_a_row_without_a_board_stays_invalid() -> None:
    minimal = lanedoku.minimize([HARD, "." * 81, "x"])
    assert minimal.valid.tolist() == [True, False, False]
    assert list(minimal.reasons()) == [1, 2]
    assert minimal.reason(1) == "it has no solution, or several"
    assert lanedoku.canonical(minimal).valid.tolist() == [True, False, False]
    assert lanedoku.solve_batch(minimal).status.tolist() == [Status.UNIQUE, Status.INVALID, Status.INVALID]
    vain = lanedoku.generate(2, seed=1, clues=17, attempts=1)
    with pytest.raises(ValueError, match="puzzle 0: no puzzle was found in 1 attempts"):
        vain.raise_if_invalid()
    shuffled = lanedoku.shuffle([HARD, "x"], 3, seed=1)
    assert [board is None for board in shuffled] == [False] * 3 + [True] * 3
    assert shuffled.lines() == [None if board is None else str(board) for board in shuffled]
    assert list(shuffled.reasons()) == [1]


def test_the_result_of_an_invalid_row_has_no_puzzle() -> None:
    batch = lanedoku.solve_batch(["x", HARD])
    assert batch[0].puzzle is None
    assert str(batch[1].puzzle) == HARD
    assert "invalid" in batch[0]._repr_html_()


def test_boards_behave_like_boards() -> None:
    board = lanedoku.Board(HARD)
    assert lanedoku.Board(bytes(board)) == board
    assert sum(digit != 0 for digit in board) == board.clues


def test_an_arrow_column_with_wrong_offsets() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    text = (HARD * 10).encode()
    offsets = np.arange(11, dtype="i4") * 81
    offsets[5:7] = 2**30, 2**30 + 81
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(text)]
    column = pyarrow.Array.from_buffers(pyarrow.string(), 10, buffers)
    for wrong in (column, pyarrow.chunked_array([column])):
        try:
            statuses = lanedoku.solve_batch(wrong).status.tolist()
        except ValueError as error:
            assert "Arrow" in str(error)
        else:
            assert statuses[:4] == [1] * 4 and statuses[5] == Status.INVALID
    views = np.zeros((3, 4), "i4")
    views[:, 0], views[:, 2], views[:, 3] = 81, 7, 2**29
    buffers = [None, pyarrow.py_buffer(views), pyarrow.py_buffer(text)]
    column = pyarrow.Array.from_buffers(pyarrow.string_view(), 3, buffers)
    for wrong in (column, pyarrow.chunked_array([column])):
        try:
            assert lanedoku.solve_batch(wrong).status.tolist() == [Status.INVALID] * 3
        except ValueError as error:
            assert "Arrow" in str(error)


def test_progress_counts_puzzles() -> None:
    seen: list[tuple[int, int]] = []
    lanedoku.generate(1000, seed=1, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (1000, 1000)
    seen.clear()
    lanedoku.generate(3, seed=1, clues=30, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)


def test_one_call_shuffles_like_many_calls() -> None:
    whole = lanedoku.shuffle([HARD, EASY], 700, seed=3)
    parts = [lanedoku.shuffle([puzzle], 700, seed=3, first=row).cells[0] for row, puzzle in enumerate([HARD, EASY])]
    assert (whole.cells == np.stack(parts)).all()


def test_rows_with_numbers_are_shuffled_as_in_one_call() -> None:
    puzzles = lanedoku.generate(50, seed=4).cells
    whole = lanedoku.shuffle(puzzles, 3, seed=9).cells
    chosen = np.array([49, 0, 7, 7, 30])
    for numbers in (chosen, chosen.astype("uint64"), chosen.astype("int16")):
        np.testing.assert_array_equal(lanedoku.shuffle(puzzles[chosen], 3, seed=9, first=numbers).cells, whole[chosen])
    # Number i * 3 + j of one board each is board j of row i.
    each = lanedoku.shuffle(puzzles[chosen], seed=9, first=chosen * 3 + 2, threads=2).cells
    np.testing.assert_array_equal(each[:, 0], whole[chosen, 2])
    for wrong, error in (
        (np.array([1, -1, 0, 0, 0]), ValueError),
        (np.arange(4), ValueError),
        (np.zeros(5), TypeError),
        (np.zeros((5, 1), int), TypeError),
    ):
        with pytest.raises(error, match="^first: "):
            lanedoku.shuffle(puzzles[chosen], seed=9, first=wrong)
