# SPDX-License-Identifier: MIT
"""Makes a project by `halfspace new` in an empty folder, and follows its README.

    check_new.py cpp BUILD

Installs the built tree and uses nothing else of it. Runs the commands of the project's README as
they stand there, and the project's own tests.
"""

import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from command import run

NAME = "maze"


def commands_of(project):
    return re.findall(r"^    (.*)$", (project / "README.md").read_text(encoding="utf-8"), re.M)


def check_cpp(build, work):
    """What is wrong with the game in C++."""
    prefix = work / "prefix"
    run(["cmake", "--install", build, "--prefix", prefix])
    environment = {**os.environ, "PATH": f"{prefix}/bin:{os.environ['PATH']}",
                   "CXXFLAGS": "-Wall -Wextra -Wshadow -Werror"}
    if shutil.which("ccache"):
        environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    run(["halfspace", "new", NAME, "--template", "cpp"], cwd=work, env=environment)
    project = work / NAME
    make, play = commands_of(project)
    run(["sh", "-c", make], cwd=project, env=environment)
    keys = (project / "tests/way_out.txt").read_text(encoding="utf-8")
    played = run(["sh", "-c", play], cwd=project, input=keys)
    run(["ctest", "--test-dir", project / "build", "--no-tests=error"])
    return [] if "You are out" in played else [f"the way out does not lead out:\n{played}"]


def main():
    kind, build = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    work = build / f"new_test_{kind}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    found = {"cpp": check_cpp}[kind](build, work)
    print("\n".join(found) or f"{NAME}: built, played and tested")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
