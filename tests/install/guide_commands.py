# SPDX-License-Identifier: MIT
"""Builds programs by the commands that docs/guides/install.md shows for those without CMake."""

import os
import re

from command import attempt

# What stands for the program of each command, and its argument: a compiled level or a source.
GAMES = {"game.cpp": "tests/install/consumer/runtime_only.cpp", "game.c": "tests/install/c_programs/asks.c"}
COMPILER_IN_C = "tests/install/c_programs/compiles.c"


def shown(page):
    """The commands of the table, and the lines for a Halfspace in the user's own folder."""
    table = page[page.index("| program | pkg-config |"):]
    commands = re.findall(r"^\|.*\| `((?:cc|g\+\+) .*)` \|$", table, re.M)
    packages = re.findall(r"^\|.*\| the package `(\w+)` \|$", table, re.M)
    exports = re.findall(r"^    (export \w+=\S+)$", table, re.M)
    rpath = re.search(r"-Wl,-rpath,\S+(?=`)", table)[0]
    return commands, packages, exports, rpath


def check_guide(root, prefix, work, level, source):
    """What is wrong with the commands of the guide, in a home whose .local is the prefix."""
    if not (prefix / "include/halfspace.h").exists():
        return []  # built without the libraries for C
    home = work / "home"
    home.mkdir()
    (home / ".local").symlink_to(prefix)
    page = (root / "docs/guides/install.md").read_text(encoding="utf-8")
    commands, packages, (find, start), rpath = shown(page)
    readme = (root / "README.md").read_text(encoding="utf-8")
    (home / "example.cpp").write_text(re.search(r"^```cpp\n(.*?)^```$", readme, re.M | re.S)[1], "utf-8")
    for name, path in GAMES.items():
        (home / name).write_bytes((root / path).read_bytes())
    (home / "compiles.c").write_bytes((root / COMPILER_IN_C).read_bytes())

    by_name = {name: next(command for command in commands if f" {name} " in command) for name in GAMES}
    runs = [(command, level) for command in commands]
    runs += [(by_name["game.cpp"].replace("game.cpp", "example.cpp").replace("halfspace)", f"{packages[0]})"),
              ""),
             (by_name["game.c"].replace("game.c", "compiles.c").replace("halfspace_c)", f"{packages[1]})"),
              source)]
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("LD_LIBRARY_PATH", "PKG_CONFIG_PATH")} | {"HOME": str(home)}

    def run(script):
        return attempt(["sh", "-euc", script], cwd=home, env=environment)

    found = []
    for command, file in runs:
        # README's program reads a level of the examples.
        ask = f"cd {root}; {home}/a.out {file}"
        done = run(f"{find}; {start}; {command}; {ask}")
        if done.returncode != 0:
            found.append(f"docs/guides/install.md: {command}: {done.stdout}{done.stderr}")
    done = run(f"{find}; {by_name['game.c']} {rpath}; ./a.out {level}")
    if done.returncode != 0:
        found.append(f"docs/guides/install.md: {by_name['game.c']} {rpath}: {done.stderr}")
    if len(runs) != 6 or len(packages) != 2:
        found.append(f"docs/guides/install.md: {len(commands)} commands and {len(packages)} packages")
    return found
