// SPDX-License-Identifier: MIT
#include "compile/brush_import.h"

#include "halfspace/base/parallel.h"

#include "compile/plane_choice.h"
#include "compile/surface_import.h"
#include "compile/written_plane.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

constexpr int kCoarseGrid = 3;  // 1/8 unit
constexpr int kFineGrid = 6;    // 1/64 unit

// Points of brushes keep to half the range of exact coordinates; the rest is for the box around
// the world and for the test whether a brush is bounded.
constexpr std::int64_t kMaxPointCoordinate = kMaxCoordinate / 2;

struct Candidate {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;
    const Brush* brush = nullptr;
    std::vector<std::optional<PlaneId>> planes;  // of the sides, when known
    std::optional<Error> error;
};

// A side whose plane has to be chosen, with what the choice and its order depend on.
struct WrittenSide {
    std::size_t candidate;
    std::size_t side;
    WrittenPlane plane;
    std::vector<Vec3> corners;
    double radius;
};

std::string grid_name(int exponent) {
    return exponent == 0 ? "1" : "1/" + std::to_string(1 << exponent);
}

class Importer {
public:
    Importer(const World& world, const CompileOptions& options)
        : world_(&world), options_(&options) {}

    std::expected<ImportedWorld, std::vector<Error>> run() {
        result_.grid_exponent = options_->grid_exponent.value_or(fitting_grid());
        collect();
        take_grid_planes();
        choose_written_planes();
        check_widths();
        sort_planes();
        build_solids();
        return finish();
    }

private:
    Error error_at(ErrorCode code, const SourcePosition& position, std::string message) const {
        return {code, std::move(message), {world_->source, position.line, position.column}};
    }
    void fail(Candidate& candidate,
              ErrorCode code,
              const SourcePosition& position,
              std::string message) const {
        if (!candidate.error) {
            candidate.error = error_at(code, position, std::move(message));
        }
    }

    int fitting_grid() const {
        for (const BodySpace& space : options_->spaces) {
            if (!is_on_grid(space, kCoarseGrid)) {
                return kFineGrid;
            }
        }
        for (const Entity& entity : world_->entities) {
            for (const Brush& brush : entity.brushes) {
                for (const BrushSide& side : brush.sides) {
                    if (!grid_points(side, kCoarseGrid)) {
                        return kFineGrid;
                    }
                }
            }
            if (!is_on_grid(entity.polygons, kCoarseGrid)) {
                return kFineGrid;
            }
        }
        return kCoarseGrid;
    }

    void collect() {
        for (std::size_t e = 0; e < world_->entities.size(); ++e) {
            const std::vector<Brush>& brushes = world_->entities[e].brushes;
            for (std::size_t b = 0; b < brushes.size(); ++b) {
                Candidate candidate;
                candidate.entity = static_cast<std::uint32_t>(e);
                candidate.source = static_cast<std::uint32_t>(b);
                candidate.brush = &brushes[b];
                candidate.planes.resize(brushes[b].sides.size());
                candidates_.push_back(std::move(candidate));
            }
        }
    }

    bool check_range(Candidate& candidate, std::size_t s) const {
        const BrushSide& side = candidate.brush->sides[s];
        double largest = 0;
        for (const DecimalPoint& point : side.points) {
            for (const Decimal& coordinate : point) {
                largest = std::max(largest, std::fabs(to_double(coordinate)));
            }
        }
        if (largest <= range_of(result_.grid_exponent)) {
            return true;
        }
        int coarser = result_.grid_exponent - 1;
        while (coarser >= 0 && largest > range_of(coarser)) {
            --coarser;
        }
        fail(candidate,
             ErrorCode::Range,
             side.position,
             "brush " + std::to_string(candidate.source) + ", side " + std::to_string(s) +
                 ": a coordinate lies beyond +-" +
                 std::to_string(static_cast<std::int64_t>(range_of(result_.grid_exponent))) +
                 " units, as far as 256-bit arithmetic is exact on the grid of " +
                 grid_name(result_.grid_exponent) + "; " +
                 (coarser >= 0 ? "the grid of " + grid_name(coarser) + " would do"
                               : "move the brush closer to the origin"));
        return false;
    }

    // How far points may lie from the origin on a grid [units].
    static double range_of(int grid_exponent) {
        return std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent);
    }

    // Sides on the grid give their plane exactly; the others wait for choose_written_planes.
    void take_grid_planes() {
        for (std::size_t c = 0; c < candidates_.size(); ++c) {
            Candidate& candidate = candidates_[c];
            bool needs_choice = false;
            for (std::size_t s = 0; s < candidate.planes.size() && !candidate.error; ++s) {
                const BrushSide& side = candidate.brush->sides[s];
                if (!check_range(candidate, s)) {
                    break;
                }
                if (!written_plane(side, result_.grid_exponent)) {
                    fail(candidate,
                         ErrorCode::Geometry,
                         side.position,
                         "the three points of this side lie on one line and give no plane; "
                         "move one of them");
                } else if (const auto points = grid_points(side, result_.grid_exponent)) {
                    candidate.planes[s] =
                        planes_.intern_through((*points)[0], (*points)[1], (*points)[2]);
                } else {
                    needs_choice = true;
                }
            }
            if (needs_choice && !candidate.error) {
                add_written_sides(c);
            }
        }
    }

    void add_written_sides(std::size_t c) {
        const Candidate& candidate = candidates_[c];
        std::vector<WrittenPlane> planes;
        planes.reserve(candidate.brush->sides.size());
        for (const BrushSide& side : candidate.brush->sides) {
            planes.push_back(*written_plane(side, result_.grid_exponent));
        }
        std::vector<std::vector<Vec3>> corners = face_corners(planes);
        for (std::size_t s = 0; s < planes.size(); ++s) {
            if (candidate.planes[s]) {
                continue;
            }
            if (corners[s].empty()) {
                corners[s] = written_points(candidate.brush->sides[s]);
            }
            double radius = 0;
            for (const Vec3& corner : corners[s]) {
                radius = std::max(radius, length(corner - corners[s][0]));
            }
            written_.push_back({c, s, planes[s], std::move(corners[s]), radius});
        }
    }

    // A side without a face is held to its own three points.
    std::vector<Vec3> written_points(const BrushSide& side) const {
        std::vector<Vec3> points;
        points.reserve(side.points.size());
        for (const DecimalPoint& p : side.points) {
            points.push_back(Vec3{std::ldexp(to_double(p[0]), result_.grid_exponent),
                                  std::ldexp(to_double(p[1]), result_.grid_exponent),
                                  std::ldexp(to_double(p[2]), result_.grid_exponent)});
        }
        return points;
    }

    const BrushSide& side_of(const WrittenSide& written) const {
        return candidates_[written.candidate].brush->sides[written.side];
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
        PlaneChooser chooser(planes_, options_->import_tolerance);
        for (const WrittenSide& written : written_) {
            Candidate& candidate = candidates_[written.candidate];
            const std::optional<PlaneChoice> choice =
                chooser.choose(written.plane, written.corners);
            if (!choice) {
                fail(candidate,
                     ErrorCode::Geometry,
                     side_of(written).position,
                     "no plane with integer numbers lies within the tolerance of this side on "
                     "the grid of " +
                         grid_name(result_.grid_exponent) +
                         "; take a finer grid or a larger import tolerance");
                continue;
            }
            candidate.planes[written.side] = choice->plane;
            if (choice->moved > 0) {
                ++result_.moved_planes;
                result_.largest_move = std::max(result_.largest_move,
                                                std::ldexp(choice->moved, -result_.grid_exponent));
            }
        }
    }

    // Planes through points far apart near the ends of the range can be too wide for the
    // predicates; those that make the table so are named.
    void check_widths() {
        const int bits = planes_.predicate_bits();
        if (bits <= kMaxPredicateBits) {
            return;
        }
        for (Candidate& candidate : candidates_) {
            for (std::size_t s = 0; s < candidate.planes.size() && !candidate.error; ++s) {
                if (!candidate.planes[s]) {
                    continue;
                }
                const PlaneTable::Filter& plane = planes_.filter(*candidate.planes[s]);
                if (plane.normal_bits == planes_.normal_bits() ||
                    plane.distance_bits == planes_.distance_bits()) {
                    fail_width(candidate, s, bits);
                }
            }
        }
    }

    void fail_width(Candidate& candidate, std::size_t s, int bits) const {
        // A grid twice as coarse takes two bits from n and one more from d: nine in all.
        constexpr int kBitsInGrid = 3 * 2 + 3;
        const int coarser =
            result_.grid_exponent - (bits - kMaxPredicateBits + kBitsInGrid - 1) / kBitsInGrid;
        fail(candidate,
             ErrorCode::Range,
             candidate.brush->sides[s].position,
             "brush " + std::to_string(candidate.source) + ", side " + std::to_string(s) +
                 ": with its plane exact answers would take " + std::to_string(bits) +
                 " bits, more than the " + std::to_string(kMaxPredicateBits) + " there are; " +
                 (coarser >= 0 ? "the grid of " + grid_name(coarser) + " would do"
                               : "bring its points closer to the origin"));
    }

    // Only now is the set of planes known; sorted, its ids do not depend on the source's order.
    void sort_planes() {
        PlaneTable used;
        for (Candidate& candidate : candidates_) {
            for (std::optional<PlaneId>& plane : candidate.planes) {
                if (plane && !candidate.error) {
                    plane = used.intern(planes_.plane(*plane));
                }
            }
        }
        PlaneTable::Sorted sorted = used.sorted();
        for (Candidate& candidate : candidates_) {
            for (std::optional<PlaneId>& plane : candidate.planes) {
                if (plane && !candidate.error) {
                    plane = sorted.new_id[plane->value];
                }
            }
        }
        result_.planes = std::move(sorted.table);
    }

    void build_solids() {
        const Polyhedron everything = make_box({{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                                                {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}},
                                               result_.planes);
        solids_.resize(candidates_.size());
        parallel_for(candidates_.size(), options_->threads, [&](std::size_t i) {
            if (!candidates_[i].error) {
                build_solid(i, everything);
            }
        });
    }

    void build_solid(std::size_t i, const Polyhedron& everything) {
        Candidate& candidate = candidates_[i];
        const SourcePosition& position = candidate.brush->position;
        Predicates predicates(result_.planes);
        std::vector<PlaneId> planes;
        planes.reserve(candidate.planes.size());
        for (const std::optional<PlaneId>& plane : candidate.planes) {
            planes.push_back(*plane);
        }
        std::optional<Polyhedron> solid = intersect(everything, planes, predicates);
        if (!solid) {
            fail(candidate,
                 ErrorCode::Geometry,
                 position,
                 "brush " + std::to_string(candidate.source) +
                     " is empty: nothing lies behind all its sides; turn or move a side, or "
                     "delete the brush");
            return;
        }
        SolidBrush& brush = solids_[i];
        for (const Polyhedron::Face& face : solid->faces) {
            const auto side = std::find(planes.begin(), planes.end(), face.plane);
            if (side == planes.end()) {
                fail(candidate,
                     ErrorCode::Geometry,
                     position,
                     "brush " + std::to_string(candidate.source) +
                         " is unbounded: its sides do not close it; add the missing side, or turn "
                         "one whose "
                         "points run the wrong way");
                return;
            }
            brush.sides.push_back({face.plane, static_cast<std::uint32_t>(side - planes.begin())});
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
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const std::optional<Error>& error = candidates_[i].error;
            if (!error) {
                result_.brushes.push_back(std::move(solids_[i]));
            } else if (options_->bad_brushes == CompileOptions::BadBrushes::Skip) {
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

    const World* world_;
    const CompileOptions* options_;
    ImportedWorld result_;
    PlaneTable planes_;  // in the order they were met
    std::vector<Candidate> candidates_;
    std::vector<WrittenSide> written_;
    std::vector<SolidBrush> solids_;
};

}  // namespace

std::expected<ImportedWorld, std::vector<Error>> import_brushes(const World& world,
                                                                const CompileOptions& options) {
    return Importer(world, options).run();
}

}  // namespace halfspace
