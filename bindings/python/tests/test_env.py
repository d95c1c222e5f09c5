# SPDX-License-Identifier: MIT
from __future__ import annotations

import enum
import pathlib
import sys
import types
from typing import Any

import halfspace
import numpy as np
import pytest
from halfspace.env import FORWARD, JUMP, TURN, Array, Box, Snapshot, Step, VectorEnv, fan

from rooms import ARCADE, entity_text, room


@pytest.fixture(scope="module")
def level(tmp_path_factory: pytest.TempPathFactory) -> halfspace.Level:
    return room(tmp_path_factory.mktemp("env"), pillars=[((64, -32, 0), (96, 32, 128))])


def starts() -> Array:
    return np.array([(0, -100, 24, 0), (0, 100, 24, 90), (-100, 0, 24, 180)], dtype=float)


def walks(rng: np.random.Generator, players: int, steps: int) -> Array:
    actions: Array = rng.uniform(-1, 1, (steps, players, 5))
    actions[:, :, FORWARD] = np.abs(actions[:, :, FORWARD])
    return actions


def played(env: VectorEnv, actions: Array) -> list[bytes]:
    """The bytes of all that the steps give."""
    return [b"".join(part.tobytes() for part in env.step(row)[:4]) for row in actions]


def test_observations_are_the_beams_of_the_level(level: halfspace.Level) -> None:
    env = VectorEnv(level, 3, starts=starts(), directions=fan(8), range=500, eye=10)
    observations, _ = env.reset(seed=1, options={"starts": np.arange(3)})
    assert observations in env.observation_space
    # Player 0 looks along x from (0, -100): the wall is 256 away. Behind it is the other wall.
    assert observations[0].max() <= 1 and observations.dtype == np.float32
    ahead = int(np.argmax(fan(8)[:, 0]))
    assert observations[0, ahead] == pytest.approx(256 / 500, abs=1e-3)
    assert observations[2, ahead] == pytest.approx(156 / 500, abs=1e-3)
    assert observations[1, ahead] == pytest.approx(156 / 500, abs=1e-3)


def test_a_player_walks_as_step_movers_does(level: halfspace.Level) -> None:
    env = VectorEnv(level, 2, starts=starts()[:2], turn=10, repeat=3)
    env.reset(seed=3, options={"starts": np.arange(2)})
    states = halfspace.movers_at(starts()[:2, :3])
    yaw = starts()[:2, 3].copy()
    for row in walks(np.random.default_rng(4), 2, 50):
        env.step(row)
        yaw = (yaw + 10 * row[:, TURN]) % 360
        inputs = halfspace.controls(
            yaw=yaw, forward=row[:, 1], left=row[:, 2], jump=row[:, 3] > 0, crouch=row[:, 4] > 0
        )
        for _ in range(3):
            states, problems = level.step_movers(states, inputs)
            assert not problems.any()
        assert states.tobytes() == env.states.tobytes()


def test_a_jump_leaves_the_ground(level: halfspace.Level) -> None:
    env = VectorEnv(level, 1)
    env.reset()
    actions = np.zeros((1, 5))
    for _ in range(20):
        env.step(actions)
    floor = env.states["position"][0, 2]
    actions[0, JUMP] = 1
    env.step(actions)
    assert env.states["position"][0, 2] > floor + 1


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_threads(
    level: halfspace.Level,
) -> None:
    def run(seed: Any, threads: int) -> list[bytes]:
        env = VectorEnv(level, 40, starts=starts(), max_steps=7, threads=threads)
        observations, _ = env.reset(seed=seed)
        return [observations.tobytes(), *played(env, walks(np.random.default_rng(1), 40, 30))]

    assert run(5, 1) == run(5, 2) == run(list(range(5, 45)), 1)
    assert run(5, 1) != run(6, 1)


def test_the_step_after_the_last_one_begins_anew(level: halfspace.Level) -> None:
    def reward(step: Step) -> Array:
        return step.after["position"][:, 0] - step.before["position"][:, 0]

    def ended(step: Step) -> Array:
        return step.steps == np.array([2, 9])

    env = VectorEnv(level, 2, starts=starts()[:1], reward=reward, ended=ended, max_steps=3)
    env.reset(seed=0)
    forward = np.zeros((2, 5))
    forward[:, FORWARD] = 1
    told = [env.step(forward) for _ in range(5)]
    assert [t[2].tolist() for t in told] == [
        [False, False], [True, False], [False, False], [False, False], [True, False],
    ]  # fmt: skip
    assert [t[3].tolist() for t in told] == [
        [False, False], [False, False], [False, True], [False, False], [False, False],
    ]  # fmt: skip
    # In the step after its last one, a player is at a start, and its action has done nothing.
    assert told[2][1][0] == 0 and told[1][1][0] > 0
    assert told[3][1][1] == 0 and told[2][1][1] > 0


def test_a_snapshot_brings_all_back(level: halfspace.Level) -> None:
    env = VectorEnv(level, 9, starts=starts(), max_steps=6)
    env.reset(seed=2)
    actions = walks(np.random.default_rng(3), 9, 30)
    played(env, actions[:8])
    kept = env.snapshot()
    after = played(env, actions[8:])
    other = VectorEnv(level, 9, starts=starts(), max_steps=6)
    observations = other.restore(kept)
    assert observations in other.observation_space
    assert played(other, actions[8:]) == after
    env.restore(kept)
    assert played(env, actions[8:]) == after, "the snapshot is a copy"
    with pytest.raises(ValueError, match="9 players, not 2"):
        VectorEnv(level, 2).restore(kept)
    assert isinstance(kept, Snapshot)


def test_a_stuck_player_is_truncated(level: halfspace.Level) -> None:
    env = VectorEnv(level, 2)
    env.reset()
    env.states["position"][1] = (0, 0, -4000)
    env.states["position"][0] = (80, 0, 64)  # in the middle of the pillar
    _, _, terminations, truncations, infos = env.step(np.zeros((2, 5)))
    assert truncations.tolist() == [True, False] and not terminations.any()
    assert infos["problem"].tolist() == [2, 0] and infos["_problem"].tolist() == [True, False]


def test_a_space_knows_its_arrays() -> None:
    space = Box([-1, 0], [1, 5], (2,), seed=3)
    samples = np.array([space.sample() for _ in range(200)])
    assert all(space.contains(s) for s in samples)
    assert samples[:, 1].max() > 3 and samples[:, 0].min() < -0.5
    assert not space.contains(np.zeros(3, np.float32))
    assert not space.contains(np.zeros(2, np.float64)), "float64 does not fit into float32"
    assert not space.contains([0, 0])
    assert [0, 0] not in space
    again = Box([-1, 0], [1, 5], (2,), seed=3)
    assert again == space and (again.sample() == samples[0]).all()
    assert Box(0, 1, (2,)) != space
    with pytest.raises(ValueError, match="at most high"):
        Box(2, 1, (1,))


class TheirBox:
    """Has the arguments of gymnasium.spaces.Box."""

    def __init__(self, low: Array, high: Array, shape: Any = None, dtype: Any = None) -> None:
        assert low.dtype == dtype and low.shape == high.shape == shape
        self.high = high
        self.shape = shape


class TheirEnv:
    """What gymnasium.vector.VectorEnv does itself."""

    metadata: dict[str, Any] = {}
    closed = False

    def close(self, **kwargs: Any) -> None:
        if not self.closed:
            getattr(self, "close_extras")(**kwargs)
            self.closed = True


class Autoreset(enum.Enum):
    NEXT_STEP = "NextStep"
    DISABLED = "Disabled"


class TheirWrapper(TheirEnv):
    """What a wrapper of Gymnasium 1.1 demands of the environment."""

    def __init__(self, env: Any) -> None:
        assert isinstance(env, TheirEnv)
        assert isinstance(env.metadata["autoreset_mode"], Autoreset)
        assert env.metadata["autoreset_mode"] == Autoreset.NEXT_STEP
        self.env = env

    def close(self, **kwargs: Any) -> None:
        self.env.close(**kwargs)


@pytest.fixture
def gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of Gymnasium 1.1 that we use. Debian does not have Gymnasium."""
    spaces, vector = (types.ModuleType(f"gymnasium.{name}") for name in ("spaces", "vector"))
    setattr(spaces, "Box", TheirBox)
    setattr(vector, "VectorEnv", TheirEnv)
    setattr(vector, "AutoresetMode", Autoreset)
    for module in (types.ModuleType("gymnasium"), spaces, vector):
        monkeypatch.setitem(sys.modules, module.__name__, module)


def test_a_space_becomes_gymnasiums(gymnasium: None) -> None:
    made = Box(-1, [1, 5], (2,)).to_gymnasium()
    assert isinstance(made, TheirBox) and made.high.tolist() == [1, 5]


def test_an_environment_becomes_gymnasiums(gymnasium: None, tmp_path: pathlib.Path) -> None:
    level = room(tmp_path)
    ours, twin = (VectorEnv(level, 3, starts=[(0, 0, 24, 0)], max_steps=2) for _ in range(2))
    with pytest.raises(AssertionError):
        TheirWrapper(ours)
    theirs = ours.to_gymnasium()
    wrapped = TheirWrapper(theirs)
    assert theirs.players is ours and theirs.num_envs == 3
    assert theirs.observation_space.shape == (3, 16) and theirs.single_action_space.shape == (5,)
    assert theirs.single_observation_space.shape == (16,) and theirs.action_space.shape == (3, 5)
    assert np.array_equal(theirs.reset(seed=[4, 5, 6], options={})[0], twin.reset(seed=[4, 5, 6])[0])
    for _ in range(3):
        actions = twin.action_space.sample()
        for given, expected in zip(theirs.step(actions)[:4], twin.step(actions)[:4]):
            assert np.array_equal(given, expected)
    assert ours.metadata["autoreset_mode"] == "NextStep"
    wrapped.close()
    assert ours.closed


def test_a_fan_is_even() -> None:
    around = fan(6)
    assert np.allclose(np.linalg.norm(around, axis=1), 1)
    assert np.allclose(around.sum(axis=0), 0)
    assert (fan(1) == [[1, 0, 0]]).all()
    half = fan(3, 180)
    assert np.allclose(half, [[0, -1, 0], [1, 0, 0], [0, 1, 0]])
    assert np.allclose(fan(1, pitch=90), [[0, 0, -1]])
    with pytest.raises(ValueError, match="count must be at least 1"):
        fan(0)
    with pytest.raises(TypeError, match="count must be a whole number"):
        fan(2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="width must be"):
        fan(4, 361)
    with pytest.raises(ValueError, match="^pitch must be finite, not nan$"):
        fan(4, pitch=np.nan)
    wrong: Any
    for wrong in ("x", None, [90], np.zeros((4, 1)), True):
        with pytest.raises(TypeError, match="^width must be a real number, not"):
            fan(4, wrong)
        with pytest.raises(TypeError, match="^pitch must be a real number, not"):
            fan(4, 90, wrong)
    assert (fan(4, np.float32(90), np.array(5)) == fan(4, 90, 5)).all()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"starts": [(80, 0, 64, 0)]}, ValueError, "no room for the body in row 0"),
        ({"starts": [(0, 0, 24)]}, ValueError, r"^starts must have the shape \(N, 4\), not \(1, 3\)"),
        ({"starts": np.zeros((0, 4))}, ValueError, "^starts must have at least one row"),
        ({"starts": [(0, 0, 24, 0), (0, 0, 24, np.nan)]}, ValueError, "^starts is not finite in row 1: "),
        ({"starts": [("a", 0, 24, 0)]}, TypeError, "^starts has the dtype"),
        ({"range": 0}, ValueError, "^range must be"),
        ({"max_steps": 0}, ValueError, "^max_steps must be at least 1"),
        ({"repeat": 1.5}, TypeError, "^repeat must be a whole number"),
        ({"range": np.inf}, ValueError, "^range must be finite, not inf$"),
        ({"range": "a"}, TypeError, "^range must be a real number, not 'a'$"),
        ({"turn": np.nan}, ValueError, "^turn must be finite, not nan$"),
        ({"turn": None}, TypeError, "^turn must be a real number, not None$"),
        ({"eye": "x"}, TypeError, "^eye must be a real number, not 'x'$"),
        ({"eye": [22]}, TypeError, r"^eye must be a real number, not \[22\]$"),
        ({"crouching_eye": "x"}, TypeError, "^crouching_eye must be a real number, not 'x'$"),
        ({"crouching_eye": np.inf}, ValueError, "^crouching_eye must be finite, not inf$"),
        ({"mask": "solid"}, TypeError, "^mask must be a whole number, not 'solid'$"),
        ({"mask": -1}, ValueError, r"^mask must be at least 0 and below 2\^32, not -1$"),
        ({"mask": 1 << 32}, ValueError, "^mask must be at least 0"),
        ({"eye": np.ma.masked}, ValueError, "^eye is masked$"),
        ({"eye": 2**53}, ValueError, r"^eye has an integer of 2\^53 or more, "),
        ({"starts": [(0, 0, 24, 0), (0, -(2**53), 0, 0)]}, ValueError,
         r"^starts has an integer of 2\^53 or more in row 1, which float64 may not hold$"),
        ({"directions": np.full((1, 3), 2**63, np.uint64)}, ValueError,
         r"^directions has an integer of 2\^53 or more in row 0, "),
        ({"stand": "giant"}, KeyError, "giant"),
        ({"crouch": "dwarf"}, KeyError, "dwarf"),
        ({"options": {"gravity": 1}}, TypeError, "^options must be MoverOptions, not a dict"),
        ({"directions": [(1, 0, np.inf)]}, ValueError, "^directions is not finite in row 0"),
        ({"directions": [(1, 0, 0), (0, 0, 0)]}, ValueError, "^directions has no length in row 1"),
        ({"directions": [(1e101, 0, 0)]}, ValueError, "^directions must be within 1e100"),
        ({"directions": (1, 0, 0)}, ValueError, r"^directions must have the shape \(N, 3\), not \(3,\)"),
        ({"directions": np.zeros((0, 3))}, ValueError, "^directions must have at least one row"),
        ({"threads": -1}, ValueError, "^threads must be at least 0"),
        ({"threads": "all"}, TypeError, "^threads must be a whole number"),
        ({"threads": 2**32}, ValueError, r"^threads must be at least 0 and below 2\^32"),
        ({"reward": 5}, TypeError, "^reward must be a function"),
        ({"ended": "never"}, TypeError, "^ended must be a function"),
    ],
)
def test_bad_arguments_are_named(
    level: halfspace.Level, given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        VectorEnv(level, 2, **given)


def test_who_is_no_level_and_has_bad_options_is_named(level: halfspace.Level) -> None:
    with pytest.raises(TypeError, match="^asked must be a Level or a World, not a str"):
        VectorEnv("room.hsw", 2)  # type: ignore[arg-type]
    options = halfspace.MoverOptions()
    options.gravity = -1
    with pytest.raises(ValueError, match="gravity"):
        VectorEnv(level, 2, options=options)


def test_seeds_are_whole_and_actions_real(level: halfspace.Level) -> None:
    env = VectorEnv(level, 2)
    first, _ = env.reset(seed=5)
    again, _ = env.reset(seed=np.int64(5))  # type: ignore[arg-type]
    each, _ = env.reset(seed=np.array([5, 6], np.uint8))  # type: ignore[arg-type]
    assert first.tobytes() == again.tobytes() == each.tobytes()
    largest = 2**64 - 1
    env.reset(seed=[largest, 0])
    assert env.snapshot().seeds.tolist() == [largest, 0]
    for seed in (1.5, [1.5, 2], "ab", [None, 1]):
        with pytest.raises(TypeError, match="seed must be a whole number"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    for seed in (2**70, -1, largest, [1, 2, 3], [[1, 2]]):
        with pytest.raises(ValueError, match="seed must be a number from 0"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    flags = np.eye(2, 5, dtype=bool)
    now = env.snapshot()
    answer = env.step(flags)[0]
    env.restore(now)
    assert env.step(flags.astype(float))[0].tobytes() == answer.tobytes()
    wrong: list[Any] = [np.zeros((2, 5), complex), "a", np.zeros((2, 5), "M8[s]"), np.zeros((2, 5), object)]
    for actions in wrong:
        with pytest.raises(TypeError, match="actions has the dtype"):
            env.step(actions)


def test_bad_actions_and_seeds_are_named(level: halfspace.Level) -> None:
    env = VectorEnv(level, 2, reward=lambda step: np.zeros(3))
    with pytest.raises(RuntimeError, match="reset before step"):
        env.step(np.zeros((2, 5)))
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=-1)
    with pytest.raises(ValueError, match="starts of options"):
        env.reset(options={"starts": [0]})
    with pytest.raises(IndexError, match="starts of options in row 1 is 1; it must be from 0 to 0"):
        env.reset(options={"starts": [0, 1]})
    with pytest.raises(TypeError, match="starts of options has the dtype float64; it must be integers"):
        env.reset(options={"starts": [0.0, 1.0]})
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"shape \(2, 5\), not \(2, 4\)"):
        env.step(np.zeros((2, 4)))
    with pytest.raises(ValueError, match=r"shape \(2, 5\), not \(3, 5\)"):
        env.step(np.zeros((3, 5)))
    with pytest.raises(ValueError, match="^actions is not finite in row 1: "):
        env.step([[0.0] * 5, [0.0, 0.0, np.nan, 0.0, 0.0]])
    with pytest.raises(ValueError, match="reward must give"):
        env.step(np.zeros((2, 5)))


def test_masked_entries_are_refused(level: halfspace.Level) -> None:
    told: Any = {"reward": np.zeros(2), "ended": np.zeros(2, bool)}
    env = VectorEnv(level, 2, reward=lambda step: told["reward"], ended=lambda step: told["ended"])
    one_masked: Any = np.ma.masked_array([0, 0], mask=[False, True])
    with pytest.raises(ValueError, match="^starts of options is masked at index 1$"):
        env.reset(options={"starts": one_masked})
    with pytest.raises(ValueError, match="^seed is masked at index 1$"):
        env.reset(seed=one_masked)
    with pytest.raises(ValueError, match="^low is masked at index 1$"):
        Box(one_masked, 1, (2,))
    env.reset(seed=[5, 6], options={"starts": np.ma.masked_array([0, 0], mask=False)})
    actions: Any = np.ma.masked_array(np.ones((2, 5)), mask=np.arange(10).reshape(2, 5) == 7)
    before = env.snapshot()
    with pytest.raises(ValueError, match="^actions is masked in row 1$"):
        env.step(actions)
    assert env.states.tobytes() == before.states.tobytes()
    env.step(np.ma.masked_array(actions.data))
    for name in told:
        env.restore(before)
        none, told[name] = told[name], one_masked
        with pytest.raises(ValueError, match=f"^{name} is masked at index 1$"):
            env.step(np.zeros((2, 5)))
        told[name] = none


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> halfspace.Level:
    """A door across the whole room, and a lift."""
    gate = entity_text(
        {"classname": "func_door", "angle": "-1", "lip": "0"}, ((64, -256, 0), (80, 256, 128))
    )
    return room(tmp_path_factory.mktemp("gate"), "gate", entities=[gate, ARCADE[1]])


def ahead(count: int) -> Array:
    actions = np.zeros((count, 5))
    actions[:, FORWARD] = 1
    return actions


GATE_STARTS = [(0, 0, 24, 0), (-100, 100, 24, 0)]


def test_players_share_doors_that_step_with_them(gate: halfspace.Level) -> None:
    env = VectorEnv(gate, 2, starts=GATE_STARTS, doors=True)
    walled = VectorEnv(gate, 2, starts=GATE_STARTS)
    world = halfspace.World(gate)
    world.place_models_at_rest()
    shut = VectorEnv(world, 2, starts=GATE_STARTS)
    doors, states = halfspace.Doors(gate), halfspace.movers_at(np.array(GATE_STARTS)[:, :3])
    for other in (env, walled, shut):
        other.reset(seed=1, options={"starts": [0, 1]})
    for _ in range(40):
        seen = env.step(ahead(2))[0]
        shut.step(ahead(2))
        for _ in range(4):
            states, _ = doors.step_movers(states, halfspace.controls(forward=np.ones(2)))
    assert env.doors is not None and env.asked is env.doors.world
    assert env.states.tobytes() == states.tobytes()
    assert env.doors.states.tobytes() == doors.states.tobytes()
    assert (env.states["position"][:, 0] > 200).all() and (shut.states["position"][:, 0] < 64).all()
    poses = halfspace.poses_at(states["position"] + env.eye, [0, 0])
    expected = doors.world.beams(poses, env.directions, env.range) / env.range
    assert np.array_equal(seen, expected.astype(np.float32))


def test_snapshots_hold_the_doors(gate: halfspace.Level) -> None:
    env = VectorEnv(gate, 2, starts=GATE_STARTS, doors=True)
    other = VectorEnv(gate, 2, starts=GATE_STARTS, doors=True)
    env.reset(seed=2)
    for _ in range(12):
        env.step(ahead(2))
    snapshot = env.snapshot()
    assert snapshot.doors["open"].max() > 0
    told = [env.step(ahead(2))[0].tobytes() for _ in range(20)]
    assert env.snapshot().doors.tobytes() != snapshot.doors.tobytes()
    for again in (env, other):
        again.restore(snapshot)
        assert [again.step(ahead(2))[0].tobytes() for _ in range(20)] == told
    with pytest.raises(ValueError, match="the snapshot has 2 doors, not 0"):
        VectorEnv(gate, 2, starts=GATE_STARTS).restore(snapshot)


def test_a_reset_closes_doors_and_keeps_their_locks(gate: halfspace.Level) -> None:
    env = VectorEnv(gate, 2, starts=GATE_STARTS, doors=True)
    assert env.doors is not None
    env.reset(seed=3)
    for _ in range(12):
        env.step(ahead(2))
    env.doors.lock(0)
    env.reset()
    assert not env.doors.states["open"].any() and env.doors.states["locked"].tolist() == [1, 0]
    for _ in range(30):
        env.step(ahead(2))
    assert (env.states["position"][:, 0] < 64).all()
    with pytest.raises(TypeError, match="needs a Level"):
        VectorEnv(halfspace.World(gate), 2, doors=True)
