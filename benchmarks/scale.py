#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how compiling grows with the number of brushes: a table in Markdown, and a plot in SVG.

    benchmarks/scale.py TOOL [LEVEL.map] [--copies N...] [--beside LEVEL.map...]
                        [--plot PLOT.svg] [--runs N]

Copies of one level stand side by side in a square, with space between them: larger and larger
levels of the same kind. Levels of --beside are measured as they are. TOOL is the command line
(build/release/tools/halfspace/halfspace). CPU and peak memory are those of
`compile --threads 1`, medians of N runs.
"""

import argparse
import decimal
import math
import pathlib
import re
import sys
import tempfile

import plots
from measuring import compile_command, in_turns, info

NUMBER = r"\s+(-?[\d.]+(?:[eE][+-]?\d+)?)"
POINT = rf"\({NUMBER * 3}\s+\)"
SIDE = re.compile(rf"\s*{POINT}\s*{POINT}\s*{POINT}(.*)", re.DOTALL)
KEEP = pathlib.Path(__file__).resolve().parent.parent / "examples/levels/keep.map"


class Tiles:
    """A .map that can be copied. Lines are (the nine numbers of a side or None, the other text).
    Each side stands on a line of its own."""

    def __init__(self, text):
        if "patchDef" in text or "brushDef" in text:
            sys.exit("only plain brushes can be copied, not patchDef and brushDef")
        self.entities = [[]]
        depth = 0
        for line in text.splitlines():
            side = SIDE.fullmatch(line)
            numbers = [decimal.Decimal(n) for n in side.groups()[:9]] if side else None
            self.entities[-1].append((numbers, side[10] if side else line))
            depth += {"{": 1, "}": -1}.get(line.strip(), 0)
            if line.strip() == "}" and depth == 0:
                self.entities.append([])
        sides = [numbers for entity in self.entities for numbers, _ in entity if numbers]
        self.steps = [self.step([n for numbers in sides for n in numbers[axis::3]])
                      for axis in (0, 1)]

    @staticmethod
    def step(coordinates):
        """The extent rounded up to 64 units, and 128 units of space."""
        return (math.ceil((max(coordinates) - min(coordinates)) / 64) + 2) * 64

    @staticmethod
    def moved(lines, x, y):
        for numbers, rest in lines:
            if not numbers:
                yield rest
                continue
            new = [f"{n + by:f}" for n, by in zip(numbers, (x, y, 0) * 3)]
            yield " ".join(f"( {' '.join(new[i:i + 3])} )" for i in (0, 3, 6)) + rest

    def lines(self, copies):
        """Worldspawn gets the brushes of all copies. Other entities with brushes are copied, too;
        entities without brushes are not."""
        row = math.ceil(math.sqrt(copies))
        places = [tuple((i - row // 2) * step for i, step in zip((k % row, k // row), self.steps))
                  for k in range(copies)]
        world, *others = self.entities
        first_brush = [i for i, (_, text) in enumerate(world) if text.strip() == "{"][1]
        yield from self.moved(world[:first_brush], 0, 0)
        for place in places:
            yield from self.moved(world[first_brush:-1], *place)
        yield "}"
        for entity in others:
            has_brushes = any(numbers for numbers, _ in entity)
            for place in places if has_brushes else places[:1]:
                yield from self.moved(entity, *place)


def row_of(tool, name, level, runs, folder):
    out = folder / "level.hsw"
    measured = in_turns([compile_command(tool, level, out)], runs)
    if measured is None:
        sys.exit(f"{name} does not compile")
    seconds, megabytes = measured[0]
    found = info(tool, out)
    return {"name": name, "brushes": found["brushes"], "cpu": seconds, "memory": megabytes,
            "nodes": found["nodes"], "bytes": found["bytes"]}


def table(rows):
    yield ("| level | brushes | CPU s | µs for a brush | peak MB | KB for a brush | nodes "
           "| file MB |")
    yield "|---|---|---|---|---|---|---|---|"
    for r in rows:
        yield (f"| {r['name']} | {r['brushes']} | {r['cpu']:.2f} "
               f"| {1e6 * r['cpu'] / r['brushes']:.0f} | {r['memory']:.0f} "
               f"| {1024 * r['memory'] / r['brushes']:.0f} | {r['nodes']} "
               f"| {r['bytes'] / 1e6:.1f} |")


def plot(path, copied, single, name):
    panels = []
    for left, what, y_name in ((60, "cpu", "CPU, seconds"), (455, "memory", "peak memory, MB")):
        of = [[(r["brushes"], r[what], r["name"]) for r in rows] for rows in (copied, single)]
        series = [("#27408b", True, of[0]), ("#c70", False, of[1])]
        panels.append(plots.log_panel(left, 92, 315, 290, "brushes", y_name, series))
    names = [(f"copies of {name}, side by side", "#27408b")]
    if single:
        names.append(("single levels", "#c70"))
    plots.write(path, 790, 440, "compile --threads 1 against the number of brushes",
                plots.legend(10, 44, names), *panels)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("level", type=pathlib.Path, nargs="?", default=KEEP)
    parser.add_argument("--copies", type=int, nargs="+", default=[1, 2, 4, 9, 16, 25])
    parser.add_argument("--beside", type=pathlib.Path, nargs="+", default=[])
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=1)
    arguments = parser.parse_args()
    tiles = Tiles(arguments.level.read_text("utf-8", errors="surrogateescape"))
    with tempfile.TemporaryDirectory() as folder_name:
        folder = pathlib.Path(folder_name)
        copied = []
        for copies in arguments.copies:
            tiled = folder / "tiled.map"
            with tiled.open("w", encoding="utf-8", errors="surrogateescape") as file:
                file.writelines(line + "\n" for line in tiles.lines(copies))
            copied.append(row_of(arguments.tool, f"{copies} x {arguments.level.stem}", tiled,
                                 arguments.runs, folder))
        single = [row_of(arguments.tool, level.stem, level, arguments.runs, folder)
                  for level in arguments.beside]
    print("\n".join(table(sorted(copied + single, key=lambda r: r["brushes"]))))
    if arguments.plot:
        plot(arguments.plot, copied, single, arguments.level.stem)


if __name__ == "__main__":
    main()
