# SPDX-License-Identifier: MIT
"""The functions that a library for C shows are those that its headers declare.

    check_exports.py NM LIBRARY HEADER...
"""

import pathlib
import re
import subprocess
import sys


def main():
    nm, library, *headers = sys.argv[1:]
    declared = {name for header in headers
                for name in re.findall(r"^HALFSPACE_API [^(;]*?(halfspace_\w+)\(",
                                       pathlib.Path(header).read_text(encoding="utf-8"),
                                       re.MULTILINE)}
    listing = subprocess.run([nm, "--dynamic", "--defined-only", library], check=True,
                             capture_output=True, text=True).stdout
    shown = {line.split()[-1] for line in listing.splitlines() if " T " in line}
    for name in sorted(declared - shown):
        print(f"{name} is declared, but the library does not show it")
    for name in sorted(shown - declared):
        print(f"{name} is shown by the library, but no header declares it")
    return 0 if declared and declared == shown else 1


if __name__ == "__main__":
    sys.exit(main())
