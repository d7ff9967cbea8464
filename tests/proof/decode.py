"""Reads a function's instructions from an object file, by way of `objdump`."""

import re
import subprocess
from dataclasses import dataclass

# The parts of the general registers, by the letters around the name of a classic one.
REGISTERS = {}
for _name in ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp"]:
    REGISTERS["r" + _name] = ("r" + _name, 64)
    REGISTERS["e" + _name] = ("r" + _name, 32)
for _number in range(8, 16):
    REGISTERS[f"r{_number}"] = (f"r{_number}", 64)
    REGISTERS[f"r{_number}d"] = (f"r{_number}", 32)

SIZES = {"BYTE": 8, "DWORD": 32, "QWORD": 64}


@dataclass(frozen=True)
class Register:
    """All 64 bits of a general register, or the lower 32."""

    name: str
    bits: int


@dataclass(frozen=True)
class Immediate:
    """A number in the instruction."""

    value: int


@dataclass(frozen=True)
class Memory:
    """An operand in memory: base + scale * index + offset. `bits` is None if the instruction only takes the address."""

    bits: int | None
    base: str
    index: str | None
    scale: int
    offset: int


@dataclass(frozen=True)
class Instruction:
    """An instruction, at an address. A jump's only operand is the address of its target."""

    address: int
    name: str
    operands: tuple
    text: str


def _operand(text):
    if text in REGISTERS:
        return Register(*REGISTERS[text])
    if re.fullmatch(r"-?0x[0-9a-f]+", text):
        return Immediate(int(text, 16))
    # The base comes first, then the index with its scale, then the offset.
    shape = r"(?:(\w+) PTR )?\[(\w+)(?:\+(\w+)\*(\d))?([+-]0x[0-9a-f]+)?\]"
    if (found := re.fullmatch(shape, text)) is None:
        raise ValueError(f"an operand that the decoder does not know: {text}")
    size, base, index, scale, offset = found.groups()
    for register in [base, index or base]:
        if REGISTERS.get(register) != (register, 64):
            raise ValueError(f"an address of other than 64 bits: {text}")
    return Memory(size and SIZES[size], base, index, int(scale or 1), int(offset or "0", 16))


def _instruction(address, text):
    name, _, rest = text.partition(" ")
    rest = rest.strip()
    if name[0] == "j":
        # A target within the same function: `de <name+0xde>`.
        return Instruction(address, name, (int(rest.split()[0], 16),), text)
    return Instruction(address, name, tuple(map(_operand, rest.split(","))) if rest else (), text)


def decode(path):
    """The instructions of the only function in `path` whose name ends in `backtrack` or `backtrack_x86_64`.

    Instructions without an effect are left out. `path` is an object file or a library of them.
    """
    listing = ["objdump", "--wide", "--section-headers", path]
    headers = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    sections = set(re.findall(r"\s(\.text\S*backtrack(?:_x86_64)?)\s", headers))
    if len(sections) != 1:
        raise ValueError(f"{path} has {len(sections)} sections of the loop")
    listing = ["objdump", "-d", "-M", "intel", "--no-show-raw-insn", "-j", *sections, path]
    lines = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines()
    found = [re.fullmatch(r"\s*([0-9a-f]+):\s+(.*\S)\s*", line) for line in lines]
    code = [(int(each[1], 16), each[2]) for each in found if each]
    idle = re.compile(r"endbr64|xchg +ax,ax|((data16|cs) )*nop\b.*")
    starts = [address for address, text in code if not idle.fullmatch(text)]
    program = [_instruction(address, text) for address, text in code if not idle.fullmatch(text)]
    # A jump to an instruction without an effect goes to the next one that has one.
    return [
        Instruction(each.address, each.name, (min(at for at in starts if at >= each.operands[0]),), each.text)
        if each.name[0] == "j"
        else each
        for each in program
    ]
