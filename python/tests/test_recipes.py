"""Runs the code of `recipes.md`."""

import re
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
