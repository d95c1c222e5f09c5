// SPDX-License-Identifier: MIT
#include "import/side_planes.h"

#include "halfspace/exact/grid.h"

#include "import/plane_choice.h"
#include "import/plane_recovery.h"
#include "import/surface_import.h"
#include "import/written_plane.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// Points of brushes keep to half the range of exact coordinates; the rest is for the box around
// the world and for the test whether a brush is bounded.
constexpr std::int64_t kMaxPointCoordinate = kMaxCoordinate / 2;

// A side whose plane has to be chosen, with what the choice and its order depend on.
struct WrittenSide {
    std::size_t candidate;
    std::size_t side;
    WrittenPlane plane;
    std::vector<Vec3> corners;
    double radius;
};

// Of its points, or of the point of its plane that is nearest to the origin [units].
double largest_coordinate(const BrushSide& side) {
    if (side.plane) {
        return std::fabs(side.plane->d);
    }
    double largest = 0;
    for (const DecimalPoint& point : side.points) {
        for (const Decimal& coordinate : point) {
            largest = std::max(largest, std::fabs(to_double(coordinate)));
        }
    }
    return largest;
}

bool has_rounded_planes(const Brush& brush) {
    return std::any_of(brush.sides.begin(), brush.sides.end(), [](const BrushSide& side) {
        return side.plane.has_value();
    });
}

bool is_on_grid(const Brush& brush, int grid_exponent, PlaneRecovery& recovery) {
    return std::all_of(brush.sides.begin(), brush.sides.end(), [&](const BrushSide& side) {
        return side.plane ? recovery.recover(*side.plane, grid_exponent).has_value()
                          : grid_points(side, grid_exponent).has_value();
    });
}

class PlaneTaker {
public:
    PlaneTaker(const World& world, const ImportOptions& options, int grid_exponent)
        : world_(&world), options_(&options), grid_exponent_(grid_exponent) {}

    SidePlanes run() {
        collect();
        for (std::size_t c = 0; c < result_.candidates.size(); ++c) {
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
                result_.candidates.push_back(std::move(candidate));
            }
        }
    }

    bool check_range(BrushCandidate& candidate, std::size_t s) const {
        const BrushSide& side = candidate.brush->sides[s];
        const double largest = largest_coordinate(side);
        if (largest <= range_of(grid_exponent_)) {
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
             "brush " + std::to_string(candidate.source) + ", side " + std::to_string(s) +
                 ": a coordinate lies beyond +-" +
                 std::to_string(static_cast<std::int64_t>(range_of(grid_exponent_))) +
                 " units, as far as 256-bit arithmetic is exact on the grid of " +
                 grid_name(grid_exponent_) + "; " +
                 (coarser >= 0 ? "the grid of " + grid_name(coarser) + " would do"
                               : "move the brush closer to the origin"));
        return false;
    }

    // How far points may lie from the origin on a grid [units].
    static double range_of(int grid_exponent) {
        return std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent);
    }

    // False for a brush with an error.
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
                     side.plane ? "the plane of this side has no normal"
                                : "the three points of this side lie on one line and give no "
                                  "plane; move one of them");
                return false;
            }
        }
        return true;
    }

    // Sides on the grid give their plane exactly; the others wait for choose_written_planes.
    void take_exact_planes(std::size_t c) {
        BrushCandidate& candidate = result_.candidates[c];
        if (!check_sides(candidate)) {
            return;
        }
        const bool is_rounded = has_rounded_planes(*candidate.brush);
        bool needs_choice = is_rounded;
        for (std::size_t s = 0; s < candidate.planes.size(); ++s) {
            const BrushSide& side = candidate.brush->sides[s];
            if (const auto points = grid_points(side, grid_exponent_)) {
                candidate.planes[s] =
                    result_.planes.intern_through((*points)[0], (*points)[1], (*points)[2]);
            }
            needs_choice = needs_choice || !candidate.planes[s];
        }
        if (needs_choice) {
            add_written_sides(c);
        }
    }

    void add_written_sides(std::size_t c) {
        BrushCandidate& candidate = result_.candidates[c];
        std::vector<WrittenPlane> planes;
        planes.reserve(candidate.brush->sides.size());
        for (const BrushSide& side : candidate.brush->sides) {
            planes.push_back(*written_plane(side, grid_exponent_));
        }
        std::vector<std::vector<Vec3>> corners = face_corners(planes);
        for (std::size_t s = 0; s < planes.size(); ++s) {
            const BrushSide& side = candidate.brush->sides[s];
            if (candidate.planes[s] || (side.plane && corners[s].empty())) {
                continue;
            }
            if (side.plane) {
                candidate.planes[s] = recovered(*side.plane, corners[s]);
            }
            if (candidate.planes[s]) {
                continue;
            }
            if (corners[s].empty()) {
                corners[s] = written_points(side);
            }
            double radius = 0;
            for (const Vec3& corner : corners[s]) {
                radius = std::max(radius, length(corner - corners[s][0]));
            }
            written_.push_back({c, s, planes[s], std::move(corners[s]), radius});
        }
    }

    // The plane behind a rounded one, if it lies within the tolerance of the face too.
    std::optional<PlaneId> recovered(const Plane& plane, const std::vector<Vec3>& corners) {
        const std::optional<ExactPlane> exact = recovery_.recover(plane, grid_exponent_);
        if (!exact || deviation(*exact, corners) > options_->tolerance) {
            return std::nullopt;
        }
        return result_.planes.intern(*exact);
    }

    // A side without a face is held to its own three points.
    std::vector<Vec3> written_points(const BrushSide& side) const {
        std::vector<Vec3> points;
        points.reserve(side.points.size());
        for (const DecimalPoint& p : side.points) {
            points.push_back(Vec3{std::ldexp(to_double(p[0]), grid_exponent_),
                                  std::ldexp(to_double(p[1]), grid_exponent_),
                                  std::ldexp(to_double(p[2]), grid_exponent_)});
        }
        return points;
    }

    const BrushSide& side_of(const WrittenSide& written) const {
        return result_.candidates[written.candidate].brush->sides[written.side];
    }

    // Large faces first, because their planes are the most exactly known; ties by the numbers as
    // written and then by the face, so that the order of the source does not matter.
    bool is_earlier(const WrittenSide& a, const WrittenSide& b) const {
        if (a.radius != b.radius) {
            return a.radius > b.radius;
        }
        if (side_of(a).points != side_of(b).points) {
            return side_of(a).points < side_of(b).points;
        }
        const auto numbers = [](const Vec3& p) { return std::tuple{p.x, p.y, p.z}; };
        const auto plane = [&](const WrittenSide& side) {
            return std::pair{numbers(side.plane.n), side.plane.d};
        };
        if (plane(a) != plane(b)) {
            return plane(a) < plane(b);
        }
        return std::lexicographical_compare(
            a.corners.begin(),
            a.corners.end(),
            b.corners.begin(),
            b.corners.end(),
            [&](const Vec3& p, const Vec3& q) { return numbers(p) < numbers(q); });
    }

    void choose_written_planes() {
        std::sort(written_.begin(), written_.end(), [this](const auto& a, const auto& b) {
            return is_earlier(a, b);
        });
        PlaneChooser chooser(result_.planes, options_->tolerance);
        for (const WrittenSide& written : written_) {
            BrushCandidate& candidate = result_.candidates[written.candidate];
            const std::optional<PlaneChoice> choice =
                chooser.choose(written.plane, written.corners);
            if (!choice) {
                fail(candidate,
                     ErrorCode::Geometry,
                     *world_,
                     side_of(written).position,
                     "no plane with integer numbers lies within the tolerance of this side on "
                     "the grid of " +
                         grid_name(grid_exponent_) +
                         "; take a finer grid or a larger import tolerance");
                continue;
            }
            candidate.planes[written.side] = choice->plane;
            if (choice->moved > 0) {
                ++result_.moved_planes;
                result_.largest_move =
                    std::max(result_.largest_move, std::ldexp(choice->moved, -grid_exponent_));
            }
        }
    }

    const World* world_;
    const ImportOptions* options_;
    int grid_exponent_;
    SidePlanes result_;
    PlaneRecovery recovery_;
    std::vector<WrittenSide> written_;
};

}  // namespace

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
        if (!is_on_grid(entity.polygons, kCoarseGrid)) {
            return kFineGrid;
        }
    }
    return kCoarseGrid;
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
