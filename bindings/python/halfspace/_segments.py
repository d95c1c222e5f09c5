# SPDX-License-Identifier: MIT
"""Random segments of dask, which the workers make themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from dask.array.core import Array as DaskArray
from dask.array.core import map_blocks, normalize_chunks
from dask.base import normalize_token
from numpy.typing import ArrayLike, NDArray

from ._arguments import Array, reals, whole

SEEDS = 1 << 128  # of numpy's Philox

# A worker answers so many rows at once: whole contacts of one part take 7 MB.
PART = 1 << 16


def uniform_rows(seed: int, begin: int, count: int) -> NDArray[np.float64]:
    """Rows of six random numbers, from 0 to below 1. A row depends on the seed and its number alone.

    Raises ValueError for a seed below 0 or of 2^128 and more.

    >>> bool((uniform_rows(5, 2, 1) == uniform_rows(5, 0, 3)[2]).all())
    True
    """
    return _numbers(seed, begin, np.empty((count, 8)))


def _numbers(seed: int, begin: int, room: Array) -> Array:
    """These rows, written into the array (count, 8)."""
    # A count of Philox makes four numbers; each row has two counts.
    bits = np.random.Philox(key=seed).advance(2 * begin)
    np.random.Generator(bits).random(out=room)
    return room[:, :6]


class _Random:
    """Makes the rows of a block on the worker."""

    def __init__(self, within: Any, seed: int) -> None:
        self.within = within
        self.seed = seed
        self.__name__ = "halfspace-segments"

    def __call__(self, block_info: Any = None) -> Array:
        begin, end = block_info[None]["array-location"][0]
        made = np.empty((end - begin, 6))
        room = np.empty((min(end - begin, PART), 8))  # one for all parts: see dask._Ask
        for first in range(begin, end, PART):
            numbers = _numbers(self.seed, first, room[: min(PART, end - first)])
            part = made[first - begin : first - begin + len(numbers)]
            if callable(self.within):
                rows = reals("within", self.within(numbers))
                if rows.shape != part.shape:
                    raise ValueError(f"within must give segments {part.shape}, not {rows.shape}")
                part[:] = rows
            else:
                low, high = self.within
                np.multiply(numbers, np.tile(high - low, 2), out=part)
                part += np.tile(low, 2)
        return made

    def __dask_tokenize__(self) -> Any:
        return normalize_token((self.within, self.seed))


def random_segments(
    count: int,
    within: ArrayLike | Callable[[Array], ArrayLike],
    *,
    seed: int = 0,
    chunk: int = 1 << 20,
) -> DaskArray:
    """Segments (count, 6) that the workers make themselves; no row is sent to them.

    within: the box (2, 3) in which starts and ends are evenly spread [units]; or a function that
    makes segments (n, 6) of random numbers (n, 6), row by row. chunk: rows of a block. A row
    depends on the seed and its number alone, not on the blocks. Raises TypeError for what are no
    numbers, ValueError for another shape and for a number out of its range: count and chunk at least 1, seed
    from 0 to below 2^128.

    >>> random_segments(1000, [(0, 0, 0), (8, 8, 8)], seed=3, chunk=400).chunks
    ((400, 400, 200), (6,))
    """
    if not callable(within):
        within = reals("within", within).astype(np.float64)
        if within.shape != (2, 3) or not (within[0] <= within[1]).all():
            raise ValueError("within must be a box: its least and its greatest corner, (2, 3)")
        if not np.isfinite(within).all():
            raise ValueError("within must be finite")
    count, chunk = whole("count", count, 1), whole("chunk", chunk, 1)
    seed = whole("seed", seed, 0, SEEDS)
    return map_blocks(
        _Random(within, seed),
        chunks=(normalize_chunks(chunk, (count,))[0], (6,)),
        dtype=np.float64,
        meta=np.empty((0, 0)),
    )
