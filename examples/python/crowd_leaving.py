# SPDX-License-Identifier: MIT
"""A crowd leaves a castle by two gates. Each walks down the field of distances and keeps away from
the others, who are solid.

    crowd_leaving.py LEVEL [--people N] [--picture FILE]

LEVEL is examples/levels/castle.grid, or the castle compiled.
"""

from __future__ import annotations

import argparse

import halfspace
import numpy as np
from distance_field import Array, DistanceField
from halfspace import plot

# Outside of the gates. Who is as near as ARRIVED has left.
GATES = np.array([(-64, -608), (-480, 608)])
ARRIVED = 60.0
INSIDE = np.array([(-1000, -420), (700, 400)])
HEIGHT = 24.25  # of a position above the floor
SECONDS = 40
# A person is a box a bit smaller than a mover's body, so that two may squeeze past each other.
PERSON = halfspace.Shape.box((13, 13, 28))


def settled(level: halfspace.Level, field: DistanceField, count: int) -> Array:
    """Places inside with room for a body, 40 units or more from one another: (count, 3)."""
    rng = np.random.default_rng(3)
    places: list[Array] = []
    while len(places) < count:
        place = np.append(rng.uniform(*INSIDE), HEIGHT)
        if not (level.free("stand", place) and np.isfinite(field.at(place[None])[0])):
            continue
        if all(np.hypot(*(place - other)[:2]) > 40 for other in places):
            places.append(place)
    return np.array(places)


def wishes(field: DistanceField, places: Array, here: Array) -> Array:
    """Where each wants to go: (N, 2). Down the field, and away from who is near."""
    apart = places[:, None, :2] - places[None, :, :2]
    distance = np.sqrt((apart**2).sum(axis=2)) + 1e9 * np.eye(len(places))
    push = np.clip(48 - distance, 0, 24) / 24 * here
    return field.down(places) + 0.8 * (apart / distance[..., None] * push[..., None]).sum(axis=1)


def leave(level: halfspace.Level, field: DistanceField, places: Array) -> tuple[Array, Array]:
    """Positions (T, N, 3) until all are out, NaN for who has left; and how many are inside (T,)."""
    world = halfspace.World(level)
    ids = np.arange(len(places))
    for i, place in enumerate(places):
        world.place_obstacle(i, PERSON, place, offset=(0, 0, 4))
    states = halfspace.movers_at(places)
    here = np.ones(len(places), bool)
    positions, inside = [], []
    for _ in range(SECONDS * 64):
        at = states["position"]
        ways = wishes(field, at, here)
        speed = np.minimum(np.hypot(ways[:, 0], ways[:, 1]), 0.6) * here
        inputs = halfspace.controls(
            yaw=np.degrees(np.arctan2(ways[:, 1], ways[:, 0])), forward=speed
        )
        world.step_movers(states, inputs, themselves=ids, out=states)
        for i in np.flatnonzero(here & (field.at(states["position"]) < ARRIVED)):
            here[i] = False
            world.remove_obstacle(int(i))
        world.put_obstacles(ids[here], states["position"][here])
        positions.append(np.where(here[:, None], states["position"], np.nan))
        inside.append(int(here.sum()))
        if not here.any():
            break
    return np.array(positions), np.array(inside)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("level")
    arguments.add_argument("--people", type=int, default=150)
    arguments.add_argument("--picture")
    given = arguments.parse_args()
    is_compiled = given.level.endswith(".hsw")
    level = halfspace.load(given.level) if is_compiled else halfspace.compile(given.level)
    field = DistanceField(level, GATES, HEIGHT)
    positions, inside = leave(level, field, settled(level, field, given.people))
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
