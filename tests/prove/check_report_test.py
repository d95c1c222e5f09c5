# SPDX-License-Identifier: MIT
"""Gives scripts/prove small trees and expects --check to say what their docs/proofs.md is worth."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/prove"


class CheckReport(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        loader = importlib.machinery.SourceFileLoader("prove", str(SCRIPT))
        self.prove = importlib.util.module_from_spec(
            importlib.util.spec_from_loader("prove", loader))
        loader.exec_module(self.prove)
        self.prove.ROOT = pathlib.Path(folder.name)
        self.prove.REPORT = self.prove.ROOT / "docs/proofs.md"
        for path in ("src/base/a.cpp", "include/halfspace/base/a.h", "tools/halfspace/main.cpp",
                     "docs/page.md"):
            self.write(path, "text\n")

    def write(self, path, text):
        path = self.prove.ROOT / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write_report(self, hash_, rows="| keep | passed | 0.5 | 3 leaves |", lack=""):
        self.write("docs/proofs.md", f"# Proofs\n\nSources: `{hash_}` (hash), 2026-01-02.\n\n"
                                     f"## Verify levels: 1 of 1 passed{lack}\n\n{rows}\n")

    def expect(self, code, part):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertEqual(self.prove.check_report(), code)
        self.assertIn(part, said.getvalue())

    def test_accepts_a_page_of_the_sources_as_they_are(self):
        self.write_report(self.prove.source_hash())
        self.write("docs/page.md", "proofs do not depend on pages\n")
        self.expect(0, "was made of these sources")

    def test_names_both_hashes_when_a_source_changed(self):
        before = self.prove.source_hash()
        self.write_report(before)
        for path in ("src/base/a.cpp", "include/halfspace/base/b.h", "tools/halfspace/main.cpp"):
            self.write(path, "changed\n")
            self.assertNotEqual(self.prove.source_hash(), before)
            self.expect(77, f"of {before}, these are {self.prove.source_hash()}")

    def test_comments_are_no_sources(self):
        code = "int f(const char* s = \"// text\");\nint a = 1'000;\nchar c = '\"';\n"
        self.write("src/base/a.cpp", code)
        before = self.prove.source_hash()
        self.write("src/base/a.cpp", "// A comment.\n\n" + code.replace(";", ";  // \"ends\"") +
                   "/* Two\n   lines. */\n")
        self.assertEqual(self.prove.source_hash(), before)
        for changed in (code.replace("// text", "// other"), code.replace("1'000", "1'001"),
                        code.replace("char c", "char d")):
            self.write("src/base/a.cpp", changed)
            self.assertNotEqual(self.prove.source_hash(), before)

    def test_refuses_a_page_with_a_failed_proof_however_old(self):
        self.write_report("0" * 16, rows="| keep | FAILED | 0.5 | exit code 5 |")
        self.expect(1, "failed")

    def test_refuses_a_page_that_lacks_proofs(self):
        self.write_report(self.prove.source_hash(), lack=", 3 not run")
        self.expect(1, "Verify levels: 1 of 1 passed, 3 not run")

    def test_refuses_a_page_that_is_not_there_or_names_no_sources(self):
        self.expect(1, "missing")
        self.write("docs/proofs.md", "# Proofs\n")
        self.expect(1, "does not name its sources")


if __name__ == "__main__":
    unittest.main()
