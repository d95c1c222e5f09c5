// SPDX-License-Identifier: MIT
#include "verify/verify_brushes.h"

#include "import/written_plane.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace halfspace {
namespace {

// What measuring in doubles may add to a displacement [grid steps].
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
          everything_(make_box({{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                                {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}},
                               planes.table)) {}

    BrushCheck run() {
        for (std::uint32_t b = 0; b < level_->brushes().size(); ++b) {
            const BrushRecord& record = level_->brushes()[b];
            result_.brushes.push_back(rebuild(b));
            if ((record.flags & kBrushFacet) != 0) {
                continue;  // verify_facets
            }
            const auto [entry, is_new] = by_source_.try_emplace({record.entity, record.source}, b);
            if (!is_new) {
                differ(b, "stands for the same brush of the source as another");
            }
            check_against_source(b);
        }
        find_missing();
        return std::move(result_);
    }

private:
    void differ(std::uint32_t brush, const std::string& what) {
        const std::uint32_t line = level_->brushes()[brush].line;
        differences_->add("brush " + std::to_string(brush) +
                          (line == 0 ? "" : " (line " + std::to_string(line) + ")") + " " + what);
    }

    RebuiltBrush rebuild(std::uint32_t b) {
        const BrushRecord& record = level_->brushes()[b];
        RebuiltBrush brush;
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
        std::vector<WrittenPlane> planes;
        for (const BrushSide& side : written.sides) {
            const std::optional<WrittenPlane> plane = written_plane(side, level_->grid_exponent());
            if (!plane) {
                differ(b, "has a side without a plane in the source");
                return;
            }
            planes.push_back(*plane);
        }
        check_sides(b, written, planes);
    }

    void check_sides(std::uint32_t b,
                     const Brush& written,
                     const std::vector<WrittenPlane>& planes) {
        const BrushRecord& record = level_->brushes()[b];
        std::vector<bool> is_present(written.sides.size());
        const std::vector<std::vector<Vec3>> corners = face_corners(planes);
        for (std::uint32_t s = 0; s < record.side_count; ++s) {
            const SideRecord& side = level_->sides()[record.first_side + s];
            if (side.source >= written.sides.size()) {
                differ(b, "has a side that is not in the source");
                continue;
            }
            is_present[side.source] = true;
            check_side(b,
                       level_->plane(PlaneId{side.plane}),
                       written.sides[side.source],
                       planes[side.source],
                       corners[side.source]);
        }
        for (std::size_t s = 0; s < written.sides.size(); ++s) {
            if (!is_present[s]) {
                check_redundant(b, s, planes[s]);
            }
        }
    }

    void check_side(std::uint32_t b,
                    const ExactPlane& plane,
                    const BrushSide& written,
                    const WrittenPlane& written_as,
                    const std::vector<Vec3>& corners) {
        if (const auto points = grid_points(written, level_->grid_exponent())) {
            PlaneTable table;
            if (table.intern_through((*points)[0], (*points)[1], (*points)[2]) !=
                table.intern(plane)) {
                differ(b,
                       "has a plane that is not exactly that of line " +
                           std::to_string(written.position.line));
            }
            return;
        }
        const double facing = static_cast<double>(plane.n[0]) * written_as.n.x +
                              static_cast<double>(plane.n[1]) * written_as.n.y +
                              static_cast<double>(plane.n[2]) * written_as.n.z;
        const double moved = corners.empty() ? 0 : deviation(plane, corners);
        result_.largest_displacement =
            std::max(result_.largest_displacement, std::ldexp(moved, -level_->grid_exponent()));
        if (facing <= 0 || moved > tolerance_ + kMeasureError) {
            differ(b,
                   "has a plane " + std::to_string(moved) + " grid steps from that of " +
                       (written.plane ? "the source"
                                      : "line " + std::to_string(written.position.line)));
        }
    }

    // A side that the level leaves out must not cut anything off the brush.
    void check_redundant(std::uint32_t b, std::size_t side, const WrittenPlane& written) {
        for (const ExactPoint& p : result_.brushes[b].solid.points) {
            if (dot(written.n, Vec3{p.x, p.y, p.z}) - written.d > tolerance_ + kMeasureError) {
                differ(b, "lacks side " + std::to_string(side) + " of the source");
                return;
            }
        }
    }

    void find_missing() {
        for (std::uint32_t e = 0; e < source_->entities.size(); ++e) {
            const std::vector<Brush>& brushes = source_->entities[e].brushes;
            for (std::uint32_t b = 0; b < brushes.size(); ++b) {
                if (by_source_.contains({e, b})) {
                    continue;
                }
                if (is_solid(brushes[b])) {
                    differences_->add("brush " + std::to_string(b) + " of entity " +
                                      std::to_string(e) + " of the source (line " +
                                      std::to_string(brushes[b].position.line) +
                                      ") is not in the level");
                } else {
                    result_.left_out.push_back(brushes[b].position.line);
                }
            }
        }
    }

    // Whether the planes as written enclose a volume, also with each that is not on the grid moved
    // in by the tolerance: a brush that is thinner may have none on this grid.
    bool is_solid(const Brush& brush) const {
        std::vector<WrittenPlane> planes;
        for (const BrushSide& side : brush.sides) {
            const std::optional<WrittenPlane> plane = written_plane(side, level_->grid_exponent());
            if (!plane) {
                return false;
            }
            planes.push_back(*plane);
            planes.back().d -= grid_points(side, level_->grid_exponent()) ? 0 : tolerance_;
        }
        std::size_t faces = 0;
        for (const std::vector<Vec3>& corners : face_corners(planes)) {
            faces += corners.empty() ? 0 : 1;
            for (const Vec3& p : corners) {
                const double largest = std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
                if (largest > static_cast<double>(kMaxCoordinate)) {
                    return false;
                }
            }
        }
        return faces >= 4;
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
