// SPDX-License-Identifier: MIT
#include "halfspace/verify/verify.h"

#include "import/meshes/mesh_import.h"
#include "verify/describe_level.h"
#include "verify/verify_bodies.h"
#include "verify/verify_bounds.h"
#include "verify/verify_cells.h"
#include "verify/verify_curves.h"
#include "verify/verify_faces.h"
#include "verify/verify_facets.h"
#include "verify/verify_nav.h"
#include "verify/verify_pieces.h"
#include "verify/verify_structure.h"
#include "verify/verify_surfaces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace halfspace {
namespace {

class Verifier {
public:
    // drawn_entities: see ImportedMeshes.
    Verifier(const Level& level,
             const World& source,
             const VerifyOptions& options,
             std::span<const std::uint32_t> drawn_entities)
        : level_(&level),
          source_(&source),
          drawn_entities_(drawn_entities),
          options_(&options),
          planes_(planes_of(level.view())),
          differences_(options.most_differences) {}

    VerifyReport run() {
        brushes_ = check_brushes(
            *level_, *source_, planes_, level_->statistics().import_tolerance, differences_);
        report_.largest_displacement = brushes_.largest_displacement;
        report_.left_out = brushes_.left_out.size();
        report_.left_out_lines = brushes_.left_out;
        report_.left_out_lines.resize(
            std::min(brushes_.left_out.size(), options_->most_differences));
        if (are_planes_too_wide()) {
            return finish();
        }
        check_facets(*level_,
                     *source_,
                     brushes_.brushes,
                     level_->statistics().facet_tolerance,
                     differences_);
        check_curves(*level_,
                     *source_,
                     brushes_.brushes,
                     planes_,
                     level_->statistics().facet_tolerance,
                     differences_);
        const PieceCheck pieces =
            check_pieces(*level_, *source_, brushes_.brushes, planes_, *options_, differences_);
        report_.polygons += pieces.polygons;
        RebuiltSurfaces surfaces = rebuild_surfaces(
            *level_, *source_, drawn_entities_, options_->open_surfaces, planes_, differences_);
        surfaces_ = std::move(surfaces.of_entity);
        report_.largest_displacement =
            std::max({report_.largest_displacement, pieces.largest_move, surfaces.largest_move});
        if (are_planes_too_wide()) {
            return finish();
        }
        report_.faces += check_faces(
            *level_, *source_, brushes_.brushes, surfaces_, planes_, *options_, differences_);
        if (are_planes_too_wide()) {
            return finish();
        }
        volumes_ = grow_brushes(
            *level_, *source_, brushes_.brushes, 0, planes_, options_->threads, differences_);
        if (are_planes_too_wide()) {
            return finish();
        }
        add_outside();
        check_bounds(*level_, *source_, brushes_.brushes, surfaces_, planes_.table, differences_);
        check_leaf_zero();
        check_model_entities();
        std::vector<TreeTask> roots = make_roots();
        if (are_planes_too_wide()) {
            return finish();
        }
        CellCheck cells = check_cells(*level_, planes_, volumes_, std::move(roots), *options_);
        report_.leaves += cells.leaves;
        report_.volumes += cells.volumes;
        differences_.append(cells.differences);
        report_.nav_polygons =
            check_nav_meshes(*level_, *source_, brushes_.brushes, planes_, *options_, differences_);
        return finish();
    }

private:
    VerifyReport finish() {
        report_.differences = differences_.count();
        report_.details = differences_.take_details();
        return std::move(report_);
    }

    // Adds a difference if the planes of the level and of the source, as far as they are known, do
    // not fit the predicates. Then nothing else can be checked.
    bool are_planes_too_wide() {
        const int bits = planes_.table.predicate_bits();
        if (bits <= kMaxPredicateBits) {
            return false;
        }
        differences_.add("the planes of the level and of the source together need " +
                         std::to_string(bits) + " bits, more than the limit of " +
                         std::to_string(kMaxPredicateBits) +
                         " of exact arithmetic; verify stops here");
        return true;
    }

    // Checks the cluster tree, and adds the cells of Void to the volumes.
    void add_outside() {
        const RebuiltSurface& surface = surface_of(0);
        if (level_->cluster_roots().empty() && (surface.is_empty() || surface.field)) {
            differences_.add("the world has no cluster tree");
        }
        StructureCheck structure = check_structure(
            *level_, *source_, brushes_.brushes, surface, planes_, *options_, differences_);
        report_.leaves += structure.leaves;
        report_.volumes += structure.volumes;
        report_.portals = structure.portals;
        std::ranges::move(structure.outside, std::back_inserter(volumes_));
        std::ranges::stable_sort(volumes_, {}, &RebuiltVolume::space);
    }

    void check_leaf_zero() {
        ++report_.leaves;
        if (level_->contents(LeafId(0)) != Contents::Empty) {
            differences_.add("leaf 0, the outside, says " + to_string(level_->contents(LeafId(0))));
        }
    }

    // The world, every entity with brushes in the level, and every entity with polygons must have a
    // model; no other entity may have one.
    void check_model_entities() {
        std::vector<bool> has_shape(level_->entities().size());
        for (std::size_t e = 0; e < has_shape.size(); ++e) {
            has_shape[e] = e == 0 || !surface_of(e).is_empty();
        }
        for (const BrushRecord& brush : level_->brushes()) {
            has_shape[brush.entity] = true;
            if (!surface_of(brush.entity).is_empty()) {
                differences_.add(describe_level_entity(*source_, brush.entity) +
                                 " has brushes in the level, but polygons in the source");
            }
        }
        for (std::size_t e = 0; e < std::max(has_shape.size(), surfaces_.size()); ++e) {
            if (e >= has_shape.size() ? !surface_of(e).is_empty()
                                      : has_shape[e] != (level_->entities()[e].model != kNone)) {
                differences_.add(describe_level_entity(*source_, static_cast<std::uint32_t>(e)) +
                                 (e >= has_shape.size() || has_shape[e]
                                      ? " has brushes or polygons but no model"
                                      : " has a model but no brushes or polygons"));
            }
        }
    }

    const RebuiltSurface& surface_of(std::size_t entity) const {
        return entity < surfaces_.size() ? surfaces_[entity] : no_surface_;
    }

    std::vector<TreeTask> make_roots() {
        std::vector<TreeTask> roots;
        for (std::size_t m = 0; m < level_->models().size(); ++m) {
            const ModelRecord& model = level_->models()[m];
            const GridBox box = grid_box(level_->view(), ModelId(static_cast<std::uint32_t>(m)));
            TreeTask root;
            root.child = model.root;
            root.cell = make_box(box, planes_.table);
            root.spaces = main_spaces();
            // Curves are only drawn: all their leaves are empty.
            if ((model.flags & kModelCurves) != 0) {
                if (model.entity >= source_->entities.size() ||
                    source_->entities[model.entity].patches.empty()) {
                    differences_.add(describe_model(*level_, *source_, m) +
                                     " has a model of curves, but no curves in the source");
                }
                add_body_roots(m, root, 0, roots);
                add_main_root(m, std::move(root), roots);
                continue;
            }
            if (const RebuiltSurface& surface = surface_of(model.entity); !surface.is_empty()) {
                root.surface = &surface;
                report_.polygons += surface.polygons.size();
                for (std::uint32_t p = 0; p < surface.polygons.size(); ++p) {
                    root.polygons.push_back(p);
                }
                check_surface_inside(box, surface);
                root.spaces = 1;
                const auto first = static_cast<std::uint32_t>(volumes_.size());
                add_cells(static_cast<std::uint32_t>(m));
                TreeTask bodies = root;
                for (std::uint32_t v = first; v < volumes_.size(); ++v) {
                    bodies.volumes.push_back(v);
                }
                bodies.surface = nullptr;
                bodies.polygons.clear();
                add_body_roots(m, bodies, bodies.volumes.empty() ? 0 : all_spaces() & ~1u, roots);
                add_main_root(m, std::move(root), roots);
                continue;
            }
            for (std::uint32_t v = 0; v < volumes_.size(); ++v) {
                if (volumes_[v].entity == model.entity && !volumes_[v].solid.faces.empty()) {
                    check_inside(box, v);
                    root.volumes.push_back(v);
                }
            }
            add_body_roots(m, root, all_spaces() & ~main_spaces(), roots);
            add_main_root(m, std::move(root), roots);
        }
        return roots;
    }

    // Adds the main tree of a model, with the model's hull tree. A hull tree belongs to the tree of
    // space 0. If that is not the main tree, add_body_roots has reported it.
    void add_main_root(std::size_t model, TreeTask root, std::vector<TreeTask>& roots) const {
        if (level_->root(ModelId(static_cast<std::uint32_t>(model)), SpaceId(0)) == root.child) {
            root.hull = level_->hull_roots()[model];
        }
        roots.push_back(std::move(root));
    }

    // Adds what bodies meet of the solid of a model of polygons.
    void add_cells(std::uint32_t model) {
        if (level_->spaces().size() > 1) {
            const std::vector<RebuiltBrush> cells =
                cells_of_model(*level_, *source_, model, planes_, options_->threads, differences_);
            std::vector<RebuiltVolume> grown =
                grow_brushes(*level_, *source_, cells, 1, planes_, options_->threads, differences_);
            std::move(grown.begin(), grown.end(), std::back_inserter(volumes_));
        }
    }

    // A bit for each space.
    std::uint32_t all_spaces() const { return (1u << level_->spaces().size()) - 1; }

    // A bit for each space that the main trees of brushes serve.
    std::uint32_t main_spaces() const {
        std::uint32_t spaces = 0;
        for (std::size_t s = 0; s < level_->spaces().size(); ++s) {
            spaces |= (level_->spaces()[s].flags & kSpaceInMainTree) != 0 ? 1u << s : 0;
        }
        return spaces;
    }

    // Adds the trees of a model beside its main tree, each for all spaces that share it.
    // own_spaces: a bit for each space that should have its own tree.
    void add_body_roots(std::size_t model,
                        const TreeTask& main,
                        std::uint32_t own_spaces,
                        std::vector<TreeTask>& roots) {
        const std::size_t first = roots.size();
        for (std::uint32_t s = 0; s < level_->spaces().size(); ++s) {
            const std::int32_t root =
                level_->root(ModelId(static_cast<std::uint32_t>(model)), SpaceId(s));
            const bool is_own = (own_spaces >> s & 1u) != 0;
            if (root == main.child) {
                if (is_own) {
                    differences_.add(describe_model(*level_, *source_, model) +
                                     " has no tree of its own for space " + std::to_string(s));
                }
                continue;
            }
            if (!is_own) {
                differences_.add(describe_model(*level_, *source_, model) +
                                 " has a tree of its own for space " + std::to_string(s) +
                                 ", which has none");
            }
            const auto known =
                std::find_if(roots.begin() + static_cast<std::ptrdiff_t>(first),
                             roots.end(),
                             [&](const TreeTask& task) { return task.child == root; });
            if (known != roots.end()) {
                known->spaces |= 1u << s;
                continue;
            }
            TreeTask task = main;
            task.child = root;
            task.spaces = 1u << s;
            roots.push_back(std::move(task));
        }
    }

    // True if the inner box does not touch the surface of the other one.
    static bool lies_inside(const Aabb& inner, const GridBox& box) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (inner.min[axis] <= static_cast<double>(box.min[axis]) ||
                inner.max[axis] >= static_cast<double>(box.max[axis])) {
                return false;
            }
        }
        return true;
    }

    void check_surface_inside(const GridBox& box, const RebuiltSurface& surface) {
        for (std::size_t p = 0; p < surface.polygons.size(); ++p) {
            if (!lies_inside(bounds(surface.polygons[p]), box)) {
                differences_.add(surface.describe(p) + " reaches out of the box of its tree");
                return;
            }
        }
    }

    void check_inside(const GridBox& box, std::uint32_t v) {
        if (!volumes_[v].is_outside && !lies_inside(volumes_[v].bounds, box)) {
            differences_.add(
                describe_solid(*level_, *source_, volumes_[v].brush, volumes_[v].entity) +
                " reaches out of the box of its tree in space " +
                std::to_string(volumes_[v].space));
        }
    }

    const Level* level_;
    const World* source_;
    std::span<const std::uint32_t> drawn_entities_;
    const VerifyOptions* options_;
    LevelPlanes planes_;
    Differences differences_;
    BrushCheck brushes_;
    std::vector<RebuiltVolume> volumes_;
    std::vector<RebuiltSurface> surfaces_;
    const RebuiltSurface no_surface_;
    VerifyReport report_;
};

}  // namespace

VerifyReport verify(const Level& level, const World& source, const VerifyOptions& options) {
    if (!has_meshes(source)) {
        return Verifier(level, source, options, {}).run();
    }
    const std::expected<ImportedMeshes, std::vector<Error>> meshes =
        import_meshes(source,
                      {.grid_exponent = level.grid_exponent(),
                       .tolerance = level.statistics().import_tolerance,
                       .also_on_grid = {},
                       .open_surfaces = options.open_surfaces});
    if (meshes) {
        VerifyReport report = Verifier(level, meshes->world, options, meshes->drawn_entities).run();
        report.largest_displacement += meshes->largest_move;
        return report;
    }
    VerifyReport report;
    for (const Error& error : meshes.error()) {
        report.details.push_back(error.message);
    }
    report.differences = report.details.size();
    return report;
}

}  // namespace halfspace
