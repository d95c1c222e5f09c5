// SPDX-License-Identifier: MIT
//
// The motion is taken into the frame of each model, down the model's hull tree, and against each
// hull there. The first touch of all is kept. The contact is then computed in the frame of the
// world, so that a body stays on the line of its motion.
#include "halfspace/query/sweep.h"

#include "base/shared/in_parts.h"
#include "query/hull/hull_segment.h"
#include "query/placed_frames.h"
#include "query/thing_sweep.h"
#include "query/trace_check.h"
#include "spatial/shared/swept_body.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

// HullMotion::touch as a part of the sum of all coordinates. Each distance is a sum of at most
// eight products of a coordinate and a number up to 1, so it is off by less than 2^-49 of this sum.
constexpr double kTouch = 0x1p-42;
constexpr std::size_t kSweepsInPart = 1024;

double sum_of(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// The first touch of all hulls of all models.
struct FirstTouch {
    HullTouch touch;
    Vec3 normal;  // for a Hit: towards the body, length 1
    std::size_t hull = 0;
    ModelId model;
    // For a touch of an axial side: the coordinate of the position at the touch; in a turned model
    // there is none.
    std::optional<double> coordinate;
};

class Sweep {
public:
    Sweep(const PlacedLevel& here, const PlacedShape& body, Contents mask)
        : here_(here), body_(body), mask_(mask), upright_(body.shape, body.transform) {}

    Contact contact(const Vec3& from, const Vec3& to, const TraceOptions& options) const {
        Contact contact = contact_with_level(from, to, options.skin, options.hair);
        if (has_loose_things(here_)) {
            meet_things(here_, body_, from, to, options, contact, [&](const Vec3& shorter) {
                return contact_with_level(from, shorter, options.skin, options.hair);
            });
        }
        return contact;
    }

    bool is_free(const Vec3& position) const {
        return first_touch(position, position).touch.kind != HullTouch::Kind::StartBlocked &&
               (!has_loose_things(here_) || !overlaps_thing(here_, body_, position, mask_));
    }

private:
    Contact contact_with_level(const Vec3& from, const Vec3& to, double skin, double hair) const {
        assert(is_finite(from) && is_within(from, kMaxSweepCoordinate));
        assert(is_finite(to) && is_within(to, kMaxSweepCoordinate));
        const FirstTouch first = first_touch(from, to);
        if (first.touch.kind == HullTouch::Kind::Miss) {
            return without_hit(to);
        }
        if (first.touch.kind == HullTouch::Kind::Hit) {
            return contact_at(first, from, to, skin);
        }
        const double size = length(to - from);
        if (size > 0 && hair > 0) {
            const double behind = std::min(hair, kMaxSweepCoordinate);
            const Vec3 back = from - (to - from) * (behind / size);
            const FirstTouch from_back = first_touch(back, from);
            if (from_back.touch.kind == HullTouch::Kind::Hit) {
                Contact contact = contact_at(from_back, back, from, 0);
                contact.fraction = 0;
                return contact;
            }
        }
        return blocked_at(from, first.model);
    }

    FirstTouch first_touch(const Vec3& from, const Vec3& to) const {
        FirstTouch first;
        meet(here_.base, upright_, from, to, {}, first);
        if (!is_alone(here_) && first.touch.kind != HullTouch::Kind::StartBlocked) {
            meet_models(from, to, first);
        }
        return first;
    }

    void meet_models(const Vec3& from, const Vec3& to, FirstTouch& first) const {
        const NearMotion near(from + upright_.centre(), to + upright_.centre(), upright_.half());
        any_model(here_, near, [&](ModelId model, const Transform& transform) {
            const Vec3 local_from = to_local(transform, from);
            const Vec3 local_to = to_local(transform, to);
            if (is_finite(local_from) && is_finite(local_to)) {
                if (is_turned(transform)) {
                    meet_turned(model, transform, local_from, local_to, first);
                } else {
                    meet(model, upright_, local_from, local_to, transform.translation, first);
                }
            }
            return first.touch.kind == HullTouch::Kind::StartBlocked;
        });
    }

    bool meet_turned(ModelId model,
                     const Transform& transform,
                     const Vec3& from,
                     const Vec3& to,
                     FirstTouch& first) const {
        Transform turn = inverse(transform);
        turn.translation = {};
        turn = turn * body_.transform;
        const SweptBody body(body_.shape, turn);
        if (!meet(model, body, from, to, {}, first)) {
            return false;
        }
        first.normal = direction_to_world(transform, first.normal);
        first.coordinate.reset();
        return true;
    }

    // Meets the hulls of one model, in its frame. offset: from this frame to the world. True if
    // `first` has changed.
    bool meet(ModelId model,
              const SweptBody& body,
              const Vec3& from,
              const Vec3& to,
              const Vec3& offset,
              FirstTouch& first) const {
        const HullMotion motion = motion_of(body, from, to);
        // The motion of a body is mostly in the box of the base, but seldom in that of a door.
        assert(model.value < here_.level.models().size());
        if (model != here_.base && misses(here_.level.models()[model.value], motion)) {
            return false;
        }
        bool is_better = false;
        Vec3 normal;  // of a shape's touch
        const auto meet_hull = [&](std::uint32_t hull) {
            if (hull != kNone && any(contents_of(hull) & mask_)) {
                const HullTouch touch =
                    body.is_box() ? cast_box(here_.level, hull, motion)
                                  : cast_shape(here_.level, hull, motion, body.at(from), normal);
                if (is_before(touch, first.touch)) {
                    first.touch = touch;
                    first.hull = hull;
                    first.normal = normal;
                    is_better = true;
                }
            }
            return first.touch.kind == HullTouch::Kind::StartBlocked ? -1.0 : first.touch.fraction;
        };
        walk(model, motion, first.touch.fraction, meet_hull);
        if (is_better) {
            first.model = model;
            first.coordinate = coordinate_of(first, body, offset);
            if (first.touch.plane != kNone) {
                first.normal = hull_normal(here_.level, first.hull, first.touch.plane);
            }
        }
        return is_better;
    }

    template <class Meet>
    void walk(ModelId model, const HullMotion& motion, double until, Meet& meet_hull) const {
        const WalkChild root = here_.level.hull_roots()[model.value];
        if (is_leaf(root)) {
            if (hull_of(root) != kNone) {
                meet_hull(hull_of(root));
            }
            return;
        }
        const HullSegment segment(here_.level, motion, until, meet_hull);
        WalkPlace place;  // an initialiser would clear all of it first
        place.at = kWholeSegment;
        place.ends = segment.ends_of(kWholeSegment);
        place.child = root;
        WaitingSides<kMaxTreeDepth> waiting;
        QuickChange unused;
        while (step<Choice::ByJump>(segment, place, waiting, unused) == Step::Node) {
        }
    }

    static bool is_before(const HullTouch& touch, const HullTouch& first) {
        using Kind = HullTouch::Kind;
        return touch.kind == Kind::StartBlocked ||
               (touch.kind == Kind::Hit &&
                (first.kind == Kind::Miss || touch.fraction < first.fraction));
    }

    // A hull far from the motion has larger coordinates and larger errors, but it is far: so only
    // the coordinates of the motion count for the touch.
    static HullMotion motion_of(const SweptBody& body, const Vec3& from, const Vec3& to) {
        const Vec3 middle = from + body.centre();
        const Vec3 motion = to - from;
        const double size = sum_of(middle) + sum_of(motion) + sum_of(body.half());
        return {middle, motion, body.half(), size * kTouch};
    }

    // True if the box around the body stays on one side of the model's box.
    static bool misses(const ModelRecord& model, const HullMotion& motion) {
        const Aabb reach{vec3_of(model.bounds_min) - motion.half,
                         vec3_of(model.bounds_max) + motion.half};
        return misses_box(reach, motion.from, motion.from + motion.motion);
    }

    Contents contents_of(std::size_t hull) const {
        return static_cast<Contents>(here_.level.hulls()[hull].contents);
    }

    std::optional<double> coordinate_of(const FirstTouch& first,
                                        const SweptBody& body,
                                        const Vec3& offset) const {
        if (first.touch.kind != HullTouch::Kind::Hit || first.touch.plane >= HullTouch::kSides) {
            return std::nullopt;
        }
        const HullRecord& hull = here_.level.hulls()[first.hull];
        const std::size_t axis = first.touch.plane / 2;
        const double centre = first.touch.plane % 2 == 0 ? hull.min[axis] - body.half()[axis]
                                                         : hull.max[axis] + body.half()[axis];
        return centre - body.centre()[axis] + offset[axis];
    }

    Contact contact_at(const FirstTouch& first,
                       const Vec3& from,
                       const Vec3& to,
                       double skin) const {
        const Vec3 motion = to - from;
        Contact contact;
        contact.hit = true;
        contact.fraction = first.touch.fraction;
        contact.normal = first.normal;
        contact.contents = contents_of(first.hull) & mask_;
        contact.model = first.model;
        contact.point = on_side(first, from + motion * contact.fraction, 0);
        const double back = skin / -dot(contact.normal, motion);
        if (contact.fraction == 0) {
            contact.point = contact.end = from;
        } else if (skin == 0) {
            contact.end = contact.point;
        } else if (!(contact.fraction > back)) {
            contact.end = from;
        } else {
            contact.end = on_side(first, from + motion * (contact.fraction - back), skin);
        }
        return contact;
    }

    // The position, moved onto the touched axial side or to `skin` before it.
    static Vec3 on_side(const FirstTouch& first, Vec3 position, double skin) {
        if (first.coordinate) {
            const std::size_t axis = first.touch.plane / 2;
            position[axis] = *first.coordinate + first.normal[axis] * skin;
        }
        return position;
    }

    const PlacedLevel& here_;
    const PlacedShape& body_;
    Contents mask_;
    SweptBody upright_;  // in the frame of the base, and of models that are only moved
};

}  // namespace

Contact sweep(const PlacedLevel& here,
              const PlacedShape& body,
              const Vec3& from,
              const Vec3& to,
              const TraceOptions& options) {
    assert(are_distances(options));
    return Sweep(here, body, options.mask).contact(from, to, options);
}

void sweep_all(const PlacedLevel& here,
               const PlacedShape& body,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options,
               const Executor& executor) {
    assert(results.size() == segments.size() && are_distances(options));
    const Sweep one(here, body, options.mask);
    in_parts(segments.size(), kSweepsInPart, executor, [&](std::size_t begin, std::size_t count) {
        for (std::size_t i = begin; i < begin + count; ++i) {
            results[i] = one.contact(segments[i].from, segments[i].to, options);
        }
    });
}

bool is_free(const PlacedLevel& here,
             const PlacedShape& body,
             const Vec3& position,
             Contents mask) {
    assert(is_finite(position) && is_within(position, kMaxSweepCoordinate));
    return Sweep(here, body, mask).is_free(position);
}

}  // namespace halfspace
