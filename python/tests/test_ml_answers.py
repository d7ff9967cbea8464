"""A right answer scores in any shape and place; a wrong argument is an error, not a score."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import lanedoku
from boards import EASY, digits, line
from lanedoku import ml
from lanedoku.ml._grading import _answers

Rows = list[str]


def rows_of(text: str) -> Rows:
    return [text[start : start + 9] for start in range(0, 81, 9)]


def cells(rows: Rows) -> np.ndarray:
    return np.array([[int(cell) for cell in row] for row in rows])


def spaced(row: str) -> str:
    return " ".join(row)


def numbered(rows: Rows, form: str, show: Callable[[str], str] = spaced) -> str:
    return "\n".join(form.format(show(row), number=number, letter="ABCDEFGHI"[number - 1]) for number, row in enumerate(rows, 1))


def table(rows: Rows, head: str, form: str) -> str:
    columns = len(form.split("|")) + 8 - 2
    return f"{head}\n|{'---|' * columns}\n" + numbered(rows, form, " | ".join)


def drawn(rows: Rows, bar: str, rule: str, first: str = "", last: str = "") -> str:
    def text(row: str) -> str:
        return bar + f" {bar} ".join(spaced(row[start : start + 3]) for start in (0, 3, 6)).center(23) + bar

    return first + f"\n{rule}\n".join("\n".join(map(text, rows[start : start + 3])) for start in (0, 3, 6)) + last


def textarena(rows: Rows) -> str:
    def text(number: int) -> str:
        return f"R{number}  " + " | ".join("  ".join(rows[number][start : start + 3]) for start in (0, 3, 6))

    rule = "\n   - - - - - - - - - - - - - - - - \n"
    return "     C0 C1 C2   C3 C4 C5   C6 C7 C8\n" + rule.join(
        "\n".join(map(text, range(band, band + 3))) for band in (0, 3, 6)
    )


def frame(rows: Rows) -> str:
    return str(pytest.importorskip("pandas").DataFrame(cells(rows)))


WORDS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
SHAPES: dict[str, Callable[[Rows], str]] = {
    "a line": "".join,
    "rows": "\n".join,
    "rows with spaces": lambda rows: "\n".join(map(spaced, rows)),
    "rows with tabs": lambda rows: "\n".join(map("\t".join, rows)),
    "rows with commas": lambda rows: "\n".join(map(", ".join, rows)),
    "rows of three groups": lambda rows: "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in rows),
    "bands": lambda rows: "\n\n".join("\n".join(rows[start : start + 3]) for start in (0, 3, 6)),
    "digits with spaces": lambda rows: spaced("".join(rows)),
    "digits with commas": lambda rows: ",".join("".join(rows)),
    **{f"rows joined by {sign!r}": sign.join for sign in ("/", " / ", "|", ";", ",", " ", "-", "<br>", ", ")},
    "rows with full stops": lambda rows: ".\n".join(rows) + ".",
    "a sentence of rows": lambda rows: f"The rows are {', '.join(rows[:8])} and {rows[8]}",
    "str of lists": lambda rows: str(cells(rows).tolist()),
    "str of a flat list": lambda rows: str(cells(rows).reshape(-1).tolist()),
    "str of tuples": lambda rows: str(tuple(map(tuple, cells(rows).tolist()))),
    "str of a list of numpy's integers": lambda rows: str([list(row) for row in cells(rows)]),
    "str of an array": lambda rows: str(cells(rows)),
    "str of a flat array": lambda rows: str(cells(rows).reshape(-1)),
    "str of floats": lambda rows: str(cells(rows).astype(float)),
    "repr of an array": lambda rows: repr(cells(rows)),
    "repr of bytes": lambda rows: repr(cells(rows).astype("uint8")),
    "repr of a flat array": lambda rows: repr(cells(rows).reshape(-1)),
    "repr of a matrix": lambda rows: repr(cells(rows)).replace("array", "matrix"),
    "a list of arrays": lambda rows: repr(list(cells(rows))),
    "a tensor": lambda rows: f"tensor({cells(rows).tolist()}, device='cuda:0')",
    "an assignment": lambda rows: f"grid = {cells(rows).tolist()}",
    "an assignment of lines": lambda rows: "grid = [\n    " + ",\n    ".join(map(str, cells(rows).tolist())) + ",\n]",
    "an assignment of texts": lambda rows: "board = [\n" + "".join(f'    "{row}",\n' for row in rows) + "]",
    "code in C": lambda rows: "int grid[9][9] = {\n" + ",\n".join(f"    {{{', '.join(row)}}}" for row in rows) + "\n};",
    "code in JavaScript": lambda rows: f"const grid = {json.dumps(cells(rows).tolist())};",
    "code of a function": lambda rows: f"def solve():\n    return {cells(rows).tolist()}",
    "JSON": lambda rows: json.dumps({"solution": cells(rows).tolist()}),
    "JSON of lines": lambda rows: json.dumps(cells(rows).tolist(), indent=2),
    "JSON of a text": lambda rows: json.dumps({"answer": "\n".join(rows)}),
    "JSON of rows": lambda rows: json.dumps({"grid": rows}),
    "JSON of characters": lambda rows: json.dumps([list(row) for row in rows]),
    "JSON of named rows": lambda rows: json.dumps({f"row{number}": row for number, row in enumerate(rows, 1)}),
    "JSON of named lists": lambda rows: json.dumps({f"row{number}": list(map(int, row)) for number, row in enumerate(rows, 1)}),
    "YAML": lambda rows: numbered(rows, "- [{}]", ", ".join),
    "drawn": lambda rows: repr(lanedoku.Board("".join(rows))),
    "drawn with lines": lambda rows: drawn(rows, "│", "├───────┼───────┼───────┤", "┌───────┬───────┬───────┐\n", "\n└───────┴───────┴───────┘"),
    "drawn with double lines": lambda rows: drawn(rows, "║", "╠═══════╬═══════╬═══════╣", "╔═══════╦═══════╦═══════╗\n", "\n╚═══════╩═══════╩═══════╝"),
    "drawn with signs": lambda rows: drawn(rows, "|", "+-------+-------+-------+", "+-------+-------+-------+\n", "\n+-------+-------+-------+"),
    "TextArena": textarena,
    "pandas": frame,
    **{
        f"rows named {form}": (lambda form: lambda rows: numbered(rows, form))(form)
        for form in ("Row {number}: {}", "**Row {number}:** {}", "R{number}: {}", "{letter}: {}", "{number}. {}", "{number}) {}",
                     "Row {number} – {}", "Zeile {number}: {}", "第{number}行：{}", "- {}", "* {}", "• {}", "> {}", "**{}**", "`{}`")
    },
    "rows named in words": lambda rows: "\n".join(f"{word} row: {spaced(row)}" for word, row in zip(WORDS, rows, strict=True)),
    "rows named, with commas": lambda rows: numbered(rows, "Row {number}: {}", ", ".join),
    "rows named, lists": lambda rows: numbered(rows, "Row {number}: [{}]", ", ".join),
    "Markdown": lambda rows: table(rows, "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |", "| {} |"),
    "Markdown with names": lambda rows: table(rows, "| | c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8 | c9 |", "| r{number} | {} |"),
    "Markdown with bold names": lambda rows: table(rows, "|   | A | B | C | D | E | F | G | H | I |", "| **{number}** | {} |"),
    "bold digits": lambda rows: "\n".join(" ".join(f"**{cell}**" if cell in "159" else cell for cell in row) for row in rows),
    "LaTeX": lambda rows: "\\begin{array}{ccc|ccc|ccc}\n" + " \\\\\n".join(map(" & ".join, rows)) + "\\end{array}",
    "boxed": lambda rows: "\\boxed{" + "".join(rows) + "}",
    "a table of HTML": lambda rows: "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>",
    "preformatted": lambda rows: "<pre>" + "\n".join(rows) + "</pre>",
    "another tag": lambda rows: "<solution>\n" + "\n".join(rows) + "\n</solution>",
    "bold": lambda rows: f"**{''.join(rows)}**",
    "quoted": lambda rows: f"“{''.join(rows)}”",
    "escaped line ends": "\\n".join,
    "keycaps": lambda rows: "\n".join("".join(cell + "\ufe0f\u20e3" for cell in row) for row in rows),
    "wide digits": lambda rows: "\n".join("".join(chr(0xFF10 + int(cell)) for cell in row) for row in rows),
    "coloured": lambda rows: "\n".join("".join(f"\x1b[1m{cell}\x1b[0m" for cell in row) for row in rows),
    **{f"a puzzle, {sign!r}, and its solution": (lambda sign: lambda rows: sign.join([open_part(rows), "".join(rows)]))(sign)
       for sign in (" -> ", " ", ",", "\t", " => ", "=", "|", ";", "\n", " becomes ", "\n\n")},
}


def open_part(rows: Rows) -> str:
    """A puzzle of a grid."""
    return "".join(cell if place % 3 else "." for place, cell in enumerate("".join(rows)))


OTHER = str(lanedoku.random_grids(1, seed=99)[0])
PLACES: dict[str, Callable[[str, Rows], str]] = {
    "alone": lambda text, rows: text,
    "after a thought": lambda text, rows: f"Row 1 has 5, 3 and 7, so r1c3 is 4.\n\nThe answer is:\n\n{text}\n",
    "in a sentence": lambda text, rows: f"The answer is {text}",
    "with a full stop": lambda text, rows: f"{text}.",
    "in a part": lambda text, rows: f"Easy!\n<answer>{text}</answer> I am sure.",
    "in lines of a part": lambda text, rows: f"It goes between <answer> and </answer>.\n<ANSWER>\n{text}\n</ANSWER>\n",
    "in a part without an end": lambda text, rows: f"So <answer>\n{text}",
    "in code": lambda text, rows: f"Here:\n```python\n{text}\n```\n",
    "in code in a part": lambda text, rows: f"<answer>\n```\n{text}\n```\n</answer>",
    "after the puzzle": lambda text, rows: f"{open_part(rows)}\n\n{text}\n\nDone!",
    "after the drawn puzzle": lambda text, rows: f"Puzzle:\n{lanedoku.Board(open_part(rows))!r}\n\nSolution:\n{text}",
    "after another try": lambda text, rows: f"<think>Is it {OTHER}?\nNo.</think>\n{text}",
    "after another grid": lambda text, rows: "\n".join(rows_of(OTHER)) + f"\n\nThat is wrong. Now:\n\n{text}",
    "before a remark": lambda text, rows: f"{text}\n\nEvery row, column and box has 1 to 9.",
    "before checks": lambda text, rows: f"{text}\n\n**Check:**\n- Row 1: 1+2+3+4+5+6+7+8+9=45\n" + numbered(
        ["".join(column) for column in zip(*rows, strict=True)], "Column {number}: {} ✓"),
    "before columns": lambda text, rows: f"{text}\n\nColumns:\n" + "\n".join("".join(column) for column in zip(*rows, strict=True)),
    "lines of DOS": lambda text, rows: text.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_right_answer_scores_in_any_shape_and_place(shape: str) -> None:
    random = Random(shape)
    right = str(lanedoku.random_grids(1, seed=random.randrange(1000))[0])
    # The reader must not know what is right.
    wrong = "".join(random.choice("123456789") if random.random() < 0.2 else cell for cell in right)
    for grid in (right, wrong):
        rows = rows_of(grid)
        texts = {place: put(SHAPES[shape](rows), rows) for place, put in PLACES.items()}
        for (place, text), found in zip(texts.items(), _answers(list(texts.values()), 2)[0], strict=True):
            assert "".join(map(str, found)) == grid, (place, text)
    rows = rows_of(right)
    assert ml.grade([put(SHAPES[shape](rows), rows) for put in PLACES.values()], [open_part(rows)] * len(PLACES)).is_solution.all()


def test_what_is_no_answer_has_no_board() -> None:
    right = str(lanedoku.solve(EASY).solution)
    rows = rows_of(right)
    for text in ("", "no idea", right[:80], right + "1", "\n".join(rows[:8]), "\n".join([*rows, rows[0]]), "1" * 100_000, "\n" * 9,
                 f"{right}\n<answer>no</answer>", "[" * 100_000, "\ud800", "**" * 50_000, "<" * 50_000, "\\" * 50_000, "r1" * 50_000):
        assert not _answers([text], 1)[1].any(), text[:100]
    assert _answers([EASY], 1)[0].tolist() == [digits(EASY)]
    # The last board counts, right or wrong.
    assert not ml.grade([f"{right}\nor {OTHER}"], [EASY]).is_solution.any()
    assert ml.grade([f"{OTHER}\nor {right}", f"{right} is the solution of {EASY}"], [EASY] * 2).is_solution.all()


class OnDevice:
    """As a tensor on a device."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


def test_a_wrong_argument_is_an_error() -> None:
    solved, result = lanedoku.solve_batch([EASY]), lanedoku.solve(EASY)
    right = str(result.solution)
    grid = np.array([[int(cell) for cell in right]])
    for answers, error, cure in (
        (solved, TypeError, "found Batch; pass its solutions"),
        (ml.Examples([EASY]), TypeError, "found Examples; pass its solutions"),
        (ml.Dataset(ml.Examples([EASY])).__getitems__([0]), TypeError, "expected texts or cells"),
        (lanedoku.count([EASY]), TypeError, "expected texts or cells, found Counts"),
        ({0: right}, TypeError, "found dict; pass the list of its values"),
        ({right}, TypeError, "found set"),
        (right, TypeError, r"pass \[answer\]"),
        (lanedoku.Board(right), TypeError, r"pass \[answer\]"),
        ([result], TypeError, "row 0: .* found Result; pass its solution"),
        ([right, {"solution": right}], TypeError, "row 1: .* found dict"),
        ([5], TypeError, "row 0: .* found int"),
        (5, TypeError, "found int"),
        (None, TypeError, "found NoneType"),
        ([grid[0] / 1], TypeError, r"row 0: expected integers, found float64 of \(81,\); pass astype"),
        ([[5.0] * 81], TypeError, "row 0: .*expected an integer, found .*float"),
        (grid / 1, TypeError, r"found float64 of \(1, 81\); pass astype"),
        (grid > 1, TypeError, "found bool"),
        (np.zeros((1, 81, 9)), TypeError, r"found float64 of \(1, 81, 9\)"),
        (np.array([[right, right]]), TypeError, r"n texts, found <U81 of \(1, 2\)"),
        (OnDevice(), TypeError, "OnDevice cannot be read .*cpu()"),
        ([OnDevice()], TypeError, "row 0: OnDevice cannot be read .*cpu()"),
        (grid + 1, ValueError, "tokens from 1 to 10; pass answers - 1"),
        ((grid + 1).tolist(), ValueError, "tokens from 1 to 10; pass answers - 1"),
        ((grid + 1).reshape(1, 9, 9).astype("uint8"), ValueError, "tokens from 1 to 10; pass answers - 1"),
    ):
        with pytest.raises(error, match=f"^answers: .*{cure}" if not isinstance(answers, str) else cure):
            ml.grade(answers, [EASY])
    for puzzles in (["x"], grid + 1, [[1, 2]]):
        with pytest.raises(ValueError, match="^puzzles: row 0: "):
            ml.grade([right], puzzles)
    # Right answers in other containers, and wrong ones that a model gives.
    pd, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    for many in (pd.Series([right, None]), pd.array([right, None], "string"), pa.chunked_array([[right], [None]]),
                 np.array([right, ""]), np.array([right, None], object), iter([right, None]), [grid[0], None], [rows_of(right), [1, 2]],
                 [list(right), "?"], [bytearray(right.encode()), pd.NA], [np.array(list(right)), float("nan")]):
        scores = ml.grade(many, [EASY] * 2)
        assert (scores.has_format.tolist(), scores.is_solution.tolist()) == ([True, False],) * 2
    assert ml.grade(lanedoku.canonical([EASY, "x"]), [EASY] * 2).has_format.tolist() == [True, False]
    assert line(grid[0]) == right
