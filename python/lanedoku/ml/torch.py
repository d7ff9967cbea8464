"""Loading examples in torch. Requires torch.

>>> import lanedoku, torch.utils.data
>>> from lanedoku.ml import Examples
>>> from lanedoku.ml.torch import Stream
>>> stream = Stream(Examples(lanedoku.generate(100, seed=1)), 32, seed=2)
>>> loader = torch.utils.data.DataLoader(stream, batch_size=None, num_workers=2)
>>> next(iter(loader))["puzzle"].shape
torch.Size([32, 81])
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch  # pyright: ignore[reportMissingImports]
from torch.utils.data import (  # pyright: ignore[reportMissingImports]
    IterableDataset,
    default_collate,
    get_worker_info,
)

from ._loading import ExampleBatch
from ._loading import Stream as _Stream

__all__ = ["Stream", "collate"]


def collate(batch: ExampleBatch | list[dict[str, Any]]) -> dict[str, Any]:
    """Returns a dictionary of tensors, with a row for each example: the ``collate_fn`` for a loader of a
    :class:`lanedoku.ml.Dataset`. The default one gives the same tensors, one example at a time, which takes longer.
    """
    # Data sets of torch around ours, such as ConcatDataset, ask for one example at a time.
    if not isinstance(batch, ExampleBatch):
        return dict(default_collate(batch))
    as_tensor: Any = torch.from_numpy  # pyright: ignore[reportAttributeAccessIssue]
    return {name: as_tensor(array) for name, array in batch.arrays.items()}


class Stream(_Stream, IterableDataset):
    """A :class:`lanedoku.ml.Stream` for torch's ``DataLoader``, which must be given ``batch_size=None``: the batches are
    made here. They are dictionaries of tensors, the same and in the same order for any ``num_workers``. With workers, call
    ``set_epoch`` before each loop.
    """

    def __iter__(self) -> Iterator[dict[str, Any]]:
        info = get_worker_info()
        worker, workers = (0, 1) if info is None else (info.id, info.num_workers)
        return (collate(ExampleBatch(arrays)) for arrays in self.batches(worker, workers))
