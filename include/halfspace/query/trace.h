// SPDX-License-Identifier: MIT
// Where does a moving body first touch something? A body moves along a segment without turning. The
// level was compiled for this body and has a space for it (query/space.h); space 0 is for the
// point. The body's position is traced through everything that blocks in its space. A model blocks
// in the interior of the union of its leaves with blocking contents. Touching is free, so a body
// may slide along a wall at distance 0. The common face of two models, such as a wall and a placed
// door, is free, too.
//
//     skin    `from` o---------------o end   | wall          The body rests at `end`. The touch is
//     at
//                                 <-skin->x point         `point`, on the wall.
//
// Whether a trace hits is exact for every pair of finite doubles. For placed models the positions
// are rounded first (placed_level.h). All results have the same bits on every machine. A single
// question allocates nothing, and any number of threads may ask at the same time.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/executor.h"
#include "halfspace/exact/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"
#include "halfspace/spatial/query_results.h"

#include <cstdint>
#include <span>

namespace halfspace {

// The first change along a segment, in one tree: the first place where free turns into blocked, or
// blocked into free.
struct Transition {
    enum class Kind : std::uint8_t {
        AllEmpty,        // every point of the segment is free
        AllBlocked,      // every point of the segment is blocked
        EmptyToBlocked,  // `from` is free; a later place is blocked
        BlockedToEmpty,  // `from` is blocked; a later place is free
    };
    Kind kind = Kind::AllEmpty;
    // Where on the segment the change is: 0 at `from`, 1 at `to`. 1 if there is no change.
    double fraction = 1;
    // The place of the change, map units; `to` if there is no change. It is rounded to the free
    // side of `plane` or onto the plane. If the plane is axial (across the x, y or z axis), the
    // point is exactly on it: at a wall at x = 371 it has x = 371. Else it is at most 1e-6
    // units before the plane.
    Vec3 point;
    // The plane that is crossed. Its front is the free side. Invalid if there is
    // no change, and if the change is at a wall of the model's box (Level::tree_box).
    PlaneId plane;
    // The node with this plane; invalid if `plane` is.
    NodeId node;
};

// The first change along the segment from `from` to `to` [map units], for the body of `space`. One
// model is asked, in its own frame.
// mask: which contents block. For the point (space 0) any contents may block; Solid then does not
// mean the rest of kOpaque. For bodies only kContentsOfBodies can block; Solid then means
// all of kOpaque, and other bits of the mask block nothing.
// Outside of the model's box everything is free.
// Cost: the nodes that the segment meets. Stack: 40 KB.
// REQUIRES: is_finite(from), is_finite(to), space and model in range.
Transition first_transition(const Level& level,
                            SpaceId space,
                            const Vec3& from,
                            const Vec3& to,
                            Contents mask = kBodyBlockers,
                            ModelId model = kWorldModel);

// How a trace is made. The defaults suit worlds with 32 units per metre.
struct TraceOptions {
    // Which contents block, as in first_transition. Each opaque content (kOpaque) absorbs all bits
    // that are not opaque. Where a fence overlaps a wall of Solid, there is only Solid, and a mask
    // of Fence does not block there. For example, a body slides along a solid floor with a fence on
    // it. The body moves along the boundary between the fence above and the solid below. So a mask
    // of Fence misses this fence, and a mask of Fence | Solid hits it.
    Contents mask = kBodyBlockers;
    // How far before a surface the body comes to rest, measured along the normal of the surface
    // [map units, finite, >= 0]. At a grazing angle `end` is far before `point`. A motion that
    // ends before the surface is not a hit, even if it ends nearer than the skin. Too large: gaps
    // show. With 0 the body rests on the surface itself; a trace from there is slower, because
    // doubles cannot decide it.
    double skin = 1.0 / 32;
    // The tolerance for rounding, measured along the motion [map units, finite, >= 0]. First: `end`
    // may be up to a hair before the place that `skin` asks for, if the doubles there are blocked.
    // If no double is free there, `end` is `from`. Second: a body whose start is blocked by the
    // level or a model is not stuck if a free place is at most a hair behind it, against the
    // motion.
    double hair = 1.0 / 1024;
    // What an obstacle does that the body overlaps at `from`, however little. False: it blocks the
    // start. So a rocket explodes in a player who ran into it. True: it is met only by a motion
    // that goes deeper, so that two bodies that overlap can part. (Then fraction is 0 and
    // start_blocked is false.) Movers and move_and_slide always take true. Set it if you move
    // bodies by your own traces. A mesh that the body overlaps always blocks the start.
    bool may_leave_obstacles = false;
};

// The result of a trace. `from` and `to` are the arguments of the trace.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): eight bytes less would mix the fields.
struct Contact {
    // True if the body touches something on its way, or if its start is blocked.
    bool hit = false;
    // True if an obstacle blocks the start, or if the level or a model does and no free place is
    // at most a hair behind it, against the motion. Then the body does not move: fraction is 0,
    // point and end are `from`. A body barely in a wall is stuck, too, if it moves along the wall,
    // away from it or not at all. unstick (free.h) frees such a body.
    bool start_blocked = false;
    // How far along the motion `point` is: 0 at `from`, 1 at `to` or without a hit. `end` is
    // before `point`, or there.
    double fraction = 1;
    // The position of the body at the touch, in the frame of the world, rounded as
    // Transition::point; `to` without a hit.
    Vec3 point;
    // Where the body comes to rest, in the frame of the world: the skin before `point`, but not
    // before `from`; `to` without a hit. It is free unless start_blocked is true. If `from` is
    // blocked but start_blocked is false, then hit is true, fraction is 0, and `end` is a free
    // place at most a hair and some roundings behind `from`. `point` is then this place up to some
    // roundings.
    Vec3 end;
    // The normal of the surface at the touch, in the frame of the world: length 1, towards the
    // body. Zero without a hit, and with start_blocked.
    Vec3 normal;
    // What blocks at the touch: only bits of the mask. For bodies, Solid also means Detail,
    // Sky and Void. At an edge of several brushes: the contents of one of them. Empty without a
    // hit, and with start_blocked. touched_surface gives the touched brush.
    Contents contents = Contents::Empty;
    // The model that is touched, or in which the start is blocked; kWorldModel for the world.
    // Invalid without a hit, and if an obstacle or a mesh is touched.
    ModelId model;
    // The obstacle that is touched, or in which the start is blocked; invalid if it is none.
    ObstacleId obstacle;
    // The same for a mesh.
    MeshId mesh;
    // The triangle of the mesh that is touched (MeshTouch::triangle, spatial/mesh_sweep.h); invalid
    // if it is none, and with start_blocked.
    TriangleId triangle;
    // The plane of the touch. Its front is the body's side, in the frame of the model. Invalid at a
    // wall of the model's box, with start_blocked, and without a hit.
    PlaneId plane;
    // The node with this plane; invalid if `plane` is.
    NodeId node;
};

// Moves the body of `space` from `from` to `to` [map units] through the base and the placed models,
// and returns its first contact. A blocked start comes before all others. Of contacts at the same
// fraction, the base comes first, then the models in the order of their ids, then the obstacles,
// then the meshes.
// Unless start_blocked is true, is_free(here, space, contact.end, options.mask) is true.
// Exceptions: a model in whose frame `from` or `to` overflows is not met (placed_level.h), so `end`
// may be in it; with may_leave_obstacles, an obstacle that the body overlaps at `from`; and an
// obstacle less than a hair behind `from`, if the body steps back there. Cost: the nodes on the
// segment's way, in each model whose box it meets, and the obstacles whose boxes it meets. Stack:
// 45 KB. REQUIRES: is_finite(from), is_finite(to), space in range; skin and hair finite and >= 0.
Contact trace(const PlacedLevel& here,
              SpaceId space,
              const Vec3& from,
              const Vec3& to,
              const TraceOptions& options = {});

// The same answers for many segments, faster than one at a time: results[i] is the contact of
// segments[i]. `executor` gets parts of 4096 segments and may answer them on several threads
// (base/executor.h). Stack: 80 KB.
// REQUIRES: results.size() == segments.size(), and for each segment what trace requires.
void trace_all(const PlacedLevel& here,
               SpaceId space,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options = {},
               const Executor& executor = run_serially);

// The side of a brush, or the material of a polygon, that a body has touched. The defaults mean one
// of three cases. Nothing was touched. Or the body touched a wall of the model's box. Or no brush
// in the mask has a side in the plane of the touch. For example, a fence runs into a solid wall,
// and the mask is Fence: a body inside of the wall enters the fence through the side of the wall.
struct TouchedSurface {
    // Invalid for a polygon.
    BrushId brush;
    // A side of this brush; invalid without a brush. If the body touches an
    // edge of the brush: the side nearest to the edge.
    SideId side;
    // The material of the side or the polygon.
    MaterialId material;
    // True if the brush is sky. False for a polygon.
    bool is_sky = false;
    // True if an edge or a corner of the brush is touched, not one of its sides.
    bool is_bevel = false;
};

// The surface at a contact. Several brushes may have a side in the plane of the touch; the answer
// is the brush nearest to the touch. Polygons have no volume to measure: of several polygons in the
// plane, any one may be the answer. This is a separate question because many brushes may share a
// plane: its cost is the contacts of the node times the sides of their brushes.
// REQUIRES: a contact of this level and space; here.models as they were for the trace.
TouchedSurface touched_surface(const PlacedLevel& here, SpaceId space, const Contact& contact);

}  // namespace halfspace
