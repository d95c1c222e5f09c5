#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures an octree of things that move, from 1000 to a million of them: a table in Markdown, and a
plot in SVG.

    benchmarks/octree_table.py OCTREE_BENCH [--plot PLOT.svg] [--rounds N]

OCTREE_BENCH is build/release/benchmarks/octree_bench. Times are thread CPU time, medians.
"""

import argparse
import collections
import pathlib
import re
import sys

import plots
from measuring import counters_in_turns

COUNTS = (1_000, 10_000, 100_000, 1_000_000)
# The benchmark, its counter, what the row says, how many nanoseconds are one of its units.
ROWS = (("all_move", "update_all_ns", "a move by `update_all`, all move, ns", 1),
        ("all_move", "update_ns", "the same by `update`", 1),
        ("all_move", "bullet_ns", "the same, Bullet's tree", 1),
        ("tenth_moves", "update_all_ns", "a move by `update_all`, a tenth moves, ns", 1),
        ("tenth_moves", "update_ns", "the same by `update`", 1),
        ("tenth_moves", "bullet_ns", "the same, Bullet's tree", 1),
        ("in_box", "halfspace_ns", "a box of 8 units, µs", 1000),
        ("in_box", "bullet_ns", "the same, Bullet's tree", 1000),
        ("in_view", "halfspace_ns", "a view of 25 degrees, µs", 1000),
        ("in_view", "all_boxes_ns", "the same, a loop over all boxes in SIMD", 1000),
        ("near_pairs", "halfspace_ns", "all pairs, ns for each object", 1),
        ("frame", "each_mover_ns", "a move and a box around it, ns for each object", 1))
# The lines of the plot: the benchmark, its counter, its name, its colour.
PANELS = (("a move [ns]", (("all_move", "update_all_ns", "Octree", "#2a6"),
                           ("all_move", "bullet_ns", "Bullet", "#c63"))),
          ("a box of 8 units [ns]", (("in_box", "halfspace_ns", "Octree", "#2a6"),
                                     ("in_box", "bullet_ns", "Bullet", "#c63"))),
          ("a view [ns]", (("in_view", "halfspace_ns", "Octree", "#2a6"),
                           ("in_view", "all_boxes_ns", "all boxes", "#36c"))))


def short(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def plot(path, found):
    parts = [plots.legend(10, 44, (("Octree", "#2a6"), ("Bullet's dynamic tree", "#c63"),
                                   ("a loop over all boxes, SIMD", "#36c")))]
    for i, (title, lines) in enumerate(PANELS):
        series = [(colour, True, [(count, found[name][count][counter],
                                   f"{line}, {count} objects: {found[name][count][counter]:.0f} ns")
                                  for count in COUNTS])
                  for name, counter, line, colour in lines]
        parts.append(plots.log_panel(60 + 280 * i, 90, 210, 230, "objects", title, series))
    plots.write(path, 850, 370, "Things that move: cost against their number", *parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, metavar="OCTREE_BENCH")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    found = collections.defaultdict(dict)
    for name, counters in counters_in_turns([arguments.bench], {}, ".", arguments.rounds)[0].items():
        kind, count = re.match(r"bench_(\w+)/(\d+)", name).groups()
        found[kind][int(count)] = counters
    print(f"| | {' | '.join(f'{count:,}' for count in COUNTS)} |")
    print(f"|---|{'---|' * len(COUNTS)}")
    for kind, counter, words, unit in ROWS:
        if all(counter in found[kind][count] for count in COUNTS):
            cells = (short(found[kind][count][counter] / unit) for count in COUNTS)
            print(f"| {words} | {' | '.join(cells)} |")
    for kind in ("in_box", "in_view"):
        each = ", ".join(short(found[kind][count]["halfspace_found"]) for count in COUNTS)
        print(f"\n{kind} finds: {each}")
    if arguments.plot:
        plot(arguments.plot, found)


if __name__ == "__main__":
    sys.exit(main())
