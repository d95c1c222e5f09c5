# SPDX-License-Identifier: MIT
"""The spaces of observations and actions of halfspace.env, which needs no Gymnasium."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

Array = NDArray[Any]


class Box:
    """Arrays of one shape whose numbers are between two bounds, like gymnasium.spaces.Box.

    >>> space = Box(-1, 1, (2,), seed=1)
    >>> space.contains(space.sample()), space.contains(np.array([0, 2], np.float32))
    (True, False)
    """

    def __init__(
        self,
        low: ArrayLike,
        high: ArrayLike,
        shape: tuple[int, ...],
        dtype: DTypeLike = np.float32,
        seed: int | None = None,
    ) -> None:
        self.shape = shape
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.low: Array = np.broadcast_to(np.asarray(low, self.dtype), shape).copy()
        self.high: Array = np.broadcast_to(np.asarray(high, self.dtype), shape).copy()
        if not bool(np.all(np.isfinite(self.low) & (self.low <= self.high))):
            raise ValueError("low must be finite and at most high")
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """Begins the random numbers of sample() anew."""
        self._generator = np.random.default_rng(seed)

    def sample(self) -> Array:
        """A random array of the space."""
        return np.asarray(self._generator.uniform(self.low, self.high)).astype(self.dtype)

    def contains(self, x: object) -> bool:
        """True for an array of this shape whose numbers are of a fitting type and within bounds."""
        return (
            isinstance(x, np.ndarray)
            and x.shape == self.shape
            and np.can_cast(x.dtype, self.dtype)
            and bool(np.all((x >= self.low) & (x <= self.high)))
        )

    def __contains__(self, x: object) -> bool:
        return self.contains(x)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Box)
            and self.dtype == other.dtype
            and np.array_equal(self.low, other.low)
            and np.array_equal(self.high, other.high)
        )

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    def to_gymnasium(self) -> Any:
        """The same as a gymnasium.spaces.Box. Gymnasium must be installed."""
        spaces: Any = importlib.import_module("gymnasium.spaces")
        return spaces.Box(self.low, self.high, self.shape, self.dtype.type)
