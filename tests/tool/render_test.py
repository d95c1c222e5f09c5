# SPDX-License-Identifier: MIT
"""render: pictures of a level as files, and the reports beside them."""

import json
import os
import re
import unittest
import xml.etree.ElementTree as xml

from support import BAD_INPUT, DONE, LEVELS, USAGE, ToolTest, box_sides, read_png, world

SMALL = ("--size", "80x60")
VIEWS = ("textured", "leaves", "wire", "overdraw", "translucent", "cut")


class RenderTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.level = self.compile(LEVELS / "keep.map")

    def picture(self, *arguments, name="a.png", code=DONE):
        self.check_run("render", self.level, "-o", name, *SMALL, *arguments, code=code)
        return read_png(self.folder / name)


class Pictures(RenderTest):
    def test_every_view_makes_a_picture_of_its_own(self):
        seen = set()
        for view in VIEWS:
            width, height, rows = self.picture("--view", view)
            self.assertEqual((width, height), (80, 60))
            seen.add(rows)
        self.assertEqual(len(seen), len(VIEWS))

    def test_textured_is_the_default_and_threads_do_not_matter(self):
        self.assertEqual(self.picture(), self.picture("--view", "textured", "--threads", "1"))
        self.assertEqual(self.picture("--threads", "3"), self.picture("--threads", "1"))

    def test_the_eye_the_angle_and_fog_matter(self):
        pictures = [self.picture(), self.picture("--fog", "100"), self.picture("--fov", "60"),
                    self.picture("--eye", "200,256,60"),
                    self.picture("--eye", "200,256,60", "--look", "200,300,60"),
                    self.picture("--eye", "200", "256", "60", "--look", "-8,300,60")]
        self.assertEqual(len(set(pictures)), len(pictures))

    def test_a_body_has_walls_and_cuts_of_its_own(self):
        pictures = [self.picture("--view", view) for view in
                    ("textured", "space:point", "space:stand", "space:large", "cut", "cut:stand",
                     "cut:large", "cut:stand,large")]
        self.assertEqual(len(set(pictures)), len(pictures))
        self.assertEqual(self.picture("--view", "cut"), self.picture("--view", "cut:point"))
        self.check_run("render", self.level, "-o", "a.png", *SMALL, "--view", "space:stand",
                       "--check")
        self.check_run("render", self.level, "-o", "a.svg", "--view", "cut:stand")
        self.assertIn("no room for stand<", (self.folder / "a.svg").read_text())

    def test_a_cut_may_be_written_as_svg(self):
        self.check_run("render", self.level, "-o", "a.svg", "--view", "cut", "--cut-height", "40")
        root = xml.parse(self.folder / "a.svg").getroot()
        self.assertTrue(root.tag.endswith("svg"))
        names = {element.get("class") for element in root}
        self.assertLessEqual({"outside", "room", "solid", "model", "start", "light", "legend",
                              "scale"}, names)
        self.assertNotIn("cells", names)
        texts = {element.text for element in root if element.tag.endswith("text")}
        self.assertLessEqual({"func_door", "room", "128 units = 4 m"}, texts)
        self.check_run("render", self.level, "-o", "b.svg", "--view", "cut", "--cells")
        self.assertIn('class="cells"', (self.folder / "b.svg").read_text())

    def test_a_leak_is_told_without_control_characters(self):
        text = (LEVELS / "leak.map").read_text().replace('"light"', '"li\x1b[31mght"')
        level = self.compile(self.write("odd.map", text))
        for view in (("--view", "leak"), ("--view", "cut", "--leak")):
            said = self.check_run("render", level, "-o", "odd.png", *view).stdout
            self.assertIn("the level leaks: ", said)
            self.assertNotIn("\x1b", said)
        self.assertIn("--leak and --points", self.check_run(
            "render", level, "-o", "odd.png", "--view", "cut", "--leak", "--points", "odd.pts",
            code=USAGE).stderr)

    def test_a_cut_shows_portals_and_a_leak(self):
        level = self.compile(LEVELS / "leak.map")
        for name, flags, classes in (("a.svg", (), set()),
                                     ("b.svg", ("--portals", "--leak"),
                                      {"portals", "leak", "leak end"})):
            self.check_run("render", level, "-o", name, "--view", "cut", *flags)
            root = xml.parse(self.folder / name).getroot()
            names = {element.get("class") for element in root}
            self.assertEqual(names & {"portals", "leak", "leak end"}, classes)
        texts = {element.text for element in root if element.tag.endswith("text")}
        self.assertLessEqual({"portal", "way out of the level"}, texts)
        self.assertIn("Plan at z = 96", texts)  # it cuts the opening
        self.check_run("render", level, "-o", "c.svg", "--view", "cut", "--points", "leak.pts")
        self.assertIn('class="leak"', (self.folder / "c.svg").read_text())

    def test_the_height_of_a_cut_matters(self):
        self.assertNotEqual(self.picture("--view", "cut", "--cut-height", "40"),
                            self.picture("--view", "cut", "--cut-height", "-20"))

    def test_pictures_of_textures_are_used_where_they_are_found(self):
        plain = self.picture()
        self.check_run("render", self.level, "-o", "stone.png", *SMALL, "--view", "overdraw")
        names = set(re.findall(r"\) ([\w/*+{]+) ", (LEVELS / "keep.map").read_text()))
        for name in names:
            (self.folder / "pictures" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "pictures" / (name.replace("*", "#") + ".png")).write_bytes(
                (self.folder / "stone.png").read_bytes())
        done = self.check_run("render", self.level, "-o", "b.png", *SMALL, "--json",
                              "--textures", "pictures")
        self.assertGreater(json.loads(done.stdout)["textures_found"], 0)
        self.assertNotEqual(read_png(self.folder / "b.png"), plain)

    def test_only_views_of_textures_look_for_pictures(self):
        for view, is_looked in (("textured", True), ("translucent", True), ("leaves", False),
                                ("wire", False), ("overdraw", False)):
            done = self.check_run("render", self.level, "-o", "a.png", *SMALL, "--view", view,
                                  "--json", "--textures", "none")
            self.assertEqual(json.loads(done.stdout)["diagnostics"] != [], is_looked, view)

    def test_a_level_without_a_start_is_seen_from_a_corner(self):
        self.write("b.map", (LEVELS / "keep.map").read_text().replace("info_player", "info_other"))
        level = self.compile(self.folder / "b.map")
        self.check_run("render", level, "-o", "b.png", *SMALL)
        self.assertNotEqual(read_png(self.folder / "b.png"), self.picture())


class Visibility(RenderTest):
    def report(self, *arguments):
        done = self.check_run("render", self.level, "-o", "a.png", *SMALL, "--json", *arguments)
        return json.loads(done.stdout)

    def test_each_view_is_another_picture(self):
        pictures = [self.picture("--view", view)
                    for view in ("textured", "clusters", "portals", "pvs")]
        for i, picture in enumerate(pictures):
            self.assertNotIn(picture, pictures[:i])

    def test_pvs_is_seen_from_above_unless_both_places_are_named(self):
        above = self.report("--view", "pvs")
        self.assertGreater(above["eye"][2], above["look"][2] + 100)
        self.assertEqual(self.report("--view", "pvs", "--eye", "64,256,100")["eye"], above["eye"])
        both = self.report("--view", "pvs", "--eye", "64,256,100", "--seen-from", "1040,256,100")
        self.assertEqual(both["eye"], [64, 256, 100])

    def test_the_line_of_another_compiler_is_drawn(self):
        self.write("line.pts", "200 200 60\n200 300 60\n300 300 60\n")
        self.write("other.pts", "200 200 60\n200 300 60\n300 320 60\n")
        self.assertNotEqual(self.picture("--view", "leak", "--points", "line.pts"),
                            self.picture("--view", "leak", "--points", "other.pts"))
        self.assertNotIn("leak", self.report("--view", "leak", "--points", "line.pts"))

    def test_a_level_says_where_it_leaks(self):
        level = self.compile(LEVELS / "leak.map")
        (self.folder / "leak.pts").unlink()
        done = self.check_run("render", level, "-o", "a.png", *SMALL, "--view", "leak")
        self.assertRegex(done.stdout, r"\n  the level leaks: light \(entity \d+\) at 128 128 160 reaches "
                                      r"the outside through the opening at 144 \d+ 96, near the brushes")
        done = self.check_run("render", level, "-o", "b.png", *SMALL, "--view", "leak", "--json")
        report = json.loads(done.stdout)
        self.assertEqual(report["leak"]["classname"], "light")
        self.assertEqual(report["leak"]["points"][0], [128, 128, 160])
        # The eye is in the room and looks at the gap in the north wall.
        for low, x, high in zip((0, 0, 0), report["eye"], (256, 256, 192)):
            self.assertTrue(low < x < high, report["eye"])
        self.assertEqual(report["look"][1], 272)
        self.assertEqual(read_png(self.folder / "a.png"), read_png(self.folder / "b.png"))
        place = (",".join(map(str, report["eye"])), ",".join(map(str, report["look"])))
        self.check_run("render", level, "-o", "c.png", *SMALL, "--eye", place[0], "--look", place[1])
        self.assertNotEqual(read_png(self.folder / "a.png"), read_png(self.folder / "c.png"))

    def test_a_level_that_does_not_leak_says_so(self):
        for arguments in (("--view", "leak"), ("--view", "cut", "--leak")):
            done = self.check_run("render", self.level, "-o", "a.png", *arguments, code=BAD_INPUT)
            self.assertIn("leak: the level does not leak: no entity can reach the outside", done.stderr)

    def test_an_eye_in_a_wall_sees_nothing(self):
        for flag in ("--eye", "--seen-from"):
            done = self.check_run("render", self.level, "-o", "a.png", "--view", "pvs", flag, "0,0,-1000",
                                  code=USAGE)
            self.assertIn("--view pvs: the eye at 0,0,-1000 is in a wall or outside", done.stderr)

    def test_a_level_without_visibility_has_no_visible_set(self):
        self.level = self.compile(LEVELS / "keep.map", "--vis", "none")
        done = self.check_run("render", self.level, "-o", "a.png", "--view", "pvs", code=BAD_INPUT)
        self.assertIn("it was compiled with --vis none, or no entity stands in the open", done.stderr)
        self.level = self.compile(LEVELS / "leak.map")
        done = self.check_run("render", self.level, "-o", "a.png", "--view", "pvs", code=BAD_INPUT)
        self.assertIn("the level leaks, so it does not say what is visible; --view leak shows where", done.stderr)

    def test_options_that_do_not_fit_are_refused(self):
        self.write("line.pts", "200 200 60\n200 300 60\n")
        for arguments, word in ((("--seen-from", "1,2,3"), "--view pvs"),
                                (("--view", "pvs", "--seen-from", "1,2"), "--seen-from"),
                                (("--points", "line.pts"), "--points belongs to"),
                                (("--leak",), "--leak belongs to"),
                                (("--view", "leak", "--check"), "--check"),
                                (("--view", "portals", "--check"), "--check")):
            done = self.check_run("render", self.level, "-o", "a.png", *arguments, code=USAGE)
            self.assertIn(word, done.stderr, arguments)

    def test_files_of_points_are_checked(self):
        for text, word in (("1 2 3\n", "two points"), ("1 2 3\n1 2\n", "line.pts:2"),
                           ("1 2 3\n1 2 x\n", "line.pts:2")):
            self.write("line.pts", text)
            done = self.check_run("render", self.level, "-o", "a.png", "--view", "leak", "--points",
                                  "line.pts", code=BAD_INPUT)
            self.assertIn(word, done.stderr)


class Navigation(RenderTest):
    def setUp(self):
        super().setUp()
        self.level = self.compile(LEVELS / "keep.map", "--nav")

    def test_each_body_has_a_picture_of_its_own(self):
        eye = ("--eye", "64,256,100", "--look", "1040,256,0")
        pictures = [self.picture("--view", view, *eye)
                    for view in ("textured", "nav:stand", "nav:crouch", "nav:large")]
        self.assertEqual(len(set(pictures)), len(pictures))
        self.assertEqual(self.picture("--view", "nav", *eye), pictures[1])

    def test_it_is_seen_from_above_without_an_eye(self):
        done = self.check_run("render", self.level, "-o", "a.png", *SMALL, "--json", "--view", "nav")
        report = json.loads(done.stdout)
        self.assertGreater(report["eye"][2], report["look"][2] + 100)

    def test_places_are_rounded_in_the_text_alone(self):
        arguments = ("render", self.level, "-o", "a.png", *SMALL, "--view", "nav")
        exact = json.loads(self.check_run(*arguments, "--json").stdout)
        shown = re.search(r"eye (\S+), look (\S+)\n", self.check_run(*arguments).stdout).groups()
        for text, place in zip(shown, (exact["eye"], exact["look"])):
            self.assertEqual([float(x) for x in text.split(",")], [round(x, 3) for x in place])
        self.assertNotEqual(exact["eye"], [round(x, 3) for x in exact["eye"]])

    def test_a_cut_shows_the_mesh(self):
        self.check_run("render", self.level, "-o", "a.svg", "--view", "cut", "--nav", "large")
        root = xml.parse(self.folder / "a.svg").getroot()
        names = {element.get("class") for element in root}
        self.assertLessEqual({"nav", "nav edges", "nav borders"}, names)
        texts = {element.text for element in root if element.tag.endswith("text")}
        self.assertIn("floor of large", texts)
        self.check_run("render", self.level, "-o", "b.svg", "--view", "cut")
        self.assertNotIn('class="nav', (self.folder / "b.svg").read_text())

    def test_a_missing_mesh_says_what_to_do(self):
        self.write("plain.map", (LEVELS / "keep.map").read_text())
        plain = self.compile(self.folder / "plain.map")
        for level, arguments, words in (
                (plain, ("--view", "nav"), "--view nav: the level has no navigation mesh; `halfspace "
                                           "compile --nav`"),
                (plain, ("--view", "cut", "--nav", "stand"), "--nav: the level has no navigation "
                                                             "mesh; compile it with --nav"),
                (self.level, ("--view", "nav:point"), "mesh for 'point'; it has one for stand, crouch, "
                                                      "large"),
                (self.level, ("--view", "nav:giant"), "compiled for point, stand"),
                (self.level, ("--view", "space:giant"), "compiled for point, stand"),
                (self.level, ("--view", "cut:stand,giant"), "compiled for point, stand")):
            done = self.check_run("render", level, "-o", "a.png", *arguments, code=BAD_INPUT)
            self.assertIn(words, done.stderr, arguments)
            self.assertTrue(done.stderr.startswith(f"{level}: error: "), done.stderr)

    def test_wrong_options_are_refused(self):
        for arguments, words in ((("--view", "nav:"), "nav:NAME"),
                                 (("--view", "nav", "--check"), "--check"),
                                 (("--nav", "stand"), "--view cut")):
            done = self.check_run("render", self.level, "-o", "a.png", *arguments, code=USAGE)
            self.assertIn(words, done.stderr, arguments)


class DefaultView(RenderTest):
    def report(self, source, *arguments):
        self.level = self.compile(self.write("b.map", source))
        done = self.check_run("render", self.level, "-o", "a.png", *SMALL, "--json", *arguments)
        return json.loads(done.stdout)

    def test_what_is_drawn_is_well_in_view_wherever_it_is(self):
        for high in (8064, 9024):
            source = world(box_sides((8000, 8000, 8000), (8064, 8064, high)))
            report = self.report(source)
            self.assertEqual(report["look"], [8032, 8032, (8000 + high) / 2])
            # The box is all there is, so what is painted is its size in the picture.
            self.assertGreater(report["fragments"], 800 if high == 8064 else 60)
            self.assertEqual(self.report(source, "--view", "cut")["cut_height"],
                             (8000 + high) / 2)

    def test_a_player_looks_along_the_yaw(self):
        room = world(box_sides((0, 0, 0), (64, 64, 64)))
        for keys, way in (("", (64, 0)), ('"angle" "90"', (0, 64)),
                          ('"angle" "-1"', (64, 0)), ('"angle" "-2"', (64, 0)),
                          ('"angles" "30 90 0"', (0, 64)), ('"mangle" "0 180 5"', (-64, 0)),
                          ('"angle" "180" "angles" "0 90 0"', (0, 64)),
                          ('"angle" "180" "angles" "up"', (-64, 0))):
            start = f'{{ "classname" "info_player_start" "origin" "-200 8 16" {keys} }}\n'
            report = self.report(room + start)
            self.assertEqual(report["eye"], [-200, 8, 38])
            self.assertEqual(report["look"], [-200 + way[0], 8 + way[1], 38], keys)


class Reports(RenderTest):
    def report(self, *arguments):
        done = self.check_run("render", self.level, "-o", "a.png", *SMALL, "--json", *arguments)
        return json.loads(done.stdout)

    def test_json_tells_what_was_painted(self):
        report = self.report("--eye", "200,256,60", "--look", "300,256,60")
        self.assertEqual((report["width"], report["height"]), (80, 60))
        self.assertEqual(report["view"], "textured")
        self.assertEqual(report["eye"], [200, 256, 60])
        self.assertEqual(report["look"], [300, 256, 60])
        self.assertGreater(report["polygons"], 0)
        self.assertGreaterEqual(report["fragments"], 80 * 60)
        self.assertEqual(report["textures_found"], 0)
        self.assertNotIn("check", report)

    def test_check_finds_nothing(self):
        for view in ("textured", "translucent", "leaves", "wire"):
            check = self.report("--check", "--view", view)["check"]
            self.assertEqual(check["pixels"], 80 * 60)
            self.assertEqual(check["unexplained"], 0)
            self.assertEqual(check["different"], check["ties"])

    def test_text_has_the_check(self):
        done = self.check_run("render", self.level, "-o", "a.png", *SMALL, "--check")
        self.assertIn("check: 0 of 4800 pixels differ", done.stdout)


class Mistakes(RenderTest):
    def test_usage_errors_say_what_is_expected(self):
        for arguments, words in ((("--view", "foo"), "textured, leaves, wire"),
                                 (("--view", "space"), "space:NAME"),
                                 (("--view", "cut:"), "cut:NAME"),
                                 (("--view", "cut:stand,"), "cut:NAME"),
                                 (("--view", "space:stand,large"), "space:NAME"),
                                 (("--cells",), "--view cut"), (("--portals",), "--view cut"),
                                 (("--view", "leaves:stand"), "space:NAME"),
                                 (("--size", "80"), "WxH"), (("--size", "0x9"), "WxH"),
                                 (("--size", "80x60x2"), "WxH"), (("--size", "99999x9"), "WxH"),
                                 (("--eye", "1e300,0,0"), "--eye: coordinates"),
                                 (("--look", "0,0,-134217729"), "2^27"),
                                 (("--eye", "1,2"), "--eye"), (("--look", "a,b,c"), "--look"),
                                 (("--fov", "180"), "--fov"), (("--fog", "-1"), "--fog"),
                                 (("--fov", "nan"), "--fov"),
                                 (("--cut-height", "3"), "--view cut"),
                                 (("--check", "--view", "overdraw"), "--check"),
                                 (("--check", "--view", "cut"), "--check"),
                                 (("--cut-height", "nan", "--view", "cut"), "--cut-height"),
                                 (("--eye", "1,2,3", "--look", "1,2,3"), "--look")):
            done = self.run_tool("render", self.level, "-o", "a.png", *arguments)
            self.assertEqual(done.returncode, USAGE, (arguments, done.stderr))
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertNotIn("a.png", self.files())

    def test_other_extensions_are_refused(self):
        before = self.level.read_bytes()
        for name in ("a.jpg", "a", self.level):
            for view in ("textured", "cut"):
                done = self.check_run("render", self.level, "-o", name, "--view", view, code=USAGE)
                self.assertIn(".png, .svg", done.stderr)
        self.assertEqual(self.level.read_bytes(), before)
        self.assertEqual(self.files(), [self.level.name])
        self.check_run("render", self.level, "-o", "a.PNG", *SMALL)
        self.check_run("render", self.level, "-o", "a.SVG", "--view", "cut")
        self.assertIn("<svg", (self.folder / "a.SVG").read_text())

    def test_the_level_is_not_replaced(self):
        before = self.level.read_bytes()
        os.link(self.level, self.folder / "same.png")
        for arguments in (("render", self.level, "-o", "same.png"),
                          ("info", self.level, "--tree", self.level),
                          ("info", self.level, "--tree", "same.png")):
            done = self.check_run(*arguments, code=USAGE)
            self.assertIn("replace the level", done.stderr)
        self.assertEqual(self.level.read_bytes(), before)

    def test_a_model_of_info_needs_a_tree(self):
        self.assertIn("--tree", self.check_run("info", self.level, "--model", "0",
                                               code=USAGE).stderr)

    def test_svg_is_for_cuts(self):
        done = self.check_run("render", self.level, "-o", "a.svg", code=USAGE)
        self.assertIn("--view cut", done.stderr)

    def test_an_output_is_needed(self):
        self.assertIn("--output", self.check_run("render", self.level, code=USAGE).stderr)

    def test_files_that_are_not_there(self):
        self.check_run("render", "none.hsw", "-o", "a.png", code=BAD_INPUT)
        self.check_run("render", self.level, "-o", "no/such/folder.png", *SMALL, code=BAD_INPUT)


if __name__ == "__main__":
    unittest.main()
