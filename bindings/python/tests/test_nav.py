# SPDX-License-Identifier: MIT
"""Navigation meshes, against what numpy and a search of a few lines find in rooms of boxes."""

import itertools
import pickle
import threading

import numpy as np
import pytest

import halfspace
from conftest import repeats
from rooms import brush_text, map_text

# The body "stand" reaches 15 to each side, and stands 24 above the floor.
SIDE, FEET = 15.0, 24.0
NONE = 2**32 - 1
# Boxes in the room, which is 512 by 512 around the origin: no two touch when they are grown.
PILLARS = [((-160, -160), (-64, 48)), ((0, -96), (160, -32)), ((-32, 64), (96, 160)),
           ((144, 32), (176, 192))]
LEDGE = ((-256, -256, 0), (256, -224, 64))


def compiled(folder, pillars=(), entities=""):
    source = folder / "room.map"
    boxes = [((*low, 0), (*high, 128)) if len(low) == 2 else (low, high) for low, high in pillars]
    source.write_text(map_text((256, 256, 128), boxes) + entities, encoding="utf-8")
    return halfspace.compile(source, nav=True, threads=1)


def entity(low, high, **keys):
    brush = brush_text(low, high).replace(" wall ", " common/trigger ")
    return "{\n" + "\n".join(f'"{k}" "{v}"' for k, v in keys.items()) + "\n" + brush + "\n}\n"


@pytest.fixture(scope="module")
def mesh(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("nav"), PILLARS).nav()


@pytest.fixture(scope="module")
def ledge(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("ledge"), [LEDGE]).nav()


# ---- What is true without a mesh ----

GROWN = [(np.subtract(low, SIDE), np.add(high, SIDE)) for low, high in PILLARS]
EDGE = 256 - SIDE


def is_clear(a, b):
    """True if the segment from a to b meets the inside of no grown pillar."""
    for low, high in GROWN:
        first, last = 0.0, 1.0
        for axis in range(2):
            d = b[axis] - a[axis]
            if d == 0:
                if not low[axis] < a[axis] < high[axis]:
                    first, last = 1.0, 0.0
                continue
            t = sorted(((low[axis] - a[axis]) / d, (high[axis] - a[axis]) / d))
            first, last = max(first, t[0]), min(last, t[1])
        if last - first > 1e-9:
            return False
    return True


CORNERS = [np.array((x, y)) for low, high in GROWN
           for x in (low[0], high[0]) for y in (low[1], high[1])]


def shortest(a, b):
    """Dijkstra over the corners of the grown pillars that see each other."""
    nodes = [a, b, *CORNERS]
    far = np.full(len(nodes), np.inf)
    far[0] = 0
    open_nodes = set(range(len(nodes)))
    while open_nodes:
        here = min(open_nodes, key=lambda n: far[n])
        open_nodes.remove(here)
        if here == 1:
            break
        for other in open_nodes:
            if is_clear(nodes[here], nodes[other]):
                far[other] = min(far[other], far[here] + np.hypot(*(nodes[here] - nodes[other])))
    return far[1]


def distance_to_walls(p):
    to_pillars = [np.hypot(*np.maximum(0, np.maximum(low - p, p - high))) for low, high in GROWN]
    return min(EDGE - np.abs(p).max(), *to_pillars)


# ---- Arrays ----

def test_the_polygons_cover_the_floor_and_no_more(mesh):
    def area(points):
        x, y = points[:, 0], points[:, 1]
        return ((x * np.roll(y, -1)).sum() - (y * np.roll(x, -1)).sum()) / 2

    parts = [mesh.corners[a:b] for a, b in itertools.pairwise(mesh.first_corners)]
    areas = np.array([area(part) for part in parts if part[0, 2] == FEET])
    expected = (2 * EDGE) ** 2 - sum(np.prod(high - low) for low, high in GROWN)
    assert (areas > 0).all() and areas.sum() == pytest.approx(expected, rel=1e-12)
    assert len(parts) == len(mesh) and not mesh.polygon_is_low.any() and not mesh.polygon_has_door.any()


def test_islands_are_what_neighbours_join(keep_with_nav):
    mesh = keep_with_nav.nav("crouch")
    island = np.arange(len(mesh))
    owner = np.repeat(np.arange(len(mesh)), np.diff(mesh.first_corners))
    for _ in range(len(mesh)):
        joined = mesh.neighbours >= 0
        np.minimum.at(island, owner[joined], island[mesh.neighbours[joined]])
    _, island = np.unique(island, return_inverse=True)
    assert (island == mesh.polygon_islands).all() and mesh.island_count == island.max() + 1


def test_links_lead_down_from_a_ledge(ledge):
    links = ledge.links
    assert (links["kind"] == halfspace.LinkKind.DROP).sum() > 0
    assert (links["model"] == NONE).all() and (links["seconds"] > 0).all()
    drops = links[links["kind"] == halfspace.LinkKind.DROP]
    assert (drops["from"][..., 2] == 64 + FEET).all() and (drops["to"][..., 2] == FEET).all()
    assert (ledge.polygon_islands[drops["from_polygon"]] != ledge.polygon_islands[drops["to_polygon"]]).all()


# ---- Places ----

def test_locate_finds_the_highest_polygon_below(keep_with_nav):
    mesh = keep_with_nav.nav("stand")
    rng = np.random.default_rng(1)
    low, high = keep_with_nav.bounds()
    points = rng.uniform(low, high, (repeats(3000), 3))
    found = mesh.locate(points, reach=200)
    best = np.full(len(points), -np.inf)
    for a, b in itertools.pairwise(mesh.first_corners):
        corners = mesh.corners[a:b]
        following = np.roll(corners, -1, axis=0)
        along = (following - corners)[None, :, :2]
        apart = points[:, None, :2] - corners[None, :, :2]
        inside = (along[..., 0] * apart[..., 1] - along[..., 1] * apart[..., 0] >= 0).all(axis=1)
        normal = np.cross(corners, following).sum(axis=0)  # corners may lie in a row
        z = corners[0, 2] - ((points[:, :2] - corners[0, :2]) @ normal[:2]) / normal[2]
        inside &= (z <= points[:, 2] + 1 / 32) & (z >= points[:, 2] - 200)
        best = np.where(inside, np.maximum(best, z), best)
    is_there = np.isfinite(best)
    assert is_there.sum() > 100
    assert ((found["polygon"] != NONE) == is_there).all()
    assert np.allclose(found["position"][is_there], np.column_stack([points[:, :2], best])[is_there])
    assert np.isnan(found["position"][~is_there]).all()


def test_nearest_is_nearer_than_any_sample(mesh):
    samples = mesh.random_places(np.arange(4000))["position"]
    points = np.random.default_rng(2).uniform(-300, 300, (50, 3))
    near = mesh.nearest(points)
    distance = np.linalg.norm(near["position"] - points, axis=1)
    sampled = np.linalg.norm(samples[None] - points[:, None], axis=2).min(axis=1)
    assert (distance <= sampled + 1e-9).all() and (sampled < distance + 24).all()
    limited = mesh.nearest(points, max_distance=30)
    assert ((limited["polygon"] == NONE) == (distance > 30)).all()


def test_random_places_are_spread_evenly(mesh):
    places = mesh.random_places(np.arange(20_000))
    at = places["position"][:, :2]
    box = (at[:, 0] > 0) & (at[:, 1] > 192)
    whole = (2 * EDGE) ** 2 - sum(np.prod(high - low) for low, high in GROWN)
    low, high = GROWN[3]  # the pillar that reaches into the box
    share = (EDGE * (EDGE - 192) - (high[0] - low[0]) * (high[1] - 192)) / whole
    assert abs(box.mean() - share) < 5 * np.sqrt(share / len(at))
    assert all(distance_to_walls(p) >= -1e-9 for p in at[:500])
    assert (mesh.random_places(7) == places[7]).all()


# ---- Ways ----

def test_paths_are_the_shortest_ones(mesh):
    count = repeats(150)
    places = mesh.random_places(np.arange(2 * count))
    paths = mesh.paths(places[:count], places[count:])
    at = places["position"][:, :2]
    for i in range(count):
        assert paths.lengths[i] == pytest.approx(shortest(at[i], at[count + i]), rel=1e-12)
        points = paths.points[paths.offsets[i]:paths.offsets[i + 1]]
        steps = np.diff(points[:, :2], axis=0)
        assert np.hypot(steps[:, 0], steps[:, 1]).sum() == pytest.approx(paths.lengths[i])
        assert (points[[0, -1]] == places["position"][[i, count + i]]).all()
        polygons = paths.polygons[paths.polygon_offsets[i]:paths.polygon_offsets[i + 1]]
        assert polygons[0] == places["polygon"][i] and polygons[-1] == places["polygon"][count + i]


def test_a_field_has_the_lengths_of_paths(mesh):
    places = mesh.random_places(np.arange(repeats(400)))
    goal = places[0]
    field = mesh.field(goal, max_length=300)
    expected = mesh.paths(places, goal).lengths
    lengths = field.lengths(places)
    assert ((expected <= 300) == np.isfinite(lengths)).all()
    near = np.isfinite(lengths)
    assert np.allclose(lengths[near], expected[near], rtol=1e-12)
    assert np.isin(places["polygon"][near], field.polygons).all()
    paths = field.paths(places)
    assert np.allclose(paths.lengths, lengths, rtol=1e-12)
    assert (np.diff(paths.offsets)[~near] == 0).all()
    ends = paths.points[paths.offsets[1:][near] - 1]
    assert (ends == goal["position"]).all()


def test_rays_stop_at_walls(mesh):
    count = repeats(300)
    places = mesh.random_places(np.arange(2 * count))["position"]
    starts, ends = places[:count], places[count:]
    hits = mesh.rays(starts, ends)
    clear = np.array([is_clear(a[:2], b[:2]) for a, b in zip(starts, ends)])
    assert clear.any() and not clear.all()
    assert (hits["hit"] == ~clear).all() and ((hits["wall_polygon"] == NONE) == clear).all()
    assert np.allclose(hits["position"][clear], ends[clear])
    for hit in hits[~clear]:
        assert abs(distance_to_walls(hit["position"][:2])) < 1e-6
    first = mesh.first_corners[hits["wall_polygon"][~clear]] + hits["wall_corner"][~clear]
    assert (mesh.neighbours[first] == -1).all()


def test_walls_are_as_far_as_they_are(mesh):
    places = mesh.random_places(np.arange(repeats(300)))
    at = places["position"][:, :2]
    walls = mesh.walls(places)
    expected = np.array([distance_to_walls(p) for p in at])
    assert np.allclose(walls["distance"], expected, atol=1e-9)
    assert np.allclose(np.hypot(*(walls["position"][:, :2] - at).T), expected, atol=1e-9)
    limited = mesh.walls(places, max_distance=10)
    assert (np.isinf(limited["distance"]) == (expected > 10)).all()
    assert (limited["polygon"] == NONE).sum() == (expected > 10).sum()
    offsets, around = mesh.walls_around(places[:50], 60)
    for i in range(min(50, len(places))):
        own = around[offsets[i]:offsets[i + 1]]
        assert (np.diff(own["distance"]) >= 0).all() and (own["distance"] <= 60).all()
        assert (len(own) > 0) == (expected[i] <= 60)
        assert len(own) == 0 or own["distance"][0] == walls["distance"][i]


def test_routes_take_links_that_they_may(ledge):
    up, down = (0, -240, 64 + FEET), (0, 100, FEET)
    assert np.isinf(ledge.paths(up, down).lengths) and not ledge.reachable(up, down)
    route = ledge.routes(up, down)
    links = route.points["link"][route.points["link"] != NONE]
    assert [halfspace.LinkKind(int(k)).name for k in ledge.links["kind"][links]] == ["DROP"]
    on_foot = halfspace.RouteOptions(links=[])
    assert np.isinf(ledge.routes(up, down, options=on_foot).seconds)
    assert np.isinf(ledge.route_bounds(up, down, options=on_foot))
    shallow = halfspace.RouteOptions(max_drop=60)
    assert np.isinf(ledge.routes([up], down, options=shallow).costs[0])
    assert ledge.route_bounds(up, down) <= route.costs == route.seconds


def test_areas_cost_what_they_are_told(tmp_path):
    mud = entity((-256, -32, 0), (256, 32, 16), classname="func_nav_area", area="mud", cost="3")
    mesh = compiled(tmp_path, entities=mud).nav()
    assert mesh.area_costs == {"mud": 3.0}
    inside = mesh.random_places(np.arange(200), area="mud")
    assert (np.abs(inside["position"][:, 1]) <= 32).all()
    assert (mesh.polygon_areas[inside["polygon"]] == 0).all()
    outside = mesh.random_places(np.arange(200), area="")
    assert (np.abs(outside["position"][:, 1]) >= 32).all()
    ends = (0, -100, FEET), (0, 100, FEET)
    route = mesh.routes(*ends)
    assert route.seconds == pytest.approx(200 / 320)
    assert route.costs == pytest.approx((136 + 3 * 64) / 320)
    dear = halfspace.RouteOptions(speed=100, area_costs={"mud": 5})
    assert mesh.routes(*ends, options=dear).costs == pytest.approx((136 + 5 * 64) / 100)
    never = halfspace.RouteOptions(area_costs={"mud": np.inf})
    assert np.isinf(mesh.routes(*ends, options=never).costs)
    assert mesh.route_bounds(*ends, part_length=4) == pytest.approx(float(route.costs), rel=0.05)
    with pytest.raises(KeyError, match="area_costs has 'bog'; the level has the areas mud"):
        mesh.routes(*ends, options=halfspace.RouteOptions(area_costs={"bog": 2}))


def test_closed_doors_are_walls(floors):
    ends = (64, 256, 24), (1200, 256, 24)
    doors = halfspace.NavDoorState(floors)
    field = floors.field(ends[1], doors=doors)
    assert floors.reachable(*ends, doors=doors) and field.lengths(ends[0]) > 1000
    doors.set_closed(doors.models)
    assert doors.closed.all() and repr(doors) == "<halfspace.NavDoorState: 1 of 1 doors closed>"
    assert not floors.reachable(*ends, doors=doors) and np.isinf(floors.routes(*ends, doors=doors).costs)
    ahead = (300, 256, 24), (1200, 256, 0)
    stopped = floors.rays(*ahead, doors=doors)
    assert stopped["hit"] and 600 < stopped["position"][0] < 640 and not floors.rays(*ahead)["hit"]
    assert not field.is_current
    with pytest.raises(RuntimeError, match="find it again"):
        field.lengths(ends[0])
    doors.set_closed(1, False)
    assert not doors.closed.any() and floors.reachable(*ends, doors=doors)
    with pytest.raises(IndexError, match="doors in row 1 is 7, which is no door; the mesh has 1"):
        doors.set_closed([1, 7])
    with pytest.raises(KeyError, match="targetname of no door"):
        doors.set_closed("gate")
    with pytest.raises(ValueError, match="state of another mesh"):
        floors.level.nav("crouch").paths(*ends, doors=doors)


# ---- As all of the package ----

@pytest.mark.parametrize("threads", [1, 2])
def test_of_places_that_are_none_the_first_is_named(floors, threads):
    places = floors.random_places(np.arange(70_000))
    positions = places["position"].copy()
    positions[[68_000, 41_000, 69_999]] = (0, 0, 900)
    places["polygon"][[68_000, 41_000, 69_999]] = 2**32 - 1
    for wrong, message in ((positions, "no floor of the mesh below it"), (places, "no polygon of the mesh")):
        for ask in (floors.reachable, floors.paths):
            with pytest.raises(ValueError, match=f"^start in row 41000 has {message}"):
                ask(wrong, (64, 256, 24), threads=threads)


def test_one_is_as_many_and_threads_change_nothing(floors):
    places = floors.random_places(np.arange(600))
    start, end = places[:300], places[300:]
    for ask in (floors.paths, floors.routes):
        many, threads = ask(start, end), ask(start, end, threads=2)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(many, threads))
        one = ask(start[5], end[5])
        assert one[0].shape == () and one[0] == many[0][5]
        points = many.points[many.offsets[5]:many.offsets[6]]
        assert one.points.tobytes() == points.tobytes()
        to_one = ask(start, end[5])
        assert len(to_one[0]) == 300 and to_one[0][5] == one[0]
    for ask in (floors.reachable, floors.route_bounds):
        assert (ask(start, end)[5] == ask(start[5], end[5])) and ask(start[5], end[5]).shape == ()
    for ask in (floors.locate, floors.nearest):
        assert ask(start["position"], threads=2).tobytes() == ask(start["position"]).tobytes()
        assert ask(start["position"][5]) == ask(start["position"])[5]


def test_out_takes_the_answers(floors):
    places = floors.random_places(np.arange(20))
    points = places["position"].copy()
    for ask, dtype in [(floors.locate, halfspace.nav_place_dtype),
                       (floors.nearest, halfspace.nav_place_dtype),
                       (floors.walls, halfspace.nav_wall_dtype),
                       (lambda p, out: floors.rays(p, p[0], out=out), halfspace.nav_ray_dtype),
                       (lambda p, out: floors.route_bounds(p, p[0], out=out), np.dtype(float)),
                       (floors.field(points[0]).lengths, np.dtype(float))]:
        noise = np.frombuffer(np.random.default_rng(1).bytes(20 * dtype.itemsize), np.uint8).copy()
        out = noise.view(dtype)
        assert ask(points, out=out) is out
        assert out.tobytes() == ask(points, out=np.zeros(20, dtype)).tobytes()
    with pytest.raises(ValueError, match=r"out has the shape \(3,\); it must be \(20,\)"):
        floors.locate(points, out=np.empty(3, halfspace.nav_place_dtype))


def test_nothing_asked_is_nothing_answered(floors):
    none = np.empty((0, 3))
    assert floors.locate(none).shape == (0,) and floors.random_places([]).shape == (0,)
    paths = floors.paths(none, none)
    assert paths.lengths.shape == (0,) and paths.points.shape == (0, 3) and paths.offsets.tolist() == [0]
    assert floors.routes(none, none).points.dtype == halfspace.nav_route_point_dtype


@pytest.mark.parametrize("call, error, message", [
    (lambda f: f.locate([(0, 0, np.nan)]), ValueError, "points is not finite in row 0"),
    (lambda f: f.locate((0, 0, 0), reach=-1), ValueError, "reach must be at least 0"),
    (lambda f: f.paths([(64, 256, 24), (64, 256, 500)], (64, 256, 24)), ValueError,
     "start in row 1 has no floor of the mesh below it: .*nearest"),
    (lambda f: f.paths(f.locate([(64, 256, 24), (0, 0, 900)]), (64, 256, 24)), ValueError,
     "start in row 1 has no polygon of the mesh"),
    (lambda f: f.paths(moved(f), (64, 256, 24)), ValueError, "start in row 0 is not on its polygon"),
    (lambda f: f.paths(np.zeros(2, halfspace.mover_state_dtype), (64, 256, 24)), TypeError, "dtype"),
    (lambda f: f.paths([(64, 256, 24)] * 2, [(64, 256, 24)] * 3), ValueError,
     "start has 2 rows and end has 3"),
    (lambda f: f.paths((64, 256, 24), (1200, 256, 24), max_nodes=0), ValueError, "from 1 to 2"),
    (lambda f: f.paths((64, 256, 24), [(96, 256, 24), (1200, 256, 24)], max_nodes=1), halfspace.Error,
     "the search in row 1 needs more than 1 nodes"),
    (lambda f: f.rays((64, 256, 24), (1e300, 0, 0)), ValueError,
     "^end is .*; coordinates must be within 1099511627776"),
    (lambda f: f.walls((64, 256, 24), max_distance=np.nan), ValueError, "max_distance must be"),
    (lambda f: f.random_places([0.5]), TypeError, "seeds has the dtype float64; it must be integers"),
    (lambda f: f.random_places([1, -1]), ValueError,
     "seeds in row 1 is -1; it must be from 0 to 18446744073709551615"),
    (lambda f: f.random_places(1, island=9), IndexError, "island is 9; it must be from 0 to 2"),
    (lambda f: f.random_places(1, area="mud"), KeyError, "area is 'mud'"),
    (lambda f: f.random_places(1, area="mud", island=0), ValueError, "not both"),
    (lambda f: f.route_bounds((64, 256, 24), (64, 256, 24), part_length=0), ValueError, "above 0"),
    (lambda f: f.field(f.random_places([1, 2])), ValueError, "goal must be one place"),
    (lambda f: halfspace.RouteOptions(lava_cost=0.5), ValueError, "lava_cost must be at least 1"),
    (lambda f: halfspace.RouteOptions(links=[9]), ValueError, "links has 9, which is no LinkKind"),
    (lambda f: halfspace.RouteOptions(cost=2), TypeError, "RouteOptions has no cost"),
    (lambda f: f.level.nav("giant"), KeyError, "giant"),
])
def test_what_is_wrong_is_named(floors, call, error, message):
    with pytest.raises(error, match=message):
        call(floors)


def moved(floors):
    places = floors.locate([(64, 256, 24)])
    places["position"] += (0, 0, 2)
    return places


def test_a_level_without_meshes_says_what_to_do(keep):
    with pytest.raises(halfspace.Error, match="compile it with nav=True") as raised:
        keep.nav("stand")
    assert raised.value.code == "unsupported"


def test_a_pickle_is_the_mesh_of_the_level(floors):
    again = pickle.loads(pickle.dumps(floors))
    assert again.level == floors.level and again.body == "stand"
    places = floors.random_places(np.arange(50))
    assert again.paths(places, places[0]).points.tobytes() == floors.paths(places, places[0]).points.tobytes()


def test_a_state_of_doors_does_not_change_while_it_is_asked(floors):
    doors = halfspace.NavDoorState(floors)
    places = floors.random_places(np.arange(repeats(40_000) + 4000))
    asking = threading.Thread(target=lambda: floors.paths(places, places[::-1].copy(), doors=doors))
    asking.start()
    refused = 0
    while asking.is_alive():
        try:
            doors.set_closed(1)
        except RuntimeError as error:
            refused += "while another thread asks" in str(error)
    asking.join()
    assert refused > 0
    doors.set_closed(1)
