// SPDX-License-Identifier: MIT
#include "compile/expand.h"

#include "halfspace/exact/box_sum.h"
#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// A plane as it comes out of the arithmetic, before it is interned.
struct FoundBevel {
    ExactPlane plane;
    std::uint32_t side = 0;
    bool is_rounded = false;
};

// The widest numbers that bevels may have so that the predicates stay within their width, whatever
// the planes that are there already.
struct Room {
    int normal_bits;
    int distance_bits;
    std::int64_t reach;  // of the bodies that planes are moved out by
};

int bits_of(Int128 value);

// The bits of d when the plane is moved out as far as a body may want.
int grown_distance_bits(const std::array<std::int64_t, 3>& n, Int128 d, std::int64_t reach) {
    Int128 out = d < 0 ? -d : d;
    for (const std::int64_t coefficient : n) {
        out += (coefficient < 0 ? -Int128{coefficient} : Int128{coefficient}) * reach;
    }
    return bits_of(out);
}

int grown_distance_bits(const PlaneTable& planes, std::int64_t reach) {
    int bits = 0;
    for (std::uint32_t pair = 0; pair < planes.pair_count(); ++pair) {
        const ExactPlane& plane = planes.even_plane(PlaneId{2 * pair});
        bits = std::max(bits, grown_distance_bits(plane.n, plane.d, reach));
    }
    return bits;
}

constexpr int kExtraBits = 6 + kInteriorBits;

Room room_beside(const PlaneTable& planes, std::int64_t reach) {
    // Enough for every bevel on the grid of 1/8 that was seen, and together within the width.
    constexpr int kNormalBits = 56;
    constexpr int kDistanceBits = 73;
    static_assert(3 * kNormalBits + kDistanceBits + kExtraBits <= kMaxPredicateBits);
    const int normal_left =
        (kMaxPredicateBits - kExtraBits - grown_distance_bits(planes, reach)) / 3;
    const int distance_left = kMaxPredicateBits - kExtraBits - 3 * planes.normal_bits();
    return {std::min(kNormalBits, normal_left), std::min(kDistanceBits, distance_left), reach};
}

Int128 magnitude(Int128 value) {
    return value < 0 ? -value : value;
}

int bits_of(Int128 value) {
    const auto m = static_cast<Uint128>(magnitude(value));
    const auto high = static_cast<std::uint64_t>(m >> 64);
    return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(m));
}

Int128 gcd(Int128 a, Int128 b) {
    a = magnitude(a);
    b = magnitude(b);
    while (b != 0) {
        a = std::exchange(b, a % b);
    }
    return a;
}

// The bevels of one brush.
class BevelFinder {
public:
    BevelFinder(const SolidBrush& brush, const PlaneTable& planes, const Room& room)
        : brush_(&brush), predicates_(planes), room_(room) {}

    std::vector<FoundBevel> run() {
        for (const Polyhedron::Face& face : brush_->solid.faces) {
            for (std::uint32_t i = 0; i < face.count; ++i) {
                const Polyhedron::Corner& corner = brush_->solid.corners[face.first + i];
                const PlaneId across = oriented(corner.neighbour);
                if (face.plane < across) {  // each edge once
                    add_edge(face.plane, across);
                }
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            add_axial(axis, 1);
            add_axial(axis, -1);
        }
        return std::move(found_);
    }

private:
    // The face in this plane, whichever way the id looks.
    PlaneId oriented(PlaneId neighbour) const {
        for (const Polyhedron::Face& face : brush_->solid.faces) {
            if (face.plane.pair() == neighbour.pair()) {
                return face.plane;
            }
        }
        return neighbour;
    }

    // The planes through the edge between two faces that hold an axis: each is a positive
    // combination of the faces' normals, so that all of the brush lies behind it.
    void add_edge(PlaneId a, PlaneId b) {
        const ExactPlane p = predicates_.planes().plane(a);
        const ExactPlane q = predicates_.planes().plane(b);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool is_between = (p.n[axis] > 0 && q.n[axis] < 0) ||  //
                                    (p.n[axis] < 0 && q.n[axis] > 0);
            if (is_between) {
                add_pencil(p, q, axis);
            }
        }
    }

    void add_pencil(const ExactPlane& p, const ExactPlane& q, std::size_t axis) {
        const Int128 common = gcd(p.n[axis], q.n[axis]);
        const Int128 of_p = magnitude(q.n[axis]) / common;
        const Int128 of_q = magnitude(p.n[axis]) / common;
        std::array<Int128, 3> n{};
        for (std::size_t i = 0; i < 3; ++i) {
            n[i] = of_p * p.n[i] + of_q * q.n[i];
        }
        // 2^125: sums of two such products fit 128 bits.
        constexpr int kMostBits = 125;
        const bool fits =
            bits_of(of_p) + bits_of(p.d) <= kMostBits && bits_of(of_q) + bits_of(q.d) <= kMostBits;
        if (fits) {
            const Int128 d = of_p * p.d + of_q * q.d;
            if (std::optional<ExactPlane> exact = small_plane(n, d)) {
                add(*exact, false);
                return;
            }
        }
        add(rounded_plane(n), true);
    }

    // The plane divided by the gcd, if that makes it small enough.
    std::optional<ExactPlane> small_plane(const std::array<Int128, 3>& n, Int128 d) const {
        const Int128 common = gcd(gcd(n[0], n[1]), gcd(n[2], d));
        ExactPlane plane;
        for (std::size_t i = 0; i < 3; ++i) {
            const Int128 coefficient = n[i] / common;
            if (bits_of(coefficient) > room_.normal_bits) {
                return std::nullopt;
            }
            plane.n[i] = static_cast<std::int64_t>(coefficient);
        }
        plane.d = d / common;
        return grown_distance_bits(plane.n, plane.d, room_.reach) <= room_.distance_bits
                   ? std::optional(plane)
                   : std::nullopt;
    }

    // A plane with a shorter normal nearly the same way and all of the brush behind it. The sum of
    // three products of 24 bits with corners of 27 is off by less than one for all roundings of
    // corners and sums.
    ExactPlane rounded_plane(const std::array<Int128, 3>& n) const {
        constexpr double kLargest = 0x1p24;
        std::array<double, 3> direction{};
        double largest = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            direction[i] = static_cast<double>(n[i]);
            largest = std::max(largest, std::fabs(direction[i]));
        }
        ExactPlane plane;
        for (std::size_t i = 0; i < 3; ++i) {
            plane.n[i] =
                static_cast<std::int64_t>(std::floor(direction[i] / largest * kLargest + 0.5));
        }
        double support = -0x1p60;
        for (const ExactPoint& point : brush_->solid.points) {
            support = std::max(support,
                               static_cast<double>(plane.n[0]) * point.x +
                                   static_cast<double>(plane.n[1]) * point.y +
                                   static_cast<double>(plane.n[2]) * point.z);
        }
        plane.d = static_cast<Int128>(std::floor(support)) + 2;
        return plane;
    }

    void add_axial(std::size_t axis, int sign) {
        double reach = -0x1p60;
        const auto along = [&](const ExactPoint& p) {
            return sign * (axis == 0 ? p.x : (axis == 1 ? p.y : p.z));
        };
        for (const ExactPoint& point : brush_->solid.points) {
            reach = std::max(reach, along(point));
        }
        ExactPlane plane;
        plane.n[axis] = sign;
        plane.d = static_cast<Int128>(std::floor(reach + 0.5));
        for (const SolidBrush::Side& side : brush_->sides) {
            const ExactPlane known = predicates_.planes().plane(side.plane);
            if (known.n[axis] * sign > 0 && known.n[(axis + 1) % 3] == 0 &&
                known.n[(axis + 2) % 3] == 0) {
                return;  // the brush ends in a face of its own
            }
        }
        const bool is_rounded = !is_touched_by(plane, axis, sign, reach);
        if (is_rounded) {
            constexpr std::int64_t kScale = std::int64_t{1} << 16;
            plane.n[axis] = sign * kScale;
            plane.d = static_cast<Int128>(std::floor(reach * static_cast<double>(kScale))) + 1;
        }
        add(plane, is_rounded);
    }

    // True if the outermost corner is a whole number of steps out, which the plane says.
    bool is_touched_by(const ExactPlane& plane, std::size_t axis, int sign, double reach) const {
        constexpr double kNear = 0x1p-20;  // far above the rounding of corners
        bool is_touched = false;
        for (const ExactPoint& point : brush_->solid.points) {
            const double at = sign * (axis == 0 ? point.x : (axis == 1 ? point.y : point.z));
            if (at < reach - kNear) {
                continue;
            }
            const HomogeneousPoint h = predicates_.homogeneous(point);
            const Int256& x = axis == 0 ? h.x : (axis == 1 ? h.y : h.z);
            const int out = (Int256(Int128{sign}) * x - Int256(plane.d) * h.w).sign();
            if (out > 0) {
                return false;
            }
            is_touched = is_touched || out == 0;
        }
        return is_touched;
    }

    void add(const ExactPlane& plane, bool is_rounded) {
        const Vec3 n{static_cast<double>(plane.n[0]),
                     static_cast<double>(plane.n[1]),
                     static_cast<double>(plane.n[2])};
        FoundBevel bevel{plane, 0, is_rounded};
        double best = -2;
        for (std::uint32_t s = 0; s < brush_->sides.size(); ++s) {
            const ExactPlane side = predicates_.planes().plane(brush_->sides[s].plane);
            const Vec3 m{static_cast<double>(side.n[0]),
                         static_cast<double>(side.n[1]),
                         static_cast<double>(side.n[2])};
            const double cosine = dot(n, m) / (length(n) * length(m));
            if (cosine > best) {
                best = cosine;
                bevel.side = s;
            }
        }
        found_.push_back(bevel);
    }

    const SolidBrush* brush_;
    Predicates predicates_;
    Room room_;
    std::vector<FoundBevel> found_;
};

bool blocks_bodies(const SolidBrush& brush) {
    return any(brush.contents & kBodyBlockers);
}

ExactPlane moved(PlaneId plane, const Body& body, const PlaneTable& planes) {
    ExactPlane out = planes.plane(plane);
    out.d += reach(out.n, body);
    return out;
}

// The box of everything: what no plane of the volume cuts off along an axis.
struct AxialPlanes {
    GridBox box;
    BoxPlanes planes;
};

std::optional<std::size_t> box_side(const ExactPlane& plane) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t n = plane.n[axis];
        if ((n == 1 || n == -1) && plane.n[(axis + 1) % 3] == 0 && plane.n[(axis + 2) % 3] == 0) {
            return 2 * axis + (n > 0 ? 1 : 0);
        }
    }
    return std::nullopt;
}

// The volume behind its sides, out of the box that its axial sides make.
Polyhedron solid_of(const BodyVolume& volume, AxialPlanes box, const PlaneTable& planes) {
    Predicates predicates(planes);
    std::vector<PlaneId> cuts;
    for (const BodyVolume::Side& side : volume.sides) {
        const ExactPlane plane = planes.plane(side.plane);
        const std::optional<std::size_t> place = box_side(plane);
        if (!place) {
            cuts.push_back(side.plane);
            continue;
        }
        box.planes[*place] = side.plane;
        const auto d = static_cast<std::int64_t>(plane.d);
        (*place % 2 == 1 ? box.box.max : box.box.min)[*place / 2] = *place % 2 == 1 ? d : -d;
    }
    return *intersect(make_box(box.box, box.planes), cuts, predicates);
}

double excess_of(const BodyVolume& volume,
                 const SolidBrush& brush,
                 const Body& body,
                 const PlaneTable& planes) {
    constexpr double kMeasureError = 0x1p-20;
    const bool is_exact = std::none_of(
        brush.bevels.begin(), brush.bevels.end(), [](const auto& b) { return b.is_rounded; });
    if (is_exact) {
        return 0;
    }
    return std::max(0.0, excess_over_sum(volume.solid, brush.solid, reflected(body), planes)) +
           kMeasureError;
}

}  // namespace

GridBox reflected(const Body& body) {
    GridBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = -body.max[i];
        box.max[i] = -body.min[i];
    }
    return box;
}

Int128 reach(const std::array<std::int64_t, 3>& n, const Body& body) {
    Int128 sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        sum -= Int128{n[i]} * (n[i] > 0 ? body.min[i] : body.max[i]);
    }
    return sum;
}

bool fits_grown(const PlaneTable& planes, std::int64_t reach) {
    return 3 * planes.normal_bits() + grown_distance_bits(planes, reach) + kExtraBits <=
           kMaxPredicateBits;
}

std::int64_t farthest_reach(std::span<const Body> bodies) {
    std::int64_t farthest = 0;
    for (const Body& body : bodies) {
        for (std::size_t i = 0; i < 3; ++i) {
            farthest = std::max({farthest, -body.min[i], body.max[i]});
        }
    }
    return farthest;
}

void find_bevels(std::span<SolidBrush> brushes,
                 std::int64_t reach,
                 PlaneTable& planes,
                 unsigned threads) {
    const Room room = room_beside(planes, reach);
    std::vector<std::vector<FoundBevel>> found(brushes.size());
    parallel_for(brushes.size(), threads, [&](std::size_t b) {
        if (blocks_bodies(brushes[b])) {
            found[b] = BevelFinder(brushes[b], planes, room).run();
        }
    });
    std::vector<ExactPlane> all;
    for (const std::vector<FoundBevel>& of_brush : found) {
        for (const FoundBevel& bevel : of_brush) {
            all.push_back(bevel.plane);
        }
    }
    intern_in_order(std::move(all), planes);
    for (std::size_t b = 0; b < brushes.size(); ++b) {
        std::vector<SolidBrush::Bevel>& bevels = brushes[b].bevels;
        bevels.clear();
        for (const FoundBevel& bevel : found[b]) {
            const PlaneId id = planes.intern(bevel.plane);
            if (std::none_of(
                    bevels.begin(), bevels.end(), [&](const auto& k) { return k.plane == id; })) {
                bevels.push_back({id, bevel.side, bevel.is_rounded});
            }
        }
    }
}

Aabb within_reach(Aabb box, std::span<const Body> bodies) {
    const auto reach = static_cast<double>(farthest_reach(bodies));
    const Vec3 out{reach, reach, reach};
    return {box.min - out, box.max + out};
}

std::vector<BodyVolume> as_volumes(std::span<const SolidBrush> brushes) {
    std::vector<BodyVolume> volumes;
    volumes.reserve(brushes.size());
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        const SolidBrush& brush = brushes[b];
        BodyVolume& volume = volumes.emplace_back();
        volume.brush = b;
        volume.contents = brush.contents;
        for (std::uint32_t s = 0; s < brush.sides.size(); ++s) {
            volume.sides.push_back({brush.sides[s].plane, s, false});
        }
        volume.solid = brush.solid;
        volume.bounds = brush.bounds;
    }
    return volumes;
}

Aabb bounds(std::span<const BodyVolume> volumes) {
    Aabb box;
    for (const BodyVolume& volume : volumes) {
        box = united(box, volume.bounds);
    }
    return box;
}

Grown grow(std::span<const SolidBrush> brushes,
           std::uint32_t space,
           const Body& body,
           PlaneTable& planes,
           unsigned threads) {
    std::vector<ExactPlane> all;
    for (const SolidBrush& brush : brushes) {
        for (const SolidBrush::Side& side : brush.sides) {
            all.push_back(moved(side.plane, body, planes));
        }
        for (const SolidBrush::Bevel& bevel : brush.bevels) {
            all.push_back(moved(bevel.plane, body, planes));
        }
    }
    intern_in_order(std::move(all), planes);
    const auto plane_of = [&](PlaneId plane) { return planes.intern(moved(plane, body, planes)); };
    Grown result;
    std::vector<BodyVolume>& volumes = result.volumes;
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        const SolidBrush& brush = brushes[b];
        if (!blocks_bodies(brush)) {
            continue;
        }
        BodyVolume volume;
        volume.space = space;
        volume.brush = b;
        volume.contents = blocker_contents(blocker_bits(brush.contents));
        for (std::uint32_t s = 0; s < brush.sides.size(); ++s) {
            volume.sides.push_back({plane_of(brush.sides[s].plane), s, false});
        }
        for (std::size_t i = 0; i < brush.bevels.size(); ++i) {
            volume.sides.push_back({plane_of(brush.bevels[i].plane), brush.bevels[i].side, true});
        }
        volumes.push_back(std::move(volume));
    }
    AxialPlanes everything;
    everything.box = {{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                      {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}};
    everything.planes = box_planes(everything.box, planes);
    std::vector<double> excess(volumes.size());
    parallel_for(volumes.size(), threads, [&](std::size_t v) {
        BodyVolume& volume = volumes[v];
        volume.solid = solid_of(volume, everything, planes);
        volume.bounds = bounds(volume.solid);
        excess[v] = excess_of(volume, brushes[volume.brush], body, planes);
    });
    for (const double e : excess) {
        result.excess = std::max(result.excess, e);
    }
    return result;
}

std::expected<std::vector<Body>, std::vector<Error>> bodies_on_grid(
    std::span<const BodySpace> spaces, int grid_exponent, const std::string& source) {
    std::vector<Body> bodies{{kPointSpace, {}, {}}};
    std::vector<Error> errors;
    const auto fail = [&](ErrorCode code, const std::string& message) {
        errors.push_back({code, message, {source}});
    };
    if (spaces.size() >= kMaxSpaces) {
        fail(ErrorCode::Limit,
             std::to_string(spaces.size()) + " bodies are more than the " +
                 std::to_string(kMaxSpaces - 1) + " that a level can have; leave some out");
    }
    for (const BodySpace& space : spaces) {
        const std::string name = "body '" + space.name + "': ";
        const bool is_taken = std::any_of(
            bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == space.name; });
        if (is_taken) {
            fail(ErrorCode::Geometry,
                 name +
                     (space.name == kPointSpace ? "the name is that of the built-in point"
                                                : "there are two of that name") +
                     "; choose another");
        }
        if (const std::optional<Error> error = body_problem(space)) {
            fail(error->code, error->message);
            continue;
        }
        Body body{space.name, {}, {}};
        const std::array<double, 3> low{space.min.x, space.min.y, space.min.z};
        const std::array<double, 3> high{space.max.x, space.max.y, space.max.z};
        for (std::size_t i = 0; i < 3; ++i) {
            const double min = std::ldexp(low[i], grid_exponent);
            const double max = std::ldexp(high[i], grid_exponent);
            body.min[i] = static_cast<std::int64_t>(std::floor(min));
            body.max[i] = static_cast<std::int64_t>(std::ceil(max));
        }
        if (const std::optional<Error> error = grid_problem(space, grid_exponent)) {
            fail(error->code, error->message);
        }
        bodies.push_back(std::move(body));
    }
    if (!errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    return bodies;
}

}  // namespace halfspace
