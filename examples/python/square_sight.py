# SPDX-License-Identifier: MIT
"""How much of a castle's court does one see from where? Lines of sight between all its places.

    square_sight.py LEVEL [--picture FILE]

LEVEL is examples/levels/castle.grid, or the castle compiled. The matrix of sight is made by Dask on
all processors; halfspace.dask does the same on a cluster.
"""

from __future__ import annotations

import argparse
import pathlib
import tempfile
from typing import Any

import halfspace
import halfspace.dask
import numpy as np
from halfspace import plot
from halfspace.env import fan

# The court between the walls and the keep [units], and the eyes above its floor.
COURT = np.array([(-1088, -448), (64, 512)])
CELL, EYE = 16.0, 56.0
RANGE = 3000.0

Array = np.ndarray[Any, np.dtype[Any]]


def level_of(source: str, folder: str) -> halfspace.Level:
    """A level in a file: workers map it."""
    if source.endswith(".hsw"):
        return halfspace.load(source)
    made = pathlib.Path(folder) / "level.hsw"
    halfspace.compile(source).save(str(made))
    return halfspace.load(str(made))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("level")
    arguments.add_argument("--picture")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        level = level_of(given.level, folder)
        x = np.arange(COURT[0, 0] + CELL / 2, COURT[1, 0], CELL)
        y = np.arange(COURT[0, 1] + CELL / 2, COURT[1, 1], CELL)
        grid = np.stack([*np.meshgrid(x, y), np.full((len(y), len(x)), EYE)], axis=2)
        is_free = level.contents(grid.reshape(-1, 3)).reshape(grid.shape[:2]) == 0
        places = grid[is_free]
        matrix = halfspace.dask.sight_matrix(level, places, chunk=512)
        seen = np.full(is_free.shape, np.nan)
        seen[is_free] = matrix.mean(axis=1).compute()
    best = np.unravel_index(np.nanargmax(seen), seen.shape)
    print(f"{len(places)} places, {matrix.size:,} lines of sight")
    print(f"the best place sees {100 * seen[best]:.0f} % of the court, the mean is "
          f"{100 * np.nanmean(seen):.0f} %")  # fmt: skip
    if given.picture:
        draw(level, seen, grid[best], given.picture)


def draw(level: halfspace.Level, seen: Array, best: Array, to: str) -> None:
    import matplotlib.pyplot as plt
    from pictures import save

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.4), constrained_layout=True)
    box = COURT + [(-90, -110), (90, 90)]
    for axes in (left, right):
        plot.plan(level, z=EYE, box=box, axes=axes)
    extent = (COURT[0, 0], COURT[1, 0], COURT[0, 1], COURT[1, 1])
    image = left.imshow(100 * seen, origin="lower", extent=extent, cmap="YlGnBu", zorder=2)
    figure.colorbar(image, ax=left, shrink=0.6, label="% of the court in sight")
    left.set_xlim(box[:, 0])
    left.set_ylim(box[:, 1])
    left.set_title("How much of the court one sees")
    directions = fan(2880)
    distances = level.beams(best[None], directions, RANGE)
    plot.beams(best[None], directions, distances, axes=right, colour="#d9a441", filled=True)
    right.plot(*best[:2], "*", color="#bf616a", markersize=14)
    right.set_xlim(box[:, 0])
    right.set_ylim(box[:, 1])
    right.set_title("What the best place sees")
    save(figure, to)


if __name__ == "__main__":
    main()
