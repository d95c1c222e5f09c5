# SPDX-License-Identifier: MIT
"""Processes: forks, threads at import, Ctrl-C."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import halfspace
from conftest import LEVELS, random_segments, run_python
import rooms
from rooms import map_text


def test_the_import_starts_no_thread():
    if not pathlib.Path("/proc/self/status").exists():
        pytest.skip("needs /proc")
    code = """
import re, numpy
def threads():
    return re.search(r"Threads:\\s*(\\d+)", open("/proc/self/status").read())[1]
before = threads()
import halfspace
print(before, threads())
"""
    done = run_python(code)
    assert done.returncode == 0, done.stderr
    before, after = done.stdout.split()
    assert before == after


def test_a_batch_that_needs_more_memory_than_there_is_raises_memory_error():
    if sys.platform != "linux":
        pytest.skip("needs a limit of memory that the system keeps")
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("AddressSanitizer needs more address space than the limit")
    code = f"""
import resource, numpy as np, halfspace
level = halfspace.compile({str(LEVELS / "keep.map")!r}, threads=1)
resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
for rows in (np.broadcast_to(np.zeros(3), (2**29, 3)), np.broadcast_to(np.zeros(3, np.float32), (2**29, 3))):
    try:
        level.contents(rows)
    except MemoryError:
        print("no memory")
print(int(level.contents((1040, 128, -32))))
"""
    done = run_python(code)
    assert done.stdout.split("\n") == ["no memory", "no memory", "64", ""], done.stderr


def in_child(work):
    """The exit code of a child of a fork that does the work: 0 if the work gives True."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(60)
            status = 0 if work() else 2
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_the_child_of_a_fork_answers_after_its_parent_used_threads(keep):
    segments = random_segments(keep, 3000, 12)
    expected = keep.trace("stand", segments, threads=2).tobytes()

    def work():
        return (keep.trace("stand", segments, threads=2).tobytes() == expected
                and halfspace.compile(LEVELS / "keep.map") == keep
                and halfspace.verify(keep, LEVELS / "keep.map") == [])

    assert in_child(work) == 0
    assert keep.trace("stand", segments, threads=2).tobytes() == expected


def test_the_children_of_forks_answer_while_a_thread_of_the_parent_asks(keep):
    segments = random_segments(keep, 20000, 13)
    expected = keep.trace("stand", segments, threads=2).tobytes()
    ended = threading.Event()

    def ask():
        while not ended.is_set():
            keep.trace("stand", segments, threads=2)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        codes = [in_child(lambda: keep.trace("stand", segments, threads=2).tobytes() == expected)
                 for _ in range(8)]
    finally:
        ended.set()
        thread.join()
    assert codes == [0] * 8


def interrupted(code, tmp_path):
    """Starts code and sends SIGINT after it has printed a line; what it printed then, and its errors."""
    process = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.PIPE, cwd=tmp_path)
    try:
        assert process.stdout.readline() == "start\n", process.stderr.read()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=60)
    finally:
        process.kill()


LONG = {
    "trace": "level.trace('stand', rows)",
    "trace_threads": "level.trace('stand', rows, threads=2)",
    "unstick": "level.unstick('stand', np.ascontiguousarray(rows[:, :3]), 64)",
    "beams": "level.beams(np.ascontiguousarray(rows[:10000, :3]), rng.normal(size=(2000, 3)), 500)",
}


@pytest.mark.parametrize("question", LONG)
def test_ctrl_c_stops_a_long_batch(keep_file, tmp_path, question):
    code = f"""
import numpy as np, halfspace
level = halfspace.load({str(keep_file)!r})
rng = np.random.default_rng(1)
low, high = level.bounds()
rows = np.hstack([rng.uniform(low, high, (3_000_000, 3)) for _ in range(2)])
try:
    print("start")
    {LONG[question]}
    print("ended")
except KeyboardInterrupt:
    print("stopped")
"""
    text, errors = interrupted(code, tmp_path)
    assert text == "stopped\n", errors


# Where few rows take long: the time of one is what Ctrl-C may wait for.
SLOW = {
    "in_box": "mesh.in_box([((-1, -1, -1), (601, 601, 1))] * 3000, threads={threads})",
    "far_to_near": "mesh.far_to_near([(300, 300, 9)] * 3000, threads={threads})",
    "shape_unstick": "level.shape_unstick(ball, np.full((500_000, 3), (64, 256, -40.0)), 64, threads={threads})",
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("question", SLOW)
def test_ctrl_c_waits_for_time_and_not_for_rows(keep_file, tmp_path, question, threads):
    code = f"""
import signal, threading, time
import numpy as np, halfspace
level = halfspace.load({str(keep_file)!r})
ball = halfspace.Shape.sphere(40)
x, y = (a.ravel() for a in np.meshgrid(np.arange(400), np.arange(400)))
corner = np.flatnonzero((x < 399) & (y < 399))
mesh = halfspace.Mesh(np.column_stack([x, y, 0 * x]).astype(float), np.vstack([
    np.column_stack([corner, corner + 1, corner + 400]),
    np.column_stack([corner + 1, corner + 401, corner + 400])]))
sent = []
def send():
    sent.append(time.perf_counter())
    signal.raise_signal(signal.SIGINT)
threading.Timer(0.5, send).start()
try:
    {SLOW[question].format(threads=threads)}
    print("ended")
except KeyboardInterrupt:
    print("stopped", time.perf_counter() - sent[0])
"""
    done = run_python(code, cwd=tmp_path)
    word, seconds = done.stdout.split()
    assert word == "stopped", done.stderr
    assert float(seconds) < 2


def test_ctrl_c_leaves_doors_and_their_world_together(tmp_path):
    rooms.room(tmp_path, "arcade", entities=rooms.ARCADE)
    code = """
import signal, threading
import numpy as np, halfspace
doors = halfspace.Doors(halfspace.load("arcade.hsw"))
states = halfspace.movers_at(np.tile((0.0, 0.0, 24.0), (2_000_000, 1)))
inputs = halfspace.controls(forward=np.ones(len(states)))
model = int(np.flatnonzero(doors.door_of(np.arange(doors.level.model_count)) == 0)[0])
doors.step(1 / 64, [(0, 0, 24)])
doors.finish()
before, pose = doors.states.tobytes(), doors.world.model_pose(model)
threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
try:
    doors.step_movers(states, inputs)
except KeyboardInterrupt:
    print(doors.states.tobytes() == before, (doors.world.model_pose(model) == pose).all(), pose[2, 3] > 0)
"""
    done = run_python(code, cwd=tmp_path)
    assert done.stdout == "True True True\n", done.stderr


# What takes seconds if nobody stops it. "write" is the stage before the navigation meshes.
LONG_WORKS = {
    "compile": """
print("start")
halfspace.compile("many.map", vis="full", threads={threads})
""",
    "nav": """
def told(stage, fraction):
    if stage == "write":
        print("start")
halfspace.compile("many.map", vis="none", nav=True, threads={threads}, progress=told)
""",
    "verify": """
level = halfspace.compile("many.map", vis="none", threads={threads})
print("start")
halfspace.verify(level, "many.map")
""",
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("work", LONG_WORKS)
def test_ctrl_c_stops_a_long_work(tmp_path, work, threads):
    pillars = [((x, y, 0), (x + 16, y + 16, 40 + (x // 64 + y // 48) % 3 * 16))
               for x in range(-1200, 1180, 80) for y in range(-1200, 1180, 80)]
    (tmp_path / "many.map").write_text(map_text((1200, 1200, 128), pillars), encoding="utf-8")
    body = LONG_WORKS[work].format(threads=threads).replace("\n", "\n    ")
    code = f"""
import halfspace
try:
    {body}
    print("ended")
except KeyboardInterrupt:
    print("stopped")
"""
    text, errors = interrupted(code, tmp_path)
    assert text == "stopped\n", errors
