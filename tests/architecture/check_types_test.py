# SPDX-License-Identifier: MIT
"""Plants types that are defined twice in a small tree and expects check_types to find them."""

import pathlib
import tempfile
import unittest

import check_types


class CheckTypes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.write("include/halfspace/world/world.h",
                   "namespace halfspace {\nenum class Surface : int { Drawn, Hidden };\n"
                   "struct Plane { double distance; struct Side { int id; }; };\n"
                   "template <typename T>\nclass Id final { T value; };\n"
                   "using Planes = int;\nstruct Later;\n}\n")

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def expect_one(self, *parts):
        found = check_types.check(self.root)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def expect_none(self):
        self.assertEqual(check_types.check(self.root), [])

    def test_accepts_a_clean_tree(self):
        self.expect_none()

    def test_finds_a_class_and_an_enum_of_one_name(self):
        self.write("src/render/paint/shader.h", "namespace halfspace {\n\nclass Surface {};\n}\n")
        self.expect_one("src/render/paint/shader.h:3", "halfspace::Surface",
                        "include/halfspace/world/world.h:2")

    def test_finds_each_way_to_define_a_type(self):
        for code in ("struct Plane {};", "struct Plane : Base<int> {};", "class Plane final {};",
                     "union Plane { int a; };", "enum Plane { A };", "enum class Plane : long {};",
                     "using Plane = int;", "typedef struct X Plane;",
                     "struct [[nodiscard]] Plane {};", "struct alignas(16) Plane\n{\n};",
                     "template <class T, typename U = Id<T>> struct Plane {};",
                     "template <typename T>\n  requires Whole<T>\nclass Plane {};",
                     "int f() { return 1; }\nstruct Plane {};"):
            with self.subTest(code=code):
                self.write("src/query/a.cpp", "namespace halfspace {\n" + code + "\n}\n")
                self.expect_one("halfspace::Plane")

    def test_finds_a_nested_type(self):
        self.write("src/query/a.cpp", "namespace halfspace { struct Plane::Side { int b; }; }\n")
        self.expect_one("halfspace::Plane::Side")

    def test_finds_two_in_one_source_of_two_namespace_blocks(self):
        self.write("src/query/a.cpp", "namespace halfspace::map { struct A {}; }\n"
                                      "namespace halfspace { namespace map { struct A {}; } }\n")
        self.expect_one("src/query/a.cpp:2", "halfspace::map::A")

    def test_finds_a_tests_type_that_the_library_has(self):
        self.write("tests/query/trace_test.cpp", "namespace halfspace { struct Plane {}; }\n")
        self.expect_one("tests/query/trace_test.cpp:1", "halfspace::Plane")

    def test_finds_two_tests_of_one_program(self):
        self.write("tests/query/a_test.cpp", "namespace halfspace { struct Door {}; }\n")
        self.write("tests/query/b_test.cpp", "namespace halfspace { struct Door {}; }\n")
        self.expect_one("halfspace::Door")

    def test_accepts_equal_names_in_two_programs(self):
        for path in ("tests/query/a_test.cpp", "tests/level/a_test.cpp", "examples/programs/a.cpp",
                     "examples/programs/b.cpp", "tools/halfspace/main.cpp"):
            self.write(path, "struct Door {};\n")
        self.expect_none()

    def test_accepts_other_namespaces_anonymous_ones_and_functions(self):
        self.write("src/query/a.cpp",
                   "namespace halfspace::map { struct Plane {}; }\n"
                   "namespace halfspace {\nnamespace { struct Plane {}; enum class Surface {}; }\n"
                   "void f() { struct Plane {}; using Planes = int; if (g()) { struct Id {}; } }\n"
                   "struct Other { void h() { struct Side {}; } struct Side {}; };\n}\n")
        self.expect_none()

    def test_accepts_declarations_variables_and_specialisations(self):
        self.write("src/query/a.cpp",
                   "namespace halfspace {\nstruct Plane;\nclass Id;\nenum class Surface : int;\n"
                   "struct Plane make(struct Plane p) { return p; }\n"
                   "Plane kPlanes[] = {{1}};\nconst struct Plane kFirst = {2};\n"
                   "template <> class Id<int> { int value; };\n}\n"
                   "template <> struct std::hash<halfspace::Plane> {};\n"
                   "template <> struct std::hash<halfspace::Surface> {};\n")
        self.expect_none()

    def test_ignores_comments_strings_and_macros(self):
        self.write("src/query/a.cpp",
                   "namespace halfspace {\n// struct Plane {};\n/* enum class Surface {}; */\n"
                   "const char* kText = \"struct Plane {};\";\n"
                   "#define PLANE \\\n    struct Plane {};\n}\n")
        self.expect_none()


if __name__ == "__main__":
    unittest.main()
