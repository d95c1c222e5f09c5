# SPDX-License-Identifier: MIT
"""Colours and pictures of glTF: what compile stores, what render paints, what export writes."""

import base64
import json
import pathlib
import struct
import unittest
import zlib

from support import BAD_INPUT, ToolTest, read_png
from mesh_files_test import CUBE, gltf_parts

VIEW = ("--size", "64x48", "--eye", "100 -30 110", "--look", "32 32 32")


def png(rows):
    """A PNG file of rows of (red, green, blue)."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    data = b"".join(b"\0" + bytes(channel for pixel in row for channel in pixel) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data))
            + chunk(b"IEND", b""))


CHECKER = [[(200, 40, 40), (40, 40, 200)], [(40, 200, 40), (220, 220, 60)]]


def srgb(light):
    """The channel of a screen for linear light, by the formula of the standard."""
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def linear(channel):
    x = channel / 255
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


class Colours(ToolTest):
    def write_cube(self, name, surface, picture=None, where="buffer"):
        """A glTF of a cube whose faces have texture coordinates. surface: its baseColor... members."""
        vertices, faces = CUBE
        corners = [vertices[v] for face in faces for v in face]
        quads = [tuple(range(i, i + 4)) for i in range(0, len(corners), 4)]
        parts, data = gltf_parts(corners, quads)
        places = b"".join(struct.pack("<2f", *uv) for _ in faces for uv in ((0, 0), (1, 0), (1, 1), (0, 1)))

        def add(more):
            nonlocal data
            data += b"\0" * (-len(data) % 4)
            parts["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": len(more)})
            data += more
            return len(parts["bufferViews"]) - 1

        parts["accessors"].append({"bufferView": add(places), "componentType": 5126, "type": "VEC2",
                                   "count": len(corners)})
        primitive = parts["meshes"][0]["primitives"][0]
        primitive["attributes"]["TEXCOORD_0"] = 2
        primitive["material"] = 0
        parts["materials"] = [{"name": "paint", "pbrMetallicRoughness": dict(surface)}]
        if picture is not None:
            if where == "buffer":
                image = {"bufferView": add(picture), "mimeType": "image/png"}
            elif where == "data":
                image = {"uri": "data:image/png;base64," + base64.b64encode(picture).decode()}
            else:
                image = {"uri": where}
                (self.folder / where).parent.mkdir(exist_ok=True)
                (self.folder / where).write_bytes(picture)
            parts["images"] = [{"name": "wall", **image}]
            parts["textures"] = [{"source": 0}]
            parts["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {"index": 0}
        parts["buffers"][0]["byteLength"] = len(data)
        parts["buffers"][0]["uri"] = ("data:application/octet-stream;base64,"
                                      + base64.b64encode(data).decode())
        self.write(name, json.dumps(parts))

    def painted(self, source, *flags):
        """The pixels of a level of the source, and what compile said."""
        level = pathlib.Path(source).stem + ".hsw"
        said = self.check_run("compile", source, "-o", level, "--scale", "1", "--up", "z",
                              "--space", "none").stderr
        self.assertIn(" 0 differences", self.check_run(
            "verify", level, source, "--scale", "1", "--up", "z").stdout)
        self.check_run("render", level, "-o", "a.png", *VIEW, *flags)
        return read_png(self.folder / "a.png"), said

    def with_texture(self, rows):
        """The same cube without colours, painted with a texture that is found by its name."""
        self.write_cube("plain.gltf", {})
        (self.folder / "textures").mkdir(exist_ok=True)
        (self.folder / "textures" / "paint.png").write_bytes(png(rows))
        return self.painted("plain.gltf", "--textures", "textures")[0]

    def test_a_colour_is_painted(self):
        self.write_cube("red.gltf", {"baseColorFactor": [1, 0, 0, 1]})
        red, said = self.painted("red.gltf")
        self.assertEqual(red, self.with_texture([[(255, 0, 0)]]))
        self.assertNotIn("64 x 64", said)  # no texture is looked for
        # The factor is linear light.
        self.write_cube("grey.gltf", {"baseColorFactor": [0.5, 0.5, 0.5, 1]})
        grey = self.painted("grey.gltf")[0]
        self.assertIn(grey, [self.with_texture([[(srgb(0.5) + d,) * 3]]) for d in (-1, 0, 1)])

    def test_white_without_a_picture_is_the_pattern_of_the_name(self):
        self.write_cube("white.gltf", {"baseColorFactor": [1, 1, 1, 1]})
        self.write_cube("none.gltf", {})
        self.assertEqual(self.painted("white.gltf")[0], self.painted("none.gltf")[0])

    def test_a_picture_is_painted_wherever_it_is(self):
        wanted = self.with_texture(CHECKER)
        for where in ("buffer", "data", "beside.png", "below/wall.png"):
            with self.subTest(where=where):
                self.write_cube("cube.gltf", {}, png(CHECKER), where)
                found, said = self.painted("cube.gltf")
                self.assertEqual(found, wanted)
                self.assertNotIn("picture", said)

    def test_the_colour_is_a_factor_of_the_picture(self):
        factor = (0.25, 1, 0.5)
        self.write_cube("cube.gltf", {"baseColorFactor": [*factor, 1]}, png(CHECKER))
        found = self.painted("cube.gltf")[0]
        product = [[tuple(srgb(linear(c) * f) for c, f in zip(p, factor)) for p in row] for row in CHECKER]
        width, height, rows = self.with_texture(product)
        self.assertEqual(found[:2], (width, height))
        # The curve of the library is a cubic near the standard's.
        self.assertNotEqual(found, self.with_texture(CHECKER))
        self.assertLess(sum(abs(a - b) > 8 for a, b in zip(found[2], rows)), len(rows) / 50)

    def test_textures_that_are_found_by_name_come_first(self):
        wanted = self.with_texture([[(0, 255, 0)]])
        self.write_cube("cube.gltf", {"baseColorFactor": [1, 0, 0, 1]}, png(CHECKER))
        self.assertEqual(self.painted("cube.gltf", "--textures", "textures")[0], wanted)

    def test_a_picture_that_cannot_be_used_is_a_note_that_names_it(self):
        plain = self.with_texture([[(255, 0, 0)]])
        for picture, where, said in (
                (b"GIF89a not read", "data", "the picture 'wall' is left out"),
                (png(CHECKER)[:20], "buffer", "the picture 'wall' is left out"),
                (png(CHECKER)[:20], "wall.png", "the picture 'wall' is left out")):
            with self.subTest(said=said, where=where):
                self.write_cube("cube.gltf", {"baseColorFactor": [1, 0, 0, 1]}, picture, where)
                found, notes = self.painted("cube.gltf")
                self.assertIn(said, notes)
                self.assertEqual(found, plain)  # the colour is left
        self.write_cube("cube.gltf", {"baseColorFactor": [1, 0, 0, 1]}, png(CHECKER), "gone.png")
        (self.folder / "gone.png").unlink()
        self.assertIn("the picture 'wall' is left out: ", self.painted("cube.gltf")[1])

    def test_a_file_cannot_name_a_picture_outside_of_its_folder(self):
        outside = pathlib.Path(str(self.folder) + "-outside.png")
        outside.write_bytes(png(CHECKER))
        self.addCleanup(outside.unlink)
        for uri in (f"../{outside.name}", f"%2e%2e/{outside.name}", str(outside), f"a/../../{outside.name}"):
            with self.subTest(uri=uri):
                self.write_cube("cube.gltf", {}, png(CHECKER), "gone.png")
                text = (self.folder / "cube.gltf").read_text()
                self.write("cube.gltf", text.replace("gone.png", uri))
                self.assertIn("does not lie in the folder", self.painted("cube.gltf")[1])

    def test_a_picture_beside_a_file_may_have_a_blank_in_its_name(self):
        wanted = self.with_texture(CHECKER)
        self.write_cube("cube.gltf", {}, png(CHECKER), "my wall.png")
        text = (self.folder / "cube.gltf").read_text()
        self.write("cube.gltf", text.replace("my wall.png", "my%20wall.png"))
        self.assertEqual(self.painted("cube.gltf")[0], wanted)

    def test_a_picture_behind_the_end_of_its_buffer_is_an_error(self):
        self.write_cube("cube.gltf", {}, b"", "buffer")
        done = self.check_run("compile", "cube.gltf", code=BAD_INPUT)
        self.assertIn("a picture lies outside of its buffer", done.stderr)

    def test_of_two_materials_of_one_name_the_first_one_counts(self):
        self.write_cube("cube.gltf", {"baseColorFactor": [1, 0, 0, 1]})
        red = self.painted("cube.gltf")[0]
        parts = json.loads((self.folder / "cube.gltf").read_text())
        plain = {"name": "paint"}
        parts["materials"].append({**plain, "pbrMetallicRoughness": {"baseColorFactor": [0, 0, 1, 1]}})
        first = parts["meshes"][0]["primitives"][0]
        # All triangles once more, with the second material.
        parts["meshes"][0]["primitives"].append({**first, "material": 1})
        self.write("cube.gltf", json.dumps(parts))
        found, said = self.painted("cube.gltf")
        self.assertEqual(found, red)
        self.assertIn("several materials have the name 'paint'", said)
        parts["materials"].reverse()
        parts["materials"][0] = plain
        self.write("cube.gltf", json.dumps(parts))
        self.write_cube("plain.gltf", {})
        self.assertEqual(self.painted("cube.gltf")[0], self.painted("plain.gltf")[0])

    def test_a_picture_that_is_damaged_behind_its_head_is_a_warning_of_render(self):
        self.write_cube("cube.gltf", {}, png(CHECKER)[:50])
        self.check_run("compile", "cube.gltf", "--scale", "1", "--up", "z", "--space", "none")
        self.assertIn("warning", self.check_run("render", "cube.hsw", "-o", "a.png", *VIEW).stderr)

    def test_export_writes_the_same_colour_and_the_same_picture(self):
        colour = [linear(200), linear(100), linear(30)]
        self.write_cube("cube.gltf", {"baseColorFactor": [*colour, 1]}, png(CHECKER))
        first = self.painted("cube.gltf")[0]
        self.check_run("export", "cube.hsw", "-o", "out.glb")
        data = (self.folder / "out.glb").read_bytes()
        size = struct.unpack("<I", data[12:16])[0]
        parts, binary = json.loads(data[20:20 + size]), data[28 + size:]
        surface = parts["materials"][0]["pbrMetallicRoughness"]
        for found, wanted in zip(surface["baseColorFactor"], colour):
            self.assertAlmostEqual(found, wanted, delta=0.005)
        view = parts["bufferViews"][parts["images"][0]["bufferView"]]
        at = view.get("byteOffset", 0)
        self.assertEqual(binary[at:at + view["byteLength"]], png(CHECKER))
        self.assertEqual(parts["images"][0]["mimeType"], "image/png")
        # The export of a closed object is closed: it can be compiled again, and looks the same.
        self.check_run("compile", "out.glb", "-o", "again.hsw", "--space", "none")
        self.check_run("render", "again.hsw", "-o", "b.png", *VIEW)
        self.assertEqual(read_png(self.folder / "b.png"), first)

        self.check_run("export", "cube.hsw", "-o", "out.obj")
        mtl = (self.folder / "out.mtl").read_text()
        self.assertIn("map_Kd out_textures/0_paint.png", mtl)
        self.write_cube("red.gltf", {"baseColorFactor": [1, 0, 0, 1]})
        self.painted("red.gltf")
        self.check_run("export", "red.hsw", "-o", "red.obj")
        mtl = (self.folder / "red.mtl").read_text()
        self.assertIn("Kd 1 0 0", mtl)
        self.assertNotIn("map_Kd", mtl)


if __name__ == "__main__":
    unittest.main()
