# SPDX-License-Identifier: MIT
"""The spaces of observations and actions of halfspace.env, which needs no Gymnasium."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from ._arguments import Array, unmasked


class Box:
    """Arrays of one shape whose numbers are between two bounds, like gymnasium.spaces.Box.

    Raises ValueError for bounds that are masked, not finite, or of another shape.

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
        self.low: Array = np.broadcast_to(unmasked("low", low, self.dtype), shape).copy()
        self.high: Array = np.broadcast_to(unmasked("high", high, self.dtype), shape).copy()
        if not bool(np.all(np.isfinite(self.low) & (self.low <= self.high))):
            raise ValueError("low must be finite and at most high")
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """Begins the random numbers of sample() anew. Raises what numpy.random.default_rng does.

        >>> space = Box(-1, 1, (2,))
        >>> space.seed(5)
        >>> first = space.sample()
        >>> space.seed(5)
        >>> bool((space.sample() == first).all())
        True
        """
        self._generator = np.random.default_rng(seed)

    def sample(self) -> Array:
        """A random array of the space.

        >>> Box(0, 8, (3,)).sample().shape
        (3,)
        """
        return np.asarray(self._generator.uniform(self.low, self.high)).astype(self.dtype)

    def contains(self, x: object) -> bool:
        """True for an array of this shape whose numbers are of a fitting type and within bounds.

        False for anything else; nothing raises.

        >>> Box(-1, 1, (2,)).contains(np.zeros(2, np.float32)), Box(-1, 1, (2,)).contains("zero")
        (True, False)
        """
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
        """The same as a gymnasium.spaces.Box. Raises ImportError without Gymnasium.

        >>> Box(-1, 1, (2,)).to_gymnasium()  # doctest: +SKIP
        Box(-1.0, 1.0, (2,), float32)
        """
        spaces: Any = importlib.import_module("gymnasium.spaces")
        return spaces.Box(self.low, self.high, self.shape, self.dtype.type)


def as_gymnasium(env: Any) -> Any:
    """A gymnasium.vector.VectorEnv that is a VectorEnv of halfspace: see its to_gymnasium()."""
    vector: Any = importlib.import_module("gymnasium.vector")

    class Players(vector.VectorEnv):
        metadata = {**env.metadata, "autoreset_mode": vector.AutoresetMode.NEXT_STEP}
        players = env
        num_envs = env.num_envs
        single_observation_space = env.single_observation_space.to_gymnasium()
        observation_space = env.observation_space.to_gymnasium()
        single_action_space = env.single_action_space.to_gymnasium()
        action_space = env.action_space.to_gymnasium()

        def reset(self, *, seed: Any = None, options: Any = None) -> Any:
            return env.reset(seed=seed, options=options)

        def step(self, actions: ArrayLike) -> Any:
            return env.step(actions)

        def close_extras(self, **kwargs: Any) -> None:
            env.close()

    return Players()
