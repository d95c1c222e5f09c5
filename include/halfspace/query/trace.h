// SPDX-License-Identifier: MIT
// Where does a moving body first touch something? A body of one of the level's spaces moves along a
// straight line without turning. Its position is traced through what blocks in that space: the
// interior of the union of all leaves with blocking contents. Touching is free: a body may slide
// along a wall at distance zero.
//
// Hit or miss is exact for every pair of doubles. Iterative, without allocation, safe from any
// number of threads; the same bits on every machine.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/exact/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"

#include <cstdint>
#include <span>

namespace halfspace {

// The first place along the closed segment from src to dest where free turns into blocked or back.
struct Transition {
    enum class Kind : std::uint8_t {
        AllEmpty,        // no point of the segment is blocked
        AllBlocked,      // every point is
        EmptyToBlocked,  // src is free
        BlockedToEmpty,  // src is blocked
    };
    Kind kind = Kind::AllEmpty;
    // Of a change: its place on the segment, [0..1]. 1 without a change.
    double fraction = 1;
    // Of a change: src + fraction * (dest - src), rounded to the empty side of the plane or onto
    // the plane. Exactly on the plane if the plane is axial: a wall at x = 371 gives 371. At most
    // 1e-6 units before other planes. dest without a change.
    Vec3 point;
    // The plane that is crossed, its front on the empty side. None at a wall of the model's box.
    PlaneId plane;
    // The node whose plane it is, or 0xffffffff (kNone).
    std::uint32_t node = 0xffffffffu;
};

// mask: which contents block. The point knows all contents. Bodies know Solid (which stands for
// Detail, Sky and Void, too), Fence, PlayerClip and MonsterClip; other bits of a mask never block a
// body. Outside of the model's box nothing blocks. One model is asked, in its own frame.
// Cost: the nodes that the segment meets. Stack: 40 KB.
// REQUIRES: is_finite(src), is_finite(dest), space and model in range.
Transition first_transition(const Level& level,
                            SpaceId space,
                            const Vec3& src,
                            const Vec3& dest,
                            Contents mask = kBodyBlockers,
                            ModelId model = ModelId(0));

struct TraceOptions {
    // Which contents block, as in first_transition. Solid absorbs the other bits: a place that is
    // fence and solid is solid alone, and a mask of Fence does not block there. A body that stands
    // exactly on a floor touches the solid floor; a mask of Fence then misses the fence on it, and
    // a mask of Fence | Solid meets it.
    Contents mask = kBodyBlockers;
    // How far before a surface the body comes to rest, measured along the surface's normal [units,
    // >= 0]. With 0 the body ends on the surface itself, and the next trace takes the slow exact
    // walk.
    double skin = 1.0 / 32;
    // How much shorter than necessary a motion may become by rounding, measured along the motion
    // [units, >= 0]. Also how deep a start may lie in something that blocks and still count as
    // free.
    double hair = 1.0 / 1024;
};

// The result of a trace.
struct Contact {
    bool hit = false;
    // The start is blocked. The body does not move: fraction is 0, end is the start.
    bool start_blocked = false;
    double fraction = 1;  // of the motion, up to the touch
    Vec3 point;           // the position at the touch, as in Transition; dest without a hit
    // Where the body comes to rest: `skin` before the point along the normal, but not before src.
    // Never blocked if src is free. dest without a hit.
    // A start that is blocked by less than a hair is moved back to a free place: then end may lie
    // up to a hair behind src.
    Vec3 end;
    // Of length 1, towards the body. Zero without a hit or with a blocked start.
    Vec3 normal;
    // What blocks there, of the mask; Empty with a blocked start. In an edge of several volumes,
    // the contents of one of them. For those of the touched brush see touched_surface.
    Contents contents = Contents::Empty;
    // The model that was touched; invalid without a hit.
    ModelId model;
    // Its number in PlacedLevel::models; 0xffffffff (kNone) for the base.
    std::uint32_t placed = 0xffffffffu;
    // The plane of the touch, its front towards the body. None at a wall of the model's box, with a
    // blocked start, and without a hit.
    PlaneId plane;
    // The node whose plane it is, or 0xffffffff (kNone).
    std::uint32_t node = 0xffffffffu;
};

// A body moves through the base and the placed models; the first touch counts. Of equal fractions
// that of the base counts, then that of the first model.
// is_free(here, space, contact.end, mask) holds unless the start is blocked.
// Cost: the nodes that the segment meets, of each model whose box it meets. Stack: 40 KB.
// REQUIRES: as first_transition.
Contact trace(const PlacedLevel& here,
              SpaceId space,
              const Vec3& src,
              const Vec3& dest,
              const TraceOptions& options = {});

// The same answers for many segments, faster than one by one. Stack: 60 KB.
// REQUIRES: results.size() == segments.size(), and as first_transition.
void trace_all(const PlacedLevel& here,
               SpaceId space,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options = {});

// What was touched.
struct TouchedSurface {
    std::uint32_t brush = 0xffffffffu;  // of the level, or kNone for polygons
    // Into the level's sides, one of the brush. If the body touches an edge: the side nearest to
    // it.
    std::uint32_t side = 0xffffffffu;
    MaterialId material;  // the side's texture; invalid if nothing was touched
    bool is_sky = false;
    bool is_bevel = false;  // an edge was touched, not a side
};

// The surface that a trace has hit. Of the brushes that have a side in the plane of the touch, the
// one that holds the touch. A question of its own, because it costs more than the trace where many
// brushes share a plane.
// REQUIRES: a contact of this level and space; here.models as they were for the trace.
TouchedSurface touched_surface(const PlacedLevel& here, SpaceId space, const Contact& contact);

}  // namespace halfspace
