// SPDX-License-Identifier: MIT
#include "compile/models/build_model.h"

#include "compile/fragments/csg.h"
#include "compile/models/solid_cells.h"
#include "compile/models/surface_tree.h"
#include "compile/tree/tree_builder.h"
#include "exact/shared/bevel.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The volumes of these spaces.
std::span<const BodyVolume> volumes_of(const Solids& solids, SpaceRange spaces) {
    const auto is_before = [](const BodyVolume& volume, std::uint32_t space) {
        return volume.space < space;
    };
    const std::vector<BodyVolume>& all = solids.volumes;
    return {std::lower_bound(all.begin(), all.end(), spaces.first, is_before),
            std::lower_bound(all.begin(), all.end(), spaces.last, is_before)};
}

// Replaces each contact with a piece of the solid by the polygon in its plane.
void name_polygons(std::vector<NodeContact>& contacts, const std::vector<SolidBrush>& cells) {
    for (NodeContact& contact : contacts) {
        contact.side = cells[contact.brush].sides[contact.side].source;
        contact.brush = kNone;
    }
}

// Names the patch of each piece, which tells how it is drawn. Removes contacts: bodies touch
// facets, not these pieces.
void name_patches(BuiltTree& tree, std::span<const std::uint32_t> patches) {
    for (BuiltTree::Face& face : tree.faces) {
        face.fragment->side = patches[face.fragment->side];
    }
    for (BuiltTree::Node& node : tree.nodes) {
        node.first_contact = 0;
    }
    tree.contacts.clear();
}

class ModelBuilder {
public:
    ModelBuilder(const World& world,
                 const Model& model,
                 std::span<const GridSpace> spaces,
                 PlaneTable& planes,
                 const CompileOptions& options,
                 StageClock& clock)
        : world_(&world),
          model_(&model),
          space_count_(static_cast<std::uint32_t>(spaces.size())),
          spaces_(spaces),
          planes_(&planes),
          options_(&options),
          clock_(&clock),
          space_(model.space) {}

    std::expected<BuiltModel, Error> run() {
        std::optional<Error> error =
            std::visit([this](const auto& shape) { return build(shape); }, model_->shape);
        if (!error && clock_->is_cancelled()) {
            error = cancelled();
        }
        if (error) {
            return std::unexpected(*std::move(error));
        }
        return std::move(result_);
    }

private:
    std::optional<Error> build(const BrushModel& model) {
        const bool is_separate = options_->collision == Collision::Separate;
        result_.excess = model.solids.excess;
        std::optional<BuiltTree> tree =
            tree_of_spaces(model.solids, {0, is_separate ? 1 : space_count_});
        if (std::optional<Error> error = problem(tree)) {
            return error;
        }
        result_.tree = *std::move(tree);
        return is_separate ? add_body_trees(model.solids, each_body()) : std::nullopt;
    }

    std::optional<Error> build(const SurfaceModel& model) {
        if (std::optional<Error> error = build_polygons(model.surface)) {
            return error;
        }
        if (model.surface.fill != SurfaceFill::ByWinding || space_count_ == 1) {
            return std::nullopt;
        }
        const std::int64_t reach = farthest_reach(spaces_);
        if (!fits_grown(*planes_, reach)) {
            return too_wide_for_bodies(*world_);
        }
        clock_->begin("expand");
        Solids cells;
        cells.brushes = solid_cells(result_.tree, model_->cell, model.surface.polygons, *planes_);
        find_bevels(cells.brushes, reach, *planes_, options_->threads);
        grow_solids(cells, spaces_, *planes_, options_->threads);
        result_.excess = cells.excess;
        const std::vector<SpaceRange> ranges = options_->collision == Collision::Onion
                                                   ? std::vector{SpaceRange{1, space_count_}}
                                                   : each_body();
        std::optional<Error> error = add_body_trees(cells, ranges);
        for (BuiltModel::BodyTree& body_tree : result_.body_trees) {
            name_polygons(body_tree.tree.contacts, cells.brushes);
        }
        return error;
    }

    std::optional<Error> build(const CurveModel& model) {
        std::optional<Error> error = build_polygons(model.pieces);
        if (!error) {
            name_patches(result_.tree, model.patches);
        }
        return error;
    }

    std::optional<Error> build_polygons(const PolygonModel& model) {
        clock_->begin("tree");
        result_.candidate_faces = model.polygons.size();
        result_.exposed_faces = model.polygons.size();
        if (model.polygons.size() >= kMinFragmentsForRelief) {
            add_relief_planes(space_, *planes_);
        }
        std::optional<BuiltTree> tree =
            build_surface_tree(model, space_, model_->cell, *planes_, *options_);
        if (std::optional<Error> error = problem(tree)) {
            return error;
        }
        result_.tree = *std::move(tree);
        return std::nullopt;
    }

    std::optional<Error> add_body_trees(const Solids& solids, std::span<const SpaceRange> ranges) {
        for (const SpaceRange& spaces : ranges) {
            std::optional<BuiltTree> tree = tree_of_spaces(solids, spaces);
            if (std::optional<Error> error = problem(tree)) {
                return error;
            }
            result_.body_trees.push_back({spaces, *std::move(tree)});
        }
        return std::nullopt;
    }

    std::vector<SpaceRange> each_body() const {
        std::vector<SpaceRange> ranges;
        for (std::uint32_t s = 1; s < space_count_; ++s) {
            ranges.push_back({s, s + 1});
        }
        return ranges;
    }

    std::optional<BuiltTree> tree_of_spaces(const Solids& solids, SpaceRange spaces) {
        std::optional<FragmentList> fragments = fragments_of_spaces(solids, spaces);
        if (!fragments) {
            return std::nullopt;
        }
        clock_->begin("tree");
        if (fragments->size() >= kMinFragmentsForRelief && space_.relief_spacing == 0) {
            add_relief_planes(space_, *planes_);
        }
        return build_tree(volumes_of(solids, spaces),
                          *std::move(fragments),
                          space_,
                          model_->cell,
                          *planes_,
                          *options_);
    }

    std::optional<FragmentList> fragments_of_spaces(const Solids& solids, SpaceRange spaces) {
        clock_->begin("csg");
        FragmentList fragments;
        const BodyVolume* const first = volumes_of(solids, spaces).data();
        for (std::uint32_t s = spaces.first; s < spaces.last; ++s) {
            const std::span<const BodyVolume> volumes = volumes_of(solids, {s, s + 1});
            Exposed exposed =
                exposed_fragments(volumes, solids.brushes, *planes_, *world_, options_->threads);
            result_.counters += exposed.counters;
            result_.candidate_faces += exposed.candidate_faces;
            result_.exposed_faces += exposed.fragments.size();
            for (std::unique_ptr<Fragment>& fragment : exposed.fragments) {
                fragment->brush += static_cast<std::uint32_t>(volumes.data() - first);
                fragments.push_back(std::move(fragment));
            }
            if (clock_->is_cancelled()) {
                return std::nullopt;
            }
            report_csg(s + 1 - spaces.first, spaces);
        }
        // Outside of a room of polygons all is solid; it reaches out of the box.
        return std::holds_alternative<SurfaceModel>(model_->shape)
                   ? clipped(std::move(fragments), space_.box, *planes_)
                   : std::move(fragments);
    }

    void report_csg(std::uint32_t done, SpaceRange spaces) const {
        if (options_->progress != nullptr && options_->progress->report) {
            options_->progress->report("csg",
                                       static_cast<double>(done) / (spaces.last - spaces.first));
        }
    }

    Error cancelled() const { return {ErrorCode::Cancelled, "cancelled", {world_->source}}; }

    std::optional<Error> problem(const std::optional<BuiltTree>& tree) const {
        if (!tree || clock_->is_cancelled()) {
            return cancelled();
        }
        if (tree->is_too_deep) {
            return Error{ErrorCode::Limit,
                         "the tree is more than " + std::to_string(kMaxTreeDepth) +
                             " nodes deep; simplify brushes with very many sides, or surfaces "
                             "of very many polygons",
                         {world_->source, world_->entities[model_->entity].position.line}};
        }
        return std::nullopt;
    }

    const World* world_;
    const Model* model_;
    std::uint32_t space_count_;
    std::span<const GridSpace> spaces_;
    PlaneTable* planes_;
    const CompileOptions* options_;
    StageClock* clock_;
    TreeSpace space_;  // gets relief planes when a tree needs them
    BuiltModel result_;
};

}  // namespace

std::expected<BuiltModel, Error> build_model(const World& world,
                                             const Model& model,
                                             std::span<const GridSpace> spaces,
                                             PlaneTable& planes,
                                             const CompileOptions& options,
                                             StageClock& clock) {
    return ModelBuilder(world, model, spaces, planes, options, clock).run();
}

}  // namespace halfspace
