"""Solves the same puzzles with several packages, and compares their speed with that of the batch in Rust.

    pip install py-sudoku sudokum dokusan
    python benches/packages.py [--tdoku libtdoku.so] [--puzzles FILE] [--csv FILE]

Every answer is checked. Packages that are not installed are named and left out. Slow packages solve fewer puzzles.
tdoku is a shared library, called through ctypes.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np

import lanedoku
from lanedoku import _lanedoku

ROUNDS = 9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=Path, help="a file with one puzzle per line; by default, minimal puzzles are generated")
    parser.add_argument("-n", type=int, default=50_000, help="number of puzzles")
    parser.add_argument("--tdoku", type=Path, help="a shared library with tdoku's C functions")
    parser.add_argument("--csv", type=Path, help="write the results to this CSV file")
    options = parser.parse_args()
    if options.puzzles:
        lines = [line[:81] for line in options.puzzles.read_text().splitlines() if len(line) >= 81]
        if not lines:
            parser.error(f"{options.puzzles}: no line has 81 characters")
        lines = (lines * (options.n // len(lines) + 1))[: options.n]
    else:
        lines = [str(board) for board in lanedoku.generate(options.n, seed=1)]
    text = np.array(lines, "S81")
    digits = np.frombuffer("".join(lines).replace(".", "0").encode(), "uint8").reshape(-1, 81) - 48
    solutions = lanedoku.solve_batch(digits).solutions
    assert lanedoku.is_solution(solutions, digits).all(), "an answer is wrong"

    figures = batch_ratios(digits, text, lines)
    rust = figures[0][1]
    participants: dict[str, tuple[int, Callable[[str], str]]] = {}
    packages = [*PACKAGES]
    if options.tdoku:
        packages.insert(0, ("tdoku by ctypes, one solution", 5_000, lambda: tdoku(options.tdoku)))
    else:
        print("without tdoku: --tdoku names its shared library")
    for name, count, start in packages:
        try:
            participants[name] = (count, start())
        except ImportError:
            print(f"without {name}: it is not installed")
    figures += one_by_one(participants, digits, lines, solutions)
    if options.csv:
        rows = [f'"{call}",{speed:.1f},{rust / speed:.3f}' for call, speed in figures]
        head = [f"# {line}" for line in about()]
        options.csv.write_text("\n".join([*head, "call,puzzles_per_second,time_ratio", *rows, ""]))


def about() -> list[str]:
    """The commit, the machine, the date, the versions and the command of this run."""
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    return [
        f"lanedoku: commit {commit or 'unknown'}, kernel {lanedoku.kernel()}",
        f"machine: {cpu_name()}, {os.cpu_count()} cores",
        f"date: {date.today().isoformat()}",
        f"versions: Python {platform.python_version()}, numpy {np.__version__}",
        f"command: python python/benches/packages.py {' '.join(Path(part).name for part in sys.argv[1:])}",
    ]


def cpu_name() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def batch_ratios(digits: np.ndarray, text: np.ndarray, lines: list[str]) -> list[tuple[str, float]]:
    """Times the batch on one thread, interleaved with the batch in Rust; returns puzzles a second."""
    rows = _lanedoku.Rows(digits)
    forms = {"uint8[n, 81]": digits, "S81": text, "list of str": lines}
    ratios: dict[str, list[float]] = {name: [] for name in [*forms, "uint8[n, 81] on all cores"]}
    rust = []
    for _ in range(ROUNDS):
        seconds, unique = _lanedoku.plain_batch(rows)
        assert unique == len(lines)
        rust.append(seconds)
        for name, form in forms.items():
            ratios[name].append(timed(lambda form=form: lanedoku.solve_batch(form, threads=1)) / seconds)
        ratios["uint8[n, 81] on all cores"].append(timed(lambda: lanedoku.solve_batch(digits)) / seconds)
    print(f"the batch in Rust, one thread: {len(lines) / statistics.median(rust):,.0f} puzzles a second")
    print("time relative to it, median and least:")
    for name, values in ratios.items():
        print(f"  {name:28} {statistics.median(values):5.2f} {min(values):5.2f}")
    rust_speed = len(lines) / statistics.median(rust)
    calls = [(f"`solve_batch` of {name}", rust_speed / statistics.median(values)) for name, values in ratios.items()]
    return [("the batch in Rust", rust_speed), *calls]


def one_by_one(
    participants: dict[str, tuple[int, Callable[[str], str]]],
    digits: np.ndarray,
    lines: list[str],
    solutions: np.ndarray,
) -> list[tuple[str, float]]:
    """Times packages that solve one puzzle per call; returns puzzles a second."""
    speeds = []
    ours = statistics.median(timed(lambda: lanedoku.solve_batch(digits, threads=1)) for _ in range(ROUNDS)) / len(lines)
    print(f"\n{'package':28} {'puzzles a second':>16} {'lanedoku is':>12}")
    print(f"{'lanedoku.solve_batch':28} {1 / ours:16,.0f}")
    for name, (count, solve) in participants.items():
        some = lines[:count]
        start = time.perf_counter()
        answers = [solve(line) for line in some]
        each = (time.perf_counter() - start) / len(some)
        if any(answer != "".join(map(str, right)) for answer, right in zip(answers, solutions, strict=False)):
            print(f"{name:28} {'an answer is wrong':>29}")
            continue
        print(f"{name:28} {1 / each:16,.0f} {each / ours:10,.0f} x")
        speeds.append((name, 1 / each))
    return speeds


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def tdoku(path: Path) -> Callable[[str], str]:
    function = ctypes.CDLL(str(path.resolve())).TdokuSolverDpllTriadSimd
    function.restype = ctypes.c_size_t
    function.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_void_p]
    solution, guesses = ctypes.create_string_buffer(82), ctypes.c_size_t()

    def solve(line: str) -> str:
        # tdoku writes the solution only if the limit is one.
        assert function(line.encode(), 1, 0, solution, ctypes.byref(guesses)) == 1
        return solution.raw[:81].decode()

    return solve


def lanedoku_alone() -> Callable[[str], str]:
    return lambda line: str(lanedoku.solve(line).solution)


def py_sudoku() -> Callable[[str], str]:
    from sudoku import Sudoku

    def solve(line: str) -> str:
        rows = [[int(cell) if cell != "." else 0 for cell in line[9 * row : 9 * row + 9]] for row in range(9)]
        return "".join(str(cell) for row in Sudoku(3, 3, board=rows).solve().board for cell in row)

    return solve


def sudokum() -> Callable[[str], str]:
    import sudokum

    def solve(line: str) -> str:
        rows = [[int(cell) if cell != "." else 0 for cell in line[9 * row : 9 * row + 9]] for row in range(9)]
        _, solved = sudokum.solve(rows)
        return "".join(str(int(cell)) for row in solved for cell in row)

    return solve


def dokusan() -> Callable[[str], str]:
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    def solve(line: str) -> str:
        board = Sudoku.from_list(
            [[int(cell) if cell != "." else 0 for cell in line[9 * row : 9 * row + 9]] for row in range(9)],
            box_size=BoxSize(3, 3),
        )
        return str(solvers.backtrack(board)).replace("\n", "")

    return solve


PACKAGES = (
    ("lanedoku.solve", 5_000, lanedoku_alone),
    ("py-sudoku", 20, py_sudoku),
    ("sudokum", 20, sudokum),
    ("dokusan", 5, dokusan),
)

if __name__ == "__main__":
    main()
