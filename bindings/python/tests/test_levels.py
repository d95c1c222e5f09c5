# SPDX-License-Identifier: MIT
"""Levels: files, memory, pickles, the compiler and verify."""

import os
import pathlib
import pickle
import shutil
import socket
import sys

import numpy as np
import pytest

import halfspace
import rooms
from conftest import LEVELS, START, random_segments, run_python

MAP = """
{
"classname" "worldspawn"
{
( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) stone 0 0 0 1 1
( 0 0 %s ) ( 1 0 8 ) ( 0 1 8 ) stone 0 0 0 1 1
( 0 0 0 ) ( 1 0 0 ) ( 0 0 1 ) stone 0 0 0 1 1
( 0 64 0 ) ( 0 64 1 ) ( 1 64 0 ) stone 0 0 0 1 1
( 0 0 0 ) ( 0 0 1 ) ( 0 1 0 ) stone 0 0 0 1 1
( 64 0 0 ) ( 64 1 0 ) ( 64 0 1 ) stone 0 0 0 1 1
}
}
"""


def test_a_level_tells_what_it_holds(keep):
    assert keep.bodies[0] == "point" and "stand" in keep.bodies
    assert keep.model_count == 2 and keep.path is None and keep.warnings == []
    assert keep.bounds().shape == (2, 3) and (keep.bounds()[0] < keep.bounds()[1]).all()
    assert keep.body_box("point").tolist() == [[0, 0, 0], [0, 0, 0]]
    door = keep.entities[2]
    assert door["classname"] == "func_door" and door["model"] == 1
    assert repr(keep).startswith("<halfspace.Level in memory: 2 models, ")
    start = keep.player_start()
    assert start["position"].tolist() == list(START) and start["yaw"] == 0 and start["entity"] == 1
    with pytest.raises(IndexError, match="model is 2; it must be from 0 to 1"):
        keep.bounds(2)


def test_a_level_is_the_same_from_memory_and_from_its_file(keep, keep_file):
    mapped = halfspace.load(keep_file)
    copied = halfspace.load(str(keep_file), mapped=False)
    loaded = halfspace.load(os.fsencode(keep_file))
    again = halfspace.from_bytes(bytes(keep), "keep")
    assert mapped.path == str(keep_file) and copied.path is None
    assert str(keep_file) in repr(mapped)
    segments = random_segments(keep, 200, 8)
    expected = keep.trace("stand", segments).tobytes()
    for level in (mapped, copied, loaded, again):
        assert level == keep and hash(level) == hash(keep) and level.checksum == keep.checksum
        assert bytes(level) == bytes(keep) == keep_file.read_bytes() and level.nbytes == len(bytes(keep))
        assert level.trace("stand", segments).tobytes() == expected
    assert keep != halfspace.compile(LEVELS / "leak.map") and keep != 7


def test_a_pickle_of_a_mapped_level_is_small_and_maps_the_file(keep, keep_file, monkeypatch):
    monkeypatch.chdir(keep_file.parent)
    level = halfspace.load(keep_file.name)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(level, protocol)
        assert len(data) <= 512
    assert pickle.loads(data) == level
    code = f"import pickle; level = pickle.loads({data!r}); print(level.path, level.checksum)"
    there = run_python(code, cwd="/")
    assert there.stdout.split() == [str(keep_file), str(keep.checksum)], there.stderr


def test_pickles_of_one_file_are_one_level_in_a_process(keep_file):
    data = pickle.dumps(halfspace.load(keep_file))
    first = pickle.loads(data)
    assert pickle.loads(data) is first


def test_a_pickle_of_a_level_in_memory_holds_its_bytes(keep):
    data = pickle.dumps(keep)
    assert len(data) > keep.nbytes
    assert pickle.loads(data) == keep and pickle.loads(data).path is None


def test_a_replaced_file_is_named_with_both_checksums_and_the_host(keep, tmp_path):
    path = tmp_path / "level.hsw"
    keep.save(path)
    mapped = halfspace.load(path)
    data = pickle.dumps(mapped)
    other = halfspace.compile(LEVELS / "leak.map")
    other.save(path)  # a rename: the mapped file stays as it is
    assert bytes(mapped) == bytes(keep)
    del mapped
    with pytest.raises(halfspace.Error) as error:
        pickle.loads(data)
    text = str(error.value)
    assert socket.gethostname() in text and str(path) in text
    assert f"{keep.checksum:016x}" in text and f"{other.checksum:016x}" in text
    assert error.value.code == "damaged" and error.value.file == str(path)
    path.unlink()
    with pytest.raises(halfspace.Error) as error:
        pickle.loads(data)
    assert error.value.code == "io" and str(path) in str(error.value)


def test_files_that_are_no_levels_raise_errors_that_name_them(keep, tmp_path):
    path = tmp_path / "bad.hsw"
    for content in (b"", b"no level", bytes(keep)[:1000], bytes(keep)[:-1], bytes(keep)[:500] + b"\xff" * 64):
        path.write_bytes(content)
        for load in (halfspace.load, lambda p: halfspace.load(p, mapped=False)):
            with pytest.raises(halfspace.Error, match="bad.hsw"):
                load(path)
        with pytest.raises(halfspace.Error):
            halfspace.from_bytes(content)
    with pytest.raises(halfspace.Error) as error:
        halfspace.load(tmp_path / "none.hsw")
    assert error.value.code == "io"
    with pytest.raises(halfspace.Error, match="/none/there.hsw"):
        keep.save("/none/there.hsw")
    with pytest.raises(TypeError):
        halfspace.load(7)


def test_names_of_files_may_be_any_bytes(keep, tmp_path):
    names = ["drei Häuser.hsw".encode()]
    if sys.platform == "linux":  # elsewhere names are UTF-8
        names.append(b"caf\xe9.hsw")
    for name in names:
        path = os.path.join(os.fsencode(tmp_path), name)
        keep.save(path)
        level = halfspace.load(path)
        assert os.fsencode(level.path) == path and "halfspace.Level" in repr(level)
        assert pickle.loads(pickle.dumps(level)) == keep
        with pytest.raises(halfspace.Error) as error:
            halfspace.load(path + b"2")
        assert os.fsencode(error.value.file) == path + b"2"


def test_errors_are_pickled_with_what_they_tell():
    with pytest.raises(halfspace.Error) as error:
        halfspace.load("none.hsw")
    again = pickle.loads(pickle.dumps(error.value))
    assert (type(again), str(again), again.code, again.file) == (
        halfspace.Error, str(error.value), "io", "none.hsw")


@pytest.mark.parametrize("name", ["keep.map", "castle.grid", "house.glb"])
def test_compile_reads_maps_plans_and_meshes(name):
    stages = []
    level = halfspace.compile(LEVELS / name, vis="fast", progress=lambda *step: stages.append(step))
    assert stages and all(isinstance(stage, str) and 0 <= done <= 1 for stage, done in stages)
    assert halfspace.verify(level, LEVELS / name) == []
    assert halfspace.compile(LEVELS / name, vis="fast", threads=1) == level


def test_verify_tells_what_differs(keep):
    differences = halfspace.verify(keep, LEVELS / "leak.map")
    assert differences and all(isinstance(text, str) for text in differences)


def test_compile_takes_bodies_and_navigation(keep):
    level = halfspace.compile(LEVELS / "keep.map", bodies={"stand": [(-15, -15, -24), (15, 15, 32)],
                                                           "crouch": [(-15, -15, -24), (15, 15, 16)],
                                                           "bug": np.array([(-1, -1, 0), (1, 1, 1)])},
                              nav=True, units_per_metre=40)
    assert "bug" in level.bodies and level.units_per_metre == 40 and level.nbytes != keep.nbytes
    assert level.body_box("bug").tolist() == [[-1, -1, 0], [1, 1, 1]]
    for options in ({"vis": "some"}, {"bodies": {"a": [(0, 0, 0)]}}, {"units_per_metre": -1}):
        with pytest.raises(ValueError):
            halfspace.compile(LEVELS / "keep.map", **options)
    with pytest.raises(halfspace.Error, match="body 'a': its box has no extent"):
        halfspace.compile(LEVELS / "keep.map", bodies={"a": [(1, 1, 1), (0, 0, 0)]})


def test_a_source_with_a_mistake_names_file_and_line(tmp_path):
    path = tmp_path / "bad.map"
    path.write_text(MAP % "eight", encoding="utf-8")
    with pytest.raises(halfspace.Error, match=r"bad\.map:6") as error:
        halfspace.compile(path)
    assert (error.value.code, error.value.file, error.value.line) == ("syntax", str(path), 6)
    for name, code in (("none.map", "io"), ("level.txt", "io")):
        with pytest.raises(halfspace.Error) as error:
            halfspace.compile(tmp_path / name)
        assert error.value.code == code


def test_a_leak_is_a_warning(tmp_path):
    shutil.copy(LEVELS / "leak.map", tmp_path)
    level = halfspace.compile(tmp_path / "leak.map")
    assert any("leak" in text for text in level.warnings)


def test_what_the_progress_function_raises_stops_the_compiler():
    def stop(stage, done):
        raise KeyError(stage)

    with pytest.raises(KeyError):
        halfspace.compile(LEVELS / "keep.map", progress=stop)


def test_a_mapped_level_has_less_than_a_hundredth_of_its_file_as_memory_of_its_own(tmp_path):
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizer's own memory grows with what is read")
    if not pathlib.Path("/proc/self/smaps_rollup").exists():
        pytest.skip("needs Linux")
    # Boxes of different heights: a file of 6 MB, of which a hundredth is more than what Python itself takes.
    boxes = [((x, y, 0), (x + 4 + x % 11, y + 4 + y % 7, 8 + (x * 7 + y * 3) % 100))
             for x in range(-480, 480, 24) for y in range(-480, 480, 24)]
    (tmp_path / "boxes.map").write_text(rooms.map_text((512, 512, 128), boxes), encoding="utf-8")
    path = tmp_path / "boxes.hsw"
    halfspace.compile(tmp_path / "boxes.map", vis="none").save(path)
    code = f"""
import halfspace, numpy as np
def own():
    return sum(int(line.split()[1]) for line in open("/proc/self/smaps_rollup")
               if line.startswith(("Anonymous:", "Swap:"))) * 1024
small = halfspace.load({str(tmp_path / "small.hsw")!r})
small.contents(np.zeros((100, 3)))
before = own()
level = halfspace.load({str(path)!r})
level.contents(np.zeros((100, 3)))
print(own() - before, level.nbytes)
"""
    halfspace.compile(LEVELS / "leak.map").save(tmp_path / "small.hsw")
    done = run_python(code)
    assert done.returncode == 0, done.stderr
    taken, size = map(int, done.stdout.split())
    assert taken < size / 100, f"{taken} bytes of {size}"
