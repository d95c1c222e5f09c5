# SPDX-License-Identifier: MIT
"""docs/reference/headers.md leads to every public header, and to no other.

    check_headers.py ROOT

The public headers are those in include/ and bindings/c/halfspace*.h. Prints one line for each header
that the page does not name, and for each name without a header. Exits with 1 if there is any.
"""

import pathlib
import re
import sys

NAME = re.compile(r"`((?:halfspace/)[\w/]+\.h|halfspace\w*\.h)`")


def problems(root):
    named = set(NAME.findall((root / "docs/reference/headers.md").read_text(encoding="utf-8")))
    public = {path.relative_to(root / folder).as_posix() for folder, pattern in
              (("include", "halfspace/**/*.h"), ("bindings/c", "halfspace*.h"))
              for path in (root / folder).glob(pattern)}
    return [*(f"{name} is not named" for name in sorted(public - named)),
            *(f"{name} is not there" for name in sorted(named - public))]


def main():
    found = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "docs/reference/headers.md leads to every public header")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
