"""Examples as data sets of Hugging Face. Requires datasets.

>>> import lanedoku
>>> from lanedoku.ml import Examples
>>> from lanedoku.ml.huggingface import from_datasets, to_datasets
>>> dataset = to_datasets(Examples(lanedoku.generate(3, seed=1)))
>>> dataset.column_names, len(dataset)
(['question', 'answer'], 3)
>>> from_datasets(dataset)
Examples: 3
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from datasets import Dataset, DatasetDict  # pyright: ignore[reportMissingImports]
from datasets.table import InMemoryTable  # pyright: ignore[reportMissingImports]

from ._examples import Examples

__all__ = ["from_datasets", "to_datasets"]


def to_datasets(examples: Examples | Mapping[str, Examples]) -> Any:
    """Returns a ``datasets.Dataset`` with the columns of :meth:`lanedoku.ml.Examples.to_arrow`, whose memory it uses; or a
    ``DatasetDict`` for a dictionary of parts, such as ``{"train": ..., "test": ...}``.
    """
    if isinstance(examples, Examples):
        return Dataset(InMemoryTable(examples.to_arrow()))
    return DatasetDict({name: to_datasets(part) for name, part in examples.items()})


def from_datasets(dataset: Any, *, question: str = "question", answer: str = "answer") -> Examples:
    """Returns the examples of a ``datasets.Dataset``. The arguments and errors are those of
    :meth:`lanedoku.ml.Examples.from_arrow`.
    """
    return Examples.from_arrow(dataset.with_format("arrow")[:], question=question, answer=answer)
