# SPDX-License-Identifier: MIT
"""Draws nav_bodies.png, agents_route.png and agents_crowd.png beside this script: the floors of three
bodies in three levels, the way of a follower over links, and a crowd of three sizes.

    PYTHONPATH=build/dev/bindings/python make_nav_pictures.py build/dev/tools/halfspace/halfspace

It takes the levels of examples/levels, and needs the Python package, matplotlib and Pillow.
"""

import pathlib
import subprocess
import sys
import tempfile

import halfspace
import matplotlib.pyplot as plt
import numpy as np
from halfspace import FollowStatus, plot

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES / "python"))
from pictures import save  # noqa: E402

BODIES = {"crouch": "30 x 30 x 40", "stand": "30 x 30 x 56", "large": "62 x 62 x 88"}  # [units]
COLOURS = {"crouch": "#5e81ac", "stand": "#bf616a", "large": "#d9a441"}
NO_LINK = 0xFFFFFFFF
LEGEND = 236  # the width of a plan's legend [pixels]
# Pictures have twice the size in which the sheet shows them, so that their lines are smooth.
WIDTH, HEIGHT = 840, 400
PLAN_HEIGHT, PLAN_TOP = 560, 130  # of a plan, and where the part of it begins that is shown
LEVELS = {
    "keep.map": ["--eye", "600,-390,690", "--look", "640,222,0", "--fov", "72"],
    "station.map": ["--eye", "512,-820,940", "--look", "512,213,30", "--fov", "63"],
    "house.glb": ["--cut-height", "60"],
}


def rendered(tool, level, body, options, folder):
    """The floor of a body: a plan without its legend, or a view from above."""
    picture = folder / "picture.png"
    is_plan = "--cut-height" in options
    view = ["--view", "cut", "--nav", body] if is_plan else ["--view", f"nav:{body}"]
    size = f"{WIDTH + LEGEND}x{PLAN_HEIGHT}" if is_plan else f"{WIDTH}x{HEIGHT}"
    subprocess.run([tool, "render", level, "-o", picture, *view, *options,
                    "--size", size, "--textures", EXAMPLES / "textures"],
                   check=True, stdout=subprocess.DEVNULL)
    top = PLAN_TOP if is_plan else 0
    return plt.imread(picture)[top:top + HEIGHT, :WIDTH]


def draw_bodies(tool, to):
    figure, grid = plt.subplots(3, 3, figsize=(12.4, 6.0), gridspec_kw={"wspace": 0.02, "hspace": 0.02})
    figure.subplots_adjust(left=0.026, right=0.998, top=0.952, bottom=0.004)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for row, (source, options) in zip(grid, LEVELS.items()):
            level = folder / "level.hsw"
            subprocess.run([tool, "compile", EXAMPLES / "levels" / source, "-o", level, "--nav", "--quiet"],
                           check=True, stderr=subprocess.DEVNULL)
            for axes, body in zip(row, BODIES):
                axes.imshow(rendered(tool, level, body, options, folder), interpolation="antialiased")
                axes.set_xticks([])
                axes.set_yticks([])
                for spine in axes.spines.values():
                    spine.set_visible(False)
            row[0].set_ylabel(source.split(".")[0], fontsize=13)
    for axes, body in zip(grid[0], BODIES):
        axes.set_title(f"{body}, {BODIES[body]}", fontsize=13)
    save(figure, to, dpi=100, colours=256)


def walked(level, floors, start, goal):
    """Where a mover is that follows a route, in each step."""
    follower = halfspace.PathFollowers(floors, 1)
    states = halfspace.movers_at([start["position"]])
    follower.go_to(states, goal)
    places = [states["position"][0]]
    while follower.status[0] == FollowStatus.FOLLOWING:
        states, _ = level.step_movers(states, follower.inputs(states))
        places.append(states["position"][0])
    assert follower.status[0] == FollowStatus.ARRIVED
    return np.array(places)


def draw_links(floors, route, axes):
    """An arrow with the name of its kind for each link of a route."""
    points = route.points
    for point, landing in zip(points, points[1:]):
        if point["link"] == NO_LINK:
            continue
        kind = halfspace.LinkKind(int(floors.links["kind"][point["link"]]))
        start, end = point["position"][:2], landing["position"][:2]
        axes.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": "#c2255c", "linewidth": 2,
                                                  "shrinkA": 0, "shrinkB": 0, "mutation_scale": 14})
        axes.annotate(kind.name.lower(), (start + end) / 2, (0, 7), textcoords="offset points",
                      ha="center", color="#c2255c", fontsize=11, weight="bold")


def draw_route(to):
    level = halfspace.compile(str(EXAMPLES / "levels/cistern.map"), nav=True)
    floors = level.nav("stand")
    start, crate = floors.nearest([(40, 112, 24), (680, 60, 120)])
    back = floors.nearest((60, 200, 24))
    figure, axes = plt.subplots(figsize=(12, 4.6), constrained_layout=True)
    plot.plan(level, z=80, axes=axes)
    plot.nav_mesh(floors, axes=axes, alpha=0.35)
    for x, y, what in ((262, 196, "steps"), (384, 160, "doorway"), (470, 190, "pool"), (656, 22, "crate")):
        axes.text(x, y, what, ha="center", va="center", color="#464a52", fontsize=11)
    for begin, end in ((start, crate), (crate, back)):
        route = floors.routes(begin, end)
        plot.routes(route, axes=axes, width=0.8, colour="#464a52")
        draw_links(floors, route, axes)
        places = walked(level, floors, begin, end)
        speeds = 64 * np.hypot(*np.diff(places, axis=0)[:, :2].T)
        lines = plot.paths(places, values=np.append(speeds, 0), axes=axes, width=3)
        lines.set_clim(0, 320)
    figure.colorbar(lines, ax=axes, shrink=0.7, label="units per second, seen from above")
    save(figure, to)


def crossed(level):
    """Positions (T, N, 3) of a crowd as in examples/programs/crowd.cpp, and the body of each agent."""
    crowd = halfspace.Crowd(halfspace.World(level))
    bodies = []
    for row, body in enumerate(["large", "stand", "crouch"]):
        floors = level.nav(body)
        places = np.array([(80 * row, 80 * i, 0) for i in range(4)])
        goals = np.array((352, -120, 24) if body == "large" else (760, -120, 24)) + places
        ids = crowd.add(floors, floors.nearest(np.array((-900, -120, 24)) + places)["position"])
        crowd.go_to(floors.nearest(goals), ids)
        bodies += [body] * 4
    positions = [crowd.positions]
    while (crowd.status == FollowStatus.FOLLOWING).any():
        positions.append(crowd.step())
    assert (crowd.status == FollowStatus.ARRIVED).all()
    return np.array(positions), bodies


def draw_crowd(to):
    level = halfspace.compile(str(EXAMPLES / "levels/castle.grid"), nav=True)
    positions, bodies = crossed(level)
    figure, axes = plt.subplots(figsize=(12, 5.4), constrained_layout=True)
    plot.plan(level, z=40, box=[(-1120, -460), (1120, 460)], pixels=1100, axes=axes)
    for agent, body in enumerate(bodies):
        plot.paths(positions[:, agent], axes=axes, colour=COLOURS[body], width=1.3)
        half = 31 if body == "large" else 15
        for place, alpha in ((positions[0, agent], 0.45), (positions[-1, agent], 1)):
            axes.add_patch(plt.Rectangle(place[:2] - half, 2 * half, 2 * half, color=COLOURS[body],
                                         alpha=alpha, linewidth=0))
    for body, size in BODIES.items():
        axes.plot([], [], "s", color=COLOURS[body], label=f"{body}, {size}")
    axes.legend(loc="upper right", fontsize=10)
    save(figure, to)


if __name__ == "__main__":
    draw_bodies(sys.argv[1], str(HERE / "nav_bodies.png"))
    draw_route(str(HERE / "agents_route.png"))
    draw_crowd(str(HERE / "agents_crowd.png"))
