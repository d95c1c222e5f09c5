// SPDX-License-Identifier: MIT
#include "compile/models/surface_tree.h"

#include "halfspace/level/bodies.h"
#include "halfspace/level/records.h"
#include "halfspace/tasks/parallel_for.h"

#include "compile/tree/polygon_tree.h"
#include "math/shared/vec_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

std::string point_text(const GridPoint& p, int grid_exponent) {
    const auto in_units = [&](std::int64_t steps) {
        return std::ldexp(static_cast<double>(steps), -grid_exponent);
    };
    return "(" + vec_text({in_units(p[0]), in_units(p[1]), in_units(p[2])}) + ")";
}

Error edge_error(const OpenEdge& edge,
                 const ImportedPolygon& polygon,
                 const World& world,
                 int grid_exponent) {
    const SourcePosition& at = world.entities[polygon.entity].polygons[polygon.source].position;
    std::string message = "open edge from " + point_text(edge.from, grid_exponent) + " to " +
                          point_text(edge.to, grid_exponent) + " of polygon " +
                          std::to_string(polygon.source);
    if (edge.along > 1) {
        message += ": " + std::to_string(edge.along) +
                   " polygons run along the edge in this direction and " +
                   std::to_string(edge.against) +
                   " in the opposite one; a polygon may face the wrong way or occur twice";
    } else {
        message += ": no polygon runs along the edge in the opposite direction";
    }
    return {ErrorCode::Geometry, std::move(message), {world.source, at.line, at.column}};
}

Fragment fragment_of(const ImportedPolygon& polygon, const SideSource& drawn) {
    Fragment fragment;
    fragment.polygon = polygon.polygon;
    fragment.brush = kNone;
    fragment.side = polygon.source;
    fragment.is_drawn = drawn.surface == SurfaceKind::Drawn || drawn.surface == SurfaceKind::Sky;
    fragment.attributes = polygon.attributes;
    return fragment;
}

// The contents of each leaf, from the winding number at its interior point.
std::vector<Contents> fill_leaves(const PolygonTree& tree,
                                  const PolygonModel& model,
                                  const PlaneTable& planes,
                                  const CompileOptions& options,
                                  SideCounters& counters) {
    std::vector<Polygon> surface;
    surface.reserve(model.polygons.size());
    for (const ImportedPolygon& polygon : model.polygons) {
        surface.push_back(polygon.polygon);
    }
    const WindingField field(surface, 2, planes);
    std::vector<Contents> contents(tree.leaves.size());
    constexpr std::size_t kLeavesInPart = 256;
    std::vector<SideCounters> parts((contents.size() + kLeavesInPart - 1) / kLeavesInPart);
    parallel_for(parts.size(), options.threads, [&](std::size_t part) {
        Predicates predicates(planes);
        const std::size_t end = std::min(contents.size(), (part + 1) * kLeavesInPart);
        for (std::size_t leaf = part * kLeavesInPart; leaf < end; ++leaf) {
            contents[leaf] =
                contents_of_winding(field.at(tree.leaves[leaf].inside, predicates), model.outside);
        }
        parts[part] = predicates.counters();
    });
    for (const SideCounters& part : parts) {
        counters += part;
    }
    return contents;
}

std::vector<TextureCoordinates> texcoords_of(const Fragment& fragment) {
    std::vector<TextureCoordinates> texcoords;
    for (std::size_t i = 0; i < fragment.attributes.size(); i += kSurfaceAttributes) {
        texcoords.push_back({fragment.attributes[i], fragment.attributes[i + 1]});
    }
    return texcoords;
}

// Adds the contacts of a point at each node: the polygons in the node's plane.
void add_contacts(const PolygonTree& tree, BuiltTree& result) {
    std::vector<std::pair<std::uint32_t, NodeContact>> contacts;
    for (const PolygonTree::Piece& piece : tree.pieces) {
        const bool is_turned = piece.fragment->polygon.plane.is_flipped();
        contacts.push_back(
            {piece.node,
             {kNone, piece.fragment->side, is_turned ? std::uint32_t{kContactTurned} : 0}});
    }
    std::sort(contacts.begin(), contacts.end());
    contacts.erase(std::unique(contacts.begin(), contacts.end()), contacts.end());
    std::size_t next = 0;
    for (std::uint32_t n = 0; n < result.nodes.size(); ++n) {
        result.nodes[n].first_contact = static_cast<std::uint32_t>(next);
        while (next < contacts.size() && contacts[next].first == n) {
            result.contacts.push_back(contacts[next++].second);
        }
    }
}

BuiltTree built_tree(PolygonTree tree, const std::vector<Contents>& contents) {
    BuiltTree result;
    result.root = tree.root;
    result.depth = tree.depth;
    result.is_too_deep = tree.is_too_deep;
    result.splits = tree.splits;
    result.blocks = 1;
    result.counters = tree.counters;
    for (const PolygonTree::Node& node : tree.nodes) {
        result.nodes.push_back({node.plane, {node.child[0], node.child[1]}});
    }
    for (const Contents leaf : contents) {
        result.leaves.push_back({{leaf, blocker_bits(leaf)}});
    }
    add_contacts(tree, result);
    for (PolygonTree::Piece& piece : tree.pieces) {
        if (piece.fragment->is_drawn) {
            std::vector<TextureCoordinates> texcoords = texcoords_of(*piece.fragment);
            result.faces.push_back({std::move(piece.fragment), piece.node, std::move(texcoords)});
        }
    }
    std::stable_sort(result.faces.begin(), result.faces.end(), [](const auto& a, const auto& b) {
        return a.node < b.node;
    });
    return result;
}

}  // namespace

std::vector<Error> open_edge_errors(std::span<const OpenEdge> open,
                                    std::span<const ImportedPolygon> polygons,
                                    const World& world,
                                    int grid_exponent) {
    const std::uint32_t entity = polygons[0].entity;
    std::vector<Error> errors;
    errors.push_back(
        {ErrorCode::Geometry,
         "the surface of entity " + std::to_string(entity) +
             " is not closed: " + std::to_string(open.size()) +
             (open.size() == 1 ? " edge is open" : " edges are open") +
             (open.size() > kMaxOpenEdges
                  ? ", the first " + std::to_string(kMaxOpenEdges) + " follow"
                  : "") +
             "; close the surface, or compile it so that it is drawn and blocks nothing "
             "(--open draw)",
         {world.source, world.entities[entity].position.line}});
    for (std::size_t i = 0; i < std::min(open.size(), kMaxOpenEdges); ++i) {
        errors.push_back(edge_error(open[i], polygons[open[i].polygon], world, grid_exponent));
    }
    return errors;
}

std::optional<BuiltTree> build_surface_tree(const PolygonModel& model,
                                            const TreeSpace& space,
                                            const Polyhedron& cell,
                                            const PlaneTable& planes,
                                            const CompileOptions& options) {
    FragmentList fragments;
    fragments.reserve(model.polygons.size());
    for (const ImportedPolygon& polygon : model.polygons) {
        fragments.push_back(
            std::make_unique<Fragment>(fragment_of(polygon, model.drawn[polygon.source])));
    }
    CompileOptions tree_options = options;
    if (model.fill == SurfaceFill::AllEmpty) {
        tree_options.tree.surface_tree = SurfaceTree::Node;
    }
    std::optional<PolygonTree> tree =
        build_polygon_tree(std::move(fragments), cell, space.relief_spacing, planes, tree_options);
    if (!tree) {
        return std::nullopt;
    }
    std::vector<Contents> contents(tree->leaves.size(), Contents::Empty);
    if (model.fill == SurfaceFill::ByWinding && !tree->is_too_deep) {
        contents = fill_leaves(*tree, model, planes, options, tree->counters);
    }
    return built_tree(*std::move(tree), contents);
}

Aabb bounds(std::span<const ImportedPolygon> polygons) {
    Aabb box;
    for (const ImportedPolygon& polygon : polygons) {
        box = merge(box, bounds(polygon.polygon));
    }
    return box;
}

Contents outside_of(std::span<const ImportedPolygon> polygons) {
    return volume_sign(polygons) > 0 ? Contents::Empty : Contents::Solid;
}

}  // namespace halfspace
