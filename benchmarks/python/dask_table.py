#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much more processor time questions by Dask take than a plain loop in plain processes.

    benchmarks/python/dask_table.py BUILD [--rounds 3] [--millions 16]

BUILD: a folder with the target halfspace_python. Both sides have two processes, make the same random
segments, ask, count and add up. The time is that of all processes, with scheduler and client; the time
that a side needs to start is taken off: it is measured by a run of 2 million questions. The sides take
turns. A run on a busy machine shows too much for Dask, since some of its work goes by the clock.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
from typing import Any

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROCESSES = 2
PART = 1 << 16
BLOCK = 1 << 19


def counts_of(fractions: Any) -> Any:
    return np.bincount((10 * fractions).astype(int), minlength=11)


def plain_part(path: str, question: str, first: int, count: int) -> Any:
    """The questions of every second block."""
    import halfspace
    import halfspace.dask as hd

    level = halfspace.load(path)
    low, high = level.bounds(0)
    total, counts = 0.0, np.zeros(11, int)
    for begin in range(first * BLOCK, count, PROCESSES * BLOCK):
        for at in range(begin, min(begin + BLOCK, count), PART):
            numbers = hd.uniform_rows(1, at, min(PART, count - at))
            segments = np.tile(low, 2) + np.tile(high - low, 2) * numbers
            if question == "trace":
                fractions = level.trace("point", segments)["fraction"]
            else:
                fractions = level.sweep(halfspace.Shape.sphere(9), segments)["fraction"]
            counts += counts_of(fractions)
            total += fractions.sum()
    return counts, total


def ask_plainly(path: str, question: str, count: int) -> Any:
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        parts = pool.starmap(plain_part, [(path, question, i, count) for i in range(PROCESSES)])
    return sum(part[0] for part in parts)


# As docs/guides/dask.md advises for long runs.
KEEPS_MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 28), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.worker.memory.monitor-interval": "1s",
}


def ask_dask(path: str, question: str, count: int, settings: dict[str, Any]) -> Any:
    import dask
    import dask.array as da
    import halfspace
    import halfspace.dask as hd
    from distributed import Client, LocalCluster

    level = halfspace.load(path)
    segments = hd.random_segments(count, level.bounds(0), seed=1, chunk=BLOCK)
    if question == "trace":
        fractions = hd.trace(level, "point", segments, fields="fraction")
    else:
        fractions = hd.sweep(level, halfspace.Shape.sphere(9), segments, fields="fraction")
    counts = da.bincount((10 * fractions).astype(int), minlength=11)
    if settings:
        os.environ.update(KEEPS_MEMORY)
    dask.config.set(settings)
    with LocalCluster(n_workers=PROCESSES, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            return client.gather(client.compute([counts, fractions.sum()]))[0]


def one_side(side: str, path: str, question: str, count: int) -> None:
    if side == "plain":
        counts = ask_plainly(path, question, count)
    else:
        counts = ask_dask(path, question, count, QUIET if side == "quiet" else {})
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(sum(u.ru_utime + u.ru_stime for u in used), *counts)


def run(given: argparse.Namespace, side: str, path: str, question: str, count: int) -> tuple[float, str]:
    command = [sys.executable, __file__, str(given.build), "--side", side, path, question, str(count)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(said[0]), " ".join(said[1:])


def table(given: argparse.Namespace) -> None:
    import halfspace

    sides = ("plain", "dask", "quiet")
    few, many = 2 << 20, given.millions << 20
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/castle.hsw"
        halfspace.compile(str(ROOT / "examples/levels/castle.grid")).save(path)
        print("| processor time of two processes | plain, a million | Dask's default / plain | "
              "as the guide advises / plain |\n|---|---|---|---|")
        for question in ("trace", "sweep"):
            times: dict[str, list[float]] = {side: [] for side in sides}
            for _ in range(given.rounds):
                answers = set()
                for side in sides:
                    start, _ = run(given, side, path, question, few)
                    whole, counts = run(given, side, path, question, many)
                    answers.add(counts)
                    times[side].append((whole - start) / (many - few))
                assert len(answers) == 1, answers
            plain = times["plain"]
            ratios = [statistics.median(a / b for a, b in zip(times[side], plain)) for side in sides[1:]]
            name = "traces of a point" if question == "trace" else "sweeps of a sphere"
            print(f"| {name} | {statistics.median(plain) * 1e6:.2f} s | {ratios[0]:.3f} | "
                  f"{ratios[1]:.3f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--millions", type=int, default=16)
    parser.add_argument("--side", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    sys.path.insert(0, str(given.build.resolve() / "bindings/python"))
    if given.side:
        side, path, question, count = given.side
        one_side(side, path, question, int(count))
    else:
        table(given)


if __name__ == "__main__":
    main()
