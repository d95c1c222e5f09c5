// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"

#include "query/descent.h"

#include <array>
#include <cassert>

namespace halfspace {
namespace {

// As many descents as hide one another's waits; more gain nothing.
constexpr std::size_t kLanes = 16;

const ModelRecord& model_of(const Level& level, ModelId model) {
    assert(model.value < level.models().size());
    return level.models()[model.value];
}

// What all leaves below `child` that touch the point share. A splitter that holds the point sends
// it to both sides; the back sides wait on the stack, at most one for each node above.
[[gnu::noinline]] Contents shared_contents(const Level& level,
                                           std::int32_t child,
                                           const Vec3& point) {
    const double bound = level.filter_bound();
    std::array<std::int32_t, kMaxTreeDepth> pending;
    std::size_t pending_count = 0;
    Contents shared = kLeafContents;
    for (;;) {
        while (child >= 0) {
            const NodeRecord& node = node_of(level, child);
            const Side side = node_side(level, node, point, bound);
            if (side == Side::On) {
                pending[pending_count++] = node.child[1];
            }
            child = node.child[side == Side::Back ? 1 : 0];
        }
        shared = shared & level.contents(leaf_of(child));
        if (pending_count == 0 || !any(shared)) {
            return shared;
        }
        child = pending[--pending_count];
    }
}

// One descent among several: a point of a batch on its way to a leaf.
struct Lane {
    Vec3 point;
    std::int32_t child = 0;
    std::size_t index = 0;
};

class Batch {
public:
    Batch(const Level& level,
          const ModelRecord& model,
          std::span<const Vec3> points,
          std::span<Contents> results)
        : level_(level),
          model_(model),
          points_(points),
          results_(results),
          nodes_(level.nodes().data()),
          bound_(level.filter_bound()) {}

    void run() {
        std::size_t count = 0;
        while (count < kLanes && refill(lanes_[count])) {
            ++count;
        }
        while (count == kLanes) {
            for (std::size_t i = 0; i < kLanes; ++i) {
                if (!advance(lanes_[i]) && !refill(lanes_[i])) {
                    lanes_[i] = lanes_[--count];
                    break;
                }
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            while (advance(lanes_[i])) {
            }
        }
    }

private:
    // Starts the next point that is inside the box; false if there is none.
    bool refill(Lane& lane) {
        while (next_ < points_.size()) {
            const std::size_t index = next_++;
            if (!is_inside(model_, points_[index])) {
                results_[index] = Contents::Empty;
            } else if (model_.root < 0) {
                results_[index] = level_.contents(leaf_of(model_.root));
            } else {
                lane = {points_[index], model_.root, index};
                return true;
            }
        }
        return false;
    }

    // One node further; false once the answer is written.
    bool advance(Lane& lane) {
        const NodeRecord& node = nodes_[lane.child];
        const double distance = approximate_distance(node, lane.point);
        if (std::abs(distance) > bound_) [[likely]] {
            lane.child = child_beyond(node, distance);
        } else {
            const Side side = exact_side(level_, node, lane.point);
            if (side == Side::On) {
                results_[lane.index] = shared_contents(level_, lane.child, lane.point);
                return false;
            }
            lane.child = node.child[side == Side::Back ? 1 : 0];
        }
        if (lane.child >= 0) {
            return true;
        }
        results_[lane.index] = level_.contents(leaf_of(lane.child));
        return false;
    }

    const Level& level_;
    const ModelRecord& model_;
    std::span<const Vec3> points_;
    std::span<Contents> results_;
    const NodeRecord* nodes_;
    double bound_;
    std::size_t next_ = 0;
    std::array<Lane, kLanes> lanes_{};
};

}  // namespace

[[gnu::noinline]] Side exact_side(const Level& level, const NodeRecord& node, const Vec3& point) {
    return side(point, plane_of(level, node), level.grid_exponent());
}

LeafId find_leaf(const Level& level, const Vec3& point, ModelId model) {
    assert(is_finite(point));
    const ModelRecord& record = model_of(level, model);
    if (!is_inside(record, point)) {
        return LeafId(0);
    }
    const double bound = level.filter_bound();
    std::int32_t child = record.root;
    while (child >= 0) {
        const NodeRecord& node = node_of(level, child);
        child = node.child[node_side(level, node, point, bound) == Side::Back ? 1 : 0];
    }
    return leaf_of(child);
}

Contents point_contents(const Level& level, const Vec3& point, ModelId model) {
    assert(is_finite(point));
    const ModelRecord& record = model_of(level, model);
    if (!is_inside(record, point)) {
        return Contents::Empty;
    }
    const double bound = level.filter_bound();
    const NodeRecord* const nodes = level.nodes().data();
    std::int32_t child = record.root;
    while (child >= 0) {
        const NodeRecord& node = nodes[child];
        const double distance = approximate_distance(node, point);
        if (distance > bound) {
            child = node.child[0];
        } else if (distance < -bound) {
            child = node.child[1];
        } else {
            const Side side = exact_side(level, node, point);
            if (side == Side::On) {
                return shared_contents(level, child, point);
            }
            child = node.child[side == Side::Back ? 1 : 0];
        }
    }
    return level.contents(leaf_of(child));
}

void point_contents(const Level& level,
                    std::span<const Vec3> points,
                    std::span<Contents> results,
                    ModelId model) {
    assert(results.size() == points.size());
    Batch(level, model_of(level, model), points, results).run();
}

}  // namespace halfspace
