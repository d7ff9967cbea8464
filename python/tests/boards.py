"""Boards for several tests, and a solver that is independent of the package."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVENTEEN = "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."
TWO = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"
NONE = "12345678.........9" + "." * 63
COLLIDES = "11" + "." * 79
EMPTY = "." * 81

UNITS = [
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *([9 * (row + i) + column + j for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)),
]
PEERS = [sorted({other for unit in UNITS if cell in unit for other in unit} - {cell}) for cell in range(81)]


def digits(line: str) -> list[int]:
    """The digits of a line, 0 for an open cell."""
    return [0 if character in ".0" else int(character) for character in line]


def line(cells: object) -> str:
    """The line of 81 digits."""
    return "".join(str(cell) if cell else "." for cell in map(int, cells))  # type: ignore[call-overload]


def search(marks: list[int]) -> Iterator[list[int]]:
    """Iterates over all solutions of pencil marks, given as bits: a slow, plain solver."""
    marks = list(marks)
    # Naked singles: removes the digit from the peers.
    todo = [cell for cell in range(81) if marks[cell].bit_count() == 1]
    while todo:
        cell = todo.pop()
        for peer in PEERS[cell]:
            if marks[peer] & marks[cell]:
                marks[peer] &= ~marks[cell]
                if marks[peer].bit_count() == 1:
                    todo.append(peer)
    if 0 in marks:
        return
    # Hidden singles, and digits without a place in a unit.
    for unit in UNITS:
        once = twice = 0
        for cell in unit:
            twice |= once & marks[cell]
            once |= marks[cell]
        if once != 511:
            return
        for cell in unit:
            alone = marks[cell] & ~twice
            if alone and alone != marks[cell]:
                yield from search([alone if other == cell else mark for other, mark in enumerate(marks)])
                return
    open_cells = [cell for cell in range(81) if marks[cell].bit_count() > 1]
    if not open_cells:
        yield [mark.bit_length() for mark in marks]
        return
    cell = min(open_cells, key=lambda cell: marks[cell].bit_count())
    for digit in range(9):
        if marks[cell] >> digit & 1:
            marks[cell], kept = 1 << digit, marks[cell]
            yield from search(marks)
            marks[cell] = kept


def solutions(puzzle: str, most: int) -> list[str]:
    """Up to ``most`` solutions of a puzzle."""
    marks = [1 << digit - 1 if digit else 511 for digit in digits(puzzle)]
    return solutions_of(marks, most)


def solutions_of(marks: list[int], most: int) -> list[str]:
    """Up to ``most`` solutions of pencil marks."""
    found = []
    for solution in search(marks):
        found.append(line(solution))
        if len(found) == most:
            break
    return found


def is_full(solution: str) -> bool:
    """Returns whether each row, column and box contains each digit."""
    return all({solution[cell] for cell in unit} == set("123456789") for unit in UNITS)


def fits(solution: str, puzzle: str) -> bool:
    """Whether a grid is a solution of a puzzle."""
    return is_full(solution) and all(clue in ".0" or clue == digit for clue, digit in zip(puzzle, solution, strict=True))


def collides(puzzle: str) -> bool:
    """Whether two clues of a unit are the same."""
    cells = digits(puzzle)
    return any(cells[cell] and cells[cell] == cells[peer] for cell in range(81) for peer in PEERS[cell])


def random_board(random: Random, solution: str, clues: int, wrong: int) -> str:
    """Returns some clues of a grid, with ``wrong`` of them replaced by random digits."""
    cells = ["."] * 81
    chosen = random.sample(range(81), clues)
    for cell in chosen:
        cells[cell] = solution[cell]
    for cell in chosen[:wrong]:
        cells[cell] = random.choice("123456789")
    return "".join(cells)
