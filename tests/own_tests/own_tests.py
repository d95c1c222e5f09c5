# SPDX-License-Identifier: MIT
"""Builds and runs the tests of single sources: scripts/test PATH...

    own_tests.py PATH...

tests/query/trace_test.cpp and tests/query/trace_scenes_test.cpp test src/query/trace.cpp and
include/halfspace/query/trace.h; the second one would not, if there were a source trace_scenes. A test
file may be named, too. A header of bindings/c has all tests of tests/bindings that include it, also
through other headers; a source there has the tests of the header that declares its functions.

Only the programs that hold these tests are built. The exit code is 1 if a test fails, or if there is
none to run.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/dev"


def home(path):
    """The folder of the tests of a source, and what their names begin with; or None."""
    folder, stem = path.parent.as_posix(), path.stem
    if path.suffix not in (".h", ".cpp"):
        return None
    if module := re.match(r"(?:src|include/halfspace)/(\w+)", folder):
        return f"tests/{module[1]}", stem
    if folder == "viewers/native":
        return "tests/viewer", stem
    if folder == "tools/halfspace":
        return "tests/tool", stem.removesuffix("_command")
    return None


def included(root, path):
    """The names of the headers that a file of bindings/c or tests/bindings includes, then of those that
    these include."""
    names = re.findall(r'^#include "(\w+\.h)"', (root / path).read_text(encoding="utf-8"), re.M)
    headers = [f"{folder}/{name}" for folder in ("bindings/c", "tests/bindings") for name in names]
    return [*names, *(name for header in headers if (root / header).is_file()
                      for name in included(root, header))]


def c_tests_of(root, path):
    """The tests of a header or a source of bindings/c."""
    header = path.name
    if not header.startswith("halfspace") or path.suffix != ".h":
        header = next((name for name in included(root, path) if name.startswith("halfspace")), None)
    return [test.relative_to(root) for test in sorted((root / "tests/bindings").glob("*_test.*"))
            if header in included(root, test.relative_to(root))]


def tests_of(root, path):
    """The tests of a source, or a test file itself."""
    if path.parts[0] == "tests" and path.stem.endswith("_test"):
        return [path]
    if path.parent.as_posix() == "bindings/c" and path.suffix in (".h", ".cpp"):
        return c_tests_of(root, path)
    own = home(path)
    if own is None:
        return []
    sources = (source.relative_to(root) for folder in ("src", "include", "viewers", "tools")
               for source in (root / folder).rglob("*.*"))
    stems = {place[1] for place in map(home, sources) if place and place[0] == own[0]}
    found = []
    for test in sorted((root / own[0]).rglob("*_test.*")):
        name = test.stem.removesuffix("_test")
        while name not in stems and "_" in name:
            name = name.rpartition("_")[0]
        if name == own[1]:
            found.append(test.relative_to(root))
    return found


def target_of(test):
    """What has to be built for a test; None for checkers in Python."""
    folder = test.parts[1]
    if test.suffix == ".py":
        return {"tool": "halfspace", "examples": "all"}.get(folder)
    return f"halfspace_{test.stem}" if folder == "bindings" else f"halfspace_{folder}_tests"


def cases_of(program, tests):
    """GoogleTest's names of the cases that stand in the test files."""
    listing = BUILD / "own_tests.json"
    subprocess.run([program, "--gtest_list_tests", f"--gtest_output=json:{listing}"], check=True,
                   stdout=subprocess.DEVNULL)
    suites = json.loads(listing.read_text(encoding="utf-8"))["testsuites"]
    files = tuple(f"/{test.as_posix()}" for test in tests)
    return [f"{suite['name']}.{case['name']}" for suite in suites for case in suite["testsuite"]
            if case["file"].endswith(files)]


def run_cases(program, cases):
    """True if there are cases and all pass. As many processes as there are processors share them."""
    if not cases:
        print(f"{program} has no case of these files", file=sys.stderr)
        return False
    shards = min(os.cpu_count(), len(cases))
    environment = {**os.environ, "GTEST_TOTAL_SHARDS": str(shards), "GTEST_BRIEF": "1"}
    running = [subprocess.Popen([program, f"--gtest_filter={':'.join(cases)}"],
                                env={**environment, "GTEST_SHARD_INDEX": str(shard)})
               for shard in range(shards)]
    return not any([process.wait() for process in running])


def run_by_ctest(words):
    """True if all tests pass whose commands hold one of the words at the end of an argument."""
    listing = subprocess.run(["ctest", "--preset", "dev", "--show-only=json-v1"], cwd=ROOT, check=True,
                             capture_output=True, text=True).stdout
    names = [test["name"] for test in json.loads(listing)["tests"]
             if any(argument.endswith(words) for argument in test.get("command", ()))]
    pattern = "|".join(map(re.escape, names))
    return subprocess.run(["ctest", "--preset", "dev", "--no-tests=error", "-R", f"^({pattern})$"],
                          cwd=ROOT).returncode == 0


def run_tests(tests):
    """True if all pass. Builds first what they need."""
    by_target = {}
    for test in dict.fromkeys(tests):
        by_target.setdefault(target_of(test), []).append(test)
    targets = [target for target in by_target if target]
    if targets and subprocess.run(["cmake", "--build", BUILD, "--target", *targets]).returncode != 0:
        return False
    all_pass = True
    for target, files in by_target.items():
        if target and target.endswith("_tests"):
            program = BUILD / "tests" / target
            all_pass &= run_cases(program, cases_of(program, files))
        else:
            is_script = files[0].suffix == ".py"
            all_pass &= run_by_ctest(tuple(f"/{file}" for file in files) if is_script else f"/{target}")
    return all_pass


def main():
    tests, without = [], []
    for name in sys.argv[1:]:
        path = pathlib.Path(os.path.relpath(ROOT / name, ROOT))
        if not (ROOT / path).is_file():
            sys.exit(f"scripts/test: there is no file {name}")
        found = tests_of(ROOT, path)
        tests += found
        if not found:
            without.append(path)
    passed = bool(tests) and run_tests(tests)
    for path in without:
        place = home(path)
        print(f"scripts/test: {path} has no test of its own" +
              (f"; those of its module: scripts/test {place[0]}/*_test.*" if place else ""))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
