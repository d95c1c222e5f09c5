# SPDX-License-Identifier: MIT
"""walk: a mover by recorded and by random input, its path in text, JSON and pictures."""

import json
import re
import unittest

from support import BAD_INPUT, LEVELS, USAGE, ToolTest

AHEAD = "240 1 0 0 0\n"
IN_CORRIDOR = ("--start", "500,256,64")  # of keep, before its door
DOOR = 640  # x of the nearer side of the door


class WalkTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.level = self.compile(LEVELS / "keep.map")

    def walk(self, *words):
        return json.loads(self.check_run("walk", self.level, *words, "--json").stdout)

    def play(self, text, *words):
        return self.walk("--input", self.write("ways.txt", text), *words)

    def test_a_walk_goes_where_the_input_says(self):
        report = self.play("64 1 0 90 0 # along y\n\n32 0 0 90 0\n")
        self.assertEqual(list(report), ["level", "mesh", "step_seconds", "steps", "start", "path", "diagnostics"])
        self.assertEqual(report["diagnostics"], [])
        self.assertEqual((report["steps"], report["step_seconds"]), (96, 1 / 64))
        last = report["path"][-1]
        self.assertEqual((last["step"], last["mode"], last["problem"]), (96, "ground", ""))
        self.assertAlmostEqual(last["position"][0], report["start"][0])
        self.assertGreater(last["position"][1], report["start"][1] + 100)
        self.assertEqual(last["velocity"], [0, 0, 0])

    def test_every_nth_step_and_the_last_are_printed(self):
        numbers = {entry["step"] for entry in self.play("50 0 0 0 0\n", "--every", "20")["path"]}
        self.assertLessEqual({20, 40, 50}, numbers)
        self.assertLess(len(numbers), 6)

    def test_jumps_and_crouching_are_printed_when_they_begin(self):
        path = self.play("32 0 0 0 0\n2 0 0 0 0 jump\n90 0 0 0 0\n9 0 0 0 0 crouch\n",
                         "--every", "1000")["path"]
        self.assertEqual([entry["step"] for entry in path if entry["jumped"]], [33])
        self.assertEqual([entry["step"] for entry in path if entry["crouched"]][0], 125)
        self.assertTrue(any(entry["landed"] and entry["step"] > 33 for entry in path))

    def test_a_door_opens_only_when_asked(self):
        closed = self.play(AHEAD, *IN_CORRIDOR)["path"][-1]["position"][0]
        self.assertLess(closed, DOOR)
        opened = self.play(AHEAD, *IN_CORRIDOR, "--open-doors")["path"][-1]["position"][0]
        self.assertGreater(opened, DOOR)

    def test_random_input_is_the_same_for_the_same_seed_and_can_be_recorded(self):
        words = ("--steps", "300", "--open-doors")
        first = self.walk("--seed", "7", *words, "--record", self.folder / "ways.txt")
        self.assertEqual(first, self.walk("--seed", "7", *words))
        self.assertNotEqual(first["path"], self.walk("--seed", "8", *words)["path"])
        again = self.walk("--input", self.folder / "ways.txt", "--open-doors")
        self.assertEqual(first, again)
        self.assertEqual(first["steps"], 300)

    def test_the_path_is_drawn(self):
        ways = self.write("ways.txt", AHEAD)
        text = self.check_run("walk", self.level, "--input", ways, "--picture", "a.svg").stdout
        self.assertTrue(text.startswith("start 64 256 "))
        self.assertIn("step 240 at ", text)
        plan = (self.folder / "a.svg").read_text()
        self.assertIn('class="path"', plan)
        self.assertIn('class="path end"', plan)
        self.check_run("walk", self.level, "--input", ways, "--picture", "a.png", "--size", "64x48")
        self.assertEqual((self.folder / "a.png").read_bytes()[:4], b"\x89PNG")

    def test_the_start_can_be_chosen(self):
        report = self.walk("--start", "80,256,60", "--steps", "1")
        self.assertEqual(report["start"], [80, 256, 60])

    def test_steps_may_be_longer(self):
        report = self.play("10 0 0 0 0\n", "--start", "80,256,60", "--fixed-step", "0.05")
        fallen = 60 - report["path"][-1]["position"][2]
        self.assertGreater(fallen, 30, "half a second of falling, from 36 units above the floor")

    def test_a_blocked_start_is_an_error(self):
        done = self.check_run("walk", self.level, "--start", "64,256,8", code=BAD_INPUT)
        self.assertIn("keep.hsw: error: the body 'stand' has no room at 64,256,8, and none is "
                      "nearer than 8 units; --start chooses another place", done.stderr)

    def warning(self, *words):
        """The one warning of a walk, which text and JSON tell alike."""
        ways = ("--input", self.write("ways.txt", "300 0 0 0 0\n"))
        diagnostics = self.walk(*ways, *words)["diagnostics"]
        self.assertEqual([one["severity"] for one in diagnostics], ["warning"])
        message = diagnostics[0]["message"]
        printed = self.check_run("walk", self.level, *ways, *words).stderr
        self.assertTrue(printed.endswith(f".hsw: warning: {message}\n"), printed)
        return message

    def test_a_start_in_a_wall_is_a_warning(self):
        message = self.warning("--start", "64,256,20")
        self.assertIn("the body 'stand' has no room at 64,256,20: a wall or a door is there; the "
                      "walk starts at 64,256,24", message)
        self.assertIn("4 units away; --start chooses another place", message)

    def test_a_start_outside_of_the_level_is_a_warning(self):
        for start in ("5000,0,0", "64,256,5000", "0,0,-500"):
            message = self.warning("--start", start)
            self.assertIn(f"the start {start} lies outside of the level, which reaches from "
                          "-16,-16,", message)
            self.assertIn("--start chooses a place inside", message)

    def test_a_player_who_falls_out_of_the_level_is_a_warning(self):
        # Beside the corridor, within the box around the level but outside of its walls.
        self.level = self.compile(LEVELS / "keep.map", "--no-fill")
        message = self.warning("--start", "600,40,64")
        self.assertIn("the player falls out of the level and is below it from step ", message)
        self.assertIn("through a hole, or the start lies outside of the walls", message)

    def test_a_level_without_a_start_needs_one(self):
        text = (LEVELS / "keep.map").read_text().replace("info_player_start", "info_nothing")
        self.level = self.compile(self.write("nothing.map", text))
        done = self.check_run("walk", self.level, code=BAD_INPUT)
        self.assertIn("the level has no start of a player", done.stderr)

    def keep_with(self, *starts):
        """Compiles keep.map with other starts."""
        text = (LEVELS / "keep.map").read_text().replace("info_player_start", "info_nothing")
        for kind, origin in starts:
            text += f'{{ "classname" "{kind}" "origin" "{origin}" }}\n'
        self.level = self.compile(self.write("starts.map", text))

    def test_a_start_that_is_eight_units_too_low_is_moved_up(self):
        self.keep_with(("info_player_start", "64 256 16"))
        message = self.warning()
        self.assertIn("the player starts at info_player_start (entity ", message)
        self.assertIn("at 64 256 24", message)
        self.assertIn("at its origin 64 256 16 the body has no room", message)

    def test_another_start_is_taken_if_the_first_one_lies_in_a_wall(self):
        self.keep_with(("info_player_deathmatch", "80 256 24"), ("info_player_start", "128 128 90"))
        message = self.warning()
        self.assertIn("the body has no room at the start info_player_start (entity ", message)
        self.assertIn(") at 128 128 90; the player starts at info_player_deathmatch (entity ", message)
        self.keep_with(("info_player_start", "128 128 90"))
        done = self.check_run("walk", self.level, code=BAD_INPUT)
        self.assertIn("the body 'stand' has no room at the start 128,128,90 and near it, and at no "
                      "other start; --start tells where the walk starts", done.stderr)

    def test_mistakes_in_a_file_of_inputs_are_named(self):
        notation = "STEPS FORWARD LEFT YAW PITCH [up|down] [jump] [crouch]"
        for text, message in (
                ("8 1 0 0 0\n8 1 0 0\n", f"ways.txt:2: error: expected {notation}"),
                ("8 1 0 x 0\n", f"ways.txt:1: error: 'x' is not a number; expected {notation}"),
                ("0.5 1 0 0 0\n", "ways.txt:1: error: STEPS: expected a whole number from 1 to "
                                  "1000000, found 0.5"),
                ("8 2 0 0 0\n", "ways.txt:1: error: FORWARD: expected a number from -1 to 1, "
                                "found 2"),
                ("8 0 -3 0 0\n", "ways.txt:1: error: LEFT: expected a number from -1 to 1, "
                                 "found -3"),
                ("8 1 0 0 0 hop\n", "ways.txt:1: error: 'hop': expected up, down, jump or crouch "
                                    "behind the five numbers"),
                ("1000000 1 0 0 0\n1 1 0 0 0\n", "ways.txt:2: error: more than 1000000 steps"),
                ("# nothing\n", f"ways.txt: error: the file holds no input; expected lines like "
                                f"{notation}")):
            done = self.check_run("walk", self.level, "--input", self.write("ways.txt", text),
                                  code=BAD_INPUT)
            self.assertIn(message, done.stderr)

    def test_mistakes_on_the_command_line_are_named(self):
        for words, message in (
                (("--fixed-step", "1"), "--fixed-step: expected a number from 0.001 to 0.1"),
                (("--picture", "a.jpg"), "--picture: cannot write '.jpg' files; supported: .png, "
                                         ".svg"),
                (("--picture", "a.png", "--size", "0x9"), "--size"),
                (("--record", self.level), "is the level; choose another output"),
                (("--start", "1,2"), "--start"),
                (("--every", "0"), "--every"),
                (("--steps", "0"), "--steps"),
                (("--input", "a.txt", "--seed", "4"), "--seed")):
            done = self.check_run("walk", self.level, *words, code=USAGE)
            self.assertIn(message, done.stderr)
        done = self.check_run("walk", self.level, "--crouch-space", "giant", code=BAD_INPUT)
        self.assertIn("there is no body 'giant'", done.stderr)
        done = self.check_run("walk", self.level, "--space", "crouch", "--crouch-space", "large",
                              code=BAD_INPUT)
        self.assertIn("the box of the body 'large' must lie in the box of the body 'crouch'",
                      done.stderr)


class WalkOnAMeshTest(ToolTest):
    """An open mesh: a square floor of 20 by 20 metres with a wall and a step."""

    def setUp(self):
        super().setUp()
        corners = [(-10, 0, -10), (10, 0, -10), (10, 0, 10), (-10, 0, 10),  # a floor; y is up
                   (3, 0, -10), (3, 0, 10), (3, 4, 10), (3, 4, -10),        # a wall at x = 96
                   (-3, 0.3, -10), (-1, 0.3, -10), (-1, 0.3, 10), (-3, 0.3, 10)]  # a sheet above it
        faces = [(1, 4, 3, 2), (5, 6, 7, 8), (9, 12, 11, 10)]
        self.mesh = self.write("open.obj", "".join(
            [f"v {x} {y} {z}\n" for x, y, z in corners] +
            [f"f {' '.join(map(str, face))}\n" for face in faces]))

    def walk(self, ways, *words):
        return json.loads(self.check_run("walk", "--mesh", self.mesh, "--input",
                                         self.write("ways.txt", ways), *words, "--json").stdout)

    def test_a_wall_stops_the_player(self):
        report = self.walk(AHEAD, "--start", "0,0,30")
        self.assertEqual((report["level"], report["mesh"]), (None, str(self.mesh)))
        last = report["path"][-1]
        self.assertEqual(last["mode"], "ground")
        self.assertAlmostEqual(last["position"][0], 96 - 15 - 1 / 32, 3)
        self.assertAlmostEqual(last["position"][2], 24 + 1 / 32, 2)
        self.assertEqual(report["diagnostics"], [])

    def test_without_a_start_the_player_stands_on_the_ground_far_from_the_middle(self):
        start = self.walk(AHEAD)["start"]
        self.assertGreater(max(abs(start[0]), abs(start[1])), 100)
        self.assertLess(max(abs(start[0]), abs(start[1])), 200)
        self.assertAlmostEqual(start[2], 24, 0)

    def test_a_fall_over_the_rim_is_told(self):
        report = self.walk("240 1 0 90 0\n", "--start", "0,280,30")
        self.assertIn("the player falls out of the mesh", report["diagnostics"][0]["message"])

    def test_one_side_alone_may_block(self):
        ends = [self.walk("240 1 0 180 0\n", "--start", "120,0,30", *sides)["path"][-1]["position"][0]
                for sides in ((), ("--sides", "front"))]
        self.assertAlmostEqual(ends[0], 96 + 15 + 1 / 32, 3)
        self.assertLess(ends[1], 0)

    def test_a_mesh_may_stand_in_a_level(self):
        level = self.compile(LEVELS / "keep.map")
        ways = self.write("ways.txt", AHEAD)
        said = [self.check_run("walk", level, *IN_CORRIDOR, "--input", ways, "--json", *words).stdout
                for words in ((), ("--mesh", self.mesh))]
        alone, both = map(json.loads, said)
        self.assertEqual(alone["start"], both["start"])
        self.assertEqual(both["mesh"], str(self.mesh))

    def test_the_plan_shows_the_mesh(self):
        self.walk(AHEAD, "--start", "0,0,30", "--picture", "plan.svg")
        self.assertIn('class="mesh"', (self.folder / "plan.svg").read_text(encoding="utf-8"))

    def test_the_plan_shows_the_whole_mesh_and_the_path(self):
        """Also where the slice meets nothing."""
        said = {}
        for name, start in (("near", "0,0,30"), ("far", "-300,-300,30")):
            self.walk(AHEAD, "--start", start, "--picture", f"{name}.svg")
            text = (self.folder / f"{name}.svg").read_text(encoding="utf-8")
            path = re.search(r'<path class="path"[^>]* d="([^"]*)"', text)
            self.assertTrue(path, "the path")
            places = [tuple(map(float, place.split())) for place in re.split("[ML]", path.group(1))[1:]]
            for x, y in places:
                self.assertTrue(0 <= x <= 1280 and 0 <= y <= 720, (x, y))
            said[name] = places[0]
        # 300 units are nearly half of the mesh, so of the picture.
        self.assertGreater(abs(said["near"][1] - said["far"][1]), 200)

    def test_nobody_stands_on_a_wall(self):
        wall = self.write("wall.obj", "v 0 0 0\nv 9 0 0\nv 9 9 0\nf 1 2 3\n")
        self.assertIn("no place to stand was found on the mesh; --start tells",
                      self.check_run("walk", "--mesh", wall, code=BAD_INPUT).stderr)

    def test_what_is_missing_or_wrong_is_told(self):
        for words, code, says in (
                ((), USAGE, "give a level, --mesh FILE, or both"),
                (("--mesh", "nowhere.obj"), BAD_INPUT, "nowhere.obj"),
                (("--mesh", self.mesh, "--space", "sit"), BAD_INPUT,
                 "there is no body 'sit'; without a level: stand, crouch, large"),
                (("--mesh", self.mesh, "--scale", "1e6"), BAD_INPUT, "a smaller --scale helps"),
                (("--mesh", self.mesh, "--sides", "back"), USAGE, "expected both or front"),
                (("--mesh", self.mesh, "--record", self.mesh), USAGE, "is the mesh; choose another")):
            self.assertIn(says, self.check_run("walk", *words, code=code).stderr)


if __name__ == "__main__":
    unittest.main()
