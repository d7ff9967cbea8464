"""Columns of every library and kind in every function over many puzzles: each is taken, or refused with a cure."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import EASY, HARD, digits
from lanedoku import ml

LINES = [EASY, HARD, EASY, HARD]
ZEROS = [line.replace(".", "0") for line in LINES]
CELLS = np.array([digits(line) for line in LINES], "uint8")
DOUBLE = [line for line in LINES for _ in range(2)]
CSV = "puzzle\n" + "\n".join(ZEROS)
FIELDS = np.zeros(4, [("id", "i4"), ("text", "S81"), ("cells", "u1", 81), ("grid", "i8", (9, 9)), ("wide", "U81")])
FIELDS["text"], FIELDS["wide"], FIELDS["cells"], FIELDS["grid"] = LINES, LINES, CELLS, CELLS.reshape(-1, 9, 9)

Column = Callable[[Any], Any]
"""Makes a column from the module of its library."""

TAKEN: dict[str, dict[str, Column]] = {
    "pandas": {
        **{f"{kind}{part}": (lambda kind, part: lambda pd: eval("column" + part, {"column": pd.Series(LINES, dtype=kind), "pd": pd}))(kind, part)
           for kind in ("object", "string", "string[python]", "string[pyarrow]", "category")
           for part in ("", ".values", ".array", ".to_numpy()", ".tolist()", ".astype(str)")},
        **{f"unique of {kind}": (lambda kind: lambda pd: pd.Series(LINES[:2] * 3, dtype=kind).unique())(kind)
           for kind in ("object", "string", "string[pyarrow]", "category")},
        "index": lambda pd: pd.Index(LINES),
        "every second row": lambda pd: pd.Series(DOUBLE)[::2],
        "numbers of 81 digits": lambda pd: pd.read_csv(io.StringIO(CSV))["puzzle"],
        "array of numbers of 81 digits": lambda pd: pd.read_csv(io.StringIO(CSV))["puzzle"].array,
        "objects of them": lambda pd: pd.read_csv(io.StringIO(CSV))["puzzle"].tolist(),
        "text": lambda pd: pd.read_csv(io.StringIO(CSV), dtype=str)["puzzle"],
        "lists": lambda pd: pd.Series(CELLS.tolist()),
        "arrays": lambda pd: pd.Series(list(CELLS)),
        "boards": lambda pd: pd.Series([lanedoku.Board(line) for line in LINES]),
        "a frame of cells": lambda pd: pd.DataFrame(CELLS),
        **{f"a frame with one column of {kind}": (lambda kind: lambda pd: pd.DataFrame({"puzzle": pd.Series(LINES, dtype=kind)}))(kind)
           for kind in ("object", "string[pyarrow]", "category")},
        "a frame with one column of lists": lambda pd: pd.DataFrame({("cells", 1): CELLS.tolist()}),
        "an array of a frame with one column": lambda pd: pd.DataFrame({0: LINES}).to_numpy(),
    },
    "polars": {
        **{kind: (lambda kind: lambda pl: pl.Series(LINES, dtype=getattr(pl, kind)))(kind) for kind in ("String", "Categorical", "Object")},
        "an enumeration": lambda pl: pl.Series(LINES, dtype=pl.Enum(LINES[:2])),
        "bytes": lambda pl: pl.Series([line.encode() for line in LINES]),
        "lists": lambda pl: pl.Series(CELLS.tolist(), dtype=pl.List(pl.UInt8)),
        "lists of int64": lambda pl: pl.Series(CELLS.tolist()),
        "arrays": lambda pl: pl.Series(CELLS.tolist(), dtype=pl.Array(pl.UInt8, 81)),
        "lists of characters": lambda pl: pl.Series([list(line) for line in LINES]),
        "objects of boards": lambda pl: pl.Series([lanedoku.Board(line) for line in LINES], dtype=pl.Object),
        "objects of numbers": lambda pl: pl.Series([int(line) for line in ZEROS], dtype=pl.Object),
        "every second row": lambda pl: pl.Series(DOUBLE)[::2],
        "a frame of cells": lambda pl: pl.DataFrame(CELLS),
        "a frame with one column": lambda pl: pl.DataFrame({"puzzle": LINES}),
        "a frame with one column of lists": lambda pl: pl.DataFrame({"puzzle": CELLS.tolist()}),
    },
    "pyarrow": {
        "strings": lambda pa: pa.array(LINES),
        "views": lambda pa: pa.array(LINES, pa.string_view()),
        "a dictionary": lambda pa: pa.array(LINES).dictionary_encode(),
        "chunks of a dictionary": lambda pa: pa.chunked_array([LINES[:1], LINES[1:]]).dictionary_encode(),
        "runs": lambda pa: pa.RunEndEncodedArray.from_arrays([1, 2, 3, 4], pa.array(LINES)),
        "lists": lambda pa: pa.array(CELLS.tolist(), pa.list_(pa.uint8())),
        "large lists": lambda pa: pa.array(CELLS.tolist(), pa.large_list(pa.int64())),
        "views of lists": lambda pa: pa.array(CELLS.tolist(), pa.list_view(pa.uint8())),
        "lists of one length": lambda pa: pa.array(CELLS.tolist(), pa.list_(pa.uint8(), 81)),
        "a slice of lists": lambda pa: pa.array([[], *CELLS.tolist()], pa.list_(pa.uint8()))[1:],
        "chunks of lists": lambda pa: pa.chunked_array([pa.array(CELLS[:1].tolist()), pa.array(CELLS[1:].tolist())]),
        "lists of lists": lambda pa: pa.array(CELLS.reshape(-1, 9, 9).tolist()),
        "a column of a table": lambda pa: pa.table({"puzzle": LINES})["puzzle"],
        "a table with one column": lambda pa: pa.table({"puzzle": LINES}),
        "a table with one column of lists": lambda pa: pa.table({"puzzle": CELLS.tolist()}),
        "a batch with one column": lambda pa: pa.record_batch({"puzzle": LINES}),
    },
    "datasets": {
        "a column": lambda ds: ds.Dataset.from_dict({"puzzle": LINES})["puzzle"],
        "a column of cells": lambda ds: ds.Dataset.from_dict({"puzzle": CELLS.tolist()})["puzzle"],
        "in numpy's format": lambda ds: ds.Dataset.from_dict({"puzzle": CELLS.tolist()}).with_format("numpy")["puzzle"],
        "a slice": lambda ds: ds.Dataset.from_dict({"puzzle": DOUBLE})["puzzle"][::2],
        "a data set with one column": lambda ds: ds.Dataset.from_dict({"puzzle": LINES}),
        "a stream with one column": lambda ds: ds.Dataset.from_dict({"puzzle": CELLS.tolist()}).to_iterable_dataset(),
        "rows": lambda ds: (row["puzzle"] for row in ds.Dataset.from_dict({"puzzle": LINES})),
    },
    "duckdb": {
        "a relation with one column": lambda duckdb: duckdb.sql("select unnest(?) as puzzle", params=[LINES]),
        "a column": lambda duckdb: duckdb.sql("select unnest(?) as puzzle, 1 as id", params=[LINES])["puzzle"],
        "rows": lambda duckdb: duckdb.sql("select unnest(?) as puzzle", params=[LINES]).fetchall(),
    },
    "dask.dataframe": {
        "a column": lambda dd: dd.from_dict({"puzzle": LINES, "id": [1] * 4}, 2)["puzzle"],
        "a frame with one column": lambda dd: dd.from_dict({"puzzle": LINES}, 1),
    },
    "numpy": {
        "every second row": lambda np: CELLS.repeat(2, 0)[::2],
        "every second row of texts": lambda np: np.array(DOUBLE, "S81")[::2],
        "every second row of wide texts": lambda np: np.array(DOUBLE)[::2],
        "every second row of int64": lambda np: CELLS.astype("int64").repeat(2, 0)[::2],
        "from the end": lambda np: CELLS[::-1].copy()[::-1],
        "every second column": lambda np: CELLS.repeat(2, 1)[:, ::2],
        "Fortran's order": lambda np: np.asfortranarray(CELLS),
        "Fortran's order of squares": lambda np: np.asfortranarray(CELLS.reshape(-1, 9, 9)),
        "Fortran's order of characters": lambda np: np.asfortranarray([list(line) for line in LINES]),
        "texts of any length": lambda np: np.array(LINES, getattr(np.dtypes, "StringDType", lambda: object)()),
        "objects": lambda np: np.array(DOUBLE, object)[::2],
        **{f"the field {name}": (lambda name: lambda np: FIELDS[name])(name) for name in ("text", "cells", "grid", "wide")},
        "a field of records": lambda np: FIELDS.view(np.recarray).text,
        "records with one field": lambda np: FIELDS[["cells"]],
        "texts of one column": lambda np: np.array(LINES, "S81").reshape(4, 1),
    },
    "collections": {"a queue": lambda _: deque(LINES), "values": lambda _: dict(enumerate(LINES)).values(), "an iterator": lambda _: iter(LINES)},
}

CALLS: dict[str, Callable[[Any], Any]] = {
    "solve_batch": lambda puzzles: lanedoku.solve_batch(puzzles).solutions,
    "count": lambda puzzles: lanedoku.count(puzzles, max=2).count,
    "is_solution": lambda puzzles: lanedoku.is_solution(["1" * 81] * 4, puzzles),
    "grade": lambda puzzles: lanedoku.grade(puzzles, LINES).keeps_clues,
    "difficulty": lambda puzzles: lanedoku.difficulty(puzzles).level,
    "traces": lanedoku.traces,
    "canonical": lambda puzzles: lanedoku.canonical(puzzles).cells,
    "shuffle": lambda puzzles: lanedoku.shuffle(puzzles, 2, seed=1).cells,
    "minimize": lambda puzzles: lanedoku.minimize(puzzles).cells,
    "rate": lambda puzzles: lanedoku.rate(puzzles).median_sweeps,
    "is_minimal": lanedoku.is_minimal,
    "redundant_clues": lanedoku.redundant_clues,
    "possible": lanedoku.possible,
    "keeps_solution": lambda puzzles: lanedoku.keeps_solution(puzzles, [2] * 4, [1] * 4),
    "wrong_clues": lanedoku.wrong_clues,
    "Examples": lambda puzzles: ml.Examples(puzzles).solutions,
    "ml.grade, puzzles": lambda puzzles: ml.grade(LINES, puzzles).is_solvable,
    "ml.grade, answers": lambda answers: ml.grade(answers, LINES).is_solvable,
    "ml.group": ml.group,
    "ml.audit": lambda puzzles: ml.audit(puzzles, LINES).copies,
}


@pytest.mark.parametrize("library", TAKEN)
def test_columns_are_taken(library: str) -> None:
    module = pytest.importorskip(library)
    expected = {name: call(LINES) for name, call in CALLS.items()}
    for kind, make in TAKEN[library].items():
        for name, call in CALLS.items():
            rows = 2 if kind.startswith("unique") else 4
            if rows == 2:
                assert lanedoku.solve_batch(make(module)).status.tolist() == [1, 1], kind
                break
            np.testing.assert_array_equal(call(make(module)), expected[name], f"{kind}, {name}")


REFUSED: dict[str, dict[str, tuple[Column, str]]] = {
    "pandas": {
        "a frame": (lambda pd: pd.DataFrame({"puzzle": LINES, "id": 1}), r"found DataFrame; pass one of its columns: table\['puzzle'\], table\['id'\]$"),
        "a frame of other cells": (lambda pd: pd.DataFrame(CELLS / 1), r"columns: table\[0\], .*, table\[8\], ...$"),
        "no columns": (lambda pd: pd.DataFrame(), "found DataFrame without columns"),
        "short numbers": (lambda pd: pd.Series([1, 2]), "dtype=str"),
        "floats": (lambda pd: pd.Series([1e80, 2]), "dtype=str"),
    },
    "polars": {
        "a frame": (lambda pl: pl.DataFrame({"id": 1, "puzzle": LINES}), r"columns: table\['id'\], table\['puzzle'\]$"),
        "a query": (lambda pl: pl.LazyFrame({"puzzle": LINES}), "collect it, and pass one of its columns"),
        "numbers": (lambda pl: pl.Series([1, 2]), "dtype=str"),
    },
    "pyarrow": {
        "a table": (lambda pa: pa.table({"puzzle": LINES, "id": LINES}), r"columns: table\['puzzle'\], table\['id'\]$"),
        "lists of floats": (lambda pa: pa.array((CELLS / 1).tolist()), "row 0 of the list: cell 0: expected an integer"),
        "decimals": (lambda pa: pa.array([10**30], pa.decimal128(38)), "dtype=str"),
    },
    "datasets": {
        "a data set": (lambda ds: ds.Dataset.from_dict({"puzzle": LINES, "id": LINES}), r"columns: table\['puzzle'\], table\['id'\]$"),
        "a data set in parts": (lambda ds: ds.DatasetDict({"train": ds.Dataset.from_dict({"puzzle": LINES})}), r"table\['train'\]\['puzzle'\]$"),
    },
    "numpy": {
        "records": (lambda np: FIELDS, r"pass one of its columns: table\['id'\], table\['text'\]"),
        "a view": (lambda np: memoryview(CELLS)[::2], "numpy.ascontiguousarray"),
    },
}


@pytest.mark.parametrize("library", REFUSED)
def test_other_columns_are_refused_with_the_cure(library: str) -> None:
    module = pytest.importorskip(library)
    for kind, (make, cure) in REFUSED[library].items():
        for name, call in CALLS.items():
            if name == "ml.grade, answers" and "column" not in cure:
                continue
            with pytest.raises((TypeError, ValueError), match=cure):
                call(make(module))
                pytest.fail(f"{kind}, {name}")


def test_columns_of_other_arguments() -> None:
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    marks = ["123456789" * 81, "1........" + "123456789" * 80]
    numbers, puzzles = [2, 3, 4, 5], [[0] * 15 + [4], [1] + [0] * 15]
    answers = lanedoku.solve_batch(puzzles, side=4).solutions.tolist()
    allowed, solved = lanedoku.possible_candidates(marks), lanedoku.solve_candidates(marks).solutions
    shuffled, kept = lanedoku.shuffle(LINES, seed=1, first=np.array(numbers)).cells, lanedoku.keeps_solution(LINES, numbers, numbers)
    rated = ml.Examples(LINES, sources=np.array(LINES), ratings=numbers)
    forms: list[tuple[Callable[[Any], Any], Callable[[list[Any]], Any]]] = [
        *((lambda column: column, make) for make in (pd.Series, pl.Series, pa.array)),
        *((lambda column: {"column": column}, make) for make in (pd.DataFrame, pl.DataFrame, pa.table)),
    ]
    for wrap, make in forms:
        np.testing.assert_array_equal(lanedoku.solve_candidates(make(wrap(marks))).solutions, solved)
        np.testing.assert_array_equal(lanedoku.possible_candidates(make(wrap(marks))), allowed)
        np.testing.assert_array_equal(lanedoku.keeps_solution(LINES, make(wrap(numbers)), make(wrap(numbers))), kept)
        for rows in (puzzles, ["." * 15 + "4", "1" + "." * 15]):
            assert lanedoku.solve_batch(make(wrap(rows)), side=4).solutions.tolist() == answers
            assert lanedoku.grade(answers, make(wrap(rows)), solutions=make(wrap(answers)), side=4).is_solution.all()
        examples = ml.Examples(LINES, make(wrap(rated.solutions.tolist())), sources=make(wrap(LINES)), ratings=make(wrap(numbers)))
        assert examples.to_arrow() == rated.to_arrow()
    np.testing.assert_array_equal(lanedoku.shuffle(LINES, seed=1, first=pd.DataFrame({"row": numbers})).cells, shuffled)
    with pytest.raises(TypeError, match=r"pass one of its columns: table\['a'\], table\['b'\]$"):
        lanedoku.solve_batch(pd.DataFrame({"a": ["." * 16], "b": 1}), side=4)
    # In numbers of columns in which there are boards, too.
    with pytest.raises(ValueError, match=r"found .*\(1, 16\)"):
        lanedoku.solve_batch(pd.DataFrame([[0] * 16]))
    assert lanedoku.solve_batch(pd.DataFrame(puzzles), side=4).solutions.tolist() == answers


def test_missing_values_of_columns_are_invalid_rows() -> None:
    pd = pytest.importorskip("pandas")
    rows = [EASY, None, HARD]
    for column in (
        pd.Series(rows),
        pd.Series(rows, dtype="string").array,
        pd.Series(rows, dtype="category"),
        pd.read_csv(io.StringIO(f"puzzle,id\n{ZEROS[0]},1\n,2\n{ZEROS[1]},3\n"))["puzzle"],
        [EASY, float("nan"), HARD],
        [EASY, pd.NA, HARD],
    ):
        batch = lanedoku.solve_batch(column)
        assert batch.status.tolist() == [1, 5, 1] and batch.reason(1) == "the value is missing"
