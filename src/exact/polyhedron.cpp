// SPDX-License-Identifier: MIT
#include "exact/shared/polyhedron.h"

#include "halfspace/base/id.h"

#include "base/shared/short_list.h"
#include "exact/shared/dyadic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <compare>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The sign of x / w - value, where `value` is x / w rounded to the nearest double. Widths: value is
// m * 2^e with |m| < 2^53. If e < 0, both terms are about m * w: 53 bits and the 197 bits of w.
// REQUIRES: w > 0, bits(w) <= 197, |value| <= kMaxGridCoordinate.
int compare_to_rounded(const Int256& x, const Int256& w, double value) {
    const Dyadic dyadic = to_dyadic(value);
    if (dyadic.exponent >= 0) {
        return (x - Int256(static_cast<std::int64_t>(value)) * w).sign();
    }
    return ((x << -dyadic.exponent) - Int256(dyadic.mantissa) * w).sign();
}

// An edge of the cut, in the direction in which it bounds the cap of the back piece.
struct CutEdge {
    std::uint32_t from;
    std::uint32_t to;
    PlaneId face;  // the face that was cut here, a neighbour of the cap
};

// Builds one piece of a cut. Gives the points of the whole new indices in the piece.
class Piece {
public:
    Piece(const Polyhedron& whole,
          const ShortList<ExactPoint>& crossings,
          std::size_t point_count,
          std::pmr::memory_resource* memory)
        : whole_(&whole),
          crossings_(&crossings),
          own_(whole.points.size() + crossings.size(), kNone, memory),
          corners_(memory),
          faces_(memory) {
        result_.points.reserve(point_count);
        corners_.reserve(whole.corners.size() + 2 * point_count);
        faces_.reserve(whole.faces.size() + 1);
    }

    void begin_face() { first_ = static_cast<std::uint32_t>(corners_.size()); }
    void add_corner(std::uint32_t point, PlaneId neighbour) {
        if (own_[point] == kNone) {
            const std::size_t old = whole_->points.size();
            own_[point] = static_cast<std::uint32_t>(result_.points.size());
            result_.points.push_back(point < old ? whole_->points[point]
                                                 : (*crossings_)[point - old]);
        }
        corners_.push_back({own_[point], neighbour});
    }
    void end_face(PlaneId plane) {
        const auto count = static_cast<std::uint32_t>(corners_.size()) - first_;
        assert(count >= 3);
        faces_.push_back({plane, first_, count});
    }
    Polyhedron take() {
        result_.corners.assign(corners_.begin(), corners_.end());
        result_.faces.assign(faces_.begin(), faces_.end());
        return std::move(result_);
    }

private:
    const Polyhedron* whole_;
    const ShortList<ExactPoint>* crossings_;
    ShortList<std::uint32_t> own_;
    ShortList<Polyhedron::Corner> corners_;
    ShortList<Polyhedron::Face> faces_;
    Polyhedron result_;
    std::uint32_t first_ = 0;
};

// The state of one cut: the sides of the points, and the crossings.
class Cutter {
public:
    Cutter(const Polyhedron& whole,
           std::span<const Side> sides,
           PlaneId plane,
           const Predicates& predicates,
           ShortMemory& memory)
        : whole_(&whole),
          plane_(plane),
          predicates_(&predicates),
          memory_(memory.resource()),
          sides_(sides),
          crossings_(memory_),
          crossing_points_(memory_),
          cap_(memory_) {
        // All crossings are made before the pieces are built, because both faces of an edge need
        // them.
        for (const Polyhedron::Face& face : whole.faces) {
            find_crossings(face);
        }
        std::sort(crossings_.begin(), crossings_.end());
    }

    PolyhedronSplit cut() { return {build(Side::Front), build(Side::Back)}; }

private:
    struct Crossing {
        std::uint32_t low;
        std::uint32_t high;
        std::uint32_t point;

        friend auto operator<=>(const Crossing&, const Crossing&) = default;
    };

    const Polyhedron::Corner& corner(const Polyhedron::Face& face, std::uint32_t i) const {
        return whole_->corners[face.first + (i == face.count ? 0 : i)];
    }

    bool crosses(std::uint32_t a, std::uint32_t b) const {
        return sides_[a] != Side::On && sides_[b] == opposite(sides_[a]);
    }

    void find_crossings(const Polyhedron::Face& face) {
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const Polyhedron::Corner& from = corner(face, i);
            const std::uint32_t to = corner(face, i + 1).point;
            // The two faces of an edge run along it in opposite directions. The upward direction
            // makes the point.
            if (from.point < to && crosses(from.point, to)) {
                const std::size_t point = whole_->points.size() + crossing_points_.size();
                crossings_.push_back({from.point, to, static_cast<std::uint32_t>(point)});
                crossing_points_.push_back(predicates_->meet(face.plane, from.neighbour, plane_));
            }
        }
    }

    std::uint32_t crossing(std::uint32_t a, std::uint32_t b) const {
        const std::uint32_t low = std::min(a, b);
        const std::uint32_t high = std::max(a, b);
        return std::lower_bound(crossings_.begin(), crossings_.end(), Crossing{low, high, 0})
            ->point;
    }

    // The piece on the side `keep`, closed by a cap.
    Polyhedron build(Side keep) {
        const auto lost = std::count(sides_.begin(), sides_.end(), opposite(keep));
        Piece piece(*whole_,
                    crossing_points_,
                    sides_.size() - static_cast<std::size_t>(lost) + crossings_.size(),
                    memory_);
        cap_.clear();
        for (const Polyhedron::Face& face : whole_->faces) {
            add_face(piece, face, keep);
        }
        add_cap(piece, keep);
        return piece.take();
    }

    void add_face(Piece& piece, const Polyhedron::Face& face, Side keep) {
        const auto is_kept = [&](std::uint32_t i) { return sides_[corner(face, i).point] == keep; };
        bool any_kept = false;
        for (std::uint32_t i = 0; i < face.count && !any_kept; ++i) {
            any_kept = is_kept(i);
        }
        if (!any_kept) {
            return;
        }
        piece.begin_face();
        // The points where the boundary of the face leaves and enters the kept side. The cut runs
        // between them.
        std::uint32_t leave = 0;
        std::uint32_t enter = 0;
        bool is_cut = false;
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const Polyhedron::Corner& here = corner(face, i);
            const std::uint32_t to = corner(face, i + 1).point;
            const Side side = sides_[here.point];
            const Side next = sides_[to];
            if (side == keep) {
                piece.add_corner(here.point, here.neighbour);
                if (next == opposite(keep)) {
                    leave = crossing(here.point, to);
                    is_cut = true;
                    piece.add_corner(leave, plane_);
                }
            } else if (side == Side::On) {
                const bool leaves = next != keep;
                piece.add_corner(here.point, leaves ? plane_ : here.neighbour);
                (leaves ? leave : enter) = here.point;
                is_cut = is_cut || leaves;
            } else if (next == keep) {
                enter = crossing(here.point, to);
                piece.add_corner(enter, here.neighbour);
            }
        }
        piece.end_face(face.plane);
        // A face that touches the plane only in a corner has no cut.
        if (is_cut) {
            cap_.push_back({enter, leave, face.plane});
        }
    }

    // The edges of the cut run around the cap against the direction of the faces. Joined to a chain
    // they bound the cap.
    void add_cap(Piece& piece, Side keep) {
        piece.begin_face();
        std::uint32_t at = cap_.front().from;
        std::sort(cap_.begin(), cap_.end(), [](const CutEdge& a, const CutEdge& b) {
            return a.from < b.from;
        });
        for (std::size_t done = 0; done < cap_.size(); ++done) {
            const auto edge = std::lower_bound(
                cap_.begin(), cap_.end(), at, [](const CutEdge& e, std::uint32_t from) {
                    return e.from < from;
                });
            piece.add_corner(at, edge->face);
            at = edge->to;
        }
        piece.end_face(keep == Side::Back ? plane_ : plane_.flipped());
    }

    const Polyhedron* whole_;
    PlaneId plane_;
    const Predicates* predicates_;
    std::pmr::memory_resource* memory_;
    std::span<const Side> sides_;
    ShortList<Crossing> crossings_;
    ShortList<ExactPoint> crossing_points_;
    ShortList<CutEdge> cap_;
};

// Where a polyhedron lies, and its pieces if it lies on both sides of the plane.
struct Meeting {
    PolygonSide side = PolygonSide::Back;
    PolyhedronSplit pieces;
};

Meeting meeting_of(const Polyhedron& polyhedron, PlaneId plane, Predicates& predicates) {
    ShortMemory memory;
    ShortList<Side> sides(polyhedron.points.size(), memory.resource());
    bool front = false;
    bool back = false;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i] = predicates.side(polyhedron.points[i], plane);
        front = front || sides[i] == Side::Front;
        back = back || sides[i] == Side::Back;
    }
    if (front && back) {
        return {PolygonSide::Spanning, Cutter(polyhedron, sides, plane, predicates, memory).cut()};
    }
    return {front ? PolygonSide::Front : PolygonSide::Back, {}};
}

// Bit i of c is set if corner c has the largest coordinate along axis i.
ExactPoint box_corner(const GridBox& box, const BoxPlanes& planes, std::uint32_t c) {
    ExactPoint point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t side = c >> axis & 1U;
        point.rounded[axis] = static_cast<double>(side == 1 ? box.max[axis] : box.min[axis]);
        point.planes[axis] = planes[2 * axis + side];
    }
    point.integral = true;
    return point;
}

void add_box_face(Polyhedron& result,
                  const BoxPlanes& planes,
                  std::uint32_t axis,
                  std::uint32_t top) {
    const std::uint32_t u = (axis + 1) % 3;
    const std::uint32_t v = (axis + 2) % 3;
    const auto first = static_cast<std::uint32_t>(result.corners.size());
    // Counter-clockwise around the face: in (u, v) for the upper face, reversed for the lower face.
    static constexpr std::array<std::array<std::uint32_t, 2>, 4> kAround{
        {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    for (std::uint32_t i = 0; i < 4; ++i) {
        const auto& here = kAround[top == 1 ? i : 3 - i];
        const auto& next = kAround[top == 1 ? (i + 1) % 4 : (6 - i) % 4];
        const std::uint32_t point = (top << axis) | (here[0] << u) | (here[1] << v);
        // The neighbour is the side of the coordinate that does not change along the edge.
        const bool keeps_u = here[0] == next[0];
        const std::uint32_t across = keeps_u ? 2 * u + here[0] : 2 * v + here[1];
        result.corners.push_back({point, planes[across]});
    }
    result.faces.push_back({planes[2 * axis + top], first, 4});
}

}  // namespace

BoxPlanes box_planes(const GridBox& box, PlaneTable& planes) {
    BoxPlanes result;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ExactPlane plane;
        plane.n[axis] = -1;
        plane.d = -Int128{box.min[axis]};
        result[2 * axis] = planes.intern(plane);
        plane.n[axis] = 1;
        plane.d = box.max[axis];
        result[2 * axis + 1] = planes.intern(plane);
    }
    return result;
}

Polyhedron make_box(const GridBox& box, PlaneTable& planes) {
    return make_box(box, box_planes(box, planes));
}

Polyhedron make_box(const GridBox& box, const BoxPlanes& planes) {
    Polyhedron result;
    for (std::uint32_t c = 0; c < 8; ++c) {
        result.points.push_back(box_corner(box, planes, c));
    }
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        add_box_face(result, planes, axis, 0);
        add_box_face(result, planes, axis, 1);
    }
    return result;
}

PolyhedronSplit split(const Polyhedron& polyhedron, PlaneId plane, Predicates& predicates) {
    Meeting meeting = meeting_of(polyhedron, plane, predicates);
    if (meeting.side == PolygonSide::Front) {
        meeting.pieces.front = polyhedron;
    } else if (meeting.side == PolygonSide::Back) {
        meeting.pieces.back = polyhedron;
    }
    return std::move(meeting.pieces);
}

std::optional<Polyhedron> intersect(Polyhedron polyhedron,
                                    std::span<const PlaneId> planes,
                                    Predicates& predicates) {
    for (const PlaneId plane : planes) {
        Meeting meeting = meeting_of(polyhedron, plane, predicates);
        if (meeting.side == PolygonSide::Front) {
            return std::nullopt;
        }
        if (meeting.side == PolygonSide::Spanning) {
            polyhedron = *std::move(meeting.pieces.back);
        }
    }
    return polyhedron;
}

std::optional<CarvedPolyhedron> carve(Polyhedron polyhedron,
                                      std::span<const PlaneId> planes,
                                      Predicates& predicates) {
    CarvedPolyhedron carved{std::move(polyhedron), {}};
    for (const PlaneId plane : planes) {
        Meeting meeting = meeting_of(carved.inside, plane, predicates);
        if (meeting.side == PolygonSide::Front) {
            return std::nullopt;
        }
        if (meeting.side == PolygonSide::Spanning) {
            carved.outside.push_back(*std::move(meeting.pieces.front));
            carved.inside = *std::move(meeting.pieces.back);
        }
    }
    return carved;
}

Polygon face_polygon(const Polyhedron& polyhedron, std::size_t face) {
    const Polyhedron::Face& source = polyhedron.faces[face];
    Polygon polygon{source.plane, {}};
    polygon.corners.reserve(source.count);
    for (std::uint32_t i = 0; i < source.count; ++i) {
        const Polyhedron::Corner& corner = polyhedron.corners[source.first + i];
        polygon.corners.push_back({polyhedron.points[corner.point], corner.neighbour});
    }
    return polygon;
}

Aabb bounds(const Polyhedron& polyhedron) {
    Aabb box;
    for (const ExactPoint& p : polyhedron.points) {
        box = merge(box, p.rounded);
    }
    return box;
}

ReachedSides sides_of(const Polyhedron& polyhedron,
                      const Aabb& box,
                      PlaneId plane,
                      Predicates& predicates) {
    const ReachedSides certain =
        sides_of_box(centre_of(box), half_of(box), predicates.planes().filter(plane));
    if (certain.front != certain.back) {
        return plane.is_flipped() ? ReachedSides{certain.back, certain.front} : certain;
    }
    ReachedSides sides;
    for (const ExactPoint& point : polyhedron.points) {
        const Side side = predicates.side(point, plane);
        sides.front = sides.front || side == Side::Front;
        sides.back = sides.back || side == Side::Back;
        if (sides.front && sides.back) {
            break;
        }
    }
    return sides;
}

Aabb enclosing_box(std::span<const ExactPoint> points, const Predicates& predicates) {
    Aabb box;
    for (const ExactPoint& p : points) {
        box = merge(box, p.rounded);
    }
    // The coordinates are correctly rounded, and rounding keeps the order of numbers. So each side
    // of the box is the exact one, or off by less than the step to the next double.
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double min = box.min[axis];
        const double max = box.max[axis];
        for (const ExactPoint& p : points) {
            const double rounded = p.rounded[axis];
            if (p.integral || (rounded != min && rounded != max)) {
                continue;
            }
            const HomogeneousPoint exact = predicates.homogeneous(p);
            const int sign = compare_to_rounded(exact[axis], exact.w, rounded);
            if (sign < 0 && rounded == min) {
                box.min[axis] = std::nextafter(min, -kInfinity);
            }
            if (sign > 0 && rounded == max) {
                box.max[axis] = std::nextafter(max, kInfinity);
            }
        }
    }
    return box;
}

}  // namespace halfspace
