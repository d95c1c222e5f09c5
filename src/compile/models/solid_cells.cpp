// SPDX-License-Identifier: MIT
#include "compile/models/solid_cells.h"

#include "level/shared/cells.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// Finds polygons in the sides of cells.
class PolygonFinder {
public:
    explicit PolygonFinder(std::span<const ImportedPolygon> polygons) : first_(&polygons.front()) {
        for (const ImportedPolygon& polygon : polygons) {
            by_plane_[polygon.polygon.plane.pair()].push_back(&polygon);
        }
    }

    // The number of a polygon that lies where the face lies. If several polygons share its plane
    // and box, any of them is good enough: the number only tells which surface was touched.
    std::uint32_t polygon_at(const Polygon& face) const {
        const auto in_plane = by_plane_.find(face.plane.pair());
        if (in_plane != by_plane_.end()) {
            for (const ImportedPolygon* polygon : in_plane->second) {
                if (touch(bounds(polygon->polygon), bounds(face))) {
                    return polygon->source;
                }
            }
        }
        return first_->source;
    }

private:
    const ImportedPolygon* first_;
    std::map<std::uint32_t, std::vector<const ImportedPolygon*>> by_plane_;
};

}  // namespace

std::vector<SolidBrush> solid_cells(const BuiltTree& tree,
                                    const Polyhedron& cell,
                                    const PlaneTable& planes) {
    std::vector<SolidBrush> cells;
    Predicates predicates(planes);
    const auto add_leaf = [&](LeafId leaf, Polyhedron&& part) {
        const Contents contents = tree.leaves[leaf.value].contents.contents;
        if (!any(contents & kBodyBlockers)) {
            return;
        }
        SolidBrush& solid = cells.emplace_back();
        solid.source = kNone;
        solid.contents = contents;
        solid.bounds = bounds(part);
        for (const Polyhedron::Face& face : part.faces) {
            solid.sides.push_back({face.plane, kNone});
        }
        solid.solid = std::move(part);
    };
    for_each_cell(
        std::span<const BuiltTree::Node>(tree.nodes),
        tree.root,
        cell,
        predicates,
        [](const BuiltTree::Node& node) { return node.plane; },
        add_leaf);
    return cells;
}

std::vector<SolidBrush> solid_cells(const BuiltTree& tree,
                                    const Polyhedron& cell,
                                    std::span<const ImportedPolygon> polygons,
                                    const PlaneTable& planes) {
    std::vector<SolidBrush> cells = solid_cells(tree, cell, planes);
    const PolygonFinder finder(polygons);
    for (SolidBrush& solid : cells) {
        solid.entity = polygons.front().entity;
        for (std::size_t f = 0; f < solid.sides.size(); ++f) {
            solid.sides[f].source = finder.polygon_at(face_polygon(solid.solid, f));
        }
    }
    return cells;
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
