# SPDX-License-Identifier: MIT
"""`vis`: portals in, averages and rows out; work that is stopped is taken up again."""

import json
import struct
import unittest

from support import BAD_INPUT, DONE, ROOT, USAGE, ToolTest


def row_of_boxes(count):
    """A portal file: boxes in a row along x, with a square portal between neighbours."""
    lines = ["PRT1", str(count), str(count - 1)]
    for i in range(count - 1):
        x = 16 * (i + 1)
        lines.append(f"4 {i} {i + 1} ({x} 0 0 ) ({x} 16 0 ) ({x} 16 16 ) ({x} 0 16 ) ")
    return "\n".join(lines) + "\n"


class Vis(ToolTest):
    def test_prints_counts_and_the_average_with_itself(self):
        self.write("row.prt", row_of_boxes(20))
        done = self.run_tool("vis", "row.prt")
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertIn("clusters 20, portals 19\n", done.stdout)
        self.assertIn("average visible 20.00 clusters, itself included", done.stdout)

    def test_writes_rows_as_the_page_describes_them(self):
        self.write("row.prt", row_of_boxes(20))
        for mode in ("fast", "full"):
            done = self.run_tool("vis", "row.prt", "-o", "row.vis", "--mode", mode, "--json")
            report = json.loads(done.stdout)
            self.assertEqual((report["mode"], report["visible_pairs"]), (mode, 400))
            data = (self.folder / "row.vis").read_bytes()
            count, size = struct.unpack_from("<II", data, 8)
            starts = struct.unpack_from("<21I", data, 16)
            self.assertEqual((data[:8], count, starts[-1]), (b"HSVIS1\0\0", 20, size))
            rows = data[16 + 4 * 21:-8]
            self.assertEqual(rows[starts[3]:starts[4]], bytes((0b111, 255, 255, 15)))

    def test_a_distance_hides_what_is_far(self):
        self.write("row.prt", row_of_boxes(20))
        report = json.loads(self.run_tool("vis", "row.prt", "--distance", "15", "--json").stdout)
        self.assertLess(report["average_visible"], 5)

    def test_a_file_that_is_no_saved_state_is_kept(self):
        self.write("row.prt", row_of_boxes(20))
        self.write("precious.map", "nonsense")
        done = self.run_tool("vis", "row.prt", "--resume", "precious.map")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn("precious.map: error: this is no saved state of these portals", done.stderr)
        self.assertEqual((self.folder / "precious.map").read_text(), "nonsense")

    def test_errors_have_their_line_and_their_cause(self):
        self.write("bad.prt", row_of_boxes(20).replace("(32 16 16 )", "(33 16 16 )"))
        done = self.run_tool("vis", "bad.prt")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual(done.stderr, "bad.prt:5: error: portal 1: the portal is not flat\n")
        self.assertEqual(self.run_tool("vis", "missing.prt").returncode, BAD_INPUT)

    def test_wrong_usage_is_told(self):
        self.write("row.prt", row_of_boxes(3))
        for arguments in (("--distance", "-1"), ("--mode", "slow"), ("--threads", "5000"),
                          ("--threads", "-1"), ("-o", "row.prt"), ("--resume", "row.prt"),
                          ("-o", "x", "--resume", "x"),
                          ("-o", "./y", "--resume", "y"), ("--mode", "fast", "--resume", "x"), ("--save-every", "nan")):
            done = self.run_tool("vis", "row.prt", *arguments)
            self.assertEqual(done.returncode, USAGE, (arguments, done.stdout, done.stderr))
        self.assertEqual((self.folder / "row.prt").read_text(), row_of_boxes(3))


if __name__ == "__main__":
    unittest.main()
