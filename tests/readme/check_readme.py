# SPDX-License-Identifier: MIT
"""Runs the commands of every ```console block of the pages and compares what they print.

    check_readme.py ROOT HALFSPACE PAGE...

A line "$ command" is run by sh in a scratch folder of the page, beside a link to examples/; it has to
succeed, and its output has to be the lines that follow it. There "…" stands for anything, also for more
lines where it is alone.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def commands(text):
    """(command, expected output) of all blocks in order."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected


def pattern(expected):
    text = re.sub(r"(?m)^…\\\n", "(?:.*\n)*", re.escape(expected))
    return re.compile(text.replace("…", ".*"))


def check(root, tool, page):
    """True if the page has commands, and all of them print what it says."""
    pairs = list(commands((root / page).read_text(encoding="utf-8")))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "examples").symlink_to(root / "examples")
        environment = {**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}"}
        for command, expected in pairs:
            done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, text=True,
                                  capture_output=True)
            if done.returncode != 0 or not pattern(expected).fullmatch(done.stdout):
                failed += 1
                print(f"$ {command}\nexit code {done.returncode}, printed:\n{done.stdout}"
                      f"{done.stderr}{page} says:\n{expected}")
    print(f"{len(pairs)} commands, {failed} not as {page} says")
    return bool(pairs) and failed == 0


def main():
    root, tool = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    results = [check(root, tool, page) for page in sys.argv[3:]]
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
