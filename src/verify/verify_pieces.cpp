// SPDX-License-Identifier: MIT
#include "verify/verify_pieces.h"

#include "halfspace/world/describe.h"

#include "import/brush_import.h"
#include "import/mesh_import.h"
#include "import/winding.h"
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

// A part with more pieces than this is halved before pieces are cut out of it, unless so many
// halvings in a row have hardly parted the pieces.
constexpr std::size_t kFewPieces = 6;
constexpr int kMostVainHalvings = 6;

// A box this far in front of a plane [grid steps] lies in front of it, in spite of roundings.
constexpr double kBoxMargin = 0x1p-10;

Aabb box_of(const Polygon& polygon) {
    Aabb box;
    for (const Corner& corner : polygon.corners) {
        box = united(box, Vec3{corner.point.x, corner.point.y, corner.point.z});
    }
    return box;
}

// The pieces of one mesh against its polygons.
class PieceChecker {
public:
    PieceChecker(std::string name,
                 std::vector<Polygon> polygons,
                 std::vector<const RebuiltBrush*> pieces,
                 bool is_room,
                 PlaneTable& planes,
                 Differences& differences)
        : name_(std::move(name)),
          polygons_(std::move(polygons)),
          pieces_(std::move(pieces)),
          is_room_(is_room),
          planes_(&planes),
          differences_(&differences) {}

    void run() {
        Aabb inner;  // of the polygons
        for (const Polygon& polygon : polygons_) {
            boxes_.push_back(box_of(polygon));
            inner = united(inner, boxes_.back());
        }
        Aabb outer;  // of the pieces
        Part all;
        for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
            outer = united(outer, pieces_[p]->bounds);
            all.pieces.push_back(p);
        }
        for (std::uint32_t p = 0; p < polygons_.size(); ++p) {
            all.polygons.push_back(p);
        }
        if (is_room_ && !(contains(outer, inner.min - Vec3{1, 1, 1}) &&
                          contains(outer, inner.max + Vec3{1, 1, 1}))) {
            differ("is a room that reaches out of the solid around it");
            return;
        }
        // Around a room all of the box is solid; around an object it is empty, by a step at least.
        const double margin = is_room_ ? 0 : 1;
        all.cell = make_box(grid_box_around(united(inner, outer), margin), *planes_);
        field_.emplace(polygons_, kRayAxis, *planes_);
        std::vector<Part> parts;
        parts.push_back(std::move(all));
        while (!parts.empty() && !is_different_) {
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
        int vain_halvings = 0;
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

    // Halves a part with many pieces, cuts a piece out of one with few, or checks one with none.
    void divide(Part part, std::vector<Part>& parts) {
        Predicates predicates(*planes_);
        const Aabb box = bounds(part.cell);
        const std::size_t before = part.pieces.size();
        std::erase_if(part.pieces, [&](std::uint32_t p) { return are_apart(box, *pieces_[p]); });
        part.vain_halvings = part.pieces.size() * 4 < before * 3 ? 0 : part.vain_halvings + 1;
        std::erase_if(part.polygons, [&](std::uint32_t p) { return !touch(box, boxes_[p]); });
        if (part.pieces.size() > kFewPieces && part.vain_halvings <= kMostVainHalvings) {
            if (const std::optional<PlaneId> middle = plane_in_the_middle(box)) {
                Predicates halving(*planes_);
                PolyhedronSplit halves = split(part.cell, *middle, halving);
                for (std::optional<Polyhedron>* half : {&halves.front, &halves.back}) {
                    if (*half) {
                        parts.push_back(
                            {**std::move(half), part.pieces, part.polygons, part.vain_halvings});
                    }
                }
                return;
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

    // True if the piece certainly shares no volume with the box.
    bool are_apart(const Aabb& box, const RebuiltBrush& piece) const {
        return !touch(box, piece.bounds) ||
               std::any_of(piece.planes.begin(), piece.planes.end(), [&](PlaneId id) {
                   const PlaneTable::Filter& plane = planes_->filter(id);
                   const double sign = id.is_flipped() ? -1 : 1;
                   double lowest = -sign * plane.d;
                   const std::array<double, 3> low{box.min.x, box.min.y, box.min.z};
                   const std::array<double, 3> high{box.max.x, box.max.y, box.max.z};
                   double size = 0;
                   for (std::size_t axis = 0; axis < 3; ++axis) {
                       const double n = sign * plane.n[axis];
                       lowest += std::min(n * low[axis], n * high[axis]);
                       size += std::fabs(n);
                   }
                   return lowest > kBoxMargin * size;
               });
    }

    // A plane through the middle of the longest side; nullopt if the box is too small to be halved.
    std::optional<PlaneId> plane_in_the_middle(const Aabb& box) {
        const Vec3 size = box.max - box.min;
        const double longest = std::max({size.x, size.y, size.z});
        if (longest < 4) {
            return std::nullopt;
        }
        ExactPlane plane;
        const Vec3 middle = (box.min + box.max) * 0.5;
        const std::size_t axis = size.x == longest ? 0 : size.y == longest ? 1 : 2;
        plane.n[axis] = 1;
        plane.d = static_cast<Int128>(std::floor(axis == 0   ? middle.x
                                                 : axis == 1 ? middle.y
                                                             : middle.z));
        return planes_->intern(plane);
    }

    // Checks what the part shares with the piece, and appends the rest of the part. False if they
    // share nothing.
    bool cut_out(Part& part,
                 const RebuiltBrush& piece,
                 std::vector<Part>& parts,
                 Predicates& predicates) {
        std::vector<Polyhedron> outside;
        std::optional<Polyhedron> inside = part.cell;
        for (const PlaneId plane : piece.planes) {
            PolyhedronSplit halves = split(*inside, plane, predicates);
            inside = std::move(halves.back);
            if (!inside) {
                return false;
            }
            if (halves.front) {
                outside.push_back(*std::move(halves.front));
            }
        }
        check(*std::move(inside), part.polygons, Contents::Solid, predicates);
        for (Polyhedron& cell : outside) {
            parts.push_back({std::move(cell), part.pieces, part.polygons, kMostVainHalvings});
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
                    open.push_back(**std::move(half));
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
        if (side.source != kNoSource && side.source >= mesh.triangles.size()) {
            differences.add(describe_level_brush(level, source, brush) +
                            " has a side of a triangle that is not in the source");
        }
    }
}

}  // namespace

std::uint64_t check_pieces(const Level& level,
                           const World& source,
                           const std::vector<RebuiltBrush>& brushes,
                           LevelPlanes& planes,
                           Differences& differences) {
    const std::expected<MeshSurfaces, std::vector<Error>> surfaces =
        mesh_surfaces(source, level.grid_exponent(), planes.table);
    if (!surfaces) {
        for (const Error& error : surfaces.error()) {
            differences.add(error.message);
        }
        return 0;
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
        return 0;  // the caller reports it
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
                         differences)
                .run();
        }
    }
    return all.size();
}

}  // namespace halfspace
