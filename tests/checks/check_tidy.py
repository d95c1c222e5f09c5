# SPDX-License-Identifier: MIT
"""Runs clang-tidy 19 over every source of a build, and remembers what was clean.

    check_tidy.py ROOT BUILD [JOBS]

A source is checked again when it, a header of the project that it includes, its command line,
.clang-tidy or the tool changes. Results lie in BUILD/tidy. Exits with 1 if there is any finding.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

TOOL = "clang-tidy-19"
# What cmake/HalfspacePrecompile.cmake adds for GCC. Without it a source that does not include what it
# needs is found, too.
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+((?: -Wno-[a-z-]+)*)")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


class Tidy:
    def __init__(self, root, build):
        self.root = root
        self.build = build
        self.cache = build / "tidy"
        self.cache.mkdir(parents=True, exist_ok=True)
        version = subprocess.run([TOOL, "--version"], check=True, capture_output=True).stdout
        configs = sorted(p for p in root.rglob(".clang-tidy") if build not in p.parents)
        self.common = version + b"".join(p.read_bytes() for p in configs)

    @functools.lru_cache(maxsize=None)
    def direct_includes(self, path):
        """Headers of the project that a file names."""
        found = []
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            for folder in (path.parent, self.root / "include", self.root / "src",
                           self.root / "tests"):
                if (folder / name).is_file():
                    found.append((folder / name).resolve())
                    break
        return found

    def key(self, entry):
        """What a result depends on, but for the headers of the system."""
        seen, open_ = set(), [pathlib.Path(entry["file"])]
        while open_:
            path = open_.pop()
            if path not in seen:
                seen.add(path)
                open_ += self.direct_includes(path)
        digest = hashlib.sha256(self.common + entry["command"].encode())
        for path in sorted(seen):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def check(self, entry):
        """The findings in one source, or an empty text."""
        mark = self.cache / self.key(entry)
        if mark.exists():
            return ""
        run = subprocess.run([TOOL, "--quiet", "-p", str(self.cache), entry["file"]],
                             capture_output=True, text=True)
        if run.returncode == 0:
            mark.touch()
            return ""
        return run.stdout.strip() or run.stderr.strip()


def sources(root, build):
    """Entries of the compile commands that are the project's own, each file once, largest first."""
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(entry["file"])
        is_ours = root in path.parents and build not in path.parents
        if is_ours and path.suffix != ".c":  # programs in C have the names and globals of C
            entry["command"] = PRECOMPILED.sub("", entry["command"])
            entries.setdefault(entry["file"], entry)
    (build / "tidy/compile_commands.json").write_text(json.dumps(list(entries.values())),
                                                      encoding="utf-8")
    return sorted(entries.values(), key=lambda e: -os.path.getsize(e["file"]))


def main():
    root, build = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    tidy = Tidy(root, build)
    entries = sources(root, build)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        findings = [text for text in pool.map(tidy.check, entries) if text]
    print("\n".join(findings))
    print(f"{len(entries)} sources, {len(findings)} with findings")
    return 1 if findings or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
