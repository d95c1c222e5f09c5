// SPDX-License-Identifier: MIT
#include "verify/drawn_parts.h"

#include "halfspace/tasks/parallel_for.h"

#include "verify/describe_level.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

// How the source draws a side.
struct Look {
    std::uint32_t material = kNone;
    SurfaceKind surface = SurfaceKind::NoDraw;
    double opacity = 1;
};

template <class Part>
Look look_of(const Part& part) {
    return {part.material.value, part.surface, part.opacity};
}

// nullptr if there is no such element.
template <class T>
const T* element(const std::vector<T>& all, std::uint32_t i) {
    return i < all.size() ? &all[i] : nullptr;
}

// A facet is never drawn: curves have a model of their own. Nor is a side that only divides the
// solid of a mesh, or that the source does not have.
Look look_of_side(const World& source, const BrushRecord& brush, std::uint32_t side) {
    const Entity* const entity = element(source.entities, brush.entity);
    if (entity == nullptr || (brush.flags & kBrushFacet) != 0) {
        return {};
    }
    if ((brush.flags & kBrushPiece) != 0) {
        const Mesh* const mesh = element(entity->meshes, brush.source);
        const MeshTriangle* const triangle =
            mesh == nullptr ? nullptr : element(mesh->triangles, side);
        return triangle == nullptr
                   ? Look{}
                   : Look{triangle->material.value, mesh->surface, triangle->opacity};
    }
    const Brush* const written = element(entity->brushes, brush.source);
    const BrushSide* const written_side =
        written == nullptr ? nullptr : element(written->sides, side);
    return written_side == nullptr ? Look{} : look_of(*written_side);
}

bool is_seen(SurfaceKind surface) {
    return surface == SurfaceKind::Drawn || surface == SurfaceKind::Sky;
}

std::uint32_t flags_of(const Look& look) {
    const auto opacity = static_cast<std::uint32_t>(
        std::lround(std::clamp(look.opacity, 0.0, 1.0) * kFaceOpacityMask));
    return (look.surface == SurfaceKind::Sky ? std::uint32_t{kFaceSky} : 0u) |
           opacity << kFaceOpacityShift;
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

class PartMaker {
public:
    PartMaker(const Level& level,
              const World& source,
              std::span<const RebuiltBrush> brushes,
              std::span<const RebuiltSurface> surfaces)
        : level_(&level), source_(&source), brushes_(brushes), surfaces_(surfaces) {}

    std::vector<DrawnPart> run(unsigned threads) {
        std::vector<std::uint32_t> model_of(level_->entities().size(), kNone);
        for (std::uint32_t m = 0; m < level_->models().size(); ++m) {
            const ModelRecord& model = level_->models()[m];
            if ((model.flags & kModelCurves) != 0) {
                continue;
            }
            if (has_polygons(model.entity)) {
                add_polygons(m, surfaces_[model.entity]);
            } else {
                model_of[model.entity] = m;
            }
        }
        const std::size_t polygons = parts_.size();
        for (const RebuiltBrush& brush : brushes_) {
            if (model_of[brush.entity] != kNone) {
                add_sides(model_of[brush.entity], brush);
            }
        }
        find_neighbours(threads);
        parallel_for(parts_.size() - polygons, threads, [&](std::size_t p) {
            find_hiders(parts_[polygons + p]);
        });
        return std::move(parts_);
    }

private:
    bool has_polygons(std::uint32_t entity) const {
        return entity < surfaces_.size() && !surfaces_[entity].is_empty();
    }

    // A polygon that is cut into triangles has a part for each plane of the triangles.
    void add_polygons(std::uint32_t model, const RebuiltSurface& surface) {
        const Entity& entity = source_->entities[surface.entity];
        std::map<std::pair<std::uint32_t, PlaneId>, std::size_t> known;
        for (std::size_t p = 0; p < surface.polygons.size(); ++p) {
            const Polygon& polygon = surface.polygons[p];
            const std::uint32_t number = surface.numbers[p];
            const auto [entry, is_new] =
                known.try_emplace({number, polygon.plane}, parts_.size());
            if (is_new) {
                const Look look = look_of(entity.polygons[number]);
                DrawnPart& part = add(polygon.plane, look);
                part.model = model;
                part.side = number;
                part.is_drawn = is_seen(look.surface);
            }
            add_whole(polygon, parts_[entry->second]);
        }
    }

    void add_sides(std::uint32_t model, const RebuiltBrush& brush) {
        const BrushRecord& record = level_->brushes()[brush.number];
        for (std::size_t f = 0; f < brush.solid.faces.size(); ++f) {
            const auto at = std::ranges::find(brush.planes, brush.solid.faces[f].plane);
            const auto side = static_cast<std::uint32_t>(at - brush.planes.begin());
            const SideRecord& side_record = level_->sides()[record.first_side + side];
            const Look look = look_of_side(*source_, record, side_record.source);
            DrawnPart& part = add(brush.solid.faces[f].plane, look);
            part.model = model;
            part.brush = brush.number;
            part.side = record.first_side + side;
            part.is_drawn = any(brush.contents & kDrawnContents) && is_seen(look.surface);
            if (any(brush.contents & kLiquids) && !any(brush.contents & ~kLiquids)) {
                part.flags |= kFaceTwoSided;
            }
            add_whole(face_polygon(brush.solid, f), part);
        }
    }

    DrawnPart& add(PlaneId plane, const Look& look) {
        DrawnPart& part = parts_.emplace_back();
        part.plane = plane;
        part.material = look.material;
        part.flags = flags_of(look);
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
            if (touch(part.box, brushes_[other].bounds) &&
                (!shares_side || wins(other, part.brush))) {
                part.hiders.push_back(other);
            }
        }
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
    std::vector<DrawnPart> parts_;
    std::vector<std::vector<std::uint32_t>> neighbours_;
    std::vector<BrushOrder> orders_;
};

}  // namespace

std::vector<DrawnPart> drawn_parts(const Level& level,
                                   const World& source,
                                   std::span<const RebuiltBrush> brushes,
                                   std::span<const RebuiltSurface> surfaces,
                                   unsigned threads) {
    return PartMaker(level, source, brushes, surfaces).run(threads);
}

std::string describe_part(const Level& level,
                          const World& source,
                          std::span<const RebuiltSurface> surfaces,
                          const DrawnPart& part) {
    if (part.brush == kNone) {
        const RebuiltSurface& surface = surfaces[level.models()[part.model].entity];
        const auto at = std::ranges::find(surface.numbers, part.side);
        return surface.describe(static_cast<std::size_t>(at - surface.numbers.begin()));
    }
    const std::uint32_t line = level.sides()[part.side].line;
    return describe_level_brush(level, source, part.brush) + ", side " +
           std::to_string(part.side - level.brushes()[part.brush].first_side) +
           (line == 0 ? "" : " (line " + std::to_string(line) + ")");
}

bool hides(Contents of, Contents on) {
    return of != Contents::Hint && (absorbs(of, on) || any(of & kSightBlockers));
}

}  // namespace halfspace
