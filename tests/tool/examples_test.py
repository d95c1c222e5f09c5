# SPDX-License-Identifier: MIT
"""The example levels are what their README says, by the program and by brute force."""

import itertools
import random
import re
import runpy
import unittest

from map_oracle import OPAQUE, joined, world_brushes
from support import LEVELS, ToolTest

NAMES = ("keep", "station", "leak", "cistern", "gatehouse", "arena")
CELL = 8


def rows(columns):
    """The table rows of the README that have this many columns and name a level."""
    for line in (LEVELS / "README.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == columns and cells[0] in NAMES:
            yield cells


def player_start(text):
    origin = re.search(r'"info_player_start"\s+"origin" "([^"]+)"', text)[1]
    return tuple(int(c) for c in origin.split())


def bounds(text):
    numbers = [[float(n) for n in point.split()] for point in re.findall(r"\( ([^()]+) \)", text)]
    return [min(c) for c in zip(*numbers)], [max(c) for c in zip(*numbers)]


class Readme(ToolTest):
    def setUp(self):
        super().setUp()
        self.levels = {name: self.compile(LEVELS / f"{name}.map") for name in NAMES}

    def test_what_is_where(self):
        seen = 0
        for level, model, point, contents in rows(4):
            if not model.isdigit():
                continue
            done = self.check_run("classify", self.levels[level], *point.split(),
                                  "--model", model)
            self.assertEqual(done.stdout.split()[1], contents, (level, model, point))
            seen += 1
        self.assertGreater(seen, 20)

    def test_who_sees_whom(self):
        seen = 0
        for level, start, end, sight in rows(4):
            if sight not in ("clear", "blocked"):
                continue
            for pair in ((start, end), (end, start)):
                done = self.check_run("sight", self.levels[level], *" ".join(pair).split())
                self.assertEqual(done.stdout.strip(), sight, (level, *pair))
            seen += 1
        self.assertGreater(seen, 10)


class Files(unittest.TestCase):
    def test_they_are_what_the_script_writes(self):
        made = runpy.run_path(str(LEVELS / "make_levels.py"))["LEVELS"]
        self.assertEqual(sorted(made), sorted(f"{name}.map" for name in NAMES))
        for name, make in made.items():
            self.assertEqual((LEVELS / name).read_text(), make(), name)

    def test_so_is_the_level_of_new_games(self):
        made = runpy.run_path(str(LEVELS / "make_levels.py"))
        self.assertEqual(made["GAME"].read_text(), made["game"]())

    def test_they_are_small(self):
        for name in NAMES:
            self.assertLess((LEVELS / f"{name}.map").stat().st_size, 60_000)


class BruteForce(ToolTest):
    def random_point(self, rng, low, high):
        return tuple(rng.randrange(int(a - 32) * 16, int(b + 32) * 16) / 16
                     for a, b in zip(low, high))

    def test_ten_thousand_points_of_each_level(self):
        for name in NAMES:
            brushes = world_brushes(LEVELS / f"{name}.map")
            low, high = bounds((LEVELS / f"{name}.map").read_text())
            rng = random.Random(11)
            points = []
            while len(points) < 10_000:
                point = self.random_point(rng, low, high)
                # Planes off the grid may have moved by a little.
                if all(abs(brush.depth(point)) > 0.05 for brush in brushes):
                    points.append(point)
            self.compare(name, brushes, points)

    def compare(self, name, brushes, points):
        level = self.compile(LEVELS / f"{name}.map", "--no-fill")
        stdin = "".join(f"{x} {y} {z}\n" for x, y, z in points)
        answers = self.check_run("classify", level, stdin=stdin).stdout.splitlines()
        self.assertEqual(len(answers), len(points))
        for point, answer in zip(points, answers):
            truth = joined({brush.contents for brush in brushes if brush.depth(point) > 0})
            self.assertEqual(answer.split()[1], truth, (name, point))

    def test_lines_of_sight(self):
        for name in NAMES:
            brushes = [brush for brush in world_brushes(LEVELS / f"{name}.map")
                       if brush.contents in OPAQUE]
            low, high = bounds((LEVELS / f"{name}.map").read_text())
            rng = random.Random(12)
            pairs, truths = [], []
            while len(pairs) < 2000:
                a, b = (self.random_point(rng, low, high) for _ in range(2))
                most = max(brush.inside_length(a, b) for brush in brushes)
                if abs(most) > 1e-3:  # else it only grazes something
                    pairs.append((*a, *b))
                    truths.append("blocked" if most > 0 else "clear")
            level = self.compile(LEVELS / f"{name}.map", "--no-fill")
            stdin = "".join(" ".join(map(str, pair)) + "\n" for pair in pairs)
            answers = self.check_run("sight", level, stdin=stdin).stdout.split()
            for pair, answer, truth in zip(pairs, answers, truths, strict=True):
                self.assertEqual(answer, truth, (name, pair))
            self.assertIn("clear", truths)
            self.assertIn("blocked", truths)


def wall_cells(brush):
    """The cells whose centre the brush fills or touches."""
    first = [int(low // CELL) for low in brush.low]
    last = [int(high // CELL) for high in brush.high]
    for cell in itertools.product(*(range(a, b + 1) for a, b in zip(first, last))):
        if brush.depth([c * CELL + CELL / 2 for c in cell]) >= 0:
            yield cell


def neighbours(cell):
    for axis in range(3):
        for step in (-1, 1):
            yield (*cell[:axis], cell[axis] + step, *cell[axis + 1:])


class Sealed(unittest.TestCase):
    """Walks over a grid of cells from the player's start, as air would."""

    def escapes(self, name):
        path = LEVELS / f"{name}.map"
        text = path.read_text()
        seen = set()
        for brush in world_brushes(path):
            if brush.contents in ("solid", "sky"):
                seen.update(wall_cells(brush))
        low, high = bounds(text)
        work = [tuple(c // CELL for c in player_start(text))]
        while work:
            cell = work.pop()
            if any(not a - CELL < c * CELL < b + CELL for c, a, b in zip(cell, low, high)):
                return True
            for other in neighbours(cell):
                if other not in seen:
                    seen.add(other)
                    work.append(other)
        return False

    def test_all_others_are_sealed(self):
        for name in ("keep", "station", "cistern", "gatehouse", "arena"):
            self.assertFalse(self.escapes(name), name)

    def test_the_leak_leaks(self):
        self.assertTrue(self.escapes("leak"))


if __name__ == "__main__":
    unittest.main()
