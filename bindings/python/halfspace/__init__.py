# SPDX-License-Identifier: MIT
"""Solid 3D worlds: what is here, who sees whom, where does a moving body first touch?

Questions take arrays of numpy and answer in arrays: a question for one point and for a million is
the same call. The answers have the same bits on every machine.

>>> import halfspace
>>> level = halfspace.compile("examples/levels/keep.map")
>>> touch = level.trace("stand", [(64, 256, 64), (96, 256, 64)], (64, 256, -100))
>>> touch["point"][:, 2]
array([24., 24.])
"""

from . import _halfspace
from ._halfspace import (
    GAME_LINKS,
    MOVER_LINKS,
    Contents,
    Crowd,
    DistanceField,
    Error,
    FollowOptions,
    FollowStatus,
    Level,
    LinkKind,
    Mesh,
    MoverOptions,
    NavDoorState,
    NavMesh,
    PathFollowers,
    Paths,
    Octree,
    Questions,
    RouteOptions,
    Routes,
    Shape,
    World,
    __version__,
    angles_towards,
    area_portal_dtype,
    cluster_dtype,
    compile,
    contact_dtype,
    contact_point_dtype,
    controls,
    draw_item_dtype,
    face_dtype,
    from_bytes,
    impact_dtype,
    load,
    look_along,
    look_at,
    mesh_overlap_dtype,
    mesh_pair_dtype,
    mesh_point_dtype,
    mesh_touch_dtype,
    mover_input_dtype,
    mover_state_dtype,
    movers_at,
    nav_link_dtype,
    nav_place_dtype,
    nav_ray_dtype,
    nav_route_point_dtype,
    nav_wall_dtype,
    octree_hit_dtype,
    penetration_dtype,
    portal_dtype,
    poses_at,
    ray_hit_dtype,
    read_mesh,
    read_source,
    shape_distance_dtype,
    surface_dtype,
    verify,
)


def _load_again(path: str, checksum: int, nbytes: int) -> Level:
    return _halfspace._load_again(path, checksum, nbytes)


def _shape(maker: str, *numbers: object) -> Shape:
    shape: Shape = getattr(Shape, maker)(*numbers)
    return shape


def _from_bytes(data: bytes, name: str) -> Level:
    return from_bytes(data, name)


__all__ = [
    "GAME_LINKS",
    "MOVER_LINKS",
    "Contents",
    "Crowd",
    "DistanceField",
    "Error",
    "FollowOptions",
    "FollowStatus",
    "Level",
    "LinkKind",
    "Mesh",
    "MoverOptions",
    "NavDoorState",
    "NavMesh",
    "PathFollowers",
    "Paths",
    "Octree",
    "Questions",
    "RouteOptions",
    "Routes",
    "Shape",
    "World",
    "__version__",
    "angles_towards",
    "area_portal_dtype",
    "cluster_dtype",
    "compile",
    "contact_dtype",
    "contact_point_dtype",
    "controls",
    "draw_item_dtype",
    "face_dtype",
    "from_bytes",
    "impact_dtype",
    "load",
    "look_along",
    "look_at",
    "mesh_overlap_dtype",
    "mesh_pair_dtype",
    "mesh_point_dtype",
    "mesh_touch_dtype",
    "mover_input_dtype",
    "mover_state_dtype",
    "movers_at",
    "nav_link_dtype",
    "nav_place_dtype",
    "nav_ray_dtype",
    "nav_route_point_dtype",
    "nav_wall_dtype",
    "octree_hit_dtype",
    "penetration_dtype",
    "portal_dtype",
    "poses_at",
    "ray_hit_dtype",
    "read_mesh",
    "read_source",
    "shape_distance_dtype",
    "surface_dtype",
    "verify",
]
