// SPDX-License-Identifier: MIT
#include "compile/models/solid_cells.h"

#include "halfspace/level/cells.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

class CellCollector {
public:
    CellCollector(const BuiltTree& tree,
                  std::span<const ImportedPolygon> polygons,
                  const PlaneTable& planes)
        : tree_(&tree), first_(&polygons.front()), predicates_(planes) {
        for (const ImportedPolygon& polygon : polygons) {
            by_plane_[polygon.polygon.plane.pair()].push_back(&polygon);
        }
    }

    std::vector<SolidBrush> run(const Polyhedron& cell) {
        for_each_cell(
            std::span<const BuiltTree::Node>(tree_->nodes),
            tree_->root,
            cell,
            predicates_,
            [](const BuiltTree::Node& node) { return node.plane; },
            [&](LeafId leaf, Polyhedron&& part) { add_leaf(leaf.value, std::move(part)); });
        return std::move(cells_);
    }

private:
    void add_leaf(std::size_t leaf, Polyhedron&& cell) {
        const Contents contents = tree_->leaves[leaf].contents.contents;
        if (!any(contents & kBodyBlockers)) {
            return;
        }
        SolidBrush solid;
        solid.entity = first_->entity;
        solid.source = kNone;
        solid.contents = contents;
        solid.bounds = bounds(cell);
        for (std::size_t f = 0; f < cell.faces.size(); ++f) {
            solid.sides.push_back({cell.faces[f].plane, polygon_at(face_polygon(cell, f))});
        }
        solid.solid = std::move(cell);
        cells_.push_back(std::move(solid));
    }

    // The number of a polygon that lies where the face lies. If several polygons share its plane
    // and box, any of them is good enough: the number only tells which surface was touched.
    std::uint32_t polygon_at(const Polygon& face) const {
        const auto in_plane = by_plane_.find(face.plane.pair());
        if (in_plane != by_plane_.end()) {
            for (const ImportedPolygon* polygon : in_plane->second) {
                if (touch(box_of(polygon->polygon), box_of(face))) {
                    return polygon->source;
                }
            }
        }
        return first_->source;
    }

    static Aabb box_of(const Polygon& polygon) {
        Aabb box;
        for (const Corner& corner : polygon.corners) {
            box = united(box, Vec3{corner.point.x, corner.point.y, corner.point.z});
        }
        return box;
    }

    const BuiltTree* tree_;
    const ImportedPolygon* first_;
    Predicates predicates_;
    std::map<std::uint32_t, std::vector<const ImportedPolygon*>> by_plane_;
    std::vector<SolidBrush> cells_;
};

}  // namespace

std::vector<SolidBrush> solid_cells(const BuiltTree& tree,
                                    const Polyhedron& cell,
                                    std::span<const ImportedPolygon> polygons,
                                    const PlaneTable& planes) {
    return CellCollector(tree, polygons, planes).run(cell);
}

FragmentList clipped(FragmentList fragments, const GridBox& box, PlaneTable& planes) {
    const BoxPlanes walls = box_planes(box, planes);
    Predicates predicates(planes);
    FragmentList kept;
    for (std::unique_ptr<Fragment>& fragment : fragments) {
        std::optional<Polygon> inside = std::move(fragment->polygon);
        for (const PlaneId plane : walls) {
            if (inside && classify(*inside, plane, predicates) == PolygonSide::Coplanar) {
                inside.reset();
            } else if (inside) {
                inside = split(*std::move(inside), plane, predicates).back;
            }
        }
        if (inside) {
            fragment->polygon = *std::move(inside);
            update_box(*fragment);
            kept.push_back(std::move(fragment));
        }
    }
    return kept;
}

}  // namespace halfspace
