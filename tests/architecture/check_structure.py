# SPDX-License-Identifier: MIT
"""Holds sizes and includes of all sources against the rules of CONTRIBUTING.md.

    check_structure.py ROOT

No header has more than 200 lines and no source more than 500, unless a line of it gives the reason:

    // Over 200 lines: REASON

No circle of includes leads through headers, and none through folders: where a file of one folder
includes a file of another, no file of that other folder includes one of the first, directly or
through further folders. No circle of imports leads through the sources in TypeScript of the npm
package and of the page; an import of types counts. No picture and no level has more than 200 kB. All
files that name the project's version name the same one. packaging/copyright begins with LICENSE.
Prints one line per violation and exits with 1 if there is any. (Circles of modules:
check_layers.py.)
"""

import pathlib
import re
import sys

from cpp_text import code_files, includes

FOLDERS = ("include", "src", "tools", "viewers", "bindings", "benchmarks", "fuzz", "examples", "tests")
MOST_LINES = {".h": 200, ".cpp": 500}
TYPESCRIPT_FOLDERS = ("bindings/npm/src", "viewers/web/src")
IMPORT = re.compile(r"""(?:\bfrom|^import|\bimport\()\s*["'](\.[^"']*)\.js["']""", re.M)
LARGE_FOLDERS = ("docs", "examples")
MOST_BYTES = 200_000
# Where the version of the project is written by hand.
VERSIONS = (
    ("CMakeLists.txt", r"project\(halfspace VERSION (\S+)"),
    ("bindings/npm/package.json", r'"version": "(.+)"'),
    ("viewers/web/package.json", r'"version": "(.+)"'),
    ("viewers/web/package.json", r'"halfspace": "(.+)"'),
    ("packaging/vcpkg/halfspace/vcpkg.json", r'"version": "(.+)"'),
    ("packaging/homebrew/halfspace.rb", r'version "(.+)"'),
)


def check_lengths(root, files):
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        most = MOST_LINES[path.suffix]
        has_reason = any(line.startswith((f"// Over {most} lines: ", f" * Over {most} lines: "))
                         for line in lines)
        if has_reason and len(lines) <= most:
            yield f"{path.relative_to(root)}: {len(lines)} lines need no reason"
        elif len(lines) > most and not has_reason:
            yield f"{path.relative_to(root)}: {len(lines)} lines, {most} are the most"


def check_bytes(root):
    for folder in LARGE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            size = path.stat().st_size
            if path.is_file() and size > MOST_BYTES:
                yield f"{path.relative_to(root)}: {size} bytes, {MOST_BYTES} are the most"


def check_versions(root):
    versions = {}
    for name, pattern in VERSIONS:
        found = re.search(pattern, (root / name).read_text(encoding="utf-8"))
        versions.setdefault(found[1] if found else "no version", []).append(name)
    if len(versions) > 1:
        yield "versions differ: " + "; ".join(
            f"{version} in {', '.join(names)}" for version, names in sorted(versions.items()))


def check_notices(root):
    licence = (root / "LICENSE").read_text(encoding="utf-8")
    if not (root / "packaging/copyright").read_text(encoding="utf-8").startswith(licence):
        yield "packaging/copyright does not begin with LICENSE"


def included_files(root, path):
    """The project's own files that a file includes."""
    for _, quote, name in includes(path.read_text(encoding="utf-8")):
        own = [path.parent] if quote == '"' else []
        for folder in (*own, root / "include", root / "src", root / "tests", root / "bindings/c"):
            if (folder / name).is_file():
                yield (folder / name).resolve()
                break


def imported_files(path):
    """The project's own sources in TypeScript that one of them imports."""
    for name in IMPORT.findall(path.read_text(encoding="utf-8")):
        imported = (path.parent / f"{name}.ts").resolve()
        if imported.is_file():
            yield imported


def circles(edges):
    """Circles in a graph {node: set of nodes}, each as [a, b, ..., a]; one for each knot of them."""
    found, done = [], set()
    for start in sorted(edges):
        way, on_way = [], set()

        def visit(node):
            if node in on_way:
                found.append([*way[way.index(node):], node])
                return True
            if node in done:
                return False
            way.append(node)
            on_way.add(node)
            for target in sorted(edges.get(node, ())):
                if visit(target):
                    return True
            way.pop()
            on_way.discard(node)
            done.add(node)
            return False

        visit(start)
        done.update(way)
    return found


def check(root):
    files = [path for folder in FOLDERS for path in code_files(root / folder)]
    found = [*check_lengths(root, files), *check_bytes(root), *check_versions(root),
             *check_notices(root)]
    by_file, by_folder, by_import = {}, {}, {}
    for path in files:
        for other in included_files(root, path):
            by_file.setdefault(str(path.relative_to(root)), set()).add(str(other.relative_to(root)))
            ends = [str(end.parent.relative_to(root)) for end in (path, other)]
            if ends[0] != ends[1]:
                by_folder.setdefault(ends[0], set()).add(ends[1])
    for path in (path for folder in TYPESCRIPT_FOLDERS for path in (root / folder).rglob("*.ts")):
        by_import[str(path.relative_to(root))] = {
            str(other.relative_to(root)) for other in imported_files(path)}
    found += [f"circle of includes: {' -> '.join(circle)}" for circle in circles(by_file)]
    found += [f"circle of folders: {' -> '.join(circle)}" for circle in circles(by_folder)]
    found += [f"circle of imports: {' -> '.join(circle)}" for circle in circles(by_import)]
    return found


def main():
    sys.setrecursionlimit(10_000)
    root = pathlib.Path(sys.argv[1]).resolve()
    found = check(root)
    print("\n".join(found) or "no file is too long or too large, no circle of includes or imports, "
          "one version, one licence")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
