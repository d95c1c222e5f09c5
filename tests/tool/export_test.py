# SPDX-License-Identifier: MIT
"""export: what is drawn as glTF or OBJ, read back without the program's help."""

import json
import pathlib
import struct
import unittest

from support import BAD_INPUT, BOX, LEVELS, USAGE, ToolTest


def read_glb(path):
    """The JSON and the binary chunk."""
    data = pathlib.Path(path).read_bytes()
    magic, version, size = struct.unpack_from("<4sII", data)
    assert (magic, version, size) == (b"glTF", 2, len(data))
    length, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    return json.loads(data[20:20 + length]), data[28 + length:]


def rows(path, keyword):
    """The words of an OBJ's or MTL's lines that begin with the keyword."""
    return [line.split()[1:] for line in pathlib.Path(path).read_text().splitlines()
            if line.split()[:1] == [keyword]]


def area(points):
    """Of a flat polygon."""
    total = [0.0, 0.0, 0.0]
    for a, b in zip(points, points[1:] + points[:1]):
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            total[i] += a[j] * b[k] - a[k] * b[j]
    return sum(t * t for t in total) ** 0.5 / 2


class Export(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.map", BOX)
        self.level = self.compile("a.map")

    def refused(self, *arguments):
        before = self.files()
        done = self.check_run("export", *arguments, code=USAGE)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^error: .+\n$")
        self.assertEqual(self.files(), before)
        return done.stderr

    def obj_areas(self, name):
        """The area of each material's polygons."""
        areas, points, material = {}, [], None
        for line in (self.folder / name).read_text().splitlines():
            keyword, *words = line.split()
            if keyword == "v":
                points.append([float(word) for word in words])
            elif keyword == "usemtl":
                material = words[0]
            elif keyword == "f":
                corners = [points[int(word.split("/")[0]) - 1] for word in words]
                areas[material] = areas.get(material, 0) + area(corners)
        return areas

    def glb_areas(self, name):
        """The area of each material's triangles."""
        gltf, binary = read_glb(self.folder / name)

        def values(number, kind):
            accessor = gltf["accessors"][number]
            view = gltf["bufferViews"][accessor["bufferView"]]
            width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
            start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            return struct.unpack_from(f"<{accessor['count'] * width}{kind}", binary, start)

        areas = {}
        for mesh in gltf["meshes"]:
            for part in mesh["primitives"]:
                flat = values(part["attributes"]["POSITION"], "f")
                points = [flat[i:i + 3] for i in range(0, len(flat), 3)]
                short = gltf["accessors"][part["indices"]]["componentType"] == 5123
                indices = values(part["indices"], "H" if short else "I")
                material = gltf["materials"][part["material"]]["name"]
                areas[material] = areas.get(material, 0) + sum(
                    area([points[i] for i in indices[t:t + 3]])
                    for t in range(0, len(indices), 3))
        return areas

    def test_portals_of_a_level_see_what_its_clusters_see(self):
        level = self.compile(LEVELS / "keep.map")
        info = json.loads(self.check_run("info", level, "--json").stdout)
        report = json.loads(self.check_run("export", level, "-o", "keep.prt", "--json").stdout)
        self.assertEqual((report["clusters"], report["portals"]),
                         (info["clusters"], info["portals"]))
        seen = json.loads(self.check_run("vis", "keep.prt", "--json").stdout)
        self.assertAlmostEqual(seen["average_visible"], info["average_visible"])
        self.assertEqual(self.run_tool("export", level, "-o", "keep.prt", "--up", "z").returncode,
                         USAGE)

    def test_a_box_of_two_metres_has_24_square_metres(self):
        done = self.check_run("export", "a.hsw", "-o", "a.glb")
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"^a\.glb\n  nodes 1, faces 6, triangles 12, materials 1, "
                                      r"images 0, bytes \d+\n$")
        self.assertAlmostEqual(self.glb_areas("a.glb")["stone1"], 24)
        self.check_run("export", "a.hsw", "-o", "a.obj")
        self.assertEqual(self.obj_areas("a.obj"), {"stone1": 24})
        self.assertEqual(rows(self.folder / "a.obj", "mtllib"), [["a.mtl"]])
        self.assertEqual(rows(self.folder / "a.mtl", "newmtl"), [["stone1"]])

    def test_both_formats_hold_the_same_areas_of_the_examples(self):
        for name in ("keep", "station", "leak"):
            level = self.compile(LEVELS / f"{name}.map")
            self.check_run("export", level, "-o", "b.glb")
            self.check_run("export", level, "-o", "b.obj")
            glb, obj = self.glb_areas("b.glb"), self.obj_areas("b.obj")
            self.assertGreater(len(glb), 1)
            self.assertEqual(sorted(glb), sorted(obj))
            for material, size in glb.items():
                self.assertAlmostEqual(size / obj[material], 1, 5, (name, material))

    def test_the_report_as_json(self):
        report = json.loads(self.check_run("export", "a.hsw", "-o", "a.glb", "--json").stdout)
        size = (self.folder / "a.glb").stat().st_size
        self.assertEqual(report, {"input": "a.hsw", "output": "a.glb", "objects": 1, "faces": 6,
                                  "triangles": 12, "materials": 1, "images": 0, "bytes": size,
                                  "errors": []})
        report = json.loads(self.check_run("export", "a.hsw", "-o", "b.obj", "--json").stdout)
        self.assertEqual((report["output"], report["mtl"]), ("b.obj", "b.mtl"))
        self.assertNotIn("triangles", report)

    def test_quiet_says_nothing(self):
        done = self.check_run("export", "a.hsw", "-o", "a.glb", "--quiet")
        self.assertEqual(done.stdout + done.stderr, "")
        self.assertIn("a.glb", self.files())

    def test_the_extension_may_be_in_capitals(self):
        self.check_run("export", "a.hsw", "-o", "A.GLB")
        read_glb(self.folder / "A.GLB")

    def test_up_and_scale_of_obj(self):
        self.check_run("export", "a.hsw", "-o", "a.obj", "--up", "z", "--scale", "1")
        points = rows(self.folder / "a.obj", "v")
        self.assertEqual({word for point in points for word in point}, {"0", "64"})
        self.check_run("export", "a.hsw", "-o", "a.obj", "--up", "y", "--scale", "0.5")
        points = rows(self.folder / "a.obj", "v")
        self.assertEqual({point[1] for point in points}, {"0", "32"})
        self.assertEqual({point[2] for point in points}, {"0", "-32"})

    def test_sky_may_be_left_out(self):
        sky = BOX.replace("stone1", "sky1", 1)
        self.write("s.map", sky)
        self.compile("s.map")
        counts = []
        for flags in ((), ("--no-sky",)):
            done = self.check_run("export", "s.hsw", "-o", "s.obj", "--json", *flags)
            counts.append(json.loads(done.stdout)["faces"])
        self.assertGreater(counts[0], counts[1])

    def test_bytes_of_any_encoding_in_keys_still_give_json(self):
        self.write("k.map", BOX.encode().replace(b'worldspawn"', b'worldspawn"\n"message" "caf\xe9"'))
        self.compile("k.map")
        self.check_run("export", "k.hsw", "-o", "k.glb")
        gltf, _ = read_glb(self.folder / "k.glb")
        self.assertEqual(gltf["nodes"][0]["extras"],
                         {"classname": "worldspawn", "message": "caf\ufffd"})

    def test_twice_is_the_same(self):
        level = self.compile(LEVELS / "keep.map")
        for name in ("a.glb", "b.glb", "c/a.obj", "d/a.obj"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            self.check_run("export", level, "-o", name)
        for a, b in (("a.glb", "b.glb"), ("c/a.obj", "d/a.obj"), ("c/a.mtl", "d/a.mtl")):
            self.assertEqual((self.folder / a).read_bytes(), (self.folder / b).read_bytes())

    def test_other_extensions_are_refused_with_a_list(self):
        for name in ("a.stl", "a", "a.glb.gz", ".glb"):
            message = self.refused("a.hsw", "-o", name)
            self.assertIn(".glb", message)
            self.assertIn(".obj", message)

    def test_arguments_that_make_no_sense_are_refused(self):
        self.assertIn("--output", self.refused("a.hsw"))
        self.refused("a.hsw", "-o", "a.glb", "--up", "z")
        self.refused("a.hsw", "-o", "a.glb", "--scale", "1")
        for value in ("x", "w", ""):
            self.assertIn("--up", self.refused("a.hsw", "-o", "a.obj", f"--up={value}"))
        for value in ("0", "-1", "nan", "inf", "1e7", "1e-7", "x", "1x", ""):
            self.assertIn("--scale", self.refused("a.hsw", "-o", "a.obj", f"--scale={value}"))
        self.refused("a.hsw", "-o", "a.glb", "--json", "--quiet")
        self.refused("a.hsw", "-o", "a\nb.obj")

    def test_the_level_is_never_replaced(self):
        (self.folder / "b.glb").symlink_to("a.hsw")
        before = (self.folder / "a.hsw").read_bytes()
        self.refused("a.hsw", "-o", "b.glb")
        (self.folder / "b.mtl").symlink_to("a.hsw")
        self.refused("a.hsw", "-o", "b.obj")
        self.assertEqual((self.folder / "a.hsw").read_bytes(), before)

    def test_inputs_and_outputs_that_cannot_be_used(self):
        done = self.check_run("export", "none.hsw", "-o", "a.glb", code=BAD_INPUT)
        self.assertIn("none.hsw", done.stderr)
        done = self.check_run("export", "a.map", "-o", "a.glb", "--json", code=BAD_INPUT)
        report = json.loads(done.stdout)
        self.assertIsNone(report["output"])
        self.assertEqual(report["errors"][0]["code"], "damaged")
        self.check_run("export", "a.hsw", "-o", "no/folder/a.glb", code=BAD_INPUT)
        self.check_run("export", "a.hsw", "-o", "no/folder/a.obj", code=BAD_INPUT)
        self.assertEqual(self.files(), ["a.hsw", "a.map"])


if __name__ == "__main__":
    unittest.main()
