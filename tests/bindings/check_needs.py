# SPDX-License-Identifier: MIT
"""A library needs no shared library but those of the compiler and of the system.

    check_needs.py READELF LIBRARY
"""

import re
import subprocess
import sys

STANDARD = re.compile(r"(libstdc\+\+|libc\+\+|libc\+\+abi|libunwind|libgcc_s|libm|libc|libpthread|libdl|librt|libresolv)\.so\.\d+"
                      r"|ld-linux.*|lib[atu]san\.so\.\d+|libubsan\.so\.\d+")


def main():
    readelf, library = sys.argv[1:]
    text = subprocess.run([readelf, "--dynamic", "--wide", library], check=True, capture_output=True,
                          text=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    foreign = [name for name in needed if not STANDARD.fullmatch(name)]
    print(f"{library} needs {' '.join(needed)}")
    if foreign or not needed:
        print(f"not of the standard library: {' '.join(foreign) or 'nothing was read'}")
    return 1 if foreign or not needed else 0


if __name__ == "__main__":
    sys.exit(main())
