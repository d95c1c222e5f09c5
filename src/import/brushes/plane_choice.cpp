// SPDX-License-Identifier: MIT
#include "import/brushes/plane_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace halfspace {
namespace {

// The search for known planes looks at cells of this size, within kReach of the written normal. A
// very small face might allow a larger angle within its tolerance. It finds fewer planes to share;
// nothing else is lost.
constexpr double kCellSize = 1.0 / 16;
constexpr double kReach = 1.0 / 64;

// The largest component of a new normal has at most this many bits. Over 2^24 grid steps such a
// plane lies within 2^-16 of the written plane. With coordinates within 2^26, distances have at
// most 68 bits. Together with the widest normals of planes on the grid (58 bits) they fit the
// predicates.
constexpr int kMaxNormalBits = 40;

// True if the plane is axial and lies at a whole number of grid steps.
bool is_whole_axial(const ExactPlane& plane) {
    return std::abs(plane.n[0]) + std::abs(plane.n[1]) + std::abs(plane.n[2]) == 1;
}

int cell_of(double component) {
    return static_cast<int>(std::floor(component / kCellSize));
}

double round_half_up(double value) {
    return std::floor(value + 0.5);
}

struct Interval {
    double low;
    double high;
    double middle() const { return low + (high - low) / 2; }
};

Interval distances(const Vec3& normal, const std::vector<Vec3>& corners) {
    Interval interval{dot(normal, corners[0]), dot(normal, corners[0])};
    for (const Vec3& corner : corners) {
        const double d = dot(normal, corner);
        interval = {std::min(interval.low, d), std::max(interval.high, d)};
    }
    return interval;
}

// The plane with this integer normal that is nearest to all corners.
ExactPlane closest_plane(const Vec3& normal, const std::vector<Vec3>& corners) {
    return {{static_cast<std::int64_t>(normal.x),
             static_cast<std::int64_t>(normal.y),
             static_cast<std::int64_t>(normal.z)},
            static_cast<Int128>(round_half_up(distances(normal, corners).middle()))};
}

}  // namespace

PlaneChooser::PlaneChooser(PlaneTable& planes) : planes_(&planes) {
    for (std::uint32_t pair = 0; pair < planes.pair_count(); ++pair) {
        remember(PlaneId{2 * pair});
    }
}

void PlaneChooser::remember(PlaneId id) {
    const ExactPlane& plane = planes_->even_plane(id);
    if (is_whole_axial(plane)) {
        return;  // choose_axial finds this plane by its coordinate
    }
    const Vec3 n = to_vec3(plane.n);
    const double size = length(n);
    by_direction_[{cell_of(n.x / size), cell_of(n.y / size), cell_of(n.z / size)}].push_back(
        PlaneId{2 * id.pair()});
}

std::optional<PlaneChoice> PlaneChooser::choose(const Wanted& wanted) {
    std::optional<PlaneChoice> choice = choose_axial(wanted);
    if (!choice) {
        choice = find_shared(wanted);
    }
    if (!choice) {
        choice = make(wanted);
    }
    if (choice) {
        const ExactPlane& even = planes_->even_plane(choice->plane);
        const double along = dot(to_vec3(even.n), wanted.plane.n);
        choice->plane =
            along < 0 ? PlaneId{choice->plane.value | 1u} : PlaneId{choice->plane.value & ~1u};
    }
    return choice;
}

std::optional<PlaneChoice> PlaneChooser::choose_axial(const Wanted& wanted) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::fabs(wanted.plane.n[axis]) < 1 - kReach) {
            continue;
        }
        Vec3 normal;
        normal[axis] = 1;
        // A plane of the table is preferred to a new one, even if it is one step farther away.
        const ExactPlane nearest = closest_plane(normal, wanted.corners);
        std::optional<PlaneChoice> best;
        for (const int step : {0, -1, 1}) {
            ExactPlane plane = nearest;
            plane.d += step;
            const double moved = deviation(plane, wanted.corners);
            const bool is_shared = planes_->find(plane).has_value();
            if (moved <= wanted.tolerance && is_shared && (!best || moved < best->moved)) {
                best = PlaneChoice{*planes_->find(plane), moved};
            }
        }
        const double moved = deviation(nearest, wanted.corners);
        if (!best && moved <= wanted.tolerance) {
            best = PlaneChoice{planes_->intern(nearest), moved};
        }
        return best;
    }
    return std::nullopt;
}

std::optional<PlaneChoice> PlaneChooser::find_shared(const Wanted& wanted) const {
    std::optional<PlaneChoice> best;
    const auto consider = [&](PlaneId id) {
        const double moved = deviation(planes_->even_plane(id), wanted.corners);
        const bool is_better =
            !best || moved < best->moved ||
            (moved == best->moved && planes_->even_plane(id) < planes_->even_plane(best->plane));
        if (moved <= wanted.tolerance && is_better) {
            best = PlaneChoice{id, moved};
        }
    };
    for (const double sign : {1.0, -1.0}) {
        const Vec3 n = wanted.plane.n * sign;
        for (int x = cell_of(n.x - kReach); x <= cell_of(n.x + kReach); ++x) {
            for (int y = cell_of(n.y - kReach); y <= cell_of(n.y + kReach); ++y) {
                for (int z = cell_of(n.z - kReach); z <= cell_of(n.z + kReach); ++z) {
                    const auto found = by_direction_.find({x, y, z});
                    if (found != by_direction_.end()) {
                        std::for_each(found->second.begin(), found->second.end(), consider);
                    }
                }
            }
        }
    }
    return best;
}

std::optional<PlaneChoice> PlaneChooser::make(const Wanted& wanted) {
    const Vec3& n = wanted.plane.n;
    const double largest = max_abs(n);
    // Takes the shortest normal that uses at most a quarter of the tolerance. The rest is left to
    // later planes that may share this one.
    std::optional<PlaneChoice> best;
    ExactPlane best_plane;
    for (int bits = 0; bits <= kMaxNormalBits; ++bits) {
        const double scale = std::ldexp(1 / largest, bits);
        const Vec3 normal{
            round_half_up(n.x * scale), round_half_up(n.y * scale), round_half_up(n.z * scale)};
        const ExactPlane plane = closest_plane(normal, wanted.corners);
        const double moved = deviation(plane, wanted.corners);
        if (!best || moved < best->moved) {
            best = PlaneChoice{PlaneId{}, moved};
            best_plane = plane;
        }
        if (moved <= wanted.tolerance / 4) {
            break;
        }
    }
    if (best->moved > wanted.tolerance) {
        return std::nullopt;
    }
    best->plane = planes_->intern(best_plane);
    remember(best->plane);
    return best;
}

}  // namespace halfspace
