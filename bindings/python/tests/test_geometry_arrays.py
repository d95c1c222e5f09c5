# SPDX-License-Identifier: MIT
"""All questions about meshes, shapes, boxes and faces take arrays alike, and refuse the same ones."""

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, repeats

BALL, BOX = halfspace.Shape.sphere(0.25), halfspace.Shape.box((1, 2, 3))
CUBE = halfspace.Mesh(CUBE_VERTICES, CUBE_TRIANGLES)
TREE = halfspace.Octree(np.random.default_rng(111).uniform(0, 9, (200, 3)).repeat(2, axis=0).reshape(-1, 6))

# The width of a row and how it is asked; where there is an out=, its dtype.
LISTS = {
    "pairs": (3, lambda level, rows, **more: CUBE.pairs(CUBE, rows, **more)),
    "all_hits": (3, lambda level, rows, **more: CUBE.all_hits(rows, (0, 0, -1), **more)),
    "mesh_in_box": (6, lambda level, rows, **more: CUBE.in_box(np.sort(rows.reshape(-1, 2, 3), 1), **more)),
    "mesh_in_sphere": (3, lambda level, rows, **more: CUBE.in_sphere(rows, 0.5, **more)),
    "far_to_near": (3, lambda level, rows, **more: CUBE.far_to_near(rows, **more)),
    "contact_points": (3, lambda level, rows, **more: BOX.contact_points(BALL, rows, **more)),
    "octree_in_box": (6, lambda level, rows, **more: TREE.in_box(np.sort(rows.reshape(-1, 2, 3), 1), **more)),
    "octree_in_sphere": (3, lambda level, rows, **more: TREE.in_sphere(rows, 2, **more)),
    "on_segment": (6, lambda level, rows, **more: TREE.on_segment(rows, **more)),
    "draw_order": (3, lambda level, rows, **more: level.draw_order(rows, **more)),
    "visible_faces": (3, lambda level, rows, **more: level.visible_faces(rows, **more)),
}
ARRAYS = {
    "touches": (3, bool, lambda level, rows, **more: CUBE.touches(CUBE, rows, **more)),
    "distance": (3, halfspace.mesh_pair_dtype, lambda level, rows, **more: CUBE.distance(CUBE, rows, **more)),
    "overlaps_sphere": (3, bool, lambda level, rows, **more: CUBE.overlaps_sphere(rows, 0.5, **more)),
    "sweep": (6, halfspace.mesh_touch_dtype, lambda level, rows, **more: CUBE.sweep(BALL, rows, **more)),
    "free": (3, bool, lambda level, rows, **more: CUBE.free(BALL, rows, **more)),
    "deepest": (3, halfspace.mesh_overlap_dtype, lambda level, rows, **more: CUBE.deepest(BALL, rows, **more)),
    "shape_distance": (3, halfspace.shape_distance_dtype,
                       lambda level, rows, **more: BOX.distance(BALL, rows, **more)),
    "penetration": (3, halfspace.penetration_dtype,
                    lambda level, rows, **more: BOX.penetration(BALL, rows, **more)),
    "time_of_impact": (3, halfspace.impact_dtype,
                       lambda level, rows, **more: BALL.time_of_impact(BOX, rows, (1, 5, 1), **more)),
    "shape_free": (3, bool, lambda level, rows, **more: level.shape_free(BALL, rows, **more)),
    "overlaps_box": (6, bool, lambda level, rows, **more: level.overlaps_box(
        np.sort(rows.reshape(-1, 2, 3), 1) + np.array([[0.0], [1.0]]), **more)),
    "cluster_at": (3, np.uint32, lambda level, rows, **more: level.cluster_at(rows, **more)),
    "area_at": (3, np.uint32, lambda level, rows, **more: level.area_at(rows, **more)),
}
WIDTHS = {name: row[0] for name, row in (LISTS | ARRAYS).items()}
ASKS = {name: row[-1] for name, row in (LISTS | ARRAYS).items()}


def rows_for(name, count=repeats(300)):
    random = np.random.default_rng(112)
    return random.integers(-40, 40, (max(count, 20), WIDTHS[name])) / 8.0  # float32 holds them


def bytes_of(answer):
    return [part.tobytes() for part in (answer if isinstance(answer, tuple) else (answer,))]


@pytest.mark.parametrize("name", ASKS)
def test_strides_dtypes_and_threads_change_nothing(keep, name):
    ask, rows = ASKS[name], rows_for(name)
    answers = bytes_of(ask(keep, rows))
    spread = np.zeros((len(rows), 2 * rows.shape[1]))[:, ::2]
    spread[...] = rows
    for same in (rows.astype(np.float32), rows.astype(">f8"), np.asfortranarray(rows), spread,
                 rows[::-1][::-1]):
        assert bytes_of(ask(keep, same)) == answers
    for threads in (2, 0):
        assert bytes_of(ask(keep, rows, threads=threads)) == answers
    few = bytes_of(ask(keep, rows[:5]))  # with Python's lock
    many = ask(keep, np.tile(rows[:5], (20, 1)))
    if isinstance(many, tuple):
        starts, values = many
        assert values[:starts[5]].tobytes() == few[1] and starts[:6].tobytes() == few[0]
    else:
        assert many[:5].tobytes() == few[0] == many[95:].tobytes()


@pytest.mark.parametrize("name", LISTS)
def test_one_question_gives_the_values_of_its_row(keep, name):
    ask, rows = ASKS[name], rows_for(name)
    starts, values = ask(keep, rows)
    for i in range(0, len(rows), 7):
        row = rows[i:i + 1] if name.endswith("in_box") else rows[i]
        one = ask(keep, row)
        one = one[1] if isinstance(one, tuple) else one
        assert one.tobytes() == values[starts[i]:starts[i + 1]].tobytes()
    none_starts, none = ask(keep, np.empty((0, WIDTHS[name])))
    assert none_starts.tolist() == [0] and len(none) == 0 and none.dtype == values.dtype


@pytest.mark.parametrize("name", ASKS)
def test_numbers_that_are_none_are_refused_by_row(keep, name):
    rows = rows_for(name)
    for bad in (np.nan, np.inf):
        wrong = rows.copy()
        wrong[3, 1] = bad
        with pytest.raises(ValueError, match="is not finite in row 3"):
            ASKS[name](keep, wrong)
    with pytest.raises(TypeError):
        ASKS[name](keep, rows, treads=1)


@pytest.mark.parametrize("name", ARRAYS)
def test_out_is_filled_or_refused(keep, name):
    width, dtype, ask = ARRAYS[name]
    rows = rows_for(name)
    answers = ask(keep, rows)
    noise = np.frombuffer(np.random.default_rng(113).bytes(answers.nbytes), np.uint8).copy()
    out = noise.view(dtype)
    assert answers.dtype == dtype and ask(keep, rows, out=out) is out
    assert out.tobytes() == answers.tobytes()  # also between fields
    read_only = out.copy()
    read_only.flags.writeable = False
    for wrong, error, message in ((out[:-1], ValueError, "^out has the shape"),
                                  (out.reshape(-1, 1), ValueError, "^out has the shape"),
                                  (np.empty(2 * len(rows), dtype)[::2], ValueError, "^out must be contiguous"),
                                  (read_only, ValueError, "^out is read-only"),
                                  (np.empty(len(rows), np.int16), TypeError, "^out has the dtype"),
                                  (out.tolist(), TypeError, "^out must be an array")):
        with pytest.raises(error, match=message):
            ask(keep, rows, out=wrong)


MATRIX_ASKS = {
    "beams": ("poses", lambda level, poses: level.beams(poses, [(1, 0, 0)], 10)),
    "shape_distance": ("pose", lambda level, poses: BOX.distance(BALL, poses)),
    "own_pose": ("own_pose", lambda level, poses: BOX.distance(BALL, None, poses)),
    "bounds": ("pose", lambda level, poses: BOX.bounds(poses)),
    "touches": ("pose", lambda level, poses: CUBE.touches(CUBE, poses)),
}


@pytest.mark.parametrize("lines", [3, 4])
@pytest.mark.parametrize("ask", MATRIX_ASKS)
def test_the_first_bad_matrix_is_named_by_its_number(keep, ask, lines):
    name, ask = MATRIX_ASKS[ask]
    good = np.tile(np.eye(4)[:lines], (5, 1, 1))
    for line in range(lines):
        poses = good.copy()
        poses[3, line, 2] = poses[4, 0, 0] = np.nan
        with pytest.raises(ValueError, match=f"^{name} is not finite in row 3: "):
            ask(keep, poses)
        whole = good.astype(np.int64)
        whole[3, line, 3] = 2**53
        with pytest.raises(ValueError, match=rf"^{name} has an integer of 2\^53 or more in row 3,"):
            ask(keep, whole)
    good[3, 1, 1] = 2
    with pytest.raises(ValueError, match=f"^{name} is no turn and move in row 3: "):
        ask(keep, good)
    too_many = np.broadcast_to(np.eye(4)[:lines], (2**32, lines, 4))  # takes 128 bytes
    with pytest.raises(ValueError, match=f"^{name} has 4294967296 rows"):
        ask(keep, too_many)


def test_a_single_matrix_has_no_row():
    with pytest.raises(ValueError, match="^pose is not finite: "):
        BOX.distance(BALL, np.full((3, 4), np.nan))
    with pytest.raises(ValueError, match="^points is not finite: "):
        CUBE.closest((0, np.nan, 0))
