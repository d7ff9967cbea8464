"""The same puzzles in every form give the same answers."""

from __future__ import annotations

import ctypes
from array import array

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, EMPTY, HARD, NONE, SEVENTEEN, TWO, digits
from lanedoku import Board, Status

LINES = [HARD, EMPTY, SEVENTEEN, TWO, NONE, COLLIDES, EASY]
STATUSES = [1, 2, 1, 2, 3, 5, 1]
CELLS = np.array([digits(line) for line in LINES], "uint8")
ZEROS = [line.replace(".", "0") for line in LINES]
TEXT = "\n".join(LINES)


def same(puzzles: object, expected: list[str | None] = LINES) -> None:
    """Solves the puzzles, and compares the answers with those for plain text, row by row."""
    batch = lanedoku.solve_batch(puzzles)
    # A row without text is not a board.
    plain = lanedoku.solve_batch([line or "" for line in expected])
    assert len(batch) == len(expected)
    for name in ("solutions", "status", "guesses", "steps"):
        np.testing.assert_array_equal(getattr(batch, name), getattr(plain, name), name)
    for row, line in enumerate(expected):
        if line is None:
            assert batch.status[row] == Status.INVALID
            assert batch.reason(row) == "the value is missing"
        else:
            assert batch.reason(row) == plain.reason(row)
            if plain[row].status != Status.INVALID or line == COLLIDES:
                assert str(batch[row].puzzle) == line.replace("0", ".")


def test_the_reference_is_right() -> None:
    batch = lanedoku.solve_batch(LINES)
    assert batch.status.tolist() == STATUSES
    assert batch.status.dtype == "uint8" and batch.solutions.dtype == "uint8"
    assert batch.guesses.dtype == "uint64" and batch.steps.dtype == "uint64"
    assert batch.solutions.shape == (7, 81)
    assert [bool(row.any()) for row in batch.solutions] == [True, True, True, True, False, False, True]


MANY = {
    "uint8[n, 81]": CELLS,
    "uint8[n, 9, 9]": CELLS.reshape(-1, 9, 9),
    **{f"{kind}[n, 81]": CELLS.astype(kind) for kind in ("int8", "int16", ">u2", "int32", ">i4", "int64", "uint64", ">u8")},
    "int64[n, 9, 9]": CELLS.astype("int64").reshape(-1, 9, 9),
    "an unaligned array": np.frombuffer(b"x" + CELLS.astype("int32").tobytes(), "int32", offset=1).reshape(-1, 81),
    "memoryview of int64": memoryview(CELLS.astype("int64")),
    "masked cells": np.ma.masked_array(np.where(CELLS, CELLS, 7), mask=CELLS == 0),
    "masked cells of int64": np.ma.masked_array(np.where(CELLS, CELLS.astype(np.int64), 300).reshape(-1, 9, 9), mask=(CELLS == 0).reshape(-1, 9, 9)),
    "objects of int": CELLS.astype(object),
    "list of lists": CELLS.tolist(),
    "list of 9 lists of 9": CELLS.reshape(-1, 9, 9).tolist(),
    "lists with None": [[cell or None for cell in row] for row in CELLS.tolist()],
    "tuples of numpy's integers": tuple(tuple(row) for row in CELLS.astype("uint16")),
    "list of arrays": list(CELLS),
    "list of arrays of int64": list(CELLS.astype("int64").reshape(-1, 9, 9)),
    "list of masked arrays": list(np.ma.masked_equal(CELLS, 0)),
    "list of lists of characters": [list(line) for line in LINES],
    "list of lists with middle dots": [list(line.replace(".", "·")) for line in LINES],
    "list of arrays of rows": [list(board) for board in CELLS.reshape(-1, 9, 9)],
    "a slice of rows": np.concatenate([CELLS, CELLS])[3:10][[4, 5, 6, 0, 1, 2, 3]],
    "a read-only array": np.frombuffer(CELLS.tobytes(), "uint8").reshape(-1, 81),
    "memoryview[n, 81]": memoryview(CELLS.tobytes()).cast("B", (7, 81)),
    "a ctypes array": (ctypes.c_uint8 * 81 * 7).from_buffer_copy(CELLS.tobytes()),
    "S81": np.array(LINES, "S81"),
    "S81 with zeros": np.array(ZEROS, "S81"),
    "S82, lines with their newlines": np.array([line + "\n" for line in LINES], "S82"),
    "S100": np.array(LINES, "S100"),
    "U81": np.array(LINES, "U81"),
    "S1[n, 81]": np.array([list(line) for line in LINES], "S1"),
    "S1[n, 9, 9]": np.array([list(line) for line in LINES], "S1").reshape(-1, 9, 9),
    "U1[n, 81]": np.array([list(line) for line in LINES]),
    "U1[n, 9, 9], rows apart": np.array([list(line) for line in LINES]).reshape(-1, 9, 9).repeat(2, 0)[::2],
    "masked U1[n, 81]": np.ma.masked_array([list(line.replace(".", "7")) for line in LINES], mask=CELLS == 0),
    "objects": np.array(LINES, object),
    "objects of bytes": np.array([line.encode() for line in LINES], object),
    "str": TEXT,
    "str with a last newline": TEXT + "\n",
    "str of numpy": np.str_(TEXT),
    "bytes": TEXT.encode(),
    "bytes of zeros": "\n".join(ZEROS).encode(),
    "bytes with carriage returns": "\r\n".join(LINES).encode() + b"\r\n",
    "bytearray": bytearray(TEXT.encode()),
    "memoryview of text": memoryview(TEXT.encode()),
    "list of str": LINES,
    "list of str with zeros": ZEROS,
    "list of bytes": [line.encode() for line in LINES],
    "list of Board": [Board(line) for line in LINES],
    "list of numpy's str": list(np.array(LINES)),
    "tuple": tuple(LINES),
    "a mixed list": [LINES[0], LINES[1].encode(), Board(LINES[2]), *LINES[3:]],
    "drawn boards": [repr(Board(line)) for line in LINES],
}


@pytest.mark.parametrize("form", MANY)
def test_forms(form: str) -> None:
    same(MANY[form])


def test_iterators() -> None:
    same(iter(LINES))
    same(line for line in LINES)
    same(Board(line) for line in LINES)
    same(map(str.encode, LINES))


def test_results_are_valid_input() -> None:
    made = lanedoku.generate(5, seed=4)
    for puzzles in (made.cells, made.lines(), list(made)):
        assert lanedoku.solve_batch(puzzles).status.tolist() == [1] * 5


def test_missing_values_keep_their_row() -> None:
    rows = [None, HARD, None, None, EASY, None]
    same(rows, rows)
    same(tuple(rows), rows)
    same(iter(rows), rows)
    same(np.array(rows, object), rows)
    for kind in ("S81", "U81"):
        same(np.ma.masked_array([row or HARD for row in rows], mask=[row is None for row in rows], dtype=kind), rows)


def test_blank_lines_keep_their_row() -> None:
    batch = lanedoku.solve_batch(f"\n{HARD}\n\n\r\n{EASY}\n\n")
    assert batch.status.tolist() == [5, 1, 5, 5, 1, 5]
    assert all(batch.reason(row) for row in (0, 2, 3, 5))


def test_row_numbers_across_many_portions() -> None:
    # More rows than a thread takes at a time; every 100th has a different error.
    lines = [HARD] * 5000
    for row in range(0, 5000, 100):
        lines[row] = f"{row:04}z" + "." * 76
    for puzzles in (lines, "\n".join(lines), np.array(lines, "S81")):
        batch = lanedoku.solve_batch(puzzles, threads=3)
        assert np.flatnonzero(batch.status == Status.INVALID).tolist() == list(range(0, 5000, 100))
        assert list(batch.reasons()) == list(range(0, 5000, 100))
        assert (batch.solutions[batch.status == 1] == batch.solutions[1]).all()


@pytest.mark.parametrize(
    "nothing",
    [
        [],
        (),
        "",
        b"",
        bytearray(),
        iter([]),
        np.zeros((0, 81), "uint8"),
        np.zeros((0, 9, 9), "uint8"),
        np.array([], "S81"),
        np.array([], "U81"),
        np.array([], object),
    ],
    ids=repr,
)
def test_nothing(nothing: object) -> None:
    batch = lanedoku.solve_batch(nothing)
    assert len(batch) == 0 and batch.solutions.shape == (0, 81)
    assert repr(batch) == "Batch of 0: nothing"
    assert list(batch) == [] and batch.reasons() == {} and batch.summary() == {}
    batch.raise_if_invalid()


def test_one_puzzle() -> None:
    cells = CELLS[0]
    forms = [HARD, HARD.encode(), bytearray(HARD.encode()), Board(HARD), cells, cells.reshape(9, 9), cells.tobytes()]
    # Bytes are text, so bytes of digits 0 to 9 are an error.
    with pytest.raises(ValueError):
        lanedoku.solve(forms.pop())
    forms += [np.asfortranarray(cells.reshape(9, 9)), np.repeat(cells, 2)[::2], array("B", cells), memoryview(cells)]
    forms += [cells.tolist(), cells.reshape(9, 9).tolist(), cells.astype("int64"), array("q", cells.tolist()), list(HARD)]
    forms += [np.ma.masked_equal(cells.astype("int64"), 0), np.array(list(HARD)).reshape(9, 9), tuple(map(list, cells.reshape(9, 9)))]
    for form in forms:
        result = lanedoku.solve(form)
        assert result.status == Status.UNIQUE and str(result.puzzle) == HARD
        assert next(iter(lanedoku.enumerate(form))) == result.solution
        assert Board(form) == Board(HARD)


def test_a_bytearray_may_change_after_the_call() -> None:
    text = bytearray(TEXT.encode())
    batch = lanedoku.solve_batch(text)
    text[:] = b"x"
    assert str(batch[0].puzzle) == HARD


def test_arrow_arrays() -> None:
    pa = pytest.importorskip("pyarrow")
    rows = [*LINES, None, HARD]
    kinds = [pa.utf8(), pa.large_utf8(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(81)]
    for kind in kinds:
        whole = pa.array(rows, pa.binary()).cast(kind) if kind == pa.binary(81) else pa.array(rows, kind)
        same(whole, rows)
        same(whole[3:8], rows[3:8])
        same(whole[9:], [])
        same(pa.array([], kind), [])
        same(pa.array([None, None], kind), [None, None])
        same(pa.chunked_array([], kind), [])
        pieces = [whole[:2], whole[:0], whole[2:7], whole[7:]]
        same(pa.chunked_array(pieces), rows)
        same(pa.chunked_array(pieces)[1:8], rows[1:8])
    same(pa.nulls(2), [None, None])
    same(pa.chunked_array([pa.nulls(0), pa.nulls(3)]), [None] * 3)


def test_row_numbers_across_chunks_of_a_column() -> None:
    pa = pytest.importorskip("pyarrow")
    column = pa.chunked_array([[HARD, "x"], [], [None], [EASY, COLLIDES, "y"]])
    batch = lanedoku.solve_batch(column)
    assert batch.status.tolist() == [1, 5, 5, 1, 5, 5]
    assert list(batch.reasons()) == [1, 2, 4, 5]
    assert str(batch[3].puzzle) == EASY


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    rows = [None, *LINES, None]
    series = pl.Series("puzzle", rows)
    same(series, rows)
    same(series[2:5], rows[2:5])
    same(series.slice(8), [None])
    same(pl.concat([series, series[3:4], series[:0], series], rechunk=False), [*rows, rows[3], *rows])
    same(pl.Series([], dtype=pl.String), [])
    same(pl.Series([None, None]), [None, None])
    same(pl.Series([]), [])
    same(pl.DataFrame({"puzzle": rows})["puzzle"], rows)
    same(pl.Series([line and line.encode() for line in rows], dtype=pl.Binary), rows)


def test_pandas() -> None:
    pd = pytest.importorskip("pandas")
    rows = [None, *LINES, None]
    kinds: list[object] = [object, "string[python]"]
    try:
        import pyarrow as pa

        kinds += ["string[pyarrow]", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string())]
    except ImportError:
        pass
    for kind in kinds:
        series = pd.Series(rows, dtype=kind, name="puzzle")
        same(series, rows)
        same(series[2:5], rows[2:5])
        same(series[::2], rows[::2])
        same(series[:0], [])
        same(pd.concat([series, series], ignore_index=False), rows * 2)
    same(pd.Series([HARD, float("nan"), pd.NA, None], dtype=object), [HARD, None, None, None])
    same(pd.Series([None, None], dtype=object), [None, None])
    same(pd.Series(LINES).to_numpy())


def test_every_function_takes_every_form() -> None:
    solved = lanedoku.solve_batch([HARD, EASY])
    answers = [str(result.solution) for result in solved]
    forms = [CELLS[[0, 6]], np.array([HARD, EASY], "S81"), f"{HARD}\n{EASY}", [Board(HARD), EASY.encode()]]
    for form in forms:
        assert lanedoku.count(form).count.tolist() == [1, 1]
        assert lanedoku.is_solution(answers, form).tolist() == [True, True]
        assert lanedoku.minimize(form).valid.all()
        assert lanedoku.shuffle(form, 2, seed=1).lines() == lanedoku.shuffle([HARD, EASY], 2, seed=1).lines()
        assert lanedoku.canonical(form).lines() == lanedoku.canonical([HARD, EASY]).lines()
        assert lanedoku.rate(form).needs_names() == ["guesses", lanedoku.rate([EASY]).needs_names()[0]]
