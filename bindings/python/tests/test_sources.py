# SPDX-License-Identifier: MIT
"""Sources that are read, changed, made by hand and compiled, and what is odd about them."""

import itertools
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, LEVELS, random_points, repeats
from halfspace import Contents

EXAMPLES = ["keep.map", "gatehouse.map", "station.map", "castle.grid", "house.glb"]
ADD = {"brushes": halfspace.Source.add_brush, "polygons": halfspace.Source.add_polygon,
       "patches": halfspace.Source.add_patch, "meshes": halfspace.Source.add_mesh}


def rebuilt(source):
    """A source that is made of the dicts of another one."""
    made = halfspace.Source(source.name)
    for material in source.materials:
        made.add_material(**material)
    for number, entity in enumerate(source.entities):
        if number == 0:
            made.set_keys(0, {"classname": None})
            made.set_keys(0, entity["keys"], entity["origin"], entity["line"])
        else:
            made.add_entity(entity["keys"], entity["origin"], entity["line"])
        for kind, add in ADD.items():
            for part in entity[kind]:
                add(made, **part, entity=number)
    return made


def compiled(source, **options):
    return halfspace.compile(source, vis="none", threads=1, **options)


def room(size=256, height=128, source=None):
    """A closed room of boxes around the origin, with a start."""
    source = source or halfspace.Source("room")
    s, h = size, height
    for box in ([(-s - 8, -s - 8, -8), (s + 8, s + 8, 0)], [(-s - 8, -s - 8, h), (s + 8, s + 8, h + 8)],
                [(-s - 8, -s - 8, 0), (-s, s + 8, h)], [(s, -s - 8, 0), (s + 8, s + 8, h)],
                [(-s, -s - 8, 0), (s, -s, h)], [(-s, s, 0), (s, s + 8, h)]):
        source.add_box(box)
    source.add_entity({"classname": "info_player_start", "origin": "0 0 24"})
    return source


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_source_compiles_as_its_file(name):
    source = halfspace.read_source(LEVELS / name)
    level = compiled(LEVELS / name)
    assert bytes(compiled(source)) == bytes(level) and not halfspace.verify(level, source)
    again = halfspace.parse_source((LEVELS / name).read_bytes(), str(LEVELS / name))
    assert bytes(compiled(again)) == bytes(level)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_source_that_is_made_of_what_was_read_compiles_to_the_same_level(name):
    source = halfspace.read_source(LEVELS / name)
    level, again = compiled(source), compiled(rebuilt(source))
    assert level.entities == again.entities and level.materials == again.materials
    if name == "house.glb":     # its pictures have no place in dicts
        assert level.faces.tobytes() == again.faces.tobytes()
        assert level.vertices.tobytes() == again.vertices.tobytes()
    else:
        assert bytes(again) == bytes(level)


def test_real_levels_come_back_as_they_were():
    folder = pathlib.Path(os.environ.get("HALFSPACE_TEST_DATA", "/none")) / "maps"
    paths = sorted(path for path in folder.rglob("*.map") if path.stat().st_size < 400_000)[:3] \
        + sorted(path for path in folder.rglob("*.bsp") if path.stat().st_size < 1_500_000)[:1]
    if not paths:
        pytest.skip("needs the real levels of HALFSPACE_TEST_DATA")
    for path in paths:
        source = halfspace.read_source(path)
        again = rebuilt(source)
        for a, b in itertools.zip_longest(source.entities, again.entities):
            assert a["keys"] == b["keys"] and a["origin"] == b["origin"]
            for kind in ADD:
                for one, other in itertools.zip_longest(a[kind], b[kind]):
                    for key in one:
                        assert np.array_equal(one[key], other[key]), (path, kind, key)


def test_a_level_by_hand_is_what_its_boxes_say():
    source = room()
    source.add_box([(32, 32, 0), (96, 96, 48)], materials=["a", "b", "c", "d", "e", "f"])
    source.add_box([(-96, -96, 0), (-32, -32, 40)], contents=Contents.WATER)
    level = compiled(source)
    assert level.warnings == [] and not halfspace.verify(level, source)
    points = np.random.default_rng(31).uniform((-250, -250, 1), (250, 250, 127), (repeats(5000), 3))

    def within(low, high):
        return ((points > low) & (points < high)).all(axis=1)

    expected = np.where(within((32, 32, 0), (96, 96, 48)), Contents.SOLID,
                        np.where(within((-96, -96, 0), (-32, -32, 40)), Contents.WATER, 0))
    assert np.array_equal(level.contents(points), expected) and len(set(expected)) == 3
    names = [material["name"] for material in level.materials]
    touch = level.surfaces("point", level.trace("point", (64, 64, 100), (64, 64, 10)))
    assert names[int(touch["material"])] == "f"
    assert level.player_start()["position"].tolist() == [0, 0, 24]


def test_planes_and_points_give_the_same_brush():
    planes = np.array([(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (2, 1, 2, 96)], float)
    planes[3] /= 3
    corners = np.array([(0, 0, 0), (48, 0, 0), (0, 96, 0), (0, 0, 48)], float)
    points = corners[[(0, 3, 2), (0, 1, 3), (0, 2, 1), (1, 2, 3)]]
    outside = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    assert (np.einsum("ij,ij->i", outside, planes[:, :3]) > 0).all()
    levels = []
    for sides in ({"planes": planes}, {"points": points}):
        source = halfspace.Source("wedge")
        source.add_brush(**sides)
        levels.append(compiled(source))
        assert not halfspace.verify(levels[-1], source)
    places = np.random.default_rng(32).uniform(-8, 100, (4000, 3))
    expected = (places @ planes[:, :3].T < planes[:, 3]).all(axis=1)
    for level in levels:
        assert np.array_equal(level.contents(places) == Contents.SOLID, expected)
    assert expected.any() and np.array_equal(levels[0].planes, levels[1].planes)


def test_a_tenth_is_a_tenth():
    source = halfspace.Source()
    points = [[(0.1, 0, 0), (0.1, 0, 1), (0.1, 1, 0)], [(0, 0.1, 0), (1, 0.1, 0), (0, 0.1, 1)],
              [(0, 0, 0.1), (0, 1, 0.1), (1, 0, 0.1)], [(64, 0, 0), (0, 64, 0), (0, 0, 64)]]
    source.add_brush(points=points)
    assert source.entities[0]["brushes"][0]["points"].tolist() == np.array(points).tolist()
    text = "{\n\"classname\" \"worldspawn\"\n{\n"
    for side in points:
        clockwise = (side[0], side[2], side[1])  # as the format has them
        text += " ".join("( " + " ".join(map(str, p)) + " )" for p in clockwise) + " wall 0 0 0 1 1\n"
    read = halfspace.parse_source((text + "}\n}\n").encode(), "tenth.map")
    assert np.array_equal(compiled(read).planes, compiled(source).planes)


def test_changes_do_what_they_say(keep):
    source = halfspace.read_source(LEVELS / "keep.map")
    count = len(source.entities[0]["brushes"])
    assert source.add_box([(500, 240, 0), (520, 272, 100)]) == count
    level = compiled(source)
    assert keep.sight((64, 256, 60), (600, 256, 60)) and not level.sight((64, 256, 60), (600, 256, 60))
    assert not halfspace.verify(level, source) and halfspace.verify(keep, source)
    source.remove("brushes", count)
    door = next(i for i, e in enumerate(source.entities) if e["keys"]["classname"] == "func_door")
    source.set_keys(door, {"speed": "400", "wait": None})
    changed = compiled(source)
    assert halfspace.Doors(changed).doors["speed"].tolist() == [400]
    copy = source.copy()
    copy.remove_entity(door)
    assert compiled(copy).model_count == 1 and compiled(source).model_count == 2
    brush = source.entities[0]["brushes"][3]
    source.remove("brushes", [3])
    source.add_brush(**brush, at=3)
    assert bytes(compiled(source)) == bytes(changed)


def test_entities_stand_where_their_keys_say():
    source = room()
    number = source.add_entity({"classname": "light", "origin": " 1 2.5  -3e1 "})
    assert source.entities[number]["origin"] == (1, 2.5, -30)
    source.set_keys(number, {"origin": "nowhere"})
    assert source.entities[number]["origin"] is None
    source.set_keys(number, {"origin": None}, origin=(7, 8, 9))
    entity = source.entities[number]
    assert entity["origin"] == (7, 8, 9) and entity["keys"] == {"classname": "light"}
    source.set_keys(number, {"origin": "0 0 999"})
    assert "leaks" in "".join(compiled(source).warnings)


def test_meshes_polygons_and_patches_are_worlds():
    source = room()
    source.add_mesh(64 * CUBE_VERTICES + (-100, -100, 0), CUBE_TRIANGLES, name="crate")
    bump = np.dstack([*np.meshgrid(np.arange(3) * 32.0, np.arange(3) * 32.0), [[0.0] * 3, [40.0] * 3, [0.0] * 3]])
    source.add_patch(bump + (100, 100, 1))
    level = compiled(source)
    assert level.contents((-80, -80, 32)) == Contents.SOLID
    assert level.trace("point", (132, 132, 100), (132, 132, 2))["hit"]
    hollow = halfspace.Source()
    hollow.add_mesh(256 * CUBE_VERTICES, CUBE_TRIANGLES[:, ::-1], room=True)
    inside = compiled(hollow)
    assert inside.contents((8, 8, 8)) == 0 and inside.contents((-8, 8, 8)) != 0
    solid = halfspace.Source()
    for triangle in CUBE_TRIANGLES:
        solid.add_polygon(64 * CUBE_VERTICES[triangle])
    block = compiled(solid)
    assert block.contents((8, 8, 8)) == Contents.SOLID and block.contents((80, 8, 8)) == 0
    assert not halfspace.verify(block, solid)


def test_textures_lie_as_they_are_told():
    textures = np.zeros(1, halfspace.texture_dtype)
    textures["kind"] = halfspace.TextureKind.VALVE_220
    textures["u_axis"], textures["v_axis"] = (1, 0, 0), (0, -1, 0)
    textures["u_scale"] = textures["v_scale"] = 0.5
    source = room()
    source.add_material("tile", 32, 32)
    planes = np.array([(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (1, 0, 0, 64), (0, 1, 0, 64), (0, 0, 1, 32)])
    source.add_brush(planes, materials="tile", textures=textures[0])
    level = compiled(source)
    tile = [m["name"] for m in level.materials].index("tile")
    assert level.materials[tile]["width"] == 32
    for face in level.faces[level.faces["material"] == tile]:
        corners = slice(int(face["first_vertex"]), int(face["first_vertex"] + face["vertex_count"]))
        place = level.vertices[level.face_vertices[corners]]
        u = level.face_texcoords[corners, 0]
        assert np.allclose(u - u[0], (place - place[0])[:, 0] / 16, atol=1e-4)


def test_mistakes_name_what_is_wrong():
    source = room()
    planes = source.entities[0]["brushes"][0]["planes"]
    for error, ask, message in (
        (ValueError, lambda: source.add_brush(planes[:3]), "at least 4 sides, not 3"),
        (ValueError, lambda: source.add_brush(planes[:, :3]), r"^planes has the shape \(6, 3\); it must be \(S, 4\)"),
        (ValueError, lambda: source.add_brush(planes * [[1], [1], [np.nan], [1], [1], [1]]), "^planes in row 2 must be finite and within"),
        (ValueError, lambda: source.add_brush(planes * [[0], [1], [1], [1], [1], [1]]), "no direction in row 0"),
        (ValueError, lambda: source.add_brush(planes, materials=["a"]), "one text or 6"),
        (ValueError, lambda: source.add_brush(planes, contents=1 << 31), "no Contents"),
        (ValueError, lambda: source.add_brush(planes, opacities=[2] * 6), "^opacities in row 0 must be from 0 to 1"),
        (ValueError, lambda: source.add_brush(planes, surfaces=[1] * 5 + [9]), "^surfaces in row 5 is 9; it must be from 0 to 4"),
        (TypeError, lambda: source.add_brush(), "planes or points"),
        (TypeError, lambda: source.add_brush(planes, materials=7), "^materials must be texts"),
        (TypeError, lambda: source.add_entity({"classname": 7}), "keys must be texts"),
        (ValueError, lambda: source.add_entity({"a": "b\0c"}), "zero in a text"),
        (ValueError, lambda: source.add_box([(0, 0, 0), (0, 8, 8)]), "with a volume"),
        (ValueError, lambda: source.add_polygon([(0, 0, 0)] * 2), "at least 3 corners"),
        (ValueError, lambda: source.add_patch(np.zeros((2, 3, 3))), "odd number"),
        (ValueError, lambda: source.remove("walls", 0), "kind must be"),
        (ValueError, lambda: source.remove_entity(0), "which stays"),
        (ValueError, lambda: source.add_brush(planes, lines=[1, 2]), "^lines must be one for all or 6"),
        (ValueError, lambda: source.add_brush(planes, see_through=[True]), "^see_through must be one for all or 6"),
        (TypeError, lambda: source.add_brush(planes, see_through=[1] * 6), "^see_through has the dtype int64"),
        (ValueError, lambda: source.add_polygon(planes[:, :3], opacity=2), "^opacity must be from 0 to 1"),
        (ValueError, lambda: compiled(source, grid=11), "grid"),
        (ValueError, lambda: compiled(source, collision="both"), "onion or separate"),
        (TypeError, lambda: source.add_mesh([(0, 0, 0)], [[0, 0, 0], [0]]), "^triangles must be integers"),
        (ValueError, lambda: source.add_mesh([(0, 0, 0)], [0, 0, 0]), "^triangles has the shape"),
        (TypeError, lambda: source.add_brush([[1, 2], [3]]), "^planes must be an array of numbers"),
        (TypeError, lambda: halfspace.compile(7), ""),
    ):
        with pytest.raises(error, match=message):
            ask()
    source.add_brush([(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (-1, -1, -1, -64)], line=77)
    with pytest.raises(halfspace.Error, match="unbounded|bounded|volume") as raised:
        compiled(source)
    assert raised.value.code == "geometry" and raised.value.line == 77


def test_options_of_the_compiler_reach_it(keep):
    path = LEVELS / "keep.map"
    assert compiled(path, grid=6).checksum != compiled(path).checksum
    separate = compiled(path, collision="separate")
    points = random_points(keep, 2000, 33)
    assert np.array_equal(separate.free("stand", points), keep.free("stand", points))
    assert separate.checksum != compiled(path).checksum
    source = halfspace.Source()
    source.add_mesh(64 * CUBE_VERTICES, CUBE_TRIANGLES[1:])
    with pytest.raises(halfspace.Error):
        compiled(source)
    assert compiled(source, open_surfaces="skip").contents((8, 8, 8)) == 0


def test_meshes_of_files_are_read_as_they_are_told(tmp_path):
    text = "".join(f"v {x} {y} {z}\n" for x, y, z in CUBE_VERTICES)
    text += "".join("f " + " ".join(str(corner + 1) for corner in face) + "\n" for face in CUBE_TRIANGLES[:, ::-1])
    (tmp_path / "box.obj").write_text(text)
    for read in (lambda **options: halfspace.read_source(tmp_path / "box.obj", **options),
                 lambda **options: halfspace.parse_source(text.encode(), "box.obj", **options)):
        (mesh,) = read(scale=64, up="z", flip=True).entities[0]["meshes"]
        assert np.array_equal(np.unique(mesh["vertices"], axis=0), 64 * CUBE_VERTICES) and not mesh["room"]
        level = compiled(read(scale=64, up="z", flip=True))
        assert level.contents((8, 8, 8)) == Contents.SOLID and level.contents((80, 8, 8)) == 0
        assert read(rooms=True).entities[0]["meshes"][0]["room"]
        (turned,) = read(scale=64, flip=True).entities[0]["meshes"]
        expected = 64 * CUBE_VERTICES[:, [0, 2, 1]] * (1, -1, 1)
        assert np.array_equal(np.unique(turned["vertices"], axis=0), np.unique(expected, axis=0))
        for options, message in (({"scale": 0}, "scale"), ({"weld": -1}, "weld"), ({"up": "x"}, "up must be"),
                                 ({"rooms": True, "flip": True}, "flip|rooms")):
            with pytest.raises(ValueError, match=message):
                read(**options)


def test_meshes_are_checked_before_they_are_compiled():
    source = halfspace.Source()
    cubes = {"solid": CUBE_TRIANGLES, "open": CUBE_TRIANGLES[1:], "looks_inwards": CUBE_TRIANGLES[:, ::-1]}
    for name, triangles in cubes.items():
        source.add_mesh(64 * CUBE_VERTICES, triangles, name=name)
    source.add_mesh(64 * CUBE_VERTICES, CUBE_TRIANGLES[:, ::-1], room=True)
    checks = halfspace.check_meshes(source)
    assert [check["verdict"] for check in checks] == [*cubes, "room"]
    assert [check["mesh"] for check in checks] == [0, 1, 2, 3] and checks[0]["errors"] == []
    # The open edges are those of the triangle that is missing, in the other direction.
    missing = CUBE_TRIANGLES[0]
    edges = {(int(a), int(b)) for b, a in zip(missing, np.roll(missing, -1))}
    assert {tuple(edge[:2]) for edge in checks[1]["open_edges"].tolist()} == edges
    assert "open" in checks[1]["errors"][0]
    near = CUBE_VERTICES * 64
    soup = near[CUBE_TRIANGLES.ravel()] + np.random.default_rng(34).uniform(-0.001, 0.001, (36, 3))
    welded = halfspace.Source()
    welded.add_mesh(soup, np.arange(36).reshape(-1, 3))
    check = halfspace.check_meshes(welded)[0]
    assert check["verdict"] == "solid" and 0 < check["weld_distance"] < 0.05 and check["welded"] > 20


def cube_source(triangles):
    source = halfspace.Source()
    source.add_mesh(CUBE_VERTICES * 64, triangles)
    return source


def one_polygon():
    source = halfspace.Source()
    source.add_polygon([(0, 0, 0), (64, 0, 0), (0, 64, 0)])
    return source


def sharp_wedge():
    """A brush whose sides meet at too sharp an angle for the grid."""
    edge = np.array([500.0003, 0, 8.003])
    along, low, high = edge + (0, 64, 0.0317), edge + (300, 0, 37.0370100), edge + (300, 0, 37.0370103)
    box = [np.array(side, float) for side in (
        [(0, 0, 0), (0, 0, 64), (0, 64, 0)], [(1000, 0, 0), (1000, 64, 0), (1000, 0, 64)],
        [(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 64, 0), (0, 64, 1), (1, 64, 0)])]
    source = halfspace.Source()
    source.add_brush(points=[*box, [edge, along, low], [edge, high, along]])
    return source


def told_by_compile(source, **options):
    with pytest.raises((halfspace.Error, ValueError)) as raised:
        compiled(source, **options)
    return str(raised.value)


def test_errors_name_arguments_of_python_and_no_flags(tmp_path):
    path = tmp_path / "keep.hsw"
    compiled(LEVELS / "keep.map").save(path)
    for source, words in (
            (cube_source(CUBE_TRIANGLES[:, ::-1]), "(room=True of add_mesh does, and in a file"),
            (cube_source(CUBE_TRIANGLES[1:]), 'weld=D of read_source merges'),
            (cube_source(CUBE_TRIANGLES[1:]), 'open_surfaces="skip" leaves it out, "draw" only draws it'),
            (one_polygon(), '(open_surfaces="draw")'),
            (sharp_wedge(), "take a finer grid that holds the points (grid=)"),
            (path, "halfspace.load loads it; compile takes its source")):
        message = told_by_compile(source)
        assert words in message and "--" not in message, message
    assert told_by_compile(room(), grid=99).startswith("grid: expected")
    assert 'weld=D' in halfspace.check_meshes(cube_source(CUBE_TRIANGLES[1:]))[0]["errors"][0]
    warned = compiled(sharp_wedge(), skip_bad_brushes=True).warnings
    assert any("(grid=)" in warning for warning in warned) and "--grid" not in str(warned)


def test_lint_says_what_is_odd():
    source = room()
    source.add_entity({"classname": "info_player_strat", "origin": "0 0 24"})
    source.add_entity({"classname": "trigger_once", "target": "nobody"})
    moved = source.copy()
    moved.add_box([(128, 0, 0), (160, 32, 32)])
    brush = moved.entities[0]["brushes"][-1]
    corners = np.array([(128.03, 0, 0), (128.03, 0, 8), (128.03, 8, 0)])
    points = [corners, *(plane[3] * plane[:3] + np.array([(0, 0, 0), u, v]) for plane, u, v in (
        (plane, np.roll(plane[:3], 1) ** 2, np.cross(plane[:3], np.roll(plane[:3], 1) ** 2))
        for plane in brush["planes"][1:]))]
    source.add_brush(points=points)
    source.add_box([(64, 0, 0), (96, 32, 32)])
    source.add_box([(64, 0, 0), (96, 32, 32)])
    level = compiled(source)
    findings = halfspace.lint(level, source)
    checks = [finding["check"] for finding in findings]
    assert {"misspelled-class", "no-brushes", "unknown-target", "duplicate-brush", "moved-brush"} <= set(checks)
    rows = halfspace.lint_checks()
    order = [row["check"] for row in rows]
    assert sorted(checks, key=order.index) == checks and len(order) == len(set(order)) > 10
    for finding in findings:
        row = rows[order.index(finding["check"])]
        assert finding["severity"] == row["severity"] and finding["advice"] == row["advice"]
    assert halfspace.lint(compiled(room()), room()) == []


def test_lint_refuses_a_level_of_another_source():
    names = ["keep.map", "gatehouse.map", "castle.grid", "house.glb"]
    sources = [halfspace.read_source(LEVELS / name) for name in names] + [halfspace.Source(), room()]
    levels = [compiled(source) for source in sources]
    refused = set()
    for (i, level), (j, source) in itertools.product(enumerate(levels), enumerate(sources)):
        try:
            halfspace.lint(level, source)
        except ValueError as error:
            assert str(error) == "level was not made of this source" and i != j
            refused.add((i, j))
    # Others may look alike; what lint then finds means nothing.
    assert {(i, j) for i in range(6) for j in (0, 1, 4) if i != j} <= refused


def test_lint_finds_what_the_command_finds(tmp_path):
    tool = shutil.which("halfspace", path=os.environ.get("HALFSPACE_TOOL_FOLDER", ""))
    if not tool:
        pytest.skip("needs the folder of the command line in HALFSPACE_TOOL_FOLDER")
    path = tmp_path / "odd.map"
    path.write_text((LEVELS / "keep.map").read_text() + '{\n"classname" "info_player_strat"\n}\n')
    told = subprocess.run([tool, "check", path], capture_output=True, text=True, check=False, timeout=120)
    findings = halfspace.lint(compiled(path), path)
    assert findings and all(finding["message"] in told.stdout + told.stderr for finding in findings)


def test_a_source_in_use_does_not_change():
    source = room()
    problems = []

    def report(stage, fraction):
        try:
            source.add_box([(0, 0, 0), (8, 8, 8)])
        except RuntimeError as error:
            problems.append(str(error))

    halfspace.compile(source, vis="none", threads=1, progress=report)
    assert problems and "the source cannot change while another thread asks it" == problems[0]
    assert len(source.entities[0]["brushes"]) == 6
