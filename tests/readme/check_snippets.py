# SPDX-License-Identifier: MIT
"""Fails if a snippet of a page is not in the file that the page explains, or that tests the page.

    check_snippets.py ROOT

The lines of a ```cpp, ```c or ```map block have to follow one another in the file. Indentation does
not count. Other blocks are not looked at.
"""

import pathlib
import re
import sys

PAGES = {
    "docs/tutorial.md": {
        "cpp": "examples/programs/gatehouse.cpp",
        "c": "examples/programs/gatehouse.c",
        "map": "examples/levels/gatehouse.map",
    },
    "docs/moving.md": {"cpp": "tests/move/moving_page_test.cpp"},
}


def stripped(text):
    return "".join(f"{line.strip()}\n" for line in text.splitlines())


def check(root, page, files):
    """Prints the snippets that are missing. True if there are none, and snippets of each kind."""
    text = (root / page).read_text(encoding="utf-8")
    texts = {kind: "\n" + stripped((root / path).read_text(encoding="utf-8"))
             for kind, path in files.items()}
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
    snippets = [(kind, block) for kind, block in blocks if kind in files]
    missing = [f"{page}: not in {files[kind]}:\n{block}" for kind, block in snippets
               if f"\n{stripped(block)}" not in texts[kind]]
    print("\n".join(missing) or f"{page}: {len(snippets)} snippets, none missing")
    return not missing and {kind for kind, _ in snippets} == set(files)


def main():
    root = pathlib.Path(sys.argv[1])
    return 0 if all([check(root, page, files) for page, files in PAGES.items()]) else 1


if __name__ == "__main__":
    sys.exit(main())
