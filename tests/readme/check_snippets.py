# SPDX-License-Identifier: MIT
"""Fails if a snippet of docs/tutorial.md is not in the example that the page explains.

    check_snippets.py ROOT

The lines of a ```cpp, ```c or ```map block have to follow one another in the file. Indentation does
not count. Other blocks are not looked at.
"""

import pathlib
import re
import sys

PAGE = "docs/tutorial.md"
FILES = {
    "cpp": "examples/programs/gatehouse.cpp",
    "c": "examples/programs/gatehouse.c",
    "map": "examples/levels/gatehouse.map",
}


def stripped(text):
    return "".join(f"{line.strip()}\n" for line in text.splitlines())


def main():
    root = pathlib.Path(sys.argv[1])
    page = (root / PAGE).read_text(encoding="utf-8")
    texts = {kind: "\n" + stripped((root / path).read_text(encoding="utf-8"))
             for kind, path in FILES.items()}
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S)
    snippets = [(kind, block) for kind, block in blocks if kind in FILES]
    missing = [f"{PAGE}: not in {FILES[kind]}:\n{block}" for kind, block in snippets
               if f"\n{stripped(block)}" not in texts[kind]]
    print("\n".join(missing) or f"{len(snippets)} snippets, none missing")
    return 1 if missing or {kind for kind, _ in snippets} != set(FILES) else 0


if __name__ == "__main__":
    sys.exit(main())
