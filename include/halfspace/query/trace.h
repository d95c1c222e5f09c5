// SPDX-License-Identifier: MIT
// Where does a moving body first touch something? A body of one of the level's spaces moves along a
// straight line without turning; its position is traced through the space's blocked volume, which
// is the interior of the union of all leaves with blocking contents. Touching is free: a body may
// slide along a wall at distance zero.
//
// Hit or miss is exact for every pair of doubles. Iterative, without allocation, safe from any
// number of threads; the same bits on every machine.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/level/level.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <cstdint>
#include <span>

namespace halfspace {

// The first change along the closed segment from src to dest.
struct Transition {
    enum class Kind : std::uint8_t {
        AllEmpty,        // no point of it is blocked
        AllBlocked,      // every one is
        EmptyToBlocked,  // src is free
        BlockedToEmpty,  // src is blocked
    };
    Kind kind = Kind::AllEmpty;
    // Of a change: where, [0..1] of the way; 1 without one.
    double fraction = 1;
    Vec3 point;  // src + fraction * (dest - src), see below; dest without a change
    // The plane that is crossed, its front on the empty side; none where that is a wall of the
    // model's box.
    PlaneId plane;
    // The node whose plane it is, or kNone.
    std::uint32_t node = kNone;
};

// The point of a change lies on the empty side of the plane or on it, at most 1e-6 units away along
// its normal. mask: which contents block; those that the space does not know never do (bodies know
// Solid, which stands for Detail, Sky and Void too, Fence, PlayerClip and MonsterClip; the point
// knows all). Outside of the model's box nothing blocks. Cost: the nodes that the segment meets.
// REQUIRES: is_finite(src), is_finite(dest), space and model in range.
Transition first_transition(const Level& level,
                            SpaceId space,
                            const Vec3& src,
                            const Vec3& dest,
                            Contents mask = kBodyBlockers,
                            ModelId model = ModelId(0));

struct TraceOptions {
    // Which contents block. Solid absorbs the others: what is a fence and solid is solid alone, and
    // a mask of Fence goes through it. That also holds for a body that stands exactly on a floor
    // and touches it all the way: by such a mask it does not meet the fence on that floor, since
    // touching is free. A mask of Fence and Solid does.
    Contents mask = kBodyBlockers;
    // A body comes to rest so far before what it touches, along its normal [units, >= 0]. Without
    // any, bodies end on the surface itself, and the next trace takes the slow exact way.
    double skin = 1.0 / 32;
    // Most that rounding may cost beyond the skin [units, along the motion], and how deep a start
    // may be blocked and still be taken for a free one.
    double hair = 1.0 / 1024;
    // Models that do not block, of those that take part.
    std::span<const ModelId> ignore = {};
};

struct Contact {
    bool hit = false;
    // The start is blocked: nothing moves, fraction is 0 and end is the start.
    bool start_blocked = false;
    double fraction = 1;  // of the way to the touch
    Vec3 point;           // the position at the touch; dest without a hit
    // Where the body comes to rest: `skin` before the point along the normal, but not before src,
    // and never blocked if src is free. dest without a hit. With a start that is blocked by less
    // than a hair, end may lie behind it by that.
    Vec3 end;
    Vec3 normal;  // of length 1, towards the body; zero without a hit or with a blocked start
    // What blocks there, of the mask; Empty with a blocked start. Where the touch is in an edge of
    // several volumes, that of one of them: the touched brush's own is that of touched_surface.
    Contents contents = Contents::Empty;
    ModelId model;  // that was touched; 0 is the world
    // The plane of the touch, its front towards the body, and the node that has it: for
    // touched_surface. None where the wall of the model's box is touched, with a blocked start, or
    // without a hit.
    PlaneId plane;
    std::uint32_t node = kNone;
};

// A body's way through the world alone (model 0).
// REQUIRES: as first_transition.
Contact trace(const Level& level,
              SpaceId space,
              const Vec3& src,
              const Vec3& dest,
              const TraceOptions& options = {});

// A model away from where the level has it: doors that are open, lifts that are up.
struct ModelPlacement {
    ModelId model;
    Transform transform;  // of points of the level to where they are now
};

// A body's way through the world and models. It is moved into each model's own frame: models that
// are only moved are met as exactly as their offset is added; around one that is turned the body
// turns with it, as if its box lay along the model's axes. Of equal fractions the first counts. A
// model in whose frame an end of the way overflows, which takes numbers beyond 2^1021, is not met.
// Cost: the models whose boxes the body's way meets. REQUIRES: as first_transition; transforms are
// rigid.
Contact trace(const Level& level,
              SpaceId space,
              const Vec3& src,
              const Vec3& dest,
              std::span<const ModelPlacement> models,
              const TraceOptions& options = {});

// What was touched.
struct TouchedSurface {
    std::uint32_t brush = kNone;  // of the level, or kNone for polygons
    std::uint32_t side = kNone;   // into the level's sides: of that brush, where the body touches
                                  // an edge the one nearest to it
    MaterialId material;          // its texture; invalid if nothing was touched
    bool is_sky = false;
    bool is_bevel = false;  // an edge was touched, not a side
};

// Of a hit of `trace`: of the brushes that look out of that plane the one that holds the touch.
// Asked for by itself because it costs more than the trace where many brushes share a plane.
// transform: of the model that was touched, if it is away from where the level has it.
// REQUIRES: a contact of this level and space.
TouchedSurface touched_surface(const Level& level,
                               SpaceId space,
                               const Contact& contact,
                               const Transform& transform = {});

struct Segment {
    Vec3 src;
    Vec3 dest;
};

// The same answers as `trace` through the world for many segments, faster than one by one.
// REQUIRES: results.size() == segments.size(), and as first_transition.
void trace_all(const Level& level,
               SpaceId space,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options = {});

}  // namespace halfspace
