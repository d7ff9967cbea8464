"""The table of texts that every reader of the project reads in the same way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lanedoku

TABLE = Path(__file__).parents[2] / "tests" / "boards" / "texts.tsv"
CASES = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
NINE = [
    (expected, text.encode("latin-1", "backslashreplace").decode("unicode_escape")) 
    for _, size, expected, text in CASES
    if size == "9"
]


def test_every_text_of_the_table() -> None:
    assert len(NINE) > 40
    for expected, text in NINE:
        if ": " in expected:
            with pytest.raises(ValueError):
                lanedoku.Board(text)
        else:
            assert str(lanedoku.Board(text)) == expected, text


def test_every_text_in_a_batch() -> None:
    boards = [expected if ": " not in expected else None for expected, _ in NINE]
    texts = [text for _, text in NINE]
    expected = lanedoku.solve_batch(boards)
    found = lanedoku.solve_batch(texts)
    np.testing.assert_array_equal(found.status, expected.status)
    np.testing.assert_array_equal(found.solutions, expected.solutions)
