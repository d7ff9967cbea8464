"""The folders of `.npy` and JSON that HRM and TRM train on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import numpy as np

from .._arrays import unsigned
from .._making import shuffle
from ._examples import Examples, Parts, _checked, parts_of
from ._npy import NpyWriter

__all__ = ["read_hrm", "scan_hrm", "write_hrm"]

_ROWS = 1 << 16
"""The boards in memory at a time."""


def write_hrm(
    folder: str | os.PathLike[str],
    examples: Parts,
    *,
    name: str = "train",
    augment: int = 0,
    seed: int | None = None,
    draws: np.random.RandomState | None = None,
    dtype: Any = "uint8",
    layout: Literal["hrm", "trm"] = "hrm",
) -> int:
    """Writes a set in the layout on which the Hierarchical Reasoning Model (``hrm``) and the Tiny Recursive Model (``trm``)
    train, and returns the number of boards.

    The folder ``folder/name`` gets ``all__inputs.npy`` and ``all__labels.npy`` (``[m, 81]``: the puzzles and the
    solutions, 1 for an open cell, 2 to 10 for a digit), ``all__puzzle_identifiers.npy`` (``int32[m]``, zeros),
    ``all__puzzle_indices.npy`` (``int32[m + 1]``), ``all__group_indices.npy`` (``int32[n + 1]``: where each puzzle starts,
    which its disguises follow) and ``dataset.json``. The folder ``folder`` gets ``identifiers.json``.

    Args:
        examples: :class:`Examples`, or an iterable of them, of which one at a time is in memory; ``n`` puzzles in all.
        name: ``train`` or ``test``.
        augment: the number of disguises of each puzzle, so that ``m`` is ``n * (1 + augment)``.
        seed: the disguises are those of ``lanedoku.shuffle(..., augment, seed=seed)``.
        draws: instead of a seed, numpy's older generator, from which the disguises are drawn in the order of the script
            ``build_sudoku_dataset.py`` of HRM: after its ``numpy.random.seed(7)``, the files are those for
            ``draws=numpy.random.RandomState(7)``, byte by byte. Its option ``--subsample-size m`` is then
            ``examples[draws.choice(len(examples), m, replace=False)]``, drawn before.
        dtype: the type of inputs and labels. The script writes ``int64`` if it augments, ``uint8`` otherwise.
        layout: ``trm`` adds a number to ``dataset.json``, which HRM ignores and TRM requires.

    Raises:
        ValueError: if disguises are wanted without a seed, or with a seed and draws; if there are 2**31 boards or more.

    >>> import tempfile
    >>> from lanedoku import generate
    >>> folder = tempfile.mkdtemp()
    >>> write_hrm(folder, Examples(generate(10, seed=1)), augment=99, seed=2)
    1000
    >>> read_hrm(folder), read_hrm(folder, originals=True)
    (Examples: 1000, Examples: 10)
    """
    augment = unsigned(augment, "augment", 2**31)
    if seed is not None and draws is not None or (augment and seed is None and draws is None):
        raise ValueError("augment: disguises require a seed or draws, one of the two")
    if layout not in ("hrm", "trm"):
        raise ValueError(f"layout: expected 'hrm' or 'trm', found {layout!r}")
    place = Path(folder) / name
    place.mkdir(parents=True, exist_ok=True)
    each = 1 + augment
    groups = 0
    with ExitStack() as stack:

        def writer(what: str, kind: Any, *row_shape: int) -> NpyWriter:
            return stack.enter_context(NpyWriter(place / f"all__{what}.npy", kind, row_shape))

        inputs, labels = writer("inputs", dtype, 81), writer("labels", dtype, 81)
        identifiers, indices = writer("puzzle_identifiers", "int32"), writer("puzzle_indices", "int32")
        starts = writer("group_indices", "int32")
        for index in (indices, starts):
            index.append(np.zeros(1, "int32"))
        for part in parts_of(examples, max(_ROWS // each, 1)):
            first, boards = groups * each, len(part) * each
            if first + boards >= 2**31:
                raise ValueError(f"the layout has room for {2**31 - 1} boards")
            for file, made in zip((inputs, labels), _augmented(part, augment, seed, draws, groups), strict=True):
                file.append(made + 1)
            identifiers.append(np.zeros(boards, "int32"))
            indices.append(np.arange(first + 1, first + boards + 1))
            starts.append(np.arange(first + each, first + boards + 1, each))
            groups += len(part)
    described = {
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "vocab_size": 11,
        "seq_len": 81,
        "num_puzzle_identifiers": 1,
        "total_groups": groups,
        "mean_puzzle_examples": 1.0,
        **({"total_puzzles": groups} if layout == "trm" else {}),
        "sets": ["all"],
    }
    (place / "dataset.json").write_text(json.dumps(described))
    (Path(folder) / "identifiers.json").write_text(json.dumps(["<blank>"]))
    return groups * each


def _augmented(part: Examples, augment: int, seed: int | None, draws: Any, first: int) -> tuple[Any, Any]:
    """Returns the puzzles and the solutions, each followed by its disguises, as ``uint8[m, 81]``."""
    if not augment:
        return part.puzzles, part.solutions
    if draws is None:
        assert seed is not None, "checked by the caller"
        made = shuffle(part.puzzles, augment, solutions=part.solutions, seed=seed, first=first)
        disguises = [boards.cells for boards in made]
    else:
        disguises = list(_drawn(part, augment, draws))
    boards = zip((part.puzzles, part.solutions), disguises, strict=True)
    puzzles, solutions = (np.concatenate([plain[:, None], other], 1).reshape(-1, 81) for plain, other in boards)
    return puzzles, solutions


def _drawn(part: Examples, augment: int, draws: np.random.RandomState) -> tuple[Any, Any]:
    """Returns disguises as the script of HRM draws them, ``uint8[n, augment, 81]``.

    For each disguise, it draws the digits that take the places of 1 to 9, then a number below 0.5 if the board is
    transposed, then the order of the bands and of the rows within each, then the same of the stacks and the columns.
    """
    count = len(part) * augment
    names, cells = np.zeros((count, 10), "uint8"), np.empty((count, 81), "uint8")
    numbers = np.arange(81, dtype="uint8").reshape(9, 9)

    def lines() -> Any:
        return np.concatenate([3 * band + draws.permutation(3) for band in draws.permutation(3)])

    for row in range(count):
        names[row, 1:] = 1 + draws.permutation(9)
        board = numbers.T if draws.rand() < 0.5 else numbers
        rows = lines()
        cells[row] = board[rows][:, lines()].reshape(81)

    def made(boards: Any) -> Any:
        placed = np.take_along_axis(np.repeat(boards, augment, 0), cells, 1)
        return np.take_along_axis(names, placed, 1).reshape(-1, augment, 81)

    return made(part.puzzles), made(part.solutions)


def scan_hrm(
    folder: str | os.PathLike[str], rows: int = _ROWS, *, name: str = "train", originals: bool = False
) -> Iterator[Examples]:
    """Iterates over the examples of a folder, ``rows`` at a time, which alone are in memory. The arguments and the errors
    are those of :func:`read_hrm`.
    """
    rows = unsigned(rows, "rows", 2**32, least=1)
    place = Path(folder) / name
    sets = json.loads((place / "dataset.json").read_text()).get("sets", ["all"])
    for prefix in sets:
        boards = [place / f"{prefix}__{what}.npy" for what in ("inputs", "labels")]
        length = len(_mapped(boards[0]))
        for path in boards:
            found = _mapped(path)
            if found.shape != (length, 81) or found.dtype.kind not in "iu":
                raise ValueError(f"{path}: expected integers of shape {(length, 81)}, found {found.dtype} of {found.shape}")
        indices, groups = (_mapped(place / f"{prefix}__{what}.npy") for what in ("puzzle_indices", "group_indices"))
        kept = indices[groups[:-1]] if originals else range(length)
        for start in range(0, len(kept), rows):
            chosen = kept[start : start + rows]
            where = chosen if originals else slice(start, start + rows)
            # Mapped again for each part, so that the pages of the parts before do not stay in memory.
            inputs, labels = map(_mapped, boards)
            (puzzles, solutions), fault = _checked(*(_digits(tokens[where]) for tokens in (inputs, labels)))
            if fault is not None:
                raise ValueError(f"{place}, board {chosen[fault[0]]}: {fault[1]}")
            yield Examples._of(puzzles, solutions)


def _mapped(path: Path) -> Any:
    try:
        return np.load(path, mmap_mode="r")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _digits(tokens: Any) -> Any:
    # A token of 0 is no cell, and becomes a digit that no board has.
    return np.where((tokens >= 1) & (tokens <= 10), tokens - 1, 10).astype("uint8")


def read_hrm(folder: str | os.PathLike[str], *, name: str = "train", originals: bool = False) -> Examples:
    """Reads a set in the layout of :func:`write_hrm`. :func:`scan_hrm` reads one that does not fit into memory.

    Args:
        folder: the folder that contains ``train`` and ``test``.
        name: ``train`` or ``test``.
        originals: True for the first board of each group alone, without its disguises.

    Raises:
        ValueError: if a puzzle does not have exactly one solution, or its labels are not this solution. The message names
            the board.
    """
    return Examples.concat(scan_hrm(folder, name=name, originals=originals))
