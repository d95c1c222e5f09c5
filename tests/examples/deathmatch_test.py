# SPDX-License-Identifier: MIT
"""The deathmatch servers in C++ and in C play the same game, and their records play it again.
determinism.builds runs the one in C++ from other compilers and with other flags."""

import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES = 200

# The same from every machine. A change of the level, of the mover or of the game changes it.
PRINTED = "hash bde8332346e004c8, again bde8332346e004c8\n"


def play(program):
    done = subprocess.run([os.environ[program], os.environ["LEVEL"]], capture_output=True,
                          text=True, check=True, timeout=60)
    return done.stdout


class Deathmatch(unittest.TestCase):
    def test_the_record_gives_the_same_hash(self):
        self.assertEqual(play("DEATHMATCH"), PRINTED)

    @unittest.skipUnless("DEATHMATCH_C" in os.environ, "built without the library for C")
    def test_the_server_in_c_prints_the_same(self):
        self.assertEqual(play("DEATHMATCH_C"), PRINTED)

    def test_the_programs_are_short(self):
        for name in ("deathmatch.cpp", "deathmatch.c"):
            source = ROOT / "examples" / "programs" / name
            self.assertLessEqual(source.read_text(encoding="utf-8").count("\n"), MOST_LINES, name)

    def test_a_file_that_is_not_there_is_an_error(self):
        for program in ("DEATHMATCH", "DEATHMATCH_C"):
            if program in os.environ:
                done = subprocess.run([os.environ[program], "absent.hsw"], capture_output=True,
                                      text=True, timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn("absent.hsw", done.stderr)


if __name__ == "__main__":
    unittest.main()
