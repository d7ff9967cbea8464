"""Splits, groups and audits of data sets, and their files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, HARD, NONE, SEVENTEEN, TWO
from lanedoku import ml
from lanedoku.ml._npy import NpyWriter


def disguised(puzzles: object, k: int, seed: int) -> np.ndarray:
    return lanedoku.shuffle(puzzles, k, seed=seed).cells.reshape(-1, 81)


@pytest.fixture(scope="module")
def examples() -> ml.Examples:
    cells = lanedoku.generate(400, seed=1).cells
    return ml.Examples(cells, sources=[f"s{row}" for row in range(400)], ratings=np.arange(400))


def loose(examples: ml.Examples, row: int, seed: int) -> str:
    """A disguise of another puzzle with the solution of a row: the puzzle with two clues more."""
    cells = examples.puzzles[row].copy()
    opened = np.flatnonzero(cells == 0)[:2]
    cells[opened] = examples.solutions[row][opened]
    return str(lanedoku.shuffle([cells], seed=seed)[0])


def test_groups_are_the_classes_of_equivalent_boards(examples: ml.Examples) -> None:
    order = np.random.default_rng(1).permutation(1200)
    boards = disguised(examples.puzzles, 3, seed=5)[order]
    rows = order // 3
    groups = ml.group(boards)
    first = {row: int(np.flatnonzero(rows == row)[0]) for row in range(400)}
    assert groups.tolist() == [first[row] for row in rows]
    kept = ml.dedupe(boards)
    assert kept.tolist() == sorted(first.values())
    assert ml.dedupe(boards, threads=1).tolist() == kept.tolist()
    mixed = ["x", EASY, None, COLLIDES, EASY, "x"]
    assert ml.group(mixed).tolist() == [-1, 1, -1, 3, 1, -1]
    assert ml.dedupe(mixed).tolist() == [1, 3]
    assert ml.group([]).tolist() == ml.dedupe([]).tolist() == []
    assert ml.group(examples).tolist() == list(range(400))


def test_no_part_of_a_split_has_a_disguise_of_another(examples: ml.Examples) -> None:
    relatives = [loose(examples, row, seed=row) for row in range(100)]
    boards = np.concatenate([disguised(examples.puzzles, 5, seed=2), np.array(ml.Examples(relatives).puzzles)])
    parts = ml.split(boards, {"test": 0.2, "validation": 0.1, "train": 0.7}, seed=3)
    assert sorted(np.concatenate(list(parts.values())).tolist()) == list(range(2100))
    assert 0.1 < len(parts["test"]) / 2100 < 0.3 and 0.05 < len(parts["validation"]) / 2100 < 0.15
    # By the definition, without the audit: the canonical forms of puzzles and of solutions.
    forms = lanedoku.canonical(boards).lines()
    grids = lanedoku.canonical(lanedoku.solve_batch(boards).solutions).lines()
    for one, other in (("test", "train"), ("test", "validation"), ("validation", "train")):
        for lines in (forms, grids):
            assert {lines[row] for row in parts[one]}.isdisjoint({lines[row] for row in parts[other]})
        assert not ml.audit(boards[parts[other]], boards[parts[one]]).leaks
    # A relative is where its original is.
    where = {row: name for name, rows in parts.items() for row in rows.tolist()}
    assert all(where[2000 + row] == where[5 * row] for row in range(100))


def test_a_split_does_not_depend_on_other_puzzles(examples: ml.Examples) -> None:
    shares = {"test": 0.25, "train": 0.75}
    whole = ml.split(examples, shares, seed=7)
    some = ml.split(examples.puzzles[100:300], shares, seed=7)
    assert (some["test"] + 100).tolist() == [row for row in whole["test"] if 100 <= row < 300]
    # The shares of other parts do not move the first one.
    assert ml.split(examples, {"test": 0.25, "a": 0.5, "b": 0.25}, seed=7)["test"].tolist() == whole["test"].tolist()
    # A larger share keeps all puzzles of a smaller one.
    assert set(whole["test"]) < set(ml.split(examples, {"test": 0.5, "train": 0.5}, seed=7)["test"])
    assert ml.split(examples, shares, seed=8)["test"].tolist() != whole["test"].tolist()
    assert ml.split(disguised(examples.puzzles, 1, seed=1), shares, seed=7)["test"].tolist() == whole["test"].tolist()
    # As documented, so that another program can repeat it.
    for row, form in enumerate(lanedoku.canonical(examples.solutions).lines()):
        assert form is not None
        digest = hashlib.blake2b(form.encode(), digest_size=8, key=(7).to_bytes(8, "little")).digest()
        assert (row in whole["test"]) == (int.from_bytes(digest, "big") / 2**64 < 0.25)


def test_a_split_of_what_cannot_be_split() -> None:
    for shares in ({}, {"test": 0.5}, {"test": -0.5, "train": 1.5}):
        with pytest.raises(ValueError, match="^shares: "):
            ml.split([EASY], shares, seed=1)
    for puzzles, reason in (
        ([EASY, TWO], "puzzle 1: it has more than one solution"),
        ([NONE], "puzzle 0: it has no solution"),
        ([EASY, COLLIDES], "puzzle 1: 1 appears twice"),
        ([EASY, "x"], "puzzle 1: "),
    ):
        with pytest.raises(ValueError, match=reason):
            ml.split(puzzles, {"test": 0.5, "train": 0.5}, seed=1)
    parts = ml.split([], {"test": 0.5, "train": 0.5}, seed=1)
    assert [rows.tolist() for rows in parts.values()] == [[], []]


def test_an_audit_counts_what_was_planted(examples: ml.Examples) -> None:
    train = examples[:200]
    copies = examples.puzzles[:7]
    disguises = disguised(examples.puzzles[10:30], 1, seed=4)
    # Their solutions are disguises, they are not.
    relatives = ml.Examples([loose(examples, row, seed=row) for row in range(50, 90)]).puzzles
    clean = examples.puzzles[200:300]
    bad = ["x", TWO, NONE]
    lines = [line for cells in (copies, disguises, relatives, clean) for line, _ in ml.Examples(cells).lines()]
    found = ml.audit(train, [*lines, *bad])
    assert found.copies.nonzero()[0].tolist() == list(range(7))
    assert found.puzzles.nonzero()[0].tolist() == list(range(27))
    assert found.solutions.nonzero()[0].tolist() == list(range(67))
    assert (found.test, found.train, found.unclear, found.leaks) == (170, 200, 3, True)
    # Two puzzles of `bad` are boards.
    assert (found.unlike_test, found.unlike_train) == (169, 200)
    assert str(found).splitlines()[0] == "27 of 170 test puzzles are disguises of training puzzles (7 of them are copies)."
    assert str(found).splitlines()[1].startswith("67 of 170 test puzzles have a solution that is a disguise")
    assert not ml.audit(train, clean).leaks
    assert not ml.audit([], []).leaks and not ml.audit([], clean).leaks
    # Every second row.
    assert ml.audit(examples.puzzles[::2], examples.puzzles[1::2]).leaks is ml.audit(examples[::2], examples[1::2]).leaks is False
    assert ml.group(examples.puzzles[::-1]).tolist() == ml.dedupe(examples[::-1]).tolist() == list(range(400))
    repeated = ml.audit(disguised(copies, 3, seed=1), examples[:0])
    assert (repeated.unlike_train, repeated.train, repeated.test) == (7, 21, 0)


def test_examples_are_checked_and_chosen(examples: ml.Examples) -> None:
    solution = str(lanedoku.solve(EASY).solution)
    for form in (examples.puzzles.reshape(-1, 9, 9), [line for line, _ in examples.lines()], lanedoku.generate(400, seed=1)):
        np.testing.assert_array_equal(ml.Examples(form).solutions, examples.solutions)
    for puzzles, solutions, reason in (
        ([EASY, EASY], [solution, solution[::-1]], "puzzle 1: "),
        ([EASY], [EASY], "puzzle 0: the given solution is not the solution"),
        ([EASY], [], "solutions: expected one for each of 1 puzzles, found 0"),
        ([EASY, TWO, HARD], None, "puzzle 1: it has more than one"),
    ):
        with pytest.raises(ValueError, match=reason):
            ml.Examples(puzzles, solutions)
    with pytest.raises(ValueError, match="ratings: expected one for each of 1"):
        ml.Examples([EASY], ratings=[1, 2])
    chosen = examples[[5, 3]]
    assert chosen.sources is not None and chosen.sources.tolist() == ["s5", "s3"] and len(examples[5]) == 1
    assert len(examples[examples.puzzles[:, 0] == 0]) == (examples.puzzles[:, 0] == 0).sum() and len(examples[[]]) == 0
    joined = ml.Examples.concat([examples[:2], examples[5:6]])
    assert joined.ratings is not None and joined.ratings.tolist() == [0, 1, 5]
    assert ml.Examples.concat([examples[:1], ml.Examples([EASY])]).ratings is None
    assert len(ml.Examples.concat([])) == 0


def same(one: ml.Examples, other: ml.Examples) -> None:
    for name in ("puzzles", "solutions", "sources", "ratings"):
        a, b = getattr(one, name), getattr(other, name)
        assert (a is None) == (b is None) and (a is None or a.tolist() == b.tolist())


def test_tables_hold_what_was_written(examples: ml.Examples) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    odd = ml.Examples([EASY, HARD], sources=['a, "b"', "ü\nc"], ratings=[-1.5, 7.2])
    for whole in (ml.Examples.concat([examples, odd]), odd, ml.Examples([EASY]), ml.Examples([EASY], sources=["a"]), examples[:0]):
        table = whole.to_arrow()
        for form in (table, table.to_pandas(), table.to_pandas().astype(str) if whole.ratings is not None else table):
            same(ml.Examples.from_arrow(form), whole)
        same(ml.Examples.concat(map(ml.Examples.from_arrow, table.to_batches(100)) if len(whole) else [whole]), whole)
    polars = pytest.importorskip("polars", reason="polars is not installed")
    same(ml.Examples.from_arrow(polars.DataFrame(odd.to_arrow())), odd)
    solution = str(lanedoku.solve(EASY).solution)
    for names in (("quizzes", "solutions"), ("puzzle", "solution"), ("question", "answer"), ("quiz", "x"), ("puzzles", "rating2")):
        found = ml.Examples.from_arrow(pa.table(dict(zip(names, ([EASY.replace(".", "0")], [solution]), strict=True))))
        assert found.lines() == [(EASY, solution)] and found.ratings is found.sources is None
    # An answer under a known name is checked; a name that is given must be there.
    for names in (("quizzes", "solutions"), ("puzzle", "solution"), ("question", "answer")):
        with pytest.raises(ValueError, match="puzzle 0: the given solution is not"):
            ml.Examples.from_arrow(pa.table(dict(zip(names, ([EASY], [EASY]), strict=True))))
    table = pa.table({"quiz": [EASY, TWO], "level": [1, None]})
    for options, reason in (
        ({}, "puzzle 1: it has more than one solution"),
        ({"question": "question"}, "no column 'question'; there are quiz, level"),
        ({"answer": "solution"}, "no column 'solution'; there are quiz, level"),
        ({"question": "level"}, "dtype=str"),
    ):
        with pytest.raises((TypeError, ValueError), match=reason):
            ml.Examples.from_arrow(table, **options)
    with pytest.raises(ValueError, match="no column 'question'; there are none"):
        ml.Examples.from_arrow(pa.table({}))


def test_ratings_are_floats(examples: ml.Examples) -> None:
    levels = lanedoku.difficulty(examples.puzzles[:5]).level
    for ratings in (levels, levels.tolist(), levels.astype("float32").astype(float), [str(level) for level in levels], np.array(levels, object)):
        made = ml.Examples(examples.puzzles[:5], ratings=ratings)
        assert made.ratings is not None and made.ratings.dtype == "float64"
        np.testing.assert_allclose(made.ratings, levels, rtol=1e-6)
    some = ml.Examples([EASY, HARD, EASY], ratings=[None, 7.2, ""]).ratings
    assert some is not None and np.isnan(some).tolist() == [True, False, True]
    assert ml.Examples([EASY, HARD], ratings=[None, float("nan")]).ratings is None
    for wrong in (["hard"], [[1]], [object()], [1 + 2j]):
        with pytest.raises((TypeError, ValueError), match="^ratings: expected"):
            ml.Examples([EASY], ratings=wrong)


def test_errors_of_folders_name_the_file(examples: ml.Examples, tmp_path: Path) -> None:
    path = tmp_path / "train" / "all__labels.npy"
    ml.write_hrm(tmp_path, examples)
    labels = np.load(path)
    for wrong in (labels[:-1], labels[:, :80], labels.astype("float32")):
        np.save(path, wrong)
        with pytest.raises(ValueError, match=r"all__labels.npy: expected integers of shape \(\d+, 81\)"):
            ml.read_hrm(tmp_path)
    np.save(path, labels)
    parts = ml.scan_hrm(tmp_path, 10)
    next(parts)
    # A file that shrinks while it is read.
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(ValueError, match="all__labels.npy: "):
        next(parts)


def test_traces_as_a_file(examples: ml.Examples, tmp_path: Path) -> None:
    path = tmp_path / "traces.npy"
    easy = {"techniques": ["full house", "hidden single"]}
    expected = lanedoku.traces(examples.puzzles[:60], **easy)
    assert ml.write_traces(path, (examples[row : row + 13] for row in range(0, 60, 13)), **easy) == 65
    np.testing.assert_array_equal(np.load(path, mmap_mode="r")[:60], expected)
    solved = (expected[:, 0] > 0).sum()
    assert 0 < solved < 60 and ml.write_traces(path, examples[:60], drop=True, **easy) == solved
    np.testing.assert_array_equal(np.load(path), expected[expected[:, 0] > 0])


def test_npy_in_parts_is_that_of_numpy(tmp_path: Path) -> None:
    for dtype, shape in (("uint8", (81,)), ("int64", ()), ("int32", (2, 3)), ("float32", (5,))):
        rows = np.random.default_rng(1).integers(0, 200, (100, *shape)).astype(dtype)
        np.save(tmp_path / "whole.npy", rows)
        with NpyWriter(tmp_path / "parts.npy", dtype, shape) as writer:
            for start in range(0, 100, 33):
                writer.append(rows[start : start + 33])
            assert not (tmp_path / "parts.npy").exists()
        assert (tmp_path / "parts.npy").read_bytes() == (tmp_path / "whole.npy").read_bytes()
        (tmp_path / "parts.npy").unlink()
    with pytest.raises(ValueError, match="does not fit into uint8"), NpyWriter(tmp_path / "no.npy", "uint8") as writer:
        writer.append(np.array([256]))
    with pytest.raises(ValueError, match="expected rows of shape"), NpyWriter(tmp_path / "no.npy", "uint8", (3,)) as writer:
        writer.append(np.zeros((3, 4), "uint8"))
    assert [path.name for path in tmp_path.iterdir()] == ["whole.npy"]


# SHA-256 of the files that the scripts `dataset/build_sudoku_dataset.py` of HRM (42410da) and of TRM wrote, after
# `numpy.random.seed(7)`, from CSV files with the three training puzzles and the two test puzzles below, with the
# options `--subsample-size 2 --num-aug 5`; and with neither.
HASHES = {
    "identifiers.json": "55b844f3f061906c654510cc0c4a5834e4d336540c74a68576211b20fa5f0bea",
    "test/all__group_indices.npy": "c8b16caa0f7bbe2bf06df66bd02f201f13a961ad617f011fe3a2e540cac89a62",
    "test/all__inputs.npy": "2b50c33d68b8c33fc979636580247a6b20ea1d4488c3872a2c0005585b7292af",
    "test/all__labels.npy": "001a5298edb8d0960fa01cca232b40f50793873badc8db10c93f050c1b1f4a57",
    "test/all__puzzle_identifiers.npy": "8afa76e027d529d4e644ba4aa9329aca364ca4d4ea24d6fe29040ce4d675975b",
    "test/all__puzzle_indices.npy": "c8b16caa0f7bbe2bf06df66bd02f201f13a961ad617f011fe3a2e540cac89a62",
    "test/dataset.json": "900a58f410a655a02d98f512944307f4c4dbe47de1063e00952193c649a71342",
    "train/all__group_indices.npy": "e120c72a1dd9df49fa1a5f6d5c3dbd48451281e13e78e2755e8b253415da7220",
    "train/all__inputs.npy": "14fad5f0718859ab5b9166acfa8df346c6d87980f4a2b2ad38a57e1099cb2ecd",
    "train/all__labels.npy": "9b930075bfb61ba94f2c4ec1123170c3db289282f896a0ecfeb40b7fd5eaa1ae",
    "train/all__puzzle_identifiers.npy": "3817c2db2b315f4a0890d5e1d1fcff6e7ede706b070d78c84d9941cd450c5646",
    "train/all__puzzle_indices.npy": "549ad1481f1bff1637fad9ae1c39b45c1ec3f65acd2059b977976e9cae85c986",
    "train/dataset.json": "900a58f410a655a02d98f512944307f4c4dbe47de1063e00952193c649a71342",
}
TRM = dict.fromkeys(("train/dataset.json", "test/dataset.json"), "15b375e00a0049abb3940adb0576f4bf3afd120dd134729c2dba1cda0239f33e")
PLAIN = {
    "train/all__group_indices.npy": "3f7c5f11c6d38f164cb3cef1ac88a2a119a8556e3c9a14c32e2f24d8cba2521c",
    "train/all__inputs.npy": "932425600303abd693af28f6fd49ae85d8798100267cb617c308d4d64dd1a45c",
    "train/all__labels.npy": "12e225864e5ae36bd7fbd0e77f20ba7d6e72c8d4f3536c6da4a160a0a876f91f",
    "train/all__puzzle_identifiers.npy": "1eeec9786e6f14468051d05b8e77f97b6319fc4d6e23fa4c7100381e725ad4a4",
    "train/all__puzzle_indices.npy": "3f7c5f11c6d38f164cb3cef1ac88a2a119a8556e3c9a14c32e2f24d8cba2521c",
    "train/dataset.json": "1621c4e40adb28811afb3b8ba004296c95b8cea617aae0eeabf0e5c205e42329",
}


@pytest.mark.parametrize(("layout", "augment"), [("hrm", 5), ("hrm", 0), ("trm", 5)])
def test_folders_are_those_of_the_public_scripts(tmp_path: Path, layout: str, augment: int) -> None:
    train, test = ml.Examples([HARD, EASY, SEVENTEEN]), ml.Examples([SEVENTEEN, HARD])
    draws = np.random.RandomState(7)
    if augment:
        train = train[draws.choice(3, 2, replace=False)]
    dtype = "int64" if augment else "uint8"
    # In parts of one puzzle each.
    parts = (train[row] for row in range(len(train)))
    ml.write_hrm(tmp_path, parts, augment=augment, draws=draws, dtype=dtype, layout=layout)  # type: ignore[arg-type]
    ml.write_hrm(tmp_path, test, name="test", layout=layout)  # type: ignore[arg-type]
    expected = HASHES | (TRM if layout == "trm" else {}) | ({} if augment else PLAIN)
    for name, digest in expected.items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest, name


def test_the_layout_of_hrm_by_its_description(examples: ml.Examples, tmp_path: Path) -> None:
    some = examples[:30]
    assert ml.write_hrm(tmp_path, some, augment=4, seed=9) == 150
    arrays = {path.stem[5:]: np.load(path) for path in (tmp_path / "train").glob("*.npy")}
    puzzles, solutions = lanedoku.shuffle(some.puzzles, 4, solutions=some.solutions, seed=9)
    for row in range(30):
        start, end = arrays["group_indices"][row : row + 2]
        assert arrays["puzzle_indices"][start : end + 1].tolist() == list(range(5 * row, 5 * row + 6))
        np.testing.assert_array_equal(arrays["inputs"][start] - 1, some.puzzles[row])
        np.testing.assert_array_equal(arrays["inputs"][start + 1 : end] - 1, puzzles.cells[row])
        np.testing.assert_array_equal(arrays["labels"][start + 1 : end] - 1, solutions.cells[row])
    assert set(arrays["puzzle_identifiers"].tolist()) == {0} and len(arrays["group_indices"]) == 31
    whole = ml.read_hrm(tmp_path)
    np.testing.assert_array_equal(whole.puzzles + 1, arrays["inputs"])
    np.testing.assert_array_equal(ml.read_hrm(tmp_path, originals=True).puzzles, some.puzzles)
    assert [len(part) for part in ml.scan_hrm(tmp_path, 64)] == [64, 64, 22]
    for options in ({"augment": 1}, {"augment": 1, "seed": 1, "draws": np.random.RandomState(1)}):
        with pytest.raises(ValueError, match="require a seed or draws"):
            ml.write_hrm(tmp_path / "no", some, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="layout: "):
        ml.write_hrm(tmp_path / "no", some, layout="arc")  # type: ignore[arg-type]
    # A wrong label, and a token that is none.
    for what, token in (("labels", 3), ("inputs", 99)):
        wrong = np.load(tmp_path / "train" / f"all__{what}.npy")
        kept = wrong.copy()
        wrong[7, 0] = token if wrong[7, 0] != token else token + 1
        np.save(tmp_path / "train" / f"all__{what}.npy", wrong)
        with pytest.raises(ValueError, match="board 7: "):
            ml.read_hrm(tmp_path)
        np.save(tmp_path / "train" / f"all__{what}.npy", kept)
