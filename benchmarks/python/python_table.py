#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the Python package costs beside C++ and beside Open3D, as a table.

    benchmarks/python/python_table.py BUILD [LEVEL] [--only WORD] [--rounds 11] [--wheel]

BUILD is a folder of the preset release with HALFSPACE_PYTHON and HALFSPACE_BENCHMARKS, of which the
targets halfspace_python and halfspace_python_cpp_side are built. The interpreter is the one that the
package was built for. LEVEL: any source; else castle.grid of the examples. --wheel builds a wheel, in
some minutes.

Both sides of a ratio answer the same questions in one process and take turns; a ratio is the median
over all rounds. Times are CPU times of the process, except for two threads, whose time is that of the
clock: this row needs a machine on which nothing else runs.
"""

from __future__ import annotations

import argparse
import ctypes
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
Work = Callable[[], object]


def ratio(ours: Work, other: Work, rounds: int, clock: Callable[[], float] = time.process_time
          ) -> tuple[float, float, float]:
    """Median of the time of ours / other over rounds in turns, and the medians of both [s]."""
    times: list[list[float]] = [[], []]
    ours(), other()
    for turn in range(rounds):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            begin = clock()
            (ours, other)[side]()
            times[side].append(clock() - begin)
    ratios = [a / b for a, b in zip(*times)]
    return statistics.median(ratios), statistics.median(times[0]), statistics.median(times[1])


def seconds(work: Work, rounds: int) -> float:
    work()
    found = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return statistics.median(found)


class Table:
    def __init__(self, only: str) -> None:
        self.only = only
        print("| what | measured | goal |\n|---|---|---|")

    def wants(self, topic: str) -> bool:
        return self.only in topic

    def row(self, what: str, measured: str, goal: str) -> None:
        print(f"| {what} | {measured} | {goal} |", flush=True)


class Asked:
    """A level on both sides, and segments of 256 to 512 units in it."""

    def __init__(self, build: pathlib.Path, source: pathlib.Path, folder: str, count: int) -> None:
        import halfspace

        path = f"{folder}/level.hsw"
        halfspace.compile(str(source)).save(path)
        self.level = halfspace.load(path)
        random = np.random.default_rng(1)
        low, high = self.level.bounds()
        starts = np.empty((0, 3))
        while len(starts) < count:
            some = random.uniform(low, high, (count, 3))
            starts = np.vstack([starts, some[self.level.free("stand", some)]])
        ways = random.normal(size=(count, 3))
        ways *= (random.uniform(256, 512, count) / np.linalg.norm(ways, axis=1))[:, None]
        self.segments = np.hstack([starts[:count], starts[:count] + ways])
        self.touches = np.zeros(count, halfspace.contact_dtype)
        self.cpp = ctypes.CDLL(str(build / "benchmarks/libhalfspace_python_cpp_side.so"))
        self.cpp.side_open.restype = ctypes.c_void_p
        self.side = ctypes.c_void_p(self.cpp.side_open(path.encode(), b"stand"))

    def ask_cpp(self, question: str, segments: Any, *more: Any) -> None:
        getattr(self.cpp, question)(self.side, ctypes.c_void_p(segments.ctypes.data),
                                    ctypes.c_size_t(len(segments)), *more)

    def mesh_cpp(self, vertices: Any, triangles: Any) -> None:
        self.cpp.side_mesh.restype = ctypes.c_bool
        arrays = [part for array in (vertices, triangles) for part in
                  (ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(len(array)))]
        assert self.cpp.side_mesh(self.side, *arrays)

    def scan_on_both_sides(self) -> Any:
        """A mesh like a scan, whose arrays C++ looks at, too."""
        import halfspace
        from open3d_peer import scan

        vertices, triangles = scan(160)
        self.mesh = halfspace.Mesh(vertices.astype(np.float64), triangles.astype(np.uint32))
        self.mesh_cpp(self.mesh.vertices, self.mesh.triangles)
        return self.mesh

    def trace_cpp(self) -> None:
        self.ask_cpp("side_trace_all", self.segments, ctypes.c_void_p(self.touches.ctypes.data))


def traces(table: Table, asked: Asked, rounds: int) -> None:
    level, segments, touches = asked.level, asked.segments, asked.touches
    own = touches.copy()
    found, here, there = ratio(lambda: level.trace("stand", segments, out=own), asked.trace_cpp, rounds)
    assert all(own[name].tobytes() == touches[name].tobytes() for name in own.dtype.names)
    each = 1e9 / len(segments)
    table.row("10^6 traces with `out=` / C++", f"{found:.3f} ({here * each:.0f} / {there * each:.0f} ns)",
              "1.05")
    found, here, _ = ratio(lambda: level.trace("stand", segments), asked.trace_cpp, rounds)
    table.row("10^6 traces without `out=` / C++", f"{found:.3f} ({here * each:.0f} ns)", "1.2")


def single_calls(table: Table, asked: Asked, rounds: int) -> None:
    import halfspace
    from halfspace.env import fan

    level, some = asked.level, asked.segments[:20_000]
    starts = [row[:3].copy() for row in some]
    ends = [row[3:].copy() for row in some]
    to = asked.touches[:1]

    def each_of(call: Callable[[Any, Any], object]) -> Work:
        def work() -> None:
            for start, end in zip(starts, ends):
                call(start, end)
        return work

    nothing = each_of(lambda start, end: None)

    def over_cpp(
        name: str, call: Callable[[Any, Any], object], rows: Any, *more: Any, note: str = ""
    ) -> None:
        _, here, empty = ratio(each_of(call), nothing, rounds)
        there = seconds(lambda: asked.ask_cpp(f"side_{name}", rows, *more), rounds)
        over = (here - empty - there) / len(rows)
        table.row(f"a single `{name}`{note}, over C++", f"{over * 1e6:.2f} µs", "1 µs")

    ball = halfspace.Shape.sphere(8)
    ahead = fan(16)
    over_cpp("contents", lambda start, end: level.contents(start), some)
    over_cpp("sight", lambda start, end: level.sight(start, end), some)
    over_cpp("trace", lambda start, end: level.trace("stand", start, end), some)
    over_cpp("free", lambda start, end: level.free("stand", start), some)
    over_cpp("sweep", lambda start, end: level.sweep(ball, start, end), some)
    starts = [row[None, :3].copy() for row in some]  # a pose alone is a row, too
    ways = (ctypes.c_void_p(ahead.ctypes.data), ctypes.c_size_t(len(ahead)))
    over_cpp("beams", lambda start, end: level.beams(start, ahead, 512), some, *ways, b"point")
    over_cpp("beams", lambda start, end: level.beams(start, ahead, 512, body="stand"), some, *ways,
             b"stand", note=" with a keyword")
    states = halfspace.movers_at(some[:, :3])
    inputs = halfspace.controls(yaw=np.linspace(0, 360, len(some)), forward=1)
    starts, ends = ([rows[i:i + 1] for i in range(len(some))] for rows in (states, inputs))
    over_cpp("step_movers", lambda state, row: level.step_movers(state, row), states,
             ctypes.c_void_p(inputs.ctypes.data))
    mesh = asked.scan_on_both_sides()
    rays = np.random.default_rng(3).uniform(-2, 2, some.shape)
    starts, ends = ([part.copy() for part in np.hsplit(rays, 2)[half]] for half in (0, 1))
    over_cpp("rays", lambda origin, way: mesh.rays(origin, way), rays)
    over_cpp("closest", lambda point, _: mesh.closest(point), rays)
    rows_of_one = [row.reshape(1, 6).copy() for row in some]

    def with_out() -> None:
        for row in rows_of_one:
            level.trace("stand", row, out=to)

    def without() -> None:
        for row in rows_of_one:
            pass

    _, here, empty = ratio(with_out, without, rounds)
    there = seconds(lambda: asked.ask_cpp("side_trace", some), rounds)
    table.row("a single `trace` of a row (1, 6) with `out=`, over C++",
              f"{(here - empty - there) / len(some) * 1e6:.2f} µs", "1 µs")


def trees(table: Table, asked: Asked, rounds: int) -> None:
    import halfspace

    mesh = asked.scan_on_both_sides()
    found, here, there = ratio(lambda: halfspace.Mesh(mesh.vertices, mesh.triangles),
                               lambda: asked.mesh_cpp(mesh.vertices, mesh.triangles), rounds)
    table.row(f"`Mesh` of {len(mesh.triangles)} triangles / its tree in C++",
              f"{found:.3f} ({here * 1e3:.0f} / {there * 1e3:.0f} ms)", "1.1")


def two_threads(table: Table, asked: Asked, rounds: int) -> None:
    middle = len(asked.segments) // 2
    halves = [(asked.segments[part].copy(), asked.touches[part].copy())
              for part in (slice(0, middle), slice(middle, None))]

    def in_python(segments: Any, touches: Any) -> None:
        asked.level.trace("stand", segments, out=touches)

    def in_cpp(segments: Any, touches: Any) -> None:
        asked.ask_cpp("side_trace_all", segments, ctypes.c_void_p(touches.ctypes.data))

    def one(work: Callable[[Any, Any], None]) -> None:
        for half in halves:
            work(*half)

    def two(work: Callable[[Any, Any], None]) -> None:
        threads = [threading.Thread(target=work, args=half) for half in halves]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    one(in_python)
    alone = [touches.tobytes() for _, touches in halves]
    found, cpp = (ratio(lambda: one(work), lambda: two(work), rounds, time.perf_counter)[0]
                  for work in (in_python, in_cpp))
    two(in_python)
    is_same = alone == [touches.tobytes() for _, touches in halves]
    table.row("two Python threads, traces: times the rate of one (two threads in C++)",
              f"{found:.2f}{', the same bits' if is_same else ', OTHER BITS'} ({cpp:.2f})", "1.9")


def movers(table: Table, asked: Asked, rounds: int) -> None:
    import halfspace
    from halfspace.env import VectorEnv, fan

    level = asked.level
    random = np.random.default_rng(2)
    count, steps, turns = 4096, 25, 4
    places = asked.segments[:count, :3].copy()
    env = VectorEnv(level, count, starts=np.column_stack([places, random.uniform(0, 360, count)]),
                    directions=fan(64), repeat=1)
    env.reset(seed=1)
    actions = random.uniform(-1, 1, (count, 5))
    states, codes = env.states.copy(), np.zeros(count, np.uint8)

    def ways() -> list[Any]:
        return [halfspace.controls(yaw=random.uniform(0, 360, count), forward=1,
                                   jump=random.uniform(size=count) > 0.9) for _ in range(turns)]

    def walk(inputs: list[Any]) -> None:
        for row in inputs:
            for _ in range(steps):
                level.step_movers(states, row, out=states, problems=codes)

    walk(ways())  # all have fallen to the ground

    def step() -> None:
        walk(ways())

    def step_with_beams() -> None:
        for _ in range(4):
            env.step(actions)

    each = seconds(step, rounds) / (count * steps * turns)
    table.row("steps of movers a second and core", f"{1 / each:,.0f}", "350,000")
    each = seconds(step_with_beams, rounds) / (count * 4)
    table.row("the same with 64 beams each, `VectorEnv.step`", f"{1 / each:,.0f}", "40,000")
    taken = seconds(lambda: [env.snapshot() for _ in range(50)], rounds) / 50
    table.row("`VectorEnv.snapshot` of 4096 players", f"{taken * 1e3:.3f} ms", "0.2 ms")


IMPORT = """import numpy, time
begin = time.process_time()
import halfspace
print(time.process_time() - begin)"""


def package(table: Table, rounds: int, wheel: bool) -> None:
    times = [float(subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True,
                                  text=True, env={"PYTHONPATH": sys.path[0]}).stdout)
             for _ in range(rounds)]
    table.row("`import halfspace`, numpy being there", f"{statistics.median(times) * 1e3:.0f} ms",
              "60 ms")
    if wheel:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation",
                            "--no-deps", "-w", folder, ROOT], check=True)
            size = next(pathlib.Path(folder).glob("*.whl")).stat().st_size
        table.row("the wheel", f"{size / 1e6:.1f} MB", "8 MB")


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("level", nargs="?", type=pathlib.Path,
                        default=ROOT / "examples/levels/castle.grid")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--wheel", action="store_true")
    given = parser.parse_args()
    sys.path.insert(0, str(given.build.resolve() / "bindings/python"))
    table = Table(given.only)
    with tempfile.TemporaryDirectory() as folder:
        asked = Asked(given.build.resolve(), given.level, folder, 1_000_000)
        for topic in (traces, single_calls, trees, two_threads, movers):
            if table.wants(topic.__name__):
                topic(table, asked, given.rounds)
    if table.wants("meshes"):
        import open3d_peer

        open3d_peer.load_masks(given.build.resolve())
        open3d_peer.meshes(table, ratio, given.rounds)
    if table.wants("package"):
        package(table, given.rounds, given.wheel)


if __name__ == "__main__":
    main()
