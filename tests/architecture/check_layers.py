# SPDX-License-Identifier: MIT
"""Holds the sources against ARCHITECTURE.md: who may include whom, and what a library never does.

    check_layers.py ROOT

The table of modules in ARCHITECTURE.md is the only list of what is allowed; CMakeLists.txt has to
say the same. Prints one line per violation and exits with 1 if there is any.
"""

import itertools
import pathlib
import re
import sys

from cpp_text import code_files, includes, without_comments_and_strings

# Everything that sees public headers only.
OUTSIDERS = ("tools", "viewers", "bindings", "benchmarks", "fuzz", "examples")
# These measure and try the library's own parts. They see shared headers, too.
INSIDERS = ("benchmarks", "fuzz")
# src/<module>/shared/ has the headers that modules share and users do not get. A module may include
# the shared headers of the modules that it may use.
SHARED = re.compile(r"(\w+)/shared/")

# The first line of a source. Headers for C have the comments of C90.
LICENCES = ("// SPDX-License-Identifier: MIT\n", "/* SPDX-License-Identifier: MIT */\n")

# The files of a new project belong to whoever makes it: they name no licence.
TEMPLATES = "tools/halfspace/templates"

# A library returns what it has to say (include/halfspace/base/error.h).
FORBIDDEN = [
    (re.compile(r"\b(?:std::)?(?:v?f?printf|f?puts|putchar|perror)\s*\("), "prints"),
    (re.compile(r"\bstd::(?:cout|cerr|clog|wcout|wcerr)\b"), "prints"),
    (re.compile(r"\b(?:std::)?(?:exit|_Exit|quick_exit|abort|terminate)\s*\("), "ends the process"),
    (re.compile(r"\bthrow\b"), "throws"),
]
FORBIDDEN_HEADERS = {"iostream", "print", "syncstream"}

# Threads and the file system, which are not there or cost much on some machines: these headers are
# for the module `tasks` and for the source base/file alone.
SYSTEM_HEADERS = {"mutex", "shared_mutex", "thread", "condition_variable", "future", "semaphore",
                  "latch", "barrier", "stop_token", "pthread.h",
                  "filesystem", "fstream", "unistd.h", "fcntl.h", "dirent.h", "sys/stat.h"}
# The header of tinygltf uses <fstream>, but does not include it under TINYGLTF_NO_FS.
SYSTEM_HEADERS_FOR_OTHERS = {("src/formats/export/gltf_library.cpp", "fstream")}


def read_table(root):
    """{module: set of modules that it may use} from ARCHITECTURE.md."""
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \|[^|\n]*\| ?([\w ]*?) ?\|$", text, re.M)
    return {module: set(uses.split()) for module, uses in rows if module != "module"}


def read_cmake(root):
    """{module: set of modules that it links} from CMakeLists.txt."""
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    links = {}
    for call in re.findall(r"^halfspace_module\(([^)]*)\)", text, re.M):
        words = call.split()
        uses = set()
        if "DEPENDS" in words:
            for word in words[words.index("DEPENDS") + 1:]:
                if word.isupper():
                    break
                uses.add(word)
        links[words[0]] = uses
    return links


def read_runtime(root):
    """{module: libraries that whoever links it has to link} of the modules marked RUNTIME."""
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    links = {}
    for call in re.findall(r"^halfspace_module\(([^)]*)\)", text, re.M):
        words = call.split()
        if "RUNTIME" in words:
            first = words.index("LINK_PRIVATE") + 1 if "LINK_PRIVATE" in words else len(words)
            links[words[0]] = [*itertools.takewhile(lambda word: not word.isupper(), words[first:])]
    return links


def internal_modules(root):
    """The modules without public headers. Their private headers are what other modules include."""
    public = root / "include/halfspace"
    return {p.name for p in (root / "src").iterdir() if p.is_dir() and not (public / p.name).is_dir()}


def check_tables(root, allowed):
    found = []
    if not allowed:
        found.append("ARCHITECTURE.md: the table of modules is missing")
    for module, uses in read_cmake(root).items():
        if module not in allowed:
            found.append(f"ARCHITECTURE.md: no row for the module {module}")
        elif uses != allowed[module]:
            found.append(f"CMakeLists.txt: {module} links {' '.join(sorted(uses)) or 'nothing'}, "
                         f"ARCHITECTURE.md allows {' '.join(sorted(allowed[module])) or 'nothing'}")
    runtime = read_runtime(root)
    for module, libraries in runtime.items():
        if libraries:
            found.append(f"CMakeLists.txt: the runtime module {module} links {' '.join(libraries)}; "
                         "a game must not need a library of others")
        for used in sorted(allowed.get(module, set()) - set(runtime)):
            found.append(f"ARCHITECTURE.md: the runtime module {module} may use {used}, "
                         "which is not marked RUNTIME in CMakeLists.txt")
    order = list(allowed)
    for module, uses in allowed.items():
        for used in sorted(uses):
            if used not in allowed:
                found.append(f"ARCHITECTURE.md: {module} may use {used}, which has no row")
            elif order.index(used) >= order.index(module):
                found.append(f"ARCHITECTURE.md: {module} may use {used}, which is not above it")
    return found


def check_include(module, is_public, quote, name, allowed, internal):
    """What is wrong with an include of a module's file, or None. `internal` are the modules that
    internal_modules lists."""
    public = re.match(r"halfspace/(\w+)/", name)
    if public:
        if public[1] != module and public[1] not in allowed.get(module, ()):
            return f"{module} may not include {public[1]}"
        return None
    if quote == '"':
        if is_public:
            return f"a public header may not include the private {name}"
        owner = name.split("/")[0]
        if "/" in name and owner != module:
            is_shared = owner in internal or SHARED.match(name)
            if is_shared and owner not in allowed.get(module, ()):
                return f"{module} may not include {owner}"
            if not is_shared:
                return f"{module} may not include the private {name}"
        return None
    if is_public and re.search(r"[./]", name):
        return f"a public header may not include the third-party <{name}>"
    if name in FORBIDDEN_HEADERS:
        return f"a library may not print, hence not include <{name}>"
    return None


def check_code(code):
    for number, line in enumerate(code.splitlines(), 1):
        for pattern, what in FORBIDDEN:
            if pattern.search(line):
                yield number, f"a library {what} here"


def check_module_file(root, tree, path, allowed, internal):
    text = path.read_text(encoding="utf-8")
    module = path.relative_to(tree).parts[0]
    is_public = tree.name == "halfspace"
    problems = []
    if module not in allowed:
        problems.append((1, f"{module} has no row in ARCHITECTURE.md"))
    for number, quote, name in includes(text):
        problem = check_include(module, is_public, quote, name, allowed, internal)
        if problem:
            problems.append((number, problem))
        may_ask_the_system = module == "tasks" or path == root / "src/base/file.cpp"
        is_excused = (path.relative_to(root).as_posix(), name) in SYSTEM_HEADERS_FOR_OTHERS
        if name in SYSTEM_HEADERS and not may_ask_the_system and not is_excused:
            problems.append((number, f"only tasks and src/base/file.cpp may include <{name}>"))
    problems += check_code(without_comments_and_strings(text))
    if path.suffix == ".h" and "#pragma once" not in text:
        problems.append((1, "a header needs #pragma once"))
    return problems


def check_outsider_file(root, path):
    folder = path.relative_to(root).parts[0]
    modules = {p.name for p in (root / "src").iterdir() if p.is_dir()}
    for number, quote, name in includes(path.read_text(encoding="utf-8")):
        if folder in INSIDERS and SHARED.match(name):
            continue
        if quote == '"' and name.split("/")[0] in modules and not (path.parent / name).exists():
            yield number, f"{folder} sees public headers only, not {name}"


def check(root):
    allowed = read_table(root)
    found = check_tables(root, allowed)

    def report(path, problems):
        found.extend(f"{path.relative_to(root)}:{number}: {what}" for number, what in problems)

    internal = internal_modules(root)
    for tree in (root / "include/halfspace", root / "src"):
        for path in code_files(tree):
            report(path, check_module_file(root, tree, path, allowed, internal))
    for folder in OUTSIDERS:
        for path in code_files(root / folder):
            report(path, check_outsider_file(root, path))
    for folder in ("include", "src", "tests", *OUTSIDERS):
        for path in code_files(root / folder):
            text = path.read_text(encoding="utf-8")
            if root / TEMPLATES in path.parents:
                if "SPDX" in text:
                    report(path, [(1, "the files of a new project name no licence")])
            elif not text.startswith(LICENCES):
                report(path, [(1, f"the first line must be {LICENCES[0].strip()}")])
    return found


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found = check(root)
    print("\n".join(found) or f"{len(read_table(root))} modules, nothing forbidden")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
