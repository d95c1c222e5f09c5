# SPDX-License-Identifier: MIT
"""Holds the types of the Python package against the module, and uses them as a caller does.

    check_types.py --root ROOT --build BUILD

The module has what _halfspace.pyi says and nothing else (stubtest); the package and typed_sample.py are
clean for mypy --strict; and mypy finds each mistake in the sample that is planted here.
"""

import argparse
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from command import attempt, run

SAMPLE = pathlib.Path(__file__).with_name("typed_sample.py")
ALLOWED = SAMPLE.with_name("stubtest_allowed.txt")
MISTAKES = (
    ("level.model_count", "level.model", "attr-defined"),
    ('"stand"', "7", "arg-type"),
    ("threads=2", "treads=2", "call-arg"),
    ("total: int", "total: str", "assignment"),
)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.build / "bindings/python"
    options = {"env": {**os.environ, "MYPYPATH": str(folder), "PYTHONPATH": str(folder)},
               "cwd": arguments.build}
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", arguments.build / "mypy_cache"]
    run([sys.executable, "-m", "mypy.stubtest", "halfspace._halfspace", "--allowlist", ALLOWED], **options)
    for what in (["-m", "halfspace"], [SAMPLE]):
        run([*mypy, *what], **options)
    text = SAMPLE.read_text(encoding="utf-8")
    for right, wrong, code in MISTAKES:
        if right not in text:
            sys.exit(f"{SAMPLE.name} has no {right}")
        done = attempt([*mypy, "-c", text.replace(right, wrong)], **options)
        if f"[{code}]" not in done.stdout:
            sys.exit(f"mypy does not find {wrong} for {right}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
