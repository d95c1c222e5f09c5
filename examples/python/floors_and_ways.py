# SPDX-License-Identifier: MIT
"""The floor of a level for one body, its links, ways to one place, and how far all places are from it.

    floors_and_ways.py LEVEL [--body NAME] [--goal X,Y,Z] [--picture FILE]

LEVEL is a source, or a level that was compiled with --nav. The goal is the start of the player by default.
"""

from __future__ import annotations

import argparse

import halfspace
import numpy as np
from halfspace import plot
from numpy.typing import NDArray


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("level")
    arguments.add_argument("--body", default="stand")
    arguments.add_argument("--goal")
    arguments.add_argument("--picture")
    given = arguments.parse_args()
    is_compiled = given.level.endswith(".hsw")
    level = halfspace.load(given.level) if is_compiled else halfspace.compile(given.level, nav=True)
    floors = level.nav(given.body)
    if given.goal:
        wanted = [float(x) for x in given.goal.split(",")]
    else:
        start = level.player_start(given.body)
        assert start is not None, "the level has no start of a player; give --goal"
        wanted = np.asarray(start["position"]).tolist()
    goal = floors.nearest(wanted)
    places = floors.random_places(np.arange(2000))
    on_foot = floors.paths(places, goal).lengths
    routes = floors.routes(places, goal)
    kinds = [halfspace.LinkKind(int(kind)).name.lower() for kind in floors.links["kind"]]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))
    print(f"{len(floors)} polygons, {floors.island_count} islands, links: {told or 'none'}")
    print(f"{np.isfinite(on_foot).mean():.0%} of the floor leads to the goal on foot, ", end="")
    print(f"{np.isfinite(routes.seconds).mean():.0%} also over links")
    if given.picture:
        draw(floors, goal, given.picture)


def draw(floors: halfspace.NavMesh, goal: NDArray[np.void], to: str) -> None:
    import matplotlib.pyplot as plt
    from pictures import save

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 6), constrained_layout=True)
    plot.nav_mesh(floors, axes=left)
    plot.nav_links(floors, axes=left)
    some = floors.random_places(np.arange(24))
    plot.routes(floors.routes(some, goal), axes=left)
    if len(floors.links) > 0:
        left.legend(fontsize=8)
    left.set_title("Islands, links, and routes to one place")
    counts = np.diff(floors.first_corners)
    middles = np.add.reduceat(floors.corners, floors.first_corners[:-1]) / counts[:, None]
    lengths = floors.field(goal).lengths(floors.nearest(middles))
    drawn = plot.nav_mesh(floors, values=lengths, axes=right, alpha=0.9)
    figure.colorbar(drawn, ax=right, shrink=0.6, label="units on foot")
    right.set_title("How far it is (grey: no path leads there)")
    for axes in (left, right):
        axes.set_axis_off()
    save(figure, to)


if __name__ == "__main__":
    main()
