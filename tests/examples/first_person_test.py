# SPDX-License-Identifier: MIT
"""The first-person games in C++ and in C play the same game, and no step of it contradicts the
level's text: walls, door, sight and water are checked by brute force over the brushes."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tool"))

from map_oracle import Brush, SIDE, joined, plane, world_brushes  # noqa: E402

MAP = ROOT / "examples" / "levels" / "cistern.map"
BODY_LOW, BODY_HIGH = (-15, -15, -24), (15, 15, 32)
EYE = 22
GUARD_EYE = (756, 128, 88 + EYE)
STEPS = 164
JUMP = 140  # the step in which the player jumps
STAIR = 18
SKIN = 1 / 32
ROUNDED = 1e-3  # printed positions have three decimals

LINE = re.compile(r"step (\d+) at (\S+) (\S+) (\S+) (on the ground|in the air), eye in (\w+), "
                  r"(seen|not seen), door open by (\S+), (\d+) faces")


def play(program, *arguments):
    done = subprocess.run([os.environ[program], os.environ["LEVEL"], *arguments],
                          capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.splitlines()


def moved(brush, y):
    """The brush, moved along the y axis."""
    other = Brush([(n, d + n[1] * y) for n, d in brush.planes], [brush.low, brush.high],
                  brush.contents)
    other.low[1], other.high[1] = brush.low[1] + y, brush.high[1] + y
    return other


def closed_door():
    text = MAP.read_text().split('"func_door"')[1].split("// entity")[0]
    sides = [[float(c) for c in found.groups()[:9]] for found in SIDE.finditer(text)]
    corners = [[side[i:i + 3] for i in (0, 3, 6)] for side in sides]
    return Brush([plane(three) for three in corners], sum(corners, []), "solid")


def meets(brush, at, low=BODY_LOW, high=BODY_HIGH):
    """True if the box around the place shares volume with the brush. Exact for upright prisms."""
    for i in range(3):
        if at[i] + low[i] >= brush.high[i] - ROUNDED or at[i] + high[i] <= brush.low[i] + ROUNDED:
            return False
    return all(sum(min(n[i] * (at[i] + low[i]), n[i] * (at[i] + high[i])) for i in range(3))
               < d - ROUNDED for n, d in brush.scaled)


class Step:
    def __init__(self, line):
        found = LINE.fullmatch(line)
        self.number = int(found[1])
        self.at = tuple(float(found[i]) for i in (2, 3, 4))
        self.on_ground = found[5] == "on the ground"
        self.eye_in = found[6]
        self.is_seen = found[7] == "seen"
        self.open = float(found[8])
        self.faces = int(found[9])
        self.eye = (*self.at[:2], self.at[2] + EYE)


class FirstPerson(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lines = play("FIRST_PERSON", "1")
        cls.steps = [Step(line) for line in cls.lines]
        cls.world = world_brushes(MAP)
        cls.walls = [brush for brush in cls.world if brush.contents == "solid"]
        cls.door = closed_door()

    def test_every_step_is_printed_once(self):
        self.assertEqual([step.number for step in self.steps], list(range(1, STEPS + 1)))

    def test_every_sixteenth_step_is_printed_unless_told_otherwise(self):
        self.assertEqual(play("FIRST_PERSON"), self.lines[15::16])

    @unittest.skipUnless("FIRST_PERSON_C" in os.environ, "built without the library for C")
    def test_the_game_in_c_prints_the_same(self):
        self.assertEqual(play("FIRST_PERSON_C", "1"), self.lines)
        self.assertEqual(play("FIRST_PERSON_C"), self.lines[15::16])

    def test_the_body_is_never_in_a_wall_or_in_the_door(self):
        self.assertTrue(any(meets(wall, (40, 112, 20)) for wall in self.walls),
                        "the mapper placed the start in the floor")
        for step in self.steps:
            for brush in (*self.walls, moved(self.door, step.open)):
                self.assertFalse(meets(brush, step.at), (step.number, brush.low, brush.high))

    def test_who_stands_on_the_ground_has_ground_below(self):
        for step in self.steps:
            lower = (*step.at[:2], step.at[2] - 2 * SKIN)
            stands = any(meets(wall, lower) for wall in self.walls)
            self.assertTrue(stands or not step.on_ground, step.number)

    def test_walkers_climb_and_descend_stairs_at_most(self):
        for before, after in zip(self.steps, self.steps[1:]):
            if before.on_ground and after.on_ground:
                rise = abs(after.at[2] - before.at[2])
                self.assertLessEqual(rise, STAIR + ROUNDED, after.number)

    def test_the_jump_is_as_high_as_gravity_lets_it(self):
        jump = [step for step in self.steps if step.number >= JUMP]
        self.assertFalse(jump[0].on_ground)
        height = max(step.at[2] for step in jump) - self.steps[JUMP - 2].at[2]
        self.assertGreater(height, 45)
        self.assertLess(height, 45 + 270 / 32, "a jump of steps overshoots by less than a step")

    def test_the_door_opens_for_who_is_near_waits_and_closes_behind(self):
        reach, wait, way = 80, 1, 80 / 32
        is_open, waits, last = "closed", 0, 0.0
        # The door moves first, so it looks where the player was before the step.
        for before, step in zip([self.steps[0], *self.steps], self.steps):
            is_near = all(self.door.low[i] - reach <= before.at[i] <= self.door.high[i] + reach
                          for i in range(3))
            if is_near and is_open in ("closed", "closing"):
                is_open = "opening"
            if is_open == "opening":
                last = min(last + way, 64 - 8)
                if last == 64 - 8:
                    is_open, waits = "open", wait
            elif is_open == "open":
                waits = wait if is_near else waits - 1 / 32
                is_open = "closing" if waits <= 0 else "open"
            elif is_open == "closing":
                last = max(last - way, 0)
                is_open = "closing" if last > 0 else "closed"
            self.assertEqual(step.open, last, step.number)
        self.assertEqual(max(step.open for step in self.steps), 56)
        self.assertEqual(last, 0)

    def test_the_guard_sees_the_player_as_soon_as_the_door_lets_him(self):
        for step in self.steps:
            most = max(brush.inside_length(GUARD_EYE, step.eye)
                       for brush in (*self.walls, moved(self.door, step.open)))
            if abs(most) > 1e-3:
                self.assertEqual(step.is_seen, most <= 0, step.number)
        first = next(step for step in self.steps if step.is_seen)
        self.assertEqual(first.number, 67)
        self.assertEqual((first.open, first.on_ground), (40, True))

    def test_the_eye_is_in_what_the_text_says(self):
        for step in self.steps:
            truth = joined({brush.contents for brush in self.world if brush.depth(step.eye) > 0})
            self.assertEqual(step.eye_in, truth, step.number)
        self.assertIn("water", {step.eye_in for step in self.steps})

    def test_the_game_ends_on_the_crate_at_the_wall(self):
        last = self.steps[-1]
        self.assertTrue(last.on_ground)
        self.assertAlmostEqual(last.at[1], 15 + SKIN, delta=ROUNDED)
        self.assertAlmostEqual(last.at[2], 96 + 24 + SKIN, delta=ROUNDED)

    def test_fewer_faces_are_drawn_where_the_view_is_narrow(self):
        self.assertGreater(min(step.faces for step in self.steps), 5)
        self.assertLess(self.steps[-1].faces, max(step.faces for step in self.steps))


if __name__ == "__main__":
    unittest.main()
