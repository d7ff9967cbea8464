"""Makes a data set for training, and a card that describes it in figures.

    python card.py puzzles.csv more.parquet --out dataset
    python card.py --generate 10000 --out dataset --hrm 1000

The puzzles come from CSV or Parquet files with a column of puzzles, or are generated. Each must have exactly one solution.
The folder ``--out`` gets:

- ``train.csv`` and ``test.csv``: ``question,answer``, and ``source`` and ``rating`` if all files have them, without disguises of one puzzle. No test puzzle, and
  no solution of one, is a disguise of a training one.
- ``README.md``: how many puzzles there are and how hard they are, how they were split, the seed, the version of lanedoku,
  the command, and the hash of each file. Hugging Face shows it as the card of the data set.
- with ``--hrm K``: ``train/`` and ``test/`` in the layout of HRM, with ``K`` disguises of each training puzzle.

The same command with the same files and version makes the same files.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import sys
from pathlib import Path

import lanedoku
import numpy as np
import pandas
from lanedoku import ml

SEED_OF_SAMPLE = 1


def read(options: argparse.Namespace) -> ml.Examples:
    """Returns the puzzles of all files, or generated ones."""
    if options.generate is not None:
        made = lanedoku.generate(options.generate, seed=options.seed)
        return ml.Examples(made, sources=[f"lanedoku {options.seed}/{number}" for number in range(len(made))])
    parts = []
    for path in options.paths:
        table = pandas.read_parquet(path) if path.endswith(".parquet") else pandas.read_csv(path, dtype=str)
        try:
            parts.append(ml.Examples.from_arrow(table, question=options.question, answer=options.answer))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return ml.Examples.concat(parts)


def table(head: list[str], rows: list[list[object]]) -> str:
    """Returns a table in Markdown."""
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def five(values: np.ndarray, digits: int) -> list[str]:
    """Returns the least value, the quartiles and the largest value."""
    return [f"{value:.{digits}f}" for value in np.quantile(values, [0, 0.25, 0.5, 0.75, 1])] if len(values) else ["-"] * 5


def hardness(parts: dict[str, ml.Examples], most: int) -> tuple[str, str]:
    """Returns how hard the puzzles are: tables of clues and levels, and of the techniques that the puzzles need."""
    rows: list[list[object]] = []
    needs: dict[str, dict[str, int]] = {}
    sampled = []
    for name, part in parts.items():
        rows.append([name, "clues", *five((part.puzzles > 0).sum(1), 0)])
        if len(part) > most:
            sampled.append(f"{most:,} of the {len(part):,} {name} puzzles")
            part = part[np.sort(np.random.RandomState(SEED_OF_SAMPLE).permutation(len(part))[:most])]
        hard = lanedoku.difficulty(part.puzzles)
        solved = hard.level[np.array(hard.hardest_names()) != "needs more"] if len(part) else hard.level
        rows.append([name, "level", *five(solved, 1)])
        for technique in hard.hardest_names():
            needs.setdefault(technique, dict.fromkeys(parts, 0))[name] += 1
    order = [technique for technique in lanedoku.TECHNIQUES if technique in needs]
    levels = table(["set", "", "least", "quarter", "median", "three quarters", "most"], rows)
    counts = table(["hardest technique", *parts], [[name, *(needs[name][part] for part in parts)] for name in order])
    note = f"\n\nThe levels and techniques are those of {' and '.join(sampled)}, chosen at random." if sampled else ""
    return levels, counts + note


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Makes a data set for training, and its card.")
    parser.add_argument("paths", nargs="*", help="CSV or Parquet files")
    parser.add_argument("--generate", type=int, metavar="N", help="generate N minimal puzzles instead")
    parser.add_argument("--question", help="the column of the puzzles (default: question, puzzle or quizzes)")
    parser.add_argument("--answer", help="the column of the solutions (default: answer or solution, if there is one)")
    parser.add_argument("--test", type=float, default=0.1, help="the share of the solution grids in the test set (default: 0.1)")
    parser.add_argument("--seed", type=int, default=1, help="of the split, the disguises, and generated puzzles (default: 1)")
    parser.add_argument("--hrm", type=int, metavar="K", help="also write the layout of HRM, with K disguises a training puzzle")
    parser.add_argument("--rated", type=int, default=10_000, help="the most puzzles of a set that are rated (default: 10000)")
    parser.add_argument("--out", required=True, help="the folder to write")
    options = parser.parse_args(arguments)
    if (options.generate is None) == (not options.paths):
        parser.error("expected files, or --generate")
    if not 0 <= options.test <= 1:
        parser.error("--test: expected a share from 0 to 1")
    given = sys.argv[1:] if arguments is None else arguments

    try:
        everything = read(options)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    kept = everything[ml.dedupe(everything)]
    rows = ml.split(kept, {"test": options.test, "train": 1 - options.test}, seed=options.seed)
    parts = {name: kept[rows[name]] for name in ("train", "test")}
    audit = ml.audit(parts["train"], parts["test"])
    assert not audit.leaks, "the split separates them"

    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    for name, part in parts.items():
        part.to_arrow().to_pandas().to_csv(out / f"{name}.csv", index=False)
    boards = {}
    if options.hrm is not None:
        for name, part in parts.items():
            augment = options.hrm if name == "train" else 0
            boards[name] = ml.write_hrm(out, part, name=name, augment=augment, seed=options.seed)

    grids = {name: len(ml.dedupe(part.solutions)) for name, part in parts.items()}
    levels, techniques = hardness(parts, options.rated)
    written = [out / f"{name}.csv" for name in parts]
    written += [path for name in boards for path in sorted((out / name).iterdir())]
    hashes = [[path.relative_to(out), hashlib.sha256(path.read_bytes()).hexdigest()] for path in written]
    removed = len(everything) - len(kept)
    card = f"""---
configs:
- config_name: default
  data_files:
  - split: train
    path: train.csv
  - split: test
    path: test.csv
tags:
- sudoku
---
# Sudoku puzzles

{table(["set", "puzzles", "solution grids, if disguises count once"], [[name, f"{len(part):,}", f"{grids[name]:,}"] for name, part in parts.items()])}

Each puzzle has exactly one solution, which is the answer; both were checked. {removed:,} of {len(everything):,} puzzles were
removed, because they were disguises of others: the same puzzle with its digits renamed, its rows, columns, bands or
stacks exchanged, or transposed.

Columns: `question` (81 characters, `.` for an open cell), `answer` (81 digits), and if they were given, `source` and
`rating`.

## How hard

{levels}

The level is that of the hardest step on the scale of Sudoku Explainer, for the puzzles that the techniques solve.

{techniques}

## Split

By the canonical form of the solution, with seed {options.seed}: a share of {options.test:g} of the grids for the test.

> {str(audit).replace(chr(10), chr(10) + "> ")}

## Made by

lanedoku {lanedoku.__version__}, with numpy {np.__version__}:

```sh
python card.py {shlex.join(given)}
```

{table(["file", "SHA-256"], hashes)}
"""
    if boards:
        card = card.replace(
            "\n## How hard",
            f"\n`train/` and `test/` have the layout of HRM, with {options.hrm:,} disguises of each training puzzle "
            f"(seed {options.seed}): {boards['train']:,} and {boards['test']:,} boards.\n\n## How hard",
        )
    (out / "README.md").write_text(card)
    print(audit)
    print(f"{out / 'README.md'}: {', '.join(f'{len(part)} {name}' for name, part in parts.items())}")


if __name__ == "__main__":
    main()
