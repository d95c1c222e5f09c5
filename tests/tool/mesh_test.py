# SPDX-License-Identifier: MIT
"""Levels from meshes by the command line: compile, the proof, and what is wrong with a mesh."""

import json
import math
import random
import unittest

from support import BAD_INPUT, DIFFERENT, DONE, LEVELS, USAGE, ToolTest, repeats

PLAIN = ("--scale", "1", "--up", "z")

# Corners of a box in the order of OBJ's numbers, and faces that look outwards.
FACES = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"


def box(name, low, high, first=1):
    """An object of an OBJ; `first` is the number of its first vertex."""
    (x, y, z), (X, Y, Z) = low, high
    corners = [(x, y, z), (X, y, z), (X, Y, z), (x, Y, z), (x, y, Z), (X, y, Z), (X, Y, Z), (x, Y, Z)]
    text = f"o {name}\n" + "".join("v %g %g %g\n" % corner for corner in corners)
    for line in FACES.splitlines():
        text += "f " + " ".join(str(int(n) + first - 1) for n in line.split()[1:]) + "\n"
    return text


def map_box(low, high):
    (x, y, z), (X, Y, Z) = low, high
    sides = [((x, y, z), (x, Y, z), (x, y, Z)), ((X, y, z), (X, y, Z), (X, Y, z)),
             ((x, y, z), (x, y, Z), (X, y, z)), ((x, Y, z), (X, Y, z), (x, Y, Z)),
             ((x, y, z), (X, y, z), (x, Y, z)), ((x, y, Z), (x, Y, Z), (X, y, Z))]
    lines = [" ".join("( %g %g %g )" % p for p in side) + " stone 0 0 0 1 1" for side in sides]
    return "{\n" + "\n".join(lines) + "\n}\n"


def prism(name, outline, bottom, top, first=1):
    """An upright prism over an outline that runs counter-clockwise and may be concave."""
    n = len(outline)
    text = f"o {name}\n" + "".join(f"v {x} {y} {z}\n" for z in (bottom, top) for x, y in outline)
    faces = [range(n, 2 * n), reversed(range(n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return text + "".join("f " + " ".join(str(i + first) for i in f) + "\n" for f in faces)


def inside_out(text):
    """The same object, looking the other way."""
    return "".join("f " + " ".join(reversed(line.split()[1:])) + "\n" if line.startswith("f ")
                   else line + "\n" for line in text.splitlines())


def torus(around, along, radius, thickness):
    text = "o ring\n"
    for i in range(around):
        for j in range(along):
            a, b = 2 * math.pi * i / around, 2 * math.pi * j / along
            r = radius + thickness * math.cos(b)
            text += f"v {r * math.cos(a)!r} {r * math.sin(a)!r} {thickness * math.sin(b)!r}\n"
    for i in range(around):
        for j in range(along):
            k, m = (i + 1) % around, (j + 1) % along
            text += f"f {i * along + j + 1} {k * along + j + 1} {k * along + m + 1} {i * along + m + 1}\n"
    return text


def moved(text, rnd, first):
    """The same object turned about z, moved, and with `first` as the number of its first vertex."""
    angle, shift = rnd.uniform(0, 7), [rnd.uniform(-60, 60) for _ in range(3)]
    lines = []
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "v":
            x, y, z = map(float, rest)
            x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
            line = "v " + " ".join(repr(c + s) for c, s in zip((x, y, z), shift))
        elif word == "f":
            line = "f " + " ".join(str(int(n) + first - 1) for n in rest)
        lines.append(line + "\n")
    return "".join(lines)


LETTER_L = [(0, 0), (64, 0), (64, 16), (16, 16), (16, 64), (0, 64)]
LETTER_U = [(0, 0), (96, 0), (96, 96), (64, 96), (64, 32), (32, 32), (32, 96), (0, 96)]


class Meshes(ToolTest):
    def test_boxes_are_the_same_level_as_brushes_of_a_map(self):
        boxes = [((0, 0, 0), (64, 64, 64)), ((64, 0, 0), (128, 64, 32)), ((16, 16, 48), (48, 48, 96))]
        self.write("boxes.obj", "".join(box(f"b{i}", *b, 8 * i + 1) for i, b in enumerate(boxes)))
        self.write("brushes.map", '{\n"classname" "worldspawn"\n' + "".join(map_box(*b) for b in boxes)
                   + "}\n")
        meshes, brushes = self.compile("boxes.obj", *PLAIN), self.compile("brushes.map")
        verified = self.check_run("verify", meshes, "boxes.obj", *PLAIN).stdout
        self.assertIn(" 0 differences, largest displacement 0 units", verified)
        points = "".join(f"{x} {y} {z}\n" for x in range(-8, 144, 8) for y in range(-8, 80, 8)
                         for z in range(-8, 112, 8))
        self.assertEqual([line.split()[1] for line in
                          self.check_run("classify", meshes, stdin=points).stdout.splitlines()],
                         [line.split()[1] for line in
                          self.check_run("classify", brushes, stdin=points).stdout.splitlines()])

    def prove(self, source, *flags):
        """Compiles a source and returns the level; verify finds no difference."""
        level = self.compile(source, *PLAIN, *flags)
        report = self.check_run("verify", level, source, *PLAIN, *flags).stdout
        self.assertIn(" 0 differences", report)
        return level

    def test_an_open_object_with_a_triangle_without_area_is_drawn(self):
        """It was an error that named a polygon of an entity that no file has."""
        sheet = "o sheet\nv 0 0 0\nv 64 0 0\nv 128 0 0\nv 64 64 0\nf 1 2 4\nf 1 2 3\n"
        self.write("sheet.obj", sheet)
        level = self.prove("sheet.obj", "--open", "draw")
        self.assertEqual(json.loads(self.check_run("info", level, "--json").stdout)["faces"], 1)

    def test_an_open_object_that_the_grid_closes_blocks_nothing(self):
        """compile said that it blocks nothing, and it was solid."""
        gap = box("gap", (-0.006, 0, 0), (64, 64, 64)).replace("f 1 4 3 2\n", "f 9 10 3 2\n")
        self.write("gap.obj", gap + "v 0.0045 0 0\nv 0.0045 64 0\n")
        self.check_run("compile", "gap.obj", *PLAIN, "--grid", "1/64", code=BAD_INPUT)
        level = self.prove("gap.obj", "--open", "draw")
        self.assertIn("empty", self.check_run("classify", level, "32", "32", "32").stdout)

    def test_an_open_object_that_is_not_drawn_is_left_out(self):
        self.write("part.obj", box("wall-clip", (0, 0, 0), (64, 64, 64)).replace("f 1 4 3 2\n", ""))
        said = self.check_run("compile", "part.obj", *PLAIN, "--open", "draw").stderr
        self.assertIn("4 edges are open; it is left out", said)

    def test_vertices_that_no_face_uses_change_no_verdict(self):
        """A T-junction on the grid is closed; a stray vertex off the grid made it open."""
        tee = box("tee", (0, 0, 0), (64, 64, 64)).replace("f 1 4 3 2\n", "f 1 4 3 2 9\n")
        self.write("tee.obj", tee + "v 32 0 0\nv 0.1 0.1 0.1\n")
        self.prove("tee.obj")

    def displacement(self, source, *flags):
        """What verify measures, and the number of steps in a unit of the level's grid."""
        level = self.prove(source, *flags)
        report = json.loads(self.check_run("verify", level, source, *PLAIN, *flags, "--json").stdout)
        info = json.loads(self.check_run("info", level, "--json").stdout)
        return report["largest_displacement"], int(info["grid"].rsplit("/", 1)[-1])

    def test_the_largest_displacement_is_measured_against_the_file(self):
        """12,636 corners of a mesh had moved to the grid, and verify said 0 units."""
        ring = torus(9, 7, 100 / 3, 10 / 3)
        self.write("ring.obj", ring)
        found, steps = self.displacement("ring.obj")
        corners = [tuple(map(float, line.split()[1:])) for line in ring.splitlines() if line[0] == "v"]
        moves = [math.dist(c, [math.floor(x * steps + 0.5) / steps for x in c]) for c in corners]
        self.assertGreater(max(moves), 0)
        self.assertAlmostEqual(found, max(moves), delta=1e-12)

        # Vertices that are welded, and vertices in a dent that the hull closes.
        crack = prism("L", LETTER_L, 0, 32).replace("f 7 8 9 10 11 12\n", "f 7 8 9 10 11 13\n")
        self.write("crack.obj", crack + "v 0 64 32.001\n")
        self.assertAlmostEqual(self.displacement("crack.obj")[0], 0.001, delta=1e-12)
        dented = box("box", (0, 0, 0), (64, 64, 64)).replace("f 5 6 7 8\n", "".join(
            f"f {a} {b} 9\n" for a, b in ((5, 6), (6, 7), (7, 8), (8, 5))))
        self.write("dented.obj", dented + "v 32 32 63.998\n")
        self.assertAlmostEqual(self.displacement("dented.obj")[0], 0.002, delta=1e-5)

    def test_messages_tell_places_and_lengths_as_the_file_does(self):
        """A scale of 32 and Y up: what the file calls (0.1 2 -3) was told as (3.2 96 64)."""
        open_box = box("crate", (0.1, 0, -3), (1.1, 2, 0)).replace("f 1 4 3 2\n", "")
        self.write("part.obj", open_box)
        done = self.check_run("compile", "part.obj", code=BAD_INPUT)
        self.assertIn("open edge from (0.1 0 -3) to (1.1 0 -3) of object 'crate'", done.stderr)
        self.assertIn("(0.1 2 -3)", self.check_run("mesh", "check", "part.obj", code=BAD_INPUT).stdout)
        self.assertIn("(0.1 2 -3)", self.check_run("mesh", "info", "part.obj").stdout)
        self.write("part.obj", inside_out(box("crate", (0.1, 0, -3), (1.1, 2, 0))))
        done = self.check_run("compile", "part.obj", code=BAD_INPUT)
        self.assertIn("has the negative volume -6:", done.stderr)
        # --weld is in units of the file, too: 0.01 metres are 0.32 map units.
        cracked = open_box + "f 1 4 3 9\nv 1.1 0 -2.99\n"
        self.write("part.obj", cracked)
        self.check_run("compile", "part.obj", "--weld", "0.009", code=BAD_INPUT)
        done = self.check_run("compile", "part.obj", "--weld", "0.011")
        self.assertIn("1 vertex is welded to others, up to 0.01 units away", done.stderr)

    def test_cracks_below_the_grids_precision_are_welded(self):
        cracked = box("part", (0, 0, 0), (64, 64, 64)).replace("v 64 64 0\n", "v 64 64 1e-18\n")
        cracked = cracked.replace("f 1 4 3 2\n", "f 1 4 9 2\n") + "v 64 64 0\n"
        self.write("part.obj", cracked + prism("L", LETTER_L, 0, 32, 10).replace(
            "f 16 17 18 19 20 21\n", "f 16 17 18 19 20 22\n") + "v 0 64 32.001\n")
        done = self.check_run("compile", "part.obj", *PLAIN)
        self.assertIn("object 'part': 1 vertex is welded to others, up to 1e-18 units away", done.stderr)
        self.assertIn("object 'L': 1 vertex is welded to others, up to 0.001 units away", done.stderr)
        self.prove("part.obj")
        said = self.check_run("mesh", "info", "part.obj", *PLAIN).stdout
        self.assertEqual(said.count("  closed, contents solid"), 2)
        self.assertIn("  1 vertex is welded to others, up to 1e-18 units away\n", said)
        inside = self.check_run("mesh", "closest", "part.obj", "1,1,1", *PLAIN, "--weld", "1e-9").stdout
        self.assertIn(", inside", inside)

    def test_a_note_says_that_an_open_object_has_no_inside(self):
        self.write("part.obj", box("part", (0, 0, 0), (64, 64, 64)).replace("f 1 4 3 2\n", ""))
        done = self.check_run("mesh", "closest", "part.obj", "1,1,1", *PLAIN)
        self.assertIn("note: 'part' is open, so it has no inside", done.stderr)
        self.write("part.obj", box("part", (0, 0, 0), (64, 64, 64)))
        self.assertEqual(self.check_run("mesh", "closest", "part.obj", "1,1,1", *PLAIN).stderr, "")

    def test_cracks_above_the_grids_precision_are_errors(self):
        text = box("part", (0, 0, 0), (64, 64, 64)).replace("f 1 4 3 2\n", "f 1 4 9 2\n")
        self.write("part.obj", text + "v 64 64 -0.5\n")
        done = self.check_run("compile", "part.obj", *PLAIN, code=BAD_INPUT)
        self.assertIn("--weld", done.stderr)
        self.prove("part.obj", "--weld", "0.5")
        self.check_run("compile", "part.obj", *PLAIN, "--weld", "-1", code=USAGE)

    def test_open_objects_stop_the_file_or_are_left_out_or_only_drawn(self):
        lid = box("lid", (100, 0, 0), (120, 20, 20), 9).replace("f 13 14 15 16\n", "")
        sheet = "o sheet\nv 0 100 0\nv 64 100 0\nv 0 164 0\nf 17 18 19\n"
        self.write("part.obj", box("part", (0, 0, 0), (64, 64, 64)) + lid + sheet)
        done = self.check_run("compile", "part.obj", *PLAIN, code=BAD_INPUT)
        self.assertIn("object 'lid' is not closed: 4 edges are open", done.stderr)
        self.assertIn("object 'sheet' is not closed: 3 edges are open", done.stderr)
        points = [(32, 32, 32), (110, 10, 10), (16, 100, 0)]
        faces = {}
        for how in ("skip", "draw"):
            done = self.check_run("compile", "part.obj", *PLAIN, "--open", how)
            end = {"skip": "is left out", "draw": "is drawn and blocks nothing"}[how]
            for name in ("lid", "sheet"):
                self.assertRegex(done.stderr, f"warning: object '{name}' is not closed: .*; it {end}")
            level = self.prove("part.obj", "--open", how)
            self.assertEqual(self.contents(level, points), ["solid", "empty", "empty"])
            faces[how] = json.loads(self.check_run("info", level, "--json").stdout)["faces"]
        self.assertEqual(faces["skip"], 6)
        self.assertGreaterEqual(faces["draw"], 6 + 5 + 1)

    def test_a_level_without_anything_is_called_empty(self):
        self.write("sheet.obj", "o sheet\nv 0 100 0\nv 64 100 0\nv 0 164 0\nf 1 2 3\n")
        empty = "sheet.obj: warning: the level is empty: the source has nothing that blocks or is drawn"
        self.assertIn(empty, self.check_run("compile", "sheet.obj", "--open", "skip").stderr)
        self.assertNotIn(empty, self.check_run("compile", "sheet.obj", "--open", "draw").stderr)

    def test_the_note_about_textures_that_are_not_looked_for_names_the_option(self):
        self.write("part.obj", box("part", (0, 0, 0), (64, 64, 64)))
        self.assertIn("every texture counts as 64 x 64 texels; --textures DIR names a folder of textures",
                      self.check_run("compile", "part.obj").stderr)

    def test_objects_that_look_inwards_are_flipped_if_asked(self):
        self.write("part.obj", inside_out(box("part", (0, 0, 0), (64, 64, 64))))
        self.check_run("compile", "part.obj", *PLAIN, code=BAD_INPUT)
        self.prove("part.obj", "--flip")
        self.assertEqual(self.contents("part.hsw", [(32, 32, 32), (-8, 0, 0)]), ["solid", "empty"])
        self.check_run("compile", "part.obj", *PLAIN, "--flip", "--rooms", code=USAGE)

    def contents(self, level, points):
        lines = "".join("%g %g %g\n" % point for point in points)
        return [line.split()[1] for line in
                self.check_run("classify", level, stdin=lines).stdout.splitlines()]

    def test_concave_objects_are_the_same_level_as_the_brushes_they_are_made_of(self):
        self.write("letters.obj", prism("L", LETTER_L, 0, 32) + prism("U", LETTER_U, 32, 64, 13))
        boxes = [((0, 0, 0), (64, 16, 32)), ((0, 16, 0), (16, 64, 32)), ((0, 0, 32), (96, 32, 64)),
                 ((0, 32, 32), (32, 96, 64)), ((64, 32, 32), (96, 96, 64))]
        self.write("boxes.map", '{\n"classname" "worldspawn"\n' + "".join(map_box(*b) for b in boxes)
                   + "}\n")
        meshes, brushes = self.prove("letters.obj"), self.compile("boxes.map")
        points = [(x, y, z) for x in range(-8, 112, 8) for y in range(-8, 112, 8)
                  for z in range(-8, 80, 8)]
        self.assertEqual(self.contents(meshes, points), self.contents(brushes, points))
        traces = "".join(f"{x} {y} {z} {z} {x} {y}\n" for x in range(-40, 120, 23)
                         for y in range(-40, 120, 17) for z in (20, 50, 90))
        for space in ("point", "stand"):
            ends = [[line.split()[:6] for line in
                     self.check_run("trace", level, "--space", space, stdin=traces).stdout.splitlines()]
                    for level in (meshes, brushes)]
            self.assertEqual(ends[0], ends[1])

    def test_a_torus_has_a_hole(self):
        self.write("ring.obj", torus(16, 8, 64, 24))
        level = self.prove("ring.obj")
        self.assertEqual(self.contents(level, [(0, 0, 0), (64, 0, 0), (0, 64, 10), (64, 0, 30)]),
                         ["empty", "solid", "solid", "empty"])

    def test_rooms_are_cut_out_of_solid(self):
        rooms = (inside_out(box("hall-room", (0, 0, 0), (256, 256, 128)))
                 + inside_out(box("niche-room", (256, 64, 0), (512, 128, 96), 9))
                 + box("pillar", (100, 100, 0), (132, 132, 128), 17)
                 + prism("bench", LETTER_U, 0, 20, 25))
        self.write("rooms.obj", rooms)
        level = self.prove("rooms.obj")
        self.assertEqual(
            self.contents(level, [(50, 200, 50), (300, 100, 50), (256, 100, 50), (300, 150, 50),
                                  (116, 116, 50), (10, 10, 10), (48, 60, 10), (300, 100, 100)]),
            ["empty", "empty", "empty", "solid", "solid", "solid", "empty", "solid"])
        # Without the tags it is an error, unless --rooms is given.
        self.write("plain.obj", rooms.replace("-room", ""))
        done = self.check_run("compile", "plain.obj", *PLAIN, code=BAD_INPUT)
        self.assertIn("object 'hall' has the negative volume -8", done.stderr)
        self.assertIn("object 'niche' has the negative volume -", done.stderr)
        self.assertIn("note: --flip turns objects that look inwards inside out; with --rooms", done.stderr)
        self.prove("plain.obj", "--rooms")

    def test_a_torus_that_looks_inwards_is_an_error(self):
        self.write("ring.obj", inside_out(torus(12, 6, 64, 24)))
        done = self.check_run("compile", "ring.obj", *PLAIN, code=BAD_INPUT)
        self.assertRegex(done.stderr, "object 'ring' has the negative volume -.*its faces look inwards")

    def test_a_side_shows_every_texture_of_its_triangles(self):
        text = box("b", (0, 0, 0), (64, 64, 64)).replace("f 5 6 7 8\n", "usemtl glass\nf 5 6 7\n"
                                                        "usemtl stone\nf 5 7 8\n")
        self.write("two.obj", text)
        level = self.prove("two.obj")
        self.check_run("export", level, "-o", "back.obj", "--up", "z", "--scale", "1")
        back = (self.folder / "back.obj").read_text()
        self.assertIn("usemtl glass", back)
        self.assertIn("usemtl stone", back)
        self.assertEqual(back.count("\nf "), 7)

    def test_verify_finds_a_mesh_that_was_changed(self):
        self.write("ring.obj", torus(12, 6, 64, 24))
        level = self.compile("ring.obj", *PLAIN)
        self.write("other.obj", torus(12, 6, 64, 23))
        done = self.check_run("verify", level, "other.obj", *PLAIN, code=DIFFERENT)
        self.assertIn("difference: object 'ring'", done.stdout)

    def test_the_scale_is_that_of_metres(self):
        self.write("box.obj", box("b", (0, 0, 0), (1, 2, 3)))
        level = self.compile("box.obj", "--up", "z")
        self.assertIn("solid", self.check_run("classify", level, "31", "63", "95").stdout)
        self.assertIn("empty", self.check_run("classify", level, "31", "63", "97").stdout)
        self.assertIn(" 0 differences", self.check_run("verify", level, "box.obj", "--up", "z").stdout)
        wide = self.compile("box.obj", "--up", "z", "--units-per-metre", "40")
        self.assertIn("solid", self.check_run("classify", wide, "39", "79", "119").stdout)
        self.assertIn(" 0 differences", self.check_run("verify", wide, "box.obj", "--up", "z").stdout)

    def test_an_open_object_is_an_error_with_its_edges(self):
        self.write("open.obj", box("crate", (0, 0, 0), (8, 8, 8)).replace("f 5 6 7 8\n", ""))
        done = self.check_run("compile", "open.obj", *PLAIN, code=BAD_INPUT)
        self.assertIn("open.obj:1: error: object 'crate' is not closed: 4 edges are open", done.stderr)
        self.assertIn("open edge from (8 0 8) to (0 0 8) of object 'crate'", done.stderr)

    def test_info_tells_what_is_wrong_with_an_object(self):
        self.write("three.obj", box("whole", (0, 0, 0), (8, 8, 8))
                   + box("open", (16, 0, 0), (24, 8, 8), 9).replace("f 13 14 15 16\n", "")
                   + inside_out(box("turned", (32, 0, 0), (40, 8, 8), 17)))
        text = self.check_run("mesh", "info", "three.obj", *PLAIN).stdout
        self.assertIn("object 'whole', line 1\n  closed, contents solid\n", text)
        self.assertIn("object 'turned', line 30\n  inside out, contents solid\n", text)
        self.assertIn("  box 0 0 0 to 8 8 8 (size 8 8 8)\n  volume 512, area 384\n  open edges 0\n", text)
        objects = json.loads(self.check_run("mesh", "info", "three.obj", *PLAIN, "--json").stdout)
        self.assertEqual([(o["name"], o["verdict"], len(o["open_edges"]), o["components"], o["volume"])
                          for o in objects["objects"]][::2],
                         [("whole", "closed", 0, 1, 512), ("turned", "inside out", 0, 1, -512)])
        self.assertEqual(len(objects["objects"][1]["open_edges"]), 4)
        self.check_run("mesh", "info", "nowhere.obj", code=BAD_INPUT)
        self.check_run("mesh", code=USAGE)

    def test_compile_says_which_flags_bring_an_object_into_range(self):
        self.write("far.obj", box("far", (0, 0, 0), (1e9, 1e9, 1e9)))
        done = self.check_run("compile", "far.obj", *PLAIN, code=BAD_INPUT)
        self.assertIn("note: a smaller --scale or a coarser --grid may", done.stderr)
        self.assertIn("object 'far' has a vertex beyond", done.stderr)

    def test_numbers_that_are_not_finite_are_refused(self):
        """--turn and --scale, before a file is read."""
        self.write("box.obj", box("b", (0, 0, 0), (8, 8, 8)))
        for question in ("collide", "distance"):
            ask = ("mesh", question, "box.obj", "nowhere.obj")
            for turn in ("nan,0,0", "0,inf,0", "0,0,-inf"):
                done = self.check_run(*ask, "--turn", turn, code=USAGE)
                self.assertIn("--turn: expected three finite numbers", done.stderr)
            self.assertIn("--scale: expected", self.check_run(*ask, "--scale", "nan", code=USAGE).stderr)

    def test_questions_about_a_file_without_meshes_are_errors(self):
        self.write("x.map", '{\n"classname" "worldspawn"\n}\n')
        for question in (("info",), ("ray", "0", "0", "0", "1", "1", "1"), ("closest", "0,0,0")):
            done = self.check_run("mesh", question[0], "x.map", *question[1:], code=BAD_INPUT)
            self.assertIn("x.map: error: the file has no meshes", done.stderr)

    def test_info_prints_the_notes_of_the_reader(self):
        self.write("line.obj", box("b", (0, 0, 0), (8, 8, 8)) + "l 1 2\n")
        self.assertEqual(self.check_run("mesh", "info", "line.obj").stderr,
                         "line.obj: note: points and lines are left out\n")

    def test_names_in_json_are_utf8(self):
        (self.folder / "name.obj").write_bytes(
            box("NAME", (0, 0, 0), (8, 8, 8)).encode().replace(b"NAME", b"a\xff\xfeb"))
        answer = json.loads(self.check_run("mesh", "ray", "name.obj", "4", "4", "99", "4", "4", "0",
                                           *PLAIN, "--json").stdout)
        self.assertEqual(answer["object"], "a\ufffd\ufffdb")

    def test_every_format_gives_the_same_level(self):
        """A box as OBJ, STL, PLY and OFF: one set of leaves."""
        low, high = (0, 0, 0), (8, 16, 24)
        self.write("box.obj", box("box", low, high))
        corners = [line.split()[1:] for line in box("", low, high).splitlines() if line[:2] == "v "]
        faces = [[int(n) - 1 for n in line.split()[1:]] for line in FACES.splitlines()]
        self.write("box.ply", "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\n"
                   "property float y\nproperty float z\nelement face 6\n"
                   "property list uchar int vertex_index\nend_header\n"
                   + "".join(" ".join(c) + "\n" for c in corners)
                   + "".join("4 " + " ".join(map(str, f)) + "\n" for f in faces))
        self.write("box.off", "OFF\n8 6 12\n" + "".join(" ".join(c) + "\n" for c in corners)
                   + "".join("4 " + " ".join(map(str, f)) + " 255 0 0\n" for f in faces))
        facets = [t for f in faces for t in ((f[0], f[1], f[2]), (f[0], f[2], f[3]))]
        self.write("box.stl", "solid box\n" + "".join(
            "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {' '.join(corners[c])}\n" for c in t)
            + "endloop\nendfacet\n" for t in facets) + "endsolid\n")
        points = [(x, y, z) for x in (-1, 1, 7, 9) for y in (1, 15, 17) for z in (1, 23, 25)]
        answers = [self.contents(self.prove(f"box.{ending}"), points)
                   for ending in ("obj", "ply", "stl", "off")]
        for other in answers[1:]:
            self.assertEqual(answers[0], other)
        self.assertEqual(answers[0].count("solid"), 8)

    def test_an_off_that_contradicts_itself_is_refused_with_its_line(self):
        corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
        for faces, line, cause in (
                ("4\n3 0 2 1\n3 0 1 3\n3 1 2 4\n3 2 0 3\n", 9, "face 2 names vertex 4, but the file "
                 "has 4 vertices, counted from 0"),
                ("4\n3 0 2 1\n3 0 1 3\n3 1 2 3\n", 9, "the file ends before face 3"),
                ("400000000\n3 0 2 1\n", 2, "the file is too short for the vertices and faces that it "
                 "counts, '4 400000000 6'")):
            count, rest = faces.split("\n", 1)
            self.write("bad.off", f"OFF\n4 {count} 6\n{corners}{rest}")
            self.assertEqual(self.check_run("compile", "bad.off", code=BAD_INPUT).stderr,
                             f"bad.off:{line}: error: {cause}\n")

    def test_the_house_of_the_examples_is_proven_and_can_be_entered(self):
        house = LEVELS / "house.glb"
        level = self.compile(house)
        self.assertIn(" 0 differences", self.check_run("verify", level, house).stdout)
        # The start, a wall, the water of the well, a step, the table, the solid around the yard.
        self.assertEqual(
            self.contents(level, [(0, -256, 24), (184, 0, 40), (-272, -192, 8), (160, 80, 10),
                                  (-96, 32, 34), (0, 0, -8), (400, 0, 40), (0, 0, 230)]),
            ["empty", "solid", "water", "solid", "detail", "solid", "solid", "solid"])
        # A player walks in by the door, and stops at the wall opposite.
        hit = self.check_run("trace", level, "--space", "stand", "0", "-256", "40", "0", "256", "40").stdout
        self.assertRegex(hit, r"^hit .* at 0 97 40 ")
        hit = self.check_run("trace", level, "--space", "stand", "100", "-256", "40", "100", "256", "40").stdout
        self.assertRegex(hit, r"^hit .* at 100 -143 40 ")

    def test_random_objects_that_cross_themselves_and_each_other_are_proven(self):
        for seed in range(repeats(12)):
            rnd = random.Random(seed)
            text, first = "", 1
            for number in range(rnd.randint(1, 4)):
                count = rnd.randint(3, 12)
                radii = [rnd.uniform(5, 60) for _ in range(count)]
                star = [(r * math.cos(2 * math.pi * i / count), r * math.sin(2 * math.pi * i / count))
                        for i, r in enumerate(radii)]
                # A torus thicker than its radius crosses itself.
                one = (torus(rnd.randint(4, 10), rnd.randint(3, 8), 40, rnd.uniform(5, 60))
                       if rnd.random() < 0.3 else prism(f"o{number}", star, 0, rnd.uniform(5, 60)))
                text += moved(one, rnd, first)
                first += one.count("\nv ")
            if rnd.random() < 0.3:
                text += inside_out(box("all-room", (-200, -200, -200), (200, 200, 200), first))
            self.write("random.obj", text)
            how = rnd.choice([("--space", "none"), (), ("--collision", "separate")])
            level = self.compile("random.obj", *PLAIN, *how)
            report = self.check_run("verify", level, "random.obj", *PLAIN).stdout
            self.assertIn(" 0 differences", report, seed)

    def test_bad_options_are_usage_errors(self):
        self.write("box.obj", box("b", (0, 0, 0), (1, 1, 1)))
        self.check_run("compile", "box.obj", "--scale", "0", code=USAGE)
        self.check_run("verify", "box.hsw", "box.obj", "--up", "x", code=USAGE)


class Questions(ToolTest):
    """halfspace mesh: a low box with a high one on its corner."""

    def setUp(self):
        super().setUp()
        self.write("boxes.obj", box("low", (0, 0, 0), (64, 64, 16))
                   + box("high", (0, 0, 16), (16, 16, 64), 9))

    def ask(self, *words, stdin="", code=DONE):
        return self.check_run("mesh", *words, *PLAIN, stdin=stdin, code=code)

    def test_ray(self):
        self.assertEqual(self.ask("ray", "boxes.obj", "8,8,100", "8,8,0").stdout,
                         "0.36 at 8,8,64 triangle 2 of 'high'\n")
        said = self.ask("ray", "boxes.obj", "--json", stdin="8 8 100 8 8 0\n\n8 8 100 8 8 80\n").stdout
        self.assertEqual([json.loads(line) for line in said.splitlines()],
                         [{"fraction": 0.36, "point": [8, 8, 64], "object": "high", "triangle": 2},
                          {"fraction": 1, "point": None, "object": None, "triangle": None}])

    def test_closest(self):
        self.assertEqual(self.ask("closest", "boxes.obj", "8,8,8").stdout,
                         "8 at 8,8,0 triangle 0 of 'low', inside\n")
        said = json.loads(self.ask("closest", "boxes.obj", "-100,8,8", "--json").stdout)
        self.assertEqual((said["distance"], said["point"], said["object"], said["winding"]),
                         (100, [0, 8, 8], "low", 0))

    def test_inside_means_in_solid_also_around_rooms(self):
        house = LEVELS / "house.glb"
        for place, says in (("-190,0,50", "inside"), ("300,0,50", "outside"), ("9999,0,0", "inside")):
            said = self.check_run("mesh", "closest", house, place).stdout
            self.assertTrue(said.endswith(f", {says}\n"), said)

    def test_inside_of_an_object_that_looks_inwards_and_where_rooms_overlap(self):
        self.write("boxes.obj", inside_out(box("box", (0, 0, 0), (16, 16, 16))))
        self.assertIn(", inside\n", self.ask("closest", "boxes.obj", "8,8,8").stdout)
        self.assertIn(", outside\n", self.ask("closest", "boxes.obj", "8,8,-1").stdout)
        rooms = (inside_out(box("a-room", (0, 0, 0), (64, 64, 64)))
                 + inside_out(box("b-room", (32, 0, 0), (96, 64, 64), 9))
                 + box("crate", (40, 8, 0), (56, 24, 16), 17))
        self.write("boxes.obj", rooms)
        for place, says in (("48,16,8", "inside"), ("48,48,8", "outside"), ("8,8,8", "outside"),
                            ("-8,8,8", "inside")):
            said = self.ask("closest", "boxes.obj", place).stdout
            self.assertTrue(said.endswith(f", {says}\n"), said)

    def test_collide(self):
        places = "100 0 0\n64 0 0\n"
        said = self.ask("collide", "boxes.obj", "boxes.obj", "-", stdin=places).stdout.splitlines()
        self.assertEqual(said[0], "0 pairs")
        self.assertNotEqual(said[1], "0 pairs")
        pairs = json.loads(self.ask("collide", "boxes.obj", "boxes.obj", "64,0,0", "--json").stdout)
        self.assertEqual(said[1], f"{len(pairs['pairs'])} pairs")
        self.assertIn(pairs["pairs"][0]["a"]["object"], ("low", "high"))

    def test_distance(self):
        said = json.loads(self.ask("distance", "boxes.obj", "boxes.obj", "100,0,0", "--json").stdout)
        self.assertEqual((said["distance"], said["a"]["point"][0], said["b"]["point"][0]),
                         (36, 64, 100))
        turned = self.ask("distance", "boxes.obj", "boxes.obj", "100,0,0", "--turn", "0,90,0").stdout
        self.assertTrue(turned.startswith("0 from "), turned)

    def test_sweep(self):
        said = self.ask("sweep", "boxes.obj", "--sphere", "8", "8,8,100", "8,8,0").stdout
        self.assertRegex(said, r"^0\.2(7999999|8)\d* at 8,8,64 normal 0,0,1 triangle 2 of 'high'\n$")
        ways = "8 8 100 8 8 0\n\n8 8 100 8 8 80\n8 8 20 8 8 50\n"
        body = ("--box", "-8,-8,0:8,8,8")
        said = self.ask("sweep", "boxes.obj", *body, "--json", stdin=ways).stdout
        answers = [json.loads(line) for line in said.splitlines()]
        self.assertEqual((answers[0]["fraction"], answers[0]["normal"], answers[0]["object"]),
                         (0.36, [0, 0, 1], "high"))
        self.assertEqual(answers[1], {"fraction": 1, "start_blocked": False, "point": None,
                                      "normal": None, "object": None, "triangle": None})
        self.assertEqual((answers[2]["start_blocked"], answers[2]["point"]), (False, None),
                         "a mesh has no inside")
        self.assertIn("blocked at the start by triangle",
                      self.ask("sweep", "boxes.obj", *body, "8,8,60", "8,8,0").stdout)
        self.assertEqual(self.ask("sweep", "boxes.obj", "--sphere", "1", "--sides", "front", "8,8,30",
                                  "8,8,99").stdout, "free\n")
        for words, says in (((), "exactly one of --box"), (("--sphere", "1", "--skin", "-1"), "--skin")):
            self.assertIn(says, self.ask("sweep", "boxes.obj", *words, "0,0,0", "1,1,1",
                                         code=USAGE).stderr)

    def test_units_are_those_of_compile(self):
        said = self.check_run("mesh", "closest", "boxes.obj", "0,0,-32").stdout
        self.assertTrue(said.startswith("32 at 0,0,0 "), said)

    def test_mistakes(self):
        self.check_run("mesh", code=USAGE)
        self.ask("ray", "boxes.obj", "0,0,0", code=USAGE)
        self.ask("ray", "absent.obj", "0,0,0", "1,1,1", code=BAD_INPUT)
        self.ask("closest", "boxes.obj", stdin="1 2 x\n", code=BAD_INPUT)
        self.write("empty.map", '{\n"classname" "worldspawn"\n}\n')
        said = self.ask("closest", "empty.map", "0,0,0", code=BAD_INPUT).stderr
        self.assertIn("the file has no meshes", said)


if __name__ == "__main__":
    unittest.main()
