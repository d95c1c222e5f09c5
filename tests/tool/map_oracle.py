# SPDX-License-Identifier: MIT
"""What a level means, by brute force over the text of its brushes: no tree, no shared code."""

import re
from fractions import Fraction

MERGED = {"worldspawn", "func_detail", "func_detail_fence", "func_detail_illusionary"}
OF_CLASS = {"func_detail": "detail", "func_detail_fence": "fence",
            "func_detail_illusionary": "illusionary"}
OF_TEXTURE = {"*water1": "water", "*lava1": "lava", "sky1": "sky", "clip": "playerclip,monsterclip",
              "hint": "hint", "hintskip": "hint", "trigger": "trigger"}
OPAQUE = ("solid", "sky", "detail")

SIDE = re.compile(r"\( (\S+) (\S+) (\S+) \) " * 3 + r"(\S+)")


def plane(points):
    """(n, d) with n out of the brush: the points are clockwise seen from outside."""
    p, q, r = points
    a = [r[i] - p[i] for i in range(3)]
    b = [q[i] - p[i] for i in range(3)]
    n = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return n, sum(n[i] * p[i] for i in range(3))


class Brush:
    def __init__(self, planes, points, contents):
        self.contents = contents
        self.low = [float(min(c)) for c in zip(*points)]
        self.high = [float(max(c)) for c in zip(*points)]
        self.planes = planes
        self.scaled = []
        for n, d in planes:
            size = float(sum(c * c for c in n)) ** 0.5
            self.scaled.append(([float(c) / size for c in n], float(d) / size))

    def depth(self, point):
        """How far inside the point is, in units; negative outside."""
        x, y, z = point
        return min(d - (n[0] * x + n[1] * y + n[2] * z) for n, d in self.scaled)

    def inside_length(self, a, b):
        """The share of the segment that lies inside, negative if it passes by."""
        first, last = 0.0, 1.0
        for n, d in self.scaled:
            at_a = n[0] * a[0] + n[1] * a[1] + n[2] * a[2] - d
            at_b = n[0] * b[0] + n[1] * b[1] + n[2] * b[2] - d
            if at_a >= 0 and at_b >= 0:
                return -1.0
            if at_a * at_b < 0:
                t = at_a / (at_a - at_b)
                first, last = (max(first, t), last) if at_a > 0 else (first, min(last, t))
        return last - first


def world_brushes(path):
    """The brushes of model 0 of an example level."""
    brushes, classname, planes, points, textures = [], None, [], [], []
    for line in path.read_text().splitlines():
        found = SIDE.match(line)
        if line.startswith('"classname"'):
            classname = line.split('"')[3]
        elif found:
            numbers = [Fraction(text) for text in found.groups()[:9]]
            corners = [numbers[0:3], numbers[3:6], numbers[6:9]]
            planes.append(plane(corners))
            points += corners
            textures.append(found[10])
        elif line == "{":
            planes, points, textures = [], [], []
        elif line == "}" and planes:
            if classname in MERGED:
                contents = OF_CLASS.get(classname) or OF_TEXTURE.get(textures[0], "solid")
                brushes.append(Brush(planes, points, contents))
            planes = []
    return brushes


def joined(contents):
    """The contents of a place that several brushes fill, as the program prints them."""
    for one in OPAQUE:
        if one in contents:
            return one
    kept = set(contents) - {"hint"}
    for strong, weak in (("lava", "slime"), ("lava", "water"), ("slime", "water")):
        if strong in kept:
            kept.discard(weak)
    order = ("fence", "illusionary", "playerclip,monsterclip", "water", "slime", "lava", "trigger")
    return ",".join(one for one in order if one in kept) or "empty"
