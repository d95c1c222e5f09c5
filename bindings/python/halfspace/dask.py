# SPDX-License-Identifier: MIT
"""Questions over arrays of Dask: more rows than fit into memory, on the workers of any cluster.

The functions take arrays of Dask and give arrays of Dask; nothing is computed before Dask is asked
to. The level must be a file that every worker can read under the same path. A worker maps it once;
it checks that the file and the version of halfspace are those of the client.

>>> segments = random_segments(1000, [(-64, -64, 8), (64, 64, 56)], seed=1, chunk=250)
>>> fractions = trace(example_file, "point", segments, fields="fraction")
>>> fractions
dask.array<halfspace-trace, shape=(1000,), dtype=float64, chunksize=(250,), chunktype=numpy.ndarray>
>>> bool(fractions.mean().compute(scheduler="synchronous") > 0)
True
"""

from __future__ import annotations

import copy
import functools
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy as np
from dask.array.core import Array as DaskArray
from dask.array.core import blockwise, from_array, map_blocks
from dask.base import normalize_token, tokenize
from dask.delayed import delayed
from numpy.lib.recfunctions import repack_fields
from numpy.typing import ArrayLike

from . import (
    Error,
    Level,
    Mesh,
    Shape,
    __version__,
    _load_again,
    contact_dtype,
    mesh_point_dtype,
    ray_hit_dtype,
)
from ._arguments import (
    Array,
    check_options,
    check_reals,
    chosen,
    finite_rows,
    reals,
    whole,
    with_row_from,
)
from ._finished import finished_blocks as finished_blocks
from ._segments import PART as _PART
from ._segments import SEEDS as _SEEDS
from ._segments import random_segments as random_segments
from ._segments import uniform_rows as uniform_rows

Rows = Union[DaskArray, ArrayLike]
Fields = Union[None, str, Sequence[str]]


@normalize_token.register(Level)
def _token_of_level(level: Level) -> tuple[str, int]:
    return "halfspace.Level", level.checksum


@normalize_token.register(Shape)
def _token_of_shape(shape: Shape) -> tuple[str, Any]:
    return "halfspace.Shape", normalize_token(shape.__reduce__()[1])


@normalize_token.register(Mesh)
def _token_of_mesh(mesh: Mesh) -> tuple[str, Any, Any]:
    return "halfspace.Mesh", normalize_token(mesh.vertices), normalize_token(mesh.triangles)


def check_version(version: str) -> None:
    """Raises halfspace.Error unless this process has this version of halfspace.

    >>> import halfspace
    >>> check_version(halfspace.__version__)
    """
    if version != __version__:
        raise Error(
            f"{socket.gethostname()}: this worker has halfspace {__version__} in {__file__}, and the "
            f"client has {version}; install the same on every machine"
        )


@functools.lru_cache(maxsize=16)
def _level_at(path: str, checksum: int, nbytes: int) -> Level:
    return _load_again(path, checksum, nbytes)


@dataclass(frozen=True)
class _LevelFile:
    """What a task knows of a level."""

    path: str
    checksum: int
    nbytes: int
    version: str

    def open(self) -> Level:
        check_version(self.version)
        try:
            return _level_at(self.path, self.checksum, self.nbytes)
        except Error as error:
            named = Error(f"{socket.gethostname()}: {error}")
            for key in ("code", "file", "line"):
                setattr(named, key, getattr(error, key))
            raise named from None

    def __dask_tokenize__(self) -> tuple[str, int, str]:
        return "halfspace.Level", self.checksum, self.version


def _file_of(level: Level) -> _LevelFile:
    if not isinstance(level, Level):
        raise TypeError(f"level must be a Level, not a {type(level).__name__}")
    if level.path is None:
        raise ValueError("the level is in memory; workers need a file: level.save(path), load(path)")
    return _LevelFile(level.path, level.checksum, level.nbytes, __version__)


def _taken(answers: Array, fields: Fields) -> Array:
    if fields is None or isinstance(fields, str):
        return answers if fields is None else answers[fields]
    return np.asarray(repack_fields(answers[list(fields)]))


class _Ask:
    """A question as it goes to workers. Called with blocks of rows, it answers them in parts.

    It keeps copies: what the caller changes after the call changes no answer.
    """

    def __init__(
        self,
        level: _LevelFile | None,
        question: str,
        dtype: np.dtype[Any],
        fields: Fields,
        before: tuple[Any, ...] = (),
        **options: Any,
    ) -> None:
        self.version = __version__
        self.level = level
        self.question = question
        self.fields = fields if fields is None or isinstance(fields, str) else tuple(fields)
        self.dtype = dtype
        self.chosen = chosen(dtype, self.fields)
        self.before = before
        self.options = copy.deepcopy(options)
        self.__name__ = f"halfspace-{question}"

    def __call__(self, *blocks: Array, mesh: Mesh | None = None, block_info: Any = None) -> Array:
        check_version(self.version)
        asked = mesh if self.level is None else self.level.open()
        ask = getattr(asked, self.question)
        rows = max(len(block) for block in blocks if block.ndim == 2)
        # Zeros: the bytes between fields are the same on each machine.
        result = np.zeros((rows, *self.chosen.shape), self.chosen.base)
        # One array for the answers of all parts. Dask's nanny lets free memory go back to the system
        # at once, and to get it again takes longer than some questions.
        room = result if self.fields is None else np.empty(min(rows, _PART), self.dtype)
        for begin in range(0, rows, _PART):
            part = slice(begin, min(begin + _PART, rows))
            questions = (block[part] if block.ndim == 2 else block for block in blocks)
            out = room[part] if room is result else room[: part.stop - begin]
            try:
                ask(*self.before, *questions, **self.options, out=out)
            except (ValueError, IndexError) as error:
                # Dask asks once without a block, to learn the type of an answer.
                first = block_info[None]["array-location"][0][0] if block_info else 0
                raise with_row_from(error, first + begin) from None
            if room is not result:
                result[part] = _taken(out, self.fields)
        return result

    def check(self, asked: Level | Mesh, rows: list[DaskArray | Array]) -> None:
        """Raises at the call what the workers would raise about all but the rows of blocks."""
        ask = getattr(asked, self.question)
        check_options(ask, self.options, without=("out", "threads"))
        none = (row if isinstance(row, np.ndarray) else np.empty((0, row.shape[1])) for row in rows)
        ask(*self.before, *none, **self.options)

    def __dask_tokenize__(self) -> Any:
        kept = (self.level, self.question, self.fields, self.before, sorted(self.options.items()))
        return normalize_token((self.version, *kept))


def _rows(name: str, value: Rows, width: int) -> DaskArray | Array:
    """An argument as an array of Dask in blocks of whole rows, or as one row of numpy: a copy."""
    rows: Any = value
    if isinstance(value, DaskArray):
        check_reals(name, value.dtype)
        if any(np.isnan(size) for size in value.shape):
            raise ValueError(f"{name} has an unknown number of rows; call compute_chunk_sizes() first")
    else:
        rows = np.array(reals(name, value))
    if isinstance(rows, np.ndarray) and rows.shape == (width,):
        return rows
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ValueError(f"{name} must have the shape (N, {width}), not {rows.shape}")
    if isinstance(rows, np.ndarray):
        return from_array(rows, chunks=(_PART, -1))
    return rows.rechunk({1: -1})


def _answers(
    asked: Level | Mesh, ask: _Ask, rows: list[DaskArray | Array], mesh: Any = None
) -> DaskArray:
    blocks = [block for block in rows if isinstance(block, DaskArray)]
    if not blocks:
        raise ValueError("no argument has rows (N, 3)")
    ask.check(asked, rows)
    chunks = blocks[0].chunks[0]
    for block in blocks:
        if block.shape[0] != blocks[0].shape[0]:
            raise ValueError(f"arguments have {blocks[0].shape[0]} and {block.shape[0]} rows")
    aligned = [b.rechunk({0: chunks}) if isinstance(b, DaskArray) else b for b in rows]
    shape = ask.chosen.shape
    return map_blocks(
        ask,
        *aligned,
        dtype=ask.chosen.base,
        chunks=(chunks, *((size,) for size in shape)),
        drop_axis=[] if shape else [1],
        meta=np.empty((0,) * (1 + len(shape)), ask.chosen.base),
        **({} if mesh is None else {"mesh": mesh}),
    )


def _segments(start: Rows, end: Rows | None) -> list[DaskArray | Array]:
    if end is None:
        return [_rows("start", start, 6)]
    return [_rows("start", start, 3), _rows("end", end, 3)]


def trace(
    level: Level,
    body: str,
    start: Rows,
    end: Rows | None = None,
    *,
    fields: Fields = None,
    **options: Any,
) -> DaskArray:
    """As Level.trace: where a body of the level touches first. (N,) of contact_dtype.

    start, end: (N, 3), or (3,) for all; or start alone: (N, 6). fields: a name gives an array of
    this field, names give records of these fields; what is not named does not leave the worker.
    options: mask, skin, hair of Level.trace. Arrays of numpy and options are copied at the call.
    Raises KeyError for a body or a field that there is not, TypeError for another option and for
    what are no numbers, ValueError for a level in memory, another shape, fields without a name and an
    option out of its range. A
    row that is not finite raises ValueError on its worker; so does a masked one in a block of Dask.

    >>> segments = random_segments(1000, [(-64, -64, 8), (64, 64, 56)], chunk=250)
    >>> touched = trace(example_file, "point", segments, fields=["hit", "model"])
    >>> touched.compute(scheduler="synchronous").dtype.names
    ('hit', 'model')
    """
    ask = _Ask(_file_of(level), "trace", contact_dtype, fields, (body,), **options)
    return _answers(level, ask, _segments(start, end))


def sweep(
    level: Level,
    shape: Shape,
    start: Rows,
    end: Rows | None = None,
    *,
    fields: Fields = None,
    **options: Any,
) -> DaskArray:
    """As Level.sweep: where a convex shape touches first. (N,) of contact_dtype. See trace.

    options: pose, mask, skin, hair of Level.sweep. Raises as trace.

    >>> segments = random_segments(1000, [(-64, -64, 8), (64, 64, 56)], chunk=250)
    >>> sweep(example_file, Shape.sphere(4), segments, fields="point").shape
    (1000, 3)
    """
    ask = _Ask(_file_of(level), "sweep", contact_dtype, fields, (shape,), **options)
    return _answers(level, ask, _segments(start, end))


def sight(level: Level, start: Rows, end: Rows | None = None) -> DaskArray:
    """As Level.sight: True where no wall is between start and end. (N,) bool. Raises as trace.

    >>> segments = random_segments(1000, [(-64, -64, 8), (64, 64, 56)], chunk=250)
    >>> seen = sight(example_file, segments).sum()
    >>> bool(seen.compute(scheduler="synchronous") > 500)
    True
    """
    ask = _Ask(_file_of(level), "sight", np.dtype(bool), None)
    return _answers(level, ask, _segments(start, end))


def contents(level: Level, points: Rows) -> DaskArray:
    """As Level.contents: what is at each point. (N,) uint32. Raises as trace.

    >>> points = random_segments(1000, [(-64, -64, 8), (64, 64, 56)])[:, :3]
    >>> contents(example_file, points).shape
    (1000,)
    """
    ask = _Ask(_file_of(level), "contents", np.dtype(np.uint32), None)
    return _answers(level, ask, [_rows("points", points, 3)])


def _ask_mesh(mesh: Mesh, ask: _Ask, rows: list[DaskArray | Array]) -> DaskArray:
    if not isinstance(mesh, Mesh):
        raise TypeError(f"mesh must be a Mesh, not a {type(mesh).__name__}")
    # The mesh is a task of its own: it goes to each worker once. A copy, as refit may change the mesh.
    copied = Mesh(mesh.vertices, mesh.triangles)
    sent = delayed(copied, name=f"halfspace-mesh-{tokenize(mesh)}", pure=True)
    return _answers(mesh, ask, rows, sent)


def mesh_rays(
    mesh: Mesh,
    origins: Rows,
    directions: Rows,
    *,
    max_t: float = np.inf,
    fields: Fields = None,
) -> DaskArray:
    """As Mesh.rays: what each ray meets first. (N,) of ray_hit_dtype. fields: see trace.

    Raises TypeError for another thing than a Mesh and for what are no numbers, KeyError for a field that
    there is not, ValueError for another shape and a max_t below 0. A row that is not finite raises
    ValueError on its worker; so does a masked one in a block of Dask.

    >>> mesh = Mesh([(0, 0, 0), (8, 0, 0), (0, 8, 0)], [(0, 1, 2)])
    >>> origins = from_array(np.array([(1.0, 1, 4), (9, 9, 4)]), chunks=(1, 3))
    >>> mesh_rays(mesh, origins, (0, 0, -1), fields="t").compute(scheduler="synchronous")
    array([ 4., inf])
    """
    ask = _Ask(None, "rays", ray_hit_dtype, fields, max_t=max_t)
    rows = [_rows("origins", origins, 3), _rows("directions", directions, 3)]
    return _ask_mesh(mesh, ask, rows)


def mesh_occluded(
    mesh: Mesh, origins: Rows, directions: Rows, *, max_t: float = np.inf
) -> DaskArray:
    """As Mesh.occluded: True where a ray meets any triangle. (N,) bool. Raises as mesh_rays.

    >>> mesh = Mesh([(0, 0, 0), (8, 0, 0), (0, 8, 0)], [(0, 1, 2)])
    >>> mesh_occluded(mesh, [(1, 1, 4), (9, 9, 4)], (0, 0, -1)).compute(scheduler="synchronous")
    array([ True, False])
    """
    ask = _Ask(None, "occluded", np.dtype(bool), None, max_t=max_t)
    rows = [_rows("origins", origins, 3), _rows("directions", directions, 3)]
    return _ask_mesh(mesh, ask, rows)


def mesh_closest(
    mesh: Mesh, points: Rows, *, max_distance: float = np.inf, fields: Fields = None
) -> DaskArray:
    """As Mesh.closest: the nearest point of the mesh. (N,) of mesh_point_dtype. fields: see trace.

    Raises as mesh_rays, also for a max_distance below 0.

    >>> mesh = Mesh([(0, 0, 0), (8, 0, 0), (0, 8, 0)], [(0, 1, 2)])
    >>> found = mesh_closest(mesh, [(1, 1, 4), (2, 1, 3)], fields="distance")
    >>> found.compute(scheduler="synchronous")
    array([4., 3.])
    """
    ask = _Ask(None, "closest", mesh_point_dtype, fields, max_distance=max_distance)
    return _ask_mesh(mesh, ask, [_rows("points", points, 3)])


def mesh_winding(mesh: Mesh, points: Rows) -> DaskArray:
    """As Mesh.winding: how often a closed mesh is around each point. (N,) int32.

    Raises as mesh_rays, also for a mesh that is not closed.

    >>> corners = [(0, 0, 0), (8, 0, 0), (0, 8, 0), (0, 0, 8)]
    >>> mesh = Mesh(corners, [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
    >>> mesh_winding(mesh, [(1, 1, 1), (9, 9, 9)]).compute(scheduler="synchronous")
    array([1, 0], dtype=int32)
    """
    ask = _Ask(None, "winding", np.dtype(np.int32), None)
    return _ask_mesh(mesh, ask, [_rows("points", points, 3)])


def _seen_part(file: _LevelFile, seed: int, samples: int, spread: Any, here: Any, there: Any) -> Any:
    """Of all pairs of two blocks of places, the part of the samples that see one another."""
    level = file.open()
    seen = np.zeros((len(here), len(there)), np.uint32)
    for sample in range(samples):
        # A sum of both would give seeds that follow one another the same samples.
        words = np.random.SeedSequence(seed, spawn_key=(sample,)).generate_state(2, np.uint64).tolist()
        key = words[0] | words[1] << 64
        from_points, to_points = (_sampled(places, key, spread) for places in (here, there))
        for row, point in enumerate(from_points):
            seen[row] += level.sight(point, to_points)
    return (seen / np.float32(samples)).astype(np.float32)


def _sampled(places: Array, key: int, spread: Array) -> Array:
    """A point near each place. places: x, y, z and the number of the place, one after the other."""
    numbers = uniform_rows(key, int(places[0, 3]), len(places))[:, :3]
    return np.asarray(places[:, :3] + spread * (2 * numbers - 1))


def sight_matrix(
    level: Level,
    places: ArrayLike,
    *,
    samples: int = 1,
    spread: ArrayLike = 0,
    seed: int = 0,
    chunk: int = 512,
) -> DaskArray:
    """Which part of the samples of two places sees one another: (P, P) float32, in blocks.

    places: (P, 3) [units]. A sample of a place is a random point up to `spread` from it on each
    axis: one number or (3,). Sample s of one place is asked against sample s of the other one, so
    the matrix equals its transpose. Each seed has samples of its own. chunk: places of a block. Cost:
    P * P * samples lines of sight. Raises TypeError for what are no numbers, ValueError for another
    shape, no place, a number that is not finite or out of its range, and a level in memory.

    >>> seen = sight_matrix(example_file, [(0, 0, 40), (32, 0, 40)])
    >>> seen.compute(scheduler="synchronous").shape
    (2, 2)
    """
    file = _file_of(level)
    points = finite_rows("places", places, 3)
    if len(points) == 0:
        raise ValueError("places must have at least one row")
    samples, chunk = whole("samples", samples, 1), whole("chunk", chunk, 1)
    seed = whole("seed", seed, 0, _SEEDS)
    reach = reals("spread", spread).astype(np.float64)
    if reach.shape not in ((), (3,)):
        raise ValueError(f"spread must be one number or (3,), not {reach.shape}")
    if not (np.isfinite(reach) & (reach >= 0)).all():
        raise ValueError(f"spread must be finite and at least 0, not {reach.tolist()}")
    reach = np.broadcast_to(reach, (3,))
    numbered = np.column_stack([points, np.arange(len(points))])
    rows = from_array(numbered, chunks=(chunk, 4))
    ask = functools.partial(_seen_part, file, seed, samples, reach)
    return blockwise(
        ask, "ij", rows, "ik", rows, "jk",
        concatenate=True, dtype=np.float32, meta=np.empty((0, 0), np.float32),
        token="halfspace-sight-matrix",
    )  # fmt: skip
