#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables and plots of docs/explanation/which_tree.md, of what which_tree_bench has measured.

    benchmarks/which_tree_table.py RESULTS.json... [--plots FOLDER]

RESULTS.json is what `build/release/benchmarks/which_tree_bench --benchmark_out=RESULTS.json` has
written. There may be several such files, each with some of the benchmarks. The plots are
FOLDER/which_order.svg and so on.
"""

import argparse
import collections
import json
import pathlib
import sys

import plots

WORLD, TRIANGLES, OCTREE, BOXES, LOOP, SORT = (
    "#c2255c", "#2f6fb0", "#2a8a5a", "#b06fd0", "#555555", "#d08a20")
# The plots: name, title, panels. A panel is (benchmark, title, name of the x axis, lines). A line
# is (counter, name, colour, is it whole or "dashes").
FACES, THINGS = "triangles of the level", "things"
PLOTS = (
    ("order", "Draw order: an index buffer, far to near",
     (("level_order", "time for one eye", FACES,
       (("world_ns", "world tree (exact)", WORLD, True),
        ("triangles_ns", "triangle tree, far_to_near", TRIANGLES, True),
        ("sort_ns", "sort by distance", SORT, True))),)),
    ("culling", "Culling: what is in view?",
     (("level_view", "faces of a level: time for one view", FACES,
       (("world_ns", "world tree (and in order)", WORLD, True),
        ("octree_ns", "octree", OCTREE, True),
        ("loop_ns", "loop over all boxes", LOOP, True))),
      ("things_view", "things: time for one view", THINGS,
       (("octree_ns", "", OCTREE, True), ("narrow_ns", "octree, narrow view", OCTREE, "dashes"),
        ("loop_ns", "", LOOP, True))))),
    ("rays", "Rays: what is on this line?",
     (("level_rays", "a wall on the line: time for one", FACES,
       (("world_first_ns", "world tree, first wall", WORLD, True),
        ("world_any_ns", "any wall?", WORLD, "dashes"),
        ("triangles_first_ns", "triangle tree, first", TRIANGLES, True),
        ("triangles_any_ns", "any?", TRIANGLES, "dashes"),
        ("loop_first_ns", "loop over all", LOOP, True))),
      ("things_ray", "things on the line: time for one", THINGS,
       (("octree_ns", "octree", OCTREE, True), ("boxes_ns", "box tree", BOXES, True),
        ("loop_ns", "", LOOP, True))))),
    ("pairs", "Pairs: what touches what?",
     (("things_frame", "all move, then all pairs: for one thing", THINGS,
       (("octree_ns", "octree", OCTREE, True), ("rebuild_ns", "box tree, rebuilt", BOXES, True),
        ("refit_ns", "refitted", BOXES, "dashes"), ("sweep_ns", "sort along x", SORT, True),
        ("loop_ns", "loop over all boxes", LOOP, True))),
      ("things_box", "things near one place: time for one question", THINGS,
       (("octree_ns", "", OCTREE, True), ("boxes_ns", "", BOXES, True),
        ("loop_ns", "", LOOP, True))))),
    ("moves", "Moving things: what does it cost to follow them?",
     (("things_move", "a frame: time for each thing that there is", THINGS,
       (("octree_ns", "octree", OCTREE, True),
        ("octree_tenth_ns", "only a tenth moves", OCTREE, "dashes"),
        ("rebuild_ns", "box tree, rebuilt", BOXES, True),
        ("refit_ns", "refitted", BOXES, "dashes"))),
      ("things_aging", "a question later: 10,000 things", "frames since the box tree was built",
       (("octree_ns", "", OCTREE, True), ("rebuild_ns", "", BOXES, True),
        ("refit_ns", "", BOXES, "dashes"))))),
)
EXAMPLES = ("keep", "castle")


def read(paths):
    """{benchmark: {x: counters}} of generated scenes, and {benchmark: {example: counters}}."""
    scenes, examples = collections.defaultdict(dict), collections.defaultdict(dict)
    for path in paths:
        for found in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
            kind, argument = found["name"].split("/")[:2]
            if found.get("label") in EXAMPLES:
                examples[kind][found["label"]] = found
            else:
                scenes[kind][int(found.get("triangles", argument))] = found
    return scenes, examples


def keys(width, panels):
    """A short line and a name for each line of the panels that has a name; where they end."""
    items, x, y = [], 10, 44
    for _, name, colour, style in (line for panel in panels for line in panel[3]):
        if not name:
            continue
        if x + 40 + 6.4 * len(name) > width:
            x, y = 10, y + 18
        dashes = ' stroke-dasharray="6 4"' if style == "dashes" else ""
        items.append(f'<path d="M{x:.1f} {y - 4}h24" stroke="{colour}" stroke-width="2"{dashes}/>')
        items.append(plots.text(x + 29, y, name))
        x += 50 + 6.4 * len(name)
    return items, y


def draw(folder, name, title, panels, scenes):
    width, gap = (330, 425) if len(panels) > 1 else (560, 0)
    whole = 65 + gap * (len(panels) - 1) + width + 20
    items, end = keys(whole, panels)
    parts = [items]
    for i, (kind, panel_title, x_name, lines) in enumerate(panels):
        series = []
        for counter, line, colour, style in lines:
            points = [(x, c[counter], f"{line} {x}: {short(c[counter])}")
                      for x, c in sorted(scenes[kind].items()) if counter in c]
            if points:
                series.append((colour, style, points))
        parts.append(plots.log_panel(65 + gap * i, end + 40, width, 270, x_name, panel_title,
                                     series, plots.time))
    plots.write(folder / f"which_{name}.svg", whole, end + 360, title, *parts)


def short(nanoseconds):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            return f"{float(f'{nanoseconds / size:.2g}'):g} {unit}"
    return f"{float(f'{nanoseconds:.2g}'):g} ns"


def table(found, counters, shown=short):
    print(f"| | {' | '.join(f'{x:,}' if isinstance(x, int) else x for x in sorted(found))} |")
    print(f"|---|{'---|' * len(found)}")
    for counter in counters:
        cells = (shown(c[counter]) if counter in c else "" for _, c in sorted(found.items()))
        print(f"| {counter} | {' | '.join(cells)} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, nargs="+", metavar="RESULTS.json")
    parser.add_argument("--plots", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    scenes, examples = read(arguments.results)
    for of in (scenes, examples):
        for kind, found in of.items():
            print(f"{kind}\n")
            names = {name: None for c in found.values() for name in c}
            table(found, [n for n in names if n.endswith("_ns")])
            for ending in ("_found", "_bytes", "_wrong"):
                those = [n for n in names if n.endswith(ending)]
                if those:
                    table(found, those, lambda value: f"{value:.3g}")
    if arguments.plots:
        for name, title, panels in PLOTS:
            draw(arguments.plots, name, title, panels, scenes)


if __name__ == "__main__":
    sys.exit(main())
