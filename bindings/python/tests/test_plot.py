# SPDX-License-Identifier: MIT
from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import halfspace
import numpy as np
import pytest

pytest.importorskip("matplotlib")

from halfspace import plot
from halfspace.env import fan
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from rooms import room

LEVELS = pathlib.Path(__file__).resolve().parents[3] / "examples/levels"


@pytest.fixture(scope="module")
def level(tmp_path_factory: pytest.TempPathFactory) -> halfspace.Level:
    return room(tmp_path_factory.mktemp("plot"), pillars=[((64, -32, 0), (96, 32, 64))], nav=True)


@pytest.fixture
def axes() -> Iterator[Any]:
    figure = Figure(figsize=(4, 4), dpi=100)
    yield figure.add_axes((0, 0, 1, 1))
    FigureCanvasAgg(figure).draw()  # what has been added can be drawn


def pixels(axes: Any) -> Any:
    canvas = FigureCanvasAgg(axes.figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[::-1, :, :3] / 255


def test_a_plan_shows_walls_where_the_level_has_them(level: halfspace.Level, axes: Any) -> None:
    image = plot.plan(level, z=40, box=[(-256, -256), (256, 256)], pixels=128, axes=axes)
    shown = image.get_array()
    # Rows are y from south to north, columns are x from west to east.
    for x, y, colour in [(80, 0, plot.WALL), (80, 60, plot.FLOOR), (0, 80, plot.FLOOR)]:
        assert np.allclose(shown[(y + 256) // 4, (x + 256) // 4], to_rgb(colour))
    above = plot.plan(level, z=100, box=[(-256, -256), (256, 256)], pixels=128, axes=axes)
    assert np.allclose(above.get_array()[64, 84], to_rgb(plot.FLOOR)), "the pillar is 64 high"
    assert image.get_extent() == (-256, 256, -256, 256)


def test_a_plan_of_a_world_shows_what_the_world_has(axes: Any) -> None:
    level = halfspace.compile(str(LEVELS / "keep.map"))
    world = halfspace.World(level)
    without = plot.plan(world, z=64, pixels=200, axes=axes).get_array()
    world.place_models_at_rest()
    placed = plot.plan(world, z=64, pixels=200, axes=axes).get_array()
    assert 0 < (without != placed).any(axis=2).mean() < 0.1, "the door is closed"


def test_traces_end_at_walls(level: halfspace.Level, axes: Any) -> None:
    contacts = level.trace("point", np.zeros((3, 3)) + (0, 0, 40), fan(3) * 1000 + (0, 0, 40))
    lines = plot.traces((0, 0, 40), contacts, axes=axes)
    segments = np.array(lines.get_segments())
    assert (segments[:, 0] == 0).all() and (segments[:, 1] == contacts["end"][:, :2]).all()


def test_beams_end_where_the_pose_says(level: halfspace.Level, axes: Any) -> None:
    poses = halfspace.poses_at([(0, 100, 40), (0, -100, 40)], [0, 90])
    distances = level.beams(poses, fan(5), 1000)
    ends = plot.beam_ends(poses, fan(5), distances)
    assert np.allclose(level.contents((ends + 0.01 * (ends - poses[:, None, :, 3])).reshape(-1, 3)), 1)
    assert (plot.beam_ends(poses[:, :, 3], fan(5), distances)[0] == ends[0]).all()
    axes.set_xlim(-256, 256)
    axes.set_ylim(-256, 256)
    before = pixels(axes)
    plot.beams(poses, fan(5), distances, axes=axes)
    plot.beams(poses, fan(90), level.beams(poses, fan(90), 1000), axes=axes, filled=True)
    after = pixels(axes)
    # Filled: the open middle of the room. Nothing is drawn behind the pillar.
    assert (after[200 + 60, 200] != before[200 + 60, 200]).any()


def test_paths_are_lines_of_movers(axes: Any) -> None:
    walked = np.cumsum(np.ones((10, 2, 3)), axis=0)
    walked[6:, 1] = np.nan
    lines = plot.paths(walked, axes=axes)
    assert len(lines.get_segments()) == 2
    coloured = plot.paths(walked, values=np.arange(10), axes=axes)
    assert len(coloured.get_array()) == 18 and coloured.get_array()[-1] == 8
    assert len(plot.paths(walked[:, 0], axes=axes).get_segments()) == 1


def check_shown(axes: Any, low: Any, high: Any) -> None:
    """What is drawn alone, from low to high, fills the picture but for matplotlib's margins."""
    sides = np.array([axes.get_xlim(), axes.get_ylim()]).T
    margins = 0.05 * (np.asarray(high) - low)
    assert np.allclose(sides, [low - margins, high + margins])


@pytest.mark.parametrize("values", [None, np.arange(9)])
def test_paths_alone_are_in_the_picture(axes: Any, values: Any) -> None:
    walked = np.stack([np.linspace(300, 500, 9), np.linspace(-80, -20, 9), np.zeros(9)], axis=1)
    walked[7:] = np.nan
    plot.paths(walked, values=values, axes=axes)
    check_shown(axes, (300, -80), (450, -35))


def test_links_alone_are_in_the_picture(level: halfspace.Level, axes: Any) -> None:
    floors = level.nav()
    links = floors.links[floors.links["kind"] == halfspace.LinkKind.DROP]
    plot.nav_links(floors, kinds=[halfspace.LinkKind.DROP], axes=axes)
    ends = np.concatenate([links["from"].mean(axis=1), links["to"].mean(axis=1)])
    check_shown(axes, ends.min(axis=0)[:2], ends.max(axis=0)[:2])


def test_a_mesh_has_its_highest_triangles_in_front(axes: Any) -> None:
    corners = [(0, 0, 9), (4, 0, 9), (0, 4, 9), (0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 5)]
    made = halfspace.Mesh(corners, [(0, 1, 2), (3, 4, 5), (3, 4, 6)])
    drawn = plot.mesh(made, axes=axes)
    shades = drawn.get_facecolor()[:, :3].sum(axis=1)
    assert shades[0] > shades[1], "the upright one is darker"
    assert shades[0] == pytest.approx(shades[2])


def test_a_navigation_mesh_has_a_colour_for_each_island(level: halfspace.Level, axes: Any) -> None:
    floors = level.nav()
    polygons = plot.nav_mesh(floors, axes=axes)
    colours = {tuple(colour) for colour in polygons.get_facecolor().round(3).tolist()}
    assert floors.island_count == len(colours) == 2, "the floor, and the top of the pillar"
    lines = axes.collections[1].get_segments()
    ends = np.array(lines).reshape(-1, 2)
    assert np.isclose(np.abs(ends).max(), 256 - 15), "borders keep half of the body from walls"
    values = np.full(len(floors), np.nan)
    values[0] = 5
    shown = plot.nav_mesh(floors, values=values, axes=axes).get_array()
    assert shown.count() == 1 and shown.max() == 5
    pixels(axes)


def test_links_are_arrows_from_the_border_to_the_floor(level: halfspace.Level, axes: Any) -> None:
    floors = level.nav()
    links = floors.links
    drawn = plot.nav_links(floors, axes=axes)
    assert len(drawn) == (links["kind"] != halfspace.LinkKind.CHANCE).sum() > 0
    drops = links[links["kind"] == halfspace.LinkKind.DROP]
    first = plot.nav_links(floors, kinds=[halfspace.LinkKind.DROP], axes=axes)[0]
    assert np.allclose(first.xyann, drops["from"][0].mean(axis=0)[:2])
    assert np.allclose(first.xy, drops["to"][0].mean(axis=0)[:2])
    pixels(axes)


def test_routes_are_lines_of_their_points(level: halfspace.Level, axes: Any) -> None:
    floors = level.nav()
    starts = [(-100, 0, 24), (80, 0, 64 + 24)]
    goal = (160, 0, 24)
    both: list[halfspace.Paths | halfspace.Routes] = [
        floors.paths(starts, goal), floors.routes(starts, goal)
    ]  # fmt: skip
    for found in both:
        segments = plot.routes(found, axes=axes).get_segments()
        assert len(segments) == (np.diff(found.offsets) > 0).sum()
        assert segments[0][0].tolist() == [-100, 0] and segments[0][-1].tolist() == [160, 0]
    assert len(segments) == 2, "a route leads down from the pillar, and no path"
    pixels(axes)
