# SPDX-License-Identifier: MIT
"""trace: where bodies first touch something, one query or many."""

import json
import unittest

from support import BAD_INPUT, LEVELS, USAGE, ToolTest, box_sides

DOWN = "64,256,60 64,256,-60"
BOX = ['{', '"classname" "worldspawn"', '{', *box_sides((0, 0, 0), (64, 64, 64)), '}']
VAULT = ['{', 'patchDef2', '{', 'stone1', '( 3 3 0 0 0 )', '(',
         *(f"( ( -128 {y} 0 0 {y} ) ( -64 {y} 96 1 {y} ) ( 0 {y} 0 2 {y} ) )"
           for y in (0, 32, 64)), ')', '}', '}']
# Down onto the vault, and up from below.
THROUGH_VAULT = "-64 32 128 -64 32 -64\n-64 32 -64 -64 32 128\n"


class TraceTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.level = self.compile(LEVELS / "keep.map")

    def trace(self, *words, stdin=""):
        done = self.check_run("trace", self.level, *words, "--json", stdin=stdin)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_a_body_lands_on_the_floor(self):
        (answer,) = self.trace("--space", "stand", *DOWN.split())
        self.assertEqual(list(answer), ["hit", "fraction", "point", "end", "normal", "contents",
                                        "surface", "start_blocked"])
        self.assertAlmostEqual(answer["fraction"], 0.3)
        self.assertAlmostEqual(answer["point"][2], 24)
        self.assertAlmostEqual(answer["end"][2], 24 + 1 / 32)
        self.assertEqual(answer["normal"], [0, 0, 1])
        self.assertEqual(answer["contents"], ["solid"])
        self.assertEqual(answer["surface"]["model"], 0)
        self.assertIs(answer["surface"]["facet"], False)
        self.assertIs(answer["start_blocked"], False)

    def test_without_space_the_first_body_moves_and_a_note_says_so(self):
        done = self.check_run("trace", self.level, *DOWN.split())
        self.assertEqual(done.stdout,
                         self.check_run("trace", self.level, "--space", "stand", *DOWN.split()).stdout)
        self.assertEqual(done.stderr, "note: the body is stand; --space takes another one: point, crouch, "
                                      "large\n")

    def test_without_space_and_without_bodies_the_error_names_the_point(self):
        level = self.compile(LEVELS / "keep.map", "--space", "none")
        done = self.check_run("trace", level, *DOWN.split(), code=BAD_INPUT)
        self.assertIn("compiled for no body; --space point traces a point", done.stderr)

    def test_a_free_way_has_no_normal(self):
        (answer,) = self.trace("--space", "stand", "64,256,60", "80,256,60")
        self.assertEqual((answer["hit"], answer["fraction"], answer["end"], answer["normal"],
                          answer["surface"]), (False, 1, [80, 256, 60], None, None))

    def test_a_blocked_start_is_said(self):
        (answer,) = self.trace("--space", "stand", "64,256,0", "64,256,60")
        self.assertIs(answer["start_blocked"], True)
        text = self.check_run("trace", self.level, "--space", "stand", "64,256,0", "64,256,60")
        self.assertEqual(text.stdout, "start blocked\n")

    def test_doors_block_when_asked(self):
        way = ("--space", "stand", "500,256,64", "1000,256,64")
        self.assertIs(self.trace(*way)[0]["hit"], False)
        (answer,) = self.trace(*way, "--models")
        self.assertEqual(answer["surface"]["model"], 1)
        (answer,) = self.trace(*way, "--model", "1")
        self.assertEqual(answer["surface"]["model"], 1)

    def test_skin_and_mask_matter(self):
        way = ("--space", "stand", *DOWN.split())
        self.assertAlmostEqual(self.trace(*way, "--skin", "2")[0]["end"][2], 26)
        self.assertIs(self.trace(*way, "--mask", "fence")[0]["hit"],
                      False)

    def test_walls_of_polygons_have_materials_too(self):
        self.level = self.compile(LEVELS / "castle.grid")
        box = json.loads(self.check_run("info", self.level, "--json").stdout)
        self.assertEqual(box["brushes"], 0)
        report = json.loads(self.check_run("render", self.level, "-o", "a.png", "--size", "8x8",
                                           "--json").stdout)
        x, y, z = report["eye"]
        stdin = "".join(f"{x} {y} {z}  {x + dx} {y + dy} {z + dz}\n" for dx in (-999, 0, 999)
                        for dy in (-999, 0, 999) for dz in (-999, 0))
        hits = [answer for answer in self.trace("--space", "stand", stdin=stdin)
                if answer["hit"] and not answer["start_blocked"]]
        self.assertGreater(len(hits), 10)
        for hit in hits:
            self.assertIsNone(hit["surface"]["brush"])
            self.assertIsInstance(hit["surface"]["material"], str)

    # A box, and beside it a vault in an entity of the class `owner`.
    def compile_vault(self, owner="worldspawn"):
        between = [] if owner == "worldspawn" else ['}', '{', f'"classname" "{owner}"']
        lines = [*BOX, *between, *VAULT, '}', '']
        self.level = self.compile(self.write("vault.map", "\n".join(lines)))

    def hits_of_vault(self, *words):
        answers = self.trace("--space", "stand", *words, stdin=THROUGH_VAULT)
        return [answer["hit"] for answer in answers]

    def test_a_curve_blocks_from_both_sides(self):
        self.compile_vault()
        self.assertEqual(self.hits_of_vault(), [True, True])

    def test_an_illusionary_curve_blocks_nobody(self):
        self.compile_vault("func_detail_illusionary")
        self.assertEqual(self.hits_of_vault("--models"), [False, False])

    def test_a_curve_of_an_entity_blocks_when_asked(self):
        self.compile_vault("func_wall")
        self.assertEqual(self.hits_of_vault(), [False, False])
        self.assertEqual(self.hits_of_vault("--models"), [True, True])

    def test_facets_of_curves_are_told_from_brushes(self):
        self.compile_vault()
        info = json.loads(self.check_run("info", self.level, "--json").stdout)
        self.assertEqual(info["brushes"], 1)
        self.assertGreater(info["facets"], 1)
        stdin = "".join(f"{x} 32 256  {x} 32 -256\n" for x in range(-120, 60, 8))
        surfaces = [answer["surface"] for answer in self.trace("--space", "point", stdin=stdin)
                    if answer["hit"] and not answer["start_blocked"]]
        self.assertEqual({surface["facet"] for surface in surfaces}, {False, True})
        for surface in surfaces:
            self.assertEqual(surface["facet"], surface["brush"] >= info["brushes"])

    def test_many_ways_come_from_standard_input(self):
        stdin = "64 256 60  64 256 -60\n\n64,256,60,80,256,60\n"
        answers = self.trace("--space", "stand", stdin=stdin)
        self.assertEqual([answer["hit"] for answer in answers], [True, False])
        done = self.check_run("trace", self.level, "--space", "stand", stdin="1 2 3 4 5 nan\n",
                              code=BAD_INPUT)
        self.assertIn("stdin:1:11: error: 'nan' is not finite", done.stderr)

    def test_mistakes_are_named(self):
        done = self.check_run("trace", self.level, "--space", "giant", *DOWN.split(),
                              code=BAD_INPUT)
        self.assertIn("there is no body 'giant'; the level was compiled for point, stand, crouch, "
                      "large", done.stderr)
        for flags, word in ((("--skin", "-1"), "--skin"), (("--hair", "nan"), "--hair"),
                            (("--mask", "stone"), "--mask"), (("--mask", ""), "--mask"), (("--mask", "solid,"), "--mask"),
                            (("--model", "1", "--models"), "--model")):
            done = self.check_run("trace", self.level, "--space", "stand", *flags, *DOWN.split(),
                                  code=USAGE)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
