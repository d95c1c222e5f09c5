# SPDX-License-Identifier: MIT
"""The bodies that a level is compiled for: --space and --spaces."""

import decimal
import json
import re
import unittest

from support import BAD_INPUT, BOX, USAGE, ToolTest, side, world


class SpacesTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.map", BOX)

    def spaces(self, *flags):
        level = self.compile("a.map", *flags)
        report = json.loads(self.check_run("info", level, "--json").stdout)
        return [space["name"] for space in report["spaces"]]


class Flags(SpacesTest):
    def test_there_are_three_bodies_by_default(self):
        self.assertEqual(self.spaces(), ["point", "stand", "crouch", "large"])

    def test_bodies_of_the_command_line_replace_them(self):
        self.assertEqual(self.spaces("--space", "a=-1,-1,-1:1,1,1", "--space", "b=0,0,0:4,4,4"),
                         ["point", "a", "b"])

    def test_none_leaves_the_point(self):
        self.assertEqual(self.spaces("--space", "none"), ["point"])

    def test_a_name_alone_means_the_box_by_default(self):
        self.assertEqual(self.spaces("--space", "crouch", "--space", "a=0,0,0:1,1,1"),
                         ["point", "crouch", "a"])
        report = json.loads(self.check_run("info", "a.hsw", "--json").stdout)
        self.assertEqual((report["spaces"][1]["min"], report["spaces"][1]["max"]),
                         ([-15, -15, -24], [15, 15, 16]))

    def test_none_goes_with_no_other(self):
        for flags in (("none", "stand"), ("a=0,0,0:1,1,1", "none"), ("none", "none")):
            done = self.check_run("compile", "a.map", *(f"--space={flag}" for flag in flags),
                                  code=USAGE)
            self.assertIn("--space: 'none' excludes every other --space", done.stderr)

    def test_a_name_may_not_come_twice(self):
        done = self.check_run("compile", "a.map", "--space", "a=-1,-1,-1:1,1,1",
                              "--space", "a=0,0,0:4,4,4", code=USAGE)
        self.assertIn("--space: there are two bodies named 'a'", done.stderr)

    def test_there_are_as_many_as_the_message_says(self):
        flags = [f"--space=b{i}=0,0,0:1,1,1" for i in range(64)]
        done = self.check_run("compile", "a.map", *flags, code=USAGE)
        most = int(re.search(r"at most (\d+) bodies", done.stderr).group(1))
        self.assertEqual(len(self.spaces(*flags[:most])), most + 1)
        self.check_run("compile", "a.map", *flags[:most + 1], code=USAGE)

    def test_what_is_wrong_is_said(self):
        for text, message in (("a=1,0,0:0,1,1", "no extent along x"),
                              ("a=0,0,0:1,1", "'a=0,0,0:1,1': expected 3 numbers, found 2"),
                              ("point=0,0,0:1,1,1", "every level has the point"),
                              ("a=0,0,0:1,1,4097", "4096 units"),
                              ("a", "expected NAME=minx,miny,minz:maxx,maxy,maxz, or the name "
                               "of a default body (stand, crouch, large)")):
            done = self.check_run("compile", "a.map", "--space", text, code=USAGE)
            self.assertIn(message, done.stderr)

    def test_a_body_off_the_grid_is_a_mistake_of_usage(self):
        for flags, grid in ((("--space=a=0,0,0:1,1,1.001",), "1/64"),
                            (("--space=a=0,0,0:1,1,1.5", "--grid=1"), "1")):
            done = self.check_run("compile", "a.map", *flags, code=USAGE)
            self.assertIn(f"--space: body 'a': its box is not on the grid of {grid} ", done.stderr)
        self.assertEqual(self.spaces("--space=a=0,0,0:1,1,1.015625"), ["point", "a"])


class Reports(SpacesTest):
    def test_the_kind_of_trees_is_named(self):
        for flags, name, words in (
                ((), "onion", "one tree for all bodies"),
                (("--collision", "separate"), "separate", "a tree for each body"),
                (("--space", "none"), "none", "there are no bodies")):
            done = self.check_run("compile", "a.map", *flags)
            self.assertIn(f", collision {name} ({words}), contacts ", done.stdout)
            self.assertRegex(self.check_run("info", "a.hsw").stdout,
                             f"\n  collision +{name}: {words}\n")
            for report in (self.check_run("compile", "a.map", *flags, "--json"),
                           self.check_run("info", "a.hsw", "--json")):
                self.assertEqual(json.loads(report.stdout)["collision"], name)


class Widths(ToolTest):
    # Odd numbers beside the largest coordinate, so that normals take all of 54 bits and distances
    # all of 80: with the 13 that predicates add, 255 of the 256 there are.
    FARTHEST = 2 ** 26 - 1
    CORNERS = [(FARTHEST, FARTHEST - 6, -FARTHEST + 11), (4 - FARTHEST, 9 - FARTHEST, FARTHEST),
               (15 - FARTHEST, FARTHEST, 22 - FARTHEST), (-FARTHEST, 18 - FARTHEST, 7 - FARTHEST)]

    def test_the_widest_planes_leave_room_for_the_largest_body(self):
        a, b, c, d = ([decimal.Decimal(x) / 1024 for x in corner] for corner in self.CORNERS)
        self.write("a.map", world([side(face) for face in ((a, b, c), (a, c, d), (a, d, b),
                                                           (b, d, c))]))
        self.check_run("compile", "a.map", "--grid=1/1024",
                       "--space=giant=-4096,-4096,-4096:4096,4096,4096")
        info = json.loads(self.check_run("info", "a.hsw", "--json").stdout)
        self.assertEqual((info["plane_bits"]["normal"], info["plane_bits"]["distance"]), (54, 79))
        self.assertIn(" 0 differences", self.check_run("verify", "a.hsw", "a.map").stdout)


class Files(SpacesTest):
    def test_a_file_replaces_them_too(self):
        self.write("bodies", "# who walks here\n\n cat = -8 -8 -8 : 8 8 8 # small\r\n"
                             "dog=-12,-12,-12:12,12,20")
        self.assertEqual(self.spaces("--spaces", "bodies"), ["point", "cat", "dog"])

    def test_a_file_may_begin_with_a_byte_order_mark(self):
        self.write("bodies", "\ufeffcat=-8,-8,-8:8,8,8\nstand\n")
        self.assertEqual(self.spaces("--spaces", "bodies"), ["point", "cat", "stand"])
        self.write("bodies", "\ufeff cat\n")
        done = self.check_run("compile", "a.map", "--spaces", "bodies", code=BAD_INPUT)
        self.assertTrue(done.stderr.startswith("bodies:1:2: error: "), done.stderr)

    def test_a_file_without_bodies_is_an_error(self):
        self.write("bodies", "# nobody\n")
        done = self.check_run("compile", "a.map", "--spaces", "bodies", code=BAD_INPUT)
        self.assertTrue(done.stderr.startswith("bodies: error: the file holds no bodies"),
                        done.stderr)
        self.assertIn("--space none", done.stderr)

    def test_a_bad_line_is_named_with_its_column(self):
        for line, place in (("dog", "1: error: expected NAME="), ("  dog=1,2", "3: error: expected"),
                            ("dog=1,2,x:4,5,6", "9: error: 'x' is not a number"),
                            ("dog=1,2,3:4,5", "14: error: expected 3 numbers, found 2"),
                            ("dog=1,2,3:4,5,3", "1: error: body 'dog': its box has no extent"),
                            (" cat=0,0,0:1,1,1", "2: error: there are two bodies named 'cat'"),
                            (" dog=0,0,0:1,1,.01", "2: error: body 'dog': its box is not on the"),
                            ("point=0,0,0:1,1,1", "1: error: every level has the point")):
            with self.subTest(line=line):
                self.write("bodies", f"cat=0,0,0:1,1,1\n{line}\n")
                done = self.check_run("compile", "a.map", "--spaces", "bodies", code=BAD_INPUT)
                self.assertTrue(done.stderr.startswith(f"bodies:2:{place}"), done.stderr)
                self.assertNotIn("a.hsw", self.files())

    def test_a_file_that_is_not_there_is_an_error(self):
        done = self.check_run("compile", "a.map", "--spaces", "bodies", code=BAD_INPUT)
        self.assertTrue(done.stderr.startswith("bodies: error: "), done.stderr)

    def test_flags_and_file_exclude_each_other(self):
        self.write("bodies", "cat=0,0,0:1,1,1\n")
        self.check_run("compile", "a.map", "--spaces", "bodies", "--space", "none", code=USAGE)


if __name__ == "__main__":
    unittest.main()
