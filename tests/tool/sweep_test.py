# SPDX-License-Identifier: MIT
"""sweep: where bodies of any shape first touch something, one query or many."""

import json
import math
import unittest

from support import BAD_INPUT, BOX, LEVELS, USAGE, ToolTest

# BOX is solid from 0 to 64 in all directions. These ways go down onto its top.
DOWN = ("32,32,160", "32,32,32")
CUBE = "".join(f"{x} {y} {z}\n" for x in (-8, 8) for y in (-8, 8) for z in (-8, 8))


class SweepTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.map", BOX)
        self.level = self.compile("a.map", "--space", "none")

    def sweep(self, *words, stdin=""):
        done = self.check_run("sweep", self.level, *words, "--json", stdin=stdin)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def height(self, *body):
        """The height at which the body touches the box, if it comes from above."""
        (answer,) = self.sweep(*body, *DOWN)
        self.assertIs(answer["hit"], True)
        self.assertAlmostEqual(answer["normal"][2], 1)
        return answer["point"][2]

    def test_an_answer_has_these_keys(self):
        (answer,) = self.sweep("--sphere", "16", *DOWN)
        self.assertEqual(list(answer), ["hit", "fraction", "point", "end", "normal", "contents",
                                        "model", "start_blocked"])
        self.assertAlmostEqual(answer["fraction"], 80 / 128)
        self.assertAlmostEqual(answer["end"][2], 80 + 1 / 32)
        self.assertEqual((answer["contents"], answer["model"], answer["start_blocked"]),
                         (["solid"], 0, False))

    def test_every_shape_touches_with_its_lowest_place(self):
        self.assertEqual(self.height("--box", "-8,-8,-24:8,8,32"), 88)
        self.assertAlmostEqual(self.height("--sphere", "7"), 71, 5)
        self.assertAlmostEqual(self.height("--capsule", "20,5"), 89, 5)
        self.assertAlmostEqual(self.height("--cylinder", "20,5"), 84, 5)
        self.assertAlmostEqual(self.height("--points", self.write("cube.txt", CUBE)), 72, 5)

    def test_a_body_is_turned_about_its_position(self):
        self.assertEqual(self.height("--box", "-8,-8,-24:8,8,32", "--turn", "180,0,0"), 96)
        self.assertAlmostEqual(self.height("--box", "-8,-8,-8:8,8,8", "--turn", "45,0,0"),
                               64 + 8 * math.sqrt(2), 5)
        self.assertAlmostEqual(self.height("--capsule", "20,5", "--turn", "0,0,90"), 69, 5)
        # Its top turns towards +x.
        (answer,) = self.sweep("--capsule", "20,5", "--turn", "90,0,0", "-90,32,32", "90,32,32")
        self.assertAlmostEqual(answer["point"][0], -25, 5)

    def test_corners_of_boxes_may_be_below_one(self):
        self.assertEqual(self.height("--box", "-.5,-.5,-.5:.5,.5,.5"), 64.5)
        self.assertEqual(self.height("--box=-.5,-.5,-.5:.5,.5,.5"), 64.5)

    def test_a_file_of_points_may_have_comments(self):
        text = "\ufeff# a crate\n\n" + CUBE.replace(" ", ",") + "0 0 -32 # its foot"
        self.assertAlmostEqual(self.height("--points", self.write("crate.txt", text)), 96, 5)

    def test_a_free_way_has_no_model_and_no_normal(self):
        (answer,) = self.sweep("--sphere", "8", "32,32,160", "32,32,80")
        self.assertEqual((answer["hit"], answer["fraction"], answer["end"], answer["normal"],
                          answer["model"]), (False, 1, [32, 32, 80], None, None))

    def test_the_text_is_short(self):
        def text(*words):
            return self.check_run("sweep", self.level, "--box", "-8,-8,-8:8,8,8", *words).stdout
        self.assertEqual(text("32,32,136", "32,32,8"),
                         "hit 0.5 at 32 32 72 end 32 32 72.03125 normal 0 0 1 solid\n")
        self.assertEqual(text("32,32,136", "32,32,80"), "free to 32 32 80\n")
        self.assertEqual(text("32,32,71", "32,32,80"), "start blocked\n")

    def test_skin_and_mask_matter(self):
        (answer,) = self.sweep("--sphere", "8", *DOWN, "--skin", "2")
        self.assertAlmostEqual(answer["end"][2], 74, 5)
        (answer,) = self.sweep("--sphere", "8", *DOWN, "--mask", "fence")
        self.assertIs(answer["hit"], False)

    def test_doors_block_when_asked(self):
        self.level = self.compile(LEVELS / "keep.map", "--space", "none")
        way = ("--cylinder", "24,12", "500,256,64", "1000,256,64")
        self.assertIs(self.sweep(*way)[0]["hit"], False)
        for which in (("--models",), ("--model", "1")):
            (answer,) = self.sweep(*way, *which)
            self.assertEqual((answer["hit"], answer["model"]), (True, 1))
        text = self.check_run("sweep", self.level, *way, "--models").stdout
        self.assertRegex(text, r"^hit .* solid model 1\n$")

    def test_a_box_meets_what_a_trace_meets(self):
        self.level = self.compile(LEVELS / "keep.map")
        stdin = "".join(f"64 256 60  {64 + x} {256 + y} {60 + z}\n" for x in (-900, 0, 1500)
                        for y in (-700, 0, 700) for z in (-300, 10, 300))
        traced = self.check_run("trace", self.level, "--space", "stand", "--models", "--json",
                                stdin=stdin).stdout.splitlines()
        swept = self.sweep("--box", "-15,-15,-24:15,15,32", "--models", stdin=stdin)
        self.assertEqual(len(swept), len(traced))
        self.assertGreater(sum(answer["hit"] for answer in swept), 10)
        for ours, line in zip(swept, traced):
            theirs = json.loads(line)
            self.assertEqual(ours["hit"], theirs["hit"])
            self.assertAlmostEqual(ours["fraction"], theirs["fraction"], 6)

    def test_many_ways_come_from_standard_input(self):
        answers = self.sweep("--sphere", "8", stdin="32 32 160 32 32 32\n\n0,0,99,9,9,99\n")
        self.assertEqual([answer["hit"] for answer in answers], [True, False])
        for last, message in (("nan", "'nan' is not finite"),
                              ("5e6", "'5e6' is not between -4194304 and 4194304")):
            done = self.check_run("sweep", self.level, "--sphere", "8",
                                  stdin=f"\n1 2 3 4 5 {last}\n", code=BAD_INPUT)
            self.assertIn(f"stdin:2:11: error: {message}", done.stderr)

    def test_mistakes_in_the_body_are_named(self):
        for flags, message in (
                ((), "give the body by exactly one of --box, --sphere, --capsule, --cylinder, "
                     "--points"),
                (("--sphere", "1", "--capsule", "1,1"), "exactly one of --box"),
                (("--sphere", "-1"), "--sphere: the sizes of a sphere must be numbers from 0 to "
                                     "4194304"),
                (("--sphere", "1e9"), "--sphere: the sizes of a sphere"),
                (("--sphere", "nan"), "--sphere: 'nan' is not finite in 'nan'"),
                (("--capsule", "1"), "--capsule: expected 2 numbers, found 1 in '1'"),
                (("--cylinder", "1,2,3"), "--cylinder: expected 2 numbers, found more"),
                (("--cylinder", "1,-2"), "--cylinder: the sizes of a cylinder must be"),
                (("--box", "1,2,3"), "--box: expected minx,miny,minz:maxx,maxy,maxz in '1,2,3'"),
                (("--box", "0,0,0:1,1"), "--box: expected 3 numbers, found 2"),
                (("--box", "0,0,0:1,-1,1"), "--box: no minimum may be above its maximum"),
                (("--box", "0,0,0:1,1,5e6"), "--box: '5e6' is not between"),
                (("--sphere", "1", "--turn", "90"), "--turn: expected 3 numbers, found 1"),
                (("--sphere", "1", "--skin", "-1"), "--skin"),
                (("--sphere", "1", "--mask", "water"), "--mask: a level has no water for bodies"),
                (("--sphere", "1", "--model", "1", "--models"), "--model")):
            done = self.check_run("sweep", self.level, *flags, *DOWN, code=USAGE)
            self.assertIn(message, done.stderr)
        done = self.check_run("sweep", self.level, "--sphere", "1", "0,0,5e6", "0,0,0", code=USAGE)
        self.assertIn("'5e6' is not between -4194304 and 4194304", done.stderr)

    def test_mistakes_in_a_file_of_points_have_a_place(self):
        for text, message in (("1 2 3\n4 5\n", "p.txt:2:4: error: expected 3 numbers, found 2"),
                              ("1 2 x\n", "p.txt:1:5: error: 'x' is not a number"),
                              ("1 2 5e6\n", "p.txt:1:5: error: '5e6' is not between"),
                              ("# nothing\n", "p.txt: error: a convex shape needs at least one "
                                              "point")):
            self.write("p.txt", text)
            done = self.check_run("sweep", self.level, "--points", "p.txt", *DOWN, code=BAD_INPUT)
            self.assertIn(message, done.stderr)
        done = self.check_run("sweep", self.level, "--points", "no.txt", *DOWN, code=BAD_INPUT)
        self.assertIn("no.txt: error: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
