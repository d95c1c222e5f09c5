// SPDX-License-Identifier: MIT
//
// The nearest free position is the nearest point of some free cell. The search goes down the tree
// on the position's own side first, and to the other side of a node only if the best cell so far is
// farther than its plane.
#include "halfspace/query/free.h"

#include "query/descent.h"
#include "query/nearest_point.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {
namespace {

// How far inside of a free cell a position should be: far above the rounding of any coordinate that
// a level has, and less than anyone sees. Cells with less room are tried on their surface.
constexpr double kHair = 0x1p-10;

// Cells that are tried at most. In a dense level some hundreds lie around a body.
constexpr int kMostCells = 4096;

Plane in_front_of(const NodeRecord& node, std::size_t child) {
    const Vec3 n{node.n[0], node.n[1], node.n[2]};
    const double scale = (child == 0 ? 1 : -1) / length(n);
    return {n * scale, node.d * scale};
}

class Unstick {
public:
    Unstick(const Level& level,
            SpaceId space,
            const Vec3& position,
            double distance,
            Contents mask,
            ModelId model)
        : level_(level),
          model_id_(model),
          model_(level.models()[model.value]),
          blocking_(space, mask),
          mask_(mask),
          position_(position),
          nearest_(distance) {}

    std::optional<Vec3> run() {
        leave_box();
        walls_ = {Plane{{1, 0, 0}, model_.min[0]},
                  Plane{{0, 1, 0}, model_.min[1]},
                  Plane{{0, 0, 1}, model_.min[2]},
                  Plane{{-1, 0, 0}, -model_.max[0]},
                  Plane{{0, -1, 0}, -model_.max[1]},
                  Plane{{0, 0, -1}, -model_.max[2]}};
        search();
        return found_;
    }

private:
    // A child to go to, whose cell lies in the half-spaces of `depth` nodes above.
    struct Pending {
        std::int32_t child;
        std::size_t depth;
        Plane last;    // that of the parent
        double least;  // no point of the cell is nearer
        bool is_free;  // all of it
    };

    // Through a face of the model's box all is free; models of their own may have it close by.
    void leave_box() {
        const std::array<Vec3, 6> exits{Vec3{model_.min[0], position_.y, position_.z},
                                        Vec3{position_.x, model_.min[1], position_.z},
                                        Vec3{position_.x, position_.y, model_.min[2]},
                                        Vec3{model_.max[0], position_.y, position_.z},
                                        Vec3{position_.x, model_.max[1], position_.z},
                                        Vec3{position_.x, position_.y, model_.max[2]}};
        for (const Vec3& exit : exits) {
            consider(exit);
        }
    }

    void search() {
        std::size_t pending_count = 0;
        const std::int32_t root = level_.root(model_id_, blocking_.space());
        const auto push = [&](const NodeRecord& node, std::size_t child, const Pending& parent) {
            const BodyState state = body_state(node, child, blocking_.space());
            if (state == kBodySolid && blocking_.trusts_solid()) {
                return;
            }
            const Plane half = in_front_of(node, child);
            pending_[pending_count++] = {node.child[child],
                                         parent.depth + 1,
                                         half,
                                         std::max(parent.least, -signed_distance(half, position_)),
                                         state == kBodyFree && blocking_.trusts_free()};
        };
        Pending at{root, 0, {}, 0, false};
        for (;;) {
            if (at.depth > 0) {
                path_[at.depth - 1] = at.last;
            }
            if (at.least < nearest_ && cells_ < kMostCells) {
                if (at.is_free || (at.child < 0 && is_free_leaf(at.child))) {
                    visit_cell(at.depth);
                } else if (at.child >= 0) {
                    // What is pushed last comes first: the position's own side.
                    const NodeRecord& node = node_of(level_, at.child);
                    const std::size_t own = approximate_distance(node, position_) < 0 ? 1 : 0;
                    push(node, 1 - own, at);
                    push(node, own, at);
                }
            }
            if (pending_count == 0) {
                return;
            }
            at = pending_[--pending_count];
        }
    }

    bool is_free_leaf(std::int32_t child) const {
        return !blocking_.blocks(level_.leaves()[leaf_of(child).value]);
    }

    void visit_cell(std::size_t depth) {
        ++cells_;
        // Planes that are far on the right side cannot hold back a point that is nearer.
        near_count_ = 0;
        for (std::size_t i = 0; i < depth; ++i) {
            add_if_near(path_[i]);
        }
        for (const Plane& wall : walls_) {
            add_if_near(wall);
        }
        const std::span<const Plane> near(near_.data(), near_count_);
        for (const double margin : {kHair, 0.0}) {
            const std::optional<Vec3> nearest = nearest_point(position_, near, margin);
            if (nearest && consider(*nearest)) {
                return;
            }
        }
    }

    void add_if_near(const Plane& half) {
        if (signed_distance(half, position_) < nearest_ + 2 * kHair) {
            near_[near_count_++] = half;
        }
    }

    // Keeps the candidate if it is the nearest free one so far.
    bool consider(const Vec3& candidate) {
        const double away = length(candidate - position_);
        if (!(away <= nearest_) ||
            !is_free(level_, blocking_.space(), candidate, mask_, model_id_)) {
            return false;
        }
        nearest_ = away;
        found_ = candidate;
        return true;
    }

    const Level& level_;
    ModelId model_id_;
    const ModelRecord& model_;
    Blocking blocking_;
    Contents mask_;
    Vec3 position_;
    double nearest_;
    std::optional<Vec3> found_;
    int cells_ = 0;
    std::array<Plane, 6> walls_;
    std::size_t near_count_ = 0;
    std::array<Pending, kMaxTreeDepth + 1> pending_;
    std::array<Plane, kMaxTreeDepth> path_;
    std::array<Plane, kMaxTreeDepth + 6> near_;
};

}  // namespace

bool is_free(
    const Level& level, SpaceId space, const Vec3& position, Contents mask, ModelId model) {
    assert(is_finite(position) && space.value < level.spaces().size() &&
           model.value < level.models().size());
    return !is_inside(level.models()[model.value], position) ||
           !is_blocked_below(level, level.root(model, space), position, Blocking(space, mask));
}

std::optional<Vec3> unstick(const Level& level,
                            SpaceId space,
                            const Vec3& position,
                            double distance,
                            Contents mask,
                            ModelId model) {
    assert(distance >= 0 && std::isfinite(distance));
    if (is_free(level, space, position, mask, model)) {
        return position;
    }
    return Unstick(level, space, position, distance, mask, model).run();
}

}  // namespace halfspace
