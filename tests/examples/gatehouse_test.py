# SPDX-License-Identifier: MIT
"""The game of the tutorial, in C++ and in C, plays what it shall. The walls of the level's text say
where each event can be."""

import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

EVENTS = """\
step  45: the player crouches at 241.3 128.0 24.0
step 134: the player stands up at 403.2 128.0 24.0
step 222: the door is open, the player waits at 478.9 245.0 24.0
step 238: the guard sees the player at 478.9 269.0 24.0
"""

HALF_WIDTH = 15  # of the player's bodies
TUNNEL_END = 384
DOOR_FRONT = 260
GUARD = (840, 320)
DOORWAY_CORNER = (528, 272)  # the corner nearest to the guard's line of sight


def play(program):
    done = subprocess.run([os.environ[program], os.environ["LEVEL"]], capture_output=True,
                          text=True, check=True, timeout=60)
    return done.stdout


class Gatehouse(unittest.TestCase):
    def test_the_player_crouches_waits_and_is_seen(self):
        self.assertEqual(play("GATEHOUSE"), EVENTS)

    @unittest.skipUnless("GATEHOUSE_C" in os.environ, "built without the library for C")
    def test_the_game_in_c_prints_the_same(self):
        self.assertEqual(play("GATEHOUSE_C"), EVENTS)

    def test_the_tutorial_shows_what_it_prints(self):
        page = (ROOT / "docs" / "tutorials" / "first_game.md").read_text(encoding="utf-8")
        self.assertIn(f"```text\n{EVENTS}```", page)
        lines = (ROOT / "examples" / "programs" / "gatehouse.cpp").read_text().count("\n")
        self.assertIn(f"gatehouse.cpp), {lines} lines", page)

    def test_events_are_where_the_level_lets_them_be(self):
        places = [tuple(map(float, found)) for found in
                  re.findall(r"at (\S+) (\S+) (\S+)$", play("GATEHOUSE"), re.M)]
        _, stands_up, waits, seen = places
        a_step = 320 / 64
        # The first position behind the tunnel where the whole body is out of it.
        self.assertGreaterEqual(stands_up[0] - HALF_WIDTH, TUNNEL_END)
        self.assertLess(stands_up[0] - HALF_WIDTH, TUNNEL_END + a_step)
        # The door has stopped the player.
        self.assertAlmostEqual(waits[1] + HALF_WIDTH, DOOR_FRONT, delta=0.1)
        # The first position that the corner of the doorway does not hide from the guard.
        slope = (GUARD[1] - DOORWAY_CORNER[1]) / (GUARD[0] - DOORWAY_CORNER[0])
        line = DOORWAY_CORNER[1] - slope * (DOORWAY_CORNER[0] - seen[0])
        self.assertGreater(seen[1], line)
        self.assertLess(seen[1], line + a_step)

    def test_the_inputs_for_halfspace_walk_are_the_keys_of_the_game(self):
        program = (ROOT / "examples" / "programs" / "gatehouse.cpp").read_text()
        keys = re.findall(r"^    \{(\d+), (true|false), (\d), (\d+)\}", program, re.M)
        walk = (ROOT / "examples" / "levels" / "gatehouse_walk.txt").read_text()
        lines = re.findall(r"^(\d+) (\d) 0 +(\d+) 0( crouch|)", walk, re.M)
        self.assertEqual(len(lines), 6)
        self.assertEqual([(key[0], key[2], key[3], key[1] == "true") for key in keys],
                         [(*line[:3], line[3] != "") for line in lines])

    def test_a_file_that_is_not_there_is_an_error(self):
        for program in ("GATEHOUSE", "GATEHOUSE_C"):
            if program in os.environ:
                done = subprocess.run([os.environ[program], "absent.hsw"], capture_output=True,
                                      text=True, timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn("absent.hsw", done.stderr)


if __name__ == "__main__":
    unittest.main()
