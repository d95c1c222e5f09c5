# SPDX-License-Identifier: MIT
"""Small levels for tests: boxes in a box, as text of a .map."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

import halfspace

Corner = tuple[int, int, int]
Brush = tuple[Corner, Corner]


def _plane(at: Corner, axis: int, sign: int) -> str:
    """A side of a box: the plane through `at` whose normal is sign times the axis."""
    first, second = [0, 0, 0], [0, 0, 0]
    first[(axis + 1) % 3] = 1
    second[(axis + 2) % 3] = 1
    if sign > 0:
        first, second = second, first
    points = [at, tuple(a + f for a, f in zip(at, first)), tuple(a + s for a, s in zip(at, second))]
    text = " ".join(f"( {x} {y} {z} )" for x, y, z in points)
    return f"{text} wall 0 0 0 1 1"


def brush_text(low: Corner, high: Corner) -> str:
    sides = [_plane(low, axis, -1) for axis in range(3)]
    sides += [_plane(high, axis, 1) for axis in range(3)]
    return "\n".join(["{", *sides, "}"])



def entity_text(keys: dict[str, str], *brushes: Brush) -> str:
    lines = [f'"{key}" "{value}"' for key, value in keys.items()]
    return "\n".join(["{", *lines, *(brush_text(*brush) for brush in brushes), "}", ""])


# A door that goes up, a lift, a teleporter and a jump pad in the room of map_text.
ARCADE = [
    entity_text({"classname": "func_door", "angle": "-1", "lip": "0", "wait": "1"},
                ((64, -64, 0), (80, 64, 112))),
    entity_text({"classname": "func_plat", "lip": "16"}, ((-144, -144, 0), (-80, -80, 64))),
    entity_text({"classname": "trigger_teleport", "target": "out"}, ((160, 160, 0), (224, 224, 64))),
    entity_text({"classname": "info_teleport_destination", "targetname": "out", "origin": "-160 160 24"}),
    entity_text({"classname": "trigger_push", "angle": "-1", "speed": "40"}, ((-32, 144, 0), (32, 208, 8))),
    entity_text({"classname": "trigger_push", "target": "nowhere"}, ((-32, -208, 0), (32, -144, 8))),
]  # fmt: skip


def map_text(size: Corner, pillars: Iterable[Brush] = (), entities: Iterable[str] = ()) -> str:
    """A room from (-x, -y, 0) to (x, y, z) with a start at its middle, boxes and entities in it."""
    x, y, z = size
    walls: list[Brush] = [
        ((-x - 16, -y - 16, -16), (x + 16, y + 16, 0)),
        ((-x - 16, -y - 16, z), (x + 16, y + 16, z + 16)),
        ((-x - 16, -y - 16, 0), (-x, y + 16, z)),
        ((x, -y - 16, 0), (x + 16, y + 16, z)),
        ((-x, -y - 16, 0), (x, -y, z)),
        ((-x, y, 0), (x, y + 16, z)),
    ]
    brushes = "\n".join(brush_text(*brush) for brush in [*walls, *pillars])
    start = '"classname" "info_player_start"\n"origin" "0 0 24"\n"angle" "90"'
    text = f'{{\n"classname" "worldspawn"\n{brushes}\n}}\n{{\n{start}\n}}\n'
    return text + "".join(entities)


def room(
    folder: pathlib.Path,
    name: str = "room",
    pillars: Iterable[Brush] = (),
    nav: bool = False,
    entities: Iterable[str] = (),
) -> halfspace.Level:
    """A room of 512 by 512 by 128 units around the origin, which lies on its floor, in a file."""
    source = folder / f"{name}.map"
    source.write_text(map_text((256, 256, 128), pillars, entities), encoding="utf-8")
    halfspace.compile(str(source), nav=nav, threads=1).save(str(folder / f"{name}.hsw"))
    return halfspace.load(str(folder / f"{name}.hsw"))
