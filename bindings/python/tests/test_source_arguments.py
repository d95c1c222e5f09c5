# SPDX-License-Identifier: MIT
"""Arguments of a Source whose own code changes the source, and origins that are arguments."""

import gc

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES
from halfspace import Contents

BLOCK = [(-1, 0, 0, 0), (1, 0, 0, 8), (0, -1, 0, 0), (0, 1, 0, 8), (0, 0, -1, 0), (0, 0, 1, 8)]
SHEET = np.dstack([*np.meshgrid(np.arange(3) * 8.0, np.arange(3) * 8.0), np.zeros((3, 3))])


class Busy:
    """An argument: an array or a number. When it is converted, it first calls `change`."""

    def __init__(self, change, value):
        self.change, self.value = change, value

    def __array__(self, *_, **__):
        self.change()
        return np.asarray(self.value)

    def __index__(self):
        self.change()
        return self.value

    def __iter__(self):
        for one in self.value:
            self.change()
            yield one


def source_and_growth(entities=3):
    """A source with parts in each entity, and what makes its list of entities move."""
    source = halfspace.Source()
    for number in range(entities):
        if number != 0:
            source.add_entity({"classname": "func_wall"})
        for _ in range(4):
            source.add_brush(BLOCK, entity=number)

    def grow():
        for _ in range(1000):
            source.add_entity({"classname": "info_null", "message": "m" * 50})

    return source, grow


ADD = {
    "add_brush(planes)": ("brushes", lambda s, b: s.add_brush(b(np.array(BLOCK, float)), entity=1)),
    "add_brush(materials)": ("brushes", lambda s, b: s.add_brush(BLOCK, materials=b(["a"] * 6), entity=1)),
    "add_brush(see_through)": ("brushes", lambda s, b: s.add_brush(BLOCK, see_through=b([True] * 6), entity=1)),
    "add_brush(at)": ("brushes", lambda s, b: s.add_brush(BLOCK, entity=1, at=b(2))),
    "add_brush(entity)": ("brushes", lambda s, b: s.add_brush(BLOCK, entity=b(1), at=2)),
    "add_box(box)": ("brushes", lambda s, b: s.add_box(b([(0, 0, 0), (8, 8, 8)]), entity=1)),
    "add_polygon(corners)": ("polygons", lambda s, b: s.add_polygon(b(CUBE_VERTICES[:3]), entity=1)),
    "add_polygon(surface)": ("polygons", lambda s, b: s.add_polygon(CUBE_VERTICES[:3], surface=b(2), entity=1)),
    "add_polygon(at)": ("polygons", lambda s, b: s.add_polygon(CUBE_VERTICES[:3], entity=1, at=b(0))),
    "add_patch(controls)": ("patches", lambda s, b: s.add_patch(b(SHEET), entity=1)),
    "add_patch(at)": ("patches", lambda s, b: s.add_patch(SHEET, entity=1, at=b(0))),
    "add_mesh(vertices)": ("meshes", lambda s, b: s.add_mesh(b(CUBE_VERTICES), CUBE_TRIANGLES, entity=1)),
    "add_mesh(materials)":
        ("meshes", lambda s, b: s.add_mesh(CUBE_VERTICES, CUBE_TRIANGLES, materials=b(["a"] * 12), entity=1)),
    "add_mesh(at)": ("meshes", lambda s, b: s.add_mesh(CUBE_VERTICES, CUBE_TRIANGLES, entity=1, at=b(0))),
}


@pytest.mark.parametrize("name", ADD)
def test_a_part_comes_into_its_entity_whatever_its_arguments_add(name):
    kind, add = ADD[name]
    source, grow = source_and_growth()
    expected, _ = source_and_growth()
    assert add(source, lambda value: Busy(grow, value)) == add(expected, lambda value: value)
    assert len(source) > 1000
    for entity, other in zip(source.entities, expected.entities):
        assert len(entity[kind]) == len(other[kind])
        assert {k: len(entity[k]) for k in ("brushes", "polygons", "patches", "meshes")} == \
            {k: len(other[k]) for k in ("brushes", "polygons", "patches", "meshes")}


def test_parts_are_removed_whatever_the_numbers_change():
    source, grow = source_and_growth()
    source.remove("brushes", Busy(grow, np.array([0, 3])), entity=1)
    source.remove("brushes", [1], entity=Busy(grow, 2))
    assert [len(entity["brushes"]) for entity in source.entities[:4]] == [4, 2, 3, 0]
    gone = Busy(lambda: source.remove("brushes", [0, 1, 2, 3], entity=0), np.array([0]))
    with pytest.raises(IndexError, match="^numbers in row 0 is 0; the entity has 0 of them"):
        source.remove("brushes", gone, entity=0)


def test_keys_are_set_whatever_the_arguments_change():
    source, grow = source_and_growth()
    source.set_keys(1, {"message": "hello" * 20}, origin=Busy(grow, (1.0, 2.0, 3.0)))
    assert source.entities[1]["keys"]["message"] == "hello" * 20 and source.entities[1]["origin"] == (1, 2, 3)
    source.set_keys(Busy(grow, 2), {"message": "there"})
    assert source.entities[2]["keys"]["message"] == "there"


@pytest.mark.parametrize("use", [
    lambda source, number: source.set_keys(number, {"message": "hello"}),
    lambda source, number: source.remove_entity(number),
    lambda source, number: source.add_brush(BLOCK, entity=number),
    lambda source, number: source.remove("brushes", [], entity=number),
])
def test_a_number_whose_code_removes_its_entity_names_none(use):
    source, grow = source_and_growth()
    for _ in range(20):
        grow()

    def shrink():
        while len(source) > 2:
            source.remove_entity(len(source) - 1)

    with pytest.raises(IndexError, match="^entity is 20000; it must be from 0 to 1"):
        use(source, Busy(shrink, 20000))


@pytest.mark.parametrize("name", ["entities", "materials"])
def test_a_source_does_not_change_while_it_is_read(name):
    source = halfspace.Source()
    for number in range(300):
        source.add_box([(0, 0, 0), (8, 8, 8)], materials=f"m{number}")
        source.add_entity({"classname": "info_null", "message": "m" * 50})
    refused, threshold = set(), gc.get_threshold()

    def change(*_):
        try:
            source.add_entity({"classname": "info_null"})
            source.add_material("new")
        except RuntimeError as error:
            refused.add(str(error))

    expected = len(getattr(source, name))
    gc.callbacks.append(change)
    gc.set_threshold(10)
    try:
        found = getattr(source, name)
    finally:
        gc.callbacks.remove(change)
        gc.set_threshold(*threshold)
    assert len(found) == expected and refused == {"the source cannot change while another thread asks it"}
    source.add_entity({"classname": "info_null"})


def test_a_part_that_is_refused_leaves_no_material():
    source = halfspace.Source()
    for add in (lambda: source.add_brush(BLOCK, materials="new", at=5), lambda: source.add_box([(0, 0, 0), (8, 8, 8)],
                materials="new", entity=4), lambda: source.add_polygon(CUBE_VERTICES[:3], material="new", at=9)):
        with pytest.raises(IndexError):
            add()
    assert source.materials == []


def floor_with(*entities):
    """The level of a floor, entities and the triggers of teleporters."""
    source = halfspace.Source()
    source.add_box([(-256, -256, -8), (256, 256, 0)])
    for keys, origin in entities:
        number = source.add_entity(keys, origin)
        if keys["classname"].startswith("trigger"):
            source.add_box([(64, -32, 0), (128, 32, 64)], entity=number, contents=Contents.TRIGGER)
    return source, halfspace.compile(source, vis="none")


@pytest.mark.parametrize("keys", [{}, {"origin": "0 0 24"}, {"origin": "nowhere"}])
def test_an_origin_that_is_an_argument_is_where_players_start(keys):
    place = (0.1, -100, 24.062500000000004)
    source, level = floor_with(({"classname": "info_player_start", **keys}, place))
    assert [start["origin"].tolist() for start in level.player_starts] == [list(place)]
    assert level.player_start()["position"].tolist() == list(place)
    assert level.entities[1]["origin"] == "0.1 -100 24.062500000000004"
    assert source.entities[1]["keys"] == {"classname": "info_player_start", **keys}
    assert source.entities[1]["origin"] == place
    assert halfspace.compile(source.copy(), vis="none") == level and not halfspace.verify(level, source)


def test_an_origin_that_is_set_later_counts_too():
    source, _ = floor_with(({"classname": "info_player_start"}, None))
    source.set_keys(1, {}, origin=(8, 9, 24))
    assert halfspace.compile(source, vis="none").player_starts[0]["origin"].tolist() == [8, 9, 24]
    source.set_keys(1, {"origin": "1 2 24"})
    assert halfspace.compile(source, vis="none").entities[1]["origin"] == "1 2 24"
    source.set_keys(1, {"origin": None})
    assert halfspace.compile(source, vis="none").player_starts == []


def test_a_teleporter_finds_its_destination_by_an_origin_that_is_an_argument():
    _, level = floor_with(({"classname": "trigger_teleport", "target": "t"}, None),
                          ({"classname": "info_teleport_destination", "targetname": "t"}, (-100, 0, 24)))
    triggers = halfspace.Triggers(level)
    assert len(triggers) == 1 and len(triggers.idle) == 0


def test_keys_that_say_the_same_place_and_those_of_models_stay_as_they_are():
    source, level = floor_with(({"classname": "info_player_start", "origin": "0.50 0 24.0"}, (0.5, 0, 24)),
                               ({"classname": "trigger_multiple"}, (1, 2, 3)))
    assert [entity.get("origin") for entity in level.entities] == [None, "0.50 0 24.0", None]
