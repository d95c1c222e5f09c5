// SPDX-License-Identifier: MIT
#include "verify/verify_pieces.h"

#include "halfspace/world/describe.h"

#include "import/brushes/brush_import.h"
#include "import/meshes/mesh_import.h"
#include "import/surfaces/winding.h"
#include "verify/describe_level.h"
#include "verify/verify_surfaces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The axis of rays; the compiler uses another one.
constexpr std::size_t kRayAxis = 0;

// A part with more pieces than this is divided before pieces are cut out of it.
constexpr std::size_t kFewPieces = 6;

// How many planes of pieces are compared where a part is divided.
constexpr std::size_t kMaxCandidates = 24;

// A point this far in front of a plane [grid steps] lies in front of it, in spite of roundings.
constexpr double kMargin = 0x1p-10;

// The pieces of one mesh against its polygons.
class PieceChecker {
public:
    PieceChecker(std::string name,
                 std::vector<Polygon> polygons,
                 std::vector<const RebuiltBrush*> pieces,
                 bool is_room,
                 PlaneTable& planes,
                 const VerifyOptions& options,
                 Differences& differences)
        : name_(std::move(name)),
          polygons_(std::move(polygons)),
          pieces_(std::move(pieces)),
          is_room_(is_room),
          planes_(&planes),
          options_(&options),
          differences_(&differences) {}

    void run() {
        Aabb inner;  // of the polygons
        for (const Polygon& polygon : polygons_) {
            boxes_.push_back(bounds(polygon));
            inner = merge(inner, boxes_.back());
        }
        Aabb outer;  // of the pieces
        Part all;
        for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
            outer = merge(outer, pieces_[p]->bounds);
            all.pieces.push_back(p);
        }
        for (std::uint32_t p = 0; p < polygons_.size(); ++p) {
            all.polygons.push_back(p);
        }
        if (is_room_ && !encloses(outer, grown(inner, 1))) {
            differ("is a room that reaches out of the solid around it");
            return;
        }
        // Around a room all of the box is solid; around an object it is empty, by a step at least.
        const double margin = is_room_ ? 0 : 1;
        all.cell = make_box(grid_box_around(merge(inner, outer), margin), *planes_);
        field_.emplace(polygons_, kRayAxis, *planes_);
        std::vector<Part> parts;
        parts.push_back(std::move(all));
        while (!parts.empty() && !is_different_ && !is_cancelled(options_->progress)) {
            Part part = std::move(parts.back());
            parts.pop_back();
            divide(std::move(part), parts);
        }
    }

private:
    struct Part {
        Polyhedron cell;
        std::vector<std::uint32_t> pieces;    // that may share volume with the cell
        std::vector<std::uint32_t> polygons;  // that may run through the cell
    };

    static GridBox grid_box_around(const Aabb& box, double margin) {
        const auto low = [&](double x) {
            return static_cast<std::int64_t>(std::floor(x - margin));
        };
        const auto high = [&](double x) {
            return static_cast<std::int64_t>(std::ceil(x + margin));
        };
        return {{low(box.min.x), low(box.min.y), low(box.min.z)},
                {high(box.max.x), high(box.max.y), high(box.max.z)}};
    }

    void differ(const std::string& what) {
        is_different_ = true;
        differences_->add(name_ + " " + what);
    }

    // Divides a part with many pieces, cuts a piece out of one with few, or checks one with none.
    void divide(Part part, std::vector<Part>& parts) {
        Predicates predicates(*planes_);
        const Aabb box = bounds(part.cell);
        std::erase_if(part.pieces,
                      [&](std::uint32_t p) { return are_apart(part.cell, box, *pieces_[p]); });
        std::erase_if(part.polygons, [&](std::uint32_t p) { return !touch(box, boxes_[p]); });
        if (part.pieces.size() > kFewPieces) {
            if (const std::optional<PlaneId> plane = even_plane(part, box)) {
                Predicates dividing(*planes_);
                PolyhedronSplit halves = split(part.cell, *plane, dividing);
                // A plane beside the cell would leave the part as it is, again and again.
                if (halves.front && halves.back) {
                    parts.push_back({*std::move(halves.front), part.pieces, part.polygons});
                    parts.push_back({*std::move(halves.back), part.pieces, part.polygons});
                    return;
                }
            }
        }
        while (!part.pieces.empty()) {
            const RebuiltBrush& piece = *pieces_[part.pieces.back()];
            part.pieces.pop_back();
            if (cut_out(part, piece, parts, predicates)) {
                return;
            }
        }
        check(std::move(part.cell), part.polygons, Contents::Empty, predicates);
    }

    // True if all points lie on one side of the plane for certain: in front of it, or behind.
    bool all_on_side(std::span<const ExactPoint> points, PlaneId id, bool front) const {
        const PlaneTable::Filter& plane = planes_->filter(id);
        const double sign = id.is_flipped() != front ? 1 : -1;
        const double margin = dot(abs(plane.n), Vec3{kMargin, kMargin, kMargin});
        return std::all_of(points.begin(), points.end(), [&](const ExactPoint& p) {
            return sign * plane.distance(p.rounded) > margin;
        });
    }

    // True if the piece certainly shares no volume with the cell, which lies in the box.
    bool are_apart(const Polyhedron& cell, const Aabb& box, const RebuiltBrush& piece) const {
        return !touch(box, piece.bounds) ||
               std::any_of(piece.planes.begin(),
                           piece.planes.end(),
                           [&](PlaneId id) { return all_on_side(cell.points, id, true); }) ||
               std::any_of(cell.faces.begin(), cell.faces.end(), [&](const auto& face) {
                   return all_on_side(piece.solid.points, face.plane, true);
               });
    }

    // The plane that parts the pieces most evenly, of those through the middle of the part's box
    // and of some planes of the pieces. nullopt if none leaves a quarter of the pieces out of each
    // side.
    std::optional<PlaneId> even_plane(const Part& part, const Aabb& box) {
        std::optional<PlaneId> best;
        std::size_t least = part.pieces.size() * 3 / 4 + 1;  // pieces on the fuller side
        const auto consider = [&](PlaneId plane) {
            std::array<std::size_t, 2> count{};
            for (const std::uint32_t p : part.pieces) {
                const std::span<const ExactPoint> points = pieces_[p]->solid.points;
                count[0] += all_on_side(points, plane, false) ? 0 : 1;
                count[1] += all_on_side(points, plane, true) ? 0 : 1;
            }
            if (const std::size_t most = std::max(count[0], count[1]); most < least) {
                least = most;
                best = plane;
            }
        };
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (box.max[axis] - box.min[axis] >= 4) {
                ExactPlane plane;
                plane.n.at(axis) = 1;
                plane.d = static_cast<Int128>(std::floor(centre_of(box)[axis]));
                consider(planes_->intern(plane));
            }
        }
        const std::size_t step = (part.pieces.size() + kMaxCandidates - 1) / kMaxCandidates;
        for (std::size_t i = 0; i < part.pieces.size(); i += step) {
            const RebuiltBrush& piece = *pieces_[part.pieces[i]];
            consider(piece.planes[i % piece.planes.size()]);
        }
        return best;
    }

    // Checks what the part shares with the piece, and appends the rest of the part. False if they
    // share nothing.
    bool cut_out(Part& part,
                 const RebuiltBrush& piece,
                 std::vector<Part>& parts,
                 Predicates& predicates) {
        std::optional<CarvedPolyhedron> carved = carve(part.cell, piece.planes, predicates);
        if (!carved) {
            return false;
        }
        check(std::move(carved->inside), part.polygons, Contents::Solid, predicates);
        for (Polyhedron& cell : carved->outside) {
            parts.push_back({std::move(cell), part.pieces, part.polygons});
        }
        return true;
    }

    // Checks that all of the cell is what `says` says. If a triangle runs through the cell, as in a
    // surface that crosses itself, the triangle's plane divides the cell.
    void check(Polyhedron whole,
               std::span<const std::uint32_t> polygons,
               Contents says,
               Predicates& predicates) {
        std::vector<Polyhedron> open;
        open.push_back(std::move(whole));
        while (!open.empty() && !is_different_) {
            const Polyhedron cell = std::move(open.back());
            open.pop_back();
            const Aabb box = bounds(cell);
            const auto through =
                std::find_if(polygons.begin(), polygons.end(), [&](std::uint32_t p) {
                    return touch(box, boxes_[p]) && runs_through(polygons_[p], cell, predicates);
                });
            if (through == polygons.end()) {
                check_undivided(cell, says, predicates);
                continue;
            }
            PolyhedronSplit halves = split(cell, polygons_[*through].plane, predicates);
            for (std::optional<Polyhedron>* half : {&halves.front, &halves.back}) {
                if (*half) {
                    open.push_back(*std::move(*half));
                }
            }
        }
    }

    void check_undivided(const Polyhedron& cell, Contents says, Predicates& predicates) {
        const Contents outside = is_room_ ? Contents::Solid : Contents::Empty;
        const int winding = field_->at(point_inside(cell, predicates), predicates);
        if (contents_of_winding(winding, outside) != says) {
            differ(says == Contents::Solid ? "does not enclose one of its pieces"
                                           : "encloses a place that lies in none of its pieces");
        }
    }

    std::string name_;
    std::vector<Polygon> polygons_;
    std::vector<const RebuiltBrush*> pieces_;
    bool is_room_;
    PlaneTable* planes_;
    const VerifyOptions* options_;
    Differences* differences_;
    std::vector<Aabb> boxes_;  // of the polygons
    std::optional<WindingField> field_;
    bool is_different_ = false;
};

using Place = std::pair<std::uint32_t, std::uint32_t>;  // entity, number of the mesh

// What a piece and its sides say about the source.
void check_record(const Level& level,
                  const World& source,
                  std::uint32_t brush,
                  const Mesh& mesh,
                  Differences& differences) {
    const BrushRecord& record = level.brushes()[brush];
    if (static_cast<Contents>(record.contents) != mesh.contents) {
        differences.add(describe_level_brush(level, source, brush) + " has contents " +
                        to_string(static_cast<Contents>(record.contents)) + ", the source says " +
                        to_string(mesh.contents));
    }
    for (const SideRecord& side : level.sides().subspan(record.first_side, record.side_count)) {
        if (side.source != kNone && side.source >= mesh.triangles.size()) {
            differences.add(describe_level_brush(level, source, brush) +
                            " has a side of a triangle that is not in the source");
        }
    }
}

}  // namespace

PieceCheck check_pieces(const Level& level,
                        const World& source,
                        const std::vector<RebuiltBrush>& brushes,
                        LevelPlanes& planes,
                        const VerifyOptions& options,
                        Differences& differences) {
    const std::expected<MeshSurfaces, std::vector<Error>> surfaces =
        mesh_surfaces(source, level.grid_exponent(), planes.table);
    if (!surfaces) {
        for (const Error& error : surfaces.error()) {
            differences.add(error.message);
        }
        return {};
    }
    std::map<Place, std::vector<const RebuiltBrush*>> pieces;
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        const BrushRecord& record = level.brushes()[b];
        if ((record.flags & kBrushPiece) == 0 || brushes[b].solid.points.empty()) {
            continue;
        }
        if (record.entity >= source.entities.size() ||
            record.source >= source.entities[record.entity].meshes.size()) {
            differences.add(describe_level_brush(level, source, b) + " is not in the source");
            continue;
        }
        check_record(
            level, source, b, source.entities[record.entity].meshes[record.source], differences);
        pieces[{record.entity, record.source}].push_back(&brushes[b]);
    }
    if (planes.table.predicate_bits() > kMaxPredicateBits) {
        return {};  // the caller reports it
    }
    const std::vector<ImportedPolygon>& all = surfaces->imported.polygons;
    std::size_t next = 0;
    for (std::uint32_t p = 0; p < surfaces->places.size(); ++p) {
        const MeshSurfaces::Place& place = surfaces->places[p];
        std::vector<Polygon> polygons;
        for (; next < all.size() && all[next].entity == p; ++next) {
            polygons.push_back(all[next].polygon);
        }
        std::vector<const RebuiltBrush*> mine = std::move(pieces[{place.entity, place.mesh}]);
        if (!polygons.empty() || !mine.empty()) {
            const Mesh& mesh = source.entities[place.entity].meshes[place.mesh];
            PieceChecker(describe_mesh(source, place.entity, place.mesh),
                         std::move(polygons),
                         std::move(mine),
                         mesh.filled == Mesh::Filled::Outside,
                         planes.table,
                         options,
                         differences)
                .run();
        }
    }
    return {all.size(), surfaces->imported.largest_move};
}

}  // namespace halfspace
