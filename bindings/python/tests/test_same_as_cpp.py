# SPDX-License-Identifier: MIT
"""Python has the bits of C++: random questions of each kind, also to tests/python/answers.cpp."""

import json
import os
import shutil
import subprocess

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, LEVELS, random_points, random_segments, repeats

COUNT = repeats(100_000)
FAN = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]


def ask_cpp(path, question, rows, *more):
    program = os.environ.get("HALFSPACE_PYTHON_ANSWERS")
    if not program:
        pytest.skip("needs the program that HALFSPACE_PYTHON_ANSWERS names")
    return subprocess.run([program, path, question, *more], input=np.ascontiguousarray(rows).tobytes(),
                          capture_output=True, check=True, timeout=120).stdout


def walk(level, points):
    states = halfspace.movers_at(points)
    inputs = np.repeat(halfspace.controls(yaw=[30], forward=1, jump=True), len(points))
    for _ in range(10):
        states, _ = level.step_movers(states, inputs)
    return states


# Rows of questions, the answers of Python as one array, how many of COUNT.
QUESTIONS = {
    "contents": (random_points, lambda level, rows: level.contents(rows).astype(float), 1),
    "free": (random_points, lambda level, rows: level.free("stand", rows).astype(float), 1),
    "unstick": (random_points, lambda level, rows: level.unstick("stand", rows, 16), 4),
    "sight": (random_segments, lambda level, rows: level.sight(rows).astype(float), 1),
    "beams": (random_points, lambda level, rows: level.beams(rows, FAN, 300), 3),
    "trace": (random_segments, lambda level, rows: level.trace("stand", rows), 1),
    "trace_point": (random_segments, lambda level, rows: level.trace("point", rows), 1),
    "sweep": (random_segments, lambda level, rows: level.sweep(halfspace.Shape.sphere(7), rows), 4),
    "movers": (random_points, walk, 40),
}


def assert_same(answers, bytes_of_cpp):
    """Equal in each field, bit by bit; C++ leaves bytes between fields as they were."""
    expected = np.frombuffer(bytes_of_cpp, answers.dtype).reshape(answers.shape)
    for field in answers.dtype.names or [...]:
        assert answers[field].tobytes() == expected[field].tobytes(), field


@pytest.mark.parametrize("question", QUESTIONS)
def test_levels_answer_as_in_cpp(keep_file, question):
    make, ask, share = QUESTIONS[question]
    level = halfspace.load(keep_file)
    rows = make(level, COUNT // share, 21)
    answers = ask(level, rows)
    assert_same(answers, ask_cpp(keep_file, question, rows))
    if answers.dtype == halfspace.contact_dtype:
        # No byte is left as it was: files and hashes of equal answers are equal.
        noise = np.frombuffer(np.random.default_rng(1).bytes(answers.nbytes), np.uint8).copy()
        again = level.trace if question.startswith("trace") else level.sweep
        what = {"trace": "stand", "trace_point": "point", "sweep": halfspace.Shape.sphere(7)}[question]
        assert again(what, rows, out=noise.view(answers.dtype)).tobytes() == answers.tobytes()


def nav_pairs(mesh, start, end):
    doors = halfspace.NavDoorState(mesh)
    doors.set_closed(doors.models)
    options = halfspace.RouteOptions(speed=250, max_drop=100)
    places = mesh.random_places(np.arange(len(start)))
    ray = mesh.rays(start, end["position"], doors=doors)
    wall = mesh.walls(start)
    route = mesh.route(start, end, options=options, doors=doors)
    return np.column_stack([
        start["polygon"], start["position"], end["polygon"], end["position"],
        places["polygon"], places["position"], ray["polygon"], ray["position"], ray["wall_polygon"],
        wall["distance"], wall["position"], wall["corner"], mesh.reachable(start, end, doors=doors),
        mesh.path(start, end).lengths, route.seconds, route.costs,
        mesh.route_bounds(start, end, part_length=32, options=options, doors=doors),
        mesh.field(end[0], max_length=700).lengths(start)])


def nav_points(mesh, start, end):
    path, route = mesh.path(start, end), mesh.route(start, end)
    points = np.column_stack([route.points["position"], route.points["polygon"], route.points["link"]])
    return np.concatenate([
        part.ravel()
        for i in range(len(start))
        for part in (path.points[path.offsets[i] : path.offsets[i + 1]],
                     points[route.offsets[i] : route.offsets[i + 1]])])


def nav_followers(mesh, start, end):
    followers = halfspace.PathFollowers(mesh, len(start), follow=halfspace.FollowOptions(goal_radius=4))
    states = halfspace.movers_at(start["position"])
    followers.go_to(states, end)
    for _ in range(150):
        mesh.level.step_movers(states, followers.step(states), crouch="stand", out=states)
    return np.column_stack([states["position"], followers.status])


def nav_crowd(mesh, start, end):
    crowd = halfspace.Crowd(halfspace.World(mesh.level), max_neighbours=6, first_obstacle=7)
    crowd.add(mesh, start["position"], follow=halfspace.FollowOptions(speed=0.9))
    crowd.go_to(end)
    for _ in range(150):
        crowd.step()
    assert (crowd.positions == crowd.states["position"]).all()
    return np.column_stack([crowd.positions, crowd.status])


@pytest.mark.parametrize("question, count", [(nav_pairs, repeats(5000)), (nav_points, repeats(2000)),
                                             (nav_followers, 40), (nav_crowd, 40)])
def test_ways_are_those_of_cpp(keep_with_nav, tmp_path, question, count):
    path = tmp_path / "keep.hsw"
    keep_with_nav.save(path)
    mesh = keep_with_nav.nav("stand")
    rows = random_segments(keep_with_nav, count, 24)
    start, end = mesh.nearest(rows[:, :3]), mesh.nearest(rows[:, 3:])
    answers = question(mesh, start, end).astype(float)
    assert_same(answers, ask_cpp(path, question.__name__, rows))


@pytest.mark.parametrize("question", ["rays", "closest", "winding"])
def test_meshes_answer_as_in_cpp(keep_file, tmp_path, question):
    random = np.random.default_rng(22)
    shifts = random.uniform(-5, 5, (100, 1, 3))
    vertices = (CUBE_VERTICES + shifts).reshape(-1, 3)
    triangles = (CUBE_TRIANGLES + 8 * np.arange(100)[:, None, None]).reshape(-1, 3)
    path = tmp_path / "mesh"
    path.write_bytes(np.concatenate([[len(vertices), len(triangles)], vertices.ravel(),
                                     triangles.ravel()]).astype(float).tobytes())
    mesh = halfspace.Mesh(vertices, triangles)
    rows = random.uniform(-8, 8, (COUNT, 6 if question == "rays" else 3))
    if question == "rays":
        hits = mesh.rays(np.ascontiguousarray(rows[:, :3]), np.ascontiguousarray(rows[:, 3:]))
        found = np.stack([hits["triangle"].astype(float), hits["t"]], axis=1)
    elif question == "closest":
        near = mesh.closest(rows)
        found = np.column_stack([near["triangle"].astype(float), near["point"], near["distance"]])
    else:
        found = mesh.winding(rows).astype(float)
    assert_same(found, ask_cpp(keep_file, question, rows, path))


def test_the_command_line_compiles_the_same_bytes_and_traces_alike(keep, tmp_path):
    tool = shutil.which("halfspace", path=os.environ.get("HALFSPACE_TOOL_FOLDER", ""))
    if not tool:
        pytest.skip("needs the folder of the command line in HALFSPACE_TOOL_FOLDER")
    path = tmp_path / "keep.hsw"
    subprocess.run([tool, "compile", LEVELS / "keep.map", "-o", path, "--quiet"], check=True, timeout=120)
    assert path.read_bytes() == bytes(keep)
    rows = random_segments(keep, 500, 23)
    text = "".join(" ".join(repr(float(x)) for x in row) + "\n" for row in rows)
    done = subprocess.run([tool, "trace", path, "--space", "stand", "--json"], input=text, text=True,
                          capture_output=True, check=True, timeout=120)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    touches = keep.trace("stand", rows)
    assert len(lines) == 500
    assert [line["fraction"] for line in lines] == touches["fraction"].tolist()
    assert [line["end"] for line in lines] == touches["end"].tolist()
