#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures compiling and verifying levels with curves, beside another build: a table in Markdown,
and a plot of the seconds in SVG.

    benchmarks/curve_table.py TOOL LEVEL... [--before TOOL] [--plot PLOT.svg] [--runs N]

TOOL is the command line (build/release/tools/halfspace/halfspace), LEVEL all that it compiles. CPU
is that of the whole process on one thread, the median of N runs. The build of --before runs once,
because it may take minutes for a level.
"""

import argparse
import pathlib
import sys
import tempfile

import plots
from measuring import compile_command, complain, in_turns, info, name_of

FIELDS = ("facets", "compile", "megabytes", "verify", "nodes", "depth")


def measured(tool, level, runs, out):
    compiled = in_turns([compile_command(tool, level, out)], runs)
    if compiled is None:
        complain(f"{level}: does not compile")
        return None
    verified = in_turns([[tool, "verify", out, level, "--threads", "1"]], runs)
    if verified is None:
        complain(f"{level}: verify fails")
        return None
    level_info = info(tool, out)
    return {"facets": level_info["facets"], "compile": compiled[0][0],
            "megabytes": compiled[0][1], "verify": verified[0][0], "nodes": level_info["nodes"],
            "depth": level_info["depth"]["max"]}


def table(rows):
    yield "| level | facets | compile s | MB | verify s | nodes | depth |"
    yield "|---|---|---|---|---|---|---|"
    for name, versions in rows:
        cells = [" → ".join(f"{v[field]:.{1 if field in ('compile', 'verify') else 0}f}"
                            for v in versions) for field in FIELDS]
        yield f"| {name} | {' | '.join(cells)} |"


def plot(path, rows):
    plots.bars(path, "Compiling levels with many curves: CPU seconds",
               [("before", "#c9b27c"), ("now", "#27408b")],
               [(name, [v["compile"] for v in versions],
                 f"{versions[0]['compile'] / versions[1]['compile']:.1f} times")
                for name, versions in rows],
               lambda value: f"{value:.1f}",
               footnote="On the right: how many times as long the version before takes.")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    parser.add_argument("--before", type=pathlib.Path, metavar="TOOL")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "level.hsw"
        for level in arguments.levels:
            versions = [measured(arguments.tool, level, arguments.runs, out)]
            if arguments.before:
                versions.insert(0, measured(arguments.before, level, 1, out))
            if None not in versions:
                rows.append((name_of(level), versions))
    print("\n".join(table(rows)))
    if arguments.plot and all(len(versions) == 2 for _, versions in rows):
        plot(arguments.plot, rows)
    return 0 if len(rows) == len(arguments.levels) else 1


if __name__ == "__main__":
    sys.exit(main())
