"""The modules for other packages, with these packages."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import lanedoku
from boards import EASY, HARD
from lanedoku import ml


def test_data_sets_of_hugging_face(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    from lanedoku.ml.huggingface import from_datasets, to_datasets

    examples = ml.Examples([EASY, HARD, EASY], sources=["a", "b", "c"], ratings=[1, 2, 3])
    made = to_datasets({"train": examples, "test": examples[1:2]})
    assert isinstance(made, datasets.DatasetDict) and isinstance(made["train"], datasets.Dataset)
    assert made["train"][1] == {"source": "b", "question": HARD, "answer": str(lanedoku.solve(HARD).solution), "rating": 2}
    # Its own operations work, also those that write.
    made["train"].save_to_disk(str(tmp_path / "saved"))
    again = datasets.load_from_disk(str(tmp_path / "saved"))
    hard = again.filter(lambda row: row["rating"] > 1).rename_column("question", "quiz")
    found = from_datasets(hard, question="quiz")
    assert found.lines() == examples[1:].lines() and found.ratings is not None and found.ratings.tolist() == [2, 3]
    with pytest.raises(ValueError, match="no column 'question'; there are source, quiz, answer, rating"):
        from_datasets(hard)
    ml.write_parquet(tmp_path / "set.parquet", examples)
    assert len(datasets.Dataset.from_parquet(str(tmp_path / "set.parquet"), cache_dir=str(tmp_path / "cache"))) == 3


def test_tasks_of_reasoning_gym() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    import lanedoku.ml.reasoning_gym  # noqa: F401 - registers the data set

    tasks = reasoning_gym.create_dataset("lanedoku", size=20, seed=5, min_clues=30, max_clues=32, partial=0.5)
    puzzles = lanedoku.generate(20, seed=5, clues=(30, 32))
    for number, entry in enumerate(tasks):
        assert entry["metadata"]["puzzle"] == str(puzzles[number]) and 30 <= entry["metadata"]["clues"] <= 32
        assert entry["question"] == ml.question(puzzles[number]) and entry["metadata"]["source_index"] == number
        solution = entry["answer"]
        assert tasks.score_answer(solution, entry) == 1.0
        assert tasks.score_answer(f"<answer>{solution.replace(' ', '')}</answer>", entry) == 1.0
        assert 0.4 < tasks.score_answer(solution[:-1] + ".", entry) <= 0.5 or entry["metadata"]["puzzle"][-1] != "."
        for nothing in (None, "", "no", "1" * 81):
            assert tasks.score_answer(nothing, entry) == 0.0
    assert number == 19
    with pytest.raises(IndexError):
        tasks[20]
    for options in ({"min_clues": 30}, {"min_clues": 5, "max_clues": 6}, {"partial": 2}):
        with pytest.raises(ValueError, match="clues|partial"):
            reasoning_gym.create_dataset("lanedoku", **options)
    # In a mixture, as training uses it.
    mixed = reasoning_gym.create_dataset(
        "composite",
        size=10,
        seed=1,
        datasets=[
            reasoning_gym.composite.DatasetSpec(name="lanedoku", weight=1, config={}),
            reasoning_gym.composite.DatasetSpec(name="leg_counting", weight=1, config={}),
        ],
    )
    assert all(mixed.score_answer(entry["answer"], entry) == 1.0 for entry in mixed)
    assert {entry["metadata"]["source_dataset"] for entry in mixed} == {"lanedoku", "leg_counting"}


def test_tasks_of_verifiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vf = pytest.importorskip("verifiers.v1", reason="verifiers 0.4 is not installed")
    from lanedoku.ml.verifiers import SudokuConfig, SudokuTaskset
    from verifiers.v1.utils import loaders

    # As the package finds it: a module with the name.
    (tmp_path / "lanedoku_tasks.py").write_text(
        "from lanedoku.ml.verifiers import SudokuTaskset\n__all__ = ['SudokuTaskset']\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert loaders.taskset_class("lanedoku-tasks") is SudokuTaskset
    tasks = list(SudokuTaskset(SudokuConfig(tasks=5, seed=3)))
    assert [task.data.puzzle for task in tasks] == lanedoku.generate(5, seed=3).lines()
    assert [task.data.idx for task in tasks] == list(range(5)) and ml.question(tasks[0].data.puzzle) == tasks[0].data.prompt

    def scored(task: object, reply: str) -> object:
        kind = vf.TraceTask(type="SudokuTask", data=task.data)  # type: ignore[attr-defined]
        trace = vf.Trace(task=kind, agent=vf.AgentInfo(config=vf.AgentConfig()), root_reply=reply)
        asyncio.run(task.score(trace))  # type: ignore[attr-defined]
        return trace

    task = tasks[2]
    right = scored(task, f"Let me see ... <answer>{task.data.solution}</answer>")
    assert right.reward == 1.0 and set(right.metrics.values()) == {1.0}  # type: ignore[attr-defined]
    wrong = scored(task, task.data.puzzle)
    assert wrong.reward == 0.0  # type: ignore[attr-defined]
    expected = {"has_format": 1, "keeps_clues": 1, "is_complete": 0, "is_consistent": 1, "is_solvable": 1, "right": 0}
    assert wrong.metrics == expected  # type: ignore[attr-defined]
    assert set(scored(task, "I give up").metrics.values()) == {0.0}  # type: ignore[attr-defined]
    assert asyncio.run(task.validate(None))

    for name, write in (("set.csv", ml.write_csv), ("set.parquet", ml.write_parquet)):
        path = tmp_path / name
        write(path, ml.Examples([EASY, HARD]))
        assert [task.data.puzzle for task in SudokuTaskset(SudokuConfig(path=str(path)))] == [EASY, HARD]
