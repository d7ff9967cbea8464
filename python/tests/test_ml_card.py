"""Runs the example `card.py`."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pandas

import lanedoku
from boards import TWO
from lanedoku import ml

PROGRAM = Path(__file__).parents[1] / "examples" / "card.py"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)


def test_the_card_describes_the_files(tmp_path: Path) -> None:
    made = lanedoku.generate(120, seed=1).cells
    disguises = lanedoku.shuffle(made[:30], seed=2).cells[:, 0]
    for name, puzzles in (("one", made), ("two", disguises)):
        ml.Examples(puzzles).to_arrow().to_pandas().to_csv(tmp_path / f"{name}.csv", index=False)
    arguments = (tmp_path / "one.csv", tmp_path / "two.csv", "--test", 0.25, "--rated", 20, "--hrm", 3, "--out", tmp_path / "set")
    ended = run(*arguments)
    assert ended.returncode == 0, ended.stderr
    card = (tmp_path / "set" / "README.md").read_text()
    train, test = (ml.Examples.from_arrow(pandas.read_csv(tmp_path / "set" / f"{name}.csv", dtype=str)) for name in ("train", "test"))
    assert len(train) + len(test) == 120 and 10 < len(test) < 60 and not ml.audit(train, test).leaks
    for text in (
        f"| train | {len(train)} | {len(train)} |",
        f"| test | {len(test)} | {len(test)} |",
        "30 of 150 puzzles were",
        f"0 of {len(test)} test puzzles are disguises of training puzzles",
        f"lanedoku {lanedoku.__version__}, ",
        f"--test 0.25 --rated 20 --hrm 3 --out {tmp_path / 'set'}",
        f"(seed 1): {4 * len(train)} and {len(test)} boards.",
    ):
        assert text in card, text
    hashes = dict(re.findall(r"^\| (\S+) \| ([0-9a-f]{64}) \|$", card, re.MULTILINE))
    assert len(hashes) == 14
    for name, digest in hashes.items():
        assert hashlib.sha256((tmp_path / "set" / name).read_bytes()).hexdigest() == digest
    assert len(ml.read_hrm(tmp_path / "set")) == 4 * len(train)
    assert run(*arguments).returncode == 0 and (tmp_path / "set" / "README.md").read_text() == card


def test_errors_of_the_card(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(f"question\n{TWO}\n")
    for arguments, text in (
        ((), "expected files, or --generate"),
        ((tmp_path / "none.csv",), "none.csv"),
        ((tmp_path / "bad.csv",), "bad.csv: puzzle 0: it has more than one solution"),
        (("--generate", 5, "--test", 2), "--test: expected a share"),
    ):
        ended = run(*arguments, "--out", tmp_path / "set")
        assert ended.returncode == 2 and text in ended.stderr and "Traceback" not in ended.stderr
    assert not (tmp_path / "set").exists()
