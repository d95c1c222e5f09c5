#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of each job of count_jobs.cpp, and compares them with counts.tsv.

    tests/counts/count.py            fails if a job takes over 5 % more than in counts.tsv
    tests/counts/count.py --renew    writes counts.tsv anew

The jobs are built in build/counts with the flags of a release: -O3, plain x86-64, no assertions.
Valgrind's tool Callgrind counts the instructions. The C library has several variants of functions
like memcpy and picks one by the processor, so the script fixes the choice (GLIBC_TUNABLES). Then
the counts are the same on every machine with the compiler, the processor family and the C library
that counts.tsv names. Elsewhere, and without Valgrind, the script says why it cannot compare, and
exits with 77, which CTest lists as skipped.
"""

import argparse
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from command import run

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build/counts"
COUNTS = HERE / "counts.tsv"
LEVEL = "examples/levels/station.map"

# How much a job may grow, as a part of its count. Two runs of one program give equal counts.
GROWTH = 0.05
SKIPPED = 77  # SKIP_RETURN_CODE in suite.cmake

# The C library takes the variants that need SSE2 only, and does not look at the sizes of caches.
TUNABLES = ":".join((
    "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-FMA,-FMA4,-ERMS,-SSE4_2,-SSE4_1,"
    "-SSSE3,-BMI1,-BMI2,-LZCNT,-MOVBE,-POPCNT,-RTM,"
    "-AVX_Fast_Unaligned_Load,-Fast_Unaligned_Copy,-Slow_BSF",
    "glibc.cpu.x86_data_cache_size=32768",
    "glibc.cpu.x86_shared_cache_size=1048576",
    "glibc.cpu.x86_non_temporal_threshold=786432"))
# A variant that the tunables should have ruled out, as Callgrind's file names it.
DISPATCHED = re.compile(r"^c?fn=\(\d+\) (__\w+_(?:avx|evex|sse4|ssse3|fma)\w*)", re.M)


class Skip(Exception):
    """Why nothing can be compared here."""


def configure():
    """Configures build/counts. Returns the compiler, the processor family and the C library."""
    run(["cmake", "-G", "Ninja", "-S", HERE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_FLAGS=", "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG",
         "-DCMAKE_EXE_LINKER_FLAGS=",
         f"-DCMAKE_CXX_COMPILER_LAUNCHER={'ccache' if shutil.which('ccache') else ''}"])
    return (f"{(BUILD / 'compiler.txt').read_text(encoding='utf-8')}, "
            f"{' '.join(platform.libc_ver())}")


def build():
    cached = os.environ | {"CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1"}  # CMakeLists.txt
    run(["cmake", "--build", BUILD, "--target", "count_jobs"], env=cached)


def count(job):
    """The instructions of a job: those of the function counted_part and all that it calls."""
    out = BUILD / f"{job}.callgrind"
    # A small environment of our own, because its size moves the stack.
    run(["valgrind", "--tool=callgrind", "--toggle-collect=counted_part",
         f"--callgrind-out-file={out}", BUILD / "count_jobs", LEVEL, job], cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LD_BIND_NOW": "1", "GLIBC_TUNABLES": TUNABLES})
    text = out.read_text(encoding="utf-8")
    dispatched = sorted(set(DISPATCHED.findall(text)))
    if dispatched:
        raise Skip(f"the C library picked {', '.join(dispatched)} for this processor")
    instructions = int(re.search(r"^totals: (\d+)$", text, re.M)[1])
    if instructions == 0:
        sys.exit(f"{job}: Callgrind met no function counted_part")
    return instructions


def count_all():
    """{job: instructions}"""
    jobs = [line.split()[0] for line in run([BUILD / "count_jobs", ROOT / LEVEL]).splitlines()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(jobs, pool.map(count, jobs)))


def read_counts(text):
    """What counts.tsv says: by what the jobs were built, and {job: instructions}"""
    built_by = re.search(r"^# Built by: (.*)$", text, re.M)[1]
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return built_by, {job: int(instructions) for job, instructions in rows[1:]}


def text_of_counts(built_by, counts):
    rows = "".join(f"{job}\t{instructions}\n" for job, instructions in counts.items())
    return ("# The instructions of each job of count_jobs.cpp, as Callgrind counts them.\n"
            f"# Built by: {built_by}\n"
            "# To renew this file: tests/counts/count.py --renew\n"
            f"job\tinstructions\n{rows}")


def compare(kept, counted):
    """(what is wrong, what is worth a note): sentences about jobs"""
    wrong, notes = [], []
    for job in kept.keys() - counted.keys():
        wrong.append(f"{job} stands in counts.tsv, but count_jobs.cpp has no such job")
    for job, now in counted.items():
        if job not in kept:
            wrong.append(f"{job} does not stand in counts.tsv")
            continue
        change = f"{abs(now / kept[job] - 1):.1%}"
        if now > kept[job] * (1 + GROWTH):
            wrong.append(f"{job} takes {now} instructions, {change} more than the {kept[job]} in "
                         "counts.tsv")
        elif now < kept[job] * (1 - GROWTH):
            notes.append(f"{job} takes {now} instructions, {change} fewer than the {kept[job]} in "
                         "counts.tsv")
    return sorted(wrong), notes


def check(built_by, counted):
    """Compares with counts.tsv, and prints what is to be said. The exit code."""
    wrong, notes = compare(read_counts(COUNTS.read_text(encoding="utf-8"))[1], counted)
    print(text_of_counts(built_by, counted))
    print("\n".join(wrong + notes) or "no job has changed by more than 5 %")
    if wrong:
        print("What takes the instructions: callgrind_annotate build/counts/JOB.callgrind\n"
              "If they are worth what they buy, renew the file: tests/counts/count.py --renew")
    elif notes:
        print("Renew the file, so that it shows the next growth: tests/counts/count.py --renew")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true")
    arguments = parser.parse_args()
    try:
        if not shutil.which("valgrind"):
            raise Skip("valgrind is not installed; run scripts/setup")
        built_by = configure()
        if not arguments.renew:
            named = read_counts(COUNTS.read_text(encoding="utf-8"))[0]
            if named != built_by:
                raise Skip(f"counts.tsv is of {named}; here is {built_by}")
        build()
        counted = count_all()
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    if arguments.renew:
        COUNTS.write_text(text_of_counts(built_by, counted), encoding="utf-8")
        return 0
    return check(built_by, counted)


if __name__ == "__main__":
    sys.exit(main())
