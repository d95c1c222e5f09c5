// SPDX-License-Identifier: MIT
#include "support/mesh_walks.h"

#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "support/random.h"

#include <bit>
#include <cmath>
#include <string>

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

class Walk {
public:
    Walk(const OpenMeshKind& kind, MeshWalker walker, std::uint64_t seed)
        : mesh_(kind.make()),
          tree_(*TriangleBvh::build(mesh_.view())),
          random_(seed),
          stand_(body_of(walker, 1)),
          crouch_(body_of(walker, 0.7)),
          start_(kind.start) {
        world_.place(kGround, {.triangles = &tree_});
    }

    MeshWalkReport run(std::size_t steps) {
        for (; step_ < steps; ++step_) {
            // Some places are such that nobody gets away from them.
            if (step_ % kStepsOfALife == 0) {
                state_ = mover_at(start_);
                last_middle_ = start_ + crouch_.offset;
                attempts_ = 0;
            }
            choose();
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

    void make_step() {
        const MoverState before = state_;
        const MoverStep step = step_mover(world_, {stand_, crouch_}, state_, quantised(controls_));
        state_ = step.state;
        if (step.problem != MoverProblem::None || step.was_freed) {
            fail(step.was_freed ? "was freed" : "has a problem");
        }
        const PlacedShape there{body().shape, moved_by(body().offset)};
        if (!is_free(world_, there, state_.position)) {
            fail("is in a triangle");
        }
        check_way(state_.position + crouch_.offset);
        const double most = kOpenMeshHalf;
        if (!(std::abs(state_.position.x) < most && std::abs(state_.position.y) < most &&
              state_.position.z > -400)) {
            fail("has left the place");
        }
        const bool rests = controls_.forward == 0 && !controls_.jump &&
                           before.mode == MoverMode::Ground && before.velocity == Vec3{} &&
                           before.flags == state_.flags;
        if (rests && (state_.position != before.position || state_.velocity != Vec3{})) {
            fail("trembles");
        }
        report_.rests += rests ? 1 : 0;
        report_.jumps += step.jumped ? 1 : 0;
        report_.landings += step.landed ? 1 : 0;
        report_.stairs += step.stepped != 0 ? 1 : 0;
        report_.walls += step.wall_count > 0 ? 1 : 0;
        const Vec3 way = state_.position - before.position;
        report_.way += std::hypot(way.x, way.y);
        for (const double number : {state_.position.x, state_.position.y, state_.position.z}) {
            report_.hash = report_.hash * 0x100000001b3 + std::bit_cast<std::uint64_t>(number);
        }
    }

    // No point of a body goes through a triangle; the middle of the crouching body is one that the
    // standing body has, too. From step to step it goes nearly straight.
    void check_way(const Vec3& middle) {
        const Vec3 way = middle - last_middle_;
        if (tree_.any_hit({last_middle_, way, 1})) {
            fail("has gone through a triangle");
        }
        last_middle_ = middle;
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
    Vec3 last_middle_;
    int attempts_ = 0;
    std::size_t step_ = 0;
    MeshWalkReport report_;
};

}  // namespace

MeshWalkReport check_mesh_walk(const OpenMeshKind& kind,
                               MeshWalker walker,
                               std::size_t steps,
                               std::uint64_t seed) {
    return Walk(kind, walker, seed).run(steps);
}

}  // namespace halfspace::test
