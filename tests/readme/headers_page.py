# SPDX-License-Identifier: MIT
"""Writes the lines of docs/reference/headers.md as sources: one for each row, with its headers.

    headers_page.py PAGE FOLDER

Before the line come the page's blocks of names that stand above its table. Files whose text has not
changed stay as they are; files of rows that are gone are removed.
"""

import pathlib
import re
import sys

# What the blocks of names need by themselves.
NAMES_NEED = {
    "cpp": ["halfspace/base/contents.h", "halfspace/base/id.h", "halfspace/query/placed_level.h",
            "halfspace/query/segment.h"],
    "c": ["halfspace.h"],
}
FORWARD = {"cpp": "namespace halfspace { struct World; struct Contact; struct TraceHit; }\n", "c": ""}

# A block of names, or a row: what, headers, line.
PART = re.compile(r"^```(cpp|c)\n(.*?)^```$"
                  r"|^\|[^|\n]+\| ((?:`[^`\n]+\.h`(?:, )?)+) \| `([^`\n]+)` \|", re.M | re.S)


def sources(text):
    """(language, source) of all rows in order."""
    names = {"cpp": "", "c": ""}
    language = ""
    for block, declared, headers, line in PART.findall(text):
        if block:
            language = block
            names[block] += declared
            continue
        includes = "".join(f"#include <{name}>\n" for name in
                           [*re.findall("`([^`]+)`", headers), *NAMES_NEED[language]])
        arguments = "" if language == "cpp" else "void"
        yield language, (f"{includes}{FORWARD[language]}{names[language]}"
                         f"void row({arguments});\nvoid row({arguments}) {{\n    {line}\n}}\n")


def main():
    page, folder = map(pathlib.Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {}
    for language, source in sources(page.read_text(encoding="utf-8")):
        wanted[f"row_{len(wanted):02}.{language}"] = source
    if not wanted:
        sys.exit(f"{page} has no rows with a header and a line")
    for path in folder.glob("row_*"):
        if path.name not in wanted:
            path.unlink()
    for name, source in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != source:
            path.write_text(source, encoding="utf-8")


if __name__ == "__main__":
    main()
