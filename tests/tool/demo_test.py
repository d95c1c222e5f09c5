# SPDX-License-Identifier: MIT
"""scripts/demo shows all that it promises, with the program under test."""

import pathlib
import re
import shutil
import subprocess
import unittest

from support import HALFSPACE, HANG, ROOT, ToolTest


class Demo(ToolTest):
    def test_it_shows_levels_answers_and_pictures(self):
        # It writes beside its own folder, so it gets a copy of what it reads.
        for part in ("scripts/demo", "examples/levels", "examples/textures"):
            source, copy = ROOT / part, self.folder / part
            copy.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy)
        done = subprocess.run([self.folder / "scripts/demo", "--tool", HALFSPACE],
                              capture_output=True, text=True, timeout=HANG, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for source in (self.folder / "examples/levels").iterdir():
            if source.suffix in (".map", ".grid", ".glb") and source.stem != "leak":
                self.assertRegex(done.stdout, rf"\n{source.stem} .* leaves, 0 differences\n")
        out = self.folder / "out"
        named = set(re.findall(r"\bout/\w+\.(?:png|svg|glb|hsw)\b", done.stdout))
        self.assertGreater(len(named), 8)
        for name in named:
            self.assertGreater((self.folder / name).stat().st_size, 0, name)
        self.assertTrue((out / "leak.pts").exists())
        self.assertFalse(list((self.folder / "examples/levels").glob("*.pts")))


if __name__ == "__main__":
    unittest.main()
