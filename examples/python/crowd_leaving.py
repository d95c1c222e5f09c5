# SPDX-License-Identifier: MIT
"""A crowd leaves a castle by two gates. Each takes the shortest way to the nearer gate, and all avoid each
other.

    crowd_leaving.py LEVEL [--people N] [--picture FILE]

LEVEL is examples/levels/castle.grid, or the castle compiled with --nav.
"""

from __future__ import annotations

import argparse
from typing import Any

import halfspace
import numpy as np
from halfspace import FollowStatus, plot

Array = np.ndarray[Any, np.dtype[Any]]

HEIGHT = 24.0  # of a position above the floor
# Outside of the gates. Who is as near as ARRIVED has left.
GATES = [(-64, -608, HEIGHT), (-480, 608, HEIGHT)]
ARRIVED = 60.0
INSIDE = np.array([(-1000, -420), (700, 400)])
SECONDS = 40


def settled(floors: halfspace.NavMesh, fields: list[halfspace.DistanceField], count: int) -> Array:
    """Places inside from which one can leave, 40 units or more from one another: (count, 3)."""
    places: list[Array] = []
    for place in floors.random_places(np.arange(100 * count)):
        at = place["position"]
        is_inside = (INSIDE[0] < at[:2]).all() and (at[:2] < INSIDE[1]).all() and at[2] < 2 * HEIGHT
        if not (is_inside and any(np.isfinite(field.lengths(place)) for field in fields)):
            continue
        if all(np.hypot(*(at - other)[:2]) > 40 for other in places):
            places.append(at)
        if len(places) == count:
            break
    return np.array(places)


def leave(level: halfspace.Level, count: int) -> tuple[Array, Array]:
    """Positions (T, N, 3) until all are out, NaN for who has left; and how many are inside (T,)."""
    floors = level.nav("stand")
    fields = [floors.field(gate) for gate in GATES]
    places = settled(floors, fields, count)
    # In a throng one looks a moment ahead and no more, or nobody would dare to enter a gate.
    crowd = halfspace.Crowd(halfspace.World(level), horizon=0.2, gap=0)
    walk = halfspace.FollowOptions(speed=0.6, goal_radius=ARRIVED)
    ids = crowd.add(floors, places, follow=walk)
    nearer = np.argmin([field.lengths(places) for field in fields], axis=0)
    for gate, field in enumerate(fields):
        crowd.go_to(field, ids[nearer == gate])
    positions, inside = [], []
    for _ in range(SECONDS * 64):
        here = np.full((len(ids), 3), np.nan)
        here[crowd.ids] = crowd.step()
        positions.append(here)
        crowd.remove(crowd.ids[crowd.status == FollowStatus.ARRIVED])
        inside.append(len(crowd))
        if len(crowd) == 0:
            break
    return np.array(positions), np.array(inside)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("level")
    arguments.add_argument("--people", type=int, default=150)
    arguments.add_argument("--picture")
    given = arguments.parse_args()
    is_compiled = given.level.endswith(".hsw")
    level = halfspace.load(given.level) if is_compiled else halfspace.compile(given.level, nav=True)
    positions, inside = leave(level, given.people)
    print(f"{given.people - inside[-1]} of {given.people} are out after {len(positions) / 64:.1f} s")
    if given.picture:
        draw(level, positions, inside, given.picture)


def draw(level: halfspace.Level, positions: Array, inside: Array, to: str) -> None:
    import matplotlib.pyplot as plt
    from pictures import save

    figure, axes = plt.subplots(figsize=(13, 5.6), constrained_layout=True)
    low, high = level.bounds(0)
    plot.plan(level, z=40, box=[low - (24, 24, 0), high + (24, 24, 0)], axes=axes)
    seconds = np.arange(len(positions)) / 64
    lines = plot.paths(positions[::8], values=seconds[::8], axes=axes, width=0.9)
    figure.colorbar(lines, ax=axes, shrink=0.5, anchor=(0, 0.9), label="seconds")
    starts = positions[0]
    axes.plot(starts[:, 0], starts[:, 1], "o", color="#bf616a", markersize=4)
    small = axes.inset_axes((1.05, 0.02, 0.14, 0.2))
    small.fill_between(seconds, inside, color="#bf616a", alpha=0.7)
    small.set_xlabel("seconds", fontsize=8)
    small.set_title("inside", fontsize=8)
    small.tick_params(labelsize=7)
    axes.set_title(f"{positions.shape[1]} people (dots: where they start) leave by two gates")
    save(figure, to)


if __name__ == "__main__":
    main()
