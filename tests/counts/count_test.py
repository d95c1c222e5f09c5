# SPDX-License-Identifier: MIT
"""Gives count.py planted counts. Expects that it finds each job that has grown, that it mentions
jobs that have shrunk, and that it skips what cannot be compared."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import count

HERE = "GNU 12.2.0 for x86_64, glibc 2.36"


class Count(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.counts = pathlib.Path(folder.name) / "counts.tsv"
        self.counts.write_text(count.text_of_counts(HERE, {"trace": 1000, "verify": 2000}),
                               encoding="utf-8")

    def count(self, counted, *arguments, here=HERE, valgrind="/usr/bin/valgrind"):
        """The exit code of count.py and what it said, if the jobs take these instructions."""
        said = io.StringIO()
        with (mock.patch.multiple(count, COUNTS=self.counts, configure=lambda: here,
                                  build=lambda: None, count_all=lambda: counted),
              mock.patch.object(count.shutil, "which", lambda _: valgrind),
              mock.patch.object(sys, "argv", ["count.py", *arguments]),
              contextlib.redirect_stdout(said)):
            code = count.main()
        return code, said.getvalue()

    def test_accepts_growth_of_five_percent(self):
        code, said = self.count({"trace": 1050, "verify": 1900})
        self.assertEqual(code, 0)
        self.assertIn("no job has changed by more than 5 %", said)

    def test_names_a_job_that_has_grown_by_more(self):
        code, said = self.count({"trace": 1051, "verify": 2000})
        self.assertEqual(code, 1)
        self.assertIn("trace takes 1051 instructions, 5.1% more than the 1000 in counts.tsv", said)
        self.assertIn("tests/counts/count.py --renew", said)
        self.assertNotIn("verify takes", said)

    def test_mentions_a_job_that_has_shrunk(self):
        code, said = self.count({"trace": 1000, "verify": 1899})
        self.assertEqual(code, 0)
        self.assertIn("verify takes 1899 instructions, 5.0% fewer than the 2000", said)
        self.assertIn("Renew the file", said)

    def test_finds_a_job_that_the_file_lacks(self):
        code, said = self.count({"trace": 1000, "verify": 2000, "unstick": 5})
        self.assertEqual(code, 1)
        self.assertIn("unstick does not stand in counts.tsv", said)

    def test_finds_a_row_without_a_job(self):
        code, said = self.count({"trace": 1000})
        self.assertEqual(code, 1)
        self.assertIn("verify stands in counts.tsv, but", said)

    def test_skips_another_compiler(self):
        code, said = self.count({"trace": 9000}, here="Clang 19.1.7 for x86_64, glibc 2.36")
        self.assertEqual(code, count.SKIPPED)
        self.assertIn(HERE, said)
        self.assertIn("Clang 19.1.7", said)

    def test_skips_a_machine_without_valgrind(self):
        code, said = self.count({"trace": 9000}, valgrind=None)
        self.assertEqual(code, count.SKIPPED)
        self.assertIn("valgrind is not installed", said)

    def test_renews_the_file_for_the_compiler_that_is_here(self):
        here = "GNU 13.1.0 for x86_64, glibc 2.37"
        self.assertEqual(self.count({"trace": 9000, "unstick": 5}, "--renew", here=here)[0], 0)
        self.assertEqual(count.read_counts(self.counts.read_text(encoding="utf-8")),
                         (here, {"trace": 9000, "unstick": 5}))
        self.assertEqual(self.count({"trace": 9000, "unstick": 5}, here=here)[0], 0)

    def test_notices_a_function_picked_by_the_processor(self):
        for line in ("fn=(1228) __strlen_avx2\n", "cfn=(7) __memcpy_evex_unaligned\n",
                     "fn=(9) __floor_sse41\n"):
            self.assertTrue(count.DISPATCHED.search(line), line)
        for line in ("fn=(3) __memcpy_sse2_unaligned\n", "fn=(4) __strlen_sse2\n", "fn=(1228)\n"):
            self.assertFalse(count.DISPATCHED.search(line), line)


if __name__ == "__main__":
    unittest.main()
