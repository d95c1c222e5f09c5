# SPDX-License-Identifier: MIT
"""Plants long files and circles in a small tree and expects check_structure to find them."""

import pathlib
import tempfile
import unittest

import check_structure


class CheckStructure(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name).resolve()
        self.write("include/halfspace/base/error.h", "#pragma once\n")
        self.write("src/base/error.cpp", '#include "halfspace/base/error.h"\n')
        self.write("src/query/trace.h", '#include "halfspace/base/error.h"\n#include <vector>\n')
        self.write("tests/query/trace_test.cpp", '#include "query/trace.h"\n')
        self.write("CMakeLists.txt", "project(halfspace VERSION 1.2.3 LANGUAGES CXX)\n")
        self.write("bindings/npm/package.json", '{"version": "1.2.3"}\n')
        self.write("viewers/web/package.json", '{"version": "1.2.3",\n"halfspace": "1.2.3"}\n')
        self.write("packaging/vcpkg/halfspace/vcpkg.json", '{"version": "1.2.3"}\n')
        self.write("packaging/homebrew/halfspace.rb", '  version "1.2.3"\n')
        self.write("LICENSE", "MIT License\n")
        self.write("packaging/copyright", "MIT License\n\nNotices of others\n")

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_accepts_a_clean_tree(self):
        self.assertEqual(check_structure.check(self.root), [])

    def test_finds_long_files(self):
        self.write("src/query/long.h", "\n" * 201)
        self.write("src/query/longest.h", "\n" * 200)
        self.write("tests/query/long_test.cpp", "\n" * 501)
        self.write("tests/query/longest_test.cpp", "\n" * 500)
        self.assertEqual(check_structure.check(self.root),
                         ["src/query/long.h: 201 lines, 200 are the most",
                          "tests/query/long_test.cpp: 501 lines, 500 are the most"])

    def test_takes_a_reason_for_a_long_file_and_for_no_other(self):
        reason = "// Over 200 lines: one header for all that a game asks\n"
        self.write("src/query/long.h", reason + "\n" * 200)
        self.write("src/query/longest.h", reason + "\n" * 199)
        self.write("bindings/c/long.h", reason.replace("//", "/* Long.\n *") + "*/" + "\n" * 200)
        self.write("src/query/silent.h", "// Over 200 lines:\n" + "\n" * 200)
        self.write("src/query/long.cpp", reason + "\n" * 500)
        self.assertEqual(check_structure.check(self.root),
                         ["src/query/long.cpp: 501 lines, 500 are the most",
                          "src/query/longest.h: 200 lines need no reason",
                          "src/query/silent.h: 201 lines, 200 are the most"])

    def test_finds_large_pictures(self):
        self.write("docs/pictures/keep.png", "x" * 200_000)
        self.write("docs/pictures/page.png", "x" * 200_001)
        self.assertEqual(check_structure.check(self.root),
                         ["docs/pictures/page.png: 200001 bytes, 200000 are the most"])

    def test_finds_versions_that_differ(self):
        self.write("packaging/homebrew/halfspace.rb", '  version "1.2.2"\n')
        self.assertEqual(check_structure.check(self.root), [
            "versions differ: 1.2.2 in packaging/homebrew/halfspace.rb; 1.2.3 in CMakeLists.txt, "
            "bindings/npm/package.json, viewers/web/package.json, viewers/web/package.json, "
            "packaging/vcpkg/halfspace/vcpkg.json"])

    def test_finds_a_file_without_version(self):
        self.write("bindings/npm/package.json", "{}\n")
        self.assertIn("no version in bindings/npm/package.json",
                      " ".join(check_structure.check(self.root)))

    def test_finds_notices_without_the_licence(self):
        self.write("LICENSE", "Another License\n")
        self.assertEqual(check_structure.check(self.root),
                         ["packaging/copyright does not begin with LICENSE"])

    def test_finds_headers_that_include_each_other(self):
        self.write("src/query/a.h", '#include "query/b.h"\n')
        self.write("src/query/b.h", '#include "c.h"\n')
        self.write("src/query/c.h", '#include "query/a.h"\n')
        self.assertEqual(check_structure.check(self.root), [
            "circle of includes: src/query/a.h -> src/query/b.h -> src/query/c.h -> src/query/a.h"])

    def test_finds_folders_that_include_each_other(self):
        self.write("include/halfspace/base/change.h", "#include <halfspace/query/space.h>\n")
        self.write("include/halfspace/query/space.h", "")
        self.write("include/halfspace/query/sight.h", '#include "halfspace/base/error.h"\n')
        self.assertEqual(check_structure.check(self.root),
                         ["circle of folders: include/halfspace/base -> include/halfspace/query -> "
                          "include/halfspace/base"])

    def test_finds_a_folder_and_its_parent_that_include_each_other(self):
        self.write("src/query/walk/walk.h", '#include "query/trace.h"\n')
        self.write("src/query/sight.cpp", '#include "query/walk/walk.h"\n')
        self.assertEqual(check_structure.check(self.root),
                         ["circle of folders: src/query -> src/query/walk -> src/query"])

    def test_finds_a_way_round_through_three_folders(self):
        self.write("src/query/walk/walk.h", '#include "level/level.h"\n')
        self.write("src/level/level.h", '#include "query/trace.h"\n')
        self.write("src/query/sight.cpp", '#include "query/walk/walk.h"\n')
        self.assertEqual(check_structure.check(self.root),
                         ["circle of folders: src/level -> src/query -> src/query/walk -> src/level"])

    def test_finds_sources_in_typescript_that_import_each_other(self):
        self.write("bindings/npm/src/error.ts", "")
        self.write("bindings/npm/src/level.ts",
                   'import {\n    explained,\n} from "./error.js";\nimport { Mesh } from "three";\n')
        self.assertEqual(check_structure.check(self.root), [])
        for line in ('import type { Level } from "../level.js";', 'export * from "../level.js";',
                     'const level = await import("../level.js");', "import '../level.js';"):
            self.write("bindings/npm/src/three/walker.ts", line)
            self.write("bindings/npm/src/error.ts", 'export { Walker } from "./three/walker.js";\n')
            self.assertEqual(check_structure.check(self.root), [
                "circle of imports: bindings/npm/src/error.ts -> bindings/npm/src/three/walker.ts -> "
                "bindings/npm/src/level.ts -> bindings/npm/src/error.ts"])

    def test_finds_every_separate_circle(self):
        for name in ("a", "c"):
            other = chr(ord(name) + 1)
            self.write(f"src/query/{name}.h", f'#include "{other}.h"\n')
            self.write(f"src/query/{other}.h", f'#include "{name}.h"\n')
        self.assertEqual(len(check_structure.check(self.root)), 2)


if __name__ == "__main__":
    unittest.main()
