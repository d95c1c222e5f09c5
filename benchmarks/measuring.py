# SPDX-License-Identifier: MIT
"""What the tables share: CPU and memory of processes, counters of benchmarks, means."""

import json
import math
import os
import pathlib
import statistics
import subprocess
import sys


# A process begins with the peak memory of the process that starts it. So a small Python starts the
# command and prints its exit code, CPU seconds and peak kilobytes.
STARTER = """import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)"""


def process(command):
    """(CPU seconds, peak megabytes) of one process; None if it fails. Peaks below the 10 MB of
    Python do not show."""
    run = subprocess.run([sys.executable, "-S", "-c", STARTER, *command], check=True,
                         stdout=subprocess.PIPE, text=True)
    code, seconds, kilobytes = run.stdout.split()
    return (float(seconds), float(kilobytes) / 1024) if code == "0" else None


def in_turns(commands, runs):
    """The medians of (CPU seconds, peak megabytes) of each command; the commands take turns. None
    if one of them fails."""
    results = [[] for _ in commands]
    for _ in range(runs):
        for command, found in zip(commands, results):
            result = process(command)
            if result is None:
                return None
            found.append(result)
    return [tuple(map(statistics.median, zip(*found))) for found in results]


def compile_command(tool, level, out, *options):
    return [tool, "compile", level, "-o", out, "--threads", "1", "--quiet", "--leak", "warn",
            *options]


def info(tool, level):
    return json.loads(subprocess.run([tool, "info", level, "--json"], check=True,
                                     capture_output=True).stdout)


def counters(bench, environment, filter_):
    """{name of the benchmark: {counter: value}} of one run of a program of google-benchmark."""
    run = subprocess.run([bench, "--benchmark_format=json", f"--benchmark_filter={filter_}"],
                         check=True, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    return {b["name"]: b for b in json.loads(run.stdout)["benchmarks"]}


def counters_in_turns(benches, environment, filter_, rounds):
    """For each program the medians of all counters; the programs take turns."""
    runs = [[] for _ in benches]
    for _ in range(rounds):
        for bench, found in zip(benches, runs):
            found.append(counters(bench, environment, filter_))
    return [{name: {counter: statistics.median(run[name][counter] for run in found)
                    for counter, value in first.items() if isinstance(value, float)}
             for name, first in found[0].items()}
            for found in runs]


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def name_of(level):
    """keep of pak1.pk3:maps/keep.bsp"""
    return pathlib.PurePath(str(level).split(":")[-1]).stem


def complain(text):
    print(text, file=sys.stderr)
