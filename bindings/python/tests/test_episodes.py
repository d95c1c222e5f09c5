# SPDX-License-Identifier: MIT
"""What players of a VectorEnv see, when their episodes begin and end, and what a step that fails leaves."""

from __future__ import annotations

import concurrent.futures
import time
from collections.abc import Callable
from typing import Any

import halfspace
import numpy as np
import pytest
from halfspace.env import CROUCH, FORWARD, TURN, Array, Step, VectorEnv, fan

from rooms import entity_text, room

AHEAD = [(1, 0, 0)]


@pytest.fixture(scope="module")
def low(tmp_path_factory: pytest.TempPathFactory) -> halfspace.Level:
    """A room whose ceiling is 44 units high from x = 64 on."""
    return room(tmp_path_factory.mktemp("low"), pillars=[((64, -256, 44), (256, 256, 128))])


@pytest.fixture(scope="module")
def clips() -> halfspace.Level:
    """A floor with what monsters, then players, do not pass."""
    source = halfspace.Source()
    source.add_box([(-256, -256, -8), (512, 256, 0)])
    source.add_box([(100, -50, 0), (110, 50, 100)], contents=halfspace.Contents.MONSTER_CLIP)
    source.add_box([(200, -50, 0), (210, 50, 100)], contents=halfspace.Contents.PLAYER_CLIP)
    source.add_box([(300, -50, 0), (310, 50, 100)])
    return halfspace.compile(source, vis="none")


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> halfspace.Level:
    """A door across the whole room at x = 64."""
    door = entity_text({"classname": "func_door", "angle": "-1", "lip": "0"}, ((64, -256, 0), (80, 256, 128)))
    return room(tmp_path_factory.mktemp("gate"), "gate", entities=[door])


def all_do(players: int, **wishes: float) -> Array:
    actions = np.zeros((players, 5))
    for name, wish in wishes.items():
        actions[:, {"turn": TURN, "forward": FORWARD, "crouch": CROUCH}[name]] = wish
    return actions


def same(some: Any, other: Any) -> bool:
    return all(getattr(some, name).tobytes() == getattr(other, name).tobytes() for name in vars(some))


def test_who_crouches_under_a_low_ceiling_sees_ahead(low: halfspace.Level) -> None:
    env = VectorEnv(low, 2, starts=[(0, 0, 24, 0)], directions=fan(5, 180), range=500)
    env.reset(seed=1)
    actions = all_do(2, forward=1)
    actions[0, CROUCH] = 1
    for _ in range(60):
        seen = env.step(actions)[0]
    assert env.states["flags"][0] & 1 and env.states["position"][0, 0] > 100
    assert env.states["position"][1, 0] < 64, "who stands has no room there"
    assert seen[0, 2] == pytest.approx((256 - env.states["position"][0, 0]) / 500, abs=1e-3) and seen[0].all()
    assert seen[1, 2] == pytest.approx((64 - env.states["position"][1, 0]) / 500, abs=1e-3)
    own = VectorEnv(low, 2, starts=[(0, 0, 24, 0)], directions=fan(5, 180), range=500, crouching_eye=22)
    assert not own.restore(env.snapshot())[0].any(), "this eye is in the ceiling"


def test_beams_and_starts_meet_what_players_meet(clips: halfspace.Level) -> None:
    def sees(**options: Any) -> float:
        env = VectorEnv(clips, 1, starts=[(0, 0, 24, 0)], directions=AHEAD, range=500, **options)
        return float(env.reset()[0][0, 0]) * 500

    assert sees() == pytest.approx(200, abs=0.01)
    assert sees(mask=halfspace.Contents.SOLID) == pytest.approx(300, abs=0.01)
    monster = halfspace.MoverOptions()
    monster.mask = halfspace.Contents.SOLID | halfspace.Contents.MONSTER_CLIP
    assert sees(options=monster) == pytest.approx(100, abs=0.01)
    assert sees(options=monster, mask=halfspace.Contents.SOLID) == pytest.approx(300, abs=0.01)
    VectorEnv(clips, 1, starts=[(105, 0, 24, 0)])
    VectorEnv(clips, 1, starts=[(205, 0, 24, 0)], options=monster)
    with pytest.raises(ValueError, match="^starts has no room for the body in row 0"):
        VectorEnv(clips, 1, starts=[(105, 0, 24, 0)], options=monster, mask=0)
    with pytest.raises(ValueError, match="^starts has no room for the body in row 0"):
        VectorEnv(clips, 1, starts=[(205, 0, 24, 0)], mask=halfspace.Contents.SOLID)


@pytest.mark.parametrize("forward", [-1, 0, 1])
def test_a_player_who_is_over_opens_no_door_for_others(gate: halfspace.Level, forward: float) -> None:
    def ended(step: Step) -> Array:
        return (np.arange(2) == 0) & (step.steps == 1)

    # Player 0 begins as far from the door as it may without opening it.
    starts = [(-40, 0, 24, 0), (-200, 0, 24, 0)]
    env = VectorEnv(gate, 2, starts=starts, doors=True, ended=ended, repeat=30)
    env.reset(seed=1, options={"starts": [0, 1]})
    assert env.doors is not None and env.doors.doors["reach"][0, 0, 0] > -40
    actions = np.zeros((2, 5))
    assert env.step(actions)[2].tolist() == [True, False]
    actions[0, FORWARD] = forward
    observations, rewards, terminations, truncations, infos = env.step(actions)
    assert not env.doors.states["open"].any()
    actions[0, FORWARD] = 1
    for _ in range(3):
        env.step(actions)
    assert env.doors.states["open"].any(), "the next step counts"


def test_in_the_step_after_its_last_one_a_player_stands_at_a_start(low: halfspace.Level) -> None:
    told: list[Step] = []

    def reward(step: Step) -> Array:
        told.append(Step(**{name: rows.copy() for name, rows in vars(step).items()}))
        return np.ones(2)

    env = VectorEnv(low, 2, starts=[(0, 0, 24, 30)], reward=reward, ended=lambda step: step.steps == [2, 9])
    first = env.reset(seed=1)[0]
    actions = all_do(2, forward=1, turn=1)
    given = [env.step(actions) for _ in range(4)]
    assert [step.was_over.tolist() for step in told] == [[False, False]] * 2 + [[True, False], [False, False]]
    assert [step.steps.tolist() for step in told] == [[1, 1], [2, 2], [0, 3], [1, 4]]
    begun = told[2]
    assert begun.before["position"][0].tolist() == begun.after["position"][0].tolist() == [0, 0, 24]
    assert begun.yaw[0] == 30 and not begun.actions[0].any() and begun.actions[1].any()
    assert (given[2][0][0] == first[0]).all(), "it sees what it sees after a reset"
    assert [rewards.tolist() for _, rewards, *_ in given] == [[1, 1], [1, 1], [0, 1], [1, 1]]
    assert told[3].before["position"][0].tolist() == [0, 0, 24] != told[3].after["position"][0].tolist()


def test_all_may_be_over_at_once(gate: halfspace.Level) -> None:
    env = VectorEnv(gate, 3, starts=[(0, 0, 24, 0)], doors=True, max_steps=1)
    first = env.reset()[0]
    for _ in range(3):
        assert env.step(all_do(3, forward=1))[3].all()
        observations, _, terminations, truncations, _ = env.step(all_do(3, forward=1))
        assert not (terminations | truncations).any() and (observations[:, 8] != 0).all()
    assert env.doors is not None and first.shape == observations.shape


def test_random_numbers_of_the_caller_are_not_those_of_the_starts(low: halfspace.Level) -> None:
    starts = [(20 * i - 80, 0, 24, 0) for i in range(6)]
    env = VectorEnv(low, 300, starts=starts)
    env.reset(seed=3)
    rows = np.round((env.states["position"][:, 0] + 80) / 20).astype(int)
    assert len(set(rows.tolist())) == 6
    goals = np.array([env.generator(p).integers(6) for p in range(300)])
    assert 20 < np.count_nonzero(goals == rows) < 90, "a sixth by chance"
    own = env.generator(5).random()
    assert own == env.generator(np.int64(5)).random()  # type: ignore[arg-type]
    env.reset()
    assert own != env.generator(5).random()
    env.reset(seed=3)
    assert own == env.generator(5).random()
    # Seeds of 64 bits and episodes do not run into one another.
    env.reset(seed=[5 + (1 << 32)] + [5] * 299)
    large = env.generator(0).random()
    env.reset()
    assert large != env.generator(1).random()


def test_a_player_there_is_not_has_no_random_numbers(low: halfspace.Level) -> None:
    env = VectorEnv(low, 3)
    with pytest.raises(ValueError, match="^call reset before generator$"):
        env.generator(0)
    env.reset(seed=3)
    for player in (-1, 3, 1 << 70):
        with pytest.raises(IndexError, match=f"^player is {player}; it must be from 0 to 2$"):
            env.generator(player)
    wrong: Any
    for wrong in (1.0, "a", None, [1]):
        with pytest.raises(TypeError, match="^player must be a whole number, not"):
            env.generator(wrong)


def test_doors_are_true_or_false(gate: halfspace.Level) -> None:
    wrong: Any
    for wrong in (halfspace.Doors(gate), "False", 1, None):
        with pytest.raises(TypeError, match="^doors must be True or False, not"):
            VectorEnv(gate, 1, doors=wrong)
    assert VectorEnv(gate, 1, doors=np.True_).doors is not None  # type: ignore[arg-type]


def test_a_refused_reset_changes_nothing(gate: halfspace.Level) -> None:
    env = VectorEnv(gate, 2, starts=[(0, 0, 24, 0), (-100, 0, 24, 0)], doors=True)
    env.reset(seed=1, options={"starts": [0, 1]})
    for _ in range(5):
        env.step(all_do(2, forward=1))
    before = env.snapshot()
    assert before.doors["open"].any()
    with pytest.raises(IndexError, match="^starts of options in row 1 is 5"):
        env.reset(seed=9, options={"starts": [0, 5]})
    assert same(env.snapshot(), before)


def test_a_reset_that_raises_changes_nothing(
    gate: halfspace.Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = VectorEnv(gate, 2, starts=[(0, 0, 24, 0), (-100, 0, 24, 0)], doors=True)
    env.reset(seed=1, options={"starts": [0, 1]})
    for _ in range(5):
        env.step(all_do(2, forward=1))
    before = env.snapshot()

    def fail() -> None:
        assert not same(env.snapshot(), before)
        raise MemoryError

    monkeypatch.setattr(env, "_observations", fail)
    with pytest.raises(MemoryError):
        env.reset(seed=9)
    assert same(env.snapshot(), before)


def test_a_step_that_raises_puts_doors_back_also_while_another_thread_asks(
    gate: halfspace.Level,
) -> None:
    places = np.tile(np.array([[0.0, 0.0, 24.0]]), (400_000, 1))
    pool = concurrent.futures.ThreadPoolExecutor(1)

    def reward(_: Any) -> Array:
        assert env.doors is not None
        asking = pool.submit(env.doors.world.free, "stand", places)
        while not asking.running():
            time.sleep(0.001)
        raise ValueError("mine")

    env = VectorEnv(gate, 1, starts=[(0, 0, 24, 0)], doors=True, reward=reward)
    env.reset(seed=1)
    before = env.snapshot()
    with pool:
        for _ in range(5):
            with pytest.raises(ValueError, match="mine"):
                env.step(all_do(1, forward=1))
            assert same(env.snapshot(), before)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (None, TypeError, "^reward has the dtype object"),
        ([1 + 2j, 3], TypeError, "^reward has the dtype complex128"),
        (["1", "2"], TypeError, "^reward has the dtype <U1"),
        ([None, 1], TypeError, "^reward has the dtype object"),
        ([1, 2**53], ValueError, r"^reward has an integer of 2\^53 or more at index 1"),
        (5, ValueError, r"^reward must give \(2,\), not \(\)$"),
        (np.zeros((2, 1)), ValueError, r"^reward must give \(2,\), not \(2, 1\)$"),
    ],
)
def test_a_reward_that_is_no_number_is_refused(
    low: halfspace.Level, given: Any, error: type[Exception], message: str
) -> None:
    env = VectorEnv(low, 2, reward=lambda step: given)
    env.reset(seed=1)
    with pytest.raises(error, match=message):
        env.step(np.zeros((2, 5)))


@pytest.mark.parametrize("given", [[True, False], np.array([1, 0], np.uint8), [1.0, 0.0]])
def test_flags_are_rewards_and_ends(low: halfspace.Level, given: Any) -> None:
    env = VectorEnv(low, 2, reward=lambda step: given, ended=lambda step: given)
    env.reset(seed=1)
    _, rewards, terminations, _, _ = env.step(np.zeros((2, 5)))
    assert rewards.dtype == np.float64 and rewards.tolist() == [1, 0]
    assert terminations.dtype == bool and terminations.tolist() == [True, False]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ([0, 0.3], ValueError, "^ended at index 1 is not True, False, 1 or 0$"),
        ([np.nan, 0], ValueError, "^ended at index 0 is not True"),
        ([1, 2], ValueError, "^ended at index 1 is not True"),
        (["False", ""], TypeError, "^ended has the dtype <U5; it must be bool$"),
        ([None, None], TypeError, "^ended has the dtype object"),
        (None, TypeError, "^ended has the dtype object"),
        (True, ValueError, r"^ended must give \(2,\), not \(\)$"),
    ],
)
def test_who_is_over_is_said_by_flags(
    low: halfspace.Level, given: Any, error: type[Exception], message: str
) -> None:
    env = VectorEnv(low, 2, ended=lambda step: given)
    env.reset(seed=1)
    with pytest.raises(error, match=message):
        env.step(np.zeros((2, 5)))


def failing(error: BaseException) -> Callable[[Step], Array]:
    def ask(step: Step) -> Array:
        if step.steps.max() >= 6:
            raise error
        return np.zeros(2)

    return ask


@pytest.mark.parametrize("name", ["reward", "ended"])
@pytest.mark.parametrize("error", [ZeroDivisionError(), KeyboardInterrupt()])
def test_a_step_that_raises_leaves_players_and_doors_as_they_were(
    gate: halfspace.Level, name: str, error: BaseException
) -> None:
    env = VectorEnv(gate, 2, starts=[(-40, 0, 24, 0), (-200, 0, 24, 0)], doors=True)
    setattr(env, f"_{name}", failing(error))
    env.reset(seed=1, options={"starts": [0, 1]})
    for _ in range(5):
        env.step(all_do(2, forward=1))
    states, before = env.states, env.snapshot()
    assert before.doors["open"].any()
    with pytest.raises(type(error)) as raised:
        env.step(all_do(2, forward=1, turn=1))
    assert raised.value is error
    assert same(env.snapshot(), before) and env.states is states
    twin = VectorEnv(gate, 2, starts=env.starts, doors=True)
    twin.restore(before)
    setattr(env, f"_{name}", None)
    for _ in range(20):
        assert env.step(all_do(2, forward=1))[0].tobytes() == twin.step(all_do(2, forward=1))[0].tobytes()
    assert same(env.snapshot(), twin.snapshot())
