// SPDX-License-Identifier: MIT
//
// The body's way is taken into the frame of each model and traced through its tree. Whether a place
// is free in a model is asked of the same doubles there, to_local(place): so what one trace finds
// free is free for the next.
#include "halfspace/query/trace.h"

#include "query/free_place.h"
#include "query/resting.h"

#include <algorithm>
#include <cassert>

namespace halfspace {
namespace {

class ModelTrace {
public:
    ModelTrace(const Level& level,
               SpaceId space,
               const Vec3& src,
               const Vec3& dest,
               std::span<const ModelPlacement> models,
               const TraceOptions& options)
        : level_(level),
          space_(space),
          blocking_(space, options.mask),
          src_(src),
          dest_(dest),
          models_(models),
          options_(options) {
        best_.point = best_.end = dest;
    }

    Contact run() {
        meet({ModelId(0), {}});
        for (const ModelPlacement& placed : models_) {
            meet(placed);
        }
        if (best_.hit && !best_.start_blocked && !models_.empty()) {
            const Vec3 way = quarter_way(src_, dest_);
            best_.end = free_before(
                src_, best_.end, direction_of(way), options_.hair, [&](const Vec3& place) {
                    return is_blocked_anywhere(place);
                });
        }
        return best_;
    }

private:
    Walked tree_of(ModelId model) const {
        assert(model.value < level_.models().size());
        return {level_, level_.models()[model.value], level_.root(model, space_)};
    }

    bool is_ignored(ModelId model) const {
        return std::find(options_.ignore.begin(), options_.ignore.end(), model) !=
               options_.ignore.end();
    }

    // Where the numbers overflow a place is far outside of every model's box, whatever they are.
    static bool is_far(const Vec3& local) { return !is_finite(local); }

    // True if a wall of the box has all of the segment outside.
    static bool misses_box(const ModelRecord& model, const Vec3& a, const Vec3& b) {
        const auto outside = [](double p, double q, double min, double max) {
            return (p <= min && q <= min) || (p >= max && q >= max);
        };
        return outside(a.x, b.x, model.min[0], model.max[0]) ||
               outside(a.y, b.y, model.min[1], model.max[1]) ||
               outside(a.z, b.z, model.min[2], model.max[2]);
    }

    // Of equal fractions the first counts, a blocked start before all.
    void meet(const ModelPlacement& placed) {
        if (is_ignored(placed.model) || best_.start_blocked) {
            return;
        }
        const Walked tree = tree_of(placed.model);
        const Vec3 src = to_local(placed.transform, src_);
        const Vec3 dest = to_local(placed.transform, dest_);
        if (is_far(src) || is_far(dest) || misses_box(tree.model, src, dest)) {
            return;
        }
        Contact contact = contact_in(tree, blocking_, src, dest, {options_.skin, options_.hair});
        const bool is_first =
            !best_.hit || contact.start_blocked || contact.fraction < best_.fraction;
        if (!contact.hit || !is_first) {
            return;
        }
        const Transform& turn = placed.transform;
        contact.normal = direction_to_world(turn, contact.normal);
        contact.point = contact.start_blocked ? src_ : to_world(turn, contact.point);
        contact.end = contact.end == src ? src_ : to_world(turn, contact.end);
        contact.model = placed.model;
        best_ = contact;
    }

    bool is_blocked_in(const ModelPlacement& placed, const Vec3& place) const {
        const Vec3 local = to_local(placed.transform, place);
        return !is_ignored(placed.model) && !is_far(local) &&
               is_blocked(tree_of(placed.model), blocking_, local);
    }

    bool is_blocked_anywhere(const Vec3& place) const {
        return is_blocked_in({ModelId(0), {}}, place) ||
               std::any_of(models_.begin(), models_.end(), [&](const ModelPlacement& placed) {
                   return is_blocked_in(placed, place);
               });
    }

    const Level& level_;
    SpaceId space_;
    Blocking blocking_;
    const Vec3& src_;
    const Vec3& dest_;
    std::span<const ModelPlacement> models_;
    const TraceOptions& options_;
    Contact best_;
};

}  // namespace

Contact trace(const Level& level,
              SpaceId space,
              const Vec3& src,
              const Vec3& dest,
              std::span<const ModelPlacement> models,
              const TraceOptions& options) {
    assert(is_finite(src) && is_finite(dest) && space.value < level.spaces().size());
    return ModelTrace(level, space, src, dest, models, options).run();
}

}  // namespace halfspace
