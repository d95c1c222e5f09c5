# SPDX-License-Identifier: MIT
"""Many players in one level, for those who train agents: the interface of Gymnasium's VectorEnv.

Gymnasium need not be installed. Beams are the observation, controls are the action. Functions of
the caller give the rewards and say whose episode has ended; they get arrays with a row for each
player. Players do not meet one another.

>>> env = VectorEnv(example, 3, starts=[(0, 0, 32, 90)], ended=lambda step: step.steps == 2)
>>> observations, infos = env.reset(seed=7)
>>> observations.shape
(3, 16)
>>> actions = np.zeros((3, 5))
>>> actions[:, 1] = 1                                     # forward
>>> for _ in range(2):
...     observations, rewards, terminations, truncations, infos = env.step(actions)
>>> terminations.tolist()
[True, True, True]
>>> float(env.yaw[0])
90.0
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import (
    Doors,
    Level,
    MoverOptions,
    Questions,
    controls,
    door_state_dtype,
    mover_input_dtype,
    mover_state_dtype,
    movers_at,
    poses_at,
)
from ._arguments import (
    Array as Array,
    copy_of,
    finite_rows,
    flags,
    number_of,
    real,
    reals_or_flags,
    row_numbers,
    seeds_of,
    whole,
)
from ._records import Snapshot as Snapshot, Step as Step, _put_back
from .spaces import Box as Box
from .spaces import as_gymnasium as _as_gymnasium

# The columns of an action, each from -1 to 1.
TURN, FORWARD, LEFT, JUMP, CROUCH = range(5)


def fan(count: int, width: float = 360, pitch: float = 0) -> NDArray[np.float64]:
    """Directions of beams in the frame of a player: (count, 3), from right to left.

    width: the angle between the first and the last one, from 0 to 360; all around for 360. pitch:
    downwards [degrees]. Raises TypeError for a count that is no whole number and for an angle that is no
    number, ValueError for less than one beam, another width and a pitch that is not finite.

    >>> fan(4)[1].tolist(), len(fan(5, 90))
    ([1.0, 0.0, 0.0], 5)
    """
    count, width, pitch = whole("count", count, 1), real("width", width), real("pitch", pitch)
    if not 0 <= width <= 360:
        raise ValueError("width must be from 0 to 360")
    if count == 1:
        yaw = np.zeros(1)
    elif width == 360:
        yaw = np.arange(count) * (360 / count) - 360 / count * ((count - 1) // 2)
    else:
        yaw = np.arange(count) * (width / (count - 1)) - width / 2
    ahead: NDArray[np.float64] = poses_at(np.zeros((count, 3)), yaw, pitch)[:, :, 0]
    return np.ascontiguousarray(ahead)


class VectorEnv:
    """`num_envs` players in one level.

    An observation has how far each beam comes, as a part of `range`. An action has five columns:
    TURN to the left, FORWARD, LEFT, JUMP and CROUCH (both if above 0).

    The reset mode is NEXT_STEP: in the step after its last one, a player is put at a start and stays
    there; its action counts for nothing, its reward is 0, and it opens no door. A seed belongs to
    each player; the random numbers of an episode depend on this seed and on how many episodes came
    before. A step or a reset that raises changes nothing.

    With doors, all players share one set of them, which steps with the players: a door opens for
    whoever is near. `reset` closes them; a player who starts anew does not. Teleporters and jump
    pads do nothing: no trigger is applied.

    >>> env = VectorEnv(example, 8, reward=lambda step: step.after["position"][:, 0])
    >>> observations, infos = env.reset(seed=1)
    >>> actions = env.action_space.sample()
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> observations.shape, rewards.shape
    ((8, 16), (8,))
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": "NextStep"}
    render_mode: str | None = None
    spec = None

    def __init__(
        self,
        asked: Questions,
        num_envs: int,
        *,
        starts: ArrayLike | None = None,
        reward: Callable[[Step], ArrayLike] | None = None,
        ended: Callable[[Step], ArrayLike] | None = None,
        max_steps: int = 1000,
        directions: ArrayLike | None = None,
        range: float = 1024,
        eye: float = 22,
        crouching_eye: float = 10,
        mask: int | None = None,
        turn: float = 15,
        repeat: int = 4,
        stand: str = "stand",
        crouch: str = "crouch",
        options: MoverOptions | None = None,
        doors: bool = False,
        threads: int = 1,
    ) -> None:
        """asked: a Level or a World. starts: rows of x, y, z, yaw, of which each episode draws one;
        None: the level's own start. reward, ended: None for 0 and for never.

        max_steps: an episode is truncated after so many. directions: (K, 3), see fan. range: how far
        a beam comes [units]. eye, crouching_eye: how high it begins above the position of who stands
        and of who crouches [units]. mask: what stops beams, bits of Contents; None: options.mask, what
        blocks players, seen or not. turn: degrees in a step at full TURN. repeat: how many steps of a
        mover make one step. stand, crouch: names of Level.bodies. doors: True for a Level whose doors
        and lifts move; self.doors holds them, and self.asked becomes their World. threads: 0 for all.

        Raises ValueError for a number out of its range or not finite, another shape, a direction
        without length, a start without room or a level without one; KeyError for a body the level
        does not have; TypeError for an argument of another type, and for doors of a World.
        """
        if not isinstance(asked, Questions):
            raise TypeError(f"asked must be a Level or a World, not a {type(asked).__name__}")
        if not (options is None or isinstance(options, MoverOptions)):
            raise TypeError(f"options must be MoverOptions, not a {type(options).__name__}")
        for name, function in (("reward", reward), ("ended", ended)):
            if not (function is None or callable(function)):
                raise TypeError(f"{name} must be a function")
        if not isinstance(doors, (bool, np.bool_)):
            raise TypeError(f"doors must be True or False, not {doors!r}")
        eye, crouching_eye = real("eye", eye), real("crouching_eye", crouching_eye)
        turn, range = real("turn", turn), real("range", range)
        num_envs, repeat = whole("num_envs", num_envs, 1), whole("repeat", repeat, 1)
        max_steps = whole("max_steps", max_steps, 1)
        if range <= 0:
            raise ValueError(f"range must be above 0, not {range}")
        self.doors: Doors | None = None
        if doors:
            if not isinstance(asked, Level):
                raise TypeError("doors=True needs a Level")
            self.doors = Doors(asked)
            asked = self.doors.world
        self.asked = asked
        self.num_envs = num_envs
        self.max_steps = max_steps
        self.range = range
        self.eye = np.array([0, 0, eye], dtype=np.float64)
        self.crouching_eye = np.array([0, 0, crouching_eye], dtype=np.float64)
        self.turn = turn
        self.repeat = repeat
        self.closed = False
        self.directions = finite_rows("directions", fan(16) if directions is None else directions, 3)
        if len(self.directions) == 0:
            raise ValueError("directions must have at least one row")
        if not (has_length := self.directions.any(axis=1)).all():
            raise ValueError(f"directions has no length in row {int(np.argmin(has_length))}")
        self._reward = reward
        self._ended = ended
        self._stand = stand
        self._crouch = crouch
        self._options = MoverOptions() if options is None else options
        self.mask = self._options.mask if mask is None else whole("mask", mask, 0, 1 << 32)
        self._threads = whole("threads", threads, 0, 1 << 32)
        self._try_nobody()
        self.starts = self._checked_starts(starts)
        shape = (len(self.directions),)
        self.single_observation_space = Box(0, 1, shape)
        self.observation_space = Box(0, 1, (num_envs, *shape))
        self.single_action_space = Box(-1, 1, (5,))
        self.action_space = Box(-1, 1, (num_envs, 5))
        self._is_begun = False
        self._now = Snapshot(
            states=np.zeros(num_envs, mover_state_dtype),
            yaw=np.zeros(num_envs),
            steps=np.zeros(num_envs, np.int64),
            seeds=np.random.SeedSequence().generate_state(num_envs, np.uint64),
            episodes=np.full(num_envs, -1, np.int64),
            is_over=np.zeros(num_envs, bool),
            doors=np.zeros(0 if self.doors is None else len(self.doors), door_state_dtype),
        )

    def _try_nobody(self) -> None:
        """Asks for no players what each step asks: it raises what is wrong with the options."""
        self.asked.beams(np.zeros((0, 3)), self.directions, self.range, mask=self.mask)
        nobody = np.zeros(0, mover_state_dtype), np.zeros(0, mover_input_dtype)
        self.asked.step_movers(
            *nobody, options=self._options, stand=self._stand, crouch=self._crouch
        )

    def _checked_starts(self, starts: ArrayLike | None) -> NDArray[np.float64]:
        if starts is None:
            start: Any = self.asked.player_start(self._stand, self._options.mask)
            if start is None:
                raise ValueError("the level has no free start; name starts")
            starts = [np.append(start["position"], start["yaw"])]
        rows = finite_rows("starts", starts, 4)
        if len(rows) == 0:
            raise ValueError("starts must have at least one row of x, y, z, yaw")
        is_free = self.asked.free(self._stand, rows[:, :3].copy(), mask=self._options.mask)
        if not is_free.all():
            raise ValueError(f"starts has no room for the body in row {int(np.argmin(is_free))}")
        return rows

    @property
    def states(self) -> Array:
        """The movers: (N,) of mover_state_dtype. Not a copy.

        >>> VectorEnv(example, 2).states["position"].shape
        (2, 3)
        """
        return self._now.states

    @property
    def yaw(self) -> Array:
        """Where the players look: (N,) [degrees]. Not a copy.

        >>> VectorEnv(example, 2).yaw.shape
        (2,)
        """
        return self._now.yaw

    @property
    def unwrapped(self) -> VectorEnv:
        """The environment itself: wrappers of Gymnasium ask for what is inside.

        >>> (env := VectorEnv(example, 2)).unwrapped is env
        True
        """
        return self

    def generator(self, player: int) -> np.random.Generator:
        """The random numbers of the player's episode, from their beginning. Starts use others.

        Raises TypeError for what is no whole number, IndexError for a player there is not, ValueError
        before the first reset.

        >>> env = VectorEnv(example, 2)
        >>> observations, infos = env.reset(seed=1)
        >>> env.generator(0).random() == env.generator(0).random()
        True
        """
        return self._random(number_of("player", player, self.num_envs), 0)

    def _random(self, player: int, purpose: int) -> np.random.Generator:
        """Random numbers of the player's episode. purpose: 0 is the caller's, 1 draws starts."""
        seed, episode = int(self._now.seeds[player]), int(self._now.episodes[player])
        if episode < 0:
            raise ValueError("call reset before generator")
        return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(purpose, episode)))

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Puts all players at starts. Returns observations and infos.

        seed: of the first player, the next one has the next number; or a seed for each; None: the
        episodes go on. options: {"starts": (N,)} names the rows of starts instead of drawing them.
        Raises TypeError for what are no whole numbers, ValueError for a seed below 0 or of 2^64 and more,
        another number of seeds or starts and a masked one, IndexError for a start there is not.

        >>> env = VectorEnv(example, 2)
        >>> observations, infos = env.reset(seed=[5, 6], options={"starts": [0, 0]})
        """
        seeds = None if seed is None else seeds_of(seed, self.num_envs)
        rows: Array | None = None
        if options is not None and "starts" in options:
            given = options["starts"]
            rows = row_numbers("starts of options", given, self.num_envs, len(self.starts))
        with self._all_or_nothing():
            now = self._now
            if seeds is not None:
                now.seeds[:] = seeds
                now.episodes[:] = -1
            if self.doors is not None:
                closed = np.zeros_like(now.doors)
                closed["locked"] = self.doors.states["locked"]
                self.doors.restore(closed)
            self._begin(np.arange(self.num_envs), rows)
            observations = self._observations()
        self._is_begun = True
        return observations, self._infos(np.zeros(self.num_envs, np.uint8))

    @contextlib.contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """If what is within raises, players and doors are as before."""
        kept = self.snapshot()
        try:
            yield
        except BaseException:
            for field in fields(kept):
                getattr(self._now, field.name)[:] = getattr(kept, field.name)
            if self.doors is not None:
                _put_back(self.doors, kept.doors)
            raise

    def _begin(self, players: Array, rows: Array | None = None) -> None:
        """New episodes of these players, at these rows of starts or at drawn ones."""
        if len(players) == 0:
            return
        now = self._now
        now.episodes[players] += 1
        if rows is None:
            rows = np.zeros(len(players), np.int64)
            if len(self.starts) > 1:
                rows[:] = [self._random(p, 1).integers(len(self.starts)) for p in players]
        now.states[players] = movers_at(self.starts[rows, :3])
        now.yaw[players] = self.starts[rows, 3] % 360
        now.steps[players] = 0
        now.is_over[players] = False

    def step(self, actions: ArrayLike) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One step of all players. actions: (N, 5); what is beyond -1 to 1 counts as -1 or 1.

        Returns observations (N, K), rewards (N,), terminations (N,), truncations (N,) and infos. A
        player with a problem of step_movers is truncated. Raises TypeError for what are no numbers,
        ValueError for another shape and a number that is masked or not finite, RuntimeError before the
        first reset.

        >>> env = VectorEnv(example, 2)
        >>> observations, infos = env.reset(seed=1)
        >>> observations, rewards, terminations, truncations, infos = env.step(np.zeros((2, 5)))
        >>> infos["problem"]
        array([0, 0], dtype=uint8)
        """
        if not self._is_begun:
            raise RuntimeError("call reset before step")
        given = finite_rows("actions", reals_or_flags("actions", actions), 5, self.num_envs)
        wishes = np.clip(given, -1, 1)
        with self._all_or_nothing():
            now = self._now
            was_over = now.is_over.copy()
            self._begin(np.flatnonzero(was_over))
            wishes[was_over] = 0
            before = copy_of(now.states)
            now.yaw[:] = (now.yaw + self.turn * wishes[:, TURN]) % 360
            now.steps[~was_over] += 1
            problems = self._move(wishes, ~was_over)
            done = Step(before, now.states, now.yaw, wishes, problems, now.steps, was_over)
            rewards = self._rows_of("reward", self._reward, reals_or_flags, done).astype(np.float64)
            terminations = self._rows_of("ended", self._ended, flags, done) & ~was_over
            rewards[was_over] = 0
            truncations = ((now.steps >= self.max_steps) | (problems != 0)) & ~terminations
            now.is_over[:] = terminations | truncations
            observations = self._observations()
        return observations, rewards, terminations, truncations, self._infos(problems)

    def _move(self, wishes: Array, is_moving: Array) -> Array:
        """Moves these players, and the doors. Returns the problems of all."""
        now = self._now
        states = now.states
        if not is_moving.all():
            states = np.zeros(np.count_nonzero(is_moving), mover_state_dtype)
            states[:] = now.states[is_moving]
            wishes = wishes[is_moving]
        inputs = controls(
            yaw=now.yaw[is_moving],
            forward=wishes[:, FORWARD],
            left=wishes[:, LEFT],
            jump=wishes[:, JUMP] > 0,
            crouch=wishes[:, CROUCH] > 0,
        )
        movers: Questions | Doors = self.asked if self.doors is None else self.doors
        problems = np.zeros(self.num_envs, np.uint8)
        for _ in range(self.repeat):
            _, codes = movers.step_movers(
                states,
                inputs,
                options=self._options,
                out=states,
                threads=self._threads,
                stand=self._stand,
                crouch=self._crouch,
            )
            problems[is_moving] = np.maximum(problems[is_moving], codes)
        if states is not now.states:
            now.states[is_moving] = states
        return problems

    def _rows_of(
        self,
        name: str,
        ask: Callable[[Step], ArrayLike] | None,
        convert: Callable[[str, ArrayLike], Array],
        done: Step,
    ) -> Array:
        """What a function of the caller says about each player."""
        rows = np.zeros(self.num_envs, bool) if ask is None else convert(name, ask(done))
        if rows.shape != (self.num_envs,):
            raise ValueError(f"{name} must give ({self.num_envs},), not {rows.shape}")
        return rows

    def _observations(self) -> Array:
        states = self._now.states
        is_low = (states["flags"] & 1) != 0
        eyes = states["position"] + np.where(is_low[:, None], self.crouching_eye, self.eye)
        distances = self.asked.beams(
            poses_at(eyes, self._now.yaw),
            self.directions,
            self.range,
            mask=self.mask,
            threads=self._threads,
        )
        return (distances / self.range).astype(np.float32)

    def _infos(self, problems: Array) -> dict[str, Any]:
        return {"problem": problems, "_problem": problems != 0}

    def snapshot(self) -> Snapshot:
        """Copies of the arrays that decide how the environment goes on.

        >>> env = VectorEnv(example, 2)
        >>> observations, infos = env.reset(seed=1)
        >>> env.snapshot().steps.tolist()
        [0, 0]
        """
        if self.doors is not None:
            self._now.doors[:] = self.doors.states
        return self._now.copy()

    def restore(self, snapshot: Snapshot) -> Array:
        """Goes back to a snapshot of an environment with as many players. Returns observations.

        Raises ValueError for another number of players or of doors.

        >>> env = VectorEnv(example, 2)
        >>> observations, infos = env.reset(seed=1)
        >>> snapshot = env.snapshot()
        >>> step = env.step(np.ones((2, 5)))
        >>> bool((env.restore(snapshot) == observations).all())
        True
        """
        if len(snapshot.states) != self.num_envs:
            raise ValueError(f"the snapshot has {len(snapshot.states)} players, not {self.num_envs}")
        if len(snapshot.doors) != len(self._now.doors):
            raise ValueError(f"the snapshot has {len(snapshot.doors)} doors, not {len(self._now.doors)}")
        if self.doors is not None:
            self.doors.restore(snapshot.doors)
        self._now = snapshot.copy()
        self._is_begun = True
        return self._observations()

    def close(self) -> None:
        """Nothing is open; Gymnasium's loops call this.

        >>> env = VectorEnv(example, 2)
        >>> env.close()
        >>> env.closed
        True
        """
        self.closed = True

    def to_gymnasium(self) -> Any:
        """This environment as a gymnasium.vector.VectorEnv, which Gymnasium's wrappers and loops take.

        Both are one: what moves one moves the other. `players` of the result is this environment.
        Raises ImportError without Gymnasium, which must be 1.1 or later.

        >>> VectorEnv(example, 2).to_gymnasium().num_envs  # doctest: +SKIP
        2
        """
        return _as_gymnasium(self)

    def __repr__(self) -> str:
        return f"<halfspace.env.VectorEnv: {self.num_envs} players, {len(self.directions)} beams>"
