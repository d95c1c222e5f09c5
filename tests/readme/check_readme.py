# SPDX-License-Identifier: MIT
"""Runs the commands of every ```console block in README.md and compares what they print.

    check_readme.py ROOT HALFSPACE

A line "$ command" is run by sh in a scratch folder beside a link to examples/; it has to succeed,
and its output has to be the lines that follow it. There "…" stands for anything, also for more
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


def main():
    root, tool = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    pairs = list(commands((root / "README.md").read_text(encoding="utf-8")))
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
                      f"{done.stderr}README.md says:\n{expected}")
    print(f"{len(pairs)} commands, {failed} not as README.md says")
    return 1 if failed or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
