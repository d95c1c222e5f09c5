#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures levels with one onion tree for all bodies and with a tree for each: a table in Markdown,
and a plot of their nodes in SVG.

    benchmarks/onion_table.py TOOL LEVEL... [--plot PLOT.svg] [--runs N]

TOOL is the command line (build/release/tools/halfspace/halfspace), LEVEL all that it compiles
("pak1.pk3:maps/keep.bsp"). CPU is that of the whole process on one thread, the least of N runs.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from level_table import measure


def tree_of(tool, level, collision, runs, folder):
    out = folder / "level.hsw"
    command = [tool, "compile", level, "-o", out, "--collision", collision, "--threads", "1",
               "--quiet"]
    results = [measure(command) for _ in range(runs)]
    if results[0][0] != 0:
        return None
    info = json.loads(subprocess.run([tool, "info", out, "--json"], check=True,
                                     capture_output=True).stdout)
    return {"nodes": info["nodes"], "depth": info["depth"]["max"], "mean": info["depth"]["mean"],
            "bytes": info["bytes"], "cpu": min(cpu for _, cpu, _ in results)}


def table(rows):
    yield ("| level | onion: nodes | depth (mean) | file MB | CPU s | separate: nodes "
           "| depth (mean) | file MB | CPU s | nodes, ratio |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name, onion, separate in rows:
        cells = (f"{t['nodes']} | {t['depth']} ({t['mean']:.1f}) | {t['bytes'] / 1e6:.2f} "
                 f"| {t['cpu']:.2f}" for t in (onion, separate))
        yield f"| {name} | {' | '.join(cells)} | {onion['nodes'] / separate['nodes']:.2f} |"


def plot(rows):
    width, row_height, left, bar_room = 760, 34, 160, 440
    most = max(max(onion["nodes"], separate["nodes"]) for _, onion, separate in rows)
    height = 60 + row_height * len(rows)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="12">')
    yield "<title>Nodes of trees for four spaces: one onion, or separate trees together</title>"
    yield f'<rect width="{width}" height="{height}" fill="#fff"/>'
    yield ('<text x="10" y="20" font-size="14">Nodes for point, stand, crouch and large: '
           'onion (dark), separate trees together (light)</text>')
    for i, (name, onion, separate) in enumerate(rows):
        top = 40 + row_height * i
        yield f'<text x="{left - 10}" y="{top + 18}" text-anchor="end">{name}</text>'
        for nodes, colour, y in ((onion["nodes"], "#27408b", top),
                                 (separate["nodes"], "#9db4e8", top + 13)):
            length = bar_room * nodes / most
            yield (f'<rect x="{left}" y="{y}" width="{length:.1f}" height="12" fill="{colour}"/>'
                   f'<text x="{left + length + 5:.1f}" y="{y + 10}" font-size="10">{nodes}</text>')
        yield (f'<text x="{width - 10}" y="{top + 18}" text-anchor="end">'
               f'{onion["nodes"] / separate["nodes"]:.2f}</text>')
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    is_good = True
    with tempfile.TemporaryDirectory() as folder:
        for level in arguments.levels:
            trees = [tree_of(arguments.tool, level, collision, arguments.runs, pathlib.Path(folder))
                     for collision in ("onion", "separate")]
            if None in trees:
                print(f"{level}: does not compile", file=sys.stderr)
                is_good = False
            else:
                rows.append((pathlib.PurePath(level.split(":")[-1]).stem, *trees))
    print("\n".join(table(rows)))
    if arguments.plot and rows:
        arguments.plot.write_text("\n".join(plot(rows)) + "\n", encoding="utf-8")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
