#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures levels with one onion tree for all bodies and with a tree for each: a table in Markdown,
and a plot of their nodes in SVG.

    benchmarks/onion_table.py TOOL LEVEL... [--plot PLOT.svg] [--runs N]

TOOL is the command line (build/release/tools/halfspace/halfspace), LEVEL all that it compiles
("pak1.pk3:maps/keep.bsp"). CPU is that of the whole process on one thread, the median of N runs.
"""

import argparse
import pathlib
import sys
import tempfile

import plots
from measuring import compile_command, complain, geometric_mean, in_turns, info, name_of

KINDS = (("onion", "#27408b"), ("separate", "#9db4e8"))


def trees_of(tool, level, runs, folder):
    outs = [folder / f"{kind}.hsw" for kind, _ in KINDS]
    measured = in_turns([compile_command(tool, level, out, "--collision", kind)
                         for (kind, _), out in zip(KINDS, outs)], runs)
    if measured is None:
        complain(f"{level}: does not compile")
        return None
    return [{**info(tool, out), "cpu": cpu} for out, (cpu, _) in zip(outs, measured)]


def table(rows):
    yield ("| level | onion: nodes | depth (mean) | file MB | CPU s | separate: nodes "
           "| depth (mean) | file MB | CPU s | ratio of nodes | of files |")
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for name, trees in rows:
        cells = (f"{t['nodes']} | {t['depth']['max']} ({t['depth']['mean']:.1f}) "
                 f"| {t['bytes'] / 1e6:.2f} | {t['cpu']:.2f}" for t in trees)
        onion, separate = trees
        yield (f"| {name} | {' | '.join(cells)} | {onion['nodes'] / separate['nodes']:.2f} "
               f"| {onion['bytes'] / separate['bytes']:.2f} |")
    means = [geometric_mean(onion[what] / separate[what] for _, (onion, separate) in rows)
             for what in ("nodes", "bytes")]
    yield f"| geometric mean | | | | | | | | | {means[0]:.2f} | {means[1]:.2f} |"


def plot(path, rows):
    plots.bars(path, "Nodes of trees for four spaces: point, stand, crouch, large",
               [("onion: one tree", KINDS[0][1]), ("separate trees, together", KINDS[1][1])],
               [(name, [t["nodes"] for t in trees],
                 f"{trees[0]['nodes'] / trees[1]['nodes']:.2f}") for name, trees in rows],
               str, footnote="On the right: nodes of the onion / nodes of the separate trees.")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = [(name_of(level), trees_of(arguments.tool, level, arguments.runs,
                                           pathlib.Path(folder)))
                 for level in arguments.levels]
    rows = [row for row in found if row[1]]
    if rows:
        print("\n".join(table(rows)))
        if arguments.plot:
            plot(arguments.plot, rows)
    return 0 if len(rows) == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
