# SPDX-License-Identifier: MIT
"""Draws the diagrams of docs/explanation/which_tree.md as SVG files beside this script.

    make_tree_diagrams.py

Scenes are seen from above; y of a scene runs upwards.
"""

import random

from make_diagrams import BLUE, GROWN, INK, LIGHT, RED, ROOM, SOLID, Diagram, caption

GREEN, PURPLE, GREY = "#2a8a5a", "#b06fd0", "#c9ccd2"
PLAN = 150  # the side of a scene


def note(d, x, y, *lines):
    d.view(1, x, y)
    for i, line in enumerate(lines):
        d.text((0, -16 * i), line, size=12)


def eye(d, at, name="eye"):
    d.dot(at, fill=INK, radius=5)
    d.text((at[0] + 5, at[1] - 12), name, size=12)


def around(points):
    return (tuple(map(min, zip(*points))), tuple(map(max, zip(*points))))


def cells(low, size, places, most=3):
    """The leaves of a quadtree: (lowest corner, size, places)."""
    inside = [p for p in places if all(low[i] <= p[i] < low[i] + size for i in (0, 1))]
    if len(inside) <= most:
        return [(low, size, inside)]
    half = size / 2
    return [leaf for x in (0, half) for y in (0, half)
            for leaf in cells((low[0] + x, low[1] + y), half, inside, most)]


def scattered(count, seed, low=6, high=PLAN - 6):
    numbers = random.Random(seed)
    return [(numbers.uniform(low, high), numbers.uniform(low, high)) for _ in range(count)]


def thing(d, at, fill=BLUE, half=4):
    d.box((at[0] - half, at[1] - half), (at[0] + half, at[1] + half), fill)


def plan(d, walls=((45, 40, 75, 75), (95, 85, 130, 110))):
    d.box((0, 0), (PLAN, PLAN), ROOM, stroke=INK, width=2)
    for x, y, far_x, far_y in walls:
        d.box((x, y), (far_x, far_y), SOLID)


# The outline of a mesh, and the groups of its lines in a tree of boxes.
OUTLINE = [(20, 20), (60, 12), (110, 22), (130, 60), (122, 100), (90, 130), (70, 100), (40, 122),
           (18, 80)]
GROUPS = ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 8, 0))


def mesh(d):
    d.area(OUTLINE, "#e3e6ea", stroke=INK, width=2)


def trees():
    d = Diagram(760, 250)
    places = scattered(14, 3)
    for i, (name, lines) in enumerate((
            ("World tree", ("Planes of walls cut space", "into cells, solid or empty.")),
            ("Triangle or box tree", ("Boxes around boxes", "around triangles or things.")),
            ("Octree", ("Cells that are halved", "where many things are.")),
            ("Loop", ("A list. Each box is", "tested, eight at a time.")))):
        caption(d, 20 + 188 * i, 24, name)
        note(d, 20 + 188 * i, 218, *lines)
        d.view(1, 20 + 188 * i, 190)
        if i == 0:
            plan(d)
            for line in (((45, 0), (45, 150)), ((75, 0), (75, 150)), ((45, 40), (75, 40)),
                         ((45, 75), (75, 75)), ((75, 85), (150, 85)), ((75, 110), (150, 110)),
                         ((95, 85), (95, 110)), ((130, 85), (130, 110))):
                d.line(line, stroke=RED, dash="5 4")
        elif i == 1:
            mesh(d)
            for group in GROUPS:
                d.box(*around([OUTLINE[k] for k in group]), "none", stroke=BLUE, width=1.5)
            for half in (GROUPS[:2], GROUPS[2:]):
                low, high = around([OUTLINE[k] for group in half for k in group])
                d.box((low[0] - 4, low[1] - 4), (high[0] + 4, high[1] + 4), "none", stroke=PURPLE,
                      width=1.5, dash="6 3")
        elif i == 2:
            for low, size, _ in cells((0, 0), PLAN, places):
                d.box(low, (low[0] + size, low[1] + size), "none", stroke=GREEN)
            for at in places:
                thing(d, at)
        else:
            for k in range(16):
                x, y = 4 + 37 * (k % 4), 120 - 37 * (k // 4)
                d.box((x, y), (x + 28, y + 24), "none", stroke=INK)
                d.text((x + 14, y + 8), str(k), "middle", size=11)
    d.save("which_trees.svg")


def draw_order():
    d = Diagram(760, 250)
    for x, title in ((20, "World tree: the far side of a plane first"),
                     (400, "Sorted by the distance of middles")):
        caption(d, x, 24, title)
        d.view(1.1, x + 10, 200)
        at = (12, 10)
        wall, crate = ((20, 95), (290, 95)), (225, 55)
        d.line(wall, stroke=SOLID, width=7)
        d.box((crate[0] - 14, crate[1] - 14), (crate[0] + 14, crate[1] + 14), GROWN)
        if x == 20:
            d.line([(0, 74), (300, 74)], stroke=RED, dash="6 4")
            d.text((4, 78), "plane", fill=RED, size=12)
            d.text((110, 104), "1: on the far side, so drawn first", size=12)
            d.text((crate[0] + 20, 48), "2", size=12)
        else:
            d.dot((155, 95), fill=RED)
            d.dot(crate, fill=RED)
            d.line([at, (155, 95)], stroke=RED, dash="3 3")
            d.line([at, crate], stroke=RED, dash="3 3")
            d.text((110, 104), "2: its middle is nearer", size=12)
            d.text((crate[0] + 20, 48), "1: hidden", size=12)
        eye(d, at)
    note(d, 20, 234, "Right from every eye, for every face.")
    note(d, 400, 234, "Wrong here: the long wall is painted over the crate.")
    d.save("which_order_drawing.svg")


def side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def culling():
    d = Diagram(760, 250)
    at, left, right = (8, 20), (110, 190), (190, 70)
    places = scattered(60, 5)

    def in_view(p):
        return side(at, left, p) <= 0 <= side(at, right, p)

    for x, title in ((20, "A tree takes or drops whole cells"), (400, "A loop tests everything")):
        caption(d, x, 24, title)
        d.view(1.15, x + 10, 222)
        tested = 0
        if x == 20:
            for low, size, inside in cells((0, 0), PLAN, places, 4):
                corners = [(low[0] + i * size, low[1] + k * size) for i in (0, 1) for k in (0, 1)]
                seen = [in_view(c) for c in corners]
                crosses = not all(seen) and (any(seen) or any(map(in_view, inside)))
                tested += len(inside) if crosses else 0
                fill = LIGHT if all(seen) else ("#fff3c4" if crosses else "#eceef1")
                d.box(low, (low[0] + size, low[1] + size), fill, stroke=GREY)
        else:
            d.box((0, 0), (PLAN, PLAN), "#fff3c4", stroke=GREY)
            tested = len(places)
        for p in places:
            thing(d, p, GREEN if in_view(p) else "#9aa0aa", 3)
        for far in ((98, 150), (150, 57.4)):
            d.line([at, far], stroke=INK)
        d.dot(at, fill=INK, radius=5)
        note(d, x + 200, 70, f"tests {tested} of {len(places)} things")
        if x == 20:
            for y, fill, words in ((100, LIGHT, "in view as a whole"), (124, "#fff3c4", "crossed"),
                                   (148, "#eceef1", "out of view")):
                d.view(1, x + 200, y)
                d.box((0, -2), (14, 12), fill, stroke=GREY)
                d.text((22, 0), words, size=12)
    d.save("which_culling_drawing.svg")


def rays():
    d = Diagram(760, 250)
    start, end = (20, 20), (105, 84)
    for i, (name, lines) in enumerate((
            ("World tree", ("From cell to cell, until", "a cell is solid.")),
            ("Triangle tree", ("Only into boxes that", "the line meets.")),
            ("Loop", ("Each triangle is tested.",)))):
        caption(d, 20 + 250 * i, 24, name)
        note(d, 20 + 250 * i, 218, *lines)
        d.view(1, 20 + 250 * i, 190)
        if i == 0:
            plan(d, ())
            for low, high in (((0, 0), (95, 150)), ((95, 0), (130, 85))):
                d.box(low, high, LIGHT)
            d.box((95, 85), (130, 110), SOLID)
            for x in (95, 130):
                d.line([(x, 0), (x, 150)], stroke=RED, dash="5 4")
            for y in (85, 110):
                d.line([(95, y), (130, y)], stroke=RED, dash="5 4")
            d.line([start, end], width=2, arrow="end")
        else:
            mesh(d)
            for k, group in enumerate(GROUPS):
                if i == 1:
                    met = k in (0, 3)
                    d.box(*around([OUTLINE[n] for n in group]), LIGHT if met else "none",
                          stroke=BLUE if met else GREY, width=1.5, opacity=0.6)
            for a, b in zip(OUTLINE, OUTLINE[1:] + OUTLINE[:1]):
                if i == 2:
                    d.line([a, b], stroke=RED, width=3)
            d.line([(-8, 8), (19, 33)], width=2, arrow="end")
        d.dot(start if i == 0 else (-8, 8), fill=INK)
    d.save("which_rays_drawing.svg")


def pairs():
    d = Diagram(760, 250)
    places = scattered(18, 11, 10, 140)
    caption(d, 20, 24, "Octree: cells near one another")
    d.view(1.1, 30, 212)
    found = cells((0, 0), PLAN, places, 2)
    busy = max(found, key=lambda leaf: (len(leaf[2]), leaf[1]))
    for low, size, _ in found:
        d.box(low, (low[0] + size, low[1] + size), LIGHT if low == busy[0] else "none",
              stroke=GREEN)
    reach = busy[1] / 4
    d.box((busy[0][0] - reach, busy[0][1] - reach),
          (busy[0][0] + busy[1] + reach, busy[0][1] + busy[1] + reach), "none", stroke=RED,
          dash="5 4", width=2)
    for p in places:
        thing(d, p, BLUE, 6)
    note(d, 212, 70, "A thing meets only those of", "its cell and of the cells", "that reach into it.")
    caption(d, 400, 24, "Sort along x: all with the same x")
    d.view(1.1, 410, 212)
    d.box((0, 0), (PLAN, PLAN), "none", stroke=GREY)
    x = places[4][0]
    d.box((x - 6, 0), (x + 6, PLAN), "#fff3c4")
    for p in places:
        thing(d, p, RED if p == places[4] else BLUE, 6)
    note(d, 592, 70, "A thing meets the whole", "strip, however far they", "are apart in y and z.")
    d.save("which_pairs_drawing.svg")


def moves():
    d = Diagram(760, 250)
    caption(d, 20, 24, "Octree: a move within a cell changes nothing")
    d.view(1.1, 30, 212)
    for x in (0, 75):
        for y in (0, 75):
            d.box((x, y), (x + 75, y + 75), "none", stroke=GREEN)
    for a, b in (((18, 20), (50, 42)), ((55, 105), (100, 125))):
        thing(d, a, GREY, 6)
        thing(d, b, BLUE, 6)
        d.line([a, b], arrow="end")
    note(d, 212, 150, "below: nothing to do")
    note(d, 212, 70, "above: out of one list,", "into another")
    caption(d, 400, 24, "Box tree: boxes are refitted, and grow")
    built = (((15, 20), (40, 35), (25, 55)), ((100, 110), (130, 95), (120, 135)))
    later = (((15, 20), (130, 95), (60, 130)), ((120, 135), (40, 35), (90, 20)))
    for x, groups in ((405, built), (590, later)):
        d.view(1, x, 200)
        for places, colour in zip(groups, (BLUE, PURPLE)):
            low, high = around(places)
            d.box((low[0] - 8, low[1] - 8), (high[0] + 8, high[1] + 8), colour, stroke=colour,
                  width=2, opacity=0.12)
            for p in places:
                thing(d, p, colour, 5)
    note(d, 405, 226, "when it was built")
    note(d, 590, 226, "a minute later")
    d.save("which_moves_drawing.svg")


if __name__ == "__main__":
    for draw in (trees, draw_order, culling, rays, pairs, moves):
        draw()
