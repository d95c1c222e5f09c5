// SPDX-License-Identifier: MIT
//
// The nearest free position is the nearest point of a free cell. The search goes down the tree on
// the position's own side first. It goes to the other side of a node only if the node's plane is
// nearer than the best place so far. With several models, a free cell is the common part of one
// free cell of each model. So in each free cell of one tree the search goes on with the next tree.
// Outside of a model's box all is free: that makes six more cells, one beyond each wall.
#include "halfspace/query/free.h"
#include "halfspace/query/sweep.h"

#include "query/nearest_point.h"
#include "query/placed_frames.h"
#include "query/surface_sweep.h"
#include "query/thing_sweep.h"
#include "query/walk/leaf_visit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {
namespace {

// How far inside of a free cell a position should be [units]. It is far above the rounding of any
// coordinate of a level, and too small to be seen. In cells with less room, positions on the
// surface are tried.
constexpr double kHair = 0x1p-10;

// The most cells that are visited: free cells of the first model, common free cells of the first
// two models, and so on. In a dense level some hundreds of cells lie around a body.
constexpr int kMaxCells = 4096;

// The most models that take part in the search, with the base.
constexpr std::size_t kMaxModels = 8;

// The most planes near the position that may bound one cell. Cells with more planes are left out.
constexpr std::size_t kMaxPlanes = 512;

class Unstick {
public:
    Unstick(const PlacedLevel& here,
            SpaceId space,
            const Vec3& position,
            double distance,
            Contents mask)
        : here_(here),
          blocking_(space, mask),
          mask_(mask),
          position_(position),
          nearest_(distance) {
        add_model(here.base, nullptr);
        const Aabb near = grown(Aabb{position, position}, distance);
        any_model(here, NearBox(near), [&](ModelId model, const Transform& transform) {
            add_model(model, &transform);
            return false;
        });
    }

    std::optional<Vec3> run() {
        search(0);
        return found_;
    }

private:
    // A model near the position.
    struct Near {
        ModelId model;
        const Transform* transform;  // null: it stands where the level has it
        Vec3 position;               // in its frame
    };

    void add_model(ModelId model, const Transform* transform) {
        const ModelRecord& record = here_.level.models()[model.value];
        const Vec3 local = transform == nullptr ? position_ : to_local(*transform, position_);
        bool is_near = is_finite(local);
        for (std::size_t i = 0; i < 3; ++i) {
            const double at = local[i];
            is_near = is_near && at > record.min[i] - nearest_ && at < record.max[i] + nearest_;
        }
        if (is_near && model_count_ < kMaxModels) {
            models_[model_count_++] = {model, transform, local};
        }
    }

    // Searches the free cells of model `i` and of those after it, within the present half-spaces.
    // These half-spaces are a common free cell of the models before `i`. Such cells count even if
    // they lead to no cell that is free of all models: each model can multiply their number.
    void search(std::size_t i) {
        cells_ += i > 0 ? 1 : 0;
        if (i == model_count_) {
            visit_cell();
            return;
        }
        const std::size_t count = half_count_;
        const ModelRecord& model = here_.level.models()[models_[i].model.value];
        for (std::int32_t w = 0; w < 6; ++w) {
            if (keep(i, wall_half_space(model, w, -1))) {
                search(i + 1);
            }
            half_count_ = count;
        }
        bool is_met = true;
        for (std::int32_t w = 0; w < 6; ++w) {
            is_met = is_met && keep(i, wall_half_space(model, w, 1));
        }
        if (is_met) {
            FreeCells cells{*this, i};
            const WalkChild root = here_.level.walk_root(models_[i].model, blocking_.space());
            visit_leaves(here_.level, root, cells, waiting_);
        }
        half_count_ = count;
    }

    // Goes to the free cells of one model's tree.
    struct FreeCells {
        using Mark = std::uint32_t;  // the count of half-spaces around the node

        // The position's own side first.
        Branches branches(std::uint32_t number) const {
            const Level& level = all.here_.level;
            const WalkNodeRecord& node = level.walk_nodes()[number];
            const Vec3& position = all.models_[model].position;
            return both_from(approximate_distance(level, node, position) < 0 ? 1 : 0);
        }
        bool enter(std::uint32_t number, std::size_t side) {
            const Level& level = all.here_.level;
            const WalkNodeRecord& node = level.walk_nodes()[number];
            const BodyState state = body_state(node.child[side]);
            if ((state == kBodySolid && all.blocking_.trusts_solid()) ||
                !all.keep(model, half_space_of(level, node, side))) {
                return false;
            }
            if (state == kBodyFree && all.blocking_.trusts_free()) {
                all.search(model + 1);
                return false;
            }
            return true;
        }
        bool leaf(WalkChild child) {
            if (!all.blocking_.blocks(child)) {
                all.search(model + 1);
            }
            return true;
        }
        Mark mark() const { return static_cast<Mark>(all.half_count_); }
        void go_back(Mark mark) { all.half_count_ = mark; }

        Unstick& all;
        std::size_t model;
    };

    // side: 1 for the inner side of the wall, -1 for the outer side.
    static Plane wall_half_space(const ModelRecord& model, std::int32_t w, double side) {
        const BoxWall wall = wall_of(model, kFirstWall - w);
        const double sign = wall.sign * side;
        Plane half{{}, sign * wall.place};
        half.n[wall.axis] = sign;
        return half;
    }

    // Adds a half-space that is given in a model's frame. If the position is far inside of it, it
    // is left out: it cannot exclude a place that is nearer than the best one so far. False if no
    // place in the half-space is near enough, or if the search has reached its limits.
    bool keep(std::size_t model, Plane half) {
        if (const Transform* const turn = models_[model].transform) {
            half = plane_to_world(*turn, half);
        }
        const double depth = signed_distance(half, position_);
        if (depth < nearest_ + 2 * kHair) {
            if (half_count_ == halves_.size()) {
                return false;
            }
            halves_[half_count_++] = half;
        }
        return -depth < nearest_ && cells_ < kMaxCells;
    }

    void visit_cell() {
        const std::span<const Plane> halves(halves_.data(), half_count_);
        for (const double margin : {kHair, 0.0}) {
            const std::optional<Vec3> nearest = nearest_point(position_, halves, margin);
            if (nearest && consider(*nearest)) {
                return;
            }
        }
    }

    // Keeps the candidate if it is free and nearer than the distance. The candidate must not be
    // farther away than the one found before.
    bool consider(const Vec3& candidate) {
        const double away = length(candidate - position_);
        const bool is_near = away < nearest_ || (found_ && away == nearest_);
        if (!is_near || !is_free(here_, blocking_.space(), candidate, mask_)) {
            return false;
        }
        nearest_ = away;
        found_ = candidate;
        return true;
    }

    const PlacedLevel& here_;
    Blocking blocking_;
    Contents mask_;
    Vec3 position_;
    double nearest_;
    std::optional<Vec3> found_;
    int cells_ = 0;
    std::size_t model_count_ = 0;
    std::array<Near, kMaxModels> models_;
    std::size_t half_count_ = 0;
    std::array<Plane, kMaxPlanes> halves_;
    WaitingChildren<FreeCells::Mark> waiting_;
};

// Of some places around the position, a free one: the nearest, and of equally near ones the first.
template <class IsGood>
std::optional<Vec3> room_around(const Vec3& position, double distance, const IsGood& is_good) {
    constexpr int kRings = 8;
    constexpr std::array<double, 3> kSteps{0, 1, -1};
    for (int ring = 1; distance > 0 && ring < kRings; ++ring) {
        for (const double z : {1.0, 0.0, -1.0}) {
            for (const double x : kSteps) {
                for (const double y : kSteps) {
                    const Vec3 way{x, y, z};
                    if (way == Vec3{}) {
                        continue;
                    }
                    const Vec3 place = position + way * (distance * ring / kRings / length(way));
                    if (is_good(place)) {
                        return place;
                    }
                }
            }
        }
    }
    return std::nullopt;
}

// The same, but first the way out of meshes.
template <class IsGood>
std::optional<Vec3> room_beside(const PlacedLevel& here,
                                const PlacedShape& body,
                                const Vec3& position,
                                double distance,
                                Contents mask,
                                const IsGood& is_good) {
    const auto beside = beside_meshes(here, body, position, distance, mask);
    return beside && is_good(*beside) ? beside : room_around(position, distance, is_good);
}

}  // namespace

std::optional<Vec3> unstick(
    const PlacedLevel& here, SpaceId space, const Vec3& position, double distance, Contents mask) {
    assert(distance >= 0 && std::isfinite(distance));
    if (is_free(here, space, position, mask)) {
        return position;
    }
    const auto place = Unstick(here, space, position, distance, mask).run();
    if (place || !has_loose_things(here) ||
        !is_thing_near(here,
                       upright(shape_of(here.level, space)),
                       position,
                       position,
                       {.mask = mask, .skin = distance})) {
        return place;
    }
    return room_beside(
        here, upright(shape_of(here.level, space)), position, distance, mask, [&](const Vec3& p) {
            return is_free(here, space, p, mask);
        });
}

std::optional<Vec3> unstick(const PlacedLevel& here,
                            const PlacedShape& body,
                            const Vec3& position,
                            double distance,
                            Contents mask) {
    assert(distance >= 0 && std::isfinite(distance));
    const auto is_good = [&](const Vec3& p) { return is_free(here, body, p, mask); };
    return is_good(position) ? std::optional(position)
                             : room_beside(here, body, position, distance, mask, is_good);
}

}  // namespace halfspace
