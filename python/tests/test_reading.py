"""Files and texts of boards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lanedoku
from boards import EASY, HARD, digits

BOTH = [EASY, HARD]


def test_files_and_texts_of_every_format(tmp_path: Path) -> None:
    rows = ["\n".join(line[start : start + 9] for start in range(0, 81, 9)) for line in BOTH]
    lists = [[digits(line)[start : start + 9] for start in range(0, 81, 9)] for line in BOTH]
    for text in (
        "\n".join(BOTH),
        "\n\n".join(rows),
        "id,solution,puzzle\n" + "".join(f"{row},x,{line}\n" for row, line in enumerate(BOTH)),
        json.dumps({"puzzles": BOTH}, indent=2),
        json.dumps(lists),
        "".join(json.dumps({"given": line}) + "\r" for line in BOTH),
    ):
        path = tmp_path / "boards"
        path.write_text(text, newline="")
        for source in (text, text.encode(), path, str(path)):
            boards = lanedoku.read(source)
            assert boards.lines() == BOTH and boards.valid.all()
            assert (lanedoku.solve_batch(boards).status == lanedoku.solve_batch(BOTH).status).all()
    assert len(lanedoku.read("")) == 0 and lanedoku.read("# none").lines() == []


def test_lines_beside_a_drawn_board_are_left_out_with_a_warning() -> None:
    drawn = "\n".join(EASY[start : start + 9] for start in range(0, 81, 9))
    for text, message in (
        (f"Hello, all:\n{drawn}\n", r"^line 1, column 6: no puzzle, left out: ',' is not valid on any board$"),
        (f"Hello, all:\n{drawn}\nbye, all\nSee you, all\n", r"left out: .* \(and 2 others\)$"),
    ):
        with pytest.warns(UserWarning, match=message):
            assert lanedoku.read(text).lines() == [EASY]


def test_errors_name_the_place() -> None:
    for text, message in (
        (f"{EASY}\n{EASY[:80]}\n", "line 2: expected 81 cells, found 80"),
        (f"{EASY[:80]}w", "line 1, column 81: 'w' is not valid"),
        (f'[\n"{EASY}",\n{{"puzzle": 5]}}\n]', "line 3, column 13"),
        ("no-such-file.txt", "line 1"),
    ):
        with pytest.raises(ValueError, match=message):
            lanedoku.read(text)
    with pytest.raises(FileNotFoundError):
        lanedoku.read(Path("no-such-file.txt"))
    with pytest.raises(TypeError, match="path, text or bytes"):
        lanedoku.read(5)  # type: ignore[arg-type]


def test_columns_of_integers_lost_their_zeros() -> None:
    pandas = pytest.importorskip("pandas")
    lines = [HARD.replace(".", "0"), "00" + EASY.replace(".", "0")[2:]]
    column = pandas.Series([int(line) for line in lines], dtype=object)
    expected = lanedoku.solve_batch(lines).status
    for puzzles in (column, column.values, column.array, column.tolist()):
        assert (lanedoku.solve_batch(puzzles).status == expected).all()
    batch = lanedoku.solve_batch([10**81, 10**80])
    assert "integer of 82 digits" in (batch.reason(0) or "")
    for wrong in (column.astype(float), column.astype(float).values, pandas.Series([123, 456]), np.array([123, 456])):
        with pytest.raises((TypeError, ValueError), match="dtype=str"):
            lanedoku.solve_batch(wrong)


PASTED = Path(__file__).parents[2] / "formats" / "tests" / "pasted.jsonl"


@pytest.mark.skipif(not PASTED.exists(), reason="only in a checkout")
def test_boards_as_people_paste_them() -> None:
    for line in PASTED.read_text().splitlines():
        case = json.loads(line)
        puzzles, text = case["puzzles"], case["text"]
        if "marks" in case or len(puzzles[0]) != 81:
            with pytest.raises(ValueError, match="line 1"):
                lanedoku.read(text)
        elif case["name"] == "one line between words":
            with pytest.raises(ValueError, match="line 1, column"):
                lanedoku.read(text)
        else:
            assert lanedoku.read(text).lines() == puzzles, case["name"]
        if "marks" not in case and len(puzzles[0]) == 81 and len(puzzles) == 1:
            assert str(lanedoku.Board(text)) == puzzles[0], case["name"]
        elif len(puzzles) > 1:
            with pytest.raises(ValueError, match=f"expected one board, found {len(puzzles)}"):
                lanedoku.Board(text)
