# SPDX-License-Identifier: MIT
"""Sources and places that no compiler can use: each is exit code 1 with a place and a cause, and
leaves no output behind."""

import os
import pathlib
import random
import unittest

from support import BAD_INPUT, BOX, DONE, ToolTest, box_sides, repeats, side, world

HUGE = 10_000_000


def with_line(text, number, line):
    lines = text.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def with_number(number):
    """A box one of whose coordinates is this; it stands in line 4."""
    return with_line(BOX, 4, side(((number, 0, 0), (0, 64, 0), (0, 0, 64))))


class HostileSource(ToolTest):
    def refused(self, text, *places, says="error"):
        self.write("a.map", text)
        done = self.run_tool("compile", "a.map")
        self.assertEqual(done.returncode, BAD_INPUT, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^a\.map:\d+(:\d+)?: error: .+")
        self.assertRegex(done.stderr, says)
        self.assertLess(len(done.stderr), 4096)
        if places:
            self.assertIn(int(done.stderr.split(":")[1]), places)
        self.assertEqual(self.files(), ["a.map"])
        return done.stderr

    # BOX: 1 "{", 2 classname, 3 "{", 4 to 9 the sides, 10 "}", 11 "}".

    def test_a_brace_that_is_never_closed(self):
        self.refused(BOX[:-2], *range(1, 13))

    def test_a_brace_too_many(self):
        self.refused(BOX + "}\n", 12)

    def test_a_file_that_ends_inside_a_brush(self):
        self.refused("\n".join(BOX.splitlines()[:7]), 3, 7, 8)

    def test_a_file_that_ends_inside_a_side(self):
        self.refused("\n".join(BOX.splitlines()[:6]) + "\n( 0 0 0 ) ( 0", 7)

    def test_a_string_that_is_never_closed(self):
        self.refused(with_line(BOX, 2, '"classname" "worldspawn'), 2, 3)

    def test_points_on_one_line_make_no_plane(self):
        self.refused(with_line(BOX, 4, side(((0, 0, 0), (0, 8, 0), (0, 64, 0)))), 4)

    def test_points_that_are_equal_make_no_plane(self):
        self.refused(with_line(BOX, 7, side(((0, 64, 0), (0, 64, 0), (8, 64, 0)))), 7)

    def test_a_brush_without_a_top_is_unbounded(self):
        self.refused(world(box_sides((0, 0, 0), (64, 64, 64))[:5]), 3, says="(?i)bound|open|end")

    def test_a_brush_of_three_sides(self):
        self.refused(world(box_sides((0, 0, 0), (64, 64, 64))[:3]), *range(3, 8))

    def test_a_brush_without_sides_is_dropped_with_a_warning(self):
        self.write("a.map", world([], box_sides((0, 0, 0), (64, 64, 64))))
        done = self.check_run("compile", "a.map", code=DONE)
        self.assertRegex(done.stderr, r"^a\.map:3:1: warning: ")

    def test_a_brush_that_is_inside_out_is_empty(self):
        self.refused(world(box_sides((64, 64, 64), (0, 0, 0))), 3)

    def test_a_brush_without_thickness_is_empty(self):
        self.refused(world(box_sides((0, 0, 0), (64, 64, 0))), 3, *range(4, 10))

    def test_coordinates_out_of_range(self):
        for number in ("1000000000", "-1000000000", "1e12", "1e300", "1e99999",
                       "123456789012345678901234567890", "1" * 400):
            with self.subTest(number=number[:40]):
                self.refused(with_number(number), 3, 4)

    def test_numbers_that_are_none(self):
        for number in ("nan", "NaN", "inf", "-inf", "infinity", "0x10", "1e", "--1", "1.2.3",
                       "1,5", "one", "-", "."):
            with self.subTest(number=number):
                self.refused(with_number(number), 4)

    def test_a_texture_offset_that_is_no_number(self):
        self.refused(with_line(BOX, 5, BOX.splitlines()[4][:-9] + "nan 0 0 1 1"), 5)

    def test_a_number_of_ten_megabytes(self):
        self.refused(with_number("7" * HUGE), 3, 4)

    def test_a_key_of_ten_megabytes_that_is_never_closed(self):
        self.refused('{\n"' + "k" * HUGE, 2)

    def test_ten_megabytes_of_open_braces(self):
        self.refused("{" * HUGE, 1)

    def test_ten_megabytes_of_open_brackets(self):
        self.refused(with_line(BOX, 4, "(" * HUGE), 4)

    def test_a_comment_of_ten_megabytes_is_none_of_our_business(self):
        self.write("a.map", "//" + "x" * HUGE + "\n" + BOX)
        self.check_run("compile", "a.map", code=DONE)

    def test_binary_junk(self):
        rng = random.Random(17)
        for size in (1, 2, 100, 65536):
            with self.subTest(size=size):
                self.refused(bytes([255]) + rng.randbytes(size))

    def test_zero_bytes(self):
        self.refused(bytes(1000))
        self.refused(BOX.replace("64", "6\x00"))

    def test_messages_hold_no_control_characters(self):
        self.write("a.map", with_number("\x1b[31m\x07\x08"))
        done = self.check_run("compile", "a.map", code=BAD_INPUT)
        self.assertNotRegex(done.stderr, "[\x00-\x08\x0b-\x1f\x7f]")

    def test_a_source_cut_anywhere_ends_well(self):
        for size in range(0, len(BOX), len(BOX) // repeats(len(BOX) // 7)):
            self.write("a.map", BOX[:size])
            done = self.run_tool("compile", "a.map", "-o", "out.hsw")
            self.assertIn(done.returncode, (DONE, BAD_INPUT), (size, done.stderr))
            self.assertEqual((self.folder / "out.hsw").exists(), done.returncode == DONE, size)
            (self.folder / "out.hsw").unlink(missing_ok=True)
            if done.returncode == BAD_INPUT:
                self.assertIn("error: ", done.stderr)

    def test_a_source_with_any_byte_changed_ends_well(self):
        rng = random.Random(5)
        for _ in range(repeats(200)):
            text = bytearray(BOX.encode())
            text[rng.randrange(len(text))] = rng.randrange(256)
            self.write("a.map", bytes(text))
            done = self.run_tool("compile", "a.map", "-o", "out.hsw", "--quiet")
            self.assertIn(done.returncode, (DONE, BAD_INPUT), (bytes(text), done.stderr))
            self.assertEqual(done.returncode == BAD_INPUT, "error: " in done.stderr)


class HostilePlaces(ToolTest):
    def refused(self, *arguments, says):
        before = self.files()
        done = self.check_run(*arguments, code=BAD_INPUT)
        self.assertRegex(done.stderr, says)
        self.assertRegex(done.stderr, r"^(\S+: note: .+\n)*\S+: error: .+\n$")
        self.assertEqual(self.files(), before)

    def test_a_missing_file(self):
        for command in ("compile", "info", "classify", "sight"):
            self.refused(command, "nowhere.map", says="nowhere.map: error: .*No such file")

    def test_a_folder_as_input(self):
        (self.folder / "folder.map").mkdir()
        for command in ("compile", "info", "classify", "sight"):
            self.refused(command, "folder.map", says="folder.map: error: .*directory")
        self.refused("compile", ".", says="directory")

    def test_a_format_that_is_not_supported(self):
        for name in ("a.wad", "a.fbx", "a", "a.map.txt"):
            self.write(name, BOX)
            self.refused("compile", name, says=r"supported: \.bsp")

    def test_a_source_is_no_level(self):
        self.write("a.map", BOX)
        for command in ("info", "classify", "sight"):
            self.refused(command, "a.map", says="a.map: error: ")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk(self):
        self.write("a.map", BOX)
        self.refused("compile", "a.map", "-o", "/dev/full", says="/dev/full: error: .*No space")
        self.assertTrue(pathlib.Path("/dev/full").is_char_device())

    def test_an_output_folder_that_is_not_there(self):
        self.write("a.map", BOX)
        self.refused("compile", "a.map", "-o", "no/where.hsw", says="where.hsw: error: .*No such")

    def test_an_output_that_is_a_folder(self):
        self.write("a.map", BOX)
        (self.folder / "out.hsw").mkdir()
        self.refused("compile", "a.map", "-o", "out.hsw", says="out.hsw: error: .*directory")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_may_not_be_written(self):
        self.write("a.map", BOX)
        locked = self.folder / "locked"
        locked.mkdir(mode=0o555)
        self.refused("compile", "a.map", "-o", "locked/a.hsw", says="Permission denied")

    @unittest.skipIf(os.geteuid() == 0, "root may read anything")
    def test_a_source_that_may_not_be_read(self):
        self.write("a.map", BOX).chmod(0)
        self.refused("compile", "a.map", says="Permission denied")

    @unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
    def test_a_place_where_nobody_may_write(self):
        self.write("a.map", BOX)
        self.refused("compile", "a.map", "-o", "/proc/a.hsw", says="/proc/a.hsw: error: ")


if __name__ == "__main__":
    unittest.main()
