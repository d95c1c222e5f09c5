# SPDX-License-Identifier: MIT
"""Plants each kind of violation in a small tree and expects check_layers to find exactly it."""

import pathlib
import tempfile
import unittest

import check_layers

TABLE = """
| module | holds | may use |
|---|---|---|
| base | errors | |
| tasks | threads | base |
| geometry | planes | base |
| inner | steps | base |
| query | answers | base geometry |
| maker | levels | base inner |
"""
CMAKE = """
halfspace_module(base RUNTIME)
halfspace_module(tasks DEPENDS base LINK_PRIVATE TBB::tbb)
halfspace_module(geometry RUNTIME DEPENDS base)
halfspace_module(inner DEPENDS base)
halfspace_module(query DEPENDS base geometry LINK_PRIVATE X::x)
halfspace_module(maker DEPENDS base inner)
"""
SPDX = "// SPDX-License-Identifier: MIT\n"
HEADER = SPDX + "#pragma once\n"


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.write("ARCHITECTURE.md", TABLE)
        self.write("CMakeLists.txt", CMAKE)
        self.write("include/halfspace/base/error.h", HEADER + "#include <string>\n")
        self.write("src/base/error.cpp", SPDX + '#include "halfspace/base/error.h"\n')
        self.write("include/halfspace/geometry/turn.h", HEADER)
        self.write("src/geometry/plane.h", HEADER)
        self.write("src/geometry/plane.cpp",
                   SPDX + '#include "geometry/plane.h"\n#include "halfspace/base/error.h"\n'
                          "#include <tbb/parallel_for.h>\n")

        # `inner` has no public headers; `maker` may use it.
        self.write("src/inner/step.h", HEADER)
        self.write("include/halfspace/maker/make.h", HEADER)
        self.write("src/maker/make.cpp", SPDX + '#include "inner/step.h"\n')

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def expect_only(self, part):
        found = check_layers.check(self.root)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_accepts_a_clean_tree(self):
        self.assertEqual(check_layers.check(self.root), [])

    def test_finds_an_include_of_a_module_above(self):
        self.write("src/base/file.cpp", SPDX + '#include "halfspace/query/sight.h"\n')
        self.expect_only("src/base/file.cpp:2: base may not include query")

    def test_finds_it_in_a_public_header_too(self):
        self.write("include/halfspace/geometry/vec.h",
                   HEADER + '#  include <halfspace/query/sight.h>\n')
        self.expect_only("geometry may not include query")

    def test_finds_another_modules_private_header(self):
        self.write("src/query/sight.cpp", SPDX + '#include "geometry/plane.h"\n')
        self.expect_only("query may not include the private geometry/plane.h")

    def test_accepts_a_shared_header_of_a_module_that_is_listed(self):
        self.write("src/geometry/shared/plane.h", HEADER)
        self.write("src/query/sight.cpp", SPDX + '#include "geometry/shared/plane.h"\n')
        self.assertEqual(check_layers.check(self.root), [])

    def test_finds_a_shared_header_of_a_module_above(self):
        self.write("src/query/shared/sight.h", HEADER)
        self.write("src/geometry/vec.cpp", SPDX + '#include "query/shared/sight.h"\n')
        self.expect_only("src/geometry/vec.cpp:2: geometry may not include query")

    def test_finds_a_shared_header_in_a_public_header(self):
        self.write("src/geometry/shared/plane.h", HEADER)
        self.write("include/halfspace/query/sight.h",
                   HEADER + '#include "geometry/shared/plane.h"\n')
        self.expect_only("a public header may not include the private geometry/shared/plane.h")

    def test_finds_a_shared_header_in_a_tool_and_not_in_a_fuzzer(self):
        self.write("src/geometry/shared/plane.h", HEADER)
        include = SPDX + '#include "geometry/shared/plane.h"\n'
        self.write("fuzz/fuzz_plane.cpp", include)
        self.assertEqual(check_layers.check(self.root), [])
        self.write("tools/look.cpp", include)
        self.expect_only("tools sees public headers only, not geometry/shared/plane.h")

    def test_finds_an_internal_module_where_the_row_does_not_list_it(self):
        self.write("include/halfspace/query/sight.h", HEADER)
        self.write("src/query/sight.cpp", SPDX + '#include "inner/step.h"\n')
        self.expect_only("src/query/sight.cpp:2: query may not include inner")

    def test_finds_an_internal_modules_header_in_a_public_header(self):
        self.write("include/halfspace/maker/make.h", HEADER + '#include "inner/step.h"\n')
        self.expect_only("public header may not include the private inner/step.h")

    def test_finds_the_private_headers_of_a_listed_module_that_has_public_ones(self):
        self.write("include/halfspace/inner/public.h", HEADER)
        self.expect_only("maker may not include the private inner/step.h")

    def test_finds_a_private_include_in_a_public_header(self):
        self.write("include/halfspace/geometry/vec.h", HEADER + '#include "geometry/plane.h"\n')
        self.expect_only("public header may not include the private")

    def test_finds_a_third_party_include_in_a_public_header(self):
        self.write("include/halfspace/base/parallel.h", HEADER + "#include <tbb/task.h>\n")
        self.expect_only("third-party <tbb/task.h>")

    def test_finds_threads_and_files_outside_of_tasks_and_base_file(self):
        for header in ("mutex", "thread", "filesystem", "fstream", "barrier", "pthread.h",
                       "unistd.h", "sys/stat.h"):
            with self.subTest(header=header):
                include = f"#include <{header}>\n"
                self.write("src/tasks/parallel_for.cpp", SPDX + include)
                self.write("src/base/file.cpp", SPDX + include)
                self.assertEqual(check_layers.check(self.root), [])
                self.write("src/base/error.cpp", SPDX + include)
                self.expect_only(f"only tasks and src/base/file.cpp may include <{header}>")
                self.write("src/base/error.cpp", SPDX)
                self.write("include/halfspace/base/file.h", HEADER + include)
                self.assertIn("include/halfspace/base/file.h:3: only tasks and "
                              f"src/base/file.cpp may include <{header}>",
                              check_layers.check(self.root))
                self.write("include/halfspace/base/file.h", HEADER)

    def test_excuses_only_the_one_header_of_tinygltf(self):
        self.write("ARCHITECTURE.md", TABLE + "| formats | readers | base |\n")
        self.write("CMakeLists.txt", CMAKE + "halfspace_module(formats DEPENDS base)\n")
        self.write("src/formats/export/gltf_library.cpp", SPDX + "#include <fstream>\n")
        self.assertEqual(check_layers.check(self.root), [])
        self.write("src/formats/export/gltf.cpp", SPDX + "#include <fstream>\n")
        self.expect_only("src/formats/export/gltf.cpp:2: only tasks")
        self.write("src/formats/export/gltf.cpp", SPDX)
        self.write("src/formats/export/gltf_library.cpp", SPDX + "#include <unistd.h>\n")
        self.expect_only("src/formats/export/gltf_library.cpp:2: only tasks")

    def test_finds_a_library_behind_a_runtime_module(self):
        self.write("CMakeLists.txt", CMAKE.replace("halfspace_module(base RUNTIME)",
                                                   "halfspace_module(base RUNTIME LINK_PRIVATE A::a)"))
        self.expect_only("the runtime module base links A::a")

    def test_finds_a_runtime_module_that_uses_one_that_is_none(self):
        self.write("ARCHITECTURE.md", TABLE.replace("| geometry | planes | base |",
                                                    "| geometry | planes | base tasks |"))
        self.write("CMakeLists.txt", CMAKE.replace("geometry RUNTIME DEPENDS base",
                                                   "geometry RUNTIME DEPENDS base tasks"))
        self.expect_only("the runtime module geometry may use tasks")

    def test_finds_iostream(self):
        self.write("src/base/file.cpp", SPDX + "#include <iostream>\n")
        self.expect_only("<iostream>")

    def test_finds_prints_exits_and_throws(self):
        for code in ('printf("x");', 'std::fprintf(stderr, "x");', "std::cerr << 1;", "exit(1);",
                     "std::abort();", "throw 1;", "std::terminate();"):
            with self.subTest(code=code):
                self.write("src/base/file.cpp", SPDX + "void f() { " + code + " }\n")
                self.expect_only("src/base/file.cpp:2: a library")

    def test_ignores_what_comments_and_strings_say(self):
        self.write("src/base/file.cpp",
                   SPDX + '// throw\n/* exit(\n1) */ const char* s = "printf(";\n'
                          "int at_exit(int); int x = at_exit(1'000); char c = '\"';\n"
                          'const char* r = R"(throw)"; void f() noexcept;\n')
        self.assertEqual(check_layers.check(self.root), [])

    def test_counts_lines_past_comments(self):
        self.write("src/base/file.cpp", SPDX + "/* a\nb */\nvoid f() { throw 1; }\n")
        self.expect_only("src/base/file.cpp:4:")

    def test_finds_a_tool_that_looks_inside(self):
        self.write("tools/halfspace/main.cpp", SPDX + '#include "geometry/plane.h"\n')
        self.expect_only("tools sees public headers only")

    def test_finds_a_module_without_a_row(self):
        self.write("src/extra/a.cpp", SPDX)
        self.expect_only("extra has no row")

    def test_finds_a_link_line_that_differs_from_the_table(self):
        self.write("CMakeLists.txt", CMAKE.replace("query DEPENDS base geometry",
                                                   "query DEPENDS base"))
        self.expect_only("query links base, ARCHITECTURE.md allows base geometry")

    def test_finds_a_circle(self):
        self.write("ARCHITECTURE.md", TABLE.replace("| base | errors | |",
                                                    "| base | errors | query |"))
        self.assertTrue(any("not above it" in line for line in check_layers.check(self.root)))

    def test_finds_a_missing_table(self):
        self.write("ARCHITECTURE.md", "nothing here\n")
        self.assertIn("ARCHITECTURE.md: the table of modules is missing",
                      check_layers.check(self.root))

    def test_finds_a_missing_licence_line_and_guard(self):
        self.write("src/base/file.h", "int f();\n")
        self.assertEqual(len(check_layers.check(self.root)), 2)

    def test_takes_a_licence_line_of_c90(self):
        self.write("bindings/c/halfspace.h", "/* SPDX-License-Identifier: MIT */\n#define A 1\n")
        self.assertEqual(check_layers.check(self.root), [])

    def test_finds_a_licence_line_in_a_template(self):
        path = "tools/halfspace/templates/cpp/src/main.cpp"
        self.write(path, "int main() {}\n")
        self.assertEqual(check_layers.check(self.root), [])
        self.write(path, SPDX + "int main() {}\n")
        self.expect_only("the files of a new project name no licence")


if __name__ == "__main__":
    unittest.main()
