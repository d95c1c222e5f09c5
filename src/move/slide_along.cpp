// SPDX-License-Identifier: MIT
#include "move/slide_along.h"

#include "move/drive.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// Products of a velocity with a normal below this part of the speed are rounding: some hundred
// roundings of 2^-53.
constexpr double kRounding = 0x1p-40;
// A body nearer to a wall than half of the skin goes away from the wall by at most this part of its
// way, until it has the skin again. So rounding cannot bring a body into a wall along which it
// slides.
constexpr double kDrift = 0x1p-8;

// True if the velocity does not point into any of the planes.
bool fits(const Vec3& velocity, std::span<const Vec3> planes) {
    const double most = -kRounding * length(velocity);
    return std::all_of(planes.begin(), planes.end(), [&](const Vec3& plane) {
        return dot(velocity, plane) >= most;
    });
}

// The velocity without its part along the plane's normal, which has length 1.
Vec3 flattened(const Vec3& velocity, const Vec3& plane) {
    return velocity - plane * dot(velocity, plane);
}

// Of the velocities that point into no plane, along one plane or along the edge of two, the one
// that keeps most of `wish`. Zero if there is none.
Vec3 along_planes(const Vec3& wish, std::span<const Vec3> planes) {
    Vec3 best;
    double most = 0;
    const auto consider = [&](const Vec3& velocity) {
        const double kept = dot(velocity, wish);
        if (kept > most && fits(velocity, planes)) {
            best = velocity;
            most = kept;
        }
    };
    for (std::size_t i = 0; i < planes.size(); ++i) {
        consider(flattened(wish, planes[i]));
    }
    if (most > 0) {
        return best;
    }
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const Vec3 edge = cross(planes[i], planes[j]);
            const double square = dot(edge, edge);
            if (square > kRounding) {
                consider(edge * (dot(edge, wish) / square));
            }
        }
    }
    return best;
}

// The direction in which a walker on the ground is turned by a wall: horizontal, length 1, or 0 if
// the wall is parallel to the ground. A horizontal velocity v along the ground points into the wall
// if its product with this direction is below 0.
Vec3 wall_on_ground(const Vec3& wall, const Vec3& ground) {
    const double part = wall.z / ground.z;
    const Vec3 across{wall.x - part * ground.x, wall.y - part * ground.y, 0};
    const double size = length(across);
    return size > kRounding ? across * (1 / size) : Vec3{};
}

// The velocity whose horizontal part is turned as by vertical walls instead of the planes. Planes
// that look downwards do not count.
Vec3 turned_by_walls(const Vec3& velocity, std::span<const Vec3> planes) {
    std::array<Vec3, kMaxSlidePlanes> walls;
    std::size_t count = 0;
    for (const Vec3& plane : planes) {
        const Vec3 across{plane.x, plane.y, 0};
        const double size = length(across);
        if (plane.z >= 0 && size > kRounding) {
            walls[count++] = across * (1 / size);
        }
    }
    const std::span<const Vec3> met(walls.data(), count);
    const Vec3 flat{velocity.x, velocity.y, 0};
    const Vec3 turned = fits(flat, met) ? flat : along_planes(flat, met);
    return {turned.x, turned.y, velocity.z};
}

// The velocity along the planes that does not rise faster than the wish.
Vec3 falling_along(const Vec3& wish, std::span<const Vec3> planes) {
    const Vec3 blocked = turned_by_walls(wish, planes);
    const Vec3 velocity = fits(blocked, planes) ? blocked : along_planes(blocked, planes);
    if (velocity.z <= std::max(0.0, wish.z)) {
        return velocity;
    }
    // Between a steep surface and one that looks downwards.
    std::array<Vec3, kMaxSlidePlanes + 1> with_lid;
    std::copy(planes.begin(), planes.end(), with_lid.begin());
    with_lid[planes.size()] = {0, 0, -1};
    return along_planes(blocked, {with_lid.data(), planes.size() + 1});
}

class Slider {
public:
    Slider(const Blockers& blockers,
           const MovedBody& body,
           const Vec3& position,
           const Vec3& velocity,
           const SlideRules& rules)
        : blockers_(blockers), body_(body), rules_(rules), wish_(velocity) {
        out_.slide.position = position;
        out_.slide.velocity = velocity;
        out_.ground = rules.ground;
        if (out_.ground) {
            walk_on(*out_.ground);
        }
    }

    SlideOutcome run(double seconds) {
        double left = seconds;
        Vec3 drift;
        for (int bump = 0; bump < kMaxBumps && left > 0 && velocity() != Vec3{}; ++bump) {
            const Vec3 way = velocity() * left;
            const Vec3 from = out_.slide.position;
            const Vec3 to = from + way + drift * length(way);
            const Contact touch = first_touch(blockers_, body_, from, to);
            if (touch.start_blocked) {
                out_.slide.start_blocked = bump == 0;
                out_.slide.velocity = {};
                break;
            }
            out_.slide.position = touch.end;
            if (!touch.hit) {
                break;
            }
            const double gone = dot(touch.end - from, way) / dot(way, way);
            left *= 1 - std::clamp(gone, 0.0, 1.0);
            meet(touch);
            drift = drift_from(touch);
        }
        if (out_.ground) {
            out_.slide.velocity.z = 0;
        }
        return out_;
    }

private:
    const Vec3& velocity() const { return out_.slide.velocity; }

    void walk_on(const Vec3& ground) {
        out_.ground = ground;
        wish_.z = 0;
        turn();
    }

    // The velocity that the planes leave of the wish.
    void turn() {
        const std::span<const Vec3> planes(planes_.data(), out_.slide.contact_count);
        if (!out_.ground) {
            out_.slide.velocity = planes.empty()                   ? wish_
                                  : rules_.falls && out_.met_steep ? falling_along(wish_, planes)
                                                                   : along_planes(wish_, planes);
            return;
        }
        std::array<Vec3, kMaxSlidePlanes> walls;
        std::size_t count = 0;
        for (const Vec3& plane : planes) {
            const Vec3 wall = wall_on_ground(plane, *out_.ground);
            if (!is_floor(plane) && wall != Vec3{}) {
                walls[count++] = wall;
            }
        }
        const std::span<const Vec3> met(walls.data(), count);
        const Vec3 flat = fits(wish_, met) ? wish_ : along_planes(wish_, met);
        out_.slide.velocity = along_ground(flat, *out_.ground);
    }

    bool is_floor(const Vec3& normal) const { return normal.z >= rules_.floor_normal; }

    void meet(const Contact& touch) {
        const Vec3& normal = touch.normal;
        if (out_.slide.contact_count < kMaxSlidePlanes) {
            planes_[out_.slide.contact_count] = normal;
            out_.slide.contacts[out_.slide.contact_count++] = touch;
        }
        if (!is_floor(normal)) {
            out_.met_wall = true;
            out_.met_steep = out_.met_steep || normal.z > 0;
        } else if (!out_.ground && velocity().z <= 0) {
            out_.landed = true;
            out_.landing_speed = -velocity().z;
            walk_on(normal);
            return;
        } else if (out_.ground) {
            out_.ground = normal;
        }
        turn();
    }

    // How the body goes away from the only plane that it has touched, per unit of its way.
    Vec3 drift_from(const Contact& contact) const {
        const double skin = blockers_.options.skin;
        const double gap = dot(contact.end - contact.point, contact.normal);
        if (out_.slide.contact_count != 1 || gap >= skin / 2) {
            return {};
        }
        Vec3 away = contact.normal;
        away.z = rules_.falls ? std::min(away.z, 0.0) : away.z;
        return away * std::min(kDrift, skin / 2);
    }

    const Blockers& blockers_;
    const MovedBody& body_;
    const SlideRules& rules_;
    // The velocity before any wall turned it.
    Vec3 wish_;
    std::array<Vec3, kMaxSlidePlanes> planes_;
    SlideOutcome out_;
};

}  // namespace

SlideOutcome slide_along(const Blockers& blockers,
                         const MovedBody& body,
                         const Vec3& position,
                         const Vec3& velocity,
                         double seconds,
                         const SlideRules& rules) {
    return Slider(blockers, body, position, velocity, rules).run(seconds);
}

}  // namespace halfspace
