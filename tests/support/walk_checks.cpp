// SPDX-License-Identifier: MIT
#include "support/walk_checks.h"

#include "halfspace/move/mover.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/convex.h"

#include "support/brushes.h"
#include "support/random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::size_t kWalkers = 11;
constexpr std::size_t kDetails = 10;

// A model that moves back and forth, or turns.
struct Engine {
    enum class Kind : std::uint8_t { Lift, Door, Hinge, Carousel };

    ModelId model;
    Kind kind;
    Vec3 origin;  // of turns
    Vec3 way;
    double place = 0;  // in [0, 1]; a carousel goes on
    double speed = 0;  // per step
    double direction = 1;

    Transform at(double p) const {
        switch (kind) {
            case Kind::Lift:
            case Kind::Door:
                return moved_by(way * p);
            case Kind::Hinge:
                return turned_about(origin, {.yaw = 110 * p});
            case Kind::Carousel:
                return turned_about(origin, {.yaw = 360 * p});
        }
        return {};
    }

    double next() const {
        const double p = place + speed * direction;
        return kind == Kind::Carousel ? p : std::clamp(p, 0.0, 1.0);
    }

    void advance() {
        place = next();
        if (kind != Kind::Carousel && (place == 0 || place == 1)) {
            direction = place == 0 ? 1 : -1;
        }
    }
};

struct Walker {
    MoverState state;
    MoverInput input;
    std::int64_t steps_left = 0;
    bool is_placed = false;
};

class Walks {
public:
    Walks(const Level& level, std::uint64_t seed, WalkBodies bodies)
        : level_(level),
          random_(seed),
          bodies_(bodies == WalkBodies::Spaces
                      ? MoverBodies{*find_space(level, "stand"), *find_space(level, "crouch")}
                      : MoverBodies{cylinder(28, 4), cylinder(20, -4)}) {
        for (std::uint32_t m = 1; m < level.models().size(); ++m) {
            engines_.push_back(make_engine(ModelId(m)));
        }
        walkers_.resize(kWalkers);
    }

    WalkReport run(std::size_t rounds) {
        for (std::size_t i = 0; i < rounds; ++i) {
            set_models();
            for (std::size_t w = 0; w < kWalkers; ++w) {
                choose_input(w);
            }
            make_round();
        }
        return report_;
    }

private:
    Engine make_engine(ModelId model) {
        const Aabb box = level_.tree_box(model);
        const auto kind = static_cast<Engine::Kind>(random_.integer(0, 3));
        Engine engine{model, kind, {}, {}};
        const bool is_hinge = kind == Engine::Kind::Hinge;
        engine.origin = is_hinge ? box.min : (box.min + box.max) * 0.5;
        const double size = random_.real(32, 128);
        engine.way = kind == Engine::Kind::Lift ? Vec3{0, 0, size}
                     : random_.one_in(2)        ? Vec3{size, 0, 0}
                                                : Vec3{0, random_.one_in(2) ? size : -size, 0};
        // 60 to 300 units or degrees per second.
        engine.speed = random_.real(60, 300) / 64 / (kind == Engine::Kind::Carousel ? 360 : 110);
        return engine;
    }

    void set_models() {
        models_.clear();
        for (const Engine& engine : engines_) {
            models_.emplace_back(
                level_, engine.model, engine.at(engine.place), engine.at(engine.next()));
        }
        place_models();
    }

    // Takes over where the models are at the end of the step.
    void place_models() {
        placed_.clear();
        for (const MovingModel& moving : models_) {
            placed_.push_back({moving.model(), moving.to()});
        }
    }

    // From the feet of the default bodies, 24 units below the position.
    static ShapeBody cylinder(double half_height, double middle) {
        return {*ConvexShape::cylinder(half_height, 15), {0, 0, middle}};
    }

    ShapeBody shape_at(const MoverState& state) const {
        const bool is_crouched = has(state.flags, MoverFlags::Crouched);
        return shape_of(level_, is_crouched ? bodies_.crouch : bodies_.stand);
    }

    bool has_room(const MoverState& state) const {
        const PlacedLevel here{level_, placed_};
        const bool is_crouched = has(state.flags, MoverFlags::Crouched);
        const MoverBody& body = is_crouched ? bodies_.crouch : bodies_.stand;
        if (const auto* const space = std::get_if<SpaceId>(&body)) {
            return is_free(here, *space, state.position, kMask);
        }
        const auto& [shape, offset] = std::get<ShapeBody>(body);
        return is_free(here, PlacedShape{shape, moved_by(offset)}, state.position, kMask);
    }

    Aabb box_of(const MoverState& state) const { return box_at(shape_at(state), state.position); }

    bool is_in_another(std::size_t walker, const MoverState& state) const {
        const ShapeBody body = shape_at(state);
        const Aabb a = box_of(state);
        for (std::size_t i = 0; i < kWalkers; ++i) {
            if (i == walker || !walkers_[i].is_placed) {
                continue;
            }
            const Aabb b = box_of(walkers_[i].state);
            if (a.min.x >= b.max.x || b.min.x >= a.max.x || a.min.y >= b.max.y ||
                b.min.y >= a.max.y || a.min.z >= b.max.z || b.min.z >= a.max.z) {
                continue;
            }
            const ShapeBody other = shape_at(walkers_[i].state);
            const Vec3 at = state.position + body.offset;
            const Vec3 other_at = walkers_[i].state.position + other.offset;
            if (body.shape.kind() == ConvexShape::Kind::Box ||
                overlap({body.shape, moved_by(at)}, {other.shape, moved_by(other_at)})) {
                return true;
            }
        }
        return false;
    }

    // True if no axis leads out into the void around the level.
    bool is_enclosed(const Vec3& p) const {
        constexpr double kFar = 1e6;
        const std::array<Vec3, 3> ways{Vec3{kFar, 0, 0}, Vec3{0, kFar, 0}, Vec3{0, 0, kFar}};
        return std::none_of(ways.begin(), ways.end(), [&](const Vec3& way) {
            return line_of_sight(level_, p, p + way) || line_of_sight(level_, p, p - way);
        });
    }

    template <class T>
    const T& any_of_list(const std::vector<T>& list) {
        return list[static_cast<std::size_t>(
            random_.integer(0, static_cast<std::int64_t>(list.size()) - 1))];
    }

    // A box to start in: around a model, around another walker, or the world's.
    Aabb starting_box() {
        if (!engines_.empty() && random_.one_in(3)) {
            return grown(level_.tree_box(any_of_list(engines_).model), 64);
        }
        const Walker& other = any_of_list(walkers_);
        if (other.is_placed && random_.one_in(2)) {
            return grown(box_of(other.state), 100);
        }
        return level_.tree_box(kWorldModel);
    }

    // Within the level's walls if such a place is found soon.
    void place(std::size_t walker) {
        walkers_[walker].is_placed = false;
        for (int tries = 0; tries < 400; ++tries) {
            const Aabb box = starting_box();
            const double x = random_.real(box.min.x, box.max.x);
            const double y = random_.real(box.min.y, box.max.y);
            const double z = random_.real(box.min.z, box.max.z);
            const MoverState state = mover_at({x, y, z});
            if (has_room(state) && !is_in_another(walker, state) &&
                (tries > 200 || is_enclosed(state.position))) {
                walkers_[walker].state = state;
                walkers_[walker].is_placed = true;
                return;
            }
        }
    }

    // Of 32 directions the nearest. (std::atan2 may differ between machines.)
    static double yaw_towards(const Vec3& way) {
        double best = 0;
        for (double yaw = 0; yaw < 360; yaw += 360.0 / 32) {
            best = dot(way, facing({.yaw = yaw})) > dot(way, facing({.yaw = best})) ? yaw : best;
        }
        return best;
    }

    void choose_input(std::size_t walker) {
        Walker& w = walkers_[walker];
        if (w.steps_left-- > 0) {
            return;
        }
        w.steps_left = random_.integer(4, 64);
        Controls controls;
        controls.view = {.pitch = random_.real(-80, 80), .yaw = random_.real(0, 360)};
        if (random_.one_in(4)) {
            controls.view.yaw =
                yaw_towards(any_of_list(walkers_).state.position - w.state.position);
        }
        controls.forward = random_.one_in(8) ? random_.real(-1, 1) : 1;
        controls.left = random_.one_in(3) ? random_.real(-1, 1) : 0;
        controls.up = random_.one_in(4) ? random_.real(-1, 1) : 0;
        controls.jump = random_.one_in(3);
        controls.crouch = random_.one_in(4);
        w.input = quantised(controls);
    }

    bool is_lost(const MoverState& state) const {
        return !contains(level_.tree_box(kWorldModel), state.position);
    }

    // All walkers make one step; once more with resting models, if a model crushes one of them.
    void make_round() {
        for (std::size_t w = 0; w < kWalkers; ++w) {
            // Now and then from elsewhere, so that a pit does not hold all of them.
            if (!walkers_[w].is_placed || is_lost(walkers_[w].state) || random_.one_in(2000)) {
                place_before_models(w);
            }
        }
        const std::vector<Walker> before = walkers_;
        std::vector<ModelId> crushing;
        std::vector<MoverStep> steps = step_all(crushing);
        if (!crushing.empty()) {
            report_.crushes += 1;
            for (Engine& engine : engines_) {
                const bool turns_back =
                    std::find(crushing.begin(), crushing.end(), engine.model) != crushing.end();
                engine.direction *= turns_back ? -1 : 1;
            }
            for (MovingModel& moving : models_) {
                moving = MovingModel(level_, {moving.model(), moving.from()});
            }
            place_models();
            walkers_ = before;
            crushing.clear();
            steps = step_all(crushing);
            if (!crushing.empty()) {
                add("a crush by resting models");
            }
        } else {
            for (Engine& engine : engines_) {
                engine.advance();
            }
        }
        for (std::size_t w = 0; w < kWalkers; ++w) {
            if (walkers_[w].is_placed) {
                check(w, before[w].state, steps[w]);
            }
        }
    }

    // Among the models where they stand before they move.
    void place_before_models(std::size_t walker) {
        std::vector<MovingModel> resting = models_;
        for (MovingModel& moving : resting) {
            moving = MovingModel(level_, {moving.model(), moving.from()});
        }
        std::swap(resting, models_);
        place_models();
        place(walker);
        std::swap(resting, models_);
        place_models();
    }

    std::vector<MoverStep> step_all(std::vector<ModelId>& crushing) {
        std::vector<MoverStep> steps(kWalkers);
        for (std::size_t w = 0; w < kWalkers; ++w) {
            if (!walkers_[w].is_placed) {
                continue;
            }
            std::vector<Obstacle> others;
            // In any order.
            for (std::size_t k = 0; k < kWalkers; ++k) {
                const std::size_t i = (k + w * 3 + report_.report.queries) % kWalkers;
                if (i != w && walkers_[i].is_placed) {
                    others.push_back({static_cast<std::uint32_t>(i),
                                      shape_at(walkers_[i].state),
                                      walkers_[i].state.position});
                }
            }
            steps[w] = step_mover(
                {level_, models_, others}, bodies_, walkers_[w].state, walkers_[w].input);
            walkers_[w].state = steps[w].state;
            if (steps[w].crush) {
                crushing.push_back(steps[w].crush->model);
            }
        }
        return steps;
    }

    void check(std::size_t walker, const MoverState& before, const MoverStep& step) {
        const MoverState& after = step.state;
        ++report_.report.queries;
        count(step);
        std::string problem;
        if (step.problem != MoverProblem::None) {
            problem = "problem " + std::to_string(static_cast<int>(step.problem));
        } else if (step.was_freed) {
            problem = "had to be freed";
        } else if (!has_room(after)) {
            problem = "is blocked";
        } else if (is_in_another(walker, after)) {
            problem = "is in another walker";
        } else if (has_tunnelled(before.position, after.position)) {
            problem = "has tunnelled";
        }
        if (!problem.empty()) {
            add("walker " + std::to_string(walker) + " " + problem + ", from " +
                text(before.position) + " to " + text(after.position) + ", mode " +
                std::to_string(static_cast<int>(before.mode)) + " to " +
                std::to_string(static_cast<int>(after.mode)) + ", flags " +
                std::to_string(static_cast<int>(after.flags)) + ", round " +
                std::to_string(report_.report.queries / kWalkers));
            walkers_[walker].is_placed = false;
        }
    }

    // True if the middle of the body has gone through a wall. The body goes straight, or first up
    // or down and then straight, or around a corner, so one of these ways is clear.
    bool has_tunnelled(const Vec3& from, const Vec3& to) const {
        const auto is_clear = [&](ModelId model, const Vec3& a, const Vec3& b) {
            return first_transition(level_, SpaceId(0), a, b, kMask, model).kind ==
                   Transition::Kind::AllEmpty;
        };
        const auto is_reached = [&](ModelId model, const Vec3& a, const Vec3& b) {
            const std::array<Vec3, 5> corners{a,
                                              Vec3{a.x, a.y, std::max(a.z, b.z) + 1},
                                              Vec3{b.x, b.y, std::max(a.z, b.z) + 1},
                                              Vec3{a.x, b.y, a.z},
                                              Vec3{b.x, a.y, a.z}};
            return std::any_of(corners.begin(), corners.end(), [&](const Vec3& corner) {
                return is_clear(model, a, corner) && is_clear(model, corner, b);
            });
        };
        if (!is_reached(kWorldModel, from, to)) {
            return true;
        }
        const Aabb way = united(united(Aabb{}, from), to);
        return std::any_of(models_.begin(), models_.end(), [&](const MovingModel& moving) {
            if (!touch(moving.box(), grown(way, kNear))) {
                return false;
            }
            const Vec3 a = to_local(moving.from(), from);
            const Vec3 b = to_local(moving.to(), to);
            return !is_reached(moving.model(), a, b);
        });
    }

    void count(const MoverStep& step) {
        report_.jumps += step.jumped ? 1 : 0;
        report_.landings += step.landed ? 1 : 0;
        report_.stairs += step.stepped != 0 ? 1 : 0;
        report_.crouched += has(step.state.flags, MoverFlags::Crouched) ? 1 : 0;
        report_.swum += step.state.mode == MoverMode::Swim ? 1 : 0;
        report_.carried += step.state.ground_model.is_valid() ? 1 : 0;
        const auto walls = step.walls();
        report_.bumped += std::any_of(walls.begin(), walls.end(), [](const MoverContact& wall) {
            return wall.obstacle != kNoObstacle;
        });
        for (const double c : {step.state.position.x,
                               step.state.position.y,
                               step.state.position.z,
                               step.state.velocity.x,
                               step.state.velocity.y,
                               step.state.velocity.z}) {
            report_.hash = (report_.hash ^ std::bit_cast<std::uint64_t>(c)) * 0x100000001b3u;
        }
    }

    static std::string text(const Vec3& p) {
        std::array<char, 100> chars{};
        std::snprintf(chars.data(), chars.size(), "(%.17g %.17g %.17g)", p.x, p.y, p.z);
        return chars.data();
    }

    void add(std::string detail) {
        ++report_.report.differences;
        if (report_.report.details.size() < kDetails) {
            report_.report.details.push_back(std::move(detail));
        }
    }

    // A corner of a way is not farther from the way than this.
    static constexpr double kNear = 2;
    static constexpr Contents kMask = kBodyBlockers & ~Contents::MonsterClip;

    const Level& level_;
    Random random_;
    MoverBodies bodies_;
    std::vector<Engine> engines_;
    std::vector<MovingModel> models_;
    std::vector<PlacedModel> placed_;  // models_ at the end of the step
    std::vector<Walker> walkers_;
    WalkReport report_{.hash = 0xcbf29ce484222325u};
};

}  // namespace

void add_doors(World& world, std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 6; ++i) {
        const std::int64_t x = random.integer(-32, 32) * 16;
        const std::int64_t y = random.integer(-32, 32) * 16;
        const std::int64_t z = random.integer(-4, 12) * 16;
        const Units size{
            random.integer(1, 6) * 16, random.integer(1, 6) * 16, random.integer(1, 8) * 16};
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}},
                   .brushes = {box_brush({x, y, z}, {x + size[0], y + size[1], z + size[2]})}});
    }
}

WalkReport check_walks(const Level& level,
                       std::size_t rounds,
                       std::uint64_t seed,
                       WalkBodies bodies) {
    return Walks(level, seed, bodies).run(rounds);
}

}  // namespace halfspace::test
