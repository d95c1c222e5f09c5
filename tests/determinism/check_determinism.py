# SPDX-License-Identifier: MIT
"""Compares the hashes of compiled levels, and of answers, between ways to get them.

    check_determinism.py threads|tool|builds|wasm --root ROOT --reference LEVEL_HASH --work FOLDER
                         [--tool HALFSPACE] [--game DEATHMATCH ARENA.hsw] LEVEL.map...
    check_determinism.py inline --root ROOT --work FOLDER

threads: the program of the tree with 1 and with 2 threads.
tool:    the files that the command line writes.
builds:  other compilers, standard libraries and flags. Each is a project of its own that adds Halfspace as a folder,
         so this is the test of add_subdirectory as well. With --game, each also plays the
         deathmatch of the examples; DEATHMATCH is that of the tree.
wasm:    the preset wasm, run by Node. The test wasm.build has built it.
inline:  inline_copies.cpp as two games with different flags, linked with one library of src/math.
         Nothing is inlined but what has to be, and a game comes first in the link. If the game and
         the library both have a copy of a function, the linker takes the game's copy.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from command import run


@dataclasses.dataclass(frozen=True)
class Build:
    compiler: str
    flags: str  # what a game's build may bring along
    threads: str
    target: str = "level_hash"  # the others need no more than the programs
    precompile: str = "OFF"  # see cmake/HalfspacePrecompile.cmake


# wasm.same_bytes_and_answers_as_native compares clang's build with -O2 and with another standard
# library, libc++, which sorts equal elements and walks hash tables in another order.
BUILDS = {
    # Trees of boxes as on a machine without SIMD.
    "gcc-O0": Build("g++", "-O0 -DHALFSPACE_PLAIN_LANES", "2", target="all"),
    "clang-O3-native-contracted": Build("clang++-19", "-O3 -march=native -ffp-contract=fast", "1",
                                        precompile="ON"),
}


def hashes(program, threads, levels):
    """{level: (hash of its bytes, hash of the answers)}"""
    lines = [line.split() for line in run([program, threads, *levels]).splitlines()]
    if len(lines) != len(levels):
        sys.exit(f"{program} gave {len(lines)} results for {len(levels)} levels")
    return {name: (level, answers) for name, level, answers in lines}


def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return f"{value:016x}"


def differences(what, expected, found):
    return [f"{what}: {name}: {found.get(name)} instead of {hashes_}"
            for name, hashes_ in expected.items() if found.get(name) != hashes_]


def check_threads(arguments, expected):
    return differences("two threads", expected, hashes(arguments.reference, "2", arguments.levels))


def check_tool(arguments, expected):
    found = {}
    for level in arguments.levels:
        name = os.path.basename(level)
        output = arguments.work / "tool.hsw"
        copy = shutil.copy(level, arguments.work)  # a level that leaks gets its line beside it
        run([arguments.tool, "compile", copy, "-o", output, "--quiet", "--leak", "warn"])
        found[name] = (fnv(output.read_bytes()), expected[name][1])
    return differences("the tool", expected, found)


def build(arguments, name, wanted):
    """Builds the consumer project with the folder added; returns the folder of its programs."""
    folder = arguments.work / name
    options = [f"-DCMAKE_CXX_COMPILER={wanted.compiler}", f"-DCMAKE_CXX_FLAGS={wanted.flags}",
               "-DCMAKE_BUILD_TYPE=None", f"-DHALFSPACE_FOLDER={arguments.root}",
               f"-DTESTS_FOLDER={arguments.root}/tests",
               f"-DDEATHMATCH_SOURCE={arguments.root}/examples/programs/deathmatch.cpp",
               f"-DHALFSPACE_PRECOMPILE={wanted.precompile}"]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    environment = os.environ | {  # as CMakeLists.txt and HalfspacePrecompile.cmake set it
        "CCACHE_BASEDIR": str(arguments.root), "CCACHE_NOHASHDIR": "1", "CCACHE_DEPEND": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime"}
    run(["cmake", "-G", "Ninja", "-S", arguments.root / "tests/install/consumer", "-B", folder,
         *options])
    run(["cmake", "--build", folder, "--target", wanted.target, "deathmatch"], env=environment)
    return folder


def check_build(arguments, expected, name, folder):
    found = differences(name, expected,
                        hashes(folder / "level_hash", BUILDS[name].threads, arguments.levels))
    game, arena = arguments.game or (None, None)
    if game and run([folder / "deathmatch", arena]) != run([game, arena]):
        found.append(f"{name}: the deathmatch has another hash")
    return found


def check_builds(arguments, expected):
    # One processor compares a build with the reference while the next build is made.
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        checks = [pool.submit(check_build, arguments, expected, name, build(arguments, name, wanted))
                  for name, wanted in BUILDS.items()]
        return [difference for check in checks for difference in check.result()]


def check_wasm(arguments, expected):
    levels = [os.path.abspath(level) for level in arguments.levels]
    # Node 20 crashes at the end of long WASI programs while threads of its own still compile.
    lines = run(["node", "--no-warnings", "--single-threaded", arguments.root / "cmake/run_wasi.mjs",
                 arguments.root / "build/wasm/level_hash.wasm", "1", *levels])
    found = {name: (level, answers) for name, level, answers in map(str.split, lines.splitlines())}
    return differences("wasm", expected, found)


def check_inline(arguments):
    compiler = ["clang++-19", "-std=gnu++23", "-O0", "-I", arguments.root / "include",
                "-I", arguments.root / "src"]
    library = []
    for source in sorted((arguments.root / "src/math").glob("*.cpp")):
        library.append(arguments.work / f"{source.stem}.o")
        run([*compiler, "-ffp-contract=off", "-c", source, "-o", library[-1]])
    answers = {}
    # Without optimisation, clang fuses a product and a sum by its default, -ffp-contract=on, and not
    # by -ffp-contract=fast.
    for name, flags in {"plain": ["-ffp-contract=off"],
                        "contracted": ["-march=native", "-ffp-contract=on"]}.items():
        program = arguments.work / f"inline_{name}"
        run([*compiler, *flags, arguments.root / "tests/determinism/inline_copies.cpp", *library,
             "-o", program])
        answers[name] = run([program])
    if answers["contracted"] != answers["plain"]:
        return ["the flags of a game change answers of the library: a function in a public header "
                "needs [[gnu::always_inline]], as those of vec.h"]
    return []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("threads", "tool", "builds", "wasm", "inline"))
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--reference")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--tool")
    parser.add_argument("--game", nargs=2)
    parser.add_argument("levels", nargs="*")
    arguments = parser.parse_intermixed_args()
    arguments.work.mkdir(parents=True, exist_ok=True)

    if arguments.what == "inline":
        found = check_inline(arguments)
        print("\n".join(found) or "the flags of a game change no answer of the library")
        return 1 if found else 0
    expected = hashes(arguments.reference, "1", arguments.levels)
    found = {"threads": check_threads, "tool": check_tool, "builds": check_builds,
             "wasm": check_wasm}[arguments.what](arguments, expected)
    print("\n".join(found) or f"{len(expected)} levels, the same bytes and answers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
