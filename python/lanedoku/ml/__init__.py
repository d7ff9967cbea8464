"""A kit for those who train models on Sudoku: data sets without leaks, in files and in loaders, and grades of answers.

It needs numpy. :meth:`Examples.to_arrow` and :meth:`Examples.from_arrow` need pyarrow, too. The module for torch,
:mod:`lanedoku.ml.torch`, is imported by name.

>>> import lanedoku
>>> from lanedoku import ml
>>> examples = ml.Examples(lanedoku.generate(1000, seed=1))
>>> parts = ml.split(examples, {"test": 0.1, "train": 0.9}, seed=1)
>>> ml.audit(examples[parts["train"]], examples[parts["test"]]).leaks
False
"""

from __future__ import annotations

from ._examples import Examples, Parts
from ._games import Games
from ._grading import Moves, Scores, grade, grade_moves
from ._hrm import read_hrm, scan_hrm, write_hrm
from ._loading import Dataset, ExampleBatch, Stream
from ._npy import write_traces
from ._splitting import Audit, audit, dedupe, group, split
from ._texts import question

__all__ = [
    "Audit",
    "Dataset",
    "ExampleBatch",
    "Examples",
    "Games",
    "Moves",
    "Parts",
    "Scores",
    "Stream",
    "audit",
    "dedupe",
    "grade",
    "grade_moves",
    "group",
    "question",
    "read_hrm",
    "scan_hrm",
    "split",
    "write_hrm",
    "write_traces",
]
