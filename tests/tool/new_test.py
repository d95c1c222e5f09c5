# SPDX-License-Identifier: MIT
"""halfspace new: what it makes, and what it says to names and places that it cannot take. The tests
`new.cpp` and `new.web` build what it makes."""

import re
import subprocess
import unittest

from support import BAD_INPUT, HALFSPACE, ROOT, USAGE, ToolTest

TEMPLATES = ROOT / "tools" / "halfspace" / "templates"
NAMES = ("cpp", "web")


def files_below(folder):
    return {str(p.relative_to(folder)): p.read_text(encoding="utf-8")
            for p in folder.rglob("*") if p.is_file()}


class Made(ToolTest):
    def test_files_are_those_of_the_template_with_name_and_version(self):
        for name in NAMES:
            self.check_run("new", f"my-{name}_2", "--template", name)
            made = files_below(self.folder / f"my-{name}_2")
            wanted = {**files_below(TEMPLATES / name), **files_below(TEMPLATES / "shared")}
            version = self.check_run("--version").stdout.split()[1]
            for path, text in wanted.items():
                text = text.replace("@NAME@", f"my-{name}_2").replace("@VERSION@", version)
                self.assertEqual(made.pop(path), text, path)
            self.assertEqual(made, {})
        self.assertEqual(self.files(), ["my-cpp_2", "my-web_2"])

    def test_help_lists_every_file_and_no_other(self):
        text = self.check_run("new", "--help").stdout
        for name in NAMES:
            part = re.search(rf"^{name}: .*\n((?:  .*\n)*)", text, re.M)[1]
            listed = re.findall(r"^  (\S+) +\S", part, re.M)
            made = {*files_below(TEMPLATES / name), *files_below(TEMPLATES / "shared")}
            self.assertEqual(sorted(listed), sorted(made), name)

    def test_it_prints_the_two_commands_of_the_readme(self):
        for name in NAMES:
            printed = self.check_run("new", f"my{name}", "--template", name).stdout
            readme = (self.folder / f"my{name}" / "README.md").read_text(encoding="utf-8")
            commands = re.findall(r"^    .*$", printed, re.M)
            self.assertEqual(len(commands), 2, printed)
            self.assertEqual(commands, re.findall(r"^    .*$", readme, re.M))

    def test_an_empty_folder_is_taken(self):
        (self.folder / "maze").mkdir()
        self.check_run("new", "maze", "--template", "cpp")
        self.assertTrue((self.folder / "maze" / "level.map").exists())
        self.assertEqual(self.files(), ["maze"])


class Refused(ToolTest):
    def refused(self, name, *says, template="cpp", code=BAD_INPUT):
        """Nothing is made, and what was there stays."""
        before = files_below(self.folder)
        done = self.check_run("new", name, "--template", template, code=code)
        self.assertEqual(done.stdout, "")
        for text in says:
            self.assertIn(text, done.stderr)
        self.assertEqual(files_below(self.folder), before)

    def test_names_that_a_project_may_not_have(self):
        for name in ("", "Maze", "2maze", "a b", "a/b", "../maze", ".", ".maze", "-maze", "mäze",
                     "maze\n", "a" * 65):
            with self.subTest(name):
                done = self.run_tool("new", "--template", "cpp", "--", name)
                self.assertEqual(done.returncode, USAGE, done.stderr)
                self.assertIn("cannot name a project", done.stderr)
                self.assertEqual(self.files(), [])

    def test_a_folder_with_files(self):
        (self.folder / "maze").mkdir()
        self.write("maze/notes.txt", "mine")
        self.refused("maze", "'maze' is there already", "another name")

    def test_a_file_and_a_link_to_nothing(self):
        self.write("maze", "mine")
        self.refused("maze", "'maze' is there already")
        (self.folder / "trap").symlink_to(self.folder / "nowhere")
        self.refused("trap", "'trap' is there already")

    def test_an_unknown_template_and_none(self):
        self.refused("maze", "cpp", "web", template="rust", code=USAGE)
        self.assertIn("--template is required",
                      self.check_run("new", "maze", code=USAGE).stderr)
        self.assertIn("NAME is required",
                      self.check_run("new", "--template", "cpp", code=USAGE).stderr)

    def shell(self, commands):
        done = subprocess.run(["sh", "-c", commands], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, BAD_INPUT, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_a_full_disk_leaves_nothing_behind(self):
        # The largest file may have 4 KB. The level is larger.
        said = self.shell(f"trap '' XFSZ; ulimit -f 8; exec '{HALFSPACE}' new maze --template cpp")
        self.assertIn("maze/level.map: error: cannot write", said)
        self.assertEqual(self.files(), [])

    def test_a_folder_that_takes_no_files(self):
        said = self.shell("mkdir gone && cd gone && rmdir ../gone && "
                          f"exec '{HALFSPACE}' new maze --template cpp")
        self.assertIn("maze: error: cannot write", said)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
