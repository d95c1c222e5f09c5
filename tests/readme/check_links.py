# SPDX-License-Identifier: MIT
"""Fails if a document links to a file, or names a file, of the project that is not there.

    check_links.py ROOT

A name is a word in backquotes with a slash and with one of the endings below, or with a slash at
its end. Names are relative to the project's folder, include or include/halfspace. The records of
docs/decisions tell history: only their links are checked.
"""

import pathlib
import re
import sys

NAME = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/(?:[\w-]+\.(?:h|cpp|c|md|py|cmake|txt|mjs))?)`")
FOLDERS = (".", "include", "include/halfspace")


def missing_links(document, text):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not (document.parent / target).exists():
            yield target


def missing_names(root, text):
    for name in NAME.findall(text):
        if not any((root / folder / name).exists() for folder in FOLDERS):
            yield name


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    documents = [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")),
                 root / "bindings/npm/README.md"]
    missing = []
    names = 0
    for document in documents:
        text = document.read_text("utf-8")
        absent = list(missing_links(document, text))
        if document.parent.name != "decisions":
            names += len(NAME.findall(text))
            absent += missing_names(root, text)
        missing += [f"{document.relative_to(root)}: {name} is not there" for name in absent]
    print("\n".join(missing) or
          f"{len(documents)} documents, {names} names of files, none missing")
    return 1 if missing or not documents or not names else 0


if __name__ == "__main__":
    sys.exit(main())
