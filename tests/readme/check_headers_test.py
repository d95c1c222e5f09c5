# SPDX-License-Identifier: MIT
"""Plants headers that the page lacks, and names without a header."""

import pathlib
import tempfile
import unittest

import check_headers


class CheckHeaders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("include/halfspace/query/trace.h", "bindings/c/halfspace.h", "bindings/c/handle.h"):
            self.write(name)
        self.page("| move | `halfspace/query/trace.h` | `trace();` |", "In C `halfspace.h`.")

    def write(self, name, text=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def page(self, *lines):
        self.write("docs/reference/headers.md", "\n".join(lines))

    def test_accepts_a_page_with_all_headers(self):
        self.assertEqual(check_headers.problems(self.root), [])

    def test_finds_headers_that_the_page_does_not_name(self):
        self.write("include/halfspace/level/walk.h")
        self.write("bindings/c/halfspace_move.h")
        self.assertEqual(check_headers.problems(self.root), [
            "halfspace/level/walk.h is not named", "halfspace_move.h is not named"])

    def test_finds_names_without_a_header(self):
        self.page("`halfspace/query/trace.h`, `halfspace.h`, `halfspace/query/gone.h`, `halfspace_gone.h`")
        self.assertEqual(check_headers.problems(self.root), [
            "halfspace/query/gone.h is not there", "halfspace_gone.h is not there"])


if __name__ == "__main__":
    unittest.main()
