# SPDX-License-Identifier: MIT
"""A filter of doxygen: prints a header with its comments as doxygen wants them, line by line.

    doxygen_comments.py HEADER

Comments of their lines become ///, comments behind a declaration become ///<, and the licence line
becomes the command that gives the next comment to the file. What doxygen would take for a command
or for HTML is escaped. Headers for C have the comments of C90; they are read as
if each of their lines had a comment of C++. A section of a header for C, which begins with a line like

    /* ---- Levels -----

becomes a group of functions with this name.
"""

import pathlib
import re
import sys

SPECIAL = re.compile(r"[\\@<>&#*]|(?<!\w)_|_(?!\w)")
WHOLE = re.compile(r"(\s*)//( .*|$)")
BEHIND = re.compile(r"(\s*\S.*?\S)\s+// (.*)")
WITHOUT = re.compile(r"\s*(#include|#endif|#else|})|.*// NOLINT")
C90 = re.compile(r"/\*(?P<text>.*?)(?P<end> \*/)?")
C90_NEXT = re.compile(r"\s* \*(?P<text>.*?)(?P<end> \*/)?")
SECTION = re.compile(r"// ---- (.*?) -+")
HEADINGS = re.compile(r"\b(REQUIRES|Errors|Cost|Stack):")


def escaped(text):
    parts = re.split("(`[^`]*`)", text)  # code stays as it is
    parts[::2] = [SPECIAL.sub(r"\\\g<0>", part) for part in parts[::2]]
    return HEADINGS.sub(r"**\1:**", "".join(parts))


def with_slashes(lines):
    """The lines with // in place of /* and of the star below it."""
    column = None  # of a comment that goes on
    for line in lines:
        begin = line.find("/*") if column is None else column
        comment = None
        if begin >= 0:
            comment = (C90 if column is None else C90_NEXT).fullmatch(line, begin if column is None else 0)
        if comment:
            line = f"{line[:begin].ljust(begin)}//{comment['text']}"
            column = None if comment["end"] else begin
        yield line


def with_groups(lines):
    """The lines with the commands of groups in place of the blank lines around sections."""
    lines = list(lines)
    begins = [number for number, line in enumerate(lines) if SECTION.fullmatch(line)]
    for begin, end in zip(begins, [*(number - 1 for number in begins[1:]), None]):
        if end is None:  # before the #ifdef around the last bracket of extern "C"
            end = len(lines) - 2 - lines[::-1].index("#ifdef __cplusplus")
        lines[begin] = "/// @name " + SECTION.fullmatch(lines[begin])[1]
        lines[lines.index("", begin)] = "/// @{"
        lines[end] = "/// @}"
    return lines


def filtered(lines):
    yield "/// @file"
    column = None  # of the last comment behind a declaration
    for line in with_groups(with_slashes(lines[1:])):
        if line.startswith("/// @") or WITHOUT.match(line):
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
