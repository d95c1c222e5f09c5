# SPDX-License-Identifier: MIT
"""Runs commands for the scripts of tests."""

import subprocess
import sys


def attempt(command, **options):
    """The finished process, with its output as text."""
    return subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          **options)


def run(command, **options):
    """What the command printed. If the command fails, the script ends and says why."""
    done = attempt(command, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n"
                 f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout
