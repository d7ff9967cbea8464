"""A kit for those who train models on Sudoku: data sets without leaks, in files and in loaders, and grades of answers.

It needs numpy. :func:`read_parquet`, :func:`write_parquet` and :meth:`Examples.to_arrow` need pyarrow, too. Its modules for
other packages are imported by name: :mod:`lanedoku.ml.torch`, :mod:`lanedoku.ml.huggingface`,
:mod:`lanedoku.ml.gymnasium`, :mod:`lanedoku.ml.verifiers` and :mod:`lanedoku.ml.reasoning_gym`.

>>> import lanedoku
>>> from lanedoku import ml
>>> examples = ml.Examples(lanedoku.generate(1000, seed=1))
>>> parts = ml.split(examples, {"test": 0.1, "train": 0.9}, seed=1)
>>> ml.audit(examples[parts["train"]], examples[parts["test"]]).leaks
False
"""

from __future__ import annotations

from ._examples import Examples, Parts
from ._files import read_csv, read_parquet, scan_csv, scan_parquet, write_csv, write_parquet, write_traces
from ._games import Games
from ._grading import Moves, Scores, grade, grade_moves
from ._hrm import read_hrm, scan_hrm, write_hrm
from ._loading import Batch, Dataset, Stream
from ._npy import NpyWriter
from ._splitting import Audit, audit, dedupe, group, split
from ._texts import question

__all__ = [
    "Audit",
    "Batch",
    "Dataset",
    "Examples",
    "Games",
    "Moves",
    "NpyWriter",
    "Parts",
    "Scores",
    "Stream",
    "audit",
    "dedupe",
    "grade",
    "grade_moves",
    "group",
    "question",
    "read_csv",
    "read_hrm",
    "read_parquet",
    "scan_csv",
    "scan_hrm",
    "scan_parquet",
    "split",
    "write_csv",
    "write_hrm",
    "write_parquet",
    "write_traces",
]
