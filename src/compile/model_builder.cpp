// SPDX-License-Identifier: MIT
#include "compile/model_builder.h"

#include "halfspace/exact/bevel.h"

#include "compile/solid_cells.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace halfspace {
namespace {

std::span<const BodyVolume> volumes_of(const Model& model,
                                       std::uint32_t first,
                                       std::uint32_t last) {
    const auto is_before = [](const BodyVolume& volume, std::uint32_t space) {
        return volume.space < space;
    };
    const std::vector<BodyVolume>& all = model.volumes;
    return {std::lower_bound(all.begin(), all.end(), first, is_before),
            std::lower_bound(all.begin(), all.end(), last, is_before)};
}

// What was touched of a solid's piece is the polygon in its plane.
void name_polygons(std::vector<NodeContact>& contacts, const std::vector<SolidBrush>& cells) {
    for (NodeContact& contact : contacts) {
        contact.side = cells[contact.brush].sides[contact.side].source;
        contact.brush = kNone;
    }
}

// Pieces of curves are drawn as parts of their patches and touched by nobody.
void name_patches(BuiltTree& tree, std::span<const std::uint32_t> patches) {
    for (BuiltTree::Face& face : tree.faces) {
        face.fragment.side = patches[face.fragment.side];
    }
    for (BuiltTree::Node& node : tree.nodes) {
        node.first_contact = 0;
    }
    tree.contacts.clear();
}

}  // namespace

std::optional<Error> ModelBuilder::add(Model& model) {
    std::optional<Error> error =
        model.polygons.empty() ? add_brush_model(model) : add_surface_model(model);
    if (!error && clock_->is_cancelled()) {
        error = Error{ErrorCode::Cancelled, "cancelled", {world_->source}};
    }
    return error;
}

std::optional<Error> ModelBuilder::problem(const Model& model,
                                           const std::optional<BuiltTree>& tree) const {
    if (!tree || clock_->is_cancelled()) {
        return Error{ErrorCode::Cancelled, "cancelled", {world_->source}};
    }
    if (tree->is_too_deep) {
        return Error{ErrorCode::Limit,
                     "the tree is more than " + std::to_string(kMaxTreeDepth) +
                         " nodes deep; simplify brushes with very many sides, or what is "
                         "made of very many polygons",
                     {world_->source, world_->entities[model.entity].position.line}};
    }
    return std::nullopt;
}

std::optional<Error> ModelBuilder::add_brush_model(Model& model) {
    const bool is_separate = options_->collision == Collision::Separate;
    const std::optional<BuiltTree> tree =
        tree_of_spaces(model, {0, is_separate ? 1 : space_count()});
    if (std::optional<Error> error = problem(model, tree)) {
        return error;
    }
    clock_->begin("faces");
    writer_->add_model(model.entity, *tree, model.space.box, model.brushes, model.brush_ids);
    std::vector<SpaceRange> trees;
    if (options_->collision != Collision::Onion) {
        for (std::uint32_t s = is_separate ? 1 : 0; s < space_count(); ++s) {
            trees.push_back({s, s + 1});
        }
    }
    return add_body_trees(model, trees);
}

std::optional<Error> ModelBuilder::add_surface_model(Model& model) {
    clock_->begin("tree");
    writer_->add_faces(model.polygons.size(), model.polygons.size());
    if (model.polygons.size() >= kFewestFragmentsForRelief) {
        add_relief_planes(model.space, *planes_);
    }
    std::optional<BuiltTree> tree = build_surface_tree(
        model.polygons, model.fill, *model.world, model.space, model.cell, *planes_, *options_);
    if (std::optional<Error> error = problem(model, tree)) {
        return error;
    }
    clock_->begin("faces");
    if (model.is_curves) {
        name_patches(*tree, model.patches);
    }
    writer_->add_drawn_model(model.entity,
                             *tree,
                             model.space.box,
                             bounds(model.polygons),
                             model.drawn,
                             model.is_curves ? std::uint32_t{kModelCurves} : 0);
    if (model.fill != SurfaceFill::ByWinding || space_count() == 1) {
        return std::nullopt;
    }
    if (!fits_grown(*planes_, farthest_reach(bodies_))) {
        return too_wide_for_bodies(*world_);
    }
    grow_cells(model, *tree);
    std::vector<SpaceRange> trees{{1, space_count()}};
    if (options_->collision != Collision::Onion) {
        trees.clear();
        for (std::uint32_t s = 1; s < space_count(); ++s) {
            trees.push_back({s, s + 1});
        }
    }
    return add_body_trees(model, trees);
}

Error too_wide_for_bodies(const World& world) {
    return {ErrorCode::Range,
            "moved out by the bodies, the planes of this level need more than the " +
                std::to_string(kMaxPredicateBits) +
                " bits in which answers are exact; take a coarser grid or smaller bodies",
            {world.source}};
}

void ModelBuilder::grow_cells(Model& model, const BuiltTree& tree) {
    clock_->begin("expand");
    model.brushes = solid_cells(tree, model.cell, model.polygons, *planes_);
    find_bevels(model.brushes, farthest_reach(bodies_), *planes_, options_->threads);
    for (std::uint32_t s = 1; s < space_count(); ++s) {
        Grown grown = grow(model.brushes, s, bodies_[s], *planes_, options_->threads);
        std::move(grown.volumes.begin(), grown.volumes.end(), std::back_inserter(model.volumes));
        writer_->add_excess(s, grown.excess);
    }
}

std::optional<Error> ModelBuilder::add_body_trees(Model& model, std::span<const SpaceRange> trees) {
    for (const SpaceRange& spaces : trees) {
        std::optional<BuiltTree> tree = tree_of_spaces(model, spaces);
        if (std::optional<Error> error = problem(model, tree)) {
            return error;
        }
        if (!model.polygons.empty()) {
            name_polygons(tree->contacts, model.brushes);
        }
        writer_->add_body_tree(*tree, spaces.first, spaces.last, model.brush_ids, model.drawn);
    }
    return std::nullopt;
}

std::optional<std::vector<Fragment>> ModelBuilder::fragments_of_spaces(const Model& model,
                                                                       SpaceRange spaces) {
    clock_->begin("csg");
    std::vector<Fragment> fragments;
    const BodyVolume* const first = volumes_of(model, spaces.first, spaces.last).data();
    for (std::uint32_t s = spaces.first; s < spaces.last; ++s) {
        const std::span<const BodyVolume> volumes = volumes_of(model, s, s + 1);
        Exposed exposed =
            exposed_fragments(volumes, model.brushes, *planes_, *world_, options_->threads);
        writer_->add_counters(exposed.counters);
        writer_->add_faces(exposed.candidate_faces, exposed.fragments.size());
        for (Fragment& fragment : exposed.fragments) {
            fragment.brush += static_cast<std::uint32_t>(volumes.data() - first);
            fragments.push_back(std::move(fragment));
        }
        if (clock_->is_cancelled()) {
            return std::nullopt;
        }
    }
    // The solid around a room of polygons reaches out of every box.
    return model.polygons.empty() ? std::move(fragments)
                                  : clipped(std::move(fragments), model.space.box, *planes_);
}

std::optional<BuiltTree> ModelBuilder::tree_of_spaces(Model& model, SpaceRange spaces) {
    std::optional<std::vector<Fragment>> fragments = fragments_of_spaces(model, spaces);
    if (!fragments) {
        return std::nullopt;
    }
    clock_->begin("tree");
    if (fragments->size() >= kFewestFragmentsForRelief && model.space.relief_spacing == 0) {
        add_relief_planes(model.space, *planes_);
    }
    return build_tree(volumes_of(model, spaces.first, spaces.last),
                      *std::move(fragments),
                      model.space,
                      model.cell,
                      *planes_,
                      *options_);
}

}  // namespace halfspace
