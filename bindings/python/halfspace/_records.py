# SPDX-License-Identifier: MIT
"""Arrays of an environment: what a step has done, and all that a snapshot keeps."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields

from ._arguments import Array, copy_of
from ._halfspace import Doors


def _put_back(doors: Doors, states: Array) -> None:
    """Restores the doors, as soon as no other thread asks their world."""
    while True:
        try:
            return doors.restore(states)
        except RuntimeError:
            time.sleep(0.001)


@dataclass(frozen=True)
class Step:
    """What a step has done: arrays with a row for each player. Copy what you keep.

    >>> def reward(step):
    ...     return step.after["position"][:, 0] - step.before["position"][:, 0]
    >>> env = VectorEnv(example, 2, reward=reward)
    """

    before: Array  # of mover_state_dtype
    after: Array  # of mover_state_dtype
    yaw: Array  # where the players look now [degrees]
    actions: Array  # (N, 5), within -1 to 1
    problems: Array  # uint8, the codes of step_movers: 0 is none
    steps: Array  # int64: the steps of the episode, with this one
    was_over: Array  # bool: the player is now at the start of a new episode, has not moved, and gets 0


@dataclass(frozen=True)
class Snapshot:
    """All that decides how an environment goes on: a row for each player, and for each door.

    >>> env = VectorEnv(example, 2)
    >>> observations, infos = env.reset(seed=1)
    >>> snapshot = env.snapshot()
    >>> step = env.step(env.action_space.sample())
    >>> bool((env.restore(snapshot) == observations).all())
    True
    """

    states: Array
    yaw: Array
    steps: Array
    seeds: Array
    episodes: Array
    is_over: Array
    doors: Array  # of door_state_dtype; empty without doors

    def copy(self) -> Snapshot:
        """The same in arrays of its own.

        >>> env = VectorEnv(example, 2)
        >>> observations, infos = env.reset(seed=1)
        >>> snapshot = env.snapshot()
        >>> kept = snapshot.copy()
        >>> snapshot.steps[:] = 9
        >>> kept.steps.tolist()
        [0, 0]
        """
        return Snapshot(*(copy_of(getattr(self, field.name)) for field in fields(self)))
