#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the textures of the example levels beside this file; needs Pillow (python3-pil).

64 x 64 texels each, they repeat without a seam. The same numbers give the same pictures.
"""

import math
import pathlib
import random

from PIL import Image

FOLDER = pathlib.Path(__file__).resolve().parent
SIZE = 64


def clamp(x):
    return max(0, min(255, int(round(x))))


def shade(colour, factor):
    return tuple(clamp(c * factor) for c in colour)


class Noise:
    """Smooth noise that repeats after SIZE texels, between -1 and 1."""

    def __init__(self, seed, cells):
        rng = random.Random(seed)
        self.cells = cells
        self.values = [[rng.uniform(-1, 1) for _ in range(cells)] for _ in range(cells)]

    def at(self, x, y):
        fx, fy = x * self.cells / SIZE, y * self.cells / SIZE
        ix, iy = math.floor(fx), math.floor(fy)
        tx, ty = fx - ix, fy - iy
        tx, ty = tx * tx * (3 - 2 * tx), ty * ty * (3 - 2 * ty)

        def value(i, j):
            return self.values[j % self.cells][i % self.cells]

        top = value(ix, iy) * (1 - tx) + value(ix + 1, iy) * tx
        low = value(ix, iy + 1) * (1 - tx) + value(ix + 1, iy + 1) * tx
        return top * (1 - ty) + low * ty


def octaves(seed):
    layers = [(Noise(seed + k, 4 << k), 0.5 ** k) for k in range(4)]
    return lambda x, y: sum(n.at(x, y) * weight for n, weight in layers) / 1.9


def draw(name, texel, mode="RGB"):
    """texel(x, y) gives a colour, or None for a hole."""
    image = Image.new(mode, (SIZE, SIZE))
    for y in range(SIZE):
        for x in range(SIZE):
            colour = texel(x, y)
            if mode == "RGBA":
                colour = (*colour, 255) if colour else (0, 0, 0, 0)
            image.putpixel((x, y), colour)
    image.save(FOLDER / f"{name}.png", optimize=True)


def blocks(name, colour, mortar, rows, widths, seed):
    """Courses of cut stone, each row shifted against the one above."""
    noise = octaves(seed)
    rng = random.Random(seed)
    tints = {}
    height = SIZE // rows

    def texel(x, y):
        row = y // height
        width = widths[row % len(widths)]
        shifted = (x + (row % 2) * width // 2) % SIZE
        key = (row, shifted // width)
        tint = tints.setdefault(key, rng.uniform(0.88, 1.1))
        in_x, in_y = shifted % width, y % height
        if in_x == 0 or in_y == 0:
            return shade(mortar, 1 + 0.12 * noise(x, y))
        light = 1.12 if in_x == 1 or in_y == 1 else (0.84 if in_x == width - 1 or in_y == height - 1 else 1)
        return shade(colour, tint * light * (1 + 0.16 * noise(x, y)))

    draw(name, texel)


def cobble(name, colour, gap, count, seed):
    """Round stones: each texel belongs to the nearest of some points."""
    rng = random.Random(seed)
    per_row = int(math.sqrt(count))
    step = SIZE / per_row
    points = [((i + rng.uniform(0.2, 0.8)) * step, (j + rng.uniform(0.2, 0.8)) * step, rng.uniform(0.85, 1.12))
              for i in range(per_row) for j in range(per_row)]
    noise = octaves(seed)

    def away(x, y, p):
        dx = min(abs(x - p[0]), SIZE - abs(x - p[0]))
        dy = min(abs(y - p[1]), SIZE - abs(y - p[1]))
        return math.hypot(dx, dy)

    def texel(x, y):
        near = sorted((away(x, y, p), p[2]) for p in points)
        edge = near[1][0] - near[0][0]
        if edge < 1.1:
            return shade(gap, 1 + 0.1 * noise(x, y))
        dome = 0.86 + 0.22 * min(edge, 5) / 5
        return shade(colour, near[0][1] * dome * (1 + 0.12 * noise(x, y)))

    draw(name, texel)


def planks(name, colour, gap, width, seed):
    """Boards that run upwards, with grain."""
    noise = octaves(seed)
    rng = random.Random(seed)
    tints = [rng.uniform(0.86, 1.1) for _ in range(SIZE // width)]
    ends = [rng.randrange(SIZE) for _ in range(SIZE // width)]

    def texel(x, y):
        board = x // width
        if x % width == 0 or (y - ends[board]) % SIZE == 0:
            return shade(gap, 1)
        grain = math.sin((x % width) * 1.9 + 3 * noise(x, y / 4 + 16 * board)) * 0.06
        return shade(colour, tints[board] * (1 + grain + 0.1 * noise(x * 2 % SIZE, y / 2)))

    draw(name, texel)


def tiles(name, light, dark, count, seed):
    noise = octaves(seed)
    size = SIZE // count

    def texel(x, y):
        if x % size == 0 or y % size == 0:
            return shade(dark, 0.6)
        colour = light if (x // size + y // size) % 2 == 0 else dark
        rim = 1.1 if x % size == 1 or y % size == 1 else 1
        return shade(colour, rim * (1 + 0.08 * noise(x, y)))

    draw(name, texel)


def metal(name, colour, seed):
    noise = octaves(seed)

    def texel(x, y):
        in_x, in_y = x % 32, y % 32
        for cx, cy in ((5, 5), (27, 5), (5, 27), (27, 27)):
            r = math.hypot(in_x - cx, in_y - cy)
            if r < 2.3:
                return shade(colour, 1.25 - 0.12 * (in_x - cx + in_y - cy))
        if in_x in (0, 31) or in_y in (0, 31):
            return shade(colour, 0.62)
        if in_x == 1 or in_y == 1:
            return shade(colour, 1.18)
        return shade(colour, 1 + 0.07 * noise(x, y / 8) + 0.06 * noise(y, x))

    draw(name, texel)


def flow(name, low, high, seed, sharp):
    """Liquids and clouds: a colour between two by noise that is bent by noise."""
    a, b = octaves(seed), octaves(seed + 50)

    def texel(x, y):
        t = 0.5 + 0.5 * a(x + 9 * b(x, y), y + 9 * b(y, x))
        t = max(0, min(1, (t - 0.5) * sharp + 0.5))
        return tuple(clamp(p + (q - p) * t) for p, q in zip(low, high))

    draw(name, texel)


def fence(name, colour):
    def texel(x, y):
        if y % 32 < 4:
            return shade(colour, 1.15 if y % 32 == 0 else (0.7 if y % 32 == 3 else 1))
        in_x = x % 16
        if in_x < 4:
            return shade(colour, (1.2, 1.05, 0.9, 0.7)[in_x])
        return None

    draw(name, texel, "RGBA")


def banner(name, seed):
    noise = octaves(seed)

    def texel(x, y):
        weave = 1 + 0.06 * ((x + y) % 2) + 0.08 * noise(x, y)
        diamond = abs(x - 32) + abs(y - 32)
        if x < 4 or x >= 60 or 18 <= diamond < 22 or diamond < 6:
            return shade((214, 178, 82), weave)
        return shade((140, 36, 42), weave)

    draw(name, texel)


def main():
    blocks("stone", (150, 143, 130), (92, 86, 78), 4, (32, 32), 1)
    blocks("stone1", (138, 136, 132), (84, 82, 80), 4, (32, 64), 2)
    blocks("floor1", (120, 112, 98), (74, 68, 58), 2, (32, 32), 3)
    blocks("concrete1", (146, 146, 142), (116, 116, 112), 2, (64, 64), 4)
    cobble("cobble", (122, 116, 108), (62, 60, 54), 25, 5)
    planks("timber", (128, 92, 58), (58, 40, 24), 16, 6)
    planks("wood1", (142, 100, 60), (62, 42, 24), 16, 7)
    tiles("tiles1", (176, 172, 160), (118, 124, 128), 4, 8)
    metal("metal1", (112, 120, 130), 9)
    flow("#water1", (26, 66, 104), (74, 138, 172), 10, 1.6)
    flow("#lava1", (120, 24, 8), (255, 176, 48), 11, 2.4)
    flow("sky1", (92, 142, 200), (232, 238, 244), 12, 1.5)
    fence("{fence1", (104, 104, 100))
    banner("banner1", 13)


if __name__ == "__main__":
    main()
