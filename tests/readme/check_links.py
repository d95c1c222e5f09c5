# SPDX-License-Identifier: MIT
"""Fails if a document links to a file of the project that is not there.

    check_links.py ROOT
"""

import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    documents = [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]
    missing = []
    for document in documents:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text("utf-8")):
            if not (document.parent / target).exists():
                missing.append(f"{document.relative_to(root)}: {target} is not there")
    print("\n".join(missing) or f"{len(documents)} documents, no dead link")
    return 1 if missing or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
