# SPDX-License-Identifier: MIT
"""Installs the Python package by pip without a network, and uses it.

    check_pip.py --root ROOT --build BUILD

By scripts/python from a copy of the sources, into a new virtual environment that sees Debian's
packages; then from an sdist of this copy, by a wheel, into another one. The sdist holds the sources that the build needs and
nothing else. The module needs no library but oneTBB and those of the compiler.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from build_settings import compiler_settings
from command import run

MOST_BYTES = 8_000_000
# Beside them, the tools that make an sdist add files of their own.
SOURCES = ("CMakeLists.txt", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py", "cmake",
           "include", "src", "bindings/python/CMakeLists.txt", "bindings/python/halfspace",
           "bindings/python/src")
NOT_BUILT = {"render", "__pycache__"}
LIBRARIES = {"libtbb.so.12", "libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6"}
LEFT_OUT = {"node_modules", "dist", "out", "venv", ".git", "__pycache__"}

USE = """
import pathlib, sys
import halfspace
root = pathlib.Path(sys.argv[1])
assert halfspace.__file__.startswith(sys.prefix), halfspace.__file__
for name in ("keep.map", "castle.grid", "house.glb"):
    level = halfspace.compile(root / "examples/levels" / name, vis="none")
    assert halfspace.verify(level, root / "examples/levels" / name) == []
try:
    halfspace.compile("maps.pk3:maps/a.bsp")
    raise SystemExit("a .pk3 was read")
except halfspace.Error as error:
    assert error.code == "unsupported" and "made without libzip" in str(error), error
folder = pathlib.Path(halfspace.__file__).parent
assert (folder / "py.typed").exists() and (folder / "_halfspace.pyi").exists()
print(halfspace._halfspace.__file__)
"""


def copy_sources(root, to):
    """What a clone has, and perhaps a little more."""
    def left_out(folder, names):
        return [name for name in names if name in LEFT_OUT or name.endswith((".egg-info", ".hsw"))
                or pathlib.Path(folder) == root and name.startswith("build")]

    shutil.copytree(root, to, ignore=left_out, symlinks=True)


def sources(root):
    """The names of the files that an sdist has to hold."""
    for name in SOURCES:
        path = root / name
        for file in ([path] if path.is_file() else path.rglob("*")):
            if file.is_file() and not NOT_BUILT & set(file.parts):
                yield str(file.relative_to(root))


def check_sdist(root, sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in
                 (member.name for member in archive.getmembers() if member.isfile())}
    made = {name for name in names if name in ("PKG-INFO", "setup.cfg") or ".egg-info/" in name}
    wanted = set(sources(root))
    if names - made != wanted:
        sys.exit(f"the sdist lacks {sorted(wanted - names)}\nand has {sorted(names - made - wanted)}")


def use(environment, root, scratch):
    module = run([environment / "bin/python", "-c", USE, root], cwd=scratch).strip()
    needed = {line.split("[")[1].rstrip("]") for line in run(["readelf", "-d", module]).splitlines()
              if "(NEEDED)" in line}
    if not needed <= LIBRARIES | {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}:
        sys.exit(f"the module needs {sorted(needed - LIBRARIES)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    arguments = parser.parse_args()
    scratch = arguments.build / "python_install"
    shutil.rmtree(scratch, ignore_errors=True)
    copy = scratch / "copy"
    copy_sources(arguments.root, copy)

    # The compiler is called as in this build, so that ccache has the objects. The module is stripped as in
    # a release.
    settings = [*compiler_settings(arguments.build), "-DCMAKE_MODULE_LINKER_FLAGS=-s"]
    cache = (arguments.build / "CMakeCache.txt").read_text(encoding="utf-8")
    settings += [f"-D{line}" for line in cache.splitlines() if line.startswith("pybind11_DIR:")]
    options = {"env": {**{key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
                       "CMAKE_ARGS": shlex.join(settings), "PIP_NO_INDEX": "1",
                       "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHON": sys.executable}}
    os.environ.pop("PYTHONPATH", None)
    pip = ["-m", "pip", "-q"]
    flags = ["--no-build-isolation", "--no-deps"]
    run([sys.executable, "-m", "venv", "--system-site-packages", scratch / "from_sdist"])

    python = scratch / "from_sdist/bin/python"
    run([python, "-c", "from setuptools import build_meta; build_meta.build_sdist('..')"], cwd=copy, **options)
    [sdist] = scratch.glob("*.tar.gz")
    check_sdist(copy, sdist)
    run([copy / "scripts/python", scratch / "from_copy"], **options)
    use(scratch / "from_copy", arguments.root, scratch)

    run([python, *pip, "wheel", *flags, "-w", scratch, sdist], **options)
    [wheel] = scratch.glob("*.whl")
    if wheel.stat().st_size > MOST_BYTES:
        sys.exit(f"{wheel.name} has {wheel.stat().st_size} bytes; {MOST_BYTES} are the most")
    run([python, *pip, "install", "--no-deps", wheel], **options)
    use(scratch / "from_sdist", arguments.root, scratch)


if __name__ == "__main__":
    main()
