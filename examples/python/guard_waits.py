# SPDX-License-Identifier: MIT
"""A guard waits before a locked gate, and goes to the other end of the castle when it opens.

    guard_waits.py LEVEL [--opens SECONDS] [--picture FILE]

LEVEL is examples/levels/keep.map. The guard finds its way on the navigation mesh, which hears from
the doors which of them are shut.
"""

from __future__ import annotations

import argparse
from typing import Any

import halfspace
import numpy as np
from halfspace import plot

GATE, GOAL = (560, 256, 24), (1200, 256, 24)
STEP = halfspace.MoverOptions().seconds
MOST = 30.0  # how long the guard may take [s]

Array = np.ndarray[Any, np.dtype[Any]]


class Guard:
    """A mover that goes to the goal, or before the gate if no way leads there."""

    def __init__(self, level: halfspace.Level, doors: halfspace.Doors) -> None:
        start = level.player_start()
        assert start is not None, "the level has no start of a player"
        self.states = halfspace.movers_at(np.array([start["position"]]))
        self.doors = doors
        self.floors = level.nav()
        self.closed = halfspace.NavDoorState(self.floors)
        self.followers = halfspace.PathFollowers(self.floors, 1, doors=self.closed)
        self.goal: tuple[int, int, int] | None = None

    def step(self) -> None:
        self.doors.close_ways(self.closed)
        here = self.states["position"]
        goal = GOAL if self.floors.reachable(here, GOAL, doors=self.closed)[0] else GATE
        if goal != self.goal:
            self.goal = goal
            self.followers.go_to(self.states, goal)
        inputs = self.followers.inputs(self.states)
        self.states, _ = self.doors.step_movers(self.states, inputs)

    def is_there(self) -> bool:
        there: bool = self.goal == GOAL and self.followers.status[0] == halfspace.FollowStatus.ARRIVED
        return there


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("level")
    arguments.add_argument("--opens", type=float, default=6.0)
    arguments.add_argument("--picture")
    given = arguments.parse_args()
    level = halfspace.compile(given.level, nav=True)
    doors = halfspace.Doors(level)
    guard = Guard(level, doors)
    doors.lock(0)
    rows: list[tuple[float, ...]] = []
    while not guard.is_there() and len(rows) * STEP < MOST:
        if len(rows) == round(given.opens / STEP):
            doors.lock(0, False)
        guard.step()
        seconds = len(rows) * STEP
        for door, _, mode in doors.events.tolist():
            print(f"{seconds:5.2f} s: door {door} is {halfspace.DoorMode(mode).name.lower()}")
        open_part = doors.states["open"][0] / doors.doors["travel"][0]
        rows.append((seconds, *guard.states["position"][0], open_part))
    way = np.array(rows)
    print(f"{way[-1, 0]:5.2f} s: the guard is at {way[-1, 1:4].round().tolist()}")
    if given.picture:
        draw(level, way, given.opens, given.picture)


def draw(level: halfspace.Level, way: Array, opens: float, to: str) -> None:
    import matplotlib.pyplot as plt
    from pictures import save

    figure, (left, right) = plt.subplots(
        1, 2, figsize=(13, 4.6), width_ratios=(3, 2), constrained_layout=True
    )
    plot.plan(level, z=40, axes=left)
    drawn = left.scatter(way[::8, 1], way[::8, 2], c=way[::8, 0], cmap="viridis", s=14, zorder=3)
    low, high = level.bounds(1)[:, :2]
    left.add_patch(plt.Rectangle(low, *(high - low), color="#bf616a", zorder=4))
    figure.colorbar(drawn, ax=left, shrink=0.7, label="seconds")
    left.set_title("The guard's way through the gate (red)")
    right.plot(way[:, 0], 100 * way[:, 4], color="#bf616a", label="the gate is open [%]")
    along = 100 * (way[:, 1] - way[0, 1]) / (way[-1, 1] - way[0, 1])
    right.plot(way[:, 0], along, color="#35618f", label="the guard's way along x [%]")
    right.axvline(opens, color="#999999", linestyle=":", label="the gate is unlocked")
    right.set_xlabel("seconds")
    right.legend(fontsize=9)
    save(figure, to)


if __name__ == "__main__":
    main()
