// SPDX-License-Identifier: MIT
#include "halfspace/spatial/contact_points.h"

#include "spatial/convex/face_polygon.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

// Edges are in line if the sine between them is smaller, and their distance is a smaller part of
// the length of one.
constexpr double kInLine = 1.0 / 32;
// Points nearer to each other than this part of their coordinates are one.
constexpr double kSamePlace = 0x1p-30;
// A triangle with a smaller area than this part of the square of its longest side is a line.
constexpr double kLine = 0x1p-16;

// A cut of two convex polygons has at most as many corners as both together.
struct Cut {
    std::array<Vec3, 2 * FacePolygon::kMaxCorners> points;
    std::size_t count = 0;

    void add(const Vec3& point) {
        if (count < points.size()) {
            points[count++] = point;
        }
    }
};

class Contacts {
public:
    Contacts(const FacePolygon& a, const FacePolygon& b, const ContactPlane& plane)
        : a_(a), b_(b), plane_(plane) {}

    // Corners of what the faces share, on a if a has fewer corners, otherwise on b. None if they
    // share nothing, and for a corner on an edge or on a corner.
    Cut shared() const {
        const FacePolygon& small = is_a_small() ? a_ : b_;
        const FacePolygon& large = is_a_small() ? b_ : a_;
        if (large.count > 2) {
            return cut_polygon(small, large);
        }
        return small.count == 2 ? cut_edges(small, large) : Cut{};
    }

    ContactPoint contact_at(const Vec3& point) const {
        const double on_a = is_a_small() ? dot(point, plane_.normal) : height_at(a_, point);
        const double on_b = is_a_small() ? height_at(b_, point) : dot(point, plane_.normal);
        const double middle = (on_a + on_b) / 2;
        return {point + plane_.normal * (middle - dot(point, plane_.normal)), on_b - on_a};
    }

    // Twice the area of the triangle, seen along the normal; positive if it is counter-clockwise.
    double area(const Vec3& p, const Vec3& q, const Vec3& r) const {
        return dot(plane_.normal, cross(q - p, r - p));
    }

private:
    bool is_a_small() const { return a_.count <= b_.count; }

    // The vector without its part along the normal.
    Vec3 flat(const Vec3& v) const { return v - plane_.normal * dot(v, plane_.normal); }

    // Where the point lies along the edge: 0 at its first corner, 1 at its second.
    double along_edge(const FacePolygon& edge, const Vec3& point) const {
        const Vec3 way = flat(edge.corners[1] - edge.corners[0]);
        const double square = dot(way, way);
        return square > 0 ? dot(point - edge.corners[0], way) / square : 0;
    }

    // How high the face lies at the point, along the normal.
    double height_at(const FacePolygon& face, const Vec3& point) const {
        const Vec3& first = face.corners[0];
        if (face.count < 3) {
            const Vec3& last = face.corners[face.count - 1];
            const double t = face.count == 1 ? 0 : std::clamp(along_edge(face, point), 0.0, 1.0);
            return dot(lerp(first, last, t), plane_.normal);
        }
        Vec3 normal;
        double lowest = dot(first, plane_.normal);
        double highest = lowest;
        for (std::size_t i = 1; i < face.count; ++i) {
            const double height = dot(face.corners[i], plane_.normal);
            lowest = std::min(lowest, height);
            highest = std::max(highest, height);
            normal += cross(face.corners[i - 1] - first, face.corners[i] - first);
        }
        const double lean = dot(normal, plane_.normal);
        const double up = lean > 0 ? dot(normal, first - point) / lean : 0;
        return std::clamp(dot(point, plane_.normal) + up, lowest, highest);
    }

    Cut cut_edges(const FacePolygon& small, const FacePolygon& large) const {
        const Vec3& from = small.corners[0];
        const Vec3& to = small.corners[1];
        const Vec3 way = flat(to - from);
        const Vec3 other = flat(large.corners[1] - large.corners[0]);
        const Vec3 between = flat(large.corners[0] - from);
        const double turn = dot(plane_.normal, cross(way, other));
        Cut cut;
        if (std::abs(turn) > kInLine * length(way) * length(other)) {
            const double t = dot(plane_.normal, cross(between, other)) / turn;
            const Vec3 crossing = lerp(from, to, t);
            const double s = along_edge(large, crossing);
            if (t >= 0 && t <= 1 && s >= 0 && s <= 1) {
                cut.add(crossing);
            }
            return cut;
        }
        const double start = along_edge(large, from);
        const double end = along_edge(large, to);
        const double aside = std::abs(dot(plane_.normal, cross(between, other)));
        if (aside > kInLine * dot(other, other) || std::max(start, end) < 0 ||
            std::min(start, end) > 1 || start == end) {
            return cut;
        }
        for (const double limit : {std::clamp(start, 0.0, 1.0), std::clamp(end, 0.0, 1.0)}) {
            cut.add(lerp(from, to, (limit - start) / (end - start)));
        }
        return cut;
    }

    // Cuts away what lies outside of each edge of the large polygon.
    Cut cut_polygon(const FacePolygon& small, const FacePolygon& large) const {
        Cut cut;
        std::copy_n(small.corners.begin(), small.count, cut.points.begin());
        cut.count = small.count;
        for (std::size_t e = 0; e < large.count && cut.count > 0; ++e) {
            const Vec3& from = large.corners[e];
            const Vec3& to = large.corners[(e + 1) % large.count];
            Cut rest;
            Vec3 before = cut.points[cut.count - 1];
            double before_inside = area(from, to, before);
            for (std::size_t i = 0; i < cut.count; ++i) {
                const Vec3& point = cut.points[i];
                const double inside = area(from, to, point);
                if ((inside >= 0) != (before_inside >= 0)) {
                    rest.add(lerp(before, point, before_inside / (before_inside - inside)));
                }
                if (inside >= 0) {
                    rest.add(point);
                }
                before = point;
                before_inside = inside;
            }
            cut = rest;
        }
        return cut;
    }

    const FacePolygon& a_;
    const FacePolygon& b_;
    const ContactPlane& plane_;
};

// The index of the contact for which `score` is largest.
template <class Score>
std::size_t best_of(std::size_t count, const Score& score) {
    std::size_t best = 0;
    double most = score(0);
    for (std::size_t i = 1; i < count; ++i) {
        if (const double value = score(i); value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

// The deepest point, the one farthest from it, and on each side of the line between them the one
// that spans the largest triangle with them.
ContactPoints chosen(const Contacts& contacts, const Cut& cut) {
    std::array<ContactPoint, 2 * FacePolygon::kMaxCorners> all;
    for (std::size_t i = 0; i < cut.count; ++i) {
        all[i] = contacts.contact_at(cut.points[i]);
    }
    const ContactPoint& deepest =
        all[best_of(cut.count, [&](std::size_t i) { return all[i].depth; })];
    const auto far = [&](std::size_t i) { return distance(all[i].point, deepest.point); };
    const ContactPoint& second = all[best_of(cut.count, far)];
    const double span = distance(second.point, deepest.point);
    ContactPoints found;
    found.points[found.count++] = deepest;
    if (!(span > kSamePlace * length(deepest.point))) {
        return found;
    }
    found.points[found.count++] = second;
    for (const double side : {1.0, -1.0}) {
        const auto area = [&](std::size_t i) {
            return side * contacts.area(deepest.point, second.point, all[i].point);
        };
        const std::size_t third = best_of(cut.count, area);
        if (area(third) > kLine * span * span) {
            found.points[found.count++] = all[third];
        }
    }
    return found;
}

}  // namespace

ContactPoints contact_points(const PlacedShape& a,
                             const PlacedShape& b,
                             const Penetration& penetration,
                             double face_depth) {
    assert(face_depth >= 0 && is_finite(penetration.normal));
    const ContactPlane plane = plane_across(penetration.normal);
    const FacePolygon on_a = face_along(a, -penetration.normal, plane, face_depth);
    const FacePolygon on_b = face_along(b, penetration.normal, plane, face_depth);
    const Contacts contacts(on_a, on_b, plane);
    const Cut cut = contacts.shared();
    if (cut.count == 0) {
        return {{ContactPoint{penetration.point, penetration.depth}}, 1};
    }
    return chosen(contacts, cut);
}

}  // namespace halfspace
