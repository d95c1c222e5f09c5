// SPDX-License-Identifier: MIT
#include "import/surfaces/surface_import.h"

#include "halfspace/world/describe.h"

#include "base/shared/sign.h"
#include "import/surfaces/grid_loop.h"

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

// The nearest grid coordinate; halves are rounded up. REQUIRES: exponent in [0, 10].
std::int64_t rounded(Decimal value, int exponent) {
    constexpr Int128 kTwo = Int128{2} * Decimal::kOne;
    const Int128 twice = value.scaled * (Int128{2} << exponent) + Decimal::kOne;
    const Int128 steps = twice / kTwo;
    return static_cast<std::int64_t>(steps - (steps * kTwo > twice ? 1 : 0));
}

class Importer {
public:
    Importer(const World& world, int grid_exponent, PlaneTable& planes, WithoutArea without_area)
        : world_(&world),
          grid_exponent_(grid_exponent),
          planes_(&planes),
          without_area_(without_area) {}

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
    void fail(ErrorCode code,
              const SourcePosition& at,
              std::uint32_t source,
              const std::string& message) {
        errors_.push_back({code,
                           describe_polygon(*world_, entity_, source) + message,
                           {world_->source, at.line, at.column}});
    }

    // The corners on the grid, without repeats of neighbours; nullopt if a corner is out of range.
    std::optional<GridLoop> loop_of(const SurfacePolygon& polygon) {
        const double reach = std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent_);
        GridLoop loop;
        is_moved_ = false;
        for (const PolygonCorner& corner : polygon.corners) {
            GridCorner at{{}, corner.u, corner.v};
            Vec3 move;
            bool is_corner_moved = false;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (std::fabs(to_double(corner.point[axis])) > reach) {
                    return std::nullopt;
                }
                const auto exact = to_grid(corner.point[axis], grid_exponent_);
                at.point[axis] = exact ? *exact : rounded(corner.point[axis], grid_exponent_);
                is_corner_moved = is_corner_moved || !exact;
                move[axis] = to_double(corner.point[axis]) -
                             std::ldexp(static_cast<double>(at.point[axis]), -grid_exponent_);
            }
            result_.moved_corners += is_corner_moved ? 1 : 0;
            result_.largest_move = std::max(result_.largest_move, length(move));
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
        entity_ = entity;
        if (polygon.corners.size() < 3) {
            fail(ErrorCode::Geometry,
                 polygon.position,
                 source,
                 " has " + std::to_string(polygon.corners.size()) +
                     " corners; a polygon needs at least three");
            return;
        }
        const std::optional<GridLoop> loop = loop_of(polygon);
        if (!loop) {
            fail(ErrorCode::Range,
                 polygon.position,
                 source,
                 " has a corner beyond +-" + std::to_string(kMaxPointCoordinate >> grid_exponent_) +
                     " units, the limit of exact arithmetic on this grid; take a coarser grid or "
                     "move the polygon closer to the origin");
            return;
        }
        const Outline outline(*loop);
        if (loop->size() < 3 || !outline.has_area()) {
            drop_or_fail(polygon, source);
            return;
        }
        const std::size_t reflex = outline.first_reflex_corner();
        if (reflex != loop->size() && !is_moved_) {
            fail(ErrorCode::Geometry,
                 polygon.position,
                 source,
                 " is not convex at corner " + std::to_string(reflex) +
                     "; cut it into convex polygons");
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
        } else if (without_area_ == WithoutArea::Fail) {
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

    void add_triangles(std::uint32_t entity, std::uint32_t source, const GridLoop& loop) {
        ++cut_polygons_;
        for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
            const GridLoop triangle{loop[0], loop[i], loop[i + 1]};
            const std::optional<PlaneId> plane =
                scratch_.intern_through(triangle[0].point, triangle[1].point, triangle[2].point);
            if (plane) {
                add(entity, source, triangle, *plane);
            }
        }
    }

    void add(std::uint32_t entity, std::uint32_t source, GridLoop loop, PlaneId plane) {
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

    // Adds the planes to the table in ascending order, so that their ids do not depend on the order
    // of the polygons.
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
        if (bits <= kMaxPredicateBits || result_.polygons.empty()) {
            return;
        }
        for (const ImportedPolygon& polygon : result_.polygons) {
            const PlaneTable::Filter& plane = planes_->filter(polygon.polygon.plane);
            if (plane.normal_bits == planes_->normal_bits() ||
                plane.distance_bits == planes_->distance_bits()) {
                fail(ErrorCode::Range,
                     source_of(polygon).position,
                     polygon.source,
                     ": with its plane, exact arithmetic needs " + std::to_string(bits) +
                         " bits, more than the limit of " + std::to_string(kMaxPredicateBits) +
                         "; take a coarser grid or move the polygon closer to the origin");
            }
        }
        if (errors_.empty()) {
            errors_.push_back({ErrorCode::Range,
                               "with brushes and polygons together, exact arithmetic needs " +
                                   std::to_string(bits) + " bits, more than the limit of " +
                                   std::to_string(kMaxPredicateBits) + "; take a coarser grid",
                               {world_->source}});
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
        note(result_.moved_corners, " corners of polygons lie off the grid and were moved to it");
        note(cut_polygons_, " polygons are not flat and were cut into triangles");
        note(dropped_, " polygons are too small for the grid and were left out");
    }

    const World* world_;
    int grid_exponent_;
    PlaneTable* planes_;
    WithoutArea without_area_;
    PlaneTable scratch_;  // planes in the order in which they were met
    ImportedSurfaces result_;
    std::vector<Error> errors_;
    std::uint32_t entity_ = 0;  // of the current polygon
    bool is_moved_ = false;     // true if a corner of the current polygon was moved
    std::uint64_t cut_polygons_ = 0;
    std::uint64_t dropped_ = 0;
};

}  // namespace

std::expected<ImportedSurfaces, std::vector<Error>> import_surfaces(const World& world,
                                                                    int grid_exponent,
                                                                    PlaneTable& planes,
                                                                    WithoutArea without_area) {
    return Importer(world, grid_exponent, planes, without_area).run();
}

bool is_on_grid(std::span<const SurfacePolygon> polygons, int grid_exponent) {
    const auto is_whole = [&](const Decimal& c) { return to_grid(c, grid_exponent).has_value(); };
    return std::all_of(polygons.begin(), polygons.end(), [&](const SurfacePolygon& polygon) {
        return std::all_of(
            polygon.corners.begin(), polygon.corners.end(), [&](const PolygonCorner& corner) {
                return std::all_of(corner.point.begin(), corner.point.end(), is_whole);
            });
    });
}

GridPoint grid_point(const ExactPoint& point) {
    return {static_cast<std::int64_t>(point.rounded.x),
            static_cast<std::int64_t>(point.rounded.y),
            static_cast<std::int64_t>(point.rounded.z)};
}

int volume_sign(std::span<const ImportedPolygon> polygons) {
    // Six times the volume: each summand has at most 3 * 28 + 3 bits, 2^32 of them 32 more.
    Int128 volume = 0;
    for (const ImportedPolygon& polygon : polygons) {
        const std::vector<Corner>& corners = polygon.polygon.corners;
        const GridPoint a = grid_point(corners[0].point);
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            volume += dot<Int128>(
                cross<Int128>(grid_point(corners[i].point), grid_point(corners[i + 1].point)), a);
        }
    }
    return sign_of(volume);
}

}  // namespace halfspace
