# SPDX-License-Identifier: MIT
"""Each function has a docstring with an example, and says what it raises; all examples print what they
say, also those of the pages about Python."""

import contextlib
import dataclasses
import doctest
import enum
import importlib
import inspect
import pickle
import re

import numpy as np
import pytest

import halfspace
import rooms
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


# Their functions and classes are names of other modules.
PARTS = ("halfspace.spaces", "halfspace._finished", "halfspace._records", "halfspace._segments")


def members_of(module):
    """(name, thing) of a module that is written in Python: itself, its functions, classes and members."""
    short = module.__name__.partition(".")[2]
    yield short, module
    for name, thing in vars(module).items():
        home = getattr(thing, "__module__", None)
        if name.startswith("_") or home not in (module.__name__, *PARTS):
            continue
        if inspect.isfunction(thing) or inspect.isclass(thing):
            yield f"{short}.{name}", thing
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                yield f"{short}.{name}.{member}", value


MODULES = {}
for needed, written in (("dask", "dask"), ("distributed", "farm"), ("matplotlib", "plot"), ("numpy", "env")):
    with contextlib.suppress(ImportError):
        importlib.import_module(needed)
        MODULES[written] = importlib.import_module(f"halfspace.{written}")
WRITTEN = {name: thing for module in MODULES.values() for name, thing in members_of(module)}
# They take no argument, and raise because of their state.
RAISE_BY_STATE = ["World.place_models_at_rest", "World.end_step", "Doors.finish"]


def compiled_parameters(text):
    """The names of what a compiled function takes: the first line of its text is its signature."""
    signature = re.match(r"\w+\((.*)\) -> ", text.partition("\n")[0])
    return [name for name in re.findall(r"(\w+): ", signature[1]) if name != "self"] if signature else []


def may_raise():
    """(name, docstring) of functions whose arguments or state may be wrong."""
    for name, text in DOCUMENTED.items():
        if compiled_parameters(text or "") or name in RAISE_BY_STATE:
            yield name, text
    for name, thing in WRITTEN.items():
        if name.startswith("plot.") or dataclasses.is_dataclass(thing):
            continue  # numpy and matplotlib raise there; the package fills the arguments in
        if inspect.isfunction(thing) and set(inspect.signature(thing).parameters) - {"self"}:
            yield name, thing.__doc__
        elif inspect.isclass(thing):
            yield name, (thing.__doc__ or "") + (thing.__init__.__doc__ or "")


MAY_RAISE = dict(may_raise())


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


@pytest.fixture
def written_names(names, tmp_path, monkeypatch):
    """What the examples of modules in Python use besides."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    level = rooms.room(tmp_path, pillars=[((64, -32, 0), (96, 32, 128))], nav=True)
    return names | {"example": level, "example_file": level, "floors": level.nav()}


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=1,
                            dashboard_address=None) as client:
        yield client


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


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_in_python_has_an_example_that_prints_what_it_says(name, written_names, request):
    text = inspect.getdoc(WRITTEN[name])
    assert text, f"{name} has no docstring"
    module = MODULES[name.partition(".")[0]]
    given = vars(module) | written_names
    if "client" in text:
        given["client"] = request.getfixturevalue("client")
    count = run_examples(name, text, given)
    assert count > 0 or "+SKIP" in text, f"{name} has no example"


@pytest.mark.parametrize("name", MAY_RAISE)
def test_the_docstring_says_what_is_raised(name):
    assert re.search(r"[Rr]aise[sd]?\b|\berrors\b", MAY_RAISE[name] or ""), f"{name} does not say what it raises"


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


def test_each_class_tells_what_it_is():
    classes = [thing for name, thing in vars(halfspace).items() if inspect.isclass(thing)]
    classes += [thing for thing in WRITTEN.values() if inspect.isclass(thing)]
    silent = {cls.__name__ for cls in classes if cls.__repr__ is object.__repr__}
    assert silent == {"Questions"}  # the base of Level and World, of which there are no objects
    with pytest.raises(TypeError, match="No constructor"):
        halfspace.Questions()


def test_options_tell_what_is_not_the_default():
    for make in (halfspace.MoverOptions, halfspace.RouteOptions, halfspace.FollowOptions):
        assert repr(make()) == f"{make.__name__}()"
    movers = halfspace.MoverOptions(gravity=100)
    assert repr(movers) == "MoverOptions(gravity=100.0)"
    movers.gravity = halfspace.MoverOptions().gravity
    assert repr(movers) == "MoverOptions()"
    routes = halfspace.RouteOptions(links=[halfspace.LinkKind.WALK], water_cost=np.inf, area_costs={"mud": 3})
    assert repr(routes) == ("RouteOptions(water_cost=inf, links=frozenset({<LinkKind.WALK: 0>}), "
                            "area_costs={'mud': 3.0})")
    assert repr(halfspace.FollowOptions(crouches=True)) == "FollowOptions(crouches=True)"
