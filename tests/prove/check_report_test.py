# SPDX-License-Identifier: MIT
"""Gives scripts/prove small trees. Expects --check to say what their proofs.md is worth, and
runs to write down every failure and to keep a page that has more units."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import tempfile
import unittest
from unittest import mock

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/prove"


def load():
    loader = importlib.machinery.SourceFileLoader("prove", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("prove", loader))
    loader.exec_module(module)
    return module


class SmallTree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.prove = load()
        self.prove.ROOT = pathlib.Path(folder.name)
        self.prove.REPORT = self.prove.ROOT / "docs/lab/proofs.md"
        self.prove.WORK = self.prove.ROOT / "build/prove"
        for path in ("src/base/a.cpp", "include/halfspace/base/a.h", "tools/halfspace/main.cpp",
                     "bindings/python/src/a.cpp", "docs/lab/page.md"):
            self.write(path, "text\n")

    def write(self, path, text):
        path = self.prove.ROOT / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write_report(self, hash_, rows="| keep | passed | 0.5 | 3 leaves |", lack="", without=(),
                     python=True):
        tables = "".join(f"## {kind.capitalize()}: 1 of 1 passed{lack}\n\n{rows}\n"
                         for kind in self.prove.KINDS if kind not in without)
        self.write("docs/lab/proofs.md",
                   f"# Proofs\n\nSources: `{hash_}` (hash), 2026-01-02.\n\n" +
                   (f"Python: `{self.prove.python_hash()}` (hash).\n\n" if python else "") + tables)


class CheckReport(SmallTree):
    def expect(self, code, part):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertEqual(self.prove.check_report(), code)
        self.assertIn(part, said.getvalue())

    def test_accepts_a_page_of_the_sources_as_they_are(self):
        self.write_report(self.prove.source_hash())
        self.write("docs/lab/page.md", "proofs do not depend on pages\n")
        self.expect(0, "was made of these sources")

    def test_names_both_hashes_when_a_source_changed(self):
        before = self.prove.source_hash()
        self.write_report(before)
        for path in ("src/base/a.cpp", "include/halfspace/base/b.h", "tools/halfspace/main.cpp"):
            self.write(path, "changed\n")
            self.assertNotEqual(self.prove.source_hash(), before)
            self.expect(77, f"of {before}, these are {self.prove.source_hash()}")

    def test_names_both_hashes_when_the_python_package_changed(self):
        before, sources = self.prove.python_hash(), self.prove.source_hash()
        self.write_report(sources)
        for path in ("bindings/python/src/a.cpp", "bindings/python/halfspace/dask.py"):
            self.write(path, "changed  # 7 // 2\n")
            self.assertEqual(self.prove.source_hash(), sources)
            self.expect(77, f"of {before}, these are {self.prove.python_hash()}")
        self.write_report(sources)
        self.write("bindings/python/halfspace/dask.py", "changed  # 7 // 3\n")
        self.expect(77, "older")
        self.write_report(sources, python=False)
        self.expect(77, "of None")

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

    def test_templates_of_new_projects_are_no_sources(self):
        before = self.prove.source_hash()
        self.write("tools/halfspace/templates/cpp/src/game.cpp", "int game = 1;\n")
        self.assertEqual(self.prove.source_hash(), before)

    def test_refuses_a_page_with_a_failed_proof_however_old(self):
        self.write_report("0" * 16, rows="| keep | FAILED | 0.5 | exit code 5 |")
        self.expect(1, "failed")

    def test_refuses_a_page_that_lacks_proofs(self):
        self.write_report(self.prove.source_hash(), lack=", 3 not run")
        self.expect(1, "Verify levels: 1 of 1 passed, 3 not run")

    def test_refuses_a_page_that_lacks_a_whole_kind(self):
        for kind in self.prove.KINDS:
            with self.subTest(kind=kind):
                self.write_report(self.prove.source_hash(), without=(kind,))
                self.expect(1, f"lacks proofs: {kind.capitalize()}")

    def test_refuses_a_page_that_is_not_there_or_names_no_sources(self):
        self.expect(1, "missing")
        self.write("docs/lab/proofs.md", "# Proofs\n")
        self.expect(1, "does not name its sources")


class Run(SmallTree):
    """Runs of one kind, "queries", whose units are `self.works`, and nothing to build."""

    def setUp(self):
        super().setUp()
        self.works = {"keep": lambda: "3 points", "leak": lambda: "4 points"}
        self.prove.KINDS = {"queries": lambda data: self.works.items()}
        self.prove.build = lambda units, data: None

    def main(self, *options):
        """(exit code or what sys.exit was given, all that was said)"""
        said = io.StringIO()
        with mock.patch("sys.argv", ["prove", "--jobs", "1", *options]), \
                contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                return self.prove.main(), said.getvalue()
            except SystemExit as stop:
                return 1, f"{said.getvalue()}{stop}"

    def page(self):
        return self.prove.REPORT.read_text(encoding="utf-8")

    def test_writes_a_page_that_passes(self):
        (self.prove.ROOT / "docs").mkdir(exist_ok=True)
        self.assertEqual(self.main()[0], 0)
        self.assertIn("## Queries: 2 of 2 passed\n", self.page())
        self.assertEqual(self.prove.check_report(), 0)

    def test_a_unit_that_raises_anything_is_written_down_as_failed(self):
        def broken():
            raise FileNotFoundError("no\nprogram")
        self.works = {"broken": broken, **self.works}
        self.assertEqual(self.main()[0], 1)
        self.assertIn("## Queries: 2 of 3 passed\n", self.page())
        self.assertRegex(self.page(), r"\| broken \| FAILED \| .* FileNotFoundError: no program \|")

    def test_keeps_a_page_that_has_more_units(self):
        self.main()
        before = self.page()
        del self.works["leak"]
        for options in ((), ("--report",), ("--only", "keep"), ("--report", "--only", "keep")):
            with self.subTest(options=options):
                _, said = self.main(*options)
                self.assertIn("queries: 1 instead of 2", said)
                self.assertIn("--fewer", said)
                self.assertEqual(self.page(), before)
        self.assertEqual(self.main("--report", "--fewer")[0], 0)
        self.assertIn("## Queries: 1 of 1 passed\n", self.page())

    def test_counts_units_that_were_not_run(self):
        self.main("--only", "keep")
        self.assertFalse(self.prove.REPORT.exists(), "a few units are no page")
        self.main("--report")
        self.assertIn("## Queries: 1 of 1 passed, 1 not run\n", self.page())
        del self.works["leak"]
        self.assertIn("queries: 1 instead of 2", self.main()[1])

    def test_asks_again_what_is_about_python_when_the_package_changed(self):
        self.prove.KINDS = {kind: lambda data: self.works.items()
                            for kind in ("queries", "python bits")}
        self.main()
        self.assertNotIn("queries: keep", self.main()[1])
        self.write("bindings/python/src/a.cpp", "changed\n")
        said = self.main()[1]
        self.assertIn("python bits: keep: 3 points", said)
        self.assertNotIn("queries: keep", said)

    def test_keeps_a_page_that_has_a_kind_more(self):
        self.main()
        self.prove.KINDS = {"moves": lambda data: self.works.items()}
        self.assertIn("queries: 0 instead of 2", self.main()[1])


class Units(unittest.TestCase):
    """The units of the project itself."""

    def setUp(self):
        self.prove = load()

    def test_a_test_of_python_that_is_skipped_proves_nothing(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.prove.BUILD = pathlib.Path(folder.name)
        (self.prove.BUILD / "CMakeCache.txt").write_text("HALFSPACE_PYTHON_INTERPRETER:INTERNAL=p\n")
        for said, passed in (("20 passed in 3.1s\n", 20), ("SKIPPED [1] a.py: why\n1 skipped in 1s\n", None),
                             ("19 passed, 1 skipped in 3s\n", None)):
            with mock.patch.object(self.prove, "run", lambda *_, said=said, **__: said):
                if passed:
                    self.assertEqual(self.prove.run_pytest("a.py", "b"), passed)
                else:
                    self.assertRaises(self.prove.Failed, self.prove.run_pytest, "a.py", "b")

    def test_each_failure_of_a_cluster_is_a_unit(self):
        names = dict(self.prove.python_failures(None))
        self.assertIn("a full disk leaves no part of a file", names)
        self.assertNotIn("workers killed every so many seconds", names)

    def test_paint_units_need_no_program(self):
        self.prove.RENDER_TESTS = pathlib.Path("/nowhere")
        self.assertIn("castle", dict(self.prove.painted_levels(None)))
        self.assertNotIn("e1m1", dict(self.prove.painted_levels(None)))
        self.assertIn("e1m1", dict(self.prove.painted_levels(pathlib.Path("levels"))))

    def test_a_paint_test_that_compares_nothing_fails(self):
        said = "[==========] Running 0 tests from 0 test suites.\n"
        with mock.patch.object(self.prove, "run", lambda *_, **__: said):
            with self.assertRaises(self.prove.Failed):
                self.prove.paint("castle")
        said = "textured: 0 of 100 pixels differ by ties\n"
        with mock.patch.object(self.prove, "run", lambda *_, **__: said):
            self.assertEqual(self.prove.paint("castle"), said.strip())


if __name__ == "__main__":
    unittest.main()
