"""What the loop should do: the plain definition of a visit, and the invariants of a search.

Both are about a window of five records around the position: the one before it, its own, and three after it. They are
numbered from -1 to 3. A record is an open cell, or a guard beyond an end of the array.
"""

from dataclasses import dataclass

from z3 import UGE, ULE, ULT, And, BitVec, BitVecVal, Bool, If, Implies, Not, Or

from machine import Masks

# The record: the name of each field, its offset and its bits.
FIELDS = {
    "remaining": (0, 32),
    "next_free": (4, 32),
    "second_free": (8, 32),
    "row": (16, 8),
    "column": (17, 8),
    "box": (18, 8),
    "tried": (20, 32),
    "next_is_peer": (24, 32),
    "second_is_peer": (28, 32),
}
RECORD = 32
WINDOW = range(-1, 4)
UNITS = ["row", "column", "box"]

# The index of the mask of all guards, and the bit in it, which is above all digits.
GUARD = BitVecVal(127, 8)
END = BitVecVal(1 << 31, 32)


@dataclass
class Record:
    """A record: whether it is a guard, which is not stored, and its fields, which are."""

    is_guard: Bool
    fields: dict

    def __getattr__(self, name):
        return self.fields[name]

    def units(self):
        """The indices of the masks of the cell's row, column and box."""
        return [self.fields[unit] for unit in UNITS]


def records(state):
    """The records of the window, as they are in a state of the machine."""
    return {
        at: Record(
            Bool(f"guard {at}"),
            {name: state.field(RECORD * at + offset, bits) for name, (offset, bits) in FIELDS.items()},
        )
        for at in WINDOW
    }


# What holds for this unit holds for each.
ANY_UNIT = BitVec("any unit", 8)

# Digits are bits. A set of masks maps the index of a unit to the digits that it lacks.


def common(masks, record):
    """The digits that are free in all three units of a record."""
    row, column, box = record.units()
    return masks[row] & masks[column] & masks[box]


def had(digit):
    """A digit and all lower ones, none for none."""
    return If(digit == 0, BitVecVal(0, 32), digit | (digit - 1))


def take(masks, record, digit):
    """The masks with a digit placed in a cell: its units lack it no longer."""
    for unit in record.units():
        masks = masks.store(unit, masks[unit] & ~digit)
    return masks


# The plain definition: src/backtrack/plain.rs, line by line.


@dataclass
class Visit:
    """What a visit changes: the digit of its cell, the masks, and the position, by one cell forward or back."""

    tried: BitVec
    masks: Masks
    forward: Bool


def plain_visit(record, masks):
    """The plain definition of a visit to a cell."""
    tried = record.tried
    row, column, box = [masks[unit] | tried for unit in record.units()]
    available = row & column & box & ~had(tried)
    pick = available & -available
    for unit, freed in zip(record.units(), [row, column, box]):
        masks = masks.store(unit, freed ^ pick)
    return Visit(pick, masks, available != 0)


# The invariants. `before` are the masks without the digits of the cell at hand and of all cells after it.


@dataclass
class LookAhead:
    """What the search knows about a cell and the next two: in registers at the position, in the record before it."""

    remaining: BitVec
    next_free: BitVec
    second_free: BitVec


def shape(window, side):
    """No visit changes this: which records are guards, the units, and the peers of the cell at the position."""
    rules = [ULE(side, 42), UGE(side, 1)]
    for record in window.values():
        row, column, box = record.units()
        guard = And(row == GUARD, column == GUARD, box == GUARD)
        # The masks of the rows come first, then those of the columns, then those of the boxes.
        in_range = And(ULT(row, side), UGE(column, side), ULT(column, 2 * side), UGE(box, 2 * side), ULT(box, 3 * side))
        rules.append(If(record.is_guard, guard, in_range))
    # Nothing but guards follows a guard behind the cells.
    rules += [Implies(window[at].is_guard, window[at + 1].is_guard) for at in [1, 2]]
    here = window[0]
    for name, other in [("next_is_peer", window[1]), ("second_is_peer", window[2])]:
        shared = Or([mine == its for mine, its in zip(here.units(), other.units())])
        peer = here.fields[name] == If(shared, BitVecVal(0xFFFFFFFF, 32), BitVecVal(0, 32))
        rules.append(Implies(Not(here.is_guard), peer))
    return And(rules)


def digits_only(masks, unit):
    """The mask of a unit has digits; that of the guards has the bit above them."""
    return If(unit == GUARD, masks[unit] == END, masks[unit] & END == 0)


def agrees(look, digit, before, here, next_record, second):
    """The look-ahead is what the masks say, and the digit is none, or one that was free. A guard stops the search."""
    free = common(before, here)
    cell = And(
        look.remaining == free & ~had(digit),
        look.next_free == common(before, next_record),
        look.second_free == common(before, second),
        digit & ~free == 0,
        digit & (digit - 1) == 0,
    )
    return If(here.is_guard, And(look.remaining & END != 0, digit == 0), cell)


def stored(record):
    """The look-ahead in a record."""
    return LookAhead(record.remaining, record.next_free, record.second_free)


def passed(window, at, before):
    """What holds for each record before the position: a cell holds a digit."""
    here = window[at]
    consistent = agrees(stored(here), here.tried, before, here, window[at + 1], window[at + 2])
    return And(consistent, Or(here.is_guard, here.tried != 0))


def not_reached(window, at):
    """What holds for each record after the position."""
    here = window[at]
    return And(here.tried == 0, Implies(here.is_guard, here.remaining & END != 0))


def arrived(window, at, look, before, masks):
    """What holds at the position: the look-ahead, in registers or in the record, and the masks."""
    here = window[at]
    consistent = agrees(look, here.tried, before, here, window[at + 1], window[at + 2])
    return And(consistent, masks[ANY_UNIT] == take(before, here, here.tried)[ANY_UNIT])


def may_visit(window, at, steps_left):
    """The search goes on: the position is a cell, and there are steps left."""
    return And(Not(window[at].is_guard), steps_left != 0)
