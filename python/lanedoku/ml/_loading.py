"""Examples as a model is trained on them: with disguises, in random order, in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

import numpy as np

from .._arrays import unsigned
from .._making import shuffle
from ._examples import Examples

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ExampleBatch", "Dataset", "Stream", "Transform"]

Arrays: TypeAlias = dict[str, Any]
Transform: TypeAlias = Callable[[Arrays], Arrays]
"""A function of a whole batch: a dictionary of arrays to another one, all of the same length."""


class ExampleBatch(Sequence[Arrays]):
    """Some examples. As a sequence, one dictionary for each; ``arrays`` is one dictionary of arrays for all."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays

    def __len__(self) -> int:
        return len(next(iter(self.arrays.values())))

    @overload
    def __getitem__(self, row: int) -> Arrays: ...
    @overload
    def __getitem__(self, row: slice) -> ExampleBatch: ...
    def __getitem__(self, row: Any) -> Any:
        part = {name: array[row] for name, array in self.arrays.items()}
        return ExampleBatch(part) if isinstance(row, slice) else part

    def __repr__(self) -> str:
        return f"ExampleBatch of {len(self)}: {', '.join(self.arrays)}"


class Dataset:
    """Examples and their disguises by number, as a map-style data set of torch: ``len(dataset)``, ``dataset[i]`` and
    ``dataset.__getitems__([i, j])``. It does not need torch, and takes no memory for disguises: they are made when they
    are asked for.

    An example is a dictionary: ``puzzle`` (``uint8[81]``, 0 for an open cell), ``solution`` (``uint8[81]``) and ``number`` (the
    row of the puzzle in ``examples``). Each puzzle is followed by its disguises. Disguise ``j`` of row ``i`` is that of
    ``lanedoku.shuffle(examples.puzzles, augment, seed=seed)``, also in other batches, orders and processes.

    Args:
        examples: the puzzles.
        augment: the number of disguises of each puzzle; the length is ``len(examples) * (1 + augment)``.
        seed: required for disguises.
        transform: a function of a whole batch, which is applied to what ``__getitems__`` returns. It must be a function of
            a module if worker processes are started afresh.

    >>> from lanedoku import generate
    >>> dataset = Dataset(Examples(generate(10, seed=1)), augment=999, seed=2)
    >>> len(dataset), dataset[1500]["puzzle"].shape, int(dataset[1500]["number"])
    (10000, (81,), 1)

    In torch, ``collate`` of :mod:`lanedoku.ml.torch` makes tensors of a batch at once::

        torch.utils.data.DataLoader(dataset, 512, shuffle=True, num_workers=4, collate_fn=lanedoku.ml.torch.collate)
    """

    def __init__(
        self, examples: Examples, *, augment: int = 0, seed: int | None = None, transform: Transform | None = None
    ) -> None:
        self.examples, self.transform = examples, transform
        self.augment = unsigned(augment, "augment", 2**32)
        if self.augment and seed is None:
            raise ValueError("seed: required for disguises")
        self.seed = unsigned(0 if seed is None else seed, "seed")

    def __len__(self) -> int:
        return len(self.examples) * (1 + self.augment)

    def __getitem__(self, number: SupportsIndex) -> Arrays:
        return self.__getitems__([number.__index__()])[0]

    def __getitems__(self, numbers: Sequence[int] | NDArray[np.int64]) -> ExampleBatch:
        """Returns the examples with the numbers. Raises IndexError if there is none with a number."""
        asked = np.asarray(numbers, "int64").reshape(-1)
        outside = (asked < -len(self)) | (asked >= len(self))
        if outside.any():
            raise IndexError(f"example {asked[outside][0]} of {len(self)}")
        rows, copies = np.divmod(asked % max(len(self), 1), 1 + self.augment)
        puzzles, solutions = self.examples.puzzles[rows], self.examples.solutions[rows]
        disguised = np.flatnonzero(copies)
        if len(disguised):
            made = rows[disguised] * self.augment + copies[disguised] - 1
            _disguise(puzzles, solutions, disguised, made, self.seed)
        arrays = {"puzzle": puzzles, "solution": solutions, "number": rows}
        return ExampleBatch(arrays if self.transform is None else self.transform(arrays))


def _disguise(puzzles: Any, solutions: Any, rows: Any, numbers: Any, seed: int) -> None:
    """Replaces some rows by disguises with the numbers."""
    # In one thread, because the loader has processes of its own.
    made = shuffle(puzzles[rows], solutions=solutions[rows], seed=seed, first=numbers, threads=1)
    puzzles[rows], solutions[rows] = (boards.cells[:, 0] for boards in made)


class Stream:
    """Batches of disguised examples in random order, without end, which are the same for any number of workers.

    Each epoch takes every puzzle once, in another order. The example at place ``p`` of the stream is shuffled as number ``p``
    of the seed (``first=p`` of :func:`lanedoku.shuffle`), so each epoch has other disguises. A batch depends on the
    examples, the seed, the size and its number alone.

    A loop over the stream that comes to its end leaves it at the next epoch, so the next loop has other orders.
    ``set_epoch(epoch)`` before a loop says where it starts, which worker processes of torch need, as a
    ``DistributedSampler`` does. ``state_dict()`` is the place in a loop, and ``load_state_dict(state)`` lets the next one
    go on there; or ``first`` starts at the batch with a number.

    A batch is a dictionary: ``puzzle`` (``uint8[size, 81]``, 0 for an open cell), ``solution`` (``uint8[size, 81]``) and
    ``number`` (``int64[size]``: the row of the puzzle in ``examples``).

    Args:
        examples: the puzzles; at least one.
        size: the number of examples in a batch.
        seed: selects the orders and the disguises.
        augment: False for the puzzles as they are.
        epochs: the number of times that each puzzle occurs in a loop; by default there is no end. A last batch that is not
            full is left out.
        first: the number of the first batch of a loop.
        rank, ranks: for training on several machines: this one takes every ``ranks``-th batch, from number ``first + rank``.
            All take equally many.
        transform: a function of each batch.

    >>> from lanedoku import generate
    >>> stream = Stream(Examples(generate(10, seed=1)), 4, seed=2, epochs=2)
    >>> [batch["number"].tolist() for batch in stream]
    [[1, 3, 0, 4], [7, 2, 8, 5], [9, 6, 4, 5], [7, 8, 6, 0], [2, 9, 1, 3]]
    >>> stream.epoch
    2
    """

    def __init__(
        self,
        examples: Examples,
        size: int,
        *,
        seed: int,
        augment: bool = True,
        epochs: int | None = None,
        first: int = 0,
        rank: int = 0,
        ranks: int = 1,
        transform: Transform | None = None,
    ) -> None:
        if not len(examples):
            raise ValueError("examples: expected at least one")
        self.examples, self.augment, self.transform = examples, bool(augment), transform
        self.size, self.seed = unsigned(size, "size", 2**32, least=1), unsigned(seed, "seed")
        self.first, self.ranks = unsigned(first, "first", 2**40), unsigned(ranks, "ranks", 2**20, least=1)
        self.rank = unsigned(rank, "rank", self.ranks - 1)
        self.epochs = None if epochs is None else unsigned(epochs, "epochs", 2**32)
        self.epoch = self._given = self._next = 0

    def __len__(self) -> int:
        """The number of batches for this rank; TypeError if there is no end."""
        if self.epochs is None:
            raise TypeError("a stream without epochs has no length")
        return max(self.epochs * len(self.examples) // self.size - self.first, 0) // self.ranks

    def set_epoch(self, epoch: int) -> None:
        """Lets the next loop start with an epoch."""
        self.epoch = unsigned(epoch, "epoch", 2**40)
        self._given = self._next = 0

    def state_dict(self) -> dict[str, int]:
        """Returns the place in the loop: its first epoch, and how many batches it has given. Each worker process has its
        own.
        """
        return {"epoch": self.epoch, "batches": self._given}

    def load_state_dict(self, state: Mapping[str, int]) -> None:
        """Lets the next loop go on at the place of a :meth:`state_dict`, of the same arguments and the same worker."""
        self.set_epoch(state["epoch"])
        self._given = self._next = unsigned(state["batches"], "batches", 2**40)

    def __iter__(self) -> Iterator[Arrays]:
        return self.batches()

    def batches(self, worker: int = 0, workers: int = 1) -> Iterator[Arrays]:
        """Iterates over every ``workers``-th batch of this rank, from number ``worker``."""
        order, known = np.zeros(0, "int64"), -1
        given, self._next = self._next, 0
        first = self.epoch
        while self.epochs is None or worker + given * workers < len(self):
            number = worker + given * workers
            given = self._given = given + 1
            start = first * len(self.examples) + (self.first + self.rank + number * self.ranks) * self.size
            places = np.arange(start, start + self.size)
            epochs, within = np.divmod(places, len(self.examples))
            rows = np.empty(self.size, "int64")
            for epoch in range(int(epochs[0]), int(epochs[-1]) + 1):
                if epoch != known:
                    order, known = _order(len(self.examples), self.seed, epoch), epoch
                rows[epochs == epoch] = order[within[epochs == epoch]]
            puzzles, solutions = self.examples.puzzles[rows], self.examples.solutions[rows]
            if self.augment:
                _disguise(puzzles, solutions, slice(None), places, self.seed)
            arrays = {"puzzle": puzzles, "solution": solutions, "number": rows}
            yield arrays if self.transform is None else self.transform(arrays)
        if self.epoch == first:
            self.set_epoch(first + self.epochs)


def _order(count: int, seed: int, epoch: int) -> Any:
    """Returns a permutation. It is written here because numpy may change its own in another version."""
    start = _mixed(np.array([seed], "uint64")) ^ np.uint64(epoch)
    return np.argsort(_mixed(_mixed(start) + np.arange(count, dtype="uint64")), kind="stable")


def _mixed(values: Any) -> Any:
    """Mixes the bits of 64-bit numbers, as SplitMix64 does."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)
