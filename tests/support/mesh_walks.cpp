// SPDX-License-Identifier: MIT
#include "support/mesh_walks.h"

#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "support/hash.h"
#include "support/random.h"
#include "support/walk_engines.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

const MeshId kGround{1};
// So many attempts to get away that fail one after the other: the walker is stuck.
constexpr int kMostAttempts = 40;
// After so many steps a new walker starts.
constexpr std::size_t kStepsOfALife = 1000;

// The lower `part` of a body that is 56 units high, with the position at its feet.
ShapeBody body_of(MeshWalker walker, double part) {
    const double half = 28 * part;
    switch (walker) {
        case MeshWalker::Capsule:
            return {*ConvexShape::capsule(half - 14, 14), {0, 0, half}};
        case MeshWalker::Cylinder:
            return {*ConvexShape::cylinder(half, 15), {0, 0, half}};
        default:
            return {*ConvexShape::box({15, 15, half}), {0, 0, half}};
    }
}

// A thing that moves: a house, or one wall of it.
struct Thing {
    OpenMesh mesh;
    TriangleBvh tree;
    Engine engine;

    Thing(OpenMesh arrays, Random& random)
        : mesh(std::move(arrays)),
          tree(*TriangleBvh::build(mesh.view())),
          engine(random_engine(random, ModelId(1), tree.bounds())) {}

    Transform now() const { return engine.at(engine.place); }
    Transform next() const { return engine.at(engine.next()); }
};

OpenMesh random_thing(Random& random) {
    const Vec3 min{random.real(-400, 300), random.real(-400, 300), random.real(-20, 60)};
    const Vec3 max =
        min + Vec3{random.real(40, 160), random.real(40, 160), random.one_in(2) ? 12.0 : 120.0};
    OpenMesh mesh;
    mesh.add_house(min, max);
    if (random.one_in(3)) {
        mesh.indices.resize(6);  // the first wall
    }
    return mesh;
}

// True if a straight way leads from one place to the other, or one with up to two corners beside
// the thing or above.
bool is_way_clear(const TriangleBvh& thing, const Vec3& from, const Vec3& to) {
    const auto is_clear = [&](const Vec3& a, const Vec3& b) {
        return !thing.any_hit({a, b - a, 1});
    };
    if (is_clear(from, to)) {
        return true;
    }
    const Aabb around = grown(thing.bounds(), 20);
    std::vector<Vec3> corners{centre_of(around) + Vec3{0, 0, half_of(around).z}};
    for (const double z : {from.z, to.z}) {
        for (const double x : {around.min.x, around.max.x}) {
            for (const double y : {around.min.y, around.max.y}) {
                corners.push_back({x, y, z});
            }
        }
    }
    for (const Vec3& a : corners) {
        for (const Vec3& b : corners) {
            if (is_clear(from, a) && is_clear(a, b) && is_clear(b, to)) {
                return true;
            }
        }
    }
    return false;
}

class Walk {
public:
    Walk(const OpenMeshKind& kind, MeshWalker walker, std::uint64_t seed, std::size_t things)
        : mesh_(kind.make()),
          tree_(*TriangleBvh::build(mesh_.view())),
          random_(seed),
          stand_(body_of(walker, 1)),
          crouch_(body_of(walker, 0.7)),
          start_(kind.start) {
        world_.place(kGround, {.triangles = &tree_});
        while (things_.size() < things) {
            things_.push_back(std::make_unique<Thing>(random_thing(random_), random_));
        }
    }

    MeshWalkReport run(std::size_t steps) {
        for (; step_ < steps; ++step_) {
            // Some places are such that nobody gets away from them.
            if (step_ % kStepsOfALife == 0) {
                state_ = mover_at(start_);
                attempts_ = 0;
            }
            choose();
            for (std::size_t i = 0; i < things_.size(); ++i) {
                world_.place(id_of(i), {.triangles = &things_[i]->tree}, things_[i]->now());
                world_.move(id_of(i), things_[i]->next());
            }
            make_step();
        }
        report_.report.queries = steps;
        return report_;
    }

private:
    void choose() {
        if (steps_left_-- > 0) {
            return;
        }
        const bool went = distance(state_.position, place_of_choice_) > 1;
        const bool wished = controls_.forward != 0 || controls_.jump;
        attempts_ = went || !wished ? 0 : attempts_ + 1;
        if (attempts_ > kMostAttempts) {
            fail("is stuck");
            attempts_ = 0;
        }
        place_of_choice_ = state_.position;
        controls_ = {.view = {.yaw = random_.real(0, 360)},
                     .forward = random_.one_in(8) ? 0.0 : 1.0,
                     .left = random_.one_in(4) ? 1.0 : 0.0,
                     .jump = random_.one_in(6),
                     .crouch = random_.one_in(8)};
        if (controls_.forward == 0) {
            controls_.left = 0;
        }
        steps_left_ = random_.integer(10, 90);
    }

    const ShapeBody& body() const {
        return has_flag(state_.flags, MoverFlags::Crouched) ? crouch_ : stand_;
    }

    static MeshId id_of(std::size_t thing) { return MeshId(static_cast<std::uint32_t>(2 + thing)); }

    // Once more with resting things, if one of them crushes the walker.
    MoverStep step_among_things() {
        MoverStep step = step_mover(world_, {stand_, crouch_}, state_, quantised(controls_));
        if (!step.crush) {
            for (const auto& thing : things_) {
                thing->engine.advance();
            }
            return step;
        }
        ++report_.crushes;
        for (std::size_t i = 0; i < things_.size(); ++i) {
            if (step.crush->mesh == id_of(i)) {
                things_[i]->engine.direction *= -1;
                things_[i]->engine.rest_left = 8;
            }
            world_.place(id_of(i), things_[i]->now());
        }
        step = step_mover(world_, {stand_, crouch_}, state_, quantised(controls_));
        if (step.crush) {
            fail("was crushed by what rests");
        }
        return step;
    }

    void make_step() {
        const MoverState before = state_;
        const MoverStep step = step_among_things();
        state_ = step.state;
        // A new walker may start in a thing.
        const bool may_be_freed = !things_.empty() && step_ % kStepsOfALife == 0;
        if (step.problem != MoverProblem::None || (step.was_freed && !may_be_freed)) {
            fail(step.was_freed ? "was freed" : "has a problem");
        }
        const PlacedShape there{body().shape, moved_by(body().offset)};
        if (!is_free(world_, there, state_.position)) {
            fail("is in a triangle");
        }
        check_ways(before.position, state_.position);
        const double most = kOpenMeshHalf;
        if (!(std::abs(state_.position.x) < most && std::abs(state_.position.y) < most &&
              state_.position.z > -400)) {
            fail("has left the place");
        }
        const bool rests = things_.empty() && controls_.forward == 0 && !controls_.jump &&
                           before.mode == MoverMode::Ground && before.velocity == Vec3{} &&
                           before.flags == state_.flags;
        if (rests && (state_.position != before.position || state_.velocity != Vec3{})) {
            fail("trembles");
        }
        report_.carried += state_.ground_mesh.is_valid() && state_.ground_mesh != kGround ? 1 : 0;
        report_.jumps += step.jumped ? 1 : 0;
        report_.landings += step.landed ? 1 : 0;
        report_.stairs += step.stepped != 0 ? 1 : 0;
        const Vec3 way = state_.position - before.position;
        report_.way += std::hypot(way.x, way.y);
        report_.hash = hash_with(report_.hash, state_.position);
    }

    // No point of a body goes through a triangle; the middle of the crouching body is one that the
    // standing body has, too. From step to step it goes nearly straight, unless something pushes
    // it. What only moves pushes it straight as seen from itself.
    void check_ways(const Vec3& before, const Vec3& after) {
        constexpr double kOwnWay = 30;
        const Vec3 from = before + crouch_.offset;
        const Vec3 to = after + crouch_.offset;
        const bool is_pushed = distance(from, to) > kOwnWay;
        report_.pushed += is_pushed ? 1 : 0;
        if (!is_pushed && tree_.any_hit({from, to - from, 1})) {
            fail("has gone through a triangle");
        }
        for (std::size_t i = 0; i < things_.size(); ++i) {
            const MovingMesh& moving = world_.mesh(id_of(i));
            if (!moving.turns() &&
                !is_way_clear(
                    things_[i]->tree, to_local(moving.from(), from), to_local(moving.to(), to))) {
                const Aabb box = things_[i]->tree.bounds();
                fail("has been passed by thing " + std::to_string(i) + " of " + text(box.min) +
                     " to " + text(box.max) + ", which went from " +
                     text(moving.from().translation) + " to " + text(moving.to().translation) +
                     "; the walker came from " + text(before));
            }
        }
    }

    void fail(const std::string& what) {
        add_difference(report_.report,
                       "step " + std::to_string(step_) + ": the walker " + what + ", at " +
                           text(state_.position));
    }

    OpenMesh mesh_;
    TriangleBvh tree_;
    CollisionWorld world_;
    Random random_;
    ShapeBody stand_;
    ShapeBody crouch_;
    Vec3 start_;
    MoverState state_;
    Controls controls_;
    std::int64_t steps_left_ = 0;
    Vec3 place_of_choice_;
    int attempts_ = 0;
    std::size_t step_ = 0;
    std::vector<std::unique_ptr<Thing>> things_;
    MeshWalkReport report_{.hash = kEmptyHash};
};

}  // namespace

MeshWalkReport check_mesh_walk(const OpenMeshKind& kind,
                               MeshWalker walker,
                               std::size_t steps,
                               std::uint64_t seed,
                               std::size_t things) {
    return Walk(kind, walker, seed, things).run(steps);
}

}  // namespace halfspace::test
