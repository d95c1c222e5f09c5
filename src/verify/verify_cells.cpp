// SPDX-License-Identifier: MIT
#include "verify/verify_cells.h"

#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include "math/shared/clearance.h"
#include "verify/verify_hulls.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// Nodes at this depth are checked as separate tasks.
constexpr int kTaskDepth = 8;

// With fewer volumes in a cell it costs more to look for one that hides others.
constexpr std::size_t kManyVolumes = 64;

// A space whose leaves are compared. A brush grown by a smaller body lies within the same brush
// grown by a body around the smaller one: both have the same planes, moved out less and more. The
// brush itself is the brush grown by the body of the point; check_bevels shows that no bevel cuts
// it. So what blocks the smaller body in every part of a leaf blocks the larger body there, too.
struct CheckedSpace {
    std::uint32_t space;
    std::uint32_t smaller = 0;  // a bit for each space whose body lies within this one
};

bool lies_within(const SpaceRecord& inner, const SpaceRecord& outer) {
    bool is_within = true;
    for (std::size_t i = 0; i < 3; ++i) {
        is_within = is_within && inner.min[i] >= outer.min[i] && inner.max[i] <= outer.max[i];
    }
    return is_within;
}

// The spaces of a level, each after those with a smaller body.
std::vector<CheckedSpace> checked_spaces(std::span<const SpaceRecord> spaces) {
    std::vector<CheckedSpace> checked;
    for (std::uint32_t s = 0; s < spaces.size(); ++s) {
        checked.push_back({s});
    }
    const auto size = [&](const CheckedSpace& one) {
        const SpaceRecord& space = spaces[one.space];
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            sum += space.max[i] - space.min[i];
        }
        return sum;
    };
    std::ranges::stable_sort(checked, {}, size);
    for (std::size_t b = 0; b < checked.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            if (lies_within(spaces[checked[a].space], spaces[checked[b].space])) {
                checked[b].smaller |= 1u << checked[a].space;
            }
        }
    }
    return checked;
}

class CellChecker {
public:
    CellChecker(const Level& level,
                const LevelPlanes& planes,
                std::span<const RebuiltVolume> volumes,
                std::span<const CheckedSpace> spaces,
                const VerifyOptions& options)
        : level_(&level),
          planes_(&planes),
          volumes_(volumes),
          spaces_(spaces),
          predicates_(planes.table),
          options_(&options),
          differences(options.most_differences) {}

    // Checks all leaves below. With `later`, nodes at kTaskDepth are not checked but added to
    // `later` as tasks.
    void check(TreeTask task, std::vector<TreeTask>* later) {
        const std::int32_t root = task.child;
        if (task.depth == 0) {
            check_hull(task);
        }
        for_each_leaf(
            level_->nodes(),
            root,
            std::move(task),
            [&](std::size_t node, TreeTask&& at) -> ChildStates<TreeTask> {
                if (is_cancelled()) {
                    return {};
                }
                if (later != nullptr && at.depth == kTaskDepth) {
                    at.child = static_cast<std::int32_t>(node);
                    later->push_back(std::move(at));
                    return {};
                }
                return divided(node, at);
            },
            [&](LeafId leaf, TreeTask&& at) {
                if (!is_cancelled()) {
                    check_leaf(leaf, at);
                }
            });
    }

    std::uint64_t leaves = 0;
    std::uint64_t volumes_met = 0;

private:
    bool is_cancelled() const { return halfspace::is_cancelled(options_->progress); }

    ChildStates<TreeTask> divided(std::size_t index, const TreeTask& task) {
        const NodeRecord& node = level_->nodes()[index];
        const PlaneId plane = planes_->of(2 * node.plane);
        PolyhedronSplit cells = split(task.cell, plane, predicates_);
        if (!cells.front || !cells.back) {
            differences.add("node " + std::to_string(index) + " does not divide its cell");
            return {};
        }
        TreeTask front;
        front.spaces = task.spaces;
        front.hull = task.hull;
        front.surface = task.surface;
        front.is_structure = task.is_structure;
        front.depth = task.depth + 1;
        TreeTask back = front;
        front.cell = *std::move(cells.front);
        back.cell = *std::move(cells.back);
        go_down_hulls(task, front, back);
        const Aabb front_box = bounds(front.cell);
        const Aabb back_box = bounds(back.cell);
        for (const std::uint32_t v : task.volumes) {
            // Rounding keeps order: if the rounded boxes are apart, the exact boxes are, too.
            const Aabb& box = volumes_[v].bounds;
            const ReachedSides sides = sides_of(volumes_[v].solid, box, plane, predicates_);
            if (sides.front && touch(front_box, box)) {
                front.volumes.push_back(v);
            }
            if (sides.back && touch(back_box, box)) {
                back.volumes.push_back(v);
            }
        }
        drop_hidden(front, front_box);
        drop_hidden(back, back_box);
        for (const std::uint32_t p : task.polygons) {
            // A polygon in the plane touches both cells and runs through neither.
            const PolygonSide side = classify(task.surface->polygons[p], plane, predicates_);
            if (side == PolygonSide::Front || side == PolygonSide::Spanning) {
                front.polygons.push_back(p);
            }
            if (side == PolygonSide::Back || side == PolygonSide::Spanning) {
                back.polygons.push_back(p);
            }
        }
        return {std::move(front), std::move(back)};
    }

    // Where one volume fills the cell, the volumes of its space whose contents it absorbs add
    // nothing in any part of the cell: they are dropped. Of each space, only the volume is tried
    // whose box reaches farthest beyond the cell in all directions. Grown pieces of a mesh overlap
    // by the thousand; without this step each cell would look at all of them.
    void drop_hidden(TreeTask& task, const Aabb& box) {
        std::vector<std::uint32_t>& list = task.volumes;
        if (list.size() < kManyVolumes) {
            return;
        }
        std::size_t kept = 0;
        for (std::size_t first = 0; first < list.size();) {
            std::uint32_t deepest = list[first];
            double most = clearance(box, volumes_[deepest].bounds);
            std::size_t last = first + 1;
            for (; last < list.size() && volumes_[list[last]].space == volumes_[deepest].space;
                 ++last) {
                const double distance = clearance(box, volumes_[list[last]].bounds);
                if (distance > most) {
                    most = distance;
                    deepest = list[last];
                }
            }
            const bool is_filled = fills({deepest, volumes_[deepest].planes}, task.cell, box);
            for (; first < last; ++first) {
                const std::uint32_t v = list[first];
                if (!is_filled || v == deepest ||
                    !absorbs(volumes_[deepest].contents, volumes_[v].contents)) {
                    list[kept++] = v;
                }
            }
        }
        list.resize(kept);
    }

    // Goes from the node of a hull tree to the node's children.
    void go_down_hulls(const TreeTask& task, TreeTask& front, TreeTask& back) {
        if (task.hull && !is_leaf(*task.hull)) {
            const WalkNodeRecord& node = level_->walk_nodes()[node_index(*task.hull)];
            front.hull = node.child[0];
            back.hull = node.child[1];
            check_hull(front);
            check_hull(back);
        }
    }

    // Compares a hull with its cell, where the way down reaches the leaf of the hull tree.
    void check_hull(const TreeTask& task) {
        if (!task.hull || !is_leaf(*task.hull) || hull_of(*task.hull) == kNone) {
            return;
        }
        const std::uint32_t hull = hull_of(*task.hull);
        if (const char* problem = hull_problem(*level_, hull, task.cell, planes_->table)) {
            differences.add("hull " + std::to_string(hull) + ": " + problem);
        }
    }

    void check_hull_contents(LeafId leaf, WalkChild hull_leaf) {
        const std::uint32_t hull = hull_of(hull_leaf);
        const auto says =
            hull == kNone ? Contents::Empty : static_cast<Contents>(level_->hulls()[hull].contents);
        const Contents blocking = blocker_contents(blocker_bits(level_->contents(leaf)));
        if (says != blocking) {
            differences.add("leaf " + std::to_string(leaf.value) + " blocks as " +
                            to_string(blocking) + ", but its hull says " + to_string(says));
        }
    }

    void check_leaf(LeafId leaf, const TreeTask& task) {
        ++leaves;
        if (task.hull) {
            check_hull_contents(leaf, *task.hull);
        }
        if (task.surface != nullptr) {
            check_surface(task, leaf.value, level_->contents(leaf));
        }
        std::uint32_t proved = 0;  // a bit for each space
        for (const CheckedSpace& checked : spaces_) {
            if (task.surface != nullptr && checked.space == 0) {
                continue;
            }
            const bool is_served = (task.spaces >> checked.space & 1u) != 0;
            Contents known = Contents::Empty;
            for (std::uint32_t s = 0; is_served && s < level_->spaces().size(); ++s) {
                if ((proved & checked.smaller) >> s & 1u) {
                    known = known | blocker_contents(blocker_bits(said(leaf.value, s)));
                }
            }
            const bool is_right = check_space(task, leaf.value, checked.space, known);
            proved |= is_served && is_right ? 1u << checked.space : 0;
        }
    }

    // The contents of a leaf for a space, as the level says.
    Contents said(std::uint32_t leaf, std::uint32_t space) const {
        const LeafRecord& record = level_->leaves()[leaf];
        return space == 0 ? static_cast<Contents>(record.contents)
                          : blocker_contents(blockers_in(record, SpaceId(space)));
    }

    // Compares a leaf with the volumes of a space. False if they differ. known: contents that the
    // volumes are known to give to every part of the leaf.
    bool check_space(const TreeTask& task,
                     std::uint32_t leaf,
                     std::uint32_t space,
                     Contents known) {
        // In the cluster tree Void stands for whatever does not seal.
        const bool is_void = task.is_structure && said(leaf, space) == Contents::Void;
        const Contents says = is_void ? Contents::Empty : said(leaf, space);
        std::vector<Candidate> volumes;
        if ((task.spaces >> space & 1u) != 0) {
            const auto first = std::ranges::lower_bound(
                task.volumes, space, {}, [&](std::uint32_t v) { return volumes_[v].space; });
            for (auto v = first; v != task.volumes.end() && volumes_[*v].space == space; ++v) {
                if (!is_void || any(volumes_[*v].contents & kSealing)) {
                    volumes.push_back({*v, volumes_[*v].planes});
                }
            }
        }
        const bool has_outside = std::ranges::any_of(
            volumes, [&](const Candidate& c) { return volumes_[c.volume].is_outside; });
        const std::optional<Contents> other =
            find_other(task.cell, volumes, known, says, has_outside);
        if (other) {
            differences.add("leaf " + std::to_string(leaf) + " says " + to_string(says) +
                            (space == 0 ? "" : " for space " + std::to_string(space)) +
                            ", but its volumes make a part of it " + to_string(*other));
        }
        return !other;
    }

    // Checks a leaf of a surface. If no polygon runs through the cell, one point of the cell stands
    // for all.
    void check_surface(const TreeTask& task, std::uint32_t leaf, Contents says) {
        for (const std::uint32_t p : task.polygons) {
            if (runs_through(task.surface->polygons[p], task.cell, predicates_)) {
                differences.add(task.surface->describe(p) + " runs through leaf " +
                                std::to_string(leaf));
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

    // A volume that may share volume with a cell.
    struct Candidate {
        std::uint32_t volume;
        // Those of its planes that may divide the cell. The cell lies behind the others.
        std::span<const PlaneId> planes;
        // The volume of the common part of both boxes.
        double common = 0;
    };
    static double common_volume(const Aabb& a, const Aabb& b) {
        const Vec3 size = min(a.max, b.max) - max(a.min, b.min);
        return size.x * size.y * size.z;
    }

    // The contents of a part of the cell that differ from `says`; nullopt if there is no such part.
    // joined: the contents of the volumes that fill the cell. has_outside: what is outside reaches
    // into the leaf. Nobody sees or meets where Solid ends and the outside begins, so one leaf may
    // hold both; it then says Solid.
    std::optional<Contents> find_other(const Polyhedron& cell,
                                       std::span<const Candidate> candidates,
                                       Contents joined,
                                       Contents says,
                                       bool has_outside) {
        const Aabb box = bounds(cell);
        std::vector<Candidate> others;
        std::size_t plane_count = 0;
        for (const Candidate& candidate : candidates) {
            if (absorbs(joined, volumes_[candidate.volume].contents)) {
                continue;  // wherever it ends in the cell, it adds no contents
            }
            if (fills(candidate, cell, box)) {
                ++volumes_met;
                joined = joined | volumes_[candidate.volume].contents;
            } else if (touch(box, volumes_[candidate.volume].bounds)) {
                // Rounding keeps order: if the rounded boxes are apart, the exact boxes are, too.
                others.push_back(candidate);
                plane_count += candidate.planes.size();
            }
        }
        std::vector<PlaneId> cuts;  // of all partial volumes
        cuts.reserve(plane_count);  // so that no cut is moved
        std::vector<Candidate> partial;
        for (const Candidate& candidate : others) {
            const RebuiltVolume& volume = volumes_[candidate.volume];
            if (absorbs(joined, volume.contents)) {
                continue;
            }
            const std::size_t first = cuts.size();
            if (add_cuts(cell, box, candidate.planes, cuts)) {
                partial.push_back({candidate.volume,
                                   std::span(cuts).subspan(first),
                                   common_volume(box, volume.bounds)});
            }
        }
        // A volume that few planes divide from the cell fills more of the cell.
        std::stable_sort(
            partial.begin(), partial.end(), [](const Candidate& a, const Candidate& b) {
                return a.planes.size() != b.planes.size() ? a.planes.size() < b.planes.size()
                                                          : a.common > b.common;
            });
        for (std::size_t i = 0; i < partial.size(); ++i) {
            const auto parts = carve(cell, partial[i].planes, predicates_);
            if (!parts) {
                continue;
            }
            ++volumes_met;
            // The volumes before this one share no volume with the cell.
            const std::span<const Candidate> rest = std::span(partial).subspan(i + 1);
            for (const Polyhedron& outside : parts->outside) {
                if (const auto other = find_other(outside, rest, joined, says, has_outside)) {
                    return other;
                }
            }
            return find_other(parts->inside,
                              rest,
                              joined | volumes_[partial[i].volume].contents,
                              says,
                              has_outside);
        }
        const Contents made = normalize(joined);
        const bool is_outer_half = has_outside && made == Contents::Void && says == Contents::Solid;
        return made == says || is_outer_half ? std::nullopt : std::optional(made);
    }

    // True if the whole cell lies in the volume. box: of the cell.
    bool fills(const Candidate& candidate, const Polyhedron& cell, const Aabb& box) {
        // Rounding keeps order: if the rounded box reaches out, the exact box does, too.
        return encloses(volumes_[candidate.volume].bounds, box) &&
               std::ranges::none_of(candidate.planes, [&](PlaneId plane) {
                   return sides_of(cell, box, plane, predicates_).front;
               });
    }

    // Adds to `cuts` those of the planes that divide the cell. False if the cell lies in front of
    // one of the planes; then nothing is added. box: of the cell.
    bool add_cuts(const Polyhedron& cell,
                  const Aabb& box,
                  std::span<const PlaneId> planes,
                  std::vector<PlaneId>& cuts) {
        const std::size_t first = cuts.size();
        for (const PlaneId plane : planes) {
            const ReachedSides sides = sides_of(cell, box, plane, predicates_);
            if (!sides.back) {
                cuts.resize(first);
                return false;
            }
            if (sides.front) {
                cuts.push_back(plane);
            }
        }
        return true;
    }

    const Level* level_;
    const LevelPlanes* planes_;
    std::span<const RebuiltVolume> volumes_;
    std::span<const CheckedSpace> spaces_;
    Predicates predicates_;
    const VerifyOptions* options_;

public:
    Differences differences;
};

}  // namespace

CellCheck check_cells(const Level& level,
                      const LevelPlanes& planes,
                      std::span<const RebuiltVolume> volumes,
                      std::vector<TreeTask> roots,
                      const VerifyOptions& options) {
    CellCheck result{0, 0, Differences(options.most_differences)};
    const auto add = [&](const CellChecker& checker) {
        result.leaves += checker.leaves;
        result.volumes += checker.volumes_met;
        result.differences.append(checker.differences);
    };
    const std::vector<CheckedSpace> spaces = checked_spaces(level.spaces());
    const CellChecker fresh(level, planes, volumes, spaces, options);
    std::vector<TreeTask> tasks;
    for (TreeTask& root : roots) {
        CellChecker checker = fresh;
        checker.check(std::move(root), &tasks);
        add(checker);
    }
    std::vector<CellChecker> checkers(tasks.size(), fresh);
    parallel_for(tasks.size(), options.threads, [&](std::size_t i) {
        checkers[i].check(std::move(tasks[i]), nullptr);
    });
    for (const CellChecker& checker : checkers) {
        add(checker);
    }
    return result;
}

}  // namespace halfspace
