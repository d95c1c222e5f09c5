# SPDX-License-Identifier: MIT
"""The blocks of an array of dask as workers finish them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from typing import Any

import numpy as np
from dask.array.core import Array as DaskArray
from dask.delayed import delayed

from . import Error
from ._arguments import Array


def finished_blocks(
    client: Any,
    array: DaskArray,
    reduce: Callable[[Array], Any] | None = None,
    *,
    done: Iterable[int] = (),
) -> Iterator[tuple[int, Any]]:
    """The blocks of an array as workers finish them: the number of its first row, and the block.

    client: of distributed. reduce: makes something small of a block, on its worker. A block that has
    come is not lost with its worker; so use this where workers die often. (What an array of Dask
    reduces stays on the workers until the end.) done: first rows of blocks that came before, in
    another run; they are left out. Nothing is asked before the first block is. Raises ValueError at the
    call for blocks of unknown size or of parts of rows, and for a row of `done` at which no block begins;
    later what the first task that fails raises, and halfspace.Error if the scheduler is lost.

    >>> segments = random_segments(1000, [(-64, -64, 8), (64, 64, 56)], chunk=250)
    >>> seen = sight(example_file, segments)
    >>> sorted(row for row, part in finished_blocks(client, seen, reduce=np.sum, done=[0]))
    [250, 500, 750]
    """
    if any(np.isnan(size) for size in array.shape):
        raise ValueError("array has an unknown number of rows; call compute_chunk_sizes() first")
    if any(len(sizes) > 1 for sizes in array.chunks[1:]):
        raise ValueError("blocks must have whole rows: array.rechunk({1: -1})")
    first_rows = np.cumsum([0, *array.chunks[0][:-1]]).tolist()
    blocks = dict(zip(first_rows, array.to_delayed().ravel()))
    for row in dict.fromkeys(done):  # each once, in their order
        if blocks.pop(row, None) is None:
            raise ValueError(f"done has the row {row}, at which no block begins")
    if reduce is not None:
        blocks = {row: delayed(reduce, pure=True)(block) for row, block in blocks.items()}
    return _as_they_finish(client, blocks)


def _as_they_finish(client: Any, blocks: dict[int, Any]) -> Iterator[tuple[int, Any]]:
    from distributed import as_completed

    futures = client.compute(list(blocks.values()))
    row_of = {future.key: row for future, row in zip(futures, blocks)}
    finished = as_completed(futures)
    del futures  # each is let go when its block has come
    for future in finished:
        try:
            value = future.result()
        except (CancelledError, OSError):  # of a connection, unless the task has raised it
            if future.status == "error":
                raise
            raise Error(
                f"the scheduler of {client} is lost; {len(row_of)} blocks have not come. Connect to a "
                "new one and name by done= those that have"
            ) from None
        yield row_of.pop(future.key), value
