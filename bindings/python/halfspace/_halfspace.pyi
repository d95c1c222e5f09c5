# SPDX-License-Identifier: MIT
# Types of the compiled module. Its docstrings say what the functions do.
#
# Questions take one thing or many, and types cannot tell which. They are typed as they answer many: by
# an array. The answer to one is a number or a record of the same dtype, which takes the same indices.
import enum
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

# A body of the level by its name, a shape, or a shape and where it is from its position.
_Body: TypeAlias = str | Shape | tuple[Shape, npt.ArrayLike]
_Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
_Rows: TypeAlias = npt.ArrayLike
# Positions (N, 3), or records.
_Places: TypeAlias = npt.ArrayLike
_Records: TypeAlias = npt.NDArray[np.void] | np.void
_Flags: TypeAlias = npt.NDArray[np.bool_]
_Ids: TypeAlias = npt.NDArray[np.uint32]
_Out: TypeAlias = npt.NDArray[np.void] | None
# Answers of several values each. Of one question: the values. Of many: a tuple of where those of each
# question start, and the values.
_Lists: TypeAlias = Any

__version__: str
contact_dtype: np.dtype[np.void]
mover_state_dtype: np.dtype[np.void]
mover_input_dtype: np.dtype[np.void]
ray_hit_dtype: np.dtype[np.void]
mesh_point_dtype: np.dtype[np.void]
nav_place_dtype: np.dtype[np.void]
nav_link_dtype: np.dtype[np.void]
nav_ray_dtype: np.dtype[np.void]
nav_wall_dtype: np.dtype[np.void]
nav_route_point_dtype: np.dtype[np.void]
MOVER_LINKS: frozenset[LinkKind]
GAME_LINKS: frozenset[LinkKind]
mesh_pair_dtype: np.dtype[np.void]
mesh_touch_dtype: np.dtype[np.void]
mesh_overlap_dtype: np.dtype[np.void]
shape_distance_dtype: np.dtype[np.void]
penetration_dtype: np.dtype[np.void]
impact_dtype: np.dtype[np.void]
contact_point_dtype: np.dtype[np.void]
octree_hit_dtype: np.dtype[np.void]
surface_dtype: np.dtype[np.void]
face_dtype: np.dtype[np.void]
draw_item_dtype: np.dtype[np.void]
cluster_dtype: np.dtype[np.void]
portal_dtype: np.dtype[np.void]
area_portal_dtype: np.dtype[np.void]
mover_step_dtype: np.dtype[np.void]
slide_dtype: np.dtype[np.void]
door_dtype: np.dtype[np.void]
door_state_dtype: np.dtype[np.void]
door_event_dtype: np.dtype[np.void]
trigger_dtype: np.dtype[np.void]
player_touch_dtype: np.dtype[np.void]
texture_dtype: np.dtype[np.void]
plane_dtype: np.dtype[np.void]
node_dtype: np.dtype[np.void]
leaf_dtype: np.dtype[np.void]
walk_node_dtype: np.dtype[np.void]
hull_dtype: np.dtype[np.void]
model_dtype: np.dtype[np.void]
brush_dtype: np.dtype[np.void]
side_dtype: np.dtype[np.void]
tree_contact_dtype: np.dtype[np.void]

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
    def distance(
        self,
        other: Shape,
        pose: _Rows | None = None,
        own_pose: _Rows | None = None,
        *,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def overlaps(
        self,
        other: Shape,
        pose: _Rows | None = None,
        own_pose: _Rows | None = None,
        *,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def penetration(
        self,
        other: Shape,
        pose: _Rows | None = None,
        own_pose: _Rows | None = None,
        *,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def time_of_impact(
        self,
        other: Shape,
        motion: _Rows,
        pose: _Rows | None = None,
        own_pose: _Rows | None = None,
        *,
        tolerance: float = ...,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def contact_points(
        self,
        other: Shape,
        pose: _Rows | None = None,
        own_pose: _Rows | None = None,
        *,
        face_depth: float = 0.25,
        threads: int = 1,
    ) -> _Lists: ...
    def bounds(
        self, pose: _Rows | None = None, *, threads: int = 1
    ) -> npt.NDArray[np.float64]: ...

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
        stand: _Body = "stand",
        crouch: _Body = "crouch",
        themselves: npt.ArrayLike | None = None,
        options: MoverOptions = ...,
        out: npt.NDArray[np.void] | None = None,
        problems: npt.NDArray[np.uint8] | None = None,
        threads: int = 1,
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.uint8]]: ...
    def mover_steps(
        self,
        states: _Records,
        inputs: _Records,
        *,
        stand: _Body = "stand",
        crouch: _Body = "crouch",
        themselves: npt.ArrayLike | None = None,
        options: MoverOptions = ...,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def move_and_slide(
        self,
        body: _Body,
        positions: _Rows,
        velocities: _Rows,
        seconds: float,
        *,
        themselves: npt.ArrayLike | None = None,
        mask: int | None = None,
        skin: float = ...,
        hair: float = ...,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def shape_free(
        self,
        shape: Shape,
        points: _Rows,
        *,
        pose: _Rows | None = None,
        mask: int | None = None,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def shape_unstick(
        self,
        shape: Shape,
        points: _Rows,
        distance: float,
        *,
        pose: _Rows | None = None,
        mask: int | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.float64] | None: ...
    def overlaps_box(
        self,
        boxes: _Rows,
        *,
        mask: int | None = None,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def surfaces(
        self, body: str, contacts: _Records, *, out: _Out = None, threads: int = 1
    ) -> npt.NDArray[np.void]: ...
    def player_start(self, body: _Body = "stand") -> dict[str, Any] | None: ...
    def ground_start(
        self, body: _Body = "stand", eye_height: float = 22.0, mask: int | None = None
    ) -> dict[str, npt.NDArray[np.float64]] | None: ...

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
    def nav(self, body: str = "stand") -> NavMesh: ...
    def body_box(self, body: str) -> npt.NDArray[np.float64]: ...
    def bounds(self, model: int = 0) -> npt.NDArray[np.float64]: ...
    def save(self, path: _Path) -> None: ...
    @property
    def faces(self) -> npt.NDArray[np.void]: ...
    @property
    def face_vertices(self) -> _Ids: ...
    @property
    def face_texcoords(self) -> npt.NDArray[np.float32]: ...
    @property
    def vertices(self) -> npt.NDArray[np.float32]: ...
    @property
    def materials(self) -> list[dict[str, Any]]: ...
    def model_faces(self, model: int) -> slice: ...
    def face_triangles(self, faces: npt.ArrayLike | None = None) -> tuple[_Ids, _Ids]: ...
    def draw_order(
        self,
        eyes: _Rows,
        *,
        order: str = "back_to_front",
        model: int = 0,
        view: _Rows | None = None,
        only_visible: bool = False,
        open_portals: npt.ArrayLike | None = None,
        threads: int = 1,
    ) -> _Lists: ...
    def visible_faces(
        self, eyes: _Rows, *, open_portals: npt.ArrayLike | None = None, threads: int = 1
    ) -> _Lists: ...
    @property
    def clusters(self) -> npt.NDArray[np.void]: ...
    @property
    def portals(self) -> npt.NDArray[np.void]: ...
    @property
    def portal_corners(self) -> npt.NDArray[np.float64]: ...
    @property
    def area_portals(self) -> npt.NDArray[np.void]: ...
    @property
    def has_visibility(self) -> bool: ...
    @property
    def areas(self) -> int: ...
    def cluster_at(self, points: _Rows, *, out: _Ids | None = None, threads: int = 1) -> _Ids: ...
    def may_see(self, a: npt.ArrayLike, b: npt.ArrayLike) -> _Flags: ...
    def visible_clusters(self, clusters: npt.ArrayLike, *, threads: int = 1) -> _Lists: ...
    def may_see_box(
        self,
        eye: _Rows,
        boxes: _Rows,
        *,
        open_portals: npt.ArrayLike | None = None,
        out: _Flags | None = None,
    ) -> _Flags: ...
    def area_at(self, points: _Rows, *, out: _Ids | None = None, threads: int = 1) -> _Ids: ...
    def areas_connected(
        self, a: npt.ArrayLike, b: npt.ArrayLike, *, open_portals: npt.ArrayLike | None = None
    ) -> _Flags: ...
    def entity_angles(self, entities: npt.ArrayLike) -> npt.NDArray[np.float64] | None: ...
    def entity_facing(self, entities: npt.ArrayLike) -> npt.NDArray[np.float64] | None: ...
    def model_blocks(self, models: npt.ArrayLike, mask: int | None = None) -> _Flags: ...
    def find_leak(self) -> dict[str, Any] | None: ...
    @property
    def player_starts(self) -> list[dict[str, Any]]: ...
    @property
    def planes(self) -> npt.NDArray[np.void]: ...
    @property
    def scaled_planes(self) -> npt.NDArray[np.float64]: ...
    @property
    def nodes(self) -> npt.NDArray[np.void]: ...
    @property
    def leaves(self) -> npt.NDArray[np.void]: ...
    @property
    def tree_roots(self) -> npt.NDArray[np.int32]: ...
    @property
    def model_records(self) -> npt.NDArray[np.void]: ...
    @property
    def grid_exponent(self) -> int: ...
    @property
    def brushes(self) -> npt.NDArray[np.void]: ...
    @property
    def sides(self) -> npt.NDArray[np.void]: ...
    @property
    def tree_contacts(self) -> npt.NDArray[np.void]: ...
    @property
    def walk_nodes(self) -> npt.NDArray[np.void]: ...
    @property
    def walk_roots(self) -> _Ids: ...
    @property
    def hulls(self) -> npt.NDArray[np.void]: ...
    @property
    def hull_corners(self) -> npt.NDArray[np.float64]: ...
    @property
    def hull_planes(self) -> npt.NDArray[np.float64]: ...
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
    def copy(self) -> World: ...
    def obstacles_in(self, boxes: _Rows, *, threads: int = 1) -> _Lists: ...
    def models_in(self, boxes: _Rows, *, threads: int = 1) -> _Lists: ...
    def meshes_in(self, boxes: _Rows, *, threads: int = 1) -> _Lists: ...
    def obstacle_positions(self, ids: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def model_pose(self, model: int) -> npt.NDArray[np.float64]: ...
    def crushed_by(self, model: int) -> int | None: ...
    def draw_list(
        self,
        eye: _Rows,
        *,
        order: str = "back_to_front",
        view: _Rows | None = None,
        only_visible: bool = False,
        open_portals: npt.ArrayLike | None = None,
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.float64]]: ...

class Mesh:
    def __init__(
        self, vertices: _Rows, triangles: npt.ArrayLike, *, threads: int = 1
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def vertices(self) -> npt.NDArray[np.float64]: ...
    @property
    def triangles(self) -> npt.NDArray[np.uint32]: ...
    def refit(self, vertices: _Rows, *, threads: int = 1) -> None: ...
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
        self,
        other: Mesh,
        pose: _Rows | None = None,
        *,
        max_distance: float = ...,
        out: npt.NDArray[np.float64] | None = None,
        threads: int = 1,
    ) -> Any: ...
    def nearest(
        self,
        other: Mesh,
        pose: _Rows | None = None,
        *,
        max_distance: float = ...,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def touches(
        self,
        other: Mesh,
        pose: _Rows | None = None,
        *,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> Any: ...
    def pairs(
        self, other: Mesh, pose: _Rows | None = None, *, threads: int = 1
    ) -> _Lists: ...
    def all_hits(
        self, origins: _Rows, directions: _Rows, *, max_t: float = ..., threads: int = 1
    ) -> _Lists: ...
    def in_box(self, boxes: _Rows, *, threads: int = 1) -> _Lists: ...
    def in_sphere(
        self, centres: _Rows, radius: npt.ArrayLike, *, threads: int = 1
    ) -> _Lists: ...
    def in_capsule(
        self, start: _Rows, end: _Rows, radius: npt.ArrayLike, *, threads: int = 1
    ) -> _Lists: ...
    def overlaps_box(
        self, boxes: _Rows, *, out: _Flags | None = None, threads: int = 1
    ) -> _Flags: ...
    def overlaps_sphere(
        self,
        centres: _Rows,
        radius: npt.ArrayLike,
        *,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def overlaps_capsule(
        self,
        start: _Rows,
        end: _Rows,
        radius: npt.ArrayLike,
        *,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def far_to_near(self, eyes: _Rows, *, threads: int = 1) -> _Lists: ...
    def sweep(
        self,
        shape: Shape,
        start: _Rows,
        end: _Rows | None = None,
        *,
        pose: _Rows | None = None,
        mesh_pose: _Rows | None = None,
        sides: str = "both",
        skin: float = ...,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def free(
        self,
        shape: Shape,
        points: _Rows,
        *,
        pose: _Rows | None = None,
        mesh_pose: _Rows | None = None,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def deepest(
        self,
        shape: Shape,
        points: _Rows,
        *,
        pose: _Rows | None = None,
        mesh_pose: _Rows | None = None,
        out: _Out = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def unstick(
        self,
        shape: Shape,
        points: _Rows,
        distance: float,
        *,
        pose: _Rows | None = None,
        mesh_pose: _Rows | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.float64] | None: ...

class Octree:
    def __init__(
        self,
        boxes: _Rows | None = None,
        *,
        masks: npt.ArrayLike | None = None,
        smallest_cell: float = 0.1,
        split_above: int = 32,
        merge_below: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, id: int) -> bool: ...
    def copy(self) -> Octree: ...
    def insert(self, boxes: _Rows, masks: npt.ArrayLike | None = None) -> _Ids: ...
    def move(self, ids: npt.ArrayLike, boxes: _Rows) -> None: ...
    def remove(self, ids: npt.ArrayLike) -> _Flags: ...
    def boxes(self, ids: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def masks(self, ids: npt.ArrayLike) -> npt.NDArray[np.uint32]: ...
    def set_masks(self, ids: npt.ArrayLike, masks: npt.ArrayLike) -> None: ...
    def statistics(self) -> dict[str, int]: ...
    def in_box(self, boxes: _Rows, *, mask: int = ..., threads: int = 1) -> _Lists: ...
    def in_sphere(
        self, centres: _Rows, radius: npt.ArrayLike, *, mask: int = ..., threads: int = 1
    ) -> _Lists: ...
    def in_view(self, view: _Rows, *, mask: int = ...) -> _Ids: ...
    def on_segment(
        self, start: _Rows, end: _Rows | None = None, *, mask: int = ..., threads: int = 1
    ) -> _Lists: ...
    def near_pairs(self, margin: float = 0.0, *, mask: int = ...) -> _Ids: ...

class LinkKind(enum.IntEnum):
    WALK = 0
    DROP = 1
    JUMP = 2
    CHANCE = 3
    TELEPORT = 4
    PUSH = 5
    LADDER = 6
    DRAWN = 7
    LIFT = 8

class FollowStatus(enum.IntEnum):
    IDLE = 0
    FOLLOWING = 1
    ARRIVED = 2
    STUCK = 3
    UNREACHABLE = 4

class Paths(NamedTuple):
    lengths: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]
    offsets: npt.NDArray[np.int64]
    polygons: npt.NDArray[np.uint32]
    polygon_offsets: npt.NDArray[np.int64]

class Routes(NamedTuple):
    seconds: npt.NDArray[np.float64]
    costs: npt.NDArray[np.float64]
    points: npt.NDArray[np.void]
    offsets: npt.NDArray[np.int64]

class RouteOptions:
    speed: float
    run_speed: float
    max_drop: float
    water_cost: float
    slime_cost: float
    lava_cost: float
    crouch_cost: float
    do_shorten: bool
    max_nodes: int
    area_costs: dict[str, float]
    @property
    def links(self) -> frozenset[LinkKind]: ...
    @links.setter
    def links(self, kinds: Iterable[int]) -> None: ...
    def __init__(self, **options: float | Iterable[int] | Mapping[str, float]) -> None: ...

class FollowOptions:
    speed: float
    clearance: float
    goal_radius: float
    lost_radius: float
    stuck_seconds: float
    find_radius: float
    crouches: bool
    def __init__(self, **options: float) -> None: ...

class NavMesh:
    def __len__(self) -> int: ...
    @property
    def level(self) -> Level: ...
    @property
    def body(self) -> str: ...
    @property
    def island_count(self) -> int: ...
    @property
    def corners(self) -> npt.NDArray[np.float64]: ...
    @property
    def first_corners(self) -> npt.NDArray[np.int64]: ...
    @property
    def neighbours(self) -> npt.NDArray[np.int32]: ...
    @property
    def islands(self) -> npt.NDArray[np.uint32]: ...
    @property
    def contents(self) -> npt.NDArray[np.uint32]: ...
    @property
    def areas(self) -> npt.NDArray[np.int32]: ...
    @property
    def area_costs(self) -> dict[str, float]: ...
    @property
    def is_low(self) -> _Flags: ...
    @property
    def has_door(self) -> _Flags: ...
    @property
    def links(self) -> npt.NDArray[np.void]: ...
    def locate(
        self,
        points: _Rows,
        *,
        reach: float = ...,
        above: float = ...,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def nearest(
        self,
        points: _Rows,
        *,
        max_distance: float = ...,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def random_places(
        self,
        seeds: npt.ArrayLike,
        *,
        island: int | None = None,
        area: str | None = None,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def reachable(
        self,
        start: _Places,
        end: _Places,
        *,
        doors: NavDoorState | None = None,
        out: _Flags | None = None,
        threads: int = 1,
    ) -> _Flags: ...
    def rays(
        self,
        start: _Places,
        end: _Rows,
        *,
        doors: NavDoorState | None = None,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def walls(
        self,
        places: _Places,
        *,
        max_distance: float = ...,
        doors: NavDoorState | None = None,
        out: npt.NDArray[np.void] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.void]: ...
    def walls_around(
        self,
        places: _Places,
        max_distance: float,
        *,
        doors: NavDoorState | None = None,
        threads: int = 1,
    ) -> _Lists: ...
    def path(
        self,
        start: _Places,
        end: _Places,
        *,
        doors: NavDoorState | None = None,
        max_nodes: int = ...,
        threads: int = 1,
    ) -> Paths: ...
    def route(
        self,
        start: _Places,
        end: _Places,
        *,
        options: RouteOptions = ...,
        doors: NavDoorState | None = None,
        threads: int = 1,
    ) -> Routes: ...
    def route_bounds(
        self,
        start: _Places,
        end: _Places,
        *,
        part_length: float = 16.0,
        options: RouteOptions = ...,
        doors: NavDoorState | None = None,
        out: npt.NDArray[np.float64] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.float64]: ...
    def field(
        self,
        goal: _Places,
        *,
        max_length: float = ...,
        doors: NavDoorState | None = None,
        max_nodes: int = ...,
    ) -> DistanceField: ...

class NavDoorState:
    def __init__(self, mesh: NavMesh) -> None: ...
    @property
    def models(self) -> npt.NDArray[np.uint32]: ...
    @property
    def closed(self) -> _Flags: ...
    def set_closed(self, doors: npt.ArrayLike | str, is_closed: bool = True) -> None: ...

class DistanceField:
    @property
    def goal(self) -> np.void: ...
    @property
    def polygons(self) -> npt.NDArray[np.uint32]: ...
    @property
    def is_current(self) -> bool: ...
    def lengths(
        self, places: _Places, *, out: npt.NDArray[np.float64] | None = None, threads: int = 1
    ) -> npt.NDArray[np.float64]: ...
    def paths(self, places: _Places) -> Paths: ...

class PathFollowers:
    def __init__(
        self,
        mesh: NavMesh,
        count: int,
        *,
        mover: MoverOptions = ...,
        follow: FollowOptions = ...,
        route: RouteOptions = ...,
        doors: NavDoorState | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def status(self) -> npt.NDArray[np.uint8]: ...
    def go_to(
        self,
        positions: _Places,
        goals: _Places | DistanceField,
        *,
        rows: npt.ArrayLike | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.uint8]: ...
    def stop(self, rows: npt.ArrayLike | None = None) -> None: ...
    def step(
        self, states: _Places, *, out: npt.NDArray[np.void] | None = None, threads: int = 1
    ) -> npt.NDArray[np.void]: ...
    def points(self, row: int) -> npt.NDArray[np.void]: ...

class Crowd:
    def __init__(
        self,
        world: World,
        *,
        horizon: float = ...,
        border_horizon: float = ...,
        neighbour_distance: float = ...,
        max_neighbours: int = ...,
        gap: float = ...,
        first_obstacle: int = 0,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def ids(self) -> npt.NDArray[np.uint32]: ...
    @property
    def positions(self) -> npt.NDArray[np.float64]: ...
    @property
    def states(self) -> npt.NDArray[np.void]: ...
    @property
    def status(self) -> npt.NDArray[np.uint8]: ...
    @property
    def problems(self) -> npt.NDArray[np.uint8]: ...
    def add(
        self,
        mesh: NavMesh,
        states: _Places,
        *,
        stand: str | None = None,
        mover: MoverOptions = ...,
        follow: FollowOptions = ...,
        route: RouteOptions = ...,
        doors: NavDoorState | None = None,
    ) -> npt.NDArray[np.uint32]: ...
    def remove(self, ids: npt.ArrayLike) -> None: ...
    def go_to(
        self, goals: _Places | DistanceField, ids: npt.ArrayLike | None = None
    ) -> None: ...
    def stop(self, ids: npt.ArrayLike | None = None) -> None: ...
    def step(self, threads: int = 1) -> npt.NDArray[np.float64]: ...
    def inputs(self, threads: int = 1) -> npt.NDArray[np.void]: ...
    def set_states(self, states: _Places, ids: npt.ArrayLike | None = None) -> None: ...

class SurfaceKind(enum.IntEnum):
    DRAWN = 0
    NO_DRAW = 1
    SKY = 2
    HINT = 3
    SKIP = 4

class TextureKind(enum.IntEnum):
    STANDARD = 0
    VALVE_220 = 1
    BRUSH_PRIMITIVES = 2

class Source:
    def __init__(self, name: str = "source") -> None: ...
    def __len__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def materials(self) -> list[dict[str, Any]]: ...
    @property
    def entities(self) -> list[dict[str, Any]]: ...
    def copy(self) -> Source: ...
    def add_entity(
        self, keys: Mapping[str, str], origin: _Rows | None = None, line: int = 0
    ) -> int: ...
    def set_keys(
        self,
        entity: npt.ArrayLike,
        keys: Mapping[str, str | None],
        origin: _Rows | None = None,
        line: int | None = None,
    ) -> None: ...
    def remove_entity(self, entity: npt.ArrayLike) -> None: ...
    def add_material(
        self,
        name: str,
        width: int = 0,
        height: int = 0,
        masked: bool = False,
        colour: tuple[int, int, int] | None = None,
    ) -> int: ...
    def add_brush(
        self,
        planes: _Rows | None = None,
        *,
        points: _Rows | None = None,
        materials: str | Iterable[str] = "wall",
        contents: int = 1,
        textures: _Records | None = None,
        surfaces: npt.ArrayLike | None = None,
        opacities: npt.ArrayLike | None = None,
        see_through: npt.ArrayLike | None = None,
        name: str = "",
        line: int = 0,
        lines: npt.ArrayLike | None = None,
        entity: npt.ArrayLike = 0,
        at: npt.ArrayLike | None = None,
    ) -> int: ...
    def add_box(
        self,
        box: _Rows,
        *,
        materials: str | Iterable[str] = "wall",
        contents: int = 1,
        entity: npt.ArrayLike = 0,
    ) -> int: ...
    def add_polygon(
        self,
        corners: _Rows,
        *,
        material: str = "wall",
        texcoords: _Rows | None = None,
        surface: int | None = None,
        opacity: float = 1.0,
        line: int = 0,
        entity: npt.ArrayLike = 0,
        at: npt.ArrayLike | None = None,
    ) -> int: ...
    def add_patch(
        self,
        controls: _Rows,
        *,
        material: str = "wall",
        contents: int = 2,
        texcoords: _Rows | None = None,
        surface: int | None = None,
        opacity: float = 1.0,
        line: int = 0,
        entity: npt.ArrayLike = 0,
        at: npt.ArrayLike | None = None,
    ) -> int: ...
    def add_mesh(
        self,
        vertices: _Rows,
        triangles: npt.ArrayLike,
        *,
        materials: str | Iterable[str] = "wall",
        contents: int = 1,
        room: bool = False,
        texcoords: _Rows | None = None,
        surface: int | None = None,
        opacities: npt.ArrayLike | None = None,
        name: str = "",
        line: int = 0,
        entity: npt.ArrayLike = 0,
        at: npt.ArrayLike | None = None,
    ) -> int: ...
    def remove(
        self, kind: str, numbers: npt.ArrayLike, *, entity: npt.ArrayLike = 0
    ) -> None: ...

class DoorMode(enum.IntEnum):
    CLOSED = 0
    OPENING = 1
    OPEN = 2
    CLOSING = 3

class Doors:
    def __init__(self, level: Level) -> None: ...
    def __len__(self) -> int: ...
    @property
    def level(self) -> Level: ...
    @property
    def world(self) -> World: ...
    @property
    def doors(self) -> npt.NDArray[np.void]: ...
    @property
    def states(self) -> npt.NDArray[np.void]: ...
    @property
    def events(self) -> npt.NDArray[np.void]: ...
    def door_of(self, models: npt.ArrayLike) -> npt.NDArray[np.int64]: ...
    def open_portals(self) -> _Flags: ...
    def restore(self, states: _Records) -> None: ...
    def copy(self) -> Doors: ...
    def lock(self, doors: npt.ArrayLike, is_locked: bool = True) -> None: ...
    def step(self, seconds: float, visitors: _Rows) -> None: ...
    def turn_back(self, model: int) -> bool: ...
    def finish(self) -> bool: ...
    def close_ways(self, closed: NavDoorState) -> None: ...
    def step_movers(
        self,
        states: _Records,
        inputs: _Records,
        *,
        stand: _Body = "stand",
        crouch: _Body = "crouch",
        themselves: npt.ArrayLike | None = None,
        options: MoverOptions = ...,
        out: npt.NDArray[np.void] | None = None,
        problems: npt.NDArray[np.uint8] | None = None,
        threads: int = 1,
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.uint8]]: ...

class TriggerKind(enum.IntEnum):
    TELEPORT = 0
    PUSH = 1

class Triggers:
    def __init__(self, level: Level, gravity: float = 800.0) -> None: ...
    def __len__(self) -> int: ...
    @property
    def level(self) -> Level: ...
    @property
    def triggers(self) -> npt.NDArray[np.void]: ...
    @property
    def idle(self) -> list[tuple[int, str]]: ...
    def touched(
        self,
        body: _Body,
        positions: _Rows,
        *,
        out: npt.NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.int64]: ...
    def arrival(
        self,
        asked: Questions,
        triggers: npt.ArrayLike,
        body: _Body = "stand",
        *,
        themselves: npt.ArrayLike | None = None,
        mask: int | None = None,
    ) -> npt.NDArray[np.float64] | None: ...
    def apply(
        self,
        asked: Questions,
        states: _Records,
        *,
        stand: _Body = "stand",
        crouch: _Body = "crouch",
        themselves: npt.ArrayLike | None = None,
        mask: int | None = None,
        out: _Out = None,
        threads: int = 1,
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64]]: ...

class Player:
    def __init__(
        self,
        level: Level,
        eye: _Rows = (0, 0, 0),
        *,
        stand: _Body | None = "stand",
        crouch: _Body = "crouch",
        standing_eye: float = 22.0,
        crouching_eye: float = 10.0,
        options: MoverOptions = ...,
    ) -> None: ...
    @property
    def flies(self) -> bool: ...
    @property
    def is_crouched(self) -> bool: ...
    @property
    def state(self) -> np.void: ...
    @state.setter
    def state(self, state: _Records) -> None: ...
    @property
    def angles(self) -> npt.NDArray[np.float64]: ...
    @property
    def eye(self) -> npt.NDArray[np.float64]: ...
    @property
    def touches(self) -> npt.NDArray[np.void]: ...
    @property
    def last_step(self) -> np.void | None: ...
    def look_along(self, yaw: float, pitch: float = 0.0) -> None: ...
    def look(self, yaw: float, pitch: float = 0.0) -> None: ...
    def fly_at(self, eye: _Rows) -> None: ...
    def begin_flight(self) -> None: ...
    def stand_at(self, asked: Questions, eye: _Rows) -> bool: ...
    def drop(self, asked: Questions) -> None: ...
    def set_body(
        self,
        asked: Questions,
        stand: _Body | None,
        crouch: _Body | None,
        standing_eye: float = 22.0,
        crouching_eye: float = 10.0,
        lift: float = 0.0,
    ) -> bool: ...
    def enter(
        self,
        level: Level,
        stand: _Body | None = "stand",
        crouch: _Body = "crouch",
        standing_eye: float = 22.0,
        crouching_eye: float = 10.0,
    ) -> None: ...
    def advance(
        self,
        where: Doors | Questions,
        seconds: float,
        *,
        forward: float = 0.0,
        left: float = 0.0,
        up: float = 0.0,
        turn: float = 0.0,
        jumps: bool = False,
        begins_jump: bool = False,
        crouches: bool = False,
        is_fast: bool = False,
        obstacle: int | None = None,
    ) -> None: ...
    def begin_frame(
        self,
        seconds: float,
        *,
        forward: float = 0.0,
        left: float = 0.0,
        up: float = 0.0,
        turn: float = 0.0,
        jumps: bool = False,
        begins_jump: bool = False,
        crouches: bool = False,
        is_fast: bool = False,
    ) -> None: ...
    def begin_step(self) -> bool: ...
    def controls(self) -> np.void: ...
    def finish_step(self, step: _Records) -> None: ...
    def end_frame(self) -> None: ...
    def keep_time_of(self, leader: Player) -> None: ...
    def drop_waiting_steps(self) -> None: ...

def pushed(states: _Records, pushes: _Rows, *, out: _Out = None) -> npt.NDArray[np.void]: ...
def moved_to(states: _Records, places: _Rows, *, out: _Out = None) -> npt.NDArray[np.void]: ...
def valid_movers(states: _Records) -> _Flags: ...
def load(path: _Path, *, mapped: bool = True) -> Level: ...
def from_bytes(data: bytes, name: str = "") -> Level: ...
def _load_again(path: str, checksum: int, nbytes: int) -> Level: ...
def compile(
    source: Source | _Path,
    *,
    bodies: Mapping[str, npt.ArrayLike] | None = None,
    vis: str = "bounded",
    nav: bool = False,
    units_per_metre: float = 32.0,
    skip_bad_brushes: bool = False,
    grid: int | None = None,
    import_tolerance: float = 0.5,
    collision: str = "onion",
    open_surfaces: str = "error",
    curve_tolerance: float = 2.0,
    facet_tolerance: float = 8.0,
    fill_outside: bool = True,
    visible_distance: float = 0.0,
    threads: int = 0,
    progress: Callable[[str, float], object] | None = None,
) -> Level: ...
def verify(level: Level, source: Source | _Path) -> list[str]: ...
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
def angles_towards(directions: _Rows) -> npt.NDArray[np.float64]: ...
def look_at(
    eye: _Rows, target: _Rows, *, fov: float = 90.0, aspect: float = 1.0
) -> npt.NDArray[np.float64]: ...
def look_along(
    eye: _Rows,
    yaw: float = 0.0,
    pitch: float = 0.0,
    roll: float = 0.0,
    *,
    fov: float = 90.0,
    aspect: float = 1.0,
) -> npt.NDArray[np.float64]: ...
def read_mesh(
    path: _Path, *, scale: float = 1.0, up: str | None = "z", weld: float = 0.0
) -> tuple[npt.NDArray[np.float64], _Ids]: ...
def read_source(
    path: _Path,
    *,
    scale: float = 32.0,
    up: str | None = None,
    rooms: bool = False,
    flip: bool = False,
    weld: float = 0.0,
) -> Source: ...
def parse_source(
    data: bytes,
    name: str,
    *,
    scale: float = 32.0,
    up: str | None = None,
    rooms: bool = False,
    flip: bool = False,
    weld: float = 0.0,
) -> Source: ...
def lint(
    level: Level, source: Source | _Path, *, is_grid_given: bool = False, threads: int = 0
) -> list[dict[str, Any]]: ...
def lint_checks() -> list[dict[str, str]]: ...
def check_meshes(
    source: Source | _Path, *, grid: int | None = None
) -> list[dict[str, Any]]: ...
