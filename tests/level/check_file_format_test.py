# SPDX-License-Identifier: MIT
"""check_file_format finds planted differences.

    check_file_format_test.py ROOT
"""

import pathlib
import sys
import unittest

import check_file_format

ROOT = pathlib.Path(sys.argv.pop(1))
LEVEL = ROOT / "include/halfspace/level"


class CheckFileFormat(unittest.TestCase):
    def setUp(self):
        self.page = (ROOT / "docs/reference/file_format.md").read_text(encoding="utf-8")
        self.sections = (LEVEL / "sections.h").read_text(encoding="utf-8")
        self.records = [p.read_text(encoding="utf-8") for p in LEVEL.glob("*_records.h")]
        self.contents = (LEVEL.parent / "base/contents.h").read_text(encoding="utf-8")

    def differences(self, page=None, sections=None, contents=None):
        return list(check_file_format.differences(
            page or self.page, sections or self.sections, self.records, contents or self.contents))

    def changed(self, text, old, new):
        self.assertIn(old, text)
        return text.replace(old, new)

    def test_finds_nothing_in_the_project(self):
        self.assertEqual(self.differences(), [])

    def test_finds_a_field_that_the_page_forgets(self):
        page = self.changed(self.page, "| 8 | u32 | plane | a plane record (not a plane id) |\n",
                            "")
        self.assertTrue(any("nodes: the page has the fields" in d for d in self.differences(page)))
        self.assertTrue(any("nodes: first_contact is said to be at 12" in d
                            for d in self.differences(page)))

    def test_finds_a_field_of_another_name(self):
        page = self.changed(self.page, "| units_per_metre |", "| units |")
        self.assertEqual(self.differences(page), [])  # of the header, which is no section
        page = self.changed(self.page, "| excess |", "| surplus |")
        self.assertEqual(len(self.differences(page)), 1)

    def test_finds_a_record_of_another_size(self):
        page = self.changed(self.page, "| models | 144 |", "| models | 96 |")
        self.assertEqual(self.differences(page),
                         ["models: the fields end at 144, but a record has 96 bytes"])

    def test_finds_a_section_that_the_page_forgets(self):
        sections = self.changed(self.sections, 'visit("bevels", level.bevels);',
                                'visit("bevels", level.bevels);\n    '
                                'visit("portals", level.portals);')
        self.assertTrue(any("the page lists" in d for d in self.differences(None, sections)))

    def test_finds_a_line_that_visits_another_section(self):
        sections = self.changed(self.sections, 'visit("sides", level.sides);',
                                'visit("sides", level.planes);')
        self.assertTrue(any("sides visits planes" in d for d in self.differences(None, sections)))

    def test_finds_contents_that_differ(self):
        page = self.changed(self.page, "| player clip | 16 | 4 |", "| player clip | 16 | 2 |")
        self.assertEqual(self.differences(page),
                         ["contents: player clip 16 2 is only in the page",
                          "contents: player clip 16 4 is only in the header"])
        row = '        {Planted, "planted", Barrier, Empty, false, true, 0xaa9654},\n'
        contents = self.changed(self.contents, "        {Hint,", row + "        {Hint,")
        contents = self.changed(contents, "    Hint = 1u", "    Planted = 1u << 30,\n    Hint = 1u")
        planted, width = self.differences(contents=contents)
        self.assertRegex(planted, r"^contents: planted 1073741824 \d+ is only in the header$")
        self.assertRegex(width, r"^leaves: a space has \d blocker bits$")

    def test_finds_another_limit_of_spaces(self):
        page = self.changed(self.page, "A level has up to 1", "A level has up to 2")
        self.assertRegex("".join(self.differences(page)), r"^spaces: a level has up to 1\d$")


if __name__ == "__main__":
    unittest.main()
