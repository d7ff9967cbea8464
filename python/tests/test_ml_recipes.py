"""Runs the parts of `examples/training.md`, with the packages and versions that their titles name."""

from __future__ import annotations

import asyncio
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanedoku
from lanedoku import ml

PAGE = (Path(__file__).parents[1] / "examples" / "training.md").read_text()
PARTS = dict(re.findall(r"^## (.*?)\n.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def run(package: str) -> dict[str, Any]:
    """Runs the part that names a package; skips if it is not installed in this version."""
    ((title, code),) = ((title, code) for title, code in PARTS.items() if f"{package} " in title)
    series = re.findall(rf"{package} ([\d.]+)", title)[0]
    try:
        found = version(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} {series} is not installed")
    if package not in ("pyarrow", "pandas") and not f"{found}.".startswith(f"{series}."):
        pytest.skip(f"{package} {series} is not installed, but {found}")
    space: dict[str, Any] = {"lanedoku": lanedoku, "ml": ml, "__name__": "__main__"}
    exec(compile(code, f"training.md, {title}", "exec"), space)
    return space


def test_every_part_is_run() -> None:
    assert PAGE.count("```python") == len(PARTS) == 5


def test_csv_and_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    space = run("pyarrow")
    examples, again = space["examples"], space["again"]
    assert again.lines() == examples.lines() and again.sources.tolist() == examples.sources.tolist() and again.ratings is None
    assert space["boards"] == len(ml.read_hrm("set")) == 1000


def test_data_sets_of_hugging_face() -> None:
    space = run("datasets")
    assert space["again"].lines() == [pair for pair in space["examples"].lines() if pair[0][0] != "."]


def test_the_environment_of_gymnasium() -> None:
    env, examples = (space := run("gymnasium"))["env"], space["env"].games.examples
    env = type(env)(examples, 16, max_steps=40)
    boards, info = env.reset(seed=3)
    np.testing.assert_array_equal(boards, ml.Games(examples, 16, seed=3).boards)
    over, steps, before = np.zeros(16, bool), np.zeros(16, int), boards
    seen = {"terminated": 0, "truncated": 0}
    rng = np.random.default_rng(1)
    for _ in range(120):
        actions = np.array([env.single_action_space.sample(row.astype("int8")) for row in info["action_mask"]])
        helped = (rng.random(16) < 0.98) & (before == 0).any(1)
        cells = (before == 0).argmax(1)
        actions[helped] = (9 * cells + env.games.solutions[np.arange(16), cells].astype(int) - 1)[helped]
        boards, rewards, terminated, truncated, info = env.step(actions)
        assert boards in env.observation_space and info["action_mask"].shape == (16, 729)
        steps = np.where(over, 0, steps + 1)
        # The step after the end starts a game.
        assert (rewards[over] == 0).all() and not (terminated | truncated)[over].any()
        assert (truncated == ((steps >= 40) & ~terminated)).all()
        assert ((boards != before).sum(1)[~over] <= 1).all()
        over, before = terminated | truncated, boards
        seen["terminated"] += int(terminated.sum())
        seen["truncated"] += int(truncated.sum())
    assert min(seen.values()) > 3
    np.testing.assert_array_equal(env.reset(seed=3)[0], ml.Games(examples, 16, seed=3).boards)


def test_tasks_of_reasoning_gym() -> None:
    space = run("reasoning-gym")
    assert space["score"] == 1.0
    tasks = space["create_dataset"]("lanedoku", size=20, seed=5, clues=30)
    puzzles = lanedoku.generate(20, seed=5, clues=30)
    for number, entry in enumerate(tasks):
        assert entry["metadata"]["puzzle"] == str(puzzles[number]) and entry["question"] == ml.question(puzzles[number])
        assert tasks.score_answer(f"So it is <answer>{entry['answer']}</answer>", entry) == 1.0
        assert [tasks.score_answer(nothing, entry) for nothing in (None, "", "1" * 81)] == [0.0] * 3
    assert number == 19


def test_tasks_of_verifiers() -> None:
    space = run("verifiers")
    vf, tasks = space["vf"], space["tasks"]
    assert [task.data.puzzle for task in tasks] == lanedoku.generate(3, seed=1).lines()
    right = str(lanedoku.solve(tasks[2].data.puzzle).solution)
    for reply, reward in ((f"Let me see ... <answer>{right}</answer>", 1.0), (tasks[2].data.puzzle, 0.0), ("I give up", 0.0)):
        kind = vf.TraceTask(type="SudokuTask", data=tasks[2].data)
        trace = vf.Trace(task=kind, agent=vf.AgentInfo(config=vf.AgentConfig()), root_reply=reply)
        asyncio.run(tasks[2].score(trace))
        assert trace.reward == reward and trace.metrics["has_format"] == float(reply != "I give up")
