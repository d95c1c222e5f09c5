# SPDX-License-Identifier: MIT
"""Pictures of levels, seen from above, with matplotlib: plans, traces, beams, paths, meshes, floors.

Each function draws into `axes` (None: the current ones), in units of the level. matplotlib is
loaded when a function is called. What numpy and matplotlib raise about arrays is passed on.

>>> picture = plan(example, z=40, pixels=64)
>>> picture.get_array().shape[1]
64
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Contents, LinkKind, Mesh, NavMesh, Paths, Questions, Routes

Array = NDArray[Any]

# What a plan shows, the last one that fits: contents and their colour.
WALL, FLOOR = "#3b4252", "#f4f1ea"
COLOURS: list[tuple[Contents, str]] = [
    (Contents.WATER, "#9cc5e0"),
    (Contents.SLIME, "#a9bf6b"),
    (Contents.LAVA, "#e08e5a"),
    (Contents.FENCE, "#b9b4a7"),
    (Contents.DETAIL, "#6b7489"),
    (Contents.SKY, "#dfe9f2"),
    (Contents.VOID | Contents.SOLID, WALL),
]


def _axes(axes: Any) -> Any:
    import matplotlib.pyplot as plt

    return plt.gca() if axes is None else axes


def plan(
    asked: Questions,
    *,
    z: float,
    box: ArrayLike | None = None,
    pixels: int = 800,
    axes: Any = None,
) -> Any:
    """The level or the world, cut at the height z [units]. Returns the image.

    box: its least and its greatest corner, (2, 3) or (2, 2); None: around the level's model 0.
    pixels: the width of the image. Each pixel is asked at its middle. Raises ValueError for another
    shape of the box.

    >>> picture = plan(example, z=40, box=[(-128, -128), (128, 128)], pixels=64)
    >>> picture.get_array().shape
    (64, 64, 3)
    """
    from matplotlib.colors import to_rgb

    level: Any = getattr(asked, "level", asked)
    corners = np.asarray(level.bounds(0) if box is None else box, dtype=np.float64)[:, :2]
    size = corners[1] - corners[0]
    rows = max(1, round(pixels * size[1] / size[0]))
    x = corners[0, 0] + (np.arange(pixels) + 0.5) * size[0] / pixels
    y = corners[0, 1] + (np.arange(rows) + 0.5) * size[1] / rows
    points = np.empty((rows, pixels, 3))
    points[..., 0], points[..., 1], points[..., 2] = x, y[:, None], z
    found = asked.contents(points.reshape(-1, 3)).reshape(rows, pixels)
    image = np.empty((rows, pixels, 3))
    image[:] = to_rgb(FLOOR)
    for contents, colour in COLOURS:
        image[(found & int(contents)) != 0] = to_rgb(colour)
    drawn = _axes(axes)
    drawn.set_aspect("equal")
    drawn.set_axis_off()
    extent = (corners[0, 0], corners[1, 0], corners[0, 1], corners[1, 1])
    return drawn.imshow(image, origin="lower", extent=extent, interpolation="antialiased")


def _lines(axes: Any, starts: Array, ends: Array, **style: Any) -> Any:
    from matplotlib.collections import LineCollection

    lines = LineCollection(np.stack([starts[:, :2], ends[:, :2]], axis=1), **style)
    _axes(axes).add_collection(lines)
    return lines


def traces(
    starts: ArrayLike,
    contacts: Array,
    *,
    axes: Any = None,
    colour: str = "#c2573a",
    width: float = 0.6,
) -> Any:
    """Traces from their starts, (N, 3) or (3,), to where they end, with dots where they touch.

    contacts: (N,) of contact_dtype.

    >>> eye = (0, 0, 40)
    >>> contacts = example.trace("point", eye, [(900, 0, 40), (0, 900, 40)])
    >>> len(traces(eye, contacts).get_segments())
    2
    """
    ends = contacts["end"]
    lines = _lines(
        axes, np.broadcast_to(starts, ends.shape), ends, colors=colour, linewidths=width, alpha=0.6
    )
    touched = contacts["point"][contacts["hit"]]
    _axes(axes).plot(touched[:, 0], touched[:, 1], ".", color=colour, markersize=3)
    return lines


def beam_ends(poses: ArrayLike, directions: ArrayLike, distances: Array) -> Array:
    """Where beams end: (N, K, 3). poses: (N, 3), (N, 3, 4) or (N, 4, 4), as of Level.beams.

    >>> beam_ends([(0, 0, 8)], [(1, 0, 0)], np.array([[5.0]])).tolist()
    [[[5.0, 0.0, 8.0]]]
    """
    placed = np.asarray(poses, dtype=np.float64)
    ways = np.asarray(directions, dtype=np.float64)
    if placed.ndim == 2:
        return np.asarray(placed[:, None, :] + distances[..., None] * ways)
    turned = np.einsum("nij,kj->nki", placed[:, :3, :3], ways)
    return np.asarray(placed[:, None, :3, 3] + distances[..., None] * turned)


def beams(
    poses: ArrayLike,
    directions: ArrayLike,
    distances: Array,
    *,
    axes: Any = None,
    colour: str = "#d08770",
    filled: bool = False,
) -> None:
    """Beams as Level.beams has measured them. filled: the area that they sweep, for a fan.

    >>> ways = [(1, 0, 0), (0, 1, 0), (-1, 0, 0)]
    >>> beams([(0, 0, 40)], ways, example.beams([(0, 0, 40)], ways, 500))
    """
    drawn = _axes(axes)
    placed = np.asarray(poses, dtype=np.float64)
    origins = placed if placed.ndim == 2 else placed[:, :3, 3]
    for origin, ends in zip(origins, beam_ends(poses, directions, distances)):
        if filled:
            drawn.fill(ends[:, 0], ends[:, 1], color=colour, alpha=0.25, linewidth=0)
            continue
        _lines(
            drawn, np.broadcast_to(origin, ends.shape), ends,
            colors=colour, linewidths=0.5, alpha=0.5,
        )  # fmt: skip
        drawn.plot(ends[:, 0], ends[:, 1], ".", color=colour, markersize=2)


def paths(
    positions: ArrayLike,
    *,
    values: ArrayLike | None = None,
    axes: Any = None,
    colour: str = "#5e81ac",
    width: float = 1,
    alpha: float = 0.8,
) -> Any:
    """Paths of N movers over T steps: (T, N, 3), or (T, 3) for one. NaN: the mover is not there.

    values: a number of each step, (T,), which colours all paths (matplotlib's viridis).

    >>> from halfspace import controls, movers_at
    >>> states, places = movers_at([(0, 0, 24), (0, 64, 24)]), []
    >>> for step in range(20):
    ...     states, problems = example.step_movers(states, controls(forward=[1, 1]))
    ...     places.append(states["position"])
    >>> len(paths(places).get_segments())
    2
    """
    from matplotlib.collections import LineCollection

    places = np.asarray(positions, dtype=np.float64)
    places = places[:, None, :] if places.ndim == 2 else places
    xy = places[..., :2]
    if values is None:
        lines = LineCollection(
            list(xy.transpose(1, 0, 2)), colors=colour, linewidths=width, alpha=alpha
        )
    else:
        parts = np.stack([xy[:-1], xy[1:]], axis=2).reshape(-1, 2, 2)
        lines = LineCollection(
            list(parts), linewidths=width, alpha=alpha, cmap="viridis", capstyle="round"
        )
        lines.set_array(np.repeat(np.asarray(values)[:-1], places.shape[1]))
    here = _axes(axes)
    here.add_collection(lines)
    here.autoscale_view()
    return lines


def mesh(drawn_mesh: Mesh, *, axes: Any = None, colour: str = "#88a0b8") -> Any:
    """The triangles of a mesh from above: the highest ones in front, steep ones darker.

    >>> len(mesh(Mesh([(0, 0, 0), (64, 0, 0), (0, 64, 0)], [(0, 1, 2)])).get_paths())
    1
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    corners = drawn_mesh.vertices[drawn_mesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    upright = np.abs(normals[:, 2]) / np.where(lengths > 0, lengths, 1)
    order = np.argsort(corners[:, :, 2].max(axis=1), kind="stable")
    shades = np.outer(0.45 + 0.55 * upright[order], to_rgb(colour))
    polygons = PolyCollection(
        list(corners[order][:, :, :2]), facecolors=shades, edgecolors="#2e3440", linewidths=0.2
    )
    here = _axes(axes)
    here.add_collection(polygons)
    here.set_aspect("equal")
    here.autoscale_view()
    return polygons


# One after the other for the islands of a navigation mesh; floor where movers crouch.
ISLANDS = ("#8fbcbb", "#ebcb8b", "#b48ead", "#a3be8c", "#d08770", "#81a1c1")
LOW = "#7b5ea7"
LINKS = {
    LinkKind.WALK: "#4c566a", LinkKind.DROP: "#2a6fb0", LinkKind.JUMP: "#e07b00",
    LinkKind.CHANCE: "#aab2c0", LinkKind.TELEPORT: "#9d4edd", LinkKind.PUSH: "#d6b600",
    LinkKind.LADDER: "#7a5230", LinkKind.DRAWN: "#2e3440", LinkKind.LIFT: "#1b998b",
}  # fmt: skip


def nav_mesh(
    floors: NavMesh, *, values: ArrayLike | None = None, axes: Any = None, alpha: float = 0.55
) -> Any:
    """The polygons of a navigation mesh, the highest in front: a colour for each island.

    values: a number for each polygon, (P,), which colours it instead (matplotlib's viridis); NaN leaves
    it grey. Low floor has a colour of its own. Borders of the mesh are thick lines.

    >>> drawn = nav_mesh(floors)
    >>> len(drawn.get_paths()) == len(floors)
    True
    """
    from matplotlib import colormaps
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.colors import to_rgb

    corners, first = floors.corners, floors.first_corners
    order = np.argsort(np.maximum.reduceat(corners[:, 2], first[:-1]), kind="stable")
    parts = [corners[first[p] : first[p + 1], :2] for p in order]
    polygons = PolyCollection(parts, edgecolors="#4c566a", linewidths=0.2, alpha=alpha)
    if values is None:
        colours = np.array([to_rgb(colour) for colour in ISLANDS])
        shown = colours[floors.polygon_islands % len(ISLANDS)]
        shown[floors.polygon_is_low] = to_rgb(LOW)
        polygons.set_facecolor(shown[order])
    else:
        numbers = np.ma.masked_invalid(np.asarray(values, dtype=np.float64)[order])
        polygons.set_array(numbers)
        polygons.set_cmap(colormaps["viridis"].with_extremes(bad="#d8dee9"))
    here = _axes(axes)
    here.add_collection(polygons)
    after = np.arange(1, len(corners) + 1)
    after[first[1:] - 1] = first[:-1]
    border = floors.neighbours < 0
    edges = np.stack([corners[border, :2], corners[after[border], :2]], axis=1)
    here.add_collection(LineCollection(list(edges), colors="#2e3440", linewidths=0.8))
    here.set_aspect("equal")
    here.autoscale_view()
    return polygons


def nav_links(floors: NavMesh, *, kinds: Iterable[int] | None = None, axes: Any = None) -> Any:
    """The links of a navigation mesh as arrows, from the border to where one lands. Returns the arrows.

    kinds: those of LinkKind that are drawn; None: all but CHANCE. Each kind has a colour (LINKS) and an
    entry of a legend.

    >>> arrows = nav_links(floors, kinds=[LinkKind.DROP])
    >>> len(arrows) == int((floors.links["kind"] == LinkKind.DROP).sum())
    True
    """
    here = _axes(axes)
    shown = set(LinkKind) - {LinkKind.CHANCE} if kinds is None else {LinkKind(k) for k in kinds}
    drawn = []
    for kind in sorted(shown):
        links = floors.links[floors.links["kind"] == kind]
        starts, ends = links["from"].mean(axis=1), links["to"].mean(axis=1)
        here.update_datalim(np.concatenate([starts, ends])[:, :2])  # arrows do not count
        for start, end in zip(starts, ends):
            drawn.append(
                here.annotate(
                    "", end[:2], start[:2],
                    arrowprops={"arrowstyle": "-|>", "color": LINKS[kind], "linewidth": 1.1,
                                "shrinkA": 0, "shrinkB": 0, "mutation_scale": 8},
                )
            )  # fmt: skip
        if len(links) > 0:
            here.plot([], [], color=LINKS[kind], label=kind.name.lower())
    here.autoscale_view()
    return drawn


def routes(
    found: Paths | Routes,
    *,
    axes: Any = None,
    colour: str = "#bf616a",
    width: float = 1.5,
    alpha: float = 0.9,
) -> Any:
    """Paths or routes as NavMesh.paths and NavMesh.routes give them, with dots where they begin.

    >>> drawn = routes(floors.paths((0, 0, 24), [(100, 100, 24), (-100, 100, 24)]))
    >>> len(drawn.get_segments())
    2
    """
    from matplotlib.collections import LineCollection

    points: Any = found.points
    points = points if isinstance(found, Paths) else points["position"]
    is_there = np.diff(found.offsets) > 0
    starts, ends = found.offsets[:-1][is_there], found.offsets[1:][is_there]
    lines = LineCollection(
        [points[a:b, :2] for a, b in zip(starts, ends)],
        colors=colour, linewidths=width, alpha=alpha, capstyle="round",
    )  # fmt: skip
    here = _axes(axes)
    here.add_collection(lines)
    here.plot(points[starts, 0], points[starts, 1], "o", color=colour, markersize=3)
    return lines
