// SPDX-License-Identifier: MIT
#include "verify/drawn_parts.h"

#include "halfspace/tasks/parallel_for.h"
#include "halfspace/world/describe.h"

#include "import/curves/curve_import.h"
#include "import/meshes/mesh_import.h"
#include "verify/describe_level.h"
#include "verify/flat_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// What the source says about a side, a polygon or a triangle.
struct Surface {
    std::uint32_t material = kNone;
    SurfaceKind kind = SurfaceKind::NoDraw;
    double opacity = 1;
};

template <class Part>
Surface surface_of(const Part& part) {
    return {part.material.value, part.surface, part.opacity};
}

// nullptr if there is no such element.
template <class T>
const T* element(const std::vector<T>& all, std::uint32_t i) {
    return i < all.size() ? &all[i] : nullptr;
}

bool is_seen(const Surface& surface) {
    return surface.kind == SurfaceKind::Drawn || surface.kind == SurfaceKind::Sky;
}

// contents: of the brush; Empty of a polygon.
Look look_of(const Surface& surface, Contents contents) {
    const auto opacity = static_cast<std::uint32_t>(
        std::lround(std::clamp(surface.opacity, 0.0, 1.0) * kFaceOpacityMask));
    const bool is_liquid = any(contents & kLiquids) && !any(contents & ~kLiquids);
    return {surface.material,
            (surface.kind == SurfaceKind::Sky ? std::uint32_t{kFaceSky} : 0u) |
                (is_liquid ? std::uint32_t{kFaceTwoSided} : 0u) | opacity << kFaceOpacityShift};
}

// Of brushes that are alike, the first in this order draws a common side. It does not depend on
// their places in the source, except for brushes that are equal in all this.
struct BrushOrder {
    std::vector<std::uint32_t> planes;  // of the sides, sorted
    Contents contents = Contents::Empty;
    std::vector<std::string_view> materials;  // names, in the order of the planes
    std::uint32_t number = 0;                 // in the level

    friend auto operator<=>(const BrushOrder&, const BrushOrder&) = default;
};

BrushOrder order_of(const Level& level, std::uint32_t b) {
    const BrushRecord& record = level.brushes()[b];
    const auto records = level.sides().subspan(record.first_side, record.side_count);
    std::vector<SideRecord> sides(records.begin(), records.end());
    std::ranges::sort(sides, {}, &SideRecord::plane);
    BrushOrder order;
    order.contents = static_cast<Contents>(record.contents);
    order.number = b;
    for (const SideRecord& side : sides) {
        order.planes.push_back(side.plane);
        order.materials.push_back(level.material_name(MaterialId(side.material)));
    }
    return order;
}

// Finds the parts, and what may hide them.
class PartMaker {
public:
    PartMaker(const Level& level,
              const World& source,
              std::span<const RebuiltBrush> brushes,
              std::span<const RebuiltSurface> surfaces)
        : level_(&level), source_(&source), brushes_(brushes), surfaces_(surfaces) {}

    std::vector<DrawnPart> run(LevelPlanes& planes, unsigned threads) {
        find_curves(planes);
        find_triangles(planes);
        if (planes.table.predicate_bits() > kMaxPredicateBits) {
            return {};
        }
        std::vector<std::uint32_t> model_of(level_->entities().size(), kNone);
        for (std::uint32_t m = 0; m < level_->models().size(); ++m) {
            const ModelRecord& model = level_->models()[m];
            if ((model.flags & kModelCurves) != 0) {
                add_curves(m, model.entity);
            } else if (has_polygons(model.entity)) {
                add_polygons(m, surfaces_[model.entity]);
            } else {
                model_of[model.entity] = m;
            }
        }
        const std::size_t flat = parts_.size();  // parts that nothing hides
        for (const RebuiltBrush& brush : brushes_) {
            if (model_of[brush.entity] != kNone) {
                add_sides(model_of[brush.entity], brush);
            }
        }
        find_neighbours(threads);
        parallel_for(
            parts_.size() - flat, threads, [&](std::size_t p) { find_hiders(parts_[flat + p]); });
        return std::move(parts_);
    }

private:
    bool has_polygons(std::uint32_t entity) const {
        return entity < surfaces_.size() && !surfaces_[entity].is_empty();
    }

    void add_polygons(std::uint32_t model, const RebuiltSurface& rebuilt) {
        const std::vector<SurfacePolygon>& written = source_->entities[rebuilt.entity].polygons;
        PartsOfModel known;
        for (std::size_t p = 0; p < rebuilt.polygons.size(); ++p) {
            const std::uint32_t number = rebuilt.numbers[p];
            add_flat(model, number, surface_of(written[number]), rebuilt.polygons[p], known);
        }
    }

    void add_curves(std::uint32_t model, std::uint32_t entity) {
        if (entity >= curves_.patches.size()) {
            return;
        }
        const std::vector<Patch>& written = source_->entities[entity].patches;
        PartsOfModel known;
        for (const ImportedPolygon& piece : curves_.polygons) {
            if (piece.entity == entity) {
                const std::uint32_t number = curves_.patches[entity][piece.source];
                add_flat(model, number, surface_of(written[number]), piece.polygon, known);
            }
        }
    }

    using PartsOfModel = std::map<std::pair<std::uint32_t, PlaneId>, std::size_t>;

    // Adds a piece of the polygon or the patch with this number. What lies in one plane is one
    // part.
    void add_flat(std::uint32_t model,
                  std::uint32_t number,
                  const Surface& surface,
                  const Polygon& polygon,
                  PartsOfModel& known) {
        const auto [entry, is_new] = known.try_emplace({number, polygon.plane}, parts_.size());
        if (is_new) {
            DrawnPart& part = add(polygon.plane, look_of(surface, Contents::Empty));
            part.model = model;
            part.side = number;
            part.is_drawn = is_seen(surface);
        }
        add_whole(polygon, parts_[entry->second]);
    }

    void add_sides(std::uint32_t model, const RebuiltBrush& brush) {
        const BrushRecord& record = level_->brushes()[brush.number];
        for (std::size_t f = 0; f < brush.solid.faces.size(); ++f) {
            const auto at = std::ranges::find(brush.planes, brush.solid.faces[f].plane);
            const auto side = static_cast<std::uint32_t>(at - brush.planes.begin());
            if (at == brush.planes.end()) {
                continue;  // the brush has no end there; check_brushes reports it
            }
            const std::uint32_t written = level_->sides()[record.first_side + side].source;
            const Surface surface = surface_of_side(record, written);
            DrawnPart& part = add(brush.solid.faces[f].plane, look_of(surface, brush.contents));
            part.model = model;
            part.brush = brush.number;
            part.side = record.first_side + side;
            part.is_drawn = any(brush.contents & kDrawnContents) && is_seen(surface);
            add_whole(face_polygon(brush.solid, f), part);
            if (part.is_drawn && (record.flags & kBrushPiece) != 0) {
                add_triangles(record, part);
            }
        }
    }

    // A facet is never drawn: curves have a model of their own. Nor is a side that only divides the
    // solid of a mesh, or that the source does not have.
    Surface surface_of_side(const BrushRecord& brush, std::uint32_t side) const {
        const Entity* const entity = element(source_->entities, brush.entity);
        if (entity == nullptr || (brush.flags & kBrushFacet) != 0) {
            return {};
        }
        if ((brush.flags & kBrushPiece) != 0) {
            const Mesh* const mesh = element(entity->meshes, brush.source);
            return mesh == nullptr || side >= mesh->triangles.size()
                       ? Surface{}
                       : surface_of_triangle(*mesh, side);
        }
        const Brush* const written = element(entity->brushes, brush.source);
        const BrushSide* const written_side =
            written == nullptr ? nullptr : element(written->sides, side);
        return written_side == nullptr ? Surface{} : surface_of(*written_side);
    }

    static Surface surface_of_triangle(const Mesh& mesh, std::uint32_t t) {
        return {mesh.triangles[t].material.value, mesh.surface, mesh.triangles[t].opacity};
    }

    void find_curves(LevelPlanes& planes) {
        std::expected<ImportedCurves, std::vector<Error>> curves = import_curves(
            *source_, level_->statistics().curve_tolerance, level_->grid_exponent(), planes.table);
        if (curves) {
            curves_ = *std::move(curves);
        }
    }

    using PlaceInPlane = std::tuple<std::uint32_t, std::uint32_t, PlaneId>;  // entity, mesh

    void find_triangles(LevelPlanes& planes) {
        if (!has_meshes(*source_)) {
            return;
        }
        std::expected<MeshSurfaces, std::vector<Error>> surfaces =
            mesh_surfaces(*source_, level_->grid_exponent(), planes.table);
        if (!surfaces) {
            return;  // check_pieces reports it
        }
        if (planes.table.predicate_bits() > kMaxPredicateBits) {
            return;
        }
        Predicates predicates(planes.table);
        for (const ImportedPolygon& triangle : surfaces->imported.polygons) {
            const MeshSurfaces::Place& place = surfaces->places[triangle.entity];
            const Mesh& mesh = source_->entities[place.entity].meshes[place.mesh];
            triangles_[{place.entity, place.mesh, triangle.polygon.plane}].push_back(
                {bounds(triangle.polygon),
                 {inner_planes(triangle.polygon, predicates),
                  look_of(surface_of_triangle(mesh, triangle.source), mesh.contents)}});
        }
    }

    void add_triangles(const BrushRecord& piece, DrawnPart& part) const {
        const auto found = triangles_.find({piece.entity, piece.source, part.plane});
        if (found != triangles_.end()) {
            for (const auto& [box, triangle] : found->second) {
                if (touch(box, part.box)) {
                    part.triangles.push_back(triangle);
                }
            }
        }
    }

    DrawnPart& add(PlaneId plane, const Look& look) {
        DrawnPart& part = parts_.emplace_back();
        part.plane = plane;
        part.look = look;
        return part;
    }

    static void add_whole(Polygon whole, DrawnPart& part) {
        part.box = merge(part.box, bounds(whole));
        part.wholes.push_back(std::move(whole));
    }

    // For each brush the brushes of its entity that may hide a side of it.
    void find_neighbours(unsigned threads) {
        std::vector<std::uint32_t> order;
        for (std::uint32_t b = 0; b < brushes_.size(); ++b) {
            if (!brushes_[b].solid.faces.empty()) {
                order.push_back(b);
            }
        }
        const auto low = [&](std::uint32_t b) { return brushes_[b].bounds.min.x; };
        std::ranges::sort(order, {}, low);
        neighbours_.resize(brushes_.size());
        orders_.resize(brushes_.size());
        parallel_for(order.size(), threads, [&](std::size_t i) {
            const std::uint32_t b = order[i];
            const RebuiltBrush& brush = brushes_[b];
            orders_[b] = order_of(*level_, b);
            for (const std::uint32_t other : order) {
                if (low(other) > brush.bounds.max.x) {
                    break;
                }
                if (other != b && touch(brush.bounds, brushes_[other].bounds) &&
                    brushes_[other].entity == brush.entity && may_hide(other, b)) {
                    neighbours_[b].push_back(other);
                }
            }
        });
    }

    bool may_hide(std::uint32_t other, std::uint32_t brush) const {
        // A facet reaches beyond its curve, up to the facet tolerance. So it hides nothing.
        return (level_->brushes()[other].flags & kBrushFacet) == 0 &&
               hides(brushes_[other].contents, brushes_[brush].contents);
    }

    void find_hiders(DrawnPart& part) const {
        if (!part.is_drawn) {
            return;
        }
        for (const std::uint32_t other : neighbours_[part.brush]) {
            const std::vector<PlaneId>& planes = brushes_[other].planes;
            const bool shares_side = std::ranges::find(planes, part.plane) != planes.end();
            if (!touch(part.box, brushes_[other].bounds)) {
                continue;
            }
            if (shares_side && are_rivals(other, part.brush)) {
                part.rivals.push_back(other);
            } else if (!shares_side || wins(other, part.brush)) {
                part.hiders.push_back(other);
            }
        }
    }

    // Pieces of meshes have no place in the canonical order that a level tells.
    bool are_rivals(std::uint32_t a, std::uint32_t b) const {
        const std::uint32_t flags = level_->brushes()[a].flags | level_->brushes()[b].flags;
        return (flags & kBrushPiece) != 0 && absorbs(brushes_[a].contents, brushes_[b].contents) &&
               absorbs(brushes_[b].contents, brushes_[a].contents);
    }

    // True if brush `a` draws the side that it has in common with `b`.
    bool wins(std::uint32_t a, std::uint32_t b) const {
        return absorbs(brushes_[a].contents, brushes_[b].contents) &&
               (!absorbs(brushes_[b].contents, brushes_[a].contents) || orders_[a] < orders_[b]);
    }

    const Level* level_;
    const World* source_;
    std::span<const RebuiltBrush> brushes_;
    std::span<const RebuiltSurface> surfaces_;
    ImportedCurves curves_;
    // With their boxes.
    std::map<PlaceInPlane, std::vector<std::pair<Aabb, DrawnTriangle>>> triangles_;
    std::vector<DrawnPart> parts_;
    std::vector<std::vector<std::uint32_t>> neighbours_;
    std::vector<BrushOrder> orders_;
};

}  // namespace

std::vector<DrawnPart> drawn_parts(const Level& level,
                                   const World& source,
                                   std::span<const RebuiltBrush> brushes,
                                   std::span<const RebuiltSurface> surfaces,
                                   LevelPlanes& planes,
                                   unsigned threads) {
    return PartMaker(level, source, brushes, surfaces).run(planes, threads);
}

std::string describe_part(const Level& level, const World& source, const DrawnPart& part) {
    const ModelRecord& model = level.models()[part.model];
    if (part.brush == kNone) {
        const Entity& entity = source.entities[model.entity];
        const bool is_curve = (model.flags & kModelCurves) != 0;
        const std::uint32_t line = is_curve ? entity.patches[part.side].position.line
                                            : entity.polygons[part.side].position.line;
        return (is_curve ? describe_patch : describe_polygon)(source, model.entity, part.side) +
               line_text(line);
    }
    const std::uint32_t line = level.sides()[part.side].line;
    return describe_level_brush(level, source, part.brush) + ", side " +
           std::to_string(part.side - level.brushes()[part.brush].first_side) + line_text(line);
}

bool hides(Contents of, Contents on) {
    return of != Contents::Hint && (absorbs(of, on) || any(of & kOpaque));
}

}  // namespace halfspace
