// SPDX-License-Identifier: MIT
#include "support/walk_checks.h"

#include "halfspace/move/mover.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/convex.h"

#include "support/hash.h"
#include "support/moving_world.h"
#include "support/random.h"
#include "support/walk_engines.h"
#include "support/walk_slopes.h"
#include "support/walk_ways.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::size_t kWalkers = 11;
constexpr std::size_t kStones = 2;
// The ids of stones begin here.
constexpr std::uint32_t kFirstStone = 100;
// Nobody goes so far in a step, unless something pushes [units].
constexpr double kOwnWay = 30;

struct Walker {
    MoverState state;
    MoverInput input;
    std::int64_t steps_left = 0;
    bool is_placed = false;
};

class Walks {
public:
    Walks(const Level& level, std::uint64_t seed, WalkBodies bodies, double seconds)
        : level_(level),
          random_(seed),
          options_{.seconds = seconds},
          bodies_(bodies == WalkBodies::Spaces
                      ? MoverBodies{*find_space(level, "stand"), *find_space(level, "crouch")}
                      : MoverBodies{cylinder(28, 4), cylinder(20, -4)}) {
        for (std::uint32_t m = 1; m < level.models().size(); ++m) {
            engines_.push_back(random_engine(random_, ModelId(m), level.model_bounds(ModelId(m))));
        }
        walkers_.resize(kWalkers);
        for (std::size_t i = 0; i < kStones; ++i) {
            stones_.push_back(random_stone(random_));
            stones_.back().position = kAway;
        }
    }

    WalkReport run(std::size_t rounds) {
        for (std::size_t i = 0; i < rounds; ++i) {
            set_models();
            set_stones();
            for (std::size_t w = 0; w < kWalkers; ++w) {
                choose_input(w);
            }
            make_round();
        }
        return report_;
    }

private:
    void set_models() {
        models_.clear();
        for (const Engine& engine : engines_) {
            models_.emplace_back(
                level_, engine.model, engine.at(engine.place), engine.at(engine.next()));
        }
        place_models();
    }

    void set_stones() {
        for (Stone& stone : stones_) {
            if (stone.steps_left-- > 0) {
                continue;
            }
            const Walker& target = any_of_list(walkers_);
            if (target.is_placed && distance(stone.position, target.state.position) > 300) {
                bring_near(stone, target.state.position);
            }
            choose_motion(stone, random_, target.state.position);
        }
    }

    // To a place where nobody is, if one is found soon.
    void bring_near(Stone& stone, const Vec3& place) {
        const Vec3 before = stone.position;
        for (int tries = 0; tries < 8; ++tries) {
            const auto aside = [&] { return random_.real(-150, 150); };
            stone.position = place + Vec3{aside(), aside(), aside()};
            const bool is_free_of_all =
                std::none_of(walkers_.begin(), walkers_.end(), [&](const Walker& walker) {
                    return walker.is_placed && is_in_stone(walker.state, stone, stone.position);
                });
            if (is_free_of_all) {
                return;
            }
        }
        stone.position = before;
    }

    bool is_in_stone(const MoverState& state, const Stone& stone, const Vec3& place) const {
        const ShapeBody body = shape_at(state);
        return overlaps({body.shape, moved_by(state.position + body.offset)},
                        {stone.shape, moved_by(place)});
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
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        return shape_of(level_, is_crouched ? bodies_.crouch : bodies_.stand);
    }

    bool has_room(const MoverState& state) const {
        const PlacedLevel here{level_, placed_};
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
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
                penetration({body.shape, moved_by(at)}, {other.shape, moved_by(other_at)})) {
                return true;
            }
        }
        return false;
    }

    template <class T>
    const T& any_of_list(const std::vector<T>& list) {
        return list[static_cast<std::size_t>(
            random_.integer(0, static_cast<std::int64_t>(list.size()) - 1))];
    }

    // A box to start in: around a model, around another walker, or the world's.
    Aabb starting_box() {
        if (!engines_.empty() && random_.one_in(2)) {
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
            const bool is_in_a_stone =
                std::any_of(stones_.begin(), stones_.end(), [&](const Stone& stone) {
                    return is_in_stone(state, stone, stone.position);
                });
            if (has_room(state) && !is_in_another(walker, state) && !is_in_a_stone &&
                (tries > 200 || is_enclosed(level_, state.position))) {
                walkers_[walker].state = state;
                walkers_[walker].is_placed = true;
                return;
            }
        }
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
            const Vec3 other = any_of_list(walkers_).state.position;
            controls.view.yaw = angles_towards(other - w.state.position).yaw;
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

    // All walkers make one step; once more with resting models and stones, if one of them crushes
    // somebody, or if so many move that a walker cannot tell which of them it may meet.
    void make_round() {
        for (std::size_t w = 0; w < kWalkers; ++w) {
            // Now and then from elsewhere, so that a pit does not hold all of them.
            if (!walkers_[w].is_placed || is_lost(walkers_[w].state) || random_.one_in(400)) {
                place_before_models(w);
            }
        }
        const std::vector<Walker> before = walkers_;
        std::vector<Crush> crushes;
        std::vector<MoverStep> steps = step_all(crushes);
        const bool is_held =
            !crushes.empty() || std::any_of(steps.begin(), steps.end(), [](const MoverStep& step) {
                return step.problem == MoverProblem::TooManyNear;
            });
        if (is_held) {
            report_.crushes += crushes.empty() ? 0 : 1;
            hold(crushes);
            walkers_ = before;
            crushes.clear();
            steps = step_all(crushes);
            if (!crushes.empty()) {
                add("a crush by what rests");
            }
        }
        for (std::size_t w = 0; w < kWalkers; ++w) {
            if (walkers_[w].is_placed) {
                check(w, before[w].state, steps[w]);
            }
        }
        if (!is_held) {
            for (Engine& engine : engines_) {
                engine.advance();
            }
            for (Stone& stone : stones_) {
                stone.position += stone.motion;
            }
        }
    }

    // All models and stones rest. Those that crush somebody will turn back or go elsewhere.
    void hold(const std::vector<Crush>& crushes) {
        for (const Crush& crush : crushes) {
            if (crush.obstacle.is_valid()) {
                stones_[crush.obstacle.value - kFirstStone].steps_left = 0;
            }
        }
        for (Engine& engine : engines_) {
            const bool turns_back =
                std::any_of(crushes.begin(), crushes.end(), [&](const Crush& crush) {
                    return crush.model == engine.model;
                });
            engine.direction *= turns_back ? -1 : 1;
            engine.rest_left = turns_back ? engine.rest : engine.rest_left;
        }
        for (MovingModel& moving : models_) {
            moving = at_rest(level_, moving.model(), moving.from());
        }
        place_models();
        for (Stone& stone : stones_) {
            stone.motion = {};
        }
    }

    // Among the models where they stand before they move.
    void place_before_models(std::size_t walker) {
        std::vector<MovingModel> resting = models_;
        for (MovingModel& moving : resting) {
            moving = at_rest(level_, moving.model(), moving.from());
        }
        std::swap(resting, models_);
        place_models();
        place(walker);
        std::swap(resting, models_);
        place_models();
    }

    std::vector<MoverStep> step_all(std::vector<Crush>& crushes) {
        std::vector<MoverStep> steps(kWalkers);
        for (std::size_t w = 0; w < kWalkers; ++w) {
            if (!walkers_[w].is_placed) {
                continue;
            }
            std::vector<Other> others;  // in any order
            for (std::size_t k = 0; k < kWalkers; ++k) {
                const std::size_t i = (k + w * 3 + report_.report.queries) % kWalkers;
                const auto id = static_cast<std::uint32_t>(i);
                if (i < kStones) {
                    const Stone& s = stones_[i];
                    others.push_back({kFirstStone + id, {s.shape, {}}, s.position, s.motion});
                }
                if (i != w && walkers_[i].is_placed) {
                    const MoverState& other = walkers_[i].state;
                    others.push_back({id, shape_at(other), other.position});
                }
            }
            steps[w] = step_mover(world_with(level_, models_, others),
                                  bodies_,
                                  walkers_[w].state,
                                  walkers_[w].input,
                                  options_);
            walkers_[w].state = steps[w].state;
            if (steps[w].crush) {
                crushes.push_back(*steps[w].crush);
            }
        }
        return steps;
    }

    void check(std::size_t walker, const MoverState& before, const MoverStep& step) {
        const MoverState& after = step.state;
        ++report_.report.queries;
        count(before, step);
        std::string problem;
        if (step.problem != MoverProblem::None) {
            problem = "problem " + std::to_string(static_cast<int>(step.problem));
        } else if (step.was_freed) {
            problem = "had to be freed";
        } else if (!has_room(after)) {
            problem = "is blocked";
        } else if (is_in_another(walker, after)) {
            problem = "is in another walker";
        } else if (const ModelId model = tunnelled(before.position, after.position);
                   model.is_valid()) {
            problem = "has gone through model " + std::to_string(model.value);
        } else if (problem = problem_with_stones(before.position, after);
                   problem.empty() && !may_meet_others(walker, before, after)) {
            problem = problem_with_slopes(options_, before, step);
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

    // The model that the middle of the body has gone through; invalid if there is none.
    ModelId tunnelled(const Vec3& from, const Vec3& to) const {
        if (!is_way_clear(level_, kWorldModel, kMask, from, to)) {
            return kWorldModel;
        }
        const Aabb way = merge(merge(Aabb{}, from), to);
        for (std::size_t i = 0; i < models_.size(); ++i) {
            const MovingModel& moving = models_[i];
            if (!touch(moving.box(), grown(way, kNear))) {
                continue;
            }
            const bool is_clear = moving.moves()
                                      ? is_way_clear(level_, engines_[i], kMask, from, to)
                                      : is_way_clear(level_,
                                                     moving.model(),
                                                     kMask,
                                                     to_local(moving.to(), from),
                                                     to_local(moving.to(), to));
            if (!is_clear) {
                return moving.model();
            }
        }
        return {};
    }

    // Empty if there is none.
    std::string problem_with_stones(const Vec3& before, const MoverState& after) const {
        // A box that lies in all bodies.
        const ShapeBody crouched = shape_of(level_, bodies_.crouch);
        const Vec3 half = crouched.shape.bounds().max * 0.7;
        for (const Stone& stone : stones_) {
            if (is_in_stone(after, stone, stone.position + stone.motion)) {
                return "is in a stone";
            }
            if (!is_way_clear(
                    stone, half, before + crouched.offset, after.position + crouched.offset)) {
                return "has gone through stone " + std::to_string(&stone - stones_.data());
            }
        }
        return {};
    }

    // True if a model, a stone or another walker was near, wherever they are now.
    bool may_meet_others(std::size_t walker, const MoverState& before, const MoverState& after) {
        const Aabb near = grown(merge(box_of(before), box_of(after)), 64);
        bool is_alone = true;
        for (std::size_t i = 0; i < kWalkers; ++i) {
            const bool is_other = i != walker && walkers_[i].is_placed;
            is_alone = is_alone && !(is_other && touch(box_of(walkers_[i].state), near));
        }
        for (const MovingModel& moving : models_) {
            is_alone = is_alone && !(moving.moves() && touch(moving.box(), near));
        }
        for (const Stone& stone : stones_) {
            const Aabb at = moved(stone.shape.bounds(), stone.position);
            is_alone = is_alone && !touch(merge(at, moved(at, stone.motion)), near);
        }
        return !is_alone;
    }

    void count(const MoverState& before, const MoverStep& step) {
        report_.pushed += distance(before.position, step.state.position) > kOwnWay ? 1 : 0;
        report_.jumps += step.jumped ? 1 : 0;
        report_.landings += step.landed ? 1 : 0;
        report_.stairs += step.stepped != 0 ? 1 : 0;
        report_.crouched += has_flag(step.state.flags, MoverFlags::Crouched) ? 1 : 0;
        report_.swum += step.state.mode == MoverMode::Swim ? 1 : 0;
        report_.climbed += step.state.mode == MoverMode::Ladder ? 1 : 0;
        report_.carried += step.state.ground_model.is_valid() ? 1 : 0;
        const auto walls = step.walls();
        report_.slid += step.state.mode == MoverMode::Air && touches_slope(walls) ? 1 : 0;
        report_.bumped += std::any_of(walls.begin(), walls.end(), [](const Contact& wall) {
            return wall.obstacle.is_valid();
        });
        report_.hash = hash_with(report_.hash, step.state.position);
        report_.hash = hash_with(report_.hash, step.state.velocity);
    }

    void add(std::string detail) { add_difference(report_.report, std::move(detail)); }

    // A corner of a way is not farther from the way than this.
    static constexpr double kNear = 2;
    // Where stones are that nobody meets.
    static constexpr Vec3 kAway{100'000, 100'000, 100'000};
    static constexpr Contents kMask = kPlayerBlockers;

    const Level& level_;
    Random random_;
    MoverOptions options_;
    MoverBodies bodies_;
    std::vector<Engine> engines_;
    std::vector<MovingModel> models_;
    std::vector<PlacedModel> placed_;  // models_ at the end of the step
    std::vector<Walker> walkers_;
    std::vector<Stone> stones_;
    WalkReport report_{.hash = kEmptyHash};
};

}  // namespace

WalkReport check_walks(
    const Level& level, std::size_t rounds, std::uint64_t seed, WalkBodies bodies, double seconds) {
    return Walks(level, seed, bodies, seconds).run(rounds);
}

}  // namespace halfspace::test
