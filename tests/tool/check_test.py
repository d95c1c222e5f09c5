# SPDX-License-Identifier: MIT
"""`check`, and the same findings by `compile`: as text, as JSON and by the exit code."""

import json
import re
import unittest

from support import BAD_INPUT, BOX, DONE, LEVELS, ROOM, ROOT, START, USAGE, WALLS, ToolTest, box_sides, world


def entity(classname, origin=None, **keys):
    keys = {"classname": classname, **({"origin": origin} if origin else {}), **keys}
    return "{\n" + "".join(f'"{key}" "{value}"\n' for key, value in keys.items()) + "}\n"


WALLED = world(*WALLS)
# The walls have 51 lines.
IN_FLOOR = WALLED + entity("info_player_start", "64 64 20")


def page_codes():
    page = (ROOT / "docs/reference/levels.md").read_text(encoding="utf-8")
    table = page.split("<!-- checks -->\n")[1].split("<!-- end -->")[0]
    return re.findall(r"^\| `([\w-]+)` \| (warning|note) \|", table, re.M)


class Check(ToolTest):
    def check(self, text, *flags, code=DONE):
        self.write("a.map", text)
        return self.check_run("check", "a.map", *flags, code=code)

    def test_a_good_level_has_nothing_to_mend(self):
        done = self.check(ROOM, "--strict")
        self.assertEqual(done.stdout, "a.map: 0 errors, 0 warnings, 1 note\n")
        self.assertNotIn("warning", done.stderr)
        self.assertEqual(self.files(), ["a.map"])

    def test_a_start_in_the_floor_is_a_warning_with_its_line_and_the_way_out(self):
        done = self.check(IN_FLOOR)
        self.assertIn("a.map:52:1: warning: info_player_start (entity 1) at 64 64 20 has no room: its "
                      "body is in a wall; the nearest free place is 64 64 24 [entity-in-solid]\n",
                      done.stderr)
        self.assertEqual(done.stdout, "a.map: 0 errors, 1 warning, 1 note\n")
        self.assertEqual(self.files(), ["a.map"])

    def test_strict_fails_on_warnings_but_not_on_notes(self):
        self.check(IN_FLOOR, "--strict", code=BAD_INPUT)
        note = world(*WALLS, box_sides((64, 64, 0), (96, 96, 64.0625))) + START
        self.assertIn("[finer-grid]", self.check(note, "--strict").stderr)

    def test_errors_fail_and_are_told(self):
        flat = world(box_sides((0, 0, 0), (64, 64, 64))[:5])
        done = self.check(flat, code=BAD_INPUT)
        self.assertIn("a.map:", done.stderr)
        self.assertIn("error:", done.stderr)
        self.assertEqual(done.stdout, "a.map: 1 error, 0 warnings, 0 notes\n")
        self.assertIn("none.map", self.check_run("check", "none.map", code=BAD_INPUT).stderr)

    def test_a_leak_is_an_error(self):
        done = self.check(world(*WALLS[1:]) + START, code=BAD_INPUT)
        self.assertIn("error: the level leaks: info_player_start", done.stderr)
        self.assertEqual(self.files(), ["a.map"])

    def test_quiet_prints_errors_alone(self):
        done = self.check(IN_FLOOR, "--quiet", "--strict", code=BAD_INPUT)
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertIn("error:", self.check("{", "--quiet", code=BAD_INPUT).stderr)

    def test_json_lists_every_finding_with_its_code_class_and_place(self):
        crate = box_sides((64, 64, 64), (96, 96, 96))
        text = world(*([crate] * 9), *WALLS) + START
        report = json.loads(self.check(text, "--json").stdout)
        found = [entry for entry in report["diagnostics"] if "code" in entry]
        self.assertEqual([entry["code"] for entry in found], ["duplicate-brush"] * 8)
        self.assertEqual(found[0]["severity"], "warning")
        self.assertEqual(found[0]["class"], "worldspawn")
        self.assertEqual(found[0]["place"], [80, 80, 80])
        self.assertEqual(found[0]["where"], {"file": "a.map", "line": 11, "column": 1})
        self.assertEqual((report["input"], report["errors"]), ("a.map", []))

    def test_five_of_a_kind_are_printed_unless_all_are_wanted(self):
        crate = box_sides((64, 64, 64), (96, 96, 96))
        text = world(*([crate] * 9), *WALLS) + START + entity("func_door")
        said = self.check(text).stderr
        self.assertEqual(said.count("[duplicate-brush]\n"), 5)
        self.assertIn("... and 3 more [duplicate-brush] (use --all-warnings)\n", said)
        self.assertEqual(said.count("[no-brushes]"), 1)
        self.assertEqual(self.check(text, "--all-warnings").stderr.count("[duplicate-brush]\n"), 8)

    def test_a_name_cannot_forge_lines(self):
        said = self.check(ROOM + entity("info_null", target="a\x1b[31m\x07")).stderr
        self.assertIn("[unknown-target]", said)
        self.assertNotRegex(said, "[\x00-\x09\x0b-\x1f\x7f]")

    def test_the_flags_of_compile_count(self):
        self.assertIn("[entity-in-solid]", self.check(IN_FLOOR).stderr)
        self.assertNotIn("[entity-in-solid]",
                         self.check(IN_FLOOR, "--space", "stand=-15,-15,-20:15,15,32").stderr)
        self.assertIn("--grid", self.check(ROOM, "--grid", "7", code=USAGE).stderr)
        self.write("bodies.txt", "stand=-15,-15,-20:15,15,32\n")
        both = ("--space", "stand", "--spaces", "bodies.txt")
        self.assertIn("exclude each other; see halfspace check", self.check(ROOM, *both, code=USAGE).stderr)

    def test_what_is_no_level_of_brushes_needs_no_start(self):
        done = self.check_run("check", LEVELS / "house.glb", "--strict")
        self.assertNotIn("no-player-start", done.stderr)
        self.assertNotIn("no-player-start", self.check_run("check", LEVELS / "castle.grid").stderr)

    def test_the_help_lists_the_checks_of_the_page(self):
        said = self.check_run("check", "--help").stdout
        codes = page_codes()
        self.assertGreater(len(codes), 10)
        self.assertEqual(re.findall(r"^ +([a-z]+-[a-z-]+) +(warning|note) ", said, re.M), codes)


class Compile(ToolTest):
    def test_compile_prints_what_check_prints(self):
        self.write("a.map", IN_FLOOR + entity("trigger_push") + entity("func_wal"))
        checked = self.check_run("check", "a.map").stderr
        self.assertEqual(self.check_run("compile", "a.map").stderr, checked)
        self.assertEqual(checked.count("warning:"), 3)

    def test_its_json_has_the_findings_of_check(self):
        self.write("a.map", IN_FLOOR + BOX)
        reports = [json.loads(self.check_run(command, "a.map", "--json").stdout)
                   for command in ("compile", "check")]
        self.assertEqual(*(report["diagnostics"] for report in reports))
        self.assertTrue(any("code" in entry for entry in reports[0]["diagnostics"]))

    def test_quiet_prints_nothing(self):
        self.write("a.map", IN_FLOOR)
        done = self.check_run("compile", "a.map", "--quiet")
        self.assertEqual((done.stdout, done.stderr), ("", ""))


if __name__ == "__main__":
    unittest.main()
