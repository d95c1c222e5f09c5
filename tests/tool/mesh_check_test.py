# SPDX-License-Identifier: MIT
"""`mesh check`: every object of a file is judged, in words, as JSON and in a picture; and the forecast
of `compile` for many triangles."""

import base64
import json
import unittest

from mesh_files_test import gltf_parts
from support import BAD_INPUT, DONE, USAGE, ToolTest, read_png, repeats

PLAIN = ("--scale", "1", "--up", "z")
SMALL = ("--size", "80x60")

FACES = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))

def corners(at):
    return [(x + at, y, z) for z in (0, 64) for x, y in ((0, 0), (64, 0), (64, 64), (0, 64))]


def objects(*named):
    """An OBJ file. named: (name, vertices, faces) of each object."""
    lines, first = [], 1
    for name, vertices, faces in named:
        lines.append(f"o {name}")
        lines += ["v " + " ".join(repr(float(c)) for c in v) for v in vertices]
        lines += ["f " + " ".join(str(first + v) for v in face) for face in faces]
        first += len(vertices)
    return "\n".join(lines) + "\n"


GOOD = ("crate", corners(0), FACES)
OPEN = ("tent", corners(100), FACES[1:])
INSIDE_OUT = ("sock", corners(200), tuple(face[::-1] for face in FACES))
CRACKED = ("jar", [*corners(300), (300 - 1e-9, 0, 0)], ((8, 3, 2), (8, 2, 1), *FACES[1:]))


def grid(count, size, height):
    """A closed plate whose upper side has 2 count^2 triangles that are not in one plane."""
    step = size / count
    side = range(count + 1)
    vertices = [(x * step, y * step, 32 + height * ((3 * x + 5 * y) % 7)) for y in side for x in side]
    below = len(vertices)
    vertices += [(x, y, -8) for x, y, _ in vertices]
    faces = []
    for y in range(count):
        for x in range(count):
            a = y * (count + 1) + x
            b, c, d = a + 1, a + count + 2, a + count + 1
            faces += [(a, b, c), (a, c, d), (a + below, c + below, b + below),
                      (a + below, d + below, c + below)]
    rim = [(x, x + 1) for x in range(count)]
    rim += [(y * (count + 1) + count, (y + 1) * (count + 1) + count) for y in range(count)]
    last = count * (count + 1)
    rim += [(last + x + 1, last + x) for x in range(count)]
    rim += [((y + 1) * (count + 1), y * (count + 1)) for y in range(count)]
    for a, b in rim:
        faces += [(a + below, b + below, b), (a + below, b, a)]
    return vertices, faces


class Check(ToolTest):
    def check(self, *flags, code=DONE):
        return self.check_run("mesh", "check", "part.obj", *PLAIN, *flags, code=code)

    def test_all_objects_are_judged_not_the_first_bad_one(self):
        self.write("part.obj", objects(GOOD, OPEN, INSIDE_OUT, CRACKED))
        said = self.check(code=BAD_INPUT).stdout.splitlines()
        verdicts = [line for line in said if not line.startswith(" ")]
        self.assertEqual([line.rsplit(": ", 1)[-1] for line in verdicts[:-1]],
                         ["closed", "open", "inside out", "closed"])
        for line, name in zip(verdicts, ("crate", "tent", "sock", "jar")):
            self.assertIn(f"'{name}'", line)
        self.assertEqual(verdicts[-1], "2 of 4 objects can be compiled; halfspace view walks on the "
                         "others as they are, and nothing has to be mended for that")
        self.assertEqual(sum("open edge from" in line for line in said), 4)
        self.assertIn("  1 vertex is welded to others, up to 9.99989e-10 units away", said)

    def test_the_report_as_json_has_the_words_and_numbers_of_each_object(self):
        self.write("part.obj", objects(GOOD, OPEN, CRACKED))
        report = json.loads(self.check("--json", code=BAD_INPUT).stdout)
        self.assertEqual((report["source"], report["bad"]), ("part.obj", 1))
        good, bad, cracked = report["objects"]
        self.assertEqual((good["name"], good["verdict"], good["errors"]), ("crate", "closed", []))
        self.assertEqual((bad["name"], bad["verdict"], bad["open_edges"]), ("tent", "open", 4))
        self.assertTrue(any("'tent'" in error["message"] for error in bad["errors"]))
        self.assertEqual((cracked["welded"], cracked["errors"]), (1, []))
        self.assertAlmostEqual(cracked["weld_distance"], 1e-9, delta=1e-12)

    def test_flags_that_mend_an_object_end_its_errors(self):
        self.write("part.obj", objects(INSIDE_OUT))
        self.check(code=BAD_INPUT)
        self.assertIn("1 of 1 objects can be compiled", self.check("--flip").stdout)

    def test_the_picture_shows_what_is_bad(self):
        pictures = []
        for bad in (GOOD, OPEN, INSIDE_OUT):
            self.write("part.obj", objects(("a", corners(-100), FACES), ("b", corners(0), bad[2])))
            self.check("--picture", "part.png", *SMALL, code=DONE if bad is GOOD else BAD_INPUT)
            pictures.append(read_png(self.folder / "part.png"))
        for width, height, rows in pictures:
            self.assertEqual((width, height), (80, 60))
            self.assertGreater(len(set(rows)), 3)
        self.assertEqual(len({rows for _, _, rows in pictures}), 3)

    def test_a_picture_of_objects_without_extent_or_triangles(self):
        self.write("part.obj", objects(("dot", [(1, 1, 1)] * 3, ((0, 1, 2),))))
        self.check("--picture", "part.png", *SMALL, code=BAD_INPUT)
        self.assertEqual(read_png(self.folder / "part.png")[:2], (80, 60))

    def test_names_with_control_characters_do_not_reach_the_terminal(self):
        name = "ten\x1b[31mt\x07\x7f"
        self.write("part.obj", objects((name, *OPEN[1:])))
        parts, data = gltf_parts(*OPEN[1:])
        parts["nodes"][0]["name"] = name + "\r\nerror: forged"
        parts["buffers"][0]["uri"] = ("data:application/octet-stream;base64,"
                                      + base64.b64encode(data).decode())
        self.write("part.gltf", json.dumps(parts))
        for source in ("part.obj", "part.gltf"):
            for command in (("mesh", "check"), ("mesh", "info"), ("compile",)):
                with self.subTest(source=source, command=command):
                    done = self.run_tool(*command, source, *PLAIN)
                    said = done.stdout + done.stderr
                    self.assertIn("'ten[31mt", said)
                    self.assertNotRegex(said, "[\x00-\x09\x0b-\x1f\x7f]")
                    self.assertNotRegex(said, "(?m)^error: forged")

    def test_very_many_objects_of_one_triangle_are_judged(self):
        """They are all open. compile names the first ones."""
        count = repeats(100_000)
        text = "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + "".join(f"o {i}\nf 1 2 3\n" for i in range(count))
        self.write("part.obj", text)
        done = self.check_run("compile", "part.obj", *PLAIN, code=BAD_INPUT)
        self.assertIn("object '0' is not closed", done.stderr)
        self.assertLess(len(done.stderr), 20_000)
        said = self.check(code=BAD_INPUT).stdout
        self.assertIn(f"0 of {count} objects can be compiled; halfspace view walks", said)

    def test_wrong_usage_says_what_to_do(self):
        self.write("part.obj", objects(GOOD))
        for flags, word in ((("--picture", "part.jpg"), ".png"),
                            (("--picture", "part.png", "--size", "0x60"), "size"),
                            (("--size", "wide"), "size"),
                            (("--weld", "-1"), "weld")):
            with self.subTest(flags=flags):
                self.assertIn(word, self.check(*flags, code=USAGE).stderr)
                self.assertFalse((self.folder / "part.png").exists())
        self.check_run("mesh", "check", code=USAGE)
        missing = self.check_run("mesh", "check", "none.obj", code=BAD_INPUT)
        self.assertIn("none.obj", missing.stderr)
        unwritable = self.check("--picture", "no/such/folder.png", code=BAD_INPUT)
        self.assertIn("no/such/folder.png", unwritable.stderr)


class Forecast(ToolTest):
    def test_many_triangles_beside_bodies_are_told_before_the_work(self):
        self.write("part.obj", objects(("hills", *grid(36, 8192, 5))))
        said = self.check_run("compile", "part.obj", *PLAIN).stderr
        self.assertRegex(said, r"note: bodies grow the pieces of \d+ triangles, which may take \d+ s")
        for flags in (("--quiet",), ("--space", "none")):
            with self.subTest(flags=flags):
                self.assertNotIn("bodies grow", self.check_run("compile", "part.obj", *PLAIN, *flags).stderr)

    def test_few_and_convex_triangles_are_not_told(self):
        boxes = [(f"b{i}", [(x, y, z + 100 * i) for x, y, z in corners(0)], FACES) for i in range(400)]
        for part in (objects(GOOD), objects(("plate", *grid(36, 8192, 0))), objects(*boxes)):
            self.write("part.obj", part)
            self.assertNotIn("bodies grow", self.check_run("compile", "part.obj", *PLAIN).stderr)

    def test_many_small_concave_objects_are_told(self):
        plates = []
        for i in range(20):
            vertices, faces = grid(8, 512, 5)
            plates.append((f"p{i}", [(x, y, z + 200 * i) for x, y, z in vertices], faces))
        self.write("part.obj", objects(*plates))
        self.assertIn("bodies grow", self.check_run("compile", "part.obj", *PLAIN).stderr)


if __name__ == "__main__":
    unittest.main()
