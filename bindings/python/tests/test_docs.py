# SPDX-License-Identifier: MIT
"""Each function has a docstring with an example, and all examples print what they say, also those of
the pages about Python."""

import doctest
import enum
import inspect
import pickle

import numpy as np
import pytest

import halfspace
from conftest import CUBE_TRIANGLES, CUBE_VERTICES, ROOT

PAGES = ["README.md", "docs/guides/python.md", "docs/guides/python_nav.md", "docs/guides/python_game.md"]


def documented():
    """(name, docstring) of the package, its functions, classes and members."""
    yield "halfspace", halfspace.__doc__
    for name, thing in vars(halfspace._halfspace).items():
        if name.startswith("_"):
            continue
        assert getattr(halfspace, name) is thing
        if inspect.isroutine(thing):
            yield name, thing.__doc__
        elif inspect.isclass(thing) and issubclass(thing, enum.Enum):
            yield name, thing.__doc__
        elif inspect.isclass(thing) and thing.__module__ == "halfspace._halfspace":
            yield name, thing.__doc__
            for member in vars(thing):
                if not member.startswith("_") and not name.endswith("Options"):
                    yield f"{name}.{member}", getattr(thing, member).__doc__


DOCUMENTED = dict(documented())


@pytest.fixture
def names(keep_with_nav, arcade, floors, cube, tmp_path, monkeypatch):
    """What the examples use."""
    monkeypatch.chdir(ROOT)
    world = halfspace.World(keep_with_nav)
    world.place_models_at_rest()
    player = halfspace.Player(keep_with_nav)
    player.stand_at(world, (64, 256, 46))
    return {"halfspace": halfspace, "np": np, "pickle": pickle, "example": keep_with_nav,
            "world": world, "floors": floors, "cube": cube, "cube_vertices": CUBE_VERTICES, "cube_triangles": CUBE_TRIANGLES,
            "doors": halfspace.Doors(keep_with_nav), "arcade": arcade, "triggers": halfspace.Triggers(arcade),
            "player": player, "folder": tmp_path}


def run_examples(name, text, names):
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, None, 0)
    told = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert result.failed == 0, "".join(told)
    return result.attempted


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_docstring_has_an_example_that_prints_what_it_says(name, names):
    assert DOCUMENTED[name], f"{name} has no docstring"
    bases = {"Questions", "Error"}
    count = run_examples(name, DOCUMENTED[name], names)
    assert count > 0 or name in bases, f"{name} has no example"


def test_options_of_movers_are_numbers_with_the_defaults_of_the_library():
    options = halfspace.MoverOptions()
    members = [name for name, value in vars(halfspace.MoverOptions).items() if isinstance(value, property)]
    assert len(members) > 20
    for name in members:
        setattr(options, name, getattr(options, name))


@pytest.mark.parametrize("options", [halfspace.MoverOptions, halfspace.RouteOptions, halfspace.FollowOptions])
def test_each_option_says_what_it_is(options):
    members = {name: value for name, value in vars(options).items() if isinstance(value, property)}
    assert [name for name, value in members.items() if not value.__doc__] == [] and len(members) > 6


@pytest.mark.parametrize("page", PAGES)
def test_examples_of_pages_print_what_they_say(page, names, monkeypatch):
    path = ROOT / page
    assert path.exists() and ">>> " in path.read_text(encoding="utf-8"), page
    text = path.read_text(encoding="utf-8")
    code = "\n".join(part.partition("```")[0] for part in text.split("```pycon\n")[1:])
    (names["folder"] / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(names["folder"])
    assert run_examples(page, code, {}) > 3
