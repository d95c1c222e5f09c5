# SPDX-License-Identifier: MIT
"""Writes .map files full of what breaks compilers that round: the same text for the same arguments.

    nasty_map.py KIND COUNT SEED > scene.map

Coordinates are multiples of 1/8 unless a kind says otherwise. Geometry is computed in fractions, so
every side's three points are exactly where the text says.
"""

import random
import sys
from fractions import Fraction

EXTENT = 2048 * 8  # of a scene, in eighths


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def add(*points):
    return tuple(sum(values) for values in zip(*points))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


class Brush:
    """Sides as triples of points in eighths; `inside` tells on which side the solid is."""

    def __init__(self, inside):
        self.inside = inside
        self.sides = []

    def side(self, a, b, c):
        # A .map file lists the points clockwise as seen from outside.
        outwards = dot(cross(sub(c, a), sub(b, a)), sub(self.inside, a)) < 0
        self.sides.append((a, b, c) if outwards else (a, c, b))
        return self


def decimal(value):
    value = Fraction(value, 8)
    scaled = value * 10**6
    assert scaled.denominator == 1, "a coordinate needs more than six decimals"
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(int(scaled)), 10**6)
    return (f"{sign}{whole}.{part:06d}").rstrip("0").rstrip(".")


def write(brushes, out):
    out.write('{\n"classname" "worldspawn"\n')
    for brush in brushes:
        out.write("{\n")
        for points in brush.sides:
            text = " ".join("( " + " ".join(decimal(x) for x in p) + " )" for p in points)
            out.write(f"{text} stone 0 0 0 1 1\n")
        out.write("}\n")
    out.write("}\n")


def parallelepiped(corner, u, v, w):
    """The brush spanned by three edges, or None if it is flat."""
    if dot(cross(u, v), w) == 0:
        return None
    far = add(corner, u, v, w)
    brush = Brush(tuple(Fraction(a + b, 2) for a, b in zip(corner, far)))
    for a, b in ((u, v), (v, w), (w, u)):
        brush.side(corner, add(corner, a), add(corner, b))
        brush.side(far, sub(far, a), sub(far, b))
    return brush


def box(low, high):
    size = sub(high, low)
    return parallelepiped(low, (size[0], 0, 0), (0, size[1], 0), (0, 0, size[2]))


def prism(rim, low, tops):
    """A triangular column over rim = three (x, y), from the height low up to three heights."""
    bottom = [(x, y, low) for x, y in rim]
    top = [(x, y, z) for (x, y), z in zip(rim, tops)]
    brush = Brush(tuple(Fraction(sum(v), 6) for v in zip(*bottom, *top)))
    brush.side(*bottom).side(*top)
    for i in range(3):
        j = (i + 1) % 3
        brush.side(bottom[i], bottom[j], (top[i][0], top[i][1], low + 8))
    return brush


class Scene:
    def __init__(self, count, seed):
        self.count = count
        self.random = random.Random(seed)

    def number(self, low, high):
        # random() is the same in every version of Python; randrange() has changed.
        return low + int(self.random.random() * (high - low + 1))

    def vector(self, size):
        return tuple(self.number(-size, size) for _ in range(3))

    def rotated_boxes(self):
        """Overlapping boxes, turned and sheared at random."""
        while True:
            size = self.number(64, 1024)
            yield parallelepiped(self.vector(EXTENT), self.vector(size), self.vector(size),
                                 self.vector(size))

    def pie_wedges(self):
        """Thin prisms that share one axis: many planes through one line."""
        radius = EXTENT // 2
        rim = []
        for i in range(self.count):
            t = Fraction(2 * i + 1 - self.count, self.count)  # the rational points of a circle
            x, y = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
            rim.append((int(x * radius), int(y * radius)))
        while True:
            for i in range(self.count - 1):
                if rim[i][0] * rim[i + 1][1] == rim[i][1] * rim[i + 1][0]:
                    yield None
                    continue
                low = self.number(-2048, 1024)
                high = low + self.number(64, 2048)
                yield prism(((0, 0), rim[i], rim[i + 1]), low, (high, high, high))

    def slivers(self):
        """Long splinters, a few eighths thick, with tiny angles between their sides."""
        while True:
            along = self.vector(EXTENT // 2)
            yield parallelepiped(self.vector(EXTENT), along, self.vector(9),
                                 add(tuple(x // 3 for x in along), self.vector(9)))

    def tilted_plates(self):
        """Stacked plates whose tops differ from level by an eighth over hundreds of units."""
        while True:
            size = self.number(1024, 8192)
            tilt = (self.number(-2, 2), self.number(-2, 2))
            corner = (self.number(-4096, 4096), self.number(-4096, 4096), self.number(-256, 256))
            yield parallelepiped(corner, (size, 0, tilt[0]), (0, size, tilt[1]),
                                 (0, 0, self.number(1, 64)))

    def thin_panels(self):
        """Crossing walls of 0.1 units, which is on no binary grid."""
        while True:
            axis = self.number(0, 2)
            low = [Fraction(x) for x in self.vector(EXTENT // 2)]
            high = [x + self.number(512, 4096) for x in low]
            low[axis] += Fraction(self.number(0, 9) * 8, 10)
            high[axis] = low[axis] + Fraction(8, 10)
            yield box(tuple(low), tuple(high))

    def terrain(self):
        """Columns under a rough surface, two triangles for each square."""
        side = max(2, int((self.count / 2) ** 0.5) + 1)
        step = 512
        height = [[self.number(64, 1024) for _ in range(side + 1)] for _ in range(side + 1)]
        while True:
            for i in range(side):
                for j in range(side):
                    x, y = (i - side // 2) * step, (j - side // 2) * step
                    corners = (((x, y), height[i][j]), ((x + step, y), height[i + 1][j]),
                               ((x + step, y + step), height[i + 1][j + 1]),
                               ((x, y + step), height[i][j + 1]))
                    for chosen in ((0, 1, 2), (0, 2, 3)):
                        yield prism([corners[k][0] for k in chosen], 0,
                                    [corners[k][1] for k in chosen])

    def redundant_planes(self):
        """Boxes with sides that only touch an edge or a corner, and one that does not even."""
        while True:
            low = self.vector(EXTENT // 2)
            size = self.number(64, 1024)
            high = add(low, (size, size, size))
            brush = box(low, high)
            x, y, z = high
            brush.side((x, y, z), (x, y, z - 8), (x + 8, y - 8, z))
            brush.side((x, y, z), (x + 8, y - 8, z), (x, y - 8, z + 8))
            brush.side((x + 16, y, z), (x + 16, y + 8, z), (x + 16, y, z + 8))
            yield brush

    def brushes(self, kind):
        made = []
        for brush in getattr(self, kind)():
            if brush is not None:
                made.append(brush)
            if len(made) == self.count:
                return made


KINDS = ("rotated_boxes", "pie_wedges", "slivers", "tilted_plates", "thin_panels", "terrain",
         "redundant_planes")


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in KINDS:
        sys.exit(f"usage: nasty_map.py {{{','.join(KINDS)}}} COUNT SEED")
    kind, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    write(Scene(count, seed).brushes(kind), sys.stdout)


if __name__ == "__main__":
    main()
