# SPDX-License-Identifier: MIT
"""The questions of tests/python/same_bits.cpp in Python: made of whole numbers, answered in batches.

For each question a list: the CRC-32 of the answers of each block of questions.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import halfspace

BLOCK = 16384
STEPS, TURNS, CUBES = 10, 5, 100
FAN = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]

Array = Any
# Columns of the answers to questions with these numbers.
Ask = Callable[[Array], list[Array]]


def number(stream: int, i: Array) -> Array:
    """The numbers i of a stream."""
    x = i.astype(np.uint32) * np.uint32(0x9E3779B9) + np.uint32(stream * 0x85EBCA6B % 2**32)
    x = (x ^ (x >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    x = (x ^ (x >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return x ^ (x >> np.uint32(16))


class Places:
    """Places in a box whose sides are whole, in steps of 1/64; every other one on a coarse lattice."""

    def __init__(self, low: Array, high: Array, coarse: int) -> None:
        self.low = np.array(low, dtype=np.float64)
        self.size = (64 * (np.array(high) - self.low)).astype(np.uint32) + np.uint32(1)
        self.coarse = coarse

    def at(self, stream: int, i: Array) -> Array:
        offset = number(stream, 3 * i[:, None] + np.arange(3)) % self.size
        step = np.where(i % 2 == 0, 1, self.coarse).astype(np.uint32)[:, None]
        return self.low + (offset - offset % step).astype(np.float64) / 64

    def segments(self, stream: int, i: Array) -> Array:
        start, end = self.at(stream, i), self.at(stream + 1, i)
        return np.hstack([start, np.where((i % 4 < 2)[:, None], start + (end - start) / 32, end)])


def columns(records: Array) -> list[Array]:
    return [records[name] for name in records.dtype.names]


def ask_all(count: int, ask: Ask) -> Iterator[int]:
    for begin in range(0, count, BLOCK):
        crc = 0
        for column in ask(np.arange(begin, min(count, begin + BLOCK))):
            crc = zlib.crc32(np.ascontiguousarray(column).tobytes(), crc)
        yield crc


def freed(places: Array) -> list[Array]:
    return [~np.isnan(places[:, 0]), np.nan_to_num(places)]


def walk(level: halfspace.Level, starts: Array, i: Array) -> list[Array]:
    """Ten steps with each of five controls."""
    states = halfspace.movers_at(starts)
    problems = np.zeros(len(i), np.uint8)
    for turn in range(TURNS):
        u = number(8, TURNS * i + turn)
        inputs = halfspace.controls(
            yaw=(u & np.uint32(0xFFFF)).astype(np.int16).astype(float) * 45 / 8192,
            forward=1,
            left=((u >> np.uint32(16)) % np.uint32(255) - 127.0) / 127,
            jump=(u >> np.uint32(24)) % np.uint32(4) == 0,
            crouch=(u >> np.uint32(26)) % np.uint32(8) == 0,
        )
        for _ in range(STEPS):
            level.step_movers(states, inputs, out=states, problems=problems)
    return [states, problems]


def shapes() -> dict[str, halfspace.Shape]:
    return {
        "sweep_box": halfspace.Shape.box((16, 12, 28)),
        "sweep_sphere": halfspace.Shape.sphere(8.5),
        "sweep_capsule": halfspace.Shape.capsule(14, 12),
        "sweep_cylinder": halfspace.Shape.cylinder(20, 12.25),
        "sweep_hull": halfspace.Shape.hull([(12, 0, -9), (-7, 11, -9), (-8, -10, -9), (1, 2, 20)]),
    }


def level_questions(level: halfspace.Level) -> Iterator[tuple[str, Ask, int]]:
    """Name, question, and how many answers one of them counts for."""
    low, high = level.bounds()
    places = Places(np.floor(low) - 16, np.ceil(high) + 16, 512)
    yield "contents", lambda i: [level.contents(places.at(1, i))], 1
    yield "free", lambda i: [level.free("stand", places.at(2, i))], 1
    yield "unstick", lambda i: freed(level.unstick("stand", places.at(3, i), 16)), 1
    yield "sight", lambda i: [level.sight(places.segments(4, i))], 1
    yield "beams", lambda i: [level.beams(places.at(6, i), FAN, 300)], 3
    yield "movers", lambda i: walk(level, places.at(7, i), i), TURNS * STEPS
    yield "trace_point", lambda i: columns(level.trace("point", places.segments(9, i))), 1
    yield "trace", lambda i: columns(level.trace("stand", places.segments(9, i))), 1

    def sweep_of(shape: halfspace.Shape) -> Ask:
        return lambda i: columns(level.sweep(shape, places.segments(11, i)))

    for name, shape in shapes().items():
        yield name, sweep_of(shape), 1


def cubes() -> halfspace.Mesh:
    """A hundred cubes, which overlap."""
    faces = np.array([0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                      2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3])  # fmt: skip
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    at = Places([-5] * 3, [5] * 3, 64).at(13, np.arange(CUBES))
    triangles = (faces + 8 * np.arange(CUBES)[:, None]).reshape(-1, 3)
    return halfspace.Mesh((at[:, None] + corners).reshape(-1, 3), triangles)


def mesh_questions() -> Iterator[tuple[str, Ask, int]]:
    mesh = cubes()
    places = Places([-8] * 3, [8] * 3, 64)

    def ray(stream: int, i: Array) -> tuple[Array, Array]:
        return places.at(stream, i), places.at(stream + 1, i) + [1 / 128, 0, 0]

    yield "mesh_rays", lambda i: columns(mesh.rays(*ray(14, i))), 1
    yield "mesh_occluded", lambda i: [mesh.occluded(*ray(16, i))], 1
    yield "mesh_closest", lambda i: columns(mesh.closest(places.at(18, i))), 1
    yield "mesh_winding", lambda i: [mesh.winding(places.at(19, i))], 1


def answers(count: int, levels: list[halfspace.Level]) -> dict[str, list[int]]:
    """The blocks of all questions. count: for all levels together."""
    found: dict[str, list[int]] = {}
    for level in levels:
        for name, ask, share in level_questions(level):
            found.setdefault(name, []).extend(ask_all(count // len(levels) // share, ask))
    for name, ask, share in mesh_questions():
        found[name] = list(ask_all(count // share, ask))
    return found
