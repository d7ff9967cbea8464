"""Arrow columns whose capsules lie are errors, as far as the C data interface lets a consumer see it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest

import lanedoku
from boards import EASY, HARD

pa = pytest.importorskip("pyarrow")


class Schema(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_char_p) for name in ("format", "name", "metadata")),
        *((name, ctypes.c_int64) for name in ("flags", "n_children")),
        *((name, ctypes.c_void_p) for name in ("children", "dictionary", "release", "private_data")),
    ]


class Array(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
        ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        *((name, ctypes.c_void_p) for name in ("children", "dictionary", "release", "private_data")),
    ]


class Stream(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def at(capsule: object, name: str, kind: Any) -> Any:
    return kind.from_address(pointer(capsule, name.encode()))


class Column:
    """A column that exports these capsules."""

    def __init__(self, schema: object, array: object) -> None:
        self.capsules = schema, array

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.capsules


KINDS = {
    "utf8": pa.utf8(),
    "large_utf8": pa.large_utf8(),
    "string_view": pa.string_view(),
    "binary": pa.binary(),
    "binary_view": pa.binary_view(),
    "fixed": pa.binary(81),
}
ROWS = [HARD.encode(), EASY.encode()]
# What the pointers point to.
KEPT: list[Any] = []
RELEASED = Array()


def put(name: str, value: Any) -> Callable[[Any], None]:
    return lambda array: setattr(array, name, value)


def buffer(place: int, value: Any) -> Callable[[Any], None]:
    def change(array: Any) -> None:
        array.buffers[place] = value

    return change


def child(array: Any) -> None:
    # A released one, because the producer releases its children.
    children = (ctypes.c_void_p * 1)(ctypes.addressof(RELEASED))
    KEPT.append(children)
    array.n_children, array.children = 1, ctypes.addressof(children)


def offsets(kind: Any, *values: int) -> Callable[[Any], None]:
    def change(array: Any) -> None:
        numbers = (kind * len(values))(*values)
        KEPT.append(numbers)
        array.buffers[1] = ctypes.addressof(numbers)

    return change


def view_length(value: int) -> Callable[[Any], None]:
    def change(array: Any) -> None:
        numbers = (ctypes.c_int64 * 1)(value)
        KEPT.append(numbers)
        array.buffers[array.n_buffers - 1] = ctypes.addressof(numbers)

    return change


EVERY = [
    (put("length", -1), "negative length"),
    (put("length", 2**63 - 1), "beyond the memory"),
    (put("length", 2**60), "beyond the memory"),
    (put("offset", -5), "negative length or offset"),
    (put("offset", 2**63 - 1), "beyond the memory"),
    (put("null_count", 3), "wrong number of nulls"),
    (put("null_count", -2), "wrong number of nulls"),
    (put("null_count", 1), "nulls and no bits"),
    (put("n_buffers", 0), "wrong number of buffers"),
    (put("n_buffers", -1), "wrong number of buffers"),
    (put("n_buffers", 1), "wrong number of buffers"),
    (put("n_buffers", 2**62), "wrong number of buffers"),
    (child, "children"),
    (put("n_children", -1), "children"),
    (put("buffers", None), "no buffers"),
    (buffer(1, None), "rows and no buffer"),
]
TEXTS = [
    (buffer(2, None), "texts and no buffer"),
    (put("n_buffers", 2), "wrong number of buffers"),
    (put("n_buffers", 4), "wrong number of buffers"),
]
VIEWS = [
    (buffer(2, None), "wrong length of a buffer"),
    (buffer(3, None), "no lengths"),
    (view_length(-1), "wrong length of a buffer"),
    (view_length(-(2**63)), "wrong length of a buffer"),
    (put("n_buffers", 2), "wrong number of buffers"),
]
LIES = [
    *((kind, *lie) for kind in KINDS for lie in EVERY if not (kind == "fixed" and lie[1] == "rows")),
    *((kind, *lie) for kind in ("utf8", "large_utf8", "binary") for lie in TEXTS),
    *((kind, *lie) for kind in ("string_view", "binary_view") for lie in VIEWS),
    ("fixed", put("n_buffers", 3), "wrong number of buffers"),
    ("utf8", offsets(ctypes.c_int32, 0, 81, -1), "wrong offsets"),
    ("utf8", offsets(ctypes.c_int32, -81, 0, 81), "wrong offsets"),
    ("utf8", offsets(ctypes.c_int32, 81, 162, 0), "wrong offsets"),
    ("large_utf8", offsets(ctypes.c_int64, 0, 81, -(2**63)), "wrong offsets"),
    ("large_utf8", offsets(ctypes.c_int64, 0, 81, 2**62), "wrong offsets"),
]


@pytest.mark.parametrize("number", range(len(LIES)))
def test_an_array_that_lies(number: int) -> None:
    kind, change, text = LIES[number]
    schema, array = pa.array(ROWS, pa.binary()).cast(KINDS[kind]).__arrow_c_array__()
    change(at(array, "arrow_array", Array))
    with pytest.raises(ValueError, match=f"^Arrow: the array has .*{text}"):
        lanedoku.solve_batch(Column(schema, array))


def test_a_text_outside_its_column_is_told() -> None:
    schema, array = pa.array(ROWS * 2, pa.utf8()).__arrow_c_array__()
    offsets(ctypes.c_int32, 0, 81, 2**30, 243, 324)(at(array, "arrow_array", Array))
    batch = lanedoku.solve_batch(Column(schema, array))
    assert batch.status.tolist() == [1, 5, 5, 1]
    assert batch.reason(1) == "the Arrow column does not have the text that it refers to"


def test_the_truth_is_read() -> None:
    for kind in KINDS.values():
        schema, array = pa.array(ROWS, pa.binary()).cast(kind).__arrow_c_array__()
        assert at(array, "arrow_array", Array).length == 2
        assert lanedoku.solve_batch(Column(schema, array)).status.tolist() == [1, 1]
        schema, array = pa.array([], pa.binary()).cast(kind).__arrow_c_array__()
        at(array, "arrow_array", Array).buffers[1] = None
        assert len(lanedoku.solve_batch(Column(schema, array))) == 0


@pytest.mark.parametrize(
    ("format", "error", "text"),
    [
        (None, ValueError, "no format"),
        (b"\xff", ValueError, "no format"),
        (b"", TypeError, "which Arrow does not have"),
        (b"nonsense", TypeError, '"nonsense", which Arrow does not have'),
        (b"_pli128", TypeError, '"_pli128", which Arrow does not have'),
        (b"w:-1", TypeError, "found"),
        (b"w:99999999999", TypeError, "found"),
        (b"d:", TypeError, "found"),
        (b"i", TypeError, "found Int32"),
        (b"+l", TypeError, "found lists; pass lists of cells as a Python list"),
        (b"+w:81", TypeError, "found a nested column"),
        (b"+m", TypeError, "found a nested column"),
        (b"+s", TypeError, "found a table"),
        (b"n", ValueError, "wrong number of buffers"),
        (b"U", ValueError, "Arrow: "),
    ],
)
def test_a_schema_that_lies(format: bytes | None, error: type[Exception], text: str) -> None:
    # In the last case, offsets of 4 bytes are read as 8 bytes: those of 7 rows, and zeros behind them, up to the 64
    # bytes that pyarrow allocates.
    schema, array = pa.array([HARD] * 7).__arrow_c_array__()
    at(schema, "arrow_schema", Schema).format = format
    with pytest.raises(error, match=text):
        lanedoku.solve_batch(Column(schema, array))


def test_a_table_without_its_columns() -> None:
    nameless = Schema()
    children = (ctypes.c_void_p * 1)(ctypes.addressof(nameless))
    for count, text in ((-1, r"columns: $"), (1, r"columns: \?$")):
        schema, array = pa.record_batch({"a": [HARD]}).__arrow_c_array__()
        raw = at(schema, "arrow_schema", Schema)
        raw.children, raw.n_children = ctypes.addressof(children), count
        with pytest.raises(TypeError, match=f"found a table; pass one of its {text}"):
            lanedoku.solve_batch(Column(schema, array))
    with pytest.raises(TypeError, match="found a table; pass one of its columns: a, b$"):
        lanedoku.solve_batch(Column(*pa.record_batch({"a": [HARD], "b": [EASY]}).__arrow_c_array__()))


class Columns:
    def __init__(self, capsule: object) -> None:
        self.capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.capsule


@pytest.mark.parametrize("name", ["get_schema", "get_next"])
def test_a_stream_without_functions(name: str) -> None:
    capsule = pa.chunked_array([[HARD]]).__arrow_c_stream__()
    setattr(at(capsule, "arrow_array_stream", Stream), name, None)
    with pytest.raises(ValueError, match="Arrow: the stream has no functions"):
        lanedoku.solve_batch(Columns(capsule))


def test_a_stream_whose_array_lies() -> None:
    next_of = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Array))
    capsule = pa.chunked_array([[HARD], [EASY]]).__arrow_c_stream__()
    stream = at(capsule, "arrow_array_stream", Stream)
    get_next = next_of(stream.get_next)

    @next_of
    def lie(itself: int, array: Any) -> int:
        code: int = get_next(itself, array)
        array.contents.length = -1
        return code

    stream.get_next = ctypes.cast(lie, ctypes.c_void_p)
    with pytest.raises(ValueError, match="Arrow: the array has a negative length"):
        lanedoku.solve_batch(Columns(capsule))


def test_a_stream_that_fails_without_a_message() -> None:
    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    def fail(itself: int, array: Any) -> int:
        return 5

    @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
    def no_message(itself: int) -> None:
        return None

    for name in ("get_schema", "get_next"):
        capsule = pa.chunked_array([[HARD]]).__arrow_c_stream__()
        stream = at(capsule, "arrow_array_stream", Stream)
        setattr(stream, name, ctypes.cast(fail, ctypes.c_void_p))
        stream.get_last_error = ctypes.cast(no_message, ctypes.c_void_p)
        with pytest.raises(ValueError, match="Arrow: error 5 of the stream"):
            lanedoku.solve_batch(Columns(capsule))


def test_integers_of_128_bits_are_told() -> None:
    polars = pytest.importorskip("polars")
    for kind in (polars.Int128, polars.UInt128) if hasattr(polars, "UInt128") else (polars.Int128,):
        with pytest.raises(TypeError, match="expected an Arrow column of strings, found one of type .*128"):
            lanedoku.solve_batch(polars.Series([1, 2]).cast(kind))
