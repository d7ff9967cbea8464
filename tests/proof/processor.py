"""Runs the code on the processor, and in the model of the machine, from the same states."""

import ctypes
import multiprocessing
import random
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from z3 import BitVecVal, BoolVal

from loop import FIELDS, RECORD
from machine import FREE, POSITION, Masks, State, distance, run
from theorems import AHEAD

# The records around the position that the memory of a call has. What a search may reach in two visits lies within.
RECORDS = range(-6, 10)
# Room on both sides, in which nothing may change.
ROOM = 4096

WRAPPER = """
    .intel_syntax noprefix
    .section .text.backtrack, "ax", @progbits
    .globl backtrack
    .type backtrack, @function
    .p2align 6
backtrack:
{source}
    .size backtrack, . - backtrack
    .section .note.GNU-stack, "", @progbits
"""


def build(source, folder, name):
    """Assembles the loop. Returns the paths of the object and of a library that can be loaded."""
    text, built, library = [Path(folder) / (name + ending) for ending in [".s", ".o", ".so"]]
    text.write_text(WRAPPER.format(source=source))
    subprocess.run(["cc", "-c", text, "-o", built], check=True)
    subprocess.run(["cc", "-shared", "-nostdlib", built, "-o", library], check=True)
    return str(built), str(library)


def guards():
    """The bytes of records that are all guards, by distance from the position."""
    record = bytearray(RECORD)
    record[3], record[16:19] = 0x80, bytes([127] * 3)
    return {RECORD * at + byte: record[byte] for at in RECORDS for byte in range(RECORD)}


@dataclass
class Call:
    """A state of memory, before a call or after it."""

    steps_left: int
    position: int = 0
    bytes: dict = field(default_factory=guards)
    masks: list = field(default_factory=lambda: [0] * 256)

    def set_field(self, at, name, value):
        """Writes a field of a record."""
        offset, bits = FIELDS[name]
        for byte in range(bits // 8):
            self.bytes[RECORD * at + offset + byte] = value >> 8 * byte & 0xFF

    def get(self, at, name):
        """A field of a record."""
        offset, bits = FIELDS[name]
        return sum(self.bytes[RECORD * at + offset + byte] << 8 * byte for byte in range(bits // 8))


def from_model(start, model):
    """The call that reaches a state of the solver's: it reads the look-ahead that the state has in registers."""

    def value(term):
        return model.eval(term, model_completion=True).as_long()

    state = start.state
    # More than two steps might leave the records around the position.
    steps = min(value(start.steps_left), 2) if start.stretch != "end" else 0
    call = Call(steps_left=steps)
    for at in range(-RECORD, 4 * RECORD):
        call.bytes[at] = value(state.record_byte(at))
    if start.stretch != "call":
        for name, register in zip(AHEAD, ["rax", "rcx", "rbx"]):
            call.set_field(0, name, value(state.register(register, 32)))
    for index in list(state.masks.first):
        call.masks[value(index)] = value(state.masks[index])
    return call


def random_call(draw):
    """Any state, also one that breaks all invariants but the bounds of the array. All units are among a few."""
    call = Call(steps_left=draw.randrange(4))
    units = [draw.randrange(256) for _ in range(draw.choice([1, 3, 20]))]
    for at in RECORDS:
        for name, (_, bits) in FIELDS.items():
            dense = draw.getrandbits(bits) & draw.getrandbits(bits) if draw.random() < 0.5 else draw.getrandbits(bits)
            call.set_field(at, name, draw.choice(units) if bits == 8 else draw.choice([dense, dense & 3, 0]))
        if draw.random() < 0.8:
            call.set_field(at, "remaining", call.get(at, "remaining") & 0x7FFFFFFF)
    call.masks = [draw.getrandbits(32) & draw.choice([0x7FFFFFFF, 0xFFFFFFFF, 0x1F]) for _ in range(256)]
    return call


def in_model(program, call):
    """The state after a call, by the model of the machine."""
    state = State("first")
    state.registers |= {"rdi": POSITION, "rsi": FREE, "rdx": BitVecVal(call.steps_left, 64)}
    state.flags = {flag: BoolVal(random.random() < 0.5) for flag in "CZS"}
    state.record_bytes = {at: BitVecVal(byte, 8) for at, byte in call.bytes.items()}
    state.masks = Masks("mask")
    state.masks.first = {BitVecVal(index, 8): BitVecVal(mask, 32) for index, mask in enumerate(call.masks)}
    ((_, state),) = run(program, state, program[0].address, set())
    return Call(
        state.register("rdx").as_long(),
        distance(state.register("rax"), POSITION),
        {at: byte.as_long() for at, byte in state.record_bytes.items()},
        [state.masks[BitVecVal(index, 8)].as_long() for index in range(256)],
    )


class Reached(ctypes.Structure):
    """What the loop returns."""

    _fields_ = [("position", ctypes.c_uint64), ("steps_left", ctypes.c_uint64)]


def _here(library, call):
    function = ctypes.CDLL(library).backtrack
    function.restype = Reached
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64]
    content = bytes(call.bytes[at] for at in range(RECORDS[0] * RECORD, (RECORDS[-1] + 1) * RECORD))
    pattern = bytes(at * 37 % 251 for at in range(ROOM))
    records = ctypes.create_string_buffer(pattern + content + pattern)
    masks = (ctypes.c_uint32 * (256 + 2 * ROOM))()
    masks[ROOM : ROOM + 256] = call.masks
    position = ctypes.addressof(records) + ROOM - RECORDS[0] * RECORD
    reached = function(position, ctypes.addressof(masks) + 4 * ROOM, call.steps_left)
    after = records.raw[ROOM : ROOM + len(content)]
    if records.raw[:ROOM] != pattern or records.raw[ROOM + len(content) : -1] != pattern:
        raise MemoryError("a write outside the records")
    if any(masks[:ROOM]) or any(masks[ROOM + 256 :]):
        raise MemoryError("a write outside the masks")
    distances = {at: byte for at, byte in zip(range(RECORDS[0] * RECORD, (RECORDS[-1] + 1) * RECORD), after)}
    return Call(reached.steps_left, reached.position - position, distances, list(masks[ROOM : ROOM + 256]))


def _there(library, calls, pipe):
    for call in calls:
        pipe.send(_here(library, call))


def on_processor(library, calls):
    """The states after calls, each from its own state, by the processor. None for a call that does not return."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_there, args=(library, calls, theirs))
    child.start()
    theirs.close()
    after = []
    try:
        while len(after) < len(calls) and ours.poll(20):
            after.append(ours.recv())
    except EOFError:
        pass
    child.kill()
    child.join()
    return after + [None] * (len(calls) - len(after))
