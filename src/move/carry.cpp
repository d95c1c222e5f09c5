// SPDX-License-Identifier: MIT
//
// The ways of all models are divided into the same number of parts. In each part one model after
// the other advances, in the order of their ids. What happens to the body is seen from the model:
// there the model rests, and the body moves towards it and slides along it. So a model that is only
// moved meets the body exactly, however fast it is. The body then goes to the place that it has
// reached there, as far as everything else lets it.
#include "move/carry.h"

#include "halfspace/level/level.h"

#include "move/place.h"
#include "move/screw_motion.h"
#include "move/slide_along.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {
namespace {

// A turned model advances by at most this part of the body's least width.
constexpr double kAdvance = 0.25;
// The least width that counts: that of a point would ask for parts without end [units].
constexpr double kMinWidth = 1;

// A model or an obstacle that makes one part of its way.
struct Pusher {
    Blockers alone;  // only the pusher, in its own frame
    Blockers others;
    Transform from;
    Transform to;
};

// A model turns in at most 2^12 parts, so that no step takes long.
constexpr int kMaxHalvings = 12;

static_assert(kMaxNearModels <= 64, "a number of 64 bits has one for each model");

class Carrier {
public:
    Carrier(const Level& level,
            NearThings& near,
            const Blockers& blockers,
            const MovedBody& body,
            const MoverState& state)
        : level_(level), near_(near), blockers_(blockers), body_(body), state_(state) {
        position_ = state.position;
        const Aabb box = body.shape().shape.bounds();
        const Vec3 size = box.max - box.min;
        radius_ = length(max(-box.min, box.max)) + length(body.shape().offset);
        advance_ = kAdvance * std::max(kMinWidth, std::min({size.x, size.y, size.z}));
    }

    Carried run() {
        if (near_.does_a_model_move()) {
            move_models();
        }
        if (!crush_) {
            move_obstacles();
        }
        return {position_, crush_};
    }

private:
    // 2^n parts: so many that no turned model advances farther than it may in any part.
    int halvings() const {
        double most = 1;
        for (std::size_t i = 0; i < model_count(); ++i) {
            if (near_.does_model_turn(i)) {
                const ScrewMotion motion(near_.model_from(i), near_.model_to(i), 0);
                // Twice, because the body may be pushed to where the model is faster.
                most = std::max(most, 2 * motion.longest_way(position_, radius_) / advance_);
            }
        }
        int n = 0;
        while (n < kMaxHalvings && std::ldexp(1.0, n) < most) {
            ++n;
        }
        return n;
    }

    void move_models() {
        const int n = halvings();
        for (std::size_t i = 0; i < model_count(); ++i) {
            part_motions_[i] = ScrewMotion(near_.model_from(i), near_.model_to(i), n).part();
        }
        const std::int64_t parts = std::int64_t{1} << n;
        for (std::int64_t part = 0; part < parts && !crush_; ++part) {
            move_models_by_a_part(part + 1 == parts);
            if (crush_) {
                crush_->fraction = static_cast<double>(part) / static_cast<double>(parts);
            }
        }
    }

    void move_models_by_a_part(bool is_last) {
        const Vec3 start = position_;
        touched_models_ = 0;
        std::ranges::copy(near_.models(), before_.begin());
        for (std::size_t i = 0; i < model_count(); ++i) {
            if (!near_.does_model_move(i)) {
                continue;
            }
            near_.place_model(
                i, is_last ? near_.model_to(i) : part_motions_[i] * before_[i].transform);
            Pusher pusher = model_pusher(i);
            const Vec3 from = to_local(pusher.from, position_);
            if (before_[i].model == state_.ground_model) {
                pusher.others = all_but(i);
                ride(pusher);
            }
            push(i, pusher, from);
        }
        // A model may have advanced only after another one has pushed the body against it. So
        // every model pushes once more.
        for (std::size_t i = 0; i < model_count() && !has_room_here(); ++i) {
            if (near_.does_model_move(i)) {
                const Pusher pusher = model_pusher(i);
                push(i, pusher, to_local(pusher.from, position_));
            }
        }
        if ((!has_room_here() || has_a_model_passed()) && !free_between(start)) {
            position_ = start;
            crush_ = Crush{pressing_model(), {}, 0};
            for (std::size_t i = 0; i < model_count(); ++i) {
                near_.place_model(i, before_[i].transform);
            }
        }
    }

    Blockers now() const {
        Blockers all = blockers_;
        all.models = near_.models();
        all.obstacles = near_.obstacles();
        return all;
    }

    bool has_room_here() const {
        return is_mover_place(position_) && has_room_in_level(now(), body_, position_);
    }

    // Without the others, which most pushers do not need.
    Pusher model_pusher(std::size_t i) const {
        Pusher pusher{blockers_, {}, before_[i].transform, near_.models()[i].transform};
        pusher.alone.base = before_[i].model;
        pusher.alone.models = {};
        pusher.alone.obstacles = {};
        return pusher;
    }

    Blockers all_but(std::size_t i) {
        const auto placed = near_.models();
        std::copy(placed.begin(), placed.begin() + static_cast<std::ptrdiff_t>(i), others_.begin());
        std::copy(placed.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  placed.end(),
                  others_.begin() + static_cast<std::ptrdiff_t>(i));
        Blockers others = blockers_;
        others.models = {others_.data(), placed.size() - 1};
        return others;
    }

    // True if the pusher is between the place of the first touch and the place where the body is,
    // or reaches into the latter. The first place is in the frame of the pusher.
    bool has_passed(const Pusher& pusher, const Vec3& touched) const {
        const Vec3 here = to_local(pusher.to, position_);
        return first_touch(pusher.alone, body_, touched, here).hit;
    }

    // Goes towards the place as far as the others let it. If the pusher is in the body then, or has
    // gone past the body, the body stays and the result is false. Both places are in the frame of
    // the pusher.
    bool go(const Pusher& pusher, const Vec3& touched, const Vec3& target) {
        const Vec3 before = position_;
        const Vec3 way = to_world(pusher.to, target) - before;
        position_ = slide_along(pusher.others, body_, before, way, 1, {}).slide.position;
        const bool is_good = has_room_here() && !has_passed(pusher, touched);
        position_ = is_good ? position_ : before;
        return is_good;
    }

    // The body stays where it is in the frame of the pusher.
    void ride(const Pusher& pusher) {
        const Vec3 target = to_world(pusher.to, to_local(pusher.from, position_));
        position_ =
            slide_along(pusher.others, body_, position_, target - position_, 1, {}).slide.position;
    }

    // False if the body stays clear of the model's box on its way. Both places are in the frame of
    // the model.
    bool may_touch(ModelId model, const Vec3& from, const Vec3& to) const {
        constexpr double kMargin = 2;  // more than the skin
        const Aabb way = merge(Aabb{from, from}, to);
        return touch(grown(way, radius_ + kMargin), level_.model_bounds(model));
    }

    // The body goes out of the way along the surface of a model, or else together with the model.
    // `from`: where the body was in the frame of the model, before the model carried it.
    void push(std::size_t model, Pusher pusher, const Vec3& from) {
        const Vec3 to = to_local(pusher.to, position_);
        if (from == to || !may_touch(pusher.alone.base, from, to)) {
            return;
        }
        const Slide slide = slide_along(pusher.alone, body_, from, to - from, 1, {}).slide;
        if (slide.start_blocked || slide.contact_count == 0) {
            return;
        }
        pusher.others = all_but(model);
        const Vec3& touched = slide.contacts[0].end;
        if (!go(pusher, touched, slide.position)) {
            go(pusher, touched, touched);
        }
        const std::uint64_t bit = std::uint64_t{1} << model;
        if ((touched_models_ & bit) == 0) {
            touched_[model] = touched;
        }
        touched_models_ |= bit;
    }

    // True if a model has gone past the body, because the others did not let the body go aside.
    bool has_a_model_passed() {
        for (std::size_t i = 0; i < model_count(); ++i) {
            if ((touched_models_ >> i & 1) != 0) {
                if (has_passed(model_pusher(i), touched_[i])) {
                    return true;
                }
            }
        }
        return false;
    }

    // Looks for room near the body. `start` is where the body was before this part. Room behind a
    // wall or behind a model does not count.
    bool free_between(const Vec3& start) {
        double way = 0;
        for (std::size_t i = 0; i < model_count(); ++i) {
            const Transform motion = near_.models()[i].transform * inverse(before_[i].transform);
            way = std::max(way, distance(start, to_world(motion, start)));
        }
        const auto place = room_near(now(), body_, position_, way + advance_);
        if (!place || !is_mover_place(*place) || !can_reach(start, *place)) {
            return false;
        }
        position_ = *place;
        return true;
    }

    bool can_reach(const Vec3& start, const Vec3& place) {
        Blockers world = blockers_;
        world.models = {};
        if (first_touch(world, body_, start, place).hit) {
            return false;
        }
        for (std::size_t i = 0; i < model_count(); ++i) {
            const Pusher model = model_pusher(i);
            const Vec3 from = to_local(model.from, start);
            const Vec3 to = to_local(model.to, place);
            if (first_touch(model.alone, body_, from, to).hit) {
                return false;
            }
        }
        return true;
    }

    // The first moving model without which the body would have room; else the first moving model.
    ModelId pressing_model() {
        ModelId first;
        for (std::size_t i = 0; i < model_count(); ++i) {
            if (!near_.does_model_move(i)) {
                continue;
            }
            const Pusher model = model_pusher(i);
            first = first.is_valid() ? first : model.alone.base;
            if (!has_room_in_level(model.alone, body_, to_local(model.to, position_))) {
                return model.alone.base;
            }
        }
        return first;
    }

    // The obstacles with motion, in the order of their ids.
    void move_obstacles() {
        for (std::size_t i = 0; i < near_.obstacles().size() && !crush_; ++i) {
            if (near_.does_obstacle_move(i)) {
                move_obstacle(i);
            }
        }
    }

    void move_obstacle(std::size_t i) {
        const PlacedObstacle before = near_.obstacles()[i];
        PlacedObstacle after = before;
        after.position = near_.obstacle_to(i);
        const Vec3 motion_of_it = after.position - before.position;
        Pusher pusher{{}, now(), {}, moved_by(motion_of_it)};
        pusher.others.without = before.id;
        pusher.alone.obstacles = {&before, 1};
        pusher.alone.options = blockers_.options;
        const Vec3 start = position_;
        const bool was_in = is_in(before);
        if (state_.ground_obstacle == before.id) {
            ride(pusher);
        }
        const Vec3 motion = to_local(pusher.to, position_) - start;
        const Slide slide = slide_along(pusher.alone, body_, start, motion, 1, {}).slide;
        bool is_good = true;
        if (slide.contact_count > 0) {
            const Vec3& touched = slide.contacts[0].end;
            is_good = go(pusher, touched, slide.position) || go(pusher, touched, touched);
        }
        const bool is_pressed = !was_in && (!is_good || is_in(after));
        if (is_pressed || !is_mover_place(position_)) {
            position_ = start;
            crush_ = Crush{{}, before.id, 1};
        }
        near_.place_obstacle(i, after.position);
    }

    bool is_in(const PlacedObstacle& obstacle) const {
        Blockers alone = blockers_;
        alone.level = nullptr;
        alone.models = {};
        alone.obstacles = {&obstacle, 1};
        return !has_room(alone, body_, position_);
    }

    std::size_t model_count() const { return near_.models().size(); }

    const Level& level_;
    NearThings& near_;
    const Blockers& blockers_;
    const MovedBody& body_;
    const MoverState& state_;
    Vec3 position_;
    double radius_ = 0;   // no point of the body is farther from its position [units]
    double advance_ = 0;  // of a turned model in one part [units]
    std::optional<Crush> crush_;
    // The models that have touched the body in the present part, one bit for each, and where the
    // body was at the first touch in the frame of each.
    std::uint64_t touched_models_ = 0;
    std::array<Vec3, kMaxNearModels> touched_;
    // What takes each model from one part of its way to the next.
    std::array<Transform, kMaxNearModels> part_motions_;
    // The models before the present part, and all but one of them.
    std::array<PlacedModel, kMaxNearModels> before_;
    std::array<PlacedModel, kMaxNearModels> others_;
};

}  // namespace

Carried carry(const Level& level,
              NearThings& near,
              const Blockers& blockers,
              const MovedBody& body,
              const MoverState& state) {
    return Carrier(level, near, blockers, body, state).run();
}

}  // namespace halfspace
