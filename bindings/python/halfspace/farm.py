# SPDX-License-Identifier: MIT
"""Compiles and verifies many levels on the workers of a Dask cluster.

A level is written once, under the hash of its content; a record of each source lies beside it. So
the work goes on where it was, whatever has died: call compile_levels again. Dask retries what a
worker has lost.

>>> [built] = compile_levels(client, ["examples/levels/keep.map"], folder, vis="none")
>>> built.error
''
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import socket
import tempfile
from collections.abc import Iterable
from concurrent.futures import CancelledError
from dataclasses import asdict, dataclass
from typing import Any

from distributed import Client, Future, KilledWorker, as_completed

import numpy as np

from . import Error, __version__, compile, load, verify
from ._arguments import check_options
from .dask import check_version


@dataclass(frozen=True)
class Built:
    """What has come of a source.

    >>> Built("keep.map", error="pluto: keep.map: error: cannot open").level
    ''
    """

    source: str
    level: str = ""  # the file's name: CHECKSUM.hsw; empty after an error
    nbytes: int = 0  # of the file
    warnings: tuple[str, ...] = ()  # of the compiler
    error: str = ""  # why there is no level; empty if there is one


def _hash_of(source: pathlib.Path) -> str:
    return hashlib.blake2b(source.read_bytes(), digest_size=16).hexdigest()


def _plain(name: str, value: Any) -> Any:
    """The value of an option as numbers, texts, lists and dicts: the same for arrays and for lists."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _plain(name, each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(name, each) for each in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"{name} has a {type(value).__name__}; it must be of numbers, texts, and dicts by names")


def _key_of(content: str, options: dict[str, Any], is_verified: bool) -> str:
    told = json.dumps([content, options, is_verified, __version__], sort_keys=True)
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def _record(folder: pathlib.Path, key: str) -> pathlib.Path:
    return folder / "manifest" / f"{key}.json"


def _recorded(folder: pathlib.Path, key: str, source: pathlib.Path) -> Built | None:
    """What the manifest says, if the level is still there."""
    try:
        told = json.loads(_record(folder, key).read_text(encoding="utf-8"))
        level = folder / told["level"]
        if level.stat().st_size != told["nbytes"]:
            return None
        if f"{load(str(level)).checksum:016x}.hsw" != told["level"]:
            return None
        return Built(str(source), told["level"], told["nbytes"], tuple(told["warnings"]))
    except (OSError, ValueError, KeyError, Error):
        return None  # it is built again


def _write(path: pathlib.Path, text: str) -> None:
    """Writes the file at once, or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _build(
    source: pathlib.Path,
    content: str,
    folder: pathlib.Path,
    key: str,
    options: dict[str, Any],
    is_verified: bool,
    version: str,
) -> Built:
    """Runs on a worker. Errors say on which one."""
    check_version(version)
    host = socket.gethostname()
    try:
        found = _hash_of(source)
        if found != content:
            raise Error(f"{source} has the hash {found}; the client's file has {content}")
        if (known := _recorded(folder, key, source)) is not None:
            return known
        level = compile(str(source), threads=1, **options)
        if is_verified and (differences := verify(level, str(source))):
            raise Error(f"{source}: the level is not what its source says: {differences[0]}")
        name = f"{level.checksum:016x}.hsw"
        level.save(str(folder / name))
        built = Built(str(source), name, level.nbytes, tuple(level.warnings))
        told = {k: v for k, v in asdict(built).items() if k not in ("source", "error")}
        _write(_record(folder, key), json.dumps(told, indent=1) + "\n")
        return built
    except Exception as error:  # of any kind: it is of this source alone
        return Built(str(source), error=f"{host}: {str(error) or type(error).__name__}")


def compile_levels(
    client: Client,
    sources: Iterable[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    verified: bool = True,
    **options: Any,
) -> list[Built]:
    """Compiles each source to `folder`, which all workers can write.

    Returns a Built for each source, in the order of the sources; one that is named twice is built once.
    What the folder already has is not built again: it is found by the bytes of the source, the
    options and the version. (Files that a source names, as a .gltf does, are not looked at.) A
    source that fails, or that kills its workers, has an error in its Built; the others are
    finished. verified: halfspace.verify must agree, too. options: of halfspace.compile, without
    threads and progress.

    Raises TypeError for one path instead of several and for another option, halfspace.Error if a
    worker has another version, or if the scheduler is lost: then connect to a new one and call it again.
    docs/guides/dask.md has a program that uses it.

    >>> built = compile_levels(client, ["examples/levels/keep.map", "none.map"], folder)
    >>> [bool(one.error) for one in built]
    [False, True]
    """
    if isinstance(sources, (str, os.PathLike)):
        raise TypeError("sources must be several paths; for one: [path]")
    check_options(compile, options, without=("threads", "progress"))
    options = {name: _plain(name, value) for name, value in options.items()}
    target = pathlib.Path(folder).absolute()
    (target / "manifest").mkdir(parents=True, exist_ok=True)
    built: dict[pathlib.Path, Built] = {}
    jobs: dict[pathlib.Path, tuple[Any, ...]] = {}
    paths = [pathlib.Path(source).absolute() for source in sources]
    for source in dict.fromkeys(paths):
        try:
            content = _hash_of(source)
        except (OSError, ValueError) as error:
            built[source] = Built(str(source), error=f"{socket.gethostname()}: {error}")
            continue
        key = _key_of(content, options, verified)
        if (known := _recorded(target, key, source)) is not None:
            built[source] = known
        else:
            jobs[source] = (source, content, target, key, options, verified, __version__)

    def submit(source: pathlib.Path) -> Future:
        # An own key for each call: a source that failed before is tried again.
        return client.submit(_build, *jobs[source], pure=False)

    killers = [s for s, b in _gathered(client, {submit(s): s for s in jobs}, built) if b is None]
    # A worker that dies takes all its tasks with it. Alone, only the guilty one is killed again.
    for source in killers:
        for _, result in _gathered(client, {submit(source): source}, built):
            if result is None:
                why = "each worker that compiled it died; its memory limit may be too low"
                built[source] = Built(str(source), error=why)
    return [built[path] for path in paths]


def _gathered(
    client: Client, futures: dict[Future, pathlib.Path], built: dict[pathlib.Path, Built]
) -> list[tuple[pathlib.Path, Built | None]]:
    """Waits for all. None for a source whose workers were killed."""
    results: list[tuple[pathlib.Path, Built | None]] = []
    for future in as_completed(futures):
        source = futures[future]
        try:
            built[source] = future.result()
            results.append((source, built[source]))
        except KilledWorker:
            results.append((source, None))
        except (CancelledError, OSError):  # of a connection: _build catches its own
            raise Error(
                f"the scheduler of {client} is lost; {len(built)} levels are done. Connect to a new "
                "one and call compile_levels again: it goes on from there"
            ) from None
    return results
