# SPDX-License-Identifier: MIT
"""compile, info and verify: what they print, write and leave behind."""

import json
import pathlib
import struct
import subprocess
import unittest

from support import (BAD_INPUT, BOX, DIFFERENT, HALFSPACE, LEAK, LEVELS, ROOM, START, WALLS, ToolTest,
                     box_sides, environment, world)

KEEP = LEVELS / "keep.map"


class Compile(ToolTest):
    def test_the_level_lies_beside_its_source_by_default(self):
        self.write("a.map", BOX)
        self.check_run("compile", "a.map")
        self.assertEqual(self.files(), ["a.hsw", "a.map"])

    def test_the_extension_may_be_in_capitals(self):
        self.write("A.MAP", BOX)
        self.check_run("compile", "A.MAP")
        self.assertEqual(self.files(), ["A.MAP", "A.hsw"])

    def test_an_existing_level_is_replaced_and_nothing_else_is_left(self):
        self.write("a.map", BOX)
        self.write("out.hsw", "an older level")
        self.check_run("compile", "a.map", "-o", "out.hsw")
        self.check_run("info", "out.hsw")
        self.assertEqual(self.files(), ["a.map", "out.hsw"])

    def test_a_failed_run_leaves_the_older_level(self):
        self.write("a.map", BOX[:-2])
        self.write("a.hsw", "an older level")
        self.check_run("compile", "a.map", code=BAD_INPUT)
        self.assertEqual((self.folder / "a.hsw").read_text(), "an older level")
        self.assertEqual(self.files(), ["a.hsw", "a.map"])

    def test_the_report_names_size_and_time(self):
        done = self.check_run("compile", KEEP, "-o", "keep.hsw")
        for word in ("keep.hsw", "nodes", "leaves", "depth", "faces", "bytes", "moved planes",
                     " ms"):
            self.assertIn(word, done.stdout)

    def test_json_is_one_report_that_agrees_with_info(self):
        done = self.check_run("compile", KEEP, "-o", "keep.hsw", "--json")
        report = json.loads(done.stdout)
        info = json.loads(self.check_run("info", "keep.hsw", "--json").stdout)
        self.assertEqual(report["errors"], [])
        self.assertEqual(report["output"], "keep.hsw")
        for key in ("grid", "models", "brushes", "planes", "nodes", "leaves", "depth", "faces",
                    "bytes", "moved_planes", "largest_move", "moved_corners"):
            self.assertEqual(report[key], info[key], key)
        self.assertEqual(report["bytes"], (self.folder / "keep.hsw").stat().st_size)
        stages = [stage["stage"] for stage in report["stages"]]
        self.assertEqual((stages[0], stages[-1]), ("read", "check"))
        self.assertEqual(len(set(stages)), len(stages))
        self.assertTrue(all(stage["seconds"] >= 0 for stage in report["stages"]))

    def test_json_reports_errors_too(self):
        self.write("a.map", BOX[:-2])
        done = self.check_run("compile", "a.map", "--json", code=BAD_INPUT)
        report = json.loads(done.stdout)
        self.assertIsNone(report["output"])
        self.assertEqual(report["errors"][0]["code"], "syntax")
        self.assertEqual(report["errors"][0]["where"]["file"], "a.map")
        self.assertIn("error: " + report["errors"][0]["message"], done.stderr)

    def test_json_is_valid_when_names_are_no_utf8(self):
        name = b"bad\xff.map"
        try:
            (self.folder / pathlib.Path(name.decode("utf-8", "surrogateescape"))).write_text("}")
        except OSError:
            self.skipTest("this file system takes only UTF-8 names")
        done = subprocess.run([HALFSPACE.encode(), b"compile", name, b"--json"], cwd=self.folder,
                              capture_output=True, env=environment(), check=False, timeout=60)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn("\ufffd", json.loads(done.stdout.decode())["input"])

    def test_quiet_prints_nothing_but_errors(self):
        self.write("a.map", BOX)
        done = self.check_run("compile", "a.map", "--quiet")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.write("b.map", BOX[:-2])
        done = self.check_run("compile", "b.map", "--quiet", code=BAD_INPUT)
        self.assertEqual(done.stdout, "")
        self.assertIn("b.map:", done.stderr)

    def test_the_same_source_gives_the_same_bytes_with_any_number_of_threads(self):
        for source in ("keep.map", "station.map"):
            levels = set()
            for threads in ("1", "2", "4"):
                self.compile(LEVELS / source, "--threads", threads)
                levels.add((self.folder / source).with_suffix(".hsw").read_bytes())
            self.assertEqual(len(levels), 1, source)

    def test_options_reach_the_level(self):
        self.write("a.map", BOX)
        level = self.compile("a.map", "--grid", "1/4", "--units-per-metre", "39.37")
        info = json.loads(self.check_run("info", level, "--json").stdout)
        self.assertEqual((info["grid"], info["units_per_metre"]), ("1/4", 39.37))


class Textures(ToolTest):
    def test_one_note_where_there_is_nothing_to_look_into(self):
        self.write("a.map", ROOM)
        done = self.check_run("compile", "a.map")
        self.assertRegex(done.stderr, r"^a\.map: note: there are no WADs and no folders .*\n$")

    def test_one_warning_for_each_texture_that_is_missing(self):
        self.write("a.map", ROOM)
        (self.folder / "textures").mkdir()
        done = self.check_run("compile", "a.map", "--textures", ".", "--textures", "textures")
        self.assertRegex(done.stderr, r"^a\.map: warning: there is no texture 'stone1': .*\n$")

    def test_a_texture_is_found_in_folders_and_wads(self):
        # The smallest TGA: one pixel.
        picture = bytes((0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3))
        self.write("a.map", ROOM)
        (self.folder / "b").mkdir()
        self.write("b/stone1.tga", picture)
        done = self.check_run("compile", "a.map", "--textures", "b")
        self.assertEqual(done.stderr, "")
        self.write("b/stone1.tga", picture[:-1])
        self.assertEqual(self.check_run("compile", "a.map", "--textures", "b").stderr, "")

        texture = struct.pack("<16s6I", b"x", 16, 16, 40, 296, 360, 376) + bytes(340)
        wad = (struct.pack("<4sII", b"WAD2", 1, 12 + len(texture)) + texture +
               struct.pack("<IIIBBH16s", 12, len(texture), len(texture), 0x44, 0, 0, b"STONE1"))
        self.write("b/q.wad", wad)
        done = self.check_run("compile", "a.map", "--wad-path", "b")
        self.assertEqual(done.stderr, "")
        self.write("b/q.wad", wad[:-1])
        done = self.check_run("compile", "a.map", "--wad-path", "b")
        self.assertIn("b/q.wad: warning: the directory of the WAD is not within", done.stderr)

    def test_a_wad_that_the_level_names_and_nobody_has_is_a_warning(self):
        self.write("a.map", BOX.replace('worldspawn"', 'worldspawn"\n"wad" "C:\\q\\no.wad"', 1))
        done = self.check_run("compile", "a.map")
        self.assertIn("a.map: warning: cannot find the WAD 'no.wad'", done.stderr)


class BadBrushes(ToolTest):
    def many(self, count):
        bad = [box_sides((100 * i + 100, 0, 0), (100 * i + 50, 64, 64)) for i in range(count)]
        return world(box_sides((0, 0, 0), (64, 64, 64)), *bad, *WALLS) + START

    def test_every_bad_brush_has_an_error_of_its_own_up_to_twenty(self):
        self.write("a.map", self.many(25))
        done = self.check_run("compile", "a.map", code=BAD_INPUT)
        lines = done.stderr.splitlines()
        self.assertEqual(sum(": error: " in line for line in lines), 20)
        self.assertIn("and 5 more errors (use --all-warnings)", lines[-1])
        done = self.check_run("compile", "a.map", "--all-warnings", code=BAD_INPUT)
        self.assertEqual(done.stderr.count(": error: "), 25)

    def test_skipping_them_warns_and_compiles_the_rest(self):
        self.write("a.map", self.many(25))
        done = self.check_run("compile", "a.map", "--skip-bad-brushes")
        self.assertEqual(done.stderr.count(": warning: "), 20)
        # The last is a note: the level has no textures.
        self.assertIn("and 6 more warnings (use --all-warnings)", done.stderr)
        report = json.loads(
            self.check_run("compile", "a.map", "--skip-bad-brushes", "--json").stdout)
        warnings = [d for d in report["diagnostics"] if d["severity"] == "warning"]
        self.assertEqual(len(warnings), 25)
        self.assertEqual(self.check_run("classify", "a.hsw", "32,32,32").stdout.split()[1],
                         "solid")

    def test_verify_names_what_was_left_out_and_wants_it_said(self):
        self.write("a.map", self.many(25))
        self.check_run("compile", "a.map", "--skip-bad-brushes")
        done = self.check_run("verify", "a.hsw", "a.map", code=DIFFERENT)
        self.assertRegex(done.stdout, r"^compile left out 25 brushes of the source: line \d+, .*, \.\.\.\n")
        self.assertIn("the level lacks 25 of the brushes of a.map", done.stderr)
        self.assertIn(", 0 differences, ", done.stdout)
        done = self.check_run("verify", "a.hsw", "a.map", "--skip-bad-brushes", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((report["left_out"], len(report["left_out_lines"])), (25, 20))
        self.assertEqual(report["differences"], 0)

    # The solid is too large for exact arithmetic, so verify must not want it in the level.
    def test_verify_accepts_that_compile_left_out_a_solid(self):
        self.write("a.map", world(box_sides((0, 0, 0), (64, 64, 64)),
                                  box_sides((8388508, 0, 0), (8388808, 64, 64))))
        self.check_run("compile", "a.map", "--skip-bad-brushes")
        done = self.check_run("verify", "a.hsw", "a.map", "--skip-bad-brushes")
        self.assertRegex(done.stdout, r"^compile left out 1 brush of the source: line \d+\n")
        done = self.check_run("verify", "a.hsw", "a.map", code=DIFFERENT)
        self.assertIn("the level lacks 1 of the brushes of a.map", done.stderr)

    def test_info_lists_what_was_left_out(self):
        self.write("a.map", self.many(25))
        self.check_run("compile", "a.map", "--skip-bad-brushes")
        left_out = json.loads(self.check_run("info", "a.hsw", "--json").stdout)["left_out"]
        self.assertEqual([brush["brush"] for brush in left_out], list(range(1, 26)))
        self.assertEqual({brush["entity"] for brush in left_out}, {0})
        lines = [brush["line"] for brush in left_out]
        self.assertEqual(lines, sorted(set(lines)))
        shown = ", ".join(str(line) for line in lines[:16])
        self.assertIn(f"left out          25 brushes of the source: line {shown}, ...\n",
                      self.check_run("info", "a.hsw").stdout)


class Info(ToolTest):
    def test_it_counts_what_the_source_has(self):
        level = self.compile(KEEP)
        info = json.loads(self.check_run("info", level, "--json").stdout)
        text = KEEP.read_text()
        self.assertEqual(info["models"], 2)
        self.assertEqual(info["entities"], text.count("// entity "))
        self.assertEqual(info["brushes"], text.count("// brush "))
        self.assertEqual(sum(info["leaves_by_contents"].values()), info["leaves"])
        self.assertEqual(info["moved_planes"], 0)
        self.assertEqual(info["bytes"], level.stat().st_size)
        self.assertLessEqual(sum(info["section_bytes"].values()), info["bytes"])
        self.assertRegex(info["xxh3"], "^[0-9a-f]{16}$")

    def test_the_bounds_of_a_door_have_no_air_in_them(self):
        level = self.compile(KEEP)
        bounds = json.loads(self.check_run("info", level, "--json").stdout)["model_bounds"]
        self.assertEqual(bounds[0], {"min": [-16, -16, -80], "max": [1312, 528, 272]})
        self.assertEqual(bounds[1], {"min": [640, 192, 0], "max": [656, 320, 128]})
        self.assertRegex(self.check_run("info", level).stdout,
                         r"model 1 +func_door, 640,192,0 to 656,320,128\n")

    def test_a_model_that_is_made_of_nothing_has_no_bounds(self):
        self.write("empty.map", '{\n"classname" "worldspawn"\n}\n')
        self.check_run("compile", "empty.map")
        info = json.loads(self.check_run("info", "empty.hsw", "--json").stdout)
        self.assertEqual(info["model_bounds"], [None])
        self.assertRegex(self.check_run("info", "empty.hsw").stdout,
                         r"model 0 +worldspawn, nothing\n")

    def test_it_counts_hulls(self):
        level = self.compile(KEEP)
        info = json.loads(self.check_run("info", level, "--json").stdout)
        hulls, size = info["hulls"], info["section_bytes"]
        self.assertEqual(hulls["count"], size["hulls"] / 64)
        self.assertEqual(hulls["corners"], size["hull_corners"] / 24)
        self.assertEqual(hulls["planes"], size["hull_planes"] / 32)
        self.assertEqual(hulls["bytes_each"] * hulls["count"],
                         size["hulls"] + size["hull_corners"] + size["hull_planes"])
        self.assertLess(0, hulls["boxes"])
        self.assertLess(hulls["boxes"], hulls["count"])
        self.assertRegex(self.check_run("info", level).stdout,
                         rf'hulls +{hulls["count"]} \({hulls["boxes"]} boxes\): '
                         rf'corners {hulls["corners"]}, planes {hulls["planes"]}, \d+ bytes')

    def test_a_box_is_one_hull_without_planes(self):
        self.write("box.map", BOX)
        self.check_run("compile", "box.map")
        info = json.loads(self.check_run("info", "box.hsw", "--json").stdout)
        self.assertEqual(info["hulls"], {"count": 1, "boxes": 1, "corners": 0, "planes": 0,
                                         "bytes_each": 64})

    def test_the_hash_tells_levels_apart(self):
        a, b = (json.loads(self.check_run("info", self.compile(LEVELS / name), "--json").stdout)
                for name in ("keep.map", "leak.map"))
        self.assertNotEqual(a["xxh3"], b["xxh3"])

    def test_the_text_says_the_same(self):
        text = self.check_run("info", self.compile(KEEP)).stdout
        for word in ("grid", "units per metre", "models", "nodes", "leaves", "water", "depth",
                     "faces", "vertices", "brushes", "planes", "entities", "splits",
                     "side decisions", "moved planes", "xxh3"):
            self.assertIn(word, text)

    def test_entities_are_listed_with_their_keys(self):
        level = self.compile(KEEP)
        lines = self.check_run("info", level, "--entities").stdout.splitlines()
        listed = json.loads(self.check_run("info", level, "--entities", "--json").stdout)
        self.assertEqual(len(lines), listed["entities"])
        self.assertEqual(len(listed["entity_list"]), listed["entities"])
        self.assertEqual(listed["entity_list"][0]["keys"]["classname"], "worldspawn")
        self.assertEqual(listed["entity_list"][0]["model"], 0)
        for number, (line, entity) in enumerate(zip(lines, listed["entity_list"])):
            self.assertTrue(line.startswith(f"  {number:>4}  line {entity['line']}  "
                                            f"{entity['keys']['classname']}"), line)
            for key, value in entity["keys"].items():
                self.assertIn(value if key == "classname" else f"  {key} {value}", line)
        self.assertNotIn("entity_list", self.check_run("info", level, "--json").stdout)


class LeakLine(ToolTest):
    def test_a_line_that_cannot_be_written_is_a_warning(self):
        self.write("leak.map", (LEVELS / "leak.map").read_text())
        (self.folder / "leak.pts" / "in the way").mkdir(parents=True)
        done = self.check_run("compile", "leak.map", "-o", "leak.hsw", "--json", code=LEAK)
        self.assertIn("leak.pts: warning: cannot write", done.stderr)
        self.assertIn("error: the level leaks", done.stderr)
        self.assertNotIn("the way is in", done.stderr)
        self.assertIsNone(json.loads(done.stdout)["leak"]["file"])
        self.check_run("verify", "leak.hsw", "leak.map")  # the level is there


class Verify(ToolTest):
    def test_a_level_equals_its_source(self):
        for source in sorted(LEVELS.glob("*.map")):
            report = json.loads(
                self.check_run("verify", self.compile(source), source, "--json").stdout)
            self.assertEqual(report["differences"], 0, source.name)
            self.assertGreater(report["leaves"], 0)
            self.assertGreater(report["volumes"], 0)
            # Off the grid, planes may move by half a step of 1/64.
            self.assertLessEqual(report["largest_displacement"], 0.5 / 64)

    def test_a_level_with_tolerances_of_its_own_is_verified_without_being_told(self):
        # Coarse facets of a curve, and a box of which every side moves by a grid step.
        box = "\n".join(box_sides((0, 0, 0), (64, 64, 64))).replace(" 64 ", " 64.0078 ")
        curve = "\n".join(f"( ( -128 {y} 0 0 {y} ) ( -64 {y} 96 1 {y} ) ( 0 {y} 0 2 {y} ) )"
                          for y in (0, 32, 64))
        self.write("a.map", '{\n"classname" "worldspawn"\n{\n' + box +
                   "\n}\n{\npatchDef2\n{\nstone1\n( 3 3 0 0 0 )\n(\n" + curve +
                   "\n)\n}\n}\n}\n")
        facets = []
        for tolerance in ("1", "40"):
            self.check_run("compile", "a.map", "--import-tolerance", "3.5", "--curve-tolerance", "4",
                           "--facet-tolerance", tolerance)
            info = json.loads(self.check_run("info", "a.hsw", "--json").stdout)
            self.assertEqual(info["tolerances"],
                             {"import": 3.5, "curves": 4, "facets": float(tolerance)})
            self.assertIn(f"brushes 3.5 grid steps, curves 4 units, facets {tolerance} units",
                          self.check_run("info", "a.hsw").stdout)
            facets.append(info["facets"])
            self.check_run("verify", "a.hsw", "a.map")
        self.assertGreater(facets[0], facets[1])

    def test_another_source_is_a_difference(self):
        self.write("a.map", BOX)
        level = self.compile("a.map")
        other = self.write("b.map", BOX.replace("64", "72"))
        done = self.check_run("verify", level, other, code=DIFFERENT)
        self.assertIn("difference: ", done.stdout)
        self.assertIn("error: the level differs", done.stderr)
        report = json.loads(
            self.check_run("verify", level, other, "--json", code=DIFFERENT).stdout)
        self.assertGreater(report["differences"], 0)
        self.assertTrue(report["details"])

    def test_bad_files_are_named(self):
        self.write("a.map", BOX)
        level = self.compile("a.map")
        self.assertIn("nowhere.map", self.check_run(
            "verify", level, "nowhere.map", code=BAD_INPUT).stderr)
        self.assertIn("nowhere.hsw", self.check_run(
            "verify", "nowhere.hsw", "a.map", code=BAD_INPUT).stderr)


if __name__ == "__main__":
    unittest.main()
