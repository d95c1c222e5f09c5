# SPDX-License-Identifier: MIT
"""A filter of doxygen: prints a header with its comments as doxygen wants them, line by line.

    doxygen_comments.py HEADER

Comments of their lines become ///, comments behind a declaration become ///<, and the licence line
becomes the command that gives the next comment to the file. What doxygen would take for a command
or for HTML is escaped.
"""

import pathlib
import re
import sys

SPECIAL = re.compile(r"[\\@<>&#*]|(?<!\w)_|_(?!\w)")
WHOLE = re.compile(r"(\s*)//( .*|$)")
BEHIND = re.compile(r"(\s*\S.*?\S)\s+// (.*)")
WITHOUT = re.compile(r"\s*(#include|#endif|#else|})|.*// NOLINT")
HEADINGS = re.compile(r"\b(REQUIRES|Errors|Cost|Stack):")


def escaped(text):
    parts = re.split("(`[^`]*`)", text)  # code stays as it is
    parts[::2] = [SPECIAL.sub(r"\\\g<0>", part) for part in parts[::2]]
    return HEADINGS.sub(r"**\1:**", "".join(parts))


def filtered(lines):
    yield "/// @file"
    column = None  # of the last comment behind a declaration
    for line in lines[1:]:
        if WITHOUT.match(line):
            yield line
        elif whole := WHOLE.fullmatch(line):
            continues = len(whole[1]) == column
            picture = whole[2].startswith("     ")  # indented: shown as it is
            yield f"{whole[1]}///{'<' * continues}{whole[2] if picture else escaped(whole[2])}"
            continue
        elif behind := BEHIND.fullmatch(line):
            yield f"{behind[1]}  ///< {escaped(behind[2])}"
            column = line.index("//", len(behind[1]))
            continue
        else:
            yield line
        column = None


def main():
    lines = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split("\n")
    print("\n".join(filtered(lines)), end="")


if __name__ == "__main__":
    main()
