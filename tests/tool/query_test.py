# SPDX-License-Identifier: MIT
"""classify and sight: one query on the command line, or many from standard input."""

import json
import subprocess
import unittest

from support import (BAD_INPUT, BOX, DONE, HALFSPACE, HANG, LEVELS, USAGE, ToolTest, environment,
                     start_as_usual)

# BOX is solid from 0 to 64 in all directions.
INSIDE, OUTSIDE = "32 32 32", "32 32 80"


class QueryTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.map", BOX)
        self.level = self.compile("a.map")

    def contents(self, *words, stdin=""):
        lines = self.check_run("classify", self.level, *words, stdin=stdin).stdout.splitlines()
        return [line.split()[1] for line in lines]


class OneQuery(QueryTest):
    def test_a_point_may_be_written_in_several_ways(self):
        for words in (("32,32,32",), ("32", "32", "32"), ("32 32 32",), ("32, 32, 32",),
                      ("+32,3.2e1,.32e2",)):
            self.assertEqual(self.contents(*words), ["solid"], words)

    def test_negative_coordinates_are_numbers_and_no_flags(self):
        for words in (("-8,0,3",), ("-8", "0", "3"), ("-8", "-4", "-.5"), ("-.5,-.5,-.5",),
                      ("-0.5,-1e-3,-3",), ("--", "-8,0,3"), ("--", "-8", "-.5", "3")):
            self.assertEqual(self.contents(*words), ["empty"], words)
        for words in (("-8,0,3", "-4,-5,-6"), ("-.5", "-1", "-2", "-3", "-4", "-5")):
            done = self.check_run("sight", self.level, *words)
            self.assertEqual(done.stdout, "clear\n")

    def test_a_flag_may_follow_a_negative_point(self):
        done = self.check_run("classify", self.level, "-8,0,3", "--json")
        self.assertEqual(json.loads(done.stdout)["contents"], [])

    def test_json_has_leaf_and_contents(self):
        done = self.check_run("classify", self.level, "32,32,32", "--json")
        answer = json.loads(done.stdout)
        self.assertEqual(list(answer), ["leaf", "contents"])
        self.assertEqual(answer["contents"], ["solid"])
        text = self.check_run("classify", self.level, "32,32,32").stdout
        self.assertEqual(text, f"{answer['leaf']} solid\n")

    def test_sight_is_clear_or_blocked(self):
        for words, text, clear in ((("-8,32,32", "80,32,32"), "blocked\n", False),
                                   (("-8,32,80", "80,32,80"), "clear\n", True),
                                   (("-8", "0", "32", "80", "0", "32"), "clear\n", True)):
            self.assertEqual(self.check_run("sight", self.level, *words).stdout, text)
            done = self.check_run("sight", self.level, *words, "--json")
            self.assertEqual(json.loads(done.stdout), {"clear": clear})

    def test_touching_is_free(self):
        self.assertEqual(self.contents("0,32,32"), ["empty"])
        self.assertEqual(self.contents("64,64,64"), ["empty"])
        self.assertEqual(self.contents("1e-300,1e-300,1e-300"), ["solid"])

    def test_far_points_are_outside(self):
        self.assertEqual(self.contents("1e308,-1e308,1e308"), ["empty"])

    def test_a_model_that_is_not_there_is_an_error(self):
        done = self.check_run("classify", self.level, "0,0,0", "--model", "1", code=BAD_INPUT)
        self.assertIn("there is no model 1", done.stderr)

    def test_models_are_asked_one_by_one(self):
        self.level = self.compile(LEVELS / "keep.map")
        self.assertEqual(self.contents("648,256,64"), ["empty"])
        self.assertEqual(self.contents("648,256,64", "--model", "1"), ["solid"])

    def test_doors_take_part_when_asked(self):
        self.level = self.compile(LEVELS / "keep.map")
        self.assertEqual(self.contents("648,256,64", "--models"), ["solid"])
        self.assertEqual(self.contents("1040,128,-40", "--models"), ["water"])
        way = ("500,256,64", "1000,256,64")
        self.assertEqual(self.check_run("sight", self.level, *way).stdout, "clear\n")
        self.assertEqual(self.check_run("sight", self.level, *way, "--models").stdout, "blocked\n")
        self.check_run("sight", self.level, *way, "--models", "--model", "1", code=USAGE)


class ManyQueries(QueryTest):
    def test_lines_may_use_blanks_commas_and_any_line_break(self):
        stdin = "32 32 32\n80,80,80\r\n\n  32 ,\t32 , 32  \n32,32,80"
        self.assertEqual(self.contents(stdin=stdin), ["solid", "empty", "solid", "empty"])

    def test_no_line_at_all_is_no_answer(self):
        self.assertEqual(self.contents(stdin=""), [])

    def test_a_bad_line_is_named_after_the_answers_before_it(self):
        bad = {"1 2": 4, "1 2 x": 5, "nan 1 2": 1, "1 -inf 2": 3, "1 2 3 4": 7, "1,,2,3": 3,
               "1e400 0 0": 1, "\x00 1 2": 1, "\udcff": 1}
        for line, column in bad.items():
            with self.subTest(line=line):
                stdin = f"{INSIDE}\n{OUTSIDE}\n{line}\n{INSIDE}\n"
                done = self.run_tool("classify", self.level,
                                     stdin=stdin.encode("utf-8", "surrogateescape"))
                self.assertEqual(done.returncode, BAD_INPUT)
                self.assertRegex(done.stderr, rf"^stdin:3:{column}: error: .+\n$")
                self.assertEqual([text.split()[1] for text in done.stdout.splitlines()],
                                 ["solid", "empty"])

    def test_an_endless_line_is_refused(self):
        done = self.run_tool("classify", self.level, stdin=b"1 2 3\n" + b"7" * 10_000_000)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn("stdin:2: error: ", done.stderr)
        self.assertLess(len(done.stderr), 1000)

    def test_sight_takes_six_numbers_a_line(self):
        stdin = "-8 32 32  80 32 32\n-8,32,80,80,32,80\n"
        done = self.check_run("sight", self.level, stdin=stdin)
        self.assertEqual(done.stdout, "blocked\nclear\n")
        done = self.check_run("sight", self.level, "--json", stdin=stdin)
        self.assertEqual([json.loads(line)["clear"] for line in done.stdout.splitlines()],
                         [False, True])
        done = self.check_run("sight", self.level, stdin="1 2 3\n", code=BAD_INPUT)
        self.assertIn("stdin:1:6: error: expected 6 numbers, found 3", done.stderr)

    def test_a_hundred_thousand_answers_come_in_order(self):
        points = [(x % 97 - 10, 32, 32) for x in range(100_000)]
        stdin = "".join(f"{x} {y} {z}\n" for x, y, z in points)
        expected = ["solid" if 0 < x < 64 else "empty" for x, _, _ in points]
        answers = self.contents(stdin=stdin)
        self.assertEqual(len(answers), len(expected))
        wrong = [point for point, *pair in zip(points, answers, expected) if pair[0] != pair[1]]
        self.assertEqual(wrong[:10], [])  # comparing the lists would show their difference, slowly

    def test_an_answer_comes_before_the_next_question(self):
        with subprocess.Popen([HALFSPACE, "classify", str(self.level)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, env=environment(),
                              preexec_fn=start_as_usual) as tool:
            for line, contents in ((INSIDE, b"solid"), (OUTSIDE, b"empty"), (INSIDE, b"solid")):
                tool.stdin.write(line.encode() + b"\n")
                tool.stdin.flush()
                self.assertEqual(tool.stdout.readline().split()[1], contents)
            tool.stdin.close()
            self.assertEqual(tool.wait(HANG), DONE)

    def test_a_full_disk_is_no_success(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([HALFSPACE, "classify", str(self.level)], stdout=full,
                                  input=b"1 2 3\n", stderr=subprocess.PIPE, timeout=HANG,
                                  env=environment(), check=False)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"cannot write to standard output", done.stderr)


if __name__ == "__main__":
    unittest.main()
