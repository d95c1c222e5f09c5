# SPDX-License-Identifier: MIT
"""The command line itself: help, flags, defaults, and what it says to nonsense."""

import re
import unittest

from support import BOX, DONE, ROOT, USAGE, ToolTest

COMMANDS = ("compile", "check", "info", "verify", "classify", "sight", "trace", "sweep", "export")

# Which option each flag sets. A new option needs a flag or a reason to have none.
FLAGS = {"fill_outside": "--no-fill", "visibility": "--vis",
         "visible_distance": "--vis-distance",
         
    "grid_exponent": "--grid",
    "import_tolerance": "--import-tolerance",
    "tree.block_size": "--block-size",
    "tree.score": "--score",
    "tree.splitters": "--splitters",
    "tree.surface_tree": "--surface-tree",
    "bodies": "--space",
    "collision": "--collision",
    "open_surfaces": "--open",
    "curve_tolerance": "--curve-tolerance",
    "facet_tolerance": "--facet-tolerance",
    "bad_brushes": "--skip-bad-brushes",
    "units_per_metre": "--units-per-metre",
    "threads": "--threads",
}
DEFAULT_SPACES = ("stand=-15,-15,-24:15,15,32", "crouch=-15,-15,-24:15,15,16",
                  "large=-31,-31,-24:31,31,64")
WITHOUT_FLAG = {"progress"}


def option_defaults():
    """The fields of CompileOptions with their initialisers, as the header has them."""
    text = (ROOT / "include/halfspace/compile/options.h").read_text()
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"enum class \w+ : [\w:]+ \{[^}]*\}", "Enum", text)

    def fields(struct, prefix):
        body = text[text.index(f"struct {struct} {{"):]
        found = re.findall(r"([\w]+)(?: = ([^;]+))?;", body[:body.index("\n};")])
        return {prefix + name: "" if value == "{}" else value for name, value in found}

    options = fields("CompileOptions", "")
    del options["tree"]
    return options | fields("TreeOptions", "tree.")


class Help(ToolTest):
    def test_every_command_has_help_with_examples(self):
        for command in ((), *((name,) for name in COMMANDS)):
            text = self.check_run(*command, "--help").stdout
            self.assertIn("Usage:", text)
            self.assertRegex(text, r"Examples:\n  halfspace ")

    def test_version_names_the_program_and_a_number(self):
        self.assertRegex(self.check_run("--version").stdout, r"^halfspace \d+\.\d+\.\d+\n$")

    def test_the_exit_codes_are_in_the_help(self):
        text = self.check_run("--help").stdout
        for code in ("0 done", "1 bad input", "2 usage",  "4 internal", "5 verify"):
            self.assertIn(code, text)

    def test_help_holds_every_option_of_the_compiler_with_its_default(self):
        text = self.check_run("compile", "--help").stdout
        defaults = option_defaults()
        self.assertEqual(set(defaults), set(FLAGS) | WITHOUT_FLAG)
        for field, flag in FLAGS.items():
            shown = re.search(rf"^  {flag} .*default (.*)\)$", text, re.MULTILINE)
            self.assertIsNotNone(shown, f"{flag} is not in the help")
            initialiser = defaults[field]
            if not initialiser:
                unset = {"grid_exponent": "1/8 if all input is on this grid",
                         "tree.score": "area for brushes, classic for polygons"}
                self.assertIn(unset[field], shown[1])
            elif field == "bodies":
                self.assertEqual(shown[1], " ".join(DEFAULT_SPACES))
            elif field == "fill_outside":
                self.assertEqual((initialiser, shown[1]), ("true", "fill"))
            elif "::" in initialiser:
                self.assertEqual(shown[1], initialiser.split("::")[-1].lower())
            else:
                self.assertEqual(float(shown[1]), float(initialiser))


    def test_the_flags_of_compile_come_in_groups(self):
        text = self.check_run("compile", "--help").stdout
        headings = re.findall(r"^([A-Z][a-z]+).*:$", text, re.MULTILINE)
        self.assertEqual(headings, ["Positionals", "Basic", "Bodies", "Drawing", "Expert", "Meshes",
                                    "Examples"])
        expert = text[text.index("\nExpert"):]
        for flag in ("--import-tolerance", "--block-size", "--score", "--splitters",
                     "--surface-tree"):
            self.assertIn(f"  {flag} ", expert)
        for flag in ("--grid", "--space", "--textures", "--output", "--json"):
            self.assertNotIn(f"  {flag} ", expert.split("\n\n")[0])


class Usage(ToolTest):
    def refused(self, *arguments):
        done = self.check_run(*arguments, code=USAGE)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^error: .+\n$")
        return done.stderr

    def test_no_command_is_an_error(self):
        self.assertIn("--help", self.refused())

    def test_an_unknown_command_is_an_error(self):
        self.assertIn("paint", self.refused("paint"))

    def test_a_missing_argument_is_named(self):
        for command, name in (("compile", "IN"), ("check", "IN"), ("info", "LEVEL"), ("verify", "LEVEL"),
                              ("classify", "LEVEL"), ("sight", "LEVEL")):
            message = self.refused(command)
            self.assertIn(name, message)
            self.assertIn(f"halfspace {command} --help", message)
        self.assertIn("SOURCE", self.refused("verify", "a.hsw"))

    def test_an_unknown_flag_is_named(self):
        self.assertIn("--gird", self.refused("compile", "a.map", "--gird", "1"))

    def test_values_out_of_range_are_refused_with_the_range(self):
        self.write("a.map", BOX)
        bad = {
            "--grid": ("0", "2", "1/0", "1/3", "1/2048", "1/8x", "0.3", "-1", "nan", ""),
            "--import-tolerance": ("0", "-1", "4.5", "nan", "inf", "x"),
            "--block-size": ("-1024", "1000", "2097152", "1e3", "x"),
            "--score": ("best", "Area", ""),
            "--splitters": ("both", "Axial", ""),
            "--space": ("", "a", "a=1,2,3", "a=0,0,0:1,1", "a=0,0,0:1,1,1,1", "a=0,0,x:1,1,1",
                        "a=0,0,0:1,1,0", "a=1,0,0:0,1,1", "a=0,0,0:1,nan,1", "a=0,0,0:1,1,5000",
                        "=0,0,0:1,1,1", "a b=0,0,0:1,1,1", "point=0,0,0:1,1,1", "a:0,0,0=1,1,1"),
            "--collision": ("Onion", "all", ""),
            "--vis": ("fulll", "Full", ""),
            "--leak": ("wran", "Error", ""),
            "--surface-tree": ("Solid", "leaf", ""),
            "--open": ("yes", "shell", ""),
            "--curve-tolerance": ("0", "-1", "65", "nan", "inf", "x"),
            "--units-per-metre": ("0", "-32", "nan", "inf"),
            "--threads": ("-1", "1025", "x", "99999999999999999999"),
        }
        for flag, values in bad.items():
            for value in values:
                with self.subTest(flag=flag, value=value):
                    message = self.refused("compile", "a.map", f"{flag}={value}")
                    self.assertIn(flag, message)
                    self.assertEqual(self.files(), ["a.map"])

    def test_json_and_quiet_exclude_each_other(self):
        self.write("a.map", BOX)
        self.refused("compile", "a.map", "--json", "--quiet")

    def test_the_output_may_not_replace_the_input(self):
        self.write("a.map", BOX)
        self.refused("compile", "a.map", "-o", "a.map")
        self.refused("compile", "a.map", "-o", "./a.map")
        self.assertEqual((self.folder / "a.map").read_text(), BOX)

    def test_points_that_are_none_are_refused(self):
        self.write("a.map", BOX)
        level = self.compile("a.map")
        for words in (("1",), ("1,2",), ("1,2,3,4",), ("1,2,",), ("1,,2,3",), ("1,2,3,",),
                      ("a,b,c",), ("nan,0,0",), ("0,inf,0",), ("0,0,1e999",), ("-inf,0,0",),
                      ("0x10,0,0",), ("1,2,3junk",), ("1", "2"), ("1", "2", "3", "4"), ("",)):
            with self.subTest(words=words):
                self.refused("classify", level, *words)
        for words in (("1,2,3",), ("1,2,3", "4,5"), ("1", "2", "3", "4", "5"),
                      ("1,2,3", "4,5,6", "7")):
            with self.subTest(words=words):
                self.refused("sight", level, *words)


class GoodValues(ToolTest):
    def test_values_at_the_ends_of_their_ranges_are_taken(self):
        self.write("a.map", BOX)
        good = {
            "--grid": ("1", "1/1", "1/2", "1/8", "1/1024", "0.125"),
            "--import-tolerance": ("0.001", "4"),
            "--block-size": ("0", "64", "1048576"),
            "--score": ("area", "classic"),
            "--splitters": ("all", "axial"),
            "--space": ("none", *DEFAULT_SPACES, " a = -1 -1 -1 : 1, 1 ,1 "),
            "--collision": ("onion", "separate"),
            "--vis": ("none", "fast", "bounded", "full"),
            "--leak": ("error", "warn"),
            "--surface-tree": ("solid", "node", "leafy"),
            "--units-per-metre": ("39.37", "1"),
            "--threads": ("0", "1", "3"),
        }
        for flag, values in good.items():
            for value in values:
                with self.subTest(flag=flag, value=value):
                    self.check_run("compile", "a.map", flag, value, code=DONE)


if __name__ == "__main__":
    unittest.main()
