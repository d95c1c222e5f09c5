#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the example levels beside this file: keep.map, station.map, leak.map, cistern.map,
gatehouse.map and arena.map; and the level of the games that `halfspace new` makes.

They are plain .map text that any Quake editor opens; this script only saves typing. Walls are
boxes that touch without overlap, so that a level is sealed exactly where it is meant to be.
"""

import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent


def number(value):
    """Six decimals at most, as editors write them; never "-0"."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def subtract(a, b):
    return tuple(x - y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


class Brush:
    """Sides as (three points clockwise seen from outside, texture)."""

    def __init__(self, corners, faces, texture):
        self.sides = []
        for face in faces:
            # Faces are counter-clockwise lists of corners; the text wants the other way round.
            first, second, third = (corners[i] for i in face[:3])
            self.sides.append(((first, third, second), texture))

    def retextured(self, index, texture):
        self.sides[index] = (self.sides[index][0], texture)
        return self


def prism(base, low, high, texture, axis="z", shift=(0, 0)):
    """A convex polygon, counter-clockwise, swept along an axis; `shift` moves the far end.

    The polygon's coordinates are (x, y) for axis z, (y, z) for x and (z, x) for y.
    """
    place = {
        "z": lambda u, v, w: (u, v, w),
        "x": lambda u, v, w: (w, u, v),
        "y": lambda u, v, w: (v, w, u),
    }[axis]
    count = len(base)
    corners = [place(u, v, low) for u, v in base]
    corners += [place(u + shift[0], v + shift[1], high) for u, v in base]
    faces = [[*range(count, 2 * count)], [*range(count - 1, -1, -1)]]
    for i in range(count):
        j = (i + 1) % count
        faces.append([i, j, count + j, count + i])
    return Brush(corners, faces, texture)


def box(low, high, texture):
    (x0, y0, z0), (x1, y1, z1) = low, high
    return prism([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], z0, z1, texture)


def turned_box(centre, half, degrees, texture, axis="z"):
    """A box turned about an axis through its centre; its corners are off every grid."""
    a, b, c = {"z": (0, 1, 2), "x": (1, 2, 0), "y": (2, 0, 1)}[axis]
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    base = []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        u, v = u * half[a], v * half[b]
        base.append((round(centre[a] + u * cosine - v * sine, 6),
                     round(centre[b] + u * sine + v * cosine, 6)))
    return prism(base, centre[c] - half[c], centre[c] + half[c], texture, axis)


def turned_square(x, y, u, v):
    """The square with corners (u, v) from its centre and its quarter turns: integers stay so."""
    return [(x + u, y + v), (x - v, y + u), (x - u, y - v), (x + v, y - u)]


class Entity:
    def __init__(self, classname, brushes=(), **keys):
        self.keys = {"classname": classname, **keys}
        self.brushes = list(brushes)


def projection(points):
    """Valve 220 axes: those of the plane that the side faces most."""
    normal = cross(subtract(points[2], points[0]), subtract(points[1], points[0]))
    most = max(range(3), key=lambda i: abs(normal[i]))
    u = (1, 0, 0) if most != 0 else (0, 1, 0)
    v = (0, -1, 0) if most == 2 else (0, 0, -1)
    axis = "[ {} {} {} 0 ]".format
    return axis(*u) + " " + axis(*v) + " 0 1 1"


def side_text(points, texture, dialect):
    places = " ".join("( " + " ".join(number(c) for c in point) + " )" for point in points)
    tail = projection(points) if dialect == "Valve" else "0 0 0 1 1"
    return f"{places} {texture} {tail}"


def map_text(dialect, comment, entities):
    lines = ["// Game: Quake", f"// Format: {dialect}", f"// {comment}"]
    for index, entity in enumerate(entities):
        lines += [f"// entity {index}", "{"]
        lines += [f'"{key}" "{value}"' for key, value in entity.keys.items()]
        for brush_index, brush in enumerate(entity.brushes):
            lines += [f"// brush {brush_index}", "{"]
            lines += [side_text(points, texture, dialect) for points, texture in brush.sides]
            lines.append("}")
        lines.append("}")
    return "\n".join(lines) + "\n"


def light(x, y, z, brightness=300):
    return Entity("light", origin=f"{x} {y} {z}", light=brightness)


def keep():
    stone, wood, floor = "stone1", "wood1", "floor1"
    yard = [
        box((-16, -16, -16), (528, 528, 0), floor),
        box((-16, -16, 256), (528, 528, 272), stone),
        box((-16, -16, 0), (0, 528, 256), stone),
        box((0, -16, 0), (512, 0, 256), stone),
        box((0, 512, 0), (512, 528, 256), stone),
        # The east wall leaves the corridor's mouth open.
        box((512, -16, 0), (528, 192, 256), stone),
        box((512, 320, 0), (528, 528, 256), stone),
        box((512, 192, 128), (528, 320, 256), stone),
    ]
    pillars = [prism(turned_square(x, y, 32, 12), 0, 256, stone)
               for x, y in ((128, 128), (384, 128), (128, 384), (384, 384))]
    pillars.append(prism([(280, 250), (270, 274), (246, 284), (222, 274),
                          (212, 250), (222, 226), (246, 216), (270, 226)], 0, 48, stone))
    # A pillar that has sunk: its top stands 24 units beside its foot.
    pillars.append(prism(turned_square(256, 448, 15, 8), 0, 256, wood, shift=(24, -10)))
    corridor = [
        box((528, 176, -16), (768, 336, 0), floor),
        box((528, 176, 128), (768, 336, 144), stone),
        box((528, 176, 0), (768, 192, 128), stone),
        box((528, 320, 0), (768, 336, 128), stone),
    ]
    hall = [
        box((768, -16, 256), (1312, 528, 272), stone),
        box((1296, -16, 0), (1312, 528, 256), stone),
        box((784, -16, 0), (1296, 0, 256), stone),
        box((784, 512, 0), (1296, 528, 256), stone),
        box((768, -16, 0), (784, 192, 256), stone),
        box((768, 320, 0), (784, 528, 256), stone),
        box((768, 192, 128), (784, 320, 256), stone),
        # The floor around the pool.
        box((768, -16, -16), (1312, 64, 0), floor),
        box((768, 192, -16), (1312, 528, 0), floor),
        box((768, 64, -16), (912, 192, 0), floor),
        box((1168, 64, -16), (1312, 192, 0), floor),
        # The pool, 64 deep.
        box((896, 48, -64), (912, 208, -16), stone),
        box((1168, 48, -64), (1184, 208, -16), stone),
        box((912, 48, -64), (1168, 64, -16), stone),
        box((912, 192, -64), (1168, 208, -16), stone),
        box((896, 48, -80), (1184, 208, -64), stone),
        box((912, 64, -64), (1168, 192, -8), "*water1"),
        # A platform and the ramp up to it.
        box((784, 384, 0), (1296, 512, 64), stone),
        prism([(256, 0), (384, 0), (384, 64)], 976, 1104, wood, axis="x"),
    ]
    door = Entity("func_door", [box((640, 192, 0), (656, 320, 128), wood)],
                  angle="-1", speed="100", lip="8")
    return map_text("Standard", "A yard, a corridor with a door, and a hall with a pool.", [
        Entity("worldspawn", yard + pillars + corridor + hall, message="The keep"),
        Entity("info_player_start", origin="64 256 24", angle="0"),
        door,
        light(256, 200, 224), light(648, 256, 112, 150), light(1040, 256, 224),
    ])


def station():
    concrete, metal = "concrete1", "metal1"
    hall = [
        box((-16, -16, -144), (1040, 384, 0), "tiles1"),
        box((-16, 384, -144), (1040, 656, -128), concrete),
        box((-16, -16, 0), (0, 384, 320), concrete),
        box((-16, 384, -128), (0, 656, 320), concrete),
        box((1024, -16, 0), (1040, 384, 320), concrete),
        box((1024, 384, -128), (1040, 656, 320), concrete),
        box((0, 640, -128), (1024, 656, 320), concrete),
        # The south wall leaves the way to the ticket office open.
        box((0, -16, 0), (448, 0, 320), concrete),
        box((576, -16, 0), (1024, 0, 320), concrete),
        box((448, -16, 112), (576, 0, 320), concrete),
        box((-16, -16, 320), (1040, 656, 336), "sky1"),
        box((0, 384, -128), (1024, 640, -96), "*lava1"),
        box((576, 376, 0), (928, 384, 128), "clip"),
    ]
    office = [
        box((368, -288, -16), (656, -16, 0), "tiles1"),
        box((368, -288, 128), (656, -16, 144), concrete),
        box((368, -288, 0), (384, -16, 128), concrete),
        box((640, -288, 0), (656, -16, 128), concrete),
        box((384, -288, 0), (640, -272, 128), concrete),
        # A counter that stands askew.
        turned_box((512, -200, 20), (70, 14, 20), 8.5, metal),
    ]
    hint = box((384, -16, 0), (640, -8, 320), "hintskip").retextured(4, "hint")
    pillars = [turned_box((x, 96, 160), (20, 20, 160), angle, metal)
               for x, angle in ((192, 17), (512, 28.6), (832, 41.3))]
    bridge = [turned_box((512, 512, -8), (40, 160, 8), 11, metal),
              turned_box((300, 512, 250), (240, 12, 6), 7.25, metal, axis="y")]
    fan = [turned_box((160, 240, 260), (90, 10, 4), 45, metal),
           turned_box((160, 240, 260), (90, 10, 4), 135, metal),
           box((152, 232, 252), (168, 248, 268), "origin")]
    return map_text("Valve", "An open station hall over lava, off the grid in places.", [
        Entity("worldspawn", hall + office + [hint], mapversion="220", message="The station"),
        Entity("info_player_start", origin="96 192 24", angle="0"),
        Entity("func_detail", pillars),
        Entity("func_detail", bridge),
        Entity("func_detail_fence", [box((96, 376, 0), (416, 380, 64), "{fence1")]),
        Entity("func_detail_illusionary", [box((700, 0, 200), (860, 1, 280), "banner1")]),
        Entity("func_wall", [turned_box((760, 220, 48), (60, 40, 48), 30, metal)]),
        Entity("trigger_multiple", [box((448, -16, 0), (576, 0, 112), "trigger")],
               target="announcement"),
        Entity("func_rotating", fan, speed="60"),
        light(512, 192, 280), light(512, -144, 100, 150),
        Entity("target_speaker", origin="512 -144 80", targetname="announcement",
               noise="station/announcement.wav"),
    ])


def leak():
    stone = "stone1"
    room = [
        box((-16, -16, -16), (272, 272, 0), "floor1"),
        box((-16, -16, 192), (272, 272, 208), stone),
        box((-16, -16, 0), (0, 272, 192), stone),
        box((256, -16, 0), (272, 272, 192), stone),
        box((0, -16, 0), (256, 0, 192), stone),
        # The north wall: 32 units between x = 128 and x = 160 are missing.
        box((0, 256, 0), (128, 272, 192), stone),
        box((160, 256, 0), (256, 272, 192), stone),
    ]
    return map_text("Standard", "A room whose north wall has a gap.", [
        Entity("worldspawn", room, message="The leak"),
        Entity("info_player_start", origin="64 64 24", angle="90"),
        light(128, 128, 160),
    ])


def cistern():
    stone, floor = "stone1", "floor1"
    guardroom = [
        box((-16, -16, -16), (336, 272, 0), floor),
        box((-16, -16, 192), (336, 272, 208), stone),
        box((-16, -16, 0), (0, 272, 192), stone),
        box((0, -16, 0), (320, 0, 192), stone),
        box((0, 256, 0), (320, 272, 192), stone),
        prism(turned_square(120, 96, 24, 10), 0, 192, stone),
        # Steps up to a landing before the doorway.
        box((208, 64, 0), (232, 192, 16), stone),
        box((232, 64, 0), (256, 192, 32), stone),
        box((256, 64, 0), (280, 192, 48), stone),
        box((280, 64, 0), (320, 192, 64), stone),
        # The east wall leaves the doorway open.
        box((320, -16, 0), (336, 96, 192), stone),
        box((320, 160, 0), (336, 272, 192), stone),
        box((320, 96, 0), (336, 160, 64), stone),
        box((320, 96, 176), (336, 160, 192), stone),
    ]
    vault = [
        box((336, -16, 192), (816, 272, 208), stone),
        box((336, -16, 64), (800, 0, 192), stone),
        box((336, 256, 64), (800, 272, 192), stone),
        box((800, -16, 64), (816, 272, 192), stone),
        # The floor around the pool.
        box((336, -16, -16), (400, 272, 64), floor),
        box((608, -16, -16), (816, 272, 64), floor),
        box((400, -16, -16), (608, 64, 64), floor),
        box((400, 192, -16), (608, 272, 64), floor),
        # The pool, 64 deep, with steps out of it at its east end.
        box((400, 64, -16), (608, 192, 0), floor),
        box((536, 64, 0), (560, 192, 16), stone),
        box((560, 64, 0), (584, 192, 32), stone),
        box((584, 64, 0), (608, 192, 48), stone),
        box((400, 64, 0), (608, 192, 56), "*water1"),
        # A crate: too high for a step, low enough for a jump.
        box((624, 16, 64), (688, 64, 96), "wood1"),
    ]
    door = Entity("func_door", [box((324, 96, 64), (332, 160, 176), "wood1")],
                  angle="90", speed="80", lip="8", wait="1")
    return map_text("Standard", "Steps up to a sliding door, and a vault with a pool.", [
        Entity("worldspawn", guardroom + vault, message="The cistern"),
        # Four units deep in the floor, as mappers place things.
        Entity("info_player_start", origin="40 112 20", angle="90"),
        door,
        Entity("monster_guard", origin="756 128 88", angle="180"),
        light(160, 200, 160), light(640, 128, 160),
    ])


def gatehouse():
    stone, floor = "stone1", "floor1"
    yard = [
        box((-16, -16, -16), (256, 272, 0), floor),
        box((-16, -16, 192), (256, 272, 208), stone),
        box((-16, -16, 0), (0, 272, 192), stone),
        box((0, -16, 0), (256, 0, 192), stone),
        box((0, 256, 0), (256, 272, 192), stone),
    ]
    # A thick wall with a tunnel: 48 units high, so a player must crouch.
    tunnel = [
        box((256, -16, -16), (384, 272, 0), floor),
        box((256, -16, 0), (384, 96, 192), stone),
        box((256, 160, 0), (384, 272, 192), stone),
        box((256, 96, 48), (384, 160, 192), stone),
    ]
    room = [
        box((384, -16, -16), (656, 272, 0), floor),
        box((384, -16, 128), (656, 272, 144), stone),
        box((384, -16, 0), (640, 0, 128), stone),
        box((640, -16, 0), (656, 272, 128), stone),
        # The north wall leaves the doorway open.
        box((384, 256, 0), (432, 272, 128), stone),
        box((528, 256, 0), (640, 272, 128), stone),
        box((432, 256, 112), (528, 272, 128), stone),
    ]
    corridor = [
        box((368, 272, -16), (976, 384, 0), floor),
        box((368, 272, 128), (976, 384, 144), stone),
        box((368, 272, 0), (384, 384, 128), stone),
        box((960, 272, 0), (976, 384, 128), stone),
        box((384, 368, 0), (960, 384, 128), stone),
        box((656, 256, 0), (976, 272, 128), stone),
    ]
    door = Entity("func_door", [box((432, 260, 0), (528, 268, 112), "wood1")],
                  angle="-1", speed="100", lip="8")
    return map_text("Standard", "A yard, a low tunnel, a room with a door, a guarded corridor.", [
        Entity("worldspawn", yard + tunnel + room + corridor, message="The gatehouse"),
        Entity("info_player_start", origin="48 128 24", angle="0"),
        door,
        Entity("info_guard", origin="840 320 24", angle="180"),
        light(128, 128, 160), light(512, 128, 112, 150), light(672, 320, 112, 150),
    ])


def arena():
    stone, floor, wood = "stone1", "floor1", "wood1"
    halls = [
        box((-16, -16, -16), (1168, 784, 0), floor),
        box((-16, -16, 224), (1168, 784, 240), stone),
        box((-16, -16, 0), (0, 784, 224), stone),
        box((1152, -16, 0), (1168, 784, 224), stone),
        box((0, -16, 0), (1152, 0, 224), stone),
        box((0, 768, 0), (1152, 784, 224), stone),
    ]
    # The thick wall between the halls leaves two ways open; the southern one has the door.
    wall = [
        box((512, 0, 0), (640, 128, 224), stone),
        box((512, 256, 0), (640, 512, 224), stone),
        box((512, 640, 0), (640, 768, 224), stone),
        box((512, 128, 112), (640, 256, 224), stone),
        box((512, 512, 112), (640, 640, 224), stone),
    ]
    pillars = [prism(turned_square(x, y, 28, 12), 0, 224, stone)
               for x, y in ((160, 192), (352, 400), (176, 592), (768, 208), (864, 512))]
    # A ledge along each far wall: a ramp leads up in the west, a lift in the east.
    ledges = [
        box((0, 256, 0), (96, 512, 64), wood),
        prism([(128, 0), (256, 0), (256, 64)], 0, 96, wood, axis="x"),
        box((1056, 192, 0), (1152, 576, 96), wood),
    ]
    door = Entity("func_door", [box((572, 128, 0), (580, 256, 112), wood)],
                  angle="-1", speed="200", lip="8", wait="1")
    lift = Entity("func_plat", [box((960, 320, 0), (1056, 448, 96), wood)], speed="120")
    starts = [(64, 64, 45), (448, 64, 90), (64, 704, 315), (448, 704, 270), (256, 296, 0),
              (704, 64, 90), (1088, 64, 135), (704, 704, 270), (1088, 704, 225), (256, 48, 90),
              (256, 720, 270), (352, 192, 0), (352, 592, 0), (448, 384, 180), (896, 48, 90),
              (896, 720, 270), (704, 384, 180), (1000, 160, 180)]
    return map_text("Standard", "Two halls for a deathmatch, with a door and a lift.", [
        Entity("worldspawn", halls + wall + pillars + ledges, message="The arena"),
        Entity("info_player_start", origin="928 296 32", angle="180"),
        *(Entity("info_player_deathmatch", origin=f"{x} {y} 32", angle=str(angle))
          for x, y, angle in starts),
        door, lift,
        *(Entity("item_health", origin=origin)
          for origin in ("256 96 24", "256 672 24", "576 576 24", "1104 224 120")),
        light(256, 200, 192), light(256, 600, 192), light(896, 200, 192), light(896, 600, 192),
    ])


def game():
    """The level of the games that `halfspace new` makes."""
    stone, floor, wood = "stone1", "floor1", "wood1"
    hall = [
        box((-16, -16, -16), (384, 320, 0), floor),
        box((-16, -16, 160), (384, 320, 176), stone),
        box((-16, -16, 0), (0, 320, 160), stone),
        box((0, -16, 0), (384, 0, 160), stone),
        prism(turned_square(208, 80, 24, 10), 0, 160, stone),
    ]
    # The thick north wall with a tunnel: 48 units high, so a player must crouch.
    tunnel = [
        box((-16, 320, -16), (400, 384, 0), floor),
        box((-16, 320, 0), (64, 384, 160), stone),
        box((128, 320, 0), (400, 384, 160), stone),
        box((64, 320, 48), (128, 384, 160), stone),
    ]
    store = [
        box((-16, 384, -16), (272, 592, 0), floor),
        box((-16, 384, 160), (272, 592, 176), stone),
        box((-16, 384, 0), (0, 592, 160), stone),
        box((0, 576, 0), (272, 592, 160), stone),
        box((256, 384, 0), (272, 576, 160), stone),
        # A crate: too high for a step, low enough for a jump.
        box((176, 496, 0), (256, 576, 40), wood),
    ]
    # The east wall with the doorway, and steps up to a court under the sky.
    court = [
        box((384, -16, 0), (400, 112, 160), stone),
        box((384, 208, 0), (400, 320, 160), stone),
        box((384, 112, 112), (400, 208, 160), stone),
        box((384, -16, -16), (784, 320, 0), floor),
        box((384, -16, 160), (400, 320, 256), stone),
        box((768, -16, 0), (784, 320, 256), stone),
        box((400, -16, 0), (768, 0, 256), stone),
        box((400, 304, 0), (768, 320, 256), stone),
        box((384, -16, 256), (784, 320, 272), "sky1"),
        box((544, 0, 0), (568, 304, 16), stone),
        box((568, 0, 0), (592, 304, 32), stone),
        box((592, 0, 0), (768, 304, 48), stone),
    ]
    door = Entity("func_door", [box((388, 112, 0), (396, 208, 112), wood)],
                  angle="-1", speed="80", lip="8", wait="-1")
    return map_text("Standard", "A hall with a locked door, a low tunnel to a key, and the way out.", [
        Entity("worldspawn", hall + tunnel + store + court, message="The way out"),
        Entity("info_player_start", origin="48 160 24", angle="0"),
        door,
        Entity("item_key", origin="216 536 64"),
        Entity("info_exit", origin="704 160 72"),
        # In the game for the web they chase the player. They are too tall for the tunnel.
        *(Entity("info_monster", origin=place) for place in ("336 48 24", "336 272 24", "680 240 72")),
        light(192, 160, 128), light(128, 480, 128, 200), light(584, 160, 200),
    ])


LEVELS = {"keep.map": keep, "station.map": station, "leak.map": leak, "cistern.map": cistern,
          "gatehouse.map": gatehouse, "arena.map": arena}
GAME = FOLDER.parents[1] / "tools/halfspace/templates/shared/level.map"

if __name__ == "__main__":
    for name, make in LEVELS.items():
        (FOLDER / name).write_text(make(), encoding="ascii")
    GAME.write_text(game(), encoding="ascii")
