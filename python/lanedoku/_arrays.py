"""Output arrays: numpy arrays if numpy is installed, memoryviews otherwise."""

from __future__ import annotations

import operator
import os
from math import prod
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = ["Bools", "Bytes", "Longs", "Words", "as_bytes", "make", "numpy", "raw", "seconds_of", "threads_of", "unsigned"]

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

_FORMATS = {"uint8": ("B", 1), "bool": ("?", 1), "uint32": ("I", 4), "uint64": ("Q", 8)}


def make(shape: tuple[int, ...], dtype: str) -> Any:
    """Returns an array of zeros."""
    if numpy is not None:
        return numpy.zeros(shape, dtype)
    form, size = _FORMATS[dtype]
    memory: Any = memoryview(bytearray(prod(shape) * size))
    # A memoryview cannot have a zero in its shape.
    return memory.cast(form, shape) if memory else memory.cast(form)


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


def seconds_of(timeout: float | None) -> float | None:
    """Returns the seconds of a timeout; raises TypeError or ValueError if they are not a number from 0."""
    if timeout is None:
        return None
    if not isinstance(timeout, Real):
        raise TypeError(f"timeout: expected seconds or None, found {timeout!r}")
    # Also false for NaN.
    if not timeout >= 0:
        raise ValueError(f"timeout: expected seconds from 0, found {timeout}")
    return float(timeout)


def unsigned(value: int, name: str, most: int = 2**64 - 1, least: int = 0) -> int:
    """Returns a value as an integer; raises TypeError or ValueError if it is not one in range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected an integer, found {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected {least} to {most}, found {number}")
    return number
