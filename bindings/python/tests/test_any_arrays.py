# SPDX-License-Identifier: MIT
"""Each question about rows answers an array of any shape, dtype and layout, or says why it does not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import halfspace
from conftest import START, repeats
from test_geometry_arrays import BALL, BOX, CUBE, TREE

# The name of the argument, and how the question is asked.
POINTS = {
    "contents": ("points", lambda level, rows: level.contents(rows)),
    "free": ("points", lambda level, rows: level.free("stand", rows)),
    "shape_free": ("points", lambda level, rows: level.shape_free(BALL, rows)),
    "trace": ("start", lambda level, rows: level.trace("stand", rows, START)),
    "trace_to": ("end", lambda level, rows: level.trace("stand", START, rows)),
    "sweep": ("start", lambda level, rows: level.sweep(BALL, rows, START)),
    "sight": ("start", lambda level, rows: level.sight(rows, START)),
    "unstick": ("points", lambda level, rows: level.unstick("stand", rows, 8)),
    "slide": ("positions", lambda level, rows: level.move_and_slide("stand", rows, (1, 0, 0), 1)),
    "velocities": ("velocities", lambda level, rows: level.move_and_slide("stand", START, rows, 1)),
    "cluster_at": ("points", lambda level, rows: level.cluster_at(rows)),
    "area_at": ("points", lambda level, rows: level.area_at(rows)),
    "draw_order": ("eyes", lambda level, rows: level.draw_order(rows)),
    "visible_faces": ("eyes", lambda level, rows: level.visible_faces(rows)),
    "closest": ("points", lambda level, rows: CUBE.closest(rows)),
    "winding": ("points", lambda level, rows: CUBE.winding(rows)),
    "rays": ("origins", lambda level, rows: CUBE.rays(rows, (0, 0, 1))),
    "directions": ("directions", lambda level, rows: CUBE.rays((0, 0, 0), rows)),
    "occluded": ("origins", lambda level, rows: CUBE.occluded(rows, (0, 0, 1))),
    "all_hits": ("origins", lambda level, rows: CUBE.all_hits(rows, (0, 0, 1))),
    "overlaps_sphere": ("centres", lambda level, rows: CUBE.overlaps_sphere(rows, 0.5)),
    "in_sphere": ("centres", lambda level, rows: CUBE.in_sphere(rows, 0.5)),
    "far_to_near": ("eyes", lambda level, rows: CUBE.far_to_near(rows)),
    "mesh_sweep": ("start", lambda level, rows: CUBE.sweep(BALL, rows, (0, 0, 0))),
    "mesh_free": ("points", lambda level, rows: CUBE.free(BALL, rows)),
    "deepest": ("points", lambda level, rows: CUBE.deepest(BALL, rows)),
    "octree_sphere": ("centres", lambda level, rows: TREE.in_sphere(rows, 2)),
    "locate": ("points", lambda level, rows: level.nav().locate(rows)),
    "nearest": ("points", lambda level, rows: level.nav().nearest(rows, max_distance=64)),
    "movers_at": ("positions", lambda level, rows: halfspace.movers_at(rows)),
}
SEGMENTS = {
    "trace": ("start", lambda level, rows: level.trace("stand", rows)),
    "sight": ("start", lambda level, rows: level.sight(rows)),
    "mesh_sweep": ("start", lambda level, rows: CUBE.sweep(BALL, rows)),
    "on_segment": ("start", lambda level, rows: TREE.on_segment(rows)),
}
BOXES = {
    "mesh_in_box": ("boxes", lambda level, rows: CUBE.in_box(rows)),
    "octree_in_box": ("boxes", lambda level, rows: TREE.in_box(rows)),
    "overlaps_box": ("boxes", lambda level, rows: level.overlaps_box(rows)),
    "obstacles_in": ("boxes", lambda level, rows: halfspace.World(level).obstacles_in(rows)),
}
POSES = {
    "distance": ("pose", lambda level, rows: BOX.distance(BALL, rows)),
    "own_pose": ("own_pose", lambda level, rows: BOX.penetration(BALL, None, rows)),
    "contact_points": ("pose", lambda level, rows: BOX.contact_points(BALL, rows)),
    "bounds": ("pose", lambda level, rows: BOX.bounds(rows)),
    "touches": ("pose", lambda level, rows: CUBE.touches(CUBE, rows)),
    "mesh_distance": ("pose", lambda level, rows: CUBE.distance(CUBE, rows)),
    "pairs": ("pose", lambda level, rows: CUBE.pairs(CUBE, rows)),
}


def is_rows(shape, *row):
    """True for one row of this shape, and for many."""
    return shape == row or shape[1:] == row


# The questions of a kind, which shapes are right, and the shape of a row to try most of the time.
KINDS = {
    "points": (POINTS, lambda shape: is_rows(shape, 3), [(3,)]),
    "segments": (SEGMENTS, lambda shape: is_rows(shape, 6), [(6,)]),
    "boxes": (BOXES, lambda shape: is_rows(shape, 2, 3) or is_rows(shape, 6), [(2, 3), (6,)]),
    "poses": (POSES, lambda shape: is_rows(shape, 3) or is_rows(shape, 3, 4) or is_rows(shape, 4, 4),
              [(3,), (3, 4), (4, 4)]),
}
ASKED = [(kind, name) for kind, (table, *_) in KINDS.items() for name in table]
REAL = ["f8", "f4", "f2", ">f8", "<f4", "i1", "u1", ">i2", "i4", "u4", "i8", ">u8"]
OTHER = ["?", "c16", "g", "O", "U3", "S3", "M8[s]", "m8[s]", "V8"]
LAYOUTS = {
    "C": lambda rows: rows,
    "F": np.asfortranarray,
    "backwards": lambda rows: rows[::-1].copy()[::-1] if rows.ndim else rows,
    "wide": lambda rows: np.repeat(rows, 2, axis=-1)[..., ::2] if rows.ndim else rows,
    "unaligned": lambda rows: np.frombuffer(b"\0" + rows.tobytes(), "u1")[1:].view(rows.dtype).reshape(rows.shape),
}


@st.composite
def arrays(draw, rows):
    """Arrays of any shape, often one of these rows or many of them, and of any dtype and layout."""
    right = st.builds(lambda row, many: many + row, st.sampled_from(rows),
                      st.sampled_from([(), (0,), (1,), (2,), (5,)]))
    shape = draw(right | right | hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6))
    dtype = np.dtype(draw(st.sampled_from(REAL + REAL + OTHER)))
    numbers = np.asarray(np.arange(int(np.prod(shape, dtype=int))).reshape(shape) % 100)
    if shape[-2:] in ((3, 4), (4, 4)):
        numbers = np.broadcast_to(np.eye(4, dtype=int)[:shape[-2]], shape)
    made = np.zeros(shape, dtype) if dtype.kind == "V" else numbers.astype(dtype)
    can_move = not dtype.hasobject and made.size
    return LAYOUTS[draw(st.sampled_from(list(LAYOUTS)))](made) if can_move else made


@pytest.mark.parametrize("kind, name", ASKED)
def test_any_array_is_answered_or_refused(keep_with_nav, kind, name):
    table, is_right, rows = KINDS[kind]
    argument, ask = table[name]

    @settings(max_examples=repeats(40), deadline=None, database=None)
    @given(arrays(rows))
    def check(array):
        if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
            with pytest.raises(TypeError, match=f"^{argument} "):
                ask(keep_with_nav, array)
        elif not is_right(array.shape):
            with pytest.raises(ValueError, match=f"^{argument} has the shape"):
                ask(keep_with_nav, array)
        else:
            answer = ask(keep_with_nav, array)
            plain = np.ascontiguousarray(array.astype("f8")).reshape(array.shape)
            parts = answer if isinstance(answer, tuple) else (answer,)
            same = ask(keep_with_nav, plain)
            for part, other in zip(parts, same if isinstance(same, tuple) else (same,)):
                assert np.asarray(part).tobytes() == np.asarray(other).tobytes()
            is_one = any(array.shape == row for row in rows)
            if isinstance(answer, tuple):
                assert not is_one and len(answer[0]) == len(array) + 1
            elif not is_one:
                assert len(answer) == len(array)

    check()
