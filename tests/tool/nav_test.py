# SPDX-License-Identifier: MIT
"""compile --nav and nav: polygons below positions, and shortest paths."""

import json
import math
import re
import unittest

from support import BAD_INPUT, LEVELS, USAGE, ToolTest, box_sides, side


def brush(low, high):
    return ["{", *box_sides(low, high), "}"]


# Two floors of 256 by 128 with a gap of 64 between; a bridge beside the gap; stairs of 16 at the end.
WORLD = ["{", '"classname" "worldspawn"',
         *brush((0, 0, -16), (256, 128, 0)), *brush((320, 0, -16), (576, 128, 0)),
         *brush((0, 256, -16), (576, 384, 0)), *brush((0, 128, -16), (64, 256, 0)),
         *brush((512, 128, -16), (576, 256, 0)),
         *brush((576, 0, -16), (608, 128, 16)), *brush((608, 0, -16), (736, 128, 32)),
         *brush((2000, 0, -16), (2100, 100, 0)), "}"]


class NavTest(ToolTest):
    def level(self, *flags):
        (self.folder / "gap.map").write_text("\n".join(WORLD) + "\n")
        return self.compile("gap.map", *flags)

    def ask(self, level, *words):
        return json.loads(self.check_run("nav", *words[:1], level, *words[1:], "--json").stdout)

    def test_a_level_says_what_it_has(self):
        level = self.level("--nav")
        text = self.check_run("info", level).stdout
        self.assertRegex(text, r"navigation +stand: \d+ polygons, \d+ steps, \d+ links( \(\d+ \w+(, \d+ \w+)*\))?, 0 doors, 2 islands; crouch: ")

    def test_reports_count_it(self):
        level = self.level("--nav")
        report = json.loads(self.check_run("info", level, "--json").stdout)
        self.assertEqual([mesh["body"] for mesh in report["navigation"]], ["stand", "crouch", "large"])
        stand = report["navigation"][0]
        self.assertEqual((stand["islands"], stand["doors"]), (2, []))
        self.assertGreaterEqual(stand["polygons"], 5)
        self.assertGreaterEqual(stand["edges"], 4 * stand["polygons"])
        text = self.check_run("info", level).stdout
        self.assertIn(f"stand: {stand['polygons']} polygons, {stand['steps']} step", text)
        for kind, count in stand["links"].items():
            self.assertEqual(f"{count} {kind}" in text.split("crouch:")[0], count > 0, kind)
        plain = json.loads(self.check_run("info", self.level(), "--json").stdout)
        self.assertEqual(plain["navigation"], [])

    def test_a_compile_says_what_is_no_way(self):
        (self.folder / "idle.map").write_text("\n".join(WORLD) + "\n" + "\n".join(
            ["{", '"classname" "info_nav_link"', '"origin" "128 64 24"', "}"]) + "\n")
        report = json.loads(self.check_run("compile", "idle.map", "--nav", "--leak", "warn", "--json").stdout)
        self.assertEqual([mesh["body"] for mesh in report["navigation"]], ["stand", "crouch", "large"])
        dropped = [entry for entry in report["nav_dropped"] if entry["entity"] is not None]
        self.assertEqual({(entry["classname"], entry["reason"]) for entry in dropped},
                         {("info_nav_link", "it has no target")})
        self.assertEqual(dropped[0]["place"], [128, 64, 24])

    def test_verify_proves_it(self):
        level = self.level("--nav")
        self.assertRegex(self.check_run("verify", level, "gap.map").stdout,
                         r" [1-9]\d* navigation polygons, 0 differences")
        report = json.loads(self.check_run("verify", level, "gap.map", "--json").stdout)
        self.assertGreater(report["nav_polygons"], 0)
        plain = json.loads(self.check_run("verify", self.level(), "gap.map", "--json").stdout)
        self.assertEqual(plain["nav_polygons"], 0)

    def test_without_nav_the_error_says_what_to_do(self):
        level = self.level()
        done = self.check_run("nav", "locate", level, "--space", "stand", "10,10,24", code=BAD_INPUT)
        self.assertIn("no navigation mesh; compile it with --nav", done.stderr)
        self.assertNotIn("navigation", self.check_run("info", level).stdout)

    def test_a_position_is_above_a_polygon(self):
        level = self.level("--nav")
        found = self.ask(level, "locate", "128,64,40")
        self.assertEqual(found["place"], [128, 64, 24])
        self.assertIsNone(self.ask(level, "locate", "288,64,40")["polygon"])
        # 15 units beyond an edge the body still stands.
        self.assertEqual(self.check_run("nav", "locate", level, "290,64,40").stdout,
                         "no floor up to 64 units below the position; the nearest place is 305.000,64.000,24.000\n")
        self.assertEqual(self.ask(level, "locate", "290,64,40")["nearest"], [305, 64, 24])
        self.assertEqual(self.check_run("nav", "locate", level, "9999,64,40").stdout,
                         "no floor up to 64 units below the position\n")

    def test_a_path_goes_around_the_gap(self):
        level = self.level("--nav")
        path = self.ask(level, "path", "128,64,24", "448,64,24")
        self.assertEqual(path["status"], "complete")
        # Bodies stand up to 15 beyond an edge, so the hole between the floors and the bridge has its
        # corners there.
        corners = [(128, 64), (79, 143), (79, 241), (497, 241), (497, 143), (448, 64)]
        self.assertAlmostEqual(path["length"], sum(map(math.dist, corners, corners[1:])))
        self.assertEqual([tuple(point[:2]) for point in path["points"]], corners)

    def test_info_has_a_line_for_each_mesh(self):
        level = self.level("--nav")
        lines = self.check_run("nav", "info", level).stdout.splitlines()
        meshes = json.loads(self.check_run("nav", "info", level, "--json").stdout)["navigation"]
        self.assertEqual([line.split(":")[0] for line in lines], [mesh["body"] for mesh in meshes])
        self.assertIn("; ".join(lines), self.check_run("info", level).stdout)
        plain = self.level()
        done = self.check_run("nav", "info", plain, code=BAD_INPUT)
        self.assertIn("no navigation mesh; compile it with --nav", done.stderr)

    def test_links_has_a_line_for_each_link(self):
        level = self.compile(LEVELS / "keep.map", "--nav")
        counts = json.loads(self.check_run("nav", "info", level, "--json").stdout)["navigation"]
        for mesh in counts:
            ask = ("nav", "links", level, "--space", mesh["body"])
            links = json.loads(self.check_run(*ask, "--json").stdout)["links"]
            lines = self.check_run(*ask).stdout.splitlines()
            self.assertEqual([line.split()[0] for line in lines], [link["kind"] for link in links])
            for kind, count in mesh["links"].items():
                alone = self.check_run(*ask, "--kind", kind).stdout.splitlines()
                self.assertEqual(alone, [line for line in lines if line.startswith(kind + " ")])
                self.assertEqual(len(alone), count)
        jump = next(link for link in links if link["kind"] == "jump")
        middle = [[(a + b) / 2 for a, b in zip(*jump[end])] for end in ("from", "to")]
        start, goal = (",".join(map(str, place)) for place in middle)
        self.assertEqual(self.ask(level, "locate", start, *ask[3:])["polygon"], jump["polygons"][0])
        self.assertEqual(self.ask(level, "locate", goal, *ask[3:])["polygon"], jump["polygons"][1])

    def test_links_refuses_an_unknown_kind(self):
        done = self.check_run("nav", "links", self.level("--nav"), "--kind", "fly", code=USAGE)
        self.assertIn('unknown kind of link "fly"', done.stderr)

    def test_a_path_climbs_stairs(self):
        level = self.level("--nav")
        path = self.ask(level, "path", "448,64,24", "700,64,56")
        self.assertEqual((path["status"], path["length"]), ("complete", 252))
        self.assertEqual(path["points"][-1], [700, 64, 56])

    def test_a_route_drops_from_a_wall(self):
        (self.folder / "wall.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (512, 512, 0)),
             *brush((0, 0, 0), (128, 512, 128)), *brush((128, 0, 0), (192, 512, 40)), "}"]) + "\n")
        level = self.compile("wall.map", "--nav")
        ends = ("64,256,152", "400,256,24")
        self.assertEqual(self.ask(level, "path", *ends)["status"], "unreachable")
        down = self.ask(level, "route", *ends)
        self.assertEqual(down["status"], "complete")
        self.assertIn("drop", [link["kind"] for link in down["links"]])
        self.assertEqual(self.ask(level, "route", *ends, "--without", "drop")["status"], "unreachable")
        # A flag takes one word, and leaves the positions behind it.
        self.assertEqual(self.ask(level, "route", "--without", "drop", *ends)["status"], "unreachable")
        self.assertEqual(self.ask(level, "route", *ends, "--max-drop", "20")["status"], "unreachable")
        done = self.check_run("nav", "route", level, *ends, "--max-drop", "-1", code=USAGE)
        self.assertIn('--max-drop: expected a number of at least 0, found "-1"', done.stderr)
        # How good the route is. It is the shortest one here, and finer parts show it.
        coarse, fine = (self.ask(level, "route", *ends, "--bound", step) for step in ("64", "2"))
        self.assertEqual(coarse["cost"], coarse["seconds"])
        self.assertLessEqual(coarse["least_cost"], fine["least_cost"])
        self.assertLessEqual(fine["least_cost"], fine["cost"])
        self.assertGreater(fine["least_cost"], 0.9 * fine["cost"])
        self.assertNotIn("cost", down)
        done = self.check_run("nav", "route", level, *ends, "--bound", "64")
        self.assertRegex(done.stdout, r"complete, [0-9.]+ s, costs [0-9.]+ s, no route less than [0-9.]+ s:")
        done = self.check_run("nav", "route", level, *ends, "--bound", "0", code=USAGE)
        self.assertIn('--bound: expected a number of at least 1, found "0"', done.stderr)
        # From the floor one jumps onto the ledge of 40 units, and from there no higher.
        up = self.ask(level, "route", "400,256,24", "170,256,64")
        self.assertEqual([link["kind"] for link in up["links"]], ["jump"])
        self.assertEqual(self.ask(level, "route", "400,256,24", "170,256,64", "--without", "walk,jump")["status"],
                         "unreachable")
        self.assertEqual(self.ask(level, "route", *reversed(ends))["status"], "unreachable")
        # The answer names the options that would help, and no others.
        for flags, help_is in ((("--without", "drop,jump"), "over a link of the kind drop, which --without leaves out"),
                               (("--max-drop", "20"), "by a fall of more than 20 units (--max-drop)"),
                               (("--max-drop", "20", "--without", "drop"),
                                "by a fall of more than 20 units (--max-drop) and over a link of the "
                                "kind drop, which --without leaves out")):
            answer = self.ask(level, "route", *ends, *flags)
            self.assertRegex(answer["reason"], r"^from island \d to island \d: reachable ")
            self.assertTrue(answer["reason"].endswith(": reachable " + help_is), answer)
        self.assertIn("over a link of the kind drop, which `nav route` and a PathFollower take",
                      self.ask(level, "path", *ends)["reason"])
        arena = self.compile(LEVELS / "arena.map", "--nav")
        self.assertIn("over a link of the kind lift, which `nav route` takes, and a PathFollower if its option `links` has it",
                      self.ask(arena, "path", "422,141,24", "1056,416,120")["reason"])
        self.assertRegex(self.check_run("nav", "route", level, *reversed(ends)).stdout,
                         r"^unreachable from island \d to island \d: no floor and no link leads there\n$")
        self.assertNotIn("reason", down)
        self.assertRegex(self.check_run("nav", "route", level, *ends).stdout,
                         r"^complete, \d\.\d+ s: 64\.000,256\.000,152\.000 .* drop ")

    def test_a_closed_door_is_a_wall(self):
        (self.folder / "rooms.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (512, 512, 0)),
             *brush((248, 0, 0), (264, 96, 128)), *brush((248, 160, 0), (264, 512, 128)), "}",
             "{", '"classname" "func_door"', '"targetname" "gate"', *brush((250, 96, 0), (262, 160, 128)), "}"]) + "\n")
        level = self.compile("rooms.map", "--nav")
        self.assertRegex(self.check_run("info", level).stdout, r" 1 door, 3 islands; ")
        self.assertRegex(self.check_run("verify", level, "rooms.map").stdout, r" 0 differences")
        ends = ("128,128,24", "384,128,24")
        for question in ("path", "route"):
            self.assertEqual(self.ask(level, question, *ends)["status"], "complete")
            self.assertEqual(self.ask(level, question, *ends, "--closed", "1")["status"],
                             "unreachable")
        self.assertRegex(self.check_run("nav", "locate", level, "256,128,24").stdout,
                         r"^polygon \d+ island 2 at 256 128 24, in the way of door 1 \(func_door \"gate\"\)\n$")
        self.assertEqual(self.ask(level, "locate", "256,128,24")["doors"], [1])
        self.assertEqual(self.ask(level, "locate", "128,128,24")["doors"], [])
        for name in ("1", "gate", "func_door"):
            self.assertEqual(self.check_run("nav", "route", level, *ends, "--closed", name).stdout,
                             'unreachable on island 2: reachable if door 1 (func_door "gate") is open\n')
        done = self.check_run("nav", "path", level, *ends, "--closed", "0", code=BAD_INPUT)
        self.assertIn("--closed 0: no door of the mesh has this number, targetname or class; its doors are 1 (func_door \"gate\")", done.stderr)

    def test_a_route_names_what_moves_who_walks_there(self):
        (self.folder / "moved.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (1024, 192, 0)), "}",
             "{", '"classname" "func_plat"', '"height" "120"', *brush((200, 32, 0), (328, 160, 128)), "}",
             "{", '"classname" "trigger_teleport"', '"target" "t"', *brush((480, 0, 0), (512, 128, 96)), "}",
             "{", '"classname" "info_teleport_destination"', '"targetname" "t"', '"origin" "64 64 26"', "}"]) + "\n")
        level = self.compile("moved.map", "--nav")
        self.assertRegex(self.check_run("verify", level, "moved.map").stdout, r" 0 differences")
        ends = ("64,64,24", "900,64,24")
        self.assertRegex(self.check_run("nav", "route", level, *ends).stdout,
                         r"^complete, 2\.\d+ s: .*; on foot it touches 1 \(func_plat\), 2 \(trigger_teleport\)\n$")
        self.assertEqual(self.ask(level, "route", *ends)["touches"], [1, 2])
        around = self.ask(level, "route", *ends, "--closed", "trigger_teleport")
        self.assertEqual((around["status"], around["touches"]), ("complete", [1]))
        self.assertGreater(len(around["points"]), 2)
        self.assertNotIn("touches", self.ask(level, "route", "600,64,24", "900,64,24"))
        for place, text in (("264,96,24", r", touches 1 \(func_plat\)\n$"),
                            ("496,64,24", r", touches 2 \(trigger_teleport\)\n$"),
                            ("600,64,24", r"^polygon \d+ island 0 at 600 64 24\n$")):
            self.assertRegex(self.check_run("nav", "locate", level, place).stdout, text)
            touched = [int(number) for number in re.findall(r"touches (\d+)", text)]
            located = self.ask(level, "locate", place)
            self.assertEqual((located["doors"], located["touches"]), ([], touched))

    def test_a_route_to_a_teleporter_may_turn_inside_of_it(self):
        (self.folder / "turn.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (1024, 192, 0)), "}",
             "{", '"classname" "trigger_teleport"', '"target" "t"', *brush((480, 0, 0), (512, 128, 96)), "}",
             "{", '"classname" "info_teleport_destination"', '"targetname" "t"', '"origin" "64 64 26"', "}",
             "{", '"classname" "func_nav_area"', '"area" "mud"', '"cost" "2"',
             *brush((506, 0, -8), (1024, 192, 32)), "}"]) + "\n")
        level = self.compile("turn.map", "--nav")
        route = self.ask(level, "route", "900,64,24", "40,64,24")
        inside = [point for point in route["points"] if 464 < point[0] < 528]
        self.assertGreater(len(inside), 1)
        self.assertNotIn("touches", route)

    def test_a_route_keeps_out_of_areas_that_cost_more(self):
        (self.folder / "mud.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (512, 512, 0)), "}",
             "{", '"classname" "func_nav_area"', '"area" "mud"', '"cost" "4"',
             *brush((192, -16, 0), (320, 400, 16)), "}",
             "{", '"classname" "func_nav_area"', '"area" "pit"',
             *brush((0, 0, 64), (16, 16, 80)), "}"]) + "\n")
        level = self.compile("mud.map", "--nav")
        self.assertIn('this func_nav_area (entity 2) is no area of the navigation mesh, at 8 8 72: '
                      'no floor is in it, or areas of higher cost hold all of it', self.run_tool("compile", "mud.map", "--nav").stderr)
        # 15 more beyond the edge of the floor: 128 by 415.
        self.assertIn(", areas mud (53120 square units, cost 4), pit (0 square units, cost 1)",
                      self.check_run("info", level).stdout)
        self.assertRegex(self.check_run("verify", level, "mud.map").stdout, r" 0 differences")
        self.assertEqual(self.ask(level, "locate", "256,64,40")["area"], "mud")
        self.assertIsNone(self.ask(level, "locate", "64,64,40")["area"])
        self.assertRegex(self.check_run("nav", "locate", level, "256,64,40").stdout,
                         r"^polygon \d+ island 0 at 256 64 24, area mud\n$")
        ends = ("64,256,24", "448,256,24")
        points = lambda *flags: len(self.ask(level, "route", *ends, *flags)["points"])
        self.assertEqual(points(), 4)
        self.assertEqual(points("--cost", "mud=1"), 2)
        self.assertEqual(points("--cost", "mud=never"), 4)
        inside = ("256,64,24", "448,64,24")
        self.assertEqual(self.ask(level, "route", *inside, "--cost", "mud=never")["status"], "complete")
        self.assertEqual(self.ask(level, "route", *reversed(inside), "--cost", "mud=never")["status"],
                         "unreachable")
        self.assertEqual(self.ask(level, "route", *reversed(inside), "--cost", "mud=never")["reason"],
                         "on island 0: reachable through the area mud, which --cost forbids")
        done = self.check_run("nav", "route", level, *ends, "--cost", "lawn=2", code=BAD_INPUT)
        self.assertIn('--cost: the level has no area "lawn"', done.stderr)
        for wrong in ("mud", "mud=0.5", "=2", "mud=often"):
            done = self.check_run("nav", "route", level, *ends, "--cost", wrong, code=USAGE)
            self.assertIn(f'expected AREA=COST with a cost of at least 1 or never, found "{wrong}"',
                          done.stderr)

    def test_a_route_crawls_through_a_tunnel(self):
        (self.folder / "tunnel.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (512, 64, 0)),
             *brush((192, 0, 45), (320, 64, 128)), "}"]) + "\n")
        level = self.compile("tunnel.map", "--nav")
        self.assertRegex(self.check_run("info", level).stdout, r"crouch: \d+ polygons \(1 low\),")
        self.assertRegex(self.check_run("verify", level, "tunnel.map").stdout, r" 0 differences")
        ends = ("64,32,24", "448,32,24")
        refused = self.ask(level, "route", *ends)
        self.assertEqual(refused["status"], "unreachable")
        self.assertIn(": reachable for a body that crouches (--space crouch)", refused["reason"])
        self.assertEqual(self.ask(level, "route", *ends, "--without", "jump")["reason"], refused["reason"])
        self.assertTrue(self.ask(level, "locate", "256,32,24", "--space", "crouch")["low"])
        self.assertFalse(self.ask(level, "locate", "64,32,24", "--space", "crouch")["low"])
        self.assertIn(", low: a standing body has no room\n",
                      self.check_run("nav", "locate", level, "256,32,24", "--space", "crouch").stdout)
        fast = self.ask(level, "route", *ends, "--space", "crouch")
        slow = self.ask(level, "route", *ends, "--space", "crouch", "--crouch")
        self.assertAlmostEqual(fast["seconds"], 384 / 320)
        # The box is 30 wide, so 158 units are low.
        self.assertAlmostEqual(slow["seconds"], (384 - 158) / 320 + 158 / 120)
        done = self.check_run("nav", "route", level, *ends, "--crouch", code=BAD_INPUT)
        self.assertIn("--crouch: 'stand' is no body that one crouches with", done.stderr)

    def test_what_cannot_be_reached_is_said(self):
        level = self.level("--nav")
        self.assertEqual(self.ask(level, "path", "128,64,24", "2050,50,24")["status"], "unreachable")
        self.assertEqual(self.check_run("nav", "path", level, "128,64,24", "290,64,24").stdout,
                         "no floor up to 64 units below the goal; the nearest place is 305.000,64.000,24.000\n")
        wall = self.ask(level, "path", "128,64,-8", "64,64,24")
        self.assertEqual((wall["status"], wall["nearest"], wall["points"]),
                         ("the start is in a wall", [128, 64, 24], []))
        self.assertIn("complete, 64.000 units: 128.000,",
                      self.check_run("nav", "path", level, "128,64,24", "64,64,24").stdout)

    def test_a_place_says_its_liquid(self):
        level = self.compile(LEVELS / "keep.map", "--nav")
        # Above the bottom of the pool.
        pool = self.ask(level, "locate", "1040,160,-30")
        self.assertEqual(pool["liquid"], "water")
        self.assertIsNone(self.ask(level, "locate", "64,256,60")["liquid"])
        self.assertIn(", in water\n", self.check_run("nav", "locate", level, "1040,160,-30").stdout)

    def test_a_floor_that_is_too_steep_is_said(self):
        # Falls by 2 for 1.
        steep = [side(((128, 0, 0), (0, 0, 256), (128, 128, 0))), *box_sides((0, 0, 0), (128, 128, 256))[:5]]
        (self.folder / "roof.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (512, 128, 0)), "{", *steep, "}", "}"]) + "\n")
        level = self.compile("roof.map", "--nav")
        said = self.check_run("nav", "locate", level, "64,64,200").stdout
        self.assertTrue(said.startswith("the floor below the position is too steep to stand on; the "), said)
        self.assertIn("no floor up to 64", self.check_run("nav", "locate", level, "256,64,400").stdout)

    def test_what_only_chance_reaches_is_said(self):
        level = self.compile(LEVELS / "house.glb", "--nav")
        self.assertIn(": reachable over a link of the kind chance, which no route takes",
                      self.ask(level, "route", "195,300,69", "-274,-241,93")["reason"])

    def test_check_says_what_compile_says(self):
        (self.folder / "areas.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (512, 512, 0)), "}",
             "{", '"classname" "func_nav_area"', *brush((0, 0, 0), (64, 64, 16)), "}"]) + "\n")
        no_name = "func_nav_area (entity 1) is no area of the navigation mesh"
        checked = self.check_run("check", "areas.map", "--nav")
        self.assertIn(no_name, checked.stderr)
        self.assertIn(no_name, self.check_run("compile", "areas.map", "--nav").stderr)
        self.assertNotIn(no_name, self.check_run("check", "areas.map").stderr)
        said = json.loads(self.check_run("check", "areas.map", "--nav", "--json").stdout)["diagnostics"]
        self.assertTrue(any(no_name in entry["message"] for entry in said))

    def test_a_body_without_floor_is_said(self):
        (self.folder / "gap.map").write_text("\n".join(
            ["{", '"classname" "worldspawn"', *brush((0, 0, -16), (128, 128, 0)),
             *brush((-16, -16, 48), (144, 144, 96)), *brush((-16, -16, -16), (0, 144, 48)),
             *brush((128, -16, -16), (144, 144, 48)), *brush((0, -16, -16), (128, 0, 48)),
             *brush((0, 128, -16), (128, 144, 48)), "}",
             "{", '"classname" "light"', '"origin" "64 64 24"', "}"]) + "\n")
        for command in ("check", "compile"):
            said = self.check_run(command, "gap.map", "--nav").stderr
            self.assertIn("the body 'stand' has no floor: its navigation mesh is empty", said)
            self.assertNotIn("'crouch' has no floor", said)

    def test_each_body_has_its_own_mesh(self):
        level = self.compile(LEVELS / "keep.map", "--nav")
        for space in ("stand", "crouch", "large"):
            self.assertIsNotNone(self.ask(level, "locate", "64,256,60", "--space", space)["polygon"])
        done = self.check_run("nav", "locate", level, "1,1,1", "--space", "cat", code=BAD_INPUT)
        self.assertIn("stand", done.stderr)


if __name__ == "__main__":
    unittest.main()
