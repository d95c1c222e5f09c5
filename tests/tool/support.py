# SPDX-License-Identifier: MIT
"""What the tests of the command line share: running it, and small sources to feed it."""

import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVELS = ROOT / "examples" / "levels"
HALFSPACE = os.environ.get("HALFSPACE", "halfspace")

DONE, BAD_INPUT, USAGE, LEAK, INTERNAL, DIFFERENT = range(6)

# Nothing here takes seconds; what takes minutes hangs.
HANG = 120


def repeats(count):
    """How many rounds a test does that usually does `count`; see tests/support/repeats.h."""
    return max(1, int(count * float(os.environ.get("HALFSPACE_TEST_REPEATS", "1"))))


def start_as_usual():
    """A test run in the background ignores Ctrl-C, and a child would inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def environment(**changes):
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    return {**clean, "TERM": "xterm", **changes}


def chunks(data):
    place = 8
    while place < len(data):
        (length,), kind = struct.unpack(">I", data[place:place + 4]), data[place + 4:place + 8]
        yield kind, data[place + 8:place + 8 + length]
        place += 12 + length


def read_png(path):
    """Width, height and the filtered rows, which differ if the pictures do."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts = list(chunks(data))
    width, height = struct.unpack(">II", parts[0][1][:8])
    return width, height, zlib.decompress(b"".join(part for kind, part in parts if kind == b"IDAT"))


class ToolTest(unittest.TestCase):
    """A folder of its own for each test, and short ways to run the program there."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tool(self, *arguments, stdin="", env=None, program=HALFSPACE):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run([program, *map(str, arguments)], input=stdin, cwd=self.folder,
                              capture_output=True, timeout=HANG, env=env or environment(),
                              preexec_fn=start_as_usual, check=False)
        done.stdout = done.stdout.decode("utf-8", "surrogateescape")
        done.stderr = done.stderr.decode("utf-8", "surrogateescape")
        return done

    def check_run(self, *arguments, code=DONE, stdin=""):
        done = self.run_tool(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def compile(self, source, *flags):
        """A level from an example or a path, in this test's folder."""
        source = pathlib.Path(source)
        level = self.folder / (source.stem + ".hsw")
        if source.name == "leak.map" and source.parent == LEVELS:
            # The line of a leak is written beside the source.
            source = self.write("leak.map", source.read_text())
        self.check_run("compile", source, "-o", level, "--leak", "warn", *flags)
        return level


def side(points, texture="stone1"):
    places = " ".join("( " + " ".join(str(c) for c in point) + " )" for point in points)
    return f"{places} {texture} 0 0 0 1 1"


def box_sides(low, high, texture="stone1"):
    """Six sides, points clockwise seen from outside: -x +x -y +y -z +z."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    return [side(points, texture) for points in (
        ((x0, y0, z0), (x0, y1, z0), (x0, y0, z1)),
        ((x1, y0, z0), (x1, y0, z1), (x1, y1, z0)),
        ((x0, y0, z0), (x0, y0, z1), (x1, y0, z0)),
        ((x0, y1, z0), (x1, y1, z0), (x0, y1, z1)),
        ((x0, y0, z0), (x1, y0, z0), (x0, y1, z0)),
        ((x0, y0, z1), (x0, y1, z1), (x1, y0, z1)))]


def world(*brushes):
    """A source with these brushes; each starts on a line of its own."""
    lines = ["{", '"classname" "worldspawn"']
    for sides in brushes:
        lines += ["{", *sides, "}"]
    return "\n".join(lines + ["}"]) + "\n"


BOX = world(box_sides((0, 0, 0), (64, 64, 64)))
# The six walls of a room from 0 0 0 to 512 512 256, the floor first. With the start of a player in
# it, the room is a level that nothing is wrong with.
WALLS = [box_sides(low, high) for low, high in (
    ((-16, -16, -16), (528, 528, 0)), ((-16, -16, 256), (528, 528, 272)),
    ((-16, 0, 0), (0, 512, 256)), ((512, 0, 0), (528, 512, 256)),
    ((-16, -16, 0), (528, 0, 256)), ((-16, 512, 0), (528, 528, 256)))]
START = '{\n"classname" "info_player_start"\n"origin" "200 200 24"\n}\n'
ROOM = world(*WALLS) + START
