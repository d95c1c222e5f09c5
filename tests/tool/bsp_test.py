# SPDX-License-Identifier: MIT
"""Compiled Quake III levels and packages by the command line."""

import os
import pathlib
import struct
import unittest
import zipfile

from support import BAD_INPUT, LEVELS, ROOT, USAGE, ToolTest

SMALL = ROOT / "fuzz/corpus/bsp/small.bsp"
# An empty name means that there is none.
OPENARENA = pathlib.Path(os.environ.get("HALFSPACE_OPENARENA",
                                        "/usr/share/games/openarena/baseoa") or "/none",
                         "pak1-maps.pk3")


class Alone(ToolTest):
    def test_a_level_compiles_and_verifies(self):
        done = self.check_run("compile", SMALL, "-o", "small.hsw")
        self.assertIn("brushes 2", done.stdout)
        self.assertIn("1 surface of loose triangles", done.stderr)
        self.assertIn(" 0 differences", self.check_run("verify", "small.hsw", SMALL).stdout)
        answer = self.check_run("classify", "small.hsw", "128,128,-4").stdout
        self.assertIn("solid", answer)
        answer = self.check_run("classify", "small.hsw", "--model", "1", "64,32,50").stdout
        self.assertIn("solid", answer)

    def test_a_damaged_level_says_what_is_wrong(self):
        data = bytearray(SMALL.read_bytes())
        sides, = struct.unpack_from("<i", data, 8 + 8 * 9)
        struct.pack_into("<i", data, sides, 1000)
        self.write("bad.bsp", bytes(data))
        done = self.check_run("compile", "bad.bsp", code=BAD_INPUT)
        self.assertEqual(done.stderr, "bad.bsp: error: brush side 0 has the plane 1000, but there "
                                      "are 12\n")

    def test_an_output_is_never_named_like_a_source(self):
        for name in ("small.bsp", "small.pk3"):
            done = self.check_run("compile", SMALL, "-o", name, code=USAGE)
            self.assertIn("would look like a source", done.stderr)


class Packaged(ToolTest):
    def pack(self, name, **files):
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files.values():
                archive.write(path, "maps/" + path.name)

    def test_an_entry_is_named_behind_a_colon(self):
        self.pack("a.pk3", level=SMALL, text=LEVELS / "keep.map", plan=LEVELS / "castle.grid")
        for entry in ("maps/small.bsp", "maps/keep.map", "maps/castle.grid", "MAPS/SMALL.BSP"):
            source = f"a.pk3:{entry}"
            self.check_run("compile", source)
            level = pathlib.Path(entry).stem + ".hsw"
            self.assertTrue((self.folder / level).exists(), level)
            self.assertIn(" 0 differences", self.check_run("verify", level, source).stdout)

    def test_a_level_from_a_package_is_the_level_alone(self):
        self.pack("a.pk3", level=SMALL)
        self.check_run("compile", SMALL, "-o", "alone.hsw")
        self.check_run("compile", "a.pk3:maps/small.bsp", "-o", "packed.hsw")
        self.assertEqual((self.folder / "alone.hsw").read_bytes(),
                         (self.folder / "packed.hsw").read_bytes())

    def test_the_only_level_of_a_package_needs_no_name(self):
        self.pack("a.PK3", level=SMALL, text=LEVELS / "keep.map")
        self.check_run("compile", "a.PK3")
        self.assertIn("brushes 2", self.check_run("info", "a.hsw").stdout.replace(
            "brushes           ", "brushes "))

    def test_of_several_levels_one_must_be_named(self):
        (self.folder / "b.bsp").write_bytes(SMALL.read_bytes())
        self.pack("a.pk3", one=SMALL, two=self.folder / "b.bsp")
        done = self.check_run("compile", "a.pk3", code=BAD_INPUT)
        self.assertIn("'maps/small.bsp', 'maps/b.bsp'", done.stderr)
        done = self.check_run("compile", "a.pk3:maps/c.bsp", code=BAD_INPUT)
        self.assertIn("a.pk3: error: the package holds no file 'maps/c.bsp'", done.stderr)
        self.assertIn("'maps/small.bsp', 'maps/b.bsp'", done.stderr)

    def test_bad_packages_are_told(self):
        self.write("bad.pk3", "no archive")
        self.write("empty.pk3", "")
        for name, says in (("bad.pk3", "bad.pk3: error: not a ZIP archive, or the file is cut off"),
                           ("bad.pk3:a.bsp", "bad.pk3: error: not a ZIP archive"),
                           ("empty.pk3", "empty.pk3: error: the file is empty"),
                           ("none.pk3:a.bsp", "none.pk3: error: ")):
            self.assertIn(says, self.check_run("compile", name, code=BAD_INPUT).stderr)
        self.pack("a.pk3", level=SMALL)
        done = self.check_run("compile", "a.pk3:maps/a.aas", code=BAD_INPUT)
        self.assertIn("cannot read '.aas' files; supported: .bsp", done.stderr)

    def test_a_package_is_never_replaced(self):
        self.pack("a.pk3", level=SMALL)
        done = self.check_run("compile", "a.pk3:maps/small.bsp", "-o", "a.pk3", code=USAGE)
        self.assertIn("would replace the input", done.stderr)


class Real(ToolTest):
    @unittest.skipUnless(OPENARENA.exists(), f"no {OPENARENA}")
    def test_a_level_of_a_game(self):
        source = f"{OPENARENA}:maps/oa_dm1.bsp"
        self.check_run("compile", source)
        self.assertIn(" 0 differences", self.check_run("verify", "oa_dm1.hsw", source).stdout)


if __name__ == "__main__":
    unittest.main()
