"""Threads, interrupts, progress reports, and the package without numpy."""

from __future__ import annotations

import copy
import pickle
import platform
import subprocess
import sys
import sysconfig
import threading
from html.parser import HTMLParser

import numpy as np
import pytest

import lanedoku
from boards import COLLIDES, EASY, EMPTY, HARD, TWO
from lanedoku import Board, Status


def run(code: str, *options: str) -> list[str]:
    """Runs a program in another interpreter, and returns the lines that it prints. One that hangs fails."""
    command = [sys.executable, *options, "-c", code]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, f"exit code {ended.returncode}: {ended.stderr[-2000:]}"
    assert "panicked" not in ended.stderr
    return ended.stdout.split("\n")[:-1]


def work_from_many_threads() -> None:
    puzzles = lanedoku.generate(300, seed=1).cells
    expected = lanedoku.solve_batch(puzzles)
    made = lanedoku.generate(50, seed=2).lines()
    failed: list[BaseException] = []
    together = threading.Barrier(32)

    def work() -> None:
        try:
            together.wait()
            for _ in range(3):
                batch = lanedoku.solve_batch(puzzles, threads=2)
                np.testing.assert_array_equal(batch.solutions, expected.solutions)
                np.testing.assert_array_equal(batch.status, expected.status)
                assert lanedoku.generate(50, seed=2).lines() == made
                assert lanedoku.solve_batch([HARD, "x"]).reason(1)
                with pytest.raises(ValueError):
                    lanedoku.solve("x")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed[0]


def test_many_threads_at_once() -> None:
    work_from_many_threads()


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this interpreter has the lock")
def test_many_threads_without_the_lock() -> None:
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined]
    work_from_many_threads()


def test_threads_share_one_iterator() -> None:
    found = lanedoku.enumerate(EMPTY, max=4000)
    seen: list[list[str]] = [[] for _ in range(8)]

    def take(mine: list[str]) -> None:
        for solution in found:
            mine.append(str(solution))

    threads = [threading.Thread(target=take, args=(mine,)) for mine in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together = [solution for mine in seen for solution in mine]
    assert len(together) == len(set(together)) == 4000


def test_progress() -> None:
    calls: list[tuple[int, int]] = []
    lanedoku.solve_batch([HARD] * 100, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (100, 100)
    calls.clear()

    def watch(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        lanedoku.count([EMPTY] * 5, threads=2, progress=watch)
    assert len(calls) == 3 and all(0 <= done <= total == 5 for done, total in calls)
    functions = [
        lambda progress: lanedoku.solve_candidates(np.full((1, 81), 511, "uint16"), progress=progress),
        lambda progress: lanedoku.canonical([HARD], progress=progress),
        lambda progress: lanedoku.shuffle([HARD], seed=1, progress=progress),
        lambda progress: lanedoku.minimize([HARD], progress=progress),
        lambda progress: lanedoku.generate(1, seed=1, progress=progress),
        lambda progress: lanedoku.random_grids(1, seed=1, progress=progress),
        lambda progress: lanedoku.rate([HARD], progress=progress),
    ]
    for function in functions:
        calls.clear()
        function(lambda done, total: calls.append((done, total)))
        assert calls[-1][0] == calls[-1][1] >= 1


def test_progress_may_call_the_package_itself() -> None:
    found: list[Status] = []

    def progress(done: int, total: int) -> None:
        found.append(lanedoku.solve(HARD).status)
        if len(found) == 2:
            raise StopIteration

    with pytest.raises(StopIteration):
        lanedoku.count([EMPTY], progress=progress)
    assert found == [Status.UNIQUE] * 2


# Another thread interrupts the main thread until the signal arrives inside the compiled call. So the test hangs if a
# call does not let other threads run, or does not check for signals. The handler may interrupt itself, so it takes no
# lock, which an Event would, and the next signal waits.
INTERRUPTED = """
import linecache, os, signal, threading, time
import numpy as np
import lanedoku
interrupted = False
package = os.path.dirname(lanedoku.__file__)
def handle(signum, frame):
    global interrupted
    # Some instructions, such as the first of a function, have no line.
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno or 0)
    in_package = frame.f_code.co_filename.startswith(package)
    # The loop over solutions has Python code between the compiled calls.
    in_call = in_package and ("_lanedoku." in line and "Rows(" not in line or WHAT is enumerate)
    if in_call and not interrupted:
        interrupted = True
        raise KeyboardInterrupt
signal.signal(signal.SIGINT, handle)
def interrupt():
    while not interrupted:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.002)
hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
def solve():
    puzzles = np.array([hard] * 200_000, "S81")
    while True:
        lanedoku.solve_batch(puzzles, threads=THREADS)
def count():
    lanedoku.count(["." * 81], threads=THREADS)
def enumerate():
    for _ in lanedoku.enumerate("." * 81): pass
def generate():
    lanedoku.generate(4, seed=1, pattern="1" * 24 + "." * 57, attempts=10**7, threads=THREADS)
def clues():
    lanedoku.generate(4, seed=1, clues=17, attempts=10**7, threads=THREADS)
def shuffle():
    while True: lanedoku.shuffle([hard], 1_000_000, seed=1, threads=THREADS)
def rate():
    lanedoku.rate([hard] * 1_000_000, threads=THREADS)
def minimize():
    while True: lanedoku.minimize([hard] * 100_000, threads=THREADS)
def redundant():
    while True: lanedoku.redundant_clues([hard] * 100_000, threads=THREADS)
# A daemon, so that another exception ends the program.
thread = threading.Thread(target=interrupt, daemon=True)
try:
    thread.start()
    WHAT()
except KeyboardInterrupt:
    thread.join()
    print(lanedoku.solve_batch([hard], threads=THREADS))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("what", ["solve", "count", "enumerate", "generate", "clues", "shuffle", "rate", "minimize", "redundant"])
def test_a_signal_interrupts_a_call(what: str, threads: int) -> None:
    after = run(INTERRUPTED.replace("WHAT", what).replace("THREADS", str(threads)))
    assert after == ["Batch of 1: 1 unique"]


def test_results_can_be_pickled_and_copied() -> None:
    for thing in (Board(HARD), Status.LIMIT, lanedoku.solve(HARD), lanedoku.solve(COLLIDES)):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(thing, protocol)) == thing
        assert copy.copy(thing) == copy.deepcopy(thing) == thing
    batch = pickle.loads(pickle.dumps(lanedoku.solve_batch([HARD, "x"])))
    assert batch.status.tolist() == [1, 5] and list(batch.reasons()) == [1] and batch.reason(0) is None
    assert batch[0].solution is not None and batch[0].puzzle == Board(HARD) and batch[1].puzzle is None
    # A pickle of a pickle, of rows that were picked, and of an input that has changed since.
    cells = lanedoku.generate(5, seed=1).cells
    solved = lanedoku.solve_batch(cells)
    picked = pickle.loads(pickle.dumps(solved[[4, 2]]))
    again = copy.deepcopy(pickle.loads(pickle.dumps(solved)))
    cells[:] = 0
    assert [again[row].solution for row in range(5)] == [solved[row].solution for row in range(5)]
    assert picked[0].puzzle == again[4].puzzle and picked[1].puzzle == again[2].puzzle and again[2].puzzle.clues > 16
    for made in (lanedoku.minimize([HARD, "x"]), lanedoku.count([HARD, "x"], max=2), lanedoku.rate([HARD, "x"])):
        assert list(copy.deepcopy(made).reasons()) == [1]


class Table(HTMLParser):
    """Parses HTML, and checks that every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.cells: list[str] = []
        self.bold = 0
        self.feed(page)
        self.close()
        assert not self.opened

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.opened.append(tag)
        self.bold += tag == "b"
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.opened:
            self.cells[-1] += data.replace("\N{NO-BREAK SPACE}", ".")


def test_notebook_tables() -> None:
    board = Table(Board(HARD)._repr_html_())
    assert "".join(board.cells) == HARD and board.bold == 0
    result = lanedoku.solve(HARD)
    shown = Table(result._repr_html_())
    assert "".join(shown.cells) == str(result.solution) and shown.bold == 21
    assert "".join(Table(lanedoku.solve(COLLIDES)._repr_html_()).cells) == COLLIDES
    assert repr(Board(HARD)).splitlines()[0] == "8 . . | . . . | . . ."
    assert len(repr(Board(HARD)).splitlines()) == 11
    assert repr(result).startswith("unique, ") and repr(result.solution) in repr(result)
    assert repr(lanedoku.solve_batch([HARD, TWO, "x"])) == "Batch of 3: 1 unique, 1 multiple, 1 invalid"
    for shown_too in (lanedoku.count([HARD]), lanedoku.rate([HARD]), lanedoku.canonical([HARD])):
        assert "1" in repr(shown_too)


# Each child may not start threads: it is killed if it tries to. A short call may be held up by other programs until it
# starts threads, but not ten times.
ALONE = """
import ctypes, os, platform, struct
import lanedoku
clone = {"x86_64": 56, "aarch64": 220}[platform.machine()]
load, equal, end, allow, kill = 0x20, 0x15, 0x06, 0x7FFF0000, 0x80000000
steps = [(load, 0, 0, 0), (equal, 2, 0, clone), (equal, 1, 0, 435), (end, 0, 0, allow), (end, 0, 0, kill)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code))
prctl = ctypes.CDLL(None).prctl
puzzles = lanedoku.generate(20_000, seed=1, threads=1).cells
def survives(call):
    child = os.fork()
    if child == 0:
        prctl(38, 1, 0, 0, 0)
        assert prctl(22, 2, program, 0, 0) == 0
        call()
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0
calls = [
    lambda rows: lanedoku.solve_batch(puzzles[:rows], threads=4),
    lambda rows: lanedoku.count(puzzles[:rows], max=2, threads=4),
    lambda rows: lanedoku.shuffle(puzzles[:rows], seed=1, threads=4),
]
for call in calls:
    print(any(survives(lambda: call(100)) for _ in range(10)), survives(lambda: call(20_000)))
"""


@pytest.mark.skipif(
    (sys.platform, platform.machine()) not in (("linux", "x86_64"), ("linux", "aarch64")),
    reason="only Linux can forbid to start threads",
)
def test_a_short_call_starts_no_threads() -> None:
    assert run(ALONE) == ["True False"] * 3


def test_long_calls_have_the_same_answers_on_any_number_of_threads() -> None:
    # A short call does not start its threads.
    some = lanedoku.generate(400, seed=8).cells
    many, solutions = np.tile(some, (60, 1)), np.tile(lanedoku.solve_batch(some).solutions, (60, 1))
    damaged = solutions.copy()
    damaged[::7, 3] = 0
    calls = {
        "solve_batch": lambda threads: lanedoku.solve_batch(many, threads=threads)[:].solutions,
        "count": lambda threads: lanedoku.count(many, max=2, threads=threads).count,
        "is_solution": lambda threads: lanedoku.is_solution(damaged, many, threads=threads),
        "grade": lambda threads: lanedoku.grade(damaged, many, solutions=solutions, threads=threads).right_cells,
        "shuffle": lambda threads: lanedoku.shuffle(many, seed=1, threads=threads).cells,
        "random_grids": lambda threads: lanedoku.random_grids(3000, seed=1, threads=threads).cells,
        "canonical": lambda threads: lanedoku.canonical(some, threads=threads).cells,
        "rate": lambda threads: lanedoku.rate(some, images=2, threads=threads).median_sweeps,
        "minimize": lambda threads: lanedoku.minimize(solutions[:1000], threads=threads).cells,
        "redundant_clues": lambda threads: lanedoku.redundant_clues(solutions[:1000], threads=threads),
    }
    for name, call in calls.items():
        alone = call(1)
        for threads in (2, 5):
            np.testing.assert_array_equal(call(threads), alone, name)
    assert lanedoku.is_solution(damaged, many).sum() == len(many) - len(damaged[::7])


WITHOUT = f"""
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "numpy":
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
import lanedoku
hard, easy = {HARD!r}, {EASY!r}
for puzzles in ([hard, "x", easy], f"{{hard}}\\nx\\n{{easy}}", f"{{hard}}\\nx\\n{{easy}}".encode(), iter([hard, None, easy])):
    batch = lanedoku.solve_batch(puzzles)
    assert isinstance(batch.solutions, memoryview) and batch.solutions.shape == (3, 81), batch.solutions.shape
    assert batch.status.tolist() == [1, 5, 1] and batch.steps.format == "Q" and batch.guesses[0] > 0
    assert batch.solutions[0, 0] == 8 and batch[0].solution[0, 0] == 8 and batch.reason(1)
    assert repr(batch) == "Batch of 3: 2 unique, 1 invalid"
cells = bytearray(map(int, hard.replace(".", "0")))
assert lanedoku.solve_batch(memoryview(cells).cast("B", (1, 81))).status.tolist() == [1]
assert lanedoku.solve(memoryview(cells).cast("B", (9, 9))).status == 1
out = memoryview(bytearray(162)).cast("B", (2, 9, 9))
lanedoku.solve_batch([hard, easy], out=out)
assert out[0, 0, 0] == 8
assert lanedoku.count(["." * 81], max=5).count.tolist() == [5]
assert lanedoku.is_solution([str(batch[0].solution), hard], [hard, hard]).tolist() == [True, False]
made = lanedoku.generate(3, seed=1)
assert made.cells.shape == (3, 81) and made.valid.tolist() == [True] * 3 and all(made) and len(made.lines()) == 3
assert len(set(lanedoku.canonical(lanedoku.shuffle([hard], 5, seed=1).lines()).lines())) == 1
assert len(set(lanedoku.canonical(lanedoku.shuffle([hard], 5, seed=1)).lines())) == 1
assert lanedoku.shuffle([hard, easy], 5, seed=1).cells.shape == (2, 5, 81)
assert lanedoku.minimize(batch.solutions).valid.tolist() == [True, False, True]
assert lanedoku.rate([hard]).needs_names() == ["guesses"] and lanedoku.rate([hard]).least_guesses[0] > 0
assert lanedoku.solve_candidates(["123456789" * 81]).status.tolist() == [2]
for none in ([], "", b"", iter([])):
    batch = lanedoku.solve_batch(none)
    assert len(batch) == len(batch.solutions) == 0 and repr(batch) == "Batch of 0: nothing" and list(batch) == []
assert len(lanedoku.count([])) == len(lanedoku.rate([])) == len(lanedoku.canonical([])) == len(lanedoku.minimize([])) == 0
assert len(lanedoku.generate(0, seed=1)) == len(lanedoku.shuffle([], 3, seed=1)) == len(lanedoku.random_grids(0, seed=1)) == 0
assert lanedoku.shuffle([hard], 0, seed=1).lines() == [] and lanedoku.is_solution([], []).tolist() == []
try:
    lanedoku.solve_batch([hard])[0:1]
except TypeError as error:
    assert "require numpy" in str(error)
assert lanedoku.solve([int(cell) for cell in hard.replace(".", "0")]).status == 1
assert lanedoku.solve_batch([[[int(cell) for cell in hard.replace(".", "0")[9 * row : 9 * row + 9]] for row in range(9)]])[0].status == 1
assert lanedoku.is_minimal([hard]).tolist() == [True] and not any(lanedoku.redundant_clues([hard]).tolist()[0])
graded = lanedoku.grade([hard, "x"], [hard, hard], solutions=[hard, hard])
assert graded.keeps_clues.tolist() == [True, False] and graded.right_cells[0] == 21 and "0 solutions" in repr(graded)
assert "numpy" not in sys.modules
print("done")
"""


def test_without_numpy() -> None:
    assert run(WITHOUT) == ["done"]


AT_THE_END = """
import threading
import lanedoku
import pyarrow
kept = pyarrow.record_batch(lanedoku.solve_batch(["." * 81] * 100))
found = lanedoku.enumerate("." * 81)
next(found)
threading.Thread(target=lambda: lanedoku.count(["." * 81], max=3_000_000), daemon=True).start()
print("exits")
"""


def test_the_interpreter_exits_while_arrow_holds_answers_and_threads_run() -> None:
    pytest.importorskip("pyarrow")
    assert run(AT_THE_END) == ["exits"]
