// SPDX-License-Identifier: MIT
#include "halfspace/verify/verify.h"

#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include "verify/verify_bodies.h"
#include "verify/verify_facets.h"
#include "verify/verify_surfaces.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace halfspace {
namespace {

// Subtrees this deep are checked as separate tasks.
constexpr int kTaskDepth = 8;

// A child of the tree with its cell and what may reach into it: volumes, or polygons of a surface.
struct Task {
    std::int32_t child;
    Polyhedron cell;
    std::uint32_t spaces = 0;  // a bit for each that the tree is for
    std::vector<std::uint32_t> volumes;
    const RebuiltSurface* surface = nullptr;
    std::vector<std::uint32_t> polygons;
};

class CellChecker {
public:
    CellChecker(const Level& level,
                const RebuiltPlanes& planes,
                std::span<const RebuiltVolume> volumes,
                const VerifyOptions& options)
        : level_(&level),
          planes_(&planes),
          volumes_(volumes),
          predicates_(planes.table),
          options_(&options),
          differences(options.most_differences) {}

    // Checks all leaves below; where the depth runs out, adds a task instead.
    void check(Task task, int depth, std::vector<Task>* later) {
        if (options_->progress != nullptr && options_->progress->cancel) {
            return;
        }
        if (task.child < 0) {
            check_leaf(task);
            return;
        }
        if (depth == 0 && later != nullptr) {
            later->push_back(std::move(task));
            return;
        }
        const auto index = static_cast<std::size_t>(task.child);
        const NodeRecord& node = level_->nodes()[index];
        const PlaneId plane = planes_->of(2 * node.plane);
        PolyhedronSplit cells = split(task.cell, plane, predicates_);
        if (!cells.front || !cells.back) {
            differences.add("node " + std::to_string(index) + " does not divide its cell");
            return;
        }
        Task front{node.child[0], std::move(*cells.front), task.spaces, {}, task.surface, {}};
        Task back{node.child[1], std::move(*cells.back), task.spaces, {}, task.surface, {}};
        for (const std::uint32_t v : task.volumes) {
            const Reach reach = reach_of(volumes_[v].solid, plane);
            if (reach.front) {
                front.volumes.push_back(v);
            }
            if (reach.back) {
                back.volumes.push_back(v);
            }
        }
        for (const std::uint32_t p : task.polygons) {
            switch (classify(task.surface->polygons[p], plane, predicates_)) {
                case PolygonSide::Front:
                    front.polygons.push_back(p);
                    break;
                case PolygonSide::Back:
                    back.polygons.push_back(p);
                    break;
                case PolygonSide::Spanning:
                    front.polygons.push_back(p);
                    back.polygons.push_back(p);
                    break;
                case PolygonSide::Coplanar:  // touches both, runs through neither
                    break;
            }
        }
        task = {};
        check(std::move(front), depth - 1, later);
        check(std::move(back), depth - 1, later);
    }

    std::uint64_t leaves = 0;
    std::uint64_t volumes_met = 0;

private:
    struct Reach {
        bool front = false;
        bool back = false;
    };

    Reach reach_of(const Polyhedron& solid, PlaneId plane) {
        Reach reach;
        for (const ExactPoint& point : solid.points) {
            const Side side = predicates_.side(point, plane);
            reach.front = reach.front || side == Side::Front;
            reach.back = reach.back || side == Side::Back;
            if (reach.front && reach.back) {
                break;
            }
        }
        return reach;
    }

    void check_leaf(const Task& task) {
        ++leaves;
        const auto leaf = static_cast<std::uint32_t>(-1 - task.child);
        const Contents says = level_->contents(LeafId(leaf));
        if (task.surface != nullptr) {
            check_surface(task, leaf, says);
            return;
        }
        for (std::uint32_t s = 0; s < level_->spaces().size(); ++s) {
            check_space(task, leaf, s);
        }
    }

    void check_space(const Task& task, std::uint32_t leaf, std::uint32_t space) {
        const LeafRecord& record = level_->leaves()[leaf];
        const Contents says = space == 0 ? static_cast<Contents>(record.contents)
                                         : blocker_contents(blockers_in(record, SpaceId(space)));
        std::vector<std::uint32_t> volumes;
        if ((task.spaces >> space & 1u) != 0) {
            std::copy_if(task.volumes.begin(),
                         task.volumes.end(),
                         std::back_inserter(volumes),
                         [&](std::uint32_t v) { return volumes_[v].space == space; });
        }
        if (const auto other = find_other(task.cell, volumes, Contents::Empty, says)) {
            differences.add("leaf " + std::to_string(leaf) + " says " + to_string(says) +
                            (space == 0 ? "" : " for space " + std::to_string(space)) +
                            ", but its volumes make a part of it " + to_string(*other));
        }
    }

    // No polygon runs through the cell, so that one of its points stands for all.
    void check_surface(const Task& task, std::uint32_t leaf, Contents says) {
        for (const std::uint32_t p : task.polygons) {
            if (runs_through(task.surface->polygons[p], task.cell, predicates_)) {
                differences.add("the polygon of line " + std::to_string(task.surface->lines[p]) +
                                " runs through leaf " + std::to_string(leaf));
                return;
            }
        }
        const Contents made =
            task.surface->contents_at(point_inside(task.cell, predicates_), predicates_);
        if (made != says) {
            differences.add("leaf " + std::to_string(leaf) + " says " + to_string(says) +
                            ", but its surface makes it " + to_string(made));
        }
    }

    // The contents of some part of the cell that are not `says`, if there is such a part. joined:
    // of brushes that fill the cell.
    std::optional<Contents> find_other(const Polyhedron& cell,
                                       const std::vector<std::uint32_t>& volumes,
                                       Contents joined,
                                       Contents says) {
        const Aabb box = bounds(cell);
        std::vector<std::uint32_t> partial;
        std::vector<std::vector<PlaneId>> cuts;
        for (const std::uint32_t v : volumes) {
            std::optional<std::vector<PlaneId>> planes = cutting_planes(cell, box, volumes_[v]);
            if (planes && planes->empty()) {
                joined = joined | volumes_[v].contents;
            } else if (planes) {
                partial.push_back(v);
                cuts.push_back(*std::move(planes));
            }
        }
        for (std::size_t i = 0; i < partial.size(); ++i) {
            // A volume that adds nothing may end anywhere within the cell.
            if (absorbs(joined, volumes_[partial[i]].contents) ||
                !intersect(cell, cuts[i], predicates_)) {
                continue;
            }
            ++volumes_met;
            const PolyhedronSplit parts = split(cell, cuts[i].front(), predicates_);
            if (const auto other = find_other(*parts.front, partial, joined, says)) {
                return other;
            }
            return find_other(*parts.back, partial, joined, says);
        }
        const Contents made = normalize(joined);
        return made == says ? std::nullopt : std::optional(made);
    }

    // The planes of the volume that divide the cell, none if the volume fills it; nullopt if one
    // of them shows that they share no volume. box: of the cell.
    std::optional<std::vector<PlaneId>> cutting_planes(const Polyhedron& cell,
                                                       const Aabb& box,
                                                       const RebuiltVolume& volume) {
        if (!touch(box, volume.bounds)) {
            return std::nullopt;  // rounding is monotonous: boxes that are apart are so exactly
        }
        std::vector<PlaneId> cuts;
        for (const PlaneId plane : volume.planes) {
            const Reach reach = reach_of(cell, plane);
            if (!reach.back) {
                return std::nullopt;
            }
            if (reach.front) {
                cuts.push_back(plane);
            }
        }
        volumes_met += cuts.empty() ? 1 : 0;
        return cuts;
    }

    const Level* level_;
    const RebuiltPlanes* planes_;
    std::span<const RebuiltVolume> volumes_;
    Predicates predicates_;
    const VerifyOptions* options_;

public:
    Differences differences;
};

class Verifier {
public:
    Verifier(const Level& level, const World& source, const VerifyOptions& options)
        : level_(&level),
          source_(&source),
          options_(&options),
          planes_(rebuild_planes(level)),
          differences_(options.most_differences) {}

    VerifyReport run() {
        brushes_ =
            check_brushes(*level_, *source_, planes_, options_->import_tolerance, differences_);
        report_.largest_displacement = brushes_.largest_displacement;
        report_.left_out = brushes_.left_out.size();
        report_.left_out_lines = brushes_.left_out;
        report_.left_out_lines.resize(
            std::min(brushes_.left_out.size(), options_->most_differences));
        check_facets(
            *level_, *source_, brushes_.brushes, options_->facet_tolerance, planes_, differences_);
        volumes_ =
            grow_brushes(*level_, brushes_.brushes, 0, planes_, options_->threads, differences_);
        surfaces_ = rebuild_surfaces(*level_, *source_, planes_, differences_);
        check_leaf_zero();
        check_model_entities();
        std::vector<Task> roots = make_roots();
        if (planes_.table.predicate_bits() > kMaxPredicateBits) {
            differences_.add(
                "the planes of the level and of the source's polygons together are "
                "too wide for exact answers");
            roots.clear();
        }
        std::vector<Task> tasks;
        for (Task& root : roots) {
            CellChecker checker(*level_, planes_, volumes_, *options_);
            checker.check(std::move(root), kTaskDepth, &tasks);
            add(checker);
        }
        std::vector<CellChecker> checkers(tasks.size(),
                                          CellChecker(*level_, planes_, volumes_, *options_));
        parallel_for(tasks.size(), options_->threads, [&](std::size_t i) {
            checkers[i].check(std::move(tasks[i]), 0, nullptr);
        });
        for (CellChecker& checker : checkers) {
            add(checker);
        }
        report_.differences = differences_.count();
        report_.details = differences_.take_details();
        return std::move(report_);
    }

private:
    void add(CellChecker& checker) {
        report_.leaves += checker.leaves;
        report_.volumes += checker.volumes_met;
        differences_.append(checker.differences);
    }

    void check_leaf_zero() {
        ++report_.leaves;
        if (level_->contents(LeafId(0)) != Contents::Empty) {
            differences_.add("leaf 0, the outside, says " + to_string(level_->contents(LeafId(0))));
        }
    }

    // The world and every entity with brushes in the level or with polygons have a model, no other
    // entity has.
    void check_model_entities() {
        std::vector<bool> has_shape(level_->entities().size());
        for (std::size_t e = 0; e < has_shape.size(); ++e) {
            has_shape[e] = e == 0 || !surface_of(e).is_empty();
        }
        for (const BrushRecord& brush : level_->brushes()) {
            has_shape[brush.entity] = true;
            if (!surface_of(brush.entity).is_empty()) {
                differences_.add("entity " + std::to_string(brush.entity) +
                                 " has brushes, and polygons in the source");
            }
        }
        for (std::size_t e = 0; e < std::max(has_shape.size(), surfaces_.size()); ++e) {
            if (e >= has_shape.size() ? !surface_of(e).is_empty()
                                      : has_shape[e] != (level_->entities()[e].model != kNone)) {
                differences_.add("entity " + std::to_string(e) +
                                 (e >= has_shape.size() || has_shape[e]
                                      ? " has brushes or polygons but no model"
                                      : " has a model but no brushes or polygons"));
            }
        }
    }

    const RebuiltSurface& surface_of(std::size_t entity) const {
        return entity < surfaces_.size() ? surfaces_[entity] : no_surface_;
    }

    std::vector<Task> make_roots() {
        std::vector<Task> roots;
        for (std::size_t m = 0; m < level_->models().size(); ++m) {
            const ModelRecord& model = level_->models()[m];
            const GridBox box = box_of(model, level_->grid_exponent());
            Task root{model.root,
                      make_box(box, planes_.table),
                      spaces_with(kSpaceInMainTree),
                      {},
                      nullptr,
                      {}};
            // Curves are only drawn: nothing fills their leaves.
            if ((model.flags & kModelCurves) != 0) {
                if (model.entity >= source_->entities.size() ||
                    source_->entities[model.entity].patches.empty()) {
                    differences_.add("model " + std::to_string(m) +
                                     " is of curves, but its entity has none in the source");
                }
                roots.push_back(std::move(root));
                continue;
            }
            if (const RebuiltSurface& surface = surface_of(model.entity); !surface.is_empty()) {
                root.surface = &surface;
                report_.polygons += surface.polygons.size();
                for (std::uint32_t p = 0; p < surface.polygons.size(); ++p) {
                    root.polygons.push_back(p);
                }
                check_surface_inside(m, box, surface);
                root.spaces = 1;
                const auto first = static_cast<std::uint32_t>(volumes_.size());
                add_cells(static_cast<std::uint32_t>(m));
                Task bodies = root;
                for (std::uint32_t v = first; v < volumes_.size(); ++v) {
                    bodies.volumes.push_back(v);
                }
                bodies.surface = nullptr;
                bodies.polygons.clear();
                const std::uint32_t all_bodies = (1u << level_->spaces().size()) - 2;
                add_body_roots(m, bodies, bodies.volumes.empty() ? 0 : all_bodies, roots);
                roots.push_back(std::move(root));
                continue;
            }
            for (std::uint32_t v = 0; v < volumes_.size(); ++v) {
                if (volumes_[v].entity == model.entity && !volumes_[v].solid.faces.empty()) {
                    check_inside(m, box, v);
                    root.volumes.push_back(v);
                }
            }
            add_body_roots(m, root, spaces_with(kSpaceOwnTree), roots);
            roots.push_back(std::move(root));
        }
        return roots;
    }

    // What the solid of a model of polygons is for bodies.
    void add_cells(std::uint32_t model) {
        if (level_->spaces().size() > 1) {
            const std::vector<RebuiltBrush> cells =
                cells_of_model(*level_, model, planes_, options_->threads);
            std::vector<RebuiltVolume> grown =
                grow_brushes(*level_, cells, 1, planes_, options_->threads, differences_);
            std::move(grown.begin(), grown.end(), std::back_inserter(volumes_));
        }
    }

    // A bit for each space with the flag.
    std::uint32_t spaces_with(std::uint32_t flag) const {
        std::uint32_t spaces = 0;
        for (std::size_t s = 0; s < level_->spaces().size(); ++s) {
            spaces |= (level_->spaces()[s].flags & flag) != 0 ? 1u << s : 0;
        }
        return spaces;
    }

    // The trees of a model beside its main one, each for all spaces that begin there.
    // own_spaces: a bit for each that should have one.
    void add_body_roots(std::size_t model,
                        const Task& main,
                        std::uint32_t own_spaces,
                        std::vector<Task>& roots) {
        const std::size_t first = roots.size();
        for (std::uint32_t s = 0; s < level_->spaces().size(); ++s) {
            const std::int32_t root =
                level_->root(ModelId(static_cast<std::uint32_t>(model)), SpaceId(s));
            const bool is_own = (own_spaces >> s & 1u) != 0;
            if (root == main.child) {
                if (is_own) {
                    differences_.add("model " + std::to_string(model) + " has no tree of space " +
                                     std::to_string(s));
                }
                continue;
            }
            if (!is_own) {
                differences_.add("model " + std::to_string(model) +
                                 " has a tree of its own for space " + std::to_string(s) +
                                 ", which has none");
            }
            const auto known = std::find_if(roots.begin() + static_cast<std::ptrdiff_t>(first),
                                            roots.end(),
                                            [&](const Task& task) { return task.child == root; });
            if (known != roots.end()) {
                known->spaces |= 1u << s;
                continue;
            }
            Task task = main;
            task.child = root;
            task.spaces = 1u << s;
            roots.push_back(std::move(task));
        }
    }

    void check_surface_inside(std::size_t model,
                              const GridBox& box,
                              const RebuiltSurface& surface) {
        for (std::size_t p = 0; p < surface.polygons.size(); ++p) {
            for (const Corner& corner : surface.polygons[p].corners) {
                const std::array<double, 3> at{corner.point.x, corner.point.y, corner.point.z};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    if (at[axis] <= static_cast<double>(box.min[axis]) ||
                        at[axis] >= static_cast<double>(box.max[axis])) {
                        differences_.add("the polygon of line " + std::to_string(surface.lines[p]) +
                                         " reaches out of the box of model " +
                                         std::to_string(model));
                        return;
                    }
                }
            }
        }
    }

    void check_inside(std::size_t model, const GridBox& box, std::uint32_t v) {
        const Aabb& inner = volumes_[v].bounds;
        const std::array<double, 3> low{inner.min.x, inner.min.y, inner.min.z};
        const std::array<double, 3> high{inner.max.x, inner.max.y, inner.max.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (low[axis] <= static_cast<double>(box.min[axis]) ||
                high[axis] >= static_cast<double>(box.max[axis])) {
                differences_.add("a brush of entity " + std::to_string(volumes_[v].entity) +
                                 " reaches out of the box of model " + std::to_string(model) +
                                 " in space " + std::to_string(volumes_[v].space));
                return;
            }
        }
    }

    const Level* level_;
    const World* source_;
    const VerifyOptions* options_;
    RebuiltPlanes planes_;
    Differences differences_;
    BrushCheck brushes_;
    std::vector<RebuiltVolume> volumes_;
    std::vector<RebuiltSurface> surfaces_;
    const RebuiltSurface no_surface_;
    VerifyReport report_;
};

}  // namespace

VerifyReport verify(const Level& level, const World& source, const VerifyOptions& options) {
    return Verifier(level, source, options).run();
}

}  // namespace halfspace
