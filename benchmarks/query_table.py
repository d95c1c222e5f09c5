#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures contents, sight, the order of drawing and loading on some levels, beside another
build and Embree: a table in Markdown.

    benchmarks/query_table.py QUERY_BENCH LEVEL... [--before QUERY_BENCH] [--rounds N]

QUERY_BENCH is build/release/benchmarks/query_bench, LEVEL all that the compiler reads. With
--before, another build takes turns with QUERY_BENCH. Times are thread CPU time, medians of all
rounds.
"""

import argparse
import pathlib
import sys

from measuring import counters_in_turns, name_of

ROWS = (("bench_point_contents", "single_M/s", "`point_contents`, million a second", 1),
        ("bench_point_contents", "batch_M/s", "`point_contents_all`, million a second", 1),
        ("bench_line_of_sight/512", "ns", "`line_of_sight`, 256-512 units, ns", 0),
        ("bench_line_of_sight/512", "times_embree", "the same / Embree's occluded ray", 2),
        ("bench_line_of_sight/8", "ns", "`line_of_sight`, 8 units, ns", 0),
        ("bench_line_of_sight/8", "times_embree", "the same / Embree's occluded ray", 2),
        ("bench_order", "M_faces/s", "`FaceOrder`, million faces a second", 1),
        ("bench_culling", "us_median", "`FaceOrder`, 90 degrees, µs for an eye, median", 1),
        ("bench_culling", "us_90th", "the same, the slowest tenth takes more than", 0),
        ("bench_visible", "us_median", "`look_from` and `FaceOrder`, 90 degrees, µs, median", 1),
        ("bench_visible", "us_90th", "the same, the slowest tenth takes more than", 0),
        ("bench_load", "ms", "`Level::from_bytes`, ms", 1))
TREES = (("separate", {"HALFSPACE_BENCH_SEPARATE": "1"}), ("onion", {}))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, metavar="QUERY_BENCH")
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    parser.add_argument("--before", type=pathlib.Path, metavar="QUERY_BENCH")
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    benches = [bench for bench in (arguments.before, arguments.bench) if bench]
    columns = [(f"{name_of(level)}, {tree}",
                counters_in_turns(benches, {"HALFSPACE_BENCH_MAP": level, **environment}, ".",
                                  arguments.rounds))
               for level in arguments.levels for tree, environment in TREES]
    print(f"| | {' | '.join(name for name, _ in columns)} |")
    print(f"|---|{'---|' * len(columns)}")
    for benchmark, counter, words, digits in ROWS:
        # A row that the version before does not measure is left out.
        if all(counter in version.get(benchmark, {})
               for _, versions in columns for version in versions):
            cells = (" → ".join(f"{version[benchmark][counter]:.{digits}f}" for version in versions)
                     for _, versions in columns)
            print(f"| {words} | {' | '.join(cells)} |")


if __name__ == "__main__":
    sys.exit(main())
