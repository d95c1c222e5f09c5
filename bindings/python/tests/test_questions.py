# SPDX-License-Identifier: MIT
"""The questions of a level, against what its map says, and among themselves."""

import concurrent.futures

import numpy as np
import pytest

import halfspace
from conftest import IN_WALL, START, LEVELS, random_points, random_segments, repeats

Contents = halfspace.Contents


def rows_of_examples():
    """(level, model, point, contents) of the table in examples/levels/README.md."""
    for line in (LEVELS / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0] == "keep" and cells[1] == "0" and len(cells[2].split()) == 3:
            yield tuple(float(x) for x in cells[2].split()), cells[3]


def test_contents_are_those_of_the_table_of_examples(keep):
    rows = list(rows_of_examples())
    assert len(rows) > 10
    found = keep.contents([point for point, _ in rows])
    for (point, words), bits in zip(rows, found):
        assert ("empty" if bits == 0 else Contents(int(bits)).name.lower()) == words, point


def test_names_of_contents_are_bits():
    assert Contents.SOLID == 1 and Contents.WATER == 64
    assert len({int(c) for c in Contents}) == len(Contents) > 10


def test_trace_stops_a_skin_above_the_floor(keep):
    touch = keep.trace("stand", (64, 256, 64), (64, 256, -100))
    assert touch["hit"] and not touch["start_blocked"]
    assert touch["point"].tolist() == [64, 256, 24] and touch["normal"].tolist() == [0, 0, 1]
    assert touch["end"][2] == 24 + 1 / 32 and touch["model"] == 0
    assert touch["contents"] == Contents.SOLID
    assert keep.trace("stand", (64, 256, 64), (64, 256, -100), skin=1)["end"][2] == 25
    assert not keep.trace("stand", START, START)["start_blocked"]
    assert keep.trace("stand", IN_WALL, START)["start_blocked"]
    assert not keep.trace("point", IN_WALL, START, mask=Contents.WATER)["start_blocked"]


def test_a_trace_of_the_point_agrees_with_a_sweep_of_a_tiny_ball_and_with_sight(keep):
    segments = random_segments(keep, repeats(2000), 3)
    touches = keep.trace("point", segments)
    blocked = touches["hit"] | touches["start_blocked"]
    sees = keep.sight(segments)
    # What blocks bodies and what blocks sight differ in clip brushes only, and the keep has none.
    assert np.array_equal(blocked, ~sees)
    swept = keep.sweep(halfspace.Shape.sphere(1e-3), segments)
    far = np.abs(swept["fraction"] - touches["fraction"]) > 0.01
    assert far.mean() < 0.02


def test_a_free_place_is_one_where_a_trace_does_not_start_blocked(keep):
    points = random_points(keep, repeats(3000), 4)
    free = keep.free("stand", points)
    still = keep.trace("stand", points, points + (0, 0, 1e-9))
    assert np.array_equal(free, ~still["start_blocked"]) or (free != ~still["start_blocked"]).mean() < 1e-3
    assert 0.1 < free.mean() < 0.9


def test_unstick_gives_the_nearest_free_place_or_none(keep):
    assert keep.unstick("stand", IN_WALL, 8) is None
    near = keep.unstick("stand", (64, 256, 20), 8)
    assert near.shape == (3,) and keep.free("stand", near) and abs(near[2] - 24) < 0.01
    many = keep.unstick("stand", [(64, 256, 20), IN_WALL], 8)
    assert np.array_equal(many[0], near) and np.isnan(many[1]).all()
    with pytest.raises(ValueError, match="^distance must be"):
        keep.unstick("stand", START, -1)


def test_beams_are_traces_from_poses(keep):
    points = random_points(keep, 60, 5)
    fan = np.array([(1.0, 0, 0), (0, 1, 0), (0.6, 0.8, 0), (0, 0, -2)])
    lengths = keep.beams(points, fan, 200)
    assert lengths.shape == (60, 4)
    for column, direction in enumerate(fan):
        touches = keep.trace("point", points, points + direction * 200, skin=0)
        expected = np.where(touches["start_blocked"], 0, touches["fraction"] * 200)
        assert np.array_equal(lengths[:, column], expected)
    turned = np.zeros((60, 3, 4))
    turned[:, :, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]  # x becomes y
    turned[:, :, 3] = points
    assert np.array_equal(keep.beams(turned, fan[:1], 200)[:, 0], lengths[:, 1])
    whole = np.concatenate([turned, np.broadcast_to([[[0, 0, 0, 1.0]]], (60, 1, 4))], axis=1)
    assert np.array_equal(keep.beams(whole, fan, 200), keep.beams(turned, fan, 200))
    for poses, directions in ((np.asfortranarray(points), fan), (points.astype(">f8"), fan.tolist()),
                              (np.repeat(points, 2, axis=0)[::2], np.asfortranarray(fan)),
                              (np.asfortranarray(whole), fan)):
        assert np.array_equal(keep.beams(poses, directions, 200),
                              keep.beams(whole if np.ndim(poses) == 3 else points, fan, 200))
    assert keep.beams(points[:0], fan, 200).shape == (0, 4)
    assert keep.beams(points, fan[:0], 200).shape == (60, 0)


@pytest.mark.parametrize("pose, message", [
    (np.eye(4) * 2, "fourth row|no turn and move"), (np.diag([2.0, 1, 1, 1]), "no turn and move"),
    (np.ones((2, 2)), r"must be a position \(3,\) or a matrix"), (np.zeros((3, 4)), "no turn and move"),
    (np.vstack([np.eye(4)[:3], [[1, 0, 0, 1]]]), "fourth row"), ("here", "pose"), (None, None)])
def test_poses_that_do_more_than_turn_and_move_are_refused(keep, pose, message):
    ball = halfspace.Shape.box((1, 2, 3))
    if message is None:
        assert keep.sweep(ball, START, IN_WALL, pose=pose)["hit"]
        return
    with pytest.raises((ValueError, TypeError), match=message):
        keep.sweep(ball, START, IN_WALL, pose=pose)


def test_a_body_that_the_level_does_not_have_is_refused_with_those_it_has(keep):
    for ask in (lambda: keep.trace("giant", START, IN_WALL), lambda: keep.free("giant", START),
                lambda: keep.unstick("giant", START, 1), lambda: keep.body_box("giant"),
                lambda: keep.player_start("giant"), lambda: keep.beams([START], [START], 1, body="giant")):
        with pytest.raises(KeyError, match="giant.*point.*stand"):
            ask()


def test_options_out_of_range_are_refused(keep):
    for options in ({"skin": -1}, {"hair": np.nan}, {"skin": np.inf}):
        with pytest.raises(ValueError, match="^(skin|hair) must be"):
            keep.trace("stand", START, IN_WALL, **options)
    for bad in (-1, np.inf, np.nan, 2e100):
        with pytest.raises(ValueError, match="^range must be"):
            keep.beams([START], [START], bad)
    with pytest.raises(ValueError, match="^directions must be within"):
        keep.beams([START], [(2e100, 0, 0)], 1)
    with pytest.raises(ValueError, match="^end is .* in row 1; coordinates must be within 4194304"):
        keep.sweep(halfspace.Shape.sphere(1), START, [START, (2.0**22 + 1, 0, 0)])
    assert not keep.sweep(halfspace.Shape.sphere(1), (0, 0, 1000), (2.0**22, 0, 1000))["start_blocked"]


def test_shapes_that_are_none_are_refused():
    for make in (lambda: halfspace.Shape.sphere(-1), lambda: halfspace.Shape.sphere(np.nan),
                 lambda: halfspace.Shape.box((1, -1, 1)), lambda: halfspace.Shape.box(np.empty((0, 3))),
                 lambda: halfspace.Shape.capsule(-1, 1), lambda: halfspace.Shape.cylinder(1, -1),
                 lambda: halfspace.Shape.hull(np.empty((0, 3))),
                 lambda: halfspace.Shape.box(((1, 1, 1), (1, 1, 1)))):
        with pytest.raises(ValueError):
            make()
    assert repr(halfspace.Shape.hull(np.eye(3))) == "<halfspace.Shape: hull>"


QUESTIONS = {
    "contents": lambda level, p, s, **o: level.contents(p, **o),
    "trace": lambda level, p, s, **o: level.trace("stand", s, **o),
    "sweep": lambda level, p, s, **o: level.sweep(halfspace.Shape.capsule(9, 5), s, **o),
    "sight": lambda level, p, s, **o: level.sight(s, **o),
    "free": lambda level, p, s, **o: level.free("crouch", p, **o),
    "unstick": lambda level, p, s, **o: level.unstick("stand", p, 6, **o),
    "beams": lambda level, p, s, **o: level.beams(p, [(1, 0, 0), (0, 1, 1)], 500, **o),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_any_number_of_threads_gives_the_same_bits(keep, world, question):
    ask = QUESTIONS[question]
    count = repeats(20000)
    points, segments = random_points(keep, count, 6), random_segments(keep, count, 7)
    for here in (keep, world):
        expected = ask(here, points, segments).tobytes()
        assert ask(here, points, segments, threads=2).tobytes() == expected
        assert ask(here, points, segments, threads=0).tobytes() == expected
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            parts = list(pool.map(lambda i: ask(here, points[i::4], segments[i::4]), range(4)))
        together = np.zeros((count, *parts[0].shape[1:]), parts[0].dtype)
        for i, part in enumerate(parts):
            together[i::4] = part
        assert together.tobytes() == expected


@pytest.mark.parametrize("kind", ["SOLID", "SKY", "DETAIL", "FENCE", "PLAYER_CLIP", "MONSTER_CLIP"])
def test_beams_meet_what_their_mask_says(kind):
    source = halfspace.Source()
    source.add_box([(-256, -256, -8), (512, 256, 0)])
    source.add_box([(100, -50, 0), (110, 50, 100)], contents=Contents[kind])
    level = halfspace.compile(source, vis="none")
    lidar = Contents.SOLID | Contents.VOID | Contents.SKY | Contents.DETAIL | Contents.FENCE
    distances = [float(level.beams([(0, 0, 32)], [(1, 0, 0)], 400, mask=mask)[0, 0])
                 for mask in (None, lidar, halfspace.MoverOptions().mask)]
    meets = [True, "CLIP" not in kind, kind != "MONSTER_CLIP"]
    assert distances == [100 if met else 400 for met in meets]
    states = halfspace.movers_at([(0, 0, 24)])
    for _ in range(60):
        states, _ = level.step_movers(states, halfspace.controls(forward=[1]))
    assert (states["position"][0, 0] < 100) == meets[2]
    assert "mask: what blocks, bits of Contents. None: what blocks bodies" in level.beams.__doc__
