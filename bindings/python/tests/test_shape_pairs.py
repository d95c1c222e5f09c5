# SPDX-License-Identifier: MIT
"""Two convex shapes, against formulas for balls and boxes, and against many points of the shapes."""

import itertools

import numpy as np
import pytest

import halfspace
from conftest import repeats

SHAPES = {
    "box": halfspace.Shape.box((1, 2, 0.5)),
    "sphere": halfspace.Shape.sphere(1.5),
    "capsule": halfspace.Shape.capsule(1, 0.5),
    "cylinder": halfspace.Shape.cylinder(1, 0.75),
    "hull": halfspace.Shape.hull([(-1, -1, -1), (2, 0, 0), (0, 2, 0), (0, 0, 2)]),
}
PAIRS = list(itertools.combinations_with_replacement(SHAPES, 2))


def random_poses(count, seed, spread):
    random = np.random.default_rng(seed)
    return halfspace.poses_at(random.uniform(-spread, spread, (count, 3)),
                              random.uniform(0, 360, count), random.uniform(-90, 90, count))


def directions(count, seed):
    random = np.random.default_rng(seed).normal(size=(count, 3))
    return random / np.linalg.norm(random, axis=1, keepdims=True)


def support(name, pose, towards):
    """How far a shape reaches along directions, by its definition."""
    local = towards @ pose[:, :3]
    x, y, z = abs(local).T
    reach = {
        "box": lambda: x + 2 * y + 0.5 * z,
        "sphere": lambda: np.full(len(local), 1.5),
        "capsule": lambda: z + 0.5,
        "cylinder": lambda: z + 0.75 * np.hypot(x, y),
        "hull": lambda: (local @ np.array([(-1, -1, -1), (2, 0, 0), (0, 2, 0), (0, 0, 2)]).T).max(axis=1),
    }[name]()
    return reach + towards @ pose[:, 3]


@pytest.mark.parametrize("first, second", PAIRS)
def test_distances_depths_and_points_hold_in_all_directions(first, second):
    count = repeats(60)
    a, b = SHAPES[first], SHAPES[second]
    own, poses = random_poses(count, 51, 3), random_poses(count, 52, 3)
    near = a.distance(b, poses, own)
    deep = a.penetration(b, poses, own)
    apart = near["distance"] > 0
    assert np.array_equal(a.overlaps(b, poses, own), ~apart) and np.array_equal(deep["depth"] > 0, ~apart)
    assert np.allclose(near["distance"], np.linalg.norm(near["point"] - near["other_point"], axis=1),
                       atol=1e-9)
    for at, other, answer, depth in zip(own, poses, near, deep):
        # No direction parts two shapes by more than their distance, nor an overlap by less than its depth.
        towards = directions(500, 53)
        gaps = -support(second, other, towards) - support(first, at, -towards)
        if answer["distance"] > 0:
            assert gaps.max() <= answer["distance"] + 1e-9
            normal = answer["normal"][None]
            gap = -support(second, other, normal) - support(first, at, -normal)
            assert gap == pytest.approx(answer["distance"], abs=1e-6)
        else:
            assert (-gaps).min() >= depth["depth"] - 1e-6
            normal = depth["normal"][None]
            gap = -support(second, other, normal) - support(first, at, -normal)
            assert -gap == pytest.approx(depth["depth"], abs=1e-6)
        for point, name, pose in ((answer["point"], first, at), (answer["other_point"], second, other)):
            assert (towards @ point <= support(name, pose, towards) + 1e-9).all()


@pytest.mark.parametrize("first, second", PAIRS)
def test_a_shape_that_moves_meets_the_other_one_no_sooner_and_no_later(first, second):
    count = repeats(60)
    a, b = SHAPES[first], SHAPES[second]
    random = np.random.default_rng(54)
    poses, own = random_poses(count, 55, 2), random_poses(count, 56, 2)
    own[:, :, 3] += 12 * directions(count, 57)
    motions = 1.5 * (poses[:, :, 3] - own[:, :, 3]) + random.uniform(-4, 4, (count, 3))
    impacts = a.time_of_impact(b, motions, poses, own)

    def distance(fractions):
        moved = own.copy()
        moved[:, :, 3] += fractions[:, None] * motions
        return a.distance(b, poses, moved)["distance"]

    hit = impacts["hit"]
    assert hit.any() and not hit.all() or count < 60
    assert (distance(impacts["fraction"])[hit] <= 1 / 1024 + 1e-9).all()
    for part in np.linspace(0, 1, 30):
        assert (distance(part * impacts["fraction"])[hit] > 0).all()
        assert (distance(np.full(count, part))[~hit] > 0).all()
    assert (impacts["fraction"][~hit] == 1).all()


def test_balls_and_boxes_have_the_answers_of_formulas():
    ball, box = halfspace.Shape.sphere(1), halfspace.Shape.box((1, 2, 3))
    points = np.random.default_rng(58).uniform(-8, 8, (repeats(2000), 3))
    to_box = np.linalg.norm(points - points.clip((-1, -2, -3), (1, 2, 3)), axis=1)
    assert np.allclose(box.distance(ball, points)["distance"], (to_box - 1).clip(0), atol=1e-9)
    assert np.array_equal(box.overlaps(ball, points), to_box < 1)
    between = np.linalg.norm(points, axis=1)
    assert np.allclose(ball.penetration(ball, points)["depth"], (2 - between).clip(0), atol=1e-9)
    hits = ball.time_of_impact(ball, (20, 0, 0), points, own_pose=(-10, 0, 0), tolerance=1e-6)
    aside = np.hypot(points[:, 1], points[:, 2])
    assert np.array_equal(hits["hit"], aside < 2)
    expected = (points[:, 0] + 10 - np.sqrt((4 - aside**2).clip(0))) / 20
    assert np.allclose(hits["fraction"][aside < 1.99], expected[aside < 1.99], atol=1e-6)


def test_a_crate_on_a_floor_touches_with_its_corners():
    crate, floor = halfspace.Shape.box((1, 1, 1)), halfspace.Shape.box((50, 50, 1))
    places = np.array([(0, 0, 1.875), (3, 4, 1.75), (0, 0, 2.5)])
    starts, points = crate.contact_points(floor, own_pose=places)
    assert starts.tolist() == [0, 4, 8, 8]
    for row, depth in ((0, 0.125), (1, 0.25)):
        found = points[starts[row]:starts[row + 1]]
        assert np.allclose(found["depth"], depth)
        assert sorted(map(tuple, found["point"][:, :2].tolist())) == sorted(
            itertools.product(*((c - 1, c + 1) for c in places[row, :2].tolist())))
    ball = halfspace.Shape.sphere(1)
    assert len(ball.contact_points(floor, own_pose=(0, 0, 1.5))) == 1


def test_bounds_hold_the_shape():
    poses = random_poses(repeats(50), 59, 5)
    for name, shape in SHAPES.items():
        boxes = shape.bounds(poses)
        assert boxes.shape == (len(poses), 2, 3)
        for axis in np.eye(3):
            for pose, (least, greatest) in zip(poses, boxes):
                assert support(name, pose, axis[None])[0] <= greatest @ axis + 1e-9
                assert -support(name, pose, -axis[None])[0] >= least @ axis - 1e-9


def test_one_pose_is_for_all_and_answers_have_the_same_bits():
    box, ball = SHAPES["box"], SHAPES["sphere"]
    poses, motion = random_poses(700, 60, 4), np.random.default_rng(61).normal(size=(700, 3))
    for name, more in (("distance", ()), ("overlaps", ()), ("penetration", ()), ("time_of_impact", (motion,))):
        ask = getattr(box, name)
        answers = ask(ball, *more, poses)
        assert ask(ball, *more, poses, threads=2).tobytes() == answers.tobytes()
        assert ask(ball, *more, poses, np.broadcast_to(np.eye(3, 4), (700, 3, 4))).tobytes() == \
            answers.tobytes()
        one = ask(ball, *(m[7] for m in more), poses[7])
        assert one.tobytes() == answers[7].tobytes()
        out = np.empty_like(answers)
        assert ask(ball, *more, poses, out=out) is out and out.tobytes() == answers.tobytes()
    assert len(box.distance(ball, np.empty((0, 3)))) == 0


BALL = SHAPES["sphere"]


@pytest.mark.parametrize("ask, message", [
    (lambda: BALL.distance(BALL, [(0, 0, 0), (0, 0, 2.0**41)]), "^the position of pose is .* in row 1"),
    (lambda: BALL.distance(BALL, np.zeros((2, 3)), np.zeros((3, 3))), "^pose has 2 rows and own_pose has 3"),
    (lambda: BALL.overlaps(BALL, own_pose=np.zeros((2, 2))), "^own_pose has the shape"),
    (lambda: BALL.time_of_impact(BALL, (0, 0, np.inf)), "^motion is not finite: "),
    (lambda: BALL.time_of_impact(BALL, np.zeros((2, 3)), np.zeros((3, 3))), "^the poses has 3 rows"),
    (lambda: BALL.time_of_impact(BALL, (0, 0, 1), tolerance=0), "^tolerance must be"),
    (lambda: BALL.contact_points(BALL, face_depth=-1), "^face_depth must be"),
])
def test_bad_arguments_are_named(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
