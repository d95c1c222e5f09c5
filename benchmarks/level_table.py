#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures compiling every level of some folders: a table in Markdown, and a plot of CPU against
brushes in SVG.

    benchmarks/level_table.py TOOL FOLDER... [--plot PLOT.svg] [--runs N]

TOOL is the command line (build/release/tools/halfspace/halfspace). CPU is user and system time of
the whole process on one thread, reading and writing included, the least of N runs; memory is its
largest resident set.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile


def measure(command):
    """(exit code, CPU seconds, peak KB) of one process."""
    with open(os.devnull, "wb") as nothing:
        child = subprocess.Popen(command, stdout=nothing, stderr=nothing)
        _, status, usage = os.wait4(child.pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def row_of(tool, name, path, runs, folder):
    level = folder / "level.hsw"
    command = [tool, "compile", path, "-o", level, "--threads", "1", "--quiet"]
    results = [measure(command) for _ in range(runs)]
    if results[0][0] != 0:
        return None
    info = json.loads(subprocess.run([tool, "info", level, "--json"], check=True,
                                     capture_output=True).stdout)
    decisions = info["side_decisions"]
    total = max(1, sum(decisions.values()))
    exact = sum(decisions[step] for step in ("exact128", "exact192", "exact256"))
    return {
        "name": name, "brushes": info["brushes"], "cpu": min(r[1] for r in results),
        "memory": min(r[2] for r in results), "nodes": info["nodes"], "leaves": info["leaves"],
        "depth": info["depth"]["max"], "mean": info["depth"]["mean"], "faces": info["faces"],
        "splits": info["face_splits"], "bytes": info["bytes"],
        "normal": info["plane_bits"]["normal"], "distance": info["plane_bits"]["distance"],
        "predicate": info["plane_bits"]["predicate"],
        "shares": [100 * decisions[step] / total for step in ("identity", "filter", "integral")]
        + [100 * exact / total],
    }


def table(rows):
    yield ("| level | brushes | CPU ms | MB | nodes | leaves | depth (mean) | faces | splits "
           "| file KB | bits n/d/side | identity / filter / integral / exact % |")
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for r in rows:
        shares = " / ".join(f"{share:.2f}" for share in r["shares"])
        yield (f"| {r['name']} | {r['brushes']} | {1000 * r['cpu']:.0f} "
               f"| {r['memory'] / 1024:.0f} | {r['nodes']} | {r['leaves']} "
               f"| {r['depth']} ({r['mean']:.1f}) | {r['faces']} | {r['splits']} "
               f"| {r['bytes'] / 1024:.0f} | {r['normal']}/{r['distance']}/{r['predicate']} "
               f"| {shares} |")


def plot(rows):
    """CPU against brushes, both axes logarithmic."""
    width, height, left, bottom = 640, 420, 60, 50
    points = [(max(1, r["brushes"]), max(1.0, 1000 * r["cpu"]), r["name"]) for r in rows]
    right_log = math.ceil(math.log10(max(p[0] for p in points)))
    top_log = math.ceil(math.log10(max(p[1] for p in points)))

    def x(brushes):
        return left + (width - left - 20) * math.log10(brushes) / right_log

    def y(milliseconds):
        return height - bottom - (height - bottom - 20) * math.log10(milliseconds) / top_log

    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="12">')
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    for power in range(right_log + 1):
        at = x(10 ** power)
        yield f'<path d="M{at:.1f} 20V{height - bottom}" stroke="#ddd"/>'
        yield (f'<text x="{at:.1f}" y="{height - bottom + 16}" text-anchor="middle">'
               f'{10 ** power}</text>')
    for power in range(top_log + 1):
        at = y(10 ** power)
        yield f'<path d="M{left} {at:.1f}H{width - 20}" stroke="#ddd"/>'
        yield f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{10 ** power}</text>'
    for brushes, milliseconds, name in points:
        yield (f'<circle cx="{x(brushes):.1f}" cy="{y(milliseconds):.1f}" r="3.5" '
               f'fill="#2a6" fill-opacity="0.7"><title>{name}</title></circle>')
    yield (f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">brushes</text>')
    yield (f'<text x="16" y="{height / 2}" text-anchor="middle" '
           f'transform="rotate(-90 16 {height / 2})">CPU, milliseconds</text>')
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for root in arguments.folders:
            for path in sorted(root.rglob("*.map")):
                name = str(path.relative_to(root).with_suffix(""))
                row = row_of(arguments.tool, name, path, arguments.runs, pathlib.Path(folder))
                if row:
                    rows.append(row)
                else:
                    print(f"{path}: does not compile", file=sys.stderr)
    rows.sort(key=lambda r: (-r["brushes"], r["name"]))
    print("\n".join(table(rows)))
    if arguments.plot:
        arguments.plot.write_text("\n".join(plot(rows)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
