# SPDX-License-Identifier: MIT
"""Builds Halfspace with BUILD_SHARED_LIBS, installs it, and uses it as a stranger would.

    check_shared.py --root ROOT --build BUILD --reference LEVEL_HASH LEVEL.map...

The consumer of tests/install must find the modules as shared libraries, without the libraries that
they link, and give the hashes of the tree BUILD. The command line must find its libraries in a tree
that was moved. A package of a program must need the very version of the libraries that it was linked
with, and so must our own packages, also with a revision of Debian.
"""

import argparse
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from check_install import FOREIGN, compiler_settings
from check_packages import check_fields, fields, make, users_need
from command import run

REVISION = 2


def check_versions(build, folder):
    """What is wrong with the versions that packages of this build need."""
    if not shutil.which("dpkg-shlibdeps"):
        return
    names = ("libhalfspace", "libhalfspace-compile")
    packages = make("cpack", build, folder, "-D", f"CPACK_COMPONENTS_ALL={';'.join(names)}")
    for name in names:
        of = fields(packages[name])
        if not of["Version"].endswith(f"-{REVISION}"):
            yield f"{name} has the version {of['Version']}, without the revision {REVISION}"
        yield from check_fields(name, of)
        for line in users_need(packages[name]).splitlines():
            if not line.endswith(f" {name} (= {of['Version']})"):
                yield f"{name} lets a program that links it run with another version: {line}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("levels", nargs="+")
    arguments = parser.parse_args()

    build = arguments.build.with_name(f"{arguments.build.name}_shared")
    run(["cmake", "-G", "Ninja", "-S", arguments.root, "-B", build, "-DBUILD_SHARED_LIBS=ON",
         "-DHALFSPACE_TESTS=OFF", "-DHALFSPACE_VIEWER=OFF",
         f"-DCPACK_DEBIAN_PACKAGE_RELEASE={REVISION}", *compiler_settings(arguments.build)])
    run(["cmake", "--build", build])
    work = arguments.build / "shared_test"
    shutil.rmtree(work, ignore_errors=True)
    run(["cmake", "--install", build, "--prefix", work / "built"])
    prefix = (work / "built").rename(work / "moved")

    found = []
    static = [path.name for path in prefix.rglob("*.a")
              if not re.fullmatch("libhalfspace_c(_compile)?", path.stem)]
    if static:
        found.append(f"static libraries: {static}")
    run([prefix / "bin/halfspace", "--version"])
    consumer = work / "consumer"
    run(["cmake", "-G", "Ninja", "-S", arguments.root / "tests/install/consumer", "-B", consumer,
         f"-DCMAKE_PREFIX_PATH={prefix}", f"-DTESTS_FOLDER={arguments.root}/tests",
         *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in FOREIGN)])
    run(["cmake", "--build", consumer])
    if (run([consumer / "level_hash", "2", *arguments.levels])
            != run([arguments.reference, "1", *arguments.levels])):
        found.append("the shared libraries give other hashes")
    found += check_versions(build, work / "debs")
    print("\n".join(found) or f"the same hashes of {len(arguments.levels)} levels")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
