# SPDX-License-Identifier: MIT
"""Plants sources and tests in a small tree and expects own_tests to bring them together."""

import pathlib
import tempfile
import unittest

import own_tests


class TestsOf(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("src/query/trace.cpp", "src/query/trace_check.h", "src/compile/tree/splitter.cpp",
                     "include/halfspace/query/trace.h", "viewers/native/keys.cpp",
                     "tools/halfspace/trace_command.cpp", "bindings/c/halfspace.h",
                     "tests/query/trace_test.cpp", "tests/query/trace_scenes_test.cpp",
                     "tests/query/trace_check_test.cpp", "tests/query/traces_test.cpp",
                     "tests/compile/tree/splitter_test.cpp", "tests/viewer/keys_test.cpp",
                     "tests/tool/trace_test.py"):
            self.write(name)
        for name, *headers in (("bindings/c/halfspace_move.h", "halfspace.h"),
                               ("bindings/c/motion.h", "halfspace_move.h"),
                               ("bindings/c/doors.cpp", "motion.h", "halfspace_move.h"),
                               ("tests/bindings/loaded_level.h", "halfspace.h"),
                               ("tests/bindings/c_doors_test.c", "halfspace_move.h"),
                               ("tests/bindings/c_test.c", "loaded_level.h"),
                               ("tests/bindings/c_octree_test.c",)):
            self.write(name, "".join(f'#include "{header}"\n' for header in headers))

    def write(self, name, text=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def expect(self, source, *tests):
        found = own_tests.tests_of(self.root, pathlib.Path(source))
        self.assertEqual([path.as_posix() for path in found], list(tests))

    def test_a_source_has_the_tests_whose_names_begin_with_its_own(self):
        both = ("tests/query/trace_scenes_test.cpp", "tests/query/trace_test.cpp")
        self.expect("src/query/trace.cpp", *both)
        self.expect("include/halfspace/query/trace.h", *both)

    def test_a_longer_name_is_that_of_its_own_source(self):
        self.expect("src/query/trace_check.h", "tests/query/trace_check_test.cpp")

    def test_folders_of_a_module_are_searched(self):
        self.expect("src/compile/tree/splitter.cpp", "tests/compile/tree/splitter_test.cpp")

    def test_a_test_is_its_own(self):
        self.expect("tests/query/traces_test.cpp", "tests/query/traces_test.cpp")

    def test_viewer_and_tool_have_tests_too(self):
        self.expect("viewers/native/keys.cpp", "tests/viewer/keys_test.cpp")
        self.expect("tools/halfspace/trace_command.cpp", "tests/tool/trace_test.py")

    def test_a_header_for_c_has_the_tests_that_include_it(self):
        self.expect("bindings/c/halfspace.h",
                    "tests/bindings/c_doors_test.c", "tests/bindings/c_test.c")
        self.expect("bindings/c/halfspace_move.h", "tests/bindings/c_doors_test.c")

    def test_a_source_for_c_has_the_tests_of_the_header_that_declares_it(self):
        self.expect("bindings/c/doors.cpp", "tests/bindings/c_doors_test.c")
        self.expect("bindings/c/motion.h", "tests/bindings/c_doors_test.c")

    def test_other_files_have_none(self):
        self.expect("src/query/leaf_visit.h")
        self.expect("tests/support/scenes.cpp")
        self.expect("docs/traces.svg")


class TargetOf(unittest.TestCase):
    def test_is_named_after_the_folder_or_the_test(self):
        for test, target in (("tests/query/trace_test.cpp", "halfspace_query_tests"),
                             ("tests/compile/tree/splitter_test.cpp", "halfspace_compile_tests"),
                             ("tests/tool/trace_test.py", "halfspace"),
                             ("tests/architecture/check_types_test.py", None),
                             ("tests/bindings/c_doors_test.c", "halfspace_c_doors_test")):
            self.assertEqual(own_tests.target_of(pathlib.Path(test)), target)


if __name__ == "__main__":
    unittest.main()
