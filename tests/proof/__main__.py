"""Proves the loop, and shows that the proof sees faults.

    python3 tests/proof LIBRARY [--states]

LIBRARY has the built loop: an object file, or an archive of them. Prints a line for each test, as `cargo test` does,
and with --states the state that refutes each fault.
"""

import random
import sys
import tempfile
from pathlib import Path

from decode import decode
from faults import FAULTS, HARMLESS, change
from loop import RECORD, WINDOW
from machine import Refused
from processor import build, from_model, in_model, on_processor, random_call
from theorems import Refutation, examples, prove, step_back

SOURCE = Path(__file__).parents[2] / "asm/backtrack_x86_64.s"
# States without invariants, in which the processor and the model are compared.
RANDOM_CALLS = 50

results = []


def test(name, passed, remark=""):
    """Prints a result, and keeps it for the count."""
    results.append(passed)
    print(f"test {name} ... {'ok' if passed else 'FAILED'}{remark and '   ' + remark}", flush=True)


def text(program):
    """The code as text, to compare two builds of it."""
    return [(each.address, each.name, each.operands) for each in program]


def digits(bits):
    """A set of digits, as a text."""
    return "".join("*" if bit == 31 else f" {bit + 1}" for bit in range(32) if bits >> bit & 1).strip() or "-"


def describe(call):
    """The state before a call, as lines."""
    lines = [f"steps left: {call.steps_left}; of the records before, at, and after the position:"]
    for at in WINDOW:
        units = [call.get(at, name) for name in ["row", "column", "box"]]
        if units == [127] * 3:
            lines.append(f"{at:+d}  a guard")
            continue
        masks = "; ".join(f"{unit}: {digits(call.masks[unit])}" for unit in units)
        ahead = "; ".join(digits(call.get(at, name)) for name in ["remaining", "next_free", "second_free"])
        lines.append(f"{at:+d}  masks {masks} | digit {digits(call.get(at, 'tried'))} | look-ahead {ahead}")
    return lines


def differences(right, wrong):
    """What is different after a call of the loop, and of a loop with a fault."""
    if wrong is None:
        return ["the call does not return"]
    found = []
    if right.position != wrong.position:
        found.append(f"position {right.position // RECORD:+d}, not {wrong.position / RECORD:+g}")
    if right.steps_left != wrong.steps_left:
        found.append(f"steps left {right.steps_left}, not {wrong.steps_left}")
    found += [f"mask {unit}" for unit in range(256) if right.masks[unit] != wrong.masks[unit]]
    bytes_ = [at for at, byte in right.bytes.items() if wrong.bytes[at] != byte]
    found += sorted({f"record {at // RECORD:+d}, field at {at % RECORD // 4 * 4}" for at in bytes_})
    return found


def predicted(program, call, after):
    """Whether the model says what the processor did, or refuses the code in this state."""
    try:
        return in_model(program, call) == after
    except Refused:
        return True


def plant(fault, source, right, folder, show):
    """Plants a fault, which must be refuted by a state that shows it on the processor, too."""
    name, *where = fault
    built, library = build(change(source, *where), folder, f"fault{len(results)}")
    program = decode(built)
    try:
        prove(program)
    except Refutation as refutation:
        call = from_model(refutation.start, refutation.model)
        (expected,), (found,) = on_processor(right, [call]), on_processor(library, [call])
        shown = differences(expected, found)
        passed = bool(shown) and predicted(program, call, found)
        test(f"fault: {name}", passed, f"{refutation.stretch}: {refutation.claim}")
        if show or not passed:
            print("".join(f"    {line}\n" for line in [*describe(call), "differs: " + "; ".join(shown)]), end="")
    else:
        test(f"fault: {name}", False, "the proof does not see it")


def main(library, show):
    """Everything, in the order of the README."""
    source = SOURCE.read_text()
    program = decode(library)
    with tempfile.TemporaryDirectory() as folder:
        built, right = build(source, folder, "loop")
        test("the assembler's code is the library's", text(decode(built)) == text(program))
        try:
            for stretch, claims in prove(program).items():
                test(f"proof: {stretch}", True, f"{claims} claims")
            test("proof: after a solution", step_back() > 0)
        except Refutation as refutation:
            call = from_model(refutation.start, refutation.model)
            test(f"proof: {refutation.stretch}: {refutation.claim}", False)
            print("".join(f"    {line}\n" for line in describe(call)), end="")
        draw = random.Random(27)
        calls = [random_call(draw) for _ in range(RANDOM_CALLS)]
        same = sum(in_model(program, call) == after for call, after in zip(calls, on_processor(right, calls)))
        test("the model does what the processor does", same == len(calls), f"{same} of {len(calls)} states")
        for name, start, model in examples():
            test(f"possible: {name}", model is not None)
        for name, *where in HARMLESS:
            try:
                test(f"harmless: {name}", bool(prove(decode(build(change(source, *where), folder, "harmless")[0]))))
            except Refutation as refutation:
                test(f"harmless: {name}", False, refutation.claim)
        for fault in FAULTS:
            plant(fault, source, right, folder, show)
    failed = results.count(False)
    state = "FAILED" if failed else "ok"
    print(f"\ntest result: {state}. {results.count(True)} passed; {failed} failed; 0 ignored")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--states" in sys.argv[2:]))
