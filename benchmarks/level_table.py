#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures compiling every .map of some folders: a table in Markdown.

    benchmarks/level_table.py TOOL FOLDER... [--before TOOL] [--least BRUSHES] [--runs N]

TOOL is the command line (build/release/tools/halfspace/halfspace). CPU is user and system time of
the whole process on one thread, reading and writing included; memory is its largest resident set.
Both are medians of N runs. With --before, another build takes turns with TOOL.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

from measuring import compile_command, complain, in_turns, info


def row_of(tools, name, path, least, runs, out):
    source = shutil.copy(path, out.parent)  # a level that leaks gets its line beside it
    commands = [compile_command(tool, source, out) for tool in tools]
    if in_turns(commands[-1:], 1) is None:
        complain(f"{path}: does not compile")
        return None
    row = {**info(tools[-1], out), "name": name}
    if row["brushes"] < least:
        return None
    row["measured"] = in_turns(commands, runs)
    return row


def table(rows):
    yield ("| level | brushes | CPU ms | MB | nodes | depth (mean) | faces | splits | file KB "
           "| clusters | portals | each sees | bits n/d/side "
           "| identity / filter / integral / exact % |")
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    for r in rows:
        decisions, bits = r["side_decisions"], r["plane_bits"]
        parts = [decisions[step] for step in ("identity", "filter", "integral")]
        parts.append(sum(decisions[step] for step in ("exact128", "exact192", "exact256")))
        total = max(1, sum(decisions.values()))
        shares = " / ".join(f"{100 * part / total:.2f}" for part in parts)
        cpu = " → ".join(f"{1000 * seconds:.0f}" for seconds, _ in r["measured"])
        memory = " → ".join(f"{megabytes:.0f}" for _, megabytes in r["measured"])
        sees = "all" if r["average_visible"] is None else f"{r['average_visible']:.1f}"
        yield (f"| {r['name']} | {r['brushes']} | {cpu} | {memory} | {r['nodes']} "
               f"| {r['depth']['max']} ({r['depth']['mean']:.1f}) | {r['faces']} "
               f"| {r['face_splits']} | {r['bytes'] / 1024:.0f} "
               f"| {r['clusters']} | {r['portals']} | {sees} "
               f"| {bits['normal']}/{bits['distance']}/{bits['predicate']} | {shares} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--before", type=pathlib.Path, metavar="TOOL")
    parser.add_argument("--least", type=int, default=0, metavar="BRUSHES",
                        help="leave out levels with fewer brushes")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    tools = [tool for tool in (arguments.before, arguments.tool) if tool]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "level.hsw"
        rows = [row_of(tools, str(path.relative_to(root).with_suffix("")), path, arguments.least,
                       arguments.runs, out)
                for root in arguments.folders for path in sorted(root.rglob("*.map"))]
    rows = sorted(filter(None, rows), key=lambda r: (-r["brushes"], r["name"]))
    print("\n".join(table(rows)))
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
