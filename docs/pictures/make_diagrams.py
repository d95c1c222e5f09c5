# SPDX-License-Identifier: MIT
"""Draws the diagrams of docs/reference/glossary.md as SVG files beside this script.

    make_diagrams.py

Lengths of the scenes are map units; y of a scene runs upwards.
"""

import math
import pathlib

SOLID, GROWN, LIGHT, ROOM = "#464a52", "#4aa29f", "#b8ddd5", "#fcf6ea"
INK, RED, BLUE = "#20242c", "#c2255c", "#2f6fb0"


class Diagram:
    """Shapes of one picture. scale: pixels of a unit; origin: the pixel of the scene's origin."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.items = []
        self.scale, self.origin = 1.0, (0.0, 0.0)

    def view(self, scale, x, y):
        self.scale, self.origin = scale, (x, y)

    def at(self, point):
        return (self.origin[0] + self.scale * point[0], self.origin[1] - self.scale * point[1])

    def _points(self, points):
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))

    def area(self, points, fill, stroke="none", width=1, dash="", opacity=1):
        self.items.append(f'<polygon points="{self._points(points)}" fill="{fill}" '
                          f'fill-opacity="{opacity}" stroke="{stroke}" stroke-width="{width}" '
                          f'stroke-dasharray="{dash}"/>')

    def box(self, low, high, *rest, **more):
        self.area([low, (high[0], low[1]), high, (low[0], high[1])], *rest, **more)

    def line(self, points, stroke=INK, width=1.5, dash="", arrow=""):
        """arrow: "end", or "both"."""
        marks = {"": "", "end": ' marker-end="url(#a)"',
                 "both": ' marker-start="url(#a)" marker-end="url(#a)"'}[arrow]
        self.items.append(f'<polyline points="{self._points(points)}" fill="none" '
                          f'stroke="{stroke}" stroke-width="{width}" '
                          f'stroke-dasharray="{dash}"{marks}/>')

    def dot(self, point, fill=RED, radius=4):
        x, y = self.at(point)
        self.items.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}"/>')

    def text(self, point, text, anchor="start", fill=INK, size=13, weight="normal"):
        x, y = self.at(point)
        self.items.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" '
                          f'font-size="{size}" font-weight="{weight}">{text}</text>')

    def save(self, name):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" '
                f'height="{self.height}" viewBox="0 0 {self.width} {self.height}" '
                'font-family="sans-serif">\n'
                '<marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" '
                'markerHeight="8" orient="auto-start-reverse">'
                f'<path d="M0,1 L10,5 L0,9 z" fill="{INK}"/></marker>\n'
                f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>\n')
        path = pathlib.Path(__file__).parent / name
        path.write_text(head + "\n".join(self.items) + "\n</svg>\n", encoding="utf-8")


def caption(d, x, y, text):
    d.view(1, x, y)
    d.text((0, 0), text, weight="bold", size=14)


def tree():
    """A floor plan with a pillar, its cells and its tree."""
    d = Diagram(760, 300)
    caption(d, 20, 24, "Cells: a room with one pillar, from above")
    d.view(1.5, 30, 270)
    d.box((0, 0), (220, 150), ROOM, stroke=INK)
    d.box((80, 50), (140, 100), SOLID)
    for points in ([(80, 0), (80, 150)], [(140, 0), (140, 150)], [(80, 100), (140, 100)],
                   [(80, 50), (140, 50)]):
        d.line(points, stroke=RED, dash="6 4")
    for at, name, colour in (((40, 70), "leaf 1", INK), ((180, 70), "leaf 2", INK),
                             ((110, 122), "leaf 3", INK), ((110, 20), "leaf 4", INK),
                             ((110, 71), "leaf 5", "#ffffff")):
        d.text(at, name, "middle", fill=colour)
    for at, name in (((80, 154), "A"), ((140, 154), "B"), ((148, 97), "C"), ((148, 47), "D")):
        d.text(at, name, "middle", fill=RED, weight="bold")
    caption(d, 420, 24, "Tree: a node is a splitter, a leaf is a cell")
    d.view(1, 0, 0)
    nodes = {"A": (500, -60), "B": (570, -110), "C": (620, -160), "D": (670, -210)}
    leaves = {"1": (440, -110), "2": (510, -160), "3": (560, -210), "4": (610, -260),
              "5": (725, -260)}
    for a, b in (("A", "1"), ("A", "B"), ("B", "2"), ("B", "C"), ("C", "3"), ("C", "D"),
                 ("D", "4"), ("D", "5")):
        d.line([nodes[a], nodes.get(b) or leaves[b]])
    for name, at in nodes.items():
        d.dot(at, fill=RED, radius=14)
        d.text((at[0], at[1] - 5), name, "middle", fill="#ffffff", weight="bold")
    for name, (x, y) in leaves.items():
        fill, ink = (SOLID, "#ffffff") if name == "5" else (ROOM, INK)
        d.box((x - 26, y - 13), (x + 26, y + 13), fill, stroke=INK)
        d.text((x, y - 5), "solid" if name == "5" else f"leaf {name}", "middle", fill=ink)
    d.save("tree.svg")


def space():
    """A body before a step, and the space of the body."""
    d = Diagram(760, 270)
    for left, title in ((20, "The level: a body is a box"),
                        (400, "The space of this body: a position is a point")):
        caption(d, left, 24, title)
        d.view(1.45, left, 245)
        grown = left > 100
        d.box((0, 0), (235, 145), ROOM)
        if grown:
            d.box((0, 0), (235, 44), GROWN)
            d.box((130, 44), (235, 96), GROWN)
            d.box((0, 103), (235, 145), GROWN)
        d.box((0, 0), (235, 20), SOLID)
        d.box((145, 20), (235, 72), SOLID)
        d.box((0, 135), (235, 145), SOLID)
        if not grown:
            d.box((35, 20), (65, 76), LIGHT, stroke=INK)
            d.text((10, 90), "body: -15 -24 to 15 32", size=12)
            d.dot((50, 44))
            d.text((70, 41), "its position", size=12)
            d.text((190, 45), "step", "middle", fill="#ffffff")
        else:
            d.line([(50, 44), (129, 44)], arrow="end", width=2)
            d.dot((50, 44))
            d.text((12, 52), "position", size=12)
            d.text((182, 80), "grown step", "middle", fill="#ffffff")
            d.text((70, 28), "grown floor: 24 higher", "middle", fill="#ffffff", size=12)
            d.text((70, 120), "grown ceiling: 32 lower", "middle", fill="#ffffff", size=12)
            d.text((124, 56), "15 before the step", "end", size=12)
    d.save("space.svg")


def bevel():
    """A wedge whose tip needs a bevel, and a bevel that was rounded."""
    d = Diagram(760, 300)
    caption(d, 20, 24, "A wedge grown for a body of 30 x 30 units, from above")
    d.view(2.4, 230, 165)
    wedge = [(0, 0), (88, 22), (88, -22)]
    d.area([(-75, 0), (-15, 15), (-15, -15)], LIGHT, stroke=RED, dash="5 4")
    d.area([(-15, 15), (88, 40.75), (88, -40.75), (-15, -15)], GROWN)
    d.area(wedge, SOLID)
    d.line([(-15, -46), (-15, 46)], stroke=RED, width=2)
    d.line([(0, -46), (0, 46)], stroke=RED, width=1.5, dash="6 4")
    d.text((2, 41), "bevel: touches the tip", fill=RED)
    d.text((-17, 41), "bevel, moved out by 15", "end", fill=RED)
    d.text((52, -3), "brush", "middle", fill="#ffffff")
    d.text((58, -29), "grown brush", "middle", fill="#ffffff")
    d.text((-88, 26), "without a bevel")
    d.text((-88, 20), "the sides meet")
    d.text((-88, 14), "here: too large")
    caption(d, 530, 24, "Excess")
    d.view(1, 550, 250)
    d.area([(0, 0), (170, 0), (170, 150)], GROWN)
    d.line([(0, 0), (170, 150)], width=1.5)
    d.line([(-20, 4), (150, 160)], stroke=RED, dash="6 4", width=2)
    d.line([(74, 66), (63, 79)], arrow="both", width=1.2)
    d.text((52, 92), "excess", "end", fill=RED)
    d.text((165, 30), "exact sum", "end", fill="#ffffff")
    d.text((-20, -22), "dashed: a bevel with large numbers,", fill=RED, size=12)
    d.text((-20, -38), "rounded outwards (exaggerated)", fill=RED, size=12)
    d.save("bevel.svg")


def contact():
    """The end, the touch, skin and hair of a trace."""
    d = Diagram(760, 260)
    caption(d, 20, 24, "A trace in the space of a body")
    d.view(1, 40, 230)
    wall = [(420, 0), (560, 190)]
    d.area([*wall, (700, 190), (700, 0)], GROWN)
    d.text((640, 60), "grown wall", "middle", fill="#ffffff")
    src, dest = (20, 60), (660, 150)
    nx, ny = -190 / math.hypot(140, 190), 140 / math.hypot(140, 190)
    along = ((420 - src[0]) * nx + (0 - src[1]) * ny) / ((dest[0] - src[0]) * nx
                                                         + (dest[1] - src[1]) * ny)

    def place(t):
        return (src[0] + t * (dest[0] - src[0]), src[1] + t * (dest[1] - src[1]))

    touch = place(along)
    skin = 60
    end = place(along + skin / ((dest[0] - src[0]) * nx + (dest[1] - src[1]) * ny))
    d.line([touch, dest], dash="6 4")
    d.line([src, end], width=2.5)
    foot = (end[0] - skin * nx, end[1] - skin * ny)
    d.line([end, foot], stroke=INK, arrow="both", width=1.2)
    d.line([touch, (touch[0] + 55 * nx, touch[1] + 55 * ny)], stroke=BLUE, width=2, arrow="end")
    for at, name, dx, dy in ((src, "src", 0, 12), (dest, "dest", 0, 12),
                             (end, "end: it rests here", -4, 14),
                             (touch, "point: the touch", 8, -16)):
        d.dot(at)
        d.text((at[0] + dx, at[1] + dy), name, "end" if "end:" in name else "start")
    d.text((touch[0] + 55 * nx - 4, touch[1] + 55 * ny + 8), "normal", "end", fill=BLUE)
    d.text(((end[0] + foot[0]) / 2 - 2, (end[1] + foot[1]) / 2 - 16), "skin", "end")
    d.text((0, -12), "skin: 1/32 unit, measured along the normal. "
           "hair: 1/1024 unit; rounding may end the motion earlier by this much.", size=12)
    d.save("contact.svg")


def facets():
    """A curve, its pieces and its facets."""
    d = Diagram(760, 210)
    caption(d, 20, 24, "A curve from the side")

    def arc(steps, radius=1.0):
        return [(-radius * math.cos(math.pi * i / steps), radius * math.sin(math.pi * i / steps))
                for i in range(steps + 1)]

    for x, title in ((130, "as the editor has it"), (380, "pieces: drawn"),
                     (630, "facets: they block")):
        d.view(105, x, 155)
        if x == 130:
            d.line(arc(60), width=2.5)
        elif x == 380:
            d.line(arc(60), stroke=LIGHT, width=5)
            d.line(arc(8), stroke=BLUE, width=2)
            for point in arc(8):
                d.dot(point, fill=BLUE, radius=3)
        else:
            d.line(arc(60), stroke=LIGHT, width=5)
            outer = arc(4)
            for a, b in zip(outer, outer[1:]):
                d.area([a, b, (b[0], b[1] - 0.1), (a[0], a[1] - 0.1)], GROWN, stroke=INK)
        d.view(1, x, 155)
        d.text((0, -28), title, "middle")
    d.view(1, 630, 155)
    d.text((0, -44), "fewer, and thick: each is a brush", "middle", size=12)
    d.save("facets.svg")


def relief():
    """A pillar of many sides with and without relief planes."""
    d = Diagram(760, 270)
    corners = [(math.cos(2 * math.pi * i / 24), math.sin(2 * math.pi * i / 24)) for i in range(24)]
    for x, title in ((20, "Planes of sides alone: each cuts off little"),
                     (400, "Relief planes divide the sides evenly")):
        caption(d, x, 24, title)
        d.view(85, x + 165, 145)
        d.box((-1.75, -1.2), (1.75, 1.2), ROOM, stroke=INK)
        d.area(corners, SOLID)
        if x == 20:
            for i in range(5, 9):
                (ax, ay), (bx, by) = corners[i], corners[i + 1]
                ends = []
                for t in (k / 50 for k in range(-1500, 1501)):
                    px, py = ax + t * (bx - ax), ay + t * (by - ay)
                    if abs(px) <= 1.75 and abs(py) <= 1.2:
                        ends.append((px, py))
                d.line([ends[0], ends[-1]], stroke=RED, dash="6 4")
        else:
            d.line([(0, -1.2), (0, 1.2)], stroke=RED, width=2)
            d.line([(-1.75, 0), (1.75, 0)], stroke=RED, width=2)
            for dx, dy in ((-1.3, 0.8), (1.3, 0.8), (-1.3, -0.85), (1.3, -0.85)):
                d.text((dx, dy), "6 sides", "middle")
        d.text((0, -0.05), "24 sides" if x == 20 else "", "middle", fill="#ffffff")
    d.save("relief.svg")


if __name__ == "__main__":
    for draw in (tree, space, bevel, contact, facets, relief):
        draw()
