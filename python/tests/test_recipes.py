"""Runs the code of `recipes.md` and of the recipe for training, and the comparison of packages."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import lanedoku

TEXT = (Path(__file__).parents[1] / "examples" / "recipes.md").read_text()
PARTS = re.findall(r"^## (\w+)$.*?^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def rows(name, table):
    """Returns the answers of an engine as dictionaries."""
    if name == "Dask":
        table = table.astype(object)
        return table.where(table.notna(), None).to_dict("records")
    return table.to_dicts() if name == "Polars" else table.to_pylist()


def test_every_piece_of_code_is_run():
    assert [name for name, _ in PARTS] == ["DuckDB", "Polars", "Dask"]
    assert TEXT.count("```python") == len(PARTS)


@pytest.mark.parametrize(("name", "code"), PARTS, ids=[name for name, _ in PARTS])
def test_the_answers_equal_those_of_solve_batch(name, code):
    for module in re.findall(r"^import (\S+)$", code, re.MULTILINE):
        pytest.importorskip(module, reason=f"{module} is not installed")
    space = {}
    exec(compile(code, f"recipes.md, {name}", "exec"), space)
    found = {row["puzzle"]: row for row in rows(name, space["solved"])}
    assert len(found) == 5002
    for line, result in zip(found, lanedoku.solve_batch(list(found)), strict=True):
        solution = None if result.solution is None else str(result.solution)
        assert (found[line]["solution"], found[line]["status"]) == (solution, str(result.status))
    assert {row["status"] for row in found.values()} >= {"unique", "invalid"}


def test_the_comparison_names_what_it_leaves_out(tmp_path):
    program = Path(__file__).parents[1] / "benches" / "packages.py"
    command = [sys.executable, str(program), "-n", "100", "--csv", str(tmp_path / "speeds.csv")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert "\nwithout tdoku: --tdoku names its shared library\n" in ended.stdout
    left_out = re.findall(r"^without (\S+): it is not installed$", ended.stdout, re.MULTILINE)
    measured = (tmp_path / "speeds.csv").read_text()
    for name in ("lanedoku.solve", "py-sudoku", "sudokum", "dokusan"):
        assert (name in left_out) != (f'"{name}",' in measured)
    (tmp_path / "none").write_text("too short\n")
    ended = subprocess.run([*command, "--puzzles", str(tmp_path / "none")], capture_output=True, text=True, timeout=100)
    assert ended.returncode == 2 and "no line has 81 characters" in ended.stderr


def test_the_recipe_for_training_shows_what_is_printed(tmp_path, monkeypatch, capsys):
    page = Path(__file__).parents[2] / "doc" / "recipes" / "training.md"
    if not page.exists():
        pytest.skip("needs doc, which the source archive has not")
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    code = "".join(re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL))
    assert "100_000" in code
    monkeypatch.chdir(tmp_path)
    # With fewer puzzles.
    exec(compile(code.replace("100_000", "2_000"), "training.md", "exec"), {})
    number = re.compile(r"[1-9]\d*")
    assert number.sub("N", capsys.readouterr().out) == number.sub("N", shown)
    assert (tmp_path / "test.csv").read_text().startswith("question,answer\n")
