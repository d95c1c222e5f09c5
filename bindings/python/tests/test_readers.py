# SPDX-License-Identifier: MIT
"""Files with meshes and sources of levels, against what was written into them."""

import struct

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, LEVELS, random_points, repeats


def write_obj(path, vertices, triangles):
    lines = ["v {} {} {}".format(*map(repr, v)) for v in vertices.tolist()]
    lines += ["f {} {} {}".format(*(t + 1)) for t in triangles]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_off(path, vertices, triangles):
    lines = ["OFF", f"{len(vertices)} {len(triangles)} 0"]
    lines += ["{} {} {}".format(*map(repr, v)) for v in vertices.tolist()]
    lines += ["3 {} {} {}".format(*t) for t in triangles]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_ply(path, vertices, triangles):
    head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(vertices)}"]
    head += [f"property double {axis}" for axis in "xyz"]
    head += [f"element face {len(triangles)}", "property list uchar int vertex_indices", "end_header"]
    faces = b"".join(struct.pack("<B3i", 3, *t) for t in triangles)
    path.write_bytes("\n".join(head).encode() + b"\n" + vertices.astype("<f8").tobytes() + faces)


def write_stl(path, vertices, triangles):
    record = np.zeros(len(triangles), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    record["corners"] = vertices[triangles]
    path.write_bytes(bytes(80) + struct.pack("<I", len(triangles)) + record.tobytes())


WRITERS = {"obj": write_obj, "off": write_off, "ply": write_ply, "stl": write_stl}


@pytest.mark.parametrize("ending", WRITERS)
def test_a_mesh_comes_back_as_it_was_written(tmp_path, ending):
    random = np.random.default_rng(91)
    shifts = random.uniform(-5, 5, (20, 1, 3)).astype(np.float32)  # .stl holds floats
    vertices = (CUBE_VERTICES + shifts).astype(np.float32).astype(float).reshape(-1, 3)
    triangles = (CUBE_TRIANGLES + 8 * np.arange(20)[:, None, None]).reshape(-1, 3)
    path = tmp_path / f"cubes.{ending}"
    WRITERS[ending](path, vertices, triangles)
    found, corners = halfspace.read_mesh(path)
    assert found.dtype == np.float64 and corners.dtype == np.uint32
    assert np.array_equal(found[corners], vertices[triangles])
    turned, corners = halfspace.read_mesh(str(path), scale=2, up="y")
    x, y, z = 2 * np.moveaxis(vertices[triangles], -1, 0)
    assert np.array_equal(turned[corners], np.stack([x, -z, y], axis=-1))
    usual = halfspace.read_mesh(path, up=None)[0]
    assert np.array_equal(usual, halfspace.read_mesh(path, up="y" if ending == "obj" else "z")[0])
    mesh = halfspace.Mesh(*halfspace.read_mesh(path))
    points = random.uniform(-6, 6, (repeats(500), 3))
    boxes = (CUBE_VERTICES.min(axis=0) + shifts, CUBE_VERTICES.max(axis=0) + shifts)
    inside = ((points > boxes[0]) & (points < boxes[1])).all(axis=-1).sum(axis=0)
    assert np.array_equal(mesh.winding(points), inside)


def test_vertices_that_are_near_become_one(tmp_path):
    path = tmp_path / "soup.obj"
    soup = CUBE_VERTICES[CUBE_TRIANGLES].reshape(-1, 3)
    write_obj(path, soup + np.random.default_rng(92).uniform(-1e-5, 1e-5, soup.shape),
              np.arange(36).reshape(12, 3))
    with pytest.raises(ValueError, match="not closed"):
        halfspace.Mesh(*halfspace.read_mesh(path)).winding((0.5, 0.5, 0.5))
    assert halfspace.Mesh(*halfspace.read_mesh(path, weld=1e-4)).winding((0.5, 0.5, 0.5)) == 1


def test_bad_files_and_options_are_named(tmp_path):
    broken = tmp_path / "broken.obj"
    broken.write_text("v 0 0 0\nf 1 2 3\n", encoding="utf-8")
    for path, code in ((tmp_path / "none.obj", "io"), (broken, "syntax"), (LEVELS / "keep.map", "unsupported"),
                       (tmp_path / "mesh.xyz", None)):
        with pytest.raises(halfspace.Error) as raised:
            halfspace.read_mesh(path)
        assert path.name in str(raised.value) and raised.value.code in (code, raised.value.code)
    with pytest.raises(halfspace.Error) as raised:
        halfspace.read_mesh(broken)
    assert raised.value.line == 2
    for options, message in (({"scale": 0}, "scale"), ({"weld": -1}, "weld"), ({"up": "x"}, "^up must be")):
        with pytest.raises(ValueError, match=message):
            halfspace.read_mesh(broken, **options)
    with pytest.raises(halfspace.Error):
        halfspace.read_source(tmp_path / "none.map")


def test_brushes_of_a_source_fill_what_is_solid_in_the_level(keep):
    source = halfspace.read_source(LEVELS / "keep.map")
    entities = source.entities
    assert source.warnings == [] and [e["keys"]["classname"] for e in entities] == \
        [e["classname"] for e in keep.entities]
    points = random_points(keep, repeats(4000), 93)
    solid = np.zeros(len(points), bool)
    water = solid.copy()
    near = solid.copy()
    for brush in entities[0]["brushes"]:
        depths = points @ brush["planes"][:, :3].T - brush["planes"][:, 3]
        assert len(brush["materials"]) == len(brush["planes"])
        assert np.allclose(np.linalg.norm(brush["planes"][:, :3], axis=1), 1)
        inside = (depths < 0).all(axis=1)
        solid |= inside & (brush["contents"] & halfspace.Contents.SOLID != 0)
        water |= inside & (brush["contents"] & halfspace.Contents.WATER != 0)
        near |= (abs(depths) < 1e-6).any(axis=1)
    found = keep.contents(points)
    bounds = keep.bounds()
    within = ((points > bounds[0]) & (points < bounds[1])).all(axis=1) & ~near
    # Behind the walls all is solid or void, whatever the source says there.
    inner = within & (solid | (found & (halfspace.Contents.SOLID | halfspace.Contents.VOID) == 0))
    assert np.array_equal(found[inner] & halfspace.Contents.SOLID != 0, solid[inner])
    wet = inner & ~solid
    assert np.array_equal(found[wet] & halfspace.Contents.WATER != 0, water[wet]) and solid.any()


def test_curves_polygons_and_meshes_of_sources_are_arrays():
    entities = halfspace.read_source(LEVELS / "house.glb").entities
    meshes = [mesh for entity in entities for mesh in entity["meshes"]]
    assert meshes and all(len(m["materials"]) == len(m["triangles"]) for m in meshes)
    together = np.concatenate([m["vertices"][m["triangles"]] for m in meshes])
    vertices, triangles = halfspace.read_mesh(LEVELS / "house.glb", scale=32, up=None)
    assert np.array_equal(together, vertices[triangles])
    entities = halfspace.read_source(LEVELS / "castle.grid").entities
    polygons = [p for entity in entities for p in entity["polygons"]]
    assert polygons and all(p["corners"].shape[1] == 3 and len(p["corners"]) >= 3 for p in polygons)
