# SPDX-License-Identifier: MIT
"""The header of contents for C is what the program prints.

    check_contents_header.py PROGRAM HEADER
"""

import pathlib
import subprocess
import sys

program, header = sys.argv[1:]
printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
if printed != pathlib.Path(header).read_text(encoding="utf-8"):
    sys.exit(f"{header} is out of date. To renew it: {program} > {header}")
