# SPDX-License-Identifier: MIT
"""The order of faces and what is visible, against rays through all triangles."""

import itertools

import numpy as np
import pytest

import halfspace
from conftest import random_points, random_segments, repeats
from rooms import brush_text, map_text

NONE = 2**32 - 1
CORNERS = {"front_to_back": 1, "back_to_front": -1}


def lists(answer):
    starts, values = answer
    return [values[a:b] for a, b in itertools.pairwise(starts)]


def directions(count, seed):
    return np.random.default_rng(seed).normal(size=(count, 3))


def eyes_in(level, count, seed):
    points = random_points(level, 40 * count, seed)
    return points[(level.contents(points) == 0) & (level.cluster_at(points) != NONE)][:count]


def looks_at(level, eye):
    """How far the eye is in front of each face; corners may be in line, so all triangles count."""
    triangles, owner = level.face_triangles()
    a, b, c = np.moveaxis(level.vertices.astype(float)[triangles], 1, 0)
    normals = np.zeros((len(level.faces), 3))
    np.add.at(normals, owner, np.cross(b - a, c - a))
    corners = level.vertices[level.face_vertices[level.faces["first_vertex"]]]
    return np.einsum("ij,ij->i", eye - corners, normals) / np.linalg.norm(normals, axis=1)


@pytest.mark.parametrize("model", [0, 1])
def test_no_face_hides_one_that_a_painter_draws_later(keep, model):
    whole = keep.faces[keep.model_faces(model)]
    numbers = np.arange(len(keep.faces))[keep.model_faces(model)]
    triangles, owner = keep.face_triangles(numbers)
    mesh = halfspace.Mesh(keep.vertices, triangles)
    eyes = eyes_in(keep, repeats(12), 81)
    far, near = (lists(keep.draw_order(eyes, order=order, model=model))
                 for order in ("back_to_front", "front_to_back"))
    met = 0
    for eye, back, front in zip(eyes, far, near):
        assert np.array_equal(np.sort(back), np.sort(front)) and len(np.unique(back)) == len(back)
        ahead = looks_at(keep, eye)[numbers]
        two_sided = (whole["flags"] & 2) != 0
        drawn = np.isin(numbers, back)
        assert drawn[(ahead > 0.01) | two_sided & (abs(ahead) > 0.01)].all()
        assert not drawn[(ahead < -0.01) & ~two_sided].any()
        for order, sign in ((front, 1), (back, -1)):
            place = np.full(len(keep.faces), -1)
            place[order] = np.arange(len(order))
            hits = lists(mesh.all_hits(eye, directions(repeats(100), 82)))
            for hit in hits:
                places = place[owner[hit["triangle"]]]
                assert (sign * np.diff(places[places >= 0]) >= 0).all()
                met += (places >= 0).sum() > 1
    assert met > 0 or model == 1


def test_what_is_out_of_view_may_be_left_out(keep):
    eye = np.array((64, 256, 60.0))
    triangles, owner = keep.face_triangles()
    view = halfspace.look_along(eye, 0, fov=70, aspect=2)
    whole, part = keep.draw_order(eye), keep.draw_order(eye, view=view)
    assert set(part) < set(whole) and np.array_equal(whole[np.isin(whole, part)], part)
    corners = keep.vertices.astype(float)[triangles]
    inside = ((corners @ view[:, :3].T) >= view[:, 3]).all(axis=2).any(axis=1)
    assert set(owner[inside]) & set(whole) <= set(part)
    seen = keep.draw_order(eye, only_visible=True)
    assert np.array_equal(seen, whole[np.isin(whole, keep.visible_faces(eye))])


def test_no_visible_face_is_missing(keep):
    numbers = np.arange(len(keep.faces))[keep.model_faces(0)]
    triangles, owner = keep.face_triangles(numbers)
    mesh = halfspace.Mesh(keep.vertices, triangles)
    eyes = eyes_in(keep, repeats(40), 83)
    for eye, visible in zip(eyes, lists(keep.visible_faces(eyes))):
        assert np.array_equal(visible, np.unique(visible))
        hits = mesh.rays(eye, directions(repeats(300), 84))
        assert np.isin(owner[hits["triangle"][np.isfinite(hits["t"])]], visible).all()
    few = [len(faces) for faces in lists(keep.visible_faces(eyes))]
    assert min(few) < len(numbers)
    assert len(keep.visible_faces((0, 0, -5000))) == len(numbers)


def test_clusters_that_see_each_other_may_see_each_other(keep):
    segments = random_segments(keep, repeats(20_000), 85)
    a, b = keep.cluster_at(segments[:, :3]), keep.cluster_at(segments[:, 3:])
    solid = keep.contents(segments[:, :3]) & halfspace.Contents.SOLID
    assert (a[solid != 0] == NONE).all()
    both = (a != NONE) & (b != NONE)
    seen = both.copy()
    seen[both] = keep.sight(segments[both])
    assert seen.any() and keep.may_see(a[seen], b[seen]).all()
    count = len(keep.clusters)
    matrix = keep.may_see(np.repeat(np.arange(count), count), np.tile(np.arange(count), count))
    matrix = matrix.reshape(count, count)
    assert (matrix == matrix.T).all() and matrix.diagonal().all()
    assert not matrix.all()
    rows = lists(keep.visible_clusters(np.arange(count)))
    assert all(np.array_equal(row, np.flatnonzero(line)) for row, line in zip(rows, matrix))
    least, greatest = (keep.clusters[side][a[both]] for side in ("min", "max"))
    assert ((segments[both, :3] >= least - 1e-3) & (segments[both, :3] <= greatest + 1e-3)).all()
    boxes = np.stack([segments[:, 3:] - 1, segments[:, 3:] + 1], axis=1)[seen][:200]
    eyes = segments[seen, :3][:200]
    assert all(keep.may_see_box(eye, box) for eye, box in zip(eyes, boxes))
    assert keep.may_see_box(eyes[0], boxes).any()


def test_portals_are_between_their_clusters(keep):
    assert len(keep.portals) > 10
    for portal in keep.portals:
        first, count = int(portal["first_corner"]), int(portal["corner_count"])
        corners = keep.portal_corners[first:first + count]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
        step = 0.01 * normal / np.linalg.norm(normal)
        middle = corners.mean(axis=0)
        assert keep.cluster_at([middle + step, middle - step]).tolist() == portal["clusters"].tolist()


GATE = '{\n"classname" "func_areaportal"\n"target" "door"\n%s\n}\n'


@pytest.fixture(scope="module")
def two_areas(tmp_path_factory):
    """A room with a wall at x = 0 whose doorway is an area portal."""
    walls = [((-8, -256, 0), (8, -32, 128)), ((-8, 32, 0), (8, 256, 128)), ((-8, -32, 96), (8, 32, 128))]
    path = tmp_path_factory.mktemp("areas") / "areas.map"
    gate = brush_text((-4, -32, 0), (4, 32, 96)).replace(" wall ", " common/areaportal ")
    path.write_text(map_text((256, 256, 128), walls) + GATE % gate, encoding="utf-8")
    return halfspace.compile(path)


def test_a_closed_door_parts_areas_and_hides_what_is_behind(two_areas):
    level = two_areas
    assert level.area_count == 2 and len(level.area_portals) == 1
    left, right = level.area_at([(-100, 0, 50), (100, 0, 50)])
    assert {int(left), int(right)} == {0, 1} and level.area_at((0, 0, 40)) == NONE
    assert sorted(level.area_portals["areas"][0].tolist()) == [0, 1]
    for is_open in (True, False):
        assert level.areas_connected(left, right, open_portals=[is_open]) == is_open
        box = level.may_see_box((-100, 0, 50), [(90, -10, 40), (110, 10, 60)], open_portals=[is_open])
        assert box == is_open
    assert level.areas_connected([0, 1], 1).all()
    every, part = (level.visible_faces((-100, 0, 50), open_portals=[is_open]) for is_open in (True, False))
    assert set(part) < set(every)
    wall = level.trace("point", (100, 0, 50), (300, 0, 50))["point"][0]
    beyond = np.abs(level.vertices[level.face_vertices][level.faces["first_vertex"]][:, 0] - wall) < 0.01
    assert set(np.flatnonzero(beyond)) & set(every) and not set(np.flatnonzero(beyond)) & set(part)
    assert np.array_equal(level.draw_order((-100, 0, 50), only_visible=True, open_portals=[False]),
                          [f for f in level.draw_order((-100, 0, 50)) if f in part])


def test_doors_are_drawn_with_the_world(world, keep):
    for eye in eyes_in(keep, repeats(6), 86):
        for order, sign in CORNERS.items():
            items, vertices = world.draw_list(eye, order=order)
            assert (items["model"] <= 1).all() and (items["count"][items["model"] == 1] == 0).all()
            corners, owner = [], []
            for i, item in enumerate(items):
                if item["count"] > 0:
                    shown = np.arange(item["face"], item["face"] + item["count"])
                    triangles = keep.vertices.astype(float)[keep.face_triangles(shown)[0]]
                else:
                    first, count = int(item["first_vertex"]), int(item["vertex_count"])
                    fan = vertices[first:first + count, :3]
                    triangles = np.array([(fan[0], fan[k - 1], fan[k]) for k in range(2, count)])
                corners.append(triangles)
                owner += [i] * len(triangles)
            mesh = halfspace.Mesh(np.concatenate(corners).reshape(-1, 3),
                                  np.arange(3 * len(owner)).reshape(-1, 3))
            for hit in lists(mesh.all_hits(eye, directions(repeats(200), 87))):
                far_apart = np.append(True, np.diff(hit["t"]) > 1e-6)
                places = np.array(owner)[hit["triangle"]][far_apart]
                assert (sign * np.diff(places) >= 0).all()
    items, vertices = world.draw_list((600, 256, 60))
    door = items[items["model"] == 1]
    shown = np.concatenate([vertices[i["first_vertex"]:i["first_vertex"] + i["vertex_count"], :3]
                            for i in door])
    assert np.allclose([shown.min(axis=0)[1:], shown.max(axis=0)[1:]], keep.bounds(1)[:, 1:])


def test_arrays_of_a_level_live_as_long_as_they_are_used_and_cannot_be_written(keep):
    faces = halfspace.from_bytes(bytes(keep)).faces
    assert faces.tobytes() == keep.faces.tobytes()
    for name in ("faces", "vertices", "face_vertices", "face_texcoords", "clusters", "portals",
                 "portal_corners", "area_portals"):
        array = getattr(keep, name)
        with pytest.raises(ValueError, match="read-only"):
            array[...] = array
        with pytest.raises(ValueError):
            array.flags.writeable = True
    assert (keep.faces["material"] < len(keep.materials)).all()
    assert keep.face_triangles([])[0].shape == (0, 3)


@pytest.mark.parametrize("ask, error, message", [
    (lambda k: k.draw_order((0, 0, 0), order="near"), ValueError, "^order must be"),
    (lambda k: k.draw_order([(0, 0, 0), (0, 0, np.inf)]), ValueError, "^eyes is not finite in row 1"),
    (lambda k: k.draw_order((0, 0, 0), model=2), IndexError, "^model is 2; it must be from 0 to 1"),
    (lambda k: k.draw_order((0, 0, 0), model=1, only_visible=True), ValueError, "^only_visible is for"),
    (lambda k: k.draw_order((0, 0, 0), view=np.zeros((5, 3))), ValueError, "^view has the shape"),
    (lambda k: k.visible_faces((0, 0, 0), open_portals=[True]), ValueError, "^open_portals must be 0 bools"),
    (lambda k: k.face_triangles([0, 10**6]), IndexError, "^faces in row 1 is 1000000; it must be from 0 to"),
    (lambda k: k.may_see([0, 999], 0), IndexError, "^a in row 1 is 999; it must be from 0 to"),
    (lambda k: k.may_see([0, 1], [0, 1, 2]), ValueError, "^a has 2 rows and b has 3"),
    (lambda k: k.may_see_box((0, 0, 0), [(1, 1, 1), (0, 0, 0)]), ValueError, "in row 0"),
    (lambda k: k.model_faces(9), IndexError, "^model is 9; it must be"),
    (lambda k: halfspace.World(k).draw_list([(0, 0, 0)]), ValueError, "^eye must be one point"),
])
def test_bad_arguments_are_named(keep, ask, error, message):
    with pytest.raises(error, match=message):
        ask(keep)


def test_a_leak_is_a_way_from_an_entity_to_the_outside(tmp_path):
    level = halfspace.compile("examples/levels/leak.map")
    leak = level.find_leak()
    assert leak["line"].shape[1] == 3 and len(leak["line"]) >= 2
    start = level.entities[leak["entity"]]["origin"].split()
    assert np.allclose(leak["line"][0], [float(x) for x in start])
    assert level.sight(np.hstack([leak["line"][:-1], leak["line"][1:]])).all()
    bounds = level.bounds()
    assert ((leak["line"][-1] < bounds[0] + 1) | (leak["line"][-1] > bounds[1] - 1)).any()
    assert leak["text"].startswith("the level leaks: ")
