// SPDX-License-Identifier: MIT
#include "compile/surface_import.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

constexpr Int128 kOne = 1'000'000'000'000'000'000;  // Decimal's 10^18

// As for brushes: half the range of exact coordinates, the rest is for boxes around models.
constexpr std::int64_t kMaxPointCoordinate = kMaxCoordinate / 2;

struct GridCorner {
    GridPoint point{};
    double u = 0;
    double v = 0;
};

using Loop = std::vector<GridCorner>;
using Vector = std::array<Int128, 3>;

GridPoint minus(const GridPoint& a, const GridPoint& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vector cross(const GridPoint& a, const GridPoint& b) {
    return {Int128{a[1]} * b[2] - Int128{a[2]} * b[1],
            Int128{a[2]} * b[0] - Int128{a[0]} * b[2],
            Int128{a[0]} * b[1] - Int128{a[1]} * b[0]};
}

Int128 magnitude(Int128 value) {
    return value < 0 ? -value : value;
}

int sign_of(Int128 value) {
    return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

std::size_t largest_axis(const Vector& v) {
    std::size_t axis = 0;
    for (const std::size_t other : {1, 2}) {
        axis = magnitude(v[other]) > magnitude(v[axis]) ? other : axis;
    }
    return axis;
}

// The nearest grid coordinate, halves upwards. REQUIRES: exponent in [0, 10].
std::int64_t rounded(Decimal value, int exponent) {
    const Int128 twice = value.scaled * (Int128{2} << exponent) + kOne;
    const Int128 steps = twice / (2 * kOne);
    return static_cast<std::int64_t>(steps - (steps * 2 * kOne > twice ? 1 : 0));
}

// A polygon on the grid, seen along the axis in which it is largest.
class Outline {
public:
    explicit Outline(const Loop& loop) : loop_(&loop) {
        for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
            const Vector part = cross(minus(point(i), point(0)), minus(point(i + 1), point(0)));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                twice_area_[axis] += part[axis];
            }
        }
        axis_ = largest_axis(twice_area_);
        sign_ = sign_of(twice_area_[axis_]);
    }

    bool has_area() const { return sign_ != 0; }

    // The first corner that turns the wrong way, or the loop's size if there is none and the
    // outline runs around once.
    std::size_t first_reflex_corner() const {
        std::size_t turns_back = 0;  // of the direction along one line
        for (std::size_t i = 0; i < loop_->size(); ++i) {
            const auto [ax, ay] = step(i);
            const auto [bx, by] = step(i + 1);
            const Int128 turn = sign_ * (ax * by - ay * bx);
            if (turn < 0 || (turn == 0 && ax * bx + ay * by <= 0)) {
                return (i + 1) % loop_->size();
            }
            turns_back += runs_up(ax, ay) != runs_up(bx, by) ? 1 : 0;
        }
        return turns_back == 2 ? loop_->size() : 0;
    }

    // Number i if corner i + 1 turns the right way, off the line of its neighbours.
    std::optional<std::size_t> strict_turn() const {
        for (std::size_t i = 0; i < loop_->size(); ++i) {
            const auto [ax, ay] = step(i);
            const auto [bx, by] = step(i + 1);
            if (sign_ * (ax * by - ay * bx) > 0) {
                return i;
            }
        }
        return std::nullopt;
    }

    const GridPoint& point(std::size_t i) const { return (*loop_)[i % loop_->size()].point; }

private:
    // From corner i to the next, as seen along the axis.
    std::pair<Int128, Int128> step(std::size_t i) const {
        const GridPoint d = minus(point(i + 1), point(i));
        return {d[(axis_ + 1) % 3], d[(axis_ + 2) % 3]};
    }
    static bool runs_up(Int128 x, Int128 y) { return x > 0 || (x == 0 && y > 0); }

    const Loop* loop_;
    Vector twice_area_{};
    std::size_t axis_ = 0;
    int sign_ = 0;
};

// The plane through an edge and an axis: its numbers are coordinates' differences, no products of
// such. It looks out of a polygon with the normal n. REQUIRES: the axis is n's largest.
PlaneId edge_plane(const GridPoint& from,
                   const GridPoint& to,
                   const ExactPlane& polygon,
                   std::size_t axis,
                   PlaneTable& planes) {
    const GridPoint along = minus(to, from);
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    // Seen with the axis towards the eye, the right of a direction (x, y) is (y, -x).
    const std::int64_t sign = polygon.n[axis] > 0 ? 1 : -1;
    ExactPlane plane;
    plane.n[u] = sign * along[v];
    plane.n[v] = -sign * along[u];
    plane.d = Int128{plane.n[u]} * from[u] + Int128{plane.n[v]} * from[v];
    return planes.intern(plane);
}

// Any plane across a line through the point.
PlaneId crossing_plane(const GridPoint& point, const GridPoint& along, PlaneTable& planes) {
    const std::size_t axis = largest_axis({along[0], along[1], along[2]});
    ExactPlane plane;
    plane.n[axis] = 1;
    plane.d = point[axis];
    return planes.intern(plane);
}

// REQUIRES: the loop is flat and convex, its points not all on a line.
Polygon polygon_of(const Loop& loop, PlaneId id, PlaneTable& planes) {
    const ExactPlane plane = planes.plane(id);
    const std::size_t axis = largest_axis({plane.n[0], plane.n[1], plane.n[2]});
    const std::size_t count = loop.size();
    Polygon polygon{id, {}};
    std::vector<PlaneId> edges;
    for (std::size_t i = 0; i < count; ++i) {
        edges.push_back(
            edge_plane(loop[i].point, loop[(i + 1) % count].point, plane, axis, planes));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const GridPoint& p = loop[i].point;
        PlaneId before = edges[(i + count - 1) % count];
        if (before.pair() == edges[i].pair()) {
            before = crossing_plane(p, minus(loop[(i + 1) % count].point, p), planes);
        }
        ExactPoint point{static_cast<double>(p[0]),
                         static_cast<double>(p[1]),
                         static_cast<double>(p[2]),
                         {id, before, edges[i]},
                         true};
        polygon.corners.push_back({point, edges[i]});
    }
    return polygon;
}

bool is_flat(const Loop& loop, const ExactPlane& plane) {
    return std::all_of(loop.begin(), loop.end(), [&](const GridCorner& corner) {
        const GridPoint& p = corner.point;
        return Int128{plane.n[0]} * p[0] + Int128{plane.n[1]} * p[1] + Int128{plane.n[2]} * p[2] ==
               plane.d;
    });
}

class Importer {
public:
    Importer(const World& world, int grid_exponent, PlaneTable& planes)
        : world_(&world), grid_exponent_(grid_exponent), planes_(&planes) {}

    std::expected<ImportedSurfaces, std::vector<Error>> run() {
        for (std::uint32_t e = 0; e < world_->entities.size(); ++e) {
            const std::vector<SurfacePolygon>& polygons = world_->entities[e].polygons;
            for (std::uint32_t p = 0; p < polygons.size(); ++p) {
                take(e, p, polygons[p]);
            }
        }
        if (errors_.empty()) {
            move_planes();
            check_widths();
        }
        if (!errors_.empty()) {
            return std::unexpected(std::move(errors_));
        }
        sort_polygons();
        note_changes();
        return std::move(result_);
    }

private:
    void fail(ErrorCode code, const SourcePosition& at, std::uint32_t source, std::string message) {
        errors_.push_back({code,
                           "polygon " + std::to_string(source) + message,
                           {world_->source, at.line, at.column}});
    }

    // The corners on the grid, none equal to the one before it; nullopt if they are out of range.
    std::optional<Loop> loop_of(const SurfacePolygon& polygon) {
        const double reach = std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent_);
        Loop loop;
        is_moved_ = false;
        for (const PolygonCorner& corner : polygon.corners) {
            GridCorner at{{}, corner.u, corner.v};
            bool is_corner_moved = false;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (std::fabs(to_double(corner.point[axis])) > reach) {
                    return std::nullopt;
                }
                const auto exact = to_grid(corner.point[axis], grid_exponent_);
                at.point[axis] = exact ? *exact : rounded(corner.point[axis], grid_exponent_);
                is_corner_moved = is_corner_moved || !exact;
            }
            moved_corners_ += is_corner_moved ? 1 : 0;
            is_moved_ = is_moved_ || is_corner_moved;
            if (loop.empty() || loop.back().point != at.point) {
                loop.push_back(at);
            }
        }
        while (loop.size() > 1 && loop.front().point == loop.back().point) {
            loop.pop_back();
        }
        return loop;
    }

    void take(std::uint32_t entity, std::uint32_t source, const SurfacePolygon& polygon) {
        if (polygon.corners.size() < 3) {
            fail(ErrorCode::Geometry,
                 polygon.position,
                 source,
                 " has " + std::to_string(polygon.corners.size()) + " corners; it takes three");
            return;
        }
        const std::optional<Loop> loop = loop_of(polygon);
        if (!loop) {
            fail(ErrorCode::Range,
                 polygon.position,
                 source,
                 " has a corner beyond +-" + std::to_string(kMaxPointCoordinate >> grid_exponent_) +
                     " units, as far as 256-bit arithmetic is exact on this grid; take a coarser "
                     "one or move it closer to the origin");
            return;
        }
        const Outline outline(*loop);
        if (loop->size() < 3 || !outline.has_area()) {
            drop_or_fail(polygon, source);
            return;
        }
        const std::size_t reflex = outline.first_reflex_corner();
        if (reflex != loop->size() && !is_moved_) {
            fail(
                ErrorCode::Geometry,
                polygon.position,
                source,
                " is not convex at corner " + std::to_string(reflex) + "; cut it into convex ones");
            return;
        }
        const std::optional<PlaneId> plane = plane_of(outline);
        if (reflex == loop->size() && plane && is_flat(*loop, scratch_.plane(*plane))) {
            add(entity, source, *loop, *plane);
        } else {
            add_triangles(entity, source, *loop);
        }
    }

    void drop_or_fail(const SurfacePolygon& polygon, std::uint32_t source) {
        if (is_moved_) {
            ++dropped_;
        } else {
            fail(ErrorCode::Geometry,
                 polygon.position,
                 source,
                 " encloses no area: its corners lie on a line; delete it");
        }
    }

    std::optional<PlaneId> plane_of(const Outline& outline) {
        const std::optional<std::size_t> turn = outline.strict_turn();
        if (!turn) {
            return std::nullopt;
        }
        return scratch_.intern_through(
            outline.point(*turn), outline.point(*turn + 1), outline.point(*turn + 2));
    }

    void add_triangles(std::uint32_t entity, std::uint32_t source, const Loop& loop) {
        ++cut_polygons_;
        for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
            const Loop triangle{loop[0], loop[i], loop[i + 1]};
            const std::optional<PlaneId> plane =
                scratch_.intern_through(triangle[0].point, triangle[1].point, triangle[2].point);
            if (plane) {
                add(entity, source, triangle, *plane);
            }
        }
    }

    void add(std::uint32_t entity, std::uint32_t source, Loop loop, PlaneId plane) {
        std::rotate(loop.begin(),
                    std::min_element(
                        loop.begin(),
                        loop.end(),
                        [](const GridCorner& a, const GridCorner& b) { return a.point < b.point; }),
                    loop.end());
        ImportedPolygon polygon{entity, source, polygon_of(loop, plane, scratch_), {}};
        for (const GridCorner& corner : loop) {
            polygon.attributes.push_back(corner.u);
            polygon.attributes.push_back(corner.v);
        }
        result_.polygons.push_back(std::move(polygon));
    }

    // In ascending order, so that the ids do not depend on the order of the polygons.
    void move_planes() {
        const PlaneTable::Sorted sorted = scratch_.sorted();
        std::vector<PlaneId> id;
        for (std::uint32_t pair = 0; pair < sorted.table.pair_count(); ++pair) {
            id.push_back(planes_->intern(sorted.table.plane(PlaneId{2 * pair})));
            id.push_back(id.back().flipped());
        }
        const auto moved = [&](PlaneId& plane) { plane = id[sorted.new_id[plane.value].value]; };
        for (ImportedPolygon& polygon : result_.polygons) {
            moved(polygon.polygon.plane);
            for (Corner& corner : polygon.polygon.corners) {
                moved(corner.edge);
                std::for_each(corner.point.planes.begin(), corner.point.planes.end(), moved);
            }
        }
    }

    void check_widths() {
        const int bits = planes_->predicate_bits();
        if (bits <= kMaxPredicateBits) {
            return;
        }
        for (const ImportedPolygon& polygon : result_.polygons) {
            const PlaneTable::Filter& plane = planes_->filter(polygon.polygon.plane);
            if (plane.normal_bits == planes_->normal_bits() ||
                plane.distance_bits == planes_->distance_bits()) {
                fail(ErrorCode::Range,
                     source_of(polygon).position,
                     polygon.source,
                     ": with its plane exact answers would take " + std::to_string(bits) +
                         " bits, more than the " + std::to_string(kMaxPredicateBits) +
                         " there are; take a coarser grid or bring it closer to the origin");
            }
        }
    }

    const SurfacePolygon& source_of(const ImportedPolygon& polygon) const {
        return world_->entities[polygon.entity].polygons[polygon.source];
    }

    void sort_polygons() {
        const auto key = [&](const ImportedPolygon& p) {
            const SurfacePolygon& source = source_of(p);
            return std::tuple(p.entity,
                              p.polygon.plane,
                              std::string_view(world_->materials[source.material.value].name),
                              source.surface,
                              source.opacity);
        };
        const auto points = [](const Corner& a, const Corner& b) {
            return grid_point(a.point) <=> grid_point(b.point);
        };
        std::stable_sort(result_.polygons.begin(),
                         result_.polygons.end(),
                         [&](const ImportedPolygon& a, const ImportedPolygon& b) {
                             const auto ka = key(a);
                             const auto kb = key(b);
                             if (ka != kb) {
                                 return ka < kb;
                             }
                             const auto corners =
                                 std::lexicographical_compare_three_way(a.polygon.corners.begin(),
                                                                        a.polygon.corners.end(),
                                                                        b.polygon.corners.begin(),
                                                                        b.polygon.corners.end(),
                                                                        points);
                             return corners != 0 ? corners < 0 : a.attributes < b.attributes;
                         });
    }

    void note_changes() {
        const auto note = [&](std::uint64_t count, const std::string& what) {
            if (count != 0) {
                result_.diagnostics.push_back(
                    {Severity::Note, std::to_string(count) + what, {world_->source}});
            }
        };
        note(moved_corners_, " corners of polygons lie off the grid and were moved to it");
        note(cut_polygons_, " polygons are not flat and were cut into triangles");
        note(dropped_, " polygons are too small for the grid and were left out");
    }

    const World* world_;
    int grid_exponent_;
    PlaneTable* planes_;
    PlaneTable scratch_;  // in the order they were met
    ImportedSurfaces result_;
    std::vector<Error> errors_;
    bool is_moved_ = false;  // a corner of the polygon at hand
    std::uint64_t moved_corners_ = 0;
    std::uint64_t cut_polygons_ = 0;
    std::uint64_t dropped_ = 0;
};

}  // namespace

std::expected<ImportedSurfaces, std::vector<Error>> import_surfaces(const World& world,
                                                                    int grid_exponent,
                                                                    PlaneTable& planes) {
    return Importer(world, grid_exponent, planes).run();
}

GridPoint grid_point(const ExactPoint& point) {
    return {static_cast<std::int64_t>(point.x),
            static_cast<std::int64_t>(point.y),
            static_cast<std::int64_t>(point.z)};
}

int volume_sign(std::span<const ImportedPolygon> polygons) {
    // Six times the volume: each summand has at most 3 * 28 + 3 bits, 2^32 of them 32 more.
    Int128 volume = 0;
    for (const ImportedPolygon& polygon : polygons) {
        const std::vector<Corner>& corners = polygon.polygon.corners;
        const GridPoint a = grid_point(corners[0].point);
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            const Vector n = cross(grid_point(corners[i].point), grid_point(corners[i + 1].point));
            volume += n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
        }
    }
    return sign_of(volume);
}

}  // namespace halfspace
