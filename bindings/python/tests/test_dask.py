# SPDX-License-Identifier: MIT
"""The functions of halfspace.dask give the bytes of the level's own answers."""

from __future__ import annotations

import pathlib
import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("dask")
pytest.importorskip("distributed")

import dask.array as da
import halfspace
import halfspace.dask as hd
from dask.base import tokenize
from distributed import Client
from halfspace.farm import compile_levels

from rooms import map_text, room

BOX = [(-250, -250, 1), (250, 250, 120)]
PILLARS = [((64, -32, 0), (96, 32, 128)), ((-128, -128, 0), (-96, -96, 64))]


@pytest.fixture(scope="module")
def level(tmp_path_factory: pytest.TempPathFactory) -> halfspace.Level:
    return room(tmp_path_factory.mktemp("dask"), pillars=PILLARS)


@pytest.fixture(scope="module")
def mesh() -> halfspace.Mesh:
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    return halfspace.Mesh(corners, [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])


def now(array: Any) -> Any:
    return array.compute(scheduler="synchronous")


def equal(some: Any, other: Any) -> bool:
    """True for the same shape, dtype and fields. (There may be anything between the fields.)"""
    return bool(some.shape == other.shape and some.dtype == other.dtype and (some == other).all())


def test_answers_have_the_bytes_of_the_level(level: halfspace.Level) -> None:
    segments = hd.uniform_rows(3, 0, 5000) * 600 - 300
    blocks = da.from_array(segments, chunks=(1234, 6))
    contacts = level.trace("stand", segments)
    assert equal(now(hd.trace(level, "stand", blocks)), contacts)
    ball = halfspace.Shape.sphere(9)
    swept = level.sweep(ball, segments, skin=1)
    assert equal(now(hd.sweep(level, ball, blocks, skin=1)), swept)
    seen = level.sight(segments)
    assert (now(hd.sight(level, blocks)) == seen).all() and 0 < seen.mean() < 1
    points = segments[:, :3].copy()
    here = level.contents(points)
    assert (now(hd.contents(level, blocks[:, :3])) == here).all() and len(set(here)) > 1


def test_start_and_end_may_be_arrays_of_other_blocks_or_one_point(level: halfspace.Level) -> None:
    rows = hd.uniform_rows(4, 0, 999) * 500 - 250
    start, end = rows[:, :3].copy(), rows[:, 3:].copy()
    one, other = da.from_array(start, chunks=(100, 2)), da.from_array(end, chunks=(333, 3))
    assert (now(hd.sight(level, one, other)) == level.sight(start, end)).all()
    assert (now(hd.sight(level, (0, 0, 9), other)) == level.sight((0, 0, 9), end)).all()
    assert (now(hd.sight(level, start, (0, 0, 9))) == level.sight(start, (0, 0, 9))).all()


def test_fields_choose_what_leaves_the_worker(level: halfspace.Level) -> None:
    segments = hd.random_segments(3000, BOX, seed=1, chunk=1000)
    whole = now(hd.trace(level, "point", segments))
    fraction = hd.trace(level, "point", segments, fields="fraction")
    assert fraction.shape == (3000,) and (now(fraction) == whole["fraction"]).all()
    normal = hd.trace(level, "point", segments, fields="normal")
    assert normal.shape == (3000, 3) and (now(normal) == whole["normal"]).all()
    both = now(hd.trace(level, "point", segments, fields=("hit", "point")))
    assert both.dtype.names == ("hit", "point") and both.dtype.itemsize == 25
    assert (both["hit"] == whole["hit"]).all() and (both["point"] == whole["point"]).all()
    with pytest.raises(KeyError, match="fields has 'depth'; there are hit, "):
        hd.trace(level, "point", segments, fields="depth")
    with pytest.raises(ValueError, match="^fields must have at least one name$"):
        hd.trace(level, "point", segments, fields=[])


def test_what_changes_after_the_call_changes_no_answer(level: halfspace.Level, mesh: halfspace.Mesh) -> None:
    points = hd.uniform_rows(2, 0, 800)[:, :3] * 500 - 250
    eye, given = np.array([-200.0, 0, 64]), points.copy()
    lazy, expected = [], []
    for x in (-200, 0, 200):
        eye[0] = x
        lazy.append(hd.sight(level, eye, given))
        expected.append(level.sight(eye, given))
    pose = halfspace.poses_at([(0, 0, 9)])[0]
    box = halfspace.Shape.box((30, 1, 1))
    turned = hd.sweep(level, box, given, (0, 0, 64), pose=pose)
    swept = level.sweep(box, points, (0, 0, 64), pose=pose)
    names = ["hit"]
    some = hd.trace(level, "point", given, (0, 0, 64), fields=names)
    winding = hd.mesh_winding(mesh, given)
    around = mesh.winding(points)
    names.append("model")
    given[:] = given[0]
    pose[:] = halfspace.poses_at([(0, 0, 9)], 90)[0]
    assert [now(seen).tobytes() for seen in lazy] == [seen.tobytes() for seen in expected]
    assert len({seen.tobytes() for seen in expected}) == 3
    assert equal(now(turned), swept)
    assert now(some).dtype.names == some.dtype.names == ("hit",)
    assert (now(winding) == around).all()
    by_generator: Any = (name for name in ("hit", "model"))
    both = hd.trace(level, "point", points, (0, 0, 64), fields=by_generator)
    assert now(both).dtype.names == ("hit", "model")


def test_a_block_larger_than_a_part_is_answered_whole(
    level: halfspace.Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    segments = hd.random_segments(1000, BOX, chunk=1000)
    whole = now(hd.trace(level, "point", segments))
    monkeypatch.setattr(hd, "_PART", 7)
    assert equal(now(hd.trace(level, "point", segments)), whole)


def test_random_rows_depend_on_seed_and_number_alone() -> None:
    few, many = (hd.random_segments(1000, BOX, seed=8, chunk=c) for c in (1000, 77))
    rows = now(few)
    assert (rows == now(many)).all()
    assert not (rows == now(hd.random_segments(1000, BOX, seed=9))).any()
    assert (rows[:, :3] >= BOX[0]).all() and (rows[:, 3:] <= BOX[1]).all()
    assert len(np.unique(rows)) == 6000
    # Each column is even over its side of the box.
    assert np.allclose(rows.mean(axis=0)[:3], np.mean(BOX, axis=0), atol=20)

    def upwards(numbers: Any) -> Any:
        start = numbers[:, :3] * 100
        return np.hstack([start, start + (0, 0, 50)])

    made = now(hd.random_segments(50, upwards, seed=8, chunk=20))
    assert (made == upwards(hd.uniform_rows(8, 0, 50))).all()
    with pytest.raises(ValueError, match="box"):
        hd.random_segments(10, [(0, 0, 0), (-1, 0, 0)])


def test_mesh_questions_have_the_bytes_of_the_mesh(mesh: halfspace.Mesh) -> None:
    points = hd.uniform_rows(1, 0, 900)[:, :3] * 2 - 0.5
    blocks = da.from_array(points, chunks=(250, 3))
    towards = da.from_array(0.2 - points, chunks=(300, 3))
    hits = mesh.rays(points, 0.2 - points)
    assert equal(now(hd.mesh_rays(mesh, blocks, towards)), hits)
    chosen = hd.mesh_rays(mesh, blocks, (0, 0, 1), fields="triangle")
    assert (now(chosen) == mesh.rays(points, (0, 0, 1))["triangle"]).all()
    hidden = mesh.occluded(points, 0.2 - points, max_t=0.5)
    assert (now(hd.mesh_occluded(mesh, blocks, towards, max_t=0.5)) == hidden).all()
    near = mesh.closest(points)
    assert equal(now(hd.mesh_closest(mesh, blocks)), near)
    around = mesh.winding(points)
    assert (now(hd.mesh_winding(mesh, blocks)) == around).all() and set(around) == {0, 1}


def test_sight_matrix_counts_what_sees_what(level: halfspace.Level) -> None:
    places = hd.uniform_rows(6, 0, 40)[:, :3] * 400 - 200
    places[:, 2] = 40
    exact = now(hd.sight_matrix(level, places, chunk=16))
    for i in range(40):
        assert (exact[i] == level.sight(places[i], places)).all()
    assert (exact == exact.T).all() and 0 < exact.mean() < 1
    sampled = hd.sight_matrix(level, places, samples=5, spread=(20, 20, 0), seed=3, chunk=16)
    part = now(sampled)
    assert part.dtype == np.float32 and (part == part.T).all()
    assert (part == now(sampled.rechunk(40))).all()
    assert set(np.unique(np.round(part * 5, 4))) <= {0, 1, 2, 3, 4, 5}
    assert len(np.unique(part)) > 2


def test_seeds_of_a_matrix_of_sight_share_no_samples(level: halfspace.Level) -> None:
    places = hd.uniform_rows(6, 0, 30)[:, :3] * 400 - 200
    places[:, 2] = 40

    def seen(seed: int, samples: int) -> Any:
        return now(hd.sight_matrix(level, places, samples=samples, spread=(60, 60, 0), seed=seed))

    # If seeds shared samples, the matrices of a seed and the next one would differ by few fourths.
    one, *others = (seen(seed, 4) for seed in (0, 1, 1000, 2**128 - 1))
    differences = [np.abs(one - other).mean() for other in others]
    assert min(differences) > 0.6 * max(differences)
    single = [seen(seed, 1) for seed in range(4)]
    assert not np.array_equal(one, sum(single) / 4)
    assert np.array_equal(one, seen(0, 4))


def test_tokens_are_of_contents(level: halfspace.Level, tmp_path: pathlib.Path) -> None:
    same = room(tmp_path, "same", pillars=PILLARS)
    other = room(tmp_path, "other")
    assert tokenize(level) == tokenize(same) != tokenize(other)
    segments = hd.random_segments(10, BOX)
    name = hd.trace(level, "stand", segments).name
    assert name == hd.trace(same, "stand", segments).name
    assert name != hd.trace(other, "stand", segments).name
    assert name != hd.trace(level, "point", segments).name
    assert name != hd.trace(level, "stand", segments, skin=1).name
    assert name != hd.trace(level, "stand", segments, fields="hit").name
    shapes = [halfspace.Shape.sphere(1), halfspace.Shape.sphere(2), halfspace.Shape.box((1, 1, 1))]
    assert len({tokenize(s) for s in shapes}) == 3
    assert tokenize(shapes[0]) == tokenize(pickle.loads(pickle.dumps(shapes[0])))


def test_pickles_give_the_same_answers(level: halfspace.Level, mesh: halfspace.Mesh) -> None:
    rng = np.random.default_rng(5)
    segments = rng.uniform(-200, 200, (500, 6))
    hulls = [halfspace.Shape.hull(rng.uniform(-9, 9, (n, 3))) for n in (1, 4, 5, 6, 7, 8)]
    doubled = halfspace.Shape.hull([(0, 0, 0), (5, 0, 0), (0, 5, 0), (0, 0, 5), (0, 0, 5)])
    kinds = [
        halfspace.Shape.box((1, 2, 3)),
        halfspace.Shape.sphere(4),
        halfspace.Shape.capsule(5, 2),
        halfspace.Shape.cylinder(5, 2),
    ]
    for shape in [*hulls, doubled, *kinds]:
        again = pickle.loads(pickle.dumps(shape))
        assert equal(level.sweep(again, segments), level.sweep(shape, segments))
    again = pickle.loads(pickle.dumps(mesh))
    rays = segments[:, :3].copy(), -segments[:, :3]
    assert equal(again.rays(*rays), mesh.rays(*rays))


def test_errors_name_the_row_of_the_whole_array(level: halfspace.Level) -> None:
    rows = np.zeros((200_000, 6))
    rows[:, 2] = 9
    rows[170_007, 2] = np.nan
    for blocks in (da.from_array(rows, chunks=(150_000, 6)), da.from_array(rows, chunks=(200_000, 2))):
        with pytest.raises(ValueError, match="^start is not finite in row 170007: "):
            now(hd.sight(level, blocks))
        with pytest.raises(ValueError, match="^end is not finite in row 170007: "):
            now(hd.trace(level, "stand", (0, 0, 9), blocks[:, :3], fields="fraction"))


def test_what_is_no_whole_number_and_no_segment_is_refused(level: halfspace.Level) -> None:
    for wrong in ({"seed": 1.5}, {"seed": "1"}, {"chunk": 2.0}):
        with pytest.raises(TypeError, match="must be a whole number, not"):
            hd.random_segments(10, BOX, **wrong)  # type: ignore[arg-type]
    same = hd.random_segments(10, BOX, seed=np.int64(3))  # type: ignore[arg-type]
    assert (now(same) == now(hd.random_segments(10, BOX, seed=3))).all()
    with pytest.raises(ValueError, match="within must be finite"):
        hd.random_segments(10, [(0, 0, 0), (1, 1, np.inf)])
    with pytest.raises(ValueError, match=r"within must give segments \(10, 6\), not \(6,\)"):
        now(hd.random_segments(10, lambda numbers: numbers[0]))
    unknown = da.from_array(np.zeros((9, 6)), chunks=(3, 6))
    some = unknown[unknown[:, 0] < 1]
    with pytest.raises(ValueError, match="^start has an unknown number of rows"):
        hd.sight(level, some)
    with pytest.raises(ValueError, match="^points has an unknown number of rows"):
        hd.contents(level, some[:, :3])
    with pytest.raises(ValueError, match="^array has an unknown number of rows"):
        hd.finished_blocks(None, some)
    with pytest.raises(ValueError, match="^blocks must have whole rows"):
        hd.finished_blocks(None, unknown.rechunk((3, 2)))
    with pytest.raises(ValueError, match="^done has the row 4, at which no block begins"):
        hd.finished_blocks(None, unknown, done=[3, 4, 5])
    with pytest.raises(TypeError, match="level must be a Level, not a World"):
        hd.trace(halfspace.World(level), "stand", unknown)  # type: ignore[arg-type]


def test_rows_of_done_may_be_named_twice() -> None:
    array = da.from_array(np.arange(9.0).reshape(9, 1), chunks=(3, 1))
    with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        done: Any
        for done in ([0, 6, 0], np.array([0, 0, 6]), iter([6, 0])):
            [(row, block)] = hd.finished_blocks(client, array, done=done)
            assert row == 3 and block.tolist() == [[3], [4], [5]]


def test_one_path_is_no_list_of_sources(tmp_path: pathlib.Path) -> None:
    with pytest.raises(TypeError, match=r"sources must be several paths; for one: \[path\]"):
        compile_levels(None, "keep.map", tmp_path)


def test_options_of_compilers_are_checked_at_the_call(tmp_path: pathlib.Path) -> None:
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"navv": True}, "^compile has no option 'navv'; it has bodies, vis, nav, "),
        ({"threads": 2}, "^compile has no option 'threads'"),
        ({"progress": print}, "^compile has no option 'progress'"),
        ({"vis": halfspace}, "^vis has a module; it must be of numbers"),
        ({"bodies": {1: [(0, 0, 0), (1, 1, 1)]}}, "^bodies has a dict; it must be .* dicts by names"),
    ]
    for wrong, message in wrongs:
        with pytest.raises(TypeError, match=message):
            compile_levels(None, ["keep.map"], tmp_path, **wrong)


def test_arrays_as_options_of_compilers_count_as_lists(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "room.map"
    source.write_text(map_text((256, 256, 128)), encoding="utf-8")
    box = np.array([(-8, -8, 0), (8, 8, 16)])
    with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        [built] = compile_levels(
            client, [source], tmp_path, bodies={"bug": box}, import_tolerance=np.float32(0.5)
        )
        assert built.error == "" and list(halfspace.load(tmp_path / built.level).bodies) == ["point", "bug"]
        again = compile_levels(
            client, [source], tmp_path, bodies={"bug": box.tolist()}, import_tolerance=0.5
        )
    assert again == [built] and len(list((tmp_path / "manifest").iterdir())) == 1


def test_levels_come_in_the_order_of_their_sources(tmp_path: pathlib.Path) -> None:
    for name, height in (("zeta", 128), ("alpha", 256)):
        (tmp_path / f"{name}.map").write_text(map_text((256, 256, height)), encoding="utf-8")
    sources = [tmp_path / f"{name}.map" for name in ("zeta", "none", "alpha", "zeta")]
    with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        built = compile_levels(client, iter(sources), tmp_path / "levels", vis="none")
        assert [one.source for one in built] == [str(source) for source in sources]
        assert [one.level != "" for one in built] == [True, False, True, True] and built[0] == built[3]
        assert built == compile_levels(client, sources, tmp_path / "levels", vis="none")
        # What the compiler refuses is an error of each source, of whatever type.
        for vis, reason in (("no", "vis"), (5, "compile")):
            wrong = compile_levels(client, [*sources, "a\0b"], tmp_path / "levels", vis=vis)
            assert len(wrong) == 5 and all(one.level == "" and one.error for one in wrong)
            assert reason in wrong[0].error and "null" in wrong[4].error


def test_bad_arguments_are_named(level: halfspace.Level, mesh: halfspace.Mesh) -> None:
    segments = hd.random_segments(10, BOX)
    with pytest.raises(KeyError, match="no body 'giant'; the level was compiled for point, stand"):
        hd.trace(level, "giant", segments)
    with pytest.raises(ValueError, match=r"start must have the shape \(N, 6\), not \(10, 3\)"):
        hd.sight(level, segments[:, :3])
    with pytest.raises(ValueError, match="10 and 9 rows"):
        hd.sight(level, segments[:, :3], segments[:9, 3:])
    with pytest.raises(ValueError, match="no argument has rows"):
        hd.sight(level, (0, 0, 0), (1, 1, 1))
    with pytest.raises(ValueError, match="save"):
        hd.contents(halfspace.from_bytes(bytes(level)), np.zeros((4, 3)))
    with pytest.raises(TypeError, match="mesh must be a Mesh, not a Level"):
        hd.mesh_occluded(level, segments[:, :3], (0, 0, 1))  # type: ignore[arg-type]


def test_options_are_checked_at_the_call(level: halfspace.Level, mesh: halfspace.Mesh) -> None:
    segments = hd.random_segments(10, BOX)
    ball = halfspace.Shape.sphere(1)
    with pytest.raises(TypeError, match="^trace has no option 'maks'; it has mask, skin, hair$"):
        hd.trace(level, "point", segments, maks=5)
    with pytest.raises(TypeError, match="^sweep has no option 'treads'; it has pose, mask, skin, hair$"):
        hd.sweep(level, ball, segments, treads=5)
    with pytest.raises(TypeError, match="^trace has no option 'out'"):
        hd.trace(level, "point", segments, out=None)
    with pytest.raises(TypeError, match="^trace has no option 'threads'"):
        hd.trace(level, "point", segments, threads=1)
    with pytest.raises(ValueError, match="^skin must be finite and at least 0"):
        hd.trace(level, "point", segments, skin=-1)
    with pytest.raises(ValueError, match="^pose is no turn and move"):
        hd.sweep(level, ball, segments, pose=np.zeros((3, 4)))
    with pytest.raises(TypeError, match="sweep"):
        hd.sweep(level, "ball", segments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^max_t must be"):
        hd.mesh_rays(mesh, segments[:, :3], (0, 0, 1), max_t=-1)
    with pytest.raises(ValueError, match="^end is not finite: "):
        hd.sight(level, segments[:, :3], (0, 0, np.nan))
    opened = halfspace.Mesh(mesh.vertices, mesh.triangles[1:])
    with pytest.raises(ValueError, match="the mesh is not closed"):
        hd.mesh_winding(opened, segments[:, :3])


def test_arrays_that_are_no_numbers_are_refused_at_the_call(level: halfspace.Level) -> None:
    objects = np.zeros((4, 6), object)
    for wrong in (objects, da.from_array(objects, chunks=2), objects.astype(bool), [["a"] * 6], [[0], [0, 1]]):
        with pytest.raises(TypeError, match="^start "):
            hd.sight(level, wrong)
    masked: Any = np.ma.masked_array(np.zeros((4, 6)), mask=np.arange(24).reshape(4, 6) == 13)
    with pytest.raises(ValueError, match="^start is masked in row 2"):
        hd.sight(level, masked)
    with pytest.raises(ValueError, match="^end is masked at index 1$"):
        hd.sight(level, masked[0, :3], np.ma.masked_array(np.zeros(3), [False, True, False]))
    assert now(hd.sight(level, masked[:2])).all()
    whole = np.full((4, 6), 2**53)
    with pytest.raises(ValueError, match=r"^start has an integer of 2\^53 or more in row 0"):
        hd.sight(level, whole)
    with pytest.raises(ValueError, match=r"^start has an integer of 2\^53 or more in row 2"):
        now(hd.sight(level, da.from_array(np.repeat([1, 2**53], (12, 12)).reshape(4, 6), chunks=3)))


@pytest.mark.parametrize("chunks", [(3, 6), (3, 2), (10, 6)])
def test_masked_entries_in_blocks_are_refused(
    level: halfspace.Level, mesh: halfspace.Mesh, chunks: tuple[int, int]
) -> None:
    rows = np.full((10, 6), 9.0)
    one_masked: Any = np.ma.masked_array(rows, mask=np.arange(60).reshape(10, 6) == 46)
    masked = da.from_array(one_masked, chunks=chunks)
    with pytest.raises(ValueError, match="^start is masked in row 7$"):
        now(hd.sight(level, masked))
    with pytest.raises(ValueError, match="^end is masked in row 7$"):
        now(hd.trace(level, "stand", rows[:, :3], masked[:, 3:], fields="fraction"))
    with pytest.raises(ValueError, match="^points is masked in row 7$"):
        now(hd.mesh_winding(mesh, masked[:, 3:]))
    # What no one masks is answered, and where a mask covers nothing that is asked.
    assert now(hd.mesh_winding(mesh, masked[:, :3])).tolist() == [0] * 10
    plain = da.from_array(rows, chunks=chunks)
    made_late = plain.map_blocks(lambda block: np.ma.masked_array(block, block > 8), dtype=float)
    with pytest.raises(ValueError, match="^start is masked in row 0$"):
        now(hd.sight(level, made_late)[:2])
    with pytest.raises(ValueError, match="^within is masked in row 0$"):
        now(hd.random_segments(10, lambda numbers: np.ma.masked_array(numbers, numbers >= 0)))


def test_what_is_wrong_with_a_matrix_of_sight_is_said_at_the_call(level: halfspace.Level) -> None:
    places = np.zeros((600, 3))
    places[555, 1] = np.nan
    with pytest.raises(ValueError, match=r"^places is not finite in row 555: \(0.0, nan, 0.0\)"):
        hd.sight_matrix(level, places)
    with pytest.raises(ValueError, match=r"^places must have the shape \(N, 3\), not \(1, 2\)"):
        hd.sight_matrix(level, [(0, 0)])
    with pytest.raises(ValueError, match="^places must have at least one row$"):
        hd.sight_matrix(level, np.zeros((0, 3)))
    with pytest.raises(TypeError, match="^places has the dtype object"):
        hd.sight_matrix(level, np.zeros((4, 3), object))
    with pytest.raises(ValueError, match=r"^places has an integer of 2\^53 or more in row 1, "):
        hd.sight_matrix(level, [(0, 0, 9), (2**53 + 1, 0, 9)])
    wrongs: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"spread": np.nan}, ValueError, "^spread must be finite"),
        ({"spread": (1, 2)}, ValueError, r"^spread must be one number or \(3,\), not \(2,\)"),
        ({"spread": -1}, ValueError, "^spread must be finite and at least 0"),
        ({"spread": "wide"}, TypeError, "^spread has the dtype"),
        ({"samples": 0}, ValueError, "^samples must be at least 1"),
        ({"samples": 1.5}, TypeError, "^samples must be a whole number"),
        ({"seed": -1}, ValueError, "^seed must be at least 0"),
        ({"seed": 2**128}, ValueError, r"^seed must be at least 0 and below 2\^128"),
        ({"chunk": 0}, ValueError, "^chunk must be at least 1"),
    ]
    for wrong, error, message in wrongs:
        with pytest.raises(error, match=message):
            hd.sight_matrix(level, places[:9], **wrong)
    last = hd.sight_matrix(level, places[:2], samples=2, seed=2**128 - 1)
    assert now(last).shape == (2, 2)
