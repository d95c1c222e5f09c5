// SPDX-License-Identifier: MIT
//
// Why the search ends: assume that every plane off the grid stays within e of the written plane
// over the whole brush. Then the volume lies between two others: the written volume with its planes
// moved in by e, and with its planes moved out by e. This moves a corner by e times a factor that
// depends only on how sharp the corner is. So halving e for the planes to blame ends with a brush
// that fits, unless the factor is too large for the longest normals.
#include "import/brushes/brush_fit.h"

#include "halfspace/exact/grid.h"
#include "halfspace/tasks/parallel_for.h"
#include "halfspace/world/describe.h"

#include "import/brushes/brush_errors.h"
#include "import/brushes/written_plane.h"
#include "import/surfaces/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// How much farther than the tolerance a surface may be measured [grid steps]. Planes are moved (see
// kPlaneError) to cover errors that grow with the sharpness of corners. What is left are roundings
// of corners: 2^-27 for a coordinate of at most 2^26 steps.
constexpr double kMeasureError = 0x1p-20;

// The brush as written is measured as two volumes: one lies inside of it, and one holds it. Their
// planes are those of the text, moved by this share of (radius + reach), see moved_plane. The
// planes in doubles are off by at most 2^-49 of this (kWrittenPlaneError), and clipping leaves
// corners in front of a plane by at most kSquareOfRadius * kClipShare = 2^-46. So a displacement is
// an upper bound. verify moves planes by 2^-47 of its own radius. Its radius is at most that of the
// brush and the tolerance and some units more, which is less than eight times the radius here. So
// verify finds no larger displacement.
constexpr double kPlaneError = 0x1p-44;

// The tolerance of a side is not halved below this share of the import tolerance.
constexpr double kMinShare = 0x1p-24;

// Sides are to blame if they are wrong by at least this share of the worst side. The others may be
// right once these are replaced.
constexpr double kBlameShare = 0.25;

// Faces are clipped out of a square. Its half width is kSquareOfRadius times the distance of the
// brush's farthest corner from the origin, for the middle of the square is the point of the plane
// nearest to the origin. A corner counts as on a plane if it is in front by less than kClipShare of
// the half width.
constexpr double kSquareOfRadius = 4;
constexpr double kClipShare = 0x1p-48;

// The smallest number of faces of a solid.
constexpr std::ptrdiff_t kMinFaces = 4;

struct Fit {
    enum class Written : std::uint8_t { Solid, Empty, Thin, BeyondRange } written = Written::Solid;
    double displacement = 0;               // grid steps; infinite if the planes make no solid
    std::vector<std::size_t> guilty;       // sides whose planes have to come nearer
    std::vector<std::vector<Vec3>> faces;  // of the brush as written, if some side is guilty
};

class BrushFitter {
public:
    BrushFitter(SidePlanes& taken,
                const World& world,
                const ImportOptions& options,
                int grid_exponent)
        : taken_(&taken),
          world_(&world),
          options_(&options),
          grid_exponent_(grid_exponent),
          everything_(make_box(kEverything, taken.planes)) {}

    void run() {
        std::vector<std::size_t> open;
        tolerances_.resize(taken_->candidates.size());
        for (std::size_t c = 0; c < taken_->candidates.size(); ++c) {
            BrushCandidate& candidate = taken_->candidates[c];
            if (candidate.error || !candidate.written) {
                continue;
            }
            if (is_empty(*candidate.written)) {
                fail_empty(candidate, *world_, grid_exponent_);
                continue;
            }
            open.push_back(c);
            tolerances_[c] = first_tolerances(candidate);
        }
        while (!open.empty() && !options_->is_cancelled()) {
            open = fit(open);
        }
    }

private:
    // Twice the tolerance for the next plane of each side. A side on the grid keeps its exact
    // plane.
    std::vector<double> first_tolerances(const BrushCandidate& candidate) const {
        std::vector<double> tolerances(candidate.planes.size());
        for (std::size_t s = 0; s < tolerances.size(); ++s) {
            const bool is_exact =
                exact_plane(candidate.brush->sides[s], grid_exponent_).has_value();
            tolerances[s] = is_exact || !candidate.planes[s] ? 0 : options_->tolerance;
        }
        return tolerances;
    }

    bool may_come_nearer(std::size_t c, std::size_t s) const {
        return tolerances_[c][s] > options_->tolerance * kMinShare;
    }

    // Measures the brushes, replaces planes of those that do not fit, and returns these.
    std::vector<std::size_t> fit(const std::vector<std::size_t>& open) {
        std::vector<Fit> fits(open.size());
        parallel_for(open.size(), options_->threads, [&](std::size_t i) {
            if (!options_->is_cancelled()) {
                fits[i] = measure(open[i]);
            }
        });
        std::vector<std::size_t> again;
        std::vector<WantedSide> wanted;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (needs_nearer(taken_->candidates[open[i]], fits[i])) {
                want_nearer(open[i], fits[i], wanted);
                again.push_back(open[i]);
            }
        }
        if (!wanted.empty()) {
            if (!chooser_) {
                chooser_.emplace(taken_->planes);
            }
            for (const WantedSide& side : choose_planes(std::move(wanted), *chooser_, *taken_)) {
                tolerances_[side.candidate][side.side] = 0;
            }
        }
        return again;
    }

    // True if the brush does not fit, but may fit with other planes. A brush that can never fit
    // gets its error here.
    bool needs_nearer(BrushCandidate& candidate, const Fit& fit) const {
        candidate.displacement = fit.displacement;
        if (fit.written == Fit::Written::Empty) {
            fail_empty(candidate, *world_, grid_exponent_);
        } else if (fit.written == Fit::Written::Thin) {
            fail_vanished(candidate, *world_, grid_exponent_);
        } else if (fit.written == Fit::Written::BeyondRange) {
            fail_beyond_range(candidate, *world_);
        } else if (fit.guilty.empty() && is_too_far(fit.displacement) &&
                   std::isfinite(fit.displacement)) {
            fail(candidate,
                 ErrorCode::Geometry,
                 *world_,
                 candidate.brush->position,
                 describe_brush(*world_, candidate.entity, candidate.source) +
                     ": no planes with integer coefficients can be shown to keep its surface "
                     "within the import tolerance on the grid of " +
                     grid_name(grid_exponent_) +
                     ", because its sides meet at too sharp an angle; move its points onto the "
                     "grid, take a finer grid that holds the points (--grid), or delete the brush");
        }
        // A brush without a solid and without a side to blame gets its error when the solids are
        // built.
        return !fit.guilty.empty();
    }

    void want_nearer(std::size_t c, const Fit& fit, std::vector<WantedSide>& wanted) {
        for (const std::size_t s : fit.guilty) {
            tolerances_[c][s] /= 2;
            const WrittenPlane plane =
                *written_plane(taken_->candidates[c].brush->sides[s], grid_exponent_);
            wanted.push_back({c, s, {plane, projected(fit.faces, plane), tolerances_[c][s]}});
        }
    }

    bool is_too_far(double displacement) const {
        return displacement > options_->tolerance + kMeasureError;
    }

    Fit measure(std::size_t c) const {
        const BrushCandidate& candidate = taken_->candidates[c];
        const Aabb& box = *candidate.written;
        Fit fit;
        if (!is_in_range(box)) {
            fit.written = Fit::Written::BeyondRange;
            return fit;
        }
        const UnitPoint origin = middle_of(box, grid_exponent_);
        const double radius = radius_of(box, origin);
        const ConvexVolume outer = written_volume(*candidate.brush, origin, radius, kPlaneError);
        const ConvexVolume inner = written_volume(*candidate.brush, origin, radius, -kPlaneError);
        if (!is_solid(outer) || !is_solid(inner)) {
            fit.written = is_solid(outer) ? Fit::Written::Thin : Fit::Written::Empty;
            return fit;
        }
        const std::optional<ConvexVolume> compiled = compiled_volume(candidate, origin, radius);
        if (compiled) {
            blame(c, *compiled, inner, fit);
            blame(c, outer, *compiled, fit);
        } else {
            fit.displacement = std::numeric_limits<double>::infinity();
            for (std::size_t s = 0; s < candidate.planes.size(); ++s) {
                if (may_come_nearer(c, s)) {
                    fit.guilty.push_back(s);
                }
            }
        }
        if (!fit.guilty.empty()) {
            std::sort(fit.guilty.begin(), fit.guilty.end());
            fit.guilty.erase(std::unique(fit.guilty.begin(), fit.guilty.end()), fit.guilty.end());
            fit.faces = outer.faces;
            const Vec3 moved = in_steps(origin, grid_exponent_);
            for (std::vector<Vec3>& face : fit.faces) {
                for (Vec3& corner : face) {
                    corner = corner + moved;
                }
            }
        }
        return fit;
    }

    static bool is_in_range(const Aabb& box) {
        constexpr auto kRange = static_cast<double>(kMaxGridCoordinate);
        return is_within(box.min, kRange) && is_within(box.max, kRange);
    }

    static bool is_solid(const ConvexVolume& volume) {
        return std::count_if(volume.faces.begin(), volume.faces.end(), [](const auto& face) {
                   return !face.empty();
               }) >= kMinFaces;
    }

    // The distance of the farthest corner of the box from the origin, and four units more (see
    // kPlaneError).
    double radius_of(const Aabb& box, const UnitPoint& origin) const {
        const Vec3 at = in_steps(origin, grid_exponent_);
        return std::ldexp(4, grid_exponent_) + length(max(at - box.min, box.max - at));
    }

    // moved: how far the planes are moved out, as kPlaneError.
    ConvexVolume written_volume(const Brush& brush,
                                const UnitPoint& origin,
                                double radius,
                                double moved) const {
        ConvexVolume volume;
        for (const BrushSide& side : brush.sides) {
            volume.planes.push_back(*moved_plane(side, grid_exponent_, origin, radius, moved));
        }
        const double half_width = kSquareOfRadius * radius;
        for (std::size_t s = 0; s < volume.planes.size(); ++s) {
            volume.faces.push_back(
                face_corners(volume.planes,
                             s,
                             {.half_width = half_width, .tolerance = half_width * kClipShare}));
        }
        return volume;
    }

    // nullopt if the planes enclose no bounded volume. The planes are moved inwards, because the
    // height of a point over them is off by some 2^-49 of the radius.
    std::optional<ConvexVolume> compiled_volume(const BrushCandidate& candidate,
                                                const UnitPoint& origin,
                                                double radius) const {
        Predicates predicates(taken_->planes);
        const std::optional<Polyhedron> solid = solid_of(candidate, everything_, predicates);
        if (!solid || !is_bounded(candidate, *solid)) {
            return std::nullopt;
        }
        const Vec3 moved = in_steps(origin, grid_exponent_);
        ConvexVolume volume;
        volume.faces.resize(candidate.planes.size());
        for (std::size_t s = 0; s < candidate.planes.size(); ++s) {
            volume.planes.push_back(
                candidate.planes[s] ? relative_plane(*candidate.planes[s], origin) : Plane{});
            volume.planes.back().d -= kPlaneError * radius;
            const auto face = std::find_if(
                solid->faces.begin(), solid->faces.end(), [&](const Polyhedron::Face& f) {
                    return candidate.planes[s] == f.plane;
                });
            for (std::uint32_t i = 0; face != solid->faces.end() && i < face->count; ++i) {
                const ExactPoint& p = solid->points[solid->corners[face->first + i].point];
                volume.faces[s].push_back(p.rounded - moved);
            }
        }
        return volume;
    }

    Plane relative_plane(PlaneId id, const UnitPoint& origin) const {
        return unit_plane(relative_to(taken_->planes.plane(id), grid_exponent_, origin));
    }

    // Finds the sides to blame. If a corner of one volume is farther from the other volume than the
    // tolerance, one of the other volume's planes in front of which the corner lies has moved too
    // far.
    void blame(std::size_t c,
               const ConvexVolume& corners,
               const ConvexVolume& other,
               Fit& fit) const {
        for (const std::vector<Vec3>& face : corners.faces) {
            if (options_->is_cancelled()) {
                return;
            }
            for (const Vec3& corner : face) {
                const double distance = distance_to(other, corner);
                fit.displacement = std::max(fit.displacement, distance);
                if (is_too_far(distance)) {
                    blame_for(c, corner, other, fit);
                }
            }
        }
    }

    void blame_for(std::size_t c, const Vec3& corner, const ConvexVolume& other, Fit& fit) const {
        std::vector<double> heights(other.planes.size());
        double worst = 0;
        for (std::size_t s = 0; s < heights.size(); ++s) {
            const Plane& side = other.planes[s];
            heights[s] = may_come_nearer(c, s) ? signed_distance(side, corner) : 0;
            worst = std::max(worst, heights[s]);
        }
        for (std::size_t s = 0; s < heights.size(); ++s) {
            if (heights[s] > 0 && heights[s] >= worst * kBlameShare) {
                fit.guilty.push_back(s);
            }
        }
    }

    SidePlanes* taken_;
    const World* world_;
    const ImportOptions* options_;
    int grid_exponent_;
    Polyhedron everything_;
    std::optional<PlaneChooser> chooser_;
    std::vector<std::vector<double>> tolerances_;  // of each side of each candidate [grid steps]
};

}  // namespace

void fit_brushes(SidePlanes& taken,
                 const World& world,
                 const ImportOptions& options,
                 int grid_exponent) {
    BrushFitter(taken, world, options, grid_exponent).run();
}

std::optional<Polyhedron> solid_of(const BrushCandidate& candidate,
                                   const Polyhedron& everything,
                                   Predicates& predicates) {
    std::vector<PlaneId> planes;
    planes.reserve(candidate.planes.size());
    for (const std::optional<PlaneId>& plane : candidate.planes) {
        if (plane) {
            planes.push_back(*plane);
        }
    }
    return intersect(everything, planes, predicates);
}

bool is_bounded(const BrushCandidate& candidate, const Polyhedron& solid) {
    return std::all_of(solid.faces.begin(), solid.faces.end(), [&](const Polyhedron::Face& face) {
        return std::find(candidate.planes.begin(), candidate.planes.end(), face.plane) !=
               candidate.planes.end();
    });
}

}  // namespace halfspace
