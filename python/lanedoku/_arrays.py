"""Output arrays: numpy arrays if numpy is installed, memoryviews otherwise."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from math import prod
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = [
    "Bools",
    "Bytes",
    "Doubles",
    "Longs",
    "Progress",
    "Words",
    "as_bytes",
    "limits_of",
    "make",
    "make_boards",
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

_FORMATS = {"uint8": ("B", 1), "bool": ("?", 1), "uint32": ("I", 4), "uint64": ("Q", 8), "float64": ("d", 8)}


def make(shape: tuple[int, ...], dtype: str) -> Any:
    """Returns an array of zeros."""
    if numpy is not None:
        return numpy.zeros(shape, dtype)
    form, size = _FORMATS[dtype]
    count = prod(shape)
    # An empty bytearray need not be aligned.
    memory: Any = memoryview(bytearray(max(count, 1) * size))
    # A memoryview cannot have a zero in its shape.
    return memory.cast(form, shape) if count else memory.cast(form)[:0]


def make_boards(count: int, out: Any = None, copies: int | None = None) -> Any:
    """Returns an array for boards: a new one, or ``out`` if its shape fits. ``copies`` is the number for each row."""
    shape = (count,) if copies is None else (count, copies)
    if out is None:
        return make((*shape, 81), "uint8")
    found = memoryview(out).shape
    if found not in ((*shape, 81), (*shape, 9, 9)):
        raise ValueError(f"out: expected an array of shape {(*shape, 81)} or {(*shape, 9, 9)}, found {found}")
    return out


def raw(array: Any) -> memoryview:
    """Returns the bytes of an array."""
    view = memoryview(array)
    # An empty memoryview cannot be cast.
    return view.cast("B") if view.nbytes else memoryview(b"")


def as_bytes(array: Any) -> Any:
    """Returns a view of a boolean array as bytes, for the compiled part."""
    return array.view("uint8") if numpy is not None else array.cast("B")


def threads_of(threads: int | None) -> int:
    """Returns the number of threads to use."""
    if threads is None:
        cores = getattr(os, "process_cpu_count", None)
        if cores is not None:
            return cores() or 1
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return unsigned(threads, "threads", 1024, least=1)


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


def unsigned(value: int, name: str, most: int = 2**64 - 1, least: int = 0) -> int:
    """Returns a value as an integer; raises TypeError or ValueError if it is not one in range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, found {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected {least} to {most}, found {number}")
    return number
