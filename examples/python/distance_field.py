# SPDX-License-Identifier: MIT
"""How far it is to a goal on foot, from each point of a grid; where the body has no room, NaN."""

from __future__ import annotations

from typing import Any

import halfspace
import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

# A step of the grid to each side, and its length in cells.
_STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class DistanceField:
    """Distances to goals on the floor at one height, and the way down."""

    def __init__(
        self, level: halfspace.Level, goals: Array, z: float, cell: float = 16, body: str = "stand"
    ) -> None:
        """goals: (G, 2) [units]. z: the height of the body's position."""
        low, high = level.bounds(0)
        self.low, self.cell = low[:2], cell
        shape = np.ceil((high[:2] - low[:2]) / cell).astype(int)
        self.x, self.y = (low[i] + (np.arange(shape[i]) + 0.5) * cell for i in (0, 1))
        points = np.stack([*np.meshgrid(self.x, self.y, indexing="ij"), np.full(shape, z)], axis=2)
        self.is_free = level.free(body, points.reshape(-1, 3)).reshape(shape)
        self.distance = np.where(self.is_free, np.inf, np.nan)
        cells = self.cells_of(np.asarray(goals, dtype=float))
        self.distance[cells[:, 0], cells[:, 1]] = 0
        self._spread()

    def cells_of(self, places: Array) -> Array:
        cells = np.floor((places[:, :2] - self.low) / self.cell).astype(int)
        return np.clip(cells, 0, np.array(self.is_free.shape) - 1)

    def _shifted(self, dx: int, dy: int) -> Array:
        """The distances of the neighbours on this side; infinite beyond the grid and in walls."""
        wide = np.pad(np.nan_to_num(self.distance, nan=np.inf), 1, constant_values=np.inf)
        rows, columns = self.distance.shape
        return wide[1 + dx : 1 + dx + rows, 1 + dy : 1 + dy + columns]

    def _spread(self) -> None:
        while True:
            before = self.distance
            for dx, dy in _STEPS:
                length = self.cell * np.sqrt(dx * dx + dy * dy)
                self.distance = np.fmin(self.distance, self._shifted(dx, dy) + length)
                self.distance[~self.is_free] = np.nan
            if np.array_equal(before, self.distance, equal_nan=True):
                break
        self.ways = np.zeros((*self.distance.shape, 2))
        best = self.distance.copy()
        for dx, dy in _STEPS:
            beyond = self._shifted(dx, dy)
            is_better = ~(beyond >= best)
            best = np.where(is_better, beyond, best)
            self.ways[is_better] = np.array([dx, dy]) / np.sqrt(dx * dx + dy * dy)

    def down(self, places: Array) -> Array:
        """The direction that leads nearer to the goal from each place: (N, 2), 0 at the goal."""
        cells = self.cells_of(places)
        ways: Array = self.ways[cells[:, 0], cells[:, 1]]
        return ways

    def path(self, place: Array) -> Array:
        """The middles of the cells from a place to the goal: (P, 2). Raises if no way leads there."""
        cell = self.cells_of(np.asarray(place)[None])[0]
        path = []
        while not self.distance[tuple(cell)] == 0:
            if not np.isfinite(self.distance[tuple(cell)]):
                raise ValueError(f"no way leads from {place} to the goal")
            cell = cell + np.sign(self.ways[tuple(cell)]).astype(int)
            path.append((self.x[cell[0]], self.y[cell[1]]))
        return np.array(path)

    def at(self, places: Array) -> Array:
        """The distances at places: (N,) [units]."""
        cells = self.cells_of(places)
        distances: Array = self.distance[cells[:, 0], cells[:, 1]]
        return distances
