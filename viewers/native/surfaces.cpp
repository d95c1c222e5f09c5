// SPDX-License-Identifier: MIT
#include "surfaces.h"

#include "halfspace/world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace halfspace::viewer {
namespace {

SurfacePart& part_for(std::vector<SurfacePart>& parts, const Mesh& mesh) {
    const Contents contents = mesh.contents & kBodyBlockers;
    const bool is_drawn = mesh.surface != SurfaceKind::NoDraw;
    const auto known = std::ranges::find_if(parts, [&](const SurfacePart& part) {
        return part.contents == contents && part.is_drawn == is_drawn;
    });
    if (known != parts.end()) {
        return *known;
    }
    SurfacePart& part = parts.emplace_back();
    part.contents = contents;
    part.is_drawn = is_drawn;
    return part;
}

void append(SurfacePart& part, const Mesh& mesh, std::uint32_t number) {
    const auto first = static_cast<std::uint32_t>(part.positions.size() / 3);
    for (const Vec3& vertex : mesh.vertices) {
        part.positions.insert(part.positions.end(), {vertex.x, vertex.y, vertex.z});
    }
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        for (const MeshCorner& corner : mesh.triangles[t].corners) {
            part.indices.push_back(first + corner.vertex);
        }
        part.sources.push_back({number, t});
    }
}

}  // namespace

Aabb Surfaces::box() const {
    Aabb box;
    for (const Mesh& mesh : meshes) {
        for (const MeshTriangle& triangle : mesh.triangles) {
            for (const MeshCorner& corner : triangle.corners) {
                box = merge(box, mesh.vertices[corner.vertex]);
            }
        }
    }
    return box;
}

Result<Surfaces> surfaces_of(std::vector<Mesh> meshes) {
    Surfaces made{std::move(meshes), {}};
    for (std::uint32_t i = 0; i < made.meshes.size(); ++i) {
        append(part_for(made.parts, made.meshes[i]), made.meshes[i], i);
    }
    for (SurfacePart& part : made.parts) {
        Result<TriangleBvh> tree = TriangleBvh::build({part.positions, part.indices});
        if (!tree) {
            return std::unexpected(std::move(tree.error()));
        }
        part.tree = *std::move(tree);
    }
    return made;
}

void place_surfaces(CollisionWorld& world, const Surfaces& surfaces) {
    for (std::uint32_t i = 0; i < surfaces.parts.size(); ++i) {
        const SurfacePart& part = surfaces.parts[i];
        if (any(part.contents)) {
            world.place(MeshId(i), {.triangles = &*part.tree, .contents = part.contents});
        }
    }
}

std::string name_of(const Surfaces& surfaces, const SurfaceTriangle& triangle) {
    const std::string& name = surfaces.meshes[triangle.mesh].name;
    return name.empty() ? fmt::format("object {}", triangle.mesh + 1)
                        : fmt::format("object '{}'", name);
}

std::optional<SurfaceHit> first_hit(const Surfaces& surfaces, const Ray& ray) {
    std::optional<SurfaceHit> first;
    for (const SurfacePart& part : surfaces.parts) {
        const auto hit = part.is_drawn ? part.tree->raycast(ray) : std::nullopt;
        if (hit && (!first || hit->t < first->t)) {
            first = SurfaceHit{part.sources[hit->triangle.value], hit->t};
        }
    }
    return first;
}

}  // namespace halfspace::viewer
