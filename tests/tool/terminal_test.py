# SPDX-License-Identifier: MIT
"""What depends on who listens: colour and progress on a terminal, and being told to stop."""

import os
import pty
import signal
import subprocess
import unittest

from support import BAD_INPUT, BOX, DONE, HALFSPACE, HANG, LEVELS, ToolTest, environment, \
    start_as_usual

ESCAPE = b"\x1b"


class Terminal(ToolTest):
    def on_terminal(self, *arguments, **variables):
        """The exit code and what a terminal on standard error gets."""
        ours, theirs = pty.openpty()
        with subprocess.Popen([HALFSPACE, *map(str, arguments)], cwd=self.folder, stderr=theirs,
                              stdout=subprocess.DEVNULL, env=environment(**variables)) as tool:
            os.close(theirs)
            text = b""
            while True:
                try:
                    more = os.read(ours, 65536)
                except OSError:  # the other side has closed
                    more = b""
                if not more:
                    break
                text += more
            os.close(ours)
            return tool.wait(HANG), text

    def test_errors_are_coloured_on_a_terminal(self):
        code, text = self.on_terminal("compile", "nowhere.map")
        self.assertEqual(code, BAD_INPUT)
        self.assertIn(b"nowhere.map: \x1b[1;31merror: \x1b[0m", text)

    def test_no_colour_where_it_is_not_wanted(self):
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            _, text = self.on_terminal("compile", "nowhere.map", **variables)
            self.assertIn(b"nowhere.map: error: ", text)
            self.assertNotIn(ESCAPE, text)
        _, text = self.on_terminal("compile", "nowhere.map", NO_COLOR="")
        self.assertIn(ESCAPE, text)

    def test_no_colour_without_a_terminal(self):
        self.assertNotIn("\x1b", self.run_tool("compile", "nowhere.map").stderr)

    def test_progress_is_shown_on_a_terminal_and_wiped(self):
        code, text = self.on_terminal("compile", LEVELS / "keep.map", "-o", "keep.hsw")
        self.assertEqual(code, DONE)
        self.assertIn(b"%", text)
        self.assertIn(b"\r[", text)
        # Wiped before the note on textures, which the level has none of.
        self.assertRegex(text, rb" \r(\x1b\[[0-9;]*m|[^\r\x1b])*\r\n$")

    def test_progress_is_plain_text(self):
        _, text = self.on_terminal("compile", LEVELS / "keep.map", "-o", "keep.hsw", NO_COLOR="1")
        self.assertNotIn(ESCAPE, text)

    def test_quiet_shows_no_progress(self):
        code, text = self.on_terminal("compile", LEVELS / "keep.map", "-o", "a.hsw", "--quiet")
        self.assertEqual((code, text), (DONE, b""))

    def test_no_progress_without_a_terminal(self):
        done = self.check_run("compile", LEVELS / "keep.map", "-o", "keep.hsw")
        self.assertNotIn("%", done.stderr)
        self.assertNotIn("\r", done.stderr)


class Stopping(ToolTest):
    """A source that is a pipe lets a test stop the program where it wants."""

    def stop_while_reading(self, number):
        pipe = self.folder / "a.map"
        os.mkfifo(pipe)
        with subprocess.Popen([HALFSPACE, "compile", "a.map"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                              preexec_fn=start_as_usual) as tool:
            with open(pipe, "w", encoding="ascii") as source:  # returns when it is being read
                source.write(BOX[:40])
                source.flush()
                tool.send_signal(number)
                source.write(BOX[40:])
            output, errors = tool.communicate(timeout=HANG)
        self.assertEqual(tool.returncode, -number)
        self.assertEqual(output, b"")
        self.assertIn(b"error: stopped", errors)
        self.assertEqual(self.files(), ["a.map"])

    def test_ctrl_c_leaves_no_output(self):
        self.stop_while_reading(signal.SIGINT)

    def test_termination_leaves_no_output(self):
        self.stop_while_reading(signal.SIGTERM)

    def test_a_second_ctrl_c_kills(self):
        pipe = self.folder / "a.map"
        os.mkfifo(pipe)
        with subprocess.Popen([HALFSPACE, "compile", "a.map"], cwd=self.folder,
                              stderr=subprocess.PIPE, env=environment(),
                              preexec_fn=start_as_usual) as tool:
            with open(pipe, "w", encoding="ascii"):
                while tool.poll() is None:
                    tool.send_signal(signal.SIGINT)
                    try:
                        tool.wait(0.05)
                    except subprocess.TimeoutExpired:
                        pass
            self.assertEqual(tool.wait(HANG), -signal.SIGINT)
        self.assertEqual(self.files(), ["a.map"])


if __name__ == "__main__":
    unittest.main()
