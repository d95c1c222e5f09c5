// SPDX-License-Identifier: MIT
//
// The ways of all models and meshes are divided into the same number of parts. In each part one
// after the other advances, in the order of their indices. What happens to the body is seen from
// the model or mesh: there it rests, and the body moves towards it and slides along it. A body that
// is a shape is upright in the world, so it is turned there if the thing is turned here. So a thing
// that is only moved meets the body exactly, however fast it is. The body then goes to the place
// that it has reached there, as far as everything else lets it.
#include "move/carry.h"

#include "halfspace/level/level.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "move/place.h"
#include "move/screw_motion.h"
#include "move/slide_along.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <span>

namespace halfspace {
namespace {

// A turned thing advances by at most this part of the body's least width.
constexpr double kAdvance = 0.25;
// The least width that counts: that of a point would ask for parts without end [units].
constexpr double kMinWidth = 1;

// A thing that makes one part of its way.
struct Pusher {
    Blockers alone;  // only the pusher, in its own frame
    MovedBody body;  // in this frame, as it stands at the start of the part
    Blockers others;
    Transform from;
    Transform to;
};

// A thing turns in at most 2^12 parts, so that no step takes long.
constexpr int kMaxHalvings = 12;

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
        if (near_.does_a_rigid_thing_move()) {
            move_rigid_things();
        }
        if (!crush_) {
            move_obstacles();
        }
        return {position_, crush_};
    }

private:
    // 2^n parts: so many that no turned thing advances farther than it may in any part.
    int halvings() const {
        double most = 1;
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            if (near_.turns(i)) {
                const ScrewMotion motion(near_.from(i), near_.to(i), 0);
                // Twice, because the body may be pushed to where the thing is faster.
                most = std::max(most, 2 * motion.longest_way(position_, radius_) / advance_);
            }
        }
        int n = 0;
        while (n < kMaxHalvings && std::ldexp(1.0, n) < most) {
            ++n;
        }
        return n;
    }

    void move_rigid_things() {
        const int n = halvings();
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            part_motions_[i] = ScrewMotion(near_.from(i), near_.to(i), n).part();
        }
        const std::int64_t parts = std::int64_t{1} << n;
        for (std::int64_t part = 0; part < parts && !crush_; ++part) {
            move_by_a_part(part + 1 == parts);
            if (crush_) {
                crush_->fraction = static_cast<double>(part) / static_cast<double>(parts);
            }
        }
    }

    void move_by_a_part(bool is_last) {
        const Vec3 start = position_;
        are_touched_.reset();
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            before_[i] = near_.place_of(i);
        }
        const std::size_t ground = near_.index_of(state_.ground_model, state_.ground_mesh);
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            if (!near_.moves(i)) {
                continue;
            }
            near_.place(i, is_last ? near_.to(i) : part_motions_[i] * before_[i]);
            Pusher pusher = rigid_pusher(i);
            const Vec3 from = to_local(pusher.from, position_);
            if (i == ground) {
                pusher.others = all_but(i);
                ride(pusher);
            }
            push(i, pusher, from);
        }
        // A thing may have advanced only after another one has pushed the body against it. So each
        // pushes once more.
        for (std::size_t i = 0; i < near_.rigid_count() && !has_room_here(); ++i) {
            if (near_.moves(i)) {
                const Pusher pusher = rigid_pusher(i);
                push(i, pusher, to_local(pusher.from, position_));
            }
        }
        if ((!has_room_here() || has_one_passed()) && !free_between(start)) {
            position_ = start;
            crush_ = crush_by_a_rigid_thing();
            for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
                near_.place(i, before_[i]);
            }
        }
    }

    Blockers now() const {
        Blockers all = blockers_;
        all.models = near_.models();
        all.meshes = near_.meshes();
        all.obstacles = near_.obstacles();
        return all;
    }

    bool has_room_here() const {
        return is_mover_place(position_) && has_room_beside_obstacles(now(), body_, position_);
    }

    // Without the others, which most pushers do not need. It holds until the next call.
    Pusher rigid_pusher(std::size_t i) {
        Pusher pusher{{}, body_.seen_from(before_[i]), {}, before_[i], near_.place_of(i)};
        pusher.alone.options = blockers_.options;
        if (near_.is_model(i)) {
            pusher.alone.level = blockers_.level;
            pusher.alone.base = near_.models()[i].model;
        } else {
            alone_ = near_.mesh(i);
            alone_.transform = {};
            pusher.alone.meshes = {&alone_, 1};
        }
        return pusher;
    }

    template <class Thing>
    static std::span<const Thing> all_but(std::size_t i,
                                          std::span<const Thing> all,
                                          std::span<Thing> others) {
        const auto rest = std::ranges::copy(all.first(i), others.begin()).out;
        std::ranges::copy(all.subspan(i + 1), rest);
        return others.first(all.size() - 1);
    }

    Blockers all_but(std::size_t i) {
        Blockers others = blockers_;
        others.models = near_.models();
        others.meshes = near_.meshes();
        if (near_.is_model(i)) {
            others.models = all_but<PlacedModel>(i, near_.models(), other_models_);
        } else {
            const std::size_t mesh = i - near_.models().size();
            others.meshes = all_but<PlacedMesh>(mesh, near_.meshes(), other_meshes_);
        }
        return others;
    }

    // True if the pusher is between the place of the first touch and the place where the body is,
    // or reaches into the latter. The first place is in the frame of the pusher.
    bool has_passed(const Pusher& pusher, const Vec3& touched) const {
        const Vec3 here = to_local(pusher.to, position_);
        return first_touch(pusher.alone, pusher.body, touched, here).hit;
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

    // False if the body stays clear of the thing's box on its way. Both places are in the frame of
    // the thing.
    bool may_touch(std::size_t i, const Vec3& from, const Vec3& to) const {
        constexpr double kMargin = 2;  // more than the skin
        const Aabb way = merge(Aabb{from, from}, to);
        const Aabb box = near_.is_model(i) ? level_.model_bounds(near_.models()[i].model)
                                           : near_.mesh(i).surface.triangles->bounds();
        return touch(grown(way, radius_ + kMargin), box);
    }

    // The body goes out of the way along the surface of a thing, or else together with the thing.
    // `from`: where the body was in the frame of the thing, before the thing carried it.
    void push(std::size_t i, Pusher pusher, const Vec3& from) {
        const Vec3 to = to_local(pusher.to, position_);
        if (from == to || !may_touch(i, from, to)) {
            return;
        }
        const Slide slide = slide_along(pusher.alone, pusher.body, from, to - from, 1, {}).slide;
        if (slide.start_blocked || slide.contact_count == 0) {
            return;
        }
        pusher.others = all_but(i);
        const Vec3& touched = slide.contacts[0].end;
        if (!go(pusher, touched, slide.position)) {
            go(pusher, touched, touched);
        }
        if (!are_touched_[i]) {
            touched_[i] = touched;
        }
        are_touched_[i] = true;
    }

    // True if a thing has gone past the body, because the others did not let the body go aside.
    bool has_one_passed() {
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            if (are_touched_[i] && has_passed(rigid_pusher(i), touched_[i])) {
                return true;
            }
        }
        return false;
    }

    // Looks for room near the body. `start` is where the body was before this part. Room behind a
    // wall or behind a thing does not count.
    bool free_between(const Vec3& start) {
        double way = 0;
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            const Transform motion = near_.place_of(i) * inverse(before_[i]);
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
        world.meshes = {};
        if (first_touch(world, body_, start, place).hit) {
            return false;
        }
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            const Pusher thing = rigid_pusher(i);
            const Vec3 from = to_local(thing.from, start);
            const Vec3 to = to_local(thing.to, place);
            if (first_touch(thing.alone, thing.body, from, to).hit) {
                return false;
            }
        }
        return true;
    }

    // By the first moving thing without which the body would have room; else by the first moving
    // thing.
    Crush crush_by_a_rigid_thing() {
        std::size_t presses = near_.rigid_count();
        for (std::size_t i = 0; i < near_.rigid_count(); ++i) {
            if (!near_.moves(i)) {
                continue;
            }
            presses = std::min(presses, i);
            const Pusher thing = rigid_pusher(i);
            const MovedBody body = body_.seen_from(thing.to);
            if (!has_room(thing.alone, body, to_local(thing.to, position_))) {
                presses = i;
                break;
            }
        }
        return near_.is_model(presses) ? Crush{.model = near_.models()[presses].model}
                                       : Crush{.mesh = near_.mesh(presses).id};
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
        Pusher pusher{{}, body_, now(), {}, moved_by(motion_of_it)};
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
            crush_ = Crush{.obstacle = before.id, .fraction = 1};
        }
        near_.place_obstacle(i, after.position);
    }

    bool is_in(const PlacedObstacle& obstacle) const {
        Blockers alone = blockers_;
        alone.level = nullptr;
        alone.models = {};
        alone.meshes = {};
        alone.obstacles = {&obstacle, 1};
        return !has_room(alone, body_, position_);
    }

    const Level& level_;
    NearThings& near_;
    const Blockers& blockers_;
    const MovedBody& body_;
    const MoverState& state_;
    Vec3 position_;
    double radius_ = 0;   // no point of the body is farther from its position [units]
    double advance_ = 0;  // of a turned thing in one part [units]
    std::optional<Crush> crush_;
    // The things that have touched the body in the present part, and where the body was at the
    // first touch in the frame of each.
    std::bitset<kMaxNearRigid> are_touched_;
    UnsetArray<Vec3, kMaxNearRigid> touched_;
    // What takes each thing from one part of its way to the next.
    UnsetArray<Transform, kMaxNearRigid> part_motions_;
    // Where each was before the present part.
    UnsetArray<Transform, kMaxNearRigid> before_;
    // All but one of them.
    std::array<PlacedModel, kMaxNearModels> other_models_;
    std::array<PlacedMesh, kMaxNearMeshes> other_meshes_;
    PlacedMesh alone_;  // the mesh of a pusher in its own frame
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
