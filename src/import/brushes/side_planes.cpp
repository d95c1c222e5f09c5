// SPDX-License-Identifier: MIT
#include "import/brushes/side_planes.h"

#include "halfspace/exact/grid.h"
#include "halfspace/world/describe.h"

#include "import/brushes/written_plane.h"
#include "import/surfaces/surface_import.h"
#include "math/shared/vec_order.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// An upper bound for the distance of the side's plane from the origin [units]: the largest
// coordinate of the nearest of its three points, or the distance of a rounded plane.
double distance_bound(const BrushSide& side) {
    if (side.plane) {
        return std::fabs(side.plane->d);
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (const DecimalPoint& point : side.points) {
        nearest = std::min(nearest, max_abs(to_vec3(point)));
    }
    return nearest;
}

// True if the plane meets the cube of all coordinates, in grid steps. Another plane is useless for
// a brush, and its distance may be too wide for the predicates.
bool is_within_range(const ExactPlane& plane) {
    Int256 reach;
    for (const std::int64_t n : plane.n) {
        reach = reach + Int256(magnitude(n)) * Int256(kMaxPointCoordinate);
    }
    return !(reach < Int256(magnitude(plane.d)));
}

bool is_on_coarse_grid(const Mesh& mesh) {
    const auto is_whole = [](double x) {
        const double steps = std::ldexp(x, kCoarseGrid);
        return std::floor(steps) == steps;
    };
    return std::all_of(mesh.vertices.begin(), mesh.vertices.end(), [&](const Vec3& p) {
        return is_whole(p.x) && is_whole(p.y) && is_whole(p.z);
    });
}

// The order in which sides choose planes. Large faces come first, because their planes are known
// most exactly. Equal faces are sorted by the written numbers and then by their corners, so that
// the order in the source does not matter.
class SideOrder {
public:
    explicit SideOrder(const SidePlanes& sides) : sides_(&sides) {}

    bool operator()(const WantedSide& a, const WantedSide& b) const {
        if (a.radius != b.radius) {
            return a.radius > b.radius;
        }
        const auto key = [&](const WantedSide& side) {
            return std::tuple{points_of(side),
                              coordinates_of(side.wanted.plane.n),
                              side.wanted.plane.d,
                              side.wanted.tolerance};
        };
        const auto of_a = key(a);
        const auto of_b = key(b);
        if (of_a != of_b) {
            return of_a < of_b;
        }
        return std::ranges::lexicographical_compare(
            a.wanted.corners, b.wanted.corners, {}, coordinates_of, coordinates_of);
    }

private:
    const std::array<DecimalPoint, 3>& points_of(const WantedSide& side) const {
        return sides_->candidates[side.candidate].brush->sides[side.side].points;
    }

    const SidePlanes* sides_;
};

class PlaneTaker {
public:
    PlaneTaker(const World& world, const ImportOptions& options, int grid_exponent)
        : world_(&world), options_(&options), grid_exponent_(grid_exponent) {}

    SidePlanes run() {
        collect();
        for (std::size_t c = 0; c < result_.candidates.size() && !options_->is_cancelled(); ++c) {
            take_exact_planes(c);
        }
        choose_written_planes();
        return std::move(result_);
    }

private:
    void collect() {
        for (std::size_t e = 0; e < world_->entities.size(); ++e) {
            const std::vector<Brush>& brushes = world_->entities[e].brushes;
            for (std::size_t b = 0; b < brushes.size(); ++b) {
                BrushCandidate candidate;
                candidate.entity = static_cast<std::uint32_t>(e);
                candidate.source = static_cast<std::uint32_t>(b);
                candidate.brush = &brushes[b];
                candidate.planes.resize(brushes[b].sides.size());
                candidate.moved.resize(brushes[b].sides.size());
                result_.candidates.push_back(std::move(candidate));
            }
        }
    }

    bool check_range(BrushCandidate& candidate, std::size_t s) const {
        const BrushSide& side = candidate.brush->sides[s];
        const double largest = distance_bound(side);
        if (largest <= range_of(grid_exponent_)) {
            return true;
        }
        if (const std::optional<ExactPlane> plane = exact_plane(side, grid_exponent_);
            plane && is_within_range(*plane)) {
            return true;
        }
        int coarser = grid_exponent_ - 1;
        while (coarser >= 0 && largest > range_of(coarser)) {
            --coarser;
        }
        fail(candidate,
             ErrorCode::Range,
             *world_,
             side.position,
             describe_side(*world_, candidate.entity, candidate.source, s) +
                 ": a coordinate lies beyond +-" +
                 std::to_string(static_cast<std::int64_t>(range_of(grid_exponent_))) +
                 " units, the limit of exact arithmetic on the grid of " +
                 grid_name(grid_exponent_) + "; " +
                 (coarser >= 0 ? "take the grid of " + grid_name(coarser)
                               : "move the brush closer to the origin"));
        return false;
    }

    // The largest coordinate of a point on this grid [units].
    static double range_of(int grid_exponent) {
        return std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent);
    }

    // False if the brush has an error now.
    bool check_sides(BrushCandidate& candidate) const {
        for (std::size_t s = 0; s < candidate.planes.size(); ++s) {
            const BrushSide& side = candidate.brush->sides[s];
            if (!check_range(candidate, s)) {
                return false;
            }
            if (!written_plane(side, grid_exponent_)) {
                fail(candidate,
                     ErrorCode::Geometry,
                     *world_,
                     side.position,
                     describe_side(*world_, candidate.entity, candidate.source, s) +
                         (side.plane
                              ? ": its plane has no normal"
                              : ": its three points lie on one line and give no plane; move one of "
                                "them"));
                return false;
            }
        }
        return true;
    }

    // Takes the planes of sides on the grid. The other sides wait for choose_written_planes.
    void take_exact_planes(std::size_t c) {
        BrushCandidate& candidate = result_.candidates[c];
        if (!check_sides(candidate)) {
            return;
        }
        bool is_exact = true;
        for (std::size_t s = 0; s < candidate.planes.size(); ++s) {
            if (const auto plane = exact_plane(candidate.brush->sides[s], grid_exponent_)) {
                candidate.planes[s] = result_.planes.intern(*plane);
            }
            is_exact = is_exact && candidate.planes[s];
        }
        if (!is_exact) {
            add_wanted_sides(c);
        }
    }

    void add_wanted_sides(std::size_t c) {
        BrushCandidate& candidate = result_.candidates[c];
        std::vector<WrittenPlane> planes;
        planes.reserve(candidate.brush->sides.size());
        for (const BrushSide& side : candidate.brush->sides) {
            planes.push_back(*written_plane(side, grid_exponent_));
        }
        std::vector<std::vector<Vec3>> faces = face_corners(planes);
        Aabb box;
        for (const std::vector<Vec3>& face : faces) {
            for (const Vec3& corner : face) {
                box = merge(box, corner);
            }
        }
        candidate.written = box;
        if (is_empty(box)) {
            return;  // fit_brushes reports the error
        }
        for (std::size_t s = 0; s < planes.size(); ++s) {
            const BrushSide& side = candidate.brush->sides[s];
            if (candidate.planes[s] || (side.plane && faces[s].empty())) {
                continue;
            }
            if (side.plane) {
                candidate.planes[s] = recovered(*side.plane, faces[s]);
            }
            if (!candidate.planes[s]) {
                std::vector<Vec3> corners =
                    faces[s].empty() ? projected(faces, planes[s]) : faces[s];
                wanted_.push_back({c, s, {planes[s], std::move(corners), options_->tolerance}});
            }
        }
    }

    // The exact plane that a rounded plane came from, if it lies within the tolerance of the face.
    std::optional<PlaneId> recovered(const Plane& plane, const std::vector<Vec3>& corners) {
        const std::optional<ExactPlane> exact = recovery_.recover(plane, grid_exponent_);
        if (!exact || deviation(*exact, corners) > options_->tolerance) {
            return std::nullopt;
        }
        return result_.planes.intern(*exact);
    }

    void choose_written_planes() {
        PlaneChooser chooser(result_.planes);
        for (const WantedSide& side : choose_planes(std::move(wanted_), chooser, result_)) {
            BrushCandidate& candidate = result_.candidates[side.candidate];
            fail(candidate,
                 ErrorCode::Geometry,
                 *world_,
                 candidate.brush->sides[side.side].position,
                 describe_side(*world_, candidate.entity, candidate.source, side.side) +
                     ": no plane with integer coefficients lies within the import tolerance on the "
                     "grid of " +
                     grid_name(grid_exponent_) +
                     "; take a finer grid or a larger import tolerance");
        }
    }

    const World* world_;
    const ImportOptions* options_;
    int grid_exponent_;
    SidePlanes result_;
    PlaneRecovery recovery_;
    std::vector<WantedSide> wanted_;
};

}  // namespace

bool is_on_grid(const Brush& brush, int grid_exponent, PlaneRecovery& recovery) {
    return std::all_of(brush.sides.begin(), brush.sides.end(), [&](const BrushSide& side) {
        return side.plane ? recovery.recover(*side.plane, grid_exponent).has_value()
                          : exact_plane(side, grid_exponent).has_value();
    });
}

int fitting_grid(const World& world, std::span<const Aabb> boxes) {
    for (const Aabb& box : boxes) {
        if (!is_on_grid(box, kCoarseGrid)) {
            return kFineGrid;
        }
    }
    PlaneRecovery recovery;
    for (const Entity& entity : world.entities) {
        for (const Brush& brush : entity.brushes) {
            if (!is_on_grid(brush, kCoarseGrid, recovery)) {
                return kFineGrid;
            }
        }
        if (!is_on_grid(entity.polygons, kCoarseGrid) ||
            !std::all_of(entity.meshes.begin(), entity.meshes.end(), is_on_coarse_grid)) {
            return kFineGrid;
        }
    }
    return kCoarseGrid;
}

std::vector<WantedSide> choose_planes(std::vector<WantedSide> sides,
                                      PlaneChooser& chooser,
                                      SidePlanes& into) {
    for (WantedSide& side : sides) {
        for (const Vec3& corner : side.wanted.corners) {
            side.radius = std::max(side.radius, length(corner - side.wanted.corners[0]));
        }
    }
    std::sort(sides.begin(), sides.end(), SideOrder(into));
    std::vector<WantedSide> without;
    for (WantedSide& side : sides) {
        if (const std::optional<PlaneChoice> choice = chooser.choose(side.wanted)) {
            BrushCandidate& candidate = into.candidates[side.candidate];
            candidate.planes[side.side] = choice->plane;
            candidate.moved[side.side] = choice->moved;
        } else {
            without.push_back(std::move(side));
        }
    }
    return without;
}

SidePlanes take_side_planes(const World& world, const ImportOptions& options, int grid_exponent) {
    return PlaneTaker(world, options, grid_exponent).run();
}

void fail(BrushCandidate& candidate,
          ErrorCode code,
          const World& world,
          const SourcePosition& position,
          std::string message) {
    if (!candidate.error) {
        candidate.error =
            Error{code, std::move(message), {world.source, position.line, position.column}};
    }
}

}  // namespace halfspace
