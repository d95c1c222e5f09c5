# SPDX-License-Identifier: MIT
"""What is wrong raises one kind of error in all functions: numbers that name nothing, values, types, names."""

import ast
import pathlib

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, START

BOX = halfspace.Shape.box((8, 8, 8))
STAND = halfspace.movers_at([START])
IDLE = halfspace.controls(forward=[0])
GOAL = (1200.0, 256.0, 24.0)
BLOCK = [(0, 0, 0), (8, 8, 8)]
PLANES = [(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (1, 1, 1, 64)]
SHEET = np.zeros((3, 3, 3))


class Things:
    """Two of everything that the functions number, but for models that can be placed, and areas."""

    def __init__(self, level, floors, cube, arcade):
        self.level, self.floors, self.cube = level, floors, cube
        self.world = halfspace.World(level)
        self.world.place_models_at_rest()
        for number in (0, 1):
            self.world.place_obstacle(number, BOX, (128, 256 + 20 * number, 8))
            self.world.place_mesh(number, cube, (300, 256 + 20 * number, 8))
        self.tree = halfspace.Octree([(0, 0, 0, 1, 1, 1)] * 2)
        self.doors = halfspace.NavDoorState(floors)
        self.followers = halfspace.PathFollowers(floors, 2)
        self.crowd = halfspace.Crowd(halfspace.World(level))
        self.crowd.add(floors, [START, GOAL])
        self.arcade = arcade
        self.moving = halfspace.Doors(arcade)
        self.triggers = halfspace.Triggers(arcade)
        self.player = halfspace.Player(level, START)
        self.source = halfspace.Source()
        self.source.add_entity({"classname": "func_wall"})
        for _ in range(2):
            self.source.add_box(BLOCK)
            self.source.add_polygon(CUBE_VERTICES[:3])
            self.source.add_patch(SHEET)
            self.source.add_mesh(CUBE_VERTICES, CUBE_TRIANGLES)


@pytest.fixture
def things(keep_with_nav, floors, cube, arcade):
    return Things(keep_with_nav, floors, cube, arcade)


# Each function with an argument that numbers things: Class.function(argument). Of one number:
ONE = {
    "Level.bounds(model)": lambda t, n: t.level.bounds(n),
    "Level.model_faces(model)": lambda t, n: t.level.model_faces(n),
    "Level.draw_order(model)": lambda t, n: t.level.draw_order(START, model=n),
    "World.place_model(model)": lambda t, n: t.world.place_model(n, (0, 0, 0)),
    "World.move_model(model)": lambda t, n: t.world.move_model(n, (0, 0, 0)),
    "World.remove_model(model)": lambda t, n: t.world.remove_model(n),
    "World.model_pose(model)": lambda t, n: t.world.model_pose(n),
    "World.crushed_by(model)": lambda t, n: t.world.crushed_by(n),
    "World.place_obstacle(id)": lambda t, n: t.world.place_obstacle(n, BOX, START),
    "World.move_obstacle(id)": lambda t, n: t.world.move_obstacle(n, START),
    "World.remove_obstacle(id)": lambda t, n: t.world.remove_obstacle(n),
    "World.place_mesh(id)": lambda t, n: t.world.place_mesh(n, t.cube),
    "World.move_mesh(id)": lambda t, n: t.world.move_mesh(n, START),
    "World.remove_mesh(id)": lambda t, n: t.world.remove_mesh(n),
    "NavMesh.random_places(island)": lambda t, n: t.floors.random_places(5, island=n),
    "PathFollowers.points(row)": lambda t, n: t.followers.points(n),
    "Crowd.__init__(first_obstacle)": lambda t, n: halfspace.Crowd(t.world, first_obstacle=n),
    "Doors.turn_back(model)": lambda t, n: t.moving.turn_back(n),
    "Player.advance(obstacle)": lambda t, n: t.player.advance(t.world, 0.1, obstacle=n),
    "Source.set_keys(entity)": lambda t, n: t.source.set_keys(n, {}),
    "Source.remove_entity(entity)": lambda t, n: t.source.remove_entity(n),
    "Source.add_brush(entity)": lambda t, n: t.source.add_brush(PLANES, entity=n),
    "Source.add_brush(at)": lambda t, n: t.source.add_brush(PLANES, at=n),
    "Source.add_box(entity)": lambda t, n: t.source.add_box(BLOCK, entity=n),
    "Source.add_polygon(entity)": lambda t, n: t.source.add_polygon(CUBE_VERTICES[:3], entity=n),
    "Source.add_polygon(at)": lambda t, n: t.source.add_polygon(CUBE_VERTICES[:3], at=n),
    "Source.add_patch(entity)": lambda t, n: t.source.add_patch(SHEET, entity=n),
    "Source.add_patch(at)": lambda t, n: t.source.add_patch(SHEET, at=n),
    "Source.add_mesh(entity)": lambda t, n: t.source.add_mesh(CUBE_VERTICES, CUBE_TRIANGLES, entity=n),
    "Source.add_mesh(at)": lambda t, n: t.source.add_mesh(CUBE_VERTICES, CUBE_TRIANGLES, at=n),
    "Source.remove(entity)": lambda t, n: t.source.remove("brushes", [], entity=n),
}
# Of one or many:
MANY = {
    "Level.face_triangles(faces)": lambda t, n: t.level.face_triangles(n),
    "Level.may_see(a)": lambda t, n: t.level.may_see(n, 0),
    "Level.may_see(b)": lambda t, n: t.level.may_see(0, n),
    "Level.visible_clusters(clusters)": lambda t, n: t.level.visible_clusters(n),
    "Level.areas_connected(a)": lambda t, n: t.level.areas_connected(n, 0),
    "Level.areas_connected(b)": lambda t, n: t.level.areas_connected(0, n),
    "Level.entity_angles(entities)": lambda t, n: t.level.entity_angles(n),
    "Level.entity_facing(entities)": lambda t, n: t.level.entity_facing(n),
    "Level.model_blocks(models)": lambda t, n: t.level.model_blocks(n),
    "Questions.beams(themselves)": lambda t, n: t.world.beams([START], [(1, 0, 0)], 9, themselves=n),
    "Questions.step_movers(themselves)": lambda t, n: t.world.step_movers(STAND, IDLE, themselves=n),
    "World.put_obstacles(ids)": lambda t, n: t.world.put_obstacles(n, [START]),
    "World.obstacle_positions(ids)": lambda t, n: t.world.obstacle_positions(n),
    "Octree.move(ids)": lambda t, n: t.tree.move(n, [(5, 5, 5, 6, 6, 6)]),
    "Octree.remove(ids)": lambda t, n: t.tree.remove(n),
    "Octree.boxes(ids)": lambda t, n: t.tree.boxes(n),
    "Octree.masks(ids)": lambda t, n: t.tree.masks(n),
    "Octree.set_masks(ids)": lambda t, n: t.tree.set_masks(n, 2),
    "NavDoorState.set_closed(doors)": lambda t, n: t.doors.set_closed(n),
    "PathFollowers.go_to(rows)": lambda t, n: t.followers.go_to([START], GOAL, rows=n),
    "PathFollowers.stop(rows)": lambda t, n: t.followers.stop(n),
    "Crowd.remove(ids)": lambda t, n: t.crowd.remove(n),
    "Crowd.go_to(ids)": lambda t, n: t.crowd.go_to(GOAL, n),
    "Crowd.stop(ids)": lambda t, n: t.crowd.stop(n),
    "Crowd.set_states(ids)": lambda t, n: t.crowd.set_states(STAND, n),
    "Questions.mover_steps(themselves)": lambda t, n: t.world.mover_steps(STAND, IDLE, themselves=n),
    "Questions.move_and_slide(themselves)":
        lambda t, n: t.world.move_and_slide("stand", [START], (1, 0, 0), 0.1, themselves=n),
    "Doors.door_of(models)": lambda t, n: t.moving.door_of(n),
    "Doors.lock(doors)": lambda t, n: t.moving.lock(n),
    "Doors.step_movers(themselves)": lambda t, n: t.moving.step_movers(STAND, IDLE, themselves=n),
    "Triggers.arrival(triggers)": lambda t, n: t.triggers.arrival(t.arcade, n),
    "Triggers.arrival(themselves)": lambda t, n: t.triggers.arrival(t.arcade, [0], themselves=n),
    "Triggers.apply(themselves)": lambda t, n: t.triggers.apply(t.arcade, STAND, themselves=n),
    "Source.remove(numbers)": lambda t, n: t.source.remove("brushes", n),
}
# Of three in each row:
TRIPLES = {
    "Mesh.__init__(triangles)": lambda t, n: halfspace.Mesh(CUBE_VERTICES, np.array([(0, 1, n)])),
    "Source.add_mesh(triangles)": lambda t, n: t.source.add_mesh(CUBE_VERTICES, np.array([(0, 1, n)])),
}
# Numbers that are values, and name nothing.
VALUES = {
    "NavMesh.random_places(seeds)": (lambda t, n: t.floors.random_places(n), -1),
    "Octree.__init__(masks)": (lambda t, n: halfspace.Octree([(0, 0, 0, 1, 1, 1)], masks=n), 2**32),
    "Octree.insert(masks)": (lambda t, n: t.tree.insert([(0, 0, 0, 1, 1, 1)], n), -1),
    "Octree.set_masks(masks)": (lambda t, n: t.tree.set_masks([0], n), 2**32),
    "Source.add_brush(surfaces)": (lambda t, n: t.source.add_brush(PLANES, surfaces=n), 5),
    "Source.add_brush(lines)": (lambda t, n: t.source.add_brush(PLANES, lines=n), -1),
    "Source.add_polygon(surface)": (lambda t, n: t.source.add_polygon(CUBE_VERTICES[:3], surface=n), 5),
    "Source.add_patch(surface)": (lambda t, n: t.source.add_patch(SHEET, surface=n), -1),
    "Source.add_mesh(surface)": (lambda t, n: t.source.add_mesh(CUBE_VERTICES, CUBE_TRIANGLES, surface=n), 2**32),
}
# Any name of an argument that numbers things or values.
NUMBERS = {"id", "ids", "model", "models", "faces", "entities", "clusters", "a", "b", "island", "row", "rows",
           "first_obstacle", "themselves", "triangles", "seeds", "masks", "doors", "triggers", "obstacle", "entity",
           "at", "numbers", "surface", "surfaces", "lines"}


def name_of(question):
    return question[question.index("(") + 1:-1]


def there_is(question):
    return 0 if "areas" in question or "(triggers)" in question else 1


def out_of_range(question):
    return -2 if "themselves" in question else -1


@pytest.mark.parametrize("question", ONE | MANY | TRIPLES)
def test_a_number_that_names_nothing_is_an_index_error(things, question):
    ask = (ONE | MANY | TRIPLES)[question]
    ask(things, there_is(question))
    for bad in (out_of_range(question), 2**32, 2**62):
        with pytest.raises(IndexError, match=f"^{name_of(question)} .*is {bad}"):
            ask(things, bad)


@pytest.mark.parametrize("question", MANY)
def test_the_first_number_that_names_nothing_is_told_with_its_row(things, question):
    bad = out_of_range(question)
    with pytest.raises(IndexError, match=f"^{name_of(question)} in row 1 is {bad}"):
        MANY[question](things, np.array([1 if "NavDoorState" in question else 0, bad, bad]))


@pytest.mark.parametrize("question", ONE | MANY)
def test_another_type_and_another_shape_are_refused(things, question):
    ask = (ONE | MANY)[question]
    for bad in (0.5, 1.0, b"1", [0.5], {}, object(), 1j):
        with pytest.raises(TypeError, match=f"^{name_of(question)} "):
            ask(things, bad)
    with pytest.raises(TypeError if question in ONE else ValueError, match=f"^{name_of(question)} "):
        ask(things, [[1]])


@pytest.mark.parametrize("question", VALUES)
def test_a_value_out_of_its_range_is_a_value_error(things, question):
    ask, bad = VALUES[question]
    ask(things, 1)
    with pytest.raises(ValueError, match=f"^{name_of(question)} is {bad}; it must be from 0 to"):
        ask(things, bad)
    with pytest.raises(TypeError, match=f"^{name_of(question)} "):
        ask(things, 0.5)


def test_all_functions_that_take_numbers_are_tested():
    stubs = ast.parse(pathlib.Path(halfspace.__file__).with_name("_halfspace.pyi").read_text(encoding="utf-8"))
    taken = set()
    for made in (node for node in stubs.body if isinstance(node, ast.ClassDef)):
        for function in (node for node in made.body if isinstance(node, ast.FunctionDef)):
            for argument in (*function.args.args, *function.args.kwonlyargs):
                annotated = ast.unparse(argument.annotation) if argument.annotation else ""
                if argument.arg in NUMBERS and "NavDoorState" not in annotated:
                    taken.add(f"{made.name}.{function.name}({argument.arg})")
    assert taken - {"Octree.__contains__(id)"} == set(ONE | MANY | TRIPLES | VALUES)
    assert 1 in halfspace.Octree([(0, 0, 0, 1, 1, 1)] * 2) and -1 not in halfspace.Octree()


@pytest.mark.parametrize("ask", [
    lambda t: t.level.trace("giant", START, GOAL),
    lambda t: t.level.nav("giant"),
    lambda t: t.level.step_movers(STAND, IDLE, crouch="giant"),
    lambda t: t.floors.random_places(5, area="giant"),
    lambda t: t.floors.routes(START, GOAL, options=halfspace.RouteOptions(area_costs={"giant": 2})),
    lambda t: t.doors.set_closed("giant"),
    lambda t: t.crowd.add(t.floors, [START], stand="giant"),
    lambda t: t.level.mover_steps(STAND, IDLE, stand="giant"),
    lambda t: t.level.move_and_slide("giant", START, (1, 0, 0), 1),
    lambda t: t.level.player_start("giant"),
    lambda t: t.level.ground_start("giant"),
    lambda t: t.moving.step_movers(STAND, IDLE, crouch="giant"),
    lambda t: t.triggers.touched("giant", START),
    lambda t: t.triggers.arrival(t.arcade, 0, "giant"),
    lambda t: halfspace.Player(t.level, crouch="giant"),
])
def test_a_name_that_is_not_there_is_a_key_error(things, ask):
    with pytest.raises(KeyError, match="giant"):
        ask(things)


class Raising:
    """Its conversion to an array raises."""

    def __init__(self, error):
        self.error = error

    def __array__(self, *_, **__):
        raise self.error


class OwnError(Exception):
    pass


CONVERTED = {
    "points": lambda t, v: t.level.contents(v),
    "contacts": lambda t, v: t.level.surfaces("stand", v),
    "models": lambda t, v: t.level.model_blocks(v),
    "pose": lambda t, v: BOX.distance(BOX, v),
    "poses": lambda t, v: t.level.beams(v, [(1, 0, 0)], 9),
    "boxes": lambda t, v: t.tree.insert(v),
    "radius": lambda t, v: t.tree.in_sphere([(0, 0, 0)], v),
    "yaw": lambda t, v: halfspace.poses_at([START], v),
    "open_portals": lambda t, v: t.level.visible_faces(START, open_portals=v),
    "goals": lambda t, v: t.crowd.go_to(v),
    "states": lambda t, v: t.followers.inputs(v),
    "triangles": lambda t, v: halfspace.Mesh(CUBE_VERTICES, v),
    "themselves": lambda t, v: t.world.beams([START], [(1, 0, 0)], 9, themselves=v),
    "visitors": lambda t, v: t.moving.step(0, v),
    "eye": lambda t, v: t.player.fly_at(v),
    "numbers": lambda t, v: t.source.remove("brushes", v),
    "planes": lambda t, v: t.source.add_brush(v),
    "opacities": lambda t, v: t.source.add_brush(PLANES, opacities=v),
    "see_through": lambda t, v: t.source.add_brush(PLANES, see_through=v),
}


@pytest.mark.parametrize("name", CONVERTED)
def test_what_a_conversion_raises_is_passed_on(things, name):
    for error in (KeyboardInterrupt(), MemoryError(), OwnError("of the caller"), SystemExit()):
        with pytest.raises(type(error)) as raised:
            CONVERTED[name](things, Raising(error))
        assert raised.value is error
    for error in (TypeError("no numbers"), ValueError("no numbers")):
        with pytest.raises(TypeError, match=f"^{name} must be ") as raised:
            CONVERTED[name](things, Raising(error))
        assert raised.value.__cause__ is error


def test_ctrl_c_while_a_sequence_is_read_is_passed_on(things):
    class Slow:
        def __len__(self):
            return 3

        def __getitem__(self, i):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        things.level.contents(Slow())


@pytest.mark.parametrize("bodies", [[(1, 2, 3)], {1: [(0, 0, 0), (1, 1, 1)]}, "stand"])
def test_bodies_that_are_no_dict_of_boxes(bodies):
    with pytest.raises(TypeError, match="^bodies must be a dict of names and boxes"):
        halfspace.compile("examples/levels/keep.map", bodies=bodies)
