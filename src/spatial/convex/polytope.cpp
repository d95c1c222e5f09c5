// SPDX-License-Identifier: MIT
#include "spatial/convex/polytope.h"

#include "spatial/convex/core_support.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// The search ends if both bounds of the depth are as near, as a part of the size.
constexpr double kFlatGap = 0x1p-44;
constexpr double kRoundGap = 0x1p-21;
// A point lies beyond a face if it does by this part of the size. Nearer ones may be in its plane.
constexpr double kBeyond = 0x1p-44;
// Where the corners of a face are as far from its plane, its normal is computed again.
constexpr double kOffPlane = 0x1p-46;
// Another direction must gain this part of the size. So a crate on a floor gets the floor's normal
// itself, and not the same from points that were rounded.
constexpr double kMustGain = 0x1p-46;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array<Vec3, 3> kAxes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

Vec3 vec(const PolytopeCorner& p) {
    return {p.x, p.y, p.z};
}

double square(double x) {
    return x * x;
}

bool has_cylinder(const ShapePair& pair) {
    return pair.a().kind() == ConvexShape::Kind::Cylinder ||
           pair.b().kind() == ConvexShape::Kind::Cylinder;
}

// The normal again, square to the longest edge and to the height above it. A cross product loses
// the digits of a triangle that is like a needle.
Vec3 sharpened(Vec3 normal, const Vec3& p, const Vec3& q, const Vec3& r) {
    std::array<Vec3, 3> edges{q - p, r - q, p - r};
    std::size_t longest = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        longest = dot(edges[i], edges[i]) > dot(edges[longest], edges[longest]) ? i : longest;
    }
    const Vec3& along = edges[longest];
    const double all = dot(along, along);
    Vec3 up = edges[(longest + 1) % 3];
    for (int i = 0; i < 2; ++i) {
        up -= along * (dot(up, along) / all);
    }
    const double height = dot(up, up);
    for (int i = 0; i < 2 && height > 0; ++i) {
        normal -= along * (dot(normal, along) / all);
        normal -= up * (dot(normal, up) / height);
    }
    return normal;
}

class Polytope {
public:
    Polytope(const ShapePair& pair, const PolytopeMemory& memory) : pair_(pair), memory_(memory) {}

    CoreDepth search(const Tetrahedron& start, const Reach& best);

private:
    enum class Growth { Done, NoRoom, Torn };

    void add_corner(const Vec3& place);
    void start(const Tetrahedron& tetrahedron);
    std::size_t take_slot();
    void set_face(std::size_t slot, const std::array<std::uint16_t, 3>& corners);
    bool is_visible(const PolytopeFace& face, const Vec3& place) const;
    void find_horizon(std::size_t first, const Vec3& place);
    Growth grow(std::size_t first, const Vec3& place);
    std::size_t nearest_face() const;

    const ShapePair& pair_;
    const PolytopeMemory& memory_;
    Reach best_;
    std::size_t corner_count_ = 0;
    std::size_t face_count_ = 0;  // slots that were used
    std::size_t free_count_ = 0;  // of these, slots that are free again
    std::size_t first_free_ = 0;
    std::size_t horizon_count_ = 0;
    double size_square_ = 0;
};

void Polytope::add_corner(const Vec3& place) {
    memory_.corners[corner_count_++] = {place.x, place.y, place.z};
    size_square_ = std::max(size_square_, dot(place, place));
}

void Polytope::start(const Tetrahedron& tetrahedron) {
    for (const Vec3& corner : tetrahedron) {
        add_corner(corner);
    }
    constexpr std::array<std::array<std::uint16_t, 3>, 4> kCorners{
        {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}};
    constexpr std::array<std::array<std::uint16_t, 3>, 4> kNeighbours{
        {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t slot = take_slot();
        set_face(slot, kCorners[i]);
        memory_.faces[slot].neighbours = kNeighbours[i];
    }
}

std::size_t Polytope::take_slot() {
    if (free_count_ == 0) {
        if (face_count_ % 2 == 0) {
            memory_.keys[face_count_ + 1] = kInfinity;  // keys are compared in pairs
        }
        return face_count_++;
    }
    --free_count_;
    const std::size_t slot = first_free_;
    first_free_ = memory_.faces[slot].neighbours[0];
    return slot;
}

void Polytope::set_face(std::size_t slot, const std::array<std::uint16_t, 3>& corners) {
    const Vec3 p = vec(memory_.corners[corners[0]]);
    const Vec3 q = vec(memory_.corners[corners[1]]);
    const Vec3 r = vec(memory_.corners[corners[2]]);
    Vec3 normal = cross(q - p, r - p);
    double along_p = dot(normal, p);
    double along_q = dot(normal, q);
    double along_r = dot(normal, r);
    double least = std::min({along_p, along_q, along_r});
    double all = dot(normal, normal);
    if (square(std::max({along_p, along_q, along_r}) - least) >
        kOffPlane * kOffPlane * size_square_ * all) {
        normal = sharpened(normal, p, q, r);
        least = std::min({dot(normal, p), dot(normal, q), dot(normal, r)});
        all = dot(normal, normal);
    }
    PolytopeFace& face = memory_.faces[slot];
    face.normal = {normal.x, normal.y, normal.z};
    face.offset = least;
    face.square = all;
    // The square of the distance spares a root.
    memory_.keys[slot] = all > 0 ? least * std::abs(least) / all : -kInfinity;
    face.corners = corners;
    face.is_alive = true;
}

bool Polytope::is_visible(const PolytopeFace& face, const Vec3& place) const {
    const double above = dot(vec(face.normal), place) - face.offset;
    return above > 0 && above * above > kBeyond * kBeyond * size_square_ * face.square;
}

// Lists the edges around the faces that the place sees, counter-clockwise, and ends these faces.
// The walk goes over each face from the edge by which it came.
void Polytope::find_horizon(std::size_t first, const Vec3& place) {
    const auto& [corners, faces, keys, horizon, walk] = memory_;
    horizon_count_ = 0;
    std::size_t depth = 0;
    const auto enter = [&](std::uint16_t slot, std::uint16_t edge, std::uint16_t edges) {
        faces[slot].is_alive = false;
        keys[slot] = kInfinity;
        walk[depth++] = {slot, edge, edges, 0};
    };
    enter(static_cast<std::uint16_t>(first), 0, 3);
    while (depth > 0) {
        PolytopeEdge& at = walk[depth - 1];
        PolytopeFace& face = faces[at.face];
        if (at.from == 0) {
            face.neighbours[0] = static_cast<std::uint16_t>(first_free_);
            first_free_ = at.face;
            ++free_count_;
            --depth;
            continue;
        }
        --at.from;
        const std::uint16_t edge = at.edge;
        at.edge = static_cast<std::uint16_t>(edge == 2 ? 0 : edge + 1);
        const std::uint16_t other = face.neighbours[edge];
        const PolytopeFace& beyond = faces[other];
        if (!beyond.is_alive) {
            continue;
        }
        const std::uint16_t from = face.corners[edge];
        const std::uint16_t to = face.corners[at.edge];
        const auto back = static_cast<std::uint16_t>(beyond.corners[0] == to   ? 0
                                                     : beyond.corners[1] == to ? 1
                                                                               : 2);
        if (is_visible(beyond, place)) {
            enter(other, static_cast<std::uint16_t>(back == 2 ? 0 : back + 1), 2);
        } else {
            horizon[horizon_count_++] = {other, back, from, to};
        }
    }
}

// Takes the place into the polytope. first: a face that it sees.
Polytope::Growth Polytope::grow(std::size_t first, const Vec3& place) {
    const auto& [corners, faces, keys, horizon, walk] = memory_;
    // A new corner adds two faces.
    if (corner_count_ == corners.size() || face_count_ - free_count_ + 2 > faces.size()) {
        return Growth::NoRoom;
    }
    find_horizon(first, place);
    const auto apex = static_cast<std::uint16_t>(corner_count_);
    add_corner(place);
    if (horizon_count_ < 3 || face_count_ - free_count_ + horizon_count_ > faces.size()) {
        return Growth::Torn;
    }
    std::size_t last = 0;
    std::size_t first_new = 0;
    for (std::size_t i = 0; i < horizon_count_; ++i) {
        const PolytopeEdge& edge = horizon[i];
        if (edge.to != horizon[i + 1 == horizon_count_ ? 0 : i + 1].from) {
            return Growth::Torn;
        }
        const std::size_t slot = take_slot();
        set_face(slot, {edge.from, edge.to, apex});
        faces[slot].neighbours[0] = edge.face;
        faces[edge.face].neighbours[edge.edge] = static_cast<std::uint16_t>(slot);
        if (i == 0) {
            first_new = slot;
        } else {
            faces[slot].neighbours[2] = static_cast<std::uint16_t>(last);
            faces[last].neighbours[1] = static_cast<std::uint16_t>(slot);
        }
        last = slot;
    }
    faces[first_new].neighbours[2] = static_cast<std::uint16_t>(last);
    faces[last].neighbours[1] = static_cast<std::uint16_t>(first_new);
    return Growth::Done;
}

std::size_t Polytope::nearest_face() const {
    // Two at once, without jumps.
    const double* const keys = memory_.keys.data();
    BestPoints best{-two_of(keys), {0, 1}};
    Mask2 index{2, 3};
    for (std::size_t i = 2; i < face_count_; i += 2) {
        best.take(-two_of(keys + i), index);
        index += 2;
    }
    return best.index_of_largest();
}

CoreDepth Polytope::search(const Tetrahedron& tetrahedron, const Reach& best) {
    best_ = best;
    if (best_.direction == Vec3{}) {
        best_.depth = std::numeric_limits<double>::max();
    }
    start(tetrahedron);
    const double gap = has_cylinder(pair_) ? kRoundGap : kFlatGap;
    DifferencePoint farthest;
    CoreDepth found;
    while (true) {
        const std::size_t slot = nearest_face();
        const PolytopeFace& face = memory_.faces[slot];
        if (!(face.square > 0)) {
            break;  // a face without a normal
        }
        if (memory_.keys[slot] >= best_.depth * std::abs(best_.depth)) {
            found.least = best_.depth;
            break;
        }
        pair_.support(vec(face.normal), farthest);
        const double scale = 1 / std::sqrt(face.square);
        const Vec3 unit = vec(face.normal) * scale;
        found.least = face.offset * scale;
        const double size = std::sqrt(std::max(size_square_, dot(farthest.place, farthest.place)));
        if (const double depth = dot(farthest.place, unit);
            depth < best_.depth - kMustGain * size) {
            best_ = {unit, depth};
        }
        if (best_.depth <= 0 || best_.depth - found.least <= gap * size ||
            !is_visible(face, farthest.place)) {
            break;
        }
        if (const Growth growth = grow(slot, farthest.place); growth != Growth::Done) {
            found.is_full = growth == Growth::NoRoom;
            break;
        }
    }
    found.reach = best_;
    found.size = std::sqrt(size_square_);
    return found;
}

}  // namespace

FirstPolytope first_polytope(const ShapePair& pair) {
    FirstPolytope first;
    DifferencePoint point;
    // The farthest point along one of several directions, or against it, is the one for which
    // `measure` is largest. False if it is not larger than rounding.
    const auto find = [&](std::span<const Vec3> directions, const auto& measure, Vec3& corner) {
        double most = 0;
        first.across = {};
        for (const Vec3& direction : directions) {
            for (const Vec3& way : {direction, -direction}) {
                pair.support(way, point);
                first.size = std::max(first.size, length(point.place));
                first.across.improve({way, dot(point.place, way)});
                if (const double found = measure(point.place); found > most) {
                    most = found;
                    corner = point.place;
                }
            }
        }
        return most > square(kBeyond * first.size);
    };
    pair.support(kAxes[0], point);
    first.corners.fill(point.place);
    first.size = length(point.place);
    auto& [p, q, r, top] = first.corners;
    const auto from_p = [&](const Vec3& place) { return dot(place - p, place - p); };
    if (!find(kAxes, from_p, q)) {
        return first;
    }
    const Vec3 along = normalized(q - p);
    const Vec3 aside = normalized(cross(std::abs(along.x) < 0.6 ? kAxes[0] : kAxes[1], along));
    const auto from_line = [&](const Vec3& place) {
        const Vec3 off = cross(place - p, along);
        return dot(off, off);
    };
    if (!find(std::array{aside, cross(along, aside)}, from_line, r)) {
        return first;
    }
    const Vec3 normal = normalized(cross(along, r - p));
    const auto from_plane = [&](const Vec3& place) { return square(dot(place - p, normal)); };
    if (!find(std::array{normal}, from_plane, top)) {
        return first;
    }
    first.across = {};
    if (dot(top - p, normal) > 0) {
        std::swap(q, r);  // the top is inside, seen from the other three
    }
    return first;
}

CoreDepth least_depth(const ShapePair& pair,
                      const Tetrahedron& start,
                      const Reach& best,
                      const PolytopeMemory& memory) {
    return Polytope(pair, memory).search(start, best);
}

}  // namespace halfspace
