# SPDX-License-Identifier: MIT
"""Gives the programs of docs/site small input: a few comments, a few pages."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs/site"))

import doxygen_comments  # noqa: E402  (found by the line above)
import make_pages  # noqa: E402


class Filter(unittest.TestCase):
    def expect(self, lines, wanted):
        licence = "// SPDX-License-Identifier: MIT"
        self.assertEqual(["/// @file", *wanted], list(doxygen_comments.filtered([licence, *lines])))

    def test_gives_comments_to_what_follows_or_precedes(self):
        self.expect(["// A box.", "struct Box {", "    int a = 0;  // units", "};"],
                    ["/// A box.", "struct Box {", "    int a = 0;  ///< units", "};"])

    def test_joins_a_comment_behind_a_line_with_its_next_line(self):
        self.expect(["int a;  // one", "        // two", "// three"],
                    ["int a;  ///< one", "        ///< two", "/// three"])

    def test_leaves_includes_and_ends_alone(self):
        lines = ["#include <vector>  // for Box", "}  // namespace halfspace"]
        self.expect(lines, lines)

    def test_escapes_commands_and_tags_but_not_code_and_pictures(self):
        self.expect(["// a<b> @c `a<b>` _d", "//     o--<"],
                    [r"/// a\<b\> \@c `a<b>` \_d", "///     o--<"])

    def test_makes_groups_of_sections(self):
        self.expect(["", "// ---- Levels ----", "//", "// All <b> of it.", "", "void a();", "",
                     "// ---- Two shapes -", "", "void b();", "", "#ifdef __cplusplus", "}", "#endif"],
                    ["", "/// @name Levels", "///", r"/// All \<b\> of it.", "/// @{", "void a();",
                     "/// @}", "/// @name Two shapes", "/// @{", "void b();", "/// @}",
                     "#ifdef __cplusplus", "}", "#endif"])

    def test_reads_comments_of_c90(self):
        self.expect(["/* A box:", " *     o--<", " * units. */", "struct box { /* all of it */",
                     "    int a; /* one", "            * two */", "    /* three */", "    int b;", "};"],
                    ["/// A box:", "///     o--<", "/// units.", "struct box {  ///< all of it",
                     "    int a;  ///< one", "           ///< two", "    /// three", "    int b;", "};"])

    def test_makes_headings_of_a_contract_bold(self):
        self.expect(["// REQUIRES: a. Cost: b."], ["/// **REQUIRES:** a. **Cost:** b."])


class Pages(unittest.TestCase):
    def run_on(self, files):
        """(result, {page: text}) of a project of these files."""
        with tempfile.TemporaryDirectory() as folder:
            root, pages = pathlib.Path(folder) / "project", pathlib.Path(folder) / "pages"
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            with contextlib.redirect_stdout(io.StringIO()):
                result = make_pages.gather(root.resolve(), pages)
            return result, {path.relative_to(pages).as_posix(): path.read_text(encoding="utf-8")
                            for path in pages.rglob("*") if path.is_file()}

    def test_follows_links_from_the_readme(self):
        result, pages = self.run_on({"README.md": "[a](docs/a.md#b) [c](https://example.org)",
                                     "docs/a.md": "[code](../src/x.cpp) [all](../src)",
                                     "src/x.cpp": "int x;\n"})
        self.assertEqual(0, result)
        self.assertEqual("[a](docs/a.md#b) [c](https://example.org)", pages["README.md"])
        self.assertEqual("[code](../src/x.cpp.md) [all](../src/README.md)", pages["docs/a.md"])
        self.assertEqual("# src/x.cpp\n\n````cpp\nint x;\n````\n", pages["src/x.cpp.md"])
        self.assertEqual("# src\n\n- [x.cpp](../src/x.cpp.md)\n", pages["src/README.md"])

    def test_refuses_a_page_to_which_no_link_leads(self):
        self.assertEqual(1, self.run_on({"README.md": "alone", "docs/lost.md": "lost"})[0])


if __name__ == "__main__":
    unittest.main()
