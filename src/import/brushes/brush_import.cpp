// SPDX-License-Identifier: MIT
#include "import/brushes/brush_import.h"

#include "halfspace/exact/grid.h"
#include "halfspace/tasks/parallel_for.h"
#include "halfspace/world/describe.h"

#include "import/brushes/brush_errors.h"
#include "import/brushes/brush_fit.h"
#include "import/brushes/side_planes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace halfspace {
namespace {

class Importer {
public:
    Importer(const World& world, const ImportOptions& options)
        : world_(&world), options_(&options) {}

    std::expected<ImportedWorld, std::vector<Error>> run() {
        result_.grid_exponent = options_->grid_exponent
                                    ? *options_->grid_exponent
                                    : fitting_grid(*world_, options_->also_on_grid);
        taken_ = take_side_planes(*world_, *options_, result_.grid_exponent);
        check_widths();
        fit_brushes(taken_, *world_, *options_, result_.grid_exponent);
        sort_planes();
        build_solids();
        if (options_->is_cancelled()) {  // the steps above stopped before their end
            return std::unexpected(
                std::vector{Error{ErrorCode::Cancelled, "cancelled", {world_->source}}});
        }
        return finish();
    }

private:
    // Planes through points that are far apart, near the ends of the range, may be too wide for the
    // predicates. The sides with the widest planes get the errors, until the other planes fit.
    void check_widths() {
        if (taken_.planes.predicate_bits() > kMaxPredicateBits) {
            taken_.planes = take_used_planes();
        }
        while (taken_.planes.predicate_bits() > kMaxPredicateBits) {
            fail_widest_sides();
            taken_.planes = take_used_planes();
        }
    }

    // Gives at least one brush an error. REQUIRES: all planes of the table are used.
    void fail_widest_sides() {
        const int bits = taken_.planes.predicate_bits();
        for (BrushCandidate& candidate : taken_.candidates) {
            for (std::size_t s = 0; s < candidate.planes.size() && !candidate.error; ++s) {
                if (!candidate.planes[s]) {
                    continue;
                }
                const PlaneTable::Filter& plane = taken_.planes.filter(*candidate.planes[s]);
                if (plane.normal_bits == taken_.planes.normal_bits() ||
                    plane.distance_bits == taken_.planes.distance_bits()) {
                    fail_width(candidate, s, bits);
                }
            }
        }
    }

    void fail_width(BrushCandidate& candidate, std::size_t s, int bits) const {
        // A grid twice as coarse takes two bits from n and one more from d: nine in all.
        constexpr int kBitsInGrid = 3 * 2 + 3;
        const int coarser =
            result_.grid_exponent - (bits - kMaxPredicateBits + kBitsInGrid - 1) / kBitsInGrid;
        fail(candidate,
             ErrorCode::Range,
             *world_,
             candidate.brush->sides[s].position,
             describe_side(*world_, candidate.entity, candidate.source, s) +
                 ": with its plane, exact arithmetic needs " + std::to_string(bits) +
                 " bits, more than the limit of " + std::to_string(kMaxPredicateBits) + "; " +
                 (coarser >= 0 ? "take the grid of " + grid_name(coarser)
                               : "move the points of the side closer to the origin"));
    }

    // A table with only the planes of brushes without an error. Makes their sides refer to this
    // table.
    PlaneTable take_used_planes() {
        PlaneTable used;
        for (BrushCandidate& candidate : taken_.candidates) {
            for (std::optional<PlaneId>& plane : candidate.planes) {
                if (plane && !candidate.error) {
                    plane = used.intern(taken_.planes.plane(*plane));
                }
            }
        }
        return used;
    }

    // Sorts the planes. All planes are known now, so the sorted ids do not depend on the order of
    // the source.
    void sort_planes() {
        PlaneTable::Sorted sorted = take_used_planes().sorted();
        for (BrushCandidate& candidate : taken_.candidates) {
            for (std::optional<PlaneId>& plane : candidate.planes) {
                if (plane && !candidate.error) {
                    plane = sorted.new_id[plane->value];
                }
            }
        }
        result_.planes = std::move(sorted.table);
    }

    void build_solids() {
        const Polyhedron everything = make_box(kEverything, result_.planes);
        solids_.resize(taken_.candidates.size());
        parallel_for(taken_.candidates.size(), options_->threads, [&](std::size_t i) {
            if (!taken_.candidates[i].error && !options_->is_cancelled()) {
                build_solid(i, everything);
            }
        });
    }

    // True if all corners are in range. Corners may lie farther out than the points of the sides.
    static bool is_near(const Polyhedron& solid) {
        return std::all_of(solid.points.begin(), solid.points.end(), [](const ExactPoint& p) {
            return is_within(p.rounded, static_cast<double>(kMaxPointCoordinate));
        });
    }

    void build_solid(std::size_t i, const Polyhedron& everything) {
        BrushCandidate& candidate = taken_.candidates[i];
        Predicates predicates(result_.planes);
        std::optional<Polyhedron> solid = solid_of(candidate, everything, predicates);
        if (!solid) {
            fail_vanished(candidate, *world_, result_.grid_exponent);
            return;
        }
        if (!is_bounded(candidate, *solid)) {
            fail_beyond_range(candidate, *world_);
            return;
        }
        SolidBrush& brush = solids_[i];
        for (const Polyhedron::Face& face : solid->faces) {
            const auto side =
                std::find(candidate.planes.begin(), candidate.planes.end(), face.plane);
            brush.sides.push_back(
                {face.plane, static_cast<std::uint32_t>(side - candidate.planes.begin())});
        }
        if (!is_near(*solid)) {
            fail_far(candidate, *world_);
            return;
        }
        std::sort(brush.sides.begin(), brush.sides.end(), [](const auto& a, const auto& b) {
            return a.source < b.source;
        });
        brush.entity = candidate.entity;
        brush.source = candidate.source;
        brush.contents = candidate.brush->contents;
        brush.bounds = bounds(*solid);
        brush.solid = std::move(*solid);
    }

    std::expected<ImportedWorld, std::vector<Error>> finish() {
        std::vector<Error> errors;
        for (std::size_t i = 0; i < taken_.candidates.size(); ++i) {
            const BrushCandidate& candidate = taken_.candidates[i];
            const std::optional<Error>& error = candidate.error;
            if (!error) {
                count_moved(candidate);
                result_.brushes.push_back(std::move(solids_[i]));
            } else if (options_->bad_brushes == ImportOptions::BadBrushes::Skip) {
                result_.left_out.push_back({candidate.entity, candidate.source});
                result_.diagnostics.push_back(
                    {Severity::Warning, "brush left out: " + error->message, error->where});
            } else {
                errors.push_back(*error);
            }
        }
        if (!errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        return std::move(result_);
    }

    void count_moved(const BrushCandidate& candidate) {
        for (const double moved : candidate.moved) {
            result_.moved_planes += moved > 0 ? 1 : 0;
        }
        const double distance = std::ldexp(candidate.displacement, -result_.grid_exponent);
        result_.largest_move = std::max(result_.largest_move, distance);
        if (distance > 0) {
            result_.moved.push_back({candidate.entity, candidate.source, distance});
        }
    }

    const World* world_;
    const ImportOptions* options_;
    ImportedWorld result_;
    SidePlanes taken_;
    std::vector<SolidBrush> solids_;
};

}  // namespace

std::expected<ImportedWorld, std::vector<Error>> import_brushes(const World& world,
                                                                const ImportOptions& options) {
    return Importer(world, options).run();
}

}  // namespace halfspace
