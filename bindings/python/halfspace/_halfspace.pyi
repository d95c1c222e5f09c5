# SPDX-License-Identifier: MIT
# Types of the compiled module. Its docstrings say what the functions do.
#
# Questions take one thing or many, and types cannot tell which. They are typed as they answer many: by
# an array. The answer to one is a number or a record of the same dtype, which takes the same indices.
import enum
import os
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

_Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
_Rows: TypeAlias = npt.ArrayLike
_Records: TypeAlias = npt.NDArray[np.void] | np.void
_Flags: TypeAlias = npt.NDArray[np.bool_]

__version__: str
contact_dtype: np.dtype[np.void]
mover_state_dtype: np.dtype[np.void]
mover_input_dtype: np.dtype[np.void]
ray_hit_dtype: np.dtype[np.void]
mesh_point_dtype: np.dtype[np.void]

class Error(Exception):
    code: str
    file: str
    line: int

class Contents(enum.IntFlag):
    SOLID = 1
    VOID = 1024
    SKY = 512
    DETAIL = 2
    FENCE = 4
    LAVA = 256
    SLIME = 128
    WATER = 64
    PLAYER_CLIP = 16
    MONSTER_CLIP = 32
    LADDER = 4096
    TRIGGER = 2048
    VIS_BLOCKER = 32768
    ILLUSIONARY = 8
    AREA_PORTAL = 8192
    HINT = 16384

class Shape:
    @staticmethod
    def box(half: _Rows) -> Shape: ...
    @staticmethod
    def sphere(radius: float) -> Shape: ...
    @staticmethod
    def capsule(half_height: float, radius: float) -> Shape: ...
    @staticmethod
    def cylinder(half_height: float, radius: float) -> Shape: ...
    @staticmethod
    def hull(points: _Rows) -> Shape: ...

class MoverOptions:
    seconds: float
    walk_speed: float
    crouch_speed: float
    ground_acceleration: float
    friction: float
    stop_speed: float
    gravity: float
    jump_speed: float
    air_acceleration: float
    air_speed: float
    step_height: float
    floor_normal: float
    swim_speed: float
    swim_acceleration: float
    swim_friction: float
    sink_speed: float
    climb_out_speed: float
    ladder_speed: float
    max_speed: float
    skin: float
    unstick: float
    mask: int
    def __init__(self, **options: float) -> None: ...

class Questions:
    def contents(
        self, points: _Rows, *, out: npt.NDArray[np.uint32] | None = None, threads: int = 1
    ) -> npt.NDArray[np.uint32]: ...
    def trace(
        self,
        body: str,
        start: _Rows,
        end: _Rows | None = None,
        *,
        mask: int | None = None,
        skin: float = ...,
        hair: float = ...,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def sweep(
        self,
        shape: Shape,
        start: _Rows,
        end: _Rows | None = None,
        *,
        pose: _Rows | None = None,
        mask: int | None = None,
        skin: float = ...,
        hair: float = ...,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def sight(
        self,
        start: _Rows,
        end: _Rows | None = None,
        *,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def free(
        self,
        body: str,
        points: _Rows,
        *,
        mask: int | None = None,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def unstick(
        self,
        body: str,
        points: _Rows,
        distance: float,
        *,
        mask: int | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.float64] | None: ...
    def beams(
        self,
        poses: _Rows,
        directions: _Rows,
        range: float,
        *,
        body: str = "point",
        themselves: npt.ArrayLike | None = None,
        mask: int | None = None,
        out: npt.NDArray[np.float64] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.float64]: ...
    def step_movers(
        self,
        states: _Records,
        inputs: _Records,
        *,
        stand: str = "stand",
        crouch: str = "crouch",
        themselves: npt.ArrayLike | None = None,
        options: MoverOptions = ...,
        out: npt.NDArray[np.void] | None = None,
        problems: npt.NDArray[np.uint8] | None = None,
        threads: int = 1,
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.uint8]]: ...
    def player_start(self, body: str = "stand") -> dict[str, object] | None: ...

class Level(Questions):
    @property
    def path(self) -> str | None: ...
    @property
    def checksum(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def bodies(self) -> list[str]: ...
    @property
    def models(self) -> int: ...
    @property
    def entities(self) -> list[dict[str, str | int]]: ...
    @property
    def units_per_metre(self) -> float: ...
    @property
    def warnings(self) -> list[str]: ...
    def body_box(self, body: str) -> npt.NDArray[np.float64]: ...
    def bounds(self, model: int = 0) -> npt.NDArray[np.float64]: ...
    def save(self, path: _Path) -> None: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class World(Questions):
    def __init__(self, level: Level) -> None: ...
    @property
    def level(self) -> Level: ...
    def place_models_at_rest(self) -> None: ...
    def place_model(self, model: int, pose: _Rows) -> None: ...
    def move_model(self, model: int, pose: _Rows) -> None: ...
    def remove_model(self, model: int) -> None: ...
    def place_obstacle(
        self,
        id: int,
        shape: Shape,
        position: _Rows,
        offset: _Rows | None = None,
        contents: int | None = None,
    ) -> None: ...
    def put_obstacle(self, id: int, position: _Rows) -> None: ...
    def put_obstacles(self, ids: npt.ArrayLike, positions: _Rows) -> None: ...
    def move_obstacle(self, id: int, position: _Rows) -> None: ...
    def remove_obstacle(self, id: int) -> None: ...
    def place_mesh(
        self, id: int, mesh: Mesh, pose: _Rows | None = None, contents: int | None = None
    ) -> None: ...
    def move_mesh(self, id: int, pose: _Rows) -> None: ...
    def remove_mesh(self, id: int) -> None: ...
    def end_step(self) -> None: ...

class Mesh:
    def __init__(
        self, vertices: _Rows, triangles: npt.ArrayLike, *, threads: int = 1
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def vertices(self) -> npt.NDArray[np.float64]: ...
    @property
    def triangles(self) -> npt.NDArray[np.uint32]: ...
    def rays(
        self,
        origins: _Rows,
        directions: _Rows,
        *,
        max_t: float = ...,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def occluded(
        self,
        origins: _Rows,
        directions: _Rows,
        *,
        max_t: float = ...,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def closest(
        self,
        points: _Rows,
        *,
        max_distance: float = ...,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def winding(
        self, points: _Rows, *, out: npt.NDArray[np.int32] | None = None, threads: int = 1
    ) -> npt.NDArray[np.int32]: ...
    def distance(
        self, other: Mesh, pose: _Rows | None = None, *, max_distance: float = ...
    ) -> float | None: ...
    def touches(self, other: Mesh, pose: _Rows | None = None) -> bool: ...

def load(path: _Path, *, mapped: bool = True) -> Level: ...
def from_bytes(data: bytes, name: str = "") -> Level: ...
def _load_again(path: str, checksum: int, nbytes: int) -> Level: ...
def compile(
    source: _Path,
    *,
    bodies: Mapping[str, npt.ArrayLike] | None = None,
    vis: str = "bounded",
    nav: bool = False,
    units_per_metre: float = 32.0,
    skip_bad_brushes: bool = False,
    threads: int = 0,
    progress: Callable[[str, float], object] | None = None,
) -> Level: ...
def verify(level: Level, source: _Path) -> list[str]: ...
def poses_at(
    positions: _Rows, yaw: npt.ArrayLike = 0.0, pitch: npt.ArrayLike = 0.0
) -> npt.NDArray[np.float64]: ...
def movers_at(positions: _Rows) -> npt.NDArray[np.void]: ...
def controls(
    *,
    yaw: npt.ArrayLike = 0.0,
    pitch: npt.ArrayLike = 0.0,
    forward: npt.ArrayLike = 0.0,
    left: npt.ArrayLike = 0.0,
    up: npt.ArrayLike = 0.0,
    jump: npt.ArrayLike = False,
    crouch: npt.ArrayLike = False,
) -> npt.NDArray[np.void]: ...
