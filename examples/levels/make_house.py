#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes house.glb: a yard with a house, as a program for meshes would export it.

Lengths are metres, Y is up. Each object is closed; objects touch and overlap as they like.
"""

import json
import math
import pathlib
import struct

METRES_PER_TEXTURE = 2.0


class Mesh:
    """Triangles with one material each, as lists of corners."""

    def __init__(self):
        self.triangles = {}  # material: list of three places

    def polygon(self, material, corners):
        for i in range(1, len(corners) - 1):
            self.triangles.setdefault(material, []).append((corners[0], corners[i], corners[i + 1]))


def cut(outline):
    """The triangles of an outline that runs counter-clockwise and may be concave: its ears."""
    left, triangles = list(range(len(outline))), []

    def turn(a, b, c):
        (ax, ay), (bx, by), (cx, cy) = outline[a], outline[b], outline[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    while len(left) > 3:
        for i, b in enumerate(left):
            a, c = left[i - 1], left[(i + 1) % len(left)]
            if turn(a, b, c) > 0 and not any(
                    turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0
                    for p in left if p not in (a, b, c)):
                triangles.append((a, b, c))
                del left[i]
                break
        else:
            raise ValueError("no ear")
    return triangles + [tuple(left)]


def extruded(outline, low, high, place, side, caps):
    """A prism; place(x, y, h) says where a corner of the outline lies at a height."""
    mesh = Mesh()
    for a, b, c in cut(outline):
        mesh.polygon(caps, [place(*outline[v], high) for v in (a, b, c)])
        mesh.polygon(caps, [place(*outline[v], low) for v in (c, b, a)])
    for i, a in enumerate(outline):
        b = outline[(i + 1) % len(outline)]
        mesh.polygon(side, [place(*a, low), place(*b, low), place(*b, high), place(*a, high)])
    return mesh


def upright(x, y, height):
    return (x, height, -y)


def sideways(x, y, depth):
    return (x, y, depth)  # an outline in a wall; `depth` runs to the south


def box(low, high, side, caps):
    (x, y, z), (X, Y, Z) = low, high
    return extruded([(x, y), (X, y), (X, Y), (x, Y)], z, Z, upright, side, caps)


def turned(mesh):
    result = Mesh()
    for material, triangles in mesh.triangles.items():
        result.triangles[material] = [(a, c, b) for a, b, c in triangles]
    return result


def torus(around, along, radius, thickness, centre, material):
    mesh = Mesh()

    def at(i, j):
        a, b = 2 * math.pi * (i % around) / around, 2 * math.pi * (j % along) / along
        r = radius + thickness * math.cos(b)
        return upright(centre[0] + r * math.cos(a), centre[1] + r * math.sin(a),
                       centre[2] + thickness * math.sin(b))

    for i in range(around):
        for j in range(along):
            mesh.polygon(material, [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)])
    return mesh


def together(*meshes):
    result = Mesh()
    for mesh in meshes:
        for material, triangles in mesh.triangles.items():
            result.triangles.setdefault(material, []).extend(triangles)
    return result


def yard():
    mesh = turned(box((-12, -10, 0), (12, 10, 7), "stone1", "cobble"))
    # Only the ground is of cobbles.
    ceiling = [t for t in mesh.triangles["cobble"] if t[0][1] > 0]
    mesh.triangles["cobble"] = [t for t in mesh.triangles["cobble"] if t[0][1] == 0]
    mesh.triangles["concrete1"] = ceiling
    return mesh


def objects():
    walls = [(-6, -4), (-1, -4), (-1, -3.5), (-5.5, -3.5), (-5.5, 3.5), (5.5, 3.5), (5.5, -3.5),
             (1, -3.5), (1, -4), (6, -4), (6, 4), (-6, 4)]
    stairs = [(2, 0), (5.5, 0), (5.5, 2), (4.5, 2), (4.5, 1.5), (4, 1.5), (4, 1), (3.5, 1), (3.5, 0.5),
              (2, 0.5)]
    legs = [box((x, y, 0), (x + 0.25, y + 0.25, 1), "wood1", "wood1")
            for x in (-4, -2.25) for y in (0, 1.75)]
    yield "yard-room", yard(), {}
    yield "walls", extruded(walls, 0, 3.5, upright, "stone", "concrete1"), {}
    yield "lintel", box((-1, -4, 2.75), (1, -3.5, 3.5), "timber", "timber"), {}
    yield "floor", box((-5.5, -3.5, 0), (5.5, 3.5, 0.125), "floor1", "floor1"), {}
    yield "roof", extruded([(-6.5, 3.5), (6.5, 3.5), (0, 6)], -4.5, 4.5, sideways, "tiles1", "timber"), {}
    yield "stairs", extruded(stairs, -3.5, -1.5, sideways, "concrete1", "stone1"), {}
    yield "table", together(box((-4, 0, 1), (-2, 2, 1.125), "wood1", "wood1"), *legs), \
        {"halfspace": "detail"}
    yield "well", torus(24, 10, 1.5, 0.5, (-8.5, -6, 0.25), "stone1"), {}
    yield "water", extruded([(-8.5 + math.cos(a), -6 + math.sin(a))
                             for a in (2 * math.pi * i / 12 for i in range(12))],
                            0, 0.375, upright, "#water1", "#water1"), {"halfspace": "water"}


def build():
    blob, views, accessors, meshes, nodes, materials = b"", [], [], [], [], []

    def array(numbers, size, name, component):
        nonlocal blob
        data = struct.pack(f"<{len(numbers)}{'f' if component == 5126 else 'H'}", *numbers)
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(data)})
        blob += data + bytes(-len(data) % 4)
        accessor = {"bufferView": len(views) - 1, "componentType": component,
                    "count": len(numbers) // size, "type": name}
        if name == "VEC3":
            accessor |= {"min": [min(numbers[i::3]) for i in range(3)],
                         "max": [max(numbers[i::3]) for i in range(3)]}
        accessors.append(accessor)
        return len(accessors) - 1

    for name, mesh, extras in objects():
        primitives = []
        for material, triangles in mesh.triangles.items():
            if material not in materials:
                materials.append(material)
            vertices, indices = {}, []
            for triangle in triangles:
                a, b, c = triangle
                n = [abs((b[i - 2] - a[i - 2]) * (c[i - 1] - a[i - 1])
                         - (b[i - 1] - a[i - 1]) * (c[i - 2] - a[i - 2])) for i in range(3)]
                axis = n.index(max(n))
                for p in triangle:
                    u, v = (p[2], -p[1]) if axis == 0 else (p[0], p[2]) if axis == 1 else (p[0], -p[1])
                    key = (*p, u / METRES_PER_TEXTURE, v / METRES_PER_TEXTURE)
                    indices.append(vertices.setdefault(key, len(vertices)))
            places = [x for key in vertices for x in key[:3]]
            texture = [x for key in vertices for x in key[3:]]
            primitives.append({"attributes": {"POSITION": array(places, 3, "VEC3", 5126),
                                              "TEXCOORD_0": array(texture, 2, "VEC2", 5126)},
                               "indices": array(indices, 1, "SCALAR", 5123),
                               "material": materials.index(material)})
        meshes.append({"primitives": primitives})
        node = {"name": name, "mesh": len(meshes) - 1}
        nodes.append(node | ({"extras": extras} if extras else {}))
    nodes.append({"name": "start", "translation": [0, 0.75, 8],
                  "extras": {"classname": "info_player_start", "angle": "90"}})
    document = {"asset": {"version": "2.0", "generator": "make_house.py of Halfspace"},
                "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes,
                "meshes": meshes, "materials": [{"name": name} for name in materials],
                "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(blob)}]}
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(blob), 0x004E4942) + blob
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


if __name__ == "__main__":
    (pathlib.Path(__file__).parent / "house.glb").write_bytes(build())
