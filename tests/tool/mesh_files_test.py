# SPDX-License-Identifier: MIT
"""Small files with one trouble each, in every format, welded or not: `mesh info` and `compile` give
what a reader that shares no code with the library finds, or the message that names the trouble."""

import base64
import json
import math
import struct
import unittest

from support import BAD_INPUT, DONE, ToolTest, repeats

PLAIN = ("--scale", "1", "--up", "z")
WELD = 0.25

# A mesh is a list of vertices and a list of faces, which are tuples of numbers of vertices.
CUBE = ([(x, y, z) for z in (0, 64) for x, y in ((0, 0), (64, 0), (64, 64), (0, 64))],
        [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])


def fan(face):
    """Triangles whose areas, with their signs, are the polygon's."""
    return [(face[0], face[i], face[i + 1]) for i in range(1, len(face) - 1)]


def cracked(by):
    """The bottom names a second vertex beside the first one. Triangles stay flat when welded."""
    vertices, faces = CUBE
    faces = [(8, 3, 2, 1)] + faces[1:]
    return vertices + [(-by, 0, 0)], [triangle for face in faces for triangle in fan(face)]


def frame():
    """A square frame; an edge that runs there and back joins its hole with its outline."""
    vertices = []
    for z in (0, 16):
        vertices += [(0, 0, z), (64, 0, z), (64, 64, z), (0, 64, z)]
        vertices += [(16, 16, z), (48, 16, z), (48, 48, z), (16, 48, z)]
    top = (8, 9, 10, 11, 8, 12, 15, 14, 13, 12)
    faces = [top, tuple(v - 8 for v in reversed(top))]
    for i in range(4):
        k = (i + 1) % 4
        faces += [(i, k, k + 8, i + 8), (k + 4, i + 4, i + 12, k + 12)]
    return vertices, faces


def changed(mesh, vertices=None, faces=None):
    return (mesh[0] if vertices is None else vertices, mesh[1] if faces is None else faces)


TROUBLES = {
    "none": CUBE,
    "a crack far below the grid": cracked(1e-18),
    "a crack of a fifth of a unit": cracked(0.2),
    "a crack of half a unit": cracked(0.5),
    "a missing face": changed(CUBE, faces=CUBE[1][1:]),
    "a face twice": changed(CUBE, faces=CUBE[1] + CUBE[1][:1]),
    "a face that looks inwards": changed(CUBE, faces=[CUBE[1][0][::-1]] + CUBE[1][1:]),
    "inside out": changed(CUBE, faces=[face[::-1] for face in CUBE[1]]),
    "a sheet from both sides": changed(CUBE, faces=[CUBE[1][0], CUBE[1][0][::-1]]),
    "one triangle": changed(CUBE, faces=[(0, 1, 2)]),
    "a collapsed triangle": changed(CUBE, faces=CUBE[1] + [(0, 0, 1)]),
    "a hole in a polygon": frame(),
    "a thin part": ([(x, y, z / 1024) for x, y, z in CUBE[0]], CUBE[1]),
}
# Formats whose numbers are floats, and formats that hold triangles only.
FLOATS = ("stl binary", "gltf", "glb")
TRIANGLES = ("stl", "stl binary", "gltf", "glb")


def as_float(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


# --- Writers: bytes of a mesh ----------------------------------------------------------------------

def obj(vertices, faces):
    return ("".join("v %r %r %r\n" % v for v in vertices)
            + "".join("f " + " ".join(str(v + 1) for v in f) + "\n" for f in faces)).encode()


def off(vertices, faces):
    return (f"OFF\n{len(vertices)} {len(faces)} 0\n" + "".join("%r %r %r\n" % v for v in vertices)
            + "".join(f"{len(f)} " + " ".join(map(str, f)) + "\n" for f in faces)).encode()


def ply(encoding):
    def write(vertices, faces):
        head = (f"ply\nformat {encoding} 1.0\nelement vertex {len(vertices)}\nproperty double x\n"
                "property double y\nproperty double z\n"
                f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
        if encoding == "ascii":
            return (head + "".join("%r %r %r\n" % v for v in vertices)
                    + "".join(f"{len(f)} " + " ".join(map(str, f)) + "\n" for f in faces)).encode()
        order = "<" if "little" in encoding else ">"
        return (head.encode() + b"".join(struct.pack(order + "3d", *v) for v in vertices)
                + b"".join(struct.pack(f"{order}B{len(f)}i", len(f), *f) for f in faces))
    return write


def stl(vertices, faces):
    text = "solid part\n"
    for triangle in (t for f in faces for t in fan(f)):
        text += "facet normal 0 0 0\nouter loop\n"
        text += "".join("vertex %r %r %r\n" % vertices[v] for v in triangle)
        text += "endloop\nendfacet\n"
    return (text + "endsolid part\n").encode()


def stl_binary(vertices, faces):
    triangles = [t for f in faces for t in fan(f)]
    return b"\0" * 80 + struct.pack("<I", len(triangles)) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *(c for v in t for c in vertices[v]), 0) for t in triangles)


def gltf_parts(vertices, faces):
    numbers = b"".join(struct.pack("<3f", *v) for v in vertices)
    indices = [v for f in faces for t in fan(f) for v in t]
    data = numbers + struct.pack(f"<{len(indices)}I", *indices)
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0, "name": "part"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(vertices), "type": "VEC3"},
                          {"bufferView": 1, "componentType": 5125, "count": len(indices),
                           "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": len(numbers)},
                            {"buffer": 0, "byteOffset": len(numbers),
                             "byteLength": len(data) - len(numbers)}],
            "buffers": [{"byteLength": len(data)}]}, data


def gltf(vertices, faces):
    parts, data = gltf_parts(vertices, faces)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    parts["buffers"][0]["uri"] = uri
    return json.dumps(parts).encode()


def glb(vertices, faces):
    parts, data = gltf_parts(vertices, faces)
    text = json.dumps(parts).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


WRITERS = {"obj": (".obj", obj), "off": (".off", off), "ply": (".ply", ply("ascii")),
           "ply little": (".ply", ply("binary_little_endian")),
           "ply big": (".ply", ply("binary_big_endian")), "stl": (".stl", stl),
           "stl binary": (".stl", stl_binary), "gltf": (".gltf", gltf), "glb": (".glb", glb)}


# --- Readers: triangles of places, and polygons as fans ---------------------------------------------

def read_ply(data):
    head, _, body = data.partition(b"end_header\n")
    words = head.decode().split()
    count = {words[i + 1]: int(words[i + 2]) for i, w in enumerate(words) if w == "element"}
    if "ascii" in words:
        numbers = [float(word) for word in body.split()]
    else:
        order, at, numbers = "<" if "binary_little_endian" in words else ">", 24 * count["vertex"], []
        numbers += struct.unpack(f"{order}{3 * count['vertex']}d", body[:at])
        for _ in range(count["face"]):
            corners = body[at]
            numbers += [corners, *struct.unpack(f"{order}{corners}i", body[at + 1:at + 1 + 4 * corners])]
            at += 1 + 4 * corners
    vertices = [tuple(numbers[3 * v:3 * v + 3]) for v in range(count["vertex"])]
    at, polygons = 3 * count["vertex"], []
    for _ in range(count["face"]):
        corners = int(numbers[at])
        polygons.append([vertices[int(v)] for v in numbers[at + 1:at + 1 + corners]])
        at += 1 + corners
    return polygons


def read_gltf(data):
    if data[:4] == b"glTF":
        length = struct.unpack("<I", data[12:16])[0]
        parts, binary = json.loads(data[20:20 + length]), data[28 + length:]
    else:
        parts = json.loads(data)
        binary = base64.b64decode(parts["buffers"][0]["uri"].split(",")[1])
    vertices = list(struct.iter_unpack("<3f", binary[:12 * parts["accessors"][0]["count"]]))
    begin = parts["bufferViews"][1]["byteOffset"]
    indices = struct.unpack(f"<{parts['accessors'][1]['count']}I", binary[begin:])
    return [[vertices[v] for v in indices[i:i + 3]] for i in range(0, len(indices), 3)]


def read(kind, data):
    """The polygons of a file, as lists of places."""
    if kind.startswith("ply"):
        return read_ply(data)
    if kind in ("gltf", "glb"):
        return read_gltf(data)
    if kind == "stl binary":
        return [[f[3:6], f[6:9], f[9:12]] for f in struct.iter_unpack("<12fH", data[84:])]
    lines = [line.split() for line in data.decode().splitlines()]
    if kind == "stl":
        places = [tuple(map(float, line[1:])) for line in lines if line[0] == "vertex"]
        return [places[i:i + 3] for i in range(0, len(places), 3)]
    if kind == "obj":
        vertices = [tuple(map(float, line[1:])) for line in lines if line[0] == "v"]
        return [[vertices[int(v) - 1] for v in line[1:]] for line in lines if line[0] == "f"]
    count = int(lines[1][0])
    vertices = [tuple(map(float, line)) for line in lines[2:2 + count]]
    return [[vertices[int(v)] for v in line[1:]] for line in lines[2 + count:]]


def judged(polygons, weld):
    """The verdict of `mesh info`, and the volume: by edges, each counted in both directions."""
    # Places in order; each is the first one, or one that is near and was there before.
    kept, place = [], {}
    for p in sorted({p for polygon in polygons for p in polygon}):
        near = [k for k in kept if math.dist(k, p) <= weld]
        place[p] = min(near, key=lambda k: math.dist(k, p)) if near else p
        kept += [] if near else [p]
    balance, volume = {}, 0.0
    for polygon in polygons:
        corners = [place[p] for p in polygon]
        for a, b in zip(corners, corners[1:] + corners[:1]):
            if a != b:
                key, step = ((a, b), 1) if a < b else ((b, a), -1)
                balance[key] = balance.get(key, 0) + step
        for a, b, c in fan(corners):
            volume += dot(a, cross(b, c)) / 6
    if any(balance.values()):
        return "open", volume
    return ("flat" if abs(volume) < 1e-6 else "inside out" if volume < 0 else "closed"), volume


class Files(ToolTest):
    def info(self, name, weld):
        flags = (*PLAIN, *(("--weld", str(WELD)) if weld else ()))
        done = self.check_run("mesh", "info", name, "--json", *flags)
        objects = json.loads(done.stdout)["objects"]
        self.assertEqual(len(objects), 1)
        return objects[0], flags

    def test_every_trouble_in_every_format(self):
        files = 0
        for trouble, (vertices, faces) in TROUBLES.items():
            for kind, (ending, write) in WRITERS.items():
                if trouble == "a hole in a polygon" and kind in TRIANGLES:
                    continue  # a fan would fill the hole
                name = "part" + ending
                data = write(vertices, faces)
                (self.folder / name).write_bytes(data)
                for weld in (True, False)[:repeats(2)]:
                    with self.subTest(trouble=trouble, kind=kind, weld=weld):
                        self.judge(name, kind, data, weld)
                    files += 1
        self.assertGreaterEqual(files, 100)

    def judge(self, name, kind, data, weld):
        polygons = read(kind, data)
        found, flags = self.info(name, weld)
        # compile welds half a step of its grid, 1/64 unit for such files, if this closes the object.
        verdict, volume = judged(polygons, WELD if weld else 0)
        if verdict == "open":
            by_grid = judged(polygons, max(WELD if weld else 0, 1 / 128))
            verdict, volume = by_grid if by_grid[0] != "open" else (verdict, volume)
        self.assertEqual(found["verdict"], verdict)
        if verdict != "open":
            self.assertAlmostEqual(found["volume"], volume, delta=1e-6 + abs(volume) * 1e-9)
        code = DONE if verdict == "closed" else BAD_INPUT
        self.check_run("mesh", "check", name, *flags, code=code)
        done = self.check_run("compile", name, "-o", "part.hsw", *flags, code=code)
        said = {"open": "is not closed", "flat": "encloses no volume",
                "inside out": "faces look inwards"}.get(verdict)
        if said:
            self.assertIn(said, done.stderr)
        else:
            report = self.check_run("verify", "part.hsw", name, *flags).stdout
            self.assertIn(" 0 differences", report)

    def test_files_that_are_cut_give_an_error(self):
        for kind, (ending, write) in WRITERS.items():
            data = write(*CUBE)
            name = "cut" + ending
            # The name behind endsolid may end anywhere.
            end = data.rindex(b"endsolid") + 8 if kind == "stl" else len(data) - 1
            for size in range(0, end, max(1, len(data) // repeats(40))):
                (self.folder / name).write_bytes(data[:size])
                done = self.run_tool("mesh", "check", name, *PLAIN)
                if done.returncode == DONE:
                    # Only a format without an end or a count can be cut unseen.
                    self.fail(f"{kind} cut at {size} of {len(data)} bytes was taken")
                self.assertIn(name, done.stderr + done.stdout)

    def test_a_comment_of_obj_may_end_with_a_backslash(self):
        """The next line, a vertex, was taken for a part of the comment."""
        ending, write = WRITERS["obj"]
        (self.folder / "part.obj").write_bytes(b"# from C:\\models\\\n" + write(*CUBE))
        self.assertEqual(self.info("part.obj", False)[0]["volume"], 64 ** 3)

    def test_a_line_of_obj_without_an_end_is_an_error(self):
        """2 GB of junk took minutes and 6 GB."""
        (self.folder / "junk.obj").write_bytes(b"v 0 0 0\n" + bytes((1 << 24) + 1))
        done = self.check_run("mesh", "info", "junk.obj", code=BAD_INPUT)
        self.assertIn("junk.obj:2: error: the line is longer than 16 MiB", done.stderr)

    def test_what_follows_the_elements_of_a_ply_is_told(self):
        """A header that names one face of six gave one face and no word."""
        for kind in ("ply", "ply little", "ply big"):
            with self.subTest(kind=kind):
                _, write = WRITERS[kind]
                data = write(*CUBE)
                (self.folder / "part.ply").write_bytes(data)
                whole = self.run_tool("mesh", "info", "part.ply", *PLAIN)
                self.assertNotIn("goes on behind", whole.stderr)
                (self.folder / "part.ply").write_bytes(data.replace(b"element face 6", b"element face 1"))
                self.assertIn("goes on behind", self.run_tool("mesh", "info", "part.ply", *PLAIN).stderr)

    def test_a_byte_order_mark_and_line_ends_of_windows_change_nothing(self):
        for kind in ("obj", "off", "ply", "stl"):
            ending, write = WRITERS[kind]
            name = "part" + ending
            data = write(*CUBE)
            mark = b"" if kind == "ply" else b"\xef\xbb\xbf"
            (self.folder / name).write_bytes(mark + data.replace(b"\n", b"\r\n"))
            self.assertEqual(self.info(name, False)[0]["volume"], 64 ** 3)


if __name__ == "__main__":
    unittest.main()
