# SPDX-License-Identifier: MIT
"""Levels that were cut off, changed or invented: refused by every command, never a crash."""

import random
import unittest

from support import BAD_INPUT, BOX, LEVELS, ToolTest, repeats


class DamagedLevel(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.map", BOX)
        self.bytes = self.compile("a.map").read_bytes()

    def refused(self, data, command="info"):
        self.write("bad.hsw", data)
        arguments = {"info": (), "verify": ("a.map",), "classify": ("1,2,3",),
                     "sight": ("1,2,3", "4,5,6")}[command]
        done = self.run_tool(command, "bad.hsw", *arguments)
        self.assertEqual(done.returncode, BAD_INPUT, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^bad\.hsw: error: .+\n$")

    def test_every_command_refuses_it(self):
        for command in ("info", "verify", "classify", "sight"):
            self.refused(self.bytes[:-1], command)
            self.refused(b"", command)

    def test_a_level_cut_off_anywhere(self):
        size = len(self.bytes)
        head = min(size, 256)
        for end in {*range(0, head, head // repeats(50)), *range(0, size, size // repeats(100)),
                    size - 1}:
            self.refused(self.bytes[:end])

    def test_a_level_with_a_tail(self):
        self.refused(self.bytes + b"\0")
        self.refused(self.bytes * 2)

    def test_a_level_with_one_bit_flipped(self):
        rng = random.Random(3)
        places = [*range(0, 128, 128 // repeats(128)),
                  *(rng.randrange(len(self.bytes)) for _ in range(repeats(150)))]
        for place in places:
            data = bytearray(self.bytes)
            data[place] ^= 1 << rng.randrange(8)
            self.refused(bytes(data))

    def test_a_larger_level_with_bytes_changed(self):
        data = self.compile(LEVELS / "keep.map").read_bytes()
        rng = random.Random(4)
        for _ in range(repeats(50)):
            changed = bytearray(data)
            for _ in range(rng.randrange(1, 9)):
                changed[rng.randrange(len(data))] ^= rng.randrange(1, 256)
            self.refused(bytes(changed), rng.choice(("info", "classify", "sight")))

    def test_junk(self):
        rng = random.Random(6)
        for size in (1, 7, 8, 64, 4096, 100_000):
            self.refused(rng.randbytes(size))
            self.refused(self.bytes[:16] + rng.randbytes(size))
            self.refused(bytes(size))


if __name__ == "__main__":
    unittest.main()
