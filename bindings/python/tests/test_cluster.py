# SPDX-License-Identifier: MIT
"""Workers die, files are cut, disks are full: what a real cluster of processes does then.

HALFSPACE_TEST_REPEATS=20 runs each test twenty times. HALFSPACE_TEST_KILL_EVERY=30 also works for
minutes while a worker is killed every thirty seconds, and prints how much longer it takes (pytest -s).
"""

from __future__ import annotations

import contextlib
import errno
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("distributed")

import dask
import halfspace
import halfspace.dask as hd
import halfspace.farm as farm
from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin
from halfspace.farm import compile_levels

from rooms import map_text, room

BOX = [(-250, -250, 1), (250, 250, 120)]
PILLARS = [((64, -32, 0), (96, 32, 128))]
KILL_EVERY = float(os.environ.get("HALFSPACE_TEST_KILL_EVERY", "0"))
REPEATS = max(1, round(float(os.environ.get("HALFSPACE_TEST_REPEATS", "1"))))

pytestmark = pytest.mark.parametrize("run", range(REPEATS))


@contextlib.contextmanager
def cluster(workers: int = 2, memory: Any = 0, failures: int = 3) -> Iterator[Client]:
    """Worker processes of one thread each. failures: in how many deaths a task may take part."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _clients(workers, memory, failures, folder)


def _clients(workers: int, memory: Any, failures: int, folder: str) -> Iterator[Client]:
    config = {
        "temporary-directory": folder,
        "distributed.scheduler.allowed-failures": failures,
        "distributed.comm.timeouts.connect": "5s",
    }
    with dask.config.set(config), LocalCluster(
        n_workers=workers, threads_per_worker=1, memory_limit=memory, dashboard_address=None
    ) as local, Client(local) as client:
        yield client


def pids(client: Client) -> list[int]:
    """The workers' processes. One that is dead, or is not yet there again, is missing."""
    cluster: Any = client.cluster
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid is not None]


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def level(tmp_path: pathlib.Path) -> halfspace.Level:
    return room(tmp_path, pillars=PILLARS)


def work(level: halfspace.Level, blocks: int = 60) -> Any:
    """The ends of many sweeps: some tens of milliseconds for a block."""
    segments = hd.random_segments(blocks * 4000, BOX, seed=1, chunk=4000)
    return hd.sweep(level, halfspace.Shape.sphere(9), segments, fields="end")


def done(futures: list[Any]) -> int:
    return sum(future.status == "finished" for future in futures)


def test_a_worker_killed_in_the_middle_changes_no_byte(level: halfspace.Level, run: int) -> None:
    array = work(level)
    expected = array.compute(scheduler="synchronous").tobytes()
    with cluster() as client:
        victim = pids(client)[0]
        kept = array.persist()
        parts = client.futures_of(kept)
        while done(parts) < 10:
            time.sleep(0.01)
        kill(victim)
        assert kept.compute().tobytes() == expected
        assert victim not in pids(client)


def test_workers_killed_again_and_again_change_no_byte(level: halfspace.Level, run: int) -> None:
    array = work(level, 150)
    with cluster(failures=1000) as client:
        begin = time.monotonic()
        expected = array.compute()
        undisturbed = time.monotonic() - begin
        begin = time.monotonic()
        kept = array.persist()
        parts = client.futures_of(kept)
        for kills in range(5):
            before = done(parts)
            while done(parts) < min(before + 10, 150):
                time.sleep(0.01)
            while len(alive := pids(client)) < 2:
                time.sleep(0.01)
            kill(alive[kills % 2])
        answers = kept.compute()
        disturbed = time.monotonic() - begin
    assert answers.tobytes() == expected.tobytes()
    print(f"5 workers killed: {disturbed:.1f} s instead of {undisturbed:.1f} s")


def test_blocks_that_have_come_are_not_asked_again(level: halfspace.Level, run: int) -> None:
    array = work(level, 40)
    expected = array.compute(scheduler="synchronous")
    with cluster(failures=1000) as client:
        came: dict[int, Any] = {}
        for row, block in hd.finished_blocks(client, array):
            assert row not in came
            came[row] = block
            if len(came) in (10, 20):
                kill(pids(client)[0])
        # What has come is let go.
        limit = time.monotonic() + 30
        while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) != 0:
            assert time.monotonic() < limit
            time.sleep(0.05)
    assert np.concatenate([came[row] for row in sorted(came)]).tobytes() == expected.tobytes()


def sum_of(array: Any, client: Client) -> Any:
    """Of whole numbers, so that the order does not matter."""
    return sum(value for _, value in hd.finished_blocks(client, array, reduce=_thousandths))


def _thousandths(ends: Any) -> int:
    return int(np.floor(1000 * ends).sum())


def kill_now_and_then(client: Client, stop: threading.Event, killed: list[int]) -> None:
    while not stop.wait(KILL_EVERY):
        alive = pids(client)
        killed.append(alive[len(killed) % len(alive)])
        kill(killed[-1])


@pytest.mark.skipif(KILL_EVERY == 0, reason="takes minutes: HALFSPACE_TEST_KILL_EVERY=30")
def test_workers_killed_every_so_many_seconds(level: halfspace.Level, run: int) -> None:
    def ends(blocks: int) -> Any:
        segments = hd.random_segments(blocks << 18, BOX, seed=3, chunk=1 << 18)
        return hd.sweep(level, halfspace.Shape.sphere(9), segments, fields="end")

    with cluster(failures=1000) as client:
        sum_of(ends(4), client)
        begin = time.monotonic()
        sum_of(ends(40), client)
        array = ends(max(40, round(40 * 4.5 * KILL_EVERY / (time.monotonic() - begin))))
        seconds, sums = [], []
        killed: list[int] = []
        for is_disturbed in (False, True):
            stop = threading.Event()
            killer = threading.Thread(target=kill_now_and_then, args=(client, stop, killed))
            if is_disturbed:
                killer.start()
            begin = time.monotonic()
            sums.append(sum_of(array, client))
            seconds.append(time.monotonic() - begin)
            stop.set()
            if is_disturbed:
                killer.join()
    assert sums[0] == sums[1] and len(killed) >= 3
    print(f"{len(killed)} workers killed, one every {KILL_EVERY:.0f} s: {seconds[1]:.0f} s instead of "
          f"{seconds[0]:.0f} s, {seconds[1] / seconds[0]:.2f} times")  # fmt: skip


def error_of(array: Any) -> str:
    """What the workers say. (Nothing of the error is kept: it holds the tasks that failed.)"""
    try:
        array.compute()
    except halfspace.Error as error:
        return str(error)
    raise AssertionError("no worker has raised an error")


def _go_to(folder: str) -> None:
    os.chdir(folder)


@pytest.mark.parametrize("fault", ["missing", "cut", "other"])
def test_a_wrong_file_on_one_worker_is_named(tmp_path: pathlib.Path, fault: str, run: int) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    for folder in (good, bad):
        folder.mkdir()
        room(folder, pillars=PILLARS)
    if fault == "missing":
        (bad / "room.hsw").unlink()
    elif fault == "cut":
        whole = (bad / "room.hsw").read_bytes()
        (bad / "room.hsw").write_bytes(whole[: len(whole) // 2])
    else:
        room(bad)
    # Each process has its own folder under this path, as machines have their own disks.
    here = pathlib.Path.cwd()
    os.chdir(good)
    try:
        level = halfspace.load("/proc/self/cwd/room.hsw")
        with cluster() as client:
            one, other = client.run(os.getpid)
            client.run(_go_to, str(good), workers=[one])
            client.run(_go_to, str(bad), workers=[other])
            message = error_of(work(level))
            assert os.uname().nodename in message and "/proc/self/cwd/room.hsw" in message
            if fault == "other":
                assert f"{level.checksum:016x}" in message
                assert f"{halfspace.load(str(bad / 'room.hsw')).checksum:016x}" in message
            shutil.copy(good / "room.hsw", bad / "room.hsw")
            # Another question: Dask may still know that the first one has failed.
            assert len(work(level, 61).compute()) == 61 * 4000
    finally:
        os.chdir(here)


def _pretend(version: str) -> None:
    setattr(hd, "__version__", version)


def test_another_version_on_one_worker_is_named(level: halfspace.Level, run: int) -> None:
    with cluster() as client:
        client.run(_pretend, "0.0.1", workers=list(client.run(os.getpid))[:1])
        mesh = halfspace.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
        points = hd.random_segments(4000, BOX, chunk=100)[:, :3]
        for question in (work(level, 8), hd.mesh_occluded(mesh, points, (0, 0, 1))):
            message = error_of(question)
            for part in (os.uname().nodename, "0.0.1", halfspace.__version__, "dask.py"):
                assert part in message


def test_a_memory_limit_stops_large_blocks_and_no_other(level: halfspace.Level, run: int) -> None:
    with cluster(workers=1, memory="400MB", failures=0) as client:
        large = hd.random_segments(12_000_000, BOX, chunk=12_000_000)
        with pytest.raises(KilledWorker):
            hd.contents(level, large[:, :3]).compute()
        small = hd.random_segments(12_000_000, BOX, chunk=500_000)[:2_000_000]
        assert int((hd.contents(level, small[:, :3]) != 0).sum().compute()) > 0


class Poison(WorkerPlugin):
    """Makes the compiler crash for one source, on each worker that will ever be."""

    def setup(self, worker: Any) -> None:
        setattr(farm, "compile", _crash)


def _crash(source: str, **options: Any) -> halfspace.Level:
    if source.endswith("poison.map"):
        os.kill(os.getpid(), signal.SIGKILL)
    return halfspace.compile(source, **options)


def sources(folder: pathlib.Path, count: int) -> list[pathlib.Path]:
    names = [folder / f"level{i}.map" for i in range(count)]
    for i, name in enumerate(names):
        name.write_text(map_text((256, 256, 128 + 8 * i), PILLARS), encoding="utf-8")
    return names


def test_a_source_that_kills_workers_is_named_and_the_others_finish(
    tmp_path: pathlib.Path, run: int
) -> None:
    good = sources(tmp_path, 6)
    (tmp_path / "poison.map").write_text(map_text((64, 64, 64)), encoding="utf-8")
    (tmp_path / "wrong.map").write_text("{ this is no level", encoding="utf-8")
    every = [tmp_path / "poison.map", tmp_path / "absent.map", tmp_path / "wrong.map", *good]
    with cluster(failures=0) as client:
        client.register_worker_plugin(Poison())
        built = {pathlib.Path(b.source).name: b for b in compile_levels(client, every, tmp_path)}
    assert len(built) == 9
    assert "died" in built["poison.map"].error
    assert "wrong.map" in built["wrong.map"].error and "absent.map" in built["absent.map"].error
    for source in good:
        told = built[source.name]
        assert told.error == ""
        made = halfspace.load(str(tmp_path / told.level))
        assert made.checksum == halfspace.compile(str(source)).checksum
    assert not list(tmp_path.glob("**/.*"))


SCHEDULER = """
import sys, dask
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=0,
                           dashboard_address=None, local_directory=sys.argv[1])
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""


def scheduler(folder: pathlib.Path) -> tuple[subprocess.Popen[str], str]:
    script = folder / "scheduler.py"
    script.write_text(SCHEDULER, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_work_goes_on_after_the_schedulers_death(tmp_path: pathlib.Path, run: int) -> None:
    every = sources(tmp_path, 120)
    target = tmp_path / "levels"
    first, address = scheduler(tmp_path)
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        client = Client(address)
        script = tmp_path / "killer.py"
        script.write_text(
            "import os, pathlib, signal, sys, time\n"
            "folder = pathlib.Path(sys.argv[1])\n"
            "while len(list(folder.glob('manifest/*.json'))) < 5: time.sleep(0.002)\n"
            "os.kill(int(sys.argv[2]), signal.SIGKILL)\n",
            encoding="utf-8",
        )
        killer = subprocess.Popen([sys.executable, str(script), str(target), str(first.pid)])
        with pytest.raises(halfspace.Error, match="scheduler .* is lost"):
            compile_levels(client, every, target)
        killer.wait()
        first.wait()
        client.close()
    before = {path: path.stat().st_mtime_ns for path in target.glob("manifest/*.json")}
    assert 5 <= len(before) < 120
    second, address = scheduler(tmp_path)
    try:
        with Client(address) as client:
            built = compile_levels(client, every, target)
    finally:
        second.kill()
        second.wait()
    assert all(path.stat().st_mtime_ns == then for path, then in before.items())
    assert [b.error for b in built] == [""] * 120
    for told in built[::17]:
        assert f"{halfspace.compile(told.source).checksum:016x}.hsw" == told.level
        assert (target / told.level).exists()


def test_blocks_go_on_after_the_schedulers_death(
    level: halfspace.Level, tmp_path: pathlib.Path, run: int
) -> None:
    array = work(level, 120)
    expected = array.compute(scheduler="synchronous")
    first, address = scheduler(tmp_path)
    came: dict[int, Any] = {}
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        client = Client(address)
        with pytest.raises(halfspace.Error, match="scheduler .* is lost"):
            for row, block in hd.finished_blocks(client, array):
                came[row] = block
                if len(came) == 5:
                    first.kill()
        first.wait()
        client.close()
    before = len(came)
    assert 5 <= before < 120
    second, address = scheduler(tmp_path)
    try:
        with Client(address) as client:
            with pytest.raises(ValueError, match="row 7, at which no block"):
                hd.finished_blocks(client, array, done=[7])
            for row, block in hd.finished_blocks(client, array, done=list(came)):
                assert row not in came
                came[row] = block
    finally:
        second.kill()
        second.wait()
    assert np.concatenate([came[row] for row in sorted(came)]).tobytes() == expected.tobytes()


def _limit_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def check_nothing_is_left(built: list[farm.Built], target: pathlib.Path, reason: str) -> None:
    for told in built:
        assert os.uname().nodename in told.error and ".hsw" in told.error and reason in told.error
    assert [path.name for path in target.iterdir()] == ["manifest"]
    assert not list((target / "manifest").iterdir())


def check_all_are_built(built: list[farm.Built], target: pathlib.Path) -> None:
    assert all(told.error == "" for told in built)
    assert len(list(target.glob("*.hsw"))) == len(built)


def test_a_limit_of_file_sizes_leaves_no_part_of_a_file(tmp_path: pathlib.Path, run: int) -> None:
    every = sources(tmp_path, 5)
    target = tmp_path / "levels"
    with cluster() as client:
        client.run(_limit_files, 4096)  # no file may be larger
        check_nothing_is_left(compile_levels(client, every, target), target, os.strerror(errno.EFBIG))
        client.run(_limit_files, resource.RLIM_INFINITY)
        check_all_are_built(compile_levels(client, every, target), target)


@pytest.fixture
def small_disk(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """The folder of a disk in memory with 1 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"needs the command mount: {error}")
    if told.returncode != 0:
        pytest.skip(f"only root may mount a disk: {told.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_no_part_of_a_file(
    tmp_path: pathlib.Path, small_disk: pathlib.Path, run: int
) -> None:
    every = sources(tmp_path, 5)
    target = small_disk / "levels"
    (target / "manifest").mkdir(parents=True)
    rest = small_disk / "rest"
    with rest.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)) == 4096:
            pass
    os.truncate(rest, rest.stat().st_size - 8192)  # a level does not fit into what is free, but begins to
    with cluster() as client:
        check_nothing_is_left(compile_levels(client, every, target), target, os.strerror(errno.ENOSPC))
        rest.unlink()
        check_all_are_built(compile_levels(client, every, target), target)


def test_a_damaged_level_is_built_again(tmp_path: pathlib.Path, run: int) -> None:
    every = sources(tmp_path, 3)
    with cluster() as client:
        first = compile_levels(client, every, tmp_path, vis="none")
        lost, cut = tmp_path / first[0].level, tmp_path / first[1].level
        bytes_of = lost.read_bytes(), cut.read_bytes()
        lost.unlink()
        cut.write_bytes(bytes_of[1][:-100])
        assert compile_levels(client, every, tmp_path, vis="none") == first
        assert (lost.read_bytes(), cut.read_bytes()) == bytes_of
        other = compile_levels(client, every[:1], tmp_path, vis="none", nav=True)
        assert other[0].level != first[0].level


def test_reductions_on_a_cluster_are_those_of_one_process(
    level: halfspace.Level, run: int
) -> None:
    fractions = hd.trace(
        level, "point", hd.random_segments(50_000, BOX, seed=2, chunk=8000), fields="fraction"
    )
    import dask.array as da

    counts, edges = da.histogram(fractions, bins=20, range=(0, 1))
    with cluster() as client:
        on_cluster = client.gather(client.compute([counts, fractions.mean(), fractions.max()]))
    alone = dask.compute(counts, fractions.mean(), fractions.max(), scheduler="synchronous")
    assert np.array_equal(on_cluster[0], alone[0]) and int(alone[0].sum()) == 50_000
    assert on_cluster[1:] == list(alone[1:])
