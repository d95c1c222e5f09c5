# SPDX-License-Identifier: MIT
"""Builds tests/install/mistakes, optimised and with HALFSPACE_ASSERTIONS, and makes each mistake.

    check_assertions.py --root ROOT --work FOLDER --level LEVEL.hsw

Every mistake must end in an assertion that names its line. The strict warnings of that project hold
for what the documentation shows, such as quantised({.forward = 1}).
"""

import argparse
import pathlib
import shutil
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from command import attempt, run


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--level", required=True)
    arguments = parser.parse_args()
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run(["cmake", "-G", "Ninja", "-S", arguments.root / "tests/install/mistakes", "-B",
         arguments.work, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
         f"-DHALFSPACE_FOLDER={arguments.root}",
         *launcher])
    run(["cmake", "--build", arguments.work])
    program = arguments.work / "mistakes"
    found = []
    mistakes = run([program, arguments.level]).split()
    for mistake in mistakes:
        done = attempt([program, arguments.level, mistake])
        if done.returncode != -signal.SIGABRT or "Assertion" not in done.stderr:
            found.append(f"{mistake}: status {done.returncode}, {done.stderr}")
    print("\n".join(found) or f"{len(mistakes)} mistakes, each ends in an assertion")
    return 1 if found or not mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
