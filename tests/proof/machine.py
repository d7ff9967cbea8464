"""What the instructions do: a processor whose registers and memory hold terms of the solver.

Memory has three regions, which do not overlap. Each address is a known distance from `position`, the record at which a
stretch of code begins, or it is that of a mask, or a known distance from the stack pointer. Anything else is refused.
"""

from itertools import combinations

from z3 import (
    BitVec, BitVecVal, Bool, BoolVal, Concat, Extract, If, Implies, Not, Or, SolverFor, ULT,
    ZeroExt, is_bv_value, is_false, is_true, simplify, unsat,
)

from decode import Immediate, Memory, Register

POSITION, FREE, STACK = (BitVec(name, 64) for name in ["position", "free", "stack"])


class Refused(Exception):
    """The code does what the model of the machine leaves out, under some conditions if they are given."""

    def __init__(self, reason, conditions=None):
        super().__init__(reason)
        self.conditions = conditions


def distance(address, base):
    """The known distance of an address from a base, or None."""
    difference = simplify(address - base)
    return difference.as_signed_long() if is_bv_value(difference) else None


class Masks:
    """The masks: an array of 32 bits for each index of 8 bits.

    Without the solver's arrays, everything is bits, which the solver decides far sooner. A mask that nothing has written
    yet is a name of its own for each term of an index; `same` says that equal indices have equal masks.
    """

    def __init__(self, name):
        self.name = name
        self.first = {}
        self.writes = ()

    def __getitem__(self, index):
        if index not in self.first:
            self.first[index] = BitVec(f"{self.name}[{index}]", 32)
        mask = self.first[index]
        for at, value in self.writes:
            mask = If(at == index, value, mask)
        return simplify(mask)

    def store(self, index, value):
        """The masks with another value at an index."""
        other = Masks(self.name)
        other.first, other.writes = self.first, (*self.writes, (index, value))
        return other

    def same(self):
        """Equal indices have equal masks."""
        pairs = combinations(self.first.items(), 2)
        return [Implies(one == other, mask == its) for (one, mask), (other, its) in pairs]


class State:
    """A state of the processor on one path through the code, which the path's conditions describe."""

    def __init__(self, when="first"):
        # The values at the start of the stretch are named after it: `rbx at first`.
        self.when = when
        self.registers = {"rsp": STACK}
        self.flags = {name: Bool(f"{name} at {when}") for name in "CZS"}
        self.record_bytes = {}
        self.masks = Masks("mask")
        self.stack = {}
        self.conditions = []
        # What may be assumed when an address is resolved.
        self.assumed = []
        # The bytes of records that were read and written, by distance.
        self.read, self.written = set(), set()

    def copy(self):
        """The same state, to go on along another path."""
        other = State(self.when)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, (dict, list, set)) else value)
        return other

    # Registers.

    def register(self, name, bits=64):
        """The lower `bits` of a register."""
        whole = self.registers.setdefault(name, BitVec(f"{name} at {self.when}", 64))
        return simplify(Extract(bits - 1, 0, whole))

    def set_register(self, name, value):
        """Writes a register; 32 bits clear the upper half."""
        self.registers[name] = simplify(ZeroExt(64 - value.size(), value))

    # Memory.

    def record_byte(self, at):
        """A byte at a distance from `position`."""
        return self.record_bytes.setdefault(at, BitVec(f"byte {at}", 8))

    def field(self, at, bits=32):
        """A field at a distance from `position`."""
        parts = [self.record_byte(at + byte) for byte in reversed(range(bits // 8))]
        return simplify(Concat(*parts)) if len(parts) > 1 else parts[0]

    def set_field(self, at, value):
        """Writes a field at a distance from `position`."""
        for byte in range(value.size() // 8):
            self.record_bytes[at + byte] = simplify(Extract(8 * byte + 7, 8 * byte, value))

    def address(self, operand):
        """The address of an operand in memory."""
        address = self.register(operand.base) + operand.offset
        return address + operand.scale * self.register(operand.index) if operand.index else address

    def mask_at(self, address, bits):
        """The index of the mask at an address."""
        offset = simplify(address - FREE)
        index = simplify(Extract(9, 2, offset))
        outside = simplify(offset != ZeroExt(54, Concat(index, BitVecVal(0, 2))))
        if bits != 32:
            raise Refused(f"an access of {bits} bits to a mask")
        if not is_false(outside):
            solver = SolverFor("QF_BV")
            solver.add(*self.assumed, *self.conditions, outside)
            if solver.check() != unsat:
                raise Refused("an access outside the records and the masks", [*self.conditions, outside])
        return index

    def load(self, operand):
        """Reads an operand in memory."""
        address = self.address(operand)
        if (at := distance(address, POSITION)) is not None:
            self.read.update(range(at, at + operand.bits // 8))
            return self.field(at, operand.bits)
        return self.masks[self.mask_at(address, operand.bits)]

    def store(self, operand, value):
        """Writes an operand in memory."""
        address = self.address(operand)
        if (at := distance(address, POSITION)) is not None:
            self.written.update(range(at, at + value.size() // 8))
            self.set_field(at, value)
        else:
            self.masks = self.masks.store(self.mask_at(address, value.size()), value)

    def top(self, change):
        """Moves the stack pointer, and returns its lower distance from where it was at the call."""
        before = distance(self.register("rsp"), STACK)
        if before is None:
            raise Refused("a stack pointer that is not known")
        self.set_register("rsp", STACK + (before + change))
        return min(before, before + change)

    # Operands.

    def value(self, operand, bits):
        """The value of an operand, with `bits` bits where it is a number."""
        match operand:
            case Register(name, width):
                return self.register(name, width)
            case Immediate(value):
                return BitVecVal(value, bits)
            case Memory():
                return self.load(operand)

    def set(self, operand, value):
        """Writes an operand."""
        if isinstance(operand, Register):
            self.set_register(operand.name, value)
        else:
            self.store(operand, value)

    def set_flags(self, result, carry):
        """Sets the flags by a result. The loop uses no others than these."""
        self.flags = {"C": carry, "Z": result == 0, "S": result < 0}


def width(operands):
    """The width of an instruction, which its first register or operand in memory has."""
    return next(each.bits for each in operands if not isinstance(each, Immediate))


def condition(state, name):
    """The condition in the name of a jump or of a conditional move."""
    C, Z, S = state.flags["C"], state.flags["Z"], state.flags["S"]
    conditions = {"b": C, "ae": Not(C), "e": Z, "ne": Not(Z), "s": S, "ns": Not(S)}
    conditions |= {"be": Or(C, Z), "a": Not(Or(C, Z))}
    if name not in conditions:
        raise Refused(f"a condition that the model leaves out: {name}")
    return simplify(conditions[name])


NO_CARRY = BoolVal(False)

# Two operands: a function of both, and the carry. The first operand is also the target.
TWO = {
    "xor": lambda a, b: (a ^ b, NO_CARRY),
    "and": lambda a, b: (a & b, NO_CARRY),
    "or": lambda a, b: (a | b, NO_CARRY),
    "sub": lambda a, b: (a - b, ULT(a, b)),
}
# The same, but only the flags are written.
FLAGS_ONLY = {"test": TWO["and"], "cmp": TWO["sub"]}
# One operand, and another as the target: BMI1.
ONE = {
    "blsi": lambda a: (a & -a, a != 0),
    "blsr": lambda a: (a & (a - 1), a == 0),
    "blsmsk": lambda a: (a ^ (a - 1), a == 0),
}


def execute(state, instruction):
    """Executes an instruction that does not jump."""
    name, operands = instruction.name, instruction.operands
    match name, *operands:
        case "mov", target, source:
            state.set(target, state.value(source, width(operands)))
        case "movzx", target, source:
            state.set(target, ZeroExt(target.bits - source.bits, state.value(source, source.bits)))
        case "lea", target, source:
            state.set(target, state.address(source))
        case "push", source:
            state.stack[state.top(-8)] = state.value(source, 64)
        case "pop", target:
            at = state.top(8)
            state.set(target, state.stack.setdefault(at, BitVec(f"stack {at}", 64)))
        case "dec", target:
            result = state.value(target, target.bits) - 1
            state.set(target, result)
            state.set_flags(result, state.flags["C"])
        case "andn", target, first, second:
            result = ~state.value(first, target.bits) & state.value(second, target.bits)
            state.set(target, result)
            state.set_flags(result, NO_CARRY)
        case ("xor" | "and" | "or" | "sub" | "test" | "cmp"), target, source:
            bits = width(operands)
            result, carry = (TWO | FLAGS_ONLY)[name](state.value(target, bits), state.value(source, bits))
            if name in TWO:
                state.set(target, result)
            state.set_flags(result, carry)
        case ("blsi" | "blsr" | "blsmsk"), target, source:
            result, carry = ONE[name](state.value(source, target.bits))
            state.set(target, result)
            state.set_flags(result, carry)
        case _ if name.startswith("cmov"):
            # The source is read in any case, and 32 bits clear the upper half in any case.
            target, source = operands
            moved, kept = state.value(source, target.bits), state.register(target.name, target.bits)
            state.set(target, If(condition(state, name[4:]), moved, kept))
        case _:
            raise Refused(f"an instruction that the model leaves out: {instruction.text}")


def run(program, state, start, stops):
    """Runs the code from the address `start` to the first of the addresses `stops`, along each path.

    Returns pairs: the address, or "return", and the state there.
    """
    places = {instruction.address: place for place, instruction in enumerate(program)}
    waiting, ends = [(places[start], state, True)], []
    while waiting:
        place, state, first = waiting.pop()
        if place >= len(program):
            raise Refused("the end of the code")
        instruction = program[place]
        if instruction.address in stops and not first:
            ends.append((instruction.address, state))
        elif instruction.name == "ret":
            at = state.top(8)
            state.registers["rip"] = state.stack.setdefault(at, BitVec(f"stack {at}", 64))
            ends.append(("return", state))
        elif instruction.name[0] == "j":
            taken = BoolVal(True) if instruction.name == "jmp" else condition(state, instruction.name[1:])
            for goes, to in [(taken, places[instruction.operands[0]]), (simplify(Not(taken)), place + 1)]:
                if not is_false(goes):
                    path = state.copy()
                    if not is_true(goes):
                        path.conditions.append(goes)
                    waiting.append((to, path, False))
        else:
            execute(state, instruction)
            waiting.append((place + 1, state, False))
    return ends
