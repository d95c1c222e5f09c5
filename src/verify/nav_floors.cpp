// SPDX-License-Identifier: MIT
#include "verify/nav_floors.h"

#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include "level/shared/moving_classes.h"
#include "verify/face_nodes.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// So many parts of the trees are enough to keep all threads busy.
constexpr std::size_t kParts = 256;

// A part of a tree, and the meshes whose bodies meet this tree.
struct TreePart {
    std::size_t model;  // of the models of floors
    std::int32_t child;
    Polyhedron cell;
    std::vector<std::uint32_t> meshes;
};

using Floors = std::vector<std::vector<Polygon>>;  // of each mesh

// True if the leaf stops the body.
bool blocks(const Level& level, LeafId leaf, const StoppedBody& body) {
    const Contents contents =
        body.space.value == 0
            ? level.contents(leaf)
            : blocker_contents(blockers_in(level.leaves()[leaf.value], body.space));
    return any(contents & body.stops);
}

// Parts the polygon by whether a model blocks the body above it. is_inside: the polygon is known to
// be in the model's box.
void part_by_model(const Level& level,
                   const FloorModel& model,
                   bool is_inside,
                   const LevelPlanes& planes,
                   const StoppedBody& body,
                   Polygon polygon,
                   RoomParts& parts,
                   Predicates& predicates) {
    std::optional<Polygon> inside = std::move(polygon);
    if (!is_inside) {
        if (!touch(bounds(*inside), model.box)) {
            parts.free.push_back(*std::move(inside));
            return;
        }
        for (const Polyhedron::Face& side : model.cell.faces) {
            if (inside) {
                PolygonSplit sides = split(*std::move(inside), side.plane, predicates);
                if (sides.front) {
                    parts.free.push_back(*std::move(sides.front));
                }
                inside = std::move(sides.back);
            }
        }
    }
    if (!inside) {
        return;
    }
    const std::size_t first = parts.free.size();
    bool is_whole = true;
    for_each_leaf_in_front(level,
                           planes,
                           level.root(model.model, body.space),
                           *inside,
                           predicates,
                           [&](LeafId leaf, Polygon&& part) {
                               const bool is_blocked = blocks(level, leaf, body);
                               is_whole = is_whole && !is_blocked;
                               (is_blocked ? parts.blocked : parts.free).push_back(std::move(part));
                           });
    if (is_whole) {
        parts.free.resize(first);
        parts.free.push_back(*std::move(inside));
    }
}

class FloorFinder {
public:
    FloorFinder(const Level& level,
                std::span<const FloorModel> models,
                const LevelPlanes& planes,
                const VerifyOptions& options)
        : level_(level), models_(models), planes_(planes), options_(options) {}

    Floors run() {
        const std::vector<TreePart> parts = divided(whole_trees());
        std::vector<Floors> found(parts.size(), Floors(mesh_count()));
        parallel_for(parts.size(), options_.threads, [&](std::size_t p) {
            if (!is_cancelled(options_.progress)) {
                add_floors(parts[p], found[p]);
            }
        });
        Floors floors(mesh_count());
        for (Floors& part : found) {
            for (std::size_t m = 0; m < floors.size(); ++m) {
                std::ranges::move(part[m], std::back_inserter(floors[m]));
            }
        }
        return floors;
    }

private:
    std::size_t mesh_count() const { return level_.nav_meshes().size(); }
    std::int32_t root(std::size_t model, std::size_t mesh) const {
        return level_.root(models_[model].model, SpaceId(level_.nav_meshes()[mesh].space));
    }

    // Each tree that one of the meshes is made of.
    std::vector<TreePart> whole_trees() const {
        std::vector<TreePart> trees;
        for (std::size_t k = 0; k < models_.size(); ++k) {
            const std::size_t first = trees.size();
            for (std::uint32_t m = 0; m < mesh_count(); ++m) {
                const auto same =
                    std::find_if(trees.begin() + static_cast<std::ptrdiff_t>(first),
                                 trees.end(),
                                 [&](const TreePart& tree) { return tree.child == root(k, m); });
                if (same != trees.end()) {
                    same->meshes.push_back(m);
                } else {
                    trees.push_back({k, root(k, m), models_[k].cell, {m}});
                }
            }
        }
        return trees;
    }

    // The trees as more and smaller parts.
    std::vector<TreePart> divided(std::vector<TreePart> parts) const {
        Predicates predicates(planes_.table);
        for (bool is_divided = true; is_divided && parts.size() < kParts;) {
            is_divided = false;
            std::vector<TreePart> next;
            for (TreePart& part : parts) {
                if (part.child < 0) {
                    next.push_back(std::move(part));
                    continue;
                }
                is_divided = true;
                const auto node = static_cast<std::uint32_t>(part.child);
                PolyhedronSplit cells =
                    split(part.cell, node_plane(level_, planes_, node), predicates);
                const std::int32_t* const child = level_.nodes()[node].child;
                if (cells.front) {
                    next.push_back({part.model, child[0], *std::move(cells.front), part.meshes});
                }
                if (cells.back) {
                    next.push_back({part.model, child[1], *std::move(cells.back), part.meshes});
                }
            }
            parts = std::move(next);
        }
        return parts;
    }

    StoppedBody body_of(std::size_t mesh) const {
        return stopped_body(level_.nav_meshes()[mesh], level_.nav_meshes()[mesh].space);
    }

    void add_floors(const TreePart& part, Floors& floors) const {
        Predicates predicates(planes_.table);
        for_each_cell(
            level_.nodes(),
            part.child,
            part.cell,
            predicates,
            [&](const NodeRecord& node) { return planes_.of(2 * node.plane); },
            [&](LeafId leaf, Polyhedron&& cell) {
                for (const std::uint32_t m : part.meshes) {
                    if (blocks(level_, leaf, body_of(m))) {
                        add_tops(part.model, cell, m, floors[m], predicates);
                    }
                }
            });
    }

    // Adds the parts of the upper sides of a cell above which the body is free.
    void add_tops(std::size_t model,
                  const Polyhedron& cell,
                  std::uint32_t mesh,
                  std::vector<Polygon>& floors,
                  Predicates& predicates) const {
        for (std::size_t f = 0; f < cell.faces.size(); ++f) {
            const PlaneId plane = cell.faces[f].plane;
            // What lies beyond the box of a tree is not known to be free.
            const bool is_of_box = std::ranges::any_of(
                models_[model].cell.faces,
                [&](const Polyhedron::Face& face) { return face.plane == plane; });
            if (is_of_box ||
                !is_floor(planes_.table.plane(plane), level_.nav_meshes()[mesh].floor_normal)) {
                continue;
            }
            RoomParts parts = room_parts(
                level_, models_, planes_, body_of(mesh), face_polygon(cell, f), predicates, model);
            std::ranges::move(parts.free, std::back_inserter(floors));
        }
    }

    const Level& level_;
    std::span<const FloorModel> models_;
    const LevelPlanes& planes_;
    const VerifyOptions& options_;
};

}  // namespace

StoppedBody stopped_body(const NavMeshRecord& mesh, std::uint32_t space) {
    const auto blockers = static_cast<Contents>(mesh.blockers);
    return {SpaceId(space), any(blockers & kOpaque) ? blockers | kOpaque : blockers};
}

std::uint32_t standing_space_of(const Level& level, std::uint32_t space) {
    const std::span<const SpaceRecord> spaces = level.spaces();
    if (level.string(spaces[space].name) != "crouch") {
        return 0;
    }
    for (std::uint32_t s = 1; s < spaces.size(); ++s) {
        bool is_around = s != space && level.string(spaces[s].name) == "stand";
        for (std::size_t axis = 0; axis < 3; ++axis) {
            is_around = is_around && spaces[s].min[axis] <= spaces[space].min[axis] &&
                        spaces[s].max[axis] >= spaces[space].max[axis];
        }
        if (is_around) {
            return s;
        }
    }
    return 0;
}

RoomParts room_parts(const Level& level,
                     std::span<const FloorModel> models,
                     const LevelPlanes& planes,
                     const StoppedBody& body,
                     Polygon polygon,
                     Predicates& predicates,
                     std::size_t inside_of) {
    RoomParts parts{{std::move(polygon)}, {}};
    for (std::size_t k = 0; k < models.size(); ++k) {
        RoomParts next{{}, std::move(parts.blocked)};
        for (Polygon& part : parts.free) {
            part_by_model(
                level, models[k], k == inside_of, planes, body, std::move(part), next, predicates);
        }
        parts = std::move(next);
    }
    return parts;
}

std::vector<FloorModel> floor_models(const Level& level, const World& source, LevelPlanes& planes) {
    std::vector<FloorModel> models;
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        const ModelRecord& record = level.models()[m];
        const bool is_drawing = (record.flags & kModelCurves) != 0;
        const bool moves = m != kWorldModel.value && record.entity < source.entities.size() &&
                           is_moving_class(source.entities[record.entity].value("classname"));
        if (m == kWorldModel.value || (!is_drawing && !moves)) {
            Polyhedron cell = make_box(grid_box(level.view(), ModelId(m)), planes.table);
            const Aabb box = bounds(cell);
            models.push_back({ModelId(m), std::move(cell), box});
        }
    }
    return models;
}

bool is_floor(const ExactPlane& plane, double floor_normal) {
    const Vec3 n{static_cast<double>(plane.n[0]),
                 static_cast<double>(plane.n[1]),
                 static_cast<double>(plane.n[2])};
    return n.z * (1 / length(n)) >= floor_normal;
}

std::vector<std::vector<Polygon>> floors_of(const Level& level,
                                            std::span<const FloorModel> models,
                                            const LevelPlanes& planes,
                                            const VerifyOptions& options) {
    return FloorFinder(level, models, planes, options).run();
}

}  // namespace halfspace
