#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures traces on some levels, beside another build, Embree, Bullet and Quake III: tables in
Markdown, and a plot in SVG.

    benchmarks/trace_table.py TRACE_BENCH LEVEL... [--before TRACE_BENCH] [--sweeps FOLDER]
                              [--plot PLOT.svg] [--rounds N]

TRACE_BENCH is build/release/benchmarks/trace_bench, LEVEL all that the compiler reads. With
--sweeps, a level answers the recorded segments FOLDER/NAME_player_len8.sweeps and so on, if they
are there; else it answers segments of our own. With --before, another build takes turns with
TRACE_BENCH. Times are thread CPU time, medians of all rounds.

Quake III's own collision was measured on another machine. recorded_traces.tsv has its times and
those of Embree's ray on that machine. The plot shows every time as a multiple of the time of
Embree's ray on the same machine.
"""

import argparse
import csv
import pathlib
import sys

import plots
from measuring import counters_in_turns, geometric_mean, name_of

LENGTHS = (512, 8)
COLUMNS = [(tree, space, f"{tree}, {body}") for space, body in ((1, "player"), (0, "point"))
           for tree in ("onion", "separate")]


class Level:
    """What was measured on one level; `versions` are [before, now] or [now]. The peers run once."""

    def __init__(self, level, benches, sweeps, rounds):
        self.name = name_of(level)
        environment = {"HALFSPACE_BENCH_MAP": level}
        if sweeps and (sweeps / f"{self.name}_player_len8.sweeps").exists():
            environment["HALFSPACE_BENCH_SWEEPS"] = str(sweeps / self.name)
        self.versions = counters_in_turns(benches, environment, "bench_trace", rounds)
        [self.peers] = counters_in_turns(benches[-1:], environment, "embree|bullet", 1)

    def ns(self, version, tree, space, length, what="trace"):
        return self.versions[version][f"bench_trace/space:{space}/length:{length}/min_time:1.000"
                                      ][f"{tree}_{what}"]

    def peer(self, peer, length, counter):
        return self.peers.get(f"bench_{peer}/length:{length}/min_time:1.000", {}).get(counter)


def pair(values, digits=0):
    return "/".join(f"{value:.{digits}f}" for value in values)


def mean_ratio(levels, tree, space, what, what_before):
    """Now / before, long / short segments."""
    return pair((geometric_mean(level.ns(1, tree, space, length, what)
                                / level.ns(0, tree, space, length, what_before)
                                for level in levels) for length in LENGTHS), 2)


def now_beside_before(levels):
    """Segments of 256-512 units / of 8 units; batches in brackets."""
    yield f"| level | {' | '.join(name for _, _, name in COLUMNS)} |"
    yield f"|---|{'---|' * len(COLUMNS)}"
    for level in levels:
        cells = []
        for tree, space, _ in COLUMNS:
            times = [pair(level.ns(v, tree, space, length) for length in LENGTHS)
                     for v in range(len(level.versions))]
            batch = pair(level.ns(-1, tree, space, length, "all") for length in LENGTHS)
            cells.append(f"{' → '.join(times)} [{batch}]")
        yield f"| {level.name} | {' | '.join(cells)} |"
    if len(levels[0].versions) == 2:
        for name, single, batch in (("trace", "trace", "all"), ("first_hit", "hit", "hit_all")):
            cells = [f"{mean_ratio(levels, tree, space, single, 'trace')} "
                     f"[{mean_ratio(levels, tree, space, batch, 'all')}]"
                     for tree, space, _ in COLUMNS]
            yield f"| {name}, now / trace before, geometric mean | {' | '.join(cells)} |"


def onion_beside_separate(levels):
    yield "| onion / separate | " + " | ".join(level.name for level in levels) + " | mean |"
    yield f"|---|{'---|' * (len(levels) + 1)}"
    for space, body in ((1, "player"), (0, "point")):
        ratios = [[level.ns(-1, "onion", space, length) / level.ns(-1, "separate", space, length)
                   for length in LENGTHS] for level in levels]
        means = [geometric_mean(of_length) for of_length in zip(*ratios)]
        yield (f"| {body} | {' | '.join(pair(ratio, 2) for ratio in ratios)} "
               f"| {pair(means, 2)}, together {geometric_mean(means):.3f} |")


def beside_peers(levels):
    yield "| other / ours | " + " | ".join(level.name for level in levels) + " |"
    yield f"|---|{'---|' * len(levels)}"
    for peer, name, digits in (("embree", "Embree's robust ray, a point", 2),
                               ("bullet", "Bullet's box sweep, the player", 0)):
        if levels[0].peer(peer, 8, "ratio"):
            cells = (pair((level.peer(peer, length, "ratio") for length in LENGTHS), digits)
                     for level in levels)
            yield f"| {name} | {' | '.join(cells)} |"


def recorded_times():
    path = pathlib.Path(__file__).parent / "recorded_traces.tsv"
    with path.open(encoding="utf-8") as file:
        return {(row["level"], int(row["length"])):
                {name: float(value) for name, value in row.items() if name.endswith("_ns")}
                for row in csv.DictReader(file, delimiter="\t")}


def in_rays(levels):
    """[(level, length, {name: multiple of Embree's ray})] of all levels that were recorded.

    "times" is how many times as long as our onion Quake III takes by this yardstick.
    """
    recorded = recorded_times()
    for level in levels:
        for length in LENGTHS:
            there = recorded.get((level.name, length))
            ray = level.peer("embree", length, "theirs_ns")
            if not there or not ray:
                continue
            onion = level.ns(-1, "onion", 1, length)
            rays = {"quake3": there["quake3_ns"] / there["embree_ns"],
                    "onion": onion / ray,
                    "separate": level.ns(-1, "separate", 1, length) / ray}
            rays["times"] = rays["quake3"] / rays["onion"]
            if len(level.versions) == 2:
                rays["before"] = level.ns(0, "onion", 1, length) / ray
            yield level.name, length, rays


def words(length):
    return "256-512 units" if length > 8 else "8 units"


def table_in_rays(rows):
    names = ("quake3", "before", "onion", "separate", "times")
    yield "| times Embree's ray | Quake III | onion before | onion | separate | Quake III / onion |"
    yield f"|---|{'---|' * len(names)}"
    for level, length, rays in rows:
        cells = (f"{rays[name]:.2f}" if name in rays else "" for name in names)
        yield f"| {level}, {words(length)} | {' | '.join(cells)} |"
    for length in LENGTHS:
        of_length = [rays for _, of, rays in rows if of == length]
        cells = (f"{geometric_mean(rays[name] for rays in of_length):.2f}"
                 if all(name in rays for rays in of_length) else "" for name in names)
        yield f"| geometric mean, {words(length)} | {' | '.join(cells)} |"


def plot(path, rows):
    series = [("Quake III's collision", "#c9b27c", "quake3"),
              ("onion before", "#b5b5b5", "before"), ("onion", "#27408b", "onion"),
              ("separate trees", "#9db4e8", "separate")]
    plots.bars(path, "Trace of a player's box: how many times as long as Embree's ray of a point",
               [(name, colour) for name, colour, _ in series],
               [(f"{level}, {'long' if length > 8 else 'short'}",
                 [rays.get(key) for _, _, key in series], f"{rays['times']:.1f}")
                for level, length, rays in rows],
               lambda value: f"{value:.1f}", lines=[(1, "Embree's ray")],
               footnote="Long: 256-512 units; short: 8 units. Shorter bars are quicker. On the "
               "right: Quake III / onion.")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, metavar="TRACE_BENCH")
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    parser.add_argument("--before", type=pathlib.Path, metavar="TRACE_BENCH")
    parser.add_argument("--sweeps", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    benches = [bench for bench in (arguments.before, arguments.bench) if bench]
    levels = [Level(level, benches, arguments.sweeps, arguments.rounds)
              for level in arguments.levels]
    tables = [now_beside_before(levels), onion_beside_separate(levels), beside_peers(levels)]
    rows = list(in_rays(levels))
    if rows:
        tables.append(table_in_rays(rows))
        if arguments.plot:
            plot(arguments.plot, rows)
    print("\n\n".join("\n".join(table) for table in tables))


if __name__ == "__main__":
    sys.exit(main())
