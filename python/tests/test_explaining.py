"""Difficulty, steps, hints and traces."""

from __future__ import annotations

import _thread
import signal
import threading
import time

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, EMPTY, HARD, NONE
from lanedoku import TECHNIQUES, Status


def some_puzzles() -> list[str]:
    return [EASY, *(line for line in lanedoku.generate(30, seed=5).lines() if line)]


def test_difficulties_are_those_of_the_steps() -> None:
    puzzles = some_puzzles()
    for threads in (1, 3):
        hard = lanedoku.difficulty(puzzles, threads=threads)
        assert (hard.status == Status.UNIQUE).all() and len(hard) == len(puzzles)
        for row, puzzle in enumerate(puzzles):
            steps = lanedoku.explain(puzzle)
            if hard.hardest_names()[row] == "needs more":
                continue
            assert hard.level[row] == max(step.level for step in steps)
            assert hard.diamond[row] == steps[0].level
            first = next(place for place, step in enumerate(steps) if step.placement)
            assert hard.pearl[row] == max(step.level for step in steps[: first + 1])
            counted = [sum(step.technique == name for step in steps) for name in TECHNIQUES[1:]]
            assert hard.counts[row].tolist() == counted
    assert repr(hard) == f"Difficulties of {len(puzzles)}"
    assert hard[:2].level.tolist() == hard.level[:2].tolist()


def test_rows_without_one_solution_have_no_difficulty() -> None:
    hard = lanedoku.difficulty([EMPTY, NONE, COLLIDES, "x", None])
    assert hard.status.tolist() == [2, 3, 5, 5, 5]
    assert not hard.level.any() and not hard.counts.any() and hard.hardest_names() == [""] * 5
    assert hard.reason(3) is not None
    assert not lanedoku.traces([EMPTY, NONE, "x"]).any()
    assert lanedoku.traces([]).shape == (0, 325) and len(lanedoku.difficulty([])) == 0
    with pytest.raises(ValueError, match="several"):
        lanedoku.explain(EMPTY)


def test_steps_lead_to_the_solution() -> None:
    for puzzle in some_puzzles():
        solution = str(lanedoku.solve(puzzle).solution)
        digits = list(puzzle)
        for step in lanedoku.explain(puzzle):
            assert step.technique in TECHNIQUES[1:] and step.text == str(step)
            for cell, digit in step.eliminations:
                assert solution[cell] != str(digit)
            if step.placement:
                cell, digit = step.placement
                assert digits[cell] == "." and solution[cell] == str(digit)
                digits[cell] = str(digit)
        assert "".join(digits) == solution or lanedoku.difficulty([puzzle]).hardest_names() == ["needs more"]


def test_a_hint_is_the_next_step() -> None:
    steps = lanedoku.explain(EASY)
    assert lanedoku.hint(EASY) == steps[0]
    board = list(EASY)
    assert steps[0].placement
    cell, digit = steps[0].placement
    board[cell] = str(digit)
    assert lanedoku.hint("".join(board)) == steps[1]
    assert lanedoku.hint(str(lanedoku.solve(EASY).solution)) is None
    # Without its other candidates, a cell is a naked single.
    candidates = [0b111111111] * 81
    candidates[80] = 0b1000
    assert lanedoku.hint(EMPTY, uniqueness=False) is None
    hint = lanedoku.hint(EMPTY, candidates=candidates, uniqueness=False)
    assert hint and (hint.technique, hint.placement) == ("naked single", (80, 4))
    with pytest.raises(ValueError, match="81 cells, found 2"):
        lanedoku.hint(EASY, candidates=[1, 2])


def test_hints_grow() -> None:
    for step in lanedoku.explain(EASY):
        assert step.where.startswith("Look at ")
        place = step.where.removeprefix("Look at ")
        assert step.what == f"{step.technique.capitalize()} in {place}"
        assert step.text.startswith(f"{step.technique.capitalize()}: ")
    with pytest.raises(ValueError, match="1 appears twice in row 1"):
        lanedoku.hint(COLLIDES)


def test_techniques_can_be_chosen() -> None:
    puzzles = some_puzzles()
    singles = ["full house", "HIDDEN-SINGLE", "naked_single"]
    limited = lanedoku.difficulty(puzzles, techniques=singles)
    numbers = [TECHNIQUES.index(name) - 1 for name in ("full house", "hidden single", "naked single")]
    assert limited.counts.sum() == limited.counts[:, numbers].sum() > 0
    by_singles = lanedoku.rate(puzzles).needs == 1
    assert ((limited.level < 20) == by_singles).all() and 0 < by_singles.sum() < len(puzzles)
    assert (lanedoku.traces(puzzles, techniques=singles).any(axis=1) == by_singles).all()
    for uniqueness in (True, False):
        found = lanedoku.difficulty(lanedoku.generate(300, seed=1), uniqueness=uniqueness)
        names = [TECHNIQUES[number + 1] for number in found.counts.any(axis=0).nonzero()[0]]
        assert any(name.startswith(("unique", "BUG")) for name in names) == uniqueness
    assert lanedoku.explain(EASY, techniques="all")
    for names in ("singles", "full-house, Hidden_Single,naked single", ["all", "-all", "singles"]):
        assert lanedoku.explain(EASY, techniques=names) == lanedoku.explain(EASY)
    assert lanedoku.explain(EASY, techniques="scale,-uniqueness") == lanedoku.explain(EASY, uniqueness=False)
    assert not lanedoku.explain(EASY, techniques=[]) and lanedoku.hint(EASY, techniques="swordfish") is None
    for call in (lanedoku.explain, lanedoku.hint, lanedoku.traces, lanedoku.difficulty):
        with pytest.raises(ValueError, match="techniques: expected scale, all, .* or names of lanedoku.TECHNIQUES, found 'guess'"):
            call(EASY, techniques=["X-wing", "guess"])


def test_hodoku_has_an_order_a_score_and_classes() -> None:
    puzzles = some_puzzles()
    found = lanedoku.difficulty(puzzles, techniques="hodoku")
    solved = found.level < 20
    assert ((found.hodoku_score > 0) == solved).all() and ((found.hodoku_class > 0) == solved).all()
    assert found.hodoku_class.max() < len(lanedoku.HODOKU_CLASSES) == 6
    assert not lanedoku.difficulty(puzzles).hodoku_score.any()
    easy = lanedoku.difficulty([EASY], techniques="hodoku")
    assert easy.hodoku_score[0] == 204 and lanedoku.HODOKU_CLASSES[easy.hodoku_class[0]] == "easy"
    names = [step.technique for step in lanedoku.explain(EASY, techniques="hodoku")]
    assert [names.count(name) for name in ("full house", "hidden single", "naked single")] == [21, 0, 30]


def test_chains_have_a_notation() -> None:
    chains = "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3."
    step = lanedoku.hint(chains, techniques="AIC")
    assert step is not None and step.eureka == "(3)r5c6=(3)r6c6-(3)r8c6=(3)r8c2 => r5c2<>3, r8c6<>3"
    assert step.parts == [] and [link.is_strong for link in step.links] == [None, True, False, True]
    assert [link.cells for link in step.links] == [[link.cell] for link in step.links]
    first = lanedoku.hint(EASY)
    assert first is not None and first.eureka is None and first.parts == [] and first.lines == [first.text]


def test_statements_name_all_that_they_follow_from() -> None:
    nested = "..9.1.....8...7.4....34......34....96.........2....76......287.......6....5.3...1"
    step = lanedoku.hint(nested, techniques="dynamic chains plus")
    assert step is not None and len(step.lines) == len(step.links) + 2
    assert step.lines[5] == "5. r1c4 is 2: the only place left in box 2, from 3 and 4"
    assert (step.links[4].causes, step.links[4].follows_from, step.links[0].causes) == ([2, 3], 3, [])


def test_patterns_have_parts() -> None:
    fish = lanedoku.hint("...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......", techniques="swordfish")
    assert fish is not None
    base, cover = fish.parts
    assert (base.role, base.units, cover.role, cover.units) == ("base", ["column 3", "column 7", "column 9"], "cover", ["row 1", "row 2", "row 7"])
    assert set(base.candidates) == set(fish.deciding) and set(fish.eliminations) < set(cover.candidates)
    groups = lanedoku.all_steps("..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.", techniques="grouped-aic")
    assert any(len(link.cells) > 1 for step in groups for link in step.links)


def test_all_steps_begin_with_the_next_and_keep_the_solution() -> None:
    chains = "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3."
    for puzzle in (EASY, chains):
        solution = [int(digit) for digit in lanedoku.solve(puzzle).solution]
        steps = lanedoku.all_steps(puzzle, techniques="all,-dynamic chains,-nested chains")
        assert len({step.technique for step in steps}) > 3
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.eliminations), step
            assert step.placement is None or solution[step.placement[0]] == step.placement[1]
        for technique in {step.technique for step in steps}:
            assert lanedoku.hint(puzzle, techniques=technique) == lanedoku.all_steps(puzzle, techniques=technique)[0]
    assert lanedoku.all_steps(EASY, techniques="BUG+1") == []
    with pytest.raises(ValueError, match="with several"):
        lanedoku.all_steps(EMPTY)


def test_several_solutions_need_techniques_without_uniqueness() -> None:
    # Four cells with the same two candidates, and one more open cell.
    board = "81.75.64994.68.17567549128315423789636984572128716953452197436843852691779631845."
    with pytest.raises(ValueError, match="found one with several; uniqueness=False allows several"):
        lanedoku.explain(board)
    steps = lanedoku.explain(board, uniqueness=False)
    assert [step.technique for step in steps] == ["full house"]
    for wrong in (f"12345678.........9{63 * '.'}", COLLIDES):
        with pytest.raises(ValueError, match="expected a puzzle with one solution, found one with (none|two equal digits in a unit)$"):
            lanedoku.explain(wrong, uniqueness=False)


def test_a_hint_is_for_a_board_with_one_solution() -> None:
    solution = str(lanedoku.solve(EASY).solution)
    none, several = "found one with none$", "found one with several; uniqueness=False allows several$"
    for cell in (digit for digit in range(81) if EASY[digit] == "."):
        # A wrong digit that collides with no other, and a mark that is missing.
        seen = {EASY[other] for other in range(81) if cell in peers(other)}
        for digit in set("123456789") - seen - {solution[cell]}:
            with pytest.raises(ValueError, match=none):
                lanedoku.hint(EASY[:cell] + digit + EASY[cell + 1 :])
        masks = [511] * 81
        masks[cell] ^= 1 << (int(solution[cell]) - 1)
        for call in (lanedoku.hint, lanedoku.explain):
            with pytest.raises(ValueError, match=none):
                call(EASY, candidates=masks, uniqueness=False)
        assert lanedoku.hint_batch([EASY, EASY], candidates=np.array([masks, [511] * 81], "uint16"))[0] is None
        assert lanedoku.difficulty([EASY], candidates=np.array([masks], "uint16")).status.tolist() == [3]
    with pytest.raises(ValueError, match=several):
        lanedoku.hint(EMPTY)
    # No technique of these relies on one solution.
    assert lanedoku.hint(EMPTY, techniques=["X-wing", "X-chain"]) is None


def peers(cell: int) -> set[int]:
    row, column = divmod(cell, 9)
    return {other for other in range(81) if other // 9 == row or other % 9 == column or (other // 27, other % 9 // 3) == (row // 3, column // 3)}


def test_pencil_marks_are_rated() -> None:
    puzzles = some_puzzles()
    masks = np.array([[1 << (int(digit) - 1) if digit != "." else 511 for digit in puzzle] for puzzle in puzzles], "uint16")
    whole = lanedoku.difficulty(puzzles)
    assert (lanedoku.difficulty(puzzles, candidates=masks).level == whole.level).all()
    # Pencil marks alone, as the steps leave them: the marks of all cells, and the digits where they are the only one.
    marks = [511] * 81
    digits = list(puzzles[0])
    for cell in range(81):
        for other in peers(cell) - {cell}:
            if digits[other] != ".":
                marks[cell] &= ~(1 << (int(digits[other]) - 1))
        if digits[cell] != ".":
            marks[cell] = 1 << (int(digits[cell]) - 1)
    steps = lanedoku.explain(EMPTY, candidates=marks)
    assert steps == lanedoku.explain(puzzles[0]) == lanedoku.explain_batch([EMPTY], candidates=np.array([marks], "uint16"))[0]
    rated = lanedoku.difficulty([EMPTY], candidates=np.array([marks], "uint16"))
    assert rated.level[0] == whole.level[0] and rated.diamond[0] == steps[0].level


def test_an_interrupt_ends_a_call() -> None:
    many = lanedoku.shuffle([HARD], 20_000, seed=1).cells[0]
    # Python ignores the signal if whoever started it does, as `nohup` and background jobs of a shell do.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for function in (lanedoku.difficulty, lanedoku.traces):
            timer = threading.Timer(0.2, _thread.interrupt_main)
            end = time.monotonic() + 600
            timer.start()
            # A call may end before the signal arrives.
            with pytest.raises(KeyboardInterrupt):
                while time.monotonic() < end:
                    function(many)
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)


def test_signals_are_handled_within_one_long_call() -> None:
    calls = []

    def handle(*_: object) -> None:
        calls.append(len(calls))
        if len(calls) == 3:
            raise KeyboardInterrupt

    # Without a check within the call, the first signal is handled after it, and no other comes before the block ends.
    # A hard puzzle takes seconds.
    before = signal.signal(signal.SIGALRM, handle)
    try:
        for function in (lanedoku.all_steps, lanedoku.explain):
            calls.clear()
            signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03)
            with pytest.raises(KeyboardInterrupt):
                function(HARD, techniques="nested chains")
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_traces_have_the_clues_and_the_steps() -> None:
    puzzles = some_puzzles()
    for threads in (1, 3):
        found = lanedoku.traces(puzzles, threads=threads)
        assert found.dtype == np.uint8 and found.shape == (len(puzzles), 325)
        solved = 0
        for puzzle, trace in zip(puzzles, found, strict=True):
            if not trace.any():
                assert lanedoku.difficulty([puzzle]).hardest_names() == ["needs more"]
                continue
            solved += 1
            clues, cells = int(trace[0]), trace[1:].reshape(81, 4)
            assert clues == 81 - puzzle.count(".")
            board = ["."] * 81
            for row, column, digit, _ in cells[:clues]:
                board[9 * row + column] = str(digit)
            assert "".join(board) == puzzle and not cells[:clues, 3].any() and cells[clues:, 3].all()
            placed = [step.placement for step in lanedoku.explain(puzzle) if step.placement]
            assert [(9 * int(row) + int(column), int(digit)) for row, column, digit, _ in cells[clues:]] == placed
        assert solved > 3


def test_difficulties_are_tables() -> None:
    pytest.importorskip("pyarrow")
    table = lanedoku.difficulty([EASY, HARD]).to_arrow()
    assert table["level"].to_pylist()[0] == 1.2 and table["hardest"].to_pylist()[0] == "hidden single"


def test_batches_of_steps_and_hints_are_those_of_one() -> None:
    puzzles = [*some_puzzles(), EMPTY, NONE, COLLIDES, "x", None]
    masks = np.full((len(puzzles), 81), 511, "uint16")
    masks[:, :9] = 0b111000111

    def alone(call: object, puzzle: object, **options: object) -> object:
        try:
            return call(puzzle, **options)  # type: ignore[operator]
        except (TypeError, ValueError):
            return None

    # On boards with several solutions, dynamic and nested chains find nothing for seconds.
    fast = [name for name in lanedoku.TECHNIQUES if name and "dynamic" not in name and "nested" not in name and name != "needs more"]
    for options in ({}, {"uniqueness": False, "techniques": fast}, {"techniques": ["full house", "hidden single"]}):
        for threads in (1, 3):
            assert lanedoku.explain_batch(puzzles, threads=threads, **options) == [alone(lanedoku.explain, puzzle, **options) for puzzle in puzzles]
            assert lanedoku.hint_batch(puzzles, threads=threads, **options) == [alone(lanedoku.hint, puzzle, **options) for puzzle in puzzles]
    expected = [alone(lanedoku.hint, puzzle, candidates=row) for puzzle, row in zip(puzzles, masks, strict=True)]
    assert lanedoku.hint_batch(puzzles, candidates=masks) == expected != lanedoku.hint_batch(puzzles)
    assert lanedoku.explain_batch([]) == lanedoku.hint_batch([]) == []
    done: list[int] = []
    assert len(lanedoku.explain_batch(puzzles, progress=lambda count, _: done.append(count))) == len(puzzles)
    with pytest.raises(ValueError, match="candidates for each of 2 boards, found 1"):
        lanedoku.hint_batch([EASY, HARD], candidates=masks[:1])
    with pytest.raises(ValueError, match="techniques: "):
        lanedoku.explain_batch([EASY], techniques="guess")
