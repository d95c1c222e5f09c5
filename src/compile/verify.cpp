// SPDX-License-Identifier: MIT
#include "halfspace/compile/verify.h"

#include "halfspace/base/parallel.h"

#include "compile/verify_brushes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Subtrees this deep are checked as separate tasks.
constexpr int kTaskDepth = 8;

// A child of the tree with its cell and the brushes that may reach into it.
struct Task {
    std::int32_t child;
    Polyhedron cell;
    std::vector<std::uint32_t> brushes;
};

class CellChecker {
public:
    CellChecker(const Level& level,
                const RebuiltPlanes& planes,
                std::span<const RebuiltBrush> brushes,
                const VerifyOptions& options)
        : level_(&level),
          planes_(&planes),
          brushes_(brushes),
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
        Task front{node.child[0], std::move(*cells.front), {}};
        Task back{node.child[1], std::move(*cells.back), {}};
        for (const std::uint32_t b : task.brushes) {
            const Reach reach = reach_of(brushes_[b].solid, plane);
            if (reach.front) {
                front.brushes.push_back(b);
            }
            if (reach.back) {
                back.brushes.push_back(b);
            }
        }
        task = {};
        check(std::move(front), depth - 1, later);
        check(std::move(back), depth - 1, later);
    }

    std::uint64_t leaves = 0;
    std::uint64_t volumes = 0;

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
        const std::optional<Contents> other =
            find_other(task.cell, task.brushes, Contents::Empty, says);
        if (other) {
            differences.add("leaf " + std::to_string(leaf) + " says " + to_string(says) +
                            ", but its volumes make a part of it " + to_string(*other));
        }
    }

    // The contents of some part of the cell that are not `says`, if there is such a part. joined:
    // of brushes that fill the cell.
    std::optional<Contents> find_other(const Polyhedron& cell,
                                       const std::vector<std::uint32_t>& brushes,
                                       Contents joined,
                                       Contents says) {
        std::vector<std::uint32_t> partial;
        std::vector<PlaneId> cuts;
        for (const std::uint32_t b : brushes) {
            const std::optional<PlaneId> cut = cutting_plane(cell, brushes_[b]);
            if (cut == PlaneId{}) {
                joined = joined | brushes_[b].contents;
            } else if (cut) {
                partial.push_back(b);
                cuts.push_back(*cut);
            }
        }
        // A volume that adds nothing may end anywhere within the cell.
        for (std::size_t i = 0; i < partial.size(); ++i) {
            if (absorbs(joined, brushes_[partial[i]].contents)) {
                continue;
            }
            const PolyhedronSplit parts = split(cell, cuts[i], predicates_);
            if (const auto other = find_other(*parts.front, partial, joined, says)) {
                return other;
            }
            return find_other(*parts.back, partial, joined, says);
        }
        const Contents made = normalize(joined);
        return made == says ? std::nullopt : std::optional(made);
    }

    // nullopt if the brush and the cell share no volume; PlaneId{} if the brush fills the cell;
    // else a plane of the brush that divides it.
    std::optional<PlaneId> cutting_plane(const Polyhedron& cell, const RebuiltBrush& brush) {
        std::vector<PlaneId> cuts;
        for (const PlaneId plane : brush.planes) {
            const Reach reach = reach_of(cell, plane);
            if (!reach.back) {
                return std::nullopt;
            }
            if (reach.front) {
                cuts.push_back(plane);
            }
        }
        ++volumes;
        if (cuts.empty()) {
            return PlaneId{};
        }
        if (!intersect(cell, cuts, predicates_)) {
            return std::nullopt;
        }
        return cuts.front();
    }

    const Level* level_;
    const RebuiltPlanes* planes_;
    std::span<const RebuiltBrush> brushes_;
    Predicates predicates_;
    const VerifyOptions* options_;

public:
    Differences differences;
};

GridBox box_of(const ModelRecord& model, int grid_exponent) {
    GridBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.min[axis] = static_cast<std::int64_t>(std::ldexp(model.min[axis], grid_exponent));
        box.max[axis] = static_cast<std::int64_t>(std::ldexp(model.max[axis], grid_exponent));
    }
    return box;
}

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
        check_leaf_zero();
        check_model_entities();
        std::vector<Task> roots = make_roots();
        std::vector<Task> tasks;
        for (Task& root : roots) {
            CellChecker checker(*level_, planes_, brushes_.brushes, *options_);
            checker.check(std::move(root), kTaskDepth, &tasks);
            add(checker);
        }
        std::vector<CellChecker> checkers(
            tasks.size(), CellChecker(*level_, planes_, brushes_.brushes, *options_));
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
        report_.volumes += checker.volumes;
        differences_.append(checker.differences);
    }

    void check_leaf_zero() {
        ++report_.leaves;
        if (level_->contents(LeafId(0)) != Contents::Empty) {
            differences_.add("leaf 0, the outside, says " + to_string(level_->contents(LeafId(0))));
        }
    }

    // The world and every entity with brushes in the level have a model, no other entity has.
    void check_model_entities() {
        std::vector<bool> has_brushes(level_->entities().size());
        for (std::size_t e = 0; e < has_brushes.size(); ++e) {
            has_brushes[e] = e == 0;
        }
        for (const BrushRecord& brush : level_->brushes()) {
            has_brushes[brush.entity] = true;
        }
        for (std::size_t e = 0; e < has_brushes.size(); ++e) {
            if (has_brushes[e] != (level_->entities()[e].model != kNone)) {
                differences_.add(
                    "entity " + std::to_string(e) +
                    (has_brushes[e] ? " has brushes but no model" : " has a model but no brushes"));
            }
        }
    }

    std::vector<Task> make_roots() {
        std::vector<Task> roots;
        for (std::size_t m = 0; m < level_->models().size(); ++m) {
            const ModelRecord& model = level_->models()[m];
            const GridBox box = box_of(model, level_->grid_exponent());
            Task root{model.root, make_box(box, planes_.table), {}};
            for (std::uint32_t b = 0; b < brushes_.brushes.size(); ++b) {
                const RebuiltBrush& brush = brushes_.brushes[b];
                if (brush.entity != model.entity || brush.solid.faces.empty()) {
                    continue;
                }
                root.brushes.push_back(b);
                check_inside(m, box, b);
            }
            roots.push_back(std::move(root));
        }
        return roots;
    }

    void check_inside(std::size_t model, const GridBox& box, std::uint32_t b) {
        const Aabb& inner = brushes_.brushes[b].bounds;
        const std::array<double, 3> low{inner.min.x, inner.min.y, inner.min.z};
        const std::array<double, 3> high{inner.max.x, inner.max.y, inner.max.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (low[axis] <= static_cast<double>(box.min[axis]) ||
                high[axis] >= static_cast<double>(box.max[axis])) {
                differences_.add("brush " + std::to_string(b) +
                                 " reaches out of the box of model " + std::to_string(model));
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
    VerifyReport report_;
};

}  // namespace

VerifyReport verify(const Level& level, const World& source, const VerifyOptions& options) {
    return Verifier(level, source, options).run();
}

}  // namespace halfspace
