"""A demonstration: ``python -m lanedoku``."""

from __future__ import annotations

import time

import lanedoku


def main() -> None:
    """Generates puzzles, solves them all, and prints one."""
    n = 100_000
    puzzles = lanedoku.generate(n, seed=1)
    print(f">>> puzzles = lanedoku.generate({n}, seed=1)")
    start = time.perf_counter()
    batch = lanedoku.solve_batch(puzzles.cells)
    seconds = time.perf_counter() - start
    print(">>> batch = lanedoku.solve_batch(puzzles.cells)")
    print(f"{batch!r}")
    print(f"in {seconds * 1000:.0f} ms: {n / seconds:,.0f} puzzles a second, kernel {lanedoku.kernel()}\n")
    print(f">>> puzzles[0]\n{puzzles[0]!r}\n\n>>> batch[0]\n{batch[0]!r}")


if __name__ == "__main__":
    main()
