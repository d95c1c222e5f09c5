# SPDX-License-Identifier: MIT
"""Grid levels by the command line: the castle from its plan to the proof, and open surfaces."""

import json
import re
import unittest

from support import BAD_INPUT, LEVELS, ToolTest

CASTLE = LEVELS / "castle.grid"


class Castle(ToolTest):
    def test_every_tree_of_it_is_proven(self):
        for tree in ("solid", "node", "leafy"):
            level = self.compile(CASTLE, "--surface-tree", tree)
            report = self.check_run("verify", level, CASTLE).stdout
            self.assertIn(" 0 differences", report)

    def test_the_start_is_open_and_the_walls_are_solid(self):
        level = self.compile(CASTLE)
        rows = [line for line in CASTLE.read_text().splitlines() if re.match(r"^[.0-5P]+$", line)]
        self.assertEqual((len(rows), len(rows[0])), (20, 40))
        points, expected = [], []
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if cell in "1.P":
                    points.append(f"{(c - 20) * 64 + 32} {(9 - r) * 64 + 32} 32\n")
                    expected.append("solid" if cell == "1" else "empty")
        answers = self.check_run("classify", level, stdin="".join(points)).stdout.splitlines()
        self.assertEqual([answer.split()[1] for answer in answers], expected)


class Open(ToolTest):
    def test_a_surface_without_a_ceiling_is_an_error_or_only_drawn(self):
        self.write("open.grid", "ceiling no\n..\n")
        done = self.check_run("compile", "open.grid", code=BAD_INPUT)
        self.assertIn("6 edges are open", done.stderr)
        self.assertIn("open.grid:2:1: error: open edge from (-1 ", done.stderr)
        level = self.compile("open.grid", "--open=draw")
        self.assertIn("empty", self.check_run("classify", level, "0", "0", "-1").stdout)
        self.assertIn(" 0 differences", self.check_run("verify", level, "open.grid").stdout)

    def test_info_does_not_hide_that_corners_moved(self):
        self.write("off.grid", "cell 64.001\n..\n")
        done = self.check_run("compile", "off.grid")
        moved = int(re.search(r"(\d+) corners of polygons lie off the grid", done.stderr)[1])
        self.assertIn(f"; moved corners {moved}\n", done.stdout)
        self.assertRegex(self.check_run("info", "off.hsw").stdout, rf"moved corners +{moved}\n")
        info = json.loads(self.check_run("info", "off.hsw", "--json").stdout)
        self.assertEqual(info["moved_corners"], moved)
        self.assertNotIn("moved corners", self.check_run("info", self.compile(CASTLE)).stdout)

    def test_a_bad_cell_is_named(self):
        self.write("bad.grid", "...\n.x.\n")
        done = self.check_run("compile", "bad.grid", code=BAD_INPUT)
        self.assertIn("bad.grid:2:2: error: expected a cell", done.stderr)


if __name__ == "__main__":
    unittest.main()
