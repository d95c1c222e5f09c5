# SPDX-License-Identifier: MIT
"""Installs a built tree and uses it as a stranger would.

    check_install.py --root ROOT --build BUILD --reference LEVEL_HASH LEVEL.map...

Builds tests/install/consumer by find_package against the installed tree, with plain flags and with
flags that let a compiler round differently (-O3 -march=native -ffp-contract=fast). Both programs
must give the hashes that the tree's own program gives.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

FLAGS = {"plain": "", "contracted": "-O3 -march=native -ffp-contract=fast"}


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n"
                 f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def check_prefix(root, prefix):
    """What is wrong with the installed files."""
    found = []
    public = {p.relative_to(root / "include") for p in (root / "include").rglob("*.h")}
    public |= {pathlib.Path(p.name) for p in (root / "bindings/c").glob("halfspace*.h")}
    installed = {p.relative_to(prefix / "include") for p in (prefix / "include").rglob("*.h")}
    if public != installed:
        found.append(f"installed headers differ: {sorted(map(str, public ^ installed))}")
    for path in prefix.rglob("*.cmake"):
        text = path.read_text(encoding="utf-8")
        for word in (str(root), "build_flags", "ffp-contract", "-Wall", "FastFloat"):
            if word in text:
                found.append(f"{path.name} mentions {word}")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("levels", nargs="+")
    arguments = parser.parse_args()

    work = arguments.build / "install_test"
    shutil.rmtree(work, ignore_errors=True)
    prefix = work / "prefix"
    run(["cmake", "--install", arguments.build, "--prefix", prefix])
    found = check_prefix(arguments.root, prefix)

    expected = run([arguments.reference, "1", *arguments.levels])
    for name, flags in FLAGS.items():
        folder = work / name
        run(["cmake", "-G", "Ninja", "-S", arguments.root / "tests/install/consumer", "-B", folder,
             f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={flags}",
             f"-DLEVEL_HASH_SOURCE={arguments.root}/tests/determinism/level_hash.cpp"])
        run(["cmake", "--build", folder])
        if run([folder / "level_hash", "2", *arguments.levels]) != expected:
            found.append(f"{name}: the installed library gives other hashes")
    print("\n".join(found) or f"{len(FLAGS)} consumers, {len(arguments.levels)} levels, same hashes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
