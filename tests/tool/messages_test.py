# SPDX-License-Identifier: MIT
"""What the program says to the files and mistakes that people bring it. Each test is named after
what was seen before the message was mended."""

import json
import os
import shutil
import unittest
import zipfile

import support
from support import BAD_INPUT, BOX, DONE, LEVELS, USAGE, ToolTest, box_sides, world

DOOM3 = """Version 2
// entity 0
{
"classname" "worldspawn"
// primitive 0
{
 brushDef3
 {
  ( 0 0 1 -16 ) ( ( 1 0 0 ) ( 0 1 0 ) ) "x" 0 0 0
 }
}
}
"""
VMF = 'versioninfo\n{\n\t"editorversion" "400"\n}\nworld\n{\n\t"id" "1"\n}\n'


def entity(classname, *brushes):
    return world(*brushes).replace("worldspawn", classname)


class ForeignFiles(ToolTest):
    def refused(self, name, *says, code=BAD_INPUT):
        done = self.check_run("compile", name, code=code)
        self.assertEqual(done.stdout, "")
        for text in says:
            self.assertIn(text, done.stderr)
        return done.stderr

    def test_the_version_line_of_doom_3_does_not_hide_that_brushdef3_is_unsupported(self):
        self.write("a.map", DOOM3)
        self.refused("a.map", "a.map:7:2: error: brushDef3, the format of Doom 3 and Quake 4, is not "
                              "supported: save the map")

    def test_the_version_line_of_doom_3_alone_is_no_error(self):
        self.write("a.map", "Version 2\n" + BOX)
        self.check_run("compile", "a.map")
        self.write("b.map", "Version two\n" + BOX)
        self.refused("b.map", "b.map:1:9: error: expected a number for the version")

    def test_text_in_utf_16_is_not_called_a_missing_brace(self):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
            with self.subTest(encoding=encoding):
                self.write("a.map", BOX.encode(encoding))
                self.refused("a.map", "a.map: error: this is text in UTF-16", "UTF-8")
        self.write("a.grid", "a plan".encode("utf-16"))
        self.refused("a.grid", "a.grid: error: this is text in UTF-16")

    def test_a_vmf_is_named_by_its_extension_and_by_its_text(self):
        for name in ("a.vmf", "a.map"):
            with self.subTest(name=name):
                self.write(name, VMF)
                self.refused(name, f"{name}: error: this is a .vmf, the text of Source's Hammer")

    def test_a_compiled_level_is_named_whatever_it_is_called(self):
        self.write("a.map", BOX)
        level = self.compile("a.map").read_bytes()
        for name in ("b.hsw", "b.map", "b.grid", "b.bsp"):
            with self.subTest(name=name):
                self.write(name, level)
                message = self.refused(name, f"{name}: error: this is a compiled level (.hsw)")
                self.assertNotIn("replace", message)

    def test_a_zip_is_named_whatever_it_is_called(self):
        for name in ("b.zip", "b.map", "b.bsp"):
            with self.subTest(name=name):
                with zipfile.ZipFile(self.folder / name, "w") as archive:
                    archive.writestr("maps/a.map", BOX)
                self.refused(name, f"{name}: error: this is a ZIP archive", ".pk3")

    def test_the_output_is_not_said_to_replace_an_input_that_is_no_source(self):
        self.write("a.hsw", "anything")
        message = self.refused("a.hsw", "a.hsw: error: this is a compiled level (.hsw)")
        self.assertNotIn("replace", message)

    def test_a_query_that_is_given_a_source_says_so(self):
        self.write("a.map", BOX)
        done = self.check_run("info", "a.map", code=BAD_INPUT)
        self.assertIn("a.map: error: this is not a compiled level (.hsw)", done.stderr)


class Packages(ToolTest):
    def pack(self, *names):
        with zipfile.ZipFile(self.folder / "a.pk3", "w") as archive:
            for name in names:
                archive.writestr(name, BOX)

    def test_a_package_without_bsp_lists_its_maps(self):
        self.pack("maps/one.map", "maps/two.map", "readme.txt")
        done = self.check_run("compile", "a.pk3", code=BAD_INPUT)
        self.assertIn("a.pk3:maps/one.map", done.stderr)
        self.assertIn("its .map files: 'maps/one.map', 'maps/two.map'", done.stderr)

    def test_the_only_map_of_a_package_needs_no_name(self):
        self.pack("maps/one.map", "readme.txt")
        self.check_run("compile", "a.pk3")
        self.assertIn("a.hsw", self.files())

    def test_a_package_without_levels_says_so(self):
        self.pack("readme.txt")
        done = self.check_run("compile", "a.pk3", code=BAD_INPUT)
        self.assertIn("the package holds no level (.bsp, .map or .grid)", done.stderr)


class Viewer(ToolTest):
    def test_who_has_no_viewer_reads_which_package_holds_it(self):
        # A copy of the program has no viewer beside it, and the empty PATH has none.
        alone = self.folder / "halfspace"
        shutil.copy(os.path.realpath(support.HALFSPACE), alone)
        done = self.run_tool("view", "a.map", program=alone, env=support.environment(PATH=""))
        self.assertEqual(done.returncode, BAD_INPUT, done.stderr)
        self.assertIn("Debian: install the package halfspace-viewer", done.stderr)
        self.assertIn("`scripts/setup --viewer`", done.stderr)
        self.assertIn("`halfspace render LEVEL -o picture.png`", done.stderr)


class Words(ToolTest):
    """Errors say what to do, also where a library has found what is wrong."""

    def test_a_damaged_package_is_not_only_called_inconsistent(self):
        with zipfile.ZipFile(self.folder / "a.pk3", "w") as archive:
            archive.writestr("maps/a.map", BOX)
            archive.writestr("maps/b.map", BOX)
        whole = (self.folder / "a.pk3").read_bytes()
        at = whole.rindex(b"PK\x05\x06")  # behind the directory; at 12: its size
        self.write("a.pk3", whole[:at + 12] + bytes([whole[at + 12] + 9]) + whole[at + 13:])
        done = self.check_run("compile", "a.pk3:maps/a.map", code=BAD_INPUT)
        self.assertEqual(done.stderr, "a.pk3: error: it is damaged: libzip says 'Zip archive "
                                      "inconsistent'; get the file again, or pack it anew\n")

    def test_a_missing_package_says_what_the_system_says(self):
        done = self.check_run("compile", "no.pk3:maps/a.map", code=BAD_INPUT)
        self.assertIn("no.pk3: error: cannot open: No such file or directory", done.stderr)

    def test_meshes_that_no_library_reads_are_to_be_exported_again(self):
        for name, text in (("a.stl", "nothing of this kind"), 
                           ("a.gltf", '{"asset": {"version": "2.0"}, "buffers": [{}]}')):
            with self.subTest(name=name):
                self.write(name, text)
                done = self.check_run("compile", name, code=BAD_INPUT)
                self.assertIn("; export it again, as ", done.stderr)

    def test_an_unknown_tool_of_an_editor_is_not_solid_in_silence(self):
        self.write("a.map", world(box_sides((0, 0, 0), (64, 64, 64), "common/nobuild"),
                                  box_sides((128, 0, 0), (192, 64, 64), "common/nobuild")))
        done = self.check_run("compile", "a.map")
        self.assertEqual(done.stderr.count("common/nobuild"), 1)
        self.assertIn("a.map:4:1: warning: 'common/nobuild' has the name of an editor's tool",
                      done.stderr)


class BadBrushes(ToolTest):
    def message(self, text, *flags):
        self.write("a.map", text)
        return self.check_run("compile", "a.map", *flags, code=BAD_INPUT).stderr

    def test_a_brush_that_the_grid_made_empty_is_not_told_to_turn_a_side(self):
        thin = box_sides((0, 0, 0), (64, 64, 1e-9))
        message = self.message(world(thin), "--grid", "1")
        self.assertIn("brush 0 of worldspawn", message)
        self.assertIn("has no volume on the grid of 1: the brush is too thin", message)
        self.assertIn("finer grid", message)
        self.assertNotIn("turn", message)

    def test_a_brush_that_is_empty_as_written_is_told_to_turn_a_side(self):
        self.assertIn("turn", self.message(world(box_sides((64, 64, 64), (0, 0, 0)))))

    def test_errors_give_the_entitys_class_and_a_place_to_go_to(self):
        door = entity("func_door", box_sides((128, 256, 0), (192, 320, 64))[:5])
        message = self.message(BOX + door)
        self.assertRegex(message, r"^a\.map:14:1: error: brush 0 of func_door \(entity 1\) "
                                  r"near 160 288 \S+ is unbounded: ")
        line = self.message(BOX + entity("func_wall", [
            *box_sides((128, 256, 0), (192, 320, 64))[:5],
            "( 128 256 64 ) ( 129 256 64 ) ( 130 256 64 ) stone1 0 0 0 1 1"]))
        self.assertRegex(line, r"^a\.map:20:1: error: brush 0, side 5 of func_wall \(entity 1\) "
                               r"near \S+ \S+ \S+: its three points ")

    def test_the_place_of_a_closed_brush_is_its_middle(self):
        thin = box_sides((64, 128, 0), (192, 256, 1e-9))
        self.assertIn("near 128 192 0 has no volume", self.message(world(thin), "--grid", "1"))


class Flags(ToolTest):
    def test_a_grid_of_one_half_may_be_written_as_a_decimal(self):
        self.write("a.map", BOX)
        for text, grid in (("0.5", "1/2"), (".25", "1/4"), ("0.125", "1/8"), ("1.0", "1")):
            with self.subTest(text=text):
                self.check_run("compile", "a.map", "--grid", text)
                info = json.loads(self.check_run("info", "a.hsw", "--json").stdout)
                self.assertEqual(info["grid"], grid)

    def test_a_grid_that_is_no_power_of_two_is_refused_with_its_neighbours(self):
        self.write("a.map", BOX)
        done = self.check_run("compile", "a.map", "--grid", "0.3", code=USAGE)
        self.assertIn("1/2 or 1/4", done.stderr)


class TraceShape(ToolTest):
    def test_a_hit_a_miss_and_a_blocked_start_have_the_same_keys(self):
        level = self.compile(LEVELS / "keep.map")
        ways = "64 256 60 64 256 -60\n64 256 60 80 256 60\n64 256 0 64 256 60\n"
        hit, miss, blocked = (json.loads(line) for line in self.check_run(
            "trace", level, "--space", "stand", "--json", stdin=ways).stdout.splitlines())
        self.assertEqual(list(hit), list(miss))
        self.assertEqual(list(hit), list(blocked))
        # What was touched is an object or null, and the normal goes with it.
        self.assertIsInstance(hit["surface"], dict)
        self.assertEqual(len(hit["normal"]), 3)
        for answer in (miss, blocked):
            self.assertIsNone(answer["surface"])
            self.assertIsNone(answer["normal"])
        self.assertEqual([answer["start_blocked"] for answer in (hit, miss, blocked)],
                         [False, False, True])


class Numbers(ToolTest):
    def test_coordinates_are_not_cut_to_six_digits(self):
        far = world(box_sides((131072, 0, 0), (131136.5, 64, 64)))
        self.write("a.map", far)
        level = self.compile("a.map")
        done = self.check_run("render", level, "-o", "a.png", "--size", "8x8", "--eye",
                              "131000.125,32,32", "--look", "131072.25,32,32")
        self.assertIn("eye 131000.125,32,32, look 131072.25,32,32", done.stdout)
        done = self.check_run("render", level, "-o", "a.svg", "--view", "cut", "--cut-height",
                              "33.0078125")
        self.assertIn("cut at z = 33.0078125", done.stdout)


class ControlCharacters(ToolTest):
    """Names in a file may hold any bytes. A terminal must not get what controls it."""

    ESCAPES = "\x1b]0;title\x07\x1b[2J\x08\u009b1m\u202e"

    def clean(self, *arguments, code=DONE, stdin="", says=""):
        done = self.check_run(*arguments, code=code, stdin=stdin)
        for text in (done.stdout, done.stderr):
            self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\udc80-\udcff]")
        self.assertIn(says, done.stdout + done.stderr)

    def level(self):
        """A room's floor and a door, with names that no editor would save."""
        name = "wall" + self.ESCAPES
        door = world(box_sides((64, 0, 0), (72, 64, 64), f'"{name}"'))
        self.write("a.map", world(box_sides((0, 0, -8), (64, 64, 0), f'"{name}"')) +
                   door.replace('"worldspawn"', f'"func_{self.ESCAPES}"\n"k{self.ESCAPES}" "1"\n'
                                                f'"k{self.ESCAPES}" "{self.ESCAPES}"'))
        self.clean("compile", "a.map", says=r"\x1b]0;title")
        return "a.hsw"

    def test_names_of_a_level_reach_the_terminal_without_control_characters(self):
        level = self.level()
        self.clean("info", level, says=r"func_\x1b]0;title\x07\x1b[2J\x08\x9b1m\u202e")
        self.clean("trace", level, "--space", "stand", "32,32,64", "32,32,-64",
                   says=r"solid wall\x1b]0;title")
        self.clean("sweep", level, "--sphere", "8", "32,32,64", "32,32,-64")
        self.clean("classify", level, "32,32,-4")
        self.clean("walk", level, "--start", "32,32,64", "--seed", "1", "--steps", "8")
        self.clean("verify", level, "a.map")
        self.clean("export", level, "-o", "a.obj")
        self.clean("render", level, "-o", "a.png", "--size", "8x8", "--eye", "32,32,64")

    def test_names_of_bodies_do_too(self):
        level = self.level()
        self.write("bodies.txt", f"b{self.ESCAPES}=-8,-8,-8:8,8,8\n")
        self.clean("compile", "a.map", "--spaces", "bodies.txt", code=BAD_INPUT)
        self.clean("trace", level, "--space", "b" + self.ESCAPES, "1,1,1", "2,2,2", code=BAD_INPUT)

    def test_errors_of_sources_do_too(self):
        self.write("b.map", BOX.replace("worldspawn", "w" + self.ESCAPES).replace(
            "stone1 0 0 0 1 1\n}", "stone1 0 0 0 1 " + self.ESCAPES + "\n}"))
        self.clean("compile", "b.map", code=BAD_INPUT)
        self.write("c.map", entity("func_" + self.ESCAPES,
                                   box_sides((0, 0, 0), (64, 64, 64))[:5]))
        self.clean("compile", "c.map", code=BAD_INPUT, says=r"func_\x1b]0;title")

    def test_names_of_objects_do_too(self):
        self.write("a.obj", f"o box{self.ESCAPES}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.clean("mesh", "info", "a.obj", says=r"\x9b1m\u202e', line 1")
        self.clean("mesh", "ray", "a.obj", "--scale", "1", "--up", "z", "0.2,0.2,1", "0.2,0.2,-1",
                   says=r"\x9b1m\u202e'")
        self.clean("compile", "a.obj", code=BAD_INPUT)


if __name__ == "__main__":
    unittest.main()
