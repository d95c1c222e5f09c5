# SPDX-License-Identifier: MIT
"""Builds the compiled module of the Python package by CMake; all else is in pyproject.toml.

The environment variable CMAKE_ARGS holds further arguments for CMake, such as
-DCMAKE_CXX_COMPILER=clang++-19. CMAKE_BUILD_PARALLEL_LEVEL is how many compilers run at a time.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
# The readers of levels and meshes, the compiler, verify and all questions: nothing that needs libzip.
OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "HALFSPACE_PYTHON": "ON",
    "HALFSPACE_READERS_ONLY": "ON",
    "HALFSPACE_RENDER": "OFF",
    "HALFSPACE_TOOLS": "OFF",
    "HALFSPACE_TESTS": "OFF",
    "HALFSPACE_BINDINGS": "OFF",
    "HALFSPACE_INSTALL": "OFF",
}


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        import pybind11

        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(self.build_temp).resolve()
        options = {
            **OPTIONS,
            "Python3_EXECUTABLE": sys.executable,
            "pybind11_DIR": pybind11.get_cmake_dir(),
        }
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        run(["cmake", *generator, "-S", ROOT, "-B", folder,
             *(f"-D{name}={value}" for name, value in options.items()),
             *shlex.split(os.environ.get("CMAKE_ARGS", ""))])
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or self.parallel or os.cpu_count() or 1
        run(["cmake", "--build", folder, "--target", "halfspace_python", "--parallel", str(jobs)])
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / "bindings/python/halfspace" / target.name, target)


def run(command):
    try:
        subprocess.run([str(part) for part in command], check=True)
    except FileNotFoundError:
        sys.exit("halfspace is built by CMake 3.25 or later, and there is no cmake; "
                 "scripts/setup --python installs all that the build needs on Debian")


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(halfspace VERSION (\S+)", text)[1]


setup(version=version(), ext_modules=[Extension("halfspace._halfspace", [])],
      cmdclass={"build_ext": BuildByCMake})
