"""Shows that the code does what the loop should do, from one of its cut points to the next.

The code is cut where a visit begins and where the loop ends. No stretch between the cuts has a loop, so each path
through it is a term. What holds at the start of a stretch is assumed, what holds at its end is shown.
"""

from dataclasses import dataclass

from z3 import ULT, And, BitVec, BoolVal, If, Implies, Not, Or, SolverFor, is_false, is_true, sat, unsat

from loop import (
    ANY_UNIT, FIELDS, GUARD, RECORD, LookAhead, agrees, arrived, digits_only, may_visit, not_reached, passed,
    plain_visit, records, shape, stored, take,
)
from machine import FREE, POSITION, STACK, Masks, Refused, State, run

# The registers that a function returns as they were, in the order in which the loop saves them.
SAVED = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
SIDE = BitVec("side", 8)


@dataclass
class Refutation(Exception):
    """A state in which the code does not do what it should."""

    stretch: str
    claim: str
    start: "Start"
    model: object


def cuts(program):
    """The addresses at which a call, a visit and the end of the loop begin: the jumps lead to the last two."""
    targets = sorted({each.operands[0] for each in program if each.name[0] == "j"})
    if len(targets) != 2:
        raise Refused(f"{len(targets)} targets of jumps; the proof is about a loop and its end")
    return {"call": program[0].address, "visit": targets[0], "end": targets[1]}


def bytes_of(at, names):
    """The bytes of some fields of the record `at`."""
    fields = [FIELDS[name] for name in names]
    return {RECORD * at + offset + byte for offset, bits in fields for byte in range(bits // 8)}


AHEAD = ["remaining", "next_free", "second_free"]
# The bytes that each stretch may read, and those that it may write.
MAY_READ = {
    "call": bytes_of(0, [*AHEAD, "tried"]),
    "visit": bytes_of(-1, [*AHEAD, "tried"]) | bytes_of(0, FIELDS) | bytes_of(3, ["row", "column", "box"]),
    "end": set(),
}
MAY_WRITE = {"call": set(), "visit": bytes_of(0, [*AHEAD, "tried"]), "end": bytes_of(0, AHEAD)}


def look_ahead(state):
    """The look-ahead in the registers of a visit."""
    return LookAhead(*[state.register(name, 32) for name in ["rax", "rcx", "rbx"]])


class Start:
    """Any state that keeps the invariants, at the beginning of a stretch."""

    def __init__(self, stretch, saved=None):
        self.stretch = stretch
        self.state = state = State("first" if stretch == "call" else "the " + stretch)
        state.registers |= {"rdi": POSITION, "rsi": FREE}
        if saved:
            # The stack, as the first stretch left it.
            state.stack, state.registers["rsp"] = dict(saved.stack), saved.registers["rsp"]
        self.before_call = State("first")
        self.window = window = records(state)
        self.steps_left = state.register("rdx")
        # The masks before the cell in front of the position, then before the position, then now.
        first = Masks("mask before")
        self.before = {-1: first, 0: take(first, window[-1], window[-1].tried)}
        state.masks = take(self.before[0], window[0], window[0].tried)
        look = stored(window[0]) if stretch == "call" else look_ahead(state)
        state.assumed = [
            shape(window, SIDE),
            agrees(look, window[0].tried, self.before[0], window[0], window[1], window[2]),
            *[digits_only(first, unit) for record in window.values() for unit in record.units()],
            digits_only(first, GUARD),
            digits_only(first, ANY_UNIT),
        ]
        if stretch == "visit":
            state.assumed += [
                may_visit(window, 0, self.steps_left),
                passed(window, -1, first),
                *[not_reached(window, at) for at in [1, 2, 3]],
            ]
        if stretch != "call":
            state.assumed.append(state.register("rbp", 32) == window[0].tried)


def kept(start, state, names):
    """Some registers are as they were at the start of the stretch."""
    return {name + " is kept": state.register(name) == start.state.register(name) for name in names}


def same_stack(start, state):
    """The stack holds what it held at the start of the stretch."""
    old, new = start.state.stack, state.stack
    return BoolVal(old.keys() == new.keys() and all(old[at].eq(new[at]) for at in old))


def call_claims(start, to, state):
    """A call goes on at its position, or returns if there is nothing to do."""
    read = [a == b for a, b in zip(vars(look_ahead(state)).values(), vars(stored(start.window[0])).values())]
    slots = [state.stack.get(-8 * place) for place in range(1, len(SAVED) + 1)]
    return {
        "it visits if it may": may_visit(start.window, 0, start.steps_left) == BoolVal(to == "visit"),
        **{"it reads " + name: equal for name, equal in zip(AHEAD, read)},
        "it reads the digit": state.register("rbp", 32) == start.window[0].tried,
        "no mask changes": state.masks[ANY_UNIT] == start.state.masks[ANY_UNIT],
        "it saves registers": BoolVal(len(state.stack) == len(SAVED) and all(slot is not None for slot in slots)),
        **kept(start, state, ["rdi", "rsi", "rdx"]),
    }


def visit_claims(start, to, state):
    """A visit does what the plain definition does, and keeps the invariants."""
    old, new = start.window, records(state)
    plain = plain_visit(old[0], start.state.masks)
    look, left = look_ahead(state), state.register("rdx")
    after = take(start.before[0], old[0], plain.tried)
    reached = {at: arrived(new, at, look, masks, state.masks) for at, masks in [(1, after), (-1, start.before[-1])]}
    goes_on = {at: may_visit(new, at, left) for at in reached}
    return {
        "the position": state.register("rdi") == If(plain.forward, POSITION + RECORD, POSITION - RECORD),
        "the digit": new[0].tried == plain.tried,
        "the masks": state.masks[ANY_UNIT] == plain.masks[ANY_UNIT],
        "the steps left": left == start.steps_left - 1,
        "it goes on if it may": If(plain.forward, goes_on[1], goes_on[-1]) == BoolVal(to == "visit"),
        "the digit of the cell reached": state.register("rbp", 32) == If(plain.forward, new[1].tried, new[-1].tried),
        "the look-ahead of the cell, forward": Implies(plain.forward, passed(new, 0, start.before[0])),
        "the next cell": Implies(plain.forward, reached[1]),
        "the masks have digits": Implies(plain.forward, digits_only(after, ANY_UNIT)),
        "the cell, back": Implies(Not(plain.forward), not_reached(new, 0)),
        "the previous cell": Implies(Not(plain.forward), reached[-1]),
        "the stack is kept": same_stack(start, state),
        **kept(start, state, ["rsi", "rsp"]),
    }


def end_claims(start, to, state):
    """The end of the loop stores what the next call reads, and returns the position and the steps left."""
    written, look = stored(records(state)[0]), look_ahead(start.state)
    first = start.before_call
    return {
        **{"it stores " + name: getattr(written, name) == getattr(look, name) for name in AHEAD},
        "no mask changes": state.masks[ANY_UNIT] == start.state.masks[ANY_UNIT],
        "it returns the position": state.register("rax") == start.state.register("rdi"),
        "it returns the steps left": state.register("rdx") == start.steps_left,
        **{name + " is restored": state.register(name) == first.register(name) for name in SAVED},
        "the stack": state.register("rsp") == STACK + 8,
        "it returns": state.register("rip") == BitVec("stack 0", 64),
    }


CLAIMS = {"call": call_claims, "visit": visit_claims, "end": end_claims}
TO = {"call": {"visit", "end"}, "visit": {"visit", "end"}, "end": {"return"}}


def touches(stretch, state):
    """The stretch touches only the bytes of records that it may touch."""
    read, written = state.read - MAY_READ[stretch], state.written - MAY_WRITE[stretch]
    return {
        "it reads only what it may": BoolVal(not read),
        "it writes only what it may": BoolVal(not written),
    }


def witness(start, conditions):
    """A state that meets the conditions, as a model, or None."""
    solver = SolverFor("QF_BV")
    solver.add(*start.state.assumed, *conditions, *start.before[-1].same())
    result = solver.check()
    if result not in (sat, unsat):
        raise Refused(f"the solver cannot decide: {start.stretch}")
    return solver.model() if result == sat else None


def refute(start, conditions, name):
    """Returns a `Refutation` if there is a state that meets the conditions. It is on a 9x9 board if possible."""
    if model := witness(start, conditions):
        masks = start.before[-1].first
        nine = [SIDE == 9, *[Or(index == GUARD, ULT(mask, 1 << 9)) for index, mask in masks.items()]]
        return Refutation(start.stretch, name, start, witness(start, [*conditions, *nine]) or model)
    return None


def show(start, conditions, claims):
    """Shows all claims at once. Raises a `Refutation` by the first that fails."""
    # Claims about the code, not about a state, come last: any state breaks them, so it might not show how.
    of_code = {name: claim for name, claim in claims.items() if is_false(claim)}
    of_state = {name: claim for name, claim in claims.items() if name not in of_code}
    for some in [of_state, of_code]:
        if found := refute(start, [*conditions, Not(And(*some.values()))], ""):
            values = {name: found.model.eval(claim, model_completion=True) for name, claim in some.items()}
            found.claim = next(name for name, value in values.items() if not is_true(value))
            raise found
    return len(claims)


def paths(program):
    """For each stretch, its start, and each path from there: where it leads, and the state there."""
    cut = cuts(program)
    names = {address: name for name, address in cut.items()} | {"return": "return"}
    saved = None
    for stretch, address in cut.items():
        start = Start(stretch, saved)
        try:
            ends = run(program, start.state.copy(), address, {cut["visit"], cut["end"]})
        except Refused as refused:
            if refused.conditions and (found := refute(start, refused.conditions, str(refused))):
                raise found from None
            raise
        if stretch == "call":
            saved = ends[0][1]
        yield start, [(names[end], state) for end, state in ends]


def prove(program):
    """Shows everything about the code. Returns the number of claims for each stretch."""
    shown = {}
    for start, ends in paths(program):
        stretch = start.stretch
        claims = [CLAIMS[stretch](start, to, state) | touches(stretch, state) for to, state in ends]
        for claim, (to, _) in zip(claims, ends):
            claim["it leads where it may"] = BoolVal(to in TO[stretch])
        # Most claims are the same on all paths, which together are all there is: these are shown once.
        alike = {name: claim for name, claim in claims[0].items() if all(claim.eq(each[name]) for each in claims)}
        shown[stretch] = show(start, [], alike)
        for each, (_, state) in zip(claims, ends):
            shown[stretch] += show(start, state.conditions, {name: each[name] for name in each if name not in alike})
    return shown


def step_back():
    """After a solution, the search goes on at the last cell: the invariants hold there, too."""
    start = Start("call")
    window, masks = start.window, start.state.masks
    last = arrived(window, -1, stored(window[-1]), start.before[-1], masks)
    return show(start, [window[0].is_guard, passed(window, -1, start.before[-1])], {"the last cell": last})


def examples():
    """Kinds of visits that the invariants allow: a name, the start, and the model of one. None may be missing."""
    start = Start("visit")
    window, plain = start.window, plain_visit(start.window[0], start.state.masks)
    first, last, digit = window[-1].is_guard, window[1].is_guard, window[0].tried != 0
    kinds = {
        "forward": [plain.forward, Not(first), Not(last), Not(digit)],
        "forward from the first cell, a second time": [plain.forward, first, Not(last), digit],
        "forward from the last cell": [plain.forward, Not(first), last],
        "forward, the next two cells are peers in all three ways": [
            plain.forward,
            *[window[0].units()[kind] == window[1 + kind % 2].units()[kind] for kind in range(3)],
        ],
        "back": [Not(plain.forward), Not(first), Not(last), digit],
        "back, without a candidate": [Not(plain.forward), Not(first), Not(digit)],
        "back from the first cell": [Not(plain.forward), first],
        "the only cell": [plain.forward, first, last],
        "boards of 4x4 cells": [plain.forward, SIDE == 4, window[0].row == 3, window[0].box == 11],
        "boards of 25x25 cells": [plain.forward, SIDE == 25, window[0].row == 24, plain.tried == 1 << 24],
    }
    for name, conditions in kinds.items():
        yield name, start, witness(start, conditions)
