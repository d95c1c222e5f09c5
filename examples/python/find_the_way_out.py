# SPDX-License-Identifier: MIT
"""Players learn to find the way out of a maze: 64 of them at a time, by what their beams tell.

    find_the_way_out.py [--picture FILE] [--seed N]

The policy is linear: how far the beams come, times weights, says where to turn. A cross-entropy
search finds the weights: draw some, let each play, keep the best, draw around these. The reward is
the number of cells in which a player has been, and more for the way out; where this is, is told to
nobody.
"""

from __future__ import annotations

import argparse
import pathlib
import tempfile
from typing import Any

import halfspace
import numpy as np
from halfspace import plot
from halfspace.env import FORWARD, TURN, Step, VectorEnv, fan

CELL = 96
MAZE = """cell 96
height 128
1111111111111111111
1P1.....1.......1.1
1.1.111.1.11111.1.1
1.1.1...1.1...1...1
1.1.1.111.1.1.111.1
1...1.....1.1...1.1
111.1111111.111.1.1
1...1.......1...1.1
1.111.11111111111.1
1...1.1.....1...1.1
111.1.1.111.1.1.1.1
1...1...1...1.1...1
1.1111111.111.11111
1.........1.......0
1111111111111111111
"""
PLAYERS = 64
BEAMS = fan(9, 180)
RANGE = 3.0 * CELL
STEPS = 500
REPEAT = 8  # steps of a mover, 64 in a second, for one action

Array = np.ndarray[Any, np.dtype[Any]]


def compiled() -> halfspace.Level:
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "maze.grid"
        source.write_text(MAZE, encoding="utf-8")
        return halfspace.compile(str(source), vis="none")


class Explored:
    """In which cells each player has been: the reward, and the end at the way out."""

    def __init__(self, level: halfspace.Level) -> None:
        rows = MAZE.splitlines()[2:]
        self.shape = np.array([len(rows[0]), len(rows)])
        self.corner = -self.shape * CELL / 2
        self.seen = np.zeros((PLAYERS, *self.shape), bool)

    def cells(self, positions: Array) -> Array:
        cells = np.floor((positions[:, :2] - self.corner) / CELL).astype(int)
        return np.clip(cells, 0, self.shape - 1)

    def reward(self, step: Step) -> Array:
        x, y = self.cells(step.after["position"]).T
        players = np.arange(PLAYERS)
        is_new = ~self.seen[players, x, y]
        self.seen[players, x, y] = True
        return is_new + 100.0 * self.is_out(step)

    def is_out(self, step: Step) -> Array:
        return np.asarray(self.cells(step.after["position"])[:, 0] == self.shape[0] - 1)


def actions_of(weights: Array, observations: Array) -> Array:
    """weights: (N, beams + 1). Who sees a wall ahead walks slowly."""
    actions = np.zeros((PLAYERS, 5))
    actions[:, TURN] = np.einsum("nk,nk->n", weights[:, :-1], observations) + weights[:, -1]
    actions[:, FORWARD] = np.clip(observations[:, len(BEAMS) // 2] * 4, 0.2, 1)
    return actions


def play(env: VectorEnv, explored: Explored, weights: Array) -> tuple[Array, Array, Array]:
    """Each player plays an episode with its weights.

    Returns scores, positions (T, N, 3), and the step in which each is out (0: it is not).
    """
    explored.seen[:] = False
    observations, _ = env.reset()
    scores, playing = np.zeros(PLAYERS), np.ones(PLAYERS, bool)
    positions = np.full((STEPS, PLAYERS, 3), np.nan)
    out = np.zeros(PLAYERS, int)
    for t in range(STEPS):
        positions[t, playing] = env.states["position"][playing]
        observations, rewards, terminations, _, _ = env.step(actions_of(weights, observations))
        scores += np.where(playing, rewards - 0.02, 0)
        out[playing & terminations] = t + 1
        playing &= ~terminations
        if not playing.any():
            break
    return scores, positions, out


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--picture")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    level = compiled()
    explored = Explored(level)
    env = VectorEnv(
        level, PLAYERS, reward=explored.reward, ended=explored.is_out, max_steps=STEPS + 1,
        directions=BEAMS, range=RANGE, turn=30, repeat=REPEAT, threads=0,
    )  # fmt: skip
    env.reset(seed=given.seed)
    rng = np.random.default_rng(given.seed)
    mean, spread = np.zeros(len(BEAMS) + 1), np.ones(len(BEAMS) + 1)
    first: Array = np.zeros(0)
    for generation in range(30):
        weights = mean + spread * rng.standard_normal((PLAYERS, len(mean)))
        scores, positions, out = play(env, explored, weights)
        best = np.argsort(-scores, kind="stable")[: PLAYERS // 8]
        mean, spread = weights[best].mean(axis=0), weights[best].std(axis=0) + 0.05
        first = positions if generation == 0 else first
        print(f"generation {generation}: {np.count_nonzero(out)} of {PLAYERS} are out", flush=True)
        if np.count_nonzero(out) >= PLAYERS // 2:
            break
    quickest = int(np.argmin(np.where(out > 0, out, STEPS + 1)))
    print(f"the quickest one takes {out[quickest] * REPEAT / 64:.1f} s")
    if given.picture:
        draw(level, first, positions[: out[quickest], quickest], given.picture)


def draw(level: halfspace.Level, first: Array, way: Array, picture: str) -> None:
    import matplotlib.pyplot as plt
    from pictures import save

    figure, axes = plt.subplots(figsize=(9, 6.4), constrained_layout=True)
    low, high = level.bounds(0)
    margin = np.array((CELL / 3, CELL / 3, 0))
    plot.plan(level, z=40, box=[low - margin, high + margin], axes=axes)
    plot.paths(first, axes=axes, colour="#b48ead", width=0.8, alpha=0.5)
    lines = plot.paths(way, axes=axes, values=np.arange(len(way)) / 64 * REPEAT, width=3, alpha=1)
    bar = figure.colorbar(lines, ax=axes, shrink=0.5)
    bar.set_label("seconds")
    axes.plot(*way[-1, :2], "*", color="#bf616a", markersize=18)
    axes.set_title("Thin: 64 players before they have learnt. Thick: the quickest one after.")
    save(figure, picture, 110)


if __name__ == "__main__":
    main()
