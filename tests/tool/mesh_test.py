# SPDX-License-Identifier: MIT
"""Levels from meshes by the command line: compile, the proof, and what is wrong with a mesh."""

import unittest

from support import BAD_INPUT, USAGE, ToolTest

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

    def test_bad_options_are_usage_errors(self):
        self.write("box.obj", box("b", (0, 0, 0), (1, 1, 1)))
        self.check_run("compile", "box.obj", "--scale", "0", code=USAGE)
        self.check_run("verify", "box.hsw", "box.obj", "--up", "x", code=USAGE)


if __name__ == "__main__":
    unittest.main()
