// SPDX-License-Identifier: MIT
#include "verify/verify_brushes.h"

#include "halfspace/base/number_text.h"
#include "halfspace/world/describe.h"

#include "verify/describe_level.h"
#include "verify/verify_written.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace halfspace {
namespace {

// How much farther from each other than the tolerance the surfaces may be measured [grid steps]. A
// measure is an upper bound, but for the roundings of corners: 2^-27 for a coordinate of at most
// 2^26 steps. The import allows itself 2^-20 (brush_fit.cpp).
constexpr double kMeasureError = 1e-5;

class BrushChecker {
public:
    BrushChecker(const Level& level,
                 const World& source,
                 LevelPlanes& planes,
                 double tolerance,
                 Differences& differences)
        : level_(&level),
          source_(&source),
          planes_(&planes),
          tolerance_(tolerance),
          differences_(&differences),
          everything_(make_box(kEverything, planes.table)) {}

    BrushCheck run() {
        // All brushes are rebuilt first: planes of the source may be too wide for the predicates.
        for (std::uint32_t b = 0; b < level_->brushes().size(); ++b) {
            result_.brushes.push_back(rebuild(b));
        }
        for (std::uint32_t b = 0; b < level_->brushes().size(); ++b) {
            const BrushRecord& record = level_->brushes()[b];
            if ((record.flags & (kBrushFacet | kBrushPiece)) != 0) {
                continue;  // verify_facets and verify_pieces check them
            }
            const auto [entry, is_new] = by_source_.try_emplace({record.entity, record.source}, b);
            if (!is_new) {
                differ(b, "stands twice in the level");
            }
            check_against_source(b);
        }
        find_missing();
        return std::move(result_);
    }

private:
    void differ(std::uint32_t brush, const std::string& what) {
        differences_->add(describe_level_brush(*level_, *source_, brush) + " " + what);
    }

    RebuiltBrush rebuild(std::uint32_t b) {
        const BrushRecord& record = level_->brushes()[b];
        RebuiltBrush brush;
        brush.number = b;
        brush.entity = record.entity;
        brush.contents = static_cast<Contents>(record.contents);
        for (const SideRecord& side :
             level_->sides().subspan(record.first_side, record.side_count)) {
            brush.planes.push_back(planes_->of(side.plane));
        }
        for (const std::uint32_t bevel :
             level_->bevels().subspan(record.first_bevel, record.bevel_count)) {
            brush.bevels.push_back(planes_->of(bevel));
        }
        Predicates predicates(planes_->table);
        std::optional<Polyhedron> solid = intersect(everything_, brush.planes, predicates);
        if (!solid) {
            differ(b, "is empty");
            return brush;
        }
        brush.solid = std::move(*solid);
        brush.bounds = bounds(brush.solid);
        return brush;
    }

    void check_against_source(std::uint32_t b) {
        const BrushRecord& record = level_->brushes()[b];
        if (record.entity >= source_->entities.size() ||
            record.source >= source_->entities[record.entity].brushes.size()) {
            differ(b, "is not in the source");
            return;
        }
        const Brush& written = source_->entities[record.entity].brushes[record.source];
        if (static_cast<Contents>(record.contents) != written.contents) {
            differ(b,
                   "has contents " + to_string(static_cast<Contents>(record.contents)) +
                       ", the source says " + to_string(written.contents));
        }
        if (!check_source_numbers(b, written)) {
            return;
        }
        check_exact_sides(b, written);
        const bool is_exact =
            std::all_of(written.sides.begin(), written.sides.end(), [&](const BrushSide& side) {
                return exact_plane(side, level_->grid_exponent()).has_value();
            });
        if (!is_exact && !result_.brushes[b].solid.points.empty()) {
            check_surface(b, written);
        }
    }

    bool check_source_numbers(std::uint32_t b, const Brush& written) {
        bool are_there = true;
        for (const SideRecord& side : sides_of(b)) {
            if (side.source >= written.sides.size()) {
                differ(b, "has a side that is not in the source");
                are_there = false;
            }
        }
        return are_there;
    }

    std::span<const SideRecord> sides_of(std::uint32_t b) const {
        const BrushRecord& record = level_->brushes()[b];
        return level_->sides().subspan(record.first_side, record.side_count);
    }

    // A side on the grid must have exactly its plane. If the level leaves a side out, its plane
    // must cut nothing off the brush.
    void check_exact_sides(std::uint32_t b, const Brush& written) {
        std::vector<bool> is_present(written.sides.size());
        for (const SideRecord& side : sides_of(b)) {
            is_present[side.source] = true;
            const BrushSide& source = written.sides[side.source];
            const auto exact = exact_plane(source, level_->grid_exponent());
            if (exact && planes_->table.find(*exact) != planes_->of(side.plane)) {
                differ(b,
                       "has a plane that is not exactly that of " +
                           (source.position.line == 0
                                ? std::string("its source")
                                : "line " + std::to_string(source.position.line)));
            }
        }
        for (std::size_t s = 0; s < written.sides.size(); ++s) {
            const auto exact = exact_plane(written.sides[s], level_->grid_exponent());
            if (exact && !is_present[s]) {
                check_needless(b, s, planes_->table.intern(*exact));
            }
        }
    }

    void check_needless(std::uint32_t b, std::size_t side, PlaneId plane) {
        if (planes_->table.predicate_bits() > kMaxPredicateBits) {
            return;  // verify reports it
        }
        Predicates predicates(planes_->table);
        for (const ExactPoint& p : result_.brushes[b].solid.points) {
            if (predicates.side(p, plane) == Side::Front) {
                differ(b, "lacks side " + std::to_string(side) + " of the source");
                return;
            }
        }
    }

    // The surface of a brush off the grid must lie within the tolerance of its surface as written.
    // So must every side over its own face.
    void check_surface(std::uint32_t b, const Brush& written) {
        const int grid_exponent = level_->grid_exponent();
        const RebuiltBrush& brush = result_.brushes[b];
        const UnitPoint origin = middle_of(brush.bounds, grid_exponent);
        // The origin lies within two units of the middle. A corner of the source that is farther
        // away is a difference, whatever its plane.
        const double radius = length(brush.bounds.max - brush.bounds.min) / 2 +
                              std::ldexp(2, grid_exponent) + 2 * kMaxImportTolerance;
        const auto source = written_solid(written, grid_exponent, origin, radius);
        if (!source) {
            differ(b, "is no solid in the source, or one too thin to be measured");
            return;
        }
        const MeasuredVolume compiled =
            measured(brush.solid, planes_->table, grid_exponent, origin);
        const double moved = surface_distance(compiled, *source);
        result_.largest_displacement =
            std::max(result_.largest_displacement, std::ldexp(moved, -grid_exponent));
        if (!(moved <= tolerance_ + kMeasureError)) {
            differ(
                b,
                "is up to " + number_text(moved) + " grid steps away from its brush in the source");
        }
        for (const SideRecord& side : sides_of(b)) {
            check_side(b,
                       side,
                       *written_plane(written.sides[side.source], grid_exponent, origin),
                       source->inner_faces[side.source],
                       origin);
        }
    }

    void check_side(std::uint32_t b,
                    const SideRecord& side,
                    const WrittenPlane& written,
                    const std::vector<Vec3>& corners,
                    const UnitPoint& origin) {
        const Plane plane = unit_plane(
            relative_to(level_->plane(PlaneId{side.plane}), level_->grid_exponent(), origin));
        double moved = 0;
        for (const Vec3& corner : corners) {
            moved = std::max(moved, std::fabs(signed_distance(plane, corner)));
        }
        if (dot(plane.n, written.n) <= 0 || moved > tolerance_ + kMeasureError) {
            differ(b,
                   "has a plane " + number_text(moved) + " grid steps from side " +
                       std::to_string(side.source) + " of the source");
        }
    }

    // A brush that is missing must be one that the compiler left out.
    void find_missing() {
        const auto left_out = check_left_out();
        for (std::uint32_t e = 0; e < source_->entities.size(); ++e) {
            const std::vector<Brush>& brushes = source_->entities[e].brushes;
            for (std::uint32_t b = 0; b < brushes.size(); ++b) {
                if (by_source_.contains({e, b})) {
                    continue;
                }
                if (left_out.contains({e, b})) {
                    result_.left_out.push_back(brushes[b].position.line);
                } else {
                    differ_in_source(e, b, "is not in the level");
                }
            }
        }
    }

    // Returns the brushes of the source that the level says it lacks. Each must be in the source
    // and not in the level.
    std::set<std::pair<std::uint32_t, std::uint32_t>> check_left_out() {
        std::set<std::pair<std::uint32_t, std::uint32_t>> left_out;
        for (const auto& [entity, source, line] : level_->left_out()) {
            if (entity >= source_->entities.size() ||
                source >= source_->entities[entity].brushes.size()) {
                differences_->add("the level says that it lacks brush " + std::to_string(source) +
                                  " of entity " + std::to_string(entity) +
                                  ", which is not in the source");
                continue;
            }
            if (by_source_.contains({entity, source})) {
                differ_in_source(
                    entity, source, "is in the level, but the level says that it lacks the brush");
            }
            left_out.insert({entity, source});
        }
        return left_out;
    }

    void differ_in_source(std::uint32_t entity, std::uint32_t brush, const std::string& what) {
        const std::uint32_t line = source_->entities[entity].brushes[brush].position.line;
        differences_->add(describe_brush(*source_, entity, brush) +
                          (line > 0 ? " (line " + std::to_string(line) + ") " : " ") + what);
    }

    const Level* level_;
    const World* source_;
    LevelPlanes* planes_;
    double tolerance_;
    Differences* differences_;
    Polyhedron everything_;
    BrushCheck result_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_source_;
};

}  // namespace

void Differences::add(std::string detail) {
    ++count_;
    if (details_.size() < most_) {
        details_.push_back(std::move(detail));
    }
}

void Differences::append(const Differences& other) {
    for (const std::string& detail : other.details_) {
        if (details_.size() < most_) {
            details_.push_back(detail);
        }
    }
    count_ += other.count_;
}

BrushCheck check_brushes(const Level& level,
                         const World& source,
                         LevelPlanes& planes,
                         double tolerance,
                         Differences& differences) {
    return BrushChecker(level, source, planes, tolerance, differences).run();
}

}  // namespace halfspace
