"""Types of arrays; arguments that many functions have."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = [
    "Bools",
    "Bytes",
    "Doubles",
    "Longs",
    "Progress",
    "Words",
    "call_of",
    "limits_of",
    "most_of",
    "numpy",
    "raw",
    "threads_of",
    "unsigned",
]

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes: TypeAlias = NDArray[np.uint8]
    Bools: TypeAlias = NDArray[np.bool_]
    Words: TypeAlias = NDArray[np.uint32]
    Longs: TypeAlias = NDArray[np.uint64]
    Doubles: TypeAlias = NDArray[np.float64]

Progress: TypeAlias = Callable[[int, int], object]


def raw(array: Any) -> memoryview:
    """Returns the bytes of an array."""
    view = memoryview(array)
    # An empty memoryview cannot be cast.
    return view.cast("B") if view.nbytes else memoryview(b"")


def threads_of(threads: int | None) -> int:
    """Returns the number of threads to use."""
    if threads is None:
        cores = getattr(os, "process_cpu_count", None)
        if cores is not None:
            return cores() or 1
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return unsigned(threads, "threads", 1024, least=1)


def call_of(
    threads: int | None, progress: Progress | None, step_limit: int | None = None, timeout: float | None = None
) -> tuple[int, Progress | None, int, float | None]:
    """Returns how a call over many rows runs, for the compiled part; raises TypeError or ValueError as the next ones do."""
    return threads_of(threads), progress, *limits_of(step_limit, timeout)


def limits_of(step_limit: int | None, timeout: float | None) -> tuple[int, float | None]:
    """Returns the limits of a search for the compiled part; raises TypeError or ValueError if they are not in range."""
    steps = 0 if step_limit is None else unsigned(step_limit, "step_limit")
    if timeout is None:
        return steps, None
    if not isinstance(timeout, Real):
        raise TypeError(f"timeout: expected seconds or None, found {timeout!r}")
    # Also false for NaN.
    if not timeout >= 0:
        raise ValueError(f"timeout: expected seconds from 0, found {timeout}")
    return steps, float(timeout)


def most_of(max: int | None) -> int:
    """Returns the maximum number of answers for the compiled part."""
    return 2**64 - 1 if max is None else unsigned(max, "max")


def unsigned(value: int, name: str, most: int = 2**64 - 1, least: int = 0) -> int:
    """Returns a value as an integer; raises TypeError or ValueError if it is not one in range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, found {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected {least} to {most}, found {number}")
    return number
