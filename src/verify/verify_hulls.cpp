// SPDX-License-Identifier: MIT
//
// Why the planes of a hull are enough. A plane that touches the sum of a hull and a box touches it
// in the sum of two parts: of the part of the hull and of the part of the box that are farthest
// out. If the touched part of the sum is a face, then either the hull has a face there, or the box
// has one, or both have an edge there and the edges have different directions. In the last case the
// normal is square to both edges, so it is their cross product.
#include "verify/verify_hulls.h"

#include "halfspace/level/bodies.h"
#include "halfspace/level/walk_nodes.h"
#include "halfspace/tasks/parallel_for.h"

#include "verify/describe_level.h"
#include "verify/solid_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// Nodes at this depth are checked as separate tasks.
constexpr int kTaskDepth = 8;
// Two normals of length 1 that stand for the same direction differ by less than this. A whole
// number is rounded to a double and multiplied by the rounded inverse of a rounded length. So each
// result is off by less than 8 * 2^-53.
constexpr double kSameNormal = 0x1p-49;

// A node or leaf of a main tree, and the place in the hull tree that belongs to it.
struct HullTask {
    std::size_t model = 0;
    std::int32_t child = 0;
    WalkChild hull_child = 0;
    // nullopt below a leaf of the hull tree: the hull of this leaf is compared already.
    std::optional<Polyhedron> cell;
    int depth = 0;  // nodes above
};

Vec3 normal_of(const HullPlaneRecord& plane) {
    return {plane.n[0], plane.n[1], plane.n[2]};
}

bool is_axial(const Vec3& n) {
    return (n.x != 0) + (n.y != 0) + (n.z != 0) == 1;
}

// The normals of length 1 that the planes of a solid's hull have.
class HullNormals {
public:
    HullNormals(const Polyhedron& solid, const PlaneTable& planes)
        : solid_(solid), planes_(planes) {}

    std::vector<Vec3> run() {
        for (const Polyhedron::Face& face : solid_.faces) {
            const Whole n = planes_.plane(face.plane).n;
            add({Int128{n[0]}, Int128{n[1]}, Int128{n[2]}});
        }
        for (const auto& [a, b] : edges_of(solid_)) {
            add_bevels(planes_.plane(solid_.faces[a].plane).n,
                       planes_.plane(solid_.faces[b].plane).n);
        }
        return std::move(normals_);
    }

private:
    using Whole = std::array<std::int64_t, 3>;

    // The numbers of p and q have at most 63 bits, so the products fit 128 bits.
    void add_bevels(const Whole& p, const Whole& q) {
        const auto product = [&](std::size_t i, std::size_t j) { return Int128{p[i]} * q[j]; };
        const std::array<Int128, 3> edge{product(1, 2) - product(2, 1),
                                         product(2, 0) - product(0, 2),
                                         product(0, 1) - product(1, 0)};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // The plane along edge and axis has the hull on one side only if the axis leaves one
            // face and enters the other. It looks out of the hull where p + q does.
            const bool is_out = p[axis] > 0 && q[axis] < 0;
            if (is_out || (p[axis] < 0 && q[axis] > 0)) {
                const Int128 sign = is_out ? 1 : -1;
                std::array<Int128, 3> n{};
                n[(axis + 1) % 3] = sign * edge[(axis + 2) % 3];
                n[(axis + 2) % 3] = -sign * edge[(axis + 1) % 3];
                add(n);
            }
        }
    }

    void add(const std::array<Int128, 3>& n) {
        const Vec3 direction{
            static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])};
        if (!is_axial(direction)) {
            normals_.push_back(normalized(direction));
        }
    }

    const Polyhedron& solid_;
    const PlaneTable& planes_;
    std::vector<Vec3> normals_;
};

// True if each vector of one list is, up to rounding, one of the other list.
bool are_same_normals(std::span<const Vec3> ones, std::span<const Vec3> others) {
    const auto are_among = [](std::span<const Vec3> some, std::span<const Vec3> all) {
        return std::ranges::all_of(some, [&](const Vec3& n) {
            return std::ranges::any_of(
                all, [&](const Vec3& other) { return distance(n, other) < kSameNormal; });
        });
    };
    return ones.size() == others.size() && are_among(ones, others) && are_among(others, ones);
}

std::vector<Vec3> sorted(std::vector<Vec3> points) {
    std::ranges::sort(points, {}, [](const Vec3& p) { return std::tuple(p.x, p.y, p.z); });
    return points;
}

// What is wrong with a hull; nullptr: nothing. cell: of its leaf.
const char* problem_of(const Level& level,
                       std::size_t hull,
                       const Polyhedron& cell,
                       const PlaneTable& planes) {
    std::vector<Vec3> corners;
    Aabb box;
    for (const ExactPoint& p : cell.points) {
        corners.push_back({std::ldexp(p.x, -level.grid_exponent()),
                           std::ldexp(p.y, -level.grid_exponent()),
                           std::ldexp(p.z, -level.grid_exponent())});
        box = united(box, corners.back());
    }
    const HullRecord& record = level.hulls()[hull];
    if (box != Aabb{{record.min[0], record.min[1], record.min[2]},
                    {record.max[0], record.max[1], record.max[2]}}) {
        return "its box is not that of the solid of its leaf";
    }
    const std::vector<Vec3> expected = HullNormals(cell, planes).run();
    if (expected.empty()) {
        corners.clear();  // a box along the axes
    }
    const std::span<const Vec3> own = level.corners_of_hull(hull);
    if (sorted({own.begin(), own.end()}) != sorted(corners)) {
        return "its corners are not those of the solid of its leaf";
    }
    std::vector<Vec3> normals;
    for (const HullPlaneRecord& plane : level.planes_of_hull(hull)) {
        normals.push_back(normal_of(plane));
        double farthest = -std::numeric_limits<double>::infinity();
        for (const Vec3& corner : own) {
            farthest = std::max(farthest, dot(normals.back(), corner));
        }
        if (plane.d != farthest) {
            return "one of its planes cuts it or does not touch it";
        }
    }
    if (!are_same_normals(normals, expected)) {
        return "its planes are not those of its faces and bevels";
    }
    return nullptr;
}

class HullChecker {
public:
    HullChecker(const Level& level,
                const World& source,
                const LevelPlanes& planes,
                const VerifyOptions& options)
        : differences(options.most_differences),
          level_(level),
          source_(source),
          planes_(planes),
          options_(options),
          predicates_(planes.table) {}

    // Checks all hulls and leaves below. With `later`, nodes at kTaskDepth are not checked but
    // added to `later` as tasks.
    void check(HullTask task, std::vector<HullTask>* later) {
        const std::int32_t root = task.child;
        for_each_leaf(
            level_.nodes(),
            root,
            std::move(task),
            [&](std::size_t node, HullTask&& at) -> ChildStates<HullTask> {
                if (options_.progress != nullptr && options_.progress->cancel) {
                    return {};
                }
                check_hull(at);
                if (later != nullptr && at.depth == kTaskDepth) {
                    at.child = static_cast<std::int32_t>(node);
                    later->push_back(std::move(at));
                    return {};
                }
                return divided(node, std::move(at));
            },
            [&](LeafId leaf, HullTask&& at) {
                check_hull(at);
                check_leaf(leaf, at);
            });
    }

    Differences differences;

private:
    // At a leaf of the hull tree that has a cell: compares the hull, and drops the cell.
    void check_hull(HullTask& task) {
        if (!is_leaf(task.hull_child) || !task.cell) {
            return;
        }
        const std::uint32_t hull = hull_of(task.hull_child);
        if (hull != kNoHull) {
            if (const char* problem = problem_of(level_, hull, *task.cell, planes_.table)) {
                differences.add(name_of(hull, task.model) + ": " + problem);
            }
        }
        task.cell.reset();
    }

    void check_leaf(LeafId leaf, const HullTask& task) {
        const std::uint32_t hull = hull_of(task.hull_child);
        const auto of_hull = hull == kNoHull ? Contents::Empty
                                             : static_cast<Contents>(level_.hulls()[hull].contents);
        if (blocker_contents(blocker_bits(level_.contents(leaf))) != of_hull) {
            differences.add("leaf " + std::to_string(leaf.value) + " says " +
                            to_string(level_.contents(leaf)) + ", but its hull says " +
                            to_string(of_hull));
        }
    }

    // A node that does not divide its cell has no part on one side; check_cells reports it.
    ChildStates<HullTask> divided(std::size_t node, HullTask&& task) {
        ChildStates<HullTask> children;
        if (!task.cell) {
            children[0] = task;
            children[1] = std::move(task);
            return children;
        }
        const WalkNodeRecord& walk = level_.walk_nodes()[node_index(task.hull_child)];
        PolyhedronSplit cells =
            split(*task.cell, planes_.of(2 * level_.nodes()[node].plane), predicates_);
        const auto child = [&](std::size_t side, std::optional<Polyhedron>& cell) {
            if (cell) {
                children[side] =
                    HullTask{task.model, 0, walk.child[side], std::move(cell), task.depth + 1};
            }
        };
        child(0, cells.front);
        child(1, cells.back);
        return children;
    }

    std::string name_of(std::uint32_t hull, std::size_t model) const {
        return "hull " + std::to_string(hull) + " of " + describe_model(level_, source_, model);
    }

    const Level& level_;
    const World& source_;
    const LevelPlanes& planes_;
    const VerifyOptions& options_;
    Predicates predicates_;
};

}  // namespace

void check_hulls(const Level& level,
                 const World& source,
                 LevelPlanes& planes,
                 const VerifyOptions& options,
                 Differences& differences) {
    std::vector<HullTask> roots;
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        roots.push_back({m,
                         level.root(ModelId(m), SpaceId(0)),
                         level.hull_roots()[m],
                         make_box(grid_box(level.view(), ModelId(m)), planes.table),
                         0});
    }
    std::vector<HullTask> tasks;
    HullChecker first(level, source, planes, options);
    for (HullTask& root : roots) {
        first.check(std::move(root), &tasks);
    }
    differences.append(first.differences);
    std::vector<Differences> found(tasks.size(), Differences(options.most_differences));
    parallel_for(tasks.size(), options.threads, [&](std::size_t i) {
        HullChecker checker(level, source, planes, options);
        checker.check(std::move(tasks[i]), nullptr);
        found[i] = std::move(checker.differences);
    });
    for (const Differences& one : found) {
        differences.append(one);
    }
}

}  // namespace halfspace
