"""Loaders: the same examples for any batches, orders and workers."""

from __future__ import annotations

import copy
import pickle
from itertools import islice

import numpy as np
import pytest

import lanedoku
from lanedoku import ml


@pytest.fixture(scope="module")
def examples() -> ml.Examples:
    return ml.Examples(lanedoku.generate(50, seed=1))


def tokens(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """A transform, which worker processes can import."""
    return {"inputs": arrays["puzzle"] + 1, "labels": arrays["solution"].astype("int64")}


def numbers(stream: ml.Stream, worker: int = 0, workers: int = 1) -> list[list[int]]:
    return [batch["number"].tolist() for batch in stream.batches(worker, workers)]


def test_a_dataset_has_the_disguises_of_shuffle(examples: ml.Examples) -> None:
    dataset = ml.Dataset(examples, augment=9, seed=4)
    assert len(dataset) == 500
    expected = lanedoku.shuffle(examples.puzzles, 9, solutions=examples.solutions, seed=4)
    asked = np.random.default_rng(1).permutation(500)
    batch = dataset.__getitems__(asked.tolist())
    for number, example in zip(asked, batch, strict=True):
        row, copy = divmod(int(number), 10)
        plain = (examples.puzzles, examples.solutions)
        for name, cells, boards in zip(("puzzle", "solution"), plain, expected, strict=True):
            assert example[name].tolist() == (boards.cells[row, copy - 1] if copy else cells[row]).tolist()
        assert example["number"] == row
        np.testing.assert_array_equal(dataset[number]["puzzle"], example["puzzle"])
    assert len(batch) == 500 and len(batch[10:20]) == 10 and repr(batch) == "ExampleBatch of 500: puzzle, solution, number"
    np.testing.assert_array_equal(dataset[-1]["puzzle"], dataset[499]["puzzle"])
    again = pickle.loads(pickle.dumps(dataset))
    np.testing.assert_array_equal(again[123]["puzzle"], dataset[123]["puzzle"])
    for number in (500, -501):
        with pytest.raises(IndexError, match=f"example {number} of 500"):
            dataset[number]
    with pytest.raises(ValueError, match="seed: required"):
        ml.Dataset(examples, augment=1)
    plain = ml.Dataset(examples, transform=tokens)
    assert sorted(plain[3]) == ["inputs", "labels"] and (plain[3]["inputs"] == examples.puzzles[3] + 1).all()
    # The examples themselves are not changed.
    np.testing.assert_array_equal(examples.puzzles, lanedoku.generate(50, seed=1).cells)


def test_the_folder_of_hrm_and_the_dataset_have_the_same_disguises(examples: ml.Examples, tmp_path: object) -> None:
    ml.write_hrm(str(tmp_path), examples, augment=3, seed=8)
    written = ml.read_hrm(str(tmp_path))
    loaded = ml.Dataset(examples, augment=3, seed=8).__getitems__(range(200)).arrays
    np.testing.assert_array_equal(written.puzzles, loaded["puzzle"])
    np.testing.assert_array_equal(written.solutions, loaded["solution"])


def test_a_stream_takes_every_puzzle_once_in_an_epoch(examples: ml.Examples) -> None:
    stream = ml.Stream(examples, 5, seed=2, epochs=3)
    batches = list(stream)
    assert len(batches) == len(stream) == 30
    rows = np.concatenate([batch["number"] for batch in batches]).reshape(3, 50)
    assert [sorted(epoch) for epoch in rows.tolist()] == [list(range(50))] * 3
    assert len({tuple(epoch) for epoch in rows.tolist()}) == 3
    puzzles, solutions = (np.concatenate([batch[name] for batch in batches]) for name in ("puzzle", "solution"))
    assert lanedoku.is_solution(solutions, puzzles).all()
    expected = lanedoku.shuffle(examples.puzzles[rows.reshape(-1)], seed=2).cells[:, 0]
    np.testing.assert_array_equal(puzzles, expected)
    assert len(np.unique(puzzles, axis=0)) == 150
    plain = np.concatenate([batch["puzzle"] for batch in ml.Stream(examples, 5, seed=2, epochs=3, augment=False)])
    np.testing.assert_array_equal(plain, examples.puzzles[rows.reshape(-1)])
    # A size that does not divide the length: batches go over the ends of epochs, and the last one is left out.
    uneven = [row for batch in ml.Stream(examples, 7, seed=2, epochs=3) for row in batch["number"]]
    assert uneven == rows.reshape(-1)[:147].tolist()
    # A batch may be larger than the set.
    large = next(iter(ml.Stream(examples, 120, seed=2)))
    assert large["number"].tolist() == rows.reshape(-1)[:120].tolist()


def test_a_stream_is_the_same_for_any_workers_ranks_and_starts(examples: ml.Examples) -> None:
    whole = numbers(ml.Stream(examples, 4, seed=2, epochs=3))
    assert len(whole) == 37
    for workers in (1, 2, 3, 4):
        parts = [numbers(ml.Stream(examples, 4, seed=2, epochs=3), worker, workers) for worker in range(workers)]
        assert [parts[number % workers][number // workers] for number in range(37)] == whole
    for ranks in (2, 3):
        streams = [ml.Stream(examples, 4, seed=2, epochs=3, rank=rank, ranks=ranks) for rank in range(ranks)]
        found = [numbers(stream) for stream in streams]
        assert {len(rows) for rows in found} == {37 // ranks} == {len(stream) for stream in streams}
        assert [found[number % ranks][number // ranks] for number in range(37 // ranks * ranks)] == whole[: 37 // ranks * ranks]
        both = [numbers(copy.copy(streams[1]), worker, 2) for worker in range(2) if streams[1].set_epoch(0) is None]
        assert [both[number % 2][number // 2] for number in range(37 // ranks)] == found[1]
    assert numbers(ml.Stream(examples, 4, seed=2, epochs=3, first=11)) == whole[11:]
    assert len(ml.Stream(examples, 4, seed=2, epochs=3, first=100)) == 0
    assert numbers(ml.Stream(examples, 4, seed=2, epochs=3, first=100)) == []
    endless = ml.Stream(examples, 4, seed=2)
    assert [batch["number"].tolist() for batch in islice(endless, 37)] == whole
    with pytest.raises(TypeError, match="no length"):
        len(endless)
    assert numbers(ml.Stream(examples, 4, seed=3, epochs=3)) != whole
    for options, name in (({"size": 0}, "size"), ({"rank": 1}, "rank"), ({"ranks": 0}, "ranks"), ({"seed": -1}, "seed")):
        with pytest.raises(ValueError, match=f"^{name}: "):
            ml.Stream(examples, **{"size": 4, "seed": 1, **options})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^examples: "):
        ml.Stream(examples[:0], 4, seed=1)


def test_a_stream_knows_epochs_and_can_be_resumed(examples: ml.Examples) -> None:
    whole = numbers(ml.Stream(examples, 5, seed=2, epochs=6))
    stream = ml.Stream(examples, 5, seed=2, epochs=2)
    # A loop goes on with the epochs after those of the loop before; `set_epoch` says where it starts.
    for start in (0, 20, 40):
        assert (stream.epoch, numbers(stream)) == (start // 10, whole[start : start + 20])
    for epoch in (3, 0, 4):
        stream.set_epoch(epoch)
        assert numbers(stream) == whole[10 * epoch : 10 * epoch + 20]
    # From any batch of any loop, in one process or as each of several workers, and from a pickle.
    for workers in (1, 3):
        for worker in range(workers):
            for epoch in (0, 1, 4):
                for taken in (0, 1, 5):
                    stream = ml.Stream(examples, 5, seed=2, epochs=2)
                    stream.set_epoch(epoch)
                    batches = stream.batches(worker, workers)
                    seen = [next(batches)["number"].tolist() for _ in range(taken)]
                    state = pickle.loads(pickle.dumps(stream.state_dict()))
                    again = ml.Stream(examples, 5, seed=2, epochs=2)
                    again.load_state_dict(state)
                    assert again.state_dict() == state
                    expected = whole[10 * epoch : 10 * epoch + 20][worker::workers]
                    assert seen + numbers(again, worker, workers) == expected and again.epoch == epoch + 2
    # Two loops at once do not disturb each other, and one without an end can be resumed, too.
    endless = ml.Stream(examples, 5, seed=2)
    assert [(a["number"].tolist(), b["number"].tolist()) for a, b in islice(zip(endless, endless, strict=False), 9)] == [(row, row) for row in whole[:9]]
    endless.load_state_dict({"epoch": 1, "batches": 7})
    assert [batch["number"].tolist() for batch in islice(endless, 9)] == whole[17:26]
    for state in ({"epoch": -1, "batches": 0}, {"epoch": 0, "batches": -1}):
        with pytest.raises(ValueError, match="^(epoch|batches): "):
            endless.load_state_dict(state)


def mixed(value: int) -> int:
    """SplitMix64 with Python's integers."""
    value = (value + 0x9E3779B97F4A7C15) % 2**64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
    return value ^ value >> 31


def test_orders_stay_the_same_in_other_versions(examples: ml.Examples) -> None:
    assert mixed(0) == 0xE220A8397B1DCDAF
    for seed in (0, 12345, 2**64 - 1):
        expected = [
            sorted(range(50), key=lambda row: mixed((mixed(mixed(seed) ^ epoch) + row) % 2**64)) for epoch in range(3)
        ]
        assert numbers(ml.Stream(examples, 50, seed=seed, epochs=3)) == expected


def test_loaders_of_torch(examples: ml.Examples) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from lanedoku.ml.torch import Stream, collate

    def loaded(workers: int, **options: object) -> list[dict[str, object]]:
        stream = Stream(examples, 8, seed=2, epochs=4, **options)
        assert isinstance(stream, torch.utils.data.IterableDataset)
        return list(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=workers))

    expected = list(ml.Stream(examples, 8, seed=2, epochs=4))
    for workers in (0, 2, 4):
        batches = loaded(workers)
        assert len(batches) == 25
        for batch, arrays in zip(batches, expected, strict=True):
            assert list(batch) == list(arrays)
            for name, array in arrays.items():
                assert batch[name].dtype == getattr(torch, str(array.dtype)) and (batch[name].numpy() == array).all()
    assert (loaded(2, transform=tokens)[3]["inputs"].numpy() == expected[3]["puzzle"] + 1).all()
    assert len(torch.utils.data.DataLoader(Stream(examples, 8, seed=2, epochs=4), batch_size=None)) == 25

    dataset = ml.Dataset(examples, augment=9, seed=4)
    fast = torch.utils.data.DataLoader(dataset, 64, num_workers=2, collate_fn=collate)
    slow = torch.utils.data.DataLoader(dataset, 64)
    for one, other in zip(fast, slow, strict=True):
        assert list(one) == list(other) and all((one[name] == other[name]).all() for name in one)
    generator = torch.Generator().manual_seed(1)
    shuffled = torch.utils.data.DataLoader(dataset, 64, shuffle=True, generator=generator, collate_fn=collate)
    assert sorted(row for batch in shuffled for row in batch["number"].tolist()) == sorted(list(range(50)) * 10)
    # A model's answers are graded as they are.
    batch = next(iter(fast))
    assert ml.grade(batch["solution"], batch["puzzle"]).is_solution.all()
    # A data set of torch around it asks for one example at a time.
    joined = torch.utils.data.ConcatDataset([dataset, dataset])
    batch = next(iter(torch.utils.data.DataLoader(joined, 2, sampler=[499, 500], collate_fn=collate)))
    assert batch["number"].tolist() == [49, 0] and batch["puzzle"].shape == (2, 81)
