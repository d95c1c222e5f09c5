# SPDX-License-Identifier: MIT
"""Installs a built tree and uses it as a stranger would.

    check_install.py --root ROOT --build BUILD --reference LEVEL_HASH LEVEL.map...

Builds tests/install/consumer by find_package against the installed tree, with plain flags and with
flags that let a compiler round differently (-O3 -march=native -ffp-contract=fast). Both programs
must give the hashes that the tree's own program gives.

Then a game that names the component `query` is built where no library of others can be found, once
against that tree and once against one that was built without compiler, formats and painter. A
component that there is not must be named in the error.

Programs in C are built by find_package, each with the shared and with the static libraries. Programs
in C++ and C are built by the commands with pkg-config that docs/guides/install.md shows. Every link of
an installed page leads to an installed file.

The games of docs/tutorials/first_game.md are built by the project files that the page shows.
"""

import argparse
import os
import pathlib
import re
import shutil
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "readme")]
from build_settings import compiler_settings
from check_links import missing_links
from command import attempt, run
from guide_commands import check_guide
from static_libzip import check_static_libzip

FLAGS = {"plain": "", "contracted": "-O3 -march=native -ffp-contract=fast"}


# Packages that the runtime must not ask for.
FOREIGN = ("TBB", "Libzip", "TinyGltf", "TinyObjLoader", "Stb", "FastFloat", "nlohmann_json", "GTest", "fmt",
           "CLI11", "Python3")


def configure_game(root, prefix, folder, component="query"):
    """The command that configures a game where nothing of others can be found."""
    return ["cmake", "-G", "Ninja", "-S", root / "tests/install/query_only", "-B", folder,
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCOMPONENT={component}",
            *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in FOREIGN)]


def build_game(root, prefix, folder, level):
    run(configure_game(root, prefix, folder))
    run(["cmake", "--build", folder])
    run([folder / "runtime_only", level])


def install_runtime(arguments, work):
    """A tree without compiler, formats and painter, built where nothing of others can be found. Its
    libraries are not below its prefix."""
    build = arguments.build.with_name(f"{arguments.build.name}_runtime")
    shutil.rmtree(build, ignore_errors=True)
    run(["cmake", "-G", "Ninja", "-S", arguments.root, "-B", build, "-DHALFSPACE_COMPILE=OFF",
         "-DHALFSPACE_FORMATS=OFF", "-DHALFSPACE_RENDER=OFF", *compiler_settings(arguments.build),
         f"-DCMAKE_INSTALL_PREFIX={work / 'runtime_headers'}",
         f"-DCMAKE_INSTALL_LIBDIR={work / 'runtime_prefix/lib'}",
         *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in FOREIGN)])
    run(["cmake", "--build", build])
    run(["cmake", "--install", build])
    return work / "runtime_prefix"


def check_pkg_config(root, prefix, work, level):
    """What is wrong with the packages of pkg-config of the tree without compiler, and of a build with
    HALFSPACE_ASSERTIONS."""
    libraries = prefix / "lib/pkgconfig"
    packages = sorted(path.stem for path in libraries.glob("*.pc"))
    environment = {**os.environ, "PKG_CONFIG_PATH": str(libraries)}
    flags = run(["pkg-config", "--cflags", "--libs", "halfspace"], env=environment).split()
    program = work / "by_pkg_config"
    run(["g++", "-std=c++23", root / "tests/install/consumer/runtime_only.cpp", "-o", program, *flags])
    run([program, level])
    if "halfspace_compile" in packages:
        yield f"a tree without compiler has the packages {packages}"
    configured = work / "with_assertions"
    run(["cmake", "-G", "Ninja", "-S", root, "-B", configured, "-DHALFSPACE_ASSERTIONS=ON",
         "-DHALFSPACE_COMPILE=OFF", "-DHALFSPACE_FORMATS=OFF", "-DHALFSPACE_RENDER=OFF"])
    said = (configured / "halfspace.pc").read_text(encoding="utf-8")
    if "-D_GLIBCXX_ASSERTIONS" in flags or "-D_GLIBCXX_ASSERTIONS" not in said:
        yield f"_GLIBCXX_ASSERTIONS is not where HALFSPACE_ASSERTIONS is: {flags}, {said}"


def check_components(arguments, prefix, work):
    """What is wrong with what find_package says of components that are not there."""
    found = []
    for name, tree, component in (("unknown", prefix, "quary"),
                                  ("left out", work / "runtime_prefix", "compile")):
        folder = work / f"component {name}"
        done = attempt(configure_game(arguments.root, tree, folder, component))
        said = " ".join(done.stderr.split())
        if done.returncode == 0 or f"no component '{component}'" not in said or "query" not in said:
            found.append(f"{name}: the error does not name the component {component}: {said}")
    done = attempt(configure_game(arguments.root, prefix, work / "component needs TBB", "compile"))
    if done.returncode == 0 or "TBB" not in done.stderr:
        found.append(f"compile without TBB: the error does not name it: {done.stderr}")
    return found


def check_tutorial(root, prefix, work, level):
    """What is wrong with the games of the tutorial, each built by its project file on the page."""
    page = (root / "docs/tutorials/first_game.md").read_text(encoding="utf-8")
    shown = re.search(r"^```text\n(.*?)^```$", page, re.M | re.S)[1]
    found = []
    for project in re.findall(r"^```cmake\n(.*?)^```$", page, re.M | re.S):
        source = re.search(r"gatehouse\.\w+", project)[0]
        if source.endswith(".c") and not (prefix / "include/halfspace.h").exists():
            continue  # built without the library for C
        folder = work / f"tutorial_{source}"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(project, encoding="utf-8")
        shutil.copy(root / "examples/programs" / source, folder)
        run(["cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build",
             f"-DCMAKE_PREFIX_PATH={prefix}"])
        run(["cmake", "--build", folder / "build"])
        if run([folder / "build/gatehouse", level]) != shown:
            found.append(f"{source} does not print what docs/tutorials/first_game.md shows")
    return found


def check_c_programs(root, prefix, work, level, source):
    """Builds the programs of tests/install/c_programs, and runs each on its file."""
    if not (prefix / "include/halfspace.h").exists():
        return  # built without the libraries for C
    folder = work / "c_programs"
    files = {"asks": level, "compiles": source}
    run(["cmake", "-G", "Ninja", "-S", root / "tests/install/c_programs", "-B", folder,
         f"-DCMAKE_PREFIX_PATH={prefix}"])
    run(["cmake", "--build", folder])
    for program, file in files.items():
        run([folder / program, file])
        run([folder / f"{program}_static", file])


def check_prefix(root, prefix):
    """What is wrong with the installed files."""
    found = []
    public = {p.relative_to(root / "include") for p in (root / "include").rglob("*.h")}
    public |= {pathlib.Path(p.name) for p in (root / "bindings/c").glob("halfspace*.h")}
    installed = {p.relative_to(prefix / "include") for p in (prefix / "include").rglob("*.h")}
    if public != installed:
        found.append(f"installed headers differ: {sorted(map(str, public ^ installed))}")
    for path in prefix.rglob("*.cmake"):
        text = path.read_text(encoding="utf-8")
        for word in (str(root), "build_flags", "ffp-contract", "-Wall", "FastFloat"):
            if word in text:
                found.append(f"{path.name} mentions {word}")
    pages = sorted((prefix / "share/doc/halfspace").rglob("*.md"))
    for page in pages:
        found += [f"{page.relative_to(prefix)}: {target} is not installed"
                  for target in missing_links(page, page.read_text(encoding="utf-8"))]
    if not pages:
        found.append("no pages are installed")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--reference", required=True)
    parser.add_argument("--level", required=True,
                        help="a compiled level that the game loads; gatehouse.hsw is beside it")
    parser.add_argument("levels", nargs="+")
    arguments = parser.parse_args()

    work = arguments.build / "install_test"
    shutil.rmtree(work, ignore_errors=True)
    prefix = work / "prefix"
    run(["cmake", "--install", arguments.build, "--prefix", prefix])
    found = check_prefix(arguments.root, prefix)

    expected = run([arguments.reference, "1", *arguments.levels])
    for name, flags in FLAGS.items():
        folder = work / name
        run(["cmake", "-G", "Ninja", "-S", arguments.root / "tests/install/consumer", "-B", folder,
             f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={flags}",
             f"-DTESTS_FOLDER={arguments.root}/tests"])
        run(["cmake", "--build", folder])
        if run([folder / "level_hash", "2", *arguments.levels]) != expected:
            found.append(f"{name}: the installed library gives other hashes")
    build_game(arguments.root, prefix, work / "query_only", arguments.level)
    runtime = install_runtime(arguments, work)
    build_game(arguments.root, runtime, work / "runtime_query_only", arguments.level)
    found += check_pkg_config(arguments.root, runtime, work, arguments.level)
    found += check_static_libzip(prefix, work / "static_libzip")
    check_c_programs(arguments.root, prefix, work, arguments.level,
                     arguments.root / "examples/levels/keep.map")
    found += check_guide(arguments.root, prefix, work, arguments.level,
                         arguments.root / "examples/levels/keep.map")
    found += check_components(arguments, prefix, work)
    found += check_tutorial(arguments.root, prefix, work,
                            pathlib.Path(arguments.level).with_name("gatehouse.hsw"))
    print("\n".join(found) or f"{len(FLAGS)} consumers, 2 games, {len(arguments.levels)} levels, same hashes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
