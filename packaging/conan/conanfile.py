# SPDX-License-Identifier: MIT
"""The recipe of Conan 2. It builds the clone of Halfspace that it lies in:

    conan create packaging/conan --build=missing -s compiler.cppstd=23

No release can be downloaded yet. A recipe for a shared index has a source() that gets the archive of
a release by its address and hash, in place of export_sources().
"""

import pathlib
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

# The folders and files of the project that a build reads.
SOURCES = ("*.md", "CMakeLists.txt", "LICENSE", "bindings/*", "cmake/*", "docs/*", "examples/*",
           "include/*", "packaging/*", "src/*", "tools/*")


class HalfspaceConan(ConanFile):
    name = "halfspace"
    description = "A compiler and runtime for solid 3D worlds: exact answers about what is where"
    license = "MIT"
    topics = ("geometry", "bsp", "collision-detection", "games")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "compiler": [True, False],  # the compiler, verify, readers, exporters and the painter
        "tools": [True, False],     # the command line, which needs the compiler
        "c": [True, False],         # the libraries for C
    }
    default_options = {"shared": False, "compiler": True, "tools": False, "c": True}

    @property
    def _root(self):
        return pathlib.Path(self.recipe_folder).parents[1]

    def set_version(self):
        text = load(self, self._root / "CMakeLists.txt")
        self.version = re.search(r"project\(halfspace VERSION (\S+)", text)[1]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, self._root, self.export_sources_folder,
                 excludes=("bindings/npm/dist/*", "*/node_modules/*", "*.hsw"))

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("xxhash/[>=0.8]", visible=False)
        if self.options.compiler:
            # Whoever links the static libraries of the compiler links these two.
            self.requires("onetbb/[>=2021.8]")
            self.requires("libzip/[>=1.9]")
            for header_only in ("fast_float/[>=3.9]", "nlohmann_json/[>=3.11]", "stb/cci.20230920",
                                "tinygltf/[>=2.7]", "tinyobjloader/2.0.0-rc10"):
                self.requires(header_only, visible=False)
        if self.options.tools:
            self.requires("cli11/[>=2.3]", visible=False)
            self.requires("fmt/[>=9.1]", visible=False)

    def validate(self):
        check_min_cppstd(self, 23)
        if self.settings.compiler == "msvc":
            raise ConanInvalidConfiguration("Halfspace needs integers of 128 bits, which MSVC lacks")
        if self.options.tools and not self.options.compiler:
            raise ConanInvalidConfiguration("the option tools needs the option compiler")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("COMPILE", "FORMATS", "RENDER"):
            toolchain.cache_variables[f"HALFSPACE_{part}"] = bool(self.options.compiler)
        toolchain.cache_variables["HALFSPACE_BINDINGS"] = bool(self.options.c)
        toolchain.cache_variables["HALFSPACE_TOOLS"] = bool(self.options.tools)
        toolchain.cache_variables["HALFSPACE_TESTS"] = False
        toolchain.cache_variables["HALFSPACE_VIEWER"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "copyright", pathlib.Path(self.source_folder) / "packaging",
             pathlib.Path(self.package_folder) / "licenses")
        CMake(self).install()
        rmdir(self, pathlib.Path(self.package_folder) / "share")

    def package_info(self):
        # The package brings its own halfspaceConfig.cmake, with a target for each module.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/halfspace")
        self.cpp_info.bindirs = ["bin"] if self.options.tools else []
