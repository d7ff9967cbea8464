"""Sentences of the documentation, each on arbitrary rows, in every form and function that it speaks of."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, EMPTY, HARD, NONE, PEERS, TWO, UNITS, digits, is_full, random_board
from lanedoku import Board, Status

MISSING = "the value is missing"


def arbitrary(count: int, seed: int) -> list[str | None]:
    """Boards with one solution, several or none, boards whose clues collide, and rows that are no boards."""
    random = Random(seed)
    grids = [str(grid) for grid in lanedoku.random_grids(20, seed=seed)]
    made: list[str | None] = []
    for _ in range(count):
        board = random_board(random, random.choice(grids), random.randint(26, 60), random.choice((0, 0, 0, 1, 2)))
        made.append(random.choice(([board] * 12) + [board[:80], None]))  # type: ignore[list-item]
    return made


# Functions of rows: each returns its columns, given the rows and the number of the first.
Answers = dict[str, Any]
OF_ROWS: dict[str, Callable[..., Answers]] = {
    "solve_batch": lambda rows, first, **more: only(lanedoku.solve_batch(rows, **more), "solutions", "status"),
    "count": lambda rows, first, **more: only(lanedoku.count(rows, max=3, **more), "count", "status"),
    "count many": lambda rows, first, **more: only(lanedoku.count(rows, max=1000, **more), "count", "status"),
    "canonical": lambda rows, first, **more: only(lanedoku.canonical(rows, **more), "cells", "valid"),
    "minimize": lambda rows, first, **more: only(lanedoku.minimize(rows, seed=3, first=first, **more), "cells", "valid"),
    "shuffle": lambda rows, first, **more: only(lanedoku.shuffle(rows, 2, seed=3, first=first, **more), "cells", "valid"),
    "possible": lambda rows, first, **more: {"possible": lanedoku.possible(rows, **more)},
    "keeps_solution": lambda rows, first, **more: {"kept": lanedoku.keeps_solution(rows, *moves(rows, first), **more)},
    "wrong_clues": lambda rows, first, **more: {"wrong_clues": lanedoku.wrong_clues(rows, **more)},
    "is_minimal": lambda rows, first, **more: {"minimal": lanedoku.is_minimal(rows, **more)},
    "redundant_clues": lambda rows, first, **more: {"redundant": lanedoku.redundant_clues(rows, **more)},
    "is_solution": lambda rows, first, **more: {"right": lanedoku.is_solution(SOLVED(rows), rows, **more)},
    "grade": lambda rows, first, **more: only(
        lanedoku.grade(SOLVED(rows), rows, solutions=SOLVED(rows), **more), "is_solution", "keeps_clues", "right_cells"
    ),
    "difficulty": lambda rows, first, **more: only(
        lanedoku.difficulty(rows, techniques=QUICK, **more), "level", "pearl", "diamond", "hardest", "counts", "status"
    ),
    "traces": lambda rows, first, **more: {"traces": lanedoku.traces(rows, techniques=QUICK, **more)},
}
QUICK = ["full house", "hidden single", "naked single"]
SLOW = {"count many", "difficulty", "traces", "wrong_clues", "minimize"}


def only(result: Any, *names: str) -> Answers:
    return {name: getattr(result, name) for name in names}


def SOLVED(rows: list[str | None]) -> Any:
    return lanedoku.solve_batch(rows).solutions


def moves(rows: list[str | None], first: int) -> tuple[list[int], list[int]]:
    """Another move for each row, by its number."""
    numbers = range(first, first + len(rows))
    return [37 * number % 81 for number in numbers], [1 + 5 * number % 9 for number in numbers]


@pytest.mark.parametrize("name", OF_ROWS)
def test_the_other_rows_and_the_threads_do_not_matter(name: str) -> None:
    ask = OF_ROWS[name]
    rows = arbitrary(150 if name in SLOW else 600, seed=7)
    whole = {threads: ask(rows, 0, threads=threads) for threads in (1, 3)}
    random = Random(8)
    for row in {0, len(rows) - 1, 255 % len(rows), 256 % len(rows), *random.sample(range(len(rows)), 25)}:
        for column, alone in ask([rows[row]], row).items():
            for threads, answers in whole.items():
                np.testing.assert_array_equal(answers[column][row], alone[0], f"{column} of row {row}, {threads} threads")


def into(rows: int, *shape: int) -> Any:
    return np.full((rows, *shape), 7, "uint8")


def test_an_out_is_written_whole() -> None:
    # Also where there is no board, and where it is empty: what was there before is gone.
    rows = [*arbitrary(60, seed=9), EMPTY, NONE, COLLIDES, None]
    n = len(rows)
    marks = np.array([[511] * 81, [0] * 81], "uint16")
    calls: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
        "solve_batch": (lambda **out: lanedoku.solve_batch(rows, **out).solutions, (n, 81)),
        "solve_candidates": (lambda **out: lanedoku.solve_candidates(marks, **out).solutions, (2, 81)),
        "canonical": (lambda **out: lanedoku.canonical(rows, **out).cells, (n, 81)),
        "minimize": (lambda **out: lanedoku.minimize(rows, **out).cells, (n, 81)),
        "shuffle": (lambda **out: lanedoku.shuffle(rows, 2, seed=1, **out).cells, (n, 2, 81)),
        "random_grids": (lambda **out: lanedoku.random_grids(3, seed=1, **out).cells, (3, 81)),
        "generate": (lambda **out: lanedoku.generate(9, seed=1, clues=23, attempts=40, **out).cells, (9, 81)),
    }
    for name, (call, shape) in calls.items():
        out = into(*shape)
        np.testing.assert_array_equal(call(out=out), call(), name)
        np.testing.assert_array_equal(out, call(), name)


def test_a_missing_value_keeps_its_row_in_an_arrow_column_of_any_type() -> None:
    pa = pytest.importorskip("pyarrow")
    values = [None, HARD, None, EASY, TWO, None]
    for kind in (
        pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(81),
    ):
        is_text = "string" in str(kind)
        column = pa.array([value if is_text or value is None else value.encode() for value in values], kind)
        for rows in (column, column[1:], pa.chunked_array([column[:2], column[2:]])):
            expected = values[1:] if len(rows) == 5 else values
            batch = lanedoku.solve_batch(rows)
            assert batch.reasons() == {row: MISSING for row, value in enumerate(expected) if value is None}, kind
            assert [result.puzzle and str(result.puzzle) for result in batch] == expected, kind


OPEN = ".0_*-xX?"


def test_an_open_cell_has_the_same_forms_everywhere() -> None:
    # `str` decides what a text is; every other form of the same characters is the same board.
    for character in OPEN + "·":
        text = EASY.replace(".", character)
        try:
            expected = str(Board(text))
        except ValueError:
            expected = None
        assert expected is None or expected == EASY, character
        as_list = list(text)
        forms: list[Any] = [[text], [as_list], [[as_list[start : start + 9] for start in range(0, 81, 9)]], f"{text}\n"]
        if character != "·":
            # A middle dot is several bytes, so that it has no place in an array of characters.
            forms += [
                [text.encode()], text.encode(), np.array([text, HARD], "S81"), np.array([text], "U81"),
                np.array([as_list], "S1"), np.array([as_list], "U1").reshape(1, 9, 9),
            ]
        for form in forms:
            found = lanedoku.solve_batch(form)[0].puzzle
            assert (found and str(found)) == expected, (character, form)
    assert all(str(Board(EASY.replace(".", character))) == EASY for character in ".0_*-")


def test_masks_of_candidates_have_nine_bits_in_every_integer_type() -> None:
    random = Random(3)
    for kind in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "int64", "uint64", ">u2", ">i4"):
        most = min(int(np.iinfo(kind).max), 511)
        masks = np.full((4, 81), most, kind)
        if np.dtype(kind).itemsize > 1:
            assert (lanedoku.solve_candidates(masks).status == Status.MULTIPLE).all(), kind
            assert (lanedoku.solve_candidates(masks * 0).status != Status.MULTIPLE).all(), kind
        for value in (512, 513, 1024, 32767, 65535, 2**31 - 1, -1):
            if not np.iinfo(kind).min <= value <= np.iinfo(kind).max or np.dtype(kind).itemsize == 1:
                continue
            row, cell = random.randrange(4), random.randrange(81)
            wrong = masks.copy()
            wrong[row, cell] = value
            for form in (wrong, wrong.reshape(-1, 9, 9)):
                with pytest.raises(ValueError, match=f"row {row}, cell {cell}: expected the bits of 9 candidates, found {value}"):
                    lanedoku.solve_candidates(form)


def test_a_wrong_digit_is_named_in_any_row_of_an_array_of_any_type() -> None:
    random = Random(4)
    grids = lanedoku.random_grids(50, seed=4).cells
    for kind in ("uint8", "int8", "int16", "uint32", "int64", ">i8"):
        cells = grids.astype(kind)
        wrong = {}
        for row in random.sample(range(50), 12):
            cell, value = random.randrange(81), random.choice([10, 11, 99, 127, *([-1, -128] if "i" in kind and "u" not in kind else [])])
            cells[row, cell] = value
            place = f"row {cell // 9 + 1}, column {cell % 9 + 1}: expected a digit from 0 to 9, found {value}"
            wrong[row] = place
        for form in (cells, cells.reshape(-1, 9, 9)):
            batch = lanedoku.solve_batch(form)
            found = {row: reason.partition(" (")[0] for row, reason in batch.reasons().items()}
            assert found == wrong, kind
            assert {row: str(batch.reason(row)).partition(" (")[0] for row in wrong} == wrong
            assert (batch.status == Status.INVALID).nonzero()[0].tolist() == sorted(wrong)


def by_singles(puzzle: str) -> bool:
    """Whether naked and hidden singles solve a puzzle."""
    cells = digits(puzzle)
    while True:
        left = [{*range(1, 10)} - {cells[peer] for peer in PEERS[cell]} if not cells[cell] else set() for cell in range(81)]
        found = {cell: min(left[cell]) for cell in range(81) if len(left[cell]) == 1}
        for unit in UNITS:
            for digit in range(1, 10):
                places = [cell for cell in unit if digit in left[cell]]
                if len(places) == 1:
                    found[places[0]] = digit
        if not found:
            return 0 not in cells
        for cell, digit in found.items():
            cells[cell] = digit


def test_ratings_by_their_definition() -> None:
    puzzles = [*map(str, lanedoku.generate(40, seed=11)), *map(str, lanedoku.generate(10, seed=11, clues=34)), HARD]
    rows: list[Any] = [*puzzles, TWO, NONE, COLLIDES, "x", None]
    many, one = lanedoku.rate(rows), lanedoku.rate(rows, images=1)
    for kind in ("guesses", "sweeps"):
        least, median = getattr(many, f"least_{kind}"), getattr(many, f"median_{kind}")
        assert (least <= median).all() and (least < median).any()
        # Of one image, the least is the median.
        np.testing.assert_array_equal(getattr(one, f"least_{kind}"), getattr(one, f"median_{kind}"))
    assert (many.median_guesses <= many.median_sweeps).all() and (many.least_guesses <= many.least_sweeps).all()
    n = len(puzzles)
    assert (many.status[:n] == Status.UNIQUE).all() and many.status[n:].tolist() == [2, 3, 5, 5, 5]
    for name in ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps", "needs"):
        assert not getattr(many, name)[n:].any(), name
    for row, puzzle in enumerate(puzzles):
        assert (many.needs[row] == 1) == by_singles(puzzle), puzzle
        assert (many.needs_names()[row] == "guesses") == (many.least_guesses[row] > 0 or many.needs[row] == 3)
        assert many.needs[row] == 3 or many.median_guesses[row] == 0
    assert {"singles", "guesses", ""} <= set(many.needs_names())


def test_in_arrow_statuses_and_techniques_are_words_and_boards_are_strings() -> None:
    pytest.importorskip("pyarrow")
    rows: list[Any] = [HARD, EASY, TWO, NONE, COLLIDES, "x", None]
    batch, rated, hard = lanedoku.solve_batch(rows), lanedoku.rate(rows), lanedoku.difficulty(rows, techniques=QUICK)
    for result in (batch, rated, hard, lanedoku.count(rows, max=5)):
        assert result.to_arrow()["status"].to_pylist() == [str(Status(int(status))) for status in result.status]
    assert batch.to_arrow()["solution"].to_pylist() == [result.solution and str(result.solution) for result in batch]
    assert rated.to_arrow()["needs"].to_pylist() == [name or None for name in rated.needs_names()]
    assert hard.to_arrow()["hardest"].to_pylist() == [name or None for name in hard.hardest_names()]
    for result, names in (
        (batch, ("guesses", "steps")),
        (rated, ("least_guesses", "median_guesses", "least_sweeps", "median_sweeps")),
        (hard, ("level", "pearl", "diamond")),
    ):
        for name in names:
            assert result.to_arrow()[name].to_pylist() == getattr(result, name).tolist(), name
    made = lanedoku.minimize(rows, seed=1)
    assert made.to_arrow()["puzzle"].to_pylist() == made.lines()


def test_a_row_of_a_batch_has_what_its_columns_have() -> None:
    rows = [*arbitrary(80, seed=12), HARD]
    batch = lanedoku.solve_batch(rows)
    assert (batch.guesses != batch.steps).any()
    for row, result in enumerate(batch):
        assert (result.guesses, result.steps, result.status) == (batch.guesses[row], batch.steps[row], batch.status[row])
        assert (result.puzzle and str(result.puzzle)) == (rows[row] if len(rows[row] or "") == 81 else None)
        # A solution or zeros, and the same from the end.
        found = "".join(map(str, batch.solutions[row]))
        assert str(result.solution) == found if result.solution else found == "0" * 81
        assert batch[row - len(rows)] == result
    assert repr(batch[-1]).startswith(f"unique, {batch.guesses[-1]} guesses, {batch.steps[-1]} steps")


def test_moves_outside_of_the_board_are_named() -> None:
    for value in (-1, 81, 82, 254, 255, 256, 2**40):
        with pytest.raises(ValueError, match=f"cells: expected 0 to 80, found {value}"):
            lanedoku.keeps_solution([EMPTY], [value], [1])
    for value in (-1, 0, 10, 11, 255, 256, 2**40):
        for written in ([value], np.array([value])):
            with pytest.raises(ValueError, match=f"digits: expected 1 to 9, found {value}"):
                lanedoku.keeps_solution([EMPTY], [0], written)


def test_a_move_on_a_filled_cell_replaces_its_digit() -> None:
    full = str(lanedoku.solve(EASY).solution)
    for board in (EASY, TWO, full):
        cells = [cell for cell in range(81) if board[cell] != "."]
        written = [(cell, digit) for cell in cells[::7] for digit in range(1, 10)]
        after = [board[:cell] + str(digit) + board[cell + 1 :] for cell, digit in written]
        expected = np.isin(lanedoku.solve_batch(after).status, (Status.UNIQUE, Status.MULTIPLE))
        kept = lanedoku.keeps_solution([board] * len(written), *zip(*written, strict=True))
        np.testing.assert_array_equal(kept, expected)
        assert kept.any()


def test_copies_through_a_pickle_tell_the_same() -> None:
    rows = [*arbitrary(30, seed=13), COLLIDES, None, HARD, full_of_nines()]
    for whole in (
        lanedoku.solve_batch(rows), lanedoku.count(rows, max=2), lanedoku.canonical(rows), lanedoku.minimize(rows),
        lanedoku.grade(rows, rows[::-1]), lanedoku.difficulty(rows, techniques=QUICK), lanedoku.rate(rows, images=1),
    ):
        for again, numbers in ((pickle.loads(pickle.dumps(whole)), range(len(rows))), (pickle.loads(pickle.dumps(whole[5:])), range(5, len(rows)))):
            assert [again.reason(row) for row in range(len(again))] == [whole.reason(row) for row in numbers]
            assert again.reasons() == whole[numbers.start :].reasons()
            if isinstance(whole, (lanedoku.Batch, lanedoku.Boards)):
                assert list(again) == list(whole)[numbers.start :]


def full_of_nines() -> str:
    return "9" + "." * 39 + "9" + "." * 39 + "9"


def test_a_reason_of_a_grade_names_both_the_answer_and_the_puzzle() -> None:
    wrong = {"x" * 80: "expected 81 cells", None: MISSING, COLLIDES: "1 appears twice in row 1"}
    for answer, of_answer in wrong.items():
        for puzzle, of_puzzle in wrong.items():
            grades = lanedoku.grade([HARD, answer, answer, HARD], [HARD, puzzle, HARD, puzzle])
            assert grades.reason(0) is None
            for row, parts in ((1, [("answer", of_answer), ("puzzle", of_puzzle)]), (2, [("answer", of_answer)]), (3, [("puzzle", of_puzzle)])):
                reason = grades.reason(row)
                assert reason is not None and reason == grades.reasons()[row]
                assert re.fullmatch("; ".join(f"{name}: .*{re.escape(text)}.*" for name, text in parts), reason), reason
                assert ("answer: " in reason, "puzzle: " in reason) == (row != 3, row != 2)


def test_in_a_notebook_the_clues_are_bold_and_no_other_digit() -> None:
    for puzzle in (HARD, EASY, TWO, NONE):
        result = lanedoku.solve(puzzle)
        cells = re.findall(r"<td [^>]*>(.*?)</td>", result._repr_html_())
        shown = str(result.solution or result.puzzle)
        for cell, (text, clue) in enumerate(zip(cells, puzzle, strict=True)):
            digit = "&nbsp;" if shown[cell] == "." else shown[cell]
            assert text == (f"<b>{digit}</b>" if clue != "." else digit)
        assert "<b>" not in Board(puzzle)._repr_html_()


# ml


def test_columns_of_examples_have_one_value_for_each_puzzle() -> None:
    ml = pytest.importorskip("lanedoku.ml")
    right = ml.Examples([EASY, HARD], sources=["a", "b"], ratings=[1, 2])
    assert right.ratings.tolist() == [1, 2] and right.sources.tolist() == ["a", "b"]
    wrong: list[Any]
    for name, wrong in (
        ("ratings", [[1], [1, 2, 3], [[1], [2]], [[1, 2]], 1, np.zeros((2, 1), int), np.zeros((2, 0), int)]),
        ("sources", [["a"], ["a", "b", "c"], [["a"], ["b"]], "a", np.zeros((2, 2), object)]),
    ):
        for values in wrong:
            with pytest.raises(ValueError, match=f"{name}: expected one for each of 2 puzzles"):
                ml.Examples([EASY, HARD], **{name: values})


def test_answers_in_any_bytes_are_graded() -> None:
    ml = pytest.importorskip("lanedoku.ml")
    random = Random(5)
    right = str(lanedoku.solve(EASY).solution)
    answers = [random.randbytes(random.randrange(120)) for _ in range(60)]
    answers += [b"\xff\xfe<answer>" + right.encode() + b"</answer>\xc3", right.encode("utf-16"), b"", b"\x80" * 81]
    scores = ml.grade(answers, [EASY] * len(answers))
    texts = ml.grade([answer.decode(errors="replace") for answer in answers], [EASY] * len(answers))
    for name in ("has_format", "is_solution", "keeps_clues", "right_cells"):
        np.testing.assert_array_equal(getattr(scores, name), getattr(texts, name))
    assert scores.is_solution[60] and not scores.has_format[62]


def test_a_wrong_board_of_a_folder_is_named_by_its_number_in_the_files(tmp_path: Path) -> None:
    ml = pytest.importorskip("lanedoku.ml")
    ml.write_hrm(tmp_path, ml.Examples(lanedoku.generate(6, seed=1)), augment=3, seed=2)
    path = tmp_path / "train" / "all__labels.npy"
    labels = np.load(path)
    # Board 12 is the first of the fourth group, board 17 a disguise.
    for board, is_original in ((12, True), (17, False), (23, False), (0, True)):
        wrong = labels.copy()
        wrong[board, 40] = 2 + (wrong[board, 40] - 1) % 9
        np.save(path, wrong)
        for rows in (2, 5, 1000):
            with pytest.raises(ValueError, match=rf"train, board {board}: "):
                list(ml.scan_hrm(tmp_path, rows))
            if is_original:
                with pytest.raises(ValueError, match=rf"train, board {board}: "):
                    list(ml.scan_hrm(tmp_path, rows, originals=True))
            else:
                assert sum(map(len, ml.scan_hrm(tmp_path, rows, originals=True))) == 6


def test_a_file_in_parts_appears_when_it_is_closed(tmp_path: Path) -> None:
    writer_of = pytest.importorskip("lanedoku.ml._npy").NpyWriter
    for name in ("boards.npy", "boards", "a.b.npy", ".hidden"):
        path = tmp_path / name
        with writer_of(path, "uint8", (81,)) as writer:
            writer.append(np.zeros((2, 81), "uint8"))
            assert [found.name for found in tmp_path.iterdir()] == [f"{name}.part"]
        assert [found.name for found in tmp_path.iterdir()] == [name] and np.load(path).shape == (2, 81)
        with pytest.raises(KeyError), writer_of(path, "uint8", (81,)) as writer:
            raise KeyError
        # The one before is still there.
        assert [found.name for found in tmp_path.iterdir()] == [name] and np.load(path).shape == (2, 81)
        path.unlink()


def test_full_grids_are_full() -> None:
    for first in (0, 2**63, 2**64 - 3):
        assert all(is_full(str(grid)) for grid in lanedoku.random_grids(5, seed=first, first=first))


def test_examples_in_parts_are_written_as_a_whole(tmp_path: Path) -> None:
    ml = pytest.importorskip("lanedoku.ml")
    examples = ml.Examples(lanedoku.generate(20, seed=6))
    for folder, parts in (("whole", examples), ("parts", (examples[start : start + 6] for start in range(0, 20, 6)))):
        assert ml.write_hrm(tmp_path / folder, parts, augment=2, seed=5) == 60
    for path in (tmp_path / "whole").rglob("*.*"):
        assert path.read_bytes() == (tmp_path / "parts" / path.relative_to(tmp_path / "whole")).read_bytes(), path


def test_columns_of_a_table_are_taken_by_their_names() -> None:
    ml, pa = pytest.importorskip("lanedoku.ml"), pytest.importorskip("pyarrow")
    right = str(lanedoku.solve(EASY).solution)
    table = pa.table({"p": [EASY], "s": [right[::-1]], "answer": [right], "question": ["x"]})
    assert ml.Examples.from_arrow(table, question="p").lines() == [(EASY, right)]
    with pytest.raises(ValueError, match="solution"):
        ml.Examples.from_arrow(table, question="p", answer="s")
