# SPDX-License-Identifier: MIT
"""Prints an OBJ: a closed bumpy ball that is small beside a body, so that very many grown pieces
overlap. All coordinates are whole numbers of 1/1024."""

import math

AROUND, ALONG, RADIUS = 24, 12, 700


def radius(i, j):
    return RADIUS + 37 * ((5 * i + 3 * j) % 7) - 53 * ((i + 2 * j) % 3)


def place(i, j):
    across, up = math.pi * j / ALONG, 2 * math.pi * (i % AROUND) / AROUND
    r = radius(i % AROUND, j) if 0 < j < ALONG else RADIUS
    return tuple(round(r * c) / 1024 for c in (
        math.sin(across) * math.cos(up), math.cos(across), math.sin(across) * math.sin(up)))


print("o ball")
numbers = {}


def number(i, j):
    key = (i % AROUND, j) if 0 < j < ALONG else (0, j)
    if key not in numbers:
        print("v", *place(*key))
        numbers[key] = len(numbers) + 1
    return numbers[key]


faces = []
for j in range(ALONG):
    for i in range(AROUND):
        a, b, c, d = number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)
        faces += [(a, b, c)] if a != b else []
        faces += [(a, c, d)] if c != d else []
for face in faces:
    print("f", *face)
