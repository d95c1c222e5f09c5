# SPDX-License-Identifier: MIT
"""Finds types that are defined twice under one name in one program.

    check_types.py ROOT

C++ calls that a breach of the one-definition rule, and no compiler sees it when the two definitions
lie in different sources. A type is a class, struct, union, enum or alias; its name counts with its
namespaces and enclosing classes. Types within functions and anonymous namespaces belong to one
source alone. The library, the bindings and tests/support are parts of every program. Prints one line
per violation and exits with 1 if there is any.
"""

import pathlib
import re
import sys

from cpp_text import code_files, without_comments_and_strings

# Parts of every program, and folders of programs. In the last ones each source is a program.
COMMON = ("include", "src", "bindings", "tests/support")
PROGRAMS = ("tools", "viewers")
SINGLE_SOURCES = ("benchmarks", "examples", "fuzz", "tests/fuzz", "tests/prove", "tests/install",
                  "tests/determinism", "tests/write_scene")

NAME = r"(?:\[\[[^\]]*\]\]\s*|alignas\s*\([^)]*\)\s*)*(?P<name>[A-Za-z_][\w:]*(?:\s*<[^{};]*?>)?)"
NAMESPACE = re.compile(r"\bnamespace(?:\s+(?P<name>[\w:]+))?\s*$")
CLASS = re.compile(r"\b(?:class|struct|union)\s+" + NAME + r"\s*(?:final\s*)?(?::(?!:)[^;{}]*)?$", re.S)
ENUM = re.compile(r"\benum\s+(?:(?:class|struct)\s+)?" + NAME + r"\s*(?::(?!:)[^;{}]*)?$", re.S)
ALIAS = re.compile(r"\busing\s+(?P<name>[A-Za-z_]\w*)\s*=|\btypedef\b[^;]*?\b(?P<old>\w+)\s*$")
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)


def head_of(code, begin, end):
    """What stands before a brace, without template parameters and what ended before."""
    head = code[begin:end]
    return re.sub(r"\btemplate\s*<.*?>\s*(?=\b(?:class|struct|union)\b[^,>]*$)", "", head, flags=re.S)


def types(text):
    """(full name, line) of each type that the file defines for other sources to clash with."""
    code = PREPROCESSOR.sub(lambda match: "\n" * match[0].count("\n"),
                            without_comments_and_strings(text))
    scopes = []  # names; None where names are local
    begin = 0
    for match in re.finditer(r"[{};]", code):
        head = code[begin:match.start()]
        line = code.count("\n", 0, match.start()) + 1
        is_local = None in scopes
        if match[0] == "{":
            namespace = NAMESPACE.search(head)
            type_ = ENUM.search(head) or CLASS.search(head_of(code, begin, match.start()))
            if namespace:
                scopes.append(namespace["name"])
            elif type_ and "(" not in head_of(code, begin, match.start()).split(type_["name"])[-1]:
                name = re.sub(r"\s+", " ", type_["name"])
                if not is_local:
                    yield "::".join([*scopes, name]), line
                scopes.append(None if is_local else name)
            else:
                scopes.append(None)
        elif match[0] == "}":
            if scopes:
                scopes.pop()
        elif not is_local:
            alias = ALIAS.search(head)
            if alias:
                yield "::".join([*scopes, alias["name"] or alias["old"]]), line
        begin = match.end()


def definitions(root, files):
    """{full name: ["path:line"]} of the types in the files."""
    found = {}
    for path in files:
        for name, line in types(path.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(f"{path.relative_to(root)}:{line}")
    return found


def programs(root):
    """Lists of the files that make up one program each, without those common to all."""
    singles = [path for folder in SINGLE_SOURCES for path in code_files(root / folder)]
    folders = [root / folder for folder in PROGRAMS]
    tests = root / "tests"
    folders += sorted(p for p in tests.iterdir() if p.is_dir()) if tests.is_dir() else []
    taken = {root / name for name in (*SINGLE_SOURCES, *COMMON)}
    return ([code_files(folder) for folder in folders if folder not in taken] +
            [[path] for path in singles if path.suffix == ".cpp"])


def check(root):
    common = definitions(root, [p for folder in COMMON for p in code_files(root / folder)])
    found = [(name, places) for name, places in common.items() if len(places) > 1]
    for files in programs(root):
        for name, places in definitions(root, files).items():
            both = common.get(name, []) + places
            if len(both) > 1:
                found.append((name, both))
    return [f"{places[-1]}: the type {name} is defined at {' and at '.join(places[:-1])}, too"
            for name, places in found]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found = check(root)
    print("\n".join(found) or "no type is defined twice")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
