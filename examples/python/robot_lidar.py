# SPDX-License-Identifier: MIT
"""A robot drives through a flat and draws a map of it by its lidar: 360 beams, ten times a second.

    robot_lidar.py [--picture FILE]

The robot knows where it is. Its lidar errs by 3 units; where many beams end is a wall.
"""

from __future__ import annotations

import argparse
import pathlib
import tempfile
from typing import Any

import halfspace
import numpy as np
from halfspace import plot
from halfspace.env import fan

Array = np.ndarray[Any, np.dtype[Any]]

FLAT = """cell 32
height 96
111111111111111111111111111111
1........1.........1.........1
1........1.........1.........1
1..................1...45....1
1........1...P.....1...32....1
1........1.........1.........1
1........1.................1.1
1111.11111.........1.......1.1
1........1.........1.........1
1........1111.111111111..11111
1............................1
1............................1
111..11111111..11111111..11111
1........1.........1.........1
1..45....1....11...1.........1
1..32....1....11...1....1....1
1........1.........1....1....1
1..................1....1....1
1........1.........1.........1
111111111111111111111111111111
"""
ROOMS = np.array(
    [(-368, 200), (200, 250), (360, 120), (240, -208), (-80, -208), (-368, -208), (-368, -30)]
)
BEAMS = fan(360)
RANGE = 600.0
SPACING = 8.0
BODY = {"robot": [(-10, -10, 0), (10, 10, 16)]}


def drive(level: halfspace.Level) -> tuple[Array, Array]:
    """Positions and yaws of the robot on the shortest ways through all rooms: each SPACING, and where it
    turns."""
    floors = level.nav("robot")
    goals = np.column_stack([ROOMS, np.zeros(len(ROOMS))])
    start: Any = level.player_start("robot")
    stops = np.concatenate([[start["position"]], goals])
    found = floors.paths(floors.nearest(stops[:-1]), floors.nearest(stops[1:]))
    corners = found.points
    yaw, places, yaws = 0.0, [], []
    for here, there in zip(corners[:-1], corners[1:]):
        length = np.hypot(*(there - here)[:2])
        if length == 0:  # where one path ends and the next one begins
            continue
        ahead = np.degrees(np.arctan2(*(there - here)[1::-1]))
        turn = (ahead - yaw + 180) % 360 - 180
        for part in np.linspace(0, 1, int(abs(turn) / 30) + 1)[:-1]:
            places.append(here)
            yaws.append(yaw + part * turn)
        yaw = ahead
        for along in np.arange(0, length, SPACING):
            places.append(here + (there - here) * (along / length))
            yaws.append(yaw)
    return np.array(places), np.array(yaws)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--picture")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "flat.grid"
        source.write_text(FLAT, encoding="utf-8")
        level = halfspace.compile(str(source), bodies=BODY, vis="none", nav=True)
    places, yaws = drive(level)
    poses = halfspace.poses_at(places + (0, 0, 20), yaws)
    distances = level.beams(poses, BEAMS, RANGE, threads=0)
    hits = distances < RANGE
    rng = np.random.default_rng(1)
    measured = distances + np.where(hits, 3 * rng.standard_normal(distances.shape), 0)
    points = plot.beam_ends(poses, BEAMS, measured)[hits]
    print(f"{len(places)} scans, {distances.size} beams, {len(points)} touched a wall")
    if given.picture:
        draw(level, places, poses, distances, points, given.picture)


def draw(
    level: halfspace.Level, places: Array, poses: Array, distances: Array, points: Array, to: str
) -> None:
    import matplotlib.pyplot as plt
    from pictures import save

    low, high = level.bounds(0)[:, :2] + [(-32, -32), (32, 32)]
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 4.6))
    plot.plan(level, z=20, box=[low, high], axes=left)
    plot.paths(places, axes=left, width=1.5)
    for scan, colour in ((len(places) // 12, "#7a9a5a"), (len(places) * 6 // 10, "#d08770")):
        part = slice(scan, scan + 1)
        plot.beams(poses[part], BEAMS, distances[part], axes=left, colour=colour, filled=True)
        plot.beams(poses[part], BEAMS[::6], distances[part, ::6], axes=left, colour=colour)
        left.plot(*places[scan, :2], "o", color=colour, markeredgecolor="#2e3440")
    left.set_title("The flat, the robot's way, and two scans")
    counts, _, _ = np.histogram2d(
        points[:, 1], points[:, 0], bins=(160, 240), range=((low[1], high[1]), (low[0], high[0]))
    )
    seen = np.ma.masked_equal(np.log1p(counts), 0)
    right.imshow(seen, origin="lower", extent=(low[0], high[0], low[1], high[1]), cmap="magma_r")
    right.set_xticks([])
    right.set_yticks([])
    right.set_title(f"What the lidar has seen: {len(points):,} ends of beams")
    figure.tight_layout()
    save(figure, to)


if __name__ == "__main__":
    main()
