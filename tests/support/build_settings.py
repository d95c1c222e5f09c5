# SPDX-License-Identifier: MIT
"""How a build calls its compiler, for scripts of tests that build the same sources elsewhere."""

import re

# How the compiler is called. With the same settings in a build as deep, ccache has all objects.
COMPILER_SETTINGS = {"CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS",
                     "CMAKE_CXX_FLAGS_RELWITHDEBINFO", "CMAKE_COMPILE_WARNING_AS_ERROR",
                     "HALFSPACE_PRECOMPILE"}


def compiler_settings(build):
    """-D arguments with the compiler settings of a build."""
    lines = (build / "CMakeCache.txt").read_text(encoding="utf-8").splitlines()
    entries = dict(line.split("=", 1) for line in lines if re.match(r"[\w]+:\w+=", line))
    return [f"-D{key}={value}" for key, value in entries.items() if key.split(":")[0] in COMPILER_SETTINGS]
