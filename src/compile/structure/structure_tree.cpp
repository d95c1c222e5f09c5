// SPDX-License-Identifier: MIT
#include "halfspace/level/walk.h"

#include "compile/fragments/csg.h"
#include "compile/structure/structure.h"
#include "compile/tree/tree_builder.h"
#include "level/shared/cells.h"

#include <string>
#include <utility>

namespace halfspace {
namespace {

// The brushes that shape the structure, with no other contents. A facet of a curve is detail: it
// only comes near to the curve.
std::vector<BodyVolume> structural_volumes(const Solids& solids) {
    std::vector<BodyVolume> volumes;
    for (const BodyVolume& volume : solids.volumes) {
        const Contents contents = volume.contents & kStructural;
        const bool is_facet = solids.brushes[volume.brush].kind == SolidBrush::Kind::Facet;
        if (volume.space == 0 && any(contents) && !is_facet) {
            volumes.push_back(volume);
            volumes.back().contents = contents;
        }
    }
    return volumes;
}

// Adds the area portals of entities. Their brushes are appended to those of the world.
void add_area_portals(std::span<const AreaPortalVolume> portals,
                      std::vector<SolidBrush>& brushes,
                      std::vector<BodyVolume>& volumes) {
    for (const AreaPortalVolume& portal : portals) {
        volumes.push_back(*portal.volume);
        volumes.back().contents = Contents::AreaPortal;
        volumes.back().brush = static_cast<std::uint32_t>(brushes.size());
        brushes.push_back(*portal.brush);
    }
}

// The cells of the leaves of a tree.
std::vector<Polyhedron> cells_of(const BuiltTree& tree,
                                 const Polyhedron& cell,
                                 Predicates& predicates) {
    std::vector<Polyhedron> cells(tree.leaves.size());
    for_each_cell(
        std::span<const BuiltTree::Node>(tree.nodes),
        tree.root,
        cell,
        predicates,
        [](const BuiltTree::Node& node) { return node.plane; },
        [&](LeafId leaf, Polyhedron&& whole) { cells[leaf.value] = std::move(whole); });
    return cells;
}

// The polygons at which the children of a node meet.
class PortalFinder {
public:
    PortalFinder(const BuiltTree& tree, bool (*is_kept)(Contents), Predicates& predicates)
        : tree_(&tree), is_kept_(is_kept), predicates_(&predicates) {}

    std::vector<LeafPortal> run(const Polyhedron& cell) {
        for_each_leaf(
            nodes(),
            tree_->root,
            cell,
            [&](std::size_t node, Polyhedron&& whole) -> ChildStates<Polyhedron> {
                const PlaneId plane = tree_->nodes[node].plane;
                PolyhedronSplit parts = split(whole, plane, *predicates_);
                add_portals(node, face_in(*parts.back, plane));
                return {std::move(parts.front), std::move(parts.back)};
            },
            [](LeafId, Polyhedron&&) {});
        return std::move(portals_);
    }

private:
    std::span<const BuiltTree::Node> nodes() const { return tree_->nodes; }

    static Polygon face_in(const Polyhedron& cell, PlaneId plane) {
        std::size_t face = 0;
        while (cell.faces[face].plane.pair() != plane.pair()) {
            ++face;
        }
        return face_polygon(cell, face);
    }

    // Calls visit(leaf, piece) for the parts of the polygon in the leaves below a child of the node
    // in whose plane it is.
    template <class Visit>
    void for_each_part(std::int32_t child, Polygon polygon, const Visit& visit) {
        for_each_leaf(
            nodes(),
            child,
            std::move(polygon),
            [&](std::size_t node, Polygon&& whole) -> ChildStates<Polygon> {
                PolygonSplit parts =
                    split(std::move(whole), tree_->nodes[node].plane, *predicates_);
                return {std::move(parts.front), std::move(parts.back)};
            },
            [&](LeafId leaf, Polygon&& part) {
                if (is_kept_(tree_->leaves[leaf.value].contents.contents)) {
                    visit(leaf.value, std::move(part));
                }
            });
    }

    void add_portals(std::size_t node, Polygon whole) {
        const BuiltTree::Node& at = tree_->nodes[node];
        for_each_part(at.child[0], std::move(whole), [&](std::uint32_t front, Polygon&& part) {
            for_each_part(at.child[1], std::move(part), [&](std::uint32_t back, Polygon&& both) {
                portals_.push_back({std::move(both), {front, back}, false});
            });
        });
    }

    const BuiltTree* tree_;
    bool (*is_kept_)(Contents);
    Predicates* predicates_;
    std::vector<LeafPortal> portals_;
};

// What is drawn and touched belongs to the main trees: only nodes and leaves are left.
StructureTree as_structure(BuiltTree tree, const Polyhedron& cell, const PlaneTable& planes) {
    tree.faces.clear();
    tree.contacts.clear();
    for (BuiltTree::Node& node : tree.nodes) {
        node.first_contact = 0;
    }
    Predicates predicates(planes);
    StructureTree result;
    result.cells = cells_of(tree, cell, predicates);
    result.portals = find_portals(tree, cell, is_open, predicates);
    result.tree = std::move(tree);
    return result;
}

}  // namespace

std::vector<LeafPortal> find_portals(const BuiltTree& tree,
                                     const Polyhedron& cell,
                                     bool (*is_kept)(Contents),
                                     Predicates& predicates) {
    return PortalFinder(tree, is_kept, predicates).run(cell);
}

std::vector<AreaPortalVolume> area_portal_volumes(const World& world,
                                                  std::span<const Model> models) {
    const GridBox& box = models.front().space.box;
    const auto is_in_box = [&](const Aabb& bounds) {
        const Vec3 min{static_cast<double>(box.min[0]),
                       static_cast<double>(box.min[1]),
                       static_cast<double>(box.min[2])};
        const Vec3 max{static_cast<double>(box.max[0]),
                       static_cast<double>(box.max[1]),
                       static_cast<double>(box.max[2])};
        return encloses({min, max}, bounds);
    };
    std::vector<AreaPortalVolume> portals;
    for (const Model& model : models) {
        const auto* const brushes = std::get_if<BrushModel>(&model.shape);
        if (brushes == nullptr || (model.entity != 0 && world.entities[model.entity].value(
                                                            "classname") != "func_areaportal")) {
            continue;
        }
        for (const BodyVolume& volume : brushes->solids.volumes) {
            const SolidBrush& brush = brushes->solids.brushes[volume.brush];
            if (volume.space == 0 && any(volume.contents & Contents::AreaPortal) &&
                brush.kind != SolidBrush::Kind::Facet &&
                (model.entity == 0 || is_in_box(volume.bounds))) {
                portals.push_back({&volume, &brush});
            }
        }
    }
    return portals;
}

std::expected<StructureTree, Error> build_structure_tree(const World& world,
                                                         std::span<const Model> models,
                                                         const PlaneTable& planes,
                                                         const CompileOptions& options) {
    const Model& model = models.front();
    const Solids& solids = std::get<BrushModel>(model.shape).solids;
    std::vector<BodyVolume> volumes = structural_volumes(solids);
    std::vector<AreaPortalVolume> portals = area_portal_volumes(world, models);
    std::erase_if(portals, [](const AreaPortalVolume& p) { return p.brush->entity == 0; });
    std::vector<SolidBrush> with_portals;
    if (!portals.empty()) {
        with_portals = solids.brushes;
        add_area_portals(portals, with_portals, volumes);
    }
    const std::span<const SolidBrush> brushes = portals.empty() ? solids.brushes : with_portals;
    Exposed exposed = exposed_fragments(volumes, brushes, planes, world, options.threads);
    for (std::unique_ptr<Fragment>& fragment : exposed.fragments) {
        fragment->is_drawn = false;  // nothing is drawn of this tree, so it needs fewer nodes
    }
    std::optional<BuiltTree> tree =
        build_tree(volumes, std::move(exposed.fragments), model.space, model.cell, planes, options);
    if (!tree) {
        return std::unexpected(Error{ErrorCode::Cancelled, "cancelled", {world.source}});
    }
    if (tree->is_too_deep) {
        return std::unexpected(Error{ErrorCode::Limit,
                                     "the tree of structural brushes is more than " +
                                         std::to_string(kMaxTreeDepth) +
                                         " nodes deep; make brushes with very many sides detail",
                                     {world.source}});
    }
    return as_structure(*std::move(tree), model.cell, planes);
}

StructureTree structure_of_surface(const BuiltTree& tree,
                                   const Polyhedron& cell,
                                   const PlaneTable& planes) {
    BuiltTree copy;
    copy.root = tree.root;
    copy.nodes = tree.nodes;
    copy.leaves = tree.leaves;
    copy.depth = tree.depth;
    return as_structure(std::move(copy), cell, planes);
}

}  // namespace halfspace
