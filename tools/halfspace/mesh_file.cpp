// SPDX-License-Identifier: MIT
#include "mesh_file.h"

#include "console.h"
#include "json_report.h"
#include "printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace halfspace::tool {

MeshFile::Facing MeshFile::facing_of(const Mesh& mesh, const MeshShape& shape) {
    return mesh.filled == Mesh::Filled::Outside ? Facing::Room
           : shape.volume < 0                   ? Facing::InsideOut
                                                : Facing::Outwards;
}

Result<std::unique_ptr<MeshFile>> MeshFile::load(const std::string& path,
                                                 const MeshFlags& flags,
                                                 Asks asks) {
    const Result<std::vector<Mesh>> meshes = read_meshes(path, flags);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    auto file = std::unique_ptr<MeshFile>(new MeshFile);
    std::vector<Diagnostic> diagnostics;
    for (const Mesh& mesh : *meshes) {
        const std::size_t first = file->indices_.size();
        file->add(mesh);
        if (asks == Asks::Inside) {
            const MeshShape shape = shape_of(mesh);
            if (!shape.open_edges.empty()) {
                diagnostics.push_back(
                    {Severity::Note,
                     fmt::format("'{}' is open, so it has no inside: \"inside\" and \"outside\" "
                                 "mean little near it ('halfspace mesh check' shows where)",
                                 printable(mesh.name)),
                     {path, mesh.line}});
            }
            std::vector<std::uint32_t>& indices = file->by_facing_[facing_of(mesh, shape)].indices;
            indices.insert(indices.end(),
                           file->indices_.begin() + static_cast<std::ptrdiff_t>(first),
                           file->indices_.end());
        }
    }
    print_diagnostics(diagnostics, kMaxMessages);
    Result<TriangleBvh> tree = TriangleBvh::build({file->positions_, file->indices_});
    if (!tree) {
        tree.error().where.file = path;
        return std::unexpected(std::move(tree.error()));
    }
    file->tree_ = std::make_unique<TriangleBvh>(std::move(*tree));
    for (auto& [facing, part] : file->by_facing_) {
        // The whole file could be built, so its parts can.
        part.tree = *TriangleBvh::build({file->positions_, part.indices});
    }
    return file;
}

bool MeshFile::is_solid(const Vec3& point) const {
    const auto winding = [&](Facing facing) -> std::optional<int> {
        const auto found = by_facing_.find(facing);
        return found == by_facing_.end() ? std::nullopt
                                         : std::optional(found->second.tree->winding(point));
    };
    return winding(Facing::Outwards).value_or(0) > 0 ||
           winding(Facing::InsideOut).value_or(0) < 0 || winding(Facing::Room).value_or(-1) >= 0;
}

std::string MeshFile::text(TriangleId triangle) const {
    return fmt::format("triangle {} of '{}'", number(triangle), printable(object(triangle)));
}

std::string MeshFile::json(TriangleId triangle) const {
    return fmt::format(
        R"("object":{},"triangle":{})", json_string(object(triangle)), number(triangle));
}

void MeshFile::add(const Mesh& mesh) {
    const auto first = static_cast<std::uint32_t>(positions_.size() / 3);
    objects_.push_back({mesh.name, static_cast<std::uint32_t>(indices_.size() / 3)});
    for (const Vec3& p : mesh.vertices) {
        positions_.insert(positions_.end(), {p.x, p.y, p.z});
    }
    for (const MeshTriangle& triangle : mesh.triangles) {
        for (const MeshCorner& corner : triangle.corners) {
            indices_.push_back(first + corner.vertex);
        }
    }
}

const MeshFile::Object& MeshFile::its(TriangleId triangle) const {
    return *std::prev(std::ranges::upper_bound(objects_, triangle.value, {}, &Object::first));
}

}  // namespace halfspace::tool
